"""What the lint offers really helps: with a remedy carried out its problem is gone."""

from __future__ import annotations

import pytest

from tests.loader.lint.lint_machines import MACHINES, Case
from tests.loader.machine import Machine
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.hypothesis import apply_remedy
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.base.verdicts import NoRemedy, Problem, Remedy
from vkconfig_py.loader.lint.linter import lint
from vkconfig_py.loader.profiles.profile import LoaderProfile

CASES = [(str(code), case) for code, case in MACHINES.items() if isinstance(case, Case)]


def told(host: Host, loaders: tuple[LoaderProfile, ...], code: str) -> list[Problem]:
    report = discover(host, profile=loaders[0])
    return [problem for problem in lint(report, loaders=loaders) if problem.code == code]


def remedies(problem: Problem) -> list[Remedy]:
    return [r for r in (problem.remedy, *problem.more) if not isinstance(r, NoRemedy)]


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
