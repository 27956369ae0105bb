"""Commands that shells have themselves, and those whose answer file names give."""

from __future__ import annotations

import operator
import os
import posixpath
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.program_files import find_executable, real_program
from vkconfig_py.loader.files.read_file import read_beginning
from vkconfig_py.loader.platforms.mounted_root import place_in
from vkconfig_py.model.files.paths import is_folder
from vkconfig_py.model.programs.shell.memory import PATTERN, Ended, Memory
from vkconfig_py.model.programs.shell.values import (
    MOST_BYTES,
    Cause,
    Unknown,
    Value,
    joined,
    known_words,
)


class Shell(Protocol):
    """What commands need of the shell that runs them.

    Attributes:
        output: what was printed within $(…); None outside of it.
        file: the script that is read, with the line in it.
        depth: within how many functions and files.
        left: the function or loop may have been left already.
    """

    memory: Memory
    output: list[Value] | None
    file: str
    line: int
    depth: int
    left: Unknown | None

    @property
    def host(self) -> Host: ...
    def start(self, words: tuple[Value, ...]) -> None: ...
    def assign(self, name: str, value: Value) -> None: ...
    def unknown(self, cause: Cause) -> Unknown: ...
    def run_text(self, text: str) -> int | None: ...


def find(shell: Shell, words: list[Value]) -> int | None:
    """Command -v: where a program is."""
    known = known_words(words)
    if not known:
        return None
    name = known[0]
    is_own = name in shell.memory.functions or name in BUILT_IN
    path = name if is_own else _executable(shell, name)
    if path is None:
        return None
    if path and shell.output is not None:
        shell.output.append(f"{path}\n")
    return 0 if path else 127


def _executable(shell: Shell, name: str) -> str | None:
    """Absolute path of a program, "" if there is none, None if it is not known."""
    search, folder = shell.memory.value("PATH"), shell.memory.folder
    if isinstance(search, Unknown) or isinstance(folder, Unknown):
        return None
    host = shell.host.with_environment([("PATH", search)])
    found = find_executable(name, host._replace(working_directory=folder))
    return "" if found.refused else found.path


def answer(shell: Shell, name: str, words: list[Value]) -> Value | None:
    """What a program prints that only names files; None for other programs."""
    known = known_words(words)
    if name == "dirname" and known and len(known) == 1:
        return f"{posixpath.dirname(known[0].rstrip('/')) or '.'}\n"
    if name == "basename" and known and len(known) <= 2:
        base = posixpath.basename(known[0].rstrip("/"))
        suffix = known[1] if len(known) == 2 else ""
        return f"{base if base == suffix else base.removesuffix(suffix)}\n"
    if known and (known[:-1] == ["-f"] if name == "readlink" else name == "realpath"):
        folder = shell.memory.folder
        if len(known) <= 2 and isinstance(folder, str) and not known[-1].startswith("-"):
            path = posixpath.join(folder, known[-1])
            return f"{posixpath.normpath(real_program(path, shell.host))}\n"
    return None


def _change_folder(shell: Shell, words: list[Value]) -> int | None:
    home = shell.memory.value("HOME")
    target = words[-1] if words else ("" if home is None else home)
    folder = shell.memory.folder
    if isinstance(target, Unknown) or isinstance(folder, Unknown):
        unknown = target if isinstance(target, Unknown) else folder
        shell.memory.folder = unknown
        return None
    path = posixpath.normpath(posixpath.join(folder, target))
    if target == "-" or not is_folder(Path(place_in(shell.host.root, path))):
        shell.memory.folder = shell.unknown(Cause.CONDITION) if target == "-" else folder
        return None if target == "-" else 1
    shell.memory.folder = path
    return 0


def _echo(shell: Shell, words: list[Value]) -> int:
    if shell.output is not None:
        known = known_words(words)
        plain = known is not None and not any("\\" in one or one == "-n" for one in known)
        shell.output.append(f"{' '.join(known or ())}\n" if plain else shell.unknown(Cause.OUTPUT))
    return 0


def _printf(shell: Shell, words: list[Value]) -> int:
    if shell.output is not None:
        match known_words(words):
            case ["%s" | "%s\\n", one]:
                shell.output.append(one)
            case _:
                shell.output.append(shell.unknown(Cause.OUTPUT))
    return 0


