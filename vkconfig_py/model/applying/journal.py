"""Journal: every write to the system, with the bytes that were there before and after.

An entry is one small file, written before the system is touched; contents are kept beside it
under their digest, so that entries stay readable when a manifest of 50 MB was replaced. Everything
here lies in the program's own state folder.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.applying.file_states import (
    ABSENT,
    FileKind,
    FileState,
    capture_file,
    error_sentence,
    put_file,
    remove_file,
    write_whole,
)
from vkconfig_py.model.locking import held, if_possible
from vkconfig_py.model.paths import StatePaths

KEPT_ENTRIES = 200
SHOWN_BYTES = 64 * 1024
APPLIED, RESTORED = "applied", "restored"


class JournalEntry(NamedTuple):
    """One write to the system.

    Attributes:
        key: file name of the entry, sorts by time.
        time: seconds since the epoch.
        what: "applied", "withdrew", "removed", "restored", or what a fix did ("moved aside").
        file: path that was written.
        who: configurations that were applied, or the owner of a removed file.
        deed: what the writes of one fix have in common; they are taken back together.
        before: content before, as text; "" if there was no file.
        after: content after, as text.
        existed_before: there was a file; an empty `before` alone does not tell.
        after_content: name of the content after, to recognise it on the disk, with after_mode.
    """

    key: str
    time: float
    what: str
    file: str
    who: str
    deed: str = ""
    before: str = ""
    after: str = ""
    existed_before: bool = False
    exists_after: bool = False
    after_content: str = ""
    after_mode: int = 0


@contextmanager
def locked(paths: StatePaths, name: str = "lock") -> Iterator[None]:
    """Hold the state folder against other running copies of the program.

    Raises:
        BusyError: another copy held it for the whole of LOCK_SECONDS.
        OSError: the state folder cannot be written.
    """
    paths.state.mkdir(parents=True, exist_ok=True, mode=0o700)
    with held(paths.state / name):
        yield


@contextmanager
def changing(paths: StatePaths) -> Iterator[None]:
    """Hold what is applied from reading it, through planning, to writing it.

    Two copies that plan at the same time would each write a set without the other's.

    Raises:
        BusyError: as for `locked`.
    """
    with if_possible(locked(paths, "changes.lock")):
        yield


def keep_state(paths: StatePaths, state: FileState) -> dict[str, Any]:
    """Keep a file's content in the journal and return the rest as JSON members.

    Raises:
        OSError: it could not be kept.
    """
    if state.kind is FileKind.ABSENT:
        return {"kind": state.kind.value}
    name = content_name(state)
    blob = _contents(paths) / name
    if not blob.exists():
        blob.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(blob, state.content)
    return {
        "kind": state.kind.value,
        "content": name,
        "mode": state.mode,
        "mtime_ns": state.mtime_ns,
        "uid": state.uid,
        "gid": state.gid,
    }


def kept_state(paths: StatePaths, kept: dict[str, Any]) -> FileState:
    """Return a state that was kept.

    Raises:
        OSError: its content is gone or no longer what it was.
    """
    kind = FileKind(kept["kind"])
    if kind is FileKind.ABSENT:
        return ABSENT
    blob = _contents(paths) / kept["content"]
    state = FileState(
        kind=kind,
        content=blob.read_bytes(),
        mode=kept["mode"],
        mtime_ns=kept["mtime_ns"],
        uid=kept["uid"],
        gid=kept["gid"],
    )
    if content_name(state) != kept["content"]:
        raise OSError(None, "the kept copy was changed", str(blob))
    return state


def add_entry(
    paths: StatePaths,
    what: str,
    file: str,
    who: str,
    before: FileState,
    after: FileState,
    deed: str = "",
) -> str:
    """Write an entry before its file is touched; return its key.

    Raises:
        OSError: the journal cannot be written; nothing may be touched then.
    """
    folder = _entries(paths)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    now = time.time_ns()
    while (folder / f"{now}.json").exists():
        now += 1
    document = {
        "format": 1,
        "time": now / 1e9,
        "what": what,
        "file": file,
        "who": who,
        "deed": deed,
        "before": keep_state(paths, before),
        "after": keep_state(paths, after),
        "folder_before": _folder_time(file),
    }
    key = f"{now}.json"
    _write_json(folder / key, document)
    return key


def complete_entry(paths: StatePaths, key: str, place: str) -> None:
    """Add what is known only afterwards: where the new file ended up, and its folder's time."""
    entry = _entries(paths) / key
    try:
        document = json.loads(entry.read_bytes())
        _write_json(entry, {**document, "place": place, "folder_after": _folder_time(place)})
    except OSError:  # a full disk: the entry stays valid without it
        return


def drop_entries(paths: StatePaths, keys: list[str]) -> None:
    """Take entries back whose writes did not happen."""
    for key in keys:
        remove_file(str(_entries(paths) / key))


def read_journal(paths: StatePaths) -> tuple[JournalEntry, ...]:
    """Return the journal, newest first; unreadable entries are left out."""
    try:
        files = sorted(_entries(paths).glob("*.json"), reverse=True)
    except OSError:
        return ()
    entries = (_read_entry(paths, file.name) for file in files)
    return tuple(entry for entry in entries if entry is not None)


