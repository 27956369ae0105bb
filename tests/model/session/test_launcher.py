"""Several runs at once: named, shown, stopped and closed one by one, and apart from each other."""

import os
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer

from tests.framework.patience import PATIENCE
from tests.model.launch.test_loader_log import NEW
from tests.model.session.test_launched_run import (
    FINE,
    STACK,
    Program,
    fake,
    lines,
    session,
)
from vkconfig_py.model.apply.lease_facts import read_process_start
from vkconfig_py.model.configuration import chosen_program
from vkconfig_py.model.configuration.configuration import Target
from vkconfig_py.model.launch import detached_runs
from vkconfig_py.model.launch.detached_runs import NO_ANSWER, Detachment
from vkconfig_py.model.launch.layer_log_files import LayerLogFile
from vkconfig_py.model.launch.log_store import LogEntry, LogLimits, LogStore
from vkconfig_py.model.launch.private_folder import make_owner_mark
from vkconfig_py.model.launch.run_history import PastRun, write_running_note
from vkconfig_py.model.launch.run_program import LaunchEnd
from vkconfig_py.model.launch.written_files import WrittenFile
from vkconfig_py.model.session.launcher import (
    MAX_ENDED_RUNS,
    NO_LAUNCH_IN_DEMO,
    NO_PROGRAM,
    NO_TOOL,
    SHARED_LOG_FILE,
    STILL_STARTING,
    Launcher,
)

__all__ = ["fake", "session"]


class Programs:
    """Programs that do what the test says, in the order in which they were started."""

    def __init__(self):
        self.started = []

    def start(self, *given, **doors):
        program = Program()
        program.pid += len(self.started)
        self.started.append(program)
        return program.start(*given, **doors)


@pytest.fixture
def programs():
    return Programs()


@pytest.fixture
def launcher(session, programs):
    launcher = Launcher(
        session.shared, session.requests, session.snapshots, session.checks, start=programs.start
    )
    yield launcher
    launcher.close()


@pytest.fixture
def launch(launcher, qtbot):
    """Start another program, and return its run."""

    def launch():
        with qtbot.waitSignal(launcher.started):
            launcher.start()
        return launcher.shown_run

    return launch


@pytest.fixture
def two(launch):
    return launch(), launch()


def end(programs, at, qtbot, run, ended=FINE):
    with qtbot.waitSignal(run.ended):
        programs.started[at].end(ended)


def test_without_a_program_there_is_nothing_to_launch(launcher, session, qtbot):
    session.edits.do(chosen_program.clear_program)
    assert launcher.next_command() == ""
    with qtbot.waitSignal(launcher.failed) as failed:
        launcher.start()
    assert failed.args == [NO_PROGRAM]


def test_the_sample_machine_runs_nothing(launcher, session, qtbot):
    session.set_machine(session.machine._replace(demo=True))
    with qtbot.waitSignal(launcher.failed) as failed:
        launcher.start()
    assert failed.args == [NO_LAUNCH_IN_DEMO]


def test_a_key_that_is_held_down_starts_one_program(launcher, qtbot):
    launcher.start()
    with qtbot.waitSignal(launcher.failed) as failed:
        launcher.start()
    assert failed.args == [STILL_STARTING]
    assert len(launcher.runs) == 1


def test_the_same_program_is_started_a_second_time_and_says_so_in_its_name(launcher, two):
    assert [str(run.name) for run in launcher.runs] == ["vkcube", "vkcube 2"]
    assert launcher.shown_run is two[1]
    assert launcher.running == two


def test_a_second_start_of_a_program_names_the_run_that_goes_on(
    launcher, launch, programs, session, qtbot, fake
):
    told = []
    launcher.other_copies_found.connect(lambda *words: told.append(words))
    assert launcher.list_copies() == ()
    first = launch()
    assert launcher.list_copies() == (first,)
    with qtbot.waitSignal(launcher.other_copies_found):
        second = launch()
    assert told == [(second, (first,), ())]
    end(programs, 0, qtbot, first)
    end(programs, 1, qtbot, second)
    with qtbot.waitSignal(launcher.started):
        launcher.start()
    launcher._copy_worker.drain()
    assert len(told) == 1, "nothing ran"


