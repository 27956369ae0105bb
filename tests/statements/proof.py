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
_TRIED_EVERY = 2


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


def try_group(group: str, *, one: bool = False) -> None:
    """Run the tests of one module with and without their rules; write a line for each run.

    Args:
        one: of each second test alone, with one of what may stand in for its rule, another one
            for the next test. That tests pass with their rules is then left to pytest, but for
            the first.
    """
    for at, shown in enumerate([*shown_in(group)][:: _TRIED_EVERY if one else 1]):
        rule = find_rule(shown.rule)
        if not one or not at:
            _write(shown, AS_IT_IS, _failure(shown))
        tried = [*stand_ins(rule)]
        for name, stand_in in [tried[at % len(tried)]] if one else tried:
            with replaced(rule, stand_in):
                failure = _failure(shown)
            _write(shown, name, failure)


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


def prove(*, one: bool = False) -> tuple[Trial, ...]:
    """Run all trials, or one of each second test."""
    return tuple(trial for group in groups() for trial in _prove_group(group, one))


def _prove_group(group: str, one: bool) -> list[Trial]:
    command = ("-m", "tests.statements", "--group", group, *(["--one"] if one else []))
    try:
        done = run_python(*command, ready=("vkconfig_py.loader",), folder=ROOT, timeout=_PATIENCE)
    except subprocess.TimeoutExpired as late:
        raise RuntimeError(f"{group} hangs") from late
    if done.returncode:
        raise RuntimeError(f"{group}: exit {done.returncode}\n{done.stderr.decode()}")
    return [Trial(*json.loads(line)) for line in done.stdout.splitlines()]
