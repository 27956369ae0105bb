"""Configuration: what the user wants, as an immutable document.

A layer appears in `layers` when the user said something about it: a wish other than Auto, or a
place. The tuple's order is the drawn order. A layer the user never touched is not in it and is not
written anywhere. Every edit returns a copy; undo is a list of these values.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from vkconfig_py.loader.records import NamedTuple


def new_key() -> str:
    """Return a new identifier of 32 hex digits."""
    # Not uuid4: importing uuid costs every start 5 ms.
    return os.urandom(16).hex()


class Wish(StrEnum):
    """What the user wants of a layer."""

    AUTO = "auto"
    ON = "on"
    OFF = "off"


class DriverWish(StrEnum):
    """What the user wants of a driver."""

    AUTO = "auto"
    ONLY = "only"
    OFF = "off"


class LayerEntry(NamedTuple):
    """One layer the user touched.

    Attributes:
        placed: the user gave it a place; an Auto layer with a place is listed to keep it, as long
            as it loads by itself.
        manifest: last known manifest path, to tell copies apart and to name a missing layer.
    """

    name: str
    wish: Wish = Wish.AUTO
    placed: bool = False
    manifest: str = ""


class DriverEntry(NamedTuple):
    """One driver the user touched, by the base name of its manifest."""

    name: str
    wish: DriverWish


class Variable(NamedTuple):
    """A variable of the target program; None means it is really unset."""

    name: str
    value: str | None


class Target(NamedTuple):
    """The program that Launch starts."""

    program: str = ""
    arguments: tuple[str, ...] = ()
    working_directory: str = ""


class Configuration(NamedTuple):
    """Everything one named configuration says.

    Attributes:
        key: stable identifier, also the file name.
        sources: folders or manifest files of the user's own, searched for explicit layers.
        extra: members of the file that this version does not know, kept as they were.
    """

    key: str
    name: str
    layers: tuple[LayerEntry, ...] = ()
    drivers: tuple[DriverEntry, ...] = ()
    sources: tuple[str, ...] = ()
    environment: tuple[Variable, ...] = ()
    target: Target = Target()
    loader_log: tuple[str, ...] = ()
    extra: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def new(cls, name: str) -> Configuration:
        """Return an empty configuration with a key of its own."""
        return cls(new_key(), name)

    def entry(self, layer: str) -> LayerEntry | None:
        """Return what the user said about a layer."""
        return next((entry for entry in self.layers if entry.name == layer), None)

    def wish(self, layer: str) -> Wish:
        """Return the wish for a layer; Auto if it was never touched."""
        entry = self.entry(layer)
        return entry.wish if entry else Wish.AUTO

    def with_wish(self, layer: str, wish: Wish, manifest: str = "") -> Configuration:
        """Set a layer to Auto, On or Off; its place, if it has one, is kept."""
        entry = self.entry(layer)
        if entry is None:
            if wish is Wish.AUTO:
                return self
            return self._replace(layers=(*self.layers, LayerEntry(layer, wish, False, manifest)))
        changed = entry._replace(wish=wish)
        keep = wish is not Wish.AUTO or entry.placed
        return self._replace(
            layers=tuple(
                changed if other is entry else other
                for other in self.layers
                if keep or other is not entry
            ),
        )

    def with_order(self, drawn: Sequence[str], on: str = "") -> Configuration:
        """Give every layer of the drawn chain its place, top first.

        Entries that are not in the drawn chain keep their relative order below it. The layer named
        by `on` was dragged in from outside the chain and is turned on.
        """
        known = {entry.name: entry for entry in self.layers}
        placed = tuple(
            known.get(name, LayerEntry(name))._replace(
                placed=True,
                **({"wish": Wish.ON} if name == on else {}),
            )
            for name in dict.fromkeys(drawn)
        )
        rest = tuple(entry for entry in self.layers if entry.name not in set(drawn))
        return self._replace(layers=placed + rest)

    def without_order(self) -> Configuration:
        """Forget every place; wishes stay."""
        return self._replace(
            layers=tuple(
                entry._replace(placed=False) for entry in self.layers if entry.wish is not Wish.AUTO
            ),
        )

    def driver_wish(self, name: str) -> DriverWish:
        """Return the wish for a driver manifest's base name."""
        return next((d.wish for d in self.drivers if d.name == name), DriverWish.AUTO)

    def with_driver_wish(self, name: str, wish: DriverWish) -> Configuration:
        """Choose only this driver, leave it out, or leave it to the loader."""
        rest = tuple(entry for entry in self.drivers if entry.name != name)
        if wish is DriverWish.AUTO:
            return self._replace(drivers=rest)
        return self._replace(drivers=(*rest, DriverEntry(name, wish)))

    def with_source(self, path: str) -> Configuration:
        """Search a folder or manifest of the user's own too, after those added before."""
        return self if path in self.sources else self._replace(sources=(*self.sources, path))

    def without_source(self, path: str) -> Configuration:
        """Search a folder or manifest no longer."""
        return self._replace(sources=tuple(source for source in self.sources if source != path))

    def with_variable(self, name: str, value: str | None) -> Configuration:
        """Set a variable of the target program, or with None really unset it."""
        rest = tuple(variable for variable in self.environment if variable.name != name)
        return self._replace(environment=(*rest, Variable(name, value)))

    def without_variable(self, name: str) -> Configuration:
        """Leave a variable as the session has it."""
        rest = tuple(variable for variable in self.environment if variable.name != name)
        return self._replace(environment=rest)
