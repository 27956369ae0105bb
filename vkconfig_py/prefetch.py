"""Prefetch: a job done in a fork while this process loads Qt; Start: what the window shows first.

Nothing of Qt is imported here.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.model.files.paths import StatePaths
    from vkconfig_py.model.session.sample_machine import DemoMachine
    from vkconfig_py.model.session.startup_snapshot import StartupSnapshot

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


class Start:
    """What is prepared while Qt is loaded.

    Attributes:
        environment: the one this process was started with.
        host: the machine, or the sample machine.
        paths: folders of this program.
        demo: the sample machine, or None.
    """

    def __init__(self, host: Host, *, demo: bool = False) -> None:
        self.demo: DemoMachine | None = None
        self.environment = host.environment
        self.host = host
        loaders: tuple[LoaderProfile, ...] = ()
        if demo:
            loaders = (self._open_demo(),)
        else:
            from vkconfig_py.model.files.paths import state_paths

            self.paths: StatePaths = state_paths(host.environment, host.platform)
        self._ahead = Prefetch(partial(_take, self.host, self.paths, loaders))

    def _open_demo(self) -> LoaderProfile:
        from vkconfig_py.model.files import resources
        from vkconfig_py.model.session.sample_machine import open_demo

        self.demo = open_demo(resources.path("demo"))
        self.host, self.paths = self.demo.host, self.demo.paths
        return self.demo.profile

    def snapshot(self, timeout: float) -> StartupSnapshot | None:
        """Return what the window shows first, or None if that is not known in time."""
        if not self._ahead.is_ready(timeout):
            return None
        from vkconfig_py.model.session.startup_snapshot import unpack

        return unpack(self._ahead.first(), self._ahead.rest)

    def find_loaders(self) -> tuple[LoaderProfile, ...]:
        """Look for loaders now; blocks while a new one is asked for its version."""
        if self.demo is not None:
            return (self.demo.profile,)
        from vkconfig_py.model.session.startup_snapshot import find_loaders

        return find_loaders(self.host, self.paths)

    def finish(self) -> None:
        """End what was started."""
        self._ahead.close()
        if self.demo is not None:
            self.demo.close()


def _take(host: Host, paths: StatePaths, loaders: tuple[LoaderProfile, ...]) -> Parts:
    from vkconfig_py.model.session.startup_snapshot import pack, take_startup_snapshot

    return pack(take_startup_snapshot(host, paths, loaders))
