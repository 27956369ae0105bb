"""Reports to attach to a bug: of the chain of a program, and of an error of this program; redacted.

Everything is collected once, and each rendering leaves out unwanted parts, but never the chain. As
JSON it is a saved report with one member more, which `show --machine` and Open machine… show on
another computer.
"""

from __future__ import annotations

import json
import platform
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import assert_never

from vkconfig_py import __version__
from vkconfig_py.language.sentences import (
    ENGLISH_LANGUAGE,
    Message,
    counted,
    current_language,
    render_english,
    tr,
    use_english,
)
from vkconfig_py.loader.api.probed_report import add_probe_results
from vkconfig_py.loader.api.report_json import PROBLEM_SCHEMA, make_stamped_json
from vkconfig_py.loader.base.host import read_machine_name
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import Mark, Problem, Step
from vkconfig_py.loader.explain.explanation import explain_component
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.jobs import DriverAnswer
from vkconfig_py.loader.wire.results import ProbeResults
from vkconfig_py.model.apply.verify import Verification, verify_report
from vkconfig_py.model.chain.device_page import list_device_facts
from vkconfig_py.model.chain.loader_variables import (
    ExplainedVariable,
    describe_environment,
    make_variable_json,
)
from vkconfig_py.model.chain.probe_rows import add_probe_findings
from vkconfig_py.model.chain.prober import make_probe_report
from vkconfig_py.model.chain.row_details import FileText, LabeledFact, explain_row, read_source
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import GROUP_HEADER_KINDS, ChainSnapshot, Row, RowKind
from vkconfig_py.model.configuration.configuration_json import encode_configuration
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.formats.page_blocks import (
    Anchors,
    Block,
    Heading,
    Inline,
    Listing,
    Paragraph,
    Table,
    TableRow,
    TextDocument,
    make_code_runs,
    make_text_runs,
    render_html,
    render_markdown,
)
from vkconfig_py.model.plan.layer_settings_plan import SETTINGS_PATH_VARIABLE
from vkconfig_py.model.problems.missing_layers import list_missing_layers
from vkconfig_py.model.problems.probe_remedies import list_known_problems
from vkconfig_py.model.problems.summary import group_similar, make_title
from vkconfig_py.model.text.severities import render_severity

USER_SUBSTITUTE, MACHINE_SUBSTITUTE = "user", "machine"
# They identify nobody, and replacing them would only make texts hard to read.
_COMMON_NAMES = frozenset(
    {"", "root", "user", "nobody", "localhost", "machine", "linux", "debian", "home", "demo"}
)
_MIN_NAME_LENGTH = 3  # a shorter name is replaced in paths alone: elsewhere it may be any word
_USER_VARIABLES = ("USER", "LOGNAME", "SUDO_USER")


class Redaction(NamedTuple):
    """Replaces names in texts, and in values made of texts.

    Attributes:
        homes: home folders, absolute.
        users: names of users.
        machines: names of the machine.
    """

    homes: tuple[str, ...] = ()
    users: tuple[str, ...] = ()
    machines: tuple[str, ...] = ()

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str], homes: Iterable[str], machine: str
    ) -> Redaction:
        """Return the redaction for the names in an environment and these home folders."""
        homes_found = [home.rstrip("/") for home in (environment.get("HOME", ""), *homes)]
        folders = [home for home in homes_found if home.startswith("/")]
        users = [environment.get(name, "") for name in _USER_VARIABLES]
        users += [home.rpartition("/")[2] for home in folders]
        machines = [machine, machine.partition(".")[0]]
        return cls(
            _sort_longest_first(home for home in folders if home.strip("/")),
            _sort_longest_first(user for user in users if user.casefold() not in _COMMON_NAMES),
            _sort_longest_first(name for name in machines if name.casefold() not in _COMMON_NAMES),
        )

    def redact_text(self, text: str) -> str:
        """Return a text with the names replaced, such as a home folder by ~."""
        for home in self.homes:
            text = re.sub(rf"(?<![\w./-]){re.escape(home)}(?![\w-]|\.\w)", "~", text)
        for names, substitute in (
            (self.users, USER_SUBSTITUTE),
            (self.machines, MACHINE_SUBSTITUTE),
        ):
            for name in names:
                text = _compile_name_pattern(name).sub(substitute, text)
        return text

    def redact_value(self, value: Any) -> Any:
        """Return a copy of a value (lists, tuples, records, mappings) with every text redacted."""
        match value:
            case str():
                return self.redact_text(value)
            case Message():
                return Message(
                    value.text,
                    self.redact_value(value.values),
                    singular=value.singular,
                    comment=value.comment,
                )
            case dict():
                return {
                    self.redact_value(key): self.redact_value(member)
                    for key, member in value.items()
                }
            case list():
                return [*map(self.redact_value, value)]
            case tuple() if hasattr(value, "_make"):
                return value._make(map(self.redact_value, value))
            case tuple():
                return tuple(map(self.redact_value, value))
            case _:
                return value


