"""A TOML file with tables for programs, such as lsfg-vk's conf.toml: read, and edited in place.

One table is for every program; what is for some programs stands in tables of one array, each with
the programs that it is for. What is edited are lines: comments, order, unknown members and line
ends stay as they are. Values are texts as TOML writes them, strings in quotes.
"""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.layer_settings.declared import ProfileTables
from vkconfig_py.model.layer_settings.own_file import ReadingProgram
from vkconfig_py.model.layer_settings.toml_values import render_toml_text

_MAX_PROCESS_NAME: Final = 15  # bytes that Linux keeps of the name of a process
_TOKEN_PATTERN: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''
    r"|#[^\n]*|[\[\]{}=\n]|[^\"'#\[\]{}=\n]+",
    re.DOTALL,
)


_ERROR_LINE_PATTERN: Final = re.compile(r"at line ([0-9]+)")


class UneditableFileError(Exception):
    """A file into which values cannot be written without changing what else it says."""

    def __init__(self, reason: str, line: int = 1) -> None:
        """Keep why, as a sentence about the file without its full stop, and the line."""
        super().__init__(reason)
        self.reason = reason
        self.line = line


class TomlLine(NamedTuple):
    """A member that is in effect: `line` counts from 1, `value` is as the file writes it."""

    line: int
    key: str
    value: str


class ProfileContent(NamedTuple):
    """What a file says to a program.

    Attributes:
        title: name of the table for the program, "" if there is none.
        lines: members by name, those for every program included. One in the table in which the
            layer does not look for it has the table before its name, as in profile.dll.
        programs: that the table names.
    """

    title: str = ""
    lines: Mapping[str, TomlLine] = MappingProxyType({})
    programs: tuple[str, ...] = ()


class _Kind(Enum):
    TABLE = "table"
    ARRAY_TABLE = "array table"
    MEMBER = "member"


class _Statement(NamedTuple):
    """A header of a table or a member, at its offsets in the text.

    Attributes:
        key: its parts.
        start, end: of a member's value; of a header.
    """

    kind: _Kind
    key: tuple[str, ...]
    start: int
    end: int


class _Table(NamedTuple):
    """A table as it stands in the text: its header, None if there is none, and its members."""

    header: _Statement | None
    members: tuple[_Statement, ...]


def read_profile(content: bytes, tables: ProfileTables, reader: ReadingProgram) -> ProfileContent:
    """Return what a file says to a program.

    Raises:
        UneditableFileError: as edit_conf.
    """
    text, document = _parse_file(content, tables)
    return _read_table(text, document, tables, _find_profile(document, tables, reader))


def list_profiles(content: bytes, tables: ProfileTables) -> tuple[ProfileContent, ...]:
    """Return what each table of the array says, or what is said to all where there is none.

    Raises:
        UneditableFileError: as edit_conf.
    """
    text, document = _parse_file(content, tables)
    numbers: list[int | None] = [n for n, _profile in _number_profiles(document, tables)]
    return tuple(_read_table(text, document, tables, n) for n in numbers or [None])


def _read_table(
    text: str, document: Mapping[str, Any], tables: ProfileTables, index: int | None
) -> ProfileContent:
    """Return what the table for every program and one of the array say."""
    tables_in_effect = [(tables.general, _find_table(text, (tables.general,)))]
    title = ""
    programs: tuple[str, ...] = ()
    if index is not None:
        tables_in_effect.append((tables.array, _find_profile_table(text, tables, index)))
        profile = document[tables.array][index]
        programs = tuple(_list_programs(profile, tables))
        title = str(profile.get(tables.name, "")) or ", ".join(programs)
    lines = {}
    for table_name, table in tables_in_effect:
        for member in table.members:
            if len(member.key) > 1:
                continue
            (key,) = member.key
            if (key in tables.general_keys) is not (table_name == tables.general):
                key = f"{table_name}.{key}"  # the layer looks for it in the other table
            line = text.count("\n", 0, member.start) + 1
            lines[key] = TomlLine(line, key, text[member.start : member.end])
    return ProfileContent(title, lines, programs)


