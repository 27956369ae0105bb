"""The search of a log: field, count of hits, next and previous."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vkconfig_py.model.text.wording import tooltip
from vkconfig_py.ui.theme.look import Look
from vkconfig_py.ui.widgets.basic import Field, Ink, Label
from vkconfig_py.ui.widgets.buttons import Button, Frame


class LogSearch(QWidget):
    """Field with the count of hits; Enter goes to the next one, Shift+Enter to the previous one.

    Signals:
        text_changed: another text is searched.
        step_asked: True for the previous hit, False for the next one.
        only_hits_changed: whether rows without a hit are hidden.
        left: Escape in the empty field, or Down: on to the rows.
    """

    text_changed = Signal(str)
    step_asked = Signal(bool)
    only_hits_changed = Signal(bool)
    left = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = look.theme.px
        self.field = _SearchField(look)
        self.field.setFixedWidth(px(260))
        self.field.textChanged.connect(self._on_text_changed)
        self.field.step_asked.connect(self.step_asked)
        self.field.left.connect(self.left)
        self.count = Label(look, face="small", ink=Ink.SECONDARY)
        self.previous = self._step(look, "chevron-up", "Previous hit (Shift+F3)", back=True)
        self.next = self._step(look, "chevron-down", "Next hit (F3)", back=False)
        self.only_hits = Button(look, "Only hits", height=28)
        self.only_hits.setCheckable(True)
        self.only_hits.setChecked(True)
        self.only_hits.setToolTip("Off: all entries stay in view, and hits are marked among them")
        self.only_hits.toggled.connect(self.only_hits_changed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(4))
        for widget in (self.field, self.count, self.previous, self.next, self.only_hits):
            row.addWidget(widget)
        self._extras = (self.count, self.previous, self.next, self.only_hits)
        self._on_text_changed("")

    def _step(self, look: Look, icon: str, name: str, *, back: bool) -> Button:
        button = Button(look, icon=icon, frame=Frame.FLAT, name=name, height=28)
        button.setToolTip(tooltip(name))
        button.clicked.connect(lambda: self.step_asked.emit(back))
        return button

    def show_hits(self, hits: int, at: int, *, searching: bool) -> None:
        """Show how many hits there are, and which one is the current row (0 for none)."""
        counted = "1 hit" if hits == 1 else f"{hits:,} hits"
        if searching:
            text = f"{counted} so far"
        elif not hits:
            text = "No hits"
        else:
            text = f"{at:,} of {hits:,}" if at else counted
        if text != self.count.text():
            self.count.setText(text)
            self.updateGeometry()
        self.previous.setEnabled(hits > 0)
        self.next.setEnabled(hits > 0)

    def _on_text_changed(self, text: str) -> None:
        for widget in self._extras:
            widget.setVisible(bool(text))
        self.updateGeometry()
        self.text_changed.emit(text)


class _SearchField(Field):
    """A field whose Enter steps through the hits."""

    step_asked = Signal(bool)
    left = Signal()

    def __init__(self, look: Look) -> None:
        super().__init__(
            look, name="Search the log", hint="Search the log", icon="search", keys="Ctrl+F"
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.step_asked.emit(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif key == Qt.Key.Key_Down:
            self.left.emit()
        else:
            super().keyPressEvent(event)
