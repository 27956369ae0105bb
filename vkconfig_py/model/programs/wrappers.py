"""Programs that start the program named in their arguments, as data: env, nice, sh -c.

Each becomes that program, or waits for it; `unwrap` takes its options off.
"""

from __future__ import annotations

import contextlib
import posixpath
import re
import shlex
from collections.abc import Sequence

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.programs.shell.syntax import (
    ANY_VARIABLE,
    ASSIGNMENT_PATTERN,
    Unknown,
    UnknownCause,
    Value,
)


class Wrapper(NamedTuple):
    """How the arguments of a wrapper are read.

    Attributes:
        values: letters of the options that take a value.
        long_values: long options whose value is a word of its own.
        operands: words between its options and the program.
        sets: variables that it sets for the program.
        appends: it gives the program further arguments.
    """

    values: str = ""
    long_values: tuple[str, ...] = ()
    operands: int = 0
    sets: tuple[str, ...] = ()
    appends: bool = False


# From the manual page of each: coreutils, util-linux, dbus, systemd.
_SETPRIV_OPTIONS = (
    "ambient-caps bounding-set inh-caps reuid ruid euid regid rgid egid groups securebits "
    "pdeathsig selinux-label apparmor-profile ptracer landlock-access landlock-rule seccomp-filter"
)
_STDBUF_VARIABLES = ("LD_PRELOAD", "_STDBUF_I", "_STDBUF_O", "_STDBUF_E")
_UNSHARE_OPTIONS = (
    "setuid setgid root wd propagation setgroups map-user map-group map-users map-groups "
    "load-interp"
)
_WRAPPER_BY_NAME = {
    "env": Wrapper("uCS", ("--unset", "--chdir", "--split-string")),
    "nice": Wrapper("n", ("--adjustment",)),
    "nohup": Wrapper(),
    "setsid": Wrapper(),
    "ionice": Wrapper("cn", ("--class", "--classdata")),
    "taskset": Wrapper("", (), 1),
    "chrt": Wrapper("TPD", (), 1),
    "stdbuf": Wrapper("ioe", ("--input", "--output", "--error"), sets=_STDBUF_VARIABLES),
    "timeout": Wrapper("ks", ("--kill-after", "--signal"), 1),
    "time": Wrapper("fo", ("--format", "--output")),
    "setarch": Wrapper("", (), 1),
    "linux32": Wrapper(),
    "linux64": Wrapper(),
    "dbus-run-session": Wrapper(
        "", ("--config-file", "--dbus-daemon"), sets=("DBUS_SESSION_BUS_ADDRESS",)
    ),
    "flock": Wrapper("wE", ("--wait", "--timeout", "--conflict-exit-code"), 1),
    "prlimit": Wrapper("po", ("--pid", "--output")),
    "setpriv": Wrapper("", tuple(f"--{name}" for name in _SETPRIV_OPTIONS.split())),
    "unshare": Wrapper("SGRwl", tuple(f"--{name}" for name in _UNSHARE_OPTIONS.split())),
    "xargs": Wrapper(
        "aEILnPsd",
        ("--arg-file", "--delimiter", "--max-args", "--max-procs", "--max-chars"),
        appends=True,
    ),
    "systemd-inhibit": Wrapper("", ("--what", "--who", "--why", "--mode")),
}
SHELL_NAMES = frozenset({"busybox", "sh", "bash", "dash", "ksh", "zsh"})


class UnwrappedCommand(NamedTuple):
    """What wrappers start.

    Attributes:
        words: program and arguments.
        variables: set on the way by env; value None: unset.
        clears_environment: nothing of the environment before is left (env -i).
        folder: the working folder that it changes to, or "".
    """

    words: tuple[Value, ...]
    variables: tuple[tuple[str, Value | None], ...] = ()
    clears_environment: bool = False
    folder: Value = ""


class ShellCall(NamedTuple):
    """A shell that is started with a script: its text, or the path of its file.

    Attributes:
        options: as `set` takes them, and --login.
    """

    text: str
    path: str
    name: str
    arguments: tuple[Value, ...]
    options: tuple[Value, ...] = ()


def unwrap(words: Sequence[Value]) -> UnwrappedCommand | None:
    """Return the program that a wrapper such as env or nice starts, through several of them.

    It is None if the first word is no wrapper, or the wrapper starts no program.
    """
    unwrapped_command: UnwrappedCommand | None = None
    while words and (name := posixpath.basename(get_known_text(words[0]))) in _WRAPPER_BY_NAME:
        remaining_words, wrapper = list(words[1:]), _WRAPPER_BY_NAME[name]
        step = (
            _read_env(remaining_words)
            if name == "env"
            else _read_wrapper(name, remaining_words, wrapper)
        )
        if not step.words:
            return None
        if unwrapped_command is not None:
            variables_before = () if step.clears_environment else unwrapped_command.variables
            step = step._replace(
                variables=(*variables_before, *step.variables),
                clears_environment=unwrapped_command.clears_environment or step.clears_environment,
                folder=step.folder or unwrapped_command.folder,
            )
        unwrapped_command, words = step, step.words
    return unwrapped_command


