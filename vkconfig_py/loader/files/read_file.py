"""Opening and reading one file of this machine, whatever it turns out to be."""

from __future__ import annotations

import errno
import os
import stat

from vkconfig_py.language.sentences import Message, message

FOLDER_REASON = os.strerror(errno.EISDIR)
PIPE_REASON = (
    "a pipe"  # error of a file that is not read: opening it would block the loader forever
)
_MAX_FILE_SIZE = 256 << 20  # bytes

# Windows has O_BINARY alone: without it a reader sees text with changed line ends.
_READ_FLAGS = sum(getattr(os, name, 0) for name in ("O_CLOEXEC", "O_NONBLOCK", "O_BINARY"))


def find_unsuitable(status: os.stat_result) -> Message | str:
    """Return why a file of this status is not read (its type or size), or ""."""
    if stat.S_ISDIR(status.st_mode):
        return FOLDER_REASON
    if stat.S_ISFIFO(status.st_mode):
        return PIPE_REASON
    if not stat.S_ISREG(status.st_mode):
        return message("not a regular file")
    if status.st_size > _MAX_FILE_SIZE:
        return message("larger than {count} MB, not read", count=_MAX_FILE_SIZE >> 20)
    return ""


def open_to_read(path: str) -> int:
    """Open a file or folder without blocking on a pipe. Return its file descriptor."""
    return os.open(path, os.O_RDONLY | _READ_FLAGS)


def read_beginning(path: str, size: int) -> bytes:
    """Return the first bytes of a regular file without blocking on a pipe.

    Raises:
        OSError: it cannot be opened or read, or is not a regular file.
        ValueError: a NUL byte in the path.
    """
    descriptor = open_to_read(path)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, message("not a regular file"))
        return os.read(descriptor, size)
    finally:
        os.close(descriptor)


def read_whole(path: str) -> tuple[os.stat_result, bytes]:
    """Return a file's status and content without blocking on a pipe.

    Raises:
        OSError: it cannot be opened or read, or is not a regular file.
    """
    descriptor = open_to_read(path)
    try:
        status = os.fstat(descriptor)
        problem = find_unsuitable(status)
        if problem:
            raise OSError(errno.EINVAL, problem)
        # One byte more than expected: a short read means end of file.
        size = status.st_size + 1
        data = os.read(descriptor, size)
        if len(data) < size:
            return status, data
        parts = [data]
        while part := os.read(descriptor, 1 << 16):
            parts.append(part)
        return status, b"".join(parts)
    finally:
        os.close(descriptor)


def get_read_error_reason(error: Exception) -> str:
    """Return why a file cannot be read: an OSError, or a ValueError for a path with NUL."""
    return getattr(error, "strerror", None) or str(error)
