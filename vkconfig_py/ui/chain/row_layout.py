"""Layout of a row of the chain, and the rail beside it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from vkconfig_py.language.sentences import render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.chain.snapshot_values import CONTROL_WORDS, MOVED_KINDS, Row, RowKind, Tone
from vkconfig_py.ui.theme.context import ThemeContext, upright, used_part
from vkconfig_py.ui.theme.theme import Theme

FIX = tr("Fix…")
# Words of one column: layers and drivers share the columns of their controls.
_COLUMNS = (
    (CONTROL_WORDS["auto"],),
    (CONTROL_WORDS["on"], CONTROL_WORDS["only"]),
    (CONTROL_WORDS["off"],),
)
_COLUMN_OF = {"auto": 0, "on": 1, "only": 1, "off": 2}
LAYER_KINDS = MOVED_KINDS | {RowKind.OFF_LAYER, RowKind.BROKEN, RowKind.MISSING}
_HEIGHTS = {
    RowKind.LOADER: 40,
    RowKind.DRIVER: 32,
    RowKind.DEVICE: 32,
    RowKind.GROUP: 32,
    RowKind.FILES: 32,
}
BRANCH_KINDS = frozenset({RowKind.DRIVER, RowKind.DEVICE})


class ControlSegment(NamedTuple):
    """One segment of a row's control, and the value that it sets."""

    control: str
    rect: QRectF


class RowLayout(NamedTuple):
    """Rectangles of one row in list coordinates.

    Attributes:
        box: background of a hovered or selected row.
        segments: the control; its hit area is `control_hit`, which is higher than it looks.
        action: the link "Fix…", or an empty rectangle.
        text_right: where texts end.
    """

    box: QRectF
    grip: QRectF
    node_x: float
    text_left: float
    text_right: float
    segments: tuple[ControlSegment, ...]
    control_hit: QRectF
    action: QRectF

    def control_at(self, x: float, y: float) -> str:
        if not self.control_hit.contains(x, y):
            return ""
        for segment in self.segments:
            if segment.rect.left() <= x <= segment.rect.right():
                return segment.control
        return ""


def row_height(theme: Theme, kind: RowKind) -> int:
    return theme.px(_HEIGHTS.get(kind, 44))


def has_action(row: Row) -> bool:
    """True if the row offers "Fix…" instead of a control.

    A problem that exists only in a what-if cannot be fixed, nor one of another machine.
    """
    is_broken = row.kind is RowKind.BROKEN and row.tone is Tone.ERROR
    return is_broken and not (row.controls or row.delta or row.is_elsewhere)


def layout_row(theme: Theme, rect: QRect, row: Row, *, mirrored: bool = False) -> RowLayout:
    px = theme.px
    # QRectF.right() is left + width; QRect.right() would be one less.
    area = QRectF(used_part(theme, rect))
    right = area.right() - px(16)
    middle = area.center().y()
    segments = _segments(theme, row, right, middle)
    start = segments[0].rect.left() if segments else right
    action = QRectF()
    if has_action(row):
        width = theme.small_strong.width(FIX) + px(16)
        action = QRectF(right - width, middle - px(12), width, px(24))
        start = action.left()
    # Behind the icon, whose middle is at 80 for a driver and at 110 for a device.
    indent = px(100 + 28 * (row.depth - 1)) if row.kind in BRANCH_KINDS else px(72)
    plain = RowLayout(
        # One pixel of air, so that the tints of neighbours do not touch.
        box=area.adjusted(px(8), 1, -px(8), -1),
        grip=QRectF(area.left() + px(14), middle - px(8), px(12), px(16)),
        node_x=area.left() + px(44),
        text_left=area.left() + max(indent, px(72)),
        text_right=start - px(12),
        segments=segments,
        # 32 high where 24 are seen: easier to hit, and still inside the row of a driver.
        control_hit=_hit_area(segments, middle, px(16)),
        action=action,
    )
    return _mirror(plain, QRectF(rect)) if mirrored else plain


def _segments(theme: Theme, row: Row, right: float, middle: float) -> tuple[ControlSegment, ...]:
    """Lay out segments from the right, so that they form columns over all rows."""
    px = theme.px
    segments: list[ControlSegment] = []
    for control in reversed(row.controls):
        column = _COLUMN_OF[control]
        # Words are wider in other fonts and languages, so these are only the least.
        least = px(44) if column == 0 else px(36)
        widest = max(theme.small_strong.width(render(word)) for word in _COLUMNS[column])
        width = max(least, widest + px(12))
        segments.append(
            ControlSegment(control, QRectF(right - width, middle - px(12), width, px(24)))
        )
        right -= width
    return tuple(reversed(segments))


