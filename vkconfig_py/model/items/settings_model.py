"""SettingsModel: the settings of one layer as a tree.

A new state is compared with the displayed one, level by level: remaining rows keep their persistent
indexes, so selection, expanded rows and an open editor follow their row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.items.keyed_list import (
    RowInsertion,
    RowMove,
    RowRemoval,
    SettingRole,
    apply_move,
    plan_steps,
)
from vkconfig_py.model.layer_settings.setting_rows import (
    FIELD_INPUTS,
    ChangeMark,
    NodeKind,
    SettingRow,
)
from vkconfig_py.model.text.wording import escape_invisible, make_tooltip

ModelIndex = QModelIndex | QPersistentModelIndex
ROOT_INDEX = QModelIndex()
# What the dot before a row says.
_MARK_TEXTS = {
    ChangeMark.CHANGED: tr("Filled dot: changed in this session"),
    ChangeMark.KEPT: tr("Hollow dot: set before this session"),
}
_EDIT_ROLE = int(Qt.ItemDataRole.EditRole)
_CHECK_STATE_ROLE = int(Qt.ItemDataRole.CheckStateRole)


class SettingEdits(Protocol):
    """Commands that edits in the tree call."""

    def write(self, node: SettingRow, text: str) -> bool:
        """Set the value of a row from typed text. Return whether it was accepted."""

    def check(self, node: SettingRow, *, is_on: bool) -> bool:
        """Set or clear the check mark of a row. Return whether that was accepted."""


class _Item:
    """A row; it persists while its node is replaced."""

    __slots__ = ("children", "node", "number", "parent")

    def __init__(self, node: SettingRow, parent: _Item | None, number: int) -> None:
        self.node = node
        self.parent = parent
        self.number = number  # what its indexes carry
        self.children: list[_Item] = []


class SettingsModel(QAbstractItemModel):
    """The settings of one layer; edits go to the commands."""

    def __init__(self, edits: SettingEdits, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._edits = edits
        self._next = 0
        self._items: dict[int, _Item] = {}
        self._items_by_id: dict[str, _Item] = {}
        self._roots: list[_Item] = []

    # a new state

    def replace_all(self, nodes: Sequence[SettingRow]) -> None:
        """Show the settings of another layer: a model reset."""
        self.beginResetModel()
        self._items.clear()
        self._items_by_id.clear()
        self._roots = [self._make(node, None) for node in nodes]
        self.endResetModel()

    def update_to(self, nodes: Sequence[SettingRow]) -> None:
        """Show new values of the same layer. Rows that stay keep their indexes."""
        self._update_level(None, nodes)

    def _make(self, node: SettingRow, parent: _Item | None) -> _Item:
        """Make an item of a row and its children."""
        self._next += 1
        item = _Item(node, parent, self._next)
        self._items[item.number] = self._items_by_id[node.id] = item
        item.children = [self._make(child, item) for child in node.children]
        return item

    def _forget(self, item: _Item) -> None:
        """Remove an item and its children from the lookup tables."""
        del self._items[item.number]
        if self._items_by_id.get(item.node.id) is item:
            del self._items_by_id[item.node.id]
        for child in item.children:
            self._forget(child)

    def _get_level(self, parent: _Item | None) -> list[_Item]:
        """Return the items below an item, None for the top level."""
        return self._roots if parent is None else parent.children

    def _update_level(self, parent: _Item | None, nodes: Sequence[SettingRow]) -> None:
        """Show new rows below an item: remove, move, insert and change."""
        rows, parent_index = self._get_level(parent), self._index_of(parent)
        for step in plan_steps([item.node.id for item in rows], [node.id for node in nodes]):
            match step:
                case RowRemoval(first, last):
                    self.beginRemoveRows(parent_index, first, last)
                    for item in rows[first : last + 1]:
                        self._forget(item)
                    del rows[first : last + 1]
                    self.endRemoveRows()
                case RowMove(source, target):
                    self.beginMoveRows(parent_index, source, source, parent_index, target)
                    apply_move(rows, step)
                    self.endMoveRows()
                case RowInsertion(first, last):
                    self.beginInsertRows(parent_index, first, last)
                    rows[first:first] = [
                        self._make(node, parent) for node in nodes[first : last + 1]
                    ]
                    self.endInsertRows()
        for item, node in zip(rows, nodes, strict=True):
            self._update_item(item, node)

    def _update_item(self, item: _Item, node: SettingRow) -> None:
        """Show a new row in an item, with its children."""
        if item.node is node:
            return
        old_node, item.node = item.node, node
        if old_node._replace(children=()) != node._replace(children=()):
            index = self._index_of(item)
            # An empty list means every role.
            self.dataChanged.emit(index, index, [])
        if old_node.children or node.children:
            self._update_level(item, node.children)

    # finding rows

    def _index_of(self, item: _Item | None) -> QModelIndex:
        """Return the index of an item, invalid for None."""
        if item is None:
            return QModelIndex()
        # A number and not the item: an index of PySide holds no reference to a Python object.
        return self.createIndex(self._get_level(item.parent).index(item), 0, item.number)

    def _item_at(self, index: ModelIndex) -> _Item | None:
        """Return the item of an index, None for an invalid one."""
        return self._items.get(index.internalId()) if index.isValid() else None

    def node_at(self, index: ModelIndex) -> SettingRow | None:
        """Return the row of an index, None for an invalid one."""
        item = self._item_at(index)
        return item.node if item else None

    def index_of(self, node_id: str) -> QModelIndex:
        """Return the index of the row with an id, invalid if it is not displayed."""
        return self._index_of(self._items_by_id.get(node_id))

    def walk(self) -> Iterator[QModelIndex]:
        """Yield all indexes, parents before children."""
        yield from self._walk(self._roots)

    def _walk(self, items: list[_Item]) -> Iterator[QModelIndex]:
        """Yield the indexes of these items and all below them."""
        for row, item in enumerate(items):
            yield self.createIndex(row, 0, item.number)
            yield from self._walk(item.children)

    def has_lone_roots(self) -> bool:
        """Return whether no row has rows below it."""
        return not any(item.children for item in self._roots)

    # what Qt asks

    def index(self, row: int, column: int, parent: ModelIndex = ROOT_INDEX) -> QModelIndex:
        # By convention only the first column has children.
        if column != 0 or row < 0 or parent.column() > 0:
            return QModelIndex()
        parent_item = self._item_at(parent)
        if parent.isValid() and parent_item is None:
            return QModelIndex()
        rows = self._get_level(parent_item)
        return self.createIndex(row, 0, rows[row].number) if row < len(rows) else QModelIndex()

    def parent(self, child: ModelIndex = ROOT_INDEX) -> QModelIndex:  # type: ignore[override] # QObject's too
        item = self._item_at(child)
        return self._index_of(item.parent) if item else QModelIndex()

    def rowCount(self, parent: ModelIndex = ROOT_INDEX) -> int:
        if parent.column() > 0:
            return 0
        if not parent.isValid():
            return len(self._roots)
        item = self._item_at(parent)
        return len(item.children) if item else 0

    def columnCount(self, parent: ModelIndex = ROOT_INDEX) -> int:
        """Return one column: the delegate paints label and value."""
        return 1

    def flags(self, index: ModelIndex) -> Qt.ItemFlag:
        node = self.node_at(index)
        if node is None:
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if node.checked is not None:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        if node.input_kind in FIELD_INPUTS:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self.node_at(index)
        if node is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return escape_invisible(node.label)
            case Qt.ItemDataRole.EditRole:
                return node.text
            case Qt.ItemDataRole.CheckStateRole if node.checked is not None:
                return Qt.CheckState.Checked if node.checked else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.ToolTipRole:
                return make_tooltip(_render_tip(node))
            case Qt.ItemDataRole.AccessibleTextRole:
                return escape_invisible(node.accessible_text)
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return escape_invisible(node.description)
            case SettingRole.NODE:
                return node
            case _:
                return None

    def setData(self, index: ModelIndex, value: Any, role: int = _EDIT_ROLE) -> bool:
        node = self.node_at(index)
        if node is None:
            return False
        if role == _EDIT_ROLE and node.input_kind in FIELD_INPUTS:
            return self._edits.write(node, str(value))
        if role == _CHECK_STATE_ROLE and node.checked is not None:
            return self._edits.check(node, is_on=Qt.CheckState(value) is Qt.CheckState.Checked)
        return False


def _render_tip(node: SettingRow) -> str:
    """Return the tool tip of a row: label, value, requirement, when an edit has effect, and more.

    Behind these: description, mark, key.
    """
    mark = _MARK_TEXTS.get(node.change_mark, "")
    if node.kind is NodeKind.GROUP:
        return "\n\n".join(filter(None, (node.label, node.description, mark)))
    key = f"{node.setting}: {node.part}" if node.part else node.setting
    details = node.detailed if node.detailed != node.description else ""
    sentences = (node.requirement, node.effect, node.description)
    parts = (node.label, node.text, *sentences, details, mark, key)
    return "\n\n".join(dict.fromkeys(part for part in parts if part))