def _export(shell: Shell, words: list[Value]) -> int:
    for word in words:
        text = word.prefix if isinstance(word, Unknown) else word
        name, sign, value = text.partition("=")
        if text.startswith("-"):
            continue
        if isinstance(word, Unknown) and not sign:
            shell.memory.lose(word)
            continue
        if sign:
            shell.assign(name, word._replace(prefix=value) if isinstance(word, Unknown) else value)
        shell.memory.exported.add(name)
        shell.memory.changed.setdefault(name, (shell.file, shell.line))
    return 0


def _declare(shell: Shell, words: list[Value]) -> int:
    exports = any(isinstance(word, str) and re.match(r"-\w*x", word) for word in words)
    kept = set(shell.memory.exported)
    _export(shell, words)
    if not exports:
        shell.memory.exported &= kept
    return 0


def _unset(shell: Shell, words: list[Value]) -> int:
    functions = words[:1] == ["-f"]
    for word in words:
        if isinstance(word, Unknown):
            shell.memory.lose(word)
        elif functions:
            shell.memory.functions.pop(word, None)
        elif not word.startswith("-"):
            shell.assign(word, "")
            if shell.left is None:
                shell.memory.variables[word] = None
            shell.memory.exported.discard(word)
    return 0


def _set_options(shell: Shell, words: list[Value]) -> int:
    while words and isinstance(words[0], str) and words[0][:1] in ("-", "+"):
        option = words[0]
        if option == "--":
            shell.memory.arguments = words[1:]
            return 0
        if "a" in option[1:]:
            shell.memory.exports_all = option.startswith("-")
        words = words[2:] if option in ("-o", "+o") else words[1:]
    if words:
        shell.memory.arguments = words
    return 0


def _shift(shell: Shell, words: list[Value]) -> int | None:
    known = known_words(words or ["1"])
    count = int(known[0]) if known and known[0].isdigit() else None
    arguments = shell.memory.arguments
    if count is None or any(isinstance(one, Unknown) for one in arguments[:count]):
        return None
    if count > len(arguments):
        raise Ended("exit")  # a shell that is not interactive ends (XCU 2.8.1)
    shell.memory.arguments = arguments[count:]
    return 0


def _leave(shell: Shell, kind: str, words: list[Value]) -> int | None:
    known = known_words(words)
    number = int(known[0]) if known and known[0].isdigit() else None
    default = -1 if kind == "return" else 1
    raise Ended(kind, default if number is None else number)


def _pwd(shell: Shell, _words: list[Value]) -> int:
    if shell.output is not None:
        shell.output.append(joined([shell.memory.folder, "\n"]))
    return 0


def _forget(shell: Shell, words: list[Value]) -> None:
    """A command that gives variables values: read, getopts, mapfile."""
    for word in words:
        if isinstance(word, Unknown):
            shell.memory.lose(word)
        elif re.fullmatch(r"[A-Za-z_]\w*", word, re.ASCII):
            shell.assign(word, shell.unknown(Cause.OUTPUT))


def _source(shell: Shell, words: list[Value]) -> int | None:
    """Run a file in this shell."""
    known = known_words(words[:1])
    folder = shell.memory.folder
    if not known or "/" not in known[0] or isinstance(folder, Unknown):
        _lost(shell, Cause.FILE)
        return None
    path = posixpath.normpath(posixpath.join(folder, known[0]))
    try:
        content = read_beginning(place_in(shell.host.root, path), MOST_BYTES)
    except (OSError, ValueError):
        _lost(shell, Cause.FILE)
        return None
    file, line, arguments = shell.file, shell.line, shell.memory.arguments
    if len(words) > 1:
        shell.memory.arguments = words[1:]
    shell.file, shell.depth = path, shell.depth + 1
    try:
        return shell.run_text(content.decode("utf-8", "replace"))
    except Ended as end:
        if end.kind != "return":
            raise
        return None if end.levels < 0 else end.levels
    finally:
        shell.file, shell.line, shell.depth = file, line, shell.depth - 1
        if len(words) > 1:
            shell.memory.arguments = arguments


