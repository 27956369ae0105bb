"""A root that is made of folders of this machine, as a container mounts them.

Nothing is mounted and nothing is copied: a path of the root is looked up in the folders that the
container's metadata name for it. Several folders at one point are merged by names.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from vkconfig_py.loader.base.records import NamedTuple


class Mount(NamedTuple):
    """A point of the root, and the folders or the file of this machine that stand there.

    Attributes:
        sources: the first one that has a name wins.
    """

    point: str
    sources: tuple[str, ...]


class MountedRoot(str):
    """A root with mounts. As a text it is the folder that it was found in.

    A text, because a root is one everywhere; whoever opens a file asks local_paths, which asks it.
    """

    __slots__ = ("mounts",)

    mounts: tuple[Mount, ...]

    def __new__(cls, origin: str, mounts: Iterable[Mount]) -> MountedRoot:
        """Make the root. Mounts further down hide what is above."""
        root = super().__new__(cls, origin)
        root.mounts = tuple(sorted(mounts, key=lambda mount: -len(mount.point)))
        return root

    def __reduce__(self) -> tuple[type[MountedRoot], tuple[str, tuple[Mount, ...]]]:
        return MountedRoot, self._parts()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MountedRoot) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def _parts(self) -> tuple[str, tuple[Mount, ...]]:
        return str(self), self.mounts

    def places(self, path: str) -> tuple[str, ...]:
        """Return where a path of the root may be on this machine, links not followed."""
        for point, sources in self.mounts:
            if path == point or path.startswith(f"{point}/"):
                return tuple(source + path[len(point) :] for source in sources)
        return (f"{self}/nothing{path}",)  # no folder has that; an answer must be a path

    def place(self, path: str) -> str:
        """Return where a path of the root is on this machine, links not followed."""
        places = self.places(path)
        return next((candidate for candidate in places if os.path.lexists(candidate)), places[0])


def place_in(root: str, path: str) -> str:
    """Return where a path of a root is on this machine, links not followed."""
    return root.place(path) if isinstance(root, MountedRoot) else f"{root}{path}"
