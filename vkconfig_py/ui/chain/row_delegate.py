"""ChainDelegate: lays out and paints one row of the call chain, with the rail beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from vkconfig_py.language.sentences import render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.chain.snapshot_values import (
    CHAIN_ROW_KINDS,
    CONTROL_WORDS,
    LAYER_KIND_WORDS,
    Row,
    RowKind,
    Tone,
    get_control_label,
    list_driver_states,
    list_usual_states,
)
from vkconfig_py.model.items.chain_model import ChainModel
from vkconfig_py.model.text.wording import escape_invisible
from vkconfig_py.ui.chain.rail import RailPainter, paint_grip
from vkconfig_py.ui.theme.context import (
    ThemeContext,
    draw_text,
    limit_row_width,
    mirror,
    paint_focus,
    paint_row_box,
    painting_unmirrored,
)
from vkconfig_py.ui.theme.theme import Theme, ThemeFont
from vkconfig_py.ui.widgets.basic import RowDelegate

FIX_LABEL = tr("Fix…")
# Words of one column: all rows share the columns of their controls. Devices have no Auto.
_COLUMN_LABELS = (
    (CONTROL_WORDS["auto"],),
    (CONTROL_WORDS["on"], CONTROL_WORDS["only"]),
    (CONTROL_WORDS["off"],),
)
LAYER_KINDS = CHAIN_ROW_KINDS | {RowKind.OFF_LAYER, RowKind.BROKEN, RowKind.MISSING}
_HEAD_KINDS = (RowKind.GROUP, RowKind.FILES)
_TWO_LINE_KINDS = LAYER_KINDS | {RowKind.PROGRAM}
BRANCH_KINDS = frozenset({RowKind.DRIVER, RowKind.DEVICE, RowKind.DRIVERS})
_ROW_HEIGHTS = {RowKind.LOADER: 40} | dict.fromkeys((*BRANCH_KINDS, *_HEAD_KINDS), 32)
_FIRST_LINE_HEIGHT, _SECOND_LINE_HEIGHT = 20, 18
_MAX_STATE_WIDTH = 140  # a longer one, such as the reason of a refusal, begins before its column
TEXT_GAP = 10
_SIGN_WIDTH = 18  # of the sign before a warning, with the gap behind it
_NAME_GAP = 6  # at least, between a name and the first column
ModelIndex = QModelIndex | QPersistentModelIndex
LAYER_NAME_PREFIX = "VK_LAYER_"
DRAG_HINT = tr("Drag into the chain to turn on")


class ControlSegment(NamedTuple):
    """One segment of a row's control, and the value that it sets."""

    control: str
    rect: QRectF


class RowLayout(NamedTuple):
    """Rectangles of one row in list coordinates.

    Attributes:
        box: background of a hovered or selected row.
        segments: the control; its hit area is `control_hit_area`, which is higher than it looks.
        action: the link "Fix…", or an empty rectangle.
        text_right: where the texts beside the control end.
        line_right: where the second line ends, which goes below the control.
    """

    box: QRectF
    grip: QRectF
    node_x: float
    text_left: float
    text_right: float
    line_right: float
    segments: tuple[ControlSegment, ...]
    control_hit_area: QRectF
    action: QRectF

    def find_control(self, x: float, y: float) -> str:
        """Return the value of the control's segment at a point, "" outside of the control."""
        if not self.control_hit_area.contains(x, y):
            return ""
        for segment in self.segments:
            if segment.rect.left() <= x <= segment.rect.right():
                return segment.control
        return ""


def get_row_height(theme: Theme, kind: RowKind) -> int:
    return theme.px(_ROW_HEIGHTS.get(kind, 44))


def has_action(row: Row) -> bool:
    """Return whether the row offers "Fix…" instead of a control.

    A problem that exists only in a what-if cannot be fixed, nor one of another machine.
    """
    return row.needs_repair and not (row.controls or row.delta or row.is_elsewhere)


