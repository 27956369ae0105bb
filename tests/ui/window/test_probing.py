"""A probe that runs: progress, cancel, questions; the GUI thread never waits."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMenu

from tests.framework.patience import PATIENCE
from tests.ui.probed import MANGOHUD, devices, driver, open_probed, texts
from tests.ui.supposing import POPUPS, press, rows
from vkconfig_py.loader.api.what_if import WhatIf
from vkconfig_py.loader.base.verdicts import Mark
from vkconfig_py.model.chain.probe_results import ProbeStep
from vkconfig_py.model.chain.snapshot_values import RowKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import DriverControl, LayerControl
from vkconfig_py.ui.inspector.head import InspectorPage
from vkconfig_py.ui.widgets import messages
from vkconfig_py.ui.window import commands
from vkconfig_py.ui.window.diagnosis_commands import NOT_OF_WHAT_IF, NOTHING_TO_PROBE
from vkconfig_py.ui.window.quick_search import list_entries


@pytest.fixture
def window(qtbot, open_window):
    """Return the window on the sample machine, with its devices."""
    return open_probed(qtbot, open_window)


class Run:
    """A probe that takes as long as a test wants."""

    def __init__(self, prober):
        self.keys = []
        self.gate = threading.Event()
        self.said = ("All are well.", True)
        self.read_findings = prober.read_findings
        self.cancelled = False

    def start_run(self, report, keys):
        self.keys.append(keys)
        return self

    def run(self, tell):
        tell(ProbeStep(2, 7, "vkCreateInstance from libvulkan_lvp.so"))
        self.gate.wait(PATIENCE)
        return ("Probing was canceled.", True) if self.cancelled else self.said

    def cancel(self):
        self.cancelled = True
        self.gate.set()


@pytest.fixture
def run(window):
    """Return the probe that the window runs."""
    run = Run(window.session.probes.prober)
    window.session.probes._prober = run
    yield run
    run.gate.set()


def test_a_run_shows_its_progress_and_the_window_stays_usable(qtbot, window, run):
    window.actions_["probe_all"].trigger()
    expected = "Probing 3 of 7: vkCreateInstance from libvulkan_lvp.so"
    qtbot.waitUntil(lambda: window.status_bar._progress.text() == expected)
    assert window.status_bar.probe.text() == "Cancel probing"
    assert not window.actions_["probe_all"].isEnabled()
    window.chain.view.select_key(MANGOHUD)  # nothing waits
    window.inspector.show_tab(InspectorPage.PROBE)
    assert window.inspector.probing.probe.state.text() == expected
    assert window.inspector.probing.probe.button.text() == "Cancel"
    run.gate.set()
    qtbot.waitUntil(lambda: not window.session.probes.is_running)
    assert run.keys == [()]
    assert window.status_bar.probe.text() == "Probe all"
    assert "All are well." in window.status_bar.toast.text()


def test_a_probe_of_everything_says_which_drivers_the_configuration_leaves_out(qtbot, window, run):
    session, driver = window.session, "lvp_icd.x86_64.json"
    session.edits.do(workspace_edits.set_driver_control, driver, DriverControl.ONLY)
    qtbot.waitUntil(
        lambda: any(row.control == DriverControl.ONLY for row in session.snapshots.current.rows)
    )
    run.gate.set()
    with qtbot.waitSignal(session.probes.ended):
        window.actions_["probe_all"].trigger()
    toast = window.status_bar.toast.text()
    assert "All are well. Not probed: NVIDIA" in toast
    assert "radeon (radeon_icd.x86_64.json)" in toast
    assert "radeon (radeon_icd.i686.json)" in toast
    assert toast.endswith(", left out by this configuration.")
    assert "lavapipe" not in toast
    window.chain.view.select_key(MANGOHUD)
    with qtbot.waitSignal(session.probes.ended):
        window.actions_["probe_this"].trigger()
    assert "Not probed" not in window.status_bar.toast.text()


@pytest.mark.parametrize("by", ["status_bar", "inspector", "action"])
def test_a_run_is_cancelled(qtbot, window, run, by):
    qtbot.mouseClick(window.status_bar.probe, Qt.MouseButton.LeftButton)
    assert window.session.probes.is_running
    window.chain.view.select_key(MANGOHUD)
    window.inspector.show_tab(InspectorPage.PROBE)
    if by == "status_bar":
        qtbot.mouseClick(window.status_bar.probe, Qt.MouseButton.LeftButton)
    elif by == "inspector":
        qtbot.mouseClick(window.inspector.probing.probe.button, Qt.MouseButton.LeftButton)
    else:
        window.actions_["probe_cancel"].trigger()
    qtbot.waitUntil(lambda: not window.session.probes.is_running)
    assert "canceled" in window.status_bar.toast.text()


def test_a_run_that_finds_something_bad_says_so_in_red(qtbot, window, run):
    run.said = ("1 of 3 drivers crashes: lavapipe.", False)
    run.gate.set()
    with qtbot.waitSignal(window.session.probes.ended):
        window.actions_["probe_all"].trigger()
    assert "crashes: lavapipe" in window.status_bar.toast.text()


def test_probe_this_is_a_key_an_action_and_a_button(qtbot, window, run):
    run.gate.set()
    view = window.chain.view
    view.select_key(MANGOHUD)
    with qtbot.waitSignal(window.session.probes.ended):
        press(view, Qt.Key.Key_F8)
    view.select_key(devices(window)[1].key)
    with qtbot.waitSignal(window.session.probes.ended):
        window.actions_["probe_this"].trigger()
    view.select_key(driver(window, "nvidia").key)
    window.inspector.show_tab(InspectorPage.PROBE)
    with qtbot.waitSignal(window.session.probes.ended):
        qtbot.mouseClick(window.inspector.probing.probe.button, Qt.MouseButton.LeftButton)
    radeon = driver(window, "radeon_icd.x86_64").key
    assert run.keys == [(MANGOHUD,), (radeon,), (driver(window, "nvidia").key,)]


def test_what_cannot_be_probed_is_not_offered(window):
    window.chain.view.select_key("loader")
    assert not window.actions_["probe_this"].isEnabled()
    window.controllers.probes.probe_this()
    assert NOTHING_TO_PROBE in window.status_bar.toast.text()
    window.chain.view.select_key(MANGOHUD)
    assert window.actions_["probe_this"].isEnabled()
    assert not window.actions_["device_copy"].isEnabled()


def test_what_is_supposed_is_not_probed(qtbot, window, run):
    window.session.what_if.set_assumptions(WhatIf(version=(1, 3, 239)))
    qtbot.waitUntil(lambda: window.session.what_if.snapshot is not None)
    window.actions_["probe_all"].trigger()
    assert NOT_OF_WHAT_IF in window.status_bar.toast.text()
    assert run.keys == []


def test_the_row_menu_and_the_search_offer_probing(window, qtbot):
    window.chain.view.select_key(devices(window)[0].key)
    row = window.chain.view.current_row()
    menu = commands.make_row_menu(row, window.actions_, window, lambda control: None)
    assert isinstance(menu, QMenu)
    offered = [action.objectName() for action in menu.actions()]
    assert {"probe_this", "probe_all", "device_copy", "device_export"} <= set(offered)
    titles = {entry.title: entry for entry in list_entries(window.session, window.actions_)}
    assert "Probe all" in titles
    assert titles[row.name].subtitle == row.secondary


def test_the_first_time_it_is_said_what_probing_does(qtbot, window, run, monkeypatch):
    window.session.requests.machine = window.session.machine._replace(recorded="")
    answers = [False, True]
    monkeypatch.setattr(messages, "ask_probe", lambda parent: answers.pop(0))
    window.actions_["probe_all"].trigger()
    assert run.keys == []  # the answer was no
    run.gate.set()
    for _again in range(2):
        with qtbot.waitSignal(window.session.probes.ended):
            window.actions_["probe_all"].trigger()
    assert not answers  # and it is not asked again
    assert len(run.keys) == 2


def test_the_filter_keeps_drivers_and_devices_together(window):
    view = window.chain.view
    view.set_filter("llvmpipe")

    def visible(row):
        return not view.isRowHidden(view.model().keys().index(row.key))

    assert visible(driver(window, "lvp_icd"))
    assert visible(devices(window)[0])
    assert not visible(driver(window, "nvidia"))
    assert not visible(devices(window)[1])


def test_every_control_of_the_pages_has_a_name(window):
    pages = window.inspector.probing
    for widget in (pages.extensions.search, pages.extensions.list, pages.probe.button,
                   pages.device._copy, pages.device._export, window.status_bar.probe):  # fmt: skip
        assert widget.accessibleName()


def test_the_recording_of_the_sample_machine_can_be_played(qtbot, window):
    with qtbot.waitSignal(window.session.probes.ended) as ended:
        window.controllers.probes.probe((driver(window, "lvp_icd").key,))
    assert "recording" in ended.args[0]
    assert Path(window.session.machine.recorded).exists()


def test_a_driver_that_fails_is_a_problem_that_is_turned_off_with_a_click(qtbot, window):
    nvidia = driver(window, "nvidia")

    def nvidia_fails():
        return next(
            x for x in window.session.problems.all_problems if x.problem.title == "NVIDIA fails"
        )

    qtbot.waitUntil(lambda: len(nvidia_fails().actions) > 1)  # what was seen to help
    told = nvidia_fails()
    turn_off, *_for_all, show = told.actions
    window.controllers.problems.apply_action(told, show)
    assert window.chain.view.current_row().key == nvidia.key
    assert window.inspector.tabs.current_page() is InspectorPage.PROBE
    window.controllers.problems.apply_action(told, turn_off)
    qtbot.waitUntil(lambda: driver(window, "nvidia").control == "off")
    qtbot.waitUntil(lambda: driver(window, "nvidia").status == "not chosen")
    assert not any(
        told.problem.title == "NVIDIA fails" for told in window.session.problems.all_problems
    )
    window.session.edits.undo()
    qtbot.waitUntil(lambda: driver(window, "nvidia").status == "Fails")


def test_a_driver_that_fails_can_be_left_out_from_its_explanation(qtbot, window):
    window.chain.view.select_key(driver(window, "nvidia").key)
    window.inspector.show_tab(InspectorPage.WHY)
    wanted = "Leave it out of this configuration"
    qtbot.waitUntil(lambda: wanted in texts(window.inspector.why))


def test_the_story_of_a_driver_that_fails_ends_with_what_the_probe_found(qtbot, window):
    window.chain.view.select_key(driver(window, "nvidia").key)
    steps = window.inspector.why.explanation.steps
    qtbot.waitUntil(lambda: steps.rowCount() > 1 and steps.values()[-1].step.mark is Mark.AGAINST)
    told = [one.step for one in steps.values()]
    assert told[-1].text == (
        "Probed: finds no GPU that it can drive (VK_ERROR_INCOMPATIBLE_DRIVER)"
    )
    assert [step.decisive for step in told] == [False] * (len(told) - 1) + [True]


@POPUPS
@pytest.mark.parametrize(("text", "wanted"), [("Probe", True), ("Cancel", False)])
def test_the_question_says_what_will_happen_and_the_safe_answer_is_the_default(
    window, text, wanted
):
    said = []

    def press_button():
        box = QApplication.activeModalWidget()
        said.append(f"{box.text()} {box.informativeText()}")
        assert box.defaultButton().text() == "Probe"  # what was asked for; Esc cancels
        assert box.escapeButton().text() == "Cancel"
        next(button for button in box.buttons() if button.text() == text).click()

    QTimer.singleShot(0, press_button)
    assert messages.ask_probe(window) is wanted
    assert "separate process" in said[0]
    assert "Nothing is probed unless you request it" in said[0]


def test_strip_and_story_say_whether_the_probe_met_the_predicted_chain(window):
    session = window.session
    session.requests.machine = session.machine._replace(demo=False)
    window.status_bar.verified.refresh()
    assert window.status_bar.verified.text() == "Verified by probe"
    met = tuple(reversed(session.chain_probe.entered_order))
    difference = "MANGOHUD was called 1st."
    changed = session.chain_probe._replace(entered_order=met, order_difference=difference)
    answers = session.probes.answers
    session.probes.answers = answers._replace(
        findings=answers.findings._replace(chain_order=changed)
    )
    session.probes.changed.emit()
    window.status_bar.verified.refresh()
    assert window.status_bar.verified.text() == "Probe differs"
    assert (
        rows(window)["VK_LAYER_MESA_device_select"].observed_position_note
        == "called 2nd in the probe"
    )
    window.chain.view.select_key(MANGOHUD)
    window.inspector.show_tab(InspectorPage.WHY)
    assert any("MANGOHUD was called 1st." in text for text in texts(window.inspector.why))


def test_a_probe_of_another_chain_is_kept_and_called_that(qtbot, window):
    session = window.session
    session.requests.machine = session.machine._replace(demo=False)
    seen = [name for name, row in rows(window).items() if row.kind is RowKind.DEVICE]
    with qtbot.waitSignal(session.probes.changed):
        session.edits.do(
            workspace_edits.set_control, "VK_LAYER_MESA_device_select", LayerControl.OFF
        )
    assert [name for name, row in rows(window).items() if row.kind is RowKind.DEVICE] == seen
    window.status_bar.verified.refresh()
    assert window.status_bar.verified.text() == "Not checked"
    assert "with another chain (" in window.status_bar.verified.toolTip()
    window.chain.view.select_key(MANGOHUD)
    window.inspector.show_tab(InspectorPage.WHY)
    assert any("with another chain (" in text for text in texts(window.inspector.why))
    window.inspector.show_tab(InspectorPage.PROBE)
    heading = "In the chain, with the layers and drivers below it (probed with another chain)"
    assert heading in texts(window.inspector.probing.probe)


def test_a_driver_that_is_used_alone_stays_where_it_is(qtbot, window):
    view, name = window.chain.view, "radeon_icd.x86_64"
    view.select_key(driver(window, name).key)
    keys = [row.key for _index, row in view.iterate_rows()]
    place = view.visualRect(view.currentIndex())
    view.set_control("only")
    qtbot.waitUntil(lambda: driver(window, "lvp_icd").status == "not chosen")
    qtbot.waitUntil(lambda: driver(window, name).status == "2 devices")
    assert [row.key for _index, row in view.iterate_rows()] == keys
    assert view.visualRect(view.currentIndex()) == place
    assert window.actions_["undo"].text() == "&Undo: Use only radeon"
    chosen = "Only radeon is used, since you chose it in “My configuration”"
    steps = window.inspector.why.explanation.steps
    qtbot.waitUntil(lambda: chosen in [value.step.text for value in steps.values()])


def test_a_filter_without_a_match_says_so_and_is_cleared_by_a_button(window):
    pane = window.chain
    window.actions_["filter"].trigger()
    pane.filter.setText("zzz")
    assert pane.no_match_page.isVisible()
    assert pane.no_match_page.sentence.text() == "Nothing matches “zzz”."
    assert pane.view.isHidden()
    pane.no_match_page.button.click()
    assert pane.filter.text() == ""
    assert pane.view.isVisible()
    assert pane.no_match_page.isHidden()
