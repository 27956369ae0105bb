"""The guard: a process of its own that ends leases, whatever becomes of the window or the shell.

Theory of operation. One guard per state folder, by a lock that it holds while it lives. It sleeps
until the first deadline, the end of a process that a lease names, or a change of the record. Then
it has `vkconfig-py withdraw --ended` do the work, and thereby needs neither Qt nor the engine. When
no lease needs it, it ends: under the lock of those that apply, so that nobody relies on a guard
that is just going.

It may be killed at any time. Whatever of this program runs next ends what has ended, and starts
another guard if one is needed.
"""

from __future__ import annotations

import fcntl
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NoReturn

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.own_process import make_child_command, make_own_command
from vkconfig_py.loader.files.own_files import open_lock
from vkconfig_py.model.apply.journal import lock_applied
from vkconfig_py.model.apply.lease_facts import (
    end_login,
    is_process_running,
    mark_process,
    read_facts,
    read_moment,
)
from vkconfig_py.model.apply.record import read_record
from vkconfig_py.model.files.paths import StatePaths, describe_error, has_nothing_at, read_regular
from vkconfig_py.model.plan.leases import (
    Lease,
    ProcessMark,
    UntilLogout,
    WhileRunning,
    find_next_deadline,
    has_ended,
    needs_guard,
)

GUARD_NAME = "vkconfig-guard"  # as ps and top show it: 15 bytes at most
# The longest sleep. poll(2) does not count the time of suspend, no signal tells that a folder of
# the network changed or the user logged out, and a withdrawal that failed is tried again.
CHECK_SECONDS = 30.0
_NICENESS = 10
_END_SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
GUARD_NOT_STARTED = tr(
    "Could not start the guard process ({reason}). Configurations with a time limit may "
    "stay applied until the next time vkconfig-py runs."
)


def get_guard_file(paths: StatePaths) -> Path:
    """Return the file that a running guard locks and that names its process."""
    return paths.state / "guard.lock"


def find_guard(paths: StatePaths) -> int:
    """Return the process id of the guard, 0 if none runs."""
    try:
        words = read_regular(get_guard_file(paths)).decode("ascii", "replace").split()
        pid = int(words[0])
        guard = ProcessMark(pid, int(words[1]), words[2])
    except (OSError, ValueError, IndexError):
        return 0
    return pid if is_process_running(guard) else 0


def start_guard(paths: StatePaths) -> str:
    """Start the process that ends leases (guard) unless one runs.

    The caller holds the lock (journal.lock_applied). Return "" or a sentence that tells why there
    is none.
    """
    if find_guard(paths):
        return ""
    command = make_child_command(__name__, *map(os.fspath, (paths.state, paths.runtime)))
    try:
        # The child forks the guard and ends, so that nobody has to wait for the guard.
        result = subprocess.run(
            command,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            check=False,
        )
    except OSError as error:
        return GUARD_NOT_STARTED.format(reason=describe_error(error))
    if not result.returncode:
        return ""
    return GUARD_NOT_STARTED.format(reason=tr("exit status {status}", status=result.returncode))


def be_child(arguments: Sequence[str]) -> NoReturn:
    """Run the guard of a state folder in a fork. The process that was started ends at once.

    Args:
        arguments: the state folder and the runtime folder.
    """
    state, runtime = map(Path, arguments)
    paths = StatePaths(state, state, runtime)
    # Blocked by those that write; whoever starts us may be one.
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    lock = _lock_guard_file(paths)
    if lock is None:
        os._exit(0)  # another guard is there
    if pid := os.fork():
        _write_guard_mark(lock, pid)  # here, so that who started us finds it
        os._exit(0)
    os.nice(_NICENESS)
    with suppress(OSError):
        Path("/proc/self/comm").write_text(GUARD_NAME, "ascii")
    LeaseGuard(paths, Sleeper(paths.state), withdraw_ended, partial(_release_lock, lock)).run()
    os._exit(0)


