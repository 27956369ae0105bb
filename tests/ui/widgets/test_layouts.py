"""Rows that wrap."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from vkconfig_py.ui.widgets.choosers import Segment, SegmentedControl
from vkconfig_py.ui.widgets.layouts import FlowLayout

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.mark.parametrize("width", [260, 330, 430])
def test_the_rows_of_a_segmented_control_are_a_table(qtbot, context, width):
    texts = ("15 Minuten", "1 Stunde", "Bis dieses Fenster schließt", "Bis zum Abmelden")
    segments = [Segment(context, text) for text in (*texts, "Bis ich sie zurücknehme", "Andere …")]
    control = SegmentedControl(context, segments)
    qtbot.addWidget(control)
    control.resize(width, control.heightForWidth(width))
    control.show()
    rows: dict[int, list[QWidget]] = {}
    for segment in segments:
        rows.setdefault(segment.y(), []).append(segment)
        assert segment.width() >= segment.sizeHint().width()
    assert len(rows) > 1
    columns = {tuple((one.x(), one.width()) for one in row) for row in rows.values()}
    assert len(columns) == 1
    assert len(rows[max(rows)]) > 1 or len(segments) == len(rows)


def test_a_flow_keeps_its_items_when_another_layout_goes(qtbot):
    """Python keeps an object for each item of a layout inside another, beyond the item's end.

    An item that Qt makes later at the same address gets that object, which ends with its layout.
    """
    old_page, page = QWidget(), QWidget()
    qtbot.addWidget(page)
    widgets = [QWidget() for _number in range(1000)]
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget)
    QVBoxLayout(old_page).addLayout(row)
    for widget in widgets:
        widget.deleteLater()
    del widgets, widget, row
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    flow = FlowLayout(page)
    for _number in range(1000):
        flow.addWidget(QWidget())
    old_page.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    assert all(isValid(flow.itemAt(index)) for index in range(flow.count()))
    assert flow.heightForWidth(100) > 0
    flow.itemAt(0).widget().setParent(None)
    assert flow.count() == 999
