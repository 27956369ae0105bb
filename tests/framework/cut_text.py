"""Find text that is cut or cramped in what a window paints.

Each widget is painted once more, on a device that keeps texts instead of pixels: what a label, a
button, a tab or the delegate of a list really writes, and where. A text is cut where it goes beyond
what is seen of its widget, or where it ends in an ellipsis and no tool tip says the rest. Lists
elide on purpose; a row of which three letters are left is cramped all the same.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QHelpEvent,
    QPaintDevice,
    QPaintEngine,
    QPaintEngineState,
    QPainterPath,
    QRegion,
    QTextItem,
    QTransform,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QToolTip,
    QWidget,
)
from shiboken6 import isValid

from vkconfig_py.ui.chain.row_layout import FIX_LABEL
from vkconfig_py.ui.widgets.lines_list import LinesDelegate

ELLIPSIS = "…"
_TOLERANCE = (
    2.0  # pixels that a glyph may reach over: fonts are hinted otherwise on the second device
)
_BLANK_WIDTH = 12.0  # pixels at most between two words of a line
_CRAMPED_REASON = "is cramped"
_MIN_CHARACTERS = 4  # letters of an elided text that still say something
_OWN_ELLIPSES = (FIX_LABEL,)  # words of painted rows that end so by themselves
_INVISIBLE_CHARACTERS = re.compile(
    "[\u200b\u2060\u00ad]"
)  # where lines may break; nothing is painted there


class PaintedText(NamedTuple):
    """A text as a widget paints it, in the widget's coordinates.

    Attributes:
        clip: where the widget lets itself paint meanwhile; empty where it set no bounds.
    """

    text: str
    box: QRectF
    clip: QRectF = QRectF()


class CutText(NamedTuple):
    """A text that cannot be read as a whole.

    Attributes:
        where: the widget, by its class and what it is called, with the names of its parents.
    """

    where: str
    text: str
    why: str

    def __str__(self) -> str:
        return f"{self.where}: “{self.text}” {self.why}"


def find_cut_texts(window: QWidget) -> tuple[CutText, ...]:
    """Look at everything that is visible in a window."""
    cut_texts: dict[str, CutText] = {}
    for widget in (window, *window.findChildren(QWidget)):
        if not _was_painted(widget, window):
            continue
        for cut in _find_cut_texts(widget, window):
            cut_texts.setdefault(str(cut), cut)
    return tuple(cut_texts.values())


def _was_painted(widget: QWidget, window: QWidget) -> bool:
    # A tool tip that was asked for below comes and goes.
    return isValid(widget) and widget.isVisible() and widget.window() is window.window()


def _find_cut_texts(widget: QWidget, window: QWidget) -> Iterator[CutText]:
    widget_name = _name_widget(widget, window)
    text = widget.text() if isinstance(widget, QLabel) else ""
    if text.strip() and widget.size().isEmpty():
        yield CutText(widget_name, text, "has no room at all")
        return
    visible_part = _find_visible_part(widget, window)
    if visible_part.isEmpty():
        return  # scrolled away
    texts = [text for text in _join_texts(list_painted_texts(widget)) if text.text.strip()]
    for painted in texts:
        fault = _why_cut(widget, painted, visible_part)
        if fault == _CRAMPED_REASON and any(_continues_line(earlier, painted) for earlier in texts):
            fault = ""  # the last word of a sentence that its widget paints word by word
        if fault:
            yield CutText(widget_name, painted.text, fault)
    if not _find_scroll_directions(
        widget
    ).across:  # there a box may cover the rest of a line that goes on
        yield from (CutText(widget_name, *pair) for pair in _find_overlaps(texts))


def _find_overlaps(texts: list[PaintedText]) -> Iterator[tuple[str, str]]:
    for number, text in enumerate(texts):
        inner = _shrink_by_tolerance(text.box)
        for other_text in texts[number + 1 :]:
            # A text that is painted twice at one place is a shadow or a heavier weight.
            if text.text != other_text.text and inner.intersects(
                _shrink_by_tolerance(other_text.box)
            ):
                yield text.text, f"is painted over “{other_text.text}”"


def _join_texts(texts: Iterable[PaintedText]) -> list[PaintedText]:
    """What is painted part by part as one text: a sentence over several cells of a table."""
    joined: dict[tuple[str, int, int], PaintedText] = {}
    for text in texts:
        key = text.text, round(text.box.left()), round(text.box.top())
        earlier = joined.get(key, text)
        joined[key] = text._replace(clip=earlier.clip.united(text.clip))
    return list(joined.values())


def _continues_line(earlier: PaintedText, text: PaintedText) -> bool:
    """Whether a text continues the line of another one."""
    is_in_line = earlier.box.top() < text.box.bottom() and text.box.top() < earlier.box.bottom()
    return is_in_line and 0 <= text.box.left() - earlier.box.right() < _BLANK_WIDTH


def _shrink_by_tolerance(box: QRectF) -> QRectF:
    return box.adjusted(_TOLERANCE, _TOLERANCE, -_TOLERANCE, -_TOLERANCE)


def _why_cut(widget: QWidget, text: PaintedText, visible_part: QRectF) -> str:
    scrolls, box = _find_scroll_directions(widget), text.box
    if ELLIPSIS in text.text and not _has_own_ellipsis(widget, text):
        beginning = text.text.replace(ELLIPSIS, "").strip()
        if len(beginning) < _MIN_CHARACTERS:
            return _CRAMPED_REASON
        if not scrolls.typed and not _is_in_tool_tip(widget, text):
            return "is elided, and no tool tip says the rest"
    clip = _find_paint_bounds(widget, text, visible_part)
    # Scrolling a table moves its cells; what a cell cuts of its text stays cut.
    stays = isinstance(widget.parentWidget(), QAbstractItemView) and _is_beside(visible_part, clip)
    if _is_beside(box, clip) and (stays or not scrolls.across):
        return "is cut at the side"
    if _is_beside(box, visible_part) and not scrolls.across:
        return "is cut at the side"
    is_outside = _is_outside(box, visible_part) or _is_outside(box, clip)
    return "is cut above or below" if is_outside and not scrolls.down else ""


def _find_paint_bounds(widget: QWidget, text: PaintedText, visible_part: QRectF) -> QRectF:
    """Where a widget lets itself paint a text; documents paint what is selected apart."""
    is_document = isinstance(widget.parentWidget(), (QPlainTextEdit, QTextEdit))
    return visible_part if is_document or text.clip.isEmpty() else text.clip


def _is_beside(box: QRectF, visible_part: QRectF) -> bool:
    return (
        box.left() < visible_part.left() - _TOLERANCE
        or box.right() > visible_part.right() + _TOLERANCE
    )


def _is_outside(box: QRectF, visible_part: QRectF) -> bool:
    return (
        box.top() < visible_part.top() - _TOLERANCE
        or box.bottom() > visible_part.bottom() + _TOLERANCE
    )


class _ScrollDirections(NamedTuple):
    """What of a widget can be brought into view by scrolling, or by moving in what is typed."""

    across: bool
    down: bool
    typed: bool


def _find_scroll_directions(widget: QWidget) -> _ScrollDirections:
    if isinstance(widget, QLineEdit):
        typed = bool(widget.text()) and not isinstance(widget.parentWidget(), QAbstractSpinBox)
        return _ScrollDirections(typed, False, typed)
    if isinstance(widget, QTabBar):
        return _ScrollDirections(widget.usesScrollButtons(), False, False)
    area = widget.parentWidget()
    if not isinstance(area, QAbstractScrollArea):
        return _ScrollDirections(False, False, False)
    if area.viewport() is not widget:  # the numbers beside its lines move with them
        return _ScrollDirections(False, isinstance(area, QPlainTextEdit), False)
    table = area.parentWidget()
    if isinstance(area, QHeaderView) and isinstance(table, QAbstractItemView):
        area = table  # a header moves with it
    return _ScrollDirections(_scrolls_across(area), _scrolls_down(area), False)


def _scrolls_across(area: QAbstractScrollArea) -> bool:
    is_off = area.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    return area.horizontalScrollBar().maximum() > 0 and not is_off


def _scrolls_down(area: QAbstractScrollArea) -> bool:
    is_off = area.verticalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    return area.verticalScrollBar().maximum() > 0 and not is_off


def _find_visible_part(widget: QWidget, window: QWidget) -> QRectF:
    """What its parents leave of a widget; nothing is lost where an area can be scrolled down."""
    visible_part, scrolled = QRect(widget.rect()), False
    for parent in islice(_iterate_ancestors(window, widget), 1, None):
        bounds = QRect(parent.rect()).translated(-widget.mapTo(parent, QPoint()))
        if not bounds.intersects(visible_part):
            return QRectF()
        area = parent.parentWidget()
        scrolled = scrolled or (isinstance(area, QAbstractScrollArea) and _scrolls_down(area))
        if scrolled:
            bounds.setTop(min(visible_part.top(), bounds.top()))
            bounds.setBottom(max(visible_part.bottom(), bounds.bottom()))
        visible_part &= bounds
    return QRectF(visible_part)


def _iterate_ancestors(window: QWidget, widget: QWidget) -> Iterator[QWidget]:
    """A widget and what it stands in, up to its window."""
    ancestor: QWidget | None = widget
    while ancestor is not None:
        yield ancestor
        ancestor = None if ancestor is window else ancestor.parentWidget()


def _has_own_ellipsis(widget: QWidget, painted: PaintedText) -> bool:
    """Whether the ellipsis belongs to the text: “Apply…” asks something before it acts."""
    if isinstance(widget.parentWidget(), (QPlainTextEdit, QTextEdit)):
        return True  # what they show is never elided
    own_sentences = [*_OWN_ELLIPSES, widget.accessibleName(), *_list_row_words(widget, painted)]
    own_sentences += [action.text().replace("&", "") for action in widget.actions()]
    if isinstance(widget, QLineEdit):
        own_sentences.append(widget.placeholderText())
    text = getattr(widget, "text", None)
    if callable(text):
        own_sentences.append(str(text()))
    plain_text = _remove_invisible(painted.text)
    if isinstance(widget, QLabel) and widget.wordWrap():  # painted line by line
        return plain_text in _remove_invisible(widget.text())
    if isinstance(widget, QMenu):  # letters that are keys are painted apart
        return any(_remove_invisible(sentence).endswith(plain_text) for sentence in own_sentences)
    return plain_text in map(_remove_invisible, own_sentences)


def _list_row_words(widget: QWidget, text: PaintedText) -> Sequence[str]:
    """What the lines and buttons say that a list paints into a row."""
    view = widget.parentWidget()
    if not isinstance(view, QAbstractItemView) or view.viewport() is not widget:
        return ()
    index, delegate = view.indexAt(text.box.center().toPoint()), view.itemDelegate()
    if isinstance(delegate, LinesDelegate) and index.isValid():
        line = delegate.get_line(index)
        return line.title, line.text, *(action.label for action in line.actions)
    return ()


def _is_in_tool_tip(widget: QWidget, text: PaintedText) -> bool:
    """Hover over it, and look whether the tool tip says what is missing."""
    middle = text.box.center().toPoint()
    QToolTip.showText(QPoint(), "")
    QApplication.sendEvent(
        widget, QHelpEvent(QEvent.Type.ToolTip, middle, widget.mapToGlobal(middle))
    )
    tip = _remove_invisible(QToolTip.text())
    QToolTip.showText(QPoint(), "")
    # What stands in a row as "a; b" has lines of its own in the tool tip.
    shown_text = text.text.replace("; ", " ")
    tip = tip.replace("; ", " ")
    parts = [_remove_invisible(part) for part in shown_text.split(ELLIPSIS)]
    return bool(tip) and all(part in tip for part in parts)


def _remove_invisible(text: str) -> str:
    without_tags = re.sub(r"<br>|</?qt>", " ", text)
    return " ".join(_INVISIBLE_CHARACTERS.sub("", html.unescape(without_tags)).split()).casefold()


def _name_widget(widget: QWidget, window: QWidget) -> str:
    names: list[str] = []
    for ancestor in _iterate_ancestors(window, widget):
        called = ancestor.accessibleName() or ancestor.objectName()
        if not names or (called and ancestor is not window):
            names.append(f"{type(ancestor).__name__} {called}".strip())
    return " < ".join(names[:4])


# What a widget writes


def list_painted_texts(widget: QWidget) -> tuple[PaintedText, ...]:
    """Every text that a widget itself paints, without its children."""
    device = _TextDevice(widget)
    # Of QWidget: a view of graphics has another method of this name.
    QWidget.render(widget, device, QPoint(), QRegion(), QWidget.RenderFlag(0))
    return tuple(device.engine.written)


class _TextEngine(QPaintEngine):
    """Keeps the texts, and drops all else.

    Attributes:
        written: the texts; their places are in the widget's units, not in pixels of the screen.
    """

    def __init__(self, pixels: float) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self.written: list[PaintedText] = []
        self._transform = QTransform()
        self._to_units = QTransform.fromScale(1 / pixels, 1 / pixels)

    def begin(self, _device: QPaintDevice) -> bool:
        return True

    def end(self) -> bool:
        return True

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    def updateState(self, state: QPaintEngineState) -> None:
        self._transform = state.transform() * self._to_units

    def drawTextItem(self, point: QPointF | QPoint | QPainterPath.Element, item: QTextItem) -> None:
        assert isinstance(point, QPointF)
        text = item.text()
        bare = text.rstrip()
        # What is inked, not what the font reserves above and below.
        inked = QFontMetricsF(item.font()).tightBoundingRect(_INVISIBLE_CHARACTERS.sub("", text))
        wide = item.width() * len(bare) / max(len(text), 1)
        box = QRectF(point.x(), point.y() + inked.top(), wide, inked.height())
        clip = self.painter().clipBoundingRect()
        place = self._transform.mapRect
        self.written.append(PaintedText(text, place(box), place(clip)))

    def drawPixmap(self, *_arguments: object) -> None:
        pass

    def drawImage(self, *_arguments: object) -> None:
        pass

    def drawPath(self, *_arguments: object) -> None:
        pass

    def drawPolygon(self, *_arguments: object) -> None:
        pass


class _TextDevice(QPaintDevice):
    """As large and as fine as a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self._widget = widget
        self.engine = _TextEngine(widget.devicePixelRatioF())

    def paintEngine(self) -> QPaintEngine:
        return self.engine

    def metric(self, metric: QPaintDevice.PaintDeviceMetric) -> int:
        return self._widget.metric(metric)
