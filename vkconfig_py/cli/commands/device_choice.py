"""device only, order, hide, auto, ways, prove: which devices programs get, and by which method.

The choice is kept in a configuration; run, env and apply follow it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vkconfig_py.cli.arguments import CommandParser, add_json, add_selected
from vkconfig_py.cli.commands.probe import open_libraries
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import make_name_members
from vkconfig_py.cli.planning import (
    PlannedConfiguration,
    predict_applied,
    predict_launch,
    print_limitations,
)
from vkconfig_py.cli.workspace import Editing, make_program_configuration
from vkconfig_py.language.sentences import join_words, message, render, tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.probe.probe_run import DEVICE_LIST
from vkconfig_py.model.apply.verify import prove_devices
from vkconfig_py.model.chain.chosen_devices import (
    ListedDevice,
    choose_only_device,
    clear_device_choice,
    find_listed_device,
    list_devices,
    replace_chosen_devices,
    set_selection_method,
)
from vkconfig_py.model.chain.probe_results import SeenDevice
from vkconfig_py.model.chain.prober import make_probe_report
from vkconfig_py.model.configuration.configuration import (
    EVERY_DEVICE,
    Configuration,
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
    DeviceSelectionMethod,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import WorkspaceChange
from vkconfig_py.model.plan.plan import Mechanism
from vkconfig_py.model.plan.planned_devices import METHOD_TITLES, DevicePlan, MethodVerdict

_WORKS_TEXT = tr("works", "a means to choose devices")
_UNUSABLE_TEXT = tr("unusable", "a means to choose devices does not work here")
_USED_TEXT = tr("used", "the means to choose devices that is used")
_NO_CHOICE_SENTENCE = tr(
    "“{name}” does not choose devices: programs get all devices in the loader's order."
)


_ONLY_ACTION, _ORDER_ACTION, _HIDE_ACTION, _AUTO_ACTION, _WAYS_ACTION, _PROVE_ACTION = (
    "only",
    "order",
    "hide",
    "auto",
    "ways",
    "prove",
)


def add_arguments(parser: CommandParser) -> None:
    parser.examples = _examples()[parser.action]
    parser.set_defaults(by=None)
    add_json(parser)
    add_selected(parser)
    methods = [method.value for method in DeviceSelectionMethod]
    method_help = tr("how to apply the device choice: {ways}", ways=", ".join(methods))
    if parser.action in (_ONLY_ACTION, _ORDER_ACTION, _HIDE_ACTION):
        parser.add_argument(
            "device",
            nargs="+",
            metavar="DEVICE",
            help=tr("number, UUID, PCI address or part of a name, as shown by device list"),
        )
        parser.add_argument("--by", choices=methods, metavar="METHOD", help=method_help)
    elif parser.action == _WAYS_ACTION:
        parser.add_argument("by", nargs="?", choices=methods, metavar="METHOD", help=method_help)
    elif parser.action == _PROVE_ACTION:
        parser.exit_codes[Exit.FAILED] = tr("failed, or programs do not get the chosen devices")
        parser.add_argument(
            "--applied",
            action="store_true",
            help=tr("test the applied configuration, not a launch"),
        )
    if parser.action != _PROVE_ACTION:
        parser.add_argument(
            "--again", action="store_true", help=tr("probe again instead of using earlier results")
        )


def _examples() -> dict[str, dict[str, str]]:
    return {
        _ONLY_ACTION: {
            "vkconfig-py device only radeon": "",
            "vkconfig-py device only 0 -c Validation": tr(
                "specify the device by its number from device list"
            ),
            "vkconfig-py device only 2 1 --by driver-files": "",
        },
        _ORDER_ACTION: {
            "vkconfig-py device order llvmpipe": tr("put llvmpipe first; the other devices follow")
        },
        _HIDE_ACTION: {"vkconfig-py device hide llvmpipe": ""},
        _AUTO_ACTION: {"vkconfig-py device auto": ""},
        _WAYS_ACTION: {
            "vkconfig-py device ways": tr(
                "show which methods work on this machine, and why others do not"
            ),
            "vkconfig-py device ways driver-files": tr("use this method for the chosen devices"),
        },
        _PROVE_ACTION: {
            "vkconfig-py device prove": tr("show which devices a program actually gets"),
            "vkconfig-py device prove --applied": "",
        },
    }


def run(options: argparse.Namespace, output: Output) -> int:
    if options.action == _WAYS_ACTION and options.by is None:
        return _list_methods(options, output)
    return (_prove_choice if options.action == _PROVE_ACTION else _choose_devices)(options, output)


def _choose_devices(options: argparse.Namespace, output: Output) -> int:
    """Change and print which devices the programs of a configuration get."""
    with open_machine() as machine:
        editing = Editing.of(options.configuration, output, machine)
        seen_devices = _probe_devices(
            machine,
            make_program_configuration(machine, editing.configuration, editing.workspace),
            options,
        )
        choice = _change_choice(editing.configuration.devices, seen_devices, options)
        configuration, workspace = editing.configuration, editing.workspace
        if choice is not None:
            configuration = configuration._replace(devices=choice)
            workspace = workspace.with_configuration(configuration)
        plan = predict_launch(
            machine, make_program_configuration(machine, configuration, workspace)
        ).answer.plan
        is_method_given = options.by not in (None, DeviceSelectionMethod.AUTOMATIC.value)
        if is_method_given and plan.devices is not None and plan.devices.selected_verdict is None:
            raise _make_method_error(plan.devices, configuration)
        if choice is not None:
            editing.commit(WorkspaceChange(workspace, message("Choose devices")), output)
    members = {
        "configuration": make_name_members(configuration),
        "devices": _choice_to_json(configuration.devices),
    }
    if plan.devices is None:
        output.line(_NO_CHOICE_SENTENCE.format(name=plain(configuration.title)))
    else:
        print_limitations(plan.limits, output)
        members |= _plan_to_json(plan.devices)
        output.line(_describe_result(plan.devices, configuration))
        output.line(plain(plan.devices.sentence))
    output.outcome(members)
    return Exit.OK


def _make_method_error(plan: DevicePlan, configuration: Configuration) -> CommandError:
    """Return the error about a named method that does not work on this machine."""
    return CommandError(
        tr(
            "{way} “{name}” was not changed. To list the methods that work on this "
            "machine: vkconfig-py device ways",
            way=plan.sentence,
            name=configuration.title,
        ),
        members=_plan_to_json(plan),
    )


def _describe_result(plan: DevicePlan, configuration: Configuration) -> str:
    """Return the sentence about the devices that programs get, or why they get other ones."""
    name = plain(configuration.title)
    if plan.selected_verdict is not None:
        return tr(
            "“{name}”: programs get {devices}.",
            name=name,
            devices=_join_names(plan.selected_verdict.resulting_devices),
        )
    # Devices are an edit like any other: it holds wherever a loader can carry it out.
    return tr(
        "“{name}” chooses {devices}. The choice is saved, but cannot take effect on this machine.",
        name=name,
        devices=_join_names(plan.wanted_devices),
    )


def _list_methods(options: argparse.Namespace, output: Output) -> int:
    """Print each method of choosing devices, with whether it works here."""
    with open_machine() as machine:
        editing = Editing.of(options.configuration, output, machine)
        configuration, workspace = editing.configuration, editing.workspace
        if not configuration.devices.is_choosing:
            configuration = _choose_first_device(machine, configuration, workspace, options, output)
        plan = predict_launch(
            machine, make_program_configuration(machine, configuration, workspace)
        ).answer.plan.devices
    if plan is None:
        raise CommandError(tr("No Vulkan loader found, so no method can be tested."))
    output.outcome({"configuration": make_name_members(configuration), **_plan_to_json(plan)})
    output.line(tr("Chosen devices: {devices}", devices=_join_names(plan.wanted_devices)))
    for method in plan.verdicts:
        _print_method(method, plan, output)
    return Exit.OK


def _choose_first_device(
    machine: Machine,
    configuration: Configuration,
    workspace: Workspace,
    options: argparse.Namespace,
    output: Output,
) -> Configuration:
    """Return the configuration with only the first device chosen, to test methods with.

    Args:
        machine: this machine.
        configuration: which chooses no devices.
        workspace: the user's layer folders.
        options: of the command line.
        output: where notes are printed.
    """
    seen_devices = _probe_devices(
        machine, make_program_configuration(machine, configuration, workspace), options
    )
    lines = [device for device in list_devices(EVERY_DEVICE, seen_devices) if device.can_be_chosen]
    choice = choose_only_device(EVERY_DEVICE, lines, lines[0].key) if lines else None
    if choice is None:
        raise CommandError(tr("No device can be chosen."))
    empty_text = _NO_CHOICE_SENTENCE.format(name=plain(configuration.title))
    test_heading = tr("The following tests use {device} only.", device=plain(lines[0].name))
    output.error(f"{empty_text} {test_heading}")
    return configuration._replace(devices=choice)


def _print_method(verdict: MethodVerdict, plan: DevicePlan, output: Output) -> None:
    """Print one method of choosing devices, with whether it works here and what it gives."""
    word, tone = (_WORKS_TEXT, "ok") if verdict.is_exact else (_UNUSABLE_TEXT, "warn")
    if plan.selected_verdict is not None and verdict.method is plan.selected_verdict.method:
        word, tone = _USED_TEXT, "strong"
    word_width = max(map(len, (_WORKS_TEXT, _UNUSABLE_TEXT, _USED_TEXT)))
    head = f"{output.paint(word.ljust(word_width), tone)} {verdict.method.value:14} "
    output.line(f"{head}{plain(f'{METHOD_TITLES[verdict.method]} {verdict.sentence}')}")


def _prove_choice(options: argparse.Namespace, output: Output) -> int:
    """Run the real loader, and print whether programs get the chosen devices."""
    with open_machine() as machine:
        editing = Editing.of(options.configuration, output, machine)
        configuration, workspace = editing.configuration, editing.workspace
        if not configuration.devices.is_choosing:
            raise CommandError(_NO_CHOICE_SENTENCE.format(name=render(configuration.title)))
        planned_configuration = _plan_configuration(
            machine,
            make_program_configuration(machine, configuration, workspace),
            is_applied=options.applied,
        )
        plan = planned_configuration.answer.plan
        if plan.devices is None:
            raise CommandError(tr("The applied configuration would not choose any devices."))
        proof = prove_devices(
            planned_configuration.answer.report, plan.devices, configuration.devices
        )
    members = {
        "configuration": make_name_members(configuration),
        "proved": proof.is_proved,
        "checked": proof.was_checked,
        "got": list(proof.device_names),
        **_plan_to_json(plan.devices),
    }
    output.line(plain(plan.devices.sentence))
    if not proof.is_proved:
        raise CommandError(proof.sentence, members=members)
    output.line(output.paint(plain(proof.sentence), "ok"))
    output.outcome(members)
    return Exit.OK


def _plan_configuration(
    machine: Machine, configuration: Configuration, *, is_applied: bool
) -> PlannedConfiguration:
    """Return the chain of a launch, or with `is_applied` that of every program."""
    if not is_applied:
        return predict_launch(machine, configuration)
    return predict_applied(machine, configuration, (), Mechanism.AUTOMATIC)


def _probe_devices(
    machine: Machine, configuration: Configuration, options: argparse.Namespace
) -> list[SeenDevice]:
    """Open the drivers that a configuration uses, and return their devices."""
    planned_configuration = predict_launch(machine, configuration._replace(devices=EVERY_DEVICE))
    _report, results = open_libraries(planned_configuration.answer.report, DEVICE_LIST, options)
    findings = make_probe_report(planned_configuration.answer.report, results).findings
    return [device for group in findings.devices.values() for device in group]


def _change_choice(
    choice: DeviceChoice, seen_devices: Sequence[SeenDevice], options: argparse.Namespace
) -> DeviceChoice | None:
    """Return the changed choice of devices, or None if the options change nothing.

    Without --by, the method is chosen anew.
    """
    if options.action == _AUTO_ACTION:
        new_choice = clear_device_choice(choice)
    elif options.action == _WAYS_ACTION:
        new_choice = set_selection_method(choice, DeviceSelectionMethod(options.by))
    else:
        new_choice = _choose_named_devices(choice, seen_devices, options) or choice
        method = DeviceSelectionMethod(options.by or DeviceSelectionMethod.AUTOMATIC)
        new_choice = set_selection_method(new_choice, method) or new_choice
    return None if new_choice == choice else new_choice


def _choose_named_devices(
    choice: DeviceChoice, seen_devices: Sequence[SeenDevice], options: argparse.Namespace
) -> DeviceChoice | None:
    """Return the choice with the devices of the command line first, alone or hidden."""
    lines = list_devices(choice, seen_devices)
    keys = _find_device_keys(options.device, lines, seen_devices)
    if options.action == _ORDER_ACTION:
        return replace_chosen_devices(choice, lines, keys, DeviceMode.FIRST)
    if options.action == _HIDE_ACTION:
        choosable_keys = [line.key for line in lines if line.is_chosen and line.can_be_chosen]
        keys = [key for key in choosable_keys if key not in keys]
    return replace_chosen_devices(choice, lines, keys, DeviceMode.LISTED)


def _find_device_keys(
    texts: Sequence[str], lines: Sequence[ListedDevice], seen_devices: Sequence[SeenDevice]
) -> list[str]:
    """Return the keys of devices given by number, name or UUID.

    Raises:
        CommandError: a text means none, or several.
    """
    try:
        return list(
            dict.fromkeys(find_listed_device(lines, seen_devices, text).key for text in texts)
        )
    except LookupError as error:
        raise CommandError(str(error), Exit.NOT_FOUND) from None


def _join_names(devices: Sequence[DeviceEntry]) -> str:
    return join_words([plain(device.name) for device in devices]) or tr("no device")


def _choice_to_json(choice: DeviceChoice) -> dict[str, Any]:
    return {
        "mode": choice.mode.value,
        "by": choice.by.value,
        "devices": [{"name": device.name, "uuid": device.device_uuid} for device in choice.devices],
    }


def _plan_to_json(plan: DevicePlan) -> dict[str, Any]:
    return {
        "way": plan.selected_verdict.method.value if plan.selected_verdict is not None else None,
        "fits": plan.is_exact,
        "wanted": [device.name for device in plan.wanted_devices],
        "predicted": [device.name for device in plan.selected_verdict.resulting_devices]
        if plan.selected_verdict is not None
        else None,
        "ways": [_method_to_json(method) for method in plan.verdicts],
    }


def _method_to_json(verdict: MethodVerdict) -> dict[str, Any]:
    return {
        "way": verdict.method.value,
        "fits": verdict.is_exact,
        "refused": verdict.is_refused,
        "sentence": verdict.sentence,
        "gives": [device.name for device in verdict.resulting_devices],
        "variables": dict(verdict.changes.variables),
        "drivers": list(verdict.changes.drivers),
    }
