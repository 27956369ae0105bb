"""SettingField: the open field of a setting, with its suggestions, and what fields paint."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    QStringListModel,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QKeyEvent,
    QMoveEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCompleter,
    QLineEdit,
    QListView,
    QStyleOptionViewItem,
    QWidget,
)

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.preferences import DESKTOP_STYLE
from vkconfig_py.model.layer_settings.setting_rows import (
    SettingRow,
    ShapeKind,
    ValueInput,
    ValueShape,
    split_colors,
)
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip
from vkconfig_py.ui.theme.context import (
    ThemeContext,
    draw_text,
    make_round_mask,
    mirror,
    paint_field_ground,
    paint_focus,
    paint_popup_ground,
    paint_row_box,
)
from vkconfig_py.ui.theme.theme import Theme
from vkconfig_py.ui.widgets.basic import RowDelegate, set_up_scrolling

_MAX_ROWS = 12
_WIDTH, _ROW_HEIGHT, _MARGIN, _TEXT_LEFT, _NAME_GAP = 460, 28, 6, 10, 8


def make_completer(
    context: ThemeContext,
    field: QLineEdit,
    model: QStringListModel,
    names: Mapping[str, str],
    *,
    is_list: bool,
) -> QCompleter:
    """Return what offers those of the model's texts that contain the text of a field.

    Args:
        context: has the theme.
        field: the open one.
        model: has the texts.
        names: what some of the texts stand for, shown beside these.
        is_list: the field has entries between commas, of which the last is completed.
    """
    completer = EntryCompleter(field) if is_list else QCompleter(field)
    completer.setModel(model)
    # Suggested names often begin alike: the user knows a word from the middle.
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    completer.setMaxVisibleItems(_MAX_ROWS)
    suggestions = SuggestionList(context, field)
    completer.setPopup(suggestions)
    # After setPopup(), which sets a delegate of Qt's.
    delegate = SuggestionDelegate(context, names, suggestions)
    suggestions.setItemDelegate(delegate)
    # Thousands of names are not measured one by one.
    width = _WIDTH if model.rowCount() > _MAX_ROWS else 0
    texts = model.stringList() if not width else []
    needed_width = max(map(delegate.measure, texts), default=context.theme.px(width))
    suggestions.widen_to(needed_width)
    return completer


class EntryCompleter(QCompleter):
    """Completes the last of several entries between commas."""

    def splitPath(self, path: str) -> list[str]:  # noqa: N802 - Qt's name
        return [path.rpartition(",")[2].strip()]

    def pathFromIndex(  # noqa: N802 - Qt's name
        self, index: QModelIndex | QPersistentModelIndex
    ) -> str:
        field = self.widget()
        entries, comma, _typed = (
            field.text().rpartition(",") if isinstance(field, QLineEdit) else ("", "", "")
        )
        return f"{entries}{comma} {index.data(self.completionRole())}".strip()


class SuggestionList(QListView):
    """The list of suggestions below a field."""

    def __init__(self, context: ThemeContext, field: QWidget) -> None:
        super().__init__()
        self._context = context
        self._field = field
        self._uses_own_style = context.appearance.choices.style != DESKTOP_STYLE
        self.setUniformItemSizes(True)  # thousands of rows are not measured one by one
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        set_up_scrolling(self, context)
        if self._uses_own_style:
            self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.viewport().setAutoFillBackground(False)
        margin = context.theme.px(_MARGIN)
        # QCompleter makes it six pixels higher than its rows.
        self.setViewportMargins(margin, 3, margin, 3)

    def widen_to(self, width: float) -> None:
        """Be as wide as the rows need, but not wider than the view of the field.

        `width`: that of the widest row.
        """
        edges = 2 * self._context.theme.px(_MARGIN)
        self.setMinimumWidth(min(round(width) + edges, self._find_view().width()))

    def _find_view(self) -> QWidget:
        """Return what the field stands in: a view, or its window."""
        return self._field.parentWidget() or self._field.window()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:  # of the list itself: paintEvent() is the rows'
            painter, theme = QPainter(self), self._context.theme
            paint_popup_ground(painter, theme, QRectF(self.rect()), theme.colors.base)
            painter.end()
            return True
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._stay_in_window()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._stay_in_window()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._uses_own_style:
            self.setMask(make_round_mask(self.rect(), self._context.theme))

    def _stay_in_window(self) -> None:
        """Move into the view of the field, or the screen if that ends before."""
        # Wider than its field, to whose place QCompleter brings it with each letter.
        view = self._find_view()
        available_area = (
            self.screen()
            .availableGeometry()
            .intersected(QRect(view.mapToGlobal(QPoint()), view.size()))
        )
        left = max(
            min(self.x(), available_area.left() + available_area.width() - self.width()),
            available_area.left(),
        )
        if left != self.x():
            self.move(left, self.y())


class SuggestionDelegate(RowDelegate):
    """Paints a suggestion as an entry of a menu, cut in the middle where it is too long.

    Some have a name beside them, which says what they stand for.
    """

    def __init__(self, context: ThemeContext, names: Mapping[str, str], parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._names = names

    def measure(self, text: str) -> float:
        """Return the width of the row of a text."""
        theme = self._context.theme
        name = self._names.get(text, "")
        name_width = theme.px(_NAME_GAP) + theme.small.width(name) if name else 0
        return theme.body.width(escape_invisible(text)) + name_width + 2 * theme.px(_TEXT_LEFT) + 2

    def describe_row(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> str:
        text = str(index.data())
        return make_tooltip("\n".join(filter(None, (text, self._names.get(text)))))

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        px = self._context.theme.px
        return QSize(px(200), px(_ROW_HEIGHT))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme = self._context.theme
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror(painter, option.widget, rect)
        paint_row_box(painter, theme, rect, option.state, radius=5)
        painter.setPen(theme.colors.text)
        start = theme.px(_TEXT_LEFT)
        # Names of messages differ at their end, and many begin alike.
        text = escape_invisible(str(index.data()))
        left, right = rect.left() + start, rect.right() - start
        draw_text(
            painter, theme.body, text, left, rect.top(), right - left, rect.height(),
            Qt.TextElideMode.ElideMiddle,
        )  # fmt: skip
        if name := self._names.get(str(index.data())):
            left += theme.body.width(text) + theme.px(_NAME_GAP)
            painter.setPen(theme.colors.secondary)
            draw_text(
                painter, theme.small, name, left, rect.top(), right - left, rect.height(),
                baseline_style=theme.body,
            )  # fmt: skip
        painter.restore()


_SWATCH_SIZE = 14


class FieldCard(Protocol):
    """What stands below a field and chooses its value."""

    def place(self) -> None:
        """Follow the field."""

    def dismiss(self) -> None:
        """Go with the field."""

    def focus_first(self) -> None:
        """Take the keyboard."""


class SettingField(QLineEdit):
    """A line edit without a frame.

    Attributes:
        card: chooses the value instead, None for a plain text.

    Signals:
        typed: the user changed the text.
    """

    typed = Signal(str)

    def __init__(
        self, context: ThemeContext, node: SettingRow, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._has_begun = False
        self.is_invalid = False
        self.node = node
        self.was_text_edited = False
        self.card: FieldCard | None = None
        self.setFrame(False)
        self.setAccessibleName(node.label)
        self.setAccessibleDescription(node.description)
        if node.input_kind in (ValueInput.LIST, ValueInput.ENTRY):
            self.setPlaceholderText(tr("Add…"))
        self.textEdited.connect(self._on_text_edited)
        self.textChanged.connect(self.update)  # the swatches too
        theme = context.theme
        palette = QPalette()
        # QLineEdit fills its rectangle with Base, over what paintEvent painted.
        palette.setColor(QPalette.ColorRole.Base, QColor(0, 0, 0, 0))
        palette.setColor(QPalette.ColorRole.Text, theme.colors.text)
        palette.setColor(QPalette.ColorRole.PlaceholderText, theme.colors.secondary)
        self.setPalette(palette)
        self.setFont(theme.body.font)
        # Each of several colors stands in the card already: the text needs the room.
        has_colors = node.shape is not None and node.shape.color_count > 1
        self._swatch_shape = None if has_colors else node.shape
        begin = theme.px(6) + round(measure_swatches(theme, self._swatch_shape))
        end = theme.px(4) + round(measure_unit(theme, node))
        if self.isRightToLeft():
            begin, end = end, begin
        self.setTextMargins(begin, 0, end, 0)

    def take_text(self, text: str) -> None:
        """Take a text that was chosen, as if it were typed."""
        self.setText(text)
        self._on_text_edited(text)

    def begin_next_entry(self) -> None:
        """Let the text that comes be one more entry of a list, and offer what that may be."""
        self.setText(f"{self.text()}, ")
        self.end(False)
        self.offer_all()

    def offer_all(self) -> None:
        """Show what may be typed next, if there are suggestions."""
        if (completer := self.completer()) is not None:
            completer.setCompletionPrefix(self.text())
            completer.complete()

    def begin_editing(self, node: SettingRow) -> None:
        """Put the value of a setting into the field, once."""
        # setEditorData comes again with each change of the model; what is typed must stay.
        if not self._has_begun:
            self._has_begun = True
            self.setText("" if node.input_kind is ValueInput.LIST else node.text)
            self.selectAll()

    def set_completions(self, model: QStringListModel, names: Mapping[str, str]) -> None:
        """Offer those of the model's texts that contain the typed text.

        `names`: what some of the texts stand for.
        """
        completer = make_completer(self._context, self, model, names, is_list=self.node.shows_entry)
        # A completion that is chosen is no textEdited.
        completer.activated.connect(self._on_text_edited)
        self.setCompleter(completer)
        if (suggestions := completer.popup()) is not None:
            suggestions.installEventFilter(self)  # the later filter is asked before the completer

    def eventFilter(self, watched_object: QObject, event: QEvent) -> bool:
        """Let Enter commit and Esc revert while suggestions are shown.

        The completer would only hide them, and a half-typed word would stay.
        """
        editing_end_keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
        if not isinstance(event, QKeyEvent) or event.key() not in editing_end_keys:
            return super().eventFilter(watched_object, event)
        if event.type() == QEvent.Type.KeyPress and isinstance(watched_object, QAbstractItemView):
            chosen_index = watched_object.currentIndex()
            watched_object.hide()
            if chosen_index.isValid() and event.key() != Qt.Key.Key_Escape:
                text = self.completer().pathFromIndex(chosen_index)
                self.setText(text)
                self._on_text_edited(text)
            # Delegates commit in a filter of the field, which the completer goes around.
            QApplication.sendEvent(self, event)
        return True

    def mark_bad(self, *, is_invalid: bool) -> None:
        """Mark the field while its text is not a valid value."""
        if is_invalid != self.is_invalid:
            self.is_invalid = is_invalid
            self.update()

    def _on_text_edited(self, text: str) -> None:
        """Report what the user typed, unlike a text set by code."""
        self.was_text_edited = True
        self.typed.emit(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect())
        paint_field_ground(painter, theme, rect, theme.px(5))
        # The red outline takes the place of the focus ring: the cursor shows the focus.
        if self.is_invalid:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colors.error, 1.5))
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), theme.px(5), theme.px(5))
        elif self.card is None or self.hasFocus():
            paint_focus(painter, theme, rect, theme.px(5))
        mirror(painter, self, rect)
        paint_swatches(painter, theme, rect, self._swatch_shape, self.text())
        paint_unit(painter, theme, rect, self.node)
        # Two painters cannot be active on one widget.
        painter.end()
        super().paintEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._place_card()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._place_card()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_card()

    def _place_card(self) -> None:
        """Keep the card below the field."""
        if self.card is not None and self.isVisible():
            self.card.place()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.drop_card()

    def drop_card(self) -> None:
        """Be a plain field from now on: editing ends."""
        card, self.card = self.card, None
        if card is not None:
            card.dismiss()


def measure_swatches(theme: Theme, value_shape: ValueShape | None) -> float:
    """Return the width of the colors before the text of a field, 0 for other values."""
    if value_shape is None or value_shape.kind is not ShapeKind.COLORS:
        return 0
    return value_shape.color_count * theme.px(_SWATCH_SIZE + 2) + theme.px(4)


def paint_swatches(
    painter: QPainter, theme: Theme, field: QRectF, value_shape: ValueShape | None, text: str
) -> None:
    """Paint the colors of a value at the beginning of its field."""
    if value_shape is None or value_shape.kind is not ShapeKind.COLORS:
        return
    size = theme.px(_SWATCH_SIZE)
    left = field.left() + theme.px(7)
    for color in split_colors(text, value_shape.color_count):
        swatch = QRectF(left, field.center().y() - size / 2, size, size)
        paint_swatch(painter, theme, swatch, color)
        left += theme.px(_SWATCH_SIZE + 2)


def paint_swatch(painter: QPainter, theme: Theme, rect: QRectF, color: str) -> None:
    """Paint a color, given as RRGGBB, or an empty box without one."""
    painter.setPen(QPen(theme.colors.outline, theme.line_width()))
    painter.setBrush(QColor(f"#{color}") if color else theme.colors.base)
    painter.drawRoundedRect(rect, theme.px(3), theme.px(3))


def measure_unit(theme: Theme, node: SettingRow) -> float:
    """Return the width of the unit behind the number in a field, 0 without one."""
    return theme.small.width(node.unit) + theme.px(6) if node.unit else 0


def paint_unit(painter: QPainter, theme: Theme, field: QRectF, node: SettingRow) -> None:
    """Paint the unit at the end of a number's field."""
    if node.unit:
        width = theme.small.width(node.unit)
        painter.setPen(theme.colors.secondary)
        draw_text(painter, theme.small, node.unit, field.right() - theme.px(8) - width,
                  field.top(), width + 2, field.height(), baseline_style=theme.body)  # fmt: skip


class Suggestions:
    """Completion models by setting; caches the model of a list of thousands of strings."""

    def __init__(self) -> None:
        self._models: dict[str, tuple[tuple[str, ...], QStringListModel]] = {}

    def get_model(self, key: str, texts: Sequence[str]) -> QStringListModel:
        """Return the completion model of a setting, the same one while its texts are."""
        new_texts = tuple(texts)
        known_model = self._models.get(key)
        # Identity first: the suggestions are mostly the same tuple, and may be thousands.
        if known_model is None or (known_model[0] is not new_texts and known_model[0] != new_texts):
            known_model = self._models[key] = (new_texts, QStringListModel(list(new_texts)))
        return known_model[1]
