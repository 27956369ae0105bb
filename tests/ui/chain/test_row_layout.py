from __future__ import annotations

import pytest
from PySide6.QtCore import QRect

from tests.ui import sample
from vkconfig_py.model.chain.snapshot_values import Row, RowKind, Tone
from vkconfig_py.ui.chain.row_layout import (
    TEXT_GAP,
    decide_columns,
    find_version_below,
    get_row_height,
    has_action,
    layout_row,
    list_second_line,
    list_texts_after_name,
    measure_first_texts,
    measure_rows,
    place_columns,
)

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
    assert layout.find_control(layout.segments[0].rect.center().x(), 2) == ""


def test_text_ends_before_the_control_at_the_smallest_width(theme):
    layout = layout_row(theme, QRect(0, 0, 420, 44), LAYER)
    assert layout.text_left + 150 < layout.text_right < layout.segments[0].rect.left()


def test_a_broken_file_offers_fix_in_place_of_controls(theme):
    layout = layout_row(theme, QRect(0, 0, 680, 44), BROKEN)
    assert has_action(BROKEN)
    assert not layout.segments
    assert layout.action.right() == 664


def test_rows_of_another_machine_use_the_room_of_the_controls(theme):
    row = LAYER._replace(control="", controls=(), is_elsewhere=True)
    here, elsewhere = (layout_row(theme, QRect(0, 0, 680, 44), shown) for shown in (LAYER, row))
    assert elsewhere.text_right == 680 - 16 - 12
    assert here.text_right < elsewhere.text_right


def test_a_what_if_moves_no_column(theme):
    changed = LAYER._replace(delta="currently loads in every program")
    assert measure_rows(theme, (changed, *ROWS[2:])) == measure_rows(theme, ROWS[1:])


def test_right_to_left_mirrors_everything(theme):
    plain = layout_row(theme, QRect(0, 0, 680, 44), LAYER)
    mirrored = layout_row(theme, QRect(0, 0, 680, 44), LAYER, is_mirrored=True)
    assert mirrored.node_x == 680 - plain.node_x
    assert mirrored.segments[0].rect.right() == 680 - plain.segments[0].rect.left()
    assert mirrored.text_right == 680 - plain.text_left


@pytest.mark.parametrize("mirrored", [False, True])
def test_on_a_wide_screen_the_control_stays_near_the_name(theme, mirrored):
    wide = layout_row(theme, QRect(0, 0, 3240, 44), LAYER, is_mirrored=mirrored)
    away = wide.segments[-1].rect.center().x() - wide.node_x
    assert 1000 < abs(away) < 1360
    assert wide.box.width() < 1360
    assert wide.node_x == (3240 - 44 if mirrored else 44)


DEVICE = Row(
    key="device:1",
    kind=RowKind.DEVICE,
    name="AMD Radeon RX 7800 XT",
    secondary="Discrete GPU · Vulkan 1.4.318 · Mesa 25.1.5",
    version="1.4.318",
    kind_text="Discrete GPU",
    depth=2,
    control="on",
    controls=("on", "off"),
)


def columns_of(theme, row, least=0):
    layout = layout_row(theme, QRect(0, 0, 900, 44), row)
    columns = decide_columns(theme, measure_rows(theme, ROWS), layout.text_right)
    placed = place_columns(theme, row, columns, layout.text_right, layout.text_left + least)
    return {one.part.text: one.left for one in placed}


def test_version_kind_and_state_stand_in_columns_of_all_rows(theme):
    layer = columns_of(theme, LAYER)
    other = columns_of(theme, ROWS[2])
    driver = columns_of(theme, DRIVER._replace(version="1.4.318"))
    device = columns_of(theme, DEVICE)
    broken = columns_of(theme, BROKEN)
    assert list(layer) == ["1.3.0", "implicit", "Loads"]
    assert layer["1.3.0"] == other["1.3.211"] == driver["1.4.318"] == device["1.4.318"]
    assert layer["implicit"] == other["implicit"]
    assert layer["Loads"] == other["Loads"] == driver["1 device"] == broken["Skipped"]


