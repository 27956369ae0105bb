"""FolderWatch: tells when the places that were searched change."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from vkconfig_py.model.presence import is_link, is_there

if TYPE_CHECKING:
    from vkconfig_py.loader.report import LoaderReport

DEBOUNCE_MS = 200
# In-place edits are seen only on watched files; a machine with more manifests than this has its
# folders watched alone, so that the number of watches stays far below the system's limit.
MOST_FILES = 512
_MOST_LINKS = 8  # on the way to one place; in a circle there is no end
CLOCK_STEP = 0.02  # the file system's clock may be that much behind

_Identity = tuple[int, int]  # device and inode


class FolderWatch(QObject):
    """Watches folders, the manifests in them, and for a missing folder the nearest parent.

    Signals:
        changed: something changed, and nothing more for DEBOUNCE_MS.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._places: tuple[str, ...] = ()
        self._files: tuple[str, ...] = ()
        self._found: dict[str, _Identity] = {}  # the places that are there
        self._watching: dict[str, _Identity] = {}
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._on_watcher_folder)
        self._watcher.fileChanged.connect(self._on_watcher_file)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self._on_timer_timeout)

    def watch(self, places: Iterable[str], files: Iterable[str] = ()) -> None:
        """Watch these places (folders or files) from now on, and these files in them."""
        before = (self._places, self._files)
        self._places = tuple(dict.fromkeys(places))
        self._files = tuple(dict.fromkeys(files))[:MOST_FILES]
        if (self._places, self._files) != before:
            self._renew()

    def watched(self) -> frozenset[str]:
        """Return every path that is watched."""
        return frozenset((*self._watcher.directories(), *self._watcher.files()))

    def changed_since(self, moment: float) -> bool:
        """Return whether something watched was changed at or after a moment (epoch seconds)."""
        return any(_is_newer(path, moment - CLOCK_STEP) for path in self.watched())

    def close(self) -> None:
        """Watch nothing any more."""
        self._timer.stop()
        self.watch(())

    def _renew(self) -> None:
        self._found = _identities(self._places)
        wanted = {_nearest(place) for place in self._places} | set(self._files)
        wanted |= {str(Path(place).parent) for place in self._found}
        wanted |= {folder for place in self._places for folder in _folders_of_links(place)}
        now, watched = _identities(wanted), self.watched()
        # The watch on a link stays with what it led to, also when it leads elsewhere.
        gone = {
            path for path in watched if path not in now or now[path] != self._watching.get(path)
        }
        if gone:
            self._watcher.removePaths(sorted(gone))
        if now.keys() - (watched - gone):
            self._watcher.addPaths(sorted(now.keys() - (watched - gone)))
        self._watching = now

    def _on_watcher_folder(self, path: str) -> None:
        # A parent like the home folder changes all the time; it matters only when one of our
        # places came, went or leads elsewhere.
        if path in self._places or _identities(self._places) != self._found:
            self._timer.start()

    def _on_watcher_file(self, _path: str) -> None:
        self._timer.start()

    def _on_timer_timeout(self) -> None:
        self._renew()  # a file that was replaced by a rename is no longer watched
        self.changed.emit()


def searched_places(*reports: LoaderReport) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the places that reports searched and the manifests they read, as paths to open.

    The file in which layers of every program look for their settings is among them.
    """
    from vkconfig_py.model.planning.at_hand import settings_path  # no first paint waits for it

    places: dict[str, None] = {}
    files: dict[str, None] = {}
    for report in reports:
        root = report.host.root
        for search in (report.driver_search, report.implicit_search, report.explicit_search):
            places.update((root + path, None) for path in search.paths)
            files.update((root + path, None) for path in search.files)
        if report.settings_file:
            places[root + report.settings_file] = files[root + report.settings_file] = None
        if path := settings_path(report.host):
            places[root + posixpath.dirname(path)] = files[root + path] = None
    return tuple(places), tuple(files)


def _identities(paths: Iterable[str]) -> dict[str, _Identity]:
    """Return what stands at each path that is there, links followed."""
    found = {}
    for path in paths:
        try:
            status = Path(path).stat()
        except (OSError, ValueError):  # ValueError: a NUL byte in a path that somebody wrote
            continue
        found[path] = status.st_dev, status.st_ino
    return found


def _folders_of_links(place: str) -> Iterator[str]:
    """Yield the folders of the links on the way to a place: a link in one may be replaced."""
    path = Path(place)
    for _link in range(_MOST_LINKS):
        link = next((p for p in (*reversed(path.parents), path) if is_link(p)), None)
        if link is None:
            return
        yield str(link.parent)
        path = link.parent / link.readlink() / path.relative_to(link)


def _is_newer(path: str, moment: float) -> bool:
    try:
        return Path(path).stat().st_mtime >= moment
    except OSError:  # it went meanwhile
        return True


def _nearest(place: str) -> str:
    path = Path(place)
    return str(next((p for p in (path, *path.parents) if is_there(p)), path))
