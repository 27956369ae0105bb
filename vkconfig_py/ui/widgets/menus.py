"""Menus, question boxes and tool tips that look as the window does.

Their style is set for each menu and button, not for the application: a style in Python would be
called for every primitive of every widget.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QColor,
    QHelpEvent,
    QIcon,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QProxyStyle,
    QPushButton,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionMenuItem,
    QToolTip,
    QWidget,
)

from vkconfig_py.model.configuration.preferences import DESKTOP_STYLE
from vkconfig_py.model.text.wording import wrap_tooltip
from vkconfig_py.ui.theme.context import (
    ThemeContext,
    draw_text,
    find_context,
    make_round_mask,
    mirror,
    paint_check,
    paint_field_ground,
    paint_focus,
    paint_popup_ground,
    paint_ring,
    painting_unmirrored,
)
from vkconfig_py.ui.theme.theme import Theme, ThemeFont

_MARGIN = 6  # between the outline of a menu and its entries
_LEADING_PADDING, _TRAILING_PADDING = 10, 14  # of an entry, before and after its texts
_SIGN_WIDTH = 26  # of a check, ring or icon, with the gap behind it
_KEYS_GAP = 28
_SECTION_HEIGHT, _SEPARATOR_HEIGHT = 26, 9
# Of what Qt gives a message box: a part of the screen, and pixels.
_BOX_SHARE, _MAX_BOX_WIDTH = 0.6, 1000
_MAX_UNBROKEN_WIDTH = 560  # of the text of a box, somewhat above the width that Qt gives it
LIST_SIGN = "• "  # before each line of a list
_PADDING = 12  # pixels above and below the text of an entry; large text needs no more
_ItemType = QStyleOptionMenuItem.MenuItemType
_CheckType = QStyleOptionMenuItem.CheckType


class WindowStyle(QProxyStyle):
    """Paints menus, and the push buttons of Qt's own boxes, from the theme."""

    def __init__(self, context: ThemeContext) -> None:
        super().__init__("fusion")
        self._context = context
        self.setParent(context)

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        margins = (QStyle.PixelMetric.PM_MenuHMargin, QStyle.PixelMetric.PM_MenuVMargin)
        if metric in margins:
            return self._context.theme.px(_MARGIN)
        return super().pixelMetric(metric, option, widget)

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        return_data: QStyleHintReturn | None = None,
    ) -> int:
        # A menu that is higher than the screen scrolls; a second column would be another menu.
        if hint is QStyle.StyleHint.SH_Menu_Scrollable:
            return 1
        return super().styleHint(hint, option, widget, return_data)

    def sizeFromContents(  # noqa: N802 - Qt's name
        self,
        kind: QStyle.ContentsType,
        option: QStyleOption,
        size: QSize,
        widget: QWidget | None = None,
    ) -> QSize:
        theme = self._context.theme
        if kind is QStyle.ContentsType.CT_MenuItem and isinstance(option, QStyleOptionMenuItem):
            if option.menuItemType is _ItemType.Separator:
                return QSize(
                    size.width(), theme.px(_SECTION_HEIGHT if option.text else _SEPARATOR_HEIGHT)
                )
            width = (
                size.width()
                + theme.px(_LEADING_PADDING + _TRAILING_PADDING + _KEYS_GAP)
                + _find_sign(theme, option)
            )
            # Qt's own height differs between entries with and without an icon.
            return QSize(width, max(theme.body.height, theme.px(16)) + _PADDING)
        if kind is QStyle.ContentsType.CT_PushButton and isinstance(option, QStyleOptionButton):
            width = theme.strong.width(_remove_mark(option.text)) + theme.px(24)
            return QSize(max(width, theme.px(72)), theme.px(32))
        return super().sizeFromContents(kind, option, size, widget)  # type: ignore[arg-type]

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        theme = self._context.theme
        if element is QStyle.PrimitiveElement.PE_PanelMenu:
            paint_popup_ground(painter, theme, QRectF(option.rect), theme.colors.base)
        elif element is QStyle.PrimitiveElement.PE_PanelLineEdit:
            self._paint_field(painter, option)
        elif element is not QStyle.PrimitiveElement.PE_FrameMenu:
            super().drawPrimitive(element, option, painter, widget)

    def drawControl(
        self,
        element: QStyle.ControlElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        control = QStyle.ControlElement
        if element is control.CE_MenuItem and isinstance(option, QStyleOptionMenuItem):
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            mirror(painter, widget, QRectF(option.rect))
            self._paint_entry(painter, option)
            painter.restore()
        elif element is control.CE_PushButton and isinstance(option, QStyleOptionButton):
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_button(painter, option)
            painter.restore()
        elif element is not control.CE_MenuEmptyArea:
            super().drawControl(element, option, painter, widget)

    def _paint_entry(self, painter: QPainter, option: QStyleOptionMenuItem) -> None:
        """Paint an entry of a menu, or a line between two."""
        theme, colors = self._context.theme, self._context.theme.colors
        px, rect = theme.px, QRectF(option.rect)
        left = rect.left() + px(_LEADING_PADDING)
        if option.menuItemType is _ItemType.Separator:
            if option.text:
                painter.setPen(colors.secondary)
                draw_text(painter, theme.small_strong, _remove_mark(option.text), left, rect.top(),
                          rect.width(), rect.height())  # fmt: skip
            else:
                line = QRectF(
                    left, round(rect.center().y()), rect.width() - 2 * px(_LEADING_PADDING), 1
                )
                painter.fillRect(line, colors.divider)
            return
        is_enabled = bool(option.state & QStyle.StateFlag.State_Enabled)
        if is_enabled and option.state & QStyle.StateFlag.State_Selected:
            # With high contrast there are no tints: the outline alone shows what is selected.
            painter.setPen(QPen(colors.accent, 2) if theme.high_contrast else Qt.PenStyle.NoPen)
            painter.setBrush(colors.selected_base)
            painter.drawRoundedRect(rect.adjusted(1, 0, -1, 0), px(5), px(5))
        color = colors.text if is_enabled else colors.disabled
        sign_rect = QRectF(left, rect.top(), px(16), rect.height())
        self._paint_sign(painter, option, sign_rect, color, is_enabled=is_enabled)
        left += _find_sign(theme, option)
        text_style = _find_font(theme, option)
        text, _tab, keys = option.text.partition("\t")
        right = rect.right() - px(_TRAILING_PADDING)
        painter.setPen(color)
        width = right - left
        draw_text(painter, text_style, _remove_mark(text), left, rect.top(), width, rect.height())
        if option.menuItemType is _ItemType.SubMenu:
            arrow = QRectF(rect.right() - px(20), rect.center().y() - px(7), px(14), px(14))
            self._context.icons.paint(painter, "chevron-right", color, arrow)
        elif keys:
            painter.setPen(colors.secondary if is_enabled else colors.disabled)
            start = right - theme.body.width(keys)
            draw_text(painter, theme.body, keys, start, rect.top(), right - start, rect.height())

    def _paint_sign(
        self,
        painter: QPainter,
        option: QStyleOptionMenuItem,
        area: QRectF,
        color: QColor,
        *,
        is_enabled: bool,
    ) -> None:
        """Paint the ring, check box or icon of an entry."""
        theme, px = self._context.theme, self._context.theme.px
        box = QRectF(0, 0, px(16), px(16))
        box.moveCenter(area.center())
        if option.checkType is _CheckType.Exclusive:
            paint_ring(painter, theme, box, is_chosen=option.checked, is_enabled=is_enabled)
        elif option.checkType is _CheckType.NonExclusive:
            paint_check(
                painter, self._context, box, is_checked=option.checked, is_dimmed=not is_enabled
            )
        elif not option.icon.isNull():
            mode = QIcon.Mode.Normal if is_enabled else QIcon.Mode.Disabled
            # An icon with a direction is mirrored already.
            with painting_unmirrored(painter, box.left(), box.width()):
                option.icon.paint(painter, box.toRect(), Qt.AlignmentFlag.AlignCenter, mode)

    def _paint_field(self, painter: QPainter, option: QStyleOption) -> None:
        """Paint the frame of a line edit as that of our fields."""
        theme, rect = self._context.theme, QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_field_ground(painter, theme, rect, theme.px(6))
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, theme, rect, theme.px(6))
        painter.restore()

    def _paint_button(self, painter: QPainter, option: QStyleOptionButton) -> None:
        """Paint a push button as our own, the one that Enter presses as the primary."""
        theme, colors = self._context.theme, self._context.theme.colors
        state, rect = option.state, QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5)
        is_enabled = bool(state & QStyle.StateFlag.State_Enabled)
        is_pressed = bool(state & QStyle.StateFlag.State_Sunken)
        is_hovered = is_enabled and bool(state & QStyle.StateFlag.State_MouseOver)
        is_default = bool(option.features & QStyleOptionButton.ButtonFeature.DefaultButton)
        if is_default and is_enabled:
            fill = colors.primary
            if is_hovered or is_pressed:
                fill = fill.lighter(110) if theme.dark else fill.darker(110)
            pen, text_role = QPen(Qt.PenStyle.NoPen), colors.primary_text
        else:
            fill = colors.window if theme.dark else colors.base
            if is_hovered or is_pressed:
                fill = colors.hover_window
            pen = QPen(colors.outline if is_enabled else colors.divider, theme.line_width())
            text_role = colors.text if is_enabled else colors.disabled
        painter.setPen(pen)
        painter.setBrush(fill)
        painter.drawRoundedRect(rect, theme.px(6), theme.px(6))
        text = _remove_mark(option.text)
        left = rect.center().x() - theme.strong.width(text) / 2
        painter.setPen(text_role)
        draw_text(painter, theme.strong, text, max(left, rect.left()), rect.top(), rect.width(),
                  rect.height())  # fmt: skip
        if state & QStyle.StateFlag.State_HasFocus:
            # Inside, in the color of the text: the accent is hardly seen on the primary button.
            gap = theme.px(3)
            ring = rect.adjusted(gap, gap, -gap, -gap)
            painter.setPen(QPen(text_role, theme.line_width()))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(ring, theme.px(4), theme.px(4))


