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
from vkconfig_py.loader.files.program_files import find_executable, resolve_program_path
from vkconfig_py.loader.files.safe_paths import read_beginning
from vkconfig_py.loader.platforms.local_paths import find_local_path
from vkconfig_py.model.files.paths import is_folder
from vkconfig_py.model.programs.shell.syntax import (
    GLOB_PATTERN,
    MAX_SCRIPT_SIZE,
    ScriptEnd,
    ShellMemory,
    Unknown,
    UnknownCause,
    Value,
    join_values,
    list_known_texts,
)

_NAME_PATTERN = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_ARITHMETIC_ASSIGNMENT_PATTERN = re.compile(
    r"(\+\+|--)?\s*([A-Za-z_]\w*)\s*(\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))?", re.ASCII
)


class ShellPort(Protocol):
    """What commands need of the shell that runs them.

    Attributes:
        output: what was printed within $(…); None outside of it.
        file: the script that is read, with the line in it.
        depth: within how many functions and files.
        left: the function or loop may have been left already.
    """

    memory: ShellMemory
    output: list[Value] | None
    file: str
    line: int
    script_path: str
    depth: int
    left: Unknown | None

    @property
    def host(self) -> Host:
        """The machine that the script runs on."""

    def start_program(self, words: tuple[Value, ...]) -> None:
        """Note that the script starts a program."""

    def assign(self, name: str, value: Value, *, appends: bool = False) -> None:
        """Set a variable, or append to it."""

    def mark_all_unknown(self, cause: UnknownCause) -> None:
        """Note that unknown text is run, which may start or set anything."""

    def note_possible_end(self) -> None:
        """Note that some shells end here, so that what follows is not certain."""

    def make_unknown(self, cause: UnknownCause) -> Unknown:
        """Return a value that only a run can tell, with the present line."""

    def substitute_command(self, script: str) -> Value:
        """Return what a script within $(…) prints."""

    def run_text(self, text: str) -> int | None:
        """Run a text. Return its exit status, None if only a run can tell."""


def run_command_v(shell: ShellPort, words: list[Value]) -> int | None:
    """Run `command -v`, which prints where a program is.

    Return the exit status. It is None if only a run can tell.
    """
    texts = list_known_texts(words)
    if not texts:
        return None
    name = texts[0]
    is_built_in = name in shell.memory.functions or name in BUILT_IN
    path = name if is_built_in else _find_executable(shell, name)
    if path is None:
        return None
    if path and shell.output is not None:
        shell.output.append(f"{path}\n")
    return 0 if path else 127


def _find_executable(shell: ShellPort, name: str) -> str | None:
    """Return the absolute path of a program, "" if there is none, None if only a run can tell."""
    search, folder = shell.memory.value("PATH"), shell.memory.folder
    if isinstance(search, Unknown) or isinstance(folder, Unknown):
        return None
    host = shell.host.with_environment([("PATH", search)])
    executable = find_executable(name, host._replace(working_directory=folder))
    return "" if executable.refusal else executable.path


def find_known_output(shell: ShellPort, name: str, words: list[Value]) -> Value | None:
    """Return what dirname, basename, readlink or realpath prints, None if only a run can tell.

    It is None for any other program, too.
    """
    texts = list_known_texts(words)
    if texts and texts[0] == "--":
        texts = texts[1:]
    if texts and name in ("dirname", "basename") and not texts[0].startswith("-"):
        path = texts[0].rstrip("/") or texts[0][:1]
        if name == "dirname" and len(texts) == 1:
            return f"{posixpath.dirname(path) or '.'}\n"
        if name == "basename" and len(texts) <= 2:
            base = posixpath.basename(path) or path
            suffix = texts[1] if len(texts) == 2 else ""
            return f"{base if base == suffix else base.removesuffix(suffix)}\n"
    if texts and (texts[:-1] == ["-f"] if name == "readlink" else name == "realpath"):
        folder = shell.memory.folder
        if len(texts) <= 2 and isinstance(folder, str) and not texts[-1].startswith("-"):
            path = posixpath.join(folder, texts[-1])
            return f"{posixpath.normpath(resolve_program_path(path, shell.host))}\n"
    return None


def _change_folder(shell: ShellPort, words: list[Value]) -> int | None:
    """Run `cd`. Return the exit status, None if only a run can tell."""
    home = shell.memory.value("HOME")
    target = words[-1] if words else ("" if home is None else home)
    folder = shell.memory.folder
    if isinstance(target, Unknown) or isinstance(folder, Unknown):
        unknown_value = target if isinstance(target, Unknown) else folder
        shell.memory.folder = unknown_value
        return None
    path = posixpath.normpath(posixpath.join(folder, target))
    uses_search_path = shell.memory.value("CDPATH") and not target.startswith(("/", "."))
    if target == "-" or uses_search_path:
        _mark_folder_unknown(shell, words)
        return None
    if not is_folder(Path(find_local_path(shell.host.root, path))):
        return 1
    resolves_links = any(word == "-P" for word in words[:-1])
    shell.memory.folder = resolve_program_path(path, shell.host) if resolves_links else path
    return 0


