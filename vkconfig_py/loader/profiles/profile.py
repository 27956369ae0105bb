"""LoaderProfile, the loader version and build to simulate; releases, and known extensions.

Source of the extensions: extension_manual.c and the generated LOADER_INSTANCE_EXTENSIONS. An
extension that is not in the list is refused, even if a layer provides it. Only a probe can
determine whether a driver or layer offers a known one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from os.path import dirname, join

from vkconfig_py.language.sentences import render, tr
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.records import TYPE_CHECKING, NamedTuple
from vkconfig_py.loader.base.versions import atoi, strtoul
from vkconfig_py.loader.profiles.gates import Gate, ReleaseRange

if TYPE_CHECKING:
    from vkconfig_py.loader.profiles.native_gates import NativeGate

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
KNOWN_RELEASES = tr(
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
_MEASURED_RELEASES = {
    Platform.LINUX: frozenset((*range(3, 361), 364)) - _UNRELEASED,
    Platform.WINDOWS: frozenset((
        74, 92, 96, 113, 114, 125, 126, 127, 132, 133, 141, 180, 181, 198, 217, 218, 219, 220, 231,
        232, 235, 236, 238, 239, 251, 278, 279, 301, 302, 340, 354, 355, 360,
    )),
}  # fmt: skip
_SDK_PREFIX = "sdk-"


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
                known=KNOWN_RELEASES,
            )
        )
    major, minor = int(parts[0]), int(parts[1])
    patches = _PATCHES.get((major, minor))
    if patches is None:
        raise LoaderVersionError(
            tr("loader {text} is not supported; {known}", text=text, known=KNOWN_RELEASES)
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
    number = text.strip().removeprefix("vulkan-").removeprefix(_SDK_PREFIX)
    if number == text.strip():
        return Release(parse_loader_version(number))
    # The fourth number counts what the SDK built of that branch.
    version = parse_loader_version(number.rpartition(".")[0] if number.count(".") == 3 else number)
    return Release(version, version in BRANCHES)


def release_text(release: Release) -> str:
    """Return a release as parse_release reads it."""
    return f"{_SDK_PREFIX if release.is_branch else ''}{'.'.join(map(str, release.version))}"


def is_measured(version: Version, platform: Platform) -> bool:
    """Return whether the engine was compared with the real library of this release."""
    return version[2] in _MEASURED_RELEASES.get(platform, ())


def is_released(version: Version) -> bool:
    """Return whether a loader of this version was released."""
    return version[2] not in _UNRELEASED


def releases_between(older_version: Version, newer_version: Version) -> tuple[Version, ...]:
    """Return the first release of each changed behavior after one version, up to another."""
    first_versions = {gate.value.first for gate in Gate}
    first_versions |= {
        release_after(gate.value.last) for gate in Gate if gate.value.last is not None
    }
    return tuple(
        sorted(version for version in first_versions if older_version < version <= newer_version)
    )


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


__all__ = ["NEWEST_PROFILE", "WINDOW_SYSTEMS", "XRANDR", "Gate", "LoaderProfile"]

# Window systems of other platforms; no Linux distribution builds its loader for them.
_GATE_BY_UNBUILT_EXTENSION = {
    "VK_EXT_directfb_surface": Gate.DIRECTFB_BUILT_OUT,
    "VK_QNX_screen_surface": Gate.QNX_BUILT_OUT,
}
# Answers that do not tell the release, and the newest that it may be. A library without
# vkEnumerateInstanceVersion is one of 1.0.
NEWEST_BY_REPORTED_VERSION = {(1, 0, 0): (1, 0, 69), (1, 1, 0): (1, 1, 119)}
XRANDR = "VK_EXT_acquire_xlib_display"
WINDOW_SYSTEMS = ("VK_KHR_xcb_surface", "VK_KHR_xlib_surface", "VK_KHR_wayland_surface", XRANDR)


class LoaderProfile(NamedTuple):
    """A loader version and its build options.

    Attributes:
        version: (major, minor, patch) of the release whose rules it follows.
        library: path of the loader library this profile describes, or "".
        pointer_bits: 32 or 64.
        sysconfdir: compile-time SYSCONFDIR.
        extra_sysconfdir: compile-time EXTRASYSCONFDIR, or "".
        is_secure: hides variables from an elevated process (secure_getenv, or a build option).
        surfaces: extensions of the window systems it was built for; Xrandr is one of its own.
        reversed_gates: names of behaviours that are assumed otherwise than in this version, to
            find out which of them decides.
        is_version_known: whether the version is that of the library; else it is assumed.
        is_branch: whether it is the Vulkan SDK's library of that number, which may differ.
        oldest: the oldest release that it may be, by the names in its file; the version is then
            the newest.
        told: version that the library tells, if the names in its file are not those of it.
    """

    version: tuple[int, int, int]
    library: str = ""
    pointer_bits: int = 64
    sysconfdir: str = "/etc"
    extra_sysconfdir: str = ""
    is_secure: bool = True
    surfaces: tuple[str, ...] = WINDOW_SYSTEMS
    reversed_gates: tuple[str, ...] = ()
    is_version_known: bool = True
    is_branch: bool = False
    oldest: Version | None = None
    told: Version | None = None

    def has(self, gate: Gate | NativeGate) -> bool:
        """Return whether this loader version behaves as a gate says."""
        release_range: ReleaseRange = (
            gate._value_
        )  # asked so often that `value` and `name` cost too much
        is_active = release_range.first <= self.version and (
            release_range.last is None or self.version <= release_range.last
        )
        if self.is_branch and self.version in BRANCHES:
            is_active ^= gate.name in BRANCHES[self.version].gates
        return is_active != (bool(self.reversed_gates) and gate.name in self.reversed_gates)

    def may_precede(self, gate: Gate) -> bool:
        """Return whether a library of unknown version may be too old for a gate's behavior."""
        if self.is_version_known:
            return False
        oldest_possible = (
            (*self.version[:2], 0)
            if self.version in NEWEST_BY_REPORTED_VERSION.values()
            else (0, 0, 0)
        )
        return gate.value.first > (self.oldest or oldest_possible)

    def at_release(self, version: Version, is_branch: bool = False) -> LoaderProfile:
        """Return the profile of the same build of another release."""
        return self._replace(
            version=version, is_branch=is_branch, is_version_known=True, oldest=None, told=None
        )

    @property
    def release(self) -> Release:
        """Return the release whose rules this loader follows."""
        return Release(self.version, self.is_branch)

    @property
    def rules(self) -> tuple[object, ...]:
        """Return what the answers of has() depend on."""
        return self.version, self.is_branch, self.reversed_gates

    @property
    def missing_surfaces(self) -> frozenset[str]:
        """Return the window system extensions that this build removes everywhere.

        Xrandr's is not among them: without it the extension is merely unknown.
        """
        unbuilt_extensions = {
            name for name, gate in _GATE_BY_UNBUILT_EXTENSION.items() if self.has(gate)
        }
        return frozenset(unbuilt_extensions | (set(WINDOW_SYSTEMS) - {XRANDR, *self.surfaces}))

    @property
    def version_text(self) -> str:
        """Return the version as text such as 1.3.239."""
        return _render_version(self.version)

    @property
    def version_answered(self) -> tuple[int, int, int]:
        """Return what vkEnumerateInstanceVersion answers. Without it programs assume 1.0."""
        if self.told is not None:
            return self.told
        answers = NEWEST_BY_REPORTED_VERSION.items()
        return next(
            (version for version, newest_version in answers if self.version <= newest_version),
            self.version,
        )

    @property
    def answer_text(self) -> str:
        """Return the answer of vkEnumerateInstanceVersion as text."""
        return _render_version(self.version_answered)

    @property
    def title(self) -> str:
        """Return the loader's name for people. 0.0.0 is a version that no file tells."""
        if self.is_version_known and any(self.version):
            return tr("Loader {version}", version=self.version_text)
        if self.oldest is not None:
            return tr("Loader {versions}", versions=self.version_told)
        if self.version in NEWEST_BY_REPORTED_VERSION.values():
            return tr("Loader before {version}", version=self._next_text)
        return tr("Loader of unknown version")

    @property
    def number_note(self) -> str:
        """Return a note on a version number that was never released, else ""."""
        if not any(self.version) or is_released(self.version):
            return ""
        rules = ".".join(map(str, release_before(self.version)))
        return tr(
            "this loader version was never released; the rules for {version} apply",
            version=rules,
        )

    @property
    def version_told(self) -> str:
        """Return what people are told about the version, such as that it is assumed."""
        if self.is_version_known:
            return self.version_text
        if self.oldest is not None:
            return tr(
                "{oldest} to {newest}",
                oldest=_render_version(self.oldest),
                newest=self.version_text,
            )
        if self.version in NEWEST_BY_REPORTED_VERSION.values():
            return tr("before {version}", version=self._next_text)
        return tr("unknown version")

    @property
    def _next_text(self) -> str:
        """Return the text of the release after this one."""
        return _render_version(release_after(self.version))


