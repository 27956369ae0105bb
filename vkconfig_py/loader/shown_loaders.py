"""Which loader library a launch of a program showed, remembered for its file.

A program that opens its loader by a path of its own tells it in no file. What a launch showed holds
for the file as it was, and for as long as its files let expect the same as they did then.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from vkconfig_py.loader.files.sightings import Sightings
from vkconfig_py.loader.own_files import (
    DocumentError,
    cache_file,
    parse_object,
    read_file,
)
from vkconfig_py.loader.records import Any, NamedTuple

FORMAT = 1
MOST_BYTES = 1 << 20


class Shown(NamedTuple):
    """What a launch showed.

    Attributes:
        program: what had opened it: the program itself, or what a script had started.
        expected: path of the library that the files let expect at that time, "" for none.
        library: path of the one that was opened.
        when: seconds since the epoch.
    """

    program: str
    expected: str
    library: str
    when: float


def shown_file(environment: Mapping[str, str]) -> str:
    """Return where a user's launches are remembered, or "" if there is no home."""
    return cache_file(environment, "shown_loaders.json")


def program_key(path: str) -> str:
    """Return what stands for the file of a program as it is now; "" if there is none."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return ""
    return f"{status.st_ino}|{status.st_size}|{status.st_mtime_ns}|{path}"


def recall_shown(path: str, memory: str, seen: Sightings) -> Shown | None:
    """Return what a launch of the program showed, as long as its file is as it was then."""
    if not memory:
        return None
    try:
        status = os.stat(memory)
        seen.file(memory, status)
        return _read(memory, status.st_mtime_ns, status.st_size).get(program_key(path))
    except OSError:
        seen.failure(memory)
        return None


def parse_shown(data: bytes) -> dict[str, Shown]:
    """Return what a file remembers; nothing if it is damaged or of another format."""
    try:
        raw = parse_object(data)
    except DocumentError:
        return {}
    programs = raw.get("programs")
    if raw.get("format") != FORMAT or not isinstance(programs, dict):
        return {}
    return {key: Shown(**entry) for key, entry in programs.items() if _is_shown(entry)}


def render_shown(programs: Mapping[str, Shown]) -> bytes:
    """Return the file that remembers these."""
    import json

    entries = {key: shown._asdict() for key, shown in programs.items()}
    return json.dumps({"format": FORMAT, "programs": entries}, indent=1).encode()


@lru_cache(maxsize=2)
def _read(path: str, _mtime_ns: int, _size: int) -> Mapping[str, Shown]:
    try:
        return MappingProxyType(parse_shown(read_file(path, MOST_BYTES)))
    except (OSError, DocumentError):
        return MappingProxyType({})


def _is_shown(entry: Any) -> bool:
    return (
        isinstance(entry, dict)
        and set(entry) == set(Shown._fields)
        and isinstance(entry["program"], str)
        and isinstance(entry["expected"], str)
        and isinstance(entry["library"], str)
        and entry["library"].startswith("/")
        and isinstance(entry["when"], (int, float))
    )
