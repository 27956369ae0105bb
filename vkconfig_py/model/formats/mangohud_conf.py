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

LONGEST_IN_VARIABLE = 255  # bytes; the code has no check
_BLANKS = " \t\n\v\f\r"
# A default that the example file shows as a comment: “# fps_limit=0”, but not “### Limit the …”.
_SHOWN = re.compile(r"[ \t]*#[ \t]*(?P<key>[A-Za-z0-9_]+)[ \t]*(?:=[^#]*)?")


# The number as C prints it: “[preset 02]” is no section.
_PRESET = re.compile(r"\[preset (?P<number>0|-?[1-9][0-9]*)\]")


class MangoHudLine(NamedTuple):
    """A line that sets a value; `line` counts from 1."""

    line: int
    key: str
    value: str


def parse_conf(content: bytes) -> tuple[MangoHudLine, ...]:
    """Every line that sets something, in order."""
    lines = (_read(number, line) for number, line in enumerate(_lines(content), 1))
    return tuple(line for line in lines if line is not None)


def used_lines(content: bytes) -> Mapping[str, MangoHudLine]:
    """The line of each name that counts."""
    return {one.key: one for one in parse_conf(content)}


def preset_lines(content: bytes, number: str) -> Mapping[str, MangoHudLine]:
    """The lines of a section of presets.conf that count; the head of another one ends it."""
    head, found = f"[preset {number}]", False
    used: dict[str, MangoHudLine] = {}
    for at, line in enumerate(_lines(content), 1):
        text = line.strip(_BLANKS)
        if text == head:
            found = True
        elif found and text.startswith("[") and text.endswith("]"):
            break
        elif found and (read := _read(at, line)) is not None:
            used[read.key] = read
    return used


def preset_numbers(content: bytes) -> tuple[str, ...]:
    """The numbers that presets.conf has sections of, in its order."""
    heads = (_PRESET.fullmatch(line.strip(_BLANKS)) for line in _lines(content))
    return tuple(dict.fromkeys(head["number"] for head in heads if head is not None))


def edit_conf(content: bytes, values: Mapping[str, str]) -> bytes:
    """Set values: where a name stands, else at its shown default, else at the end."""
    lines = _lines(content)
    used = used_lines(content)
    shown = _shown_defaults(lines)
    added = []
    for key, value in values.items():
        found = used.get(key)
        if found is not None:
            if found.value != value:
                lines[found.line - 1] = _changed(lines[found.line - 1], key, value)
        elif key in shown:
            old = lines[shown[key]]
            lines[shown[key]] = f"{key}={value}{_end(old)}"
        else:
            added.append(f"{key}={value}")
    return _with_added(lines, added).encode("utf-8", "surrogateescape")


def fits_variable(value: str) -> bool:
    """True if MANGOHUD_CONFIG can hold a value: a longer one ends the program."""
    return len(value.encode("utf-8", "surrogateescape")) <= LONGEST_IN_VARIABLE


def render_variable(values: Mapping[str, str], before: str | None = None) -> str:
    """MANGOHUD_CONFIG with values, after what it says already; None: it is not set."""
    # Later entries win. Without read_cfg no file would be read any more; where the variable is set,
    # if to nothing, none is read already.
    entries = [f"{key}={_escaped(value)}" for key, value in values.items()]
    said = "read_cfg" if before is None else before
    return ",".join([*([said] if said else []), *entries])


def _lines(content: bytes) -> list[str]:
    return content.decode("utf-8", "surrogateescape").split("\n")


def _read(number: int, line: str) -> MangoHudLine | None:
    name, equals, value = line.partition("#")[0].partition("=")
    key = name.strip(_BLANKS)
    return MangoHudLine(number, key, value.strip(_BLANKS) if equals else "1") if key else None


def _shown_defaults(lines: list[str]) -> dict[str, int]:
    """Index of the first comment that shows each name."""
    found: dict[str, int] = {}
    for index, line in enumerate(lines):
        shown = _SHOWN.fullmatch(line.rstrip(_BLANKS))
        if shown is not None:
            found.setdefault(shown["key"], index)
    return found


def _changed(line: str, key: str, value: str) -> str:
    """A line with another value; a comment behind it and blanks stay."""
    said, mark, comment = line.partition("#")
    name, equals, old = said.partition("=")
    if not equals:
        end = _end(name)
        return f"{name[: len(name) - len(end)]}={value}{end}{mark}{comment}"
    text = old.strip(_BLANKS)
    start = old.index(text) if text else 0
    return f"{name}={old[:start]}{value}{old[start + len(text) :]}{mark}{comment}"


def _end(text: str) -> str:
    """The blanks at the end of a text, a carriage return among them."""
    return text[len(text.rstrip(_BLANKS)) :]


def _with_added(lines: list[str], added: list[str]) -> str:
    if not added:
        return "\n".join(lines)
    end = "\r" if len(lines) > 1 and lines[0].endswith("\r") else ""
    if lines[-1]:
        lines[-1] += end
        lines.append("")
    return "\n".join([*lines[:-1], *(f"{one}{end}" for one in added), lines[-1]])


def _escaped(value: str) -> str:
    return re.sub(r"([,:;=])", r"\\\1", value)
