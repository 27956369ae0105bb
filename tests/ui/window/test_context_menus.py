from __future__ import annotations

from PySide6.QtWidgets import QMenu

from vkconfig_py.model.chain.quick_fix import QuickFixKind
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.problems.offers import find_offers
from vkconfig_py.ui.widgets.actions import ACTION_SPECS
from vkconfig_py.ui.window import commands


def test_every_row_has_a_menu_that_can_be_opened(window):
    rows = window.session.snapshots.shown.rows
    assert len(rows) > 10
    for row in rows:
        menu = commands.make_row_menu(row, window.actions_, window, lambda control: None)
        assert menu.actions(), row.key
        menu.deleteLater()


def test_the_menu_of_devices_can_be_opened_on_any_configuration(window):
    shown = window.session.snapshots.shown
    menu = commands.make_device_menu(window.session, shown, window.actions_, window)
    assert isinstance(menu, QMenu)
    texts = [action.text() for action in menu.actions() if action.text()]
    assert len(set(texts)) == len(texts)  # two drivers may have one name
    menu.deleteLater()


def test_a_missing_layer_is_removed_from_the_configuration(window, qtbot):
    session, view = window.session, window.chain.view
    session.edits.do(workspace_edits.set_control, "VK_LAYER_GONE", LayerControl.ON)
    qtbot.waitUntil(
        lambda: any(row.kind is RowKind.MISSING for row in session.snapshots.shown.rows)
    )
    view.select_key("layer:VK_LAYER_GONE")
    row = view.current_row()
    menu = commands.make_row_menu(row, window.actions_, window, lambda control: None)
    assert window.actions_["forget_layer"] in menu.actions()
    window.actions_["forget_layer"].trigger()
    assert session.edits.workspace.selected_configuration.find_entry("VK_LAYER_GONE") is None
    assert session.edits.undo_label() == "Remove GONE"


def test_a_missing_layer_that_has_a_place_is_removed_by_the_offer_of_the_inspector(window, qtbot):
    session, view = window.session, window.chain.view
    placed = session.edits.workspace.selected_configuration.with_order(["VK_LAYER_GONE"])
    session.edits.do(workspace_edits.make_change, placed, "Place")
    qtbot.waitUntil(
        lambda: any(row.kind is RowKind.MISSING for row in session.snapshots.shown.rows)
    )
    view.select_key("layer:VK_LAYER_GONE")
    offers = find_offers(session.snapshots.shown, view.current_row())
    (remove,) = [offer for offer in offers if offer.kind is QuickFixKind.FORGET]
    window.controllers.commands.use_quick_fix(remove)
    assert session.edits.workspace.selected_configuration.find_entry("VK_LAYER_GONE") is None


def test_the_inspector_moves_a_layer_to_where_its_place_has_no_drawback(window, qtbot):
    session, view = window.session, window.chain.view
    hud, basalt = "VK_LAYER_MANGOHUD_overlay_x86_64", "VK_LAYER_VKBASALT_post_processing"

    def is_above(upper, lower):
        layers = session.snapshots.shown.list_chain_names()
        return {upper, lower} <= set(layers) and layers.index(upper) < layers.index(lower)

    ordered = session.edits.workspace.selected_configuration.with_order([hud, basalt])
    for name in (hud, basalt):
        ordered = ordered.with_control(name, LayerControl.ON)
    session.edits.do(workspace_edits.make_change, ordered, "Order")
    qtbot.waitUntil(lambda: is_above(hud, basalt))
    view.select_key(f"layer:{hud}")
    move = find_offers(session.snapshots.shown, view.current_row())[0]
    assert move.kind is QuickFixKind.MOVE_BELOW
    window.controllers.commands.use_quick_fix(move)
    qtbot.waitUntil(lambda: is_above(basalt, hud))
    assert session.edits.undo_label() == "Move MANGOHUD_overlay_x86_64"
    session.edits.undo()
    qtbot.waitUntil(lambda: is_above(hud, basalt))


def test_the_menu_of_a_broken_manifest_shows_the_fix_that_moves_it_aside(window, qtbot):
    session, view = window.session, window.chain.view
    qtbot.waitUntil(lambda: session.problems.problem_list.is_known)

    def list_texts(part):
        view.select_key(next(row.key for row in session.snapshots.shown.rows if part in row.key))
        menu = window.controllers.commands.make_row_menu()
        return {action.text(): action for action in menu.actions()}

    text = "Move game_capture.json aside…"
    assert text not in list_texts("MESA_device_select")
    list_texts("game_capture.json")[text].trigger()
    panel = window.docks.panels["problems"]
    assert panel.view.currentIndex().data().startswith("game_capture.json")
    qtbot.waitUntil(panel.preview.fix_button.hasFocus)
    assert panel.preview.heading.text() == "Move game_capture.json aside"
    assert not session.edits.can_undo()


def test_the_menu_of_the_chain_marks_the_control_of_the_selected_row_as_its_own_menu_does(
    window, qtbot
):
    view, actions = window.chain.view, window.actions_
    view.select_key("layer:VK_LAYER_MESA_device_select")
    controls = [actions[f"wish_{control}"] for control in LayerControl]
    assert all(action.isCheckable() and action.isEnabled() for action in controls)
    assert [action.isChecked() for action in controls] == [True, False, False]
    actions["wish_off"].trigger()
    qtbot.waitUntil(lambda: view.current_row().control == LayerControl.OFF)
    assert [action.isChecked() for action in controls] == [False, False, True]
    view.select_key("loader")
    assert not any(action.isEnabled() or action.isChecked() for action in controls)


def test_no_command_has_the_sign_of_a_state(window):
    assert "check" not in {spec.icon for spec in ACTION_SPECS}
