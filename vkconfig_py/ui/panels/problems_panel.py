"""Problems of this machine, and the files that a fix would write."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.items.keyed_list import LinesModel
from vkconfig_py.model.plan.plan import ChangeKind, PlannedChange
from vkconfig_py.model.problems.fixes import (
    EDITED_CHANGE,
    MOVED_ASIDE_CHANGE,
    MOVED_CHANGE,
    WRITTEN_CHANGE,
    Fix,
)
from vkconfig_py.model.problems.problem_lines import (
    get_problem_key,
    list_problems,
    present_problem,
    render_problems,
)
from vkconfig_py.model.problems.summary import (
    ActionKind,
    Diagnostic,
    ProblemAction,
    count_notes,
    summarize_problems,
)
from vkconfig_py.model.session.problem_list import HiddenNotes, is_note
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import escape_invisible, escape_invisible_lines, make_tooltip
from vkconfig_py.ui.panels.docks import Panel
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.actions import Actions
from vkconfig_py.ui.widgets.basic import Label, TextRole, escape_menu_text
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.lines_list import LinesDelegate, LinesView
from vkconfig_py.ui.widgets.menus import PopupMenu
from vkconfig_py.ui.widgets.panes import Splitter
from vkconfig_py.ui.widgets.source_view import SourceView

_NOTES = {
    MOVED_ASIDE_CHANGE: tr("Undo or the History panel restores the file."),
    MOVED_CHANGE: tr("The file's contents do not change."),
    WRITTEN_CHANGE: tr("Undo removes the file again."),
    EDITED_CHANGE: tr("The rest of the file stays as it is."),
}
_EMPHASIS_MS = 1500
_VARIABLES_NOTE = tr("This affects only programs that use this configuration, not your session.")


class _FixButton(Button):
    """Carries out one fix per click: a double click would hit the fix of the next problem."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()


