"""What others did: looks at the machine and what differs between them, kept in the state folder.

Kept are the newest state and what changed at each of the last moments; the state of an earlier
moment is the newest one with these changes taken back. A moment begins with the look that first
saw something new and ends with the last one that saw nothing else, so a change happened between
the end of one moment and the beginning of the next.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from vkconfig_py.language.sentences import Message, message, tr
from vkconfig_py.loader.base.records import NamedTuple, find_differences
from vkconfig_py.loader.files.binaries import LibraryReader, find_library_state
from vkconfig_py.loader.files.own_files import (
    DocumentError,
    check_format,
    read_document,
    write_file,
)
from vkconfig_py.loader.files.safe_paths import read_beginning
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport
from vkconfig_py.model.apply.found_overrides import FoundOverride, render_origin
from vkconfig_py.model.apply.restore import list_leftover_files
from vkconfig_py.model.configuration.own_documents import (
    READ_ERRORS,
    Codec,
    JsonObject,
    rename_unreadable,
)
from vkconfig_py.model.configuration.own_documents import parse_json as parse_own
from vkconfig_py.model.files.atomic_files import hold_lock
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.text.wording import capitalise, render_version


class MachinePartKind(StrEnum):
    """What a part of a machine is; the value stands in our file."""

    LOADER = "loader"
    DRIVER = "driver"
    IMPLICIT = "implicit layer"
    EXPLICIT = "explicit layer"
    OVERRIDE = "override"
    SETTINGS = "settings file"


PartKey = tuple[str, str, str]  # kind, path, name


class MachinePart(NamedTuple):
    """A loader, a driver, a layer, an override or a settings file.

    Attributes:
        path: manifest, settings file, or library of a loader, as the machine names it.
        version: as the manifest says it, "" where nothing does.
        library: as the manifest names it.
        owner: program that wrote an override or settings file, as far as it shows.
        stamp: size and time of the file, so that an unchanged one is not read again.
        digest: of its content; "" for libraries, which are not read.
        library_stamp: size and time of the library that the linker finds; "" if it finds none.
    """

    kind: MachinePartKind
    path: str
    name: str
    version: str = ""
    library: str = ""
    owner: str = ""
    stamp: str = ""
    digest: str = ""
    library_stamp: str = ""

    @property
    def key(self) -> PartKey:
        return self.kind.value, self.path, self.name

    @property
    def title(self) -> str:
        """Kind and name of the part, such as “driver lvp_icd”."""
        match self.kind:
            case MachinePartKind.LOADER:
                text = tr("Vulkan loader")
            case MachinePartKind.DRIVER:
                text = tr("driver {name}", name=get_base_name(self.path).removesuffix(".json"))
            case MachinePartKind.OVERRIDE if self.owner:
                text = tr("Override from {owner}", owner=render_origin(self.owner))
            case MachinePartKind.OVERRIDE:
                text = tr("Override")
            case MachinePartKind.SETTINGS if self.owner:
                text = tr("Settings file from {owner}", owner=render_origin(self.owner))
            case MachinePartKind.SETTINGS:
                text = tr("Settings file")
            case MachinePartKind.IMPLICIT | MachinePartKind.EXPLICIT:
                text = self.name
        return f"{text} {self.version}".rstrip()


class MachineState(NamedTuple):
    """All parts at a moment, in the order of their keys, and the folders that were searched."""

    parts: tuple[MachinePart, ...] = ()
    folders: tuple[str, ...] = ()

    @property
    def by_key(self) -> dict[PartKey, MachinePart]:
        return {machine_part.key: machine_part for machine_part in self.parts}


class PartChange(NamedTuple):
    """A part then and now, None where it is not there, and what is known of the change.

    Attributes:
        earliest: seconds since the epoch; the last look that saw the part as it was before.
        latest: the first look that saw it changed, or what the time of its file says.
        who: what brought it, as far as that is known, a message; or "".
        is_quiet: it was done by this program, or only its folder was looked at for the first time.
    """

    before: MachinePart | None
    after: MachinePart | None
    earliest: float
    latest: float
    who: Message | str = ""
    is_quiet: bool = False

    @property
    def part(self) -> MachinePart:
        """The part as it is now or, if it is gone, as it was last."""
        machine_part = self.after or self.before
        assert machine_part is not None, "a change has a side"
        return machine_part

    @property
    def is_reported(self) -> bool:
        """True if others changed the part in more than the time of its file."""
        return not self.is_quiet and _is_noticeable(self.before, self.after)

    @property
    def title(self) -> str:
        """What changed, as the title of a row."""
        part_before, part_after = self.before, self.after
        title = self.part.title
        if self.part.kind in (MachinePartKind.OVERRIDE, MachinePartKind.SETTINGS):
            if part_before is None:
                return tr("{title} was added", title=title)
            if part_after is None:
                return tr("{title} was removed", title=title)
            return tr("{title} was changed", title=title)
        if part_before is None:
            return tr("Installed {title}", title=title)
        if part_after is None:
            return tr("Removed {title}", title=title)
        name = capitalise(part_after._replace(version="").title)
        return tr(
            "{name} changed: {change}", name=name, change=_describe_change(part_before, part_after)
        )


def _is_noticeable(part_before: MachinePart | None, part_after: MachinePart | None) -> bool:
    """True if two states of a part differ in more than the time of its file."""
    if part_before is None or part_after is None:
        return True
    comparable_before = part_before._replace(stamp="")
    # Looks of before followed no name without a folder.
    if not comparable_before.library_stamp and "/" not in comparable_before.library:
        comparable_before = comparable_before._replace(library_stamp=part_after.library_stamp)
    return comparable_before != part_after._replace(stamp="") or (
        not part_after.digest and part_before.stamp != part_after.stamp
    )


def _describe_change(part_before: MachinePart, part_after: MachinePart) -> str:
    """Return what differs between two states of a part, in words."""
    if part_before.version != part_after.version:
        if not part_after.version:
            return tr(
                "its version can no longer be read; previously {version}",
                version=part_before.version,
            )
        if not part_before.version:
            return tr("its version can now be read: {version}", version=part_after.version)
        return tr("{before} to {after}", before=part_before.version, after=part_after.version)
    if not part_after.library and part_before.library:
        return tr("it no longer has a library; previously {other}", other=part_before.library)
    if not part_before.library and part_after.library:
        return tr("it now has a library: {library}", library=part_after.library)
    if part_before.library != part_after.library:
        return tr(
            "its library is {library} instead of {other}",
            library=part_after.library,
            other=part_before.library,
        )
    if part_before.digest != part_after.digest:
        return tr("its manifest was edited")
    return tr("its library was replaced")


def make_state(parts: Iterable[MachinePart], folders: Iterable[str] = ()) -> MachineState:
    """Return a state of these parts. Of parts with the same key the first counts."""
    part_by_key: dict[PartKey, MachinePart] = {}
    for machine_part in parts:
        part_by_key.setdefault(machine_part.key, machine_part)
    return MachineState(
        tuple(part_by_key[key] for key in sorted(part_by_key)), tuple(sorted(set(folders)))
    )


def replace_parts(
    earlier_state: MachineState, parts: Iterable[tuple[PartKey, MachinePart | None]]
) -> MachineState:
    """Return the state with these parts replaced or, where they are None, removed."""
    part_by_key = earlier_state.by_key
    for key, machine_part in parts:
        part_by_key.pop(key, None)
        if machine_part is not None:
            part_by_key[key] = machine_part
    return make_state(part_by_key.values(), earlier_state.folders)


# Looks at a machine: what a report found, with identities of its files.

MAX_PARTS = 4000


class ScanResult(NamedTuple):
    """What one look at a machine gave.

    Attributes:
        own_files: files that are applied now, which are none of other programs.
    """

    report: LoaderReport
    overrides: tuple[FoundOverride, ...]
    own_files: frozenset[str]


def capture_state(scan: ScanResult, state_before: MachineState) -> MachineState:
    """Return the state that a look saw, without changes by this program.

    A part that this search leaves out has not changed if its file is still there.
    """
    state_scan = _StateScan(scan, state_before)
    folders = (*state_before.folders, *_list_folders(scan.report))
    # A variable may name a file that does not exist.
    current_parts = {
        machine_part.key: machine_part
        for machine_part in state_scan.list_parts()
        if machine_part.stamp
    }
    unseen_parts = (
        machine_part
        for machine_part in state_before.parts
        if machine_part.key not in current_parts and state_scan.is_unchanged(machine_part)
    )
    return make_state([*current_parts.values(), *unseen_parts][:MAX_PARTS], folders)


def _list_folders(report: LoaderReport) -> Iterator[str]:
    """Yield the folders that the loader of a report searches."""
    for search in (report.implicit_search, report.explicit_search, report.driver_search):
        for path in search.paths:
            yield path.rstrip("/") or path


def read_stamp(path: str) -> str:
    """Return size and time of a file as text, or "" if there is none."""
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return ""
    return f"{status.st_size} {status.st_mtime_ns}"


def find_change_time(path: str) -> float:
    """Return when a file was changed last or, if it is gone, its folder. 0 if not known.

    In seconds since the epoch.
    """
    for target_path in (Path(path), Path(path).parent):
        try:
            status = target_path.stat()
        except (OSError, ValueError):
            continue
        # The time of content is that of the package; that of the inode is when it came here.
        return status.st_ctime if target_path == Path(path) else status.st_mtime
    return 0.0


class _StateScan:
    """One look at the machine, which reads only files that changed since the look before."""

    def __init__(self, scan: ScanResult, state_before: MachineState) -> None:
        self._report, self._overrides, self._own_files = scan
        self._host, self._libraries = scan.report.host, LibraryReader()
        self._root = scan.report.host.root
        self._folders = frozenset(_list_folders(scan.report))
        self._digests = {
            (machine_part.path, machine_part.stamp): machine_part.digest
            for machine_part in state_before.parts
        }

    def list_parts(self) -> Iterator[MachinePart]:
        """Yield all loaders, drivers, layers, overrides and settings files of the machine."""
        skipped_paths = {override.path for override in self._overrides} | self._own_files
        for layer in self._report.found_layers:
            if layer.file not in skipped_paths and self._is_searched(layer.file):
                yield self._make_layer_part(layer)
        for driver in self._report.drivers:
            if driver.file not in skipped_paths and self._is_searched(driver.file):
                manifest = driver.manifest
                version = render_version(manifest.api_version[1:]) if manifest else ""
                machine_part = MachinePart(MachinePartKind.DRIVER, driver.file, "", version)
                yield self._add_digests(machine_part, manifest.library if manifest else "")
        for override in self._overrides:
            if override.path not in self._own_files:
                kind = (
                    MachinePartKind.SETTINGS
                    if override.has_layer_settings
                    else MachinePartKind.OVERRIDE
                )
                yield self._add_digests(MachinePart(kind, override.path, "", owner=override.owner))
        for loader in self._report.loaders:
            if loader.library:
                version, library = render_version(loader.version), loader.library
                stamp = read_stamp(self._root + library)
                yield MachinePart(MachinePartKind.LOADER, library, "", version, stamp=stamp)

    def is_unchanged(self, machine_part: MachinePart) -> bool:
        """True if a part that the loader did not find is on the disk as before."""
        if machine_part.path in self._own_files:
            return True
        now = read_stamp(self._root + machine_part.path)
        return bool(now) and (now == machine_part.stamp or not self._is_searched(machine_part.path))

    def _is_searched(self, file: str) -> bool:
        """True if the loader searches the folder of a file, or names the file itself."""
        return str(Path(file).parent) in self._folders or file in self._folders

    def _make_layer_part(self, layer: FoundLayer) -> MachinePart:
        """Return a layer as a part of the state."""
        kind = MachinePartKind.IMPLICIT if layer.implicit else MachinePartKind.EXPLICIT
        manifest = layer.manifest
        version = _render_layer_version(manifest) if manifest is not None else ""
        machine_part = MachinePart(kind, layer.file, layer.name, version)
        return self._add_digests(machine_part, manifest.library if manifest is not None else "")

    def _add_digests(self, machine_part: MachinePart, library: str = "") -> MachinePart:
        """Return a part with what its file and library are compared by, read only if changed."""
        stamp = read_stamp(self._root + machine_part.path)
        known_digest = self._digests.get((machine_part.path, stamp))
        digest = (
            _compute_digest(self._root + machine_part.path)
            if known_digest is None
            else known_digest
        )
        self._digests[machine_part.path, stamp] = digest
        path = find_library_state(self._host, library, reader=self._libraries).path
        library_stamp = read_stamp(self._root + path) if path.startswith("/") else ""
        return machine_part._replace(
            library=library, stamp=stamp, digest=digest, library_stamp=library_stamp
        )


def _render_layer_version(manifest: LayerManifest) -> str:
    """Return API version and implementation version of a layer as text."""
    number = manifest.implementation_version
    number_text = f" ({number})" if number > 1 else ""
    return f"{render_version(manifest.api_version)}{number_text}"


def _compute_digest(path: str) -> str:
    """Return a digest of a file's content, "" if it cannot be read."""
    try:
        return hashlib.sha256(read_beginning(path, _MAX_READ_SIZE)).hexdigest()[:16]
    except (OSError, ValueError):
        return ""


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


