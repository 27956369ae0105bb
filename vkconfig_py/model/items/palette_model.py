"""PaletteModel: search over all named things; the best match comes first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from PySide6.QtCore import QModelIndex, QObject

from vkconfig_py.model.items.lines_model import LinesModel
from vkconfig_py.model.items.palette_search import (
    EntryIndex,
    SearchEntry,
    found_key,
    present_found,
)

T = TypeVar("T")


class SearchedModel(LinesModel[T]):
    """A list that a text is searched in."""

    def set_query(self, query: str) -> None:
        """Show the matches; every row for an empty query."""
        raise NotImplementedError  # each list has its own

    def first(self) -> QModelIndex:
        """The row that Enter takes after typing."""
        return self.index(0)


class PaletteModel(SearchedModel[SearchEntry]):
    """Entries that match the query."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(found_key, present_found, parent)
        self._index = EntryIndex(())
        self._query = ""

    def show(self, entries: Sequence[SearchEntry]) -> None:
        self.show_index(EntryIndex(entries))

    def show_index(self, index: EntryIndex) -> None:
        """Search in other entries, which another thread may have indexed."""
        self._index = index
        self.replace_all(index.find(self._query))

    def set_query(self, query: str) -> None:
        """Show the best matches; the first entries for an empty query."""
        self._query = query
        self.replace_all(self._index.find(query))
