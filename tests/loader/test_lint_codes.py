"""Every code of the lint: told on its machine, and explained in docs/problems.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loader.lint_machines import MACHINES, look
from vkconfig_py.loader.lint.codes import REFUSALS, Code

ROOT = Path(__file__).parents[2]
BUILT = Code.LIBRARY_NEEDS_MISSING  # its machine needs a compiler: test_needed.py
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
