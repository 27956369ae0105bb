"""What the system refuses leaves everything as it was, and is told."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable

import pytest

from tests.model.apply.desk import NOTHING, ONE, TWO, both, breaking, foreign, make_desk, plan_of
from vkconfig_py.model.apply import journal
from vkconfig_py.model.apply.apply_plan import apply_plan, read_applied
from vkconfig_py.model.files import atomic_files
from vkconfig_py.model.plan.plan import Limitation, Mechanism, Plan


def test_a_blocked_plan_is_refused_with_its_reason(desk):
    limit = Limitation("", "a settings file hides it", is_blocking=True)
    plan = Plan(mechanism=Mechanism.OVERRIDE, files=plan_of(desk.file).files, limits=(limit,))
    result = apply_plan(plan, (ONE,), desk.paths)
    assert result.error == "Nothing was applied: a settings file hides it."
    assert not desk.file.exists()


def test_a_folder_in_the_way_is_named_and_kept(desk):
    desk.file.mkdir(parents=True)
    result = apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    assert result.error == f"Nothing was applied: {desk.file}: it is a folder."
    assert desk.file.is_dir()


def test_a_file_where_a_folder_should_be_is_told_and_kept(desk):
    (desk.home / ".config").write_bytes(b"a file")
    desk.age()
    before = desk.seen()
    result = apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    assert result.error == f"Nothing was applied: {desk.file}: not a directory."
    assert desk.seen() == before


def test_a_state_folder_that_cannot_be_written_refuses_before_anything_is_touched(desk):
    desk.paths.state.parent.mkdir()
    desk.paths.state.write_bytes(b"a file")
    result = apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    assert result.error == f"Nothing was applied: {desk.paths.state}: it is not a folder."
    assert desk.seen().keys() == {str(desk.home)}


def test_another_running_copy_is_waited_for_and_then_named(desk, monkeypatch):
    monkeypatch.setattr(atomic_files, "LOCK_SECONDS", 0.05)
    with journal.lock_state(desk.paths):
        result = apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    assert "another vkconfig-py process is currently writing files" in result.error
    assert not desk.file.exists()


def test_a_pipe_in_the_way_is_named_and_does_not_hang(desk):
    desk.folder.mkdir(parents=True)
    os.mkfifo(desk.file)
    assert "not a regular file" in apply_plan(plan_of(desk.file), (ONE,), desk.paths).error


def test_a_file_that_is_too_large_to_be_kept_is_named_and_left(desk):
    desk.folder.mkdir(parents=True)
    with desk.file.open("wb") as file:
        file.truncate(3 << 30)
    error = apply_plan(plan_of(desk.file), (ONE,), desk.paths).error
    assert error == f"Nothing was applied: {desk.file}: it is larger than 1024 MB."
    assert desk.file.stat().st_size == 3 << 30


def test_what_replaced_an_applied_file_is_not_read_whole_when_it_is_huge(desk):
    assert not apply_plan(plan_of(desk.file), (ONE,), desk.paths).error
    with desk.file.open("wb") as file:
        file.truncate(3 << 30)
    assert read_applied(desk.paths) == ()
    assert "it is larger than 1024 MB" in apply_plan(NOTHING, (), desk.paths).error


def test_withdrawing_with_nothing_applied_writes_nothing(desk):
    assert apply_plan(NOTHING, (), desk.paths).error == ""
    assert not desk.paths.state.exists()


def _refusing(number: int, at: int) -> Callable[..., object]:
    calls = iter(range(10_000))
    real = os.fsync

    def fsync(handle: int) -> None:
        if next(calls) == at:
            raise OSError(number, os.strerror(number))
        real(handle)

    return fsync


@pytest.mark.parametrize("at", range(24))
def test_a_full_disk_at_any_flush_changes_nothing_or_everything(desk, monkeypatch, at):
    foreign(desk, "other.json")
    desk.age()
    before = desk.seen()
    with monkeypatch.context() as patch:
        patch.setattr(atomic_files.os, "fsync", _refusing(errno.ENOSPC, at))
        result = apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    if result.error:
        assert "no space left on device" in result.error
        assert desk.seen() == before
        assert read_applied(desk.paths) == ()
    else:
        assert read_applied(desk.paths) == (ONE,)
    assert apply_plan(NOTHING, (), desk.paths).error == ""
    assert desk.seen() == before


@pytest.mark.parametrize("at", range(24))
def test_a_full_disk_does_not_stop_a_withdrawal_for_good(desk, monkeypatch, at):
    foreign(desk)
    desk.age()
    before = desk.seen()
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    with monkeypatch.context() as patch:
        patch.setattr(atomic_files.os, "fsync", _refusing(errno.ENOSPC, at))
        apply_plan(NOTHING, (), desk.paths)
    assert apply_plan(NOTHING, (), desk.paths).error == ""
    assert desk.seen() == before


@pytest.mark.parametrize("for_good", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize("is_second", [False, True], ids=["first", "second"])
def test_a_change_that_fails_midway_is_taken_back_or_what_stands_is_named(
    is_second, for_good, tmp_path, monkeypatch
):
    outcomes = set()

    def second(desk):
        return plan_of(desk.file, b"second") if is_second else both(desk, b"second")

    for at in range(40):
        (tmp_path / str(at)).mkdir()
        desk = make_desk(tmp_path / str(at))
        foreign(desk)
        foreign(desk, "other.json")
        desk.age()
        clean = desk.seen()
        if is_second:
            apply_plan(both(desk, b"first"), (ONE,), desk.paths)
        before = desk.seen()
        with monkeypatch.context() as patch:
            broken = breaking(patch, at, for_good=for_good)
            error = apply_plan(second(desk), (TWO,), desk.paths).error
        after = desk.seen()
        changed = [p for p in before.keys() | after.keys() if before.get(p) != after.get(p)]
        files = [path for path in changed if not os.path.isdir(path) and not path.endswith(".tmp")]
        if error.startswith("Nothing was applied"):
            assert files == [], at
            assert read_applied(desk.paths) == ((ONE,) if is_second else ())
        elif error:
            assert for_good
            assert [path for path in files if path not in error] == [], (at, error)
        outcomes.add(re.split(r":| \(", error)[0])
        assert apply_plan(NOTHING, (), desk.paths).error == ""
        assert desk.seen() == clean, (at, error, broken)
        if not broken:
            break
    half = {"Only partly completed"} if for_good else set()
    assert outcomes == {"", "Nothing was applied", *half}
