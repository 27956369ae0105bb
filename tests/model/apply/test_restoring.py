"""What one action wrote is restored together, whole or not at all."""

from __future__ import annotations

import errno
import json
import os
import re
from pathlib import Path

import pytest

from tests.model.apply.desk import NOTHING, OLD_TIME, ONE, TWO, Desk, breaking, make_desk, plan_of
from vkconfig_py.model.apply import journal
from vkconfig_py.model.apply import restore as restoring
from vkconfig_py.model.apply.apply_plan import apply_plan, read_applied, read_applied_state
from vkconfig_py.model.apply.journal import JournalEntry, delete_old_entries, read_journal
from vkconfig_py.model.files.atomic_files import capture_file
from vkconfig_py.model.plan.plan import AppliedConfiguration, Plan
from vkconfig_py.model.timeline.entries import (
    apply_restore_point,
    group_actions,
    make_restore_point,
)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return a home in which a file and a link stand where an apply writes."""
    desk = make_desk(tmp_path)
    desk.folder.mkdir(parents=True)
    desk.file.write_bytes(b"theirs")
    desk.file.chmod(0o640)
    if not os.getuid():
        os.chown(desk.file, 1234, 4321)
    settings(desk).symlink_to("elsewhere.txt")
    desk.age()
    return desk


def settings(desk: Desk) -> Path:
    return desk.home / "vk_layer_settings.txt"


def both(desk: Desk, content: bytes = b"ours") -> Plan:
    plan = plan_of(desk.file, content)
    return plan._replace(files=(*plan.files, *plan_of(settings(desk), content).files))


def apply(desk: Desk, plan: Plan, *applied: AppliedConfiguration) -> None:
    result = apply_plan(plan, applied, desk.paths)
    assert (result.error, result.note) == ("", "")


def rows(desk: Desk) -> list[tuple[str, str]]:
    """Return title and button of each row of the panel."""
    actions = group_actions(read_journal(desk.paths))
    return [(action.title, action.restore_label) for action in actions]


def press(desk: Desk, row: int = 0) -> str:
    """Press the button of a row."""
    action = group_actions(read_journal(desk.paths))[row]
    return apply_restore_point(make_restore_point(action), desk.paths)


def states(desk: Desk) -> list[object]:
    return [capture_file(str(path)) for path in (desk.file, settings(desk))]


def test_an_apply_of_two_files_is_one_row_whose_restore_brings_both_back(desk):
    before, found = desk.seen(), states(desk)
    apply(desk, both(desk), ONE)
    assert len(read_journal(desk.paths)) == 2
    assert rows(desk) == [("Applied “one”", "Restore")]
    assert press(desk) == ""
    assert states(desk) == found
    assert desk.seen() == before
    assert settings(desk).is_symlink()
    assert desk.file.stat().st_mtime_ns == OLD_TIME
    assert read_applied(desk.paths) == ()
    assert rows(desk) == [("Restored “one”", "Restore"), ("Applied “one”", "Restore")]


def test_restoring_is_one_action_that_is_restored_as_one(desk):
    apply(desk, both(desk), ONE)
    ours = [state.content for state in states(desk)]
    assert press(desk) == ""
    assert press(desk) == ""
    assert [state.content for state in states(desk)] == ours
    assert read_applied(desk.paths) == (ONE,)


def test_a_withdrawal_is_one_row_that_applies_again(desk):
    before = desk.seen()
    apply(desk, both(desk), ONE)
    apply(desk, NOTHING)
    assert desk.seen() == before
    assert rows(desk)[0] == ("Withdrew “one”", "Apply again")
    assert press(desk) == ""
    assert [state.content for state in states(desk)] == [b"ours", b"ours"]
    assert read_applied(desk.paths) == (ONE,)
    assert read_applied_state(desk.paths).ended_keys == ()
    apply(desk, NOTHING)
    assert desk.seen() == before


def test_an_apply_that_replaces_another_is_one_row(desk):
    apply(desk, both(desk), ONE)
    apply(desk, plan_of(desk.home / "new.json"), TWO)
    assert [title for title, _ in rows(desk)] == [
        "Applied “two” in place of “one” for every program",
        "Applied “one”",
    ]
    assert press(desk) == ""
    assert not (desk.home / "new.json").exists()
    assert [state.content for state in states(desk)] == [b"ours", b"ours"]
    assert read_applied(desk.paths) == (ONE,)


def test_withdrawing_one_of_two_is_a_withdrawal_that_applies_again(desk):
    before = desk.seen()
    apply(desk, both(desk), ONE, TWO)
    apply(desk, plan_of(desk.file, b"two alone"), TWO)
    assert rows(desk)[0] == ("Withdrew “one”", "Apply again")
    assert press(desk) == ""
    assert read_applied(desk.paths) == (ONE, TWO)
    apply(desk, NOTHING)
    assert desk.seen() == before


def test_a_file_that_cannot_be_restored_is_named_and_all_stay_as_they_are(desk, monkeypatch):
    apply(desk, both(desk), ONE)
    before, told = desk.seen(), rows(desk)
    write = restoring.write_with_journal

    def refuse(paths, what, file, *rest):
        if file == str(desk.file):
            raise PermissionError(13, "Permission denied", file)
        return write(paths, what, file, *rest)

    monkeypatch.setattr(restoring, "write_with_journal", refuse)
    assert press(desk) == f"Nothing was restored: {desk.file}: permission denied."
    assert contents(before) == contents(desk.seen())
    assert rows(desk) == told
    assert read_applied(desk.paths) == (ONE,)
    monkeypatch.undo()
    assert press(desk) == ""
    assert desk.file.read_bytes() == b"theirs"


def contents(seen: dict[str, tuple[object, ...]]) -> dict[str, object]:
    return {path: (state[0], state[3]) for path, state in seen.items()}


def test_a_folder_in_the_way_of_one_file_keeps_the_other_as_it_is(desk):
    apply(desk, both(desk), ONE)
    desk.file.unlink()
    desk.file.mkdir()
    assert press(desk) == f"Nothing was restored: {desk.file}: it is a folder."
    assert settings(desk).read_bytes() == b"ours"
    assert rows(desk) == [("Applied “one”", "Restore")]


def test_a_kept_copy_that_is_gone_is_named_by_its_file(desk):
    apply(desk, both(desk), ONE)
    for kept in (desk.paths.state / "journal/contents").iterdir():
        if kept.read_bytes() == b"theirs":
            kept.unlink()
    told = press(desk)
    assert told.startswith(f"Nothing was restored: {desk.file}: the previous content is lost (")
    assert settings(desk).read_bytes() == b"ours"


def test_an_older_action_gives_its_files_back_and_leaves_the_record_to_the_newer(desk):
    apply(desk, both(desk), ONE)
    apply(desk, both(desk, b"newer"), TWO)
    assert press(desk, row=1) == ""
    assert desk.file.read_bytes() == b"theirs"
    assert settings(desk).is_symlink()
    assert read_applied(desk.paths) == ()
    apply(desk, NOTHING)
    assert desk.file.read_bytes() == b"theirs"


def test_entries_of_an_older_program_stand_alone(desk):
    apply(desk, both(desk), ONE)
    for file in (desk.paths.state / "journal").glob("*.json"):
        document = json.loads(file.read_bytes())
        assert document["format"] == 1
        del document["action"]
        file.write_text(json.dumps(document))
    assert rows(desk) == [("Applied “one”", "Restore")] * 2
    assert press(desk) == ""
    assert settings(desk).is_symlink()
    assert desk.file.read_bytes() == b"ours"
    assert press(desk, row=2) == ""
    assert desk.file.read_bytes() == b"theirs"


def test_a_withdrawal_of_an_older_program_is_applied_again_file_by_file():
    entry = JournalEntry("1", 0.0, "withdrew", "/x.json", "“one”")
    (action,) = group_actions((entry,))
    assert action.restore_label == "Apply again"


@pytest.mark.parametrize(
    "action", [[], {"key": 1}, {"key": "1", "what": "applied"}, {"key": "1", "what": 2, "who": ""}]
)
def test_an_entry_whose_action_is_damaged_is_left_out(desk, action):
    apply(desk, plan_of(desk.file), ONE)
    (file,) = (desk.paths.state / "journal").glob("*.json")
    file.write_text(json.dumps({**json.loads(file.read_bytes()), "action": action}))
    assert read_journal(desk.paths) == ()


def test_an_action_is_forgotten_whole(desk, monkeypatch):
    monkeypatch.setattr(journal, "MAX_ENTRIES", 3)
    apply(desk, both(desk), ONE)
    apply(desk, both(desk, b"newer"), TWO)
    delete_old_entries(desk.paths, set())
    assert len(read_journal(desk.paths)) == 4
    apply(desk, both(desk, b"newest"), ONE)
    assert [str(entry.action.who) for entry in read_journal(desk.paths)] == [
        *["“one” in place of “two” for vkcube"] * 2,
        *["“two” in place of “one” for every program"] * 2,
    ]


@pytest.mark.parametrize("for_good", [False, True], ids=["once", "from then on"])
def test_a_restoring_that_fails_midway_is_taken_back_or_what_stands_is_named(
    for_good, desk, monkeypatch
):
    outcomes = set()
    for at in range(20):
        apply(desk, both(desk), ONE)
        before = desk.seen()
        (latest, *_) = read_journal(desk.paths)
        with monkeypatch.context() as patch:
            broken = breaking(patch, at, for_good=for_good)
            error = restoring.restore_action(latest, desk.paths)
        after = desk.seen()
        changed = [p for p in before.keys() | after.keys() if before.get(p) != after.get(p)]
        files = [path for path in changed if not os.path.isdir(path) and not path.endswith(".tmp")]
        if error.startswith("Nothing was restored"):
            assert files == []
        elif error:
            assert [path for path in files if path not in error] == [], (at, error)
        outcomes.add(re.split(r":| \(", error)[0])
        apply(desk, NOTHING)
        if not broken:
            break
    half = {"Only partly completed"} if for_good else set()
    assert outcomes == {"", "Nothing was restored", *half}


def test_files_that_are_back_without_the_record_are_named(desk, monkeypatch):
    apply(desk, both(desk), ONE)
    apply(desk, both(desk, b"second"), TWO)
    (latest, *_) = read_journal(desk.paths)

    def refuse(*_arguments):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "applied.json")

    monkeypatch.setattr(restoring, "save_record", refuse)
    error = restoring.restore_action(latest, desk.paths)
    assert error.startswith("Only partly completed (applied.json: no space left on device).")
    assert str(desk.file) in error
    assert str(settings(desk)) in error
    assert desk.file.read_bytes() == b"ours"