@pytest.mark.parametrize("path", ["/usr/bin/vkcube", "vkcube"])
def test_a_start_names_runs_of_the_program_from_elsewhere_too(launcher, session, qtbot, fake, path):
    record = PastRun(5.0, path, (), "", "One", "", 0.0)
    note = Path(write_running_note(fake.paths.state, record, "mark"))
    note.write_text(note.read_text().replace(make_owner_mark(), f"{os.getppid()} {started_at()}"))
    other = record._replace(program="/opt/vkcube")
    note = Path(write_running_note(fake.paths.state, other, "mark"))
    note.write_text(note.read_text().replace(make_owner_mark(), f"{os.getppid()} {started_at()}"))
    with qtbot.waitSignal(launcher.other_copies_found) as told:
        launcher.start()
    run, copies, others = told.args
    assert (run, copies, [one.program for one in others]) == (launcher.shown_run, (), [path])


def started_at():
    return read_process_start(os.getppid())


def test_another_program_begins_to_count_anew(launcher, session, two, launch):
    session.edits.do(chosen_program.choose_program, Target("/usr/bin/vulkaninfo"))
    assert str(launch().name) == "vulkaninfo"


def test_each_run_has_its_own_log_and_its_own_verification(two, programs, qtbot):
    first, second = two
    with qtbot.waitSignals([first.compared, second.compared]):
        programs.started[0].print("of the first\n" + STACK)
        programs.started[1].print("of the second\n" + NEW)
    assert "of the first" in lines(first)
    assert "of the first" not in lines(second)
    assert first.verdict == (True, "Chain matches the prediction: 2 layers")
    assert second.verdict[0] is False
    assert [run.log.store.first_error for run in two] == [None, None]


def test_each_launch_has_a_private_folder_of_its_own(two, fake):
    folders = [request.launch_folder for request in fake.asked if request.launch_folder]
    assert len(set(folders)) == 2


def test_stop_stops_the_shown_run_alone(launcher, two, programs):
    launcher.show_run(two[0])
    launcher.stop()
    assert [program.stopped for program in programs.started] == [1, 0]
    launcher.stop_all()
    assert [program.stopped for program in programs.started] == [1, 1]


def test_stop_stops_what_runs_while_an_ended_run_is_shown(launcher, two, programs, qtbot):
    first, second = two
    end(programs, 1, qtbot, second)
    assert launcher.shown_run is second
    assert launcher.stoppable_run is first
    launcher.stop()
    assert [program.stopped for program in programs.started] == [1, 0]
    end(programs, 0, qtbot, first)
    assert launcher.stoppable_run is None


def test_an_ended_run_stays_until_it_is_closed(launcher, two, programs, qtbot):
    first, second = two
    launcher.close_run(second)
    assert launcher.runs == two  # it runs
    end(programs, 1, qtbot, second, LaunchEnd(None, "SIGSEGV", False, "terminated by SIGSEGV"))
    assert (launcher.runs, launcher.running) == (two, (first,))
    assert second.render_outcome() == "SIGSEGV"
    assert lines(second)[-1] == "Terminated by SIGSEGV"
    launcher.close_run(second)
    assert launcher.runs == (first,)
    assert launcher.shown_run is first


def test_closing_what_ended_leaves_what_runs(launcher, launch, two, programs, qtbot):
    third = launch()
    end(programs, 0, qtbot, two[0])
    end(programs, 2, qtbot, third)
    launcher.close_ended()
    assert launcher.runs == (two[1],)
    assert launcher.shown_run is two[1]


