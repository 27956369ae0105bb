"""What the loader sees of a program: the path that app_keys are compared with, also under Wine.

The loader compares byte for byte with /proc/self/exe (loader_platform_executable_path), which is
the real path after symbolic links, and for a script the interpreter: `find_executable` follows
both, here they are put into words.
"""

from __future__ import annotations

import os
import posixpath
import re
import struct
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.program_files import (
    NOT_ELEVATED,
    Elevation,
    Executable,
    find_elevation,
    find_executable,
)
from vkconfig_py.loader.files.root_files import read_beginning
from vkconfig_py.model.files.exists import is_link

_PATH_LIMIT = 1023  # the loader reads /proc/self/exe into 1024 bytes


class ProgramState(StrEnum):
    """What a program path leads to."""

    NONE = "none"  # no program is named
    BINARY = "binary"
    SCRIPT = "script"
    NOT_FOUND = "not-found"
    FOLDER = "folder"
    NOT_EXECUTABLE = "not-executable"
    CIRCLE = "circle"  # scripts that start each other and nothing else


class ProgramMatch(NamedTuple):
    """A program as started, and as the loader knows it.

    Attributes:
        name: what people call it: the base name as started.
        path: absolute path that is started, "" if there is none.
        real: the path that the loader compares with app_keys; "" if nothing would run, or if it
            cannot be told.
        interpreter: absolute path of what runs a script as its first line names it, else "".
        sentence: whether an override for `real` matches a start in this way; "" if plainly so.
        error: "" or why it cannot be started, with the path.
        elevation: whether the loader treats `real` as elevated, and what about the file says so.
    """

    state: ProgramState
    name: str = ""
    path: str = ""
    real: str = ""
    interpreter: str = ""
    sentence: str = ""
    error: str = ""
    elevation: Elevation = NOT_ELEVATED

    @property
    def runs(self) -> bool:
        return self.state in (ProgramState.BINARY, ProgramState.SCRIPT)

    @property
    def why_unmatched(self) -> str:
        """Why it is not known what the loader compares, "" if it is or none is named."""
        if self.real or self.error or not self.name:
            return self.error
        return f"{self.name} {self.sentence}"


def describe_program(path: str, host: Host) -> ProgramMatch:
    """Find out what a program path, or a bare name to be looked up in PATH, leads to."""
    if not path:
        return ProgramMatch(state=ProgramState.NONE)
    name = posixpath.basename(path.rstrip("/")) or path
    found = find_executable(path, host)
    if found.refused is not None:
        state = ProgramState(found.refused.value)
        return ProgramMatch(state=state, name=name, path=found.path, error=found.error)
    if found.interpreter:
        real = found.real
        return ProgramMatch(
            state=ProgramState.SCRIPT,
            name=name,
            path=found.path,
            real=real,
            interpreter=found.interpreter,
            sentence=f"is a script: the loader sees {real}, and every script run by it matches",
            elevation=find_elevation(real, host),
        )
    return ProgramMatch(
        state=ProgramState.BINARY,
        name=name,
        path=found.path,
        real=found.real,
        sentence=_binary_sentence(found, host),
        elevation=find_elevation(found.real, host),
    )


def _binary_sentence(found: Executable, host: Host) -> str:
    path, real = found.path, found.real
    if len(os.fsencode(real)) > _PATH_LIMIT:
        return "its path is too long for the loader, so what is applied for it never matches"
    if posixpath.normpath(path) == real:
        return ""
    if is_link(Path(f"{host.root}{path}")):
        return f"starts through a symbolic link; the loader compares {real}"
    return f"lies in a folder that is a symbolic link; the loader compares {real}"


_WINE = re.compile(r"wine(32|64)?(-stable|-development|-staging)?(-preloader)?|proton|umu-run")
_SIZES = {0x14C: 32, 0x8664: 64, 0xAA64: 64}  # PE machines: i386, x86-64, ARM64
_HEADER_PLACE = 0x3C
_MOST_BYTES = 4096


def windows_bits(program: ProgramMatch, arguments: Sequence[str], folder: str, host: Host) -> int:
    """The word size of the Windows program that is run, 0 if the program runs none.

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
