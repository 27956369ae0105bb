"""Restore the files from before an action of the journal: all of them or none."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from vkconfig_py.language.sentences import Message, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import DocumentError, write_file
from vkconfig_py.loader.files.safe_paths import (
    make_shared_folder,
    name_path_in_errors,
    open_parent_folder,
)
from vkconfig_py.model.apply.journal import (
    NO_ACTION,
    RESTORED_VERB,
    Action,
    JournalEntry,
    drop_entries,
    find_latest_action,
    find_newest_documents,
    list_entries_of_action,
    load_state,
    lock_state,
    make_action,
    make_content_name,
    make_temporary_name,
    read_entry_document,
    read_folder_time,
    remove_aside,
    write_with_journal,
)
from vkconfig_py.model.apply.lease_facts import LeaseError, make_lease, read_facts
from vkconfig_py.model.apply.record import (
    ApplyRecord,
    RecordedFolder,
    Slot,
    parse_record,
    read_record,
    remove_record,
    render_record,
    save_record,
)
from vkconfig_py.model.configuration.own_documents import READ_ERRORS, JsonObject
from vkconfig_py.model.configuration.workspace_files import restore_place
from vkconfig_py.model.files.atomic_files import (
    FileKind,
    FileState,
    PartlyDoneError,
    capture_file,
    remove_file,
    remove_folder,
    render_error,
    write_file_state,
)
from vkconfig_py.model.files.paths import StatePaths, describe_error, path_exists
from vkconfig_py.model.plan.leases import UNTIL_WITHDRAWN, Lease, LeaseFacts, Term, has_ended
from vkconfig_py.model.plan.plan import ChangeKind, PlannedChange, render_difference


def list_touched_folders(
    files: Iterable[str], known_folders: Iterable[RecordedFolder]
) -> tuple[RecordedFolder, ...]:
    """Return the folders that writing these files creates or changes, without known ones."""
    known_paths = {folder.path for folder in known_folders}
    touched_folders: list[RecordedFolder] = []
    for file in files:
        for path in Path(file).parents:
            exists = path.is_dir()
            if str(path) not in known_paths:
                known_paths.add(str(path))
                touched_folders.append(_record_folder(path) if exists else _make_new_folder(path))
            if exists:
                break
    return tuple(touched_folders)


def _make_new_folder(path: Path) -> RecordedFolder:
    """Describe a folder that is missing and that a write will create."""
    return RecordedFolder(path=str(path), made=True, before=None, names=())


def _record_folder(path: Path) -> RecordedFolder:
    """Describe an existing folder with its present mtime and names."""
    return RecordedFolder(
        path=str(path), made=False, before=_read_mtime(str(path)), names=_list_names(path)
    )


def check_folder_times(
    folders: Iterable[RecordedFolder], slots: tuple[Slot, ...]
) -> tuple[RecordedFolder, ...]:
    """Check before a write whether another program changed folders since the last own write.

    If so, the present mtime is the one to restore. After a kill the time of the last own write is
    not known. Then the folder's names decide, without vkconfig-py's own files and folders.
    """
    folders = tuple(folders)
    files = [Path(name) for slot in slots for name in (*slot.places, slot.temporary)]
    own_paths = [*files, *(Path(folder.path) for folder in folders if folder.made)]
    return tuple(
        _check_folder_time(
            folder, {path.name for path in own_paths if str(path.parent) == folder.path}
        )
        for folder in folders
    )


def _check_folder_time(folder: RecordedFolder, own_names: set[str]) -> RecordedFolder:
    """Forget the mtime to restore if another program changed this folder.

    `own_names`: files and folders of vkconfig-py, whose coming and going does not count.
    """
    if folder.made or folder.before is None:
        return folder._replace(after=None)
    if folder.after is not None:
        is_unchanged = _read_mtime(folder.path) == folder.after
    else:
        is_unchanged = (
            set(_list_names(Path(folder.path))) - own_names == set(folder.names) - own_names
        )
    return folder._replace(before=folder.before if is_unchanged else None, after=None)


def create_folders(folders: Iterable[RecordedFolder]) -> None:
    """Make the missing folders, outermost first.

    Raises:
        OSError: a folder cannot be created. Those created so far are empty.
    """
    for folder in sorted(folders, key=lambda folder: len(folder.path)):
        if folder.made:
            make_shared_folder(folder.path)


def restore_folders(folders: Iterable[RecordedFolder]) -> None:
    """Remove the created folders that are empty. Restore the mtimes of the others."""
    deepest_first = sorted(folders, key=lambda folder: len(folder.path), reverse=True)
    for folder in deepest_first:
        if folder.made:
            remove_if_empty(folder.path)
    # After the removals, which change the times of the folders above.
    for folder in deepest_first:
        if not folder.made and folder.before is not None:
            _set_mtime(folder.path, folder.before)


def remove_if_empty(folder: str) -> None:
    """Remove a folder, unless another program has put files into it."""
    try:
        remove_folder(folder)
    except OSError:
        return


def set_mtime_to_present(folder: RecordedFolder) -> RecordedFolder:
    """Use a folder's present mtime as the one to restore, when a write is given up."""
    return folder._replace(before=_read_mtime(folder.path))


