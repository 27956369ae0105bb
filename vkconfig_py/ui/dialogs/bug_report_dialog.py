"""Report for a bug: choose its parts and format, copy or save it; CrashDialog, for our errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import PySide6
from PySide6.QtCore import Qt, Signal, qVersion
from PySide6.QtGui import QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QDialog,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from vkconfig_py import __version__
from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.problems.bug_report import (
    FORMAT_LABELS,
    PART_TEXTS,
    SUFFIXES,
    BugReportData,
    ReportFormat,
    ReportPart,
    make_redaction,
    render_crash_report,
    render_report,
)
from vkconfig_py.model.session.launcher import NO_LAUNCH_IN_DEMO
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import (
    Divider,
    Label,
    TextRole,
    localize_keys,
    make_column,
    make_row,
)
from vkconfig_py.ui.widgets.buttons import (
    Button,
    ButtonRole,
    CheckBox,
    Frame,
    Radio,
    make_button_box,
)
from vkconfig_py.ui.widgets.desktop import announce
from vkconfig_py.ui.widgets.layouts import Box, Page, make_text
from vkconfig_py.ui.widgets.panes import open_within_screen
from vkconfig_py.ui.widgets.source_view import SourceView

_MAX_SHOWN = 400_000  # characters; more is copied and saved, not shown
_OMIT_NAMES = tr("Omit names")
_OMIT_NAMES_TIP = tr(
    "Replaces your home folder with ~, and the user and machine names with “user” and “machine”"
)
_COLLECTING_TEXT = tr("Collecting…")
_CHECKING_LOADER_TEXT = tr("Checking with the real loader…")
SubmitRendering = Callable[[Callable[[], str], Callable[[str], None]], None]
_NOTHING_TO_REPORT = tr("No data available for this part")
_NO_OUTPUT = tr(
    "Nothing was launched from this window, and no earlier launch of the program has a log file. "
    "Launch it, then open this report again."
)


class BugReportDialog(QDialog):
    """The dialog with a bug report about the chain that was shown when it opened.

    Signals:
        copy_requested: copy a text to the clipboard.
        save_requested: save a report (ReportFormat, text).
        shown: the text of the present choice is in the preview.
    """

    copy_requested = Signal(str)
    save_requested = Signal(object, str)
    shown = Signal()

    def __init__(
        self, context: ThemeContext, submit: SubmitRendering, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Bug report"))
        self._context, self._submit = context, submit
        self._job: Callable[[], str] | None = None  # the newest
        self._is_asking = False
        self.evidence: BugReportData | None = None
        self.rendered_text = ""
        self._make_parts()
        self._lay_out()
        self._show_state(_COLLECTING_TEXT)

    def _make_parts(self) -> None:
        """Make the dialog's widgets: buttons of formats, boxes of parts, the preview."""
        context = self._context
        self._format_group = QButtonGroup(self)
        self.format_buttons = {
            report_format: Radio(context, FORMAT_LABELS[report_format])
            for report_format in ReportFormat
        }
        for radio in self.format_buttons.values():
            self._format_group.addButton(radio)
            radio.clicked.connect(self._render)
        for report_format, text in (
            (ReportFormat.MARKDOWN, tr("For issue trackers and forums")),
            (ReportFormat.HTML, tr("Web page")),
            (ReportFormat.JSON, tr("For scripts; vkconfig-py can open it as another machine")),
        ):
            self.format_buttons[report_format].setToolTip(make_tooltip(text))
        self.format_buttons[ReportFormat.MARKDOWN].setChecked(True)
        self.part_boxes = {part: CheckBox(context, PART_TEXTS[part][0]) for part in ReportPart}
        for part, box in self.part_boxes.items():
            box.setChecked(True)
            box.setToolTip(make_tooltip(PART_TEXTS[part][1]))
            box.setAccessibleDescription(PART_TEXTS[part][1])
            box.clicked.connect(self._render)
        # Who looks for the output sees why there is none.
        self.output_note = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        _ignore_width(self.output_note)  # it makes the page no wider
        self.output_note.hide()
        self.omit_names = CheckBox(context, _OMIT_NAMES)
        self.omit_names.setChecked(True)
        self.omit_names.setToolTip(_OMIT_NAMES_TIP)
        self.omit_names.clicked.connect(self._render)
        self.text = SourceView(context, tr("Report"))
        self._state = Label(
            context,
            text_style="small",
            text_role=TextRole.SECONDARY,
            elide=Qt.TextElideMode.ElideRight,
        )
        _ignore_width(self._state)  # the buttons beside it come first
        self._close = Button(context, tr("Close"))
        self._close.clicked.connect(self.close)
        self.copy = Button(context, tr("Copy"), icon="copy")
        self.copy.clicked.connect(self._on_copy_clicked)
        self.save = Button(context, tr("Save…"), frame=Frame.PRIMARY)
        self.save.clicked.connect(self._on_save_clicked)
        # Shortcuts of this dialog: those of the main window do not reach another window.
        QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self, self._on_save_clicked)
        QShortcut(QKeySequence("Ctrl+Shift+C"), self, self._on_copy_clicked)
        self.save.setToolTip(f"{self.save.text()} ({localize_keys('Ctrl+S')})")
        keys = localize_keys("Ctrl+Shift+C")
        self.copy.setToolTip(tr("Copy the entire report ({keys})", keys=keys))

    def _fit_page(self) -> None:
        """Make the page of choices as wide as its longest check box."""
        self._page.setFixedWidth(self._body.sizeHint().width() + self._context.theme.px(8))

    def _lay_out(self) -> None:
        context, px = self._context, self._context.theme.px
        page = Page(context, tr("Bug report"))
        page.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows Tab through what is in it
        body = page.make_body()
        left_column = QVBoxLayout(body)
        left_column.setContentsMargins(px(16), px(14), px(16), px(14))
        left_column.setSpacing(px(8))
        left_column.addWidget(
            Label(context, tr("Format"), text_style="small_strong", text_role=TextRole.SECONDARY)
        )
        for radio in self.format_buttons.values():
            left_column.addWidget(radio)
        left_column.addSpacing(px(10))
        left_column.addWidget(
            Label(context, tr("Parts"), text_style="small_strong", text_role=TextRole.SECONDARY)
        )
        for box in self.part_boxes.values():
            left_column.addWidget(box)
        note_row = make_row(self.output_note)  # below the text of the last box
        note_row.setContentsMargins(px(24), 0, 0, 0)
        left_column.addLayout(note_row)
        left_column.addSpacing(px(10))
        left_column.addWidget(
            Label(context, tr("Privacy"), text_style="small_strong", text_role=TextRole.SECONDARY)
        )
        left_column.addWidget(self.omit_names)
        left_column.addStretch(1)
        page.setWidget(body)
        self._page, self._body = page, body
        self._fit_page()
        context.changed.connect(self._fit_page)
        button_box = make_button_box(
            {
                self.save: ButtonRole.AcceptRole,
                self.copy: ButtonRole.ActionRole,
                self._close: ButtonRole.RejectRole,
            }
        )
        footer = make_row(self._state, button_box)
        footer.setStretch(0, 1)
        footer.setContentsMargins(px(16), px(10), px(16), px(10))
        right_column = make_column()
        right_column.addWidget(self.text, 1)
        right_column.addWidget(Divider(context))
        right_column.addLayout(footer)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(page)
        row.addWidget(Divider(context, vertical=True))
        row.addLayout(right_column, 1)
        open_within_screen(self, px(980), px(640))
        self.setMinimumSize(px(640), px(360))

    @property
    def selected_format(self) -> ReportFormat:
        return next(
            report_format
            for report_format, radio in self.format_buttons.items()
            if radio.isChecked()
        )

    @property
    def selected_parts(self) -> frozenset[ReportPart]:
        """The parts of the report that are chosen."""
        return frozenset(part for part, box in self.part_boxes.items() if box.isChecked())

    def show_evidence(self, evidence: BugReportData, *, is_asking: bool) -> None:
        """Show what was collected.

        Args:
            evidence: what the report is made of.
            is_asking: the answer of the loader is still to come.
        """
        self.evidence = evidence
        no_output = NO_LAUNCH_IN_DEMO if evidence.is_sample else _NO_OUTPUT
        self.output_note.setText(no_output)
        self.output_note.setVisible(ReportPart.OUTPUT not in evidence.available_parts)
        for part, box in self.part_boxes.items():
            is_log_pending = is_asking and part is ReportPart.LOADER_LOG
            box.setEnabled(part in evidence.available_parts or is_log_pending)
            title, part_description = PART_TEXTS[part]
            if not box.isEnabled():
                title = tr("{part} (none)", part=title)
                part_description = no_output if part is ReportPart.OUTPUT else _NOTHING_TO_REPORT
            box.setText(title)
            box.setToolTip(make_tooltip(part_description))
            box.setAccessibleDescription(part_description)
        self._fit_page()
        self._is_asking = is_asking
        self._render()

    def _render(self) -> None:
        """Render the report of the chosen parts on the worker: hiding private names takes time."""
        evidence = self.evidence
        if evidence is None:
            return
        redaction = make_redaction(evidence) if self.omit_names.isChecked() else None
        job = partial(render_report, evidence, self.selected_format, self.selected_parts, redaction)
        self._job = job
        self._submit(job, partial(self._on_rendered, job))

    def _on_rendered(self, job: Callable[[], str], rendered_text: str) -> None:
        """Show a rendered report in the preview, without the end of a very long one.

        `job` is the request that is answered; an older one is ignored.
        """
        # Another choice was made, or the dialog was closed meanwhile.
        if job is not self._job or not isValid(self):
            return
        self.rendered_text = text = rendered_text
        bar = self.text.verticalScrollBar()
        scroll_position = bar.value()
        # A QTextDocument holds a block for each line: a very long text would block the window.
        if len(text) > _MAX_SHOWN:
            remainder = counted(
                "… {n:,} more lines not shown; Copy and Save include them",
                "… {n:,} more line not shown; Copy and Save include it",
                text.count("\n", _MAX_SHOWN),
            )
            text = f"{text[:_MAX_SHOWN]}\n{remainder}"
        self.text.show_text(text)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        bar.setValue(scroll_position)
        lines = counted("{n:,} lines", "{n:,} line", self.rendered_text.count("\n"))
        asking_note = f" · {_CHECKING_LOADER_TEXT}" if self._is_asking else ""
        self._show_state(f"vulkan-report{SUFFIXES[self.selected_format]} · {lines}{asking_note}")
        self.shown.emit()

    def _show_state(self, text: str) -> None:
        """Show a sentence below the preview, and enable Copy and Save if there is a text."""
        self._state.setText(escape_invisible(text))
        for button in (self.copy, self.save):
            button.setEnabled(bool(self.rendered_text))

    def show_result(self, text: str, *, is_error: bool = False) -> None:
        """Show beside the buttons what Copy or Save led to."""
        self._state.setText(escape_invisible(text))
        self._state.setToolTip(make_tooltip(text) if is_error else "")
        announce(self._state, text)

    def _on_copy_clicked(self) -> None:
        if self.rendered_text:
            self.copy_requested.emit(self.rendered_text)

    def _on_save_clicked(self) -> None:
        if self.rendered_text:
            self.save_requested.emit(self.selected_format, self.rendered_text)


