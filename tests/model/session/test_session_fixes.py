"""Problems and fixes in the session: one step of undo each, whatever they change."""

import pytest

from tests.model.fake_machine import FakeMachine
from vkconfig_py.loader.base.verdicts import (
    EditKey,
    InstallLibrary,
    NoRemedy,
    Problem,
    RemoveFile,
    Severity,
    Together,
    UnsetVariable,
)
from vkconfig_py.model.apply.found_overrides import FoundOverride
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.problems.actionable import add_actions, list_actions
from vkconfig_py.model.problems.fixes import AppliedFix
from vkconfig_py.model.problems.summary import ActionKind, Diagnostic, ProblemAction
from vkconfig_py.model.session.edits import UndoHistory
from vkconfig_py.model.timeline.entries import RestorePoint

FILE = "/dd/x.json"
REMEDY = RemoveFile(FILE)
BROKEN = Problem(Severity.WARNING, "missing-key", "x.json is broken", "It is skipped.", FILE)


@pytest.fixture
def fake(tmp_path):
    return FakeMachine(tmp_path)


@pytest.fixture
def session(fake, qtbot):
    fake.problems = (Diagnostic(BROKEN),)
    session = fake.session()
    with qtbot.waitSignals([session.snapshots.current_changed, session.problems.changed]):
        session.start()
    qtbot.waitUntil(lambda: session.problems.problem_list.is_known)
    yield session
    session.close()


def test_problems_are_found_after_the_first_picture(session):
    assert [told.problem for told in session.problems.all_problems] == [BROKEN]


def test_the_file_in_the_way_of_the_loader_is_known(session, fake, qtbot):
    assert session.problems.loader_obstacle == ""
    blocked = BROKEN._replace(code="loader-blocked", consequence="It is in the way.")
    fake.problems = (Diagnostic(BROKEN), Diagnostic(blocked))
    session.snapshots.refresh()
    qtbot.waitUntil(lambda: session.problems.loader_obstacle == "It is in the way.")


def test_a_fix_is_told_and_the_problem_goes(session, fake, qtbot):
    fake.problems = ()
    said = []
    session.fixes.fix_applied.connect(lambda sentence, undo: said.append((sentence, undo)))
    with qtbot.waitSignals([session.fixes.fix_applied, session.problems.changed]):
        session.fixes.apply(REMEDY, "Move x.json aside")
    assert fake.fixes == [REMEDY]
    qtbot.waitUntil(lambda: session.problems.all_problems == ())
    assert said == [("done 1", True)]
    assert session.edits.undo_label() == "Move x.json aside"


def test_undo_and_redo_of_a_fix_follow_the_journal(session, fake, qtbot):
    with qtbot.waitSignal(session.fixes.fix_applied):
        session.fixes.apply(REMEDY, "Move x.json aside")
    with qtbot.waitSignal(session.fixes.fix_applied):
        session.edits.undo()
    assert not session.edits.can_undo()
    with qtbot.waitSignal(session.fixes.fix_applied) as told:
        session.edits.redo()
    assert told.args == ["Redone: Move x.json aside.", False]
    with qtbot.waitSignal(session.fixes.fix_applied):
        session.edits.undo()
    assert fake.fixes == [REMEDY, "fix 1", "fix 2", "fix 3"]
    assert session.edits.redo_label() == "Move x.json aside"


def test_an_undo_that_is_refused_is_told_and_forgotten(session, fake, qtbot):
    with qtbot.waitSignal(session.fixes.fix_applied):
        session.fixes.apply(REMEDY, "Move x.json aside")
    fake.fix_error = "Nothing was undone: another program changed it."
    with qtbot.waitSignal(session.message) as told:
        session.edits.undo()
    assert told.args == [fake.fix_error, "error"]
    qtbot.waitUntil(lambda: not session.edits.can_redo())


def test_a_fix_that_is_refused_is_no_step(session, fake, qtbot):
    fake.fix_error = "Nothing was changed: no."
    with qtbot.waitSignal(session.message):
        session.fixes.apply(REMEDY, "Move x.json aside")
    assert not session.edits.can_undo()


def test_restoring_a_fix_from_the_journal_forgets_its_step(session, qtbot):
    with qtbot.waitSignal(session.fixes.fix_applied):
        session.fixes.apply(REMEDY, "Move x.json aside")
    entry = type("Entry", (), {"fix": "fix 1"})()
    session.fixes.restore(RestorePoint((entry,)))
    assert not session.edits.can_undo()


