"""Versions of installed loaders, as LoaderProfiles.

A loader's file does not contain its version, so each loader is queried in a child, once per file;
the answers are cached in a file. If a loader cannot be queried (other word size, other root) or
does not tell (before 1.1.120), the version in its file name is used, as Debian and the SDK provide
it, or else the names in its file bound it (see below). These also decide where they disagree
with the number, which is that of the headers. A loader of unknown version is omitted, unless it is
all there is.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import struct
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import accumulate

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import WireError, decode, encode
from vkconfig_py.loader.files.binaries import LoaderCandidate, find_loaders
from vkconfig_py.loader.files.own_files import (
    LOADERS_FILE,
    DocumentError,
    NewerFormatError,
    cache_file,
    read_document,
    write_file,
)
from vkconfig_py.loader.profiles.profile import (
    BRANCHES,
    EXTENSIONS_SINCE,
    NEWEST_BY_REPORTED_VERSION,
    NEWEST_RELEASE,
    OLDEST_RELEASE,
    LibraryTraces,
    LoaderProfile,
    Version,
    VersionAnswer,
    get_version,
    is_released,
    list_command_versions,
    release_after,
    release_before,
)

# Which releases a loader may be of, by the names in its file, which is read and not opened.
#
# Theory of operation: every release knows commands and extensions that the one before did not, and
# variables of its own; the file has their names as texts. Each name speaks for the releases that
# have it, or against them if it is missing; what has fewest names against it is what the library
# may be. A number that the library tells is that of the headers it was built with: where names and
# number disagree, its code is of another release. Compared with builds of all releases from 1.0.3
# to 1.4.360 (tests/loader/probe/test_loader_names.py).

_NAME_PATTERN = re.compile(rb"\0(vk\w+|VK_\w+)(?=\0)")
_MAX_BYTES_READ = 4 << 20  # of a library with debug information the beginning
# A linker may keep a text as the end of another: one is enough.
_STRINGS_OF_EVERY_LOADER = frozenset((b"VK_ICD_FILENAMES", b"VK_LAYER_PATH"))
_OLDEST_PATCH, _NEWEST_PATCH = OLDEST_RELEASE[2], NEWEST_RELEASE[2]
# Names that neither the registry nor the table of extensions has, by first and last release.
PATCH_RANGE_BY_NAME = {
    "VK_DEVICE_LAYERS": (_OLDEST_PATCH, 11),
    "VK_LAYER_LUNARG_device_limits": (_OLDEST_PATCH, 17),
    "VK_LAYER_LUNARG_core_validation": (6, 50),
    "vk_icdNegotiateLoaderICDInterfaceVersion": (11, _NEWEST_PATCH),
    "VK_NV_external_memory_capabilities": (26, _NEWEST_PATCH),
    "vkRegisterObjectsNVX": (37, 134),
    "VK_EXT_validation_flags": (39, _NEWEST_PATCH),
    "VK_LOADER_DISABLE_INST_EXT_FILTER": (40, _NEWEST_PATCH),
    "vkCmdNextSubpass2": (131, _NEWEST_PATCH),
    "VK_EXT_directfb_surface": (146, 309),
    "VK_EXT_tooling_info": (200, _NEWEST_PATCH),
    "vkQueueSubmit2": (204, _NEWEST_PATCH),
    "VK_LOADER_DEVICE_SELECT": (204, _NEWEST_PATCH),
    "VK_DRIVER_FILES": (207, _NEWEST_PATCH),
    "VK_LOADER_LAYERS_ENABLE": (234, _NEWEST_PATCH),
    "VK_LOADER_LAYERS_ALLOW": (262, _NEWEST_PATCH),
    "VK_IMPLICIT_LAYER_PATH": (296, _NEWEST_PATCH),
    "vkMapMemory2": (303, _NEWEST_PATCH),
    "VK_LOADER_DRIVER_ID_FILTER": (326, _NEWEST_PATCH),
    "VK_KHR_driver_properties": (329, _NEWEST_PATCH),
}
# What 1.0.32 brought the SDK's 1.0.33 to 1.0.37 lack; what 1.0.33 finds is named since 1.0.25.
_MISNAMED_PATCHES = (32, 33)


def read_traces(file: str, version: Version | None) -> LibraryTraces | None:
    """Return which releases the names in a library fit, or None if it is no loader.

    `version`: the number that the library itself tells, None for none.
    """
    try:
        with open(file, "rb") as library:
            data = library.read(_MAX_BYTES_READ)
    except OSError:
        return None
    names = frozenset(_NAME_PATTERN.findall(data))
    if names.isdisjoint(_STRINGS_OF_EVERY_LOADER):
        return None
    branch = BRANCHES.get(version) if version is not None else None
    is_branch = branch is not None and (
        not branch.mark or (branch.mark.encode() in data) == branch.is_marked
    )
    return LibraryTraces(*find_release_bounds(names), is_branch)


def find_release_bounds(names: AbstractSet[bytes]) -> tuple[Version, Version]:
    """Return the oldest and the newest release that fit the names in a library best."""
    # Each release's count is the sum of the changes up to it.
    changes = [0] * (_NEWEST_PATCH + 2)
    for first, last, is_present in _load_evidence():
        if 2 * len(names & is_present) > len(is_present):
            changes[0] += 1
            changes[first] -= 1
            changes[last + 1] += 1
        else:
            changes[first] += 1
            changes[last + 1] -= 1
    contradiction_counts = list(accumulate(changes))[_OLDEST_PATCH : _NEWEST_PATCH + 1]
    fewest_contradictions = min(contradiction_counts)
    oldest_patch = _OLDEST_PATCH + contradiction_counts.index(fewest_contradictions)
    newest_patch = _NEWEST_PATCH - contradiction_counts[::-1].index(fewest_contradictions)
    return get_version(oldest_patch), get_version(newest_patch)


@cache
def _load_evidence() -> tuple[tuple[int, int, frozenset[bytes]], ...]:
    """Return first release, last release and the names that tell them, read once."""
    return tuple(_find_evidence())


def _find_evidence() -> Iterator[tuple[int, int, frozenset[bytes]]]:
    """Yield first release, last release and names that most releases between them have."""
    names_by_patch: dict[int, set[bytes]] = {}
    for name, since in list_command_versions().items():
        # Core commands are known by the names of their extension first.
        if len(since) == len(OLDEST_RELEASE) and name[-1].isupper():
            names_by_patch.setdefault(since[2], set()).add(name.encode())
    for patch in _MISNAMED_PATCHES:
        names_by_patch.pop(patch, None)
    for first, names in names_by_patch.items():
        yield first, _NEWEST_PATCH, frozenset(names)
    for name, version in EXTENSIONS_SINCE.items():
        yield version[2], _NEWEST_PATCH, frozenset((name.encode(),))
    for name, (first, last) in PATCH_RANGE_BY_NAME.items():
        yield first, last, frozenset((name.encode(),))


_FORMAT = 4


def read_versions(candidates: Iterable[LoaderCandidate], file: str) -> tuple[LoaderProfile, ...]:
    """Return the profile of each Vulkan loader whose version can be found out.

    `file` keeps the answers.
    """
    cache = _read_cache(file)
    answers = dict(cache or {})
    profiles = []
    has_new_entries = False
    for candidate in candidates:
        entry = answers.get(_make_key(candidate))
        if entry is None:
            entry = _ask_version(candidate)
            if entry is not None:
                answers[_make_key(candidate)] = entry
                has_new_entries = True
        profile = _make_profile(candidate, entry)
        if profile is not None:
            profiles.append(profile)
    if has_new_entries and cache is not None:
        _write_cache(file, answers)
    return tuple(profiles)


def find_default_loader(
    host: Host, installed_releases: Iterable[LoaderProfile], fallback: LoaderProfile
) -> LoaderProfile | None:
    """Return the Vulkan loader that programs of the host open, or None without one of their size.

    No file tells the version of a loader that is no link to a numbered one: the fallback's is
    assumed.
    """
    bits = host.pointer_bits
    loader = next(
        (
            loader_profile
            for loader_profile in installed_releases
            if loader_profile.pointer_bits == bits
        ),
        None,
    )
    if loader is not None:
        return loader
    first_loader = next(
        (loader for loader in find_loaders(host) if loader.pointer_bits == bits), None
    )
    return make_assumed_profile(first_loader, fallback, host) if first_loader else None


def make_assumed_profile(
    library: LoaderCandidate, model_profile: LoaderProfile, host: Host
) -> LoaderProfile:
    """Return the profile of a loader of unknown version, with the version of another."""
    # SYSCONFDIR as distributions build it.
    return LoaderProfile(
        model_profile.version,
        library.path,
        library.pointer_bits,
        host.add_prefix("/etc"),
        is_version_known=False,
    )


def find_versions_file(host: Host) -> str:
    """Return the path of the file of known loader versions, or "" if there is no home."""
    return cache_file(host.get_own_environment(), LOADERS_FILE)


def _make_key(candidate: LoaderCandidate) -> str:
    """Return the key of a loader in the file of versions: path and state."""
    return "|".join((candidate.file, *map(str, candidate.identity)))


def _ask_version(candidate: LoaderCandidate) -> VersionAnswer | None:
    """Return what a loader answers in a child process, or None if it cannot be asked."""
    from vkconfig_py.loader.probe.reference_client import ask_version

    # A library of another file root or word size cannot be opened by a child of this process.
    if candidate.file != candidate.path or candidate.pointer_bits != struct.calcsize("P") * 8:
        return None
    answer = ask_version(candidate.file)
    if not isinstance(answer, VersionAnswer):
        return None
    return answer._replace(
        traces=read_traces(candidate.file, _find_known_version(candidate, answer))
    )


def _find_known_version(candidate: LoaderCandidate, answer: VersionAnswer | None) -> Version | None:
    """Return the version that a library or the name of its file tells, or None."""
    if answer is None or answer.version in NEWEST_BY_REPORTED_VERSION:
        return parse_file_name_version(candidate.file)
    return answer.version


def _make_profile(candidate: LoaderCandidate, answer: VersionAnswer | None) -> LoaderProfile | None:
    """Return the profile of a loader, or None if nothing tells its version."""
    version = _find_known_version(candidate, answer)
    traces = read_traces(candidate.file, version) if answer is None else answer.traces
    newest_version = (
        NEWEST_RELEASE if answer is None else NEWEST_BY_REPORTED_VERSION.get(answer.version)
    )
    build = LoaderProfile(version or (0, 0, 0), candidate.path, candidate.pointer_bits)
    if answer is not None:
        build = build._replace(
            sysconfdir=answer.sysconfdir,
            extra_sysconfdir=answer.extra_sysconfdir,
            is_secure=answer.is_secure,
            surfaces=answer.surfaces,
        )
    if version is not None:
        return _make_profile_by_number(build, version, traces)
    if traces is not None and newest_version is not None:
        return _make_profile_between(build, traces.oldest, min(traces.newest, newest_version))
    if answer is None or newest_version is None:
        return None
    return build._replace(version=newest_version, is_version_known=False)


def _make_profile_by_number(
    build: LoaderProfile, version: Version, traces: LibraryTraces | None
) -> LoaderProfile:
    """Return the profile of a library that tells a version.

    The names in it may contradict that.
    """
    if traces is None or traces.is_branch:
        return build._replace(is_branch=traces is not None)
    # Names of releases after the newest known one are not known.
    if traces.oldest <= version and (version <= traces.newest or traces.newest == NEWEST_RELEASE):
        return build
    nearest_version = traces.oldest if version < traces.oldest else traces.newest
    return build._replace(version=nearest_version, told=version)


def _make_profile_between(
    build: LoaderProfile, oldest_version: Version, newest_version: Version
) -> LoaderProfile:
    """Return the profile of a library of unknown version between two releases."""
    oldest_version = (
        oldest_version if is_released(oldest_version) else release_after(oldest_version)
    )
    newest_version = (
        newest_version if is_released(newest_version) else release_before(newest_version)
    )
    if oldest_version == newest_version:
        return build._replace(version=newest_version)
    # None if the names are those of later releases than the library answers.
    middle_version = oldest_version if oldest_version < newest_version else None
    return build._replace(version=newest_version, is_version_known=False, oldest=middle_version)


def parse_file_name_version(library: str) -> Version | None:
    """Return the version in a file name such as libvulkan.so.1.3.239, or None."""
    numbers = os.path.basename(os.path.realpath(library)).partition(".so.")[2].split(".")
    if len(numbers) != 3 or not all(number.isdecimal() for number in numbers):
        return None
    return int(numbers[0]), int(numbers[1]), int(numbers[2])


def _read_cache(path: str) -> dict[str, VersionAnswer] | None:
    """Return the file of loader versions, {} if absent or damaged.

    None if the path is not a file of vkconfig-py.
    """
    if not path:
        return None
    try:
        raw = read_document(path, _FORMAT)
    except (FileNotFoundError, NotADirectoryError, DocumentError) as error:
        # A file of a newer vkconfig-py is neither read nor replaced.
        return None if isinstance(error, NewerFormatError) else {}
    except OSError:
        return None
    entries = raw.get("loaders")
    if raw.get("format") != _FORMAT or not isinstance(entries, dict):
        return {}
    answers = {}
    for key, entry in entries.items():
        with contextlib.suppress(WireError):
            answers[key] = decode(VersionAnswer, entry)
    return answers


def _write_cache(path: str, entries: dict[str, VersionAnswer]) -> None:
    """Replace the file of loader versions, if it is writable."""
    # Answers about removed loaders would stay forever.
    existing_entries = {
        key: encode(entry)
        for key, entry in entries.items()
        if os.path.exists(key.rsplit("|", 3)[0])
    }
    with contextlib.suppress(OSError):
        write_file(
            path, json.dumps({"format": _FORMAT, "loaders": existing_entries}).encode("ascii")
        )
