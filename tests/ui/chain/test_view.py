from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from tests.framework.cut_text import list_painted_texts
from tests.ui import sample
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration.configuration import DriverControl, LayerControl, LayerEntry
from vkconfig_py.model.items.chain_model import MIME_TYPE, OFF_INDEX, ChainModel, start_move
from vkconfig_py.ui.chain.row_layout import layout_row
from vkconfig_py.ui.chain.view import ChainView

MANGOHUD = "VK_LAYER_MANGOHUD_overlay"
VALIDATION = "VK_LAYER_KHRONOS_validation"
VKBASALT = "VK_LAYER_VKBASALT_post_processing"
BASALT = "VK_LAYER_VKBASALT_post_processing"


def rect_of(view, key):
    return next(view.visualRect(index) for index, row in view.iterate_rows() if row.key == key)


def segment(view, context, key, control):
    row = next(row for _index, row in view.iterate_rows() if row.key == key)
    layout = layout_row(context.theme, rect_of(view, key), row)
    return next(s.rect.center().toPoint() for s in layout.segments if s.control == control)


def click(qtbot, view, point):
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)


def current(view):
    return view.current_row().name


def test_at_first_the_first_layer_is_selected(chain):
    assert current(chain) == MANGOHUD


def test_a_click_on_a_segment_sets_the_control(qtbot, context, chain, session):
    click(qtbot, chain, segment(chain, context, f"layer:{MANGOHUD}", "off"))
    assert session.calls == [("set_control", MANGOHUD, LayerControl.OFF)]


def test_a_click_on_a_driver_segment_chooses_it(qtbot, context, chain, session):
    click(qtbot, chain, segment(chain, context, "driver:lavapipe.json", "only"))
    assert session.calls == [("set_driver_control", "lavapipe.json", DriverControl.ONLY)]


def test_a_click_beside_the_control_only_selects(qtbot, chain, session):
    rect = rect_of(chain, f"layer:{VALIDATION}")
    click(qtbot, chain, QPoint(rect.left() + 120, rect.center().y()))
    assert current(chain) == VALIDATION
    assert session.calls == []


