"""Processes that use Vulkan, each compared with what the engine predicts for it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from vkconfig_py.language.sentences import counted, join_words, tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.program_loader import chosen_loader
from vkconfig_py.loader.api.runtime_view import process_runtime_view
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import REQUESTS_FILE, state_file
from vkconfig_py.loader.files.processes import (
    PROC,
    ProcessFacts,
    loader_of,
    read_process,
)
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.platforms.local_paths import real_path
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.loader.probe.processes import send_signal
from vkconfig_py.loader.profiles.profile import NEWEST, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.files.paths import reason_of
from vkconfig_py.model.processes.mapped_parts import MappedKind, MappedPart, find_parts
from vkconfig_py.model.programs.seen_requests import Known, recall
from vkconfig_py.model.text.moments import when_text
from vkconfig_py.model.text.wording import count_of, lowered, said_once, short_name

HIDDEN = tr("It belongs to another user: its entry in /proc cannot be read.")
NO_INSTANCE = tr("it has not created one yet, or has ended it.")
NO_LOADER = tr("It has no Vulkan loader loaded.")


class Agreement(StrEnum):
    """How what a process has stands to the prediction."""

    EQUAL = "as-predicted"
    DIFFERENT = "different"
    NO_INSTANCE = "no-instance"
    HIDDEN = "hidden"  # /proc shows neither its variables nor its files
    NO_LOADER = "no-loader"


_WORDS: Mapping[Agreement, str] = {
    Agreement.EQUAL: tr("As predicted"),
    Agreement.DIFFERENT: tr("Not as predicted"),
    Agreement.NO_INSTANCE: tr("No instance"),
    Agreement.HIDDEN: tr("Unknown"),
    Agreement.NO_LOADER: tr("No loader"),
}


_TOLD_FIRST = frozenset({Agreement.EQUAL, Agreement.NO_INSTANCE})


class RunningProcess(NamedTuple):
    """A process, and what it has loaded of Vulkan.

    Attributes:
        reason: what follows the word of its agreement.
        is_own: it belongs to the user of this one.
        is_launched_here: this process, or one that it started, has started it.
        loader: as the process names its file; "" if none is known.
        version: of the loader; "" if it is not known.
        parts: layers in the order of the chain, then drivers; predicted, mapped, or both.
    """

    facts: ProcessFacts
    agreement: Agreement
    reason: str
    loader: str = ""
    version: str = ""
    parts: tuple[MappedPart, ...] = ()
    is_own: bool = False
    is_launched_here: bool = False

    @property
    def key(self) -> str:
        """Return what names it for ever: a number is used again."""
        return f"{self.facts.pid}:{self.facts.start}"

    @property
    def word(self) -> str:
        """Return its agreement as the start of a sentence."""
        return _WORDS[self.agreement]

    @property
    def sentence(self) -> str:
        """Return its reason, behind its agreement where the reason does not tell it."""
        return f"{self.word}: {self.reason}" if self.agreement in _TOLD_FIRST else self.reason

    @property
    def title(self) -> str:
        """Return its name. The kernel keeps fifteen bytes of that of a program."""
        file = base_name(self.facts.program)
        return file if file.startswith(self.facts.name) else self.facts.name

    def of(self, kind: MappedKind) -> tuple[MappedPart, ...]:
        return tuple(part for part in self.parts if part.kind is kind)

    def counts(self, kind: MappedKind) -> tuple[int, int]:
        """Return how many are loaded, and how many are predicted."""
        parts = self.of(kind)
        return sum(part.is_loaded for part in parts), sum(part.is_predicted for part in parts)


class RunningNow(NamedTuple):
    """All processes that use Vulkan, by name.

    Attributes:
        hidden: how many processes of others show nothing.
    """

    processes: tuple[RunningProcess, ...] = ()
    hidden: int = 0


class InstalledMachine(NamedTuple):
    """The machine that the processes run on."""

    host: Host
    loaders: tuple[LoaderProfile, ...] = ()


class _ProcessLoader(NamedTuple):
    """The machine as a process sees it, with the loader that it has mapped.

    Attributes:
        version: of the loader; "" if it is not known, and the newest known one is assumed.
        known: what a launch showed that the program asks for by itself.
    """

    host: Host
    profile: LoaderProfile
    loader: str
    version: str
    known: Known | None = None

    def predict(self, cache: DocumentCache) -> LoaderReport:
        application = self.known.requests.application() if self.known is not None else None
        return discover(self.host, application, self.profile, cache)


class ProcessComparison(NamedTuple):
    """A process beside the engine's report for it, if it has a loader."""

    process: RunningProcess
    side: _ProcessLoader | None = None
    report: LoaderReport | None = None


