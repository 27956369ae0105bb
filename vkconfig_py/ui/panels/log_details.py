"""LogDetails: one entry of the log with all its lines, wrapped."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette, QTextCursor, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QTextEdit, QWidget

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.model.launch.log_entries import LogEntry
from vkconfig_py.model.launch.log_filter import Finder, PlainFinder
from vkconfig_py.model.text.severities import severity_word
from vkconfig_py.model.text.wording import visible, visible_lines
from vkconfig_py.ui.panels.log_message_bar import LogMessageBar, MessageOffers
from vkconfig_py.ui.panels.log_view import TONES, hit_color
from vkconfig_py.ui.theme.look import ThemeContext
from vkconfig_py.ui.widgets.basic import (
    BackgroundPane,
    Chip,
    Label,
    SlimBar,
    TextRole,
    column_of,
    set_margins,
)
from vkconfig_py.ui.widgets.buttons import Button, Frame

_MOST_MARKS = 500
# Characters that are laid out; copying has all of them. A line without blanks takes Qt a time that
# grows with the square of its length: a tenth of a second for this many.
_LONGEST, _LONGEST_LINE = 200_000, 20_000


class LogDetails(BackgroundPane):
    """Severity, source, time, identifier, objects and the whole text of an entry.

    Signals:
        closed: the pane is not wanted.
    """

    closed = Signal()

    def __init__(self, look: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(look, "base", parent)
        px = look.theme.px
        self.chip = Chip(look)
        self.summary = Label(look, face="small", ink=TextRole.SECONDARY, wrap=True)
        self.identifier = Label(look, face="code", wrap=True)
        self.objects = Label(look, face="small", ink=TextRole.SECONDARY, wrap=True)
        self.message = LogMessageBar(look)
        self.text = _WrappedText(look)
        close = Button(
            look, icon="close", frame=Frame.FLAT, name=tr("Close the details"), height=24
        )
        close.setToolTip(tr("Close the details"))
        close.clicked.connect(self.closed)
        head = QHBoxLayout()
        set_margins(head, px(12), px(4), px(8), px(4))
        head.setSpacing(px(8))
        head.addWidget(self.chip)
        head.addWidget(self.summary, 1)
        head.addWidget(close)
        column = column_of(self)
        column.addLayout(head)
        for label in (self.identifier, self.objects):
            label.setContentsMargins(px(12), 0, px(12), px(2))
            column.addWidget(label)
        column.addWidget(self.message)
        column.addWidget(self.text, 1)
        self.setMinimumWidth(px(200))

    def show_entry(
        self, entry: LogEntry, number: int, finder: Finder, offers: MessageOffers | None
    ) -> None:
        """Show an entry; `number` counts from 1, 0 for none."""
        self.message.show_offers(offers)
        tone = TONES.get(entry.severity, "neutral")
        self.chip.show_state(severity_word(entry.severity), tone)
        place = tr("entry {number:,}", number=number) if number else ""
        parts = (visible(entry.source), entry.time, place)
        self.summary.setText(" · ".join(part for part in parts if part))
        message = entry.message
        identifier = message.identifier if message else ""
        named = visible(identifier)
        if message and message.number is not None:
            named = f"{named} ({message.number})"
        self.identifier.setText(named if identifier else "")
        self.identifier.setVisible(bool(identifier))
        objects = message.objects if message else ()
        self.objects.setText("\n".join(visible(one) for one in objects))
        self.objects.setVisible(bool(objects))
        self.text.show_text(visible_lines(entry.text.expandtabs()), finder)


class _WrappedText(QPlainTextEdit):
    """Read-only text, wrapped, with what is searched marked."""

    def __init__(self, look: ThemeContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._finder: Finder = PlainFinder("")
        self.setReadOnly(True)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName(tr("Text of the entry"))
        # Handles and VUIDs are longer than a narrow pane.
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setVerticalScrollBar(SlimBar(look, self))
        self.document().setDocumentMargin(look.theme.px(12))
        look.changed.connect(self._on_look_changed)
        self._on_look_changed()

    def show_text(self, text: str, finder: Finder) -> None:
        text = _beginning(text)
        if text != self.toPlainText():
            self.setPlainText(text)
        self._finder = finder
        self._mark()

    def _on_look_changed(self) -> None:
        theme = self._look.theme
        self.setFont(theme.code.font)
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Base, theme.colors.base)
        palette.setColor(QPalette.ColorRole.Text, theme.colors.text)
        palette.setColor(QPalette.ColorRole.Highlight, theme.colors.selected_window)
        palette.setColor(QPalette.ColorRole.HighlightedText, theme.colors.text)
        self.setPalette(palette)
        self._mark()

    def _mark(self) -> None:
        marks: list[QTextEdit.ExtraSelection] = []
        text = self.toPlainText()
        for span in self._finder.spans(text, _MOST_MARKS):
            begin, end = (_position(text, place) for place in span)
            mark = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(begin)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            mark.cursor = cursor
            # mark.format is a copy in PySide: it has to be assigned back.
            form = mark.format
            form.setBackground(hit_color(self._look.theme))
            mark.format = form
            marks.append(mark)
        self.setExtraSelections(marks)
        if marks:
            cursor = QTextCursor(self.document())
            cursor.setPosition(marks[0].cursor.selectionStart())
            self.setTextCursor(cursor)


def _position(text: str, place: int) -> int:
    """A place in a text as Qt counts, in UTF-16."""
    return len(text[:place].encode("utf-16-le", "surrogatepass")) // 2


def _beginning(text: str) -> str:
    """As much of a text, and of each of its lines, as is laid out; it says what is left out."""
    if len(text) <= _LONGEST_LINE:
        return text
    lines = text[:_LONGEST].split("\n")
    kept = [line[:_LONGEST_LINE] for line in lines]
    shown = "\n".join(
        f"{begin}…" if len(begin) < len(line) else line
        for begin, line in zip(kept, lines, strict=True)
    )
    left = len(text) - sum(map(len, kept)) - (len(kept) - 1)
    if not left:
        return shown
    more = counted(
        "… and {n:,} more characters. Copying has all of them.",
        "… and {n:,} more character. Copying has all of them.",
        left,
    )
    return f"{shown}\n{more}"