def test_a_press_that_is_released_elsewhere_sets_nothing(qtbot, context, chain, session):
    start = segment(chain, context, f"layer:{MANGOHUD}", "off")
    qtbot.mousePress(chain.viewport(), Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseRelease(chain.viewport(), Qt.MouseButton.LeftButton, pos=start + QPoint(0, 88))
    assert session.calls == []


def test_fix_asks_for_the_broken_file(qtbot, context, chain):
    row = next(row for _i, row in chain.iterate_rows() if row.kind is RowKind.BROKEN)
    layout = layout_row(context.theme, rect_of(chain, row.key), row)
    with qtbot.waitSignal(chain.fix_requested) as asked:
        click(qtbot, chain, layout.action.center().toPoint())
    assert asked.args == [row.key]


@pytest.mark.parametrize(
    ("key", "control"),
    [("+", LayerControl.ON), ("-", LayerControl.OFF), (Qt.Key.Key_Space, LayerControl.ON)],
)
def test_keys_set_the_wish_of_the_current_row(qtbot, chain, session, key, control):
    qtbot.keyClick(chain, key)
    assert session.calls == [("set_control", MANGOHUD, control)]


def test_the_wish_that_is_set_already_is_not_set_again(qtbot, chain, session):
    qtbot.keyClick(chain, Qt.Key.Key_Backspace)
    assert session.calls == []


def test_typing_finds_a_layer_after_the_common_prefix(qtbot, chain):
    qtbot.keyClick(chain, "k")
    assert current(chain) == VALIDATION


@pytest.mark.parametrize("letter", "abcdefghijklmnopqrstuvwxyz")
def test_no_letter_edits_anything(qtbot, chain, session, letter):
    for key in (letter, letter.upper()):
        qtbot.keyClick(chain, key)
        chain._type_ahead.last_key_timer.invalidate()  # as after a pause
    assert session.calls == []
    assert chain.mover.move is None


def test_letters_typed_in_one_go_are_one_name(qtbot, chain):
    qtbot.keyClicks(chain, "vkb")  # the program is vkcube
    assert current(chain) == VKBASALT
    chain._type_ahead.last_key_timer.invalidate()  # as after a pause
    qtbot.keyClicks(chain, "khr")
    assert current(chain) == VALIDATION


def test_a_letter_typed_again_goes_on_to_the_next_row(qtbot, chain):
    found = []
    for _time in range(3):
        qtbot.keyClick(chain, "v")
        found.append(current(chain))
    assert found == [VKBASALT, "vkcube", VKBASALT]


def test_enter_goes_to_the_inspector(qtbot, chain):
    with qtbot.waitSignal(chain.inspector_requested):
        qtbot.keyClick(chain, Qt.Key.Key_Return)


def test_stepping_moves_the_current_layer(chain, session):
    chain.move_current(1)
    assert session.calls == [("step_layer", MANGOHUD, 1)]


def test_only_layers_step(chain, session):
    chain.select_key("loader")
    chain.move_current(1)
    assert session.calls == []


def test_the_group_folds_layers_that_are_off_and_keeps_what_is_broken(qtbot, chain):
    rect = rect_of(chain, "group")
    click(qtbot, chain, QPoint(200, rect.center().y()))
    hidden = {row.name for index, row in chain.iterate_rows() if chain.isRowHidden(index.row())}
    assert hidden == {row.name for row in sample.BELOW if row.kind is RowKind.OFF_LAYER}
    click(qtbot, chain, QPoint(200, rect_of(chain, "group").center().y()))
    assert not any(chain.isRowHidden(index.row()) for index, _row in chain.iterate_rows())


def test_a_folded_group_shows_what_leaves_it_and_keeps_what_is_turned_off_in_sight(chain):
    chain.set_collapsed(True)
    off, layers = sample.BELOW[0], sample.CHAIN
    leaving = sample.layer(off.name, off.secondary, "turned on by this configuration")
    coming = sample.off_layer(layers[0].name, layers[0].secondary, "not requested")
    chain.show_snapshot(
        sample.snapshot_of((*layers[1:], leaving), (coming, *sample.BELOW[1:])),
    )
    hidden = {row.name for index, row in chain.iterate_rows() if chain.isRowHidden(index.row())}
    assert hidden == {sample.BELOW[1].name, sample.BELOW[2].name}
    assert current(chain) == coming.name
    chain.show_snapshot(sample.snapshot_of())
    hidden = {row.name for index, row in chain.iterate_rows() if chain.isRowHidden(index.row())}
    assert hidden == {row.name for row in sample.BELOW[1:3]}


def many_off(count=20):
    return [sample.off_layer(f"VK_LAYER_many_{n}", "1 · explicit", "nobody") for n in range(count)]


def hidden_names(chain):
    return {row.name for index, row in chain.iterate_rows() if chain.isRowHidden(index.row())}


def head_of(chain):
    return next(row for _index, row in chain.iterate_rows() if row.kind is RowKind.GROUP)


@pytest.fixture
def open_chain(qtbot, context, session):
    """Return a function that shows a chain for the first time."""

    def open_one(below, height=760):
        view = ChainView(context, session, ChainModel(session.edits))
        qtbot.addWidget(view)
        view.resize(680, height)
        view.show()
        qtbot.waitExposed(view)
        view.show_snapshot(sample.snapshot_of(below=below))
        return view

    return open_one


def test_the_group_folds_where_there_is_no_room_for_the_first_rows(open_chain):
    chain = open_chain(many_off())
    assert chain.folded
    assert chain.save_folding() == ""
    assert not open_chain(many_off(3)).folded


def test_the_group_stays_folded_or_not_whatever_comes(open_chain):
    folded, unfolded = open_chain(many_off()), open_chain(many_off(3))
    for below, height in ((many_off(3), 1600), (many_off(), 300), (many_off(), 760)):
        for chain, is_folded in ((folded, True), (unfolded, False)):
            chain.resize(680, height)
            chain.show_snapshot(sample.snapshot_of(below=below))
            assert chain.folded is is_folded
    assert folded.select_key("layer:VK_LAYER_many_9")
    assert folded.folded


@pytest.mark.parametrize("is_folded", [True, False])
def test_a_group_that_the_user_folded_or_not_is_so_in_the_next_session(open_chain, is_folded):
    chain = open_chain(many_off())
    chain.set_collapsed(is_folded)
    chain.resize(680, 400)
    assert chain.folded is is_folded
    again = open_chain(many_off(3))
    again.restore_folding(chain.save_folding())
    assert again.folded is is_folded
    again.show_snapshot(sample.snapshot_of(below=many_off()))
    assert again.folded is is_folded


def test_the_head_says_how_many_are_hidden_of_which_kind(chain):
    off = [*many_off(12), *sample.BELOW]
    chain.set_collapsed(True)
    chain.show_snapshot(sample.snapshot_of(below=off))
    assert head_of(chain).reason == "hidden: 1 implicit, 14 explicit"
    assert head_of(chain).accessible_text.endswith("hidden: 1 implicit, 14 explicit")
    assert {"capture_hud.json", "VK_LAYER_LUNARG_gfxreconstruct"}.isdisjoint(hidden_names(chain))
    chain.set_collapsed(False)
    assert head_of(chain).reason == ""
    assert head_of(chain).accessible_text == "Not in the chain"


def test_a_row_that_the_user_folds_away_hands_over_to_the_head(qtbot, chain, session):
    chain.select_key(f"layer:{BASALT}")
    chain.set_collapsed(True)
    assert chain.current_row().kind is RowKind.GROUP
    for key in ("+", "-", Qt.Key.Key_Backspace):
        qtbot.keyClick(chain, key)
    assert session.calls == []


def in_view(chain):
    return chain.viewport().rect().contains(chain.visualRect(chain.currentIndex()))


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (Qt.Key.Key_End, "VK_LAYER_many_19"),
        (Qt.Key.Key_Home, "vkcube"),
        (Qt.Key.Key_PageDown, None),
        ("khr", VALIDATION),
    ],
)
def test_the_chain_scrolls_to_the_current_row(qtbot, chain, key, name):
    chain.resize(680, 300)
    chain.show_snapshot(sample.snapshot_of(below=many_off()))
    chain.set_collapsed(False)
    chain.select_key("layer:VK_LAYER_many_9" if key != Qt.Key.Key_End else "program")
    assert in_view(chain)
    (qtbot.keyClicks if isinstance(key, str) else qtbot.keyClick)(chain, key)
    assert name is None or current(chain) == name
    assert in_view(chain)


