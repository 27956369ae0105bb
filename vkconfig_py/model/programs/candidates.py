"""What the picker of programs and `list --programs` offer, in sections."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.program_files import find_executable
from vkconfig_py.loader.platforms.rules import Linking, rules_of
from vkconfig_py.model.configuration.configuration import (
    NO_PROGRAM,
    ProgramOptions,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.default_options import shown_name
from vkconfig_py.model.configuration.option_sets import sets_of, started, with_option_set
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.programs.command_line import command_text
from vkconfig_py.model.programs.desktop_entries import DesktopEntry, Sandbox, find_entries
from vkconfig_py.model.programs.known_tools import Tool, find_tools
from vkconfig_py.model.programs.running_programs import RunningProgram, find_running
from vkconfig_py.model.programs.steam_games import SteamGame, find_games

OPTION_SET = tr("option set")
CONTAINED = tr("runs in a container: paths there are other files")
IN_SANDBOX = tr("own loader and layers; needs access to see yours")
BY_STEAM = tr("Steam starts it: choosing copies launch options to paste there")


class ProgramSection(StrEnum):
    """Where a program was found; in the order of the list."""

    TYPED = "typed"
    RECENT = "recent"
    RUNNING = "running"
    TOOLS = "tools"
    GAMES = "games"
    APPLICATIONS = "applications"


SECTIONS = {
    ProgramSection.TYPED: tr("Typed"),
    ProgramSection.RECENT: tr("Recent"),
    ProgramSection.RUNNING: tr("Running with Vulkan now"),
    ProgramSection.TOOLS: tr("Vulkan tools"),
    ProgramSection.GAMES: tr("Steam games"),
    ProgramSection.APPLICATIONS: tr("Applications"),
}


class ProgramCandidate(NamedTuple):
    """A program that can be chosen.

    Attributes:
        note: what to know before choosing it, or "".
        steam: AppID of a game that Steam starts, which then has no target.
        command: the line that would be typed; made once, since searches and keys read it often.
    """

    section: ProgramSection
    name: str
    target: Target = NO_PROGRAM
    variables: tuple[Variable, ...] = ()
    note: str = ""
    steam: str = ""
    command: str = ""

    @classmethod
    def of(
        cls,
        section: ProgramSection,
        name: str,
        target: Target,
        variables: tuple[Variable, ...] = (),
        note: str = "",
    ) -> ProgramCandidate:
        return cls(section, name, target, variables, note, "", command_text(target, variables))

    @classmethod
    def recent(cls, target: Target) -> ProgramCandidate:
        name = f"{_name(target)}: {target.options}" if target.options else _name(target)
        return cls.of(ProgramSection.RECENT, name, target)

    @classmethod
    def typed(cls, target: Target, variables: tuple[Variable, ...]) -> ProgramCandidate:
        return cls.of(ProgramSection.TYPED, _name(target), target, variables)

    @property
    def key(self) -> str:
        options, folder = self.target.options, self.target.working_directory
        return "\n".join((self.section, self.steam, options, folder, self.command))


class Chosen(NamedTuple):
    """Programs that the user has chosen or that configurations name, and their option sets."""

    programs: tuple[Target, ...] = ()
    options: tuple[ProgramOptions, ...] = ()

    @classmethod
    def of(cls, workspace: Workspace) -> Chosen:
        own = (one.target for one in workspace.configurations)
        found: list[Target] = []
        for one in (workspace.program, *workspace.recent, workspace.last_program, *own):
            one = started(one, workspace.options)
            if one.program and all(one[:4] != known[:4] for known in found):
                found.append(one)
        return cls(tuple(found), workspace.options)


def find_candidates(chosen: Chosen, host: Host) -> tuple[ProgramCandidate, ...]:
    """Every program once, in the order of the sections; reads the disk and never raises."""
    recent = (_still_there(one, host) for one in chosen.programs)
    if rules_of(host.platform).linking is not Linking.LD_SO:  # other systems have none of these
        return tuple(_once(recent))
    sources: tuple[Callable[[], Iterable[ProgramCandidate]], ...] = (
        lambda: _with_sets(recent, chosen.options),
        lambda: map(_running, find_running(Path(f"{host.root}{host.built_in('/proc')}"))),
        lambda: _with_sets(map(_tool, find_tools(host)), chosen.options),
        lambda: map(_game, find_games(host)),
        lambda: map(_application, find_entries(host)),
    )
    return tuple(_once(candidate for source in sources for candidate in source()))


def _with_sets(
    candidates: Iterable[ProgramCandidate], options: Sequence[ProgramOptions]
) -> Iterator[ProgramCandidate]:
    """Each program, and behind it one for each of its option sets."""
    for one in candidates:
        yield one
        program = one.target.program
        for each in sets_of(options, program):
            name = f"{posixpath.basename(program)}: {shown_name(each.name)}"
            target = with_option_set(Target(program), each)
            yield ProgramCandidate.of(
                one.section, name, target, note="" if one.note else OPTION_SET
            )


def matching(candidates: Sequence[ProgramCandidate], query: str) -> list[ProgramCandidate]:
    """Candidates with every word of the query in name or command."""
    words = query.casefold().split()
    if not words:
        return list(candidates)
    return [one for one in candidates if all(word in _searched(one) for word in words)]


def _searched(one: ProgramCandidate) -> str:
    return f"{one.name}\n{one.command}\n{SECTIONS[one.section] if one.steam else ''}".casefold()


def _once(candidates: Iterable[ProgramCandidate]) -> Iterator[ProgramCandidate]:
    seen: set[str] = set()
    for one in candidates:
        # A tool or application stands in its section also while it runs.
        named = f"{one.target.options}\n{one.command}"
        key = one.key if one.section is ProgramSection.RUNNING else one.steam or named
        if key not in seen:
            seen.add(key)
            yield one


def _still_there(target: Target, host: Host) -> ProgramCandidate:
    error = find_executable(target.program, host).error
    return ProgramCandidate.recent(target)._replace(note=error.removeprefix(f"{target.program} "))


def _name(target: Target) -> str:
    return posixpath.basename(target.program) or target.program


def _running(one: RunningProgram) -> ProgramCandidate:
    target = Target(one.program, one.arguments, one.folder)
    name = f"{posixpath.basename(one.program)} ({one.pid})"
    return ProgramCandidate.of(
        ProgramSection.RUNNING, name, target, note=CONTAINED if one.contained else ""
    )


def _tool(tool: Tool) -> ProgramCandidate:
    target = Target(tool.program, tool.arguments)
    return ProgramCandidate.of(
        ProgramSection.TOOLS, posixpath.basename(tool.program), target, note=tool.about
    )


def _game(game: SteamGame) -> ProgramCandidate:
    return ProgramCandidate(ProgramSection.GAMES, game.name, note=BY_STEAM, steam=game.number)


def _application(entry: DesktopEntry) -> ProgramCandidate:
    program, *arguments = entry.command
    notes = [f"{entry.sandbox}: {IN_SANDBOX}"] if entry.sandbox is not Sandbox.NONE else []
    if entry.terminal:
        notes.append(tr("made for a terminal"))
    return ProgramCandidate.of(
        ProgramSection.APPLICATIONS,
        entry.name,
        Target(program, tuple(arguments), entry.folder),
        tuple(Variable(name, value) for name, value in entry.variables),
        "; ".join(notes),
    )
