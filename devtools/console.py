"""Steps that say what they do while they do it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent

# Two screens that nobody sees; Qt's own one is 800 pixels wide, less than a window.
OFFSCREEN = f"offscreen:configfile={ROOT / 'devtools' / 'screens.json'}"

# Exit codes of dev.py; a failing test or check ends with 1, a wrong command line with 2.
MISSING_PACKAGES = 3
SETUP_FAILED = 4


class SetupError(Exception):
    """Set-up cannot go on.

    Attributes:
        code: exit code of dev.py.
    """

    def __init__(self, text: str, code: int = SETUP_FAILED) -> None:
        super().__init__(text)
        self.code = code


class StepResult(NamedTuple):
    """One line of the summary, and what a step that failed had to say."""

    name: str
    passed: bool
    seconds: float
    output: str = ""


def print_now(text: str) -> None:
    """Print a line of progress at once, so that it stands before a child's output."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


@contextmanager
def announce_step(text: str) -> Iterator[None]:
    """Announce a step of the set-up, then say how long it took."""
    print_now(f"==> {text} ...")
    started = time.monotonic()
    yield
    print_now(f"    done in {time.monotonic() - started:.1f} s")


def run_step(
    name: str, command: Sequence[str], environment: Mapping[str, str] | None = None
) -> StepResult:
    """Run a check with its output shown, and say how it went."""
    print_now(f"==> {name}")
    started = time.monotonic()
    code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    seconds = time.monotonic() - started
    print_now(f"    {'passed' if code == 0 else f'FAILED (exit {code})'} in {seconds:.1f} s")
    return StepResult(name, code == 0, seconds)


def run_captured(
    name: str,
    command: Sequence[str],
    environment: Mapping[str, str],
    descriptors: Sequence[int] = (),
) -> StepResult:
    """Run a check beside others; what it says is shown by whoever shows the result."""
    started = time.monotonic()
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        pass_fds=descriptors,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    output = done.stdout if done.returncode else ""
    return StepResult(name, done.returncode == 0, time.monotonic() - started, output)


def run_quietly(command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
    """Run a command of the set-up; show its output only when it fails."""
    result = subprocess.run(
        command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True
    )
    if result.returncode:
        tail = "\n".join((result.stdout + result.stderr).strip().splitlines()[-25:])
        raise SetupError(f"{tail}\n\n'{' '.join(command[:6])} ...' failed (see above).")