def test_every_step_through_a_long_chain_is_in_view(qtbot, chain):
    chain.resize(680, 300)
    chain.show_snapshot(sample.snapshot_of(below=many_off()))
    chain.set_collapsed(False)
    for key, times in ((Qt.Key.Key_Down, 40), (Qt.Key.Key_Up, 40)):
        for _time in range(times):
            qtbot.keyClick(chain, key)
            assert in_view(chain)


def test_the_last_row_that_is_shown_is_the_last_one(qtbot, chain):
    chain.set_collapsed(True)
    chain.show_snapshot(sample.snapshot_of(below=many_off()))
    assert chain.folded
    qtbot.keyClick(chain, Qt.Key.Key_End)
    assert chain.current_row().kind is RowKind.GROUP
    qtbot.keyClick(chain, Qt.Key.Key_Down)
    assert chain.current_row().kind is RowKind.GROUP


def test_what_is_current_by_keyboard_stays_in_view_where_a_panel_takes_the_room(qtbot, chain):
    chain.set_collapsed(False)
    chain.select_key("layer:VK_LAYER_LUNARG_gfxreconstruct")
    qtbot.keyClick(chain, Qt.Key.Key_Up)
    chain.resize(680, 300)
    assert in_view(chain)


def open_low(chain, below=None):
    """Show many layers in a low list, scrolled to the middle."""
    chain.set_collapsed(False)
    chain.resize(680, 400)
    chain.show_snapshot(sample.snapshot_of(below=below or many_off()))
    chain.executeDelayedItemsLayout()
    chain.verticalScrollBar().setValue(400)
    assert chain.verticalScrollBar().value() == 400


