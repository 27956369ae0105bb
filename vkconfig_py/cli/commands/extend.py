"""extend: move the deadline of what is applied for a time, or take it away."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vkconfig_py.cli.arguments import CommandParser, add_json, add_not_found, add_selected
from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import make_name_members
from vkconfig_py.cli.planning import lock_changes, stop_if_refused
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.apply import lease_facts
from vkconfig_py.model.apply.lease_facts import format_time_left, make_lease_json
from vkconfig_py.model.apply.service import ApplyOutcome, ApplyService
from vkconfig_py.model.plan.leases import UntilTime
from vkconfig_py.model.plan.plan import AppliedConfiguration
from vkconfig_py.model.text.wording import DURATION_FORMAT, lower_first_letter, parse_duration


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py extend 15m": tr("extend the time limit by 15 minutes"),
        "vkconfig-py extend 2h -c Validation": "",
        "vkconfig-py extend --keep": tr("keep the configuration applied until you withdraw it"),
    }
    add_selected(
        parser,
        tr(
            "extend only this configuration's time limit (default: all applied configurations "
            "with a time limit)"
        ),
    )
    add_not_found(parser, tr("no applied configuration has a time limit"))
    add_json(parser)
    term_group = parser.add_mutually_exclusive_group(required=True)
    term_group.add_argument(
        "time",
        type=read_duration,
        metavar="TIME",
        nargs="?",
        help=tr("time to add: 15m, 2h, 1h30m or 90s"),
    )
    term_group.add_argument(
        "--keep",
        action="store_true",
        help=tr("keep the configuration applied until you withdraw it"),
    )


def read_duration(text: str) -> int:
    """Return the seconds of a duration such as 1h30m, as argparse needs it."""
    seconds = parse_duration(text)
    if not seconds:
        raise argparse.ArgumentTypeError(
            tr(
                "“{text}” is not a valid duration; expected {expected}",
                text=text,
                expected=DURATION_FORMAT,
            )
        )
    return seconds


def run(options: argparse.Namespace, output: Output) -> int:
    with open_machine() as machine, lock_changes(machine) as service:
        keys = {
            applied_configuration.configuration.key
            for applied_configuration in _find_applied(options.configuration, service)
        }
        if options.keep:
            stop_if_refused(service.remove_leases(sorted(keys)))
        else:
            for key in sorted(keys):
                stop_if_refused(service.extend_lease(key, options.time))
        extended_configurations = [
            applied_configuration
            for applied_configuration in service.read_applied_state().configurations
            if applied_configuration.configuration.key in keys
        ]
        now = lease_facts.read_moment()
    for applied_configuration in extended_configurations:
        name = plain(applied_configuration.configuration.title)
        if isinstance(applied_configuration.lease, UntilTime):
            output.line(
                tr(
                    "“{name}” {how}.",
                    name=name,
                    how=lower_first_letter(format_time_left(applied_configuration.lease, now)),
                )
            )
        else:
            output.line(tr("“{name}” stays applied until you withdraw it.", name=name))
    members = [
        {
            "configuration": make_name_members(applied_configuration.configuration),
            **make_lease_json(applied_configuration.lease, now),
        }
        for applied_configuration in extended_configurations
    ]
    output.outcome({"extended": members})
    return Exit.OK


def _find_applied(name: str, service: ApplyService) -> Sequence[AppliedConfiguration]:
    """Return the applied configuration of that name, or without a name all that have a deadline.

    Raises:
        CommandError: there is none.
    """
    if name:
        applied_configuration = service.find_applied(name)
        if isinstance(applied_configuration, ApplyOutcome):
            raise CommandError(
                applied_configuration.sentence,
                Exit.FAILED if applied_configuration.is_refused else Exit.NOT_FOUND,
            )
        return (applied_configuration,)
    timed_configurations = [
        applied_configuration
        for applied_configuration in service.read_applied_state().configurations
        if isinstance(applied_configuration.lease, UntilTime)
    ]
    if not timed_configurations:
        raise CommandError(
            tr("No applied configuration has a time limit, so there is nothing to extend"),
            Exit.NOT_FOUND,
        )
    return timed_configurations
