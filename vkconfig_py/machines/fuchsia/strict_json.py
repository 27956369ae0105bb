"""JSON as Fuchsia's loader service reads and writes it: rapidjson with its default flags.

json/decode.py imitates cJSON, which is more lenient: it takes text after the value, control
characters in strings, 01 and a byte order mark. rapidjson refuses these, names line and column, and
keeps a key that occurs twice twice, so a component that the one accepts may fail for the other.
Errors are those of rapidjson's error/en.h; lines and columns those of Fuchsia's
src/lib/json_parser/json_parser.cc, which counts bytes.

A file is untrusted: size and depth have limits, which the service has not.
"""

from __future__ import annotations

import re
from decimal import Decimal

from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.json.decode import Members

MAX_BYTES = 1 << 14
MAX_NESTING = 16  # each level indents every line that is rendered below it

_BLANK_RUN_PATTERN = re.compile(rb"[ \t\n\r]*")
_PLAIN_TEXT_PATTERN = re.compile(rb'[^"\\\x00-\x1f]*')
_DIGIT_RUN_PATTERN = re.compile(rb"[0-9]*")
_HEX_PATTERN = re.compile(rb"[0-9A-Fa-f]{4}")
_LITERALS = {b"t": (b"true", True), b"f": (b"false", False), b"n": (b"null", None)}
_BYTE_BY_ESCAPE = dict(zip(b'"\\/bfnrt', b'"\\/\b\f\n\r\t', strict=True))
_ESCAPE_BY_CHARACTER = {
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
}
_ESCAPED_CHARACTER_PATTERN = re.compile(r'["\\\x00-\x1f]')
# Longer integers become doubles: int64_t and uint64_t are what rapidjson has.
_MIN_INTEGER, _MAX_INTEGER = -(1 << 63), (1 << 64) - 1
_MAX_DIGITS = 20
_MAX_EXPONENT = 308


class StrictJsonError(ValueError):
    """rapidjson refuses the text.

    Attributes:
        line: 1-based; 0 for an error at the first byte, which concerns the whole file.
        column: 1-based, in bytes; 0 like the line.
    """

    def __init__(self, sentence: str, line: int = 0, column: int = 0) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.line = line
        self.column = column

    def render_for_file(self, name: str) -> str:
        """Return the error as Fuchsia's json_parser prints it for a file of this name."""
        location = f"{name}:{self.line}:{self.column}" if self.line else name
        return f"{location}: {self.sentence}"


def parse_strict(data: bytes) -> Any:
    """Parse a text. Objects are Members, bytes that are no UTF-8 become lone surrogates.

    Raises:
        StrictJsonError: rapidjson refuses it, or it is beyond our limits.
    """
    if len(data) > MAX_BYTES:
        raise StrictJsonError(f"larger than {MAX_BYTES >> 10} KB, not read")
    return _StrictJsonReader(data).read()


