"""Every color, font and size of the window as one value, the Theme.

It is computed from the palette, the font and the contrast preference, and again when one of them
changes. Delegates and widgets read it and cache nothing. There are no style sheets: a style sheet
freezes colors, ignores later changes of the palette and slows down every polish.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache, partial

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetrics, QPalette

from vkconfig_py.loader.base.records import NamedTuple

_STATE_COLORS = {
    # light, dark; state colors keep their hue and are moved until they are legible
    "ok": ("#146c34", "#62d58a"),
    "warn": ("#7d4c00", "#f2b84b"),
    "error": ("#ab1f17", "#ff9088"),
    "simulated": ("#6236b5", "#c3adff"),  # what if, and nothing else
}
# Of the body's size: nearly as large, since secondary text is read as much.
_SMALL_FONT_SCALE = 0.96
# Texts whose sizes a font keeps: far more than a window shows; a log could grow it without end.
_MAX_CACHED = 2000
_UNLIMITED_HEIGHT = 1_000_000  # pixels
_TINT_SHARES = (0.13, 0.19)  # share of the state color in its tint: light, dark
_WARN_BAND_COLORS = ("#faeed4", "#4d422c")


def mix(color: QColor, other_color: QColor, share: float) -> QColor:
    """Mix two colors.

    Args:
        color: the first color.
        other_color: the second color.
        share: part of the first color in the result, 0 to 1.
    """
    other_share = 1.0 - share
    return QColor(
        round(share * color.red() + other_share * other_color.red()),
        round(share * color.green() + other_share * other_color.green()),
        round(share * color.blue() + other_share * other_color.blue()),
    )


def luminance(color: QColor) -> float:
    """Return the relative luminance as WCAG 2 defines it, 0 to 1."""
    return (
        0.2126 * _linearize(color.redF())
        + 0.7152 * _linearize(color.greenF())
        + 0.0722 * _linearize(color.blueF())
    )


def _linearize(channel: float) -> float:
    """Return the linear value of a color channel of sRGB, both 0 to 1."""
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def contrast(color: QColor, other_color: QColor) -> float:
    """Return the contrast ratio of two opaque colors, 1 to 21."""
    return _compute_worst_contrast(luminance(color), [luminance(other_color)])


def reach_contrast(color: QColor, backgrounds: Sequence[QColor], ratio: float) -> QColor:
    """Move the lightness away from the backgrounds until every contrast is at least `ratio`.

    The result is the nearest such color, or black or white if no color reaches the ratio.
    """
    background_luminances = [luminance(background) for background in backgrounds]
    if _compute_worst_contrast(luminance(color), background_luminances) >= ratio:
        return color
    is_darker = _compute_worst_contrast(0.0, background_luminances) >= _compute_worst_contrast(
        1.0, background_luminances
    )  # black has the better worst contrast
    # hslHueF() is -1 for grays, which fromHslF() does not take.
    hue, saturation, lightness, _ = (color.hslHueF(), color.hslSaturationF(), color.lightnessF(), 0)
    lowest_change, highest_change = lightness, 0.0 if is_darker else 1.0
    # Nine halvings of a range of 1 leave less than the 1/255 that a color can show.
    for _step in range(9):
        middle = (lowest_change + highest_change) / 2
        candidate = QColor.fromHslF(max(hue, 0.0), saturation, middle)
        if _compute_worst_contrast(luminance(candidate), background_luminances) >= ratio:
            highest_change = middle
        else:
            lowest_change = middle
    # A color kept as HSL is not equal to the same one kept as RGB.
    return QColor.fromHslF(max(hue, 0.0), saturation, highest_change).toRgb()


def _compute_worst_contrast(luminance: float, luminances: Sequence[float]) -> float:
    """Return the smallest contrast of a luminance with the luminances of backgrounds."""
    # The formula of WCAG 2: 0.05 stands for the light that a screen reflects.
    return min(
        (max(luminance, background) + 0.05) / (min(luminance, background) + 0.05)
        for background in luminances
    )


class ThemeFont:
    """A font with its metrics and a small cache of the sizes of texts, loaded on first use."""

    def __init__(self, make_font: Callable[[], QFont]) -> None:
        self._make_font = make_font
        self._widths: dict[str, int] = {}
        self._heights: dict[tuple[str, int], int] = {}

    @cached_property
    def font(self) -> QFont:
        """Return the font, made at its first use."""
        return self._make_font()

    @cached_property
    def metrics(self) -> QFontMetrics:
        return QFontMetrics(self.font)

    @cached_property
    def height(self) -> int:
        """Return the height of a line in pixels."""
        return self.metrics.height()

    def width(self, text: str) -> int:
        """Return the width of a text in pixels, from a cache."""
        width = self._widths.get(text)
        if width is None:
            if len(self._widths) > _MAX_CACHED:
                self._widths.clear()
            width = self._widths[text] = self.metrics.horizontalAdvance(text)
        return width

    def compute_height(self, text: str, width: int) -> int:
        """Return the height in pixels of a text that wraps at a width, from a cache."""
        height = self._heights.get((text, width))
        if height is None:
            if len(self._heights) > _MAX_CACHED:
                self._heights.clear()
            area, wrap = QRect(0, 0, width, _UNLIMITED_HEIGHT), int(Qt.TextFlag.TextWordWrap)
            height = self.metrics.boundingRect(area, wrap, text).height()
            self._heights[text, width] = height
        return height


class Colors(NamedTuple):
    """Color roles, where `*_tint` is a background for its state color."""

    window: QColor
    bar: QColor  # of toolbar, strip and heads of panels: a step further from the base
    base: QColor
    text: QColor
    secondary: QColor
    faint: QColor
    divider: QColor
    outline: QColor
    rail: QColor
    selected_base: QColor
    selected_window: QColor
    accent: QColor
    primary: QColor
    primary_text: QColor
    hover: QColor
    hover_window: QColor
    disabled: QColor
    ok: QColor
    warn: QColor
    error: QColor
    simulated: QColor
    ok_tint: QColor
    warn_tint: QColor
    error_tint: QColor
    simulated_tint: QColor
    warn_band: QColor
    node: QColor
    node_text: QColor

    def tone(self, name: str) -> QColor:
        """Return the color of a tone, for any other name that of secondary text.

        Args:
            name: "ok", "warn", "error" or "simulated".
        """
        tones = {
            "ok": self.ok,
            "warn": self.warn,
            "error": self.error,
            "simulated": self.simulated,
        }
        return tones.get(name, self.secondary)

    def tint(self, name: str) -> QColor:
        """Return the background color of a tone, such as "warn"."""
        tints = {
            "ok": self.ok_tint,
            "warn": self.warn_tint,
            "error": self.error_tint,
            "simulated": self.simulated_tint,
        }
        return tints.get(name, self.hover_window)


class Theme(NamedTuple):
    """Colors, fonts and the unit that all sizes are multiples of.

    Attributes:
        unit: a quarter of a text line's height, 4 at the size the window was designed for.
        high_contrast: no tints, and outlines are 2 px.
    """

    colors: Colors
    dark: bool
    high_contrast: bool
    unit: int
    title: ThemeFont
    title_light: ThemeFont
    hero: ThemeFont
    body: ThemeFont
    strong: ThemeFont
    small: ThemeFont
    small_strong: ThemeFont
    code: ThemeFont

    def px(self, designed_length: float) -> int:
        """Scale a length of the design, in pixels at the default font, to the user's font size."""
        return _scale_length(designed_length, self.unit)

    def line_width(self) -> float:
        """Return the width of outlines in pixels."""
        return 2.0 if self.high_contrast else 1.0


