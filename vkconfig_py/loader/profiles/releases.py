"""Releases of the Khronos loader: which there are, and which the engine was compared with.

Source: the version of the headers that each commit of KhronosGroup/Vulkan-LoaderAndValidationLayers
(to 1.1.73) and KhronosGroup/Vulkan-Loader was built with. A number that no tag has means what the
loader did at that number.
"""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from os.path import dirname, join

from vkconfig_py.language.sentences import render, tr
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.profiles.gates import Gate

Version = tuple[int, int, int]

# The tables of the Vulkan registry, which native code reads too.
_REGISTRY = join(dirname(dirname(__file__)), "native", "registry")
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
_KNOWN_TEXT = tr(
    "known releases: {oldest} to {newest}",
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
    Platform.LINUX: frozenset((*range(3, 361), 364)) - _UNRELEASED,
    Platform.WINDOWS: frozenset((
        74, 92, 96, 113, 114, 125, 126, 127, 132, 133, 141, 180, 181, 198, 217, 218, 219, 220, 231,
        232, 235, 236, 238, 239, 251, 278, 279, 301, 302, 340, 354, 355, 360,
    )),
}  # fmt: skip
_OF_SDK = "sdk-"


class Release(NamedTuple):
    """Number of a release, and whether the library is the Vulkan SDK's own of that number."""

    version: Version
    is_branch: bool = False


class SdkBranch(NamedTuple):
    """How the Vulkan SDK's library of a number differs from the release.

    Attributes:
        gates: names of behaviours that one of the two has and the other has not.
        mark: text that is in the file of one of the two; "" if nothing in the file tells.
        is_marked: whether the text is in the SDK's.
    """

    gates: tuple[str, ...]
    mark: str = ""
    is_marked: bool = True


# The SDK's tags (sdk-1.3.204.1, vulkan-sdk-1.3.268.0) that are no commit of the release: cut from
# the main branch earlier or later, with picked commits. Known by the commits that began and ended
# each gate, looked for in the history of the tag. Distributions build them, too.
BRANCHES = {
    (1, 1, 101): SdkBranch(("BLACKLIST", "OUTSIDERS_REMOVED"), "blacklisted_layers"),
    (1, 1, 121): SdkBranch(("IDS_HIDE_HOMES", "VERSION_BY_MANIFEST")),
    (1, 1, 126): SdkBranch(("SWITCHES_SECURE",)),
    (1, 2, 135): SdkBranch(("LOOKUP_IS_GLOBAL",)),
    (1, 2, 148): SdkBranch(("FEATURES_CHAINED", "OFFERS_INTERFACE_6")),
    (1, 2, 162): SdkBranch(("FOLDER_HANGS",), "elevated permissions", is_marked=False),
    (1, 2, 176): SdkBranch(("READ_ONTO_STACK",), "wrong ELF class"),
    (1, 2, 198): SdkBranch(("GLOBALS_HIDDEN", "GLOBALS_HIDDEN_SINCE_1_3"), "VK_EXT_tooling_info"),
    # Of 12 November 2021, after 1.2.198.
    (1, 3, 204): SdkBranch(
        (
            *("APPLICATION_MOVES", "SCAN_EMPTIED", "SORTED_DEVICES"),
            *("CORE_NAMES_FIRST", "LOOKUP_FINDS_ITSELF", "SORTED_ANEW"),
        ),
        "VK_LOADER_DEVICE_SELECT",
        is_marked=False,
    ),
    # Of 1.3.208.
    (1, 3, 211): SdkBranch(
        (
            *("COMPONENT_PATCH", "NEWER_COMPONENTS", "NODES_IN_1_0_1"),
            "PORTABILITY_ENUMERATION",
        ),
        "is_portability_driver",
    ),
    (1, 3, 224): SdkBranch(
        (
            *("COMPONENT_PATCH", "DEVICE_FUNCTIONS_BELOW"),
            *("FIRST_LAYER_ASKED", "UNKNOWN_ONCE_ASKED_FOR"),
        ),
        "loader_gpa_instance_terminator",
    ),
    (1, 3, 231): SdkBranch(("UNREAD_DRIVER_IS_PROGRAM",), "infinite recursion"),
    (1, 3, 236): SdkBranch(("INSTANCE_LAYERS_OVERRUN",)),
    (1, 3, 239): SdkBranch(("INTERFACE_7",)),
    # Both of 1.3.243.
    (1, 3, 246): SdkBranch(("EMPTY_LISTS_READ",)),
    (1, 3, 250): SdkBranch(("EMPTY_LISTS_READ", "LABELS_ALWAYS"), "NULL filename", is_marked=False),
    (1, 3, 268): SdkBranch(("INVALID_JSON_SKIPPED",), "Invalid JSON file", is_marked=False),
    (1, 3, 283): SdkBranch(
        (
            *("DRIVER_ERRORS_SKIPPED", "EMPTY_DRIVERS_UNLOADED", "GLOBALS_BELOW"),
            *("LEFTOVERS_DESTROYED", "LISTENERS_DESTROYED_TWICE", "SURFACE_NAMES_KEPT"),
        ),
        "loader_resize_generic_list",
    ),
    (1, 4, 328): SdkBranch(("DEVICE_DRIVER_REQUIRED", "SURFACE_CHAIN_REFUSED"), "driverUUID"),
}


