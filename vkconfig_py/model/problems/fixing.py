"""Carry a fix out, and take it back: whole, journaled, and never over the work of others.

The writes of one fix share a deed in the journal. Each takes back what the one before did, so
undo and redo are the same step: put every file back as it was before the deed, as long as nobody
else has touched it since.
"""

from __future__ import annotations

import time
from pathlib import Path, PurePath

from vkconfig_py.loader.own_files import make_folder, make_shared_folder, write_file
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.applying.file_states import (
    FileKind,
    FileState,
    capture_file,
    error_sentence,
    put_file,
    remove_file,
)
from vkconfig_py.model.applying.journal import (
    RESTORED,
    holds_after,
    journaled_write,
    locked,
    read_journal,
)
from vkconfig_py.model.applying.restoring import put_all_back, unwrite
from vkconfig_py.model.paths import StatePaths
from vkconfig_py.model.problems.fixes import ASIDE, FileChange, Fix

CHANGED = "{}: somebody else changed it meanwhile, so it was left as it is."


class Deed(NamedTuple):
    """What came of a fix, or of taking one back.

    Attributes:
        key: by which it can be taken back; "" if nothing happened.
        sentence: what happened, or why nothing did.
    """

    key: str = ""
    sentence: str = ""


def carry_out(fix: Fix, paths: StatePaths) -> Deed:
    """Write the files of a fix, all or none."""
    if fix.refused or not fix.files:
        return Deed(sentence=f"Nothing was changed: {fix.refused or 'there is nothing to write.'}")
    key = str(time.time_ns())
    try:
        with locked(paths):
            for file in fix.files:
                if capture_file(file.path, pipes=True) != file.before:
                    return Deed(sentence=f"Nothing was changed: {CHANGED.format(file.path)}")
            _write_all(fix, key, paths)
    except OSError as error:
        return Deed(sentence=error_sentence("Nothing was changed", fix.files[0].path, error))
    return Deed(key, fix.done)


def take_back(key: str, paths: StatePaths) -> Deed:
    """Put every file of a deed back as it was before, all or none."""
    try:
        with locked(paths):
            entries = [entry for entry in read_journal(paths) if entry.deed == key]
            if not entries:
                return Deed(sentence="Nothing was undone: the journal does not know it any more.")
            for entry in entries:
                if not holds_after(entry):
                    return Deed(sentence=f"Nothing was undone: {CHANGED.format(entry.file)}")
            again = str(time.time_ns())
            put_all_back(entries, paths, again)
            for entry in entries:
                _forget_aside(aside_place(paths, entry.deed, entry.file))
    except OSError as error:
        return Deed(sentence=error_sentence("Nothing was undone", "", error))
    names = ", ".join(dict.fromkeys(PurePath(entry.file).name for entry in entries))
    return Deed(again, f"{names} was restored.")


def latest_deed(paths: StatePaths) -> str:
    """Return the latest fix that is not taken back yet, "" if there is none."""
    taken_back = 0
    deeds = dict.fromkeys((entry.deed, entry.what) for entry in read_journal(paths) if entry.deed)
    for key, what in deeds:
        if what == RESTORED:
            taken_back += 1
        elif taken_back:
            taken_back -= 1
        else:
            return key
    return ""


def prepare(fix: Fix, paths: StatePaths) -> str:
    """Write the files of our own that the command of a fix needs; return "" or why not."""
    try:
        for name, content in fix.prepared:
            target = paths.state / name
            write_file(str(target), content, mode=0o644)  # its copy gets this mode too
    except OSError as error:
        return error_sentence("The command could not be prepared", str(paths.state), error)
    return ""


def aside_place(paths: StatePaths, key: str, file: str) -> Path:
    """Return where a file that is moved aside is kept, under its own name."""
    return paths.state / "aside" / key / PurePath(file).name


def _write_all(fix: Fix, key: str, paths: StatePaths) -> None:
    done: list[tuple[str, FileState]] = []
    keys: list[str] = []
    try:
        for file in fix.files:
            if fix.what == ASIDE and file.after.kind is FileKind.ABSENT:
                _keep_aside(file, key, paths)
            make_shared_folder(str(Path(file.path).parent))
            keys.append(journaled_write(paths, fix.what, file.path, "", file.after, key))
            done.append((file.path, file.before))
    except OSError:
        unwrite(done, paths, keys)
        raise


def _keep_aside(file: FileChange, key: str, paths: StatePaths) -> None:
    """Keep a copy that a person can find; the journal has another, under its digest."""
    place = aside_place(paths, key, file.path)
    make_folder(str(place.parent))
    put_file(str(place), file.before, f"{place}.tmp")


def _forget_aside(place: Path) -> None:
    if place.parent.is_dir():
        remove_file(str(place))
        place.parent.rmdir()
