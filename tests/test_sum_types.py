"""What stands for one thing is never taken for another, whatever both hold."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from devtools.console import ROOT
from tests.framework.sum_types import Package, make_alike
from vkconfig_py.loader.base import verdicts
from vkconfig_py.loader.rules.loader_report import FoundDriver, FoundLayer
from vkconfig_py.model.items import keyed_list


@pytest.mark.long
def test_no_two_classes_of_a_sum_type_compare_equal() -> None:
    found = Package(ROOT / "vkconfig_py").sum_types()
    equal = []
    for kinds, where in found.items():
        for one, other in itertools.permutations(kinds, 2):
            left, right = make_alike(one, other)
            if left == right or not left != right or len({left, right}) < 2:  # noqa: SIM202 - both
                equal.append(f"{where}: {one.__name__} and {other.__name__}")
    assert not equal
    remedies = frozenset({verdicts.RemoveFile, verdicts.InstallLibrary})
    steps = frozenset({keyed_list.RowRemoval, keyed_list.RowMove, keyed_list.RowInsertion})
    assert any(remedies < kinds for kinds in found)
    assert {steps, frozenset({FoundLayer, FoundDriver})} <= found.keys()


def test_every_way_in_which_classes_belong_together_is_seen(tmp_path: Path, monkeypatch) -> None:
    folder = tmp_path / "sums"
    folder.mkdir()
    (folder / "__init__.py").touch()
    names = ("A", "B", "C", "D", "E", "F")
    classes = "".join(f"class {name}(NamedTuple):\n    x: int\n" for name in names)
    (folder / "values.py").write_text(f"from typing import NamedTuple\n{classes}")
    (folder / "aliases.py").write_text("from sums.values import A, B\nEither = A | B\n")
    (folder / "used.py").write_text(
        "from __future__ import annotations\n"
        "from typing import TYPE_CHECKING\n"
        "from sums.values import C, D, E, F\n"
        "if TYPE_CHECKING:\n    from sums.aliases import Either\n"
        "class Sub(F): ...\n"
        "def one(x: int, y: list[C | None]) -> Either | D: ...\n"
        "def two(x):\n"
        "    match x:\n        case C(x=1) | [D()]: ...\n"
        "    return isinstance(x, (E, C, int))\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    found = Package(folder).sum_types()
    named = {tuple(sorted(kind.__name__ for kind in kinds)) for kinds in found}
    assert named == {("A", "B"), ("A", "B", "D"), ("C", "D"), ("C", "E"), ("F", "Sub")}
    for one, other, *_ in found:  # those of the standard library are equal, and are seen to be
        left, right = make_alike(one, other)
        assert left == right
