"""JSON decoder that accepts what the loader accepts, with line numbers of errors and keys.

The loader uses cJSON (1.7.18 since 1.4.303, a release of 2013 before), which is more lenient than
RFC 8259. Python's C decoder gives the same answer for ordinary files, some hundred times faster, so
it goes first. What it refuses or reads differently, and line numbers, are for the slow readers.
Bytes that are not UTF-8 survive as surrogates: the loader does not check them.
"""

from __future__ import annotations

import json
import sys
from bisect import bisect_right
from collections.abc import Iterable

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import KeyPath

# CJSON_NESTING_LIMIT.
NESTING_LIMIT = 1000
# No loader reads keys nested deeper; recording their paths would take quadratic memory.
MAX_RECORDED_DEPTH = 64
# parse_number of cJSON 1.7.18 copies a number into 64 bytes, its final zero byte included.
NUMBER_LIMIT = 63
_NUMBER_BYTES = b"0123456789+-eE."
# buffer_skip_whitespace skips every byte up to 0x20.
WHITESPACE_BYTES = bytes(range(0x21))
_CHUNK_LENGTH = 256
_BYTE_BY_ESCAPE = {
    ord("b"): b"\b",
    ord("f"): b"\f",
    ord("n"): b"\n",
    ord("r"): b"\r",
    ord("t"): b"\t",
    ord('"'): b'"',
    ord("\\"): b"\\",
    ord("/"): b"/",
}
# Compared with strncmp: the following characters are checked afterwards.
_LITERALS: tuple[tuple[bytes, Any], ...] = ((b"null", None), (b"false", False), (b"true", True))

_DIGITS = (b"0", b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"9")
_MAX_EXACT_INTEGER = 1 << 53

# Until 3.11 the limit for Python's own calls holds in the C decoder too.
_DECODER_HAS_LIMIT = sys.version_info < (3, 12)
_BLANK_CHARACTERS = "".join(map(chr, range(1, 0x21)))
_SLOW_LIMIT = 1 << 20
_ODD_ESCAPES = (b"\\u0000", b"\\ud", b"\\uD")
_MAX_EXAMINED_ESCAPES = 256  # one by one, which is faster than a search while they are few
_POSITIONS_LIMIT = 4 << 20


class Positions(dict[KeyPath, int]):
    """Line (1-based) of each key and element in the first MAX_RECORDED_DEPTH levels, by path."""

    __slots__ = ("_cached_lines",)

    def find_line(self, *path: str | int) -> int:
        """Return the line of a key or of its nearest known parent, ignoring case."""
        path = path[:MAX_RECORDED_DEPTH]
        while True:
            line_number = self.get(path)
            if line_number is None:
                line_number = self._index_lines().get(_fold_case(path))
            if line_number is not None or not path:
                return line_number or 0
            path = path[:-1]

    def _index_lines(self) -> dict[KeyPath, int]:
        """Return the lines by path with lower-case keys. Of equal paths the first one counts."""
        folded: tuple[int, dict[KeyPath, int]] = getattr(self, "_cached_lines", (-1, {}))
        if folded[0] != len(self):  # built on first use, when all positions are recorded
            lines: dict[KeyPath, int] = {}
            for path, line in self.items():
                lines.setdefault(_fold_case(path), line)
            folded = self._cached_lines = (len(self), lines)
        return folded[1]


def _fold_case(path: KeyPath) -> KeyPath:
    """Return a path of keys and indices with its keys in lower case."""
    return tuple(part.lower() if isinstance(part, str) else part for part in path)


class JsonError(ValueError):
    """The loader cannot parse the text."""

    def __init__(self, sentence: Message | str, line: int) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.sentence = sentence
        self.line = line


class Members(list[tuple[str, Any]]):
    """A JSON object as in cJSON: a list of members, possibly with duplicate keys.

    A separate type, so that it is not confused with an array.
    """

    __slots__ = ()

    def first(self) -> dict[str, Any]:
        """Return the first value of each key, which look-ups find."""
        # get_object_item walks the chain from the front; a dictionary keeps the last one.
        first_values = dict(self)
        if len(first_values) < len(self):
            first_values = {}
            for key, value in self:
                first_values.setdefault(key, value)
        return first_values


def iterate_elements(value: Any) -> Iterable[Any]:
    """Return what cJSON iterates: array elements, member values, or nothing for a scalar."""
    if isinstance(value, Members):
        # cJSON_ArrayForEach follows child and next, whatever the kind.
        return [inner for _, inner in value]
    return value if isinstance(value, list) else ()


