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
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.program_files import (
    NOT_ELEVATED,
    Elevation,
    Executable,
    RefusedProgram,
    find_elevation,
    find_executable,
)
from vkconfig_py.loader.files.safe_paths import read_beginning
from vkconfig_py.loader.platforms.local_paths import find_local_path
from vkconfig_py.loader.platforms.rules import Linking, get_platform_rules
from vkconfig_py.model.configuration.configuration import Target
from vkconfig_py.model.files.paths import is_folder, is_link
from vkconfig_py.model.programs.shell.syntax import (
    ANY_VARIABLE,
    MAX_SCRIPT_SIZE,
    ScriptVariable,
    StartedProgram,
    Unknown,
    UnknownCause,
    Value,
)
from vkconfig_py.model.programs.wrappers import (
    SHELL_NAMES,
    ShellCall,
    UnwrappedCommand,
    find_shell_call,
    unwrap,
)

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
        real_path: the path that the loader compares with app_keys; "" if nothing would run or it is
            unknown.
        interpreter: absolute path of the interpreter in a script's first line, else "".
        sentence: whether an override for `real_path` matches this start, as a sentence without its
            last full stop; "" if it obviously does.
        error: why it cannot be started, with the path, or "".
        elevation: whether the loader treats `real_path` as elevated, and which file attribute
            causes it.
        arguments: what it is started with; None if that is not known.
        variable_changes: variables that scripts and wrappers set on the way to `real_path`.
        final_arguments: the program that these start, with its arguments as far as they are known.
        starts_nothing: it is a script that starts no program.
    """

    state: ProgramState
    name: str = ""
    path: str = ""
    real_path: str = ""
    interpreter: str = ""
    sentence: str = ""
    error: str = ""
    elevation: Elevation = NOT_ELEVATED
    arguments: tuple[str, ...] | None = None
    variable_changes: tuple[ScriptVariable, ...] = ()
    final_arguments: tuple[str, ...] = ()
    starts_nothing: bool = False

    @property
    def can_run(self) -> bool:
        """True if the program is an executable or a script."""
        return self.state in (ProgramState.BINARY, ProgramState.SCRIPT)

    @property
    def why_unmatched(self) -> str:
        """Why the compared path is unknown, "" if it is known or no program is given."""
        if self.real_path or self.error or not self.name:
            return self.error
        return self.sentence


NO_MATCH = ProgramMatch(state=ProgramState.NONE)


def describe_program(path: str, host: Host) -> ProgramMatch:
    """Return what a program path, or a bare name in PATH, leads to."""
    if not path:
        return NO_MATCH
    name = posixpath.basename(path.rstrip("/")) or path
    executable = find_executable(path, host)
    if executable.refusal is not None:
        state = ProgramState(executable.refusal.value)
        return ProgramMatch(state=state, name=name, path=executable.path, error=executable.error)
    if executable.interpreter:
        real_path = executable.resolved_path
        if find_executable(real_path, host).refusal is RefusedProgram.NOT_FOUND:
            error = tr(
                "{path} cannot be started: its interpreter {interpreter} does not exist",
                path=executable.path,
                interpreter=executable.interpreter,
            )
            return ProgramMatch(ProgramState.NOT_FOUND, name, executable.path, error=error)
        return ProgramMatch(
            state=ProgramState.SCRIPT,
            name=name,
            path=executable.path,
            real_path=real_path,
            interpreter=executable.interpreter,
            sentence=tr(
                "{name} is a script: the loader checks {path}, so every script that "
                "{path} runs matches",
                name=name,
                path=real_path,
            ),
            elevation=find_elevation(real_path, host),
        )
    return ProgramMatch(
        state=ProgramState.BINARY,
        name=name,
        path=executable.path,
        real_path=executable.resolved_path,
        sentence=_explain_compared_path(name, executable, host),
        elevation=find_elevation(executable.resolved_path, host),
    )


def _explain_compared_path(name: str, executable: Executable, host: Host) -> str:
    """Return as a sentence if another path than the one started is compared, or ""."""
    path, real_path = executable.path, executable.resolved_path
    if is_windows_binary(real_path, host):
        return tr(
            "{name} is a Windows program: the loader checks the path of Wine's preloader, "
            "so a configuration applied only to this program has no effect",
            name=name,
        )
    if len(os.fsencode(real_path)) > _PATH_LIMIT:
        return tr(
            "The path to {name} is too long for the loader, so a configuration applied "
            "only to this program has no effect",
            name=name,
        )
    if posixpath.normpath(path) == real_path:
        return ""
    if is_link(Path(find_local_path(host.root, path))):
        return tr(
            "{name} is a symbolic link; the loader checks {path}",
            name=name,
            path=real_path,
        )
    return tr(
        "{name} is in a symlinked folder; the loader checks {path}",
        name=name,
        path=real_path,
    )


def find_wrong_folder(target: Target, host: Host) -> str:
    """Return the working folder of a program if it is not a folder, else ""."""
    folder = target.working_directory
    local_path = find_local_path(host.root, posixpath.join(host.working_directory, folder))
    return folder if folder and not is_folder(Path(local_path)) else ""


_WINE_PROGRAM_PATTERN = re.compile(
    r"wine(32|64)?(-stable|-development|-staging)?(-preloader)?|proton|umu-run"
)
_EXE_SUFFIX = ".exe"
_BITS_BY_MACHINE = {0x14C: 32, 0x8664: 64, 0xAA64: 64}  # PE machines: i386, x86-64, ARM64
# e_lfanew: where the PE header begins (PE format, "MS-DOS Stub").
_PE_HEADER_OFFSET = 0x3C
_MAX_HEADER_SIZE = 4096
_DOS_MAGIC = b"MZ"  # with which every Windows program begins


def find_windows_bits(
    program: ProgramMatch, arguments: Sequence[str], folder: str, host: Host
) -> int:
    """Return the word size (32 or 64) of the Windows program that is run, 0 if there is none."""
    # No file to read, as for a name that exists only inside Wine: assume 64.
    if not _is_wine(program.path, program.real_path):
        return _read_pe_bits(program.path, host) if _is_exe(program.path) else 0
    working_folder = folder or host.working_directory
    for argument in filter(_is_exe, arguments):
        return _read_pe_bits(posixpath.join(working_folder, argument), host) or 64
    return 64


def find_windows_program(program: str, arguments: Sequence[str]) -> str:
    """Return the name without .exe of the Windows program that Wine or Proton runs, or ""."""
    executable = next(filter(_is_exe, arguments), "") if _is_wine(program) else program
    return re.split(r"[/\\]", executable)[-1][: -len(_EXE_SUFFIX)] if _is_exe(executable) else ""


def _is_wine(*paths: str) -> bool:
    """True if one of these paths is that of Wine or Proton."""
    return any(_WINE_PROGRAM_PATTERN.fullmatch(posixpath.basename(path)) for path in paths)


def _is_exe(path: str) -> bool:
    return path.lower().endswith(_EXE_SUFFIX)


def is_windows_binary(path: str, host: Host) -> bool:
    """True if only Wine can run a file on this machine."""
    if get_platform_rules(host.platform).linking is Linking.LOAD_LIBRARY:
        return False
    try:
        return read_beginning(find_local_path(host.root, path), len(_DOS_MAGIC)) == _DOS_MAGIC
    except (OSError, ValueError):  # ValueError: a NUL byte in the path
        return False


def _read_pe_bits(path: str, host: Host) -> int:
    """Return the word size (32 or 64) of a Windows executable, 0 for another file."""
    try:
        data = read_beginning(find_local_path(host.root, path), _MAX_HEADER_SIZE)
        if not data.startswith(_DOS_MAGIC):
            return 0
        (header_offset,) = struct.unpack_from("<I", data, _PE_HEADER_OFFSET)
        signature, machine = struct.unpack_from("<4sH", data, header_offset)
    except (OSError, ValueError, struct.error):  # ValueError: a NUL byte in the path
        return 0
    return _BITS_BY_MACHINE.get(machine, 0) if signature == b"PE\0\0" else 0


_MAX_SCRIPTS = 8  # maximum length of a chain of scripts
_SHEBANG_READ_SIZE = 512
_SENTENCE_BY_LAUNCHER = {
    "flatpak": message(
        "flatpak starts programs in a sandbox with separate files: an override on this "
        "machine does not reach them."
    ),
    "snap": message(
        "snap starts programs in a sandbox with separate files: an override on this "
        "machine may not reach them."
    ),
    "bwrap": message(
        "bwrap starts a program in a sandbox: the loader checks its path inside the sandbox."
    ),
    "steam": message(
        "steam starts games as separate programs: the loader checks the path of each game."
    ),
    "wine": message(
        "wine is the program that loads Vulkan: the loader checks its path, not the game's."
    ),
    "env": message(
        "env is replaced by the program that it starts: the loader checks that program's path."
    ),
}


def render_launcher_note(real_path: str) -> str:
    """Return the sentence that a program is a launcher of others, or ""."""
    return render(_SENTENCE_BY_LAUNCHER.get(posixpath.basename(real_path), ""))


def is_shell(path: str) -> bool:
    """True if the file name is that of a POSIX shell."""
    return posixpath.basename(path) in SHELL_NAMES


class FollowedProgram(NamedTuple):
    """The program that a chain of shell scripts and wrappers starts.

    Attributes:
        program: the program that is compared; the last readable script if that program is unknown.
        is_found_at_run: the started program is known only at run time.
        starts_nothing: `program` is a script that starts no program.
        other_programs: other programs started on the way; "" for one known only at run time.
        arguments: those of `program`.
        variable_changes: variables that are set on the way, each once.
        folder: working folder of `program`.
    """

    program: ProgramMatch
    notes: tuple[str, ...] = ()
    is_found_at_run: bool = False
    is_run_by_shell: bool = False
    other_programs: tuple[str, ...] = ()
    arguments: tuple[Value, ...] = ()
    variable_changes: tuple[ScriptVariable, ...] = ()
    folder: Value = ""
    starts_nothing: bool = False


class _Session(NamedTuple):
    """Where the first program is started.

    `unknown_others` says why variables that it does not have are unknown, None if they are unset.
    """

    host: Host
    unknown_others: Unknown | None = None

    def make_environment(self, followed_program: FollowedProgram) -> dict[str, Value]:
        """Return the variables that a followed program gets, as far as they are known."""
        names = ("PATH", "HOME") if self.unknown_others is not None else self.host.environment
        environment: dict[str, Value] = {
            name: self.host.environment[name] for name in names if name in self.host.environment
        }
        for change in followed_program.variable_changes:
            if change.value is None:
                environment.pop(change.name, None)
            elif change.name != ANY_VARIABLE:
                environment[change.name] = change.value
        return environment

    def find_unknown_others(self, followed_program: FollowedProgram) -> Unknown | None:
        """Return why variables without a known value are unknown, None if they are unset."""
        unknown_values = (
            change.value
            for change in followed_program.variable_changes
            if change.name == ANY_VARIABLE
        )
        return next(
            (value for value in unknown_values if isinstance(value, Unknown)), self.unknown_others
        )

    def make_host(self, followed_program: FollowedProgram) -> Host:
        """Return the host as a followed program sees it, as far as that is known."""
        environment = self.make_environment(followed_program)
        variables = {name: value for name, value in environment.items() if isinstance(value, str)}
        folder = followed_program.folder if isinstance(followed_program.folder, str) else ""
        return self.host.replace_environment(variables)._replace(working_directory=folder or "/")


def follow_scripts(
    match: ProgramMatch, host: Host, arguments: Sequence[str] | None = None
) -> FollowedProgram:
    """Follow shell scripts and wrappers to the program that they start.

    Without `arguments` the program may be started with any, and from any session.
    """
    unknown_value = Unknown(UnknownCause.ARGUMENTS, match.path, 0)
    session = _Session(host, unknown_value if arguments is None else None)
    call_arguments = (unknown_value,) if arguments is None else tuple(arguments)
    followed_program = FollowedProgram(
        match, arguments=call_arguments, folder=host.working_directory
    )
    visited_scripts: list[tuple[str, tuple[Value, ...]]] = [(match.path, call_arguments)]
    while (next_program := _find_next_step(followed_program, session)) is not None:
        if next_program.is_found_at_run or next_program.starts_nothing:
            return next_program._replace(is_run_by_shell=True)
        repeated_index = next(
            (
                index
                for index, visited_step in enumerate(visited_scripts)
                if _is_repeated(visited_step, next_program)
            ),
            None,
        )
        if repeated_index is not None:
            circle = _describe_circle(
                match, [path for path, _given in visited_scripts[repeated_index:]]
            )
            return FollowedProgram(circle, is_run_by_shell=True)
        if len(visited_scripts) > _MAX_SCRIPTS:
            sentence = tr(
                "{name} starts a chain of more than {count} scripts; the final program is "
                "known only at run time.",
                name=match.name,
                count=_MAX_SCRIPTS,
            )
            return FollowedProgram(match, (sentence,), is_found_at_run=True, is_run_by_shell=True)
        visited_scripts.append((next_program.program.path, next_program.arguments))
        followed_program = next_program
    return followed_program._replace(
        is_run_by_shell=is_shell_script(followed_program.program, host)
    )


def _is_repeated(
    earlier_step: tuple[str, tuple[Value, ...]], current_step: FollowedProgram
) -> bool:
    """True if a script was followed before with the same arguments."""
    path, arguments = earlier_step
    has_unknown_argument = any(isinstance(argument, Unknown) for argument in arguments)
    return path == current_step.program.path and (
        has_unknown_argument or arguments == current_step.arguments
    )


def find_compared_program(
    path: str, host: Host, arguments: Sequence[str] | None = None
) -> ProgramMatch:
    """Return a program with the path that the loader compares after its scripts.

    If only a run can tell, `real_path` is "". Without `arguments` the program may be started with
    any.
    """
    match = describe_program(path, host)
    followed_program = follow_scripts(match, host, arguments)
    if followed_program.program.error:
        return followed_program.program
    exact_arguments = None if arguments is None else tuple(arguments)
    match = match._replace(
        arguments=exact_arguments, variable_changes=followed_program.variable_changes
    )
    if not followed_program.notes:
        return match
    run = followed_program.program
    if followed_program.is_found_at_run:
        sentence = " ".join(followed_program.notes).removesuffix(".")
        return match._replace(real_path="", sentence=sentence, elevation=NOT_ELEVATED)
    if followed_program.starts_nothing:
        sentence = " ".join(followed_program.notes).removesuffix(".")
        return match._replace(real_path=run.real_path, sentence=sentence, starts_nothing=True)
    reason = run.sentence or tr("The loader checks that program's path")
    sentence = " ".join((*followed_program.notes, reason))
    known_arguments = tuple(
        argument for argument in followed_program.arguments if isinstance(argument, str)
    )
    return match._replace(
        real_path=run.real_path,
        sentence=sentence,
        elevation=run.elevation,
        final_arguments=(run.path, *known_arguments),
    )


def list_variable_changes(program: ProgramMatch, host: Host) -> tuple[ScriptVariable, ...]:
    """Return the variables that scripts set before they start a program."""
    if not program.final_arguments and not program.variable_changes:
        return ()
    return find_compared_program(program.path, host, program.arguments).variable_changes


def apply_known_changes(host: Host, changes: Iterable[ScriptVariable]) -> Host:
    """Return the host with the variables that scripts set, where their values are known."""
    known_variables = (
        (change.name, change.value) for change in changes if not isinstance(change.value, Unknown)
    )
    return host.with_environment(known_variables)


def _find_next_step(followed_program: FollowedProgram, session: _Session) -> FollowedProgram | None:
    """Return the program that a script or wrapper starts, None if it is neither."""
    run, host = followed_program.program, session.host
    if is_shell_script(run, host):
        text = _read_if_possible(run.path, host, MAX_SCRIPT_SIZE).decode("utf-8", "replace")
        words = (*_parse_first_line(text), run.path, *followed_program.arguments)
        unwrapped_command = unwrap(words) or UnwrappedCommand(words)
        script_variables = [
            ScriptVariable(name, value, run.path, 1) for name, value in unwrapped_command.variables
        ]
        next_program = followed_program._replace(
            variable_changes=_merge_changes(followed_program.variable_changes, script_variables)
        )
        call = find_shell_call(unwrapped_command.words)
        options = call.options if call is not None and call.path == run.path else ()
        call = ShellCall(text, run.path, run.path, followed_program.arguments, options)
        return _follow_script(call, next_program, session)
    if run.state is ProgramState.BINARY:
        return _find_binary_step(followed_program, session)
    shim = describe_program(run.interpreter, host)
    return _make_shim_step(shim, followed_program) if shim.state is ProgramState.SCRIPT else None


def _find_binary_step(
    followed_program: FollowedProgram, session: _Session
) -> FollowedProgram | None:
    """Return what a wrapper (env) or a shell (sh -c) starts, None for another executable."""
    run = followed_program.program
    if is_shell(run.real_path):
        call = find_shell_call((run.path, *followed_program.arguments))
        if call is None:
            return None
        if not call.path:
            return _follow_script(call, followed_program, session)
        program_path = posixpath.join(
            session.make_host(followed_program).working_directory, call.path
        )
        text = _read_if_possible(program_path, session.host, MAX_SCRIPT_SIZE).decode(
            "utf-8", "replace"
        )
        return _follow_script(call._replace(text=text), followed_program, session)
    unwrapped_command = unwrap((run.path, *followed_program.arguments))
    if unwrapped_command is None or not isinstance(unwrapped_command.words[0], str):
        return None
    script_variables = [
        ScriptVariable(name, value, run.path, 0) for name, value in unwrapped_command.variables
    ]
    if unwrapped_command.clears_environment:
        environment = session.make_environment(followed_program)
        script_variables = [
            *(ScriptVariable(name, None, run.path, 0) for name in environment),
            *script_variables,
        ]
    folder = unwrapped_command.folder or followed_program.folder
    wrapped_program = followed_program._replace(
        folder=folder,
        variable_changes=_merge_changes(followed_program.variable_changes, script_variables),
    )
    match = describe_program(unwrapped_command.words[0], session.make_host(wrapped_program))
    note = tr(
        "{name} starts {target}.", name=run.name, target=match.path or unwrapped_command.words[0]
    )
    return wrapped_program._replace(
        program=match, notes=(*followed_program.notes, note), arguments=unwrapped_command.words[1:]
    )


def _merge_changes(
    earlier_changes: Sequence[ScriptVariable], later_changes: Iterable[ScriptVariable]
) -> tuple[ScriptVariable, ...]:
    """Return the changes of variables, where a later one replaces an earlier one."""
    return tuple({change.name: change for change in (*earlier_changes, *later_changes)}.values())


def _parse_first_line(text: str) -> list[str]:
    """Return what the kernel runs for a script: its interpreter, and at most one argument."""
    line = text.partition("\n")[0]
    return line[2:].strip().split(None, 1) if line.startswith("#!") else []


def _follow_script(
    call: ShellCall, previous_program: FollowedProgram, session: _Session
) -> FollowedProgram | None:
    """Return the program that a shell script starts last, None if it starts none."""
    # Imported here: few programs are started by scripts.
    from vkconfig_py.model.programs.shell.scripts import list_started_programs

    environment, host = (
        session.make_environment(previous_program),
        session.make_host(previous_program),
    )
    other_variables = session.find_unknown_others(previous_program)
    started_programs = list_started_programs(
        call.name, call.text, host, call.arguments, environment, other_variables, call.options
    )
    if (
        not started_programs or not started_programs[-1].words[0]
    ):  # exec "": there is no such program
        note = tr(
            "{name} is a script that does not start a program.", name=previous_program.program.name
        )
        return previous_program._replace(notes=(*previous_program.notes, note), starts_nothing=True)
    last_program = started_programs[-1]
    program_sentences = dict.fromkeys(
        path for program in started_programs[:-1] for path in _list_other_programs(program, session)
    )
    is_certain = last_program.is_certain and not any(
        program.is_final for program in started_programs[:-1]
    )
    followed_program = previous_program._replace(
        variable_changes=_merge_changes(previous_program.variable_changes, last_program.changes),
        folder=last_program.folder,
        other_programs=(*previous_program.other_programs, *program_sentences),
    )
    run = _find_started_program(last_program, followed_program, session) if is_certain else None
    if (
        run is not None
        and run.program.error
        and (last_program.is_final or len(started_programs) == 1)
    ):
        return run
    name = previous_program.program.name
    if run is None or run.program.error:
        note = tr(
            "{name} is a script: line {line} may start a program whose path is known only "
            "at run time.",
            name=name,
            line=last_program.line,
        )
        followed_program = _unwrap_started(last_program, followed_program)[1]
        return followed_program._replace(
            notes=(*previous_program.notes, note), is_found_at_run=True
        )
    if last_program.is_final:
        note = tr(
            "{name} is a script: line {line} hands off to {target}.",
            name=name,
            line=last_program.line,
            target=run.program.path,
        )
    else:
        note = tr(
            "{name} is a script: line {line} starts {target}.",
            name=name,
            line=last_program.line,
            target=run.program.path,
        )
    return run._replace(notes=(*previous_program.notes, note))


def _list_other_programs(started_program: StartedProgram, session: _Session) -> Iterator[str]:
    """Yield the path of a program that a script starts on the way, "" if only a run can tell."""
    is_path_known = isinstance(started_program.words[0], str)
    followed_program = FollowedProgram(
        NO_MATCH, variable_changes=started_program.changes, folder=started_program.folder
    )
    run = _find_started_program(started_program, followed_program, session)
    if run is not None and run.program.can_run:
        yield run.program.path
    elif not is_path_known or _is_shell(
        describe_program(str(started_program.words[0]), session.make_host(followed_program))
    ):
        yield ""


def _unwrap_started(
    started_program: StartedProgram, followed_program: FollowedProgram
) -> tuple[tuple[Value, ...], FollowedProgram]:
    """Return the words of the program that wrappers start, and what they set for it."""
    unwrapped_command = unwrap(started_program.words)
    if unwrapped_command is None or unwrapped_command.clears_environment:
        return started_program.words, followed_program
    file, line = started_program.file, started_program.line
    script_variables = [
        ScriptVariable(name, value, file, line) for name, value in unwrapped_command.variables
    ]
    changes = _merge_changes(followed_program.variable_changes, script_variables)
    return unwrapped_command.words, followed_program._replace(
        variable_changes=changes, folder=unwrapped_command.folder or followed_program.folder
    )


def _find_started_program(
    started_program: StartedProgram, followed_program: FollowedProgram, session: _Session
) -> FollowedProgram | None:
    """Return the program that a command starts, None if only a run can tell."""
    words, followed_program = _unwrap_started(started_program, followed_program)
    word, host = words[0], session.make_host(followed_program)
    if isinstance(word, Unknown):
        return None
    is_command_name = "/" not in word
    if (
        isinstance(session.make_environment(followed_program).get("PATH"), Unknown)
        and is_command_name
    ):
        return None
    if (
        isinstance(followed_program.folder, Unknown)
        and not is_command_name
        and not word.startswith("/")
    ):
        return None
    match = describe_program(word, host)
    if _is_shell(match) and find_shell_call(words) is None:
        return None
    return followed_program._replace(program=match, arguments=words[1:])


def _describe_circle(match: ProgramMatch, circle: Sequence[str]) -> ProgramMatch:
    """Return a program whose scripts start each other, so far as they can be read."""
    path_text = " → ".join((*circle, circle[0]))
    error = tr(
        "{path} does not start a program because of a script loop: {way}",
        path=match.path,
        way=path_text,
    )
    return ProgramMatch(ProgramState.CIRCLE, match.name, match.path, error=error)


def _make_shim_step(shim: ProgramMatch, followed_program: FollowedProgram) -> FollowedProgram:
    """Follow a script to its interpreter if that is a script too, as with version managers."""
    note = tr(
        "{name} is a script run by {path}, which is also a script.",
        name=followed_program.program.name,
        path=shim.path,
    )
    return followed_program._replace(program=shim, notes=(*followed_program.notes, note))


def is_shell_script(match: ProgramMatch, host: Host) -> bool:
    """True if a shell runs the file, as it does with text files without a "#!" line."""
    # The "#!" line decides, even if the interpreter may call a shell.
    if match.state is ProgramState.SCRIPT:
        return is_shell(match.interpreter) or _is_shell(describe_program(match.interpreter, host))
    if match.state is not ProgramState.BINARY:
        return False
    # execve(2) refuses such a file (ENOEXEC), and the shell runs it itself.
    start = _read_if_possible(match.path, host, _SHEBANG_READ_SIZE)
    return bool(start) and b"\0" not in start and not start.startswith((b"#!", b"\x7fELF"))


def _is_shell(match: ProgramMatch) -> bool:
    """True if a program is a POSIX shell."""
    return match.state is ProgramState.BINARY and is_shell(match.real_path)


def _read_if_possible(path: str, host: Host, limit: int) -> bytes:
    """Return the beginning of a file, b"" if it cannot be read. `limit`: in bytes."""
    try:
        return read_beginning(find_local_path(host.root, path), limit)
    except (OSError, ValueError):
        return b""
