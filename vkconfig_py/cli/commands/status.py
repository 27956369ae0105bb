"""status: what is applied to this machine, by whom, and what is wrong in a line."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_json
from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.known_problems import problems_of_selected
from vkconfig_py.cli.moments import look_at
from vkconfig_py.cli.output import Exit, Output, plain
from vkconfig_py.cli.workspace import read_workspace
from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.model.apply import lease_facts
from vkconfig_py.model.apply.apply_plan import read_applied_state
from vkconfig_py.model.apply.found_overrides import find_overrides
from vkconfig_py.model.apply.lease_facts import guard_sentence, lease_members
from vkconfig_py.model.apply.lease_guard import find_guard
from vkconfig_py.model.apply.notices import Banner, banner
from vkconfig_py.model.plan.leases import Moment
from vkconfig_py.model.text.wording import without_stop


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py status": "",
    }
    add_json(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    del options
    with open_machine() as machine:
        applied_state, now = read_applied_state(machine.paths), lease_facts.read_moment()
        report = discover(machine.host, profile=machine.profile, cache=machine.cache)
        overrides = find_overrides(report, machine.paths)
        look_at(machine, report, overrides)
        shown = banner(applied_state, overrides, read_workspace(machine, output), now)
        guard = find_guard(machine.paths)
        problems = problems_of_selected(machine, output)
    output.outcome(
        {
            "applied": [
                {
                    "configuration": applied.configuration.name,
                    "programs": list(applied.programs),
                    "since": applied.since,
                    "mechanism": applied.mechanism.value,
                    **lease_members(applied.lease, now),
                }
                for applied in applied_state.applied
            ],
            "left_behind": bool(applied_state.ended),
            "guard": guard,
            "overrides": [override.path for override in overrides],
            "problems": len(problems),
        }
    )
    output.line(
        plain(_sentences(shown, now)) if shown else tr("Nothing is applied to this machine.")
    )
    if sentence := guard_sentence((applied.lease for applied in applied_state.applied), guard):
        output.line(sentence)
    if problems:
        output.line(
            counted(
                "{n} problems: see {command}.",
                "{n} problem: see {command}.",
                len(problems),
                command="vkconfig-py problems",
            )
        )
    return Exit.OK


def _sentences(shown: Banner, now: Moment) -> str:
    banner_text = str(shown)
    countdown = shown.countdown(now)
    return f"{without_stop(banner_text)}. {countdown}" if countdown else banner_text
