"""What the dynamic linker reads of a shared object while it opens it: elf(5), without sections.

A file may be of any size and may lie about its contents: whatever does not fit raises ElfError, and
numbers that are too large are cut.
"""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Iterator
from functools import lru_cache

from vkconfig_py.loader.base.records import NamedTuple

_PT_LOAD, _PT_DYNAMIC = 1, 2
_STRTAB, _SYMTAB, _RELA, _RELASZ, _RELACOUNT = 5, 6, 7, 8, 0x6FFFFFF9
_PLTRELSZ, _JMPREL, _BIND_NOW, _FLAGS, _FLAGS_1 = 2, 23, 24, 30, 0x6FFFFFFB
_GNU_HASH, _VERDEF, _VERNEED = 0x6FFFFEF5, 0x6FFFFFFC, 0x6FFFFFFE
_NOW, _NOW_1 = 8, 1
_WEAK = 2  # a symbol of this binding may be missing
_VERSION_MAY_MISS = 2  # VER_FLG_WEAK
_MOST_SEGMENTS = 64
_MOST_RELOCATIONS = 500_000
_MOST_ENTRIES = 4096
_LONGEST_NAME = 65_536  # C++ has them
_HEADER_64 = 64
_WIDE = b"\x02\x01"  # 64 bits, little-endian


class ElfError(ValueError):
    """The file cannot be understood."""


class CutShortError(ElfError):
    """The file ends before its list of segments does: the linker refuses it."""


class SharedObject(NamedTuple):
    """What opening a shared object asks of others, and what it offers.

    Attributes:
        is_cut: the file ends before what is mapped of it does.
        is_short: it ends before its list of segments does, and nothing is mapped.
        versions: (library, version) that another one must define.
        defined: versions that it defines; empty if it has none, and then any will do.
    """

    is_cut: bool = False
    versions: tuple[tuple[str, str], ...] = ()
    defined: frozenset[str] = frozenset()
    is_short: bool = False


@lru_cache(maxsize=512)
def read_shared_object(path: str, _mtime_ns: int, size: int) -> SharedObject:
    """Read a 64-bit little-endian shared object; one of another kind has nothing to say.

    Raises:
        OSError: it cannot be read.
        ElfError: it cannot be understood.
    """
    with _mapped(path, size) as data:
        return _Reading(data).shared_object() if data[4:6] == _WIDE else SharedObject()


@lru_cache(maxsize=256)
def wanted_symbols(path: str, _mtime_ns: int, size: int) -> tuple[str, ...]:
    """Return the symbols that a shared object must find to be opened at all (RTLD_LAZY).

    Raises:
        OSError: it cannot be read.
        ElfError: it cannot be understood.
    """
    with _mapped(path, size) as data:
        return tuple(dict.fromkeys(_Reading(data).wanted())) if data[4:6] == _WIDE else ()


@lru_cache(maxsize=256)
def offered_symbols(
    path: str, _mtime_ns: int, size: int, wanted: tuple[str, ...]
) -> frozenset[str]:
    """Return those of the wanted symbols that a shared object defines.

    Raises:
        OSError: it cannot be read.
        ElfError: it cannot be understood, or has no table in which names can be looked up.
    """
    with _mapped(path, size) as data:
        return frozenset(_Reading(data).offered(wanted))


def _mapped(path: str, size: int) -> mmap.mmap:
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if size < _HEADER_64:
            raise ElfError("too short")
        return mmap.mmap(descriptor, size, prot=mmap.PROT_READ)
    finally:
        os.close(descriptor)