def test_a_long_name_drops_the_version_then_the_kind_never_the_state(theme):
    columns = columns_of(theme, LAYER)
    state = LAYER.status
    start = layout_row(theme, QRect(0, 0, 900, 44), LAYER).text_left
    shown = [list(columns_of(theme, LAYER, left - start + 1)) for left in sorted(columns.values())]
    assert shown == [["implicit", state], [state], [state]]


def find_narrow(theme, rows):
    """Return the least room in which kinds stand beside the names, and the columns there."""
    measures = measure_rows(theme, rows)
    columns = [(right, decide_columns(theme, measures, right)) for right in range(2000)]
    return next((right, found) for right, found in columns if not found.are_kinds_below)


def test_where_one_version_has_no_room_all_layers_have_theirs_below_the_state(theme):
    rows = (LAYER, LAYER._replace(key="layer:b", name="a name much longer than all others"))
    measures = measure_rows(theme, rows)
    wide = decide_columns(theme, measures, measures.names + 400)
    width, narrow = find_narrow(theme, rows)
    assert wide.version
    assert not narrow.version

    def below(columns, row, width):
        placed = find_version_below(theme, row, columns, 0, width)
        return placed and placed.left

    assert below(wide, LAYER, width) is None  # it is beside the name
    assert {below(narrow, row, width) for row in rows} == {width - narrow.state}
    assert below(narrow, LAYER._replace(reason="a reason of many words " * 9), width) is None
    assert below(narrow, LAYER._replace(version=""), width) is None
    for row in rows:
        least = theme.px(72) + measure_first_texts(theme, row)
        placed = place_columns(theme, row, narrow, width, least)
        assert [one.part.text for one in placed] == ["implicit", "Loads"]


def test_where_one_kind_has_no_room_all_layers_have_theirs_behind_the_version_below(theme):
    rows = (LAYER, LAYER._replace(key="layer:b", name="a name much longer than all others"))
    width = find_narrow(theme, rows)[0] - 1
    columns = decide_columns(theme, measure_rows(theme, rows), width)
    for row in rows:
        placed = place_columns(theme, row, columns, width, 0)
        assert [one.part.text for one in placed] == ["Loads"]
        below = find_version_below(theme, row, columns, 0, width)
        assert below.part.text == f"{row.version} · implicit"
        assert below.left == width - columns.state
    broken = BROKEN._replace(kind_text="unreadable layer")  # no version, which it stood behind
    placed = place_columns(theme, broken, columns, width, 0)
    assert [one.part.text for one in placed] == ["unreadable layer", broken.status]


def test_drivers_and_devices_have_their_versions_in_one_column_of_a_narrow_list(theme):
    width, columns = find_narrow(theme, (*ROWS, LAYER._replace(name="n" * 90)))

    def lefts(row):
        placed = place_columns(theme, row, columns, width, 0)
        return {one.part.text: one.left for one in placed}

    driver, device = lefts(DRIVER._replace(version="1.4.318")), lefts(DEVICE)
    assert driver["1.4.318"] == device["1.4.318"] == lefts(LAYER)["implicit"]
    assert driver["1 device"] == lefts(LAYER)["Loads"]


