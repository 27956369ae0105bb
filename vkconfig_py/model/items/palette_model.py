"""PaletteModel: search over all named things; the best match comes first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

from PySide6.QtCore import QModelIndex, QObject, Qt

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.items.keyed_list import KeyedListModel
from vkconfig_py.model.items.roles import PaletteRole
from vkconfig_py.model.text.wording import short_name, tooltip, visible


class EntryKind(StrEnum):
    """Kind of thing that an entry opens."""

    ACTION = "action"
    LAYER = "layer"
    CONFIGURATION = "configuration"
    FILE = "file"
    SETTING = "setting"
    CHOICE = "choice"  # a value for a field


class Entry(NamedTuple):
    """One search result.

    Attributes:
        key: identifies the target for the owner of the search; unique within its kind.
    """

    title: str
    subtitle: str
    kind: EntryKind
    key: str


T = TypeVar("T")


class SearchedModel(KeyedListModel[T]):
    """A list that a text is searched in."""

    def set_query(self, query: str) -> None:
        """Show the matches; every row for an empty query."""
        raise NotImplementedError  # each list has its own

    def first(self) -> QModelIndex:
        """The row that Enter takes after typing."""
        return self.index(0)


class PaletteModel(SearchedModel[Entry]):
    """Entries that match the query."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda entry: visible(entry.title),
        Qt.ItemDataRole.ToolTipRole: lambda entry: tooltip(entry.subtitle),
        Qt.ItemDataRole.AccessibleTextRole: lambda entry: visible(
            ", ".join(part for part in (entry.title, entry.kind, entry.subtitle) if part)
        ),
        PaletteRole.SUBTITLE: lambda entry: visible(entry.subtitle),
        PaletteRole.KIND: lambda entry: str(entry.kind),
        PaletteRole.KEY: lambda entry: entry.key,
    }

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[Entry, ...] = ()
        self._query = ""

    def key_of(self, value: Entry) -> str:
        return f"{value.kind}:{value.key}"

    def show(self, entries: Sequence[Entry]) -> None:
        self._entries = tuple(entries)
        self.replace_all(find_entries(self._entries, self._query))

    def set_query(self, query: str) -> None:
        self._query = query
        self.replace_all(find_entries(self._entries, query))


def find_entries(entries: Sequence[Entry], query: str) -> list[Entry]:
    """Entries in which every word of the query occurs, the best first.

    A title that starts with the query ranks first, then a word of the title that does, then a title
    that contains it, then the subtitle. Equal ranks keep the given order. Settings are so numerous
    that each ranks after other entries that match nearly as well.
    """
    words = query.casefold().split()
    if not words:
        return list(entries)
    ranked = [(_rank(entry, words), entry) for entry in entries]
    return [entry for rank, entry in sorted(ranked, key=_first) if rank is not None]


def _first(pair: tuple[int | None, Entry]) -> int:
    return -1 if pair[0] is None else pair[0]


def _rank(entry: Entry, words: Sequence[str]) -> int | None:
    ranks = [_rank_word(entry, word) for word in words]
    known = [rank for rank in ranks if rank is not None]
    if len(known) < len(ranks):
        return None
    return sum(known) + (entry.kind is EntryKind.SETTING)


def _rank_word(entry: Entry, word: str) -> int | None:
    title = short_name(entry.title).casefold()
    if title.startswith(word):
        return 0
    if any(part.startswith(word) for part in title.replace("_", " ").split()):
        return 1
    if word in entry.title.casefold():
        return 2
    return 3 if word in entry.subtitle.casefold() else None
