"""Paths below another root, the bytes of a file, and which files are not read at all.

Paths below another root, as a process that lives there would follow them.

A tree that is looked at from outside (a mounted disk, a container, a Flatpak runtime) holds
symbolic links that are absolute, and those mean its own root. The kernel would follow them to this
machine, so they are followed here, link by link.
"""

from __future__ import annotations

import errno
import os
import stat

_MOST_LINKS = 40  # as Linux counts them (path_resolution(7))


def real_path(root: str, path: str) -> str:
    """Return where an absolute path of a tree lies on this machine; "" is this machine's root.

    Parts that do not exist stay as they are.

    Raises:
        OSError: the links go round in circles.
    """
    return f"{root}{resolve_links(root, path)}" if root else path


def resolve_links(root: str, path: str) -> str:
    """Return an absolute path of a tree with its links replaced, as it is named in the tree."""
    ahead = path.split("/")[::-1]
    done: list[str] = []
    links = 0
    while ahead:
        part = ahead.pop()
        if part == "..":
            del done[-1:]
        elif part not in ("", "."):
            target = _target(f"{root}/{'/'.join([*done, part])}")
            if target is None:
                done.append(part)
                continue
            links += 1
            if links > _MOST_LINKS:
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
            if target.startswith("/"):
                done.clear()
            ahead += target.split("/")[::-1]
    return "/" + "/".join(done)


def _target(path: str) -> str | None:
    try:
        return os.readlink(path)
    except (OSError, ValueError):
        return None


FOLDER = os.strerror(errno.EISDIR)
PIPE = "a pipe"  # the error of a file that is not read: the loader waits for it for ever
_LARGEST_FILE = 256 << 20  # bytes


def find_unsuitable(status: os.stat_result) -> str:
    """Return why what stands at a path is not read, as the error of a document, or ""."""
    if stat.S_ISDIR(status.st_mode):
        return FOLDER
    if stat.S_ISFIFO(status.st_mode):
        return PIPE
    if not stat.S_ISREG(status.st_mode):
        return "not a regular file"
    if status.st_size > _LARGEST_FILE:
        return f"larger than {_LARGEST_FILE >> 20} MB, not read"
    return ""


def read_beginning(path: str, size: int) -> bytes:
    """Return the first bytes of a regular file; a pipe is never waited for.

    Raises:
        OSError: it cannot be opened or read, or is no file that is read.
        ValueError: a NUL byte in the path.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        return os.read(descriptor, size)
    finally:
        os.close(descriptor)


def read_whole(path: str) -> tuple[os.stat_result, bytes]:
    """Return a file's status and its bytes; a pipe is never waited for.

    Raises:
        OSError: it cannot be opened or read, or is no file that is read.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        status = os.fstat(descriptor)
        problem = find_unsuitable(status)
        if problem:
            raise OSError(errno.EINVAL, problem)
        # One byte more than there should be: a short answer is the end of the file.
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
