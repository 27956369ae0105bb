"""Programs that are bound by the modes of files like any user's, also where the tests are root.

Root may read and write whatever it likes. Without two capabilities it may not, and everything else
stays as it is: whose the files are, and that the interpreter and the repository can be read.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

_CAPABILITIES = (1, 2)  # dac_override, dac_read_search
_CAPABILITY_VERSION = 0x20080522
_PR_CAPBSET_DROP = 24
_SETPRIV = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")


def limit_rights(
    command: Sequence[str | Path], largest_file: int | None = None
) -> list[str | Path]:
    """Return a command that runs without the rights of root.

    `largest_file` is how many bytes a file may get: what it writes beyond that is refused, as on a
    full disk.
    """
    limit = [] if largest_file is None else ["prlimit", f"--fsize={largest_file}"]
    return [*(_SETPRIV if os.geteuid() == 0 else ()), *limit, *command]


def bind() -> None:
    """Give up in this process what a bound command does not have.

    Raises:
        OSError: that is not allowed.
    """
    if os.geteuid() != 0:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    for number in _CAPABILITIES:
        libc.prctl(_PR_CAPBSET_DROP, number, 0, 0, 0)
    head = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    sets = (ctypes.c_uint32 * 6)()  # effective, permitted and inheritable; then the high halves
    given_up = sum(1 << number for number in _CAPABILITIES)
    failed = libc.capget(head, sets)
    for index in range(3):
        sets[index] &= ~given_up
    if failed or libc.capset(head, sets):
        raise OSError(ctypes.get_errno(), "capabilities")


@contextmanager
def change_mode(path: Path, bits: int) -> Iterator[None]:
    """Give a file or folder other permissions for a while."""
    old_mode = path.stat().st_mode
    path.chmod(bits)
    try:
        yield
    finally:
        path.chmod(old_mode)
