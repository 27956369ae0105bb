"""Read a file that a user names, whatever it turns out to be."""

from __future__ import annotations

import stat
from pathlib import Path

SIZE_LIMIT = 32 << 20  # of files of others and of our own


def read_regular(path: Path) -> bytes:
    """Read a file; pipes and devices would never end.

    Raises:
        OSError: it cannot be read.
    """
    try:
        found = path.stat()
    except ValueError as error:  # a NUL byte in the path
        raise OSError("it is not a path") from error
    if not stat.S_ISREG(found.st_mode):
        raise OSError("it is not a file")
    if found.st_size > SIZE_LIMIT:
        raise OSError(f"it is larger than {SIZE_LIMIT >> 20} MB")
    return path.read_bytes()


def reason_of(error: OSError) -> str:
    """Return why a file cannot be read, as words without a full stop."""
    return error.strerror or str(error)
