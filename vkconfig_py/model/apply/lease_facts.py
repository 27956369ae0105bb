"""What the machine says about leases (clocks, processes, login), and their sentences and JSON."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from functools import cache
from pathlib import Path

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.files import own_files
from vkconfig_py.model.configuration.own_documents import READ_ERRORS
from vkconfig_py.model.files.paths import StatePaths, describe_error
from vkconfig_py.model.plan.leases import (
    ForSeconds,
    Lease,
    LeaseFacts,
    Moment,
    ProcessMark,
    Term,
    UntilLoggedOut,
    UntilLogout,
    UntilTime,
    UntilWithdrawn,
    WhileProcessRuns,
    WhileRunning,
    make_timed_lease,
    needs_guard,
)
from vkconfig_py.model.text import wording
from vkconfig_py.model.text.wording import render_countdown

LOGIN_FILE = "login"
NO_LOGIN_FOLDER = tr("XDG_RUNTIME_DIR is not set, so vkconfig-py cannot detect a logout")
# sd_uid_get_state(3) reads STATE= of this file. Closing: logged out, but processes of the user are
# still here, among them perhaps our guard; lingering: without a login, services run.
_LOGIND_FOLDER = Path("/run/systemd/users")
_LOGGED_OUT_STATES = frozenset({"offline", "lingering", "closing"})
LAST_MINUTE_SECONDS = 60.0
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


class LeaseError(Exception):
    """A term cannot be kept here. The message says why."""


def read_moment(wall_time: float | None = None) -> Moment:
    """Return the present moment. `wall_time` replaces the clock that can be set."""
    # Without the time of suspend a lease would last longer by it.
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    now = time.time() if wall_time is None else wall_time
    return Moment(now, time.clock_gettime(clock), read_boot_identifier())


@cache
def read_boot_identifier() -> str:
    """Return the identifier of this boot, "" where /proc has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return ""


def mark_process(pid: int) -> ProcessMark:
    """Return what identifies a process. Its `started` is 0 if the process does not run."""
    return ProcessMark(pid, read_process_start(pid), read_boot_identifier())


_mark_own_process = cache(mark_process)


def mark_this_process() -> ProcessMark:
    """Return what identifies the running process."""
    return _mark_own_process(os.getpid())


def ends_with_this_process(lease: Lease) -> bool:
    """Return whether what was applied is withdrawn when this process ends."""
    return isinstance(lease, WhileRunning) and lease.process == mark_this_process()


def is_process_running(process: ProcessMark) -> bool:
    """Return whether this very process runs, not a later one with the same process id."""
    # Process ids and ticks since boot begin anew with every boot.
    is_same_boot = process.boot == read_boot_identifier()
    return (
        bool(process.started)
        and is_same_boot
        and process.started == read_process_start(process.pid)
    )


def read_process_start(pid: int) -> int:
    """Return when a running process started, in clock ticks since boot, or 0.

    A process that has ended and waits for its parent to ask (a zombie) does not run.
    """
    try:
        text = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return 0
    # proc(5): the name of the program, in brackets, may hold blanks and brackets of its own; the
    # state is field 3, the start field 22.
    fields = text[text.rindex(b")") + 1 :].split()
    return 0 if fields[0] in (b"Z", b"X") else int(fields[19])


def read_process_name(pid: int) -> str:
    """Return the name of a process from /proc, "" if it does not run."""
    try:
        return Path(f"/proc/{pid}/comm").read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def read_facts(leases: Iterable[Lease], paths: StatePaths, now: Moment | None = None) -> LeaseFacts:
    """Return the facts on which these leases depend."""
    leases = tuple(leases)
    marks = [lease.process for lease in leases if isinstance(lease, WhileRunning)]
    ends_with_login = any(isinstance(lease, UntilLogout) for lease in leases)
    return LeaseFacts(
        now or read_moment(),
        frozenset(process_mark for process_mark in marks if is_process_running(process_mark)),
        read_login_mark(paths) if ends_with_login else "",
    )


def read_login_mark(paths: StatePaths) -> str:
    """Return the mark of the present login, "" if logged out or if no lease ends with it.

    It is kept in XDG_RUNTIME_DIR, which by the XDG base directory specification is made when the
    user first logs in and removed when the user has fully logged out.
    """
    if _read_logind_state() in _LOGGED_OUT_STATES:
        return ""
    try:
        return own_files.read_file(str(paths.runtime / LOGIN_FILE)).decode("ascii", "replace")
    except READ_ERRORS:
        return ""


def end_login(paths: StatePaths) -> None:
    """Take the present login for ended: leases until logout end now."""
    with suppress(OSError):
        own_files.remove_file(str(paths.runtime / LOGIN_FILE))


def _read_logind_state() -> str:
    """Return the state of this user from systemd-logind, such as "active", "" if unknown."""
    try:
        lines = (_LOGIND_FOLDER / str(os.geteuid())).read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    return next((line[6:] for line in lines if line.startswith("STATE=")), "")


