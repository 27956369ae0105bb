"""A popup with a field and the matches below it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from vkconfig_py.model.items.keyed_list import Index
from vkconfig_py.model.items.palette_model import Entry, EntryKind, PaletteModel
from vkconfig_py.model.items.roles import PaletteRole
from vkconfig_py.ui.delegates.lines_delegate import Lines, LinesDelegate
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.panels.lines_view import LinesView
from vkconfig_py.ui.widgets import Field, Ink, Label

_ICONS = {
    EntryKind.ACTION: "play",
    EntryKind.LAYER: "layer",
    EntryKind.CONFIGURATION: "sliders",
    EntryKind.FILE: "file",
    EntryKind.SETTING: "sliders",
}
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class EntryDelegate(LinesDelegate):
    """Kind, title, where it is."""

    def lines_of(self, index: Index) -> Lines:
        """Return what an entry shows."""
        kind = EntryKind(str(index.data(int(PaletteRole.KIND))))
        subtitle = str(index.data(int(PaletteRole.SUBTITLE)) or "")
        return Lines(title=str(index.data()), text=subtitle, icon=_ICONS.get(kind, ""))


class SearchBox(QFrame):
    """A field and the entries that match it.

    Signals:
        chosen: an entry was chosen.
    """

    chosen = Signal(object)

    def __init__(
        self,
        look: Look,
        entries: Sequence[Entry],
        *,
        name: str,
        hint: str,
        icon: str = "search",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._look = look
        self.entries = tuple(entries)
        self.setAccessibleName(name)
        self.model = PaletteModel(self)
        self.model.show(self.entries)
        self.field = Field(look, name=name, hint=hint, icon=icon)
        self.view = LinesView(look, self.model, EntryDelegate(look), "Matches")
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._none = Label(look, "", ink=Ink.SECONDARY, wrap=True)
        px = look.theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(px(8), px(8), px(8), px(8))
        column.addWidget(self.field)
        column.addWidget(self._none)
        column.addWidget(self.view, 1)
        self.resize(px(520), px(420))
        self.field.textChanged.connect(self.show_matches)
        self.field.installEventFilter(self)
        self.view.acted.connect(lambda _index, _number: self._choose())
        self.view.clicked.connect(lambda _index: self._choose())
        self.show_matches("")

    def show_matches(self, text: str) -> None:
        """Show what matches a text."""
        self.model.set_query(text)
        self.view.setCurrentIndex(self.model.index(0))
        self._none.setText(self.nothing_found(text))
        self._none.setVisible(not self.model.rowCount())

    def nothing_found(self, text: str) -> str:
        """Return what to say when nothing matches."""
        return "Nothing matches."

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let arrows and Enter of the field work in the list."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() in _MOVES:
                self.view.keyPressEvent(event)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose()
                return True
        return False

    def _choose(self) -> None:
        entry = self.model.entry_at(self.view.currentIndex())
        if entry is not None:
            self.close()
            self.chosen.emit(entry)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground and outline."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._look.theme.colors.window)
        painter.setPen(QPen(self._look.theme.colors.outline, 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()
