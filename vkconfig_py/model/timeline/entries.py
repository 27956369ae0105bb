"""The time line: what this program wrote and what others did, the latest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path, PurePath

from vkconfig_py.language.sentences import (
    Message,
    counted,
    join_some,
    join_words,
    message,
    render,
    tr,
)
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.apply.found_overrides import is_named_owner, render_owner
from vkconfig_py.model.apply.journal import (
    DELETED_VERB,
    REMOVED_ENTRIES_VERB,
    REMOVED_VERB,
    WITHDRAWAL_KINDS,
    JournalEntry,
    read_journal,
)
from vkconfig_py.model.apply.restore import (
    preview_restored_files,
    render_existing,
    restore_action,
    restore_deleted,
    restore_span,
)
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.files.paths import StatePaths, path_exists
from vkconfig_py.model.plan.leases import UNTIL_WITHDRAWN, Term
from vkconfig_py.model.plan.plan import ChangeKind, PlannedChange, render_difference
from vkconfig_py.model.problems.fixes import revert_fix
from vkconfig_py.model.text.lines import LineAction, ListLine
from vkconfig_py.model.text.wording import (
    abbreviate_home,
    make_moment_message,
    render_count,
    render_date_clock,
    render_moment,
)
from vkconfig_py.model.timeline.history import (
    MachineHistory,
    MachinePart,
    MachinePartKind,
    MachineState,
    PartChange,
)

# Actions of the journal: what one command wrote is one entry, which is restored as one.

# By what the journal has.
_TITLE_BY_VERB = {
    "applied": tr("Applied {name}"),
    "withdrew": tr("Withdrew {name}"),
    "lease ended": tr("Expired: {name}"),
    REMOVED_VERB: tr("Moved {name} aside"),
    REMOVED_ENTRIES_VERB: tr("Removed the vkconfig-py entries from {name}"),
    "restored": tr("Restored {name}"),
    "moved aside": tr("Moved {name} aside"),
    "edited": tr("Edited {name}"),
    "moved": tr("Moved {name}"),
    "written": tr("Wrote {name}"),
    "registered": tr("Registered {name}"),
}
_CHANGE_WORDS = {
    ChangeKind.NEW: tr("New", "what became of a file"),
    ChangeKind.CHANGE: tr("Change", "what became of a file"),
    ChangeKind.REMOVE: tr("Remove", "what became of a file"),
    ChangeKind.SET: tr("Set", "what became of a variable"),
    ChangeKind.UNSET: tr("Unset", "what became of a variable"),
}


SHOWN_FILE_CHANGES = (ChangeKind.NEW, ChangeKind.CHANGE, ChangeKind.REMOVE)


def render_change_kind(change: str) -> str:
    """Return the name of a kind of change in the user's language."""
    return _CHANGE_WORDS.get(ChangeKind(change), change) if change else ""


class OwnAction(NamedTuple):
    """What one action of this program wrote: apply, withdraw, fix, remove or restore.

    Attributes:
        entries: of its files, the newest first.
    """

    entries: tuple[JournalEntry, ...]

    @property
    def key(self) -> str:
        return self.entries[0].key

    @property
    def time(self) -> float:
        """When it was, in seconds since the epoch."""
        return self.entries[0].time

    @property
    def verb(self) -> str:
        """The kind of the action, as the journal names it."""
        return self.entries[0].action.what or self.entries[0].what

    @property
    def is_deletion(self) -> bool:
        """Whether a configuration was deleted: no other file is changed with it."""
        return self.verb == DELETED_VERB

    @property
    def author(self) -> Message | str:
        """The configuration or fix that the action was about, "" if it is not known."""
        return self.entries[0].action.who or self.entries[0].who

    @property
    def files(self) -> tuple[str, ...]:
        """Paths of the files, each once."""
        return tuple(dict.fromkeys(entry.file for entry in self.entries))

    @property
    def aside(self) -> str:
        """Where the file that it moved aside is now, or ""."""
        return next((entry.aside for entry in self.entries if entry.aside), "")

    @property
    def title(self) -> str:
        """What happened, as the title of its row."""
        # The file that was moved or edited was journaled last; what came of it was written before.
        name = render(self.author)
        if self.is_deletion:
            return tr("Deleted “{name}”", name=name)
        if not name or not is_named_owner(name):
            name = PurePath(self.entries[0].file).name
        elif self.verb == REMOVED_VERB:  # its files, not the program itself
            return tr("Moved {name}'s override aside", name=name)
        title = _TITLE_BY_VERB.get(self.verb)
        return title.format(name=name) if title else f"{self.verb} {name}"

    @property
    def restore_label(self) -> str:
        """Label of the button that undoes the action."""
        return tr("Apply again") if self.verb in WITHDRAWAL_KINDS else tr("Restore")

    def get_file_change(self, file: str) -> str:
        """Return how the action changed a file, as a value of ChangeKind, "" if it did not."""
        file_entries = [entry for entry in self.entries if entry.file == file]
        existed_before, exists_after = file_entries[-1].existed_before, file_entries[0].exists_after
        if exists_after:
            return ChangeKind.CHANGE if existed_before else ChangeKind.NEW
        return ChangeKind.REMOVE if existed_before else ""

    def render_file_difference(self, file: str) -> str:
        """Return the diff of a file by this action."""
        file_entries = [entry for entry in self.entries if entry.file == file]
        first_entry, last_entry = file_entries[-1], file_entries[0]
        content_before = first_entry.before.encode() if first_entry.existed_before else None
        content_after = last_entry.after.encode() if last_entry.exists_after else None
        return render_difference(content_before, content_after)


