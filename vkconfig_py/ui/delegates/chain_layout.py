"""Where everything of a chain row stands; pure geometry, used to paint and to hit-test alike."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QRect, QRectF

from vkconfig_py.model.picture.values import MOVED_KINDS, Row, RowKind, Tone
from vkconfig_py.ui.theme import Theme

WORDS = {"auto": "Auto", "on": "On", "off": "Off", "only": "Only"}
FIX = "Fix…"
# words that stand below each other, so that layers and drivers share their columns
_COLUMNS = (("Auto",), ("On", "Only"), ("Off",))
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


class Segment(NamedTuple):
    """One segment of a row's control: the wish it sets and where it stands."""

    wish: str
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
    segments: tuple[Segment, ...]
    control_hit: QRectF
    action: QRectF

    def wish_at(self, x: float, y: float) -> str:
        """Return the wish of the segment at a point, or ""."""
        if not self.control_hit.contains(x, y):
            return ""
        for segment in self.segments:
            if segment.rect.left() <= x <= segment.rect.right():
                return segment.wish
        return ""


def row_height(theme: Theme, kind: RowKind) -> int:
    """Return the height of a row."""
    return theme.px(_HEIGHTS.get(kind, 44))


def has_action(row: Row) -> bool:
    """Return whether the row offers "Fix…" instead of a wish.

    What is broken only under a hypothesis cannot be repaired.
    """
    return row.kind is RowKind.BROKEN and row.tone is Tone.ERROR and not (row.wishes or row.delta)


def layout_row(theme: Theme, rect: QRect, row: Row, *, mirrored: bool = False) -> RowLayout:
    """Lay a row out; `mirrored` for right-to-left languages."""
    px = theme.px
    area = QRectF(rect)
    right = area.right() - px(16)
    middle = area.center().y()
    segments = _segments(theme, row, right, middle)
    start = segments[0].rect.left() if segments else right
    action = QRectF()
    if has_action(row):
        width = theme.small_strong.width(FIX) + px(16)
        action = QRectF(right - width, middle - px(12), width, px(24))
        start = action.left()
    indent = px(100 + 28 * (row.depth - 1)) if row.kind in BRANCH_KINDS else px(72)
    plain = RowLayout(
        box=area.adjusted(px(8), 1, -px(8), -1),
        grip=QRectF(area.left() + px(14), middle - px(8), px(12), px(16)),
        node_x=area.left() + px(44),
        text_left=area.left() + max(indent, px(72)),
        text_right=start - px(12),
        segments=segments,
        control_hit=_hit_area(segments, middle, px(16)),
        action=action,
    )
    return _mirror(plain, area) if mirrored else plain


def _segments(theme: Theme, row: Row, right: float, middle: float) -> tuple[Segment, ...]:
    """Make segments from the right; every row has them at the same places."""
    px = theme.px
    segments: list[Segment] = []
    for wish in reversed(row.wishes):
        column = _COLUMN_OF[wish]
        least = px(44) if column == 0 else px(36)
        widest = max(theme.small_strong.width(word) for word in _COLUMNS[column])
        width = max(least, widest + px(12))
        segments.append(Segment(wish, QRectF(right - width, middle - px(12), width, px(24))))
        right -= width
    return tuple(reversed(segments))


def _hit_area(segments: tuple[Segment, ...], middle: float, half: float) -> QRectF:
    if not segments:
        return QRectF()
    left, right = segments[0].rect.left(), segments[-1].rect.right()
    return QRectF(left, middle - half, right - left, 2 * half)


def _mirror(plain: RowLayout, area: QRectF) -> RowLayout:
    def flip(rect: QRectF) -> QRectF:
        left = area.left() + area.right() - rect.right()
        return QRectF(left, rect.top(), rect.width(), rect.height())

    return plain._replace(
        box=flip(plain.box),
        grip=flip(plain.grip),
        node_x=area.left() + area.right() - plain.node_x,
        text_left=area.left() + area.right() - plain.text_right,
        text_right=area.left() + area.right() - plain.text_left,
        segments=tuple(Segment(s.wish, flip(s.rect)) for s in plain.segments),
        control_hit=flip(plain.control_hit),
        action=flip(plain.action) if not plain.action.isEmpty() else plain.action,
    )
