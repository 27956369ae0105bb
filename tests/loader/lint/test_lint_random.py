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
from vkconfig_py.loader.lint.lint_context import REFUSALS, Code
from vkconfig_py.loader.lint.linter import lint

MACHINES = choose_amount(80, long=200)
CODES = {*map(str, Code), *map(str, REFUSALS)}


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


def test_what_programs_use_is_never_moved_aside():
    for seed in range(MACHINES):
        question = random_question(seed)
        report = discover(question.host, question.application, question.profile)
        used = {layer.file for layer in report.found_layers if layer.position >= 0}
        used |= {driver.file for driver in report.drivers if driver.verdict.outcome == "loads"}
        for problem in lint(report):
            if problem.code == "driver-twice":
                continue  # the other manifest gives programs the same devices
            for remedy in (problem.remedy, *problem.other_remedies):
                if isinstance(remedy, RemoveFile) and report.create_result == "VK_SUCCESS":
                    assert remedy.file not in used, (seed, problem)
