"""Journal: the time line of what this program wrote and others changed, with the way back."""

from __future__ import annotations

from functools import partial
from pathlib import PurePath

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.items.keyed_list import LinesModel
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.lines import ListLine
from vkconfig_py.model.text.wording import escape_invisible_lines
from vkconfig_py.model.timeline.entries import (
    NO_HISTORY,
    BaselineLook,
    JournalAction,
    OwnAction,
    ShownEntries,
    TimelineEntry,
    find_aside,
    find_moment_before,
    get_entry_key,
    group_actions,
    is_entry_shown,
    make_point_before,
    make_restore_point,
    merge_entries,
    present_entry,
    render_aside,
    render_entry,
)
from vkconfig_py.ui.panels.docks import Panel
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import Label, TextRole, find_position_below
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.widgets.lines_list import LinesView
from vkconfig_py.ui.widgets.menus import PopupMenu
from vkconfig_py.ui.widgets.panes import Splitter
from vkconfig_py.ui.widgets.source_view import SourceView

_FILTER_LABELS = {
    ShownEntries.EVERYTHING: tr("All", "entries of a list"),
    ShownEntries.OURS: tr("By vkconfig-py"),
    ShownEntries.OTHERS: tr("By other programs"),
}
_NOTHING_WRITTEN = tr(
    "Nothing has been applied yet. This panel lists everything that you apply, so that "
    "you can restore earlier contents."
)
_EMPTY_TEXTS = {
    # and the action that is the next step
    ShownEntries.EVERYTHING: (_NOTHING_WRITTEN, "apply"),
    ShownEntries.OURS: (_NOTHING_WRITTEN, "apply"),
    ShownEntries.OTHERS: (tr("This machine has not been scanned yet."), "look_again"),
}