def layout_row(theme: Theme, rect: QRect, row: Row, *, is_mirrored: bool = False) -> RowLayout:
    """Compute where the parts of a row are, `is_mirrored` in a right-to-left language."""
    px = theme.px
    # QRectF.right() is left + width; QRect.right() would be one less.
    area = QRectF(limit_row_width(theme, rect))
    right = area.right() - px(16)
    middle = area.center().y()
    has_two_lines = row.kind in LAYER_KINDS
    has_columns = has_two_lines or row.kind in BRANCH_KINDS
    # What the user chose stands on the line of the name and of the state.
    height = px(_FIRST_LINE_HEIGHT if has_two_lines else 24)
    top = middle - (px(_FIRST_LINE_HEIGHT + _SECOND_LINE_HEIGHT) if has_two_lines else height) / 2
    control_rects = _layout_controls(theme, right, top, height)
    segments = tuple(map(ControlSegment, row.controls, control_rects[-len(row.controls) :]))
    # Texts end at one place, also in rows without a control; another machine has no controls.
    start = control_rects[0].left() if has_columns and not row.is_elsewhere else right
    action = QRectF()
    if has_action(row):
        width = theme.small_strong.width(FIX_LABEL) + px(16)
        action = QRectF(right - width, top, width, height)
        start = min(start, action.left())
    plain = RowLayout(
        # One pixel of air, so that the tints of neighbours do not touch.
        box=area.adjusted(px(8), 1, -px(8), -1),
        grip=QRectF(area.left() + px(14), middle - px(8), px(12), px(16)),
        node_x=area.left() + px(44),
        text_left=area.left() + _find_indent(theme, row),
        text_right=start - px(12),
        line_right=right,
        segments=segments,
        # 32 high where less is seen: easier to hit, and still inside the row of a driver.
        control_hit_area=_compute_hit_area(
            segments, top if has_two_lines else middle - px(16), px(32)
        ),
        action=action,
    )
    return _mirror_layout(plain, QRectF(rect)) if is_mirrored else plain


def _layout_controls(theme: Theme, right: float, top: float, height: float) -> list[QRectF]:
    """Return the columns of the segments of controls, which end at `right`."""
    px = theme.px
    control_rects: list[QRectF] = []
    for column, label_width in reversed([*enumerate(_measure_controls(theme.small_strong))]):
        # Words are wider in other fonts and languages, so these are only the least.
        least_width = px(44) if column == 0 else px(36)
        width = max(least_width, label_width + px(12))
        right -= width
        control_rects.insert(0, QRectF(right, top, width, height))
    return control_rects


@lru_cache(maxsize=4)  # painting asks for it row by row
def _measure_controls(text_style: ThemeFont) -> tuple[int, ...]:
    """Return how wide the widest label in each column of the controls is."""
    return tuple(max(map(text_style.width, map(render, words))) for words in _COLUMN_LABELS)


def _compute_hit_area(segments: tuple[ControlSegment, ...], top: float, height: float) -> QRectF:
    """Return the area around a control that reacts to clicks, empty without segments."""
    if not segments:
        return QRectF()
    left, right = segments[0].rect.left(), segments[-1].rect.right()
    return QRectF(left, top, right - left, height)


def _mirror_layout(plain: RowLayout, area: QRectF) -> RowLayout:
    """Return a layout mirrored at the middle of its row, for right-to-left languages."""

    def flip(rect: QRectF) -> QRectF:
        """Return a rectangle mirrored at the middle of the row."""
        left = area.left() + area.right() - rect.right()
        return QRectF(left, rect.top(), rect.width(), rect.height())

    return plain._replace(
        box=flip(plain.box),
        grip=flip(plain.grip),
        node_x=area.left() + area.right() - plain.node_x,
        text_left=area.left() + area.right() - plain.text_right,
        text_right=area.left() + area.right() - plain.text_left,
        line_right=area.left() + area.right() - plain.text_left,
        segments=tuple(
            ControlSegment(segment.control, flip(segment.rect)) for segment in plain.segments
        ),
        control_hit_area=flip(plain.control_hit_area),
        action=flip(plain.action) if not plain.action.isEmpty() else plain.action,
    )


class RowText(NamedTuple):
    """One text of a row, with the sign of a warning or an error before it."""

    text_style: ThemeFont
    text: str
    text_role: QColor
    icon: str = ""


class PlacedText(NamedTuple):
    """A text in one of the columns of version, kind and state, with its left edge."""

    part: RowText
    left: float


