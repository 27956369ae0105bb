"""Sentence: what will happen, in words; the longest version for one line; nouns can be pressed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from vkconfig_py.model.headline import FIX
from vkconfig_py.model.items.texts import tooltip, visible
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.paint import paint_focus
from vkconfig_py.ui.theme import Face, Theme

_LINES = 2


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
        if text and (place := _find(sentence, text)) >= 0
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


def _find(sentence: str, noun: str) -> int:
    """Return where a noun stands, which has a capital letter where the sentence begins; or -1."""
    if sentence.startswith(f"{noun[:1].upper()}{noun[1:]}"):
        return 0
    return sentence.find(noun)


def _parts(text: str) -> list[str]:
    """Return the words of a text, each with the space that follows it."""
    parts = text.split(" ")
    return [part + " " for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


class Sentence(QWidget):
    """Shows the longest version that fits one line; where none does, the longest for two.

    Its height is always that of two lines, so nothing below it moves.

    Signals:
        noun_used: a noun ("program", "fix") was pressed, with a global point below it.
    """

    noun_used = Signal(str, QPoint)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._sentences: tuple[str, ...] = ()
        self._nouns: dict[str, str] = {}
        self._placed: list[Placed] = []
        self._hovered = ""
        self._is_alarm = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self._lay_out)

    def show_sentences(
        self, sentences: Sequence[str], nouns: Mapping[str, str], *, is_alarm: bool = False
    ) -> None:
        """Show the longest that fits.

        Args:
            sentences: longest first.
            nouns: maps "program" to the words that name it.
            is_alarm: in the colour of errors.
        """
        sentences = tuple(map(visible, sentences))
        nouns = {noun: visible(text) for noun, text in nouns.items()}
        if (sentences, nouns, is_alarm) == (self._sentences, self._nouns, self._is_alarm):
            return
        self._sentences, self._nouns = sentences, nouns
        self._is_alarm = is_alarm
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
        tries = [self._place(split_words(text, self._nouns)) for text in self._sentences]
        fitting = (one for most in (1, _LINES) for one in tries if one[1] <= most)
        chosen = next(fitting, tries[-1] if tries else None)
        if chosen is not None:
            placed, lines = chosen
            shift = (self.height() - min(lines, _LINES) * self._line()) / 2
            seen = self._elided(placed)
            self._placed = [Placed(word, rect.translated(0, shift)) for word, rect in seen]
            whole = chosen is tries[0] and seen == placed
            self.setToolTip("" if whole else tooltip(self._sentences[0]))
        self.update()

    def _elided(self, placed: list[Placed]) -> list[Placed]:
        """Return what is seen of it: what has no room ends in an ellipsis."""
        width, bottom = self.width(), _LINES * self._line()
        seen = [one for one in placed if one.rect.top() < bottom]
        cut = len(seen) < len(placed)
        for number, (word, rect) in enumerate(seen):
            is_last = cut and number == len(seen) - 1
            if rect.left() + _face(self._look.theme, word).width(word.text.rstrip()) <= width:
                if not is_last:
                    continue
                text = f"{word.text.rstrip()}…"
            else:
                text = word.text
            face = _face(self._look.theme, word)
            room = max(round(width - rect.left()), 0)
            short = face.metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            seen[number] = Placed(word._replace(text=short), rect)
        return seen

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
        """Use what helps with the keyboard, or open the first noun's choice."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            nouns = [placed for placed in self._placed if placed.word.noun]
            first = next((one for one in nouns if one.word.noun == FIX), *nouns[:1] or (None,))
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
            painter.setPen(self._ink(word))
            baseline = round(rect.center().y() - face.height / 2 + face.metrics.ascent())
            painter.drawText(QPointF(rect.left(), baseline), word.text)
            if word.noun and word.noun == self._hovered:
                painter.setPen(QPen(self._ink(word), 1))
                painter.drawLine(
                    QPointF(rect.left(), baseline + 2), QPointF(rect.right(), baseline + 2)
                )
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_focus(painter, theme, QRectF(self.rect()), theme.px(4))
        painter.end()

    def _ink(self, word: Word) -> QColor:
        colors = self._look.theme.colors
        if self._is_alarm:
            return colors.accent if word.noun == FIX else colors.error
        return colors.accent if word.noun else colors.text


def _face(theme: Theme, word: Word) -> Face:
    return theme.strong if word.noun else theme.body
