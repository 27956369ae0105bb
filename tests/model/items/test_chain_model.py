import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt

from tests.model.items.snapshots import (
    driver_row,
    layer_row,
    off_row,
    program_row,
    question_of,
    rows_of,
    snapshot_of,
)
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration.configuration import Configuration, DriverControl, LayerControl
from vkconfig_py.model.configuration.workspace_edits import set_control, set_driver_control
from vkconfig_py.model.items.chain_model import MIME_TYPE, ChainModel
from vkconfig_py.model.items.keyed_list import ChainRole

LETTERS = "abcdef"


class Commands:
    """A session that writes down what it is asked for."""

    def __init__(self):
        self.asked = []

    def do(self, edit, *given):
        self.asked.append((edit, *given))


@pytest.fixture
def commands():
    return Commands()


@pytest.fixture
def model(commands, qtmodeltester):
    model = ChainModel(commands)
    model.show(snapshot_of("abc", "de"))
    qtmodeltester.check(model)
    return model


def texts(model):
    return [model.index(row).data() for row in range(model.rowCount())]


def test_rows_stand_in_the_order_of_the_picture(model):
    assert texts(model) == [row.name for row in rows_of("abc", "de")]


def test_the_full_name_of_a_short_title_is_in_tool_tip_and_description(commands):
    model = ChainModel(commands)
    layer = layer_row("VK_LAYER_A", 1)._replace(tooltip="VK_LAYER_A", secondary="1.3.0")
    model.show(snapshot_of("", "").with_rows((layer,)))
    index = model.index(0)
    assert model.get_value(index).title == "A"
    assert index.data(Qt.ItemDataRole.ToolTipRole).split("\n")[0] == "VK_LAYER_A"
    assert index.data(Qt.ItemDataRole.AccessibleDescriptionRole) == "VK_LAYER_A · 1.3.0"


def test_a_row_has_no_children(model):
    assert model.rowCount(model.index(1)) == 0
    assert model.rowCount() == 9


def test_only_layers_can_be_dragged(model):
    dragged = [
        model.index(row).data()
        for row in range(model.rowCount())
        if model.flags(model.index(row)) & Qt.ItemFlag.ItemIsDragEnabled
    ]
    assert dragged == ["a", "b", "c", "d", "e"]


def test_the_group_head_cannot_be_selected(model):
    assert not model.flags(model.find_index("group")) & Qt.ItemFlag.ItemIsSelectable


def test_a_changed_row_announces_the_roles_that_changed(model, qtbot):
    rows = list(rows_of("abc", "de"))
    rows[2] = layer_row("b", 2, control="on")
    with qtbot.waitSignal(model.dataChanged) as caught:
        model.show(snapshot_of("abc", "de", rows=tuple(rows)))
    first, last, roles = caught.args
    assert (first.row(), last.row()) == (2, 2)
    assert set(roles) == {ChainRole.ROW, ChainRole.CONTROL, Qt.ItemDataRole.AccessibleTextRole}


def test_the_same_picture_again_is_silent(model, qtbot):
    with (
        qtbot.assertNotEmitted(model.dataChanged),
        qtbot.assertNotEmitted(model.rowsMoved),
        qtbot.assertNotEmitted(model.modelReset),
    ):
        model.show(snapshot_of("abc", "de"))


def test_a_layer_that_is_turned_on_is_moved_not_replaced(model, qtbot):
    held = QPersistentModelIndex(model.find_index("layer:d"))
    with qtbot.assertNotEmitted(model.rowsRemoved), qtbot.waitSignal(model.rowsMoved):
        model.show(snapshot_of("adbc", "e"))
    assert (held.row(), held.data()) == (2, "d")


def test_another_configuration_is_a_reset(model, qtbot):
    other = question_of(Configuration(key="two", name="Two"))
    with qtbot.waitSignal(model.modelReset):
        model.show(snapshot_of("abc", "de", request=other))


def test_no_picture_shows_no_rows(model):
    model.show(None)
    assert model.rowCount() == 0


def test_rows_that_cannot_be_told_apart_are_still_shown(model, qtbot):
    with qtbot.waitSignal(model.modelReset):
        model.show(snapshot_of("aa"))
    assert texts(model)[1:3] == ["a", "a"]


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None
)
@given(st.lists(st.tuples(st.permutations(LETTERS), st.integers(0, 6)), max_size=12))
def test_persistent_indexes_stay_on_their_layer_through_any_order(qapp, orders):
    model = ChainModel(Commands())
    model.show(snapshot_of("abc", "def"))
    held = {
        model.index(row).data(): QPersistentModelIndex(model.index(row))
        for row in range(model.rowCount())
    }
    for order, loaded in orders:
        snapshot = snapshot_of(order[:loaded], order[loaded:])
        model.show(snapshot)
        assert texts(model) == [row.name for row in snapshot.rows]
        assert all(index.data() == name for name, index in held.items() if index.isValid())
    assert all(held[name].isValid() for name in LETTERS)


def test_the_wish_role_asks_for_a_control(model, commands):
    assert model.setData(model.index(1), "on", ChainRole.CONTROL)
    assert model.setData(model.find_index(driver_row().key), "only", ChainRole.CONTROL)
    assert commands.asked == [
        (set_control, "a", LayerControl.ON),
        (set_driver_control, "lvp_icd.json", DriverControl.ONLY),
    ]


@pytest.mark.parametrize("value", ["auto", "only", "nonsense"])
def test_a_wish_that_is_set_or_not_offered_is_refused(model, commands, value):
    assert not model.setData(model.index(1), value, ChainRole.CONTROL)
    assert commands.asked == []


def test_program_rows_have_no_control(model):
    assert not model.setData(model.index(0), "on", ChainRole.CONTROL)
    assert not model.setData(model.index(1), "on", Qt.ItemDataRole.EditRole)


def test_a_dragged_layer_has_its_name_for_other_programs(model):
    data = model.mimeData([model.index(7)])
    assert (data.hasFormat(MIME_TYPE), data.text()) == (True, "d")


def test_the_loader_does_not_travel(model):
    assert model.mimeData([model.index(4)]).formats() == []


def test_control_characters_of_a_manifest_are_shown_not_obeyed(model, commands):
    name = "VK_LAYER_\u202eevil\n"
    rows = (program_row(), layer_row(name, 1), *rows_of("")[1:])
    model.show(snapshot_of("", rows=rows))
    assert model.index(1).data() == "VK_LAYER_\\u202eevil\\n"
    model.setData(model.index(1), "off", ChainRole.CONTROL)
    assert commands.asked == [(set_control, name, LayerControl.OFF)]


def test_markup_in_a_tool_tip_is_literal(model):
    model.show(snapshot_of("", rows=(off_row("x", tooltip="<b>bold</b> & more\nnext"),)))
    shown = model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert shown == "<qt>&lt;b&gt;bold&lt;/b&gt; &amp; more<br>next</qt>"


def test_the_tool_tip_of_a_layer_in_the_chain_says_what_the_order_means(model):
    tips = {}
    for row in model.values():
        tips.setdefault(row.kind, model.find_index(row.key).data(Qt.ItemDataRole.ToolTipRole))
    order = "of overlays, the last one is drawn on top."
    assert order in tips.pop(RowKind.LAYER)
    assert not any(order in tip for tip in tips.values())
