"""Write a Plan, remember what was there, and withdraw it.

Theory of operation. An apply runs in four steps, each safe to be killed in:

1. *Remember.* The content found at each path goes into the journal, and the record says what will
   be written, under which names it may end up, and which folders will be made.
2. *Stage.* Folders are made, files are written whole under temporary names. If the system refuses,
   these are removed again and nothing has changed.
3. *Commit.* Renames, then the search for a file name that puts the manifest at the right position.
4. *Complete.* The record notes the final paths.

Position. Loaders read a folder in the raw order of readdir, which no program can choose (on ext4 it
follows a hash of the name). The file name can be chosen: several are tried until the manifest comes
first, or last, among the folder's manifests.

Withdrawing needs the record alone, and every step may be repeated: content written by vkconfig-py
is replaced by the previous file. Any other content at a path belongs to another program and stays.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from vkconfig_py.language.sentences import Message, tr
from vkconfig_py.loader.base.host import Position
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.safe_paths import check_path_owners, name_path_in_errors
from vkconfig_py.model.apply.journal import (
    APPLIED_VERB,
    LEASE_ENDED,
    WITHDREW_VERB,
    Action,
    add_entry,
    complete_entry,
    delete_old_entries,
    list_entries_of_action,
    load_state,
    lock_state,
    make_action,
    make_temporary_name,
    store_state,
)
from vkconfig_py.model.apply.lease_facts import read_facts
from vkconfig_py.model.apply.record import (
    ApplyRecord,
    Slot,
    find_own_file,
    get_record_file,
    read_record,
    remove_record,
    render_record,
    save_record,
)
from vkconfig_py.model.apply.restore import (
    check_folder_times,
    create_folders,
    list_touched_folders,
    record_written_mtime,
    restore_folders,
    revert_writes,
    set_mtime_to_present,
)
from vkconfig_py.model.files.atomic_files import (
    ABSENT,
    FileKind,
    FileState,
    PartlyDoneError,
    capture_file,
    flush_folder,
    list_manifest_names,
    remove_file,
    rename_file,
    render_error,
    stage_file,
    write_file_state,
)
from vkconfig_py.model.files.paths import (
    StatePaths,
    describe_error,
    has_nothing_at,
    is_folder,
    is_link,
    path_exists,
)
from vkconfig_py.model.plan.leases import Lease, Moment, has_ended
from vkconfig_py.model.plan.plan import (
    AppliedConfiguration,
    AppliedState,
    Mechanism,
    Plan,
    PlannedFile,
    describe_applied,
    find_replaced,
)

# Measured on ext4: about half of the names came first beside two other manifests.
MAX_SPARE_NAMES = 24
MAX_NAMED_PATHS = 2  # a finished apply notes the path and the one spare name it took
CHANGED_MEANWHILE = tr("Another program changed {path} in the meantime; it was left as is.")
LIST_APPLIED_HINT = tr("To list the current overrides: vkconfig-py status --overrides")
NOTHING_PLANNED = Plan(mechanism=Mechanism.OVERRIDE)


def list_candidate_paths(path: str) -> tuple[str, ...]:
    """Return the path itself and free names next to it: VkLayer_override_01.json, _02, ..."""
    first = Path(path)
    spare_paths = (
        first.with_name(f"{first.stem}_{number:02}{first.suffix}")
        for number in range(1, MAX_SPARE_NAMES + 1)
    )
    free_paths = [str(spare_path) for spare_path in spare_paths if _is_free_path(spare_path)]
    return (path, *free_paths)


def _is_free_path(path: Path) -> bool:
    # A link that leads nowhere does not “exist”, and its name is taken.
    return not path_exists(path) and not is_link(path)


def settle_path(
    current: str, candidate_paths: tuple[str, ...], position: Position
) -> tuple[str, bool]:
    """Rename a manifest until readdir returns it at its required position.

    Returns its path, and whether the position was reached. Otherwise the manifest keeps the name
    that came nearest to it.

    Args:
        current: where the manifest is now.
        candidate_paths: paths to try, in this order. Those in use are skipped.
        position: first or last among the manifests of the folder.

    Raises:
        OSError: the folder refuses. The manifest is left at one of the candidate paths.
    """
    best_path = (count_misplaced_names(current, position), current)
    for candidate in candidate_paths:
        if best_path[0] == 0:
            break
        if candidate == current or not _is_free_path(Path(candidate)):
            continue
        # A loader that reads the folder meanwhile finds one whole manifest, under either name.
        rename_file(current, candidate)
        current = candidate
        best_path = min(
            best_path, (count_misplaced_names(current, position), current), key=lambda pair: pair[0]
        )
    if current != best_path[1]:
        rename_file(current, best_path[1])
    return best_path[1], best_path[0] == 0


def count_misplaced_names(path: str, position: Position) -> int:
    """Return how many manifests of the folder readdir returns on the wrong side of this one."""
    names = list_manifest_names(str(Path(path).parent))
    name = Path(path).name
    if name not in names:
        return 0
    index = names.index(name)
    return index if position is Position.FIRST else len(names) - 1 - index


def withdraw_record(
    record: ApplyRecord, paths: StatePaths, verb: str = WITHDREW_VERB
) -> tuple[str, ...]:
    """Restore every file that the record names, delete the record and return notes for the user.

    `verb` tells it in the journal: WITHDREW_VERB or LEASE_ENDED.

    Raises:
        OSError: a file could not be restored. The record still names what is left to do.
    """
    checked_record = record._replace(folders=check_folder_times(record.folders, record.slots))
    _save_record_if_possible(paths, checked_record)
    subject = describe_applied(record.get_applied_set() or record.applied)
    action = make_action(verb, subject, render_record(record))
    notes = [restore_slot(slot, subject, action, paths) for slot in record.slots]
    restore_folders(checked_record.folders)
    # Last: a withdrawal that is cut short is repeated from the record.
    remove_record(paths)
    delete_old_entries(paths, set())
    return tuple(note for note in notes if note)


def restore_slot(slot: Slot, subject: Message | str, action: Action, paths: StatePaths) -> str:
    """Restore the previous file at a slot's path and return "" or a note for the user.

    `subject` and `action` identify the withdrawal that this file belongs to, for the journal.

    Raises:
        OSError: it could not be restored. The file written by vkconfig-py, if any, is intact.
    """
    with name_path_in_errors(slot.path):
        # A kill between staging and renaming left it.
        remove_temporary(slot.temporary)
    present = capture_file(slot.path)
    own_path = find_own_file(slot)
    original_state, note = _read_original(slot, paths)
    if present.kind is not FileKind.ABSENT and present.digest not in slot.ours:
        if present != original_state:
            note = CHANGED_MEANWHILE.format(path=slot.path)
    elif present != original_state:
        key = _journal_withdrawal(slot, subject, action, paths, own_path, original_state)
        with name_path_in_errors(slot.path):
            write_file_state(slot.path, original_state, slot.temporary)
        if key:
            complete_entry(paths, key, slot.path)
    # The own file had a spare name.
    if own_path and own_path != slot.path:
        remove_file(own_path)
    elif not own_path and len(slot.places) == MAX_NAMED_PATHS and os.path.lexists(slot.places[-1]):
        note = CHANGED_MEANWHILE.format(path=slot.places[-1])
    return note


def _read_original(slot: Slot, paths: StatePaths) -> tuple[FileState, str]:
    """Return the previous file of a slot, or ABSENT and why it cannot be restored."""
    try:
        return load_state(paths, slot.original), ""
    except OSError as error:
        return ABSENT, tr(
            "The previous {path} cannot be restored ({file}: {reason}).",
            path=slot.path,
            file=error.filename,
            reason=describe_error(error),
        )


def _journal_withdrawal(
    slot: Slot,
    subject: Message | str,
    action: Action,
    paths: StatePaths,
    own_path: str,
    original_state: FileState,
) -> str:
    """Write the journal entry of a withdrawn file and return its key, "" if it failed.

    A full disk must not stop the withdrawal.

    Args:
        slot: the record of the file.
        subject: what is withdrawn, as the history shows it.
        action: the withdrawal.
        paths: of the journal.
        own_path: where the file written by vkconfig-py is, "" if it is gone.
        original_state: the previous file, which the withdrawal restores.
    """
    try:
        state_before = capture_file(own_path) if own_path else ABSENT
        entry_kind = action.what if action.what == LEASE_ENDED else WITHDREW_VERB
        return add_entry(
            paths, entry_kind, slot.path, subject, state_before, original_state, action=action
        )
    except OSError:
        return ""


def _save_record_if_possible(paths: StatePaths, record: ApplyRecord) -> None:
    try:
        save_record(paths, record)
    except OSError:  # a full disk must not stop a withdrawal; the old record serves as well
        return


def remove_temporary(temporary: str) -> None:
    """Remove the temporary file that a killed or refused write left."""
    if is_folder(Path(temporary).parent):
        remove_file(temporary)


class ApplyResult(NamedTuple):
    """Result of an apply: the path of the active file, or the reason why nothing changed.

    Attributes:
        error: "" on success, otherwise one sentence with the path.
        note: "" or a note for the user (the position in the folder could not be reached, ...).
    """

    path: str = ""
    error: str = ""
    note: str = ""


class _SlotWrite(NamedTuple):
    """One planned file with its slot, and the file state to write."""

    planned_file: PlannedFile
    slot: Slot
    new_state: FileState

    @property
    def is_file(self) -> bool:
        """Whether a file is written, not removed."""
        return self.new_state.kind is FileKind.FILE


def read_applied_state(paths: StatePaths, now: Moment | None = None) -> AppliedState:
    """Return what the record says is applied, with those of its files that still exist."""
    record, _ = read_record(paths)
    standing_slots = [
        (slot, own_path) for slot in record.slots if (own_path := find_own_file(slot))
    ]
    applied_configurations = record.get_applied_set()
    facts = read_facts((entry.lease for entry in applied_configurations), paths, now)
    return AppliedState(
        applied_configurations,
        tuple(own_path for _, own_path in standing_slots),
        original_contents=tuple(_read_originals((slot for slot, _ in standing_slots), paths)),
        ended_keys=tuple(
            entry.configuration.key
            for entry in applied_configurations
            if has_ended(entry.lease, facts)
        ),
    )


def _read_originals(slots: Iterable[Slot], paths: StatePaths) -> Iterator[tuple[str, bytes]]:
    """Yield path and previous content of each slot whose previous file is still stored."""
    for slot in slots:
        try:
            state = load_state(paths, slot.original)
        except OSError:  # its copy is lost: a withdrawal says so
            continue
        if state.kind is FileKind.FILE and state.content is not None:
            yield slot.path, state.content


def read_applied(paths: StatePaths) -> tuple[AppliedConfiguration, ...]:
    """Return the configurations that are applied and not withdrawn."""
    record, _ = read_record(paths)
    return record.get_applied_set()


def list_applied_files(paths: StatePaths) -> tuple[str, ...]:
    """Return the paths of the files on disk that an apply wrote and no other program changed."""
    record, _ = read_record(paths)
    return tuple(own_path for slot in record.slots if (own_path := find_own_file(slot)))


def change_leases(leases: Mapping[str, Lease], paths: StatePaths) -> str:
    """Give applied configurations, by their keys, other leases, and return "" or the error."""
    try:
        with lock_state(paths):
            record, problem = read_record(paths)
            if problem:
                return tr("The expiry could not be changed: {reason}", reason=problem)
            applied_configurations = tuple(
                entry._replace(lease=leases.get(entry.configuration.key, entry.lease))
                for entry in record.get_applied_set()
            )
            # A kill in the middle of an apply may have left two sets: which of them is in force is
            # seen from the files, and stays so.
            following_configurations = None if record.following is None else applied_configurations
            save_record(
                paths,
                record._replace(applied=applied_configurations, following=following_configurations),
            )
    except OSError as error:
        return render_error(tr("The expiry could not be changed"), "", error)
    return ""


def explain_apply_refusal(plan: Plan) -> str:
    """Return why applying this plan would be refused, or "", without reading the files."""
    if plan.registry:
        return tr("these files are for Windows, but this machine does not run Windows")
    return explain_not_writable(plan)


def explain_not_writable(plan: Plan) -> str:
    """Return why writing the plan's files, wherever they are copied, has no effect, or ""."""
    blocking_reason = next((limit.text for limit in plan.limits if limit.is_blocking), "")
    return blocking_reason or ("" if plan.files else tr("nothing to write"))


