"""The subreaper: a small process between vkconfig-py and a program that adopts its orphans.

A program can fork twice, clear its environment and close its pipes; the remaining process has init
as its parent and no trace of its origin. This process replaces init for everything that the program
starts (PR_SET_CHILD_SUBREAPER), so all of it can be found as its descendants.

It imports no other module of vkconfig-py, and runs in vkconfig-py's environment, not in the
program's. The command arrives on its input; it reports the program's pid, then its exit status, as
lines of text. The program is not reaped before the input is closed, so its pid cannot be reused
while signals are still sent. If vkconfig-py ends, it runs on until the program has ended.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Sequence

PR_SET_CHILD_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER, linux/prctl.h
LENGTH_SIZE = 8

# command, executable, working directory or None, environment
StartArguments = tuple[Sequence[str], str, str | None, dict[str, str]]


def set_subreaper(*, is_subreaper: bool = True) -> None:
    """Become the subreaper of all descendants, or stop being it.

    Where that is not supported, init adopts orphans.
    """
    import ctypes

    prctl = getattr(ctypes.CDLL(None), "prctl", None)
    if prctl is not None:
        # prctl(2) takes its arguments as unsigned long from a variable list; an int would fill
        # half.
        zero = ctypes.c_ulong(0)
        prctl(PR_SET_CHILD_SUBREAPER, ctypes.c_ulong(is_subreaper), zero, zero, zero)


def be_child(arguments: Sequence[str]) -> None:
    """Run as the child process that starts a launch's program and adopts its orphans.

    `arguments`: number of the descriptor to report on.
    """
    try:
        supervise_program(int(arguments[0]))
    except BrokenPipeError:  # who asked for it is gone
        sys.exit(1)


def supervise_program(report: int) -> None:
    """Start the program that the standard input describes, and report its exit.

    It ends once the input is closed. `report`: descriptor for the reports.
    """
    set_subreaper()
    length = int.from_bytes(_read_input(LENGTH_SIZE), "little")
    command, executable, folder, environment = pickle.loads(_read_input(length))
    try:
        process = subprocess.Popen(
            command,
            executable=executable,
            cwd=folder,
            env=environment,
            # Our own input says what to start, and ends when we are to end.
            stdin=subprocess.DEVNULL,
            # Its group and session get the program's number, by which its children are found.
            start_new_session=True,
        )
    except OSError as error:
        _write_report(report, "os", error.errno, error.filename or "")
        return
    except ValueError as error:  # a NUL byte, or a variable name that no environment can hold
        _write_report(report, "value", 0, str(error))
        return
    null_device = os.open(os.devnull, os.O_RDWR)
    os.dup2(null_device, 1)  # the program's pipes are at their end when the program closes them
    os.dup2(null_device, 2)
    _write_report(report, "pid", process.pid, "")
    _write_report(report, "end", _wait_and_reap(process.pid), "")
    _read_input(1)


def _wait_and_reap(pid: int) -> int:
    """Reap orphans until the program has ended. Return its status like Popen.returncode."""
    while True:
        wait_status = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
        if wait_status is not None and wait_status.si_pid == pid:
            return (
                wait_status.si_status
                if wait_status.si_code == os.CLD_EXITED
                else -wait_status.si_status
            )
        if wait_status is not None:
            os.waitpid(wait_status.si_pid, 0)


def _write_report(report: int, event: str, number: int | None, text: str) -> None:
    """Write an event as a line of JSON to the descriptor of reports."""
    hex_text = text.encode("utf-8", "surrogateescape").hex()
    os.write(report, f"{event} {number or 0} {hex_text}\n".encode("ascii"))


def _read_input(length: int) -> bytes:
    """Read so many bytes of the standard input, fewer at its end."""
    data = b""
    while len(data) < length and (part := os.read(0, length - len(data))):
        data += part
    return data
