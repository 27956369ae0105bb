"""Views of read-only text: SourceView with line numbers, SearchableText with a search field."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QShortcut,
    QTextBlock,
    QTextCursor,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextBrowser, QWidget

from vkconfig_py.language.sentences import tr
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.theme.theme import Theme
from vkconfig_py.ui.widgets.basic import Field, set_slim_bars

_LINES_ABOVE = 3  # of a diff, shown above its first change
# Not the side where reading ends: digits have no direction, and would take that of the window.
_LINE_NUMBER_ALIGNMENT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute
_DIFFERENCE_TONES = {"+": "ok", "-": "error"}


def set_code_colors(view: QPlainTextEdit, theme: Theme) -> None:
    """Give a view of code its font, and its colors, those of a selection too."""
    view.setFont(theme.code.font)
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Base, theme.colors.base)
    palette.setColor(QPalette.ColorRole.Text, theme.colors.text)
    palette.setColor(QPalette.ColorRole.Highlight, theme.colors.selected_window)
    # A selection is a tint here: the palette's color for selected text, often white, might not be
    # legible on it.
    palette.setColor(QPalette.ColorRole.HighlightedText, theme.colors.text)
    view.setPalette(palette)


class _LineNumbers(QWidget):
    """The column of line numbers."""

    def __init__(self, view: SourceView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self) -> QSize:
        return QSize(self._view.compute_numbers_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._view.paint_numbers(self, event)


class SourceView(QPlainTextEdit):
    """A text with line numbers, one marked line, or the lines of a diff in color."""

    def __init__(self, context: ThemeContext, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._marked_line = 0
        self._tone = "error"
        self._is_difference = False
        self._numbers = _LineNumbers(self)
        self.setReadOnly(True)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        # Files of the loader and of layers are read from left to right, as code is.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        # Each new text would stay in memory as a step of undo.
        self.setUndoRedoEnabled(False)
        # Tab goes on to the next widget, instead of being a character.
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        set_slim_bars(self, context)
        self.document().setDocumentMargin(2)
        # setReadOnly() leaves selecting by mouse alone.
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.blockCountChanged.connect(self._fit_margins)
        # QPlainTextEdit scrolls its viewport; the numbers beside it must follow by themselves.
        self.updateRequest.connect(self._on_update_requested)
        context.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def _on_theme_changed(self) -> None:
        set_code_colors(self, self._context.theme)
        self._fit_margins()

    def show_text(self, text: str, line: int = 0, tone: str = "error") -> None:
        """Show a text.

        Args:
            text: the whole text.
            line: number of the marked line from 1, 0 for none.
            tone: of its tint.
        """
        self._is_difference = False
        self._marked_line, self._tone = line, tone
        # Setting a text loses selection and scroll position.
        if text != self.toPlainText():
            self.setPlainText(text)
        for part in (self.viewport(), self._numbers):
            part.update()
        if line:
            # Blocks count from 0, lines from 1.
            cursor = QTextCursor(self.document().findBlockByNumber(line - 1))
            self.setTextCursor(cursor)
            self.centerCursor()

    def show_difference(self, text: str) -> None:
        """Show a diff, whose lines begin with "+", "-" or a space."""
        self._is_difference = True
        self._marked_line = 0
        self.setPlainText(text)

    def scroll_to_first_change(self) -> None:
        """Scroll a diff so far that its first changed line is in view, below some others."""
        block = self.document().firstBlock()
        while block.isValid() and block.text()[:1] not in _DIFFERENCE_TONES:
            block = block.next()
        if block.isValid():
            self.verticalScrollBar().setValue(max(block.blockNumber() - _LINES_ABOVE, 0))

    def paintEvent(self, event: QPaintEvent) -> None:
        # Below the text. Extra selections would do the same, for each line of a long file at once.
        painter = QPainter(self.viewport())
        for block, rect in self._iterate_visible_blocks(event.rect()):
            if tone := self._choose_tint(block):
                # Over the whole line, also behind the end of its text.
                painter.fillRect(
                    QRectF(0, rect.top(), self.viewport().width(), rect.height()),
                    self._context.theme.colors.tint(tone),
                )
        painter.end()
        super().paintEvent(event)

    def _choose_tint(self, block: QTextBlock) -> str:
        """Return the tone of a marked line, or of an added or removed line of a diff, or ""."""
        if block.blockNumber() + 1 == self._marked_line:
            return self._tone
        return _DIFFERENCE_TONES.get(block.text()[:1], "") if self._is_difference else ""

    def _iterate_visible_blocks(self, area: QRect) -> Iterator[tuple[QTextBlock, QRectF]]:
        """Yield the lines in view with their rectangles, down to the end of an area."""
        block = self.firstVisibleBlock()
        while block.isValid():
            # In coordinates of the document; the offset is that of what is scrolled away.
            rect = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if rect.top() > area.bottom():
                break
            yield block, rect
            block = block.next()

    def compute_numbers_width(self) -> int:
        """Return the width of the column of line numbers in pixels."""
        theme = self._context.theme
        # Two at least: short files do not all have another margin.
        digits = max(2, len(str(self.blockCount())))
        return theme.code.width("0" * digits) + theme.px(24)

    def _fit_margins(self) -> None:
        """Keep the text clear of the column of line numbers."""
        # Room at the left that does not scroll with the text.
        self.setViewportMargins(self.compute_numbers_width(), 0, 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        area = self.contentsRect()
        self._numbers.setGeometry(
            QRect(area.left(), area.top(), self.compute_numbers_width(), self.viewport().height())
        )

    def _on_update_requested(self, rect: QRect, shift: int) -> None:
        """Scroll or repaint the line numbers with the text.

        Args:
            rect: what is repainted.
            shift: how far the text scrolled, in pixels.
        """
        if shift:
            # scroll() moves what is painted already; only the new strip is painted.
            self._numbers.scroll(0, shift)
        else:
            self._numbers.update(0, rect.y(), self._numbers.width(), rect.height())

    def paint_numbers(self, area: QWidget, event: QPaintEvent) -> None:
        """Paint the line numbers into their column."""
        theme = self._context.theme
        painter = QPainter(area)
        painter.fillRect(event.rect(), theme.colors.base)
        painter.setFont(theme.code.font)
        painter.setPen(theme.colors.secondary)
        for block, rect in self._iterate_visible_blocks(event.rect()):
            number = block.blockNumber() + 1
            box = QRectF(0, rect.top(), area.width() - theme.px(12), theme.code.height)
            if number == self._marked_line:
                painter.fillRect(
                    QRectF(0, rect.top(), area.width(), rect.height()),
                    theme.colors.tint(self._tone),
                )
            painter.drawText(box, _LINE_NUMBER_ALIGNMENT, str(number))
        painter.end()


class SearchableText(QTextBrowser):
    """A page of formatted text, such as the list of changes.

    Attributes:
        search: its field, for the window to place; Enter and F3 go to the next match.
    """

    def __init__(self, context: ThemeContext, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        # Links come from manifests of anybody: only pages of the web are opened.
        self.setOpenLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setAccessibleName(name)
        set_slim_bars(self, context)
        self.search = Field(
            context, name=tr("Find in this page"), hint=tr("Find in this page"), is_search=True
        )
        self.search.returnPressed.connect(self.find_next)
        self.search.textChanged.connect(self._on_search_changed)
        bar = self.verticalScrollBar()
        for keys, target in (("Home", bar.minimum), ("End", bar.maximum)):
            for sequence in (keys, f"Ctrl+{keys}"):
                shortcut = QShortcut(QKeySequence(sequence), self)
                # In the search field these keys move the cursor.
                shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
                shortcut.activated.connect(lambda target=target: bar.setValue(target()))
        context.changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def add_keys(self, window: QWidget) -> None:
        """Let Ctrl+F and F3 search from anywhere in a window."""
        QShortcut(QKeySequence.StandardKey.Find, window, self.search.setFocus)
        QShortcut(QKeySequence.StandardKey.FindNext, window, self.find_next)

    def find_next(self) -> bool:
        """Go to the next match, after the last one to the first. Return False without matches."""
        text = self.search.text()
        if not text or self.find(text):
            return bool(text)
        # find() begins at the cursor, and stops at the end: so once more from the start.
        cursor = self.textCursor()
        cursor.setPosition(0)
        self.setTextCursor(cursor)
        return self.find(text)

    def _on_search_changed(self) -> None:
        """Go to the first match from the present one on."""
        cursor = self.textCursor()
        cursor.setPosition(cursor.selectionStart())  # a longer text may match at the same place
        self.setTextCursor(cursor)
        self.find_next()

    def _on_theme_changed(self) -> None:
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, self._context.theme.colors.base)
        palette.setColor(QPalette.ColorRole.Text, self._context.theme.colors.text)
        self.setPalette(palette)
