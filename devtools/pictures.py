"""Pictures of the window: compared pixel by pixel, and made small for the repository."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from devtools.console import SetupError

_PALETTE = 256
_LEVELS = (0x00, 0x40, 0x80, 0xC0, 0xFF)  # of red, green and blue: a colour near to any
_DIFFERENCE_COLOR = 0xFFE0006C
_FADED_OPACITY = 0.25  # of the new picture below the pixels that differ


class PixelDifference(NamedTuple):
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
    points = _find_differing(before, after)
    if not points:
        return None
    columns, rows = zip(*points, strict=True)
    left, top = min(columns), min(rows)
    return PixelDifference(len(points), left, top, max(columns) - left + 1, max(rows) - top + 1)


def mark_differences(before: QImage, after: QImage) -> QImage:
    """Return a faded copy of the newer picture with the pixels that differ in one strong colour."""
    size = QSize(max(before.width(), after.width()), max(before.height(), after.height()))
    marked = QImage(size, QImage.Format.Format_RGB32)
    marked.fill(QColor("white"))
    painter = QPainter(marked)
    painter.setOpacity(_FADED_OPACITY)
    painter.drawImage(0, 0, after)
    painter.end()
    for column, row in _find_differing(before, after):
        marked.setPixel(column, row, _DIFFERENCE_COLOR)
    return marked


def reduce_palette(image: QImage) -> QImage:
    """Return a copy of at most 256 colours, in which frequent ones stay exactly as they are.

    The most frequent are the surfaces; the edges of letters are many rare shades.
    """
    palette = [colour for colour, _uses in Counter(_read_pixels(image)).most_common(_PALETTE + 1)]
    if len(palette) > _PALETTE:
        any_colour = [0xFF << 24 | r << 16 | g << 8 | b for r, g, b in product(_LEVELS, repeat=3)]
        palette[_PALETTE - len(any_colour) :] = any_colour
    to_nearest = Qt.ImageConversionFlag.ThresholdDither
    return image.convertToFormat(QImage.Format.Format_Indexed8, palette, to_nearest)


def _read_pixels(image: QImage) -> Sequence[int]:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    return memoryview(bytes(plain.constBits())).cast("I")


def _find_differing(before: QImage, after: QImage) -> list[tuple[int, int]]:
    """Return column and row of each pixel that is another one, or that only one picture has."""
    old, new = _read_pixels(before), _read_pixels(after)
    points = []
    for row in range(max(before.height(), after.height())):
        was = old[row * before.width() : (row + 1) * before.width()]
        now = new[row * after.width() : (row + 1) * after.width()]
        both = min(len(was), len(now))
        if was != now:
            points += [(column, row) for column in range(both) if was[column] != now[column]]
            points += [(column, row) for column in range(both, max(len(was), len(now)))]
    return points
