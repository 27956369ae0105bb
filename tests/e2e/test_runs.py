"""Runs in log files and in the history, also those that go on without their window."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.e2e.session import VALIDATION, Session
from tests.framework.patience import PATIENCE, wait_for
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, Target
from vkconfig_py.model.files.paths import LAUNCH_PREFIX


def test_two_launches_write_two_files_and_are_compared(plain: Session) -> None:
    program = plain.program("game")
    pattern = f"{program.parent}/logs/{{program}}-{{n}}.log"
    target = Target(str(program), ("--summary",), log_file=pattern)
    configuration = Configuration(key="d", name="Debugging", target=target)
    plain.save(configuration.with_control(VALIDATION, LayerControl.ON))
    logs = program.parent / "logs"
    with plain.window() as window:
        window.wait("the chain", lambda s: VALIDATION in s["chain"])
        for number in (1, 2):
            plain.desktop.keys("F5")
            file = logs / f"game-{number}.log"
            window.wait("the end", lambda s, f=file: ended_with(s, str(f)))
            assert "Vulkan Instance Version" in file.read_text()
        window.press("Runs")
        state = window.wait("the runs", lambda s: s["title"] == "Runs")
        assert state["undo"] == ""
        plain.desktop.keys("Escape")
        window.wait("the window", lambda s: s["title"] != "Runs")


def ended_with(state, path):
    log = state["log"]
    return any(path in line for line in log) and any("Exited with code" in line for line in log)


def ask(session: Session, *words: str) -> dict[str, Any]:
    """Return what a command answers as JSON."""
    done = subprocess.run(
        [sys.executable, "-m", "vkconfig_py", *words, "--json"],
        env=session.environment(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def find_folders(session: Session) -> list[Path]:
    """Return the private folders of launches."""
    return [*(session.folder / "run" / "vkconfig-py").glob(f"{LAUNCH_PREFIX}*")]


def test_a_program_keeps_running_without_its_window(plain: Session) -> None:
    log = plain.home / "cube.log"
    target = Target("/usr/bin/vkcube", ("--c", "1000000"), log_file=str(log))
    configuration = Configuration(key="d", name="Debugging", target=target)
    plain.save(configuration.with_control(VALIDATION, LayerControl.ON))
    with plain.window() as window:
        window.wait("the chain", lambda s: VALIDATION in s["chain"])
        plain.desktop.keys("F5")
        window.wait("its check", lambda s: any("matches the prediction" in one for one in s["log"]))
        (folder,) = find_folders(plain)
        files = sorted(folder.rglob("*"))
        window.trigger("quit")
        window.press("Close and keep running")
        assert window.process.wait(timeout=PATIENCE) == 0
    (run,) = ask(plain, "history", "runs")["runs"]
    assert (run["program"], run["running"], run["is_seen"]) == ("/usr/bin/vkcube", True, True)
    (process,) = ask(plain, "ps")["processes"]
    assert process["agreement"] == "as-predicted", process
    assert VALIDATION in [part["name"] for part in process["parts"] if part["loaded"]]
    with plain.window() as window:  # it does not ask about what another one has started
        plain.desktop.keys("F5")
        window.wait("the second", lambda s: [one[1] for one in s["runs"]] == ["running"])
        assert sorted(folder.rglob("*")) == files
        window.press("Stop")
        window.wait("its end", lambda s: [one[1] for one in s["runs"]] == ["ended"])
    assert sorted(folder.rglob("*")) == files
    assert ask(plain, "history", "runs", "--stop", "all")["runs"]
    wait_for(lambda: not find_folders(plain), "the end of the folder")
    runs = ask(plain, "history", "runs")["runs"]
    assert [one["running"] for one in runs] == [False, False]
    assert log.read_text().rstrip().endswith("terminated by SIGTERM")
