"""Containers: rows that wrap, scrolled columns, a form of facts, outlines, an empty page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QPlainTextEdit,
    QScrollArea,
    QWidget,
    QWidgetItem,
)

from vkconfig_py.model.text.wording import escape_invisible_lines
from vkconfig_py.ui.theme.context import (
    ThemeContext,
    add_break_points,
    paint_field_ground,
    paint_focus,
)
from vkconfig_py.ui.widgets.basic import (
    Glyph,
    Label,
    TextRole,
    make_column,
    set_background,
    set_slim_bars,
    set_up_scrolling,
)
from vkconfig_py.ui.widgets.buttons import Button

if TYPE_CHECKING:
    from vkconfig_py.model.chain.row_details import LabeledFact, SearchedFolder

# Five rows of 28, the gaps of 8 between them, and margins.
_MAX_HEIGHT = 190
_GLYPH_BY_ROLE = {TextRole.WARN: "warn", TextRole.ERROR: "error"}
TONE_ROLES = {"ok": TextRole.OK, "warn": TextRole.WARN, "error": TextRole.ERROR}


class FlowLayout(QLayout):
    """Lays out widgets at their size hints in wrapping rows, mirrored for right-to-left text.

    `row_gap` is between rows, in pixels, the spacing where it is None.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        row_gap: int | None = None,
    ) -> None:
        super().__init__(parent)
        self._row_gap = row_gap
        # QLayout stores no items: that is left to the subclass.
        self._items: list[QLayoutItem] = []

    def addWidget(self, widget: QWidget) -> None:  # noqa: N802 - Qt's name
        self.addChildWidget(widget)
        # An item made by Qt might get the object that Python still has of an earlier item at the
        # same address, and would end with the layout of that one.
        self.addItem(QWidgetItem(widget))

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self.invalidate()

    def insert(self, index: int, widget: QWidget) -> None:
        """Add a widget at a place among the others, counted from 0."""
        self.addWidget(widget)
        self._items.insert(index, self._items.pop())
        self.invalidate()

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        # Qt asks for heights often while it lays out; nothing may move then.
        return self._place_items(QRect(0, 0, width, 0), move=False)

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        return size.grownBy(self.contentsMargins())

    sizeHint = minimumSize  # the width comes from outside

    def setGeometry(self, rect: QRect) -> None:
        # QLayout remembers the rectangle for geometry().
        super().setGeometry(rect)
        self._place_items(rect, move=True)

    def _place_items(self, rect: QRect, *, move: bool) -> int:
        """Place the widgets in rows of a rectangle. Return the height used, in pixels.

        Without `move` only compute the height.
        """
        margins, gap = self.contentsMargins(), self.spacing()
        row_gap = gap if self._row_gap is None else self._row_gap
        area = rect.marginsRemoved(margins)
        y = area.top()
        for row in self._break_rows(area.width()):
            x, height = area.left(), max(size.height() for _item, size in row)
            for item, size in row:
                if move:
                    item_rect = QRect(QPoint(x, y), size)
                    parent = self.parentWidget()
                    if parent and parent.layoutDirection() is Qt.LayoutDirection.RightToLeft:
                        item_rect.moveLeft(area.left() + area.right() - item_rect.right())
                    item.setGeometry(item_rect)
                x += size.width() + gap
            y += height + row_gap
        return max(y - row_gap, area.top()) + margins.bottom() - rect.top()

    def _break_rows(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """Return the shown items with their sizes, in rows of at most a width in pixels."""
        rows: list[list[tuple[QLayoutItem, QSize]]] = []
        used_width = 0
        for item in self._items:
            # Items of hidden widgets are empty.
            if item.isEmpty():
                continue
            size = item.sizeHint()
            # A widget wider than the row is cut to it, or it would never find a place.
            size.setWidth(min(size.width(), max(width, 1)))
            if not rows or used_width + size.width() > width:
                rows.append([])
                used_width = 0
            rows[-1].append((item, size))
            used_width += size.width() + self.spacing()
        return rows


class FlowArea(QScrollArea):
    """Widgets in rows that wrap, which scroll if there are more than five rows.

    Attributes:
        flow: layout to add widgets to; call `fit` afterwards.
    """

    def __init__(self, context: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        body = QWidget()
        self.flow = FlowLayout(body)
        self.setWidget(body)
        self.setWidgetResizable(True)
        # Scroll areas take Tab; here the widgets in it do.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        set_up_scrolling(self, context)
        for widget in (body, self.viewport()):
            widget.setAutoFillBackground(False)  # the ground of the parent shows
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(
            lambda _minimum, maximum: bar.setValue(maximum)
        )  # the newest is seen
        context.changed.connect(self.fit)

    def fit(self) -> None:
        """Make the area as high as its rows, up to a limit."""
        # A scroll area does not ask its body for a height by width, so its own height is set.
        height = self.flow.heightForWidth(self.width())
        self.setFixedHeight(min(height, self._context.theme.px(_MAX_HEIGHT)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # fit() changes the height, which sends the next resize event: by width alone it ends.
        if event.size().width() != event.oldSize().width():
            self.fit()


class Page(QScrollArea):
    """A vertically scrolling column with the window's background."""

    def __init__(self, context: ThemeContext, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.setWidgetResizable(True)
        set_up_scrolling(self, context)
        self.setAccessibleName(name)
        context.changed.connect(self._on_theme_changed)

    def _on_theme_changed(self) -> None:
        # PySide types widget() as always there; before setWidget() it is None.
        body: QWidget | None = self.widget()
        set_background(
            self._context.theme.colors.window, self, *([body] if body is not None else [])
        )

    def make_body(self) -> QWidget:
        """Return a new empty body, which setWidget() puts in the place of the previous one."""
        body = QWidget()
        set_background(self._context.theme.colors.window, body, self)
        return body


class FooterPage(QWidget):
    """A page with a fixed area below it: buttons, a sentence."""

    def __init__(
        self, context: ThemeContext, page: Page, footer: QLayout, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._footer = footer
        column = make_column(self)
        column.addWidget(page, 1)
        column.addLayout(footer)
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _on_metrics_changed(self) -> None:
        px = self._context.theme.px
        self._footer.setContentsMargins(px(16), px(8), px(16), px(12))


def find_name_width(context: ThemeContext, groups: Iterable[Sequence[LabeledFact]]) -> int:
    """Return the width of the left column of several forms that are to look like one, in pixels."""
    names = (context.theme.small.width(fact.label) for facts in groups for fact in facts)
    return math.ceil(max(names, default=0)) + 1


def fill_form(
    context: ThemeContext, form_layout: QFormLayout, facts: Sequence[LabeledFact], width: int = 0
) -> None:
    """Add facts to a form.

    Args:
        context: of its labels.
        form_layout: an empty layout.
        facts: one row each.
        width: minimum of the left column, in pixels.
    """
    px = context.theme.px
    form_layout.setContentsMargins(px(16), px(12), px(16), px(12))
    form_layout.setHorizontalSpacing(px(16))
    form_layout.setVerticalSpacing(px(8))
    form_layout.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    # A value whose longest word has no room beside its name stands below it.
    form_layout.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
    # On the line of its value, whose letters are higher.
    name_top = context.theme.body.metrics.ascent() - context.theme.small.metrics.ascent()
    for fact in facts:
        value_text = escape_invisible_lines(fact.value)
        value: QWidget = (
            _make_folder_list(context, fact.folders)
            if fact.folders
            else _make_value_label(context, value_text, TONE_ROLES.get(fact.tone, TextRole.TEXT))
        )
        # The plain value: a screen reader would stumble over the zero-width spaces.
        value.setAccessibleName(f"{fact.label}: {value_text}")
        name = Label(context, fact.label, text_style="small", text_role=TextRole.SECONDARY)
        name.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        name.setMinimumWidth(width)
        name.setContentsMargins(0, max(name_top, 0), 0, 0)
        form_layout.addRow(name, value)


def _make_value_label(context: ThemeContext, text: str, text_role: TextRole) -> Label:
    """Return the label of a value, which may wrap also within paths."""
    label = Label(context, add_break_points(text), text_role=text_role, wrap=True)
    # By mouse only: selectable by keyboard, each value would be a stop of Tab.
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def _make_folder_list(context: ThemeContext, folders: Sequence[SearchedFolder]) -> QWidget:
    """Return numbered folders with a hanging indent, each above what named it."""
    folder_list = QWidget()
    grid = QGridLayout(folder_list)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(context.theme.px(8))
    grid.setVerticalSpacing(0)
    grid.setColumnStretch(1, 1)
    for number, folder in enumerate(folders, 1):
        row = 2 * number
        number_label = Label(context, f"{number}", text_role=TextRole.SECONDARY)
        top_right = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight
        grid.addWidget(number_label, row, 0, top_right)
        path = escape_invisible_lines(folder.path)
        path_label = _make_value_label(context, path, TextRole.TEXT)
        grid.addWidget(path_label, row, 1)
        for label in (number_label, path_label):
            label.setContentsMargins(0, context.theme.px(4) if number > 1 else 0, 0, 0)
        if folder.source:
            source = Label(
                context, folder.source, text_style="small", text_role=TextRole.SECONDARY, wrap=True
            )
            grid.addWidget(source, row + 1, 1)
    return folder_list


class SentenceList(QWidget):
    """Sentences one below the other, each with the sign of its tone; as high as they need."""

    def __init__(
        self,
        context: ThemeContext,
        name: str,
        *,
        text_role: TextRole = TextRole.WARN,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._text_role = text_role
        self._lines: tuple[str, ...] = ()
        self._column = make_column(self)
        self._column.setSpacing(context.theme.px(6))
        self.setAccessibleName(name)

    def show_lines(self, lines: Sequence[str], text_role: TextRole | None = None) -> None:
        """Show sentences, or hide the list if there are none."""
        text_role = text_role or self._text_role
        if (texts := tuple(lines)) != self._lines or text_role is not self._text_role:
            self._lines, self._text_role = texts, text_role
            self._fill()
        self.setVisible(bool(lines))

    def _fill(self) -> None:
        """Make a row of each sentence, with the sign of its tone before it."""
        while (item := self._column.takeAt(0)) is not None:
            row = item.widget()
            if row is not None:
                row.hide()
                row.deleteLater()
        for line in self._lines:
            row, label = QWidget(), Label(self._context, add_break_points(line), wrap=True)
            glyph = Glyph(
                self._context, _GLYPH_BY_ROLE.get(self._text_role, "info"), self._text_role
            )
            texts = QHBoxLayout(row)
            texts.setContentsMargins(0, 0, 0, 0)
            texts.setSpacing(self._context.theme.px(8))
            texts.addWidget(glyph, 0, Qt.AlignmentFlag.AlignTop)
            texts.addWidget(label, 1, Qt.AlignmentFlag.AlignTop)
            self._column.addWidget(row)
            row.show()  # what is added to a parent that is shown would be shown later

    def count_lines(self) -> int:
        """Return the number of displayed sentences."""
        return 0 if self.isHidden() else len(self._lines)


class LimitList(QScrollArea):
    """A list of sentences that scrolls if they are many, so that buttons below stay visible.

    Args:
        highest: maximum height, before it is scaled to the font.
        width: its later width, 0 if that is not known before it is shown.
        margin: space on the left.
    """

    def __init__(
        self,
        context: ThemeContext,
        name: str,
        *,
        highest: int,
        width: int = 0,
        margin: int = 0,
        text_role: TextRole = TextRole.WARN,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._max_height = highest
        self._width = width
        self._margin = margin
        self._list = body = SentenceList(context, "", text_role=text_role)
        # Its height follows from its width, not from labels as narrow as can be.
        body.setMinimumHeight(1)
        self.setWidget(body)
        # Otherwise the body keeps its own size hint, and never wraps to the width.
        self.setWidgetResizable(True)
        set_up_scrolling(self, context)
        self.setAccessibleName(name)
        context.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def show_lines(self, lines: Sequence[str], text_role: TextRole | None = None) -> None:
        """Show sentences one below the other, or hide the list if there are none."""
        self._list.show_lines(lines, text_role)
        self.setVisible(bool(lines))
        self._fit()

    def _on_metrics_changed(self) -> None:
        set_background(self._context.theme.colors.base, self)
        self.setViewportMargins(self._context.theme.px(self._margin), 0, 0, 0)
        self._fit()

    def _fit(self) -> None:
        """Make the list as high as its text, up to a limit."""
        width = self._context.theme.px(self._width) or self.width()
        bar = self.verticalScrollBar().sizeHint().width()
        available_width = width - bar - self._context.theme.px(self._margin)
        text_height = max(self._list.heightForWidth(max(available_width, 1)), 0)
        self.setFixedHeight(min(text_height, self._context.theme.px(self._max_height)))
        # A stop of Tab only where there is something to scroll.
        scrolls = (
            Qt.FocusPolicy.StrongFocus if text_height > self.height() else Qt.FocusPolicy.NoFocus
        )
        self.setFocusPolicy(scrolls)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()


_FOCUS_EVENTS = (QEvent.Type.FocusIn, QEvent.Type.FocusOut)
_PADDING_X, _PADDING_Y = 8, 6  # between the outline and a list or text
_CORNER_RADIUS = 3  # within it a view would paint over the round corners
FRAME_HEIGHT = 2 * _PADDING_Y  # pixels that a box is higher than what is in it


class Box(QWidget):
    """A list or text in the rounded outline of fields, with a ring while it has the keyboard.

    With `has_own_rows` the view paints its rows with their margins and the focus.
    """

    def __init__(
        self,
        context: ThemeContext,
        view: QAbstractScrollArea,
        *,
        has_own_rows: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._has_own_rows = has_own_rows
        self._view = view
        self._column = make_column(self)
        self._column.addWidget(view)
        view.setFrameShape(QFrame.Shape.NoFrame)
        if not has_own_rows:
            set_slim_bars(view, context)
        view.installEventFilter(self)
        context.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def _on_theme_changed(self) -> None:
        theme = self._context.theme
        x, y = (_CORNER_RADIUS, _CORNER_RADIUS) if self._has_own_rows else (_PADDING_X, _PADDING_Y)
        x, y = theme.px(x), theme.px(y)
        self._column.setContentsMargins(x, y, x, y)
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Base, theme.colors.base)
        palette.setColor(QPalette.ColorRole.Text, theme.colors.text)
        # What shows beside the viewport, between the scroll bars too.
        palette.setColor(QPalette.ColorRole.Window, theme.colors.base)
        self._view.setPalette(palette)
        self.update()

    def eventFilter(self, watched_object: QObject, event: QEvent) -> bool:
        if event.type() in _FOCUS_EVENTS:
            self.update()
        return super().eventFilter(watched_object, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._context.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect())
        paint_field_ground(painter, theme, rect, theme.px(6))
        if self._view.hasFocus() and not self._has_own_rows:
            paint_focus(painter, theme, rect, theme.px(6))
        painter.end()


class EmptyPage(QWidget):
    """What stands where a list would be that has no row: a sentence and a button.

    Attributes:
        sentence: why there is no row.
        button: shows rows again.
    """

    def __init__(self, context: ThemeContext, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence = Label(context, text_role=TextRole.SECONDARY, wrap=True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = Button(context, label, height=28)
        column = make_column(self)
        column.setSpacing(context.theme.px(8))
        column.addStretch(1)
        column.addWidget(self.sentence)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)


def make_text(context: ThemeContext, name: str, text: str = "", *, code: bool) -> QPlainTextEdit:
    """Make a read-only text for a box.

    Args:
        context: has the font.
        name: for screen readers.
        text: the whole text.
        code: it is set in the font of code.
    """
    edit = QPlainTextEdit(text)
    edit.setReadOnly(True)
    # Tab in a text edit would be a character.
    edit.setTabChangesFocus(True)
    edit.setAccessibleName(name)
    edit.setFont((context.theme.code if code else context.theme.body).font)
    edit.document().setDocumentMargin(0)  # that of the box
    return edit
