"""Ctrl+K: finds everything that has a name by typing a part of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row, RowKind
from vkconfig_py.model.configuration import chosen_program
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.items.palette_search import EntryIndex, EntryKind, SearchEntry
from vkconfig_py.model.items.palette_sources import (
    index_all,
    list_configuration_entries,
    list_file_entries,
    list_option_entries,
    list_row_entries,
)
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.setting_names import get_platform_token
from vkconfig_py.model.session.background import Worker
from vkconfig_py.model.session.declarations import (
    LAYER_KINDS,
    ManifestLocation,
    ParsedManifest,
    find_chosen_manifest,
    find_declared,
    list_copies,
)
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.lines import join_parts
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.actions import (
    ACTION_SPECS,
    MENUS,
    Actions,
    get_purpose,
    get_words,
    render_keys,
)
from vkconfig_py.ui.widgets.basic import remove_mnemonic
from vkconfig_py.ui.widgets.choosers import SearchBox

if TYPE_CHECKING:
    from vkconfig_py.ui.window.commands import Commands
    from vkconfig_py.ui.window.window_parts import WindowParts

_HIDDEN_ACTIONS = frozenset({"search"})
# What these do to the selected configuration is named with it: Enter does it at once.
_TITLES_WITH_CONFIGURATION = {
    "configuration_delete": message("Delete “{name}”"),
    "configuration_reset": message("Reset “{name}”"),
}
_NOT_PROBED = tr("Device limits and extensions appear after Probe all (Shift+F8).")


def list_entries(session: Session, actions: Actions) -> list[SearchEntry]:
    """Return what the search finds at once: layers, configurations, commands, files."""
    snapshot = session.snapshots.shown
    rows = snapshot.rows if snapshot else ()
    workspace = session.edits.workspace
    return [
        *list_row_entries(rows),
        *list_configuration_entries(workspace),
        *list_option_entries(workspace),
        *_list_commands(actions, workspace.selected_configuration),
        *list_file_entries(rows),
    ]


def _list_commands(actions: Actions, configuration: Configuration) -> Iterator[SearchEntry]:
    """Yield the commands that can be used now, each with its menu, icon and keys.

    `configuration`: the selected one.
    """
    action_by_name = actions.map_by_name()
    for spec in ACTION_SPECS:
        action = action_by_name.get(spec.name)
        if action is None or not action.isEnabled() or spec.name in _HIDDEN_ACTIONS:
            continue
        title, keys = remove_mnemonic(action.text()), render_keys(action)
        named_title = _TITLES_WITH_CONFIGURATION.get(spec.name)
        if named_title is not None:
            title = render(named_title.with_values(name=configuration.title))
        menu = remove_mnemonic(MENUS[spec.menu])
        icon = spec.icon or "menu"
        subtitle = join_parts(tr("{menu} menu", menu=menu), get_purpose(action), separator=" · ")
        words = get_words(action)
        yield SearchEntry(
            title, subtitle, EntryKind.ACTION, spec.name, icon, keys, words, named_title is not None
        )


def _list_declared(
    snapshot: ChainSnapshot,
    configuration: Configuration,
    manifests: Mapping[ManifestLocation, ParsedManifest],
) -> Iterator[tuple[Row, DeclaredLayer]]:
    """Yield the layers whose settings are known with their rows, each copy once."""
    entries = {entry.name: entry for entry in reversed(configuration.layers)}
    listed_copies = set()
    for row in snapshot.rows:
        if row.kind not in LAYER_KINDS:
            continue
        manifest, entry = row.manifest, entries.get(row.name)
        if entry is not None and entry.copy:
            manifest = find_chosen_manifest(
                row.manifest, entry.copy, list_copies(snapshot, row.name)
            )
        if (row.name, manifest) in listed_copies:
            continue  # a row of another copy leads to the settings of the chosen one too
        listed_copies.add((row.name, manifest))
        location = ManifestLocation(snapshot.report.host.root, manifest)
        declared_layer = find_declared(manifests, location, row.name)
        if declared_layer is not None:
            yield row, declared_layer


class SearchEverything(SearchBox):
    """The search popup of Ctrl+K over all named things."""

    def __init__(
        self, context: ThemeContext, entries: Sequence[SearchEntry], parent: QWidget | None = None
    ) -> None:
        self._lacks_devices = False
        super().__init__(
            context,
            entries,
            name=tr("Search everything"),
            hint=tr("Command, layer, setting, variable, extension, limit, file"),
            parent=parent,
        )

    def read_further_entries(self, session: Session, worker: Worker) -> None:
        """Add what a thread has to list: settings, variables, extensions, values of devices."""
        snapshot = session.snapshots.shown
        devices = session.probes.find_answers(snapshot).details.devices
        self._lacks_devices = not devices
        configuration = session.edits.workspace.selected_configuration
        job = partial(
            index_all,
            self.entries,
            snapshot,
            devices,
            demo=session.machine.demo,
            # A generator: it runs where it is read.
            declared_layers=(
                _list_declared(snapshot, configuration, session.declared.read_all())
                if snapshot
                else ()
            ),
            platform=get_platform_token(session.machine.host.platform),
        )
        worker.submit(job, self._on_read)

    def describe_no_match(self, text: str) -> str:
        sentence = super().describe_no_match(text)
        return f"{sentence} {_NOT_PROBED}" if self._lacks_devices else sentence

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        # Garbage is collected much later, and with many layers these are tens of thousands.
        self.entries = ()
        self.model.show(self.entries)

    def _on_read(self, index: EntryIndex) -> None:
        """Show the further entries that a thread has read."""
        # It may have been closed meanwhile.
        if isValid(self):
            self.entries = index.entries
            current_entry = self.model.get_value(self.view.currentIndex())
            self.model.show_index(index)
            position = (
                self.model.find_index(self.model.get_key(current_entry))
                if current_entry
                else QModelIndex()
            )
            self.view.setCurrentIndex(position if position.isValid() else self.model.find_first())
            self.show_nothing()


def open_search(parts: WindowParts, commands: Commands) -> None:
    """Open the search at the top of the window, below its header."""
    window = parts.window
    box = SearchEverything(parts.context, list_entries(parts.session, parts.actions), window)
    box.chosen.connect(partial(_go_to, parts, commands))
    box.read_further_entries(parts.session, parts.worker)
    left = (window.width() - box.width()) // 2
    # A popup is a window: it is placed in coordinates of the screen.
    popup_position = QPoint(max(left, 0), parts.header.height() + 4)
    box.open_at(window.mapToGlobal(popup_position))


def _go_to(parts: WindowParts, commands: Commands, entry: SearchEntry) -> None:
    """Go to what was chosen in the search, or run it if it is a command."""
    edits, view = parts.session.edits, parts.chain.view
    row, _line, detail = entry.key.partition("\n")
    match entry.kind:
        case EntryKind.ACTION:
            parts.actions[entry.key].trigger()
        case EntryKind.LAYER:
            view.select_key(entry.key)
            parts.services.show_inspector()  # a narrow window shows only the chain
            view.setFocus()
        case EntryKind.CONFIGURATION:
            edits.select_configuration(entry.key)
        case EntryKind.OPTIONS:
            program, _line, name = entry.key.partition("\n")
            edits.do(chosen_program.choose_program_set, program, name)
            commands.show_launch_options()
        case EntryKind.SETTING:
            commands.show_setting(row, detail)
        case EntryKind.VALUE:
            setting, _line, value = detail.partition("\n")
            commands.show_setting(row, setting, value)
        case EntryKind.VARIABLE:
            commands.show_environment()
            parts.inspector.environment.go_to(entry.key)
        case EntryKind.ABSENT_LAYER:
            from vkconfig_py.ui.window.absent_layer import show_absent_layer  # seldom needed

            show_absent_layer(parts, commands.use_quick_fix, entry.key)
        case EntryKind.EXTENSION | EntryKind.LIMIT:
            _show_device_value(parts, row, detail, entry.kind)
        case _:
            commands.show_file(entry.key, 0)


def _show_device_value(parts: WindowParts, key: str, name: str, kind: EntryKind) -> None:
    """Show an extension or value of a device, or the layer that offers an extension.

    `key` is that of the row. `name` is that of the extension, or path of the value.
    """
    parts.chain.view.select_key(key)
    parts.services.show_inspector()
    row = parts.chain.view.current_row()
    if row is not None and row.kind is RowKind.DEVICE:
        inspector = parts.inspector
        extension = kind is EntryKind.EXTENSION
        inspector.show_tab(InspectorPage.EXTENSIONS if extension else InspectorPage.EVERYTHING)
        pages = inspector.probing
        (pages.extensions if extension else pages.entries).go_to(name)
