"""The small themed widgets: fields, labels, chips, tabs, dividers; layouts, menu texts and keys.

They paint themselves from the Theme. A style sheet would cost polish time and freeze colors; a
QProxyStyle in Python would be called for every primitive of every widget.
"""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QIcon,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QScrollBar,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionSlider,
    QStyleOptionViewItem,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from vkconfig_py.language.sentences import Message, tr
from vkconfig_py.model.text.wording import escape_invisible, make_stacked_tooltip, make_tooltip
from vkconfig_py.ui.theme.context import (
    ThemeContext,
    cut_lines,
    draw_paragraph,
    draw_text,
    isolate_paths,
    mirror,
    paint_focus,
    remove_break_points,
)
from vkconfig_py.ui.theme.theme import Theme, ThemeFont
from vkconfig_py.ui.widgets.menus import FieldStyle, show_row_tip, show_tip

TAB_INSET = 4  # pixels between the edge of a tab and its text, for the frame of the focus
_WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_MIN_TAB_TEXT = 24  # pixels that a tab keeps while the current one has its whole text
_CLEAR_TEXT = tr("Clear")
_STEP_KEYS = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1}


class Field(QLineEdit):
    """A line edit with a rounded outline and a key hint.

    Args:
        context: theme and icons.
        name: for screen readers.
        hint: shown while it is empty.
        is_search: it is to search in: it begins with a magnifier, and a button clears it.
        keys: that lead into it, shown while it is empty.
        mono: its text is code.
        parent: of the field.
    """

    def __init__(
        self,
        context: ThemeContext,
        *,
        name: str,
        hint: str = "",
        is_search: bool = False,
        keys: str = "",
        mono: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._is_search = is_search
        self._keys = localize_keys(keys)
        self._is_monospaced = mono
        self._reserved_end = 0.0
        self._reserved_note = 0.0
        self._error = ""
        self.setFrame(False)
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        if is_search:
            style = context.findChild(FieldStyle)
            self.setStyle(style if isinstance(style, FieldStyle) else FieldStyle(context))
            self.setClearButtonEnabled(True)
        self.textChanged.connect(lambda _text: self._set_margins())
        context.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def reserve_space(self, end: float, note: float = 0) -> None:
        """Keep the typed text clear of what stands at the end of the field.

        Args:
            end: width of what always stands there, in pixels.
            note: width of what stands before it while there is a text, in pixels.
        """
        if end:
            self.setClearButtonEnabled(False)  # it would lie over what stands there
        if (end, note) != (self._reserved_end, self._reserved_note):
            self._reserved_end, self._reserved_note = end, note
            self._set_margins()
            self.update()

    @property
    def error(self) -> str:
        """What is wrong with the text, "" for nothing."""
        return self._error

    def show_error(self, fault: str) -> None:
        """Mark the field with what is wrong with its text, "" for nothing."""
        self._error = fault
        self.setToolTip(make_tooltip(fault))
        self.setAccessibleDescription(fault)
        self.update()

    def _set_margins(self) -> None:
        """Keep the text clear of the icon and of what stands at the end."""
        theme = self._context.theme
        keys = theme.small.width(self._keys) + theme.px(16) if self._keys else theme.px(8)
        # The keys stand there while there is no text, the note while there is one.
        end = self._reserved_end + (max(self._reserved_note, theme.px(8)) if self.text() else keys)
        start, trailing = theme.px(28 if self._is_search else 8), round(end)
        # Qt mirrors layouts, never margins.
        if self.isRightToLeft():
            start, trailing = trailing, start
        self.setTextMargins(start, 0, trailing, 0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LayoutDirectionChange:
            self._set_margins()

    def _on_theme_changed(self) -> None:
        theme = self._context.theme
        palette = QPalette()
        # QLineEdit fills its whole rectangle with Base, over the rounded box: so Base is
        # transparent here.
        palette.setColor(QPalette.ColorRole.Base, QColor(0, 0, 0, 0))
        palette.setColor(QPalette.ColorRole.Text, theme.colors.text)
        disabled = QPalette.ColorGroup.Disabled
        palette.setColor(disabled, QPalette.ColorRole.Text, theme.colors.disabled)
        palette.setColor(QPalette.ColorRole.PlaceholderText, theme.colors.secondary)
        self.setPalette(palette)
        self.setFont((theme.code if self._is_monospaced else theme.body).font)
        self._set_margins()
        self.setFixedHeight(theme.px(28))
        self._show_clear_sign()

    def _show_clear_sign(self) -> None:
        """Give the button that clears the field the sign and the words of the window."""
        for action in self.findChildren(QAction):
            color, size = self._context.theme.colors.secondary, self._context.theme.px(16)
            ratio = self.devicePixelRatioF()
            action.setIcon(QIcon(self._context.icons.get_pixmap("close", color, size, ratio)))
            action.setText(_CLEAR_TEXT)
            action.setToolTip(make_tooltip(_CLEAR_TEXT))
        # A new sign shows the button also without a text, where it would take the hint's room.
        for button in self.findChildren(QToolButton):
            button.setVisible(bool(self.text()))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror(painter, self, QRectF(self.rect()))
        # Half a pixel inside: an outline is drawn around the edge that it is given.
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        outline = theme.colors.error if self._error else theme.colors.outline
        painter.setPen(QPen(outline, theme.line_width()))
        painter.setBrush(theme.colors.base)
        painter.drawRoundedRect(rect, theme.px(6), theme.px(6))
        size = theme.px(16)
        if self._is_search:
            icon_rect = QRectF(theme.px(8), (self.height() - size) / 2, size, size)
            self._context.icons.paint(painter, "search", theme.colors.secondary, icon_rect)
        # The hint would stand under the text that is typed.
        if self._keys and not self.text():
            painter.setPen(theme.colors.secondary)
            left = self.width() - self._reserved_end - theme.small.width(self._keys) - theme.px(10)
            draw_text(painter, theme.small, self._keys, left, 0, theme.px(200), self.height())
        if self.hasFocus():
            paint_focus(painter, theme, QRectF(self.rect()), theme.px(6))
        # Two painters cannot be active on one widget.
        painter.end()
        super().paintEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self._is_hint_cut():
            tooltip = make_stacked_tooltip(self.placeholderText(), self.toolTip())
            return offer_tip(self, event, tooltip)
        return offer_tip(self, event) or super().event(event)

    def _is_hint_cut(self) -> bool:
        """Return whether the placeholder text is wider than the field."""
        margins = self.textMargins()
        # QLineEdit keeps a few pixels on both sides of its text.
        available_width = self.width() - margins.left() - margins.right() - 8
        return self.fontMetrics().horizontalAdvance(self.placeholderText()) > available_width


class RowDelegate(QStyledItemDelegate):
    """Shows the tool tip of a row above it, so that the rows below stay in view."""

    def describe_row(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> str:
        """Return the tool tip of the row at an index, "" for none."""
        return str(index.data(Qt.ItemDataRole.ToolTipRole) or "")

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        if event.type() != QEvent.Type.ToolTip:
            return super().helpEvent(event, view, option, index)
        text = self.describe_row(option, index) if index.isValid() else ""
        show_row_tip(event.globalPos(), text, view.viewport(), option.rect)
        return True


class TextRole(Enum):
    """Color role of a label."""

    TEXT = "text"
    SECONDARY = "secondary"
    ACCENT = "accent"
    OK = "ok"
    WARN = "warn"
    ERROR = "error"
    SIMULATED = "simulated"


class Label(QLabel):
    """A plain-text label in a font of the Theme, elided to its width if `elide` is set.

    With `two_lines` it wraps before it is elided, and is as high as it was with one.
    """

    def __init__(
        self,
        context: ThemeContext,
        text: str = "",
        *,
        text_style: str = "body",
        text_role: TextRole = TextRole.TEXT,
        wrap: bool = False,
        elide: Qt.TextElideMode | None = None,
        two_lines: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._text_style = text_style
        self._text_role = text_role
        self._elide = elide
        self._has_two_lines = two_lines
        # Texts come from files of anybody; Qt would guess whether one is rich text.
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self._update_alignment()
        self.setText(text)
        # A label asks for the width of its text; Expanding lets a layout give it less, or more.
        if elide is not None:
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        context.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def setText(self, text: str) -> None:  # noqa: N802 - Qt's name
        # That of what is painted now; the next paint event sees whether the new text is cut.
        if self.toolTip() and self.toolTip() == make_tooltip(self.text()):
            self.setToolTip("")
        super().setText(isolate_paths(text))
        # Marks for where lines may break are not for screen readers.
        self.setAccessibleName(
            accessible_name if (accessible_name := remove_break_points(text)) != text else ""
        )

    def _update_alignment(self) -> None:
        """Align the text to the side where reading begins, unless it is centered."""
        # QLabel looks at the letters of the text: a path would stand at the other side.
        vertical = self.alignment() & Qt.AlignmentFlag.AlignVertical_Mask
        horizontal = Qt.AlignmentFlag.AlignLeft
        if self.isRightToLeft():
            horizontal = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute
        if not self.alignment() & Qt.AlignmentFlag.AlignHCenter:
            self.setAlignment(vertical | horizontal)

    def event(self, event: QEvent) -> bool:
        return offer_tip(self, event) or super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LayoutDirectionChange:
            self._update_alignment()

    def set_text_role(self, text_role: TextRole) -> None:
        self._text_role = text_role
        self._on_theme_changed()

    def _on_theme_changed(self) -> None:
        theme = self._context.theme
        self.setFont(getattr(theme, self._text_style).font)
        # An empty palette: each role that is not set comes from the parent, and follows the
        # desktop.
        palette = QPalette()
        palette.setColor(
            QPalette.ColorRole.WindowText, getattr(theme.colors, self._text_role.value)
        )
        self.setPalette(palette)

    def minimumSizeHint(self) -> QSize:
        # QLabel never gets narrower than its text: an elided one has to say that it may.
        hint = super().minimumSizeHint()
        return QSize(self._context.theme.px(24), hint.height()) if self._elide is not None else hint

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._elide is None:
            super().paintEvent(event)
            return
        text_style: ThemeFont = getattr(self._context.theme, self._text_style)
        painter = QPainter(self)
        mirror(painter, self, QRectF(self.rect()))
        painter.setPen(getattr(self._context.theme.colors, self._text_role.value))
        start = 0
        # This class draws its text itself, so Qt's alignment has no effect on it.
        if self.alignment() & Qt.AlignmentFlag.AlignRight and not self.isRightToLeft():
            start = max(0, self.width() - text_style.width(self.text()))
        is_cut = text_style.width(self.text()) > self.width()
        # An ellipsis with a letter or two says nothing.
        if is_cut and self._has_two_lines:
            lines = cut_lines(self.text(), text_style, self.width(), 2)
            is_cut = lines != self.text()
            draw_paragraph(painter, text_style, QRectF(self.rect()), _WRAP, lines)
        elif not is_cut or self.width() >= self._context.theme.px(64):
            height = self.height()
            draw_text(painter, text_style, self.text(), start, 0, self.width(), height, self._elide)
        painter.end()
        # What is cut can be read in the tool tip.
        # Compared before it is set: setToolTip sends an event each time, and this is a paint event.
        if is_cut != bool(self.toolTip()):
            self.setToolTip(make_tooltip(self.text()) if is_cut else "")


class Tabs(QTabBar):
    """Document tabs with an underline for the current one."""

    def __init__(self, context: ThemeContext, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setAccessibleName(name)
        # Without a line below the tabs: the page draws one over the whole width.
        self.setDrawBase(False)
        # By default Qt widens tabs to fill the bar.
        self.setExpanding(False)
        self.setDocumentMode(True)
        # Arrows would take room that the tabs still have.
        self.setUsesScrollButtons(False)
        context.changed.connect(self.updateGeometry)
        # Qt keeps the widths of tabs; setting this anew has them computed again.
        self.currentChanged.connect(lambda _index: self.setElideMode(self.elideMode()))

    def tabSizeHint(self, index: int) -> QSize:
        px = self._context.theme.px
        width, widest_gap, smallest_gap = self._measure_text(index), px(20), px(8)
        if self.usesScrollButtons():
            return QSize(width + widest_gap, px(32))
        available_width = self.width() - sum(map(self._measure_text, range(self.count())))
        # Gaps first, then letters of the longest: many tabs in a narrow pane.
        gap = max(min(widest_gap, available_width // max(self.count(), 1)), smallest_gap)
        available_width = self.width() - smallest_gap * self.count()
        return QSize(min(width, self._find_max_text_width(index, available_width)) + gap, px(32))

    def _find_max_text_width(self, index: int, available_width: int) -> int:
        """Return the width that a text may have at most so that all fit into the room.

        The current tab keeps its whole text as long as the others have room for some letters.
        """
        other_indexes = [
            index_of_other
            for index_of_other in range(self.count())
            if index_of_other != self.currentIndex()
        ]
        if index == self.currentIndex():
            return max(
                available_width - self._context.theme.px(_MIN_TAB_TEXT) * len(other_indexes), 0
            )
        available_width -= min(
            self._measure_text(self.currentIndex()),
            self._find_max_text_width(self.currentIndex(), available_width),
        )
        texts = sorted(map(self._measure_text, other_indexes))
        for number, width in enumerate(texts):
            equal_share = available_width // (len(texts) - number)
            if width > equal_share:
                return equal_share
            available_width -= width
        return texts[-1] if texts else 0

    def _measure_text(self, index: int) -> int:
        """Return the width of a tab's text in pixels."""
        return self._context.theme.body.width(self.tabText(index))

    def _find_text_room(self, index: int) -> int:
        """Return how wide the text of a tab may be."""
        return self.tabRect(index).width() - 2 * self._context.theme.px(TAB_INSET)

    minimumTabSizeHint = tabSizeHint  # Qt would elide more than what lacks

    def sizeHint(self) -> QSize:
        # Of the tabs with all their room, whatever width they have now.
        px, count = self._context.theme.px, self.count()
        return QSize(sum(map(self._measure_text, range(count))) + count * px(20), px(32))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._context.theme.px(120), self._context.theme.px(32))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            index = self.tabAt(event.pos())
            if index >= 0 and self._find_text_room(index) < self._measure_text(index):
                text = filter(None, (self.tabText(index), self.tabToolTip(index)))
                return offer_tip(self, event, make_tooltip("\n".join(text)))
            return offer_tip(self, event, self.tabToolTip(index) if index >= 0 else "")
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index in range(self.count()):
            rect = QRectF(self.tabRect(index))
            painter.save()
            mirror(painter, self, rect)
            self._paint_tab(painter, theme, index, rect)
            painter.restore()
        painter.end()

    def _paint_tab(self, painter: QPainter, theme: Theme, index: int, rect: QRectF) -> None:
        """Paint the text of a tab, with a line below the current one."""
        is_current = index == self.currentIndex()
        colors = theme.colors
        text_role = colors.text if is_current else colors.secondary
        painter.setPen(text_role if self.isTabEnabled(index) else colors.disabled)
        # Not in bold: tabs would move when another becomes current, or have uneven gaps.
        text, left = self.tabText(index), rect.left() + theme.px(TAB_INSET)
        available_width = self._find_text_room(index)
        draw_text(painter, theme.body, text, left, rect.top(), available_width, rect.height())
        if is_current:
            width = min(theme.body.width(text), available_width)
            line = QRectF(left, rect.bottom() - 1, width, 2)
            painter.fillRect(line, colors.accent)
            if self.hasFocus():
                ring = QRectF(left - 4, rect.top() + 3, width + 8, rect.height() - 8)
                paint_focus(painter, theme, ring, theme.px(4))


class Chip(QLabel):
    """A label with a state and its glyph, on the tint of its tone."""

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._text = ""
        self._icon = ""
        self._tone = "neutral"
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        context.changed.connect(self.updateGeometry)

    def show_state(self, text: str, tone: str, icon: str = "") -> None:
        """Show a state in one word, hidden for "".

        `tone` is the key of its color, such as "warn". `icon` is its name, "" for that of the tone.
        """
        self._text, self._tone = text, tone
        # Glyphs differ in outline: the tone can be told without color.
        glyphs = {"ok": "check", "warn": "warn", "error": "error", "simulated": "flask"}
        self._icon = icon or glyphs.get(tone, "minus")
        self.setVisible(bool(text))
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        theme = self._context.theme
        return QSize(theme.small_strong.width(self._text) + theme.px(32), theme.px(20))

    minimumSizeHint = sizeHint  # that of QLabel, without a text, keeps an earlier font's height

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror(painter, self, QRectF(self.rect()))
        text_role = theme.colors.tone(self._tone)
        is_outlined = theme.high_contrast
        painter.setPen(QPen(text_role, 2) if is_outlined else Qt.PenStyle.NoPen)
        painter.setBrush(theme.colors.tint(self._tone))
        painter.drawRoundedRect(QRectF(self.rect()), theme.px(4), theme.px(4))
        size = theme.px(12)
        icon_rect = QRectF(theme.px(6), (self.height() - size) / 2, size, size)
        self._context.icons.paint(painter, self._icon, text_role, icon_rect)
        painter.setPen(text_role)
        text_style = theme.small_strong
        draw_text(painter, text_style, self._text, theme.px(23), 0, self.width(), self.height())
        painter.end()


class Glyph(QWidget):
    """An icon in the color of a text, beside its first line."""

    def __init__(
        self, context: ThemeContext, icon: str, text_role: TextRole, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._icon = icon
        self._text_role = text_role
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        context.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        theme = self._context.theme
        return QSize(theme.px(14), theme.body.height)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        painter = QPainter(self)
        size = theme.px(14)
        rect = QRectF(0, round((self.height() - size) / 2), size, size)
        color = getattr(theme.colors, self._text_role.value)
        self._context.icons.paint(painter, self._icon, color, rect)
        painter.end()


class SlimScrollBar(QScrollBar):
    """A scroll bar without buttons, only a rounded handle."""

    def __init__(
        self, context: ThemeContext, parent: QWidget | None = None, *, horizontal: bool = False
    ) -> None:
        orientation = Qt.Orientation.Horizontal if horizontal else Qt.Orientation.Vertical
        super().__init__(orientation, parent)
        self._context = context
        # Qt expects of a scroll bar that its style paints the background.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, False)
        context.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        width = self._context.theme.px(10)
        return QSize(width, width)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.minimum() == self.maximum():
            return  # where the bar always keeps its room, and nothing is out of view
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        # The style knows where the handle is, also with the room that its arrows would take.
        slider = QStyle.SubControl.SC_ScrollBarSlider
        handle_rect = self.style().subControlRect(
            QStyle.ComplexControl.CC_ScrollBar, option, slider, self
        )
        theme = self._context.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colors.outline if self.underMouse() else theme.colors.rail)
        rect = QRectF(handle_rect).adjusted(2, 2, -2, -2)
        painter.drawRoundedRect(rect, theme.px(3), theme.px(3))
        painter.end()


class Divider(QWidget):
    """A horizontal or vertical divider of one pixel."""

    def __init__(
        self, context: ThemeContext, *, vertical: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        if vertical:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)
        context.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._context.theme.colors.divider)
        painter.end()


class BackgroundPane(QWidget):
    """A pane with the window or base color as its background."""

    def __init__(
        self, context: ThemeContext, role: str = "window", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._role = role
        # A QWidget paints no background unless it is told to; its parent's shows.
        self.setAutoFillBackground(True)
        context.changed.connect(self._update_background)
        self._update_background()

    def _update_background(self) -> None:
        """Set the background to the pane's color of the theme."""
        palette = QPalette()
        color = getattr(self._context.theme.colors, self._role)
        palette.setColor(QPalette.ColorRole.Window, color)
        self.setPalette(palette)

    def set_role(self, role: str) -> None:
        """Change the color of the background.

        Args:
            role: name of a color of the theme, "window" or "base".
        """
        self._role = role
        self._update_background()


def make_row(*widgets: QWidget | None, spacing: int = 8) -> QHBoxLayout:
    """Make a row of widgets without margins.

    Args:
        widgets: None is a stretch.
        spacing: between two widgets, in pixels.
    """
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(spacing)
    for widget in widgets:
        if widget is None:
            row.addStretch(1)
        else:
            row.addWidget(widget)
    return row


def make_column(parent: QWidget | None = None) -> QVBoxLayout:
    """Make a column without margins and gaps."""
    column = QVBoxLayout() if parent is None else QVBoxLayout(parent)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    return column


def set_margins(part: QLayout | QWidget, begin: int, top: int, end: int, bottom: int) -> None:
    """Set margins by where reading begins and ends, which Qt does not mirror by itself.

    Args:
        part: gets the margins.
        begin: on the left, or right in a right-to-left language.
        top: above.
        end: opposite of `begin`.
        bottom: below.
    """
    left, right = (end, begin) if QGuiApplication.isRightToLeft() else (begin, end)
    part.setContentsMargins(left, top, right, bottom)


def set_background(color: QColor, *widgets: QWidget, views: bool = False) -> None:
    """Set the background of widgets: `views` are item views, the others panes."""
    # A new palette: roles that are not set stay inherited, and follow the desktop.
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Base if views else QPalette.ColorRole.Window, color)
    for widget in widgets:
        widget.setPalette(palette)


def set_slim_bars(area: QAbstractScrollArea, context: ThemeContext) -> None:
    """Give an area that scrolls both ways slim bars, and nothing in the corner between them."""
    bar = SlimScrollBar(context, area)
    area.setVerticalScrollBar(bar)
    if isinstance(area, QAbstractItemView):
        # Qt connects only the bar that a view is made with: the hovered row would stay the same.
        bar.valueChanged.connect(area.verticalScrollbarValueChanged)
    area.setHorizontalScrollBar(SlimScrollBar(context, area, horizontal=True))
    area.setCornerWidget(QWidget())  # the style would paint a framed square


def set_up_scrolling(area: QAbstractScrollArea, context: ThemeContext) -> None:
    """Allow only vertical scrolling, with a slim bar and without a frame."""
    area.setFrameShape(QFrame.Shape.NoFrame)
    bar = SlimScrollBar(context, area)
    area.setVerticalScrollBar(bar)
    if isinstance(area, QAbstractItemView):
        # Qt connects only the bar that a view is made with: the hovered row would stay the same.
        bar.valueChanged.connect(area.verticalScrollbarValueChanged)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


def show_hand_cursor(widget: QWidget, is_clickable: bool) -> None:
    """Set the hand cursor on a clickable widget, the arrow on another one."""
    hand_shape, arrow_shape = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
    widget.setCursor(hand_shape if is_clickable else arrow_shape)


def offer_tip(widget: QWidget, event: QEvent, text: str | None = None) -> bool:
    """Show a tool tip if an event asks for one. Return False for another event or without a text.

    `text`: in place of the widget's tool tip.
    """
    if not isinstance(event, QHelpEvent) or event.type() is not QEvent.Type.ToolTip:
        return False
    tooltip = widget.toolTip() if text is None else text
    if tooltip:
        show_tip(event.globalPos(), tooltip, widget)
    return bool(tooltip)


def remove_mnemonic(text: str) -> str:
    """Return the text of a menu or action without its mnemonic."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def escape_menu_text(text: Message | str) -> str:
    """Return a text for a menu, in which "&" and control characters are shown as they are."""
    # In menus "&" marks the mnemonic; names of layers and files may have one.
    return escape_invisible(text).replace("&", "&&")


def find_position_below(widget: QWidget, gap: int = 2) -> QPoint:
    """Return the screen position for a menu below a widget."""
    return widget.mapToGlobal(QPoint(0, widget.height() + gap))


def find_menu_position(
    view: QAbstractItemView, event: QContextMenuEvent
) -> tuple[QModelIndex, QPoint]:
    """Return row and screen position for a context menu: at the mouse, or the current row."""
    # By key a menu is for the current row, wherever the mouse rests.
    if event.reason() is QContextMenuEvent.Reason.Keyboard:
        index = view.currentIndex()
        return index, view.viewport().mapToGlobal(view.visualRect(index).bottomLeft())
    return view.indexAt(event.pos()), event.globalPos()


def localize_keys(keys: str) -> str:
    """Return keys in the user's language, such as Strg+S for Ctrl+S."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def get_step(event: QKeyEvent) -> int:
    """Return the step of a key that moves a row: -1 for Alt+Up, 1 for Alt+Down, else 0."""
    # On macOS arrow keys always come with the keypad modifier.
    is_alt_step = (
        event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.AltModifier
    )
    return _STEP_KEYS.get(event.key(), 0) if is_alt_step else 0


def accept_step_keys(event: QEvent) -> bool:
    """Claim Alt+Up and Alt+Down, which are shortcuts of the window, for a list.

    It moves its own rows. Once accepted, the keys come again as key presses in the list.
    """
    is_override = event.type() == QEvent.Type.ShortcutOverride
    if is_override and isinstance(event, QKeyEvent) and get_step(event):
        event.accept()
        return True
    return False
