"""Actions of the journal: what one command wrote is one entry, which is restored as one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from vkconfig_py.language.sentences import Message, counted, message, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.apply.found_overrides import owner_text
from vkconfig_py.model.apply.journal import TAKEN_AWAY, JournalEntry, read_journal
from vkconfig_py.model.apply.restore import preview_return, restore, restore_span
from vkconfig_py.model.files.atomic_files import error_sentence
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.plan.leases import STAYS, Term
from vkconfig_py.model.plan.plan import ChangeKind, PlannedChange, render_difference
from vkconfig_py.model.problems.fixes import revert_fix
from vkconfig_py.model.text.moments import moment_message

# By what the journal has.
_TITLES = {
    "applied": tr("Applied {name}"),
    "withdrew": tr("Withdrew {name}"),
    "lease ended": tr("Expired: {name}"),
    "removed": tr("Removed {name}"),
    "restored": tr("Restored {name}"),
    "moved aside": tr("Moved aside {name}"),
    "edited": tr("Edited {name}"),
    "moved": tr("Moved {name}"),
    "written": tr("Wrote {name}"),
}
_CHANGES = {
    ChangeKind.NEW: tr("New", "what became of a file"),
    ChangeKind.CHANGE: tr("Change", "what became of a file"),
    ChangeKind.REMOVE: tr("Remove", "what became of a file"),
    ChangeKind.SET: tr("Set", "what became of a variable"),
    ChangeKind.UNSET: tr("Unset", "what became of a variable"),
}


FILE_KINDS = (ChangeKind.NEW, ChangeKind.CHANGE, ChangeKind.REMOVE)


def change_word(change: str) -> str:
    """Return a kind of change as it is shown."""
    return _CHANGES.get(ChangeKind(change), change) if change else ""


class OwnAction(NamedTuple):
    """What one command wrote: an apply, a withdrawal, a fix, a removal or a restoring.

    Attributes:
        entries: of its files, the newest first.
    """

    entries: tuple[JournalEntry, ...]

    @property
    def key(self) -> str:
        return self.entries[0].key

    @property
    def time(self) -> float:
        return self.entries[0].time

    @property
    def what(self) -> str:
        return self.entries[0].action.what or self.entries[0].what

    @property
    def who(self) -> Message | str:
        return self.entries[0].action.who or self.entries[0].who

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(entry.file for entry in self.entries))

    @property
    def title(self) -> str:
        # The file that was moved or edited was journaled last; what came of it was written before.
        name = self.who or PurePath(self.entries[0].file).name
        title = _TITLES.get(self.what)
        return title.format(name=owner_text(render(name))) if title else f"{self.what} {name}"

    @property
    def way_back(self) -> str:
        return tr("Apply again") if self.what in TAKEN_AWAY else tr("Restore")

    def change_of(self, file: str) -> str:
        """Return what became of a file: a value of ChangeKind, or "" for none."""
        ours = [entry for entry in self.entries if entry.file == file]
        existed, exists = ours[-1].existed_before, ours[0].exists_after
        if exists:
            return ChangeKind.CHANGE if existed else ChangeKind.NEW
        return ChangeKind.REMOVE if existed else ""

    def difference(self, file: str) -> str:
        """Return what became of a file's text, as a difference."""
        ours = [entry for entry in self.entries if entry.file == file]
        first, last = ours[-1], ours[0]
        before = first.before.encode() if first.existed_before else None
        after = last.after.encode() if last.exists_after else None
        return render_difference(before, after)


class RestorePoint(NamedTuple):
    """A way back, planned: the journal's entries that are reverted, and what that is called.

    Attributes:
        is_whole: these are all entries since a moment.
        alone: the only action that is reverted, or None.
    """

    entries: tuple[JournalEntry, ...]
    who: Message | str = ""
    is_whole: bool = False
    alone: OwnAction | None = None


