"""Sentences and JSON members about leases, for window and command line."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.model.plan.leases import (
    Lease,
    Moment,
    UntilLogout,
    UntilTime,
    UntilWithdrawn,
    WhileRunning,
    needs_guard,
)
from vkconfig_py.model.text import moments
from vkconfig_py.model.text.moments import countdown_text

LAST_MINUTE = 60.0


_MONTHS = (
    message("Jan", "a month"),
    message("Feb", "a month"),
    message("Mar", "a month"),
    message("Apr", "a month"),
    message("May", "a month, shortened"),
    message("Jun", "a month"),
    message("Jul", "a month"),
    message("Aug", "a month"),
    message("Sep", "a month"),
    message("Oct", "a month"),
    message("Nov", "a month"),
    message("Dec", "a month"),
)


def clock_text(then: float, now: float) -> str:
    """Time of day, 15:28, on the current day; 20 Nov, 15:28 on another day."""
    moment = datetime.fromtimestamp(then)
    clock = moments.clock_text(then)
    if moment.date() == datetime.fromtimestamp(now).date():
        return clock
    month = render(_MONTHS[moment.month - 1])
    return tr("{day} {month}, {time}", day=moment.day, month=month, time=clock)


def left_text(lease: UntilTime, now: Moment, *, is_brief: bool = False) -> str:
    """Ends in 12:41, at 15:42; only how long in the last minute, or `is_brief`."""
    left = lease.seconds_left(now)
    if left <= LAST_MINUTE or is_brief:
        return tr("Ends in {duration}", duration=countdown_text(left))
    return tr(
        "Ends in {duration}, at {time}",
        duration=countdown_text(left),
        time=clock_text(now.wall + left, now.wall),
    )


def end_text(lease: Lease, now: Moment, *, is_own: bool = False) -> str:
    """When a lease ends, as a sentence without a full stop.

    `is_own`: it ends with the process that tells it.
    """
    match lease:
        case UntilWithdrawn():
            return tr("Stays until you withdraw it")
        case UntilTime():
            return left_text(lease, now)
        case UntilLogout():
            return tr("Withdrawn when you log out")
        case WhileRunning(process, name):
            if is_own:
                return tr("Withdrawn when this window closes")
            if not name:
                return tr("Withdrawn when the window that applied it closes")
            return tr(
                "Withdrawn when {program} (process {process}) ends",
                program=name,
                process=process.pid,
            )


def until_text(lease: Lease, now: Moment, *, is_own: bool = False) -> str:
    """Until when, as a part of a sentence; `is_own` as in end_text."""
    match lease:
        case UntilWithdrawn():
            return tr("until you withdraw it")
        case UntilTime():
            end = clock_text(now.wall + lease.seconds_left(now), now.wall)
            return tr("until {time}", time=end)
        case UntilLogout():
            return tr("until you log out")
        case WhileRunning(process, name):
            if is_own:
                return tr("until this window closes")
            if not name:
                return tr("until the window of process {process} closes", process=process.pid)
            return tr("until {program} (process {process}) ends", program=name, process=process.pid)


def lease_members(lease: Lease, now: Moment) -> dict[str, Any]:
    """JSON members; a lease without a deadline has null in its place."""
    left = lease.seconds_left(now) if isinstance(lease, UntilTime) else None
    kinds = {UntilTime: "time", UntilLogout: "logout", WhileRunning: "process"}
    return {
        "until": kinds.get(type(lease), "withdrawn"),
        "ends_at": None if left is None else round(now.wall + left),
        "seconds_left": None if left is None else max(0, round(left)),
        "process": lease.process.pid if isinstance(lease, WhileRunning) else None,
    }


def guard_sentence(leases: Iterable[Lease], guard: int) -> str:
    """Who ends these leases, or "" if nobody has to."""
    if not any(map(needs_guard, leases)):
        return ""
    if guard:
        return tr("A guard process withdraws it then (process {process}).", process=guard)
    return tr(
        "No guard process runs: it is withdrawn when vkconfig-py runs the next time after that."
    )
