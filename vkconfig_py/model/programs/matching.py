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
    FollowedProgram,
    ProgramMatch,
    ProgramState,
    describe_program,
    find_compared_program,
    follow_scripts,
    render_launcher_note,
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
    def reaches_no_program(self) -> bool:
        """True if programs are listed, but none of them can be matched."""
        return bool(self.entries) and not self.programs

    @property
    def no_program_reason(self) -> str:
        """Why no listed program can be matched, or ""."""
        if not self.reaches_no_program:
            return ""
        if self.enabled:
            return tr("The loader cannot match any enabled program in the list.")
        return tr("All programs in the list are turned off.")


class ConfigurationReach(NamedTuple):
    """Programs that a configuration can be applied to, other than all programs."""

    target: ProgramMatch = ProgramMatch(state=ProgramState.NONE)
    program_list: ProgramList = ProgramList()

    @property
    def default_programs(self) -> tuple[str, ...] | None:
        """The listed programs, else the one that is launched, else () for every program.

        None if programs are listed, but none of them can be matched: the user has to choose.
        """
        if self.program_list.programs:
            return self.program_list.programs
        if self.program_list.reaches_no_program:
            return None
        return (self.target.real_path,) if self.target.real_path else ()


def find_reach(configuration: Configuration, host: Host) -> ConfigurationReach:
    """Return the program that a configuration launches and those that it lists."""
    started_target = configuration.target
    target = find_compared_program(started_target.program, host, started_target.arguments)
    return ConfigurationReach(target, find_listed(configuration.programs, host))


def find_listed(programs: Sequence[ProgramEntry], host: Host) -> ProgramList:
    """Return a configuration's program list with paths as the loader compares them."""
    enabled = [entry.path for entry in programs if entry.enabled]
    followed_programs = [follow_scripts(describe_program(path, host), host) for path in enabled]
    notes = [
        note
        for path, followed_program in zip(enabled, followed_programs, strict=True)
        for note in _list_notes(path, followed_program)
    ]
    real_paths = tuple(
        followed_program.program.real_path
        for followed_program in followed_programs
        if followed_program.program.can_run and not followed_program.is_found_at_run
    )
    every_match = (tuple(dict.fromkeys(real_paths)), tuple(dict.fromkeys(notes)))
    return ProgramList(*every_match, len(programs), len(enabled))


def _list_notes(path: str, followed_program: FollowedProgram) -> Iterator[str]:
    """Yield sentences on what a listed program starts, or why it is omitted."""
    if not followed_program.program.can_run:
        yield tr("{reason}; it is omitted.", reason=followed_program.program.error)
    elif followed_program.is_found_at_run:
        yield tr(
            "{path} is omitted: it is a script, and the program that it starts is known "
            "only at run time.",
            path=path,
        )
    else:
        yield from followed_program.notes
        if followed_program.program.sentence:
            yield f"{followed_program.program.sentence}."


