"""Cards below an open field: a value is chosen there instead of typed, or a key is pressed.

A card belongs to the field that is open, and shows what its text says while it is typed. What is
chosen becomes that text, so it is checked, stored and undone as typed text is. Esc discards it,
Enter takes it, and Tab goes through the card to the next setting.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemDelegate,
    QApplication,
    QButtonGroup,
    QColorDialog,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.layer_settings.declared import NamedThing
from vkconfig_py.model.layer_settings.setting_rows import (
    DeviceValue,
    ShapeKind,
    ValueShape,
    replace_color,
    split_colors,
    toggle_device,
)
from vkconfig_py.model.text.wording import escape_invisible
from vkconfig_py.ui.settings.setting_field import SettingField, paint_swatch
from vkconfig_py.ui.theme.context import (
    ThemeContext,
    draw_text,
    mirror,
    paint_focus,
    paint_popup_ground,
)
from vkconfig_py.ui.widgets.basic import Label, TextRole, escape_menu_text
from vkconfig_py.ui.widgets.buttons import Button, CheckBox, Radio
from vkconfig_py.ui.widgets.desktop import announce

# The first keysym of a run, and the names of the run.
_KEYSYM_RANGES = (
    (
        0x0020,
        "space exclam quotedbl numbersign dollar percent ampersand apostrophe parenleft "
        "parenright asterisk plus comma minus period slash 0 1 2 3 4 5 6 7 8 9 colon "
        "semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V "
        "W X Y Z bracketleft backslash bracketright asciicircum underscore grave a b c d e f "
        "g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde",
    ),
    (
        0x00A0,
        "nobreakspace exclamdown cent sterling currency yen brokenbar section diaeresis "
        "copyright ordfeminine guillemotleft notsign hyphen registered macron degree "
        "plusminus twosuperior threesuperior acute mu paragraph periodcentered cedilla "
        "onesuperior masculine guillemotright onequarter onehalf threequarters questiondown "
        "Agrave Aacute Acircumflex Atilde Adiaeresis Aring AE Ccedilla Egrave Eacute "
        "Ecircumflex Ediaeresis Igrave Iacute Icircumflex Idiaeresis ETH Ntilde Ograve Oacute "
        "Ocircumflex Otilde Odiaeresis multiply Oslash Ugrave Uacute Ucircumflex Udiaeresis "
        "Yacute THORN ssharp agrave aacute acircumflex atilde adiaeresis aring ae ccedilla "
        "egrave eacute ecircumflex ediaeresis igrave iacute icircumflex idiaeresis eth ntilde "
        "ograve oacute ocircumflex otilde odiaeresis division oslash ugrave uacute "
        "ucircumflex udiaeresis yacute thorn ydiaeresis",
    ),
    (0xFE03, "ISO_Level3_Shift"),
    (0xFE11, "ISO_Level5_Shift"),
    (0xFF08, "BackSpace Tab Linefeed Clear"),
    (0xFF0D, "Return"),
    (0xFF13, "Pause Scroll_Lock Sys_Req"),
    (0xFF1B, "Escape"),
    (0xFF20, "Multi_key Kanji Muhenkan Henkan_Mode"),
    (0xFF50, "Home Left Up Right Down Prior Next End Begin"),
    (0xFF60, "Select Print Execute Insert"),
    (0xFF65, "Undo Redo Menu Find Cancel Help Break"),
    (0xFF7E, "Mode_switch Num_Lock KP_Space"),
    (0xFF89, "KP_Tab"),
    (0xFF8D, "KP_Enter"),
    (
        0xFF91,
        "KP_F1 KP_F2 KP_F3 KP_F4 KP_Home KP_Left KP_Up KP_Right KP_Down KP_Prior KP_Next "
        "KP_End KP_Begin KP_Insert KP_Delete",
    ),
    (
        0xFFAA,
        "KP_Multiply KP_Add KP_Separator KP_Subtract KP_Decimal KP_Divide KP_0 KP_1 KP_2 KP_3 "
        "KP_4 KP_5 KP_6 KP_7 KP_8 KP_9",
    ),
    (
        0xFFBD,
        "KP_Equal F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 F13 F14 F15 F16 F17 F18 F19 F20 F21 "
        "F22 F23 F24 F25 F26 F27 F28 F29 F30 F31 F32 F33 F34 F35 Shift_L Shift_R Control_L "
        "Control_R Caps_Lock Shift_Lock Meta_L Meta_R Alt_L Alt_R Super_L Super_R Hyper_L "
        "Hyper_R",
    ),
    (0xFFFF, "Delete"),
)
_NAME_BY_KEYSYM = {
    first + number: name
    for first, names in _KEYSYM_RANGES
    for number, name in enumerate(names.split())
}
_MODIFIER_KEYSYMS = range(0xFFE1, 0xFFEF)  # Shift_L to Hyper_R
_LEVEL_SHIFT_KEYSYMS = (0xFE03, 0xFE11)  # AltGr, and its like of other keyboards
_UNICODE_KEYSYMS = 0x01000000  # above it a keysym is the code of a character
_BACK_TAB_KEYSYM, _TAB_KEYSYM = 0xFE20, 0xFF09


def is_modifier(keysym: int) -> bool:
    """True for a key that is held while another one is pressed."""
    return keysym in _MODIFIER_KEYSYMS or keysym in _LEVEL_SHIFT_KEYSYMS


def name_key(keysym: int) -> str:
    """Return the name of a key, or "" if layers know none. Letters are those without Shift."""
    if keysym == _BACK_TAB_KEYSYM:
        keysym = _TAB_KEYSYM
    if keysym > _UNICODE_KEYSYMS:
        return f"U{keysym - _UNICODE_KEYSYMS:04X}"
    name = _NAME_BY_KEYSYM.get(keysym, "")
    return name.lower() if len(name) == 1 else name


def join_keys(keysyms: Sequence[int], *, takes_single_key: bool) -> str:
    """Return pressed keys as a layer reads them: modifiers first, joined by +, or the last one."""
    ordered_indexes = sorted(dict.fromkeys(keysyms), key=lambda keysym: not is_modifier(keysym))
    names = [name for name in map(name_key, ordered_indexes) if name]
    return "".join(names[-1:]) if takes_single_key else "+".join(names)


_EndEditHint = QAbstractItemDelegate.EndEditHint
EndEditing = Callable[[SettingField, QAbstractItemDelegate.EndEditHint], object]
_MIN_CARD_WIDTH = 240
_KEYSYM_PLATFORMS = ("xcb", "wayland")  # whose events carry the X keysym


class ValueCard(QFrame):
    """Base of the cards: place, keys, and the text that it shares with its field."""

    def __init__(
        self, context: ThemeContext, field: SettingField, parent: QWidget, end: EndEditing
    ) -> None:
        super().__init__(parent)
        self._context = context
        self.field = field
        self._end_editing = end
        self._is_dismissed = False
        self.setAccessibleName(field.node.label)
        self._column = QVBoxLayout(self)
        px = context.theme.px
        self._column.setContentsMargins(px(12), px(10), px(12), px(10))
        self._column.setSpacing(px(6))
        self.hide()
        field.textChanged.connect(self.show_text)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus_changed)

    def show_text(self, text: str) -> None:
        """Show what the text of the field says."""
        raise NotImplementedError

    def list_stops(self) -> list[QWidget]:
        """Return the parts that Tab goes through, in their order."""
        raise NotImplementedError

    def place(self) -> None:
        """Stand below the field, or above it where below is the description of the setting."""
        page, field, px = self.parentWidget(), self.field, self._context.theme.px
        viewport = field.parentWidget()
        if page is None or viewport is None or not viewport.rect().intersects(field.geometry()):
            self.hide()
            return
        hint = self.sizeHint()
        width = min(max(hint.width(), px(_MIN_CARD_WIDTH)), page.width() - px(16))
        height = max(hint.height(), self.heightForWidth(width))
        corner = field.mapTo(page, QPoint(0, 0))
        left = corner.x() if self.isRightToLeft() else corner.x() + field.width() - width
        top_below, top_above = corner.y() + field.height() + px(3), corner.y() - height - px(3)
        rows_bottom = min(viewport.mapTo(page, viewport.rect().bottomLeft()).y(), page.height())
        top = top_below if top_below + height <= rows_bottom or top_above < 0 else top_above
        left = max(px(8), min(left, page.width() - width - px(8)))
        self.setGeometry(left, top, width, height)
        self.show()
        self.raise_()

    def dismiss(self) -> None:
        """Go: the field is closed."""
        self._is_dismissed = True
        self.hide()
        self.deleteLater()

    def focus_first(self) -> None:
        """Give the keyboard to the first part of the card."""
        self.list_stops()[0].setFocus(Qt.FocusReason.TabFocusReason)

    def focusNextPrevChild(self, forward: bool) -> bool:
        # Qt asks each parent of the part that has the keyboard.
        stops = [stop for stop in self.list_stops() if stop.isEnabled()]
        focus_widget = QApplication.focusWidget()
        focused_index = next((index for index, stop in enumerate(stops) if stop is focus_widget), 0)
        index = focused_index + (1 if forward else -1)
        if index < 0:
            self.field.setFocus(Qt.FocusReason.BacktabFocusReason)
        elif index < len(stops):
            stops[index].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self.end_editing(_EndEditHint.EditNextItem)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focus_widget = QApplication.focusWidget()
        if event.key() == Qt.Key.Key_Escape:
            self.end_editing(_EndEditHint.RevertModelCache)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # A push button is pressed; a choice is made already.
            if isinstance(focus_widget, QAbstractButton) and not focus_widget.isCheckable():
                focus_widget.click()
            else:
                self.end_editing(_EndEditHint.SubmitModelCache)

    def end_editing(self, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Close the field with its card."""
        # The view takes the keyboard back only from the field.
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._end_editing(self.field, hint)

    def _on_focus_changed(self, _old: QWidget | None, new_focus: QWidget | None) -> None:
        """Take what was chosen when another part of the window gets the keyboard."""
        if self._is_dismissed or new_focus is None or new_focus.window() is not self.window():
            return  # another window, such as that for a color
        if (
            new_focus is not self.field
            and new_focus is not self
            and not self.isAncestorOf(new_focus)
        ):
            self._end_editing(self.field, _EndEditHint.NoHint)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        painter = QPainter(self)
        paint_popup_ground(painter, theme, QRectF(self.rect()), theme.colors.base)
        painter.end()


