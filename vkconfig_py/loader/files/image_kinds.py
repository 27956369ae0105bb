"""The system and processors that a library is for, the names that it exports, and PE and Mach-O.

The parts of those that decide who can load a file are read as the dynamic linkers read them.

The first bytes of an ELF, PE or Mach-O file tell the first. Only names that a file certainly
exports are returned: where it does not tell, a ValueError is raised.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.elf import find_exported_symbols as elf_symbols
from vkconfig_py.loader.files.elf import map_file

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
_X86, _ARM, _CPU_ARCH_64 = 7, 12, 0x01000000
_MACHINE_BY_CPU_TYPE = {
    _X86: ("i686", 32),
    _X86 | _CPU_ARCH_64: ("x86_64", 64),
    _ARM: ("armv7l", 32),
    _ARM | _CPU_ARCH_64: ("aarch64", 64),
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
_MAX_MACH_O_NAME_BYTES = 16 << 20  # bytes of all names


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


def compute_mach_o_header_length(first: bytes) -> int:
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
    return MachOImage(
        *_MACHINE_BY_CPU_TYPE.get(kind, ("", 64 if kind & _CPU_ARCH_64 else 32)), offset
    )


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
        self._image_start = start  # offsets of an image count from there
        self._byte_order, self._pointer_bits = _THIN_MAGICS[magic]
        self._name_bytes_left = _MAX_MACH_O_NAME_BYTES

    def exports(self) -> Iterator[str]:
        """Yield the exported names. Raise MachOError if those of another library count, too."""
        symbols: tuple[int, ...] | None = None
        commands = tuple(self._read_commands())
        if any(command == _LC_REEXPORT_DYLIB for command, _ in commands):
            raise MachOError("the names of another library are exported, too")
        if any(
            command in _LC_LOAD and self._is_foreign_version(command_offset)
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

    def _is_foreign_version(self, command_offset: int) -> bool:
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
        command_offset = 28 if self._pointer_bits == 32 else 32
        for _ in range(min(count, _MAX_COMMANDS)):
            command, size = self._unpack("II", command_offset)
            if size < 8:
                raise MachOError("a load command without a size")
            yield command, command_offset
            command_offset += size

    def _read_symbols(self, table: int, count: int, string_table: int, size: int) -> Iterator[str]:
        """Yield the names of defined global symbols in a symbol table."""
        # nlist: n_strx, n_type, n_sect, n_desc, n_value.
        layout, entry_size = ("IBBHI", 12) if self._pointer_bits == 32 else ("IBBHQ", 16)
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
        start = self._image_start + offset
        trie = bytes(self._data[start : start + size])
        if len(trie) < size:
            raise MachOError("an export trie outside of the file")
        visited_ids: set[int] = set()
        nodes_left = [(0, b"")] if trie else []
        while nodes_left:
            node, name = nodes_left.pop()
            if node in visited_ids or len(visited_ids) > _MAX_NODES:
                raise MachOError("an export trie that is no tree")
            visited_ids.add(node)
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
        offset += self._image_start
        content = bytes(self._data[offset : offset + _MAX_NAME_LENGTH])
        end = content.find(b"\0")
        if end < 0:
            raise MachOError("a name without an end")
        return content[:end].decode("latin-1")

    def _unpack(self, layout: str, offset: int) -> tuple[int, ...]:
        """Unpack numbers at an offset of the image in its byte order."""
        return _unpack(self._byte_order + layout, self._data, self._image_start + offset)


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


_DOS_MAGIC = b"MZ"
# IMAGE_DOS_HEADER.e_lfanew: where the PE header begins; linkers write less than a page before it.
_E_LFANEW = 0x3C
_MAX_HEADER_OFFSET = 4096
# Signature and IMAGE_FILE_HEADER, of which Machine comes first, and Magic of the optional header.
_SIGNATURE, _FILE_HEADER = b"PE\0\0", 24
_HEADERS_END = _FILE_HEADER + 2
_SECTION_HEADER_SIZE = 40
# Magic of the optional header -> word size, offset of its data directories.
_OPTIONAL_HEADER_OFFSETS = {0x10B: (32, 96), 0x20B: (64, 112)}
# IMAGE_FILE_MACHINE_*, with the names of uname(2).
_I386, _AMD64, _ARM64 = 0x14C, 0x8664, 0xAA64
_MACHINE_BY_PE_CODE = {_I386: "i686", _AMD64: "x86_64", 0x1C4: "armv7l", _ARM64: "aarch64"}
_EXPORTS, _LOAD_CONFIG = 0, 10  # IMAGE_DIRECTORY_ENTRY_*
# IMAGE_LOAD_CONFIG_DIRECTORY64.CHPEMetadataPointer: set if the file holds code for Arm that calls
# and is called like x64 code.
_CHPE_METADATA = 200
_MAX_SECTIONS = 96  # limit of the Windows loader
_MAX_EXPORTS = 65_536  # ordinals have 16 bits
_MAX_NAME_LENGTH = 4096
_MAX_NAME_BYTES = 4 << 20  # bytes of all names


class PeError(ValueError):
    """The PE file is invalid or not supported."""


class PeHeader(NamedTuple):
    """Processor of a PE file.

    Attributes:
        machine: as uname(2) names it; "" for a processor that Vulkan is not known on.
    """

    machine: str
    bits: int


class PeFile(NamedTuple):
    """A parsed file.

    Attributes:
        arm_code: "arm64ec" if x64 programs on Arm load it, "arm64x" if native programs do, too.
        exports: names of the exported functions and data.
    """

    header: PeHeader
    arm_code: str = ""
    exports: frozenset[str] = frozenset()


def compute_pe_header_length(first: bytes) -> int:
    """Return how many bytes of a file read_header() needs, given its first 64."""
    if len(first) < _E_LFANEW + 4:
        return _E_LFANEW + 4
    start = int.from_bytes(first[_E_LFANEW : _E_LFANEW + 4], "little")
    return min(start, _MAX_HEADER_OFFSET) + _HEADERS_END


def read_header(data: bytes) -> PeHeader:
    """Return processor and word size of a PE file from its first bytes.

    Raises:
        PeError: it is no PE file.
    """
    return _PeParser(data).header


def parse_pe(data: bytes | memoryview) -> PeFile:
    """Read processor and exported names of a PE file.

    Raises:
        PeError: it is no PE file, or its contents do not fit together.
    """
    parser = _PeParser(data)
    return PeFile(parser.header, parser.arm_code(), frozenset(parser.exports()))


class _PeParser:
    """Parser of one file."""

    def __init__(self, data: bytes | memoryview) -> None:
        self._data = data
        if data[:2] != _DOS_MAGIC:
            raise PeError("no MZ at the start")
        (start,) = self._unpack("I", _E_LFANEW)
        if data[start : start + 4] != _SIGNATURE or start > _MAX_HEADER_OFFSET:
            raise PeError("no PE header; a program for DOS or 16-bit Windows")
        self._machine, self._section_count = self._unpack("HH", start + 4)
        self._sections: list[tuple[int, ...]] | None = None
        (self._optional_header_size,) = self._unpack("H", start + 20)
        self._optional_header_offset = start + _FILE_HEADER
        (magic,) = self._unpack("H", self._optional_header_offset)
        if magic not in _OPTIONAL_HEADER_OFFSETS:
            raise PeError("no optional header")
        bits, self._directories = _OPTIONAL_HEADER_OFFSETS[magic]
        self.header = PeHeader(_MACHINE_BY_PE_CODE.get(self._machine, ""), bits)

    def arm_code(self) -> str:
        """Return "arm64ec" or "arm64x" for a library with ARM64EC code, else ""."""
        offset = self._find_directory(_LOAD_CONFIG)
        if offset is None or self._machine not in (_AMD64, _ARM64) or self.header.bits != 64:
            return ""
        # The structure begins with its size; older linkers write less of it.
        (size,) = self._unpack("I", offset)
        if size < _CHPE_METADATA + 8 or not self._unpack("Q", offset + _CHPE_METADATA)[0]:
            return ""
        return "arm64ec" if self._machine == _AMD64 else "arm64x"

    def exports(self) -> Iterator[str]:
        """Yield the names in the export directory."""
        offset = self._find_directory(_EXPORTS)
        if offset is None:
            return
        # IMAGE_EXPORT_DIRECTORY: NumberOfNames at 24, AddressOfNames at 32.
        count, _, names_address = self._unpack("III", offset + 24)
        table = self._offset_of(names_address) if count else 0
        if count > _MAX_EXPORTS:
            raise PeError(f"{count} exported names")
        bytes_left = _MAX_NAME_BYTES
        for number in range(count):
            (address,) = self._unpack("I", table + 4 * number)
            name = self._read_text(self._offset_of(address))
            bytes_left -= len(name) + 1
            if bytes_left < 0:
                raise PeError("the exported names are too long")
            yield name

    def _find_directory(self, number: int) -> int | None:
        """Return the file offset of the data directory with a number, or None without it."""
        count_offset = self._directories - 4
        if self._optional_header_size < self._directories + 8 * (number + 1):
            return None
        (count,) = self._unpack("I", self._optional_header_offset + count_offset)
        if number >= count:
            return None
        address, size = self._unpack(
            "II", self._optional_header_offset + self._directories + 8 * number
        )
        return self._offset_of(address) if address and size else None

    def _offset_of(self, address: int) -> int:
        """Return the file offset of an address relative to the image's start."""
        if self._sections is None:
            table = self._optional_header_offset + self._optional_header_size
            # IMAGE_SECTION_HEADER: VirtualSize, VirtualAddress, SizeOfRawData, PointerToRawData.
            self._sections = [
                self._unpack("IIII", table + _SECTION_HEADER_SIZE * number + 8)
                for number in range(min(self._section_count, _MAX_SECTIONS))
            ]
        for virtual, start, raw, offset in self._sections:
            if start <= address < start + min(raw, virtual or raw):
                return offset + address - start
        raise PeError("an address outside of the file")

    def _read_text(self, offset: int) -> str:
        """Return the text up to the next NUL byte at a file offset."""
        content = bytes(self._data[offset : offset + _MAX_NAME_LENGTH])
        end = content.find(b"\0")
        if end < 0:
            raise PeError("a name without an end")
        return content[:end].decode("latin-1")

    def _unpack(self, layout: str, offset: int) -> tuple[int, ...]:
        """Unpack little-endian numbers. Raise PeError outside of the data."""
        try:
            return struct.unpack_from(f"<{layout}", self._data, offset)
        except (struct.error, OverflowError) as error:
            raise PeError(str(error)) from error