def describe_process(
    pid: int, installed: InstalledMachine, cache: DocumentCache, proc: str = PROC
) -> RunningProcess | None:
    """Compare one process, whether it uses Vulkan or not. Return None if there is none."""
    facts = read_process(pid, proc)
    return compare(facts, installed, cache).process if facts is not None else None


def compare(
    facts: ProcessFacts,
    installed: InstalledMachine,
    cache: DocumentCache,
    *,
    is_launched_here: bool = False,
) -> ProcessComparison:
    """Compare what a process has mapped with what the engine predicts for it."""
    if not facts.is_shown:
        return ProcessComparison(RunningProcess(facts, Agreement.HIDDEN, HIDDEN))
    loader = loader_of(facts)
    if loader is None:
        return ProcessComparison(RunningProcess(facts, Agreement.NO_LOADER, NO_LOADER))
    side = _process_loader_of(facts, loader, installed)
    report = side.predict(cache)
    process = RunningProcess(facts, Agreement.EQUAL, "", is_launched_here=is_launched_here)
    return _compared(process, side, report, cache)


def compare_again(comparison: ProcessComparison, cache: DocumentCache) -> ProcessComparison:
    """Compare the same process anew, if the files behind its prediction have changed."""
    if comparison.side is None:
        return comparison
    # The cache gives the same report until a file or folder that it was made of changes.
    report = comparison.side.predict(cache)
    if report is comparison.report:
        return comparison
    return _compared(comparison.process, comparison.side, report, cache)


def _process_loader_of(
    facts: ProcessFacts, loader: str, installed: InstalledMachine
) -> _ProcessLoader:
    host = process_runtime_view(facts).apply(installed.host)
    unknown = NEWEST._replace(library=loader, pointer_bits=host.pointer_bits)
    loaders = () if host.root else installed.loaders
    profile = chosen_loader(loader, host, loaders, unknown)
    version = "" if profile is unknown else profile.version_text
    return _ProcessLoader(host, profile, loader, version, _known_requests(facts, host, installed))


def _known_requests(facts: ProcessFacts, host: Host, installed: InstalledMachine) -> Known | None:
    """Return what launches showed of a program of this machine."""
    file = state_file(installed.host.environment, REQUESTS_FILE)
    return recall(Path(file), facts.program) if file and not host.root else None


def _compared(
    process: RunningProcess, side: _ProcessLoader, report: LoaderReport, cache: DocumentCache
) -> ProcessComparison:
    facts = process.facts
    changes = _Changes(report, facts.started)
    parts = tuple(
        part
        if part.is_as_predicted and not part.is_replaced
        else _explain_part(part, changes, side.known)
        for part in find_parts(report, facts.files, cache)
    )
    agreement, reason = _conclude(parts)
    process = process._replace(
        agreement=agreement,
        reason=reason,
        loader=side.loader,
        version=side.version,
        parts=parts,
        is_own=facts.user == os.getuid(),
    )
    return ProcessComparison(process, side, report)


def _conclude(parts: Sequence[MappedPart]) -> tuple[Agreement, str]:
    if any(part.is_predicted for part in parts) and not any(part.is_loaded for part in parts):
        return Agreement.NO_INSTANCE, NO_INSTANCE
    deviating = [part for part in parts if not part.is_as_predicted]
    if not deviating:
        return Agreement.EQUAL, _agreement_text(parts)
    reasons = said_once((short_name(part.name), part.why) for part in deviating)
    return Agreement.DIFFERENT, " ".join(
        (*(f"{text}." for text in expected_counts(parts)), *reasons)
    )


def _agreement_text(parts: Sequence[MappedPart]) -> str:
    counts = [
        count_of(sum(part.is_loaded for part in parts if part.kind is kind), kind.value)
        for kind in MappedKind
    ]
    replaced = [short_name(part.name) for part in parts if part.is_replaced]
    reason = f"{join_words(counts)}."
    if not replaced:
        return reason
    replaced_text = tr("Replaced on disk since it started: {names}.", names=join_words(replaced))
    return f"{reason} {replaced_text}"


