"""Show that each test fails when the rule that it names is replaced; one child per module."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.statements.registry import Shown, groups, shown_in
from tests.statements.replacing import find_rule, replaced, stand_ins

AS_IT_IS = "itself"
_ROOT = Path(__file__).parents[2]
_PATIENCE = 120.0


class Trial(NamedTuple):
    """One run of one test.

    Attributes:
        stand_in: what the rule was replaced by, AS_IT_IS if it was not.
        failure: how the test failed, or "".
    """

    number: int
    test: str
    rule: str
    stand_in: str
    failure: str

    @property
    def is_right(self) -> bool:
        """Return whether the test passes with the rule, or fails without it."""
        return (self.stand_in == AS_IT_IS) == (not self.failure)


def try_group(group: str) -> None:
    """Run the tests of one module with and without their rules; write a line for each run."""
    for shown in list(shown_in(group)):
        rule = find_rule(shown.rule)
        _tell(shown, AS_IT_IS)
        for name, stand_in in stand_ins(rule):
            with replaced(rule, stand_in):
                failure = _failure(shown)
            _write(shown, name, failure)


def _tell(shown: Shown, name: str) -> None:
    _write(shown, name, _failure(shown))


def _failure(shown: Shown) -> str:
    try:
        shown.run()
    except Exception as error:  # noqa: BLE001 - however the test fails, it noticed
        return f"{type(error).__name__}: {error}"[:200]
    return ""


def _write(shown: Shown, name: str, failure: str) -> None:
    trial = Trial(shown.number, shown.name, shown.rule, name, failure)
    sys.stdout.write(f"{json.dumps(trial)}\n")
    sys.stdout.flush()


def prove() -> tuple[Trial, ...]:
    """Run all trials."""
    return tuple(trial for group in groups() for trial in _prove_group(group))


def _prove_group(group: str) -> list[Trial]:
    command = [sys.executable, "-m", "tests.statements", "--group", group]
    try:
        done = subprocess.run(
            command, cwd=_ROOT, capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except subprocess.TimeoutExpired as late:
        lines = (late.stdout or b"").decode().splitlines()
        raise RuntimeError(f"{group} hangs after {lines[-1:]}") from late
    if done.returncode:
        raise RuntimeError(f"{group}: exit {done.returncode}\n{done.stderr}")
    return [Trial(*json.loads(line)) for line in done.stdout.splitlines()]