def test_of_many_ended_runs_the_oldest_one_goes(launcher, launch, programs, qtbot):
    first = launch()
    for at in range(MAX_ENDED_RUNS):
        run = launch()
        end(programs, at + 1, qtbot, run)
    oldest = launcher.runs[1]
    launch()
    assert first in launcher.runs  # it runs
    assert oldest not in launcher.runs
    assert len(launcher.runs) == MAX_ENDED_RUNS + 1


def test_what_runs_is_among_the_runs_with_what_its_loader_told(launcher, two, programs, qtbot):
    with qtbot.waitSignal(two[0].compared):
        programs.started[0].print(STACK)
    read = []
    with qtbot.waitSignal(launcher.remembered):
        programs.started[1].end()
    launcher.read_runs(read.append)
    qtbot.waitUntil(lambda: bool(read))
    assert [(run.ended, run.is_seen, len(run.chain)) for run in read[0]] == [
        ("", True, 2),
        ("exit 0", False, 2),
    ]


def test_the_logs_of_ended_runs_share_the_room_of_one(
    launcher, launch, two, programs, qtbot, tmp_path
):
    few = LogLimits(entries=4, beginning=2, end=4)
    launcher.set_log_parts(few.parts)
    for run in two:
        run.log.set_store(LogStore(tmp_path, limits=few))
        run.log.store.append(LogEntry("info", "vkcube", "", str(n)) for n in range(16))
    parts = two[1].log.store.parts
    end(programs, 0, qtbot, two[0])
    end(programs, 1, qtbot, two[1])
    qtbot.waitUntil(lambda: two[0].log.store.shape.has_gap)
    assert two[0].log.store.parts == 2
    assert two[1].log.store.parts >= parts
    qtbot.waitUntil(lambda: two[0].log.store.render_gap() in lines(two[0]))


def test_a_file_into_which_two_layers_write_is_told(launcher, two, launch, qtbot):
    file = LayerLogFile("VK_LAYER_KHRONOS_validation", "/tmp/validation.txt")
    two[0].files.show_files((file,))
    two[1].files.show_files((file,))
    launcher._on_started(two[1], 1)
    told = SHARED_LOG_FILE.format(layer="KHRONOS_validation", path=file.path, other="vkcube")
    assert told in lines(two[1])


def test_closing_the_window_ends_all_at_once(launcher, two, programs):
    waited = []
    for program in programs.started:
        program.wait = lambda: waited.append([one.stopped for one in programs.started])
    launcher.close()
    assert waited == [[1, 1], [1, 1]]


def test_leaving_programs_running_never_keeps_the_window_waiting(launcher, monkeypatch):
    painted, taken, process = threading.Event(), [], object()

    def start_keeper(_launches, _state):
        assert painted.wait(PATIENCE)
        return process

    def hand_over(keeper, runs):
        taken.append((keeper, runs))
        return ""

    monkeypatch.setattr(detached_runs, "start_keeper", start_keeper)
    monkeypatch.setattr(detached_runs, "hand_over", hand_over)
    QTimer.singleShot(0, painted.set)
    assert launcher.detach_running(lambda: True) == Detachment(is_released=True)
    assert taken == [(process, [])]


def test_programs_stay_with_a_window_that_gets_no_answer(launcher, monkeypatch):
    ended = threading.Event()
    monkeypatch.setattr(detached_runs, "start_keeper", lambda *_given: ended.wait(PATIENCE) and "")
    monkeypatch.setattr("vkconfig_py.model.session.launcher.MAX_DETACH_SECONDS", 0.05)
    detachment = launcher.detach_running(lambda: pytest.fail("let go"))
    assert detachment == Detachment(is_released=False, error=str(NO_ANSWER))
    ended.set()


