from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QColor

import vkconfig_py
from vkconfig_py.model.files import resources
from vkconfig_py.ui.theme.context import Icons
from vkconfig_py.ui.widgets.actions import ACTION_SPECS

FILES = sorted(path.stem for path in resources.find_resource("icons").glob("*.svg"))
OWN_COLOURS = {"vkconfig-py", "vkconfig-py-applied"}


@pytest.mark.parametrize("name", FILES)
def test_an_icon_paints_something_in_the_asked_colour(qapp, name):
    image = Icons().get_pixmap(name, QColor("#ff0000"), 16, 2.0).toImage()
    inked = [
        image.pixelColor(x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() > 200
    ]
    assert inked
    if name not in OWN_COLOURS:
        assert all(color.red() > 200 and color.green() < 40 for color in inked)


def test_pixmaps_are_kept_by_colour_and_ratio(qapp):
    icons = Icons()
    first = icons.get_pixmap("plus", QColor("red"), 16, 1.0)
    assert icons.get_pixmap("plus", QColor("red"), 16, 1.0) is first
    assert icons.get_pixmap("plus", QColor("blue"), 16, 1.0) is not first
    assert icons.get_pixmap("plus", QColor("red"), 16, 2.0).width() == 32


def test_every_icon_that_the_source_names_exists():
    named = {spec.icon for spec in ACTION_SPECS if spec.icon}
    for path in Path(vkconfig_py.__file__).parent.joinpath("ui").rglob("*.py"):
        named |= set(re.findall(r'icon="([a-z-]+)"', path.read_text(encoding="utf-8")))
    assert named <= set(FILES)