def record_written_mtime(folder: RecordedFolder) -> RecordedFolder:
    """Record the present mtime of a folder as that after our last write."""
    return folder._replace(after=_read_mtime(folder.path))


def _set_mtime(folder: str, mtime_ns: int) -> None:
    """Set the mtime of a folder in nanoseconds, or leave it if the system refuses."""
    try:
        with open_parent_folder(f"{folder}/.") as (handle, name):
            os.utime(name, ns=(mtime_ns, mtime_ns), dir_fd=handle)
    except OSError:  # missing, or another program's by now; only the owner may set it
        return


def _read_mtime(folder: str) -> int | None:
    """Return the mtime of a folder in nanoseconds, None if it is missing."""
    try:
        return Path(folder).stat().st_mtime_ns
    except OSError:
        return None


def _list_names(folder: Path) -> tuple[str, ...]:
    """Return the names in a folder, sorted, () if it cannot be read."""
    try:
        return tuple(sorted(os.listdir(folder)))  # noqa: PTH208 - names alone are kept
    except OSError:
        return ()


class _RestorePoint(NamedTuple):
    """How to restore one entry: the previous file, and the members of its journal file."""

    entry: JournalEntry
    state_before: FileState
    document: JsonObject

    @property
    def folder(self) -> str:
        return str(Path(self.entry.file).parent)

    @property
    def path(self) -> str:
        """The path at which the entry's write left the file."""
        return str(self.document.get("place", self.entry.file))


def restore_action(entry: JournalEntry, paths: StatePaths, term: Term = UNTIL_WITHDRAWN) -> str:
    """Restore the files from before an entry's action and return "" or why nothing changed.

    What is applied again by that and whose lease has ended meanwhile stays for the `term`.
    """
    try:
        with lock_state(paths):
            if entry.action.key:
                entries = list_entries_of_action(paths, entry.action) or (entry,)
                # The record goes back with the files as long as nothing was applied, withdrawn or
                # restored since; after that it speaks of other files and stays.
                restores_record = find_latest_action(paths) == entry.action.key
                _restore_entries(
                    entries, paths, term, entry.action.who, includes_record=restores_record
                )
            else:
                _check_unchanged((entry,), paths)
                restore_files((entry,), paths)
    except OSError as error:
        return render_error(tr("Nothing was restored"), entry.file, error)
    return ""


