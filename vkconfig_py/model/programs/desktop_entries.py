"""Applications of the desktop: .desktop files, read as the Desktop Entry Specification 1.5 says."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.program_files import find_executable
from vkconfig_py.loader.files.safe_paths import read_beginning

_MAX_FILES = 4000
_MAX_FILE_SIZE = 128 << 10
_MAX_DEPTH = 4
_GROUP_NAME = "Desktop Entry"
_CHARACTER_BY_ESCAPE = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
_ESCAPE_PATTERN = re.compile(r"\\(.)", re.DOTALL)
# Files and addresses, none of which are opened here; the last six are deprecated.
_DROPPED_FIELD_CODES = frozenset("fFuUidDnNvm")
# Marks of flatpak around arguments that are files.
_FORWARDED_FIELD_CODES = frozenset({"@@", "@@u"})
_ASSIGNMENT_PATTERN = re.compile(r"[A-Za-z_]\w*=", re.ASCII)


class Sandbox(StrEnum):
    """What runs a program in a file system of its own."""

    NONE = ""
    FLATPAK = "Flatpak"
    SNAP = "Snap"


class DesktopEntry(NamedTuple):
    """An application that the desktop would start.

    Attributes:
        command: program and arguments; () if Exec cannot be used.
        variables: set by `env` in front of the program.
        needs_terminal: it is meant to run in a terminal.
        try_exec: program without which it is not installed, "" if it names none.
    """

    name: str
    command: tuple[str, ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    folder: str = ""
    needs_terminal: bool = False
    try_exec: str = ""
    sandbox: Sandbox = Sandbox.NONE


def parse_entry(
    text: str, path: str = "", locale: str = "", desktops: Sequence[str] = ()
) -> DesktopEntry | None:
    """Parse a .desktop file, or return None if no menu shows it.

    `locale`: such as "de_DE.UTF-8". `desktops`: names in XDG_CURRENT_DESKTOP.
    """
    keys = _read_group(text)
    if keys.get("Type", "Application") != "Application" or not _is_shown(keys, desktops):
        return None
    name = _get_localized(keys, "Name", locale)
    words = split_exec(_unescape(keys.get("Exec", "")))
    if not name or not words:
        return None
    sandbox = _find_sandbox(keys, words)
    command = [
        expanded
        for word in words
        if not (sandbox is Sandbox.FLATPAK and word in _FORWARDED_FIELD_CODES)
        and (expanded := _remove_field_codes(word, name, path)) is not None
    ]
    variables, command = split_environment(command)
    if not command:
        return None
    return DesktopEntry(
        name=name,
        command=tuple(command),
        variables=variables,
        folder=_unescape(keys.get("Path", "")),
        needs_terminal=keys.get("Terminal") == "true",
        try_exec=_unescape(keys.get("TryExec", "")),
        sandbox=sandbox,
    )


def split_exec(text: str) -> list[str]:
    """Return the words of the key Exec, [] if a quote is not closed.

    See the specification, "The Exec key".
    """
    words: list[str] = []
    word: list[str] | None = None
    position = 0
    while position < len(text):
        char = text[position]
        position += 1
        if char in " \t\n":
            if word is not None:
                words.append("".join(word))
            word = None
            continue
        word = [] if word is None else word
        if char != '"':
            word.append(char)
            continue
        quoted = _QUOTED_PATTERN.match(text, position)
        if quoted is None:
            return []
        word.append(_QUOTED_ESCAPE_PATTERN.sub(r"\1", quoted[1]))
        position = quoted.end()
    return words if word is None else [*words, "".join(word)]


_QUOTED_PATTERN = re.compile(r'((?:[^"\\]|\\.)*)"', re.DOTALL)
_QUOTED_ESCAPE_PATTERN = re.compile(r'\\(["`$\\])')


def split_environment(
    command: Sequence[str],
) -> tuple[tuple[tuple[str, str], ...], list[str]]:
    """Return the variables that `env` sets in front of a program, and the program's words."""
    remaining_words = list(command)
    if not remaining_words or posixpath.basename(remaining_words[0]) != "env":
        return (), remaining_words
    start = 1
    while start < len(remaining_words) and _ASSIGNMENT_PATTERN.match(remaining_words[start]):
        start += 1
    if start == len(remaining_words) or remaining_words[start].startswith(
        "-"
    ):  # an option of env: left as it is
        return (), remaining_words
    pairs = (assignment.partition("=") for assignment in remaining_words[1:start])
    return tuple((name, value) for name, _sign, value in pairs), remaining_words[start:]


def _read_group(text: str) -> dict[str, str]:
    """Return the keys and values of a .desktop file's first group. Later groups are actions."""
    keys: dict[str, str] = {}
    group = ""
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("["):
            if group == _GROUP_NAME:
                break
            group = line.strip("[]")
        elif group == _GROUP_NAME and line and not line.startswith("#"):
            key, equals_sign, value = line.partition("=")
            if equals_sign:
                keys.setdefault(key.strip(), value.strip())
    return keys


def _is_shown(keys: Mapping[str, str], desktops: Sequence[str]) -> bool:
    """True if a menu of one of these desktops shows an application."""
    if "true" in (keys.get("NoDisplay"), keys.get("Hidden")):
        return False
    only, hidden_desktops = (
        {*keys.get(name, "").split(";")} - {""} for name in ("OnlyShowIn", "NotShowIn")
    )
    return not hidden_desktops & {*desktops} and (not only or bool(only & {*desktops}))


