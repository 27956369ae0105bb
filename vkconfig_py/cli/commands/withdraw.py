"""withdraw: remove applied configurations, and restore the previous files."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_json, add_not_found
from vkconfig_py.cli.context import open_machine, this_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain, quoted
from vkconfig_py.cli.planning import (
    NO_CONFIGURATION,
    applied_request,
    changes,
    end_leases,
    outcome_members,
    stop_if_refused,
)
from vkconfig_py.cli.written_files import named
from vkconfig_py.language.sentences import render, tr
from vkconfig_py.model.apply.service import ApplyOutcome

NOT_IN_FORCE = tr("What vkconfig-py had applied was already gone; nothing is applied now.")


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py withdraw": tr("everything that is applied"),
        "vkconfig-py withdraw Debugging": tr("one configuration; the others stay applied"),
        "vkconfig-py withdraw --ended": tr("what has expired"),
    }
    add_not_found(parser)
    add_json(parser)
    selection = parser.add_mutually_exclusive_group()
    selection.add_argument(
        "name", nargs="?", metavar="NAME", help=tr("one configuration (default: everything)")
    )
    selection.add_argument(
        "--ended",
        action="store_true",
        help=tr("only what has expired; every command does that first"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    if options.ended:
        return _end_leases(output)
    with open_machine() as machine, changes(machine) as service:
        keys: tuple[str, ...] = ()
        configuration = NO_CONFIGURATION
        if options.name is not None:
            applied = service.find_applied(options.name)
            if isinstance(applied, ApplyOutcome):
                raise CommandError(
                    applied.sentence, Exit.FAILED if applied.is_refused else Exit.NOT_FOUND
                )
            configuration, keys = applied.configuration, (applied.configuration.key,)
        request = applied_request(machine, configuration)
        outcome = stop_if_refused(service.withdraw(request, keys))
    if outcome.sentence:
        output.error(outcome.sentence)
    return _tell(outcome, NOT_IN_FORCE if outcome.sentence else tr("Nothing was applied."), output)


def _end_leases(output: Output) -> int:
    outcome = stop_if_refused(end_leases(this_machine()))
    if outcome.sentence:
        output.error(outcome.sentence)
    return _tell(outcome, tr("Nothing has expired."), output)


def _tell(outcome: ApplyOutcome, nothing: str, output: Output) -> int:
    gone = [applied.configuration for applied in outcome.withdrawn]
    names = quoted(render(configuration.title) for configuration in gone)
    output.line(tr("Withdrawn: {names}", names=plain(names)) if gone else nothing)
    output.outcome(
        {"withdrawn": [named(configuration) for configuration in gone], **outcome_members(outcome)}
    )
    return Exit.OK
