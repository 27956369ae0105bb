"""A program as the loader identifies it: the path compared with app_keys, also for scripts.

The loader compares byte for byte with /proc/self/exe (loader_platform_executable_path), which is
the real path after symbolic links, and for a script the interpreter: `find_executable` follows
both, this module describes them.
"""

from __future__ import annotations

import os
import posixpath
import re
import struct
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.program_files import (
    NOT_ELEVATED,
    Elevation,
    Executable,
    find_elevation,
    find_executable,
)
from vkconfig_py.loader.files.read_file import read_beginning
from vkconfig_py.loader.platforms.mounted_root import place_in
from vkconfig_py.model.files.paths import is_link
from vkconfig_py.model.programs.shell_scripts import Started, started_programs

_PATH_LIMIT = 1023  # the loader reads /proc/self/exe into 1024 bytes


class ProgramState(StrEnum):
    """Kind of file that a program path leads to."""

    NONE = "none"  # no program was given
    BINARY = "binary"
    SCRIPT = "script"
    NOT_FOUND = "not-found"
    FOLDER = "folder"
    NOT_EXECUTABLE = "not-executable"
    CIRCLE = "circle"  # scripts that only start each other


class ProgramMatch(NamedTuple):
    """A program as started, and as the loader identifies it.

    Attributes:
        name: display name: the base name as started.
        path: absolute path that is started, "" if there is none.
        real: the path that the loader compares with app_keys; "" if nothing would run or it is
            unknown.
        interpreter: absolute path of the interpreter in a script's first line, else "".
        sentence: whether an override for `real` matches this start, as a sentence without its
            last full stop; "" if it obviously does.
        error: why it cannot be started, with the path, or "".
        elevation: whether the loader treats `real` as elevated, and which file attribute causes it.
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
        """Reason why the compared path is unknown; "" if it is known or no program is given."""
        if self.real or self.error or not self.name:
            return self.error
        return self.sentence


def describe_program(path: str, host: Host) -> ProgramMatch:
    """Resolve a program path, or a bare name to be found in PATH."""
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
            sentence=tr(
                "{name} is a script: the loader sees {path}, and every script run by it matches",
                name=name,
                path=real,
            ),
            elevation=find_elevation(real, host),
        )
    return ProgramMatch(
        state=ProgramState.BINARY,
        name=name,
        path=found.path,
        real=found.real,
        sentence=_binary_sentence(name, found, host),
        elevation=find_elevation(found.real, host),
    )


def _binary_sentence(name: str, found: Executable, host: Host) -> str:
    path, real = found.path, found.real
    if len(os.fsencode(real)) > _PATH_LIMIT:
        return tr(
            "The path of {name} is too long for the loader, so what is applied for it never "
            "matches",
            name=name,
        )
    if posixpath.normpath(path) == real:
        return ""
    if is_link(Path(place_in(host.root, path))):
        return tr(
            "{name} starts through a symbolic link; the loader compares {path}",
            name=name,
            path=real,
        )
    return tr(
        "{name} lies in a folder that is a symbolic link; the loader compares {path}",
        name=name,
        path=real,
    )


_WINE = re.compile(r"wine(32|64)?(-stable|-development|-staging)?(-preloader)?|proton|umu-run")
_EXE = ".exe"
_SIZES = {0x14C: 32, 0x8664: 64, 0xAA64: 64}  # PE machines: i386, x86-64, ARM64
# e_lfanew: where the PE header begins (PE format, "MS-DOS Stub").
_HEADER_PLACE = 0x3C
_MOST_BYTES = 4096


def windows_bits(program: ProgramMatch, arguments: Sequence[str], folder: str, host: Host) -> int:
    """Word size (32 or 64) of the Windows program that is run, 0 if none is."""
    # No file to read, as for a name that exists only inside Wine: assume 64.
    if not _is_wine(program.path, program.real):
        return _pe_bits(program.path, host) if _is_exe(program.path) else 0
    here = folder or host.working_directory
    for argument in filter(_is_exe, arguments):
        return _pe_bits(posixpath.join(here, argument), host) or 64
    return 64


def windows_program(program: str, arguments: Sequence[str]) -> str:
    """File name without .exe of the Windows program that Wine or Proton is to run, or ""."""
    exe = next(filter(_is_exe, arguments), "") if _is_wine(program) else program
    return re.split(r"[/\\]", exe)[-1][: -len(_EXE)] if _is_exe(exe) else ""


def _is_wine(*paths: str) -> bool:
    return any(_WINE.fullmatch(posixpath.basename(path)) for path in paths)


def _is_exe(path: str) -> bool:
    return path.lower().endswith(_EXE)


def _pe_bits(path: str, host: Host) -> int:
    try:
        data = read_beginning(place_in(host.root, path), _MOST_BYTES)
        if not data.startswith(b"MZ"):
            return 0
        (at,) = struct.unpack_from("<I", data, _HEADER_PLACE)
        signature, machine = struct.unpack_from("<4sH", data, at)
    except (OSError, ValueError, struct.error):  # ValueError: a NUL byte in the path
        return 0
    return _SIZES.get(machine, 0) if signature == b"PE\0\0" else 0


MOST_BYTES = 65_536
_MOST_SCRIPTS = 8  # maximum length of a chain of scripts
_FIRST_BYTES = 512
_SHELLS = frozenset({"sh", "bash", "dash", "ksh", "zsh", "busybox"})
_LAUNCHERS = {
    "flatpak": tr(
        "flatpak starts programs in a sandbox with files of its own: an override of "
        "this machine does not reach them."
    ),
    "snap": tr(
        "snap starts programs in a sandbox with files of its own: an override of "
        "this machine may not reach them."
    ),
    "bwrap": tr(
        "bwrap starts a program in a sandbox, which is compared there by the path it has in it."
    ),
    "steam": tr("steam starts games as programs of their own: each game's own path is compared."),
    "wine": tr(
        "wine is itself the program that loads Vulkan: its own path is compared, not the game's."
    ),
    "env": tr("env becomes the program that it starts: that one's path is compared."),
}


class Handover(NamedTuple):
    """The program that a shell script starts.

    Attributes:
        target: absolute path of the program, "" if known only at run time.
        final: the script replaces itself with the program (exec); otherwise it waits for the
            program.
        besides: other programs that it starts or may start; "" for one known only at run time.
    """

    target: str
    line: int
    final: bool = True
    besides: tuple[str, ...] = ()


def launcher_sentence(real: str) -> str:
    return _LAUNCHERS.get(posixpath.basename(real), "")


def is_shell(path: str) -> bool:
    return posixpath.basename(path) in _SHELLS


class Followed(NamedTuple):
    """The program that a chain of shell scripts starts.

    Attributes:
        run: the program that is compared; the last readable script if that program is unknown.
        is_open: the started program is known only at run time.
        besides: other programs started on the way; "" for one known only at run time.
    """

    run: ProgramMatch
    notes: tuple[str, ...] = ()
    is_open: bool = False
    by_shell: bool = False
    besides: tuple[str, ...] = ()


def follow(match: ProgramMatch, host: Host) -> Followed:
    """Follow shell scripts to the program that they start: the loader compares its path."""
    followed, way = Followed(match), [match.path]
    while (further := _step(followed, host)) is not None:
        if further.is_open:
            return further._replace(by_shell=True)
        if further.run.path in way:
            return Followed(_in_a_circle(match, way[way.index(further.run.path) :]), by_shell=True)
        if len(way) > _MOST_SCRIPTS:
            said = tr(
                "{name} is a script with {count} more behind it: which program it starts is "
                "known only after a launch.",
                name=match.name,
                count=_MOST_SCRIPTS,
            )
            return Followed(match, (said,), is_open=True, by_shell=True)
        way.append(further.run.path)
        followed = further
    return followed._replace(by_shell=is_shell_script(followed.run, host))


def compared_program(path: str, host: Host) -> ProgramMatch:
    """Describe a program as started, with the path that the loader compares after its scripts.

    If it is known only at run time, `real` is "".
    """
    match = describe_program(path, host)
    followed = follow(match, host)
    if followed.run.error:
        return followed.run
    if not followed.notes:
        return match
    run = followed.run
    if followed.is_open:
        sentence = " ".join(followed.notes).removesuffix(".")
        return match._replace(real="", sentence=sentence, elevation=NOT_ELEVATED)
    further = run.sentence or tr("The loader compares that one")
    sentence = " ".join((*followed.notes, further))
    return match._replace(real=run.real, sentence=sentence, elevation=run.elevation)


def _step(followed: Followed, host: Host) -> Followed | None:
    """The handover of a script to the next program; None if it starts no other."""
    if is_shell_script(followed.run, host):
        handover = find_handover(followed.run.path, host)
        return _step_to(handover, followed, host) if handover is not None else None
    shim = describe_program(followed.run.interpreter, host)
    return _step_to_shim(shim, followed) if shim.state is ProgramState.SCRIPT else None


def _in_a_circle(match: ProgramMatch, circle: Sequence[str]) -> ProgramMatch:
    """Describe a program whose scripts start each other, as far as they can be read."""
    way = " → ".join((*circle, circle[0]))
    error = tr(
        "{path} starts no program, because its scripts start each other: {way}",
        path=match.path,
        way=way,
    )
    return ProgramMatch(ProgramState.CIRCLE, match.name, match.path, error=error)


def _step_to_shim(shim: ProgramMatch, followed: Followed) -> Followed:
    """Use a script's interpreter as the program: a script itself with version managers (shims)."""
    note = tr(
        "{name} is a script, and so is {path}, which runs it.",
        name=followed.run.name,
        path=shim.path,
    )
    return followed._replace(run=shim, notes=(*followed.notes, note))