def _sort_longest_first(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names, each once, the longest first, since it may contain a shorter one."""
    return tuple(sorted(set(names), key=lambda name: (-len(name), name)))


def _compile_name_pattern(name: str) -> re.Pattern[str]:
    """Return the pattern that finds a name only where it stands alone."""
    if len(name) < _MIN_NAME_LENGTH:
        return re.compile(rf"(?<=/){re.escape(name)}(?=/|$)")
    return re.compile(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])")


BUG_REPORT_KEY = "bug_report"  # of the JSON document, beside those of a saved report
_MAX_LOG = 400_000  # characters of a log; of a longer one its end is told, which holds the failure
_UNREPORTED_KINDS = frozenset({*GROUP_HEADER_KINDS, RowKind.UNLISTED})
_MARK_SIGNS = {Mark.PASS: "✓", Mark.AGAINST: "✗", Mark.NEUTRAL: "–", Mark.FACT: "–"}
_SYSTEM_FILES = (
    ("Kernel", "/proc/sys/kernel/osrelease"),
    ("NVIDIA driver", "/proc/driver/nvidia/version"),
)
# How a page shows the facts of the system; JSON has their English names.
_SYSTEM_FACTS = {
    "Loader": tr("Loader"),
    "Also installed": tr("Also installed"),
    "Machine": tr("Machine"),
    "Distribution": tr("Distribution"),
    "Kernel": tr("Kernel"),
    "NVIDIA driver": tr("NVIDIA driver"),
}
_SESSION_VARIABLES = ("XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "container", "SNAP", "FLATPAK_ID")


class ReportFormat(StrEnum):
    """Format of a report; the value is the command-line word."""

    MARKDOWN = "markdown"
    HTML = "html"
    JSON = "json"


class ReportPart(StrEnum):
    """A part that can be left out; the value is the command-line word."""

    SYSTEM = "system"
    WHY = "why"
    DEVICES = "devices"
    VARIABLES = "variables"
    PROBLEMS = "problems"
    CONFIGURATION = "configuration"
    FILES = "files"
    LOADER_LOG = "loader-log"
    OUTPUT = "output"


# Label and contents of each part.
PART_TEXTS: dict[ReportPart, tuple[str, str]] = {
    ReportPart.SYSTEM: (tr("System"), tr("distribution, kernel, session and loaders")),
    ReportPart.WHY: (
        tr("Why"),
        tr("every decision about each layer and driver, with file and line"),
    ),
    ReportPart.DEVICES: (tr("Devices"), tr("results of the last driver probe")),
    ReportPart.VARIABLES: (
        tr("Variables"),
        tr("variables that the loader and layers read, and what set them"),
    ),
    ReportPart.PROBLEMS: (tr("Problems"), tr("each problem, with file and line")),
    ReportPart.CONFIGURATION: (tr("Configuration"), tr("the displayed configuration")),
    ReportPart.FILES: (
        tr("Files"),
        tr("full contents of manifests in use, overrides and settings files"),
    ),
    ReportPart.LOADER_LOG: (
        tr("Loader log"),
        tr("result and log of the real loader, run for this report"),
    ),
    ReportPart.OUTPUT: (
        tr("Program output"),
        tr("output of the last launched program, or of an earlier launch that has a log file"),
    ),
}
SUFFIXES = {
    ReportFormat.MARKDOWN: ".md",
    ReportFormat.HTML: ".html",
    ReportFormat.JSON: ".json",
}
FORMAT_LABELS = {
    ReportFormat.MARKDOWN: "Markdown",
    ReportFormat.HTML: "HTML",
    ReportFormat.JSON: "JSON",
}


class ExplainedRow(NamedTuple):
    """A row of the chain, with the loader's decisions about it."""

    row: Row
    steps: tuple[Step, ...]


class BugReportData(NamedTuple):
    """Everything that a report can tell.

    Attributes:
        report: with the results of an earlier probe, if there are any.
        verification: what the real loader did; None if it was not asked.
        program_output: of the program that was launched last, or of an earlier launch, or "".
        probe_results: the results of an earlier probe.
        is_sample: it is about the sample machine.
        paths: of our own files.
    """

    snapshot: ChainSnapshot
    report: LoaderReport
    explained_rows: tuple[ExplainedRow, ...]
    problems: tuple[Problem, ...]
    variables: tuple[ExplainedVariable, ...]
    files: tuple[FileText, ...]
    system_facts: tuple[LabeledFact, ...]
    verification: Verification | None = None
    program_output: str = ""
    probe_results: ProbeResults | None = None
    is_sample: bool = False
    paths: StatePaths | None = None

    @property
    def available_parts(self) -> tuple[ReportPart, ...]:
        """The parts that are not empty."""
        availability = {
            ReportPart.DEVICES: bool(self._devices),
            ReportPart.PROBLEMS: bool(self.problems),
            ReportPart.FILES: bool(self.files),
            ReportPart.LOADER_LOG: self.verification is not None,
            ReportPart.OUTPUT: bool(self.program_output),
        }
        return tuple(part for part in ReportPart if availability.get(part, True))

    @property
    def _devices(self) -> object:
        """The devices in the report, () if they were not read."""
        return self.report.devices if isinstance(self.report.devices, tuple) else ()


def collect_evidence(
    snapshot: ChainSnapshot,
    results: Callable[[LoaderReport], ProbeResults],
    cache: DocumentCache,
    paths: StatePaths,
    *,
    asks_loader: bool = True,
    is_sample: bool = False,
    output: str = "",
) -> BugReportData:
    """Collect what a report about a snapshot can tell. Reads files, and may run the real loader.

    Args:
        snapshot: of the program that the report is about.
        results: finds earlier probe results; no library is opened here.
        cache: documents that were read before.
        paths: of our own files, whose problems are told, too.
        asks_loader: run the real loader, which opens the layers and drivers of the chain.
        is_sample: it is about the sample machine, which has no loader to run.
        output: of the program that was launched last, or of an earlier launch.
    """
    report = snapshot.report
    probe_results = results(report)
    problems = (
        *list_missing_layers(snapshot),
        *list_known_problems(snapshot, probe_results, paths, cache),
    )
    if not probe_results.refusal:
        snapshot = add_probe_findings(snapshot, make_probe_report(report, probe_results).findings)
    return BugReportData(
        snapshot,
        _add_probe_results(snapshot, probe_results),
        tuple(_explain_rows(snapshot, cache)),
        tuple(problem.problem for problem in problems),
        describe_environment(snapshot, demo=is_sample),
        tuple(read_source(report.host, path) for path in dict.fromkeys(_list_files(snapshot))),
        tuple(_list_system_facts(snapshot, is_sample=is_sample)),
        ask_loader(snapshot) if asks_loader and not is_sample else None,
        output,
        probe_results,
        is_sample,
        paths,
    )


def ask_loader(snapshot: ChainSnapshot) -> Verification:
    """Run the real loader in a child process, and keep what it prints."""
    return verify_report(snapshot.report)


def _add_probe_results(snapshot: ChainSnapshot, results: ProbeResults) -> LoaderReport:
    """Return the report with earlier probe results, if these are for the same circumstances.

    Of a chain that was not opened it has the devices of its drivers, which were opened alone.
    """
    report, chain = snapshot.report, results.chain
    if results.refusal:
        return report
    # A chain that was opened under other circumstances is not this one.
    if chain is not None and "layers" not in chain.other_circumstances:
        return add_probe_results(report, results)
    drivers = {row.manifest for row in snapshot.rows if row.kind is RowKind.DRIVER and row.is_used}
    devices = tuple(
        device
        for result in results.drivers
        if result.manifest in drivers and isinstance(result.answer, DriverAnswer)
        for device in result.answer.devices
    )
    if not devices:
        return report
    return report._replace(devices=devices, probe_results=results._replace(chain=None))


def _explain_rows(snapshot: ChainSnapshot, cache: DocumentCache) -> Iterator[ExplainedRow]:
    """Yield the rows of the chain, each with the decisions of the loader about it."""
    for row in snapshot.rows:
        if row.kind not in _UNREPORTED_KINDS:
            key = row.key
            steps = explain_row(
                snapshot, key, lambda report, name: explain_component(report, name, cache)
            )
            yield ExplainedRow(row, tuple(steps))


def _list_files(snapshot: ChainSnapshot) -> Iterator[str]:
    """Yield the paths of the files that count: planned, or read by loader and layers."""
    report = snapshot.report
    yield from (file.path for file in snapshot.plan.files if file.content is not None)
    if report.settings_file:
        yield report.settings_file
    yield from (layer.file for layer in report.found_layers if layer.name == OVERRIDE_NAME)
    settings = report.host.environment.get(SETTINGS_PATH_VARIABLE, "")
    if settings.endswith(".txt"):
        yield settings
    yield from (layer.manifest.file for layer in report.callstack)
    yield from (row.manifest for row in snapshot.rows if row.kind is RowKind.DRIVER and row.is_used)


def _list_system_facts(snapshot: ChainSnapshot, *, is_sample: bool) -> Iterator[LabeledFact]:
    """Yield facts about loader, system and program, with English labels."""
    report = snapshot.report
    profile = report.profile
    yield LabeledFact("Loader", f"{profile.title}  {profile.library}".strip())
    for loader in snapshot.request.loaders:
        if loader.library != profile.library:
            yield LabeledFact("Also installed", f"{loader.title}  {loader.library}")
    if is_sample:
        yield LabeledFact("Machine", tr("the sample machine"))
        return
    release = read_source(report.host, "/etc/os-release").text
    yield from (
        LabeledFact("Distribution", line.partition("=")[2].strip("\"'"))
        for line in release.splitlines()
        if line.startswith("PRETTY_NAME=")
    )
    for name, path in _SYSTEM_FILES:
        if first_line := read_source(report.host, path).text.partition("\n")[0]:
            yield LabeledFact(name, first_line)
    environment = report.host.environment
    yield from (
        LabeledFact(name, environment[name]) for name in _SESSION_VARIABLES if environment.get(name)
    )


def make_redaction(evidence: BugReportData) -> Redaction:
    """Return the redaction that hides the names of this user and machine."""
    host = evidence.snapshot.request.host
    return Redaction.from_environment(host.environment, (), read_machine_name())


def render_report(
    evidence: BugReportData,
    report_format: ReportFormat,
    parts: Collection[ReportPart],
    redaction: Redaction | None,
) -> str:
    """Render these parts of a report as text, with all names as they are without a redaction."""
    match report_format:
        case ReportFormat.JSON:
            return _render_english_json(evidence, parts, redaction)
        case ReportFormat.MARKDOWN | ReportFormat.HTML:
            page = _make_page(evidence, parts)
            if redaction is not None:
                page = redaction.redact_value(page)
            return (render_html if report_format is ReportFormat.HTML else render_markdown)(page)
    assert_never(report_format)


def _render_english_json(
    evidence: BugReportData, parts: Collection[ReportPart], redaction: Redaction | None
) -> str:
    """Return the report as JSON in English, whatever language its sentences are in."""
    results, paths = evidence.probe_results, evidence.paths
    # What was read from a report cannot be found out again.
    is_read = bool(evidence.snapshot.report.sentences)
    if current_language() == ENGLISH_LANGUAGE or results is None or paths is None or is_read:
        return _render_json(evidence, parts, redaction)
    cache = DocumentCache()
    with use_english():
        english_evidence = collect_evidence(
            compute_snapshot(evidence.snapshot.request, cache),
            lambda _report: results,
            cache,
            paths,
            asks_loader=evidence.verification is not None,
            is_sample=evidence.is_sample,
            output=evidence.program_output,
        )
        return _render_json(english_evidence, parts, redaction)


def _render_json(
    evidence: BugReportData, parts: Collection[ReportPart], redaction: Redaction | None
) -> str:
    """Return the report as JSON, in the language of its sentences."""
    document = _make_document(evidence, parts)
    if redaction is not None:
        document = redaction.redact_value({**document, "machine": ""})
    return json.dumps(document, indent=1, default=render_english) + "\n"


# as a page


def _make_page(evidence: BugReportData, parts: Collection[ReportPart]) -> TextDocument:
    """Return the report as a page of text with a heading for each part."""
    anchors = Anchors()
    title = tr("Vulkan on this machine: {program}", program=_find_program_name(evidence.snapshot))
    blocks: list[Block] = [
        Heading(1, make_text_runs(title), anchors.make_unique("report")),
        Paragraph(make_text_runs(evidence.snapshot.sentences[0])),
        *_make_chain_table(evidence),
    ]
    for part in ReportPart:
        if part in parts and part in evidence.available_parts:
            blocks.append(
                Heading(2, make_text_runs(PART_TEXTS[part][0]), anchors.make_unique(part.value))
            )
            blocks += _PAGE_RENDERERS[part](evidence, anchors)
    blocks.append(
        Paragraph(make_text_runs(tr("Created by vkconfig-py {version}.", version=__version__)))
    )
    return TextDocument(title, tuple(blocks))


def _find_program_name(snapshot: ChainSnapshot) -> str:
    """Return the name of the program whose chain this is, or “any program”."""
    row = next((row for row in snapshot.rows if row.kind is RowKind.PROGRAM), None)
    return row.name if row is not None and row.name else tr("any program")


def _make_chain_table(evidence: BugReportData) -> Iterator[Block]:
    """Yield the chain of layers and drivers as a table."""
    lines = []
    for row, _ in evidence.explained_rows:
        position_text = str(row.position) if row.position else ""
        state = ": ".join(filter(None, (row.status, row.reason)))
        description = " · ".join(filter(None, (row.secondary, state, row.deviation, row.health)))
        lines.append(
            TableRow(
                (
                    make_text_runs(position_text),
                    make_code_runs(row.name),
                    make_text_runs(description),
                ),
                row.depth,
            )
        )
    yield Table(("", tr("Name"), tr("State")), tuple(lines))
    basis = tr(
        "Calls run from top to bottom. Predicted from files, without opening drivers or layers."
    )
    if any(row.health for row, _ in evidence.explained_rows):
        basis = tr(
            "Calls run from top to bottom. The chain is predicted from files; each driver and "
            "layer was opened alone to find out whether it works."
        )
    if evidence.report.basis == "probe":
        basis = tr("Calls run from top to bottom. Determined by opening drivers and layers.")
    yield Paragraph(make_text_runs(basis), is_note=True)


def _make_facts_table(facts: Iterable[LabeledFact]) -> Table:
    """Return facts as a table of two columns."""
    return Table(
        (),
        tuple(TableRow((make_text_runs(fact.label), make_text_runs(fact.value))) for fact in facts),
    )


def _make_system_page(evidence: BugReportData, _anchors: Anchors) -> Sequence[Block]:
    """Return the part about the system, with translated labels."""
    facts = [
        fact._replace(label=_SYSTEM_FACTS.get(fact.label, fact.label))
        for fact in evidence.system_facts
    ]
    return (_make_facts_table(facts),)


def _make_why_page(evidence: BugReportData, anchors: Anchors) -> Iterator[Block]:
    """Yield the part that tells the loader's decisions about each row."""
    for row, steps in evidence.explained_rows:
        if not steps:
            continue
        yield Heading(3, make_code_runs(row.name), anchors.make_unique(row.name))
        yield Table(
            ("", tr("Decision"), tr("Where")),
            tuple(
                TableRow(
                    (
                        make_text_runs(_MARK_SIGNS[step.mark]),
                        make_text_runs(step.text),
                        _render_place(step.file, step.line, step.note),
                    )
                )
                for step in steps
            ),
        )


def _render_place(file: str, line: int, note: str = "") -> Inline:
    """Return a file with its line, or the note if there is no file."""
    if not file:
        return make_text_runs(note)
    return make_code_runs(f"{file}:{line}" if line else file)


def _make_devices_page(evidence: BugReportData, anchors: Anchors) -> Iterator[Block]:
    """Yield the part about devices, each with its facts."""
    devices = evidence.report.devices
    for device in devices if isinstance(devices, tuple) else ():
        yield Heading(3, make_text_runs(device.name), anchors.make_unique(device.name))
        yield _make_facts_table(list_device_facts(device))


def _make_variables_page(evidence: BugReportData, _anchors: Anchors) -> Sequence[Block]:
    """Return the part about variables, with who sets each."""
    lines = []
    for entry in evidence.variables:
        row = entry.row
        if row.value is not None:
            setter = (
                _render_place(entry.file, entry.line)
                if entry.file
                else make_text_runs(entry.origin)
            )
            effects = make_text_runs("; ".join(row.effects))
            lines.append(
                TableRow((make_code_runs(row.name), make_code_runs(row.value), setter, effects))
            )
    if not lines:
        return (Paragraph(make_text_runs(tr("No variables for the loader or layers are set."))),)
    return (Table((tr("Variable"), tr("Value"), tr("Set by"), tr("Effect")), tuple(lines)),)


def _make_problems_page(evidence: BugReportData, _anchors: Anchors) -> Sequence[Block]:
    """Return the part about problems."""
    lines = tuple(
        TableRow(
            (
                make_text_runs(render_severity(problem.severity)),
                make_text_runs(
                    f"{make_title(problem, len(more_problems))}. {problem.consequence}".strip()
                ),
                _render_place(problem.file, problem.line),
            )
        )
        for problem, *more_problems in group_similar(evidence.problems, lambda problem: problem)
    )
    return (Table(("", tr("Problem"), tr("Where")), lines),)


def _make_configuration_page(evidence: BugReportData, _anchors: Anchors) -> Sequence[Block]:
    """Return the part with the configuration, as JSON."""
    document = encode_configuration(evidence.snapshot.request.configuration)
    return (Listing(json.dumps(document, indent=1, ensure_ascii=False, default=render_english)),)


def _make_files_page(evidence: BugReportData, anchors: Anchors) -> Iterator[Block]:
    """Yield the part with the contents of files."""
    for source in evidence.files:
        yield Heading(3, make_code_runs(source.path), anchors.make_unique(source.path))
        if source.is_planned:
            yield Paragraph(make_text_runs(tr("Planned: written for the launch, then removed.")))
        yield Paragraph(make_text_runs(source.error)) if source.error else Listing(source.text)


def _make_log_page(evidence: BugReportData, _anchors: Anchors) -> Iterator[Block]:
    """Yield the part with what the real loader did and printed."""
    check = evidence.verification
    if check is not None:
        yield Paragraph(make_text_runs(describe_verification(check)))
        if check.output:
            yield Listing(_shorten_log(check.output))


def describe_verification(check: Verification) -> str:
    """Return what the check with the real loader showed, as one sentence."""
    if check.agreed:
        return tr("The real loader was run, and its result matches this report.")
    return " ".join(check.sentences) or check.difference


def _make_output_page(evidence: BugReportData, _anchors: Anchors) -> Sequence[Block]:
    """Return the part with the output of the program that was launched last."""
    return (Listing(_shorten_log(evidence.program_output)),)


def _shorten_log(log: str) -> str:
    """Return the end of a long log, with the number of omitted lines."""
    if len(log) <= _MAX_LOG:
        return log
    end = log[-_MAX_LOG:]
    omission = counted(
        "… {n:,} earlier lines omitted",
        "… {n} earlier line omitted",
        log.count("\n") - end.count("\n"),
    )
    return f"{omission}\n{end}"


_PAGE_RENDERERS: dict[ReportPart, Callable[[BugReportData, Anchors], Iterable[Block]]] = {
    ReportPart.SYSTEM: _make_system_page,
    ReportPart.WHY: _make_why_page,
    ReportPart.DEVICES: _make_devices_page,
    ReportPart.VARIABLES: _make_variables_page,
    ReportPart.PROBLEMS: _make_problems_page,
    ReportPart.CONFIGURATION: _make_configuration_page,
    ReportPart.FILES: _make_files_page,
    ReportPart.LOADER_LOG: _make_log_page,
    ReportPart.OUTPUT: _make_output_page,
}


# as JSON


def _make_document(evidence: BugReportData, parts: Collection[ReportPart]) -> dict[str, Any]:
    """Return the report as a JSON object: a saved report with a member for each part."""
    report = evidence.report if ReportPart.DEVICES in parts else evidence.snapshot.report
    members: dict[ReportPart, Callable[[], object]] = {
        ReportPart.SYSTEM: lambda: [
            {"name": explained_row.label, "value": explained_row.value}
            for explained_row in evidence.system_facts
        ],
        ReportPart.WHY: lambda: [_write_row(row) for row in evidence.explained_rows],
        ReportPart.VARIABLES: lambda: [
            make_variable_json(variable) for variable in evidence.variables
        ],
        ReportPart.CONFIGURATION: lambda: encode_configuration(
            evidence.snapshot.request.configuration
        ),
        ReportPart.FILES: lambda: [file._asdict() for file in evidence.files],
        ReportPart.LOADER_LOG: lambda: _write_verification(evidence.verification),
        ReportPart.OUTPUT: lambda: _shorten_log(evidence.program_output),
    }
    shown_parts = [part for part in evidence.available_parts if part in parts]
    problems = evidence.problems if ReportPart.PROBLEMS in parts else ()
    return {
        **make_stamped_json(report),
        "problems": [PROBLEM_SCHEMA.write(problem) for problem in problems],
        BUG_REPORT_KEY: {
            "sentence": evidence.snapshot.sentences[0],
            **{
                part.value.replace("-", "_"): members[part]()
                for part in shown_parts
                if part in members
            },
        },
    }


def _write_row(explained_row: ExplainedRow) -> dict[str, Any]:
    """Return a row of the chain with its decisions as a JSON object."""
    row = explained_row.row
    steps = [{**step._asdict(), "mark": step.mark.json_value} for step in explained_row.steps]
    return {"name": row.name, "word": row.status, "reason": row.reason, "steps": steps}


def _write_verification(check: Verification | None) -> dict[str, Any] | None:
    """Return what the real loader did as a JSON object, None if it was not asked."""
    if check is None:
        return None
    return {
        **check._asdict(),
        "more": [verification._asdict() for verification in check.more],
        "output": _shorten_log(check.output),
        "sentence": describe_verification(check),
    }


def render_crash_report(
    versions: Mapping[str, str], happened: str, trace: str, log: str, environment: Mapping[str, str]
) -> str:
    """Return the text that the dialog shows after an error of this program.

    Args:
        versions: by component.
        happened: what happened, as a sentence.
        trace: the traceback.
        log: of this program, whose end is shown.
        environment: of this program.
    """
    facts = {
        **versions,
        "Python": sys.version.split()[0],
        "System": f"{platform.system()} {platform.release()} {platform.machine()}",
    }
    parts = (
        ("", "\n".join(f"{name}: {version}" for name, version in facts.items())),
        ("What happened", happened),
        ("Where", trace),
        ("Log", log),
    )
    report = "\n\n".join(
        f"{heading}\n{text.strip()}".strip() for heading, text in parts if text.strip()
    )
    redaction = Redaction.from_environment(environment, (), read_machine_name())
    return redaction.redact_text(report) + "\n"
