"""Commands and menu of a configuration, and the selected row that is remembered for each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint

from vkconfig_py.language.sentences import Message, tr
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import UNLISTED, Configuration, LayerControl
from vkconfig_py.model.configuration.configuration_json import (
    export_configuration,
    make_export_file_name,
)
from vkconfig_py.model.configuration.workspace import make_portable
from vkconfig_py.model.configuration.workspace_edits import BUILT_IN_NAME_FIXED
from vkconfig_py.model.files.atomic_files import try_write
from vkconfig_py.model.formats.foreign_files import RenderedFile
from vkconfig_py.model.layer_settings.known_layers import find_source
from vkconfig_py.model.text.wording import get_display_names
from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.widgets.basic import escape_menu_text
from vkconfig_py.ui.widgets.file_dialogs import choose_file, choose_files, choose_save_path
from vkconfig_py.ui.widgets.menus import PopupMenu
from vkconfig_py.ui.widgets.messages import OpenedNotes

if TYPE_CHECKING:
    from vkconfig_py.model.formats.foreign_files import OpenedFile
    from vkconfig_py.ui.window.compare_commands import CompareCommands
    from vkconfig_py.ui.window.documentation_commands import GenerateCommands
    from vkconfig_py.ui.window.window_parts import WindowParts

_OPEN_FILTER = tr(
    "Configurations and settings (*.json *.zip *.txt *.sh *.bat *.cmd *.fish *.ps1);;All files (*)"
)
_SETTINGS_FILTER = tr("Layer settings (vk_layer_settings.txt *.txt);;All files (*)")
_EXPORT_FILTERS = ";;".join((tr("Configuration (*.json)"), tr("VkConfig configuration (*.json)")))
_ARCHIVE_FILTER = tr("Configuration with its layers (*.zip)")
_Command = Callable[[str], None]
_IMPORT_FOLDER, _EXPORT_FOLDER = "window/import_folder", "window/export_folder"


class SelectionMemory(QObject):
    """Remembers the selected row of each configuration, also after a restart."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        self._shown_key = parts.session.edits.workspace.selected_configuration.key
        parts.chain.view.row_selected.connect(self._on_row_selected)
        parts.session.edits.workspace_changed.connect(self._on_workspace_changed)

    def _on_row_selected(self, key: str) -> None:
        """Remember the row that the user selected in the shown configuration."""
        if self._shown_key == self._parts.session.edits.workspace.selected_configuration.key:
            # A path in it may hold bytes that are no text; the file is ASCII.
            text = key.encode("utf-8", "backslashreplace").decode()
            self._parts.state.set_selected_row(self._shown_key, text)

    def _on_workspace_changed(self) -> None:
        """Select the row that is remembered for a newly selected configuration."""
        current = self._parts.session.edits.workspace.selected_configuration.key
        if current == self._shown_key:
            return
        self._shown_key = current
        if key := self._parts.state.get_selected_row(current) or self._find_first_own_row():
            self._parts.chain.view.select_in_next_snapshot(
                key
            )  # the rows in view are of the other one

    def _find_first_own_row(self) -> str:
        """Return the key of the first layer that the configuration turns on, "" to stay.

        Its settings are what such a configuration was chosen for. A row that it has too stays.
        """
        configuration = self._parts.session.edits.workspace.selected_configuration
        row = self._parts.chain.view.current_row()
        if row is not None and configuration.find_entry(row.name) is not None:
            return ""
        names = (
            entry.name
            for entry in configuration.layers
            if entry.control is LayerControl.ON and entry.name != UNLISTED
        )
        name = next(names, "")
        return f"layer:{name}" if name else ""


def _is_last_filter(filters: str, selected_key: str) -> bool:
    """Return whether the last one of a file dialog's filters was selected.

    Args:
        filters: all filters, as the dialog got them.
        selected_key: the selected one.
    """
    return filters.endswith(f";;{selected_key}")