class RestorePoint(NamedTuple):
    """A state to restore: the journal's entries that are undone for it, and its name.

    Attributes:
        is_whole: these are all entries since a moment.
        single_action: the only action that is reverted, or None.
    """

    entries: tuple[JournalEntry, ...]
    author: Message | str = ""
    is_whole: bool = False
    single_action: OwnAction | None = None

    @property
    def is_deletion(self) -> bool:
        """Whether a deleted configuration is to return."""
        return self.single_action is not None and self.single_action.is_deletion


class RestorePreview(NamedTuple):
    """What restoring would change, or a sentence that says why it cannot be done."""

    changes: tuple[PlannedChange, ...] = ()
    refusal: str = ""

    @property
    def sentence(self) -> str:
        """What restoring would do, or why it cannot be done."""
        if self.refusal:
            return self.refusal
        if not self.changes:
            return tr("Nothing would change: the files are the same as they were then.")
        return counted(
            "{n:,} files would be restored.", "{n} file would be restored.", len(self.changes)
        )


def group_actions(entries: Sequence[JournalEntry]) -> tuple[OwnAction, ...]:
    """Return journal entries by the action that wrote them, the newest first."""
    groups: dict[str, list[JournalEntry]] = {}
    for entry in sorted(entries, key=lambda journal_entry: journal_entry.key, reverse=True):
        groups.setdefault(entry.action.key or entry.fix or entry.key, []).append(entry)
    return tuple(OwnAction(tuple(group)) for group in groups.values())


def read_actions(paths: StatePaths) -> tuple[OwnAction, ...]:
    """Return what this program wrote, by the journal, the newest action first."""
    return group_actions(read_journal(paths))


def make_restore_point(action: OwnAction) -> RestorePoint:
    """Return the state without this action. Later actions stay."""
    return RestorePoint(action.entries, single_action=action)


def make_point_before(
    action: OwnAction, actions: Sequence[OwnAction], file: str = ""
) -> RestorePoint:
    """Return the state before an action, for all files or only one.

    `file`: its path, "" for all.
    """
    since = action.entries[-1].time
    time_text = make_moment_message(since)
    title = message("everything from before {when}", when=time_text)
    if file:
        title = message("{file} from before {when}", file=PurePath(file).name, when=time_text)
    return _make_point_since(since, title, actions, file)


def make_point_at(moment: float, actions: Sequence[OwnAction], file: str = "") -> RestorePoint:
    """Return the state at a moment, for all files or only one.

    `moment`: seconds since the epoch. `file`: its path, "" for all.
    """
    # An action that the moment falls into was whole only after it.
    since = next((action for action in reversed(actions) if action.time > moment), None)
    earliest_time = since.entries[-1].time if since is not None else moment
    time_text = make_moment_message(moment)
    title = message("everything as of {when}", when=time_text)
    if file:
        title = message("{file} as of {when}", file=PurePath(file).name, when=time_text)
    return _make_point_since(earliest_time, title, actions, file)


