"""ChainView: the call chain as one list for mouse, keyboard and screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.snapshot_values import (
    CHAIN_ROW_KINDS,
    GROUP_HEADER_KINDS,
    ChainSnapshot,
    Row,
    RowKind,
)
from vkconfig_py.model.items.chain_model import ChainModel, get_full_name
from vkconfig_py.model.items.keyed_list import ChainRole
from vkconfig_py.model.session.session import Session
from vkconfig_py.ui.chain.moves import MOVABLE_KINDS, LayerMover
from vkconfig_py.ui.chain.row_delegate import DRAG_HINT, ChainDelegate, get_row
from vkconfig_py.ui.chain.row_layout import LAYER_KINDS, get_row_height, has_action
from vkconfig_py.ui.chain.shown_rows import FoldedRows, TypeAheadSearch, find_hidden_keys
from vkconfig_py.ui.theme.context import ThemeContext, draw_text, mirror
from vkconfig_py.ui.widgets.basic import set_up_scrolling
from vkconfig_py.ui.widgets.desktop import SelectionFollower

NO_LAYERS = tr("No layers installed. Programs talk to the driver directly.")
NOTHING_INSTALLED = tr("No layers and no drivers installed.")
_FOLDED_WORD, _UNFOLDED_WORD, _DRIVERS_WORD = "folded", "unfolded", "drivers"
_CONTROL_KEYS = {"+": ("on", "only"), "-": ("off",)}  # the control that a row has of these
_FOLDING_KINDS = (RowKind.GROUP, RowKind.DRIVERS)


class ChainView(QListView):
    """Shows Row values; turns gestures into commands of the Session.

    Attributes:
        mover: moves a layer by drag or keyboard.

    Signals:
        row_selected: the current row changed (its key, "" for none).
        menu_requested: open the row menu at a global position.
        fix_requested: "Fix…" of a row was used.
        inspector_requested: Enter on a row.
        row_clicked: a click on a row, beside its controls.
        filter_requested: open the search of the chain.
        filter_exited: a row must be shown that the search hides.
        chain_painted: the rows were painted.
    """

    row_selected = Signal(object)  # a str of Qt loses bytes that are no UTF-8
    menu_requested = Signal(QPoint)
    fix_requested = Signal(object)
    inspector_requested = Signal()
    row_clicked = Signal()
    filter_requested = Signal()
    filter_exited = Signal()
    chain_painted = Signal()

    def __init__(
        self,
        context: ThemeContext,
        session: Session,
        model: ChainModel,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._session = session
        self._model = model
        self._delegate = ChainDelegate(context, self)
        self.mover = LayerMover(context, session, model, self._delegate, self)
        self._folded_rows = FoldedRows()
        self._shown_key = ""
        self._key_to_select = ""  # key of a row that the next snapshot is to select and show
        self._keeps_current_in_view = False  # it was come to by key or command, not by pointer
        self._keeps_place = False  # a row becomes current without being scrolled to
        self._has_to_scroll = False  # as soon as the list is visible
        self._free_height = 0  # at the lower edge, which something floats over
        self._pressed_row: tuple[QPoint, str] | None = None
        # QListView has a search of its own for typed letters: it compares whole display texts,
        # and nearly all layers begin with VK_LAYER_.
        self._type_ahead = TypeAheadSearch()
        self._match_key = ""  # key of a row that the folded group shows because it was sought
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self._set_up()
        self.mover.move_previewed.connect(self._on_move_previewed)
        self.mover.move_finished.connect(self.select_in_next_snapshot)
        self.mover.cancelled.connect(lambda: self.show_snapshot(session.snapshots.current))
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        SelectionFollower(self)
        context.changed.connect(self.scheduleDelayedItemsLayout)

    def _set_up(self) -> None:
        # Rows are 32 to 44 high: per item, the list would jump by different steps.
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        set_up_scrolling(self, self._context)
        self.verticalScrollBar().valueChanged.connect(self._fit_lower_margin)
        # A bar that came and went would move the columns.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        # Moves without a button change the cursor; hover lets delegates know the row under it.
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAcceptDrops(True)
        # Qt's indicator stands where the pointer is; the slot stands where the layer will load.
        self.setDropIndicatorShown(False)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        # LayerMover scrolls near an edge, and asks for the place that comes under the pointer.
        self.setAutoScroll(False)
        self.setAccessibleName(tr("Call chain"))
        # Otherwise rows keep the width that they had when they were laid out first.
        self.setResizeMode(QListView.ResizeMode.Adjust)

    # ---- what is shown

    def iterate_rows(self) -> Iterator[tuple[QModelIndex, Row]]:
        """Yield every row with its index."""
        for number, row in enumerate(self._model.values()):
            yield self._model.index(number, 0), row

    def current_row(self) -> Row | None:
        """Return the row that has the cursor, None if it is hidden or there is none."""
        index = self.currentIndex()
        # A hidden row can stay current: setRowHidden changes neither selection nor current index.
        return None if self.isRowHidden(index.row()) else get_row(index)

    def show_snapshot(self, snapshot: ChainSnapshot | None) -> None:
        """Show the rows of a snapshot where they were, and keep the selected row selected.

        A row that was asked for comes into view. Else only keys and commands take the current row
        along: to a pointer the list would jump.
        """
        key = self._shown_key
        previous_state = (self._model.is_simulated, self._model.values())
        # Before the model changes: a list that was scrolled away stays there.
        follows = self._keeps_current_in_view and self._is_current_visible(self.viewport().height())
        anchor = self._find_anchor()
        self._model.show(snapshot)
        self._delegate.drag_hint = "" if self._model.is_simulated else DRAG_HINT
        # Hidden before the selection is set: scrollTo needs the final layout.
        self.update_hidden_rows()
        index = self._model.find_index(key) if key else QModelIndex()
        if not index.isValid():
            index = self._find_initial_row()
        if index.isValid() and index != self.currentIndex():
            if not self._folded_rows.filter and self.isRowHidden(index.row()):
                self._folded_rows.keep_visible(key)
                self.update_hidden_rows()
            self._make_current(index)
            self._leave_hidden_row()
        self._restore_anchor(anchor)
        if follows or (key and key == self._key_to_select == self._shown_key):
            self.scrollTo(self.currentIndex())
            self._key_to_select = ""
        if (self._model.is_simulated, self._model.values()) != previous_state:
            self.viewport().update()  # a row shows in its neighbours too: numbers, the line

    def _find_anchor(self) -> tuple[str, int]:
        """Return the first row in view that is not the current one, and its place."""
        # At the top the first rows are what is to be seen.
        if self.isVisible() and self.verticalScrollBar().value():
            first = self.indexAt(QPoint(self.viewport().width() // 2, 0)).row()
            for number in range(max(first, 0), self._model.rowCount()):
                index = self._model.index(number, 0)
                rect, row = self.visualRect(index), get_row(index)
                if rect.top() >= 0 and not rect.isEmpty() and index != self.currentIndex() and row:
                    return row.key, rect.top()
        return "", 0

    def _restore_anchor(self, anchor: tuple[str, int]) -> None:
        """Scroll so that a row is again where it was, whatever came or went above it."""
        key, top = anchor
        index = self._model.find_index(key) if key else QModelIndex()
        if index.isValid() and not self.isRowHidden(index.row()):
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.visualRect(index).top() - top)

    def _make_current(self, index: QModelIndex) -> None:
        """Make a row the current one without scrolling to it."""
        self._keeps_place = True
        self.setCurrentIndex(index)
        self._keeps_place = False

    def _on_move_previewed(self, snapshot: ChainSnapshot) -> None:
        """Show the predicted chain of the move in progress."""
        self._model.show(snapshot)
        self.update_hidden_rows()

    def _find_initial_row(self) -> QModelIndex:
        """Return the row to select at the start: the first layer, or else the first row."""
        first_index = QModelIndex()
        for index, row in self.iterate_rows():
            if row.kind is RowKind.LAYER:
                return index
            if not first_index.isValid() and row.kind not in GROUP_HEADER_KINDS:
                first_index = index
        return first_index

    def select_key(self, key: str) -> bool:
        """Select a row by its key and show it. Return False if there is none.

        Of a folded group it shows this row alone.
        """
        index = self._model.find_index(key)
        if not index.isValid():
            return False
        if self.isRowHidden(index.row()) and self._folded_rows.filter:
            self.filter_exited.emit()
        # The filter goes first: it alone may hide the row.
        if self.isRowHidden(index.row()):
            self._show_match(key)
            self.update_hidden_rows()
        self._keeps_current_in_view = True
        self.setCurrentIndex(index)
        self.scrollTo(index)
        return True

    def select_when_available(self, key: str) -> None:
        """Select a row now, or with the next snapshot that has it."""
        if not self.select_key(key):
            self.select_in_next_snapshot(key)

    def select_in_next_snapshot(self, key: str) -> None:
        """Select a row with the next snapshot: the visible rows belong to another configuration."""
        self._shown_key = self._key_to_select = key

    @property
    def folded(self) -> bool:
        """Whether the group "Not in the chain" is folded."""
        return self._folded_rows.folded

    def set_collapsed(self, is_folded: bool) -> None:
        """Fold or unfold the group "Not in the chain"."""
        self._folded_rows.fold(is_folded)
        self.update_hidden_rows()

    def _fold(self, kind: RowKind, *, is_folded: bool) -> None:
        """Fold or unfold the group whose head is of this kind."""
        if kind is RowKind.DRIVERS:
            self._folded_rows.fold_drivers(is_folded)
            self.update_hidden_rows()
        else:
            self.set_collapsed(is_folded)

    def _toggle_fold(self, kind: RowKind) -> None:
        """Fold the group whose head is of this kind, or unfold it if it is folded."""
        is_driver_group = kind is RowKind.DRIVERS
        is_folded = self._folded_rows.drivers_folded if is_driver_group else self.folded
        self._fold(kind, is_folded=not is_folded)

    def save_folding(self) -> str:
        """Return what the user folded or unfolded, for `restore_folding`."""
        rows = self._folded_rows
        words = [{True: _FOLDED_WORD, False: _UNFOLDED_WORD, None: ""}[rows.user_choice]]
        return " ".join(filter(None, (*words, "" if rows.drivers_folded else _DRIVERS_WORD)))

    def restore_folding(self, saved_state: str) -> None:
        """Fold or unfold the groups as in an earlier session, which `saved_state` tells."""
        words = saved_state.split()
        if _FOLDED_WORD in words or _UNFOLDED_WORD in words:
            self.set_collapsed(_FOLDED_WORD in words)
        if _DRIVERS_WORD in words:
            self._fold(RowKind.DRIVERS, is_folded=False)

    def set_filter(self, text: str) -> None:
        """Show only the rows that match a text. Without a match keep the latest one."""
        row = self.current_row()
        if self._folded_rows.filter and not text and row is not None and self.folded:
            self._show_match(row.key)
        self._folded_rows.filter = text
        self.update_hidden_rows()

    def has_match(self) -> bool:
        """Return whether any row matches the filter, or there is none."""
        return self._folded_rows.has_match(self._model.values())

    def _show_match(self, key: str) -> None:
        """Show a row of the folded group that type-ahead found, instead of the previous one."""
        self._folded_rows.keep_visible(key, replaced_key=self._match_key)
        self._match_key = key

    def update_hidden_rows(self) -> None:
        """Hide the layers in the folded group, and the rows that the filter excludes."""
        shown_rows, rows = self._folded_rows, self._model.values()
        previous_state = shown_rows.is_closed, shown_rows.are_drivers_closed, shown_rows.hidden
        shown_rows.update(rows, is_crowded=self._is_crowded(rows), current=self._shown_key)
        was_closed, are_drivers_closed = shown_rows.is_closed, shown_rows.are_drivers_closed
        self._delegate.show_folding(closed=was_closed, are_drivers_closed=are_drivers_closed)
        self._delegate.show_rows(rows)
        changed_keys = shown_rows.hidden ^ previous_state[2]
        for number, key in enumerate(self._model.keys()):
            # Each setRowHidden asks for a new layout of the whole list: changed rows alone.
            if key in changed_keys:
                self.setRowHidden(number, key in shown_rows.hidden)
        if (was_closed, are_drivers_closed, shown_rows.hidden) != previous_state:
            self.viewport().update()
        self._model.note_hidden(shown_rows.hidden)
        self._leave_hidden_row()

    def _is_crowded(self, rows: Sequence[Row]) -> bool | None:
        """Return whether the rows do not all fit into the list.

        It is None while the list is hidden or a layer is moved.
        """
        # A list that is not shown yet has no final height, and during a move the rows change with
        # each step: the group would fold and unfold under the pointer.
        if self.mover.move is not None or not self.isVisible():
            return None
        theme = self._context.theme
        # As if the layers outside the chain were unfolded.
        hidden_keys = find_hidden_keys(
            rows, is_folded=False, drivers_folded=self._folded_rows.drivers_folded, search_text=""
        )
        needed_width = sum(
            get_row_height(theme, row.kind) for row in rows if row.key not in hidden_keys
        )
        return needed_width > self.viewport().height()

    def _leave_hidden_row(self) -> None:
        """Make a visible row the current one if the current row has been hidden."""
        index = self.currentIndex()
        if not index.isValid() or not self.isRowHidden(index.row()) or self.mover.move is not None:
            return
        key = self._folded_rows.find_next_visible(self._model.values(), index.row())
        self.setCurrentIndex(self._model.find_index(key))

    def reset(self) -> None:
        # Qt forgets hidden rows with a model reset.
        super().reset()
        self._folded_rows.reset()

    def _on_current_changed(self, current_index: QModelIndex, _previous: QModelIndex) -> None:
        """Announce the row that became the current one, and scroll to it."""
        row = get_row(current_index)
        if row is not None and self.mover.move is None:
            self._shown_key = row.key
            self.row_selected.emit(row.key)
            # By a press the row would move from under the pointer.
            if self._pressed_row is None and not self._keeps_place:
                self.scrollTo(current_index)

    def _is_current_visible(self, height: int) -> bool:
        """Return whether the current row would be fully visible in a list of this height."""
        rect = self.visualRect(self.currentIndex())
        return rect.isValid() and rect.top() >= 0 and rect.bottom() <= height

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        # Before there is a height, Qt would scroll the first row away.
        if self.isVisible():
            super().scrollTo(index, hint)
        else:
            self._has_to_scroll = True

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.update_hidden_rows()
        if self._has_to_scroll:
            self._has_to_scroll = False
            self.scrollTo(self.currentIndex())

    def end_above(self, height: int) -> None:
        """Leave a part of a height free at the lower edge, which something floats over.

        Where less would move the rows, they keep their place until the user scrolls.
        """
        self._free_height = height
        self._fit_lower_margin()

    def _fit_lower_margin(self) -> None:
        """Leave free what is floated over, and what the scrolled rows need to stay in place."""
        bar, margin = self.verticalScrollBar(), self.viewportMargins().bottom()
        needed_height = bar.value() - bar.maximum() + margin if bar.value() else 0
        height = max(self._free_height, needed_height)
        if height != margin:
            self.setViewportMargins(0, 0, 0, height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        follows = self._keeps_current_in_view and self._is_current_visible(event.oldSize().height())
        super().resizeEvent(event)
        self.update_hidden_rows()
        if follows and self.mover.move is None:
            self.scrollTo(self.currentIndex())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        # Scroll areas paint on their viewport; super() has ended its own painter by now.
        painter = QPainter(self.viewport())
        mirror(painter, self, QRectF(self.viewport().rect()))
        self.mover.paint(painter)
        # No rows at all means no answer of the engine yet: an empty machine still has program and
        # loader.
        if not self._model.rowCount():
            self._paint_waiting(painter)
        elif not any(row.kind in LAYER_KINDS for row in self._model.values()):
            self._paint_hint(painter)
        painter.end()
        self.chain_painted.emit()

    def _paint_waiting(self, painter: QPainter) -> None:
        """Paint grey bars in the place of rows that are still computed."""
        theme, width = self._context.theme, self.viewport().width()
        px = theme.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colors.hover)
        for number in range(6):
            top = px(44) * number + px(8)
            painter.drawEllipse(QRectF(px(33), top + px(3), px(22), px(22)))
            bar = QRectF(px(72), top, width - px(88 + 40 * (number % 3 + 1)), px(28))
            painter.drawRoundedRect(bar, px(6), px(6))

    def _paint_hint(self, painter: QPainter) -> None:
        """Paint a sentence below the rows that no layer is installed."""
        drivers = any(row.kind is RowKind.DRIVER for row in self._model.values())
        text = NO_LAYERS if drivers else NOTHING_INSTALLED
        last_rect = self.visualRect(self._model.index(self._model.rowCount() - 1, 0))
        theme = self._context.theme
        left, top = theme.px(72), last_rect.bottom() + theme.px(12)
        painter.setPen(theme.colors.secondary)
        available_width = self.viewport().width() - 2 * left
        draw_text(painter, theme.body, text, left, top, available_width, theme.px(20))

    # ---- drags

    # None of these four calls the base class: it would choose a place of its own from the row under
    # the pointer, and drop through the model's dropMimeData().
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.mover.handle_drag_enter(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self.mover.handle_drag_move(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.mover.handle_drag_leave()

    def dropEvent(self, event: QDropEvent) -> None:
        self.mover.handle_drop(event)

    # ---- mouse

    def _find_row(self, point: QPoint) -> tuple[QModelIndex, Row] | None:
        """Return the row at a point of the viewport and its index, None if there is none."""
        index = self.indexAt(point)
        row = get_row(index)
        return (index, row) if row is not None else None

    def find_control(self, point: QPoint) -> tuple[QModelIndex, str]:
        """Return the row at a point, and the value of its control there, "" for none."""
        hit_row = self._find_row(point)
        if hit_row is None:
            return QModelIndex(), ""
        index, row = hit_row
        layout = self._delegate.compute_layout(self.visualRect(index), row)
        return index, layout.find_control(point.x(), point.y())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._keeps_current_in_view = False
        point = event.position().toPoint()
        hit_row = self._find_row(point)
        if event.button() is not Qt.MouseButton.LeftButton or hit_row is None:
            super().mousePressEvent(event)
            return
        index, row = hit_row
        _index, control = self.find_control(point)
        is_movable = not control and not self._folded_rows.filter and row.kind in MOVABLE_KINDS
        # By key and not by index: an answer of the engine may change the rows while the button is
        # down.
        self._pressed_row = (point, row.key if is_movable else "")
        # super() is not called: QAbstractItemView would begin a drag or a selection by dragging of
        # its own.
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if row.kind not in GROUP_HEADER_KINDS:
            self.setCurrentIndex(index)
        event.accept()

    # The second press is a press: a double click means nothing here.
    mouseDoubleClickEvent = mousePressEvent

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        if (
            self._pressed_row
            and self._pressed_row[1]
            and event.buttons() & Qt.MouseButton.LeftButton
        ):
            distance = (point - self._pressed_row[0]).manhattanLength()
            # Not startDragDistance(), 10 pixels however large the font is.
            if distance >= self._context.theme.px(8):
                # Forgotten first: drag() returns only after the drop, and no release comes here.
                key, self._pressed_row = self._pressed_row[1], None
                if self.mover.check_movable(self._model.find_index(key)):
                    self.mover.run_drag(key)
            return
        self._update_cursor(point)
        super().mouseMoveEvent(event)

    def _update_cursor(self, point: QPoint) -> None:
        """Set the shape of the mouse pointer: a hand over a grip or a link."""
        hit_row = self._find_row(point)
        shape = Qt.CursorShape.ArrowCursor
        if hit_row is not None:
            index, row = hit_row
            layout = self._delegate.compute_layout(self.visualRect(index), row)
            # The dots are 12 x 16: too small a target for a pointer.
            grip = layout.grip.adjusted(-4, -8, 4, 8)
            if self.mover.is_movable(index) and grip.contains(point.x(), point.y()):
                shape = Qt.CursorShape.OpenHandCursor
            elif has_action(row) and layout.action.contains(point.x(), point.y()):
                shape = Qt.CursorShape.PointingHandCursor
        # Of the viewport, which lies above the list and has the pointer.
        self.viewport().setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed_row, self._pressed_row = self._pressed_row, None
        point = event.position().toPoint()
        hit_row = self._find_row(point)
        if (
            event.button() is not Qt.MouseButton.LeftButton
            or pressed_row is None
            or hit_row is None
        ):
            super().mouseReleaseEvent(event)
            return
        index, row = hit_row
        event.accept()
        # As with buttons: a press that ends on another row is taken back.
        if self._find_row(pressed_row[0]) != hit_row:
            return
        if row.kind in _FOLDING_KINDS:
            self._toggle_fold(row.kind)
            return
        _index, control = self.find_control(point)
        layout = self._delegate.compute_layout(self.visualRect(index), row)
        if control:
            self.set_control(control, index)
        elif has_action(row) and layout.action.contains(point.x(), point.y()):
            self.fix_requested.emit(row.key)
        elif row.kind not in GROUP_HEADER_KINDS:
            self.row_clicked.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        # By key the menu belongs to the current row, wherever the pointer rests.
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            rect = self.visualRect(self.currentIndex())
            position = self.viewport().mapToGlobal(rect.center())
        else:
            # The actions in the menu are about the current row.
            index = self.indexAt(event.pos())
            if index.isValid():
                self._make_current(index)
            position = event.globalPos()
        self.menu_requested.emit(position)

    # ---- controls

    def set_control(self, control: str, index: QModelIndex | None = None) -> None:
        """Turn a layer on, off or to Auto, if its row offers that value.

        Args:
            control: the value.
            index: of the row, None for the current one.
        """
        index = self.currentIndex() if index is None else index
        row = None if self.isRowHidden(index.row()) else get_row(index)
        if row is not None and control in row.controls and control != row.control:
            if row.kind is RowKind.OFF_LAYER and control == "on":
                self.select_in_next_snapshot(row.key)  # it goes up, as with a drop
            self._model.setData(index, control, int(ChainRole.CONTROL))

    def choose_next_control(self) -> None:
        """Set the current row's control to its next value, or fold or unfold the group."""
        row = self.current_row()
        if row is not None and row.kind in _FOLDING_KINDS:
            self._toggle_fold(row.kind)
        elif row is not None and row.control in row.controls:
            # Space goes round, so that one key reaches every value.
            position = row.controls.index(row.control) + 1
            self.set_control(row.controls[position % len(row.controls)])

    def move_current(self, step: int) -> None:
        """Move the current layer or device up or down.

        Args:
            step: -1 is one position up, 1 is one down.
        """
        self._keeps_current_in_view = True  # from a menu, too, the row is followed
        row = self.current_row()
        if row is not None and row.kind is RowKind.DEVICE:
            self._session.edits.devices.move_by(row.key, step)
        elif row is not None and self.mover.check_movable(self.currentIndex()):
            layer = get_full_name(row)
            place = self._session.edits.step_layer(layer, step)
            if place is not None:
                others = (other for other in self._model.values() if other.key != row.key)
                other_layers = sum(other.kind in CHAIN_ROW_KINDS for other in others)
                self.mover.announce(layer, place, other_layers)

    # ---- keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._keeps_current_in_view = True
        if self.mover.move is not None:
            self.mover.handle_key(event)
        elif not self._handle_chain_key(event):
            super().keyPressEvent(event)

    def _handle_chain_key(self, event: QKeyEvent) -> bool:
        """Handle a key of the chain, such as Space or Alt+Up. Return False for all others."""
        key = event.key()
        # + and - of the keypad come with a modifier.
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        # By text, not by key: on many keyboards + and / need Shift, and the key code is that of
        # another sign.
        if not modifiers & ~Qt.KeyboardModifier.ShiftModifier and self._handle_character_key(
            event.text()
        ):
            return True
        # Ctrl and Alt belong to the shortcuts of the window.
        if modifiers:
            return False
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open_current()
        # As in trees: Left folds, Right unfolds.
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and (kind := self._find_folding_kind()):
            self._fold(kind, is_folded=key == Qt.Key.Key_Left)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            return self._is_at_end(key)
        elif key == Qt.Key.Key_Space:
            self.choose_next_control()
        elif key == Qt.Key.Key_Backspace:
            self._handle_backspace()
        else:
            return False
        return True

    def _handle_character_key(self, text: str) -> bool:
        """Handle + and - (set the control) and / (search), unless part of a name being typed."""
        if text not in ("+", "-", "/") or self._type_ahead.is_continued_by(
            text, self._list_visible_rows()
        ):
            return False
        if text == "/":
            self.filter_requested.emit()
        else:
            self._set_first_available(_CONTROL_KEYS[text])
        return True

    def _handle_backspace(self) -> None:
        """Delete the last letter of a typed name. If none is typed, set the control to Auto."""
        if not self._type_ahead.remove_last_letter():
            self.set_control("auto")

    def _set_first_available(self, controls: Sequence[str]) -> None:
        """Set the current row's control to the first of these values that it offers."""
        row = self.current_row()
        control = next(
            (control for control in controls if row is not None and control in row.controls), ""
        )
        self.set_control(control)

    def _list_visible_rows(self) -> list[Row]:
        return [row for row in self._model.values() if row.key not in self._folded_rows.hidden]

    def _find_folding_kind(self) -> RowKind | None:
        """Return the kind of the current row if it is the head of a group that folds."""
        row = self.current_row()
        return row.kind if row is not None and row.kind in _FOLDING_KINDS else None

    def _open_current(self) -> None:
        """Fold or unfold a group's header, or open the inspector for another row."""
        if kind := self._find_folding_kind():
            self._toggle_fold(kind)
        else:
            self.inspector_requested.emit()

    def _is_at_end(self, key: int) -> bool:
        """Return whether no visible row follows the current one in the direction of a key.

        Args:
            key: Qt.Key.Key_Up or Key_Down.
        """
        # At an end of the list Qt would beep or wrap.
        current_row, moves_up = self.currentIndex().row(), key == Qt.Key.Key_Up
        rows_ahead = (
            range(current_row) if moves_up else range(current_row + 1, self._model.rowCount())
        )
        return all(self.isRowHidden(number) for number in rows_ahead)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        # Qt moves to the first and last row even where they are hidden.
        index = super().moveCursor(action, modifiers)
        moves_down = action in (self.CursorAction.MoveHome, self.CursorAction.MoveDown)
        while index.isValid() and not self._can_be_current(index):
            index = index.siblingAtRow(index.row() + (1 if moves_down else -1))
        return index if index.isValid() else self.currentIndex()

    def _can_be_current(self, index: QModelIndex) -> bool:
        """Return whether a row is visible and can be selected."""
        enabled = index.flags() & Qt.ItemFlag.ItemIsEnabled
        return bool(enabled) and not self.isRowHidden(index.row())

    def keyboardSearch(self, search: str) -> None:
        """Find the row whose name after VK_LAYER_ begins with the letters typed without a pause.

        One letter, also repeated, goes to the next match; more letters keep a matching row. A row
        in the folded group is shown if no visible one matches.
        """
        rows, hidden_keys = self._model.values(), self._folded_rows.hidden
        row = self._type_ahead.find(search, rows, self.currentIndex().row(), hidden_keys)
        if row is None or (self._folded_rows.filter and row.key in hidden_keys):
            return
        if row.key in hidden_keys:
            self._show_match(row.key)
            self.update_hidden_rows()
        self.setCurrentIndex(self._model.find_index(row.key))
