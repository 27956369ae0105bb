"""What the lint offers really helps: with a remedy carried out its problem is gone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.framework.amount import take_share
from tests.loader.lint.lint_machines import MACHINES, Case
from tests.loader.machine import Machine
from vkconfig_py.loader.api.advice import apply_remedy, report_with_remedy
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.base.verdicts import NoRemedy, Outcome, Problem, Remedy
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.lint.linter import find_refusals, lint
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.machines.open_machine import open_machine
from vkconfig_py.model.files import resources
from vkconfig_py.model.problems.actionable import RemedyTrial
from vkconfig_py.model.session.sample_machine import open_demo_machine

CASES = [(str(code), case) for code, case in MACHINES.items() if isinstance(case, Case)]


def told(host: Host, loaders: tuple[LoaderProfile, ...], code: str) -> list[Problem]:
    report = discover(host, profile=loaders[0])
    return [problem for problem in lint(report, loaders=loaders) if problem.code == code]


def remedies(problem: Problem) -> list[Remedy]:
    return [r for r in (problem.remedy, *problem.other_remedies) if not isinstance(r, NoRemedy)]


def sample_reports() -> Iterator[LoaderReport]:
    """Yield the sample machines, and those of each code that are no folders."""
    demo = open_demo_machine(resources.find_resource("demo"))
    try:
        yield discover(demo.host, profile=demo.profile)
    finally:
        demo.close()
    for name in ("windows", "macos"):
        yield open_machine(str(resources.find_resource("demo") / name)).report
    for _code, case in take_share(CASES, 2):
        machine = Machine().driver()
        case.build(machine)
        yield discover(machine.host(), profile=case.loaders[0])


def states(report: LoaderReport, file: str) -> list[Outcome]:
    found = (*report.found_layers, *report.drivers)
    return [one.verdict.outcome for one in found if one.file == file]


def _refused(outcomes: list[Outcome]) -> int:
    return sum(outcome in (Outcome.SKIPPED, Outcome.FAILS) for outcome in outcomes)


@pytest.mark.long
def test_each_offer_changes_the_outcome_that_it_is_offered_for():
    """A file that is refused is refused no longer, a switch switches: "still off" is no cure."""
    offers = 0
    for report in sample_reports():
        cache = DocumentCache()
        trial = RemedyTrial(report, cache)
        for problem in trial.problems:
            for remedy in remedies(problem):
                if trial.find_consequences(problem, remedy) is None:
                    continue
                offers += 1
                after = report_with_remedy(remedy, report, cache)
                assert after is not None
                before, now = states(report, problem.file), states(after, problem.file)
                if problem.code in ("layer-variable-set", "enabled-and-disabled"):
                    assert before != now, (problem, remedy)
                elif find_refusals((problem,), report) == [True] and _refused(before):
                    assert _refused(now) < _refused(before), (problem, remedy)
    assert offers > 50


@pytest.mark.parametrize(("code", "case"), CASES, ids=[code for code, _ in CASES])
def test_every_remedy_cures(code: str, case: Case):
    machine = Machine().driver()
    case.build(machine)
    host = machine.host()
    before = told(host, case.loaders, code)
    for remedy in remedies(before[0]):
        after = apply_remedy(remedy, host, Application(), case.loaders[0])
        assert after is not None, remedy
        loaders = (after[2], *case.loaders[1:])
        left = told(after[0], loaders, code)
        assert len(left) < len(before), (remedy, left)
