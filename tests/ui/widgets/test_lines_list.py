"""Lists of titled lines: the button that Enter uses, and presses, while rows change."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

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


def find_tip():
    tips = [tip for tip in QApplication.topLevelWidgets() if tip.inherits("QTipLabel")]
    return next(tip for tip in tips if tip.isVisible())


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_tool_tip_of_a_row_covers_no_row_below_it(view, qtbot):
    show(view, *((f"{number} {'a long title ' * 20}",) for number in range(5)))
    view.move(100, 300)
    for number in (1, 3):
        row = view.visualRect(view.model().index(number))
        place = row.center()
        event = QHelpEvent(QEvent.Type.ToolTip, place, view.viewport().mapToGlobal(place))
        QApplication.sendEvent(view.viewport(), event)
        tip = find_tip()
        assert tip.frameGeometry().bottom() < view.viewport().mapToGlobal(row.topLeft()).y()
    view.move(100, 0)  # no room above: below the whole row
    row = view.visualRect(view.model().index(0))
    place = row.center()
    event = QHelpEvent(QEvent.Type.ToolTip, place, view.viewport().mapToGlobal(place))
    QApplication.sendEvent(view.viewport(), event)
    assert find_tip().y() > view.viewport().mapToGlobal(row.bottomLeft()).y()
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())


def test_a_list_does_not_scroll_where_its_current_row_goes(view):
    rows = [(f"row {number}",) for number in range(40)]
    show(view, *rows)
    view.setCurrentIndex(view.model().index(0))
    view.verticalScrollBar().setValue(200)
    show(view, *rows[1:])
    assert view.get_current_value() == ("row 1",)
    assert view.verticalScrollBar().value() >= 200 - view.sizeHintForRow(0)
    view.setCurrentIndex(view.model().index(0))
    view.setCurrentIndex(view.model().index(38))
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()


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
