"""GroupsView: named values in groups that fold, with a column for each value."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QTreeView, QWidget

from vkconfig_py.model.items.keyed_list import GroupRole, GroupsModel
from vkconfig_py.model.text.wording import make_tooltip
from vkconfig_py.ui.theme.context import ThemeContext, draw_text, mirror, paint_row_box
from vkconfig_py.ui.widgets.basic import RowDelegate, set_up_scrolling

NAME_SHARE = 0.42  # of the width, where values of two sides are compared


class _GroupsDelegate(RowDelegate):
    """Paints a group with its count, and a name with its values."""

    def __init__(self, context: ThemeContext, view: GroupsView) -> None:
        super().__init__(view)
        self._context = context

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(self._context.theme.px(120), self._context.theme.px(24))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme, px = self._context.theme, self._context.theme.px
        state: QStyle.StateFlag = option.state
        rect = QRectF(option.rect)
        painter.save()  # the view goes on painting with this painter
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirror(painter, option.widget, rect)
        box = rect.adjusted(px(8), 0, -px(8), 0)
        paint_row_box(painter, theme, box, state, is_on_window=True, radius=4)
        values = index.data(GroupRole.VALUES)
        content_rect = box.adjusted(px(6), 0, -px(8), 0)
        if values is None:
            self._paint_group(
                painter, content_rect, index, bool(state & QStyle.StateFlag.State_Open)
            )
        else:
            self._paint_line(painter, content_rect.adjusted(px(18), 0, 0, 0), index, values)
        painter.restore()

    def describe_row(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> str:
        # Lines say all in their own tool tip.
        if index.data(GroupRole.VALUES) is not None:
            return super().describe_row(option, index)
        box = QRectF(option.rect).adjusted(
            self._context.theme.px(14), 0, -self._context.theme.px(16), 0
        )
        title = str(index.data() or "")
        is_cut = (
            self._context.theme.small_strong.width(title) > self._layout_title(box, index).width()
        )
        return make_tooltip(title) if is_cut else ""

    def _layout_title(self, box: QRectF, index: QModelIndex | QPersistentModelIndex) -> QRectF:
        """Return the rectangle of a group's title, between its arrow and its count."""
        px, small_font = self._context.theme.px, self._context.theme.small
        return box.adjusted(
            px(18), 0, -small_font.width(str(index.data(GroupRole.COUNT))) - px(8), 0
        )

    def _paint_group(
        self,
        painter: QPainter,
        box: QRectF,
        index: QModelIndex | QPersistentModelIndex,
        is_open: bool,
    ) -> None:
        """Paint the header of a group: its arrow, title and count."""
        theme, px = self._context.theme, self._context.theme.px
        icon = "chevron-down" if is_open else "chevron-right"
        arrow_rect = QRectF(box.left(), box.center().y() - px(6), px(12), px(12))
        self._context.icons.paint(painter, icon, theme.colors.secondary, arrow_rect)
        count = str(index.data(GroupRole.COUNT))
        width = theme.small.width(count)
        title = self._layout_title(box, index)
        painter.setPen(theme.colors.text)
        draw_text(painter, theme.small_strong, str(index.data()), title.left(), title.top(),
                  title.width(), title.height())  # fmt: skip
        painter.setPen(theme.colors.secondary)
        draw_text(painter, theme.small, count, box.right() - width, box.top(), width + 2,
                  box.height())  # fmt: skip

    def _paint_line(
        self,
        painter: QPainter,
        box: QRectF,
        index: QModelIndex | QPersistentModelIndex,
        values: tuple[str, ...],
    ) -> None:
        """Paint a name and its values in columns, in bold where they differ."""
        theme, gap = self._context.theme, self._context.theme.px(12)
        name, widths = str(index.data()), theme.small.width
        needed_widths = (widths(name), widths(values[0])) if len(values) == 1 else (0, 0)
        column_rects = layout_columns(box, len(values), needed_widths, gap)
        differs = bool(index.data(GroupRole.DIFFERS))
        painter.setPen(theme.colors.text)
        text_style = theme.small_strong if differs else theme.small
        draw_text(painter, text_style, name, column_rects[0].left(), box.top(),
                  column_rects[0].width(), box.height())  # fmt: skip
        painter.setPen(theme.colors.text if differs else theme.colors.secondary)
        for value_rect, value in zip(column_rects[1:], values, strict=True):
            draw_text(painter, theme.small, value, value_rect.left(), box.top(), value_rect.width(),
                      box.height())  # fmt: skip