def test_the_list_does_not_scroll_where_a_panel_takes_the_room(qtbot, chain):
    open_low(chain)
    click(qtbot, chain, QPoint(200, 390))
    chain.resize(680, 300)
    assert chain.verticalScrollBar().value() == 400
    chain.resize(680, 400)
    assert chain.verticalScrollBar().value() == 400


def test_a_click_on_a_row_that_is_cut_does_not_move_it(qtbot, chain):
    open_low(chain)
    click(qtbot, chain, QPoint(200, 399))
    assert not in_view(chain)
    assert chain.verticalScrollBar().value() == 400


def test_a_layer_that_was_clicked_is_not_followed_when_others_turn_it_on(qtbot, chain):
    off = many_off()
    open_low(chain, off)
    click(qtbot, chain, QPoint(200, 100))
    name = current(chain)
    place = next(number for number, row in enumerate(off) if row.name == name)
    layer = sample.layer(name, "1 · explicit", "turned on by this configuration")
    rest = [row for row in off if row.name != name]
    first = chain.indexAt(QPoint(200, 1)).data()
    top = chain.visualRect(chain.indexAt(QPoint(200, 1))).top()
    chain.show_snapshot(sample.snapshot_of((layer, *sample.CHAIN), rest))
    assert place
    assert current(chain) == name
    assert not in_view(chain)
    assert chain.indexAt(QPoint(200, 1)).data() == first
    assert chain.visualRect(chain.indexAt(QPoint(200, 1))).top() == top


def test_a_layer_that_is_turned_on_by_pointer_is_followed(qtbot, context, chain):
    off = many_off()
    open_low(chain, off)
    name = chain.indexAt(QPoint(200, 100)).data()
    click(qtbot, chain, segment(chain, context, f"layer:{name}", "on"))
    layer = sample.layer(name, "1 · explicit", "turned on by this configuration")
    rest = [row for row in off if row.name != name]
    chain.show_snapshot(sample.snapshot_of((layer, *sample.CHAIN), rest))
    assert current(chain) == name
    assert in_view(chain)


def test_a_layer_that_is_turned_on_by_key_is_followed(qtbot, chain):
    off = many_off()
    open_low(chain, off)
    chain.select_key("layer:VK_LAYER_many_9")
    qtbot.keyClick(chain, "+")
    layer = sample.layer("VK_LAYER_many_9", "1 · explicit", "turned on by this configuration")
    rest = [row for row in off if row.name != layer.name]
    chain.show_snapshot(sample.snapshot_of((layer, *sample.CHAIN), rest))
    assert current(chain) == layer.name
    assert in_view(chain)


def test_a_row_that_was_asked_for_comes_into_view_with_the_next_rows(chain):
    open_low(chain, many_off(20))
    chain.select_when_available("layer:VK_LAYER_many_24")
    chain.show_snapshot(sample.snapshot_of(below=many_off(25)))
    assert current(chain) == "VK_LAYER_many_24"
    assert in_view(chain)


def test_a_list_that_is_shown_again_is_where_it_was(chain):
    open_low(chain)
    chain.hide()
    chain.show()
    assert chain.verticalScrollBar().value() == 400


def test_who_looks_elsewhere_is_not_taken_back_by_a_smaller_list(chain):
    chain.set_collapsed(False)
    chain.resize(680, 400)
    chain.select_key("program")
    bar = chain.verticalScrollBar()
    bar.setValue(bar.maximum())
    before = bar.value()
    chain.resize(680, 350)
    assert bar.value() >= before


def test_a_row_that_the_search_leaves_out_is_not_current_and_not_edited(qtbot, chain, session):
    assert current(chain) == MANGOHUD
    chain.set_filter("basalt")
    assert current(chain) == VKBASALT
    chain.set_control("on", chain._model.find_index(f"layer:{MANGOHUD}"))
    assert session.calls == []
    chain.set_filter("nothing is called so")
    assert chain.current_row().kind in (RowKind.PROGRAM, RowKind.LOADER, RowKind.GROUP)
    for key in ("+", "-", Qt.Key.Key_Backspace, Qt.Key.Key_Space):
        qtbot.keyClick(chain, key)
    assert session.calls == []


