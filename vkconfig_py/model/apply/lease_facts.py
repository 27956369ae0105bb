"""What the machine says about leases: clocks, processes, the user's login."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.files import own_files
from vkconfig_py.model.configuration.own_documents import READ_ERRORS
from vkconfig_py.model.files.paths import StatePaths, reason_of
from vkconfig_py.model.plan.leases import (
    Facts,
    ForSeconds,
    Lease,
    Moment,
    ProcessMark,
    Term,
    UntilLoggedOut,
    UntilLogout,
    UntilWithdrawn,
    WhileProcessRuns,
    WhileRunning,
    lease_for,
)

LOGIN_FILE = "login"
NO_LOGIN_FOLDER = tr("XDG_RUNTIME_DIR is not set, so a logout would not be noticed")
# sd_uid_get_state(3) reads STATE= of this file. Closing: logged out, but processes of the user are
# still here, among them perhaps our guard; lingering: without a login, services run.
_LOGIND = Path("/run/systemd/users")
_LOGGED_OUT = frozenset({"offline", "lingering", "closing"})


class LeaseError(Exception):
    """A term cannot be kept here; the message says why."""


def read_moment(wall: float | None = None) -> Moment:
    """The present moment; `wall` replaces the clock that can be set."""
    # Without the time of suspend a lease would last longer by it.
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    now = time.time() if wall is None else wall
    return Moment(now, time.clock_gettime(clock), boot_identifier())


@cache
def boot_identifier() -> str:
    """Identifier of this boot; "" where /proc has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return ""


def mark_process(pid: int) -> ProcessMark:
    """Mark of a running process; `started` is 0 if there is none."""
    return ProcessMark(pid, process_start(pid), boot_identifier())


_mark_own = cache(mark_process)


def this_process() -> ProcessMark:
    return _mark_own(os.getpid())


def ends_with_us(lease: Lease) -> bool:
    """True if what was applied is withdrawn when this process ends."""
    return isinstance(lease, WhileRunning) and lease.process == this_process()


def runs(process: ProcessMark) -> bool:
    # Process ids and ticks since boot begin anew with every boot.
    same_boot = process.boot == boot_identifier()
    return bool(process.started) and same_boot and process.started == process_start(process.pid)


def process_start(pid: int) -> int:
    """Start time of a running process in clock ticks since boot, or 0.

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


def process_name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def read_facts(leases: Iterable[Lease], paths: StatePaths, now: Moment | None = None) -> Facts:
    """Facts about these leases; asks only for what they depend on."""
    leases = tuple(leases)
    marks = [lease.process for lease in leases if isinstance(lease, WhileRunning)]
    ends_with_login = any(isinstance(lease, UntilLogout) for lease in leases)
    return Facts(
        now or read_moment(),
        frozenset(mark for mark in marks if runs(mark)),
        login_mark(paths) if ends_with_login else "",
    )


def login_mark(paths: StatePaths) -> str:
    """Mark of the present login, "" if the user is logged out or no lease ends with the logout.

    It is kept in XDG_RUNTIME_DIR, which by the XDG base directory specification is made when the
    user first logs in and removed when the user has fully logged out.
    """
    if _logind_state() in _LOGGED_OUT:
        return ""
    try:
        return own_files.read_file(str(paths.runtime / LOGIN_FILE)).decode("ascii", "replace")
    except READ_ERRORS:
        return ""


def forget_login(paths: StatePaths) -> None:
    """Take the present login for ended: leases until logout end now."""
    with suppress(OSError):
        own_files.remove_file(str(paths.runtime / LOGIN_FILE))


def _logind_state() -> str:
    try:
        lines = (_LOGIND / str(os.geteuid())).read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    return next((line[6:] for line in lines if line.startswith("STATE=")), "")


def make_lease(term: Term, paths: StatePaths, now: Moment) -> Lease:
    """The lease of a term that begins now.

    Raises:
        LeaseError: it cannot be kept.
    """
    match term:
        case UntilWithdrawn():
            return term
        case ForSeconds(seconds):
            return lease_for(seconds, now)
        case WhileProcessRuns(pid):
            mark = mark_process(pid) if pid else this_process()
            if not mark.started:
                raise LeaseError(tr("no process {pid} is running", pid=pid))
            return WhileRunning(mark, process_name(pid) if pid else "")
        case UntilLoggedOut():
            return UntilLogout(_make_login_mark(paths), now.boot)


def _make_login_mark(paths: StatePaths) -> str:
    if why := why_no_logout(paths):
        raise LeaseError(why)
    if known := login_mark(paths):
        return known
    mark = os.urandom(8).hex()
    try:
        own_files.write_file(str(paths.runtime / LOGIN_FILE), mark.encode("ascii"))
    except OSError as error:
        file, reason = paths.runtime / LOGIN_FILE, reason_of(error)
        unwritten = tr("{path} cannot be written: {reason}", path=file, reason=reason)
        raise LeaseError(unwritten) from error
    return mark


def why_no_logout(paths: StatePaths) -> str:
    """Why a logout could not be noticed here, or ""."""
    if not paths.ends_with_login:
        return NO_LOGIN_FOLDER
    if _logind_state() in _LOGGED_OUT:
        return tr("you are not logged in to a session, so there is no logout to wait for")
    return ""
