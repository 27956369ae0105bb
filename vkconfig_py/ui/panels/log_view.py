"""LogView: the rows of a log, of which only those in view cost anything."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QBrush,
    QColor,
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QLinearGradient,
    QPainter,
    QPaintEvent,
    QPen,
    QRegion,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem, QWidget

from vkconfig_py.language.sentences import counted, format_number, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.items.keyed_list import LogRole, ModelIndex
from vkconfig_py.model.items.log_model import LogModel
from vkconfig_py.model.launch.log_filter import Finder, PlainFinder
from vkconfig_py.model.launch.log_store import LogEntry, render_source
from vkconfig_py.model.text.severities import render_severity
from vkconfig_py.ui.theme.context import ThemeContext, draw_text, paint_selected
from vkconfig_py.ui.theme.theme import Theme, mix
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    RowDelegate,
    SlimScrollBar,
    find_menu_position,
)
from vkconfig_py.ui.widgets.lines_list import SelfCopyingView

GLYPH_BY_SEVERITY = {"error": "error", "warning": "warn"}
TONE_BY_SEVERITY = {"error": "error", "warning": "warn"}
_SEVERITIES = ("error", "warning", "info")
_TIME_LEFT, _TIME_WIDTH = 16, 80
_GLYPH_WIDTH, _SEVERITY_WIDTH, _SOURCE_WIDTH = 20, 64, 96  # from where one begins to the next
_LEAST_TEXT_WIDTH = 200  # with less, the text also gets the room of time and source
_FADE_WIDTH = 32  # of what is left of a text before the counts of its lines
_WORD_GAP = 8  # at least, between a severity and the source

CursorAction = QAbstractItemView.CursorAction
ScrollHint = QAbstractItemView.ScrollHint


def get_hit_color(theme: Theme) -> QColor:
    """Return the background color of hits of the search."""
    return mix(theme.colors.warn, theme.colors.base, 0.35)


class _Columns(NamedTuple):
    """Where the parts of a row begin, in pixels from its left.

    Attributes:
        source: None where the text would have little room; then there is no time either.
    """

    glyph: int
    severity: int
    source: int | None
    text: int


def _find_columns(theme: Theme, width: int) -> _Columns:
    """Return the columns of a list of a width in pixels."""
    px = theme.px
    widest = max(theme.small_strong.width(render_severity(severity)) for severity in _SEVERITIES)
    severity_width = max(px(_SEVERITY_WIDTH), widest + px(_WORD_GAP))
    glyph = px(_TIME_LEFT + _TIME_WIDTH)
    source = glyph + px(_GLYPH_WIDTH) + severity_width
    text = source + px(_SOURCE_WIDTH)
    if width - text >= px(_LEAST_TEXT_WIDTH):
        return _Columns(glyph, glyph + px(_GLYPH_WIDTH), source, text)
    glyph = px(_TIME_LEFT)
    severity = glyph + px(_GLYPH_WIDTH)
    return _Columns(glyph, severity, None, severity + severity_width)


def _make_fading_pen(theme: Theme, end: int) -> QPen:
    """Return the pen of a text that fades away before a place, instead of being cut there."""
    gradient = QLinearGradient(end - theme.px(_FADE_WIDTH), 0, end, 0)
    transparent_color = QColor(theme.colors.text)
    transparent_color.setAlpha(0)
    gradient.setColorAt(0, theme.colors.text)
    gradient.setColorAt(1, transparent_color)
    return QPen(QBrush(gradient), 1)


class LogDelegate(RowDelegate):
    """Paints rows of LogModel.

    Attributes:
        finder: of what is searched; it is marked where it occurs.
    """

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.finder: Finder = PlainFinder("")

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        return QSize(self.compute_width(str(index.data())), self._context.theme.px(20))

    def compute_width(self, text: str) -> int:
        """Return how wide the row of a text is, in pixels."""
        theme = self._context.theme
        # Not through the width cache of the face: lines of a log hardly come twice.
        text_width = theme.code.metrics.horizontalAdvance(text)
        return self.find_text_left() + theme.px(64) + text_width

    def find_text_left(self) -> int:
        """Return where the texts begin, in pixels from the left of a row."""
        return self._find_columns().text

    def _find_columns(self) -> _Columns:
        """Return the columns that have room in the list."""
        # Not those of its viewport, whose width changes with what is in view.
        view = self.parent()
        width = view.width() if isinstance(view, QWidget) else 0
        return _find_columns(self._context.theme, width)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        theme = self._context.theme
        px, colors = theme.px, theme.colors
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        entry: LogEntry = index.data(int(LogRole.ENTRY))
        tone = TONE_BY_SEVERITY.get(entry.severity, "neutral")
        top, height, left = rect.top(), rect.height(), rect.left()
        if state & QStyle.StateFlag.State_Selected:
            paint_selected(painter, theme, QRectF(rect))
        elif entry.severity == "error":
            painter.fillRect(rect, colors.error_tint)
        columns = self._find_columns()
        if entry.severity in GLYPH_BY_SEVERITY:
            size = px(14)
            icon_top = top + (height - size) / 2
            icon_rect = QRectF(left + columns.glyph, icon_top, size, size)
            self._context.icons.paint(
                painter, GLYPH_BY_SEVERITY[entry.severity], colors.tone(tone), icon_rect
            )
        painter.setPen(colors.tone(tone))
        text_style = theme.small if tone == "neutral" else theme.small_strong
        end = columns.text if columns.source is None else columns.source
        available_width = end - columns.severity - px(_WORD_GAP)
        word = render_severity(entry.severity)
        draw_text(painter, text_style, word, left + columns.severity, top, available_width, height)
        if columns.source is not None:
            painter.setPen(colors.secondary)
            time_left = left + px(_TIME_LEFT)
            draw_text(painter, theme.code, entry.time, time_left, top, px(_TIME_WIDTH), height)
            source = render_source(str(index.data(int(LogRole.SOURCE))))
            source_left = left + columns.source
            draw_text(painter, theme.small, source, source_left, top, px(90), height)
        self._paint_text(painter, option, index)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(colors.accent)
            painter.drawRect(rect.adjusted(px(8), 0, -px(8), -1))

    def _paint_text(
        self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex
    ) -> None:
        """Paint the text of an entry, with the hits of the search marked."""
        theme = self._context.theme
        rect: QRect = option.rect
        top, height, left = rect.top(), rect.height(), rect.left() + self.find_text_left()
        text, more = str(index.data()), index.data(int(LogRole.MORE))
        repeats = index.data(int(LogRole.REPEATS))
        metrics = theme.code.metrics
        # What is far behind the right edge is not laid out; some letters are narrower than others.
        available_width = max(0, _find_right_edge(option) - left)
        text = text[: 2 * available_width // max(1, theme.code.width("0")) + 1]
        for begin, end in self.finder.find_spans(text):
            start = left + metrics.horizontalAdvance(text[:begin])
            width = metrics.horizontalAdvance(text[begin:end])
            painter.fillRect(QRect(start, top + 1, width, height - 2), get_hit_color(theme))
        counts = (
            counted("+{n} lines", "+{n} line", more) if more else "",
            f"×{format_number(repeats + 1)}" if repeats else "",
        )
        painter.setPen(theme.colors.text)
        if any(counts):
            end = self._paint_counts(painter, option, " · ".join(filter(None, counts)))
            painter.setPen(_make_fading_pen(theme, end))
        # Never elided: the view scrolls sideways. Not through the cache of the face either.
        painter.setFont(theme.code.font)
        baseline = round(top + (height - theme.code.height) / 2 + metrics.ascent())
        painter.drawText(QPoint(left, baseline), text)

    def _paint_counts(self, painter: QPainter, option: QStyleOptionViewItem, text: str) -> int:
        """Paint how many further lines and repetitions there are, at the right edge of the view.

        Return where that begins.
        """
        theme = self._context.theme
        rect: QRect = option.rect
        edge = _find_right_edge(option)
        width = theme.small.width(text) + theme.px(16)
        spot = QRect(edge - width, rect.top() + 1, width, rect.height() - 2)
        painter.fillRect(spot, theme.colors.window)
        painter.setPen(theme.colors.secondary)
        draw_text(painter, theme.small, text, spot.left() + theme.px(8), spot.top(), width,
                  spot.height())  # fmt: skip
        return spot.left()


class LogView(QListView, SelfCopyingView):
    """A list whose rows are all equally high, so that a million of them need no layout.

    Follows the end until the user leaves it, and again from when the user comes back to it.

    Signals:
        follow_changed: whether the newest row is kept in view.
        copy_requested: copy the selected rows.
        menu_requested: the menu of a row, at a point of the screen.
        entered: a row was double-clicked, or Enter pressed on it.
        typed: letters, which begin a search.
    """

    follow_changed = Signal(bool)
    copy_requested = Signal()
    menu_requested = Signal(QModelIndex, QPoint)
    entered = Signal()
    typed = Signal(str)

    def __init__(
        self, context: ThemeContext, model: LogModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._log = model
        self._follows = True
        self._adjustment_depth = 0
        self._store = model.store
        self._previous_entry = -1  # the entry that was current before the rows changed
        self.delegate = LogDelegate(context, self)
        self.setItemDelegate(self.delegate)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setUniformItemSizes(True)
        # Several lines can be copied at once.
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBar(SlimScrollBar(context, self))
        self.setHorizontalScrollBar(SlimScrollBar(context, self, horizontal=True))
        self.setCornerWidget(BackgroundPane(context, "base"))
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setAccessibleName(tr("Program output"))
        # What programs print is read from left to right, as code is.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        model.modelAboutToBeReset.connect(self._remember_current)
        self.setModel(model)
        model.modelReset.connect(self._on_reset)
        model.rowsInserted.connect(self._on_rows_inserted)
        model.rowsRemoved.connect(self._on_rows_removed)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.doubleClicked.connect(lambda _index: self.entered.emit())
        context.changed.connect(self.scheduleDelayedItemsLayout)

    # following

    @property
    def follows(self) -> bool:
        """Whether the newest entry is kept in view."""
        return self._follows

    def set_follow(self, follows: bool) -> None:
        """Keep the newest entry in view, or stop that."""
        if follows:
            self._scroll_to_end()
        if follows != self._follows:
            self._follows = follows
            self.follow_changed.emit(follows)

    def _scroll_to_end(self) -> None:
        with self._adjust_scrolling():
            self.updateGeometries()
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def _on_scrolled(self, value: int) -> None:
        """Follow the end from now on if the user scrolled there, else stop following."""
        # New rows and filters move the bar too, which is not what the user wants to look at.
        if not self._adjustment_depth:
            self.set_follow(value >= self.verticalScrollBar().maximum())

    @contextmanager
    def _adjust_scrolling(self) -> Iterator[None]:
        """Scroll within this context without treating it as the user's choice."""
        self._adjustment_depth += 1
        try:
            yield
        finally:
            self._adjustment_depth -= 1

    # the current entry stays when filters change

    def _remember_current(self) -> None:
        """Remember the entry of the current row, whose row may change."""
        current_index = self.currentIndex()
        if current_index.isValid():
            self._previous_entry = self._log.rows.get_entry_number(current_index.row())

    def _on_reset(self) -> None:
        """Show another log from its end, or the same log with the current entry kept."""
        if self._log.store is not self._store:
            self._store, self._previous_entry = self._log.store, -1
            with self._adjust_scrolling():
                self.horizontalScrollBar().setValue(0)
            self.set_follow(True)
        self._restore_current()

    def _on_rows_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        """Keep the rows in view and the current entry where they are."""
        self._keep_position(first, last - first + 1)
        self._restore_current()

    def _on_rows_removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        """Keep the rows in view and the current entry where they are."""
        self._keep_position(first, max(first - last - 1, first - self._find_row(0)))

    def _keep_position(self, first: int, count: int) -> None:
        """Keep the rows in view where they are when rows above them come or go.

        Args:
            first: first row that came or went.
            count: how many came; negative if they went.
        """
        if not self._follows and first <= self._find_row(0) and count:
            scroll_position = self.verticalOffset() + count * self._get_row_height()
            with self._adjust_scrolling():
                self.updateGeometries()
                self.verticalScrollBar().setValue(scroll_position)

    def _restore_current(self) -> None:
        """Make the entry that was current before the current one again, once it has a row."""
        if self._previous_entry < 0:
            return
        if self.currentIndex().isValid():  # the user chose another one
            self._previous_entry = -1
            return
        row = self._log.find_row(self._previous_entry)
        if row < 0:
            return
        self._previous_entry = -1
        self.updateGeometries()
        self.setAutoScroll(False)
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(self._log.index(row), flag)
        self.setAutoScroll(True)
        if not self._follows:
            with self._adjust_scrolling():
                self.scrollTo(self._log.index(row), ScrollHint.PositionAtCenter)

    def go_to(self, row: int) -> None:
        """Make a row current and show it, with the rows around it if it was out of view."""
        index = self._log.index(row)
        self.updateGeometries()  # rows that have just come may move the ones in view
        if not self.viewport().rect().contains(self.visualRect(index).center()):
            self.scrollTo(index, ScrollHint.PositionAtCenter)
        # The view's own setCurrentIndex() would deselect a row that is selected already.
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, flag)

    # geometry: QListView lays out every row, this class computes where one is

    def _get_row_height(self) -> int:
        """Return the height of every row in pixels."""
        return self._context.theme.px(20)

    def doItemsLayout(self) -> None:
        QAbstractItemView.doItemsLayout(self)

    def updateGeometries(self) -> None:
        theme, available_size = self._context.theme, self.viewport().size()
        height = self._get_row_height()
        content_width = (
            self.delegate.find_text_left()
            + theme.px(64)
            + self._log.longest * theme.code.width("0")
        )
        with self._adjust_scrolling():
            vertical, horizontal = self.verticalScrollBar(), self.horizontalScrollBar()
            vertical.setSingleStep(height)
            vertical.setPageStep(available_size.height())
            vertical.setRange(0, max(0, self._log.rowCount() * height - available_size.height()))
            horizontal.setSingleStep(theme.px(20))
            horizontal.setPageStep(available_size.width())
            horizontal.setRange(0, max(0, content_width - available_size.width()))
            if self._follows:
                vertical.setValue(vertical.maximum())

    def horizontalOffset(self) -> int:
        return self.horizontalScrollBar().value()

    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    def visualRect(self, index: ModelIndex) -> QRect:
        if not index.isValid():
            return QRect()
        height = self._get_row_height()
        width = self.horizontalScrollBar().maximum() + self.viewport().width()
        top = index.row() * height - self.verticalOffset()
        return QRect(-self.horizontalOffset(), top, width, height)

    def indexAt(self, point: QPoint) -> QModelIndex:
        row = self._find_row(point.y())
        return self._log.index(row) if 0 <= row < self._log.rowCount() else QModelIndex()

    def _find_row(self, y: int) -> int:
        """Return the row at a height in the viewport, which may be beyond the last one.

        Args:
            y: in pixels from the top.
        """
        return (y + self.verticalOffset()) // self._get_row_height()

    def isIndexHidden(self, _index: ModelIndex) -> bool:
        return False

    def scrollTo(self, index: ModelIndex, hint: ScrollHint = ScrollHint.EnsureVisible) -> None:
        if not index.isValid():
            return
        height, available_width = self._get_row_height(), self.viewport().height()
        top, bar = index.row() * height, self.verticalScrollBar()
        first, last = (
            top + height - available_width,
            top,
        )  # values of the bar at which the row is in view
        match hint:
            case ScrollHint.PositionAtTop:
                bar.setValue(last)
            case ScrollHint.PositionAtBottom:
                bar.setValue(first)
            case ScrollHint.PositionAtCenter:
                bar.setValue((first + last) // 2)
            case _:
                bar.setValue(min(max(bar.value(), first), last))

    def moveCursor(self, action: CursorAction, _modifiers: Qt.KeyboardModifier) -> QModelIndex:
        count = self._log.rowCount()
        if not count:
            return QModelIndex()
        page = max(1, self.viewport().height() // self._get_row_height() - 1)
        steps = {
            CursorAction.MoveUp: -1,
            CursorAction.MovePrevious: -1,
            CursorAction.MoveDown: 1,
            CursorAction.MoveNext: 1,
            CursorAction.MovePageUp: -page,
            CursorAction.MovePageDown: page,
            CursorAction.MoveHome: -count,
            CursorAction.MoveEnd: count,
        }
        current_index, step = self.currentIndex(), steps.get(action, 0)
        row = current_index.row()
        if not current_index.isValid():  # the keys begin with what is in view
            row, step = self._find_row(0), step if abs(step) == count else 0
        return self._log.index(min(max(row + step, 0), count - 1))

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        first = max(0, self._find_row(rect.normalized().top()))
        last = min(self._log.rowCount() - 1, self._find_row(rect.normalized().bottom()))
        selected_rows = QItemSelection()
        if first <= last:
            selected_rows = QItemSelection(self._log.index(first), self._log.index(last))
        self.selectionModel().select(selected_rows, command)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        region, view = QRegion(), self.viewport().rect()
        for part in _list_row_ranges(selection):
            top = self.visualRect(self._log.index(part.start))
            bottom = self.visualRect(self._log.index(part.stop - 1))
            region += top.united(bottom).intersected(view)
        return region

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        self.viewport().update()

    # painting and keys

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.widget = self
        painter = QPainter(self.viewport())
        selection, current = self.selectionModel(), self.currentIndex().row()
        unselected_state, count = option.state, self._log.rowCount()
        first = max(0, self._find_row(event.rect().top()))
        for row in range(first, min(count, self._find_row(event.rect().bottom()) + 1)):
            index = self._log.index(row)
            option.rect = self.visualRect(index)
            option.state = unselected_state
            if selection.isSelected(index):
                option.state |= QStyle.StateFlag.State_Selected
            if row == current and self.hasFocus():
                option.state |= QStyle.StateFlag.State_HasFocus
            self.delegate.paint(painter, option, index)
        painter.end()

    def list_selected_ranges(self) -> list[range]:
        """Return the selected rows, from the top."""
        return _list_row_ranges(self.selectionModel().selection())

    def copy_selected(self) -> None:
        self.copy_requested.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
            return
        super().keyPressEvent(event)
        # Qt moves no bar when the row that a key leads to was current already: the first one is
        # out of view while the end is followed, the last one may be in view without following.
        if event.key() == Qt.Key.Key_Home:
            self.scrollTo(self.currentIndex())
        elif event.key() == Qt.Key.Key_End:
            self.set_follow(True)

    def keyboardSearch(self, search: str) -> None:
        # Qt would look through a million rows, and the window wait for it.
        self.typed.emit(search)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index, position = find_menu_position(self, event)
        if index.isValid() and not self.selectionModel().isSelected(index):
            self.setCurrentIndex(index)
        self.menu_requested.emit(index, position)


def _find_right_edge(option: QStyleOptionViewItem) -> int:
    """Return the right edge of the visible part of a row, in pixels."""
    view, rect = option.widget, option.rect
    return int(view.viewport().width() if isinstance(view, QListView) else rect.right())


def _list_row_ranges(selection: QItemSelection) -> list[range]:
    """Return the selected rows as ranges, from the top."""
    parts = [selection.at(number) for number in range(selection.count())]
    return sorted(
        (range(part.top(), part.bottom() + 1) for part in parts), key=lambda rows: rows.start
    )