def _get_localized(keys: Mapping[str, str], key: str, locale: str) -> str:
    """Return a key's value in a locale's language, else the untranslated value."""
    # "Localized values for keys": lang_COUNTRY.ENCODING@MODIFIER, the closest first.
    language, at_sign, modifier = locale.partition("@")
    language = language.partition(".")[0]
    base_language = language.partition("_")[0]
    for tag in (
        f"{language}{at_sign}{modifier}",
        language,
        f"{base_language}{at_sign}{modifier}",
        base_language,
    ):
        if tag and f"{key}[{tag}]" in keys:
            return _unescape(keys[f"{key}[{tag}]"])
    return _unescape(keys.get(key, ""))


def _unescape(value: str) -> str:
    r"""Return a value with its escape sequences, such as \s, replaced."""
    return _ESCAPE_PATTERN.sub(lambda match: _CHARACTER_BY_ESCAPE.get(match[1], match[0]), value)


def _remove_field_codes(word: str, name: str, path: str) -> str | None:
    """Return a word of Exec without field codes such as %U, or None if it was only one."""
    if word in {f"%{code}" for code in _DROPPED_FIELD_CODES}:
        return None
    values = {"%": "%", "c": name, "k": path}
    return re.sub(
        r"%(.)",
        lambda match: "" if match[1] in _DROPPED_FIELD_CODES else values.get(match[1], match[0]),
        word,
    )


def _find_sandbox(keys: Mapping[str, str], words: Sequence[str]) -> Sandbox:
    """Return what runs an application in a file system of its own, judged by its command."""
    program = words[0]
    if "X-Flatpak" in keys or posixpath.basename(program) == "flatpak":
        return Sandbox.FLATPAK
    snap = any("/snap/bin/" in word for word in words) or posixpath.basename(program) == "snap"
    return Sandbox.SNAP if snap or "X-SnapInstanceName" in keys else Sandbox.NONE


def find_entries(host: Host) -> tuple[DesktopEntry, ...]:
    """Return the applications of the desktop that can be started, by name. Never raises."""
    environment = host.environment
    locale = next(
        (environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)),
        "",
    )
    desktops = environment.get("XDG_CURRENT_DESKTOP", "").split(":")
    entries = {}
    for file in _list_files(host):
        try:
            content = read_beginning(f"{host.root}{file}", _MAX_FILE_SIZE)
        except (OSError, ValueError):
            continue
        entry = parse_entry(content.decode("utf-8", "replace"), file, locale, desktops)
        if entry is not None and (startable := _find_startable(entry, host)) is not None:
            entries[file] = startable
    return tuple(sorted(entries.values(), key=lambda entry: (entry.name.casefold(), entry.command)))


def _find_startable(entry: DesktopEntry, host: Host) -> DesktopEntry | None:
    """Return an application with the path of its program, or None if that is not installed."""
    if entry.try_exec and find_executable(entry.try_exec, host).refusal is not None:
        return None
    program = find_executable(entry.command[0], host)
    if program.refusal is not None:
        return None
    return entry._replace(command=(program.path, *entry.command[1:]))


def _list_files(host: Host) -> Iterator[str]:
    """Yield the path of each .desktop file.

    One in an earlier folder replaces those of the same ID.
    """
    seen_names: set[str] = set()
    for folder in list_entry_folders(host):
        for file in _list_folder(host.root, folder, _MAX_DEPTH):
            name = file[len(folder) + 1 :].replace("/", "-")
            if name not in seen_names:
                seen_names.add(name)
                yield file
            if len(seen_names) >= _MAX_FILES:
                return


def list_entry_folders(host: Host) -> list[str]:
    """Return the folders of .desktop files, that of the user first."""
    environment = host.environment
    home = environment.get("HOME", "")
    data_home = environment.get("XDG_DATA_HOME") or (f"{home}/.local/share" if home else "")
    shared = environment.get("XDG_DATA_DIRS") or host.add_prefix("/usr/local/share:/usr/share")
    # Where a session's profile did not add what Flatpak and snapd export.
    exported = [
        f"{home}/.local/share/flatpak/exports/share" if home else "",
        host.add_prefix("/var/lib/flatpak/exports/share"),
        host.add_prefix("/var/lib/snapd/desktop"),
    ]
    folders = (folder.rstrip("/") for folder in (data_home, *shared.split(":"), *exported))
    return list(
        dict.fromkeys(f"{folder}/applications" for folder in folders if folder.startswith("/"))
    )


def _list_folder(root: str, folder: str, deepest: int) -> Iterator[str]:
    """Yield the .desktop files below a folder, as paths in it.

    `deepest`: levels of folders to search.
    """
    try:
        with os.scandir(f"{root}{folder}") as entries:
            names = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)[
                :_MAX_FILES
            ]
    except OSError:
        return
    for name, is_folder in names:
        if is_folder and deepest:
            yield from _list_folder(root, f"{folder}/{name}", deepest - 1)
        elif not is_folder and name.endswith(".desktop"):
            yield f"{folder}/{name}"