def apply_plan(
    plan: Plan,
    applied_configurations: tuple[AppliedConfiguration, ...],
    paths: StatePaths,
    *,
    is_expired: bool = False,
) -> ApplyResult:
    """Write the files of a plan and record `applied_configurations` as what is applied now.

    With an empty `applied_configurations` everything is withdrawn: the files from before the
    first apply are restored byte for byte, with mode, times and symbolic links. `is_expired`: the
    journal calls a withdrawal the end of a lease.
    """
    # To take the lock would make the state folder.
    if not applied_configurations and has_nothing_at(get_record_file(paths)):
        return ApplyResult()
    if applied_configurations and (refusal := explain_apply_refusal(plan)):
        return ApplyResult(error=tr("Nothing was applied: {reason}.", reason=refusal))
    failure_lead = (
        tr("Nothing was applied")
        if applied_configurations
        else tr("Not everything could be withdrawn")
    )
    try:
        # Before anything is made or read.
        for file in plan.files:
            check_path_owners(file.path)
        with lock_state(paths):
            record, note = read_record(paths)
            if not applied_configurations and note:
                return ApplyResult(error=f"{failure_lead}: {note} {LIST_APPLIED_HINT}")
            if not applied_configurations:
                verb = LEASE_ENDED if is_expired else WITHDREW_VERB
                notes = withdraw_record(record, paths, verb)
                return ApplyResult(note=" ".join(filter(None, (note, *notes))))
            result = _write_or_revert_plan(
                plan, applied_configurations, record, paths, is_expired=is_expired
            )
    except OSError as error:
        return ApplyResult(error=render_error(failure_lead, str(paths.state), error))
    return result._replace(note=" ".join(filter(None, (note, result.note))))


