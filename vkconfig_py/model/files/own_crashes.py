"""What this program did before it ended or failed: its own log, and files of native crashes.

Each process has a file that faulthandler writes into should a signal end it, and holds a lock on
it. A file that nobody holds is of a process that is gone: it tells of a crash, or of a kill.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import threading
import time
from collections import deque
from contextlib import suppress
from pathlib import Path

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import open_lock, remove_file, try_lock
from vkconfig_py.loader.files.safe_paths import open_parent_folder

LOG_FILE, PREVIOUS_LOG_FILE = "vkconfig-py.log", "vkconfig-py.log.1"
LOG_LIMIT = 256 << 10
_CRASH_FILE_PATTERN = "crash-*.txt"
_MAX_LOG_LINES = 50
_TEXT_LIMIT = 64 << 10


class Crash(NamedTuple):
    """A process of this program that a signal ended.

    Attributes:
        start_line: version and time of its start, one line.
        stack: what faulthandler wrote.
        log: the last lines of the program's log.
    """

    start_line: str
    stack: str
    log: str


class OwnLog(logging.Handler):
    """Appends lines to a file of limited size. A thread writes, and nothing waits for the disk."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        self._file, self._previous_file = folder / LOG_FILE, folder / PREVIOUS_LOG_FILE
        self._queued_lines: deque[str] = deque(maxlen=1000)
        self._lock = threading.Lock()
        self._writer: threading.Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        with self._lock:
            self._queued_lines.append(self.format(record))
            # One thread at a time, which takes all that comes while it writes.
            if self._writer is None:
                self._writer = threading.Thread(target=self._write, name="own log")
                self._writer.start()

    def finish(self) -> None:
        """Wait until everything is written, or has failed."""
        writer = self._writer
        if writer is not None:
            writer.join()

    def _write(self) -> None:
        """Write queued lines until there are none, then let the thread end."""
        while True:
            with self._lock:
                lines = "".join(f"{line}\n" for line in self._queued_lines)
                self._queued_lines.clear()
                if not lines:
                    self._writer = None
                    return
            with suppress(OSError):  # nobody can be told where that is told
                self._append(lines.encode("utf-8", "backslashreplace"))

    def _append(self, lines: bytes) -> None:
        """Append lines to the file. Rename a file that is full first."""
        handle = open_lock(str(self._file), make=True)
        try:
            if os.fstat(handle).st_size + len(lines) > LOG_LIMIT:
                with open_parent_folder(str(self._file)) as (folder, name):
                    previous_file = Path(name).with_name(self._previous_file.name)
                    os.rename(name, previous_file, src_dir_fd=folder, dst_dir_fd=folder)
                os.close(handle)
                handle = open_lock(str(self._file), make=True)
            os.lseek(handle, 0, os.SEEK_END)
            os.write(handle, lines)
        finally:
            os.close(handle)


class CrashFile:
    """The file of this process, for as long as it runs."""

    def __init__(self, folder: Path, version: str) -> None:
        """Make the file.

        Raises:
            OSError: it cannot be written.
        """
        self._path = folder / f"crash-{os.getpid()}.txt"
        self._handle = open_lock(str(self._path), make=True)
        try_lock(self._handle)
        os.ftruncate(self._handle, 0)
        began = time.strftime("%Y-%m-%d %H:%M:%S")
        os.write(
            self._handle,
            f"vkconfig-py {version}, started {began}\n".encode(),
        )
        faulthandler.enable(self._handle)

    def close(self) -> None:
        """Note that the program ended in order, so that no crash is found."""
        faulthandler.disable()
        with suppress(OSError):
            remove_file(str(self._path))
        os.close(self._handle)


def begin_crash_file(folder: Path, version: str) -> CrashFile | None:
    """Open the crash file of this process, None if it cannot be written.

    Whoever has turned faulthandler on already, to see its output elsewhere, keeps it.
    """
    if faulthandler.is_enabled():
        return None
    try:
        return CrashFile(folder, version)
    except OSError:
        return None


def pop_latest_crash(folder: Path) -> Crash | None:
    """Return the latest crash not reported yet, and remove the files of processes that are gone."""
    crashes: list[tuple[float, bytes]] = []
    for path in folder.glob(_CRASH_FILE_PATTERN):
        # Closing a handle of our own file would free its lock.
        if path.name != f"crash-{os.getpid()}.txt":
            with suppress(OSError):
                crashes += _pop_crash_file(path)
    if not crashes:
        return None
    began, _end, stack = max(crashes)[1].decode("utf-8", "replace").partition("\n")
    return Crash(began, stack, read_last_log_lines(folder))


def _pop_crash_file(path: Path) -> list[tuple[float, bytes]]:
    """Read and remove the crash file of a process that ended, with its time.

    Return nothing if the process runs, or if it was killed without a crash.
    """
    handle = open_lock(str(path), make=False)
    try:
        if not try_lock(handle):
            return []
        content = os.read(handle, _TEXT_LIMIT)
        modified_at = os.fstat(handle).st_mtime
        remove_file(str(path))
    finally:
        os.close(handle)
    return [(modified_at, content)] if content.partition(b"\n")[2] else []


def read_last_log_lines(folder: Path) -> str:
    """Return the last lines of vkconfig-py's own log, "" if there is none."""
    text = ""
    for name in (PREVIOUS_LOG_FILE, LOG_FILE):
        with suppress(OSError):
            text += (folder / name).read_text("utf-8", "replace")[-_TEXT_LIMIT:]
    return "\n".join(text.splitlines()[-_MAX_LOG_LINES:])
