"""Text twice as large: nothing is cut, and every dialog is on a screen of 1280 by 720."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from devtools.cut_text import find_cut_texts
from tests.ui.access.boxes import BOXES, opened
from vkconfig_py.ui.window.bars import PANELS

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
SCREEN = QSize(1280, 720)


@pytest.fixture
def large(qapp):
    """Let the font of the system be twice as large."""
    plain, font = qapp.font(), qapp.font()
    font.setPointSizeF(2 * plain.pointSizeF())
    qapp.setFont(font)
    yield
    qapp.setFont(plain)


@pytest.fixture
def window(large, look, open_window):
    look.recompute()
    return open_window()


def laid_out():
    for _round in range(3):  # layouts ask for another where a height depends on a new width
        QApplication.processEvents()


def test_every_dialog_is_readable_and_fits_the_screen(qtbot, window):
    found = []
    for name in BOXES:
        with opened(qtbot, window, name) as box:
            for _time in range(2):  # what leaves words out where there is little room needs less
                box.resize(box.size().boundedTo(SCREEN))
                laid_out()
            if box.size().boundedTo(SCREEN) != box.size():
                found.append(f"{name}: is {box.width()}x{box.height()} at least")
            found += [f"{name}: {cut}" for cut in find_cut_texts(box)]
    assert found == []


def test_every_panel_of_the_window_is_readable(window):
    found = set()
    for name, _text, _icon in PANELS:
        window.docks.open(name)
        laid_out()
        found |= {f"{name}: {cut}" for cut in find_cut_texts(window)}
    assert sorted(found) == []
