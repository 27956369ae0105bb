"""What was left behind is taken away after a question that says how much of the file goes."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from vkconfig_py.loader.base.verdicts import REMOVED, EditKey, Problem, RemoveFile, Severity
from vkconfig_py.model.apply.found_overrides import FoundOverride
from vkconfig_py.model.problems.summary import ActionKind, Diagnostic, ProblemAction

FILE = "/home/u/vk_loader_settings.json"


@pytest.fixture
def removed(window, monkeypatch):
    """Return the paths that are taken away from now on."""
    taken = []
    monkeypatch.setattr(window.session.system, "remove_foreign", taken.append)
    return taken


def press_remove(window, found, answer):
    """Press the button for what was found, answer the question and return its text."""
    asked = []

    def decide():
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        asked.append((box.text(), box.informativeText()))
        next(one for one in box.buttons() if one.text() == answer).click()

    window.session.system.overrides = (found,)
    window.session.system.applied_changed.emit()
    label = "Remove…" if found.sections else "Move aside…"
    button = next(one for one in window.banner._buttons if one.text() == label)
    QTimer.singleShot(0, window, decide)
    button.click()
    ((title, text),) = asked
    return f"{title} {text}"


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_of_a_file_that_others_share_only_our_part_is_asked_about(window, removed):
    part = FoundOverride(FILE, "vkconfig-py", is_expired=True, sections=(("settings_array", 0),))
    said = press_remove(window, part, "Keep")
    assert "Remove the vkconfig-py entries from this file?" in said
    assert "The rest of the file stays." in said
    assert FILE in said
    assert removed == []
    window.docks.open("problems")
    press_remove(window, part, "Remove")
    assert removed == [FILE]
    assert window.docks.get_current() == "problems"  # a message offers Undo


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_of_a_whole_file_it_is_asked_whether_it_goes(window, removed):
    home = window.session.machine.host.environment["HOME"]
    own_file = f"{home}/a.json"
    said = press_remove(window, FoundOverride(own_file, "VkConfig 3", effect="blocks 1"), "Keep")
    assert "~/a.json" in said
    said = press_remove(window, FoundOverride(FILE, "VkConfig 3", effect="blocks 1"), "Keep")
    assert "Move this file aside?" in said
    assert "It will no longer affect programs." in said


def test_of_what_was_left_behind_moving_aside_is_offered_before_a_repair(window):
    repair = EditKey(FILE, ("layer", "component_layers", 0), REMOVED, "")
    actions = (
        ProblemAction(ActionKind.FIX, "Remove entry", repair),
        ProblemAction(ActionKind.FIX, "Move aside", RemoveFile(FILE)),
    )
    problem = Problem(Severity.ERROR, "meta-component-missing", "", "", FILE)
    session = window.session
    session.problems.problem_list.problems = (Diagnostic(problem, actions),)

    def list_labels(override):
        session.system.overrides = (override,)
        found = (one for one in session.problems.all_problems if one.problem == problem)
        return [action.label for one in found for action in one.actions]

    in_use = FoundOverride(FILE, "VkConfig 2", is_valid=False)
    assert list_labels(in_use) == ["Remove entry", "Move aside"]
    assert list_labels(in_use._replace(is_expired=True)) == ["Move aside", "Remove entry"]
