"""Rows that wrap."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QVBoxLayout, QWidget
from shiboken6 import isValid

from vkconfig_py.model.chain.row_details import LabeledFact
from vkconfig_py.ui.widgets.basic import Label
from vkconfig_py.ui.widgets.layouts import FlowLayout, fill_form

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_a_name_stands_on_the_line_of_its_value(qtbot, context):
    page = QWidget()
    qtbot.addWidget(page)
    fill_form(context, QFormLayout(page), [LabeledFact("Type", "Discrete GPU")])
    page.resize(400, 100)
    page.show()
    lines = {
        label.y() + label.contentsMargins().top() + label.fontMetrics().ascent()
        for label in page.findChildren(Label)
    }
    assert len(lines) == 1


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
