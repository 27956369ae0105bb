"""Layout of a setting's row, for painting and for hit tests."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import QPointF, QRect, QRectF, Qt

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.layer_settings.setting_rows import FIELDS, PATHS, Input, Node, SettingNote
from vkconfig_py.ui.theme.context import breakable
from vkconfig_py.ui.theme.theme import Theme, ThemeFont

ROW, NOTE, STEP = 28, 24, 20
_WORDS, _ANYWHERE = int(Qt.TextFlag.TextWordWrap), int(Qt.TextFlag.TextWrapAnywhere)
_ENDLESS = 9999


class ClickablePart(Enum):
    """Clickable part of a row."""

    NOTHING = auto()
    ARROW = auto()
    CHECK = auto()
    FIELD = auto()
    BROWSE = auto()
    RESET = auto()
    LINK = auto()


class Spot(NamedTuple):
    """A clickable part of a row; `number` distinguishes links."""

    part: ClickablePart
    number: int = 0


NOWHERE = Spot(ClickablePart.NOTHING)


class NoteLayout(NamedTuple):
    """One sentence below a row.

    Attributes:
        words: the sentence with zero-width spaces where it may break; wrap: flags for drawText().
    """

    note: SettingNote
    glyph: QRectF
    text: QRectF
    link: QRectF
    words: str
    wrap: int


class SettingLayout(NamedTuple):
    """Rectangles of one row in the tree's coordinates; empty if the row lacks the part."""

    box: QRectF
    dot: QPointF
    arrow: QRectF
    check: QRectF
    label: QRectF
    field: QRectF
    browse: QRectF
    reset: QRectF
    notes: tuple[NoteLayout, ...]
    height: float

    def spot_at(self, point: QPointF) -> Spot:
        for part, rect in (
            (ClickablePart.RESET, self.reset),
            (ClickablePart.BROWSE, self.browse),
            (ClickablePart.FIELD, self.field),
            (ClickablePart.ARROW, self.arrow),
            (ClickablePart.CHECK, self.check),
        ):
            if _hit(rect).contains(point):
                return Spot(part)
        for number, note in enumerate(self.notes):
            if note.link.contains(point):
                return Spot(ClickablePart.LINK, number)
        # the label of a check mark is part of it, as everywhere
        if not self.check.isEmpty() and self.label.contains(point):
            return Spot(ClickablePart.CHECK)
        return NOWHERE


def _hit(rect: QRectF) -> QRectF:
    """Hit area of a click: at least 24 high."""
    if rect.isEmpty():
        return rect
    # WCAG 2.2 asks for targets of at least 24 x 24.
    grow = max(0.0, (24 - rect.height()) / 2)
    return rect.adjusted(-min(grow, 4), -grow, min(grow, 4), grow)


def layout_setting(
    theme: Theme, rect: QRect, node: Node, depth: int, *, slot: bool, mirrored: bool = False
) -> SettingLayout:
    """Lay out a row; `slot` reserves space for an arrow, `mirrored` is for right-to-left text."""
    px = theme.px
    area = QRectF(rect)
    line = QRectF(area.left(), area.top(), area.width(), px(ROW))
    middle = line.center().y()
    left = area.left() + px(28 + STEP * depth)
    arrow = check = QRectF()
    dot = QPointF(left - px(12), middle)
    if node.children:
        arrow = QRectF(left - px(1), middle - px(8), px(16), px(16))
    if node.children or slot:
        left += px(STEP)
    if node.checked is not None:
        check = QRectF(left, middle - px(8), px(16), px(16))
        left += px(24)
    reset = QRectF()
    if node.can_reset or node.removable:
        reset = QRectF(area.right() - px(36), middle - px(12), px(24), px(24))
    # Room for the reset button is kept also where there is none: fields stay in one column.
    right = area.right() - px(42)
    field, browse = _field(theme, node, area, right, middle)
    if not field.isEmpty():
        right = field.left() - px(8)
    notes, height = _notes(theme, node.notes, QRectF(left, line.bottom(), area.right() - left, 0))
    plain = SettingLayout(
        box=line.adjusted(px(8), 0, -px(8), 0),
        dot=dot,
        arrow=arrow,
        check=check,
        label=QRectF(left, line.top(), max(right - left, 0), line.height()),
        field=field,
        browse=browse,
        reset=reset,
        notes=notes,
        height=line.height() + height,
    )
    return _mirror(plain, area) if mirrored else plain


