"""Reports changes in the searched folders.

Paths are resolved on a separate thread: a folder may be on a sleeping disk or an unresponsive
network. Qt's watcher only gets paths that were found a moment ago and are therefore in the system's
cache. A change between finding and watching is not missed: once all watches are set, the thread
compares the modification times with the time of the request.
"""

from __future__ import annotations

import math
import posixpath
import time
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.files.paths import is_link, path_exists
from vkconfig_py.model.session.background import ABANDON_SECONDS, Worker

if TYPE_CHECKING:
    from vkconfig_py.loader.rules.loader_report import LoaderReport

DEBOUNCE_MS = 200
# In-place edits are seen only on watched files; a machine with more manifests than this has its
# folders watched alone, so that the number of watches stays far below the system's limit.
MAX_WATCHED_FILES = 512
_MAX_LINKS = 8  # on the way to one place; in a circle there is no end
CLOCK_STEP_SECONDS = 0.02  # the file system's clock may lag by that much

_FileIdentity = tuple[int, int]  # device and inode


class _PathSurvey(NamedTuple):
    """Identities of existing paths, links followed.

    Attributes:
        found: of the requested paths themselves.
        wanted: of every path to watch for them.
    """

    found: Mapping[str, _FileIdentity] = {}
    wanted: Mapping[str, _FileIdentity] = {}


class FolderWatch(QObject):
    """Watches folders, the manifests in them, and for a missing folder the nearest existing parent.

    Signals:
        changed: a path changed, and no other change followed for DEBOUNCE_MS.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._places: tuple[str, ...] = ()
        self._files: tuple[str, ...] = ()
        self._watched_survey = _PathSurvey()  # what is watched, as it was when that began
        self._worker = Worker("watch", self)
        self._survey_count = 0  # asked for so far: only the newest counts
        self._since = math.inf  # changes from then on are still to be looked for
        self._checking = False
        self._check_due = False
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._on_watcher_folder)
        self._watcher.fileChanged.connect(self._on_watcher_file)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self._on_timer_timeout)

    def watch(
        self, places: Iterable[str], files: Iterable[str] = (), since: float | None = None
    ) -> None:
        """Watch these folders or files from now on, and these files in them.

        Changes in them since a time (epoch seconds) are reported too.
        """
        previous = (self._places, self._files)
        self._places = tuple(dict.fromkeys(places))
        self._files = tuple(dict.fromkeys(files))[:MAX_WATCHED_FILES]
        if (self._places, self._files) != previous or since is not None:
            self._submit_survey(time.time() if since is None else since)

    def list_watched(self) -> frozenset[str]:
        """Return all watched paths."""
        return frozenset((*self._watcher.directories(), *self._watcher.files()))

    def close(self) -> None:
        """End all watches. A blocked thread is abandoned."""
        self._timer.stop()
        self._worker.close(ABANDON_SECONDS)
        # Qt prints a warning if removePaths gets an empty list; the same below.
        if watched := self.list_watched():
            self._watcher.removePaths(sorted(watched))

    def _submit_survey(self, since: float) -> None:
        """Find on the worker which paths exist, to set the watches anew.

        `since`: changes after this time (seconds since the epoch) are reported.
        """
        self._since = min(self._since, since)
        self._survey_count += 1
        self._worker.submit(
            partial(_survey_paths, self._places, self._files),
            partial(self._on_surveyed, self._survey_count),
        )

    def _on_surveyed(self, number: int, survey: _PathSurvey) -> None:
        """Watch the paths that exist, then look for changes that came before."""
        if number != self._survey_count:
            return
        wanted, watched = survey.wanted, self.list_watched()
        # The watch on a link stays with what it led to, also when it leads elsewhere.
        outdated = {
            path
            for path in watched
            if path not in wanted or wanted[path] != self._watched_survey.wanted.get(path)
        }
        if outdated:
            self._watcher.removePaths(sorted(outdated))
        if wanted.keys() - (watched - outdated):
            self._watcher.addPaths(sorted(wanted.keys() - (watched - outdated)))
        self._watched_survey = survey
        since, self._since = self._since, math.inf
        self._worker.submit(partial(_has_newer, tuple(wanted), since), self._on_compared)

    def _on_compared(self, has_newer: bool) -> None:
        """Report a change, soon, if a path is newer than the watch."""
        if has_newer:
            self._timer.start()

    def _on_watcher_folder(self, path: str) -> None:
        """Report the change of a watched folder, or look whether one of its parents matters."""
        # A parent like the home folder changes all the time; it matters only when one of our
        # places, or a folder on the way to one, came, went or leads elsewhere.
        if path in self._places or path not in self._watcher.directories():
            self._timer.start()
        elif self._checking:
            self._check_due = True
        else:
            self._check_places()

    def _check_places(self) -> None:
        """Find on the worker whether watched folders appeared or vanished."""
        self._checking, self._check_due = True, False
        places = self._places
        self._worker.submit(
            partial(_survey_paths, places, self._files), partial(self._on_checked, places)
        )

    def _on_checked(self, places: tuple[str, ...], survey: _PathSurvey) -> None:
        """Report a change if watched folders appeared or vanished."""
        self._checking = False
        if places == self._places and survey != self._watched_survey:
            self._timer.start()
        if self._check_due:
            self._check_places()

    def _on_watcher_file(self, _path: str) -> None:
        """Report the change of a file, if no other change follows soon."""
        self._timer.start()

    def _on_timer_timeout(self) -> None:
        """Set the watches anew, and report the change."""
        # A file that was replaced by a rename is no longer watched.
        self._submit_survey(time.time())
        self.changed.emit()


def list_searched_paths(*reports: LoaderReport) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the paths of the folders that reports searched and the manifests that they read.

    Includes the file in which layers of every program search for their settings.
    """
    from vkconfig_py.model.plan.inventory import find_settings_path  # no first paint waits for it

    places: dict[str, None] = {}
    files: dict[str, None] = {}
    for report in reports:
        root = report.host.root
        for search in (report.driver_search, report.implicit_search, report.explicit_search):
            places.update((root + path, None) for path in search.paths)
            files.update((root + path, None) for path in search.files)
        if report.settings_file:
            places[root + report.settings_file] = files[root + report.settings_file] = None
        if path := find_settings_path(report.host):
            places[root + posixpath.dirname(path)] = files[root + path] = None
    return tuple(places), tuple(files)