class _OpenContainer:
    """A container being parsed."""

    __slots__ = ("container", "key", "path")

    def __init__(self, container: list[Any], path: KeyPath) -> None:
        self.container = container
        self.path = path
        self.key: str = ""

    def add(self, value: Any) -> None:
        """Append a value to the list, or to the object under the key that was read last."""
        is_object = isinstance(self.container, Members)
        self.container.append((self.key, value) if is_object else value)

    def make_child_path(self) -> KeyPath:
        """Return the path of the element or member that is added next."""
        if isinstance(self.container, Members):
            return (*self.path, self.key)
        return (*self.path, len(self.container))


class JsonReader:
    """Parser that imitates cJSON. Fills `positions` on request.

    Bytes up to 0x20 are blanks, whatever follows the first value is ignored, strings may contain
    control characters, numbers are parsed by strtod. Follows cJSON.c (parse_value, parse_string,
    parse_number, parse_array, parse_object), iteratively, since Python's stack is too small for the
    1000 levels that cJSON allows.
    """

    nesting_limit = NESTING_LIMIT

    def __init__(self, data: bytes, positions: bool = False) -> None:
        self._data = data
        # cJSON.c, skip_utf8_bom.
        self._offset = 3 if data.startswith(b"\xef\xbb\xbf") else 0
        self._wants_positions = positions
        self._line_starts: list[int] = []
        self.positions = Positions()

    def read(self) -> Any:
        """Parse the first value of the text."""
        self._skip_blanks()
        if self._offset >= len(self._data):
            raise self._make_error(message("the file is empty"))
        root: list[Any] = []
        stack = [_OpenContainer(root, ())]
        if self._wants_positions:
            self.positions[()] = self._find_line(self._offset)
        self._read_value(stack)
        while len(stack) > 1:
            self._read_next(stack)
        return root[0]

    def _read_next(self, stack: list[_OpenContainer]) -> None:
        """Parse one more member of the innermost container, or close it."""
        top = stack[-1]
        is_list = not isinstance(top.container, Members)
        close = b"]" if is_list else b"}"
        self._skip_blanks()
        character = self._data[self._offset : self._offset + 1]
        if character == close:
            # "[1,]" is refused: after a comma a value must follow, see _member.
            self._offset += 1
            stack.pop()
            return
        if top.container:
            if character != b",":
                bracket = "]" if is_list else "}"
                raise self._make_error(message('expected "," or "{bracket}"', bracket=bracket))
            self._offset += 1
            self._skip_blanks()
        self._read_member(stack, is_list)

    def _read_member(self, stack: list[_OpenContainer], is_list: bool) -> None:
        """Read one element of a list, or key and value of an object, at the current offset."""
        top = stack[-1]
        if not is_list:
            if self._data[self._offset : self._offset + 1] != b'"':
                raise self._make_error(message("expected a key in double quotes"))
            start = self._offset
            top.key = self._read_string()
            self._record_position(stack, start)
            self._skip_blanks()
            if self._data[self._offset : self._offset + 1] != b":":
                raise self._make_error(message('expected ":" after the key'))
            self._offset += 1
            self._skip_blanks()
        else:
            self._record_position(stack, self._offset)
        self._read_value(stack)

    def _read_value(self, stack: list[_OpenContainer]) -> None:
        """Read the value at the current offset. A list or object is only opened."""
        top = stack[-1]
        first = self._data[self._offset : self._offset + 1]
        if first == b'"':
            top.add(self._read_string())
        elif first in (b"{", b"["):
            if len(stack) > self.nesting_limit:
                raise self._make_error(
                    message("nested deeper than {count} levels", count=self.nesting_limit)
                )
            inner: list[Any] = Members() if first == b"{" else []
            records_position = self._records_positions_at(stack) and len(stack) > 1
            opened = _OpenContainer(inner, top.make_child_path() if records_position else ())
            top.add(inner)
            stack.append(opened)
            self._offset += 1
        # A plus sign or a point may occur inside a number, but not at its start.
        elif first and first in b"-0123456789":
            top.add(self._read_number())
        else:
            top.add(self._read_literal())

    def _read_literal(self) -> Any:
        """Read true, false or null at the current offset."""
        for text, value in _LITERALS:
            if self._data.startswith(text, self._offset):
                self._offset += len(text)
                return value
        raise self._make_error(message("expected a value"))

    def _read_number(self) -> int | float:
        """Read the number at the current offset as strtod does."""
        end = self._offset
        while (
            end < len(self._data)
            and end - self._offset < NUMBER_LIMIT
            and self._data[end] in _NUMBER_BYTES
        ):
            end += 1
        digits = self._data[self._offset : end].decode("ascii")
        # strtod parses the longest numeric prefix; the rest must be valid JSON.
        for length in range(len(digits), 0, -1):
            try:
                value = float(digits[:length])
            except ValueError:
                continue
            self._offset += length
            number = digits[:length]
            return int(number) if number.lstrip("+-").isdecimal() else value
        raise self._make_error(message("not a number"))

    def _read_string(self) -> str:
        """Read the quoted string at the current offset, which ends at its first NUL."""
        end = self._offset + 1
        data = self._data
        quote = data.find(b'"', end)
        while quote >= 0 and (escape := data.find(b"\\", end, quote)) >= 0:
            end = escape + 2
            if end > quote:  # it is escaped
                quote = data.find(b'"', end)
        if quote < 0:
            raise self._make_error(message("unterminated string"))
        raw = data[self._offset + 1 : quote]
        text = raw if b"\\" not in raw else self._unescape(raw)
        self._offset = quote + 1
        # C ends a string at the first NUL.
        return text.split(b"\0", 1)[0].decode("utf-8", "surrogateescape")

    def _unescape(self, raw: bytes) -> bytes:
        """Return the content of a string with its escapes replaced."""
        parts: list[bytes] = []
        position = 0
        while (escape := raw.find(b"\\", position)) >= 0:
            parts.append(raw[position:escape])
            letter = raw[escape + 1]
            if letter == ord("u"):
                text, position = self._decode_unicode(raw, escape)
                parts.append(text)
                continue
            character = _BYTE_BY_ESCAPE.get(letter)
            if character is None:
                character = self._decode_other_escape(raw[escape + 1 : escape + 2])
            parts.append(character)
            position = escape + 2
        parts.append(raw[position:])
        return b"".join(parts)

    def _decode_other_escape(self, letter: bytes) -> bytes:
        """Return the bytes of an escape that is not in the JSON standard, or raise JsonError."""
        raise self._make_error(
            message('unknown escape "\\{value}" in a string', value=letter.decode("latin-1"))
        )

    def _decode_unicode(self, raw: bytes, start: int) -> tuple[bytes, int]:
        """Decode one Unicode escape or a surrogate pair. Return its bytes and end offset."""
        code = parse_hex4(raw, start + 2)
        end = start + 6
        # utf16_literal_to_utf8: a second half without its first is an error.
        if end > len(raw) or 0xDC00 <= code <= 0xDFFF:
            raise self._make_error(message("bad \\u escape in a string"))
        if 0xD800 <= code <= 0xDBFF:
            low_surrogate = parse_hex4(raw, end + 2) if raw[end : end + 2] == b"\\u" else 0
            if not 0xDC00 <= low_surrogate <= 0xDFFF:
                raise self._make_error(message("unpaired surrogate in a string"))
            code = 0x10000 + ((code & 0x3FF) << 10 | low_surrogate & 0x3FF)
            end += 6
        return chr(code).encode("utf-8"), end

    def _skip_blanks(self) -> None:
        """Move the current offset past whitespace."""
        # In pieces: a file may be blank for megabytes, and most gaps are a few bytes.
        while piece := self._data[self._offset : self._offset + _CHUNK_LENGTH]:
            content_length = len(piece.lstrip(WHITESPACE_BYTES))
            self._offset += len(piece) - content_length
            if content_length:
                return

    def _records_positions_at(self, stack: list[_OpenContainer]) -> bool:
        """Return whether lines are recorded at the nesting depth of this stack."""
        return self._wants_positions and len(stack) <= MAX_RECORDED_DEPTH

    def _record_position(self, stack: list[_OpenContainer], offset: int) -> None:
        """Record the line of the member that is read next, which begins at `offset`."""
        if self._records_positions_at(stack):
            self.positions.setdefault(stack[-1].make_child_path(), self._find_line(offset))

    def _find_line(self, offset: int) -> int:
        """Return the line, counted from 1, of a byte offset."""
        if not self._line_starts:
            newline = -1
            while (newline := self._data.find(b"\n", newline + 1)) >= 0:
                self._line_starts.append(newline)
            self._line_starts.append(len(self._data))
        return bisect_right(self._line_starts, offset - 1) + 1

    def _make_error(self, sentence: Message | str) -> JsonError:
        """Return an error about the line of the current offset."""
        return JsonError(sentence, self._find_line(min(self._offset, len(self._data))))