def restore(entry: JournalEntry, paths: StatePaths) -> str:
    """Put a file back as it was before an entry; return "" or why that was not possible.

    What stands there now goes into the journal first, so this can be taken back the same way.
    """
    try:
        with locked(paths):
            put_back(entry, paths)
    except OSError as error:
        return error_sentence("Nothing was restored", entry.file, error)
    return ""


def put_back(entry: JournalEntry, paths: StatePaths, deed: str = "") -> None:
    """Put a file back as it was before an entry, while the state folder is held.

    Raises:
        OSError: the file is as it was.
    """
    document = json.loads((_entries(paths) / entry.key).read_bytes())
    before = kept_state(paths, document["before"])
    folder = Path(entry.file).parent
    folder.mkdir(parents=True, exist_ok=True)
    undisturbed = document.get("folder_after") == _folder_time(entry.file)
    journaled_write(paths, RESTORED, entry.file, entry.who, before, deed)
    place = document.get("place", entry.file)
    if place != entry.file and _holds(place, document["after"]):
        remove_file(place)
    earlier = document.get("folder_before")
    if undisturbed and earlier is not None:
        os.utime(folder, ns=(earlier, earlier))


def journaled_write(
    paths: StatePaths, what: str, file: str, who: str, after: FileState, deed: str = ""
) -> None:
    """Put one file in place, or take it away, with an entry that brings it back.

    Raises:
        OSError: the file is as it was, and there is no entry.
    """
    before = capture_file(file, pipes=bool(deed))
    key = add_entry(paths, what, file, who, before, after, deed)
    try:
        put_file(file, after, temporary_name(file, key))
    except OSError:
        drop_entries(paths, [key])
        raise
    complete_entry(paths, key, file)


def holds_after(entry: JournalEntry) -> bool:
    """Return whether a file still is what an entry made of it."""
    try:
        now = capture_file(entry.file, pipes=True)
    except OSError:
        return False
    if now.kind is FileKind.ABSENT or not entry.exists_after:
        return now.kind is FileKind.ABSENT and not entry.exists_after
    return content_name(now) == entry.after_content and now.mode == entry.after_mode


def before_ours(paths: StatePaths, file: str, state: FileState) -> FileState | None:
    """Return what stood at a path before we applied what stands there now, as the journal tells.

    None if the journal does not know that we wrote it, or has forgotten what was there.
    """
    found = None
    for entry in read_journal(paths):
        if (entry.what, entry.file) != (APPLIED, file):
            continue
        if entry.after_content == content_name(found or state):
            document = json.loads((_entries(paths) / entry.key).read_bytes())
            try:
                found = kept_state(paths, document["before"])
            except OSError:
                return None
    return found


def _holds(path: str, kept: dict[str, Any]) -> bool:
    try:
        return content_name(capture_file(path)) == kept.get("content")
    except OSError:
        return False


def content_name(state: FileState) -> str:
    """Return the name under which a content is kept."""
    return state.digest.replace(":", "-")


def temporary_name(path: str, key: str) -> str:
    """Return the temporary name for a path: same folder, never read by a loader."""
    return str(Path(path).parent / f".vkconfig-py-{key.removesuffix('.json')}.tmp")


def prune(paths: StatePaths, in_use: set[str]) -> None:
    """Forget the oldest entries above KEPT_ENTRIES and contents that nothing names any more."""
    folder = _entries(paths)
    try:
        entries = sorted(folder.glob("*.json"))
        for entry in entries[:-KEPT_ENTRIES]:
            remove_file(str(entry))
        used = {name for entry in entries[-KEPT_ENTRIES:] for name in _named(entry)} | in_use
        for blob in _contents(paths).iterdir():
            if blob.name not in used:
                remove_file(str(blob))
    except OSError:  # the next apply tries again
        return


def _named(entry: Path) -> list[str]:
    try:
        document = json.loads(entry.read_bytes())
        return [document[side].get("content", "") for side in ("before", "after")]
    except (ValueError, KeyError):
        return []


def _read_entry(paths: StatePaths, name: str) -> JournalEntry | None:
    try:
        document = json.loads((_entries(paths) / name).read_bytes())
        return JournalEntry(
            key=name,
            time=document["time"],
            what=document["what"],
            file=document["file"],
            who=document["who"],
            deed=document.get("deed", ""),
            before=_shown(paths, document["before"]),
            after=_shown(paths, document["after"]),
            existed_before=document["before"]["kind"] != FileKind.ABSENT.value,
            exists_after=document["after"]["kind"] != FileKind.ABSENT.value,
            after_content=document["after"].get("content", ""),
            after_mode=document["after"].get("mode", 0),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _shown(paths: StatePaths, kept: dict[str, Any]) -> str:
    if kept["kind"] == FileKind.ABSENT.value:
        return ""
    with (_contents(paths) / kept["content"]).open("rb") as file:
        text = file.read(SHOWN_BYTES).decode("utf-8", "backslashreplace")
    return f"symbolic link to {text}" if kept["kind"] == FileKind.LINK.value else text


def _folder_time(file: str) -> int | None:
    try:
        return Path(file).parent.stat().st_mtime_ns
    except OSError:
        return None


def _write_json(path: Path, document: dict[str, Any]) -> None:
    write_whole(path, json.dumps(document, indent=1).encode("ascii"))


def _entries(paths: StatePaths) -> Path:
    return paths.state / "journal"


def _contents(paths: StatePaths) -> Path:
    return paths.state / "journal" / "contents"