def test_in_a_narrow_list_a_long_state_leaves_the_longest_driver_its_version(theme):
    long, short, odd = (
        DRIVER._replace(key=f"driver:{name}", name=name, title="", secondary="", reason="",
                        status=status, version="1.4.318", tone=Tone.NEUTRAL)
        for name, status in (
            ("intel (older GPUs)", "1 device"),
            ("radeon", "1 device"),
            ("zink", "not in this program"),
        )
    )  # fmt: skip
    rows = (LAYER._replace(name="n" * 90), long, short, odd)
    measures = measure_rows(theme, rows)
    narrowest = decide_columns(theme, measures, 0)
    assert narrowest.state < measures.state
    least = round(measures.drivers) + narrowest.kind + theme.px(TEXT_GAP) + narrowest.state
    for right in range(least + 1, least + 300):
        columns = decide_columns(theme, measures, right)
        assert not columns.version
        lefts = []
        for row in (long, short):
            text_left = layout_row(theme, QRect(0, 0, right, 32), row).text_left
            min_left = text_left + measure_first_texts(theme, row)
            placed = place_columns(theme, row, columns, right, min_left)
            assert [one.part.text for one in placed] == ["1.4.318", "1 device"], right
            lefts.append(placed[0].left)
        assert len({*lefts}) == 1


def test_a_state_is_as_wide_as_the_widest_of_the_list(theme):
    row = DRIVER._replace(status="not in this program", tone=Tone.NEUTRAL)
    columns = decide_columns(theme, measure_rows(theme, (LAYER, row)), 700)
    lefts = {
        one.part.text: one.left
        for shown in (LAYER, row)
        for one in place_columns(theme, shown, columns, 700, 0)
    }
    assert lefts["not in this program"] == lefts["Loads"]


def test_a_long_state_of_a_driver_takes_no_versions_from_layers(theme):
    driver = DRIVER._replace(version="1.4.318", status="not in this program", tone=Tone.NEUTRAL)
    usual = measure_rows(theme, (LAYER,))
    right = next(
        right
        for right in range(round(usual.names), 900)
        if decide_columns(theme, usual, right).version
    )
    columns = decide_columns(theme, measure_rows(theme, (LAYER, driver)), right)
    assert columns == decide_columns(theme, usual, right)
    layer_lefts, driver_lefts = (
        {one.part.text: one.left for one in place_columns(theme, row, columns, right, 0)}
        for row in (LAYER, driver)
    )
    assert list(driver_lefts) == ["1.4.318", "not in this program"]
    assert driver_lefts["1.4.318"] == layer_lefts[LAYER.version]


def test_no_column_moves_when_drivers_are_probed_or_one_is_used_alone(theme):
    states = ("not probed yet", "no device found", "not chosen", "1 device")
    lists = [(LAYER, DRIVER._replace(status=state, tone=Tone.NEUTRAL)) for state in states]
    for right in (400, 700):
        assert len({decide_columns(theme, measure_rows(theme, rows), right) for rows in lists}) == 1


def test_a_long_state_has_as_much_of_its_column_as_versions_leave(theme):
    driver = DRIVER._replace(status="not in this program", tone=Tone.NEUTRAL)
    usual, measures = (measure_rows(theme, rows) for rows in ((LAYER,), (LAYER, driver)))
    right = next(right for right in range(900) if decide_columns(theme, usual, right).version)
    least, most = decide_columns(theme, usual, right).state, measures.state
    widths = [decide_columns(theme, measures, right + more).state for more in range(most)]
    assert widths == [min(least + more, most) for more in range(most)]


def test_a_place_moves_no_text_of_a_device_and_stands_in_the_column_of_states(theme):
    ranked = DEVICE._replace(status="2nd", tone=Tone.OK)
    for right in (400, 700):
        columns = decide_columns(theme, measure_rows(theme, (LAYER, ranked)), right)
        unranked = decide_columns(theme, measure_rows(theme, (LAYER, DEVICE)), right)
        assert columns._replace(device_state=unranked.device_state) == unranked
        layer, plain, placed = (
            {one.part.text: one.left for one in place_columns(theme, row, columns, right, 0)}
            for row in (LAYER, DEVICE, ranked)
        )
        is_beside = columns.device_state == columns.state
        assert is_beside is (right == 700)
        rank_left = right - theme.small_strong.width("2nd")
        assert placed == {**plain, "2nd": layer["Loads"] if is_beside else rank_left}


