"""Collect once, then run the tests in forks of the process that collected them.

A worker of pytest-xdist imports and collects every test for itself, which takes longer than most
tests do. Here the first process only collects, hands out and reports. A worker has whole files, so
what a module shares is made once; files with long tests come first, then those with most tests.
Tests of a folder that mostly wait, for a screen or a child, have workers of their own.
"""

from __future__ import annotations

import atexit
import os
import signal
import threading
import traceback
import warnings
from collections import deque
from collections.abc import Iterable, Sequence
from multiprocessing.connection import Connection, Pipe, wait
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from devtools.slots import Slots, make_slots

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

_TESTS_AHEAD = 2  # what a worker runs, and what it runs next: fixtures that both share are kept


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that say how many workers there are, and for what."""
    group = parser.getgroup("forks")
    group.addoption("--forks", type=int, default=0, metavar="N", help="run tests in N forks")
    group.addoption("--slots", help="OUT,INTO: ends of a pipe that says how many tests run at once")
    group.addoption(
        "--waiting", action="append", default=[], metavar="FOLDER", help="its tests mostly wait"
    )
    group.addoption("--waiting-forks", type=int, default=1, metavar="N", help="workers for those")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> object:
    """Run all tests in forks, if that is asked for."""
    options = session.config.option
    if not options.forks or options.collectonly or session.testsfailed:
        return None
    folders = tuple(f"{folder.rstrip('/')}/" for folder in options.waiting)
    waiting = [n for n, item in enumerate(session.items) if item.nodeid.startswith(folders)]
    others = sorted(set(range(len(session.items))) - set(waiting))
    slots = Slots(*map(int, options.slots.split(","))) if options.slots else None
    pools = [
        _Pool(session, others, options.forks, slots or make_slots(options.forks)),
        _Pool(session, waiting, options.waiting_forks, make_slots(options.waiting_forks)),
    ]
    _run_pools(session, pools)
    return True


class _Pool:
    """Tests by their place among all, and how many workers they may have."""

    def __init__(
        self, session: pytest.Session, tests: Iterable[int], forks: int, slots: Slots
    ) -> None:
        files: dict[str, deque[int]] = {}
        long = set()
        for number in tests:
            item = session.items[number]
            file = item.nodeid.partition("::")[0]
            files.setdefault(file, deque()).append(number)
            if item.get_closest_marker("long"):
                long.add(file)
        order = sorted(files, key=lambda file: (file not in long, -len(files[file])))
        self.files = deque(files[file] for file in order)
        self.forks = min(forks, len(self.files))
        self.slots = slots


class _Worker:
    """A fork, as the first process knows it."""

    def __init__(self, session: pytest.Session, pool: _Pool, name: str) -> None:
        self.pool = pool
        self.files: deque[deque[int]] = deque()  # what it has begun
        self.assigned_tests: deque[int] = deque()
        self.connection, far = Pipe()
        self.process = os.fork()
        if self.process == 0:
            self.connection.close()
            _run_worker(session, far, pool.slots, name)
        far.close()
        for _ in range(_TESTS_AHEAD):
            self.assign_test()

    def assign_test(self) -> None:
        """Hand out the next test of its file, or one of another file, or none."""
        if not self.files and self.pool.files:
            self.files.append(self.pool.files.popleft())
        number = self.files[0].popleft() if self.files else None
        if self.files and not self.files[0]:
            self.files.popleft()
        if number is not None:
            self.assigned_tests.append(number)
        try:
            self.connection.send(number)
        except OSError:  # it has ended, which is seen where its answers are read
            return

    def release_tests(self) -> None:
        """Give others what it was given and has not begun."""
        rest = deque([*self.assigned_tests, *(number for file in self.files for number in file)])
        if rest:
            self.pool.files.appendleft(rest)

    def wait_for_end(self) -> int:
        """Wait for its end; return its exit code, or minus a signal."""
        self.connection.close()
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


class _WorkerGroup:
    """All workers, and what they tell."""

    def __init__(self, session: pytest.Session) -> None:
        self._session = session
        self._hook = session.config.hook
        self._workers: dict[object, _Worker] = {}
        self._started = 0

    def start(self, pool: _Pool) -> None:
        """Fork a worker."""
        if threading.active_count() > 1:
            raise RuntimeError(f"threads before the fork: {threading.enumerate()}")
        self._started += 1
        worker = _Worker(self._session, pool, f"worker{self._started}")
        self._workers[worker.connection] = worker

    def receive_all(self) -> None:
        """Report what they tell until the last one has ended."""
        while self._workers:
            for connection in wait([worker.connection for worker in self._workers.values()]):
                worker = self._workers[connection]
                try:
                    messages = worker.connection.recv()
                except (EOFError, OSError):
                    self._end(connection)
                else:
                    self._report(messages)
                    self._continue(worker)

    def stop(self) -> None:
        """End those that are left."""
        for worker in self._workers.values():
            os.kill(worker.process, signal.SIGINT)
        for worker in self._workers.values():
            worker.wait_for_end()

    def _report(self, messages: Sequence[tuple[str, Any]]) -> None:
        hook = self._hook
        for kind, told in messages:
            if kind == "start":
                hook.pytest_runtest_logstart(nodeid=told[0], location=told[1])
            elif kind == "report":
                config = self._session.config
                report = hook.pytest_report_from_serializable(config=config, data=told)
                hook.pytest_runtest_logreport(report=report)
            elif kind == "warning":
                hook.pytest_warning_recorded.call_historic(kwargs=told)
            elif kind == "finish":
                hook.pytest_runtest_logfinish(nodeid=told[0], location=told[1])
            else:
                raise RuntimeError(f"a worker broke:\n{told}")

    def _continue(self, worker: _Worker) -> None:
        worker.assigned_tests.popleft()
        if self._is_finished():
            worker.pool.files.clear()
            worker.files.clear()
        worker.assign_test()

    def _end(self, connection: object) -> None:
        """Let a worker go; say what it ran if it was not at its end, and start another one."""
        worker = self._workers.pop(connection)
        code = worker.wait_for_end()
        if worker.assigned_tests:
            worker.pool.slots.release_slot()
            item = self._session.items[worker.assigned_tests.popleft()]
            worker.release_tests()
            self._hook.pytest_runtest_logreport(report=_make_crash_report(item, code))
        if worker.pool.files and not self._is_finished():
            self.start(worker.pool)

    def _is_finished(self) -> bool:
        return bool(self._session.shouldfail or self._session.shouldstop)


def _run_pools(session: pytest.Session, pools: Sequence[_Pool]) -> None:
    reporter = session.config.pluginmanager.getplugin("terminalreporter")
    if reporter is not None and session.config.get_verbosity() <= 0:
        reporter.showfspath = False  # files take turns
    session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined] # before the forks
    crew = _WorkerGroup(session)
    try:
        for pool in pools:
            for _ in range(pool.forks):
                crew.start(pool)
        crew.receive_all()
    finally:
        crew.stop()
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)


def _make_crash_report(item: pytest.Item, code: int) -> pytest.TestReport:
    return pytest.TestReport(
        nodeid=item.nodeid,
        location=item.location,
        keywords={},
        outcome="failed",
        longrepr=f"its process ended ({code}) while it ran {item.nodeid}",
        when="call",
    )


# In a fork.


def _run_worker(
    session: pytest.Session, connection: Connection, slots: Slots, name: str
) -> NoReturn:
    code = 1
    try:
        _set_up_worker(session, name)
        sender = _ReportSender(session.config)
        session.config.pluginmanager.register(sender)
        sender.take_messages()  # warnings of before the fork, which were told
        current = connection.recv()
        while current is not None:
            following = connection.recv()
            with slots.hold_slot():
                _run_one(session, current, following)
            connection.send(sender.take_messages())
            current = following
        code = 0
    except (EOFError, KeyboardInterrupt, BrokenPipeError):
        session._setupstate.teardown_exact(None)  # ends what the session's fixtures started
    except BaseException:  # noqa: BLE001 - a fork must never go on as its parent does
        connection.send([("broken", traceback.format_exc())])
    finally:
        _exit_process(code)


def _exit_process(code: int) -> NoReturn:
    try:
        atexit._run_exitfuncs()
    finally:
        os._exit(code)


def _set_up_worker(session: pytest.Session, name: str) -> None:
    """Have output, temporary folders and no terminal of its own."""
    config = session.config
    plugins = config.pluginmanager
    capture = plugins.getplugin("capturemanager")
    if capture is not None and capture.is_globally_capturing():
        capture.stop_global_capturing()  # its files are those of the parent
        capture.start_global_capturing()
    reporter: TerminalReporter | None = plugins.getplugin("terminalreporter")
    if reporter is not None:
        plugins.unregister(reporter)
    temporary = config._tmp_path_factory  # type: ignore[attr-defined]
    temporary._basetemp = temporary.getbasetemp() / name
    temporary._basetemp.mkdir(mode=0o700)


def _run_one(session: pytest.Session, current: int, following: int | None) -> None:
    nextitem = None if following is None else session.items[following]
    item = session.items[current]
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)


class _ReportSender:
    """Keeps what a reporter would be told, for the first process."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._messages: list[tuple[str, object]] = []

    def take_messages(self) -> list[tuple[str, object]]:
        """Return what was told since the last call."""
        messages, self._messages = self._messages, []
        return messages

    def pytest_runtest_logstart(self, nodeid: str, location: object) -> None:
        self._messages.append(("start", (nodeid, location)))

    def pytest_runtest_logfinish(self, nodeid: str, location: object) -> None:
        self._messages.append(("finish", (nodeid, location)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        hook = self._config.hook
        data = hook.pytest_report_to_serializable(config=self._config, report=report)
        self._messages.append(("report", data))

    def pytest_warning_recorded(
        self, warning_message: warnings.WarningMessage, when: str, nodeid: str, location: object
    ) -> None:
        text = Warning(f"{warning_message.category.__name__}: {warning_message.message}")
        place = warning_message.filename, warning_message.lineno
        told = {
            "warning_message": warnings.WarningMessage(text, Warning, *place),
            "when": when,
            "nodeid": nodeid,
            "location": location,
        }
        self._messages.append(("warning", told))
