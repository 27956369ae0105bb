"""OwnBuilds: layers under development, looked at in a child process whenever they were rebuilt."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import write_file
from vkconfig_py.loader.probe.answer_cache import ProbeMemory, find_cache_path
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.results import Cancellation
from vkconfig_py.model.catalog.layer_builds import (
    BuildCheck,
    LayerBuild,
    RebuildWatch,
    add_build,
    check_build,
    describe_changes,
    describe_check,
    find_build,
    read_builds,
)
from vkconfig_py.model.chain.row_details import LabeledFact
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.session.background import SharedServices, Worker
from vkconfig_py.model.session.edits import Edits
from vkconfig_py.model.session.snapshots import ChainSnapshots
from vkconfig_py.model.text.wording import render_clock_seconds, strip_layer_prefix

PAUSE_MS = 100  # a linker writes a library in pieces: it counts once it is the same twice
_MAX_LOOKS = 20
_MAX_ROUNDS = 30  # looks at a library after a change; a linker may write for seconds
NO_PROBE_IN_DEMO = tr("Libraries cannot be opened on the sample machine.")


class ComparedCheck(NamedTuple):
    """What opening a build showed, and what was different from the time before."""

    build_check: BuildCheck
    changes: tuple[str, ...]


class _BuildSearchResult(NamedTuple):
    """A build that was found for a file, or why there is none."""

    build: LayerBuild | str


class OwnBuilds(QObject):
    """Watches layers under development, and opens each in a child process when it was rebuilt.

    Signals:
        added: a build was added to the current configuration (Build).
        build_checked: a build was opened (name of the layer).
        message: a sentence for the user (text, tone).
    """

    added = Signal(object)
    build_checked = Signal(str)
    message = Signal(str, str)

    def __init__(
        self,
        shared_services: SharedServices,
        edits: Edits,
        snapshots: ChainSnapshots,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shared, self._edits, self._snapshots = shared_services, edits, snapshots
        self._worker = Worker("builds", self)
        self._sources: tuple[str, ...] = ()
        self._watches: dict[str, tuple[LayerBuild, RebuildWatch]] = {}  # by library
        self._compared_looks: dict[
            str, tuple[ComparedCheck, ...]
        ] = {}  # by layer, the latest first
        self._due_builds: dict[
            str, LayerBuild
        ] = {}  # by library: no snapshot knows their manifests yet
        self._cancellation: Cancellation | None = None
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._on_changed)
        self._watcher.directoryChanged.connect(self._on_changed)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE_MS)
        self._timer.timeout.connect(self._check_rebuilt)
        self._search_rounds = 0
        edits.workspace_changed.connect(self.start)
        snapshots.current_changed.connect(self._on_snapshot_changed)

    def list_looks(self, layer: str) -> tuple[ComparedCheck, ...]:
        """Return what each opening of a build showed, the latest first.

        It is () for a layer that is not under development.
        """
        return self._compared_looks.get(layer, ())

    def list_facts(self, layer: str) -> tuple[LabeledFact, ...]:
        """Return what the latest opening of a build showed, and what each rebuild changed."""
        compared_checks = self.list_looks(layer)
        if not compared_checks:
            return ()
        opened_fact = LabeledFact(tr("Opened"), describe_check(compared_checks[0].build_check))
        rebuilt_facts = (
            LabeledFact(
                tr(
                    "Rebuilt {time}", time=render_clock_seconds(build_seen.build_check.library_time)
                ),
                " ".join(build_seen.changes) or tr("No difference."),
            )
            for build_seen in compared_checks[:-1]
        )
        commands = ", ".join(compared_checks[0].build_check.intercepted_commands or ())
        return (
            opened_fact,
            *((LabeledFact(tr("Intercepts"), commands),) if commands else ()),
            *rebuilt_facts,
        )

    def add(self, path: str) -> None:
        """Add a library or manifest under development to the current configuration, on a worker."""
        machine = self._shared.machine
        profile = self._snapshots.current.report.profile if self._snapshots.current else None
        if machine.demo or profile is None:
            self.message.emit(NO_PROBE_IN_DEMO, "neutral")
            return
        folder = machine.paths.state / "builds"

        def find() -> _BuildSearchResult:
            """Find the layer of the library or manifest, and write a manifest if it has none."""
            build = find_build(path, machine.host, profile, folder)
            if not isinstance(build, str) and build.content:
                try:
                    write_file(build.manifest, build.content)
                except OSError as error:
                    text = render_error(tr("The build was not added"), build.manifest, error)
                    return _BuildSearchResult(text)
            return _BuildSearchResult(build)

        self._worker.submit(find, self._on_found)

    def close(self) -> None:
        """End the child that opens a build."""
        self._timer.stop()
        if self._cancellation is not None:
            self._cancellation.cancel()
        self._worker.close()
        if paths := (*self._watcher.files(), *self._watcher.directories()):
            self._watcher.removePaths(list(paths))

    def _on_found(self, search_result: _BuildSearchResult) -> None:
        """Add the layer that was found, or report why there is none."""
        build = search_result.build
        if isinstance(build, str):
            self.message.emit(build, "error")
            return
        snapshot = self._snapshots.current
        chain = snapshot.list_chain_names() if snapshot is not None else ()
        self._edits.commit(add_build(self._edits.workspace, build, chain))
        self.message.emit(
            build.note or tr("{layer} loads first.", layer=strip_layer_prefix(build.layer)),
            "neutral",
        )
        self.added.emit(build)

    def start(self) -> None:
        """Watch the builds that are searched now, unless they are watched already."""
        workspace = self._edits.workspace
        sources = tuple(
            collection_source.path
            for collection_source in workspace.sources
            if collection_source.watched and collection_source.enabled
        )
        if sources != self._sources:
            self._sources = sources
            self._worker.submit(partial(self._read_builds, workspace), self._on_read)

    def _read_builds(self, workspace: Workspace) -> dict[str, tuple[LayerBuild, RebuildWatch]]:
        """Return the builds of a workspace by the paths of their libraries, on the worker."""
        host = self._shared.machine.host
        builds = [build for build in read_builds(workspace, host) if build.library]
        return {build.library: (build, RebuildWatch(build.library, host)) for build in builds}

    def _on_read(self, watches: Mapping[str, tuple[LayerBuild, RebuildWatch]]) -> None:
        """Watch the builds that were found, and open the new ones."""
        new_watches = {path: watch for path, watch in watches.items() if path not in self._watches}
        self._due_builds = {
            path: build for path, build in self._due_builds.items() if path in watches
        }
        self._watches = {path: self._watches.get(path, watch) for path, watch in watches.items()}
        if watched_paths := (*self._watcher.files(), *self._watcher.directories()):
            self._watcher.removePaths(list(watched_paths))
        self._watch_libraries()
        for build, _ in new_watches.values():
            self._look_at_build(build)

    def _watch_libraries(self) -> None:
        """Watch each library and its folder: linkers write in place, or put a new file there."""
        needed_paths = {
            path for library in self._watches for path in (library, _get_folder(library))
        }
        watched_paths = {*self._watcher.files(), *self._watcher.directories()}
        if missing_names := sorted(needed_paths - watched_paths):
            self._watcher.addPaths(missing_names)

    def _on_changed(self) -> None:
        """Look soon which builds were rebuilt."""
        self._search_rounds = 0
        self._timer.start()

    def _check_rebuilt(self) -> None:
        """Find on the worker which builds are complete again."""
        watches = dict(self._watches)

        def find() -> list[LayerBuild]:
            """Return the builds that were rebuilt."""
            return [build for build, watch in watches.values() if watch.check_rebuilt()]

        self._worker.submit(find, self._on_checked)

    def _on_checked(self, rebuilt_layers: Sequence[LayerBuild]) -> None:
        """Open the builds that were rebuilt, or look again a little later."""
        self._watch_libraries()  # a file that was replaced is watched no longer
        for build in rebuilt_layers:
            self._look_at_build(build)
        self._search_rounds += 1
        # It may have been looked at while it was written: once more when it is at rest.
        if not rebuilt_layers and self._search_rounds < _MAX_ROUNDS:
            self._timer.start()

    def _look_at_build(self, build: LayerBuild) -> None:
        """Open a build on the worker, once a snapshot knows its manifest."""
        snapshot = self._snapshots.current
        found_layers = snapshot.inventory.found_layers if snapshot is not None else ()
        if snapshot is None or all(layer.file != build.manifest for layer in found_layers):
            self._due_builds[build.library] = build
        else:
            self._due_builds.pop(build.library, None)
            self._worker.submit(
                partial(self._open_build, build, snapshot.inventory),
                partial(self._on_build_checked, build),
            )

    def _on_snapshot_changed(self) -> None:
        """Open the builds that waited for this snapshot."""
        for build in tuple(self._due_builds.values()):
            self._look_at_build(build)

    def _open_build(self, build: LayerBuild, report: LoaderReport) -> BuildCheck:
        """Open a build in a child process, on the worker."""
        memory = ProbeMemory(find_cache_path(self._shared.machine.host.environment))
        cancellation = self._cancellation = Cancellation()
        try:
            return check_build(build, report, memory, time.time(), cancellation)
        finally:
            self._cancellation = None
            cancellation.close()

    def _on_build_checked(self, build: LayerBuild, build_check: BuildCheck) -> None:
        """Keep what opening a build showed, and what changed."""
        earlier_looks = self._compared_looks.get(build.layer, ())
        changes = describe_changes(
            earlier_looks[0].build_check if earlier_looks else None, build_check
        )
        self._compared_looks[build.layer] = (ComparedCheck(build_check, changes), *earlier_looks)[
            :_MAX_LOOKS
        ]
        if earlier_looks:
            text = tr("Rebuilt {layer}: no changes.", layer=strip_layer_prefix(build.layer))
            if changes:
                text = tr(
                    "Rebuilt {layer}: {changes}",
                    layer=strip_layer_prefix(build.layer),
                    changes=" ".join(changes),
                )
            self.message.emit(text, "neutral")
        self.build_checked.emit(build.layer)


def _get_folder(path: str) -> str:
    return path.rpartition("/")[0] or "/"
