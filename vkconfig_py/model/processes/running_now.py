"""Processes that use Vulkan, each compared with what the engine predicts for it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum
from pathlib import Path

from vkconfig_py.language.sentences import counted, join_words, tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.program_loader import find_chosen_loader
from vkconfig_py.loader.api.runtime_view import make_process_view
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import REQUESTS_FILE, find_state_file_path
from vkconfig_py.loader.files.processes import (
    PROC_FOLDER,
    ProcessFacts,
    ProcessPulse,
    find_mapped_loader,
    has_loader,
    list_processes,
    read_process,
    read_pulse,
)
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.platforms.local_paths import resolve_below_root
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.probe.process_control import PROBE_MARK_VARIABLE as PROBE_NAME
from vkconfig_py.loader.probe.process_control import send_signal
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.files.paths import describe_error
from vkconfig_py.model.processes.mapped_parts import MappedKind, MappedPart, find_parts
from vkconfig_py.model.programs.seen_requests import KnownRequests, recall
from vkconfig_py.model.text.lines import LineAction, ListLine, join_parts
from vkconfig_py.model.text.wording import (
    LAYER_PREFIX,
    abbreviate_home,
    get_display_names,
    group_by_reason,
    lower_first_letter,
    render_count,
    render_when,
    strip_layer_prefix,
)

PROCESS_UNREADABLE = tr("It belongs to another user: its entry in /proc cannot be read.")
NO_INSTANCE = tr("the program has not created an instance yet, or has destroyed it.")
NO_LOADER = tr("It has not loaded a Vulkan loader.")


class Agreement(StrEnum):
    """How the layers and drivers that a process has compare with the prediction."""

    EQUAL = "as-predicted"
    DIFFERENT = "different"
    NO_INSTANCE = "no-instance"
    HIDDEN = "hidden"  # /proc shows neither its variables nor its files
    NO_LOADER = "no-loader"


_AGREEMENT_WORDS: Mapping[Agreement, str] = {
    Agreement.EQUAL: tr("As predicted"),
    Agreement.DIFFERENT: tr("Not as predicted"),
    Agreement.NO_INSTANCE: tr("No instance"),
    Agreement.HIDDEN: tr("Unknown"),
    Agreement.NO_LOADER: tr("No loader"),
}


_AGREEMENTS_SHOWN_FIRST = frozenset({Agreement.EQUAL, Agreement.NO_INSTANCE})


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
        """What names the process for ever, as its number is used again."""
        return f"{self.facts.pid}:{self.facts.start}"

    @property
    def agreement_text(self) -> str:
        """Whether the process is as predicted, as the start of a sentence."""
        return _AGREEMENT_WORDS[self.agreement]

    @property
    def sentence(self) -> str:
        """How the process compares with the prediction, and why."""
        return (
            f"{self.agreement_text}: {self.reason}"
            if self.agreement in _AGREEMENTS_SHOWN_FIRST
            else self.reason
        )

    @property
    def title(self) -> str:
        """The process's name. The kernel keeps only fifteen bytes of a program's name."""
        file = get_base_name(self.facts.program)
        return file if file.startswith(self.facts.name) else self.facts.name

    def list_parts(self, kind: MappedKind) -> tuple[MappedPart, ...]:
        """Return its layers or its drivers."""
        return tuple(mapped_part for mapped_part in self.parts if mapped_part.kind is kind)


class RunningPrograms(NamedTuple):
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
        known_requests: what a launch showed that the program asks for by itself.
    """

    host: Host
    profile: LoaderProfile
    loader: str
    version: str
    known_requests: KnownRequests | None = None

    def predict(self, cache: DocumentCache) -> LoaderReport:
        """Return the engine's report for the process."""
        application = (
            self.known_requests.requests.application() if self.known_requests is not None else None
        )
        return discover(self.host, application, self.profile, cache)


class ProcessComparison(NamedTuple):
    """A process beside the engine's report for it, if it has a loader."""

    process: RunningProcess
    process_side: _ProcessSide | None = None
    report: LoaderReport | None = None


def describe_process(
    pid: int, installed_machine: InstalledMachine, cache: DocumentCache, proc: str = PROC_FOLDER
) -> RunningProcess | None:
    """Compare one process with its prediction, or return None if it does not run.

    It is compared whether it uses Vulkan or not. `proc` is the folder /proc.
    """
    facts = read_process(pid, proc)
    return compare_process(facts, installed_machine, cache).process if facts is not None else None


