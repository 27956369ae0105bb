"""The panel of the search for a faulty component, in the whole window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt

from tests.model.bisect.sample_searches import answered_search
from vkconfig_py.loader.api.what_if import WhatIf
from vkconfig_py.loader.base.verdicts import Outcome, Severity
from vkconfig_py.model.bisect.investigation import SuccessTest
from vkconfig_py.model.bisect.saved_search import save_investigation
from vkconfig_py.model.bisect.suspects import SearchPart
from vkconfig_py.model.chain.snapshot_values import LEFT_OUT, Tone
from vkconfig_py.model.configuration import chosen_program, workspace_edits
from vkconfig_py.model.configuration.configuration import Target
from vkconfig_py.model.launch.run_program import LaunchEnd
from vkconfig_py.model.problems.offers import find_offers
from vkconfig_py.model.problems.summary import FILE_PAGE
from vkconfig_py.model.session.faulty_component_search import SearchState
from vkconfig_py.ui.panels.faulty_component_panel import SuccessForm
from vkconfig_py.ui.widgets.buttons import Frame

BAD = "VK_LAYER_MANGOHUD_overlay_x86_64"


@pytest.fixture
def panel(window, qtbot):
    session = window.session
    session.edits.do(chosen_program.choose_program, Target(session.machine.host.executable))
    panel = window.docks.open("culprit")
    qtbot.waitUntil(lambda: not session.snapshots.is_busy)
    panel.search._worker.drain()
    return panel


def show(window, panel, state, answers, *, asks=False):
    """Bring the search into a state in which some trials were answered as if BAD broke it."""
    session, search = window.session, panel.search
    one = answered_search(session.requests.make_request(), f"layer:{BAD}", answers, asks=asks)
    step = one.search.find_next_step()
    search.investigation, search.state = one, state
    if search.is_active:
        search.trial = step
    elif state is SearchState.ENDED:
        search.result = step
    search.changed.emit()


def shown(panel):
    return {button.text() for button in panel._buttons if button.isVisibleTo(panel)}


def rows(window):
    return {row.key: row for row in window.chain.view._model.values()}


def test_the_panel_opens_from_the_menu_and_says_what_it_does(window, qtbot):
    window.actions_["panel_culprit"].trigger()
    panel = window.docks.panels["culprit"]
    assert "sample machine cannot run programs" in panel.sentence_label.text()
    assert shown(panel) == {"Start"}
    assert not panel.start_button.isEnabled()
    assert window.actions_["panel_culprit"].shortcut().toString() == "Ctrl+Shift+F5"


def test_rows_that_a_trial_leaves_out_say_so_and_stay_where_they_are(window, panel):
    before = list(rows(window))
    show(window, panel, SearchState.RUNNING, answers=1)
    left_out = {key for key, row in rows(window).items() if row.is_left_out}
    assert left_out == {
        one.row_key for one in panel.search.investigation.candidates if one.kind == "layer"
    }
    assert rows(window)[f"layer:{BAD}"].status == str(LEFT_OUT)
    assert rows(window)[f"layer:{BAD}"].accessible_text.endswith("Left out in trial 2.")
    assert list(rows(window)) == before
    panel.search.trial, panel.search.state = None, SearchState.INTERRUPTED
    panel.search.changed.emit()
    assert not any(row.is_left_out for row in rows(window).values())


def test_another_configuration_shows_no_trial(window, panel, qtbot):
    show(window, panel, SearchState.RUNNING, answers=1)
    window.session.edits.do(workspace_edits.add_configuration, "Another")
    qtbot.waitUntil(lambda: not any(row.is_left_out for row in rows(window).values()))


def test_trials_are_listed_the_latest_first(window, panel):
    show(window, panel, SearchState.RUNNING, answers=2)
    titles = [line.title for line in panel.model.values()]
    assert titles[-1] == "Trial 1: with everything on"
    assert titles[0].startswith("Trial 3: without ")
    assert [line.outcome for line in panel.model.values()] == ["", "Worked", "Failed"]
    assert panel.view.model().index(2, 0).data(Qt.ItemDataRole.AccessibleTextRole) == (
        "Trial 1: with everything on, Failed, SIGSEGV"
    )


def test_a_running_trial_can_be_stopped_and_nothing_else(window, panel):
    show(window, panel, SearchState.RUNNING, answers=1)
    assert shown(panel) == {"Stop"}
    assert not panel.form.isEnabled()


def test_the_question_has_its_buttons(window, panel):
    show(window, panel, SearchState.ASKING, answers=1, asks=True)
    assert shown(panel) == {"It worked", "It failed", "Try again", "Stop"}
    assert panel.sentence_label.text().endswith("Did it work?")


def test_an_interrupted_search_is_continued_or_forgotten(window, panel, qtbot):
    show(window, panel, SearchState.INTERRUPTED, answers=2)
    assert shown(panel) == {"Continue", "Discard"}
    assert "was interrupted after 2 trials" in panel.sentence_label.text()
    panel.forget_button.click()
    qtbot.waitUntil(lambda: panel.search.state is SearchState.NONE)
    assert shown(panel) == {"Start"}


def test_the_result_names_the_culprit_and_keeps_it_off_with_one_click(window, panel, qtbot):
    show(window, panel, SearchState.ENDED, answers=100)
    assert f"{BAD} breaks" in panel.sentence_label.text().replace("\u200b", "")
    button = panel.keep_off_button.text()
    assert button.startswith("Keep MangoHud off for ")
    program = Target(window.session.machine.host.executable).program.rpartition("/")[2]
    new = f"{program} without MangoHud"
    assert (
        f"“{button}” creates and selects the configuration “{new}”; “My configuration” does not "
        "change."
    ) in panel.details.text().replace("\u200b", "")
    with qtbot.waitSignal(panel.search.component_kept_off):
        panel.keep_off_button.click()
    toast = window.status_bar.toast
    assert toast.text().startswith(f"Created and selected “{new}”, which keeps MangoHud off.")
    assert toast.undo_button.isVisibleTo(toast)
    assert "creates and selects" not in panel.details.text()
    current = window.session.edits.workspace.selected_configuration
    assert current.name == new
    assert current.name.endswith(" without MangoHud")
    assert current.get_control(BAD) == "off"
    assert not panel.keep_off_button.isEnabled()  # once is enough
    assert panel.keep_off_here_button.isEnabled()
    window.session.edits.undo()
    assert panel.keep_off_button.isEnabled()
    assert window.session.edits.workspace.find_configuration(current.key) is None


def test_the_row_of_a_culprit_fails_until_it_is_off(window, panel, qtbot):
    show(window, panel, SearchState.ENDED, answers=100)
    key = f"layer:{BAD}"
    qtbot.waitUntil(lambda: rows(window)[key].is_culprit)
    row = rows(window)[key]
    program = panel.search.investigation.configuration.target.program.rpartition("/")[2]
    assert (row.status, row.tone, row.outcome) == ("Fails", Tone.ERROR, Outcome.FAILS)
    assert row.reason == f"breaks {program} (SIGSEGV)"
    window.chain.view.select_key(key)
    assert window.inspector.chip._text == "Fails"
    steps = window.inspector.why.explanation.steps
    told = f"Find the culprit: {row.reason}"
    qtbot.waitUntil(lambda: [s.step.text for s in steps.values() if s.step.decisive] == [told])
    assert panel.keep_off_button._frame is Frame.PRIMARY
    panel.keep_off_here_button.click()
    assert "Kept off in “My configuration”: MangoHud. " in window.status_bar.toast.text()
    qtbot.waitUntil(lambda: rows(window)[key].status == "Off")
    assert panel.keep_off_button._frame is Frame.OUTLINE
    window.session.edits.undo()
    qtbot.waitUntil(lambda: rows(window)[key].status == "Fails")
    panel.search.result, panel.search.state = None, SearchState.NONE
    panel.search.changed.emit()
    assert rows(window)[key].status == "Loads"


def test_the_headline_the_problems_and_why_know_the_culprit_until_it_is_off(window, panel, qtbot):
    show(window, panel, SearchState.ENDED, answers=100)
    session, key = window.session, f"layer:{BAD}"
    qtbot.waitUntil(lambda: rows(window)[key].is_culprit)
    row = rows(window)[key]
    program = panel.search.investigation.configuration.target.program.rpartition("/")[2]

    def told():
        return [x for x in session.problems.all_problems if x.problem.code == "culprit"]

    qtbot.waitUntil(lambda: bool(told() and told()[0].actions))
    assert told()[0].title == f"{BAD.removeprefix('VK_LAYER_')}: {row.reason}"
    labels = [action.label for action in told()[0].actions]
    assert labels[:2] == ["Turn off", "Move aside"]
    snapshot = session.snapshots.current
    assert snapshot.summary.sentences[0] == f"{program} fails because of MangoHud."
    assert window.chain._shown_snapshot.page_by_noun[FILE_PAGE] == "MangoHud"
    assert window.chain._shown_snapshot.fix.label == "Turn off"
    offers = find_offers(snapshot, row)
    assert "Move aside" in [offer.label for offer in offers]
    panel.keep_off_here_button.click()
    qtbot.waitUntil(lambda: not told())
    assert not session.snapshots.current.summary.is_alarm


def test_the_row_of_the_culprit_is_selected_once_a_search_has_ended(window, panel):
    view, key = window.chain.view, f"layer:{BAD}"
    other = next(k for k in rows(window) if k.startswith("layer:") and k != key)
    view.select_key(other)
    show(window, panel, SearchState.ENDED, answers=100)  # of an earlier session
    assert view.current_row().key == other
    show(window, panel, SearchState.RUNNING, answers=1)
    panel.view.setFocus()
    assert view.current_row().key == other
    show(window, panel, SearchState.ENDED, answers=100)
    assert view.current_row().key == key
    assert panel.view.hasFocus()


def test_the_result_leads_to_the_fix_that_moves_the_culprit_aside(window, panel, qtbot):
    assert not panel.move_aside_button.isVisibleTo(panel)
    show(window, panel, SearchState.ENDED, answers=100)
    file = rows(window)[f"layer:{BAD}"].manifest.rpartition("/")[2]
    qtbot.waitUntil(lambda: f"Move {file} aside…" in shown(panel))
    panel.move_aside_button.click()
    assert window.docks.get_current() == "problems"
    preview = window.docks.panels["problems"].preview
    qtbot.waitUntil(preview.fix_button.hasFocus)
    assert preview.heading.text() == f"Move {file} aside"
    panel.keep_off_here_button.click()
    qtbot.waitUntil(lambda: not panel.move_aside_button.isVisibleTo(panel))


def test_the_form_stands_below_the_result_where_both_have_no_room(window, panel, qtbot):
    show(window, panel, SearchState.ENDED, 100)
    panel.setParent(None)
    panel.show()
    form, button = panel.form, panel.keep_off_button

    def is_whole():
        return (
            form.height() >= form.minimumSizeHint().height() and not panel.visibleRegion().isEmpty()
        )

    panel.resize(1280, 300)
    qtbot.waitUntil(lambda: form.mapTo(panel, QPoint()).x() < button.mapTo(panel, QPoint()).x())
    qtbot.waitUntil(is_whole)
    panel.resize(600, 100)
    qtbot.waitUntil(lambda: form.mapTo(panel, QPoint()).y() > button.mapTo(panel, QPoint()).y())
    qtbot.waitUntil(is_whole)
    panel.close()


def test_the_culprit_is_shown_in_the_chain(window, panel):
    show(window, panel, SearchState.ENDED, answers=100)
    panel.show_row_button.click()
    assert window.chain.view.current_row().key == f"layer:{BAD}"


def test_a_program_that_a_signal_ended_offers_the_search(window):
    run = window.launcher.add_run(window.session.requests.target)
    window.launcher.ended.emit(run, LaunchEnd(None, "SIGSEGV", False, "terminated by SIGSEGV"))
    offer = window.status_bar.toast.command_button
    assert offer.text() == "Find the culprit"
    offer.click()
    assert window.docks.get_current() == "culprit"


def crash_launched(window):
    """End a program that was launched as the window shows it now. Return what is offered."""
    session = window.session
    run = window.launcher.add_run(session.requests.target)
    run._shown = session.snapshots.current
    return crash(window, run)


def crash(window, run):
    window.launcher.ended.emit(run, LaunchEnd(None, "SIGSEGV", False, "terminated by SIGSEGV"))
    return window.status_bar.toast.command_button


def use_crashing_loader(window, qtbot):
    """Give the machine a loader that a file of it crashes."""
    session = window.session
    (loader,) = session.machine.loaders
    session.set_machine(session.machine._replace(loaders=(loader._replace(version=(1, 3, 239)),)))
    qtbot.waitUntil(lambda: "Move aside" in window.chain.sentence.accessibleName())


def test_where_the_cause_of_a_crash_is_known_its_fix_is_offered(qtbot, window):
    use_crashing_loader(window, qtbot)
    offer = crash_launched(window)
    assert offer.text() == "Move game_capture.json aside…"
    offer.click()
    preview = window.docks.panels["problems"].preview
    qtbot.waitUntil(preview.fix_button.hasFocus)
    assert preview.heading.text() == "Move game_capture.json aside"


def test_a_crash_that_only_a_what_if_explains_offers_the_search(qtbot, window):
    window.session.what_if.set_assumptions(WhatIf(version=(1, 3, 239)))
    qtbot.waitUntil(lambda: window.session.snapshots.shown.summary.is_alarm)
    file, found = window.session.snapshots.shown.summary.file, window.session.problems.problem_list
    blamed = next(one for one in found.problems if one.problem.file == file)
    error = blamed._replace(problem=blamed.problem._replace(severity=Severity.ERROR))
    found.problems = (error, *(one for one in found.problems if one is not blamed))
    assert crash_launched(window).text() == "Find the culprit"


def test_a_crash_under_another_configuration_offers_the_search(qtbot, window):
    session = window.session
    run = window.launcher.add_run(session.requests.target)
    run._shown = session.snapshots.current
    session.edits.do(workspace_edits.duplicate_configuration, run.configuration_key)
    use_crashing_loader(window, qtbot)
    assert session.snapshots.current.request.configuration.key != run.configuration_key
    assert crash(window, run).text() == "Find the culprit"


def test_a_program_that_ended_well_offers_nothing(window):
    run = window.launcher.add_run(window.session.requests.target)
    window.launcher.ended.emit(run, LaunchEnd(0, "", False, "exit 0"))
    window.launcher.ended.emit(run, LaunchEnd(None, "SIGTERM", True, "stopped"))
    assert not window.status_bar.toast.command_button.isVisibleTo(window.status_bar)


def test_the_next_window_offers_to_continue_what_was_interrupted(open_window, demo, qtbot):
    first = open_window()
    program = Target(first.session.machine.host.executable)
    first.session.edits.do(chosen_program.choose_program, program)
    one = answered_search(first.session.requests.make_request(), f"layer:{BAD}", 2)
    assert save_investigation(one, demo.paths) == ""
    later = open_window()
    bar = later.status_bar
    qtbot.waitUntil(lambda: bar.toast.command_button.isVisibleTo(bar))
    assert "was interrupted after 2 trials" in bar.toast.text()
    bar.toast.command_button.click()
    panel = later.docks.panels["culprit"]
    qtbot.waitUntil(lambda: shown(panel) == {"Continue", "Discard"})


@pytest.fixture
def form(context, qtbot):
    form = SuccessForm(context)
    qtbot.addWidget(form)
    return form


@pytest.mark.parametrize(
    ("test", "part"),
    [
        (SuccessTest(), None),
        (SuccessTest(exit_status=3, seconds=2.5, still_running_passes=False), SearchPart.LAYERS),
        (SuccessTest(text="FPS", repeat=4), SearchPart.DRIVERS),
        (SuccessTest(text="error", text_fails=True), SearchPart.SETTINGS),
        (SuccessTest(asks=True, seconds=0.0), None),
    ],
)
def test_the_form_says_what_it_shows(form, test, part):
    form.show_test(test, part)
    assert (form.read_test(), form.read_part()) == (test, part)


def test_who_is_asked_tests_nothing(form):
    form.asks_user.setChecked(True)
    assert not form.exit_status.isEnabled()
    assert form.repeat.isEnabled()


def test_choices_have_names_for_screen_readers(form):
    form.running_result.make_menu().actions()[1].trigger()
    assert form.running_result.accessibleName() == "Result of a run still in progress: fails"
    for field in (form.exit_status, form.seconds, form.text, form.repeat):
        assert field.accessibleName()
