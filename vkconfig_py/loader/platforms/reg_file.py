"""Registry exports (.reg): read as regedit reads them, and written so that regedit reads them.

Version 5 is UTF-16LE with a byte order mark when regedit wrote it; UTF-8 and the machine's ANSI
code page are read, too. A file does not name its code page: Windows-1252 is assumed. REGEDIT4 is
always ANSI, also inside hex data. What regedit would skip is skipped here and becomes a problem
with its line; only a file that is no export at all raises an error.

Wine's programs/regedit/regproc.c documents which spellings regedit accepts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.windows_facts import Registry, RegistryValue, ValueKind

# Changes to a registry as values, and the registry that results from them.


class SetValue(NamedTuple):
    """A value to write. Its key is created if it does not exist."""

    key: str
    value: RegistryValue


class DeleteValue(NamedTuple):
    """A value to delete, by its name in any case, "" for the default value."""

    key: str
    name: str


class CreateKey(NamedTuple):
    """A key that must exist, with or without values."""

    key: str


class DeleteKey(NamedTuple):
    """A key to delete, with its values and all keys below it."""

    key: str


RegistryChange = SetValue | DeleteValue | CreateKey | DeleteKey


def apply_changes(registry: Registry, changes: Iterable[RegistryChange]) -> Registry:
    """Return the registry after these changes, made in this order."""
    tree = RegistryTree()
    for path, values in registry.items():
        tree.create_key(path).values = {value.name.casefold(): value for value in values}
    for change in changes:
        tree.apply_change(change)
    return tree.make_registry()


class _RegistryKey:
    """One key of a tree: subkeys and values by their names in lower case."""

    __slots__ = ("children", "name", "values")

    def __init__(self, name: str) -> None:
        self.name = name
        self.children: dict[str, _RegistryKey] = {}
        self.values: dict[str, RegistryValue] = {}


class RegistryTree:
    """A registry in the making. Deleting a key takes the same time whatever it holds."""

    def __init__(self) -> None:
        self._root = _RegistryKey("")
        self.size = 0  # estimate of the bytes that were added, deleted ones included

    def apply_change(self, change: RegistryChange) -> None:
        """Write or delete a key or value in the tree."""
        match change:
            case SetValue(key=key, value=value):
                values = self.create_key(key).values
                folded_text = value.name.casefold()
                # Writing a value again keeps its place and the spelling of its name.
                name = values[folded_text].name if folded_text in values else value.name
                values[folded_text] = value._replace(name=name)
                self.size += _ENTRY_SIZE + value.name.__sizeof__() + len(value.data)
            case DeleteValue(key=key, name=name):
                node = self.find_key(key)
                if node is not None:
                    node.values.pop(name.casefold(), None)
            case CreateKey(key=key):
                self.create_key(key)
            case DeleteKey(key=key):
                parent_path, _, name = key.rpartition("\\")
                parent = self.find_key(parent_path) if parent_path else self._root
                if parent is not None:
                    parent.children.pop(name.casefold(), None)

    def create_key(self, path: str) -> _RegistryKey:
        """Return the key of a path, created with its parents where it does not exist."""
        key, length = self._root, 0
        for name in path.split("\\"):
            length += len(name) + 1
            folded_text = name.casefold()
            child = key.children.get(folded_text)
            if child is None:
                child = key.children[folded_text] = _RegistryKey(name)
                # registry() keeps the whole path twice: as it is spelt and in lower case.
                self.size += _ENTRY_SIZE + 2 * min(path.__sizeof__(), 4 * length)
            key = child
        return key

    def find_key(self, path: str) -> _RegistryKey | None:
        """Return the key of a path in any case, or None if it does not exist."""
        key: _RegistryKey | None = self._root
        for name in path.split("\\"):
            if key is None:
                return None
            key = key.children.get(name.casefold())
        return key

    def rename(self, path: str, name: str) -> None:
        """Give a key another name. It must exist, and no other may have the new name."""
        parent_path, _, old = path.rpartition("\\")
        parent = self.create_key(parent_path)
        key = parent.children.pop(old.casefold())
        key.name = name
        parent.children[name.casefold()] = key

    def make_registry(self) -> Registry:
        return Registry(dict(self._iterate_keys()))

    def _iterate_keys(self) -> Iterator[tuple[str, tuple[RegistryValue, ...]]]:
        """Yield each key with its values, parents first."""
        pending_keys = [(key.name, key) for key in reversed(self._root.children.values())]
        while pending_keys:
            path, key = pending_keys.pop()
            yield path, tuple(key.values.values())
            pending_keys += [
                (f"{path}\\{child.name}", child) for child in reversed(key.children.values())
            ]


_ENTRY_SIZE = 400  # bytes of the objects that stand for a key or a value


ANSI = "cp1252"
MAX_FILE_SIZE = 64 << 20  # bytes of a file; an export of the whole SYSTEM hive is smaller
_VERSION_5 = "Windows Registry Editor Version 5.00"
_VERSION_4 = "REGEDIT4"
_ROOT_KEYS = frozenset(
    f"hkey_{name}"
    for name in (
        "local_machine", "current_user", "classes_root", "users", "current_config", "dyn_data",
    )
)  # fmt: skip
# Limits of Windows: names of keys and values, levels of keys.
_MAX_KEY_LENGTH, _MAX_KEY_DEPTH, _MAX_NAME_LENGTH = 255, 512, 16383
# Limits of ours, for files that were made to fill the memory.
_MAX_VALUE_SIZE = 1 << 20
_MAX_LINE_LENGTH = 5 << 20  # five characters per byte of the largest value
_MAX_REGISTRY_SIZE = 96 << 20
_MAX_PROBLEMS = 200

_LINE_END_PATTERN = re.compile(r"\r\n|\r|\n")
# Possessive: a string of any length is read without a stack of positions to return to.
_QUOTED_PATTERN = re.compile(r'"((?:[^"\\]++|\\.)*+)"')
_ESCAPE_PATTERN = re.compile(r'\\(["\\])')
_DWORD_PATTERN = re.compile(r"dword:([0-9A-Fa-f]{1,8})[ \t]*(?:;.*)?$")
_HEX_PATTERN = re.compile(r"hex(?:\(([0-9A-Fa-f]{1,8})\))?:")
_BYTE_PATTERN = re.compile(r"[0-9A-Fa-f]{1,2}")
_HEX_BYTES_PATTERN = re.compile(r"[ \t]*+(?:[0-9A-Fa-f]{1,2}+(?:,[ \t]*+|$))*+")
_REPEATED_SLASH_PATTERN = re.compile(r"\\{2,}")
_UNQUOTABLE_CHARACTER_PATTERN = re.compile(r"[\0\r\n]")
_SYSTEM_KEY = r"HKEY_LOCAL_MACHINE\SYSTEM"
_CONTROL_SET_PATTERN = re.compile(r"controlset[0-9]{3}")
_HEX_LINE_WIDTH = 79  # columns of a line of hex data, without its backslash


class RegFileError(ValueError):
    """A file is no registry export, or a registry cannot be written as one."""

    def __init__(self, path: str, line: int, reason: str) -> None:
        super().__init__(tr("{path}, line {line}: {reason}", path=path, line=line, reason=reason))
        self.path = path
        self.line = line
        self.reason = reason


class RegProblem(NamedTuple):
    """A line that could not be read, or was read with an assumption."""

    line: int
    text: str


class RegFile(NamedTuple):
    """Content of an export.

    Attributes:
        encoding: Python's name of the encoding.
    """

    registry: Registry
    problems: tuple[RegProblem, ...] = ()
    encoding: str = "utf-16-le"


def parse_reg(data: bytes, path: str, ansi: str = ANSI) -> RegFile:
    """Read a registry export (.reg file) of regedit.

    Args:
        data: content of the file.
        path: name of the file, for errors.
        ansi: code page of files that are neither UTF-16 nor UTF-8.

    Raises:
        RegFileError: it is no export, or too large.
    """
    if len(data) > MAX_FILE_SIZE:
        raise RegFileError(path, 1, tr("it is larger than {count} MB", count=MAX_FILE_SIZE >> 20))
    text, encoding, problems = _decode(data, ansi)
    reading = _RegFileReader(text, path, ansi)
    registry = reading.read()
    return RegFile(registry, (*problems, *reading.problems()), encoding)


def _decode(data: bytes, ansi: str) -> tuple[str, str, tuple[RegProblem, ...]]:
    """Return the text of an export, its encoding, and problems found on the way.

    `ansi`: code page of files that are neither UTF-16 nor UTF-8.
    """
    if data.startswith((b"\xff\xfe", "Win".encode("utf-16-le"))):
        odd_bytes = len(data) % 2
        # Names in a registry are any sequence of 16-bit units.
        text = (
            data[: len(data) - odd_bytes]
            .decode("utf-16-le", "surrogatepass")
            .removeprefix("\ufeff")
        )
        if odd_bytes:
            last = RegProblem(
                _find_line(text, len(text)), tr("The file ends in the middle of a character.")
            )
            return text, "utf-16-le", (last,)
        return text, "utf-16-le", ()
    if data.startswith(b"\xef\xbb\xbf"):
        return data[3:].decode("utf-8", "replace"), "utf-8", ()
    if data.isascii():
        return data.decode("ascii"), "ascii", ()
    if not data.lstrip().startswith(_VERSION_4.encode()):
        try:
            return data.decode("utf-8"), "utf-8", ()
        except UnicodeDecodeError:
            pass
    first = next(offset for offset, byte in enumerate(data) if byte > 0x7F)
    text = data.decode(ansi, "replace")
    encoding_problem = RegProblem(
        _find_line(data[:first].decode("ascii"), first),
        tr("The file does not specify its code page; {encoding} is assumed.", encoding=ansi),
    )
    return text, ansi, (encoding_problem,)


def _find_line(text: str, offset: int) -> int:
    """Return the line number, from 1, of an offset."""
    return 1 + sum(1 for _ in _LINE_END_PATTERN.finditer(text, 0, offset))


class _SkippedLineError(Exception):
    """A line that is skipped. The text says why."""


class _RegFileReader:
    """One pass over the lines of a file."""

    def __init__(self, text: str, path: str, ansi: str) -> None:
        self._lines = _split_lines(text)
        self._path = path
        self._ansi = ansi
        self._is_version_4 = False
        self._line_number = 0  # of the last line that was taken
        self._unread_text: str | None = None  # a line that was taken too early
        self._key: str | None = None
        self._problems: list[RegProblem] = []
        self._unlisted_count = 0
        self._tree = RegistryTree()

    def read(self) -> Registry:
        """Read all lines into a registry. Lines that cannot be read become problems."""
        self._read_header()
        while (line := self._take_line()) is not None:
            number = self._line_number
            try:
                change = self._read_line(line)
            except _SkippedLineError as line_error:
                self._add_problem(number, str(line_error))
                continue
            if change is not None:
                self._tree.apply_change(change)
            if self._tree.size > _MAX_REGISTRY_SIZE:
                note = tr(
                    "It is larger than {count} MB; the rest is not read.",
                    count=_MAX_REGISTRY_SIZE >> 20,
                )
                self._problems.append(RegProblem(number, note))
                break
        _map_control_set(self._tree)
        return self._tree.make_registry()

    def problems(self) -> Iterator[RegProblem]:
        """Yield the lines that could not be read, and a last one for those beyond the limit."""
        yield from self._problems
        if self._unlisted_count:
            yield RegProblem(
                self._line_number,
                counted(
                    "{n:,} more lines could not be read.",
                    "One more line could not be read.",
                    self._unlisted_count,
                ),
            )

    def _add_problem(self, number: int, text: str) -> None:
        """Add a problem of a line, or only count it beyond the limit."""
        if len(self._problems) < _MAX_PROBLEMS:
            self._problems.append(RegProblem(number, text))
        else:
            self._unlisted_count += 1

    def _take_line(self) -> str | None:
        """Return the next line without its indentation, or None at the end."""
        line, self._unread_text = self._unread_text, None
        if line is None:
            line = next(self._lines, None)
        if line is None:
            return None
        self._line_number += 1
        return line.lstrip(" \t")

    def _unread_line(self, line: str) -> None:
        """Make a line the next one again."""
        self._unread_text = line
        self._line_number -= 1

    def _read_header(self) -> None:
        """Read the first line. Raise RegFileError if it is not that of an export."""
        line = self._take_line()
        while line is not None and not line.rstrip():
            line = self._take_line()
        header = (line or "")[:80].rstrip()
        if header not in (_VERSION_5, _VERSION_4):
            reason = tr("not a registry export: expected “{header}”", header=_VERSION_5)
            raise RegFileError(self._path, max(self._line_number, 1), reason)
        self._is_version_4 = header == _VERSION_4

    def _read_line(self, line: str) -> RegistryChange | None:
        """Return the change that a line makes, or None for a blank line or comment."""
        if not line.rstrip() or line.startswith(";"):
            return None
        if len(line) > _MAX_LINE_LENGTH:
            raise _SkippedLineError(
                tr("The line has more than {count:,} characters.", count=_MAX_LINE_LENGTH)
            )
        if line.startswith("["):
            return self._read_key(line)
        if not line.startswith(('"', "@")):
            raise _SkippedLineError(tr("The line is neither a key nor a value."))
        name, data = _split_value(line)
        # Its continuation lines are read even if the value has no key.
        change = self._read_data(name, data)
        if self._key is None:
            raise _SkippedLineError(tr("The value does not belong to a key."))
        return change

    def _read_key(self, line: str) -> RegistryChange:
        r"""Return the change of a line such as [HKEY_LOCAL_MACHINE\SOFTWARE]."""
        self._key = None
        end = line.rfind("]")
        if end < 0:
            raise _SkippedLineError(tr("The key has no closing bracket."))
        path = line[1:end]
        is_deleted = path.startswith("-")
        # Backslashes at the end and doubled ones name no key; files written by hand have them.
        path = _REPEATED_SLASH_PATTERN.sub(r"\\", path.removeprefix("-").rstrip("\\"))
        names = path.split("\\", _MAX_KEY_DEPTH + 1)
        if names[0].lower() not in _ROOT_KEYS:
            raise _SkippedLineError(
                tr("The key does not begin with a root such as HKEY_LOCAL_MACHINE.")
            )
        if len(names) > _MAX_KEY_DEPTH:
            raise _SkippedLineError(
                tr("The key has more than {count} levels.", count=_MAX_KEY_DEPTH)
            )
        if not all(0 < len(name) <= _MAX_KEY_LENGTH for name in names):
            raise _SkippedLineError(
                tr("Key names must have 1 to {count} characters.", count=_MAX_KEY_LENGTH)
            )
        if is_deleted:
            return DeleteKey(path)
        self._key = path
        return CreateKey(path)

    def _read_data(self, name: str, data: str) -> RegistryChange:
        """Return the change that sets or deletes a value.

        `data`: what stands behind its equals sign.
        """
        key = self._key or ""
        if data.startswith("-"):
            _check_line_end(data[1:])
            return DeleteValue(key, name)
        if data.startswith('"'):
            text, remaining_text = _read_quoted(data)
            _check_line_end(remaining_text)
            return _make_set_value(
                key, name, ValueKind.SZ, f"{text}\0".encode("utf-16-le", "surrogatepass")
            )
        if match := _DWORD_PATTERN.match(data):
            return _make_set_value(
                key, name, ValueKind.DWORD, int(match[1], 16).to_bytes(4, "little")
            )
        match = _HEX_PATTERN.match(data)
        if match is None:
            raise _SkippedLineError(tr("The data is not a string, dword or hex value."))
        kind = ValueKind.BINARY if match[1] is None else int(match[1], 16)
        content = self._read_bytes(data[match.end() :])
        if self._is_version_4 and kind in _STRING_KINDS:
            text = content.decode(self._ansi, "replace")
            content = text.encode("utf-16-le", "surrogatepass")
        return _make_set_value(key, name, kind, content)

    def _read_bytes(self, line: str) -> bytes:
        """Read bytes in hexadecimal, separated by commas, on this and its continuation lines."""
        content = bytearray()
        reason = ""
        next_line: str | None = line
        while next_line is not None:
            digits = next_line[:_MAX_LINE_LENGTH].partition(";")[0].rstrip(" \t")
            continues = digits.endswith("\\")
            try:
                content += _parse_hex_bytes(digits)
            except _SkippedLineError as line_error:
                reason = reason or str(line_error)
            if len(content) > _MAX_VALUE_SIZE:
                reason = tr("The value has more than {count:,} bytes.", count=_MAX_VALUE_SIZE)
                content.clear()
            next_line = self._read_continuation_line() if continues else None
            if continues and next_line is None and self._unread_text is not None:
                reason = reason or tr("The line after the backslash does not continue the value.")
        if reason:
            raise _SkippedLineError(reason)
        return bytes(content)

    def _read_continuation_line(self) -> str | None:
        """Return the next line of a list of bytes, or None if there is no such line."""
        while (line := self._take_line()) is not None:
            if _BYTE_PATTERN.match(line):
                return line
            # Empty lines and comments may stand between the lines of a value.
            if line.rstrip() and not line.startswith(";"):
                self._unread_line(line)
                return None
        return None


_STRING_KINDS = frozenset({ValueKind.SZ, ValueKind.EXPAND_SZ, ValueKind.MULTI_SZ})


def _split_lines(text: str) -> Iterator[str]:
    """Yield the lines of a text without their ends."""
    start = 0
    for end in _LINE_END_PATTERN.finditer(text):
        yield text[start : end.start()]
        start = end.end()
    if start < len(text):
        yield text[start:]


def _split_value(line: str) -> tuple[str, str]:
    """Split a line at its equals sign: name of the value, and its data as written."""
    name, remaining_text = ("", line[1:]) if line.startswith("@") else _read_quoted(line)
    remaining_text = remaining_text.lstrip(" \t")
    if not remaining_text.startswith("="):
        raise _SkippedLineError(tr("The value name is not followed by an equals sign."))
    if len(name) > _MAX_NAME_LENGTH:
        raise _SkippedLineError(
            tr(
                "The value name has more than {count:,} characters.",
                count=_MAX_NAME_LENGTH,
            )
        )
    return name, remaining_text[1:].strip(" \t")


def _read_quoted(line: str) -> tuple[str, str]:
    """Return the string at the start of a line, and what follows it."""
    match = _QUOTED_PATTERN.match(line)
    if match is None:
        raise _SkippedLineError(tr("The string has no closing quotation mark."))
    # Other escapes stay as they are: people write paths with single backslashes.
    return _ESCAPE_PATTERN.sub(r"\1", match[1]), line[match.end() :]


def _check_line_end(remaining_text: str) -> None:
    """Raise _SkippedLineError if anything but a comment follows a value."""
    remaining_text = remaining_text.lstrip(" \t")
    if remaining_text and not remaining_text.startswith(";"):
        raise _SkippedLineError(tr("Unexpected text after the value."))


def _parse_hex_bytes(text: str) -> bytes:
    """Return the bytes of a list of hexadecimal numbers."""
    if text.endswith("\\"):
        text = text[:-1].rstrip(" \t")
        if text and not text.endswith(","):
            raise _SkippedLineError(tr("A comma is missing before the backslash."))
    if not _HEX_BYTES_PATTERN.fullmatch(text):
        raise _SkippedLineError(tr("The data is not a list of hexadecimal bytes."))
    try:
        # As regedit writes it: two digits and a comma for each byte.
        if text[2::3].strip(",") == "":
            return bytes.fromhex(text.replace(",", " "))
    except ValueError:
        pass
    return bytes(int(match[0], 16) for match in _BYTE_PATTERN.finditer(text))


def _make_set_value(key: str, name: str, kind: int, data: bytes) -> SetValue:
    """Return the change that sets a value of a key."""
    return SetValue(key, RegistryValue(name, kind, data))


def _map_control_set(tree: RegistryTree) -> None:
    r"""Name the control set of an offline hive as a running Windows does.

    SYSTEM\Select\Current has its number. Without it, the only set there is counts.
    """
    system = tree.find_key(_SYSTEM_KEY)
    if system is None or "currentcontrolset" in system.children:
        return
    sets = [name for name in system.children if _CONTROL_SET_PATTERN.fullmatch(name)]
    select = system.children.get("select")
    current_value = select.values.get("current") if select else None
    if current_value is not None:
        set_name = f"controlset{int.from_bytes(current_value.data[:4], 'little'):03}"
        sets = [name for name in sets if name == set_name]
    if len(sets) == 1:
        tree.rename(f"{_SYSTEM_KEY}\\{sets[0]}", "CurrentControlSet")


def render_reg(changes: Iterable[RegistryChange]) -> bytes:
    """Write changes as a file of version 5, which regedit carries out in this order.

    Raises:
        ValueError: a name holds a line break or NUL, which the format cannot express.
    """
    parts = [_VERSION_5, ""]
    open_key = ""
    for change in changes:
        if isinstance(change, DeleteKey) or change.key != open_key:
            if open_key:
                parts.append("")
            is_deleted = isinstance(change, DeleteKey)
            parts.append(f"[{'-' if is_deleted else ''}{_check_name(change.key)}]")
            open_key = change.key
        match change:
            case SetValue(value=value):
                parts += _render_value_lines(value)
            case DeleteValue(name=name):
                parts.append(f"{_quote_name(name)}=-")
            case CreateKey() | DeleteKey():
                pass
        if isinstance(change, DeleteKey):
            open_key = f"-{change.key}"
    text = "".join(f"{line}\r\n" for line in (*parts, ""))
    return f"\ufeff{text}".encode("utf-16-le", "surrogatepass")


def _render_value_lines(value: RegistryValue) -> list[str]:
    """Return the lines that set a value in a registry file."""
    start = f"{_quote_name(value.name)}="
    if value.kind == ValueKind.DWORD and len(value.data) == 4:
        return [f"{start}dword:{int.from_bytes(value.data, 'little'):08x}"]
    if value.kind == ValueKind.SZ and (text := _decode_plain_text(value.data)) is not None:
        return [f"{start}{_quote_text(text)}"]
    start += "hex:" if value.kind == ValueKind.BINARY else f"hex({value.kind:x}):"
    return _break_hex_lines(start, value.data)


def _break_hex_lines(start: str, data: bytes) -> list[str]:
    """Return a list of bytes in lines as regedit breaks them: at 80 columns.

    The first byte stays on the first line.
    """
    lines = []
    line = start
    for offset, byte in enumerate(data):
        digits = f"{byte:02x}" + ("," if offset + 1 < len(data) else "")
        if offset and len(line) + len(digits) > _HEX_LINE_WIDTH:
            lines.append(f"{line}\\")
            line = "  "
        line += digits
    return [*lines, line]


def _decode_plain_text(data: bytes) -> str | None:
    """Return the string of a REG_SZ, or None if it cannot stand between quotation marks."""
    if len(data) % 2 or not data.endswith(b"\0\0"):
        return None
    text = data[:-2].decode("utf-16-le", "surrogatepass")
    return None if _UNQUOTABLE_CHARACTER_PATTERN.search(text) else text


def _quote_name(name: str) -> str:
    """Return the name of a value in quotation marks, "@" for the default value."""
    return _quote_text(_check_name(name)) if name else "@"


def _quote_text(text: str) -> str:
    """Return a text in quotation marks, with escapes."""
    return '"' + text.replace("\\", r"\\").replace('"', r"\"") + '"'


def _check_name(name: str) -> str:
    """Return a name of a key or value. Raise ValueError if the format cannot express it."""
    if _UNQUOTABLE_CHARACTER_PATTERN.search(name):
        raise ValueError(f"{name!r} cannot be the name of a key or value in a registry file")
    return name