ELF_MAGIC = b"\x7fELF"
PE_MAGIC = b"MZ"
# Mach-O of both byte orders and word sizes, and universal files.
MACH_O_MAGICS = (
    *(b"\xfe\xed\xfa\xce", b"\xce\xfa\xed\xfe", b"\xfe\xed\xfa\xcf", b"\xcf\xfa\xed\xfe"),
    *(b"\xca\xfe\xba\xbe", b"\xbe\xba\xfe\xca", b"\xca\xfe\xba\xbf", b"\xbf\xba\xfe\xca"),
)
# e_ident, e_type and e_machine of elf(5).
ELF_HEADER = 20
FIRST_READ_SIZE = 64  # bytes that tell how many more read_kind() needs
# e_machine, by machine as uname(2) names it and by word size.
ELF_MACHINES = {
    ("x86_64", 64): 62,
    ("x86_64", 32): 3,
    ("i386", 32): 3,
    ("i686", 32): 3,
    ("aarch64", 64): 183,
    ("aarch64", 32): 40,
    ("armv7l", 32): 40,
    ("riscv64", 64): 243,
    ("ppc64le", 64): 21,
    ("s390x", 64): 22,
    ("loongarch64", 64): 258,
}
_ELF_NAMES = {(number, bits): machine for (machine, bits), number in ELF_MACHINES.items()}
_BITS_BY_ELF_CLASS = {1: 32, 2: 64}  # EI_CLASS: ELFCLASS32 and ELFCLASS64
_UNAME_BY_SPELLING = {"arm64": "aarch64", "amd64": "x86_64", "i386": "i686"}
# Programs of the smaller word size that run on a machine.
_MACHINE_32_BY_64 = {"x86_64": "i686", "aarch64": "armv7l"}


