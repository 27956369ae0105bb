"""Startup work in a forked process while this one loads Qt.

This module does not import Qt.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.model.files.paths import StatePaths
    from vkconfig_py.model.session.sample_machine import DemoMachine
    from vkconfig_py.model.session.startup_snapshot import StartupSnapshot

# Each part is sent after its length in so many bytes.
_LENGTH_BYTES = 8
# os.read allocates as much as it is asked for before it knows how much there is.
_CHUNK_SIZE = 1 << 20
# Parts: whether there is a display, what is seen, the rest of it, and what is found after that.
_DISPLAY_PART, _SNAPSHOT_PART, _FOUND_PART, _LOOKED_PART = range(4)

Job = Callable[[], Iterable[bytes]]


class Prefetch:
    """A job that yields parts (bytes), in a forked process that runs beside this one."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._lock = threading.Lock()
        self._parts: list[bytes] = []
        self._reader, writer = os.pipe()
        self._child_pid = 0
        self._thread: threading.Thread | None = None
        # fork() copies the calling thread alone: a lock held by another one would never be released
        # in the child.
        if hasattr(os, "fork") and threading.active_count() == 1:
            self._child_pid = os.fork()
            if not self._child_pid:
                self._run_child(writer)
            # The reader sees the end only when the last writing end is closed, ours included.
            os.close(writer)
        else:
            # A daemon, so that a slow disk does not hold up the end of the program.
            send = threading.Thread(target=self._send, args=(writer,), daemon=True)
            self._thread = send
            send.start()

    def is_ready(self, number: int, timeout: float) -> bool:
        """Wait for a part to begin, and return whether it has begun.

        Args:
            number: of the part, from 0.
            timeout: in seconds.
        """
        return len(self._parts) > number or bool(select.select([self._reader], [], [], timeout)[0])

    def get_part(self, number: int) -> bytes:
        """Wait for a part, counted from 0, and return it."""
        with self._lock:
            while len(self._parts) <= number:
                length = int.from_bytes(self._read_bytes(_LENGTH_BYTES), "little")
                part = self._read_bytes(length)
                if length and len(part) == length:
                    self._parts.append(part)
                else:  # whoever did it has failed: it is done here
                    self._close_pipe()
                    self._parts = list(self._job())
            return self._parts[number]

    def close(self) -> None:
        """Wait for the end of the forked process. Parts that were not read are lost."""
        with self._lock:
            self._close_pipe()

    def _close_pipe(self) -> None:
        """Close the pipe, and wait for the forked process to end."""
        if self._reader >= 0:
            # First of all: a writer that waits for room in the pipe gets EPIPE and ends, otherwise
            # the wait below would never end.
            os.close(self._reader)
            self._reader = -1
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._child_pid:
            # Without it the child would remain as a zombie until this process ends.
            os.waitpid(self._child_pid, 0)
            self._child_pid = 0

    def _read_bytes(self, length: int) -> bytes:
        """Read so many bytes, or fewer at the end of the pipe."""
        parts: list[bytes] = []
        while length and self._reader >= 0:
            part = os.read(self._reader, min(length, _CHUNK_SIZE))
            if not part:
                break
            parts.append(part)
            length -= len(part)
        return b"".join(parts)

    def _run_child(self, writer: int) -> None:
        """Run the job in the forked process, write its parts into the pipe and exit."""
        code = 1
        try:
            # While the child held a reading end, its writes would block instead of failing if the
            # parent died.
            os.close(self._reader)
            self._send(writer)
            code = 0
        finally:
            os._exit(code)

    def _send(self, writer: int) -> None:
        """Write the parts of the job into the pipe, each after its length."""
        try:
            for part in self._job():
                _write_to_pipe(writer, len(part).to_bytes(_LENGTH_BYTES, "little"))
                _write_to_pipe(writer, part)
        except Exception:  # noqa: BLE001 - the job is done again by who waits for it
            return
        finally:
            os.close(writer)


