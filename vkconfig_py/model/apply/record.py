"""Record: what is applied, the previous files, and writes that may be incomplete.

The record is written before the system is touched and lists everything that an apply may do: names
that the file may take, digests of the contents written, temporary names that may be left, folders
to create. So after a kill at any point the next start can tell vkconfig-py's files from those of
other programs, and withdrawing is the same idempotent step whether the apply was completed or not.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import (
    RECORD_FILE,
    DocumentError,
    NewerFormatError,
    check_format,
    read_document,
    write_file,
)
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.configuration_json import (
    decode_configuration,
    encode_configuration,
)
from vkconfig_py.model.configuration.own_documents import (
    Codec,
    JsonObject,
    parse_json,
    read_choice,
    read_integer,
    read_list,
    read_object,
    read_text,
    rename_unreadable,
)
from vkconfig_py.model.files.atomic_files import FileKind, capture_file, remove_file
from vkconfig_py.model.files.paths import StatePaths, describe_error
from vkconfig_py.model.plan.leases import (
    Lease,
    ProcessMark,
    UntilLogout,
    UntilTime,
    UntilWithdrawn,
    WhileRunning,
)
from vkconfig_py.model.plan.plan import AppliedConfiguration

RECORD_FORMAT = 2  # 1 had one process for all that is applied in place of leases
_MAX_TIME = 1 << 62  # nanoseconds
_MAX_USER_ID = (1 << 32) - 2
_MAX_PROCESS_ID = 1 << 22  # PID_MAX_LIMIT of 64-bit Linux


class Slot(NamedTuple):
    """One file of a plan.

    Attributes:
        path: as the plan names it.
        places: every path the written file may have, `path` first. The others were free.
        original: the previous file at `path`, as returned by journal.store_state().
        ours: digests of the contents that vkconfig-py wrote, or may have written, there.
        temporary: name of a temporary file that a kill may leave.
    """

    path: str
    places: tuple[str, ...]
    original: dict[str, Any]
    ours: tuple[str, ...]
    temporary: str


class RecordedFolder(NamedTuple):
    """A folder in which a file was or will be written.

    Attributes:
        made: vkconfig-py created it.
        before: its mtime before the first write, None once another program changed it too.
        names: its entries at that time. They show whose change it was if a kill left `after`
            unknown.
        after: its mtime after the last write, or None during a write.
    """

    path: str
    made: bool
    before: int | None
    names: tuple[str, ...]
    after: int | None = None


class ApplyRecord(NamedTuple):
    """The applied configurations and the files written for them.

    Attributes:
        applied: what is applied, as long as no slot holds a content of `following`.
        following: the set that the write in progress activates, or None.
        following_digest: content whose presence shows that `following` is active.
    """

    applied: tuple[AppliedConfiguration, ...] = ()
    following: tuple[AppliedConfiguration, ...] | None = None
    following_digest: str = ""
    slots: tuple[Slot, ...] = ()
    folders: tuple[RecordedFolder, ...] = ()

    def get_applied_set(self) -> tuple[AppliedConfiguration, ...]:
        """Return the set whose files are on disk: `following` once one of its files is there."""
        digests = {compute_digest(json_path) for slot in self.slots for json_path in slot.places}
        if self.following is not None and self.following_digest in digests:
            return self.following
        our_paths = {digest for slot in self.slots for digest in slot.ours}
        return self.applied if digests & (our_paths - {self.following_digest}) else ()


def find_own_file(slot: Slot) -> str:
    """Return the path of a slot at which content written by vkconfig-py exists, or ""."""
    return next(
        (json_path for json_path in slot.places if compute_digest(json_path) in slot.ours), ""
    )


def compute_digest(path: str) -> str:
    """Return the digest of the content at a path, "" if it cannot be read."""
    try:
        return capture_file(path).digest
    except OSError:
        return ""


def get_record_file(paths: StatePaths) -> Path:
    """Return the file that holds the record of what is applied."""
    return paths.state / RECORD_FILE


def _get_copy_file(paths: StatePaths) -> Path:
    """Return the file that holds a copy of the record, read if the record is damaged."""
    # Written before the record and removed before it: never older than what the record says.
    return paths.state / "applied.copy.json"


def read_record(paths: StatePaths) -> tuple[ApplyRecord, str]:
    """Read the record, or its copy if it is damaged.

    On failure return an empty one, and the reason as a sentence. A damaged record is kept until the
    next one is written. Then it is set aside.
    """
    record, problem = _read_file(get_record_file(paths))
    if problem and record is not None:
        copy, damage = _read_file(_get_copy_file(paths))
        if copy is not None and copy != ApplyRecord() and not damage:
            return copy, ""
    return record or ApplyRecord(), problem


def explain_copy(paths: StatePaths) -> str:
    """Return why the copy of the record is read in its place, as a sentence, "" if it is not."""
    _, problem = _read_file(get_record_file(paths))
    if not problem or read_record(paths)[1]:
        return ""
    return tr(
        "{path} is damaged: {copy} is used instead.",
        path=get_record_file(paths),
        copy=_get_copy_file(paths),
    )


def _read_file(file: Path) -> tuple[ApplyRecord | None, str]:
    """Read a record. Return the problem as a sentence too, "" if there is none.

    A record is empty if it is missing or damaged, and None if a newer version wrote it.
    """
    try:
        return parse_record(read_document(str(file), RECORD_FORMAT)), ""
    except (FileNotFoundError, NotADirectoryError):
        return ApplyRecord(), ""
    except OSError as error:
        return ApplyRecord(), tr(
            "{path} could not be read ({reason}), so the applied configurations are unknown.",
            path=file,
            reason=describe_error(error),
        )
    except NewerFormatError:
        return None, tr(
            "{path} was written by a newer version of vkconfig-py, so the applied "
            "configurations are unknown.",
            path=file,
        )
    except DocumentError:
        return ApplyRecord(), tr(
            "{path} is damaged, so the applied configurations are unknown.", path=file
        )


def save_record(paths: StatePaths, record: ApplyRecord) -> None:
    """Write the record, after a copy of it.

    Raises:
        OSError: the old record is intact. The caller must not change any file then.
    """
    file = get_record_file(paths)
    rename_unreadable(file, _parse_content)
    content = json.dumps(render_record(record), indent=1).encode("ascii")
    for path in (_get_copy_file(paths), file):
        write_file(str(path), content)


def remove_record(paths: StatePaths) -> None:
    """Remove the record and its copy.

    Raises:
        OSError: one of them cannot be removed.
    """
    for path in (_get_copy_file(paths), get_record_file(paths)):
        remove_file(str(path))


def _parse_content(content: bytes) -> ApplyRecord:
    """Parse the content of a record's file.

    Raises:
        DocumentError: it is not valid, or a newer version wrote it.
    """
    document = parse_json(content)
    check_format(document, RECORD_FORMAT)
    return parse_record(document)


def render_record(record: ApplyRecord) -> JsonObject:
    """Return the JSON members of a record."""
    return {"format": RECORD_FORMAT, **_CODEC.encode(record)}


def parse_record(document: JsonObject) -> ApplyRecord:
    """Parse a record from JSON members.

    Raises:
        DocumentError: it is not valid. The sentence names the member.
    """
    if document.get("format", 1) == 1 and "writer" in document:
        document = _convert_to_leases(document)
    required = {"following_digest": None}
    record: ApplyRecord = _CODEC.decode_members(ApplyRecord, required | document)
    return record


def _convert_to_leases(document: JsonObject) -> JsonObject:
    """Convert a document of format 1, in which everything ended with one process, to leases."""
    writer = read_object(document["writer"], "writer")
    term = {"until": "process", **writer} if writer.get("pid") else {"until": "withdrawn"}
    new_document = dict(document)
    for name in ("applied", "following"):
        if document.get(name) is not None:
            members = [read_object(member, name) for member in read_list(document[name], name)]
            new_document[name] = [member | {"lease": term} for member in members]
    return new_document


def _read_slot(value: object, json_path: str) -> Slot:
    """Read the slot of one file from JSON members."""
    document: JsonObject = {"places": [], "ours": []} | read_object(value, json_path)
    slot: Slot = _CODEC.decode_members(Slot, document, f"{json_path}.")
    for path in (slot.path, *slot.places, slot.temporary):
        _check_path(path, json_path)
    check_stored_state(slot.original, f"{json_path}.original")
    return slot


def _read_folder(value: object, json_path: str) -> RecordedFolder:
    """Read a recorded folder from JSON members."""
    folder: RecordedFolder = _CODEC.decode_members(
        RecordedFolder, {"names": []} | read_object(value, json_path), f"{json_path}."
    )
    _check_path(folder.path, json_path)
    for time in (folder.before, folder.after):
        if time is not None:
            read_time(time, json_path)
    return folder


def _read_lease(value: object, json_path: str) -> Lease:
    """Read a lease from JSON members."""
    document = read_object(value, json_path)
    kind = read_choice(_LeaseKind, document.get("until"), f"{json_path}.until")
    lease: Lease
    if kind is _LeaseKind.PROCESS:
        process = _CODEC.decode_members(ProcessMark, document, f"{json_path}.")
        _read_integer_up_to(_MAX_PROCESS_ID, process.pid, f"{json_path}.pid")
        lease = WhileRunning(process, read_text(document.get("name", ""), f"{json_path}.name"))
    else:
        lease = _CODEC.decode_members(_LEASE_CLASSES[kind], document, f"{json_path}.")
    return lease


def _render_lease(lease: Lease) -> JsonObject:
    """Return the JSON members of a lease."""
    match lease:
        case WhileRunning(process, name):
            kind, members = _LeaseKind.PROCESS, process._asdict() | {"name": name}
        case UntilTime():
            kind, members = _LeaseKind.TIME, lease._asdict()
        case UntilLogout():
            kind, members = _LeaseKind.LOGOUT, lease._asdict()
        case UntilWithdrawn():
            kind, members = _LeaseKind.WITHDRAWN, {}
    return {"until": kind.value, **members}


class _LeaseKind(StrEnum):
    WITHDRAWN = "withdrawn"
    TIME = "time"
    PROCESS = "process"
    LOGOUT = "logout"


_LEASE_CLASSES: Mapping[_LeaseKind, type] = MappingProxyType(
    {
        _LeaseKind.WITHDRAWN: UntilWithdrawn,
        _LeaseKind.TIME: UntilTime,
        _LeaseKind.LOGOUT: UntilLogout,
    }
)


def _read_applied(value: object, json_path: str) -> AppliedConfiguration:
    document: JsonObject = {"programs": []} | read_object(value, json_path)
    applied_configuration: AppliedConfiguration = _CODEC.decode_members(
        AppliedConfiguration, document, f"{json_path}."
    )
    return applied_configuration


def _read_configuration(value: object, json_path: str) -> Configuration:
    return decode_configuration(read_object(value, json_path))


_CODEC = Codec(
    readers={
        Slot: _read_slot,
        RecordedFolder: _read_folder,
        Lease: _read_lease,
        AppliedConfiguration: _read_applied,
        Configuration: _read_configuration,
    },
    writers={
        Configuration: encode_configuration,
        **dict.fromkeys(get_args(Lease), _render_lease),
    },
)


def _check_path(path: str, json_path: str) -> None:
    """Raise a DocumentError unless this is an absolute path. The error names `json_path`."""
    if not path.startswith("/") or "\0" in path:
        raise DocumentError(tr("{place}: expected an absolute path", place=json_path))


def check_stored_state(members: JsonObject, json_path: str) -> None:
    """Check that JSON members describe a file stored in the journal (journal.store_state).

    Raises:
        DocumentError: they do not. The sentence names the invalid member.
    """
    if read_choice(FileKind, members.get("kind"), f"{json_path}.kind") is FileKind.ABSENT:
        return
    name = read_text(members.get("content"), f"{json_path}.content")
    # It becomes a part of a path: nothing may lead out of the journal.
    if "/" in name or name in ("", ".", ".."):
        raise DocumentError(tr("{place}.content: expected a file name", place=json_path))
    read_time(members.get("mtime_ns"), f"{json_path}.mtime_ns")
    for number, maximum in (("mode", 0o7777), ("uid", _MAX_USER_ID), ("gid", _MAX_USER_ID)):
        _read_integer_up_to(maximum, members.get(number), f"{json_path}.{number}")


def read_time(value: object, json_path: str) -> int:
    """Return the timestamp in nanoseconds, within the range of a file system."""
    return _read_integer_up_to(_MAX_TIME, value, json_path)


def _read_integer_up_to(maximum: int, value: object, json_path: str) -> int:
    """Read an integer from -`maximum` to `maximum`."""
    number = read_integer(value, json_path)
    if not -maximum <= number <= maximum:
        raise DocumentError(tr("{place}: {number} is out of range", place=json_path, number=number))
    return number
