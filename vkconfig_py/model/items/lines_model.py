"""LinesModel: a list of values, each shown as a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt

from vkconfig_py.model.items.keyed_list import Index, KeyedListModel
from vkconfig_py.model.text.lines import ListLine
from vkconfig_py.model.text.wording import tooltip, visible

T = TypeVar("T")
NOTHING = ListLine("")
_ROLES = {
    int(Qt.ItemDataRole.DisplayRole),
    int(Qt.ItemDataRole.ToolTipRole),
    int(Qt.ItemDataRole.AccessibleTextRole),
}
_VALUE_ROLES = {*_ROLES, int(Qt.ItemDataRole.CheckStateRole)}


class LinesModel(KeyedListModel[T]):
    """A list model that is told what the key and the line of a value are.

    Lines are made when somebody looks at them: most rows of long lists are never painted.
    """

    def __init__(
        self,
        key: Callable[[T], str],
        present: Callable[[T], ListLine],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._key = key
        self._present = present

    def key_of(self, value: T) -> str:
        return self._key(value)

    def line_at(self, index: Index) -> ListLine:
        """Return the line of a row, with what cannot be seen made visible."""
        value = self.value_at(index)
        return NOTHING if value is None else _make_visible(self._present(value))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in _ROLES or (value := self.value_at(index)) is None:
            return None
        line = self._present(value)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(line.tip)
        return visible((role == Qt.ItemDataRole.AccessibleTextRole and line.spoken) or line.title)

    def _changed_roles(self, old: T, new: T) -> set[int]:
        return set() if old is new or old == new else _VALUE_ROLES


def _make_visible(line: ListLine) -> ListLine:
    parts: list[Any] = [visible(part) if isinstance(part, str) else part for part in line]
    return ListLine(*parts)
