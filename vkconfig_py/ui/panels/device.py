"""The inspector's "About", "Extensions" and "Limits and features": what a device told of itself."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPalette
from PySide6.QtWidgets import (
    QFormLayout,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from vkconfig_py.model.items.pairs_model import Pair, PairsModel
from vkconfig_py.model.items.roles import PairRole
from vkconfig_py.model.probing.device_words import device_facts
from vkconfig_py.model.probing.probed import DeviceDetail
from vkconfig_py.ui.button import Button
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.paint import draw_text
from vkconfig_py.ui.panels.form import fill_form
from vkconfig_py.ui.panels.page import FootedPage, Page
from vkconfig_py.ui.widgets import Field, Ink, Label, SlimBar, row_of


class DevicePage(FootedPage):
    """Facts, and the ways to take them along.

    Signals:
        copy_asked: the device as JSON is wanted on the clipboard.
        export_asked: the device as JSON is wanted in a file.
    """

    copy_asked = Signal()
    export_asked = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        self._facts = Page(look, "Facts of the device")
        self._copy = Button(look, "Copy as JSON", icon="copy", height=28)
        self._export = Button(look, "Export JSON…", icon="file", height=28)
        super().__init__(look, self._facts, row_of(self._copy, self._export, None), parent)
        self._shown: DeviceDetail | None = None
        self._copy.clicked.connect(self.copy_asked)
        self._export.clicked.connect(self.export_asked)

    def show_device(self, detail: DeviceDetail) -> None:
        """Show a device, unless it is shown already."""
        if detail == self._shown:
            return
        self._shown = detail
        body = self._facts.fresh_body()
        fill_form(self._look, QFormLayout(body), device_facts(detail.summary))
        self._facts.setWidget(body)


class PairDelegate(QStyledItemDelegate):
    """Paints a name with its value at the right; all rows have one height."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the height of one line."""
        return QSize(self._look.theme.px(120), self._look.theme.px(22))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint one pair."""
        theme = self._look.theme
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            chosen = state & QStyle.StateFlag.State_Selected
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colors.selected_window if chosen else theme.colors.hover_window)
            box = QRectF(rect).adjusted(theme.px(8), 0, -theme.px(8), 0)
            painter.drawRoundedRect(box, theme.px(4), theme.px(4))
        value = str(index.data(int(PairRole.VALUE)))
        width = min(theme.small.width(value), rect.width() // 2)
        right = rect.right() - theme.px(16) - width
        left = rect.left() + theme.px(16)
        painter.setPen(theme.colors.text)
        draw_text(painter, theme.small, str(index.data()), left, rect.top(),
                  right - left - theme.px(12), rect.height(),
                  Qt.TextElideMode.ElideLeft)  # fmt: skip
        painter.setPen(theme.colors.secondary)
        draw_text(painter, theme.small, value, right, rect.top(), width + 2, rect.height())
        painter.restore()


class PairsList(QListView):
    """The pairs in view.

    Signals:
        copied: the name of one, for the clipboard.
    """

    copied = Signal(str)

    def __init__(self, look: Look, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setUniformItemSizes(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollBar(SlimBar(look, self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setItemDelegate(PairDelegate(look, self))
        self.setAccessibleName(name)

    def event(self, event: QEvent) -> bool:
        """Take Ctrl+C before the window's own."""
        taken = event.type() == QEvent.Type.ShortcutOverride and self.currentIndex().isValid()
        if taken and isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Copy):
            event.accept()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the current name with Ctrl+C."""
        if event.matches(QKeySequence.StandardKey.Copy) and self.currentIndex().isValid():
            self.copied.emit(str(self.currentIndex().data()))
            return
        super().keyPressEvent(event)


class PairsPage(QWidget):
    """Names with values, and a search.

    Signals:
        copied: a text for the clipboard.
    """

    copied = Signal(str)

    def __init__(self, look: Look, noun: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._noun = noun
        self.model = PairsModel(noun, self)
        find = f"Find {'an' if noun[0] in 'aeiou' else 'a'} {noun}"
        self.search = Field(look, name=find, hint=find, icon="search")
        self.search.textChanged.connect(self._on_text_changed)
        self.count = Label(look, face="small", ink=Ink.SECONDARY)
        self.list = PairsList(look, f"Every {noun} of the device")
        self.list.setModel(self.model)
        self.list.copied.connect(self.copied)
        self._empty = Label(look, ink=Ink.SECONDARY, wrap=True)
        self._head = row_of(self.search, self.count)
        self._head.setStretch(0, 1)
        self._empty_row = row_of(self._empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head)
        column.addLayout(self._empty_row)
        column.addWidget(self.list, 1)
        look.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _on_metrics_changed(self) -> None:
        px = self._look.theme.px
        self._head.setContentsMargins(px(16), px(10), px(16), px(6))
        self._empty_row.setContentsMargins(px(16), px(4), px(16), px(4))
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Base, self._look.theme.colors.window)
        self.list.setPalette(palette)

    def show_pairs(self, pairs: tuple[Pair, ...]) -> None:
        """Show the pairs of a device; the search stays."""
        self.model.show(pairs)
        self._show_count()

    def _on_text_changed(self, text: str) -> None:
        self.model.set_text(text)
        self._show_count()

    def _show_count(self) -> None:
        self.count.setText(self.model.summary())
        sought = self.search.text().strip()
        nothing = f"Nothing matches “{sought}”." if sought else f"This device has no {self._noun}."
        self._empty.setText(nothing)
        self._empty.setVisible(not self.model.rowCount())
