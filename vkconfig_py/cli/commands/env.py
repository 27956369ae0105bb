"""env: the variables of a configuration, for a shell or Steam."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import Exit, Output
from vkconfig_py.cli.planning import ask_environment, tell_plan
from vkconfig_py.cli.workspace import effective
from vkconfig_py.cli.written_files import named, plan_members
from vkconfig_py.model.formats.shells import Shell, render_environment


def run(options: argparse.Namespace, output: Output) -> int:
    with open_machine() as machine:
        configuration = effective(machine, options.name, output)
        plan = ask_environment(machine, configuration).answer.plan
    tell_plan(plan, output)
    rendered = render_environment(plan.variables, Shell(options.shell))
    for refused in rendered.refused:
        output.error(f"{refused.name} is left out: {refused.reason}", is_note=False)
    # One newline at the end, whatever the form of the shell ends with.
    text = rendered.text.rstrip("\n") + "\n"
    output.document(text)
    code = Exit.FAILED if rendered.refused else Exit.OK
    members = {
        "configuration": named(configuration),
        "shell": options.shell,
        "content": text,
        **plan_members(plan),
        "left_out": [{"name": one.name, "sentence": one.reason} for one in rendered.refused],
    }
    output.outcome(members, code)
    return code
