"""Programs that start the program named in their arguments, as data: env, nice, sh -c.

Each becomes that program, or waits for it; `unwrap` takes its options off.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.programs.shell.values import ASSIGNMENT, Unknown, Value


class Wrapper(NamedTuple):
    """How the arguments of a wrapper are read.

    Attributes:
        values: letters of the options that take a value.
        long_values: long options whose value is a word of its own.
        operands: words between its options and the program.
    """

    values: str = ""
    long_values: tuple[str, ...] = ()
    operands: int = 0


# From the manual page of each: coreutils, util-linux, dbus, systemd.
_WRAPPERS = {
    "env": Wrapper("uC", ("--unset", "--chdir")),
    "nice": Wrapper("n", ("--adjustment",)),
    "nohup": Wrapper(),
    "setsid": Wrapper(),
    "ionice": Wrapper("cn", ("--class", "--classdata")),
    "taskset": Wrapper("", (), 1),
    "chrt": Wrapper("TPD", (), 1),
    "stdbuf": Wrapper("ioe", ("--input", "--output", "--error")),
    "timeout": Wrapper("ks", ("--kill-after", "--signal"), 1),
    "time": Wrapper("fo", ("--format", "--output")),
    "setarch": Wrapper("", (), 1),
    "linux32": Wrapper(),
    "linux64": Wrapper(),
    "dbus-run-session": Wrapper("", ("--config-file", "--dbus-daemon")),
    "systemd-inhibit": Wrapper("", ("--what", "--who", "--why", "--mode")),
}
SHELLS = frozenset({"busybox", "sh", "bash", "dash", "ksh", "zsh"})


class Unwrapped(NamedTuple):
    """What wrappers start.

    Attributes:
        words: program and arguments.
        variables: set on the way by env; value None: unset.
        clears: nothing of the environment before is left (env -i).
        folder: the working folder that it changes to, or "".
    """

    words: tuple[Value, ...]
    variables: tuple[tuple[str, Value | None], ...] = ()
    clears: bool = False
    folder: Value = ""


class ShellCall(NamedTuple):
    """A shell that is started with a script: its text, or the path of its file."""

    text: str
    path: str
    name: str
    arguments: tuple[Value, ...]


def unwrap(words: Sequence[Value]) -> Unwrapped | None:
    """What a wrapper and those behind it start; None if the program is none, or starts none."""
    found: Unwrapped | None = None
    while words and (name := posixpath.basename(known_text(words[0]))) in _WRAPPERS:
        rest, wrapper = list(words[1:]), _WRAPPERS[name]
        step = _read_env(rest) if name == "env" else _read(rest, wrapper)
        if step is None or not step.words:
            return None
        if found is not None:
            before = () if step.clears else found.variables
            step = step._replace(
                variables=(*before, *step.variables),
                clears=found.clears or step.clears,
                folder=step.folder or found.folder,
            )
        found, words = step, step.words
    return found


def known_text(word: Value) -> str:
    """A word, or the text that it begins with."""
    return word.prefix if isinstance(word, Unknown) else word


def _read(rest: list[Value], wrapper: Wrapper) -> Unwrapped:
    _options(rest, wrapper)
    return Unwrapped(tuple(rest[wrapper.operands :]))


def _read_env(rest: list[Value]) -> Unwrapped | None:
    variables: list[tuple[str, Value | None]] = []
    clears, folder = False, Unwrapped(()).folder
    for option, value in _options(rest, _WRAPPERS["env"]):
        match option:
            case "-i" | "--ignore-environment" | "-":
                clears = True
            case "-u" | "--unset":
                variables.append((known_text(value), None))
            case "-C" | "--chdir":
                folder = value
            case "-S" | "--split-string":
                return None
    while rest and ASSIGNMENT.match(known_text(rest[0])):
        word = rest.pop(0)
        name, _sign, text = known_text(word).partition("=")
        variables.append((name, word._replace(prefix=text) if isinstance(word, Unknown) else text))
    return Unwrapped(tuple(rest), tuple(variables), clears, folder)


def _options(rest: list[Value], wrapper: Wrapper) -> list[tuple[str, Value]]:
    """Take the options off the words, each with its value."""
    options: list[tuple[str, Value]] = []
    while rest and isinstance(rest[0], str) and rest[0].startswith("-"):
        option = str(rest.pop(0))
        if option == "--":
            break
        if option.startswith("--"):
            option, sign, text = option.partition("=")
            takes = not sign and option in wrapper.long_values and rest
            options.append((option, rest.pop(0) if takes else text))
            continue
        letters = option[1:] or "-"
        taking = next((at for at, letter in enumerate(letters) if letter in wrapper.values), None)
        options += [("-" if letter == "-" else f"-{letter}", "") for letter in letters[:taking]]
        if taking is not None:
            behind = letters[taking + 1 :]
            options.append((f"-{letters[taking]}", behind or (rest.pop(0) if rest else "")))
    return options


def shell_call(words: Sequence[Value]) -> ShellCall | None:
    """The script that a shell is started with; None if it reads its commands elsewhere."""
    rest = list(words[1:])
    is_text = False
    while rest and isinstance(rest[0], str) and rest[0][:1] in ("-", "+") and len(rest[0]) > 1:
        option = str(rest.pop(0))
        if option == "--":
            break
        is_text |= option.startswith("-") and not option.startswith("--") and "c" in option
        if option[-1] in "oO" and not option.startswith("--"):
            del rest[:1]
    match rest:
        case [str(text), str(name), *arguments] if is_text:
            return ShellCall(text, "", name, tuple(arguments))
        case [str(text)] if is_text:
            return ShellCall(text, "", known_text(words[0]), ())
        case [str(path), *arguments] if not is_text:
            return ShellCall("", path, path, tuple(arguments))
        case _:
            return None