def parse_hex4(raw: bytes, start: int) -> int:
    """Return the number of four hex digits, or 0 for anything else, like cJSON's parse_hex4."""
    digits = raw[start : start + 4]
    if len(digits) == 4 and all(digit in b"0123456789abcdefABCDEF" for digit in digits):
        return int(digits, 16)
    return 0


class OldJsonReader(JsonReader):
    """Parser that imitates the cJSON of 2013.

    A NUL ends the text, a byte order mark is an error, only the stack limits nesting, unknown
    escapes represent themselves, invalid characters are dropped, and numbers have a grammar of
    their own.
    """

    # It recurses without a limit and overflows the stack somewhere above this depth.
    nesting_limit = 150_000

    def __init__(self, data: bytes, positions: bool = False) -> None:
        super().__init__(data.partition(b"\0")[0], positions)
        self._offset = 0

    def read(self) -> Any:
        """Parse the first value of the text. A top-level string need not be terminated."""
        try:
            return super().read()
        except JsonError:
            if self._data.lstrip(WHITESPACE_BYTES).startswith(b'"'):
                return ""
            raise

    def _read_number(self) -> int | float:
        """Read the number at the current offset as the cJSON of 2013 does."""
        start = self._offset
        self._skip_if(b"-")
        if not self._skip_if(b"0") or self._peek_byte() in _DIGITS[1:]:
            self._skip_digits()
        if self._peek_byte() == b"." and self._data[self._offset + 1 : self._offset + 2] in _DIGITS:
            self._offset += 1
            self._skip_digits()
        mantissa = self._data[start : self._offset]
        exponent_digits = b""
        if self._skip_if(b"e") or self._skip_if(b"E"):
            start = self._offset
            if not self._skip_if(b"+"):
                self._skip_if(b"-")
            self._skip_digits()
            exponent_digits = self._data[start : self._offset]
        # A lone sign is zero, both at the start and in the exponent.
        value = float((mantissa.strip(b"-") and mantissa) or b"0")
        if exponent_digits.strip(b"+-"):
            value = float(mantissa + b"e" + exponent_digits) if mantissa.strip(b"-") else 0.0
        return int(value) if value.is_integer() and abs(value) < _MAX_EXACT_INTEGER else value

    def _peek_byte(self) -> bytes:
        """Return the byte at the current offset, b"" at the end."""
        return self._data[self._offset : self._offset + 1]

    def _skip_if(self, byte: bytes) -> bool:
        """Skip this byte if it comes next. Return whether it did."""
        is_next = self._peek_byte() == byte
        self._offset += is_next
        return is_next

    def _skip_digits(self) -> None:
        while self._peek_byte() in _DIGITS:
            self._offset += 1

    def _decode_other_escape(self, letter: bytes) -> bytes:
        """Return the character itself, as the cJSON of 2013 does."""
        return letter

    def _decode_unicode(self, raw: bytes, start: int) -> tuple[bytes, int]:
        """Decode an escape or pair like the cJSON of 2013, which drops lone surrogates."""
        code = parse_hex4(raw, start + 2)
        end = start + 6
        if end > len(raw):
            raise self._make_error(message("bad \\u escape in a string"))
        if 0xD800 <= code <= 0xDBFF and raw[end : end + 2] == b"\\u":
            low_surrogate = parse_hex4(raw, end + 2)
            end += 6
            is_pair = 0xDC00 <= low_surrogate <= 0xDFFF
            code = 0x10000 + ((code & 0x3FF) << 10 | low_surrogate & 0x3FF) if is_pair else 0
        if code == 0 or 0xD800 <= code <= 0xDFFF:
            return b"", end
        return chr(code).encode("utf-8"), end


