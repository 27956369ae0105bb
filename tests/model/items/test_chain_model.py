import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QModelIndex, QPersistentModelIndex, Qt, QUrl

from tests.model.items.pictures import (
    driver_row,
    layer_row,
    off_row,
    picture_of,
    program_row,
    question_of,
    rows_of,
)
from vkconfig_py.model.chain.picture import drawn_order
from vkconfig_py.model.configuration.configuration import Configuration, DriverControl, LayerControl
from vkconfig_py.model.items.chain_model import MIME, OFF_PLACE, ChainModel
from vkconfig_py.model.items.roles import ChainRole

ROOT = QModelIndex()
LETTERS = "abcdef"


class Commands:
    """A session that answers at once, with exactly what was drawn."""

    def __init__(self):
        self.asked = []
        self.model = None
        self.picture = None

    def set_wish(self, layer, wish):
        self.asked.append(("wish", layer, wish))

    def set_driver_wish(self, driver, wish):
        self.asked.append(("driver", driver, wish))

    def move_layer(self, layer, place):
        self.asked.append(("move", layer, place))
        if self.picture:
            chain = drawn_order(self.picture, layer, place)
            rest = [n for n in LETTERS if n not in chain]
            self.picture = picture_of(chain, rest)
            self.model.show(self.picture)


@pytest.fixture
def commands():
    return Commands()


@pytest.fixture
def model(commands, qtmodeltester):
    model = ChainModel(commands)
    model.show(picture_of("abc", "de"))
    qtmodeltester.check(model)
    return model


def texts(model):
    return [model.index(row).data() for row in range(model.rowCount())]


def test_rows_stand_in_the_order_of_the_picture(model):
    assert texts(model) == [row.name for row in rows_of("abc", "de")]


def test_a_row_has_no_children(model):
    assert model.rowCount(model.index(1)) == 0
    assert model.rowCount() == 9


def test_only_the_space_between_rows_takes_drops(model):
    assert model.flags(ROOT) == Qt.ItemFlag.ItemIsDropEnabled
    assert not any(
        model.flags(model.index(row)) & Qt.ItemFlag.ItemIsDropEnabled
        for row in range(model.rowCount())
    )


def test_only_layers_can_be_dragged(model):
    dragged = [
        model.index(row).data()
        for row in range(model.rowCount())
        if model.flags(model.index(row)) & Qt.ItemFlag.ItemIsDragEnabled
    ]
    assert dragged == ["a", "b", "c", "d", "e"]


def test_the_group_head_cannot_be_selected(model):
    assert not model.flags(model.index_of("group")) & Qt.ItemFlag.ItemIsSelectable


def test_a_changed_row_announces_the_roles_that_changed(model, qtbot):
    rows = list(rows_of("abc", "de"))
    rows[2] = layer_row("b", 2, wish="on")
    with qtbot.waitSignal(model.dataChanged) as caught:
        model.show(picture_of("abc", "de", rows=tuple(rows)))
    first, last, roles = caught.args
    assert (first.row(), last.row()) == (2, 2)
    assert set(roles) == {ChainRole.ROW, ChainRole.WISH}


def test_the_same_picture_again_is_silent(model, qtbot):
    with (
        qtbot.assertNotEmitted(model.dataChanged),
        qtbot.assertNotEmitted(model.rowsMoved),
        qtbot.assertNotEmitted(model.modelReset),
    ):
        model.show(picture_of("abc", "de"))


def test_a_layer_that_is_turned_on_is_moved_not_replaced(model, qtbot):
    held = QPersistentModelIndex(model.index_of("layer:d"))
    with qtbot.assertNotEmitted(model.rowsRemoved), qtbot.waitSignal(model.rowsMoved):
        model.show(picture_of("adbc", "e"))
    assert (held.row(), held.data()) == (2, "d")


def test_another_configuration_is_a_reset(model, qtbot):
    other = question_of(Configuration(key="two", name="Two"))
    with qtbot.waitSignal(model.modelReset):
        model.show(picture_of("abc", "de", question=other))


def test_no_picture_shows_no_rows(model):
    model.show(None)
    assert model.rowCount() == 0


def test_rows_that_cannot_be_told_apart_are_still_shown(model, qtbot):
    with qtbot.waitSignal(model.modelReset):
        model.show(picture_of("aa"))
    assert texts(model)[1:3] == ["a", "a"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=12))
def test_persistent_indexes_stay_on_their_layer_through_any_moves(qapp, moves):
    commands = Commands()
    model = ChainModel(commands)
    commands.model, commands.picture = model, picture_of("abc", "def")
    model.show(commands.picture)
    held = {
        model.index(row).data(): QPersistentModelIndex(model.index(row))
        for row in range(model.rowCount())
    }
    for source, target in moves:
        model.moveRow(ROOT, source, ROOT, target)
        assert all(index.data() == name for name, index in held.items())
    assert sorted(texts(model)) == sorted(held)