def _make_point_since(
    earliest_time: float, title: Message, actions: Sequence[OwnAction], file: str
) -> RestorePoint:
    """Return the state that undoing all entries since `earliest_time` leads to.

    `earliest_time`: seconds since the epoch. `file`: its path, "" for all.
    """
    entries = [
        entry
        for action in actions
        for entry in action.entries
        # A configuration may have returned since, and is restored alone.
        if entry.time >= earliest_time and file in ("", entry.file) and not action.is_deletion
    ]
    entries.sort(key=lambda entry: entry.key, reverse=True)
    return RestorePoint(tuple(entries), title, is_whole=not file)


def preview_restore(restore_point: RestorePoint, paths: StatePaths) -> RestorePreview:
    """Return what restoring would change now. Nothing is written."""
    if not restore_point.entries:
        return RestorePreview(refusal=_render_nothing_to_undo(restore_point))
    if restore_point.is_deletion and path_exists(Path(restore_point.entries[0].file)):
        return RestorePreview(refusal=render_existing(restore_point.entries[0]))
    try:
        return RestorePreview(preview_restored_files(restore_point.entries, paths))
    except OSError as error:
        return RestorePreview(refusal=render_error(tr("Nothing would be restored"), "", error))


def apply_restore_point(
    restore_point: RestorePoint, paths: StatePaths, term: Term = UNTIL_WITHDRAWN
) -> str:
    """Restore all files of a state, or none.

    Return "" or why nothing changed. It is an action in the journal itself, so it can be undone,
    too.
    """
    if not restore_point.entries:
        return _render_nothing_to_undo(restore_point)
    first_entry = restore_point.entries[0]
    if restore_point.is_deletion:
        return restore_deleted(first_entry, paths)
    if restore_point.single_action is None:
        return restore_span(
            restore_point.entries,
            paths,
            restore_point.author,
            term,
            is_whole=restore_point.is_whole,
        )
    if first_entry.fix:
        reverted_fix = revert_fix(first_entry.fix, paths)
        return "" if reverted_fix.key else reverted_fix.sentence
    return restore_action(first_entry, paths, term)


def _render_nothing_to_undo(restore_point: RestorePoint) -> str:
    """Render that no entry would have to be undone for a state."""
    if restore_point.is_whole:
        return tr("Nothing to restore: vkconfig-py has not written any files since then.")
    return tr("Nothing to restore: vkconfig-py has not written this file since then.")


class FileAtMoment(NamedTuple):
    """One file of ours at a moment.

    Attributes:
        text: its content then, as far as the journal shows it; None if there was no file.
        since: title of the action that changed it next.
    """

    file: str
    text: str | None
    since: str


def list_files_at(moment: float, actions: Sequence[OwnAction]) -> tuple[FileAtMoment, ...]:
    """Return the files that were written after a moment, as they were at that moment.

    `moment`: seconds since the epoch.
    """
    return _list_files_without([action for action in actions if action.time > moment])


def list_files_before(action: OwnAction, actions: Sequence[OwnAction]) -> tuple[FileAtMoment, ...]:
    """Return the files that an action or a later one wrote, as they were before that action."""
    return _list_files_without(actions[: actions.index(action) + 1])


def _list_files_without(actions: Sequence[OwnAction]) -> tuple[FileAtMoment, ...]:
    """Return the files that actions wrote, as they were before. The newest action comes first."""
    file_by_path: dict[str, FileAtMoment] = {}
    for action in actions:  # the oldest one is the last to count
        for entry in action.entries:
            text = entry.before if entry.existed_before else None
            file_by_path[entry.file] = FileAtMoment(entry.file, text, action.title)
    return tuple(file_by_path[file] for file in sorted(file_by_path))


NO_HISTORY = MachineHistory()
_LAYER_KINDS = (MachinePartKind.IMPLICIT, MachinePartKind.EXPLICIT)


class ForeignChange(NamedTuple):
    """A change of the machine that this program did not make.

    Attributes:
        seen_at: of the look that saw it, in seconds since the epoch.
    """

    change: PartChange
    seen_at: float

    @property
    def key(self) -> str:
        return f"{self.seen_at}:{':'.join(self.change.part.key)}"

    @property
    def time(self) -> float:
        """When it was at the latest, in seconds since the epoch."""
        return self.change.latest

    @property
    def title(self) -> str:
        return self.change.title

    @property
    def path(self) -> str:
        return self.change.part.path

    @property
    def description(self) -> str:
        """Who made the change, if known, and between which moments."""
        period_text = tr(
            "between {earliest} and {time}",
            earliest=render_moment(self.change.earliest),
            time=render_moment(self.time),
        )
        return f"{render(self.change.who)}, {period_text}" if self.change.who else period_text


