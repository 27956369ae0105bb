from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor

from vkconfig_py.ui.theme.theme import contrast, mix, reach_contrast

colors = st.builds(QColor, *[st.integers(0, 255)] * 3)


def test_mix_takes_the_share_of_the_first_colour():
    assert mix(QColor("#000000"), QColor("#ffffff"), 0.9).name() == "#191919"


def test_black_on_white_has_the_highest_contrast():
    assert contrast(QColor("white"), QColor("black")) == pytest.approx(21.0)


def test_a_colour_that_is_legible_already_is_left_alone():
    text_role = QColor("#146c34")
    assert reach_contrast(text_role, (QColor("white"),), 4.6) is text_role


@given(colors, colors, st.floats(1.0, 4.5))
def test_reach_always_reaches_what_one_background_allows(text_role, ground, ratio):
    assert contrast(reach_contrast(text_role, (ground,), ratio), ground) >= ratio - 0.05


@given(colors)
def test_reach_keeps_the_hue(text_role):
    moved = reach_contrast(text_role, (QColor("white"),), 4.6)
    if (
        text_role.hslSaturation() > 60
        and 40 < text_role.lightness() < 215
        and moved.lightness() > 25
    ):
        inverted = abs(moved.hslHue() - text_role.hslHue())
        assert min(inverted, 360 - inverted) <= 6