def test_selecting_what_the_search_leaves_out_ends_it(qtbot, chain):
    chain.filter_exited.connect(lambda: chain.set_filter(""))
    chain.set_filter("basalt")
    assert chain.select_key(f"layer:{VALIDATION}")
    assert current(chain) == VALIDATION


def test_what_the_search_found_in_the_folded_group_stays_selected_after_it(chain):
    chain.set_collapsed(True)
    folded = hidden_names(chain)
    chain.set_filter("basalt")
    chain.set_filter("")
    assert current(chain) == VKBASALT
    assert [index.data() for index in chain.selectedIndexes()] == [chain.currentIndex().data()]
    assert hidden_names(chain) == folded - {VKBASALT}
    chain.set_filter("validation")
    chain.set_filter("")
    assert (chain.folded, current(chain)) == (True, VALIDATION)


def test_letters_find_a_layer_of_the_folded_group_and_show_it(qtbot, chain, session):
    mango = sample.off_layer("VK_LAYER_MANGOAPP_overlay", "1 · implicit", "MANGOAPP is not set")
    chain.set_collapsed(True)
    chain.show_snapshot(sample.snapshot_of(sample.CHAIN[1:], [*many_off(), mango]))
    assert mango.name in hidden_names(chain)
    qtbot.keyClicks(chain, "mang")
    assert current(chain) == mango.name
    assert in_view(chain)
    assert len(hidden_names(chain)) == 20
    assert session.calls == []


def test_mang_finds_mangohud_and_turns_nothing_into_anything(qtbot, chain, session):
    chain.select_key("program")
    qtbot.keyClicks(chain, "mang")
    assert current(chain) == MANGOHUD
    assert session.calls == []
    assert chain.mover.move is None


def test_backspace_takes_a_letter_back_while_a_name_is_typed(qtbot, chain, session):
    chain.set_control("on")
    session.calls.clear()
    qtbot.keyClicks(chain, "mesx")
    qtbot.keyClick(chain, Qt.Key.Key_Backspace)
    qtbot.keyClicks(chain, "a_o")
    assert current(chain) == "VK_LAYER_MESA_overlay"
    assert session.calls == []


def test_a_sign_within_a_name_is_part_of_it(qtbot, chain, session):
    row = sample.off_layer("VK_LAYER_my-own", "1 · explicit", "not requested")
    chain.show_snapshot(sample.snapshot_of(below=[row]))
    qtbot.keyClicks(chain, "my-o")
    assert current(chain) == row.name
    assert session.calls == []
    chain._type_ahead.last_key_timer.invalidate()  # as after a pause
    qtbot.keyClick(chain, "-")
    assert session.calls == [("set_control", row.name, LayerControl.OFF)]


def test_plus_chooses_a_driver_alone(qtbot, chain, session):
    chain.select_key("driver:lavapipe.json")
    qtbot.keyClick(chain, "+")
    assert session.calls == [("set_driver_control", "lavapipe.json", DriverControl.ONLY)]


def test_a_slash_asks_for_the_search(qtbot, chain):
    with qtbot.waitSignal(chain.filter_requested):
        qtbot.keyClick(chain, "/")


def test_a_wish_shows_before_its_verdict(chain, session):
    configuration = session.snapshots.current.request.configuration
    wished = configuration.with_entry(LayerEntry(BASALT, control=LayerControl.ON))
    chain._model.show_controls(wished, {})
    row = next(row for _index, row in chain.iterate_rows() if row.name == BASALT)
    assert (row.control, row.status) == ("on", "Off")
    chain._model.show_controls(wished._replace(key="another"), {})
    assert next(row for _index, row in chain.iterate_rows() if row.name == BASALT).control == "on"


def test_a_row_that_differs_from_today_is_not_folded_away(chain):
    many = [sample.off_layer(f"VK_LAYER_many_{n}", "1 · explicit", "nobody") for n in range(20)]
    many[3] = many[3]._replace(delta="currently loads")
    chain.set_collapsed(True)
    chain.show_snapshot(sample.snapshot_of(below=many))
    shown = [row.name for index, row in chain.iterate_rows() if not chain.isRowHidden(index.row())]
    assert chain.folded
    assert [name for name in shown if "many" in name] == ["VK_LAYER_many_3"]