def get_known_text(word: Value) -> str:
    """Return a word or, if only a run can tell it, the text that it begins with."""
    return word.prefix if isinstance(word, Unknown) else word


def _read_wrapper(name: str, remaining_words: list[Value], wrapper: Wrapper) -> UnwrappedCommand:
    """Return what a wrapper starts. `remaining_words`: the words behind its name."""
    _pop_options(remaining_words, wrapper)
    words, unknown_value = (
        remaining_words[wrapper.operands :],
        Unknown(UnknownCause.OUTPUT, name, 0),
    )
    if words and wrapper.appends:
        words.append(unknown_value)
    return UnwrappedCommand(
        tuple(words), tuple((variable, unknown_value) for variable in wrapper.sets)
    )


def _read_env(remaining_words: list[Value]) -> UnwrappedCommand:
    """Return what `env` starts and sets. `remaining_words`: the words behind its name."""
    variables: list[tuple[str, Value | None]] = []
    clears_environment, folder = False, UnwrappedCommand(()).folder
    for option, value in _pop_options(remaining_words, _WRAPPER_BY_NAME["env"]):
        match option:
            case "-i" | "--ignore-environment" | "-":
                clears_environment = True
            case "-u" | "--unset":
                variables.append((get_known_text(value), None))
            case "-C" | "--chdir":
                folder = value
            case "-S" | "--split-string":
                return _read_env([*_split_string(value), *remaining_words])._replace(
                    clears_environment=clears_environment
                )
    while remaining_words and ASSIGNMENT_PATTERN.match(get_known_text(remaining_words[0])):
        word = remaining_words.pop(0)
        name, _sign, text = get_known_text(word).partition("=")
        variables.append((name, word._replace(prefix=text) if isinstance(word, Unknown) else text))
    if remaining_words and isinstance(
        remaining_words[0], Unknown
    ):  # it may stand for assignments, too
        variables.append((ANY_VARIABLE, remaining_words[0]))
    return UnwrappedCommand(tuple(remaining_words), tuple(variables), clears_environment, folder)


def _split_string(text: Value) -> list[Value]:
    """Return the words of `env -S`, unknown where env itself replaces text."""
    if isinstance(text, str) and not re.search(r"[\\$#]", text):
        with contextlib.suppress(ValueError):
            return [*shlex.split(text)]
    return [Unknown(UnknownCause.FORM, "env", 0)]


def _pop_options(remaining_words: list[Value], wrapper: Wrapper) -> list[tuple[str, Value]]:
    """Remove the wrapper's options from the words, and return each with its value."""
    options: list[tuple[str, Value]] = []
    while (
        remaining_words
        and isinstance(remaining_words[0], str)
        and remaining_words[0].startswith("-")
    ):
        option = str(remaining_words.pop(0))
        if option == "--":
            break
        if option.startswith("--"):
            option, equals_sign, text = option.partition("=")
            takes = not equals_sign and option in wrapper.long_values and remaining_words
            options.append((option, remaining_words.pop(0) if takes else text))
            continue
        letters = option[1:] or "-"
        value_index = next(
            (
                letter_index
                for letter_index, letter in enumerate(letters)
                if letter in wrapper.values
            ),
            None,
        )
        options += [
            ("-" if letter == "-" else f"-{letter}", "") for letter in letters[:value_index]
        ]
        if value_index is not None:
            letters_after = letters[value_index + 1 :]
            options.append(
                (
                    f"-{letters[value_index]}",
                    letters_after or (remaining_words.pop(0) if remaining_words else ""),
                )
            )
    return options


def find_shell_call(words: Sequence[Value]) -> ShellCall | None:
    """Return the script that a shell is started with, None if it reads commands from elsewhere."""
    remaining_words = list(words[1:])
    is_text, options = False, list[Value]()
    while (
        remaining_words
        and isinstance(remaining_words[0], str)
        and remaining_words[0][:1] in ("-", "+")
        and len(remaining_words[0]) > 1
    ):
        option = str(remaining_words.pop(0))
        if option == "--":
            break
        is_text |= option.startswith("-") and not option.startswith("--") and "c" in option
        if option == "--login" or not option.startswith("--"):
            options.append(option)
        if option[-1] in "oO" and not option.startswith("--"):
            options += remaining_words[:1]
            del remaining_words[:1]
    match remaining_words:
        case [str(text), str(name), *arguments] if is_text:
            return ShellCall(text, "", name, tuple(arguments), tuple(options))
        case [str(text)] if is_text:
            return ShellCall(text, "", get_known_text(words[0]), (), tuple(options))
        case [str(path), *arguments] if not is_text:
            return ShellCall("", path, path, tuple(arguments), tuple(options))
        case _:
            return None
