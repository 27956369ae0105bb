"""A child of the probe runner that does what it is told, however bad."""

from __future__ import annotations

import json
import mmap
import os
import signal
import sys
import time
from collections.abc import Callable


def main(descriptor: int) -> None:
    """Do what the request on stdin says."""
    request = json.load(sys.stdin)
    _write(descriptor, {"about": "the risky step"})
    _DEEDS[request["do"]](descriptor)
    _write(descriptor, {"answer": request})
    os._exit(0)


def _write(descriptor: int, message: object) -> None:
    os.write(descriptor, b"\n" + json.dumps(message).encode() + b"\n")


def _ignore_and_hang(_: int) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(60)


def _shout(_: int) -> None:
    for _line in range(200_000):
        os.write(1, b"a line of noise that nobody asked for, again and again and again\n")


def _leave_a_grandchild(descriptor: int) -> None:
    os.set_inheritable(descriptor, True)
    if os.fork() == 0:
        _ignore_and_hang(descriptor)


def _leave_an_orphan(descriptor: int) -> None:
    """Leave a process of a session of its own, whose parent has ended."""
    os.set_inheritable(descriptor, True)
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            _ignore_and_hang(descriptor)
        os._exit(0)
    os.wait()


def _spin(_: int) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        pass


def _eat(_: int) -> None:
    eaten = []
    while True:
        eaten.append(bytearray(1 << 26))


def _share(_: int) -> None:
    """Ask for shared memory as libraries do, more than a child may have of its own."""
    os.ftruncate(os.memfd_create("shared"), 1 << 30)


def _share_in_pieces(_: int) -> None:
    """Fill files in memory, none of which is large, and map none of them."""
    for _piece in range(6):
        os.posix_fallocate(os.memfd_create("piece"), 0, 32 << 20)
    time.sleep(60)


def _share_a_mapping(_: int) -> None:
    """Fill shared memory that no descriptor leads to, in a process of another session."""
    if os.fork() == 0:
        os.setsid()
        mapping = mmap.mmap(-1, 192 << 20)
        for place in range(0, len(mapping), mmap.PAGESIZE):
            mapping[place] = 1
    time.sleep(60)


def _multiply(_: int) -> None:
    """Start more processes than are allowed, and no more than a machine bears."""
    for _process in range(600):
        try:
            if os.fork() == 0:
                time.sleep(600)
                os._exit(0)
        except BlockingIOError:
            break
    time.sleep(600)


def _escape(code: int) -> Callable[[int], None]:
    """Return what leaves a process without a trace, and then takes the keeper out of the way."""

    def leave_and_signal(descriptor: int) -> None:
        keeper = os.getppid()
        _leave_an_orphan(descriptor)
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                command = ["-c", "import time; time.sleep(60)", os.environ["MARK"]]
                os.execve(sys.executable, [sys.executable, *command], {})
            os._exit(0)
        os.wait()
        os.kill(keeper, code)
        _ignore_and_hang(descriptor)

    return leave_and_signal


def _forge(descriptor: int) -> None:
    """Say what the keeper says, about a process that is none of ours."""
    _write(descriptor, {"crossed": "x"})
    _write(descriptor, {"crossed": ["x"]})
    _write(descriptor, {"ended": "x"})
    _write(descriptor, {"ended": 0})
    _ignore_and_hang(descriptor)


def _write_nonsense(descriptor: int) -> None:
    os.write(descriptor, b"a library wrote here\n\xff\xfe\n[1, 2]\n")


def _write_unfinished(descriptor: int) -> None:
    os.write(descriptor, b"a library wrote here")


def _flood(line: bytes) -> Callable[[int], None]:
    def write_for_ever(descriptor: int) -> None:
        while True:
            os.write(descriptor, line)

    return write_for_ever


def _write_deep(descriptor: int) -> None:
    os.write(descriptor, b"[" * 50_000 + b"\n")


_DEEDS = {
    "answer": lambda _: None,
    "crash": lambda _: os.kill(os.getpid(), signal.SIGSEGV),
    "abort": lambda _: os.abort(),
    "exit": lambda _: os._exit(7),
    "vanish": lambda _: os._exit(0),
    "raise": lambda _: 1 / 0,
    "hang": _ignore_and_hang,
    "share": _share,
    "share in pieces": _share_in_pieces,
    "share a mapping": _share_a_mapping,
    "multiply": _multiply,
    "shout": _shout,
    "grandchild": _leave_a_grandchild,
    "grandchild, then crash": lambda descriptor: (
        _leave_a_grandchild(descriptor),
        os.kill(os.getpid(), signal.SIGSEGV),
    ),
    "orphan": _leave_an_orphan,
    "orphan, then crash": lambda descriptor: (
        _leave_an_orphan(descriptor),
        os.kill(os.getpid(), signal.SIGSEGV),
    ),
    "orphan, then hang": lambda descriptor: (
        _leave_an_orphan(descriptor),
        _ignore_and_hang(descriptor),
    ),
    "kill the keeper": _escape(signal.SIGKILL),
    "stop the keeper": _escape(signal.SIGSTOP),
    "spin": _spin,
    "eat": _eat,
    "nonsense": _write_nonsense,
    "unfinished line": _write_unfinished,
    "deep nonsense": _write_deep,
    "flood of lines": _flood(b'{"about": "a step of the library"}\n' * 100),
    "flood without a line": _flood(b"x" * 4096),
    "forge": _forge,
    "orphan, then forge": lambda descriptor: (_leave_an_orphan(descriptor), _forge(descriptor)),
    "half": lambda descriptor: (
        _write(descriptor, {"so_far": [1, 2]}),
        os.kill(os.getpid(), signal.SIGSEGV),
    ),
}
