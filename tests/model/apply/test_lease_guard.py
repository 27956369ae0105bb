"""The guard: what it waits for, when it ends leases, and when it goes."""

import os
import signal
import time
from pathlib import Path

import pytest

from tests.framework.patience import PATIENCE
from tests.model.apply.desk import NOTHING, ONE, plan_of
from vkconfig_py.model.apply import lease_guard
from vkconfig_py.model.apply.apply_plan import apply_plan, change_leases, read_applied
from vkconfig_py.model.apply.journal import lock_applied
from vkconfig_py.model.apply.lease_facts import make_lease, mark_this_process, read_moment
from vkconfig_py.model.apply.lease_guard import (
    CHECK_SECONDS,
    LeaseGuard,
    Sleeper,
    find_guard,
    get_guard_file,
    start_guard,
)
from vkconfig_py.model.plan.leases import (
    UNTIL_WITHDRAWN,
    WHILE_THIS_PROCESS_RUNS,
    ProcessMark,
    UntilLoggedOut,
    WhileRunning,
    make_timed_lease,
)

GONE = WhileRunning(ProcessMark(7, 1, "another boot"))


class FakeSleeper:
    """Remembers each sleep; what happens during one is scripted."""

    def __init__(self, *meanwhile):
        self.must_end = False
        self.meanwhile = list(meanwhile)
        self.slept = []

    def sleep(self, seconds, processes):
        self.slept.append((round(seconds), tuple(processes)))
        self.meanwhile.pop(0)()


@pytest.fixture
def guarded(desk):
    """Return a desk whose guard has its lock file, and a function that applies with a lease."""
    get_guard_file(desk.paths).parent.mkdir(parents=True)
    get_guard_file(desk.paths).touch()

    def apply(lease):
        apply_plan(plan_of(desk.file), (ONE._replace(lease=lease),), desk.paths)

    return desk, apply


def run(desk, sleeper, end=None):
    """Run the guard; return how often it ended leases and signed off."""
    done = []

    def withdraw():
        done.append("end")
        if end is None:
            apply_plan(NOTHING, (), desk.paths, is_expired=True)
        else:
            end()

    LeaseGuard(desk.paths, sleeper, withdraw, lambda: done.append("sign off")).run()
    return done


def test_it_sleeps_until_the_deadline_and_then_ends_the_lease(guarded, monkeypatch):
    desk, apply = guarded
    began = read_moment()
    monkeypatch.setattr(lease_guard, "read_moment", lambda: began)  # however long this takes
    apply(make_timed_lease(20, began))
    over = make_timed_lease(0, began)
    sleeper = FakeSleeper(lambda: change_leases({"one": over}, desk.paths))
    assert run(desk, sleeper) == ["end", "sign off"]
    assert sleeper.slept == [(20, ())]
    assert read_applied(desk.paths) == ()


def test_no_sleep_is_longer_than_a_period(guarded):
    desk, apply = guarded
    apply(make_timed_lease(1e6, read_moment()))
    sleeper = FakeSleeper(lambda: apply_plan(NOTHING, (), desk.paths))
    assert run(desk, sleeper) == ["sign off"]
    assert sleeper.slept == [(CHECK_SECONDS, ())]


def test_it_waits_for_the_process_that_a_lease_names(guarded):
    desk, apply = guarded
    apply(make_lease(WHILE_THIS_PROCESS_RUNS, desk.paths, read_moment()))
    sleeper = FakeSleeper(lambda: change_leases({"one": GONE}, desk.paths))
    assert run(desk, sleeper) == ["end", "sign off"]
    assert sleeper.slept == [(CHECK_SECONDS, (mark_this_process(),))]


def test_what_cannot_be_withdrawn_is_tried_again_after_a_period(guarded):
    desk, apply = guarded
    apply(GONE)
    sleeper = FakeSleeper(lambda: None, lambda: apply_plan(NOTHING, (), desk.paths))
    assert run(desk, sleeper, end=lambda: None) == ["end", "end", "sign off"]
    assert sleeper.slept == [(CHECK_SECONDS, ())] * 2


def test_nothing_to_guard_is_no_reason_to_stay(guarded):
    desk, apply = guarded
    assert run(desk, FakeSleeper()) == ["sign off"]
    apply(UNTIL_WITHDRAWN)
    assert run(desk, FakeSleeper()) == ["sign off"]
    apply(make_timed_lease(900, read_moment()))
    desk.file.unlink()  # somebody removed it: nothing is in force
    assert run(desk, FakeSleeper()) == ["sign off"]


def test_a_guard_whose_folder_was_removed_goes_and_makes_none(guarded):
    desk, _apply = guarded
    get_guard_file(desk.paths).unlink()
    get_guard_file(desk.paths).parent.rmdir()
    assert run(desk, FakeSleeper()) == []
    assert not desk.paths.state.exists()


