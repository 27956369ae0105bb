"""The JSON reader of loaders before 1.4.304: cJSON as of 2013.

A NUL ends the text, a byte order mark is an error, nesting is limited by the stack alone, any
escape stands for itself, what is no character vanishes, and numbers have a grammar of their own.
"""

from __future__ import annotations

from vkconfig_py.loader.parsing.json_slow import BLANK_BYTES, JsonError, SlowReader, hex4
from vkconfig_py.loader.records import Any

_DIGITS = (b"0", b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"9")
_EXACT = 1 << 53


class OldReader(SlowReader):
    """Reads one text as cJSON of 2013."""

    # It recurses without a limit and ends the program somewhere above this, as the stack allows.
    nesting_limit = 150_000

    def __init__(self, data: bytes, positions: bool = False) -> None:
        super().__init__(data.partition(b"\0")[0], positions)
        self._at = 0

    def read(self) -> Any:
        """Return the first value of the text; a string alone need not be closed."""
        try:
            return super().read()
        except JsonError:
            if self._data.lstrip(BLANK_BYTES).startswith(b'"'):
                return ""
            raise

    def _number(self) -> int | float:
        start = self._at
        self._accept(b"-")
        if not self._accept(b"0") or self._peek() in _DIGITS[1:]:
            self._digits()
        if self._peek() == b"." and self._data[self._at + 1 : self._at + 2] in _DIGITS:
            self._at += 1
            self._digits()
        mantissa = self._data[start : self._at]
        power = b""
        if self._accept(b"e") or self._accept(b"E"):
            start = self._at
            if not self._accept(b"+"):
                self._accept(b"-")
            self._digits()
            power = self._data[start : self._at]
        # A lone sign counts as zero, in front and in the power.
        value = float((mantissa.strip(b"-") and mantissa) or b"0")
        if power.strip(b"+-"):
            value = float(mantissa + b"e" + power) if mantissa.strip(b"-") else 0.0
        return int(value) if value.is_integer() and abs(value) < _EXACT else value

    def _peek(self) -> bytes:
        return self._data[self._at : self._at + 1]

    def _accept(self, byte: bytes) -> bool:
        found = self._peek() == byte
        self._at += found
        return found

    def _digits(self) -> None:
        while self._peek() in _DIGITS:
            self._at += 1

    def _other_escape(self, letter: bytes) -> bytes:
        return letter

    def _unicode(self, raw: bytes, at: int) -> tuple[bytes, int]:
        code = hex4(raw, at + 2)
        end = at + 6
        if end > len(raw):
            raise self._error("bad \\u escape in a string")
        if 0xD800 <= code <= 0xDBFF and raw[end : end + 2] == b"\\u":
            low = hex4(raw, end + 2)
            end += 6
            is_pair = 0xDC00 <= low <= 0xDFFF
            code = 0x10000 + ((code & 0x3FF) << 10 | low & 0x3FF) if is_pair else 0
        if code == 0 or 0xD800 <= code <= 0xDFFF:
            return b"", end
        return chr(code).encode("utf-8"), end