def test_variables_are_fixed_in_the_configuration(session, fake, qtbot):
    with qtbot.waitSignal(session.fixes.fix_applied):
        session.fixes.apply(Together((UnsetVariable("A"), UnsetVariable("B"))), "Unset A")
    environment = (Variable("A", None), Variable("B", None))
    assert session.edits.workspace.selected_configuration.environment == environment
    assert fake.fixes == []
    session.edits.undo()
    assert session.edits.workspace.selected_configuration.environment == ()


def test_other_variables_are_looked_at_again(session, fake, qtbot):
    fake.problems = ()
    with qtbot.waitSignal(session.problems.changed):
        session.edits.do(
            workspace_edits.set_environment,
            session.edits.workspace.selected_configuration.key,
            (Variable("A", "1"),),
        )
    qtbot.waitUntil(lambda: session.problems.all_problems == ())


def test_an_override_that_the_lint_explains_is_told_once(session, fake, qtbot):
    fake.overrides = (FoundOverride(path=FILE, owner="X"), FoundOverride(path="/o", owner="Y"))
    with qtbot.waitSignal(session.system.applied_changed):
        session.snapshots.refresh()
    qtbot.waitUntil(lambda: len(session.problems.all_problems) == 2)
    assert [told.problem.file for told in session.problems.all_problems] == ["/o", FILE]


def test_steps_of_a_history_with_deeds():
    workspace = Workspace((), "")
    history = UndoHistory(workspace).push_fix("one", "1").push_fix("two", "2")
    assert history.undo_fix == "2"
    back = history.undo()
    assert (back.undo_fix, back.redo_fix, back.redo_label) == ("1", "2", "two")
    assert back.redo() == history
    assert back.without_fix("2").redo_steps == ()
    assert history.without_fix("1").undo_steps == history.undo_steps[1:]


def test_pressing_twice_is_pressing_once(session, fake, qtbot):
    with qtbot.waitSignal(session.fixes.fix_applied):
        session.fixes.apply(REMEDY, "Move x.json aside")
        session.fixes.apply(REMEDY, "Move x.json aside")
    session.shared.changes.drain()
    assert fake.fixes == [REMEDY]
    with qtbot.waitSignal(session.fixes.fix_applied):
        session.fixes.apply(REMEDY, "Move x.json aside")
    assert len(fake.fixes) == 2


def test_what_this_program_applied_is_withdrawn():
    problem = BROKEN._replace(
        remedy=RemoveFile(FILE), other_remedies=(EditKey(FILE, ("a",), 1, ""),)
    )
    (told,) = add_actions([problem], own_files=(FILE,))
    assert [action.label for action in told.actions] == ["Withdraw", "Open file"]
    assert "Withdraw restores" in told.no_action_reason


@pytest.fixture
def writable(tmp_path):
    file = tmp_path / "x.json"
    file.write_text("{}")
    return str(file)


def test_actions_are_fixes_where_files_may_be_written(writable):
    edit = EditKey(writable, ("a",), 1, "")
    problem = BROKEN._replace(file=writable, remedy=edit, other_remedies=(RemoveFile(writable),))
    kinds = [(action.kind, action.label) for action in list_actions(problem)]
    assert kinds == [(ActionKind.FIX, "Fix file"), (ActionKind.FIX, "Move aside")]


def test_actions_are_commands_where_they_may_not(writable, monkeypatch):
    monkeypatch.setattr("vkconfig_py.model.problems.fixes.os.access", lambda path, mode: False)
    found = list_actions(BROKEN._replace(file=writable, remedy=RemoveFile(writable)))
    assert [(action.kind, action.label) for action in found] == [
        (ActionKind.COMMAND, "Copy command"),
        (ActionKind.OPEN, "Open file"),
    ]


def test_without_a_fix_the_file_is_shown():
    (told,) = add_actions([BROKEN._replace(remedy=NoRemedy("no"))])
    assert told.actions == (ProblemAction(ActionKind.OPEN, "Open file"),)
    library = list_actions(BROKEN._replace(remedy=InstallLibrary("libx.so")))
    assert library[0] == ProblemAction(
        ActionKind.COPY, "Copy name", InstallLibrary("libx.so"), text="libx.so"
    )
    assert AppliedFix().key == ""
