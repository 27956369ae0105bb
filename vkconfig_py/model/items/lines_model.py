"""LinesModel: a list of values, each shown as a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt

from vkconfig_py.model.items.keyed_list import KeyedListModel, ModelIndex
from vkconfig_py.model.text.lines import ListLine
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip

T = TypeVar("T")
EMPTY_LINE = ListLine("")
_LINE_ROLES = {
    int(Qt.ItemDataRole.DisplayRole),
    int(Qt.ItemDataRole.ToolTipRole),
    int(Qt.ItemDataRole.AccessibleTextRole),
}
_VALUE_ROLES = {*_LINE_ROLES, int(Qt.ItemDataRole.CheckStateRole)}


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

    def get_key(self, value: T) -> str:
        return self._key(value)

    def line_at(self, index: ModelIndex) -> ListLine:
        """Return the line of a row, with invisible characters made visible."""
        value = self.get_value(index)
        return EMPTY_LINE if value is None else _make_visible(self._present(value))

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in _LINE_ROLES or (value := self.get_value(index)) is None:
            return None
        line = self._present(value)
        if role == Qt.ItemDataRole.ToolTipRole:
            return make_tooltip(line.tooltip)
        return escape_invisible(
            (role == Qt.ItemDataRole.AccessibleTextRole and line.accessible_text) or line.title
        )

    def _changed_roles(self, old: T, new: T) -> set[int]:
        return set() if old is new or old == new else _VALUE_ROLES


def _make_visible(line: ListLine) -> ListLine:
    """Return a line with invisible characters in its texts made visible."""
    parts: list[Any] = [escape_invisible(part) if isinstance(part, str) else part for part in line]
    return ListLine(*parts)
