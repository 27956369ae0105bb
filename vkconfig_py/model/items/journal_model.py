"""JournalModel: what this program wrote, an entry for each action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import PurePath
from typing import Any, ClassVar

from PySide6.QtCore import Qt

from vkconfig_py.model.apply.journal import JournalEntry
from vkconfig_py.model.items.keyed_list import Index, KeyedListModel
from vkconfig_py.model.items.roles import FileRole
from vkconfig_py.model.text.wording import tooltip, visible, visible_lines
from vkconfig_py.model.timeline.own_actions import OwnAction, group_actions


class JournalModel(KeyedListModel[OwnAction]):
    """Past writes to the system, each with its diff."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda action: visible(action.title),
        Qt.ItemDataRole.ToolTipRole: lambda action: tooltip(f"{_paths(action)}\n{_when(action)}"),
        Qt.ItemDataRole.AccessibleTextRole: lambda action: visible(
            f"{_when(action)}: {action.title}, {_paths(action)}"
        ),
        FileRole.CHANGE: lambda action: _change(action),
        FileRole.PATH: lambda action: visible(_files(action)),
        FileRole.TEXT: lambda action: visible_lines(_text(action)),
        FileRole.TIME: lambda action: _when(action),
        FileRole.WAY_BACK: lambda action: action.way_back,
    }

    def key_of(self, value: OwnAction) -> str:
        return value.key

    def show(self, entries: Sequence[JournalEntry]) -> None:
        """Show the journal; the writes of one action form one row."""
        self.update_to(list(group_actions(entries)))

    def entry_at(self, index: Index) -> JournalEntry | None:
        """The newest entry of a row; the row's other entries are restored with it."""
        action = self.value_at(index)
        return action.entries[0] if action else None


def _paths(action: OwnAction) -> str:
    return ", ".join(action.files)


def _files(action: OwnAction) -> str:
    """Path of a single file; for several, their names as long as these are distinct."""
    names = [PurePath(file).name for file in action.files]
    if len(names) == 1 or len(set(names)) < len(names):
        return _paths(action)
    return f"{len(names)} files: {', '.join(names)}"


def _when(action: OwnAction) -> str:
    return f"{datetime.fromtimestamp(action.time):%Y-%m-%d %H:%M:%S}"


def _change(action: OwnAction) -> str:
    changes = {action.change_of(file) for file in action.files}
    return changes.pop() if len(changes) == 1 else "Change"


def _text(action: OwnAction) -> str:
    if len(action.files) == 1:
        return action.difference(action.files[0])
    return "\n\n".join(f"{file}\n{action.difference(file)}" for file in action.files)
