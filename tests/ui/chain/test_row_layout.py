from __future__ import annotations

import pytest
from PySide6.QtCore import QRect

from tests.ui import sample
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.ui.chain.row_delegate import get_row_height, has_action, layout_row

ROWS = sample.rows_of(sample.CHAIN, sample.BELOW)
LAYER = ROWS[1]
DRIVER = next(row for row in ROWS if row.kind is RowKind.DRIVER)
BROKEN = next(row for row in ROWS if row.kind is RowKind.BROKEN)


@pytest.fixture
def theme(context):
    return context.theme


def test_heights_are_those_of_the_specification(theme):
    heights = {row.kind: get_row_height(theme, row.kind) for row in ROWS}
    assert heights[RowKind.LAYER] == heights[RowKind.PROGRAM] == 44
    assert heights[RowKind.LOADER] == 40
    assert heights[RowKind.DRIVER] == 32


def test_text_and_node_stand_where_the_specification_says(theme):
    layout = layout_row(theme, QRect(0, 0, 680, 44), LAYER)
    assert (layout.node_x, layout.text_left) == (44, 72)
    assert layout.segments[-1].rect.right() == 680 - 16


def test_wishes_of_layers_and_drivers_share_their_columns(theme):
    layer = layout_row(theme, QRect(0, 0, 680, 44), LAYER)
    driver = layout_row(theme, QRect(0, 0, 680, 32), DRIVER)
    for one, other in zip(layer.segments, driver.segments, strict=True):
        assert one.rect.left() == other.rect.left()
        assert one.rect.right() == other.rect.right()


def test_every_segment_is_hit_also_a_little_above_and_below(theme):
    layout = layout_row(theme, QRect(0, 100, 680, 44), LAYER)
    for segment in layout.segments:
        x = segment.rect.center().x()
        assert layout.find_control(x, 122) == segment.control
        assert layout.find_control(x, 122 - 15) == segment.control
        assert segment.rect.width() >= 24


def test_outside_the_control_there_is_no_control(theme):
    layout = layout_row(theme, QRect(0, 0, 680, 44), LAYER)
    assert layout.find_control(300, 22) == ""
    assert layout.find_control(layout.segments[0].rect.center().x(), 3) == ""


def test_text_ends_before_the_control_at_the_smallest_width(theme):
    layout = layout_row(theme, QRect(0, 0, 420, 44), LAYER)
    assert layout.text_left + 150 < layout.text_right < layout.segments[0].rect.left()


def test_a_broken_file_offers_fix_in_place_of_controls(theme):
    layout = layout_row(theme, QRect(0, 0, 680, 44), BROKEN)
    assert has_action(BROKEN)
    assert not layout.segments
    assert layout.action.right() == 664


def test_right_to_left_mirrors_everything(theme):
    plain = layout_row(theme, QRect(0, 0, 680, 44), LAYER)
    mirrored = layout_row(theme, QRect(0, 0, 680, 44), LAYER, mirrored=True)
    assert mirrored.node_x == 680 - plain.node_x
    assert mirrored.segments[0].rect.right() == 680 - plain.segments[0].rect.left()
    assert mirrored.text_right == 680 - plain.text_left


@pytest.mark.parametrize("mirrored", [False, True])
def test_on_a_wide_screen_the_control_stays_near_the_name(theme, mirrored):
    wide = layout_row(theme, QRect(0, 0, 3240, 44), LAYER, mirrored=mirrored)
    away = wide.segments[-1].rect.center().x() - wide.node_x
    assert 1000 < abs(away) < 1360
    assert wide.box.width() < 1360
    assert wide.node_x == (3240 - 44 if mirrored else 44)
