"""A search for a faulty component in the session: trials on a worker, questions, what follows."""

from __future__ import annotations

import pytest

from vkconfig_py.model.bisect.investigation import SuccessTest
from vkconfig_py.model.bisect.saved_search import read_saved_search
from vkconfig_py.model.bisect.search import FaultyComponentsFound, NeverFails
from vkconfig_py.model.bisect.suspects import SearchPart
from vkconfig_py.model.configuration import chosen_program, workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl, SettingType, Target
from vkconfig_py.model.files.paths import find_state_paths
from vkconfig_py.model.launch.launch_processes import find_marked_processes
from vkconfig_py.model.session.faulty_component_search import FaultyComponentSearch, SearchState
from vkconfig_py.model.session.launcher import NO_LAUNCH_IN_DEMO, NO_PROGRAM
from vkconfig_py.model.session.session import Session, SessionMachine

BAD, FINE = "VK_LAYER_bad", "VK_LAYER_fine"
BREAKS = f'test -n "$DISABLE_{BAD}" || kill -SEGV $$'
ASKED = SuccessTest(asks=True, seconds=0)


@pytest.fixture
def session(system, qtbot):
    system.add_implicit_layer(FINE).add_implicit_layer(BAD).add_driver("gpu")
    machine = SessionMachine(system.host(), (), find_state_paths(system.environment))
    session = Session(machine)
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.start()
    yield session
    session.close()


@pytest.fixture
def make(session):
    made = []

    def make_one():
        made.append(FaultyComponentSearch(session.shared, session.requests, session.edits))
        return made[-1]

    yield make_one
    for one in made:
        one.close()


@pytest.fixture
def search(make):
    return make()


def choose(session, script):
    session.edits.do(chosen_program.choose_program, Target("/bin/sh", ("-c", script)))


def reaches(qtbot, search, state):
    qtbot.waitUntil(lambda: search.state is state)


def find(qtbot, session, search, script=BREAKS, test=None, part=None):
    choose(session, script)
    search.start(test or SuccessTest(), part)
    reaches(qtbot, search, SearchState.ENDED)


def test_the_layer_is_found(qtbot, session, search):
    find(qtbot, session, search)
    assert isinstance(search.result, FaultyComponentsFound)
    assert [one.name for one in search.faulty_components()] == [BAD]
    assert search.trial is None


def test_what_works_has_no_culprit(qtbot, session, search):
    find(qtbot, session, search, "true")
    assert search.result == NeverFails()
    assert search.faulty_components() == ()


def test_while_a_trial_runs_its_rows_are_known(qtbot, session, search):
    choose(session, "sleep 1000")
    key = session.edits.workspace.selected_configuration.key
    search.start(ASKED, SearchPart.LAYERS)
    reaches(qtbot, search, SearchState.RUNNING)
    assert search.left_out(key) == {}
    search.answer(works=False)
    qtbot.waitUntil(lambda: search.number == 2)
    expected = {f"layer:{name}": "in trial 2" for name in (FINE, BAD)}
    assert dict(search.left_out(key)) == expected
    assert search.left_out("another") == {}


def test_a_layer_that_a_trial_runs_without_its_settings_is_not_left_out(qtbot, session, search):
    choose(session, "sleep 1000")
    session.edits.do(workspace_edits.set_control, FINE, LayerControl.ON)
    configuration = session.edits.workspace.selected_configuration
    entry, key = configuration.find_entry(FINE), configuration.key
    for setting in ("one", "two"):
        entry = entry.with_value(setting, SettingType.INT, 1)
    changed = configuration.with_entry(entry)
    session.edits.do(workspace_edits.make_change, changed, "Change settings")
    search.start(ASKED, SearchPart.SETTINGS)
    reaches(qtbot, search, SearchState.RUNNING)
    search.answer(works=False)
    qtbot.waitUntil(lambda: search.number == 2)
    assert search.left_out(key) == {}
    note = "without 2 of its settings in trial 2"
    assert search.left_out_settings(key) == {f"layer:{FINE}": note}
    assert search.left_out_settings("another") == {}


def test_answers_of_the_user_decide_and_end_the_program(qtbot, session, search):
    choose(session, "sleep 1000")
    search.start(ASKED, SearchPart.LAYERS)
    for works in (False, True, True):
        qtbot.waitUntil(lambda: search.is_asking and search._run is not None)
        number, mark = search.number, search._saved_search.investigation.mark
        search.answer(works=works)
        qtbot.waitUntil(lambda n=number: search.number > n or search.result is not None)
        assert find_marked_processes(mark) == ()


