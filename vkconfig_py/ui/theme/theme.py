"""Every color, font and size of the window as one value, the Theme; style, contrast and motion.

It is computed from the palette, the font and the contrast preference, and again when one of them
changes. Delegates and widgets read it and cache nothing. There are no style sheets: a style sheet
freezes colors, ignores later changes of the palette and slows down every polish.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache, partial

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetrics, QPalette
from PySide6.QtWidgets import QApplication, QStyle, QToolTip

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.preferences import (
    CONTRAST,
    DARK,
    DESKTOP_STYLE,
    HIGH,
    LIGHT,
    MOTION,
    OWN_STYLE,
    REDUCED,
    STYLE,
    SYSTEM,
    TEXT_SIZE,
    THEME,
    PreferenceValues,
)

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
        "title": ThemeFont(partial(_make_scaled, font, 1.15, bold=True)),
        "title_light": ThemeFont(partial(_make_scaled, font, 1.15)),
        "hero": ThemeFont(partial(_make_scaled, font, 1.54, bold=True)),
        "body": ThemeFont(partial(_make_scaled, font, 1.0)),
        "strong": ThemeFont(partial(_make_scaled, font, 1.0, bold=True)),
        "small": ThemeFont(partial(_make_scaled, font, _SMALL_FONT_SCALE)),
        "small_strong": ThemeFont(partial(_make_scaled, font, _SMALL_FONT_SCALE, bold=True)),
        "code": ThemeFont(partial(_make_fixed, font, 0.92)),
    }


def _make_fixed(font: QFont, factor: float) -> QFont:
    """Return the system's monospaced font at a multiple of a font's size."""
    # The desktop's own fixed font; a family named here may not be installed.
    fixed_font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    return _set_size(fixed_font, font, factor)


def _make_scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
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


# Fusion draws everything from the palette, as our painted widgets do. Styles of desktops (Breeze,
# macOS, Windows) take colors and sizes of their own for what Qt paints: menus, check boxes,
# questions. These look at home there, and a little different from what stands beside them.
_FUSION_STYLE = "fusion"
_CONTRAST_MENU_EDGES = (
    "#bcbcbc",
    "#767676",
)  # of dark and light menus; what is drawn is darker than these
_NORMAL_MENU_EDGES = ("#a8a8a8", "#efefef")  # without high contrast
# What Qt draws in message boxes and file choosers, and what ours are made of.
_BORDERED_CLASSES = (
    "QPushButton",
    "QCheckBox",
    "QRadioButton",
    "QLineEdit",
    "QComboBox",
    "QAbstractSpinBox",
)
_UI_EFFECTS = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
    Qt.UIEffect.UI_AnimateToolBox,
)


class AppearanceChoices(NamedTuple):
    """What the user chose, where SYSTEM follows the desktop.

    Attributes:
        scheme: SYSTEM, LIGHT or DARK.
        contrast: SYSTEM or HIGH.
        style: OWN, or DESKTOP for the style that Qt uses on this desktop.
        motion: SYSTEM or REDUCED.
        text_size: SYSTEM, or a percentage of the size that the desktop has.
    """

    scheme: str = SYSTEM
    contrast: str = SYSTEM
    style: str = OWN_STYLE
    motion: str = SYSTEM
    text_size: str = SYSTEM


def read_choices(values: PreferenceValues, scheme: str = "") -> AppearanceChoices:
    """Return the choices of the preferences.

    Args:
        values: the preferences.
        scheme: color scheme of this start, "" for that of the preferences.
    """
    return AppearanceChoices(
        scheme or values.get_value(THEME),
        values.get_value(CONTRAST),
        values.get_value(STYLE),
        values.get_value(MOTION),
        values.get_value(TEXT_SIZE),
    )


class Appearance(QObject):
    """Gives the application the look that the desktop and the user want.

    It is made before any style is set, since it remembers which one the desktop has.

    Signals:
        changed: contrast or motion changed. Qt itself reports a change of the palette.
    """

    changed = Signal()

    def __init__(self, application: QApplication, choices: AppearanceChoices | None = None) -> None:
        super().__init__(application)
        self._application = application
        self._choices = choices or AppearanceChoices()
        # PySide invalidates the accessibility hints when the last reference to their parent goes
        self._style_hints = application.styleHints()
        self._accessibility = self._style_hints.accessibility()
        self._desktop_style = application.style().objectName()
        self._effects = [effect for effect in _UI_EFFECTS if application.isEffectEnabled(effect)]
        self._flash_time = self._style_hints.cursorFlashTime()
        self._desktop_font = application.font()
        self._text_size = SYSTEM  # what the font of the application has now
        self._is_applying = False
        self._is_following = False
        self._asks_less_motion = False

    @property
    def is_high_contrast(self) -> bool:
        """Whether the user or the desktop wants high contrast."""
        preference = self._accessibility.contrastPreference()
        return self._choices.contrast == HIGH or preference is Qt.ContrastPreference.HighContrast

    @property
    def has_other_style(self) -> bool:
        """Whether Qt has a style for this desktop that is not ours."""
        return self._desktop_style != _FUSION_STYLE

    @property
    def is_animated(self) -> bool:
        """Whether controls may move, as neither the user nor the desktop wants less motion."""
        if self._asks_less_motion or self._choices.motion == REDUCED:
            return False
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        return self._application.style().styleHint(hint) > 0

    def follow_motion(self, reduces_motion: bool) -> None:
        """Follow the desktop's wish.

        Args:
            reduces_motion: the desktop wants less motion.
        """
        if reduces_motion is not self._asks_less_motion:
            self._asks_less_motion = reduces_motion
            self._on_desktop_changed()

    @property
    def choices(self) -> AppearanceChoices:
        """What the user chose of scheme, contrast, style and motion."""
        return self._choices

    def set_choices(self, choices: AppearanceChoices) -> None:
        """Give the application the look that the user chose."""
        if choices != self._choices:
            self._choices = choices
            self.apply()

    def apply(self) -> None:
        """Give the application its style, palette and effects, and follow the desktop from now."""
        if not self._is_following:
            self._is_following = True
            self._style_hints.colorSchemeChanged.connect(self._on_desktop_changed)
            self._accessibility.contrastPreferenceChanged.connect(self._on_desktop_changed)
        self._is_applying = True  # setColorScheme() emits what desktops emit
        try:
            self._apply_style()
            self._apply_palette()
            self._apply_motion()
            self._apply_text_size()
        finally:
            self._is_applying = False
        self.changed.emit()

    def _on_desktop_changed(self) -> None:
        """Apply the look again, as the desktop changed its own."""
        if not self._is_applying:
            self.apply()

    def _apply_style(self) -> None:
        """Set the Qt style: ours, or that of the desktop."""
        style = self._desktop_style if self._choices.style == DESKTOP_STYLE else _FUSION_STYLE
        if self._application.style().objectName() != style:
            self._application.setStyle(style)

    def _apply_palette(self) -> None:
        """Set the palette for the light or dark scheme and for high contrast."""
        application, hints = self._application, self._style_hints
        schemes = {LIGHT: Qt.ColorScheme.Light, DARK: Qt.ColorScheme.Dark}
        hints.setColorScheme(schemes.get(self._choices.scheme, Qt.ColorScheme.Unknown))
        # What was set here before must not hide what the desktop brings now.
        application.setPalette(QPalette())
        if self._choices.scheme in schemes:
            is_dark = self._choices.scheme == DARK
        else:
            # A platform may report a dark scheme without a palette for it.
            is_dark = hints.colorScheme() is Qt.ColorScheme.Dark or not self._is_light()
        if self._is_light() == is_dark or (self.is_high_contrast and self.has_style_palette):
            palette = make_scheme_palette(is_dark=is_dark, high_contrast=self.is_high_contrast)
            application.setPalette(palette)
        application.setPalette(make_legible(application.palette()))
        menus = QPalette()
        if self.is_high_contrast or not self._is_light():
            # Fusion draws frame and boxes of a menu in a darker window color, which nobody sees
            # where that is dark.
            edges = _CONTRAST_MENU_EDGES if self.is_high_contrast else _NORMAL_MENU_EDGES
            menus.setColor(QPalette.ColorRole.Window, QColor(edges[self._is_light()]))
        application.setPalette(menus, "QMenu")  # type: ignore[arg-type] # it takes no bytes
        tips = QPalette(application.palette())
        if application.style().objectName() == _FUSION_STYLE:
            # Not the yellow of the style.
            tips.setBrush(QPalette.ColorRole.ToolTipBase, tips.base())
            tips.setBrush(QPalette.ColorRole.ToolTipText, tips.text())
        QToolTip.setPalette(tips)
        controls = QPalette()
        if application.style().objectName() == _FUSION_STYLE:
            controls = make_edge_palette(application.palette(), self.is_high_contrast)
        for name in _BORDERED_CLASSES:
            application.setPalette(controls, name)  # type: ignore[arg-type] # it takes no bytes

    def _is_light(self) -> bool:
        """Return whether the window color of the present palette is light."""
        # 0.18 is about the luminance at which black and white stand out equally.
        return luminance(self._application.palette().window().color()) >= 0.18

    @property
    def has_style_palette(self) -> bool:
        """Whether the palette is that of the style: the desktop has none for high contrast."""
        role = QPalette.ColorRole
        standard_palette, palette = (
            self._application.style().standardPalette(),
            self._application.palette(),
        )
        return all(
            palette.color(color_role) == standard_palette.color(color_role)
            for color_role in (role.Window, role.Base, role.Text)
        )

    def _apply_motion(self) -> None:
        """Turn Qt's animations and the blinking of the cursor on or off."""
        for effect in self._effects:
            self._application.setEffectEnabled(effect, self.is_animated)
        self._style_hints.setCursorFlashTime(self._flash_time if self.is_animated else 0)

    def _apply_text_size(self) -> None:
        """Set the font of the application: that of the desktop, or the same one in another size."""
        chosen_size = self._choices.text_size
        if chosen_size == self._text_size:
            return
        if self._text_size == SYSTEM:
            self._desktop_font = self._application.font()
        self._text_size = chosen_size
        factor = 1.0 if chosen_size == SYSTEM else int(chosen_size) / 100
        self._application.setFont(_make_scaled(self._desktop_font, factor))


