"""Journal: every write to the system, with the file's bytes before and after it.

An entry is one small file, written before the system is touched. Contents are stored next to it
under their digest, so that entries stay readable when a manifest of 50 MB was replaced. All of it
is in vkconfig-py's state folder. An action of the user writes one entry for each file. Its entries
share the key of the action, and restore.py reverts them together.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath
from typing import Any

from vkconfig_py.language.sentences import Message, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files import own_files
from vkconfig_py.loader.files.own_files import (
    DocumentError,
    NewerFormatError,
    make_folder,
    read_document,
    read_file,
    remove_temporary_files,
    write_file,
)
from vkconfig_py.model.apply.record import check_stored_state, read_time
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.configuration_json import render_configuration
from vkconfig_py.model.configuration.own_documents import (
    NOTE_SUFFIX,
    READ_ERRORS,
    JsonObject,
    decode_note,
    make_note_members,
    make_problem,
    read_number,
    read_object,
    read_text,
)
from vkconfig_py.model.configuration.workspace import DocumentProblem
from vkconfig_py.model.files.atomic_files import (
    ABSENT,
    CONTENT_LIMIT,
    FileKind,
    FileState,
    block_signals,
    capture_file,
    hold_if_possible,
    hold_lock,
    remove_file,
    remove_folder,
    write_file_state,
)
from vkconfig_py.model.files.paths import StatePaths, path_exists
from vkconfig_py.model.text.wording import abbreviate_home

JOURNAL_FORMAT = 1
MAX_ENTRIES = 200
MAX_SHOWN_BYTES = 64 * 1024
APPLIED_VERB, WITHDREW_VERB, RESTORED_VERB = "applied", "withdrew", "restored"
LEASE_ENDED = "lease ended"  # withdrawn because its lease had ended
REMOVED_VERB, REMOVED_ENTRIES_VERB = "removed", "entries removed"  # overrides, whole or in part
DELETED_VERB = "deleted"  # a configuration of the user, which is no write to the system
WITHDRAWAL_KINDS = (WITHDREW_VERB, LEASE_ENDED)
_WHO_NOTE = f"who{NOTE_SUFFIX}"  # what the text is made of, for readers who know that


class Action(NamedTuple):
    """An apply, a withdrawal, or the restoring of one. Its files are restored together.

    A fix has a separate key ("deed" in the file): it is a step of undo, and older versions treat
    any entry with a "deed" as one.

    Attributes:
        key: shared by its entries, "" for a single entry.
        what: APPLIED_VERB, WITHDREW_VERB, LEASE_ENDED or RESTORED_VERB, whatever its entries are.
        who: configurations that were applied or withdrawn. May be a message.
        record: JSON members of the record (record.py) before the action, {} if nothing was applied.
            Stored in the entry's file. `read_journal` does not return it.
    """

    key: str = ""
    what: str = ""
    who: Message | str = ""
    record: JsonObject | None = None


NO_ACTION = Action()


class JournalEntry(NamedTuple):
    """One write to the system.

    Attributes:
        key: file name of the entry. Names sort by time.
        time: seconds since the epoch.
        what: one of the verbs above, or what a fix did ("moved aside").
        who: configurations that were applied or deleted, or the owner of a removed file.
        fix: key that the writes of one fix share ("deed" in the file). They are reverted together.
        reverts: key of the fix that this one reverts, or "".
        before: content before, as text, "" if there was no file.
        after: content after, as text.
        existed_before: there was a file. Tells an empty file from a missing one.
        after_content: stored name of the content after. With after_mode it identifies the file on
            disk.
        action: the action it belongs to, ALONE also in entries of older versions.
        aside: where a file that was moved aside is now, "" if it is not there.
    """

    key: str
    time: float
    what: str
    file: str
    who: Message | str
    fix: str = ""
    before: str = ""
    after: str = ""
    existed_before: bool = False
    exists_after: bool = False
    after_content: str = ""
    after_mode: int = 0
    action: Action = NO_ACTION
    reverts: str = ""
    aside: str = ""


def make_action(verb: str, subject: Message | str, record: JsonObject | None = None) -> Action:
    """Return a new action. Its key is the present time in nanoseconds."""
    return Action(str(time.time_ns()), verb, subject, record)


@contextmanager
def lock_state(paths: StatePaths) -> Iterator[None]:
    """Lock the state folder to write to the system, and defer signals meanwhile.

    Raises:
        BusyError: another process held the lock for the whole of LOCK_SECONDS.
        OSError: the state folder cannot be written.
    """
    with hold_lock(paths.state / "lock"), block_signals():
        # This process has the lock, so a half-written file was left by a kill.
        _remove_leftover_temporary(paths)
        yield


@contextmanager
def lock_applied(paths: StatePaths) -> Iterator[None]:
    """Lock the applied configurations from reading them, through planning, to writing.

    Without it, two processes that plan at the same time would each drop the other's set.

    Raises:
        BusyError: as for lock_state().
    """
    # A file of its own: flock(2) on a second handle waits, also for a lock of the same process.
    with hold_if_possible(hold_lock(paths.state / "changes.lock")):
        yield


def store_state(paths: StatePaths, state: FileState) -> dict[str, Any]:
    """Store a file's content in the journal and return its other properties as JSON members.

    Raises:
        OSError: the content could not be stored.
    """
    if state.kind is FileKind.ABSENT:
        return {"kind": state.kind.value}
    name = make_content_name(state)
    blob = _get_contents_folder(paths) / name
    if not _is_stored(blob, state.content):
        write_file(str(blob), state.content)
    return {
        "kind": state.kind.value,
        "content": name,
        "mode": state.mode,
        "mtime_ns": state.mtime_ns,
        "uid": state.uid,
        "gid": state.gid,
    }


def _is_stored(blob: Path, content: bytes) -> bool:
    """Return whether a file of the journal's contents already holds exactly this content."""
    try:
        return read_file(str(blob), CONTENT_LIMIT) == content
    except READ_ERRORS:  # not there; what is none of ours is refused when it would be replaced
        return False


