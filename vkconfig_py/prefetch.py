"""Prefetch: a job done in a fork while this process loads Qt."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable

_LENGTH = 8
_CHUNK = 1 << 20

Parts = tuple[bytes, bytes]


class Prefetch:
    """A job that returns bytes in two parts."""

    def __init__(self, job: Callable[[], Parts]) -> None:
        self._job = job
        self._lock = threading.Lock()
        self._first: bytes | None = None
        self._rest: bytes | None = None
        self._reader, writer = os.pipe()
        self._child = 0
        self._thread: threading.Thread | None = None
        if hasattr(os, "fork") and threading.active_count() == 1:
            self._child = os.fork()
            if not self._child:
                self._be_the_child(writer)
            os.close(writer)
        else:
            send = threading.Thread(target=self._send, args=(writer,), daemon=True)
            self._thread = send
            send.start()

    def is_ready(self, timeout: float) -> bool:
        """Wait until there is an answer, at most so many seconds."""
        return self._first is not None or bool(select.select([self._reader], [], [], timeout)[0])

    def first(self) -> bytes:
        """Return the first part; waits for it."""
        with self._lock:
            if self._first is None:
                length = int.from_bytes(self._read(_LENGTH), "little")
                first = self._read(length)
                if not length or len(first) < length:
                    self._close()
                    self._first, self._rest = self._job()
                else:
                    self._first = first
            return self._first

    def rest(self) -> bytes:
        """Return the second part; waits for it."""
        self.first()
        with self._lock:
            if self._rest is None:
                length = int.from_bytes(self._read(_LENGTH), "little")
                rest = self._read(length)
                self._close()
                self._rest = rest if length and len(rest) == length else self._job()[1]
            return self._rest

    def close(self) -> None:
        """Wait for the end of the process; what it did not say is lost."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._reader >= 0:
            os.close(self._reader)
            self._reader = -1
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._child:
            os.waitpid(self._child, 0)
            self._child = 0

    def _read(self, length: int) -> bytes:
        """Read so many bytes, or fewer if there are no more."""
        parts: list[bytes] = []
        while length and self._reader >= 0:
            part = os.read(self._reader, min(length, _CHUNK))
            if not part:
                break
            parts.append(part)
            length -= len(part)
        return b"".join(parts)

    def _be_the_child(self, writer: int) -> None:
        """Do the job and end; nothing of this process may be run to its end twice."""
        code = 1
        try:
            os.close(self._reader)
            self._send(writer)
            code = 0
        finally:
            os._exit(code)

    def _send(self, writer: int) -> None:
        try:
            for part in self._job():
                _write(writer, len(part).to_bytes(_LENGTH, "little"))
                _write(writer, part)
        except Exception:  # noqa: BLE001 - the job is done again by who waits for it
            return
        finally:
            os.close(writer)


def _write(writer: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(writer, view) :]
