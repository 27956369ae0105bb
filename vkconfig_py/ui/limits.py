"""LimitList: what a way of applying cannot do, scrolled where that is much."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from vkconfig_py.ui.look import Look
from vkconfig_py.ui.paint import breakable
from vkconfig_py.ui.widgets import Ink, Label, SlimBar


class LimitList(QScrollArea):
    """Sentences below each other; what stands below them stays in reach however many there are.

    Args:
        highest: of its height; more is scrolled.
        width: the width that it will have, where that is known before it is shown.
        margin: room at the left.
    """

    def __init__(
        self,
        look: Look,
        name: str,
        *,
        highest: int,
        width: int = 0,
        margin: int = 0,
        ink: Ink = Ink.WARN,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._highest = highest
        self._width = width
        self._margin = margin
        self._label = Label(look, face="small", ink=ink, wrap=True)
        self._label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setWidget(self._label)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBar(SlimBar(look, self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        look.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def show_lines(self, lines: Sequence[str], ink: Ink | None = None) -> None:
        """Show sentences, nothing at all where there are none."""
        self._label.setText(breakable("\n".join(lines)))
        if ink is not None:
            self._label.set_ink(ink)
        self.setVisible(bool(lines))
        self._fit()

    def text(self) -> str:
        """Return what is shown, as it was given."""
        return self._label.text().replace("\u200b", "")

    def _on_metrics_changed(self) -> None:
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Window, self._look.theme.colors.base)
        self.setPalette(palette)
        self.setViewportMargins(self._look.theme.px(self._margin), 0, 0, 0)
        self._fit()

    def _fit(self) -> None:
        width = self._look.theme.px(self._width) or self.width()
        bar = self.verticalScrollBar().sizeHint().width()
        room = width - bar - self._look.theme.px(self._margin)
        needed = max(self._label.heightForWidth(max(room, 1)), 0)
        self.setFixedHeight(min(needed, self._look.theme.px(self._highest)))
        scrolls = Qt.FocusPolicy.StrongFocus if needed > self.height() else Qt.FocusPolicy.NoFocus
        self.setFocusPolicy(scrolls)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the height to a new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()
