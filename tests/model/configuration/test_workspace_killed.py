"""Kills while configurations come and go: none is lost, half, old or there twice."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.framework.amount import choose_amount
from tests.model.configuration.killed_keeper import CONFIGURATIONS, SHIPPED, seen
from tests.model.configuration.killing import EDITS_SINCE, KEPT_AFTER, KILLED, NOTES
from vkconfig_py.model.configuration.workspace_files import ORDER_FILE, load_workspace

KILLS = choose_amount(10, long=200)
AT_ONCE = 4


def read_notes(folder: Path) -> list[dict[str, Any]]:
    """Return what may be on the disk: the newest edit that must be kept, and all that followed."""
    lines = [line.rsplit(" ", 2) for line in (folder / NOTES).read_text().splitlines()]
    edits = [(json.loads(state), float(when)) for state, _, when in lines if state != KILLED]
    killed = next(float(when) for state, _, when in lines if state == KILLED)
    old = [
        number
        for number, (_state, when) in enumerate(edits)
        if when < killed - KEPT_AFTER and number < len(edits) - EDITS_SINCE
    ]
    return [state for state, _when in edits[old[-1] if old else 0 :]]


def check(folder: Path, states: list[dict[str, Any]]) -> None:
    """Compare a folder with the states that it may show; files are saved one after the other."""
    loaded = load_workspace(folder, SHIPPED)
    assert loaded.problems == ()
    assert not list(folder.rglob("*.bad*"))
    found = seen(loaded.workspace)
    assert max(Counter(found["order"]).values()) == 1
    for key in {key for state in (found, *states) for key in state["configurations"]}:
        held = found["configurations"].get(key)
        assert held in [state["configurations"].get(key) for state in states], key
    assert found["collection"] in [state["collection"] for state in states]
    if (folder / ORDER_FILE).exists():
        order = json.loads((folder / ORDER_FILE).read_bytes())
        noted = [(state["order"], state["put_away"]) for state in states]
        assert (order["order"], order["put_away"]) in noted


@pytest.mark.long
def test_a_kill_loses_no_configuration_and_no_place_and_doubles_none(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.model.configuration.killed_keeper"]
    subprocess.run([*command, str(tmp_path), str(KILLS), str(AT_ONCE)], check=True, timeout=300)
    old = 0
    for number in range(KILLS):
        folder = tmp_path / str(number)
        states = read_notes(folder)
        if len(states[0]["configurations"]) > 3:
            old += 1
            assert (folder / CONFIGURATIONS / ORDER_FILE).exists()
        check(folder / CONFIGURATIONS, states)
    assert old > KILLS / 10  # many lived long enough for the promise to mean something
