"""Problems and fixes in the store: one step of undo each, whatever they change."""

import pytest

from tests.model.fake_doors import FakeMachine
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
from vkconfig_py.model.session.store import Store

FILE = "/dd/x.json"
REMEDY = RemoveFile(FILE)
BROKEN = Problem(Severity.WARNING, "missing-key", "x.json is broken", "It is skipped.", FILE)


@pytest.fixture
def fake(tmp_path):
    return FakeMachine(tmp_path)


@pytest.fixture
def store(fake, qtbot):
    fake.told = (ActionableProblem(BROKEN),)
    store = Store(fake.machine(), fake.doors())
    with qtbot.waitSignals([store.picture_changed, store.problems_changed]):
        store.start()
    qtbot.waitUntil(lambda: store.found.is_known)
    yield store
    store.close()


def test_problems_are_found_after_the_first_picture(store):
    assert [told.problem for told in store.problems] == [BROKEN]


def test_a_fix_is_told_and_the_problem_goes(store, fake, qtbot):
    fake.told = ()
    said = []
    store.fixed.connect(lambda sentence, undo: said.append((sentence, undo)))
    with qtbot.waitSignals([store.fixed, store.problems_changed]):
        store.fix(REMEDY, "Move x.json aside")
    assert fake.deeds == [REMEDY]
    qtbot.waitUntil(lambda: store.problems == ())
    assert said == [("done 1", True)]
    assert store.undo_label() == "Move x.json aside"


def test_undo_and_redo_of_a_fix_follow_the_journal(store, fake, qtbot):
    with qtbot.waitSignal(store.fixed):
        store.fix(REMEDY, "Move x.json aside")
    with qtbot.waitSignal(store.fixed):
        store.undo()
    assert not store.can_undo()
    with qtbot.waitSignal(store.fixed) as told:
        store.redo()
    assert told.args == ["Redone: Move x.json aside.", False]
    with qtbot.waitSignal(store.fixed):
        store.undo()
    assert fake.deeds == [REMEDY, "deed 1", "deed 2", "deed 3"]
    assert store.redo_label() == "Move x.json aside"


def test_an_undo_that_is_refused_is_told_and_forgotten(store, fake, qtbot):
    with qtbot.waitSignal(store.fixed):
        store.fix(REMEDY, "Move x.json aside")
    fake.deed_error = "Nothing was undone: somebody else changed it."
    with qtbot.waitSignal(store.message) as told:
        store.undo()
    assert told.args == [fake.deed_error, "error"]
    qtbot.waitUntil(lambda: not store.can_redo())


def test_a_fix_that_is_refused_is_no_step(store, fake, qtbot):
    fake.deed_error = "Nothing was changed: no."
    with qtbot.waitSignal(store.message):
        store.fix(REMEDY, "Move x.json aside")
    assert not store.can_undo()


def test_restoring_a_fix_from_the_journal_forgets_its_step(store, qtbot):
    with qtbot.waitSignal(store.fixed):
        store.fix(REMEDY, "Move x.json aside")
    entry = type("Entry", (), {"deed": "deed 1"})()
    store.restore(entry)
    assert not store.can_undo()


def test_variables_are_fixed_in_the_configuration(store, fake, qtbot):
    with qtbot.waitSignal(store.fixed):
        store.fix(Together((UnsetVariable("A"), UnsetVariable("B"))), "Unset A")
    environment = (Variable("A", None), Variable("B", None))
    assert store.workspace.current.environment == environment
    assert fake.deeds == []
    store.undo()
    assert store.workspace.current.environment == ()


def test_other_variables_are_looked_at_again(store, fake, qtbot):
    fake.told = ()
    with qtbot.waitSignal(store.problems_changed):
        store.set_environment((Variable("A", "1"),))
    qtbot.waitUntil(lambda: store.problems == ())


def test_an_override_that_the_lint_explains_is_told_once(store, fake, qtbot):
    fake.overrides = (FoundOverride(path=FILE, owner="X"), FoundOverride(path="/o", owner="Y"))
    with qtbot.waitSignal(store.applied_changed):
        store.refresh()
    qtbot.waitUntil(lambda: len(store.problems) == 2)
    assert [told.problem.file for told in store.problems] == ["/o", FILE]


def test_steps_of_a_history_with_deeds():
    workspace = Workspace((), "")
    history = History(workspace).push_deed("one", "1").push_deed("two", "2")
    assert history.undo_deed == "2"
    back = history.undo()
    assert (back.undo_deed, back.redo_deed, back.redo_label) == ("1", "2", "two")
    assert back.redo() == history
    assert back.without_deed("2").future == ()
    assert history.without_deed("1").past == history.past[1:]


def test_pressing_twice_is_pressing_once(store, fake, qtbot):
    with qtbot.waitSignal(store.fixed):
        store.fix(REMEDY, "Move x.json aside")
        store.fix(REMEDY, "Move x.json aside")
    store._changes.drain()
    assert fake.deeds == [REMEDY]
    with qtbot.waitSignal(store.fixed):
        store.fix(REMEDY, "Move x.json aside")
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
