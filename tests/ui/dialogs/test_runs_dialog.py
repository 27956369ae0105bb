"""The list of runs, and the comparison of two."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QItemSelectionModel
from PySide6.QtWidgets import QApplication

from tests.framework.cut_text import list_painted_texts
from vkconfig_py.model.comparison.sides import RUNS_ARE_ALIKE
from vkconfig_py.model.launch.run_history import PastRun, get_run_key, present_run
from vkconfig_py.model.launch.written_files import FileAction, WrittenFile
from vkconfig_py.ui.dialogs.compare_window import (
    CHOOSE_SECOND_RUN,
    CHOOSE_TWO_RUNS,
    NO_FILES,
    NO_RUNS,
    RunsDialog,
)

OLD = PastRun(1.0, "/usr/bin/vkcube", ("--c", "9"), "", "Validation", "exit 0", 2.0, code=0)
NEW = OLD._replace(started=3.0, ended="ended by SIGSEGV", code=None, signal="SIGSEGV")
OTHER = OLD._replace(started=2.0, program="/usr/bin/vulkaninfo", arguments=())


class Source:
    """Delivers runs and files at once."""

    def __init__(self, *runs, files=()):
        self.runs, self.files, self.trashed_files = runs, files, ()

    def read_runs(self, deliver):
        deliver(self.runs)

    def read_files(self, _run, deliver):
        trashed_paths = [path for _trashed_path, path in self.trashed_files]
        deliver(tuple(file for file in self.files if file.path not in trashed_paths))

    def move_to_trash(self, path, deliver):
        self.trashed_files += ((f"/trash/files{path}", path),)
        deliver(f"/trash/files{path}")

    def restore_from_trash(self, deliver):
        self.trashed_files = self.trashed_files[:-1]
        deliver("")


@pytest.fixture
def dialog(qtbot, context):
    shown = RunsDialog(context, Source(NEW, OTHER, OLD))
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
    assert dialog.summary_label.text().endswith(f"{NO_FILES} {CHOOSE_SECOND_RUN}")
    choose(dialog)
    assert dialog.summary_label.text() == CHOOSE_TWO_RUNS
    assert differences(dialog) == []


def test_runs_that_are_alike_say_so(qtbot, context):
    dialog = RunsDialog(context, Source(OLD._replace(started=9.0), OLD))
    qtbot.addWidget(dialog)
    assert dialog.summary_label.text().endswith(RUNS_ARE_ALIKE)


def test_without_runs_it_says_how_to_begin(qtbot, context):
    dialog = RunsDialog(context, Source())
    qtbot.addWidget(dialog)
    assert dialog.summary_label.text() == NO_RUNS


def test_the_window_opens_it_with_what_is_remembered(qtbot, window):
    window.actions_["runs"].trigger()
    dialog = window.findChild(RunsDialog)
    qtbot.waitUntil(lambda: dialog.summary_label.text() == NO_RUNS)
    dialog.close()


FILE = WrittenFile("VK_LAYER_LUNARG_gfxreconstruct", "/tmp/a_2026.gfxr", 2048, 4.0, 3)
LOG = WrittenFile("", "/tmp/log.txt", 1, 3.0)


def read_summary(dialog):
    """Return what the head says, without the places where long names may break."""
    return dialog.summary_label.text().replace("\u200b", "")


def list_files(dialog):
    model = dialog.file_model
    return [model.get_value(model.index(row)) for row in range(model.rowCount())]


def test_one_chosen_run_has_its_files(qtbot, context):
    source = Source(NEW, OLD, files=(FILE, LOG))
    dialog = RunsDialog(context, source, chosen_key=get_run_key(OLD))
    qtbot.addWidget(dialog)
    assert list_files(dialog) == [FILE, LOG]
    assert dialog.file_view.isVisibleTo(dialog)
    assert "vkcube --c 9" in dialog.summary_label.text()
    assert ": 2 files, 2 KiB. " in dialog.summary_label.text()
    choose(dialog, 0, 1)
    assert dialog.difference_view.isVisibleTo(dialog)
    assert not dialog.file_view.isVisibleTo(dialog)


def test_a_file_goes_to_the_trash_and_comes_back(qtbot, context):
    source = Source(NEW, files=(FILE, LOG))
    dialog = RunsDialog(context, source, chosen_key=get_run_key(NEW))
    qtbot.addWidget(dialog)
    dialog.file_view.action_used.emit(FILE, FileAction.MOVE_TO_TRASH)
    assert list_files(dialog) == [LOG]
    assert read_summary(dialog).endswith(": 1 file, 1 byte. a_2026.gfxr was moved to the trash.")
    assert dialog.restore_button.isVisibleTo(dialog)
    dialog.restore_button.click()
    assert read_summary(dialog).endswith("a_2026.gfxr was restored.")
    assert list_files(dialog) == [FILE, LOG]
    assert not dialog.restore_button.isVisibleTo(dialog)


def test_what_happened_last_is_said_of_a_run_without_files(qtbot, context):
    source = Source(NEW, OLD, files=(FILE,))
    dialog = RunsDialog(context, source, chosen_key=get_run_key(NEW))
    qtbot.addWidget(dialog)
    dialog.file_view.action_used.emit(FILE, FileAction.REPLAY_CAPTURE)
    source.runs = (NEW._replace(program="/usr/bin/gfxrecon-replay", started=9.0), *source.runs)
    dialog.refresh()
    dialog.file_view.action_used.emit(FILE, FileAction.MOVE_TO_TRASH)
    assert read_summary(dialog).endswith("): a_2026.gfxr was moved to the trash.")
    choose(dialog, 2)
    assert NO_FILES in dialog.summary_label.text()


def test_a_long_command_leaves_room_for_its_time(qtbot, context):
    run = NEW._replace(arguments=("/very/long/folder" * 12 + "/capture.gfxr",))
    dialog = RunsDialog(context, Source(run))
    qtbot.addWidget(dialog)
    dialog.show()
    texts = [painted.text for painted in list_painted_texts(dialog.view.viewport())]
    assert present_run(run).note in texts
    assert any(text.endswith("capture.gfxr") and "…" in text for text in texts)


def test_every_file_of_the_session_comes_back(qtbot, context):
    """Also in a dialog that is opened later: the last one first."""
    source = Source(NEW, files=(FILE, LOG))
    dialog = RunsDialog(context, source, chosen_key=get_run_key(NEW))
    qtbot.addWidget(dialog)
    for file in (FILE, LOG):
        dialog.file_view.action_used.emit(file, FileAction.MOVE_TO_TRASH)
    later = RunsDialog(context, source, chosen_key=get_run_key(NEW))
    qtbot.addWidget(later)
    assert later.restore_button.text() == "Restore from trash (2)"
    assert LOG.path in later.restore_button.toolTip()
    later.restore_button.click()
    assert list_files(later) == [LOG]
    assert later.restore_button.text() == "Restore from trash"
    later.restore_button.click()
    assert list_files(later) == [FILE, LOG]
    assert not later.restore_button.isVisibleTo(later)


def test_a_file_that_is_no_longer_in_the_trash_is_not_offered_again(qtbot, context, monkeypatch):
    source = Source(NEW, files=(FILE,))
    source.trashed_files = (("/trash/files/gone", FILE.path),)
    dialog = RunsDialog(context, source, chosen_key=get_run_key(NEW))
    qtbot.addWidget(dialog)

    def fail(deliver):
        source.trashed_files = ()
        deliver("no such file")

    monkeypatch.setattr(source, "restore_from_trash", fail)
    dialog.restore_button.click()
    assert "no such file" in dialog.summary_label.text()
    assert not dialog.restore_button.isVisibleTo(dialog)


def test_a_tool_is_asked_for_with_its_capture(qtbot, context):
    dialog = RunsDialog(context, Source(NEW, files=(FILE,)), chosen_key=get_run_key(NEW))
    qtbot.addWidget(dialog)
    with qtbot.waitSignal(dialog.tool_requested) as request:
        dialog.file_view.action_used.emit(FILE, FileAction.REPLAY_CAPTURE)
    assert request.args == ["gfxrecon-replay", FILE]


def test_the_run_of_a_tool_is_shown_and_the_files_stay(qtbot, context):
    source = Source(NEW, OLD, files=(FILE,))
    dialog = RunsDialog(context, source, chosen_key=get_run_key(NEW))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.file_view.action_used.emit(FILE, FileAction.INSPECT_CAPTURE)
    assert dialog.isVisible()
    dialog.refresh()  # nothing has started yet
    assert "gfxrecon-info" not in dialog.summary_label.text()
    source.runs = (NEW._replace(program="/usr/bin/gfxrecon-info", started=NEW.started + 9), NEW)
    dialog.refresh()
    assert "gfxrecon-info" in dialog.model.index(0).data()
    assert list_files(dialog) == [FILE]
    assert dialog.summary_label.text().endswith(
        "gfxrecon-info was started; its output is in the log."
    )


def test_the_path_of_a_file_is_copied(qtbot, context):
    dialog = RunsDialog(context, Source(NEW, files=(FILE,)), chosen_key=get_run_key(NEW))
    qtbot.addWidget(dialog)
    dialog.file_view.action_used.emit(FILE, FileAction.COPY_PATH)
    assert QApplication.clipboard().text() == FILE.path