def _step_to(handover: Handover, followed: Followed, host: Host) -> Followed:
    name, line, target = followed.run.name, handover.line, handover.target
    besides = (*followed.besides, *handover.besides)
    if not handover.target:
        note = tr(
            "{name} is a script: line {line} starts or may start a program whose path is known "
            "only after a launch.",
            name=name,
            line=line,
        )
        return Followed(followed.run, (*followed.notes, note), is_open=True, besides=besides)
    if handover.final:
        note = tr(
            "{name} is a script: line {line} hands over to {target}.",
            name=name,
            line=line,
            target=target,
        )
    else:
        note = tr(
            "{name} is a script: line {line} starts {target}.", name=name, line=line, target=target
        )
    run = describe_program(handover.target, host)
    return Followed(run, (*followed.notes, note), besides=besides)


def is_shell_script(match: ProgramMatch, host: Host) -> bool:
    """True if a shell runs the file, as it does with text files without a "#!" line."""
    # The "#!" line decides, even if the interpreter may call a shell.
    if match.state is ProgramState.SCRIPT:
        return is_shell(match.interpreter) or _is_shell(describe_program(match.interpreter, host))
    if match.state is not ProgramState.BINARY:
        return False
    # execve(2) refuses such a file (ENOEXEC), and the shell runs it itself.
    start = _read(match.path, host, _FIRST_BYTES)
    return bool(start) and b"\0" not in start and not start.startswith((b"#!", b"\x7fELF"))


