"""Runs that go on without the window that started them.

A process of vkconfig-py takes over what that window held: it reads the output, so that the programs
neither wait for a full pipe nor end at a broken one, appends it to log files, owns private folders
and notes of running runs, and at the end of each run removes them and adds it to the history. It
ends with the last run.

It inherits the descriptors when it is started and uses nothing before the window has let go, so
that a start that fails changes nothing.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO

from vkconfig_py.language.choice import choose_language
from vkconfig_py.language.sentences import current_language, tr
from vkconfig_py.loader.base.own_process import make_child_command
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.files.resources import find_resource
from vkconfig_py.model.launch.launch_processes import SupervisedProcess
from vkconfig_py.model.launch.private_folder import write_owner_mark
from vkconfig_py.model.launch.run_history import (
    PastRun,
    forget_running,
    make_ended_run,
    store_ended_run,
    write_running_note,
)
from vkconfig_py.model.launch.run_program import Launch, LaunchEnd, LaunchHandles

_READY, _OWNED = b"ready\n", b"owned\n"
_NOT_DETACHED = tr("The programs cannot keep running without this window")
NO_ANSWER = tr(
    "The programs could not be kept running without this window: the process that was to keep them "
    "does not respond."
)
LOST = tr(
    "The process that was to keep the programs running ended unexpectedly or does not respond. "
    "Their further output may be lost, and they may end when this window closes."
)
ANSWER_SECONDS = 10.0  # that each answer of that process is waited for


Keeper = subprocess.Popen[bytes]


class DetachedRun(NamedTuple):
    """A run that its window has let go.

    Attributes:
        record: as it is known when the window closes.
        note: file that says that it runs, "" for none.
    """

    handles: LaunchHandles
    record: PastRun
    note: str


class Detachment(NamedTuple):
    """What came of leaving runs to a process of their own.

    Attributes:
        is_released: the window has let them go, and cannot get them back.
        error: why it has not, or what became of them then, "" for no error.
    """

    is_released: bool
    error: str = ""


def start_keeper(launches: Sequence[Launch], state: Path) -> Keeper | str:
    """Start the process that gets launches, and wait until it is ready. Return it, or the error.

    `state`: the folder with the history.
    """
    try:
        with ExitStack() as held_resources:
            descriptors = [
                n for launch in launches for n in held_resources.enter_context(launch.hold_open())
            ]
            keeper = _start_process(state, descriptors)
    except OSError as error:
        return render_error(_NOT_DETACHED, "", error)
    assert keeper.stdout is not None
    readable_streams = select.select([keeper.stdout], [], [], ANSWER_SECONDS)[0]
    if readable_streams and os.read(keeper.stdout.fileno(), len(_READY)) == _READY:
        return keeper
    with suppress(ProcessLookupError):
        os.killpg(keeper.pid, signal.SIGKILL)
    end_keeper(keeper)
    return f"{_NOT_DETACHED}." if readable_streams else str(NO_ANSWER)


def end_keeper(keeper: Keeper) -> None:
    """Let the process end that gets no runs after all."""
    with keeper:  # without input it ends
        pass


def hand_over(keeper: Keeper, runs: Sequence[DetachedRun]) -> str:
    """Leave runs to a process that is ready, and return "" or what became of them."""
    try:
        answer, _errors = keeper.communicate(pickle.dumps(runs), ANSWER_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return str(LOST)
    return "" if answer == _OWNED else str(LOST)


def _start_process(state: Path, descriptors: Sequence[int]) -> Keeper:
    """Start the process that gets the runs, with the descriptors of all that may be left to it.

    Raises:
        OSError: it cannot be started.
    """
    return subprocess.Popen(
        make_child_command(__name__, str(state), current_language(), *map(str, descriptors)),
        cwd="/",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        pass_fds=descriptors,
        start_new_session=True,
    )


def be_child(arguments: Sequence[str]) -> None:
    """Run the process that runs are left to, in a fork. The process that was started ends at once.

    `arguments`: folder of the history, language, and the descriptors that were inherited.
    """
    if os.fork():
        os._exit(0)
    state, language, *numbers = arguments
    choose_language(find_resource("translations"), {}, language)
    sys.stdout.buffer.write(_READY)
    sys.stdout.buffer.flush()
    runs = _read_runs(sys.stdin.buffer)
    used_descriptors = {number for run in runs for number in run.handles.descriptors}
    for number in {*map(int, numbers)} - used_descriptors:
        os.close(number)  # of a run that ended before
    notes = [_own_run(Path(state), run) for run in runs]
    with suppress(OSError):  # the window may have been killed
        os.write(sys.stdout.fileno(), _OWNED)
    null_device = os.open(os.devnull, os.O_RDWR)
    os.dup2(null_device, sys.stdout.fileno())  # the window closes now
    for launch in [_go_on(Path(state), run, note) for run, note in zip(runs, notes, strict=True)]:
        launch.wait()


def _read_runs(commands: BinaryIO) -> Sequence[DetachedRun]:
    """Return the runs that the window has let go, none if it ended instead."""
    try:
        runs: Sequence[DetachedRun] = pickle.load(commands)
    except EOFError:
        return ()
    return runs


def _own_run(state: Path, run: DetachedRun) -> str:
    """Say in folder and note of a run that this process is its owner. Return the note's path."""
    if run.handles.ready.folder:
        with suppress(OSError):  # nobody removes it while its program runs
            write_owner_mark(run.handles.ready.folder)
    note = write_running_note(state, run.record, run.handles.ready.mark)
    forget_running(run.note)
    return note


def _go_on(state: Path, run: DetachedRun, note: str) -> Launch:
    """Read the output of a run until its end, and store it then."""

    def store(launch_end: LaunchEnd) -> None:
        seconds = time.time() - run.record.started
        # Nobody counts the messages of layers any more.
        store_ended_run(state, make_ended_run(run.record, launch_end, seconds, None), note)

    handles = run.handles
    return Launch(
        SupervisedProcess(handles.process),
        handles.ready,
        handles.session,
        lambda _stream, _line: None,
        store,
        handles.log,
    )
