"""See that every test named in tests/vkconfig_parity.json exists, ran and passed in a full run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from devtools.console import ROOT

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter


TESTS = ROOT / "tests" / "vkconfig_parity.json"


def read_rows() -> dict[str, list[str]]:
    """Return the tests that show each row of docs/vkconfig_parity.md, as pytest names them."""
    rows: dict[str, list[str]] = json.loads(TESTS.read_text(encoding="utf-8"))
    return rows


def list_named_tests() -> tuple[str, ...]:
    """Return every test that is named, once, without parameters."""
    return tuple(dict.fromkeys(test for tests in read_rows().values() for test in tests))


class _ResultWatch:
    """Notes how each named test went; one with parameters passes when all of them pass."""

    def __init__(self) -> None:
        self.named = list_named_tests()
        self.passed: set[str] = set()
        self.failed: set[str] = set()

    def record_result(self, report: pytest.TestReport) -> None:
        name = report.nodeid.partition("[")[0]
        if report.failed or report.skipped:
            self.failed.add(name)
        elif report.when == "call":
            self.passed.add(name)

    def find_faults(self) -> list[str]:
        done = self.passed - self.failed
        return [
            f"{test} {'did not pass' if test in self.failed else 'did not run'}"
            for test in self.named
            if test not in done
        ]

    def write(self, file: Path) -> None:
        """Write how it went, for the run that follows."""
        file.write_text(json.dumps([sorted(self.passed), sorted(self.failed)]), encoding="utf-8")

    def read(self, file: Path) -> None:
        """Take over how it went in the run before; one that ended early has told nothing."""
        if file.exists():
            passed, failed = json.loads(file.read_text(encoding="utf-8"))
            self.passed.update(passed)
            self.failed.update(failed)


_RESULT_WATCH = _ResultWatch()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options for a run in two parts."""
    parser.addoption("--named-to", metavar="FILE", help="write how the named tests went")
    parser.addoption("--named-from", metavar="FILE", help="read how those of the run before went")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note how a test went."""
    _RESULT_WATCH.record_result(report)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run if a named test is missing; a worker sees only its own tests."""
    if hasattr(session.config, "workerinput"):
        return
    if before := session.config.getoption("--named-from"):
        _RESULT_WATCH.read(Path(before))
    if file := session.config.getoption("--named-to"):
        _RESULT_WATCH.write(Path(file))
    elif _RESULT_WATCH.find_faults() and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Say what of the table was shown."""
    if terminalreporter.config.getoption("--named-to"):
        return
    faults = _RESULT_WATCH.find_faults()
    terminalreporter.section("features and defects of VkConfig")
    for fault in faults:
        terminalreporter.write_line(fault, red=True)
    shown = len(_RESULT_WATCH.named) - len(faults)
    terminalreporter.write_line(f"{shown} of {len(_RESULT_WATCH.named)} named tests ran and passed")
