"""Give a manifest the place in its folder's listing that the plan needs.

Loaders read a folder in the raw order of readdir, which no program can choose (on ext4 it follows
a hash of the name). What can be chosen is the name: several are tried until the manifest comes
first, or last, among the folder's manifests.
"""

from __future__ import annotations

from pathlib import Path

from vkconfig_py.loader.host import Position
from vkconfig_py.model.applying.file_states import manifests_in_order
from vkconfig_py.model.presence import is_link, is_there

SPARE_NAMES = 24


def candidate_places(path: str) -> tuple[str, ...]:
    """Return the path and the free names beside it: VkLayer_override_01.json, _02, ..."""
    first = Path(path)
    spares = (
        first.with_name(f"{first.stem}_{number:02}{first.suffix}")
        for number in range(1, SPARE_NAMES + 1)
    )
    free = [str(spare) for spare in spares if _is_free(spare)]
    return (path, *free)


def _is_free(place: Path) -> bool:
    return not is_there(place) and not is_link(place)


def settle_place(current: str, places: tuple[str, ...], position: Position) -> tuple[str, bool]:
    """Rename a manifest until it is read at its position.

    Returns its path, and whether it stands there; otherwise it keeps the nearest place found.

    Raises:
        OSError: the folder refuses; the manifest stands at one of the places.
    """
    best = (distance(current, position), current)
    for candidate in places:
        if best[0] == 0:
            break
        if candidate == current or not _is_free(Path(candidate)):
            continue
        Path(current).rename(candidate)
        current = candidate
        best = min(best, (distance(current, position), current), key=lambda pair: pair[0])
    if current != best[1]:
        Path(current).rename(best[1])
    return best[1], best[0] == 0


def distance(path: str, position: Position) -> int:
    """Return how many manifests of the folder stand on the wrong side of this one."""
    names = manifests_in_order(str(Path(path).parent))
    name = Path(path).name
    if name not in names:
        return 0
    index = names.index(name)
    return index if position is Position.FIRST else len(names) - 1 - index
