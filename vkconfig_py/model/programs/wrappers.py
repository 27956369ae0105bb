"""Programs that start another one: wrapper scripts and launchers.

The loader compares the process that it is loaded into. A shell script, and a launcher such as
flatpak, are not that process; which program a script starts can often be read in it.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.program_files import NOT_ELEVATED
from vkconfig_py.loader.files.root_files import read_beginning
from vkconfig_py.model.programs.program_paths import ProgramMatch, ProgramState, describe_program
from vkconfig_py.model.programs.shell_scripts import Started, started_programs

MOST_BYTES = 65_536
ONLY_A_RUN = "only a run can tell which program it starts"
_MOST_SCRIPTS = 8  # one behind the other, that are read
_FIRST_BYTES = 512
_SHELLS = frozenset({"sh", "bash", "dash", "ksh", "zsh", "busybox"})
_LAUNCHERS = {
    "flatpak": "starts programs in a sandbox with files of its own: an override of this machine "
    "does not reach them",
    "snap": "starts programs in a sandbox with files of its own: an override of this machine may "
    "not reach them",
    "bwrap": "starts a program in a sandbox, which is compared there by the path it has in it",
    "steam": "starts games as programs of their own: each game's own path is compared",
    "wine": "is itself the program that loads Vulkan: its own path is compared, not the game's",
    "env": "becomes the program that it starts: that one's path is compared",
}


class Handover(NamedTuple):
    """What a shell script starts.

    Attributes:
        target: absolute path of the program that it comes to, or "" where only a run can tell.
        line: 1-based line of the script.
        final: the script becomes the program; otherwise it waits for it.
        besides: other programs that it starts, or may start; "" where only a run can tell.
    """

    target: str
    line: int
    final: bool = True
    besides: tuple[str, ...] = ()


def launcher_sentence(real: str) -> str:
    name = posixpath.basename(real)
    return f"{name} {_LAUNCHERS[name]}" if name in _LAUNCHERS else ""


def is_shell(path: str) -> bool:
    return posixpath.basename(path) in _SHELLS


class Followed(NamedTuple):
    """A program behind the shell scripts that start it.

    Attributes:
        run: the program that is compared; the last script that can be read if it cannot be told.
        notes: the way to it, one sentence each.
        is_open: only a run can tell which program is started.
        by_shell: `run` is a shell script.
        besides: other programs that are started on the way; "" where only a run can tell.
    """

    run: ProgramMatch
    notes: tuple[str, ...] = ()
    is_open: bool = False
    by_shell: bool = False
    besides: tuple[str, ...] = ()


def follow(match: ProgramMatch, host: Host) -> Followed:
    """Follow shell scripts to the program that they start: it is the one that is compared."""
    followed, way = Followed(match), [match.path]
    while (further := _step(followed, host)) is not None:
        if further.is_open:
            return further._replace(by_shell=True)
        if further.run.path in way:
            return Followed(_in_a_circle(match, way[way.index(further.run.path) :]), by_shell=True)
        if len(way) > _MOST_SCRIPTS:
            said = f"{match.name} is a script with {_MOST_SCRIPTS} more behind it: {ONLY_A_RUN}."
            return Followed(match, (said,), is_open=True, by_shell=True)
        way.append(further.run.path)
        followed = further
    return followed._replace(by_shell=is_shell_script(followed.run, host))


def compared_program(path: str, host: Host) -> ProgramMatch:
    """Describe a program as it is started, with what the loader compares behind its scripts.

    Where only a run can tell that, `real` is "".
    """
    match = describe_program(path, host)
    followed = follow(match, host)
    if followed.run.error:
        return followed.run
    if not followed.notes:
        return match
    way = [note.removesuffix(".") for note in followed.notes]
    way[0] = way[0].removeprefix(f"{match.name} ")
    run = followed.run
    if followed.is_open:
        return match._replace(real="", sentence="; ".join(way), elevation=NOT_ELEVATED)
    if run.sentence:
        way.append(f"{run.name} {run.sentence}")
    else:
        way[-1] += ", which the loader compares"
    return match._replace(real=run.real, sentence="; ".join(way), elevation=run.elevation)


def _step(followed: Followed, host: Host) -> Followed | None:
    """Go on from a script to what it starts; None from what starts nothing else."""
    if is_shell_script(followed.run, host):
        handover = find_handover(followed.run.path, host)
        return _step_to(handover, followed, host) if handover is not None else None
    shim = describe_program(followed.run.interpreter, host)
    return _step_to_shim(shim, followed) if shim.state is ProgramState.SCRIPT else None


def _in_a_circle(match: ProgramMatch, circle: Sequence[str]) -> ProgramMatch:
    """Describe a program whose scripts start each other, as far as can be read in them."""
    way = " to ".join((*circle, circle[0]))
    error = f"{match.path} is a script that comes to no program but goes in a circle: {way}"
    return ProgramMatch(ProgramState.CIRCLE, match.name, match.path, error=error)


def _step_to_shim(shim: ProgramMatch, followed: Followed) -> Followed:
    """Take what runs a script for the program: a script too, as version managers have them."""
    note = f"{followed.run.name} is a script, and so is {shim.path}, which runs it."
    return followed._replace(run=shim, notes=(*followed.notes, note))


def _step_to(handover: Handover, followed: Followed, host: Host) -> Followed:
    start = f"{followed.run.name} is a script: line {handover.line}"
    besides = (*followed.besides, *handover.besides)
    if not handover.target:
        note = f"{start} starts a program, or may start one, whose path only a run can tell."
        return Followed(followed.run, (*followed.notes, note), is_open=True, besides=besides)
    verb = "hands over to" if handover.final else "starts"
    note = f"{start} {verb} {handover.target}."
    run = describe_program(handover.target, host)
    return Followed(run, (*followed.notes, note), besides=besides)


def is_shell_script(match: ProgramMatch, host: Host) -> bool:
    """Whether a shell runs it, as it does with a text whose first line names nothing.

    What the first line names decides, not the shell that may run that.
    """
    if match.state is ProgramState.SCRIPT:
        return is_shell(match.interpreter) or _is_shell(describe_program(match.interpreter, host))
    if match.state is not ProgramState.BINARY:
        return False
    start = _read(match.path, host, _FIRST_BYTES)
    return bool(start) and b"\0" not in start and not start.startswith((b"#!", b"\x7fELF"))


def find_handover(path: str, host: Host) -> Handover | None:
    """What a shell script comes to, None where it starts no program."""
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
    """The program that a command starts, "" if that cannot be read in it."""
    match = ProgramMatch(ProgramState.NONE) if _is_open(word) else describe_program(word, host)
    if not match.runs or _is_shell(match):
        return ""
    return match.path


def _is_shell(match: ProgramMatch) -> bool:
    return match.state is ProgramState.BINARY and is_shell(match.real)


def _read(path: str, host: Host, most: int) -> bytes:
    try:
        return read_beginning(f"{host.root}{path}", most)
    except (OSError, ValueError):
        return b""
