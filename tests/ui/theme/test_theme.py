from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPalette

from vkconfig_py.ui.theme.appearance import make_scheme_palette
from vkconfig_py.ui.theme.context import paint_selected
from vkconfig_py.ui.theme.theme import contrast, make_theme


def themed(palette, **more):
    return make_theme(palette, QFont("DejaVu Sans", 9), **more)


PALETTES = {
    "light": lambda: make_scheme_palette(is_dark=False),
    "dark": lambda: make_scheme_palette(is_dark=True),
    "sand": lambda: QPalette(QColor("#e8dcc0")),
    "midnight": lambda: QPalette(QColor("#101830")),
}


@pytest.fixture(params=list(PALETTES))
def colors(request, qapp):
    return themed(PALETTES[request.param]()).colors


def test_the_light_colours_are_those_of_the_specification(qapp):
    colors = themed(make_scheme_palette(is_dark=False)).colors
    assert colors.text.name() == "#191919"
    assert colors.secondary.name() == "#595959"
    assert colors.selected_base.name() == "#deedf6"
    assert colors.selected_window.name() == "#c9dbe7"


def test_the_dark_colours_are_those_of_the_specification(qapp):
    colors = themed(make_scheme_palette(is_dark=True)).colors
    assert colors.text.name() == "#f0f0f0"
    assert colors.selected_base.name() == "#284355"
    assert colors.selected_window.name() == "#315164"


@pytest.mark.parametrize("text_role", ["text", "secondary", "accent", "ok", "warn", "error"])
def test_text_is_legible_on_every_ground_it_stands_on(colors, text_role):
    for ground in ("base", "window", "selected_base"):
        assert contrast(getattr(colors, text_role), getattr(colors, ground)) >= 4.4, ground


@pytest.mark.parametrize("tone", ["ok", "warn", "error"])
def test_a_state_word_is_legible_on_its_tint(colors, tone):
    assert contrast(colors.tone(tone), colors.tint(tone)) >= 4.5


def test_controls_are_seen_on_every_ground(colors):
    for ground in ("base", "window", "selected_base", "selected_window"):
        assert contrast(colors.outline, getattr(colors, ground)) >= 3.0, ground


def test_the_primary_button_is_legible(colors):
    assert contrast(colors.primary, colors.primary_text) >= 4.5


def test_the_position_is_legible_on_its_node(colors):
    assert contrast(colors.node, colors.node_text) >= 4.5


def test_high_contrast_has_no_tints_and_no_grey_text(qapp):
    theme = themed(make_scheme_palette(is_dark=False), high_contrast=True)
    assert theme.colors.ok_tint == theme.colors.base
    assert theme.colors.secondary == theme.colors.text
    assert theme.line_width() == 2.0


@pytest.mark.parametrize("high_contrast", [False, True])
def test_a_selected_row_of_a_table_is_seen(qapp, high_contrast):
    theme = themed(make_scheme_palette(is_dark=False), high_contrast=high_contrast)
    row = QImage(40, 20, QImage.Format.Format_RGB32)
    row.fill(theme.colors.base)
    painter = QPainter(row)
    paint_selected(painter, theme, QRectF(row.rect()))
    painter.end()
    assert {row.pixelColor(20, y).name() for y in range(20)} != {theme.colors.base.name()}


def test_sizes_grow_with_the_font(qapp):
    small = make_theme(make_scheme_palette(is_dark=False), QFont("DejaVu Sans", 9))
    large = make_theme(make_scheme_palette(is_dark=False), QFont("DejaVu Sans", 18))
    assert small.px(44) == 44
    assert large.px(44) > 60


def test_a_font_in_pixels_is_scaled_too(qapp):
    font = QFont("DejaVu Sans")
    font.setPixelSize(20)
    theme = make_theme(make_scheme_palette(is_dark=False), font)
    assert theme.small.font.pixelSize() == 19
    assert theme.hero.font.pixelSize() == 31
