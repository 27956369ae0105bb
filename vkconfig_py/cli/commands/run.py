"""run: a program under a configuration; nothing on the system changes."""

from __future__ import annotations

import argparse
import signal

from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import Exit, Output, Stop
from vkconfig_py.cli.planning import ask_launch, warn_about
from vkconfig_py.cli.workspace import effective
from vkconfig_py.cli.written_files import named, plan_members
from vkconfig_py.model.configuration.configuration import Configuration, Target
from vkconfig_py.model.launch.foreground import run_foreground
from vkconfig_py.model.launch.private_folder import launch_folder, remove_folder
from vkconfig_py.model.launch.run_program import Ended, LaunchError

# File descriptor of the standard error output.
_ERROR_OUTPUT = 2


def run(options: argparse.Namespace, output: Output) -> int:
    # The program's output must not be mixed with JSON.
    program_output = _ERROR_OUTPUT if options.json else None
    with open_machine() as machine:
        configuration = _with_program(effective(machine, options.name, output), options)
        folder = launch_folder(machine.paths)
        try:
            asked = ask_launch(machine, configuration, folder)
            if not options.quiet:
                warn_about(asked, output)
            # Buffered lines would come behind those of the program, which writes to the same
            # descriptor.
            output.flush()
            target, planned = configuration.target, plan_members(asked.answer.plan)
            ended = run_foreground(
                target.program,
                target.arguments,
                target.working_directory,
                machine.host.environment,
                asked.answer.plan,
                output=program_output,
            )
        finally:
            # The program has ended: nobody reads the files of its launch any more.
            remove_folder(folder)
    members = {
        "configuration": named(configuration),
        "program": target.program,
        "arguments": list(target.arguments),
        **planned,
    }
    if isinstance(ended, LaunchError):
        raise Stop(ended.sentence, Exit.NOT_STARTED, members)
    code = _exit_code(ended)
    output.outcome({**members, "signal": ended.signal, "stopped": ended.stopped}, code)
    return code


def _with_program(configuration: Configuration, options: argparse.Namespace) -> Configuration:
    if options.program:
        program, *arguments = options.program
        return configuration._replace(target=Target(program, tuple(arguments)))
    if not configuration.target.program:
        raise Stop(
            f"No program is chosen, and “{configuration.name}” has none of its own; name one: "
            f"vkconfig-py run {options.name} -- PROGRAM",
            Exit.USAGE,
        )
    return configuration


def _exit_code(ended: Ended) -> int:
    if ended.code is not None:
        return ended.code
    named = signal.Signals.__members__.get(ended.signal)
    number = named.value if named else int(ended.signal.removeprefix("signal "))
    # As shells do.
    return 128 + number
