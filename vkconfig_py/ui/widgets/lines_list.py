"""Lists of titled lines with buttons and links, and the text that Ctrl+C copies from a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QMetaMethod,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from vkconfig_py.model.items.keyed_list import EMPTY_LINE, LinesModel, ModelIndex
from vkconfig_py.model.text.lines import ListLine
from vkconfig_py.model.text.wording import make_stacked_tooltip
from vkconfig_py.ui.theme.context import (
    ThemeContext,
    break_first_line,
    draw_text,
    limit_row_width,
    mirror,
    paint_field_ground,
    paint_focus,
    paint_row_box,
    painting_unmirrored,
)
from vkconfig_py.ui.theme.theme import Theme
from vkconfig_py.ui.widgets.basic import RowDelegate, find_menu_position, set_up_scrolling
from vkconfig_py.ui.widgets.desktop import SelectionFollower

_LINK_PART = -1
_NO_PART = -2
_MENU_PART = -3
_NOTHING_PRESSED = (QPersistentModelIndex(), _NO_PART)
_MIN_PATH_LENGTH = 24  # characters of a word whose middle may be left out
_MAX_NOTE_SHARE = 0.55  # of a line, which a note takes from a title that is too long
_GAP_AROUND_BUTTONS = 3  # pixels above and below buttons that stand below the texts of a row
_PARAGRAPH_SEPARATOR = "\u2029"  # what Qt has between the lines of a marked text


class NoEditorEvents:
    """Mixin for delegates that leaves clicks and keys to the view.

    Qt would toggle a check state where its own style draws the box, and these delegates draw it
    elsewhere.
    """

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: ModelIndex,
    ) -> bool:
        return False


class RowButtons(NamedTuple):
    """Where the buttons of a row are.

    Attributes:
        rects: of its actions from the first on, as many as have room.
        menu: of the button “…” for the other ones, None where all have room.
        are_below: they stand below the texts of the row, not beside them.
    """

    rects: list[QRectF]
    menu: QRectF | None = None
    are_below: bool = False


class LinesDelegate(RowDelegate):
    """Paints the lines of a LinesModel.

    Attributes:
        chosen_button: number of the current row's button that Enter uses.
        has_menu: rows have a menu, which a button opens where not all of their buttons have room;
            where none has room beside whole texts, all stand below them, and a title that is longer
            than the list is wide takes a second line.
        wraps_text: the text of a row takes a second line where one is too short for it.
    """

    has_menu = False

    def __init__(
        self,
        context: ThemeContext,
        parent: QWidget | None = None,
        *,
        badges: Iterable[str] = (),
        wraps_text: bool = False,
    ) -> None:
        """Make a delegate; all that its rows may have on the left, `badges`, share a column."""
        super().__init__(parent)
        self._context = context
        self._badges = tuple(badges)
        self.wraps_text = wraps_text
        self.chosen_button = 0

    def get_line(self, index: ModelIndex) -> ListLine:
        """Return the title, texts and buttons of the row at an index."""
        model = index.model()
        return model.line_at(index) if isinstance(model, LinesModel) else EMPTY_LINE

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        theme = self._context.theme
        line = self.get_line(index)
        # A title of 20, lines of 18, buttons of 24, and 4 above and below.
        count, title_count, buttons_height = bool(line.text) + bool(line.location), 1, 0
        view = self.parent()
        if self.may_grow and isinstance(view, QListView):
            row = QRect(0, 0, view.viewport().width(), theme.px(28))
            buttons = self._layout_buttons(row, index)
            width = self._find_text_area(row, index, buttons).width()
            count += len(self._break_text(theme, line, width)) > 1
            title_count = len(self._break_title(theme, line, width))
            buttons_height = 24 + 2 * _GAP_AROUND_BUTTONS if buttons.are_below else 0
        return QSize(theme.px(200), theme.px(20 * title_count + 18 * count + 8 + buttons_height))

    @property
    def may_grow(self) -> bool:
        """True if the heights of rows depend on the width of the list."""
        return self.wraps_text or self.has_menu

    def _find_text_left(self, theme: Theme, index: ModelIndex) -> int:
        """Return where the texts of a row begin, in pixels from the left."""
        line = self.get_line(index)
        if line.badge:
            widest = max(map(theme.small_strong.width, self._badges), default=0)
            return max(theme.px(16) + widest + theme.px(8), theme.px(64))
        return theme.px(46 if line.icon else 16)

    def get_action_rects(self, rect: QRect, index: ModelIndex) -> list[QRectF]:
        """Return the rectangles of a row's buttons.

        They take at most half of the row, and where it has a menu no room that its texts need: if
        none has room beside these, all stand below. The other buttons are only in the row's menu.
        """
        buttons = self._layout_buttons(rect, index).rects
        return [self._mirror_rect(button, rect) for button in buttons]

    def get_menu_rect(self, rect: QRect, index: ModelIndex) -> QRectF:
        """Return the rectangle of the button that opens a row's menu, empty if it has none."""
        return self._mirror_rect(self._layout_buttons(rect, index).menu or QRectF(), rect)

    def get_link_rect(self, rect: QRect, index: ModelIndex) -> QRectF:
        """Return the rectangle of a row's link, empty if it has none."""
        return self._mirror_rect(self._layout_link(rect, index), rect)

    def _mirror_rect(self, part: QRectF, row: QRect) -> QRectF:
        """Return where a part of a row is, mirrored if the list reads from right to left."""
        view = self.parent()
        if part.isEmpty() or not (isinstance(view, QWidget) and view.isRightToLeft()):
            return part
        left = row.left() + row.right() + 1 - part.right()
        return QRectF(left, part.top(), part.width(), part.height())

    def _layout_buttons(self, row: QRect, index: ModelIndex) -> RowButtons:
        """Return where the buttons of a row are, in a list that is not mirrored."""
        theme = self._context.theme
        px, rect = theme.px, limit_row_width(theme, row)
        actions = self.get_line(index).actions
        widths = [theme.small_strong.width(action.label) + px(24) for action in actions]
        gap, menu_width = px(12), px(36)
        count = self._count_buttons(rect, index, [width + gap for width in widths])
        are_below = self.has_menu and not count and bool(widths)
        if are_below:
            left = rect.left() + self._find_text_left(theme, index)
            available_width = rect.right() - px(16) - left + gap
            count = _count_fitting(
                [width + gap for width in widths], available_width, menu_width + gap
            )
        shows_menu = self.has_menu and count < len(widths)
        shown_widths = [*widths[:count], *([menu_width] if shows_menu else [])]
        height = px(24)
        if are_below:
            top: float = rect.bottom() + 1 - px(4 + _GAP_AROUND_BUTTONS) - height
        else:
            top = QRectF(rect).center().y() - height / 2
            left = rect.right() - px(16) - sum(shown_widths) - gap * (len(shown_widths) - 1)
        rects: list[QRectF] = []
        for width in shown_widths:
            rects.append(QRectF(left, top, width, height))
            left += width + gap
        return RowButtons(rects[:count], rects[count] if shows_menu else None, are_below)

    def _count_buttons(self, row: QRect, index: ModelIndex, widths: Sequence[int]) -> int:
        """Return how many buttons have room beside the texts of a row; without a menu one at least.

        `widths` are those of the buttons, each with a gap. More than one take half of the row.
        """
        theme, line = self._context.theme, self.get_line(index)
        menu_width = theme.px(36 + 12)
        texts_width = row.width() - theme.px(16) - self._find_text_left(theme, index)
        for count in range(len(widths), 0, -1):
            used_width = sum(widths[:count])
            if self.has_menu and count < len(widths):
                used_width += menu_width
            if used_width > row.width() / 2 and count > 1:
                continue
            if not self.has_menu or self._has_room(theme, line, texts_width - used_width):
                return count
        return 0

    def _has_room(self, theme: Theme, line: ListLine, available_width: float) -> bool:
        """Return whether the title and the text of a row are whole in a width.

        The title has a line. A path may be cut.
        """
        note_width = theme.px(10) + theme.small.width(line.note) if line.note else 0
        if _measure_title(theme, line) + note_width > available_width:
            return False
        text_width = _measure_status(theme, line) + theme.small.width(line.text)
        if text_width <= available_width or line.path_prefix:
            return True
        if not self.wraps_text or text_width > 2 * available_width:
            return False
        last_line = self._break_text(theme, line, available_width)[-1]
        return theme.small.width(last_line) <= available_width

    def _find_text_area(
        self, row: QRect, index: ModelIndex, buttons: RowButtons | None = None
    ) -> QRectF:
        """Return where the texts of a row stand, in a list that is not mirrored.

        `buttons`: of the row, where they are known.
        """
        theme = self._context.theme
        rect = limit_row_width(theme, row)
        buttons = buttons or self._layout_buttons(row, index)
        left = rect.left() + self._find_text_left(theme, index)
        first_rect = buttons.rects[0] if buttons.rects else buttons.menu
        if first_rect is None or buttons.are_below:
            end: float = rect.right() - theme.px(16)
        else:
            end = first_rect.left() - theme.px(12)
        return QRectF(left, rect.top(), end - left, rect.height())

    def _layout_link(self, row: QRect, index: ModelIndex) -> QRectF:
        """Return the rectangle of a row's link in a list that is not mirrored."""
        theme, line = self._context.theme, self.get_line(index)
        if not line.location:
            return QRectF()
        area = self._find_text_area(row, index)
        count = len(self._break_text(theme, line, area.width()))
        title_count = len(self._break_title(theme, line, area.width()))
        top = area.top() + theme.px(4 + 20 * title_count + 18 * count)
        width = min(theme.small.width(line.location), area.width())
        return QRectF(area.left(), top, width, theme.px(18))

    def _break_title(self, theme: Theme, line: ListLine, available_width: float) -> tuple[str, ...]:
        """Return the title of a row in the lines that it takes, without its faint prefix."""
        prefix, title = _split_title(line)
        first_width = available_width - theme.body.width(prefix)
        if not self.has_menu or theme.strong.width(title) <= first_width:
            return (title,)
        return break_first_line(title, theme.strong, round(first_width)) or (title,)

    def _break_text(self, theme: Theme, line: ListLine, available_width: float) -> tuple[str, ...]:
        """Return the text of a row in the lines that it takes, none without a text."""
        if not line.text or not self.wraps_text or line.path_prefix:
            return (line.text,) if line.text else ()
        first_line_width = available_width - _measure_status(theme, line)
        if theme.small.width(line.text) <= first_line_width:
            return (line.text,)
        return break_first_line(line.text, theme.small, round(first_line_width))

    def describe_row(self, option: QStyleOptionViewItem, index: ModelIndex) -> str:
        # What is elided stands above what the model says of the row.
        tooltip = super().describe_row(option, index)
        elided_lines = self._list_elided_lines(option.rect, index)
        return make_stacked_tooltip("\n".join(elided_lines), tooltip) if elided_lines else tooltip

    def _list_elided_lines(self, row: QRect, index: ModelIndex) -> tuple[str, ...]:
        """Return in full the texts of a row that are elided."""
        theme, line = self._context.theme, self.get_line(index)
        available_width = self._find_text_area(row, index).width()
        title_lines = self._break_title(theme, line, available_width)
        title = " · ".join(filter(None, (line.title, line.note)))
        text = f"{line.status_word}: " if line.status_word else ""
        text += " ".join(filter(None, (line.path_prefix, line.text)))
        text_lines = self._break_text(theme, line, available_width)
        widths = (
            theme.strong.width(title_lines[-1] if len(title_lines) > 1 else title),
            theme.small.width(text_lines[-1] if len(text_lines) > 1 else text),
            theme.small.width(line.location),
        )
        texts = (title, text, line.location)
        return tuple(
            text for text, width in zip(texts, widths, strict=True) if width > available_width
        )

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        theme = self._context.theme
        px, colors = theme.px, theme.colors
        state: QStyle.StateFlag = option.state
        line = self.get_line(index)
        # A view paints all rows with one painter.
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror(painter, option.widget, QRectF(option.rect))
        rect = limit_row_width(theme, option.rect)
        area = QRectF(rect)
        box = area.adjusted(px(8), 1, -px(8), -1)
        paint_row_box(painter, theme, box, state)
        if state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, theme, box, px(6))
        buttons = self._layout_buttons(option.rect, index)
        text_area = self._find_text_area(option.rect, index, buttons)
        left, right = text_area.left(), text_area.right()
        top = area.top() + px(4)
        text_role = colors.tone(line.tone)
        if line.badge:
            painter.setPen(text_role)
            draw_text(painter, theme.small_strong, line.badge, area.left() + px(16), top,
                      left - area.left() - px(16), px(20))  # fmt: skip
        elif line.icon:
            size = px(18)
            icon_rect = QRectF(area.left() + px(16), top + (px(20) - size) / 2, size, size)
            self._context.icons.paint(painter, line.icon, text_role, icon_rect)
        title_lines = self._break_title(theme, line, right - left)
        self._paint_title(painter, theme, line, QRectF(left, top, right - left, px(20)),
                          title_lines)  # fmt: skip
        top += px(20) * len(title_lines)
        if line.text:
            text_lines = self._break_text(theme, line, right - left)
            self._paint_text(painter, theme, line, QRectF(left, top, right - left, px(18)),
                             text_lines)  # fmt: skip
            top += px(18) * len(text_lines)
        if line.location:
            painter.setPen(colors.accent)
            draw_text(painter, theme.small, line.location, left, top, right - left, px(18),
                      Qt.TextElideMode.ElideMiddle)  # fmt: skip
        # Drawn buttons have no focus of their own: the ring shows which one Enter would press.
        focused_number = self.chosen_button if state & QStyle.StateFlag.State_HasFocus else -1
        self._paint_buttons(painter, theme, line, buttons, focused_number)
        painter.restore()

    def _paint_buttons(
        self,
        painter: QPainter,
        theme: Theme,
        line: ListLine,
        buttons: RowButtons,
        focused_index: int,
    ) -> None:
        """Paint the buttons of a row; `focused_index` is the number of the one that Enter uses."""
        count = len(buttons.rects)
        for number, (button, action) in enumerate(zip(buttons.rects, line.actions, strict=False)):
            self._paint_button(
                painter, theme, button, action.label, has_focus=number == focused_index
            )
        if buttons.menu is not None:
            self._paint_button(painter, theme, buttons.menu, "", has_focus=focused_index >= count)
            menu_rect = QRectF(0, 0, theme.px(16), theme.px(16))
            menu_rect.moveCenter(buttons.menu.center())
            self._context.icons.paint(painter, "more", theme.colors.text, menu_rect)

    def _paint_title(
        self,
        painter: QPainter,
        theme: Theme,
        line: ListLine,
        area: QRectF,
        title_lines: tuple[str, ...],
    ) -> None:
        """Paint the title of a row in its lines, and its note in the room that is left."""
        left, right, top, height = area.left(), area.right(), area.top(), area.height()
        prefix, _title = _split_title(line)
        name_width: float = 0
        end = right
        note_width = theme.px(10) + theme.small.width(line.note) if line.note else 0
        if len(title_lines) == 1 and 0 < note_width <= (right - left) * _MAX_NOTE_SHARE:
            end = right - note_width
            title_lines = (_shorten_path(theme, title_lines[0], end - left),)
        for title in title_lines:
            prefix_width = theme.body.width(prefix)
            # One name, which reads from left to right also in a mirrored row.
            name_width = min(prefix_width + theme.strong.width(title), end - left)
            with painting_unmirrored(painter, left, name_width):
                painter.setPen(theme.colors.faint)
                draw_text(painter, theme.body, prefix, left, top, name_width, height)
                painter.setPen(theme.colors.text)
                draw_text(painter, theme.strong, title, left + prefix_width, top,
                          name_width - prefix_width, height)  # fmt: skip
            prefix, top = "", top + height
        left += name_width + theme.px(10)
        if line.note and right - left > theme.px(32):
            painter.setPen(theme.colors.secondary)
            draw_text(painter, theme.small, line.note, left, top - height, right - left, height,
                      baseline_style=theme.strong)  # fmt: skip

    def _paint_text(
        self,
        painter: QPainter,
        theme: Theme,
        line: ListLine,
        area: QRectF,
        text_lines: tuple[str, ...],
    ) -> None:
        """Paint the text of a row in its lines, the first with status word and path."""
        left, right, top, height = area.left(), area.right(), area.top(), area.height()
        if line.status_word:
            painter.setPen(theme.colors.tone(line.tone))
            left += theme.small.width(" ") + draw_text(
                painter, theme.small_strong, f"{line.status_word}:", left, top, right - left, height
            )
        painter.setPen(theme.colors.secondary)
        if line.path_prefix:
            left += theme.small.width(" ") + draw_text(
                painter, theme.small, line.path_prefix, left, top, right - left, height
            )
        elide = Qt.TextElideMode.ElideLeft if line.path_prefix else Qt.TextElideMode.ElideMiddle
        for text in text_lines:
            draw_text(painter, theme.small, text, left, top, right - left, height, elide)
            left, top = area.left(), top + height

    def _paint_button(
        self, painter: QPainter, theme: Theme, rect: QRectF, label: str, *, has_focus: bool
    ) -> None:
        """Paint a button of a row.

        Args:
            painter: of the list.
            theme: has font and colors.
            rect: of the button.
            label: its text.
            has_focus: it is the one that Enter uses.
        """
        paint_field_ground(painter, theme, rect, theme.px(6))
        painter.setPen(theme.colors.text)
        left = rect.center().x() - theme.small_strong.width(label) / 2
        draw_text(painter, theme.small_strong, label, left, rect.top(), rect.width(),
                  rect.height())  # fmt: skip
        if has_focus:
            paint_focus(painter, theme, rect, theme.px(6))


