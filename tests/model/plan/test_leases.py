"""When leases end: by clocks that may be set, over reboots, with processes and logins."""

import pytest

from vkconfig_py.model.plan.leases import (
    STAYS,
    Facts,
    Moment,
    ProcessMark,
    UntilLogout,
    WhileRunning,
    extended,
    has_ended,
    lease_for,
    needs_guard,
    next_deadline,
)

NOW = Moment(1_700_000_000.0, 500.0, "this boot")
HOUR = 3600.0
BROWSER, SHELL = ProcessMark(7, 70, "this boot"), ProcessMark(8, 80, "this boot")


def after(seconds, *, clock_set_by=0.0):
    return NOW._replace(wall=NOW.wall + seconds + clock_set_by, uptime=NOW.uptime + seconds)


def after_reboot(seconds, *, clock_set_by=0.0):
    return Moment(NOW.wall + seconds + clock_set_by, 5.0, "next boot")


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
    lease = lease_for(60, NOW)
    assert lease.seconds_left(now) == pytest.approx(left)
    assert has_ended(lease, Facts(now)) is (left <= 0)


def test_where_no_boot_is_known_the_clock_of_the_wall_decides():
    lease = lease_for(60, NOW._replace(boot=""))
    assert lease.seconds_left(Moment(NOW.wall + 10, 0.0, "")) == 50


@pytest.mark.parametrize(
    ("lease", "facts", "ended"),
    [
        (STAYS, Facts(after_reboot(1e9)), False),
        (WhileRunning(SHELL), Facts(NOW, frozenset({SHELL, BROWSER})), False),
        (WhileRunning(SHELL), Facts(NOW, frozenset({BROWSER})), True),
        (UntilLogout("a", "this boot"), Facts(NOW, login="a"), False),
        (UntilLogout("a", "this boot"), Facts(NOW, login=""), True),
        (UntilLogout("a", "this boot"), Facts(NOW, login="b"), True),
        (UntilLogout("a", "this boot"), Facts(after_reboot(0), login="a"), True),
    ],
)
def test_others_end_with_what_they_name(lease, facts, ended):
    assert has_ended(lease, facts) is ended
    assert needs_guard(lease) is (lease != STAYS)


def test_an_extension_is_counted_from_what_is_left_and_never_from_the_past():
    lease = lease_for(60, NOW)
    assert extended(lease, 900, after(10)).seconds_left(after(10)) == 950
    assert extended(lease, 900, after(500)).seconds_left(after(500)) == 900
    assert extended(lease, 900, after_reboot(10)).boot == "next boot"


def test_the_first_deadline_is_the_next():
    leases = (STAYS, lease_for(60, NOW), WhileRunning(SHELL), lease_for(30, NOW))
    assert next_deadline(leases, after(10)) == 20
    assert next_deadline(leases[:1], NOW) is None
