"""Versions of installed loaders, as LoaderProfiles.

A loader's file does not contain its version, so each loader is queried in a child, once per file;
the answers are cached in a file. If a loader cannot be queried (other word size, other root) or
does not tell (before 1.1.120), the version in its file name is used, as Debian and the SDK provide
it, or else the names in its file bound it (loader_names.py). These also decide where they disagree
with the number, which is that of the headers. A loader of unknown version is omitted, unless it is
all there is.
"""

from __future__ import annotations

import contextlib
import os
import struct
from collections.abc import Iterable

from vkconfig_py.loader.base.codec import WireError, decode, encode
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.binaries import (
    LoaderCandidate,
    find_loaders,
)
from vkconfig_py.loader.files.own_files import LOADERS_FILE, DocumentError, cache_file
from vkconfig_py.loader.probe.loader_names import read_traces
from vkconfig_py.loader.profiles.profile import (
    NEWEST_OF_ANSWER,
    LoaderProfile,
    Traces,
    VersionAnswer,
)
from vkconfig_py.loader.profiles.releases import (
    NEWEST_RELEASE,
    Version,
    is_released,
    release_after,
    release_before,
)

_FORMAT = 4


def read_versions(candidates: Iterable[LoaderCandidate], file: str) -> tuple[LoaderProfile, ...]:
    """Profile of each loader with a known version, in the same order.

    `file` keeps the answers.
    """
    cache = _read_cache(file)
    known = dict(cache or {})
    profiles = []
    asked = False
    for candidate in candidates:
        entry = known.get(_key(candidate))
        if entry is None:
            entry = _ask(candidate)
            if entry is not None:
                known[_key(candidate)] = entry
                asked = True
        profile = _profile(candidate, entry)
        if profile is not None:
            profiles.append(profile)
    if asked and cache is not None:
        _write_cache(file, known)
    return tuple(profiles)


def default_loader(
    host: Host, installed: Iterable[LoaderProfile], fallback: LoaderProfile
) -> LoaderProfile | None:
    """Return the loader that programs of the host open; None if none of their word size is there.

    No file tells the version of a loader that is no link to a numbered one: the fallback's is
    assumed.
    """
    bits = host.pointer_bits
    known = next((one for one in installed if one.pointer_bits == bits), None)
    if known is not None:
        return known
    first = next((one for one in find_loaders(host) if one.pointer_bits == bits), None)
    return assumed_profile(first, fallback, host) if first else None


def assumed_profile(library: LoaderCandidate, like: LoaderProfile, host: Host) -> LoaderProfile:
    """Return the profile of a loader whose version nothing tells, as if it were another's."""
    # SYSCONFDIR as distributions build it.
    return LoaderProfile(
        like.version,
        library.path,
        library.pointer_bits,
        host.built_in("/etc"),
        is_version_known=False,
    )


def versions_file(host: Host) -> str:
    """Path of the cache of loader versions; "" if there is no home."""
    return cache_file(host.environment, LOADERS_FILE)


def _key(candidate: LoaderCandidate) -> str:
    return "|".join((candidate.file, *map(str, candidate.identity)))


def _ask(candidate: LoaderCandidate) -> VersionAnswer | None:
    from vkconfig_py.loader.probe.reference_client import ask_version

    # A library of another file root or word size cannot be opened by a child of this process.
    if candidate.file != candidate.path or candidate.pointer_bits != struct.calcsize("P") * 8:
        return None
    answer = ask_version(candidate.file)
    if not isinstance(answer, VersionAnswer):
        return None
    return answer._replace(traces=read_traces(candidate.file, _told(candidate, answer)))


def _told(candidate: LoaderCandidate, answer: VersionAnswer | None) -> Version | None:
    """Return the version that a library or the name of its file tells."""
    if answer is None or answer.version in NEWEST_OF_ANSWER:
        return numbered_version(candidate.file)
    return answer.version


def _profile(candidate: LoaderCandidate, answer: VersionAnswer | None) -> LoaderProfile | None:
    told = _told(candidate, answer)
    traces = read_traces(candidate.file, told) if answer is None else answer.traces
    newest = NEWEST_RELEASE if answer is None else NEWEST_OF_ANSWER.get(answer.version)
    build = LoaderProfile(told or (0, 0, 0), candidate.path, candidate.pointer_bits)
    if answer is not None:
        build = build._replace(
            sysconfdir=answer.sysconfdir,
            extra_sysconfdir=answer.extra_sysconfdir,
            is_secure=answer.is_secure,
            surfaces=answer.surfaces,
        )
    if told is not None:
        return _bounded(build, told, traces)
    if traces is not None and newest is not None:
        return _between(build, traces.oldest, min(traces.newest, newest))
    if answer is None or newest is None:
        return None
    return build._replace(version=newest, is_version_known=False)


def _bounded(build: LoaderProfile, told: Version, traces: Traces | None) -> LoaderProfile:
    """Return the profile of a library that tells a number, which its names may contradict."""
    if traces is None or traces.is_branch:
        return build._replace(is_branch=traces is not None)
    # Names of releases after the newest known one are not known.
    if traces.oldest <= told and (told <= traces.newest or traces.newest == NEWEST_RELEASE):
        return build
    nearest = traces.oldest if told < traces.oldest else traces.newest
    return build._replace(version=nearest, told=told)


def _between(build: LoaderProfile, oldest: Version, newest: Version) -> LoaderProfile:
    """Return the profile of a library of a release between two, which its names are those of."""
    oldest = oldest if is_released(oldest) else release_after(oldest)
    newest = newest if is_released(newest) else release_before(newest)
    if oldest == newest:
        return build._replace(version=newest)
    # None if the names are those of later releases than the library answers.
    between = oldest if oldest < newest else None
    return build._replace(version=newest, is_version_known=False, oldest=between)


def numbered_version(library: str) -> Version | None:
    """Return the version in the name of a library's file, such as libvulkan.so.1.3.239."""
    numbers = os.path.basename(os.path.realpath(library)).partition(".so.")[2].split(".")
    if len(numbers) != 3 or not all(number.isdecimal() for number in numbers):
        return None
    return int(numbers[0]), int(numbers[1]), int(numbers[2])


def _read_cache(path: str) -> dict[str, VersionAnswer] | None:
    """The cache; empty if absent or damaged, None if the path is foreign."""
    from vkconfig_py.loader.files.own_files import NewerFormatError, read_document

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
    known = {}
    for key, entry in entries.items():
        with contextlib.suppress(WireError):
            known[key] = decode(VersionAnswer, entry)
    return known


def _write_cache(path: str, entries: dict[str, VersionAnswer]) -> None:
    """Replace the cache; if it is not writable, loaders are queried again next time."""
    import json

    from vkconfig_py.loader.files.own_files import write_file

    # Answers about removed loaders would stay forever.
    existing = {
        key: encode(entry)
        for key, entry in entries.items()
        if os.path.exists(key.rsplit("|", 3)[0])
    }
    with contextlib.suppress(OSError):
        write_file(path, json.dumps({"format": _FORMAT, "loaders": existing}).encode("ascii"))
