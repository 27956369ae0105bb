"""ELF files as the dynamic linker reads them: segments, dynamic section, symbols (elf(5)).

Files are untrusted: inconsistent contents raise ElfError, and oversized counts are clamped.
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, lru_cache

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.safe_paths import open_to_read

# Tags of elf(5), without their DT_.
_DT_HASH, _DT_STRTAB, _DT_SYMTAB, _DT_RPATH, _DT_RUNPATH = 4, 5, 6, 15, 29
_RELA, _RELASZ, _RELACOUNT, _PLTRELSZ, _JMPREL = 7, 8, 0x6FFFFFF9, 2, 23
_SONAME = 14
_DT_BIND_NOW, _DT_FLAGS, _DT_FLAGS_1 = 24, 30, 0x6FFFFFFB
_GNU_HASH, _VERDEF, _VERNEED = 0x6FFFFEF5, 0x6FFFFFFC, 0x6FFFFFFE
# DF_BIND_NOW, DF_1_NOW and DF_1_PIE.
_DF_BIND_NOW, _DF_1_NOW, _DF_1_PIE = 8, 1, 0x08000000
_NT_GNU_BUILD_ID, _NOTE_HEAD, _MAX_NOTE_BYTES = 3, 12, 1 << 16
_WEAK_BINDING = 2  # a symbol of this binding may be missing
_VER_FLG_WEAK = 2  # VER_FLG_WEAK
_MAX_RELOCATIONS = 500_000
_MAX_ENTRIES = 4096
_MAX_SYMBOLS = 1 << 20
_MAX_NAME_LENGTH = 65_536  # C++ has them
_MAX_TEXT_LENGTH = 4096
_MAX_NAME_BYTES = 64 << 20  # of all exported names together
_EXPORTED_TYPES = (0, 1, 2)  # STT_NOTYPE, STT_OBJECT, STT_FUNC: what dlsym returns
_ELF_CLASS_64 = b"\x02\x01"  # 64 bits, little-endian
# Segment types of elf(5).
PT_LOAD, PT_DYNAMIC, PT_INTERP, PT_NOTE = 1, 2, 3, 4
_DT_NEEDED = 1  # DT_NEEDED
_MAX_SEGMENTS = 64
_MAX_TAG_BYTES = 1 << 20
_MIN_FILE_SIZE = 52  # the header of a 32-bit file
FileBytes = mmap.mmap | bytes
# As os.fsdecode uses them; thousands of names are decoded.
_ENCODING, _ENCODING_ERRORS = sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()


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

    is_64_bit: bool
    order: str
    segments: tuple[tuple[int, int, int, int], ...]
    tags: Mapping[int, int]
    needed: tuple[int, ...]


class LibraryNeeds(NamedTuple):
    """Dependencies in the dynamic section of a program or library.

    Attributes:
        is_static: a program without PT_INTERP, which the kernel starts without a dynamic linker.
    """

    names: tuple[str, ...] = ()
    rpath: str = ""
    runpath: str = ""
    is_static: bool = False


class SharedObject(NamedTuple):
    """Requirements and definitions of a shared object.

    Attributes:
        is_cut: the file ends before its mapped segments do.
        is_short: the file ends inside its program headers, so nothing is mapped.
        versions: (library, version) pairs that the named library must define.
        defined: versions that it defines; without any, every required version is accepted.
    """

    is_cut: bool = False
    versions: tuple[tuple[str, str], ...] = ()
    defined: frozenset[str] = frozenset()
    is_short: bool = False


class ElfExports(NamedTuple):
    """The processor of a shared object, and the names that dlsym finds in it.

    Attributes:
        machine: e_machine of its header.
        addresses: each exported name and its address.
    """

    machine: int
    pointer_bits: int
    soname: str
    needed: tuple[str, ...]
    addresses: Mapping[str, int]


class ElfFile(NamedTuple):
    """A parsed ELF file.

    `shared` is None if the file is invalid, and empty for another word size.
    """

    needs: LibraryNeeds = LibraryNeeds()
    shared: SharedObject | None = None
    layout: Layout | None = None


@lru_cache(maxsize=8192)  # fewer than a machine has are read again in every run
def read_elf(path: str, _mtime_ns: int, size: int) -> ElfFile:
    """Read what an ELF file needs, and a 64-bit library's symbol versions. Cached by file state.

    Raises:
        OSError: it cannot be read.
        ValueError: it is empty, or its path holds a NUL.
    """
    with map_file(path, size) as data:
        is_wide = data[4:6] == _ELF_CLASS_64
        try:
            layout = read_layout(data)
        except CutShortError:
            return ElfFile(shared=SharedObject(is_short=is_wide))
        except ElfError:
            return ElfFile(shared=None if is_wide else SharedObject())
        parser = _ElfParser(data, layout)
        needs = parser.read_needs()
        try:
            shared_object = parser.read_shared_object() if is_wide else SharedObject()
        except ElfError:
            return ElfFile(needs, layout=layout)
        return ElfFile(needs, shared_object, layout)


@lru_cache(maxsize=256)
def find_required_symbols(path: str, mtime_ns: int, size: int) -> tuple[str, ...]:
    """Return the symbols that must be resolved for a shared object to open (RTLD_LAZY).

    Raises:
        OSError: it cannot be read.
        ElfError: it is invalid.
    """
    with map_file(path, size) as data:
        if data[4:6] != _ELF_CLASS_64:
            return ()
        layout = _read_layout_of_file(path, mtime_ns, size)
        return tuple(dict.fromkeys(_ElfParser(data, layout).read_wanted()))


@lru_cache(maxsize=2048)  # six layers and four drivers ask 115 times
def find_defined_symbols(
    path: str, mtime_ns: int, size: int, names: tuple[str, ...]
) -> frozenset[str]:
    """Return which of these names a shared object defines as symbols (DT_GNU_HASH).

    Raises:
        OSError: it cannot be read.
        ElfError: it is invalid, or has no symbol hash table.
    """
    layout = _read_layout_of_file(path, mtime_ns, size)
    with map_file(path, size) as data:
        return frozenset(_ElfParser(data, layout).find_offered(names))


def find_exported_symbols(
    path: str, mtime_ns: int, size: int, names: tuple[str, ...]
) -> frozenset[str]:
    """Return which of these names dlsym finds in a library, of any word size and hash table.

    Raises:
        OSError: it cannot be read.
        ElfError: it is invalid, or has no symbol hash table.
    """
    layout = _read_layout_of_file(path, mtime_ns, size)
    if layout.is_64_bit and _GNU_HASH in layout.tags:
        return find_defined_symbols(path, mtime_ns, size, names)
    if layout.tags.keys().isdisjoint((_GNU_HASH, _DT_HASH)):
        raise ElfError("no symbol hash table")
    with map_file(path, size) as data:
        return frozenset(_ElfParser(data, layout).read_exports().addresses).intersection(names)


def list_imported_symbols(path: str) -> frozenset[str]:
    """Return all undefined symbols of a library, or an empty set if it cannot be read."""
    try:
        with map_file(path, os.stat(path).st_size) as data:
            return frozenset(_ElfParser(data, read_layout(data)).read_imported())
    except (OSError, ValueError):
        return frozenset()


def read_exports(path: str, offset: int, size: int) -> ElfExports:
    """Return what the shared object at this place of a file exports.

    `offset` is that of an archive's entry, 0 for a file of its own.

    Raises:
        OSError: it cannot be read.
        ElfError: it is invalid.
    """
    with _map_part(path, offset, size) as data:
        return _ElfParser(data, read_layout(data)).read_exports()


def find_texts(path: str, offset: int, size: int, prefix: bytes) -> tuple[str, ...]:
    """Return the C strings of printable ASCII with a prefix, each once, in the file's order.

    Raises:
        OSError: it cannot be read.
        ElfError: it is too short to be a library.
    """
    texts: dict[str, None] = {}
    with _map_part(path, offset, size) as data:
        start = data.find(prefix)
        for _ in range(_MAX_ENTRIES):
            if start < 0:
                break
            end = data.find(b"\0", start, start + _MAX_TEXT_LENGTH)
            # A prefix inside another word does not count.
            content_before = data[max(start - 1, 0) : start]
            if end > 0 and not content_before.isalnum() and content_before != b"_":
                text = data[start:end].decode("latin-1")
                if text.isascii() and text.isprintable():
                    texts[text] = None
            start = data.find(prefix, start + len(prefix))
    return tuple(texts)


def read_text_at_pointer(path: str, offset: int, size: int, address: int) -> str | None:
    """Return the C string that a pointer at this address leads to once the linker relocated it.

    None if only the linker can tell, or if it leads to no string of the file.

    Raises:
        OSError: it cannot be read.
        ElfError: it is invalid.
    """
    with _map_part(path, offset, size) as data:
        return _ElfParser(data, read_layout(data)).read_text_at_pointer(address)


def read_build_id(path: str, size: int) -> str:
    """Return the build ID of a file in hexadecimal digits, or "" if it has none.

    Raises:
        OSError: it cannot be read.
        ElfError: it is invalid.
    """
    with _map_part(path, 0, size) as data:
        layout = read_layout(data)
        note_segments = (segment for segment in layout.segments if segment[0] == PT_NOTE)
        notes = (
            data[start_offset : start_offset + min(n, _MAX_NOTE_BYTES)]
            for _, start_offset, _, n in note_segments
        )
        return next(filter(None, (_find_build_id(note, layout.order) for note in notes)), "")


def _find_build_id(notes: bytes, order: str) -> str:
    """Return the build ID among the ELF notes of a segment in hexadecimal digits, or ""."""
    offset = 0
    while offset + _NOTE_HEAD <= len(notes):
        name_size, value_size, kind = unpack(notes, f"{order}III", offset)
        name_start = offset + _NOTE_HEAD
        value_start = name_start + (name_size + 3) // 4 * 4
        offset = value_start + (value_size + 3) // 4 * 4
        if kind == _NT_GNU_BUILD_ID and notes[name_start : name_start + name_size] == b"GNU\0":
            return notes[value_start : value_start + value_size].hex()
    return ""


def _read_layout_of_file(path: str, mtime_ns: int, size: int) -> Layout:
    """Return segments and dynamic tags of an ELF file. Raise ElfError if it is invalid."""
    layout = read_elf(path, mtime_ns, size).layout
    if layout is None:
        raise ElfError("invalid")
    return layout


@contextmanager
def _map_part(path: str, offset: int, size: int) -> Iterator[FileBytes]:
    """Map a library into memory: an entry of an archive at an offset, or a whole file."""
    skipped_bytes = offset % mmap.ALLOCATIONGRANULARITY
    try:
        mapped = map_file(path, skipped_bytes + size, offset - skipped_bytes)
    except ValueError as error:  # the file is shorter than the archive says
        raise ElfError(str(error)) from None
    with mapped:
        yield mapped[skipped_bytes:] if skipped_bytes else mapped


def map_file(path: str, size: int, offset: int = 0) -> mmap.mmap:
    """Map a file into memory to read. Raise ElfError if it is too short for a library."""
    descriptor = open_to_read(path)
    try:
        if size < _MIN_FILE_SIZE:
            raise ElfError("too short")
        # Drivers may have hundreds of megabytes, of which a few pages are read.
        return mmap.mmap(descriptor, size, prot=mmap.PROT_READ, offset=offset)
    finally:
        os.close(descriptor)


def unpack(data: FileBytes, layout: str, offset: int) -> tuple[int, ...]:
    """Unpack numbers by a layout of struct. Raise ElfError outside of the data."""
    try:
        return struct.unpack_from(layout, data, offset)
    except (struct.error, OverflowError) as error:
        raise ElfError(str(error)) from error


def read_layout(data: FileBytes) -> Layout:
    """Read segments, dynamic tags and needed names of an ELF file."""
    if data[:4] != b"\x7fELF":
        raise ElfError("no ELF file")
    # EI_CLASS, followed by EI_DATA.
    is_wide = data[4] == 2
    order = ">" if data[5] == 2 else "<"
    segments = tuple(_read_segments(data, is_wide, order))
    dynamic = next((segment for segment in segments if segment[0] == PT_DYNAMIC), None)
    tags: dict[int, int] = {}
    needed: list[int] = []
    if dynamic is not None:
        size = 16 if is_wide else 8
        table = data[dynamic[1] : dynamic[1] + min(dynamic[3], _MAX_TAG_BYTES)]
        entry_layout = f"{order}{'qQ' if is_wide else 'iI'}"
        for tag, value in struct.iter_unpack(entry_layout, table[: len(table) // size * size]):
            if not tag:
                break
            tags.setdefault(tag, value)
            if tag == _DT_NEEDED:
                needed.append(value)
    return Layout(is_wide, order, segments, tags, tuple(needed))


def _read_segments(
    data: FileBytes, is_wide: bool, order: str
) -> Iterator[tuple[int, int, int, int]]:
    """Yield type, file offset, address and file size of each segment."""
    (offset,) = unpack(data, f"{order}{'Q' if is_wide else 'I'}", 32 if is_wide else 28)
    size, count = unpack(data, f"{order}HH", 54 if is_wide else 42)
    if offset + size * count > len(data):
        raise CutShortError("cut short")
    header_layout = f"{order}{'IIQQQQ' if is_wide else 'IIIII'}"
    for index in range(min(count, _MAX_SEGMENTS)):
        if is_wide:
            kind, _, start_offset, address, _, length = unpack(
                data, header_layout, offset + index * size
            )
        else:
            kind, start_offset, address, _, length = unpack(
                data, header_layout, offset + index * size
            )
        yield kind, start_offset, address, length


class _ElfParser:
    """Parser of one file."""

    def __init__(self, data: FileBytes, layout: Layout) -> None:
        self._data = data
        self._is_64_bit, self._byte_order, self._segments, self._tags, self._needed_names = layout

    @cached_property
    def _symbols_offset(self) -> int | None:
        """Return the file offset of the symbol table, or None without one."""
        return self._find_tag_offset(_DT_SYMTAB)

    @cached_property
    def _names_offset(self) -> int | None:
        """Return the file offset of the symbols' names, or None without them."""
        return self._find_tag_offset(_DT_STRTAB)

    def read_needs(self) -> LibraryNeeds:
        """Read the libraries that a file links to, its RPATH and RUNPATH."""
        kinds = {kind for kind, *_ in self._segments}
        # PT_INTERP names the dynamic linker: without it the kernel starts a program as it is.
        is_unlinked = PT_INTERP not in kinds
        if PT_DYNAMIC not in kinds:
            return LibraryNeeds(is_static=PT_LOAD in kinds and is_unlinked)
        return LibraryNeeds(
            tuple(map(self._read_text_or_empty, self._needed_names)),
            self._read_text_or_empty(self._tags.get(_DT_RPATH)),
            self._read_text_or_empty(self._tags.get(_DT_RUNPATH)),
            # A static PIE has a dynamic section, too.
            is_static=bool(self._tags.get(_DT_FLAGS_1, 0) & _DF_1_PIE) and is_unlinked,
        )

    def _read_text_or_empty(self, offset: int | None) -> str:
        """Return the name at an offset in the string table, or "" if it has none."""
        try:
            return "" if offset is None else self._read_text(offset)
        except ElfError:
            return ""

    def read_shared_object(self) -> SharedObject:
        """Read the symbol versions that a library needs and defines."""
        page = mmap.PAGESIZE
        segment_ends = (
            offset + length for kind, offset, _, length in self._segments if kind == PT_LOAD
        )
        # Access past the last page of the file is SIGBUS; the rest of the last page reads as 0.
        if -(-max(segment_ends, default=0) // page) > -(-len(self._data) // page):
            return SharedObject(is_cut=True)
        return SharedObject(
            versions=tuple(self._read_needed_versions()),
            defined=frozenset(self._read_defined_versions()),
        )

    def find_offered(self, names: tuple[str, ...]) -> Iterator[str]:
        """Yield those of these names that DT_GNU_HASH finds, looked up like ld.so."""
        offset = self._find_tag_offset(_GNU_HASH)
        if offset is None:
            raise ElfError("no DT_GNU_HASH")
        buckets, first, words, shift = self._unpack("IIII", offset)
        if not buckets or not words:
            return
        bloom, table = offset + 16, offset + 16 + words * 8
        chains = table + buckets * 4
        if table > len(self._data):
            raise ElfError("a filter outside of the file")
        data, word_at = self._data, struct.Struct(self._byte_order + "Q").unpack_from
        for name in names:
            name_hash, text = _hash_name(name)
            (word,) = word_at(data, bloom + name_hash // 64 % words * 8)
            # The Bloom filter rejects most undefined names here.
            if word >> (name_hash % 64) & word >> ((name_hash >> shift) % 64) & 1:
                (index,) = self._unpack("I", table + name_hash % buckets * 4)
                if index >= first and self._is_in_hash_chain(text, name_hash, chains, index, first):
                    yield name

    def _is_in_hash_chain(
        self, text: bytes, name_hash: int, chains: int, index: int, first: int
    ) -> bool:
        """Return whether a chain of DT_GNU_HASH has a defined symbol of this name.

        Args:
            name_hash: hash of the name.
            text: the name as in the string table, with its NUL.
            chains: file offset of the chains.
            index: number of the chain's first symbol.
            first: number of the first symbol that is hashed.
        """
        for number in range(index, index + _MAX_ENTRIES):
            (chain_hash,) = self._unpack("I", chains + (number - first) * 4)
            # The lowest bit marks the end of a chain and is no part of the hash.
            if (chain_hash ^ name_hash) < 2 and self._defines(number, text):
                return True
            if chain_hash & 1:
                return False
        return False

    def _defines(self, number: int, text: bytes) -> bool:
        """Return whether a symbol has this name and is defined, not only requested."""
        name_offset, _, section = self._read_symbol(number)
        if self._names_offset is None:
            raise ElfError("no DT_STRTAB")
        start = self._names_offset + name_offset
        # Section 0 is SHN_UNDEF: the library asks for the name and does not define it.
        return section != 0 and self._data[start : start + len(text)] == text

    def read_wanted(self) -> Iterator[str]:
        """Yield the undefined symbols that must be resolved when the library is opened."""
        # DT_RELACOUNT: number of relative relocations at the start, which name no symbol.
        skipped_bytes = min(self._tags.get(_RELACOUNT, 0), self._tags.get(_RELASZ, 0) // 24) * 24
        tables = [(self._find_tag_offset(_RELA), skipped_bytes, self._tags.get(_RELASZ, 0))]
        flags = (
            self._tags.get(_DT_FLAGS, 0) & _DF_BIND_NOW
            or self._tags.get(_DT_FLAGS_1, 0) & _DF_1_NOW
        )
        # With RTLD_LAZY functions are bound at their first call, unless the library sets BIND_NOW.
        if flags or _DT_BIND_NOW in self._tags:
            tables.append((self._find_tag_offset(_JMPREL), 0, self._tags.get(_PLTRELSZ, 0)))
        numbers: dict[int, None] = {}
        for offset, start, size in tables:
            if offset is None:
                continue
            end = offset + min(size, _MAX_RELOCATIONS * 24) // 24 * 24
            data = self._data[offset + start : end]
            # Elf64_Rela: r_offset, r_info, r_addend; the high half of r_info is the symbol.
            numbers |= dict.fromkeys(memoryview(data[: len(data) // 24 * 24]).cast("I")[3::6])
        numbers.pop(0, None)
        # All symbols in DT_GNU_HASH are defined, so few symbols need to be checked.
        required = self._find_required_unhashed()
        for number in numbers if required is None else filter(required.__contains__, numbers):
            name, info, section = self._read_symbol(number)
            if section == 0 and info >> 4 != _WEAK_BINDING:
                yield self._read_text(name)

    def _find_required_unhashed(self) -> set[int] | None:
        """Return the numbers of undefined strong symbols, which precede those in DT_GNU_HASH.

        None if that table is empty.
        """
        first = self._find_first_hashed()
        if not first or self._symbols_offset is None:
            return None
        data = self._data[
            self._symbols_offset : self._symbols_offset + min(first, _MAX_SYMBOLS) * 24
        ]
        data = data[: len(data) // 24 * 24]
        # Elf64_Sym, 24 bytes: st_info is byte 4, st_shndx begins at byte 6.
        symbols = zip(data[4::24], memoryview(data).cast("H")[3::12], strict=True)
        return {
            number
            for number, (info, section) in enumerate(symbols)
            if not section and info >> 4 != _WEAK_BINDING
        }

    def read_imported(self) -> Iterator[str]:
        """Yield all undefined symbols."""
        count = self._find_first_hashed()
        if not count and (offset := self._find_tag_offset(_DT_HASH)) is not None:
            count = self._unpack("II", offset)[1]  # nchain: number of symbols
        for number in range(1, min(count, _MAX_SYMBOLS)):
            name, _, section = self._read_symbol(number)
            if section == 0:
                yield self._read_text(name)

    def read_exports(self) -> ElfExports:
        """Read the dynamic symbols that other objects may use."""
        addresses: dict[str, int] = {}
        bytes_left = _MAX_NAME_BYTES
        for name, info, section, address in self._read_dynamic_symbols():
            # STB_LOCAL is 0; section 0 is SHN_UNDEF.
            if not section or info >> 4 == 0 or info & 15 not in _EXPORTED_TYPES:
                continue
            text = self._read_text(name)
            bytes_left -= len(text)
            if bytes_left < 0:
                raise ElfError("the names of its symbols are too long")
            addresses.setdefault(text, address)
        needs = self.read_needs()
        (machine,) = self._unpack("H", 18)
        bits = 64 if self._is_64_bit else 32
        soname = self._read_text_or_empty(self._tags.get(_SONAME))
        return ElfExports(machine, bits, soname, needs.names, addresses)

    def _read_dynamic_symbols(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield name, binding and type, section and address of each dynamic symbol."""
        count = min(self._count_symbols(), _MAX_SYMBOLS)
        if not count or self._symbols_offset is None:
            return
        # Elf64_Sym and Elf32_Sym order their members differently.
        layout, size = ("IBxHQ8x", 24) if self._is_64_bit else ("IIIBxH", 16)
        data = self._data[self._symbols_offset : self._symbols_offset + count * size]
        aligned_data = data[: len(data) // size * size]
        for fields in struct.iter_unpack(self._byte_order + layout, aligned_data):
            if self._is_64_bit:
                name, info, section, address = fields
            else:
                name, address, _, info, section = fields
            yield name, info, section, address

    def _count_symbols(self) -> int:
        """Return the number of dynamic symbols, from the hash tables: DT_SYMTAB has no length."""
        if (offset := self._find_tag_offset(_DT_HASH)) is not None:
            return self._unpack("II", offset)[1]  # nchain
        offset = self._find_tag_offset(_GNU_HASH)
        if offset is None:
            return 0
        count, first, words, _ = self._unpack("IIII", offset)
        table = offset + 16 + words * (8 if self._is_64_bit else 4)
        data = self._data[table : table + min(count, _MAX_SYMBOLS) * 4]
        aligned_data = data[: len(data) // 4 * 4]
        buckets = (bucket for (bucket,) in struct.iter_unpack(f"{self._byte_order}I", aligned_data))
        last = max(buckets, default=0)
        if last < first:
            return first
        chains = table + count * 4
        for number in range(last, last + _MAX_ENTRIES):
            # The last chain ends behind the last symbol; the lowest bit marks the end.
            if self._unpack("I", chains + (number - first) * 4)[0] & 1:
                return number + 1
        raise ElfError("a chain without an end")

    def read_text_at_pointer(self, address: int) -> str | None:
        """Return the string that a pointer at an address leads to once it is relocated.

        None if the file alone does not tell.
        """
        offset = self._find_file_offset(address)
        if offset is None:
            return None
        target = self._read_addends().get(address)
        if target is None:  # REL and RELR keep the addend in place
            (target,) = self._unpack("Q" if self._is_64_bit else "I", offset)
        start = self._find_file_offset(target) if target else None
        if start is None or start > len(self._data):
            return None
        end = self._data.find(b"\0", start, start + _MAX_TEXT_LENGTH)
        return os.fsdecode(self._data[start:end]) if end >= 0 else None

    def _read_addends(self) -> dict[int, int]:
        """Return place and addend of each relocation that names no symbol (R_*_RELATIVE)."""
        offset = self._find_tag_offset(_RELA)
        if offset is None:
            return {}
        entry, layout = (24, "QQq") if self._is_64_bit else (12, "IIi")
        bits = 32 if self._is_64_bit else 8
        end = offset + min(self._tags.get(_RELASZ, 0), _MAX_RELOCATIONS * entry)
        data = self._data[offset:end]
        aligned_data = data[: len(data) // entry * entry]
        entries = struct.iter_unpack(self._byte_order + layout, aligned_data)
        return {
            address: addend for address, info, addend in entries if not info >> bits and addend >= 0
        }

    def _find_first_hashed(self) -> int:
        """Return the number of the first symbol in DT_GNU_HASH, or 0 if it is empty."""
        offset = self._find_tag_offset(_GNU_HASH)
        if offset is None:
            return 0
        buckets, first, words, _ = self._unpack("IIII", offset)
        # A library that exports nothing has one empty bucket.
        filter_size = words * (8 if self._is_64_bit else 4)
        is_empty = buckets < 2 and self._unpack("I", offset + 16 + filter_size) == (0,)
        return 0 if is_empty else first

    def _read_symbol(self, number: int) -> tuple[int, int, int]:
        """Return name offset, binding and type, and section index of a symbol."""
        if self._symbols_offset is None:
            raise ElfError("no DT_SYMTAB")
        if self._is_64_bit:
            # Elf64_Sym: st_name, st_info, st_other, st_shndx; in Elf32_Sym value and size come
            # between.
            name, info, _, section = self._unpack("IBBH", self._symbols_offset + number * 24)
        else:
            name, _, _, info, _, section = self._unpack(
                "IIIBBH", self._symbols_offset + number * 16
            )
        return name, info, section

    def _read_needed_versions(self) -> Iterator[tuple[str, str]]:
        """Yield (library, version) of each symbol version that must be there."""
        offset = self._find_tag_offset(_VERNEED)
        if offset is None:
            return
        for _ in range(_MAX_ENTRIES):
            # Verneed: vn_version, vn_cnt, vn_file, vn_aux, vn_next.
            _, count, file, first, next_file = self._unpack("HHIII", offset)
            inner_offset, library = offset + first, ""
            for _ in range(min(count, _MAX_ENTRIES)):
                # Vernaux: vna_hash, vna_flags, vna_other, vna_name, vna_next.
                _, flags, _, name, next_version = self._unpack("IHHII", inner_offset)
                if not flags & _VER_FLG_WEAK:
                    library = library or self._read_text(file)
                    yield library, self._read_text(name)
                inner_offset += next_version
            if not next_file:
                return
            offset += next_file

    def _read_defined_versions(self) -> Iterator[str]:
        """Yield the names of the symbol versions that the library defines."""
        offset = self._find_tag_offset(_VERDEF)
        if offset is None:
            return
        for _ in range(_MAX_ENTRIES):
            _, _, _, count, _, first, next_offset = self._unpack("HHHHIII", offset)
            if count:
                (name,) = self._unpack("I", offset + first)
                yield self._read_text(name)
            if not next_offset:
                return
            offset += next_offset

    def _find_tag_offset(self, tag: int) -> int | None:
        """Return the file offset of the address in a dynamic tag, or None without the tag."""
        address = self._tags.get(tag)
        if address is None:
            return None
        offset = self._find_file_offset(address)
        if offset is None:
            raise ElfError("an address outside of the file")
        return offset

    def _find_file_offset(self, address: int) -> int | None:
        """Return the file offset of a virtual address, or None if no segment holds it."""
        for kind, offset, start, length in self._segments:
            if kind == PT_LOAD and start <= address < start + length:
                return offset + address - start
        return None

    def _read_text(self, offset: int) -> str:
        """Return the name at an offset in the string table. Raise ElfError if it has no end."""
        if self._names_offset is None:
            raise ElfError("no DT_STRTAB")
        start_offset = self._names_offset + offset
        if start_offset > len(self._data):
            raise ElfError("a name outside of the file")
        end = self._data.find(b"\0", start_offset, start_offset + _MAX_NAME_LENGTH)
        if end < 0:
            raise ElfError("a name without an end")
        return self._data[start_offset:end].decode(_ENCODING, _ENCODING_ERRORS)

    def _unpack(self, layout: str, offset: int) -> tuple[int, ...]:
        """Unpack numbers at a file offset in the byte order of the file."""
        return unpack(self._data, self._byte_order + layout, offset)


@lru_cache(maxsize=4096)  # the same names are looked up in every library
def _hash_name(name: str) -> tuple[int, bytes]:
    """Return a name's hash for DT_GNU_HASH, and the name as bytes with its NUL."""
    text = os.fsencode(name)
    name_hash = 5381
    for byte in text:
        name_hash = (name_hash * 33 + byte) & 0xFFFFFFFF
    return name_hash, text + b"\0"
