"""probe: open drivers and layers in child processes, and print the results."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_host, add_json, add_not_found
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain, wrap
from vkconfig_py.cli.report_text import SEVERITY_TONES
from vkconfig_py.cli.what_if import assume, make_assumed_application
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.options import read_what_if
from vkconfig_py.loader.api.probed_report import add_probe_results
from vkconfig_py.loader.api.report_json import probed_to_json
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.commands import add_probe
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.probe.console_probe import (
    SelectionError,
    probe_for_command,
    select_named,
    select_shown_results,
)
from vkconfig_py.loader.probe.probe_run import SELECT_EVERYTHING, ProbeSelection
from vkconfig_py.loader.rules.loader_report import LoaderReport, ProbeMismatch
from vkconfig_py.loader.wire.jobs import Health, State
from vkconfig_py.loader.wire.results import JobSubject, Probed, ProbeResults
from vkconfig_py.model.chain.probe_results import BROKEN_PROBE_STATUSES, decide_probe_severity
from vkconfig_py.model.chain.probe_words import PROBE_STATUS_BY_STATE, describe_failure

_WORD_BY_STATE = {
    State.HEALTHY: tr("Works"),
    State.REFUSES: tr("Rejects"),
    State.DOES_NOT_LOAD: tr("Does not load"),
    State.FAILS_TO_CREATE: tr("Fails"),
    State.CRASHED: tr("Crashes"),
    State.HUNG: tr("Hangs"),
    State.EXCEEDED_LIMIT: tr("Uses too many resources"),
    State.NO_ANSWER: tr("Ends the process"),
    State.NOT_PROBED: tr("Not probed"),
}
_MAX_WORD_LENGTH = max(map(len, _WORD_BY_STATE.values())) + 2
_TITLE_BY_JOB_SUBJECT = {JobSubject.DRIVER: tr("Drivers"), JobSubject.LAYER: tr("Layers")}
CREATE = "vkCreateInstance"
_AS_PREDICTED = tr("Everything matched the prediction.")
_NONE_TEXT = tr("none", "no layers")
_SENTENCE_BY_DIFFERENCE = {
    "create": tr("Predicted result of vkCreateInstance: {predicted}; actual result: {seen}"),
    "layers": tr("Predicted chain: {predicted}; actual chain: {seen}"),
    "order": tr("Predicted call order: {predicted}; actual call order: {seen}"),
}


_OTHER_ROOT = tr(
    "--root and --as select another system, whose libraries cannot be loaded on this "
    "machine. To read its files, use “vkconfig-py show” with the same option."
)


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py probe": tr("probe every driver, every layer and the whole chain"),
        "vkconfig-py probe KHRONOS_validation": tr("probe one layer"),
        "vkconfig-py probe lvp_icd.x86_64.json": tr("probe one driver"),
        "vkconfig-py probe --enable-layer VK_LAYER_KHRONOS_validation --json": "",
    }
    add_not_found(parser)
    parser.exit_codes[Exit.FAILED] = tr("a driver or layer fails, crashes or hangs")
    add_json(parser)
    add_probe(parser)
    add_host(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    with open_machine() as machine:
        report = ask_report(options, machine, output)
        selection = SELECT_EVERYTHING
        if options.name:
            if read_what_if(options).is_empty:
                report = _add_own_folders(report, machine, output)
            selection = _select_parts(options.name, report)
        report, results = open_libraries(report, selection, options)
    report = report._replace(probe_results=select_shown_results(results, selection))
    return print_probe_results(report, output)


def print_probe_results(report: LoaderReport, output: Output) -> int:
    """Print whether drivers, layers and the chain work, and return the exit code."""
    results = report.probe_results
    assert results is not None
    chain = (results.chain,) if results.chain is not None else ()
    shown_results = (*results.drivers, *results.layers, *chain)
    are_all_healthy = all(
        probe_result.health.state is State.HEALTHY for probe_result in shown_results
    )
    code = Exit.OK if are_all_healthy and not report.mismatches else Exit.FAILED
    if output.as_json:
        layers = [active_layer.manifest.name for active_layer in report.callstack]
        head = {"create": report.create_result, "chain": layers} if chain else {}
        output.outcome({**head, **probed_to_json(report)}, code)
    else:
        _print_results(shown_results, report, bool(chain), output)
    return code


def ask_report(
    options: argparse.Namespace, machine: Machine, output: Output, *, with_remedies: bool = True
) -> LoaderReport:
    """Return the report of this machine under the assumptions of the command line.

    Args:
        options: have the assumptions.
        machine: this one.
        output: for notes on the assumptions.
        with_remedies: whether to add the remedies of layers and drivers, which takes time.

    Raises:
        CommandError: the assumptions include another root, whose libraries cannot be opened here.
    """
    what_if = read_what_if(options)
    is_elsewhere = what_if.has_other_root and what_if.root not in ("", "/")
    if is_elsewhere:
        raise CommandError(_OTHER_ROOT)
    assumed_machine = assume(what_if, machine, output)
    application = make_assumed_application(options, assumed_machine, output)
    report = discover(
        assumed_machine.host,
        application,
        assumed_machine.profile,
        machine.cache,
        with_remedies=with_remedies,
    )
    return report._replace(opened_loader=assumed_machine.opened_loader)


def open_libraries(
    report: LoaderReport, selection: ProbeSelection, options: argparse.Namespace
) -> tuple[LoaderReport, ProbeResults]:
    """Load drivers and layers in child processes.

    Return the report with the results, and the results.
    """
    results = probe_for_command(
        report,
        Host.read_current().environment,
        selection,
        ignores_cache=options.again,
        server=options.server,
    )
    if results.refusal:
        raise CommandError(results.refusal)
    return add_probe_results(report, results), results


def _add_own_folders(report: LoaderReport, machine: Machine, output: Output) -> LoaderReport:
    """Return the report with the layers of the folders that the user added."""
    # Only a named part needs them; their imports take longer than many a driver.
    from vkconfig_py.cli.planning import make_configured_request
    from vkconfig_py.cli.workspace import make_program_configuration, read_workspace
    from vkconfig_py.model.chain.compute import predict
    from vkconfig_py.model.plan.plan import DEFAULT_VIEW

    workspace = read_workspace(machine, output)
    if not workspace.sources:
        return report
    configuration = make_program_configuration(machine, workspace.selected_configuration, workspace)
    request = make_configured_request(machine, configuration, DEFAULT_VIEW)
    return predict(request, machine.cache).inventory


def _select_parts(name: str, report: LoaderReport) -> ProbeSelection:
    """Return the drivers and layers to load by name.

    Raises:
        CommandError: nothing has that name.
    """
    try:
        return select_named(name, report)
    except SelectionError as error:
        raise CommandError(str(error), Exit.NOT_FOUND) from None


def _print_results(
    shown_results: tuple[Probed, ...], report: LoaderReport, shows_chain: bool, output: Output
) -> None:
    """Print whether each driver and layer works, then how the chain differs from the prediction."""
    for subject, title in _TITLE_BY_JOB_SUBJECT.items():
        group = [probe_result for probe_result in shown_results if probe_result.subject is subject]
        if group:
            output.line(output.paint(title, "strong"))
            name_width = max(len(_get_name(probe_result)) for probe_result in group)
            for probe_result in group:
                _print_result(probe_result, name_width, output)
            output.line()
    if not shows_chain:
        return
    output.line(output.paint(tr("Chain"), "strong"))
    for position, active_layer in enumerate(report.callstack, 1):
        output.line(f" {position:<2} {plain(active_layer.manifest.name)}")
    tone = "ok" if report.create_result == "VK_SUCCESS" else "error"
    result = output.paint(plain(report.create_result), tone)
    text = tr("{command} returns {result}", command=CREATE, result=result)
    output.line(f" {text}")
    chain = next(
        (
            probe_result.health
            for probe_result in shown_results
            if probe_result.subject is JobSubject.CHAIN
        ),
        Health(),
    )
    if chain.state not in (State.HEALTHY, State.FAILS_TO_CREATE):
        word = output.paint(_WORD_BY_STATE[chain.state], _choose_tone(chain.state))
        output.line(f" {word}: {plain(render_health(chain))}")
    for difference in report.mismatches:
        output.line(output.paint(f" {_render_mismatch(difference)}", "warn"))
    if chain.state is State.HEALTHY and not report.mismatches:
        output.line(f" {_AS_PREDICTED}")


def _choose_tone(state: State) -> str:
    """Return the tone of a result, that of its problem where it failed."""
    probe_status = PROBE_STATUS_BY_STATE.get(state)
    if probe_status in BROKEN_PROBE_STATUSES:
        return SEVERITY_TONES[decide_probe_severity(probe_status)]
    return "faint" if probe_status is None else "ok"


def _print_result(probe_result: Probed, name_width: int, output: Output) -> None:
    """Print the result of one library, its name padded to `name_width` columns."""
    state = probe_result.health.state
    # Padded before they are coloured: colour codes would count as columns.
    padded_word = output.paint(_WORD_BY_STATE[state].ljust(_MAX_WORD_LENGTH), _choose_tone(state))
    head = f" {_get_name(probe_result).ljust(name_width)}  {padded_word}"
    lines = wrap(
        plain(render_health(probe_result.health)), output.width - name_width - _MAX_WORD_LENGTH - 3
    )
    output.line(f"{head}{lines[0]}".rstrip())
    for continuation in lines[1:]:
        output.line(" " * (name_width + _MAX_WORD_LENGTH + 3) + continuation)


def _get_name(probe_result: Probed) -> str:
    return plain(probe_result.name or get_base_name(probe_result.manifest))


def render_health(health: Health) -> str:
    """Return how long loading a library took, or what went wrong."""
    if health.state is State.HEALTHY:
        return f"{health.total_seconds * 1000:.0f} ms"
    return describe_failure(health)


def _render_mismatch(difference: ProbeMismatch) -> str:
    """Return the sentence about a part of the chain that is not as predicted."""
    predicted_text, entered = (", ".join(names) or _NONE_TEXT for names in difference[1:])
    return plain(
        _SENTENCE_BY_DIFFERENCE[difference.what].format(predicted=predicted_text, seen=entered)
    )
