"""Paths below another root, as a process that lives there would follow them.

A tree that is looked at from outside (a mounted disk, a container, a Flatpak runtime) holds
symbolic links that are absolute, and those mean its own root. The kernel would follow them to this
machine, so they are followed here, link by link.
"""

from __future__ import annotations

import errno
import os

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
