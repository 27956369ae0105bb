"""The parts of a Mach-O file (macOS, iOS) that decide who can load it and what it exports.

A universal file holds one image per processor. Source: mach-o/loader.h, fat.h and nlist.h; dyld's
export trie. Files are untrusted: inconsistent contents raise MachOError, and there are limits to
what is read.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from vkconfig_py.loader.base.records import NamedTuple

# Magic numbers as they stand in the file -> byte order, word size.
_THIN_MAGICS = {
    b"\xfe\xed\xfa\xce": (">", 32),
    b"\xce\xfa\xed\xfe": ("<", 32),
    b"\xfe\xed\xfa\xcf": (">", 64),
    b"\xcf\xfa\xed\xfe": ("<", 64),
}
# The same of universal files; the word size is that of offsets in fat_arch.
_UNIVERSAL_MAGICS = {
    b"\xca\xfe\xba\xbe": (">", 32),
    b"\xbe\xba\xfe\xca": ("<", 32),
    b"\xca\xfe\xba\xbf": (">", 64),
    b"\xbf\xba\xfe\xca": ("<", 64),
}
# cputype -> machine as Linux's uname(2) names it, word size (mach/machine.h).
_X86, _ARM, _WIDE = 7, 12, 0x01000000
_MACHINE_BY_CPU_TYPE = {
    _X86: ("i686", 32),
    _X86 | _WIDE: ("x86_64", 64),
    _ARM: ("armv7l", 32),
    _ARM | _WIDE: ("aarch64", 64),
}
_LC_SYMTAB, _LC_DYLD_INFO, _LC_DYLD_INFO_ONLY = 0x2, 0x22, 0x80000022
_LC_DYLD_EXPORTS_TRIE = 0x80000033
_LC_RPATH = 0x8000001C
_LC_REEXPORT_DYLIB = 0x8000001F
# LC_LOAD_DYLIB, LC_LAZY_LOAD_DYLIB, LC_LOAD_WEAK_DYLIB, LC_LOAD_UPWARD_DYLIB.
_LC_LOAD = (0xC, 0x20, 0x80000018, 0x80000023)
_SYSTEM_FOLDERS = ("/usr/lib/", "/System/")  # none of these exports names of Vulkan
# n_type of nlist: debugging symbols, private and global ones, where it is defined.
_N_STAB, _N_PEXT, _N_TYPE, _N_EXT = 0xE0, 0x10, 0x0E, 0x01
_N_UNDF, _N_PBUD = 0x0, 0xC
# Java's class files begin like universal ones, with their version (45 and more) as the count.
_MAX_IMAGES = 30
_MAX_COMMANDS = 4096
_MAX_SYMBOLS = 1 << 20
_MAX_NODES = 200_000
_MAX_NAME_LENGTH = 4096
_MAX_NAME_BYTES = 16 << 20  # bytes of all names


class MachOError(ValueError):
    """The Mach-O file is invalid or not supported."""


class MachOImage(NamedTuple):
    """One image of a file.

    Attributes:
        machine: as Linux's uname(2) names it; "" if Vulkan is not known on it.
        offset: where it begins in the file.
    """

    machine: str
    bits: int
    offset: int = 0


def compute_header_length(first: bytes) -> int:
    """Return how many bytes of a file read_images() needs, given its first 8."""
    if first[:4] not in _UNIVERSAL_MAGICS:
        return 8
    order, bits = _UNIVERSAL_MAGICS[first[:4]]
    count = _unpack(f"{order}I", first, 4)[0] if len(first) >= 8 else 0
    return 8 + min(count, _MAX_IMAGES) * _make_entry_layout(order, bits).size


def read_images(data: bytes | memoryview) -> tuple[MachOImage, ...]:
    """Return the images of a Mach-O file, one for each processor, from its first bytes.

    Raises:
        MachOError: it is no Mach-O file.
    """
    magic = bytes(data[:4])
    if magic in _THIN_MAGICS:
        return (_read_thin_image(data, magic),)
    if magic not in _UNIVERSAL_MAGICS:
        raise MachOError("no Mach-O file")
    order, bits = _UNIVERSAL_MAGICS[magic]
    (count,) = _unpack(f"{order}I", data, 4)
    if not 0 < count <= _MAX_IMAGES:
        raise MachOError(f"{count} images")
    entry = _make_entry_layout(order, bits)
    images = []
    for number in range(count):
        kind, _, offset, *_ = _unpack(entry.format, data, 8 + number * entry.size)
        images.append(_make_image(kind, offset))
    return tuple(images)


def list_exported_symbols(data: bytes | memoryview, image: MachOImage) -> frozenset[str]:
    """Return the names that an image exports, without the underscore that C names begin with.

    Raises:
        MachOError: its contents do not fit together, or names of another library count, too.
    """
    names = frozenset(_ImageParser(data, image.offset).exports())
    return frozenset(name.removeprefix("_") for name in names)


def list_run_paths(data: bytes | memoryview, image: MachOImage) -> tuple[str, ...]:
    """Return the folders of an image's LC_RPATH commands, as written.

    Raises:
        MachOError: its contents do not fit together.
    """
    return tuple(_ImageParser(data, image.offset).list_run_paths())


def _make_entry_layout(order: str, bits: int) -> struct.Struct:
    """Return the layout of an image's entry in the header of a universal file."""
    # cputype, cpusubtype, offset, size, align; fat_arch_64 ends in a reserved number.
    return struct.Struct(f"{order}IIIII" if bits == 32 else f"{order}IIQQII")


