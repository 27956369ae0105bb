"""The Session through its real backend, on folders of the test."""

import json
import os
import sys

import pytest

from tests.framework.manifests import list_layers
from tests.framework.native import build_native
from vkconfig_py.loader.base.host import Host
from vkconfig_py.model.apply.journal import JournalEntry
from vkconfig_py.model.apply.notices import BannerKind
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerControl
from vkconfig_py.model.configuration.workspace_files import load_workspace
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.plan.leases import UNTIL_WITHDRAWN, WhileRunning
from vkconfig_py.model.session.session import Session, SessionMachine
from vkconfig_py.model.text.wording import abbreviate_home
from vkconfig_py.model.timeline.entries import group_actions, make_restore_point, present_entry

LAYER = "VK_LAYER_TEST_layer"
OVERRIDE = ".config/vulkan/implicit_layer.d/VkLayer_override.json"


@pytest.fixture
def home(tmp_path):
    library = tmp_path / "liblayer.so"
    library.write_bytes(build_native().layer.read_bytes())
    folder = tmp_path / "share/vulkan/explicit_layer.d"
    folder.mkdir(parents=True)
    layer = {
        "name": LAYER,
        "type": "GLOBAL",
        "library_path": str(library),
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "made for a test",
    }
    (folder / "layer.json").write_text(json.dumps({"file_format_version": "1.0.0", "layer": layer}))
    return tmp_path


def machine_of(home):
    """Return a machine whose only folders are those of the test."""
    environment = {
        "HOME": str(home),
        "XDG_DATA_DIRS": str(home / "share"),
        "XDG_CONFIG_DIRS": str(home / "xdg"),
        "PATH": os.environ["PATH"],
    }
    paths = StatePaths(home / "own/configurations", home / "own/state", home / "own/run")
    return SessionMachine(host=Host(environment=environment), loaders=(), paths=paths)


@pytest.fixture
def session(home, qtbot):
    session = Session(machine_of(home))
    with qtbot.waitSignals([session.snapshots.current_changed, session.system.journal_changed]):
        session.start()
    yield session
    session.close()


def test_apply_and_withdraw_leave_what_was_there(session, home, qtbot):
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.set_control, LAYER, LayerControl.ON)
    with qtbot.waitSignals([session.system.applied_changed, session.snapshots.current_changed]):
        session.apply((sys.executable,))
    layer = list_layers((home / OVERRIDE).read_text())[0]
    assert layer["component_layers"] == [LAYER]
    assert layer["app_keys"] == [os.path.realpath(sys.executable)]
    qtbot.waitUntil(lambda: [one.is_own for one in session.system.overrides] == [True])
    assert session.make_banner().kind is BannerKind.OWN
    session.withdraw()
    # The journal is read for what others did, too: its signal alone says nothing of this.
    qtbot.waitUntil(lambda: written(session) == ["withdrew", "applied"])
    assert not (home / ".config").exists()
    session.fixes.restore(make_restore_point(group_actions(session.system.journal)[0]))
    qtbot.waitUntil((home / OVERRIDE).exists)
    qtbot.waitUntil(lambda: len(written(session)) == 3)


def written(session):
    return [entry.what for entry in session.system.journal]


def test_what_is_kept_does_not_end_with_the_window(session, qtbot):
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.edits.do(workspace_edits.set_control, LAYER, LayerControl.ON)
    with qtbot.waitSignal(session.system.changed):
        session.apply(())
    (applied,) = session.system.applied
    assert isinstance(applied.lease, WhileRunning)
    assert session.system.keep_applied((applied.configuration.key,)) == ""
    assert session.system.applied == (applied._replace(lease=UNTIL_WITHDRAWN),)
    assert session.withdraw_now() == ""


def test_an_override_of_others_is_found_removed_and_restored(session, home, qtbot):
    content = json.dumps(
        {
            "file_format_version": "1.1.2",
            "layer": {
                "name": "VK_LAYER_LUNARG_override",
                "type": "GLOBAL",
                "api_version": "1.0.0",
                "implementation_version": "1",
                "description": "x",
                "component_layers": [LAYER],
                "blacklisted_layers": [],
                "disable_environment": {"DISABLE_VK_LAYER_LUNARG_override": "1"},
            },
        }
    )
    (home / OVERRIDE).parent.mkdir(parents=True)
    with qtbot.waitSignal(session.system.applied_changed):
        (home / OVERRIDE).write_text(content)
    banner = session.make_banner()
    assert banner.kind is BannerKind.FOREIGN
    assert "It turns on " in banner.text
    session.system.remove_foreign(banner.path)
    qtbot.waitUntil(lambda: len(written(session)) == 1)
    assert not (home / OVERRIDE).exists()
    assert session.edits.undo_label() == "Move VkLayer_override.json aside"
    session.edits.undo()
    qtbot.waitUntil((home / OVERRIDE).exists)
    session.edits.redo()
    qtbot.waitUntil(lambda: not (home / OVERRIDE).exists())
    qtbot.waitUntil(lambda: len(written(session)) == 3)
    session.fixes.restore(make_restore_point(group_actions(session.system.journal)[0]))
    qtbot.waitUntil((home / OVERRIDE).exists)
    qtbot.waitUntil(lambda: len(written(session)) == 4)
    assert (home / OVERRIDE).read_text() == content
    assert not session.edits.undo_label()  # it is undone already


