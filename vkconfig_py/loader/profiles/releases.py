"""Releases of the Khronos loader: which there are, and which the engine was compared with.

Source: the version of the headers that each commit of KhronosGroup/Vulkan-LoaderAndValidationLayers
(to 1.1.73) and KhronosGroup/Vulkan-Loader was built with. A number that no tag has means what the
loader did at that number.
"""

from __future__ import annotations

from operator import attrgetter

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.profiles.gates import Gate

Version = tuple[int, int, int]

OLDEST_RELEASE: Version = (1, 0, 3)
NEWEST_RELEASE: Version = (1, 4, 364)
# First and last patch of each series. The number continues across minor versions: 1.1 ended with
# 1.1.130.
_PATCHES = {
    (1, 0): (OLDEST_RELEASE[2], 69),
    (1, 1): (70, 130),
    (1, 2): (131, 203),
    (1, 3): (204, 302),
    (1, 4): (303, NEWEST_RELEASE[2]),
}
_KNOWN = tr(
    "known are {oldest} to {newest}",
    oldest=".".join(map(str, OLDEST_RELEASE)),
    newest=".".join(map(str, NEWEST_RELEASE)),
)
# Numbers of the specification that no loader was released with; it goes by the one before.
_UNRELEASED = frozenset((
    9, 14, 15, 18, 19, 22, 23, 27, 35, 36, 52, 63, 86, 88, 93, 98, 103, 104, 105, 109, 110, 111,
    116, 118, 122, 136, 138, 139, 142, 143, 144, 149, 155, 163, 164, 167, 168, 175, 252, 291, 308,
))  # fmt: skip
# Patches of the releases whose own libraries did on random machines what the engine says.
_MEASURED = {
    # 1.2.153 still differs on one machine, and 1.2.165 hangs on too many to be compared.
    Platform.LINUX: frozenset((*range(3, 361), 364)) - _UNRELEASED - {153, 165},
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


def is_released(version: Version) -> bool:
    """Return whether there is a loader with this number."""
    return version[2] not in _UNRELEASED


def releases_between(older: Version, newer: Version) -> tuple[Version, ...]:
    """Return the first releases of every other behaviour after one version, up to another."""
    found = {gate.value.first for gate in Gate}
    found |= {release_after(gate.value.last) for gate in Gate if gate.value.last is not None}
    return tuple(sorted(version for version in found if older < version <= newer))


def first_changes(platform: Platform) -> dict[Version, str]:
    """Return the releases that began a behaviour on a system, newest first, with one each."""
    found: dict[Version, str] = {}
    for gate in sorted(Gate, key=attrgetter("value.first"), reverse=True):
        if gate.value.platform in (Platform.LINUX, platform):
            found.setdefault(gate.value.first, gate.value.feature)
    return found


def release_after(version: Version) -> Version:
    """Return the next release; the newest one has none."""
    return next(filter(is_released, map(_version_of, range(version[2] + 1, NEWEST_RELEASE[2] + 1))))


def release_before(version: Version) -> Version:
    """Return the release before; the oldest one has none."""
    return next(filter(is_released, map(_version_of, range(version[2] - 1, 0, -1))))


def _version_of(patch: int) -> Version:
    series = next(series for series, (_, last) in _PATCHES.items() if patch <= last)
    return (*series, patch)