def get_style(context: ThemeContext) -> WindowStyle:
    """Return the style of a window's menus and question boxes, made at its first use."""
    style = context.findChild(WindowStyle)
    return style if isinstance(style, WindowStyle) else WindowStyle(context)


def adapt_box(box: QDialog, glyph: str = "", tone: str = "") -> None:
    """Let a question box of Qt look as the window does.

    Args:
        box: has all its buttons.
        glyph: the icon beside the question, "" for none.
        tone: the color of the icon, such as "warn".
    """
    context = find_context()
    if context is None or context.appearance.choices.style == DESKTOP_STYLE:
        return
    theme, style = context.theme, get_style(context)
    for kind in (QPushButton, QLineEdit):
        for widget in box.findChildren(kind):
            widget.setStyle(style)
    if isinstance(box, QMessageBox):
        size = theme.px(28)
        color = theme.colors.tone(tone) if tone else theme.colors.accent
        ratio = box.devicePixelRatioF()
        box.setIconPixmap(context.icons.get_pixmap(glyph, color, size, ratio))
        question = box.findChild(QLabel, "qt_msgbox_label")
        if isinstance(question, QLabel) and box.informativeText():  # a lone sentence is no title
            question.setFont(theme.strong.font)
        buttons = box.findChild(QDialogButtonBox)
        room = min(box.screen().availableGeometry().width() * _BOX_SHARE, _MAX_BOX_WIDTH)
        text = box.findChild(QLabel, "qt_msgbox_informativelabel")
        if isinstance(text, QLabel):
            unbroken_width = _measure_unbroken(text)
            if unbroken_width <= min(room, _MAX_UNBROKEN_WIDTH):  # wider texts wrap as Qt wraps
                text.setMinimumWidth(unbroken_width)
        needed = sum(button.sizeHint().width() + theme.px(12) for button in box.buttons())
        if isinstance(buttons, QDialogButtonBox) and needed > room:
            buttons.setOrientation(Qt.Orientation.Vertical)


