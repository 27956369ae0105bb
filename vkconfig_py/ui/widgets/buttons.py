"""Push buttons, radio buttons and check boxes, painted from the theme."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QCursor,
    QHelpEvent,
    QHideEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QDialogButtonBox,
    QRadioButton,
    QSizePolicy,
    QWidget,
)
from shiboken6 import isValid

from vkconfig_py.model.text.wording import make_stacked_tooltip
from vkconfig_py.ui.theme.context import (
    ThemeContext,
    draw_text,
    mirror,
    paint_check,
    paint_focus,
    paint_ring,
)
from vkconfig_py.ui.theme.theme import Theme, ThemeFont
from vkconfig_py.ui.widgets.basic import offer_tip


class Frame(Enum):
    """Frame style of a button that is neither hovered nor pressed."""

    FLAT = auto()  # tool buttons, status bar
    OUTLINE = auto()
    PRIMARY = auto()
    LINK = auto()
    FIELD = auto()  # looks like an input: program chooser, search


class Button(QAbstractButton):
    """A button with icon, text, small note, tone and an optional arrow, painted from the Theme."""

    def __init__(
        self,
        context: ThemeContext,
        text: str = "",
        *,
        icon: str = "",
        frame: Frame = Frame.OUTLINE,
        name: str = "",
        tone: str = "",
        height: int = 32,
        is_strong: bool | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._icon = icon
        self._frame = frame
        self._tone = tone
        self._note = ""
        self._note_tone = ""
        self._reserved_note = ""
        self._has_arrow = False
        self._is_compact_set = False
        self._keeps_note = False
        self._is_icon_omitted = False
        self._is_note_omitted = False
        self._is_elided = False  # as it was painted last
        self._reserved_texts: tuple[str, ...] = ()
        self._is_strong = (
            frame in (Frame.PRIMARY, Frame.OUTLINE) if is_strong is None else is_strong
        )
        self._height = height
        self.setText(text)
        self.setAccessibleName(name or text)
        # Repainted when the mouse enters and leaves, which a plain widget is not.
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        # A click leaves the keyboard in the list or field that the button acts on.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        context.changed.connect(self._on_theme_changed)

    def set_appearance(self, *, icon: str, text: str, frame: Frame, tone: str = "") -> None:
        """Change text, icon and tone (Launch becomes Stop)."""
        self._icon, self._frame, self._tone = icon, frame, tone
        self.setText(text)
        self.setAccessibleName(text)
        self._on_theme_changed()

    def reserve_width(self, *texts: str) -> None:
        """Keep room for each of the texts that the button shows in turn: it then moves nothing."""
        self._reserved_texts = texts
        self.updateGeometry()

    def set_note(self, note: str, tone: str = "") -> bool:
        """Set the small second text, such as a count or path. Return whether it changed."""
        if (note, tone) == (self._note, self._note_tone):
            return False
        self._note, self._note_tone = note, tone
        self._on_theme_changed()
        return True

    def reserve_note(self, note: str) -> None:
        """Keep room for a note of this width, so that a count moves nothing beside the button."""
        if note != self._reserved_note:
            self._reserved_note = note
            self.updateGeometry()

    def set_frame(self, frame: Frame) -> None:
        """Change how the button is framed while it is neither hovered nor pressed."""
        self._frame = frame
        self._on_theme_changed()

    def set_arrow(self) -> None:
        """Show an arrow that says that the button opens a menu."""
        self._has_arrow = True
        # Layouts cache size hints: a new text, face or note is a new width.
        self.updateGeometry()

    def set_compact(self, compact: bool, *, keeps_note: bool = False) -> None:
        """Show only the icon, and the note beside it if that is kept."""
        if (compact, keeps_note) != (self._is_compact_set, self._keeps_note):
            self._is_compact_set, self._keeps_note = compact, keeps_note
            self._on_theme_changed()

    @property
    def is_compact(self) -> bool:
        """Whether only the icon is shown."""
        return self._is_compact_set

    def omit_icon(self, omits_icon: bool) -> None:
        """Show no icon, or show it again, if the button has a text."""
        if omits_icon != self._is_icon_omitted:
            self._is_icon_omitted = omits_icon
            self._on_theme_changed()

    def omit_note(self, omits_note: bool) -> None:
        """Show no note beside the text, or show it again."""
        if omits_note != self._is_note_omitted:
            self._is_note_omitted = omits_note
            self._on_theme_changed()

    @property
    def has_icon(self) -> bool:
        """Whether the button has an icon, which can stand for its text."""
        return bool(self._icon)

    def _has_icon(self) -> bool:
        """Return whether the icon is painted."""
        return bool(self._icon) and not self._is_icon_omitted

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.update()

    def _choose_text_font(self) -> ThemeFont:
        """Return the font of the text, smaller on a low button."""
        theme = self._context.theme
        return (
            theme.small_strong
            if self._is_strong and self._height < 30
            else (theme.strong if self._is_strong else theme.body)
        )

    def _choose_note_font(self) -> ThemeFont:
        """Return the font of the small second text."""
        theme = self._context.theme
        is_strong = bool(self._note_tone) or self._frame is Frame.FLAT
        return theme.small_strong if is_strong else theme.small

    @property
    def _shows_note(self) -> bool:
        """Whether the note is shown."""
        return self._keeps_note if self._is_compact_set else not self._is_note_omitted

    def sizeHint(self) -> QSize:
        return self.compute_size(compact=self._is_compact_set, with_note=self._shows_note)

    def compute_size(self, *, compact: bool, with_note: bool | None = None) -> QSize:
        """Return the size that the button would have.

        Args:
            compact: with its icon alone.
            with_note: with its note; None for beside the text, but not beside the icon alone.
        """
        px = self._context.theme.px
        height = px(self._height)
        has_note = not compact if with_note is None else with_note
        text, note = "" if compact else self.text(), self._note if has_note else ""
        notes = (note, self._reserved_note if has_note else "")
        # An icon alone is square.
        if not text and not note:
            return QSize(height, height)
        width = 0 if self._frame is Frame.LINK else px(24)
        width += max(map(self._choose_text_font().width, (text, *self._reserved_texts)))
        width += px(24) if self._has_icon() else 0
        if any(notes):
            # A note may be a whole path; the rest of it is elided.
            width += px(10 if text else 2)
            width += min(max(map(self._choose_note_font().width, notes)), px(180))
        width += px(24) if self._has_arrow else 0
        return QSize(width, height)

    def minimumSizeHint(self) -> QSize:
        # a button's text is never elided
        hint = self.sizeHint()
        # Fixed is the policy of the constructor; who sets another lets the button shrink.
        if self.sizePolicy().horizontalPolicy() is QSizePolicy.Policy.Fixed:
            return hint
        signs = (24 if self._has_icon() else 0) + (24 if self._has_arrow else 0)
        return QSize(min(hint.width(), self._context.theme.px(72 + signs)), hint.height())

    def event(self, event: QEvent) -> bool:
        is_cut = self._is_elided or self._is_compact_set or self._is_note_omitted
        if isinstance(event, QHelpEvent) and is_cut:
            note = "" if self._is_compact_set else self._note
            text = " ".join(filter(None, (self.text(), note)))
            return offer_tip(self, event, make_stacked_tooltip(text, self.toolTip()))
        return offer_tip(self, event) or super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        # While a menu is open, Qt tells the menu alone that the pointer left.
        super().mouseReleaseEvent(event)
        if isValid(self):  # the click may have closed what the button stands in
            # So the button would keep its hover tint after the menu closed.
            is_over_button = self.isVisible() and self.rect().contains(
                self.mapFromGlobal(QCursor.pos())
            )
            self.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, is_over_button)
            self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        # Qt tells only a shown widget that the pointer left.
        self.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._context.theme
        mirror(painter, self, QRectF(self.rect()))
        self._paint_frame(painter, theme)
        self._paint_content(painter, theme)
        if self.hasFocus():
            paint_focus(painter, theme, QRectF(self.rect()), theme.px(6))
        painter.end()

    def _paint_frame(self, painter: QPainter, theme: Theme) -> None:
        """Paint the frame and background, which depend on mouse and focus."""
        colors = theme.colors
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        pen: QColor | None = None
        fill: QColor | None = None
        is_hovered = self.underMouse() and self.isEnabled()
        if self._frame is Frame.PRIMARY and self.isEnabled():
            fill = colors.primary
            if is_hovered or self.isDown():
                strength = 116 if self.isDown() else 108
                # Away from the text: towards it, white would be less legible on a lighter blue.
                fill = fill.lighter(strength) if theme.dark else fill.darker(strength)
        elif self._frame in (Frame.OUTLINE, Frame.FIELD, Frame.PRIMARY):
            pen = colors.outline if self.isEnabled() else colors.divider
            fill = colors.base if self.isEnabled() else None
            # Base is darker than the window in dark schemes: the button would look pressed in.
            if theme.dark and self._frame is Frame.OUTLINE:
                fill = colors.window
            if is_hovered:
                fill = colors.hover if not theme.dark else colors.hover_window
        elif is_hovered and self._frame is Frame.FLAT:
            fill = colors.hover_window
        if self.isChecked() or (self.isDown() and self._frame is not Frame.PRIMARY):
            fill = None if self._frame is Frame.LINK else colors.selected_window
            pen = colors.accent if theme.high_contrast and fill else pen  # there are no tints then
        painter.setPen(QPen(pen, theme.line_width()) if pen else Qt.PenStyle.NoPen)
        painter.setBrush(fill if fill else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, theme.px(6), theme.px(6))

    def _choose_text_color(self, theme: Theme) -> QColor:
        colors = theme.colors
        if not self.isEnabled():
            return colors.disabled
        if self._frame is Frame.PRIMARY:
            return colors.primary_text
        if self._tone:
            return colors.tone(self._tone)
        return colors.accent if self._frame is Frame.LINK else colors.text

    def _measure_content(self, text: str) -> float:
        """Return the width of the icon and a text, in pixels."""
        icon = self._context.theme.px(24) if self._has_icon() else 0
        return self._choose_text_font().width(text) + icon

    def _paint_content(self, painter: QPainter, theme: Theme) -> None:
        """Paint icon, text, note and arrow."""
        px, text_role = theme.px, self._choose_text_color(theme)
        text = "" if self._is_compact_set else self.text()
        note = self._note if self._shows_note else ""
        size = px(16)
        middle = (self.height() - size) / 2
        if not text and not note:
            left = (self.width() - size) / 2
            self._context.icons.paint(
                painter, self._icon, text_role, QRectF(left, middle, size, size)
            )
            return
        # A link stands flush with the text above it.
        left = 0.0 if self._frame is Frame.LINK else px(12)
        right = self.width() - left
        if self._reserved_texts:  # in the middle of the room for the longest of them
            left = max((self.width() - self._measure_content(text)) / 2, left)
        elif self._reserved_note and text and self._shows_note:
            note_width = self._choose_note_font().width(note) + px(8) if note else 0
            left = max((self.width() - self._measure_content(text) - note_width) / 2, left)
        if self._has_arrow:
            right -= px(16)
            arrow_rect = QRectF(right + px(2), middle, size, size)
            self._context.icons.paint(painter, "chevron-down", text_role, arrow_rect)
            right -= px(6)
        if self._has_icon():
            self._context.icons.paint(
                painter, self._icon, text_role, QRectF(left, middle, size, size)
            )
            left += px(24)
        text_style = self._choose_text_font()
        painter.setPen(text_role)
        self._is_elided = text_style.width(text) > right - left
        if text:
            text_width = draw_text(painter, text_style, text, left, 0, right - left, self.height())
            left += text_width + px(8)
        if note and right > left:
            self._is_elided |= self._choose_note_font().width(note) > right - left + 2
            has_note_tone = self._note_tone and not self.isChecked()
            plain_color = theme.colors.text if self.isChecked() else theme.colors.secondary
            painter.setPen(theme.colors.tone(self._note_tone) if has_note_tone else plain_color)
            # A path is told apart by its end as much as by its beginning.
            elide_middle = Qt.TextElideMode.ElideMiddle
            room = right - left + 2
            # An ellipsis with a letter or two says nothing.
            if self._is_elided and room < px(40):
                return
            draw_text(
                painter, self._choose_note_font(), note, left, 0, room, self.height(), elide_middle
            )


def is_hit(button: QAbstractButton, pos: QPoint) -> bool:
    """Return whether a click hits a button that is painted here.

    Qt would ask the style where its mark and its text are.
    """
    return button.rect().contains(pos)


class Radio(QRadioButton):
    """A radio button: a ring with its text. Fusion's ring is black on a dark background."""

    def __init__(self, context: ThemeContext, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._context = context
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        context.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return _compute_choice_size(self, self._context.theme)

    hitButton = is_hit

    def paintEvent(self, event: QPaintEvent) -> None:
        _paint_choice(self, self._context, self._paint_ring)

    def _paint_ring(self, painter: QPainter, _text_role: QColor) -> None:
        """Paint the ring of the radio button."""
        theme = self._context.theme
        box = QRectF(0, 0, theme.px(16), self.height())
        paint_ring(painter, theme, box, is_chosen=self.isChecked(), is_enabled=self.isEnabled())


class CheckBox(QCheckBox):
    """A check box with its text. Fusion's box is too faint to be seen by everybody."""

    def __init__(self, context: ThemeContext, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._context = context
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        context.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return _compute_choice_size(self, self._context.theme)

    hitButton = is_hit

    def paintEvent(self, event: QPaintEvent) -> None:
        _paint_choice(self, self._context, self._paint_box)

    def _paint_box(self, painter: QPainter, _text_role: QColor) -> None:
        """Paint the box of the check box."""
        size = self._context.theme.px(16)
        box = QRectF(1, (self.height() - size) / 2, size, size)
        is_dimmed = not self.isEnabled()
        paint_check(painter, self._context, box, is_checked=self.isChecked(), is_dimmed=is_dimmed)


def _compute_choice_size(button: QAbstractButton, theme: Theme) -> QSize:
    """Return the size of a radio button or check box with its text."""
    return QSize(theme.body.width(button.text()) + theme.px(28), theme.px(22))


def _paint_choice(
    button: QAbstractButton, context: ThemeContext, paint_sign: Callable[[QPainter, QColor], None]
) -> None:
    """Paint a radio button or check box: its sign, the text and the focus frame.

    `paint_sign` paints the ring or box in a color.
    """
    theme = context.theme
    px = theme.px
    painter = QPainter(button)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    mirror(painter, button, QRectF(button.rect()))
    text_role = theme.colors.text if button.isEnabled() else theme.colors.disabled
    paint_sign(painter, text_role)
    painter.setPen(text_role)
    available_width = button.width() - px(24)
    draw_text(painter, theme.body, button.text(), px(24), 0, available_width, button.height())
    if button.hasFocus():
        # Around the text: around both it would touch the ring or box.
        text_width = min(theme.body.width(button.text()) + px(8), button.width() - px(20))
        paint_focus(painter, theme, QRectF(px(20), 0, text_width, button.height()), px(4))
    painter.end()


ButtonRole = QDialogButtonBox.ButtonRole


def make_button_box(buttons: Mapping[Button, ButtonRole]) -> QDialogButtonBox:
    """Return the buttons that end a dialog, in the order that its platform gives their roles."""
    box = QDialogButtonBox()
    for button, role in buttons.items():
        box.addButton(button, role)
    layout = box.layout()
    if layout is not None:
        layout.setSpacing(8)
    return box