class ParsedJson(NamedTuple):
    """Result of parsing a text.

    Attributes:
        value: the first JSON value, with Members for objects; meaningless if there is an error.
        error: "" or the error as a sentence without a full stop.
        line: 1-based line of the error, or 0.
    """

    value: Any
    error: Message | str = ""
    line: int = 0


class _UnsureError(ValueError):
    """Python's C decoder might parse this differently from cJSON."""


def parse_json(data: bytes, lenient: bool = True) -> ParsedJson:
    """Parse the first JSON value of a file.

    `lenient` selects cJSON 1.7.18 (Gate.NEW_JSON), otherwise the release of 2013.
    """
    # loader_json.c, loader_get_json.
    try:
        return ParsedJson(_read_fast(data, lenient))
    except (ValueError, RecursionError) as refused:
        if len(data) > _SLOW_LIMIT:
            return _refuse_too_large(data, refused)
    try:
        return ParsedJson((JsonReader if lenient else OldJsonReader)(data).read())
    except JsonError as error:
        return ParsedJson(None, error.sentence, error.line)


def find_positions(data: bytes, lenient: bool = True) -> Positions:
    """Return the line of each key and element, up to the first error.

    A path is a tuple of keys (as written) and indices; () is the first value itself.
    """
    reader = (JsonReader if lenient else OldJsonReader)(data[:_POSITIONS_LIMIT], positions=True)
    try:
        reader.read()
    except JsonError:
        return reader.positions  # positions before the error are still useful
    return reader.positions


