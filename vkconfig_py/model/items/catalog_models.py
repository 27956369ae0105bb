"""CollectionModel and PlacesModel: every copy of every layer, and the added folders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar

from PySide6.QtCore import QObject, Qt

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.catalog.layer_copies import (
    LEFT_OUT,
    TURNED_OFF,
    Copy,
    CopyState,
    Order,
    Place,
    matches,
    sort_copies,
)
from vkconfig_py.model.items.keyed_list import Index, KeyedListModel
from vkconfig_py.model.items.roles import CollectionRole
from vkconfig_py.model.text.wording import count_of, short_name, tooltip, visible

_SUMMARY: tuple[tuple[CopyState, Callable[[int], str]], ...] = (
    (
        CopyState.HIDDEN,
        lambda n: counted("{n:,} hidden by another copy", "{n} hidden by another copy", n),
    ),
    (CopyState.BROKEN, lambda n: counted("{n:,} cannot be used", "{n} cannot be used", n)),
    (CopyState.AWAY, lambda n: counted("{n:,} not in use", "{n} not in use", n)),
)


class CopyAction(StrEnum):
    """Actions on a copy; the value is the button label."""

    SHOW = tr("Show")
    PROBLEM = tr("Show problem")
    TAKE_IN = tr("Include")
    TURN_ON = tr("Turn on")
    USE = tr("Use this one")
    USE_FIRST = tr("Use the first found")
    LEAVE_OUT = tr("Leave out")
    REMOVE = tr("Remove")


class PlaceAction(StrEnum):
    """Actions on an added folder; the value is the button label."""

    TURN_OFF = tr("Turn off")
    TURN_ON = tr("Turn on")
    REMOVE = tr("Remove")


class _Line(NamedTuple):
    copy: Copy
    fresh: bool
    siblings: int


class CollectionModel(KeyedListModel[_Line]):
    """Copies that match the search, in the selected order."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda line: visible(line.copy.name),
        Qt.ItemDataRole.ToolTipRole: lambda line: tooltip(_details(line.copy)),
        Qt.ItemDataRole.AccessibleTextRole: lambda line: visible(_accessible(line)),
        CollectionRole.COPY: lambda line: line.copy,
        CollectionRole.FRESH: lambda line: line.fresh,
        CollectionRole.ACTIONS: lambda line: actions_of(line.copy),
    }

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._copies: tuple[Copy, ...] = ()
        self._fresh: frozenset[str] = frozenset()
        self._order = Order.NAME
        self._text = ""
        self._added_only = False

    def key_of(self, value: _Line) -> str:
        return value.copy.key

    def copy_at(self, index: Index) -> Copy | None:
        line = self.value_at(index)
        return line.copy if line else None

    def show(self, copies: Sequence[Copy], fresh: frozenset[str] = frozenset()) -> None:
        """Show these manifests; those that the first scan did not find are marked as new."""
        self._copies, self._fresh = tuple(copies), fresh
        self.update_to(self._lines())

    def set_text(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self.update_to(self._lines())

    def set_added_only(self, added: bool) -> None:
        if added != self._added_only:
            self._added_only = added
            self.update_to(self._lines())

    def set_order(self, order: Order) -> None:
        """Sort by name, or in the loader's search order."""
        if order is not self._order:
            self._order = order
            self.replace_all(self._lines())

    def total(self) -> int:
        return len(self._copies)

    def summary(self) -> str:
        """Number of layers, and notes about them."""
        layers = len({copy.name for copy in self._copies if copy.state is not CopyState.BROKEN})
        states = Counter(copy.state for copy in self._copies)
        told = [words(states[state]) for state, words in _SUMMARY if states[state]]
        return " · ".join([count_of(layers, "layer"), *told])

    def _lines(self) -> list[_Line]:
        siblings = Counter(copy.name for copy in self._copies)
        chosen = (
            copy
            for copy in self._copies
            if (copy.source or not self._added_only) and matches(copy, self._text)
        )
        return [
            _Line(copy, copy.key in self._fresh, siblings[copy.name])
            for copy in sort_copies(chosen, self._order)
        ]


class PlacesModel(KeyedListModel[Place]):
    """The folders and manifests that the user added, in search order."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda place: visible(place.title),
        Qt.ItemDataRole.ToolTipRole: lambda place: tooltip(f"{place.source.path}\n{place.text}"),
        Qt.ItemDataRole.AccessibleTextRole: lambda place: visible(
            f"{place.title}, {place.text}, {place.source.path}"
        ),
        CollectionRole.PLACE: lambda place: place,
        CollectionRole.ACTIONS: lambda place: (
            PlaceAction.TURN_OFF if place.source.enabled else PlaceAction.TURN_ON,
            PlaceAction.REMOVE,
        ),
    }

    def key_of(self, value: Place) -> str:
        return value.source.path

    def show(self, places: Sequence[Place]) -> None:
        self.update_to(list(places))


def actions_of(copy: Copy) -> tuple[CopyAction, ...]:
    """Actions on a copy, the most common first."""
    if copy.word == LEFT_OUT:
        return (CopyAction.TAKE_IN,)
    if copy.word == TURNED_OFF:
        return (CopyAction.TURN_ON,)
    actions = []
    if copy.state is CopyState.BROKEN:
        actions.append(CopyAction.PROBLEM)
    elif copy.state is CopyState.HIDDEN:
        actions.append(CopyAction.USE)
    elif copy.row:
        actions.append(CopyAction.SHOW)
    if copy.chosen:
        actions.append(CopyAction.USE_FIRST)
    if copy.source:
        single = copy.source == copy.file
        actions.append(CopyAction.REMOVE if single else CopyAction.LEAVE_OUT)
    return tuple(actions)


def _details(copy: Copy) -> str:
    parts = (copy.name, copy.description, copy.file, f"{copy.word}: {copy.reason}", copy.health,
             copy.place)  # fmt: skip
    return "\n".join(part for part in parts if part)


def _accessible(line: _Line) -> str:
    copy = line.copy
    parts = (
        short_name(copy.name),
        f"{copy.version} {copy.kind}".strip(),
        tr("new", "a layer") if line.fresh else "",
        tr("one of {count} copies", count=line.siblings) if line.siblings > 1 else "",
        f"{copy.word.lower()}: {copy.reason}",
        copy.health,
        copy.file,
    )
    return ", ".join(part for part in parts if part)
