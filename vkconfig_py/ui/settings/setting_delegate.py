"""SettingDelegate: lays out and paints one setting, and creates its editor."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.items.keyed_list import SettingRole
from vkconfig_py.model.layer_settings.setting_rows import (
    FIELD_INPUTS,
    NO_ENTRIES,
    ChangeMark,
    NodeKind,
    SettingNote,
    SettingRow,
    ShapeKind,
    ValueInput,
)
from vkconfig_py.model.text.wording import escape_invisible
from vkconfig_py.ui.settings.setting_field import (
    FieldCard,
    SettingField,
    measure_swatches,
    measure_unit,
    paint_swatches,
    paint_unit,
)
from vkconfig_py.ui.theme.context import (
    ThemeContext,
    add_break_points,
    draw_paragraph,
    draw_text,
    mirror,
    paint_check,
    paint_focus,
    paint_row_box,
    painting_unmirrored,
)
from vkconfig_py.ui.theme.theme import Theme, ThemeFont
from vkconfig_py.ui.widgets.basic import RowDelegate
from vkconfig_py.ui.widgets.lines_list import NoEditorEvents

ModelIndex = QModelIndex | QPersistentModelIndex
_TEXT_ROLES = {"error": "error", "warn": "warn"}
ROW_HEIGHT, NOTE_HEIGHT, INDENT_STEP = 28, 24, 20
_FIELD_SHARE = 0.365  # of the row's width: fields are one column, wherever their values end
_OPENED_SHAPES = (ShapeKind.COLORS, ShapeKind.KEYS, ShapeKind.DEVICES)
_WRAP_WORDS, _WRAP_ANYWHERE = int(Qt.TextFlag.TextWordWrap), int(Qt.TextFlag.TextWrapAnywhere)
_UNLIMITED_HEIGHT = 9999


def get_node(index: ModelIndex) -> SettingRow | None:
    """Return the setting at an index, None if there is none."""
    node = index.data(int(SettingRole.NODE))
    return node if isinstance(node, SettingRow) else None


def get_depth(index: ModelIndex) -> int:
    """Return how many parents the row at an index has."""
    depth, parent_index = 0, index.parent()
    while parent_index.isValid():
        depth, parent_index = depth + 1, parent_index.parent()
    return depth


class SettingDelegate(NoEditorEvents, RowDelegate):
    """Paints rows and their notes.

    Attributes:
        search_words: search words; matches are painted bold.
        has_arrow_space: top-level rows reserve space for an arrow.
        width: width of the tree, to which notes are wrapped.
        open_field: creates the editor of a row; set by the view.
    """

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.search_words: tuple[str, ...] = ()
        self.has_arrow_space = True
        self.width = 0
        self.open_field: Callable[[SettingField, SettingRow], None] | None = None

    def compute_layout(self, rect: QRect, index: ModelIndex) -> SettingLayout | None:
        """Return where the parts of a row are, None if it is not a setting."""
        parent = self.parent()
        is_mirrored = isinstance(parent, QWidget) and parent.isRightToLeft()
        return self._layout(rect, index, is_mirrored=is_mirrored)

    def _layout(self, rect: QRect, index: ModelIndex, *, is_mirrored: bool) -> SettingLayout | None:
        """Compute where the parts of a row are, None if it is not a setting.

        With `is_mirrored` the row is that of a right-to-left language.
        """
        node = get_node(index)
        if node is None:
            return None
        depth = get_depth(index)
        slot = self.has_arrow_space or depth > 0
        return layout_setting_row(
            self._context.theme, rect, node, depth, has_arrow_space=slot, is_mirrored=is_mirrored
        )

    def sizeHint(self, option: QStyleOptionViewItem, index: ModelIndex) -> QSize:
        node, px = get_node(index), self._context.theme.px
        if node is None or not (node.notes or node.is_hint_kept):
            return QSize(px(200), px(28))
        # QTreeView asks for heights without the width in option.rect.
        width = self.width or option.rect.width()
        layout = self.compute_layout(QRect(0, 0, width, px(28)), index)
        # The width does not matter: the one column is as wide as the tree.
        return QSize(px(200), round(layout.height) if layout else px(28))

    # ---- painting

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        node, layout = get_node(index), self._layout(option.rect, index, is_mirrored=False)
        if node is None or layout is None:
            return
        # The view goes on painting with this painter.
        painter.save()
        mirror(painter, option.widget, QRectF(option.rect))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        state: QStyle.StateFlag = option.state
        self._paint_box(painter, layout.box, state)
        self._paint_mark(painter, node, layout)
        if not layout.arrow.isEmpty():
            is_open = bool(state & QStyle.StateFlag.State_Open)
            icon = "chevron-down" if is_open else "chevron-right"
            self._context.icons.paint(painter, icon, self._context.theme.colors.text, layout.arrow)
        if not layout.check.isEmpty():
            paint_check(
                painter,
                self._context,
                layout.check,
                is_checked=bool(node.checked),
                is_dimmed=node.is_dimmed,
            )
        self._paint_texts(painter, node, layout)
        if not layout.field.isEmpty():
            self._paint_field(painter, node, layout)
        if not layout.reset.isEmpty():
            icon = "close" if node.can_remove else "reset"
            icon_rect = _center_square(layout.reset, self._context.theme.px(16))
            self._context.icons.paint(painter, icon, self._context.theme.colors.text, icon_rect)
        self._paint_notes(painter, layout)
        painter.restore()

    def _paint_box(self, painter: QPainter, box: QRectF, state: QStyle.StateFlag) -> None:
        """Paint the background of a hovered or selected row, with its focus frame."""
        theme = self._context.theme
        is_selected = bool(state & QStyle.StateFlag.State_Selected)
        paint_row_box(painter, theme, box, state, is_on_window=True)
        if state & QStyle.StateFlag.State_HasFocus or (is_selected and theme.high_contrast):
            paint_focus(painter, theme, box, theme.px(6))

    def _paint_mark(self, painter: QPainter, node: SettingRow, layout: SettingLayout) -> None:
        """Paint the dot of a setting that the user changed."""
        if node.change_mark is ChangeMark.NONE:
            return
        theme = self._context.theme
        radius = theme.px(6) / 2
        ring = node.change_mark is ChangeMark.KEPT
        painter.setPen(QPen(theme.colors.accent, 1.5) if ring else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if ring else theme.colors.accent)
        painter.drawEllipse(layout.dot, radius, radius)

    def _paint_texts(self, painter: QPainter, node: SettingRow, layout: SettingLayout) -> None:
        """Paint name, hint and default value of a setting. The name is elided last."""
        theme = self._context.theme
        colors, px = theme.colors, theme.px
        area = layout.label
        # Not in bold where it is changed: a wider name would be cut elsewhere, and the dot says it.
        text_style = theme.strong if node.kind is NodeKind.GROUP else theme.body
        label = escape_invisible(node.label)
        hint = escape_invisible(node.hint) or self._find_key(node)
        available_width: float = area.width()
        needed_width = text_style.width(label)
        if hint and _fits_beside(theme, needed_width, hint, available_width):
            # First: when an edit takes effect is what a user of a running program looks for.
            needed_width += px(10) + theme.small.width(hint)
        if (
            needed_width + px(12) + theme.small.width(node.default_text) <= available_width
            and node.default_text
        ):
            width = theme.small.width(node.default_text)
            painter.setPen(colors.secondary)
            left = area.right() - width
            draw_text(painter, theme.small, node.default_text, left, area.top(), width + 2,
                      area.height())  # fmt: skip
            available_width -= width + px(12)
        painter.setPen(colors.faint if node.is_dimmed else colors.text)
        used_width = self._paint_label(painter, label, text_style, area, available_width)
        room_left = available_width - used_width - px(10)
        if hint and theme.small.width(hint) <= room_left:  # a key that is cut says nothing
            painter.setPen(colors.secondary)
            left = area.left() + used_width + px(10)
            draw_text(painter, theme.small, hint, left, area.top(), room_left, area.height(),
                      baseline_style=theme.body)  # fmt: skip

    def _find_key(self, node: SettingRow) -> str:
        """Return the key of a setting if it, and not the label, is what the search found."""
        label, key = node.label.casefold(), node.setting.casefold()
        is_found = any(word in key and word not in label for word in self.search_words)
        return node.setting if is_found else ""

    def _paint_label(
        self,
        painter: QPainter,
        label: str,
        text_style: ThemeFont,
        area: QRectF,
        available_width: float,
    ) -> float:
        """Paint a setting's name with matches of the search in bold. Return the width used.

        Args:
            painter: of the tree.
            label: the name.
            text_style: its font.
            area: rectangle of the texts.
            available_width: width that may be used, in pixels.
        """
        strong_font = self._context.theme.strong
        pieces = (
            list(_split_at_matches(label, self.search_words))
            if self.search_words
            else [(label, False)]
        )
        fonts = [(text, strong_font if is_match else text_style) for text, is_match in pieces]
        full_width: float = sum(font.width(text) for text, font in fonts)
        if full_width > available_width:
            # An elided label is drawn in one piece: the hits in it may be cut away.
            fonts, full_width = [(label, text_style)], min(text_style.width(label), available_width)
        start = left = area.left()
        with painting_unmirrored(painter, left, full_width):
            for text, font in fonts:
                left += draw_text(
                    painter, font, text, left, area.top(), available_width, area.height()
                )
        return left - start

    def _paint_field(self, painter: QPainter, node: SettingRow, layout: SettingLayout) -> None:
        """Paint the box with the value of a setting."""
        theme = self._context.theme
        colors, px = theme.colors, theme.px
        rect = layout.field
        is_invalid = node.is_draft or any(note.tone == "error" for note in node.notes)
        text_role = colors.error if is_invalid else colors.outline
        painter.setPen(QPen(text_role, theme.line_width() + (0.5 if is_invalid else 0)))
        painter.setBrush(colors.base)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), px(5), px(5))
        left, right = rect.left() + px(8), rect.right() - px(8)
        left += measure_swatches(theme, node.shape)
        paint_swatches(painter, theme, rect, node.shape, node.text)
        right -= measure_unit(theme, node)
        paint_unit(painter, theme, rect, node)
        icon = _find_field_icon(node)
        if icon:
            icon_rect = QRectF(rect.right() - px(20), rect.center().y() - px(7), px(14), px(14))
            right -= px(16)
            self._context.icons.paint(painter, icon, colors.secondary, icon_rect)
        is_secondary = node.is_dimmed or node.input_kind is ValueInput.LIST
        text = node.text
        if node.shows_entry and not text:
            text, is_secondary = NO_ENTRIES, True
        has_colors = node.shape is not None and node.shape.color_count > 1
        if has_colors and theme.body.width(text) > right - left:
            text = ""  # the colors themselves are shown
        painter.setPen(colors.secondary if is_secondary else colors.text)
        elide = Qt.TextElideMode.ElideRight
        if node.shows_entry or not layout.browse.isEmpty():
            elide = Qt.TextElideMode.ElideMiddle  # names of messages differ at their end
        draw_text(painter, theme.body, escape_invisible(text), left, rect.top(), right - left,
                  rect.height(), elide)  # fmt: skip

    def _paint_notes(self, painter: QPainter, layout: SettingLayout) -> None:
        """Paint the notes below a setting, such as why its value has no effect."""
        theme = self._context.theme
        colors = theme.colors
        for line in layout.notes:
            text_role = getattr(colors, _TEXT_ROLES.get(line.note.tone, "secondary"))
            self._context.icons.paint(painter, line.note.icon, text_role, line.glyph)
            painter.setPen(text_role)
            draw_paragraph(painter, theme.small, line.text, line.wrap, line.breakable_text)
            if line.note.link:
                painter.setPen(colors.accent)
                draw_text(
                    painter, theme.small_strong, line.note.link, line.link.left(),
                    line.link.top(), line.link.width() + 2, line.link.height(),
                )  # fmt: skip

    # ---- editing

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: ModelIndex
    ) -> QWidget:
        node = get_node(index)
        if node is None:
            return super().createEditor(parent, option, index)
        field = SettingField(self._context, node, parent)
        if self.open_field is not None:
            self.open_field(field, node)
        return field

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        if isinstance(editor, SettingField) and editor.card is not None:
            if event.type() is QEvent.Type.FocusOut:
                return False  # the card may have the keyboard now, and looks after it
            if event.type() is QEvent.Type.KeyPress and self._enter_card(editor.card, event):
                return True
        return super().eventFilter(editor, event)

    def _enter_card(self, card: FieldCard, event: QEvent) -> bool:
        """Give the keyboard to the card below a field with Tab or Down."""
        keys = (Qt.Key.Key_Tab, Qt.Key.Key_Down)
        is_enter_key = isinstance(event, QKeyEvent) and event.key() in keys
        if is_enter_key:
            card.focus_first()
        return is_enter_key

    def setEditorData(self, editor: QWidget, index: ModelIndex) -> None:
        node = get_node(index)
        if isinstance(editor, SettingField) and node is not None:
            editor.begin_editing(node)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: ModelIndex) -> None:
        # A field that was only opened and left must not become an edit, with an undo step.
        if isinstance(editor, SettingField) and editor.was_text_edited:
            model.setData(index, editor.text())

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: ModelIndex
    ) -> None:
        # The editor covers the painted field; the browse button beside it stays usable.
        layout = self.compute_layout(option.rect, index)
        if layout is not None:
            rect = layout.field
            if not layout.browse.isEmpty():
                is_mirrored = layout.browse.center().x() < rect.center().x()
                width = layout.browse.width()
                rect = rect.adjusted(
                    width if is_mirrored else 0, 0, 0 if is_mirrored else -width, 0
                )
            node = get_node(index)
            if node is not None and node.shape is not None and node.shape.color_count > 1:
                # At rest the colors are swatches; their text takes room of the label.
                needed_width = self._context.theme.body.width(node.text) + self._context.theme.px(
                    20
                )
                missing_width = max(0.0, min(needed_width, option.rect.width()) - rect.width())
                is_mirrored = rect.center().x() < option.rect.center().x()
                rect = rect.adjusted(
                    0 if is_mirrored else -missing_width, 0, missing_width if is_mirrored else 0, 0
                )
            editor.setGeometry(rect.toAlignedRect())


def _find_field_icon(node: SettingRow) -> str:
    """Return the name of the icon in a field that says what a click opens, or ""."""
    if node.can_browse:
        return "folder"
    if node.input_kind is ValueInput.LIST or node.shows_entry:
        return "plus"
    is_opened = node.shape is not None and node.shape.kind in _OPENED_SHAPES
    return "chevron-down" if is_opened or node.input_kind is ValueInput.CHOICE else ""


def _center_square(rect: QRectF, size: float) -> QRectF:
    """Return a square of a size in the middle of a rectangle."""
    centre = rect.center()
    return QRectF(QPointF(centre.x() - size / 2, centre.y() - size / 2),
                  QPointF(centre.x() + size / 2, centre.y() + size / 2))  # fmt: skip


def _split_at_matches(label: str, words: tuple[str, ...]) -> list[tuple[str, bool]]:
    """Split a label into parts, each with whether it matches a search word."""
    folded_label = label.casefold()
    if len(folded_label) != len(
        label
    ):  # letters that fold to several cannot be found by their place
        return [(label, False)]
    is_match = [False] * len(label)
    for word in words:
        match_start = folded_label.find(word)
        while match_start >= 0:
            is_match[match_start : match_start + len(word)] = [True] * len(word)
            match_start = folded_label.find(word, match_start + len(word))
    pieces: list[tuple[str, bool]] = []
    for letter, is_bold in zip(label, is_match, strict=True):
        if pieces and pieces[-1][1] == is_bold:
            pieces[-1] = (pieces[-1][0] + letter, is_bold)
        else:
            pieces.append((letter, is_bold))
    return pieces


class ClickablePart(Enum):
    """Clickable part of a row."""

    NOTHING = auto()
    ARROW = auto()
    CHECK = auto()
    FIELD = auto()
    BROWSE = auto()
    NEXT = auto()  # one more entry of a list
    RESET = auto()
    LINK = auto()


class ClickTarget(NamedTuple):
    """A clickable part of a row; `number` distinguishes links."""

    part: ClickablePart
    number: int = 0


NO_TARGET = ClickTarget(ClickablePart.NOTHING)


class NoteLayout(NamedTuple):
    """One sentence below a row.

    Attributes:
        breakable_text: the sentence with zero-width spaces where it may break; wrap: flags for
            drawText().
    """

    note: SettingNote
    glyph: QRectF
    text: QRectF
    link: QRectF
    breakable_text: str
    wrap: int


class SettingLayout(NamedTuple):
    """Rectangles of one row in the tree's coordinates; empty if the row lacks the part.

    Attributes:
        label: room for the name and what stands behind it.
        name: the name alone, as far as there is room for it.
    """

    box: QRectF
    dot: QPointF
    arrow: QRectF
    check: QRectF
    label: QRectF
    name: QRectF
    field: QRectF
    browse: QRectF
    next_button: QRectF
    reset: QRectF
    notes: tuple[NoteLayout, ...]
    height: float

    def find_target(self, point: QPointF) -> ClickTarget:
        """Return the part of the row that a click at a point acts on."""
        for part, rect in (
            (ClickablePart.RESET, self.reset),
            (ClickablePart.BROWSE, self.browse),
            (ClickablePart.NEXT, self.next_button),
            (ClickablePart.FIELD, self.field),
            (ClickablePart.ARROW, self.arrow),
            (ClickablePart.CHECK, self.check),
        ):
            if _expand_hit_area(rect).contains(point):
                return ClickTarget(part)
        for number, note in enumerate(self.notes):
            if note.link.contains(point):
                return ClickTarget(ClickablePart.LINK, number)
        # The name of a check mark is part of it, as everywhere. Beside it a click only selects.
        if not self.check.isEmpty() and self.name.contains(point):
            return ClickTarget(ClickablePart.CHECK)
        return NO_TARGET


def _expand_hit_area(rect: QRectF) -> QRectF:
    """Return the area of a part that reacts to clicks: at least 24 pixels high."""
    if rect.isEmpty():
        return rect
    # WCAG 2.2 asks for targets of at least 24 x 24.
    extra_height = max(0.0, (24 - rect.height()) / 2)
    return rect.adjusted(-min(extra_height, 4), -extra_height, min(extra_height, 4), extra_height)


def layout_setting_row(
    theme: Theme,
    rect: QRect,
    node: SettingRow,
    depth: int,
    *,
    has_arrow_space: bool,
    is_mirrored: bool = False,
) -> SettingLayout:
    """Compute where the parts of a setting's row are.

    Args:
        theme: has the fonts and the unit of sizes.
        rect: of the row in the tree.
        node: the setting.
        depth: how many parents the row has.
        has_arrow_space: keep room for the arrow that folds.
        is_mirrored: for a language that is read from right to left.
    """
    px = theme.px
    area = QRectF(rect)
    line = QRectF(area.left(), area.top(), area.width(), px(ROW_HEIGHT))
    middle = line.center().y()
    left = area.left() + px(28 + INDENT_STEP * depth)
    arrow = check = QRectF()
    dot = QPointF(left - px(12), middle)
    if node.children:
        arrow = QRectF(left - px(1), middle - px(8), px(16), px(16))
    if node.children or has_arrow_space:
        left += px(INDENT_STEP)
    if node.checked is not None:
        check = QRectF(left, middle - px(8), px(16), px(16))
        left += px(24)
    reset = QRectF()
    if node.can_reset or node.can_remove:
        reset = QRectF(area.right() - px(36), middle - px(12), px(24), px(24))
    # Room for the reset button is kept also where there is none: fields stay in one column.
    right = area.right() - px(40)
    field, browse = _layout_field(theme, node, area.width(), QPointF(right, middle))
    if not field.isEmpty():
        right = field.left() - px(8)
    label = QRectF(left, line.top(), max(right - left, 0), line.height())
    notes, height = _layout_notes(
        theme,
        _list_notes(theme, node, label.width()),
        QRectF(left, line.bottom(), area.right() - left, 0),
    )
    # A name of one letter is hard to hit.
    name_width = max(theme.body.width(escape_invisible(node.label)), px(24))
    unmirrored_layout = SettingLayout(
        box=line.adjusted(px(8), 0, -px(8), 0),
        dot=dot,
        arrow=arrow,
        check=check,
        label=label,
        name=QRectF(left, line.top(), min(name_width, label.width()), line.height()),
        field=field,
        browse=browse,
        next_button=_find_field_end(theme, field) if node.shows_entry and node.text else QRectF(),
        reset=reset,
        notes=notes,
        height=line.height() + height,
    )
    return _mirror_layout(unmirrored_layout, area) if is_mirrored else unmirrored_layout


def _fits_beside(theme: Theme, label_width: float, hint: str, available_width: float) -> bool:
    """Return whether a hint has room beside a label."""
    fits: bool = label_width + theme.px(10) + theme.small.width(hint) <= available_width
    return fits


def _list_notes(theme: Theme, node: SettingRow, label_width: float) -> tuple[SettingNote, ...]:
    """Return what stands below a row: its notes, then a hint that may not be left out."""
    if not node.is_hint_kept:
        return node.notes
    hint = escape_invisible(node.hint)
    if _fits_beside(theme, theme.body.width(escape_invisible(node.label)), hint, label_width):
        return node.notes
    return (*node.notes, SettingNote("info", "clock", hint))


def _layout_field(
    theme: Theme, node: SettingRow, row_width: float, end: QPointF
) -> tuple[QRectF, QRectF]:
    """Return the rectangles of a setting's field and of its Browse button, empty if none.

    `end` is the middle of the field's right edge.
    """
    px = theme.px
    if node.input_kind not in FIELD_INPUTS and node.input_kind is not ValueInput.CHOICE:
        return QRectF(), QRectF()
    width: float = max(px(120), min(px(280), row_width * _FIELD_SHARE))
    field = QRectF(end.x() - width, end.y() - px(12), width, px(24))
    if not node.can_browse:
        return field, QRectF()
    return field, _find_field_end(theme, field)


def _find_field_end(theme: Theme, field: QRectF) -> QRectF:
    """Return the part of a field that its icon is in."""
    px = theme.px
    return QRectF(field.right() - px(24), field.top(), px(24), px(24))


def _layout_notes(
    theme: Theme, notes: tuple[SettingNote, ...], notes_rect: QRectF
) -> tuple[tuple[NoteLayout, ...], float]:
    """Return the layout of the notes, one below the other, and their height."""
    px, text_style = theme.px, theme.small
    layouts, top = [], notes_rect.top()
    text_left = notes_rect.left() + px(20)
    width = max(notes_rect.right() - px(12) - text_left, px(80))
    for note in notes:
        words = add_break_points(note.text)
        wrap = _choose_wrap_flags(text_style, words, width)
        # Measured with the flags that drawText gets, or the last line may be cut off.
        text_rect = text_style.metrics.boundingRect(
            QRect(0, 0, int(width), _UNLIMITED_HEIGHT), wrap, words
        )
        # With a small font a note of one line is still as high as its glyph needs.
        text_padding = max(0.0, (px(NOTE_HEIGHT) - text_style.height) / 2)
        text = QRectF(text_left, top + text_padding, width, text_rect.height())
        glyph = QRectF(notes_rect.left(), top + (px(NOTE_HEIGHT) - px(14)) / 2, px(14), px(14))
        link, bottom = QRectF(), text.bottom()
        if note.link:
            available_width = theme.small_strong.width(note.link) + px(4)
            # The link stands behind a sentence of one line where it fits, else below.
            fits_beside_text = (
                text_rect.height() <= text_style.height
                and text_rect.width() + px(8) + available_width <= width
            )
            start = text_left + text_rect.width() + px(8) if fits_beside_text else text_left
            y = text.top() if fits_beside_text else text.bottom()
            link = QRectF(start, y, min(available_width, width), text_style.height + px(2))
            bottom = max(bottom, link.bottom())
        layouts.append(NoteLayout(note, glyph, text, link, words, wrap))
        top = bottom + text_padding
    return tuple(layouts), top - notes_rect.top()


def _choose_wrap_flags(text_style: ThemeFont, words: str, width: float) -> int:
    """Return text flags that wrap inside words only if a word is wider than the space."""
    # TextWrapAnywhere breaks any word at the edge; TextWordWrap alone lets a long one hang over.
    longest = max(words.replace("\u200b", " ").split(), key=len, default="")
    return _WRAP_WORDS | _WRAP_ANYWHERE if text_style.width(longest) > width else _WRAP_WORDS


def _mirror_layout(unmirrored_layout: SettingLayout, area: QRectF) -> SettingLayout:
    """Return a layout mirrored at the middle of its row, for right-to-left languages."""
    edge_sum = area.left() + area.right()

    def flip(rect: QRectF) -> QRectF:
        """Return a rectangle mirrored at the middle of the row."""
        if rect.isEmpty():
            return rect
        return QRectF(edge_sum - rect.right(), rect.top(), rect.width(), rect.height())

    return unmirrored_layout._replace(
        box=flip(unmirrored_layout.box),
        dot=QPointF(edge_sum - unmirrored_layout.dot.x(), unmirrored_layout.dot.y()),
        arrow=flip(unmirrored_layout.arrow),
        check=flip(unmirrored_layout.check),
        label=flip(unmirrored_layout.label),
        name=flip(unmirrored_layout.name),
        field=flip(unmirrored_layout.field),
        browse=flip(unmirrored_layout.browse),
        next_button=flip(unmirrored_layout.next_button),
        reset=flip(unmirrored_layout.reset),
        notes=tuple(
            note._replace(glyph=flip(note.glyph), text=flip(note.text), link=flip(note.link))
            for note in unmirrored_layout.notes
        ),
    )
