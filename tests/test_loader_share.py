"""A case of a large table is put to one of both real loaders, and in a long run to each."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace

import pytest

from tests.framework import loader_share
from tests.framework.ladder import VARIABLE

CASES = [*product(("debian", "chromium"), range(20), ("plain", "override"))]


def _table(name, cases):
    return [
        SimpleNamespace(
            nodeid=f"{name}[{loader}-{number}-{state}]",
            callspec=SimpleNamespace(params={"loader": loader, "number": number, "state": state}),
        )
        for loader, number, state in cases
    ]


@pytest.fixture(autouse=True)
def _no_further_loaders(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(loader_share, "_LARGE", 4)


def test_each_case_has_one_loader_and_each_loader_has_all_other_parameters():
    tests = _table("test_x", CASES)
    spare = loader_share.find_spare_tests(tests)
    left = [tuple(test.callspec.params.values()) for test in tests if test not in spare]
    assert sorted((number, state) for _loader, number, state in left) == sorted(
        product(range(20), ("plain", "override"))
    )
    assert {(loader, state) for loader, _number, state in left} == set(
        product(("debian", "chromium"), ("plain", "override"))
    )


def test_a_case_that_has_one_loader_only_is_left():
    tests = _table("test_x", [("debian", number, "plain") for number in range(20)])
    assert loader_share.find_spare_tests(tests) == []


def test_a_small_table_and_tests_without_a_loader_run_whole():
    small = _table("test_small", CASES[:3] + CASES[-3:])
    without = [SimpleNamespace(nodeid=f"test_y[{number}]", callspec=None) for number in range(20)]
    assert loader_share.find_spare_tests([*small, *without]) == []


def test_a_long_run_and_one_with_further_loaders_put_all_cases_to_all(monkeypatch):
    tests = _table("test_x", CASES)
    monkeypatch.setenv(VARIABLE, "/loaders")
    assert loader_share.find_spare_tests(tests) == []
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setattr(loader_share, "_LARGE", 1_000_000)
    assert loader_share.find_spare_tests(tests) == []
