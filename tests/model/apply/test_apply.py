"""Applying writes whole files and remembers; withdrawing leaves no trace."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.model.apply.desk import (
    NOTHING,
    OLD_TIME,
    ONE,
    TWO,
    foreign,
    make_desk,
    plan_of,
    round_trip,
)
from vkconfig_py.loader.base.host import Position
from vkconfig_py.model.apply.apply_plan import apply_plan, list_applied_files, read_applied
from vkconfig_py.model.apply.journal import lock_applied, read_journal
from vkconfig_py.model.apply.record import read_record, save_record
from vkconfig_py.model.files.atomic_files import BusyError, list_manifest_names
from vkconfig_py.model.plan.plan import Mechanism, Plan, PlannedFile


def test_withdrawing_removes_the_folders_that_applying_made(desk):
    round_trip(desk, plan_of(desk.file))


def test_withdrawing_puts_back_the_time_of_a_folder_that_was_there(desk):
    foreign(desk, "other.json")
    round_trip(desk, plan_of(desk.file))


def test_a_file_of_somebody_else_comes_back_with_mode_and_time(desk):
    foreign(desk).chmod(0o640)
    round_trip(desk, plan_of(desk.file))


def test_a_symbolic_link_of_somebody_else_comes_back_as_a_link(desk):
    target = desk.home / "dotfiles/override.json"
    target.parent.mkdir()
    target.write_bytes(b"kept elsewhere")
    desk.folder.mkdir(parents=True)
    desk.file.symlink_to("../../../dotfiles//./override.json")
    round_trip(desk, plan_of(desk.file))
    assert os.readlink(desk.file) == "../../../dotfiles//./override.json"


def test_a_dangling_link_comes_back(desk):
    desk.folder.mkdir(parents=True)
    desk.file.symlink_to("nowhere")
    round_trip(desk, plan_of(desk.file))


def test_a_plan_can_take_a_file_away_and_withdrawing_brings_it_back(desk):
    path = foreign(desk)
    other = desk.folder / "second.json"
    files = (PlannedFile(str(path), None), PlannedFile(str(other), b"{}"))
    round_trip(desk, Plan(mechanism=Mechanism.OVERRIDE, files=files))


def test_a_name_of_any_bytes_can_be_written(desk):
    odd = os.fsdecode(b"odd \xff\n name.json")
    round_trip(desk, plan_of(desk.folder / odd))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(content=st.binary(max_size=4096), mode=st.integers(0o400, 0o777), time=st.integers(1, 2**60))
def test_any_file_comes_back_byte_for_byte(tmp_path_factory, content, mode, time):
    desk = make_desk(tmp_path_factory.mktemp("any"))
    path = foreign(desk, content=content)
    path.chmod(mode)
    os.utime(path, ns=(time, time))
    before = desk.seen()
    assert apply_plan(plan_of(desk.file), (ONE,), desk.paths).error == ""
    apply_plan(NOTHING, (), desk.paths)
    assert desk.seen() == before


def test_several_applies_withdraw_to_the_very_first_state(desk):
    foreign(desk)
    desk.age()
    before = desk.seen()
    for number in range(3):
        plan = plan_of(desk.file, b"%d" % number)
        assert apply_plan(plan, (ONE, TWO), desk.paths).error == ""
        assert [Path(path).read_bytes() for path in list_applied_files(desk.paths)] == [
            b"%d" % number
        ]
    apply_plan(NOTHING, (), desk.paths)
    assert desk.seen() == before


def test_an_apply_elsewhere_takes_the_first_file_back(desk):
    foreign(desk)
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
    foreign(desk)
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
    assert told.note == (f"Another program changed {changed} in the meantime; it was left as is.")


def test_a_change_at_a_spare_name_survives_withdrawing_and_is_told(desk):
    foreign(desk, "VkLayer_override_01.json")
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    record, _ = read_record(desk.paths)
    (slot,) = record.slots
    spare = desk.folder / "VkLayer_override_07.json"
    save_record(desk.paths, record._replace(slots=(slot._replace(places=(slot.path, str(spare))),)))
    Path(list_applied_files(desk.paths)[0]).rename(spare)
    spare.write_bytes(b"edited by hand")
    assert str(spare) in apply_plan(NOTHING, (), desk.paths).note
    assert spare.read_bytes() == b"edited by hand"


def test_a_change_by_somebody_else_is_what_a_later_withdrawal_restores(desk):
    foreign(desk)
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    for place in list_applied_files(desk.paths):
        Path(place).unlink()
    desk.file.write_bytes(b"new version of theirs")
    apply_plan(plan_of(desk.file, b"again"), (ONE,), desk.paths)
    apply_plan(NOTHING, (), desk.paths)
    assert desk.file.read_bytes() == b"new version of theirs"


def test_a_folder_keeps_the_time_that_somebody_elses_file_gave_it(desk):
    desk.folder.mkdir(parents=True)
    desk.age()
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    foreign(desk, "new.json")
    os.utime(desk.folder, ns=(OLD_TIME + 7, OLD_TIME + 7))
    apply_plan(NOTHING, (), desk.paths)
    assert desk.folder.stat().st_mtime_ns != OLD_TIME
    assert (desk.folder / "new.json").exists()


def test_a_folder_we_made_stays_when_somebody_uses_it(desk):
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    foreign(desk, "layer.json")
    apply_plan(NOTHING, (), desk.paths)
    assert [path.name for path in desk.folder.iterdir()] == ["layer.json"]


@pytest.mark.parametrize("position", list(Position))
def test_a_name_is_found_that_is_read_at_the_planned_position(desk, position):
    for number in range(4):
        foreign(desk, f"layer{number}.json")
    plan = Plan(mechanism=Mechanism.OVERRIDE, files=(PlannedFile(str(desk.file), b"{}", position),))
    result = apply_plan(plan, (ONE,), desk.paths)
    names = list_manifest_names(str(desk.folder))
    assert len(names) == 5
    assert result.note or names[0 if position is Position.FIRST else -1] == Path(result.path).name


def test_it_is_told_when_no_name_is_read_first(desk):
    for number in range(300):
        foreign(desk, f"layer{number}.json")
    desk.age()
    before = desk.seen()
    results = [apply_plan(plan_of(desk.file), (ONE,), desk.paths)]
    names = list_manifest_names(str(desk.folder))
    assert (names[0] == Path(results[0].path).name) is not bool(results[0].note)
    apply_plan(NOTHING, (), desk.paths)
    assert desk.seen() == before


def test_a_taken_spare_name_is_never_written_over(desk):
    for number in range(1, 12):
        foreign(desk, f"VkLayer_override_{number:02}.json", b"%d" % number)
    desk.age()
    before = desk.seen()
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    for number in range(1, 12):
        path = desk.folder / f"VkLayer_override_{number:02}.json"
        assert path.read_bytes() == b"%d" % number
    apply_plan(NOTHING, (), desk.paths)
    assert desk.seen() == before


def test_a_plan_may_name_the_spare_place_where_our_file_stands(desk):
    foreign(desk, "layer.json")
    desk.age()
    before = desk.seen()
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    (place,) = list_applied_files(desk.paths)
    spare = desk.folder / "VkLayer_override_01.json"
    if Path(place) != spare:  # in which order a folder is read depends on the file system
        Path(place).rename(spare)
        record, _ = read_record(desk.paths)
        slot = record.slots[0]._replace(places=(str(desk.file), str(spare)))
        save_record(desk.paths, record._replace(slots=(slot,)))
    apply_plan(plan_of(spare, b"second"), (ONE,), desk.paths)
    assert len(list_applied_files(desk.paths)) == 1
    apply_plan(NOTHING, (), desk.paths)
    assert {path.name for path in desk.folder.iterdir()} == {"layer.json"}
    assert before.keys() == desk.seen().keys()


def test_two_copies_do_not_change_what_is_applied_at_the_same_time(desk, monkeypatch):
    monkeypatch.setattr("vkconfig_py.model.files.atomic_files.LOCK_SECONDS", 0.1)
    with lock_applied(desk.paths), ThreadPoolExecutor(1) as other:
        waits = other.submit(lambda: lock_applied(desk.paths).__enter__())
        with pytest.raises(BusyError):
            waits.result()


def test_a_record_survives_being_saved_and_read(desk):
    apply_plan(plan_of(desk.file), (ONE, TWO), desk.paths)
    record, _ = read_record(desk.paths)
    save_record(desk.paths, record)
    assert read_record(desk.paths) == (record, "")


def test_every_apply_and_withdrawal_is_in_the_journal(desk):
    foreign(desk)
    apply_plan(plan_of(desk.file), (ONE, TWO), desk.paths)
    apply_plan(NOTHING, (), desk.paths)
    withdrew, applied = read_journal(desk.paths)
    assert (applied.what, str(applied.who), applied.before) == ("applied", "“one”, “two”", "theirs")
    assert (withdrew.what, str(withdrew.who)) == ("withdrew", "“one”, “two”")
    assert withdrew.after == "theirs"


def test_the_journal_names_the_withdrawn_alone_beside_what_stays_applied(desk):
    settings = desk.home / "vk_layer_settings.txt"
    files = (*plan_of(desk.file).files, *plan_of(settings).files)
    apply_plan(plan_of(desk.file)._replace(files=files), (ONE, TWO), desk.paths)
    apply_plan(plan_of(desk.file), (TWO,), desk.paths)
    withdrew, applied = read_journal(desk.paths)[:2]
    assert (withdrew.what, str(withdrew.who), withdrew.file) == ("withdrew", "“one”", str(settings))
    assert (applied.what, str(applied.who)) == ("applied", "“two”")


def test_the_journal_names_all_of_a_file_that_is_only_written_elsewhere(desk):
    apply_plan(plan_of(desk.home / "old.json"), (ONE, TWO), desk.paths)
    apply_plan(plan_of(desk.file), (ONE, TWO), desk.paths)
    assert str(read_journal(desk.paths)[0].who) == "“one”, “two”"
