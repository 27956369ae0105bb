"""Suggestions below a field, in a list that looks as the menus do and stays within the window."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    QStringListModel,
    Qt,
)
from PySide6.QtGui import QMoveEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QCompleter,
    QLineEdit,
    QListView,
    QStyleOptionViewItem,
    QWidget,
)

from vkconfig_py.model.configuration.preferences import DESKTOP_STYLE
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip
from vkconfig_py.ui.theme.context import (
    ThemeContext,
    draw_text,
    make_round_mask,
    mirror,
    paint_popup_ground,
    paint_row_box,
)
from vkconfig_py.ui.widgets.basic import RowDelegate, set_up_scrolling

_MAX_ROWS = 12
_WIDTH, _ROW_HEIGHT, _MARGIN, _TEXT_LEFT = 460, 28, 6, 10


def make_completer(
    context: ThemeContext, field: QLineEdit, model: QStringListModel, *, several: bool
) -> QCompleter:
    """Return what offers those of the model's texts that contain the text of a field.

    `several`: the field has entries between commas, of which the last is completed.
    """
    completer = EntryCompleter(field) if several else QCompleter(field)
    completer.setModel(model)
    # Suggested names often begin alike: the user knows a word from the middle.
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    completer.setMaxVisibleItems(_MAX_ROWS)
    suggestions = SuggestionList(context, field)
    completer.setPopup(suggestions)
    # After setPopup(), which sets a delegate of Qt's.
    suggestions.setItemDelegate(SuggestionDelegate(context, suggestions))
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
        self._is_styled = context.appearance.choices.style != DESKTOP_STYLE
        self.setUniformItemSizes(True)  # thousands of rows are not measured one by one
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        set_up_scrolling(self, context)
        if self._is_styled:
            self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.viewport().setAutoFillBackground(False)
        self.setMinimumWidth(context.theme.px(_WIDTH))
        margin = context.theme.px(_MARGIN)
        # QCompleter makes it six pixels higher than its rows.
        self.setViewportMargins(margin, 3, margin, 3)

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
        if self._is_styled:
            self.setMask(make_round_mask(self.rect(), self._context.theme))

    def _stay_in_window(self) -> None:
        """Move into the window, or the screen if that ends before."""
        # Wider than its field, to whose place QCompleter brings it with each letter.
        room = self.screen().availableGeometry().intersected(self._field.window().geometry())
        left = max(min(self.x(), room.left() + room.width() - self.width()), room.left())
        if left != self.x():
            self.move(left, self.y())


class SuggestionDelegate(RowDelegate):
    """Paints a suggestion as an entry of a menu, cut in the middle where it is too long."""

    def __init__(self, context: ThemeContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context

    def describe_row(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> str:
        return make_tooltip(str(index.data()))

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
        draw_text(
            painter, theme.body, escape_invisible(str(index.data())), rect.left() + start,
            rect.top(), rect.width() - 2 * start, rect.height(), Qt.TextElideMode.ElideMiddle,
        )  # fmt: skip
        painter.restore()
