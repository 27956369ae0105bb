"""CrashDialog: an error of this program itself, what of the user's work is safe, and a report."""

from __future__ import annotations

from collections.abc import Mapping

import PySide6
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from vkconfig_py import __version__
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.problems.bug_report import render_crash_report
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import Label, TextRole, make_column, make_row
from vkconfig_py.ui.widgets.boxes import Box, make_text
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.widgets.placement import open_within_screen


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
        safe: str,
        report: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("vkconfig-py")
        self.setAccessibleName(title)
        self.setAccessibleDescription(f"{summary} {safe}")
        px = context.theme.px
        self.report = make_text(context, tr("Report"), report, code=True)
        self.copy = Button(context, tr("Copy report"), icon="copy")
        self.copy.clicked.connect(self._on_copy_clicked)
        layout = make_column(self)
        layout.setContentsMargins(px(16), px(16), px(16), px(16))
        layout.setSpacing(px(8))
        layout.addWidget(Label(context, title, text_style="title"))
        layout.addWidget(Label(context, summary, wrap=True))
        layout.addWidget(Label(context, safe, text_role=TextRole.SECONDARY, wrap=True))
        layout.addWidget(Box(context, self.report), 1)
        self.buttons = make_row(self.copy, None)
        layout.addLayout(self.buttons)
        self._context = context
        open_within_screen(self, px(680), px(440))

    def add_choices(self, *, is_running_on: bool) -> None:
        """Add Continue, Restart and Quit, or after a crash of an earlier session only Close."""
        if is_running_on:
            for text, signal in (
                (tr("Quit"), self.quit_requested),
                (tr("Restart"), self.restart_requested),
            ):
                button = Button(self._context, text)
                button.clicked.connect(self.close)
                button.clicked.connect(signal)
                self.buttons.addWidget(button)
        close_button = Button(self._context, tr("Continue") if is_running_on else tr("Close"))
        close_button.clicked.connect(self.close)
        self.buttons.addWidget(close_button)
        close_button.setFocus()

    def _on_copy_clicked(self) -> None:
        QApplication.clipboard().setText(self.report.toPlainText())


def list_versions() -> dict[str, str]:
    """Return the versions of vkconfig-py, Qt and PySide6 by name."""
    from PySide6.QtCore import qVersion

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
    safe = tr(
        "Your edits are safe, and you can continue. Files are written atomically, so "
        "every file is complete; the history has the previous contents."
    )
    title = tr("vkconfig-py ran into an internal error")
    dialog = CrashDialog(context, title, summary, safe, report, parent)
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
    safe = tr(
        "Your edits were saved as you made them; only edits from the last second may be "
        "missing. Files are written atomically, so every file is complete; the history "
        "has the previous contents."
    )
    dialog = CrashDialog(
        context, summary, tr("The report shows where it crashed."), safe, report, parent
    )
    dialog.add_choices(is_running_on=False)
    return dialog