def load_state(paths: StatePaths, members: dict[str, Any]) -> FileState:
    """Return the file state that store_state() stored.

    Raises:
        OSError: its content is missing or does not match its digest.
    """
    kind = FileKind(members["kind"])
    if kind is FileKind.ABSENT:
        return ABSENT
    blob = _get_contents_folder(paths) / members["content"]
    state = FileState(
        kind=kind,
        content=_read_content(blob),
        mode=members["mode"],
        mtime_ns=members["mtime_ns"],
        uid=members["uid"],
        gid=members["gid"],
    )
    # A copy is named by its digest, so one that was changed is not put back for the original.
    if make_content_name(state) != members["content"]:
        raise OSError(None, tr("the backup copy was changed"), str(blob))
    return state


def _read_content(blob: Path) -> bytes:
    """Read a stored content.

    Raises:
        OSError: it cannot be read, is not a regular file or is too large.
    """
    try:
        return read_file(str(blob), CONTENT_LIMIT)
    except DocumentError as error:
        raise OSError(None, error.sentence, str(blob)) from error


def add_entry(
    paths: StatePaths,
    verb: str,
    file: str,
    subject: Message | str,
    state_before: FileState,
    state_after: FileState,
    fix: str = "",
    action: Action = NO_ACTION,
    reverts: str = "",
    keys_above: Sequence[str] = (),
) -> str:
    """Write a file's entry before the file is changed and return the entry's key.

    Args:
        paths: of the journal.
        verb: the kind of change: APPLIED_VERB, WITHDREW_VERB and so on.
        file: path of the file.
        subject: what was changed, as the history shows it.
        state_before: its content until now.
        state_after: its content from now on, ABSENT if it is removed.
        fix: key of the fix that changes the file, "" for other changes.
        action: the action that the entry belongs to.
        reverts: key of the fix that this one reverts, "" for none.
        keys_above: of a deleted configuration, those that stood above it.

    Raises:
        OSError: the journal cannot be written. The file must not be changed then.
    """
    folder = _get_entries_folder(paths)
    make_folder(str(folder))
    time_ns = time.time_ns()
    # Two writes of one action may fall into one tick of the clock.
    while (folder / f"{time_ns}.json").exists():
        time_ns += 1
    document: JsonObject = {
        "format": JOURNAL_FORMAT,
        "time": time_ns / 1e9,
        "what": verb,
        "file": file,
        "who": str(subject),
        "deed": fix,
        "before": store_state(paths, state_before),
        "after": store_state(paths, state_after),
        "folder_before": read_folder_time(file),
    }
    if reverts:
        document["reverts"] = reverts
    if keys_above:
        document["below"] = list(keys_above)
    if note := make_note_members(subject):
        document[_WHO_NOTE] = note
    if action.key:
        note = make_note_members(action.who)
        members = action._asdict() | {"who": str(action.who)}
        document["action"] = members | ({_WHO_NOTE: note} if note else {})
    key = f"{time_ns}.json"
    _write_json(folder / key, document)
    return key