class LoaderVersionError(ValueError):
    """The loader version does not exist or is not supported. The message is a sentence."""


def parse_loader_version(text: str) -> Version:
    """Parse a loader version. A short one like "1.3" means the last release of that series.

    A "v" before it, as tags have it, is allowed.

    Raises:
        LoaderVersionError: no loader of that version is known.
    """
    parts = text.strip().removeprefix("v").split(".")
    if not 2 <= len(parts) <= 3 or not all(
        part.isdecimal() and part.isascii() and len(part) < 6 for part in parts
    ):
        raise LoaderVersionError(
            tr(
                "{text!r} is not a valid version (example: 1.3.239); {known}",
                text=text,
                known=_KNOWN_TEXT,
            )
        )
    major, minor = int(parts[0]), int(parts[1])
    patches = _PATCHES.get((major, minor))
    if patches is None:
        raise LoaderVersionError(
            tr("loader {text} is not supported; {known}", text=text, known=_KNOWN_TEXT)
        )
    first, last = patches
    patch = int(parts[2]) if len(parts) == 3 else last
    if not first <= patch <= last:
        raise LoaderVersionError(
            tr(
                "loader {text} is not supported; known {major}.{minor} releases: "
                "{major}.{minor}.{first} to {major}.{minor}.{last}",
                text=text,
                major=major,
                minor=minor,
                first=first,
                last=last,
            )
        )
    return major, minor, patch


def parse_release(text: str) -> Release:
    """Parse a loader version, or a tag of the Vulkan SDK like "sdk-1.3.204".

    Raises:
        LoaderVersionError: no loader of that version is known.
    """
    number = text.strip().removeprefix("vulkan-").removeprefix(_OF_SDK)
    if number == text.strip():
        return Release(parse_loader_version(number))
    # The fourth number counts what the SDK built of that branch.
    version = parse_loader_version(number.rpartition(".")[0] if number.count(".") == 3 else number)
    return Release(version, version in BRANCHES)


def release_text(release: Release) -> str:
    """Return a release as parse_release reads it."""
    return f"{_OF_SDK if release.is_branch else ''}{'.'.join(map(str, release.version))}"


def is_measured(version: Version, platform: Platform) -> bool:
    """Return whether the engine was compared with the real library of this release."""
    return version[2] in _MEASURED.get(platform, ())


def is_released(version: Version) -> bool:
    """Return whether a loader of this version was released."""
    return version[2] not in _UNRELEASED


def releases_between(older: Version, newer: Version) -> tuple[Version, ...]:
    """Return the first release of each changed behavior after one version, up to another."""
    firsts = {gate.value.first for gate in Gate}
    firsts |= {release_after(gate.value.last) for gate in Gate if gate.value.last is not None}
    return tuple(sorted(version for version in firsts if older < version <= newer))


def find_first_changes(platform: Platform) -> dict[Version, str]:
    """Return one behavior for each release that began any on a platform, newest first."""
    features: dict[Version, str] = {}
    for gate in sorted(Gate, key=attrgetter("value.first"), reverse=True):
        if gate.value.platform in (Platform.LINUX, platform):
            features.setdefault(gate.value.first, render(gate.value.feature))
    return features


def release_after(version: Version) -> Version:
    """Return the next release. The newest one has none."""
    return next(filter(is_released, map(get_version, range(version[2] + 1, NEWEST_RELEASE[2] + 1))))


def release_before(version: Version) -> Version:
    """Return the release before. The oldest one has none."""
    return next(filter(is_released, map(get_version, range(version[2] - 1, 0, -1))))


def get_version(patch: int) -> Version:
    """Return the version with this patch number, which is never reset at a new minor version."""
    series = next(series for series, (_, last) in _PATCHES.items() if patch <= last)
    return (*series, patch)


def read_text(name: str) -> str:
    """Return the text of a table in the package, whose first line names the source."""
    with open(join(_REGISTRY, f"{name}.txt"), encoding="ascii") as table:
        return table.read()


def read_table(name: str) -> list[str]:
    """Return the lines of a table in the package, without the first, which names the source."""
    return read_text(name).splitlines()[1:]


@cache
def list_command_versions() -> dict[str, tuple[int, ...]]:
    """Return the loader version that first had each command, unless the oldest had it."""
    since: dict[str, tuple[int, ...]] = {}
    for line in read_table("since"):
        # A version and the commands that loaders know since then; "never" for those that no loader
        # knew so far.
        version, *names = line.split(" ")
        numbers = (1 << 31,) if version == "never" else tuple(map(int, version.split(".")))
        since.update(dict.fromkeys(names, numbers))
    return since
