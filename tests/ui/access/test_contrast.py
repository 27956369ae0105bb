"""Contrast of everything that is painted, measured in four palettes."""

from __future__ import annotations

from itertools import product

import pytest

from tests.ui.access.painted import painted
from vkconfig_py.ui.theme.appearance import DARK, HIGH, LIGHT, SYSTEM, Choices
from vkconfig_py.ui.window.bars import PANELS

PALETTES = {
    f"{scheme} {contrast}": Choices(scheme=scheme, contrast=contrast)
    for scheme, contrast in product((LIGHT, DARK), (SYSTEM, HIGH))
}


@pytest.fixture(params=list(PALETTES))
def appearance(request, qapp, look):
    """Return one of the palettes, as the application has it."""
    look.appearance.choose(PALETTES[request.param])
    yield look.appearance
    look.appearance.choose(Choices(scheme=LIGHT))
    look.recompute()


def weak(look, widget):
    """Return what is told apart too badly from what it stands on."""
    colors = look.theme.colors
    text, sign = (7.0, 4.5) if look.theme.high_contrast else (4.5, 3.0)
    least = {"text": text, "icon": sign, "outline": sign}
    exempt = {colors.divider.name(), colors.disabled.name()}
    return sorted(
        {
            str(one)
            for one in painted(widget)
            if one.contrast < least[one.kind] and one.ink.name() not in exempt
        }
    )


def test_everything_in_the_window_is_told_apart(qtbot, look, appearance, window):
    found = weak(look, window)
    for name, _text, _icon in PANELS:
        panel = window.docks.open(name)
        panel.setFocus()
        found += weak(look, panel)
    assert found == []
