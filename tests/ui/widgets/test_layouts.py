"""Rows that wrap."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from vkconfig_py.ui.widgets.choosers import Segment, SegmentedControl

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.mark.parametrize("width", [260, 330, 430])
def test_the_rows_of_a_segmented_control_are_a_table(qtbot, context, width):
    texts = ("15 Minuten", "1 Stunde", "Bis dieses Fenster schließt", "Bis zum Abmelden")
    segments = [Segment(context, text) for text in (*texts, "Bis ich zurücknehme", "Andere …")]
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
