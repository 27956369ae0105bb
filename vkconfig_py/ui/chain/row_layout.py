"""Where the parts of a row of the call chain are, its texts, and the columns of all rows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor

from vkconfig_py.language.sentences import render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.chain.snapshot_values import (
    CHAIN_ROW_KINDS,
    CONTROL_WORDS,
    LAYER_KIND_WORDS,
    Row,
    RowKind,
    Tone,
    list_driver_states,
    list_usual_states,
)
from vkconfig_py.model.text.wording import escape_invisible
from vkconfig_py.ui.theme.context import limit_row_width
from vkconfig_py.ui.theme.theme import Theme, ThemeFont

FIX_LABEL = tr("Fix…")
# Words of one column: all rows share the columns of their controls. Devices have no Auto.
_COLUMN_LABELS = (
    (CONTROL_WORDS["auto"],),
    (CONTROL_WORDS["on"], CONTROL_WORDS["only"]),
    (CONTROL_WORDS["off"],),
)
LAYER_KINDS = CHAIN_ROW_KINDS | {RowKind.OFF_LAYER, RowKind.BROKEN, RowKind.MISSING}
HEAD_KINDS = (RowKind.GROUP, RowKind.FILES)
TWO_LINE_KINDS = LAYER_KINDS | {RowKind.PROGRAM}
BRANCH_KINDS = frozenset({RowKind.DRIVER, RowKind.DEVICE, RowKind.DRIVERS})
_ROW_HEIGHTS = {RowKind.LOADER: 40} | dict.fromkeys((*BRANCH_KINDS, *HEAD_KINDS), 32)
FIRST_LINE_HEIGHT, SECOND_LINE_HEIGHT = 20, 18
_MAX_STATE_WIDTH = 140  # a longer one, such as the reason of a refusal, begins before its column
TEXT_GAP = 10
SIGN_WIDTH = 18  # of the sign before a warning, with the gap behind it
NAME_GAP = 6  # at least, between a name and the first column


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
    height = px(FIRST_LINE_HEIGHT if has_two_lines else 24)
    top = middle - (px(FIRST_LINE_HEIGHT + SECOND_LINE_HEIGHT) if has_two_lines else height) / 2
    control_rects = _layout_controls(theme, right, top, height)
    segments = tuple(map(ControlSegment, row.controls, control_rects[-len(row.controls) :]))
    # Texts end at one place, also in rows without a control; another machine has no controls.
    start = control_rects[0].left() if has_columns and not row.is_elsewhere else right
    action = QRectF()
    if has_action(row):
        width = theme.small_strong.width(FIX_LABEL) + px(16)
        action = QRectF(right - width, top, width, height)
        start = min(start, action.left())
    if row.kind is RowKind.DEVICE and segments and not (row.status or row.version):
        start = segments[0].rect.left()  # devices have no Auto, and this one has no columns
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
        drivers: room of the driver with a version whose name needs most, as `names`.
        state: width of the widest state.
        devices: room of the device with a state that needs most, as `names`.
        device_state: width of the widest state of a device.
    """

    names: float = 0
    drivers: float = 0
    state: int = 0
    devices: float = 0
    device_state: int = 0


def measure_rows(theme: Theme, rows: Sequence[Row]) -> ListMeasures:
    """Measure all rows of a list, also the hidden ones: a filter must not move the columns."""
    names, drivers, devices, device_state, limit = 0.0, 0.0, 0.0, 0, theme.px(_MAX_STATE_WIDTH)
    states = {(row.status, row.tone is Tone.NEUTRAL) for row in rows}
    if any(row.kind is RowKind.DRIVER for row in rows):
        # All that a choice or a probe brings: it must not move the columns either.
        states |= {(state, True) for state in list_driver_states()}
    for row in rows:
        if row.kind in LAYER_KINDS and row.version:
            names = max(names, measure_first_texts(theme, row))
        elif row.kind is RowKind.DRIVER and row.version:
            name_width = theme.strong.width(get_row_title(row)) + theme.px(NAME_GAP)
            drivers = max(drivers, _find_indent(theme, row) + name_width)
        elif row.kind is RowKind.DEVICE and row.status:
            devices = max(devices, _find_indent(theme, row) + measure_first_texts(theme, row))
            device_state = max(device_state, theme.small_strong.width(row.status))
    widths = [
        (theme.small if is_quiet else theme.small_strong).width(state) for state, is_quiet in states
    ]
    return ListMeasures(
        names=theme.px(72) + names,
        drivers=drivers,
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
    gap = theme.px(TEXT_GAP)
    room = right - version - kind - 2 * gap - measures.names
    # Only drivers have wider states than usual, and no kind, whose room such a state may take.
    if usual_state > room:
        version, kind = 0, max(version, kind)
        room = right - max(kind + gap + measures.drivers, measures.names)
    state = max(usual_state, min(measures.state, int(room)))
    device_state = state if measures.devices <= right - state else measures.device_state
    are_kinds_below = not version and right - state - gap - kind < measures.names
    return ListColumns(version, kind, state, device_state, are_kinds_below)


def place_columns(
    theme: Theme, row: Row, columns: ListColumns, right: float, min_left: float
) -> list[PlacedText]:
    """Return version, kind and state of a row.

    A text that is wider than its column begins before it, and the state of a layer whose name needs
    the room behind it. First the version, then the kind is left out of a row where they would begin
    before `min_left`.

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
        latest_left = end - part.text_style.width(part.text)
        # A state shorter than its column makes room for the whole of a long name.
        gives_way = row.kind in LAYER_KINDS and not placed and column < min_left <= latest_left
        left = min_left if gives_way else min(column, latest_left)
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
    return theme.strong.width(get_row_title(row)) + theme.px(NAME_GAP) + following_width


def measure_chip(theme: Theme, row: Row) -> int:
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
    reason += theme.px(TEXT_GAP) + measure_chip(theme, row)
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
    return part.text_style.width(part.text) + theme.px(SIGN_WIDTH if part.icon else 0)