def compare_process(
    facts: ProcessFacts,
    installed_machine: InstalledMachine,
    cache: DocumentCache,
    *,
    is_launched_here: bool = False,
) -> ProcessComparison:
    """Compare what a process has mapped with what the engine predicts for it."""
    if not facts.is_readable:
        return ProcessComparison(RunningProcess(facts, Agreement.HIDDEN, PROCESS_UNREADABLE))
    loader = find_mapped_loader(facts)
    if loader is None:
        return ProcessComparison(RunningProcess(facts, Agreement.NO_LOADER, NO_LOADER))
    process_side = _make_side(facts, loader, installed_machine)
    report = process_side.predict(cache)
    process = RunningProcess(facts, Agreement.EQUAL, "", is_launched_here=is_launched_here)
    return _make_comparison(process, process_side, report, cache)


def compare_process_again(comparison: ProcessComparison, cache: DocumentCache) -> ProcessComparison:
    """Return the comparison anew, if the files behind its prediction have changed."""
    if comparison.process_side is None:
        return comparison
    # The cache gives the same report until a file or folder that it was made of changes.
    report = comparison.process_side.predict(cache)
    if report is comparison.report:
        return comparison
    return _make_comparison(comparison.process, comparison.process_side, report, cache)


def _make_side(
    facts: ProcessFacts, loader: str, installed_machine: InstalledMachine
) -> _ProcessSide:
    """Return the machine as a process sees it. `loader`: the file of its loader."""
    host = make_process_view(facts).apply(installed_machine.host)
    unknown_profile = NEWEST_PROFILE._replace(library=loader, pointer_bits=host.pointer_bits)
    loaders = () if host.root else installed_machine.loaders
    profile = find_chosen_loader(loader, host, loaders, unknown_profile)
    version = "" if profile is unknown_profile else profile.version_text
    return _ProcessSide(
        host, profile, loader, version, _find_known_requests(facts, host, installed_machine)
    )


def _find_known_requests(
    facts: ProcessFacts, host: Host, installed_machine: InstalledMachine
) -> KnownRequests | None:
    """Return what earlier launches showed that a program requests, None if it was not launched."""
    file = find_state_file_path(installed_machine.host.environment, REQUESTS_FILE)
    return recall(Path(file), facts.program) if file and not host.root else None


def _make_comparison(
    process: RunningProcess, process_side: _ProcessSide, report: LoaderReport, cache: DocumentCache
) -> ProcessComparison:
    """Compare the parts of a process, and explain those that differ."""
    facts = process.facts
    changes = _FileChanges(report, facts.started)
    parts = tuple(
        mapped_part
        if mapped_part.is_as_predicted and not mapped_part.is_replaced
        else _explain_part(mapped_part, changes, process_side.known_requests)
        for mapped_part in find_parts(report, facts.mapped_files, cache)
    )
    agreement, reason = _decide_agreement(parts)
    process = process._replace(
        agreement=agreement,
        reason=reason,
        loader=process_side.loader,
        version=process_side.version,
        parts=parts,
        is_own=facts.user == os.getuid(),
    )
    return ProcessComparison(process, process_side, report)


def _decide_agreement(parts: Sequence[MappedPart]) -> tuple[Agreement, str]:
    """Return whether the parts are as predicted, and the reason in words."""
    if any(mapped_part.is_predicted for mapped_part in parts) and not any(
        mapped_part.is_loaded for mapped_part in parts
    ):
        return Agreement.NO_INSTANCE, NO_INSTANCE
    deviating_parts = [mapped_part for mapped_part in parts if not mapped_part.is_as_predicted]
    if not deviating_parts:
        return Agreement.EQUAL, _render_agreement(parts)
    reasons = group_by_reason(
        (strip_layer_prefix(mapped_part.name), mapped_part.explanation)
        for mapped_part in deviating_parts
    )
    return Agreement.DIFFERENT, " ".join(
        (*(f"{text}." for text in render_count_differences(parts)), *reasons)
    )


