"""Run a program on the terminal of a command line, as if it had been started by hand."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from vkconfig_py.model.launch.launch_processes import Ending
from vkconfig_py.model.launch.launch_subreaper import take_in_orphans
from vkconfig_py.model.launch.observed_loader import sight_of
from vkconfig_py.model.launch.private_folder import remove_folder
from vkconfig_py.model.launch.run_program import (
    CHUNK,
    STOP_INTERVAL,
    LaunchEnd,
    LaunchError,
    Ready,
    describe_end,
    prepare,
    start_foreground,
)
from vkconfig_py.model.plan.plan import Plan

OF_TERMINAL = (signal.SIGINT, signal.SIGQUIT)  # the keys of a terminal reach the program too
OF_US = (signal.SIGTERM, signal.SIGHUP)


def run_foreground(
    program: str,
    arguments: tuple[str, ...],
    working_directory: str,
    environment: Mapping[str, str],
    plan: Plan,
    *,
    mark: str = "",
    output: int | None = None,
    errors: int | None = None,
) -> LaunchEnd | LaunchError:
    """Run a program on this terminal and wait for it; for the main thread of the command line.

    The program shares vkconfig-py's process group, so that the terminal's keys reach it as if it
    had been started by hand: Ctrl+C is left to the program, and once that has ended, all its
    descendants are stopped. SIGTERM or SIGHUP to vkconfig-py stops them all at once: vkconfig-py
    is their subreaper. The program prints to the handles `output` and `errors`, by default
    vkconfig-py's own; an empty working directory is the current one. Its processes are recognized
    by `mark`, or by one that is made up.
    """
    ready = prepare(program, arguments, working_directory, environment, plan, mark)
    if isinstance(ready, LaunchError):
        return ready
    with _signals_as_bytes() as wishes:
        take_in_orphans()
        try:
            process = start_foreground(ready, output, errors)
            if isinstance(process, LaunchError):
                return process
            sighting = sight_of(process.pid, ready.executable, ready.environment, environment)
            try:
                return _wait_foreground(process, ready, wishes)
            finally:
                sighting.close()
                remove_folder(ready.folder)
        finally:
            take_in_orphans(taken=False)  # later orphans belong to other children


@contextmanager
def _signals_as_bytes() -> Iterator[int]:
    """Turn termination signals into bytes of a pipe, and return its reading end."""
    reading, writing = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    # After a handler Python goes on with select() (PEP 475); the byte ends it.
    before = signal.set_wakeup_fd(writing)
    # A handler, not SIG_IGN: the program would inherit that.
    handlers = {number: signal.signal(number, _do_nothing) for number in (*OF_TERMINAL, *OF_US)}
    try:
        yield reading
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(before)
        os.close(reading)
        os.close(writing)


def _do_nothing(_number: int, _frame: object) -> None:
    return


def _wait_foreground(process: subprocess.Popen[bytes], ready: Ready, wishes: int) -> LaunchEnd:
    # Readable once the program has ended, and that one alone; a SIGCHLD may be of any child.
    exit_handle = os.pidfd_open(process.pid)
    ending: Ending | None = None
    was_interrupted = is_stopped = False
    try:
        with selectors.DefaultSelector() as selector:
            selector.register(exit_handle, selectors.EVENT_READ)
            selector.register(wishes, selectors.EVENT_READ)
            while ending is None or not ending.over:
                wait = None if ending is None else STOP_INTERVAL
                came = [key.fd for key, _ in selector.select(wait)]
                numbers = set(os.read(wishes, CHUNK)) if wishes in came else set()
                if numbers & {*OF_TERMINAL}:
                    was_interrupted = True
                    _pass_on(process, numbers & {*OF_TERMINAL})
                has_ended = exit_handle in came
                # The same keys may have ended the program before their signal came here.
                was_interrupted |= has_ended and _is_by_keys(process.pid)
                if numbers & {*OF_US} or (has_ended and was_interrupted):
                    ending = ending or Ending(
                        process.pid, ready.mark, time.monotonic(), subreaper=os.getpid()
                    )
                    is_stopped |= bool(numbers & {*OF_US})
                if ending is not None:
                    ending.press(time.monotonic())
                if has_ended:
                    selector.unregister(exit_handle)
                    if ending is None:
                        break
    finally:
        os.close(exit_handle)
    # wait() would never return for a process that no signal ends.
    code = process.poll() if ending and ending.survivors else process.wait()
    is_told = ending is not None and (is_stopped or ending.survivors)
    return describe_end(code, ending if is_told else None)


def _is_by_keys(pid: int) -> bool:
    """True if a signal of the terminal's keys ended a program, which is not reaped here."""
    ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
    return ended is not None and ended.si_code != os.CLD_EXITED and ended.si_status in OF_TERMINAL


def _pass_on(process: subprocess.Popen[bytes], numbers: Iterable[int]) -> None:
    """Give the program a signal of the terminal's keys that reached vkconfig-py alone."""
    try:
        with Path("/dev/tty").open("rb", buffering=0) as terminal:
            is_of_keys = os.tcgetpgrp(terminal.fileno()) == os.getpgrp()
    except OSError:  # no terminal
        is_of_keys = False
    for number in () if is_of_keys else numbers:
        os.kill(process.pid, number)  # not Popen.send_signal, which reaps a program that has ended