def _read_thin_image(data: bytes | memoryview, magic: bytes) -> MachOImage:
    """Return the only image of a file that is not universal."""
    order, bits = _THIN_MAGICS[magic]
    (kind,) = _unpack(f"{order}I", data, 4)
    return _make_image(kind, 0)._replace(bits=bits)


def _make_image(kind: int, offset: int) -> MachOImage:
    """Return an image by its processor number (cputype)."""
    return MachOImage(*_MACHINE_BY_CPU_TYPE.get(kind, ("", 64 if kind & _WIDE else 32)), offset)


def _unpack(layout: str, data: bytes | memoryview, offset: int) -> tuple[int, ...]:
    """Unpack numbers by a layout of struct. Raise MachOError outside of the data."""
    try:
        return struct.unpack_from(layout, data, offset)
    except (struct.error, OverflowError) as error:
        raise MachOError(str(error)) from error


class _ImageParser:
    """Parser of one image."""

    def __init__(self, data: bytes | memoryview, start: int) -> None:
        magic = bytes(data[start : start + 4])
        if magic not in _THIN_MAGICS:
            raise MachOError("no image where the universal header has one")
        self._data = data
        self._start = start  # offsets of an image count from there
        self._order, self._bits = _THIN_MAGICS[magic]
        self._name_bytes_left = _MAX_NAME_BYTES

    def exports(self) -> Iterator[str]:
        """Yield the exported names. Raise MachOError if those of another library count, too."""
        symbols: tuple[int, ...] | None = None
        commands = tuple(self._read_commands())
        if any(command == _LC_REEXPORT_DYLIB for command, _ in commands):
            raise MachOError("the names of another library are exported, too")
        if any(
            command in _LC_LOAD and self._is_foreign(command_offset)
            for command, command_offset in commands
        ):
            # dlsym(3) looks in what an image depends on, too.
            raise MachOError("the names of another library are found, too")
        for command, command_offset in commands:
            # dyld reads the trie alone if there is one, even an empty one.
            if command in (_LC_DYLD_INFO, _LC_DYLD_INFO_ONLY):
                return (yield from self._read_trie(*self._unpack("II", command_offset + 40)))
            if command == _LC_DYLD_EXPORTS_TRIE:
                return (yield from self._read_trie(*self._unpack("II", command_offset + 8)))
            if command == _LC_SYMTAB:
                symbols = self._unpack("IIII", command_offset + 8)
        if symbols is not None:
            yield from self._read_symbols(*symbols)

    def _is_foreign(self, command_offset: int) -> bool:
        """Return whether a load command names a library that is not the system's."""
        # struct dylib_command: the name's offset counts from the command.
        (offset,) = self._unpack("I", command_offset + 8)
        return not self._read_text(command_offset + offset).startswith(_SYSTEM_FOLDERS)

    def list_run_paths(self) -> Iterator[str]:
        """Yield the folders of LC_RPATH commands as written."""
        for command, command_offset in self._read_commands():
            if command == _LC_RPATH:
                # struct rpath_command: the text's offset counts from the command.
                (offset,) = self._unpack("I", command_offset + 8)
                text = self._read_text(command_offset + offset)
                self._check_name_bytes(len(text))
                yield text

    def _read_commands(self) -> Iterator[tuple[int, int]]:
        """Yield number and offset of each load command."""
        (count,) = self._unpack("I", 16)
        command_offset = 28 if self._bits == 32 else 32
        for _ in range(min(count, _MAX_COMMANDS)):
            command, size = self._unpack("II", command_offset)
            if size < 8:
                raise MachOError("a load command without a size")
            yield command, command_offset
            command_offset += size

    def _read_symbols(self, table: int, count: int, string_table: int, size: int) -> Iterator[str]:
        """Yield the names of defined global symbols in a symbol table."""
        # nlist: n_strx, n_type, n_sect, n_desc, n_value.
        layout, entry_size = ("IBBHI", 12) if self._bits == 32 else ("IBBHQ", 16)
        for number in range(min(count, _MAX_SYMBOLS)):
            name_offset, kind, *_ = self._unpack(layout, table + number * entry_size)
            is_global = kind & _N_EXT and not kind & (_N_STAB | _N_PEXT)
            if is_global and kind & _N_TYPE not in (_N_UNDF, _N_PBUD):
                if name_offset >= size:
                    raise MachOError("a name outside of the string table")
                text = self._read_text(string_table + name_offset)
                self._check_name_bytes(len(text))
                yield text

    def _read_trie(self, offset: int, size: int) -> Iterator[str]:
        """Yield the names of an export trie: each edge of the tree has a part of the names."""
        start = self._start + offset
        trie = bytes(self._data[start : start + size])
        if len(trie) < size:
            raise MachOError("an export trie outside of the file")
        visited: set[int] = set()
        nodes_left = [(0, b"")] if trie else []
        while nodes_left:
            node, name = nodes_left.pop()
            if node in visited or len(visited) > _MAX_NODES:
                raise MachOError("an export trie that is no tree")
            visited.add(node)
            length, node = _read_uleb128(trie, node)
            if length:
                yield name.decode("latin-1")
            node += length
            if node >= len(trie):
                raise MachOError("a node outside of the export trie")
            count, node = trie[node], node + 1
            for _ in range(count):
                end = trie.find(b"\0", node, node + _MAX_NAME_LENGTH)
                if end < 0 or len(name) + end - node > _MAX_NAME_LENGTH:
                    raise MachOError("a name without an end")
                child, next_edge = _read_uleb128(trie, end + 1)
                self._check_name_bytes(len(name) + end - node)
                nodes_left.append((child, name + trie[node:end]))
                node = next_edge

    def _check_name_bytes(self, length: int) -> None:
        """Raise MachOError if all names read so far are too long together."""
        self._name_bytes_left -= length + 1
        if self._name_bytes_left < 0:
            raise MachOError("the exported names are too long")

    def _read_text(self, offset: int) -> str:
        """Return the text up to the next NUL byte at an offset of the image."""
        offset += self._start
        content = bytes(self._data[offset : offset + _MAX_NAME_LENGTH])
        end = content.find(b"\0")
        if end < 0:
            raise MachOError("a name without an end")
        return content[:end].decode("latin-1")

    def _unpack(self, layout: str, offset: int) -> tuple[int, ...]:
        """Unpack numbers at an offset of the image in its byte order."""
        return _unpack(self._order + layout, self._data, self._start + offset)


def _read_uleb128(data: bytes, offset: int) -> tuple[int, int]:
    """Return the ULEB128 number at an offset, and the offset behind it."""
    value = 0
    for shift in range(0, 64, 7):
        if offset >= len(data):
            break
        byte = data[offset]
        offset += 1
        value |= (byte & 0x7F) << shift
        if not byte & 0x80:
            return value, offset
    raise MachOError("a number without an end")