def restore_deleted(entry: JournalEntry, paths: StatePaths) -> str:
    """Write the file of a deleted configuration again and return "" or why nothing changed.

    The configuration returns to its place in the list, unless the order cannot be written.
    """
    file = Path(entry.file)
    try:
        with lock_state(paths):
            if path_exists(file):
                return render_existing(entry)
            restore_point = _read_restore_point(entry, paths)
            write_file(entry.file, restore_point.state_before.content)
    except OSError as error:
        return render_error(tr("Nothing was restored"), entry.file, error)
    keys_above = restore_point.document.get("below")
    # A deletion locks the configurations first, then the state: never the other way around.
    with suppress(*READ_ERRORS):
        restore_place(file.parent, file.stem, keys_above if isinstance(keys_above, list) else ())
    return ""


def render_existing(entry: JournalEntry) -> str:
    """Return that a deleted configuration exists again."""
    return tr("Nothing to restore: “{name}” exists again.", name=entry.who)


def restore_span(
    entries: Sequence[JournalEntry],
    paths: StatePaths,
    subject: Message | str = "",
    term: Term = UNTIL_WITHDRAWN,
    *,
    is_whole: bool,
) -> str:
    """Restore each file from before the oldest of its entries and return "" or why nothing changed.

    Args:
        entries: of several actions, newest first.
        paths: of record and journal.
        subject: what is restored, as the history shows it.
        term: for how long configurations stay applied whose lease has ended meanwhile.
        is_whole: these are all entries since a moment, so what was applied then is applied
            again.
    """
    try:
        with lock_state(paths):
            _restore_entries(entries, paths, term, subject, includes_record=is_whole)
    except OSError as error:
        return render_error(tr("Nothing was restored"), "", error)
    return ""


def preview_restored_files(
    entries: Sequence[JournalEntry], paths: StatePaths
) -> tuple[PlannedChange, ...]:
    """Return what restoring from before these entries would change now, without equal files.

    Raises:
        OSError: it would be refused. The error names the file.
    """
    _check_unchanged(entries, paths)
    restore_points = [_read_restore_point(entry, paths) for entry in entries]
    changes = []
    for file, restore_point in _find_oldest(restore_points).items():
        current_content = _render_content(
            capture_file(_find_present_path(file, restore_points), pipes=True)
        )
        recorded_content = _render_content(restore_point.state_before)
        if current_content != recorded_content:
            change_if_absent = ChangeKind.NEW if current_content is None else ChangeKind.CHANGE
            kind = ChangeKind.REMOVE if recorded_content is None else change_if_absent
            changes.append(
                PlannedChange(kind, file, render_difference(current_content, recorded_content))
            )
    return tuple(changes)


def _render_content(state: FileState) -> bytes | None:
    """Return the content to show for a file state: for a link its target, None for no file."""
    if state.kind is FileKind.LINK:
        return b"symbolic link to " + state.content
    return None if state.kind is FileKind.ABSENT else state.content


def _find_present_path(file: str, restore_points: Iterable[_RestorePoint]) -> str:
    """Return where the newest entry's file is now: `file`, or a name beside it."""
    newest_point = next(
        restore_point for restore_point in restore_points if restore_point.entry.file == file
    )
    return (
        newest_point.path
        if _has_stored_content(newest_point.path, newest_point.document["after"])
        else file
    )


def _find_oldest(restore_points: Iterable[_RestorePoint]) -> dict[str, _RestorePoint]:
    """Return the oldest restore point of each file, from those that begin with the newest."""
    return {restore_point.entry.file: restore_point for restore_point in restore_points}


def _check_unchanged(entries: Iterable[JournalEntry], paths: StatePaths) -> None:
    """Check that nobody else has changed the files since the journal last told of them.

    Raises:
        OSError: one was changed. The error names it.
    """
    files = {entry.file for entry in entries}
    for file, document in find_newest_documents(paths, files).items():
        written_path = str(document.get("place", file))
        # A kill between the entry and its write leaves what was there before.
        if not (
            _is_as_stored(written_path, document["after"])
            or _is_as_stored(file, document["before"])
        ):
            raise OSError(None, tr("another program has changed it since; it was left as is"), file)


