"""withdraw: remove applied configurations, and restore the previous files."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import Exit, Output, Stop, plain
from vkconfig_py.cli.planning import applied_question, changes, outcome_members, stop_if_refused
from vkconfig_py.cli.written_files import named
from vkconfig_py.model.apply.service import ApplyOutcome
from vkconfig_py.model.configuration.configuration import Configuration

NOT_IN_FORCE = "What vkconfig-py had applied was already gone; nothing is applied now."
_NO_CONFIGURATION = Configuration("", "")


def run(options: argparse.Namespace, output: Output) -> int:
    with open_machine() as machine, changes(machine) as service:
        keys: tuple[str, ...] = ()
        configuration = _NO_CONFIGURATION
        if options.name is not None:
            found = service.find_applied(options.name)
            if isinstance(found, ApplyOutcome):
                raise Stop(found.sentence, Exit.FAILED if found.is_refused else Exit.NOT_FOUND)
            configuration, keys = found.configuration, (found.configuration.key,)
        question = applied_question(machine, configuration)
        outcome = stop_if_refused(service.withdraw(question, keys))
    if outcome.sentence:
        output.error(outcome.sentence)
    gone = [one.configuration for one in outcome.withdrawn]
    if gone:
        names = ", ".join(f"“{one.name}”" for one in gone)
        output.line(f"Withdrawn: {plain(names)}")
    else:
        output.line(NOT_IN_FORCE if outcome.sentence else "Nothing was applied.")
    output.outcome({"withdrawn": [named(one) for one in gone], **outcome_members(outcome)})
    return Exit.OK
