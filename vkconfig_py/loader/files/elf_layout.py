"""Where the parts of an ELF file are: its segments and its dynamic section; see elf(5).

Files are untrusted: inconsistent contents raise ElfError, and oversized counts are clamped.
"""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Iterator, Mapping

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.read_file import open_to_read

# Segment types of elf(5).
PT_LOAD, PT_DYNAMIC, PT_INTERP, PT_NOTE = 1, 2, 3, 4
_NEEDED = 1  # DT_NEEDED
_MOST_SEGMENTS = 64
_MOST_TAG_BYTES = 1 << 20
_SHORTEST = 52  # the header of a 32-bit file

Bytes = mmap.mmap | bytes


class ElfError(ValueError):
    """The ELF file is invalid or not supported."""


class CutShortError(ElfError):
    """The file is truncated inside its program headers: the linker refuses it."""


class Layout(NamedTuple):
    """Where the parts of a file are: its segments and the entries of its dynamic section.

    Attributes:
        segments: type, file offset, address and size in the file of each.
        tags: the first entry of each tag, like the linker.
        needed: all entries of DT_NEEDED.
    """

    is_wide: bool
    order: str
    segments: tuple[tuple[int, int, int, int], ...]
    tags: Mapping[int, int]
    needed: tuple[int, ...]


def map_file(path: str, size: int, offset: int = 0) -> mmap.mmap:
    descriptor = open_to_read(path)
    try:
        if size < _SHORTEST:
            raise ElfError("too short")
        # Drivers may have hundreds of megabytes, of which a few pages are read.
        return mmap.mmap(descriptor, size, prot=mmap.PROT_READ, offset=offset)
    finally:
        os.close(descriptor)


def unpack(data: Bytes, form: str, place: int) -> tuple[int, ...]:
    try:
        return struct.unpack_from(form, data, place)
    except (struct.error, OverflowError) as error:
        raise ElfError(str(error)) from error


def read_layout(data: Bytes) -> Layout:
    if data[:4] != b"\x7fELF":
        raise ElfError("no ELF file")
    # EI_CLASS, followed by EI_DATA.
    is_wide = data[4] == 2
    order = ">" if data[5] == 2 else "<"
    segments = tuple(_read_segments(data, is_wide, order))
    dynamic = next((s for s in segments if s[0] == PT_DYNAMIC), None)
    tags: dict[int, int] = {}
    needed: list[int] = []
    if dynamic is not None:
        size = 16 if is_wide else 8
        table = data[dynamic[1] : dynamic[1] + min(dynamic[3], _MOST_TAG_BYTES)]
        form = f"{order}{'qQ' if is_wide else 'iI'}"
        for tag, value in struct.iter_unpack(form, table[: len(table) // size * size]):
            if not tag:
                break
            tags.setdefault(tag, value)
            if tag == _NEEDED:
                needed.append(value)
    return Layout(is_wide, order, segments, tags, tuple(needed))


def _read_segments(data: Bytes, is_wide: bool, order: str) -> Iterator[tuple[int, int, int, int]]:
    """Yield type, file offset, address and file size of each segment."""
    (offset,) = unpack(data, f"{order}{'Q' if is_wide else 'I'}", 32 if is_wide else 28)
    size, count = unpack(data, f"{order}HH", 54 if is_wide else 42)
    if offset + size * count > len(data):
        raise CutShortError("cut short")
    form = f"{order}{'IIQQQQ' if is_wide else 'IIIII'}"
    for index in range(min(count, _MOST_SEGMENTS)):
        if is_wide:
            kind, _, begin, address, _, length = unpack(data, form, offset + index * size)
        else:
            kind, begin, address, _, length = unpack(data, form, offset + index * size)
        yield kind, begin, address, length
