"""Edits that change one place of a JSON text and keep every other byte, and corrections of a text.

Works on any text that old or new loaders can parse. Keys are matched like in the loader, ignoring
case. All duplicates of a key are changed, so that the result does not depend on which of them a
loader reads.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    EditKey,
    EditText,
    Json,
    KeyPath,
    Removed,
    RenameKey,
    ReplaceLine,
)
from vkconfig_py.loader.json.decode import WHITESPACE_BYTES, parse_json

_BOM = b"\xef\xbb\xbf"
_STRUCTURE_BYTES_PATTERN = re.compile(rb'["\[\]{}]')
_SCALAR_PATTERN = re.compile(rb"[^\x00-\x20,\]}]*")
_QUOTE_OR_ESCAPE_PATTERN = re.compile(rb'\\.|"', re.DOTALL)

# Bytes that are not UTF-8 must be preserved.
_TEXT_ENCODING = ("utf-8", "surrogateescape")

_MAX_TEXT_LENGTH = 1 << 14  # a manifest has some thousand bytes
_SEARCH_WIDTH = 240  # characters that are examined
_ADDED_CHARACTERS = ',"}]{[:\\'
_REMOVED_CHARACTERS = ',"}]{[:'
_OPENING_BRACKETS, _CLOSING_BRACKETS = "{[", "}]"
_LIST_KEYS = frozenset(
    {
        "layers",
        "component_layers",
        "blacklisted_layers",
        "override_paths",
        "app_keys",
        "instance_extensions",
        "device_extensions",
        "entrypoints",
        "settings_array",
        "device_configurations",
    }
)


class EditError(ValueError):
    """The text cannot be edited. The message is the reason."""


class _MemberSpan(NamedTuple):
    """Offsets of one member or element.

    Attributes:
        key: as written, or the index.
        start: of the key or element; value: of the value; end: after the value.
    """

    key: str | int
    start: int
    value_start: int
    end: int


def edit_document(data: bytes, path: KeyPath, value: Json | Removed) -> bytes:
    """Return the text with the value at a path set, inserted or removed.

    An index past the last element appends; missing parent objects are created.

    Raises:
        EditError: no loader can parse the text.
    """
    # A text refused by one generation of loaders may be accepted by the other.
    if parse_json(data, True).error and parse_json(data, False).error:
        raise EditError("the text is not JSON")
    start = _skip_blanks(data, len(_BOM) if data.startswith(_BOM) else 0)
    if not path and value is REMOVED:
        raise EditError("a file holds one value at least")
    return _TextEdit(data, start, value).edit_at(data, start, path, "")


def rename_key(data: bytes, path: KeyPath, name: str) -> bytes:
    """Return the text with one key renamed. Its value, position and whitespace stay.

    The key is matched exactly, including case; duplicates keep their name.

    Raises:
        EditError: no loader can parse the text, or the key is missing.
    """
    if parse_json(data, True).error and parse_json(data, False).error:
        raise EditError("the text is not JSON")
    start = _skip_blanks(data, len(_BOM) if data.startswith(_BOM) else 0)
    for depth, part in enumerate(path):
        members = [member for member in _read_members(data, start) or [] if member.key == part]
        if not members:
            raise EditError(f"there is no “{part}”")
        if depth == len(path) - 1:
            end = _skip_string(data, members[0].start)
            text = json.dumps(name, ensure_ascii=False).encode(*_TEXT_ENCODING)
            return data[: members[0].start] + text + data[end:]
        start = members[0].value_start
    raise EditError("the file itself has no name")


def edit_file(data: bytes, remedy: EditText) -> bytes:
    """Return the text of a file after the edit that a remedy describes.

    Raises:
        EditError: it cannot be made in this text.
    """
    match remedy:
        case EditKey(path=path, value=value):
            return edit_document(data, path, value)
        case RenameKey(path=path, name=name):
            return rename_key(data, path, name)
        case ReplaceLine(line=line, before=text_before, after=text_after):
            return replace_line(data, line, text_before, text_after)


def replace_line(data: bytes, line: int, text_before: str, text_after: str) -> bytes:
    """Return the text with one line replaced. What ends the line stays.

    Raises:
        EditError: the line is another one.
    """
    lines = data.split(b"\n")
    if line > len(lines) or lines[line - 1].rstrip(b"\r").decode(*_TEXT_ENCODING) != text_before:
        raise EditError(f"line {line} is another one now")
    line_ending = lines[line - 1][len(text_before.encode(*_TEXT_ENCODING)) :]
    lines[line - 1] = text_after.encode(*_TEXT_ENCODING) + line_ending
    return b"\n".join(lines)


class _TextEdit:
    """One edit. The text is replaced step by step, since duplicates are edited, too."""

    def __init__(self, data: bytes, root: int, value: Json | Removed) -> None:
        self._root = root
        self._value = value
        members = _read_members(data, root)
        self._indent_unit = (
            _read_indent(_read_blanks_before(data, members[0].start)) if members else None
        )

    def edit_at(self, data: bytes, start: int, path: KeyPath, indent: str) -> bytes:
        """Edit the path below the value that begins at `start`."""
        members = _read_members(data, start)
        if not path or (members is None and self._value is not REMOVED):
            end = _skip_value(data, start)
            return data[:start] + self._render(path, indent) + data[end:]
        matching_members = _find_matching(members or [], path[0])
        if not matching_members:
            return self._insert(data, start, members or [], path)
        # Last first: an edit shifts everything after it.
        for member in reversed(matching_members):
            if len(path) > 1 or self._value is not REMOVED:
                inner_indent = _read_indent(_read_blanks_before(data, member.start)) or ""
                data = self.edit_at(data, member.value_start, path[1:], inner_indent)
            else:
                data = _remove_member(data, _read_members(data, start) or [], member)
        return data

    def _insert(
        self, data: bytes, start: int, members: Sequence[_MemberSpan], path: KeyPath
    ) -> bytes:
        """Insert a member: at the start of the root ("layer" must stay last), else at the end."""
        if self._value is REMOVED:
            return data
        if not members:
            blanks = b"" if self._indent_unit is None else b"\n" + self._indent_unit.encode()
            end = data.index(b"}" if data[start : start + 1] == b"{" else b"]", start)
            text = self._render_member(data, start, path, _read_indent(blanks) or "")
            return data[: start + 1] + blanks + text + (b"\n" if blanks else b"") + data[end:]
        neighbor_member = members[0] if start == self._root else members[-1]
        blanks = _read_blanks_before(data, neighbor_member.start)
        text = self._render_member(data, start, path, _read_indent(blanks) or "")
        if neighbor_member is members[0] and start == self._root:
            return data[: start + 1] + blanks + text + b"," + data[start + 1 :]
        # One-line style with a blank after each comma is kept; "[1]" becomes "[1, 2]".
        blanks = blanks or (b" " if len(members) == 1 else b"")
        return data[: neighbor_member.end] + b"," + blanks + text + data[neighbor_member.end :]

    def _render_member(self, data: bytes, start: int, path: KeyPath, indent: str) -> bytes:
        """Render a new member, key included, of the object or list that begins at `start`."""
        text = self._render(path[1:], indent)
        if data[start : start + 1] == b"[":
            return text
        return json.dumps(str(path[0]), ensure_ascii=False).encode(*_TEXT_ENCODING) + b": " + text

    def _render(self, path: KeyPath, indent: str) -> bytes:
        """Render the new value inside new containers for the rest of the path."""
        assert self._value is not REMOVED
        value = self._value
        for part in reversed(path):
            value = [value] if isinstance(part, int) else {part: value}
        text = json.dumps(value, ensure_ascii=False, indent=self._indent_unit or None)
        return text.replace("\n", f"\n{indent}").encode(*_TEXT_ENCODING)


def _find_matching(members: Sequence[_MemberSpan], part: str | int) -> list[_MemberSpan]:
    """Return the members with this key in any case, or the one at this index."""
    if isinstance(part, int):
        # A loader iterates the members of an object like a list.
        return [members[part]] if part < len(members) else []
    folded_text = part.lower()
    return [
        member
        for member in members
        if isinstance(member.key, str) and member.key.lower() == folded_text
    ]


def _remove_member(
    data: bytes, members: Sequence[_MemberSpan], removed_member: _MemberSpan
) -> bytes:
    """Return the text without a member and the comma beside it."""
    position = next(i for i, member in enumerate(members) if member.start == removed_member.start)
    # The comma after it is removed as well; for the last one, the comma before it.
    if position + 1 < len(members):
        return data[: removed_member.start] + data[members[position + 1].start :]
    if position:
        return data[: members[position - 1].end] + data[removed_member.end :]
    end = _skip_blanks(data, removed_member.end)
    return (
        data[: removed_member.start - len(_read_blanks_before(data, removed_member.start))]
        + data[end:]
    )


def _read_members(data: bytes, start: int) -> list[_MemberSpan] | None:
    """Return the members of the object or list at an offset, or None for any other value."""
    opening = data[start : start + 1]
    if opening not in (b"{", b"["):
        return None
    members: list[_MemberSpan] = []
    offset = _skip_blanks(data, start + 1)
    while data[offset : offset + 1] not in (b"}", b"]"):
        key: str | int = len(members)
        value = offset
        if opening == b"{":
            end = _skip_string(data, offset)
            key = _decode_key(data[offset:end])
            value = _skip_blanks(data, _skip_blanks(data, end) + 1)
        end = _skip_value(data, value)
        members.append(_MemberSpan(key, offset, value, end))
        offset = _skip_blanks(data, end)
        if data[offset : offset + 1] == b",":
            offset = _skip_blanks(data, offset + 1)
        elif not data[offset : offset + 1]:
            raise EditError("the text ends too early")
    return members


def _decode_key(text: bytes) -> str:
    """Return the text of a quoted key."""
    parsed_json = parse_json(b"[" + text + b"]")
    # The cJSON of 2013 accepts escapes that the newer one refuses: such a key is kept as written.
    return parsed_json.value[0] if not parsed_json.error else text[1:-1].decode(*_TEXT_ENCODING)


def _skip_blanks(data: bytes, offset: int) -> int:
    """Return the offset of the first byte that is not whitespace."""
    while offset < len(data) and data[offset] in WHITESPACE_BYTES:
        offset += 1
    return offset


def _skip_string(data: bytes, offset: int) -> int:
    """Return the offset behind the quoted string that begins at `offset`."""
    for match in _QUOTE_OR_ESCAPE_PATTERN.finditer(data, offset + 1):
        if match[0] == b'"':
            return match.end()
    raise EditError("unterminated string")


def _skip_value(data: bytes, offset: int) -> int:
    """Return the offset behind the JSON value that begins at `offset`."""
    first = data[offset : offset + 1]
    if first == b'"':
        return _skip_string(data, offset)
    if first not in (b"{", b"["):
        match = _SCALAR_PATTERN.match(data, offset)
        return match.end() if match else offset
    depth = 0
    while mark := _STRUCTURE_BYTES_PATTERN.search(data, offset):
        offset = mark.end()
        # Brackets inside strings are ignored.
        if mark[0] == b'"':
            offset = _skip_string(data, mark.start())
        else:
            depth += 1 if mark[0] in b"{[" else -1
            if not depth:
                return offset
    raise EditError("the text ends too early")


def _read_blanks_before(data: bytes, offset: int) -> bytes:
    """Return the whitespace before an offset."""
    start = offset
    while start and data[start - 1] in WHITESPACE_BYTES:
        start -= 1
    return data[start:offset]


def _read_indent(blanks: bytes) -> str | None:
    """Return the indentation of a member from the blanks before it, or None within a line."""
    newline = blanks.rfind(b"\n")
    return None if newline < 0 else blanks[newline + 1 :].decode("ascii")


class _TextChange(NamedTuple):
    """Text with one character added or removed at an offset."""

    offset: int
    text: str
    distance: int


def find_correction(file: str, data: bytes, accepts: Callable[[bytes], bool]) -> ReplaceLine | None:
    """Return the one-character correction that makes a text valid JSON, or None.

    Most files edited by hand lack a comma, a quote or a bracket, or have a comma too many. That
    character stands shortly before the place where a strict parser stops, or on that line; only a
    closing bracket may be missing at any line's end. Each such change is tried. It is a correction
    if the whole text is then JSON for strict parsers, and so for every loader, and if what has to
    be a list is one. Commas in a row count as one, and a semicolon may stand for a comma.

    Args:
        file: named in the result.
        data: the text to correct.
        accepts: whether the caller understands a corrected text. Of several accepted ones, the one
            nearest to where the parser stops is returned.
    """
    if len(data) > _MAX_TEXT_LENGTH:
        return None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    error_offset = _find_stop(text)
    if error_offset is None:
        return None
    sound_changes = [
        change for change in _list_changes(text, error_offset) if _has_valid_lists(change.text)
    ]
    for change in sorted(sound_changes, key=lambda change: change.distance):
        if accepts(change.text.encode()):
            return _make_replacement(file, text, change)
    return None


def _find_stop(text: str) -> int | None:
    """Return the offset at which a strict JSON parser stops, or None if it reads the whole text."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos
    except (ValueError, RecursionError):
        return 0
    return None


