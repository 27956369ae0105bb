"""Files that layers of the last launch write into, and the one that the log follows."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.launch.file_follower import UNREAD, FollowedState
from vkconfig_py.model.launch.layer_log_files import messages_file
from vkconfig_py.model.launch.log_entries import LogEntry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vkconfig_py.model.launch.file_follower import FileFollower
    from vkconfig_py.model.launch.layer_log_files import LayerLogFile
    from vkconfig_py.model.launch.log_store import LogStore
    from vkconfig_py.model.launch.message_kinds import Counted

SOURCE = "log file"


class LogFollowing(QObject):
    """At most one file is followed, until another is, or another program is launched.

    That of the validation layer is followed at once: its messages are those of the run.

    Signals:
        changed: another file, or another state of the followed one.

    Attributes:
        files: of the last launch.
        followed: path of the file that is followed, or "".
        is_over: the run has ended, and what it wrote into that file is in the log.
    """

    changed = Signal()
    _state_came = Signal(str, object, str)
    _end_came = Signal()

    def __init__(self, on_entries: Callable[[], None], parent: QObject | None = None) -> None:
        """`on_entries` is called on another thread when entries were added to the log."""
        super().__init__(parent)
        self._on_entries = on_entries
        self._followers: list[FileFollower] = []  # the last one, and those that still end
        self._store: LogStore | None = None
        self._since = 0.0
        self.files: tuple[LayerLogFile, ...] = ()
        self.followed = ""
        self.is_over = False
        self._found: FollowedState | None = None  # by the last look at the followed file
        self._reason = ""  # why it cannot be read, in the words of the system
        self._then: Callable[[], None] | None = None
        self._end_came.connect(self._on_end_came, Qt.ConnectionType.QueuedConnection)
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
            self.follow(messages_file(files))

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
                lambda state, reason: self._state_came.emit(path, state, reason),
                since=self._since - 1,
            )
            self._followers.append(follower)
        self.changed.emit()

    def finish(self, then: Callable[[], None]) -> None:
        """Call `then` once all that is in the followed file by now is in the log.

        Later runs may write into that file: it is not followed any more.
        """
        if not self.followed:
            then()
            return
        self._then = then
        self._followers[-1].read_out(self._end_came.emit)

    @property
    def state(self) -> str:
        """How following goes, as words, or ""."""
        if self.is_over and self._found is FollowedState.MISSING:
            return tr("not written")
        words = "" if self._found is None else _words(self._found, self._reason)
        return words or (tr("read to its end") if self.is_over else "")

    @property
    def messages_are_unread(self) -> bool:
        """True if the validation layer writes into a file that is not in the log."""
        file = messages_file(self.files)
        return bool(file) and (file != self.followed or self._found in (None, *UNREAD))

    def summary(self, kinds: Iterable[Counted]) -> str:
        """The sentence that counts these messages, and says which file it does not count."""
        from vkconfig_py.model.launch.message_kinds import summary_sentence

        unread = messages_file(self.files) if self.messages_are_unread else ""
        return summary_sentence(kinds, unread)

    def close(self) -> None:
        self._stop()
        for follower in self._followers:
            follower.close()

    def _stop(self) -> None:
        self._let_go()
        self.followed, self._found, self._reason, self.is_over = "", None, "", False
        self._call_then()

    def _let_go(self) -> None:
        # This thread does not wait: a disk may be slow.
        for one in self._followers:
            one.stop()
        self._followers = [follower for follower in self._followers if follower.thread.is_alive()]

    def _on_end_came(self) -> None:
        if self._then is not None:
            self._let_go()
            self.is_over = True
            self.changed.emit()
            self._call_then()

    def _call_then(self) -> None:
        then, self._then = self._then, None
        if then is not None:
            then()

    def _on_state_came(self, path: str, state: FollowedState, reason: str) -> None:
        if path == self.followed:
            self._found, self._reason = state, reason
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


def _words(state: FollowedState, reason: str) -> str:
    match state:
        case FollowedState.MISSING:
            return tr("not there yet")
        case FollowedState.NO_FILE:
            return tr("not followed: it is a pipe, a device or a folder")
        case FollowedState.REFUSED:
            return tr("cannot be read: {reason}", reason=reason)
        case FollowedState.READ | FollowedState.TRUNCATED:
            return ""
