"""Leases: until when a configuration stays applied, and the one rule of when that has come.

A *term* is what the user asks for ("for 15 minutes"). The *lease* is made of it when the files are
written, and is kept in the record. docs/decisions/0018-leases.md gives the reasons.
"""

from __future__ import annotations

from collections.abc import Iterable

from vkconfig_py.loader.base.records import NamedTuple


class ProcessMark(NamedTuple):
    """A process, told apart from a later one with the same number.

    Attributes:
        started: start time in clock ticks since boot, from /proc.
    """

    pid: int
    started: int = 0
    boot: str = ""


NO_PROCESS = ProcessMark(0)


class Moment(NamedTuple):
    """A point in time.

    Attributes:
        wall_time: seconds since the epoch, as the clock is set.
        uptime: seconds since boot, those of suspend included. Nobody can set it.
        boot: identifier of this boot, "" if it is unknown.
    """

    wall_time: float
    uptime: float = 0.0
    boot: str = ""


# terms


class ForSeconds(NamedTuple):
    """For a time from now."""

    seconds: float


class UntilLoggedOut(NamedTuple):
    """Until the user has logged out of the last session."""


class WhileProcessRuns(NamedTuple):
    """Until a process ends, where 0 is the one that applies."""

    pid: int = 0


# leases; UntilWithdrawn is a term as well


class UntilWithdrawn(NamedTuple):
    """Until the user withdraws it."""


class UntilTime(NamedTuple):
    """Until a deadline, also over reboots.

    Attributes:
        seconds: the whole length.
        deadline: seconds since the epoch, as the clock was set then.
        uptime: the same moment by the clock of the boot in which the lease was made.
    """

    seconds: float
    deadline: float
    uptime: float = 0.0
    boot: str = ""

    def seconds_left(self, now: Moment) -> float:
        """Return the seconds left, 0 or less once the time is over."""
        # In the boot in which it was made a clock counts that nobody sets.
        if self.boot and self.boot == now.boot:
            return self.uptime - now.uptime
        # More is left than there ever was: the clock was set back, and nothing tells how much.
        seconds = self.deadline - now.wall_time
        return seconds if seconds <= self.seconds else 0.0


class WhileRunning(NamedTuple):
    """Until a process ends: the window that applied it, or one that the command named.

    Attributes:
        name: of its program, "" for a window of vkconfig-py.
    """

    process: ProcessMark
    name: str = ""


class UntilLogout(NamedTuple):
    """Until the user has logged out of the last session.

    Attributes:
        login: mark of the login, see lease_facts.read_login_mark.
    """

    login: str
    boot: str = ""


Term = UntilWithdrawn | ForSeconds | UntilLoggedOut | WhileProcessRuns
Lease = UntilWithdrawn | UntilTime | WhileRunning | UntilLogout
UNTIL_WITHDRAWN = UntilWithdrawn()
WHILE_THIS_PROCESS_RUNS = WhileProcessRuns()
EXTENSION_SECONDS = 15 * 60.0  # seconds that the window adds


class LeaseFacts(NamedTuple):
    """All that decides whether leases have ended.

    Attributes:
        running_processes: the processes, of those that leases name, that run.
        login: mark of the present login, "" if the user is not logged in.
    """

    now: Moment
    running_processes: frozenset[ProcessMark] = frozenset()
    login: str = ""


def has_ended(lease: Lease, facts: LeaseFacts) -> bool:
    """True if a configuration is no longer to stay applied under this lease."""
    match lease:
        case UntilWithdrawn():
            return False
        case UntilTime():
            return lease.seconds_left(facts.now) <= 0
        case WhileRunning(process):
            return process not in facts.running_processes
        case UntilLogout(login, boot):
            return login != facts.login or boot != facts.now.boot


def needs_guard(lease: Lease) -> bool:
    """True if a lease ends by itself, and so must be watched."""
    return lease != UNTIL_WITHDRAWN


def make_timed_lease(seconds: float, now: Moment) -> UntilTime:
    """Return a lease that ends in this many seconds."""
    return UntilTime(seconds, now.wall_time + seconds, now.uptime + seconds, now.boot)


def extend_lease(lease: UntilTime, seconds: float, now: Moment) -> UntilTime:
    """Return a lease with these seconds added to those left."""
    return make_timed_lease(max(0.0, lease.seconds_left(now)) + seconds, now)


def make_term(lease: Lease, now: Moment) -> Term:
    """Return what the user would ask for to get this lease again now."""
    match lease:
        case UntilWithdrawn():
            return lease
        case UntilTime():
            return ForSeconds(max(1.0, lease.seconds_left(now)))
        case WhileRunning(process, name):
            return WhileProcessRuns(process.pid) if name else WHILE_THIS_PROCESS_RUNS
        case UntilLogout():
            return UntilLoggedOut()


def find_next_deadline(leases: Iterable[Lease], now: Moment) -> float | None:
    """Return the seconds until the first of the leases ends by its time, None if none does."""
    remaining_times = (lease.seconds_left(now) for lease in leases if isinstance(lease, UntilTime))
    return min(remaining_times, default=None)
