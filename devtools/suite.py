"""The checks and the tests, all at once."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from devtools.changed import find_mirrored_tests, list_changed_files
from devtools.console import (
    ROOT,
    StepResult,
    announce_step,
    print_now,
    run_captured,
    run_quietly,
    run_step,
)
from devtools.slots import Slots, make_slots
from tests.framework.amount import LONG_VARIABLE

FAST_OPTION, LONG_OPTION = "--fast", "--long"

# Modules whose tests must pass on a machine that has no PySide6 at all, so they run there alone.
WITHOUT_QT = (
    "tests/loader",
    "tests/cli",
    "tests/machines/android",
    "tests/machines/fuchsia",
    "tests/machines/commands",
    "tests/fleet/commands",
)

# Tests that mostly wait for a screen.
WAITING_TESTS = "tests/e2e"

Environment = dict[str, str]
Step = tuple[str, list[str]]  # how it is called, and its command


def run_checks(python: Path, *, fix: bool = False) -> int:
    """Run the static checks; return the exit code."""
    if fix:
        subprocess.run([python, "-m", "ruff", "check", "--fix", "-q", "."], cwd=ROOT, check=False)
        subprocess.run([python, "-m", "ruff", "format", "-q", "."], cwd=ROOT, check=False)
    results = [run_step(name, command) for name, command in _list_checks(python)]
    failed = [result.name for result in results if not result.passed]
    print_now(f"FAILED: {', '.join(failed)}" if failed else "All checks passed.")
    return 1 if failed else 0


def fetch_packages(python: Path) -> None:
    """Get what is not in the cache: a second loader, drivers and layers that nobody installs."""
    with announce_step("Looking for files of chromium-common and gfxreconstruct"):
        run_quietly([str(python), "-m", "tests.framework.debian_packages"])


def run_tests(python: Path, arguments: list[str]) -> int:
    """Run everything, a fast selection, or only pytest with the arguments given."""
    fetch_packages(python)
    environment = {**os.environ, **({LONG_VARIABLE: "1"} if LONG_OPTION in arguments else {})}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # each child would compile anew
    selection = [argument for argument in arguments if argument != LONG_OPTION]
    if selection and arguments != [FAST_OPTION]:
        command = [str(python), "-m", "pytest", *selection]
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    slots = make_slots(_count_processors() + 1)
    with tempfile.TemporaryDirectory() as folder:
        beside = _list_checks(python)
        if arguments == [FAST_OPTION]:
            last = _list_fast_arguments(python, slots)
        else:
            last, without_qt = _split_full_run(python, slots, Path(folder, "named.json"))
            beside.append(without_qt)
        return _run_all(last, beside, environment, slots, Path(folder, "steps.json"))


def _list_fast_arguments(python: Path, slots: Slots) -> list[str]:
    whole = [
        f"--whole={test}" for path in list_changed_files() for test in find_mirrored_tests(path)
    ]
    return [*_make_pytest_command(python, slots), "-p", "devtools.plugins.fast", *whole]


def _split_full_run(python: Path, slots: Slots, named: Path) -> tuple[list[str], Step]:
    """Return the run of most tests, and the one without PySide6 beside it."""
    present = [path for path in WITHOUT_QT if (ROOT / path).exists()]
    without = [
        *_make_pytest_command(python, slots),
        "-p",
        "devtools.plugins.without_qt",
        "-p",
        "no:pytest-qt",
    ]
    without += ["-q", "-p", "devtools.plugins.parity", f"--named-to={named}", *present]
    last = [
        *_make_pytest_command(python, slots),
        "-p",
        "devtools.plugins.parity",
        f"--named-from={named}",
    ]
    last += [f"--ignore={once}" for once in WITHOUT_QT]
    return last, ("engine and command line without PySide6", without)


def _run_all(
    last: list[str], beside: Sequence[Step], environment: Environment, slots: Slots, told: Path
) -> int:
    """Run pytest with the steps beside it; its summary ends with what became of them."""
    print_now(f"==> tests; beside them {', '.join(name for name, _ in beside)}")
    end, ended = os.pipe()  # which is read to its end once all steps have ended
    with ThreadPoolExecutor(len(beside) + 1) as pool:
        steps = [pool.submit(_run_beside, step, environment, slots) for step in beside]
        pool.submit(_write_results, steps, told, ended)
        command = [*last, "-p", "devtools.plugins.steps", f"--steps={told}", f"--steps-end={end}"]
        code = subprocess.run(
            command, cwd=ROOT, env=environment, pass_fds=(*slots, end), check=False
        ).returncode
    os.close(end)
    return code or (0 if all(step.result().passed for step in steps) else 1)


def _run_beside(step: Step, environment: Environment, slots: Slots) -> StepResult:
    name, command = step
    if "pytest" in command:  # its tests take slots themselves
        return run_captured(name, command, environment, slots)
    with slots.hold_slot():
        return run_captured(name, command, environment)


def _write_results(steps: Sequence[Future[StepResult]], told: Path, ended: int) -> None:
    """Write the results, and say by closing the pipe that they are there."""
    try:
        told.write_text(json.dumps([step.result() for step in steps]), encoding="utf-8")
    finally:
        os.close(ended)


def _count_processors() -> int:
    on_linux = hasattr(os, "sched_getaffinity")
    return len(os.sched_getaffinity(0)) if on_linux else os.cpu_count() or 1


def _make_pytest_command(python: Path, slots: Slots) -> list[str]:
    """Return pytest on all processors; what else runs at once has the same slots.

    Tests often wait, for a child or a disk: there is one slot more than processors. Tests that
    mostly wait have workers of their own.
    """
    workers = str(_count_processors() + 1)
    forks = [
        "-p",
        "devtools.plugins.forks",
        "--forks",
        workers,
        f"--slots={slots.read_end},{slots.write_end}",
    ]
    return [
        str(python),
        "-m",
        "pytest",
        *forks,
        f"--waiting={WAITING_TESTS}",
        "--waiting-forks",
        workers,
    ]


def _list_checks(python: Path) -> list[Step]:
    tool = [str(python), "-m"]
    return [
        ("ruff check", [*tool, "ruff", "check", "."]),
        ("ruff format", [*tool, "ruff", "format", "--check", "."]),
        ("import-linter", [str(python.with_name("lint-imports")), "--no-logo"]),
        ("mypy", [*tool, "mypy"]),
        ("lengths of modules", [*tool, "devtools.lengths"]),
        ("displayed text in logic", [*tool, "devtools.text_logic"]),
    ]