class BaselineLook(NamedTuple):
    """The first look at the machine, with which later ones are compared."""

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
    def description(self) -> str:
        """How many layers and drivers there were."""
        layers = sum(machine_part.kind in _LAYER_KINDS for machine_part in self.state.parts)
        drivers = sum(
            machine_part.kind is MachinePartKind.DRIVER for machine_part in self.state.parts
        )
        parts = join_words([render_count(layers, "layer"), render_count(drivers, "driver")])
        return tr("{things}; later changes will be listed", things=parts)


TimelineEntry = OwnAction | ForeignChange | BaselineLook


def merge_entries(
    actions: Sequence[OwnAction], history: MachineHistory
) -> tuple[TimelineEntry, ...]:
    """Return our actions and changes by others in one list, the latest first."""
    entries: list[TimelineEntry] = [*actions, *list_foreign_entries(history)]
    return tuple(sorted(entries, key=lambda entry: entry.time, reverse=True))


def list_foreign_entries(history: MachineHistory) -> tuple[ForeignChange | BaselineLook, ...]:
    """Return the changes by others, the latest first, with the first look at the end."""
    return tuple(_iterate_foreign_entries(history))


def _iterate_foreign_entries(history: MachineHistory) -> Iterator[ForeignChange | BaselineLook]:
    """Yield the changes by others, the latest first, with the first look at the end."""
    last = len(history.moments) - 1
    for number, moment in enumerate(history.moments):
        for change in moment.changes:
            if change.is_reported:
                yield ForeignChange(change, moment.first)
        if number == last and not moment.changes:
            yield BaselineLook(moment.first, history.state_at(number))


def find_moment_before(entry: TimelineEntry, history: MachineHistory) -> float | None:
    """Return when the state before an entry was last seen, in seconds since the epoch, or None."""
    earlier_times = [
        moment.first for moment in history.moments if moment.first < _get_seen_time(entry)
    ]
    return earlier_times[0] if earlier_times else None


def _get_seen_time(entry: TimelineEntry) -> float:
    """Return when an entry was seen, in seconds since the epoch."""
    return entry.seen_at if isinstance(entry, ForeignChange) else entry.time


# Rows of the time line: what this program wrote and what others changed.