def _render_version(version: Version) -> str:
    return ".".join(map(str, version))


NEWEST_PROFILE = LoaderProfile(NEWEST_RELEASE)


def find_differing_gates(
    profile: LoaderProfile, other_profile: LoaderProfile, platform: Platform
) -> tuple[Gate, ...]:
    """Return the behaviors on a platform that only one of two loaders has."""
    systems = (Platform.LINUX, platform)  # what shows everywhere is noted as Linux's
    return tuple(
        gate
        for gate in Gate
        if gate.value.platform in systems and profile.has(gate) != other_profile.has(gate)
    )


# vk_string_validate.
_MAX_NAME_LENGTH = 256


def is_valid_name(name: str) -> bool:
    """Return whether the loader accepts the name of a layer or extension."""
    if name.isascii() and name.isprintable():
        return len(name) <= _MAX_NAME_LENGTH
    data = name.encode("utf-8", "surrogateescape")
    return len(data) <= _MAX_NAME_LENGTH and _is_text(data)


def _is_text(data: bytes) -> bool:
    """Return whether vk_string_validate takes bytes for UTF-8: it checks sequence lengths only."""
    continuation_bytes = 0
    for byte in data:
        if continuation_bytes:
            if byte & 0xC0 != 0x80:
                return False
            continuation_bytes -= 1
        elif byte & 0xE0 == 0xC0:
            continuation_bytes = 1
        elif byte & 0xF0 == 0xE0:
            continuation_bytes = 2
        elif byte & 0xF8 == 0xF0:
            continuation_bytes = 3
        elif not 0x20 <= byte < 0x7F:
            return False
    return not continuation_bytes


