"""Pictures of the window: compared pixel by pixel, and made small for the repository."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from devtools.console import SetupError

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

_PALETTE = 256
# The most frequent colours are the surfaces: they stay exactly as they are. The edges of letters
# are many rare shades, which share the rest.
_EXACT = 96
_DIFFERENT = 0xFFE0006C
_FADED = 0.25  # of the new picture below the pixels that differ


@dataclass(frozen=True, slots=True, kw_only=True)
class PixelDifference:
    """Where a picture differs from an earlier one: how many pixels, and the box around them."""

    pixels: int
    left: int
    top: int
    width: int
    height: int

    def __str__(self) -> str:
        box = f"{self.width} x {self.height} at {self.left}, {self.top}"
        return f"{self.pixels} {'pixel differs' if self.pixels == 1 else 'pixels differ'} in {box}"


def read(file: Path) -> QImage:
    """Return a picture of a file."""
    from PySide6.QtGui import QImage

    image = QImage(str(file))
    if image.isNull():
        raise SetupError(f"{file} is no picture.", 1)
    return image


def write(image: QImage, file: Path) -> None:
    """Write a picture, as small as it goes."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if not image.save(str(file), "PNG", 0):  # type: ignore[call-overload] # bytes in the stub
        raise SetupError(f"{file} cannot be written.", 1)


def compare(before: QImage, after: QImage) -> PixelDifference | None:
    """Return where two pictures differ; what only one of them has, differs."""
    found = [
        (column, row)
        for row, old, new in _rows(before, after)
        if old != new
        for column in _columns(old, new)
    ]
    if not found:
        return None
    columns, rows = zip(*found, strict=True)
    left, top = min(columns), min(rows)
    return PixelDifference(
        pixels=len(found),
        left=left,
        top=top,
        width=max(columns) - left + 1,
        height=max(rows) - top + 1,
    )


def mark_differences(before: QImage, after: QImage) -> QImage:
    """Return a faded copy of the newer picture with the pixels that differ in one strong colour."""
    from PySide6.QtCore import QSize
    from PySide6.QtGui import QColor, QImage, QPainter

    size = QSize(max(before.width(), after.width()), max(before.height(), after.height()))
    marked = QImage(size, QImage.Format.Format_RGB32)
    marked.fill(QColor("white"))
    painter = QPainter(marked)
    painter.setOpacity(_FADED)
    painter.drawImage(0, 0, after)
    painter.end()
    for row, old, new in _rows(before, after):
        if old != new:
            for column in _columns(old, new):
                marked.setPixel(column, row, _DIFFERENT)
    return marked


def with_palette(image: QImage) -> QImage:
    """Return a copy of at most 256 colours, in which frequent ones stay exactly as they are."""
    from PySide6.QtGui import QImage

    pixels = _pixels(image)
    uses = Counter(pixels)
    groups = [[colour] for colour, _uses in uses.most_common(_EXACT)]
    rare = [colour for colour, _uses in uses.most_common()[_EXACT:]]
    if len(uses) <= _PALETTE:
        groups += [[colour] for colour in rare]
    else:
        groups += _cut(rare, uses, _PALETTE - len(groups))
    place = {colour: number for number, group in enumerate(groups) for colour in group}
    indexes = bytes(map(place.__getitem__, pixels))
    made = QImage(
        indexes, image.width(), image.height(), image.width(), QImage.Format.Format_Indexed8
    )
    made.setColorTable([_mean(group, uses) for group in groups])
    return made.copy()  # `indexes` ends with this function


def _pixels(image: QImage) -> Sequence[int]:
    from PySide6.QtGui import QImage

    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    return memoryview(bytes(plain.constBits())).cast("I")


def _rows(before: QImage, after: QImage) -> list[tuple[int, Sequence[int], Sequence[int]]]:
    """Return number, old and new pixels of each row of either picture."""
    old, new = _pixels(before), _pixels(after)
    return [
        (
            row,
            old[row * before.width() : (row + 1) * before.width()],
            new[row * after.width() : (row + 1) * after.width()],
        )
        for row in range(max(before.height(), after.height()))
    ]


def _columns(old: Sequence[int], new: Sequence[int]) -> list[int]:
    both = min(len(old), len(new))
    differing = [column for column in range(both) if old[column] != new[column]]
    return [*differing, *range(both, max(len(old), len(new)))]


def _cut(colours: list[int], uses: Counter[int], count: int) -> list[list[int]]:
    """Divide colours into groups of similar ones (median cut, the widest and most used first)."""
    groups = [colours]
    while len(groups) < count:
        spread = [_spread(group, uses) for group in groups]
        widest = max(range(len(groups)), key=lambda number: spread[number][0])
        weight, shift = spread[widest]
        if not weight:
            break
        group = sorted(groups.pop(widest), key=lambda colour: colour >> shift & 0xFF)
        half = _middle(group, uses)
        groups += [group[:half], group[half:]]
    return groups


def _spread(group: list[int], uses: Counter[int]) -> tuple[float, int]:
    """Return how much a group wants to be divided, and the shift of the channel to divide by."""
    ranges = {}
    for shift in (0, 8, 16):
        values = [colour >> shift & 0xFF for colour in group]
        ranges[shift] = max(values) - min(values)
    shift = max(ranges, key=lambda one: ranges[one])
    return ranges[shift] ** 2 * sum(uses[colour] for colour in group) ** 0.5, shift


def _middle(group: list[int], uses: Counter[int]) -> int:
    """Return where half of the pixels of a group are passed, so that neither side is empty."""
    half, passed = sum(uses[colour] for colour in group) / 2, 0
    for number, colour in enumerate(group[:-1], start=1):
        passed += uses[colour]
        if passed >= half:
            return number
    return len(group) - 1


def _mean(group: list[int], uses: Counter[int]) -> int:
    total = sum(uses[colour] for colour in group)
    mean = 0xFF << 24
    for shift in (0, 8, 16):
        mean |= round(sum((c >> shift & 0xFF) * uses[c] for c in group) / total) << shift
    return mean
