"""Problems and fixes in the session: one step of undo each, whatever they change."""

import pytest

from tests.model.fake_backend import FakeMachine
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
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.problems.actionable import (
    Action,
    ActionableProblem,
    ActionKind,
    actions_for,
    with_actions,
)
from vkconfig_py.model.problems.fixes import AppliedFix
from vkconfig_py.model.session.history import History
from vkconfig_py.model.session.session import Session

FILE = "/dd/x.json"
REMEDY = RemoveFile(FILE)
BROKEN = Problem(Severity.WARNING, "missing-key", "x.json is broken", "It is skipped.", FILE)


@pytest.fixture
def fake(tmp_path):
    return FakeMachine(tmp_path)


@pytest.fixture
def session(fake, qtbot):
    fake.told = (ActionableProblem(BROKEN),)
    session = Session(fake.machine(), fake.backend())
    with qtbot.waitSignals([session.picture_changed, session.problems_changed]):
        session.start()
    qtbot.waitUntil(lambda: session.found.is_known)
    yield session
    session.close()


def test_problems_are_found_after_the_first_picture(session):
    assert [told.problem for told in session.problems] == [BROKEN]


def test_a_fix_is_told_and_the_problem_goes(session, fake, qtbot):
    fake.told = ()
    said = []
    session.fixed.connect(lambda sentence, undo: said.append((sentence, undo)))
    with qtbot.waitSignals([session.fixed, session.problems_changed]):
        session.fix(REMEDY, "Move x.json aside")
    assert fake.deeds == [REMEDY]
    qtbot.waitUntil(lambda: session.problems == ())
    assert said == [("done 1", True)]
    assert session.undo_label() == "Move x.json aside"


def test_undo_and_redo_of_a_fix_follow_the_journal(session, fake, qtbot):
    with qtbot.waitSignal(session.fixed):
        session.fix(REMEDY, "Move x.json aside")
    with qtbot.waitSignal(session.fixed):
        session.undo()
    assert not session.can_undo()
    with qtbot.waitSignal(session.fixed) as told:
        session.redo()
    assert told.args == ["Redone: Move x.json aside.", False]
    with qtbot.waitSignal(session.fixed):
        session.undo()
    assert fake.deeds == [REMEDY, "deed 1", "deed 2", "deed 3"]
    assert session.redo_label() == "Move x.json aside"


def test_an_undo_that_is_refused_is_told_and_forgotten(session, fake, qtbot):
    with qtbot.waitSignal(session.fixed):
        session.fix(REMEDY, "Move x.json aside")
    fake.deed_error = "Nothing was undone: somebody else changed it."
    with qtbot.waitSignal(session.message) as told:
        session.undo()
    assert told.args == [fake.deed_error, "error"]
    qtbot.waitUntil(lambda: not session.can_redo())


def test_a_fix_that_is_refused_is_no_step(session, fake, qtbot):
    fake.deed_error = "Nothing was changed: no."
    with qtbot.waitSignal(session.message):
        session.fix(REMEDY, "Move x.json aside")
    assert not session.can_undo()


def test_restoring_a_fix_from_the_journal_forgets_its_step(session, qtbot):
    with qtbot.waitSignal(session.fixed):
        session.fix(REMEDY, "Move x.json aside")
    entry = type("Entry", (), {"deed": "deed 1"})()
    session.restore(entry)
    assert not session.can_undo()


def test_variables_are_fixed_in_the_configuration(session, fake, qtbot):
    with qtbot.waitSignal(session.fixed):
        session.fix(Together((UnsetVariable("A"), UnsetVariable("B"))), "Unset A")
    environment = (Variable("A", None), Variable("B", None))
    assert session.workspace.current.environment == environment
    assert fake.deeds == []
    session.undo()
    assert session.workspace.current.environment == ()


def test_other_variables_are_looked_at_again(session, fake, qtbot):
    fake.told = ()
    with qtbot.waitSignal(session.problems_changed):
        session.set_environment((Variable("A", "1"),))
    qtbot.waitUntil(lambda: session.problems == ())


def test_an_override_that_the_lint_explains_is_told_once(session, fake, qtbot):
    fake.overrides = (FoundOverride(path=FILE, owner="X"), FoundOverride(path="/o", owner="Y"))
    with qtbot.waitSignal(session.applied_changed):
        session.refresh()
    qtbot.waitUntil(lambda: len(session.problems) == 2)
    assert [told.problem.file for told in session.problems] == ["/o", FILE]


def test_steps_of_a_history_with_deeds():
    workspace = Workspace((), "")
    history = History(workspace).push_deed("one", "1").push_deed("two", "2")
    assert history.undo_deed == "2"
    back = history.undo()
    assert (back.undo_deed, back.redo_deed, back.redo_label) == ("1", "2", "two")
    assert back.redo() == history
    assert back.without_deed("2").future == ()
    assert history.without_deed("1").past == history.past[1:]


def test_pressing_twice_is_pressing_once(session, fake, qtbot):
    with qtbot.waitSignal(session.fixed):
        session.fix(REMEDY, "Move x.json aside")
        session.fix(REMEDY, "Move x.json aside")
    session._changes.drain()
    assert fake.deeds == [REMEDY]
    with qtbot.waitSignal(session.fixed):
        session.fix(REMEDY, "Move x.json aside")
    assert len(fake.deeds) == 2


def test_what_this_program_applied_is_withdrawn():
    problem = BROKEN._replace(remedy=RemoveFile(FILE), more=(EditKey(FILE, ("a",), 1, ""),))
    (told,) = with_actions([problem], own_files=(FILE,))
    assert [action.label for action in told.actions] == ["Withdraw", "Open file"]
    assert "Withdraw puts back" in told.why_nothing


@pytest.fixture
def writable(tmp_path):
    file = tmp_path / "x.json"
    file.write_text("{}")
    return str(file)


def test_actions_are_fixes_where_files_may_be_written(writable):
    edit = EditKey(writable, ("a",), 1, "")
    problem = BROKEN._replace(file=writable, remedy=edit, more=(RemoveFile(writable),))
    kinds = [(action.kind, action.label) for action in actions_for(problem)]
    assert kinds == [(ActionKind.FIX, "Correct the key"), (ActionKind.FIX, "Move aside")]


def test_actions_are_commands_where_they_may_not(writable, monkeypatch):
    monkeypatch.setattr("vkconfig_py.model.problems.fixes.os.access", lambda path, mode: False)
    found = actions_for(BROKEN._replace(file=writable, remedy=RemoveFile(writable)))
    assert [(action.kind, action.label) for action in found] == [
        (ActionKind.COMMAND, "Copy command"),
        (ActionKind.OPEN, "Open file"),
    ]


def test_without_a_fix_the_file_is_shown():
    (told,) = with_actions([BROKEN._replace(remedy=NoRemedy("no"))])
    assert told.actions == (Action(ActionKind.OPEN, "Open file"),)
    library = actions_for(BROKEN._replace(remedy=InstallLibrary("libx.so")))
    assert library[0] == Action(
        ActionKind.COPY, "Copy name", InstallLibrary("libx.so"), text="libx.so"
    )
    assert AppliedFix().key == ""