def _hit_area(segments: tuple[ControlSegment, ...], middle: float, half: float) -> QRectF:
    if not segments:
        return QRectF()
    left, right = segments[0].rect.left(), segments[-1].rect.right()
    return QRectF(left, middle - half, right - left, 2 * half)


def _mirror(plain: RowLayout, area: QRectF) -> RowLayout:
    def flip(rect: QRectF) -> QRectF:
        # Mirrored at the middle of the row; widths and heights stay.
        left = area.left() + area.right() - rect.right()
        return QRectF(left, rect.top(), rect.width(), rect.height())

    return plain._replace(
        box=flip(plain.box),
        grip=flip(plain.grip),
        node_x=area.left() + area.right() - plain.node_x,
        text_left=area.left() + area.right() - plain.text_right,
        text_right=area.left() + area.right() - plain.text_left,
        segments=tuple(ControlSegment(s.control, flip(s.rect)) for s in plain.segments),
        control_hit=flip(plain.control_hit),
        action=flip(plain.action) if not plain.action.isEmpty() else plain.action,
    )


_TILES = {RowKind.PROGRAM: "program", RowKind.LOADER: "loader"}


class Rail:
    """Paints the rail part of one row."""

    def __init__(self, context: ThemeContext) -> None:
        self._context = context

    def paint(
        self, painter: QPainter, area: QRectF, x: float, row: Row, below: RowKind | None
    ) -> None:
        """Paint the rail; `below` is the kind of the next row."""
        if row.kind is RowKind.DRIVER:
            self._paint_branch(painter, area, x, row)
            if below is RowKind.DEVICE:
                at = x + self._context.theme.px(36)
                self._line(
                    painter, at, area.center().y() + self._context.theme.px(9), area.bottom()
                )
            return
        if row.kind is RowKind.DEVICE:
            self._paint_device(painter, area, x, row)
            return
        self._paint_line(painter, area, x, row, below)
        self._paint_node(painter, QPointF(x, area.center().y()), row)

    def _pen(self) -> QPen:
        theme = self._context.theme
        # 1.5 pixels is the stroke of the icons, which the line meets.
        pen = QPen(theme.colors.rail, 2.0 if theme.high_contrast else 1.5)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        return pen

    def _paint_line(
        self, painter: QPainter, area: QRectF, x: float, row: Row, below: RowKind | None
    ) -> None:
        if row.kind not in (RowKind.PROGRAM, RowKind.LOADER, *MOVED_KINDS):
            return
        px = self._context.theme.px
        # Half of a tile of 26, or the radius of a number.
        half = px(13) if row.kind in _TILES else px(11)
        middle = area.center().y()
        painter.setPen(self._pen())
        if row.kind is not RowKind.PROGRAM:
            tip = middle - half - px(2)
            painter.drawLine(QPointF(x, area.top()), QPointF(x, tip))
            self._arrow(painter, QPointF(x, tip), QPointF(0, 1))
        if below in (RowKind.LOADER, RowKind.DRIVER, *MOVED_KINDS):
            painter.drawLine(QPointF(x, middle + half + px(1)), QPointF(x, area.bottom()))

    def _arrow(self, painter: QPainter, tip: QPointF, way: QPointF) -> None:
        size = self._context.theme.px(3)
        across = QPointF(way.y(), way.x())
        painter.drawPolyline([tip - (way + across) * size, tip, tip - (way - across) * size])

    def _paint_branch(self, painter: QPainter, area: QRectF, x: float, row: Row) -> None:
        theme = self._context.theme
        tip = self._elbow(painter, area, x, x + theme.px(24), last=row.last)
        self._arrow(painter, tip, QPointF(1, 0))
        tone = row.tone.value
        text_role = theme.colors.text if tone in ("ok", "warn") else theme.colors.tone(tone)
        self._branch_icon(painter, area, x + theme.px(36), "driver", text_role)

    def _paint_device(self, painter: QPainter, area: QRectF, x: float, row: Row) -> None:
        px = self._context.theme.px
        if row.through:
            self._line(painter, x, area.top(), area.bottom())
        start = x + px(36)
        self._elbow(painter, area, start, start + px(18), last=row.last)
        text_role = self._context.theme.colors.text
        self._branch_icon(painter, area, x + px(66), "device", text_role)

    def _elbow(
        self, painter: QPainter, area: QRectF, start: float, end: float, *, last: bool
    ) -> QPointF:
        """Paint a line from above that turns to the side; return its end point."""
        middle, radius = area.center().y(), self._context.theme.px(6)
        path = QPainterPath(QPointF(start, area.top()))
        path.lineTo(start, middle - radius)
        path.quadTo(start, middle, start + radius, middle)
        path.lineTo(end, middle)
        painter.setPen(self._pen())
        # drawPath fills with the brush that the row box left behind.
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        if not last:
            painter.drawLine(QPointF(start, middle - radius), QPointF(start, area.bottom()))
        return QPointF(end, middle)

    def _line(self, painter: QPainter, x: float, top: float, bottom: float) -> None:
        painter.setPen(self._pen())
        painter.drawLine(QPointF(x, top), QPointF(x, bottom))

    def _branch_icon(
        self, painter: QPainter, area: QRectF, x: float, icon: str, text_role: QColor
    ) -> None:
        size = self._context.theme.px(16)
        spot = QRectF(x - size / 2, area.center().y() - size / 2, size, size)
        self._context.icons.paint(painter, icon, text_role, spot)

    def _paint_node(self, painter: QPainter, centre: QPointF, row: Row) -> None:
        theme = self._context.theme
        if row.kind in _TILES:
            self._paint_tile(painter, centre, _TILES[row.kind], row)
        elif row.is_left_out:
            self._paint_ring(painter, centre, theme.colors.outline, dashed=False)
        elif row.kind is RowKind.LAYER:
            self.paint_number(painter, centre, row.position, fails=row.tone.value == "error")
        elif row.kind is RowKind.OFF_LAYER:
            if row.is_unknown:
                self._paint_icon(painter, centre, "question", theme.colors.outline)
            else:
                differs = row.tone.value == "simulated"
                text_role = theme.colors.simulated if differs else theme.colors.outline
                self._paint_ring(painter, centre, text_role, dashed=False)
        elif row.kind is RowKind.BROKEN and row.tone.value == "error":
            self._paint_icon(painter, centre, "error", theme.colors.error)
        elif row.kind is RowKind.BROKEN:
            self._paint_ring(painter, centre, theme.colors.secondary, dashed=True)
        elif row.kind is RowKind.UNLISTED:
            self._paint_icon(painter, centre, "layer", theme.colors.outline)
        elif row.kind is RowKind.MISSING:
            self._paint_ring(painter, centre, theme.colors.warn, dashed=True)

    def _paint_tile(self, painter: QPainter, centre: QPointF, icon: str, row: Row) -> None:
        theme = self._context.theme
        size = theme.px(26)
        rect = QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size)
        broken = row.tone.value == "error"
        text_role = theme.colors.error if broken else theme.colors.text
        pen = QPen(theme.colors.error if broken else theme.colors.outline, 1.5)
        if row.simulated:
            text_role = theme.colors.simulated
            pen = QPen(text_role, 1.5)
            # Dashes are given in pen widths, not in pixels.
            pen.setDashPattern([2.6, 1.6])
        painter.setPen(pen)
        painter.setBrush(theme.colors.base)
        painter.drawRoundedRect(rect, theme.px(7), theme.px(7))
        inner = theme.px(16)
        spot = QRectF(centre.x() - inner / 2, centre.y() - inner / 2, inner, inner)
        self._context.icons.paint(painter, icon, text_role, spot)

    def paint_number(
        self, painter: QPainter, centre: QPointF, number: int, *, fails: bool = False
    ) -> None:
        theme = self._context.theme
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colors.error if fails else theme.colors.node)
        painter.drawEllipse(centre, theme.px(11), theme.px(11))
        self._paint_sign(painter, centre, str(number), theme.colors.node_text)

    def _paint_ring(
        self, painter: QPainter, centre: QPointF, color: QColor, *, dashed: bool
    ) -> None:
        theme = self._context.theme
        pen = QPen(color, 1.5)
        if dashed:
            pen.setDashPattern([2.2, 1.8])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, theme.px(9), theme.px(9))
        reach = theme.px(4)
        painter.setPen(QPen(color, 1.5))
        if dashed:
            self._paint_sign(painter, centre, "!", color)
        else:
            painter.drawLine(centre - QPointF(reach, 0), centre + QPointF(reach, 0))

    def _paint_sign(self, painter: QPainter, centre: QPointF, sign: str, color: QColor) -> None:
        text_style = self._context.theme.small_strong
        painter.setPen(color)
        left = centre.x() - text_style.width(sign) / 2
        # Digits have no descenders: centred by the line height they would stand too high.
        baseline = round(centre.y() + text_style.metrics.capHeight() / 2)
        with upright(painter, left, text_style.width(sign)):
            painter.setFont(text_style.font)
            painter.drawText(QPointF(left, baseline), sign)

    def _paint_icon(self, painter: QPainter, centre: QPointF, name: str, color: QColor) -> None:
        size = self._context.theme.px(18)
        spot = QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size)
        self._context.icons.paint(painter, name, color, spot)
