"""Panel: what the panels share: head with title, summary, buttons; body; empty text."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vkconfig_py.model.items.texts import tooltip
from vkconfig_py.ui.button import Button, Frame
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.widgets import Ink, Label, Line, Surface

TODAY = "as it is today, without the what-if"


class PanelHead(Surface):
    """The head of a panel; also the title bar of its dock, so it can be dragged out."""

    close_asked = Signal()

    def __init__(self, look: Look, title: str, parent: QWidget | None = None) -> None:
        super().__init__(look, "window", parent)
        self.title = Label(look, title, face="strong")
        self.summary = Label(
            look, face="small", ink=Ink.SECONDARY, elide=Qt.TextElideMode.ElideMiddle
        )
        self.close_button = Button(
            look, icon="close", frame=Frame.FLAT, name=f"Close {title}", height=28
        )
        self.close_button.setToolTip(tooltip(f"Close {title}"))
        self.close_button.clicked.connect(self.close_asked)
        self._row = QHBoxLayout()
        self._row.addWidget(self.title)
        self._row.addWidget(self.summary, 1)
        self._row.addWidget(self.close_button)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(Line(look))
        self._column.addLayout(self._row)
        look.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _on_metrics_changed(self) -> None:
        px = self._look.theme.px
        self._row.setContentsMargins(px(16), px(4), px(8), px(4))
        self._row.setSpacing(px(8))

    def add(self, *widgets: QWidget) -> None:
        """Put widgets before the close button."""
        for widget in widgets:
            self._row.insertWidget(self._row.count() - 1, widget)


class Panel(QWidget):
    """Body of a dock; `head` is its title bar.

    Signals:
        dropped: files and folders were dropped here (paths); most panels take none.
    """

    dropped = Signal(list)

    def __init__(self, look: Look, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.head = PanelHead(look, title)
        self._empty = Label(look, ink=Ink.SECONDARY, wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedWidget()
        self._first: QWidget = self._empty
        self._pages.addWidget(self._empty)
        self.setAutoFillBackground(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._pages)
        self.setMinimumHeight(look.theme.px(140))
        look.changed.connect(self._paint_base)
        self._paint_base()

    def _paint_base(self) -> None:
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Window, self._look.theme.colors.base)
        self.setPalette(palette)

    def set_body(self, body: QWidget, first: QWidget) -> None:
        """Set what is shown when there is something, and what in it takes the keyboard."""
        self._first = first
        self._pages.addWidget(body)
        self._pages.setCurrentWidget(body)

    def show_empty(self, text: str) -> None:
        """Show a sentence in place of the body, or the body with ""."""
        self._empty.setText(text)
        self._pages.setCurrentIndex(0 if text else 1)

    def show_summary(self, text: str, *, today: bool) -> None:
        """Show what the body comes to; `today` says that it is not about what is supposed."""
        self.head.summary.setText(" · ".join(filter(None, (text, TODAY if today else ""))))

    def refresh(self) -> None:
        """Show the store as it is now; called when the panel opens."""

    def body_focus(self) -> QWidget:
        """Return what takes the keyboard: the body, or where that is empty the way out."""
        return self.head.close_button if self._pages.currentWidget() is self._empty else self._first

    def focus_search(self) -> None:
        """Put the keyboard into the panel's search, if it has one."""
