"""MovableChain: moving a layer by drag or keyboard, and the card that is painted meanwhile.

A move shows the predicted chain, never the drawn one: every step asks the Session for the picture
of the move, and the rows shown are that picture's. The slot therefore stands where the layer will
really load, also where this loader orders otherwise. The card that follows the pointer is painted
by the view, because a QDrag's pixmap cannot change while it is dragged and the outcome can.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QListView, QWidget

from vkconfig_py.model.chain.layer_move import (
    OFF,
    Move,
    Outcome,
    outcome,
    shown,
    start_move,
)
from vkconfig_py.model.chain.picture_values import MOVED_KINDS, Picture, Row, RowKind
from vkconfig_py.model.items.chain_model import MIME, ChainModel
from vkconfig_py.model.session.session import Session
from vkconfig_py.model.text.wording import ordinal, short_name
from vkconfig_py.ui.chain.row_delegate import ChainDelegate, row_of_index
from vkconfig_py.ui.chain.row_layout import row_height
from vkconfig_py.ui.theme.look import Look, draw_text
from vkconfig_py.ui.theme.theme import Theme

_SHADOW = 8


def paint_was(painter: QPainter, theme: Theme, width: int, y: int, origin: int) -> None:
    text = f"was {ordinal(origin)}"
    end = width - theme.px(16) - theme.small.width(text)
    pen = QPen(theme.colors.secondary, 1)
    pen.setDashPattern([4, 3])
    painter.setPen(pen)
    painter.drawLine(QPointF(theme.px(72), y + 0.5), QPointF(end - theme.px(12), y + 0.5))
    painter.setPen(theme.colors.secondary)
    half = theme.px(10)
    draw_text(painter, theme.small, text, end, y - half, theme.px(200), 2 * half)


def paint_waiting(area: QWidget, theme: Theme) -> None:
    painter = QPainter(area)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colors.hover)
    px = theme.px
    for number in range(6):
        top = px(44) * number + px(8)
        painter.drawEllipse(QRectF(px(33), top + px(3), px(22), px(22)))
        width = area.width() - px(88 + 40 * (number % 3 + 1))
        painter.drawRoundedRect(QRectF(px(72), top, width, px(28)), px(6), px(6))
    painter.end()


def paint_hint(area: QWidget, theme: Theme, below: int, text: str) -> None:
    painter = QPainter(area)
    painter.setPen(theme.colors.secondary)
    left, top = theme.px(72), below + theme.px(12)
    draw_text(painter, theme.body, text, left, top, area.width() - 2 * left, theme.px(20))
    painter.end()


def paint_card(
    painter: QPainter, look: Look, at: QPoint, layer: str, said: Outcome, within: QRect
) -> None:
    theme = look.theme
    px, colors = theme.px, theme.colors
    needed = max(theme.small_strong.width(said.text), theme.strong.width(layer)) + px(56)
    width = min(max(px(320), needed), within.width() - px(16))
    left = min(max(at.x(), px(8)), within.width() - width - px(8))
    top = min(max(at.y(), 0), within.height() - px(48))
    rect = QRectF(left, top, width, px(44))
    _paint_shadow(painter, rect, px(6))
    painter.setPen(QPen(colors.accent, 1.5))
    painter.setBrush(colors.base)
    painter.drawRoundedRect(rect, px(6), px(6))
    _paint_grip(painter, theme, QPointF(left + px(17), rect.center().y()))
    start, room = left + px(34), width - px(44)
    painter.setPen(colors.faint)
    prefix = layer[: len(layer) - len(short_name(layer))]
    taken = draw_text(painter, theme.body, prefix, start, top + px(3), room, px(20))
    painter.setPen(colors.text)
    draw_text(
        painter, theme.strong, short_name(layer), start + taken, top + px(3), room - taken, px(20)
    )
    painter.setPen(colors.accent if said.followed else colors.warn)
    middle = Qt.TextElideMode.ElideMiddle
    line = top + px(22)
    draw_text(painter, theme.small_strong, said.text, start, line, room, px(18), middle)


def _paint_shadow(painter: QPainter, rect: QRectF, radius: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for step in range(_SHADOW, 0, -1):
        painter.setBrush(QColor(0, 0, 0, 9))
        grown = rect.adjusted(-step, -step + 3, step, step + 3)
        painter.drawRoundedRect(grown, radius + step, radius + step)


def _paint_grip(painter: QPainter, theme: Theme, centre: QPointF) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colors.secondary)
    step = theme.px(5)
    for column in (-0.5, 0.5):
        for line in (-1, 0, 1):
            spot = centre + QPointF(column * step, line * step)
            painter.drawEllipse(spot, 1.1 * theme.unit / 4, 1.1 * theme.unit / 4)


MOVABLE = MOVED_KINDS | {RowKind.OFF_LAYER}


class MovableChain(QListView):
    """The moving half of ChainView.

    Signals:
        announced: a sentence for screen readers.
        painted: the rows were painted.
        move_refused: a layer was to be moved in a chain that is only supposed.
    """

    announced = Signal(str)
    painted = Signal()
    move_refused = Signal()

    def __init__(
        self, look: Look, session: Session, model: ChainModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._session = session
        self._model = model
        self._delegate = ChainDelegate(look, self)
        self._move: Move | None = None
        self._pointer = QPoint()
        self._shown_key = ""
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        session.pictures.preview_changed.connect(self._on_preview_changed)

    def rows(self) -> Iterator[tuple[QModelIndex, Row]]:
        for number in range(self._model.rowCount()):
            index = self._model.index(number, 0)
            row = row_of_index(index)
            if row is not None:
                yield index, row

    def show_picture(self, picture: Picture | None) -> None:
        raise NotImplementedError  # ChainView does

    def apply_fold(self) -> None:
        raise NotImplementedError  # ChainView does

    def is_movable(self, index: QModelIndex) -> bool:
        row = row_of_index(index)
        flags = self._model.flags(index)
        return (
            row is not None and row.kind in MOVABLE and bool(flags & Qt.ItemFlag.ItemIsDragEnabled)
        )

    def may_move(self, index: QModelIndex) -> bool:
        """True if a row can be moved; in a what-if emits `move_refused` instead."""
        row = row_of_index(index)
        if self._model.simulated and row is not None and row.kind in MOVABLE:
            self.move_refused.emit()
        return self.is_movable(index)

    def start_keyboard_move(self) -> None:
        """Begin move mode: arrows move the layer, Enter drops it, Esc cancels."""
        row = row_of_index(self.currentIndex())
        if row is None or not self.may_move(self.currentIndex()):
            return
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._begin(start_move([r for _i, r in self.rows()], row, by_keyboard=True))
        self._announce_move()

    def press_while_moving(self, event: QKeyEvent) -> None:
        move = self._move
        key = event.key()
        if move is None or key == Qt.Key.Key_Escape:
            self.cancel_move()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._finish(move)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.step_move(-1 if key == Qt.Key.Key_Up else 1)
        event.accept()

    def step_move(self, step: int) -> None:
        if self._move is not None:
            self._ask(self._move.stepped(step))
            self._announce_move()

    def _announce_move(self) -> None:
        move = self._move
        if move is not None:
            where = "not in the chain"
            if move.place is not None and move.place != OFF:
                where = f"{move.place + 1} of {move.others + 1}"
            self.announced.emit(f"{short_name(move.layer)}, {where}")

    @property
    def moving(self) -> Move | None:
        return self._move

    def _begin(self, move: Move) -> None:
        self._move = move
        self._delegate.lifted = move.key
        self.viewport().update()

    def start_drag(self, key: str) -> None:
        index = self._model.index_of(key)
        row = row_of_index(index)
        if row is None:
            return
        drag = QDrag(self)
        drag.setMimeData(self._model.mimeData([index]))
        blank = QPixmap(1, 1)
        blank.fill(Qt.GlobalColor.transparent)
        drag.setPixmap(blank)
        self._begin(start_move([r for _i, r in self.rows()], row))
        drag.exec(Qt.DropAction.MoveAction)
        # a drop inside has finished the move already; anything else took it back
        self.cancel_move()

    def _ask(self, move: Move) -> None:
        old, self._move = self._move, move
        if old is not None and old.place == move.place:
            return
        if move.place is None:
            self._session.pictures.end_preview()
        else:
            self._session.pictures.preview_move(move.layer, move.place)

    def _finish(self, move: Move) -> None:
        """Make the move as one undo step."""
        self._clear_move()
        same = move.place == move.origin - 1 if move.origin else move.place == OFF
        if move.place is None or same:
            self._session.pictures.end_preview()
            self.show_picture(self._session.pictures.current)
            return
        self._shown_key = move.key
        self._session.edits.move_layer(move.layer, move.place)

    def cancel_move(self) -> None:
        if self._move is not None:
            self._clear_move()
            self._session.pictures.end_preview()
            self.show_picture(self._session.pictures.current)

    def _clear_move(self) -> None:
        self._move = None
        self._delegate.lifted = ""
        self.viewport().update()

    def _on_preview_changed(self) -> None:
        move = self._move
        if move is None:
            return
        picture = self._session.pictures.preview or self._session.pictures.current
        if picture is not None:
            self._model.show(picture)
            self.apply_fold()
        self.viewport().update()

    def _slots_top(self) -> int:
        for index, row in self.rows():
            if row.kind is RowKind.PROGRAM:
                return self.visualRect(index).bottom() + 1
        return -self.verticalOffset()

    def place_at(self, y: int, move: Move) -> int | None:
        """Place that a pointer at this height means: in the chain, OFF, or None outside of both.

        Layer rows are all equally high, so the places are a fixed grid: rows that move under the
        pointer while a prediction arrives do not change the answer.
        """
        theme = self._look.theme
        height = row_height(theme, RowKind.LAYER)
        top = self._slots_top()
        end = top + (move.others + 1) * height
        if top - height // 2 <= y < end + height // 2:
            return min(max((y - top) // height, 0), move.others)
        group = next((i for i, row in self.rows() if row.kind is RowKind.GROUP), None)
        if group is not None and y >= self.visualRect(group).top():
            return OFF
        return None

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        # Dropped files are left to the window, which takes them wherever they are dropped.
        if event.mimeData().hasFormat(MIME):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if self._move is None:
            event.ignore()
            return
        self._pointer = event.position().toPoint()
        self._scroll_near_edge(self._pointer.y())
        self._ask(self._move._replace(place=self.place_at(self._pointer.y(), self._move)))
        self.viewport().update()
        if self._move.place is None:
            event.ignore()
        else:
            event.setDropAction(Qt.DropAction.MoveAction)
            event.accept()

    def _scroll_near_edge(self, y: int) -> None:
        edge = self._look.theme.px(24)
        bar = self.verticalScrollBar()
        if y < edge:
            bar.setValue(bar.value() - (edge - y))
        elif y > self.viewport().height() - edge:
            bar.setValue(bar.value() + (y - self.viewport().height() + edge))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        # The drag may come back: show the chain as it is, but keep the move.
        if self._move is not None:
            self._ask(self._move._replace(place=None))
            self._pointer = QPoint()
        self.viewport().update()

    def dropEvent(self, event: QDropEvent) -> None:
        if self._move is not None:
            place = self.place_at(event.position().toPoint().y(), self._move)
            # Qt would remove the source rows after a MoveAction that it is told of
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self._finish(self._move._replace(place=place))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted.emit()
        move = self._move
        if move is None:
            return
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._look.theme
        height = row_height(theme, RowKind.LAYER)
        if move.origin and move.place is not None and move.place != move.origin - 1:
            below = move.place == OFF or move.place > move.origin - 1
            y = self._slots_top() + (move.origin - (1 if below else 0)) * height
            paint_was(painter, theme, self.viewport().width(), y, move.origin)
        at = self._card_place(move)
        if at is not None:
            said = outcome(move, self._session.pictures.preview)
            paint_card(painter, self._look, at, shown(move.layer), said, self.viewport().rect())
        painter.end()

    def _card_place(self, move: Move) -> QPoint | None:
        """Top left corner of the card: near the pointer, or in the slot for the keyboard."""
        theme = self._look.theme
        if not move.by_keyboard:
            near = QPoint(-theme.px(16), -theme.px(14))
            return None if self._pointer.isNull() else self._pointer + near
        index = self._model.index_of(self._delegate.lifted)
        if not index.isValid():
            return None
        if self.isRowHidden(index.row()):  # in the folded group
            heads = (i for i, row in self.rows() if row.kind is RowKind.GROUP)
            index = next(heads, index)
        return QPoint(theme.px(72), self.visualRect(index).top() + theme.px(9))