class Slider(QSlider):
    """A slider that is painted from the Theme, and goes where it is pressed."""

    def __init__(self, context: ThemeContext, name: str, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._context = context
        self.setAccessibleName(name)
        self.setMinimumSize(context.theme.px(120), context.theme.px(24))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def _radius(self) -> float:
        return self._context.theme.px(7)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Do nothing: each move was taken."""

    def _go_to(self, event: QMouseEvent) -> None:
        """Set the value at the place of the mouse."""
        if not event.buttons() & Qt.MouseButton.LeftButton:
            return
        span = max(self.width() - 2 * self._radius, 1)
        part = min(max((event.position().x() - self._radius) / span, 0.0), 1.0)
        part = 1 - part if self.isRightToLeft() else part
        self.setValue(round(self.minimum() + part * (self.maximum() - self.minimum())))

    mousePressEvent = mouseMoveEvent = _go_to

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, radius = self._context.theme, self._radius
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror(painter, self, QRectF(self.rect()))
        part = (self.value() - self.minimum()) / max(self.maximum() - self.minimum(), 1)
        span, middle, track_height = self.width() - 2 * radius, self.height() / 2, theme.px(4)
        track = QRectF(radius, middle - track_height / 2, span, track_height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colors.outline)
        painter.drawRoundedRect(track, track_height / 2, track_height / 2)
        painter.setBrush(theme.colors.primary)
        track.setWidth(span * part)
        painter.drawRoundedRect(track, track_height / 2, track_height / 2)
        handle = QRectF(span * part, middle - radius, 2 * radius, 2 * radius)
        painter.setPen(QPen(theme.colors.primary, 1.5))
        painter.setBrush(theme.colors.base)
        painter.drawEllipse(handle.adjusted(1, 1, -1, -1))
        if self.hasFocus():
            painter.setBrush(theme.colors.primary)
            painter.drawEllipse(handle.adjusted(4, 4, -4, -4))
            paint_focus(painter, theme, QRectF(self.rect()), theme.px(5))
        painter.end()


class NumberCard(ValueCard):
    """A slider between the ends of a range."""

    def __init__(
        self,
        context: ThemeContext,
        field: SettingField,
        value_shape: ValueShape,
        parent: QWidget,
        end: EndEditing,
    ) -> None:
        super().__init__(context, field, parent, end)
        self._shape = value_shape
        unit = f" {field.node.unit}" if field.node.unit else ""
        self.slider = Slider(context, field.node.label)
        self.slider.setRange(value_shape.first_step, value_shape.last_step)
        self.slider.setPageStep(max((value_shape.last_step - value_shape.first_step) // 10, 1))
        ends = (f"{value_shape.minimum:g}", f"{value_shape.maximum:g}{unit}")
        row = QHBoxLayout()
        row.setSpacing(context.theme.px(8))
        labels = [
            Label(context, text, text_style="small", text_role=TextRole.SECONDARY) for text in ends
        ]
        row.addWidget(labels[0])
        row.addWidget(self.slider, 1)
        row.addWidget(labels[1])
        self._column.addLayout(row)
        self.show_text(field.text())
        self.slider.valueChanged.connect(self._on_value_changed)

    def show_text(self, text: str) -> None:
        # Only what the user moves may change the typed digits.
        self.slider.blockSignals(True)
        self.slider.setValue(self._shape.find_step(text))
        self.slider.blockSignals(False)
        self.slider.setAccessibleDescription(f"{text} {self.field.node.unit}".strip())

    def list_stops(self) -> list[QWidget]:
        return [self.slider]

    def _on_value_changed(self, step: int) -> None:
        self.field.take_text(self._shape.render_step(step))


class ColorButton(QAbstractButton):
    """A color with its digits; a press opens the dialog that chooses another one."""

    def __init__(self, context: ThemeContext, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(tr("{name}…", name=name))
        self._context = context
        self._name = name
        self.color = ""
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_color(self, color: str) -> None:
        """Show a color, "" for none."""
        self.color = color
        self.setAccessibleName(
            tr("{name}: {color}", name=self._name, color=color) if color else self._name
        )
        self.update()

    def sizeHint(self) -> QSize:
        theme = self._context.theme
        return QSize(theme.body.width(self.text()) + theme.px(50), theme.px(28))

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        colors, px = theme.colors, theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror(painter, self, QRectF(self.rect()))
        rect = QRectF(self.rect())
        painter.setPen(QPen(colors.outline, theme.line_width()))
        painter.setBrush(colors.hover if self.underMouse() or self.isDown() else colors.base)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), px(5), px(5))
        swatch = QRectF(px(8), (self.height() - px(16)) / 2, px(24), px(16))
        paint_swatch(painter, theme, swatch, self.color)
        painter.setPen(colors.text)
        left = px(40)
        draw_text(painter, theme.body, self.text(), left, 0, self.width() - left, self.height())
        if self.hasFocus():
            paint_focus(painter, theme, rect, px(5))
        painter.end()


# Three colors are those of a value that is compared with two limits.
_COLOR_NAMES = {
    1: (tr("Choose a color"),),
    3: (tr("Below the limits"), tr("Between the limits"), tr("Above the limits")),
}


class ColorCard(ValueCard):
    """A button for each color of the value."""

    def __init__(
        self,
        context: ThemeContext,
        field: SettingField,
        value_shape: ValueShape,
        parent: QWidget,
        end: EndEditing,
    ) -> None:
        super().__init__(context, field, parent, end)
        self._shape = value_shape
        self.buttons = [
            ColorButton(context, name) for name in _COLOR_NAMES[value_shape.color_count]
        ]
        for number, button in enumerate(self.buttons):
            button.clicked.connect(lambda _checked=False, n=number: self._choose(n))
            self._column.addWidget(button)
        self.show_text(field.text())

    def show_text(self, text: str) -> None:
        for button, color in zip(self.buttons, split_colors(text, len(self.buttons)), strict=True):
            button.show_color(color)

    def list_stops(self) -> list[QWidget]:
        return [*self.buttons]

    def _choose(self, number: int) -> None:
        """Let the user choose one of the colors."""
        button = self.buttons[number]
        initial_color = QColor(f"#{button.color or '000000'}")
        color = QColorDialog.getColor(initial_color, self, self.field.node.label)
        if color.isValid():
            digits = color.name()[1:].upper()
            self.field.take_text(replace_color(self.field.text(), self._shape, number, digits))
        button.setFocus(Qt.FocusReason.OtherFocusReason)


_KEYSYM_BY_QT_KEY = {
    Qt.Key.Key_Escape: 0xFF1B, Qt.Key.Key_Tab: 0xFF09, Qt.Key.Key_Backtab: 0xFF09,
    Qt.Key.Key_Backspace: 0xFF08, Qt.Key.Key_Return: 0xFF0D, Qt.Key.Key_Enter: 0xFF8D,
    Qt.Key.Key_Insert: 0xFF63, Qt.Key.Key_Delete: 0xFFFF, Qt.Key.Key_Pause: 0xFF13,
    Qt.Key.Key_Print: 0xFF61, Qt.Key.Key_Home: 0xFF50, Qt.Key.Key_Left: 0xFF51,
    Qt.Key.Key_Up: 0xFF52, Qt.Key.Key_Right: 0xFF53, Qt.Key.Key_Down: 0xFF54,
    Qt.Key.Key_PageUp: 0xFF55, Qt.Key.Key_PageDown: 0xFF56, Qt.Key.Key_End: 0xFF57,
    Qt.Key.Key_Menu: 0xFF67, Qt.Key.Key_NumLock: 0xFF7F, Qt.Key.Key_ScrollLock: 0xFF14,
    Qt.Key.Key_CapsLock: 0xFFE5, Qt.Key.Key_Shift: 0xFFE1, Qt.Key.Key_Control: 0xFFE3,
    Qt.Key.Key_Meta: 0xFFEB, Qt.Key.Key_Alt: 0xFFE9, Qt.Key.Key_AltGr: 0xFE03,
}  # fmt: skip
_FIRST_FUNCTION_KEYSYM = 0xFFBE


def find_keysym(event: QKeyEvent) -> int:
    """Return the X keysym of a key, also on platforms without X keysyms; 0 if it has none."""
    native = event.nativeVirtualKey()
    if native and QGuiApplication.platformName().startswith(_KEYSYM_PLATFORMS):
        return native
    key = Qt.Key(event.key())
    if Qt.Key.Key_F1.value <= key.value <= Qt.Key.Key_F35.value:
        return _FIRST_FUNCTION_KEYSYM + key.value - Qt.Key.Key_F1.value
    if key.value < 0x100:  # the codes of characters, as in X
        return key.value
    return _KEYSYM_BY_QT_KEY.get(key, 0)


class KeyRecorder(Button):
    """A button that takes the keys that are pressed next."""

    def __init__(self, context: ThemeContext, take: Callable[[list[int]], object]) -> None:
        super().__init__(context, tr("Record keys"), height=28)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._take_keys = take
        self._pressed_keys: list[int] = []
        self.is_recording = False
        self.clicked.connect(self._begin)

    def _begin(self) -> None:
        """Wait for keys."""
        self._set_recording(is_on=True)
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self, self.text())

    def _set_recording(self, *, is_on: bool) -> None:
        self.is_recording, self._pressed_keys = is_on, []
        self._show_text(tr("Press the keys…") if is_on else tr("Record keys"))

    def _show_text(self, text: str) -> None:
        self.setText(text)
        self.setAccessibleName(text)

    def event(self, event: QEvent) -> bool:
        if self.is_recording and isinstance(event, QKeyEvent):
            # Before shortcuts of the window, and before Tab goes on.
            match event.type():
                case QEvent.Type.ShortcutOverride:
                    event.accept()
                    return True
                case QEvent.Type.KeyPress:
                    self._press(event)
                    return True
                case QEvent.Type.KeyRelease:
                    self._release(event)
                    return True
        return super().event(event)

    def _press(self, event: QKeyEvent) -> None:
        """Take a pressed key; Esc cancels."""
        if event.isAutoRepeat():
            return
        keysym = find_keysym(event)
        if event.key() == Qt.Key.Key_Escape:
            self._set_recording(is_on=False)
        elif keysym and name_key(keysym):
            self._pressed_keys.append(keysym)
            if is_modifier(keysym):
                self._show_text(f"{join_keys(self._pressed_keys, takes_single_key=False)}+…")
            else:
                self._finish()

    def _release(self, event: QKeyEvent) -> None:
        """Take modifiers that are released with nothing else pressed."""
        if self._pressed_keys and not event.isAutoRepeat():
            self._finish()

    def _finish(self) -> None:
        pressed_keys = self._pressed_keys
        self._set_recording(is_on=False)
        self._take_keys(pressed_keys)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._set_recording(is_on=False)
        super().focusOutEvent(event)


class KeysCard(ValueCard):
    """A button that records keys."""

    def __init__(
        self,
        context: ThemeContext,
        field: SettingField,
        value_shape: ValueShape,
        parent: QWidget,
        end: EndEditing,
    ) -> None:
        super().__init__(context, field, parent, end)
        self._takes_single_key = value_shape.names is NamedThing.KEY
        self.recorder = KeyRecorder(context, self._take_keys)
        sentence = (
            tr("Records one key. Esc cancels.")
            if self._takes_single_key
            else tr("Records keys pressed together. Esc cancels.")
        )
        self._column.addWidget(self.recorder)
        hint = Label(context, sentence, text_style="small", text_role=TextRole.SECONDARY, wrap=True)
        self._column.addWidget(hint)

    def show_text(self, text: str) -> None:
        """Do nothing: the field shows the keys."""

    def list_stops(self) -> list[QWidget]:
        return [self.recorder]

    def _take_keys(self, keysyms: list[int]) -> None:
        text = join_keys(keysyms, takes_single_key=self._takes_single_key)
        self.field.take_text(text)
        announce(self.recorder, text)


class FoundDevices(NamedTuple):
    """Devices for the value of a setting.

    Attributes:
        values: those that the setting can name.
        is_any_found: a probe found devices, also such that the setting cannot name.
    """

    values: tuple[DeviceValue, ...]
    is_any_found: bool


class DeviceCard(ValueCard):
    """The devices that were found, and the value that was set before."""

    def __init__(
        self,
        context: ThemeContext,
        field: SettingField,
        value_shape: ValueShape,
        parent: QWidget,
        end: EndEditing,
        devices: FoundDevices,
        request_probe: Callable[[], object],
    ) -> None:
        super().__init__(context, field, parent, end)
        self._request_probe = request_probe
        self.probe_button: Button | None = None
        self._is_list = value_shape.names is NamedThing.RENDER_NODES
        self._is_showing = False
        self.group = QButtonGroup(self)
        self.group.setExclusive(not self._is_list)
        self.buttons: dict[str, QAbstractButton] = {}
        for device in devices.values:
            self._add(device.text, f"{device.text}  {device.name}")
        old_text = field.node.text
        if old_text and old_text not in self.buttons and not self._is_list:
            self._add(old_text, old_text)
        if not devices.values:
            sentence = _explain_no_value(value_shape.names, is_any_found=devices.is_any_found)
            label = Label(context, sentence, text_role=TextRole.SECONDARY, wrap=True)
            self._column.addWidget(label)
            if not devices.is_any_found:
                self.probe_button = Button(context, tr("Probe all"), icon="driver", height=28)
                self.probe_button.clicked.connect(self._on_probe_clicked)
                self._column.addWidget(self.probe_button)
        self.show_text(field.text())

    def _on_probe_clicked(self) -> None:
        """Close the field, and probe: the next card of the setting has the devices."""
        self.end_editing(_EndEditHint.NoHint)
        self._request_probe()

    def _add(self, text: str, title: str) -> None:
        """Add the choice of a text."""
        kind = CheckBox if self._is_list else Radio
        button = kind(self._context, escape_menu_text(escape_invisible(title)))
        button.setMinimumWidth(0)
        button.toggled.connect(lambda is_on: self._on_toggled(text, is_on=is_on))
        self.group.addButton(button)
        self.buttons[text] = button
        self._column.addWidget(button)

    def show_text(self, text: str) -> None:
        self._is_showing = True
        chosen_keys = (
            [part.strip() for part in text.split(",")] if self._is_list else [text.strip()]
        )
        # Radio buttons of a group cannot all be off.
        self.group.setExclusive(False)
        for value, button in self.buttons.items():
            button.setChecked(value in chosen_keys)
        self.group.setExclusive(not self._is_list)
        self._is_showing = False

    def list_stops(self) -> list[QWidget]:
        buttons: list[QWidget] = [*self.buttons.values()]
        if self.probe_button is not None:
            return [*buttons, self.probe_button]
        if self._is_list:
            return [*buttons]
        # Arrow keys go through radio buttons.
        checked_button = self.group.checkedButton()
        return [checked_button] if checked_button is not None else buttons[:1]

    def focus_first(self) -> None:
        if self.list_stops():
            super().focus_first()
        else:
            self.end_editing(_EndEditHint.EditNextItem)

    def _on_toggled(self, text: str, *, is_on: bool) -> None:
        """Set the device that was chosen, or a list with it."""
        if self._is_showing:
            return
        if self._is_list:
            self.field.take_text(toggle_device(self.field.text(), text, is_on=is_on))
        elif is_on:
            self.field.take_text(text)


def _explain_no_value(names: NamedThing, *, is_any_found: bool) -> str:
    """Return why a setting offers no device, and what to do."""
    if not is_any_found:
        return tr("No device is known yet. Probe the drivers, or type a value.")
    if names is NamedThing.RENDER_NODES:
        return tr("The devices in the chain have no render nodes on this computer. Type a value.")
    return tr("The devices in the chain report no PCI address. Type a value.")


def make_card(
    context: ThemeContext,
    field: SettingField,
    parent: QWidget,
    end: EndEditing,
    list_devices: Callable[[ValueShape], FoundDevices],
    request_probe: Callable[[], object],
) -> ValueCard | None:
    """Return the card for the value of an open field, None for a plain text.

    Args:
        context: has the theme.
        field: the open one.
        parent: the page, above whose parts the card stands.
        end: closes the field.
        list_devices: returns the devices that were found, as the setting names them.
        request_probe: finds the devices.
    """
    value_shape = field.node.shape
    if value_shape is None:
        return None
    match value_shape.kind:
        case ShapeKind.NUMBER:
            return NumberCard(context, field, value_shape, parent, end)
        case ShapeKind.COLORS:
            return ColorCard(context, field, value_shape, parent, end)
        case ShapeKind.KEYS:
            return KeysCard(context, field, value_shape, parent, end)
        case ShapeKind.DEVICES:
            devices = list_devices(value_shape)
            return DeviceCard(context, field, value_shape, parent, end, devices, request_probe)
