"""Read a file that a user names, whatever it turns out to be."""

from __future__ import annotations

import stat
from pathlib import Path

from vkconfig_py.loader.files.reading import read_whole
from vkconfig_py.loader.own_files import SIZE_LIMIT


def read_regular(path: Path) -> bytes:
    """Read a file; pipes, devices and some files of the kernel would never end.

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
    return read_whole(str(path))[1]


def reason_of(error: OSError) -> str:
    """Return why a file cannot be read, as words without a full stop."""
    return error.strerror or str(error)
