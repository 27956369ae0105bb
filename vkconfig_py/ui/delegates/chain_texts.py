"""Which texts of a chain row find room, in which face and colour."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtGui import QColor

from vkconfig_py.model.items.texts import visible
from vkconfig_py.model.picture_values import Row, RowKind
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


def behind_name(theme: Theme, row: Row) -> list[Part]:
    """Return what follows the name of a loader, driver or device: version, word, reason.

    Of a device, what its name has in parentheses stands first: it is the first to go.
    """
    colors = theme.colors
    plain = row.tone.value == "neutral"
    word = Part(theme.small if plain else theme.small_strong, row.word, colors.tone(row.tone.value))
    parts = (
        Part(theme.small, _parted(row)[1], colors.secondary),
        Part(theme.small, visible(row.secondary), colors.secondary),
        word,
        Part(theme.small, visible(row.reason), colors.secondary),
        Part(theme.small, visible(differs(row)), colors.warn),
    )
    return [part for part in parts if part.text]


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