class ImageFormat(StrEnum):
    """Formats of libraries and programs."""

    ELF = "ELF"
    PE = "PE"
    MACH_O = "Mach-O"


class ImageKind(NamedTuple):
    """Format of a file, and the processors that its images are for.

    Attributes:
        targets: machine as Linux's uname(2) names it ("" if unknown) and word size; a
            universal Mach-O file has several.
    """

    format: ImageFormat
    targets: tuple[tuple[str, int], ...]


def compute_header_length(first: bytes) -> int:
    """Return how many bytes of a file read_kind() needs, given its first 64."""
    if first.startswith(PE_MAGIC):
        return compute_pe_header_length(first)
    if first.startswith(MACH_O_MAGICS):
        return compute_mach_o_header_length(first)
    return ELF_HEADER


def read_kind(header: bytes) -> ImageKind | None:
    """Return format and processors of a file from its first bytes, or None if it is no library."""
    if header.startswith(ELF_MAGIC):
        return _read_elf(header)
    if header.startswith(PE_MAGIC):
        return _read_pe(header)
    return _read_mach_o(header) if header.startswith(MACH_O_MAGICS) else None


def find_image_refusal(kind: ImageKind, machine: str, pointer_bits: int) -> str:
    """Return why processes of a machine cannot load a file, as LibraryState.reason, or ""."""
    if (get_machine(machine, pointer_bits), pointer_bits) in kind.targets:
        return ""
    # 32 + 64 = 96: the other word size.
    other_bits = 96 - pointer_bits
    is_other = (get_machine(machine, other_bits), other_bits) in kind.targets
    return "foreign-class" if is_other else "foreign-machine"