_MAX_NAMED_FILES = 4  # files of one action
_ICON_BY_MACHINE_PART_KIND = {
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


def is_entry_shown(entry: TimelineEntry, shown_entries: ShownEntries) -> bool:
    """True if an entry passes the choice of our actions, changes by others, or everything."""
    match shown_entries:
        case ShownEntries.EVERYTHING:
            return True
        case ShownEntries.OURS:
            return isinstance(entry, OwnAction)
        case ShownEntries.OTHERS:
            return not isinstance(entry, OwnAction)


def get_entry_key(entry: TimelineEntry) -> str:
    return entry.key


def present_entry(entry: TimelineEntry, home: str = "") -> ListLine:
    """Return an entry as a row: what happened, when, to which files, and buttons that undo it.

    `home`: the home folder, shown as ~.
    """
    clock, path = f"{render_date_clock(entry.time)} ·", _find_single_path(entry)
    return ListLine(
        entry.title,
        abbreviate_home(path, home) or f"{clock} {_render_file_names(entry)}",
        path_prefix=clock if path else "",
        icon=_choose_icon(entry),
        actions=_list_actions(entry),
        tooltip="\n".join(
            filter(None, (_render_paths(entry), render_aside(entry, home), _render_when(entry)))
        ),
        accessible_text=_render_accessible_text(entry),
    )


def _render_paths(entry: TimelineEntry) -> str:
    """Return the paths that an entry is about, joined by commas."""
    return ", ".join(entry.files) if isinstance(entry, OwnAction) else entry.path


def find_aside(entry: TimelineEntry) -> str:
    """Return where the file is now that an entry moved aside, or ""."""
    return entry.aside if isinstance(entry, OwnAction) else ""


def render_aside(entry: TimelineEntry, home: str = "") -> str:
    """Return where the file is now that an entry moved aside, as a sentence, or ""."""
    path = find_aside(entry)
    return tr("Now at {path}", path=abbreviate_home(path, home)) if path else ""


def _find_single_path(entry: TimelineEntry) -> str:
    """Return the path of the only file that an entry is about, or ""."""
    if not isinstance(entry, OwnAction):
        return entry.path
    # The name of a configuration's file says nothing.
    return entry.files[0] if len(entry.files) == 1 and not entry.is_deletion else ""


def _render_file_names(entry: TimelineEntry) -> str:
    """Return what a row says without a path: names of files if they differ, else their paths."""
    if not isinstance(entry, OwnAction):
        return entry.description
    if entry.is_deletion:
        return tr("Configuration")
    names = [PurePath(file).name for file in entry.files]
    shown_files = names if len(set(names)) == len(names) else list(entry.files)
    return f"{render_count(len(names), 'file')}: {join_some(shown_files, _MAX_NAMED_FILES)}"


def _render_when(entry: TimelineEntry) -> str:
    return render_moment(entry.time)


def _render_accessible_text(entry: TimelineEntry) -> str:
    """Return an entry as one sentence for screen readers."""
    if isinstance(entry, OwnAction):
        return f"{_render_when(entry)}: {entry.title}, {_render_paths(entry)}"
    if isinstance(entry, BaselineLook):
        return f"{_render_when(entry)}: {entry.title}, {entry.description}"
    return tr(
        "{time}, changed outside vkconfig-py: {title}, {about}",
        time=_render_when(entry),
        title=entry.title,
        about=f"{entry.path} {entry.description}".strip(),
    )


def _choose_icon(entry: TimelineEntry) -> str:
    """Return the name of the icon of an entry's row."""
    if isinstance(entry, ForeignChange):
        return _ICON_BY_MACHINE_PART_KIND[entry.change.part.kind]
    return "history" if isinstance(entry, OwnAction) else "eye"


def _list_actions(entry: TimelineEntry) -> tuple[LineAction, ...]:
    """Return the buttons of an entry's row."""
    if isinstance(entry, OwnAction):
        restore = LineAction(JournalAction.RESTORE, entry.restore_label)
        if entry.is_deletion:
            return (restore,)
        return (
            restore,
            LineAction(
                JournalAction.RESTORE_ALL, tr("Restore everything from before this change…")
            ),
        )
    compare = LineAction(JournalAction.COMPARE, tr("Compare"))
    return (compare,) if isinstance(entry, ForeignChange) else ()


def render_entry(entry: TimelineEntry) -> str:
    """Return all that is known of an entry as text, with the diffs of its files."""
    if not isinstance(entry, OwnAction):
        return _render_difference(entry) if isinstance(entry, ForeignChange) else entry.description
    if len(entry.files) == 1:
        return entry.render_file_difference(entry.files[0])
    lines = [f"{render_change_kind(entry.get_file_change(file))}  {file}" for file in entry.files]
    parts = [f"{file}\n{entry.render_file_difference(file)}" for file in entry.files]
    return "\n\n".join(("\n".join(lines), *parts))


def _render_difference(entry: ForeignChange) -> str:
    """Return what differs in a part of the machine, as lines of text."""
    part_before, part_after = entry.change.before, entry.change.after
    lines = [entry.path, entry.description, ""]
    for name, sentence in _REPLACED_CONTENTS.items():
        # Nobody reads hashes and stamps: that they differ is what they say.
        if (
            part_before
            and part_after
            and _get_field(part_before, name) != _get_field(part_after, name)
        ):
            lines.append(f"+{render(sentence)}")
    for name, label_message in _FIELD_LABELS.items():
        label = render(label_message)
        value_then, value_now = _get_field(part_before, name), _get_field(part_after, name)
        show = render_owner if name == "owner" else str
        if value_then == value_now:
            lines.append(f" {label}: {show(value_now)}" if value_now else "")
        else:
            lines += [f"-{label}: {show(value_then)}"] * bool(value_then)
            lines += [f"+{label}: {show(value_now)}"] * bool(value_now)
    return "\n".join(line for number, line in enumerate(lines) if line or number == 2)


_FIELD_LABELS = {
    "kind": message("kind"),
    "name": message("name"),
    "version": message("version"),
    "owner": message("owner", "the program that wrote a file"),
    "library": message("library"),
}
_REPLACED_CONTENTS = {
    "digest": message("The content of this file changed."),
    "library_stamp": message("The library file was replaced."),
}


def _get_field(machine_part: MachinePart | None, name: str) -> str:
    """Return one field of a part of the machine as text, "" if there is no part."""
    return "" if machine_part is None else str(getattr(machine_part, name))
