"""FlowLayout and FlowArea: widgets in rows; what does not fit goes on the next row."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLayout, QLayoutItem, QScrollArea, QWidget

from vkconfig_py.ui.look import Look
from vkconfig_py.ui.widgets import SlimBar

_MOST_HEIGHT = 190


class FlowLayout(QLayout):
    """Rows of widgets at their wished sizes; mirrored where the language is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:
        """Add at the end."""
        self._items.append(item)

    def insert(self, place: int, widget: QWidget) -> None:
        """Add a widget at a place."""
        self.addWidget(widget)
        self._items.insert(place, self._items.pop())
        self.invalidate()

    def count(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, None behind the last."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove an item."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Return none: the widgets keep their sizes."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return that narrow is high."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all rows."""
        return self._place(QRect(0, 0, width, 0), move=False)

    def sizeHint(self) -> QSize:
        """Return the least size: the width comes from outside."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return the size of the largest widget."""
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        return size.grownBy(self.contentsMargins())

    def setGeometry(self, rect: QRect) -> None:
        """Place every widget."""
        super().setGeometry(rect)
        self._place(rect, move=True)

    def _place(self, rect: QRect, *, move: bool) -> int:
        margins, gap = self.contentsMargins(), self.spacing()
        area = rect.marginsRemoved(margins)
        x, y, row = area.left(), area.top(), 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint()
            size.setWidth(min(size.width(), max(area.width(), 1)))
            if x > area.left() and x + size.width() > area.right() + 1:
                x, y, row = area.left(), y + row + gap, 0
            if move:
                spot = QRect(QPoint(x, y), size)
                parent = self.parentWidget()
                if parent and parent.layoutDirection() is Qt.LayoutDirection.RightToLeft:
                    spot.moveLeft(area.left() + area.right() - spot.right())
                item.setGeometry(spot)
            x += size.width() + gap
            row = max(row, size.height())
        return y + row + margins.bottom() - rect.top()


class FlowArea(QScrollArea):
    """Widgets in rows, as high as they are up to five rows; more of them scroll.

    Attributes:
        flow: takes the widgets; `fit` follows.
    """

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        body = QWidget()
        self.flow = FlowLayout(body)
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBar(SlimBar(look, self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for widget in (body, self.viewport()):
            widget.setAutoFillBackground(False)  # the ground of the parent shows
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(lambda _least, most: bar.setValue(most))  # the newest is seen
        look.changed.connect(self.fit)

    def fit(self) -> None:
        """Be as high as the widgets, within the limit."""
        high = self.flow.heightForWidth(self.width())
        self.setFixedHeight(min(high, self._look.theme.px(_MOST_HEIGHT)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap again for the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()
