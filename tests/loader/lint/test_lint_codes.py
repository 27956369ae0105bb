"""Every code of the lint: told on its machine, and explained in docs/problems.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.loader.lint.lint_machines import MACHINES, look
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.lint.lint_context import REFUSALS, Code
from vkconfig_py.model.apply.notices import CODES
from vkconfig_py.model.chain.probe_results import BROKEN_FATES, FATAL_FATES
from vkconfig_py.model.problems.probe_problems import CODE

ROOT = Path(__file__).parents[3]
BUILT = Reason.LIBRARY_NEEDS_MISSING  # its machine needs a compiler: test_needed.py
ALL_CODES = [*map(str, Code), *map(str, REFUSALS)]
ROWS = [
    [cell.strip().strip("`") for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "problems.md").read_text().splitlines()
    if line.startswith("| `")
]


def test_there_is_a_machine_for_every_code():
    assert sorted(map(str, MACHINES)) == sorted(ALL_CODES)


@pytest.mark.parametrize("code", [code for code in ALL_CODES if code != BUILT])
def test_code_is_told(code, tmp_path):
    found = [problem for problem in look(code, tmp_path) if problem.code == code]
    assert found, [problem.code for problem in look(code, tmp_path / "again")]
    for problem in found:
        assert problem.title
        assert problem.consequence.endswith("."), problem.consequence


def test_every_code_is_explained_once():
    explained = [row[0] for row in ROWS]
    assert sorted(set(explained)) == sorted(explained)
    assert set(ALL_CODES) <= set(explained)


@pytest.mark.parametrize("code", [code for code in ALL_CODES if code != BUILT])
def test_severity_in_the_document_is_that_of_the_code(code, tmp_path):
    row = next(row for row in ROWS if row[0] == code)
    told = {str(p.severity) for p in look(code, tmp_path) if p.code == code}
    assert told <= set(row[1].split(", ")), (code, told)


def test_what_the_program_tells_besides_is_explained_with_its_severity():
    probes = {CODE.format(fate.value) for fate in BROKEN_FATES}
    explained = {row[0]: row[1] for row in ROWS}
    assert {*CODES, *probes} <= set(explained)
    fatal = {CODE.format(fate.value) for fate in FATAL_FATES}
    assert {explained[code] for code in fatal} == {"error, note"}  # of what is off now
    assert {explained[code] for code in probes - fatal} == {"warning"}


def test_every_code_that_is_explained_is_told_by_some_module():
    sources = [path.read_text() for path in (ROOT / "vkconfig_py").rglob("*.py")]
    said = {word for text in sources for word in re.findall(r'"([a-z][a-z0-9-]+)"', text)}
    said |= {CODE.format(fate.value) for fate in BROKEN_FATES}
    assert {row[0] for row in ROWS} - said == set()
