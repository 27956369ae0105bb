"""NameLabel: a name in the title face, with a leading VK_LAYER_ drawn faint."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from vkconfig_py.model.items.texts import tooltip, visible
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.paint import draw_text

PREFIX = "VK_LAYER_"


class NameLabel(QWidget):
    """The name of the inspected row."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._name = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.updateGeometry)

    def show_name(self, name: str) -> None:
        """Show a name."""
        self._name = visible(name)
        self.setToolTip(tooltip(name))
        self.setAccessibleName(self._name)
        self.update()

    def sizeHint(self) -> QSize:
        """Return one line."""
        return QSize(self._look.theme.px(80), self._look.theme.title.height + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint prefix and name."""
        theme = self._look.theme
        painter = QPainter(self)
        name, left = self._name, 0
        if name.startswith(PREFIX) and len(name) > len(PREFIX):
            painter.setPen(theme.colors.faint)
            light = theme.title_light
            left = draw_text(painter, light, PREFIX, 0, 0, self.width(), self.height())
            name = name[len(PREFIX) :]
        painter.setPen(theme.colors.text)
        cut = Qt.TextElideMode.ElideMiddle
        draw_text(painter, theme.title, name, left, 0, self.width() - left, self.height(), cut)
        painter.end()
