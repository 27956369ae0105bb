"""PairsModel: names with values that match a text; extensions of a device, or all that it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QObject, Qt

from vkconfig_py.loader.probe.devices import ExtensionName
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.items.keyed_list import KeyedListModel
from vkconfig_py.model.items.roles import PairRole
from vkconfig_py.model.items.texts import count_of, tooltip, visible


class Pair(NamedTuple):
    """A name and its value, as they are shown."""

    name: str
    value: str


def extension_pairs(extensions: Sequence[ExtensionName]) -> tuple[Pair, ...]:
    """Return extensions with their versions, in the order of their names."""
    return tuple(Pair(one.name, f"version {one.spec_version}") for one in sorted(extensions))


def value_pairs(value: Any) -> tuple[Pair, ...]:
    """Return every value in a JSON document with the way to it."""
    return tuple(_walk("", value))


def _walk(path: str, value: Any) -> Iterator[Pair]:
    if isinstance(value, dict) and value:
        for name, inner in value.items():
            yield from _walk(f"{path}.{name}" if path else str(name), inner)
    elif isinstance(value, list) and any(isinstance(inner, dict | list) for inner in value):
        for place, inner in enumerate(value):
            yield from _walk(f"{path}[{place}]", inner)
    elif isinstance(value, list | dict):
        yield Pair(path, ", ".join(map(str, value)) or "none")
    else:
        yield Pair(path, _word(value))


def _word(value: Any) -> str:
    """Return a number or text as it is; 1 is not true here, though it is equal."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


class PairsModel(KeyedListModel[Pair]):
    """The pairs that match.

    `noun` is what one of them is called where they are counted.
    """

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda pair: visible(pair.name),
        Qt.ItemDataRole.ToolTipRole: lambda pair: tooltip(f"{pair.name}\n{pair.value}"),
        Qt.ItemDataRole.AccessibleTextRole: lambda pair: visible(f"{pair.name}, {pair.value}"),
        PairRole.VALUE: lambda pair: visible(pair.value),
    }

    def __init__(self, noun: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._noun = noun
        self._all: tuple[Pair, ...] = ()
        self._text = ""

    def key_of(self, value: Pair) -> str:
        """Return the name."""
        return value.name

    def show(self, pairs: tuple[Pair, ...]) -> None:
        """Show the pairs of another device; the search stays."""
        if pairs != self._all:
            self._all = pairs
            self._filter()

    def set_text(self, text: str) -> None:
        """Show only those in which every word of a text occurs, in any case."""
        self._text = text.casefold()
        self._filter()

    def _filter(self) -> None:
        words = self._text.split()
        self.replace_all([pair for pair in self._all if _matches(pair, words)])

    def summary(self) -> str:
        """Return how many are shown."""
        total = count_of(len(self._all), self._noun)
        return f"{self.rowCount()} of {total}" if self._text.strip() else total


def _matches(pair: Pair, words: Sequence[str]) -> bool:
    text = f"{pair.name} {pair.value}".casefold()
    return all(word in text for word in words)