def make_legible(palette: QPalette) -> QPalette:
    """Return a palette in which the colors that Qt itself paints with are legible.

    Fusion's selection is white on a blue with a contrast of 3.7, its links in dark schemes have
    less.
    """
    role, legible_palette = QPalette.ColorRole, QPalette(palette)
    base_color, window = palette.color(role.Base), palette.color(role.Window)
    for text_role, text_backgrounds in (
        (role.Highlight, (palette.color(role.HighlightedText),)),
        (role.LinkVisited, (base_color, window)),
        (role.PlaceholderText, (base_color,)),
    ):
        color = palette.color(text_role)
        opaque_color = mix(color, base_color, color.alphaF())
        readable_text = reach_contrast(opaque_color, text_backgrounds, 4.6)
        if readable_text != opaque_color:
            legible_palette.setColor(text_role, readable_text)
    # Links of pages that Qt lays out look as those that the window paints.
    legible_palette.setColor(
        role.Link, reach_contrast(palette.color(role.Accent), (base_color, window), 4.6)
    )
    return legible_palette


def make_edge_palette(palette: QPalette, high_contrast: bool) -> QPalette:
    """Return a palette from which Fusion draws legible edges of controls.

    Its outline is the window color made darker, that of a default button the selection. Their
    contrast is 1.2 to 2 in ordinary palettes, and none in a black one.
    """
    role, edges = QPalette.ColorRole, QPalette()
    window, base_color, highlight = map(palette.color, (role.Window, role.Base, role.Highlight))
    # WCAG 2 asks 3; the box of a check is drawn a little fainter than other edges.
    ratio = 6.0 if high_contrast else 4.0
    outline = reach_contrast(
        mix(palette.color(role.Text), window, 0.5), (window, base_color), ratio
    )
    edges.setColor(role.Window, outline.lighter(140))  # Fusion takes what is darker by as much
    default = reach_contrast(highlight.darker(125), (window, base_color), ratio)
    edges.setColor(role.Highlight, default.lighter(125))
    return edges


