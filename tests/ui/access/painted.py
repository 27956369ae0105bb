"""What a widget paints, with the colour that is under it.

The widget is drawn into an SVG document, which has every text, icon and outline in the order of
painting: under a text is the last shape that was filled there. So what is measured is what is
painted, not what a table says of it.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from PySide6.QtCore import QBuffer, QPoint, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from vkconfig_py.ui.theme.theme import contrast

_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
_SMALLEST = 6  # of a filled shape that something can stand on


class Painted(NamedTuple):
    """A text, an icon or an outline.

    Attributes:
        place: of a text only that of its first letter.
    """

    kind: str
    text_role: QColor
    ground: QColor
    place: QRectF
    text: str = ""

    @property
    def contrast(self) -> float:
        return contrast(self.text_role, self.ground)

    def __str__(self) -> str:
        ratio = f"{self.contrast:.2f}"
        return (
            f"{self.kind} {self.text!r}: {self.text_role.name()} on {self.ground.name()}: {ratio}"
        )


def painted(widget: QWidget) -> list[Painted]:
    """Everything that a widget and those in it paint now."""
    return list(_walk(ElementTree.fromstring(_as_svg(widget)), widget))


def _as_svg(widget: QWidget) -> bytes:
    buffer = QBuffer()
    document = QSvgGenerator()
    document.setOutputDevice(buffer)
    document.setSize(widget.size())
    document.setViewBox(widget.rect())
    painter = QPainter(document)
    widget.render(painter, QPoint(0, 0))
    painter.end()
    return bytes(buffer.data().data())


def _walk(document: ElementTree.Element, widget: QWidget) -> Iterator[Painted]:
    whole = QRectF(widget.rect())
    grounds = [(whole, widget.palette().color(widget.backgroundRole()))]
    for group in document.iter(f"{_SVG}g"):
        scale, dx, dy = _transform(group.get("transform", ""))  # mirrored where it is negative
        for shape in group:
            place = _extent(shape)
            if place is None:
                continue
            place = QRectF(place.x() * scale + dx, place.y() * abs(scale) + dy,
                           place.width() * scale, place.height() * abs(scale))  # fmt: skip
            place = place.normalized()
            if not whole.intersects(place):
                continue
            fill = _color(group, "fill")
            if shape.tag == f"{_SVG}text":
                yield from _text(shape, place, grounds)
            elif shape.tag == f"{_SVG}image":
                yield from _icon(shape, place, grounds)
            elif fill is not None and fill.alpha() == 255:
                if min(place.width(), place.height()) >= _SMALLEST:
                    grounds.append((place, fill))
            elif (pen := _color(group, "stroke")) is not None and fill is None:
                yield Painted("outline", pen, _under(place.topLeft(), grounds), place)


def _text(shape: ElementTree.Element, place: QRectF, grounds: list) -> Iterator[Painted]:
    text_role, text = _color(shape, "fill"), (shape.text or "").strip()
    if text_role is not None and text:
        yield Painted("text", text_role, _under(place.center(), grounds), place, text)


def _icon(shape: ElementTree.Element, place: QRectF, grounds: list) -> Iterator[Painted]:
    image = QImage.fromData(base64.b64decode(shape.get(_LINK, "").partition(",")[2]))
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    solid = [pixel for pixel in pixels if pixel.alpha() == 255]
    if solid and len({pixel.rgb() for pixel in solid}) <= 3:  # else a picture of many colours
        yield Painted("icon", solid[0], _under(place.center(), grounds), place)


def _under(point: QPoint, grounds: list[tuple[QRectF, QColor]]) -> QColor:
    inside = (color for rect, color in reversed(grounds) if rect.contains(point))
    return next(inside, grounds[0][1])  # a text that is scrolled half away begins outside


def _transform(text: str) -> tuple[float, float, float]:
    numbers = [float(one) for one in _NUMBER.findall(text)]
    return (numbers[0], numbers[4], numbers[5]) if len(numbers) == 6 else (1.0, 0.0, 0.0)


def _extent(shape: ElementTree.Element) -> QRectF | None:
    def of(*names: str) -> list[float]:
        return [float(shape.get(name, "0")) for name in names]

    match shape.tag.removeprefix(_SVG):
        case "rect" | "image":
            return QRectF(*of("x", "y", "width", "height"))
        case "text":  # its first letter, above the line that it stands on
            x, y = of("x", "y")
            return QRectF(x, y - 7, 6, 5)
        case "circle":
            x, y, radius = of("cx", "cy", "r")
            return QRectF(x - radius, y - radius, 2 * radius, 2 * radius)
        case "path":
            numbers = [float(one) for one in _NUMBER.findall(shape.get("d", ""))]
            xs, ys = numbers[::2], numbers[1::2]
            return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        case _:
            return None


def _color(element: ElementTree.Element, name: str) -> QColor | None:
    value = element.get(name, "none")
    if not value.startswith("#"):
        return None
    color = QColor(value)
    color.setAlphaF(float(element.get(f"{name}-opacity", "1")))
    return color if color.alpha() else None