def _render_agreement(parts: Sequence[MappedPart]) -> str:
    """Return how many layers and drivers are loaded as predicted, in words."""
    counts = [
        render_count(
            sum(mapped_part.is_loaded for mapped_part in parts if mapped_part.kind is kind),
            kind.value,
        )
        for kind in MappedKind
    ]
    replaced_names = [
        strip_layer_prefix(mapped_part.name) for mapped_part in parts if mapped_part.is_replaced
    ]
    reason = f"{join_words(counts)}."
    if not replaced_names:
        return reason
    replaced_text = tr(
        "Replaced on disk since the program started: {names}.", names=join_words(replaced_names)
    )
    return f"{reason} {replaced_text}"


def render_count_differences(parts: Sequence[MappedPart]) -> Iterator[str]:
    """Yield how many layers or drivers are loaded and were expected, where that differs."""
    for kind in MappedKind:
        parts_of_kind = [mapped_part for mapped_part in parts if mapped_part.kind is kind]
        if any(not mapped_part.is_as_predicted for mapped_part in parts_of_kind):
            expected_count = sum(mapped_part.is_predicted for mapped_part in parts_of_kind)
            loaded_count = sum(mapped_part.is_loaded for mapped_part in parts_of_kind)
            expected_text = render_count(expected_count, kind.value)
            if loaded_count != expected_count:
                yield tr(
                    "Expected {what}; loaded {count:,}", what=expected_text, count=loaded_count
                )
            else:
                yield tr(
                    "Expected {what}; loaded {count:,}, but not as expected",
                    what=expected_text,
                    count=loaded_count,
                )


def _explain_part(
    mapped_part: MappedPart, changes: _FileChanges, known_process: KnownRequests | None
) -> MappedPart:
    """Return a part with the reason why it is not as predicted."""
    if mapped_part.is_as_predicted:
        return mapped_part._replace(
            explanation=tr("replaced or removed on disk since the program started.")
        )
    if since := changes.explain_part(mapped_part):
        return mapped_part._replace(explanation=since)
    if mapped_part.is_loaded and mapped_part.is_explicit:
        return mapped_part._replace(explanation=tr("not predicted, but requested by the program."))
    if mapped_part.is_loaded:
        return mapped_part._replace(
            explanation=tr(
                "not predicted: the program, or a script that started it, changed "
                "variables after starting."
            )
        )
    if known_process is not None and mapped_part.name in known_process.requests.layers:
        return mapped_part._replace(
            explanation=tr(
                "predicted because of an earlier request ({seen}) that the program did "
                "not repeat this time.",
                seen=known_process.render_seen_time(),
            )
        )
    return mapped_part._replace(
        explanation=tr(
            "predicted but not loaded: the program changed variables after starting, or "
            "its loader failed to open the library."
        )
    )


class _FileChanges:
    """Files that were changed after a process began, which the prediction read as they are now."""

    def __init__(self, report: LoaderReport, process_start: float) -> None:
        self._root = report.host.root
        self._process_start = process_start
        metas = [
            layer.file
            for layer in report.found_layers
            if layer.manifest and not layer.manifest.library
        ]
        self._general_files = (*metas, *filter(None, [report.settings_file]))
        searches = (report.implicit_search, report.explicit_search, report.driver_search)
        self._folders = tuple(dict.fromkeys(path for search in searches for path in search.paths))

    def explain_part(self, mapped_part: MappedPart) -> str:
        """Return the sentence that names the changed file behind a part, or "" if none is."""
        for file in dict.fromkeys(
            (mapped_part.deciding_file, mapped_part.file, *self._general_files)
        ):
            if changed_at := self._get_change_time(file):
                return tr(
                    "{file} was changed {when}, after the program started.",
                    file=file,
                    when=render_when(changed_at),
                )
        for folder in self._folders:
            if changed_at := self._get_change_time(folder):
                return tr(
                    "the folder {folder} was changed {when}, after the program started.",
                    folder=folder,
                    when=render_when(changed_at),
                )
        return ""

    def _get_change_time(self, path: str) -> float:
        """Return when a path was changed, 0 if that was before the program's start.

        Times are seconds since the epoch.
        """
        if not path:
            return 0
        try:
            status = Path(resolve_below_root(self._root, path)).stat()
        except (OSError, ValueError):
            return 0
        # Renaming and copying with dates leave the date of the content, but not this one.
        return status.st_ctime if status.st_ctime > self._process_start else 0


def render_hidden_count(number: int) -> str:
    """Return the sentence that says how many processes of others cannot be read."""
    return counted(
        "{n:,} processes owned by other users could not be inspected",
        "{n} process of another user could not be inspected",
        number,
    )


