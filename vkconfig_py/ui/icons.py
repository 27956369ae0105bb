"""Icons: our own SVG files, coloured at load, cached per name, colour, size and pixel ratio."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from vkconfig_py import assets

_Key = tuple[str, int, int, float]


class Icons:
    """The icon files as pixmaps in any colour."""

    def __init__(self) -> None:
        self._sources: dict[str, bytes] = {}
        self._pixmaps: dict[_Key, QPixmap] = {}

    def clear(self) -> None:
        """Forget the pixmaps; colours changed."""
        self._pixmaps.clear()

    def pixmap(self, name: str, color: QColor, size: int, ratio: float) -> QPixmap:
        """Return an icon of `size` logical pixels for a screen of this pixel ratio."""
        key = (name, color.rgba(), size, ratio)
        pixmap = self._pixmaps.get(key)
        if pixmap is None:
            pixmap = self._pixmaps[key] = self._render(name, color, size, ratio)
        return pixmap

    def paint(self, painter: QPainter, name: str, color: QColor, rect: QRectF) -> None:
        """Paint an icon into a square."""
        ratio = painter.device().devicePixelRatioF()
        pixmap = self.pixmap(name, color, round(rect.width()), ratio)
        painter.drawPixmap(rect.topLeft(), pixmap)

    def icon(self, name: str, color: QColor, disabled: QColor, size: int = 16) -> QIcon:
        """Return a QIcon, for menus, with its disabled look."""
        icon = QIcon()
        for ratio in (1.0, 2.0):
            icon.addPixmap(self.pixmap(name, color, size, ratio))
            icon.addPixmap(self.pixmap(name, disabled, size, ratio), QIcon.Mode.Disabled)
        return icon

    def _render(self, name: str, color: QColor, size: int, ratio: float) -> QPixmap:
        source = self._sources.get(name)
        if source is None:
            source = self._sources[name] = assets.data(f"icons/{name}.svg")
        coloured = source.replace(b"currentColor", color.name().encode())
        pixmap = QPixmap(round(size * ratio), round(size * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        QSvgRenderer(QByteArray(coloured)).render(painter, QRectF(0, 0, size, size))
        painter.end()
        return pixmap


def application_icon() -> QIcon:
    """Return the window icon; it keeps its own colours."""
    return QIcon(str(assets.path("icons/vkconfig-py.svg")))