def edit_conf(
    content: bytes, values: Mapping[str, str], tables: ProfileTables, reader: ReadingProgram
) -> bytes:
    """Set values: those for all programs in their table, others in the table of the program.

    A program without a table gets one. A file without content begins with its version.

    Raises:
        UneditableFileError: the file is no TOML, has another version, or says its tables in a form
            that is not edited; or the program is not known.
    """
    if not content.strip():
        content = f"version = {tables.version}\n".encode()
    text, document = _parse_file(content, tables)
    for name, kind in ((tables.general, dict), (tables.array, list)):
        if not isinstance(document.get(name, kind()), kind):
            raise _make_form_error(name)
    wanted_document = deepcopy(document)
    general = {key: text for key, text in values.items() if key in tables.general_keys}
    if general:
        wanted_document.setdefault(tables.general, {}).update(_parse_values(general))
        text = _set_members(
            text, _find_table(text, (tables.general,)), general, f"[{tables.general}]"
        )
    profile = {key: text for key, text in values.items() if key not in tables.general_keys}
    if profile:
        profile_index = _find_profile(document, tables, reader)
        header = f"[[{tables.array}]]"
        if profile_index is None:
            wanted_profiles = wanted_document.setdefault(tables.array, [])
            new_members = {**_name_profile(tables, reader), **profile}
            wanted_profiles.append(_parse_values(new_members))
            text = _set_members(text, _Table(None, ()), new_members, header)
        else:
            wanted_document[tables.array][profile_index].update(_parse_values(profile))
            text = _set_members(
                text, _find_profile_table(text, tables, profile_index), profile, header
            )
    _check_result(text, wanted_document)
    return text.encode()


def _make_form_error(table: str) -> UneditableFileError:
    """Return the error that a file has tables in a form such as [{…}]."""
    return UneditableFileError(tr("it writes {table} in a form that is not edited", table=table))


def render_member(tables: ProfileTables, key: str, text: str) -> str:
    """Return a member below the header of its table, as in a file."""
    header = f"[{tables.general}]" if key in tables.general_keys else f"[[{tables.array}]]"
    return f"{header}\n{key} = {text}"


def _parse_file(content: bytes, tables: ProfileTables) -> tuple[str, dict[str, Any]]:
    """Return a file as text and as values.

    Raises:
        UneditableFileError: it is no TOML, or has another version.
    """
    try:
        text = content.decode()
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # UnicodeDecodeError and TOMLDecodeError too
        match = _ERROR_LINE_PATTERN.search(str(error))
        reason = tr("it is not valid TOML, so the layer ignores it: {reason}", reason=error)
        raise UneditableFileError(reason, int(match[1]) if match else 1) from error
    version = document.get("version")
    if type(version) is not int or version != tables.version:
        reason = tr("its version is not {version}, so the layer ignores it", version=tables.version)
        raise UneditableFileError(reason, _find_version_line(text))
    return text, document


def _find_version_line(text: str) -> int:
    """Return the line that says the version, 1 if none does."""
    starts = (
        member.start for member in _list_tables(text)[0].members if member.key == ("version",)
    )
    return text.count("\n", 0, next(starts, 0)) + 1


def _find_profile(
    document: Mapping[str, Any], tables: ProfileTables, reader: ReadingProgram
) -> int | None:
    """Return which table of the array is in effect in a program, None for none."""
    profiles = _number_profiles(document, tables)
    if tables.name and reader.profile:
        for n, profile in profiles:
            if profile.get(tables.name) == reader.profile:
                return n
    if not tables.name:  # known by their programs: of equal ones the last one counts
        last = {tuple(_list_programs(profile, tables)): n for n, profile in profiles}
        profiles = [(n, profile) for n, profile in profiles if n in last.values()]
    rules = (
        (_runs_as_file, _runs_in_wine, _runs_as_process)
        if tables.compares_windows_files
        else (_runs_as_file, _runs_as_process)
    )
    for is_of in rules:
        for n, profile in profiles:
            if any(is_of(reader, program) for program in _list_programs(profile, tables)):
                return n
    return None


