"""Which names a library exports, whatever its format: ELF, PE or Mach-O.

Only what a file certainly tells is returned; anything else is a ValueError.
"""

from __future__ import annotations

import os
from functools import lru_cache

from vkconfig_py.loader.files.elf import exported_symbols as elf_symbols
from vkconfig_py.loader.files.elf_layout import map_file
from vkconfig_py.loader.files.image_kinds import (
    FIRST,
    ImageFormat,
    kind_length,
    machine_of,
    read_kind,
)


def exported_names(
    path: str, wanted: tuple[str, ...], machine: str, pointer_bits: int
) -> frozenset[str]:
    """Return the wanted names that processes of a machine find in a file of this machine.

    Raises:
        OSError: it cannot be read.
        ValueError: it is no library, or does not tell.
    """
    status = os.stat(path)
    asked = (machine_of(machine, pointer_bits), pointer_bits)
    return _names(path, status.st_mtime_ns, status.st_size, wanted, asked)


@lru_cache(maxsize=256)
def _names(
    path: str, mtime_ns: int, size: int, wanted: tuple[str, ...], asked: tuple[str, int]
) -> frozenset[str]:
    with map_file(path, size) as mapped:
        first = mapped[: kind_length(mapped[:FIRST])]
        kind = read_kind(first)
        if kind is None:
            raise ValueError("no library")
        if kind.format is ImageFormat.ELF:
            return elf_symbols(path, mtime_ns, size, wanted)
        with memoryview(mapped) as data:
            found = _pe_names(data) if kind.format is ImageFormat.PE else _mach_o_names(data, asked)
    return found.intersection(wanted)


def _pe_names(data: memoryview) -> frozenset[str]:
    from vkconfig_py.loader.files.pe_file import parse_pe

    return parse_pe(data).exports


def _mach_o_names(data: memoryview, asked: tuple[str, int]) -> frozenset[str]:
    from vkconfig_py.loader.files.mach_o import exported_symbols, read_images

    # Several images of one processor are for its generations (arm64, arm64e).
    images = [image for image in read_images(data) if (image.machine, image.bits) == asked]
    if not images:
        raise ValueError("no image for these processes")
    return frozenset().union(*(exported_symbols(data, image) for image in images))