def get_machine(machine: str, pointer_bits: int) -> str:
    """Return the processor for which programs of this word size on a machine are built."""
    machine = _UNAME_BY_SPELLING.get(machine.lower(), machine)
    if pointer_bits == 32:
        return _MACHINE_32_BY_64.get(machine, machine)
    return next(
        (
            machine_64
            for machine_64, machine_32 in _MACHINE_32_BY_64.items()
            if machine_32 == machine
        ),
        machine,
    )


def find_exported_names(
    path: str, names: tuple[str, ...], machine: str, pointer_bits: int
) -> frozenset[str]:
    """Return which of these names a library of this machine exports for a processor.

    Raises:
        OSError: it cannot be read.
        ValueError: it is no library, or does not tell.
    """
    status = os.stat(path)
    target = (get_machine(machine, pointer_bits), pointer_bits)
    return _read_names(path, status.st_mtime_ns, status.st_size, names, target)


def _read_elf(header: bytes) -> ImageKind | None:
    """Return the processor of an ELF file from its first bytes, or None."""
    if len(header) < ELF_HEADER or header[4] not in _BITS_BY_ELF_CLASS:
        return None
    bits = _BITS_BY_ELF_CLASS[header[4]]
    # EI_DATA 2 is big-endian; e_machine is at byte 18 in both classes.
    (machine_number,) = struct.unpack_from(">H" if header[5] == 2 else "<H", header, 18)
    return ImageKind(ImageFormat.ELF, ((_ELF_NAMES.get((machine_number, bits), ""), bits),))


def _read_pe(header: bytes) -> ImageKind | None:
    """Return the processor of a PE file from its first bytes, or None."""
    try:
        pe_header = read_header(header)
    except PeError:
        return None
    return ImageKind(ImageFormat.PE, ((pe_header.machine, pe_header.bits),))


def _read_mach_o(header: bytes) -> ImageKind | None:
    """Return the processors of a Mach-O file from its first bytes, or None."""
    try:
        images = read_images(header)
    except MachOError:
        return None
    return ImageKind(ImageFormat.MACH_O, tuple((image.machine, image.bits) for image in images))


@lru_cache(maxsize=256)
def _read_names(
    path: str, mtime_ns: int, size: int, names: tuple[str, ...], target: tuple[str, int]
) -> frozenset[str]:
    """Return which of these names a library exports, cached by path, time and size.

    Args:
        path: the library, on this machine.
        mtime_ns: time of its last change.
        size: its size in bytes.
        names: the names that are looked up.
        target: processor and word size, which select the image in a universal file.
    """
    with map_file(path, size) as mapped:
        header = mapped[: compute_header_length(mapped[:FIRST_READ_SIZE])]
        kind = read_kind(header)
        if kind is None:
            raise ValueError("no library")
        if kind.format is ImageFormat.ELF:
            return elf_symbols(path, mtime_ns, size, names)
        with memoryview(mapped) as data:
            exported_names = (
                _read_pe_names(data)
                if kind.format is ImageFormat.PE
                else _read_mach_o_names(data, target)
            )
    return exported_names.intersection(names)


def _read_pe_names(data: memoryview) -> frozenset[str]:
    return parse_pe(data).exports


def _read_mach_o_names(data: memoryview, target: tuple[str, int]) -> frozenset[str]:
    """Return the names that the images for one processor export. Raise ValueError without one."""
    # Several images of one processor are for its generations (arm64, arm64e).
    images = [image for image in read_images(data) if (image.machine, image.bits) == target]
    if not images:
        raise ValueError("no image for these processes")
    return frozenset().union(*(list_exported_symbols(data, image) for image in images))
