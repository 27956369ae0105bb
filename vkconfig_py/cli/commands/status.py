"""status: what is applied to this machine, by whom, and what is wrong in a line."""

from __future__ import annotations

import argparse
import time

from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import Exit, Output, plain
from vkconfig_py.cli.workspace import read_workspace
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.model.apply.apply_plan import read_in_force
from vkconfig_py.model.apply.found_overrides import find_overrides
from vkconfig_py.model.apply.notices import banner
from vkconfig_py.model.problems.actionable import find_problems
from vkconfig_py.model.text.wording import count_of


def run(options: argparse.Namespace, output: Output) -> int:
    del options
    with open_machine() as machine:
        in_force = read_in_force(machine.paths)
        report = discover(machine.host, profile=machine.profile, cache=machine.cache)
        overrides = find_overrides(report, machine.paths)
        shown = banner(
            in_force.applied,
            overrides,
            read_workspace(machine, output),
            time.time(),
            left_behind=in_force.left_behind,
            withdraws_at_close=not in_force.stays,
        )
        problems = find_problems(report, machine.cache, machine.loaders)
    output.outcome(
        {
            "applied": [
                {
                    "configuration": one.configuration.name,
                    "programs": list(one.programs),
                    "since": one.since,
                    "mechanism": one.mechanism.value,
                }
                for one in in_force.applied
            ],
            "left_behind": in_force.left_behind,
            "overrides": [one.path for one in overrides],
            "problems": len(problems),
        }
    )
    output.line(plain(str(shown)) if shown else "Nothing is applied to this machine.")
    if problems:
        output.line(f"{count_of(len(problems), 'problem')}: see vkconfig-py problems.")
    return Exit.OK
