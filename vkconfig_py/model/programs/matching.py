"""Which programs a configuration applies to, which of them run, and whether one would match."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from enum import StrEnum

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import Configuration, ProgramEntry
from vkconfig_py.model.programs.program_paths import (
    Followed,
    ProgramMatch,
    ProgramState,
    compared_program,
    describe_program,
    follow,
    launcher_sentence,
)


class ProgramList(NamedTuple):
    """A configuration's program list, with paths as the loader compares them.

    Attributes:
        programs: real paths of the enabled programs that can be started, without duplicates.
        entries: number of listed programs, enabled or not; 0: the configuration is for every
            program.
    """

    programs: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    entries: int = 0
    enabled: int = 0

    @property
    def leaves_nobody(self) -> bool:
        return bool(self.entries) and not self.programs

    @property
    def why_nobody(self) -> str:
        if not self.leaves_nobody:
            return ""
        if self.enabled:
            return tr("None of the programs that are turned on can be started.")
        return tr("None of its programs is turned on.")


class Reach(NamedTuple):
    """Programs a configuration can be applied to, other than all of them."""

    target: ProgramMatch = ProgramMatch(state=ProgramState.NONE)
    listed: ProgramList = ProgramList()


def find_reach(configuration: Configuration, host: Host) -> Reach:
    started = configuration.target
    target = compared_program(started.program, host, started.arguments)
    return Reach(target, find_listed(configuration.programs, host))


def find_listed(programs: Sequence[ProgramEntry], host: Host) -> ProgramList:
    enabled = [entry.path for entry in programs if entry.enabled]
    followed_programs = [follow(describe_program(path, host), host) for path in enabled]
    notes = [
        note
        for path, followed in zip(enabled, followed_programs, strict=True)
        for note in _notes(path, followed)
    ]
    real = tuple(
        followed.run.real
        for followed in followed_programs
        if followed.run.runs and not followed.is_open
    )
    every = (tuple(dict.fromkeys(real)), tuple(dict.fromkeys(notes)))
    return ProgramList(*every, len(programs), len(enabled))


def _notes(path: str, followed: Followed) -> Iterator[str]:
    if not followed.run.runs:
        yield tr("{reason}; it is left out.", reason=followed.run.error)
    elif followed.is_open:
        yield tr(
            "{path} is a script: which program it starts is known only after a launch; "
            "it is left out.",
            path=path,
        )
    else:
        yield from followed.notes
        if followed.run.sentence:
            yield f"{followed.run.sentence}."


_OPEN_SCRIPT = tr("a script: which program it starts is known only after a launch")
_KNOWN_ONLY_AFTER_LAUNCH = tr(
    "Which program it starts is known only after a launch. The loader compares that one."
)


class MatchVerdict(StrEnum):
    """Result of comparing a program with a configuration's list."""

    MATCHES = "matches"
    DOES_NOT = "does not match"
    CANNOT_RUN = "cannot run"
    ONLY_A_RUN = "known only after a launch"
    NOTHING = ""  # no program was given


class ProgramLine(NamedTuple):
    """One program of a configuration.

    Attributes:
        compared: the path that the loader compares, "" if nothing would run.
        trouble: this entry can never match.
        brief: the text where there is room for a few words, if that is shorter.
    """

    entry: ProgramEntry
    compared: str
    text: str = ""
    trouble: bool = False
    brief: str = ""


class MatchAnswer(NamedTuple):
    """Result of matching a program against a configuration, with the reasons.

    Attributes:
        offer: path to add to the list so that the program matches, or "".
    """

    asked: str
    verdict: MatchVerdict
    sentence: str = ""
    compared: str = ""
    notes: tuple[str, ...] = ()
    offer: str = ""


def describe_programs(programs: Sequence[ProgramEntry], host: Host) -> tuple[ProgramLine, ...]:
    return tuple(
        _line(entry, follow(describe_program(entry.path, host), host)) for entry in programs
    )


def explain_match(path: str, programs: Sequence[ProgramEntry], host: Host) -> MatchAnswer:
    if not path.strip():
        return MatchAnswer("", MatchVerdict.NOTHING)
    match = describe_program(path, host)
    if not match.runs:  # spaces around a path are rarely part of it
        path = path.strip()
        match = describe_program(path, host)
    if not match.runs:
        return MatchAnswer(path, MatchVerdict.CANNOT_RUN, f"{match.error}.")
    followed = follow(match, host)
    if followed.run.error:
        return MatchAnswer(path, MatchVerdict.CANNOT_RUN, f"{followed.run.error}.")
    return _answer(path, followed, programs, host)


