"""Show what ran beside the tests above pytest's closing line."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that say where the results are told."""
    parser.addoption("--steps", metavar="FILE", help="results of the steps beside these tests")
    parser.addoption("--steps-end", type=int, metavar="FD", help="at its end when they are there")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Wait for the steps: others read what they left."""
    while os.read(session.config.getoption("--steps-end"), 1):
        pass


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Write what failed, then one line for each step."""
    told = Path(terminalreporter.config.getoption("--steps"))
    steps = json.loads(told.read_text(encoding="utf-8")) if told.exists() else []
    for name, passed, _, output in steps:
        if not passed:
            terminalreporter.section(name)
            terminalreporter.write_line(output)
    terminalreporter.section("steps beside these tests")
    for name, passed, seconds, _ in steps:
        word = "passed" if passed else "FAILED"
        terminalreporter.write_line(f"{word:8}{seconds:7.1f} s  {name}", red=not passed)
