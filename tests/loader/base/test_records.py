"""The engine's named tuples behave as those of the standard library."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import typing
from typing import Any

import pytest

from vkconfig_py.loader.base import records


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
    assert tuple(light) == tuple(heavy)
    assert hash(light) == hash(heavy)
    assert (light.name, light.place, light.index) == (heavy.name, heavy.place, heavy.index)
    assert repr(light) == repr(heavy).replace("Heavy", "Light")
    assert light._asdict() == heavy._asdict()
    assert tuple(light._replace(place=(7,))) == heavy._replace(place=(7,))
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


class Left(records.NamedTuple):
    """One kind of value."""

    name: str


class Right(records.NamedTuple):
    """The other kind."""

    name: str


def test_it_equals_nothing_of_another_class():
    assert Left("a") == Left("a")
    assert not Left("a") != Left("a")  # noqa: SIM202 - the other operator
    assert hash(Left("a")) == hash(Left("a"))
    assert Left("a") != Left("b")
    for other in (Right("a"), ("a",), "a", None):
        assert Left("a") != other
        assert other != Left("a")
        assert not Left("a") == other  # noqa: SIM201 - the other operator
        assert not other == Left("a")  # noqa: SIM201 - the other operator
    assert len({Left("a"), Right("a"), Left("a"), ("a",)}) == 3
    assert pickle.loads(pickle.dumps(Right("a"))) == Right("a")
