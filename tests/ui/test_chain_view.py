from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from tests.ui import sample
from vkconfig_py.model.documents.configuration import DriverWish, Wish
from vkconfig_py.model.items.chain_model import MIME
from vkconfig_py.model.picture.values import RowKind
from vkconfig_py.ui.delegates.chain_layout import layout_row
from vkconfig_py.ui.drag import OFF, start_move

MANGOHUD = "VK_LAYER_MANGOHUD_overlay"
VALIDATION = "VK_LAYER_KHRONOS_validation"
VKBASALT = "VK_LAYER_VKBASALT_post_processing"
BASALT = "VK_LAYER_VKBASALT_post_processing"


def rect_of(view, key):
    return next(view.visualRect(index) for index, row in view.rows() if row.key == key)


def segment(view, look, key, wish):
    row = next(row for _index, row in view.rows() if row.key == key)
    layout = layout_row(look.theme, rect_of(view, key), row)
    return next(s.rect.center().toPoint() for s in layout.segments if s.wish == wish)


def click(qtbot, view, point):
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)


def current(view):
    return view.current_row().name


def test_at_first_the_first_layer_is_selected(chain):
    assert current(chain) == MANGOHUD


def test_a_click_on_a_segment_sets_the_wish(qtbot, look, chain, store):
    click(qtbot, chain, segment(chain, look, f"layer:{MANGOHUD}", "off"))
    assert store.calls == [("set_wish", MANGOHUD, Wish.OFF)]


def test_a_click_on_a_driver_segment_chooses_it(qtbot, look, chain, store):
    click(qtbot, chain, segment(chain, look, "driver:lavapipe.json", "only"))
    assert store.calls == [("set_driver_wish", "lavapipe.json", DriverWish.ONLY)]


def test_a_click_beside_the_control_only_selects(qtbot, chain, store):
    rect = rect_of(chain, f"layer:{VALIDATION}")
    click(qtbot, chain, QPoint(rect.left() + 120, rect.center().y()))
    assert current(chain) == VALIDATION
    assert store.calls == []


