"""The row for layers that a configuration does not name: brought, moved, turned off, taken away."""

from __future__ import annotations

from PySide6.QtCore import Qt

from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration.configuration import UNLISTED, LayerControl
from vkconfig_py.ui.window import commands

KEY = f"layer:{UNLISTED}"


def bring(window, qtbot):
    with qtbot.waitSignal(window.session.snapshots.current_changed):
        window.actions_["other_layers"].trigger()
    return window.chain.view


def test_an_action_brings_the_row_selects_it_and_takes_it_away(qtbot, window):
    action, session = window.actions_["other_layers"], window.session
    assert not action.isChecked()
    view = bring(window, qtbot)
    assert action.isChecked()
    assert view.current_row().kind is RowKind.UNLISTED
    assert session.edits.undo_label() == "Show other layers"
    with qtbot.waitSignal(session.snapshots.current_changed):
        action.trigger()
    assert not action.isChecked()
    assert not view.select_key(KEY)
    session.edits.undo()
    assert action.isChecked()


def test_keys_turn_the_others_off_and_leave_them_to_the_loader(qtbot, window):
    view = bring(window, qtbot)
    loading = [row.name for row in window.session.snapshots.shown.rows if row.kind is RowKind.LAYER]
    assert loading
    with qtbot.waitSignal(window.session.snapshots.current_changed):
        qtbot.keyClick(view, Qt.Key.Key_Minus)
    assert (
        window.session.edits.workspace.selected_configuration.unlisted_control is LayerControl.OFF
    )
    assert not [row for row in window.session.snapshots.shown.rows if row.kind is RowKind.LAYER]
    assert view.current_row().kind is RowKind.UNLISTED
    with qtbot.waitSignal(window.session.snapshots.current_changed):
        qtbot.keyClick(view, Qt.Key.Key_Backspace)
    assert [
        r.name for r in window.session.snapshots.shown.rows if r.kind is RowKind.LAYER
    ] == loading


def test_keys_move_the_row_among_layers(qtbot, window):
    view = bring(window, qtbot)
    assert window.session.snapshots.shown.list_movable_names().index(UNLISTED) == 0
    with qtbot.waitSignal(window.session.snapshots.current_changed):
        window.actions_["row_down"].trigger()
    assert window.session.snapshots.shown.list_movable_names().index(UNLISTED) == 1
    assert view.current_row().kind is RowKind.UNLISTED


def test_move_mode_says_where_the_row_goes(qtbot, window):
    view = bring(window, qtbot)
    said = []
    view.mover.move_announced.connect(said.append)
    view.mover.start_by_keyboard()
    with qtbot.waitSignal(window.session.snapshots.preview_changed):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    assert [text.partition(",")[0] for text in said] == ["Other layers", "Other layers"]
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert window.session.snapshots.shown.list_movable_names().index(UNLISTED) == 0


def test_a_key_turns_the_others_on_and_undo_takes_that_back(qtbot, window):
    view = bring(window, qtbot)
    before = window.session.snapshots.shown.list_chain_names()
    with qtbot.waitSignal(window.session.snapshots.current_changed):
        qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert window.session.edits.workspace.selected_configuration.unlisted_control is LayerControl.ON
    assert set(before) < set(window.session.snapshots.shown.list_chain_names())
    off = [
        row.status for row in window.session.snapshots.shown.rows if row.kind is RowKind.OFF_LAYER
    ]
    assert off == ["Active"]  # a meta-layer: its components load in its place
    assert window.session.edits.undo_label() == "Turn on other layers"
    with qtbot.waitSignal(window.session.snapshots.current_changed):
        window.session.edits.undo()
    assert window.session.snapshots.shown.list_chain_names() == before


def test_the_row_offers_every_wish_and_can_be_removed(qtbot, window):
    view = bring(window, qtbot)
    row = view.current_row()
    assert row.controls == ("auto", "on", "off")
    menu = commands.make_row_menu(row, window.actions_, window, lambda control: None)
    assert window.actions_["other_layers"] in menu.actions()
    with qtbot.waitSignal(window.session.snapshots.current_changed):
        window.actions_["forget_layer"].trigger()
    assert window.session.edits.workspace.selected_configuration.find_entry(UNLISTED) is None


def test_the_inspector_names_every_layer_that_is_meant(qtbot, window):
    bring(window, qtbot)
    explanation = window.inspector.why.explanation.model()
    rule = "The loader decides whether to use layers that this configuration does not list"
    qtbot.waitUntil(lambda: explanation.index(0, 0).data() == rule)
    names = {
        explanation.index(number, 0).data().split(":")[0]
        for number in range(1, explanation.rowCount())
    }
    layers = (RowKind.LAYER, RowKind.OFF_LAYER)
    assert names == {row.name for row in window.session.snapshots.shown.rows if row.kind in layers}


def test_actions_that_are_about_one_layer_do_nothing_on_it(qtbot, window):
    view = bring(window, qtbot)
    before = window.session.edits.workspace
    for name in ("probe_this", "documentation", "website", "copy", "copy_reason"):
        if window.actions_[name].isEnabled():
            window.actions_[name].trigger()
    assert window.session.edits.workspace == before
    assert view.current_row().kind is RowKind.UNLISTED
    assert not window.session.probes.is_running