class FixPreview(QWidget):
    """One sentence, the diff, and the button that carries the fix out.

    Signals:
        fix_confirmed: the fix that is shown is to be carried out.
        left: the list of problems is to be shown again.
    """

    fix_confirmed = Signal()
    left = Signal()

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.heading = Label(context, text_style="small_strong")
        self.note = Label(context, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self.text = SourceView(context, tr("Changes made by the fix"))
        self._column = QVBoxLayout(self)
        self._head_row = QHBoxLayout()
        self._head_row.addWidget(self.heading, 1)
        self._column.addLayout(self._head_row)
        self._column.addWidget(self.note)
        # 100 to 1: the stretch below takes the room only while the text is hidden.
        self._column.addWidget(self.text, 100)
        self.fix_button = _FixButton(context, tr("Fix"), frame=Frame.PRIMARY, height=28)
        self.fix_button.clicked.connect(self.fix_confirmed)
        self.back_button = Button(context, tr("Back"), height=28)
        self.back_button.clicked.connect(self.left)
        self.back_button.hide()
        self._bar = QWidget()
        self._bar_row = QHBoxLayout(self._bar)
        self._bar_row.addWidget(self.fix_button)
        self._bar_row.addWidget(self.back_button)
        self._bar_row.addStretch(1)
        self._column.addWidget(self._bar)
        self._column.addStretch(1)
        self._bar.hide()
        self._takes_focus = False  # as soon as it is known what the fix writes
        self._emphasis_timer = QTimer(self, singleShot=True, interval=_EMPHASIS_MS)
        self._emphasis_timer.timeout.connect(lambda: self._bar.setAutoFillBackground(False))
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        self._column.setContentsMargins(0, px(6), 0, 0)
        self._column.setSpacing(px(2))
        for label in (self.heading, self.note):
            label.setContentsMargins(px(12), 0, px(12), 0)
        self._bar_row.setContentsMargins(px(12), px(6), px(12), px(8))
        self._bar_row.setSpacing(px(8))

    def offer(self, label: str) -> None:
        """Show the button that carries the fix out."""
        self.fix_button.setText(escape_invisible(label))
        self.fix_button.setAccessibleName(escape_invisible(label))
        self.fix_button.updateGeometry()
        self.fix_button.setEnabled(False)  # until it is known what the fix writes
        self._takes_focus = False
        self._bar.show()

    def take_focus(self) -> None:
        """Focus the button that carries the fix out, as soon as it is known what the fix writes."""
        self._takes_focus = not self.fix_button.isEnabled()
        if not self._takes_focus:
            self.fix_button.setFocus()
            self._emphasize_button()
        elif self.back_button.isVisible():
            self.back_button.setFocus()

    def _emphasize_button(self) -> None:
        """Tint the bar of the button for a moment: who asked for the fix may look at the list."""
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Window, self._context.theme.colors.selected_window)
        self._bar.setPalette(palette)
        self._bar.setAutoFillBackground(True)
        self._emphasis_timer.start()

    def fill_panel(self, *, is_filling: bool) -> None:
        """Be shown in place of the list, with the way back.

        A panel that is too narrow for both is low too, as with large text: the buttons stand
        beside the heading, where they take no room from what the fix writes.
        """
        self.back_button.setVisible(is_filling)
        if is_filling:
            self._head_row.addWidget(self._bar)
        else:
            self._column.insertWidget(self._column.count() - 1, self._bar)

    def withdraw_offer(self) -> None:
        """Hide the buttons of the preview."""
        self._bar.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.back_button.isVisible():
            self.left.emit()
        elif (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and self.fix_button.hasFocus()
            and not event.isAutoRepeat()  # of the key that chose the fix in the list
        ):
            self.fix_button.click()
        else:
            super().keyPressEvent(event)

    def show_nothing(self, reason: str) -> None:
        """Say why there is no fix to preview."""
        self._show("", reason, "")

    def show_step(self, action: ProblemAction) -> None:
        """Show what an action without a planned fix does, and the text that it copies, if any."""
        self.fix_button.setEnabled(True)
        note = f"{action.consequence}." if action.consequence else ""
        text = _prefix_lines(action.text) if action.kind is ActionKind.COPY else ""
        self._show(action.step_label, note, text)

    def show_fix(self, label: str, fix: Fix, consequence: str = "") -> None:
        """Show what a fix changes, or why it is not possible.

        `label` is that of its button. `consequence` is what else the fix leads to, "" for nothing.
        """
        if not self._bar.isHidden():
            self.fix_button.setEnabled(not fix.refusal or bool(fix.command))
            if self._takes_focus:
                self.take_focus()
                self._takes_focus = False
        if fix.refusal and not fix.command:
            self._show(tr("Not possible: {label}", label=label), fix.refusal, "")
        elif fix.command:
            follows = f" {consequence}." if consequence else ""
            self._show(
                tr("Requires administrator rights: {label}", label=label),
                fix.refusal + follows,
                _prefix_lines(fix.command),
            )
        else:
            follows = f"{consequence}. " if consequence else ""
            self._show(
                label, follows + _NOTES.get(fix.file_change, _VARIABLES_NOTE), _render_diff(fix)
            )

    def _show(self, head: str, note: str, text: str) -> None:
        """Show a heading, a note and a diff, hiding those that are ""."""
        self.heading.setText(escape_invisible(head))
        self.heading.setVisible(bool(head))
        self.note.setText(escape_invisible(note))
        self.note.setVisible(bool(note))
        self.text.show_difference(escape_invisible_lines(text))
        self.text.setVisible(bool(text))
        self.text.scroll_to_first_change()
        self.setAccessibleDescription(" ".join(filter(None, (head, note))))


def _prefix_lines(text: str) -> str:
    """Put the sign of an unchanged line of a diff, a space, before each line."""
    return "\n".join(f" {line}" for line in text.split("\n"))


def _render_diff(fix: Fix) -> str:
    """Return what a fix changes as a diff, each line with its sign."""
    changes = fix.list_changes()
    if fix.file_change == MOVED_CHANGE:
        # What goes is shown above what comes, as in a difference of lines.
        order = sorted(changes, key=lambda change: change.kind is not ChangeKind.REMOVE)
        return "\n".join(
            f"{'-' if change.kind is ChangeKind.REMOVE else '+'}{change.subject}"
            for change in order
        )
    return "\n".join(map(_render_change, changes))