@lru_cache(maxsize=1024)  # painting asks for the same few lengths thousands of times
def _scale_length(designed_length: float, unit: int) -> int:
    """Scale a length of the design to a unit, a quarter of a text line's height."""
    return round(designed_length * unit / 4)


def make_theme(palette: QPalette, font: QFont, *, high_contrast: bool = False) -> Theme:
    """Return the theme that fits a palette and font of the application."""
    fonts = _make_fonts(font)
    height = fonts["body"].height
    window = palette.color(QPalette.ColorRole.Window)
    return Theme(
        colors=_make_colors(palette, high_contrast),
        # 0.18 is about the luminance at which black and white stand out equally.
        dark=luminance(window) < 0.18,
        high_contrast=high_contrast,
        # a line of 14 to 17 pixels is the designed size; below that nothing shrinks
        unit=max(4, round(height / 16 * 4)),
        **fonts,
    )


def _make_fonts(font: QFont) -> dict[str, ThemeFont]:
    """Return the fonts of the theme by name, as variants of the application's font."""
    return {
        "title": ThemeFont(partial(make_scaled_font, font, 1.15, bold=True)),
        "title_light": ThemeFont(partial(make_scaled_font, font, 1.15)),
        "hero": ThemeFont(partial(make_scaled_font, font, 1.54, bold=True)),
        "body": ThemeFont(partial(make_scaled_font, font, 1.0)),
        "strong": ThemeFont(partial(make_scaled_font, font, 1.0, bold=True)),
        "small": ThemeFont(partial(make_scaled_font, font, _SMALL_FONT_SCALE)),
        "small_strong": ThemeFont(partial(make_scaled_font, font, _SMALL_FONT_SCALE, bold=True)),
        "code": ThemeFont(partial(_make_fixed, font, 0.92)),
    }


def _make_fixed(font: QFont, factor: float) -> QFont:
    """Return the system's monospaced font at a multiple of a font's size."""
    # The desktop's own fixed font; a family named here may not be installed.
    fixed_font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    return _set_size(fixed_font, font, factor)