def test_the_kind_of_a_device_follows_its_name_as_words_of_drivers_do(theme):
    driver = DRIVER._replace(secondary="for 32-bit programs", reason="")
    device = DEVICE._replace(reason="driver not used")
    shown = [[part.text for part in list_texts_after_name(theme, row)] for row in (driver, device)]
    assert shown == [["for 32-bit programs"], ["Discrete GPU · driver not used"]]


def test_the_control_of_a_layer_stands_on_the_line_of_its_name(theme):
    layout = layout_row(theme, QRect(0, 0, 680, 44), LAYER)
    assert {(one.rect.top(), one.rect.height()) for one in layout.segments} == {(3, 20)}
    assert layout.line_right > layout.segments[-1].rect.left()


def test_on_of_a_device_stands_in_the_column_of_on(theme):
    layer = layout_row(theme, QRect(0, 0, 680, 44), LAYER)
    device = layout_row(theme, QRect(0, 0, 680, 32), DEVICE)
    assert [one.control for one in device.segments] == ["on", "off"]
    assert [one.rect.left() for one in device.segments] == [
        one.rect.left() for one in layer.segments[1:]
    ]


def test_a_probe_that_succeeded_is_no_text_of_a_row(theme):
    row = LAYER._replace(health="works (19 ms)", short_health="works (19 ms)")
    assert [one.text for one in list_second_line(theme, row, 400)] == [row.reason]


def test_what_a_probe_found_wrong_comes_before_the_reason(theme):
    row = LAYER._replace(health="rejects this loader", health_tone=Tone.ERROR)
    texts = list_second_line(theme, row, 400)
    assert [one.text for one in texts] == ["rejects this loader · ", row.reason]
    assert texts[0].text_role == theme.colors.error
    narrow = list_second_line(theme, row, theme.small.width(row.reason))
    assert [one.text for one in narrow] == ["rejects this loader"]


def test_what_deviates_stands_in_the_row_without_its_reason(theme):
    row = LAYER._replace(
        deviation="this configuration lists it above A, but this loader places it below: a rule",
        short_deviation="should be above A",
    )
    texts = list_second_line(theme, row, 400)
    assert [one.text for one in texts] == [f"{row.reason} · ", "should be above A"]
    assert [one.text for one in list_second_line(theme, row._replace(short_deviation=""), 400)] == [
        row.deviation
    ]


def test_a_warning_has_a_sign_before_it(theme):
    row = LAYER._replace(deviation="is not written", health="crashes", health_tone=Tone.ERROR)
    assert [one.icon for one in list_second_line(theme, row, 600)] == ["error", "", "warn"]
    assert [one.icon for one in list_texts_after_name(theme, DRIVER._replace(deviation="no"))][
        -1:
    ] == ["warn"]


def test_the_reason_of_a_driver_stands_between_name_and_state(theme):
    row = DRIVER._replace(version="1.4.318", status="Fails", tone=Tone.ERROR, reason="no GPU")
    assert [one.text for one in list_texts_after_name(theme, row)] == ["no GPU"]


def test_a_device_without_a_state_has_the_room_of_the_columns_for_its_name(theme):
    plain = layout_row(theme, QRect(0, 0, 680, 32), DEVICE._replace(version=""))
    assert plain.text_right == plain.segments[0].rect.left() - theme.px(12)
    ranked = layout_row(theme, QRect(0, 0, 680, 32), DEVICE._replace(version="", status="2nd"))
    assert ranked.text_right < plain.text_right


def test_a_short_state_gives_way_to_a_name_that_needs_its_room(theme):
    rows = (LAYER, LAYER._replace(key="layer:b", name="a name much longer than all others"))
    columns = decide_columns(theme, measure_rows(theme, rows), 500)
    spare = columns.state - theme.small_strong.width("Loads")
    assert spare > 2

    def find_left(min_left):
        return place_columns(theme, LAYER, columns, 500, min_left)[-1].left

    left = find_left(0)
    assert find_left(left + 2) == left + 2
    assert find_left(left + spare + 1) == left  # it would be cut all the same
