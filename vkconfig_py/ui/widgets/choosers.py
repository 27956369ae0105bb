"""Selecting a value: switches, tags, segmented controls, and popups with matching values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QSizePolicy,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.what_if_choices import WhatIfChoice
from vkconfig_py.model.items.candidates_model import PaletteModel, SearchedModel
from vkconfig_py.model.items.palette_search import EntryKind, SearchEntry
from vkconfig_py.model.text.wording import escape_invisible, make_stacked_tooltip, make_tooltip
from vkconfig_py.ui.theme.context import (
    ThemeContext,
    draw_text,
    make_round_mask,
    mirror,
    paint_focus,
    paint_popup_ground,
)
from vkconfig_py.ui.widgets.basic import Field, Label, TextRole, offer_tip
from vkconfig_py.ui.widgets.buttons import Radio
from vkconfig_py.ui.widgets.lines_list import LinesDelegate, LinesView
from vkconfig_py.ui.widgets.panes import open_within_screen

_MAX_TEXT_WIDTH = 360
_SEGMENT_INSET = 3  # around a segment, up to the frame or to the line between two
_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_MOVE_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
InterpretText = Callable[[str], str]  # what a typed text means, "" where it means nothing

_LIST_SIZE = QSize(520, 420)  # of a popup with matches, at most
_VALUES_SIZE = QSize(440, 340)
_MIN_LIST_HEIGHT = 240


class ChoiceButton(QAbstractButton):
    """A button with a label and a value, in violet for an assumption of the what-if.

    Signals:
        removed: the close icon or Delete was pressed.
    """

    removed = Signal()

    def __init__(
        self,
        context: ThemeContext,
        label: str = "",
        *,
        arrow: bool = False,
        is_tag: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._label = label
        self._value = ""
        self._is_changed = is_tag
        self._has_arrow = arrow
        self._is_tag = is_tag
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        # By click too: a tag that was pressed can be removed with Delete.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.toggled.connect(self._on_toggled)
        self._update_names()
        context.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self.update()

    def _on_toggled(self, is_checked: bool) -> None:
        """Show the value in violet while it is switched on."""
        self._is_changed = is_checked
        self._update_names()
        self._on_theme_changed()

    def show_value(self, value: str, *, is_changed: bool, tooltip: str = "") -> None:
        """Show a value, in violet if it is an assumption of the what-if."""
        self._value, self._is_changed = escape_invisible(value), is_changed
        self.setToolTip(make_tooltip(tooltip))
        self._update_names()
        self._on_theme_changed()

    def _update_names(self) -> None:
        """Set what screen readers say about the button."""
        parts = [self._label, self._value]
        if self._is_changed:
            # Violet alone would not reach a screen reader.
            parts.append(tr("what-if"))
        self.setAccessibleName(", ".join(part for part in parts if part))
        if self._is_tag:
            self.setAccessibleDescription(tr("Enter edits, Delete removes"))

    @property
    def value(self) -> str:
        """The shown value."""
        return self._value

    def _compute_widths(self) -> tuple[int, int]:
        """Return the widths of label and value in pixels, 0 for one that is not shown."""
        theme = self._context.theme
        text_style = theme.body if self._value else theme.strong  # alone it can be set in bold
        label = text_style.width(self._label) if self._label else 0
        value = (
            min(theme.strong.width(self._value), theme.px(_MAX_TEXT_WIDTH)) if self._value else 0
        )
        return label, value

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self._is_elided():
            return offer_tip(self, event, make_stacked_tooltip(self._value, self.toolTip()))
        return offer_tip(self, event) or super().event(event)

    def _is_elided(self) -> bool:
        """Return whether the value has no room for its whole text."""
        value_width = self._context.theme.strong.width(self._value)
        return self.width() < self.sizeHint().width() or value_width > self._context.theme.px(
            _MAX_TEXT_WIDTH
        )

    def sizeHint(self) -> QSize:
        px = self._context.theme.px
        label, value = self._compute_widths()
        gap = px(6) if label and value else 0
        icon_width = px(20) if self._has_arrow or self._is_tag or self.isChecked() else 0
        return QSize(px(20) + label + gap + value + icon_width, px(28))

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        # A value may be a path: it is elided where there is no room.
        return QSize(min(hint.width(), self._context.theme.px(120)), hint.height())

    def compute_cross_rect(self) -> QRectF:
        """Return the area of the close icon of a tag."""
        px = self._context.theme.px
        if not self._is_tag:
            return QRectF()
        left = 0 if self.isRightToLeft() else self.width() - px(26)
        return QRectF(left, 0, px(26), self.height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        # Before super(), which would emit clicked: the cross removes the tag and does not change
        # it.
        if self.isDown() and self.compute_cross_rect().contains(event.position()):
            self.setDown(False)
            self.removed.emit()
            return
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._is_tag and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        # QAbstractButton takes Space alone; Enter is expected of a button that opens something.
        elif event.key() in _ENTER_KEYS:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        colors, px = theme.colors, theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror(painter, self, QRectF(self.rect()))
        # Half of the widest outline, 1.5.
        rect = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        width = theme.line_width() + (0.5 if self._is_changed else 0)
        painter.setPen(QPen(colors.simulated if self._is_changed else colors.outline, width))
        painter.setBrush(colors.hover if self.underMouse() else colors.base)
        painter.drawRoundedRect(rect, px(6), px(6))
        self._paint_texts(painter)
        if self.hasFocus():
            paint_focus(painter, theme, QRectF(self.rect()), px(6))
        painter.end()

    def _paint_texts(self, painter: QPainter) -> None:
        """Paint label, value and icon."""
        theme = self._context.theme
        colors, px = theme.colors, theme.px
        label, value = self._compute_widths()
        icon = "close" if self._is_tag else "chevron-down" if self._has_arrow else "check"
        has_icon = self._is_tag or self._has_arrow or self.isChecked()
        left, height = float(px(10)), self.height()
        available_width = self.width() - px(20) - (px(20) if has_icon else 0)
        text_role = colors.simulated if self._is_changed else colors.text
        painter.setPen(colors.secondary if self._value else text_role)
        # A value that is cut says less than one without its label.
        if label and (not value or label + px(6) + value <= available_width):
            text_style = theme.strong if self.isChecked() and not self._value else theme.body
            if not (self._value or has_icon):  # there is room for bold letters
                left += (available_width - text_style.width(self._label)) / 2
            left += draw_text(
                painter, text_style, self._label, left, 0, available_width, height
            ) + px(6)
            available_width -= label + px(6)
        if value:
            painter.setPen(text_role)
            # A tag has the value of a variable, such as a path.
            end, elide_mode = Qt.TextElideMode.ElideRight, Qt.TextElideMode.ElideMiddle
            elide = elide_mode if self._is_tag else end
            draw_text(painter, theme.strong, self._value, left, 0, available_width, height, elide)
        if has_icon:
            size = px(14)
            x = self.width() - px(8) - size
            icon_rect = QRectF(
                QPointF(x, (height - size) / 2), QPointF(x + size, (height + size) / 2)
            )
            self._context.icons.paint(painter, icon, text_role, icon_rect)


class Segment(Radio):
    """One choice of a segmented control.

    Attributes:
        is_listed: it is shown as a radio button.
    """

    def __init__(self, context: ThemeContext, text: str, parent: QWidget | None = None) -> None:
        super().__init__(context, text, parent)
        self.is_listed = False

    def measure_segment(self) -> QSize:
        """Return the least size as a segment."""
        theme = self._context.theme
        return QSize(theme.strong.width(self.text()) + theme.px(12), theme.px(26))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.is_listed:
            super().paintEvent(event)
            return
        theme, colors = self._context.theme, self._context.theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror(painter, self, QRectF(self.rect()))
        rect, color = QRectF(self.rect()), colors.text
        if not self.isEnabled():
            color = colors.disabled
        elif self.isChecked():
            color = colors.primary_text
        if self.isChecked() or (self.underMouse() and self.isEnabled()):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.primary if self.isChecked() else colors.hover)
            painter.drawRoundedRect(rect, theme.px(4), theme.px(4))
        text_style = theme.strong if self.isChecked() else theme.body
        painter.setPen(color)
        left = max((self.width() - text_style.width(self.text())) / 2, 0)
        draw_text(painter, text_style, self.text(), left, 0, self.width() - left, self.height())
        if self.hasFocus():
            gap = theme.px(2) + theme.line_width()
            painter.setPen(QPen(color, theme.line_width()))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = rect.adjusted(gap, gap, -gap, -gap)
            painter.drawRoundedRect(ring, theme.px(3), theme.px(3))
        painter.end()


class SegmentedControl(QWidget):
    """One choice among equal segments in a common frame, column by column.

    Where no two segments have room beside each other, they are radio buttons instead: centered
    words one below the other would not look like choices.
    """

    def __init__(
        self, context: ThemeContext, segments: Sequence[Segment], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._segments = tuple(segments)
        # The buttons are one group, for the arrow keys too.
        self.group = QButtonGroup(self)
        for segment in segments:
            segment.setParent(self)
            self.group.addButton(segment)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        context.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self) -> None:
        self.updateGeometry()
        self._place_segments()

    def sizeHint(self) -> QSize:
        width = max(segment.sizeHint().width() for segment in self._segments)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.sizeHint().width(), self._segments[0].sizeHint().height())

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        px = self._context.theme.px
        columns = self._count_columns(width)
        if columns == 1:
            rows = len(self._list_radio_columns(width)[0])
            return rows * (self._segments[0].sizeHint().height() + px(6)) - px(6)
        return len(self._segments) // columns * self._measure_cell().height()

    def _measure_cell(self) -> QSize:
        """Return the least size of a segment with its share of the frame."""
        sizes = [segment.measure_segment() for segment in self._segments]
        inset = 2 * self._context.theme.px(_SEGMENT_INSET)
        return QSize(max(size.width() for size in sizes) + inset, sizes[0].height() + inset)

    def _count_columns(self, width: int) -> int:
        """Return how many equal segments are beside each other, 1 where they are radio buttons."""
        count, cell_width = len(self._segments), self._measure_cell().width()
        return next(
            columns
            for columns in range(count, 0, -1)
            if columns == 1 or (count % columns == 0 and columns * cell_width <= width)
        )

    def _list_radio_columns(self, width: int) -> list[tuple[Segment, ...]]:
        """Return the radio buttons in two columns where these have room, else in one."""
        middle = (len(self._segments) + 1) // 2
        columns = [self._segments[:middle], self._segments[middle:]]
        return columns if sum(map(_measure_radios, columns)) <= width else [self._segments]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_segments()

    def _place_segments(self) -> None:
        """Place the segments in equal cells of the frame, or as radio buttons."""
        columns = self._count_columns(self.width())
        if columns == 1:
            self._place_radios()
        else:
            rows = len(self._segments) // columns
            inset, cell_height = self._context.theme.px(_SEGMENT_INSET), self.height() // rows
            for number, segment in enumerate(self._segments):
                column, row = divmod(number, rows)
                left = self.width() * column // columns
                width = self.width() * (column + 1) // columns - left
                cell = QRect(left, row * cell_height, width, cell_height)
                self._place(segment, cell.adjusted(inset, inset, -inset, -inset), is_listed=False)
        self.update()

    def _place_radios(self) -> None:
        """Place the segments as radio buttons."""
        left, gap = 0, self._context.theme.px(6)
        for column in self._list_radio_columns(self.width()):
            for row, segment in enumerate(column):
                size = segment.sizeHint()
                rect = QRect(left, row * (size.height() + gap), size.width(), size.height())
                self._place(segment, rect, is_listed=True)
            left += _measure_radios(column) + self._context.theme.px(16)

    def _place(self, segment: Segment, rect: QRect, *, is_listed: bool) -> None:
        """Place one segment, mirrored for right-to-left text."""
        segment.is_listed = is_listed
        segment.setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), rect))
        segment.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.LayoutDirectionChange:
            self._place_segments()

    def paintEvent(self, event: QPaintEvent) -> None:
        columns = self._count_columns(self.width())
        if columns == 1:
            return
        theme, colors = self._context.theme, self._context.theme.colors
        rows = len(self._segments) // columns
        painter = QPainter(self)
        painter.setPen(QPen(colors.divider, theme.line_width()))
        for column in range(1, columns):
            x = self.width() * column // columns + 0.5
            painter.drawLine(QPointF(x, 1), QPointF(x, self.height() - 1))
        for row in range(1, rows):
            y = self.height() // rows * row + 0.5
            painter.drawLine(QPointF(1, y), QPointF(self.width() - 1, y))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colors.outline, theme.line_width()))
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(rect, theme.px(6), theme.px(6))
        painter.end()


def _measure_radios(radios: Sequence[Segment]) -> int:
    """Return the width of a column of radio buttons."""
    return max(radio.sizeHint().width() for radio in radios)


def describe_no_match(text: str) -> str:
    """Return the sentence of a search that finds nothing."""
    return tr("Nothing matches “{text}”. Try a shorter word.", text=escape_invisible(text))


class Popup(QFrame):
    """A popup with round corners and an outline, on the color of a pane.

    It closes with Esc and with any press beside it.
    """

    def __init__(
        self, context: ThemeContext, name: str, *, role: str = "window", parent: QWidget | None
    ) -> None:
        kind = Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint
        super().__init__(parent, kind | Qt.WindowType.NoDropShadowWindowHint)
        self._context = context
        # Made anew each time: what it shows is that of the moment.
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAccessibleName(name)
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Window, getattr(context.theme.colors, role))
        self.setPalette(palette)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setMask(make_round_mask(self.rect(), self._context.theme))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        background = self.palette().color(QPalette.ColorRole.Window)
        paint_popup_ground(painter, self._context.theme, QRectF(self.rect()), background)
        painter.end()


class PopupList(Popup):
    """A popup with a field, and the rows that match its text.

    Signals:
        chosen: a row was selected (its value).
    """

    chosen = Signal(object)

    def __init__(
        self,
        context: ThemeContext,
        model: SearchedModel[Any],
        *,
        name: str,
        hint: str,
        is_search: bool = True,
        delegate: LinesDelegate | None = None,
        size: QSize = _LIST_SIZE,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, name, parent=parent)
        self._model = model
        model.setParent(self)
        self.field = Field(context, name=name, hint=hint, is_search=is_search)
        self.view = LinesView(context, model, tr("Matches"), delegate=delegate)
        # The field keeps the keyboard; eventFilter hands on what the list needs.
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._empty_label = Label(context, "", text_role=TextRole.SECONDARY, wrap=True)
        px = context.theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(px(8), px(8), px(8), px(8))
        column.addWidget(self.field)
        column.addWidget(self._empty_label)
        column.addWidget(self.view, 1)
        self._column = column
        self._max_height = px(size.height())  # less where the screen has no room
        open_within_screen(self, px(size.width()), self._max_height)
        self.field.textChanged.connect(self.show_matches)
        self.field.installEventFilter(self)
        self.view.action_used.connect(lambda _make_entry, _does: self._choose())
        self.view.clicked.connect(lambda _index: self._choose())
        self.show_matches("")

    def show_matches(self, text: str) -> None:
        """Show the rows that match a text, the first one selected."""
        self._model.set_query(text)
        # First: shown later or made higher, the list would scroll to its current row.
        self.show_nothing()
        # Enter after typing takes the first match.
        self.select_first()

    def select_first(self) -> None:
        """Select the first row, with the heading above it in view."""
        self.view.setCurrentIndex(self._model.find_first())
        self.view.scrollToTop()

    def show_nothing(self) -> None:
        """Show the sentence that nothing matches, or hide it if something does."""
        self._empty_label.setText(self.describe_no_match(self.field.text()))
        self._empty_label.setVisible(not self._model.rowCount())
        self.view.setVisible(bool(self._model.rowCount()))  # a list without rows is a bare strip
        self._fit_height()

    def _fit_height(self) -> None:
        """Be as high as the matches, up to a limit."""
        # How high the other parts are: all but a view of one pixel.
        self.view.setMinimumHeight(1)
        self._column.activate()
        width = self.width()
        others_height = (
            self._column.heightForWidth(width) if self._column.hasHeightForWidth() else -1
        )
        others_height = max(others_height, self._column.sizeHint().height())
        rows = 0
        if self._model.rowCount():
            margins = self.view.viewportMargins()
            others_height += margins.top() + margins.bottom() - self.view.sizeHint().height()
        for row in range(self._model.rowCount()):
            rows += self.view.sizeHintForRow(row)
            if others_height + rows >= self._max_height:
                break
        self.resize(width, min(others_height + rows, self._max_height))

    def describe_no_match(self, text: str) -> str:
        """Return the sentence that an empty list shows."""
        return describe_no_match(text) if text else tr("Nothing matches.")

    def eventFilter(self, watched_object: QObject, event: QEvent) -> bool:
        # Arrows and Enter of the field act on the list.
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() in _MOVE_KEYS:
                # Handed on directly: the list has no focus, so it gets no key events of its own.
                self.view.keyPressEvent(event)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose()
                return True
        return False

    def _choose(self) -> None:
        """Close the popup, and emit the value of the current row."""
        entry = self.view.get_current_value()
        if entry is not None:
            # Closed first: while a popup is open, mouse and keys go to it, and not to what the
            # signal opens.
            self.close()
            self.chosen.emit(entry)

    def open_at(self, position: QPoint, text: str = "") -> None:
        """Show the popup on its screen at a point, with a text in its field."""
        if text:
            self.field.setText(text)
        # Qt keeps menus on the screen, not other popups.
        available_area = self.screen().availableGeometry()
        x = max(available_area.left(), min(position.x(), available_area.right() - self.width()))
        # At its full height, as a shorter text may find more.
        highest = max(
            available_area.bottom() - position.y(), self._context.theme.px(_MIN_LIST_HEIGHT)
        )
        self._max_height = min(self._max_height, highest, available_area.height())
        y = max(available_area.top(), min(position.y(), available_area.bottom() - self._max_height))
        self.move(x, y)
        self._fit_height()
        self.show()
        self.field.setFocus()


class SearchBox(PopupList):
    """A popup with named things, the best matches first."""

    def __init__(
        self,
        context: ThemeContext,
        entries: Sequence[SearchEntry],
        *,
        name: str,
        hint: str,
        is_search: bool = True,
        size: QSize = _LIST_SIZE,
        parent: QWidget | None = None,
    ) -> None:
        self.entries = tuple(entries)
        self.model = PaletteModel()
        self.model.show(self.entries)
        super().__init__(
            context, self.model, name=name, hint=hint, is_search=is_search, size=size, parent=parent
        )


class ValueChooser(SearchBox):
    """A popup that lists values, with a valid typed one first.

    With `filters` a typed word is a value only if nothing matches it.

    Signals:
        value_chosen: the value, in the form in which it is typed.
    """

    value_chosen = Signal(str)

    def __init__(
        self,
        context: ThemeContext,
        choices: Iterable[WhatIfChoice],
        *,
        name: str,
        hint: str,
        interpret: InterpretText,
        refusal: str,
        filters: bool = False,
        value: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Make a popup whose list has a tick at the present `value`, None for no such value."""
        # Before the base class is made, which calls show_matches().
        self._interpret = interpret
        self._refusal = refusal
        self._filters = filters
        self._value = value
        self._choices = list(map(self._make_entry, choices))
        if value is not None and not self._is_listed(value):
            present_choice = WhatIfChoice(value, value, tr("currently assumed"))
            self._choices.insert(1, self._make_entry(present_choice))
        super().__init__(
            context,
            self._choices,
            name=name,
            hint=hint,
            is_search=False,
            size=_VALUES_SIZE,
            parent=parent,
        )
        self.chosen.connect(lambda entry: self.value_chosen.emit(entry.key))

    def set_choices(self, choices: Iterable[WhatIfChoice]) -> None:
        """Add values that were found later."""
        new_choices = [choice for choice in choices if not self._is_listed(choice.value)]
        self._choices += map(self._make_entry, new_choices)
        self.show_matches(self.field.text())

    def show_matches(self, text: str) -> None:
        """Show the values that match a text, and the text itself if it is a valid value."""
        # What is typed comes first in the list, if it can be used.
        value = text.strip()
        # A word filters if anything has it; a path is always a value.
        is_filter = "/" not in value and self._filters and self._has_match(value)
        is_new = value and not self._is_listed(value) and not is_filter
        meaning_text = self._interpret(value) if is_new else ""
        typed_entries = (
            [SearchEntry(value, meaning_text, EntryKind.CHOICE, value)] if meaning_text else []
        )
        self.model.show((*typed_entries, *self._choices))
        super().show_matches(text)
        present_index = self.model.find_index(f"{EntryKind.CHOICE}:{self._value}")
        if not value and present_index.isValid():
            self.view.setCurrentIndex(present_index)

    def _is_listed(self, value: str) -> bool:
        return any(entry.key == value for entry in self._choices)

    def _has_match(self, typed_text: str) -> bool:
        """Return whether a choice contains all typed words."""
        words = typed_text.casefold().split()
        texts = (f"{entry.title}\n{entry.subtitle}".casefold() for entry in self._choices)
        return any(all(word in text for word in words) for text in texts)

    def describe_no_match(self, text: str) -> str:
        """Return the sentence for an empty list."""
        return self._refusal if text else tr("No suggestions. Type a value.")

    def _make_entry(self, choice: WhatIfChoice) -> SearchEntry:
        """Return the row of the list for a value."""
        icon = "check" if choice.value == self._value else choice.icon
        return SearchEntry(choice.title, choice.note, EntryKind.CHOICE, choice.value, icon)