_OPEN_SCRIPT = tr("a script: the program that it starts is known only at run time")
_KNOWN_ONLY_AFTER_LAUNCH = tr(
    "The program that uses Vulkan is known only at run time. The loader checks that program's path."
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
        compared_path: the path that the loader compares, "" if nothing would run.
        is_unmatched: this entry can never match.
        short_text: the text where there is room for a few words, if that is shorter.
    """

    entry: ProgramEntry
    compared_path: str
    text: str = ""
    is_unmatched: bool = False
    short_text: str = ""


class MatchResult(NamedTuple):
    """Result of matching a program against a configuration, with the reasons.

    Attributes:
        offer: path to add to the list so that the program matches, or "".
    """

    asked_path: str
    verdict: MatchVerdict
    sentence: str = ""
    compared_path: str = ""
    notes: tuple[str, ...] = ()
    offer: str = ""


def describe_programs(programs: Sequence[ProgramEntry], host: Host) -> tuple[ProgramLine, ...]:
    """Return each program of a list with the path that the loader compares."""
    return tuple(
        _make_line(entry, follow_scripts(describe_program(entry.path, host), host))
        for entry in programs
    )


def explain_match(path: str, programs: Sequence[ProgramEntry], host: Host) -> MatchResult:
    """Return whether a list of programs matches a program, and why."""
    if not path.strip():
        return MatchResult("", MatchVerdict.NOTHING)
    match = describe_program(path, host)
    if not match.can_run:  # spaces around a path are rarely part of it
        path = path.strip()
        match = describe_program(path, host)
    if not match.can_run:
        return MatchResult(path, MatchVerdict.CANNOT_RUN, f"{match.error}.")
    followed_program = follow_scripts(match, host)
    if followed_program.program.error:
        return MatchResult(path, MatchVerdict.CANNOT_RUN, f"{followed_program.program.error}.")
    return _make_answer(path, followed_program, programs, host)


def _make_answer(
    path: str, followed_program: FollowedProgram, programs: Sequence[ProgramEntry], host: Host
) -> MatchResult:
    """Return whether a list matches a program, given what its scripts start."""
    run = followed_program.program
    match_result = _compare_listed(path, run.real_path, programs, host)
    if (
        followed_program.is_run_by_shell
    ):  # Listing a shell would make every script of that shell match.
        match_result = match_result._replace(offer="")
    if programs and (
        followed_program.is_found_at_run
        or _may_start_listed(match_result, followed_program, programs, host)
    ):
        return MatchResult(
            path,
            MatchVerdict.ONLY_A_RUN,
            _KNOWN_ONLY_AFTER_LAUNCH,
            "",
            followed_program.notes,
            match_result.offer,
        )
    notes = (*followed_program.notes, *_list_path_notes(run), *match_result.notes)
    return match_result._replace(notes=notes)


def _may_start_listed(
    match_result: MatchResult,
    followed_program: FollowedProgram,
    programs: Sequence[ProgramEntry],
    host: Host,
) -> bool:
    """True if the program starts, or may start, another program that is in the list."""
    if match_result.verdict is not MatchVerdict.DOES_NOT:
        return False
    real_paths = {
        describe_program(path, host).real_path for path in followed_program.other_programs if path
    }
    enabled = (entry.path for entry in programs if entry.enabled)
    return "" in followed_program.other_programs or any(
        _find_compared_path(path, host) in real_paths for path in enabled
    )


def _find_compared_path(path: str, host: Host) -> str:
    """Return the path that the loader compares when a listed program is started, or ""."""
    followed_program = follow_scripts(describe_program(path, host), host)
    return "" if followed_program.is_found_at_run else followed_program.program.real_path


def _make_line(entry: ProgramEntry, followed_program: FollowedProgram) -> ProgramLine:
    """Return a listed program with what the loader compares, in words."""
    match = followed_program.program
    if followed_program.is_found_at_run:
        short_text = tr("known only at run time")
        return ProgramLine(entry, "", _OPEN_SCRIPT, is_unmatched=True, short_text=short_text)
    if not match.can_run:
        error = match.error.removeprefix(f"{entry.path} ")
        return ProgramLine(entry, "", error, is_unmatched=True)
    if match.state is ProgramState.SCRIPT or followed_program.notes:
        return ProgramLine(
            entry, match.real_path, tr("a script: the loader checks {path}", path=match.real_path)
        )
    if match.real_path != match.path:
        return ProgramLine(
            entry, match.real_path, tr("the loader checks {path}", path=match.real_path)
        )
    return ProgramLine(entry, match.real_path)


def _compare_listed(
    path: str, real_path: str, programs: Sequence[ProgramEntry], host: Host
) -> MatchResult:
    """Return whether a list matches a path that the loader compares.

    `path`: as the user gave it.
    """
    if not programs:
        sentence = tr("No programs listed, so it applies to all.")
        return MatchResult(path, MatchVerdict.MATCHES, sentence, real_path)
    enabled = [entry for entry in programs if entry.enabled]
    leading_entries = [
        entry for entry in programs if _find_compared_path(entry.path, host) == real_path
    ]
    entry = next((entry for entry in leading_entries if entry.enabled), None)
    if entry is not None:
        if entry.path == real_path:
            sentence = tr("The loader checks {path}, which is in the list.", path=real_path)
        else:
            sentence = tr(
                "The loader checks {path}, which matches {entry} in the list.",
                path=real_path,
                entry=entry.path,
            )
        return MatchResult(path, MatchVerdict.MATCHES, sentence, real_path)
    if leading_entries:
        sentence = tr("{path} is in the list but turned off.", path=leading_entries[0].path)
        return MatchResult(
            path, MatchVerdict.DOES_NOT, sentence, real_path, (), leading_entries[0].path
        )
    sentence = tr("The loader checks {path}, which is not in the list.", path=real_path)
    return MatchResult(
        path,
        MatchVerdict.DOES_NOT,
        sentence,
        real_path,
        _find_similar(real_path, enabled),
        real_path,
    )


def _list_path_notes(match: ProgramMatch) -> tuple[str, ...]:
    """Return sentences on a program's path, such as that it is a launcher."""
    # How the path that is started becomes the path that is compared.
    notes = [f"{match.sentence}."] if match.sentence else []
    if match.state is ProgramState.BINARY and render_launcher_note(match.real_path):
        notes.append(render_launcher_note(match.real_path))
    if match.elevation.is_elevated:
        notes.append(
            tr(
                "{reason}: the loader ignores your folders and most variables.",
                reason=match.elevation.explanation,
            )
        )
    elif match.elevation.explanation:
        notes.append(f"{match.elevation.explanation}.")
    return tuple(notes)


def _find_similar(real_path: str, enabled: Sequence[ProgramEntry]) -> tuple[str, ...]:
    """Return a sentence that names listed paths with the same file name, () if there are none."""
    name = posixpath.basename(real_path)
    same = [e.path for e in enabled if posixpath.basename(e.path).casefold() == name.casefold()]
    return (tr("{path}, which is in the list, is a different file.", path=same[0]),) if same else ()