def test_selecting_a_folded_row_shows_it_and_leaves_the_others_folded(chain):
    chain.set_collapsed(True)
    folded = hidden_names(chain)
    assert chain.select_key(f"layer:{BASALT}")
    assert chain.folded
    assert hidden_names(chain) == folded - {BASALT}


def test_a_group_is_painted_as_closed_while_it_hides_rows(qtbot, chain):
    """A press shows all its rows then, and the next one none."""
    chain.set_collapsed(True)
    assert chain.itemDelegate().closed
    chain.select_key(f"layer:{BASALT}")
    assert chain.itemDelegate().closed
    states = []
    for _time in range(2):
        click(qtbot, chain, QPoint(200, rect_of(chain, "group").center().y()))
        states.append((BASALT in hidden_names(chain), chain.itemDelegate().closed))
    assert states == [(False, False), (True, True)]


def test_drivers_without_devices_are_painted_as_closed_while_one_is_hidden(idle):
    assert idle.itemDelegate()._rail.are_drivers_closed
    idle.select_key(IDLE[0])
    assert idle.itemDelegate()._rail.are_drivers_closed
    idle.restore_folding("drivers")
    assert not idle.itemDelegate()._rail.are_drivers_closed


def test_the_filter_leaves_what_matches_and_the_frame(chain):
    chain.set_filter("basalt")
    shown = [row.name for index, row in chain.iterate_rows() if not chain.isRowHidden(index.row())]
    assert shown == ["vkcube", "Loader 1.3.239", "Not in the chain", BASALT]
    chain.set_filter("")
    assert not any(chain.isRowHidden(index.row()) for index, _row in chain.iterate_rows())


def test_the_selection_follows_its_row_through_a_new_picture(chain):
    chain.select_key(f"layer:{VALIDATION}")
    chain.show_snapshot(sample.snapshot_of(tuple(reversed(sample.CHAIN))))
    assert current(chain) == VALIDATION


# moving


