"""A part of a log: small columns in memory, texts in a file that has no name.

A text is stored as UTF-8 and ends with a null byte; so does each part of its message, behind it.
A null byte within a text is stored as C0 80, which is not UTF-8 and so cannot be anything else.
"""

from __future__ import annotations

import errno
import os
import threading
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.files.own_files import make_folder
from vkconfig_py.model.launch.log_entries import SEVERITIES

KEPT_FREE = 256 << 20  # bytes of a disk that are left to others
_END = b"\0"
_NULL = b"\xc0\x80"
_SEVERITY = {name: number for number, name in enumerate(SEVERITIES)}


def encode(text: str, parts: tuple[str, ...] = ()) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    if 0 in data:
        data = data.replace(_END, _NULL)
    if parts:
        return b"".join((data, _END, *(encode(part) for part in parts)))
    return data + _END


def decode(record: bytes) -> tuple[str, ...]:
    """The text of a record and the parts behind it."""
    return tuple(
        part.replace(_NULL, _END).decode("utf-8", "surrogatepass")
        for part in record[:-1].split(_END)
    )


class LogSegment:
    """Entries that follow each other. One thread adds while others read.

    Attributes:
        first: number of its first entry in the log, from 0.
        severities, sources, kinds: per entry, numbers of the names that the log has.
        ends: where the record of each entry ends; set last, so that an entry is whole once counted.
    """

    def __init__(self, first: int) -> None:
        self.first = first
        self.severities = bytearray()
        self.sources = bytearray()
        self.kinds = array("H")
        self.ends = array("I")
        self._changes = array("I")  # the entries at which another time begins
        self._times: list[str] = []
        self._text: bytearray | None = bytearray()
        self._file = -1
        self._lock = threading.Lock()  # for the three below
        self._readers = 0
        self._closed = False

    @property
    def stop(self) -> int:
        return self.first + len(self.ends)

    @property
    def size(self) -> int:
        return self.ends[-1] if self.ends else 0

    @property
    def in_memory(self) -> bool:
        return self._text is not None

    def add(self, record: bytes, severity: str, source: int, kind: int, time: str) -> None:
        if self._text is None:
            raise AssertionError("only the last part of a log grows")
        if not self._times or self._times[-1] != time:
            self._changes.append(len(self.ends))
            self._times.append(time)
        self._text += record
        self.severities.append(_SEVERITY.get(severity, len(SEVERITIES) - 1))
        self.sources.append(source)
        self.kinds.append(kind)
        self.ends.append(len(self._text))

    def time(self, at: int) -> str:
        return self._times[bisect_right(self._changes, at) - 1]

    def start(self, at: int) -> int:
        return self.ends[at - 1] if at else 0

    def records(self, start: int, stop: int, *, wait: bool = True) -> bytes:
        """The records of entries `start` to `stop`; nothing once the part was closed.

        Raises:
            BlockingIOError: without `wait`, if they have to come from a disk.
        """
        begin, end = self.start(start), self.start(stop)
        text = self._text
        if text is not None:
            return bytes(text[begin:end])
        with self._borrowed() as file:
            if file < 0:
                return b""
            return os.pread(file, end - begin, begin) if wait else _ready(file, begin, end)

    @contextmanager
    def _borrowed(self) -> Iterator[int]:
        """The file, which is not closed meanwhile: its number may then belong to another file."""
        with self._lock:
            file = -1 if self._closed else self._file
            self._readers += 1
        try:
            yield file
        finally:
            with self._lock:
                self._readers -= 1
                self._close_unused()

    def write_out(self, folder: Path) -> None:
        """Move the texts from memory into a file.

        Raises:
            OSError: it cannot be written; the texts stay in memory.
        """
        if self._text is None:
            return
        file = _nameless_file(folder)
        try:
            _check_room(file)
            rest = memoryview(self._text)
            while rest:
                rest = rest[os.write(file, rest) :]
        except OSError:
            os.close(file)
            raise
        self._file = file
        self._text = None

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._text = None
            self._close_unused()

    def _close_unused(self) -> None:
        if self._closed and not self._readers and self._file >= 0:
            os.close(self._file)
            self._file = -1


def _ready(file: int, begin: int, end: int) -> bytes:
    """A part of a file that the kernel has in memory."""
    data = bytearray(end - begin)
    try:
        count = os.preadv(file, [data], begin, os.RWF_NOWAIT)
    except BlockingIOError:
        raise
    except OSError:  # a file system that is in memory, or does not know
        return os.pread(file, end - begin, begin)
    if count < len(data):
        raise BlockingIOError
    return bytes(data)


def _check_room(file: int) -> None:
    """Refuse to take the last of a disk that everybody needs.

    Raises:
        OSError: too little is free.
    """
    found = os.fstatvfs(file)
    if found.f_bavail * found.f_frsize < KEPT_FREE:
        raise OSError(errno.ENOSPC, tr("the disk is nearly full"))


def _nameless_file(folder: Path) -> int:
    """A file that goes with its last handle, however the process ends."""
    make_folder(str(folder))
    try:
        return os.open(folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError:  # not every file system can
        path = folder / f"log-{os.getpid()}-{threading.get_ident()}"
        flags = os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC
        file = os.open(path, flags, 0o600)
        path.unlink()
        return file