def _mark_folder_unknown(shell: ShellPort, _words: list[Value]) -> None:
    """Run a command such as `popd`, after which the working folder is unknown."""
    shell.memory.folder = shell.make_unknown(UnknownCause.FORM)


def _echo(shell: ShellPort, words: list[Value]) -> int:
    """Run `echo`, and return 0."""
    if shell.output is not None:
        texts = list_known_texts(words)
        is_plain = texts is not None and not any(
            "\\" in text or text.startswith("-") for text in texts
        )
        shell.output.append(
            f"{' '.join(texts or ())}\n" if is_plain else shell.make_unknown(UnknownCause.OUTPUT)
        )
    return 0


def _printf(shell: ShellPort, words: list[Value]) -> int:
    """Run `printf`, and return 0."""
    if words[:1] == ["-v"]:
        _forget_read_variables(shell, words[1:2])
    elif shell.output is not None:
        match list_known_texts(words):
            case ["%s" | "%s\\n", text]:
                shell.output.append(text)
            case _:
                shell.output.append(shell.make_unknown(UnknownCause.OUTPUT))
    return 0


def _type(shell: ShellPort, words: list[Value]) -> int | None:
    """Run `type`. Return the exit status, None if only a run can tell."""
    output, shell.output = shell.output, None
    status = (
        None if words[0:1] and _list_option_letters(words, "-") else run_command_v(shell, words[:1])
    )
    shell.output = output
    if output is not None:
        output.append(shell.make_unknown(UnknownCause.OUTPUT))
    return status


def _list_option_letters(words: list[Value], option_sign: str) -> set[str]:
    """Return the letters of options among words, such as those behind "-"."""
    return {*"".join(word for word in words if isinstance(word, str) and word[:1] == option_sign)}


def _export(shell: ShellPort, words: list[Value]) -> int:
    """Run `export`, and return 0."""
    removes_export = "n" in _list_option_letters(words, "-")
    return _define_variables(
        shell, words, exports=not removes_export, removes_export=removes_export
    )


def _declare(shell: ShellPort, words: list[Value]) -> int:
    """Run `declare`, and return 0."""
    letters = _list_option_letters(words, "-")
    exports = "x" in letters
    removes_export = "x" in _list_option_letters(words, "+")
    return _define_variables(shell, words, exports=exports, removes_export=removes_export)


def _declare_local(shell: ShellPort, words: list[Value]) -> int:
    """Run `local`, and return 0."""
    letters = _list_option_letters(words, "-")
    for word in words:
        name = _NAME_PATTERN.match(word.prefix if isinstance(word, Unknown) else word)
        if name is None or "g" in letters:
            continue
        shell.memory.make_local(name[0])
        if name[0] == word and shell.memory.value(name[0]) is not None:
            shell.assign(
                word, shell.make_unknown(UnknownCause.FORM)
            )  # bash hides the value, dash keeps it
    status = _declare(shell, words)
    if letters & set("niluc"):  # what is assigned is another value, or to another name
        _forget_read_variables(shell, words)
    return status


def _define_variables(
    shell: ShellPort, words: list[Value], *, exports: bool, removes_export: bool
) -> int:
    """Assign the words of export, declare or local.

    Return 0. `exports`, `removes_export`: programs get the variables, or no longer get them.
    """
    if "f" in _list_option_letters(words, "-"):
        return 0
    memory = shell.memory
    for word in words:
        text = word.prefix if isinstance(word, Unknown) else word
        name, equals_sign, value = text.partition("=")
        appends, name = name.endswith("+"), name.removesuffix("+")
        if text.startswith(("-", "+")):
            continue
        if isinstance(word, Unknown) and not equals_sign:
            memory.mark_variables_unknown(word)
            continue
        if not _NAME_PATTERN.fullmatch(name):  # bash goes on, dash ends
            shell.mark_all_unknown(UnknownCause.FORM)
            continue
        if equals_sign:
            assigned_value = word._replace(prefix=value) if isinstance(word, Unknown) else value
            shell.assign(name, assigned_value, appends=appends)
        if exports:
            memory.exported_names.add(name)
        elif removes_export:
            memory.exported_names.discard(name)
        if exports or removes_export:
            memory.doubtful_variables.pop(name, None)
            memory.changed_variables.setdefault(name, (shell.file, shell.line))
    return 0