def expected_counts(parts: Sequence[MappedPart]) -> Iterator[str]:
    """Say how many layers and drivers were expected and are loaded, where that differs."""
    for kind in MappedKind:
        mine = [part for part in parts if part.kind is kind]
        if any(not part.is_as_predicted for part in mine):
            expected_count = sum(part.is_predicted for part in mine)
            loaded_count = sum(part.is_loaded for part in mine)
            expected_text = count_of(expected_count, kind.value)
            if loaded_count != expected_count:
                yield tr("Expected {what}, has {count:,}", what=expected_text, count=loaded_count)
            else:
                yield tr(
                    "Expected {what}, has {count:,}, another one",
                    what=expected_text,
                    count=loaded_count,
                )


def _explain_part(part: MappedPart, changes: _Changes, known_process: Known | None) -> MappedPart:
    if part.is_as_predicted:
        return part._replace(why=tr("its file was replaced or removed since it started."))
    if since := changes.about(part):
        return part._replace(why=since)
    if part.is_loaded and part.is_explicit:
        return part._replace(why=tr("not predicted; the program requested it itself."))
    if part.is_loaded:
        return part._replace(
            why=tr(
                "not predicted; the program, or a script before it, set variables after its start."
            )
        )
    if known_process is not None and part.name in known_process.requests.layers:
        return part._replace(
            why=tr(
                "predicted, as the program requested it itself, {seen}; this time it did not.",
                seen=known_process.seen(),
            )
        )
    return part._replace(
        why=tr(
            "predicted and not loaded; the program changed its variables after "
            "its start, or its loader could not open it."
        )
    )


class _Changes:
    """Files that were written after a process began, which the prediction read as they are now."""

    def __init__(self, report: LoaderReport, started: float) -> None:
        self._root = report.host.root
        self._started = started
        metas = [
            layer.file for layer in report.found if layer.manifest and not layer.manifest.library
        ]
        self._general = (*metas, *filter(None, [report.settings_file]))
        searches = (report.implicit_search, report.explicit_search, report.driver_search)
        self._folders = tuple(dict.fromkeys(path for search in searches for path in search.paths))

    def about(self, part: MappedPart) -> str:
        """Return which change explains a part, as a sentence, or "" if none does."""
        for file in dict.fromkeys((part.decided_by, part.file, *self._general)):
            if changed := self._time(file):
                return tr(
                    "{file} was written {when}, after the program started.",
                    file=file,
                    when=when_text(changed),
                )
        for folder in self._folders:
            if changed := self._time(folder):
                return tr(
                    "a file came or went in {folder} {when}, after it started.",
                    folder=folder,
                    when=when_text(changed),
                )
        return ""

    def _time(self, path: str) -> float:
        """Return when a path was changed, 0 if that was before the start."""
        if not path:
            return 0
        try:
            status = Path(real_path(self._root, path)).stat()
        except (OSError, ValueError):
            return 0
        # Renaming and copying with dates leave the date of the content, but not this one.
        return status.st_ctime if status.st_ctime > self._started else 0


def count_hidden(number: int) -> str:
    """Say how many processes show nothing."""
    return counted(
        "{n:,} of other users: what they load cannot be read",
        "{n:,} of other users: what they load cannot be read",
        number,
    )


def as_text(processes: Iterable[RunningProcess]) -> str:
    """Return the processes as plain text, to be copied."""
    return "\n".join(line for process in processes for line in lines_of(process))


def lines_of(process: RunningProcess) -> Iterator[str]:
    """Yield a process as lines: its head, its sentence, then a line for each part."""
    yield f"{process.facts.name}  pid {process.facts.pid}  {process.facts.program}".rstrip()
    if process.loader:
        if process.version:
            loader = tr(
                "loader {version}: {library}", version=process.version, library=process.loader
            )
        else:
            loader = tr("loader of unknown version: {library}", library=process.loader)
        yield f"  {loader}"
    yield f"  {process.sentence}"
    for part in process.parts:
        yield f"  {lowered(part.word):13} {part.kind} {part.name}"


# Ends a running process in the way that it can answer to.

ASKED = tr("Asked {title} (process {pid}) to end.")


def stop_process(process: RunningProcess) -> str:
    """Send SIGTERM to a process. Return why that was not possible, "" if it was."""
    title, pid = process.title, process.facts.pid
    try:
        send_signal(process.facts.pid, process.facts.start, signal.SIGTERM)
    except ProcessLookupError:
        return tr("{title} (process {pid}) has ended already.", title=title, pid=pid)
    except OSError as error:
        return tr(
            "{title} (process {pid}) was not stopped: {reason}.",
            title=title,
            pid=pid,
            reason=reason_of(error),
        )
    return ""