class _StrictJsonReader:
    """rapidjson, reader.h, GenericReader::Parse."""

    def __init__(self, data: bytes) -> None:
        # Document::Parse takes c_str(): a NUL ends the text.
        self._data = data.partition(b"\0")[0]
        self._offset = 0

    def read(self) -> Any:
        """Return the only value of the text."""
        self._skip_blanks()
        if not self._peek_byte():
            raise self._make_error("The document is empty.")
        value = self._read_value(0)
        self._skip_blanks()
        if self._peek_byte():
            raise self._make_error("The document root must not be followed by other values.")
        return value

    def _read_value(self, level: int) -> Any:
        """Read a value of any kind.

        Args:
            level: how many objects and arrays it is in.
        """
        first = self._peek_byte()
        if first in (b"{", b"["):
            if level >= MAX_NESTING:
                raise self._make_error(f"nested deeper than {MAX_NESTING} levels, not read")
            self._offset += 1
            self._skip_blanks()
            return self._read_object(level + 1) if first == b"{" else self._read_array(level + 1)
        if first == b'"':
            return self._read_string()
        return self._read_literal(*_LITERALS[first]) if first in _LITERALS else self._read_number()

    def _read_object(self, level: int) -> Members:
        """Read the members of an object, after its opening bracket."""
        members = Members()
        if self._skip_if_next(b"}"):
            return members
        while True:
            if self._peek_byte() != b'"':
                raise self._make_error("Missing a name for object member.")
            key = self._read_string()
            self._skip_blanks()
            if not self._skip_if_next(b":"):
                raise self._make_error("Missing a colon after a name of object member.")
            self._skip_blanks()
            members.append((key, self._read_value(level)))
            self._skip_blanks()
            if self._skip_if_next(b"}"):
                return members
            if not self._skip_if_next(b","):
                raise self._make_error("Missing a comma or } after an object member.")
            self._skip_blanks()

    def _read_array(self, level: int) -> list[Any]:
        """Read the elements of an array, after its opening bracket."""
        elements: list[Any] = []
        if self._skip_if_next(b"]"):
            return elements
        while True:
            elements.append(self._read_value(level))
            self._skip_blanks()
            if self._skip_if_next(b"]"):
                return elements
            if not self._skip_if_next(b","):
                raise self._make_error("Missing a comma or ] after an array element.")
            self._skip_blanks()

    def _read_literal(self, text: bytes, value: bool | None) -> bool | None:
        """Go past true, false or null, and return its value.

        `text` has the letters that must follow.
        """
        for letter in text:
            if not self._skip_if_next(bytes((letter,))):
                raise self._make_error("Invalid value.")
        return value

    def _read_string(self) -> str:
        """Read a string, whose quote is the next character."""
        self._offset += 1
        parts = bytearray()
        while True:
            parts += self._read_run(_PLAIN_TEXT_PATTERN)
            start = self._peek_byte()
            if start == b'"':
                self._offset += 1
                return parts.decode("utf-8", "surrogateescape")
            if start == b"\\":
                parts += self._read_escape()
            elif start:
                raise self._make_error("Invalid encoding in string.")
            else:
                raise self._make_error("Missing a closing quotation mark in string.")

    def _read_escape(self) -> bytes:
        """Read an escape sequence, and return its bytes in UTF-8."""
        start = self._offset
        letter = self._data[start + 1 : start + 2]
        self._offset += 2
        if letter == b"u":
            return self._read_unicode_escape(start)
        if not letter or letter[0] not in _BYTE_BY_ESCAPE:
            raise self._make_error("Invalid escape character in string.", start)
        return bytes((_BYTE_BY_ESCAPE[letter[0]],))

    def _read_unicode_escape(self, start: int) -> bytes:
        r"""Read the digits of \u, and of a second one for a surrogate pair.

        Args:
            start: offset of the escape sequence, for errors.
        """
        code = self._read_hex(start)
        if 0xD800 <= code <= 0xDFFF:
            low_surrogate = 0
            if code <= 0xDBFF and self._skip_if_next(b"\\") and self._skip_if_next(b"u"):
                low_surrogate = self._read_hex(start)
            if not 0xDC00 <= low_surrogate <= 0xDFFF:
                raise self._make_error("The surrogate pair in string is invalid.", start)
            code = 0x10000 + ((code & 0x3FF) << 10 | low_surrogate & 0x3FF)
        return chr(code).encode()

    def _read_hex(self, start: int) -> int:
        """Read four hexadecimal digits.

        Args:
            start: offset of the escape sequence, for errors.
        """
        match = _HEX_PATTERN.match(self._data, self._offset)
        if match is None:
            raise self._make_error("Incorrect hex digit after \\u escape in string.", start)
        self._offset += 4
        return int(match[0], 16)

    def _read_number(self) -> int | float:
        """Read a number as rapidjson does."""
        start = self._offset
        self._skip_if_next(b"-")
        if not self._skip_if_next(b"0") and not self._read_run(_DIGIT_RUN_PATTERN):
            raise self._make_error("Invalid value.")
        is_integer, exponent = True, 0
        if self._skip_if_next(b"."):
            is_integer = False
            exponent = -len(self._read_run(_DIGIT_RUN_PATTERN))
            if not exponent:
                raise self._make_error("Miss fraction part in number.")
        if self._skip_if_next(b"e") or self._skip_if_next(b"E"):
            is_integer = False
            is_exponent_negative = self._skip_if_next(b"-")
            if not is_exponent_negative:
                self._skip_if_next(b"+")
            digits = self._read_run(_DIGIT_RUN_PATTERN)
            if not digits:
                raise self._make_error("Miss exponent in number.")
            # An exponent that is too large is refused even after 0.
            if not is_exponent_negative and _exceeds_limit(digits, _MAX_EXPONENT - exponent):
                raise self._make_error("Number too big to be stored in double.", start)
        text = self._data[start : self._offset].decode("ascii")
        if is_integer and len(text) <= _MAX_DIGITS and _MIN_INTEGER <= int(text) <= _MAX_INTEGER:
            return int(text)
        value = float(text)
        if value in (float("inf"), float("-inf")):
            raise self._make_error("Number too big to be stored in double.", start)
        return value

    def _peek_byte(self) -> bytes:
        """Return the next byte, b"" at the end."""
        return self._data[self._offset : self._offset + 1]

    def _skip_if_next(self, byte: bytes) -> bool:
        """Go past a byte if it is the next one, and return whether it is."""
        is_next = self._peek_byte() == byte
        self._offset += is_next
        return is_next

    def _read_run(self, pattern: re.Pattern[bytes]) -> bytes:
        """Go past what a pattern matches here, and return it."""
        match = pattern.match(self._data, self._offset)
        assert match is not None  # each pattern matches nothing, too
        self._offset = match.end()
        return match[0]

    def _skip_blanks(self) -> None:
        """Go past blanks."""
        self._read_run(_BLANK_RUN_PATTERN)

    def _make_error(self, sentence: str, error_offset: int | None = None) -> StrictJsonError:
        """Return an error at an offset, None for the present one."""
        offset = self._offset if error_offset is None else error_offset
        if not offset:
            return StrictJsonError(sentence)
        content_before = self._data[:offset]
        column = offset - (content_before.rfind(b"\n") + 1) + 1
        return StrictJsonError(sentence, content_before.count(b"\n") + 1, column)


