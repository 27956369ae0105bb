"""A lock file: of several running copies of the program one writes, the others wait."""

from __future__ import annotations

import fcntl
import os
import signal
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

from vkconfig_py.loader.own_files import open_lock

LOCK_SECONDS = 5.0
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class BusyError(OSError):
    """Another running copy of the program is writing."""


@contextmanager
def held(lock: Path, *, make: bool = True) -> Iterator[None]:
    """Hold a lock file; it ends with its holder, however that ends. `make` is whether to make it.

    Raises:
        BusyError: another copy held it for the whole of LOCK_SECONDS.
        OSError: the file cannot be opened, or is none of ours.
    """
    with os.fdopen(open_lock(str(lock), make=make), "wb") as file:
        end = time.monotonic() + LOCK_SECONDS
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError as error:
                if time.monotonic() >= end:
                    reason = "another copy of this program is writing just now"
                    raise BusyError(error.errno, reason, str(lock)) from error
                time.sleep(0.02)
        yield


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let signals that end this process wait: what is written meanwhile is written to its end.

    They are held back from this thread alone, and from what it starts.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def if_possible(holding: AbstractContextManager[None]) -> Iterator[None]:
    """Hold what can be held; where no file can be made the write itself fails, and says it better.

    Raises:
        BusyError: another copy holds it.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(holding)
        except BusyError:
            raise
        except OSError:
            pass
        yield
