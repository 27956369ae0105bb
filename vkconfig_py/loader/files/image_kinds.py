"""The system and processors that a library is for, and the names that it exports.

The first bytes of an ELF, PE or Mach-O file tell the first. Only names that a file certainly
exports are returned: where it does not tell, a ValueError is raised.
"""

from __future__ import annotations

import os
import struct
from enum import StrEnum
from functools import lru_cache

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.elf import find_exported_symbols as elf_symbols
from vkconfig_py.loader.files.elf import map_file

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
        from vkconfig_py.loader.files import pe_file

        return pe_file.compute_header_length(first)
    if first.startswith(MACH_O_MAGICS):
        from vkconfig_py.loader.files import mach_o

        return mach_o.compute_header_length(first)
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
    return next((wide for wide, narrow in _MACHINE_32_BY_64.items() if narrow == machine), machine)


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
    from vkconfig_py.loader.files.pe_file import PeError, read_header

    try:
        pe_header = read_header(header)
    except PeError:
        return None
    return ImageKind(ImageFormat.PE, ((pe_header.machine, pe_header.bits),))


def _read_mach_o(header: bytes) -> ImageKind | None:
    """Return the processors of a Mach-O file from its first bytes, or None."""
    from vkconfig_py.loader.files.mach_o import MachOError, read_images

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
            exported = (
                _read_pe_names(data)
                if kind.format is ImageFormat.PE
                else _read_mach_o_names(data, target)
            )
    return exported.intersection(names)


def _read_pe_names(data: memoryview) -> frozenset[str]:
    from vkconfig_py.loader.files.pe_file import parse_pe

    return parse_pe(data).exports


def _read_mach_o_names(data: memoryview, target: tuple[str, int]) -> frozenset[str]:
    """Return the names that the images for one processor export. Raise ValueError without one."""
    from vkconfig_py.loader.files.mach_o import list_exported_symbols, read_images

    # Several images of one processor are for its generations (arm64, arm64e).
    images = [image for image in read_images(data) if (image.machine, image.bits) == target]
    if not images:
        raise ValueError("no image for these processes")
    return frozenset().union(*(list_exported_symbols(data, image) for image in images))
