"""Kills in the middle of editing: no half file, and no edit lost after a second."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.framework.amount import choose_amount
from tests.model.configuration.killed_editor import KEYS, edited
from tests.model.configuration.killing import EDITS_SINCE, KEPT_AFTER, KILLED, NOTES
from vkconfig_py.model.configuration.workspace_files import load_workspace

KILLS = choose_amount(10, long=500)
AT_ONCE = 4


def read_notes(folder: Path) -> tuple[dict[str, list[tuple[int, float]]], float]:
    """Return the edits of each configuration with their times, and when the kill came."""
    edits: dict[str, list[tuple[int, float]]] = {key: [(0, 0.0)] for key in KEYS}
    killed = 0.0
    for line in (folder / NOTES).read_text().splitlines():
        key, number, when = line.split()
        if key == KILLED:
            killed = float(when)
        else:
            edits[key].append((int(number), float(when)))
    return edits, killed


def due_edits(edits: dict[str, list[tuple[int, float]]], killed: float) -> dict[str, int]:
    """Return the newest edit of each configuration that a kill must not lose."""
    newest = max(number for one in edits.values() for number, _when in one)
    return {
        key: max(
            number
            for number, when in one
            if when < killed - KEPT_AFTER and (not number or number <= newest - EDITS_SINCE)
        )
        for key, one in edits.items()
    }


def saved_numbers(folder: Path) -> dict[str, int]:
    """Return which edit of each configuration is on the disk, whole."""
    loaded = load_workspace(folder / "configurations")
    assert loaded.problems == ()
    assert not list(folder.rglob("*.bad*"))
    saved = dict.fromkeys(KEYS, -1)
    for one in loaded.workspace.configurations:
        if one.name == "My configuration":
            continue  # nothing was saved yet
        saved[one.key] = int(one.name.removeprefix("edit "))
        assert one == edited(one.key, saved[one.key])
    return saved


@pytest.mark.long
def test_a_kill_loses_no_edit_older_than_a_second_and_leaves_no_half_file(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.model.configuration.killed_editor"]
    subprocess.run([*command, str(tmp_path), str(KILLS), str(AT_ONCE)], check=True, timeout=300)
    old = 0
    for number in range(KILLS):
        edits, killed = read_notes(tmp_path / str(number))
        saved = saved_numbers(tmp_path / str(number))
        for key, due in due_edits(edits, killed).items():
            old += due > 0
            assert not due or saved[key] >= due, (number, key)
    assert old > KILLS / 10  # many lived long enough for the promise to mean something
