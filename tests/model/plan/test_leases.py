"""When leases end: by clocks that may be set, over reboots, with processes and logins."""

import pytest

from vkconfig_py.model.plan.leases import (
    UNTIL_WITHDRAWN,
    LeaseFacts,
    Moment,
    ProcessMark,
    UntilLogout,
    WhileRunning,
    extend_lease,
    find_next_deadline,
    has_ended,
    make_timed_lease,
    needs_guard,
)

NOW = Moment(1_700_000_000.0, 500.0, "this boot")
HOUR = 3600.0
BROWSER, SHELL = ProcessMark(7, 70, "this boot"), ProcessMark(8, 80, "this boot")


def after(seconds, *, clock_set_by=0.0):
    return NOW._replace(
        wall_time=NOW.wall_time + seconds + clock_set_by, uptime=NOW.uptime + seconds
    )


def after_reboot(seconds, *, clock_set_by=0.0):
    return Moment(NOW.wall_time + seconds + clock_set_by, 5.0, "next boot")


@pytest.mark.parametrize(
    ("now", "left"),
    [
        (after(10), 50),
        (after(60), 0),
        (after(10, clock_set_by=HOUR), 50),
        (after(10, clock_set_by=-HOUR), 50),
        (after_reboot(10), 50),
        (after_reboot(60), 0),
        (after_reboot(90), -30),
        (after_reboot(10, clock_set_by=-HOUR), 0),
    ],
    ids=[
        "in time",
        "at the deadline",
        "the clock was set forward",
        "the clock was set back",
        "after a reboot",
        "the deadline came while the machine was off",
        "long after the deadline",
        "after a reboot the clock is from before the start: nobody knows what is left",
    ],
)
def test_a_deadline_holds(now, left):
    lease = make_timed_lease(60, NOW)
    assert lease.seconds_left(now) == pytest.approx(left)
    assert has_ended(lease, LeaseFacts(now)) is (left <= 0)


def test_where_no_boot_is_known_the_clock_of_the_wall_decides():
    lease = make_timed_lease(60, NOW._replace(boot=""))
    assert lease.seconds_left(Moment(NOW.wall_time + 10, 0.0, "")) == 50


@pytest.mark.parametrize(
    ("lease", "facts", "ended"),
    [
        (UNTIL_WITHDRAWN, LeaseFacts(after_reboot(1e9)), False),
        (WhileRunning(SHELL), LeaseFacts(NOW, frozenset({SHELL, BROWSER})), False),
        (WhileRunning(SHELL), LeaseFacts(NOW, frozenset({BROWSER})), True),
        (UntilLogout("a", "this boot"), LeaseFacts(NOW, login="a"), False),
        (UntilLogout("a", "this boot"), LeaseFacts(NOW, login=""), True),
        (UntilLogout("a", "this boot"), LeaseFacts(NOW, login="b"), True),
        (UntilLogout("a", "this boot"), LeaseFacts(after_reboot(0), login="a"), True),
    ],
)
def test_others_end_with_what_they_name(lease, facts, ended):
    assert has_ended(lease, facts) is ended
    assert needs_guard(lease) is (lease != UNTIL_WITHDRAWN)


def test_an_extension_is_counted_from_what_is_left_and_never_from_the_past():
    lease = make_timed_lease(60, NOW)
    assert extend_lease(lease, 900, after(10)).seconds_left(after(10)) == 950
    assert extend_lease(lease, 900, after(500)).seconds_left(after(500)) == 900
    assert extend_lease(lease, 900, after_reboot(10)).boot == "next boot"


def test_the_first_deadline_is_the_next():
    leases = (
        UNTIL_WITHDRAWN,
        make_timed_lease(60, NOW),
        WhileRunning(SHELL),
        make_timed_lease(30, NOW),
    )
    assert find_next_deadline(leases, after(10)) == 20
    assert find_next_deadline(leases[:1], NOW) is None
