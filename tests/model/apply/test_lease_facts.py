"""What the machine says about leases, and how the record keeps them."""

import json
import os
import signal
import subprocess
import sys

import pytest

from tests.model.apply.desk import ONE, TWO
from vkconfig_py.loader.files.own_files import DocumentError, NewerFormatError, read_document
from vkconfig_py.model.apply import lease_facts
from vkconfig_py.model.apply.lease_facts import (
    LeaseError,
    describe_ended_lease,
    end_login,
    make_lease,
    mark_process,
    mark_this_process,
    read_facts,
    read_moment,
)
from vkconfig_py.model.apply.record import (
    RECORD_FORMAT,
    ApplyRecord,
    get_record_file,
    parse_record,
    read_record,
    render_record,
    save_record,
)
from vkconfig_py.model.plan.leases import (
    UNTIL_WITHDRAWN,
    WHILE_THIS_PROCESS_RUNS,
    ForSeconds,
    Moment,
    ProcessMark,
    UntilLoggedOut,
    UntilLogout,
    UntilTime,
    WhileProcessRuns,
    WhileRunning,
    has_ended,
    make_timed_lease,
)

LEASES = (
    UNTIL_WITHDRAWN,
    UntilTime(60.0, 1060.0, 560.0, "boot"),
    WhileRunning(ProcessMark(7, 70, "boot"), "bash"),
    UntilLogout("login", "boot"),
)


@pytest.fixture
def session(paths, monkeypatch, tmp_path):
    """Return the folders of a user who is logged in, and the folder of logind."""
    monkeypatch.setattr(lease_facts, "_LOGIND_FOLDER", tmp_path / "logind")
    (tmp_path / "logind").mkdir()
    return paths._replace(ends_with_login=True), tmp_path / "logind" / str(os.geteuid())


def ended(lease, paths):
    return has_ended(lease, read_facts([lease], paths))


@pytest.mark.parametrize("lease", LEASES)
def test_a_lease_is_read_as_it_was_written(lease):
    record = ApplyRecord(
        applied=(ONE._replace(lease=lease),), following=(TWO._replace(lease=lease),)
    )
    assert parse_record(json.loads(json.dumps(render_record(record)))) == record


@pytest.mark.parametrize(
    ("writer", "lease"),
    [
        ({"pid": 7, "started": 70, "boot": "b"}, WhileRunning(ProcessMark(7, 70, "b"))),
        ({"pid": 0, "started": 0, "boot": ""}, UNTIL_WITHDRAWN),
    ],
)
def test_a_record_of_the_first_format_had_one_process_for_all(writer, lease):
    document = render_record(ApplyRecord(applied=(ONE, TWO), following=(ONE,)))
    for one in (*document["applied"], *document["following"]):
        del one["lease"]
    record = parse_record({**document, "format": 1, "writer": writer})
    assert [one.lease for one in (*record.applied, *record.following)] == [lease] * 3


def test_a_record_of_a_newer_format_is_refused(paths):
    save_record(paths, ApplyRecord(applied=(ONE,)))
    document = json.loads(get_record_file(paths).read_text())
    assert document["format"] == RECORD_FORMAT
    get_record_file(paths).write_text(json.dumps({**document, "format": RECORD_FORMAT + 1}))
    assert "was written by a newer version" in read_record(paths)[1]
    with pytest.raises(NewerFormatError):
        read_document(str(get_record_file(paths)), RECORD_FORMAT)


@pytest.mark.parametrize(
    "lease",
    [
        {},
        {"until": "forever"},
        {"until": "time", "seconds": 1},
        {"until": "time", "seconds": "1", "deadline": 2},
        {"until": "time", "seconds": 1, "deadline": float("inf")},
        {"until": "process", "pid": 10**12},
        {"until": "process"},
        {"until": "logout"},
        7,
    ],
)
def test_a_damaged_lease_makes_no_lease_that_never_ends(lease):
    document = render_record(ApplyRecord(applied=(ONE,)))
    document["applied"][0]["lease"] = lease
    with pytest.raises(DocumentError):
        parse_record(document)


def test_a_process_ends_a_lease_also_as_a_zombie(paths):
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    lease = make_lease(WhileProcessRuns(child.pid), paths, read_moment())
    assert isinstance(lease, WhileRunning)
    assert not ended(lease, paths)
    child.send_signal(signal.SIGKILL)
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # it stays a zombie
    assert ended(lease, paths)
    child.communicate()
    assert ended(lease, paths)
    with pytest.raises(LeaseError, match=f"process {child.pid} is not running"):
        make_lease(WhileProcessRuns(child.pid), paths, read_moment())


def test_another_process_of_the_same_number_is_not_the_one(paths):
    mark = mark_this_process()
    assert mark == mark_process(os.getpid())
    lease = make_lease(WHILE_THIS_PROCESS_RUNS, paths, read_moment())
    assert lease == WhileRunning(mark)
    assert not ended(lease, paths)
    assert ended(WhileRunning(mark._replace(started=mark.started + 1)), paths)
    assert ended(WhileRunning(mark._replace(boot="another")), paths)


def test_a_time_begins_when_the_lease_is_made(paths):
    now = read_moment(wall_time=1000.0)
    lease = make_lease(ForSeconds(60), paths, now)
    assert (lease.deadline, lease.seconds_left(now)) == (1060.0, 60)
    assert not ended(lease, paths)


def test_the_login_is_over_when_its_folder_is_gone(session):
    paths, _ = session
    lease = make_lease(UntilLoggedOut(), paths, read_moment())
    assert make_lease(UntilLoggedOut(), paths, read_moment()) == lease
    assert not ended(lease, paths)
    end_login(paths)
    assert ended(lease, paths)
    again = make_lease(UntilLoggedOut(), paths, read_moment())
    assert not ended(again, paths)
    assert ended(lease, paths)  # of the login before


@pytest.mark.parametrize(
    ("state", "over"),
    [("active", False), ("online", False), ("closing", True), ("lingering", True), ("new", False)],
)
def test_logind_tells_a_login_whose_folder_stays_behind(session, state, over):
    paths, file = session
    lease = make_lease(UntilLoggedOut(), paths, read_moment())
    file.write_text(f"# This is private data. Do not parse.\nNAME=user\nSTATE={state}\n")
    assert ended(lease, paths) is over
    if over:
        with pytest.raises(LeaseError, match="not in a login session"):
            make_lease(UntilLoggedOut(), paths, read_moment())


def test_without_a_runtime_folder_a_logout_is_not_promised(paths):
    with pytest.raises(LeaseError, match="XDG_RUNTIME_DIR"):
        make_lease(UntilLoggedOut(), paths, read_moment())


@pytest.mark.parametrize(
    ("lease", "sentence"),
    [
        (make_timed_lease(60.0, Moment(0.0)), "Its time limit has expired, so it was withdrawn."),
        (UntilLogout("login"), "You logged out, so it was withdrawn."),
        (
            WhileRunning(ProcessMark(7)),
            "The window that applied it has closed, so it was withdrawn.",
        ),
        (WhileRunning(ProcessMark(7), "make"), "make has ended, so it was withdrawn."),
        (UNTIL_WITHDRAWN, "It was withdrawn."),
    ],
)
def test_a_withdrawal_is_told_by_what_ended(lease, sentence):
    assert describe_ended_lease(lease) == sentence
