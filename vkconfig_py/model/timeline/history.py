"""What others did to the machine: differences between looks at it, kept in the state folder.

Kept are the newest state and what changed at each of the last moments; the state of an earlier
moment is the newest one with these changes taken back. A moment begins with the look that first
saw something new and ends with the last one that saw nothing else, so a change happened between
the end of one moment and the beginning of the next.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from vkconfig_py.language.sentences import Message, message, tr
from vkconfig_py.loader.base.records import NamedTuple, find_differences
from vkconfig_py.loader.files.own_files import (
    DocumentError,
    check_format,
    read_document,
    write_file,
)
from vkconfig_py.model.apply.restore import list_files_left_by_us
from vkconfig_py.model.configuration.own_documents import (
    READ_ERRORS,
    Codec,
    JsonObject,
    rename_unreadable,
)
from vkconfig_py.model.configuration.own_documents import parse_json as parse_own
from vkconfig_py.model.files.atomic_files import hold_lock
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.timeline.machine_state import (
    MachinePart,
    MachinePartKind,
    MachineState,
    PartChange,
    PartKey,
    ScanResult,
    capture_state,
    find_change_time,
    make_state,
    replace_parts,
)

# Which package of Debian's dpkg brought or took a file, from its log (dpkg(1), --log).

_DPKG_LOG, _DPKG_LISTS = "var/log/dpkg.log", "var/lib/dpkg/info"
_MAX_READ_SIZE = 1 << 20  # of the end of the log
_MAX_PACKAGES = 400
_PARTICIPLE_BY_VERB = {
    "install": "installed",
    "upgrade": "upgraded",
    "remove": "removed",
    "purge": "removed",
}
_SENTENCE_BY_VERB = {
    "installed": message("dpkg installed {package} {version}"),
    "upgraded": message("dpkg upgraded {package} {version}"),
    "removed": message("dpkg removed {package} {version}"),
}


class PackageChange(NamedTuple):
    """What dpkg did to one package.

    Attributes:
        time: seconds since the epoch.
    """

    time: float
    verb: str
    package: str
    before: str
    after: str

    @property
    def sentence(self) -> Message:
        """What the package manager did to the package, with versions."""
        name = self.package.partition(":")[0]
        versions = [version for version in (self.before, self.after) if version != "<none>"]
        version: Message | str = "".join(versions)
        if len(versions) == 2:
            version = message("{before} to {after}", before=self.before, after=self.after)
        return _SENTENCE_BY_VERB[self.verb].with_values(package=name, version=version)


def parse_log(text: str, earliest: float, latest: float) -> tuple[PackageChange, ...]:
    """Return what a log of dpkg says about packages between two times, the latest first.

    Times are seconds since the epoch.
    """
    works = []
    for line in text.splitlines():
        words = line.split()
        if len(words) != 6 or words[2] not in _PARTICIPLE_BY_VERB:
            continue
        try:
            time = datetime.fromisoformat(f"{words[0]}T{words[1]}").timestamp()
        except (ValueError, OverflowError):
            continue
        # The log has whole seconds.
        if earliest - 1 <= time <= latest:
            works.append(
                PackageChange(time, _PARTICIPLE_BY_VERB[words[2]], words[3], words[4], words[5])
            )
    return tuple(reversed(works))


def find_packages(
    paths: Collection[str], earliest: float, latest: float, root: Path = Path("/")
) -> Mapping[str, PackageChange]:
    """Return what dpkg did between two times to the packages of these files, by path.

    Times are seconds since the epoch. A removed package has no list of files any more, so nothing
    is claimed about its files.
    """
    work_by_path: dict[str, PackageChange] = {}
    if not paths:
        return work_by_path
    works = parse_log(_read_end(root / _DPKG_LOG), earliest, latest)
    for work in works[:_MAX_PACKAGES]:
        owned = _list_package_files(work.package, root / _DPKG_LISTS)
        for path in paths:
            if not owned.isdisjoint((path, *_list_merged_names(path))):
                work_by_path.setdefault(path, work)
    return work_by_path


def _list_merged_names(path: str) -> tuple[str, ...]:
    """Return the paths that a file has if /lib is a link to /usr/lib.

    Lists of packages may have either.
    """
    if path.startswith("/usr/lib"):
        return (path.removeprefix("/usr"),)
    return (f"/usr{path}",) if path.startswith("/lib") else ()


def _list_package_files(package: str, lists: Path) -> frozenset[str]:
    """Return the paths of a package's files by dpkg's list, none without a list."""
    name = package.partition(":")[0]
    if "/" in package:
        return frozenset()
    for file in (lists / f"{package}.list", lists / f"{name}.list"):
        try:
            return frozenset(file.read_text(errors="replace").splitlines())
        except OSError:
            continue
    return frozenset()


def _read_end(log: Path) -> str:
    """Return the end of a log as text, "" if it cannot be read."""
    try:
        with log.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _MAX_READ_SIZE))
            return file.read().decode("utf-8", "replace")
    except OSError:
        return ""


HISTORY_FORMAT = 1
MAX_MOMENTS = 20
_REFRESH_SECONDS = 60.0  # seconds after which a look that sees nothing new is noted
_MAX_CHANGES = 8000  # of all moments
_Difference = tuple[PartKey, MachinePart | None, MachinePart | None]


class LookMoment(NamedTuple):
    """A time in which all looks at the machine saw the same state.

    Attributes:
        first, last: looks, in seconds since the epoch.
        changes: from the moment before to this one; () for the first look of all.
    """

    first: float
    last: float
    changes: tuple[PartChange, ...] = ()


class MachineHistory(NamedTuple):
    """What looks at the machine saw.

    Attributes:
        moments: the newest first.
        newest: the state that the last look saw.
    """

    moments: tuple[LookMoment, ...] = ()
    newest: MachineState = MachineState()

    def state_at(self, number: int) -> MachineState:
        """Return the state at a moment, by its index in `moments`."""
        state = self.newest
        for moment in self.moments[:number]:
            state = replace_parts(
                state, ((change.part.key, change.before) for change in moment.changes)
            )
        return state


def read_history(paths: StatePaths) -> MachineHistory:
    """Read the stored history. A missing or damaged file is an empty one."""
    try:
        return _parse_history(read_document(str(_get_history_file(paths)), HISTORY_FORMAT))
    except READ_ERRORS:
        return MachineHistory()


def record_scan(scan: ScanResult, paths: StatePaths, now: float) -> MachineHistory:
    """Compare a look at the machine with the last one, and store what differs.

    `now`: seconds since the epoch. Without a writable state folder, and in a dry run, nothing is
    stored.
    """
    with suppress(OSError):
        return _update_history(scan, paths, now)
    return read_history(paths)


def _update_history(scan: ScanResult, paths: StatePaths, now: float) -> MachineHistory:
    """Add a look to the stored history, under a lock, and write that if it changed."""
    with hold_lock(paths.state / "timeline.lock"):
        try:
            last_history = _parse_history(
                read_document(str(_get_history_file(paths)), HISTORY_FORMAT)
            )
        except (FileNotFoundError, DocumentError):  # writing keeps one of a newer format
            last_history = MachineHistory()
        history = _add_moment(last_history, scan, paths, now)
        if history != last_history:
            _write_history(history, paths)
    return history


def _add_moment(
    history: MachineHistory, scan: ScanResult, paths: StatePaths, now: float
) -> MachineHistory:
    """Return the history with a look at the time `now`."""
    state = capture_state(scan, history.newest)
    if not history.moments:
        return MachineHistory((LookMoment(now, now),), state)
    newest, earlier = history.moments[0], history.moments[1:]
    now = max(now, newest.last)  # a clock that was set back
    differences = find_differences(history.newest.by_key, state.by_key)
    if differences:
        root = scan.report.host.root
        changes = _list_changes(differences, history, newest.last, now, paths, root)
        moments = (LookMoment(now, now, changes), *history.moments)
        return MachineHistory(_bound_moments(moments), state)
    if now - newest.last < _REFRESH_SECONDS:
        return history._replace(newest=state)
    return MachineHistory((newest._replace(last=now), *earlier), state)


def _bound_moments(moments: Sequence[LookMoment]) -> tuple[LookMoment, ...]:
    """Return only the latest moments. What the oldest one changed is no longer known."""
    bounded: list[LookMoment] = []
    number = 0
    for moment in moments[:MAX_MOMENTS]:
        number += len(moment.changes)
        bounded.append(moment)
        if number > _MAX_CHANGES:
            break
    if len(bounded) < len(moments) and len(bounded) > 1:
        bounded[-1] = bounded[-1]._replace(changes=())
    return tuple(bounded)


def _list_changes(
    differences: Sequence[_Difference],
    history: MachineHistory,
    earliest: float,
    now: float,
    paths: StatePaths,
    root: str,
) -> tuple[PartChange, ...]:
    """Return what changed between two looks, and who changed it.

    Args:
        differences: parts that differ.
        history: with the look before.
        earliest: time of the look before.
        now: time of this look.
        paths: our own folders.
        root: folder of the machine's files, "" for this one.
    """
    files = {path for (_kind, path, _name), _before, _after in differences}
    ours = list_files_left_by_us(paths, {root + file for file in files})
    # The log is that of this machine, and a sample machine has none.
    packages = {} if root else find_packages(files, earliest, now)
    folders = frozenset(history.newest.folders)
    changes = []
    for (_kind, path, _name), before, after in sorted(
        differences, key=lambda difference: difference[0]
    ):
        is_new_place = before is None and after is not None and not _was_searched(after, folders)
        is_quiet = root + path in ours or is_new_place
        work = packages.get(path)
        latest = _find_latest_time(root + path, work, earliest, now)
        changed_by = work.sentence if work is not None else ""
        changes.append(PartChange(before, after, earliest, latest, changed_by, is_quiet))
    return tuple(changes)


def _was_searched(part: MachinePart, folders: frozenset[str]) -> bool:
    """True if one of these folders is the one that a part of the machine is in."""
    is_placed = part.kind in (
        MachinePartKind.DRIVER,
        MachinePartKind.IMPLICIT,
        MachinePartKind.EXPLICIT,
    )
    return not is_placed or not folders.isdisjoint((str(Path(part.path).parent), part.path))


def _find_latest_time(path: str, work: PackageChange | None, earliest: float, now: float) -> float:
    """Return when a change happened, by log or file, at the latest now.

    Times are seconds since the epoch. A time before `earliest` is not believed.
    """
    time = work.time if work is not None else find_change_time(path)
    return time if earliest <= time <= now else now


def _get_history_file(paths: StatePaths) -> Path:
    """Return the path of the stored history."""
    return paths.state / "timeline.json"


def _write_history(history: MachineHistory, paths: StatePaths) -> None:
    """Write the history to its file. A file that cannot be read is renamed first."""
    file = _get_history_file(paths)
    rename_unreadable(file, _parse_bytes)
    document = {"format": HISTORY_FORMAT, **_CODEC.encode(history)}
    # ASCII: paths that are no UTF-8 are lone surrogates here, which only an escape can carry.
    write_file(str(file), json.dumps(document).encode("ascii"))


def _parse_bytes(content: bytes) -> MachineHistory:
    """Parse the content of the history's file, or raise if it is not ours."""
    document = parse_own(content)
    check_format(document, HISTORY_FORMAT)
    return _parse_history(document)


def _parse_history(document: JsonObject) -> MachineHistory:
    """Return the history of a JSON object, or raise if it is invalid."""
    history: MachineHistory = _CODEC.decode_members(MachineHistory, document)
    for moment in history.moments:
        for change in moment.changes:
            if change.before is None and change.after is None:
                raise DocumentError(tr("changes: an entry has neither “before” nor “after”"))
    return history._replace(newest=make_state(history.newest.parts, history.newest.folders))


_CODEC = Codec()
