"""The panel "Layers", and what its buttons do."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.catalog.folder_scan import MAX_UNASKED, FoundLayerFolders
from vkconfig_py.model.catalog.layer_copies import AddedSource, CopyAction, LayerCopy, SourceAction
from vkconfig_py.model.chain.snapshot_values import Row, RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.layer_settings import setting_edits
from vkconfig_py.model.session.catalog_scan import CollectionScan
from vkconfig_py.model.text.wording import strip_layer_prefix
from vkconfig_py.ui.panels.collection_panel import CollectionPanel
from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.widgets.file_dialogs import choose_file, choose_folder

if TYPE_CHECKING:
    from vkconfig_py.model.session.edits import UndoStep
    from vkconfig_py.ui.window.commands import Commands
    from vkconfig_py.ui.window.diagnosis_commands import ProblemCommands
    from vkconfig_py.ui.window.window_parts import WindowParts

_SEARCH_NOTE_MS = 1000  # after which a search for layers is told
_MANIFEST_FILTER = tr("Layer manifests (*.json);;All files (*)")
# Titles of dialogs, by whether a folder is chosen and whether its layers are implicit.
_CHOOSER_TITLES = {
    (True, False): tr("Explicit layer folder"),
    (True, True): tr("Implicit layer folder"),
    (False, False): tr("Explicit layer manifest"),
    (False, True): tr("Implicit layer manifest"),
}


def make_collection_panel(parts: WindowParts) -> CollectionPanel:
    """Make the panel with its scan of the folders that the user added."""
    session = parts.session
    collection_scan = CollectionScan(session.shared, session.edits, session.snapshots, parts.window)
    parts.services.closed.connect(collection_scan.close)
    home = session.machine.host.environment.get("HOME", "")
    panel = CollectionPanel(parts.context, collection_scan, home)
    session.exchange.file_opened.connect(panel.announce_opened_file)
    return panel


class _AddedFolders(NamedTuple):
    """Folders or manifests that were added.

    Attributes:
        text: what a message calls them.
        step: with which they were added.
    """

    paths: tuple[str, ...]
    text: str
    step: UndoStep | None


class CollectionCommands(QObject):
    """Adds, turns off and removes folders and copies of layers, one undo step each."""

    def __init__(
        self,
        parts: WindowParts,
        panel: CollectionPanel,
        commands: Commands,
        problems: ProblemCommands,
    ) -> None:
        super().__init__(panel)
        self._parts = parts
        self._window = parts.window
        self._problems = problems
        self._session = parts.session
        self._panel = panel
        self._commands = commands
        panel.add_requested.connect(self._choose)
        panel.register_requested.connect(self._choose_registered)
        self._session.exchange.manifest_dropped.connect(self._offer_registration)
        panel.copy_used.connect(self._use_copy)
        panel.source_used.connect(self._use_place)
        panel.kind_requested.connect(self._toggle_implicit)
        panel.folder_requested.connect(commands.open_folder)
        panel.copied.connect(commands.copy)
        self._search_count = 0  # searches under way
        self._added_folders: _AddedFolders | None = None  # until a snapshot has their layers
        self._session.snapshots.shown_changed.connect(self._show_added)

    def _choose(self, folder: bool, is_implicit: bool) -> None:
        """Let the user choose a folder or manifest of layers, and add it.

        Args:
            folder: choose a folder.
            is_implicit: its layers are implicit.
        """
        title = _CHOOSER_TITLES[folder, is_implicit]
        initial_folder = self._session.machine.host.working_directory
        if folder:
            path = choose_folder(self._window, title, initial_folder)
        else:
            path = choose_file(self._window, title, initial_folder, _MANIFEST_FILTER)
        if path and folder:
            self.add_folders([path], is_implicit=is_implicit)
        elif path:
            self._add((CollectionSource(path, is_implicit),))

    def _choose_registered(self, is_implicit: bool) -> None:
        """Let the user choose a manifest, and register it for all programs."""
        title = (
            tr("Register an implicit layer") if is_implicit else tr("Register an explicit layer")
        )
        initial_folder = self._session.machine.host.working_directory
        path = choose_file(self._window, title, initial_folder, _MANIFEST_FILTER)
        if path:
            self._register(path, is_implicit=is_implicit)

    def _offer_registration(self, path: str, is_implicit: bool) -> None:
        """Offer to register a manifest that was dropped on the panel, for every program."""
        register = partial(self._register, path, is_implicit=is_implicit)
        self._parts.status_bar.offer_command(tr("Register for all programs"), register)

    def _register(self, path: str, *, is_implicit: bool) -> None:
        """Register a manifest for every program of the user."""
        snapshot = self._session.snapshots.current
        if snapshot is not None:
            self._panel.follow_registered(PurePath(path).name)
            self._session.fixes.register(path, snapshot.request, is_implicit=is_implicit)

    def _change_manifest(self, copy: LayerCopy, action: CopyAction) -> None:
        """Register the manifest of a copy, take a registered one away, or move another aside."""
        if action is CopyAction.REGISTER:
            self._register(copy.file, is_implicit=copy.is_implicit)
            return
        name = PurePath(copy.file).name
        label = tr("Move {name} aside", name=name)
        if copy.is_registered:
            label = tr("Unregister {name}", name=name)
        self._session.fixes.move_aside(copy.file, label, self._commands.copy)

    def add_folders(self, folders: Sequence[str], *, is_implicit: bool = False) -> None:
        """Add folders with layers, or for one without manifests its subfolders that have some.

        `is_implicit` says that their layers are implicit.
        """
        self._panel.collecting.search_folders(folders, partial(self._on_searched, is_implicit))
        self._search_count += 1
        QTimer.singleShot(_SEARCH_NOTE_MS, self, self._report_search)

    def _report_search(self) -> None:
        """Say that folders are still being searched, unless the open panel shows how far."""
        if self._search_count and not self._panel.isVisible():
            self._parts.status_bar.show_toast(tr("Searching folders for layers…"))
            self._parts.status_bar.offer_command(tr("Cancel"), self._panel.collecting.cancel)

    def _on_searched(self, is_implicit: bool, results: Sequence[FoundLayerFolders]) -> None:
        """Add the folders in which layers were found, after questions about others.

        `is_implicit` says that their layers are implicit.
        """
        self._search_count -= 1
        # Part of a folder tree would look like all of it.
        if not all(result.is_complete for result in results):
            self._parts.status_bar.show_toast(tr("Canceled. Nothing was added."))
            return
        paths: list[str] = []
        for result in results:
            if result.folders:
                paths += result.folders
            # An empty folder may be meant for layers that are installed later.
            elif messages.ask_add_empty(self._window, result):
                paths.append(result.top_folder)
        # Folders inside each other may find the same ones.
        paths = list(dict.fromkeys(paths))
        if len(paths) > MAX_UNASKED and not messages.ask_add_many(self._window, paths):
            self._parts.status_bar.show_toast(tr("Nothing was added."))
        elif paths:
            self._add(tuple(CollectionSource(path, is_implicit) for path in paths))

    def _add(self, sources: tuple[CollectionSource, ...]) -> None:
        """Add folders or manifests of layers; once their layers have rows, a message says so."""
        is_new = self._session.edits.do(workspace_edits.add_sources, sources)
        number = len(sources)
        sources_text = (
            sources[0].path if number == 1 else counted("{n} folders", "{n} folder", number)
        )
        if not is_new:
            self._parts.status_bar.show_toast(tr("Already added: {what}", what=sources_text))
        else:
            paths = tuple(source.path for source in sources)
            self._panel.announce_added(paths)
            self._added_folders = _AddedFolders(paths, sources_text, self._session.edits.last_step)

    def _show_added(self) -> None:
        """Select the first layer of what was added once it has a row, and offer the next step."""
        snapshot, added = self._session.snapshots.shown, self._added_folders
        if added is None or snapshot is None:
            return
        paths = added.paths
        configuration = snapshot.request.configuration
        if not set(paths) <= {*configuration.sources, *configuration.implicit_sources}:
            return  # of an earlier state
        self._added_folders = None
        rows = [row for row in snapshot.rows if _is_layer_of(row, paths)]
        if rows and self._parts.chain.view.select_key(rows[0].key):
            # The keyboard follows to the row, and the message leaves it in view.
            self._parts.chain.view.setFocus()
        text = tr("Added: {what}", what=added.text)
        if layer_count := len({row.name for row in rows}):
            text = counted(
                "Added {n} layers from {what}", "Added {n} layer from {what}", layer_count,
                what=added.text,
            )  # fmt: skip
        is_last = added.step is self._session.edits.last_step
        self._parts.status_bar.show_toast(text, undo=is_last)
        off_layers = tuple(dict.fromkeys(row.name for row in rows if row.kind is RowKind.OFF_LAYER))
        may_turn_on = all(LayerControl.ON in row.controls for row in rows)
        if off_layers and may_turn_on and len(off_layers) == layer_count:
            edits = self._session.edits
            turn_on = partial(edits.do, workspace_edits.turn_on_layers, off_layers)
            text = (
                tr("Turn on {layer}", layer=strip_layer_prefix(off_layers[0]))
                if layer_count == 1
                else tr("Turn on all")
            )
            self._parts.status_bar.offer_command(text, turn_on, partial(edits.are_on, off_layers))
        elif not self._panel.isVisible():
            self._parts.status_bar.offer_command(
                tr("Show in Layers"), self._show_panel, is_brief=True
            )

    def _show_panel(self) -> None:
        """Open the panel Layers, and give it the keyboard."""
        self._parts.docks.open("collection")
        self._parts.docks.focus_panel("collection")

    def _use_place(self, added_source: AddedSource, action: SourceAction) -> None:
        """Do what a button of an added folder or manifest says."""
        path = added_source.source.path
        if action is SourceAction.REMOVE:
            self._remove(path)
        else:
            is_on = action is SourceAction.TURN_ON
            self._session.edits.do(workspace_edits.enable_source, path, is_on=is_on)

    def _remove(self, path: str) -> None:
        """Remove an added folder or manifest, and offer Undo."""
        self._session.edits.do(workspace_edits.remove_source, path)
        self._parts.status_bar.show_toast(tr("Removed: {path}", path=path), undo=True)

    def _toggle_implicit(self, added_source: AddedSource) -> None:
        """Treat the layers of an added place as implicit, or as explicit again."""
        self._session.edits.do(workspace_edits.switch_source_kind, added_source.source.path)

    def _use_copy(self, copy: LayerCopy, action: CopyAction) -> None:
        """Do what a button of a layer's copy says."""
        edits = self._session.edits
        match action:
            case CopyAction.SHOW:
                self._show(copy)
            case CopyAction.PROBLEM:
                self._problems.show_problem(copy.row_key or f"file:{copy.file}")
            case CopyAction.REMOVE:
                self._remove(copy.added_source)
            case CopyAction.USE:
                edits.do(setting_edits.choose_copy, copy.name, copy.file)
            case CopyAction.USE_FIRST:
                edits.do(setting_edits.choose_copy, copy.name, "")
            case CopyAction.LEAVE_OUT:
                edits.do(workspace_edits.exclude_manifest, copy.added_source, copy.file)
            case CopyAction.TAKE_IN:
                edits.do(workspace_edits.include_manifest, copy.added_source, copy.file)
            case CopyAction.TURN_ON:
                edits.do(workspace_edits.enable_source, copy.added_source, is_on=True)
            case _:
                self._change_manifest(copy, action)

    def _show(self, copy: LayerCopy) -> None:
        """Select and focus the row of a layer's copy in the chain."""
        self._parts.chain.view.select_key(copy.row_key)
        self._parts.services.show_inspector()
        # The keyboard follows to the row, or it would stay in a panel that shows something else.
        self._parts.chain.view.setFocus()


def _is_layer_of(row: Row, paths: Sequence[str]) -> bool:
    """Return whether a row shows a layer whose manifest is one of the paths, or in one of them."""
    search_paths = (row.manifest, *map(str, PurePath(row.manifest).parents))
    is_layer = row.kind in (RowKind.LAYER, RowKind.OFF_LAYER, RowKind.BROKEN)
    return is_layer and any(path in search_paths for path in paths)
