"""The engine's named tuples behave as those of the standard library."""

from __future__ import annotations

import copy
import itertools
import pickle
import subprocess
import sys
import types
import typing
from typing import Any

import pytest

from vkconfig_py.loader.base import records, verdicts
from vkconfig_py.loader.wire import results
from vkconfig_py.model.formats import page_blocks
from vkconfig_py.model.items import keyed_list


class Light(records.NamedTuple):
    """A record."""

    name: str
    place: tuple[int, ...] = ()
    index: int = 3

    @property
    def twice(self) -> str:
        return self.name * 2

    @classmethod
    def of(cls, name: str) -> Light:
        return cls(name)


class Heavy(typing.NamedTuple):
    """A record."""

    name: str
    place: tuple[int, ...] = ()
    index: int = 3


@pytest.mark.parametrize(
    ("arguments", "named"), [(("a",), {}), (("a", (1, 2)), {"index": 5}), ((), {"name": "b"})]
)
def test_it_is_made_and_read_as_the_original(arguments: tuple[Any, ...], named: dict[str, Any]):
    light, heavy = Light(*arguments, **named), Heavy(*arguments, **named)
    assert light == heavy == tuple(light)
    assert hash(light) == hash(heavy)
    assert (light.name, light.place, light.index) == (heavy.name, heavy.place, heavy.index)
    assert repr(light) == repr(heavy).replace("Heavy", "Light")
    assert light._asdict() == heavy._asdict()
    assert light._replace(place=(7,)) == heavy._replace(place=(7,))
    assert Light._make(light) == light
    assert type(Light._make(light)) is type(light._replace(index=1)) is Light


def test_class_tells_what_the_original_tells():
    for attribute in ("__doc__", "__match_args__", "_fields", "_field_defaults", "__slots__"):
        assert getattr(Light, attribute) == getattr(Heavy, attribute)
    assert Light.__module__ == __name__
    assert Light.of("x").twice == "xx"
    match Light("y", (1,)):
        case Light(name, place):
            assert (name, place) == ("y", (1,))


def test_it_is_copied_and_pickled():
    light = Light("a", (1,))
    assert copy.deepcopy(light) == pickle.loads(pickle.dumps(light)) == light
    assert type(copy.copy(light)) is Light


@pytest.mark.parametrize(
    ("arguments", "named"),
    [((), {}), (("a", (), 1, 2), {}), (("a",), {"name": "b"}), (("a",), {"other": 1})],
)
def test_wrong_arguments_are_refused_alike(arguments: tuple[Any, ...], named: dict[str, Any]):
    with pytest.raises(TypeError) as heavy:
        Heavy(*arguments, **named)
    with pytest.raises(TypeError) as light:
        Light(*arguments, **named)
    assert str(light.value) == str(heavy.value).replace("Heavy", "Light")


def test_unknown_field_cannot_be_replaced():
    with pytest.raises(TypeError, match="Light has no other"):
        Light("a")._replace(other=1)  # type: ignore[call-arg] # refused


def test_attributes_cannot_be_set():
    with pytest.raises(AttributeError):
        Light("a").name = "b"  # type: ignore[misc] # refused
    with pytest.raises(AttributeError):
        Light("a").more = 1  # type: ignore[attr-defined] # refused


def test_command_of_the_engine_does_without_the_typing_module():
    code = "import vkconfig_py.loader.__main__, sys; print('typing' in sys.modules)"
    command = [sys.executable, "-S", "-c", code]
    assert subprocess.run(command, capture_output=True, check=True).stdout == b"False\n"


class Left(records.Alternative):
    """One kind of value."""

    name: str


class Right(records.Alternative):
    """The other kind."""

    name: str


def test_alternatives_of_equal_fields_differ_by_their_class():
    assert Left("a") == Left("a")
    assert hash(Left("a")) == hash(Left("a"))
    assert Left("a") != Left("b")
    assert Left("a") != Right("a")
    assert Left("a") != ("a",)
    assert len({Left("a"), Right("a"), Left("a")}) == 2
    assert pickle.loads(pickle.dumps(Right("a"))) == Right("a")


ALTERNATIVES = (
    verdicts.Remedy,
    results.Outcome,
    keyed_list.ReconcileStep,
    page_blocks.Block,
)


@pytest.mark.parametrize("union", ALTERNATIVES, ids=str)
def test_no_two_classes_of_a_sum_type_compare_equal(union: types.UnionType):
    for one, other in itertools.permutations(typing.get_args(union), 2):
        length = max(len(one._fields), len(other._fields))
        values = ["/x"] * length
        left, right = (tuple.__new__(kind, values) for kind in (one, other))
        assert left != right, (one, other)
        assert not left == right  # noqa: SIM201 - the other operator
        assert len({left, right}) == 2
