"""The libraries of an APK, read where they lie: nothing is unpacked.

Follows ForEachFileInZip (layers_extensions.cpp): only stored entries at page boundaries can be
loaded from an APK. Archives are untrusted: sizes are compared with the file before they are used.
"""

from __future__ import annotations

import os
import stat
import struct
import zlib

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.read_file import open_to_read

PAGE = 4096
_END, _END_SIGNATURE = struct.Struct("<4s4H2IH"), b"PK\5\6"
_ENTRY, _ENTRY_SIGNATURE = struct.Struct("<4s6H3I5H2I"), b"PK\1\2"
_LOCAL, _LOCAL_SIGNATURE = struct.Struct("<4s5H3I2H"), b"PK\3\4"
_LONGEST_COMMENT = 0xFFFF
_LARGEST_DIRECTORY = 64 << 20
_MOST_MATCHES = 4096
_ZIP64 = 0xFFFFFFFF
_STORED = 0


class ApkError(ValueError):
    """The archive cannot be read; the text is the rest of a sentence."""


class ApkEntry(NamedTuple):
    """A file of an APK.

    Attributes:
        name: without its folder.
        offset: where its bytes begin in the archive.
    """

    name: str
    offset: int
    size: int
    is_stored: bool

    def is_aligned(self, page: int = PAGE) -> bool:
        return self.offset % page == 0


class _Central(NamedTuple):
    """An entry as the central directory tells it."""

    name: bytes
    method: int
    size: int
    local: int


def read_entry(path: str, name: str, largest: int) -> bytes | None:
    """Return the content of a file directly in an APK, None if there is none of that name.

    Raises:
        OSError: the archive cannot be read.
        ApkError: it is damaged, or the file has more than `largest` bytes.
    """
    apk_entry = next((entry for entry in list_entries(path, "") if entry.name == name), None)
    if apk_entry is None:
        return None
    if apk_entry.size > largest:
        raise ApkError(f"{name} is larger than {largest >> 20} MB")
    descriptor = open_to_read(path)
    try:
        data = os.pread(descriptor, apk_entry.size, apk_entry.offset)
    finally:
        os.close(descriptor)
    if not apk_entry.is_stored:
        try:
            # Raw deflate; never more than one byte too many, whatever is packed.
            data = zlib.decompressobj(-15).decompress(data, largest + 1)
        except zlib.error as error:
            raise ApkError(f"{name} is damaged: {error}") from None
    if len(data) > largest:
        raise ApkError(f"{name} is larger than {largest >> 20} MB")
    return data


def list_entries(path: str, folder: str) -> tuple[ApkEntry, ...]:
    """Return the files directly in a folder of an APK, in its order. "" is the archive itself.

    Raises:
        OSError: the archive cannot be read.
        ApkError: it is no archive that Android opens.
    """
    descriptor = open_to_read(path)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise ApkError("not a regular file")
        length = status.st_size
        directory, start, count = _directory(descriptor, length)
        prefix = os.fsencode(f"{folder}/") if folder else b""
        central_entries = _matches(directory, count, prefix)
        return tuple(
            _entry(descriptor, central_entry, start, prefix) for central_entry in central_entries
        )
    finally:
        os.close(descriptor)


def _directory(descriptor: int, length: int) -> tuple[bytes, int, int]:
    """Return the central directory, its place and the number of its entries."""
    tail = min(length, _END.size + _LONGEST_COMMENT)
    data = os.pread(descriptor, tail, length - tail)
    # MapCentralDirectory takes the last signature that has room for a record behind it.
    place = data.rfind(_END_SIGNATURE, 0, max(len(data) - _END.size + len(_END_SIGNATURE), 0))
    if place < 0:
        raise ApkError("no zip archive")
    _, _, _, _, count, size, start, comment = _END.unpack_from(data, place)
    if place + _END.size + comment != len(data):
        raise ApkError("something stands behind its end")
    if _ZIP64 in (size, start):
        raise ApkError("a ZIP64 archive, which is not read here")
    if start + size > length - tail + place:
        raise ApkError("its list of files is cut short")
    if size > _LARGEST_DIRECTORY:
        raise ApkError(f"its list of files is larger than {_LARGEST_DIRECTORY >> 20} MB")
    directory = os.pread(descriptor, size, start)
    if len(directory) < size:
        raise ApkError("its list of files is cut short")
    return directory, start, count


def _matches(directory: bytes, count: int, prefix: bytes) -> list[_Central]:
    """Return the entries directly below the prefix."""
    matches: list[_Central] = []
    names: set[bytes] = set()
    place = 0
    for _ in range(count):
        if place + _ENTRY.size > len(directory):
            raise ApkError("its list of files is cut short")
        signature, _, _, _, method, _, _, _, packed, size, *rest = _ENTRY.unpack_from(
            directory, place
        )
        if signature != _ENTRY_SIGNATURE:
            raise ApkError("its list of files is damaged")
        name_length, extra, comment, _, _, _, local = rest
        name = directory[place + _ENTRY.size : place + _ENTRY.size + name_length]
        place += _ENTRY.size + name_length + extra + comment
        if not name.startswith(prefix) or b"/" in name[len(prefix) :] or name == prefix:
            continue
        # OpenArchive refuses an archive that has a name twice.
        if name in names:
            raise ApkError(f"{os.fsdecode(name)} stands in it twice")
        names.add(name)
        if len(matches) == _MOST_MATCHES:
            raise ApkError(f"more than {_MOST_MATCHES} files in a folder")
        matches.append(_Central(name, method, size if method == _STORED else packed, local))
    return matches


def _entry(descriptor: int, central: _Central, start: int, prefix: bytes) -> ApkEntry:
    header = os.pread(descriptor, _LOCAL.size, central.local)
    if len(header) < _LOCAL.size or header[:4] != _LOCAL_SIGNATURE:
        raise ApkError(f"{os.fsdecode(central.name)} begins nowhere")
    # Its own name and extra field come first, whose lengths may differ from the directory's.
    *_, name_length, extra = _LOCAL.unpack(header)
    offset = central.local + _LOCAL.size + name_length + extra
    if offset + central.size > start:
        raise ApkError(f"{os.fsdecode(central.name)} is cut short")
    name = os.fsdecode(central.name[len(prefix) :])
    return ApkEntry(name, offset, central.size, central.method == _STORED)
