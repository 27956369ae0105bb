"""A page of formatted text that is searched: documentation of layers, the list of changes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import QTextBrowser, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.ui.theme.look import ThemeContext
from vkconfig_py.ui.widgets.basic import Field, SlimBar


class SearchedText(QTextBrowser):
    """Read-only text.

    Attributes:
        search: its field, for the window to place; Enter and F3 go to the next match.
    """

    def __init__(self, look: ThemeContext, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        # Links come from manifests of anybody: only pages of the web are opened.
        self.setOpenLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setAccessibleName(name)
        self.setVerticalScrollBar(SlimBar(look, self))
        self.setHorizontalScrollBar(SlimBar(look, self, horizontal=True))
        self.search = Field(
            look, name=tr("Find in this page"), hint=tr("Find in this page"), icon="search"
        )
        self.search.returnPressed.connect(self.find_next)
        self.search.textChanged.connect(self._on_search_changed)
        bar = self.verticalScrollBar()
        for keys, to in (("Home", bar.minimum), ("End", bar.maximum)):
            for pressed in (keys, f"Ctrl+{keys}"):
                shortcut = QShortcut(QKeySequence(pressed), self)
                # In the search field these keys move the cursor.
                shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
                shortcut.activated.connect(lambda to=to: bar.setValue(to()))
        look.changed.connect(self._on_look_changed)
        self._on_look_changed()

    def add_keys(self, window: QWidget) -> None:
        """Let Ctrl+F and F3 search from anywhere in a window."""
        QShortcut(QKeySequence.StandardKey.Find, window, self.search.setFocus)
        QShortcut(QKeySequence.StandardKey.FindNext, window, self.find_next)

    def find_next(self) -> bool:
        """Go to the next match; after the last, to the first."""
        wanted = self.search.text()
        if not wanted or self.find(wanted):
            return bool(wanted)
        # find() begins at the cursor, and stops at the end: so once more from the start.
        cursor = self.textCursor()
        cursor.setPosition(0)
        self.setTextCursor(cursor)
        return self.find(wanted)

    def _on_search_changed(self) -> None:
        cursor = self.textCursor()
        cursor.setPosition(cursor.selectionStart())  # a longer text may match at the same place
        self.setTextCursor(cursor)
        self.find_next()

    def _on_look_changed(self) -> None:
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, self._look.theme.colors.base)
        palette.setColor(QPalette.ColorRole.Text, self._look.theme.colors.text)
        self.setPalette(palette)
