"""Would this program match? What the loader compares with a configuration's programs. No Qt."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from enum import StrEnum

from vkconfig_py.loader.host import Host
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import ProgramEntry
from vkconfig_py.model.programs.executables import ProgramMatch, ProgramState, describe_program
from vkconfig_py.model.programs.wrappers import ONLY_A_RUN, Followed, follow, launcher_sentence

_OPEN = "Which program it starts, only a run can tell. That one is compared."


class Verdict(StrEnum):
    """What comes of the comparison."""

    MATCHES = "matches"
    DOES_NOT = "does not match"
    CANNOT_RUN = "cannot run"
    ONLY_A_RUN = "only a run can tell"
    NOTHING = ""  # no program was named


class ProgramLine(NamedTuple):
    """One program of a configuration.

    Attributes:
        compared: the path that the loader compares, "" if nothing would run.
        text: what is to be known about it, or "".
        trouble: it can never match as it is.
    """

    entry: ProgramEntry
    compared: str
    text: str = ""
    trouble: bool = False


class MatchAnswer(NamedTuple):
    """The answer to the question, with the way to it.

    Attributes:
        compared: the path that the loader compares, or "".
        sentence: the answer in one line.
        notes: what is to be known besides, one line each.
        offer: a path that can be added so that it matches, or "".
    """

    asked: str
    verdict: Verdict
    sentence: str = ""
    compared: str = ""
    notes: tuple[str, ...] = ()
    offer: str = ""


def describe_programs(programs: Sequence[ProgramEntry], host: Host) -> tuple[ProgramLine, ...]:
    """Return the programs of a configuration as the loader would know them."""
    return tuple(
        _line(entry, follow(describe_program(entry.path, host), host)) for entry in programs
    )


def explain_match(asked: str, programs: Sequence[ProgramEntry], host: Host) -> MatchAnswer:
    """Say whether a program, as it is started, is one of a configuration's, and why."""
    if not asked.strip():
        return MatchAnswer("", Verdict.NOTHING)
    match = describe_program(asked, host)
    if not match.runs:  # blanks around a path are seldom part of it
        asked = asked.strip()
        match = describe_program(asked, host)
    if not match.runs:
        return MatchAnswer(asked, Verdict.CANNOT_RUN, f"{match.error}.")
    followed = follow(match, host)
    if followed.run.error:
        return MatchAnswer(asked, Verdict.CANNOT_RUN, f"{followed.run.error}.")
    return _answer(asked, followed, programs, host)


def _answer(
    asked: str, followed: Followed, programs: Sequence[ProgramEntry], host: Host
) -> MatchAnswer:
    run = followed.run
    answer = _compared(asked, run.real, programs, host)
    if followed.by_shell:  # adding a shell would make every script of it match
        answer = answer._replace(offer="")
    if programs and (followed.is_open or _starts_listed(answer, followed, programs, host)):
        return MatchAnswer(asked, Verdict.ONLY_A_RUN, _OPEN, "", followed.notes, answer.offer)
    notes = (*followed.notes, *_ways(run), *_special(run), *answer.notes)
    return answer._replace(notes=notes)


def _starts_listed(
    answer: MatchAnswer, followed: Followed, programs: Sequence[ProgramEntry], host: Host
) -> bool:
    """Return whether another program that it starts, or may start, is one of the list."""
    if answer.verdict is not Verdict.DOES_NOT:
        return False
    real = {describe_program(path, host).real for path in followed.besides if path}
    enabled = (entry.path for entry in programs if entry.enabled)
    return "" in followed.besides or any(_real(path, host) in real for path in enabled)


def _real(path: str, host: Host) -> str:
    """Return what the loader compares when an entry of a list is started."""
    followed = follow(describe_program(path, host), host)
    return "" if followed.is_open else followed.run.real


def _line(entry: ProgramEntry, followed: Followed) -> ProgramLine:
    match = followed.run
    if followed.is_open:
        return ProgramLine(entry, "", f"a script: {ONLY_A_RUN}", trouble=True)
    if not match.runs:
        error = match.error.removeprefix(f"{entry.path} ")
        return ProgramLine(entry, "", error, trouble=True)
    if match.state is ProgramState.SCRIPT or followed.notes:
        return ProgramLine(entry, match.real, f"a script: {match.real} is compared")
    if match.real != match.path:
        return ProgramLine(entry, match.real, f"compared as {match.real}")
    return ProgramLine(entry, match.real)


def _compared(asked: str, real: str, programs: Sequence[ProgramEntry], host: Host) -> MatchAnswer:
    if not programs:
        sentence = "No programs listed, so it applies to all."
        return MatchAnswer(asked, Verdict.MATCHES, sentence, real)
    enabled = [entry for entry in programs if entry.enabled]
    led = [entry for entry in programs if _real(entry.path, host) == real]
    listed = next((entry for entry in led if entry.enabled), None)
    if listed is not None:
        way = "which is in the list"
        if listed.path != real:
            way = f"to which {listed.path} of the list leads"
        sentence = f"The loader compares {real}, {way}."
        return MatchAnswer(asked, Verdict.MATCHES, sentence, real)
    if led:
        sentence = f"{led[0].path} is in the list and turned off."
        return MatchAnswer(asked, Verdict.DOES_NOT, sentence, real, (), led[0].path)
    sentence = f"The loader compares {real}, which is not in the list."
    return MatchAnswer(asked, Verdict.DOES_NOT, sentence, real, _alike(real, enabled), real)


def _ways(match: ProgramMatch) -> tuple[str, ...]:
    """Say how the path as it is started becomes the path that is compared."""
    return (f"{match.name} {match.sentence}.",) if match.sentence else ()


def _special(match: ProgramMatch) -> tuple[str, ...]:
    notes = []
    if match.state is ProgramState.BINARY and launcher_sentence(match.real):
        notes.append(f"{launcher_sentence(match.real)}.")
    if match.elevation.is_elevated:
        skips = "the loader skips your own folders and most variables"
        notes.append(f"{match.name} {match.elevation.why}: {skips}.")
    elif match.elevation.why:
        notes.append(f"{match.name} {match.elevation.why}.")
    return tuple(notes)


def _alike(real: str, enabled: Sequence[ProgramEntry]) -> tuple[str, ...]:
    """Name an entry that looks like it and is another file."""
    name = posixpath.basename(real)
    same = [e.path for e in enabled if posixpath.basename(e.path).casefold() == name.casefold()]
    return (f"{same[0]} is in the list, and it is another file.",) if same else ()
