"""RailPainter: the line through all rows of the call chain, with the node of each row."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from vkconfig_py.model.chain.snapshot_values import CHAIN_ROW_KINDS, Row, RowKind
from vkconfig_py.ui.theme.context import ThemeContext, painting_unmirrored
from vkconfig_py.ui.theme.theme import Theme

_TILE_ICONS = {RowKind.PROGRAM: "program", RowKind.LOADER: "loader"}


def paint_grip(painter: QPainter, theme: Theme, centre: QPointF) -> None:
    """Paint the six dots by which a row is dragged."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colors.secondary)
    # Not px(1.1), which would be rounded to one pixel.
    step, radius = theme.px(5), 1.1 * theme.unit / 4
    for column in (-0.5, 0.5):
        for line in (-1, 0, 1):
            painter.drawEllipse(centre + QPointF(column * step, line * step), radius, radius)


class RailPainter:
    """Paints the rail part of one row.

    Attributes:
        are_drivers_closed: drivers without devices are hidden.
    """

    def __init__(self, context: ThemeContext) -> None:
        self._context = context
        self.are_drivers_closed = True

    def paint(
        self, painter: QPainter, area: QRectF, x: float, row: Row, kind_below: RowKind | None
    ) -> None:
        """Paint the rail (the line through all rows) and the row's node on it, at an x."""
        if row.kind in (RowKind.DRIVER, RowKind.DRIVERS):
            self._paint_branch(painter, area, x, row)
            if kind_below is RowKind.DEVICE:
                rail_x = x + self._context.theme.px(36)
                self._paint_vertical_line(
                    painter, rail_x, area.center().y() + self._context.theme.px(9), area.bottom()
                )
            return
        if row.kind is RowKind.DEVICE:
            self._paint_device(painter, area, x, row)
            return
        self._paint_line(painter, area, x, row, kind_below)
        self._paint_node(painter, QPointF(x, area.center().y()), row)

    def _make_pen(self) -> QPen:
        theme = self._context.theme
        # 1.5 pixels is the stroke of the icons, which the line meets.
        pen = QPen(theme.colors.rail, 2.0 if theme.high_contrast else 1.5)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        return pen

    def _paint_line(
        self, painter: QPainter, area: QRectF, x: float, row: Row, kind_below: RowKind | None
    ) -> None:
        """Paint the rail above and below the row's node, with an arrow into the node."""
        if row.kind not in (RowKind.PROGRAM, RowKind.LOADER, *CHAIN_ROW_KINDS):
            return
        px = self._context.theme.px
        # Half of a tile of 26, or the radius of a number.
        half_tile = px(13) if row.kind in _TILE_ICONS else px(11)
        middle = area.center().y()
        painter.setPen(self._make_pen())
        if row.kind is not RowKind.PROGRAM:
            arrow_tip = middle - half_tile - px(2)
            painter.drawLine(QPointF(x, area.top()), QPointF(x, arrow_tip))
            self._paint_arrow(painter, QPointF(x, arrow_tip), QPointF(0, 1))
        if kind_below in (RowKind.LOADER, RowKind.DRIVER, *CHAIN_ROW_KINDS):
            painter.drawLine(QPointF(x, middle + half_tile + px(1)), QPointF(x, area.bottom()))

    def _paint_arrow(self, painter: QPainter, arrow_tip: QPointF, direction: QPointF) -> None:
        """Paint an arrowhead that points with its tip in a direction, a unit vector."""
        size = self._context.theme.px(3)
        normal_vector = QPointF(direction.y(), direction.x())
        painter.drawPolyline(
            [
                arrow_tip - (direction + normal_vector) * size,
                arrow_tip,
                arrow_tip - (direction - normal_vector) * size,
            ]
        )

    def _paint_branch(self, painter: QPainter, area: QRectF, x: float, row: Row) -> None:
        """Paint the branch from the rail to a driver, with the driver's icon."""
        theme = self._context.theme
        arrow_tip = self._paint_elbow(painter, area, x, x + theme.px(24), is_last=row.is_last)
        self._paint_arrow(painter, arrow_tip, QPointF(1, 0))
        tone = row.tone.value
        text_role = theme.colors.text if tone == "ok" else theme.colors.tone(tone)
        icon = "driver"
        if row.kind is RowKind.DRIVERS:
            icon = "chevron-right" if self.are_drivers_closed else "chevron-down"
        self._paint_branch_icon(painter, area, x + theme.px(36), icon, text_role)

    def _paint_device(self, painter: QPainter, area: QRectF, x: float, row: Row) -> None:
        """Paint the branch from a driver to one of its devices, with the device's icon."""
        px = self._context.theme.px
        if row.continues_line:
            self._paint_vertical_line(painter, x, area.top(), area.bottom())
        start = x + px(36)
        self._paint_elbow(painter, area, start, start + px(18), is_last=row.is_last)
        text_role = self._context.theme.colors.text
        self._paint_branch_icon(painter, area, x + px(66), "device", text_role)

    def _paint_elbow(
        self, painter: QPainter, area: QRectF, start: float, end: float, *, is_last: bool
    ) -> QPointF:
        """Paint a line from above that turns to the side. Return its end point."""
        middle, radius = area.center().y(), self._context.theme.px(6)
        path = QPainterPath(QPointF(start, area.top()))
        path.lineTo(start, middle - radius)
        path.quadTo(start, middle, start + radius, middle)
        path.lineTo(end, middle)
        painter.setPen(self._make_pen())
        # drawPath fills with the brush that the row box left behind.
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        if not is_last:
            painter.drawLine(QPointF(start, middle - radius), QPointF(start, area.bottom()))
        return QPointF(end, middle)

    def _paint_vertical_line(self, painter: QPainter, x: float, top: float, bottom: float) -> None:
        painter.setPen(self._make_pen())
        painter.drawLine(QPointF(x, top), QPointF(x, bottom))

    def _paint_branch_icon(
        self, painter: QPainter, area: QRectF, x: float, icon: str, text_role: QColor
    ) -> None:
        """Paint the icon at the end of a branch, with its middle at an x."""
        size = self._context.theme.px(16)
        icon_rect = QRectF(x - size / 2, area.center().y() - size / 2, size, size)
        self._context.icons.paint(painter, icon, text_role, icon_rect)

    def _paint_node(self, painter: QPainter, centre: QPointF, row: Row) -> None:
        """Paint the row's node on the rail: an icon, a position number or a ring."""
        theme = self._context.theme
        if row.kind in _TILE_ICONS:
            self._paint_tile(painter, centre, _TILE_ICONS[row.kind], row)
        elif row.is_left_out:
            self._paint_ring(painter, centre, theme.colors.outline, is_dashed=False)
        elif row.kind is RowKind.LAYER:
            self.paint_number(painter, centre, row.position, fails=row.tone.value == "error")
        elif row.kind is RowKind.OFF_LAYER:
            if row.is_unknown:
                self._paint_icon(painter, centre, "question", theme.colors.outline)
            else:
                differs = row.tone.value == "simulated"
                text_role = theme.colors.simulated if differs else theme.colors.outline
                self._paint_ring(painter, centre, text_role, is_dashed=False)
        elif row.kind is RowKind.BROKEN and row.tone.value in ("error", "warn"):
            tone = row.tone.value
            self._paint_icon(painter, centre, tone, theme.colors.tone(tone))
        elif row.kind is RowKind.BROKEN:
            self._paint_ring(painter, centre, theme.colors.secondary, is_dashed=True)
        elif row.kind is RowKind.UNLISTED:
            self._paint_icon(painter, centre, "layer", theme.colors.outline)
        elif row.kind is RowKind.MISSING:
            self._paint_ring(painter, centre, theme.colors.warn, is_dashed=True)

    def _paint_tile(self, painter: QPainter, centre: QPointF, icon: str, row: Row) -> None:
        """Paint the node of a program or loader: an icon in a frame."""
        theme = self._context.theme
        size = theme.px(26)
        rect = QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size)
        is_broken = row.tone.value == "error"
        text_role = theme.colors.error if is_broken else theme.colors.text
        pen = QPen(theme.colors.error if is_broken else theme.colors.outline, 1.5)
        if row.is_simulated:
            text_role = theme.colors.simulated
            pen = QPen(text_role, 1.5)
            # Dashes are given in pen widths, not in pixels.
            pen.setDashPattern([2.6, 1.6])
        painter.setPen(pen)
        painter.setBrush(theme.colors.base)
        painter.drawRoundedRect(rect, theme.px(7), theme.px(7))
        icon_size = theme.px(16)
        icon_rect = QRectF(
            centre.x() - icon_size / 2, centre.y() - icon_size / 2, icon_size, icon_size
        )
        self._context.icons.paint(painter, icon, text_role, icon_rect)

    def paint_number(
        self, painter: QPainter, centre: QPointF, number: int, *, fails: bool = False
    ) -> None:
        """Paint the node of a layer: a disc with its position in the chain."""
        theme = self._context.theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colors.error if fails else theme.colors.node)
        painter.drawEllipse(centre, theme.px(11), theme.px(11))
        self._paint_sign(painter, centre, str(number), theme.colors.node_text)

    def _paint_ring(
        self, painter: QPainter, centre: QPointF, color: QColor, *, is_dashed: bool
    ) -> None:
        """Paint the node of a layer that does not load: a ring with a dash or with "!"."""
        theme = self._context.theme
        pen = QPen(color, 1.5)
        if is_dashed:
            pen.setDashPattern([2.2, 1.8])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, theme.px(9), theme.px(9))
        ring_radius = theme.px(4)
        painter.setPen(QPen(color, 1.5))
        if is_dashed:
            self._paint_sign(painter, centre, "!", color)
        else:
            painter.drawLine(centre - QPointF(ring_radius, 0), centre + QPointF(ring_radius, 0))

    def _paint_sign(
        self, painter: QPainter, centre: QPointF, character: str, color: QColor
    ) -> None:
        text_style = self._context.theme.small_strong
        painter.setPen(color)
        left = centre.x() - text_style.width(character) / 2
        # Digits have no descenders: centred by the line height they would stand too high.
        baseline = round(centre.y() + text_style.metrics.capHeight() / 2)
        with painting_unmirrored(painter, left, text_style.width(character)):
            painter.setFont(text_style.font)
            painter.drawText(QPointF(left, baseline), character)

    def _paint_icon(self, painter: QPainter, centre: QPointF, name: str, color: QColor) -> None:
        size = self._context.theme.px(18)
        icon_rect = QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size)
        self._context.icons.paint(painter, name, color, icon_rect)