class ListColumns(NamedTuple):
    """The columns of version, kind and state, which all rows of a list share.

    Attributes:
        version: width of the first, 0 where the rows have no room for it: then the version of a
            layer stands on its second line, and that of a driver or device in the next column.
        kind: width of the second, of layers alone: that of a device follows its name.
        state: width of the last.
        device_state: the last for devices, narrower where else their names would have no room.
        are_kinds_below: whether not all layers have room for their kinds before the state, so
            that they stand behind the versions on the second line.
    """

    version: int
    kind: int
    state: int
    device_state: int
    are_kinds_below: bool = False


class ListMeasures(NamedTuple):
    """What the rows of a list need, whatever its width.

    Attributes:
        names: room of the layer that needs most before the columns, from the list's left edge.
        state: width of the widest state.
        devices: room of the device with a state that needs most, as `names`.
        device_state: width of the widest state of a device.
    """

    names: float = 0
    state: int = 0
    devices: float = 0
    device_state: int = 0


def measure_rows(theme: Theme, rows: Sequence[Row]) -> ListMeasures:
    """Measure all rows of a list, also the hidden ones: a filter must not move the columns."""
    names, devices, device_state, limit = 0.0, 0.0, 0, theme.px(_MAX_STATE_WIDTH)
    states = {(row.status, row.tone is Tone.NEUTRAL) for row in rows}
    if any(row.kind is RowKind.DRIVER for row in rows):
        # All that a choice or a probe brings: it must not move the columns either.
        states |= {(state, True) for state in list_driver_states()}
    for row in rows:
        if row.kind in LAYER_KINDS and row.version:
            names = max(names, measure_first_texts(theme, row))
        elif row.kind is RowKind.DEVICE and row.status:
            devices = max(devices, _find_indent(theme, row) + measure_first_texts(theme, row))
            device_state = max(device_state, theme.small_strong.width(row.status))
    widths = [
        (theme.small if is_quiet else theme.small_strong).width(state) for state, is_quiet in states
    ]
    return ListMeasures(
        names=theme.px(72) + names,
        state=max((width for width in widths if width <= limit), default=0),
        devices=devices,
        device_state=device_state,
    )


@lru_cache(maxsize=4)
def _measure_words(small: ThemeFont, small_strong: ThemeFont) -> tuple[int, int, int]:
    """Return how wide a long version, the widest kind and the widest usual state are."""
    kind = max(map(small.width, map(render, LAYER_KIND_WORDS.values())))
    return small.width("1.4.350"), kind, max(map(small_strong.width, list_usual_states()))


def decide_columns(theme: Theme, measures: ListMeasures, right: float) -> ListColumns:
    """Decide once for a list which columns its rows have, which end at `right`."""
    version, kind, usual_state = _measure_words(theme.small, theme.small_strong)
    state = max(usual_state, measures.state)
    room = right - version - kind - 2 * theme.px(TEXT_GAP) - measures.names
    # Only drivers have wider states than usual, and no kind, whose room such a state may take.
    if usual_state <= room:
        state = min(state, int(room))
    else:
        version, kind = 0, max(version, kind)
    device_state = state if measures.devices <= right - state else measures.device_state
    are_kinds_below = not version and right - state - theme.px(TEXT_GAP) - kind < measures.names
    return ListColumns(version, kind, state, device_state, are_kinds_below)


def place_columns(
    theme: Theme, row: Row, columns: ListColumns, right: float, min_left: float
) -> list[PlacedText]:
    """Return version, kind and state of a row.

    A text that is wider than its column begins before it. First the version, then the kind is left
    out of a row where they would begin before `min_left`.

    Args:
        theme: has fonts and colors.
        row: that is painted.
        columns: of the list.
        right: where the last column ends.
        min_left: where the columns may begin.
    """
    gap = theme.px(TEXT_GAP)
    placed: list[PlacedText] = []
    column = end = right
    state_width = columns.device_state if row.kind is RowKind.DEVICE else columns.state
    widths = (state_width, columns.kind, columns.version)
    for part, width in zip(reversed(_list_cells(theme, row, columns)), widths, strict=True):
        column -= width
        left = min(column, end - part.text_style.width(part.text))
        column -= gap
        if not part.text:
            continue
        if placed and left < min_left:
            break
        placed.insert(0, PlacedText(part, left))
        end = left - gap
    return placed