def escape_unprintable(text: str) -> str:
    """Return foreign text with the characters escaped that could control a terminal."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


PROPERTIES2 = "VK_KHR_get_physical_device_properties2"
# Core of Vulkan 1.1: with both a device of an older instance tells its UUID and PCI address.
IDENTITY_EXTENSIONS = (PROPERTIES2, "VK_KHR_external_memory_capabilities")
PORTABILITY_EXTENSION = "VK_KHR_portability_enumeration"
PORTABILITY_FLAG = 1
FILTER_VARIABLE = "VK_LOADER_DISABLE_INST_EXT_FILTER"

# Linux with xlib, xcb and wayland, as distributions build it.
KNOWN_EXTENSIONS = frozenset(
    {
        "VK_KHR_surface",
        "VK_KHR_display",
        "VK_KHR_xlib_surface",
        "VK_KHR_xcb_surface",
        "VK_KHR_wayland_surface",
        "VK_KHR_get_physical_device_properties2",
        "VK_KHR_device_group_creation",
        "VK_KHR_external_memory_capabilities",
        "VK_KHR_external_semaphore_capabilities",
        "VK_KHR_external_fence_capabilities",
        "VK_KHR_get_surface_capabilities2",
        "VK_KHR_get_display_properties2",
        "VK_KHR_surface_protected_capabilities",
        "VK_KHR_portability_enumeration",
        "VK_KHR_surface_maintenance1",
        "VK_EXT_debug_report",
        "VK_NV_external_memory_capabilities",
        "VK_EXT_validation_flags",
        "VK_EXT_direct_mode_display",
        "VK_EXT_acquire_xlib_display",
        "VK_EXT_display_surface_counter",
        "VK_EXT_swapchain_colorspace",
        "VK_EXT_debug_utils",
        "VK_EXT_validation_features",
        "VK_EXT_headless_surface",
        "VK_EXT_surface_maintenance1",
        "VK_EXT_acquire_drm_display",
        "VK_GOOGLE_surfaceless_query",
        "VK_LUNARG_direct_driver_loading",
        "VK_EXT_layer_settings",
        "VK_NV_display_stereo",
    }
)


# LOADER_INSTANCE_EXTENSIONS of each release, made from its headers; the others are in the first
# list, that of 1.0.39.
EXTENSIONS_SINCE = {
    "VK_EXT_swapchain_colorspace": (1, 0, 45),
    "VK_KHR_get_surface_capabilities2": (1, 0, 49),
    "VK_KHR_external_memory_capabilities": (1, 0, 54),
    "VK_KHR_external_semaphore_capabilities": (1, 0, 54),
    "VK_KHR_external_fence_capabilities": (1, 0, 54),
    "VK_EXT_debug_utils": (1, 1, 70),
    "VK_KHR_device_group_creation": (1, 1, 70),
    "VK_KHR_get_display_properties2": (1, 1, 76),
    "VK_EXT_validation_features": (1, 1, 97),
    "VK_KHR_surface_protected_capabilities": (1, 1, 106),
    "VK_EXT_headless_surface": (1, 1, 107),
    "VK_EXT_acquire_drm_display": (1, 2, 182),
    "VK_GOOGLE_surfaceless_query": (1, 2, 203),
    "VK_KHR_portability_enumeration": (1, 3, 208),
    "VK_LUNARG_direct_driver_loading": (1, 3, 236),
    "VK_EXT_surface_maintenance1": (1, 3, 237),
    "VK_EXT_layer_settings": (1, 3, 272),
    "VK_NV_display_stereo": (1, 3, 302),
    "VK_KHR_surface_maintenance1": (1, 4, 321),
}


# wsi.c of 2016, with the versions of its headers.
_SURFACES = (
    ("VK_KHR_surface", 25),
    ("VK_KHR_wayland_surface", 5),
    ("VK_KHR_xcb_surface", 6),
    ("VK_KHR_xlib_surface", 6),
)
# Specification versions in the headers of releases: each from this release on.
_DEBUG_REPORT = {
    (1, 0, 3): 1,
    (1, 0, 4): 2,
    (1, 0, 17): 3,
    (1, 0, 37): 4,
    (1, 0, 40): 5,
    (1, 0, 46): 6,
    (1, 0, 50): 8,
    (1, 0, 64): 9,
    (1, 2, 176): 10,
}
_DEBUG_UTILS = {(1, 1, 70): 1, (1, 2, 137): 2}


def loader_extensions(profile: LoaderProfile) -> tuple[tuple[str, int], ...]:
    """Return (name, spec version) of the instance extensions that the loader itself offers."""
    # In the order in which vkEnumerateInstanceExtensionProperties answers them, behind those of
    # drivers.
    extensions: list[tuple[str, int]] = []
    if profile.has(Gate.SURFACES_OFFERED):
        extensions += [pair for pair in _SURFACES if pair[0] not in profile.missing_surfaces]
    tables = (("VK_EXT_debug_report", _DEBUG_REPORT), ("VK_EXT_debug_utils", _DEBUG_UTILS))
    for name, versions in tables:
        available_numbers = [
            number for since, number in versions.items() if since <= profile.version
        ]
        extensions += [(name, number) for number in available_numbers[-1:]]
    if profile.has(Gate.PORTABILITY_ENUMERATION):
        extensions.append((PORTABILITY_EXTENSION, 1))
    if profile.has(Gate.DIRECT_DRIVERS):
        extensions.append(("VK_LUNARG_direct_driver_loading", 1))
    return tuple(extensions)


def hides_portability(flags: int, extensions: Sequence[str], profile: LoaderProfile) -> bool:
    """Return whether the loader hides portability (non-conformant) drivers from a program.

    `flags`: those of VkInstanceCreateInfo. `extensions`: those that the program enables.
    """
    # Both are needed: the bit of VkInstanceCreateInfo.flags and the extension.
    is_requested = flags & PORTABILITY_FLAG and PORTABILITY_EXTENSION in extensions
    return not is_requested and profile.has(Gate.PORTABILITY)


def list_known_extensions(profile: LoaderProfile) -> frozenset[str]:
    """Return the names of instance extensions that this release knows."""
    unknown_names = {name for name, since in EXTENSIONS_SINCE.items() if since > profile.version}
    if XRANDR not in profile.surfaces:
        unknown_names.add(XRANDR)
    return KNOWN_EXTENSIONS - unknown_names - profile.missing_surfaces


def are_extensions_known(host: Host, requested: Sequence[str], profile: LoaderProfile) -> bool:
    """Return whether the loader refuses none of the requested extensions by its name."""
    if not all(map(is_valid_name, requested)):
        return False
    if profile.has(Gate.EXTENSIONS_AS_OFFERED):
        return True
    return is_filter_off(host, profile) or list_known_extensions(profile).issuperset(requested)


def is_filter_off(host: Host, profile: LoaderProfile) -> bool:
    """Return whether a variable makes the loader pass unknown instance extensions to drivers."""
    # A number other than 0, read by loader_getenv: also effective in elevated processes.
    is_read = profile.has(Gate.EXTENSION_FILTER_VARIABLE)
    return is_read and is_number_set(host.getenv(FILTER_VARIABLE) or "", profile)


def is_number_set(value: str, profile: LoaderProfile) -> bool:
    """Return whether the loader reads a variable's value as a number other than 0."""
    return bool((atoi if profile.has(Gate.SIGNED_NUMBERS) else strtoul)(value))


class LibraryTraces(NamedTuple):
    """What the names in the file of a loader tell.

    Attributes:
        oldest: the oldest release that has these names.
        newest: the newest one.
        is_branch: whether a library that tells its number is the Vulkan SDK's of that number.
    """

    oldest: Version
    newest: Version
    is_branch: bool


class VersionAnswer(NamedTuple):
    """Version and build options of a loader library, as stored in loaders.json.

    Attributes:
        version: a key of NEWEST_BY_REPORTED_VERSION if the library does not tell its release.
        traces: what the names in its file tell; None if it has not those of any loader.
    """

    version: tuple[int, int, int]
    sysconfdir: str
    extra_sysconfdir: str
    is_secure: bool
    surfaces: tuple[str, ...]
    traces: LibraryTraces | None = None
