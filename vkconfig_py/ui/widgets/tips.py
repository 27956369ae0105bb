"""Tool tips that look as the menus do.

Qt makes a new label for each tool tip, in the style of the application. A style of the application
in Python would be called for every primitive of every widget, so each label gets its own.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QProxyStyle,
    QStyle,
    QStyleOption,
    QToolTip,
    QWidget,
)

from vkconfig_py.model.configuration.preferences import DESKTOP_STYLE
from vkconfig_py.model.text.wording import wrap_tooltip
from vkconfig_py.ui.theme.context import (
    ThemeContext,
    find_context,
    make_round_mask,
    paint_popup_ground,
)

_ROW_GAP = 2  # pixels between a row and its tool tip
_PADDING = 8  # pixels around the text of a tool tip


class TipStyle(QProxyStyle):
    """Paints the ground of tool tips from the theme."""

    def __init__(self, context: ThemeContext) -> None:
        super().__init__("fusion")
        self._context = context
        self.setParent(context)

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if element is QStyle.PrimitiveElement.PE_PanelTipLabel:
            theme = self._context.theme
            painter.fillRect(option.rect, theme.colors.base)
            paint_popup_ground(painter, theme, QRectF(option.rect), theme.colors.base)
        else:
            super().drawPrimitive(element, option, painter, widget)


def show_tip(at: QPoint, text: str, widget: QWidget, area: QRect | None = None) -> None:
    """Show a tool tip, or hide it for "".

    Args:
        at: of the pointer, on the screen.
        text: of the tip, literal or marked up.
        widget: which it is about.
        area: of the widget; the tip hides when the pointer leaves it.
    """
    QToolTip.showText(at, wrap_tooltip(text), widget, area or QRect())
    if tip := _find_tip():
        _shape_tip(tip)


def show_row_tip(at: QPoint, text: str, viewport: QWidget, row: QRect) -> None:
    """Show the tool tip of a row of a list above it, so that the rows below stay in view."""
    show_tip(at, text, viewport, row)
    tip = _find_tip()
    if not text or tip is None:
        return
    place, room = QRect(viewport.mapToGlobal(row.topLeft()), row.size()), _find_room(tip)
    above = place.top() - tip.frameGeometry().height() - _ROW_GAP
    tip.move(tip.x(), above if above >= room.top() else place.bottom() + 1 + _ROW_GAP)


def _find_tip() -> QLabel | None:
    """Return the tool tip that is shown, None without one."""
    tips = (tip for tip in QApplication.topLevelWidgets() if tip.inherits("QTipLabel"))
    return next((tip for tip in tips if isinstance(tip, QLabel) and tip.isVisible()), None)


def _find_room(tip: QWidget) -> QRect:
    """Return the part of the screen that a tool tip may cover."""
    return tip.screen().availableGeometry()


def _shape_tip(tip: QLabel) -> None:
    """Let a tool tip look as the menus do, within the screen."""
    context = find_context()
    if context is None or context.appearance.choices.style == DESKTOP_STYLE:
        return
    style = context.findChild(TipStyle)
    if not isinstance(style, TipStyle):
        style = TipStyle(context)
    if tip.style() is not style:
        tip.setStyle(style)
        tip.setMargin(context.theme.px(_PADDING))
        tip.resize(tip.sizeHint())
        room = _find_room(tip)
        left = max(min(tip.x(), room.right() + 1 - tip.width()), room.left())
        tip.move(left, max(min(tip.y(), room.bottom() + 1 - tip.height()), room.top()))
    tip.setMask(make_round_mask(tip.rect(), context.theme))
