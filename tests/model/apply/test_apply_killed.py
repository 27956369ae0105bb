"""A kill at any step leaves all or nothing, and is told."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.framework.amount import choose_amount
from tests.framework.dying import run_until_killed
from tests.model.apply.desk import NOTHING, ONE, TWO, Desk, foreign, make_desk, plan_of
from vkconfig_py.model.apply.apply_plan import (
    apply_plan,
    change_leases,
    list_applied_files,
    read_applied,
    read_applied_state,
)
from vkconfig_py.model.apply.lease_facts import make_lease, read_moment
from vkconfig_py.model.apply.record import ApplyRecord, get_record_file, read_record, save_record
from vkconfig_py.model.plan.leases import (
    UNTIL_WITHDRAWN,
    WHILE_THIS_PROCESS_RUNS,
    Moment,
    make_timed_lease,
)
from vkconfig_py.model.plan.plan import Mechanism, Plan, PlannedFile

STEP = choose_amount(11, long=1)  # of steps that are killed at, so that it is done soon
NOW = Moment(1_700_000_000.0, 500.0, "this boot")


def _killed_everywhere(
    tmp_path: Path, prepare: Callable[[Desk], None], action: Callable[[Desk], object]
) -> int:
    """Kill an action step by step; each time what is seen is whole and can be withdrawn."""
    for at in range(0, 500, STEP):
        (tmp_path / str(at)).mkdir()
        desk = make_desk(tmp_path / str(at))
        foreign(desk, "other.json")
        foreign(desk).chmod(0o604)
        desk.age()
        before = desk.seen()
        prepare(desk)
        ended = run_until_killed(at, lambda: action(desk))  # noqa: B023 - runs at once
        for path in desk.folder.glob("*.json"):
            assert path.read_bytes() in (b"theirs", b"first", b"second"), at
        applied_state = read_applied(desk.paths)
        contents = [Path(path).read_bytes() for path in list_applied_files(desk.paths)]
        assert (applied_state, contents) in (
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
    for at in range(0, 60, choose_amount(7, long=3)):
        (tmp_path / str(at)).mkdir()
        desk = make_desk(tmp_path / str(at))
        foreign(desk)
        desk.age()
        before = desk.seen()
        run_until_killed(at, lambda: apply_plan(plan_of(desk.file, b"first"), (ONE,), desk.paths))  # noqa: B023 - runs at once
        apply_plan(plan_of(desk.file, b"second"), (TWO,), desk.paths)
        assert read_applied(desk.paths) == (TWO,)
        apply_plan(NOTHING, (), desk.paths)
        assert desk.seen() == before, at


def _several(desk: Desk, *names: str) -> dict[str, Path]:
    folders = {"loader": "loader_settings.d/vk_loader_settings.json", "layers": "settings.d/l.txt"}
    places = {name: desk.home / ".local/share/vulkan" / path for name, path in folders.items()}
    return {name: desk.file if name == "override" else places[name] for name in names}


def _write_several(desk: Desk, content: bytes, *names: str) -> Plan:
    places = _several(desk, *names)
    files = [
        PlannedFile(str(p), content, has_fixed_name=n != "override") for n, p in places.items()
    ]
    return Plan(mechanism=Mechanism.SETTINGS, files=tuple(files))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((), ("loader", "layers")),
        (("loader", "layers"), ()),
        (("loader", "layers"), ("loader", "layers")),
        (("loader", "layers"), ("override", "layers")),
        (("override",), ("loader", "layers")),
    ],
)
def test_a_kill_among_several_files_leaves_each_whole_and_all_can_be_taken_back(
    first: tuple[str, ...], second: tuple[str, ...], tmp_path: Path
) -> None:
    for at in range(len(first + second) % 4, 500, 4 * STEP):
        (tmp_path / str(at)).mkdir()
        desk = make_desk(tmp_path / str(at))
        (theirs,) = _several(desk, "loader").values()
        theirs.parent.mkdir(parents=True)
        theirs.write_bytes(b"theirs")
        theirs.chmod(0o604)
        desk.age()
        before = desk.seen()
        if first:
            apply_plan(_write_several(desk, b"first", *first), (ONE,), desk.paths)
        plan = _write_several(desk, b"second", *second) if second else NOTHING
        ended = run_until_killed(at, lambda: apply_plan(plan, (TWO,) if second else (), desk.paths))  # noqa: B023 - runs at once
        for path in _several(desk, "loader", "layers", "override").values():
            whole = path.read_bytes() if path.exists() else b""
            assert whole in (b"", b"theirs", b"first", b"second"), (at, path)
        assert theirs.exists(), at
        assert read_applied(desk.paths) in ((), (ONE,), (TWO,)), at
        standing = {Path(path).read_bytes() for path in list_applied_files(desk.paths)}
        assert bool(standing) == bool(read_applied(desk.paths)), at
        assert apply_plan(NOTHING, (), desk.paths).error == ""
        assert desk.seen() == before, at
        if ended:
            break
    assert ended
    assert at > 20


@pytest.mark.parametrize("kept", [False, True])
def test_what_was_applied_for_the_life_of_a_process_has_ended_with_it(desk, kept):
    def apply_and_die() -> None:
        lease = make_lease(WHILE_THIS_PROCESS_RUNS, desk.paths, read_moment())
        apply_plan(plan_of(desk.file), (ONE._replace(lease=lease),), desk.paths)
        assert read_applied_state(desk.paths).ended_keys == ()
        if kept:
            change_leases({"one": UNTIL_WITHDRAWN}, desk.paths)
        os.kill(os.getpid(), signal.SIGKILL)

    run_until_killed(-1, apply_and_die)
    applied_state = read_applied_state(desk.paths)
    assert [one.configuration.key for one in applied_state.configurations] == ["one"]
    assert applied_state.ended_keys == (() if kept else ("one",))


def test_a_kill_at_any_step_of_an_extension_leaves_the_old_lease_or_the_new_one(tmp_path):
    for at in range(100):
        (tmp_path / str(at)).mkdir()
        desk = make_desk(tmp_path / str(at))
        apply_plan(plan_of(desk.file), (ONE._replace(lease=make_timed_lease(60, NOW)),), desk.paths)
        later = make_timed_lease(120, NOW)
        ended = run_until_killed(at, lambda: change_leases({"one": later}, desk.paths))  # noqa: B023 - runs at once
        (one,) = read_applied(desk.paths)
        assert one.lease in (make_timed_lease(60, NOW), later), at
        if ended:
            break
    assert ended
    assert one.lease == later


def test_a_damaged_record_stays_until_another_is_written_and_is_told(desk):
    apply_plan(plan_of(desk.file), (ONE,), desk.paths)
    file = get_record_file(desk.paths)
    file.write_bytes(b'{"applied": [')
    file.with_name("applied.copy.json").write_bytes(b"{")
    record, note = read_record(desk.paths)
    assert record == ApplyRecord()
    assert note == f"{file} is damaged, so the applied configurations are unknown."
    assert file.read_bytes() == b'{"applied": ['
    withdrawn = apply_plan(NOTHING, (), desk.paths)
    assert str(file) in withdrawn.error
    save_record(desk.paths, record)
    assert file.with_name("applied.json.bad").read_bytes() == b'{"applied": ['
