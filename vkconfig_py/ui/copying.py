"""What Ctrl+C takes: the rows or the marked text of whatever has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QLabel, QLineEdit, QPlainTextEdit, QWidget

from vkconfig_py.ui.panels.lines_view import LinesView

_PARAGRAPH = "\u2029"  # what Qt has between the lines of a marked text


def copied_text(widget: QWidget | None) -> str:
    """Return what a widget has to copy, "" if it has nothing of its own."""
    if isinstance(widget, QAbstractItemView):
        return "\n".join(_text(widget, index) for index in _rows(widget))
    if isinstance(widget, QPlainTextEdit):
        return widget.textCursor().selectedText().replace(_PARAGRAPH, "\n")
    if isinstance(widget, (QLineEdit, QLabel)):
        return widget.selectedText()
    return ""


def _rows(view: QAbstractItemView) -> list[QModelIndex]:
    """Return what is selected, from above to below, or else the current row."""
    selected = sorted(view.selectedIndexes(), key=lambda index: index.row())
    current = view.currentIndex()
    return selected or ([current] if current.isValid() else [])


def _text(view: QAbstractItemView, index: QModelIndex) -> str:
    """Return a row as one text; rows of several lines tell themselves as a screen reader does."""
    told = index.data(Qt.ItemDataRole.AccessibleTextRole) if isinstance(view, LinesView) else ""
    return str(told or index.data() or "")
