"""`@statement`: which statement a test shows, and which function of the engine implements it."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

from tests.loader.machine import Machine
from tests.machines.fuchsia.folders import FuchsiaFolder
from tests.statements.living import Parts
from tests.statements.pulled import Pulled

_Test = TypeVar("_Test", bound=Callable[..., None])
_MARK = "_statement"

# What a test may ask for; made anew for each run, by pytest and by the proof alike.
MAKERS: dict[str, Callable[[], object]] = {
    "machine": lambda: Machine().driver(),
    "parts": Parts,
    "device": Pulled,
    "fuchsia": FuchsiaFolder.temporary,
}


class Shown(NamedTuple):
    """One test of one statement.

    Attributes:
        rule: dotted name of the function or method that implements the statement.
    """

    number: int
    rule: str
    test: Callable[..., None]

    @property
    def name(self) -> str:
        """Return the test as pytest names it."""
        return f"{self.test.__module__.rpartition('.')[2]}.py::{self.test.__name__}"

    def run(self) -> None:
        """Run the test on things of its own."""
        self.test(**{name: MAKERS[name]() for name in inspect.signature(self.test).parameters})


def statement(number: int, *, rule: str) -> Callable[[_Test], _Test]:
    """Mark a test as the one, or one of those, of a statement."""

    def mark(test: _Test) -> _Test:
        setattr(test, _MARK, (number, f"vkconfig_py.{rule}"))
        return test

    return mark


def groups() -> tuple[str, ...]:
    """Return the modules that hold tests of statements."""
    files = sorted(Path(__file__).parent.glob("test_*.py"))
    return tuple(f"{__package__}.{x.stem}" for x in files if "\n@statement(" in x.read_text())


def shown_in(group: str) -> Iterator[Shown]:
    """Yield the tests of one module."""
    for value in vars(importlib.import_module(group)).values():
        if callable(value) and hasattr(value, _MARK):
            number, rule = getattr(value, _MARK)
            yield Shown(number, rule, value)


def all_shown() -> tuple[Shown, ...]:
    """Return the tests of all modules."""
    return tuple(shown for group in groups() for shown in shown_in(group))
