"""The shared theme and icons of a window, and functions that paint and prepare text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from PySide6.QtCore import QByteArray, QObject, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QIcon,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QRegion,
    QTextLayout,
    QTransform,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from vkconfig_py.model.files import resources
from vkconfig_py.ui.theme.appearance import Appearance
from vkconfig_py.ui.theme.theme import Theme, ThemeFont, make_theme

_PixmapKey = tuple[str, int, int, float]
# Icons that point in the direction of reading.
_DIRECTED_ICONS = frozenset({"chevron-right", "undo", "redo"})
_POPUP_RADIUS = 8  # of the corners of menus and popups
SHADOW_SIZE = 8  # how far the shadow of a card goes beyond it, in pixels
MAX_ROW_WIDTH = 1360  # as wide as the chain of a screen of 1920 beside both panes
_PATH_CHARACTER, _PATH_END = r"[^\s“”\"'()]", r"[^\s“”\"'(),.:;]"
_PATH_PATTERN = re.compile(
    rf"{_PATH_CHARACTER}*[/\\](?:{_PATH_CHARACTER}*{_PATH_END})?"  # with a folder, or a file name
    r"|[^\s“”\"'()/]+\.[A-Za-z0-9]{1,5}\b"
)
# Letters of Hebrew, Arabic and their relatives, and the forms of these.
_RIGHT_TO_LEFT_PATTERN = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_WORD_PATTERN = re.compile(r"\S+")
_AFTER_SLASH_PATTERN = re.compile(r"(?<=[/\\])(?![/\\]|$)")
_CAMEL_CASE_PATTERN = re.compile("(?<=[a-z])(?=[A-Z])")
# Not within 1,234 or 1.3.268.
_AFTER_SEPARATOR_PATTERN = re.compile(r"(?<=[_=])|(?<=[.,;])(?=\D)")
# A zero-width space: Qt breaks lines there, and shows nothing.
_ZERO_WIDTH_SPACE = "\u200b"
# A word joiner: without it Qt breaks lines between ":" and "\".
_WORD_JOINER = "\u2060"
# Left-to-right isolate, and its end.
_ISOLATE_START, _ISOLATE_END = "\u2066", "\u2069"
_LINE_SEPARATOR = "\u2028"
_MAX_PART_LENGTH = 32


class Icons:
    """The icon files as pixmaps in any color."""

    def __init__(self) -> None:
        self._sources: dict[str, bytes] = {}
        self._pixmaps: dict[_PixmapKey, QPixmap] = {}

    def clear(self) -> None:
        """Forget all rendered icons, which have the colors of an old theme."""
        self._pixmaps.clear()

    def get_pixmap(self, name: str, color: QColor, size: int, ratio: float) -> QPixmap:
        """Return an icon as a pixmap, rendered at its first use.

        `size` is in device-independent pixels. `ratio` is the number of device pixels per such
        pixel.
        """
        key = (name, color.rgba(), size, ratio)
        pixmap = self._pixmaps.get(key)
        if pixmap is None:
            pixmap = self._pixmaps[key] = self._render(name, color, size, ratio)
        return pixmap

    def paint(self, painter: QPainter, name: str, color: QColor, rect: QRectF) -> None:
        # Screens may differ, and a window can move between them.
        ratio = painter.device().devicePixelRatioF()
        pixmap = self.get_pixmap(name, color, round(rect.width()), ratio)
        # At a point and not into a rectangle: scaling would blur it.
        if name in _DIRECTED_ICONS:
            painter.drawPixmap(rect.topLeft(), pixmap)
            return
        with painting_unmirrored(painter, rect.left(), rect.width()):
            painter.drawPixmap(rect.topLeft(), pixmap)

    def make_icon(self, name: str, color: QColor, disabled: QColor, size: int = 16) -> QIcon:
        """Return an icon for menus, with its look while disabled."""
        icon = QIcon()
        # Qt picks the pixmap that fits the screen of the menu.
        for ratio in (1.0, 2.0):
            icon.addPixmap(_mirror_directed(name, self.get_pixmap(name, color, size, ratio)))
            # Without one of its own the style would gray the icon, whatever the palette.
            disabled_pixmap = _mirror_directed(name, self.get_pixmap(name, disabled, size, ratio))
            icon.addPixmap(disabled_pixmap, QIcon.Mode.Disabled)
        return icon

    def _render(self, name: str, color: QColor, size: int, ratio: float) -> QPixmap:
        """Render the SVG file of an icon in a color.

        `size` is in device-independent pixels. `ratio` is the number of device pixels per such
        pixel.
        """
        source = self._sources.get(name)
        if source is None:
            source = self._sources[name] = resources.find_resource(f"icons/{name}.svg").read_bytes()
        # QtSvg cannot be told what currentColor is.
        colored_svg = source.replace(b"currentColor", color.name().encode())
        pixmap = QPixmap(round(size * ratio), round(size * ratio))
        # The painter then works in logical pixels, as all callers do.
        pixmap.setDevicePixelRatio(ratio)
        # A new QPixmap has whatever its memory held.
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        QSvgRenderer(QByteArray(colored_svg)).render(painter, QRectF(0, 0, size, size))
        painter.end()
        return pixmap


def _mirror_directed(name: str, pixmap: QPixmap) -> QPixmap:
    """Mirror an icon that points to a side, such as an arrow, in right-to-left languages."""
    is_mirrored = name in _DIRECTED_ICONS and QGuiApplication.isRightToLeft()
    return pixmap.transformed(QTransform.fromScale(-1, 1)) if is_mirrored else pixmap


def make_application_icon(*, is_applied: bool = False) -> QIcon:
    """Return the icon of the window in its own colors, with a mark while something is applied."""
    name = "vkconfig-py-applied" if is_applied else "vkconfig-py"
    return QIcon(str(resources.find_resource(f"icons/{name}.svg")))


class ThemeContext(QObject):
    """The theme and the icons that all widgets of a window share.

    The main window calls `recompute` from its changeEvent. An event filter on the application would
    receive every event of every object, in Python.

    Signals:
        changed: palette, font, color scheme or contrast changed, and all widgets repaint.
    """

    changed = Signal()

    def __init__(self, application: QApplication, appearance: Appearance | None = None) -> None:
        super().__init__(application)
        self._application = application
        self.appearance = appearance or Appearance(application)
        self.theme = self._make_theme()
        self.icons = Icons()
        self.appearance.changed.connect(self.recompute)

    def recompute(self) -> None:
        """Make the theme from the present palette and font, and announce it."""
        self.theme = self._make_theme()
        # Pixmaps of the old colors are not asked for again.
        self.icons.clear()
        self.changed.emit()

    def follow_application(self) -> None:
        """Make the theme anew if palette or font of the application are no longer those of it."""
        application = self._application
        if (application.palette(), application.font()) != self._source:
            self.recompute()

    def _make_theme(self) -> Theme:
        """Make the theme from the application's palette and font."""
        self._source = (self._application.palette(), self._application.font())
        return make_theme(
            *self._source,
            high_contrast=self.appearance.is_high_contrast,
        )