def _number_profiles(
    document: Mapping[str, Any], tables: ProfileTables
) -> list[tuple[int, Mapping[str, Any]]]:
    """Return the tables of the array with their places in it."""
    profiles = document.get(tables.array)
    if not isinstance(profiles, list):
        return []
    return [(n, profile) for n, profile in enumerate(profiles) if isinstance(profile, dict)]


def _list_programs(profile: Mapping[str, Any], tables: ProfileTables) -> list[str]:
    programs = profile.get(tables.programs)
    listed = programs if isinstance(programs, list) else [programs]
    return [program for program in listed if isinstance(program, str)]


def _runs_as_file(reader: ReadingProgram, program: str) -> bool:
    """True if the executable's path ends with the text."""
    is_native_program = bool(reader.program) and not reader.windows_program
    return is_native_program and reader.program.endswith(program)


def _runs_in_wine(reader: ReadingProgram, program: str) -> bool:
    """True if the text names the Windows program that Wine runs."""
    return bool(reader.windows_program) and (
        posixpath.basename(program).casefold() == f"{reader.windows_program}.exe".casefold()
    )


def _runs_as_process(reader: ReadingProgram, program: str) -> bool:
    """True if the text is the name of the process."""
    return bool(program) and _cut_process_name(_find_process_name(reader)) == program


def _find_process_name(reader: ReadingProgram) -> str:
    if reader.windows_program:
        return f"{reader.windows_program}.exe"
    return posixpath.basename(reader.program)


def _cut_process_name(name: str) -> str:
    """Return what Linux keeps of the name of a process."""
    return name.encode()[:_MAX_PROCESS_NAME].decode("utf-8", "ignore")


def _name_profile(tables: ProfileTables, reader: ReadingProgram) -> dict[str, str]:
    """Return the members by which a new table is found in a program.

    Raises:
        UneditableFileError: the program is not known.
    """
    program = reader.program
    if reader.windows_program:
        program = _find_process_name(reader)
        if not tables.compares_windows_files:
            program = _cut_process_name(program)
    if not program:
        raise UneditableFileError(
            tr("it has these settings only for programs that it names, and none is chosen")
        )
    members = {tables.programs: render_toml_text(program)}
    if tables.name:
        name = reader.profile or posixpath.basename(program)
        members = {tables.name: render_toml_text(name), **members}
    return members


def _parse_values(values: Mapping[str, str]) -> dict[str, Any]:
    return {key: tomllib.loads(f"value = {text}")["value"] for key, text in values.items()}


def _find_table(text: str, key: tuple[str, ...]) -> _Table:
    """Return the table of a name as it stands in the text."""
    tables = (table for table in _list_tables(text) if table.header is not None)
    return next(
        (
            table
            for table in tables
            if table.header and table.header.kind is _Kind.TABLE and table.header.key == key
        ),
        _Table(None, ()),
    )


def _find_profile_table(text: str, tables: ProfileTables, index: int) -> _Table:
    """Return a table of the array as it stands in the text.

    Raises:
        UneditableFileError: the array is written in another form, as [{…}].
    """
    profile_tables = [
        table
        for table in _list_tables(text)
        if table.header is not None
        and table.header.kind is _Kind.ARRAY_TABLE
        and table.header.key == (tables.array,)
    ]
    if index >= len(profile_tables):
        raise _make_form_error(tables.array)
    return profile_tables[index]


def _list_tables(text: str) -> list[_Table]:
    """Return the tables of a file in their order, the members before the first one without it."""
    headers: list[_Statement | None] = [None]
    members: list[list[_Statement]] = [[]]
    for statement in _list_statements(text):
        if statement.kind is _Kind.MEMBER:
            members[-1].append(statement)
        else:
            headers.append(statement)
            members.append([])
    return [
        _Table(header, tuple(table_members))
        for header, table_members in zip(headers, members, strict=True)
    ]


