"""Which shared objects a library needs, and which of them the dynamic linker would not find.

Reads the dynamic section alone (elf(5)): a file may be of any size and may lie about its contents.
Follows ld.so(8): RPATH where there is no RUNPATH, LD_LIBRARY_PATH, RUNPATH, cache, default folders.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from functools import lru_cache

from vkconfig_py.loader.files.binaries import expand_tokens, file_state, search_candidates
from vkconfig_py.loader.files.roots import real_path, resolve_links
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.records import NamedTuple

_PT_LOAD, _PT_DYNAMIC = 1, 2
_DT_NULL, _DT_NEEDED, _DT_STRTAB, _DT_STRSZ, _DT_RPATH, _DT_RUNPATH = 0, 1, 5, 10, 15, 29
_SHORTEST = 52  # the header of a 32-bit file
_MOST_SEGMENTS = 64
_MOST_BYTES = 1 << 20


class Needs(NamedTuple):
    """What the dynamic section of a library says."""

    names: tuple[str, ...] = ()
    rpath: str = ""
    runpath: str = ""


def missing_libraries(host: Host, path: str) -> tuple[str, ...]:
    """Return the names a library needs that ld.so would not find for a process of the host."""
    try:
        real = real_path(host.root, path)
        status = os.stat(real)
        needs = _read_needs(real, status.st_mtime_ns, status.st_size)
    except (OSError, ValueError):
        return ()
    return tuple(name for name in needs.names if not _is_found(host, name, needs, path))


def _is_found(host: Host, name: str, needs: Needs, path: str) -> bool:
    origin = os.path.dirname(resolve_links(host.root, path))
    if "/" in name:
        return file_state(host, expand_tokens(host, name, origin)).found
    folders = (needs.runpath or needs.rpath).split(":")
    own = [expand_tokens(host, folder, origin) for folder in folders if folder]
    candidates = [f"{folder}/{name}" for folder in own]
    candidates += [candidate for candidate, _ in search_candidates(host, name)]
    return any(file_state(host, candidate).found for candidate in candidates)


@lru_cache(maxsize=256)
def _read_needs(path: str, _mtime_ns: int, _size: int) -> Needs:
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        return _parse(descriptor)
    except (struct.error, OverflowError):  # cut off, or offsets that no file has
        return Needs()
    finally:
        os.close(descriptor)


def _parse(descriptor: int) -> Needs:
    head = os.pread(descriptor, 64, 0)
    if len(head) < _SHORTEST or head[:4] != b"\x7fELF":
        return Needs()
    wide, order = head[4] == 2, ">" if head[5] == 2 else "<"
    offset, size, count = _segments_place(head, wide, order)
    segments = []
    for index in range(min(count, _MOST_SEGMENTS)):
        entry = os.pread(descriptor, size, offset + index * size)
        segments.append(_segment(entry, wide, order))
    dynamic = next((s for s in segments if s[0] == _PT_DYNAMIC), None)
    if dynamic is None:
        return Needs()
    data = os.pread(descriptor, min(dynamic[3], _MOST_BYTES), dynamic[1])
    tags = list(_tags(data, wide, order))
    values = dict(reversed(tags))
    strings = _strings(descriptor, segments, values)
    return Needs(
        tuple(_text(strings, value) for tag, value in tags if tag == _DT_NEEDED),
        _text(strings, values[_DT_RPATH]) if _DT_RPATH in values else "",
        _text(strings, values[_DT_RUNPATH]) if _DT_RUNPATH in values else "",
    )


def _segments_place(head: bytes, wide: bool, order: str) -> tuple[int, int, int]:
    if wide:
        (offset,) = struct.unpack_from(f"{order}Q", head, 32)
        return (offset, *struct.unpack_from(f"{order}HH", head, 54))
    (offset,) = struct.unpack_from(f"{order}I", head, 28)
    return (offset, *struct.unpack_from(f"{order}HH", head, 42))


def _segment(entry: bytes, wide: bool, order: str) -> tuple[int, int, int, int]:
    """Return type, offset in the file, address and size in the file."""
    if wide:
        kind, _, offset, address, _, size = struct.unpack_from(f"{order}IIQQQQ", entry)
    else:
        kind, offset, address, _, size = struct.unpack_from(f"{order}IIIII", entry)
    return kind, offset, address, size


def _tags(data: bytes, wide: bool, order: str) -> Iterator[tuple[int, int]]:
    size = 16 if wide else 8
    whole = data[: len(data) // size * size]
    for tag, value in struct.iter_unpack(f"{order}{'qQ' if wide else 'iI'}", whole):
        if tag == _DT_NULL:
            return
        yield tag, value


def _strings(
    descriptor: int, segments: list[tuple[int, int, int, int]], values: dict[int, int]
) -> bytes:
    address = values.get(_DT_STRTAB, 0)
    for kind, offset, start, size in segments:
        if kind == _PT_LOAD and start <= address < start + size:
            length = min(values.get(_DT_STRSZ, 0), _MOST_BYTES)
            return os.pread(descriptor, length, offset + address - start)
    return b""


def _text(strings: bytes, offset: int) -> str:
    end = strings.find(b"\0", offset)
    return os.fsdecode(strings[offset : end if end >= 0 else len(strings)])
