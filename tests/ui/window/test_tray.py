"""The icon in the tray: its menu and tool tip, and the window that hides there."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.window.test_closing import answer
from vkconfig_py.model.apply.lease_facts import ends_with_this_process
from vkconfig_py.model.configuration import chosen_program, workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl, Target
from vkconfig_py.model.configuration.preferences import HIDE, OFF, TRAY
from vkconfig_py.model.plan.leases import UNTIL_WITHDRAWN
from vkconfig_py.model.plan.plan import Mechanism
from vkconfig_py.ui.dialogs.preferences_dialog import PreferencesDialog
from vkconfig_py.ui.window import tray
from vkconfig_py.ui.window.tray import Tray

pytestmark = pytest.mark.qt_log_ignore(
    "This plugin does not support", "No such signal QPlatformNativeInterface::"
)


@pytest.fixture
def applied(qtbot, window):
    """Return a window whose configuration is applied until it closes, as on a real machine."""
    window.session.requests.machine = window.session.machine._replace(demo=False)
    layer = next(row.name for row in window.session.snapshots.shown.rows if row.position == 1)
    window.session.edits.do(workspace_edits.set_control, layer, LayerControl.ON)
    window.session.apply(())
    qtbot.waitUntil(lambda: bool(window.session.system.applied))
    return window


@pytest.fixture
def icon(applied, monkeypatch):
    """Return the icon, on a desktop that has a tray."""
    monkeypatch.setattr(tray, "explain_no_icon", lambda: "")
    applied.session.preferences.choose(TRAY, HIDE)
    (found,) = applied.findChildren(Tray)
    yield found
    applied.session.preferences.choose(TRAY, OFF)
    assert QApplication.quitOnLastWindowClosed()


def texts(menu):
    return [one.text() for one in menu.actions() if one.isVisible() and not one.isSeparator()]


def click(menu, text):
    next(one for one in menu.actions() if one.text() == text).trigger()


@pytest.fixture
def menu(qtbot, icon):
    """Return the menu as it opens, once it is known which configurations can be applied."""
    assert not icon.menu.configuration_menu.actions()
    icon.menu.aboutToShow.emit()
    qtbot.waitUntil(lambda: texts(icon.menu.configuration_menu)[0].startswith("For "))
    return icon.menu


def checked(menu):
    return [one.text() for one in menu.actions() if one.isChecked()]


def test_menu_and_tool_tip_say_what_is_applied_and_withdraw_it(qtbot, icon, applied):
    name = applied.session.edits.workspace.selected_configuration.name
    line = f"“{name}”, for every program, until this window closes"
    choices = ["Apply", "Device", "Loader log"]
    assert texts(icon.menu) == [line, "Withdraw now", *choices, "Show window", "Quit"]
    assert not icon.menu.actions()[0].isEnabled()
    applied.session.edits.do(chosen_program.choose_program, Target("/usr/bin/vkcube"))
    assert texts(icon.menu)[5] == "Launch vkcube"
    assert icon.icon.toolTip() == f"Applied to this system: {line}."
    applied.session.apply((), term=UNTIL_WITHDRAWN)
    qtbot.waitUntil(lambda: "until you withdraw it" in icon.icon.toolTip())
    icon.menu.withdraw.trigger()
    qtbot.waitUntil(lambda: texts(icon.menu)[0] == "Nothing is applied to the system")
    assert icon.icon.toolTip() == "Nothing is applied to the system."
    assert "Withdraw now" not in texts(icon.menu)


def test_closing_hides_the_window_and_withdraws_what_was_applied_until_then(icon, applied):
    applied.actions_["preferences"].trigger()
    dialog = applied.findChild(PreferencesDialog)
    assert not applied.close()
    assert applied.isHidden()
    assert dialog.isHidden()
    assert not applied.session.system.applied
    assert icon.icon.toolTip() == "Nothing is applied to the system."
    click(icon.menu, "Show window")
    assert applied.isVisible()
    assert dialog.isVisible()


def test_a_hidden_window_is_back_once_the_icon_is_turned_off(icon, applied):
    applied.close()
    assert applied.isHidden()
    applied.session.preferences.choose(TRAY, OFF)
    assert applied.isVisible()


def test_closing_leaves_what_has_another_end(qtbot, icon, applied):
    applied.session.apply((), term=UNTIL_WITHDRAWN)
    qtbot.waitUntil(lambda: "until you withdraw it" in icon.icon.toolTip())
    applied.close()
    assert applied.isHidden()
    assert applied.session.system.applied
    assert applied.session.system.keys_to_confirm  # Quit still asks
    icon.show_window()
    assert applied.isVisible()
    told = answer("Cancel")
    icon.menu.actions()[-1].trigger()
    assert told
    assert applied.isVisible()
    applied.session.withdraw()
    qtbot.waitUntil(lambda: not applied.session.system.applied)


def test_a_desktop_without_a_tray_is_told_in_the_preferences_and_closing_closes(qtbot, applied):
    applied.actions_["preferences"].trigger()
    dialog = applied.findChild(PreferencesDialog)
    assert dialog.notes["tray"].isHidden()
    dialog.radios["tray", HIDE].click()
    assert dialog.notes["tray"].text().startswith("No system tray found")
    assert not dialog.notes["tray"].isHidden()
    with qtbot.waitSignal(applied.closed):
        applied.close()


def test_a_configuration_is_applied_from_the_tray_as_the_sheet_would_do_it(qtbot, menu, applied):
    session, submenu = applied.session, menu.configuration_menu
    key = next(one.key for one in session.edits.workspace.configurations if one.name == "API dump")
    assert texts(submenu)[0] == "For every program, until this window closes"
    assert checked(submenu) == ["My configuration"]
    click(submenu, "API dump")
    qtbot.waitUntil(lambda: session.system.applied[0].configuration.key == key)
    (entry,) = session.system.applied
    assert not entry.programs
    assert ends_with_this_process(entry.lease)
    assert session.edits.workspace.selected_configuration.key == key
    menu.aboutToShow.emit()
    assert checked(submenu) == ["API dump"]


def test_a_configuration_that_cannot_be_applied_says_why_in_the_tray(menu):
    (refused,) = (
        one for one in menu.configuration_menu.actions() if one.text().startswith("Frame capture")
    )
    assert refused.text() == "Frame capture: this configuration changes no layers"
    assert not refused.isEnabled()


def test_a_device_chosen_in_the_tray_is_an_edit_and_all_of_them_another(menu, applied):
    edits, submenu = applied.session.edits, menu.device_menu
    assert texts(submenu)[0] == "Configuration: My configuration"
    assert checked(submenu) == ["All devices"]
    device = texts(submenu)[2]
    click(submenu, device)
    assert [one.name for one in edits.workspace.selected_configuration.devices.devices] == [device]
    assert edits.undo_label() == f"Use only {device}"
    menu.aboutToShow.emit()
    assert checked(submenu) == [device]
    click(submenu, "All devices")
    assert not edits.workspace.selected_configuration.devices.is_choosing
    edits.devices.move_first(edits.devices.list_devices()[0].key)
    menu.aboutToShow.emit()
    assert checked(submenu) == [f"{device} first"]


def test_the_log_of_the_loader_is_switched_in_the_tray(menu, applied):
    edits, submenu = applied.session.edits, menu.log_menu
    click(submenu, "Warnings")
    click(submenu, "Errors")
    assert edits.workspace.selected_configuration.loader_log == ("error", "warn")
    menu.aboutToShow.emit()
    assert checked(submenu) == ["Errors", "Warnings"]
    click(submenu, "Warnings")
    assert edits.workspace.selected_configuration.loader_log == ("error",)
    edits.undo()
    assert edits.workspace.selected_configuration.loader_log == ("error", "warn")


def test_an_edit_in_the_tray_reaches_what_is_applied_and_one_in_the_window_waits(
    qtbot, menu, applied
):
    session = applied.session
    session.apply((), Mechanism.SETTINGS)
    qtbot.waitUntil(lambda: session.system.applied[0].mechanism is Mechanism.SETTINGS)
    click(menu.log_menu, "Errors")
    qtbot.waitUntil(lambda: session.system.applied[0].configuration.loader_log == ("error",))
    session.edits.undo()
    menu.aboutToShow.emit()
    assert texts(menu)[1] == "You changed it after you applied it"
    click(menu.log_menu, "Warnings")
    assert session.system.applied[0].configuration.loader_log == ("error",)
    click(menu, "Apply again")
    qtbot.waitUntil(lambda: session.system.applied[0].configuration.loader_log == ("warn",))
