"""The icon in the tray: its menu and tool tip, and the window that hides there."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.window.test_closing import answer
from vkconfig_py.model.configuration import chosen_program, workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl, Target
from vkconfig_py.model.configuration.preferences import HIDE, OFF, TRAY
from vkconfig_py.model.plan.leases import UNTIL_WITHDRAWN
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


def test_menu_and_tool_tip_say_what_is_applied_and_withdraw_it(qtbot, icon, applied):
    name = applied.session.edits.workspace.selected_configuration.name
    line = f"“{name}”, for every program, until this window closes"
    assert texts(icon.menu) == [line, "Withdraw all", "Show window", "Quit"]
    applied.session.edits.do(chosen_program.choose_program, Target("/usr/bin/vkcube"))
    assert texts(icon.menu)[2] == "Launch vkcube"
    assert icon.icon.toolTip() == f"Applied to this system: {line}."
    applied.session.apply((), term=UNTIL_WITHDRAWN)
    qtbot.waitUntil(lambda: "until you withdraw it" in icon.icon.toolTip())
    icon.menu.withdraw.trigger()
    qtbot.waitUntil(lambda: texts(icon.menu)[0] == "Nothing is applied to the system")
    assert icon.icon.toolTip() == "Nothing is applied to the system."
    assert not icon.menu.withdraw.isEnabled()


def test_closing_hides_the_window_and_withdraws_what_was_applied_until_then(icon, applied):
    applied.actions_["preferences"].trigger()
    dialog = applied.findChild(PreferencesDialog)
    assert not applied.close()
    assert applied.isHidden()
    assert dialog.isHidden()
    assert not applied.session.system.applied
    assert icon.icon.toolTip() == "Nothing is applied to the system."
    icon.menu.actions()[0].trigger()
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
    assert applied.session.system.asks_about  # Quit still asks
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
