"""The one character whose absence or presence keeps a text from being JSON.

Theory of operation. Most files that were edited by hand lack a comma, a quote or a bracket, or have
a comma too many. Such a character stands shortly before the place where reading stops, or on
that line; a bracket that is missing at the end may be missing anywhere. Each change of one
character there is tried, and only one after which the whole text is JSON, as strict parsers read
it, is a correction: then every loader reads it. Commas in a row count as one, and a semicolon
may stand for a comma. What is a list in manifests and settings files has to be one. Of several the
caller chooses those that it understands, and of these the one nearest to where reading stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import ReplaceLine

_LONGEST = 1 << 14  # a manifest has some thousand bytes
_WIDEST = 240  # characters that are examined
_ADDED = ',"}]{[:\\'
_REMOVED = ',"}]{[:'
_OPENING, _CLOSING = "{[", "}]"
_LISTS = frozenset(
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


class _Change(NamedTuple):
    """Text with one character added or removed at an offset."""

    at: int
    text: str
    distance: int


def find_correction(file: str, data: bytes, accepts: Callable[[bytes], bool]) -> ReplaceLine | None:
    """Return the line that makes a text JSON that the caller accepts; None if none does."""
    if len(data) > _LONGEST:
        return None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    stops = _stops_at(text)
    if stops is None:
        return None
    fitting = [one for one in _changes(text, stops) if _is_sound(one.text)]
    for change in sorted(fitting, key=lambda one: one.distance):
        if accepts(change.text.encode()):
            return _as_line(file, text, change)
    return None


def _stops_at(text: str) -> int | None:
    """Return the offset at which a strict parser stops; None if it reads the whole text."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos
    except (ValueError, RecursionError):
        return 0
    return None


def _is_sound(text: str) -> bool:
    """Return whether a text is JSON in which each known list is a list."""
    lists_only = True

    def look(members: list[tuple[str, object]]) -> None:
        nonlocal lists_only
        for key, value in members:
            lists_only = lists_only and (key not in _LISTS or isinstance(value, list))

    try:
        json.loads(text, object_pairs_hook=look)
    except (ValueError, RecursionError):
        return False
    return lists_only


def _changes(text: str, stops: int) -> Iterator[_Change]:
    end = len(text.rstrip())
    # What is missing is noticed later, often at the beginning of the next line.
    first = max(0, stops - _WIDEST)
    line_end = text.find("\n", stops)
    last = min(line_end if line_end >= 0 else end, end, stops + _WIDEST)
    for at in range(first, last + 1):
        if at < len(text) and text[at] in _REMOVED:
            yield _Change(at, text[:at] + text[at + 1 :], abs(at - stops))
            if text[at : at + 2] == ",,":
                yield _Change(at, text[:at] + text[at:].lstrip(","), abs(at - stops))
        if text[at : at + 1] == ";":
            yield _Change(at, f"{text[:at]},{text[at + 1 :]}", abs(at - stops))
        if _is_between_words(text, at):
            # A character that belongs to what is before it stands on the same line.
            distance = abs(len(text[:at].rstrip()) - len(text[:stops].rstrip()))
            for character in _ADDED if _may_be_quoted(text, at) else _ADDED.replace('"', ""):
                # An opening bracket belongs to what is after it.
                inner = text[at : at + 1] if character in _OPENING else text[:at][-1:]
                changed = text[:at] + character + text[at:]
                yield _Change(at, changed, distance + inner.isspace())
    if stops >= end:
        for at in (*_line_ends(text[:end]), end):
            for character in _CLOSING:
                yield _Change(at, text[:at] + character + text[at:], end - at)


def _may_be_quoted(text: str, at: int) -> bool:
    """Return whether a quote at an offset would begin or end a word, not blanks."""
    return not text[at : at + 1].isspace() or text[at - 1 : at] not in (*" \t\n:,[{", "")


def _is_between_words(text: str, at: int) -> bool:
    return not (0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum())


def _line_ends(text: str) -> Iterator[int]:
    at = text.find("\n")
    while at >= 0:
        yield at
        at = text.find("\n", at + 1)


def _as_line(file: str, text: str, change: _Change) -> ReplaceLine:
    number = text.count("\n", 0, change.at)
    before, after = text.split("\n")[number], change.text.split("\n")[number]
    return ReplaceLine(file, number + 1, before.rstrip("\r"), after.rstrip("\r"))
