"""What the picker of programs and `run --list` offer, in sections; command lines as typed."""

from __future__ import annotations

import os
import posixpath
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.processes import (
    DELETED_SUFFIX,
    has_loader,
    list_processes,
    read_process,
)
from vkconfig_py.loader.files.program_files import find_executable
from vkconfig_py.loader.files.steam_libraries import VdfObject, find_steam_libraries, read_vdf
from vkconfig_py.loader.platforms.rules import Linking, get_platform_rules
from vkconfig_py.model.configuration.configuration import (
    NO_PROGRAM,
    ProgramOptions,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.option_sets import (
    apply_chosen_set,
    apply_option_set,
    get_display_name,
    get_sets,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.files.paths import is_folder
from vkconfig_py.model.programs.desktop_entries import DesktopEntry, Sandbox, find_entries

_ASSIGNMENT_PATTERN = re.compile(r"([A-Za-z_]\w*)=(.*)", re.ASCII | re.DOTALL)
_SHELL_OPERATORS = frozenset({"|", "||", "&", "&&", ";", "<", ">", ">>", "2>", "2>&1", "|&"})
UNCLOSED_QUOTE = tr("The closing quotation mark is missing.")
NO_PROGRAM_NAME = tr("Enter a program after the variables.")
SHELL_SYNTAX_REFUSED = tr("{} is shell syntax. Use sh -c '…' for such a command.")


class CommandLine(NamedTuple):
    """What a typed command line means.

    Attributes:
        error: why it cannot be started, as a sentence; "" if it can.
    """

    target: Target = NO_PROGRAM
    variables: tuple[Variable, ...] = ()
    error: str = ""


def parse_command(text: str, home: str = "") -> CommandLine:
    """Parse a command line in words as a POSIX shell would. Only a leading ~ is expanded."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        return CommandLine(error=render_quoting_error(error))
    operator = next((word for word in words if word in _SHELL_OPERATORS), "")
    if operator:
        return CommandLine(error=SHELL_SYNTAX_REFUSED.format(operator))
    variables = []
    while words and (match := _ASSIGNMENT_PATTERN.fullmatch(words[0])):
        variables.append(Variable(match[1], match[2]))
        words.pop(0)
    if not words:
        return CommandLine(variables=tuple(variables), error=NO_PROGRAM_NAME if variables else "")
    program = f"{home}{words[0][1:]}" if home and words[0].startswith("~/") else words[0]
    return CommandLine(Target(program, tuple(words[1:])), tuple(variables))


def check_command(text: str, host: Host) -> CommandLine:
    """Parse a command line, and report if its program cannot be started.

    A name without folder is searched in PATH.
    """
    command = parse_command(text, host.environment.get("HOME", ""))
    if command.error or not command.target.program:
        return command
    executable = find_executable(command.target.program, host)
    if executable.refusal is not None:
        return command._replace(error=f"{executable.error}.")
    return command._replace(target=command.target._replace(program=executable.path))


def render_command(target: Target, variables: Sequence[Variable] = ()) -> str:
    """Return the command line for a program with its arguments and variables."""
    if not target.program:
        return ""
    assignments = [f"{variable.name}={shlex.quote(variable.value or '')}" for variable in variables]
    return " ".join([*assignments, shlex.join((target.program, *target.arguments))])


def render_quoting_error(error: ValueError) -> str:
    """Return as a sentence why shlex could not split a command line."""
    # shlex has two errors: "No closing quotation", and "No escaped character" after a last \.
    return (
        UNCLOSED_QUOTE
        if "quotation" in str(error)
        else tr("A trailing backslash has nothing to escape.")
    )


OPTION_SET = tr("option set")
IN_CONTAINER = tr("runs in a container, where paths refer to different files")
IN_SANDBOX = tr("uses a separate loader and layers; needs permission to see yours")
BY_STEAM = tr("Copy launch options to paste into Steam")


class ProgramSection(StrEnum):
    """Where a program was found. The list of programs has its sections in this order."""

    TYPED = "typed"
    RECENT = "recent"
    OPTION_SETS = "option sets"  # of recent programs, that were not used yet
    RUNNING = "running"
    TOOLS = "tools"
    GAMES = "games"
    APPLICATIONS = "applications"


TITLE_BY_PROGRAM_SECTION = {
    ProgramSection.TYPED: tr("As typed"),
    ProgramSection.RECENT: tr("Recent"),
    ProgramSection.OPTION_SETS: tr("Option sets"),
    ProgramSection.RUNNING: tr("Running Vulkan programs"),
    ProgramSection.TOOLS: tr("Vulkan tools"),
    ProgramSection.GAMES: tr("Steam games"),
    ProgramSection.APPLICATIONS: tr("Applications"),
}


class ProgramCandidate(NamedTuple):
    """A program that can be chosen.

    Attributes:
        note: what to know before choosing it, or "".
        steam_number: AppID of a game that Steam starts, which then has no target.
        command: the line that would be typed; made once, since searches and keys read it often.
    """

    section: ProgramSection
    name: str
    target: Target = NO_PROGRAM
    variables: tuple[Variable, ...] = ()
    note: str = ""
    steam_number: str = ""
    command: str = ""

    @classmethod
    def from_target(
        cls,
        section: ProgramSection,
        name: str,
        target: Target,
        variables: tuple[Variable, ...] = (),
        note: str = "",
    ) -> ProgramCandidate:
        """Return a candidate for a program with its arguments and working folder.

        Args:
            section: where it was found.
            name: shown in the list.
            target: the program.
            variables: that are set for it.
            note: what to know before choosing it, or "".
        """
        return cls(section, name, target, variables, note, "", render_command(target, variables))

    @classmethod
    def from_recent(cls, target: Target) -> ProgramCandidate:
        """Return a candidate for a program that was launched before."""
        name = f"{_make_name(target)}: {target.options}" if target.options else _make_name(target)
        return cls.from_target(ProgramSection.RECENT, name, target)

    @classmethod
    def from_typed(cls, target: Target, variables: tuple[Variable, ...]) -> ProgramCandidate:
        """Return a candidate for a command that the user typed."""
        return cls.from_target(ProgramSection.TYPED, _make_name(target), target, variables)

    @property
    def key(self) -> str:
        """What tells this candidate from all others."""
        options, folder = self.target.options, self.target.working_directory
        return "\n".join((self.section, self.steam_number, options, folder, self.command))


class ChosenPrograms(NamedTuple):
    """Programs that the user has chosen or that configurations name, and their option sets."""

    programs: tuple[Target, ...] = ()
    options: tuple[ProgramOptions, ...] = ()

    @classmethod
    def from_workspace(cls, workspace: Workspace) -> ChosenPrograms:
        """Return the programs that a workspace's configurations name or that were launched."""
        configured_targets = (configuration.target for configuration in workspace.configurations)
        targets: list[Target] = []
        for target in (
            workspace.program,
            *workspace.recent_programs,
            workspace.last_program,
            *configured_targets,
        ):
            target = apply_chosen_set(target, workspace.program_options)
            if target.program and all(
                target[:4] != earlier_target[:4] for earlier_target in targets
            ):
                targets.append(target)
        return cls(tuple(targets), workspace.program_options)


def find_candidates(chosen_programs: ChosenPrograms, host: Host) -> tuple[ProgramCandidate, ...]:
    """Return every program once, section by section. Reads the disk and never raises."""
    recent_candidates = [_make_recent(program, host) for program in chosen_programs.programs]
    if (
        get_platform_rules(host.platform).linking is not Linking.LD_SO
    ):  # other systems have none of these
        return tuple(_drop_repeated(recent_candidates))
    sources: tuple[Callable[[], Iterable[ProgramCandidate]], ...] = (
        lambda: recent_candidates,
        lambda: _list_option_sets(recent_candidates, chosen_programs.options),
        lambda: map(_make_running, find_running(Path(f"{host.root}{host.add_prefix('/proc')}"))),
        lambda: _add_option_sets(map(_make_tool, find_tools(host)), chosen_programs.options),
        lambda: map(_make_game, find_games(host)),
        lambda: map(_make_application, find_entries(host)),
    )
    return tuple(_drop_repeated(candidate for source in sources for candidate in source()))


def _add_option_sets(
    candidates: Iterable[ProgramCandidate], options: Sequence[ProgramOptions]
) -> Iterator[ProgramCandidate]:
    """Yield each program, followed by a candidate for each of its option sets."""
    for candidate in candidates:
        yield candidate
        yield from _make_option_sets(candidate, candidate.section, options)


def _list_option_sets(
    recent_candidates: Iterable[ProgramCandidate], options: Sequence[ProgramOptions]
) -> Iterator[ProgramCandidate]:
    """Yield the option sets of recent programs; those that were used are recent themselves."""
    for candidate in recent_candidates:
        yield from _make_option_sets(candidate, ProgramSection.OPTION_SETS, options)


def _make_option_sets(
    candidate: ProgramCandidate, section: ProgramSection, options: Sequence[ProgramOptions]
) -> Iterator[ProgramCandidate]:
    """Yield a candidate for each option set of a program."""
    program = candidate.target.program
    for option_set in get_sets(options, program):
        name = f"{posixpath.basename(program)}: {get_display_name(option_set.name)}"
        target = apply_option_set(Target(program), option_set)
        note = "" if candidate.note or section is ProgramSection.OPTION_SETS else OPTION_SET
        yield ProgramCandidate.from_target(section, name, target, note=note)


def find_matching(candidates: Sequence[ProgramCandidate], query: str) -> list[ProgramCandidate]:
    """Return the candidates with every word of a search in name or command.

    Sections that have a name which begins with the query come first.
    """
    words = query.casefold().split()
    if not words:
        return list(candidates)
    matches = [
        candidate
        for candidate in candidates
        if all(word in _get_searched_text(candidate) for word in words)
    ]
    leading_sections = {
        match.section for match in matches if match.name.casefold().startswith(" ".join(words))
    }
    # A stable sort: sections stay together, and in their order otherwise.
    return sorted(matches, key=lambda match: match.section not in leading_sections)


def _get_searched_text(candidate: ProgramCandidate) -> str:
    """Return the case-folded text of a candidate that a search looks through."""
    section = TITLE_BY_PROGRAM_SECTION[candidate.section] if candidate.steam_number else ""
    return f"{candidate.name}\n{candidate.command}\n{section}".casefold()


def _drop_repeated(candidates: Iterable[ProgramCandidate]) -> Iterator[ProgramCandidate]:
    """Yield the candidates without those that stand in an earlier section already.

    Every running process stays.
    """
    seen_names: set[str] = set()
    for candidate in candidates:
        # A tool or application stands in its section also while it runs.
        duplicate_key = f"{candidate.target.options}\n{candidate.command}"
        key = (
            candidate.key
            if candidate.section is ProgramSection.RUNNING
            else candidate.steam_number or duplicate_key
        )
        if key not in seen_names:
            seen_names.add(key)
            yield candidate


def _make_recent(target: Target, host: Host) -> ProgramCandidate:
    """Return a candidate for a program launched before, with a note if it can no longer start."""
    error = find_executable(target.program, host).error
    return ProgramCandidate.from_recent(target)._replace(
        note=error.removeprefix(f"{target.program} ")
    )


def _make_name(target: Target) -> str:
    """Return the file name of a program."""
    return posixpath.basename(target.program) or target.program


def _make_running(program: RunningProgram) -> ProgramCandidate:
    """Return a candidate for a running program, with its process number."""
    target = Target(program.program, program.arguments, program.folder)
    name = f"{posixpath.basename(program.program)} ({program.pid})"
    return ProgramCandidate.from_target(
        ProgramSection.RUNNING, name, target, note=IN_CONTAINER if program.is_in_container else ""
    )


def _make_tool(tool: Tool) -> ProgramCandidate:
    """Return a candidate for a Vulkan tool."""
    target = Target(tool.program, tool.arguments)
    return ProgramCandidate.from_target(
        ProgramSection.TOOLS, posixpath.basename(tool.program), target, note=tool.description
    )


def _make_game(game: SteamGame) -> ProgramCandidate:
    """Return a candidate for a game that Steam starts."""
    return ProgramCandidate(
        ProgramSection.GAMES, game.name, note=BY_STEAM, steam_number=game.number
    )


def _make_application(entry: DesktopEntry) -> ProgramCandidate:
    """Return a candidate for an application of the desktop."""
    program, *arguments = entry.command
    notes = [f"{entry.sandbox}: {IN_SANDBOX}"] if entry.sandbox is not Sandbox.NONE else []
    if entry.needs_terminal:
        notes.append(tr("terminal program"))
    return ProgramCandidate.from_target(
        ProgramSection.APPLICATIONS,
        entry.name,
        Target(program, tuple(arguments), entry.folder),
        tuple(Variable(name, value) for name, value in entry.variables),
        "; ".join(notes),
    )


# Vulkan programs that most machines with Vulkan tools have.


class Tool(NamedTuple):
    """A program, with arguments that are useful under a configuration."""

    program: str
    arguments: tuple[str, ...]
    description: str


TOOLS = (
    Tool("vkcube", (), tr("Draws a spinning cube")),
    Tool("vkcubepp", (), tr("Draws a spinning cube using the C++ bindings")),
    Tool("vkcube-wayland", (), tr("Draws a spinning cube on Wayland")),
    Tool("vulkaninfo", (), tr("Lists devices, layers and extensions")),
    Tool("vulkanCapsViewer", (), tr("Shows device capabilities in a window")),
    Tool("vkgears", (), tr("Draws gears and counts frames")),
    Tool("vkmark", (), tr("Measures frame rates in several scenes")),
    Tool("vkpeak", (), tr("Measures compute performance of the first device")),
    Tool("vkoverhead", (), tr("Measures driver call overhead")),
    Tool(
        "gfxrecon-replay",
        (),
        tr("Replays a GFXReconstruct capture: add the capture file's path as an argument"),
    ),
)


def find_tools(host: Host) -> Iterator[Tool]:
    """Yield the installed Vulkan tools with their paths, of the system and of an SDK."""
    sdk = host.environment.get("VULKAN_SDK", "").rstrip("/")
    for tool in TOOLS:
        names = [tool.program, *([f"{sdk}/bin/{tool.program}"] if sdk.startswith("/") else [])]
        executables = (find_executable(name, host) for name in names)
        real_paths: set[str] = set()
        for executable in executables:
            if executable.refusal is None and executable.resolved_path not in real_paths:
                real_paths.add(executable.resolved_path)
                yield tool._replace(program=executable.path)


# Games installed by Steam, from the manifests of each of its libraries.

_MAX_GAMES = 5000
# Installed as games are: what runs them, and what they share.
_STEAM_TOOL_NAME_PATTERN = re.compile(
    r"Proton\b|Steam Linux Runtime|Steamworks Common Redistributables|SteamVR$"
)


class SteamGame(NamedTuple):
    """An installed game.

    Attributes:
        number: its AppID.
        folder: where it is installed.
    """

    number: str
    name: str
    folder: str


def parse_manifest(document: VdfObject, library: str) -> SteamGame | None:
    """Return the game of Steam's appmanifest in a library folder, or None if it is not a game."""
    state = document.get("appstate")
    if not isinstance(state, Mapping):
        return None
    number, name, folder = (state.get(key) for key in ("appid", "name", "installdir"))
    if not (isinstance(number, str) and isinstance(name, str) and isinstance(folder, str)):
        return None
    if not number.isdecimal() or not name or _STEAM_TOOL_NAME_PATTERN.match(name):
        return None
    return SteamGame(number, name, f"{library}/steamapps/common/{folder}")


def find_games(host: Host) -> tuple[SteamGame, ...]:
    """Return the games that Steam has installed, by name. Never raises."""
    home = host.environment.get("HOME", "")
    games: dict[str, SteamGame] = {}
    for library in find_steam_libraries(f"{host.root}{home}") if home else ():
        for file in _list_manifests(library):
            game = parse_manifest(read_vdf(file), library.removeprefix(host.root))
            if game is not None:
                games.setdefault(game.number, game)
            if len(games) >= _MAX_GAMES:
                break
    return tuple(sorted(games.values(), key=lambda game: (game.name.casefold(), game.number)))


def _list_manifests(library: str) -> list[str]:
    """Return the paths of the appmanifests in a library folder of Steam."""
    folder = f"{library}/steamapps"
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in entries]
    except (OSError, ValueError):
        return []
    manifests = (
        name for name in names if name.startswith("appmanifest_") and name.endswith(".acf")
    )
    return [f"{folder}/{name}" for name in sorted(manifests)[:_MAX_GAMES]]


# Programs of this user that run with Vulkan now, from /proc.

PROC_FOLDER = Path("/proc")


class RunningProgram(NamedTuple):
    """A process that has loaded a Vulkan loader.

    Attributes:
        program: its executable, the path that the loader compares.
        folder: its working folder, "" if unknown or gone.
        is_in_container: it runs in a file system of its own, where paths mean other files.
    """

    pid: int
    program: str
    arguments: tuple[str, ...] = ()
    folder: str = ""
    is_in_container: bool = False


def find_running(proc: Path = PROC_FOLDER) -> tuple[RunningProgram, ...]:
    """Return the running programs that use Vulkan, by name. Never raises."""
    pids = (pid for pid in list_processes(str(proc)) if pid != os.getpid())
    programs = (_read_running_program(pid, str(proc)) for pid in pids if has_loader(pid, str(proc)))
    return tuple(sorted(filter(None, programs), key=_make_sort_key))


def find_vulkan_programs(proc: Path = PROC_FOLDER) -> tuple[str, ...]:
    """Return the executables of running programs that use Vulkan, by name. Never raises."""
    return tuple(dict.fromkeys(program.program for program in find_running(proc)))


def _make_sort_key(program: RunningProgram) -> tuple[str, str, int]:
    return program.program.rpartition("/")[2].casefold(), program.program, program.pid


def _read_running_program(pid: int, proc: str) -> RunningProgram | None:
    """Return what a process runs, None if it does not use Vulkan or cannot be read."""
    facts = read_process(pid, proc)
    # What was replaced while it runs cannot be started again.
    if facts is None or not facts.program or facts.is_program_deleted:
        return None
    # The kernel marks a folder that is gone; a program cannot be started in it.
    is_gone = facts.folder.endswith(DELETED_SUFFIX) and not is_folder(Path(facts.folder))
    folder = "" if is_gone else facts.folder
    return RunningProgram(pid, facts.program, facts.arguments, folder, bool(facts.root))