def withdraw_ended() -> None:
    """Withdraw the configurations whose lease has ended, by the command line."""
    subprocess.run(
        make_own_command("withdraw", "--ended"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )


def _lock_guard_file(paths: StatePaths) -> int | None:
    """Lock the guard's file until it is closed here and in every fork, None if it is locked."""
    handle = open_lock(str(get_guard_file(paths)), make=True)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    return handle


def _write_guard_mark(lock: int, pid: int) -> None:
    """Write into the locked file who the guard is."""
    process_mark = mark_process(pid)
    os.pwrite(
        lock, f"{process_mark.pid} {process_mark.started} {process_mark.boot}\n".encode("ascii"), 0
    )


def _release_lock(lock: int) -> None:
    """Empty the guard's locked file and unlock it, so that the next guard can begin."""
    os.ftruncate(lock, 0)
    fcntl.flock(lock, fcntl.LOCK_UN)  # the next guard need not wait for the end of this process


class Sleeper:
    """Sleeps until a time, the end of a process, a change in the state folder or a signal."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._signal_pipe, writer = os.pipe()
        for end in (self._signal_pipe, writer):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        self.must_end = False
        for number in _END_SIGNALS:
            signal.signal(number, self._on_ending)
        # dnotify: fcntl(2); of the two kinds of notification the one that Python has.
        signal.signal(signal.SIGIO, _on_change)
        with suppress(OSError):  # without it a change is seen after a period
            folder_descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
            names = fcntl.DN_CREATE | fcntl.DN_DELETE | fcntl.DN_RENAME
            fcntl.fcntl(folder_descriptor, fcntl.F_NOTIFY, names | fcntl.DN_MULTISHOT)

    def sleep(self, seconds: float, processes: Sequence[ProcessMark]) -> None:
        """Sleep until the time is over, one of the processes ends or a signal comes."""
        with ExitStack() as stack:
            poll = select.poll()
            poll.register(self._signal_pipe, select.POLLIN)
            for process in processes:
                handle = stack.enter_context(_open_process(process))
                if handle is not None:
                    poll.register(handle, select.POLLIN)
            # Rounded up: it must not wake just before the deadline.
            poll.poll(max(0, int(seconds * 1000) + 1))
        with suppress(BlockingIOError):
            while os.read(self._signal_pipe, 64):
                pass

    def _on_ending(self, _number: int, _frame: object) -> None:
        """Note that a signal asks the guard to end."""
        self.must_end = True


def _on_change(_number: int, _frame: object) -> None:
    """Do nothing when the state folder changes: the signal itself ends the sleep."""
    return  # the descriptor of set_wakeup_fd() ends the sleep


@contextmanager
def _open_process(process: ProcessMark) -> Iterator[int | None]:
    """Yield a descriptor that can be read once the process has ended, None if there is none."""
    try:
        handle = os.pidfd_open(process.pid)
    except OSError:  # it has ended, or the kernel is older than 5.3
        yield None
        return
    try:
        yield handle
    finally:
        os.close(handle)


class LeaseGuard:
    """Ends leases for as long as there are some.

    Args:
        end_leases: withdraws the configurations whose lease has ended.
        release_lock: lets the next guard begin.
    """

    def __init__(
        self,
        paths: StatePaths,
        sleeper: Sleeper,
        end_leases: Callable[[], None],
        release_lock: Callable[[], None],
    ) -> None:
        self._paths, self._sleeper = paths, sleeper
        self._end_leases, self._sign_off = end_leases, release_lock

    def run(self) -> None:
        """Wait and end leases until none is left or a signal asks to end."""
        has_tried = False
        while leases := self._read_leases():
            if self._sleeper.must_end:
                self._end_early(leases)
                return
            facts = read_facts(leases, self._paths)
            is_over = any(has_ended(lease, facts) for lease in leases)
            if is_over and not has_tried:
                self._end_leases()
                has_tried = True
                continue
            # What could not be withdrawn is tried again after a period.
            self._sleep(() if is_over else leases)
            has_tried = False

    def _end_early(self, leases: Sequence[Lease]) -> None:
        """End the leases until logout, and the guard: a session manager asks for it at logout."""
        self._sign_off()
        if any(isinstance(lease, UntilLogout) for lease in leases):
            end_login(self._paths)
            self._end_leases()

    def _sleep(self, leases: Sequence[Lease]) -> None:
        """Sleep until the next of these leases can end, at most CHECK_SECONDS."""
        marks = [lease.process for lease in leases if isinstance(lease, WhileRunning)]
        seconds = find_next_deadline(leases, read_moment())
        self._sleeper.sleep(
            CHECK_SECONDS if seconds is None else min(CHECK_SECONDS, seconds), marks
        )

    def _read_leases(self) -> tuple[Lease, ...]:
        """Return the leases to guard. If there are none, release the lock of the guard."""
        while not (leases := self._list_guarded_leases()):
            if has_nothing_at(get_guard_file(self._paths)):
                return ()  # the whole folder was removed, and to take a lock would make it again
            try:
                # Nobody is just making one: whoever does holds this lock.
                with lock_applied(self._paths):
                    leases = self._list_guarded_leases()
                    if not leases:
                        self._sign_off()
                    return leases
            except OSError:  # somebody has been planning for long
                time.sleep(1.0)
        return leases

    def _list_guarded_leases(self) -> tuple[Lease, ...]:
        """Return the leases of what is applied that a guard has to end."""
        record, _ = read_record(self._paths)
        return tuple(entry.lease for entry in record.get_applied_set() if needs_guard(entry.lease))
