"""Fixes: previewed, whole, journaled; taken back byte for byte, and never over others' work."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.framework.snapshot import take_snapshot
from tests.model.apply.desk import OLD_TIME, Desk, applied_as, make_desk, plan_of
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    EditKey,
    InstallLibrary,
    MoveFile,
    Remedy,
    RemoveFile,
    RenameKey,
    ReplaceLine,
    SetVariable,
    Together,
    UnsetVariable,
    WriteFile,
)
from vkconfig_py.model.apply.apply_plan import apply_plan
from vkconfig_py.model.apply.journal import get_aside_path, read_journal
from vkconfig_py.model.apply.restore import restore_action
from vkconfig_py.model.configuration.configuration import Configuration, Variable
from vkconfig_py.model.files.atomic_files import ABSENT
from vkconfig_py.model.plan.leases import WHILE_THIS_PROCESS_RUNS
from vkconfig_py.model.plan.plan import ChangeKind
from vkconfig_py.model.problems import fixes
from vkconfig_py.model.problems import fixes as fixing
from vkconfig_py.model.problems.fixes import (
    AppliedFix,
    Fix,
    FixedFile,
    apply_fix,
    changes_package_files,
    get_label,
    plan_fix,
    revert_fix,
    set_variables,
    write_prepared_files,
)
from vkconfig_py.model.timeline.entries import (
    apply_restore_point,
    find_aside,
    make_restore_point,
    present_entry,
    read_actions,
)

TEXT = b'{\n  "layer": {\n    "libary_path": "./x.so",   "type": "GLOBAL"\n  }\n}\n'


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = make_desk(tmp_path)
    desk.folder.mkdir(parents=True)
    desk.paths.state.mkdir(parents=True)
    desk.file.write_bytes(TEXT)
    desk.file.chmod(0o640)
    os.utime(desk.file, ns=(OLD_TIME, OLD_TIME))
    desk.age()
    return desk


def remedies(desk: Desk) -> dict[str, Remedy]:
    path = str(desk.file)
    return {
        "aside": RemoveFile(path),
        "rename": RenameKey(path, ("layer", "libary_path"), "library_path"),
        "edit": EditKey(path, ("layer", "type"), "INSTANCE", ""),
        "take out": EditKey(path, ("layer", "type"), REMOVED, ""),
        "move": MoveFile(path, str(desk.folder.parent / "explicit_layer.d" / "x.json")),
        "correct": ReplaceLine(
            path,
            3,
            '    "libary_path": "./x.so",   "type": "GLOBAL"',
            '    "library_path": "./x.so",   "type": "GLOBAL"',
        ),
        "write": WriteFile(str(desk.folder / "new.json"), "{}\n"),
        "twice": Together(
            (
                EditKey(path, ("layer", "type"), REMOVED, ""),
                EditKey(path, ("layer", "name"), "VK_LAYER_x", ""),
            )
        ),
    }


NAMES = ("aside", "rename", "edit", "take out", "move", "correct", "write", "twice")


@pytest.mark.parametrize("name", NAMES)
def test_a_fix_is_taken_back_byte_for_byte(desk: Desk, name: str):
    before = take_snapshot(desk.folder)
    done = apply_fix(plan_fix(remedies(desk)[name], desk.paths), desk.paths)
    assert done.key, done.sentence
    assert take_snapshot(desk.folder) != before
    after = {path: state[3] for path, state in take_snapshot(desk.folder).items()}
    undone = revert_fix(done.key, desk.paths)
    assert undone.key, undone.sentence
    assert take_snapshot(desk.folder) == before
    again = revert_fix(undone.key, desk.paths)
    assert again.key, again.sentence
    assert {path: state[3] for path, state in take_snapshot(desk.folder).items()} == after


@pytest.mark.parametrize("name", NAMES)
def test_the_journal_restores_a_whole_fix(desk: Desk, name: str):
    before = take_snapshot(desk.folder)
    apply_fix(plan_fix(remedies(desk)[name], desk.paths), desk.paths)
    way = make_restore_point(read_actions(desk.paths)[0])
    assert apply_restore_point(way, desk.paths, WHILE_THIS_PROCESS_RUNS) == ""
    assert take_snapshot(desk.folder) == before


@pytest.mark.parametrize(
    ("path", "is_packaged"),
    [
        ("/usr/share/vulkan/icd.d/a.json", True),
        ("/usr/local/share/vulkan/icd.d/a.json", False),
        ("/etc/vulkan/icd.d/a.json", False),
        ("/home/me/usr/a.json", False),
    ],
)
def test_a_file_of_a_package_is_below_usr_but_not_local(path: str, is_packaged: bool):
    for root in ("", "/mnt"):
        fix = Fix(files=(FixedFile(root + path, ABSENT, ABSENT),))
        assert changes_package_files(fix, root) is is_packaged


def test_a_renamed_key_leaves_every_other_byte(desk: Desk):
    apply_fix(plan_fix(remedies(desk)["rename"], desk.paths), desk.paths)
    assert desk.file.read_bytes() == TEXT.replace(b"libary_path", b"library_path")
    assert desk.file.stat().st_mode & 0o777 == 0o640


def test_what_is_moved_aside_is_kept_under_its_name(desk: Desk):
    done = apply_fix(plan_fix(RemoveFile(str(desk.file)), desk.paths), desk.paths)
    kept = get_aside_path(desk.paths, done.key, str(desk.file))
    assert (kept.name, kept.read_bytes()) == (desk.file.name, TEXT)
    assert (kept.stat().st_mode & 0o777, kept.stat().st_mtime_ns) == (0o640, OLD_TIME)
    assert not desk.file.exists()
    moved, *_ = read_actions(desk.paths)
    assert present_entry(moved).tooltip.split("\n")[:2] == [str(desk.file), f"Now at {kept}"]
    undone = revert_fix(done.key, desk.paths)
    assert not kept.exists()
    assert [find_aside(action) for action in read_actions(desk.paths)] == ["", ""]
    for _time in range(2):  # also each time that it is done again after an undo
        redone = revert_fix(undone.key, desk.paths)
        kept = get_aside_path(desk.paths, redone.key, str(desk.file))
        assert not desk.file.exists()
        assert kept.read_bytes() == TEXT
        undone = revert_fix(redone.key, desk.paths)
        assert desk.file.read_bytes() == TEXT
        assert not kept.exists()


def test_of_a_file_that_the_history_restores_no_copy_stays_aside(desk: Desk):
    done = apply_fix(plan_fix(RemoveFile(str(desk.file)), desk.paths), desk.paths)
    (entry,) = read_journal(desk.paths)
    assert restore_action(entry, desk.paths) == ""
    assert desk.file.read_bytes() == TEXT
    assert not get_aside_path(desk.paths, done.key, str(desk.file)).parent.exists()


@pytest.mark.parametrize("target", ["gone", "x.json"])
def test_a_link_is_moved_aside_as_a_link(desk: Desk, target: str):
    link = desk.folder / "x.json"
    link.symlink_to(target)
    done = apply_fix(plan_fix(RemoveFile(str(link)), desk.paths), desk.paths)
    assert not link.is_symlink()
    revert_fix(done.key, desk.paths)
    assert link.readlink() == Path(target)


def test_an_edited_link_stays_a_link(desk: Desk):
    link = desk.folder / "x.json"
    link.symlink_to(desk.file.name)
    fix = plan_fix(RenameKey(str(link), ("layer", "libary_path"), "library_path"), desk.paths)
    apply_fix(fix, desk.paths)
    assert link.is_symlink()
    assert b'"library_path"' in desk.file.read_bytes()


def test_a_pipe_is_moved_aside_and_comes_back(desk: Desk):
    pipe = desk.folder / "x.json"
    os.mkfifo(pipe)
    pipe.chmod(0o620)
    done = apply_fix(plan_fix(RemoveFile(str(pipe)), desk.paths), desk.paths)
    assert not pipe.exists()
    revert_fix(done.key, desk.paths)
    assert pipe.is_fifo()
    assert pipe.stat().st_mode & 0o777 == 0o620


@pytest.mark.parametrize("name", [name for name in NAMES if name != "write"])
def test_work_of_others_after_a_fix_is_never_overwritten(desk: Desk, name: str):
    done = apply_fix(plan_fix(remedies(desk)[name], desk.paths), desk.paths)
    desk.file.write_bytes(b"of somebody else")
    undone = revert_fix(done.key, desk.paths)
    assert undone.key == ""
    assert undone.sentence == (
        f"Nothing was undone: another program has modified {desk.file} in the meantime."
    )
    assert desk.file.read_bytes() == b"of somebody else"


def test_a_file_that_changed_since_the_preview_is_left_alone(desk: Desk):
    fix = plan_fix(RemoveFile(str(desk.file)), desk.paths)
    desk.file.write_bytes(b"of somebody else")
    done = apply_fix(fix, desk.paths)
    assert not done.key
    assert "another program has modified" in done.sentence
    assert read_journal(desk.paths) == ()


def test_a_move_that_fails_half_way_leaves_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    before = take_snapshot(desk.folder)
    write = fixing.write_with_journal

    def refuse(paths, what, file, *rest):
        if file == str(desk.file):
            raise PermissionError(13, "Permission denied", file)
        return write(paths, what, file, *rest)

    monkeypatch.setattr(fixing, "write_with_journal", refuse)
    done = apply_fix(plan_fix(remedies(desk)["move"], desk.paths), desk.paths)
    assert done == AppliedFix("", f"Nothing was changed: {desk.file}: permission denied.")
    assert {p: s[3] for p, s in take_snapshot(desk.folder).items()} == {
        p: s[3] for p, s in before.items()
    }
    assert not (desk.folder.parent / "explicit_layer.d" / "x.json").exists()
    assert read_journal(desk.paths) == ()


def test_preview_is_the_difference(desk: Desk):
    (change,) = plan_fix(remedies(desk)["rename"], desk.paths).list_changes()
    assert (change.kind, change.subject) == (ChangeKind.CHANGE, str(desk.file))
    assert '-    "libary_path": "./x.so"' in change.text
    assert '+    "library_path": "./x.so"' in change.text
    kinds = [change.kind for change in plan_fix(remedies(desk)["move"], desk.paths).list_changes()]
    assert kinds == [ChangeKind.NEW, ChangeKind.REMOVE]


def test_variables_change_in_the_configuration():
    configuration = Configuration("k", "n", environment=(Variable("A", "1"), Variable("B", "2")))
    fix = Fix(variables=(Variable("A", None), Variable("C", "3")))
    changed = set_variables(configuration, fix.variables).environment
    assert changed == (Variable("B", "2"), Variable("A", None), Variable("C", "3"))


def test_variables_of_a_fix(desk: Desk):
    remedy = Together((SetVariable("VK_DRIVER_FILES", "/a"), UnsetVariable("VK_ICD_FILENAMES")))
    fix = plan_fix(remedy, desk.paths)
    assert fix.variables == (Variable("VK_DRIVER_FILES", "/a"), Variable("VK_ICD_FILENAMES", None))
    assert not fix.refusal
    assert [change.kind for change in fix.list_changes()] == [ChangeKind.SET, ChangeKind.UNSET]


@pytest.mark.parametrize(
    ("remedy", "why"),
    [
        (RemoveFile("/gone/x.json"), "/gone/x.json no longer exists."),
        (EditKey("/gone/x.json", ("a",), 1, ""), "/gone/x.json no longer exists."),
        (InstallLibrary("libx.so"), "This must be done manually."),
    ],
)
def test_what_cannot_be_done_is_told(desk: Desk, remedy: Remedy, why: str):
    fix = plan_fix(remedy, desk.paths)
    assert fix.refusal == why
    assert apply_fix(fix, desk.paths) == AppliedFix("", f"{why} Nothing was changed.")


def test_what_is_done_already_is_no_fix_any_more(desk: Desk):
    desk.file.write_bytes(b'{"a": 1}')
    remedy = EditKey(str(desk.file), ("a",), 1, "write 1")
    fix = plan_fix(remedy, desk.paths)
    assert fix.refusal == "This is already fixed."
    assert plan_fix(remedy._replace(value=2), desk.paths).refusal == ""


def test_a_move_never_overwrites(desk: Desk):
    target = desk.folder / "there.json"
    target.write_bytes(b"{}")
    fix = plan_fix(MoveFile(str(desk.file), str(target)), desk.paths)
    assert fix.refusal == f"{target} already exists."


def test_a_folder_is_not_moved_aside(desk: Desk):
    folder = desk.folder / "d.json"
    folder.mkdir()
    assert plan_fix(RemoveFile(str(folder)), desk.paths).refusal == f"{folder}: it is a folder."


def test_what_this_program_applied_is_withdrawn_instead(desk: Desk):
    apply_plan(plan_of(desk.file), (applied_as("one"),), desk.paths)
    assert "withdraw it" in plan_fix(RemoveFile(str(desk.file)), desk.paths).refusal


@pytest.mark.parametrize("name", ["aside", "rename", "move"])
def test_files_that_may_not_be_written_get_a_command(desk: Desk, name: str, monkeypatch):
    monkeypatch.setattr(fixes.os, "access", lambda path, mode: False)
    fix = plan_fix(remedies(desk)[name], desk.paths)
    assert fix.refusal == f"You do not have permission to write to {desk.folder}." or name == "move"
    assert fix.refusal
    monkeypatch.undo()
    assert write_prepared_files(fix, desk.paths) == ""
    expected = plan_fix(remedies(desk)[name], desk.paths).files[0].state_after.content
    assert os.system(fix.command.replace("sudo ", "")) == 0
    if name == "rename":
        assert desk.file.read_bytes() == expected
    else:
        assert not desk.file.exists()


def test_what_was_pruned_cannot_be_taken_back(desk: Desk):
    assert revert_fix("1", desk.paths).sentence.startswith("Nothing was undone")


def test_labels():
    path = "/x.json"
    assert get_label(RemoveFile(path)) == "Move aside"
    assert get_label(RenameKey(path, ("a",), "b")) == "Rename key"
    assert get_label(EditKey(path, ("a",), REMOVED, "")) == "Remove key"
    assert get_label(EditKey(path, ("a", 1), REMOVED, "")) == "Remove entry"
    assert get_label(EditKey(path, ("a",), 1, "")) == "Fix file"
    assert get_label(MoveFile(path, "/y")) == "Move file"
    assert (
        get_label(Together((SetVariable("A", "1"), UnsetVariable("B")))) == "Set in configuration"
    )
    assert get_label(UnsetVariable("B")) == "Unset in configuration"
    assert get_label(InstallLibrary("x")) == ""


def test_entries_of_older_journals_are_read(desk: Desk):
    apply_fix(plan_fix(RemoveFile(str(desk.file)), desk.paths), desk.paths)
    (file,) = (desk.paths.state / "journal").glob("*.json")
    document = json.loads(file.read_bytes())
    del document["deed"]
    file.write_text(json.dumps(document))
    (entry,) = read_journal(desk.paths)
    assert entry.fix == ""
    assert restore_action(entry, desk.paths) == ""
