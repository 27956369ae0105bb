"""The machine under the assumptions of a what-if; separate from context, for its imports."""

from __future__ import annotations

from vkconfig_py.cli.output import CommandError, Exit, Output
from vkconfig_py.loader.api.options import assume_application, read_what_if
from vkconfig_py.loader.api.what_if import (
    AssumedMachine,
    WhatIf,
    assume_machine,
    render_assumption_notes,
)
from vkconfig_py.loader.base.records import TYPE_CHECKING
from vkconfig_py.loader.files.program_files import find_executable

if TYPE_CHECKING:
    import argparse

    from vkconfig_py.cli.context import Machine
    from vkconfig_py.loader.base.host import Application, Host
    from vkconfig_py.loader.files.opened_loader import ProgramStart


def find_start(program: str, host: Host) -> ProgramStart:
    """Return what a program starts behind wrapper scripts.

    The import waits until a program is named.
    """
    from vkconfig_py.model.chain.run_engine import resolve_start

    return resolve_start(program, host)


def find_requests(program: str, host: Host) -> tuple[Application, str]:
    """Return the layers and extensions that past launches of a program requested.

    The import waits until a program is named.
    """
    from vkconfig_py.model.chain.run_engine import describe_requests

    return describe_requests(program, host)


def assume(what_if: WhatIf, machine: Machine, output: Output) -> AssumedMachine:
    """Return host and loader under the assumptions of a what-if.

    Print what follows from them, such as a program that cannot start.
    """
    assumed_machine = assume_machine(
        what_if, machine.host, machine.profile, machine.loaders, find_start
    )
    for note in render_assumption_notes(what_if, assumed_machine.host):
        output.error(note)
    return assumed_machine


def make_assumed_application(
    options: argparse.Namespace, assumed_machine: AssumedMachine, output: Output
) -> Application:
    """Return what the program requests from its loader: by the options, else by past launches."""
    application, note = assume_application(options, assumed_machine.host, find_requests)
    if note:
        output.error(note)
    return application


def find_what_if(options: argparse.Namespace, host: Host) -> WhatIf:
    """Return the what-if of the options, with program and loader as full paths.

    Raises:
        CommandError: the program is not there.
    """
    what_if = read_what_if(options)
    if what_if.program is not None:
        executable = find_executable(what_if.program, host)
        if executable.refusal is not None:
            raise CommandError(f"{executable.error}.", Exit.NOT_FOUND)
        what_if = what_if._replace(program=executable.path)
    return what_if._replace(library=what_if.opened_library)