def _evaluate(shell: Shell, words: list[Value]) -> int | None:
    known = known_words(words)
    if known is None:
        _lost(shell, Cause.FORM)
        return None
    line = shell.line
    shell.depth += 1
    try:
        return shell.run_text(" ".join(known))
    finally:
        shell.line, shell.depth = line, shell.depth - 1


def _lost(shell: Shell, cause: Cause) -> None:
    unknown = shell.unknown(cause)
    shell.start((unknown,))
    shell.memory.lose(unknown)


def _test(shell: Shell, words: list[Value]) -> int | None:
    known = known_words(words)
    if known is None:
        return None
    answer = _judge(shell, [one for one in known if one not in ("]", "]]")])
    return None if answer is None else int(not answer)


def _judge(shell: Shell, words: list[str]) -> bool | None:
    match words:
        case [] | [""]:
            return False
        case [_]:
            return True
        case ["!", *rest]:
            result = _judge(shell, rest)
            return None if result is None else not result
        case [left, compares, right] if compares in _NUMBER_TESTS:
            numbers = [int(one) for one in (left, right) if re.fullmatch(r"-?[0-9]{1,18}", one)]
            return _NUMBER_TESTS[compares](*numbers) if len(numbers) == 2 else None
        case _:
            return _judge_text(shell, words)


def _judge_text(shell: Shell, words: list[str]) -> bool | None:
    match words:
        case ["-n", one]:
            return bool(one)
        case ["-z", one]:
            return not one
        case [option, path] if option in _FILE_TESTS:
            return _is_file(shell, option, path)
        case [left, "=" | "==", right]:
            return None if PATTERN.search(right) else left == right
        case [left, "!=", right]:
            return None if PATTERN.search(right) else left != right
        case _:
            return None


def _is_file(shell: Shell, option: str, path: str) -> bool | None:
    folder = shell.memory.folder
    if isinstance(folder, Unknown):
        return None
    if not path:
        return False
    place = place_in(shell.host.root, posixpath.join(folder, path))
    return _FILE_TESTS[option](place)


_FILE_TESTS: Mapping[str, Callable[[str], bool]] = {
    "-e": os.path.exists,
    "-f": os.path.isfile,
    "-d": os.path.isdir,
    "-h": os.path.islink,
    "-L": os.path.islink,
    "-x": lambda path: os.access(path, os.X_OK),
    "-r": lambda path: os.access(path, os.R_OK),
    "-w": lambda path: os.access(path, os.W_OK),
}
_NUMBER_TESTS: Mapping[str, Callable[[int, int], bool]] = {
    "-eq": operator.eq,
    "-ne": operator.ne,
    "-lt": operator.lt,
    "-le": operator.le,
    "-gt": operator.gt,
    "-ge": operator.ge,
}
_BuiltIn = Callable[[Shell, list[Value]], "int | None"]


def _ends(kind: str) -> _BuiltIn:
    return lambda shell, words: _leave(shell, kind, words)


def _pass(_run: Shell, _words: list[Value]) -> int:
    return 0


BUILT_IN: Mapping[str, _BuiltIn] = {
    ":": _pass,
    "true": _pass,
    "false": lambda _run, _words: 1,
    "[": _test,
    "[[": _test,
    "test": _test,
    "echo": _echo,
    "printf": _printf,
    "pwd": _pwd,
    "cd": _change_folder,
    "pushd": _change_folder,
    "export": _export,
    "readonly": _declare,
    "local": _declare,
    "declare": _declare,
    "typeset": _declare,
    "unset": _unset,
    "set": _set_options,
    "shift": _shift,
    "exit": _ends("exit"),
    "return": _ends("return"),
    "break": _ends("break"),
    "continue": _ends("continue"),
    "read": _forget,
    "getopts": _forget,
    "mapfile": _forget,
    "let": _forget,
    ".": _source,
    "source": _source,
    "eval": _evaluate,
    "type": find,
    **dict.fromkeys(("hash", "kill", "popd"), lambda _run, _words: None),
    **dict.fromkeys(
        ("ulimit", "umask", "trap", "wait", "alias", "unalias", "shopt", "times"), _pass
    ),
}
