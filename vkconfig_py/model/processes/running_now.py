"""Processes that use Vulkan, each compared with what the engine predicts for it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum
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
    Pulse,
    has_loader,
    list_processes,
    loader_of,
    read_process,
    read_pulse,
)
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.platforms.local_paths import real_path
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.loader.probe.processes import NAME as PROBE_NAME
from vkconfig_py.loader.probe.processes import send_signal
from vkconfig_py.loader.profiles.profile import NEWEST, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.files.paths import reason_of
from vkconfig_py.model.processes.mapped_parts import MappedKind, MappedPart, find_parts
from vkconfig_py.model.programs.seen_requests import Known, recall
from vkconfig_py.model.text.lines import LineAction, ListLine, join_parts
from vkconfig_py.model.text.moments import when_text
from vkconfig_py.model.text.wording import (
    PREFIX,
    at_home,
    called,
    count_of,
    lowered,
    said_once,
    short_name,
)

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


class _ProcessSide(NamedTuple):
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
    side: _ProcessSide | None = None
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
    side = _side_of(facts, loader, installed)
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


def _side_of(facts: ProcessFacts, loader: str, installed: InstalledMachine) -> _ProcessSide:
    host = process_runtime_view(facts).apply(installed.host)
    unknown = NEWEST._replace(library=loader, pointer_bits=host.pointer_bits)
    loaders = () if host.root else installed.loaders
    profile = chosen_loader(loader, host, loaders, unknown)
    version = "" if profile is unknown else profile.version_text
    return _ProcessSide(host, profile, loader, version, _known_requests(facts, host, installed))


def _known_requests(facts: ProcessFacts, host: Host, installed: InstalledMachine) -> Known | None:
    """Return what launches showed of a program of this machine."""
    file = state_file(installed.host.environment, REQUESTS_FILE)
    return recall(Path(file), facts.program) if file and not host.root else None


def _compared(
    process: RunningProcess, side: _ProcessSide, report: LoaderReport, cache: DocumentCache
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
        "{n:,} processes of other users could not be inspected",
        "{n} process of another user could not be inspected",
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


# Looks at all processes again and again, and compares those that use Vulkan.
#
# Theory of operation. Of each process its size is read, a line of /proc/PID/stat; only where it has
# changed can a library have been mapped, and only then are its mapped files read. A process that
# changes all the time and has no loader, such as a browser, is read ever more rarely. A comparison
# is made again if the process has other code mapped than before, or if a file or folder that its
# prediction was made of has changed.

_LONGEST_PAUSE = 7  # looks at which a process is passed over
_KEPT_RUNS = 512  # one for each process: a window of its own would drive out those of the chain


class _Seen(NamedTuple):
    """Whether a process has a loader, as far as that is shown.

    Attributes:
        pulse: when its mapped files were read.
        pause: how many looks were passed over the last time.
        rest: how many are still to be passed over.
    """

    pulse: Pulse
    has_loader: bool | None
    pause: int = 0
    rest: int = 0


class _Known(NamedTuple):
    pulse: Pulse
    compared: ProcessComparison


class ProcessWatch:
    """What did not change since the last look is not read again."""

    def __init__(self, proc: str = PROC, me: int | None = None) -> None:
        self._proc = proc
        self._me = os.getpid() if me is None else me
        self._cache = DocumentCache(_KEPT_RUNS)
        self._installed: InstalledMachine | None = None
        self._seen: dict[int, _Seen] = {}
        self._known: dict[int, _Known] = {}

    def forget(self) -> None:
        """Read and compare everything anew with the next look."""
        self._seen.clear()
        self._known.clear()

    def look(self, installed: InstalledMachine) -> RunningNow:
        """Return what runs now."""
        if installed != self._installed:
            self._installed = installed
            self._known.clear()
        self._seen = self._find()
        processes_known = {}
        for pid, seen in self._seen.items():
            if seen.has_loader and (comparison := self._compare(pid, seen.pulse, installed)):
                processes_known[pid] = comparison
        self._known = processes_known
        processes = (comparison.compared.process for comparison in processes_known.values())
        shown = (process for process in processes if _is_shown(process))
        hidden = sum(seen.has_loader is None for seen in self._seen.values())
        return RunningNow(tuple(sorted(shown, key=_by_name)), hidden)

    def _is_below_me(self, pid: int) -> bool:
        """Return whether this process is among the ancestors of another."""
        passed = set[int]()
        while pid in self._seen and pid not in passed:
            passed.add(pid)  # numbers that are used again may form a circle
            pid = self._seen[pid].pulse.parent
        return pid == self._me

    def _find(self) -> dict[int, _Seen]:
        seen_processes = {}
        for pid in list_processes(self._proc):
            pulse = None if pid == self._me else read_pulse(pid, self._proc)
            if pulse is not None and pulse.size:  # one of the kernel has no memory of its own
                seen_processes[pid] = self._look_at(pid, pulse)
        return seen_processes

    def _look_at(self, pid: int, pulse: Pulse) -> _Seen:
        before = self._seen.get(pid)
        if before is None or before.pulse.start != pulse.start:
            return _Seen(pulse, has_loader(pid, self._proc))
        if before.has_loader:  # what it has mapped now will be seen when it is compared
            return before._replace(pulse=pulse)
        if before.pulse == pulse:
            return before._replace(pause=before.pause // 2, rest=0)
        if before.rest:
            return before._replace(rest=before.rest - 1)
        pause = min(2 * before.pause + 1, _LONGEST_PAUSE)
        return _Seen(pulse, has_loader(pid, self._proc), pause, pause)

    def _compare(self, pid: int, pulse: Pulse, installed: InstalledMachine) -> _Known | None:
        earlier = self._known.get(pid)
        if earlier is not None and earlier.pulse == pulse:
            return earlier._replace(compared=compare_again(earlier.compared, self._cache))
        facts = read_process(pid, self._proc)
        if facts is None:
            return None
        if earlier is not None and _is_same(earlier.compared.process.facts, facts):
            return _Known(pulse, compare_again(earlier.compared, self._cache))
        is_below = self._is_below_me(pid)
        return _Known(pulse, compare(facts, installed, self._cache, is_launched_here=is_below))


def _is_shown(process: RunningProcess) -> bool:
    """Return whether it is a program with a loader, and not one that opens drivers for a probe."""
    is_probe = PROBE_NAME in (process.facts.environment or ())
    return process.agreement is not Agreement.NO_LOADER and not is_probe


def _is_same(before: ProcessFacts, now: ProcessFacts) -> bool:
    # The time of day of its start is computed from the clock, and differs by a moment.
    return before._replace(started=0) == now._replace(started=0)


def _by_name(process: RunningProcess) -> tuple[str, int]:
    return process.facts.name.casefold(), process.facts.pid


# Rows of running programs, and of what one has loaded of Vulkan.

_MARKS = {
    Agreement.EQUAL: ("check", "ok"),
    Agreement.DIFFERENT: ("warn", "warn"),
    Agreement.NO_INSTANCE: ("minus", "neutral"),
    Agreement.HIDDEN: ("question", "neutral"),
}


class ProcessAction(Enum):
    """What a button of a running program does."""

    WHAT_IF = "what if"
    CHOOSE = "choose"
    STOP = "stop"


LABELS = {
    ProcessAction.WHAT_IF: tr("What if"),
    ProcessAction.CHOOSE: tr("Choose"),
    ProcessAction.STOP: tr("Stop…"),
}


def actions_of(process: RunningProcess) -> tuple[ProcessAction, ...]:
    """Return the actions on a process, the most common first."""
    actions = [ProcessAction.WHAT_IF] if process.facts.is_shown else []
    if can_choose(process):
        actions.append(ProcessAction.CHOOSE)
    if process.is_own:
        actions.append(ProcessAction.STOP)
    return tuple(actions)


def can_choose(process: RunningProcess) -> bool:
    """True if its program can be started here: a path of a sandbox means another file here."""
    facts = process.facts
    return bool(facts.program) and not facts.root and not facts.is_program_deleted


def notes_of(process: RunningProcess) -> tuple[str, ...]:
    """Return what is special about a process."""
    facts = process.facts
    notes = (
        tr("pid {pid}", pid=facts.pid),
        _loader_note(process),
        tr("launched here") if process.is_launched_here else "",
        tr("32-bit") if facts.pointer_bits == 32 else "",
        tr("elevated", "a process") if facts.elevated else "",
        tr("in a sandbox") if facts.root else "",
    )
    return tuple(filter(None, notes))


def brief_of(process: RunningProcess) -> str:
    """Return what follows the word of its agreement in a row. The parts tell why."""
    if process.agreement is not Agreement.DIFFERENT:
        return process.reason
    deviating = [part for part in process.parts if not part.is_as_predicted]
    names = called([part.name for part in deviating])
    difference_text = ", ".join(
        f"{name} {part.word.lower()}" for name, part in zip(names, deviating, strict=True)
    )
    return f"{'. '.join(map(lowered, expected_counts(process.parts)))}: {difference_text}"


def _loader_note(process: RunningProcess) -> str:
    if not process.loader:
        return ""
    if not process.version:
        return tr("loader of unknown version")
    return tr("loader {version}", version=process.version)


def summary_of(now: RunningNow) -> str:
    """Return how many programs run with Vulkan, and how many are not as predicted."""
    count = len(now.processes)
    differing = sum(process.agreement is Agreement.DIFFERENT for process in now.processes)
    parts = [
        counted("{n:,} programs with Vulkan", "{n} program with Vulkan", count) if count else "",
        counted("{n:,} not as predicted", "{n} not as predicted", differing) if differing else "",
        count_hidden(now.hidden) if now.hidden else "",
    ]
    return " · ".join(filter(None, parts))


def details_of(process: RunningProcess) -> str:
    """Return all that is known of a process, to be copied."""
    return "\n".join(lines_of(process))


def process_key(process: RunningProcess) -> str:
    return process.key


def present_process(process: RunningProcess, home: str = "") -> ListLine:
    """Return the name and what is special, agreement and why, program."""
    icon, tone = _MARKS[process.agreement]
    notes, program = notes_of(process), process.facts.program
    return ListLine(
        process.title,
        brief_of(process),
        at_home(program, home),
        icon,
        tone,
        actions=tuple(LineAction(action, LABELS[action]) for action in actions_of(process)),
        note=" · ".join(notes),
        word=process.word,
        tip=details_of(process),
        spoken=", ".join((process.title, *notes, process.sentence, program)),
    )


def part_key(part: MappedPart) -> str:
    return f"{part.kind}:{part.file}:{part.name}"


def present_part(part: MappedPart, home: str = "") -> ListLine:
    """Return the name, whether it is loaded and why not, manifest."""
    agrees = part.is_as_predicted
    why = f": {part.why}" if part.why else ""
    return ListLine(
        part.name,
        part.why or at_home(part.library, home),
        at_home(part.file, home),
        "check" if agrees else "plus" if part.is_loaded else "cross",
        "ok" if agrees else "warn",
        prefix=PREFIX if part.name.startswith(PREFIX) else "",
        note=_kind(part),
        word=part.word,
        tip=join_parts(part.why, part.file, part.library, between="\n"),
        spoken=f"{_kind(part)} {part.name}, {part.word.lower()}{why}",
    )


def _kind(part: MappedPart) -> str:
    if part.kind is MappedKind.DRIVER:
        return tr("driver")
    kind = tr("explicit layer") if part.is_explicit else tr("implicit layer")
    return f"{kind} · {tr('replaced on disk')}" if part.is_replaced else kind
