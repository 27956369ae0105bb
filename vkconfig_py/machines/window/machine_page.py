"""The page of another machine: the same chain, verdicts and problems, and nothing to change."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path, PurePath

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.api.optional_parts import find_waiting_text
from vkconfig_py.machines.window.machine_visit import MachineVisit
from vkconfig_py.machines.window.other_machine import OtherMachine, list_problem_steps
from vkconfig_py.model.items.chain_model import ChainModel
from vkconfig_py.model.items.keyed_list import LinesModel
from vkconfig_py.model.problems.problem_lines import get_problem_key, list_problems, present_problem
from vkconfig_py.model.problems.summary import Diagnostic
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.severities import render_severity
from vkconfig_py.model.text.wording import capitalise, escape_invisible, make_tooltip
from vkconfig_py.ui.chain.pane import Sentence
from vkconfig_py.ui.chain.view import ChainView
from vkconfig_py.ui.inspector.head import NameLabel
from vkconfig_py.ui.inspector.why import ExplanationList
from vkconfig_py.ui.theme.context import ThemeContext, mirror
from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    Divider,
    Label,
    TextRole,
    make_column,
    set_background,
    set_margins,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.desktop import open_file
from vkconfig_py.ui.widgets.layouts import Page
from vkconfig_py.ui.widgets.lines_list import LinesDelegate, LinesView
from vkconfig_py.ui.widgets.panes import Splitter

BACK_TEXT, CANCEL_TEXT, OPEN_MACHINE_TEXT = (
    tr("Back to this machine"),
    tr("Cancel"),
    tr("Open machine…"),
)
READING_TEXT = tr("Reading installed layers and drivers…")
SELECTED_PROBLEM = "a problem"
READ_ONLY_NOTE = tr("read-only: nothing can be applied or launched there")


class MachineBand(BackgroundPane):
    """Names the machine, and leads back.

    Signals:
        left: the button was pressed.
        other_requested: open another one in its place.
    """

    left = Signal()
    other_requested = Signal()

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(context, "selected_window", parent)
        self._lead_label = Label(context, text_style="strong", elide=Qt.TextElideMode.ElideRight)
        self._text = Label(context, elide=Qt.TextElideMode.ElideRight)
        self.other = Button(context, OPEN_MACHINE_TEXT, frame=Frame.FLAT, height=28)
        self.other.clicked.connect(self.other_requested)
        self.back = Button(context, BACK_TEXT, height=28)
        self.back.clicked.connect(self.left)
        self._row_layout = QHBoxLayout(self)
        self._row_layout.addWidget(self._lead_label)
        self._row_layout.addWidget(self._text, 1)
        self._row_layout.addWidget(self.other)
        self._row_layout.addWidget(self.back)
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        set_margins(self._row_layout, px(40), 0, px(12), 0)
        self._row_layout.setSpacing(px(8))
        self.setFixedHeight(px(44))

    def show_text(self, lead: str, text: str, details: str = "", *, opening: bool = False) -> None:
        """Set the texts of the band.

        `lead` is the beginning, in bold. `details` is the text for tool tip and screen readers, ""
        for the texts. `opening` says that the machine is still being opened.
        """
        button = CANCEL_TEXT if opening else BACK_TEXT
        self._lead_label.setText(escape_invisible(lead))
        self._text.setText(escape_invisible(text))
        self.back.setText(button)
        self.back.setAccessibleName(button)
        self.other.setVisible(not opening)
        accessible_name = details or f"{lead}. {text}"
        self.setAccessibleName(escape_invisible(accessible_name))
        self.setToolTip(make_tooltip(accessible_name))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Window))
        size = theme.px(16)
        mirror(painter, self, QRectF(self.rect()))
        icon_rect = QRectF(theme.px(16), (self.height() - size) / 2, size, size)
        self._context.icons.paint(painter, "device", theme.colors.accent, icon_rect)
        line_width = 2 if theme.high_contrast else 1
        line = QRectF(0, self.height() - line_width, self.width(), line_width)
        painter.fillRect(line, theme.colors.accent)
        painter.end()


class MachinePage(BackgroundPane):
    """Band, chain, explanation of the selected row, and problems."""

    def __init__(self, context: ThemeContext, session: Session, visit: MachineVisit) -> None:
        super().__init__(context, "window")
        self._visit = visit
        self._explained_key = ""  # what the story is about: the key of a row, or PROBLEM
        self._shown: OtherMachine | None = None
        self.band = MachineBand(context)
        self.sentence = Sentence(context)
        model = ChainModel(session.edits, self, is_fixed=True)
        self.view = ChainView(context, session, model, self)
        self.view.row_selected.connect(self._on_row_selected)
        self.view.installEventFilter(self)
        self.name = NameLabel(context)
        self.explanation = ExplanationList(context)
        self.view.inspector_requested.connect(self.explanation.setFocus)
        self._heading = Label(context, text_style="small_strong", text_role=TextRole.SECONDARY)
        self.problems = LinesModel(get_problem_key, present_problem, self)
        self.problem_list = LinesView(
            context,
            self.problems,
            tr("Problems"),
            delegate=LinesDelegate(context, wraps_text=True),
        )
        self.problem_list.link_used.connect(self._on_place_used)
        self.problem_list.row_selected.connect(self._on_problem_selected)
        self.explanation.file_requested.connect(self._open_file)
        self._lay_out()
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _lay_out(self) -> None:
        chain = BackgroundPane(self._context, "base")
        self._header_layout = QHBoxLayout()
        self._header_layout.addWidget(self.sentence)
        left_column = make_column(chain)
        left_column.addLayout(self._header_layout)
        left_column.addWidget(self.view, 1)
        self._scroll = Page(self._context, tr("Why"))
        body = self._scroll.make_body()
        self._explanation_layout = QVBoxLayout(body)
        self._explanation_layout.addWidget(self.name)
        self._explanation_layout.addWidget(self.explanation)
        self._explanation_layout.addStretch(1)
        self._scroll.setWidget(body)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        side = BackgroundPane(self._context, "window")
        right_column = make_column(side)
        right_column.addWidget(self._scroll, 1)
        right_column.addWidget(Divider(self._context))
        right_column.addWidget(self._heading)
        right_column.addWidget(self.problem_list, 1)
        self._panes = Splitter(self._context)
        self._panes.addWidget(chain)
        self._panes.addWidget(side)
        px = self._context.theme.px
        chain.setMinimumWidth(px(420))
        side.setMinimumWidth(px(300))
        self._panes.setStretchFactor(0, 3)
        self._panes.setStretchFactor(1, 2)
        self._panes.setSizes([px(480), px(320)])
        self._waiting = Label(self._context, text_role=TextRole.SECONDARY, wrap=True)
        self._waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout = make_column(self)
        layout.addWidget(self.band)
        layout.addWidget(self._panes, 1)
        layout.addWidget(self._waiting, 1)

    def _on_metrics_changed(self) -> None:
        px, colors = self._context.theme.px, self._context.theme.colors
        self._header_layout.setContentsMargins(px(16), px(6), px(16), px(4))
        self._explanation_layout.setContentsMargins(px(16), px(12), px(16), px(12))
        self._explanation_layout.setSpacing(px(8))
        self._heading.setContentsMargins(px(16), px(10), px(16), px(6))
        set_background(colors.window, self.explanation, views=True)

    def refresh(self) -> None:
        """Show the machine that was opened, or that it is being opened."""
        visit, machine = self._visit, self._visit.machine
        is_opening = bool(visit.opening)
        self._panes.setVisible(not is_opening)
        self._waiting.setVisible(is_opening)
        if is_opening:
            self.setWindowTitle(tr("Another machine"))
            self.band.show_text(tr("Opening {opening}", opening=visit.opening), "", opening=True)
            self._waiting.setText(find_waiting_text(visit.opening) or READING_TEXT)
        elif machine is not None:
            self._show(machine)

    def _show(self, machine: OtherMachine) -> None:
        """Show another machine: its chain, problems and notes."""
        self.setWindowTitle(tr("{name} – another machine", name=escape_invisible(machine.name)))
        # A path as a name is long: its end tells it apart, and the tooltip has the whole.
        is_path = PurePath(machine.name).is_absolute()
        short_name = PurePath(machine.name).name or machine.name if is_path else machine.name
        details = tr(
            "Another machine: {name} ({what}) · {read_only}",
            name=machine.name,
            what=machine.description,
            read_only=READ_ONLY_NOTE,
        )
        self.band.show_text(
            tr("Another machine: {short}", short=short_name),
            tr("{what} · read-only", what=machine.description),
            details,
        )
        snapshot, problems = machine.snapshot, machine.problems
        summary = snapshot.summary
        self.sentence.show_sentences(snapshot.sentences, {}, is_alarm=summary.is_alarm)
        self.problems.update_to(list_problems(map(Diagnostic, problems)))
        no_problems_text = tr("No problems found")
        if machine.is_partial:
            no_problems_text = tr("No problems found in the available files")
        count = counted("{n} problems", "{n} problem", len(problems))
        self._heading.setText(count if problems else no_problems_text)
        self.problem_list.setVisible(bool(problems))
        self._shown = machine
        self.view.show_snapshot(snapshot)
        row = self.view.current_row()
        self._on_row_selected(row.key if row is not None else "program")

    def _on_row_selected(self, key: str) -> None:
        """Find out why the selected row has its state."""
        machine = self._shown
        if machine is None:
            return
        rows = machine.snapshot.rows
        row = next((row for row in rows if row.key == key), None)
        self._explained_key = key
        self.name.show_name(machine.name if key == "program" or row is None else row.name)
        self.explanation.show_steps(())
        self._visit.find_steps(key, partial(self._on_steps_found, key))

    def _on_steps_found(self, key: str, steps: Sequence[object]) -> None:
        """Show why a row has its state, if it is still the selected one."""
        # Meanwhile a problem may have been selected.
        if key == self._explained_key:
            self.explanation.show_steps(steps)

    def _on_problem_selected(self, diagnostic: Diagnostic | None) -> None:
        """Show a problem in full, as its line may be cut."""
        if diagnostic is None:
            return
        problem = diagnostic.problem
        self._explained_key = SELECTED_PROBLEM
        self.name.show_name(capitalise(render_severity(problem.severity)))
        self.explanation.show_steps(list_problem_steps(problem))

    def eventFilter(self, watched_object: QObject, event: QEvent) -> bool:
        row = self.view.current_row() if event.type() is QEvent.Type.FocusIn else None
        if row is not None and self._explained_key == SELECTED_PROBLEM:
            self._on_row_selected(row.key)
        return super().eventFilter(watched_object, event)

    def _on_place_used(self, diagnostic: Diagnostic) -> None:
        """Open the file of a problem."""
        self._open_file(diagnostic.problem.file)

    def _open_file(self, file: str, _line: int = 0) -> None:
        """Open a file of the other machine, if it is on this one."""
        if self._shown is None:
            return
        try:
            path = self._shown.find_local_file(file)
            is_local_file = bool(path) and Path(path).exists()
        except OSError:  # links that lead back to themselves, folders of other users
            path, is_local_file = "", False
        if not is_local_file:
            messages.show_error(
                self.window(),
                tr("Cannot open {file}: it is not on this machine.", file=escape_invisible(file)),
            )
        elif not open_file(path):
            messages.show_error(
                self.window(), tr("No program found to open {path}.", path=escape_invisible(path))
            )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.explanation.hasFocus():
            self.view.setFocus()
        elif event.key() == Qt.Key.Key_Escape:
            self.band.left.emit()
        else:
            super().keyPressEvent(event)
