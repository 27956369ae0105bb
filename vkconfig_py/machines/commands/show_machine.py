"""--machine: show the report of another machine, or write a configuration for a described one."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import CommandError, Exit, Output, find_part, plain
from vkconfig_py.cli.output_files import change_members, find_change, write_output
from vkconfig_py.cli.report_text import print_report
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.argument_parser import JSON_OPTIONS
from vkconfig_py.loader.api.optional_parts import OpenMachineError, find_waiting_text
from vkconfig_py.loader.api.report_json import make_stamped_json
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.files.safe_paths import make_shared_folder
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.platforms.rules import get_platform_rules
from vkconfig_py.machines.machine_file import DescriptionError, open_described
from vkconfig_py.machines.open_machine import open_machine
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.files.paths import find_state_paths
from vkconfig_py.model.plan.plan import Plan, decode_text

_MACHINE_NEEDS_JSON = tr(
    "--machine can be combined only with --json. To make assumptions about a root folder, "
    "use “show --root FOLDER”."
)


def show_machine(command: str, origin: str, arguments: Collection[str], output: Output) -> int:
    """Print the report of the machine that a path or an address stands for."""
    if find_waiting_text(origin):
        code: int = find_part("show --host")(command, origin, arguments, output)
        return code
    if {*arguments} - {*JSON_OPTIONS}:
        raise CommandError(_MACHINE_NEEDS_JSON, Exit.USAGE)
    try:
        machine = open_machine(origin)
    except OpenMachineError as error:
        raise CommandError(str(error), Exit.NOT_FOUND) from None
    if output.as_json:
        output.outcome(machine.document or make_stamped_json(machine.report))
        return Exit.OK
    output.line(
        output.paint(tr("{name}: {what}", name=machine.name, what=machine.description), "strong")
    )
    for note in machine.notes:
        output.paragraph(note, indent=0, tone="faint")
    output.line()
    print_report(machine.report, output, is_asked=False)
    return Exit.OK


def open_described_machine(folder: str, output: Output) -> Machine:
    """Return the machine of a folder with machine.json. Configurations are those of this machine.

    Raises:
        CommandError: the folder describes none.
    """
    try:
        described_machine = open_described(folder)
    except DescriptionError as error:
        raise CommandError(f"{error}.") from error
    for file, problem in described_machine.problems:
        output.error(
            tr(
                "{file}, line {line}: {problem}",
                file=plain(file),
                line=problem.line,
                problem=problem.text,
            )
        )
    this_host = Host.read_current()
    # What is applied there is noted there, not here.
    state = Path(folder, "vkconfig-py")
    paths = find_state_paths(this_host.environment, this_host.platform)._replace(state=state)
    return Machine(
        described_machine.host,
        described_machine.profile,
        paths,
        DocumentCache(),
        (described_machine.profile,),
    )


def write_files(
    plan: Plan, machine: Machine, folder: str, output: Output, *, replace: bool
) -> list[dict[str, Any]]:
    """Write the files of a plan into a folder of this machine, to copy them to the other one.

    Args:
        plan: its files have paths of the other machine.
        machine: the other machine.
        folder: of this machine.
        output: names the written files.
        replace: overwrite files with other content.

    Raises:
        CommandError: a file cannot be written, or is there with other content.
    """
    try:
        make_shared_folder(folder, is_named=True)
    except OSError as error:
        raise CommandError(render_error(tr("Nothing was written"), folder, error)) from error
    paths = get_platform_rules(machine.host.platform).paths
    members: list[dict[str, Any]] = []
    for file in plan.files:
        content = file.content or b""
        name = paths.get_name(file.path)
        change = find_change(folder, name, content)
        written_file = write_output(folder, name, content, replace=replace, is_first=not members)
        output.line(
            tr(
                "Copy {path} to {folder}",
                path=written_file,
                folder=plain(paths.get_parent(file.path)),
            )
        )
        text = decode_text(content, "backslashreplace")
        members.append({**change_members(str(written_file), change, text), "belongs_to": file.path})
    return members