def add_deletion(
    paths: StatePaths, file: Path, configuration: Configuration, keys_above: Sequence[str]
) -> None:
    """Write the entry of a configuration that was deleted, so that it can return to its place.

    `keys_above`: of the configurations that stood above it.
    Without a writable state folder there is none: that must not keep what the user deletes.
    """
    content = render_configuration(configuration)
    deleted_state = FileState(kind=FileKind.FILE, content=content)
    with suppress(OSError), lock_state(paths):
        add_entry(
            paths,
            DELETED_VERB,
            str(file),
            configuration.title,
            deleted_state,
            ABSENT,
            keys_above=keys_above,
        )


def complete_entry(paths: StatePaths, key: str, written_path: str) -> None:
    """Add what is known only after the write: the file's final path, and its folder's mtime."""
    try:
        document = read_entry_document(paths, key)
        completed_document = {
            **document,
            "place": written_path,
            "folder_after": read_folder_time(written_path),
        }
        _write_json(_get_entries_folder(paths) / key, completed_document)
    except READ_ERRORS:  # a full disk: the entry stays valid without it
        return


def drop_entries(paths: StatePaths, keys: list[str]) -> None:
    """Delete entries whose writes did not happen."""
    for key in keys:
        own_files.remove_file(str(_get_entries_folder(paths) / key))


def read_journal(paths: StatePaths) -> tuple[JournalEntry, ...]:
    """Return the entries, newest first, without unreadable ones."""
    entries = []
    for name in reversed(_list_entry_names(paths)):
        try:
            entries.append(_read_entry(paths, name))
        except READ_ERRORS:  # list_unreadable_entries() reports it
            continue
    return tuple(entries)


def list_entries_of_action(paths: StatePaths, action: Action) -> tuple[JournalEntry, ...]:
    """Return the entries of an action, newest first, without the contents that they show.

    Includes entries whose stored contents are missing: such an action cannot be reverted as a
    whole.
    """
    entries = []
    for name in reversed(_list_entry_names(paths)):
        with suppress(*READ_ERRORS):
            document = read_entry_document(paths, name)
            if _parse_action(document).key == action.key:
                entries.append(_parse_entry(name, document))
    return tuple(entries)


def find_newest_documents(paths: StatePaths, files: Collection[str]) -> dict[str, JsonObject]:
    """Return the members of the newest readable entry of each of these files."""
    documents: dict[str, JsonObject] = {}
    for name in reversed(_list_entry_names(paths)):
        with suppress(*READ_ERRORS):
            document = read_entry_document(paths, name)
            if document["file"] in files:
                documents.setdefault(document["file"], document)
        if len(documents) == len(files):
            break
    return documents


def find_latest_action(paths: StatePaths) -> str:
    """Return the key of the latest action, "" if there is none."""
    keys = (_read_action_key(paths, name) for name in reversed(_list_entry_names(paths)))
    return next(filter(None, keys), "")


def list_unreadable_entries(paths: StatePaths) -> tuple[DocumentProblem, ...]:
    """Return a problem for each journal entry that cannot be read or parsed."""
    problems = []
    for name in _list_entry_names(paths):
        try:
            read_entry_document(paths, name)
        except READ_ERRORS as error:
            problems.append(make_problem(_get_entries_folder(paths) / name, error))
    return tuple(problems)


def write_with_journal(
    paths: StatePaths,
    verb: str,
    file: str,
    subject: Message | str,
    state_after: FileState,
    fix: str = "",
    action: Action = NO_ACTION,
    reverts: str = "",
) -> str:
    """Write or remove one file with an entry that can restore it, and return the entry's key.

    Args:
        paths: of the journal.
        verb: the kind of change, as in add_entry().
        file: path of the file.
        subject: what was changed, as the history shows it.
        state_after: the file to write, ABSENT to remove it.
        fix: key of the fix that changes the file, "" for other changes.
        action: the action that the entry belongs to.
        reverts: key of the fix that this one reverts, "" for none.

    Raises:
        OSError: the file is unchanged, and no entry was written.
    """
    state_before = capture_file(file, pipes=bool(fix))
    key = add_entry(paths, verb, file, subject, state_before, state_after, fix, action, reverts)
    try:
        write_file_state(file, state_after, make_temporary_name(file, key))
    except OSError:
        with suppress(OSError):  # the reason why it was not written is what counts
            drop_entries(paths, [key])
        raise
    complete_entry(paths, key, file)
    return key


def get_aside_folder(paths: StatePaths) -> Path:
    """Return the folder with the files that were moved aside, each in a folder of its change."""
    return paths.state / "aside"