def _has_valid_lists(text: str) -> bool:
    """Return whether a text is JSON in which each known list is a list."""
    has_only_lists = True

    def look(members: list[tuple[str, object]]) -> None:
        """Check the known lists among the members of one object."""
        nonlocal has_only_lists
        for key, value in members:
            has_only_lists = has_only_lists and (key not in _LIST_KEYS or isinstance(value, list))

    try:
        json.loads(text, object_pairs_hook=look)
    except (ValueError, RecursionError):
        return False
    return has_only_lists


def _list_changes(text: str, error_offset: int) -> Iterator[_TextChange]:
    """Yield the texts with one character removed, replaced or added near `error_offset`."""
    end = len(text.rstrip())
    # What is missing is noticed later, often at the beginning of the next line.
    first = max(0, error_offset - _SEARCH_WIDTH)
    line_end = text.find("\n", error_offset)
    last = min(line_end if line_end >= 0 else end, end, error_offset + _SEARCH_WIDTH)
    for offset in range(first, last + 1):
        if offset < len(text) and text[offset] in _REMOVED_CHARACTERS:
            yield _TextChange(
                offset, text[:offset] + text[offset + 1 :], abs(offset - error_offset)
            )
            if text[offset : offset + 2] == ",,":
                yield _TextChange(
                    offset, text[:offset] + text[offset:].lstrip(","), abs(offset - error_offset)
                )
        if text[offset : offset + 1] == ";":
            yield _TextChange(
                offset, f"{text[:offset]},{text[offset + 1 :]}", abs(offset - error_offset)
            )
        if _is_between_words(text, offset):
            # A character that belongs to what is before it stands on the same line.
            distance = abs(len(text[:offset].rstrip()) - len(text[:error_offset].rstrip()))
            for character in (
                _ADDED_CHARACTERS
                if _may_be_quoted(text, offset)
                else _ADDED_CHARACTERS.replace('"', "")
            ):
                # An opening bracket belongs to what is after it.
                neighbor = (
                    text[offset : offset + 1]
                    if character in _OPENING_BRACKETS
                    else text[:offset][-1:]
                )
                changed_text = text[:offset] + character + text[offset:]
                yield _TextChange(offset, changed_text, distance + neighbor.isspace())
    if error_offset >= end:
        for offset in (*_find_line_ends(text[:end]), end):
            for character in _CLOSING_BRACKETS:
                yield _TextChange(offset, text[:offset] + character + text[offset:], end - offset)


def _may_be_quoted(text: str, offset: int) -> bool:
    """Return whether a quote at an offset would begin or end a word, not blanks."""
    return not text[offset : offset + 1].isspace() or text[offset - 1 : offset] not in (
        *" \t\n:,[{",
        "",
    )


def _is_between_words(text: str, offset: int) -> bool:
    """Return whether an offset is not inside a word or number."""
    return not (0 < offset < len(text) and text[offset - 1].isalnum() and text[offset].isalnum())


def _find_line_ends(text: str) -> Iterator[int]:
    """Yield the offset of each newline."""
    newline = text.find("\n")
    while newline >= 0:
        yield newline
        newline = text.find("\n", newline + 1)


def _make_replacement(file: str, text: str, change: _TextChange) -> ReplaceLine:
    """Return a change as the replacement of the line on which it is."""
    number = text.count("\n", 0, change.offset)
    text_before, text_after = text.split("\n")[number], change.text.split("\n")[number]
    return ReplaceLine(file, number + 1, text_before.rstrip("\r"), text_after.rstrip("\r"))
