"""LinesDelegate: title, explanation and place, with a glyph and buttons, for panel lists."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from vkconfig_py.model.items.keyed_list import Index
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.paint import draw_text, paint_focus
from vkconfig_py.ui.theme import Theme


class Lines(NamedTuple):
    """What one row shows.

    Attributes:
        mark: text at the left in place of a glyph ("New", "Change").
        prefix: start of the title that is drawn faint.
        note: small text behind the title.
        word: what the text begins with, in the colour of the tone.
        lead: words before a text that is a path; where there is no room, its end is kept.
        place: file and line, drawn as a link.
        actions: labels of the buttons, the one that Enter uses first.
    """

    title: str
    text: str = ""
    place: str = ""
    icon: str = ""
    tone: str = "neutral"
    mark: str = ""
    actions: tuple[str, ...] = ()
    prefix: str = ""
    note: str = ""
    word: str = ""
    lead: str = ""


class LinesDelegate(QStyledItemDelegate):
    """Paints rows made by `lines_of`, which a subclass gives.

    Attributes:
        chosen: number of the button of the current row that Enter uses.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.chosen = 0

    def lines_of(self, index: Index) -> Lines:
        """Return what a row shows."""
        raise NotImplementedError  # each list has its own

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of as many lines as the row has."""
        theme = self._look.theme
        lines = self.lines_of(index)
        count = bool(lines.text) + bool(lines.place)
        return QSize(theme.px(200), theme.px(20 + 18 * count + 8))

    def _left(self, theme: Theme, lines: Lines) -> int:
        if lines.mark:
            return theme.px(64)
        return theme.px(46 if lines.icon else 16)

    def action_rects(self, rect: QRect, index: Index) -> list[QRectF]:
        """Return where the buttons of a row are, in their order.

        They take half of the row at most; what has no room there stands in the row's menu.
        """
        theme = self._look.theme
        px = theme.px
        found: list[QRectF] = []
        height = px(24)
        top = QRectF(rect).center().y() - height / 2
        room = rect.width() / 2
        for label in self.lines_of(index).actions:
            width = theme.small_strong.width(label) + px(24)
            if found and width + px(12) > room:
                break
            room -= width + px(12)
            shift = width + px(12)
            found = [old.translated(-shift, 0) for old in found]
            found.append(QRectF(rect.right() - px(16) - width, top, width, height))
        return found

    def place_rect(self, rect: QRect, index: Index) -> QRectF:
        """Return where the link of a row is; empty if it has none."""
        theme = self._look.theme
        lines = self.lines_of(index)
        if not lines.place:
            return QRectF()
        top = rect.top() + theme.px(4 + 20 + (18 if lines.text else 0))
        left = rect.left() + self._left(theme, lines)
        buttons = self.action_rects(rect, index)
        end = buttons[0].left() - theme.px(12) if buttons else rect.right() - theme.px(16)
        width = min(theme.small.width(lines.place), end - left)
        return QRectF(left, top, width, theme.px(18))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        theme = self._look.theme
        px, colors = theme.px, theme.colors
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        lines = self.lines_of(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(rect)
        self._paint_box(painter, theme, area.adjusted(px(8), 1, -px(8), -1), state)
        left = area.left() + self._left(theme, lines)
        buttons = self.action_rects(rect, index)
        right = buttons[0].left() - px(12) if buttons else area.right() - px(16)
        top = area.top() + px(4)
        ink = colors.tone(lines.tone)
        if lines.mark:
            painter.setPen(ink)
            draw_text(painter, theme.small_strong, lines.mark, area.left() + px(16), top, px(60),
                      px(20))  # fmt: skip
        elif lines.icon:
            size = px(18)
            spot = QRectF(area.left() + px(16), top + (px(20) - size) / 2, size, size)
            self._look.icons.paint(painter, lines.icon, ink, spot)
        self._paint_title(painter, theme, lines, QRectF(left, top, right - left, px(20)))
        top += px(20)
        if lines.text:
            self._paint_text(painter, theme, lines, QRectF(left, top, right - left, px(18)))
            top += px(18)
        if lines.place:
            painter.setPen(colors.accent)
            draw_text(painter, theme.small, lines.place, left, top, right - left, px(18),
                      Qt.TextElideMode.ElideMiddle)  # fmt: skip
        chosen = self.chosen if state & QStyle.StateFlag.State_HasFocus else -1
        for number, (button, label) in enumerate(zip(buttons, lines.actions, strict=False)):
            self._paint_button(painter, theme, button, label, focused=number == chosen)
        painter.restore()

    def _paint_title(self, painter: QPainter, theme: Theme, lines: Lines, area: QRectF) -> None:
        """Paint the title; what has no room goes from the note first."""
        left, right = area.left(), area.right()
        title = lines.title.removeprefix(lines.prefix)
        if lines.prefix and lines.prefix != lines.title:
            painter.setPen(theme.colors.faint)
            left += draw_text(painter, theme.body, lines.prefix, left, area.top(), right - left,
                              area.height())  # fmt: skip
        painter.setPen(theme.colors.text)
        left += draw_text(painter, theme.strong, title, left, area.top(), right - left,
                          area.height())  # fmt: skip
        left += theme.px(10)
        if lines.note and right - left > theme.px(32):
            painter.setPen(theme.colors.secondary)
            draw_text(painter, theme.small, lines.note, left, area.top(), right - left,
                      area.height(), beside=theme.strong)  # fmt: skip

    def _paint_text(self, painter: QPainter, theme: Theme, lines: Lines, area: QRectF) -> None:
        left, right, top, height = area.left(), area.right(), area.top(), area.height()
        if lines.word:
            painter.setPen(theme.colors.tone(lines.tone))
            left += draw_text(painter, theme.small_strong, f"{lines.word}: ", left, top,
                              right - left, height)  # fmt: skip
        painter.setPen(theme.colors.secondary)
        if lines.lead:
            left += draw_text(painter, theme.small, f"{lines.lead} ", left, top, right - left,
                              height)  # fmt: skip
        elide = Qt.TextElideMode.ElideLeft if lines.lead else Qt.TextElideMode.ElideMiddle
        draw_text(painter, theme.small, lines.text, left, top, right - left, height, elide)

    def _paint_box(
        self, painter: QPainter, theme: Theme, box: QRectF, state: QStyle.StateFlag
    ) -> None:
        selected = bool(state & QStyle.StateFlag.State_Selected)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colors.selected_base if selected else theme.colors.hover)
            painter.drawRoundedRect(box, theme.px(6), theme.px(6))
        if state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, theme, box, theme.px(6))

    def _paint_button(
        self, painter: QPainter, theme: Theme, rect: QRectF, label: str, *, focused: bool
    ) -> None:
        painter.setPen(QPen(theme.colors.outline, theme.line()))
        painter.setBrush(theme.colors.base)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme.px(6), theme.px(6))
        painter.setPen(theme.colors.text)
        left = rect.center().x() - theme.small_strong.width(label) / 2
        draw_text(painter, theme.small_strong, label, left, rect.top(), rect.width(),
                  rect.height())  # fmt: skip
        if focused:
            paint_focus(painter, theme, rect, theme.px(6))