def get_aside_path(paths: StatePaths, key: str, file: str) -> Path:
    """Return where a file that a change moves aside is kept, under its own name."""
    return get_aside_folder(paths) / key / PurePath(file).name


def keep_aside(paths: StatePaths, key: str, file: str, state: FileState) -> None:
    """Keep a copy of a file where the user can find it.

    The journal has another, under its digest.
    """
    path = get_aside_path(paths, key, file)
    make_folder(str(path.parent))
    write_file_state(str(path), state, f"{path}.tmp")


def remove_aside(paths: StatePaths, entry: JournalEntry) -> None:
    """Remove the copy of a file that an entry's change moved aside, as the file is back."""
    path = get_aside_path(paths, entry.fix, entry.file)
    if entry.fix and path.parent.is_dir():
        with suppress(OSError):  # a copy too many
            remove_file(str(path))
            remove_folder(str(path.parent))


def render_moved_aside(paths: StatePaths, file: str, home: str = "") -> str:
    """Return where a file is that was moved aside, without a full stop.

    `home`: the home folder, which is shown as ~.
    """
    folder = abbreviate_home(str(get_aside_folder(paths)), home)
    return tr(
        "{name} was moved aside to {folder}; History can restore it",
        name=PurePath(file).name,
        folder=folder,
    )


def is_unchanged_since(entry: JournalEntry) -> bool:
    """Return whether the file is unchanged since an entry wrote it."""
    try:
        state = capture_file(entry.file, pipes=True)
    except OSError:
        return False
    if state.kind is FileKind.ABSENT or not entry.exists_after:
        return state.kind is FileKind.ABSENT and not entry.exists_after
    return make_content_name(state) == entry.after_content and state.mode == entry.after_mode


def find_state_before_apply(paths: StatePaths, file: str, state: FileState) -> FileState | None:
    """Return the previous file of a path if the journal shows that we applied the present one.

    None if the journal has no entry for the present file, or no longer has the previous one.
    """
    previous_state = None
    for entry in read_journal(paths):
        if (entry.what, entry.file) != (APPLIED_VERB, file):
            continue
        if entry.after_content == make_content_name(previous_state or state):
            try:
                previous_state = load_state(paths, read_entry_document(paths, entry.key)["before"])
            except READ_ERRORS:
                return None
    return previous_state


def make_content_name(state: FileState) -> str:
    """Return the file name of a stored content: its digest, with - for the colon."""
    return state.digest.replace(":", "-")


def make_temporary_name(path: str, key: str) -> str:
    """Return a temporary name in the same folder, with a suffix that no loader reads."""
    return str(Path(path).parent / f".vkconfig-py-{key.removesuffix('.json')}.tmp")


def delete_old_entries(paths: StatePaths, referenced_names: set[str]) -> None:
    """Delete the oldest entries above KEPT_ENTRIES, and contents that no entry refers to.

    A damaged entry is set aside. An entry written by a newer version may refer to any content, so
    then all contents are kept.
    """
    try:
        for folder in (paths.state, _get_entries_folder(paths), _get_contents_folder(paths)):
            remove_temporary_files(str(folder))
        names = _list_entry_names(paths)
        kept_names = _count_entries_to_delete(paths, names)
        for name in names[:kept_names]:
            own_files.remove_file(str(_get_entries_folder(paths) / name))
        used_names = set(referenced_names)
        for name in names[kept_names:]:
            try:
                document = read_entry_document(paths, name)
            except NewerFormatError:
                return
            except DocumentError:
                own_files.rename_invalid_file(str(_get_entries_folder(paths) / name))
                continue
            used_names |= {document[side].get("content", "") for side in ("before", "after")}
        for blob in os.listdir(_get_contents_folder(paths)):  # noqa: PTH208 - names alone are looked at
            if blob not in used_names:
                own_files.remove_file(str(_get_contents_folder(paths) / blob))
    except OSError:  # the next apply tries again
        return


def _count_entries_to_delete(paths: StatePaths, names: list[str]) -> int:
    """Return how many of the oldest entries to delete. An action is deleted as a whole or kept."""
    index = max(0, len(names) - MAX_ENTRIES)
    while index and (key := _read_action_key(paths, names[index])):
        if _read_action_key(paths, names[index - 1]) != key:
            break
        index -= 1
    return index


def _read_action_key(paths: StatePaths, name: str) -> str:
    """Return the key of an entry's action, "" for a single or unreadable entry."""
    try:
        return _parse_action(read_entry_document(paths, name)).key
    except READ_ERRORS:
        return ""