def _survey_paths(places: Iterable[str], files: Iterable[str]) -> _PathSurvey:
    """Return which of these paths exist, and all that has to be watched for them."""
    found_paths = _read_identities(places)
    watched_paths = {_find_nearest(place) for place in places} | set(files)
    watched_paths |= {str(Path(place).parent) for place in found_paths}
    watched_paths |= {folder for place in places for folder in _list_link_folders(place)}
    return _PathSurvey(found_paths, _read_identities(watched_paths))


def _read_identities(paths: Iterable[str]) -> dict[str, _FileIdentity]:
    """Return what identifies the file at each existing path, links followed."""
    identities = {}
    for path in paths:
        try:
            status = Path(path).stat()
        except (OSError, ValueError):  # ValueError: a NUL byte in a user-given path
            continue
        identities[path] = status.st_dev, status.st_ino
    return identities


def _list_link_folders(place: str) -> Iterator[str]:
    """Yield the folders of the links on the way to a path, as a link may be replaced."""
    path = Path(place)
    for _link in range(_MAX_LINKS):
        link = next(
            (candidate for candidate in (*reversed(path.parents), path) if is_link(candidate)), None
        )
        if link is None:
            return
        yield str(link.parent)
        try:
            target = link.readlink()
        except OSError:  # it went meanwhile; its folder is watched
            return
        path = link.parent / target / path.relative_to(link)


def _has_newer(paths: Iterable[str], moment: float) -> bool:
    """True if a path changed after a time (seconds since the epoch), or is missing.

    Times in the future are ignored.
    """
    earliest, latest = moment - CLOCK_STEP_SECONDS, time.time() + CLOCK_STEP_SECONDS
    try:
        return any(earliest <= Path(path).stat().st_mtime <= latest for path in paths)
    except OSError:
        return True


def _find_nearest(place: str) -> str:
    """Return the path itself or its nearest existing parent."""
    path = Path(place)
    return str(
        next((candidate for candidate in (path, *path.parents) if path_exists(candidate)), path)
    )