def _field(
    theme: Theme, node: Node, area: QRectF, right: float, middle: float
) -> tuple[QRectF, QRectF]:
    px = theme.px
    if node.input not in FIELDS and node.input is not Input.CHOICE:
        return QRectF(), QRectF()
    width = max(px(120), min(px(280), area.width() * 0.25))
    field = QRectF(right - width, middle - px(12), width, px(24))
    if node.input not in PATHS:
        return field, QRectF()
    return field, QRectF(field.right() - px(24), field.top(), px(24), px(24))


def _notes(
    theme: Theme, notes: tuple[SettingNote, ...], place: QRectF
) -> tuple[tuple[NoteLayout, ...], float]:
    """Layout of the notes, one below the other, and their height."""
    px, text_style = theme.px, theme.small
    found, top = [], place.top()
    text_left = place.left() + px(20)
    width = max(place.right() - px(12) - text_left, px(80))
    for note in notes:
        words = breakable(note.text)
        wrap = _wrapping(text_style, words, width)
        # Measured with the flags that drawText gets, or the last line may be cut off.
        bound = text_style.metrics.boundingRect(QRect(0, 0, int(width), _ENDLESS), wrap, words)
        # With a small font a note of one line is still as high as its glyph needs.
        pad = max(0.0, (px(NOTE) - text_style.height) / 2)
        text = QRectF(text_left, top + pad, width, bound.height())
        glyph = QRectF(place.left(), top + (px(NOTE) - px(14)) / 2, px(14), px(14))
        link, bottom = QRectF(), text.bottom()
        if note.link:
            room = theme.small_strong.width(note.link) + px(4)
            # The link stands behind a sentence of one line where it fits, else below.
            beside = bound.height() <= text_style.height and bound.width() + px(8) + room <= width
            start = text_left + bound.width() + px(8) if beside else text_left
            y = text.top() if beside else text.bottom()
            link = QRectF(start, y, min(room, width), text_style.height + px(2))
            bottom = max(bottom, link.bottom())
        found.append(NoteLayout(note, glyph, text, link, words, wrap))
        top = bottom + pad
    return tuple(found), top - place.top()


def _wrapping(text_style: ThemeFont, words: str, width: float) -> int:
    """Text flags: wrap between words; inside words only if a word is wider than the space."""
    # TextWrapAnywhere breaks any word at the edge; TextWordWrap alone lets a long one hang over.
    longest = max(words.replace("\u200b", " ").split(), key=len, default="")
    return _WORDS | _ANYWHERE if text_style.width(longest) > width else _WORDS


def _mirror(plain: SettingLayout, area: QRectF) -> SettingLayout:
    both = area.left() + area.right()

    def flip(rect: QRectF) -> QRectF:
        if rect.isEmpty():
            return rect
        return QRectF(both - rect.right(), rect.top(), rect.width(), rect.height())

    return plain._replace(
        box=flip(plain.box),
        dot=QPointF(both - plain.dot.x(), plain.dot.y()),
        arrow=flip(plain.arrow),
        check=flip(plain.check),
        label=flip(plain.label),
        field=flip(plain.field),
        browse=flip(plain.browse),
        reset=flip(plain.reset),
        notes=tuple(
            n._replace(glyph=flip(n.glyph), text=flip(n.text), link=flip(n.link))
            for n in plain.notes
        ),
    )