def _write_or_revert_plan(
    plan: Plan,
    applied_configurations: tuple[AppliedConfiguration, ...],
    previous_record: ApplyRecord,
    paths: StatePaths,
    *,
    is_expired: bool,
) -> ApplyResult:
    """Write a plan's files, record and journal. If an error interrupts it, revert all of them.

    Args:
        plan: what to write.
        applied_configurations: what is applied after it.
        previous_record: the record until now.
        paths: of record and journal.
        is_expired: the journal calls a withdrawal the end of a lease.
    """
    own_slots = tuple(slot for slot in previous_record.slots if _has_own_content(slot))
    writes = tuple(_make_slot(file, own_slots, paths) for file in plan.files)
    planned_paths = {write.slot.path for write in writes}
    withdrawn_slots = tuple(
        _drop_used_spare_paths(slot, planned_paths)
        for slot in own_slots
        if slot.path not in planned_paths
    )
    folders = check_folder_times(previous_record.folders, previous_record.slots)
    new_folders = list_touched_folders((write.slot.path for write in writes), folders)
    record = ApplyRecord(
        applied=previous_record.get_applied_set(),
        # Beside the set of before: whenever a kill comes, the files tell which of the two is in
        # force.
        following=applied_configurations,
        following_digest=next((write.new_state.digest for write in writes if write.is_file), ""),
        slots=(*(write.slot for write in writes), *withdrawn_slots),
        folders=(*folders, *new_folders),
    )
    earlier_folders = tuple(set_mtime_to_present(folder) for folder in folders)
    action = _make_action(record, previous_record, is_expired=is_expired)
    states_before = _capture_states(record.slots)
    keys: list[str] = []
    is_recorded = False
    try:
        subject = describe_applied(
            applied_configurations, find_replaced(record.applied, applied_configurations)
        )
        # First of all: whenever a kill comes, journal and record name all that may stand there.
        _journal_writes(writes, subject, action, paths, keys)
        save_record(paths, record)
        is_recorded = True
        create_folders(record.folders)
        _stage_files(writes)
        return _move_into_place(writes, withdrawn_slots, record, action, paths, keys)
    except OSError as error:
        entry_keys = [entry.key for entry in list_entries_of_action(paths, action)]
        staged_files = ((write.slot.temporary, ABSENT) for write in writes)
        final_error = revert_writes((*staged_files, *states_before), paths, entry_keys, error)
        if not isinstance(final_error, PartlyDoneError):  # otherwise the record names what stands
            restore_folders((*new_folders, *earlier_folders))
            _restore_earlier_record(previous_record if is_recorded else None, paths)
        raise final_error from error


