"""The graphics processor in one box, the way in another, and the proof of both."""

from __future__ import annotations

import pytest

from tests.framework.german import speak_german
from tests.ui.probed import devices, open_probed
from vkconfig_py.model.apply.verify import DeviceProof
from vkconfig_py.model.configuration.configuration import DeviceMode, DeviceSelectionMethod
from vkconfig_py.model.session.loader_checks import NO_CHECK_IN_DEMO
from vkconfig_py.ui.inspector.devices_page import NOT_CHECKED

RADEON = "AMD Radeon RX 7800 XT"


@pytest.fixture
def window(qtbot, open_window):
    """Return the window on the sample machine, with its devices."""
    return open_probed(qtbot, open_window)


@pytest.fixture
def box(qtbot, window):
    """Return the boxes on the page of devices, in view."""
    window.actions_["devices"].trigger()
    page = window.inspector.probing.devices
    qtbot.waitUntil(lambda: page.model.rowCount() == 3)
    return page.choice


def item(menu, text):
    return next(action for action in menu.actions() if action.text().startswith(text))


def choice(window):
    return window.session.edits.workspace.selected_configuration.devices


def test_automatic_shows_no_way(box):
    assert box.device_choice.value == "Automatic"
    assert not box.method_choice.isVisible()
    assert not box.check_button.isVisible()


def test_one_item_chooses_a_device_alone_and_the_way_is_told(qtbot, window, box):
    item(box.make_device_menu(), f"{RADEON} (RADV NAVI32) only").trigger()
    assert [one.driver for one in choice(window).devices] == ["radeon_icd.x86_64.json"]
    assert box.device_choice.value == f"{RADEON} only"
    qtbot.waitUntil(lambda: box.method_choice.value == "Automatic: VK_LOADER_DEVICE_ID_FILTER")
    assert "allows only the chosen device models" in box.reason_label.text().replace("\u200b", "")
    assert box.result_label.text() == NOT_CHECKED
    assert item(box.make_device_menu(), f"{RADEON} (RADV NAVI32) only").isChecked()


def test_one_item_puts_a_device_first(qtbot, window, box):
    item(box.make_device_menu(), "llvmpipe (LLVM 19.1.7, 256 bits) first").trigger()
    assert choice(window).mode is DeviceMode.FIRST
    assert box.device_choice.value == "llvmpipe first"
    qtbot.waitUntil(lambda: box.method_choice.value == "Automatic: VK_LOADER_DEVICE_SELECT")
    qtbot.waitUntil(
        lambda: next(r for r in devices(window) if "llvm" in r.name).status == "1st choice"
    )
    # All others follow, and none of them was left out.
    assert all(row.status != "Off" and not row.deviation for row in devices(window))


def test_another_way_is_forced_and_one_that_cannot_be_used_says_why(qtbot, window, box):
    item(box.make_device_menu(), f"{RADEON} (RADV NAVI32) only").trigger()
    qtbot.waitUntil(box.method_choice.isVisible)
    menu = box.make_method_menu()
    nvidia = item(menu, "__NV_PRIME_RENDER_OFFLOAD")
    assert not nvidia.isEnabled()
    assert "VK_LAYER_NV_optimus, which is not installed" in nvidia.toolTip().replace("\u200b", "")
    item(menu, "Loader settings file").trigger()
    assert choice(window).by is DeviceSelectionMethod.SETTINGS
    qtbot.waitUntil(lambda: box.method_choice.value == "Loader settings file")
    assert "after a driver update" in box.reason_label.text()
    item(box.make_method_menu(), "Automatic").trigger()
    assert choice(window).by is DeviceSelectionMethod.AUTOMATIC


def test_a_proof_is_shown_until_the_chain_changes(qtbot, window, box):
    item(box.make_device_menu(), f"{RADEON} (RADV NAVI32) only").trigger()
    qtbot.waitUntil(box.check_button.isVisible)
    checks = window.session.checks
    with qtbot.waitSignal(checks.message) as told:
        box.check_button.click()
    assert told.args[0] == NO_CHECK_IN_DEMO
    checks.proof = DeviceProof(
        True, "Verified: programs get Radeon only.", ("Radeon",), checked_at=1.0
    )
    checks.choice_proved.emit(checks.proof)
    assert (
        box.result_label.text()
        .replace("\u200b", "")
        .startswith("Verified: programs get Radeon only")
    )
    item(box.make_device_menu(), "Automatic").trigger()
    qtbot.waitUntil(lambda: checks.proof is None)


def test_rows_of_devices_have_both_in_their_menu(qtbot, window):
    view = window.chain.view
    view.select_key(next(row for row in devices(window) if "llvm" in row.name).key)
    window.actions_["device_first"].trigger()
    assert (choice(window).mode, choice(window).devices[0].kind) == (DeviceMode.FIRST, "cpu")
    window.actions_["devices_all"].trigger()
    assert not choice(window).is_choosing


def test_entries_are_said_and_checked_in_german(qtbot, window, box):
    item(box.make_device_menu(), "llvmpipe (LLVM 19.1.7, 256 bits) first").trigger()
    assert choice(window).mode is DeviceMode.FIRST
    with speak_german():
        entries = box.make_device_menu().actions()
    checked = {entry.text(): entry.isChecked() for entry in entries if "llvm" in entry.text()}
    llvmpipe = "llvmpipe (LLVM 19.1.7, 256 bits)"
    assert checked == {f"nur {llvmpipe}": False, f"{llvmpipe} zuerst": True}
