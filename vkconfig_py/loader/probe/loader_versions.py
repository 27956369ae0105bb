"""Versions of installed loaders, as LoaderProfiles.

A loader's file does not contain its version, so each loader is queried in a child, once per file;
the answers are cached in a file. If a loader cannot be queried (other word size, other root) or
does not tell (before 1.1.120), the version in its file name is used, as Debian and the SDK provide
it; a loader of unknown version is omitted, unless it is all there is.
"""

from __future__ import annotations

import contextlib
import os
import struct
from collections.abc import Iterable

from vkconfig_py.loader.base.codec import WireError, decode, encode
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.binaries import (
    Candidate,
    find_loaders,
)
from vkconfig_py.loader.files.own_files import LOADERS_FILE, DocumentError, cache_file
from vkconfig_py.loader.profiles.profile import (
    NEWEST_OF_ANSWER,
    LoaderProfile,
    VersionAnswer,
)
from vkconfig_py.loader.profiles.releases import Version

_FORMAT = 3


def read_versions(candidates: Iterable[Candidate], file: str) -> tuple[LoaderProfile, ...]:
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


def assumed_profile(library: Candidate, like: LoaderProfile, host: Host) -> LoaderProfile:
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


def _key(candidate: Candidate) -> str:
    return "|".join((candidate.file, *map(str, candidate.identity)))


def _ask(candidate: Candidate) -> VersionAnswer | None:
    from vkconfig_py.loader.probe.reference_client import ask_version

    # A library of another file root or word size cannot be opened by a child of this process.
    if candidate.file != candidate.path or candidate.pointer_bits != struct.calcsize("P") * 8:
        return None
    answer = ask_version(candidate.file)
    return answer if isinstance(answer, VersionAnswer) else None


def _profile(candidate: Candidate, answer: VersionAnswer | None) -> LoaderProfile | None:
    numbered = numbered_version(candidate.file)
    if answer is None:
        if numbered is None:
            return None
        return LoaderProfile(numbered, candidate.path, candidate.pointer_bits)
    newest = NEWEST_OF_ANSWER.get(answer.version)
    return LoaderProfile(
        version=(numbered or newest) if newest else answer.version,
        library=candidate.path,
        pointer_bits=candidate.pointer_bits,
        sysconfdir=answer.sysconfdir,
        extra_sysconfdir=answer.extra_sysconfdir,
        is_secure=answer.is_secure,
        surfaces=answer.surfaces,
        is_version_known=newest is None or numbered is not None,
    )


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