def _list_cells(theme: Theme, row: Row, columns: ListColumns) -> tuple[RowText, RowText, RowText]:
    """Return what a row has in each of the columns."""
    colors = theme.colors
    empty_text = RowText(theme.small, "", colors.secondary)
    version = RowText(theme.small, row.version, colors.secondary)
    kind_text = "" if row.kind is RowKind.DEVICE else escape_invisible(row.kind_text)
    kind = RowText(theme.small, kind_text, colors.secondary)
    state_style = theme.small if row.tone is Tone.NEUTRAL else theme.small_strong
    state = RowText(state_style, row.status, colors.tone(row.tone.value))
    if columns.version:
        return version, kind, state
    shown_kind = empty_text if columns.are_kinds_below and row.version else kind
    return empty_text, version if row.kind in BRANCH_KINDS else shown_kind, state


def _find_indent(theme: Theme, row: Row) -> int:
    """Return where the texts of a row begin, behind its icon, from the list's left edge."""
    return theme.px(max(100 + 28 * (row.depth - 1), 72) if row.kind in BRANCH_KINDS else 72)


def measure_first_texts(theme: Theme, row: Row) -> float:
    """Return the room of a row's name and of what follows it, with the gaps behind."""
    following_width = sum(
        measure_text(theme, part) + theme.px(TEXT_GAP) for part in list_texts_after_name(theme, row)
    )
    return theme.strong.width(get_row_title(row)) + theme.px(_NAME_GAP) + following_width


def _measure_chip(theme: Theme, row: Row) -> int:
    """Return the width of the chip with what a what-if changes, 0 without one."""
    # 8 at each side of the word, and a gap to the text before.
    return theme.small_strong.width(row.delta) + theme.px(16 + TEXT_GAP) if row.delta else 0


def find_version_below(
    theme: Theme, row: Row, columns: ListColumns, left: float, right: float
) -> PlacedText | None:
    """Return the version of a layer in a list without a column of versions, or also its kind.

    It stands below the state, unless the reason goes there.

    Args:
        theme: has fonts and colors.
        row: that is painted, with two lines.
        columns: of the list.
        left: where the reason begins.
        right: where the last column ends.
    """
    if columns.version or not row.version:
        return None
    start = right - columns.state
    reason = sum(measure_text(theme, text) for text in list_second_line(theme, row, right))
    reason += theme.px(TEXT_GAP) + _measure_chip(theme, row)
    kind = escape_invisible(row.kind_text) if columns.are_kinds_below else ""
    text = " · ".join(filter(None, (row.version, kind)))
    part = RowText(theme.small, text, theme.colors.secondary)
    return PlacedText(part, start) if left + reason <= start else None


def list_texts_after_name(theme: Theme, row: Row) -> list[RowText]:
    """Return what follows the name in the first line of a row, before the columns.

    Of a row that is one line also its reason; nothing of a layer, whose second line has all.
    """
    secondary = "" if row.version else row.secondary
    match row.kind:
        case RowKind.PROGRAM:
            texts = [secondary]
        case RowKind.LOADER | RowKind.DRIVER | RowKind.DRIVERS:
            texts = [secondary, row.reason]
        case RowKind.DEVICE:
            texts = [" · ".join(filter(None, (row.kind_text, row.reason)))]
        case _:
            return []
    parts = [_make_text(theme, text) for text in texts if text]
    if row.kind is not RowKind.PROGRAM and (deviation := describe_deviation(row)):
        parts.append(_make_text(theme, deviation, Tone.WARN))
    return parts


def list_second_line(theme: Theme, row: Row, room: float) -> list[RowText]:
    """Return what a probe found to be wrong, the reason for the state of a row, and what deviates.

    The reason goes as a whole where not all fit: two texts that are both cut say nothing.
    """
    has_health_problem = row.health_tone is not Tone.NEUTRAL
    health = (row.health if has_health_problem else "", row.health_tone)
    reason, deviation = (row.reason, Tone.NEUTRAL), (describe_deviation(row), Tone.WARN)
    for choice in ((health, reason, deviation), (health, deviation)):
        texts = [(text, tone) for text, tone in choice if text]
        parts = [
            _make_text(theme, f"{text} · " if number < len(texts) else text, tone)
            for number, (text, tone) in enumerate(texts, 1)
        ]
        if len(texts) == 1 or sum(measure_text(theme, part) for part in parts) <= room:
            return parts
    return parts or [_make_text(theme, row.reason)]


