"""Sentence: what will happen, in words; the longest version that fits; nouns open their choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from vkconfig_py.ui.look import Look
from vkconfig_py.ui.paint import paint_focus
from vkconfig_py.ui.theme import Face, Theme


class Word(NamedTuple):
    """A word and the noun it belongs to ("" for none)."""

    text: str
    noun: str


class Placed(NamedTuple):
    """A word with its place."""

    word: Word
    rect: QRectF


def split_words(sentence: str, nouns: dict[str, str]) -> list[Word]:
    """Split a sentence at its spaces; a noun stays together with its punctuation apart."""
    spans = sorted(
        (place, place + len(text), noun)
        for noun, text in nouns.items()
        if text and (place := sentence.find(text)) >= 0
    )
    words: list[Word] = []
    at = 0
    for start, end, noun in spans:
        if start < at:
            continue
        words += [Word(part, "") for part in _parts(sentence[at:start])]
        words.append(Word(sentence[start:end], noun))
        at = end
    return words + [Word(part, "") for part in _parts(sentence[at:])]


def _parts(text: str) -> list[str]:
    """Return the words of a text, each with the space that follows it."""
    parts = text.split(" ")
    return [part + " " for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


class Sentence(QWidget):
    """Shows the sentence in at most two lines.

    Signals:
        noun_used: a noun ("program", "device") was pressed, with a global point below it.
    """

    noun_used = Signal(str, QPoint)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._sentences: tuple[str, ...] = ()
        self._nouns: dict[str, str] = {}
        self._placed: list[Placed] = []
        self._hovered = ""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self._lay_out)

    def show_sentences(self, sentences: Sequence[str], nouns: dict[str, str]) -> None:
        """Show the longest that fits; `nouns` maps "program" to the words that name it."""
        if (tuple(sentences), nouns) == (self._sentences, self._nouns):
            return
        self._sentences, self._nouns = tuple(sentences), dict(nouns)
        self.setAccessibleName(self._sentences[0] if self._sentences else "")
        self._lay_out()

    def sizeHint(self) -> QSize:
        """Return two lines."""
        return QSize(self._look.theme.px(300), 2 * self._line())

    def minimumSizeHint(self) -> QSize:
        """Return two lines, narrow."""
        return QSize(self._look.theme.px(120), 2 * self._line())

    def _line(self) -> int:
        return self._look.theme.px(18)

    def resizeEvent(self, event: object) -> None:
        """Choose the sentence again."""
        self._lay_out()

    def _lay_out(self) -> None:
        self._placed = []
        for number, sentence in enumerate(self._sentences):
            self._placed, lines = self._place(split_words(sentence, self._nouns))
            if lines <= 2 or number == len(self._sentences) - 1:
                shift = (self.height() - min(lines, 2) * self._line()) / 2
                self._placed = [
                    Placed(word, rect.translated(0, shift)) for word, rect in self._placed
                ]
                self.setToolTip("" if not number else self._sentences[0])
                break
        self.update()

    def _place(self, words: list[Word]) -> tuple[list[Placed], int]:
        theme = self._look.theme
        placed: list[Placed] = []
        x, line, height = 0.0, 0, self._line()
        for word in words:
            width = _face(theme, word).width(word.text)
            bare = _face(theme, word).width(word.text.rstrip())
            if x and x + bare > self.width():
                x, line = 0.0, line + 1
            placed.append(Placed(word, QRectF(x, line * height, width, height)))
            x += width
        return placed, line + 1

    def _noun_at(self, point: QPointF) -> Placed | None:
        for placed in self._placed:
            if placed.word.noun and placed.rect.adjusted(-2, -3, 2, 3).contains(point):
                return placed
        return None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show which noun opens."""
        under = self._noun_at(event.position())
        noun = under.word.noun if under else ""
        if noun != self._hovered:
            self._hovered = noun
            hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
            self.setCursor(hand if noun else arrow)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the noun's choice."""
        under = self._noun_at(event.position())
        if under is not None and event.button() is Qt.MouseButton.LeftButton:
            self._use(under)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open the first noun's choice with the keyboard."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            first = next((placed for placed in self._placed if placed.word.noun), None)
            if first is not None:
                self._use(first)
                return
        super().keyPressEvent(event)

    def _use(self, placed: Placed) -> None:
        at = self.mapToGlobal(placed.rect.bottomLeft().toPoint() + QPoint(0, 4))
        self.noun_used.emit(placed.word.noun, at)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the words."""
        theme = self._look.theme
        painter = QPainter(self)
        for word, rect in self._placed:
            if rect.bottom() > self.height() + 2:
                break
            face = _face(theme, word)
            painter.setFont(face.font)
            painter.setPen(theme.colors.accent if word.noun else theme.colors.text)
            baseline = round(rect.center().y() - face.height / 2 + face.metrics.ascent())
            painter.drawText(QPointF(rect.left(), baseline), word.text)
            if word.noun and word.noun == self._hovered:
                painter.setPen(QPen(theme.colors.accent, 1))
                painter.drawLine(
                    QPointF(rect.left(), baseline + 2), QPointF(rect.right(), baseline + 2)
                )
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_focus(painter, theme, QRectF(self.rect()), theme.px(4))
        painter.end()


def _face(theme: Theme, word: Word) -> Face:
    return theme.strong if word.noun else theme.body