def parse_log(text: str, earliest_time: float, latest_time: float) -> tuple[PackageChange, ...]:
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
        if earliest_time - 1 <= time <= latest_time:
            works.append(
                PackageChange(time, _PARTICIPLE_BY_VERB[words[2]], words[3], words[4], words[5])
            )
    return tuple(reversed(works))


def find_packages(
    paths: Collection[str], earliest_time: float, latest_time: float, root: Path = Path("/")
) -> Mapping[str, PackageChange]:
    """Return what dpkg did between two times to the packages of these files, by path.

    Times are seconds since the epoch. A removed package has no list of files any more, so nothing
    is claimed about its files.
    """
    change_by_path: dict[str, PackageChange] = {}
    if not paths:
        return change_by_path
    works = parse_log(_read_end(root / _DPKG_LOG), earliest_time, latest_time)
    for work in works[:_MAX_PACKAGES]:
        package_files = _list_package_files(work.package, root / _DPKG_LISTS)
        for path in paths:
            if not package_files.isdisjoint((path, *_list_merged_names(path))):
                change_by_path.setdefault(path, work)
    return change_by_path


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
        newest_state: the state that the last look saw.
    """

    moments: tuple[LookMoment, ...] = ()
    newest_state: MachineState = MachineState()

    def state_at(self, number: int) -> MachineState:
        """Return the state at a moment, by its index in `moments`."""
        state = self.newest_state
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
    state = capture_state(scan, history.newest_state)
    if not history.moments:
        return MachineHistory((LookMoment(now, now),), state)
    newest_moment, earlier_moments = history.moments[0], history.moments[1:]
    now = max(now, newest_moment.last)  # a clock that was set back
    differences = find_differences(history.newest_state.by_key, state.by_key)
    if differences:
        root = scan.report.host.root
        changes = _list_changes(differences, history, newest_moment.last, now, paths, root)
        moments = (LookMoment(now, now, changes), *history.moments)
        return MachineHistory(_bound_moments(moments), state)
    if now - newest_moment.last < _REFRESH_SECONDS:
        return history._replace(newest_state=state)
    return MachineHistory((newest_moment._replace(last=now), *earlier_moments), state)


def _bound_moments(moments: Sequence[LookMoment]) -> tuple[LookMoment, ...]:
    """Return only the latest moments. What the oldest one changed is no longer known."""
    bounded_moments: list[LookMoment] = []
    number = 0
    for moment in moments[:MAX_MOMENTS]:
        number += len(moment.changes)
        bounded_moments.append(moment)
        if number > _MAX_CHANGES:
            break
    if len(bounded_moments) < len(moments) and len(bounded_moments) > 1:
        bounded_moments[-1] = bounded_moments[-1]._replace(changes=())
    return tuple(bounded_moments)


def _list_changes(
    differences: Sequence[_Difference],
    history: MachineHistory,
    earliest_time: float,
    now: float,
    paths: StatePaths,
    root: str,
) -> tuple[PartChange, ...]:
    """Return what changed between two looks, and who changed it.

    Args:
        differences: parts that differ.
        history: with the look before.
        earliest_time: time of the look before.
        now: time of this look.
        paths: our own folders.
        root: folder of the machine's files, "" for this one.
    """
    files = {path for (_kind, path, _name), _before, _after in differences}
    our_paths = list_leftover_files(paths, {root + file for file in files})
    # The log is that of this machine, and a sample machine has none.
    packages = {} if root else find_packages(files, earliest_time, now)
    folders = frozenset(history.newest_state.folders)
    changes = []
    for (_kind, path, _name), part_before, part_after in sorted(
        differences, key=lambda difference: difference[0]
    ):
        is_new_place = (
            part_before is None
            and part_after is not None
            and not _was_searched(part_after, folders)
        )
        is_quiet = root + path in our_paths or is_new_place
        work = packages.get(path)
        latest_time = _find_latest_time(root + path, work, earliest_time, now)
        change_cause = work.sentence if work is not None else ""
        changes.append(
            PartChange(part_before, part_after, earliest_time, latest_time, change_cause, is_quiet)
        )
    return tuple(changes)


def _was_searched(machine_part: MachinePart, folders: frozenset[str]) -> bool:
    """True if one of these folders is the one that a part of the machine is in."""
    is_placed = machine_part.kind in (
        MachinePartKind.DRIVER,
        MachinePartKind.IMPLICIT,
        MachinePartKind.EXPLICIT,
    )
    return not is_placed or not folders.isdisjoint(
        (str(Path(machine_part.path).parent), machine_part.path)
    )


def _find_latest_time(
    path: str, work: PackageChange | None, earliest_time: float, now: float
) -> float:
    """Return when a change happened, by log or file, at the latest now.

    Times are seconds since the epoch. A time before `earliest_time` is not believed.
    """
    time = work.time if work is not None else find_change_time(path)
    return time if earliest_time <= time <= now else now


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
    return history._replace(
        newest_state=make_state(history.newest_state.parts, history.newest_state.folders)
    )


_CODEC = Codec()
