"""The journal keeps what was there, and brings it back."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.model.apply.desk import OLD_TIME, Desk, applied_as, make_desk, plan_of
from vkconfig_py.model.apply import journal
from vkconfig_py.model.apply.apply_plan import apply_plan
from vkconfig_py.model.apply.journal import (
    delete_old_entries,
    load_state,
    read_journal,
    store_state,
    write_with_journal,
)
from vkconfig_py.model.apply.restore import restore_action
from vkconfig_py.model.files.atomic_files import ABSENT, FileKind, FileState, capture_file


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = make_desk(tmp_path)
    desk.folder.mkdir(parents=True)
    desk.paths.state.mkdir(parents=True)
    return desk


STATES = st.builds(
    FileState,
    kind=st.sampled_from([FileKind.FILE, FileKind.LINK]),
    content=st.binary(max_size=500),
    mode=st.integers(0, 0o7777),
    mtime_ns=st.integers(0, 2**62),
    uid=st.integers(0, 2**31),
    gid=st.integers(0, 2**31),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(state=STATES | st.just(ABSENT))
def test_any_state_is_kept_as_it_was(desk, state):
    kept = json.loads(json.dumps(store_state(desk.paths, state)))
    assert load_state(desk.paths, kept) == state


def test_a_kept_copy_that_was_changed_is_refused(desk):
    kept = store_state(desk.paths, FileState(kind=FileKind.FILE, content=b"x", mode=0o644))
    (copy,) = (desk.paths.state / "journal/contents").iterdir()
    copy.write_bytes(b"y")
    with pytest.raises(OSError, match="the backup copy was changed"):
        load_state(desk.paths, kept)


def test_every_entry_can_be_taken_back_in_turn(desk):
    desk.file.write_bytes(b"zero")
    desk.file.chmod(0o640)
    desk.age()
    before = desk.seen()
    new = FileState(kind=FileKind.FILE, content=b"one", mode=0o644)
    write_with_journal(desk.paths, "applied", str(desk.file), "me", new)
    write_with_journal(desk.paths, "removed", str(desk.file), "me", ABSENT)
    second, first = read_journal(desk.paths)
    assert restore_action(second, desk.paths) == ""
    assert desk.file.read_bytes() == b"one"
    assert restore_action(first, desk.paths) == ""
    assert desk.file.read_bytes() == b"zero"
    assert {path: state[3] for path, state in desk.seen().items()} == {
        path: state[3] for path, state in before.items()
    }
    assert [entry.what for entry in read_journal(desk.paths)] == [
        "restored",
        "restored",
        "removed",
        "applied",
    ]


def test_restoring_what_was_before_an_apply_takes_our_file_away(desk):
    (desk.folder / "other.json").write_bytes(b"{}")
    desk.file.write_bytes(b"theirs")
    desk.age()
    before = desk.seen()
    apply_plan(plan_of(desk.file), (applied_as("one"),), desk.paths)
    (entry,) = read_journal(desk.paths)
    assert restore_action(entry, desk.paths) == ""
    assert desk.seen() == before


def test_an_entry_shows_both_texts(desk):
    desk.file.symlink_to("elsewhere")
    new = FileState(kind=FileKind.FILE, content=b"\xff{}", mode=0o644)
    write_with_journal(desk.paths, "applied", str(desk.file), "me", new)
    (entry,) = read_journal(desk.paths)
    assert (entry.before, entry.after) == ("symbolic link to elsewhere", r"\xff{}")
    assert entry.existed_before
    assert entry.exists_after


def test_a_folder_that_is_gone_is_made_again_to_restore(desk):
    desk.file.write_bytes(b"theirs")
    write_with_journal(desk.paths, "removed", str(desk.file), "me", ABSENT)
    desk.folder.rmdir()
    (entry,) = read_journal(desk.paths)
    assert restore_action(entry, desk.paths) == ""
    assert desk.file.read_bytes() == b"theirs"


def test_a_restore_that_is_refused_says_where_and_leaves_no_entry(desk):
    desk.file.write_bytes(b"theirs")
    write_with_journal(desk.paths, "removed", str(desk.file), "me", ABSENT)
    desk.file.mkdir()
    (entry,) = read_journal(desk.paths)
    assert (
        restore_action(entry, desk.paths) == f"Nothing was restored: {desk.file}: it is a folder."
    )
    assert len(read_journal(desk.paths)) == 1


def test_damaged_entries_are_left_out(desk):
    write_with_journal(
        desk.paths, "applied", str(desk.file), "me", FileState(kind=FileKind.FILE, content=b"x")
    )
    folder = desk.paths.state / "journal"
    (folder / "1.json").write_bytes(b"{")
    (folder / "2.json").write_bytes(b"[]")
    (folder / "3.json").write_bytes(b'{"time": 1}')
    assert len(read_journal(desk.paths)) == 1


def test_without_a_journal_there_are_no_entries(tmp_path):
    assert read_journal(make_desk(tmp_path).paths) == ()


def test_the_oldest_entries_are_forgotten_with_their_contents(desk, monkeypatch):
    monkeypatch.setattr(journal, "MAX_ENTRIES", 2)
    for number in range(4):
        new = FileState(kind=FileKind.FILE, content=b"%d" % number, mode=0o644)
        write_with_journal(desk.paths, "applied", str(desk.file), "me", new)
    used = store_state(desk.paths, FileState(kind=FileKind.FILE, content=b"in use"))
    delete_old_entries(desk.paths, {used["content"]})
    assert [entry.after for entry in read_journal(desk.paths)] == ["3", "2"]
    kept = {path.read_bytes() for path in (desk.paths.state / "journal/contents").iterdir()}
    assert kept == {b"1", b"2", b"3", b"in use"}


def test_owner_and_link_come_back(desk):
    desk.file.symlink_to("elsewhere")
    os.utime(desk.file, ns=(OLD_TIME, OLD_TIME), follow_symlinks=False)
    os.chown(desk.file, os.getuid(), os.getgid(), follow_symlinks=False)
    state = capture_file(str(desk.file))
    write_with_journal(desk.paths, "removed", str(desk.file), "me", ABSENT)
    restore_action(read_journal(desk.paths)[0], desk.paths)
    assert capture_file(str(desk.file)) == state


def test_what_another_program_wrote_since_is_named_and_stays(desk):
    desk.file.write_bytes(b"old")
    write_with_journal(desk.paths, "removed", str(desk.file), "me", ABSENT)
    (entry,) = read_journal(desk.paths)
    desk.file.write_bytes(b"new of somebody else")
    assert restore_action(entry, desk.paths) == (
        f"Nothing was restored: {desk.file}: another program has changed it since; "
        "it was left as is."
    )
    assert desk.file.read_bytes() == b"new of somebody else"
    assert read_journal(desk.paths) == (entry,)


def test_what_a_killed_write_left_under_its_temporary_name_goes_with_the_next_write(tmp_path):
    desk = make_desk(tmp_path)
    after = FileState(FileKind.FILE, b"{}", 0o644)
    write_with_journal(desk.paths, "moved aside", str(desk.home / "x.json"), "", after)
    (entry,) = read_journal(desk.paths)
    left = Path(journal.make_temporary_name(entry.file, entry.key))
    left.write_bytes(b"half")
    with journal.lock_state(desk.paths):
        assert not left.exists()