def render_processes(processes: Iterable[RunningProcess]) -> str:
    """Return processes as plain text, to be copied."""
    return "\n".join(line for process in processes for line in render_process_lines(process))


def render_process_lines(process: RunningProcess) -> Iterator[str]:
    """Yield a process as lines: its name, how it compares, then a line for each part."""
    yield f"{process.facts.name}  PID {process.facts.pid}  {process.facts.program}".rstrip()
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
        yield f"  {lower_first_letter(part.state_text):13} {part.kind} {part.name}"


# Ends a running process in the way that it can answer to.

ASKED_TO_END = tr("Asked {title} (process {pid}) to quit.")


def stop_process(process: RunningProcess) -> str:
    """Send SIGTERM to a process. Return "", or why that was not possible."""
    title, pid = process.title, process.facts.pid
    try:
        send_signal(process.facts.pid, process.facts.start, signal.SIGTERM)
    except ProcessLookupError:
        return tr("{title} (process {pid}) has already ended.", title=title, pid=pid)
    except OSError as error:
        return tr(
            "Could not stop {title} (process {pid}): {reason}.",
            title=title,
            pid=pid,
            reason=describe_error(error),
        )
    return ""


# Looks at all processes again and again, and compares those that use Vulkan.
#
# Theory of operation. Of each process its size is read, a line of /proc/PID/stat; only where it has
# changed can a library have been mapped, and only then are its mapped files read. A process that
# changes all the time and has no loader, such as a browser, is read ever more rarely. A comparison
# is made again if the process has other code mapped than before, or if a file or folder that its
# prediction was made of has changed.

_MAX_SKIPPED_LOOKS = 7  # looks at which a process is passed over
# One for each process: with the chain's cache they would drive out its own runs.
_MAX_CACHED_RUNS = 512


class _SeenLoader(NamedTuple):
    """Whether a process has a loader mapped, as last seen.

    Attributes:
        pulse: when its mapped files were read.
        pause: how many looks were passed over the last time.
        looks_to_skip: how many are still to be passed over.
    """

    pulse: ProcessPulse
    has_loader: bool | None
    pause: int = 0
    looks_to_skip: int = 0


class _KnownComparison(NamedTuple):
    """A comparison, and the state of the process for which it was made."""

    pulse: ProcessPulse
    comparison: ProcessComparison