def _read_fast(data: bytes, lenient: bool) -> Any:
    """Parse with Python's json. Raise _UnsureError where cJSON might read something else."""
    if b"\\" in data and _has_odd_escape(data):
        raise _UnsureError
    start = 0
    text = data.decode("utf-8", "surrogateescape")
    if text[:1] == "\ufeff":
        if not lenient:
            raise _UnsureError
        start = 1
    if text[start : start + 1] in _BLANK_CHARACTERS:
        start = len(text) - len(text[start:].lstrip(_BLANK_CHARACTERS))
    # It ignores text after the value, like cJSON_Parse.
    value, _end = _DECODER.raw_decode(text, start)
    # A number at the top may end elsewhere for cJSON, which reads 01 as 1; no manifest is one.
    if not isinstance(value, list) or (not lenient and b"\0" in data):
        raise _UnsureError
    if _may_be_too_deep(data) and _is_too_deep(value):
        raise _UnsureError
    return value


def _may_be_too_deep(data: bytes) -> bool:
    """Return whether a text has enough brackets to exceed cJSON's nesting limit."""
    if len(data) <= 2 * NESTING_LIMIT:  # each level takes two characters
        return False
    if _DECODER_HAS_LIMIT and sys.getrecursionlimit() <= NESTING_LIMIT:
        return False
    return data.count(b"[") + data.count(b"{") > NESTING_LIMIT


def _has_odd_escape(data: bytes) -> bool:
    r"""Return whether there may be an escape that cJSON decodes differently.

    An unpaired surrogate is an error in cJSON, and \u0000 ends a C string.
    """
    backslash = data.find(b"\\")
    for _ in range(_MAX_EXAMINED_ESCAPES):
        if backslash < 0:
            return False
        if (
            data[backslash + 1 : backslash + 2] == b"u"
            and data[backslash + 2 : backslash + 3] in b"dD0"
        ):
            break
        backslash = data.find(b"\\", backslash + 2)
    return any(escape in data[backslash:] for escape in _ODD_ESCAPES)


def _parse_integer(text: str) -> int:
    """Parse digits for Python's json, unless cJSON would cut so long a number."""
    if len(text) > NUMBER_LIMIT:
        raise _UnsureError
    return int(text)


def _parse_real(text: str) -> float:
    """Parse a fraction for Python's json, unless cJSON would cut so long a number."""
    if len(text) > NUMBER_LIMIT:
        raise _UnsureError
    return float(text)


def _refuse_nan(_text: str) -> Any:
    raise _UnsureError  # NaN and Infinity are not JSON for cJSON


_DECODER = json.JSONDecoder(
    object_pairs_hook=Members,
    parse_int=_parse_integer,
    parse_float=_parse_real,
    parse_constant=_refuse_nan,
)


def _is_too_deep(value: Any) -> bool:
    """Return whether lists and objects are nested deeper than cJSON's limit."""
    level = [value]
    for _ in range(NESTING_LIMIT):
        level = [
            inner for outer in level for inner in iterate_elements(outer) if isinstance(inner, list)
        ]
        if not level:
            return False
    return True


def _refuse_too_large(data: bytes, error: Exception) -> ParsedJson:
    """Return "not valid JSON" for a file that is too large for the slow reader."""
    # The slow reader would take minutes for such a file: text that the C decoder refuses is
    # reported as invalid, although cJSON may accept it.
    position = error.pos if isinstance(error, json.JSONDecodeError) else 0
    return ParsedJson(None, message("not valid JSON"), data[:position].count(b"\n") + 1)
