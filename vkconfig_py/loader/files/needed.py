"""Which shared objects a program or library needs, and where it says that they are.

Reads the dynamic section alone (elf(5)): a file may be of any size and may lie about its contents.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from functools import lru_cache

from vkconfig_py.loader.files.roots import real_path
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.records import NamedTuple

_PT_LOAD, _PT_DYNAMIC, _PT_INTERP = 1, 2, 3
_DT_NULL, _DT_NEEDED, _DT_STRTAB, _DT_RPATH, _DT_RUNPATH = 0, 1, 5, 15, 29
_DT_FLAGS_1, _DF_1_PIE = 0x6FFFFFFB, 0x08000000
_SHORTEST = 52  # the header of a 32-bit file
_MOST_SEGMENTS = 64
_MOST_BYTES = 1 << 20
_LONGEST_NAME = 4096


class Needs(NamedTuple):
    """What the dynamic section of a library says.

    Attributes:
        is_static: it is a program that names no dynamic linker: the kernel starts it as it is.
    """

    names: tuple[str, ...] = ()
    rpath: str = ""
    runpath: str = ""
    is_static: bool = False


def needs_of(host: Host, path: str) -> Needs:
    """Return what a library or program says that it needs; nothing if that cannot be read."""
    try:
        real = real_path(host.root, path)
        status = os.stat(real)
        return _read_needs(real, status.st_mtime_ns, status.st_size)
    except (OSError, ValueError):
        return Needs()


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
    kinds = {s[0] for s in segments}
    if dynamic is None:
        return Needs(is_static=_PT_LOAD in kinds and _PT_INTERP not in kinds)
    data = os.pread(descriptor, min(dynamic[3], _MOST_BYTES), dynamic[1])
    tags = list(_tags(data, wide, order))
    values = dict(reversed(tags))
    place = _strings_place(segments, values)
    return Needs(
        tuple(_text(descriptor, place, value) for tag, value in tags if tag == _DT_NEEDED),
        _text(descriptor, place, values[_DT_RPATH]) if _DT_RPATH in values else "",
        _text(descriptor, place, values[_DT_RUNPATH]) if _DT_RUNPATH in values else "",
        # A static program that can be moved has a dynamic section all the same.
        is_static=bool(values.get(_DT_FLAGS_1, 0) & _DF_1_PIE) and _PT_INTERP not in kinds,
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


def _strings_place(segments: list[tuple[int, int, int, int]], values: dict[int, int]) -> int | None:
    """Return where in the file the names are."""
    address = values.get(_DT_STRTAB, 0)
    for kind, offset, start, size in segments:
        if kind == _PT_LOAD and start <= address < start + size:
            return offset + address - start
    return None


def _text(descriptor: int, place: int | None, offset: int) -> str:
    # One name at a time: all of them together may be many megabytes.
    data = b"" if place is None else os.pread(descriptor, _LONGEST_NAME, place + offset)
    return os.fsdecode(data.partition(b"\0")[0])
