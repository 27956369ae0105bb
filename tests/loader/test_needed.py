"""Shared objects that a library needs."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.loader.lint_machines import implicit_folder
from tests.loader.machine import document, layer_object
from vkconfig_py.loader.discover import discover
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.lint.machine import lint
from vkconfig_py.loader.needed import missing_libraries


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Build liba.so, which needs libgone.so of the folder "deps"."""
    source, deps = tmp_path / "a.c", tmp_path / "deps"
    source.write_text("int a(void) { return 1; }")
    deps.mkdir()
    gone = deps / "libgone.so"
    _build(source, gone)
    built = tmp_path / "liba.so"
    _build(source, built, f"-L{deps}", "-Wl,--no-as-needed", "-lgone", "-Wl,-rpath,$ORIGIN/deps")
    return built


def _build(source: Path, target: Path, *more: str) -> None:
    subprocess.run(["gcc", "-shared", "-o", str(target), str(source), *more], check=True)


def test_needed_library_is_found_through_runpath(library: Path):
    assert missing_libraries(Host({}), str(library)) == ()


def test_needed_library_that_is_gone(library: Path, tmp_path: Path):
    (tmp_path / "deps" / "libgone.so").rename(tmp_path / "libgone.so")
    assert missing_libraries(Host({}), str(library)) == ("libgone.so",)
    assert missing_libraries(Host({"LD_LIBRARY_PATH": str(tmp_path)}), str(library)) == ()


@pytest.mark.parametrize("cut", [0, 4, 40, 70, 300, 2000])
def test_library_that_is_cut_off_needs_nothing(library: Path, tmp_path: Path, cut: int):
    short = tmp_path / "short.so"
    short.write_bytes(library.read_bytes()[:cut])
    assert missing_libraries(Host({}), str(short)) == ()


def test_lint_tells_what_a_layer_needs(library: Path, tmp_path: Path):
    (tmp_path / "deps" / "libgone.so").unlink()
    layer = document(layer_object("VK_LAYER_a", True, library_path=str(library)))
    (implicit_folder(tmp_path) / "a.json").write_text(json.dumps(layer))
    report = discover(Host({"XDG_DATA_DIRS": str(tmp_path / "share")}))
    found = [p for p in lint(report) if p.code == "library-needs-missing"]
    assert [p.title for p in found] == ["VK_LAYER_a: liba.so needs libgone.so, which is not there"]