def _split_title(line: ListLine) -> tuple[str, str]:
    """Return the faint prefix of a row's title, and the rest."""
    prefix = line.faint_prefix if line.faint_prefix != line.title else ""
    return prefix, line.title.removeprefix(prefix)


def _measure_title(theme: Theme, line: ListLine) -> int:
    """Return the width that the title of a row needs to be whole."""
    prefix, title = _split_title(line)
    return theme.body.width(prefix) + theme.strong.width(title)


def _count_fitting(widths: Sequence[int], available_width: float, menu_width: int) -> int:
    """Return how many buttons have room, with that of the menu where not all have.

    All widths are with a gap.
    """
    if sum(widths) <= available_width:
        return len(widths)
    count = len(widths) - 1
    while count and sum(widths[:count]) + menu_width > available_width:
        count -= 1
    return count


def _measure_status(theme: Theme, line: ListLine) -> int:
    """Return the width of the status word of a row with what follows it, 0 without one."""
    if not line.status_word:
        return 0
    return theme.small_strong.width(f"{line.status_word}:") + theme.small.width(" ")


class LinesView(QListView):
    """A list that turns clicks on drawn buttons and links into signals with the values of rows.

    Signals:
        action_used: a button of a row was used, by mouse or with Enter (value, what it does; None
            where Enter was pressed on a row without buttons).
        choice_changed: the button that Enter uses changed, or the current row.
        link_used: the link of a row was used (value).
        row_selected: the current row changed (value, None for no row).
        menu_requested: the menu of a row is requested (value, point of the screen).
    """

    action_used = Signal(object, object)
    choice_changed = Signal()
    link_used = Signal(object)
    row_selected = Signal(object)
    menu_requested = Signal(object, QPoint)

    def __init__(
        self,
        context: ThemeContext,
        model: LinesModel[Any],
        name: str,
        parent: QWidget | None = None,
        *,
        delegate: LinesDelegate | None = None,
    ) -> None:
        super().__init__(parent)
        self._lines = model
        self._delegate = delegate or LinesDelegate(context)
        self._pressed_part = _NOTHING_PRESSED
        # Views do not own their delegates; a child is deleted with its view.
        self._delegate.setParent(self)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        set_up_scrolling(self, context)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        # For the hand over drawn buttons and links.
        self.setMouseTracking(True)
        self.setAccessibleName(name)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        model.dataChanged.connect(self._on_values_changed)
        SelectionFollower(self)
        self.setViewportMargins(0, context.theme.px(4), 0, context.theme.px(4))
        # Also around the rows, where the color of the window would be a band.
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setAutoFillBackground(True)
        # Views cache the size hints of rows until a layout.
        context.changed.connect(self.scheduleDelayedItemsLayout)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Qt lays nothing out again for the room that its scroll bar takes.
        if self._delegate.may_grow and event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def rowsAboutToBeRemoved(self, parent: ModelIndex, first: int, last: int) -> None:  # noqa: N802 - Qt's name
        # Where the current row goes another one becomes current, to which Qt would scroll.
        self.setAutoScroll(False)
        super().rowsAboutToBeRemoved(parent, first, last)
        self.setAutoScroll(True)

    def get_current_value(self) -> Any:
        """Return the value of the current row, None if there is none."""
        return self._lines.get_value(self.currentIndex())

    def get_chosen_action(self) -> Any:
        """Return the action of the button that Enter would use, None without one."""
        return self._get_action(self.currentIndex(), self._delegate.chosen_button)

    def choose_button(self, number: int) -> None:
        """Choose which button of the current row Enter uses, counted from 0."""
        count = len(self._lines.line_at(self.currentIndex()).actions)
        number = max(0, min(number, count - 1))
        if number != self._delegate.chosen_button:
            self._delegate.chosen_button = number
            self.viewport().update()
            self.choice_changed.emit()

    def _get_action(self, index: QModelIndex, number: int) -> Any:
        """Return what a button of a row does, None without such a button.

        `number` is that of the button, from 0.
        """
        actions = self._lines.line_at(index).actions
        return actions[number].action if number < len(actions) else None

    def _on_values_changed(self) -> None:
        """Keep the chosen button within those that the row has now."""
        # A row that has fewer buttons now may not have the chosen one.
        self.choose_button(self._delegate.chosen_button)
        if self._delegate.may_grow:
            self.scheduleDelayedItemsLayout()

    def _on_current_changed(self, current_index: QModelIndex, _previous: QModelIndex) -> None:
        """Choose the first button of the row that became current, and announce the row."""
        self._delegate.chosen_button = 0
        self.row_selected.emit(self._lines.get_value(current_index))
        self.choice_changed.emit()

    def _find_part(self, point: QPoint) -> tuple[QModelIndex, int]:
        """Return the row at a point, and which part of it is there.

        The part is the number of a button, _LINK_PART, _MENU_PART or _NO_PART.
        """
        index = self.indexAt(point)
        if not index.isValid():
            return index, _NO_PART
        rect = self.visualRect(index)
        for number, button in enumerate(self._delegate.get_action_rects(rect, index)):
            if button.contains(point):
                return index, number
        if self._delegate.get_menu_rect(rect, index).contains(point):
            return index, _MENU_PART
        return index, _LINK_PART if self._delegate.get_link_rect(rect, index).contains(
            point
        ) else _NO_PART

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        _index, part = self._find_part(event.position().toPoint())
        hand_shape, arrow_shape = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(arrow_shape if part == _NO_PART else hand_shape)
        super().mouseMoveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # First the row becomes current, which resets the chosen button; then the pressed one is
        # chosen.
        super().mousePressEvent(event)
        left = event.button() is Qt.MouseButton.LeftButton
        index, part = self._find_part(event.position().toPoint())
        # Other buttons open menus, and must not press what is drawn.
        self._pressed_part = (QPersistentModelIndex(index), part) if left else _NOTHING_PRESSED
        if left and part >= 0:
            self.choose_button(part)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index, part = self._find_part(event.position().toPoint())
        pressed_part, self._pressed_part = self._pressed_part, _NOTHING_PRESSED
        # A press that ends elsewhere is taken back, as with real buttons; rows may have moved.
        if (QPersistentModelIndex(index), part) != pressed_part:
            return
        if part >= 0:
            self.action_used.emit(self._lines.get_value(index), self._get_action(index, part))
        elif part == _MENU_PART:
            self._open_menu(index)
        elif part == _LINK_PART:
            self.link_used.emit(self._lines.get_value(index))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if not self.currentIndex().isValid():
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._use_chosen_button(self.currentIndex())
        # In a list of one column these keys have no other use.
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            step = 1 if key == Qt.Key.Key_Right else -1
            self.choose_button(self._delegate.chosen_button + step)
        else:
            super().keyPressEvent(event)

    def _use_chosen_button(self, index: ModelIndex) -> None:
        """Do what the ringed button does: an action that has no room is in the menu of "…"."""
        row = self.visualRect(index)
        shown_rects = self._delegate.get_action_rects(row, index)
        if (
            self._delegate.chosen_button >= len(shown_rects)
            and not self._delegate.get_menu_rect(row, index).isEmpty()
        ):
            self._open_menu(index)
        else:
            self.action_used.emit(self.get_current_value(), self.get_chosen_action())

    def _open_menu(self, index: ModelIndex) -> None:
        """Ask for the menu of a row, below its button "…"."""
        button = self._delegate.get_menu_rect(self.visualRect(index), index)
        corner = self.viewport().mapToGlobal(button.bottomLeft().toPoint())
        self.menu_requested.emit(self._lines.get_value(index), corner)

    def connectNotify(self, signal: QMetaMethod) -> None:  # noqa: N802 - Qt's name
        if bytes(signal.name().data()) == b"menu_requested":
            self._delegate.has_menu = True

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index, position = find_menu_position(self, event)
        if index.isValid():
            self.setCurrentIndex(index)
            self.menu_requested.emit(self.get_current_value(), position)


