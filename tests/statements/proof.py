"""Show that each test fails when the rule that it names is replaced; one child per module."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import NamedTuple

from devtools.console import ROOT
from tests.framework.ready_python import run_python
from tests.statements.registry import Shown, groups, shown_in
from tests.statements.replacing import find_rule, replaced, stand_ins

AS_IT_IS = "itself"
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
    command = ("-m", "tests.statements", "--group", group)
    try:
        done = run_python(*command, ready=("vkconfig_py.loader",), folder=ROOT, timeout=_PATIENCE)
    except subprocess.TimeoutExpired as late:
        raise RuntimeError(f"{group} hangs") from late
    if done.returncode:
        raise RuntimeError(f"{group}: exit {done.returncode}\n{done.stderr.decode()}")
    return [Trial(*json.loads(line)) for line in done.stdout.splitlines()]
