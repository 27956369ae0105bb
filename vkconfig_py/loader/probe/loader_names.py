"""Which releases a loader may be of, by the names in its file, which is read and not opened.

Theory of operation: every release knows commands and extensions that the one before did not, and
variables of its own; the file has their names as texts. Each name speaks for the releases that have
it, or against them if it is missing; what has fewest names against it is what the library may be.
A number that the library tells is that of the headers it was built with: where names and number
disagree, its code is of another release. Compared with builds of all releases from 1.0.3 to 1.4.360
(tests/loader/probe/test_loader_names.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import accumulate

from vkconfig_py.loader.profiles.profile import EXTENSIONS_SINCE, Traces
from vkconfig_py.loader.profiles.releases import (
    BRANCHES,
    NEWEST_RELEASE,
    OLDEST_RELEASE,
    Version,
    commands_since,
    version_of,
)

_NAME = re.compile(rb"\0(vk\w+|VK_\w+)(?=\0)")
_LARGEST = 4 << 20  # of a library with debug information the beginning
# A linker may keep a text as the end of another: one is enough.
_EVERY_LOADER = frozenset((b"VK_ICD_FILENAMES", b"VK_LAYER_PATH"))
_OLDEST, _NEWEST = OLDEST_RELEASE[2], NEWEST_RELEASE[2]
# Names that neither the registry nor the table of extensions has, by first and last release.
OTHER_NAMES = {
    "VK_DEVICE_LAYERS": (_OLDEST, 11),
    "VK_LAYER_LUNARG_device_limits": (_OLDEST, 17),
    "VK_LAYER_LUNARG_core_validation": (6, 50),
    "vk_icdNegotiateLoaderICDInterfaceVersion": (11, _NEWEST),
    "VK_NV_external_memory_capabilities": (26, _NEWEST),
    "vkRegisterObjectsNVX": (37, 134),
    "VK_EXT_validation_flags": (39, _NEWEST),
    "VK_LOADER_DISABLE_INST_EXT_FILTER": (40, _NEWEST),
    "vkCmdNextSubpass2": (131, _NEWEST),
    "VK_EXT_directfb_surface": (146, 309),
    "VK_EXT_tooling_info": (200, _NEWEST),
    "vkQueueSubmit2": (204, _NEWEST),
    "VK_LOADER_DEVICE_SELECT": (204, _NEWEST),
    "VK_DRIVER_FILES": (207, _NEWEST),
    "VK_LOADER_LAYERS_ENABLE": (234, _NEWEST),
    "VK_LOADER_LAYERS_ALLOW": (262, _NEWEST),
    "VK_IMPLICIT_LAYER_PATH": (296, _NEWEST),
    "vkMapMemory2": (303, _NEWEST),
    "VK_LOADER_DRIVER_ID_FILTER": (326, _NEWEST),
    "VK_KHR_driver_properties": (329, _NEWEST),
}
# What 1.0.32 brought the SDK's 1.0.33 to 1.0.37 lack; what 1.0.33 finds is named since 1.0.25.
_NAMED_OTHERWISE = (32, 33)


def read_traces(file: str, told: Version | None) -> Traces | None:
    """Return what the names in a library tell; None if it has not those of every loader.

    `told` is the number that it tells.
    """
    try:
        with open(file, "rb") as library:
            data = library.read(_LARGEST)
    except OSError:
        return None
    names = frozenset(_NAME.findall(data))
    if names.isdisjoint(_EVERY_LOADER):
        return None
    branch = BRANCHES.get(told) if told is not None else None
    is_branch = branch is not None and (
        not branch.mark or (branch.mark.encode() in data) == branch.is_marked
    )
    return Traces(*bound_releases(names), is_branch)


def bound_releases(names: AbstractSet[bytes]) -> tuple[Version, Version]:
    """Return the oldest and the newest release that have fewest names against them."""
    # Each release's count is the sum of the changes up to it.
    changes = [0] * (_NEWEST + 2)
    for first, last, spoken in _evidence():
        if 2 * len(names & spoken) > len(spoken):
            changes[0] += 1
            changes[first] -= 1
            changes[last + 1] += 1
        else:
            changes[first] += 1
            changes[last + 1] -= 1
    against = list(accumulate(changes))[_OLDEST : _NEWEST + 1]
    fewest = min(against)
    oldest = _OLDEST + against.index(fewest)
    newest = _NEWEST - against[::-1].index(fewest)
    return version_of(oldest), version_of(newest)


@cache
def _evidence() -> tuple[tuple[int, int, frozenset[bytes]], ...]:
    return tuple(_find_evidence())


def _find_evidence() -> Iterator[tuple[int, int, frozenset[bytes]]]:
    """Yield first and last release of names, most of which the releases between have."""
    together: dict[int, set[bytes]] = {}
    for name, since in commands_since().items():
        # Core commands are known by the names of their extension first.
        if len(since) == len(OLDEST_RELEASE) and name[-1].isupper():
            together.setdefault(since[2], set()).add(name.encode())
    for patch in _NAMED_OTHERWISE:
        together.pop(patch, None)
    for first, names in together.items():
        yield first, _NEWEST, frozenset(names)
    for name, version in EXTENSIONS_SINCE.items():
        yield version[2], _NEWEST, frozenset((name.encode(),))
    for name, (first, last) in OTHER_NAMES.items():
        yield first, last, frozenset((name.encode(),))
