"""Keeps the layer catalog up to date off the GUI thread, with progress and cancellation."""

from __future__ import annotations

import os.path
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.apply.journal import read_journal
from vkconfig_py.model.catalog.folder_scan import FolderScan, FoundLayerFolders, ScanProgress
from vkconfig_py.model.catalog.layer_copies import Collection, make_collection
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.session.background import ABANDON_SECONDS, SharedServices, Worker
from vkconfig_py.model.session.edits import Edits
from vkconfig_py.model.session.persistence import FolderWatch
from vkconfig_py.model.session.snapshots import ChainSnapshots

CANCEL_SECONDS = 0.15  # seconds before progress is shown at all
PROGRESS_SECONDS = 0.05  # and between two notes of it
_FoundFolders = tuple[FoundLayerFolders, ...]  # of each folder that was named
_DeliverFolders = Callable[[_FoundFolders], None]


class _ScanJob:
    """One scan of folders: its cancellation flag and its progress."""

    def __init__(self, on_progress: Callable[[_ScanJob, ScanProgress], object]) -> None:
        self._on_progress = on_progress
        self.cancelled = threading.Event()  # the scan ends after the file that it reads
        self._next_report = time.monotonic() + CANCEL_SECONDS

    def note(self, progress: ScanProgress) -> None:
        """Report progress, but no more often than the user can read."""
        moment = time.monotonic()
        if moment >= self._next_report and not self.cancelled.is_set():
            self._next_report = moment + PROGRESS_SECONDS
            self._on_progress(self, progress)


class _FolderSearch(NamedTuple):
    """A search for layers below folders that the user chose."""

    job: _ScanJob
    folders: tuple[str, ...]
    deliver: _DeliverFolders


class CollectionScan(QObject):
    """Reads the added folders after each snapshot and whenever one of them changes.

    Signals:
        changed: the layer catalog changed.
        progress_changed: progress of a scan (ScanProgress), or None when no scan is running.

    Attributes:
        new_keys: keys of copies that appeared since the first scan.
    """

    changed = Signal()
    progress_changed = Signal(object)
    _progress_reported = Signal(object, object)

    def __init__(
        self,
        shared_services: SharedServices,
        edits: Edits,
        snapshots: ChainSnapshots,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._cache = shared_services.cache
        self._paths = shared_services.machine.paths
        self._root = shared_services.machine.host.root
        self._edits = edits
        self._snapshots = snapshots
        self._worker = Worker("collection", self)
        self._jobs: list[_ScanJob] = []  # under way or waiting
        self._newest_job: _ScanJob | None = None  # the newest look
        self._waiting_searches: list[_FolderSearch] = []  # for the first snapshot
        self._known_keys: frozenset[str] | None = None
        self.collection = Collection()
        self.new_keys: frozenset[str] = frozenset()
        self._progress_reported.connect(
            self._on_progress_reported, Qt.ConnectionType.QueuedConnection
        )
        self._watch = FolderWatch(self)
        self._watch.changed.connect(self.read_sources)
        snapshots.current_changed.connect(self._begin_searches)
        snapshots.shown_changed.connect(self.read_sources)
        edits.workspace_changed.connect(self.read_sources)

    @property
    def is_known(self) -> bool:
        """True once the added folders were read."""
        return self._known_keys is not None

    def read_sources(self) -> None:
        """Read the folders that the user added. A running scan of them is cancelled first."""
        snapshot = self._snapshots.current
        if snapshot is None:
            return
        sources = self._edits.workspace.sources
        if self._newest_job is not None and self._end_job(self._newest_job):
            self._newest_job.cancelled.set()
        job = self._newest_job = self._start_job()
        self._worker.submit(
            partial(self._read_collection, snapshot, sources, job), partial(self._on_collected, job)
        )

    def search_folders(self, folders: Sequence[str], deliver: _DeliverFolders) -> None:
        """Find the folders with layer manifests at or below each given folder.

        Searches run one after the other, after the first snapshot.
        """
        self._waiting_searches.append(_FolderSearch(self._start_job(), tuple(folders), deliver))
        self._begin_searches()

    def cancel(self) -> None:
        """Cancel all running and queued scans. Show the layers read so far."""
        for job in self._jobs:
            job.cancelled.set()

    def close(self) -> None:
        """Cancel every scan and all watches. Blocked threads are abandoned."""
        self.cancel()
        self._watch.close()
        self._worker.close(ABANDON_SECONDS)

    def _begin_searches(self) -> None:
        """Start the waiting searches, once there is a snapshot."""
        snapshot = self._snapshots.current
        while snapshot is not None and self._waiting_searches:
            search = self._waiting_searches.pop(0)
            self._worker.submit(
                partial(self._search_folders, snapshot, search), partial(self._on_searched, search)
            )

    def _start_job(self) -> _ScanJob:
        """Return a new scan that can be cancelled."""
        job = _ScanJob(self._progress_reported.emit)
        self._jobs.append(job)
        return job

    def _end_job(self, job: _ScanJob) -> bool:
        """End a scan, and return True unless it was cancelled before."""
        if job not in self._jobs:
            return False
        self._jobs.remove(job)
        self.progress_changed.emit(None)
        return True

    def _make_scan(self, snapshot: ChainSnapshot, job: _ScanJob) -> FolderScan:
        """Return what reads folders for a snapshot's host and loader."""
        request = snapshot.request
        return FolderScan(
            request.host, request.profile, self._cache(), job.note, job.cancelled.is_set
        )

    def _read_collection(
        self, snapshot: ChainSnapshot, sources: tuple[CollectionSource, ...], job: _ScanJob
    ) -> Collection:
        """Read the added folders, on the worker, and return the catalog of layers."""
        from vkconfig_py.model.problems.registration import list_registered

        contents = self._make_scan(snapshot, job).read_sources(sources)
        registered_files = {
            file.removeprefix(self._root): os.path.realpath(file).removeprefix(self._root)
            for file in list_registered(read_journal(self._paths))
        }
        return make_collection(sources, snapshot, contents, registered_files)

    def _search_folders(self, snapshot: ChainSnapshot, search: _FolderSearch) -> _FoundFolders:
        """Return the folders with layers below the chosen ones, on the worker."""
        scan = self._make_scan(snapshot, search.job)
        return tuple(scan.find_layer_folders(folder) for folder in search.folders)

    def _on_progress_reported(self, job: _ScanJob, progress: ScanProgress) -> None:
        """Report the progress of a scan that is not cancelled."""
        if job in self._jobs and not job.cancelled.is_set():
            self.progress_changed.emit(progress)

    def _on_collected(self, job: _ScanJob, collection: Collection) -> None:
        """Show the catalog that was read."""
        if not self._end_job(job):
            return
        keys = frozenset(copy.key for copy in collection.copies)
        if self._known_keys is None:
            self._known_keys = keys
        self.new_keys = keys - self._known_keys
        self._watch_places(collection)
        if collection != self.collection:
            self.collection = collection
        self.changed.emit()

    def _on_searched(self, search: _FolderSearch, folders: _FoundFolders) -> None:
        """End a search, and deliver the folders that it found."""
        self._end_job(search.job)
        search.deliver(folders)

    def _watch_places(self, collection: Collection) -> None:
        """Watch the added folders and the manifests in them."""
        root = self._root
        source_paths = [
            root + added_source.source.path for added_source in collection.added_sources
        ]
        files = [root + copy.file for copy in collection.copies if copy.added_source]
        self._watch.watch(source_paths, files)