def _write_to_pipe(writer: int, data: bytes) -> None:
    """Write all bytes into a file descriptor."""
    view = memoryview(data)
    while view:
        # A write may take fewer bytes than it was given.
        view = view[os.write(writer, view) :]


class StartupData:
    """Startup work done while Qt is loaded.

    Attributes:
        environment: the environment this process was started with.
        host: this machine, or the sample machine.
        paths: folders of vkconfig-py.
        demo: the sample machine, or None.
    """

    def __init__(self, host: Host, *, demo: bool = False) -> None:
        self.demo: DemoMachine | None = None
        # Before the sample machine, if it is wanted, takes the place of this one.
        self.environment = host.environment
        self.host = host
        loaders: tuple[LoaderProfile, ...] = ()
        if demo:
            loaders = (self._open_demo(),)
        else:
            from vkconfig_py.model.files.paths import find_state_paths

            self.paths: StatePaths = find_state_paths(host.environment, host.platform)
        recorded = self.demo.recorded if self.demo is not None else ""
        self._prefetch = Prefetch(
            partial(_compute_parts, host, self.host, self.paths, loaders, recorded)
        )

    def _open_demo(self) -> LoaderProfile:
        """Open the sample machine, and return the profile of its loader."""
        from vkconfig_py.model.files import resources
        from vkconfig_py.model.files.paths import find_state_paths
        from vkconfig_py.model.session.sample_machine import open_demo_machine
        from vkconfig_py.model.text.wording import show_sample_paths

        own_paths = find_state_paths(self.host.environment, self.host.platform)
        self.demo = open_demo_machine(resources.find_resource("demo"))
        self.demo.copy_preferences(own_paths)
        show_sample_paths(str(self.demo.folder))
        self.host, self.paths = self.demo.host, self.demo.paths
        return self.demo.profile

    def get_display_problem(self) -> str:
        """Wait for the check of the display, and return its problem, "" for none."""
        # Without the dot that _compute_parts puts before it.
        return self._prefetch.get_part(_DISPLAY_PART).decode()[1:]

    def get_snapshot(self, timeout: float) -> StartupSnapshot | None:
        """Return the startup snapshot, None if it is not there within a timeout in seconds."""
        if not self._prefetch.is_ready(_SNAPSHOT_PART, timeout):
            return None
        from vkconfig_py.model.session.startup_snapshot import unpack_startup

        read_rest = partial(self._prefetch.get_part, _FOUND_PART)
        return unpack_startup(
            self._prefetch.get_part(_SNAPSHOT_PART), read_rest, self._read_last_part
        )

    def _read_last_part(self) -> bytes:
        """Return the last part, after which the forked process ends."""
        part = self._prefetch.get_part(_LOOKED_PART)
        self._prefetch.close()
        return part

    def find_loaders(self) -> tuple[LoaderProfile, ...]:
        """Find the installed loaders, and wait while a new one is run to get its version."""
        if self.demo is not None:
            return (self.demo.profile,)
        from vkconfig_py.model.session.startup_snapshot import find_loaders

        return find_loaders(self.host, self.paths)

    def finish(self) -> None:
        """End the processes that worked for the start."""
        self._prefetch.close()
        if self.demo is not None:
            from vkconfig_py.model.text.wording import show_sample_paths

            self.demo.close()
            show_sample_paths("")


def _compute_parts(
    display_host: Host,
    host: Host,
    paths: StatePaths,
    loaders: tuple[LoaderProfile, ...],
    recorded: str,
) -> Iterator[bytes]:
    """Yield what the forked process computes: the problem of the display, then the snapshot.

    Args:
        display_host: has the variables that name the display.
        host: the machine that is shown.
        paths: folders of vkconfig-py.
        loaders: the known loaders.
        recorded: file with probe results of the sample machine, "" for none.
    """
    from vkconfig_py.cli.display import find_display_problem
    from vkconfig_py.model.session.startup_snapshot import pack_startup, take_startup_snapshot

    yield f".{find_display_problem(display_host)}".encode()  # a part is never empty
    yield from pack_startup(take_startup_snapshot(host, paths, loaders, recorded))
