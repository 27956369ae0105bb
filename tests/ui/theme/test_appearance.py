"""Style, palette, contrast and motion: what the desktop says, or what the user chose."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QMenu, QToolTip

from vkconfig_py.model.configuration.preferences import (
    CONTRAST,
    DARK,
    DESKTOP_STYLE,
    HIGH,
    LIGHT,
    MOTION,
    REDUCED,
    SYSTEM,
    THEME,
)
from vkconfig_py.ui.theme.appearance import (
    Appearance,
    AppearanceChoices,
    make_legible,
    make_scheme_palette,
)
from vkconfig_py.ui.theme.context import ThemeContext
from vkconfig_py.ui.theme.theme import contrast, make_theme

_ROLE = QPalette.ColorRole
ON = {
    _ROLE.WindowText: _ROLE.Window,
    _ROLE.Text: _ROLE.Base,
    _ROLE.ButtonText: _ROLE.Button,
    _ROLE.ToolTipText: _ROLE.ToolTipBase,
    _ROLE.HighlightedText: _ROLE.Highlight,
    _ROLE.PlaceholderText: _ROLE.Base,
    _ROLE.Link: _ROLE.Window,
}


@pytest.fixture
def appearance(qapp):
    """Return an appearance on a desktop whose style is not ours."""
    QApplication.setStyle("windows")
    made = Appearance(qapp, AppearanceChoices(scheme=LIGHT))
    made.apply()
    yield made
    made.set_choices(AppearanceChoices(scheme=LIGHT))


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("high", [False, True])
def test_what_qt_paints_itself_is_legible(qapp, dark, high):
    palette = make_legible(make_scheme_palette(is_dark=dark, high_contrast=high))
    for text_role, ground in ON.items():
        ratio = contrast(palette.color(text_role), palette.color(ground))
        assert ratio >= (7.0 if high else 4.5), text_role


@pytest.mark.parametrize("dark", [False, True])
def test_links_of_pages_have_the_hue_of_those_that_are_painted(qapp, dark):
    palette = make_scheme_palette(is_dark=dark)
    palette.setColor(_ROLE.Link, QColor("#0000ff"))  # as desktops have it
    link = make_legible(palette).color(_ROLE.Link)
    accent = make_theme(palette, qapp.font()).colors.accent
    assert link.hslHue() == pytest.approx(accent.hslHue(), abs=4)


def test_a_legible_palette_is_left_alone(qapp):
    palette = make_scheme_palette(is_dark=True, high_contrast=True)
    assert make_legible(palette) == palette


def test_high_contrast_holds_at_once_and_is_taken_back(qapp, appearance):
    context = ThemeContext(qapp, appearance)
    assert not context.theme.high_contrast
    appearance.set_choices(AppearanceChoices(scheme=DARK, contrast=HIGH))
    assert context.theme.high_contrast
    assert context.theme.dark
    assert context.theme.colors.base.name() == "#000000"
    appearance.set_choices(AppearanceChoices(scheme=DARK))
    assert not context.theme.high_contrast
    assert context.theme.colors.base.name() != "#000000"


def test_a_desktop_with_colours_of_its_own_for_high_contrast_keeps_them(qapp, appearance):
    yellow = make_scheme_palette(is_dark=True, high_contrast=True)
    yellow.setColor(_ROLE.Text, Qt.GlobalColor.yellow)
    style = qapp.style()
    assert style.standardPalette().color(_ROLE.Text) != yellow.color(_ROLE.Text)
    qapp.setPalette(yellow)
    assert not appearance.has_style_palette


def test_the_window_follows_when_the_desktop_asks_for_more_contrast(qtbot, qapp, appearance):
    appearance.set_choices(AppearanceChoices())
    with qtbot.waitSignal(appearance.changed):
        qapp.styleHints().accessibility().contrastPreferenceChanged.emit(
            Qt.ContrastPreference.HighContrast
        )


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
@pytest.mark.parametrize("strong", [SYSTEM, HIGH])
def test_edge_and_boxes_of_a_menu_are_seen(qtbot, appearance, scheme, strong):
    appearance.set_choices(AppearanceChoices(scheme=scheme, contrast=strong))
    menu = QMenu()
    qtbot.addWidget(menu)
    menu.addAction("Log").setCheckable(True)
    menu.resize(menu.sizeHint())
    image = menu.grab().toImage()
    row = [image.pixelColor(x, image.height() // 2) for x in range(image.width())]
    ground, edge, box = row[-6], row[0], row[1:20]
    assert contrast(edge, ground) >= 1.5
    assert max(contrast(color, ground) for color in box) >= 1.5


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_tool_tips_have_the_colors_of_lists(qapp, appearance, scheme):
    appearance.set_choices(AppearanceChoices(scheme=scheme))
    role, tips = QPalette.ColorRole, QToolTip.palette()
    assert tips.color(role.ToolTipBase) == qapp.palette().color(role.Base)
    assert tips.color(role.ToolTipText) == qapp.palette().color(role.Text)


def test_the_style_of_the_desktop_is_a_choice(qapp, appearance):
    assert qapp.style().objectName() == "fusion"
    appearance.set_choices(AppearanceChoices(style=DESKTOP_STYLE))
    assert qapp.style().objectName() == "windows"
    appearance.set_choices(AppearanceChoices())
    assert qapp.style().objectName() == "fusion"


def test_less_motion_stops_what_moves_or_blinks(qapp, appearance):
    flash = qapp.styleHints().cursorFlashTime()
    appearance.set_choices(AppearanceChoices(motion=REDUCED))
    assert not appearance.is_animated
    assert qapp.styleHints().cursorFlashTime() == 0
    assert not qapp.isEffectEnabled(Qt.UIEffect.UI_AnimateMenu)
    appearance.set_choices(AppearanceChoices(motion=SYSTEM))
    assert qapp.styleHints().cursorFlashTime() == flash


def test_the_desktop_can_ask_for_less_motion(qapp, qtbot, appearance):
    before = appearance.is_animated
    assert before
    with qtbot.waitSignal(appearance.changed):
        appearance.follow_motion(True)
    assert not appearance.is_animated
    assert qapp.styleHints().cursorFlashTime() == 0
    appearance.follow_motion(False)
    assert appearance.is_animated


def test_menu_and_preferences_show_the_same_look_at_once(window):
    appearance, preferences = window.context.appearance, window.session.preferences
    before = appearance.choices
    action = window.actions_["high_contrast"]
    assert not action.isChecked()
    action.trigger()
    assert window.context.theme.high_contrast
    assert preferences.values.get_value(CONTRAST) == HIGH
    preferences.choose(CONTRAST, SYSTEM)
    assert not window.context.theme.high_contrast
    assert not action.isChecked()
    preferences.choose(THEME, DARK)
    assert window.context.theme.dark
    appearance.set_choices(before)


def test_a_look_that_versions_before_kept_in_the_state_is_taken_over_once(qtbot, window):
    preferences, state = window.session.preferences, window.state
    state.set_value("appearance/motion", "reduced")
    assert preferences.import_from_window(state)
    assert preferences.values.get_value(MOTION) == REDUCED
    preferences.choose(MOTION, SYSTEM)
    assert not preferences.import_from_window(state)
    assert preferences.values.get_value(MOTION) == SYSTEM
    window.context.appearance.set_choices(AppearanceChoices(scheme=LIGHT))
    state.wait_until_saved()


def test_panels_are_not_moved_in_slowly_where_less_motion_is_asked_for(window):
    appearance = window.context.appearance
    before = appearance.choices
    appearance.set_choices(AppearanceChoices(scheme=LIGHT, motion=REDUCED))
    assert not window.isAnimated()
    appearance.set_choices(before)


def test_a_chosen_text_size_is_relative_to_that_of_the_desktop_and_goes_back_to_it(qapp):
    desktop = qapp.font()
    made = Appearance(qapp)
    try:
        made.set_choices(AppearanceChoices(text_size="150"))
        assert qapp.font().pointSizeF() == pytest.approx(desktop.pointSizeF() * 1.5)
        made.set_choices(AppearanceChoices(text_size="200"))
        assert qapp.font().pointSizeF() == pytest.approx(desktop.pointSizeF() * 2)
        made.set_choices(AppearanceChoices())
        assert qapp.font() == desktop
    finally:
        qapp.setFont(desktop)
