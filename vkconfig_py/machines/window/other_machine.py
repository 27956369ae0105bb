"""Another machine for the window, read-only: opened or asked, and the snapshot of its report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.api.optional_parts import MachineKind
from vkconfig_py.loader.base.verdicts import Mark, Outcome, Problem, Reason, Severity, Step
from vkconfig_py.loader.explain.explanation import explain_component
from vkconfig_py.loader.explain.verdict_sentences import find_effective_outcome, render_outcome
from vkconfig_py.loader.platforms.local_paths import resolve_below_root
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import FoundDriver, FoundLayer, LoaderReport
from vkconfig_py.loader.wire.results import Cancellation
from vkconfig_py.machines.open_machine import open_machine
from vkconfig_py.model.chain.compute import Prediction
from vkconfig_py.model.chain.probe_rows import add_probe_findings
from vkconfig_py.model.chain.prober import make_probe_report
from vkconfig_py.model.chain.snapshot import build_rows
from vkconfig_py.model.chain.snapshot_sentences import write_summary
from vkconfig_py.model.chain.snapshot_values import (
    ChainSnapshot,
    ChainSummary,
    Row,
    RowKind,
    SnapshotReports,
    add_driver_state,
    make_loading_summary,
)
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.plan.inventory import index_inventory
from vkconfig_py.model.plan.plan import DEFAULT_VIEW, Mechanism, Plan, PredictionRequest
from vkconfig_py.model.programs.program_paths import ProgramMatch, ProgramState
from vkconfig_py.model.text.wording import capitalise

NOT_PROBED_TEXT = tr("not probed")
_MARK_BY_OUTCOME = {
    Outcome.LOADS: Mark.PASS,
    Outcome.ACTS: Mark.PASS,
    Outcome.UNKNOWN: Mark.NEUTRAL,
    Outcome.OFF: Mark.NEUTRAL,
    Outcome.IGNORED: Mark.NEUTRAL,
}


@dataclass(frozen=True)
class OtherMachine:
    """A machine that is shown in place of this one.

    Attributes:
        origin: the path or address that was opened.
        name: its name.
        description: kind and origin, as the end of a sentence.
        snapshot: its chain.
        notes: what was assumed, or what else is known.
        has_files: its files can be read here, so that every rule can be told.
    """

    origin: str
    name: str
    description: str
    snapshot: ChainSnapshot
    notes: tuple[str, ...]
    has_files: bool

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the machine. Files that cannot be read here are named in the text."""
        problems = self.snapshot.report.problems
        return problems if self.has_files else tuple(map(_move_file_into_text, problems))

    @property
    def is_partial(self) -> bool:
        """Whether only the path of some of its manifests is known."""
        layers = self.snapshot.report.found_layers
        return any(layer.verdict.reason is Reason.FILE_NOT_HERE for layer in layers)

    def find_local_file(self, file: str) -> str:
        """Return the path on this machine of a file of the other one.

        Raises:
            OSError: a loop of links.
        """
        return resolve_below_root(self.snapshot.report.host.root, file)

    def find_steps(self, key: str) -> tuple[Step, ...]:
        """Return why a row has its state. Reads files of a root folder, so off the GUI thread."""
        report = self.snapshot.report
        if key == "program":
            sentences = (capitalise(f"{self.description}."), *self.notes)
            return tuple(Step(Mark.FACT, note) for note in sentences)
        subject = key.partition(":")[2].partition("#")[0]
        return (
            explain_component(report, subject)
            if self.has_files and subject
            else list_verdict_steps(report, key)
        )


def read_machine(
    origin: str,
    cancellation: Cancellation | None = None,
    kinds: Sequence[MachineKind] | None = None,
) -> OtherMachine:
    """Open the machine at a path, or ask the one at an address.

    `cancellation` ends the work early, None for never. `kinds` is the kinds of machines to try,
    None for all.

    Raises:
        OpenMachineError: there is no machine, or no answer.
    """
    opened_machine = open_machine(origin, cancellation, kinds)
    report = opened_machine.report
    has_files = opened_machine.document is None
    return OtherMachine(
        origin=origin,
        name=opened_machine.name,
        description=opened_machine.description,
        snapshot=make_snapshot(report, report.host.executable if has_files else ""),
        notes=opened_machine.notes,
        has_files=has_files,
    )


def _move_file_into_text(problem: Problem) -> Problem:
    """Return a problem whose file is named in its text, as it cannot be opened."""
    if not problem.file:
        return problem
    location = render_file_path(problem.file, problem.line)
    consequence = f"{problem.consequence} ({location})".strip()
    return problem._replace(consequence=consequence, file="", line=0)


