"""What the tests of the statements say of the engine is true of real loaders."""

from __future__ import annotations

import inspect

import pytest

from tests.framework.ladder import find_loader, list_loader_names, list_loaders
from tests.framework.native import NativeBuilds
from tests.fuzz.probing.explained import knows_unknown_functions
from tests.statements.living import Parts
from tests.statements.on_disk import ComparedMachine
from tests.statements.registry import Shown, all_shown


def _asking_for(name: str) -> list[Shown]:
    return [x for x in all_shown() if name in inspect.signature(x.test).parameters]


SHOWN = _asking_for("machine")
# What a loader that was built without assembly code cannot do.
OF_UNKNOWN_FUNCTIONS = frozenset({161, 163, 181, 183, 187, 249, 256, 258, 259, 319})
LIVING = _asking_for("parts")
# Their machines have files in folders that are built into loaders, or rights that a tree has not.
OF_FIXED_FOLDERS = frozenset({45, 211, 222, 287, 350})


@pytest.fixture
def compared(native: NativeBuilds) -> ComparedMachine:
    """Return a machine with one driver that every reference loader is asked about."""
    machine = ComparedMachine(list_loaders(), native)
    machine.driver()
    return machine


@pytest.mark.parametrize("shown", SHOWN, ids=[f"{x.number}-{x.test.__name__}" for x in SHOWN])
def test_statement_is_true_of_real_loaders(shown: Shown, compared: ComparedMachine):
    shown.test(machine=compared)
    expected = 0 if shown.number in OF_FIXED_FOLDERS else len(compared.loaders)
    assert compared.compared >= expected, "real loaders were not asked"


@pytest.mark.parametrize("shown", LIVING, ids=[f"{x.number}-{x.test.__name__}" for x in LIVING])
@pytest.mark.parametrize("loader", list_loader_names())
def test_statement_is_true_of_programs_that_use_real_loaders(shown: Shown, loader: str):
    real = find_loader(loader)
    if shown.number in OF_UNKNOWN_FUNCTIONS and not knows_unknown_functions(real):
        with pytest.raises(AssertionError):
            shown.test(parts=Parts(real))
        return
    shown.test(parts=Parts(real))