def _make_text(theme: Theme, text: str, tone: Tone = Tone.NEUTRAL) -> RowText:
    """Return a text beside or below a name, with the color and the sign of its tone."""
    icon = tone.value if tone in (Tone.WARN, Tone.ERROR) else ""
    return RowText(theme.small, escape_invisible(text), theme.colors.tone(tone.value), icon)


def get_row_title(row: Row) -> str:
    """Return the name that a row shows, for a device without its part in parentheses."""
    return _split_device_name(row)[0]


def _split_device_name(row: Row) -> tuple[str, str]:
    """Split a device's name into the name and its part in parentheses, "" if none."""
    name = escape_invisible(row.title or row.name)
    if row.kind is not RowKind.DEVICE:
        return name, ""
    start, opening, suffix = name.partition(" (")
    # Drivers put their versions there: "llvmpipe (LLVM 15.0.6, 256 bits)".
    return (start, f"({suffix}") if opening else (name, "")


def describe_deviation(row: Row) -> str:
    """Return how the loader or a probe contradicts the row's control, "" if they agree."""
    deviation = row.short_deviation or row.deviation
    return " · ".join(part for part in (row.observed_position_note, deviation) if part)


def measure_text(theme: Theme, part: RowText) -> float:
    """Return the width of a text with its sign."""
    return part.text_style.width(part.text) + theme.px(_SIGN_WIDTH if part.icon else 0)


def get_row(index: ModelIndex) -> Row | None:
    """Return the row of the chain at an index of a ChainModel, None for other models."""
    # Asked of the model and not by a role: a list that is laid out asks for each of its rows.
    model = index.model()
    return model.get_value(index) if isinstance(model, ChainModel) else None


class ChainDelegate(RowDelegate):
    """Paints rows of the chain.

    Attributes:
        moved_key: key of the row that is being moved; it is painted as an empty slot.
        closed: no layer of the group "Not in the chain" is shown.
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
        """Paint the heads of the groups as closed, or as open: with rows below them."""
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
        if row.kind in _HEAD_KINDS:
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
        if row.kind in _TWO_LINE_KINDS:
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
        upper_height, lower_height = theme.px(_FIRST_LINE_HEIGHT), theme.px(_SECOND_LINE_HEIGHT)
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
        right -= _measure_chip(theme, row)
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
        chip = 0 if row.kind in _TWO_LINE_KINDS else _measure_chip(theme, row)
        parts = list_texts_after_name(theme, row)
        min_left = left + measure_first_texts(theme, row) + chip
        list_columns = decide_columns(theme, self._measures, right)
        columns = place_columns(theme, row, list_columns, right, min_left)
        for part, x in columns:
            self._paint_text(painter, part, x, top, right - x, height, theme.strong)
        if columns:
            right = columns[0].left - theme.px(_NAME_GAP)
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
        width = _measure_chip(theme, row) - theme.px(TEXT_GAP)
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
            LAYER_NAME_PREFIX
            if name.startswith(LAYER_NAME_PREFIX) and len(name) > len(LAYER_NAME_PREFIX)
            else ""
        )
        name = name[len(prefix) :]
        first = theme.body.width(prefix)
        # A device without a state is one that programs get.
        is_idle = row.kind in BRANCH_KINDS and (row.kind is not RowKind.DEVICE or row.status != "")
        is_secondary = is_idle and row.tone is Tone.NEUTRAL
        text_role = theme.colors.secondary if is_secondary else theme.colors.text
        # Names of layers often differ in their last part alone.
        middle = Qt.TextElideMode.ElideMiddle
        full_width = min(first + theme.strong.width(name), right - left)
        # One name, which reads from left to right also in a mirrored row.
        with painting_unmirrored(painter, left, full_width):
            painter.setPen(theme.colors.faint)
            draw_text(painter, theme.body, prefix, left, top, full_width, height)
            painter.setPen(theme.colors.disabled if row.is_left_out else text_role)
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
            sign_width, size = theme.px(_SIGN_WIDTH), theme.px(14)
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