def test_a_program_that_ended_is_asked_about(qtbot, session, search):
    choose(session, "true")
    search.start(ASKED, SearchPart.LAYERS)
    reaches(qtbot, search, SearchState.ASKING)
    search.try_again()
    reaches(qtbot, search, SearchState.RUNNING)
    reaches(qtbot, search, SearchState.ASKING)
    assert search.number == 1
    search.answer(works=True)
    reaches(qtbot, search, SearchState.ENDED)
    assert search.result == NeverFails()


def test_a_signal_is_not_asked_about(qtbot, session, search):
    choose(session, "kill -SEGV $$")
    search.start(ASKED, SearchPart.LAYERS)
    reaches(qtbot, search, SearchState.ENDED)
    assert search.investigation.tried[0].why == "SIGSEGV"


def test_a_search_that_was_stopped_goes_on_in_the_next_window(qtbot, session, search, make):
    choose(session, f'test -n "$DISABLE_{BAD}" && exit 0; sleep 1000')
    search.start(ASKED, SearchPart.LAYERS)
    reaches(qtbot, search, SearchState.RUNNING)
    search.answer(works=False)
    qtbot.waitUntil(lambda: search.number == 2)
    search.stop()
    reaches(qtbot, search, SearchState.INTERRUPTED)
    search.close()
    later = make()
    later.look()
    reaches(qtbot, later, SearchState.INTERRUPTED)
    assert len(later.investigation.tried) == 1
    later.resume()
    reaches(qtbot, later, SearchState.ASKING)
    assert later.number == 2


def test_closing_ends_the_trial_and_keeps_the_answers(qtbot, session, search):
    choose(session, "sleep 1000")
    search.start(ASKED, SearchPart.LAYERS)
    qtbot.waitUntil(lambda: search._run is not None)
    mark = search._saved_search.investigation.mark
    search.close()
    assert find_marked_processes(mark) == ()
    saved = read_saved_search(session.machine.paths)
    assert saved.is_interrupted


def test_a_search_is_forgotten(qtbot, session, search):
    find(qtbot, session, search, "true")
    search.forget()
    reaches(qtbot, search, SearchState.NONE)
    assert not session.machine.paths.search_file.exists()


def test_a_search_of_another_process_is_not_disturbed(qtbot, session, search, make):
    choose(session, "sleep 1000")
    search.start(ASKED, SearchPart.LAYERS)
    qtbot.waitUntil(lambda: search._run is not None)
    other = make()
    with qtbot.waitSignal(other.failed) as failed:
        other.start(ASKED, None)
    assert "already running" in failed.args[0]


def test_what_is_found_is_kept_off_for_the_program_in_one_step(qtbot, session, search):
    find(qtbot, session, search)
    before = session.edits.workspace
    with qtbot.waitSignal(search.component_kept_off) as kept:
        search.keep_off_for_program()
    current = session.edits.workspace.selected_configuration
    assert kept.args == [current.name, True] == ["sh without bad", True]
    assert current.get_control(BAD) is LayerControl.OFF
    assert len(current.programs) == 1
    session.edits.undo()
    assert session.edits.workspace.configurations == before.configurations


def test_what_is_found_is_turned_off_in_the_configuration(qtbot, session, search):
    find(qtbot, session, search)
    with qtbot.waitSignal(search.component_kept_off):
        search.keep_off()
    assert session.edits.workspace.selected_configuration.get_control(BAD) is LayerControl.OFF


def test_nothing_begins_without_a_program_or_on_the_sample_machine(qtbot, session, search):
    assert search.refusal() == NO_PROGRAM
    with qtbot.waitSignal(search.failed):
        search.start(SuccessTest(), None)
    session.set_machine(session.machine._replace(demo=True))
    assert search.refusal() == NO_LAUNCH_IN_DEMO


def test_a_program_that_cannot_start_ends_the_search(qtbot, session, search):
    session.edits.do(chosen_program.choose_program, Target("/gone/game"))
    with qtbot.waitSignal(search.failed) as failed:
        search.start(SuccessTest(), None)
    assert "/gone/game does not exist" in failed.args[0]
    assert not search.is_active
