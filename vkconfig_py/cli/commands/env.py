"""env: the variables of a configuration, for a shell, Steam or another launcher."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import (
    CommandParser,
    add_json,
    add_option_set_argument,
    add_selected,
    add_started_program,
)
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output
from vkconfig_py.cli.output_files import make_name_members, plan_members
from vkconfig_py.cli.planning import predict_environment, print_plan
from vkconfig_py.cli.started_program import WantedProgram, add_name, make_started_configuration
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration.configuration import Configuration, Variable
from vkconfig_py.model.formats.shells import (
    LauncherFormat,
    RenderedText,
    ShellKind,
    make_launch_entry,
    needs_program,
    render_environment,
    render_launch_entry,
    suggest_run_line,
)
from vkconfig_py.model.plan.plan import name_launch_remedy

_KIND_BY_SHELL_NAME = {
    "bash": ShellKind.BASH,
    "zsh": ShellKind.BASH,
    **{kind.value: kind for kind in ShellKind},
}
_FORMAT_BY_NAME: dict[str, ShellKind | LauncherFormat] = {
    **_KIND_BY_SHELL_NAME,
    **{launcher.value: launcher for launcher in LauncherFormat},
}


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        'eval "$(vkconfig-py env -c Validation)"': tr("set the variables in this shell"),
        "vkconfig-py env fish": "",
        "vkconfig-py env steam -c Validation": tr("Steam launch options for a game"),
        "vkconfig-py env desktop vkcube --c 9 > cube.desktop": tr(
            "a desktop launcher for the program"
        ),
    }
    add_json(parser)
    add_selected(parser)
    add_option_set_argument(parser)
    parser.add_argument(
        "format",
        nargs="?",
        choices=_FORMAT_BY_NAME,
        default="bash",
        metavar="FORMAT",
        help=tr(
            "{formats} (default: bash); desktop, systemd, vscode and lutris require a program",
            formats=", ".join(_FORMAT_BY_NAME),
        ),
    )
    add_started_program(parser)


def run(options: argparse.Namespace, output: Output) -> int:
    with open_machine() as machine:
        program = WantedProgram(options.program, options.options)
        configuration = make_started_configuration(machine, options.configuration, program, output)
        plan = predict_environment(machine, configuration).answer.plan
        script_format = _FORMAT_BY_NAME[options.format]
        remedy = suggest_run_line(configuration.name, script_format)
        plan = plan._replace(limits=name_launch_remedy(plan.limits, remedy))
        print_plan(plan, output)
        if isinstance(script_format, LauncherFormat):
            command = add_name("vkconfig-py env", options.configuration, f"{script_format} PROGRAM")
            rendered_text = _render_entry(
                machine, configuration, plan.variables, script_format, command
            )
        else:
            rendered_text = render_environment(plan.variables, script_format, machine.host)
    for variable in rendered_text.refused_variables:
        text = tr("{name} skipped: {reason}", name=variable.name, reason=variable.reason)
        output.error(text, is_note=False)
    # One newline at the end, whatever the form of the shell ends with.
    text = rendered_text.text.rstrip("\n") + "\n"
    output.document(text)
    code = Exit.FAILED if rendered_text.refused_variables else Exit.OK
    members = {
        "configuration": make_name_members(configuration),
        "shell": options.format,
        "content": text,
        **plan_members(plan),
        "left_out": [
            {"name": variable.name, "sentence": variable.reason}
            for variable in rendered_text.refused_variables
        ],
    }
    output.outcome(members, code)
    return code


def _render_entry(
    machine: Machine,
    configuration: Configuration,
    variables: tuple[Variable, ...],
    launcher: LauncherFormat,
    command: str,
) -> RenderedText:
    """Return a launcher's entry that starts a command with a configuration's variables.

    Args:
        machine: this machine.
        configuration: which names the entry.
        variables: to set.
        launcher: the format.
        command: names the program.
    """
    if needs_program(launcher) and not configuration.target.program:
        raise CommandError(
            tr(
                "No program is selected, and “{name}” has no default program. Specify a "
                "program: {command}",
                name=configuration.title,
                command=command,
            ),
            Exit.USAGE,
        )
    entry = make_launch_entry(configuration.name, configuration.target, variables, machine.host)
    return render_launch_entry(entry, launcher)
