"""Safe mode in the window: its bar, its menu, and what ends it."""

from __future__ import annotations

from tests.ui.supposing import wait_until_answered
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.plan.plan import PlanView, SafeMode, SafeModeLayers
from vkconfig_py.model.session.launcher import NO_LAUNCH_IN_DEMO
from vkconfig_py.ui.widgets.buttons import Frame

MANGOHUD = "VK_LAYER_MANGOHUD_overlay_x86_64"


def enter(qtbot, window, safe):
    window.session.snapshots.set_view(PlanView(safe_mode=safe))
    wait_until_answered(qtbot, window)


def test_the_bar_says_what_is_left_out_and_leads_back(qtbot, window):
    usual = window.session.snapshots.current.list_loading_layers()
    assert window.chain.safe_mode is None
    enter(qtbot, window, SafeMode(SafeModeLayers.LAYERS))
    bar = window.chain.safe_mode
    assert bar.isVisible()
    assert bar.accessibleDescription().startswith("Safe mode: without any layers.")
    assert window.chain.view_button.text() == "Safe mode"
    assert window.session.snapshots.current.list_loading_layers() == ()
    bar.leave_button.click()
    wait_until_answered(qtbot, window)
    assert not bar.isVisible()
    assert window.session.snapshots.current.list_loading_layers() == usual


def test_an_edit_ends_it(qtbot, window):
    enter(qtbot, window, SafeMode(SafeModeLayers.IMPLICIT))
    window.session.edits.do(workspace_edits.set_control, MANGOHUD, LayerControl.ON)
    wait_until_answered(qtbot, window)
    assert not window.chain.safe_mode.isVisible()
    assert MANGOHUD in window.session.snapshots.current.list_loading_layers()


def test_nothing_of_it_is_saved_or_undone(qtbot, window):
    before = window.session.edits.workspace
    enter(qtbot, window, SafeMode(SafeModeLayers.LAYERS, "lvp_icd.x86_64.json"))
    assert window.session.edits.workspace == before
    assert not window.session.edits.can_undo()


def test_the_what_if_hides_its_bar(qtbot, window):
    enter(qtbot, window, SafeMode(SafeModeLayers.LAYERS))
    window.session.what_if.open()
    assert not window.chain.safe_mode.isVisible()
    window.session.what_if.close()
    assert window.chain.safe_mode.isVisible()


def test_the_menu_beside_launch_begins_with_the_plain_launch_and_has_other_launchers(window):
    menu = window.controllers.safe_mode.make_menu()
    assert [one.text().replace("&", "") for one in menu.actions() if not one.isSeparator()] == [
        "Launch",
        "Launch without implicit layers",
        "Launch without any layers",
        "Launch with only one driver",
        "Copy as Steam launch options",
        "Copy as Lutris configuration",
        "Copy as Heroic configuration",
    ]
    assert window.header.safe_mode.isEnabled()  # what is copied needs no launch
    assert not menu.actions()[0].isEnabled()


def test_a_machine_that_runs_no_programs_offers_no_launch_anywhere(window):
    header, page = window.header, window.inspector.settings
    assert (header.launch._frame, header.safe_mode._frame) == (Frame.OUTLINE, Frame.OUTLINE)
    assert not window.actions_["launch_cube"].isEnabled()
    page._update_header()  # as when a layer's settings are shown
    assert not page.preview_button.isEnabled()
    page.preview_button.show()
    preview_action = page.make_more_menu().actions()[0]
    assert preview_action.text() == "&Try in vkcube"
    assert not preview_action.isEnabled()
    assert page.preview_button.toolTip() == header.launch.toolTip() == NO_LAUNCH_IN_DEMO
    window.session.requests.machine = window.session.machine._replace(demo=False)
    window.session.edits.workspace_changed.emit()
    assert (header.launch._frame, header.safe_mode._frame) == (Frame.PRIMARY, Frame.PRIMARY)
    assert window.actions_["launch_cube"].isEnabled()


def test_vkcube_is_launched_without_the_log_over_it(qtbot, window):
    launcher = window.launcher
    with qtbot.waitSignal(launcher.failed):  # of the sample machine
        window.actions_["launch_cube"].setEnabled(True)
        window.actions_["launch_cube"].trigger()
    assert window.docks.get_current() != "launcher"