def _capture_states(slots: Iterable[Slot]) -> list[tuple[str, FileState]]:
    """Return what is at every path that an apply may write, in the order in which it does.

    Raises:
        OSError: a file cannot be read, so it could not be restored.
    """
    paths = dict.fromkeys(path for slot in slots for path in (slot.path, *slot.places))
    return [(path, capture_file(path)) for path in paths]


def _has_own_content(slot: Slot) -> bool:
    """Return whether the record's previous file of a path is still the one to restore.

    If another program has written there since, a later withdrawal restores that program's file.
    """
    if find_own_file(slot):
        return True
    return slot.original["kind"] != FileKind.ABSENT.value and capture_file(slot.path) == ABSENT


def _drop_used_spare_paths(slot: Slot, used_paths: set[str]) -> Slot:
    """Return a slot without those of its spare paths that other planned files use."""
    return slot._replace(places=tuple(path for path in slot.places if path not in used_paths))


def _make_slot(
    planned_file: PlannedFile, own_slots: tuple[Slot, ...], paths: StatePaths
) -> _SlotWrite:
    """Make the record of a planned file, with the file that it replaces.

    If that one is vkconfig-py's own, the file from before it stays the one to restore.
    """
    content = planned_file.content
    # 0644 whatever the umask: in a folder of the system, programs of every user read it.
    new_state = (
        ABSENT if content is None else FileState(kind=FileKind.FILE, content=content, mode=0o644)
    )
    digests = () if content is None else (new_state.digest,)
    has_fixed_path = content is None or planned_file.has_fixed_name
    spare_paths = (
        (planned_file.path,) if has_fixed_path else list_candidate_paths(planned_file.path)
    )
    previous_slot = next((slot for slot in own_slots if slot.path == planned_file.path), None)
    if previous_slot is not None:
        own_path = find_own_file(previous_slot)
        present_digest = (capture_file(own_path).digest,) if own_path else ()
        candidate_paths = tuple(dict.fromkeys((*previous_slot.places, *spare_paths)))
        return _SlotWrite(
            # The old content and the new one: a kill leaves either.
            planned_file,
            previous_slot._replace(
                places=candidate_paths, ours=tuple(dict.fromkeys((*present_digest, *digests)))
            ),
            new_state,
        )
    # An own file that has this name for another slot must not be restored.
    is_moved = any(find_own_file(slot) == planned_file.path for slot in own_slots)
    slot = Slot(
        path=planned_file.path,
        places=spare_paths,
        original=store_state(paths, ABSENT if is_moved else capture_file(planned_file.path)),
        ours=digests,
        temporary=make_temporary_name(planned_file.path, Path(planned_file.path).stem),
    )
    return _SlotWrite(planned_file, slot, new_state)


