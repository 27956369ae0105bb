"""See that every test named in docs/vkconfig_parity.md exists, ran and passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from devtools.parity import base_name, named_tests, table

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter


class _Watch:
    """Notes how each named test went; one with parameters passes when all of them pass."""

    def __init__(self) -> None:
        self.named = named_tests(table())
        self.passed: set[str] = set()
        self.failed: set[str] = set()

    def note(self, report: pytest.TestReport) -> None:
        name = base_name(report.nodeid)
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


_WATCH = _Watch()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that leave out other tests."""
    parser.addoption("--only-named", action="store_true", help="run the tests of the table alone")
    parser.addoption(
        "--only-named-in",
        action="append",
        default=[],
        metavar="FOLDER",
        help="of this folder, run the tests of the table alone",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not named, if asked to."""
    folders = tuple(f"{folder}/" for folder in config.getoption("--only-named-in"))
    if config.getoption("--only-named"):
        folders = ("",)
    items[:] = [
        item
        for item in items
        if not item.nodeid.startswith(folders) or base_name(item.nodeid) in _WATCH.named
    ]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note how a test went."""
    _WATCH.note(report)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run if a named test is missing; a worker sees only its own tests."""
    whole = not hasattr(session.config, "workerinput")
    if whole and _WATCH.find_faults() and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Say what of the table was shown."""
    faults = _WATCH.find_faults()
    terminalreporter.section("features and defects of VkConfig")
    for fault in faults:
        terminalreporter.write_line(fault, red=True)
    shown = len(_WATCH.named) - len(faults)
    terminalreporter.write_line(f"{shown} of {len(_WATCH.named)} named tests ran and passed")
