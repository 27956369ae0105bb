"""Take back what the record says is applied.

Only the record is needed, and every step may be repeated: a content of ours is replaced by what
was there before; anything else at a path is somebody else's work and stays.
"""

from __future__ import annotations

import os
from pathlib import Path

from vkconfig_py.model.applying.file_states import (
    ABSENT,
    FileKind,
    FileState,
    capture_file,
    naming,
    put_file,
    remove_file,
)
from vkconfig_py.model.applying.folders import settle_folders, take_folders_back
from vkconfig_py.model.applying.journal import (
    WITHDREW,
    Action,
    add_entry,
    complete_entry,
    kept_state,
    new_action,
    prune,
)
from vkconfig_py.model.applying.record import (
    Record,
    Slot,
    record_file,
    render_record,
    save_record,
    standing,
)
from vkconfig_py.model.applying.replaced import describe_applied
from vkconfig_py.model.paths import StatePaths
from vkconfig_py.model.presence import is_folder

CHANGED = "{} was changed by somebody else meanwhile and was left as it is."
NOTED_PLACES = 2  # a finished apply notes the path and the one spare name it took


def withdraw_record(record: Record, paths: StatePaths) -> tuple[str, ...]:
    """Restore everything the record names and forget it; return notes for the user.

    Raises:
        OSError: a file could not be restored; the record still names what is left to do.
    """
    settled = record._replace(folders=settle_folders(record.folders, record.slots))
    _save_if_possible(paths, settled)
    who = describe_applied(record.in_force() or record.applied)
    action = new_action(WITHDREW, who, render_record(record))
    notes = [restore_slot(slot, who, action, paths) for slot in record.slots]
    take_folders_back(settled.folders)
    remove_file(str(record_file(paths)))
    prune(paths, set())
    return tuple(note for note in notes if note)


def restore_slot(slot: Slot, who: str, action: Action, paths: StatePaths) -> str:
    """Put back what stood at a slot's path; return "" or what the user should know.

    Args:
        slot: a file of ours and what stood there.
        who: what is withdrawn, for the journal.
        action: what the withdrawal of this file is a part of.
        paths: where the program keeps its state.

    Raises:
        OSError: it could not be put back; our file, if any, is still whole.
    """
    with naming(slot.path):
        remove_temporary(slot.temporary)
    now = capture_file(slot.path)
    place = standing(slot)
    original, note = _original(slot, paths)
    if now.kind is not FileKind.ABSENT and now.digest not in slot.ours:
        if now != original:
            note = CHANGED.format(slot.path)
    elif now != original:
        key = _note_in_journal(slot, who, action, paths, place, original)
        with naming(slot.path):
            put_file(slot.path, original, slot.temporary)
        if key:
            complete_entry(paths, key, slot.path)
    if place and place != slot.path:
        remove_file(place)
    elif not place and len(slot.places) == NOTED_PLACES and os.path.lexists(slot.places[-1]):
        note = CHANGED.format(slot.places[-1])
    return note


def _original(slot: Slot, paths: StatePaths) -> tuple[FileState, str]:
    try:
        return kept_state(paths, slot.original), ""
    except OSError as error:
        return ABSENT, (
            f"The previous {slot.path} cannot be restored: {error.strerror}: {error.filename}."
        )


def _note_in_journal(
    slot: Slot, who: str, action: Action, paths: StatePaths, place: str, original: FileState
) -> str:
    """Write the journal entry of a withdrawal; a full disk must not stop it."""
    try:
        before = capture_file(place) if place else ABSENT
        return add_entry(paths, WITHDREW, slot.path, who, before, original, action=action)
    except OSError:
        return ""


def _save_if_possible(paths: StatePaths, record: Record) -> None:
    try:
        save_record(paths, record)
    except OSError:  # a full disk must not stop a withdrawal; the old record serves as well
        return


def remove_temporary(temporary: str) -> None:
    """Remove what a kill or a refusal left under a temporary name."""
    if is_folder(Path(temporary).parent):
        remove_file(temporary)