def _render_change(change: PlannedChange) -> str:
    """Return a planned change of a file or variable as lines of a diff."""
    if change.is_file:
        return change.text
    value = f"={change.text}" if change.text else ""
    return f"{'-' if change.kind is ChangeKind.UNSET else '+'}{change.subject}{value}"


_PREVIEWED_KINDS = (ActionKind.FIX, ActionKind.COMMAND)
# Below this width both halves would be too narrow to read.
_NARROW_WIDTH = 900


class ProblemsPanel(Panel):
    """The list of problems, and the diff of the selected fix of the selected problem.

    Signals:
        file_requested: show the file of a problem (path, line).
        action_used: run an action of a problem (Diagnostic, ProblemAction).
        copied: a text for the clipboard.
    """

    file_requested = Signal(object, int)  # a str of Qt loses bytes that are no UTF-8
    action_used = Signal(object, object)
    copied = Signal(str)

    def __init__(
        self,
        context: ThemeContext,
        session: Session,
        actions: Actions,
        hidden_notes: HiddenNotes,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, tr("Problems"), parent)
        self._session = session
        self._hidden_notes = hidden_notes
        self._unfolded_keys: set[str] = set()  # codes of which every problem has a row
        # The fix whose preview is shown, or on its way.
        self._previewed_fix: tuple[Diagnostic, ProblemAction] | None = None
        self._hides_list = False  # a narrow panel shows the preview instead, until the user decides
        home = session.machine.host.environment.get("HOME", "")
        self.model = LinesModel(get_problem_key, partial(present_problem, home=home), self)
        self.view = LinesView(
            context,
            self.model,
            tr("Problems"),
            delegate=LinesDelegate(context, wraps_text=True),
        )
        self.view.action_used.connect(self._perform)
        self.view.link_used.connect(self._on_link_used)
        self.view.choice_changed.connect(self._show_preview)
        self.view.menu_requested.connect(
            lambda problem, position: self.make_menu(problem).exec(position)
        )
        self.preview = FixPreview(context)
        self.preview.fix_confirmed.connect(self._carry_out)
        self.preview.left.connect(self._show_list)
        rescan = Button(context, tr("Rescan"), icon="reset", frame=Frame.FLAT, height=28)
        rescan.clicked.connect(actions["look_again"].trigger)
        rescan.setToolTip(tr("Scan for problems again"))
        copy = Button(context, tr("Copy report"), icon="copy", frame=Frame.FLAT, height=28)
        copy.clicked.connect(lambda: self.copied.emit(render_problems(self.model.values())))
        self.notes = Button(context, tr("Hide notes"), frame=Frame.FLAT, height=28)
        self.notes.clicked.connect(self._on_notes_clicked)
        self.header.add_widgets(self.notes, rescan, copy)
        body = Splitter(context)
        body.addWidget(self.view)
        body.addWidget(self.preview)
        body.setStretchFactor(0, 2)
        body.setStretchFactor(1, 1)
        body.setSizes([context.theme.px(880), context.theme.px(400)])
        self.set_body(body, self.view)
        session.problems.changed.connect(self.follow)
        hidden_notes.changed.connect(self.follow)
        session.snapshots.shown_changed.connect(self._show_summary)
        session.snapshots.current_changed.connect(self._show_empty)

    def refresh(self) -> None:
        """Show the problems that are not hidden, and the fix of the selected one."""
        # Where the selected problem is gone, the one after it is selected.
        row = self.view.currentIndex().row()
        diagnostics = self._session.problems.all_problems
        self.model.update_to(
            list_problems(self._hidden_notes.filter_visible(diagnostics), self._unfolded_keys)
        )
        self._show_notes(self._hidden_notes.count_hidden(diagnostics))
        self._show_summary()
        self._show_empty()
        if not self.view.currentIndex().isValid() and self.model.rowCount():
            row = min(max(row, 0), self.model.rowCount() - 1)
            self.view.setCurrentIndex(self.model.index(row))
        self._show_preview()

    def _show_summary(self) -> None:
        """Show how many problems there are in the header."""
        self.show_summary(
            summarize_problems(self.model.values()),
            is_current=self._session.what_if.is_hypothetical,
        )

    def _show_notes(self, hidden_count: int) -> None:
        """Show whether the button hides the notes or shows hidden ones.

        Args:
            hidden_count: number of hidden notes.
        """
        notes = count_notes(self.model.values())
        text = tr("Hide notes")
        if hidden_count:
            text = counted("Show {n} hidden notes", "Show {n} hidden note", hidden_count)
        tooltip = tr("Show hidden notes")
        if not hidden_count:
            tooltip = tr("Hide the current notes; new notes, warnings and errors stay visible")
        self.notes.setText(text)
        self.notes.setAccessibleName(text)
        # The two texts differ in width, and layouts cache size hints.
        self.notes.updateGeometry()
        self.notes.setToolTip(make_tooltip(tooltip))
        self.notes.setVisible(bool(hidden_count or notes))

    def _on_notes_clicked(self) -> None:
        """Hide the present notes, or show those that are hidden."""
        if self._hidden_notes.count_hidden(self._session.problems.all_problems):
            self._hidden_notes.show_all()
        else:
            self._hidden_notes.hide(self._session.problems.all_problems)

    def select_file(self, file: str) -> None:
        """Select the first problem of a file."""
        for number, diagnostic in enumerate(self.model.values()):
            if any(
                related_diagnostic.problem.file == file
                for related_diagnostic in (diagnostic, *diagnostic.similar_problems)
            ):
                self._show_list()  # a narrow panel may show a fix instead
                index = self.model.index(number)
                self.view.setCurrentIndex(index)
                self.view.scrollTo(index)
                self.view.setFocus()
                return

    def _show_empty(self) -> None:
        """Say why the list of problems is empty, if it is."""
        snapshot = self._session.snapshots.current
        empty = tr("Searching…")
        if snapshot is not None and self._session.problems.problem_list.is_known:
            report = snapshot.report
            files = {layer.file for layer in report.found_layers} | {
                driver.file for driver in report.drivers
            }
            empty = counted(
                "No problems found in {n} files.", "No problems found in {n} file.", len(files)
            )
            if hidden_count := self._hidden_notes.count_hidden(self._session.problems.all_problems):
                empty = counted(
                    "No problems, but {n} hidden notes.",
                    "No problems, but {n} hidden note.",
                    hidden_count,
                )
        self.show_empty("" if self.model.rowCount() else empty, "probe_all")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._is_narrow:
            self.preview.setVisible(self._hides_list)
        else:
            self._show_list()

    @property
    def _is_narrow(self) -> bool:
        """Return whether the list and the preview are not both shown."""
        return self.width() < self._context.theme.px(_NARROW_WIDTH)

    def _show_list(self) -> None:
        """Show the list again, after the preview of a fix in a narrow panel."""
        was_hidden, self._hides_list = self._hides_list, False
        self.preview.fill_panel(is_filling=False)
        self.preview.setVisible(not self._is_narrow)
        self.view.show()
        if was_hidden:
            self.view.setFocus()

    def ask(self, diagnostic: Diagnostic, action: ProblemAction) -> None:
        """Show what a fix writes, with the button that carries it out."""
        self._show_list()  # a narrow panel may show another fix instead, which it would keep
        if diagnostic not in self.model.values():  # another one may stand for it
            self._unfolded_keys.add(diagnostic.problem.code)
            self.refresh()
        if diagnostic not in self.model.values():
            return  # it is solved
        index = self.model.index(self.model.values().index(diagnostic))
        self.view.setCurrentIndex(index)
        self.view.scrollTo(index)
        self.view.choose_button(diagnostic.actions.index(action))
        if self._previewed_fix != (
            diagnostic,
            action,
        ):  # the row was selected behind another preview
            self._show_preview()
        if action.kind is not ActionKind.FIX:  # its own button copies the command
            self.view.setFocus()
            return
        if self._is_narrow:
            self._hides_list = True
            self.preview.show()
            self.preview.fill_panel(is_filling=True)
            self.view.hide()
        self.preview.take_focus()

    def _carry_out(self) -> None:
        """Carry out the fix whose preview is shown."""
        if self._previewed_fix is not None:
            diagnostic, action = self._previewed_fix
            self._show_list()
            self.view.setFocus()
            self.action_used.emit(diagnostic, action)

    def _show_preview(self) -> None:
        """Show what the selected fix of the selected problem would change."""
        if self._hides_list:
            if self._previewed_fix is not None and self._previewed_fix[0] in self.model.values():
                return
            self._show_list()  # the problem is gone
        diagnostic: Diagnostic | None = self.view.get_current_value()
        action: ProblemAction | None = self.view.get_chosen_action()
        if diagnostic is not None and action is not None and action.kind in _PREVIEWED_KINDS:
            self._plan_preview(diagnostic, action)
        elif diagnostic is not None and action is not None and action.step_label:
            if self._previewed_fix != (diagnostic, action):
                self._previewed_fix = diagnostic, action
                self.preview.offer(action.label)
            self.preview.show_step(action)
        else:
            reason = (
                diagnostic.no_action_reason
                if diagnostic and not diagnostic.similar_problems
                else ""
            )
            if action is not None and action.consequence:
                reason = f"{reason} {action.consequence}.".lstrip()
            self._previewed_fix = None
            self.preview.withdraw_offer()
            self.preview.show_nothing(reason)

    def _plan_preview(self, diagnostic: Diagnostic, action: ProblemAction) -> None:
        """Show what a fix would change as soon as that is known."""
        is_shown = self._previewed_fix == (diagnostic, action)
        self._previewed_fix = previewed_fix = (diagnostic, action)
        if not is_shown and action.kind is ActionKind.FIX:
            self.preview.offer(action.label)
        elif not is_shown:
            self.preview.withdraw_offer()
        if action.remedy is not None:
            self._session.fixes.plan(action.remedy, partial(self._on_planned, previewed_fix))

    def _on_planned(self, previewed_fix: tuple[Diagnostic, ProblemAction], fix: Fix) -> None:
        """Show the planned fix, if it is still the selected one."""
        # A plan takes a moment on a thread: meanwhile another button may have been chosen.
        if previewed_fix is self._previewed_fix:
            action = previewed_fix[1]
            self.preview.show_fix(action.step_label, fix, action.consequence)

    def _perform(self, diagnostic: Diagnostic, action: ProblemAction | None) -> None:
        """Do what a button of a problem says."""
        if action is None:
            return
        if action.kind is ActionKind.SHOW_ALL:
            self._unfolded_keys.add(diagnostic.problem.code)
            self.refresh()
        elif action.kind is ActionKind.FIX:
            self.ask(diagnostic, action)
        else:
            self.action_used.emit(diagnostic, action)

    def _on_link_used(self, diagnostic: Diagnostic) -> None:
        """Show the file of a problem."""
        self.file_requested.emit(diagnostic.problem.file, diagnostic.problem.line)

    def make_menu(self, diagnostic: Diagnostic) -> PopupMenu:
        """Return the context menu of a problem."""
        menu = PopupMenu(self._context, self)
        for action in diagnostic.actions:
            use = partial(self._perform, diagnostic, action)
            menu.addAction(escape_menu_text(action.row_label), use)
        if diagnostic.actions:
            menu.addSeparator()
        if diagnostic.problem.file and not any(
            action.kind is ActionKind.OPEN for action in diagnostic.actions
        ):
            menu.addAction(tr("Open file"), partial(self._on_link_used, diagnostic))
        if is_note(diagnostic):
            menu.addAction(
                tr("Hide this note"),
                partial(self._hidden_notes.hide, (diagnostic, *diagnostic.similar_problems)),
            )
        menu.addAction(tr("Copy"), partial(self.copied.emit, render_problems((diagnostic,))))
        return menu
