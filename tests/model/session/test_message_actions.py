"""Messages of a launch act on the configuration that was launched, whichever is selected."""

from __future__ import annotations

import pytest

from tests.framework.mistakes import CASES, read_recorded
from tests.framework.settings import SDK
from tests.framework.settings_run import Reader
from tests.framework.settings_session import SettingsMachine, open_session
from tests.model.launch.test_validation_messages import BUFFER
from tests.model.session.test_launched_run import Program, lines
from vkconfig_py.model.configuration import chosen_program, workspace_edits
from vkconfig_py.model.configuration.configuration import ListItem, Target
from vkconfig_py.model.launch.layer_log_files import VALIDATION_LAYER, LayerLogFile
from vkconfig_py.model.launch.log_store import MessageHeader
from vkconfig_py.model.layer_settings.setting_edits import FILTER_KEY
from vkconfig_py.model.session.launcher import Launcher
from vkconfig_py.model.session.message_actions import (
    CONFIGURATION_GONE,
    MessageActions,
    SettingLocation,
)

HEAD = MessageHeader(BUFFER, 2085897310)
PRINTED = read_recorded(Reader.NEWER, CASES[0])


@pytest.fixture
def machine(tmp_path):
    machine = SettingsMachine(tmp_path)
    machine.add((SDK / "VkLayer_khronos_validation.json").read_bytes(), VALIDATION_LAYER)
    return machine


@pytest.fixture
def session(machine, qtbot):
    session = open_session(qtbot, machine)
    session.edits.do(chosen_program.choose_program, Target("/usr/bin/vkcube"))
    yield session
    session.close()


@pytest.fixture
def program():
    return Program()


@pytest.fixture
def launcher(session, program):
    launcher = Launcher(
        session.shared, session.requests, session.snapshots, session.checks, start=program.start
    )
    yield launcher
    launcher.close()


@pytest.fixture
def running(launcher, qtbot):
    with qtbot.waitSignal(launcher.started):
        launcher.start()
    return launcher.shown_run


@pytest.fixture
def actions(session, running):
    return MessageActions(session, running)


def filters(session, key):
    entry = session.edits.workspace.find_configuration(key).find_entry(VALIDATION_LAYER)
    return entry.get_value(FILTER_KEY).value if entry else ()


def test_the_launched_configuration_is_changed_although_another_is_selected(session, actions):
    launched = session.edits.workspace.selected_configuration.key
    session.edits.do(workspace_edits.add_configuration, "Another")
    other = session.edits.workspace.selected_configuration.key
    assert not actions.is_muted(HEAD)
    muting = actions.mute(HEAD)
    assert muting.is_certain
    assert filters(session, launched) == (ListItem(BUFFER),)
    assert filters(session, other) == ()
    assert actions.is_muted(HEAD)
    assert session.edits.undo_label() == f"Mute {BUFFER}"
    session.edits.undo()
    assert filters(session, launched) == ()
    assert not actions.is_muted(HEAD)


def test_unmuting_leaves_nothing_of_the_last_message_behind(session, actions):
    launched = session.edits.workspace.selected_configuration.key
    before = session.edits.workspace.find_configuration(launched)
    actions.mute(HEAD)
    actions.unmute(HEAD)
    assert session.edits.workspace.find_configuration(launched) == before
    assert session.edits.undo_label() == f"Unmute {BUFFER}"


def test_a_configuration_that_was_deleted_since_is_said(session, actions):
    launched = session.edits.workspace.selected_configuration.key
    session.edits.do(workspace_edits.add_configuration, "Another")
    session.edits.do(workspace_edits.delete_configuration, launched, session.edits.shipped)
    muting = actions.mute(HEAD)
    assert (muting.configuration, muting.sentence) == (None, CONFIGURATION_GONE)
    assert actions.unmute(HEAD) == muting
    assert actions.list_muted() == frozenset()


