"""Messages of the window: the one that floats over its content, and the list of past ones."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCursor,
    QHideEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QListView,
    QMainWindow,
    QStyle,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.items.keyed_list import LinesModel, ModelIndex
from vkconfig_py.model.text.lines import LineAction, ListLine
from vkconfig_py.model.text.wording import (
    escape_invisible_lines,
    make_tooltip,
)
from vkconfig_py.ui.theme.context import (
    SHADOW_SIZE,
    ThemeContext,
    add_break_points,
    cut_lines,
    draw_paragraph,
    draw_text,
    mirror,
    paint_focus,
    paint_row_box,
    paint_shadow,
)
from vkconfig_py.ui.theme.theme import Theme, ThemeFont
from vkconfig_py.ui.widgets.basic import Label, TextRole, set_background
from vkconfig_py.ui.widgets.buttons import Button, Frame
from vkconfig_py.ui.widgets.choosers import Popup
from vkconfig_py.ui.widgets.lines_list import LinesDelegate, LinesView
from vkconfig_py.ui.widgets.menus import PopupMenu
from vkconfig_py.ui.window.message_history import (
    MessageHistory,
    ToastAction,
    ToastEntry,
)

if TYPE_CHECKING:
    from vkconfig_py.ui.chain.pane import ChainPane

_MAX_LINES, _MAX_CODE_LINES, _MIN_NOTE_LINES = 3, 12, 6
_OTHER_LINES = 8  # of small text, for which a message with all its notes leaves room
_LINES_BESIDE_LINKS = 2  # of a sentence; a longer one has them below
_BRIEF_CODE_LINES, _BRIEF_NOTE_LINES = 2, 2  # until the user wants to see the details
_MAX_WIDTH, _MARGIN = 640, 12
_MIN_PANE_WIDTH = 480  # of the chain for a message within it
_MIN_ROOM = 240  # least height of the content for a message above a panel
_IN_USE_COST, _ROW_COST = 100, 3  # of covering what is in use, or a row
_POINTER_REACH = 44  # around the pointer: the control just used, and what is clicked next
_LIST_WIDTH, _MAX_LIST_HEIGHT = 480, 360
_ICONS = {"warn": "warn", "error": "error"}
_TEXT_ROLES = {"warn": TextRole.WARN, "error": TextRole.ERROR}
_WRAP = int(Qt.TextFlag.TextWordWrap)
GUARD_MS = 700  # in which a hand that was on its way still clicks
NO_MESSAGES = tr("No messages yet.")


class ClickGuard(QWidget):
    """Takes, for a moment, the clicks on the place where a message was.

    Who goes for a button of a message, or clicks it twice, must not hit what was beneath.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def cover(self, area: QRect) -> None:
        """Take the clicks on an area of the window from now on."""
        self.setGeometry(area)
        self.show()
        self.raise_()
        self._timer.start(GUARD_MS)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the click: an ignored one would go to the window."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take the second click."""


class _Slot(Enum):
    """Where across the window a message stands."""

    MIDDLE = auto()
    RIGHT = auto()
    LEFT = auto()


