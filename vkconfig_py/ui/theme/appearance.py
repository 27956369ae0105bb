"""The look that user and desktop want: color scheme, contrast, style, motion, text size."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette
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
from vkconfig_py.ui.theme.theme import luminance, make_scaled_font, mix, reach_contrast

# Fusion draws everything from the palette, as our painted widgets do. Styles of desktops (Breeze,
# macOS, Windows) take colors and sizes of their own for what Qt paints: menus, check boxes,
# questions. These look at home there, and a little different from what stands beside them.
_FUSION_STYLE = "fusion"
# Of dark and light menus; what is drawn is darker than these.
_CONTRAST_MENU_EDGES = ("#bcbcbc", "#767676")
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
        self._application.setFont(make_scaled_font(self._desktop_font, factor))


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