def list_leftover_files(paths: StatePaths, files: Collection[str]) -> set[str]:
    """Return the files that are as the journal's newest entry of each left them."""
    unchanged_files = set()
    for file, document in find_newest_documents(paths, files).items():
        with suppress(OSError):
            if _is_as_stored(str(document.get("place", file)), document["after"]):
                unchanged_files.add(file)
    return unchanged_files


def _is_as_stored(path: str, members: JsonObject) -> bool:
    """Return whether a file is as JSON members of the journal describe it."""
    state = capture_file(path, pipes=True)
    if state.kind is FileKind.ABSENT or members["kind"] == FileKind.ABSENT.value:
        return state.kind is FileKind(members["kind"])
    return make_content_name(state) == str(members["content"])


def _restore_entries(
    entries: Sequence[JournalEntry],
    paths: StatePaths,
    term: Term,
    subject: Message | str,
    *,
    includes_record: bool,
) -> None:
    """Restore the files from before these entries as one action of the journal.

    Args:
        entries: newest first.
        paths: of record and journal.
        term: for how long configurations stay applied whose lease has ended meanwhile.
        subject: what is restored, as the history shows it.
        includes_record: restore the record of what was applied, too.
    """
    _check_unchanged(entries, paths)
    present, damage = read_record(paths)
    recorded_entries = [entry for entry in entries if entry.action.key]
    restores_record = includes_record and bool(recorded_entries) and not damage
    earlier_record = _read_earlier_record(recorded_entries[-1], paths) if restores_record else None
    checked_record = present._replace(folders=check_folder_times(present.folders, present.slots))
    members = render_record(present) if present != ApplyRecord() else {}
    restoration = make_action(RESTORED_VERB, subject, None if damage else members)
    # What stands there now goes into the journal as one action again, so this is taken back the
    # same way.
    restore_files(entries, paths, action=restoration)
    if earlier_record is not None:
        try:
            _restore_record(earlier_record, checked_record, paths, term)
        except OSError as error:
            raise PartlyDoneError(error, dict.fromkeys(entry.file for entry in entries)) from error


def _read_earlier_record(entry: JournalEntry, paths: StatePaths) -> ApplyRecord | None:
    """Return the record from before an action, None if its entries do not hold it."""
    with suppress(DocumentError):
        members = read_entry_document(paths, entry.key)["action"].get("record")
        if members is not None:
            return parse_record(members) if members else ApplyRecord()
    return None


def _restore_record(
    earlier_record: ApplyRecord, checked_record: ApplyRecord, paths: StatePaths, term: Term
) -> None:
    """Make the record describe the restored files. Leases that have ended begin anew."""
    known_paths = {folder.path for folder in earlier_record.folders}
    restore_folders(folder for folder in checked_record.folders if folder.path not in known_paths)
    if earlier_record == ApplyRecord():
        remove_record(paths)
        return
    folders = tuple(record_written_mtime(folder) for folder in earlier_record.folders)
    facts = read_facts((entry.lease for entry in earlier_record.applied), paths)
    renewed_lease = _renew_lease(term, paths, facts)
    applied_configurations = tuple(
        entry._replace(lease=renewed_lease) if has_ended(entry.lease, facts) else entry
        for entry in earlier_record.applied
    )
    save_record(paths, earlier_record._replace(folders=folders, applied=applied_configurations))


def _renew_lease(term: Term, paths: StatePaths, facts: LeaseFacts) -> Lease:
    """Return a lease of this term that begins now, or one until withdrawn if that fails."""
    try:
        return make_lease(term, paths, facts.now)
    except LeaseError:  # a process that cannot be seen
        return UNTIL_WITHDRAWN