@pytest.mark.parametrize(
    ("removal", "label", "sentence"),
    [
        (
            JournalEntry("1.json", 1.0, "removed", "/x/a.json", "", "7"),
            "Move a.json aside",
            "a.json was moved aside to {folder}; History can restore it",
        ),
        (
            JournalEntry("1.json", 1.0, "removed", "/x/a.json", "", "7", exists_after=True),
            "Move a.json aside",
            "a.json was moved aside to {folder}; History can restore it. "
            "The previous file was restored.",
        ),
        (
            JournalEntry("1.json", 1.0, "entries removed", "/x/a.json", "", "7", exists_after=True),
            "Remove the vkconfig-py entries from a.json",
            "Removed the vkconfig-py entries from /x/a.json",
        ),
    ],
)
def test_a_removal_is_said_as_what_it_was(session, qtbot, removal, label, sentence):
    with qtbot.waitSignal(session.fixes.fix_applied) as said:
        session.system.override_removed.emit("/x/a.json", removal)
    machine = session.machine
    folder = abbreviate_home(str(machine.paths.state / "aside"), machine.home)
    assert said.args == [sentence.format(folder=folder), True]
    assert session.edits.undo_label() == label


def test_a_settings_file_that_every_program_finds_is_a_notice_and_goes_away_with_it(
    session, home, qtbot
):
    file = home / ".local/share/vulkan/settings.d/vk_layer_settings.txt"
    with qtbot.waitSignal(session.system.applied_changed):
        file.parent.mkdir(parents=True)
        file.write_text("khronos_validation.report_flags = error\n")
    assert str(file) in [notice.file for notice in session.problems.notices]
    assert str(file) in [told.problem.file for told in session.problems.all_problems]
    assert session.make_banner().path == str(file)
    with qtbot.waitSignal(session.system.applied_changed):
        session.system.remove_foreign(str(file))
    qtbot.waitUntil(lambda: session.problems.notices == ())
    assert session.make_banner() is None


def test_the_story_of_a_layer_names_its_file(session, home, qtbot):
    told = []
    session.explanations.compute_explanation(f"layer:{LAYER}", told.append)
    qtbot.waitUntil(lambda: bool(told))
    assert str(home / "share/vulkan/explicit_layer.d/layer.json") in [s.file for s in told[0]]


def test_without_a_loader_there_is_nothing_to_check(session, qtbot):
    with qtbot.waitSignal(session.checks.verified) as answer:
        session.checks.check()
    assert not answer.args[0].checked


def test_a_deleted_configuration_is_in_the_history_and_comes_back(session, home, qtbot):
    edits = session.edits
    edits.do(workspace_edits.add_configuration, "Steam games")
    edits.do(workspace_edits.set_control, LAYER, LayerControl.ON)
    session.persistence.flush()
    kept = edits.workspace.selected_configuration
    edits.do(workspace_edits.add_configuration, "Taken back")
    session.persistence.flush()
    edits.undo()
    session.persistence.flush()
    edits.do(workspace_edits.move_configuration, kept.key, 0)
    edits.do(workspace_edits.add_configuration, "Below it")
    session.persistence.flush()
    keys = [one.key for one in edits.workspace.configurations]
    assert keys.index(kept.key) == 0
    edits.do(workspace_edits.delete_configuration, kept.key)
    qtbot.waitUntil(lambda: bool(session.system.journal))
    (deletion,) = group_actions(session.system.journal)
    assert deletion.title == "Deleted “Steam games”"
    line = present_entry(deletion)
    assert [action.label for action in line.actions] == ["Restore"]
    assert line.text.endswith(" · Configuration")
    with qtbot.waitSignals([session.message, session.persistence.saver_joined]) as _said:
        session.fixes.restore(make_restore_point(deletion))
    assert edits.workspace.find_configuration(kept.key) == kept
    qtbot.waitUntil(lambda: [one.key for one in edits.workspace.configurations] == keys)
    edits.undo()  # of the deletion: it is undone already
    assert [one.key for one in edits.workspace.configurations].count(kept.key) == 1
    with qtbot.waitSignal(session.message) as said:
        session.fixes.restore(make_restore_point(deletion))
    assert said.args == ["Nothing to restore: “Steam games” exists again.", "error"]


def test_a_deleted_built_in_configuration_comes_back_for_good(session, home, qtbot):
    edits = session.edits
    built_in = edits.shipped[0]
    edits.do(workspace_edits.delete_configuration, built_in.key, edits.shipped)
    qtbot.waitUntil(lambda: bool(session.system.journal))
    (deletion,) = group_actions(session.system.journal)
    with qtbot.waitSignal(session.persistence.saver_joined):
        session.fixes.restore(make_restore_point(deletion))
    assert edits.workspace.find_configuration(built_in.key) == built_in
    assert edits.workspace.deleted_built_ins == ()
    edits.do(workspace_edits.add_configuration, "Another")
    session.persistence.flush()
    again = load_workspace(home / "own/configurations", edits.shipped).workspace
    assert again.find_configuration(built_in.key) == built_in
    assert again.deleted_built_ins == ()
