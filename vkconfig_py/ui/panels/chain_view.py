"""ChainView: the call chain as one list for mouse, keyboard and screen readers."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QListView, QWidget

from vkconfig_py.model.items.chain_model import ChainModel
from vkconfig_py.model.items.roles import ChainRole
from vkconfig_py.model.picture.values import Picture, Row, RowKind
from vkconfig_py.model.store import Store
from vkconfig_py.ui.delegates.chain_delegate import DRAG_HINT, row_of_index
from vkconfig_py.ui.delegates.chain_layout import BELOW_KINDS, LAYER_KINDS, has_action
from vkconfig_py.ui.drag import short, subject
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.panels.chain_card import paint_hint, paint_waiting
from vkconfig_py.ui.panels.chain_hiding import hidden_keys
from vkconfig_py.ui.panels.chain_moves import MOVABLE, MovableChain
from vkconfig_py.ui.widgets import SlimBar

FOLD_FROM = 12
NO_LAYERS = "No layers installed. Programs talk to the driver directly."
NOTHING_INSTALLED = "No layers and no drivers installed."
_LETTERS = {int(Qt.Key.Key_A): "auto", int(Qt.Key.Key_O): "on", int(Qt.Key.Key_X): "off"}


class ChainView(MovableChain):
    """Shows Row values; turns gestures into commands of the Store.

    Signals:
        row_selected: the current row changed (its key, "" for none).
        menu_asked: the row menu is wanted at a global position.
        fix_asked: "Fix…" of a row was used.
        inspector_asked: Enter on a row.
        probe_asked: the current row is to be probed.
    """

    row_selected = Signal(object)  # a str of Qt loses bytes that are no UTF-8
    menu_asked = Signal(QPoint)
    fix_asked = Signal(object)
    inspector_asked = Signal()
    probe_asked = Signal()

    def __init__(
        self, look: Look, store: Store, model: ChainModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(look, store, model, parent)
        self._pressed: tuple[QPoint, str] | None = None
        self._fold_chosen: bool | None = None
        self._filter = ""
        self._hidden: frozenset[str] = frozenset()  # keys; Qt keeps it with the rows as they move
        self._typed = QElapsedTimer()
        self._sought = ""
        self._set_up()
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        look.changed.connect(self.scheduleDelayedItemsLayout)

    def _set_up(self) -> None:
        self.setVerticalScrollBar(SlimBar(self._look, self))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(False)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setAutoScroll(False)
        self.setAccessibleName("Call chain")
        self.setResizeMode(QListView.ResizeMode.Adjust)

    # ---- what is shown

    def current_row(self) -> Row | None:
        """Return the selected row."""
        return row_of_index(self.currentIndex())

    def show_picture(self, picture: Picture | None) -> None:
        """Show a picture; the selection follows its row."""
        key = self._shown_key
        before = (self._delegate.hint, self._model.values())
        self._model.show(picture)
        self._delegate.hint = "" if self._model.simulated else DRAG_HINT
        self.apply_fold()
        index = self._model.index_of(key) if key else QModelIndex()
        if not index.isValid():
            index = self._first_choice()
        if index.isValid() and index != self.currentIndex():
            self.setCurrentIndex(index)
            self.scrollTo(index)
        if (self._delegate.hint, self._model.values()) != before:
            self.viewport().update()  # a row shows in its neighbours too: numbers, the line

    def _first_choice(self) -> QModelIndex:
        """Return the first layer, or the program where nothing loads."""
        first = QModelIndex()
        for index, row in self.rows():
            if row.kind is RowKind.LAYER:
                return index
            if not first.isValid() and row.kind is not RowKind.GROUP:
                first = index
        return first

    def select_key(self, key: str) -> bool:
        """Select a row by its key, unfolding the group if needed."""
        index = self._model.index_of(key)
        if not index.isValid():
            return False
        if self.isRowHidden(index.row()):
            self.set_folded(False)
        self.setCurrentIndex(index)
        self.scrollTo(index)
        return True

    def want_key(self, key: str) -> None:
        """Select a row, now or with the next picture that has it."""
        if not self.select_key(key):
            self.await_key(key)

    def await_key(self, key: str) -> None:
        """Select a row with the next picture: that of another configuration is on its way."""
        self._shown_key = key

    @property
    def folded(self) -> bool:
        """Return whether "Not in the chain" is folded."""
        return self._delegate.folded

    def set_folded(self, folded: bool) -> None:
        """Fold or unfold the group; remembered until the window closes."""
        self._fold_chosen = folded
        self.apply_fold()

    def set_filter(self, text: str) -> None:
        """Show only layers and drivers whose name or reason contains a text."""
        self._filter = text
        self.apply_fold()

    def apply_fold(self) -> None:
        """Hide layers that are off while the group is folded, and what the filter leaves out."""
        rows = self._model.values()
        below = sum(1 for row in rows if row.kind in BELOW_KINDS)
        folded = below > FOLD_FROM if self._fold_chosen is None else self._fold_chosen
        if folded is not self._delegate.folded:
            self._delegate.folded = folded
            self.viewport().update()
        hidden = hidden_keys(rows, folded=folded, sought=self._filter)
        if hidden != self._hidden:
            self._hide(hidden)
            self.viewport().update()

    def _hide(self, hidden: frozenset[str]) -> None:
        changed = hidden ^ self._hidden
        for number, key in enumerate(self._model.keys()):
            if key in changed:
                self.setRowHidden(number, key in hidden)
        self._hidden = hidden

    def reset(self) -> None:
        """Show another model state; Qt forgets what was hidden."""
        super().reset()
        self._hidden = frozenset()

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        row = row_of_index(current)
        if row is not None and self._move is None:
            self._shown_key = row.key
            self.row_selected.emit(row.key)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, or what stands in for them."""
        super().paintEvent(event)
        if not self._model.rowCount():
            paint_waiting(self.viewport(), self._look.theme)
        elif not any(row.kind in LAYER_KINDS for _index, row in self.rows()):
            last = self._model.index(self._model.rowCount() - 1, 0)
            drivers = any(row.kind is RowKind.DRIVER for _index, row in self.rows())
            text = NO_LAYERS if drivers else NOTHING_INSTALLED
            paint_hint(self.viewport(), self._look.theme, self.visualRect(last).bottom(), text)

    # ---- mouse

    def _row_under(self, point: QPoint) -> tuple[QModelIndex, Row] | None:
        index = self.indexAt(point)
        row = row_of_index(index)
        return (index, row) if row is not None else None

    def wish_at(self, point: QPoint) -> tuple[QModelIndex, str]:
        """Return the segment under a point, with its row; "" where there is none."""
        under = self._row_under(point)
        if under is None:
            return QModelIndex(), ""
        index, row = under
        layout = self._delegate.layout_at(self.visualRect(index), row)
        return index, layout.wish_at(point.x(), point.y())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select; remember where a drag could begin."""
        point = event.position().toPoint()
        under = self._row_under(point)
        if event.button() is not Qt.MouseButton.LeftButton or under is None:
            super().mousePressEvent(event)
            return
        index, row = under
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if row.kind is not RowKind.GROUP:
            self.setCurrentIndex(index)
        _hit, wish = self.wish_at(point)
        movable = not wish and not self._filter and row.kind in MOVABLE
        self._pressed = (point, row.key if movable else "")
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Begin a drag after 8 pixels; show what is under the pointer."""
        point = event.position().toPoint()
        if self._pressed and self._pressed[1] and event.buttons() & Qt.MouseButton.LeftButton:
            distance = (point - self._pressed[0]).manhattanLength()
            if distance >= self._look.theme.px(8):
                key, self._pressed = self._pressed[1], None
                if self.may_move(self._model.index_of(key)):
                    self.start_drag(key)
            return
        self._update_cursor(point)
        super().mouseMoveEvent(event)

    def _update_cursor(self, point: QPoint) -> None:
        under = self._row_under(point)
        shape = Qt.CursorShape.ArrowCursor
        if under is not None:
            index, row = under
            layout = self._delegate.layout_at(self.visualRect(index), row)
            grip = layout.grip.adjusted(-4, -8, 4, 8)
            if self.is_movable(index) and grip.contains(point.x(), point.y()):
                shape = Qt.CursorShape.OpenHandCursor
            elif has_action(row) and layout.action.contains(point.x(), point.y()):
                shape = Qt.CursorShape.PointingHandCursor
        self.viewport().setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Set the wish of the segment, follow "Fix…", fold the group."""
        pressed, self._pressed = self._pressed, None
        point = event.position().toPoint()
        under = self._row_under(point)
        if event.button() is not Qt.MouseButton.LeftButton or pressed is None or under is None:
            super().mouseReleaseEvent(event)
            return
        index, row = under
        event.accept()
        if self._row_under(pressed[0]) != under:
            return
        if row.kind is RowKind.GROUP:
            self.set_folded(not self.folded)
            return
        _hit, wish = self.wish_at(point)
        layout = self._delegate.layout_at(self.visualRect(index), row)
        if wish:
            self.set_wish(wish, index)
        elif has_action(row) and layout.action.contains(point.x(), point.y()):
            self.fix_asked.emit(row.key)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Treat the second press as a press; a double click means nothing here."""
        self.mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the row menu, by mouse or by Shift+F10."""
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            rect = self.visualRect(self.currentIndex())
            at = self.viewport().mapToGlobal(rect.center())
        else:
            index = self.indexAt(event.pos())
            if index.isValid():
                self.setCurrentIndex(index)
            at = event.globalPos()
        self.menu_asked.emit(at)

    # ---- wishes

    def set_wish(self, wish: str, index: QModelIndex | None = None) -> None:
        """Set a row to one of its wishes; others are ignored."""
        index = self.currentIndex() if index is None else index
        row = row_of_index(index)
        if row is not None and wish in row.wishes and wish != row.wish:
            self._model.setData(index, wish, int(ChainRole.WISH))

    def next_wish(self) -> None:
        """Set the current row to its next wish."""
        row = self.current_row()
        if row is not None and row.kind is RowKind.GROUP:
            self.set_folded(not self.folded)
        elif row is not None and row.wish in row.wishes:
            place = row.wishes.index(row.wish) + 1
            self.set_wish(row.wishes[place % len(row.wishes)])

    def step(self, step: int) -> None:
        """Move the current layer up or down, or a device among those that are chosen."""
        row = self.current_row()
        if row is not None and row.kind is RowKind.DEVICE:
            self._store.devices.step(row.key, step)
        elif row is not None and self.may_move(self.currentIndex()):
            self._store.step_layer(subject(row), step)

    # ---- keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move mode first, then the keys of the chain, then those of any list."""
        if self._move is not None:
            self.press_while_moving(event)
        elif not self._press_in_chain(event):
            super().keyPressEvent(event)

    def _press_in_chain(self, event: QKeyEvent) -> bool:
        """Handle the keys that mean something here; return whether it was one."""
        key = event.key()
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if not plain:
            return False
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open_current()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self._on_group():
            self.set_folded(key == Qt.Key.Key_Left)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            return self._at_end(key)
        elif key == Qt.Key.Key_Space:
            self.next_wish()
        elif key in _LETTERS and not self._typing():
            self.set_wish(_LETTERS[key])
        elif key == Qt.Key.Key_M and not self._typing():
            self.start_keyboard_move()
        elif key == Qt.Key.Key_P and not self._typing():
            self.probe_asked.emit()
        else:
            return False
        return True

    def _typing(self) -> bool:
        """Return whether letters belong to a name being typed."""
        pause = QApplication.keyboardInputInterval()
        return self._typed.isValid() and self._typed.elapsed() < pause

    def _on_group(self) -> bool:
        row = self.current_row()
        return row is not None and row.kind is RowKind.GROUP

    def _open_current(self) -> None:
        if self._on_group():
            self.set_folded(not self.folded)
        else:
            self.inspector_asked.emit()

    def _at_end(self, key: int) -> bool:
        """Return whether the arrow would leave the list (Qt would beep or wrap)."""
        step = -1 if key == Qt.Key.Key_Up else 1
        return not 0 <= self.currentIndex().row() + step < self._model.rowCount()

    def keyboardSearch(self, search: str) -> None:
        """Find the row whose name, after VK_LAYER_, begins with what was typed in one go.

        One letter, also again and again, goes on to the next such row; more keep a row that fits.
        """
        self._sought = self._sought + search.casefold() if self._typing() else search.casefold()
        self._typed.restart()
        again = len(set(self._sought)) == 1
        wanted = self._sought[0] if again else self._sought
        first = self.currentIndex().row() + again
        rows = [(index, row) for index, row in self.rows() if not self.isRowHidden(index.row())]
        rows.sort(key=lambda pair: (pair[0].row() < first, pair[0].row()))
        for index, row in rows:
            if short(row.name).casefold().startswith(wanted):
                self.setCurrentIndex(index)
                return
