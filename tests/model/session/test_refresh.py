import threading
from threading import Event

import pytest
from PySide6.QtCore import QObject

from tests.framework.patience import PATIENCE
from tests.model.items.snapshots import question_of, snapshot_of
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.session.background import GcTimer, Refresher, Worker, collect_garbage_due


class Engine:
    """Answers when it is let."""

    def __init__(self):
        self.gate, self.asked = Event(), []
        self.gate.set()
        self.error = None

    def __call__(self, request):
        self.asked.append(request.configuration.name)
        self.gate.wait()
        if self.error:
            raise self.error
        return snapshot_of("a", request=request)


@pytest.fixture(autouse=True)
def _collector(qapp):
    """Keep Python from destroying what earlier tests left on a thread of this one."""
    collector = GcTimer()
    yield
    collector.timer.stop()


@pytest.fixture
def engine():
    return Engine()


@pytest.fixture
def refresher(engine, qapp):
    refresher = Refresher(engine)
    refresher.names = []
    refresher.snapshot_ready.connect(lambda p: refresher.names.append(name_of(p)))
    refresher.preview_ready.connect(lambda p: refresher.names.append(f"preview {name_of(p)}"))
    yield refresher
    engine.gate.set()
    refresher.close()


def name_of(snapshot):
    return snapshot.request.configuration.name


def ask(name):
    return question_of(Configuration(key=name, name=name))


def test_the_newest_question_wins_and_stale_answers_are_dropped(refresher, engine, qtbot):
    engine.gate.clear()
    for name in "abcd":
        refresher.request_snapshot(ask(name))
    engine.gate.set()
    qtbot.waitUntil(lambda: refresher.names == ["d"])
    assert engine.asked == ["a", "d"]
    assert not refresher.pending


def test_a_preview_in_steady_movement_is_shown_behind_the_pointer(refresher, engine, qtbot):
    engine.gate.clear()
    for name in "abc":
        refresher.request_preview(ask(name))
    engine.gate.set()
    qtbot.waitUntil(lambda: refresher.names == ["preview a", "preview c"])


def test_a_picture_goes_before_a_preview(refresher, engine, qtbot):
    engine.gate.clear()
    refresher.request_preview(ask("a"))
    refresher.request_preview(ask("b"))
    refresher.request_snapshot(ask("c"))
    engine.gate.set()
    qtbot.waitUntil(lambda: refresher.names == ["preview a", "c", "preview b"])


def test_an_ended_drag_shows_no_more_previews(refresher, engine, qtbot):
    engine.gate.clear()
    refresher.request_preview(ask("a"))
    refresher.request_preview(ask("b"))
    refresher.end_preview()
    refresher.request_snapshot(ask("c"))
    engine.gate.set()
    qtbot.waitUntil(lambda: refresher.names == ["c"])


def test_a_forgotten_question_is_not_answered(refresher, engine, qtbot):
    engine.gate.clear()
    refresher.request_snapshot(ask("a"))
    refresher.forget()
    refresher.request_preview(ask("b"))
    engine.gate.set()
    qtbot.waitUntil(lambda: refresher.names == ["preview b"])


def test_a_quick_answer_is_never_busy(refresher, qtbot):
    refresher._timer.setInterval(600_000)  # quick enough on any machine
    with qtbot.assertNotEmitted(refresher.busy_changed), qtbot.waitSignal(refresher.snapshot_ready):
        refresher.request_snapshot(ask("a"))


def test_a_bug_in_the_engine_is_raised_here_and_does_not_stop_the_next_question(
    refresher, engine, qtbot
):
    engine.error = ZeroDivisionError("bug")
    with qtbot.captureExceptions() as exceptions, qtbot.waitSignal(refresher._worker.failed):
        refresher.request_snapshot(ask("a"))
    assert [error[0] for error in exceptions] == [ZeroDivisionError]
    engine.error = None
    refresher.request_snapshot(ask("b"))
    qtbot.waitUntil(lambda: refresher.names == ["b"])


def test_closing_waits_for_the_running_job_and_delivers_nothing(refresher, engine, qtbot):
    refresher.request_snapshot(ask("a"))
    refresher.close()
    with qtbot.assertNotEmitted(refresher.snapshot_ready, wait=20):
        pass


def test_a_worker_runs_in_order_on_another_thread_and_delivers_on_this_one(qtbot):
    worker, seen = Worker("test"), []
    for number in range(3):
        worker.submit(
            lambda number=number: (number, threading.current_thread().name),
            lambda value: seen.append((*value, threading.current_thread().name)),
        )
    worker.drain()
    qtbot.waitUntil(lambda: len(seen) == 3)
    assert seen == [(n, "test", "MainThread") for n in range(3)]
    worker.close()
    worker.submit(lambda: 1, seen.append)
    worker.drain()
    assert len(seen) == 3


def test_the_end_of_a_queue_that_reads_waits_for_its_present_job_alone(qapp):
    worker, begun, release, ran = Worker("test"), threading.Event(), threading.Event(), []
    worker.submit(lambda: (begun.set(), release.wait(), ran.append("present")), lambda _: None)
    worker.submit(lambda: ran.append("waiting"), lambda _: None)
    assert begun.wait(PATIENCE)
    worker.close(0.01)
    release.set()
    ended = [thread for thread in threading.enumerate() if thread.name == "test"]
    for thread in ended:
        thread.join(PATIENCE)
    assert ran == ["present"]


def test_a_worker_without_work_has_no_thread(qapp):
    before = threading.active_count()
    worker = Worker("test")
    assert threading.active_count() == before
    worker.close()


def test_garbage_of_qt_objects_is_collected_on_the_gui_thread(qtbot):
    collector = GcTimer()
    names = []

    class Cycle(QObject):
        def __init__(self):
            super().__init__()
            self.me = self

        def __del__(self):
            names.append(threading.current_thread().name)

    worker = Worker("test")
    for _ in range(50):
        Cycle()
    worker.submit(lambda: [[] for _ in range(20_000)], lambda _: None)
    worker.drain()
    assert names == []
    collect_garbage_due(is_application_idle=False)
    assert names == []
    collect_garbage_due(is_application_idle=True)
    assert set(names) == {"MainThread"}
    worker.close()
    collector.timer.stop()