def find_context() -> ThemeContext | None:
    """Return the context of the open windows, for a box that Qt makes; None without a window."""
    application = QApplication.instance()
    contexts = application.findChildren(ThemeContext) if application is not None else []
    return contexts[-1] if contexts else None


def mirror(painter: QPainter, widget: QWidget | None, area: QRectF) -> None:
    """Mirror what is painted in an area from now on, if the widget is right-to-left.

    Rectangles are then given as if it was read from left to right. Texts and icons are not mirrored
    themselves: draw_text(), draw_paragraph() and Icons.paint() see to that.
    """
    if widget is not None and widget.isRightToLeft():
        painter.translate(area.left() + area.right(), 0)
        painter.scale(-1, 1)


def limit_row_width(theme: Theme, row: QRect) -> QRect:
    """Return a row limited in width, so that in a wide list buttons stay near their texts."""
    return QRect(row.topLeft(), QSize(min(row.width(), theme.px(MAX_ROW_WIDTH)), row.height()))


def is_mirrored(painter: QPainter) -> bool:
    """Return whether a painter paints mirrored at present."""
    return painter.worldTransform().m11() < 0


@contextmanager
def painting_unmirrored(painter: QPainter, left: float, width: float) -> Iterator[None]:
    """Within this context, paint in a part of a mirrored area from left to right."""
    if not is_mirrored(painter):
        yield
        return
    painter.save()
    painter.translate(2 * left + width, 0)
    painter.scale(-1, 1)
    yield
    painter.restore()


def draw_paragraph(
    painter: QPainter, text_style: ThemeFont, rect: QRectF, flags: int, text: str
) -> None:
    """Draw lines of text at the side where reading begins.

    Args:
        painter: its pen has the color.
        text_style: the font.
        rect: where the lines are.
        flags: Qt flags of the text's wrapping.
        text: the whole text.
    """
    if is_mirrored(painter):
        flags |= int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute)
    with painting_unmirrored(painter, rect.left(), rect.width()):
        painter.setFont(text_style.font)
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        painter.drawText(rect, flags, isolate_paths(text))


