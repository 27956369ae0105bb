"""Programs that start another one: wrapper scripts and launchers. No Qt.

The loader compares the process that it is loaded into. A script that hands over with `exec`, and a
launcher such as flatpak, are not that process; what a script hands over to can often be read in it.
"""

from __future__ import annotations

import posixpath
import re
import shlex
from pathlib import Path

from vkconfig_py.loader.host import Host
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.programs.executables import describe_program

MOST_BYTES = 65_536
_EXEC = re.compile(r"^\s*exec\s+(?P<rest>.+)$")
_BESIDE = re.compile(r"-|[A-Za-z_]\w*=|\d*[<>]")  # options, assignments, redirections
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
    """What a script hands over to.

    Attributes:
        target: absolute path of the program, or "" where only a run can tell.
        line: 1-based line of the script.
    """

    target: str
    line: int


def launcher_sentence(real: str) -> str:
    """Return what is special about a well-known launcher, or ""."""
    name = posixpath.basename(real)
    return f"{name} {_LAUNCHERS[name]}" if name in _LAUNCHERS else ""


def find_handover(path: str, interpreter: str, host: Host) -> Handover | None:
    """Return what a shell script becomes at its end, None where it does not say `exec`."""
    if posixpath.basename(interpreter) not in _SHELLS:
        return None
    try:
        with Path(f"{host.root}{path}").open("rb") as file:
            text = file.read(MOST_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return None
    found: Handover | None = None
    for number, line in enumerate(text.split("\n"), 1):
        command = _EXEC.match(line)
        word = _command(command["rest"]) if command else ""
        if word:
            found = Handover(_resolve(word, host), number)
    return found


def _command(rest: str) -> str:
    """Return the command of an exec line: behind options and assignments, before arguments."""
    try:
        words = shlex.split(rest, comments=True)
    except ValueError:
        words = rest.split()
    rest_of = iter(words)
    for word in rest_of:
        if word == "-a":  # the name under which it runs
            next(rest_of, "")
        elif not _BESIDE.match(word) and word != "env":
            return word
    return ""


def _resolve(word: str, host: Host) -> str:
    if any(mark in word for mark in "$`*"):
        return ""
    match = describe_program(word, host)
    return match.path if match.runs else ""
