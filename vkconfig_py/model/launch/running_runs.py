"""Records of runs that go on: a small file each, so that other windows and commands see them too.

The file goes with the run. One that a killed process left behind is told by its owner, which no
longer runs; it is removed by the next run, since whoever only reads changes nothing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import (
    make_folder,
    read_document,
    remove_file,
    write_file,
)
from vkconfig_py.model.configuration.configuration import new_key
from vkconfig_py.model.configuration.own_documents import render_json
from vkconfig_py.model.files.atomic_files import error_sentence
from vkconfig_py.model.launch.launch_processes import Ending
from vkconfig_py.model.launch.private_folder import is_gone, own_mark
from vkconfig_py.model.launch.run_history import (
    CODEC,
    FOLDER,
    FORMAT,
    PastRun,
    read_runs,
    remember,
)

RUNNING = "running"
_NO_PROCESS = -1
_INTERVAL = 0.05  # seconds between two looks at what still runs


class _Running(NamedTuple):
    """A run and the process that runs it, as `own_mark` says.

    Attributes:
        mark: by which the processes of the run are recognized.
    """

    owner: str
    run: PastRun
    mark: str = ""


def note_running(folder: Path, run: PastRun, mark: str) -> str:
    """Write that a run goes on; return the path of its file, "" where that cannot be written."""
    place = folder / FOLDER / RUNNING
    path = place / f"{os.getpid()}-{new_key()}.json"
    document = {"format": FORMAT, **CODEC.encode(_Running(own_mark(), run, mark))}
    try:
        make_folder(str(place))
        for left in [path for path, _found, is_left in _files(place) if is_left]:
            remove_file(str(left))
        write_file(str(path), render_json(document))
    except OSError:  # its end, which matters more, is told with the error
        return ""
    return str(path)


def forget_running(path: str) -> None:
    """Remove the file of a run that is over."""
    if path:
        try:
            remove_file(path)
        except OSError:  # then it is known to be over by its owner
            return


def remember_end(folder: Path, run: PastRun, note: str = "") -> str:
    """Remember a run that ended, in place of the note that it goes on; the error, or ""."""
    try:
        remember(folder, run)
    except OSError as error:
        return error_sentence(tr("This run is not in the list of runs"), "", error)
    finally:
        forget_running(note)
    return ""


def read_running(folder: Path, *, without: str = "") -> tuple[PastRun, ...]:
    """The runs that go on by now, the latest first; `without` those of an owner."""
    now = time.time()
    found = [
        one.run._replace(seconds=max(0.0, now - one.run.started))
        for _path, one, is_left in _files(folder / FOLDER / RUNNING)
        if one.owner != without and not is_left
    ]
    return tuple(sorted(found, key=lambda run: run.started, reverse=True))


def all_runs(folder: Path, own: Iterable[PastRun] = ()) -> tuple[PastRun, ...]:
    """What runs, then what ended, the latest first; `own` are the running ones of this process."""
    running = [*own, *read_running(folder, without=own_mark())]
    running.sort(key=lambda run: run.started, reverse=True)
    return (*running, *read_runs(folder))


def stop_run(folder: Path, run: PastRun) -> int | None:
    """End all processes of a run that goes on, whoever started it, and wait for that.

    Returns how many could not be ended; None if the run is over already.
    """
    mark = next(
        (
            one.mark
            for _path, one, is_left in _files(folder / FOLDER / RUNNING)
            if not is_left and one.run == run._replace(seconds=one.run.seconds)
        ),
        "",
    )
    if not mark:
        return None
    ending = Ending(_NO_PROCESS, mark, time.monotonic())
    while True:
        ending.press(time.monotonic())
        if ending.over:
            return ending.survivors
        time.sleep(_INTERVAL)


def _files(place: Path) -> Iterator[tuple[Path, _Running, bool]]:
    """Each file with its record, and whether a process left it behind."""
    for path in sorted(place.glob("*.json")):
        try:
            document = read_document(str(path), FORMAT)
            document.pop("format", None)
            found: _Running = CODEC.members(_Running, document)
            is_left = is_gone(found.owner)
        except (OSError, ValueError):  # not ours
            continue
        yield path, found, is_left
