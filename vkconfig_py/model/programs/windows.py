"""Programs for Windows: Wine and Proton run those of both word sizes, each with its own loader."""

from __future__ import annotations

import posixpath
import re
import struct
from collections.abc import Sequence

from vkconfig_py.loader.files.reading import read_beginning
from vkconfig_py.loader.host import Host
from vkconfig_py.model.programs.executables import ProgramMatch

_WINE = re.compile(r"wine(32|64)?(-stable|-development|-staging)?(-preloader)?|proton|umu-run")
_SIZES = {0x14C: 32, 0x8664: 64, 0xAA64: 64}  # PE machines: i386, x86-64, ARM64
_HEADER_PLACE = 0x3C
_MOST_BYTES = 4096


def windows_bits(program: ProgramMatch, arguments: Sequence[str], folder: str, host: Host) -> int:
    """Return the word size of the Windows program that is run, 0 if the program runs none.

    Where no file says it, as of one that is only named inside of Wine, it is 64.
    """
    names = (program.path, program.real)
    if not any(_WINE.fullmatch(posixpath.basename(name)) for name in names):
        return _pe_bits(program.path, host) if program.path.lower().endswith(".exe") else 0
    here = folder or host.working_directory
    for argument in arguments:
        if argument.lower().endswith(".exe"):
            return _pe_bits(posixpath.join(here, argument), host) or 64
    return 64


def _pe_bits(path: str, host: Host) -> int:
    try:
        data = read_beginning(f"{host.root}{path}", _MOST_BYTES)
        if not data.startswith(b"MZ"):
            return 0
        (at,) = struct.unpack_from("<I", data, _HEADER_PLACE)
        signature, machine = struct.unpack_from("<4sH", data, at)
    except (OSError, ValueError, struct.error):  # ValueError: a NUL byte in the path
        return 0
    return _SIZES.get(machine, 0) if signature == b"PE\0\0" else 0