def make_lease(term: Term, paths: StatePaths, moment: Moment) -> Lease:
    """Return the lease of a term that begins now.

    Raises:
        LeaseError: it cannot be kept.
    """
    match term:
        case UntilWithdrawn():
            return term
        case ForSeconds(seconds):
            return make_timed_lease(seconds, moment)
        case WhileProcessRuns(pid):
            process_mark = mark_process(pid) if pid else mark_this_process()
            if not process_mark.started:
                raise LeaseError(tr("process {pid} is not running", pid=pid))
            return WhileRunning(process_mark, read_process_name(pid) if pid else "")
        case UntilLoggedOut():
            return UntilLogout(_make_login_mark(paths), moment.boot)


def _make_login_mark(paths: StatePaths) -> str:
    """Return the mark of the present login. Write a new one if there is none.

    Raises:
        LeaseError: a logout could not be noticed, or the mark cannot be written.
    """
    if why := explain_no_logout(paths):
        raise LeaseError(why)
    if existing_text := read_login_mark(paths):
        return existing_text
    mark = os.urandom(8).hex()
    try:
        own_files.write_file(str(paths.runtime / LOGIN_FILE), mark.encode("ascii"))
    except OSError as error:
        file, reason = paths.runtime / LOGIN_FILE, describe_error(error)
        unwritten_reason = tr("{path} cannot be written: {reason}", path=file, reason=reason)
        raise LeaseError(unwritten_reason) from error
    return mark


def explain_no_logout(paths: StatePaths) -> str:
    """Return why a logout could not be noticed here, or ""."""
    if not paths.ends_with_login:
        return NO_LOGIN_FOLDER
    if _read_logind_state() in _LOGGED_OUT_STATES:
        return tr("you are not in a login session, so there is no logout to wait for")
    return ""


def format_clock(past_time: float, now: float) -> str:
    """Return 15:28 on the current day, and 20 Nov, 15:28 on another day."""
    moment = datetime.fromtimestamp(past_time)
    clock = wording.render_clock(past_time)
    if moment.date() == datetime.fromtimestamp(now).date():
        return clock
    month = render(_MONTHS[moment.month - 1])
    return tr("{month} {day}, {time}", day=moment.day, month=month, time=clock)


def format_time_left(lease: UntilTime, now: Moment, *, is_brief: bool = False) -> str:
    """Return "Ends in 12:41, at 15:42", without the time in the last minute or if `is_brief`."""
    seconds = lease.seconds_left(now)
    if seconds <= LAST_MINUTE_SECONDS or is_brief:
        return tr("Ends in {duration}", duration=render_countdown(seconds))
    return tr(
        "Ends in {duration}, at {time}",
        duration=render_countdown(seconds),
        time=format_clock(now.wall_time + seconds, now.wall_time),
    )


def describe_lease_end(lease: Lease, now: Moment, *, is_own: bool = False) -> str:
    """Return when a lease ends, as a sentence without a full stop.

    `is_own`: it ends with the process that tells it.
    """
    match lease:
        case UntilWithdrawn():
            return tr("Stays until you withdraw it")
        case UntilTime():
            return format_time_left(lease, now)
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


def describe_lease_until(lease: Lease, now: Moment, *, is_own: bool = False) -> str:
    """Return until when, as a part of a sentence: "until you log out".

    `is_own`: the lease ends with the process that tells it.
    """
    match lease:
        case UntilWithdrawn():
            return tr("until you withdraw it")
        case UntilTime():
            end = format_clock(now.wall_time + lease.seconds_left(now), now.wall_time)
            return tr("until {time}", time=end)
        case UntilLogout():
            return tr("until you log out")
        case WhileRunning(process, name):
            if is_own:
                return tr("until this window closes")
            if not name:
                return tr("until the window of process {process} closes", process=process.pid)
            return tr("until {program} (process {process}) ends", program=name, process=process.pid)


def describe_ended_lease(lease: Lease) -> str:
    """Return the sentence that says why an ended lease withdrew a configuration."""
    match lease:
        case UntilWithdrawn():
            return tr("It was withdrawn.")
        case UntilTime():
            return tr("Its time limit has expired, so it was withdrawn.")
        case UntilLogout():
            return tr("You logged out, so it was withdrawn.")
        case WhileRunning(_process, name):
            if not name:
                return tr("The window that applied it has closed, so it was withdrawn.")
            return tr("{program} has ended, so it was withdrawn.", program=name)


def make_lease_json(lease: Lease, now: Moment) -> dict[str, Any]:
    """Return the JSON members. A lease without a deadline has null in its place."""
    seconds = lease.seconds_left(now) if isinstance(lease, UntilTime) else None
    kinds = {UntilTime: "time", UntilLogout: "logout", WhileRunning: "process"}
    return {
        "until": kinds.get(type(lease), "withdrawn"),
        "ends_at": None if seconds is None else round(now.wall_time + seconds),
        "seconds_left": None if seconds is None else max(0, round(seconds)),
        "process": lease.process.pid if isinstance(lease, WhileRunning) else None,
    }


def describe_guard(leases: Iterable[Lease], guard: int) -> str:
    """Return a sentence about who ends these leases, or "" if nobody has to."""
    if not any(map(needs_guard, leases)):
        return ""
    if guard:
        return tr("Guard process {process} will withdraw it then.", process=guard)
    return tr(
        "No guard process is running, so it will be withdrawn the next time vkconfig-py "
        "runs after that."
    )