def layout_columns(box: QRectF, count: int, text_widths: tuple[int, int], gap: int) -> list[QRectF]:
    """Return the rectangles of a name and its values, where a single value stands at the right.

    Args:
        box: the line.
        count: of values.
        text_widths: of the name and of a single value, in pixels.
        gap: between two columns, in pixels.
    """
    if count == 1:
        # A long value takes half, and what the name leaves.
        available_width = max(box.width() / 2, box.width() - text_widths[0] - gap - 2)
        width = min(text_widths[1] + 2, available_width)
        name = QRectF(box.left(), box.top(), box.width() - width - gap, box.height())
        return [name, QRectF(box.right() - width, box.top(), width, box.height())]
    name_width = box.width() * NAME_SHARE
    value_width = (box.width() - name_width) / count
    column_rects = [QRectF(box.left(), box.top(), name_width - gap, box.height())]
    for number in range(count):
        left = box.left() + name_width + number * value_width
        column_rects.append(QRectF(left, box.top(), value_width - gap, box.height()))
    return column_rects


class GroupsView(QTreeView):
    """A tree of groups, which a click on a group, Enter and the arrow keys fold.

    Signals:
        copied: "name: value" of the current line, for the clipboard.
    """

    copied = Signal(str)

    def __init__(
        self, context: ThemeContext, model: GroupsModel, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._groups = model
        self._folded_titles: set[str] = (
            set()
        )  # by the user, of this and of later things that are shown
        self.setItemDelegate(_GroupsDelegate(context, self))
        self.setModel(model)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)  # the delegate paints arrows
        # A device has hundreds of limits and features, which are not measured one by one.
        self.setUniformRowHeights(True)
        set_up_scrolling(self, context)
        self.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setAccessibleName(name)
        model.modelReset.connect(self._unfold)
        self.expanded.connect(lambda index: self._folded_titles.discard(str(index.data())))
        self.collapsed.connect(lambda index: self._folded_titles.add(str(index.data())))
        self._unfold()

    def _unfold(self) -> None:
        """Unfold the groups, except those that the user folded. A filter unfolds all."""
        for row in range(self._groups.rowCount()):
            index = self._groups.index(row, 0)
            if self._groups.is_filtered or str(index.data()) not in self._folded_titles:
                folded_titles = set(self._folded_titles)
                self.expand(index)
                self._folded_titles = folded_titles
        if self._groups.rowCount() and not self.currentIndex().isValid():
            self.setCurrentIndex(self._groups.index(0, 0))

    def fold_all(self, *, is_folded: bool) -> None:
        """Fold or unfold all groups."""
        for row in range(self._groups.rowCount()):
            self.setExpanded(self._groups.index(row, 0), not is_folded)

    def go_to(self, name: str) -> bool:
        """Show and focus the line of a name or path. Return False if there is none."""
        index = self._groups.find(name)
        if not index.isValid():
            return False
        self.expand(index.parent())
        self.setCurrentIndex(index)
        self.scrollTo(index, QTreeView.ScrollHint.PositionAtCenter)
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and not index.parent().isValid():
            self.setExpanded(index, not self.isExpanded(index))
        super().mouseReleaseEvent(event)

    def event(self, event: QEvent) -> bool:
        # Ctrl+C is a shortcut of the window, which would take it first.
        is_override = event.type() == QEvent.Type.ShortcutOverride and self.currentIndex().isValid()
        if (
            is_override
            and isinstance(event, QKeyEvent)
            and event.matches(QKeySequence.StandardKey.Copy)
        ):
            event.accept()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        line = self._groups.line_at(index)
        if event.matches(QKeySequence.StandardKey.Copy) and line is not None:
            self.copied.emit(line.clipboard_text)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and line is None:
            self.setExpanded(index, not self.isExpanded(index))
        else:
            super().keyPressEvent(event)