class RestorePreview(NamedTuple):
    """What a way back would change, or the sentence that refuses it."""

    changes: tuple[PlannedChange, ...] = ()
    refused: str = ""

    @property
    def sentence(self) -> str:
        """Return what would happen."""
        if self.refused:
            return self.refused
        if not self.changes:
            return tr("Nothing would change: the files are as they were then.")
        return counted(
            "{n:,} files would be restored.", "{n} file would be restored.", len(self.changes)
        )


def group_actions(entries: Sequence[JournalEntry]) -> tuple[OwnAction, ...]:
    """Put entries that were made together into one action, the newest first."""
    groups: dict[str, list[JournalEntry]] = {}
    for entry in sorted(entries, key=lambda journal_entry: journal_entry.key, reverse=True):
        groups.setdefault(entry.action.key or entry.fix or entry.key, []).append(entry)
    return tuple(OwnAction(tuple(group)) for group in groups.values())


def read_actions(paths: StatePaths) -> tuple[OwnAction, ...]:
    return group_actions(read_journal(paths))


def return_of(action: OwnAction) -> RestorePoint:
    """Return the way back of one action."""
    return RestorePoint(action.entries, alone=action)


def return_before(action: OwnAction, actions: Sequence[OwnAction], file: str = "") -> RestorePoint:
    """Return the way back to before an action, for everything or for one file."""
    return _restore_point_since(action.entries[-1].time, action.time, actions, file)


def return_to(moment: float, actions: Sequence[OwnAction], file: str = "") -> RestorePoint:
    """The way back to a moment, in seconds since the epoch, for everything or for one file."""
    # An action that the moment falls into was whole only after it.
    since = next((action for action in reversed(actions) if action.time > moment), None)
    earliest = since.entries[-1].time if since is not None else moment
    return _restore_point_since(earliest, moment, actions, file)


def _restore_point_since(
    earliest: float, moment: float, actions: Sequence[OwnAction], file: str
) -> RestorePoint:
    entries = [
        entry
        for action in actions
        for entry in action.entries
        if entry.time >= earliest and file in ("", entry.file)
    ]
    entries.sort(key=lambda entry: entry.key, reverse=True)
    when = moment_message(moment)
    title = message("everything as of {when}", when=when)
    if file:
        title = message("{file} as of {when}", file=PurePath(file).name, when=when)
    return RestorePoint(tuple(entries), title, is_whole=not file)


def preview_restore(restore_point: RestorePoint, paths: StatePaths) -> RestorePreview:
    """Determine what a way back would change now. Nothing is written."""
    try:
        return RestorePreview(preview_return(restore_point.entries, paths))
    except OSError as error:
        return RestorePreview(refused=error_sentence(tr("Nothing would be restored"), "", error))


def carry_out(restore_point: RestorePoint, paths: StatePaths, term: Term = STAYS) -> str:
    """Restore all files of a way back, or none, and return "" or why nothing changed.

    It is an action of the journal itself, so it has a way back, too.
    """
    if not restore_point.entries:
        return tr("Nothing was restored: nothing was written since then.")
    first = restore_point.entries[0]
    if restore_point.alone is None:
        return restore_span(
            restore_point.entries, paths, restore_point.who, term, is_whole=restore_point.is_whole
        )
    if first.fix:
        undone = revert_fix(first.fix, paths)
        return "" if undone.key else undone.sentence
    return restore(first, paths, term)


class FileThen(NamedTuple):
    """One file of ours at a moment.

    Attributes:
        text: its content then, as far as the journal shows it; None if there was no file.
        since: title of the action that changed it next.
    """

    file: str
    text: str | None
    since: str


def files_at(moment: float, actions: Sequence[OwnAction]) -> tuple[FileThen, ...]:
    """Return the files that were written after a moment, as they were at it."""
    file_by_path: dict[str, FileThen] = {}
    for action in actions:  # the oldest one after the moment is the last to count
        if action.time <= moment:
            continue
        for entry in action.entries:
            text = entry.before if entry.existed_before else None
            file_by_path[entry.file] = FileThen(entry.file, text, action.title)
    return tuple(file_by_path[file] for file in sorted(file_by_path))