def _exceeds_limit(digits: bytes, limit: int) -> bool:
    """Return whether digits are a number above a limit."""
    significant = digits.lstrip(b"0")
    return len(significant) > _MAX_DIGITS or int(significant or b"0") > limit


def render_pretty(value: Any) -> bytes:
    """Return a parsed value as rapidjson's PrettyWriter prints it: four blanks a level."""
    return _render_value(value, "").encode("utf-8", "surrogateescape")


def _render_value(value: Any, indent: str) -> str:
    """Return a value as indented JSON.

    `indent` has the blanks before the line.
    """
    inner = f"{indent}    "
    if isinstance(value, Members):
        lines = [
            f"{inner}{_quote_text(key)}: {_render_value(member, inner)}" for key, member in value
        ]
        return _enclose_lines("{", lines, "}", indent)
    if isinstance(value, list):
        return _enclose_lines(
            "[", [f"{inner}{_render_value(element, inner)}" for element in value], "]", indent
        )
    if isinstance(value, str):
        return _quote_text(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _render_double(value) if isinstance(value, float) else str(value)


def _enclose_lines(opening: str, lines: list[str], closing: str, indent: str) -> str:
    """Return lines between brackets, the brackets alone for no lines."""
    if not lines:
        return opening + closing
    indented_text = ",\n".join(lines)
    return f"{opening}\n{indented_text}\n{indent}{closing}"


def _quote_text(text: str) -> str:
    """Return a text as a JSON string."""
    return f'"{_ESCAPED_CHARACTER_PATTERN.sub(_escape_character, text)}"'


def _escape_character(match: re.Match[str]) -> str:
    """Return the escape sequence of a character."""
    # writer.h has its hexadecimal digits in capitals.
    return _ESCAPE_BY_CHARACTER.get(match[0]) or f"\\u{ord(match[0]):04X}"


def _render_double(value: float) -> str:
    """Return a floating-point number as rapidjson prints it (internal/dtoa.h, Prettify)."""
    sign, numbers, exponent = Decimal(repr(value)).as_tuple()
    assert isinstance(exponent, int)  # the reader lets no infinity pass
    digits = "".join(map(str, numbers)).lstrip("0")
    zeros = len(digits) - len(digits.rstrip("0"))
    digits, exponent = digits.rstrip("0"), exponent + zeros
    minus = "-" if sign else ""
    if not digits:
        return f"{minus}0.0"
    point = len(digits) + exponent
    if exponent >= 0 and point <= 21:
        return f"{minus}{digits}{'0' * exponent}.0"
    if 0 < point <= 21:
        return f"{minus}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{minus}0.{'0' * -point}{digits}"
    remaining_text = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{minus}{digits[0]}{remaining_text}e{point - 1}"
