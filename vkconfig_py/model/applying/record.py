"""Record: what is applied, what stood there before, and what may be half done.

The record is written before the system is touched and says everything that an apply may do: which
names our file may take, which contents are ours, which temporary names may lie about, which folders
are made. So after a kill at any point the next start knows what is whose, and withdrawing is the
same idempotent step whether the apply came to its end or not.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.applying.file_states import capture_file, write_whole
from vkconfig_py.model.documents.configuration_file import (
    configuration_from_document,
    configuration_to_document,
)
from vkconfig_py.model.paths import StatePaths
from vkconfig_py.model.plan import Applied, Mechanism


class Slot(NamedTuple):
    """One file of a plan.

    Attributes:
        path: as the plan names it.
        places: every path our file may stand at, `path` first; the others were free.
        original: what stood at `path`, as journal.keep_state() made it.
        ours: digests of the contents we wrote, or may have written, there.
        temporary: name that may be left over by a kill.
    """

    path: str
    places: tuple[str, ...]
    original: dict[str, Any]
    ours: tuple[str, ...]
    temporary: str


class Folder(NamedTuple):
    """One folder in which something was or will be written.

    Attributes:
        made: it did not exist.
        before: its mtime before our first write; None once somebody else changed it too.
        names: what it held then; decides whose change it was when a kill left `after` unknown.
        after: its mtime after our last write, or None while we write.
    """

    path: str
    made: bool
    before: int | None
    names: tuple[str, ...]
    after: int | None = None


class Writer(NamedTuple):
    """The process that answers for what is applied; pid 0 when it is meant to stay.

    Attributes:
        started: start time of the process in clock ticks since boot, as /proc tells it.
        boot: identifier of the boot.
    """

    pid: int = 0
    started: int = 0
    boot: str = ""

    @classmethod
    def current(cls) -> Writer:
        """Return this process."""
        return cls(os.getpid(), process_start(os.getpid()), boot_identifier())

    def answers(self) -> bool:
        """Return whether it still runs, or is not needed."""
        if not self.pid:
            return True
        return self.boot == boot_identifier() and self.started == process_start(self.pid)


class Record(NamedTuple):
    """What is in force.

    Attributes:
        applied: the set in force, as long as no slot holds a content of `following`.
        following: the set that the write in progress puts in force, or None.
        following_digest: content by which to tell that it did.
    """

    applied: tuple[Applied, ...] = ()
    following: tuple[Applied, ...] | None = None
    following_digest: str = ""
    slots: tuple[Slot, ...] = ()
    folders: tuple[Folder, ...] = ()
    writer: Writer = Writer()

    def in_force(self) -> tuple[Applied, ...]:
        """Return the set whose files are really there."""
        digests = {digest_of(place) for slot in self.slots for place in slot.places}
        if self.following is not None and self.following_digest in digests:
            return self.following
        ours = {digest for slot in self.slots for digest in slot.ours}
        return self.applied if digests & (ours - {self.following_digest}) else ()


def standing(slot: Slot) -> str:
    """Return the place at which a content of ours stands, or ""."""
    return next((place for place in slot.places if digest_of(place) in slot.ours), "")


def digest_of(path: str) -> str:
    """Return what identifies the content at a path; "" if it cannot be read."""
    try:
        return capture_file(path).digest
    except OSError:
        return ""


def process_start(pid: int) -> int:
    """Return the start time of a process in ticks since boot, or 0 if there is none."""
    try:
        text = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return 0
    return int(text[text.rindex(b")") :].split()[20])


def boot_identifier() -> str:
    """Return what changes with each boot; "" where the system does not tell."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return ""


def record_file(paths: StatePaths) -> Path:
    """Return the path of the record."""
    return paths.state / "applied.json"


_DAMAGE = (ValueError, KeyError, TypeError, AttributeError)


def read_record(paths: StatePaths) -> tuple[Record, str]:
    """Return the record and "", or an empty one and the sentence that says why.

    A damaged record stays where it is until another is written; then it is kept aside.
    """
    file = record_file(paths)
    try:
        return parse_record(json.loads(file.read_bytes())), ""
    except FileNotFoundError:
        return Record(), ""
    except OSError as error:
        return Record(), f"{file} could not be read: {error.strerror}."
    except _DAMAGE:
        return Record(), f"{file} is damaged, so it cannot be told what is applied."


def save_record(paths: StatePaths, record: Record) -> None:
    """Write the record.

    Raises:
        OSError: the old record is still there, whole.
    """
    content = json.dumps(render_record(record), indent=1).encode("ascii")
    file = record_file(paths)
    try:
        parse_record(json.loads(file.read_bytes()))
    except FileNotFoundError:
        pass
    except _DAMAGE:
        file.rename(f"{file}.bad")
    write_whole(file, content)


def render_record(record: Record) -> dict[str, Any]:
    """Return a record as JSON members."""
    following = record.following
    return {
        "format": 1,
        "applied": [_render_applied(one) for one in record.applied],
        "following": None if following is None else [_render_applied(one) for one in following],
        "following_digest": record.following_digest,
        "slots": [slot._asdict() for slot in record.slots],
        "folders": [folder._asdict() for folder in record.folders],
        "writer": record.writer._asdict(),
    }


def parse_record(document: Any) -> Record:
    """Make a record from JSON members; raises what indexing raises on anything else."""
    following = document["following"]
    return Record(
        applied=tuple(_parse_applied(one) for one in document["applied"]),
        following=None if following is None else tuple(_parse_applied(one) for one in following),
        following_digest=document["following_digest"],
        slots=tuple(
            Slot(**slot)._replace(places=tuple(slot["places"]), ours=tuple(slot["ours"]))
            for slot in document["slots"]
        ),
        folders=tuple(
            Folder(**folder)._replace(names=tuple(folder["names"]))
            for folder in document["folders"]
        ),
        writer=Writer(**document["writer"]),
    )


def _render_applied(applied: Applied) -> dict[str, Any]:
    return {
        "configuration": configuration_to_document(applied.configuration),
        "programs": list(applied.programs),
        "since": applied.since,
        "mechanism": applied.mechanism.value,
    }


def _parse_applied(document: dict[str, Any]) -> Applied:
    configuration = configuration_from_document(document["configuration"])
    mechanism = Mechanism(document.get("mechanism", Mechanism.OVERRIDE.value))
    return Applied(configuration, tuple(document["programs"]), document["since"], mechanism)
