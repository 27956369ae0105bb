"""No two modules of the package lead back to each other, by imports of any kind."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import grimp
import pytest

Graph = dict[str, set[str]]


@pytest.mark.parametrize(
    ("package", "module"),
    [
        ("vkconfig_py", "vkconfig_py.loader.native.instance_roles"),
        ("devtools", "devtools.bench.table"),
    ],
)
def test_no_module_leads_back_to_itself(package, module):
    graph = read_graph(package)
    assert module in graph
    assert find_circles(graph) == []


@pytest.mark.parametrize(
    "text",
    [
        "from p import b",
        "from p.b import x",
        "import p.b",
        "def f():\n    from p.b import x",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from p.b import x",
    ],
)
def test_every_kind_of_import_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str):
    monkeypatch.syspath_prepend(tmp_path)
    package = tmp_path / "p"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "a.py").write_text(text)
    (package / "b.py").write_text("from p import a")
    assert find_circles(read_graph("p")) == [["p.a", "p.b"]]


def test_a_circle_is_found_wherever_the_walk_begins():
    graph = {"a": {"b"}, "b": {"c", "d"}, "c": {"b"}, "d": set()}
    assert find_circles(graph) == [["b", "c"]]
    assert find_circles({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == [["a", "b", "c"]]
    assert find_circles({"a": {"b"}, "b": set()}) == []


def read_graph(package: str) -> Graph:
    """Return which modules of a package each of its modules imports, wherever it does."""
    graph = grimp.build_graph(package, cache_dir=None)
    return {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}


def find_circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the groups of modules that all lead to each other."""
    reach = {name: _reach(graph, name) for name in graph}
    circles = {
        tuple(sorted(other for other in reach[name] if name in reach[other]))
        for name in graph
        if name in reach[name]
    }
    return sorted(map(list, circles))


def _reach(graph: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    left = list(graph[start])
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += graph[name]
    return found
