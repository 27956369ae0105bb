"""JournalModel: the time line; what this program wrote and what others changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import PurePath
from typing import Any, ClassVar

from PySide6.QtCore import QObject, Qt

from vkconfig_py.language.sentences import join_some, tr
from vkconfig_py.model.apply.journal import JournalEntry
from vkconfig_py.model.items.keyed_list import KeyedListModel
from vkconfig_py.model.items.roles import FileRole
from vkconfig_py.model.plan.plan import ChangeKind
from vkconfig_py.model.text.moments import moment_text
from vkconfig_py.model.text.wording import count_of, tooltip, visible, visible_lines
from vkconfig_py.model.timeline.entries import (
    NO_HISTORY,
    Entry,
    OthersChange,
    merge_entries,
)
from vkconfig_py.model.timeline.history import History
from vkconfig_py.model.timeline.machine_state import Part, PartKind
from vkconfig_py.model.timeline.own_actions import OwnAction, change_word, group_actions

SHOW = tr("Then and now")
TO_BEFORE = tr("Everything to before…")
_NAMED = 4  # files of one action
_ICONS = {
    PartKind.LOADER: "loader",
    PartKind.DRIVER: "driver",
    PartKind.IMPLICIT: "layer",
    PartKind.EXPLICIT: "layer",
    PartKind.OVERRIDE: "warn",
    PartKind.SETTINGS: "sliders",
}


class Shown(StrEnum):
    """Whose entries are shown."""

    EVERYTHING = tr("All", "entries of a list")
    OURS = tr("By vkconfig-py")
    OTHERS = tr("By others")


class JournalModel(KeyedListModel[Entry]):
    """Past writes to the system, each with its diff, and what others did."""

    ROLES: ClassVar[Mapping[int, Callable[[Any], object]]] = {
        Qt.ItemDataRole.DisplayRole: lambda entry: visible(entry.title),
        Qt.ItemDataRole.ToolTipRole: lambda entry: tooltip(f"{_paths(entry)}\n{_when(entry)}"),
        Qt.ItemDataRole.AccessibleTextRole: lambda entry: visible(_spoken(entry)),
        FileRole.CHANGE: lambda entry: _change(entry),
        FileRole.PATH: lambda entry: visible(_files(entry)),
        FileRole.TEXT: lambda entry: visible_lines(_text(entry)),
        FileRole.TIME: lambda entry: _when(entry),
        FileRole.ICON: lambda entry: _icon(entry),
        FileRole.ACTIONS: lambda entry: _actions(entry),
    }

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.actions: tuple[OwnAction, ...] = ()
        self.history = NO_HISTORY

    def key_of(self, value: Entry) -> str:
        return value.key

    def show(
        self,
        journal: Sequence[JournalEntry],
        history: History = NO_HISTORY,
        shown: Shown = Shown.EVERYTHING,
    ) -> None:
        """Show the time line; the writes of one action form one row."""
        self.actions = group_actions(journal)
        self.history = history
        entries = merge_entries(self.actions, history)
        self.update_to([entry for entry in entries if _is_shown(entry, shown)])


def _is_shown(entry: Entry, shown: Shown) -> bool:
    match shown:
        case Shown.EVERYTHING:
            return True
        case Shown.OURS:
            return isinstance(entry, OwnAction)
        case Shown.OTHERS:
            return not isinstance(entry, OwnAction)


def _paths(entry: Entry) -> str:
    return ", ".join(entry.files) if isinstance(entry, OwnAction) else entry.path


def _files(entry: Entry) -> str:
    """Path of a single file; for several, their names as long as these are distinct."""
    if not isinstance(entry, OwnAction):
        return entry.path or entry.how
    names = [PurePath(file).name for file in entry.files]
    if len(names) == 1:
        return entry.files[0]
    told = names if len(set(names)) == len(names) else list(entry.files)
    return f"{count_of(len(names), 'file')}: {join_some(told, _NAMED)}"


def _when(entry: Entry) -> str:
    return moment_text(entry.time)


def _spoken(entry: Entry) -> str:
    if isinstance(entry, OwnAction):
        return f"{_when(entry)}: {entry.title}, {_paths(entry)}"
    return tr(
        "{time}: by others: {title}, {about}",
        time=_when(entry),
        title=entry.title,
        about=f"{entry.path} {entry.how}".strip(),
    )


def _icon(entry: Entry) -> str:
    if isinstance(entry, OthersChange):
        return _ICONS[entry.change.difference.part.kind]
    return "history" if isinstance(entry, OwnAction) else "eye"


def _actions(entry: Entry) -> tuple[str, ...]:
    if isinstance(entry, OwnAction):
        return entry.way_back, TO_BEFORE
    return (SHOW,) if isinstance(entry, OthersChange) else ()


def _change(entry: Entry) -> str:
    if not isinstance(entry, OwnAction):
        return ""
    changes = {entry.change_of(file) for file in entry.files}
    return changes.pop() if len(changes) == 1 else ChangeKind.CHANGE


def _text(entry: Entry) -> str:
    if not isinstance(entry, OwnAction):
        return _told(entry) if isinstance(entry, OthersChange) else entry.how
    if len(entry.files) == 1:
        return entry.difference(entry.files[0])
    lines = [f"{change_word(entry.change_of(file))}  {file}" for file in entry.files]
    parts = [f"{file}\n{entry.difference(file)}" for file in entry.files]
    return "\n\n".join(("\n".join(lines), *parts))


def _told(entry: OthersChange) -> str:
    before, after = entry.change.before, entry.change.after
    lines = [entry.path, entry.how, ""]
    for name, label in _FIELDS.items():
        then, now = _field(before, name), _field(after, name)
        if then == now:
            lines.append(f" {label}: {now}" if now else "")
        else:
            lines += [f"-{label}: {then}"] * bool(then) + [f"+{label}: {now}"] * bool(now)
    return "\n".join(line for number, line in enumerate(lines) if line or number == 2)


_FIELDS = {
    "kind": tr("kind"),
    "name": tr("name"),
    "version": tr("version"),
    "owner": tr("owner", "the program that wrote a file"),
    "library": tr("library"),
    "digest": tr("content"),
    "library_stamp": tr("size and time of the library"),
}


def _field(part: Part | None, name: str) -> str:
    return "" if part is None else str(getattr(part, name))