class JournalPanel(Panel):
    """Entries, newest first; the diff of the selected one on the right.

    Signals:
        restore_requested: restore the files of an action (RestorePoint).
        all_restore_requested: the same for all since an action, after a question (RestorePoint).
        moment_requested: compare the machine at an earlier scan with the last one (seconds since
            1970).
        folder_requested: open the folder of a file.
    """

    restore_requested = Signal(object)
    all_restore_requested = Signal(object)
    moment_requested = Signal(float)
    folder_requested = Signal(str)

    def __init__(
        self, context: ThemeContext, session: Session, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, tr("History"), parent)
        self._session = session
        self._home = session.machine.host.environment.get("HOME", "")
        self._shown_entries = ShownEntries.EVERYTHING
        self._actions: tuple[OwnAction, ...] = ()
        # Files of deleted configurations that exist again.
        self._returned_keys: frozenset[str] = frozenset()
        self.model = LinesModel(get_entry_key, self._present, self)
        self.view = LinesView(context, self.model, tr("History"))
        self.view.action_used.connect(self._perform)
        self.view.row_selected.connect(self._on_row_selected)
        self.view.menu_requested.connect(
            lambda entry, position: self.make_menu(entry).exec(position)
        )
        self.text = SourceView(context, tr("Difference"))
        self.sentence = Label(context, text_role=TextRole.SECONDARY, wrap=True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.sentence.setMargin(context.theme.px(12))
        self._details = QStackedWidget()
        self._details.addWidget(self.text)
        self._details.addWidget(self.sentence)
        self.filter_button = Button(
            context, _FILTER_LABELS[self._shown_entries], height=28, name=tr("Displayed entries")
        )
        self.filter_button.set_arrow()
        self.filter_button.clicked.connect(
            lambda: self.make_filter_menu().exec(find_position_below(self.filter_button))
        )
        self.header.add_widgets(self.filter_button)
        body = Splitter(context)
        body.addWidget(self.view)
        body.addWidget(self._details)
        body.setSizes([context.theme.px(660), context.theme.px(560)])
        self.set_body(body, self.view)
        self.header.summary.setText(
            tr("Changes by vkconfig-py (you can undo them) and by other programs")
        )
        session.system.journal_changed.connect(self.refresh)
        session.edits.workspace_changed.connect(self._on_workspace_changed)

    def refresh(self) -> None:
        """Show what this program wrote and others changed, newest first.

        While the newest entry is selected, a newer one is selected in its place.
        """
        system = self._session.system
        follows = self.view.currentIndex().row() <= 0  # -1 without a selection
        self._actions = group_actions(system.journal)
        self._returned_keys = self._list_returned()
        entries = merge_entries(self._actions, system.history or NO_HISTORY)
        self.model.update_to(
            [entry for entry in entries if is_entry_shown(entry, self._shown_entries)]
        )
        text, offer = _EMPTY_TEXTS[self._shown_entries]
        self.show_empty("" if self.model.rowCount() else text, offer)
        if self.model.rowCount() and (follows or not self.view.currentIndex().isValid()):
            self.view.setCurrentIndex(self.model.index(0))

    def _list_returned(self) -> frozenset[str]:
        """Return the files of deleted configurations that exist again."""
        files = {action.files[0] for action in self._actions if action.is_deletion}
        workspace = self._session.edits.workspace
        return frozenset(
            file for file in files if workspace.find_configuration(PurePath(file).stem)
        )

    def _on_workspace_changed(self) -> None:
        """Offer to restore the deleted configurations that do not exist, and no others."""
        if self._returned_keys != self._list_returned():
            self.refresh()
            self.view.viewport().update()

    def _present(self, entry: TimelineEntry) -> ListLine:
        """Return the row of an entry."""
        line = present_entry(entry, self._home)
        if (
            isinstance(entry, OwnAction)
            and entry.is_deletion
            and entry.files[0] in self._returned_keys
        ):
            state = tr("exists again")
            return line._replace(
                text=f"{line.text} · {state}",
                accessible_text=f"{line.accessible_text}, {state}",
                actions=(),
            )
        return line

    def filter_entries(self, entries: ShownEntries) -> None:
        """Show only these entries: all, those of this program, or those of others."""
        self._shown_entries = entries
        self.filter_button.setText(_FILTER_LABELS[entries])
        self.refresh()

    def make_filter_menu(self) -> PopupMenu:
        """Return the menu that chooses whose entries are shown."""
        menu = PopupMenu(self._context, self)
        for entries in ShownEntries:
            choose, is_chosen = (
                partial(self.filter_entries, entries),
                entries is self._shown_entries,
            )
            menu.add_choice(_FILTER_LABELS[entries], choose, is_chosen=is_chosen)
        return menu

    def make_menu(self, entry: TimelineEntry) -> PopupMenu:
        """Return the menu of a row, with everything that its buttons do."""
        menu = PopupMenu(self._context, self)
        for action in self._present(entry).actions:
            menu.addAction(action.label, partial(self._perform, entry, action.action))
        path = find_aside(entry)
        if path:
            menu.addSeparator()
            menu.addAction(tr("Open folder"), partial(self.folder_requested.emit, path))
        return menu

    def _perform(self, entry: TimelineEntry, action: JournalAction | None) -> None:
        """Do what a button of an entry says: compare, or restore files."""
        match action, entry:
            case JournalAction.COMPARE, _:
                history = self._session.system.history or NO_HISTORY
                moment = find_moment_before(entry, history)
                if moment is not None:
                    self.moment_requested.emit(moment)
            case JournalAction.RESTORE, OwnAction():
                self.restore_requested.emit(make_restore_point(entry))
            case JournalAction.RESTORE_ALL, OwnAction():
                self.all_restore_requested.emit(make_point_before(entry, self._actions))

    def _on_row_selected(self, entry: TimelineEntry | None) -> None:
        """Show what the selected entry changed, or a sentence where it changed nothing."""
        parts = (render_aside(entry, self._home), render_entry(entry)) if entry else ()
        text = escape_invisible_lines("\n\n".join(filter(None, parts)))
        is_sentence = isinstance(entry, BaselineLook)
        self.text.show_difference("" if is_sentence else text)
        self.sentence.setText(text if is_sentence else "")
        self._details.setCurrentWidget(self.sentence if is_sentence else self.text)