def _measure_unbroken(label: QLabel) -> int:
    """Return the width at which no path and no line of a list is broken."""
    parts = (
        part
        for line in label.text().split("\n")
        for part in ([line] if line.startswith(LIST_SIGN) else line.split())
    )
    return max(map(label.fontMetrics().horizontalAdvance, parts), default=0) + 1


def _find_sign(theme: Theme, option: QStyleOptionMenuItem) -> int:
    """Return the width of the column of signs, 0 where no entry of the menu has one."""
    has_sign_column = option.menuHasCheckableItems or option.maxIconWidth > 0
    return theme.px(_SIGN_WIDTH) if has_sign_column else 0


def _find_font(theme: Theme, option: QStyleOptionMenuItem) -> ThemeFont:
    """Return the font of an entry, that of titles for the entry that a double click uses."""
    return theme.strong if option.font.bold() else theme.body


def _remove_mark(text: str) -> str:
    """Return a text without its mnemonic."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


class PopupMenu(QMenu):
    """A menu with round corners, check boxes for several choices and rings for one."""

    def __init__(
        self, context: ThemeContext, parent: QWidget | None = None, title: str = ""
    ) -> None:
        super().__init__(title, parent)
        self._context = context
        self._choices = QActionGroup(self)
        # The desktop's own style paints its own menus.
        self._uses_own_style = context.appearance.choices.style != DESKTOP_STYLE
        if self._uses_own_style:
            self.setStyle(get_style(context))
            self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._uses_own_style:
            self.setMask(make_round_mask(self.rect(), self._context.theme))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            action = self.actionAt(event.pos())
            tooltip = action.toolTip() if action is not None else ""
            # Without a tool tip an action has its text as one.
            is_own = action is not None and tooltip != QAction(action.text()).toolTip()
            show_tip(event.globalPos(), tooltip if is_own else "", self)
            return True
        return super().event(event)

    def add_choice(self, text: str, choose: Callable[[], object], *, is_chosen: bool) -> QAction:
        """Add one of several choices, of which one alone is chosen.

        Args:
            text: of the entry, with "&&" for "&".
            choose: called when the user chooses it.
            is_chosen: it is the present choice.
        """
        action = self.addAction(text, choose)
        action.setCheckable(True)
        action.setChecked(is_chosen)
        self._choices.addAction(action)
        return action

    def add_submenu(self, title: str) -> PopupMenu:
        """Add an entry that opens another menu, and return that."""
        menu = PopupMenu(self._context, self, title)
        self.addMenu(menu)
        return menu


_ROW_GAP = 2  # pixels between a row and its tool tip
_TIP_PADDING = 8  # pixels around the text of a tool tip


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


class FieldStyle(QProxyStyle):
    """Gives the button that clears a field the size of the other signs of the window."""

    def __init__(self, context: ThemeContext) -> None:
        super().__init__()
        self._context = context
        self.setParent(context)

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        if metric is QStyle.PixelMetric.PM_LineEditIconSize:
            return self._context.theme.px(16)
        return super().pixelMetric(metric, option, widget)


def show_tip(position: QPoint, text: str, widget: QWidget, area: QRect | None = None) -> None:
    """Show a tool tip, or hide it for "".

    Args:
        position: of the pointer, on the screen.
        text: of the tip, literal or marked up.
        widget: which it is about.
        area: of the widget; the tip hides when the pointer leaves it.
    """
    QToolTip.showText(position, wrap_tooltip(text), widget, area or QRect())
    if tip := _find_tip():
        _shape_tip(tip)


def show_row_tip(position: QPoint, text: str, viewport: QWidget, row: QRect) -> None:
    """Show the tool tip of a row of a list above it, so that the rows below stay in view."""
    show_tip(position, text, viewport, row)
    tip = _find_tip()
    if not text or tip is None:
        return
    place = QRect(viewport.mapToGlobal(row.topLeft()), row.size())
    room = tip.screen().availableGeometry()
    above = place.top() - tip.frameGeometry().height() - _ROW_GAP
    tip.move(tip.x(), above if above >= room.top() else place.bottom() + 1 + _ROW_GAP)


def _find_tip() -> QLabel | None:
    """Return the tool tip that is shown, None without one."""
    tips = (tip for tip in QApplication.topLevelWidgets() if tip.inherits("QTipLabel"))
    return next((tip for tip in tips if isinstance(tip, QLabel) and tip.isVisible()), None)


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
        tip.setMargin(context.theme.px(_TIP_PADDING))
        tip.resize(tip.sizeHint())
        room = tip.screen().availableGeometry()
        left = max(min(tip.x(), room.right() + 1 - tip.width()), room.left())
        tip.move(left, max(min(tip.y(), room.bottom() + 1 - tip.height()), room.top()))
    tip.setMask(make_round_mask(tip.rect(), context.theme))
