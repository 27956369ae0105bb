"""Variables in the syntax of shells and launch options, and a program with them for launchers.

A value that a shell or file cannot hold is refused with the reason, never approximated. Parsing
runs nothing: only literal text is evaluated.

Shells: POSIX.1-2017, Shell Command Language, 2.2 (quoting), 2.3 (a # begins a comment only where a
word begins) and 2.9.1 (assignments before the name of a command). Launchers: Desktop Entry
Specification 1.5, "The Exec key"; systemd.exec(5) and systemd.service(5), "Command lines"; the
documents of the others.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from pathlib import PurePath
from shutil import which
from typing import Any

from vkconfig_py.language.sentences import Message, message, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.own_process import make_own_command
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.search_paths import LIST_VARIABLES
from vkconfig_py.loader.platforms.rules import get_platform_rules
from vkconfig_py.model.configuration.configuration import Target, Variable

_NAME_PATTERN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_POWERSHELL_QUOTE_PATTERN = re.compile("(['\u2018\u2019\u201a\u201b])")
_CMD_MAX_LENGTH = 8_000  # a line has at most 8191 characters, including the name
_CMD_REFUSED_CHARACTERS = {
    "%": tr("cmd would expand the % in the value."),
    '"': tr('cmd cannot quote the " in the value.'),
    "\n": tr("cmd cannot pass a line break."),
    "\r": tr("cmd cannot pass a line break."),
    "!": tr("cmd may be configured to expand the ! in the value."),
}
# An unquoted value ends at a space or a shell metacharacter.
_WORD_PATTERN = re.compile(r"""(?:[^\s;&|<>()'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")*""", re.DOTALL)
_ASSIGNED_NAME_PATTERN = re.compile(r"([A-Za-z_]\w*)=", re.ASCII)
_DECLARATION_PATTERN = re.compile(r"(?:export|declare\s+-x)\s+")
_UNSET_COMMAND_PATTERN = re.compile(r"unset\s+(?:-v\s+)?((?:[A-Za-z_]\w*\s*)+)", re.ASCII)
_COMMENT_PATTERN = re.compile(r"\s*(?:#.*)?")
_COMMAND_SEPARATOR_PATTERN = re.compile(r"\s*(?:;|&&)\s*")  # another command follows
_COMMAND_PATTERN = re.compile(r"\s+[^\s#;&|<>()]")  # the assignments before it apply to it
_VALUE_END_PATTERN = r"(?=\s*(?:[#;]|\Z))"  # nothing else belongs to the value
_QUOTED_FISH_PATTERN = re.compile(rf"'((?:[^'\\]|\\.)*)'{_VALUE_END_PATTERN}", re.DOTALL)
_QUOTED_POWERSHELL_PATTERN = re.compile(
    rf"'((?:[^'\u2018-\u201b]|(['\u2018-\u201b])\2)*)'{_VALUE_END_PATTERN}"
)
_ESCAPED_FISH_PATTERN = re.compile(r"\\([\\'])")
_DOUBLED_QUOTE_PATTERN = re.compile("(['\u2018-\u201b])\\1")
# Characters that end or change a word of Exec (Desktop Entry Specification, "The Exec key").
_RESERVED_PATTERN = re.compile(r"""[\s"'\\><~|&;$*?#()`]""")
_QUOTED_ESCAPE_PATTERN = re.compile(r'(["`$\\])')
_PLAIN_UNIT_WORD_PATTERN = re.compile(r"[A-Za-z0-9_./:=@,+-]+")
_ESCAPE_BY_CHARACTER = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


class ShellKind(StrEnum):
    """Shell or launcher that the text is for."""

    BASH = "bash"
    FISH = "fish"
    POWERSHELL = "powershell"
    CMD = "cmd"
    STEAM = "steam"


class RefusedVariable(NamedTuple):
    """A variable that the text omits, and the reason."""

    name: str
    reason: str


class RenderedText(NamedTuple):
    """The text to copy, and the omitted variables."""

    text: str
    refused_variables: tuple[RefusedVariable, ...] = ()


class ShellSyntax(NamedTuple):
    """Syntax of one shell for writing and parsing variables.

    Attributes:
        find_refusal: returns why a value cannot be written, or "".
        file_extension: file extension of a script, or "". usage: how such a script is run.
        set_pattern, unset_pattern: of lines that set or unset a variable. None: POSIX syntax.
        unquote: returns None for an incomplete value.
        separator: path separator on the script's platform.
    """

    render_assignment: Callable[[str, str], str]
    render_unset: Callable[[str], str]
    find_refusal: Callable[[str], str]
    file_extension: str = ""
    usage: str = ""
    set_pattern: re.Pattern[str] | None = None
    unset_pattern: re.Pattern[str] | None = None
    unquote: Callable[[str], str | None] = str
    separator: str = ":"


class Assignment(NamedTuple):
    """A line that sets or unsets a variable.

    Attributes:
        value: None unsets it.
        separator: path separator on the script's platform.
        is_complete: the value is complete and does not continue on the next line.
    """

    name: str
    value: str | None
    line: int
    separator: str = ":"
    is_complete: bool = True


def render_environment(
    variables: Sequence[Variable], shell: ShellKind, host: Host | None = None
) -> RenderedText:
    """Render variables for a shell.

    Args:
        variables: what to set and unset.
        shell: whose syntax is written.
        host: machine that the lists in the variables are for, None to leave their separators. A
            batch file runs on Windows, whose loader splits them at semicolons.
    """
    dialect = SYNTAX_BY_SHELL_KIND[shell]
    if host is not None and shell is ShellKind.CMD:
        separator = get_platform_rules(host.platform).separator
        variables = [
            _replace_separator(variable, separator, dialect.separator) for variable in variables
        ]
    refused_variables = []
    accepted_variables = []
    for variable in variables:
        reason = _find_variable_refusal(variable, dialect)
        if reason:
            refused_variables.append(RefusedVariable(variable.name, reason))
        else:
            accepted_variables.append(variable)
    return RenderedText(_join_lines(accepted_variables, shell, dialect), tuple(refused_variables))


def _replace_separator(variable: Variable, old: str, new: str) -> Variable:
    """Replace the separator in a variable that holds a list of paths or names."""
    if variable.value is None or variable.name not in LIST_VARIABLES:
        return variable
    return variable._replace(value=variable.value.replace(old, new))


def _find_variable_refusal(variable: Variable, dialect: ShellSyntax) -> str:
    """Return why a shell cannot set or unset a variable, or ""."""
    reason = refuse_variable(variable)
    if reason or variable.value is None:
        return reason
    return dialect.find_refusal(variable.value)


def refuse_variable(variable: Variable) -> str:
    """Return why no text can set or unset a variable, or ""."""
    if not _NAME_PATTERN.fullmatch(variable.name):
        return tr("Shells cannot set a variable with this name.")
    if variable.value is None:
        return ""
    if "\0" in variable.value:
        return tr("A variable cannot contain a NUL byte.")
    if any("\ud800" <= char <= "\udfff" for char in variable.value):
        return tr("The value contains bytes that are not valid text.")
    return ""


def _join_lines(variables: Sequence[Variable], shell: ShellKind, dialect: ShellSyntax) -> str:
    """Return the lines of a script, or for Steam one launch option."""
    lines = [
        dialect.render_unset(variable.name)
        if variable.value is None
        else dialect.render_assignment(variable.name, variable.value)
        for variable in variables
    ]
    if shell is not ShellKind.STEAM:
        return "".join(f"{line}\n" for line in lines)
    # env processes unset options before assignments.
    lines.sort(key=lambda line: not line.startswith("-u "))
    return " ".join(["env", *lines, "%command%"]) if lines else "%command%"


def _quote_posix(value: str) -> str:
    """Quote a value for a POSIX shell, if necessary."""
    if value and re.fullmatch(r"[A-Za-z0-9_@%+=:,./-]+", value):
        return value
    # Nothing is special between single quotes, and a single quote cannot occur there (2.2.2): it is
    # written as close, escaped quote, open.
    return "'" + value.replace("'", "'\\''") + "'"


def _quote_fish(value: str) -> str:
    # Between single quotes fish has two escapes: backslash and quote.
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _quote_powershell(value: str) -> str:
    # PowerShell treats typographic single quotes as quotes too; each is doubled.
    return "'" + _POWERSHELL_QUOTE_PATTERN.sub(r"\1\1", value) + "'"


def _refuse_nothing(value: str) -> str:
    """Return "", for shells that can set every value."""
    del value
    return ""


def _refuse_powershell(value: str) -> str:
    """Return why PowerShell cannot set a value, or ""."""
    return "" if value else tr("PowerShell removes a variable that is set to an empty string.")


def _find_cmd_refusal(value: str) -> str:
    """Return why a batch file cannot set a value, or ""."""
    if not value:
        return tr("cmd removes a variable that is set to an empty string.")
    if len(value) > _CMD_MAX_LENGTH:
        return tr("cmd reads only 8191 characters per line.")
    for char, reason in _CMD_REFUSED_CHARACTERS.items():
        if char in value:
            return reason
    return ""


def _refuse_steam(value: str) -> str:
    """Return why a launch option of Steam cannot hold a value, or ""."""
    if "\n" in value or "\r" in value:
        return tr("A launch option must be a single line.")
    return tr("Steam would replace the %command% in the value.") if "%command%" in value else ""


def find_unset_variables(line: str) -> tuple[str, ...]:
    """Return the variables that a line of a POSIX shell unsets."""
    match = _UNSET_COMMAND_PATTERN.fullmatch(line)
    return tuple(match[1].split()) if match else ()


def find_set_variables(line: str) -> tuple[tuple[str, str | None], ...]:
    """Return the variables that a line of a POSIX shell sets, None for an incomplete value."""
    declaration_match = _DECLARATION_PATTERN.match(line)
    start = declaration_match.end() if declaration_match else 0
    assignments: list[tuple[str, str | None]] = []
    while name := _ASSIGNED_NAME_PATTERN.match(line, start):
        word = _WORD_PATTERN.match(line, name.end())
        assert word is not None  # it may be empty
        assignments.append((name[1], _unquote_posix(word[0])))
        end = word.end()
        start = end + len(line[end:]) - len(line[end:].lstrip())
        if start == end:
            break
    if not assignments or _COMMENT_PATTERN.fullmatch(line, end):
        return tuple(assignments)
    if following_match := _COMMAND_SEPARATOR_PATTERN.match(line, end):
        return (*assignments, *find_set_variables(line[following_match.end() :]))
    if declaration_match or not _COMMAND_PATTERN.match(line, end):
        assignments[-1] = assignments[-1][0], None
    return tuple(assignments)


def read_word(text: str) -> str | None:
    """Return the first word of a POSIX line, None if it is incomplete or more follows."""
    word = _WORD_PATTERN.match(text)
    assert word is not None  # it may be empty
    remainder = text[word.end() :].removeprefix(";")
    return _unquote_posix(word[0]) if _COMMENT_PATTERN.fullmatch(remainder) else None


def _unquote_posix(word: str) -> str:
    return "".join(shlex.split(word))


def _unquote(quoted: re.Pattern[str], escape: re.Pattern[str], text: str) -> str | None:
    """Unquote a single-quoted value, or one word. Return None if it is incomplete."""
    if not text.startswith("'"):
        return read_word(text)
    match = quoted.match(text)
    return escape.sub(r"\1", match[1]) if match else None


def _compile_pattern(pattern: str, *, any_case: bool = False) -> re.Pattern[str]:
    """Compile a pattern in which NAME and VALUE stand for groups."""
    name_text = pattern.replace("NAME", r"(?P<name>[A-Za-z_]\w*)").replace("VALUE", "(?P<value>.*)")
    return re.compile(name_text, re.ASCII | re.DOTALL | (re.IGNORECASE if any_case else 0))


# A line is parsed by the first shell with matching syntax; all others are POSIX.
SYNTAX_BY_SHELL_KIND = {
    ShellKind.CMD: ShellSyntax(
        # Quotes around the whole assignment protect & | < > and spaces from cmd and are not part of
        # the value.
        lambda name, value: f'set "{name}={value}"',
        lambda name: f'set "{name}="',
        _find_cmd_refusal,
        ".bat",
        "Use it in a console, or in a batch file with: call FILE",
        _compile_pattern(
            r'@?set\s+(?P<quote>"?)NAME=(?P<value>[^\n]*?)(?P=quote)\s*', any_case=True
        ),
        _compile_pattern(r'@?set\s+("?)NAME=\1\s*', any_case=True),
        separator=";",
    ),
    ShellKind.FISH: ShellSyntax(
        lambda name, value: f"set -gx {name} {_quote_fish(value)}",
        lambda name: f"set -e {name}",
        _refuse_nothing,
        ".fish",
        "Use it in a shell with: source FILE",
        _compile_pattern(r"set\s+(?:-\S+\s+)+NAME\s+VALUE"),
        _compile_pattern(r"set\s+(?:-\S+\s+)*(?:-[a-zA-Z]*e[a-zA-Z]*|--erase)\s+NAME"),
        partial(_unquote, _QUOTED_FISH_PATTERN, _ESCAPED_FISH_PATTERN),
    ),
    ShellKind.POWERSHELL: ShellSyntax(
        lambda name, value: f"$env:{name} = {_quote_powershell(value)}",
        # To remove a variable that is not set is an error of PowerShell.
        lambda name: f"Remove-Item Env:{name} -ErrorAction SilentlyContinue",
        _refuse_powershell,
        ".ps1",
        "Use it in a session with: . FILE",
        _compile_pattern(r"\$env:NAME\s*=\s*VALUE", any_case=True),
        _compile_pattern(r"Remove-Item\s+(?:-Path\s+)?Env:\\?NAME(?:\s+-.*)?", any_case=True),
        partial(_unquote, _QUOTED_POWERSHELL_PATTERN, _DOUBLED_QUOTE_PATTERN),
        ";",
    ),
    ShellKind.BASH: ShellSyntax(
        lambda name, value: f"export {name}={_quote_posix(value)}",
        lambda name: f"unset {name}",
        _refuse_nothing,
        ".sh",
        "Use it in a shell with: source FILE",
    ),
    ShellKind.STEAM: ShellSyntax(
        lambda name, value: f"{name}={_quote_posix(value)}",
        lambda name: f"-u {name}",
        _refuse_steam,
    ),
}


def find_assignments(text: str, number: int) -> tuple[Assignment, ...]:
    """Return the assignments in a line, in the syntax of the first shell that matches.

    `number`: of the line.
    """
    for shell in SYNTAX_BY_SHELL_KIND.values():
        if shell.set_pattern is None or shell.unset_pattern is None:
            continue
        if unset_match := shell.unset_pattern.fullmatch(text):
            return (Assignment(unset_match["name"], None, number, shell.separator),)
        if match := shell.set_pattern.fullmatch(text):
            value = shell.unquote(match["value"])
            return (_make_assignment(match["name"], value, number, shell.separator),)
    if names := find_unset_variables(text):
        return tuple(Assignment(name, None, number) for name in names)
    return tuple(_make_assignment(name, value, number) for name, value in find_set_variables(text))


def _make_assignment(name: str, value: str | None, number: int, separator: str = ":") -> Assignment:
    """Make an assignment. A value of None is incomplete: it goes on in the next line."""
    return Assignment(name, value or "", number, separator, is_complete=value is not None)


class LauncherFormat(StrEnum):
    """Launcher that the text is for."""

    DESKTOP = "desktop"
    SYSTEMD = "systemd"
    VSCODE = "vscode"
    LUTRIS = "lutris"
    HEROIC = "heroic"


class LaunchEntry(NamedTuple):
    """What a launcher is to start.

    Attributes:
        target: its program is an absolute path.
        variables: a value of None unsets the variable.
    """

    title: str
    target: Target
    variables: tuple[Variable, ...]

    def get_set_variables(self) -> dict[str, str]:
        return {
            variable.name: variable.value
            for variable in self.variables
            if variable.value is not None
        }

    def list_unset_variables(self) -> list[str]:
        return [variable.name for variable in self.variables if variable.value is None]


def make_launch_entry(
    title: str, target: Target, variables: tuple[Variable, ...], host: Host
) -> LaunchEntry:
    """Make the launcher entry of a configuration.

    A program that is only a name is looked up as by a shell.
    """
    full_path = which(target.program, path=host.environment.get("PATH")) if target.program else None
    program = full_path or target.program
    name = title
    if program:
        name = tr("{program} with {title}", program=PurePath(program).name, title=title)
    return LaunchEntry(name, target._replace(program=program), variables)


# Steam replaces %command%; the other launchers put a prefix before the command themselves.
_RUN_WORDS_BY_FORMAT: Mapping[ShellKind | LauncherFormat, tuple[str, ...]] = {
    ShellKind.STEAM: ("%command%",),
    LauncherFormat.LUTRIS: (),
    LauncherFormat.HEROIC: (),
}


def render_run_line(title: str, launcher: ShellKind | LauncherFormat) -> str:
    """Return the line by which a launcher starts its games through vkconfig-py, "" for others.

    `title`: name of the configuration, all of which such a game gets.
    """
    words = _RUN_WORDS_BY_FORMAT.get(launcher)
    return "" if words is None else shlex.join(["vkconfig-py", "run", "-c", title, *words])


def complete_run_line(line: str) -> str:
    """Return a line of `render_run_line` that a launcher can start on this machine.

    Run from its sources, this program has no command on PATH: then the line says how it was run.
    """
    command, arguments = line.split(" ", 1)
    if which(command):
        return line
    return f"{shlex.join(make_own_command())} {arguments}"


_RUN_LINE_REMEDIES: Mapping[ShellKind | LauncherFormat, Message] = {
    ShellKind.STEAM: message("set the launch options to {command}"),
    LauncherFormat.LUTRIS: message("set the command prefix to {command}"),
    LauncherFormat.HEROIC: message("add the wrapper command {command}"),
}


def suggest_run_line(title: str, launcher: ShellKind | LauncherFormat) -> str:
    """Return the remedy for what variables of a launcher cannot express, "" for others.

    `title`: name of the configuration.
    """
    line = render_run_line(title, launcher)
    return render(_RUN_LINE_REMEDIES[launcher].with_values(command=line)) if line else ""


def needs_program(launcher: LauncherFormat) -> bool:
    """Return whether an entry for a launcher names the program, not only variables."""
    return launcher is not LauncherFormat.HEROIC


def render_launch_entry(entry: LaunchEntry, launcher: LauncherFormat) -> RenderedText:
    """Render an entry for a launcher, and say which variables it cannot have."""
    reasons = {variable: refuse_variable(variable) for variable in entry.variables}
    accepted_variables = tuple(variable for variable in entry.variables if not reasons[variable])
    refused_variables = tuple(
        RefusedVariable(variable.name, reason) for variable, reason in reasons.items() if reason
    )
    return RenderedText(
        _RENDERER_BY_LAUNCHER_FORMAT[launcher](entry._replace(variables=accepted_variables)),
        refused_variables,
    )


def _render_desktop(entry: LaunchEntry) -> str:
    """Render a desktop file."""
    command = [*_make_env_words(entry), entry.target.program, *entry.target.arguments]
    lines = {
        "Type": "Application",
        "Name": _escape_desktop(entry.title),
        "Exec": " ".join(map(quote_exec_word, command)),
        "Path": _escape_desktop(entry.target.working_directory),
        "Terminal": "false",
    }
    return "[Desktop Entry]\n" + "".join(f"{key}={text}\n" for key, text in lines.items() if text)


def _make_env_words(entry: LaunchEntry) -> list[str]:
    """Return the words of env(1) before a command, its options before its assignments."""
    words = [word for name in entry.list_unset_variables() for word in ("-u", name)]
    words += [f"{name}={value}" for name, value in entry.get_set_variables().items()]
    return ["env", *words] if words else []


def quote_exec_word(word: str) -> str:
    """Quote a word for the Exec line of a desktop file."""
    if not word or _RESERVED_PATTERN.search(word):
        word = '"' + _QUOTED_ESCAPE_PATTERN.sub(r"\\\1", word) + '"'
    # Quotes are read after the escapes that every value of such a file has.
    return _escape_desktop(word.replace("%", "%%"))


def _escape_desktop(text: str) -> str:
    return "".join(_ESCAPE_BY_CHARACTER.get(char, char) for char in text)


def _render_systemd(entry: LaunchEntry) -> str:
    """Render a systemd service."""
    target = entry.target
    command = (
        _quote_unit_word(word).replace("$", "$$") for word in (target.program, *target.arguments)
    )
    lines = [
        "[Unit]",
        f"Description={_escape_unit(entry.title)}",
        "",
        "[Service]",
        f"ExecStart={' '.join(command)}",
    ]
    if target.working_directory:
        lines.append(f"WorkingDirectory={_escape_unit(target.working_directory)}")
    lines += [
        f"Environment={_quote_unit_word(f'{name}={value}')}"
        for name, value in entry.get_set_variables().items()
    ]
    if unset_names := entry.list_unset_variables():
        lines.append(f"UnsetEnvironment={' '.join(unset_names)}")
    return "\n".join(lines) + "\n"


def _quote_unit_word(word: str) -> str:
    """Quote a word for a systemd unit."""
    if _PLAIN_UNIT_WORD_PATTERN.fullmatch(word):
        return word
    escaped_text = "".join(_ESCAPE_BY_CHARACTER.get(char, char) for char in word).replace(
        '"', '\\"'
    )
    return '"' + escaped_text.replace("%", "%%") + '"'


def _escape_unit(text: str) -> str:
    return " ".join(text.split()).replace("%", "%%")


def _render_vscode(entry: LaunchEntry) -> str:
    """Render a launch configuration of Visual Studio Code."""
    target = entry.target
    configuration: dict[str, Any] = {
        "name": entry.title,
        "type": "cppdbg",
        "request": "launch",
        "program": target.program,
        "args": list(target.arguments),
        "cwd": target.working_directory or "${workspaceFolder}",
        "environment": [
            {"name": name, "value": text} for name, text in entry.get_set_variables().items()
        ],
        "MIMode": "gdb",
    }
    if unset_names := entry.list_unset_variables():
        # "environment" only sets; gdb takes a variable away before it starts the program.
        configuration["setupCommands"] = [
            {"text": f"unset environment {name}"} for name in unset_names
        ]
    return _render_json(configuration)


def _render_lutris(entry: LaunchEntry) -> str:
    """Render the settings of a game in Lutris."""
    target = entry.target
    game = {
        "exe": target.program,
        "args": shlex.join(target.arguments),
        "working_dir": target.working_directory,
    }
    system: dict[str, Any] = {"env": entry.get_set_variables()}
    if unset_names := entry.list_unset_variables():
        system["prefix_command"] = shlex.join(["env", *_make_unset_options(unset_names)])
    # JSON is YAML, in which Lutris keeps its games.
    return _render_json(
        {"game": {key: text for key, text in game.items() if text}, "system": system}
    )


def _render_heroic(entry: LaunchEntry) -> str:
    """Render the settings of a game in Heroic."""
    # Heroic spells it like this.
    options: dict[str, Any] = {
        "enviromentOptions": [
            {"key": name, "value": text} for name, text in entry.get_set_variables().items()
        ]
    }
    if unset_names := entry.list_unset_variables():
        options["wrapperOptions"] = [
            {"exe": "env", "args": shlex.join(_make_unset_options(unset_names))}
        ]
    return _render_json(options)


def _make_unset_options(unset_names: Sequence[str]) -> list[str]:
    """Return the options of env(1) that unset these variables."""
    return [word for name in unset_names for word in ("-u", name)]


def _render_json(members: dict[str, Any]) -> str:
    return json.dumps(members, indent=2, ensure_ascii=False) + "\n"


_RENDERER_BY_LAUNCHER_FORMAT: dict[LauncherFormat, Callable[[LaunchEntry], str]] = {
    LauncherFormat.DESKTOP: _render_desktop,
    LauncherFormat.SYSTEMD: _render_systemd,
    LauncherFormat.VSCODE: _render_vscode,
    LauncherFormat.LUTRIS: _render_lutris,
    LauncherFormat.HEROIC: _render_heroic,
}
