"""The Journal on the sample machine: what was written, what others did, and the way back."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from tests.ui.supposing import POPUPS
from vkconfig_py.loader.base.verdicts import RemoveFile
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.plan.plan import ChangeKind, PlannedChange
from vkconfig_py.model.timeline.entries import JournalAction, ShownEntries
from vkconfig_py.ui.widgets.messages import ask_restore
from vkconfig_py.ui.window import journal_commands

pytestmark = pytest.mark.qt_log_ignore(POPUPS)
FIRST = "First scan of this machine"
LAYER = "VK_LAYER_KHRONOS_validation"


@pytest.fixture
def panel(window, qtbot):
    """Return the open panel, once the machine was looked at."""
    panel = window.docks.open("journal")
    qtbot.waitUntil(lambda: titles(panel) == [FIRST])
    return panel


def titles(panel) -> list[str]:
    return [panel.model.index(row).data() for row in range(panel.model.rowCount())]


def use(panel, row: int, does: JournalAction) -> None:
    index = panel.model.index(row)
    panel.view.setCurrentIndex(index)
    assert does in [action.action for action in panel.model.line_at(index).actions]
    panel.view.action_used.emit(panel.model.get_value(index), does)


def apply(window, panel, qtbot) -> None:
    session = window.session
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.set_control, LAYER, LayerControl.ON)
    session.apply(())
    qtbot.waitUntil(lambda: len(titles(panel)) == 2)


def remove_a_layer(window, panel, qtbot) -> Path:
    """Take a manifest away as another program does, and have the machine looked at."""
    session = window.session
    layer = next(one for one in session.snapshots.current.inventory.found_layers if one.implicit)
    file = Path(session.machine.host.root + layer.file)
    file.unlink()
    session.snapshots.refresh()
    qtbot.waitUntil(lambda: titles(panel)[0].startswith("Removed "))
    return file


def test_what_was_just_done_is_selected_unless_an_older_entry_is_read(window, panel, qtbot):
    assert panel.view.currentIndex().row() == 0
    apply(window, panel, qtbot)
    assert panel.view.currentIndex().row() == 0
    assert titles(panel)[0] != FIRST
    panel.view.setCurrentIndex(panel.model.index(1))
    remove_a_layer(window, panel, qtbot)
    assert panel.view.currentIndex().data() == FIRST


def test_a_file_that_was_moved_aside_is_found_from_its_row(window, panel, qtbot):
    session = window.session
    layer = next(one for one in session.snapshots.current.inventory.found_layers if one.implicit)
    session.fixes.apply(RemoveFile(layer.file), "Move aside")
    qtbot.waitUntil(lambda: titles(panel)[0].startswith("Moved "))
    entry = panel.model.values()[0]
    assert Path(entry.aside).name == Path(layer.file).name
    panel.view.setCurrentIndex(panel.model.index(0))
    assert panel.text.toPlainText().startswith("Now at ")
    with qtbot.waitSignal(panel.folder_requested) as requested:
        panel.make_menu(entry).actions()[-1].trigger()
    assert requested.args == [entry.aside]


def test_what_others_did_is_a_row_that_opens_then_and_now(window, panel, qtbot):
    file = remove_a_layer(window, panel, qtbot)
    index = panel.model.index(0)
    line = panel.model.line_at(index)
    assert file.name in line.text
    assert line.icon == "layer"
    spoken = index.data(int(Qt.ItemDataRole.AccessibleTextRole))
    assert ", changed outside vkconfig-py: Removed " in spoken
    panel.view.setCurrentIndex(index)
    assert "between 2" in panel.text.toPlainText()
    use(panel, 0, JournalAction.COMPARE)
    compare = window.controllers.compare()
    qtbot.waitUntil(lambda: compare.view is not None and compare.view.comparison is not None)
    assert any(
        file.name in line.name and line.right is None for line in compare.view.filtered_values
    )
    labels = [action.text() for action in compare.view.make_choices_menu(0).actions()]
    assert "This machine at another time" in labels


def test_the_rows_can_be_those_of_others_or_our_own_alone(window, panel, qtbot):
    apply(window, panel, qtbot)
    panel.filter_entries(ShownEntries.OTHERS)
    assert titles(panel) == [FIRST]
    panel.filter_entries(ShownEntries.OURS)
    assert [title.startswith("Applied ") for title in titles(panel)] == [True]
    checked = [one.text() for one in panel.make_filter_menu().actions() if one.isChecked()]
    assert checked == ["By vkconfig-py"]
    assert panel.filter_button.text() == "By vkconfig-py"


def test_everything_since_an_action_goes_back_after_a_question(window, panel, qtbot, monkeypatch):
    asked = []
    answers = iter([False, True])
    monkeypatch.setattr(
        journal_commands,
        "ask_restore",
        lambda _parent, who, changes: bool(asked.append((who, changes))) or next(answers),
    )
    apply(window, panel, qtbot)
    use(panel, 0, JournalAction.RESTORE_ALL)
    qtbot.waitUntil(lambda: len(asked) == 1)
    assert window.session.system.applied
    use(panel, 0, JournalAction.RESTORE_ALL)
    qtbot.waitUntil(lambda: not window.session.system.applied)
    assert asked[1][0].startswith("everything from before 2")
    assert {one.kind.value for one in asked[1][1]} == {"Remove"}
    qtbot.waitUntil(lambda: titles(panel)[0].startswith("Restored everything from before "))


def test_the_question_names_each_file_and_what_becomes_of_it(window, qtbot):
    changes = tuple(PlannedChange(ChangeKind.REMOVE, f"/home/u/{n}.json", "-x") for n in range(10))
    asked = []

    def decide(answer: str) -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        asked.append((box.text(), box.informativeText().splitlines(), box.detailedText()))
        next(one for one in box.buttons() if one.text() == answer).click()

    for answer in ("Restore", "Cancel"):
        QTimer.singleShot(0, window, partial(decide, answer))
        assert ask_restore(window, "everything as of 10:00", changes) == (answer == "Restore")
    title, lines, detail = asked[0]
    assert title == "Restore everything as of 10:00?"
    assert lines[0] == "Remove  /home/u/0.json"
    assert lines[8:] == ["… and 2 more files", "", "The current contents are saved in the history."]
    assert detail.startswith("/home/u/0.json\n-x\n\n/home/u/1.json")


def test_a_file_that_another_program_changed_is_told(window, panel, qtbot):
    apply(window, panel, qtbot)
    root = window.session.machine.host.root
    file = window.session.system.applied_state.files[0]
    Path(root + file).write_text("{}")
    use(panel, 0, JournalAction.RESTORE_ALL)
    toast = window.status_bar.toast
    qtbot.waitUntil(lambda: "another program has changed it since" in toast.text())


def test_the_menu_of_a_row_has_what_its_buttons_do(window, panel, qtbot):
    apply(window, panel, qtbot)
    labels = [one.text() for one in panel.make_menu(panel.model.values()[0]).actions()]
    assert labels == ["Restore", "Restore everything from before this change…"]
    assert panel.make_menu(panel.model.values()[1]).actions() == []
    panel.view.action_used.emit(panel.model.values()[1], None)  # Enter on a row without buttons


def test_a_sentence_is_not_shown_as_lines_of_code(panel):
    panel.view.setCurrentIndex(panel.model.index(panel.model.rowCount() - 1))
    assert "later changes will be listed" in panel.sentence.text()
    assert panel.sentence.isVisibleTo(panel)
    assert not panel.text.isVisibleTo(panel)


def test_a_deleted_configuration_is_restored_here_and_offered_while_it_is_gone(
    window, panel, qtbot
):
    edits = window.session.edits
    edits.do(workspace_edits.add_configuration, "Steam games")
    key = edits.workspace.selected_key
    window.session.persistence.flush()
    edits.do(workspace_edits.delete_configuration, key)
    qtbot.waitUntil(lambda: titles(panel)[0] == "Deleted “Steam games”")
    use(panel, 0, JournalAction.RESTORE)
    qtbot.waitUntil(lambda: edits.workspace.find_configuration(key) is not None)
    line = panel.model.line_at(panel.model.index(0))
    assert line.text.endswith(" · Configuration · exists again")
    assert line.actions == ()
    edits.do(workspace_edits.delete_configuration, key)
    qtbot.waitUntil(lambda: titles(panel)[:2] == ["Deleted “Steam games”"] * 2)
    for row in range(2):
        line = panel.model.line_at(panel.model.index(row))
        assert [action.action for action in line.actions] == [JournalAction.RESTORE]
