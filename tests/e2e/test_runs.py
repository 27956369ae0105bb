"""Launches with a log file: each run is written, remembered, and compared with the one before."""

from __future__ import annotations

from tests.e2e.session import VALIDATION, Session
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, Target


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
