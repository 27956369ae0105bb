"""env: the variables of a configuration, for a shell, Steam or another launcher."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_configuration, add_json, add_option_set
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output
from vkconfig_py.cli.planning import ask_environment, tell_plan
from vkconfig_py.cli.started_program import WantedProgram, started_configuration
from vkconfig_py.cli.written_files import named, plan_members
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.configuration import Configuration, Variable
from vkconfig_py.model.formats.shells import (
    LauncherFormat,
    RenderedText,
    ShellKind,
    entry_of,
    needs_program,
    render_environment,
    render_launch_entry,
)


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        'eval "$(vkconfig-py env Debugging)"': "",
        "vkconfig-py env Debugging --shell steam": "",
        "vkconfig-py env Debugging --launcher desktop -- vkcube --c 9 > cube.desktop": "",
    }
    add_json(parser)
    add_configuration(parser, "name")
    parser.takes_program = True
    parser.usage = (
        "vkconfig-py env [-h] [--json] [--shell S | --launcher L] [--options SET] NAME "
        "[-- PROGRAM ...]"
    )
    add_option_set(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--shell",
        choices=[shell.value for shell in ShellKind],
        default="bash",
        help=tr("default: bash"),
    )
    form.add_argument(
        "--launcher",
        choices=[launcher.value for launcher in LauncherFormat],
        help=tr(
            "with the program, for a .desktop file, a user unit of systemd, VS "
            "Code's launch.json, Lutris or Heroic"
        ),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    with open_machine() as machine:
        program = WantedProgram(options.program, options.options)
        configuration = started_configuration(machine, options.name, program, output)
        plan = ask_environment(machine, configuration).answer.plan
        tell_plan(plan, output)
        if options.launcher:
            launcher = LauncherFormat(options.launcher)
            rendered = _entry(machine, configuration, plan.variables, launcher)
        else:
            rendered = render_environment(plan.variables, ShellKind(options.shell), machine.host)
    for variable in rendered.refused:
        text = tr("{name} is left out: {reason}", name=variable.name, reason=variable.reason)
        output.error(text, is_note=False)
    # One newline at the end, whatever the form of the shell ends with.
    text = rendered.text.rstrip("\n") + "\n"
    output.document(text)
    code = Exit.FAILED if rendered.refused else Exit.OK
    members = {
        "configuration": named(configuration),
        "shell": options.launcher or options.shell,
        "content": text,
        **plan_members(plan),
        "left_out": [
            {"name": variable.name, "sentence": variable.reason} for variable in rendered.refused
        ],
    }
    output.outcome(members, code)
    return code


def _entry(
    machine: Machine,
    configuration: Configuration,
    variables: tuple[Variable, ...],
    launcher: LauncherFormat,
) -> RenderedText:
    if needs_program(launcher) and not configuration.target.program:
        raise CommandError(
            tr(
                "No program is chosen, and “{name}” has none of its own; name one: {command}",
                name=configuration.title,
                command=f"vkconfig-py env {configuration.name} --launcher {launcher} -- PROGRAM",
            ),
            Exit.USAGE,
        )
    entry = entry_of(configuration.name, configuration.target, variables, machine.host)
    return render_launch_entry(entry, launcher)
