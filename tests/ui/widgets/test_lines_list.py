"""Lists of titled lines: the button that Enter uses, and presses, while rows change."""

import pytest
from PySide6.QtCore import QPoint, Qt

from vkconfig_py.model.items.lines_model import LinesModel
from vkconfig_py.model.text.lines import LineAction, ListLine
from vkconfig_py.ui.widgets.lines_list import LinesView


def present(value):
    name, *buttons = value
    return ListLine(name, actions=tuple(LineAction(one, one) for one in buttons))


@pytest.fixture
def view(context, qtbot):
    """Return a visible list; a value is its title with what its buttons do."""
    view = LinesView(context, LinesModel(lambda value: value[0], present), "Lines")
    view.model().setParent(view)
    qtbot.addWidget(view)
    view.resize(500, 300)
    view.show()
    return view


@pytest.fixture
def acted(view):
    """Return what buttons did."""
    acted = []
    view.action_used.connect(lambda value, does: acted.append((value[0], does)))
    return acted


def show(view, *values):
    view.model().update_to(values)
    view.doItemsLayout()


def place_of(view, row, button):
    index = view.model().index(row)
    rects = view.itemDelegate().get_action_rects(view.visualRect(index), index)
    return rects[button].center().toPoint()


def test_enter_uses_a_button_that_is_there_after_a_row_has_fewer(view, acted, qtbot):
    show(view, ("a", "turn off", "remove"))
    view.setCurrentIndex(view.model().index(0))
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.get_chosen_action() == "remove"
    show(view, ("a", "include"))
    assert view.get_chosen_action() == "include"
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert acted == [("a", "include")]


def test_a_button_is_not_used_when_another_row_came_below_the_pointer(view, acted, qtbot):
    show(view, ("b", "stop"))
    place = place_of(view, 0, 0)
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    show(view, ("a", "stop"), ("b", "stop"))
    assert view.indexAt(QPoint(20, place.y())).row() == 0
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert acted == []
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert acted == [("a", "stop")]
