"""Which texts of a chain row find room, in which face and colour."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtGui import QColor

from vkconfig_py.model.items.texts import visible
from vkconfig_py.model.picture.values import Row, RowKind
from vkconfig_py.ui.theme import Face, Theme

GAP = 10


class Part(NamedTuple):
    """One text of a row's first line."""

    face: Face
    text: str
    ink: QColor


def beside_name(theme: Theme, row: Row, room: float) -> list[Part]:
    """Return what stands beside the name of a layer or program: version, health.

    What does not fit is said shorter, then left out; what a probe found bad stays longest.
    """
    ink = theme.colors.tone(row.health_tone.value)
    version = Part(theme.small, row.secondary, theme.colors.secondary)
    health = Part(theme.small, visible(row.health), ink)
    short = Part(theme.small, visible(row.health_short), ink)
    last = short if row.health_tone.value != "neutral" else version
    choices = ([version, health], [version, short], [last])
    for choice in choices:
        parts = [part for part in choice if part.text]
        if sum(width_of(theme, part) for part in parts) <= room:
            return parts
    return []


def behind_name(theme: Theme, row: Row, room: float) -> list[Part]:
    """Return what follows the name of a loader, driver or device: version, word, reason.

    What does not fit goes from the front, of a device first what its name has in parentheses; that
    all is well is rather said shorter. What is still too long is for the painter to cut.
    """
    colors = theme.colors
    plain = row.tone.value == "neutral"
    face = theme.small if plain else theme.small_strong
    first = [
        Part(theme.small, _parted(row)[1], colors.secondary),
        Part(theme.small, visible(row.secondary), colors.secondary),
    ]
    word = Part(face, row.word, colors.tone(row.tone.value))
    reason = Part(theme.small, visible(row.reason), colors.secondary)
    last = Part(theme.small, visible(differs(row)), colors.warn)
    choices = [[*first, word, reason, last], [first[1], word, reason, last]]
    if row.word or last.text:
        choices.append([word, reason, last])
        if row.health_short and row.tone.value != "error":
            choices.append([word, reason._replace(text=visible(row.health_short)), last])
    for choice in choices:
        parts = [part for part in choice if part.text]
        if sum(width_of(theme, part) for part in parts) <= room:
            break
    return parts


def title(row: Row) -> str:
    """Return the name as it stands in bold."""
    return _parted(row)[0]


def _parted(row: Row) -> tuple[str, str]:
    name = visible(row.name)
    if row.kind is not RowKind.DEVICE:
        return name, ""
    start, opening, rest = name.partition(" (")
    return (start, f"({rest}") if opening else (name, "")


def differs(row: Row) -> str:
    """Return where the row stands otherwise: for the loader, or for a probe."""
    return " · ".join(part for part in (row.met, row.deviation) if part)


def width_of(theme: Theme, part: Part) -> float:
    """Return the room that a part takes with the gap before it."""
    return part.face.width(part.text) + theme.px(GAP)
