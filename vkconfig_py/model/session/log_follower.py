"""Follows the files that layers of a run write, and adds their lines to the log of the run."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.launch.layer_log_files import (
    UNREAD_STATES,
    FileFollower,
    FollowedFileState,
    explain_unread_file,
    find_messages_file,
)
from vkconfig_py.model.launch.log_store import LogEntry, LogStore
from vkconfig_py.model.launch.observed_loader import parse_output
from vkconfig_py.model.launch.validation_messages import MessageReader, render_summary

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vkconfig_py.model.launch.layer_log_files import LayerLogFile
    from vkconfig_py.model.launch.validation_messages import CountedKind

LOG_FILE_SOURCE = "log file"


class LogFollower(QObject):
    """Adds to the log of a run what layers write into a file, one file at a time.

    One is followed at once, that of the validation layer first: its messages are those of the run.

    Signals:
        changed: another file, or another state of the followed one.

    Attributes:
        files: of the last launch.
        followed: path of the file that is followed, or "".
        is_over: the run has ended, and what it wrote into that file is in the log.
    """

    changed = Signal()
    _state_reported = Signal(str, object, str)
    _end_reported = Signal()

    def __init__(self, on_entries: Callable[[], None], parent: QObject | None = None) -> None:
        """`on_entries` is called on another thread when entries were added to the log."""
        super().__init__(parent)
        self._on_entries = on_entries
        self._followers: list[FileFollower] = []  # the last one, and those that still end
        self._store: LogStore | None = None
        self._start_time = 0.0
        self.files: tuple[LayerLogFile, ...] = ()
        self.followed = ""
        self.is_over = False
        self.disabled_check_count = 0  # checks that the configuration of the run turned off
        self._followed_state: FollowedFileState | None = (
            None  # by the last look at the followed file
        )
        self._reason = ""  # why it cannot be read, in the words of the system
        self._on_finished: Callable[[], None] | None = None
        self._end_reported.connect(self._on_end_reported, Qt.ConnectionType.QueuedConnection)
        self._state_reported.connect(self._on_state_reported, Qt.ConnectionType.QueuedConnection)

    def begin(self, store: LogStore) -> None:
        """Begin with the log of another program that is launched."""
        self._stop_following()
        self._store, self._start_time = store, time.time()
        self.files = ()
        self.changed.emit()

    def show_files(self, files: tuple[LayerLogFile, ...]) -> None:
        if files != self.files:
            self.files = files
            self.follow(find_messages_file(files) or (files[0].path if files else ""))

    def follow(self, path: str) -> None:
        """Add the lines of a file to the log as they are written, or stop with ""."""
        self._stop_following()
        if path and self._store is not None:
            lines = _FileEntryReader(self._store, self._on_entries)
            self.followed = path
            # A second is what some file systems round to.
            follower = FileFollower(
                path,
                lines.add,
                lambda state, reason: self._state_reported.emit(path, state, reason),
                since=self._start_time - 1,
            )
            self._followers.append(follower)
        self.changed.emit()

    def finish(self, on_finished: Callable[[], None]) -> None:
        """Call `on_finished` once the log has all that is in the followed file by now.

        Later runs may write into that file: it is not followed any more.
        """
        if not self.followed:
            on_finished()
            return
        self._on_finished = on_finished
        self._followers[-1].call_when_read(self._end_reported.emit)

    @property
    def state(self) -> str:
        """How following the file goes, in words, or ""."""
        if self.is_over and self._followed_state is FollowedFileState.MISSING:
            return tr("not written")
        return explain_unread_file(self._followed_state, self._reason)

    @property
    def has_unfollowed_messages(self) -> bool:
        """True if the validation layer writes into a file that is not in the log."""
        file = find_messages_file(self.files)
        return bool(file) and (
            file != self.followed or self._followed_state in (None, *UNREAD_STATES)
        )

    def summary(self, kinds: Iterable[CountedKind]) -> str:
        """Return the sentence that counts messages, and names a file that is not counted."""
        unread_text = find_messages_file(self.files) if self.has_unfollowed_messages else ""
        return render_summary(kinds, unread_text, self.disabled_check_count)

    def close(self) -> None:
        self._stop_following()
        for follower in self._followers:
            follower.close()

    def _stop_following(self) -> None:
        self._stop_followers()
        self.followed, self._followed_state, self._reason, self.is_over = "", None, "", False
        self._call_on_finished()

    def _stop_followers(self) -> None:
        # This thread does not wait: a disk may be slow.
        for follower in self._followers:
            follower.request_stop()
        self._followers = [follower for follower in self._followers if follower.thread.is_alive()]

    def _on_end_reported(self) -> None:
        """Stop following after the last line."""
        if self._on_finished is not None:
            self._stop_followers()
            self.is_over = True
            self.changed.emit()
            self._call_on_finished()

    def _call_on_finished(self) -> None:
        """Call what waits for the end of the file."""
        on_finished, self._on_finished = self._on_finished, None
        if on_finished is not None:
            on_finished()

    def _on_state_reported(self, path: str, state: FollowedFileState, reason: str) -> None:
        if path == self.followed:
            self._followed_state, self._reason = state, reason
            self.changed.emit()


class _FileEntryReader:
    """Makes entries of the lines of a file, on the follower's thread."""

    def __init__(self, store: LogStore, on_entries: Callable[[], None]) -> None:
        self._store = store
        self._on_entries = on_entries
        self._reader = MessageReader()

    def add(self, lines: list[str]) -> None:
        """Add lines, or finish the last entry if there are none."""
        time_text = datetime.now().strftime("%H:%M:%S")
        entries: list[LogEntry] = []
        for line in lines:
            entries += self._reader.feed(parse_output(line, time=time_text))
        if not lines:
            entries = self._reader.finish()
        if entries:
            self._store.append(entry._replace(source=LOG_FILE_SOURCE) for entry in entries)
            if self._store.has_news:
                self._store.write_full_parts()
            self._on_entries()
