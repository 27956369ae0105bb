"""MangoHud.conf: read as MangoHud reads it, edited without touching the rest.

A “#” begins a comment wherever it stands, the first “=” ends the name, a name alone means 1, and
blanks around both are dropped; of several lines with one name the last counts. What is edited are
bytes: comments, order, unknown names, line ends and all that is no UTF-8 stay as they are.

presets.conf has such lines in sections (parse_preset_config in src/overlay_params.cpp).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from vkconfig_py.loader.base.records import NamedTuple

MAX_VARIABLE_LENGTH = 255  # bytes; the code has no check
_BLANK_CHARACTERS = " \t\n\v\f\r"
# A default that the example file shows as a comment: “# fps_limit=0”, but not “### Limit the …”.
_SHOWN_OPTION_PATTERN = re.compile(r"[ \t]*#[ \t]*(?P<key>[A-Za-z0-9_]+)[ \t]*(?:=[^#]*)?")


# The number as C prints it: “[preset 02]” is no section.
_PRESET_PATTERN = re.compile(r"\[preset (?P<number>0|-?[1-9][0-9]*)\]")


class MangoHudLine(NamedTuple):
    """A line that sets a value; `line` counts from 1."""

    line: int
    key: str
    value: str


def parse_conf(content: bytes, *, needs_value: bool = False) -> tuple[MangoHudLine, ...]:
    """Return every line of MangoHud.conf that sets something, in order.

    `needs_value`: a name without a value sets nothing, as in vkSumi.conf.
    """
    lines = (
        _parse_line(number, line, needs_value=needs_value)
        for number, line in enumerate(_decode_lines(content), 1)
    )
    return tuple(line for line in lines if line is not None)


def find_effective_lines(
    content: bytes, *, needs_value: bool = False
) -> Mapping[str, MangoHudLine]:
    """Return the line of MangoHud.conf that is in effect for each name."""
    conf_lines = parse_conf(content, needs_value=needs_value)
    return {conf_line.key: conf_line for conf_line in conf_lines}


def find_preset_lines(content: bytes, number: str) -> Mapping[str, MangoHudLine]:
    """Return the lines in effect in a section of MangoHud's presets.conf, by name.

    `number`: of the section, as the file writes it.
    """
    head, is_in_section = f"[preset {number}]", False
    line_by_key: dict[str, MangoHudLine] = {}
    for line_number, line in enumerate(_decode_lines(content), 1):
        text = line.strip(_BLANK_CHARACTERS)
        if text == head:
            is_in_section = True
        elif is_in_section and text.startswith("[") and text.endswith("]"):
            break
        elif is_in_section and (conf_line := _parse_line(line_number, line)) is not None:
            line_by_key[conf_line.key] = conf_line
    return line_by_key


def list_preset_numbers(content: bytes) -> tuple[str, ...]:
    """Return the numbers of the sections of MangoHud's presets.conf, in its order."""
    heads = (
        _PRESET_PATTERN.fullmatch(line.strip(_BLANK_CHARACTERS)) for line in _decode_lines(content)
    )
    return tuple(
        dict.fromkeys(head_match["number"] for head_match in heads if head_match is not None)
    )


def edit_conf(content: bytes, values: Mapping[str, str], *, needs_value: bool = False) -> bytes:
    """Set values in MangoHud.conf: in the line of a name, at its commented default, or last."""
    lines = _decode_lines(content)
    line_by_key = find_effective_lines(content, needs_value=needs_value)
    shown_defaults = _find_shown_defaults(lines)
    added_lines = []
    for key, value in values.items():
        current_line = line_by_key.get(key)
        if current_line is not None:
            if current_line.value != value:
                lines[current_line.line - 1] = _replace_value(
                    lines[current_line.line - 1], key, value
                )
        elif key in shown_defaults:
            old = lines[shown_defaults[key]]
            lines[shown_defaults[key]] = f"{key}={value}{_find_trailing_blanks(old)}"
        else:
            added_lines.append(f"{key}={value}")
    return _append_lines(lines, added_lines).encode("utf-8", "surrogateescape")


def fits_variable(value: str) -> bool:
    """Return whether MANGOHUD_CONFIG can hold a value. A longer one ends the program."""
    return len(value.encode("utf-8", "surrogateescape")) <= MAX_VARIABLE_LENGTH


def render_variable(values: Mapping[str, str], existing_text: str | None = None) -> str:
    """Render MANGOHUD_CONFIG with values after its existing ones.

    Args:
        values: to add.
        existing_text: what the variable says, None if it is not set.
    """
    # Later entries win. Without read_cfg no file would be read any more; where the variable is set,
    # if to nothing, none is read already.
    entries = [f"{key}={_escape_separators(value)}" for key, value in values.items()]
    existing_entries = "read_cfg" if existing_text is None else existing_text
    return ",".join([*([existing_entries] if existing_entries else []), *entries])


def _decode_lines(content: bytes) -> list[str]:
    return content.decode("utf-8", "surrogateescape").split("\n")


def _parse_line(number: int, line: str, *, needs_value: bool = False) -> MangoHudLine | None:
    """Read a line of MangoHud.conf, None for a comment. A name alone has the value 1."""
    name, equals, value = line.partition("#")[0].partition("=")
    key = name.strip(_BLANK_CHARACTERS)
    if needs_value and not value.strip(_BLANK_CHARACTERS):
        return None
    return (
        MangoHudLine(number, key, value.strip(_BLANK_CHARACTERS) if equals else "1")
        if key
        else None
    )


def _find_shown_defaults(lines: list[str]) -> dict[str, int]:
    """Return the index of the first comment that shows each name."""
    line_indexes: dict[str, int] = {}
    for index, line in enumerate(lines):
        match = _SHOWN_OPTION_PATTERN.fullmatch(line.rstrip(_BLANK_CHARACTERS))
        if match is not None:
            line_indexes.setdefault(match["key"], index)
    return line_indexes


def _replace_value(line: str, key: str, value: str) -> str:
    """Replace the value in a line and keep the comment behind it, and blanks."""
    assignment, mark, comment = line.partition("#")
    name, equals, old = assignment.partition("=")
    if not equals:
        end = _find_trailing_blanks(name)
        return f"{name[: len(name) - len(end)]}={value}{end}{mark}{comment}"
    text = old.strip(_BLANK_CHARACTERS)
    start = old.index(text) if text else 0
    return f"{name}={old[:start]}{value}{old[start + len(text) :]}{mark}{comment}"


def _find_trailing_blanks(text: str) -> str:
    """Return the blanks at the end of a text, a carriage return among them."""
    return text[len(text.rstrip(_BLANK_CHARACTERS)) :]


def _append_lines(lines: list[str], added_lines: list[str]) -> str:
    """Join lines and added ones to a file, with the line ends that it has."""
    if not added_lines:
        return "\n".join(lines)
    end = "\r" if len(lines) > 1 and lines[0].endswith("\r") else ""
    if lines[-1]:
        lines[-1] += end
        lines.append("")
    return "\n".join(
        [*lines[:-1], *(f"{added_line}{end}" for added_line in added_lines), lines[-1]]
    )


def _escape_separators(value: str) -> str:
    """Put a backslash before each character that separates values in the variable."""
    return re.sub(r"([,:;=])", r"\\\1", value)
