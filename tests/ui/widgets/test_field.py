"""Fields to search in: a button clears them, where nothing else stands at their end."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QStyle, QToolButton

from vkconfig_py.ui.widgets.basic import Field


@pytest.mark.parametrize(("is_search", "count"), [(True, 1), (False, 0)])
def test_a_field_to_search_in_has_a_button_that_clears_it(qtbot, context, is_search, count):
    field = Field(context, name="Find", is_search=is_search)
    qtbot.addWidget(field)
    field.setText("sync")
    buttons = field.findChildren(QToolButton)
    assert len(buttons) == count
    for button in buttons:
        assert button.defaultAction().toolTip() == "Clear"
        button.click()
        assert not field.text()


def test_the_button_takes_no_room_from_the_hint(qtbot, context):
    field = Field(context, name="Find", hint="Find a layer", is_search=True)
    qtbot.addWidget(field)
    field.show()
    (button,) = field.findChildren(QToolButton)
    assert not button.isVisible()
    field.setText("sync")
    qtbot.waitUntil(button.isVisible)
    context.recompute()
    assert button.isVisible()
    field.clear()
    qtbot.waitUntil(button.isHidden)
    context.recompute()
    assert not button.isVisible()


def test_no_button_lies_over_what_stands_at_the_end_of_a_field(qtbot, context):
    field = Field(context, name="Find", is_search=True)
    qtbot.addWidget(field)
    field.reserve_space(60)
    assert not field.findChildren(QAction)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_button_that_clears_a_field_grows_with_the_text(qtbot, qapp, context):
    plain, font = qapp.font(), qapp.font()
    font.setPointSizeF(2 * plain.pointSizeF())
    qapp.setFont(font)
    context.recompute()
    try:
        field = Field(context, name="Find", is_search=True)
        qtbot.addWidget(field)
        field.setText("sync")
        field.show()
        (button,) = field.findChildren(QToolButton)
        sign_size = field.style().pixelMetric(QStyle.PixelMetric.PM_LineEditIconSize, None, field)
        assert sign_size == context.theme.px(16) > 24
        assert button.width() >= sign_size
    finally:
        qapp.setFont(plain)
        context.recompute()
