"""DropHint: where dragged files would go, and what they would become, before they are dropped."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vkconfig_py.model.text.wording import visible_lines
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.widgets.basic import Label, TextRole

_WIDEST = 460


class _Card(QWidget):
    """The sentences: a heading that names the place, and what happens there."""

    def __init__(self, context: ThemeContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.refused = False
        self._room = 0
        self.where = Label(context, "", text_style="small_strong", text_role=TextRole.SECONDARY)
        self.what = Label(context, "", text_style="strong", wrap=True)
        px = context.theme.px
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(px(16), px(10), px(16), px(12))
        column.setSpacing(px(2))
        column.addWidget(self.where)
        column.addWidget(self.what)
        context.changed.connect(self._fit)

    def show_text(self, where: str, what: str, *, refused: bool, room: int) -> None:
        self.refused, self._room = refused, room
        self.where.setText(visible_lines(where))
        self.what.setText(visible_lines(what))
        self.what.set_text_role(TextRole.WARN if refused else TextRole.TEXT)
        self._fit()

    def _fit(self) -> None:
        theme = self._context.theme
        lines = [theme.strong.width(line) for line in self.what.text().split("\n")]
        wanted = max(*lines, theme.small_strong.width(self.where.text())) + theme.px(34)
        width = min(wanted, theme.px(_WIDEST), self._room)
        self.resize(width, self._column.totalHeightForWidth(width))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colors.warn if self.refused else theme.colors.accent, 1.5))
        painter.setBrush(theme.colors.base)
        rect = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        painter.drawRoundedRect(rect, theme.px(6), theme.px(6))
        painter.end()


class DropHint(QWidget):
    """Lies over a widget: an outline around the part that takes the files, and a card."""

    def __init__(self, context: ThemeContext, parent: QWidget) -> None:
        super().__init__(parent)
        # Qt looks for what takes a drop below such widgets.
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._context = context
        self._over = parent
        self._area = QRect()
        self._shown: tuple[object, ...] = ()
        self.card = _Card(context, self)
        self.hide()

    def show_drop(self, area: QWidget, where: str, what: str, *, refused: bool) -> None:
        """Name the place and what happens there; a refusal is in the colour of warnings."""
        corner = area.mapTo(self._over, QPoint()) if area is not self._over else QPoint()
        shown = (QRect(corner, area.size()), where, what, refused)
        if shown == self._shown and self.isVisible():
            return  # a pointer moves many times over the same place
        self._shown = shown
        self._area = shown[0]
        self.setGeometry(self._over.rect())
        px = self._context.theme.px
        self.card.show_text(where, what, refused=refused, room=self.width() - 2 * px(8))
        self.card.move(self._card_place())
        self.show()
        self.raise_()
        self.update()

    def _card_place(self) -> QPoint:
        """In the middle of the part, or below one that is too low to hold the card."""
        px, card, area = self._context.theme.px, self.card, self._area
        left = area.center().x() - card.width() // 2
        top = area.center().y() - card.height() // 2
        if area.height() < card.height() + px(16):
            top = area.bottom() + px(8)
        return QPoint(
            max(px(8), min(left, self.width() - card.width() - px(8))),
            max(px(8), min(top, self.height() - card.height() - px(8))),
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        color = theme.colors.warn if self.card.refused else theme.colors.accent
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color, 2))
        rect = QRectF(self._area).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(rect, theme.px(6), theme.px(6))
        painter.end()
