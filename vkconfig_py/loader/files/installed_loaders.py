"""Loaders on this machine: where they are, and which versions they are.

The version of a loader is not written anywhere in its file, so each one is asked in a child, once
per file: the answers are kept in a small cache file. Where a loader cannot be asked (another
pointer width, another file root) the number in its file name is taken, which Debian and the SDK
give it; a loader whose version cannot be told at all is left out.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable, Iterator

from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.files.binaries import LibraryReader, file_state, search_candidates
from vkconfig_py.loader.files.own_files import cache_file
from vkconfig_py.loader.files.root_files import real_path
from vkconfig_py.loader.profiles.profile import LoaderProfile

LOADERS_FILE = "loaders.json"
LOADER_NAME = "libvulkan.so.1"
_FORMAT = 3
_ENTRY = {"version", "sysconfdir", "extra_sysconfdir", "is_secure", "surfaces"}


class Candidate(NamedTuple):
    """One loader library.

    Attributes:
        path: as the dynamic linker names it.
        file: the path to open; differs from `path` on a host with a file root of its own.
        source: "LD_LIBRARY_PATH", "/etc/ld.so.cache", "default folder" or "VULKAN_SDK"; of the
            loader of a program also one of those in opened.py.
        identity: (inode, size, mtime_ns) of the file.
    """

    path: str
    file: str
    pointer_bits: int
    source: str
    identity: tuple[int, int, int]

    @property
    def real(self) -> str:
        """Return the file itself, so that two paths to it are told to be one."""
        return os.path.realpath(self.file)


def find_loaders(host: Host, reader: LibraryReader | None = None) -> tuple[Candidate, ...]:
    """Find loader libraries, the one that programs of this host get first; each file once."""
    if host.platform is not Platform.LINUX:
        return ()
    seen: set[str] = set()
    found = []
    for bits in (host.pointer_bits, 96 - host.pointer_bits):
        side = host._replace(pointer_bits=bits)
        for path, source in _places(side):
            candidate = candidate_at(side, path, source, reader)
            if candidate is not None and candidate.real not in seen:
                seen.add(candidate.real)
                found.append(candidate)
    return tuple(found)


def candidate_at(
    host: Host, path: str, source: str, reader: LibraryReader | None = None
) -> Candidate | None:
    """Return the library at a path if programs of the host's word size can open it."""
    if not file_state(host, path, reader).found:
        return None
    try:
        file = real_path(host.root, path)
        status = os.stat(file)
    except OSError:  # removed in between
        return None
    identity = (status.st_ino, status.st_size, status.st_mtime_ns)
    return Candidate(path, file, host.pointer_bits, source, identity)


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


def _places(host: Host) -> Iterator[tuple[str, str]]:
    yield from search_candidates(host, LOADER_NAME)
    sdk = host.secure_env("VULKAN_SDK")
    if sdk and os.path.isabs(sdk):
        yield os.path.join(sdk, "lib", LOADER_NAME), "VULKAN_SDK"
        yield os.path.join(sdk, "lib32", LOADER_NAME), "VULKAN_SDK"


def _key(candidate: Candidate) -> str:
    return "|".join((candidate.file, *map(str, candidate.identity)))


def _ask(candidate: Candidate) -> dict[str, Any] | None:
    from vkconfig_py.loader.probe.reference_client import VersionAnswer, ask_version

    if candidate.file != candidate.path or candidate.pointer_bits != struct.calcsize("P") * 8:
        return None
    answer = ask_version(candidate.file)
    return answer._asdict() if isinstance(answer, VersionAnswer) else None


def _profile(candidate: Candidate, entry: dict[str, Any]) -> LoaderProfile | None:
    major, minor, patch = entry["version"]
    return LoaderProfile(
        version=(major, minor, patch),
        library=candidate.path,
        pointer_bits=candidate.pointer_bits,
        sysconfdir=entry["sysconfdir"],
        extra_sysconfdir=entry["extra_sysconfdir"],
        is_secure=entry["is_secure"],
        surfaces=tuple(entry["surfaces"]),
    )


def _profile_by_name(candidate: Candidate) -> LoaderProfile | None:
    numbers = os.path.basename(os.path.realpath(candidate.file)).partition(".so.")[2].split(".")
    if len(numbers) != 3 or not all(number.isdecimal() for number in numbers):
        return None
    version = (int(numbers[0]), int(numbers[1]), int(numbers[2]))
    return LoaderProfile(version, candidate.path, candidate.pointer_bits)


def _read_cache(path: str) -> dict[str, dict[str, Any]] | None:
    """Read the cache; one that is absent or damaged is empty, one that is not ours is None."""
    from vkconfig_py.loader.files.own_files import DocumentError, NewerFormatError, read_document

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
    return {key: entry for key, entry in entries.items() if _is_entry(entry)}


def _is_entry(entry: Any) -> bool:
    if not isinstance(entry, dict) or set(entry) != _ENTRY:
        return False
    version, surfaces = entry["version"], entry["surfaces"]
    return (
        isinstance(version, list)
        and len(version) == 3
        and all(isinstance(number, int) for number in version)
        and isinstance(entry["sysconfdir"], str)
        and isinstance(entry["extra_sysconfdir"], str)
        and isinstance(entry["is_secure"], bool)
        and isinstance(surfaces, list)
        and all(isinstance(name, str) for name in surfaces)
    )


def _write_cache(path: str, entries: dict[str, dict[str, Any]]) -> None:
    """Replace the cache; where that is not allowed the loaders are asked again next time."""
    import contextlib
    import json

    from vkconfig_py.loader.files.own_files import write_file

    existing = {
        key: entry for key, entry in entries.items() if os.path.exists(key.rsplit("|", 3)[0])
    }
    with contextlib.suppress(OSError):
        write_file(path, json.dumps({"format": _FORMAT, "loaders": existing}).encode("ascii"))
