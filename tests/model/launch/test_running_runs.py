"""Runs that go on are known to others, until they end or their owner is gone."""

from __future__ import annotations

import json
from pathlib import Path

from vkconfig_py.model.comparison.sides import compare_runs
from vkconfig_py.model.comparison.table import ComparedValue
from vkconfig_py.model.launch.run_history import (
    FOLDER,
    RUNNING,
    PastRun,
    all_runs,
    forget_running,
    note_running,
    read_running,
    remember,
    remember_end,
    run_text,
)

RUN = PastRun(1.0, "/usr/bin/vkcube", (), "", "Validation", "", 0.0)
ENDED = RUN._replace(ended="exit 0", seconds=2.0)


def files(folder: Path) -> list[Path]:
    return sorted((folder / FOLDER / RUNNING).iterdir())


def test_a_run_is_read_as_running_until_it_is_remembered_as_ended(tmp_path: Path) -> None:
    note = note_running(tmp_path, RUN, "mark")
    (one,) = read_running(tmp_path)
    assert one == RUN._replace(seconds=one.seconds)
    assert one.seconds > 0
    assert remember_end(tmp_path, ENDED, note) == ""
    assert files(tmp_path) == []
    assert all_runs(tmp_path) == (ENDED,)


def test_what_runs_comes_before_what_ended_and_is_told_once(tmp_path: Path) -> None:
    remember(tmp_path, ENDED._replace(started=9.0))
    note_running(tmp_path, RUN, "mark")
    live = RUN._replace(chain=("VK_LAYER_a",), is_seen=True)
    assert all_runs(tmp_path, [live]) == (live, ENDED._replace(started=9.0))


def test_a_note_of_a_killed_process_is_no_run_and_goes_with_the_next_note(tmp_path: Path) -> None:
    path = Path(note_running(tmp_path, RUN, "mark"))
    document = json.loads(path.read_text())
    path.write_text(json.dumps({**document, "owner": "1 1"}))
    (path.parent / "foreign.json").write_text(json.dumps({**document, "owner": "somebody"}))
    assert read_running(tmp_path) == ()
    assert path in files(tmp_path)  # who only reads changes nothing
    new = Path(note_running(tmp_path, RUN, "mark"))
    assert files(tmp_path) == sorted([new, path.parent / "foreign.json"])
    forget_running(str(new))
    forget_running(str(new))


def test_where_nothing_can_be_written_a_run_is_not_known_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_bytes(b"")
    assert note_running(tmp_path, RUN, "mark") == ""
    assert "not in the list of runs" in remember_end(tmp_path, ENDED)


def test_a_run_that_goes_on_is_told_and_compared(tmp_path: Path) -> None:
    assert run_text(RUN._replace(seconds=75.0)).endswith("running for 1:15 min")
    assert compare_runs(RUN, ENDED) == (
        ComparedValue("", "End", "still running", "exit 0"),
        ComparedValue("", "Time", "0.0 s", "2.0 s"),
    )
