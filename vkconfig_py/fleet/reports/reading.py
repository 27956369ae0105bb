"""Find the saved reports below a folder and read them, with progress and cancelling."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from vkconfig_py.fleet.reports.machine_report import (
    MOST_KEPT,
    MachineReport,
    Words,
    parse_report,
    unreadable,
)
from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.files.paths import is_folder, read_regular, reason_of
from vkconfig_py.model.text.wording import natural_order

LARGEST = 8 << 20  # bytes of a report; one of a thousand layers has three million
MOST_LEVELS = 8
MOST_FILES = 50_000
_SUFFIX = ".json"


class ReadingProgress(NamedTuple):
    """How far the reading is: files done, of how many, and the reports read since the last note."""

    done: int
    total: int
    reports: tuple[MachineReport, ...]


class FoundFiles(NamedTuple):
    """Files below a folder.

    Attributes:
        files: paths below the folder of those that may be reports, sorted.
        others: number of files with other names, which are not read.
        closed: rows of folders that cannot be read.
        more: whether files beyond MOST_FILES were left out.
    """

    files: tuple[str, ...] = ()
    others: int = 0
    closed: tuple[MachineReport, ...] = ()
    more: bool = False

    def notes(self) -> tuple[str, ...]:
        """Return the sentences about what is not read."""
        sentences = []
        if self.more:
            sentences.append(tr("Only the first {count:,} files are read.", count=MOST_FILES))
        if self.others:
            text = counted(
                "{n:,} files are not called *.json and are not read.",
                "{n} file is not called *.json and is not read.",
                self.others,
            )
            sentences.append(text)
        return tuple(sentences)


class _Entries(NamedTuple):
    """Names in one folder: files that may be reports, folders, and the number of others."""

    files: tuple[str, ...]
    folders: tuple[str, ...]
    others: int


def find_files(folder: Path) -> FoundFiles:
    """List the files below a folder. Links to folders are not followed.

    Raises:
        OSError: the folder cannot be read.
    """
    files: list[str] = []
    closed: list[MachineReport] = []
    other_count = 0
    level = [""]
    for depth in range(MOST_LEVELS):
        below: list[str] = []
        for part in level:
            try:
                entries = _list(folder, part)
            except OSError as error:
                if not depth:
                    raise
                closed.append(
                    unreadable(
                        part, tr("the folder cannot be read: {reason}", reason=reason_of(error))
                    )
                )
                continue
            files += entries.files
            below += entries.folders
            other_count += entries.others
        level = below
        if len(files) > MOST_FILES:
            break
    else:
        closed += (
            unreadable(part, tr("more than {count} folders deep", count=MOST_LEVELS))
            for part in level
        )
    files.sort(key=natural_order)
    return FoundFiles(
        tuple(files[:MOST_FILES]), other_count, tuple(closed), len(files) > MOST_FILES
    )


def _list(folder: Path, part: str) -> _Entries:
    with os.scandir(folder / part) as directory:
        entries = list(directory)
    paths = {os.path.join(part, entry.name): entry for entry in entries}  # noqa: PTH118 - stays text
    folders = {path for path, entry in paths.items() if is_folder(entry)}
    files = {path for path in paths.keys() - folders if path.lower().endswith(_SUFFIX)}
    return _Entries(
        tuple(files),
        tuple(path for path in folders if not paths[path].is_symlink()),
        len(paths) - len(files) - len(folders),
    )


def read_named(folder: Path, names: Collection[str]) -> Iterator[MachineReport]:
    """Read these files and no others, as an earlier reading found them.

    Raises:
        OSError: the folder cannot be read.
    """
    found_files = find_files(folder)
    files = tuple(name for name in found_files.files if name in names)
    closed = tuple(report for report in found_files.closed if report.file in names)
    return read_files(folder, found_files._replace(files=files, closed=closed), lambda: False)


def read_files(
    folder: Path, files: FoundFiles, cancelled: Callable[[], bool], limit: int = MOST_KEPT
) -> Iterator[MachineReport]:
    """Read the files in turn, until cancelled."""
    words = Words(limit)
    yield from files.closed
    for name in files.files:
        if cancelled():
            return
        yield _read(folder, name, words)


def _read(folder: Path, name: str, words: Words) -> MachineReport:
    path = folder / name
    try:
        if path.stat().st_size > LARGEST:
            return unreadable(name, tr("it is larger than {size} MB", size=LARGEST >> 20))
        content = read_regular(path)
    except OSError as error:
        return unreadable(name, tr("it cannot be read: {reason}", reason=reason_of(error)))
    return parse_report(name, content, words)
