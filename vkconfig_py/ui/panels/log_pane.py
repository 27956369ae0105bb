"""LogPane: the log of one run with its search, filters, details and menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QMenu, QSizePolicy, QStackedWidget, QWidget

from vkconfig_py.language.sentences import format_number, tr
from vkconfig_py.model.items.log_model import LogModel
from vkconfig_py.model.launch.log_filter import EVERY_SEVERITY, LogFilter
from vkconfig_py.model.launch.log_store import LOADER, render_source
from vkconfig_py.model.session.message_actions import MessageActions
from vkconfig_py.model.text.lines import join_parts
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip
from vkconfig_py.ui.panels.log_details import (
    LogDetails,
    MessageOffers,
    make_entry_items,
    make_menu,
    make_message_items,
)
from vkconfig_py.ui.panels.log_search import LogFileBar, LogKinds, LogSearch
from vkconfig_py.ui.panels.log_view import LogView
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    escape_menu_text,
    find_position_below,
    localize_keys,
    make_column,
    make_row,
    set_margins,
)
from vkconfig_py.ui.widgets.buttons import Button
from vkconfig_py.ui.widgets.desktop import open_file
from vkconfig_py.ui.widgets.file_dialogs import choose_save_path
from vkconfig_py.ui.widgets.layouts import EmptyPage, FlowLayout
from vkconfig_py.ui.widgets.menus import PopupMenu
from vkconfig_py.ui.widgets.panes import Splitter

if TYPE_CHECKING:
    from vkconfig_py.model.launch.log_filter import CopiedText
    from vkconfig_py.model.launch.log_store import MessageHeader
    from vkconfig_py.model.launch.message_kinds import KindRow
    from vkconfig_py.model.session.launched_run import LaunchedRun
    from vkconfig_py.model.session.session import Session

_LABELS = {"error": tr("Errors"), "warning": tr("Warnings"), "info": tr("Info")}
_TONE_BY_SEVERITY = {"error": "error", "warning": "warn", "info": ""}
_ICONS = {"error": "error", "warning": "warn", "info": "info"}
ALL_SOURCES = tr("All sources")
_MAX_KIND_LENGTH = 30  # characters of an identifier in a button
_KIND_PREFIX = "VUID-"
_LOW_HEIGHT = 180  # below this the filters are one menu
_WIDE_WIDTH = 720  # below this the details stand under the rows


class LogPane(QWidget):
    """Search and filters above the rows; the details of the current one beside them.

    Signals:
        copied: a text for the clipboard.
        message_reported: a sentence and its tone.
        configuration_changed: the configuration was changed, which can be undone: a sentence and
            its tone.
        setting_requested: show a setting (key of the row, key of the setting).
        web_requested: open a web page.
    """

    copied = Signal(str)
    message_reported = Signal(str, str)
    configuration_changed = Signal(str, str)
    setting_requested = Signal(str, str)
    web_requested = Signal(str)

    def __init__(
        self,
        context: ThemeContext,
        session: Session,
        run: LaunchedRun,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._session = session
        self._run = run
        self._message_actions: MessageActions | None = None  # made with the first message
        self.kinds: LogKinds | None = None  # made when it is first asked for
        self.log: LogModel = run.log
        self._seen_count = 0  # entries that had come when following ended
        self.view = LogView(context, self.log)
        self.details = LogDetails(context)
        self.search = LogSearch(context)
        self.toggles = {name: self._make_toggle(context, name) for name in _LABELS}
        self.previous_error = Button(
            context, icon="arrow-to-bar-up", name=tr("Previous error"), tone="error", height=28
        )
        self.previous_error.setToolTip(
            tr("Previous error ({keys})", keys=localize_keys("Shift+F4"))
        )
        self.next_error = Button(
            context, tr("Next error"), icon="arrow-to-bar-down", tone="error", height=28
        )
        self.next_error.setToolTip(tr("Next error (F4)"))
        self.loader = Button(context, tr("Loader"), height=28)
        self.loader.setCheckable(True)
        self.loader.setChecked(True)
        self.loader.setToolTip(tr("Show loader messages; loader errors are always shown"))
        self._wanted_number: int | None = None  # number of the entry to go to once it has a row
        self._is_loader_filter_chosen = (
            False  # by the user; else its notes are hidden once one comes
        )
        self.source = Button(context, ALL_SOURCES, height=28)
        self.source.set_arrow()
        self.source.clicked.connect(self._on_source_clicked)
        self.show_details = Button(context, tr("Details"), height=28)
        self.show_details.setCheckable(True)
        self.show_details.setChecked(True)
        self.show_details.setToolTip(tr("Show all lines of the current entry (Enter)"))
        self.group = Button(context, tr("Group"), height=28)
        self.group.setCheckable(True)
        self.group.setToolTip(tr("Group validation messages by kind, with counts"))
        self.all_kinds_button = Button(context, icon="close", name=tr("Show all kinds"), height=28)
        self.all_kinds_button.hide()
        self.file_bar = LogFileBar(context, run.folder)
        self.filters = Button(context, tr("Filters"), icon="filter", height=28)
        self.filters.set_arrow()
        self.filters.setToolTip(tr("Choose which entries to show"))
        self.filters.hide()
        self.filters.clicked.connect(
            lambda: self.make_filter_menu().exec(find_position_below(self.filters))
        )
        self.follow = Button(context, tr("Follow"), height=28)
        self.follow.setCheckable(True)
        self.follow.setChecked(True)
        self.no_match_page = _NoMatchPage(context, tr("Clear"))
        self._rows = QStackedWidget()
        self._rows.addWidget(self.view)
        self._rows.addWidget(self.no_match_page)
        self._splitter = Splitter(context)
        self._is_split_by_user = False  # by the user
        self._has_low_height = False
        self._splitter.splitterMoved.connect(self._on_splitter_moved)
        self._splitter.addWidget(self._rows)
        self._splitter.addWidget(self.details)
        self._splitter.setStretchFactor(0, 3)
        self._splitter.setStretchFactor(1, 2)
        self._lay_out(context)
        self._connect_signals()
        self._on_follow_changed(follows=True)
        self._show_details()
        self.refresh()

    def _lay_out(self, context: ThemeContext) -> None:
        px = context.theme.px
        bar = BackgroundPane(context, "window")
        # Unlike a row it wraps in a narrow window.
        flow = FlowLayout(bar)
        set_margins(flow, px(16), 0, px(12), px(6))
        flow.setSpacing(px(8))
        self._toolbar = flow
        buttons = (
            self.filters,
            self.loader,
            self.all_kinds_button,
            self.source,
            self.group,
            self.show_details,
            self.follow,
        )
        # The arrows belong to the errors, as that of Launch does.
        self._errors = QWidget()
        make_column(self._errors).addLayout(
            make_row(self.toggles["error"], self.previous_error, self.next_error, spacing=1)
        )
        other_toggles = [toggle for name, toggle in self.toggles.items() if name != "error"]
        for part in (self.search, self._errors, *other_toggles, *buttons):
            flow.addWidget(part)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        bar.setSizePolicy(policy)
        column = make_column(self)
        column.addWidget(bar)
        column.addWidget(self.file_bar)
        column.addWidget(self._splitter, 1)

    def _make_toggle(self, context: ThemeContext, severity: str) -> Button:
        """Return the button that shows or hides the entries of a severity."""
        button = Button(
            context,
            _LABELS[severity],
            icon=_ICONS[severity],
            height=28,
            tone=_TONE_BY_SEVERITY[severity],
        )
        button.setCheckable(True)
        button.setChecked(True)
        button.toggled.connect(self._on_toggled)
        return button

    def _connect_signals(self) -> None:
        log, view = self.log, self.view
        log.counts_changed.connect(self.refresh)
        log.search_changed.connect(self._show_hits)
        log.search_changed.connect(self._go_to_wanted)
        log.modelReset.connect(self._show_details)
        log.dataChanged.connect(self._show_details)
        view.selectionModel().currentChanged.connect(self._on_current_changed)
        view.selectionModel().selectionChanged.connect(self._on_current_changed)
        view.follow_changed.connect(lambda on: self._on_follow_changed(follows=on))
        view.copy_requested.connect(self.copy_selected)
        view.menu_requested.connect(self._on_menu_asked)
        view.typed.connect(self._on_filter_typed)
        view.entered.connect(lambda: self.show_details.setChecked(True))
        self.search.changed.connect(self._apply_filter)
        self.search.only_hits_changed.connect(lambda on: self._apply_filter(shows_only_hits=on))
        self.search.step_requested.connect(self.step_hit)
        self.search.search_exited.connect(lambda: view.setFocus(Qt.FocusReason.TabFocusReason))
        self.follow.clicked.connect(view.set_follow)
        self.show_details.toggled.connect(self._show_details)
        self.details.closed.connect(lambda: self.show_details.setChecked(False))
        self.no_match_page.button.clicked.connect(self.show_everything)
        self.loader.toggled.connect(lambda on: self._apply_filter(hides_loader_notes=not on))
        self.loader.toggled.connect(self._show_severity_counts)
        self.loader.clicked.connect(self._choose_loader)
        self.group.toggled.connect(self._on_group_toggled)
        self.all_kinds_button.clicked.connect(lambda: self._apply_filter(message=None))
        self.details.message.mute_requested.connect(lambda: self._on_current_message(self.mute))
        self.details.message.rule_requested.connect(
            lambda: self._on_current_message(self.open_rule)
        )
        self.details.message.setting_requested.connect(
            lambda: self._on_current_message(self.go_to_setting)
        )
        files = self._run.files
        self.file_bar.follow_requested.connect(files.follow)
        self.file_bar.open_requested.connect(self._on_folder_asked)
        files.changed.connect(self._show_file)
        self._session.edits.workspace_changed.connect(self._on_workspace_changed)
        self.next_error.clicked.connect(lambda: self.step_error())
        self.previous_error.clicked.connect(lambda: self.step_error(is_backward=True))
        for keys, step, is_backward in (
            ("F3", self.step_hit, False),
            ("Shift+F3", self.step_hit, True),
            ("F4", self.step_error, False),
            ("Shift+F4", self.step_error, True),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(partial(step, is_backward=is_backward))

    # filters

    def _apply_filter(self, **changes: Any) -> None:
        """Filter the log by the search and by these changed fields of the filter."""
        new_filter = self.search.extend_filter(self.log.filter._replace(**changes))
        self.log.set_filter(new_filter)
        self.view.delegate.finder = self.log.finder
        self.view.viewport().update()
        kind = escape_invisible(new_filter.message or "")
        self.all_kinds_button.setText(tr("Only {what}", what=_shorten_kind(kind)))
        tooltip = join_parts(kind, tr("Show all entries again"), separator="\n")
        self.all_kinds_button.setToolTip(make_tooltip(tooltip))
        self.all_kinds_button.updateGeometry()
        self._arrange_filters()
        self._show_kinds()
        self._show_details()

    def _on_toggled(self) -> None:
        """Show the entries of the severities that are switched on."""
        enabled_names = frozenset(
            name for name, toggle in self.toggles.items() if toggle.isChecked()
        )
        self._apply_filter(severities=enabled_names)

    def show_only_severity(self, severity: str) -> None:
        for name, toggle in self.toggles.items():
            toggle.setChecked(name == severity)

    def _on_source_clicked(self) -> None:
        """Open the menu that selects whose entries are shown."""
        menu = PopupMenu(self._context, self)
        self._add_sources(menu)
        menu.exec(find_position_below(self.source))

    def _add_sources(self, menu: QMenu) -> None:
        """Add all sources to a menu."""
        menu.addAction(ALL_SOURCES, lambda: self.show_only_source(""))
        for source in self.log.store.list_sources():
            menu.addAction(
                escape_menu_text(render_source(source)), lambda s=source: self.show_only_source(s)
            )

    def make_filter_menu(self) -> PopupMenu:
        """Return the menu that stands for the buttons of a low pane."""
        menu = PopupMenu(self._context, self)
        for button in (*self.toggles.values(), self.loader, self.group, self.show_details):
            action = menu.addAction(escape_menu_text(button.text()), button.click)
            action.setCheckable(True)
            action.setChecked(button.isChecked())
        menu.addSeparator()
        self._add_sources(menu.addMenu(escape_menu_text(self.source.text())))
        return menu

    def _arrange_filters(self) -> None:
        """Show the filters, in one menu where their rows would leave little room for the log.

        A kind of message that is shown alone takes the place of the filters that it overrides.
        """
        is_low, is_one_kind = self._has_low_height, self.log.filter.message is not None
        self.filters.setVisible(is_low and not is_one_kind)
        for button in (*self.toggles.values(), self.group, self.show_details):
            button.setVisible(not is_low)
        self.all_kinds_button.setVisible(is_one_kind)
        self.source.setVisible(not (is_low or is_one_kind))
        has_notes = self.log.store.count_loader_notes() > 0
        self.loader.setVisible(has_notes and not (is_low or is_one_kind))
        has_error = self.log.store.first_error is not None
        self.previous_error.setVisible(has_error and not is_low)
        self.next_error.setVisible(has_error and not (is_low and is_one_kind))
        # Beside the number of errors the arrow needs no word.
        self.next_error.set_compact(not is_low)
        # Empty, it would leave two gaps.
        self._errors.setVisible(not (is_low and self.next_error.isHidden()))

    def show_only_source(self, source: str) -> None:
        source_text = render_source(source) or ALL_SOURCES
        self.source.setText(source_text)
        self.source.setAccessibleName(tr("Source: {source}", source=source_text))
        self.source.updateGeometry()
        if source == LOADER:
            self._choose_loader(shows_notes=True)
        self._apply_filter(source=source)

    def _choose_loader(self, shows_notes: bool) -> None:
        """Show or hide what the loader does, whatever comes from now on."""
        self._is_loader_filter_chosen = True
        self.loader.setChecked(shows_notes)

    def show_everything(self) -> None:
        self._choose_loader(shows_notes=True)
        self._drop_filters()

    def _drop_filters(self) -> None:
        """Show all entries, but what the loader does only where it was shown before."""
        self.search.field.clear()
        for toggle in self.toggles.values():
            toggle.setChecked(True)
        self.show_only_source("")
        self._apply_filter(message=None)

    def copy_layout_of(self, other_pane: LogPane) -> None:
        """Use the search and layout of another log, but no filter that hides entries."""
        for name, option in self.search.options.items():
            option.setChecked(other_pane.search.options[name].isChecked())
        self.search.only_hits_button.setChecked(other_pane.search.only_hits_button.isChecked())
        self.show_details.setChecked(other_pane.show_details.isChecked())
        self.group.setChecked(other_pane.group.isChecked())
        self._apply_filter(folds=other_pane.log.filter.folds)
        if other_pane._is_split_by_user:
            self._splitter.restoreState(other_pane._splitter.saveState())
            self._is_split_by_user = True

    def toggle_folding(self) -> None:
        """Show entries that come again right behind themselves in one row, or each in its own."""
        self._apply_filter(folds=not self.log.filter.folds)

    # search

    def step_hit(self, is_backward: bool = False) -> None:
        """Go to the next hit of the search.

        Args:
            is_backward: go to the previous one instead.
        """
        row = self.log.find_next_hit(self.view.currentIndex().row(), is_backward=is_backward)
        if row >= 0:
            self.view.go_to(row)

    def _on_filter_typed(self, text: str) -> None:
        """Search for what was typed in the list."""
        self.search.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.field.setText(text)

    def go_to_first_error(self) -> None:
        """Go to the first error of the run, dropping filters that hide it."""
        self._go_to_entry(self.log.store.first_error)

    def step_error(self, is_backward: bool = False) -> None:
        """Go to the next error, or the previous one, dropping filters that hide it."""
        index = self.view.currentIndex()
        is_chosen = self.view.selectionModel().isSelected(index)
        number = self.log.rows.get_entry_number(index.row()) if is_chosen else -1
        if is_chosen and not is_backward:  # behind the repetitions that have no row
            number += self.log.count_repeats(index.row())
        self._go_to_entry(self.log.store.find_error(number, is_backward=is_backward))

    def _go_to_entry(self, number: int | None) -> None:
        """Go to an entry, dropping filters that hide it."""
        if number is None:
            return
        self._wanted_number = number
        if self.log.find_row(number) < 0:
            self._drop_filters()
        self._go_to_wanted()

    def _go_to_wanted(self) -> None:
        """Go to the entry that is wanted, once a slice of the filter has its row."""
        row = -1 if self._wanted_number is None else self.log.find_row(self._wanted_number)
        if row >= 0:
            self._wanted_number = None
            self.view.go_to(row)

    def _show_hits(self) -> None:
        """Show how many hits the search has, or that the filters leave no rows."""
        log = self.log
        current_index = self.view.currentIndex()
        is_chosen = self.view.selectionModel().isSelected(current_index)
        hit_number = log.hit_number(current_index.row()) if is_chosen else 0
        self.search.show_hits(
            log.hits, hit_number, is_searching=log.is_searching, undecided_count=log.undecided_count
        )
        count = log.rowCount()
        is_empty = not count and not log.is_searching and log.store.shape.total > 0
        if is_empty:
            self.no_match_page.show_filter(log.filter)
        grouped_kinds = self.kinds if self.group.isChecked() else None
        self._rows.setCurrentWidget(
            grouped_kinds or (self.no_match_page if is_empty else self.view)
        )

    # following

    def _on_follow_changed(self, *, follows: bool) -> None:
        """Say whether the newest entry stays in view."""
        self._seen_count = self.log.store.shape.total
        self.follow.setChecked(follows)
        self.follow.setToolTip(
            tr("The newest entry stays in view until you scroll up")
            if follows
            else tr(
                "Automatic scrolling is paused. Click, press End or scroll down to follow again."
            )
        )
        self._show_new_count()

    def _show_new_count(self) -> None:
        """Count the entries that came since the view stopped following."""
        new = 0 if self.view.follows else self.log.store.shape.total - self._seen_count
        self.follow.set_note(tr("{count:,} new", count=new) if new > 0 else "")
        # After the end nothing comes that could be followed.
        self.follow.setVisible(new > 0 or not self._run.is_over)

    # what is shown

    def refresh(self) -> None:
        """Show the counts of entries by severity and by kind."""
        notes, kinds = (
            self.log.store.count_loader_notes(),
            len(self.log.store.list_message_groups()),
        )
        self.loader.set_note(format_number(notes) if notes else "")
        self._arrange_filters()
        if notes and not self._is_loader_filter_chosen:
            self.loader.setChecked(False)
        self._show_severity_counts()
        self.group.set_note(format_number(kinds) if kinds else "")
        self._show_kinds()
        self._show_new_count()
        self._show_hits()

    def _show_severity_counts(self) -> None:
        """Show how many entries of each severity there are, without those of a hidden loader."""
        number_by_severity = self.log.store.count_severities()
        if not self.loader.isChecked():
            number_by_severity["info"] -= self.log.store.count_loader_notes()
        for severity, number in number_by_severity.items():
            self.toggles[severity].set_note(format_number(number) if number else "")

    def _on_current_changed(self) -> None:
        """Show details and the number of the hit of the row that became current."""
        self._show_details()
        self._show_hits()

    def _show_details(self) -> None:
        """Show the selected entry beside the list, if the user wants details."""
        index = self.view.currentIndex()
        row = index.row()
        # The keyboard makes a row current where it comes; only the user selects one.
        entry = self.log.entry_at(row) if self.view.selectionModel().isSelected(index) else None
        is_wanted = self.show_details.isChecked() and entry is not None
        is_wanted = is_wanted and not self.group.isChecked()
        if is_wanted and entry is not None:
            number = self.log.rows.get_entry_number(row) + 1
            offers = self.find_offers(entry.message) if entry.message else None
            repetition = self._describe_repetition(row)
            self.details.show_entry(entry, number, self.log.finder, offers, repetition)
        was_hidden = self.details.isHidden()
        self.details.setVisible(is_wanted)
        if is_wanted and was_hidden and not self._is_split_by_user:
            self._share_room(index)

    def _describe_repetition(self, row: int) -> str:
        """Return how often the entry of a row came, and when for the last time, or ""."""
        repeats = self.log.count_repeats(row)
        if not repeats:
            return ""
        last = self.log.store.find_time(self.log.rows.get_entry_number(row) + repeats)
        return tr("{count:,} times, last at {time}", count=repeats + 1, time=last)

    def _share_room(self, index: QModelIndex) -> None:
        """Give details below the rows most of the height, where the row stays in view.

        Beside the rows they get two fifths of the width, or half where they have little height.
        """
        if self._splitter.orientation() is Qt.Orientation.Vertical:
            height = self._splitter.height()
            self._splitter.setSizes([height * 2 // 5, height * 3 // 5])
            self.view.updateGeometries()
            self.view.scrollTo(index)
        else:
            # Of its own accord it gives the least to what had no size before.
            width = self._splitter.width()
            part = width // 2 if self._has_low_height else width * 2 // 5
            self._splitter.setSizes([width - part, part])

    def _on_splitter_moved(self) -> None:
        """Keep the sizes that the user chose."""
        self._is_split_by_user = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._has_low_height = self.height() < self._context.theme.px(_LOW_HEIGHT)
        self._arrange_filters()
        # Beside the rows, too, where neither would have any height.
        px, has_low_height = self._context.theme.px, self._has_low_height
        is_wide = self.width() >= px(_WIDE_WIDTH) or has_low_height
        orientation = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self._splitter.orientation() != orientation:
            self._splitter.setOrientation(orientation)

    # messages of the validation layer

    @property
    def _messages(self) -> MessageActions:
        """What can be done with validation messages of this run, made at its first use."""
        if self._message_actions is None:
            self._message_actions = MessageActions(self._session, self._run)
        return self._message_actions

    def find_offers(self, header: MessageHeader) -> MessageOffers:
        """Return what can be done with a validation message."""
        actions = self._messages
        has_setting = actions.find_setting(header) is not None
        return MessageOffers(
            actions.is_muted(header), bool(actions.find_specification_url(header)), has_setting
        )

    def mute(self, header: MessageHeader) -> None:
        """Leave a validation message out of the next launch, or have a muted one again."""
        actions = self._messages
        mute_result = (actions.unmute if actions.is_muted(header) else actions.mute)(header)
        tone = "neutral" if mute_result.is_certain else "warn"
        (
            self.message_reported
            if mute_result.configuration is None
            else self.configuration_changed
        ).emit(mute_result.sentence, tone)

    def open_rule(self, header: MessageHeader) -> None:
        """Open the rule of a validation message in the specification."""
        self.web_requested.emit(self._messages.find_specification_url(header))

    def copy_rule(self, header: MessageHeader) -> None:
        """Copy the address of the rule in the specification."""
        self.copied.emit(self._messages.find_specification_url(header))

    def go_to_setting(self, header: MessageHeader) -> None:
        """Show the setting of the layer that makes it print a message."""
        location = self._messages.find_setting(header)
        if location is not None:
            self.setting_requested.emit(location.row, location.key)

    def show_only_kind(self, kind: str) -> None:
        """Show only the validation messages of a kind."""
        self.group.setChecked(False)
        self._drop_filters()
        self._apply_filter(message=kind)

    def _on_current_message(self, act: Callable[[MessageHeader], None]) -> None:
        """Call a function with the message of the current row, if it is one."""
        entry = self.log.entry_at(self.view.currentIndex().row())
        if entry is not None and entry.message is not None:
            act(entry.message)

    def _on_workspace_changed(self) -> None:
        """Show anew which validation messages are muted."""
        self._show_kinds()
        self._show_details()

    def _on_group_toggled(self) -> None:
        """Show the kinds of messages with their counts, or the single entries."""
        if self.kinds is None:
            self.kinds = self._make_kinds()
        self._show_kinds()
        self._show_hits()
        self._show_details()

    def _make_kinds(self) -> LogKinds:
        """Make the list of kinds of messages, at its first use."""
        kinds = LogKinds(self._context)
        kinds.show_requested.connect(lambda row: self.show_only_kind(row.head.kind))
        kinds.mute_requested.connect(lambda row: self.mute(row.head))
        kinds.rule_requested.connect(lambda row: self.open_rule(row.head))
        kinds.menu_requested.connect(self._on_kind_menu_asked)
        self._rows.addWidget(kinds)
        return kinds

    def _show_kinds(self) -> None:
        """Show the kinds of messages, if the log is grouped by them."""
        if self.kinds is not None and self.group.isChecked():
            store = self.log.store
            summary = self._run.files.summary(store.list_message_groups())
            self.kinds.show_kinds(store, self._messages.list_muted(), self.log.filter, summary)

    def _on_kind_menu_asked(self, row: KindRow, position: QPoint) -> None:
        """Open the context menu of a kind of messages."""
        make_menu(make_message_items(row.head, self)[:-1], self._context, self).exec(position)

    # the log file of a layer

    def _show_file(self) -> None:
        """Show the file into which a layer writes its own log."""
        files = self._run.files
        file = next(
            (
                followed_file
                for followed_file in files.files
                if followed_file.path == files.followed
            ),
            None,
        )
        file = file or next(iter(files.files), None)
        self.file_bar.show_file(file, files.followed, files.state, is_over=files.is_over)

    def _on_folder_asked(self, path: str) -> None:
        """Open the folder of a file in the file manager."""
        folder = str(Path(path).parent)
        if not open_file(folder):
            self.message_reported.emit(
                tr("No file manager found to open {folder}.", folder=folder), "warn"
            )

    # copying and saving

    def copy_text(self, text: str) -> None:
        self.copied.emit(text)

    def copy_selected(self) -> None:
        """Copy the selected entries to the clipboard."""
        self._run.copy_log(self.view.list_selected_ranges(), self._on_copied, is_whole=False)

    def copy_all(self) -> None:
        """Copy the entries that pass the filters to the clipboard."""
        rows = [range(self.log.rowCount())]
        self._run.copy_log(rows, self._on_copied, is_whole=True)

    def _on_copied(self, copied_text: CopiedText) -> None:
        """Put a collected text into the clipboard, or say why it was refused."""
        if copied_text.refusal:
            self.message_reported.emit(copied_text.refusal, "warn")
        elif copied_text.text:
            self.copied.emit(copied_text.text)

    def save(self) -> None:
        """Save the log in a file that the user chooses."""
        folder = Path(self._run.folder)
        choice = choose_save_path(self, tr("Save the log"), folder / "log.txt")
        if choice is not None:
            path = choice.path
            self._run.save_log(path, lambda error: self._on_saved(path, error))

    def _on_saved(self, path: str, error: str) -> None:
        """Report that the log was saved, or the error."""
        self.message_reported.emit(
            error or tr("Saved {path}", path=path), "error" if error else "neutral"
        )

    def _on_menu_asked(self, index: QModelIndex, position: QPoint) -> None:
        """Open the context menu of an entry, or of the place beside the rows."""
        items = make_entry_items(
            self.log.entry_at(index.row()),
            self,
            is_filtered=bool(self.log.filter.text) or not self.log.filter.matches_all_entries,
            has_error=self.log.store.first_error is not None,
            folds=self.log.filter.folds,
        )
        make_menu(items, self._context, self).exec(position)


def _shorten_kind(kind: str) -> str:
    """Return a kind of message so short that its button leaves the filters in one row."""
    name = kind.removeprefix(_KIND_PREFIX)
    # Its end tells it from others.
    half = _MAX_KIND_LENGTH // 2
    return f"{name[: half - 1]}…{name[-half:]}" if name[_MAX_KIND_LENGTH:] else name


class _NoMatchPage(EmptyPage):
    """What stands where no row fits the filters."""

    def show_filter(self, log_filter: LogFilter) -> None:
        """Say what no entry matches: the search, or the filters."""
        filter_words = [render_source(log_filter.source)] if log_filter.source else []
        if log_filter.severities != EVERY_SEVERITY:
            filter_words += (
                label for name, label in _LABELS.items() if name in log_filter.severities
            )
        self.button.setText(tr("Clear"))
        text, no_match_text = (
            escape_invisible(log_filter.text),
            tr("Nothing matches these filters."),
        )
        if log_filter._replace(hides_loader_notes=False).matches_all_entries and not text:
            no_match_text = tr("Only loader messages so far.")
            self.button.setText(tr("Show loader messages"))
        if text and filter_words:
            no_match_text = tr(
                "Nothing matches “{text}” in {what}.", text=text, what=", ".join(filter_words)
            )
        elif text:
            no_match_text = tr("Nothing matches “{text}”.", text=text)
        self.sentence.setText(no_match_text)
