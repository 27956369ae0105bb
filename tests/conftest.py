"""What every test gets: a home of its own, a fake machine, and guards against leftovers."""

from __future__ import annotations

import faulthandler
import gc
import logging
import os
import tempfile
import threading
import time
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key
from hypothesis import HealthCheck, settings

from devtools.console import OFFSCREEN
from tests.framework.amount import choose_amount
from tests.framework.homes import FOLDERS, Homes
from tests.framework.memory import use_memory
from tests.framework.native import NativeBuilds, build_native
from tests.framework.patience import PATIENCE
from tests.framework.ready_python import list_running, list_servers
from tests.framework.stand_ins import replace, restore
from tests.framework.system import SystemBuilder
from tests.framework.writes import WriteRecorder
from vkconfig_py.model.files.paths import StatePaths

# Without a display Qt aborts the whole run; tests that want a real screen set their own platform.
os.environ.setdefault("QT_QPA_PLATFORM", OFFSCREEN)

use_memory()

# A busy machine is slow, and no failure: tests assert no time. Every run tries the same examples;
# --hypothesis-profile=searching looks for others.
_PATIENT = settings(
    max_examples=choose_amount(10, long=100),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    database=None,
)
settings.register_profile("patient", _PATIENT)
settings.register_profile("searching", _PATIENT, derandomize=False)
settings.load_profile("patient")

_HANGS_AFTER, _WATCHES_EVERY = 360.0, 60.0  # seconds

_MANY_OBJECTS = 10_000

_UNSET = (b"XDG_CONFIG_DIRS", b"XDG_DATA_DIRS", b"LD_LIBRARY_PATH", b"LD_PRELOAD")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage meanwhile: thousands of tests are made, and none goes."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Leave what was collected out of every garbage collection: it stays until the end.

    What a test leaves is mostly no cycle, so a collection is rarely worth its time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