def test_a_press_that_is_released_elsewhere_sets_nothing(qtbot, look, chain, store):
    start = segment(chain, look, f"layer:{MANGOHUD}", "off")
    qtbot.mousePress(chain.viewport(), Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseRelease(chain.viewport(), Qt.MouseButton.LeftButton, pos=start + QPoint(0, 88))
    assert store.calls == []


def test_fix_asks_for_the_broken_file(qtbot, look, chain):
    row = next(row for _i, row in chain.rows() if row.kind is RowKind.BROKEN)
    layout = layout_row(look.theme, rect_of(chain, row.key), row)
    with qtbot.waitSignal(chain.fix_asked) as asked:
        click(qtbot, chain, layout.action.center().toPoint())
    assert asked.args == [row.key]


@pytest.mark.parametrize(
    ("key", "wish"),
    [(Qt.Key.Key_O, Wish.ON), (Qt.Key.Key_X, Wish.OFF), (Qt.Key.Key_Space, Wish.ON)],
)
def test_keys_set_the_wish_of_the_current_row(qtbot, chain, store, key, wish):
    qtbot.keyClick(chain, key)
    assert store.calls == [("set_wish", MANGOHUD, wish)]


def test_the_wish_that_is_set_already_is_not_set_again(qtbot, chain, store):
    qtbot.keyClick(chain, Qt.Key.Key_A)
    assert store.calls == []


def test_typing_finds_a_layer_after_the_common_prefix(qtbot, chain):
    qtbot.keyClick(chain, "k")
    assert current(chain) == VALIDATION


def test_letters_within_a_typed_name_are_not_commands(qtbot, chain, store):
    qtbot.keyClick(chain, "k")
    qtbot.keyClick(chain, "h")
    qtbot.keyClick(chain, "o")
    assert store.calls == []


def test_letters_typed_in_one_go_are_one_name(qtbot, chain):
    qtbot.keyClicks(chain, "vkb")  # the program is vkcube
    assert current(chain) == VKBASALT
    chain._typed.invalidate()  # as after a pause
    qtbot.keyClicks(chain, "khr")
    assert current(chain) == VALIDATION


def test_a_letter_typed_again_goes_on_to_the_next_row(qtbot, chain):
    found = []
    for _time in range(3):
        qtbot.keyClick(chain, "v")
        found.append(current(chain))
    assert found == [VKBASALT, "vkcube", VKBASALT]


def test_enter_goes_to_the_inspector(qtbot, chain):
    with qtbot.waitSignal(chain.inspector_asked):
        qtbot.keyClick(chain, Qt.Key.Key_Return)


def test_stepping_moves_the_current_layer(chain, store):
    chain.step(1)
    assert store.calls == [("step_layer", MANGOHUD, 1)]


def test_only_layers_step(chain, store):
    chain.select_key("loader")
    chain.step(1)
    assert store.calls == []


def test_the_group_folds_layers_that_are_off_and_keeps_what_is_broken(qtbot, chain):
    rect = rect_of(chain, "group")
    click(qtbot, chain, QPoint(200, rect.center().y()))
    hidden = {row.name for index, row in chain.rows() if chain.isRowHidden(index.row())}
    assert hidden == {row.name for row in sample.BELOW if row.kind is RowKind.OFF_LAYER}
    click(qtbot, chain, QPoint(200, rect_of(chain, "group").center().y()))
    assert not any(chain.isRowHidden(index.row()) for index, _row in chain.rows())


def test_a_folded_group_shows_what_leaves_it_and_hides_what_comes_in(chain):
    chain.set_folded(True)
    off, layers = sample.BELOW[0], sample.CHAIN
    leaving = sample.layer(off.name, off.secondary, "turned on in this configuration")
    coming = sample.off_layer(layers[0].name, layers[0].secondary, "nobody asks for it")
    chain.show_picture(
        sample.picture_of((*layers[1:], leaving), (coming, *sample.BELOW[1:])),
    )
    hidden = {row.name for index, row in chain.rows() if chain.isRowHidden(index.row())}
    assert hidden == {coming.name, sample.BELOW[1].name, sample.BELOW[2].name}
    chain.show_picture(sample.picture_of())
    hidden = {row.name for index, row in chain.rows() if chain.isRowHidden(index.row())}
    assert hidden == {row.name for row in sample.BELOW[:3]}


def test_many_layers_that_are_off_fold_by_themselves(chain):
    many = [sample.off_layer(f"VK_LAYER_many_{n}", "1 · explicit", "nobody") for n in range(20)]
    chain.show_picture(sample.picture_of(below=many))
    assert chain.folded


def test_a_row_that_differs_from_today_is_not_folded_away(chain):
    many = [sample.off_layer(f"VK_LAYER_many_{n}", "1 · explicit", "nobody") for n in range(20)]
    many[3] = many[3]._replace(delta="loads today")
    chain.show_picture(sample.picture_of(below=many))
    shown = [row.name for index, row in chain.rows() if not chain.isRowHidden(index.row())]
    assert chain.folded
    assert [name for name in shown if "many" in name] == ["VK_LAYER_many_3"]


def test_selecting_a_folded_row_unfolds(chain):
    chain.set_folded(True)
    assert chain.select_key(f"layer:{BASALT}")
    assert not chain.folded


def test_the_filter_leaves_what_matches_and_the_frame(chain):
    chain.set_filter("basalt")
    shown = [row.name for index, row in chain.rows() if not chain.isRowHidden(index.row())]
    assert shown == ["vkcube", "Loader 1.3.239", "Not in the chain", BASALT]
    chain.set_filter("")
    assert not any(chain.isRowHidden(index.row()) for index, _row in chain.rows())


def test_the_selection_follows_its_row_through_a_new_picture(chain):
    chain.select_key(f"layer:{VALIDATION}")
    chain.show_picture(sample.picture_of(tuple(reversed(sample.CHAIN))))
    assert current(chain) == VALIDATION


# moving


def drag_event(view, point):
    data = QMimeData()
    data.setData(MIME, b'{"layer": "x"}')
    view._mime = data  # events keep no reference
    return QDragMoveEvent(
        point, Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip


def drop_event(view, point):
    data = QMimeData()
    data.setData(MIME, b'{"layer": "x"}')
    view._mime = data
    return QDropEvent(
        QPointF(point), Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip


def begin(view, key):
    rows = [row for _index, row in view.rows()]
    view._begin(start_move(rows, next(row for row in rows if row.key == key)))


def test_places_are_a_grid_below_the_program(chain):
    begin(chain, f"layer:{MANGOHUD}")
    top = rect_of(chain, "program").bottom() + 1
    move = chain.moving
    assert [chain.place_at(top + y, move) for y in (10, 54, 98)] == [0, 1, 2]
    assert chain.place_at(rect_of(chain, "group").center().y(), move) == OFF
    assert chain.place_at(rect_of(chain, "driver:lavapipe.json").center().y(), move) is None


def test_a_drag_shows_the_predicted_chain_and_one_drop_is_one_move(chain, store):
    begin(chain, f"layer:{MANGOHUD}")
    below_last = QPoint(150, rect_of(chain, f"layer:{VALIDATION}").center().y())
    chain.dragMoveEvent(drag_event(chain, below_last))
    names = [row.name for _index, row in chain.rows() if row.position]
    assert names[-1] == MANGOHUD
    chain.dropEvent(drop_event(chain, below_last))
    assert [call for call in store.calls if call[0] == "move_layer"] == [
        ("move_layer", MANGOHUD, 2)
    ]
    assert chain.moving is None


def test_a_drop_below_the_group_head_turns_off(chain, store):
    begin(chain, f"layer:{MANGOHUD}")
    group = QPoint(150, rect_of(chain, "group").center().y())
    chain.dragMoveEvent(drag_event(chain, group))
    chain.dropEvent(drop_event(chain, group))
    assert ("move_layer", MANGOHUD, OFF) in store.calls


def test_between_loader_and_drivers_nothing_can_be_dropped(chain, store):
    begin(chain, f"layer:{MANGOHUD}")
    event = drag_event(chain, QPoint(150, rect_of(chain, "driver:radeon.json").center().y()))
    chain.dragMoveEvent(event)
    assert not event.isAccepted()
    chain.cancel_move()
    assert store.preview is None


def test_dropping_where_it_stood_changes_nothing(chain, store):
    begin(chain, f"layer:{MANGOHUD}")
    same = QPoint(150, rect_of(chain, f"layer:{MANGOHUD}").center().y())
    chain.dragMoveEvent(drag_event(chain, same))
    chain.dropEvent(drop_event(chain, same))
    assert not [call for call in store.calls if call[0] == "move_layer"]


def test_leaving_the_chain_takes_the_prediction_back(chain, store):
    begin(chain, f"layer:{MANGOHUD}")
    chain.dragMoveEvent(drag_event(chain, QPoint(150, 150)))
    chain.dragLeaveEvent(None)
    assert store.preview is None
    chain.cancel_move()
    assert next(row.name for _index, row in chain.rows() if row.position) == MANGOHUD


def test_move_mode_moves_with_the_arrows_and_enter(qtbot, chain, store):
    said = []
    chain.announced.connect(said.append)
    qtbot.keyClick(chain, Qt.Key.Key_M)
    qtbot.keyClick(chain, Qt.Key.Key_Down)
    qtbot.keyClick(chain, Qt.Key.Key_Down)
    qtbot.keyClick(chain, Qt.Key.Key_Return)
    assert said == [f"MANGOHUD_overlay, {n} of 3" for n in (1, 2, 3)]
    assert store.calls[-1] == ("move_layer", MANGOHUD, 2)


def test_escape_takes_a_keyboard_move_back(qtbot, chain, store):
    qtbot.keyClick(chain, Qt.Key.Key_M)
    qtbot.keyClick(chain, Qt.Key.Key_Down)
    qtbot.keyClick(chain, Qt.Key.Key_Escape)
    assert chain.moving is None
    assert not [call for call in store.calls if call[0] == "move_layer"]
    assert current(chain) == MANGOHUD


def test_a_move_in_progress_can_be_painted(chain):
    begin(chain, f"layer:{BASALT}")
    chain.dragMoveEvent(drag_event(chain, QPoint(150, 120)))
    assert not chain.grab().isNull()


def test_files_go_on_to_the_window(chain, store, tmp_path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    event = QDragEnterEvent(
        QPoint(100, 100), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(chain.viewport(), event)
    assert not event.isAccepted()
    assert store.calls == []


@pytest.mark.parametrize("width", [420, 680, 1200])
def test_rows_paint_at_every_width(chain, width):
    chain.resize(width, 760)
    assert not chain.grab().isNull()
