"""LayerMover: moves a layer by drag or keyboard, and paints a card with the predicted result.

A move shows the predicted chain, never the drawn one: every step requests the snapshot of the move
from the Session and shows its rows. The slot is therefore at the position where the layer will
really load, even if the loader uses another order. The card that follows the pointer is painted by
the view, because a QDrag's pixmap cannot change while it is dragged and the outcome can.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QListView

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.snapshot_values import CHAIN_ROW_KINDS, RowKind
from vkconfig_py.model.items.chain_model import (
    MIME_TYPE,
    OFF_INDEX,
    ChainModel,
    LayerMove,
    MoveOutcome,
    get_display_name,
    predict_outcome,
    start_move,
)
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import render_ordinal, strip_layer_prefix
from vkconfig_py.ui.chain.rail import paint_grip
from vkconfig_py.ui.chain.row_delegate import ChainDelegate, get_row
from vkconfig_py.ui.chain.row_layout import get_row_height, layout_row
from vkconfig_py.ui.theme.context import ThemeContext, draw_text, paint_shadow
from vkconfig_py.ui.theme.theme import Theme

MOVABLE_KINDS = CHAIN_ROW_KINDS | {RowKind.OFF_LAYER}


class LayerMover(QObject):
    """The move in progress in a list of the chain; the view forwards drags and keys to it.

    Attributes:
        move: None while no layer is moved.

    Signals:
        move_announced: a sentence for screen readers.
        refused: the user tried to move a layer in a what-if.
        move_previewed: the prediction arrived; show its snapshot.
        move_finished: the layer was dropped (key of its row).
        cancelled: the layer stays; show the current snapshot again.
    """

    move_announced = Signal(str)
    refused = Signal()
    move_previewed = Signal(object)
    move_finished = Signal(str)
    cancelled = Signal()

    def __init__(
        self,
        context: ThemeContext,
        session: Session,
        model: ChainModel,
        delegate: ChainDelegate,
        view: QListView,
    ) -> None:
        super().__init__(view)
        self._context = context
        self._snapshots, self._edits = session.snapshots, session.edits
        self._model = model
        self._delegate = delegate
        self._view = view
        self.move: LayerMove | None = None
        self._pointer_position = QPoint()
        session.snapshots.preview_changed.connect(self._on_preview_changed)

    def is_movable(self, index: QModelIndex) -> bool:
        """Return whether the user may drag the row, such as a layer outside of a what-if."""
        row = get_row(index)
        flags = self._model.flags(index)
        return (
            row is not None
            and row.kind in MOVABLE_KINDS
            and bool(flags & Qt.ItemFlag.ItemIsDragEnabled)
        )

    def check_movable(self, index: QModelIndex) -> bool:
        """Return whether a row can be moved. In a what-if emit `refused` instead."""
        row = get_row(index)
        if self._model.is_simulated and row is not None and row.kind in MOVABLE_KINDS:
            self.refused.emit()
        return self.is_movable(index)

    def begin_move(self, move: LayerMove) -> None:
        """Start to move a layer: its row is painted as an empty slot from now on."""
        self.move = move
        self._delegate.moved_key = move.key
        self._view.viewport().update()

    # ---- by keyboard

    def start_by_keyboard(self) -> None:
        """Begin move mode: arrows move the layer, Enter drops it, Esc cancels."""
        row = get_row(self._view.currentIndex())
        if row is None or not self.check_movable(self._view.currentIndex()):
            return
        # The action may come from a menu or a search, and the arrows must arrive here.
        self._view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.begin_move(start_move(self._model.values(), row, is_keyboard_move=True))
        self._announce_position()

    def handle_key(self, event: QKeyEvent) -> None:
        """Move the layer, drop it or cancel, by an arrow key, Enter or Esc."""
        move = self.move
        key = event.key()
        if move is None or key == Qt.Key.Key_Escape:
            self.cancel()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._commit_move(move)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._request_preview(move.shift_by(-1 if key == Qt.Key.Key_Up else 1))
            self._announce_position()
        # All other keys end here too: Space or a letter would act on the row that is being moved.
        event.accept()

    def _announce_position(self) -> None:
        """Tell screen readers at which position the moved layer would be dropped."""
        move = self.move
        if move is not None:
            self.announce(
                move.layer,
                None if move.target_index == OFF_INDEX else move.target_index,
                move.other_layer_count,
            )

    def announce(self, layer: str, position: int | None, other_row_count: int) -> None:
        """Tell screen readers the position of a layer.

        `position`: index among `other_row_count` other layers, None if it is not in the chain.
        """
        name = strip_layer_prefix(layer)
        if position is None:
            sentence = tr("{name}, not in the chain", name=name)
        else:
            sentence = tr(
                "{name}, {place} of {count}",
                name=name,
                place=position + 1,
                count=other_row_count + 1,
            )
        self.move_announced.emit(sentence)

    # ---- by drag

    def run_drag(self, key: str) -> None:
        """Drag the row with this key until it is dropped or cancelled."""
        index = self._model.find_index(key)
        row = get_row(index)
        if row is None:
            return
        drag = QDrag(self._view)
        drag.setMimeData(self._model.mimeData([index]))
        # Without a pixmap the platform paints one of its own beside our card.
        empty_pixmap = QPixmap(1, 1)
        empty_pixmap.fill(Qt.GlobalColor.transparent)
        drag.setPixmap(empty_pixmap)
        self.begin_move(start_move(self._model.values(), row))
        # exec() returns after the drop, but events are handled meanwhile: predictions arrive.
        drag.exec(Qt.DropAction.MoveAction)
        # A drop here has finished the move already; any other end of the drag cancels it.
        self.cancel()

    def handle_drag_enter(self, event: QDragEnterEvent) -> None:
        """Accept the drag if it carries a layer of the chain."""
        # Dropped files are left to the window, which takes them wherever they are dropped.
        if event.mimeData().hasFormat(MIME_TYPE):
            event.acceptProposedAction()
        else:
            event.ignore()

    def handle_drag_move(self, event: QDragMoveEvent) -> None:
        """Show the predicted chain for the position under the pointer."""
        if self.move is None:
            event.ignore()
            return
        self._pointer_position = event.position().toPoint()
        # Before the place is asked for: scrolling changes what is under the pointer.
        self._scroll_near_edge(self._pointer_position.y())
        self._request_preview(
            self.move._replace(
                target_index=self.find_position(self._pointer_position.y(), self.move)
            )
        )
        self._view.viewport().update()
        # Ignored here means the cursor of a forbidden drop, and that a release drops nothing.
        if self.move.target_index is None:
            event.ignore()
        else:
            event.setDropAction(Qt.DropAction.MoveAction)
            event.accept()

    def _scroll_near_edge(self, y: int) -> None:
        """Scroll the list if a dragged layer is near its upper or lower edge.

        Args:
            y: the height of the pointer in the viewport, in pixels.
        """
        edge = self._context.theme.px(24)
        bar, height = self._view.verticalScrollBar(), self._view.viewport().height()
        if y < edge:
            # Faster the nearer the edge is; the list's limits are kept by setValue.
            bar.setValue(bar.value() - (edge - y))
        elif y > height - edge:
            bar.setValue(bar.value() + (y - height + edge))

    def handle_drag_leave(self) -> None:
        """Preview the move without a position, as the pointer left the list."""
        # The drag may come back: show the chain as it is, but keep the move.
        if self.move is not None:
            self._request_preview(self.move._replace(target_index=None))
            self._pointer_position = QPoint()
        self._view.viewport().update()

    def handle_drop(self, event: QDropEvent) -> None:
        """Move the layer to the position under the pointer."""
        if self.move is not None:
            position = self.find_position(event.position().toPoint().y(), self.move)
            # Qt removes the source rows itself after a drop that it takes for a MoveAction.
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self._commit_move(self.move._replace(target_index=position))

    # ---- where it goes

    def _request_preview(self, move: LayerMove) -> None:
        """Set a new position, and request the snapshot of the chain with the layer there."""
        old_move, self.move = self.move, move
        # A pointer moves many times within one slot, and each question is a run of the engine.
        if old_move is not None and old_move.target_index == move.target_index:
            return
        if move.target_index is None:
            self._snapshots.end_preview()
        else:
            self._snapshots.preview_move(move.layer, move.target_index)

    def _on_preview_changed(self) -> None:
        """Show the predicted chain of the move, which just arrived."""
        snapshot = self._snapshots.preview or self._snapshots.current
        if self.move is not None:
            if snapshot is not None:
                self.move_previewed.emit(snapshot)
            self._view.viewport().update()

    def _commit_move(self, move: LayerMove) -> None:
        """Store the new position of the layer as one undo step."""
        # The origin counts from 1, places from 0; an origin of 0 is a layer that is off.
        is_unmoved = (
            move.target_index == move.start_position - 1
            if move.start_position
            else move.target_index == OFF_INDEX
        )
        if move.target_index is None or is_unmoved:
            self.cancel()
            return
        # Before the edit: the view takes new snapshots only while nothing is moved.
        self._clear_move()
        self.move_finished.emit(move.key)
        self._edits.move_layer(move.layer, move.target_index)

    def cancel(self) -> None:
        """End the move in progress without an edit: the layer stays where it was."""
        if self.move is not None:
            self._clear_move()
            self._snapshots.end_preview()
            self.cancelled.emit()

    def _clear_move(self) -> None:
        """Forget the move in progress, and paint its row again."""
        self.move = None
        self._delegate.moved_key = ""
        self._view.viewport().update()

    def _find_row_of_kind(self, kind: RowKind) -> QModelIndex:
        """Return the index of the first row of a kind, an invalid one if there is none."""
        kinds = [row.kind for row in self._model.values()]
        return self._model.index(kinds.index(kind), 0) if kind in kinds else QModelIndex()

    def _find_first_slot_top(self) -> int:
        """Return the top of the first layer's row in the viewport, in pixels."""
        program = self._find_row_of_kind(RowKind.PROGRAM)
        if program.isValid():
            return self._view.visualRect(program).bottom() + 1
        return -self._view.verticalScrollBar().value()

    def find_position(self, y: int, move: LayerMove) -> int | None:
        """Return the position of the chain for a pointer at this height.

        It is an index among the other layers, OFF_INDEX for "not in the chain", or None outside of
        both. Layer rows are all equally high, so the places are a fixed grid: rows that move under
        the pointer while a prediction arrives do not change the answer.
        """
        height = get_row_height(self._context.theme, RowKind.LAYER)
        top = self._find_first_slot_top()
        end = top + (move.other_layer_count + 1) * height
        # Half a row of tolerance at both ends, so that the first and the last slot are not harder
        # to hit.
        if top - height // 2 <= y < end + height // 2:
            return min(max((y - top) // height, 0), move.other_layer_count)
        group = self._find_row_of_kind(RowKind.GROUP)
        is_below_chain = group.isValid() and y >= self._view.visualRect(group).top()
        return OFF_INDEX if is_below_chain else None

    # ---- painting

    def paint(self, painter: QPainter) -> None:
        """Paint over the rows, while a layer is moved, where it was and the card with its name."""
        move = self.move
        if move is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, viewport = self._context.theme, self._view.viewport()
        height = get_row_height(theme, RowKind.LAYER)
        if (
            move.start_position
            and move.target_index is not None
            and move.target_index != move.start_position - 1
        ):
            is_below = move.target_index == OFF_INDEX or move.target_index > move.start_position - 1
            y = (
                self._find_first_slot_top()
                + (move.start_position - (1 if is_below else 0)) * height
            )
            row = get_row(self._model.find_index(move.key))
            area = QRect(0, 0, viewport.width(), height)
            end = layout_row(theme, area, row).text_right if row else viewport.width()
            paint_original_position(painter, theme, end, y, move.start_position)
        card_place = self._find_card_position(move)
        if card_place is not None:
            result = predict_outcome(move, self._snapshots.preview)
            paint_card(
                painter,
                self._context,
                card_place,
                get_display_name(move.layer),
                result,
                viewport.rect(),
            )

    def _find_card_position(self, move: LayerMove) -> QPoint | None:
        """Return the top left corner of the card: near the pointer, or in the keyboard's slot.

        It is None if the card is not shown.
        """
        theme, view = self._context.theme, self._view
        if not move.is_keyboard_move:
            # The pointer holds the card near its grip.
            offset = QPoint(-theme.px(16), -theme.px(14))
            # Null after the pointer left the list: the card goes with it.
            if self._pointer_position.isNull():
                return None
            position = QPoint(self._pointer_position)
            if view.isRightToLeft():  # painted mirrored
                position.setX(view.viewport().width() - position.x())
            return position + offset
        index = self._model.find_index(move.key)
        if not index.isValid():
            return None
        if view.isRowHidden(index.row()):  # in the folded group: beside its head
            index = self._find_row_of_kind(RowKind.GROUP)
        return QPoint(theme.px(72), view.visualRect(index).top() + theme.px(9))


def paint_original_position(
    painter: QPainter, theme: Theme, right: float, y: int, origin: int
) -> None:
    """Paint a dashed line, with "was 3rd", where the moved layer was.

    Args:
        painter: of the list.
        theme: has fonts and colors.
        right: where both end, beside the controls of the rows, in pixels.
        y: height of the line, in pixels.
        origin: position in the chain before the move, counted from 1.
    """
    text = tr("was {origin}", origin=render_ordinal(origin))
    end = right - theme.small.width(text)
    pen = QPen(theme.colors.secondary, 1)
    pen.setDashPattern([4, 3])
    painter.setPen(pen)
    # Half a pixel down: a line of one pixel is sharp between two pixel edges.
    painter.drawLine(QPointF(theme.px(72), y + 0.5), QPointF(end - theme.px(12), y + 0.5))
    painter.setPen(theme.colors.secondary)
    half_size = theme.px(10)
    draw_text(painter, theme.small, text, end, y - half_size, theme.px(200), 2 * half_size)


def paint_card(
    painter: QPainter,
    context: ThemeContext,
    position: QPoint,
    layer: str,
    move_outcome: MoveOutcome,
    viewport_rect: QRect,
) -> None:
    """Paint the card of a moved layer: its name, and what the move will lead to.

    Args:
        painter: of the list.
        context: has theme and icons.
        position: wanted top left corner.
        layer: its displayed name.
        move_outcome: predicted result of the move.
        viewport_rect: rectangle that the card must not leave.
    """
    theme = context.theme
    px, colors = theme.px, theme.colors
    name = strip_layer_prefix(layer)
    needed_width = max(theme.small_strong.width(move_outcome.text), theme.strong.width(name)) + px(
        56
    )
    # A least width keeps the card from jumping as its sentence changes.
    width = min(max(px(320), needed_width), viewport_rect.width() - px(16))
    left = min(max(position.x(), px(8)), viewport_rect.width() - width - px(8))
    top = min(max(position.y(), 0), viewport_rect.height() - px(48))
    rect = QRectF(left, top, width, px(44))
    paint_shadow(painter, rect, px(6))
    painter.setPen(QPen(colors.accent, 1.5))
    painter.setBrush(colors.base)
    painter.drawRoundedRect(rect, px(6), px(6))
    paint_grip(painter, theme, QPointF(left + px(17), rect.center().y()))
    start, available_width = left + px(34), width - px(44)
    painter.setPen(colors.text)
    draw_text(painter, theme.strong, name, start, top + px(3), available_width, px(20))
    painter.setPen(colors.accent if move_outcome.is_as_requested else colors.warn)
    line = top + px(22)
    draw_text(painter, theme.small_strong, move_outcome.text, start, line, available_width, px(18))