class _Reading:
    """One file while it is read."""

    def __init__(self, data: mmap.mmap) -> None:
        self._data = data
        self._segments = list(self._read_segments())
        self._tags = self._read_tags()
        self._symbols = self._place(_SYMTAB)
        self._names = self._place(_STRTAB)

    def shared_object(self) -> SharedObject:
        page = mmap.PAGESIZE
        ends = (offset + length for kind, offset, _, length in self._segments if kind == _PT_LOAD)
        # What lies behind the last page of the file is a bus error, a part of a page reads as 0.
        if -(-max(ends, default=0) // page) > -(-len(self._data) // page):
            return SharedObject(is_cut=True)
        return SharedObject(
            versions=tuple(self._versions_needed()),
            defined=frozenset(self._versions_defined()),
        )

    def offered(self, wanted: tuple[str, ...]) -> Iterator[str]:
        """Yield what is found in the hash table (DT_GNU_HASH), as ld.so looks it up."""
        place = self._place(_GNU_HASH)
        if place is None:
            raise ElfError("no DT_GNU_HASH")
        buckets, first, words, shift = self._unpack("<IIII", place)
        if not buckets or not words:
            return
        bloom, table = place + 16, place + 16 + words * 8
        chains = table + buckets * 4
        for name in wanted:
            key = _gnu_hash(os.fsencode(name))
            (word,) = self._unpack("<Q", bloom + key // 64 % words * 8)
            if word >> (key % 64) & word >> ((key >> shift) % 64) & 1:
                (index,) = self._unpack("<I", table + key % buckets * 4)
                if index >= first and self._is_in_chain(name, key, chains, index, first):
                    yield name

    def _is_in_chain(self, name: str, key: int, chains: int, index: int, first: int) -> bool:
        for number in range(index, index + _MOST_ENTRIES):
            (found,) = self._unpack("<I", chains + (number - first) * 4)
            if (found ^ key) < 2 and self._defines(number, name):
                return True
            if found & 1:
                return False
        return False

    def _defines(self, number: int, name: str) -> bool:
        place, _, section = self._symbol(number)
        return section != 0 and self._text(place) == name

    def wanted(self) -> Iterator[str]:
        """Yield undefined symbols of relocations that are carried out at once."""
        skipped = min(self._tags.get(_RELACOUNT, 0), self._tags.get(_RELASZ, 0) // 24) * 24
        tables = [(self._place(_RELA), skipped, self._tags.get(_RELASZ, 0))]
        flags = self._tags.get(_FLAGS, 0) & _NOW or self._tags.get(_FLAGS_1, 0) & _NOW_1
        if flags or _BIND_NOW in self._tags:
            tables.append((self._place(_JMPREL), 0, self._tags.get(_PLTRELSZ, 0)))
        seen: set[int] = set()
        for place, start, size in tables:
            if place is None:
                continue
            end = place + min(size, _MOST_RELOCATIONS * 24) // 24 * 24
            for _, info, _ in struct.iter_unpack("<QQq", self._data[place + start : end]):
                number = info >> 32
                if number and number not in seen:
                    seen.add(number)
                    if (name := self._undefined(number)) is not None:
                        yield name

    def _undefined(self, number: int) -> str | None:
        name, info, section = self._symbol(number)
        return self._text(name) if section == 0 and info >> 4 != _WEAK else None

    def _symbol(self, number: int) -> tuple[int, int, int]:
        """Return place of the name, binding and type, and section of a symbol."""
        if self._symbols is None:
            raise ElfError("no DT_SYMTAB")
        name, info, _, section = self._unpack("<IBBH", self._symbols + number * 24)
        return name, info, section

    def _versions_needed(self) -> Iterator[tuple[str, str]]:
        place = self._place(_VERNEED)
        if place is None:
            return
        for _ in range(_MOST_ENTRIES):
            _, count, file, first, following = self._unpack("<HHIII", place)
            inner = place + first
            for _ in range(min(count, _MOST_ENTRIES)):
                _, flags, _, name, beyond = self._unpack("<IHHII", inner)
                if not flags & _VERSION_MAY_MISS:
                    yield self._text(file), self._text(name)
                inner += beyond
            if not following:
                return
            place += following

    def _versions_defined(self) -> Iterator[str]:
        place = self._place(_VERDEF)
        if place is None:
            return
        for _ in range(_MOST_ENTRIES):
            _, _, _, count, _, first, following = self._unpack("<HHHHIII", place)
            if count:
                (name,) = self._unpack("<I", place + first)
                yield self._text(name)
            if not following:
                return
            place += following

    def _read_segments(self) -> Iterator[tuple[int, int, int, int]]:
        (offset,) = self._unpack("<Q", 32)
        size, count = self._unpack("<HH", 54)
        if offset + size * count > len(self._data):
            raise CutShortError("cut short")
        for index in range(min(count, _MOST_SEGMENTS)):
            kind, _, begin, address, _, length = self._unpack("<IIQQQQ", offset + index * size)
            yield kind, begin, address, length

    def _read_tags(self) -> dict[int, int]:
        dynamic = next((s for s in self._segments if s[0] == _PT_DYNAMIC), None)
        if dynamic is None:
            return {}
        data = self._data[dynamic[1] : dynamic[1] + min(dynamic[3], 1 << 16)]
        tags: dict[int, int] = {}
        for tag, value in struct.iter_unpack("<qQ", data[: len(data) // 16 * 16]):
            if not tag:
                break
            tags.setdefault(tag, value)
        return tags

    def _place(self, tag: int) -> int | None:
        """Return where in the file the address of a tag lies."""
        address = self._tags.get(tag)
        if address is None:
            return None
        for kind, offset, start, length in self._segments:
            if kind == _PT_LOAD and start <= address < start + length:
                return offset + address - start
        raise ElfError("an address outside of the file")

    def _text(self, offset: int) -> str:
        if self._names is None:
            raise ElfError("no DT_STRTAB")
        place = self._names + offset
        end = self._data.find(b"\0", place, place + _LONGEST_NAME)
        if end < 0:
            raise ElfError("a name without an end")
        return os.fsdecode(self._data[place:end])

    def _unpack(self, form: str, place: int) -> tuple[int, ...]:
        try:
            return struct.unpack_from(form, self._data, place)
        except (struct.error, OverflowError) as error:
            raise ElfError(str(error)) from error


def _gnu_hash(name: bytes) -> int:
    key = 5381
    for byte in name:
        key = (key * 33 + byte) & 0xFFFFFFFF
    return key