def drag_event(view, point):
    data = QMimeData()
    data.setData(MIME_TYPE, b"")
    view._mime = data  # events keep no reference
    return QDragMoveEvent(
        point, Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip


def drop_event(view, point):
    data = QMimeData()
    data.setData(MIME_TYPE, b"")
    view._mime = data
    return QDropEvent(
        QPointF(point), Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip


def begin(view, key):
    rows = [row for _index, row in view.iterate_rows()]
    view.mover.begin_move(start_move(rows, next(row for row in rows if row.key == key)))


def test_places_are_a_grid_below_the_program(chain):
    begin(chain, f"layer:{MANGOHUD}")
    top = rect_of(chain, "program").bottom() + 1
    move = chain.mover.move
    assert [chain.mover.find_position(top + y, move) for y in (10, 54, 98)] == [0, 1, 2]
    assert chain.mover.find_position(rect_of(chain, "group").center().y(), move) == OFF_INDEX
    assert (
        chain.mover.find_position(rect_of(chain, "driver:lavapipe.json").center().y(), move) is None
    )


def test_a_drag_shows_the_predicted_chain_and_one_drop_is_one_move(chain, session):
    begin(chain, f"layer:{MANGOHUD}")
    below_last = QPoint(150, rect_of(chain, f"layer:{VALIDATION}").center().y())
    chain.dragMoveEvent(drag_event(chain, below_last))
    names = [row.name for _index, row in chain.iterate_rows() if row.position]
    assert names[-1] == MANGOHUD
    chain.dropEvent(drop_event(chain, below_last))
    assert [call for call in session.calls if call[0] == "move_layer"] == [
        ("move_layer", MANGOHUD, 2)
    ]
    assert chain.mover.move is None


def test_a_drop_below_the_group_head_turns_off(chain, session):
    begin(chain, f"layer:{MANGOHUD}")
    group = QPoint(150, rect_of(chain, "group").center().y())
    chain.dragMoveEvent(drag_event(chain, group))
    chain.dropEvent(drop_event(chain, group))
    assert ("move_layer", MANGOHUD, OFF_INDEX) in session.calls


def test_a_layer_from_below_the_group_head_is_dropped_into_the_chain(chain, session):
    key = next(row.key for _index, row in chain.iterate_rows() if row.kind is RowKind.OFF_LAYER)
    begin(chain, key)
    first = QPoint(150, rect_of(chain, f"layer:{MANGOHUD}").center().y())
    chain.dragMoveEvent(drag_event(chain, first))
    chain.dropEvent(drop_event(chain, first))
    moved = [call for call in session.calls if call[0] == "move_layer"]
    assert moved == [("move_layer", key.partition(":")[2], 0)]


def test_a_layer_that_is_off_does_not_move_within_its_group(chain, session):
    begin(
        chain,
        next(row.key for _index, row in chain.iterate_rows() if row.kind is RowKind.OFF_LAYER),
    )
    group = QPoint(150, rect_of(chain, "group").center().y())
    chain.dragMoveEvent(drag_event(chain, group))
    chain.dropEvent(drop_event(chain, group))
    assert not [call for call in session.calls if call[0] == "move_layer"]


def test_between_loader_and_drivers_nothing_can_be_dropped(chain, session):
    begin(chain, f"layer:{MANGOHUD}")
    event = drag_event(chain, QPoint(150, rect_of(chain, "driver:radeon.json").center().y()))
    chain.dragMoveEvent(event)
    assert not event.isAccepted()
    chain.mover.cancel()
    assert session.snapshots.preview is None


def test_dropping_where_it_stood_changes_nothing(chain, session):
    begin(chain, f"layer:{MANGOHUD}")
    same = QPoint(150, rect_of(chain, f"layer:{MANGOHUD}").center().y())
    chain.dragMoveEvent(drag_event(chain, same))
    chain.dropEvent(drop_event(chain, same))
    assert not [call for call in session.calls if call[0] == "move_layer"]


def test_leaving_the_chain_takes_the_prediction_back(chain, session):
    begin(chain, f"layer:{MANGOHUD}")
    chain.dragMoveEvent(drag_event(chain, QPoint(150, 150)))
    chain.dragLeaveEvent(None)
    assert session.snapshots.preview is None
    chain.mover.cancel()
    assert next(row.name for _index, row in chain.iterate_rows() if row.position) == MANGOHUD


def test_move_mode_moves_with_the_arrows_and_enter(qtbot, chain, session):
    said = []
    chain.mover.move_announced.connect(said.append)
    chain.mover.start_by_keyboard()
    qtbot.keyClick(chain, Qt.Key.Key_Down)
    qtbot.keyClick(chain, Qt.Key.Key_Down)
    qtbot.keyClick(chain, Qt.Key.Key_Return)
    assert said == [f"MANGOHUD_overlay, {n} of 3" for n in (1, 2, 3)]
    assert session.calls[-1] == ("move_layer", MANGOHUD, 2)


def test_escape_takes_a_keyboard_move_back(qtbot, chain, session):
    chain.mover.start_by_keyboard()
    qtbot.keyClick(chain, Qt.Key.Key_Down)
    qtbot.keyClick(chain, Qt.Key.Key_Escape)
    assert chain.mover.move is None
    assert not [call for call in session.calls if call[0] == "move_layer"]
    assert current(chain) == MANGOHUD


def test_a_move_in_progress_can_be_painted(chain):
    begin(chain, f"layer:{BASALT}")
    chain.dragMoveEvent(drag_event(chain, QPoint(150, 120)))
    assert not chain.grab().isNull()


def test_files_go_on_to_the_window(chain, session, tmp_path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    event = QDragEnterEvent(
        QPoint(100, 100), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(chain.viewport(), event)
    assert not event.isAccepted()
    assert session.calls == []


@pytest.mark.parametrize("width", [420, 680, 1200])
def test_rows_paint_at_every_width(chain, width):
    chain.resize(width, 760)
    assert not chain.grab().isNull()


IDLE = ("driver:radeon.json", "driver:intel.json")


def show_idle_drivers(view):
    """Show what a probe leads to that found two drivers without devices."""
    shown = sample.snapshot_of()
    shown.rows = tuple(row._replace(finds_no_device=row.key in IDLE) for row in shown.rows)
    view.show_snapshot(shown)


@pytest.fixture
def idle(chain):
    """Return the chain after that probe."""
    show_idle_drivers(chain)
    return chain


def hidden_keys(view):
    return {row.key for index, row in view.iterate_rows() if view.isRowHidden(index.row())}


def test_drivers_without_devices_are_folded_into_one_row(qtbot, idle):
    idle.set_collapsed(False)
    assert hidden_keys(idle) == {*IDLE}
    click(qtbot, idle, rect_of(idle, "drivers").center())
    assert hidden_keys(idle) == set()
    click(qtbot, idle, rect_of(idle, "drivers").center())
    assert hidden_keys(idle) == {*IDLE}


def test_the_keyboard_folds_drivers_without_devices(qtbot, idle):
    idle.set_collapsed(False)
    idle.setCurrentIndex(idle.model().find_index("drivers"))
    for key, hidden in ((Qt.Key.Key_Right, set()), (Qt.Key.Key_Return, {*IDLE})):
        qtbot.keyClick(idle, key)
        assert hidden_keys(idle) == hidden


def test_a_driver_that_is_sought_is_shown_and_the_others_stay_folded(idle):
    assert idle.select_key(IDLE[0])
    assert current(idle) == "radeon"
    assert hidden_keys(idle) & {*IDLE} == {*IDLE[1:]}


def test_drivers_that_the_user_unfolded_are_so_in_the_next_session(open_chain, idle):
    again = open_chain(many_off(3))
    idle.set_collapsed(True)
    assert idle.save_folding() == "folded"
    idle.select_key("drivers")
    idle.choose_next_control()
    again.restore_folding(idle.save_folding())
    assert again.folded
    assert not again._folded_rows.drivers_folded


def test_a_selected_driver_stays_in_sight_when_its_probe_finds_no_device(chain):
    chain.select_key(IDLE[0])
    show_idle_drivers(chain)
    assert current(chain) == "radeon"
    assert hidden_keys(chain) & {*IDLE} == {IDLE[1]}


def test_the_override_of_what_is_applied_is_out_of_sight_until_it_is_sought(chain):
    shown, key = sample.snapshot_of(), f"layer:{VKBASALT}"
    shown.rows = tuple(row._replace(is_own_override=row.key == key) for row in shown.rows)
    chain.show_snapshot(shown)
    chain.set_collapsed(False)
    assert hidden_keys(chain) == {key}
    header = next(row for _index, row in chain.iterate_rows() if row.kind is RowKind.GROUP)
    assert header.reason == ""  # nothing of the group is folded
    assert chain.select_key(key)
    assert hidden_keys(chain) == set()


def test_columns_stay_where_they_are_when_the_list_begins_to_scroll(chain):
    widths = set()
    for height in (760, 200):
        chain.resize(680, height)
        QApplication.processEvents()
        widths.add((chain.viewport().width(), rect_of(chain, f"layer:{MANGOHUD}").width()))
    assert chain.verticalScrollBar().maximum() > 0
    assert len(widths) == 1


def test_where_a_layer_was_is_said_beside_the_controls(chain, context):
    begin(chain, f"layer:{MANGOHUD}")
    chain.dragMoveEvent(
        drag_event(chain, QPoint(150, rect_of(chain, f"layer:{VALIDATION}").center().y()))
    )
    was = next(one.box for one in list_painted_texts(chain.viewport()) if one.text == "was 1st")
    row = next(row for _index, row in chain.iterate_rows() if row.key == f"layer:{VKBASALT}")
    layout = layout_row(context.theme, rect_of(chain, row.key), row)
    assert was.right() <= min(segment.rect.left() for segment in layout.segments)
    chain.mover.cancel()


def test_the_head_of_a_very_wide_chain_ends_where_its_rows_end(open_window):
    window = open_window(3840, 1080)
    pane = window.chain
    row = pane.view.visualRect(pane.view.model().index(0, 0))
    end = layout_row(window.context.theme, row, pane.view.current_row()).line_right
    right = pane._add_button.mapTo(pane, pane._add_button.rect().topRight()).x()
    assert end < pane.width() // 2
    assert 0 <= right - end <= 16