def _ignore_width(label: Label) -> None:
    """Let a layout give a label the width that others leave."""
    policy = label.sizePolicy()
    policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
    label.setSizePolicy(policy)


class CrashDialog(QDialog):
    """A dialog about an unexpected error, which lets the program continue.

    Signals:
        restart_requested: close the window and start the program anew.
        quit_requested: close the window.
    """

    restart_requested = Signal()
    quit_requested = Signal()

    def __init__(
        self,
        context: ThemeContext,
        title: str,
        summary: str,
        reassurance: str,
        report: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("vkconfig-py")
        self.setAccessibleName(title)
        self.setAccessibleDescription(f"{summary} {reassurance}")
        px = context.theme.px
        self.report = make_text(context, tr("Report"), report, code=True)
        self.copy = Button(context, tr("Copy report"), icon="copy")
        self.copy.clicked.connect(self._on_copy_clicked)
        layout = make_column(self)
        layout.setContentsMargins(px(16), px(16), px(16), px(16))
        layout.setSpacing(px(8))
        layout.addWidget(Label(context, title, text_style="title"))
        layout.addWidget(Label(context, summary, wrap=True))
        layout.addWidget(Label(context, reassurance, text_role=TextRole.SECONDARY, wrap=True))
        layout.addWidget(Box(context, self.report), 1)
        self._button_row = make_row(self.copy, None)
        layout.addLayout(self._button_row)
        self._context = context
        open_within_screen(self, px(680), px(440))

    def add_choices(self, *, is_running_on: bool) -> None:
        """Add Continue, Restart and Quit, or after a crash of an earlier session only Close."""
        close_button = Button(self._context, tr("Continue") if is_running_on else tr("Close"))
        close_button.clicked.connect(self.close)
        buttons = {close_button: ButtonRole.AcceptRole}
        if is_running_on:
            for text, signal, role in (
                (tr("Restart"), self.restart_requested, ButtonRole.DestructiveRole),
                (tr("Quit"), self.quit_requested, ButtonRole.RejectRole),
            ):
                button = Button(self._context, text)
                button.clicked.connect(self.close)
                button.clicked.connect(signal)
                buttons[button] = role
        self._button_row.addWidget(make_button_box(buttons))
        close_button.setFocus()

    def _on_copy_clicked(self) -> None:
        QApplication.clipboard().setText(self.report.toPlainText())


def list_versions() -> dict[str, str]:
    """Return the versions of vkconfig-py, Qt and PySide6 by name."""
    platform = QApplication.platformName()
    return {
        "vkconfig-py": __version__,
        "Qt": f"{qVersion()} ({platform}), PySide6 {PySide6.__version__}",
    }


def make_error_dialog(
    context: ThemeContext,
    summary: str,
    trace: str,
    log: str,
    environment: Mapping[str, str],
    parent: QWidget | None = None,
) -> CrashDialog:
    """Return the dialog about an exception that nobody caught, after which the window goes on.

    Args:
        context: of the window.
        summary: the exception's text.
        trace: the traceback.
        log: last lines of the program's log.
        environment: variables whose names are left out of the report.
        parent: the window.
    """
    report = render_crash_report(list_versions(), summary, trace, log, environment)
    reassurance = tr(
        "Your edits are safe, and you can continue. Files are written atomically, so "
        "every file is complete; the history has the previous contents."
    )
    title = tr("vkconfig-py ran into an internal error")
    dialog = CrashDialog(context, title, summary, reassurance, report, parent)
    dialog.add_choices(is_running_on=True)
    return dialog


def make_crash_dialog(
    context: ThemeContext,
    stack: str,
    log: str,
    environment: Mapping[str, str],
    parent: QWidget | None = None,
) -> CrashDialog:
    """Return the dialog about a crash of the last session.

    Args:
        context: of the window.
        stack: where it crashed, as faulthandler wrote it.
        log: last lines of the log of that session.
        environment: variables whose names are left out of the report.
        parent: the window.
    """
    summary = tr("vkconfig-py crashed last time.")
    report = render_crash_report(list_versions(), summary, stack, log, environment)
    reassurance = tr(
        "Your edits were saved as you made them; only edits from the last second may be "
        "missing. Files are written atomically, so every file is complete; the history "
        "has the previous contents."
    )
    dialog = CrashDialog(
        context, summary, tr("The report shows where it crashed."), reassurance, report, parent
    )
    dialog.add_choices(is_running_on=False)
    return dialog
