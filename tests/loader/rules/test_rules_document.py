"""docs/loader_rules.md names every reason, and only functions and tests that exist."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from vkconfig_py.loader.base.verdicts import Reason

ROOT = Path(__file__).parents[3]
LINES = (ROOT / "docs/loader_rules.md").read_text().splitlines()
ROWS = [
    [cell.strip(" `") for cell in line.strip("|").split("|")]
    for line in LINES
    if line.startswith("| ") and not line.startswith(("| reason", "| rule"))
]


def test_every_reason_has_one_row():
    named = [row[0] for row in ROWS if len(row) == 5]
    assert sorted(named) == sorted(reason.value for reason in Reason)


@pytest.mark.parametrize("row", ROWS, ids=[row[0][:40] for row in ROWS])
def test_function_and_test_of_a_row_exist(row: list[str]):
    assert _find(f"vkconfig_py.loader.{row[-2]}")
    module, _, name = row[-1].rpartition(".")
    file = ROOT / f"tests/loader/{module.replace('.', '/')}.py"
    assert f"def {name}(" in file.read_text()


def _find(path: str) -> object:
    parts = path.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for name in parts[length:]:
            found = getattr(found, name)
        return found
    raise LookupError(path)
