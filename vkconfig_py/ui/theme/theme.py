"""Theme: every colour, font and size of the window as one value.

It is computed from the palette, the font and the contrast preference, and computed again when one
of them changes; delegates and widgets read it and cache nothing. There are no style sheets: a style
sheet freezes colours, ignores later changes of the palette and slows down every polish.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache, partial

from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetrics, QPalette

from vkconfig_py.loader.base.records import NamedTuple


def mix(one: QColor, other: QColor, share: float) -> QColor:
    """Mix two colours; `share` is the part of the first one in the other."""
    rest = 1.0 - share
    return QColor(
        round(share * one.red() + rest * other.red()),
        round(share * one.green() + rest * other.green()),
        round(share * one.blue() + rest * other.blue()),
    )


def luminance(color: QColor) -> float:
    """Relative luminance as WCAG 2 defines it."""
    return (
        0.2126 * _linear(color.redF())
        + 0.7152 * _linear(color.greenF())
        + 0.0722 * _linear(color.blueF())
    )


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def contrast(one: QColor, other: QColor) -> float:
    """Contrast ratio of two opaque colours, 1 to 21."""
    return _worst(luminance(one), [luminance(other)])


def reach(color: QColor, backgrounds: Sequence[QColor], ratio: float) -> QColor:
    """Move the lightness away from the backgrounds until every contrast is at least `ratio`.

    The result is the nearest such colour, or black or white if no colour reaches the ratio.
    """
    grounds = [luminance(background) for background in backgrounds]
    if _worst(luminance(color), grounds) >= ratio:
        return color
    darker = _worst(0.0, grounds) >= _worst(1.0, grounds)  # black has the better worst contrast
    # hslHueF() is -1 for greys, which fromHslF() does not take.
    hue, saturation, lightness, _ = (color.hslHueF(), color.hslSaturationF(), color.lightnessF(), 0)
    near, far = lightness, 0.0 if darker else 1.0
    # Nine halvings of a range of 1 leave less than the 1/255 that a colour can show.
    for _step in range(9):
        middle = (near + far) / 2
        tried = QColor.fromHslF(max(hue, 0.0), saturation, middle)
        if _worst(luminance(tried), grounds) >= ratio:
            far = middle
        else:
            near = middle
    # A colour kept as HSL is not equal to the same one kept as RGB.
    return QColor.fromHslF(max(hue, 0.0), saturation, far).toRgb()


def _worst(light: float, grounds: Sequence[float]) -> float:
    """Smallest contrast of a luminance with others."""
    # The formula of WCAG 2: 0.05 stands for the light that a screen reflects.
    return min((max(light, ground) + 0.05) / (min(light, ground) + 0.05) for ground in grounds)


_STATES = {
    # light, dark; state colours keep their hue and are moved until they are legible
    "ok": ("#146c34", "#62d58a"),
    "warn": ("#7d4c00", "#f2b84b"),
    "error": ("#ab1f17", "#ff9088"),
    "simulated": ("#6236b5", "#c3adff"),  # what if, and nothing else
}
_TINT = (0.13, 0.19)  # share of the state colour in its tint: light, dark
_WARN_BAND = ("#faeed4", "#4d422c")


class ThemeFont:
    """A font with its metrics and a small cache of text widths; loaded on first use."""

    def __init__(self, make: Callable[[], QFont]) -> None:
        self._make = make
        self._widths: dict[str, int] = {}

    @cached_property
    def font(self) -> QFont:
        return self._make()

    @cached_property
    def metrics(self) -> QFontMetrics:
        return QFontMetrics(self.font)

    @cached_property
    def height(self) -> int:
        return self.metrics.height()

    def width(self, text: str) -> int:
        """Advance of a text in pixels, cached."""
        width = self._widths.get(text)
        if width is None:
            # Far more than the texts of a window; a log or a search could grow it without end.
            if len(self._widths) > 2000:
                self._widths.clear()
            width = self._widths[text] = self.metrics.horizontalAdvance(text)
        return width


class Colors(NamedTuple):
    """Colour roles; `*_tint` is a background for its state colour."""

    window: QColor
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
        """Colour of a tone: "ok", "warn", "error", "simulated"; else secondary."""
        tones = {
            "ok": self.ok,
            "warn": self.warn,
            "error": self.error,
            "simulated": self.simulated,
        }
        return tones.get(name, self.secondary)

    def tint(self, name: str) -> QColor:
        """Background of a tone."""
        tints = {
            "ok": self.ok_tint,
            "warn": self.warn_tint,
            "error": self.error_tint,
            "simulated": self.simulated_tint,
        }
        return tints.get(name, self.hover_window)


class Theme(NamedTuple):
    """Colours, fonts and the unit that all sizes are multiples of.

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

    def px(self, designed: float) -> int:
        """Scale a design length to the user's font size."""
        return _length(designed, self.unit)

    def line(self) -> float:
        """Width of outlines."""
        return 2.0 if self.high_contrast else 1.0


@lru_cache(maxsize=1024)  # painting asks for the same few lengths thousands of times
def _length(designed: float, unit: int) -> int:
    return round(designed * unit / 4)


