"""PlanModel and JournalModel: the files a configuration would write, and past writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import PurePath
from typing import Any, ClassVar

from PySide6.QtCore import Qt

from vkconfig_py.model.apply.journal import TAKEN_AWAY, JournalEntry
from vkconfig_py.model.items.keyed_list import Index, KeyedListModel
from vkconfig_py.model.items.roles import FileRole
from vkconfig_py.model.plan.plan import Change, Limit, render_difference
from vkconfig_py.model.text.wording import count_of, short_name, tooltip, visible, visible_lines


class PlanModel(KeyedListModel[Change]):
    """Files and variables of a plan."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda change: visible(_change_title(change)),
        Qt.ItemDataRole.ToolTipRole: lambda change: tooltip(change.subject),
        Qt.ItemDataRole.AccessibleTextRole: lambda change: visible(
            f"{change.kind}: {change.subject}"
        ),
        FileRole.CHANGE: lambda change: str(change.kind),
        FileRole.PATH: lambda change: visible(change.subject) if change.is_file else "",
        FileRole.TEXT: lambda change: visible_lines(change.text),
    }

    limits: tuple[Limit, ...] = ()

    def key_of(self, value: Change) -> str:
        return ("file:" if value.is_file else "variable:") + value.subject

    def show(self, changes: Sequence[Change], limits: tuple[Limit, ...] = ()) -> None:
        self.limits = limits
        self.update_to(list(changes))

    def summary(self) -> str:
        lost = [limit for limit in self.limits if not limit.is_note]
        if not lost:
            return "All choices can be applied"
        return f"{count_of(len(lost), 'choice')} cannot be applied this way"

    def counts(self) -> str:
        """Text such as "2 files · 3 variables" for the status bar."""
        files = sum(change.is_file for change in self._values)
        parts = ((files, "file"), (len(self._values) - files, "variable"))
        return " · ".join(count_of(number, noun) for number, noun in parts if number)


def _change_title(change: Change) -> str:
    return PurePath(change.subject).name if change.is_file else change.subject


def limit_lines(limits: Sequence[Limit]) -> list[str]:
    """Each limitation once, with everything that it concerns and what would lift it."""
    subjects: dict[tuple[str, str], list[str]] = {}
    for limit in limits:
        about = subjects.setdefault((limit.text, limit.alternative), [])
        if limit.subject:
            about.append(short_name(limit.subject))
    lines = []
    for (text, alternative), about in subjects.items():
        names = f"{', '.join(about)}: " if about else ""
        lines.append(f"{names}{text}" + (f" (what helps: {alternative})" if alternative else ""))
    return [visible(line) for line in lines]


_WORDS = {
    "applied": "Applied",
    "withdrew": "Withdrew",
    "lease ended": "Lease ended:",
    "removed": "Removed",
    "restored": "Restored",
    "moved aside": "Moved aside",
    "edited": "Edited",
    "moved": "Moved",
}


Writes = tuple[JournalEntry, ...]  # what one action wrote, the newest first; restored together


class JournalModel(KeyedListModel[Writes]):
    """Past writes to the system, each with its diff."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda writes: visible(_action_title(writes)),
        Qt.ItemDataRole.ToolTipRole: lambda writes: tooltip(f"{_paths(writes)}\n{_when(writes)}"),
        Qt.ItemDataRole.AccessibleTextRole: lambda writes: visible(
            f"{_when(writes)}: {_action_title(writes)}, {_paths(writes)}"
        ),
        FileRole.CHANGE: lambda writes: _change(writes),
        FileRole.PATH: lambda writes: visible(_files(writes)),
        FileRole.TEXT: lambda writes: visible_lines(_text(writes)),
        FileRole.TIME: lambda writes: _when(writes),
        FileRole.WAY_BACK: lambda writes: _way_back(writes),
    }

    def key_of(self, value: Writes) -> str:
        return value[0].key

    def show(self, entries: Sequence[JournalEntry]) -> None:
        """Show the journal; the writes of one action form one row."""
        actions: dict[str, Writes] = {}
        for entry in entries:
            key = entry.action.key or entry.fix or entry.key
            actions[key] = (*actions.get(key, ()), entry)
        self.update_to(list(actions.values()))

    def entry_at(self, index: Index) -> JournalEntry | None:
        """The newest entry of a row; the row's other entries are restored with it."""
        writes = self.value_at(index)
        return writes[0] if writes else None


def _action_title(writes: Writes) -> str:
    # The file that was moved or edited was journaled last; what came of it was written before.
    entry = writes[0]
    what, who = _what(writes), entry.action.who or entry.who
    word = _WORDS.get(what, what)
    return f"{word} {who}" if who else f"{word} {PurePath(entry.file).name}"


def _what(writes: Writes) -> str:
    return writes[0].action.what or writes[0].what


def _way_back(writes: Writes) -> str:
    return "Apply again" if _what(writes) in TAKEN_AWAY else "Restore"


def _paths(writes: Writes) -> str:
    return ", ".join(dict.fromkeys(entry.file for entry in writes))


def _files(writes: Writes) -> str:
    """Path of a single file; for several, their names as long as these are distinct."""
    files = list(dict.fromkeys(entry.file for entry in writes))
    names = [PurePath(file).name for file in files]
    if len(files) == 1 or len(set(names)) < len(names):
        return _paths(writes)
    return f"{len(files)} files: {', '.join(names)}"


def _when(writes: Writes) -> str:
    return f"{datetime.fromtimestamp(writes[0].time):%Y-%m-%d %H:%M:%S}"


def _change(writes: Writes) -> str:
    changes = {_change_of(entry) for entry in writes}
    return changes.pop() if len(changes) == 1 else "Change"


def _change_of(entry: JournalEntry) -> str:
    if entry.exists_after:
        return "Change" if entry.existed_before else "New"
    return "Remove" if entry.existed_before else ""


def _text(writes: Writes) -> str:
    if len(writes) == 1:
        return _difference(writes[0])
    return "\n\n".join(f"{entry.file}\n{_difference(entry)}" for entry in writes)


def _difference(entry: JournalEntry) -> str:
    before = entry.before.encode() if entry.existed_before else None
    after = entry.after.encode() if entry.exists_after else None
    return render_difference(before, after)
