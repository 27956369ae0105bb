"""The field that stands in a row while its value is typed, and the choice of list entries."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QStringListModel, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView, QWidget

from vkconfig_py.model.settings.nodes import Input, Node
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.paint import paint_focus

_MOST_SHOWN = 20


class SettingField(QLineEdit):
    """A line edit without a frame of its own.

    Signals:
        typed: the text was changed by the user.
    """

    typed = Signal(str)

    def __init__(self, look: Look, node: Node, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._begun = False
        self.is_bad = False
        self.node = node
        self.is_typed = False
        self.setFrame(False)
        self.setAccessibleName(node.label)
        self.setAccessibleDescription(node.about)
        if node.input is Input.LIST:
            self.setPlaceholderText("Add…")
        self.textEdited.connect(self._on_text_edited)
        theme = look.theme
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Base, QColor(0, 0, 0, 0))
        palette.setColor(QPalette.ColorRole.Text, theme.colors.text)
        palette.setColor(QPalette.ColorRole.PlaceholderText, theme.colors.secondary)
        self.setPalette(palette)
        self.setFont(theme.body.font)
        self.setTextMargins(theme.px(6), 0, theme.px(4), 0)

    def begin(self, node: Node) -> None:
        """Show the value; once."""
        if not self._begun:
            self._begun = True
            self.setText("" if node.input is Input.LIST else node.text)
            self.selectAll()

    def offer(self, model: QStringListModel) -> None:
        """Offer texts that contain what is typed."""
        completer = QCompleter(self)
        completer.setModel(model)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setMaxVisibleItems(_MOST_SHOWN)
        popup = completer.popup()
        if popup is not None:
            popup.setMinimumWidth(self._look.theme.px(360))
        if isinstance(popup, QListView):
            popup.setUniformItemSizes(True)  # thousands of rows are not measured one by one
        completer.activated.connect(self._on_text_edited)
        self.setCompleter(completer)

    def show_bad(self, *, bad: bool) -> None:
        """Outline the field in the colour of errors, or not."""
        if bad != self.is_bad:
            self.is_bad = bad
            self.update()

    def _on_text_edited(self, text: str) -> None:
        self.is_typed = True
        self.typed.emit(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground, then let Qt paint the text."""
        theme = self._look.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect())
        painter.setPen(QPen(theme.colors.outline, theme.line()))
        painter.setBrush(theme.colors.base)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), theme.px(5), theme.px(5))
        if self.is_bad:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colors.error, 1.5))
            painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), theme.px(5), theme.px(5))
        else:
            paint_focus(painter, theme, rect, theme.px(5))
        painter.end()
        super().paintEvent(event)


class Suggestions:
    """Texts to complete with, by setting; a list is made into a model once."""

    def __init__(self) -> None:
        self._models: dict[str, tuple[tuple[str, ...], QStringListModel]] = {}

    def model(self, key: str, texts: Sequence[str]) -> QStringListModel:
        """Return the model of a setting's texts."""
        wanted = tuple(texts)
        known = self._models.get(key)
        if known is None or (known[0] is not wanted and known[0] != wanted):
            known = self._models[key] = (wanted, QStringListModel(list(wanted)))
        return known[1]
