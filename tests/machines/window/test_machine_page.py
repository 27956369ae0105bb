"""Another machine in the window: shown like this one, read-only, and back again."""

from __future__ import annotations

import json
import threading

import pytest
from PySide6.QtCore import Qt

from tests.framework.patience import PATIENCE
from vkconfig_py.loader.api.optional_parts import OpenMachineError
from vkconfig_py.loader.api.report_json import make_stamped_json
from vkconfig_py.machines.window.machine_commands import OpenMachineDialog
from vkconfig_py.machines.window.machine_page import BACK_TEXT, CANCEL_TEXT
from vkconfig_py.machines.window.machine_visit import MachineVisit
from vkconfig_py.machines.window.other_machine import read_machine

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
LAYER = {
    "file_format_version": "1.2.0",
    "layer": {
        "name": "VK_LAYER_there", "type": "GLOBAL", "library_path": "libthere.so",
        "api_version": "1.3.0", "implementation_version": "1", "description": "There",
        "disable_environment": {"NO_THERE": "1"},
    },
}  # fmt: skip


@pytest.fixture
def root(tmp_path):
    """A root folder with a layer whose library is missing."""
    folder = tmp_path / "disk"
    (folder / "etc").mkdir(parents=True)
    manifests = folder / "usr/share/vulkan/implicit_layer.d"
    manifests.mkdir(parents=True)
    (manifests / "there.json").write_text(json.dumps(LAYER))
    return folder


@pytest.fixture
def away(window, root, qtbot):
    """The window with the machine of the root folder in it."""
    visit = window.controllers.optional["open_machine"].visit
    visit.open(str(root))
    qtbot.waitUntil(lambda: visit.machine is not None)
    return window


def page_of(window):
    page = window.controllers.optional["open_machine"].page
    assert page is not None
    return page


def select(page, name):
    index = next(index for index, row in page.view.iterate_rows() if row.name == name)
    page.view.setCurrentIndex(index)


def told(page):
    steps = page.explanation.steps
    return [steps.index(row).data() for row in range(steps.rowCount())]


def test_it_is_shown_in_place_of_this_machine_and_named(away, root):
    page = page_of(away)
    assert page.isVisible()
    assert not away.header.isVisible()
    assert not away.chain.isVisible()
    assert page.band.accessibleName().startswith(f"Another machine: {root} (a Linux root folder)")
    assert away.windowTitle() == f"{root} – another machine – vkconfig-py"
    assert "VK_LAYER_there" in [row.name for _, row in page.view.iterate_rows()]


def test_nothing_can_be_changed_there(away):
    page, actions = page_of(away), away.actions_
    for name in ("apply", "launch", "undo", "wish_on", "what_if", "configuration_new"):
        assert not actions[name].isVisible(), name
    rows = [row for _, row in page.view.iterate_rows()]
    assert not any(row.controls for row in rows)
    dragged = [index for index, _ in page.view.iterate_rows()
               if index.flags() & Qt.ItemFlag.ItemIsDragEnabled]  # fmt: skip
    assert dragged == []


def test_the_selected_row_has_its_story_and_the_problems_their_list(away, qtbot):
    page = page_of(away)
    select(page, "VK_LAYER_there")
    qtbot.waitUntil(lambda: "The manifest is complete" in told(page))
    titles = [page.problems.index(row).data() for row in range(page.problems.rowCount())]
    assert any("libthere.so" in title for title in titles)


def test_what_was_assumed_is_told_at_the_program(away, qtbot):
    page = page_of(away)
    select(page, "Any program")
    qtbot.waitUntil(lambda: any("Assumes a user" in text for text in told(page)))


def test_back_returns_to_this_machine(away, qtbot):
    page = page_of(away)
    assert page.band.back.text() == BACK_TEXT
    qtbot.mouseClick(page.band.back, Qt.MouseButton.LeftButton)
    assert away.chain.isVisible()
    assert away.header.isVisible()
    assert away.actions_["launch"].isVisible()
    assert "another machine" not in away.windowTitle()


def test_escape_returns_too(away, qtbot):
    qtbot.keyClick(page_of(away), Qt.Key.Key_Escape)
    assert away.chain.isVisible()


def test_a_saved_report_says_what_its_machine_said(window, root, tmp_path, qtbot):
    document = make_stamped_json(read_machine(str(root)).snapshot.report)
    path = tmp_path / "saved.json"
    path.write_text(json.dumps({**document, "machine": "box"}))
    visit = window.controllers.optional["open_machine"].visit
    visit.open(str(path))
    qtbot.waitUntil(lambda: visit.machine is not None)
    page = page_of(window)
    select(page, "VK_LAYER_there")
    qtbot.waitUntil(lambda: any(text.startswith("Skipped") for text in told(page)))
    assert told(page)[0].startswith("Skipped: libthere.so was not found in the library search path")
    assert page.problems.rowCount()
    # What lies there cannot be opened here: files are named, and are no links.
    assert not any(told.problem.file for told in page.problems.values())