def _unset(shell: ShellPort, words: list[Value]) -> int:
    """Run `unset`, and return 0."""
    functions = words[:1] == ["-f"]
    for word in words:
        if isinstance(word, Unknown):
            shell.memory.mark_variables_unknown(word)
        elif functions:
            shell.memory.functions.pop(word, None)
        elif not word.startswith("-"):
            shell.assign(word, "")
            if shell.left is None:
                shell.memory.variables[word] = None
            shell.memory.exported_names.discard(word)
            if shell.left is None:
                shell.memory.doubtful_variables.pop(word, None)
    return 0


def _set_options(shell: ShellPort, words: list[Value]) -> int:
    """Run `set`: options of the shell, and arguments. Return 0."""
    memory = shell.memory
    while words and isinstance(words[0], str) and words[0][:1] in ("-", "+"):
        option, words = words[0], words[1:]
        if option == "--":
            memory.arguments = words
            return 0
        count = option.lower().count("o")  # -O is bash's own
        names, words = words[:count], words[count:]
        letters = {*_FOLLOWED_OPTIONS.values()} & {*option[1:]}
        letters |= {letter for name, letter in _FOLLOWED_OPTIONS.items() if name in names}
        remaining = memory.options - letters
        memory.options = remaining | letters if option.startswith("-") else remaining
    if words:
        memory.arguments = words
    return 0


def _set_bash_options(shell: ShellPort, words: list[Value]) -> int:
    """Run `shopt`, and return 0. Options that change how a script is read make all unknown."""
    if {"execfail", "lastpipe", "expand_aliases"} & {*words}:
        shell.mark_all_unknown(UnknownCause.FORM)
        shell.note_possible_end()
    return 0


_FOLLOWED_OPTIONS = {"allexport": "a", "errexit": "e", "nounset": "u"}


def _shift(shell: ShellPort, words: list[Value]) -> int | None:
    """Run `shift`. Return the exit status, None if only a run can tell."""
    texts = list_known_texts(words or ["1"])
    count = int(texts[0]) if texts and texts[0].isdigit() else None
    arguments = shell.memory.arguments
    if count is None or any(isinstance(argument, Unknown) for argument in arguments[:count]):
        return None
    if count > len(arguments):  # dash ends, bash goes on
        shell.note_possible_end()
        return 1
    shell.memory.arguments = arguments[count:]
    return 0


def _end_script(shell: ShellPort, kind: str, words: list[Value]) -> int | None:
    """Raise the end of script, function or loop, for exit, return, break or continue (`kind`)."""
    texts = list_known_texts(words)
    number = int(texts[0]) if texts and texts[0].isdigit() else None
    default = -1 if kind in ("return", "exit") else 1
    raise ScriptEnd(kind, default if number is None else number)


def _pwd(shell: ShellPort, words: list[Value]) -> int:
    """Run `pwd`, and return 0."""
    if shell.output is not None:
        folder = shell.make_unknown(UnknownCause.OUTPUT) if words else shell.memory.folder
        shell.output.append(join_values([folder, "\n"]))
    return 0


def _forget_read_variables(shell: ShellPort, words: list[Value]) -> None:
    """Run a command that gives variables unknown values: read, getopts, mapfile."""
    for word in words:
        if isinstance(word, Unknown):
            shell.memory.mark_variables_unknown(word)
        elif match := _NAME_PATTERN.match(word):
            shell.assign(match[0], shell.make_unknown(UnknownCause.OUTPUT))
    for name in ("REPLY", "OPTARG", "OPTIND", "MAPFILE"):
        shell.memory.mark_unknown(name, shell.make_unknown(UnknownCause.OUTPUT))


def _run_arithmetic(shell: ShellPort, words: list[Value]) -> None:
    """Run an arithmetic command. The variables that it assigns become unknown."""
    for word in words:
        if isinstance(word, Unknown):
            shell.memory.mark_variables_unknown(word)
            continue
        for operator_before, name, operator_after in _ARITHMETIC_ASSIGNMENT_PATTERN.findall(word):
            if operator_before or operator_after:
                shell.assign(name, shell.make_unknown(UnknownCause.FORM))


def _source(shell: ShellPort, words: list[Value]) -> int | None:
    """Run a file in this shell. Return its exit status, None if only a run can tell."""
    texts = list_known_texts(words[:1])
    folder = shell.memory.folder
    if not texts or "/" not in texts[0] or isinstance(folder, Unknown):
        shell.mark_all_unknown(UnknownCause.FILE)
        return None
    path = posixpath.normpath(posixpath.join(folder, texts[0]))
    try:
        content = read_beginning(find_local_path(shell.host.root, path), MAX_SCRIPT_SIZE)
    except (OSError, ValueError):
        shell.mark_all_unknown(UnknownCause.FILE)
        return None
    file, line, arguments = shell.file, shell.line, shell.memory.arguments
    if len(words) > 1:
        shell.memory.arguments = words[1:]
    shell.file, shell.depth = path, shell.depth + 1
    try:
        return shell.run_text(content.decode("utf-8", "replace"))
    except ScriptEnd as end:
        if end.kind != "return":
            raise
        return None if end.levels < 0 else end.levels
    finally:
        shell.file, shell.line, shell.depth = file, line, shell.depth - 1
        if len(words) > 1:
            shell.memory.arguments = arguments