def cut_lines(text: str, text_style: ThemeFont, width: int, max_lines: int) -> str:
    """Return what of a text has room in some lines of a width, with an ellipsis at its end."""
    # A layout knows no line feeds.
    layout = QTextLayout(text.replace("\n", _LINE_SEPARATOR), text_style.font)
    starts: list[int] = []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        starts.append(line.textStart())
    layout.endLayout()
    if len(starts) <= max_lines:
        return text
    last = starts[max_lines - 1]
    # A little less than the width: the label may break its lines elsewhere.
    available_width = width - text_style.width("WW")
    remaining_text = text[last:].partition("\n")[0]
    return text[:last] + text_style.metrics.elidedText(
        f"{remaining_text}…", Qt.TextElideMode.ElideRight, available_width
    )


def break_first_line(text: str, text_style: ThemeFont, width: int) -> tuple[str, ...]:
    """Return what of a text has room in a line, and the rest; the whole text if it has."""
    breakable = add_break_points(text)
    layout = QTextLayout(breakable, text_style.font)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(width)
    length = line.textLength()
    layout.endLayout()
    lines = (remove_break_points(breakable[:length]), remove_break_points(breakable[length:]))
    return tuple(filter(None, map(str.strip, lines)))


def draw_text(
    painter: QPainter,
    text_style: ThemeFont,
    text: str,
    left: float,
    top: float,
    width: float,
    height: float,
    elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    baseline_style: ThemeFont | None = None,
) -> int:
    """Draw one line of text, elided to the width, and return the width that it took.

    Args:
        painter: its pen has the color.
        text_style: the font.
        text: drawn from left to right as its letters demand.
        left: in pixels, like the other measures.
        top: of the box in which the text is centered.
        width: of the box.
        height: of the box.
        elide: where a text that is too long is cut; in the middle only one word, such as a path.
        baseline_style: font on whose baseline the text stands, None for its own.
    """
    text = isolate_paths(text)
    text_width = text_style.width(text)
    if text_width > width:
        if elide is Qt.TextElideMode.ElideMiddle and " " in text:
            # The two ends of a sentence make another one, which may be false.
            elide = Qt.TextElideMode.ElideRight
        text = text_style.metrics.elidedText(text, elide, int(width))
        # Not through the cache: elided texts change with every width.
        text_width = text_style.metrics.horizontalAdvance(text)
    reference_style = baseline_style or text_style
    baseline = top + (height - reference_style.height) / 2 + reference_style.metrics.ascent()
    with painting_unmirrored(painter, left, text_width):
        painter.setFont(text_style.font)
        # each text has its own direction, also where the row is mirrored
        painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        # On a whole pixel: hinted glyphs would be blurred between two.
        painter.drawText(QPointF(left, round(baseline)), text)
    return text_width


def isolate_paths(text: str) -> str:
    """Return a text whose paths are shown from left to right, whatever letters they have."""
    if not _RIGHT_TO_LEFT_PATTERN.search(text):
        return text
    return _PATH_PATTERN.sub(lambda match: f"{_ISOLATE_START}{match.group()}{_ISOLATE_END}", text)


@lru_cache(maxsize=1024)  # layouts ask for the same texts again and again
def add_break_points(text: str) -> str:
    """Return a text with zero-width spaces where its paths and long names may wrap."""
    return _WORD_PATTERN.sub(lambda match: _add_word_breaks(match.group()), text)


def _add_word_breaks(word: str) -> str:
    """Return a word with zero-width spaces where it may break."""
    parts = _AFTER_SLASH_PATTERN.split(word)
    if len(parts) == 1:
        return _AFTER_SEPARATOR_PATTERN.sub(_ZERO_WIDTH_SPACE, word)
    pieces = (
        part
        if len(part) <= _MAX_PART_LENGTH
        else _AFTER_SEPARATOR_PATTERN.sub(_ZERO_WIDTH_SPACE, part)
        for part in parts
    )
    return _ZERO_WIDTH_SPACE.join(pieces).replace(":\\", f":{_WORD_JOINER}\\")


def break_function_name(name: str) -> str:
    """Return the name of a function with zero-width spaces where it may break."""
    return _CAMEL_CASE_PATTERN.sub(_ZERO_WIDTH_SPACE, name)


def remove_break_points(text: str) -> str:
    """Return a text without the zero-width spaces that `add_break_points` put in."""
    for mark in (_ZERO_WIDTH_SPACE, _WORD_JOINER, _ISOLATE_START, _ISOLATE_END):
        text = text.replace(mark, "")
    return text


