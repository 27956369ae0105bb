"""JSON5, the notation of Fuchsia's component manifests (.cml): comments, bare keys, spare commas.

The whole notation of json5.org but for its numbers: a manifest has none that a driver's component
needs, so decimal ones are read and others refused. A file is untrusted: size and depth are limited.
"""

from __future__ import annotations

import re

from vkconfig_py.loader.base.records import Any

MAX_BYTES = 1 << 18
MAX_NESTING = 64

_WHITESPACE_AND_COMMENTS_PATTERN = re.compile(
    r"(?:[\s\ufeff]+|//[^\n\r\u2028\u2029]*|/\*.*?\*/)*", re.DOTALL
)
_NAME_PATTERN = re.compile(r"[^\W\d]\w*|\$[\w$]*")
_STRING_PATTERN = re.compile(
    r"""'((?:[^'\\\n\r]|\\(?:\r\n|.))*)'|"((?:[^"\\\n\r]|\\(?:\r\n|.))*)\"""", re.DOTALL
)
_NUMBER_PATTERN = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_ESCAPE_PATTERN = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|x([0-9A-Fa-f]{2})|(\r\n|.))", re.DOTALL)
_MEANING = {
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "0": "\0",
    # A line end after a backslash continues the string.
    "\n": "",
    "\r": "",
    "\r\n": "",
}
_LITERALS = {"true": True, "false": False, "null": None}


class Json5Error(ValueError):
    """The text is no JSON5, or beyond our limits."""

    def __init__(self, sentence: str, line: int) -> None:
        super().__init__(f"line {line}: {sentence}")
        self.sentence = sentence
        self.line = line


def parse_json5(data: bytes) -> Any:
    """Parse a text. Of a key that occurs twice the last value counts.

    Raises:
        Json5Error: it is no JSON5, or beyond our limits.
    """
    if len(data) > MAX_BYTES:
        raise Json5Error(f"larger than {MAX_BYTES >> 10} KB, not read", 1)
    return _Reader(data.decode("utf-8", "surrogateescape")).read()


class _Reader:
    """A text and the place in it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def read(self) -> Any:
        """Return the only value of the text."""
        value = self._read_value(0)
        self._skip_blanks()
        if self._at < len(self._text):
            raise self._make_error("text after the end")
        return value

    def _read_value(self, level: int) -> Any:
        """Read a value of any kind.

        Args:
            level: how many objects and arrays it is in.
        """
        self._skip_blanks()
        if level > MAX_NESTING:
            raise self._make_error(f"nested deeper than {MAX_NESTING} levels, not read")
        if self._skip_if_next("{"):
            return self._read_object(level)
        if self._skip_if_next("["):
            return self._read_array(level)
        if self._text[self._at : self._at + 1] in ("'", '"'):
            return self._read_string()
        if token := self._match(_NAME_PATTERN):
            if token not in _LITERALS:
                raise self._make_error(f"{token} is no value")
            return _LITERALS[token]
        if token := self._match(_NUMBER_PATTERN):
            # A number of thousands of digits is no integer for Python.
            return float(token) if len(token) > 20 or not token.isdecimal() else int(token)
        raise self._make_error("expected a value")

    def _read_object(self, level: int) -> dict[str, Any]:
        """Read the members of an object, after its opening bracket."""
        members: dict[str, Any] = {}
        while not self._closes("}", first=not members):
            key = self._match(_NAME_PATTERN)
            if not key:
                if self._text[self._at : self._at + 1] not in ("'", '"'):
                    raise self._make_error("expected a key")
                key = self._read_string()
            self._skip_blanks()
            if not self._skip_if_next(":"):
                raise self._make_error('expected ":" after the key')
            members[key] = self._read_value(level + 1)
        return members

    def _read_array(self, level: int) -> list[Any]:
        """Read the elements of an array, after its opening bracket."""
        elements: list[Any] = []
        while not self._closes("]", first=not elements):
            elements.append(self._read_value(level + 1))
        return elements

    def _closes(self, bracket: str, *, first: bool) -> bool:
        """Return whether the bracket closes here. Else go past the comma before the next element.

        `first` says that no element was read so far, so there is no comma.
        """
        self._skip_blanks()
        if self._skip_if_next(bracket):
            return True
        if first:
            return False
        if not self._skip_if_next(","):
            raise self._make_error(f'expected "," or "{bracket}"')
        self._skip_blanks()
        return self._skip_if_next(bracket)  # a comma may stand before it

    def _read_string(self) -> str:
        """Read a string in single or double quotes."""
        match = _STRING_PATTERN.match(self._text, self._at)
        if match is None:
            raise self._make_error("unterminated string")
        self._at = match.end()
        return _ESCAPE_PATTERN.sub(_decode_escape, match[1] if match[1] is not None else match[2])

    def _match(self, pattern: re.Pattern[str]) -> str:
        """Return the text that a pattern matches here and go past it, "" if it does not match."""
        match = pattern.match(self._text, self._at)
        if match is None:
            return ""
        self._at = match.end()
        return match[0]

    def _skip_if_next(self, letter: str) -> bool:
        """Go past a character if it is the next one, and return whether it is."""
        is_next = self._text.startswith(letter, self._at)
        self._at += is_next
        return is_next

    def _skip_blanks(self) -> None:
        """Go past blanks and comments."""
        self._match(_WHITESPACE_AND_COMMENTS_PATTERN)

    def _make_error(self, sentence: str) -> Json5Error:
        """Return an error at the present line."""
        return Json5Error(sentence, self._text.count("\n", 0, self._at) + 1)


def _decode_escape(match: re.Match[str]) -> str:
    """Return the character that an escape sequence stands for."""
    if match[1] or match[2]:
        return chr(int(match[1] or match[2], 16))
    return _MEANING.get(match[3], match[3])