def _only_withdraws(
    applied_before: Sequence[AppliedConfiguration], applied_after: Sequence[AppliedConfiguration]
) -> bool:
    """Return whether configurations were only withdrawn, none added or changed."""
    return _get_applied_keys(applied_after) < _get_applied_keys(applied_before)


def _get_applied_keys(
    applied_configurations: Sequence[AppliedConfiguration],
) -> set[tuple[str, tuple[str, ...]]]:
    """Return each configuration's key with the programs that it is applied to."""
    return {(entry.configuration.key, entry.programs) for entry in applied_configurations}


def _make_action(record: ApplyRecord, previous_record: ApplyRecord, *, is_expired: bool) -> Action:
    """Return the journal action of an apply, a withdrawal if it only leaves configurations out."""
    members = render_record(previous_record) if previous_record != ApplyRecord() else {}
    if _only_withdraws(record.applied, record.following or ()):
        verb = LEASE_ENDED if is_expired else WITHDREW_VERB
        return make_action(verb, describe_applied(_list_withdrawn(record)), members)
    replaced_configurations = find_replaced(record.applied, record.following or ())
    return make_action(
        APPLIED_VERB, describe_applied(record.following or (), replaced_configurations), members
    )


def _journal_writes(
    writes: tuple[_SlotWrite, ...],
    subject: Message | str,
    action: Action,
    paths: StatePaths,
    keys: list[str],
) -> None:
    """Write a journal entry for each planned file before the first is written.

    Args:
        writes: the planned files.
        subject: what is applied, as the history shows it.
        action: the apply that the entries belong to.
        paths: of the journal.
        keys: gets the keys of the entries.
    """
    for write in writes:
        state_before = capture_file(find_own_file(write.slot) or write.slot.path)
        file = write.slot.path
        keys.append(
            add_entry(
                paths, APPLIED_VERB, file, subject, state_before, write.new_state, action=action
            )
        )


