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

from vkconfig_py.loader.files.binaries import file_state, search_candidates
from vkconfig_py.loader.files.roots import real_path
from vkconfig_py.loader.host import Host, Platform
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.records import Any, NamedTuple

_NAME = "libvulkan.so.1"
_FORMAT = 3
_ENTRY = {"version", "sysconfdir", "extra_sysconfdir", "is_secure", "surfaces"}


class Candidate(NamedTuple):
    """One loader library.

    Attributes:
        path: as the dynamic linker names it.
        file: the path to open; differs from `path` on a host with a file root of its own.
        source: "LD_LIBRARY_PATH", "/etc/ld.so.cache", "default folder" or "VULKAN_SDK".
        identity: (inode, size, mtime_ns) of the file.
    """

    path: str
    file: str
    pointer_bits: int
    source: str
    identity: tuple[int, int, int]


def find_loaders(host: Host) -> tuple[Candidate, ...]:
    """Find loader libraries, the one that programs of this host get first; each file once."""
    if host.platform is not Platform.LINUX:
        return ()
    seen: set[tuple[int, int]] = set()
    found = []
    for bits in (host.pointer_bits, 96 - host.pointer_bits):
        side = host._replace(pointer_bits=bits)
        for path, source in _places(side):
            if not file_state(side, path).found:
                continue
            try:
                file = real_path(host.root, path)
                status = os.stat(file)
            except OSError:  # removed in between
                continue
            if (status.st_dev, status.st_ino) in seen:
                continue
            seen.add((status.st_dev, status.st_ino))
            identity = (status.st_ino, status.st_size, status.st_mtime_ns)
            found.append(Candidate(path, file, bits, source, identity))
    return tuple(found)


def read_versions(candidates: Iterable[Candidate], cache_file: str) -> tuple[LoaderProfile, ...]:
    """Return a profile for each loader whose version can be told, in the same order."""
    known = _read_cache(cache_file)
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
    if asked:
        _write_cache(cache_file, known)
    return tuple(profiles)


def _places(host: Host) -> Iterator[tuple[str, str]]:
    yield from search_candidates(host, _NAME)
    sdk = host.secure_env("VULKAN_SDK")
    if sdk and os.path.isabs(sdk):
        yield os.path.join(sdk, "lib", _NAME), "VULKAN_SDK"
        yield os.path.join(sdk, "lib32", _NAME), "VULKAN_SDK"


def _key(candidate: Candidate) -> str:
    return "|".join((candidate.file, *map(str, candidate.identity)))


def _ask(candidate: Candidate) -> dict[str, Any] | None:
    from vkconfig_py.loader.probe.client import VersionAnswer, ask_version

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


def _read_cache(path: str) -> dict[str, dict[str, Any]]:
    """Read the cache; one that is absent or damaged is empty."""
    import json

    try:
        with open(path, "rb") as file:
            raw = json.load(file)
    except (OSError, ValueError):
        return {}
    if not isinstance(raw, dict) or raw.get("format") != _FORMAT:
        return {}
    entries = raw.get("loaders")
    if not isinstance(entries, dict):
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

    if not path:
        return
    existing = {
        key: entry for key, entry in entries.items() if os.path.exists(key.rsplit("|", 3)[0])
    }
    partial = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(partial, "w", encoding="utf-8") as file:
            json.dump({"format": _FORMAT, "loaders": existing}, file)
        os.replace(partial, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(partial)