def make_scaled_font(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """Return a font at a multiple of its size."""
    scaled_font = _set_size(QFont(font), font, factor)
    if bold:
        scaled_font.setWeight(QFont.Weight.DemiBold)
    return scaled_font


def _set_size(target: QFont, reference: QFont, factor: float) -> QFont:
    """Give a font a multiple of the size of another one, and return it."""
    # -1 where the desktop gives the font in pixels.
    if reference.pointSizeF() > 0:
        target.setPointSizeF(reference.pointSizeF() * factor)
    else:
        target.setPixelSize(max(1, round(reference.pixelSize() * factor)))
    return target


def _make_colors(palette: QPalette, high_contrast: bool) -> Colors:
    """Compute the theme's colors from a palette, each legible on its backgrounds."""
    window = palette.color(QPalette.ColorRole.Window)
    base_color = palette.color(QPalette.ColorRole.Base)
    plain_text = palette.color(QPalette.ColorRole.Text)
    accent = palette.color(QPalette.ColorRole.Accent)
    is_dark = luminance(window) < 0.18
    # Black on white is softened; a high contrast preference forbids it.
    text = plain_text if is_dark or high_contrast else mix(plain_text, base_color, 0.90)
    selected_base = (
        base_color if high_contrast else mix(accent, base_color, 0.30 if is_dark else 0.16)
    )
    selected_window = window if high_contrast else mix(accent, window, 0.34 if is_dark else 0.20)
    hover, hover_window = mix(text, base_color, 0.05), mix(text, window, 0.1)
    bar = window if high_contrast else mix(text, window, 0.045)
    all_backgrounds = (base_color, window, bar, selected_base, selected_window, hover, hover_window)
    secondary_color = text if high_contrast else mix(text, window, 0.74 if is_dark else 0.70)
    faint = text if high_contrast else mix(text, window, 0.68 if is_dark else 0.66)
    disabled_text = mix(text, window, 0.5)
    # WCAG 2 asks 4.5 for text and 3 for outlines, and 7 and 4.5 where contrast is enhanced; a
    # little more survives rounding to 8 bits.
    text_contrast, visible_contrast = (7.1, 4.6) if high_contrast else (4.6, 3.05)
    primary_color, primary_text = _choose_primary_colors(accent, window, is_dark, text_contrast)
    states = {
        name: reach_contrast(QColor(pair[is_dark]), all_backgrounds, text_contrast)
        for name, pair in _STATE_COLORS.items()
    }
    tints = {
        name: base_color if high_contrast else mix(color, base_color, _TINT_SHARES[is_dark])
        for name, color in states.items()
    }
    band = base_color if high_contrast else QColor(_WARN_BAND_COLORS[is_dark])
    node = mix(text, base_color, 0.86)
    return Colors(
        window=window,
        bar=bar,
        base=base_color,
        text=text,
        secondary=reach_contrast(
            secondary_color, (*all_backgrounds, *tints.values(), band), text_contrast
        ),
        faint=reach_contrast(faint, all_backgrounds, text_contrast),
        divider=disabled_text if high_contrast else mix(text, window, 0.16),
        outline=reach_contrast(disabled_text, (*all_backgrounds, band), visible_contrast),
        rail=reach_contrast(
            mix(text, base_color, 0.46), (base_color, window, hover, hover_window), visible_contrast
        ),
        selected_base=selected_base,
        selected_window=selected_window,
        accent=reach_contrast(accent, (*all_backgrounds, *tints.values(), band), text_contrast),
        primary=primary_color,
        primary_text=primary_text,
        hover=hover,
        hover_window=hover_window,
        disabled=reach_contrast(
            mix(text, window, 0.42), all_backgrounds, 4.6 if high_contrast else 1.0
        ),
        # they stand on their tints as words, so the tints count as backgrounds too
        ok=reach_contrast(states["ok"], (*all_backgrounds, tints["ok"]), text_contrast),
        warn=reach_contrast(states["warn"], (*all_backgrounds, tints["warn"], band), text_contrast),
        error=reach_contrast(states["error"], (*all_backgrounds, tints["error"]), text_contrast),
        simulated=reach_contrast(
            states["simulated"], (*all_backgrounds, tints["simulated"]), text_contrast
        ),
        ok_tint=tints["ok"],
        warn_tint=tints["warn"],
        error_tint=tints["error"],
        simulated_tint=tints["simulated"],
        warn_band=band,
        node=node,
        node_text=reach_contrast(base_color, (node,), text_contrast),
    )


def _choose_primary_colors(
    accent: QColor, window: QColor, is_dark: bool, legible: float
) -> tuple[QColor, QColor]:
    """Return the background and the text color of the main button.

    `legible` is the least contrast of texts.
    """
    white = QColor(255, 255, 255)
    if not is_dark:
        return reach_contrast(accent, (white,), legible), white
    button_color = reach_contrast(accent, (window,), max(legible, 5.0))
    return button_color, reach_contrast(QColor("#10181d"), (button_color,), legible)
