"""JournalModel: what this program wrote to the system, newest first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import PurePath
from typing import Any, ClassVar

from PySide6.QtCore import Qt

from vkconfig_py.model.applying.changes import render_difference
from vkconfig_py.model.applying.journal import JournalEntry
from vkconfig_py.model.items.keyed_list import Index, KeyedListModel
from vkconfig_py.model.items.roles import FileRole
from vkconfig_py.model.items.texts import tooltip, visible, visible_lines

_WORDS = {
    "applied": "Applied",
    "withdrew": "Withdrew",
    "removed": "Removed",
    "restored": "Restored",
    "moved aside": "Moved aside",
    "edited": "Edited",
    "moved": "Moved",
}


class JournalModel(KeyedListModel[JournalEntry]):
    """Entries with the difference that each of them made."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda entry: visible(_title(entry)),
        Qt.ItemDataRole.ToolTipRole: lambda entry: tooltip(f"{entry.file}\n{_moment(entry)}"),
        Qt.ItemDataRole.AccessibleTextRole: lambda entry: visible(
            f"{_moment(entry)}: {_title(entry)}, {entry.file}"
        ),
        FileRole.CHANGE: lambda entry: _change(entry),
        FileRole.PATH: lambda entry: visible(entry.file),
        FileRole.TEXT: lambda entry: visible_lines(_difference(entry)),
        FileRole.TIME: lambda entry: _moment(entry),
    }

    def key_of(self, value: JournalEntry) -> str:
        """Return the entry's key."""
        return value.key

    def show(self, entries: Sequence[JournalEntry]) -> None:
        """Show the journal."""
        self.update_to(list(entries))

    def entry_at(self, index: Index) -> JournalEntry | None:
        """Return the entry of an index."""
        return self.value_at(index)


def _title(entry: JournalEntry) -> str:
    word = _WORDS.get(entry.what, entry.what)
    return f"{word} {entry.who}" if entry.who else f"{word} {PurePath(entry.file).name}"


def _moment(entry: JournalEntry) -> str:
    return f"{datetime.fromtimestamp(entry.time):%Y-%m-%d %H:%M:%S}"


def _change(entry: JournalEntry) -> str:
    if entry.exists_after:
        return "Change" if entry.existed_before else "New"
    return "Remove" if entry.existed_before else ""


def _difference(entry: JournalEntry) -> str:
    before = entry.before.encode() if entry.existed_before else None
    after = entry.after.encode() if entry.exists_after else None
    return render_difference(before, after)
