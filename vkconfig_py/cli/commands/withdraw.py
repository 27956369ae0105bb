"""withdraw: remove applied configurations, and restore the previous files."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_json, add_selected
from vkconfig_py.cli.context import Machine, find_this_machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain, quote_names
from vkconfig_py.cli.output_files import make_name_members
from vkconfig_py.cli.planning import (
    NO_CONFIGURATION,
    end_leases,
    lock_changes,
    make_applied_request,
    make_outcome_members,
    stop_if_refused,
)
from vkconfig_py.language.sentences import counted, render, tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.model.apply.found_overrides import find_overrides
from vkconfig_py.model.apply.journal import render_moved_aside
from vkconfig_py.model.apply.service import ApplyOutcome

ALREADY_REMOVED = tr(
    "The files that vkconfig-py had applied were already gone; nothing is applied now."
)


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py withdraw": tr("withdraw everything"),
        "vkconfig-py withdraw -c Validation": tr(
            "withdraw one configuration; the others stay applied"
        ),
        "vkconfig-py withdraw --ended": tr("withdraw expired configurations"),
        "vkconfig-py withdraw --override ~/.local/share/vulkan/implicit_layer.d/x.json": "",
    }
    add_json(parser)
    add_selected(parser, tr("withdraw only this configuration (default: all)"))
    choice_group = parser.add_mutually_exclusive_group()
    choice_group.add_argument(
        "--ended",
        action="store_true",
        help=tr("withdraw only expired configurations (most commands also do this first)"),
    )
    choice_group.add_argument(
        "--override",
        metavar="PATH",
        help=tr("remove an override written by any program; to restore it: history restore PATH"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    if options.configuration and (options.ended or options.override is not None):
        options.parser.error(tr("--config cannot be combined with --ended or --override"))
    if options.ended:
        return _withdraw_expired(output)
    if options.override is not None:
        with open_machine() as machine:
            return _remove_override(options.override, machine, output)
    with open_machine() as machine, lock_changes(machine) as service:
        keys: tuple[str, ...] = ()
        configuration = NO_CONFIGURATION
        if options.configuration:
            applied_configuration = service.find_applied(options.configuration)
            if isinstance(applied_configuration, ApplyOutcome):
                raise CommandError(
                    applied_configuration.sentence,
                    Exit.FAILED if applied_configuration.is_refused else Exit.NOT_FOUND,
                )
            configuration, keys = (
                applied_configuration.configuration,
                (applied_configuration.configuration.key,),
            )
        request = make_applied_request(machine, configuration)
        outcome = stop_if_refused(service.withdraw(request, keys))
    if outcome.sentence:
        output.error(outcome.sentence)
    return _print_withdrawn(
        outcome, ALREADY_REMOVED if outcome.sentence else tr("Nothing was applied."), output
    )


def _withdraw_expired(output: Output) -> int:
    """Withdraw configurations whose time is over, and print which."""
    outcome = stop_if_refused(end_leases(find_this_machine()))
    if outcome.sentence:
        output.error(outcome.sentence)
    return _print_withdrawn(outcome, tr("Nothing has expired."), output)


def _print_withdrawn(outcome: ApplyOutcome, empty_text: str, output: Output) -> int:
    """Print what was withdrawn, or the sentence `empty_text`."""
    withdrawn_configurations = [
        applied_configuration.configuration
        for applied_configuration in outcome.withdrawn_configurations
    ]
    names = quote_names(render(configuration.title) for configuration in withdrawn_configurations)
    output.line(
        tr("Withdrawn: {names}", names=plain(names)) if withdrawn_configurations else empty_text
    )
    output.outcome(
        {
            "withdrawn": [
                make_name_members(configuration) for configuration in withdrawn_configurations
            ],
            **make_outcome_members(outcome),
        }
    )
    return Exit.OK


def _remove_override(path: str, machine: Machine, output: Output) -> int:
    """Remove an override of another program. The history can restore it."""
    report = discover(machine.host, None, machine.profile, machine.cache, with_remedies=False)
    overrides = find_overrides(report, machine.paths)
    # any other file is not for this command to remove
    override = next((candidate for candidate in overrides if candidate.path == path), None)
    if override is None:
        raise CommandError(
            tr("{path} is not an override on this machine", path=path), Exit.NOT_FOUND
        )
    with lock_changes(machine) as service:
        outcome = stop_if_refused(service.remove_override(path, sections=bool(override.sections)))
    if override.sections:
        text = counted(
            "Removed the {n} vkconfig-py sections from {path}",
            "Removed the vkconfig-py section from {path}",
            len(override.sections),
            path=path,
        )
    elif override.is_own:
        text = tr("Withdrawn: {names}", names=path)
    else:
        text = f"{render_moved_aside(machine.paths, path)}."
    output.line(plain(text))
    if outcome.files[0].kind == "restore":
        output.line(tr("The previous file was restored."))
    output.line(
        tr("To restore it: {command}", command=f"vkconfig-py history restore {plain(path)}")
    )
    output.outcome(make_outcome_members(outcome))
    return Exit.OK
