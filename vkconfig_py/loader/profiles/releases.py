"""Releases of the Khronos loader: which there are, and which the engine was compared with.

Source: the version of the headers that each commit of KhronosGroup/Vulkan-LoaderAndValidationLayers
(to 1.1.73) and KhronosGroup/Vulkan-Loader was built with. A number that no tag has means what the
loader did at that number.
"""

from __future__ import annotations

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.profiles.gates import Gate

Version = tuple[int, int, int]

# First and last patch of each series. The number continues across minor versions: 1.1 ended with
# 1.1.130.
_PATCHES = {
    (1, 0): (3, 69),
    (1, 1): (70, 130),
    (1, 2): (131, 203),
    (1, 3): (204, 302),
    (1, 4): (303, 364),
}
_SERIES = list(_PATCHES)
NEWEST_RELEASE: Version = (*_SERIES[-1], _PATCHES[_SERIES[-1]][1])
OLDEST_RELEASE: Version = (*_SERIES[0], _PATCHES[_SERIES[0]][0])
_KNOWN = tr(
    "known are {oldest} to {newest}",
    oldest=".".join(map(str, OLDEST_RELEASE)),
    newest=".".join(map(str, NEWEST_RELEASE)),
)
# Patches of the releases whose own libraries did on random machines what the engine says.
_MEASURED = {
    Platform.LINUX: frozenset((
        121, 126, 141, 170, 211, 213, 219, 224, 227, 230, 231, 237, 239, 240, 244, 248, 254, 261,
        263, 266, 271, 275, 278, 285, 287, 293, 295, 297, 301, 302, 309, 313, 315, 324, 326, 330,
        345, 348, 349, 357, 360, 364,
    )),
    Platform.WINDOWS: frozenset((
        74, 92, 96, 113, 114, 125, 126, 127, 132, 133, 141, 180, 181, 198, 217, 218, 219, 220, 231,
        232, 235, 236, 238, 239, 251, 278, 279, 301, 302, 340, 354, 355, 360,
    )),
}  # fmt: skip


class LoaderVersionError(ValueError):
    """The loader version does not exist or is not supported; the message is a sentence."""


def parse_loader_version(text: str) -> Version:
    """Parse a loader version; a short one like "1.3" means the last release of that series.

    A "v" before it, as tags have it, is allowed.

    Raises:
        LoaderVersionError: no loader of that version is known.
    """
    parts = text.strip().removeprefix("v").split(".")
    if not 2 <= len(parts) <= 3 or not all(
        x.isdecimal() and x.isascii() and len(x) < 6 for x in parts
    ):
        raise LoaderVersionError(
            tr("{text!r} is not a version like 1.3.239, {known}", text=text, known=_KNOWN)
        )
    major, minor = int(parts[0]), int(parts[1])
    patches = _PATCHES.get((major, minor))
    if patches is None:
        raise LoaderVersionError(tr("there is no loader {text}, {known}", text=text, known=_KNOWN))
    first, last = patches
    patch = int(parts[2]) if len(parts) == 3 else last
    if not first <= patch <= last:
        raise LoaderVersionError(
            tr(
                "there is no loader {text}: those of {major}.{minor} that are known "
                "run from {major}.{minor}.{first} to {major}.{minor}.{last}",
                text=text,
                major=major,
                minor=minor,
                first=first,
                last=last,
            )
        )
    return major, minor, patch


def is_measured(version: Version, platform: Platform) -> bool:
    """Return whether the engine was compared with the library of this release itself."""
    return version[2] in _MEASURED.get(platform, ())


def releases_between(older: Version, newer: Version) -> tuple[Version, ...]:
    """Return the first releases of every other behaviour after one version, up to another."""
    found = {gate.value.first for gate in Gate}
    found |= {release_after(gate.value.last) for gate in Gate if gate.value.last is not None}
    return tuple(sorted(version for version in found if older < version <= newer))


def release_after(version: Version) -> Version:
    """Return the next release; the newest one has none."""
    major, minor, patch = version
    if patch < _PATCHES[major, minor][1]:
        return major, minor, patch + 1
    major, minor = _SERIES[_SERIES.index((major, minor)) + 1]
    return major, minor, _PATCHES[major, minor][0]


def release_before(version: Version) -> Version:
    """Return the release before; the oldest one has none."""
    major, minor, patch = version
    if patch > _PATCHES[major, minor][0]:
        return major, minor, patch - 1
    major, minor = _SERIES[_SERIES.index((major, minor)) - 1]
    return major, minor, _PATCHES[major, minor][1]
