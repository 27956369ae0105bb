"""Applying writes whole files and remembers; withdrawing leaves no trace."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.model.applying import NOTHING, OLD_TIME, Desk, applied_as, make_desk, plan_of
from vkconfig_py.loader.host import Position
from vkconfig_py.model import file_states, journal
from vkconfig_py.model.apply import (
    applied_files,
    apply_plan,
    keep_applied,
    left_behind,
    read_applied,
)
from vkconfig_py.model.file_states import manifests_in_order
from vkconfig_py.model.journal import BusyError, changing, read_journal
from vkconfig_py.model.plan import Limit, Mechanism, Plan, PlannedFile
from vkconfig_py.model.record import Record, read_record, record_file, save_record

ONE = applied_as("one")
TWO = applied_as("two", "/usr/bin/vkcube")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return make_desk(tmp_path)


def _foreign(desk: Desk, name: str = "VkLayer_override.json", content: bytes = b"theirs") -> Path:
    desk.folder.mkdir(parents=True, exist_ok=True)
    path = desk.folder / name
    path.write_bytes(content)
    return path


def _round_trip(desk: Desk, plan: Plan) -> None:
    desk.age()
    before = desk.seen()
    assert apply_plan(plan, (ONE,), desk.paths).error == ""
    assert desk.seen() != before
    assert apply_plan(NOTHING, (), desk.paths).error == ""
    assert desk.seen() == before
    assert read_applied(desk.paths) == ()


def test_withdrawing_removes_the_folders_that_applying_made(desk):
    _round_trip(desk, plan_of(desk.file))


def test_withdrawing_puts_back_the_time_of_a_folder_that_was_there(desk):
    _foreign(desk, "other.json")
    _round_trip(desk, plan_of(desk.file))


def test_a_file_of_somebody_else_comes_back_with_mode_and_time(desk):
    _foreign(desk).chmod(0o640)
    _round_trip(desk, plan_of(desk.file))


def test_a_symbolic_link_of_somebody_else_comes_back_as_a_link(desk):
    target = desk.home / "dotfiles/override.json"
    target.parent.mkdir()
    target.write_bytes(b"kept elsewhere")
    desk.folder.mkdir(parents=True)
    desk.file.symlink_to("../../../dotfiles//./override.json")
    _round_trip(desk, plan_of(desk.file))
    assert os.readlink(desk.file) == "../../../dotfiles//./override.json"


def test_a_dangling_link_comes_back(desk):
    desk.folder.mkdir(parents=True)
    desk.file.symlink_to("nowhere")
    _round_trip(desk, plan_of(desk.file))


def test_a_plan_can_take_a_file_away_and_withdrawing_brings_it_back(desk):
    path = _foreign(desk)
    other = desk.folder / "second.json"
    files = (PlannedFile(str(path), None), PlannedFile(str(other), b"{}"))
    _round_trip(desk, Plan(mechanism=Mechanism.OVERRIDE, files=files))


def test_a_name_of_any_bytes_can_be_written(desk):
    odd = os.fsdecode(b"odd \xff\n name.json")
    _round_trip(desk, plan_of(desk.folder / odd))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=4096), mode=st.integers(0o400, 0o777), time=st.integers(1, 2**60))
def test_any_file_comes_back_byte_for_byte(tmp_path_factory, content, mode, time):
    desk = make_desk(tmp_path_factory.mktemp("any"))
    path = _foreign(desk, content=content)
    path.chmod(mode)
    os.utime(path, ns=(time, time))
    before = desk.seen()
    assert apply_plan(plan_of(desk.file), (ONE,), desk.paths).error == ""
    apply_plan(NOTHING, (), desk.paths)
    assert desk.seen() == before


def test_several_applies_withdraw_to_the_very_first_state(desk):
    _foreign(desk)
    desk.age()
    before = desk.seen()
    for number in range(3):
        plan = plan_of(desk.file, b"%d" % number)
        assert apply_plan(plan, (ONE, TWO), desk.paths).error == ""
        assert [Path(path).read_bytes() for path in applied_files(desk.paths)] == [b"%d" % number]
    apply_plan(NOTHING, (), desk.paths)
    assert desk.seen() == before


def test_an_apply_elsewhere_takes_the_first_file_back(desk):
    _foreign(desk)
    desk.age()
    before = desk.seen()
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    elsewhere = desk.home / ".local/share/vulkan/implicit_layer.d/VkLayer_override.json"
    assert apply_plan(plan_of(elsewhere), (ONE,), desk.paths).error == ""
    assert desk.file.read_bytes() == b"theirs"
    apply_plan(NOTHING, (), desk.paths)
    assert desk.seen() == before


def test_what_is_applied_is_read_back_whole(desk):
    apply_plan(plan_of(desk.file), (ONE, TWO), desk.paths)
    assert read_applied(desk.paths) == (ONE, TWO)


def test_nothing_is_in_force_when_somebody_removed_our_file(desk):
    result = apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    Path(result.path).unlink()
    assert read_applied(desk.paths) == ()


def test_withdrawing_brings_the_original_back_when_somebody_removed_our_file(desk):
    _foreign(desk)
    result = apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    Path(result.path).unlink()
    apply_plan(NOTHING, (), desk.paths)
    assert desk.file.read_bytes() == b"theirs"


def test_a_change_by_somebody_else_survives_withdrawing_and_is_told(desk):
    result = apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    changed = Path(result.path)
    changed.write_bytes(b"edited by hand")
    told = apply_plan(NOTHING, (), desk.paths)
    assert changed.read_bytes() == b"edited by hand"
    assert told.note == (f"{changed} was changed by somebody else meanwhile and was left as it is.")


def test_a_change_at_a_spare_name_survives_withdrawing_and_is_told(desk):
    _foreign(desk, "VkLayer_override_01.json")
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    record, _ = read_record(desk.paths)
    (slot,) = record.slots
    spare = desk.folder / "VkLayer_override_07.json"
    save_record(desk.paths, record._replace(slots=(slot._replace(places=(slot.path, str(spare))),)))
    Path(applied_files(desk.paths)[0]).rename(spare)
    spare.write_bytes(b"edited by hand")
    assert str(spare) in apply_plan(NOTHING, (), desk.paths).note
    assert spare.read_bytes() == b"edited by hand"


def test_a_change_by_somebody_else_is_what_a_later_withdrawal_restores(desk):
    _foreign(desk)
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    for place in applied_files(desk.paths):
        Path(place).unlink()
    desk.file.write_bytes(b"new version of theirs")
    apply_plan(plan_of(desk.file, b"again"), (ONE,), desk.paths)
    apply_plan(NOTHING, (), desk.paths)
    assert desk.file.read_bytes() == b"new version of theirs"


def test_a_folder_keeps_the_time_that_somebody_elses_file_gave_it(desk):
    desk.folder.mkdir(parents=True)
    desk.age()
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    _foreign(desk, "new.json")
    os.utime(desk.folder, ns=(OLD_TIME + 7, OLD_TIME + 7))
    apply_plan(NOTHING, (), desk.paths)
    assert desk.folder.stat().st_mtime_ns != OLD_TIME
    assert (desk.folder / "new.json").exists()


def test_a_folder_we_made_stays_when_somebody_uses_it(desk):
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    _foreign(desk, "layer.json")
    apply_plan(NOTHING, (), desk.paths)
    assert [path.name for path in desk.folder.iterdir()] == ["layer.json"]


@pytest.mark.parametrize("position", list(Position))
def test_a_name_is_found_that_is_read_at_the_planned_position(desk, position):
    for number in range(4):
        _foreign(desk, f"layer{number}.json")
    plan = Plan(mechanism=Mechanism.OVERRIDE, files=(PlannedFile(str(desk.file), b"{}", position),))
    result = apply_plan(plan, (ONE,), desk.paths)
    names = manifests_in_order(str(desk.folder))
    assert len(names) == 5
    assert result.note or names[0 if position is Position.FIRST else -1] == Path(result.path).name


def test_it_is_told_when_no_name_is_read_first(desk):
    for number in range(300):
        _foreign(desk, f"layer{number}.json")
    desk.age()
    before = desk.seen()
    results = [apply_plan(plan_of(desk.file), (ONE,), desk.paths)]
    names = manifests_in_order(str(desk.folder))
    assert (names[0] == Path(results[0].path).name) is not bool(results[0].note)
    apply_plan(NOTHING, (), desk.paths)
    assert desk.seen() == before


def test_a_taken_spare_name_is_never_written_over(desk):
    for number in range(1, 12):
        _foreign(desk, f"VkLayer_override_{number:02}.json", b"%d" % number)
    desk.age()
    before = desk.seen()
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    for number in range(1, 12):
        path = desk.folder / f"VkLayer_override_{number:02}.json"
        assert path.read_bytes() == b"%d" % number
    apply_plan(NOTHING, (), desk.paths)
    assert desk.seen() == before


def test_a_plan_may_name_the_spare_place_where_our_file_stands(desk):
    _foreign(desk, "layer.json")
    desk.age()
    before = desk.seen()
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    (place,) = applied_files(desk.paths)
    spare = desk.folder / "VkLayer_override_01.json"
    if Path(place) != spare:
        Path(place).rename(spare)
    apply_plan(plan_of(spare, b"second"), (ONE,), desk.paths)
    assert len(applied_files(desk.paths)) == 1
    apply_plan(NOTHING, (), desk.paths)
    assert {path.name for path in desk.folder.iterdir()} == {"layer.json"}
    assert before.keys() == desk.seen().keys()


def test_a_blocked_plan_is_refused_with_its_reason(desk):
    limit = Limit("", "a settings file hides it", blocking=True)
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
    assert result.error == f"Nothing was applied: {desk.paths.state}: file exists."
    assert desk.seen().keys() == {str(desk.home)}


def test_another_running_copy_is_waited_for_and_then_named(desk, monkeypatch):
    monkeypatch.setattr(journal, "LOCK_SECONDS", 0.05)
    with journal.locked(desk.paths):
        result = apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    assert "another copy of this program is writing just now" in result.error
    assert not desk.file.exists()


def test_a_pipe_in_the_way_is_named_and_does_not_hang(desk):
    desk.folder.mkdir(parents=True)
    os.mkfifo(desk.file)
    assert "not a regular file" in apply_plan(plan_of(desk.file), (ONE,), desk.paths).error


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
    _foreign(desk, "other.json")
    desk.age()
    before = desk.seen()
    with monkeypatch.context() as patch:
        patch.setattr(file_states.os, "fsync", _refusing(errno.ENOSPC, at))
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
    _foreign(desk)
    desk.age()
    before = desk.seen()
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    with monkeypatch.context() as patch:
        patch.setattr(file_states.os, "fsync", _refusing(errno.ENOSPC, at))
        apply_plan(NOTHING, (), desk.paths)
    assert apply_plan(NOTHING, (), desk.paths).error == ""
    assert desk.seen() == before


STEPS = ("rename", "fsync", "unlink", "mkdir", "rmdir", "utime", "open", "symlink")


def _dying(at: int, action: Callable[[], object]) -> bool:
    """Run an action in a child that is killed at its n-th system call; True if it ended itself."""
    pid = os.fork()
    if not pid:
        calls = iter(range(1_000_000))
        for name in STEPS:
            setattr(os, name, _counting(getattr(os, name), calls, at))
        try:
            action()
        finally:
            os._exit(0)
    _, status = os.waitpid(pid, 0)
    return os.WIFEXITED(status)


def _counting(real: Callable[..., object], calls, at: int) -> Callable[..., object]:
    def step(*arguments, **named):
        if next(calls) == at:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments, **named)

    return step


def _killed_everywhere(
    tmp_path: Path, prepare: Callable[[Desk], None], action: Callable[[Desk], object]
) -> int:
    """Kill an action at every step; each time what is seen is whole and can be withdrawn."""
    for at in range(500):
        (tmp_path / str(at)).mkdir()
        desk = make_desk(tmp_path / str(at))
        _foreign(desk, "other.json")
        _foreign(desk).chmod(0o604)
        desk.age()
        before = desk.seen()
        prepare(desk)
        ended = _dying(at, lambda: action(desk))  # noqa: B023 - runs at once
        for path in desk.folder.glob("*.json"):
            assert path.read_bytes() in (b"theirs", b"first", b"second"), at
        in_force = read_applied(desk.paths)
        contents = [Path(path).read_bytes() for path in applied_files(desk.paths)]
        assert (in_force, contents) in (
            ((), []),
            ((ONE,), [b"first"]),
            ((TWO,), [b"second"]),
        ), at
        assert apply_plan(NOTHING, (), desk.paths).error == ""
        assert desk.seen() == before, at
        if ended:
            return at
    raise AssertionError("it never came to its end")


def test_a_kill_at_any_step_of_an_apply_leaves_all_or_nothing(tmp_path):
    steps = _killed_everywhere(
        tmp_path,
        lambda desk: None,
        lambda desk: apply_plan(plan_of(desk.file, b"first"), (ONE,), desk.paths),
    )
    assert steps > 20


def test_a_kill_at_any_step_of_a_second_apply_leaves_the_first_or_the_second(tmp_path):
    _killed_everywhere(
        tmp_path,
        lambda desk: apply_plan(plan_of(desk.file, b"first"), (ONE,), desk.paths),
        lambda desk: apply_plan(plan_of(desk.file, b"second"), (TWO,), desk.paths),
    )


def test_a_kill_at_any_step_of_a_withdrawal_can_be_finished(tmp_path):
    _killed_everywhere(
        tmp_path,
        lambda desk: apply_plan(plan_of(desk.file, b"first"), (ONE,), desk.paths),
        lambda desk: apply_plan(NOTHING, (), desk.paths),
    )


def test_a_kill_then_another_apply_still_withdraws_to_the_start(tmp_path):
    for at in range(0, 60, 3):
        (tmp_path / str(at)).mkdir()
        desk = make_desk(tmp_path / str(at))
        _foreign(desk)
        desk.age()
        before = desk.seen()
        _dying(at, lambda: apply_plan(plan_of(desk.file, b"first"), (ONE,), desk.paths))  # noqa: B023
        apply_plan(plan_of(desk.file, b"second"), (TWO,), desk.paths)
        assert read_applied(desk.paths) == (TWO,)
        apply_plan(NOTHING, (), desk.paths)
        assert desk.seen() == before, at


def test_what_a_killed_process_applied_is_left_behind(desk):
    def apply_and_die() -> None:
        apply_plan(plan_of(desk.file), (ONE,), desk.paths)
        os.kill(os.getpid(), signal.SIGKILL)

    _dying(-1, apply_and_die)
    assert read_applied(desk.paths) == (ONE,)
    assert left_behind(desk.paths)


def test_what_is_meant_to_stay_is_not_left_behind(desk):
    def apply_and_die(*, keep: bool) -> None:
        apply_plan(plan_of(desk.file), (ONE,), desk.paths, lasting=not keep)
        if keep:
            keep_applied(desk.paths)

    for keep in (False, True):
        _dying(-1, lambda: apply_and_die(keep=keep))  # noqa: B023 - runs at once
        assert read_applied(desk.paths) == (ONE,)
        assert not left_behind(desk.paths)


def test_what_this_process_applied_is_not_left_behind(desk):
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    assert not left_behind(desk.paths)


def test_a_damaged_record_stays_until_another_is_written_and_is_told(desk):
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    file = record_file(desk.paths)
    file.write_bytes(b'{"applied": [')
    record, note = read_record(desk.paths)
    assert record == Record()
    assert note == f"{file} is damaged, so it cannot be told what is applied."
    assert file.read_bytes() == b'{"applied": ['
    withdrawn = apply_plan(NOTHING, (), desk.paths)
    assert str(file) in withdrawn.error
    save_record(desk.paths, record)
    assert file.with_name("applied.json.bad").read_bytes() == b'{"applied": ['


def test_two_copies_do_not_change_what_is_applied_at_the_same_time(desk, monkeypatch):
    monkeypatch.setattr("vkconfig_py.model.journal.LOCK_SECONDS", 0.1)
    with changing(desk.paths), ThreadPoolExecutor(1) as other:
        waits = other.submit(lambda: changing(desk.paths).__enter__())
        with pytest.raises(BusyError):
            waits.result()


def test_a_record_survives_being_saved_and_read(desk):
    apply_plan(plan_of(desk.file), (ONE, TWO), desk.paths)
    record, _ = read_record(desk.paths)
    save_record(desk.paths, record)
    assert read_record(desk.paths) == (record, "")


def test_every_apply_and_withdrawal_is_in_the_journal(desk):
    _foreign(desk)
    apply_plan(plan_of(desk.file), (ONE, TWO), desk.paths)
    apply_plan(NOTHING, (), desk.paths)
    withdrew, applied = read_journal(desk.paths)
    assert (applied.what, applied.who, applied.before) == ("applied", "“one”, “two”", "theirs")
    assert (withdrew.what, withdrew.after) == ("withdrew", "theirs")