def paint_focus(painter: QPainter, theme: Theme, rect: QRectF, radius: float) -> None:
    """Paint the frame of the widget or row that has the keyboard focus."""
    painter.setPen(QPen(theme.colors.accent, 3.0 if theme.high_contrast else 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius, radius)


def paint_field_ground(painter: QPainter, theme: Theme, rect: QRectF, radius: float) -> None:
    """Paint the outlined ground of a field or of a list."""
    painter.setPen(QPen(theme.colors.outline, theme.line_width()))
    painter.setBrush(theme.colors.base)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


def make_round_mask(rect: QRect, theme: Theme) -> QRegion:
    """Return the pixels of a popup with round corners, those that are partly covered too."""
    corners = QPainterPath()
    corners.addRoundedRect(QRectF(rect), theme.px(_POPUP_RADIUS) - 1, theme.px(_POPUP_RADIUS) - 1)
    return QRegion(corners.toFillPolygon().toPolygon())


def paint_popup_ground(painter: QPainter, theme: Theme, rect: QRectF, background: QColor) -> None:
    """Paint the ground and the outline of a menu or another popup."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.colors.outline, theme.line_width()))
    painter.setBrush(background)
    inset = theme.line_width() / 2
    radius = theme.px(_POPUP_RADIUS)
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.restore()


def paint_shadow(painter: QPainter, rect: QRectF, radius: float) -> None:
    """Paint the soft shadow of a rounded card, which goes beyond it by SHADOW_SIZE."""
    painter.setPen(Qt.PenStyle.NoPen)
    # Painted by hand: QGraphicsDropShadowEffect is for whole widgets.
    for step in range(SHADOW_SIZE, 0, -1):
        painter.setBrush(QColor(0, 0, 0, 9))
        grown_rect = rect.adjusted(-step, -step + 3, step, step + 3)
        painter.drawRoundedRect(grown_rect, radius + step, radius + step)


def paint_row_box(
    painter: QPainter,
    theme: Theme,
    box: QRectF,
    state: QStyle.StateFlag,
    *,
    is_on_window: bool = False,
    radius: float = 6,
) -> None:
    """Paint the tint of a row that is selected or under the mouse.

    Args:
        painter: of the list.
        theme: has the colors.
        box: the tinted rectangle.
        state: whether it is selected or under the mouse.
        is_on_window: the list has the color of the window and not of the base.
        radius: of the corners, in pixels.
    """
    is_selected = bool(state & QStyle.StateFlag.State_Selected)
    if is_selected or state & QStyle.StateFlag.State_MouseOver:
        colors = theme.colors
        tint = colors.selected_base if is_selected else colors.hover
        if is_on_window:
            tint = colors.selected_window if is_selected else colors.hover_window
        # With high contrast there are no tints: the outline alone shows what is selected.
        is_outlined = is_selected and theme.high_contrast
        painter.setPen(
            QPen(colors.accent, theme.line_width()) if is_outlined else Qt.PenStyle.NoPen
        )
        painter.setBrush(tint)
        painter.drawRoundedRect(box, theme.px(radius), theme.px(radius))


def paint_selected(painter: QPainter, theme: Theme, rect: QRectF) -> None:
    """Paint a selected row of a table: a tint, or bars above and below where there are no tints."""
    painter.fillRect(rect, theme.colors.selected_base)
    if theme.high_contrast:
        line_width = theme.line_width()
        for top in (rect.top(), rect.bottom() - line_width):
            bar = QRectF(rect.left(), top, rect.width(), line_width)
            painter.fillRect(bar, theme.colors.accent)


def paint_ring(
    painter: QPainter, theme: Theme, box: QRectF, *, is_chosen: bool, is_enabled: bool
) -> None:
    """Paint the ring of one choice among several, with a dot if it is chosen."""
    colors = theme.colors
    uses_accent = is_chosen and is_enabled
    painter.setPen(QPen(colors.accent if uses_accent else colors.outline, 1.5))
    painter.setBrush(colors.base)
    painter.drawEllipse(box.center(), theme.px(7), theme.px(7))
    if is_chosen:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.accent if uses_accent else colors.disabled)
        painter.drawEllipse(box.center(), theme.px(4), theme.px(4))


def paint_check(
    painter: QPainter,
    context: ThemeContext,
    rect: QRectF,
    *,
    is_checked: bool,
    is_dimmed: bool = False,
) -> None:
    """Paint a check box.

    Args:
        painter: of the widget or list.
        context: has theme and icons.
        rect: of the box.
        is_checked: it is checked.
        is_dimmed: the setting has no effect for now.
    """
    theme, colors = context.theme, context.theme.colors
    if is_checked:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.outline if is_dimmed else colors.primary)
        painter.drawRoundedRect(rect, theme.px(4), theme.px(4))
        mark_rect = QRectF(0, 0, theme.px(14), theme.px(14))
        mark_rect.moveCenter(rect.center())
        context.icons.paint(painter, "check", colors.primary_text, mark_rect)
        return
    painter.setPen(QPen(colors.outline, 1.5))
    painter.setBrush(colors.base)
    painter.drawRoundedRect(rect.adjusted(0.75, 0.75, -0.75, -0.75), theme.px(4), theme.px(4))
