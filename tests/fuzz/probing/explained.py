"""Differences that are meant to be, each with its reason, in this one place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.framework.probe_client import Wishes
from tests.framework.probe_life import Life, live, of_c_loader
from tests.framework.probe_parts import PROBE_FUNCTIONS
from tests.framework.reference import RealLoader
from tests.fuzz.probing.calls import Call
from tests.fuzz.probing.machine import Part, ProbeMachine, Sort, build
from vkconfig_py.loader.host import Application


class Sides(NamedTuple):
    """A machine and what happened on it."""

    machine: ProbeMachine
    loader: RealLoader
    ours: list[Call]
    theirs: list[Call]

    def last(self, side: list[Call]) -> Call:
        """Return the last call of a side."""
        return side[-1] if side else Call("", None, ())


class Explained(NamedTuple):
    """A difference that stays, and when it is that one."""

    reason: str
    applies: Callable[[Sides], bool]


EXPLAINED: tuple[Explained, ...] = ()


def explanation(sides: Sides) -> str:
    """Return the reason for a difference, or "" if nobody meant it to be."""
    return next((each.reason for each in EXPLAINED if each.applies(sides)), "")


@cache
def knows_unknown_functions(loader: RealLoader) -> bool:
    """Return whether a loader was built with the assembly code for functions it does not know."""
    name = PROBE_FUNCTIONS[0]
    knobs = {"physical_functions": name, "device0": "GPU", "interface": "5"}
    part = Part(Sort.DRIVER, "driver", knobs=knobs, members={"api_version": "1.3.0"})
    wishes = Wishes(Application(), devices=0)
    machine = ProbeMachine("", (part,), (), wishes)
    with TemporaryDirectory() as folder:
        standing = build(machine, Path(folder) / "m")
        library = of_c_loader(loader.profile.library)
        life: Life = live(library, wishes, standing.variables(), Path(folder))
    return name in life.answer("names of the instance")


def without_unknown_functions(calls: Sequence[Call]) -> list[Call]:
    """Leave out the functions that no loader knows, for a loader that cannot pass them on."""
    return list(_without(calls))


def _without(calls: Sequence[Call]) -> Iterator[Call]:
    for call in calls:
        if any(name in call.name for name in PROBE_FUNCTIONS[:3]):
            continue
        inside = tuple({key: _known(value) for key, value in x.items()} for x in call.inside)
        yield call._replace(answer=_known(call.answer), inside=inside)


def _known(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    return [x for x in value if not isinstance(x, str) or x not in PROBE_FUNCTIONS]