class _Warnings(logging.Handler):
    """Collects what is logged at WARNING or above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []
        self.is_read = False  # by the test itself

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname} {record.name}: {record.getMessage()}")


class _HangWatch:
    """Shows where a test hangs: on stderr, six minutes later at most.

    Each watch is a thread: one for each test, as pytest has it, costs more than many a test does.
    """

    def __init__(self, stderr: int) -> None:
        self._stderr = stderr
        self._since = -_WATCHES_EVERY

    def begin(self) -> None:
        """Watch the test that begins, if the last watch was begun long ago."""
        if time.monotonic() - self._since >= _WATCHES_EVERY:
            self._since = time.monotonic()
            faulthandler.dump_traceback_later(_HANGS_AFTER, file=self._stderr)

    def end(self) -> None:
        """Watch no more."""
        faulthandler.cancel_dump_traceback_later()


class _LastingObjects:
    """Leaves what outlives its test out of every garbage collection: modules, caches, icons.

    Each session of a window collects garbage, and would look through all of it.
    """

    def __init__(self) -> None:
        self._collection_count = 0

    def leave_out(self) -> None:
        """Do so between two tests, where there is much of it."""
        count = gc.get_stats()[2]["collections"]
        if count != self._collection_count:
            if len(gc.get_objects(generation=2)) > _MANY_OBJECTS:
                gc.collect()  # or the garbage of the last test would stay, too
                gc.freeze()
            self._collection_count = gc.get_stats()[2]["collections"]


class _Process(NamedTuple):
    """What all tests of a process use."""

    lasting_objects: _LastingObjects
    homes: Homes
    writes: WriteRecorder
    watch: _HangWatch


@pytest.fixture(scope="session", autouse=True)
def _process(
    tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config
) -> Iterator[_Process]:
    """Keep what this process makes apart: opening a sample machine clears those left behind."""
    tmp_path_factory.getbasetemp()  # which outlives this process
    with tempfile.TemporaryDirectory(prefix="vkconfig-py-tests-") as folder:
        Path(folder).chmod(0o755)  # programs with other rights look into what lies there
        before, tempfile.tempdir = tempfile.tempdir, folder
        watch = _HangWatch(pytestconfig.stash[fault_handler_stderr_fd_key])
        yield _Process(_LastingObjects(), Homes(tmp_path_factory), WriteRecorder(), watch)
        watch.end()
        tempfile.tempdir = before


@pytest.fixture(autouse=True)
def _guards(_process: _Process) -> Iterator[_Warnings]:
    """Point HOME and XDG at a folder of this test, and fail it for what it leaves behind.

    That are changed variables, threads and children that run, writes outside temporary folders and
    the tests' own cache, and logged warnings. One fixture, for it costs more than many a test does,
    and it asks for few others: each of them, and `request` most, costs as much.
    """
    _process.watch.begin()
    _process.lasting_objects.leave_out()
    before = _environment()
    _enter_home(before, _process.homes.take())
    threads, children = set(threading.enumerate()), _children()
    _process.writes.take()
    handler = _Warnings()
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)
    stray = _process.writes.take()
    left = _left_at_last(threads, children)
    changed = _leave_home(before)
    lines = [] if handler.is_read else handler.lines
    assert not lines, "unexpected log:\n" + "\n".join(lines)
    assert not stray, f"the test wrote to {stray}"
    assert not left, f"the test left running: {left}"
    assert not changed, f"the test left variables changed: {changed}"


@pytest.fixture
def caplog(caplog: pytest.LogCaptureFixture, _guards: _Warnings) -> pytest.LogCaptureFixture:
    """Return the log to a test that looks at it itself."""
    _guards.is_read = True
    return caplog


@pytest.fixture(autouse=True)
def guards_started() -> Iterator[list[StatePaths]]:
    """Start no guard of leases in this process; note where one was asked for."""
    started: list[StatePaths] = []
    # A guard would outlive its test.
    replace(start_guard=lambda paths: started.append(paths) or "")
    yield started
    restore()


@pytest.fixture(scope="session")
def native() -> NativeBuilds:
    """Return the built driver, layer and asking program."""
    return build_native()


@pytest.fixture
def system(tmp_path: Path, native: NativeBuilds) -> SystemBuilder:
    """Return an empty machine."""
    return SystemBuilder(tmp_path / "machine", native)


def _environment() -> dict[bytes, bytes]:
    variables: dict[bytes, bytes] = os.environ._data.copy()  # as it is: each access decodes
    variables.pop(b"PYTEST_CURRENT_TEST", None)
    return variables


def _enter_home(environment: Mapping[bytes, bytes], home: Path) -> None:
    for name, folder in FOLDERS.items():
        os.environ[name] = f"{home}/{folder}" if folder else str(home)
    for name in environment:
        if name.startswith(b"VK_") or name in _UNSET:
            del os.environb[name]


def _leave_home(before: Mapping[bytes, bytes]) -> list[str]:
    """Put back what entering changed; return the names of other variables that changed."""
    for name in (*map(os.fsencode, FOLDERS), *_UNSET):
        if name in before:
            os.environb[name] = before[name]
        else:
            os.environb.pop(name, None)
    for name in before:
        if name.startswith(b"VK_"):
            os.environb[name] = before[name]
    changed = before.items() ^ _environment().items()
    return sorted({os.fsdecode(name) for name, _ in changed})


def _left_at_last(threads: set[threading.Thread], children: set[str]) -> list[str]:
    """Return the threads and children that do not end."""
    end = time.monotonic() + PATIENCE
    while (left := _left(threads, children)) and time.monotonic() < end:
        threading.Event().wait(0.01)
    return left


def _left(threads: set[threading.Thread], children: set[str]) -> list[str]:
    # Threads that Qt or C started show up as dummies and end with their pool.
    new = [
        thread.name
        for thread in threading.enumerate()
        if thread not in threads and not isinstance(thread, threading._DummyThread)
    ]
    started = _children() - children - list_servers()
    return new + [f"process {child}" for child in sorted(started)]


def _children() -> set[str]:
    """Return the process ids of our children, zombies included, and of programs of ready ones."""
    found = list_running()
    for task in os.listdir("/proc/self/task"):
        try:
            with open(f"/proc/self/task/{task}/children") as children:
                found.update(children.read().split())
        except OSError:  # that thread has just ended
            continue
    return found