class _SchemeColors(NamedTuple):
    window: str
    base: str
    text: str
    accent: str
    on_accent: str
    placeholder: str
    link: str
    disabled: str


_SCHEMES = {
    # dark, high contrast
    (False, False): _SchemeColors(
        "#efefef", "#ffffff", "#000000", "#308cc6", "#ffffff", "#6b6b6b", "#216088", "#9a9a9a"
    ),
    (True, False): _SchemeColors(
        "#323232", "#242424", "#f0f0f0", "#308cc6", "#ffffff", "#9a9a9a", "#95c6e5", "#7d7d7d"
    ),
    (False, True): _SchemeColors(
        "#ffffff", "#ffffff", "#000000", "#00459e", "#ffffff", "#3c3c3c", "#00459e", "#5c5c5c"
    ),
    (True, True): _SchemeColors(
        "#000000", "#000000", "#ffffff", "#1aebff", "#000000", "#d0d0d0", "#1aebff", "#a6a6a6"
    ),
}


def make_scheme_palette(*, is_dark: bool, high_contrast: bool = False) -> QPalette:
    """Return our palette of the light or dark scheme, for platforms without one."""
    scheme = _SCHEMES[is_dark, high_contrast]
    accent = QColor(scheme.accent)
    # This constructor derives the roles that are not set below, for bevels and shadows.
    palette = QPalette(QColor(scheme.window))
    role = QPalette.ColorRole
    for name in (role.WindowText, role.Text, role.ButtonText, role.ToolTipText):
        palette.setColor(name, QColor(scheme.text))
    palette.setColor(role.Base, QColor(scheme.base))
    palette.setColor(role.AlternateBase, QColor(scheme.window))
    palette.setColor(role.ToolTipBase, QColor(scheme.base))
    palette.setColor(role.Highlight, accent)
    palette.setColor(role.Accent, accent)
    palette.setColor(role.HighlightedText, QColor(scheme.on_accent))
    palette.setColor(role.PlaceholderText, QColor(scheme.placeholder))
    palette.setColor(role.Link, QColor(scheme.link))
    group = QPalette.ColorGroup.Disabled
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(group, name, QColor(scheme.disabled))
    return palette
