"""The wheel scrolls; it never changes a value."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractSlider, QAbstractSpinBox, QComboBox, QScrollBar

from vkconfig_py.ui.inspector.inspector import SETTINGS

CHANGED_BY_THE_WHEEL = (QComboBox, QAbstractSpinBox, QAbstractSlider)


def test_no_part_of_the_window_takes_a_value_from_the_wheel(window):
    window.chain.view.select_key("layer:VK_LAYER_KHRONOS_validation")
    window.inspector.show_tab(SETTINGS)
    window.actions_["loader_options"].trigger()
    found = [part for kind in CHANGED_BY_THE_WHEEL for part in window.findChildren(kind)]
    assert [part for part in found if not isinstance(part, QScrollBar)] == []
