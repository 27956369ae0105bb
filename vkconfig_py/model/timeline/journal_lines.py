"""Rows of the time line: what this program wrote and what others changed."""

from __future__ import annotations

from enum import Enum
from pathlib import PurePath

from vkconfig_py.language.sentences import join_some, tr
from vkconfig_py.model.text.lines import LineAction, ListLine
from vkconfig_py.model.text.moments import moment_text
from vkconfig_py.model.text.wording import count_of
from vkconfig_py.model.timeline.entries import Entry, OthersChange
from vkconfig_py.model.timeline.machine_state import MachinePart, MachinePartKind
from vkconfig_py.model.timeline.own_actions import OwnAction, change_word

_NAMED = 4  # files of one action
_ICONS = {
    MachinePartKind.LOADER: "loader",
    MachinePartKind.DRIVER: "driver",
    MachinePartKind.IMPLICIT: "layer",
    MachinePartKind.EXPLICIT: "layer",
    MachinePartKind.OVERRIDE: "warn",
    MachinePartKind.SETTINGS: "sliders",
}


class ShownEntries(Enum):
    """Whose entries are shown."""

    EVERYTHING = "everything"
    OURS = "ours"
    OTHERS = "others"


class JournalAction(Enum):
    """What a button of an entry does."""

    RESTORE = "restore"
    RESTORE_ALL = "restore all"
    COMPARE = "compare"


def is_entry_shown(entry: Entry, shown: ShownEntries) -> bool:
    match shown:
        case ShownEntries.EVERYTHING:
            return True
        case ShownEntries.OURS:
            return isinstance(entry, OwnAction)
        case ShownEntries.OTHERS:
            return not isinstance(entry, OwnAction)


def entry_key(entry: Entry) -> str:
    return entry.key


def present_entry(entry: Entry) -> ListLine:
    """What happened, when, to which files, and the buttons that undo it."""
    return ListLine(
        entry.title,
        f"{_when(entry)} · {_files(entry)}",
        icon=_icon(entry),
        actions=_actions(entry),
        tip=f"{_paths(entry)}\n{_when(entry)}",
        spoken=_spoken(entry),
    )


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
        return _ICONS[entry.change.part.kind]
    return "history" if isinstance(entry, OwnAction) else "eye"


def _actions(entry: Entry) -> tuple[LineAction, ...]:
    if isinstance(entry, OwnAction):
        return (
            LineAction(JournalAction.RESTORE, entry.way_back),
            LineAction(JournalAction.RESTORE_ALL, tr("Everything to before…")),
        )
    compare = LineAction(JournalAction.COMPARE, tr("Then and now"))
    return (compare,) if isinstance(entry, OthersChange) else ()


def entry_text(entry: Entry) -> str:
    """All of an entry, as a difference."""
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


def _field(part: MachinePart | None, name: str) -> str:
    return "" if part is None else str(getattr(part, name))
