"""The Session and the files of its configurations, which others change too."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests.cli.commands import PROGRAM
from tests.framework.patience import PATIENCE
from tests.framework.ready_python import run_python
from tests.model.fake_machine import FakeMachine
from vkconfig_py.model.configuration import chosen_program, workspace_edits
from vkconfig_py.model.configuration.chosen_program import (
    choose_program,
    clear_program,
    mark_command_choice,
)
from vkconfig_py.model.configuration.configuration import (
    NO_PROGRAM,
    Configuration,
    LayerControl,
    Target,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import (
    WorkspaceChange,
    delete_configuration,
    rename_configuration,
)
from vkconfig_py.model.configuration.workspace_files import (
    load_workspace,
    merge_foreign_changes,
    save_workspace,
)
from vkconfig_py.model.session.persistence import SAVED_AFTER_FAILURE, UNREADABLE_NOW
from vkconfig_py.model.session.session import Session

A = "VK_LAYER_a"
MINE, OTHER = Configuration("mine", "Mine"), Configuration("other", "Other")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "configurations"
    assert save_workspace(folder, Workspace(), Workspace((MINE, OTHER), "mine")).errors == ()
    return folder


@pytest.fixture
def messages() -> list[tuple[str, str]]:
    return []


@pytest.fixture
def session(qtbot, tmp_path, folder, messages):
    """Return a session that keeps its configurations in real files."""
    fake = FakeMachine(tmp_path)
    session = fake.session(
        load=lambda folder, shipped: load_workspace(folder),
        save=save_workspace,
        read_again=merge_foreign_changes,
    )
    session.message.connect(lambda *message: messages.append(message))
    with qtbot.waitSignal(session.snapshots.current_changed):
        session.start()
    yield session
    session.close()


def by_another(folder: Path, change) -> None:
    """Change the files as another process does."""
    loaded = load_workspace(folder)
    after = change(loaded.workspace).workspace
    assert save_workspace(folder, loaded.saved_workspace, after).errors == ()


def by_command(folder: Path, change) -> None:
    by_another(
        folder,
        lambda space: WorkspaceChange(mark_command_choice(space, change(space).workspace), ""),
    )


RENAME = partial(rename_configuration, key="mine", name="Renamed")
DELETE = partial(delete_configuration, key="mine")


def kept(folder: Path) -> list[str]:
    return [one.name for one in load_workspace(folder).workspace.configurations]


def shown(session: Session) -> list[str]:
    return [one.name for one in session.edits.workspace.configurations]


def test_what_another_process_renames_is_renamed_here_and_stays_so(
    session, folder, messages, qtbot
):
    session.edits.do(workspace_edits.set_control, A, LayerControl.OFF)
    session.persistence.flush()
    by_another(folder, RENAME)
    qtbot.waitUntil(lambda: shown(session) == ["Renamed", "Other"])
    assert messages == [("Another process changed “Mine” and renamed it to “Renamed”.", "warn")]
    session.edits.do(workspace_edits.set_control, A, LayerControl.ON)
    session.persistence.flush()
    assert kept(folder) == ["Renamed", "Other"]
    assert load_workspace(folder).workspace.selected_configuration.get_control(A) is LayerControl.ON


def test_what_another_process_deletes_is_gone_here_and_stays_so(session, folder, messages, qtbot):
    by_another(folder, DELETE)
    qtbot.waitUntil(lambda: shown(session) == ["Other"])
    assert messages == [("Another process deleted “Mine”. Now showing “Other”.", "warn")]
    session.edits.do(workspace_edits.set_control, A, LayerControl.ON)
    session.persistence.flush()
    assert kept(folder) == ["Other"]


def test_what_both_edit_before_they_see_each_other_is_kept_twice(session, folder, messages):
    session.edits.do(workspace_edits.set_control, A, LayerControl.ON)
    by_another(folder, RENAME)
    session.persistence.flush()
    assert kept(folder) == shown(session) == ["Renamed", "Mine (edited at the same time)", "Other"]
    assert session.edits.workspace.selected_configuration.get_control(A) is LayerControl.ON
    ((told, tone),) = messages
    assert "Both versions were kept" in told
    assert tone == "warn"


def test_undo_takes_nothing_back_that_another_process_did(session, folder, qtbot):
    session.edits.do(workspace_edits.set_control, A, LayerControl.ON)
    session.edits.select_configuration("other")
    session.edits.do(workspace_edits.set_control, A, LayerControl.OFF)
    session.persistence.flush()
    by_another(folder, RENAME)
    qtbot.waitUntil(lambda: "Renamed" in shown(session))
    assert session.edits.undo_label() == "Turn off a"
    session.edits.undo()
    assert session.edits.undo_label() == "Turn on a"
    session.edits.undo()
    assert not session.edits.can_undo()
    session.persistence.flush()
    assert kept(folder) == shown(session) == ["Renamed", "Other"]
    assert session.edits.workspace.find_configuration("mine").layers == ()
    session.edits.redo()
    assert session.edits.workspace.find_configuration("mine").get_control(A) is LayerControl.ON
    session.edits.redo()
    assert session.edits.workspace.find_configuration("other").get_control(A) is LayerControl.OFF
    assert session.edits.workspace.find_configuration("mine").name == "Renamed"


def test_edits_in_a_configuration_that_was_kept_twice_are_undone_in_the_own_one(session, folder):
    session.edits.do(workspace_edits.set_control, A, LayerControl.OFF)
    session.persistence.flush()
    session.edits.do(workspace_edits.set_control, A, LayerControl.ON)
    by_another(folder, RENAME)
    session.persistence.flush()
    own = session.edits.workspace.selected_key
    assert own != "mine"
    for control in (LayerControl.OFF, LayerControl.AUTO):
        assert session.edits.can_undo()
        session.edits.undo()
        assert session.edits.workspace.selected_configuration.key == own
        assert session.edits.workspace.selected_configuration.get_control(A) is control
        assert session.edits.workspace.find_configuration("mine").name == "Renamed"
    assert not session.edits.can_undo()
    session.edits.redo()
    session.edits.redo()
    assert (
        session.edits.workspace.selected_configuration.key,
        session.edits.workspace.selected_configuration.get_control(A),
    ) == (
        own,
        LayerControl.ON,
    )
    session.persistence.flush()
    assert kept(folder) == ["Renamed", "Mine (edited at the same time)", "Other"]


def test_undo_leaves_a_configuration_when_another_process_deleted_all_the_others(
    session, folder, qtbot
):
    by_another(folder, partial(delete_configuration, key="other"))
    qtbot.waitUntil(lambda: shown(session) == ["Mine"])
    session.edits.do(workspace_edits.add_configuration, "New")
    session.persistence.flush()
    by_another(folder, DELETE)
    qtbot.waitUntil(lambda: shown(session) == ["New"])
    session.edits.undo()
    assert session.edits.workspace.selected_configuration.name == "New"
    assert not session.edits.can_undo()


def test_a_new_configuration_of_another_process_shows_and_disturbs_nothing(
    session, folder, messages, qtbot
):
    session.edits.do(workspace_edits.set_control, A, LayerControl.ON)
    session.persistence.flush()
    (folder / "new.json").write_text('{"name": "By hand"}')
    qtbot.waitUntil(lambda: "By hand" in shown(session))
    assert session.edits.undo_label() == "Turn on a"
    assert session.edits.workspace.selected_configuration.key == "mine"
    assert messages == []


def test_the_program_that_a_command_chooses_is_that_of_an_open_window(
    session, folder, messages, qtbot
):
    edits = session.edits
    edits.do(chosen_program.choose_program, Target("/bin/first"))
    edits.do(workspace_edits.set_control, A, LayerControl.OFF)
    assert not session.persistence.flush()
    with qtbot.waitSignal(session.persistence.saver_joined):
        by_command(folder, partial(choose_program, target=Target("/bin/cube", ("--wsi", "xcb"))))
    assert edits.workspace.program == Target("/bin/cube", ("--wsi", "xcb"))
    assert messages == [("A vkconfig-py command set cube as the program to launch.", "warn")]
    edits.undo()
    assert edits.undo_label()
    assert edits.workspace.program.program == "/bin/cube"  # undo takes back the layer alone
    edits.undo()
    assert edits.workspace.program == NO_PROGRAM

    # Another window keeps its own, as it does with the selection.
    edits.do(chosen_program.choose_program, Target("/bin/mine"))
    assert not session.persistence.flush()
    by_another(folder, partial(choose_program, target=Target("/bin/theirs")))
    with qtbot.waitSignal(session.persistence.saver_joined):
        by_another(folder, partial(rename_configuration, key="other", name="Seen"))
    assert edits.workspace.program.program == "/bin/mine"
    with qtbot.waitSignal(session.persistence.saver_joined):
        by_command(folder, clear_program)
    assert edits.workspace.program == NO_PROGRAM
    assert messages[-1] == ("A vkconfig-py command cleared the program to launch.", "warn")


def test_looking_at_what_others_wrote_writes_nothing(session, folder, qtbot):
    by_another(folder, RENAME)
    there = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    qtbot.waitUntil(lambda: "Renamed" in shown(session))
    session.persistence.flush()
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == there


def test_a_folder_that_was_emptied_is_filled_again(session, folder, qtbot):
    for path in folder.iterdir():
        path.unlink()
    session.edits.do(workspace_edits.set_control, A, LayerControl.ON)
    session.persistence.flush()
    assert kept(folder) == ["Mine", "Other"]


def test_a_file_that_was_damaged_meanwhile_is_no_deletion(session, folder, qtbot):
    (folder / "mine.json").write_bytes(b"{")
    session.edits.select_configuration("other")
    session.persistence.flush()
    assert shown(session) == ["Mine", "Other"]
    assert (folder / "mine.json").read_bytes() == b"{"
    session.edits.select_configuration("mine")
    session.edits.do(workspace_edits.set_control, A, LayerControl.ON)
    session.persistence.flush()
    assert kept(folder) == ["Mine", "Other"]
    assert (folder / "mine.json.bad").read_bytes() == b"{"


@pytest.mark.parametrize("name", ["mine.json", "order.json"])
def test_a_file_that_goes_bad_is_told_once_and_again_when_it_is_put_aside(
    session, folder, messages, qtbot, name
):
    (folder / name).write_bytes(b'{"name": "br')
    qtbot.waitUntil(lambda: bool(messages))
    qtbot.waitUntil(
        lambda: [one.code for one in session.problems.notices] == ["document-unreadable"]
    )
    called = {"mine.json": "“Mine”"}.get(name, name)
    assert messages == [(UNREADABLE_NOW.format(called), "warn")]
    assert session.problems.notices[0].file == str(folder / name)
    assert f"{folder / name} could not be read: line 1" in session.problems.notices[0].consequence
    session.edits.do(workspace_edits.set_control, A, LayerControl.ON)
    session.edits.select_configuration("other")
    session.persistence.flush()
    qtbot.waitUntil(lambda: session.problems.notices == ())
    sentence = f"A file that could not be read was renamed to {folder / name}.bad."
    assert messages[1:] == [(sentence, "warn")]
    assert (folder / f"{name}.bad").read_bytes() == b'{"name": "br'


def test_a_file_that_can_be_read_again_is_no_notice_any_more(session, folder, qtbot):
    good = (folder / "mine.json").read_bytes()
    (folder / "mine.json").write_bytes(b'{"format": 99}')
    qtbot.waitUntil(lambda: bool(session.problems.notices))
    (folder / "mine.json").write_bytes(good)
    qtbot.waitUntil(lambda: session.problems.notices == ())
    assert shown(session) == ["Mine", "Other"]


def test_twenty_processes_that_make_configurations_at_once_lose_none(tmp_path):
    home = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "c")}
    make = partial(
        *(run_python, "-m", "vkconfig_py", "config", "create", "Same"),
        ready=PROGRAM,
        environment=home,
        timeout=20 * PATIENCE,
    )
    with ThreadPoolExecutor(20) as all_of_them:
        done = [one.result() for one in [all_of_them.submit(make) for _ in range(20)]]
    assert [one.returncode for one in done] == [0] * 20
    told = sorted(one.stdout.decode() for one in done)
    (made,) = (tmp_path / "c").glob("*/configurations")
    names = [one.name for one in load_workspace(made).workspace.configurations]
    assert len(set(names)) == 21
    added = [name for name in names if name != "My configuration"]
    assert told == sorted(f"Added and selected “{name}”.\n" for name in added)


def test_saving_at_last_is_told(session, messages, tmp_path, folder):
    in_the_way = folder / f"mine.json.{os.getpid()}.tmp"
    in_the_way.mkdir()  # refused for every user
    session.edits.do(workspace_edits.set_control, A, LayerControl.ON)
    assert "mine.json" in session.persistence.flush()[0]
    in_the_way.rmdir()
    assert session.persistence.flush() == ()
    assert [text for text, _tone in messages][-1] == SAVED_AFTER_FAILURE
    assert load_workspace(folder).workspace.selected_configuration.get_control(A) is LayerControl.ON
