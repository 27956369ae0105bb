"""Text to values, accepting what the loader accepts; every failure and every key has a line.

The loader reads manifests with cJSON (1.7.18 since 1.4.304, a release of 2013 before), which is
more lenient than RFC 8259: bytes up to 0x20 are blanks, whatever follows the first value is
ignored, control characters may stand in strings, numbers are what strtod makes of a run of
characters. Python's C decoder gives the same answer for ordinary files, some hundred times faster,
so it goes first; anything it refuses, and the few things it reads differently, is read by the slow
reader in cjson.py, which imitates cJSON and knows positions.

Text is decoded as UTF-8 with surrogateescape, so that bytes which are not UTF-8 survive: the
loader does not check them.
"""

from __future__ import annotations

import json
import sys

from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.json.cjson import (
    NESTING_LIMIT,
    NUMBER_LIMIT,
    JsonError,
    Members,
    OldReader,
    Positions,
    SlowReader,
    elements,
)

# Until 3.11 the limit for Python's own calls holds in the C decoder too.
_DECODER_HAS_LIMIT = sys.version_info < (3, 12)
_BLANKS = "".join(map(chr, range(1, 0x21)))
_SLOW_LIMIT = 1 << 20
_ODD_ESCAPES = (b"\\u0000", b"\\ud", b"\\uD")
_ESCAPES_EXAMINED = 256  # one by one, which is faster than a search while they are few
_POSITIONS_LIMIT = 4 << 20


class Parsed(NamedTuple):
    """Outcome of reading one text.

    Attributes:
        value: the first JSON value, with Members for objects; meaningless if there is an error.
        error: "" or what is wrong, as a sentence without a full stop.
        line: 1-based line of the error, or 0.
    """

    value: Any
    error: str = ""
    line: int = 0


class _UnsureError(ValueError):
    """The C decoder might read this otherwise than cJSON."""


def parse_json(data: bytes, lenient: bool = True) -> Parsed:
    """Read the first JSON value of a file.

    `lenient` stands for cJSON 1.7.18 (Gate.NEW_JSON), without it for the release of 2013.
    """
    try:
        return Parsed(_read_fast(data, lenient))
    except (ValueError, RecursionError) as refused:
        if len(data) > _SLOW_LIMIT:
            return _judge_large(data, refused)
    try:
        return Parsed((SlowReader if lenient else OldReader)(data).read())
    except JsonError as error:
        return Parsed(None, error.sentence, error.line)


def find_positions(data: bytes, lenient: bool = True) -> Positions:
    """Return the line of each key and element, as far as the text can be read.

    A path is a tuple of keys (as written) and indices; () is the first value itself.
    """
    reader = (SlowReader if lenient else OldReader)(data[:_POSITIONS_LIMIT], positions=True)
    try:
        reader.read()
    except JsonError:
        return reader.positions  # what stands before the error is still of use
    return reader.positions


def _read_fast(data: bytes, lenient: bool) -> Any:
    if b"\\" in data and _has_odd_escape(data):
        raise _UnsureError
    start = 0
    text = data.decode("utf-8", "surrogateescape")
    if text[:1] == "\ufeff":
        if not lenient:
            raise _UnsureError
        start = 1
    if text[start : start + 1] in _BLANKS:
        start = len(text) - len(text[start:].lstrip(_BLANKS))
    value, _end = _DECODER.raw_decode(text, start)
    # A number at the top may end elsewhere for cJSON, which reads 01 as 1; no manifest is one.
    if not isinstance(value, list) or (not lenient and b"\0" in data):
        raise _UnsureError
    if _may_be_too_deep(data) and _is_too_deep(value):
        raise _UnsureError
    return value


def _may_be_too_deep(data: bytes) -> bool:
    if len(data) <= 2 * NESTING_LIMIT:  # each level takes two characters
        return False
    if _DECODER_HAS_LIMIT and sys.getrecursionlimit() <= NESTING_LIMIT:
        return False
    return data.count(b"[") + data.count(b"{") > NESTING_LIMIT


def _has_odd_escape(data: bytes) -> bool:
    r"""Return whether there may be an escape that cJSON reads otherwise.

    \ud8xx without its partner is an error for it, and \u0000 ends a string of C.
    """
    at = data.find(b"\\")
    for _ in range(_ESCAPES_EXAMINED):
        if at < 0:
            return False
        if data[at + 1 : at + 2] == b"u" and data[at + 2 : at + 3] in b"dD0":
            break
        at = data.find(b"\\", at + 2)
    return any(escape in data[at:] for escape in _ODD_ESCAPES)


def _integer(text: str) -> int:
    if len(text) > NUMBER_LIMIT:
        raise _UnsureError
    return int(text)


def _real(text: str) -> float:
    if len(text) > NUMBER_LIMIT:
        raise _UnsureError
    return float(text)


def _constant(_text: str) -> Any:
    raise _UnsureError  # NaN and Infinity are not JSON for cJSON


_DECODER = json.JSONDecoder(
    object_pairs_hook=Members,
    parse_int=_integer,
    parse_float=_real,
    parse_constant=_constant,
)


def _is_too_deep(value: Any) -> bool:
    level = [value]
    for _ in range(NESTING_LIMIT):
        level = [inner for outer in level for inner in elements(outer) if isinstance(inner, list)]
        if not level:
            return False
    return True


def _judge_large(data: bytes, refused: Exception) -> Parsed:
    # Minutes of pure Python for a file of that size help nobody: what the C decoder refuses is
    # called invalid, although cJSON may forgive it.
    position = refused.pos if isinstance(refused, json.JSONDecodeError) else 0
    return Parsed(None, "not valid JSON", data[:position].count(b"\n") + 1)
