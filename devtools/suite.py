"""The checks and the tests, in the order of speed."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from devtools.changed import changed_files, mirrors_of
from devtools.console import ROOT, StepResult, run_quietly, run_step, say, step
from tests.framework.amount import LONG

FAST, WITH_ALL = "--fast", "--long"

# Modules whose tests must pass on a machine that has no PySide6 at all, so they run there alone.
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
    """Run everything, a fast selection, or only pytest with the arguments given."""
    fetch_reference_loader(python)
    environment = {**os.environ, **({LONG: "1"} if WITH_ALL in arguments else {})}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # each worker and child would compile anew
    if arguments == [FAST]:
        return _fast(python, environment)
    arguments = [argument for argument in arguments if argument != WITH_ALL]
    if arguments:
        command = [str(python), "-m", "pytest", *arguments]
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    with _compiling(python, environment):
        results = _checks(python)
    with tempfile.TemporaryDirectory() as folder:
        named = Path(folder, "named.json")
        results.append(_without_qt(python, environment, named))
        command = [*_pytest(python), "-p", "devtools.plugins.parity", f"--named-from={named}"]
        command += [f"--ignore={once}" for once in WITHOUT_QT]
        return _last(command, "all other tests", results, environment)


def _fast(python: Path, environment: dict[str, str]) -> int:
    with _compiling(python, environment):
        results = _checks(python)
    whole = [f"--whole={test}" for path in changed_files() for test in mirrors_of(path)]
    command = [*_pytest(python), "-p", "devtools.plugins.fast", *whole]
    name = "tests of changed modules, and one of every other file"
    return _last(command, name, results, environment)


@contextmanager
def _compiling(python: Path, environment: dict[str, str]) -> Iterator[None]:
    """Compile the tests beside the checks, once: each worker would do it for itself."""
    if _are_compiled(ROOT / "tests"):
        yield
        return
    command = [str(python), "-m", "pytest", "--collect-only", "-q"]
    nowhere = subprocess.DEVNULL  # the runs that follow tell what is wrong
    collecting = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=nowhere, stderr=nowhere
    )
    try:
        yield
    finally:
        collecting.wait()


def _are_compiled(tests: Path) -> bool:
    """Return whether pytest compiled every file of tests since it was written."""
    for source in tests.rglob("test_*.py"):
        compiled = source.parent.glob(f"__pycache__/{source.stem}.*-pytest-*.pyc")
        if max((made.stat().st_mtime for made in compiled), default=0) < source.stat().st_mtime:
            return False
    return True


def _last(
    command: list[str], name: str, results: list[StepResult], environment: dict[str, str]
) -> int:
    # What came before is shown in the summary of the last run, above pytest's closing line.
    environment = {**environment, "VKCONFIG_PY_STEPS": json.dumps(results)}
    say(f"==> {name}")
    command = [*command, "-p", "devtools.plugins.steps"]
    code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    return code or (0 if all(result.passed for result in results) else 1)


def _pytest(python: Path) -> list[str]:
    """Return pytest on all processors.

    Tests often wait, for a screen or a child: there is one worker more than processors. Whoever
    has no more tests takes some of another's, and the longest tests come first.
    """
    on_linux = hasattr(os, "sched_getaffinity")
    processors = len(os.sched_getaffinity(0)) if on_linux else os.cpu_count() or 1
    parallel = ["-n", str(processors + 1), "--dist", "worksteal"]
    parallel += ["-p", "devtools.plugins.long_first"]
    return [str(python), "-m", "pytest", *parallel]


def _checks(python: Path) -> list[StepResult]:
    tool = [str(python), "-m"]
    return [
        run_step("ruff check", [*tool, "ruff", "check", "."]),
        run_step("ruff format", [*tool, "ruff", "format", "--check", "."]),
        run_step("import-linter", [str(python.with_name("lint-imports")), "--no-logo"]),
        run_step("mypy", [*tool, "mypy"]),
        run_step("lengths of modules", [*tool, "devtools.lengths"]),
    ]


def _without_qt(python: Path, environment: dict[str, str], named: Path) -> StepResult:
    present = [path for path in WITHOUT_QT if (ROOT / path).exists()]
    options = ["-p", "devtools.plugins.without_qt", "-p", "no:pytest-qt", "-q"]
    options += ["-p", "devtools.plugins.parity", f"--named-to={named}"]
    command = [*_pytest(python), *options, *present]
    return run_step("engine and command line without PySide6", command, environment)
