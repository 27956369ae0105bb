"""explain: the full explanation of a layer, a driver or any other subject of a report."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Sequence

from vkconfig_py.cli.arguments import CommandParser, add_demo, add_json, add_selected
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain, render_location, wrap
from vkconfig_py.cli.report_text import choose_tone
from vkconfig_py.cli.subjects import find_absent_layer, make_ambiguity_error
from vkconfig_py.cli.what_if import assume, find_what_if, make_assumed_application
from vkconfig_py.cli.workspace import (
    make_effective_configuration,
    make_inventory,
    read_workspace,
)
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.advice import (
    Advice,
    advise,
    explain_missing_remedy,
    find_deciding_variables,
)
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.api.options import add_program, add_what_if, read_application, read_what_if
from vkconfig_py.loader.api.report_json import remedy_to_json, verdict_to_json
from vkconfig_py.loader.api.runtime_view import RuntimeView
from vkconfig_py.loader.api.what_if import AssumedMachine, WhatIf
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.verdicts import Mark, Step, Verdict
from vkconfig_py.loader.explain.explanation import explain_component, list_other_subjects
from vkconfig_py.loader.explain.verdict_sentences import (
    find_effective_outcome,
    render_outcome,
    render_verdict,
)
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import FoundDriver, FoundLayer, LoaderReport
from vkconfig_py.loader.wire.jobs import DriverAnswer
from vkconfig_py.model.chain.layer_order import explain_layer_order
from vkconfig_py.model.chain.quick_fix import (
    AFTER_THIS,
    CHANGE_HEADING,
    GOAL_HEADINGS,
    QuickFixKind,
    describe_remedy,
)
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row
from vkconfig_py.model.layer_settings.known_layers import explain_departure
from vkconfig_py.model.text.wording import capitalise

_LAYER_NAME_PREFIX = "VK_LAYER_"
_SIGN_BY_MARK = {Mark.PASS: "✓", Mark.AGAINST: "✗", Mark.NEUTRAL: "–", Mark.FACT: "–"}
ONLY_CONFIGURED = tr(
    "It is in a folder that you added: only programs that use your configurations find it."
)
_MARK_TONES = {Mark.PASS: "ok", Mark.AGAINST: "error", Mark.NEUTRAL: "faint", Mark.FACT: "faint"}


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py explain VK_LAYER_KHRONOS_validation": "",
        "vkconfig-py explain mangohud": "",
        "vkconfig-py explain mangohud -c Validation -p vkcube": "",
        "vkconfig-py explain lvp_icd.x86_64.json": "",
        "vkconfig-py explain VK_INSTANCE_LAYERS --set VK_INSTANCE_LAYERS=VK_LAYER_mine": "",
        "vkconfig-py explain mangohud --loader-version 1.3.239 --elevated": "",
    }
    add_json(parser)
    parser.add_argument(
        "name",
        metavar="SUBJECT",
        help=tr(
            "layer, driver manifest, variable, pattern, extension, settings file, or part of a name"
        ),
    )
    add_selected(
        parser,
        tr(
            "explain a launch with this configuration (default: a program started without "
            "vkconfig-py)"
        ),
    )
    add_program(parser)
    add_what_if(parser)
    add_demo(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    name = options.name.strip()
    if not name:
        text = tr(
            "Specify what to explain: a layer, driver manifest, variable, pattern or extension"
        )
        raise CommandError(text, Exit.USAGE)
    with open_machine(demo=options.demo) as machine:
        try:
            return _explain(name, options, machine, output)
        except _UnknownNameError:
            if options.runtime_view is not None or not read_what_if(options).is_empty:
                raise  # it may be installed on this machine
            report = _discover_own_folders(machine, output)
            layer = find_absent_layer(name, report)
            if layer is None:
                raise
            _print_absent_layer(report, layer, output)
            return Exit.OK


class _UnknownNameError(CommandError):
    """No report has a name."""


def _explain(name: str, options: argparse.Namespace, machine: Machine, output: Output) -> int:
    """Print the explanation of what a name means on this machine.

    Raises:
        CommandError: the name means nothing, or several things.
    """
    what_if = read_what_if(options)
    if options.configuration:
        if read_application(options) != Application():
            text = tr("-c cannot be combined with options that say what the program requests.")
            raise CommandError(text, Exit.USAGE)
        snapshot = _compute_launch(options, machine, output)
        report = inventory = snapshot.report
        subject = _find_subject(name, report, None, machine)
        row, steps = _explain_launched(snapshot, subject, machine.cache)
    else:
        report, inventory, subject = _discover(name, what_if, options, machine, output)
        row, steps = None, explain_component(report, subject, machine.cache)
        chain = _list_chain(report)
        departure = explain_departure(subject) if subject in chain else ()
        steps = (*steps, *departure, *explain_layer_order(chain, subject))
    output.line(output.paint(plain(subject), "strong"))
    component = _find_component(subject, report)
    verdict = _find_verdict(subject, report)
    if verdict is not None:
        outcome, reason = verdict.outcome, render_verdict(verdict, report)
        if component is not None:
            outcome, reason = find_effective_outcome(component, report)
        tone = choose_tone(component, outcome)
        reason = row.reason if row is not None else reason
        output.line(f"{output.paint(render_outcome(outcome), tone)}: {plain(reason)}")
    output.line()
    for step in steps:
        _print_step(step, output)
    advice: Sequence[Advice] = ()
    if report is not inventory:  # what turns it on elsewhere does not bring it to a program
        output.line()
        output.line(ONLY_CONFIGURED)
    elif component is not None and not options.configuration:
        advice = advise(report, component, machine.cache)
        _print_remedies(component, advice, output)
    elif options.configuration:
        _print_move(snapshot, subject, options.configuration, machine.cache, output)
    output.outcome(
        {
            "subject": subject,
            "verdict": None if verdict is None else verdict_to_json(verdict, report),
            "story": [_step_to_json(step) for step in steps],
            "advice": [_advice_to_json(entry, component.verdict) for entry in advice if component],
        }
    )
    return Exit.OK


def _discover(
    name: str, what_if: WhatIf, options: argparse.Namespace, machine: Machine, output: Output
) -> tuple[LoaderReport, LoaderReport, str]:
    """Return the report that has a subject, that of the programs' own folders, and the subject.

    The two reports are the same unless only folders that the user added have the subject.

    Raises:
        CommandError: no report has it, or its name is ambiguous.
    """
    assumed_machine = assume(what_if, machine, output)
    application = make_assumed_application(options, assumed_machine, output)
    inventory = discover(assumed_machine.host, application, assumed_machine.profile, machine.cache)
    try:
        return (
            inventory,
            inventory,
            _find_subject(name, inventory, options.runtime_view, machine),
        )
    except CommandError as stop:
        reason = _explain_absence(name, options.runtime_view, machine, assumed_machine, application)
        if reason or not what_if.is_empty or stop.code is not Exit.NOT_FOUND:
            raise CommandError(reason, Exit.NOT_FOUND) if reason else stop from None
    report = _discover_own_folders(machine, output)
    return report, inventory, _find_subject(name, report, None, machine)


def _compute_launch(options: argparse.Namespace, machine: Machine, output: Output) -> ChainSnapshot:
    """Return the chain of a launch with a configuration, under the assumptions of the options."""
    from vkconfig_py.cli.planning import make_launch_request
    from vkconfig_py.model.chain.snapshot import compute_snapshot
    from vkconfig_py.model.chain.what_if_snapshot import add_what_if as add_assumptions

    what_if = find_what_if(options, machine.host)
    configuration = make_effective_configuration(machine, options.configuration, output)
    request = make_launch_request(machine, configuration)
    if not what_if.is_empty:
        request = add_assumptions(request, what_if, machine.loaders)
    return compute_snapshot(request, machine.cache)


def _explain_launched(
    snapshot: ChainSnapshot, subject: str, cache: DocumentCache
) -> tuple[Row | None, Sequence[Step]]:
    """Return the row of a subject in the chain of a launch, None without one, and its steps."""
    from vkconfig_py.model.chain.row_details import explain_row

    def find_steps(report: LoaderReport, name: str) -> tuple[Step, ...]:
        return tuple(explain_component(report, name, cache))

    for row in snapshot.rows:
        if row.key.partition(":")[2] == subject:
            return row, explain_row(snapshot, row.key, find_steps)
    return None, find_steps(snapshot.report, subject)


def _discover_own_folders(machine: Machine, output: Output) -> LoaderReport:
    """Return the report of this machine with the layer folders that the user added."""
    return make_inventory(machine, read_workspace(machine, output).sources)


def _explain_absence(
    name: str,
    runtime_view: RuntimeView | None,
    machine: Machine,
    assumed_machine: AssumedMachine,
    application: Application,
) -> str:
    """Return why a process does not find what this session finds, "" if that is not known.

    Args:
        name: of a layer or driver, or part of it.
        runtime_view: the process.
        machine: this machine, in this session.
        assumed_machine: the machine as the process sees it.
        application: what the program requests.
    """
    if runtime_view is None or runtime_view.process is None:
        return ""
    own_report = discover(machine.host, application, assumed_machine.profile, machine.cache)
    try:
        subject = _find_subject(name, own_report, None, machine)
    except CommandError:
        return ""
    deciders = find_deciding_variables(
        assumed_machine.host,
        machine.host.environment,
        application,
        assumed_machine.profile,
        machine.cache,
    )
    component = _find_component(subject, own_report)
    decider = deciders.get(component.file) if component is not None else None
    if decider is None:
        return tr("Process {pid} cannot find {name}.", pid=runtime_view.name, name=subject)
    return tr(
        "Process {pid} cannot find {name}: {reason}, but {other} in your session.",
        pid=runtime_view.name,
        name=subject,
        reason=decider.sentence,
        other=decider.value_there or tr("not set"),
    )


def _find_subject(
    name: str, report: LoaderReport, runtime_view: RuntimeView | None, machine: Machine
) -> str:
    """Return the full name that a name or an unambiguous part of one refers to.

    The name of a device stands for its driver.

    Raises:
        CommandError: no match, or more than one.
    """
    layers = _list_component_names(report)
    other_names = list_other_subjects(report)
    base = {layer: get_base_name(layer) for layer in layers}
    # A manifest that is skipped is called by its file, and found by its layer's name too.
    skipped = {layer.file: layer.name for layer in report.found_layers if layer.manifest is None}
    # From exact to vague: the first kind of match that finds anything decides.
    tries: tuple[tuple[Sequence[str], Callable[[str], bool]], ...] = (
        (layers, lambda layer: name in (layer, base[layer])),
        (tuple(skipped), lambda file: skipped[file] == name),
        (other_names, lambda subject: subject == name),
        (layers, lambda layer: layer.removeprefix(_LAYER_NAME_PREFIX) == name),
        (tuple(skipped), lambda file: skipped[file].removeprefix(_LAYER_NAME_PREFIX) == name),
        (layers, lambda layer: name.casefold() in layer.casefold()),
        (other_names, lambda subject: name.casefold() in subject.casefold()),
    )
    for candidates, fits in tries:
        matches = [candidate for candidate in candidates if fits(candidate)]
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise make_ambiguity_error(name, matches)
    drivers = _find_drivers_of_device(name, report, machine)
    if len(drivers) == 1:
        return drivers[0]
    if drivers:
        raise make_ambiguity_error(name, drivers)
    full_name = name if name.startswith(_LAYER_NAME_PREFIX) else f"{_LAYER_NAME_PREFIX}{name}"
    reason, command = runtime_view.explain_absence(full_name) if runtime_view else ("", "")
    if reason:
        sentence = tr("No “{name}” found in this view. {reason}.", name=name, reason=reason)
        if command:
            sentence = tr(
                "No “{name}” found in this view. {reason}. If your Flatpak remote offers "
                "it, install it with: {command}",
                name=name,
                reason=reason,
                command=command,
            )
        raise CommandError(sentence, Exit.NOT_FOUND)
    raise _UnknownNameError(
        tr(
            "No layer, driver, variable, pattern, extension or settings file named "
            "“{name}”. To list the names: vkconfig-py layer list, driver list or device list",
            name=name,
        ),
        Exit.NOT_FOUND,
    )


def _find_drivers_of_device(name: str, report: LoaderReport, machine: Machine) -> list[str]:
    """Return the manifests of drivers with a device of that name, or part of it.

    Devices are known from earlier probes; no library is opened.
    """
    from vkconfig_py.model.chain.prober import open_prober

    folded_text = name.casefold()
    prober = open_prober(machine.host.environment, machine.paths, machine.recorded)
    answers = (probe_result.answer for probe_result in prober.read_results(report).drivers)
    devices = (
        device
        for answer in answers
        if isinstance(answer, DriverAnswer) and not isinstance(answer.devices, str)
        for device in answer.devices
    )
    return list(
        dict.fromkeys(
            device.driver
            for device in devices
            if any(
                folded_text in text.casefold()
                for text in (device.name, device.driver_name, device.driver_id)
            )
        )
    )


def _list_component_names(report: LoaderReport) -> list[str]:
    """Return the names of layers and the manifests of drivers. A broken layer has its manifest."""
    layers = [layer.name if layer.manifest else layer.file for layer in report.found_layers]
    return list(dict.fromkeys([*layers, *(driver.file for driver in report.drivers)]))


def _find_component(subject: str, report: LoaderReport) -> FoundLayer | FoundDriver | None:
    """Return the layer or driver with this name or manifest. Of several copies, one that loads."""
    layers = [layer for layer in report.found_layers if subject in (layer.name, layer.file)]
    if layers:
        # Several copies may have one name: the one that loads is meant.
        return next((layer for layer in layers if layer.position >= 0), layers[0])
    return next((driver for driver in report.drivers if driver.file == subject), None)


def _find_verdict(subject: str, report: LoaderReport) -> Verdict | None:
    component = _find_component(subject, report)
    if component is not None:
        return component.verdict
    return next((verdict for verdict in report.verdicts if verdict.subject == subject), None)


def _step_to_json(step: Step) -> dict[str, Any]:
    return {
        "mark": step.mark.json_value,
        "sentence": step.text,
        "file": step.file,
        "line": step.line,
        "detail": step.note,
        "decisive": step.decisive,
    }


def _advice_to_json(advice: Advice, verdict: Verdict) -> dict[str, Any]:
    """Return the JSON members, named like those of the actions of `problems`."""
    offer = describe_remedy(advice.remedy, verdict.kind, advice.goal)
    return {
        "goal": advice.goal.value,
        "label": offer.title,
        "does": offer.effect,
        "after": advice.trial.state_after,
        "remedy": remedy_to_json(advice.remedy),
    }


def _print_remedies(
    component: FoundLayer | FoundDriver, advice: Sequence[Advice], output: Output
) -> None:
    """Print the remedies that were proved to work, or why there are none."""
    if not advice:
        reason = explain_missing_remedy(component)
        if reason:
            output.line()
            output.line(plain(f"{capitalise(reason)}."))
        return
    output.line()
    kind = component.verdict.kind
    # dict.fromkeys keeps the order, which a set would lose.
    for goal in dict.fromkeys(entry.goal for entry in advice):
        output.line(output.paint(f"{GOAL_HEADINGS[goal]}:", "strong"))
        for entry in advice:
            if entry.goal is goal:
                offer = describe_remedy(entry.remedy, kind, goal)
                remedy_text = ": ".join(filter(None, (offer.title, offer.effect)))
                output.paragraph(remedy_text)
                output.paragraph(AFTER_THIS.format(entry.trial.state_after))


def _list_chain(report: LoaderReport) -> tuple[str, ...]:
    """Return the layers that load, from the program to the driver."""
    layers = [layer for layer in report.found_layers if layer.position >= 0]
    return tuple(layer.name for layer in sorted(layers, key=lambda layer: layer.position))


def _print_move(
    snapshot: ChainSnapshot, layer: str, configuration: str, cache: DocumentCache, output: Output
) -> None:
    """Print the command that moves a layer to where its place has no drawback, if there is one."""
    from vkconfig_py.model.problems.offers import find_move

    move = find_move(snapshot, layer, cache)
    if move is None:
        return
    side = "--below" if move.kind is QuickFixKind.MOVE_BELOW else "--above"
    command = ["vkconfig-py", "layer", "move", layer, side, move.value, "-c", configuration]
    output.line()
    output.line(output.paint(f"{CHANGE_HEADING}:", "strong"))
    output.paragraph(f"{move.title}: {shlex.join(command)}")
    output.paragraph(move.consequence)


def _print_absent_layer(report: LoaderReport, layer: str, output: Output) -> None:
    """Print what a known layer is that is not installed, and how to get it."""
    from vkconfig_py.model.problems.missing_layers import explain_absent_layer  # seldom needed

    steps = explain_absent_layer(report, layer)
    output.line(output.paint(plain(layer), "strong"))
    output.line()
    for step in steps:
        _print_step(step, output)
    story = [_step_to_json(step) for step in steps]
    output.outcome({"subject": layer, "verdict": None, "story": story, "advice": []})


def _print_step(step: Step, output: Output) -> None:
    """Print a step of an explanation with its mark, and the place and note below."""
    mark = output.paint(_SIGN_BY_MARK[step.mark], _MARK_TONES[step.mark])
    lines = wrap(plain(step.text), output.width - 4)
    strong_word = "strong" if step.decisive else ""
    output.line(f" {mark}  {output.paint(lines[0], strong_word)}")
    for continuation in lines[1:]:
        output.line(f"    {output.paint(continuation, strong_word)}")
    for text in filter(None, (render_location(step.file, step.line), step.note)):
        output.line(f"    {output.paint(plain(text), 'faint')}")
