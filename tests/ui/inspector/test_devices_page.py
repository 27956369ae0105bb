"""Choosing physical devices: in the chain, on their page, by mouse and by keys."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtWidgets import QMenu

from tests.model.chain.devices_sample import entry
from tests.ui.probed import devices, open_probed
from vkconfig_py.model.chain.device_page import explain_position
from vkconfig_py.model.chain.probe_results import EMPTY_PROBE_REPORT
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import EVERY_DEVICE, DeviceMode
from vkconfig_py.model.items.devices_model import DeviceAction
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.window import commands

LAVAPIPE, RADEON, RYZEN = "llvmpipe", "AMD Radeon", "AMD Ryzen"


@pytest.fixture
def window(qtbot, open_window):
    """Return the window on the sample machine, with its devices."""
    return open_probed(qtbot, open_window)


@pytest.fixture
def page(qtbot, window):
    """Return the page of devices, in view."""
    window.actions_["devices"].trigger()
    page = window.inspector.probing.devices
    assert window.inspector.tabs.current_page() is InspectorPage.DEVICES
    qtbot.waitUntil(lambda: page.model.rowCount() == 3)
    page.view.setFocus()
    return page


def row(window, name):
    return next(one for one in devices(window) if one.name.startswith(name))


def chosen(window):
    choice = window.session.edits.workspace.selected_configuration.devices
    return [one.name.split(" (")[0] for one in choice.devices]


def shown(page):
    return [(str(one.line.name).split(" (")[0], one.line.is_chosen) for one in page.model.values()]


def index_of(page, name):
    rows = range(page.model.rowCount())
    return next(page.model.index(n) for n in rows if page.model.index(n).data().startswith(name))


def test_a_key_leaves_a_device_out_and_undo_brings_it_back(qtbot, window):
    view = window.chain.view
    view.select_key(row(window, RYZEN).key)
    assert row(window, RYZEN).controls == ("on", "off")
    qtbot.keyClick(view, "-")
    assert chosen(window) == ["AMD Radeon RX 7800 XT", "llvmpipe"]
    assert view.current_row().control == "off"  # at once
    assert (
        window.session.edits.undo_label() == "Leave out AMD Ryzen 7 7700 (RADV RAPHAEL_MENDOCINO)"
    )
    qtbot.waitUntil(lambda: row(window, RYZEN).control == "off")
    window.session.edits.undo()
    assert window.session.edits.workspace.selected_configuration.devices == EVERY_DEVICE
    qtbot.waitUntil(lambda: row(window, RYZEN).control == "on")


def test_rows_say_what_programs_get_where_it_is_applied(qtbot, window):
    window.actions_["view_every"].trigger()
    window.session.edits.devices.use_only(row(window, LAVAPIPE).key)
    qtbot.waitUntil(lambda: row(window, LAVAPIPE).status == "1st choice")
    assert row(window, RADEON).status == "Off"
    assert row(window, RADEON).reason == "left out by this configuration"
    assert "1st choice" in row(window, LAVAPIPE).accessible_text


def test_the_order_page_tells_the_choice_without_another_probe(qtbot, window):
    window.actions_["view_every"].trigger()
    window.session.edits.devices.use_only(row(window, LAVAPIPE).key)
    key = row(window, RADEON).key

    def why():
        detail = window.session.probes.answers.details.devices[key]
        return explain_position(*detail.position) == (
            "Programs do not get this device.",
            "Not selected by the loader settings file.",
        )

    qtbot.waitUntil(why)


def test_the_row_menu_has_everything_about_devices(window):
    window.chain.view.select_key(row(window, RADEON).key)
    controls = []
    menu = commands.make_row_menu(row(window, RADEON), window.actions_, window, controls.append)
    names = ("row_up", "row_down", "device_only", "devices", "devices_all")
    assert {window.actions_[name] for name in names} <= set(menu.actions())
    assert not window.actions_["devices_all"].isEnabled()
    window.actions_["device_only"].trigger()
    assert chosen(window) == ["AMD Radeon RX 7800 XT"]
    window.actions_["devices_all"].trigger()
    assert window.session.edits.workspace.selected_configuration.devices == EVERY_DEVICE


def test_a_device_moves_among_the_chosen_ones_by_the_actions_of_the_chain(window):
    window.chain.view.select_key(row(window, LAVAPIPE).key)
    window.actions_["row_up"].trigger()
    assert chosen(window)[:2] == ["AMD Radeon RX 7800 XT", "llvmpipe"]


def test_the_menu_of_drivers_leads_to_the_devices(window):
    menu = commands.make_device_menu(
        window.session, window.session.snapshots.shown, window.actions_, window
    )
    assert window.actions_["devices"] in menu.actions()


def test_the_page_shows_every_device_checked_in_the_order_of_the_loader(page):
    assert page.headline.text() == "Programs get every device, in the loader's order."
    assert [checked for _name, checked in shown(page)] == [True] * 3
    assert not page.use_all_button.isEnabled()
    assert "Loader 1.4.364" in page.loader_note.text()


def test_the_text_of_a_row_stands_beside_its_check_box(page):
    row = page.view.visualRect(index_of(page, RYZEN))
    box = page.view._box_delegate.check_rect(row).toAlignedRect()
    px = page.view._box_delegate._context.theme.px
    picture = page.view.viewport().grab().toImage()
    scale = picture.devicePixelRatio()
    gap = range(round((box.right() + px(3)) * scale), round((row.left() + px(45)) * scale))
    lines = range(round((row.top() + px(4)) * scale), round((row.bottom() - px(3)) * scale))
    assert len(gap) > 5
    assert len({picture.pixel(x, y) for x in gap for y in lines}) == 1


def variables_of(snapshot):
    return {one.name for one in snapshot.plan.variables}


def test_a_check_box_leaves_a_device_out(qtbot, window, page):
    index = index_of(page, RYZEN)
    box = page.view._box_delegate.check_rect(page.view.visualRect(index)).center().toPoint()
    qtbot.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=box)
    assert shown(page)[-1] == ("AMD Ryzen 7 7700", False)
    chosen_text = "With this configuration, programs get only the checked devices, in this order."
    assert page.headline.text() == chosen_text
    window.actions_["view_variables"].trigger()
    snapshots = window.session.snapshots
    qtbot.waitUntil(lambda: "VK_LOADER_DEVICE_ID_FILTER" in variables_of(snapshots.shown))
    elsewhere = box + QPoint(120, 0)
    qtbot.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=elsewhere)
    assert shown(page)[-1] == ("AMD Ryzen 7 7700", False)


def test_a_click_anywhere_in_a_row_leaves_out_one_device_at_most(qtbot, window, page):
    rect = page.view.visualRect(index_of(page, "AMD Radeon"))
    boxes = 0
    for x, y in itertools.product(range(0, 60, 4), (6, 14, 22, 30)):
        place = rect.topLeft() + QPoint(x, y)
        qtbot.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        if window.session.edits.can_undo():
            assert [checked for _name, checked in shown(page)].count(False) == 1
            window.actions_["undo"].trigger()
            boxes += 1
        assert not window.session.edits.can_undo()
    assert boxes > 3


def test_keys_check_move_and_leave_out(qtbot, window, page):
    said = []
    page.announced.connect(said.append)
    page.view.setCurrentIndex(index_of(page, RYZEN))
    qtbot.keyClick(page.view, Qt.Key.Key_Space)
    assert shown(page)[-1] == ("AMD Ryzen 7 7700", False)
    page.view.setCurrentIndex(index_of(page, LAVAPIPE))
    qtbot.keyClick(page.view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert chosen(window) == ["llvmpipe", "AMD Radeon RX 7800 XT"]
    assert page.view.currentIndex().data().startswith(LAVAPIPE)
    qtbot.waitUntil(lambda: said == ["llvmpipe (LLVM 19.1.7, 256 bits), 1st of 2"])
    qtbot.keyClick(page.view, Qt.Key.Key_Delete)
    assert chosen(window) == ["AMD Radeon RX 7800 XT"]
    assert page.view.currentIndex().data().startswith(LAVAPIPE)


def test_a_drag_inside_the_list_puts_a_device_elsewhere(window, page):
    rows = [name for name, _checked in shown(page)]
    root = QModelIndex()
    assert page.model.moveRows(root, 2, 1, root, 0)
    assert [name for name, _checked in shown(page)] == [rows[2], rows[0], rows[1]]
    window.session.edits.undo()
    assert window.session.edits.workspace.selected_configuration.devices == EVERY_DEVICE
    assert not page.model.moveRows(root, 9, 1, root, 0)
    flags = page.model.flags(QModelIndex())
    assert flags == Qt.ItemFlag.ItemIsDropEnabled
    assert page.model.supportedDropActions() == Qt.DropAction.MoveAction


def test_a_button_goes_back_to_every_device(qtbot, window, page):
    window.session.edits.devices.use_only(row(window, LAVAPIPE).key)
    qtbot.waitUntil(page.use_all_button.isEnabled)
    qtbot.mouseClick(page.use_all_button, Qt.MouseButton.LeftButton)
    assert window.session.edits.workspace.selected_configuration.devices == EVERY_DEVICE
    assert window.session.edits.undo_label() == "Use every device"


def test_with_no_device_checked_the_page_warns(qtbot, window, page):
    for one in devices(window):
        window.session.edits.devices.set_use(one.key, is_on=False)
    assert window.session.edits.workspace.selected_configuration.devices.mode is DeviceMode.LISTED
    qtbot.waitUntil(lambda: page.headline.text().startswith("No device is checked"))


def test_a_device_of_another_machine_stays_until_it_is_removed(qtbot, window, page):
    session = window.session
    session.edits.devices.use_only(row(window, LAVAPIPE).key)
    choice = session.edits.workspace.selected_configuration.devices
    both = choice._replace(devices=(entry(7), *choice.devices))
    session.edits.do(
        workspace_edits.make_change,
        session.edits.workspace.selected_configuration._replace(devices=both),
        "Open",
    )
    qtbot.waitUntil(lambda: shown(page)[0] == ("GPU 7", True))
    index = index_of(page, "GPU 7")
    lines = page.model.line_at(index)
    assert (lines.status_word, lines.text) == ("Missing", "not on this machine")
    assert [action.label for action in lines.actions] == ["Remove"]
    assert "Missing: not on this machine" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    page.view.action_used.emit(page.model.get_value(index), DeviceAction.REMOVE)
    assert chosen(window) == ["llvmpipe"]


def test_a_device_whose_driver_was_updated_is_renewed(qtbot, window, page):
    session = window.session
    window.actions_["view_every"].trigger()
    session.edits.devices.use_only(row(window, LAVAPIPE).key)
    choice = session.edits.workspace.selected_configuration.devices
    (now,) = choice.devices
    old = choice._replace(devices=(now._replace(driver_version=5),))
    session.edits.do(
        workspace_edits.make_change,
        session.edits.workspace.selected_configuration._replace(devices=old),
        "Open",
    )
    index = index_of(page, LAVAPIPE)
    qtbot.waitUntil(lambda: page.model.line_at(index).text == "no longer found")
    qtbot.waitUntil(lambda: row(window, LAVAPIPE).deviation != "")
    assert "After a driver update" in page.notes.text()
    page.apply_action(page.model.get_value(index), DeviceAction.RENEW)
    assert session.edits.workspace.selected_configuration.devices.devices == (now,)
    qtbot.waitUntil(lambda: row(window, LAVAPIPE).status == "1st choice")


def test_the_menu_of_a_device_has_all_that_keys_and_mouse_do(window, page):
    index = index_of(page, RADEON)
    menu = page.make_menu(page.model.get_value(index))
    assert isinstance(menu, QMenu)
    texts = {action.text(): action for action in menu.actions() if action.text()}
    assert list(texts) == [
        "Use this device", "Use only this device", "Put this device first", "Move up", "Move down",
        "Use all devices, in the loader's order",
    ]  # fmt: skip
    texts["Use only this device"].trigger()
    assert chosen(window) == ["AMD Radeon RX 7800 XT"]
    texts["Move down"].trigger()
    texts["Use this device"].trigger()
    assert chosen(window) == []


def test_without_a_probe_the_page_offers_one(qtbot, window, page, monkeypatch):
    window.session.probes.answers = EMPTY_PROBE_REPORT
    window.session.probes.changed.emit()
    qtbot.waitUntil(lambda: page.unprobed_note.text() == "Probe the drivers to list their devices.")
    assert not page.view.isVisible()
    assert page.probe.isVisible()
    asked = []
    monkeypatch.setattr(window.session.probes, "start", lambda *args: asked.append(args[1:]))
    qtbot.mouseClick(page.probe, Qt.MouseButton.LeftButton)
    assert asked == [((),)]
