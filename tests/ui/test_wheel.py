"""The wheel scrolls; it never changes a value."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QScrollBar,
    QWidget,
)

from vkconfig_py.ui.inspector.head import InspectorPage

CHANGED_BY_THE_WHEEL = (QComboBox, QAbstractSpinBox, QAbstractSlider)


def test_no_part_of_the_window_takes_a_value_from_the_wheel(window):
    window.chain.view.select_key("layer:VK_LAYER_KHRONOS_validation")
    window.inspector.show_tab(InspectorPage.SETTINGS)
    window.actions_["loader_options"].trigger()
    found = [part for kind in CHANGED_BY_THE_WHEEL for part in window.findChildren(kind)]
    assert [part for part in found if not isinstance(part, QScrollBar)] == []


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_wheel_over_every_part_changes_nothing(window):
    window.chain.view.select_key("layer:VK_LAYER_KHRONOS_validation")
    window.inspector.show_tab(InspectorPage.SETTINGS)
    window.actions_["apply"].trigger()
    before = window.session.edits.workspace, window.session.requests.view
    parts = [part for part in window.findChildren(QWidget) if part.isVisible()]
    assert len(parts) > 50
    for part in parts:
        for turn in (QPoint(0, -120), QPoint(0, 120)):
            at = QPointF(part.rect().center())
            QApplication.sendEvent(
                part,
                QWheelEvent(
                    at,
                    part.mapToGlobal(at),
                    QPoint(),
                    turn,
                    Qt.MouseButton.NoButton,
                    Qt.KeyboardModifier.NoModifier,
                    Qt.ScrollPhase.NoScrollPhase,
                    False,
                ),
            )
    assert (window.session.edits.workspace, window.session.requests.view) == before


def test_the_row_below_the_pointer_is_the_hovered_one_also_when_the_list_scrolls(open_window):
    view = open_window(900, 520).chain.view
    view.set_collapsed(False)
    place = QPoint(200, 120)
    QCursor.setPos(view.viewport().mapToGlobal(place))
    QTest.mouseMove(view.viewport(), place)
    entered_rows = []
    view.entered.connect(lambda index: entered_rows.append(index.row()))
    view.verticalScrollBar().setValue(200)
    assert entered_rows == [view.indexAt(place).row()]
    view.scrollToTop()
    assert entered_rows[1:] == [view.indexAt(place).row()]
