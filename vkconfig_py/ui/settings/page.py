"""The page "Settings": search, presets and the tree of one layer's settings."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.items.settings_model import SettingsModel
from vkconfig_py.model.layer_settings.setting_rows import (
    SettingRow,
    ValueInput,
    ValueShape,
    split_query,
)
from vkconfig_py.model.layer_settings.settings_page import find_matching_keys
from vkconfig_py.model.session.background import SessionMemory
from vkconfig_py.model.session.launcher import NO_LAUNCH_IN_DEMO
from vkconfig_py.model.session.layer_editing import NO_SETTINGS, LayerEditing, LayerMessages
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import escape_invisible, strip_layer_prefix
from vkconfig_py.ui.settings import page_parts
from vkconfig_py.ui.settings.page_parts import Notice, SettingFooter, make_kept_notice
from vkconfig_py.ui.settings.setting_field import SettingField, Suggestions
from vkconfig_py.ui.settings.tree_view import SettingsView
from vkconfig_py.ui.settings.value_cards import FoundDevices, make_card
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import (
    Divider,
    Field,
    Label,
    TextRole,
    find_position_below,
    make_column,
    make_row,
    set_margins,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.choosers import ChoiceButton
from vkconfig_py.ui.widgets.desktop import announce
from vkconfig_py.ui.widgets.file_dialogs import (
    choose_file,
    choose_files,
    choose_folder,
    choose_save_path,
)
from vkconfig_py.ui.widgets.layouts import Page
from vkconfig_py.ui.widgets.menus import PopupMenu


def choose_setting_files(
    parent: QWidget, layer_editing: LayerEditing, node: SettingRow, folder: str
) -> list[str]:
    """Ask for the file or folder of a setting, or files of a list. Return none if cancelled."""
    declared_layer = layer_editing.declared
    setting = declared_layer.find_setting(node.setting) if declared_layer else None
    start = node.text if "/" in node.text else folder
    if node.input_kind is ValueInput.FOLDER:
        return _list_path(choose_folder(parent, node.label, start))
    pattern = setting.filter if setting else ""
    filters = (
        tr("{pattern} ({pattern});;All files (*)", pattern=pattern)
        if pattern
        else tr("All files (*)")
    )
    if node.input_kind is ValueInput.LIST:
        return choose_files(parent, node.label, folder, filters)
    if node.input_kind is ValueInput.LOAD_FILE:
        return _list_path(choose_file(parent, node.label, start, filters))
    suggested_path = Path(folder, node.text) if node.text else Path(folder, node.setting)
    choice = choose_save_path(parent, node.label, suggested_path, filters, is_written=False)
    return [choice.path] if choice is not None else []


def _list_path(path: str) -> list[str]:
    """Return a chosen path alone, or nothing for ""."""
    return [path] if path else []


READING_MANIFEST = tr("Reading the manifest…")
ALL_SETTINGS_DEFAULT = tr("All settings have their default values.")
_SHOW_ALL_KEY = "settings/everything"
_MIN_ROWS_HEIGHT = 140  # of five rows
_MIN_FOOTER_HEIGHT = 260  # where a page this high has no footer


class _ScrolledPart(Page):
    """What scrolls of a low page; its keys are those of the page, not of a scroll area."""

    def __init__(self, context: ThemeContext, name: str) -> None:
        super().__init__(context, name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()


class SettingsPage(QWidget):
    """One layer's settings.

    Signals:
        copied: a text for the clipboard.
        documentation_requested: open the layer's documentation, at a setting (key or "").
        web_requested: open a web page that the layer names.
        preview_requested: launch vkcube, to see what settings do.
        probe_requested: probe the drivers, to find devices for a value.
    """

    copied = Signal(str)
    documentation_requested = Signal(str)
    web_requested = Signal(str)
    preview_requested = Signal()
    probe_requested = Signal()

    def __init__(
        self,
        context: ThemeContext,
        session: Session,
        layer_editing: LayerEditing,
        memory: SessionMemory,
    ) -> None:
        super().__init__()
        self._context = context
        self._session = session
        self._memory = memory
        self._suggestions = Suggestions()
        self._shown_source = ("", "", "")  # configuration, layer, manifest of the rows
        self._last_row_by_layer: dict[str, str] = {}  # ids of the rows that were current
        self.editing = layer_editing
        self.messages = LayerMessages(session.edits, self.editing, memory, self)
        self.model = SettingsModel(self.editing, self)
        self.view = SettingsView(context, self.model)
        self.message_notice = Notice(context)
        self.kept_notice = Notice(context)
        self.copy_button = ChoiceButton(context, tr("Layer copy"), arrow=True)
        self.preset_button = ChoiceButton(context, tr("Preset"), arrow=True)
        self.reset_all = Button(
            context, tr("Reset all"), height=28, frame=Frame.FLAT, is_strong=True
        )
        self.search = Field(context, name=tr("Search settings"), is_search=True, keys="/")
        self.changed_only_button = Button(context, tr("Changed only"), height=28)
        self.more_button = Button(
            context, icon="sliders", frame=Frame.FLAT, name=tr("More"), height=28
        )
        self.unsupported_button = Button(context, frame=Frame.FLAT, height=28)
        self.footer = SettingFooter(context)
        self._area = _ScrolledPart(context, tr("Settings"))
        self._origin_label = Label(
            context, text_style="small", text_role=TextRole.SECONDARY, wrap=True
        )
        self.preview_button = Button(context, tr("Try in vkcube"), icon="play", height=28)
        self._empty_label = Label(context, text_role=TextRole.SECONDARY, wrap=True)
        self.clear_button = Button(context, tr("Clear"), height=28)
        self.all_button = Button(context, tr("Search all"), height=28)
        self._shows_all = memory.get_text(_SHOW_ALL_KEY) == "yes"
        self._lay_out()
        self._connect_signals()
        self._on_metrics_changed()
        self.editing.set_filters(self.editing.filters._replace(shows_all=self._shows_all))

    def _lay_out(self) -> None:
        self.changed_only_button.setCheckable(True)
        self.unsupported_button.setCheckable(True)
        # A long sentence gets an ellipsis: it would widen the whole page beyond the view.
        self.unsupported_button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.search.setToolTip(tr("Searches names, keys and descriptions"))
        self.changed_only_button.setToolTip(tr("Show only settings that you changed"))
        self.reset_all.setToolTip(tr("Reset all settings of this layer to their defaults"))
        self.more_button.setToolTip(tr("More options"))
        for wide_button in (self.copy_button, self.preset_button):
            wide_button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._copy_row = make_row(self.copy_button)
        self._origin_row = make_row(self._origin_label, self.preview_button)
        self._origin_row.setStretch(0, 1)
        self._end_row = make_row()
        self._preset_row = make_row(self.preset_button, self.reset_all)
        self._search_row = make_row(self.search, self.changed_only_button, self.more_button)
        self._search_row.setStretch(0, 1)
        self._unsupported_row = make_row(self.unsupported_button, None)
        self._empty_row = make_row(self._empty_label, self.all_button, self.clear_button)
        self._empty_row.setStretch(0, 1)
        self._head = make_column()
        self._head.addLayout(self._copy_row)
        self._head.addLayout(self._origin_row)
        self._head.addLayout(self._preset_row)
        self._head.addLayout(self._search_row)
        self._head.addWidget(self.kept_notice)
        self._head.addWidget(self.message_notice)
        self._head.addLayout(self._empty_row)
        self._body = self._area.make_body()
        scrolled_column = make_column(self._body)
        scrolled_column.addLayout(self._head)
        scrolled_column.addWidget(self.view, 1)
        scrolled_column.addLayout(self._end_row)
        scrolled_column.addLayout(self._unsupported_row)
        self._area.setWidget(self._body)
        column = make_column(self)
        column.addWidget(self._area, 1)
        self._line = Divider(self._context)
        column.addWidget(self._line)
        column.addWidget(self.footer)

    def _connect_signals(self) -> None:
        view, layer_editing = self.view, self.editing
        layer_editing.layer_changed.connect(self._on_layer_changed)
        layer_editing.changed.connect(self._on_state_changed)
        self._session.edits.workspace_changed.connect(self._on_workspace_changed)
        self.messages.changed.connect(self._on_message_changed)
        self.message_notice.button_pressed.connect(self._on_message_answered)
        self.kept_notice.button_pressed.connect(
            lambda _number: layer_editing.write_settings(is_written=True)
        )
        self.preset_button.clicked.connect(
            lambda: self.make_preset_menu().exec(find_position_below(self.preset_button))
        )
        self.copy_button.clicked.connect(
            lambda: self.make_copy_menu().exec(find_position_below(self.copy_button))
        )
        self.more_button.clicked.connect(
            lambda: self.make_more_menu().exec(find_position_below(self.more_button))
        )
        self.reset_all.clicked.connect(self._on_reset_all_clicked)
        self.preview_button.clicked.connect(self.preview_requested)
        self.search.textChanged.connect(self._on_query_changed)
        self.changed_only_button.toggled.connect(self._on_changed_only_toggled)
        self.unsupported_button.toggled.connect(self._on_unsupported_toggled)
        self.clear_button.clicked.connect(self.search.clear)
        self.all_button.clicked.connect(lambda: self.changed_only_button.setChecked(False))
        view.field_opened.connect(self._on_field_opened)
        view.field_dropped.connect(layer_editing.discard_typed)
        view.choice_requested.connect(self._on_choice_asked)
        view.browse_requested.connect(self.browse)
        view.reset_requested.connect(layer_editing.reset)
        view.link_used.connect(self.follow_note_link)
        view.menu_requested.connect(self._on_menu_asked)
        view.current_moved.connect(self._on_current_moved)
        view.search_requested.connect(self.focus_search)
        view.copied.connect(self.copied)
        view.folded.connect(self._on_folded)
        view.row_found.connect(self._show_row)
        self.footer.documentation_requested.connect(self.documentation_requested)
        self._context.changed.connect(self._on_metrics_changed)

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        set_margins(self._copy_row, px(16), px(10), px(12), 0)
        set_margins(self._preset_row, px(16), px(10), px(12), px(8))
        set_margins(self._search_row, px(16), 0, px(12), px(6))
        set_margins(self._empty_row, px(16), 0, px(12), 0)
        self._empty_label.setContentsMargins(0, px(8), 0, px(8))
        self._fit_head()

    # ---- what is shown

    def resizeEvent(self, event: object) -> None:
        self._show_footer()
        self._fit_head()
        self._fit_footer()

    def _fit_head(self) -> None:
        """Let the head scroll away with the rows where it would leave room for few of them.

        What is said about the file is below the rows then: the page opens on the settings.
        """
        px = self._context.theme.px
        is_whole = self.height() - self._measure_head() < px(_MIN_ROWS_HEIGHT)
        self.view.show_whole(is_whole=is_whole)
        row = self._end_row if is_whole else self._origin_row
        if not row.count():
            row.addWidget(self._origin_label, 1)
            row.addWidget(self.preview_button)
        set_margins(self._origin_row, px(16), 0 if is_whole else px(8), px(12), 0)
        # Rows without content have no height either: the list reaches the rule of the footer.
        end_gap = px(8) if self._end_row.count() else 0
        set_margins(self._end_row, px(16), end_gap, px(12), end_gap)
        unsupported_gap = px(2) if self.unsupported_button.isVisibleTo(self) else 0
        set_margins(self._unsupported_row, px(8), unsupported_gap, px(12), unsupported_gap)

    def _on_current_moved(self, node: SettingRow | None) -> None:
        """Show the description of the row that became current."""
        if node is not None:
            self._last_row_by_layer[self.editing.layer] = node.id
        self.footer.show_node(node)
        self._fit_footer()

    def _fit_footer(self) -> None:
        """Give a long description the room that the rows leave."""
        free_height = self.view.viewport().height() - self.view.measure_rows()
        self.footer.use_room(free_height + self.footer.height() - self.footer.least_height)

    def _measure_head(self) -> int:
        """Return the height of what is above the rows where there is room, in pixels."""
        layouts = (self._head, self._end_row) if self._end_row.count() else (self._head,)
        return sum(
            layout.heightForWidth(self.width())
            if layout.hasHeightForWidth()
            else layout.sizeHint().height()
            for layout in layouts
        )

    def _show_row(self, row: QRect) -> None:
        """Scroll to a row of the tree where the page scrolls it."""
        top = self.view.viewport().mapTo(self._body, row.topLeft()).y()
        middle = top + row.height() // 2
        self._area.ensureVisible(0, middle, 0, row.height() // 2 + 1)

    def _show_footer(self) -> None:
        """Show the description of the selected setting below the tree, if there is room."""
        # Not where it would leave no room for settings: their tool tips say the same.
        has_room = self.height() >= self._context.theme.px(_MIN_FOOTER_HEIGHT)
        is_shown = has_room and (
            self.editing.declared is not None or not self.editing.find_problem()
        )
        self._line.setVisible(is_shown)
        self.footer.setVisible(is_shown)

    def showEvent(self, event: object) -> None:
        self.editing.awake = True
        self._on_layer_changed()

    def hideEvent(self, event: object) -> None:
        # The row may change while the page is hidden: what was typed belongs to this one.
        self.editing.finish_typing()
        self.editing.awake = False

    def go_to(self, key: str, value: str = "") -> None:
        """Show a setting, even if a filter hides it, and focus it.

        `value` is the flag of the setting to focus instead, "" for none.
        """
        if not self.view.go_to(key):
            # Filters may hide the setting: they go one after the other.
            self.search.clear()
            self.changed_only_button.setChecked(False)
            self.editing.reveal_setting(key)
            self.view.go_to(key)
        if value:  # only flags have rows of their own
            self.view.go_to(f"{key}={value}")
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()
        self._area.ensureWidgetVisible(self.search)

    def _on_layer_changed(self) -> None:
        """Show the settings of another layer."""
        if not self.isVisible():
            return
        if self.search.text() != self.editing.filters.query:
            self.search.setText(self.editing.filters.query)
        if not self.editing.refresh():
            self._on_state_changed()

    def _on_workspace_changed(self) -> None:
        if self.isVisible():
            self._update_header()

    def _on_state_changed(self) -> None:
        """Show the rows of the layer's settings after an edit or another filter."""
        if not self.isVisible():
            return
        layer_editing = self.editing
        nodes = layer_editing.state.rows if layer_editing.declared is not None else ()
        self.view.delegate.search_words = split_query(layer_editing.filters.query)
        location = (layer_editing.configuration.key, layer_editing.layer, layer_editing.manifest)
        is_new_state, self._shown_source = location != self._shown_source, location
        # A reset, because nothing of the old rows is kept; else minimal changes, which keep
        # selection and open editors.
        if is_new_state:
            self.model.replace_all(nodes)
            self.view.scrollToTop()
            self._area.verticalScrollBar().setValue(0)
        else:
            self.model.update_to(nodes)
        self.view.delegate.has_arrow_space = not self.model.has_lone_roots()
        self._restore_folding()
        if not self.view.currentIndex().isValid():
            self.view.make_current(self._last_row_by_layer.get(layer_editing.layer, ""))
        self._describe_match()
        self._update_header()
        if is_new_state:
            self._on_current_moved(self.view.current_node())

    def _describe_match(self) -> None:
        """While a search is shown, describe its first match where it hides the current row."""
        query, declared_layer = self.editing.filters.query, self.editing.declared
        if not split_query(query) or declared_layer is None:
            return
        current_node = self.view.current_node()
        keys = find_matching_keys(declared_layer, query)
        # A group may be shown for the sake of its rows alone.
        if current_node is None or (current_node.children and current_node.setting not in keys):
            rows = (self.model.node_at(index) for index in self.model.walk())
            matches = (row.id for row in rows if row is not None and row.setting in keys)
            self.view.make_current(next(matches, ""))
        self.footer.show_node(self.view.current_node())

    def _restore_folding(self) -> None:
        """Fold the rows that the user folded. A search unfolds its matches instead."""
        filters = self.editing.filters
        unfolded_state = (
            {}
            if filters.query or filters.only_changed
            else self._read_folding().get(self.editing.layer)
        )
        self.view.unfold(
            unfolded_state or {}, unfolds_all=bool(filters.query or filters.only_changed)
        )

    def _update_header(self) -> None:
        """Show above the tree the preset, the copy of the layer and the counts of settings."""
        layer_editing, state = self.editing, self.editing.state
        title = layer_editing.detect_preset().title
        self.preset_button.show_value(
            title, is_changed=False, tooltip=tr("Values suggested by the layer")
        )
        self.reset_all.setEnabled(bool(layer_editing.entry and layer_editing.entry.settings))
        self.search.setPlaceholderText(
            counted("Search {n} settings", "Search {n} setting", state.total)
        )
        self._show_unsupported()
        self.changed_only_button.set_note(str(state.changed_count) if state.changed_count else "")
        chosen_copy = layer_editing.entry.copy if layer_editing.entry else ""  # it may be gone
        self.copy_button.setVisible(len(layer_editing.copies) > 1 or bool(chosen_copy))
        self.copy_button.show_value(page_parts.render_copy_title(layer_editing), is_changed=False)
        origin = page_parts.describe_origin(layer_editing)
        self._origin_label.setText(escape_invisible(origin))
        self._origin_label.setVisible(bool(origin))
        demo = self._session.machine.demo
        self.preview_button.setVisible(bool(origin))
        self.preview_button.setEnabled(not demo)
        self.preview_button.setToolTip(
            NO_LAUNCH_IN_DEMO if demo else tr("Launch vkcube with this configuration")
        )
        entry = layer_editing.entry
        if entry is not None and not entry.writes_settings:
            self.kept_notice.show_sentence(*make_kept_notice())
        else:
            self.kept_notice.hide()
        self._show_empty()
        self._fit_head()

    def _show_unsupported(self) -> None:
        """Count the settings that the installed version ignores, on the button that shows them."""
        count, is_shown = (
            self.editing.state.unsupported_count,
            self.editing.filters.shows_unsupported,
        )
        text = counted(
            "{n:,} settings are for other versions of this layer",
            "{n:,} setting is for other versions of this layer",
            count,
        )
        icon = "chevron-down" if is_shown else "chevron-right"
        self.unsupported_button.set_appearance(icon=icon, text=text, frame=Frame.FLAT)
        self.unsupported_button.setChecked(is_shown)
        self.unsupported_button.setVisible(bool(count))

    def _show_empty(self) -> None:
        """Say why the tree of settings is empty, if it is."""
        text = ""
        layer_editing, filters = self.editing, self.editing.filters
        if layer_editing.declared is None:
            problem = layer_editing.find_problem()
            text = (
                tr("The settings in this manifest cannot be read: {problem}", problem=problem)
                if problem
                else ""
            )
            text = text or (NO_SETTINGS if layer_editing.is_read() else READING_MANIFEST)
        elif not layer_editing.declared.is_installed:
            text = tr("{layer} is not installed.", layer=strip_layer_prefix(layer_editing.layer))
        elif not layer_editing.state.rows:
            text = NO_SETTINGS
            if filters.query and filters.only_changed:
                text = tr(
                    "No setting that you changed matches “{query}”.",
                    query=escape_invisible(filters.query),
                )
            elif filters.query:
                text = tr("Nothing matches “{query}”.", query=escape_invisible(filters.query))
            elif filters.only_changed:
                text = ALL_SETTINGS_DEFAULT
        self._empty_label.setText(text)
        self._empty_label.setVisible(bool(text))
        declared_layer = layer_editing.declared
        is_layer_readable = (
            not layer_editing.find_problem()
            if declared_layer is None
            else declared_layer.is_installed
        )
        for tool in (self.preset_button, self.search, self.changed_only_button, self.more_button):
            tool.setVisible(is_layer_readable)
        self.reset_all.setVisible(declared_layer is not None or is_layer_readable)
        self._show_footer()
        self.clear_button.setVisible(bool(text and filters.query))
        self.all_button.setVisible(bool(text and filters.query and filters.only_changed))

    # ---- filters

    def _on_query_changed(self, text: str) -> None:
        """Show only settings that match the search."""
        self.editing.set_filters(self.editing.filters._replace(query=text, searched_key=""))
        if self.search.hasFocus():
            # What is above the search may go, so that its results are seen.
            self._area.verticalScrollBar().setValue(self.search.y())

    def _on_changed_only_toggled(self, is_on: bool) -> None:
        """Show only settings that the user changed, or all."""
        self.editing.set_filters(self.editing.filters._replace(only_changed=is_on, searched_key=""))

    def _on_unsupported_toggled(self, is_on: bool) -> None:
        """Show settings that the installed version of the layer ignores, too, or not."""
        self.editing.set_filters(self.editing.filters._replace(shows_unsupported=is_on))

    def _set_show_all(self, *, is_on: bool) -> None:
        """Show settings for advanced users and developers too, or not, and remember it."""
        self._memory.set_value(_SHOW_ALL_KEY, "yes" if is_on else "no")
        self.editing.set_filters(self.editing.filters._replace(shows_all=is_on))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.search.hasFocus() and event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return):
            # With the reason of Tab the tree makes a row current, if none is.
            self.view.setFocus(Qt.FocusReason.TabFocusReason)
        elif event.key() == Qt.Key.Key_Escape and self.search.hasFocus() and self.search.text():
            self.search.clear()
        elif event.text() == "/" and self.search.isVisible():
            self.focus_search()
        else:
            super().keyPressEvent(event)

    # ---- folding

    def _read_folding(self) -> dict[str, dict[str, bool]]:
        """Return the rows that the user folded or unfolded in this configuration.

        It maps the name of a layer to whether each row, by its id, is unfolded.
        """
        key = self.editing.configuration.key
        try:
            # Written by this program, but another version or a hand may have changed it.
            folds = json.loads(self._memory.get_text(f"folds/{key}") or "{}")
        except ValueError:
            return {}
        return folds if isinstance(folds, dict) else {}

    def _on_folded(self, node_id: str, is_open: bool) -> None:
        """Remember that the user folded or unfolded a row.

        `node_id` is that of the row.
        """
        # A search unfolds rows by itself: that is not what the user wants to find again.
        if self.editing.filters.query or self.editing.filters.only_changed:
            return
        folds = self._read_folding()
        layer = dict(folds.get(self.editing.layer) or {})
        layer[node_id] = is_open
        folds[self.editing.layer] = layer
        key = self.editing.configuration.key
        self._memory.set_value(f"folds/{key}", json.dumps(folds))

    # ---- editing

    def _on_field_opened(self, field: SettingField, node: SettingRow) -> None:
        """Prepare the field of a setting that the user begins to edit."""
        self.editing.begin(node)
        field.typed.connect(
            lambda text: field.mark_bad(is_invalid=not self.editing.type(node, text))
        )
        field.mark_bad(is_invalid=node.is_draft)
        suggested_values = self.editing.suggestions(node)
        if suggested_values:
            model = self._suggestions.get_model(node.setting, suggested_values)
            field.set_completions(model, self.editing.name_groups(suggested_values))
        if node.shape is not None:
            field.card = make_card(
                self._context,
                field,
                self,
                self.view.end_editing,
                self._list_devices,
                self.probe_requested.emit,
            )

    def _list_devices(self, value_shape: ValueShape) -> FoundDevices:
        """Return the devices that probes found, as a setting names them."""
        findings = self._session.find_devices()
        devices = [device for seen_devices in findings.devices.values() for device in seen_devices]
        entries = (device.entry for device in devices if device.entry is not None)
        return FoundDevices(
            self.editing.list_devices(value_shape, entries), is_any_found=bool(devices)
        )

    def _on_choice_asked(self, node: SettingRow, position: QPoint) -> None:
        """Open the menu of a setting's values."""
        page_parts.make_value_menu(self.editing, node, self._make_menu()).exec(position)

    def _on_menu_asked(self, node: SettingRow, position: QPoint) -> None:
        """Open the context menu of a setting."""
        self.make_row_menu(node).exec(position)

    def _make_menu(self) -> PopupMenu:
        """Return an empty menu."""
        return PopupMenu(self._context, self)

    def make_row_menu(self, node: SettingRow) -> PopupMenu:
        """Return the context menu of a setting."""
        callbacks = page_parts.RowCallbacks(
            self.editing.reset,
            self.browse,
            self.follow_note_link,
            lambda node: self.documentation_requested.emit(node.setting),
            lambda node: self.web_requested.emit(node.url),
        )
        return page_parts.make_row_menu(
            self.editing, node, self._make_menu(), self.copied.emit, callbacks
        )

    def make_preset_menu(self) -> PopupMenu:
        """Return the menu that selects a preset of the layer."""
        return page_parts.make_preset_menu(self.editing, self._make_menu())

    def make_copy_menu(self) -> PopupMenu:
        """Return the menu that selects which installed copy of the layer is configured."""
        return page_parts.make_copy_menu(self.editing, self._make_menu())

    def make_more_menu(self) -> PopupMenu:
        """Return the menu behind the button with dots, such as showing advanced settings."""
        menu, entry = self._make_menu(), self.editing.entry
        if not self.preview_button.isHidden():  # in large text it is far below the rows
            preview_action = menu.addAction(tr("&Try in vkcube"), self.preview_requested)
            preview_action.setEnabled(self.preview_button.isEnabled())
            menu.addSeparator()
        show_all_action = menu.addAction(tr("Show &advanced and developer settings"))
        show_all_action.setCheckable(True)
        show_all_action.setChecked(self.editing.filters.shows_all)
        show_all_action.toggled.connect(lambda is_on: self._set_show_all(is_on=is_on))
        write_action = menu.addAction(tr("&Write this layer's settings"))
        write_action.setCheckable(True)
        write_action.setChecked(entry is None or entry.writes_settings)
        write_action.toggled.connect(lambda is_on: self.editing.write_settings(is_written=is_on))
        menu.addSeparator()
        menu.addAction(tr("&Expand all"), self.view.expandAll)
        menu.addAction(tr("&Collapse all"), self.view.collapseAll)
        menu.addSeparator()
        show_again_action = menu.addAction(
            tr("&Show dismissed messages again"), self.messages.show_dismissed_again
        )
        show_again_action.setEnabled(self.messages.has_dismissed_message)
        return menu

    def browse(self, node: SettingRow) -> None:
        """Let the user choose the file or folder of a setting."""
        folder = self._session.machine.host.working_directory
        for path in choose_setting_files(self, self.editing, node, folder):
            self.editing.begin(node)
            self.editing.write(node, path)
            self.editing.finish_typing()

    def _on_reset_all_clicked(self) -> None:
        """Reset all settings; the keyboard goes on in these, since the button is used up."""
        had_focus = self.reset_all.hasFocus()
        self.editing.reset_all()
        if had_focus:
            self.view.setFocus(Qt.FocusReason.TabFocusReason)

    def follow_note_link(self, node: SettingRow, number: int) -> None:
        """Follow the link of a setting's note: go to a setting, add to a list, or repair the value.

        Args:
            node: the setting.
            number: of the note, from 0.
        """
        note = node.notes[number] if number < len(node.notes) else None
        if note is None:
            return
        if note.missing_entry:
            self.editing.include(note.target, note.missing_entry)
        elif note.target:
            self.go_to(note.target)
        else:
            self.editing.repair(node)

    # ---- messages

    def _on_message_changed(self) -> None:
        """Show the message that the layer declares for the present values."""
        message = self.messages.message
        self.message_notice.show_message(message)
        if message is not None:
            announce(
                self.message_notice, f"{strip_layer_prefix(self.editing.layer)}: {message.title}"
            )

    def _on_message_answered(self, number: int) -> None:
        """Answer the layer's message.

        Args:
            number: of the pressed button, from 0.
        """
        self.messages.answer(number, is_dismissed=self.message_notice.do_not_show_again.isChecked())
