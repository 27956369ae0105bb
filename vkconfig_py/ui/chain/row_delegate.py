"""ChainDelegate: paints one row of the call chain, with the rail beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.snapshot_values import (
    Row,
    RowKind,
    Tone,
    get_control_label,
)
from vkconfig_py.model.items.chain_model import ChainModel
from vkconfig_py.model.text.wording import LAYER_PREFIX
from vkconfig_py.ui.chain.rail import RailPainter, paint_grip
from vkconfig_py.ui.chain.row_layout import (
    BRANCH_KINDS,
    FIRST_LINE_HEIGHT,
    FIX_LABEL,
    HEAD_KINDS,
    NAME_GAP,
    SECOND_LINE_HEIGHT,
    SIGN_WIDTH,
    TEXT_GAP,
    TWO_LINE_KINDS,
    ListMeasures,
    RowLayout,
    RowText,
    decide_columns,
    find_version_below,
    get_row_height,
    get_row_title,
    layout_row,
    list_second_line,
    list_texts_after_name,
    measure_chip,
    measure_first_texts,
    measure_rows,
    place_columns,
)
from vkconfig_py.ui.theme.context import (
    ThemeContext,
    draw_text,
    limit_row_width,
    mirror,
    paint_focus,
    paint_row_box,
    painting_unmirrored,
)
from vkconfig_py.ui.theme.theme import ThemeFont
from vkconfig_py.ui.widgets.basic import RowDelegate

ModelIndex = QModelIndex | QPersistentModelIndex
DRAG_HINT = tr("Drag into the chain to turn on")


def get_row(index: ModelIndex) -> Row | None:
    """Return the row of the chain at an index of a ChainModel, None for other models."""
    # Asked of the model and not by a role: a list that is laid out asks for each of its rows.
    model = index.model()
    return model.get_value(index) if isinstance(model, ChainModel) else None


class ChainDelegate(RowDelegate):
    """Paints rows of the chain.

    Attributes:
        moved_key: key of the row that is being moved; it is painted as an empty slot.
        closed: layers of the folded group "Not in the chain" are hidden.
    """

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._rail = RailPainter(context)
        self.moved_key = ""
        self.closed = False
        self.drag_hint = DRAG_HINT
        self._rows: Sequence[Row] = ()
        self._measures = ListMeasures()
        context.changed.connect(self._update_measures)

    def show_folding(self, *, closed: bool, are_drivers_closed: bool) -> None:
        """Paint the heads of the groups as closed, or as open: with all their rows below them."""
        self.closed, self._rail.are_drivers_closed = closed, are_drivers_closed

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Fit the columns to the rows of the list, also to those that are hidden."""
        if rows != self._rows:
            self._rows = rows
            self._update_measures()

    def _update_measures(self) -> None:
        """Measure the rows of the list, once for all paintings."""
        self._measures = measure_rows(self._context.theme, self._rows)

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        row = get_row(index)
        kind = row.kind if row else RowKind.LAYER
        # The width does not matter: rows are as wide as the list.
        return QSize(self._context.theme.px(200), get_row_height(self._context.theme, kind))

    def compute_layout(self, rect: QRect, row: Row) -> RowLayout:
        """Return where the parts of a row are."""
        parent = self.parent()
        is_mirrored = isinstance(parent, QWidget) and parent.isRightToLeft()
        return layout_row(self._context.theme, rect, row, is_mirrored=is_mirrored)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        row = get_row(index)
        if row is None:
            return
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        # The view paints all rows with this painter.
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror(painter, option.widget, QRectF(rect))
        layout = layout_row(self._context.theme, rect, row)
        area = QRectF(limit_row_width(self._context.theme, rect))
        if row.kind in HEAD_KINDS:
            self._paint_group(painter, area, row, state)
        elif row.key == self.moved_key:
            self._paint_slot(painter, area, layout, row, index)
        else:
            self._paint_row(painter, area, layout, row, state, index)
        painter.restore()

    def _paint_row(
        self,
        painter: QPainter,
        area: QRectF,
        layout: RowLayout,
        row: Row,
        state: QStyle.StateFlag,
        index: ModelIndex,
    ) -> None:
        """Paint all of one row: background, rail, grip, texts and control."""
        selected = bool(state & QStyle.StateFlag.State_Selected)
        is_hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        self._paint_box(painter, layout.box, state)
        self._rail.paint(painter, area, layout.node_x, row, _get_kind_below(index))
        # At rest no grip is shown: one at each row would be louder than the names.
        is_movable = index.flags() & Qt.ItemFlag.ItemIsDragEnabled
        if (selected or is_hovered) and is_movable:
            paint_grip(painter, self._context.theme, layout.grip.center())
        if row.kind in TWO_LINE_KINDS:
            self._paint_two_lines(painter, area, layout, row)
        else:
            end = self._paint_first_line(
                painter, row, layout.text_left, area.top(), layout.text_right, area.height()
            )
            self._paint_chip(painter, row, end, area.center().y())
        if layout.segments:
            self._paint_control(painter, layout, row, active=selected or is_hovered)
        elif not layout.action.isEmpty():
            self._paint_action(painter, layout.action)

    def _paint_box(self, painter: QPainter, box: QRectF, state: QStyle.StateFlag) -> None:
        """Paint the background of a hovered or selected row, with its focus frame."""
        theme = self._context.theme
        paint_row_box(painter, theme, box, state)
        if state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, theme, box.adjusted(-0.5, -0.5, 0.5, 0.5), theme.px(6))

    def _paint_slot(
        self, painter: QPainter, area: QRectF, layout: RowLayout, row: Row, index: ModelIndex
    ) -> None:
        """Paint the dashed slot at the position where the moved layer will really load."""
        theme = self._context.theme
        pen = QPen(theme.colors.accent, 1.5)
        pen.setDashPattern([3, 2])
        painter.setPen(pen)
        painter.setBrush(theme.colors.selected_base)
        painter.drawRoundedRect(layout.box.adjusted(1, 1, -1, -1), theme.px(6), theme.px(6))
        self._rail.paint(painter, area, layout.node_x, row, _get_kind_below(index))

    def _paint_two_lines(
        self, painter: QPainter, area: QRectF, layout: RowLayout, row: Row
    ) -> None:
        """Paint the texts of a layer or program: name and columns above, reason below."""
        theme = self._context.theme
        left, right = layout.text_left, layout.text_right
        upper_height, lower_height = theme.px(FIRST_LINE_HEIGHT), theme.px(SECOND_LINE_HEIGHT)
        top = area.center().y() - (upper_height + lower_height) / 2
        self._paint_first_line(painter, row, left, top, right, upper_height)
        columns = decide_columns(theme, self._measures, right)
        version = find_version_below(theme, row, columns, left, right)
        right = layout.line_right
        if version is not None:
            below_width = right - version.left
            self._paint_text(
                painter, version.part, version.left, top + upper_height, below_width, lower_height
            )
            right = version.left - theme.px(TEXT_GAP)
        # What a what-if changes must stay readable, and leaves its place to no name.
        right -= measure_chip(theme, row)
        end = self._paint_reason(painter, row, left, top + upper_height, right - left, lower_height)
        self._paint_chip(
            painter, row, end + theme.px(TEXT_GAP), top + upper_height + lower_height / 2
        )

    def _paint_first_line(
        self, painter: QPainter, row: Row, left: float, top: float, right: float, height: float
    ) -> float:
        """Paint the columns of a row, its name and what follows it. Return where that ends."""
        theme, gap = self._context.theme, self._context.theme.px(TEXT_GAP)
        # That of two lines has its chip in the second.
        chip = 0 if row.kind in TWO_LINE_KINDS else measure_chip(theme, row)
        parts = list_texts_after_name(theme, row)
        min_left = left + measure_first_texts(theme, row) + chip
        list_columns = decide_columns(theme, self._measures, right)
        columns = place_columns(theme, row, list_columns, right, min_left)
        for part, x in columns:
            self._paint_text(painter, part, x, top, right - x, height, theme.strong)
        if columns:
            right = columns[0].left - theme.px(NAME_GAP)
        right -= chip
        left += self._paint_name(painter, row, left, top, right, height) + gap
        for part in parts:
            # Less has room for nothing but an ellipsis.
            if (room := right - left) < gap * 2:
                break
            left += gap + self._paint_text(painter, part, left, top, room, height, theme.strong)
        return left

    def _paint_chip(self, painter: QPainter, row: Row, left: float, middle: float) -> None:
        """Paint the chip with what a what-if changes in this row, such as "New"."""
        if not row.delta:
            return
        theme = self._context.theme
        width = measure_chip(theme, row) - theme.px(TEXT_GAP)
        box = QRectF(left, middle - theme.px(9), width, theme.px(18))
        text_role = theme.colors.simulated
        painter.setPen(QPen(text_role, 2) if theme.high_contrast else Qt.PenStyle.NoPen)
        painter.setBrush(theme.colors.simulated_tint)
        painter.drawRoundedRect(box, theme.px(4), theme.px(4))
        painter.setPen(text_role)
        draw_text(painter, theme.small_strong, row.delta, left + theme.px(8), box.top(), width,
                  box.height())  # fmt: skip

    def _paint_name(
        self, painter: QPainter, row: Row, left: float, top: float, right: float, height: float
    ) -> float:
        """Paint the name of a row, its prefix VK_LAYER_ faint. Return the width used."""
        theme, name = self._context.theme, get_row_title(row)
        prefix = (
            LAYER_PREFIX if name.startswith(LAYER_PREFIX) and len(name) > len(LAYER_PREFIX) else ""
        )
        name = name[len(prefix) :]
        first = theme.body.width(prefix)
        # A device without a state is one that programs get.
        is_idle = row.kind in BRANCH_KINDS and (row.kind is not RowKind.DEVICE or row.status != "")
        is_secondary = row.is_left_out or (is_idle and row.tone is Tone.NEUTRAL)
        text_role = theme.colors.secondary if is_secondary else theme.colors.text
        # Names of layers often differ in their last part alone.
        middle = Qt.TextElideMode.ElideMiddle
        full_width = min(first + theme.strong.width(name), right - left)
        # One name, which reads from left to right also in a mirrored row.
        with painting_unmirrored(painter, left, full_width):
            painter.setPen(theme.colors.faint)
            draw_text(painter, theme.body, prefix, left, top, full_width, height)
            painter.setPen(text_role)
            used_width = draw_text(
                painter, theme.strong, name, left + first, top, full_width - first, height, middle
            )
        return first + used_width

    def _paint_reason(
        self, painter: QPainter, row: Row, left: float, top: float, room: float, height: float
    ) -> float:
        """Paint the reason for the state of a row, and what deviates. Return where that ends."""
        for part in list_second_line(self._context.theme, row, room):
            used_width = self._paint_text(painter, part, left, top, room, height)
            left, room = left + used_width, room - used_width
        return left

    def _paint_text(
        self,
        painter: QPainter,
        part: RowText,
        left: float,
        top: float,
        room: float,
        height: float,
        baseline_style: ThemeFont | None = None,
    ) -> float:
        """Paint a text with its sign, a path alone with its end. Return the width used."""
        theme, sign_width = self._context.theme, 0
        if part.icon:
            sign_width, size = theme.px(SIGN_WIDTH), theme.px(14)
            sign_rect = QRectF(left, top + (height - size) / 2, size, size)
            self._context.icons.paint(painter, part.icon, part.text_role, sign_rect)
        painter.setPen(part.text_role)
        return sign_width + draw_text(
            painter, part.text_style, part.text, left + sign_width, top, room - sign_width, height,
            Qt.TextElideMode.ElideMiddle, baseline_style,
        )  # fmt: skip

    def _paint_control(
        self, painter: QPainter, layout: RowLayout, row: Row, *, active: bool
    ) -> None:
        """Paint the control that turns a layer on or off, at rest only its set value."""
        theme = self._context.theme
        first, last = layout.segments[0].rect, layout.segments[-1].rect
        if active:
            painter.setPen(QPen(theme.colors.outline, theme.line_width()))
            painter.setBrush(theme.colors.base)
            control_rect = first.united(last).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.drawRoundedRect(control_rect, theme.px(6), theme.px(6))
        # At rest only the value that is set is painted: a grid of controls would drown the reasons.
        for segment in layout.segments:
            if active or segment.control == row.control:
                self._paint_segment(painter, segment.rect, segment.control, row, active=active)

    def _paint_segment(
        self, painter: QPainter, rect: QRectF, control: str, row: Row, *, active: bool
    ) -> None:
        """Paint one value of a row's control."""
        theme = self._context.theme
        colors = theme.colors
        is_chosen = control == row.control
        default = bool(row.controls) and control == row.controls[0]
        text_style, text_role = theme.small, colors.text
        if is_chosen and active:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colors.primary)
            painter.drawRoundedRect(rect.adjusted(2, 2, -2, -2), theme.px(4), theme.px(4))
            text_style, text_role = theme.small_strong, colors.primary_text
        # A value of the user stands out also at rest; the default does not.
        elif is_chosen and not default:
            painter.setPen(QPen(colors.outline, theme.line_width()))
            painter.setBrush(colors.base)
            box = rect.adjusted(2.5, 1.5, -2.5, -1.5)
            painter.drawRoundedRect(box, theme.px(4), theme.px(4))
            text_style = theme.small_strong
        elif is_chosen:
            text_role = colors.faint
        word = get_control_label(control)
        painter.setPen(text_role)
        left = rect.center().x() - text_style.width(word) / 2
        draw_text(painter, text_style, word, left, rect.top(), rect.width(), rect.height(),
                  baseline_style=theme.strong)  # fmt: skip

    def _paint_action(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the link "Fix…" of a row."""
        theme = self._context.theme
        painter.setPen(theme.colors.accent)
        left = rect.right() - theme.small_strong.width(FIX_LABEL) - theme.px(8)
        draw_text(painter, theme.small_strong, FIX_LABEL, left, rect.top(), rect.width(),
                  rect.height(), baseline_style=theme.strong)  # fmt: skip

    def _paint_group(
        self, painter: QPainter, area: QRectF, row: Row, state: QStyle.StateFlag
    ) -> None:
        """Paint the header of a group, such as "Not in the chain", with its chevron."""
        theme = self._context.theme
        px, colors = theme.px, theme.colors
        line = QRectF(area.left() + px(16), area.top() + px(3), area.width() - px(32), 1)
        painter.fillRect(line, colors.divider)
        body = area.adjusted(0, px(4), 0, 0)
        self._paint_box(painter, body.adjusted(px(8), 1, -px(8), -1), state)
        size = px(16)
        icon_rect = QRectF(area.left() + px(16), body.center().y() - size / 2, size, size)
        is_group = row.kind is RowKind.GROUP
        icon = "chevron-right" if self.closed else "chevron-down"
        self._context.icons.paint(
            painter, icon if is_group else "file-broken", colors.text, icon_rect
        )
        left = area.left() + px(40)
        painter.setPen(colors.text)
        left += px(TEXT_GAP) + draw_text(
            painter, theme.small_strong, row.name, left, body.top(), area.width(), body.height()
        )
        painter.setPen(colors.secondary)
        count = " · ".join(part for part in (row.secondary, row.reason) if part)
        left += draw_text(
            painter, theme.small, count, left, body.top(), area.right() - left, body.height()
        )
        room = area.right() - px(16) - left - px(16)
        # A hint is dropped rather than elided.
        if is_group and not row.reason and theme.small.width(self.drag_hint) <= room:
            start = area.right() - px(16) - theme.small.width(self.drag_hint)
            draw_text(painter, theme.small, self.drag_hint, start, body.top(), room, body.height())


def _get_kind_below(index: ModelIndex) -> RowKind | None:
    """Return the kind of the row below an index, None for the last row."""
    index_below = index.sibling(index.row() + 1, 0)
    row = get_row(index_below) if index_below.isValid() else None
    return row.kind if row else None