def test_dragging_down_counts_the_place_without_the_dragged_layer(model, commands):
    assert model.moveRow(ROOT, 1, ROOT, 4)
    assert commands.asked == [("move", "a", 2)]


def test_dragging_to_its_own_place_is_no_edit(model, commands):
    assert not model.moveRow(ROOT, 2, ROOT, 2)
    assert not model.moveRow(ROOT, 2, ROOT, 3)
    assert commands.asked == []


def test_dragging_below_the_group_head_turns_a_layer_off(model, commands):
    assert model.moveRow(ROOT, 1, ROOT, 9)
    assert commands.asked == [("wish", "a", LayerControl.OFF)]


def test_dragging_an_off_layer_into_the_chain_gives_it_the_place(model, commands):
    assert model.moveRow(ROOT, 7, ROOT, 1)
    assert commands.asked == [("move", "d", 0)]


@pytest.mark.parametrize(
    ("row", "place"), [(0, None), (1, 0), (2, 0), (3, 1), (4, 2), (5, None), (6, None), (7, -1)]
)
def test_layers_sit_between_program_and_loader_or_below_the_group_head(model, row, place):
    assert model.place_for("layer:a", row) == place


def test_program_loader_and_drivers_cannot_be_moved(model):
    assert not any(model.moveRow(ROOT, row, ROOT, 2) for row in (0, 4, 5, 6))


def test_an_off_layer_does_not_move_within_its_group(model):
    assert model.place_for("layer:d", 9) is None


def test_several_rows_do_not_move_at_once(model):
    assert not model.moveRows(ROOT, 1, 2, ROOT, 4)
    assert not model.moveRows(ROOT, 77, 1, ROOT, 4)
    assert not model.moveRows(model.index(1), 1, 1, ROOT, 4)


def test_the_wish_role_asks_for_a_wish(model, commands):
    assert model.setData(model.index(1), "on", ChainRole.WISH)
    assert model.setData(model.index_of(driver_row().key), "only", ChainRole.WISH)
    assert commands.asked == [
        ("wish", "a", LayerControl.ON),
        ("driver", "lvp_icd.json", DriverControl.ONLY),
    ]


@pytest.mark.parametrize("value", ["auto", "only", "nonsense"])
def test_a_wish_that_is_set_or_not_offered_is_refused(model, commands, value):
    assert not model.setData(model.index(1), value, ChainRole.WISH)
    assert commands.asked == []


def test_program_rows_have_no_wish(model):
    assert not model.setData(model.index(0), "on", ChainRole.WISH)
    assert not model.setData(model.index(1), "on", Qt.ItemDataRole.EditRole)


def test_a_dragged_layer_travels_as_json(model, commands):
    data = model.mimeData([model.index(7)])
    assert data.text() == "d"
    assert model.canDropMimeData(data, Qt.DropAction.MoveAction, 2, 0, ROOT)
    assert model.dropMimeData(data, Qt.DropAction.MoveAction, 2, 0, ROOT)
    assert commands.asked == [("move", "d", 1)]


def test_the_loader_does_not_travel(model):
    assert model.mimeData([model.index(4)]).formats() == []


def test_a_drop_on_a_row_is_refused(model):
    data = model.mimeData([model.index(1)])
    assert not model.dropMimeData(data, Qt.DropAction.MoveAction, 0, 0, model.index(2))


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"layer": "unknown"}', b"\xff"])
def test_foreign_data_of_our_type_is_refused(model, commands, content):
    data = QMimeData()
    data.setData(MIME, content)
    assert not model.dropMimeData(data, Qt.DropAction.MoveAction, 2, 0, ROOT)
    assert commands.asked == []


def test_files_are_left_to_the_window(model, commands, tmp_path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path)), QUrl("https://example.invalid/a.json")])
    assert not model.canDropMimeData(data, Qt.DropAction.CopyAction, 1, 0, ROOT)
    assert not model.dropMimeData(data, Qt.DropAction.CopyAction, -1, -1, ROOT)
    assert commands.asked == []


def test_control_characters_of_a_manifest_are_shown_not_obeyed(model, commands):
    name = "VK_LAYER_\u202eevil\n"
    rows = (program_row(), layer_row(name, 1), *rows_of("")[1:])
    model.show(picture_of("", rows=rows))
    assert model.index(1).data() == "VK_LAYER_\\u202eevil\\n"
    model.setData(model.index(1), "off", ChainRole.WISH)
    assert commands.asked == [("wish", name, LayerControl.OFF)]


def test_markup_in_a_tool_tip_is_literal(model):
    model.show(picture_of("", rows=(off_row("x", tooltip="<b>bold</b> & more\nnext"),)))
    shown = model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert shown == "<qt>&lt;b&gt;bold&lt;/b&gt; &amp; more<br>next</qt>"


def test_off_place_is_no_place():
    assert OFF_PLACE < 0


def texts_of(model):
    return [model.index(row, 0).data() for row in range(model.rowCount())]