class ConfigurationCommands(QObject):
    """Commands on the configuration of a key."""

    def __init__(
        self, parts: WindowParts, generate: GenerateCommands, compare: Callable[[], CompareCommands]
    ) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        self._generate = generate
        self._compare = compare
        self._session = parts.session
        pane = parts.configurations
        pane.menu_requested.connect(self.show_menu)
        pane.delete_requested.connect(
            lambda: self.delete(self._session.edits.workspace.selected_configuration.key)
        )
        self._arrived_layers: frozenset[str] = frozenset()
        self._notes: OpenedNotes | None = None  # made when it is first needed
        exchange = self._session.exchange
        exchange.file_opened.connect(self._on_file_opened)
        exchange.changed.connect(parts.status_bar.offer_undo)
        exchange.layers_arrived.connect(self._on_layers_arrived)
        self._session.snapshots.shown_changed.connect(self._show_arrived)
        exchange.layers_missing.connect(self._on_layers_missing)
        exchange.idle_settings_opened.connect(self._on_settings_idle)

    def run_on_selected(self, command: _Command) -> None:
        """Call a command with the key of the selected configuration."""
        command(self._session.edits.workspace.selected_configuration.key)

    def show_menu(self, key: str, position: QPoint) -> None:
        """Open the menu of a configuration at a point of the screen."""
        self.make_menu(key).exec(position)

    def make_menu(self, key: str) -> PopupMenu:
        """Return the menu of a configuration, or with "" that of the list."""
        menu = PopupMenu(self._parts.context, self._window)
        menu.setToolTipsVisible(True)
        configuration = self._session.edits.workspace.find_configuration(key)
        menu.addAction(tr("New"), self.add_new)
        menu.addSeparator()
        if configuration is not None:
            self._add_edits(menu, configuration)
            self._add_settings_file(menu, configuration)
            self._add_resets(menu, configuration)
        menu.addAction(tr("Reset all built-in configurations"), self.reset_built_in)
        menu.addSeparator()
        menu.addAction(tr("Import…"), self.import_file)
        if configuration is not None:
            menu.addAction(tr("Export…"), partial(self.export, key))
            menu.addAction(tr("Export with layers…"), partial(self.export_with_layers, key))
            menu.addAction(tr("Generate…"), partial(self._generate.open, key))
            menu.addAction(tr("Compare…"), lambda: self._compare().open_configuration(key))
        return menu

    def _add_edits(self, menu: PopupMenu, configuration: Configuration) -> None:
        """Add the entries that rename, duplicate, move or delete a configuration."""
        rename_action = menu.addAction(tr("Rename"), partial(self.rename, configuration.key))
        rename_action.setEnabled(not configuration.built_in)
        rename_action.setToolTip(BUILT_IN_NAME_FIXED if configuration.built_in else "")
        menu.addAction(tr("Duplicate"), partial(self.duplicate, configuration.key))
        for text, step in ((tr("Move up"), -1), (tr("Move down"), 1)):
            move_action = menu.addAction(
                text,
                partial(
                    self._session.edits.do,
                    workspace_edits.step_configuration,
                    configuration.key,
                    step,
                ),
            )
            siblings = self._session.edits.workspace.list_same_kind(configuration.key)
            move_action.setEnabled(configuration is not siblings[0 if step < 0 else -1])
        menu.addAction(tr("Delete"), partial(self.delete, configuration.key))
        menu.addSeparator()

    def _add_settings_file(self, menu: PopupMenu, configuration: Configuration) -> None:
        """Add the entries that use, or stop using, a vk_layer_settings.txt of the user."""
        use = partial(self.use_settings_file, configuration.key)
        menu.addAction(tr("Use an existing vk_layer_settings.txt…"), use)
        if configuration.settings_file:
            name = escape_menu_text(configuration.settings_file.rpartition("/")[2])
            stop_using = partial(
                self._session.edits.do, workspace_edits.set_settings_file, configuration.key, ""
            )
            menu.addAction(tr("Stop using {name}", name=name), stop_using)
        menu.addSeparator()

    def _add_resets(self, menu: PopupMenu, configuration: Configuration) -> None:
        """Add the entries that reset the layer order or the whole configuration."""
        order_action = menu.addAction(
            tr("Reset layer order"), partial(self.forget_order, configuration.key)
        )
        order_action.setEnabled(configuration.without_order() != configuration)
        reset_action = menu.addAction(
            tr("Reset configuration"), partial(self.reset, configuration.key)
        )
        reset_action.setToolTip(self._parts.actions["configuration_reset"].toolTip())
        reset_action.setEnabled(
            not configuration.built_in or self._session.edits.is_edited(configuration.key)
        )

    # ---- what the entries do

    def add_new(self) -> None:
        """Add a configuration, and begin to rename it in place."""
        self._session.edits.do(workspace_edits.add_configuration, tr("New configuration"))
        self._start_naming()

    def duplicate(self, key: str) -> None:
        """Add a copy of a configuration, and begin to rename it in place."""
        self._session.edits.do(workspace_edits.duplicate_configuration, key)
        self._start_naming()

    def _start_naming(self) -> None:
        """Edit the name of the selected configuration in the list, if that is visible."""
        # Where the list is hidden the name is given later: a dialog would be in the way.
        if self._parts.configurations.isVisible():
            self._parts.configurations.rename(
                self._session.edits.workspace.selected_configuration.key
            )

    def move_selected(self, direction: int) -> None:
        """Move the selected configuration up (-1) or down (+1)."""
        edits = self._session.edits
        edits.do(
            workspace_edits.step_configuration,
            edits.workspace.selected_configuration.key,
            direction,
        )

    def rename(self, key: str) -> None:
        """Rename a configuration in the list, or with a dialog if the list is hidden."""
        pane = self._parts.configurations
        configuration = self._session.edits.workspace.find_configuration(key)
        if configuration is None:
            return
        if configuration.built_in:
            self._parts.status_bar.show_toast(BUILT_IN_NAME_FIXED)
            return
        # An editor of a hidden list would never be seen.
        if pane.isVisible():
            pane.rename(key)
            return
        name = messages.ask_name(self._window, tr("Rename"), tr("Name"), configuration.name)
        if name:
            self._session.edits.do(workspace_edits.rename_configuration, key, name)

    def delete(self, key: str) -> None:
        """Delete a configuration, and offer Undo."""
        sentence = tr("Deleted “{name}”.", name=self._get_name(key))
        edits = self._session.edits
        if edits.do(workspace_edits.delete_configuration, key, edits.shipped):
            self._parts.status_bar.show_toast(sentence, undo=True)

    def reset(self, key: str) -> None:
        """Reset a configuration to its shipped or default state, and offer Undo."""
        sentence = tr("Reset “{name}”.", name=self._get_name(key))
        edits = self._session.edits
        if edits.do(workspace_edits.reset_configuration, key, edits.shipped):
            self._parts.status_bar.show_toast(sentence, undo=True)

    def _get_name(self, key: str) -> Message | str:
        """Return the name of the configuration with a key, "" if there is none."""
        configuration = self._session.edits.workspace.find_configuration(key)
        return configuration.title if configuration is not None else ""

    def reset_built_in(self) -> None:
        """Reset all built-in configurations to their shipped state."""
        edits = self._session.edits
        is_changed = edits.do(workspace_edits.reset_built_in, edits.shipped)
        text = (
            tr("Reset the built-in configurations.")
            if is_changed
            else tr("The built-in configurations are unchanged.")
        )
        self._parts.status_bar.show_toast(text, undo=is_changed)

    def forget_order(self, key: str) -> None:
        """Reset the layer order of a configuration to that of the loader."""
        configuration = self._session.edits.workspace.find_configuration(key)
        if configuration is not None:
            self._session.edits.do(
                workspace_edits.make_change,
                configuration.without_order(),
                tr("Reset layer order of “{name}”", name=configuration.title),
            )

    def _find_import_folder(self) -> str:
        """Return the folder from which the user last opened a file."""
        machine = self._session.machine
        return self._parts.state.get_text(_IMPORT_FOLDER) or machine.host.working_directory

    def use_settings_file(self, key: str) -> None:
        """Let the user choose a vk_layer_settings.txt for a configuration."""
        folder = self._find_import_folder()
        title = tr("Settings file")
        path = choose_file(self._window, title, folder, _SETTINGS_FILTER)
        if path:
            self._session.edits.do(workspace_edits.set_settings_file, key, path)

    def import_file(self) -> None:
        """Let the user choose files to open, such as exported configurations."""
        state = self._parts.state
        folder = self._find_import_folder()
        paths = choose_files(self._window, tr("Import"), folder, _OPEN_FILTER)
        if paths:
            # Remembered by us: what a file dialog remembers differs from desktop to desktop.
            state.set_value(_IMPORT_FOLDER, str(Path(paths[0]).parent))
            self._session.exchange.open_paths(paths)

    def export(self, key: str) -> None:
        """Let the user choose where a configuration is exported, and write it."""
        workspace, state = self._session.edits.workspace, self._parts.state
        configuration = workspace.find_configuration(key)
        if configuration is None:
            return
        folder = Path(state.get_text(_EXPORT_FOLDER) or self._session.machine.home)
        suggested_path = folder / make_export_file_name(configuration)
        title = tr("Export “{name}”", name=configuration.title)
        choice = choose_save_path(self._window, title, suggested_path, _EXPORT_FILTERS)
        if choice is None:
            return
        path = choice.path
        state.set_value(_EXPORT_FOLDER, str(Path(path).parent))
        if _is_last_filter(_EXPORT_FILTERS, choice.filter):
            self._session.exchange.export_to_vkconfig(
                key, partial(self._write, configuration.title, path)
            )
        else:
            content = export_configuration(make_portable(configuration, workspace))
            self._write(configuration.title, path, RenderedFile(content), key)

    def export_with_layers(self, key: str) -> None:
        """Let the user choose where a configuration is exported with its layers, and write it."""
        from vkconfig_py.model.exchange.layer_archive import ARCHIVE_SUFFIX

        configuration = self._session.edits.workspace.find_configuration(key)
        if configuration is None:
            return
        state = self._parts.state
        folder = Path(state.get_text(_EXPORT_FOLDER) or self._session.machine.home)
        suggested_path = folder / make_export_file_name(configuration, ARCHIVE_SUFFIX)
        title = tr("Export “{name}” with its layers", name=configuration.title)
        choice = choose_save_path(self._window, title, suggested_path, _ARCHIVE_FILTER)
        if choice is not None:
            state.set_value(_EXPORT_FOLDER, str(Path(choice.path).parent))
            self._session.exchange.export_with_layers(
                key, partial(self._write, configuration.title, choice.path)
            )

    def _write(
        self, name: Message | str, path: str, rendered_file: RenderedFile, key: str = ""
    ) -> None:
        """Write an exported configuration on the worker.

        `name` is that of the configuration; `key` too, if its layers could be exported with it.
        """
        # Off the GUI thread: the file may be on a slow stick or a network.
        write = partial(try_write, Path(path), rendered_file.content)
        self._parts.worker.submit(write, partial(self._on_written, name, path, rendered_file, key))

    def _on_written(
        self, name: Message | str, path: str, rendered_file: RenderedFile, key: str, error: str
    ) -> None:
        """Say that a configuration was exported, and what was left out, or the error.

        `key`: its layers are offered to be exported with it; "" for none.
        """
        from vkconfig_py.model.exchange.import_report import (
            render_exported_file,
            render_layers_left_behind,
        )

        if error:
            self._parts.status_bar.show_toast(
                tr("Cannot write {path}: {error}", path=path, error=error), tone="error"
            )
        else:
            tone = "warn" if rendered_file.notes else "neutral"
            sentence = render_exported_file(name, path, rendered_file)
            layers = self._session.exchange.list_added_layers(key) if key else ()
            if layers:
                names = get_display_names([layer.name for layer in layers])
                sentence = f"{sentence} {render_layers_left_behind(names)}"
            self._parts.status_bar.show_toast(sentence, tone=tone)
            if layers:
                self._parts.status_bar.offer_command(
                    tr("Export with layers…"), partial(self.export_with_layers, key)
                )

    def _on_layers_arrived(self, layers: frozenset[str]) -> None:
        """Select the layers that an opened file brought."""
        self._arrived_layers = layers
        shown_snapshot = self._session.snapshots.shown
        # A snapshot from before may have a row of that name, of a manifest that is gone by now.
        if (
            shown_snapshot is not None
            and shown_snapshot.request == self._session.requests.make_request()
        ):
            self._show_arrived()

    def _show_arrived(self) -> None:
        """Select the first layer of an opened file once the shown snapshot has it."""
        snapshot = self._session.snapshots.shown
        rows = snapshot.rows if snapshot and self._arrived_layers else ()
        arrived_row = next(
            (row for row in rows if {row.name, row.manifest} & self._arrived_layers), None
        )
        if arrived_row is not None and self._parts.chain.view.select_key(arrived_row.key):
            self._arrived_layers = frozenset()

    def _on_layers_missing(self, layers: tuple[str, ...]) -> None:
        """Offer the page of a known layer that is not installed, or to add a folder that has it."""
        bar, source = self._parts.status_bar, find_source(layers[0])
        if source is None:
            bar.offer_command(tr("Add layer folder…"), self._parts.actions["source_folder"].trigger)
        else:
            bar.offer_command(
                tr("Get it from {maker}", maker=source.maker), partial(bar.open_page, source.page)
            )

    def _on_settings_idle(self, layers: tuple[str, ...]) -> None:
        """Offer to turn on the layers whose settings were opened without any effect."""
        turn_on = partial(self._session.exchange.turn_on, layers)
        self._parts.status_bar.offer_command(
            tr("Turn on"), turn_on, partial(self._session.edits.are_on, layers)
        )

    def _on_file_opened(self, path: str, opened_file: OpenedFile, _changed: bool) -> None:
        """Show the notes of an opened file, or why it was refused."""
        if opened_file.notes or opened_file.refusal:
            self._show_notes(path, opened_file)

    def _show_notes(self, path: str, opened_file: OpenedFile) -> None:
        """Add notes of an opened file to their box."""
        if self._notes is None:
            self._notes = OpenedNotes(self._parts.context, self._window)
        self._notes.add_notes(path, opened_file)
