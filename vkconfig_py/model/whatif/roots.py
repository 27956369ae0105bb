"""Other file-system roots on this machine: containers of running programs, mounted disks. No Qt.

A program in a container (Flatpak, Steam's runtime, podman) sees a root of its own, which the kernel
shows as /proc/PID/root. Looking through it is as good as looking from inside.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from vkconfig_py.model.whatif.choices import Offered

_MOUNTS = ("mnt", "mnt/*", "media/*", "media/*/*", "run/media/*/*", "var/lib/machines/*")
_MOST = 40


def find_roots(machine: Path = Path("/")) -> tuple[Offered, ...]:
    """Return the roots that could be looked at; blocks on slow disks."""
    found = {offered.value: offered for offered in (*_containers(machine), *_trees(machine))}
    return tuple(found.values())[:_MOST]


def _containers(machine: Path) -> Iterator[Offered]:
    """Yield one root for each group of processes that does not see this process's files."""
    folder = machine / "proc"
    seen = {_link(folder / "self" / "ns" / "mnt"), ""}
    for process in sorted(folder.glob("[0-9]*"), key=lambda path: int(path.name)):
        namespace = _link(process / "ns" / "mnt")
        root = process / "root"
        if namespace in seen or not _is_root(root):
            continue
        seen.add(namespace)
        name = _first_line(process / "comm") or "a program"
        yield Offered(
            str(root), f"{name}, process {process.name}", f"{root} · as it sees its files"
        )


def _trees(machine: Path) -> Iterator[Offered]:
    for pattern in _MOUNTS:
        for path in sorted(machine.glob(pattern)):
            if _is_root(path):
                yield Offered(str(path), path.name, f"{path} · a system on another disk")


def _is_root(path: Path) -> bool:
    """Return whether a folder looks like a root that can be read."""
    try:
        return (path / "usr").is_dir() and os.access(path, os.R_OK | os.X_OK)
    except OSError:
        return False


def _link(path: Path) -> str:
    try:
        return str(path.readlink())
    except OSError:  # it ended, or belongs to somebody else
        return ""


def _first_line(path: Path) -> str:
    try:
        return path.read_text(errors="replace").split("\n")[0]
    except OSError:
        return ""