def test_told_to_end_it_ends_what_ends_with_the_login_and_goes(guarded):
    desk, apply = guarded
    sleeper = FakeSleeper()
    sleeper.must_end = True
    apply(make_timed_lease(900, read_moment()))
    assert run(desk, sleeper) == ["sign off"]
    assert read_applied(desk.paths)
    login = make_lease(UntilLoggedOut(), desk.paths._replace(ends_with_login=True), read_moment())
    apply(login)
    assert run(desk, sleeper) == ["sign off", "end"]
    assert not (desk.paths.runtime / "login").exists()


@pytest.fixture
def sleeper(tmp_path):
    """Return a real sleeper; the signals are given back."""
    numbers = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGIO)
    before = {number: signal.getsignal(number) for number in numbers}
    handles = set(os.listdir("/proc/self/fd"))
    wakeup = signal.set_wakeup_fd(-1)
    (tmp_path / "watched").mkdir()
    yield Sleeper(tmp_path / "watched"), tmp_path / "watched"
    signal.set_wakeup_fd(wakeup)
    for handle in set(os.listdir("/proc/self/fd")) - handles:
        try:
            os.close(int(handle))
        except OSError:
            continue
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_sleep_ends_with_a_change_a_process_a_signal_or_its_time(sleeper):
    sleeping, folder = sleeper
    pid = os.fork()
    if not pid:
        time.sleep(0.1)
        (folder / "applied.json").touch()
        os._exit(0)
    begun = time.monotonic()
    sleeping.sleep(PATIENCE, ())
    assert time.monotonic() - begun < PATIENCE
    os.waitpid(pid, 0)
    pid = os.fork()
    if not pid:
        os._exit(0)
    sleeping.sleep(PATIENCE, (ProcessMark(pid),))
    os.waitpid(pid, 0)
    assert not sleeping.must_end
    os.kill(os.getpid(), signal.SIGTERM)
    sleeping.sleep(PATIENCE, ())
    assert sleeping.must_end
    sleeping.sleep(0.01, ())


# the process


@pytest.fixture
def started(desk):
    """Return a function that starts real guards; they must be gone at the end."""
    yield lambda: start_guard(desk.paths)
    wait_for(lambda: not find_guard(desk.paths), desk)


def wait_for(condition, desk):
    end = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    pid = find_guard(desk.paths)
    if not condition() and pid:
        os.kill(pid, signal.SIGKILL)
    assert condition()


def test_one_guard_lives_as_long_as_it_is_needed_and_is_nobodys_child(desk, started):
    with lock_applied(desk.paths):
        assert started() == ""
        pid = find_guard(desk.paths)
        assert pid
        apply_plan(plan_of(desk.file), (ONE._replace(lease=make_timed_lease(900, read_moment())),),
                   desk.paths)  # fmt: skip
        assert started() == ""
    assert find_guard(desk.paths) == pid
    process = Path(f"/proc/{pid}")
    assert f"PPid:\t{os.getpid()}\n" not in (process / "status").read_text()
    wait_for(lambda: (process / "comm").read_text() == "vkconfig-guard\n", desk)
    assert os.getsid(pid) != os.getsid(0)
    assert {os.readlink(f"/proc/{pid}/fd/{number}") for number in range(3)} == {"/dev/null"}
    apply_plan(NOTHING, (), desk.paths)
    wait_for(lambda: not find_guard(desk.paths), desk)


def test_a_guard_that_was_killed_is_replaced(desk, started):
    with lock_applied(desk.paths):
        apply_plan(plan_of(desk.file), (ONE._replace(lease=make_timed_lease(900, read_moment())),),
                   desk.paths)  # fmt: skip
        assert started() == ""
        killed = find_guard(desk.paths)
        os.kill(killed, signal.SIGKILL)
        wait_for(lambda: not find_guard(desk.paths), desk)
        assert started() == ""
        assert find_guard(desk.paths) not in (0, killed)
    apply_plan(NOTHING, (), desk.paths)


def test_a_guard_that_cannot_start_is_told(desk, monkeypatch):
    desk.paths.state.parent.mkdir(parents=True)
    desk.paths.state.write_text("in the way")
    assert start_guard(desk.paths).startswith("Could not start the guard process (exit status ")

    def refused(*_command, **_named):
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(lease_guard.subprocess, "run", refused)
    assert "(resource temporarily unavailable)" in start_guard(desk.paths)


def test_what_stands_in_the_file_of_the_guard_is_believed_only_if_it_runs(desk):
    file = get_guard_file(desk.paths)
    assert find_guard(desk.paths) == 0
    file.parent.mkdir(parents=True)
    for text in ("", "x y z", "7", f"{os.getpid()} 1 another boot"):
        file.write_text(text)
        assert find_guard(desk.paths) == 0
    mark = mark_this_process()
    file.write_text(f"{mark.pid} {mark.started} {mark.boot}\n")
    assert find_guard(desk.paths) == mark.pid
