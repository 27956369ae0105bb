"""The parts of a PE file (Windows .dll and .exe) that decide who can load it and what it exports.

Source: Microsoft's "PE Format"; structures and constants of winnt.h. Files are untrusted:
inconsistent contents raise PeError, and there are limits to what is read.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from vkconfig_py.loader.base.records import NamedTuple

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


def compute_header_length(first: bytes) -> int:
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
        (self._optional_size,) = self._unpack("H", start + 20)
        self._optional = start + _FILE_HEADER
        (magic,) = self._unpack("H", self._optional)
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
        if self._optional_size < self._directories + 8 * (number + 1):
            return None
        (count,) = self._unpack("I", self._optional + count_offset)
        if number >= count:
            return None
        address, size = self._unpack("II", self._optional + self._directories + 8 * number)
        return self._offset_of(address) if address and size else None

    def _offset_of(self, address: int) -> int:
        """Return the file offset of an address relative to the image's start."""
        if self._sections is None:
            table = self._optional + self._optional_size
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
