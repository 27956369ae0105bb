"""Runs that go on are known to others, until they end or their owner is gone."""

from __future__ import annotations

import json
from pathlib import Path

from vkconfig_py.model.comparison.sides import ComparedValue, compare_runs
from vkconfig_py.model.launch.run_history import (
    RUNNING_FOLDER,
    RUNS_FOLDER,
    PastRun,
    forget_running,
    merge_runs,
    read_running,
    render_run,
    store_ended_run,
    store_run,
    write_running_note,
)

RUN = PastRun(1.0, "/usr/bin/vkcube", (), "", "Validation", "", 0.0)
ENDED = RUN._replace(ended="exit 0", seconds=2.0)


def files(folder: Path) -> list[Path]:
    return sorted((folder / RUNS_FOLDER / RUNNING_FOLDER).iterdir())


def test_a_run_is_read_as_running_until_it_is_remembered_as_ended(tmp_path: Path) -> None:
    note = write_running_note(tmp_path, RUN, "mark")
    (one,) = read_running(tmp_path)
    assert one == RUN._replace(seconds=one.seconds)
    assert one.seconds > 0
    assert store_ended_run(tmp_path, ENDED, note) == ""
    assert files(tmp_path) == []
    assert merge_runs(tmp_path) == (ENDED,)


def test_what_runs_comes_before_what_ended_and_is_told_once(tmp_path: Path) -> None:
    store_run(tmp_path, ENDED._replace(started=9.0))
    write_running_note(tmp_path, RUN, "mark")
    live = RUN._replace(chain=("VK_LAYER_a",), is_seen=True)
    assert merge_runs(tmp_path, [live]) == (live, ENDED._replace(started=9.0))


def test_a_note_of_a_killed_process_is_no_run_and_goes_with_the_next_note(tmp_path: Path) -> None:
    path = Path(write_running_note(tmp_path, RUN, "mark"))
    document = json.loads(path.read_text())
    path.write_text(json.dumps({**document, "owner": "1 1"}))
    (path.parent / "foreign.json").write_text(json.dumps({**document, "owner": "somebody"}))
    assert read_running(tmp_path) == ()
    assert path in files(tmp_path)  # who only reads changes nothing
    new = Path(write_running_note(tmp_path, RUN, "mark"))
    assert files(tmp_path) == sorted([new, path.parent / "foreign.json"])
    forget_running(str(new))
    forget_running(str(new))


def test_where_nothing_can_be_written_a_run_is_not_known_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / RUNS_FOLDER).write_bytes(b"")
    assert write_running_note(tmp_path, RUN, "mark") == ""
    assert "could not be added to the history" in store_ended_run(tmp_path, ENDED)


def test_a_run_that_goes_on_is_told_and_compared(tmp_path: Path) -> None:
    assert render_run(RUN._replace(seconds=75.0)).endswith("running for 1:15 min")
    assert compare_runs(RUN, ENDED) == (
        ComparedValue("", "Outcome", "still running", "exit 0"),
        ComparedValue("", "Duration", "0.0 s", "2.0 s"),
    )