def test_a_file_goes_to_the_trash_and_comes_back(launcher, tmp_path, monkeypatch, qtbot):
    (tmp_path / "data").mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    file = tmp_path / "a.gfxr"
    file.write_bytes(b"GFXR")
    told = []
    launcher.move_to_trash(str(file), told.append)
    qtbot.waitUntil(lambda: len(told) == 1)
    trashed = Path(told[0])
    assert not file.exists()
    assert trashed.read_bytes() == b"GFXR"
    assert launcher.trashed_files == ((str(trashed), str(file)),)
    launcher.restore_from_trash(told.append)
    qtbot.waitUntil(lambda: len(told) == 2)
    assert told[1] == ""
    assert launcher.trashed_files == ()
    assert file.read_bytes() == b"GFXR"
    assert [path for path in trashed.parents[1].rglob("*") if path.is_file()] == []


def test_a_file_that_is_gone_or_replaced_meanwhile_is_told(launcher, tmp_path, qtbot):
    told = []
    launcher.move_to_trash(str(tmp_path / "gone"), told.append)
    (tmp_path / "new").write_text("new")
    (tmp_path / "old").write_text("old")
    qtbot.waitUntil(lambda: told == [""])
    assert launcher.trashed_files == ()
    launcher.trashed_files = ((str(tmp_path / "old"), str(tmp_path / "new")),)
    launcher.restore_from_trash(told.append)
    qtbot.waitUntil(lambda: len(told) == 2)
    assert told[1] != ""
    assert launcher.trashed_files == ((str(tmp_path / "old"), str(tmp_path / "new")),)
    assert (tmp_path / "new").read_text() == "new"


def test_a_file_that_cannot_come_back_keeps_none_from_it_that_was_trashed_before(
    launcher, tmp_path, qtbot
):
    def restore():
        told = []
        launcher.restore_from_trash(told.append)
        qtbot.waitUntil(lambda: len(told) == 1)
        return told[0]

    entries = []
    for name in ("first", "replaced", "gone"):
        entries.append((str(tmp_path / f"trashed {name}"), str(tmp_path / name)))
        if name != "gone":  # somebody emptied the trash of this one
            Path(entries[-1][0]).write_text(name)
    first, replaced, _gone = entries
    (tmp_path / "replaced").write_text("newer")
    launcher.trashed_files = tuple(entries)
    assert restore() != ""
    assert launcher.trashed_files == (first, replaced)  # of the one that is gone nothing is left
    assert restore() != ""
    assert launcher.trashed_files == (replaced, first)
    assert restore() == ""
    assert (tmp_path / "first").read_text() == "first"
    (tmp_path / "replaced").unlink()
    assert restore() == ""
    assert (tmp_path / "replaced").read_text() == "replaced"
    assert launcher.trashed_files == ()


def test_a_tool_runs_with_a_capture_and_its_output_is_a_log(session, tmp_path, monkeypatch, qtbot):
    """A script stands in for GFXReconstruct's program."""
    tool = tmp_path / "gfxrecon-info"
    tool.write_text('#!/bin/sh\necho "contents of $1"\n')
    tool.chmod(0o755)
    host = session.machine.host.with_environment([("PATH", f"{tmp_path}:/bin:/usr/bin")])
    session.set_machine(session.machine._replace(host=host))
    launcher = Launcher(session.shared, session.requests, session.snapshots, session.checks)
    file = WrittenFile("VK_LAYER_LUNARG_gfxreconstruct", str(tmp_path / "a.gfxr"), 1, 1.0)
    try:
        with qtbot.waitSignal(launcher.ended, timeout=PATIENCE * 1000):
            launcher.start_tool("gfxrecon-info", file)
        assert launcher.shown_run.command == f"{tool} {file.path}"
        assert f"contents of {file.path}" in lines(launcher.shown_run)
    finally:
        launcher.close()


def test_a_tool_that_is_gone_is_told(launcher, tmp_path, qtbot):
    file = WrittenFile("", str(tmp_path / "a.gfxr"), 1, 1.0)
    with qtbot.waitSignal(launcher.failed) as failed:
        launcher.start_tool("gfxrecon-gone", file)
    assert failed.args == [NO_TOOL.format(tool="gfxrecon-gone")]
