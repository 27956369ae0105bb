"""show -c: what a program gets under a configuration, row by row as the window shows it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain, render_location
from vkconfig_py.cli.output_files import (
    make_name_members,
    plan_members,
    render_variable_line,
    show_files,
)
from vkconfig_py.cli.planning import make_configured_request, print_limitations
from vkconfig_py.cli.subjects import CONTROL_WORDS
from vkconfig_py.cli.what_if import find_what_if
from vkconfig_py.cli.workspace import find_configuration, make_program_configuration, read_workspace
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.chain.loader_variables import (
    ExplainedVariable,
    describe_environment,
    make_variable_json,
)
from vkconfig_py.model.chain.probe_rows import add_probe_findings
from vkconfig_py.model.chain.prober import open_prober
from vkconfig_py.model.chain.snapshot import compute_snapshot
from vkconfig_py.model.chain.snapshot_values import GROUP_HEADER_KINDS, ChainSnapshot, Row, RowKind
from vkconfig_py.model.chain.what_if_snapshot import (
    add_what_if,
    mark_differences,
    summarize_what_if,
)
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.plan.plan import DEFAULT_VIEW, Mechanism, Plan, PlanView
from vkconfig_py.model.programs.matching import find_reach
from vkconfig_py.model.programs.program_paths import find_compared_program
from vkconfig_py.model.text.wording import capitalise

_NUMBER_WIDTH = 3
_TONE_BY_ROW_TONE = {"ok": "ok", "warn": "warn", "error": "error", "simulated": "warn"}
_UNSET_CONTROL = "auto"


def show_chain(options: argparse.Namespace, output: Output) -> int:
    """Print the chain of a program under the -c configuration, and return the exit code."""
    with open_machine(demo=options.demo) as machine:
        what_if = find_what_if(options, machine.host)
        workspace = read_workspace(machine, output)
        chosen_configuration = find_configuration(workspace, options.configuration)
        configuration = make_program_configuration(machine, chosen_configuration, workspace)
        request = make_configured_request(
            machine, configuration, _find_view(options, configuration, machine)
        )
        shown_snapshot = compute_snapshot(request, machine.cache)
        differs = ""
        if not what_if.is_empty:
            without_assumptions, assumed_request = (
                shown_snapshot,
                add_what_if(request, what_if, machine.loaders),
            )
            shown_snapshot = mark_differences(
                without_assumptions, compute_snapshot(assumed_request, machine.cache)
            )
            differs = summarize_what_if(without_assumptions, shown_snapshot).difference_text
        shown_snapshot = _add_earlier_probes(shown_snapshot, machine)
        variables: Sequence[ExplainedVariable] = ()
        if options.variables_too:
            variables = describe_environment(shown_snapshot, demo=options.demo)
    _print_chain(shown_snapshot, differs, output)
    for entry in variables:
        _print_variable(entry, output)
    if options.preview:
        _print_plan(shown_snapshot.plan, output)
    output.outcome(
        {
            "configuration": make_name_members(chosen_configuration),
            "view": options.view,
            "sentence": shown_snapshot.summary.sentences[0],
            "differs": differs,
            "rows": [_row_to_json(row) for row in shown_snapshot.rows],
            "variables": [*map(make_variable_json, variables)],
            "plan": plan_members(shown_snapshot.plan),
        }
    )
    return Exit.OK


def _find_view(
    options: argparse.Namespace, configuration: Configuration, machine: Machine
) -> PlanView:
    """Return the view that --view names.

    Raises:
        CommandError: the configuration has no program for that view.
    """
    match options.view:
        case "variables":
            return PlanView(Mechanism.ENVIRONMENT)
        case "every":
            return PlanView(Mechanism.AUTOMATIC)
        case "listed":
            program_list = find_reach(configuration, machine.host).program_list
            if not program_list.programs:
                raise CommandError(
                    program_list.no_program_reason or tr("This configuration lists no programs.")
                )
            return PlanView(Mechanism.AUTOMATIC, program_list.programs, follows_program_list=True)
        case "program":
            target = find_reach(configuration, machine.host).target
            if options.program:
                target = find_compared_program(options.program, machine.host)
            if not target.real_path:
                raise CommandError(
                    target.why_unmatched
                    or tr("No program is selected; use {option}", option="-p PATH")
                )
            return PlanView(Mechanism.AUTOMATIC, (target.real_path,))
        case _:
            return DEFAULT_VIEW


def _add_earlier_probes(snapshot: ChainSnapshot, machine: Machine) -> ChainSnapshot:
    """Return the snapshot with the results of earlier probes. No library is loaded."""
    prober = open_prober(machine.host.environment, machine.paths, machine.recorded)
    return add_probe_findings(snapshot, prober.read_findings(snapshot.report).findings)


def _print_chain(snapshot: ChainSnapshot, differs: str, output: Output) -> None:
    """Print the summary and the rows of a chain. `differs`: what a what-if changes, or ""."""
    output.line(output.paint(plain(snapshot.summary.sentences[0]), "strong"))
    if differs:
        output.line(plain(differs))
    for row in snapshot.rows:
        if row.kind in GROUP_HEADER_KINDS:
            output.line()
            output.line(output.paint(plain(f"{row.name} {row.secondary}".rstrip()), "strong"))
        else:
            _print_row(row, output)


def _print_row(row: Row, output: Output) -> None:
    number = str(row.position) if row.position else ""
    indent = _NUMBER_WIDTH + 1 + 2 * row.depth
    number_prefix = number.rjust(_NUMBER_WIDTH).ljust(indent)
    name = output.paint(plain(row.name), "" if row.kind is RowKind.LAYER else "faint")
    verdict_text = (
        f"{row.status}: {row.reason}" if row.status and row.reason else row.status or row.reason
    )
    control_text = (
        f"[{CONTROL_WORDS[row.control]}]" if row.control not in ("", _UNSET_CONTROL) else ""
    )
    verdict = output.paint(plain(verdict_text), _TONE_BY_ROW_TONE.get(row.tone.value, ""))
    facts = output.paint(plain(row.secondary), "faint")
    health_text = row.short_health if row.health else ""
    health = output.paint(plain(health_text), _TONE_BY_ROW_TONE.get(row.health_tone.value, ""))
    parts = (name, control_text, facts, health, verdict, plain(row.delta))
    output.line(number_prefix + "  ".join(filter(None, parts)))
    for text in filter(None, (row.deviation, row.current_state)):
        output.paragraph(text, indent + 2, tone="warn")


def _print_variable(entry: ExplainedVariable, output: Output) -> None:
    """Print a variable with its value, where it is set and what it does."""
    row = entry.row
    value = "" if row.value is None else f"={row.value}"
    location = f" ({render_location(entry.file, entry.line)})" if entry.file else ""
    output.line()
    output.line(output.paint(plain(f"{row.name}{value}"), "strong"))
    output.paragraph(f"{capitalise(entry.origin)}{location}", tone="faint")
    for effect in row.effects:
        output.paragraph(capitalise(effect))


def _print_plan(plan: Plan, output: Output) -> None:
    output.line()
    output.line(output.paint(plain(plan.summary), "strong"))
    show_files(plan, output)
    for variable in plan.variables:
        output.line(plain(render_variable_line(variable)))
    print_limitations(plan.limits, output)


def _row_to_json(row: Row) -> dict[str, object]:
    return {
        "kind": row.kind.value,
        "name": row.name,
        "place": row.position,
        "control": row.control,
        "word": row.status,
        "reason": row.reason,
        "deviation": row.deviation,
        "manifest": row.manifest,
        "secondary": row.secondary,
        "health": row.health,
        "delta": row.delta,
        "today": row.current_state,
    }
