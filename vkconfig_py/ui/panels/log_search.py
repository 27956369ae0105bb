"""The search of a log: field, its options, count of hits, next and previous."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.configuration.workspace_edits import get_short_name
from vkconfig_py.model.items.keyed_list import LinesModel
from vkconfig_py.model.items.log_model import find_expression_error
from vkconfig_py.model.launch.layer_log_files import LayerLogFile
from vkconfig_py.model.launch.log_filter import LogFilter
from vkconfig_py.model.launch.log_store import LogStore
from vkconfig_py.model.launch.message_kinds import (
    KindAction,
    KindRow,
    get_kind_key,
    list_kinds,
    present_kind,
)
from vkconfig_py.model.text.wording import abbreviate_home, make_tooltip
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    Field,
    Label,
    TextRole,
    localize_keys,
    make_column,
    make_row,
    set_margins,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.lines_list import LinesView

# LogFileBar: says that a layer writes into a file, and follows it into the log.


class LogFileBar(BackgroundPane):
    """A line with the layer, the file and what can be done with it; hidden without a file.

    Signals:
        follow_requested: follow the file (path), or stop with "".
        open_requested: open the file's folder (path).
    """

    follow_requested = Signal(object)  # a str of Qt loses bytes that are no UTF-8
    open_requested = Signal(object)

    def __init__(self, context: ThemeContext, home: str, parent: QWidget | None = None) -> None:
        super().__init__(context, "window", parent)
        self._home = home
        self._path = ""
        self.sentence = Label(context, text_style="small", elide=Qt.TextElideMode.ElideRight)
        self.state = Label(context, text_style="small", text_role=TextRole.SECONDARY)
        self.follow = Button(context, tr("Show in log"), frame=Frame.OUTLINE, height=24)
        self.follow.setToolTip(tr("Show this file's contents in the log as the layer writes them"))
        self.follow.setCheckable(True)
        self.follow.clicked.connect(self._on_follow_clicked)
        folder = Button(context, tr("Open folder"), frame=Frame.LINK, height=24)
        folder.clicked.connect(lambda: self.open_requested.emit(self._path))
        px = context.theme.px
        row = QHBoxLayout(self)
        set_margins(row, px(16), px(2), px(12), px(4))
        row.setSpacing(px(8))
        row.addWidget(self.sentence)
        row.addWidget(self.state)
        row.addWidget(self.follow)
        row.addWidget(folder)
        row.addStretch(1)
        self.hide()

    def show_file(
        self, file: LayerLogFile | None, followed_path: str, state: str, *, is_over: bool
    ) -> None:
        """Show the log file of a layer, None to hide the bar.

        `followed_path` is the path whose end is shown in the log, "" for none. `state` is how
        following the file goes. `is_over` says that the run has ended.
        """
        self.setVisible(file is not None)
        if file is None:
            return
        self._path = file.path
        self.sentence.setText(
            tr(
                "{layer} writes to {path}",
                layer=get_short_name(file.layer),
                path=abbreviate_home(file.path, self._home),
            )
        )
        self.sentence.setToolTip(make_tooltip(file.path))
        follows = followed_path == file.path
        self.follow.setChecked(follows)
        self.follow.setVisible(not (follows and is_over))
        self.state.setText(state if follows else "")
        self.state.setVisible(bool(self.state.text()))

    def _on_follow_clicked(self, is_on: bool) -> None:
        self.follow_requested.emit(self._path if is_on else "")


# LogKinds: the kinds of messages in the log, to act on each once.


class LogKinds(QWidget):
    """The list of kinds below a sentence that counts them.

    Signals:
        show_requested: show the messages of a kind (KindRow).
        mute_requested: mute a kind, or have a muted one again.
        rule_requested: open the rule of a kind in the specification.
        menu_requested: the menu of a kind, at a point of the screen.
    """

    show_requested = Signal(object)
    mute_requested = Signal(object)
    rule_requested = Signal(object)
    menu_requested = Signal(object, QPoint)

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = LinesModel(get_kind_key, present_kind, self)
        self.view = LinesView(context, self.model, tr("Message kinds"))
        self.view.action_used.connect(self._on_kind_action)
        self.view.menu_requested.connect(self.menu_requested)
        self.summary = Label(context, text_style="small", text_role=TextRole.SECONDARY)
        px = context.theme.px
        self.summary.setContentsMargins(px(16), px(6), px(16), px(2))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.summary)
        column.addWidget(self.view, 1)

    def show_kinds(
        self, store: LogStore, muted_kinds: frozenset[str], log_filter: LogFilter, summary: str
    ) -> None:
        """Show the kinds of messages that pass a filter.

        `muted_kinds` has the kinds that the next launch does not print. `summary` is the sentence
        above the list.
        """
        self.model.update_to(list_kinds(store, muted_kinds, log_filter))
        kinds = store.list_message_groups()
        shown_count = self.model.rowCount()
        shown_text = (
            counted("{n} shown", "{n} shown", shown_count) if shown_count < len(kinds) else ""
        )
        self.summary.setText(" · ".join(filter(None, (summary, shown_text))))

    def _on_kind_action(self, row: KindRow, action: KindAction) -> None:
        """Emit the signal of a kind's pressed button."""
        signals = {
            KindAction.SHOW: self.show_requested,
            KindAction.MUTE: self.mute_requested,
            KindAction.OPEN_RULE: self.rule_requested,
        }
        signals[action].emit(row)