def _answer(
    path: str, followed: Followed, programs: Sequence[ProgramEntry], host: Host
) -> MatchAnswer:
    run = followed.run
    answer = _compare_listed(path, run.real, programs, host)
    if followed.by_shell:  # Listing a shell would make every script of that shell match.
        answer = answer._replace(offer="")
    if programs and (followed.is_open or _starts_listed(answer, followed, programs, host)):
        return MatchAnswer(
            path,
            MatchVerdict.ONLY_A_RUN,
            _KNOWN_ONLY_AFTER_LAUNCH,
            "",
            followed.notes,
            answer.offer,
        )
    notes = (*followed.notes, *_path_notes(run), *answer.notes)
    return answer._replace(notes=notes)


def _starts_listed(
    answer: MatchAnswer, followed: Followed, programs: Sequence[ProgramEntry], host: Host
) -> bool:
    """Return whether the program starts, or may start, another one that is in the list."""
    if answer.verdict is not MatchVerdict.DOES_NOT:
        return False
    real = {describe_program(path, host).real for path in followed.besides if path}
    enabled = (entry.path for entry in programs if entry.enabled)
    return "" in followed.besides or any(_compared_path(path, host) in real for path in enabled)


def _compared_path(path: str, host: Host) -> str:
    """Return the path that the loader compares when a listed program is started."""
    followed = follow(describe_program(path, host), host)
    return "" if followed.is_open else followed.run.real


def _line(entry: ProgramEntry, followed: Followed) -> ProgramLine:
    match = followed.run
    if followed.is_open:
        brief = tr("known only after a launch")
        return ProgramLine(entry, "", _OPEN_SCRIPT, trouble=True, brief=brief)
    if not match.runs:
        error = match.error.removeprefix(f"{entry.path} ")
        return ProgramLine(entry, "", error, trouble=True)
    if match.state is ProgramState.SCRIPT or followed.notes:
        return ProgramLine(entry, match.real, tr("a script: {path} is compared", path=match.real))
    if match.real != match.path:
        return ProgramLine(entry, match.real, tr("compared as {path}", path=match.real))
    return ProgramLine(entry, match.real)


def _compare_listed(
    path: str, real: str, programs: Sequence[ProgramEntry], host: Host
) -> MatchAnswer:
    if not programs:
        sentence = tr("No programs listed, so it applies to all.")
        return MatchAnswer(path, MatchVerdict.MATCHES, sentence, real)
    enabled = [entry for entry in programs if entry.enabled]
    led = [entry for entry in programs if _compared_path(entry.path, host) == real]
    entry = next((entry for entry in led if entry.enabled), None)
    if entry is not None:
        if entry.path == real:
            sentence = tr("The loader compares {path}, which is in the list.", path=real)
        else:
            sentence = tr(
                "The loader compares {path}, which {entry} in the list leads to.",
                path=real,
                entry=entry.path,
            )
        return MatchAnswer(path, MatchVerdict.MATCHES, sentence, real)
    if led:
        sentence = tr("{path} is in the list and turned off.", path=led[0].path)
        return MatchAnswer(path, MatchVerdict.DOES_NOT, sentence, real, (), led[0].path)
    sentence = tr("The loader compares {path}, which is not in the list.", path=real)
    return MatchAnswer(path, MatchVerdict.DOES_NOT, sentence, real, _alike(real, enabled), real)


def _path_notes(match: ProgramMatch) -> tuple[str, ...]:
    # How the path that is started becomes the path that is compared.
    notes = [f"{match.sentence}."] if match.sentence else []
    if match.state is ProgramState.BINARY and launcher_sentence(match.real):
        notes.append(launcher_sentence(match.real))
    if match.elevation.is_elevated:
        notes.append(
            tr(
                "{reason}: the loader skips your own folders and most variables.",
                reason=match.elevation.why,
            )
        )
    elif match.elevation.why:
        notes.append(f"{match.elevation.why}.")
    return tuple(notes)


def _alike(real: str, enabled: Sequence[ProgramEntry]) -> tuple[str, ...]:
    name = posixpath.basename(real)
    same = [e.path for e in enabled if posixpath.basename(e.path).casefold() == name.casefold()]
    return (tr("{path} is in the list, and it is another file.", path=same[0]),) if same else ()
