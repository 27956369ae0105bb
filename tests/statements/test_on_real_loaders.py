"""What the tests of the statements say of the engine is true of real loaders."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import pytest

from tests.framework.ladder import all_loaders
from tests.framework.native import Native
from tests.statements.on_disk import ComparedMachine
from tests.statements.registry import Shown, all_shown

SHOWN = [x for x in all_shown() if "machine" in inspect.signature(x.test).parameters]


@pytest.fixture(scope="module")
def counts() -> list[int]:
    """Return how often each test could be compared, as far as they ran."""
    return []


@pytest.fixture
def compared(native: Native, counts: list[int]) -> Iterator[ComparedMachine]:
    """Return a machine with one driver that every reference loader is asked about."""
    machine = ComparedMachine(all_loaders(), native)
    machine.driver()
    yield machine
    counts.append(machine.compared)


@pytest.mark.parametrize("shown", SHOWN, ids=[f"{x.number}-{x.test.__name__}" for x in SHOWN])
def test_statement_is_true_of_real_loaders(shown: Shown, compared: ComparedMachine):
    shown.test(machine=compared)


def test_most_statements_could_be_compared(counts: list[int]):
    assert len(counts) < len(SHOWN) or sum(counts) > 2 * len(SHOWN)
