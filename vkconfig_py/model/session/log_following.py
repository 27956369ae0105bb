"""Files that layers of the last launch write into, and the one that the log follows."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.launch.log_entries import LogEntry

if TYPE_CHECKING:
    from vkconfig_py.loader.files.scan import DocumentCache
    from vkconfig_py.model.chain.picture_values import Picture
    from vkconfig_py.model.launch.file_follower import FileFollower, FileState
    from vkconfig_py.model.launch.layer_log_files import LayerLogFile
    from vkconfig_py.model.launch.log_store import LogStore

SOURCE = "log file"


class LogFollowing(QObject):
    """At most one file is followed, until another is, or another program is launched.

    Signals:
        changed: another file, or another state of the followed one.

    Attributes:
        files: of the last launch.
        followed: path of the file that is followed, or "".
        state: how that goes, as words, or "".
    """

    changed = Signal()
    _state_came = Signal(str, str)

    def __init__(self, on_entries: Callable[[], None], parent: QObject | None = None) -> None:
        """`on_entries` is called on another thread when entries were added to the log."""
        super().__init__(parent)
        self._on_entries = on_entries
        self._followers: list[FileFollower] = []  # the last one, and those that still end
        self._store: LogStore | None = None
        self._since = 0.0
        self.files: tuple[LayerLogFile, ...] = ()
        self.followed = ""
        self.state = ""
        self._state_came.connect(self._on_state_came, Qt.ConnectionType.QueuedConnection)

    def begin(self, store: LogStore) -> None:
        """Another program is launched: its log is this one."""
        self._stop()
        self._store, self._since = store, time.time()
        self.files = ()
        self.changed.emit()

    def show_files(self, files: tuple[LayerLogFile, ...]) -> None:
        if files != self.files:
            self.files = files
            self.changed.emit()

    def follow(self, path: str) -> None:
        """Add the lines of a file to the log as they are written; "" ends that."""
        from vkconfig_py.model.launch.file_follower import FileFollower

        self._stop()
        if path and self._store is not None:
            lines = _Lines(self._store, self._on_entries)
            self.followed = path
            # A second is what some file systems round to.
            follower = FileFollower(
                path,
                lines.add,
                lambda state, reason: self._state_came.emit(path, _words(state, reason)),
                since=self._since - 1,
            )
            self._followers.append(follower)
        self.changed.emit()

    def close(self) -> None:
        self._stop()
        for one in self._followers:
            one.close()

    def _stop(self) -> None:
        # This thread does not wait: a disk may be slow.
        for one in self._followers:
            one.stop()
        self._followers = [one for one in self._followers if one.is_alive]
        self.followed = self.state = ""

    def _on_state_came(self, path: str, words: str) -> None:
        if path == self.followed and words != self.state:
            self.state = words
            self.changed.emit()


class _Lines:
    """Makes entries of the lines of a file, on the follower's thread."""

    def __init__(self, store: LogStore, on_entries: Callable[[], None]) -> None:
        from vkconfig_py.model.launch.validation_messages import MessageReader

        self._store = store
        self._on_entries = on_entries
        self._reader = MessageReader()

    def add(self, lines: list[str]) -> None:
        """Add lines; none means that nothing came for a while."""
        from vkconfig_py.model.launch.observed_loader import parse_output

        now = datetime.now().strftime("%H:%M:%S")
        entries: list[LogEntry] = []
        for line in lines:
            entries += self._reader.feed(parse_output(line, time=now))
        if not lines:
            entries = self._reader.finish()
        if entries:
            self._store.append(entry._replace(source=SOURCE) for entry in entries)
            if self._store.has_news:
                self._store.settle()
            self._on_entries()


def _words(state: FileState, reason: str) -> str:
    from vkconfig_py.model.launch.file_follower import FileState

    match state:
        case FileState.MISSING:
            return tr("not there yet")
        case FileState.NO_FILE:
            return tr("not followed: it is a pipe, a device or a folder")
        case FileState.REFUSED:
            return tr("cannot be read: {reason}", reason=reason)
        case FileState.READ | FileState.TRUNCATED:
            return ""


def launch_log_files(
    picture: Picture, cache: Callable[[], DocumentCache]
) -> tuple[LayerLogFile, ...]:
    """The log files of a launch; reads manifests only if a setting or variable names such a file.

    For a worker.
    """
    from vkconfig_py.loader.files.scan import Scanner
    from vkconfig_py.model.launch.layer_log_files import (
        find_log_files,
        may_have_log_files,
        settings_in_force,
    )
    from vkconfig_py.model.plan.inventory import Declaration, find_declaration
    from vkconfig_py.model.session.declarations import LAYER_KINDS

    question = picture.question
    environment = dict(question.host.environment)
    for variable in picture.plan.variables:
        environment[variable.name] = variable.value or ""
    planned = {file.path: file.content or b"" for file in picture.plan.files}
    folder = question.configuration.target.working_directory or question.host.working_directory
    settings = settings_in_force(question.host, environment, planned, folder)
    if not may_have_log_files(settings, environment):
        return ()
    scanner = Scanner(question.host, cache())
    rows = [row for row in picture.rows if row.kind in LAYER_KINDS and row.manifest]
    found = (find_declaration(Declaration(row.manifest, row.name), scanner) for row in rows)
    return find_log_files(
        [layer for layer in found if layer is not None], settings, environment, folder
    )