def _evaluate(shell: ShellPort, words: list[Value]) -> int | None:
    """Run `eval`. Return the exit status, None if only a run can tell."""
    texts = list_known_texts(words)
    if texts is None:
        shell.mark_all_unknown(UnknownCause.FORM)
        return None
    line = shell.line
    shell.depth += 1
    try:
        return shell.run_text(" ".join(texts))
    finally:
        shell.line, shell.depth = line, shell.depth - 1


def _run_unknown(shell: ShellPort, _words: list[Value]) -> None:
    """Run a command after which all is unknown."""
    shell.mark_all_unknown(UnknownCause.FORM)


def _test(shell: ShellPort, words: list[Value]) -> int | None:
    """Run `test` or `[`. Return the exit status, None if only a run can tell."""
    texts = list_known_texts(words)
    if texts is None:
        return None
    answer = _evaluate_test(shell, [text for text in texts if text not in ("]", "]]")])
    return None if answer is None else int(not answer)


def _evaluate_test(shell: ShellPort, words: list[str]) -> bool | None:
    """Return whether a test holds, None if only a run can tell."""
    match words:
        case [] | [""]:
            return False
        case [_]:
            return True
        case ["!", *remaining_words]:
            result = _evaluate_test(shell, remaining_words)
            return None if result is None else not result
        case [left, operator, right] if operator in _NUMBER_TESTS:
            numbers = [
                int(operand) for operand in (left, right) if re.fullmatch(r"-?[0-9]{1,18}", operand)
            ]
            return _NUMBER_TESTS[operator](*numbers) if len(numbers) == 2 else None
        case _:
            return _evaluate_text_test(shell, words)


def _evaluate_text_test(shell: ShellPort, words: list[str]) -> bool | None:
    """Return whether a test of a text or file holds, None if only a run can tell."""
    match words:
        case ["-n", text]:
            return bool(text)
        case ["-z", text]:
            return not text
        case [option, path] if option in _FILE_TESTS:
            return _test_file(shell, option, path)
        case [left, "=" | "==", right]:
            return None if GLOB_PATTERN.search(right) else left == right
        case [left, "!=", right]:
            return None if GLOB_PATTERN.search(right) else left != right
        case _:
            return None


def _test_file(shell: ShellPort, option: str, path: str) -> bool | None:
    """Return whether a file test such as -f holds for a path, None if only a run can tell."""
    folder = shell.memory.folder
    if isinstance(folder, Unknown):
        return None
    if not path:
        return False
    local_path = find_local_path(shell.host.root, posixpath.join(folder, path))
    return _FILE_TESTS[option](local_path)


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
_BuiltIn = Callable[[ShellPort, list[Value]], "int | None"]


def _make_ending(kind: str) -> _BuiltIn:
    """Return the command that ends a script, function or loop: exit, return, break or continue."""
    return lambda shell, words: _end_script(shell, kind, words)


def _do_nothing(_run: ShellPort, _words: list[Value]) -> int:
    """Run a command without effect, and return 0."""
    return 0


BUILT_IN: Mapping[str, _BuiltIn] = {
    ":": _do_nothing,
    "true": _do_nothing,
    "false": lambda _run, _words: 1,
    "[": _test,
    "[[": _test,
    "test": _test,
    "echo": _echo,
    "printf": _printf,
    "pwd": _pwd,
    "cd": _change_folder,
    "pushd": _mark_folder_unknown,
    "popd": _mark_folder_unknown,
    "export": _export,
    "readonly": _declare,
    "local": _declare_local,
    "declare": _declare_local,
    "typeset": _declare_local,
    "unset": _unset,
    "set": _set_options,
    "shift": _shift,
    "exit": _make_ending("exit"),
    "return": _make_ending("return"),
    "break": _make_ending("break"),
    "continue": _make_ending("continue"),
    "read": _forget_read_variables,
    "getopts": _forget_read_variables,
    "mapfile": _forget_read_variables,
    "let": _run_arithmetic,
    ".": _source,
    "source": _source,
    "eval": _evaluate,
    "type": _type,
    "shopt": _set_bash_options,
    **dict.fromkeys(("alias", "coproc", "enable"), _run_unknown),
    **dict.fromkeys(("hash", "kill"), lambda _run, _words: None),
    **dict.fromkeys(("ulimit", "umask", "trap", "wait", "unalias", "times"), _do_nothing),
}
