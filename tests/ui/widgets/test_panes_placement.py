"""Windows come back where they were, or to where a screen is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from vkconfig_py.ui.widgets import panes
from vkconfig_py.ui.widgets.panes import Placement, open_within_screen


@pytest.fixture
def window(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    return made


def right_screen():
    return next(one for one in QGuiApplication.screens() if one.name() == "RIGHT-1")


def on_right(x, y, width, height):
    """A rectangle on the second screen."""
    corner = right_screen().geometry().topLeft()
    return QRect(corner + QPoint(x, y), QRect(0, 0, width, height).size())


def test_a_window_comes_back_to_its_place_on_its_screen(window):
    window.setGeometry(on_right(100, 80, 640, 480))
    window.show()
    text = Placement.from_window(window).text
    window.setGeometry(0, 0, 300, 200)
    Placement.parse(text).apply_to_window(window)
    assert window.geometry() == on_right(100, 80, 640, 480)


def test_a_screen_that_stands_elsewhere_now_takes_its_windows_along(window):
    before = Placement("RIGHT-1", QPoint(-1280, 300), QRect(-1180, 380, 640, 480))
    before.apply_to_window(window)
    assert window.geometry() == on_right(100, 80, 640, 480)


def test_of_a_screen_that_is_gone_a_window_comes_to_the_first_one(window):
    placed = Placement("GONE-1", QPoint(9000, 0), QRect(9100, 80, 640, 480)).apply_to_window(window)
    assert window.geometry() == QRect(100, 80, 640, 480)
    assert Placement.from_window(window).is_same_place(placed)
    window.move(120, 80)
    assert not Placement.from_window(window).is_same_place(placed)


@pytest.mark.parametrize(
    ("normal", "expected"),
    [
        (QRect(-500, -500, 640, 480), (0, 24, 640, 480)),
        (QRect(1000, 900, 640, 480), (640, 544, 640, 480)),
        (QRect(0, 30, 3800, 2000), (0, 24, 1280, 1000)),
    ],
    ids=["left and above", "right and below", "larger than the screen"],
)
def test_a_window_and_its_title_bar_are_inside_the_screen(window, normal, expected):
    corner = right_screen().geometry().topLeft()
    Placement("RIGHT-1", corner, normal.translated(corner), title_height=24).apply_to_window(window)
    assert window.geometry() == on_right(*expected)


def test_a_smaller_screen_makes_no_window_smaller_than_it_can_be(window):
    window.setMinimumSize(1400, 560)
    corner = right_screen().geometry().topLeft()
    Placement("RIGHT-1", corner, QRect(corner, window.minimumSize())).apply_to_window(window)
    assert window.geometry() == on_right(0, 0, 1400, 560)


def test_where_the_platform_tells_no_place_only_the_size_is_kept(window, monkeypatch):
    monkeypatch.setattr(panes, "_can_place_windows", lambda: False)
    window.setGeometry(on_right(100, 80, 640, 480))
    window.show()
    kept = Placement.from_window(window)
    assert not kept.is_placed
    monkeypatch.undo()
    window.setGeometry(30, 40, 300, 200)
    kept.apply_to_window(window)
    assert window.geometry() == QRect(30, 40, 640, 480)


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "1,2,3", "0,0,0,0,0,0,0,1,0,LEFT-1", "0,0,1,1,9,x,0,1,0,L", "base64:AdnQ"],
)
def test_what_somebody_else_wrote_is_no_place(text):
    assert Placement.parse(text) is None


def test_names_of_screens_may_have_commas(window):
    one = Placement("Dell, 27", QPoint(-5, 6), QRect(1, 2, 3, 4), 24, False, True)
    assert Placement.parse(one.text) == one


def test_no_window_opens_larger_than_its_screen(window):
    window.move(right_screen().geometry().topLeft())
    open_within_screen(window, 4000, 3000)
    assert window.width() <= 1280
    assert window.height() < 1024
