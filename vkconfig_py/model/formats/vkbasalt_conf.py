"""The file vkBasalt.conf: read as vkBasalt reads it, edited without touching the rest.

vkBasalt reads each line character by character. Blanks outside of quotes do not count, a "#"
outside of quotes ends the line, and the first "=" outside of quotes ends the name; others are
dropped. Quotes have no escapes and do not span lines. A line without a name or a value does not
count; of several lines with one name the last counts. A carriage return is part of the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple

_BLANK_CHARACTERS: Final = " \t"
_QUOTED_CHARACTER_PATTERN: Final = re.compile(r"[ \t#=]")


class VkBasaltLine(NamedTuple):
    """A line that vkBasalt takes a value from.

    Attributes:
        line: 1-based.
        start, end: the place of the value within the line, with quotes, without blanks around.
    """

    line: int
    key: str
    value: str
    start: int = 0
    end: int = 0


class ConfError(Exception):
    """A name or value that no line of the file can carry."""


def parse_conf(content: bytes) -> tuple[VkBasaltLine, ...]:
    """Return the lines of vkBasalt.conf that set something. Of equal names the last one is used."""
    return tuple(_parse_lines(_decode_text(content)))


def find_effective_lines(content: bytes) -> Mapping[str, VkBasaltLine]:
    """Return the line of vkBasalt.conf that is in effect for each name."""
    return {conf_line.key: conf_line for conf_line in parse_conf(content)}


def edit_conf(content: bytes, values: Mapping[str, str]) -> bytes:
    """Set values in vkBasalt.conf: in the line in effect, or in new lines at the end.

    Raises:
        ConfError: a name or value that the file cannot hold.
    """
    lines = _decode_text(content).split("\n")
    line_by_key = find_effective_lines(content)
    added_lines = []
    for key, value in values.items():
        current_line = line_by_key.get(key)
        if current_line is None:
            added_lines.append(f"{_quote_text(key)} = {_quote_text(value)}")
        elif current_line.value != value:
            lines[current_line.line - 1] = _replace_value(
                lines[current_line.line - 1], current_line, value
            )
    if added_lines:
        insert_index = len(lines) if lines[-1] else len(lines) - 1
        lines[insert_index:] = [*added_lines, ""]
    return "\n".join(lines).encode("utf-8", "surrogateescape")


def _decode_text(content: bytes) -> str:
    return content.decode("utf-8", "surrogateescape")


def _parse_lines(text: str) -> Iterator[VkBasaltLine]:
    """Yield the lines of vkBasalt.conf that have a name and a value."""
    for number, line in enumerate(text.split("\n"), 1):
        conf_line = _parse_line(number, line)
        if conf_line.key and conf_line.value:
            yield conf_line


def _parse_line(number: int, line: str) -> VkBasaltLine:
    """Read name and value of a line as vkBasalt does, "" where there is none."""
    key: list[str] = []
    value: list[str] = []
    target = key
    is_quoted = False
    value_start = value_end = 0
    for position, character in enumerate(line):
        if not is_quoted and character == "#":
            break
        if not is_quoted and character in _BLANK_CHARACTERS:
            continue
        if not is_quoted and character == "=" and target is key:
            target = value
            value_start = value_end = position + 1
            continue
        value_end = position + 1
        if character == '"':
            is_quoted = not is_quoted
        elif is_quoted or character != "=":
            target.append(character)
    value_end = max(value_end, value_start)
    text_start = (
        value_start
        + len(line[value_start:value_end])
        - len(line[value_start:value_end].lstrip(_BLANK_CHARACTERS))
    )
    return VkBasaltLine(number, "".join(key), "".join(value), text_start, value_end)


def _replace_value(line: str, basalt_line: VkBasaltLine, value: str) -> str:
    """Replace the value in a line. It stays quoted if it was."""
    was_quoted = line[basalt_line.start : basalt_line.start + 1] == '"'
    text = f'"{_check_text(value)}"' if was_quoted else _quote_text(value)
    return line[: basalt_line.start] + text + line[basalt_line.end :]


def _quote_text(text: str) -> str:
    """Return a name or value for vkBasalt.conf, in quotes if it needs them.

    Raises:
        ConfError: the file cannot hold it.
    """
    return f'"{_check_text(text)}"' if _QUOTED_CHARACTER_PATTERN.search(text) else _check_text(text)


def _check_text(text: str) -> str:
    """Return a text that vkBasalt.conf can hold.

    Raises:
        ConfError: it is empty, or has a quotation mark or line break.
    """
    if not text:
        raise ConfError(tr("vkBasalt treats an empty value as not set."))
    if '"' in text or "\n" in text:
        raise ConfError(
            tr("Values in vkBasalt.conf cannot contain quotation marks or line breaks.")
        )
    return text
