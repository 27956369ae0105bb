"""PaletteModel: search over all named things; the best match comes first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from PySide6.QtCore import QModelIndex, QObject, Qt

from vkconfig_py.model.items.keyed_list import KeyedListModel
from vkconfig_py.model.items.palette_search import Entry, EntryIndex
from vkconfig_py.model.items.roles import PaletteRole
from vkconfig_py.model.text.wording import tooltip, visible

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
            ", ".join(
                part for part in (entry.title, entry.kind, entry.note, entry.subtitle) if part
            )
        ),
        PaletteRole.SUBTITLE: lambda entry: visible(entry.subtitle),
        PaletteRole.KIND: lambda entry: str(entry.kind),
        PaletteRole.KEY: lambda entry: entry.key,
        PaletteRole.ICON: lambda entry: entry.icon,
        PaletteRole.NOTE: lambda entry: visible(entry.note),
    }

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._index = EntryIndex(())
        self._query = ""

    def key_of(self, value: Entry) -> str:
        return f"{value.kind}:{value.key}"

    def show(self, entries: Sequence[Entry]) -> None:
        self.show_index(EntryIndex(entries))

    def show_index(self, index: EntryIndex) -> None:
        """Search in other entries, which another thread may have indexed."""
        self._index = index
        self.replace_all(index.find(self._query))

    def set_query(self, query: str) -> None:
        """Show the best matches; the first entries for an empty query."""
        self._query = query
        self.replace_all(self._index.find(query))
