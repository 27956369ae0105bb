"""The checks and the tests, in the order of speed."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from devtools.console import ROOT, StepResult, run_quietly, run_step, say, step

# A file's tests stay together; there is one worker for each processor. In the order of their names:
# pytest-xdist would keep files of few tests for the end, and some of these are the longest of all.
PARALLEL = ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")

# Modules whose tests must pass on a machine that has no PySide6 at all.
WITHOUT_QT = ("tests/loader", "tests/cli")


def check(python: Path, *, fix: bool = False) -> int:
    """Run the static checks; return the exit code."""
    if fix:
        subprocess.run([python, "-m", "ruff", "check", "--fix", "-q", "."], cwd=ROOT, check=False)
        subprocess.run([python, "-m", "ruff", "format", "-q", "."], cwd=ROOT, check=False)
    results = _checks(python)
    failed = [result.name for result in results if not result.passed]
    say(f"FAILED: {', '.join(failed)}" if failed else "All checks passed.")
    return 1 if failed else 0


def fetch_reference_loader(python: Path) -> None:
    """Get what of chromium-common is not in the cache: a loader, drivers, a layer."""
    with step("Looking for the second reference loader (chromium-common)"):
        run_quietly([str(python), "-m", "tests.framework.chromium"])


def run(python: Path, arguments: list[str]) -> int:
    """Run everything, or only pytest with the arguments given."""
    fetch_reference_loader(python)
    if arguments:
        command = [str(python), "-m", "pytest", *arguments]
        return subprocess.run(command, cwd=ROOT, check=False).returncode
    results = _checks(python)
    results.append(_without_qt(python))
    # What came before is shown in the summary of the last run, above pytest's closing line.
    environment = {**os.environ, "VKCONFIG_PY_STEPS": json.dumps(results)}
    command = [str(python), "-m", "pytest", *PARALLEL]
    command += ["-p", "devtools.plugins.steps", "-p", "devtools.plugins.parity"]
    say("==> all tests")
    code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    return code or (0 if all(result.passed for result in results) else 1)


def _checks(python: Path) -> list[StepResult]:
    tool = [str(python), "-m"]
    return [
        run_step("ruff check", [*tool, "ruff", "check", "."]),
        run_step("ruff format", [*tool, "ruff", "format", "--check", "."]),
        run_step("import-linter", [str(python.with_name("lint-imports")), "--no-logo"]),
        run_step("mypy", [*tool, "mypy"]),
        run_step("lengths of modules", [*tool, "devtools.lengths"]),
    ]


def _without_qt(python: Path) -> StepResult:
    present = [path for path in WITHOUT_QT if (ROOT / path).exists()]
    command = [
        str(python),
        "-m",
        "pytest",
        "-p",
        "devtools.plugins.without_qt",
        "-p",
        "no:pytest-qt",
        "-q",
        *PARALLEL,
    ]
    return run_step("engine and command line without PySide6", [*command, *present])