def restore_files(
    entries: Iterable[JournalEntry], paths: StatePaths, fix: str = "", action: Action = NO_ACTION
) -> None:
    """Restore each file from before the oldest of its entries. The caller holds the lock.

    `entries`: newest first. `fix`: key of the fix that does it, "" for none, for the journal.
    `action`: the action of the journal that it belongs to.

    Raises:
        OSError: every file is unchanged, and no journal entry was written. The error names the file
            that could not be restored.
    """
    restore_points = [_read_restore_point(entry, paths) for entry in entries]
    times = _list_folder_times(restore_points)
    states_before: list[tuple[str, FileState]] = []
    keys: list[str] = []
    try:
        oldest_points = _find_oldest(restore_points)
        for restore_point in restore_points:
            file = restore_point.entry.file
            if oldest_points[file] is restore_point:
                with name_path_in_errors(file):
                    make_shared_folder(restore_point.folder)
                    states_before.append((file, capture_file(file, pipes=bool(fix))))
                    key = write_with_journal(
                        paths,
                        RESTORED_VERB,
                        file,
                        restore_point.entry.who,
                        restore_point.state_before,
                        fix,
                        action,
                        restore_point.entry.fix if fix else "",
                    )
                    keys.append(key)
            if restore_point.path != file and _has_stored_content(
                restore_point.path, restore_point.document["after"]
            ):
                states_before.append((restore_point.path, capture_file(restore_point.path)))
                remove_file(restore_point.path)
    except OSError as error:
        raise revert_writes(states_before, paths, keys, error) from error
    for restore_point in restore_points:
        remove_aside(paths, restore_point.entry)
    for folder, earlier_times in times.items():
        _set_mtime(folder, earlier_times)


def revert_writes(
    states_before: Iterable[tuple[str, FileState]],
    paths: StatePaths,
    keys: list[str],
    error: OSError,
) -> OSError:
    """Revert an action that an error ended midway, delete its entries and return what to raise.

    If a file cannot be reverted, the returned error names it, and all entries stay: it can be
    later.
    `states_before`: each path that may have been written, with what was there, as written. `keys`:
    journal entries of the action. `error`: what ended it.
    """
    unreverted_paths = [
        path for path, state in reversed([*states_before]) if not _try_to_revert(path, state)
    ]
    if unreverted_paths:
        return PartlyDoneError(error, unreverted_paths)
    with suppress(OSError):  # entries too many: what they restore is there
        drop_entries(paths, keys)
    return error


def _try_to_revert(path: str, state: FileState) -> bool:
    """Restore a path to this state and return whether that succeeded."""
    try:
        if capture_file(path, pipes=True) != state:
            write_file_state(path, state, make_temporary_name(path, "undone"))
    except OSError:
        return False
    return True


def _read_restore_point(entry: JournalEntry, paths: StatePaths) -> _RestorePoint:
    """Read an entry's journal file and the previous file that it stores.

    Raises:
        OSError: either cannot be read. The error names the file to restore.
    """
    try:
        document = read_entry_document(paths, entry.key)
        return _RestorePoint(entry, load_state(paths, document["before"]), document)
    except DocumentError as error:
        unread_text = tr("its entry cannot be read: {reason}", reason=error.sentence)
        raise OSError(None, unread_text, entry.file) from error
    except OSError as error:
        reason = tr(
            "the previous content is lost ({file}: {reason})",
            file=error.filename,
            reason=describe_error(error),
        )
        raise OSError(error.errno, reason, entry.file) from error


def _list_folder_times(restore_points: Iterable[_RestorePoint]) -> dict[str, int]:
    """Return the mtimes before the oldest entry, of folders that no one has changed since."""
    times: dict[str, int] = {}
    changed_folders = set()
    for restore_point in restore_points:
        if restore_point.folder in changed_folders:
            continue
        if restore_point.folder not in times and restore_point.document.get(
            "folder_after"
        ) != read_folder_time(restore_point.entry.file):
            changed_folders.add(restore_point.folder)
        elif restore_point.document.get("folder_before") is not None:
            times[restore_point.folder] = restore_point.document["folder_before"]
    return times


def _has_stored_content(path: str, members: JsonObject) -> bool:
    """Return whether a file has the content that JSON members of the journal name."""
    try:
        return make_content_name(capture_file(path)) == members.get("content")
    except OSError:
        return False
