"""Versions of installed loaders, and the loader of a program as a profile.

The version of a loader is not written anywhere in its file, so each one is asked in a child, once
per file: the answers are kept in a small cache file. Where a loader cannot be asked (another
pointer width, another file root) the number in its file name is taken, which Debian and the SDK
give it; a loader whose version cannot be told at all is left out.
"""

from __future__ import annotations

import contextlib
import os
import struct
from collections.abc import Iterable

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.binaries import (
    DEFAULT_FOLDER,
    LINKER_CACHE,
    Candidate,
    candidate_at,
)
from vkconfig_py.loader.files.opened_loader import NO_MEMORY, Memory, OpenedLoader, find_opened
from vkconfig_py.loader.files.own_files import LOADERS_FILE, DocumentError, cache_file
from vkconfig_py.loader.files.scan import DocumentCache, real_path
from vkconfig_py.loader.probe.protocol import VersionAnswer
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.wire.codec import WireError, decode, encode

_FORMAT = 3


def read_versions(candidates: Iterable[Candidate], file: str) -> tuple[LoaderProfile, ...]:
    """Return a profile for each loader whose version can be told, in the same order.

    `file` keeps what was told before; it may be "".
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
        profile = _profile(candidate, entry) if entry else _profile_by_name(candidate)
        if profile is not None:
            profiles.append(profile)
    if asked and cache is not None:
        _write_cache(file, known)
    return tuple(profiles)


def versions_file(host: Host) -> str:
    """Return the program's own file of loader versions; "" if there is nowhere to keep one."""
    return cache_file(host.environment, LOADERS_FILE)


def _key(candidate: Candidate) -> str:
    return "|".join((candidate.file, *map(str, candidate.identity)))


def _ask(candidate: Candidate) -> VersionAnswer | None:
    from vkconfig_py.loader.probe.reference_client import ask_version

    if candidate.file != candidate.path or candidate.pointer_bits != struct.calcsize("P") * 8:
        return None
    answer = ask_version(candidate.file)
    return answer if isinstance(answer, VersionAnswer) else None


def _profile(candidate: Candidate, answer: VersionAnswer) -> LoaderProfile:
    return LoaderProfile(
        version=answer.version,
        library=candidate.path,
        pointer_bits=candidate.pointer_bits,
        sysconfdir=answer.sysconfdir,
        extra_sysconfdir=answer.extra_sysconfdir,
        is_secure=answer.is_secure,
        surfaces=answer.surfaces,
    )


def _profile_by_name(candidate: Candidate) -> LoaderProfile | None:
    numbers = os.path.basename(os.path.realpath(candidate.file)).partition(".so.")[2].split(".")
    if len(numbers) != 3 or not all(number.isdecimal() for number in numbers):
        return None
    version = (int(numbers[0]), int(numbers[1]), int(numbers[2]))
    return LoaderProfile(version, candidate.path, candidate.pointer_bits)


def _read_cache(path: str) -> dict[str, VersionAnswer] | None:
    """Read the cache; one that is absent or damaged is empty, one that is not ours is None."""
    from vkconfig_py.loader.files.own_files import NewerFormatError, read_document

    if not path:
        return None
    try:
        raw = read_document(path, _FORMAT)
    except (FileNotFoundError, NotADirectoryError, DocumentError) as error:
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
    """Replace the cache; where that is not allowed the loaders are asked again next time."""
    import json

    from vkconfig_py.loader.files.own_files import write_file

    existing = {
        key: encode(entry)
        for key, entry in entries.items()
        if os.path.exists(key.rsplit("|", 3)[0])
    }
    with contextlib.suppress(OSError):
        write_file(path, json.dumps({"format": _FORMAT, "loaders": existing}).encode("ascii"))


CHOSEN = "chosen"


_FOR_EVERYBODY = frozenset((LINKER_CACHE, DEFAULT_FOLDER))


class ProgramSide(NamedTuple):
    """A machine as one program sees it.

    Attributes:
        host: with the program's word size and rights.
        opened: None if the loader that was asked about stands for the program's.
    """

    host: Host
    profile: LoaderProfile
    opened: OpenedLoader | None = None


def side_of(
    path: str,
    host: Host,
    profile: LoaderProfile,
    loaders: Iterable[LoaderProfile],
    cache: DocumentCache,
    memory: Memory = NO_MEMORY,
    windows_bits: int = 0,
) -> ProgramSide:
    """Return host and loader of a program that is started in the host's environment.

    `profile` is the loader that is asked about otherwise. It stands for the one that the linker
    finds for every program of its word size, where that is none of the known `loaders`.
    """
    opened = find_opened(host, path, cache, memory, windows_bits)
    if opened is None:
        return ProgramSide(host, profile)
    side, library, bits = opened.program.on(host), opened.library, opened.program.pointer_bits
    if library is None:
        if profile.pointer_bits == bits and not windows_bits:
            return ProgramSide(side, profile)
        return ProgramSide(side, profile._replace(library="", pointer_bits=bits), opened)
    for loader in loaders:
        if loader.pointer_bits == bits and _is_same(loader, library, host):
            return ProgramSide(side, loader, opened)
    if library.source in _FOR_EVERYBODY and profile.pointer_bits == bits:
        return ProgramSide(side, profile)
    # A loader of the program's own: it is asked for its version once.
    for loader in read_versions((library,), versions_file(host)):
        return ProgramSide(side, loader, opened)
    unknown = LoaderProfile(profile.version, library.path, bits, host.built_in("/etc"))
    return ProgramSide(side, unknown, opened._replace(is_version_known=False))


def chosen_loader(
    path: str, host: Host, loaders: Iterable[LoaderProfile], fallback: LoaderProfile
) -> LoaderProfile:
    """Return the profile of a loader that somebody names by its path, of either word size.

    Its version is the fallback's where nobody can tell it; the fallback stands for what is none.
    """
    known = tuple(loaders)
    for bits in (host.pointer_bits, 96 - host.pointer_bits):
        library = candidate_at(host._replace(pointer_bits=bits), path, CHOSEN)
        if library is None:
            continue
        for loader in known:
            if loader.pointer_bits == bits and _is_same(loader, library, host):
                return loader
        for loader in read_versions((library,), versions_file(host)):
            return loader
        return LoaderProfile(fallback.version, path, bits)
    return fallback


def _is_same(loader: LoaderProfile, library: Candidate, host: Host) -> bool:
    if loader.library == library.path:
        return True
    try:
        return bool(loader.library) and library.real == os.path.realpath(
            real_path(host.root, loader.library)
        )
    except OSError:  # links in a circle
        return False
