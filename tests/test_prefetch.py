from __future__ import annotations

import os
import threading

import pytest

from tests.framework.patience import PATIENCE
from vkconfig_py.model.configuration.preferences import (
    DARK,
    LIGHT,
    THEME,
    read_preferences,
    write_preference,
)
from vkconfig_py.model.text.wording import abbreviate_home, escape_invisible, make_tooltip
from vkconfig_py.prefetch import Prefetch, StartupData

LARGE = b"x" * 300_000  # more than a pipe holds


@pytest.fixture(params=["fork", "thread"])
def start(request, monkeypatch):
    """Return a function that starts a job in a process, or on a thread."""
    count = 1 if request.param == "fork" else 2
    monkeypatch.setattr(threading, "active_count", lambda: count)
    started = []

    def begin(job):
        started.append(Prefetch(job))
        return started[-1]

    yield begin
    for ahead in started:
        ahead.close()


def test_both_parts_arrive_whole(start):
    ahead = start(lambda: (LARGE, LARGE + b"y"))
    assert ahead.is_ready(0, 10)
    assert ahead.get_part(0) == LARGE
    assert ahead.get_part(1) == LARGE + b"y"
    assert (ahead.get_part(0), ahead.get_part(1)) == (LARGE, LARGE + b"y")
    assert ahead.is_ready(1, 0)


def test_the_second_part_can_be_asked_for_alone(start):
    assert start(lambda: (b"1", b"2")).get_part(1) == b"2"


def test_it_is_not_ready_while_the_job_runs(start):
    reader, writer = os.pipe()
    ahead = start(lambda: (os.read(reader, 1), b"rest"))
    assert not ahead.is_ready(0, 0.01)
    os.write(writer, b"!")
    assert ahead.get_part(0) == b"!"
    os.close(reader)
    os.close(writer)


def test_a_job_that_failed_elsewhere_is_done_here(start):
    here, ran = threading.get_ident(), os.getpid()

    def job():
        if (os.getpid(), threading.get_ident()) != (ran, here):
            raise RuntimeError("not here")
        return b"first", b"rest"

    ahead = start(job)
    assert ahead.get_part(0) == b"first"
    assert ahead.get_part(1) == b"rest"


def test_a_job_that_fails_here_too_shows_its_exception(start):
    def job():
        raise RuntimeError("nowhere")

    with pytest.raises(RuntimeError, match="nowhere"):
        start(job).get_part(0)


def test_an_answer_that_nobody_wants_ends_with_it(start):
    ahead = start(lambda: (LARGE, LARGE))
    ahead.close()
    ahead.close()


def test_parts_that_arrived_are_there_after_the_end(start):
    ahead = start(lambda: (b"1", b"2"))
    assert ahead.get_part(1) == b"2"
    ahead.close()
    assert (ahead.get_part(0), ahead.get_part(1)) == (b"1", b"2")
    assert ahead.is_ready(1, 0)


def test_the_process_is_gone_once_all_is_there(system, tmp_path, monkeypatch):
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        system.with_env(**{name: str(tmp_path)})
    before = children()
    start = StartupData(system.host())
    assert children() != before
    snapshot = start.get_snapshot(PATIENCE)
    assert snapshot.snapshot.reports.report.found_layers == ()
    assert [one.problem.code for one in snapshot.find_look().problems] == ["no-driver"]
    assert children() == before
    start.finish()


def test_the_sample_machine_begins_with_the_users_preferences(system, tmp_path, monkeypatch):
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    system.with_env(XDG_CONFIG_HOME=str(tmp_path))
    file = tmp_path / "vkconfig-py" / "preferences.json"
    write_preference(file, THEME.key, DARK)
    start = StartupData(system.host(), demo=True)
    try:
        copied = start.paths.preferences_file
        # Read again whenever a file of the machine changes.
        assert copied != file
        assert read_preferences(copied).get_value(THEME) == DARK
        write_preference(copied, THEME.key, LIGHT)
        assert read_preferences(file).get_value(THEME) == DARK
    finally:
        start.finish()


def test_paths_of_the_sample_machine_are_shown_as_that_machine_has_them(system, monkeypatch):
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    start = StartupData(system.host(), demo=True)
    program, home = start.host.executable, start.host.environment["HOME"]
    try:
        assert escape_invisible(program) == make_tooltip(program) == "/usr/bin/vkcube"
        assert make_tooltip(f"{program}\n{home}/a") == "/usr/bin/vkcube\n/home/demo/a"
        assert abbreviate_home(f"{home}/a", home) == "~/a"
    finally:
        start.finish()
    assert make_tooltip(program) == escape_invisible(program) == program


def children():
    """Return the processes that this one has started and not waited for."""
    with open(f"/proc/self/task/{threading.get_native_id()}/children") as found:
        return found.read().split()


def test_a_process_that_is_killed_half_way_loses_nothing(monkeypatch):
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    parent = os.getpid()

    def job():
        if os.getpid() != parent:
            os.kill(os.getpid(), 9)
        return b"first", b"rest"

    assert Prefetch(job).get_part(0) == b"first"


def test_a_part_arrives_before_the_next_is_made(start):
    reader, writer = os.pipe()

    def job():
        yield b"first"
        yield os.read(reader, 1)

    ahead = start(job)
    assert ahead.get_part(0) == b"first"
    assert not ahead.is_ready(1, 0.01)
    os.write(writer, b"!")
    assert ahead.get_part(1) == b"!"
    os.close(reader)
    os.close(writer)
