"""Page: one scrolled column of an inspector's tab, filled anew for each row; with a foot or not."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QLayout, QScrollArea, QVBoxLayout, QWidget

from vkconfig_py.ui.look import Look
from vkconfig_py.ui.widgets import SlimBar


class Page(QScrollArea):
    """A column that scrolls up and down on the window's ground."""

    def __init__(self, look: Look, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBar(SlimBar(look, self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)

    def fresh_body(self) -> QWidget:
        """Return an empty body; setWidget() shows it in place of the one before."""
        body = QWidget()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Window, self._look.theme.colors.window)
        body.setPalette(palette)
        self.setPalette(palette)
        return body


class FootedPage(QWidget):
    """A page, and below it what does not scroll: buttons, a sentence."""

    def __init__(
        self, look: Look, page: Page, foot: QLayout, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._foot = foot
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(page, 1)
        column.addLayout(foot)
        look.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _on_metrics_changed(self) -> None:
        px = self._look.theme.px
        self._foot.setContentsMargins(px(16), px(8), px(16), px(12))
