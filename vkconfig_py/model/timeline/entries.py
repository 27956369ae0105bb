"""The time line: what this program wrote and what others did, the latest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import PurePath

from vkconfig_py.language.sentences import join_some, join_words, message, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.text.lines import LineAction, ListLine
from vkconfig_py.model.text.moments import moment_text
from vkconfig_py.model.text.wording import count_of
from vkconfig_py.model.timeline.history import MachineHistory
from vkconfig_py.model.timeline.machine_state import (
    MachinePart,
    MachinePartKind,
    MachineState,
    PartChange,
)
from vkconfig_py.model.timeline.own_actions import OwnAction, change_word

NO_HISTORY = MachineHistory()
_LAYERS = (MachinePartKind.IMPLICIT, MachinePartKind.EXPLICIT)


class OthersChange(NamedTuple):
    """Something that another program did.

    Attributes:
        moment: of the look that saw it, in seconds since the epoch.
    """

    change: PartChange
    moment: float

    @property
    def key(self) -> str:
        return f"{self.moment}:{':'.join(self.change.part.key)}"

    @property
    def time(self) -> float:
        return self.change.latest

    @property
    def title(self) -> str:
        return self.change.title

    @property
    def path(self) -> str:
        return self.change.part.path

    @property
    def how(self) -> str:
        """Return who did it, as far as that is told, and between which moments."""
        between = tr(
            "between {earliest} and {time}",
            earliest=moment_text(self.change.earliest),
            time=moment_text(self.time),
        )
        return f"{render(self.change.who)}, {between}" if self.change.who else between


class BaselineLook(NamedTuple):
    """The look that all later ones are compared with."""

    time: float
    state: MachineState
    path: str = ""

    @property
    def key(self) -> str:
        return f"first:{self.time}"

    @property
    def title(self) -> str:
        return tr("First scan of this machine")

    @property
    def how(self) -> str:
        layers = sum(part.kind in _LAYERS for part in self.state.parts)
        drivers = sum(part.kind is MachinePartKind.DRIVER for part in self.state.parts)
        parts = join_words([count_of(layers, "layer"), count_of(drivers, "driver")])
        return tr("{things}; what changes from now on is listed here", things=parts)


Entry = OwnAction | OthersChange | BaselineLook


def merge_entries(actions: Sequence[OwnAction], history: MachineHistory) -> tuple[Entry, ...]:
    """Return both kinds by time, the latest first."""
    entries: list[Entry] = [*actions, *others_of(history)]
    return tuple(sorted(entries, key=lambda entry: entry.time, reverse=True))


def others_of(history: MachineHistory) -> tuple[OthersChange | BaselineLook, ...]:
    """Return what others did, the latest first."""
    return tuple(_others(history))


def _others(history: MachineHistory) -> Iterator[OthersChange | BaselineLook]:
    last = len(history.moments) - 1
    for number, moment in enumerate(history.moments):
        for change in moment.changes:
            if change.is_told:
                yield OthersChange(change, moment.first)
        if number == last and not moment.changes:
            yield BaselineLook(moment.first, history.state_at(number))


def moment_before(entry: Entry, history: MachineHistory) -> float | None:
    """The moment whose snapshot shows what was there before an entry, None if there is none."""
    earlier = [moment.first for moment in history.moments if moment.first < _seen(entry)]
    return earlier[0] if earlier else None


def _seen(entry: Entry) -> float:
    return entry.moment if isinstance(entry, OthersChange) else entry.time


# Rows of the time line: what this program wrote and what others changed.

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
    """Return what happened, when, to which files, and the buttons that undo it."""
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
    """Return the path of a single file. For several, their names as long as these are distinct."""
    if not isinstance(entry, OwnAction):
        return entry.path or entry.how
    names = [PurePath(file).name for file in entry.files]
    if len(names) == 1:
        return entry.files[0]
    shown_files = names if len(set(names)) == len(names) else list(entry.files)
    return f"{count_of(len(names), 'file')}: {join_some(shown_files, _NAMED)}"


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
    """Return all of an entry, as a difference."""
    if not isinstance(entry, OwnAction):
        return _render_difference(entry) if isinstance(entry, OthersChange) else entry.how
    if len(entry.files) == 1:
        return entry.difference(entry.files[0])
    lines = [f"{change_word(entry.change_of(file))}  {file}" for file in entry.files]
    parts = [f"{file}\n{entry.difference(file)}" for file in entry.files]
    return "\n\n".join(("\n".join(lines), *parts))


def _render_difference(entry: OthersChange) -> str:
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
    "kind": message("kind"),
    "name": message("name"),
    "version": message("version"),
    "owner": message("owner", "the program that wrote a file"),
    "library": message("library"),
    "digest": message("content"),
    "library_stamp": message("size and time of the library"),
}


def _field(part: MachinePart | None, name: str) -> str:
    return "" if part is None else str(getattr(part, name))