def make_theme(palette: QPalette, font: QFont, *, high_contrast: bool = False) -> Theme:
    faces = _faces(font)
    height = faces["body"].height
    window = palette.color(QPalette.ColorRole.Window)
    return Theme(
        colors=_colors(palette, high_contrast),
        # 0.18 is about the luminance at which black and white stand out equally.
        dark=luminance(window) < 0.18,
        high_contrast=high_contrast,
        # a line of 14 to 17 pixels is the designed size; below that nothing shrinks
        unit=max(4, round(height / 16 * 4)),
        **faces,
    )


def _faces(font: QFont) -> dict[str, ThemeFont]:
    return {
        "title": ThemeFont(partial(_scaled, font, 1.15, bold=True)),
        "title_light": ThemeFont(partial(_scaled, font, 1.15)),
        "hero": ThemeFont(partial(_scaled, font, 1.54, bold=True)),
        "body": ThemeFont(partial(_scaled, font, 1.0)),
        "strong": ThemeFont(partial(_scaled, font, 1.0, bold=True)),
        "small": ThemeFont(partial(_scaled, font, 0.92)),
        "small_strong": ThemeFont(partial(_scaled, font, 0.92, bold=True)),
        "code": ThemeFont(partial(_fixed, font, 0.92)),
    }


def _fixed(font: QFont, factor: float) -> QFont:
    # The desktop's own fixed font; a family named here may not be installed.
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    return _sized(fixed, font, factor)


def _scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    scaled = _sized(QFont(font), font, factor)
    if bold:
        scaled.setWeight(QFont.Weight.DemiBold)
    return scaled


def _sized(target: QFont, like: QFont, factor: float) -> QFont:
    # -1 where the desktop gives the font in pixels.
    if like.pointSizeF() > 0:
        target.setPointSizeF(like.pointSizeF() * factor)
    else:
        target.setPixelSize(max(1, round(like.pixelSize() * factor)))
    return target


def _colors(palette: QPalette, high_contrast: bool) -> Colors:
    window = palette.color(QPalette.ColorRole.Window)
    base = palette.color(QPalette.ColorRole.Base)
    plain = palette.color(QPalette.ColorRole.Text)
    accent = palette.color(QPalette.ColorRole.Accent)
    dark = luminance(window) < 0.18
    # Black on white is softened; a high contrast preference forbids it.
    text = plain if dark or high_contrast else mix(plain, base, 0.90)
    selected_base = base if high_contrast else mix(accent, base, 0.30 if dark else 0.16)
    selected_window = window if high_contrast else mix(accent, window, 0.34 if dark else 0.20)
    hover, hover_window = mix(text, base, 0.05), mix(text, window, 0.07)
    grounds = (base, window, selected_base, selected_window, hover, hover_window)
    secondary = text if high_contrast else mix(text, window, 0.74 if dark else 0.70)
    faint = text if high_contrast else mix(text, window, 0.68 if dark else 0.66)
    grey = mix(text, window, 0.5)
    # WCAG 2 asks 4.5 for text and 3 for outlines, and 7 and 4.5 where contrast is enhanced; a
    # little more survives rounding to 8 bits.
    legible, seen = (7.1, 4.6) if high_contrast else (4.6, 3.05)
    primary, primary_text = _primary(accent, window, dark, legible)
    states = {name: reach(QColor(pair[dark]), grounds, legible) for name, pair in _STATES.items()}
    tints = {
        name: base if high_contrast else mix(color, base, _TINT[dark])
        for name, color in states.items()
    }
    band = base if high_contrast else QColor(_WARN_BAND[dark])
    node = mix(text, base, 0.86)
    return Colors(
        window=window,
        base=base,
        text=text,
        secondary=reach(secondary, (*grounds, *tints.values(), band), legible),
        faint=reach(faint, grounds, legible),
        divider=grey if high_contrast else mix(text, window, 0.16),
        outline=reach(grey, (*grounds, band), seen),
        rail=reach(mix(text, base, 0.46), (base, window, hover, hover_window), seen),
        selected_base=selected_base,
        selected_window=selected_window,
        accent=reach(accent, (*grounds, *tints.values(), band), legible),
        primary=primary,
        primary_text=primary_text,
        hover=hover,
        hover_window=hover_window,
        disabled=reach(mix(text, window, 0.42), grounds, 4.6 if high_contrast else 1.0),
        # they stand on their tints as words, so the tints count as backgrounds too
        ok=reach(states["ok"], (*grounds, tints["ok"]), legible),
        warn=reach(states["warn"], (*grounds, tints["warn"], band), legible),
        error=reach(states["error"], (*grounds, tints["error"]), legible),
        simulated=reach(states["simulated"], (*grounds, tints["simulated"]), legible),
        ok_tint=tints["ok"],
        warn_tint=tints["warn"],
        error_tint=tints["error"],
        simulated_tint=tints["simulated"],
        warn_band=band,
        node=node,
        node_text=reach(base, (node,), legible),
    )


def _primary(accent: QColor, window: QColor, dark: bool, legible: float) -> tuple[QColor, QColor]:
    white = QColor(255, 255, 255)
    if not dark:
        return reach(accent, (white,), legible), white
    fill = reach(accent, (window,), max(legible, 5.0))
    return fill, reach(QColor("#10181d"), (fill,), legible)
