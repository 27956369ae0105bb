"""Opens files of other programs, and exports configurations for VkConfig."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration.workspace import make_portable
from vkconfig_py.model.session.background import SlowTask
from vkconfig_py.model.text.wording import get_display_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.loader.manifests.layer import LayerManifest
    from vkconfig_py.loader.rules.loader_report import LoaderReport
    from vkconfig_py.model.exchange.dropped_files import DroppedContent, DropTarget
    from vkconfig_py.model.files.paths import StatePaths
    from vkconfig_py.model.formats.foreign_files import RenderedFile
    from vkconfig_py.model.session.background import SharedServices
    from vkconfig_py.model.session.edits import Edits
    from vkconfig_py.model.session.snapshots import ChainSnapshots


class FileExchange(QObject):
    """Opens override manifests, settings files and files of VkConfig as configurations.

    Signals:
        file_opened: a file was opened or refused, after `message`: its path, the result
            (foreign_files.OpenedFile), and whether the workspace changed.
        message: a sentence for the user (text, tone).
        changed: opened files changed the workspace, after `message`.
        folders_arrived: folders to search for layers were opened (a list of paths).
        manifest_dropped: a layer manifest was dropped on the layers, after `message`: its path, and
            whether its layers are implicit.
        report_arrived: a report was opened, to be shown as another machine (its path).
        layers_arrived: layers of opened manifests and settings files, to be shown: their names and
            manifests (a set).
        layers_missing: layers that opened configurations need and that are not installed (a tuple).
        idle_settings_opened: layers whose opened settings do nothing, since they are off (a tuple).
    """

    file_opened = Signal(str, object, bool)
    changed = Signal()
    folders_arrived = Signal(list)
    manifest_dropped = Signal(str, bool)
    report_arrived = Signal(str)
    layers_arrived = Signal(object)
    layers_missing = Signal(object)
    idle_settings_opened = Signal(object)
    message = Signal(str, str)

    def __init__(
        self,
        shared_services: SharedServices,
        edits: Edits,
        snapshots: ChainSnapshots,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._reads = shared_services.reads
        self._host, self._paths = shared_services.machine.host, shared_services.machine.paths
        self._edits = edits
        self._snapshots = snapshots

    def open_paths(self, paths: Sequence[str], drop_target: DropTarget | None = None) -> None:
        """Open files that were named, dropped or chosen. Folders are reported by a signal.

        The disk is read on a separate thread: a network folder that does not respond blocks neither
        the window nor other jobs. Several files are one undo step. `drop_target` is where they were
        dropped; None adds them to the configurations.
        """
        task = self.read(paths, partial(self._on_opened, drop_target), unpacks_archive=True)
        task.became_slow.connect(lambda: self.message.emit(_describe_delay(paths), "neutral"))

    def read(
        self,
        paths: Sequence[str],
        deliver: Callable[[DroppedContent], None],
        *,
        unpacks_archive: bool = False,
    ) -> SlowTask:
        """Read files on a separate thread, without adding anything.

        `unpacks_archive`: the layers of archives are written to the user's configuration folder.
        """
        state_paths = self._paths if unpacks_archive else None
        job = partial(_open_all_paths, tuple(paths), self._host, self._inventory(), state_paths)
        task = SlowTask("files", self)
        task.run(job, deliver)
        return task

    def _on_opened(self, drop_target: DropTarget | None, dropped_content: DroppedContent) -> None:
        """Add files that were read to the workspace, and report folders."""
        from vkconfig_py.model.exchange.dropped_files import find_registrable_manifest
        from vkconfig_py.model.formats.foreign_files import ForeignKind

        if dropped_content.folders:
            self.folders_arrived.emit(list(dropped_content.folders))
        files = tuple(
            entry
            for entry in dropped_content.opened_files
            if entry[1].kind is not ForeignKind.REPORT
        )
        if files:
            self._apply_and_report(dropped_content._replace(opened_files=files), drop_target)
            if drop_target and (manifest := find_registrable_manifest(files, drop_target)):
                self.manifest_dropped.emit(manifest.path, manifest.implicit)
        if len(files) < len(dropped_content.opened_files):  # one at a time can be shown: the last
            reports = [
                path
                for path, opened_file in dropped_content.opened_files
                if opened_file.kind is ForeignKind.REPORT
            ]
            self.report_arrived.emit(reports[-1])

    def _apply_and_report(
        self, dropped_content: DroppedContent, drop_target: DropTarget | None
    ) -> None:
        """Add the configurations in opened files to the workspace, as one undo step."""
        from vkconfig_py.model.exchange.dropped_files import (
            DropTarget,
            apply_drop,
            find_chosen_program,
            list_dropped_layers,
            render_drop_result,
        )
        from vkconfig_py.model.exchange.import_report import (
            find_idle_layers,
            render_idle_layers,
            render_missing_layers,
            render_opened_files,
        )

        drop_target = drop_target or DropTarget.CONFIGURATIONS
        edits, files = self._edits, dropped_content.opened_files
        workspace = edits.workspace
        names = {configuration.name for configuration in workspace.configurations}
        change = apply_drop(workspace, dropped_content, drop_target, edits.shipped)
        edits.commit(change)
        is_new = change is not None
        current_configuration = edits.workspace.selected_configuration
        sentence = render_drop_result(
            dropped_content, drop_target, current_configuration, is_new=is_new
        )
        if sentence and (
            drop_target is DropTarget.PROGRAM or find_chosen_program(dropped_content, drop_target)
        ):
            files = ()  # read as configurations only to show what they are
        if not sentence:
            sentence = render_opened_files(files, names, current_configuration, is_new=is_new)
        absent_layers = tuple(
            dict.fromkeys(
                name for _path, opened_file in files for name in opened_file.missing_layers
            )
        )
        if absent_layers:
            sentence = f"{sentence} {render_missing_layers(get_display_names(absent_layers))}"
        has_notes = bool(absent_layers) or any(
            opened_file.refusal or opened_file.notes for _path, opened_file in files
        )
        idle_layers = find_idle_layers(
            (opened_file for _path, opened_file in files),
            current_configuration,
            self._list_off_layers(),
        )
        if idle_layers:
            sentence = f"{sentence} {render_idle_layers(idle_layers)}"
        self.message.emit(sentence, "warn" if has_notes or idle_layers else "neutral")
        for path, opened_file in files:
            self.file_opened.emit(path, opened_file, is_new)
        if is_new:
            self.changed.emit()
        if is_new and (layers := list_dropped_layers(dropped_content)):
            self.layers_arrived.emit(layers)
        if absent_layers:
            self.layers_missing.emit(absent_layers)
        if idle_layers:
            self.idle_settings_opened.emit(idle_layers)

    def turn_on(self, names: Sequence[str]) -> None:
        """Turn on layers whose imported settings have no effect yet."""
        from vkconfig_py.model.exchange.import_report import turn_on_layers

        self._edits.commit(turn_on_layers(self._edits.workspace, names))

    def _list_off_layers(self) -> tuple[str, ...]:
        """Return the names of installed layers that do not load."""
        snapshot = self._snapshots.current
        rows = snapshot.rows if snapshot else ()
        return tuple(row.name for row in rows if row.kind is RowKind.OFF_LAYER)

    def export_to_vkconfig(self, key: str, deliver: Callable[[RenderedFile], None]) -> None:
        """Write a configuration to a file that VkConfig imports, off the GUI thread."""
        from vkconfig_py.model.exchange.open_file import export_to_vkconfig

        configuration = self._edits.workspace.find_configuration(key)
        if configuration is not None:
            configuration = make_portable(configuration, self._edits.workspace)
            self._reads.submit(
                partial(export_to_vkconfig, configuration, self._host, self._inventory()), deliver
            )

    def list_added_layers(self, key: str) -> tuple[LayerManifest, ...]:
        """Return the layers of a configuration that are in folders which the user added."""
        from vkconfig_py.model.exchange.layer_archive import list_added_layers

        workspace, inventory = self._edits.workspace, self._inventory()
        configuration = workspace.find_configuration(key)
        if configuration is None or inventory is None:
            return ()
        return list_added_layers(configuration, workspace.sources, inventory)

    def export_with_layers(self, key: str, deliver: Callable[[RenderedFile], None]) -> None:
        """Write a configuration and its layers of added folders to an archive, on a worker."""
        from vkconfig_py.model.exchange.layer_archive import make_layer_reader, render_archive

        configuration = self._edits.workspace.find_configuration(key)
        if configuration is not None:
            configuration = make_portable(configuration, self._edits.workspace)
            layers, read = self.list_added_layers(key), make_layer_reader(self._host)
            self._reads.submit(partial(render_archive, configuration, layers, read), deliver)

    def close(self) -> None:
        """Stop reading. Blocked threads are abandoned."""
        for task in self.findChildren(SlowTask):
            task.close()

    def _inventory(self) -> LoaderReport | None:
        """Return what is installed, None before the first snapshot."""
        snapshot = self._snapshots.current
        return None if snapshot is None else snapshot.inventory


def _open_all_paths(
    paths: tuple[str, ...],
    host: Host,
    inventory: LoaderReport | None,
    state_paths: StatePaths | None,
) -> DroppedContent:
    """Read dropped or named files, on a separate thread.

    `state_paths`: where layers of archives are unpacked, None to leave them there.
    """
    from vkconfig_py.model.exchange.dropped_files import DroppedContent, read_program
    from vkconfig_py.model.exchange.layer_archive import place_layers
    from vkconfig_py.model.exchange.open_file import open_file, sort_dropped_paths

    sorted_paths = sort_dropped_paths(paths)
    files = sorted_paths.files
    opened_files = tuple((path, open_file(path, host, inventory)) for path in files)
    if state_paths is not None:
        opened_files = tuple(
            (path, place_layers(path, opened_file, state_paths))
            for path, opened_file in opened_files
        )
    return DroppedContent(sorted_paths.folders, opened_files, read_program(files, host))


def _describe_delay(paths: Sequence[str]) -> str:
    """Return the sentence that files are on a disk that does not respond yet."""
    if len(paths) == 1:
        return tr(
            "Reading {path} is taking longer than expected. The file will be opened as "
            "soon as it has been read.",
            path=paths[0],
        )
    return counted(
        "Reading {path} and {n:,} other files is taking longer than expected. They will "
        "be opened as soon as they have been read.",
        "Reading {path} and {n} other file is taking longer than expected. They will be "
        "opened as soon as they have been read.",
        len(paths) - 1,
        path=paths[0],
    )