class SelfCopyingView:
    """A view with too many rows for `get_copied_text`: it copies on a worker."""

    def copy_selected(self) -> None:
        """Copy the selected rows, without waiting."""
        raise NotImplementedError


def get_copied_text(widget: QWidget | None) -> str:
    """Return the text that Ctrl+C copies from a widget, "" if the widget provides none."""
    if isinstance(widget, QAbstractItemView):
        return "\n".join(_render_row(widget, index) for index in _list_rows(widget))
    if isinstance(widget, QPlainTextEdit):
        return widget.textCursor().selectedText().replace(_PARAGRAPH_SEPARATOR, "\n")
    if isinstance(widget, (QLineEdit, QLabel)):
        return widget.selectedText()
    return ""


def _list_rows(view: QAbstractItemView) -> list[QModelIndex]:
    """Return the selected rows of a view from the top, or without any the current one."""
    selected_indexes = sorted(view.selectedIndexes(), key=lambda index: index.row())
    current_index = view.currentIndex()
    return selected_indexes or ([current_index] if current_index.isValid() else [])


def _render_row(view: QAbstractItemView, index: QModelIndex) -> str:
    """Return a row as text, or its accessible text if it has several lines."""
    accessible_text = (
        index.data(Qt.ItemDataRole.AccessibleTextRole) if isinstance(view, LinesView) else ""
    )
    return str(accessible_text or index.data() or "")


def _shorten_path(theme: Theme, title: str, available_width: float) -> str:
    """Return a title that is too long without the middle of its longest word, if that suffices.

    A path is known by its ends.
    """
    font = theme.strong
    lacking_width = font.width(title) - available_width
    word = max(title.split(" "), key=font.width)
    room = font.width(word) - lacking_width
    if lacking_width <= 0 or len(word) < _MIN_PATH_LENGTH or room < theme.px(60):
        return title
    short_word = font.metrics.elidedText(word, Qt.TextElideMode.ElideMiddle, int(room))
    return title.replace(word, short_word, 1)