def _stage_files(writes: tuple[_SlotWrite, ...]) -> None:
    """Write the planned files under their temporary names."""
    for write in writes:
        if not write.is_file:
            continue
        with name_path_in_errors(write.slot.path):
            stage_file(write.slot.temporary, write.new_state)


def _restore_earlier_record(previous_record: ApplyRecord | None, paths: StatePaths) -> None:
    """Restore the record from before a failed apply. None means it was not yet replaced."""
    try:
        if previous_record == ApplyRecord():
            remove_record(paths)
        elif previous_record is not None:
            save_record(paths, previous_record)
    except OSError:  # the record of what was tried serves as well: nothing of it is there
        return


def _move_into_place(
    writes: tuple[_SlotWrite, ...],
    withdrawn_slots: tuple[Slot, ...],
    record: ApplyRecord,
    action: Action,
    paths: StatePaths,
    keys: list[str],
) -> ApplyResult:
    """Move staged files into place, restore the `withdrawn_slots` ones and complete the record.

    Args:
        writes: the planned files, staged under temporary names.
        withdrawn_slots: slots of files that the new plan does not write.
        record: as written before the first file.
        action: the apply, for the journal.
        paths: of record and journal.
        keys: journal entries of `writes`, in the same order.
    """
    notes = []
    slots = []
    for write, key in zip(writes, keys, strict=True):
        with name_path_in_errors(write.slot.path):
            written_path, note = _place_file(write)
        complete_entry(paths, key, written_path)
        notes.append(note)
        digests = (write.new_state.digest,) if write.is_file else ()
        candidate_paths = tuple(dict.fromkeys((write.slot.path, written_path)))
        slots.append(write.slot._replace(places=candidate_paths, ours=digests))
    subject = describe_applied(_list_withdrawn(record))
    notes += [restore_slot(slot, subject, action, paths) for slot in withdrawn_slots]
    completed_record = record._replace(
        applied=record.following or (),
        following=None,
        following_digest="",
        slots=tuple(slots),
        folders=tuple(record_written_mtime(folder) for folder in record.folders),
    )
    try:
        save_record(paths, completed_record)
    except OSError as error:  # the record written before knows everything that matters
        notes.append(
            render_error(tr("The record of applied configurations could not be updated"), "", error)
        )
    delete_old_entries(paths, {slot.original.get("content", "") for slot in slots})
    final_paths = (
        slot.places[-1] for slot, write in zip(slots, writes, strict=True) if write.is_file
    )
    return ApplyResult(path=next(final_paths, ""), note=" ".join(filter(None, notes)))


def _list_withdrawn(record: ApplyRecord) -> tuple[AppliedConfiguration, ...]:
    """Return the configurations that an apply leaves out, or all if it writes them elsewhere."""
    kept_keys = {
        applied_configuration.configuration.key for applied_configuration in record.following or ()
    }
    withdrawn_entries = tuple(
        entry for entry in record.applied if entry.configuration.key not in kept_keys
    )
    return withdrawn_entries or record.applied


def _place_file(write: _SlotWrite) -> tuple[str, str]:
    """Move a staged file to its place and return its final path, and a note for the user or "".

    Raises:
        OSError: the previous file is intact.
    """
    target_path = find_own_file(write.slot) or write.slot.path
    if not write.is_file:
        remove_file(target_path)
        return write.slot.path, ""
    rename_file(write.slot.temporary, target_path)
    has_fixed_name = write.planned_file.has_fixed_name
    if not has_fixed_name:
        target_path, has_fixed_name = settle_path(
            target_path, write.slot.places, write.planned_file.position
        )
    flush_folder(str(Path(target_path).parent))
    if has_fixed_name:
        return target_path, ""
    if write.planned_file.position is Position.FIRST:
        return target_path, tr(
            "The loader will not read {path} first: for every file name that was tried, "
            "the folder lists at least one other manifest earlier.",
            path=target_path,
        )
    return target_path, tr(
        "The loader will not read {path} last: for every file name that was tried, the "
        "folder lists at least one other manifest later.",
        path=target_path,
    )
