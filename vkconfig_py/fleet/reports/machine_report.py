"""Find saved reports below a folder, and keep in short what the table of machines shows of each.

A report has ten to a hundred kilobytes, and a lab has thousands: only names, states and short
sentences are kept, equal ones once for all machines. A file may be damaged, foreign or hostile:
what `show --json` would not have written is left out, or makes the file unreadable, and texts,
lists and their sum are limited.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from vkconfig_py.language.sentences import counted, message, render, tr
from vkconfig_py.loader.api.report_json import translate_document
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import Kind, Outcome
from vkconfig_py.loader.explain.verdict_sentences import render_outcome
from vkconfig_py.loader.files.own_files import DocumentError, parse_object
from vkconfig_py.model.files.paths import describe_error, is_folder, read_regular
from vkconfig_py.model.text.wording import capitalise, make_natural_sort_key

MAX_ENTRIES = 2000  # layers, drivers, devices or problems of a machine
MAX_TEXT_LENGTH = 300  # characters of a name or sentence
MAX_KEPT_SIZE = 100_000_000  # characters, and a hundred for each entry, of all machines together
_ENTRY_SIZE = 100
_FOREIGN_FILE = message("not a vkconfig-py report: “{}” is missing or has the wrong type")
_NO_VERSION = "0.0.0"
_TIME_PATTERN = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?")
# Of several copies of a layer, the one that tells what becomes of the layer.
_RELEVANT_OUTCOMES = (
    Outcome.LOADS,
    Outcome.FAILS,
    Outcome.UNKNOWN,
    Outcome.OFF,
    Outcome.SKIPPED,
    Outcome.ACTS,
    Outcome.IGNORED,
)
_RANK_BY_OUTCOME = {outcome.value: rank for rank, outcome in enumerate(_RELEVANT_OUTCOMES)}
MAX_FILE_SIZE = 8 << 20  # bytes of a report; one of a thousand layers has three million
MAX_DEPTH = 8
MAX_FILES = 50_000
_REPORT_SUFFIX = ".json"


class NotAReportError(ValueError):
    """The file is damaged or foreign; the message says why, without a full stop."""


def render_state(state: str) -> str:
    """Return an outcome as it is shown: "Loads"."""
    try:
        return render_outcome(Outcome(state))
    except ValueError:  # of a newer version
        return capitalise(state)


class ReportedComponent(NamedTuple):
    """A layer or driver of a machine.

    Attributes:
        name: of the layer, or file name of the driver manifest.
        state: value of an Outcome.
        reason: value of a Reason.
        sentence: the reason in words.
    """

    name: str
    state: str
    reason: str
    sentence: str


class ReportedProblem(NamedTuple):
    """A problem of a machine: severity, stable code and sentence."""

    severity: str
    code: str
    title: str


class MachineReport(NamedTuple):
    """One file of the folder.

    Attributes:
        file: path below the folder.
        machine: name of the machine; the file's name where the report does not say it.
        error: why the file cannot be read as a report; all that follows is then empty.
        time: "2026-01-15T10:30:00" in UTC, or "".
        engine: version of vkconfig-py that made the report, or "".
        platform: value of a Platform, or "" in reports of older versions.
        loader: its version; "" where a system has none of its own.
        result: what vkCreateInstance returns.
        chain: layers that load, application side first.
        devices: names of the physical devices; None if the report was made without a probe.
    """

    file: str
    machine: str
    error: str = ""
    time: str = ""
    engine: str = ""
    platform: str = ""
    loader: str = ""
    pointer_bits: int = 0
    result: str = ""
    settings_file: bool = False
    chain: tuple[str, ...] = ()
    layers: tuple[ReportedComponent, ...] = ()
    drivers: tuple[ReportedComponent, ...] = ()
    devices: tuple[str, ...] | None = None
    problems: tuple[ReportedProblem, ...] = ()

    @property
    def kept_drivers(self) -> tuple[str, ...]:
        return tuple(driver.name for driver in self.drivers if driver.state == Outcome.LOADS)


class StringPool:
    """Strings of all machines; equal ones are stored once, and their sum is limited."""

    def __init__(self, limit: int = MAX_KEPT_SIZE) -> None:
        self._strings: dict[str, str] = {}
        self._remaining_size = limit

    def pool_text(self, value: object) -> str:
        """Return a shared text of limited length, "" for anything but a string."""
        if not isinstance(value, str):
            return ""
        if len(value) > MAX_TEXT_LENGTH:
            value = f"{value[: MAX_TEXT_LENGTH - 1]}…"
        shared = self._strings.get(value)
        if shared is None:
            self._use_size(len(value))
            shared = self._strings[value] = value
        return shared

    def iterate_objects(self, value: object) -> Iterator[Mapping[str, Any]]:
        """Yield the objects of a list, and nothing for anything but a list."""
        if isinstance(value, list):
            for entry in islice((item for item in value if isinstance(item, dict)), MAX_ENTRIES):
                self._use_size(_ENTRY_SIZE)
                yield entry

    def _use_size(self, amount: int) -> None:
        """Count memory against the limit of all reports.

        Raises:
            NotAReportError: the limit is exceeded.
        """
        self._remaining_size -= amount
        if self._remaining_size < 0:
            raise NotAReportError(tr("skipped: the reports exceed the memory limit"))


def make_unreadable(file: str, reason: str) -> MachineReport:
    """Return the row of a file that is not a readable report."""
    return MachineReport(file, _get_stem(file), reason)


def parse_report(file: str, content: bytes, pool: StringPool) -> MachineReport:
    """Return the summary of a saved report, or the row of an unreadable file."""
    try:
        return summarize_report(file, parse_object(content, is_kept=False), pool)
    except DocumentError as document_error:
        return make_unreadable(file, tr("damaged: {sentence}", sentence=document_error.sentence))
    except NotAReportError as report_error:
        return make_unreadable(file, str(report_error))


def summarize_report(file: str, saved_members: dict[str, Any], pool: StringPool) -> MachineReport:
    """Return the summary of a parsed report.

    Raises:
        NotAReportError: it is another document, or the limit of all machines is reached.
    """
    _check_members(saved_members)
    saved_members = translate_document(saved_members)
    text = pool.pool_text
    process, devices = saved_members.get("process"), saved_members.get("devices")
    bits = process.get("pointer_bits") if isinstance(process, dict) else None
    time = _TIME_PATTERN.match(text(saved_members.get("time")))
    verdicts = list(pool.iterate_objects(saved_members["verdicts"]))
    return MachineReport(
        file=file,
        machine=text(saved_members.get("machine")) or _get_stem(file),
        time=time[0] if time else "",
        engine=text(saved_members.get("engine")),
        platform=text(saved_members.get("platform")),
        loader=text(saved_members["loader"]["version"]).removeprefix(_NO_VERSION),
        pointer_bits=bits if isinstance(bits, int) and bits in (32, 64) else 0,
        result=text(saved_members["create"]),
        settings_file=isinstance(saved_members.get("settings_file"), str),
        chain=tuple(
            text(layer.get("name")) for layer in pool.iterate_objects(saved_members["callstack"])
        ),
        layers=_parse_layers(verdicts, text),
        drivers=_parse_drivers(verdicts, text),
        devices=_parse_device_names(devices, pool) if devices is not None else None,
        problems=tuple(
            ReportedProblem(
                text(problem.get("severity")),
                text(problem.get("code")),
                text(problem.get("title")),
            )
            for problem in pool.iterate_objects(saved_members.get("problems"))
        ),
    )


def _check_members(saved_members: Mapping[str, Any]) -> None:
    """Refuse a document without the members of a report."""
    loader = saved_members.get("loader")
    if not isinstance(loader, dict) or not isinstance(loader.get("version"), str):
        raise NotAReportError(render(_FOREIGN_FILE).format("loader.version"))
    for key, kind in (("verdicts", list), ("callstack", list), ("create", str)):
        if not isinstance(saved_members.get(key), kind):
            raise NotAReportError(render(_FOREIGN_FILE).format(key))


def _parse_layers(
    verdicts: Iterable[Mapping[str, Any]], text: Any
) -> tuple[ReportedComponent, ...]:
    """Return one component for each layer name, of several copies the one with the best outcome."""
    best_by_name: dict[str, ReportedComponent] = {}
    for verdict in verdicts:
        if verdict.get("kind") == Kind.LAYER:
            component = _parse_component(verdict, text(verdict.get("subject")), text)
            known_component = best_by_name.get(component.name)
            if (
                known_component is None
                or _RANK_BY_OUTCOME[component.state] < _RANK_BY_OUTCOME[known_component.state]
            ):
                best_by_name[component.name] = component
    return tuple(best_by_name.values())


def _parse_drivers(
    verdicts: Iterable[Mapping[str, Any]], text: Any
) -> tuple[ReportedComponent, ...]:
    """Return the drivers of a report, by the file names of their manifests."""
    # The loader names a driver by the path of its manifest, which differs with the user's name.
    return tuple(
        _parse_component(verdict, text(_get_file_name(verdict.get("subject"))), text)
        for verdict in verdicts
        if verdict.get("kind") == Kind.DRIVER
    )


def _parse_component(verdict: Mapping[str, Any], name: str, text: Any) -> ReportedComponent:
    """Return the layer or driver of a verdict. `text` limits and shares strings."""
    state = verdict.get("outcome")
    return ReportedComponent(
        name,
        text(state)
        if isinstance(state, str) and state in _RANK_BY_OUTCOME
        else Outcome.UNKNOWN.value,
        text(verdict.get("reason")),
        text(verdict.get("sentence")),
    )


def _parse_device_names(devices: object, pool: StringPool) -> tuple[str, ...]:
    """Return the names of devices, () if listing them failed."""
    # A result of Vulkan stands in place of the list where listing devices fails.
    return tuple(pool.pool_text(device.get("name")) for device in pool.iterate_objects(devices))


def _get_file_name(path: object) -> str:
    """Return the last part of a path of any platform."""
    return re.split(r"[/\\]", path)[-1] if isinstance(path, str) else ""


def _get_stem(file: str) -> str:
    """Return a file name without its extension."""
    return _get_file_name(file).rpartition(".")[0] or file


class ReadingProgress(NamedTuple):
    """How far the reading is: files done, of how many, and the reports read since the last note."""

    done: int
    total: int
    reports: tuple[MachineReport, ...]


class FoundFiles(NamedTuple):
    """Files below a folder.

    Attributes:
        files: paths below the folder of those that may be reports, sorted.
        other_count: number of files with other names, which are not read.
        unreadable_folders: rows of folders that cannot be read.
        has_more: whether files beyond MAX_FILES were left out.
    """

    files: tuple[str, ...] = ()
    other_count: int = 0
    unreadable_folders: tuple[MachineReport, ...] = ()
    has_more: bool = False

    def list_notes(self) -> tuple[str, ...]:
        """Return the sentences about files and folders that are left out."""
        sentences = []
        if self.has_more:
            sentences.append(tr("Only the first {count:,} files were read.", count=MAX_FILES))
        if self.other_count:
            text = counted(
                "{n:,} files were skipped: their names do not end in .json.",
                "{n} file was skipped: its name does not end in .json.",
                self.other_count,
            )
            sentences.append(text)
        return tuple(sentences)


class _FolderEntries(NamedTuple):
    """Names in one folder: files that may be reports, folders, and the number of others."""

    files: tuple[str, ...]
    folders: tuple[str, ...]
    other_count: int


def find_files(folder: Path) -> FoundFiles:
    """List the files below a folder. Links to folders are not followed.

    Raises:
        OSError: the folder cannot be read.
    """
    files: list[str] = []
    unreadable_folders: list[MachineReport] = []
    other_count = 0
    level = [""]
    for depth in range(MAX_DEPTH):
        next_level: list[str] = []
        for folder_path in level:
            try:
                entries = _list_folder(folder, folder_path)
            except OSError as error:
                if not depth:
                    raise
                unreadable_folders.append(
                    make_unreadable(
                        folder_path,
                        tr("the folder cannot be read: {reason}", reason=describe_error(error)),
                    )
                )
                continue
            files += entries.files
            next_level += entries.folders
            other_count += entries.other_count
        level = next_level
        if len(files) > MAX_FILES:
            break
    else:
        unreadable_folders += (
            make_unreadable(
                folder_path, tr("nested more than {count} folders deep", count=MAX_DEPTH)
            )
            for folder_path in level
        )
    files.sort(key=make_natural_sort_key)
    return FoundFiles(
        tuple(files[:MAX_FILES]), other_count, tuple(unreadable_folders), len(files) > MAX_FILES
    )


def _list_folder(folder: Path, part: str) -> _FolderEntries:
    """Return the report files and folders in a part of the folder, without links to folders."""
    with os.scandir(folder / part) as directory:
        entries = list(directory)
    paths = {os.path.join(part, entry.name): entry for entry in entries}  # noqa: PTH118 - stays text
    folders = {path for path, entry in paths.items() if is_folder(entry)}
    files = {path for path in paths.keys() - folders if path.lower().endswith(_REPORT_SUFFIX)}
    return _FolderEntries(
        tuple(files),
        tuple(path for path in folders if not paths[path].is_symlink()),
        len(paths) - len(files) - len(folders),
    )


def read_named_files(folder: Path, names: Collection[str]) -> Iterator[MachineReport]:
    """Read the named files again, and no others.

    Raises:
        OSError: the folder cannot be read.
    """
    found_files = find_files(folder)
    files = tuple(name for name in found_files.files if name in names)
    unreadable_folders = tuple(
        report for report in found_files.unreadable_folders if report.file in names
    )
    return read_files(
        folder,
        found_files._replace(files=files, unreadable_folders=unreadable_folders),
        lambda: False,
    )


def read_files(
    folder: Path, files: FoundFiles, cancelled: Callable[[], bool], limit: int = MAX_KEPT_SIZE
) -> Iterator[MachineReport]:
    """Yield the row of each file, and of folders that cannot be read.

    Args:
        folder: that contains them.
        files: their names.
        cancelled: asked before each file.
        limit: characters that all reports together may use.
    """
    words = StringPool(limit)
    yield from files.unreadable_folders
    for name in files.files:
        if cancelled():
            return
        yield _read_report(folder, name, words)


def _read_report(folder: Path, name: str, pool: StringPool) -> MachineReport:
    """Return the summary of a file, or the row that says why it cannot be read."""
    path = folder / name
    try:
        if path.stat().st_size > MAX_FILE_SIZE:
            return make_unreadable(
                name, tr("it is larger than {size} MB", size=MAX_FILE_SIZE >> 20)
            )
        content = read_regular(path)
    except OSError as error:
        return make_unreadable(
            name, tr("it cannot be read: {reason}", reason=describe_error(error))
        )
    return parse_report(name, content, pool)