def test_a_message_leads_to_its_rule_and_its_setting(actions):
    assert actions.find_specification_url(HEAD).endswith(
        f"/1.3-extensions/html/vkspec.html#{BUFFER}"
    )
    place = actions.find_setting(MessageHeader("SYNC-HAZARD-READ-AFTER-WRITE"))
    assert place == SettingLocation(f"layer:{VALIDATION_LAYER}", "validate_sync")


def test_the_end_of_a_run_counts_its_messages(running, program, qtbot):
    program.print(PRINTED)
    with qtbot.waitSignal(running.ended):
        program.end()
    assert "6 messages, 4 kinds: 4 errors, 2 notes" in lines(running)


def test_a_run_without_the_layer_says_nothing_of_messages(running, program, qtbot):
    with qtbot.waitSignal(running.ended):
        program.end()
    assert not [line for line in lines(running) if "message" in line]


def test_a_run_of_which_the_layer_had_nothing_to_say_says_so(running, program, qtbot):
    from tests.model.launch.test_loader_log import NEW

    program.print(NEW)
    with qtbot.waitSignal(running.ended):
        program.end()
    assert "No validation messages" in lines(running)


@pytest.fixture
def log(machine, tmp_path):
    """Return the file into which the layer writes."""
    log, settings = tmp_path / "log", tmp_path / "settings.txt"
    settings.write_text(f"khronos_validation.log_filename = {log}\n")
    machine.environment["VK_LAYER_SETTINGS_PATH"] = str(settings)
    return log


def end(running, program, qtbot):
    """End the program; return its record."""
    records = []
    with qtbot.waitSignal(running.remembered):
        program.end()
    running.parent().read_runs(records.extend)
    qtbot.waitUntil(lambda: len(records) == 1)
    return records[0]


def test_messages_that_go_to_a_file_are_those_of_the_run(log, running, program, qtbot):
    assert running.files.files == (LayerLogFile(VALIDATION_LAYER, str(log)),)
    assert (running.files.followed, running.tone) == (str(log), "ok")
    log.write_text(PRINTED)
    qtbot.waitUntil(lambda: running.tone == "error")
    assert running.render_outcome().endswith(" · 4 errors")
    record = end(running, program, qtbot)
    assert "6 messages, 4 kinds: 4 errors, 2 notes" in lines(running)
    assert sum(one.total for one in record.messages) == 6
    assert (running.render_state(), running.tone) == ("Exited with code 0 · 4 errors", "error")
    assert running.render_outcome() == "exit 0 · 4 errors"
    assert (running.files.is_over, running.files.state) == (True, "")


def test_what_is_written_last_counts_too(log, running, program, qtbot):
    from tests.model.launch.test_loader_log import NEW

    program.print(NEW)
    log.write_text(PRINTED)
    assert sum(one.total for one in end(running, program, qtbot).messages) == 6
    assert "No validation messages" not in lines(running)


def test_a_file_that_is_not_read_may_have_messages(log, running, program, qtbot):
    from tests.model.launch.test_loader_log import NEW

    running.files.follow("")
    program.print(NEW)
    log.write_text(PRINTED)
    assert end(running, program, qtbot).messages is None
    assert f"No validation messages; messages in {log} were not read" in lines(running)


def test_a_file_that_is_a_folder_may_have_messages(log, running, program, qtbot):
    log.mkdir()
    qtbot.waitUntil(lambda: "a folder" in running.files.state)
    program.print(PRINTED)
    end(running, program, qtbot)
    counted = "6 messages, 4 kinds: 4 errors, 2 notes"
    assert f"{counted}; messages in {log} were not read" in lines(running)


def test_a_file_that_nobody_wrote_has_no_messages(log, running, program, qtbot):
    from tests.model.launch.test_loader_log import NEW

    program.print(NEW)
    assert end(running, program, qtbot).messages == ()
    assert "No validation messages" in lines(running)
    assert running.files.state == "not written"