def _remove_leftover_temporary(paths: StatePaths) -> None:
    """Remove the temporary file of the newest entry, which a killed write left."""
    names = _list_entry_names(paths)
    try:
        if names:
            remove_file(
                make_temporary_name(read_entry_document(paths, names[-1])["file"], names[-1])
            )
    except READ_ERRORS:  # told as a problem, or in a folder that nobody may write to now
        return


def _list_entry_names(paths: StatePaths) -> list[str]:
    """Return the names of the entries' files, oldest first, () if there is no journal."""
    try:
        names = os.listdir(_get_entries_folder(paths))  # noqa: PTH208 - names alone are looked at
    except OSError:
        return []
    # Nanoseconds since the epoch have 19 digits until 2286, so the order of names is that of time.
    return sorted(name for name in names if name.endswith(".json"))


def read_entry_document(paths: StatePaths, name: str) -> JsonObject:
    """Return the JSON members of an entry.

    Raises:
        OSError: the entry cannot be read.
        DocumentError: the entry is not valid.
    """
    document = read_document(str(_get_entries_folder(paths) / name), JOURNAL_FORMAT)
    read_number(document.get("time"), "time")
    for member in ("what", "file", "who"):
        read_text(document.get(member), member)
    read_text(document.get("deed", ""), "deed")
    read_text(document.get("reverts", ""), "reverts")
    read_text(document.get("place", ""), "place")
    action = read_object(document.get("action", NO_ACTION._asdict()), "action")
    for member in ("key", "what", "who"):
        read_text(action.get(member), f"action.{member}")
    for side in ("before", "after"):
        check_stored_state(read_object(document.get(side), side), side)
        if document.get(f"folder_{side}") is not None:
            read_time(document[f"folder_{side}"], f"folder_{side}")
    return document


def _read_entry(paths: StatePaths, name: str) -> JournalEntry:
    """Read an entry with the contents that it shows.

    Raises:
        OSError: the entry cannot be read.
        DocumentError: the entry is not valid.
    """
    document = read_entry_document(paths, name)
    content_before, content_after = (
        _read_shown_content(paths, document[side]) for side in ("before", "after")
    )
    entry = _parse_entry(name, document)._replace(before=content_before, after=content_after)
    aside = get_aside_path(paths, entry.fix, entry.file) if entry.fix else None
    return entry._replace(aside=str(aside)) if aside and path_exists(aside) else entry


def _parse_entry(name: str, document: JsonObject) -> JournalEntry:
    return JournalEntry(
        key=name,
        time=document["time"],
        what=document["what"],
        file=document["file"],
        who=decode_note(document["who"], document.get(_WHO_NOTE)),
        fix=document.get("deed", ""),
        existed_before=document["before"]["kind"] != FileKind.ABSENT.value,
        exists_after=document["after"]["kind"] != FileKind.ABSENT.value,
        after_content=document["after"].get("content", ""),
        after_mode=document["after"].get("mode", 0),
        action=_parse_action(document),
        reverts=document.get("reverts", ""),
    )


def _parse_action(document: JsonObject) -> Action:
    """Return the action of an entry, without its record, or NO_ACTION."""
    members = document.get("action")
    if not members:
        return NO_ACTION
    return Action(
        members["key"], members["what"], decode_note(members["who"], members.get(_WHO_NOTE))
    )


def _read_shown_content(paths: StatePaths, members: dict[str, Any]) -> str:
    """Return a stored content as text, cut after MAX_SHOWN_BYTES, "" for no file."""
    if members["kind"] == FileKind.ABSENT.value:
        return ""
    content = read_file(
        str(_get_contents_folder(paths) / members["content"]), CONTENT_LIMIT, MAX_SHOWN_BYTES
    )
    text = content.decode("utf-8", "backslashreplace")
    is_link = members["kind"] == FileKind.LINK.value
    return tr("symbolic link to {path}", path=text) if is_link else text


def read_folder_time(file: str) -> int | None:
    """Return the modification time of a file's folder in nanoseconds, None if it cannot be read."""
    try:
        return Path(file).parent.stat().st_mtime_ns
    except OSError:
        return None


def _write_json(path: Path, document: dict[str, Any]) -> None:
    # ASCII: paths that are no UTF-8 are lone surrogates here, which only an escape can carry.
    write_file(str(path), json.dumps(document, indent=1).encode("ascii"))


def _get_entries_folder(paths: StatePaths) -> Path:
    """Return the folder with one file for each journal entry."""
    return paths.state / "journal"


def _get_contents_folder(paths: StatePaths) -> Path:
    """Return the folder with the contents of files that journal entries refer to."""
    return paths.state / "journal" / "contents"