def _list_statements(text: str) -> Iterator[_Statement]:
    """Yield the headers and members of a valid file, with their offsets."""
    position = 0
    for line in _split_statements(text):
        stripped_text = line.strip()
        start = position + line.index(stripped_text) if stripped_text else position
        position += len(line)
        if not stripped_text or stripped_text.startswith("#"):
            continue
        code = _cut_comment(stripped_text)
        if code.startswith("[["):
            yield _Statement(_Kind.ARRAY_TABLE, _parse_key(code[2:-2]), start, start + len(code))
        elif code.startswith("["):
            yield _Statement(_Kind.TABLE, _parse_key(code[1:-1]), start, start + len(code))
        else:
            key_length = _find_equals(code)
            value = code[key_length + 1 :].lstrip()
            value_start = start + len(code) - len(value)
            key = _parse_key(code[:key_length])
            yield _Statement(_Kind.MEMBER, key, value_start, value_start + len(value))


def _split_statements(text: str) -> Iterator[str]:
    """Yield the lines of a file; a value over several lines is in one piece with its line."""
    depth = start = 0
    for match in _TOKEN_PATTERN.finditer(text):
        token = match[0]
        if token in "[{":
            depth += 1
        elif token in "]}":
            depth -= 1
        elif token == "\n" and depth <= 0:
            yield text[start : match.end()]
            start, depth = match.end(), 0
    yield text[start:]


def _cut_comment(code: str) -> str:
    """Return a statement without the comment behind it."""
    depth, end = 0, len(code)
    for match in _TOKEN_PATTERN.finditer(code):
        token = match[0]
        depth += (token in ("[", "{")) - (token in ("]", "}"))
        if token.startswith("#") and depth == 0:
            end = match.start()
            break
    return code[:end].rstrip()


def _find_equals(code: str) -> int:
    """Return where the “=” behind a member's name stands."""
    return next(match.start() for match in _TOKEN_PATTERN.finditer(code) if match[0] == "=")


def _parse_key(text: str) -> tuple[str, ...]:
    """Return the parts of a name, such as a."b.c"."""
    value: Any = tomllib.loads(f"{text} = 0")
    parts = []
    while isinstance(value, dict):
        ((part, value),) = value.items()
        parts.append(part)
    return tuple(parts)


def _set_members(text: str, table: _Table, values: Mapping[str, str], header: str) -> str:
    """Return the text with members of a table set: where they stand, else behind its last one."""
    newline = "\r\n" if "\r\n" in text else "\n"
    by_key = {member.key[0]: member for member in table.members if len(member.key) == 1}
    added = "".join(
        f"{newline}{key} = {value}" for key, value in values.items() if key not in by_key
    )
    edits = [
        (by_key[key].start, by_key[key].end, value)
        for key, value in values.items()
        if key in by_key
    ]
    if added and table.header is not None:
        last = table.members[-1] if table.members else table.header
        line_end = text.find("\n", last.end)
        end = len(text) if line_end < 0 else line_end - text[:line_end].endswith("\r")
        edits.append((end, end, added))
    elif added:
        gap = "" if not text or text.endswith("\n") else newline
        edits.append((len(text), len(text), f"{gap}{newline}{header}{added}{newline}"))
    for start, end, value in sorted(edits, reverse=True):
        text = text[:start] + value + text[end:]
    return text


def _check_result(text: str, wanted_document: Mapping[str, Any]) -> None:
    """Raise UneditableFileError unless an edited file says what it should."""
    try:
        document = tomllib.loads(text)
    except ValueError as error:
        raise UneditableFileError(tr("it has a form that is not edited")) from error
    if document != wanted_document:
        raise UneditableFileError(tr("it has a form that is not edited"))