def find_handover(path: str, host: Host) -> Handover | None:
    """The program that a shell script starts, None if it starts none."""
    started = started_programs(_read(path, host, MOST_BYTES).decode("utf-8", "replace"))
    if not started:
        return None
    last = started[-1]
    others = tuple(dict.fromkeys(_besides(started[:-1], host)))
    certain = last.certain and not any(one.final for one in started[:-1])
    return Handover(_resolve(last.word, host) if certain else "", last.line, last.final, others)


def _besides(started: Sequence[Started], host: Host) -> Iterator[str]:
    for one in started:
        path = _resolve(one.word, host)
        if path or _is_open(one.word):
            yield path


def _is_open(word: str) -> bool:
    return any(mark in word for mark in "$`*?~")


def _resolve(word: str, host: Host) -> str:
    """Absolute path of the program that a command starts, "" if it cannot be determined."""
    match = ProgramMatch(ProgramState.NONE) if _is_open(word) else describe_program(word, host)
    if not match.runs or _is_shell(match):
        return ""
    return match.path


def _is_shell(match: ProgramMatch) -> bool:
    return match.state is ProgramState.BINARY and is_shell(match.real)


def _read(path: str, host: Host, most: int) -> bytes:
    try:
        return read_beginning(place_in(host.root, path), most)
    except (OSError, ValueError):
        return b""