class ProcessWatch:
    """Finds the processes with Vulkan again and again, and reads only what changed meanwhile."""

    def __init__(self, proc: str = PROC_FOLDER, own_pid: int | None = None) -> None:
        self._proc_folder = proc
        self._own_pid = os.getpid() if own_pid is None else own_pid
        self._cache = DocumentCache(_MAX_CACHED_RUNS)
        self._installed_machine: InstalledMachine | None = None
        self._seen_loaders: dict[int, _SeenLoader] = {}
        self._known: dict[int, _KnownComparison] = {}

    def forget(self) -> None:
        """Have everything read and compared anew by the next look."""
        self._seen_loaders.clear()
        self._known.clear()

    def look(self, installed_machine: InstalledMachine) -> RunningPrograms:
        """Return the processes that use Vulkan now, each compared with its prediction."""
        if installed_machine != self._installed_machine:
            self._installed_machine = installed_machine
            self._known.clear()
        self._seen_loaders = self._find_processes()
        process_by_pid = {}
        for pid, seen_loader in self._seen_loaders.items():
            if seen_loader.has_loader and (
                comparison := self._compare_process(pid, seen_loader.pulse, installed_machine)
            ):
                process_by_pid[pid] = comparison
        self._known = process_by_pid
        processes = (comparison.comparison.process for comparison in process_by_pid.values())
        shown_processes = (process for process in processes if _is_shown(process))
        hidden_count = sum(
            seen_loader.has_loader is None for seen_loader in self._seen_loaders.values()
        )
        return RunningPrograms(tuple(sorted(shown_processes, key=_make_sort_key)), hidden_count)

    def _is_own_child(self, pid: int) -> bool:
        """True if this program is an ancestor of a process."""
        visited_pids = set[int]()
        while pid in self._seen_loaders and pid not in visited_pids:
            visited_pids.add(pid)  # numbers that are used again may form a circle
            pid = self._seen_loaders[pid].pulse.parent
        return pid == self._own_pid

    def _find_processes(self) -> dict[int, _SeenLoader]:
        """Return all processes by number, and whether each has a loader mapped."""
        seen_processes = {}
        for pid in list_processes(self._proc_folder):
            pulse = None if pid == self._own_pid else read_pulse(pid, self._proc_folder)
            if pulse is not None and pulse.size:  # one of the kernel has no memory of its own
                seen_processes[pid] = self._look_for_loader(pid, pulse)
        return seen_processes

    def _look_for_loader(self, pid: int, pulse: ProcessPulse) -> _SeenLoader:
        """Return whether a process has a loader mapped.

        A process without one is looked at ever more rarely.
        """
        earlier_look = self._seen_loaders.get(pid)
        if earlier_look is None or earlier_look.pulse.start != pulse.start:
            return _SeenLoader(pulse, has_loader(pid, self._proc_folder))
        if earlier_look.has_loader:  # what it has mapped now will be seen when it is compared
            return earlier_look._replace(pulse=pulse)
        if earlier_look.pulse == pulse:
            return earlier_look._replace(pause=earlier_look.pause // 2, looks_to_skip=0)
        if earlier_look.looks_to_skip:
            return earlier_look._replace(looks_to_skip=earlier_look.looks_to_skip - 1)
        pause = min(2 * earlier_look.pause + 1, _MAX_SKIPPED_LOOKS)
        return _SeenLoader(pulse, has_loader(pid, self._proc_folder), pause, pause)

    def _compare_process(
        self, pid: int, pulse: ProcessPulse, installed_machine: InstalledMachine
    ) -> _KnownComparison | None:
        """Return the comparison of a process, made anew if the process or its files changed.

        It is None if the process has ended.
        """
        earlier_comparison = self._known.get(pid)
        if earlier_comparison is not None and earlier_comparison.pulse == pulse:
            return earlier_comparison._replace(
                comparison=compare_process_again(earlier_comparison.comparison, self._cache)
            )
        facts = read_process(pid, self._proc_folder)
        if facts is None:
            return None
        if earlier_comparison is not None and _is_same(
            earlier_comparison.comparison.process.facts, facts
        ):
            return _KnownComparison(
                pulse, compare_process_again(earlier_comparison.comparison, self._cache)
            )
        is_below = self._is_own_child(pid)
        return _KnownComparison(
            pulse, compare_process(facts, installed_machine, self._cache, is_launched_here=is_below)
        )


def _is_shown(process: RunningProcess) -> bool:
    """True if a process has a loader and is not a probe of ours."""
    is_probe = PROBE_NAME in (process.facts.environment or ())
    return process.agreement is not Agreement.NO_LOADER and not is_probe


def _is_same(earlier_facts: ProcessFacts, current_facts: ProcessFacts) -> bool:
    """True if two looks saw the same process unchanged."""
    # The time of day of its start is computed from the clock, and differs by a moment.
    return earlier_facts._replace(started=0) == current_facts._replace(started=0)


def _make_sort_key(process: RunningProcess) -> tuple[str, int]:
    return process.facts.name.casefold(), process.facts.pid


# Rows of running programs, and of what one has loaded of Vulkan.

_MARK_BY_AGREEMENT = {
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


ACTION_LABELS = {
    ProcessAction.WHAT_IF: tr("What-if"),
    ProcessAction.CHOOSE: tr("Choose program"),
    ProcessAction.STOP: tr("Stop…"),
}


def list_actions(process: RunningProcess) -> tuple[ProcessAction, ...]:
    """Return the actions on a process, the most common first."""
    actions = [ProcessAction.WHAT_IF] if process.facts.is_readable else []
    if can_choose(process):
        actions.append(ProcessAction.CHOOSE)
    if process.is_own:
        actions.append(ProcessAction.STOP)
    return tuple(actions)


def can_choose(process: RunningProcess) -> bool:
    """True if the program of a process can be started here.

    The path in a sandbox means another file here.
    """
    facts = process.facts
    return bool(facts.program) and not facts.root and not facts.is_program_deleted


def list_notes(process: RunningProcess) -> tuple[str, ...]:
    """Return what is special about a process, such as its sandbox, as short texts."""
    facts = process.facts
    notes = (
        tr("PID {pid}", pid=facts.pid),
        _make_loader_note(process),
        tr("launched by vkconfig-py") if process.is_launched_here else "",
        tr("32-bit") if facts.pointer_bits == 32 else "",
        tr("elevated", "a process") if facts.elevated else "",
        tr("in a sandbox") if facts.root else "",
    )
    return tuple(filter(None, notes))


def render_brief(process: RunningProcess) -> str:
    """Return what differs in a process, in short, for its row."""
    if process.agreement is not Agreement.DIFFERENT:
        return process.reason
    deviating_parts = [
        mapped_part for mapped_part in process.parts if not mapped_part.is_as_predicted
    ]
    names = get_display_names([mapped_part.name for mapped_part in deviating_parts])
    difference_text = ", ".join(
        f"{name} {mapped_part.state_text.lower()}"
        for name, mapped_part in zip(names, deviating_parts, strict=True)
    )
    counts = ". ".join(map(lower_first_letter, render_count_differences(process.parts)))
    return f"{counts}: {difference_text}"


def _make_loader_note(process: RunningProcess) -> str:
    """Return the version of a process's loader in words, "" without a loader."""
    if not process.loader:
        return ""
    if not process.version:
        return tr("loader of unknown version")
    return tr("loader {version}", version=process.version)


def render_summary(running_programs: RunningPrograms) -> str:
    """Return how many programs use Vulkan, and how many are not as predicted, in words."""
    count = len(running_programs.processes)
    differing_count = sum(
        process.agreement is Agreement.DIFFERENT for process in running_programs.processes
    )
    parts = [
        counted("{n:,} Vulkan programs", "{n} Vulkan program", count) if count else "",
        counted("{n:,} not as predicted", "{n} not as predicted", differing_count)
        if differing_count
        else "",
        render_hidden_count(running_programs.hidden) if running_programs.hidden else "",
    ]
    return " · ".join(filter(None, parts))


def render_details(process: RunningProcess) -> str:
    """Return all that is known of a process as text, to be copied."""
    return "\n".join(render_process_lines(process))


def get_process_key(process: RunningProcess) -> str:
    return process.key


def present_process(process: RunningProcess, home: str = "") -> ListLine:
    """Return a process as a row: name and notes, how it compares, program.

    `home` is shortened to ~.
    """
    icon, tone = _MARK_BY_AGREEMENT[process.agreement]
    notes, program = list_notes(process), process.facts.program
    return ListLine(
        process.title,
        render_brief(process),
        abbreviate_home(program, home),
        icon,
        tone,
        actions=tuple(
            LineAction(action, ACTION_LABELS[action]) for action in list_actions(process)
        ),
        note=" · ".join(notes),
        status_word=process.agreement_text,
        tooltip=render_details(process),
        accessible_text=", ".join((process.title, *notes, process.sentence, program)),
    )


def get_part_key(mapped_part: MappedPart) -> str:
    return f"{mapped_part.kind}:{mapped_part.file}:{mapped_part.name}"


def present_part(mapped_part: MappedPart, home: str = "") -> ListLine:
    """Return a layer or driver as a row: name, whether it is loaded and why not, manifest."""
    is_as_predicted = mapped_part.is_as_predicted
    reason = f": {mapped_part.explanation}" if mapped_part.explanation else ""
    return ListLine(
        mapped_part.name,
        mapped_part.explanation or abbreviate_home(mapped_part.library, home),
        abbreviate_home(mapped_part.file, home),
        "check" if is_as_predicted else "plus" if mapped_part.is_loaded else "cross",
        "ok" if is_as_predicted else "warn",
        faint_prefix=LAYER_PREFIX if mapped_part.name.startswith(LAYER_PREFIX) else "",
        note=_render_kind(mapped_part),
        status_word=mapped_part.state_text,
        tooltip=join_parts(
            mapped_part.explanation, mapped_part.file, mapped_part.library, separator="\n"
        ),
        accessible_text=f"{_render_kind(mapped_part)} {mapped_part.name}, "
        f"{mapped_part.state_text.lower()}{reason}",
    )


def _render_kind(mapped_part: MappedPart) -> str:
    """Return whether a part is a driver or which kind of layer, in words."""
    if mapped_part.kind is MappedKind.DRIVER:
        return tr("driver")
    kind = tr("explicit layer") if mapped_part.is_explicit else tr("implicit layer")
    return f"{kind} · {tr('replaced on disk')}" if mapped_part.is_replaced else kind