def test_what_cannot_be_opened_has_a_sentence_and_leaves_this_machine(
    window, tmp_path, qtbot, monkeypatch
):
    shown = []
    target = "vkconfig_py.ui.widgets.messages.show_error"
    monkeypatch.setattr(target, lambda _window, text: shown.append(text))
    visit = window.controllers.optional["open_machine"].visit
    with qtbot.waitSignal(visit.failed) as failed:
        visit.open(str(tmp_path))
    assert "cannot be opened as a machine" in failed.args[0]
    assert shown == failed.args
    assert window.chain.isVisible()
    assert visit.machine is None


def test_opening_can_be_cancelled(window, qtbot):
    visit = window.controllers.optional["open_machine"].visit
    waiting, seen = threading.Event(), []

    def look(origin, cancellation):
        assert waiting.wait(PATIENCE)
        seen.append(cancellation.is_cancelled)
        raise OpenMachineError("too late")

    visit._open = look
    visit.open("ssh:slow")
    page = page_of(window)
    assert page.isVisible()
    assert page.band.back.text() == CANCEL_TEXT
    assert page.band.accessibleName().startswith("Opening ssh:slow")
    with qtbot.assertNotEmitted(visit.failed):
        qtbot.mouseClick(page.band.back, Qt.MouseButton.LeftButton)
        assert window.chain.isVisible()
        waiting.set()
        qtbot.waitUntil(lambda: bool(seen))
    assert seen == [True]


def test_the_action_asks_for_a_path_or_an_address(window, qtbot, root):
    window.actions_["open_machine"].trigger()
    dialog = window.findChild(OpenMachineDialog)
    assert not dialog.open_button.isEnabled()
    dialog.field.setText(f"  {root} ")
    qtbot.mouseClick(dialog.open_button, Qt.MouseButton.LeftButton)
    visit = window.controllers.optional["open_machine"].visit
    qtbot.waitUntil(lambda: visit.machine is not None)
    assert visit.machine.origin == str(root)


def test_a_second_machine_replaces_the_first(qtbot, root, tmp_path):
    visit = MachineVisit()
    visit.open(str(root))
    visit.open(str(root / "."))
    qtbot.waitUntil(lambda: visit.machine is not None)
    assert visit.machine.origin == str(root / ".")
    visit.close()
    visit.deleteLater()


def test_a_selected_problem_is_told_in_full(away, qtbot):
    page = page_of(away)
    index = page.problems.index(0)
    problem = page.problems.get_value(index).problem
    page.problem_list.setCurrentIndex(index)
    assert told(page) == [problem.title, problem.consequence]
    page.problem_list.setFocus()
    page.view.setFocus()
    qtbot.waitUntil(lambda: problem.title not in told(page) and bool(told(page)))


def test_a_row_whose_rules_come_late_does_not_replace_a_problem(away, qtbot):
    page = page_of(away)
    select(page, "VK_LAYER_there")
    page.problem_list.setCurrentIndex(page.problems.index(0))
    page._on_steps_found("file:late", ())
    assert told(page)[0] == page.problems.index(0).data()


def test_enter_leads_to_the_reasons_and_escape_back_to_the_chain(away, qtbot):
    page = page_of(away)
    qtbot.keyClick(page.view, Qt.Key.Key_Return)
    assert away.focusWidget() is page.explanation
    qtbot.keyClick(page.explanation, Qt.Key.Key_Escape)
    assert away.focusWidget() is page.view
    assert page.isVisible()


def test_a_file_that_is_not_here_is_said_to_be_so(away, monkeypatch):
    shown = []
    target = "vkconfig_py.ui.widgets.messages.show_error"
    monkeypatch.setattr(target, lambda _window, text: shown.append(text))
    page_of(away).explanation.file_requested.emit("/usr/share/gone.json", 1)
    assert shown == ["Cannot open /usr/share/gone.json: it is not on this machine."]


def test_another_machine_is_opened_from_the_band(away, qtbot):
    qtbot.mouseClick(page_of(away).band.other, Qt.MouseButton.LeftButton)
    assert away.findChild(OpenMachineDialog) is not None
    away.findChild(OpenMachineDialog).reject()


def test_escape_cancels_what_is_being_opened_and_keeps_the_machine_shown(away, qtbot):
    visit, waiting = away.controllers.optional["open_machine"].visit, threading.Event()

    def look(origin, cancellation):
        assert waiting.wait(PATIENCE)
        raise OpenMachineError("too late")

    visit._open = look
    first = visit.machine
    visit.open("ssh:slow")
    page = page_of(away)
    assert away.focusWidget() is page.band.back
    assert not page.band.other.isVisible()
    qtbot.keyClick(page.band.back, Qt.Key.Key_Escape)
    assert visit.machine is first
    assert page.band.back.text() == BACK_TEXT
    assert page.isVisible()
    waiting.set()


def test_keys_of_the_chain_change_nothing_on_this_machine(away, qtbot):
    page = page_of(away)
    before = away.session.edits.workspace
    select(page, "VK_LAYER_there")
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Plus, Qt.Key.Key_Backspace, Qt.Key.Key_Delete):
        qtbot.keyClick(page.view, key)
    qtbot.keyClick(page.view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert away.session.edits.workspace is before


def test_the_band_shows_the_end_of_a_path_and_says_all_of_it(away, root):
    band = page_of(away).band
    assert band._lead_label.text() == f"Another machine: {root.name}"
    assert band.toolTip().startswith(f"Another machine: {root} (a Linux root folder)")