class Toast(QWidget):
    """A message with its buttons, over the lower edge of the window's content.

    It takes no place in the layout and no focus, comes up beside the pointer and what has the
    focus, and stays there: below the rows of the chain, which end above it, where it has room.

    Attributes:
        entry: the message that is shown, or was shown last.

    Signals:
        action_used: a button of the message was used (its ToastEntry, a ToastAction).
        closed: it was dismissed.
        left: the pointer has left it.
    """

    entry: ToastEntry
    action_used = Signal(object, object)
    closed = Signal()
    left = Signal()

    def __init__(self, context: ThemeContext, window: QWidget, chain: ChainPane) -> None:
        super().__init__(window)
        self._context, self._chain = context, chain
        self.click_guard = ClickGuard(window)
        self.setAccessibleName(tr("Message"))
        self._label = Label(context, wrap=True)
        self.command_button = Button(
            context, frame=Frame.LINK, height=24, name=tr("Suggested action")
        )
        self.undo_button = Button(context, tr("Undo"), frame=Frame.LINK, height=24)
        self.close_button = Button(
            context, icon="close", frame=Frame.FLAT, height=24, name=tr("Close this message")
        )
        self.close_button.setToolTip(tr("Close (Esc)"))
        self.details_button = Button(context, tr("Show details"), frame=Frame.LINK, height=24)
        self.details_button.clicked.connect(self._show_details)
        self._detailed_number = 0  # of the message whose details are shown
        self._bottom_edge = 0
        self._slot = _Slot.MIDDLE
        self._lift = 0  # pixels above the lowest place
        self._was_painted = False  # it was painted; before that it may still stand elsewhere
        self.undo_button.clicked.connect(lambda: self._use(ToastAction.UNDO))
        self.command_button.clicked.connect(lambda: self._use(ToastAction.OFFER))
        self.close_button.clicked.connect(self.closed)
        self._code = Label(context, text_style="code", wrap=True)
        self._code.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._notes = Label(context, text_style="small", text_role=TextRole.WARN, wrap=True)
        self._links = (self.details_button, self.command_button, self.undo_button)
        self._row, self._links_row = QHBoxLayout(), QHBoxLayout()
        self._row.addWidget(self._label)
        self._row.addStretch(1)
        self._row.addWidget(self.close_button)
        self._links_row.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._row)
        self._column.addWidget(self._code)
        self._column.addWidget(self._notes)
        self._column.addLayout(self._links_row)
        self._put_links(is_below=False)
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()
        self.hide()

    def _on_metrics_changed(self) -> None:
        px, shadow = self._context.theme.px, SHADOW_SIZE
        start, end = px(40) + shadow, px(8) + shadow
        if self.isRightToLeft():
            start, end = end, start
        self._column.setContentsMargins(start, px(8) + shadow, end, px(8) + shadow)
        self._column.setSpacing(px(6))
        self._row.setSpacing(px(12))
        self._links_row.setSpacing(px(12))
        self._code.setContentsMargins(px(8), px(4), px(8), px(4))

    def text(self) -> str:
        """Return the whole sentence, of which the label may show three lines."""
        return self.entry.text if hasattr(self, "entry") else ""

    def show_entry(self, entry: ToastEntry, actions: Sequence[ToastAction], bottom: int) -> None:
        """Show a message with the buttons that can be used, above a line as `place` does."""
        is_appearing = self.isHidden() or self.entry.number != entry.number or not self._was_painted
        self._was_painted = self._was_painted and not is_appearing
        if is_appearing:  # the pointer was in the one before, at another place
            self.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=False)
        self.entry = entry
        self._label.set_text_role(_TEXT_ROLES.get(entry.tone, TextRole.TEXT))
        self.command_button.setText(entry.offer_label)
        self.command_button.setAccessibleName(entry.offer_label)
        self.command_button.setVisible(ToastAction.OFFER in actions)
        self.undo_button.setVisible(ToastAction.UNDO in actions)
        self.enable_actions(actions)
        self.setAccessibleDescription(entry.sentences)
        # First: shown elsewhere, it could come up under the pointer.
        self.place(bottom, is_appearing=is_appearing)
        self.show()
        self.raise_()
        self.update()

    def enable_actions(self, actions: Sequence[ToastAction]) -> None:
        """Enable the buttons of these actions, and disable the others where they stand."""
        self.command_button.setEnabled(ToastAction.OFFER in actions)
        self.undo_button.setEnabled(ToastAction.UNDO in actions)

    def _use(self, action: ToastAction) -> None:
        """Report that a button was used."""
        self.action_used.emit(self.entry, action)

    def _show_details(self) -> None:
        """Show the whole copied text and all notes of the message."""
        self._detailed_number = self.entry.number
        self.place(self._bottom_edge)
        self.update()

    def place(self, bottom: int, *, is_appearing: bool = False) -> None:
        """Fit the message into the window, above a line.

        Args:
            bottom: that line, in pixels from the top of the window.
            is_appearing: it is not shown yet, and may stand elsewhere than the one before.
        """
        theme, entry = self._context.theme, self.entry
        px, self._bottom_edge = theme.px, bottom
        margins = self._column.contentsMargins()
        margins_size = QSize(margins.left() + margins.right(), margins.top() + margins.bottom())
        available_width = (
            min(px(_MAX_WIDTH), self._find_span().width() - 2 * px(_MARGIN) + 2 * SHADOW_SIZE)
            - margins_size.width()
        )
        shows_details = self._detailed_number == entry.number
        code, notes = escape_invisible_lines(entry.code), _join_notes(entry.notes)
        code_lines = _MAX_CODE_LINES
        # Whole, where the window has room.
        room = bottom // theme.small.height - min(code_lines, code.count("\n")) - _OTHER_LINES
        note_lines = max(_MIN_NOTE_LINES, room)
        if not shows_details:
            code_lines, note_lines = _BRIEF_CODE_LINES, _BRIEF_NOTE_LINES
            is_brief = _has_room(self._code, theme.code, code, available_width, code_lines)
            brief_notes, hidden_count = _choose_brief_notes(
                theme.small, entry.notes, available_width
            )
            more = counted("Show {n} more", "Show {n} more", hidden_count)
            details_label = more if hidden_count else tr("Show details")
            self.details_button.setText(details_label)
            self.details_button.setAccessibleName(details_label)
            shows_details = (
                is_brief
                and brief_notes == notes
                and _has_room(self._notes, theme.small, notes, available_width, note_lines)
            )
            # The first lines of a file say nothing; a line is known by its ends.
            code, notes = code if is_brief else self._elide_code(code, available_width), brief_notes
        self.details_button.setVisible(not shows_details)
        links = [part.sizeHint().width() for part in self._links if not part.isHidden()]
        taken_width = self.close_button.sizeHint().width() + self._row.spacing()
        links_width = sum(width + self._row.spacing() for width in links)
        is_below = bool(links) and not _has_room(
            self._label,
            theme.body,
            entry.text,
            available_width - taken_width - links_width,
            _LINES_BESIDE_LINKS,
        )
        self._put_links(is_below=is_below)
        if not is_below:
            taken_width += links_width
        width = taken_width + _show_lines(
            self._label, theme.body, entry.text, available_width - taken_width, _MAX_LINES
        )
        height = max(self._label.height(), px(24))
        for part, text_style, text, max_lines in (
            (self._code, theme.code, code, code_lines),
            (self._notes, theme.small, notes, note_lines),
        ):
            part.setVisible(bool(text))
            if text:
                width = max(width, _show_lines(part, text_style, text, available_width, max_lines))
                height += part.height() + self._column.spacing()
        if is_below:
            width = max(width, links_width)
            height += px(24) + self._column.spacing()
        size = QSize(width, height) + margins_size
        rect = self._find_rect(size, self._slot, self._lift)
        is_in_the_way = (
            rect.intersects(_find_focus_rect(self.window())) and not self.has_attention()
        )
        has_left_panel = self._lift < 0 and not self._list_docks_below()
        if is_appearing or is_in_the_way or has_left_panel:
            self._slot, self._lift = self._find_slot(size)
            rect = self._find_rect(size, self._slot, self._lift)
        self.setGeometry(rect)
        self._end_rows_above()

    def _elide_code(self, code: str, available_width: int) -> str:
        """Return a copied line with its middle left out, "" for several lines."""
        margins = self._code.contentsMargins()
        width = available_width - margins.left() - margins.right() - 2
        metrics = self._context.theme.code.metrics
        return (
            ""
            if "\n" in code.strip()
            else metrics.elidedText(code.strip(), Qt.TextElideMode.ElideMiddle, width)
        )

    def _find_span(self) -> QRect:
        """Return the pane of the chain, or the whole window where that is too narrow."""
        window, chain = self.window(), self._chain
        if chain.width() < self._context.theme.px(_MIN_PANE_WIDTH) or not chain.isVisible():
            return window.rect()
        return QRect(chain.mapTo(window, QPoint()), chain.size())

    def _end_rows_above(self) -> None:
        """Let the rows of the chain end above a message that stands below them."""
        chain = self._chain
        end = chain.mapTo(self.window(), QPoint(0, chain.height())).y()
        height = end - self.y() - SHADOW_SIZE - self._context.theme.px(_MARGIN) // 2
        is_below = self._slot is _Slot.MIDDLE and not self._lift
        chain.view.end_above(height if is_below and 0 < height < chain.height() // 3 else 0)

    def _put_links(self, *, is_below: bool) -> None:
        """Put the buttons with a text beside the sentence, or below all."""
        row, first = (self._links_row, 0) if is_below else (self._row, 2)
        for link_index, link in enumerate(self._links, first):
            if row.indexOf(link) < 0:
                row.insertWidget(link_index, link)

    def _find_rect(self, size: QSize, slot: _Slot, lift: int) -> QRect:
        """Return where in the window a message of a size stands."""
        margin = self._context.theme.px(_MARGIN) - SHADOW_SIZE
        free_width = self.window().width() - size.width()
        span = self._find_span()
        left_by_slot = {
            _Slot.MIDDLE: span.left() + (span.width() - size.width()) // 2,
            _Slot.RIGHT: free_width - margin,
            _Slot.LEFT: margin,
        }
        top = max(0, self._bottom_edge - margin - lift - size.height())
        return QRect(QPoint(left_by_slot[slot], top), size)

    def _find_slot(self, size: QSize) -> tuple[_Slot, int]:
        """Return where a message covers least of what is in use.

        That is the pointer and what has the focus; between a panel and the little that it leaves of
        the content also buttons, heads and rows.
        """
        window, reach = self.window(), self._context.theme.px(_POINTER_REACH)
        pointer = QRect(window.mapFromGlobal(QCursor.pos()), QSize(1, 1))
        obstacles = [
            (_find_focus_rect(window), _IN_USE_COST),
            (pointer.adjusted(-reach, -reach, reach, reach), _IN_USE_COST),
        ]
        # What is wider than half of the window has to go up.
        lifts = [0, size.height()]
        if docks := self._list_docks_below():
            obstacles += _list_obstacles(self, docks)
            in_dock = self._bottom_edge - max(dock.geometry().bottom() for dock in docks)
            lifts += [in_dock, in_dock + size.height()]
        places = [(slot, lift) for lift in lifts for slot in _Slot]

        def compute_cost(place: tuple[_Slot, int]) -> int:
            """Return how much of what is in use a message covers at a place."""
            rect = self._find_rect(size, *place)
            return sum(cost for obstacle, cost in obstacles if rect.intersects(obstacle))

        return min(places, key=compute_cost)

    def _list_docks_below(self) -> list[QDockWidget]:
        """Return the docked panel below a content that is too low for a message, [] without one."""
        window = self.window()
        content = window.centralWidget() if isinstance(window, QMainWindow) else None
        if content is None or content.height() >= self._context.theme.px(_MIN_ROOM):
            return []
        docks = window.findChildren(QDockWidget)
        return [dock for dock in docks if dock.isVisible() and not dock.isFloating()]

    def has_attention(self) -> bool:
        """Return whether the message is shown, and the pointer or the keyboard is in it."""
        focus = QApplication.focusWidget()
        # Hidden by a click into it, the message stays under the mouse until that moves.
        return not self.isHidden() and (
            self.underMouse() or (focus is not None and self.isAncestorOf(focus))
        )

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.left.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.click_guard.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._chain.view.end_above(0)
        if not event.spontaneous() and self.window().isVisible():
            self.click_guard.cover(self.geometry())

    def paintEvent(self, event: QPaintEvent) -> None:
        self._was_painted = True
        theme = self._context.theme
        px, colors = theme.px, theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror(painter, self, QRectF(self.rect()))
        card = QRectF(self.rect()).adjusted(SHADOW_SIZE, SHADOW_SIZE, -SHADOW_SIZE, -SHADOW_SIZE)
        paint_shadow(painter, card, px(6))
        tone = colors.tone(self.entry.tone) if self.entry.tone in _ICONS else colors.outline
        painter.setPen(QPen(tone, theme.line_width()))
        painter.setBrush(colors.base)
        painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), px(6), px(6))
        if not self._code.isHidden():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.window)
            area = QStyle.visualRect(self.layoutDirection(), self.rect(), self._code.geometry())
            painter.drawRoundedRect(QRectF(area), px(4), px(4))
        glyph = colors.tone(self.entry.tone) if self.entry.tone in _ICONS else colors.secondary
        middle = self._row.geometry().center().y()
        signs = [(_ICONS.get(self.entry.tone, "info"), glyph, middle)]
        if not self._notes.isHidden():
            signs.append(("warn", colors.warn, self._notes.y() + theme.small.height // 2))
        size = px(16)
        for icon, color, middle in signs:
            icon_rect = QRectF(card.left() + px(14), round(middle - size / 2), size, size)
            self._context.icons.paint(painter, icon, color, icon_rect)
        painter.end()


def find_bottom(window: QWidget) -> int:
    """Return how far down a message may reach above an open panel, 0 for the end of the content."""
    content = window.centralWidget() if isinstance(window, QMainWindow) else None
    return content.mapTo(window, QPoint(0, content.height())).y() if content is not None else 0


def _list_obstacles(toast: Toast, docks: Sequence[QDockWidget]) -> list[tuple[QRect, int]]:
    """Return what a message should not cover, each with its cost: buttons, heads, labels, rows."""
    window = toast.window()
    parts: list[tuple[QWidget, int]] = [
        (button, _IN_USE_COST // 2)
        for button in window.findChildren(QAbstractButton)
        if not toast.isAncestorOf(button)
    ]
    for dock in docks:
        parts += [(head, _ROW_COST) for head in [dock.titleBarWidget()] if head is not None]
        parts += [(label, 1) for label in dock.findChildren(QLabel)]
    obstacles = [
        (QRect(part.mapTo(window, QPoint()), part.size()), cost)
        for part, cost in parts
        if part.isVisible()
    ]
    for view in window.findChildren(QListView):
        viewport, model = view.viewport(), view.model()
        if not view.isVisible() or model is None:
            continue
        for number in range(model.rowCount()):
            index = model.index(number, 0)
            rect = view.visualRect(index).intersected(viewport.rect())
            if rect.isEmpty():  # scrolled away
                continue
            cost = _IN_USE_COST // 2 if index == view.currentIndex() else _ROW_COST
            obstacles.append((QRect(viewport.mapTo(window, rect.topLeft()), rect.size()), cost))
    return obstacles


def _find_focus_rect(window: QWidget) -> QRect:
    """Return where in the window the keyboard is: a row of a list, or a field or button."""
    focus = QApplication.focusWidget()
    if focus is None or not window.isAncestorOf(focus):
        return QRect()
    if isinstance(focus, QAbstractItemView):
        rect, viewport = focus.visualRect(focus.currentIndex()), focus.viewport()
        return QRect(viewport.mapTo(window, rect.topLeft()), rect.size())
    return QRect(focus.mapTo(window, QPoint()), focus.size())


def _has_room(
    part: Label, text_style: ThemeFont, text: str, available_width: int, max_lines: int
) -> bool:
    """Return whether a label shows all of a text; the arguments are those of `_show_lines`."""
    margins = part.contentsMargins()
    breakable = add_break_points(text)
    width = available_width - margins.left() - margins.right()
    return cut_lines(breakable, text_style, width, max_lines) == breakable


def _choose_brief_notes(text_style: ThemeFont, notes: Sequence[str], width: int) -> tuple[str, int]:
    """Return notes for a brief message, and how many of them it hides.

    These are all, each on a line, where they have room, else the heading with the first.
    """
    text = _join_notes(notes)
    breakable = add_break_points(text)
    if cut_lines(breakable, text_style, width, _BRIEF_NOTE_LINES) == breakable:
        return text, 0
    return " ".join(notes[:2]), len(notes[2:])


def _join_notes(notes: Sequence[str]) -> str:
    """Return notes as lines: a heading, and below it a list."""
    return "\n• ".join(notes)


def _show_lines(
    part: Label, text_style: ThemeFont, text: str, available_width: int, max_lines: int
) -> int:
    """Show a text in a label of a fixed size, and return its width.

    Args:
        part: the label.
        text_style: its font.
        text: the label shows some lines of it; its tool tip shows all if these are more.
        available_width: the width at most.
        max_lines: the number of lines at most.
    """
    margins = part.contentsMargins()
    edge = margins.left() + margins.right()
    breakable = add_break_points(text)
    shown_text = cut_lines(breakable, text_style, available_width - edge, max_lines)
    part.setMinimumHeight(0)  # that of an earlier text, below which Qt computes none
    part.setText(shown_text)
    part.setToolTip("" if shown_text == breakable else make_tooltip(text))
    widest = max(map(text_style.width, shown_text.split("\n")))
    part.setFixedWidth(min(available_width, widest + 2 + edge))
    part.setFixedHeight(part.heightForWidth(part.width()))
    return part.width()


class _MessageDelegate(LinesDelegate):
    """Paints the whole sentence of a message, wrapped, with its time below.

    Attributes:
        row_width: least width of a row, to which sentences are wrapped.
    """

    row_width = 0

    def _has_room(self, theme: Theme, line: ListLine, available_width: float) -> bool:
        return True  # a sentence wraps beside the buttons

    def _measure_text(self, theme: Theme, row: QRect, index: ModelIndex) -> QRectF:
        """Return where the sentence of a row stands."""
        line = self.get_line(index)
        texts = self._find_text_area(row, index)
        height = theme.body.compute_height(add_break_points(line.title), round(texts.width()))
        return QRectF(texts.left(), row.top() + theme.px(6), texts.width(), height)

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        theme = self._context.theme
        area = self._measure_text(theme, QRect(0, 0, self.row_width, theme.px(28)), index)
        return QSize(theme.px(200), round(area.height()) + theme.px(6 + 18 + 6))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        theme, line = self._context.theme, self.get_line(index)
        px, colors = theme.px, theme.colors
        state: QStyle.StateFlag = option.state
        # A view paints all rows with one painter.
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror(painter, option.widget, QRectF(option.rect))
        box = QRectF(option.rect).adjusted(px(2), 1, -px(2), -1)
        paint_row_box(painter, theme, box, state)
        has_focus = bool(state & QStyle.StateFlag.State_HasFocus)
        if has_focus:
            paint_focus(painter, theme, box, px(6))
        area, size = self._measure_text(theme, option.rect, index), px(16)
        icon_rect = QRectF(option.rect.left() + px(16), area.top(), size, size)
        tone = colors.secondary if line.tone == "neutral" else colors.tone(line.tone)
        self._context.icons.paint(painter, line.icon, tone, icon_rect)
        painter.setPen(colors.text)
        draw_paragraph(painter, theme.body, area, _WRAP, add_break_points(line.title))
        painter.setPen(colors.secondary)
        draw_text(painter, theme.small, line.note, area.left(), area.bottom(), area.width(), px(18))
        buttons = self._layout_buttons(option.rect, index)
        self._paint_buttons(painter, theme, line, buttons, self.chosen_button if has_focus else -1)
        painter.restore()


def _render_action(entry: ToastEntry, action: ToastAction) -> str:
    """Return the label of a button of a message."""
    match action:
        case ToastAction.UNDO:
            return tr("Undo")
        case ToastAction.COPY:
            return tr("Copy")
        case ToastAction.OFFER:
            return entry.offer_label


class MessageList(Popup):
    """A popup with the past messages, the latest first.

    Signals:
        action_used: a button of a message was used (its ToastEntry, a ToastAction).
    """

    action_used = Signal(object, object)

    def __init__(
        self,
        context: ThemeContext,
        messages: MessageHistory,
        parent: QWidget,
    ) -> None:
        # It closes with Esc and with any press beside it.
        super().__init__(context, tr("Messages in this window"), role="base", parent=parent)
        self._messages = messages
        self.model: LinesModel[ToastEntry] = LinesModel(
            lambda entry: str(entry.number), self._present, self
        )
        self._delegate = _MessageDelegate(context)
        self.view = LinesView(
            context, self.model, tr("Messages in this window"), delegate=self._delegate
        )
        self.view.setResizeMode(QListView.ResizeMode.Adjust)
        self.view.action_used.connect(self._on_action_used)
        self.view.menu_requested.connect(
            lambda entry, position: self._make_menu(entry).exec(position)
        )
        self._empty_label = Label(context, NO_MESSAGES, text_role=TextRole.SECONDARY)
        px = context.theme.px
        self._empty_label.setContentsMargins(px(12), px(8), px(12), px(8))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(4), px(4), px(4), px(4))
        column.addWidget(self._empty_label)
        column.addWidget(self.view, 1)
        set_background(context.theme.colors.base, self.view, views=True)
        # An edit that comes while the list is open takes Undo from other messages.
        messages.session.edits.workspace_changed.connect(self._show_entries)

    def _show_entries(self) -> None:
        """Show the messages with what can be done now. The current row stays."""
        row = max(0, self.view.currentIndex().row())
        self.model.replace_all(list(reversed(self._messages.entries)))
        self.view.setCurrentIndex(self.model.index(row))

    def _present(self, entry: ToastEntry) -> ListLine:
        """Return the row of a message."""
        return ListLine(
            entry.sentences,
            icon=_ICONS.get(entry.tone, "info"),
            tone=entry.tone,
            note=entry.clock,
            actions=tuple(
                LineAction(action, _render_action(entry, action))
                for action in self._messages.list_actions(entry)
            ),
            accessible_text=f"{entry.clock}: {entry.sentences}",
        )

    def _make_menu(self, entry: ToastEntry) -> PopupMenu:
        """Return the menu of a message, with everything that its buttons do."""
        menu = PopupMenu(self._context, self)
        for action in self._messages.list_actions(entry):
            menu.addAction(
                _render_action(entry, action), partial(self._on_action_used, entry, action)
            )
        return menu

    def open_above(self, button: QWidget) -> None:
        """Show the list above a button of the window."""
        entries = self._messages.entries
        self._show_entries()
        self.view.setVisible(bool(entries))
        self._empty_label.setVisible(not entries)
        px, available_area = self._context.theme.px, self.screen().availableGeometry()
        width, highest = min(px(_LIST_WIDTH), available_area.width()), px(_MAX_LIST_HEIGHT)
        bar_width = self.view.verticalScrollBar().sizeHint().width()
        self._delegate.row_width = width - bar_width - px(8)
        needed_width = sum(self.view.sizeHintForRow(row) for row in range(len(entries)))
        needed_width = needed_width or self._empty_label.sizeHint().height()
        self.resize(width, min(needed_width + px(16) + 2, highest))
        corner = button.mapToGlobal(QPoint(0, -self.height() - px(4)))
        left = max(available_area.left(), min(corner.x(), available_area.right() - self.width()))
        self.move(left, max(available_area.top(), corner.y()))
        self.show()
        self.view.setFocus(Qt.FocusReason.PopupFocusReason)

    def _on_action_used(self, entry: ToastEntry, action: ToastAction | None) -> None:
        """Close the list, and do what a button says."""
        if action is not None:
            self.close()
            self.action_used.emit(entry, action)
