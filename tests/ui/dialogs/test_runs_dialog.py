"""The list of runs, and the comparison of two."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QItemSelectionModel

from vkconfig_py.model.comparison.sides import RUNS_ARE_ALIKE
from vkconfig_py.model.launch.run_history import PastRun
from vkconfig_py.ui.dialogs.compare_window import CHOOSE_TWO_RUNS, NO_RUNS, RunsDialog

OLD = PastRun(1.0, "/usr/bin/vkcube", ("--c", "9"), "", "Validation", "exit 0", 2.0, code=0)
NEW = OLD._replace(started=3.0, ended="ended by SIGSEGV", code=None, signal="SIGSEGV")
OTHER = OLD._replace(started=2.0, program="/usr/bin/vulkaninfo", arguments=())


@pytest.fixture
def dialog(qtbot, context):
    shown = RunsDialog(context, lambda deliver: deliver((NEW, OTHER, OLD)))
    qtbot.addWidget(shown)
    return shown


def differences(dialog):
    model = dialog.difference_model
    return [model.get_value(model.index(row)).name for row in range(model.rowCount())]


def choose(dialog, *rows):
    selection = dialog.view.selectionModel()
    selection.clear()
    for row in rows:
        selection.select(dialog.model.index(row), QItemSelectionModel.SelectionFlag.Select)


def test_the_latest_run_is_compared_with_the_one_before_of_its_program(dialog):
    assert differences(dialog) == ["Outcome"]
    assert dialog.summary_label.text().count("vkcube --c 9") == 2


def test_two_chosen_runs_are_compared_and_one_says_how(dialog):
    choose(dialog, 0, 1)
    assert differences(dialog) == ["Program", "Arguments", "Outcome"]
    choose(dialog, 0)
    assert dialog.summary_label.text() == CHOOSE_TWO_RUNS
    assert differences(dialog) == []


def test_runs_that_are_alike_say_so(qtbot, context):
    dialog = RunsDialog(context, lambda deliver: deliver((OLD._replace(started=9.0), OLD)))
    qtbot.addWidget(dialog)
    assert dialog.summary_label.text().endswith(RUNS_ARE_ALIKE)


def test_without_runs_it_says_how_to_begin(qtbot, context):
    dialog = RunsDialog(context, lambda deliver: deliver(()))
    qtbot.addWidget(dialog)
    assert dialog.summary_label.text() == NO_RUNS


def test_the_window_opens_it_with_what_is_remembered(qtbot, window):
    window.actions_["runs"].trigger()
    dialog = window.findChild(RunsDialog)
    qtbot.waitUntil(lambda: dialog.summary_label.text() == NO_RUNS)
    dialog.close()
