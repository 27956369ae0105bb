"""The program of a configuration with its variables, in the files of launchers.

A value that a file cannot hold is refused with the reason, never approximated. Sources: Desktop
Entry Specification 1.5, "The Exec key"; systemd.exec(5) and systemd.service(5), "Command lines";
the documents of the other launchers.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import PurePath
from shutil import which
from typing import Any

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import Target, Variable
from vkconfig_py.model.formats.shells import RefusedVariable, RenderedText, refuse_variable


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

    def set(self) -> dict[str, str]:
        return {
            variable.name: variable.value
            for variable in self.variables
            if variable.value is not None
        }

    def unset(self) -> list[str]:
        return [variable.name for variable in self.variables if variable.value is None]


def entry_of(
    title: str, target: Target, variables: tuple[Variable, ...], host: Host
) -> LaunchEntry:
    """The entry of a configuration; a program that is only a name is looked up as by a shell."""
    found = which(target.program, path=host.environment.get("PATH")) if target.program else None
    program = found or target.program
    name = title
    if program:
        name = tr("{program} with {title}", program=PurePath(program).name, title=title)
    return LaunchEntry(name, target._replace(program=program), variables)


def needs_program(launcher: LauncherFormat) -> bool:
    """False if the launcher knows its programs itself, and takes the variables alone."""
    return launcher is not LauncherFormat.HEROIC


def render_launch_entry(entry: LaunchEntry, launcher: LauncherFormat) -> RenderedText:
    reasons = {one: refuse_variable(one) for one in entry.variables}
    kept = tuple(variable for variable in entry.variables if not reasons[variable])
    refused = tuple(RefusedVariable(one.name, reason) for one, reason in reasons.items() if reason)
    return RenderedText(_RENDERERS[launcher](entry._replace(variables=kept)), refused)


# Characters that end or change a word of Exec (Desktop Entry Specification, "The Exec key").
_RESERVED = re.compile(r"""[\s"'\\><~|&;$*?#()`]""")
_ESCAPED_IN_QUOTES = re.compile(r'(["`$\\])')
_PLAIN_IN_UNIT = re.compile(r"[A-Za-z0-9_./:=@,+-]+")
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _desktop(entry: LaunchEntry) -> str:
    command = [*_env(entry), entry.target.program, *entry.target.arguments]
    lines = {
        "Type": "Application",
        "Name": _desktop_text(entry.title),
        "Exec": " ".join(map(exec_word, command)),
        "Path": _desktop_text(entry.target.working_directory),
        "Terminal": "false",
    }
    return "[Desktop Entry]\n" + "".join(f"{key}={text}\n" for key, text in lines.items() if text)


def _env(entry: LaunchEntry) -> list[str]:
    """The words of env(1) before a command; its options stand before its assignments."""
    words = [word for name in entry.unset() for word in ("-u", name)]
    words += [f"{name}={value}" for name, value in entry.set().items()]
    return ["env", *words] if words else []


def exec_word(word: str) -> str:
    """Quote a word for the Exec line of a desktop file."""
    if not word or _RESERVED.search(word):
        word = '"' + _ESCAPED_IN_QUOTES.sub(r"\\\1", word) + '"'
    # Quotes are read after the escapes that every value of such a file has.
    return _desktop_text(word.replace("%", "%%"))


def _desktop_text(text: str) -> str:
    return "".join(_ESCAPES.get(char, char) for char in text)


def _systemd(entry: LaunchEntry) -> str:
    target = entry.target
    command = (_unit_word(word).replace("$", "$$") for word in (target.program, *target.arguments))
    lines = [
        "[Unit]",
        f"Description={_unit_text(entry.title)}",
        "",
        "[Service]",
        f"ExecStart={' '.join(command)}",
    ]
    if target.working_directory:
        lines.append(f"WorkingDirectory={_unit_text(target.working_directory)}")
    lines += [f"Environment={_unit_word(f'{name}={value}')}" for name, value in entry.set().items()]
    if unset := entry.unset():
        lines.append(f"UnsetEnvironment={' '.join(unset)}")
    return "\n".join(lines) + "\n"


def _unit_word(word: str) -> str:
    if _PLAIN_IN_UNIT.fullmatch(word):
        return word
    escaped = "".join(_ESCAPES.get(char, char) for char in word).replace('"', '\\"')
    return '"' + escaped.replace("%", "%%") + '"'


def _unit_text(text: str) -> str:
    return " ".join(text.split()).replace("%", "%%")


def _vscode(entry: LaunchEntry) -> str:
    target = entry.target
    configuration: dict[str, Any] = {
        "name": entry.title,
        "type": "cppdbg",
        "request": "launch",
        "program": target.program,
        "args": list(target.arguments),
        "cwd": target.working_directory or "${workspaceFolder}",
        "environment": [{"name": name, "value": text} for name, text in entry.set().items()],
        "MIMode": "gdb",
    }
    if unset := entry.unset():
        # "environment" only sets; gdb takes a variable away before it starts the program.
        configuration["setupCommands"] = [{"text": f"unset environment {name}"} for name in unset]
    return _json(configuration)


def _lutris(entry: LaunchEntry) -> str:
    target = entry.target
    game = {
        "exe": target.program,
        "args": shlex.join(target.arguments),
        "working_dir": target.working_directory,
    }
    system: dict[str, Any] = {"env": entry.set()}
    if unset := entry.unset():
        system["prefix_command"] = shlex.join(["env", *_options(unset)])
    # JSON is YAML, in which Lutris keeps its games.
    return _json({"game": {key: text for key, text in game.items() if text}, "system": system})


def _heroic(entry: LaunchEntry) -> str:
    # Heroic spells it like this.
    options: dict[str, Any] = {
        "enviromentOptions": [{"key": name, "value": text} for name, text in entry.set().items()]
    }
    if unset := entry.unset():
        options["wrapperOptions"] = [{"exe": "env", "args": shlex.join(_options(unset))}]
    return _json(options)


def _options(unset: Sequence[str]) -> list[str]:
    return [word for name in unset for word in ("-u", name)]


def _json(members: dict[str, Any]) -> str:
    return json.dumps(members, indent=2, ensure_ascii=False) + "\n"


_RENDERERS: dict[LauncherFormat, Callable[[LaunchEntry], str]] = {
    LauncherFormat.DESKTOP: _desktop,
    LauncherFormat.SYSTEMD: _systemd,
    LauncherFormat.VSCODE: _vscode,
    LauncherFormat.LUTRIS: _lutris,
    LauncherFormat.HEROIC: _heroic,
}