def make_snapshot(report: LoaderReport, program: str = "") -> ChainSnapshot:
    """Return the chain of a report as rows without controls.

    `program` is the path of the program that the report is about. It is not taken from the report:
    the executable of a saved one is often the interpreter that wrote it.
    """
    match = ProgramMatch(state=ProgramState.NONE)
    if program:
        match = ProgramMatch(ProgramState.BINARY, get_base_name(program), program, program)
    request = PredictionRequest(
        host=report.host,
        profile=report.profile,
        configuration=Configuration(key="", name=""),
        view=DEFAULT_VIEW,
        application=report.application,
        loaders=report.loaders,
        opened_loader=report.opened_loader,
    )
    plan = Plan(Mechanism.LAUNCH)
    answer = Prediction(
        request=request,
        program=match,
        inventory=report,
        inventory_index=index_inventory(report),
        plan=plan,
        report=report,
    )
    rows = tuple(map(_strip_actions, build_rows(request, answer, is_elsewhere=True)))
    findings = SnapshotReports(report, plan, report)
    summary = write_summary(request, answer)
    if summary.loading is not None:  # its end tells what this program applied here
        summary = _add_unread_note(make_loading_summary(summary.loading._replace(tail="")), report)
    snapshot = ChainSnapshot(
        request=request,
        rows=rows,
        summary=summary,
        find=lambda: findings,
    )
    if report.probe_results is None:
        return snapshot
    # Without the chain: the order of entries is no part of a saved report.
    probed = make_probe_report(report, report.probe_results._replace(chain=None)).findings
    snapshot = add_probe_findings(snapshot, probed)
    return snapshot.with_rows(tuple(map(_strip_actions, snapshot.rows)))


def _add_unread_note(summary: ChainSummary, report: LoaderReport) -> ChainSummary:
    """Return a summary that also says how many manifests could not be read."""
    unread_count = sum(
        layer.verdict.reason is Reason.FILE_NOT_HERE for layer in report.found_layers
    )
    if not unread_count or summary.loading is None:
        return summary
    if report.callstack:
        unread_note = counted(
            "More layers may load: {n:,} manifests are not available.",
            "More layers may load: {n:,} manifest is not available.",
            unread_count,
        )
        return make_loading_summary(summary.loading._replace(tail=unread_note))
    program = summary.loading.subject
    return ChainSummary(
        (
            counted(
                "The layers that {who} will load are unknown: {n:,} manifests are listed "
                "on the other machine but not available.",
                "The layers that {who} will load are unknown: {n:,} manifest is listed on "
                "the other machine but not available.",
                unread_count,
                who=program,
            ),
            counted(
                "The layers that {who} will load are unknown: {n:,} manifests are not available.",
                "The layers that {who} will load are unknown: {n:,} manifest is not available.",
                unread_count,
                who=program,
            ),
            tr("The layers that {who} will load are unknown.", who=program),
        ),
    )


def _strip_actions(row: Row) -> Row:
    """Return a row without what can only be done in a window on that machine."""
    if row.kind is RowKind.DRIVER and row.is_unknown:
        # Here the first one speaks for all, and offers to probe them.
        row = add_driver_state(row._replace(status=NOT_PROBED_TEXT, reason=""), NOT_PROBED_TEXT)
    return row._replace(control="", controls=(), is_elsewhere=True)


def render_file_path(file: str, line: int) -> str:
    """Return a file with a line, without the line if it is 0."""
    return tr("{file}, line {line}", file=file, line=line) if line else file


def list_verdict_steps(report: LoaderReport, key: str) -> tuple[Step, ...]:
    """Return why a row has its state, as far as a saved report says it.

    It has the verdicts, not the rules that were passed before.
    """
    kind, _, subject = key.partition(":")
    if kind == "loader":
        library = report.profile.library or tr("none installed")
        return (
            Step(
                Mark.FACT,
                tr(
                    "Loader {version}: {library}",
                    version=report.profile.version_text,
                    library=library,
                ),
            ),
        )
    return tuple(_list_steps(report, subject.partition("#")[0])) if subject else ()


def _list_steps(report: LoaderReport, subject: str) -> Iterator[Step]:
    """Yield the verdicts of a report on a layer or driver.

    `subject` is the name or file.
    """
    layers_and_drivers: list[FoundLayer | FoundDriver] = [*report.found_layers, *report.drivers]
    for component in layers_and_drivers:
        if subject not in (component.file, getattr(component, "name", "")):
            continue
        outcome, reason = find_effective_outcome(component, report)
        verdict = component.verdict
        yield Step(
            _MARK_BY_OUTCOME.get(outcome, Mark.AGAINST),
            f"{render_outcome(outcome)}: {reason}",
            note=render_file_path(verdict.file or component.file, verdict.line),
            decisive=True,
        )
        library = component.manifest.library if component.manifest is not None else ""
        if library:
            yield Step(Mark.FACT, tr("Library {library}", library=library))
        description = getattr(component.manifest, "description", "")
        if description:
            yield Step(Mark.FACT, capitalise(description))


def list_problem_steps(problem: Problem) -> tuple[Step, ...]:
    """Return a problem in full, as the steps that explain a row."""
    mark = Mark.FACT if problem.severity is Severity.NOTE else Mark.AGAINST
    title = Step(mark, problem.title, problem.file, problem.line, decisive=True)
    return (title, Step(Mark.FACT, problem.consequence)) if problem.consequence else (title,)