# Fields of LogFilter: icon of the button, its name, its key.
_OPTION_BUTTONS = {
    "match_case": ("case", tr("Match case"), "Alt+C"),
    "whole_words": ("word", tr("Whole words"), "Alt+W"),
    "is_expression": ("expression", tr("Regular expression"), "Alt+X"),
}
_OPTION_SIZE = 24


class LogSearch(QWidget):
    """Field with its options and the count of hits in it.

    Enter goes to the next hit, Shift+Enter to the previous one.

    Signals:
        changed: something else is searched, or in another way.
        step_requested: True for the previous hit, False for the next one.
        only_hits_changed: whether rows without a hit are hidden.
        search_exited: Escape in the empty field, or Down: on to the rows.
    """

    changed = Signal()
    step_requested = Signal(bool)
    only_hits_changed = Signal(bool)
    search_exited = Signal()

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        px = context.theme.px
        self.field = _SearchField(context)
        self.field.textChanged.connect(self._on_changed)
        self.field.step_requested.connect(self.step_requested)
        self.field.search_exited.connect(self.search_exited)
        self.options = {
            field: self._make_option_button(context, *words)
            for field, words in _OPTION_BUTTONS.items()
        }
        self.count = Label(context, text_style="small", text_role=TextRole.SECONDARY)
        # A click on it is one into the field.
        self.count.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.previous_button = self._make_step_button(
            context,
            "chevron-up",
            tr("Previous match ({keys})", keys=localize_keys("Shift+F3")),
            is_backward=True,
        )
        self.next_button = self._make_step_button(
            context, "chevron-down", tr("Next match (F3)"), is_backward=False
        )
        self.only_hits_button = Button(context, icon="filter", name=tr("Matches only"), height=28)
        self.only_hits_button.setCheckable(True)
        self.only_hits_button.setChecked(True)
        self.only_hits_button.setToolTip(
            tr(
                "Show matching entries only. If off, all entries are shown and matches are "
                "highlighted."
            )
        )
        self.only_hits_button.toggled.connect(self.only_hits_changed)
        self.problem = Label(
            context, text_style="small", text_role=TextRole.ERROR, elide=Qt.TextElideMode.ElideRight
        )
        self.problem.hide()
        self._hit_widgets = (
            self.count,
            self.previous_button,
            self.next_button,
            self.only_hits_button,
        )
        option_row = make_row(None, self.count, *self.options.values(), spacing=px(2))
        option_row.setContentsMargins(0, 0, px(2), 0)
        option_row.insertSpacing(2, px(4))
        self.field.setLayout(option_row)
        row = make_row(
            self.field,
            self.previous_button,
            self.next_button,
            self.only_hits_button,
            None,
            spacing=px(4),
        )
        column = make_column(self)
        column.setSpacing(px(2))
        column.addLayout(row)
        column.addWidget(self.problem)
        self._on_changed()

    def _make_option_button(self, context: ThemeContext, icon: str, name: str, keys: str) -> Button:
        """Return a button of an option of the search, with its shortcut.

        `keys` is the shortcut, such as "Alt+C".
        """
        option = Button(context, icon=icon, frame=Frame.FLAT, name=name, height=_OPTION_SIZE)
        option.setCursor(Qt.CursorShape.ArrowCursor)
        option.setCheckable(True)
        option.setToolTip(make_tooltip(f"{name} ({localize_keys(keys)})"))
        option.toggled.connect(self._on_changed)
        shortcut = QShortcut(QKeySequence(keys), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(option.toggle)
        return option

    def _make_step_button(
        self, context: ThemeContext, icon: str, name: str, *, is_backward: bool
    ) -> Button:
        """Return the button that goes to the next hit.

        With `is_backward` it goes to the previous one.
        """
        button = Button(context, icon=icon, frame=Frame.FLAT, name=name, height=28)
        button.setToolTip(make_tooltip(name))
        button.clicked.connect(lambda: self.step_requested.emit(is_backward))
        return button

    def extend_filter(self, log_filter: LogFilter) -> LogFilter:
        """Return a filter with the search of this field, none while it is invalid."""
        return log_filter._replace(
            text="" if self._find_error() else self.field.text(),
            match_case=self.options["match_case"].isChecked(),
            whole_words=self.options["whole_words"].isChecked(),
            is_expression=self.options["is_expression"].isChecked(),
        )

    def show_hits(
        self, hit_count: int, hit_number: int, *, is_searching: bool, undecided_count: int = 0
    ) -> None:
        """Show how many hits the search has, and which of them is the current row.

        `hit_number` counts from 1, 0 for none. `undecided_count` entries took too long to search.
        """
        if is_searching:
            text = counted("{n:,} matches so far", "{n:,} match so far", hit_count)
        elif not hit_count:
            text = tr("No matches")
        elif hit_number:
            text = tr("{place:,} of {count:,}", place=hit_number, count=hit_count)
        else:
            text = counted("{n:,} matches", "{n:,} match", hit_count)
        self.count.setText(text)
        self._reserve_space()
        self.previous_button.setEnabled(hit_count > 0)
        self.next_button.setEnabled(hit_count > 0)
        self._show_problem(undecided_count)

    def _reserve_space(self) -> None:
        """Keep the typed text from running under the options and the count."""
        theme = self._context.theme
        options = theme.px(_OPTION_SIZE + 2) * len(self.options) + theme.px(2)
        self.field.reserve_space(options, theme.small.width(self.count.text()) + theme.px(16))

    def _find_error(self) -> str:
        """Return why the regular expression is invalid, "" if it is valid or none."""
        is_expression = self.options["is_expression"].isChecked()
        return find_expression_error(self.field.text()) if is_expression else ""

    def _show_problem(self, undecided_count: int = 0) -> None:
        """Show why the expression is invalid, or that it was too slow for some entries."""
        problem = self._find_error()
        if not problem and undecided_count:
            problem = counted(
                "{n:,} entries skipped: the expression took too long. Simplify it.",
                "{n:,} entry skipped: the expression took too long. Simplify it.",
                undecided_count,
            )
        self.problem.setText(problem)
        self.problem.setToolTip(make_tooltip(problem))
        self.problem.setVisible(bool(problem))
        self.updateGeometry()

    def _on_changed(self) -> None:
        """Fit the field to what is searched, and announce the new search."""
        text, error = self.field.text(), self._find_error()
        for widget in self._hit_widgets:
            widget.setVisible(bool(text) and not error)
        # The count needs room only where something is searched.
        self.field.setFixedWidth(self._context.theme.px(320 if text else 260))
        self._show_problem()
        self._reserve_space()
        self.updateGeometry()
        self.changed.emit()


class _SearchField(Field):
    """A field whose Enter steps through the hits."""

    step_requested = Signal(bool)
    search_exited = Signal()

    def __init__(self, context: ThemeContext) -> None:
        super().__init__(
            context,
            name=tr("Search the log"),
            hint=tr("Search the log"),
            is_search=True,
            keys="Ctrl+F",
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.step_requested.emit(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif key == Qt.Key.Key_Down:
            self.search_exited.emit()
        else:
            super().keyPressEvent(event)
