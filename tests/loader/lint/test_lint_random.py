"""The lint on machines that nobody designed: no exception, known codes, remedies that work."""

from __future__ import annotations

import pytest

from tests.framework.amount import choose_amount
from tests.loader.random_machines import random_question
from vkconfig_py.loader.api.advice import apply_remedy
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.verdicts import (
    InstallLibrary,
    NoRemedy,
    Remedy,
    RemoveFile,
    Severity,
    Together,
)
from vkconfig_py.loader.lint.lint_context import REFUSAL_CODES, ProblemCode
from vkconfig_py.loader.lint.linter import lint

MACHINES = choose_amount(50, long=200)
CODES = {*map(str, ProblemCode), *map(str, REFUSAL_CODES)}


def steps(remedy: Remedy) -> list[Remedy]:
    """Return the single steps of a remedy."""
    if isinstance(remedy, Together):
        return [inner for step in remedy.steps for inner in steps(step)]
    return [remedy]


@pytest.mark.parametrize("seed", range(MACHINES))
def test_random_machine(seed: int):
    question = random_question(seed)
    report = discover(question.host, question.application, question.profile)
    found = lint(report)
    used = {layer.file for layer in report.found_layers if layer.position >= 0}
    used |= {driver.file for driver in report.drivers if driver.verdict.outcome == "loads"}
    ranks = [list(Severity).index(problem.severity) for problem in found]
    assert ranks == sorted(ranks)
    assert len(set(found)) == len(found)
    for problem in found:
        assert problem.code in CODES
        assert problem.title
        assert problem.consequence.endswith((".", "?", "…")), problem
        for remedy in (problem.remedy, *problem.other_remedies):
            if isinstance(remedy, NoRemedy | InstallLibrary):
                continue
            assert all(not isinstance(step, InstallLibrary) for step in steps(remedy)), problem
            situation = (question.host, question.application, question.profile)
            assert apply_remedy(remedy, *situation) is not None, problem
            # What programs use is never moved aside. The other manifest of a driver that is there
            # twice gives programs the same devices.
            if isinstance(remedy, RemoveFile) and problem.code != "driver-twice":
                assert report.create_result != "VK_SUCCESS" or remedy.file not in used, problem
