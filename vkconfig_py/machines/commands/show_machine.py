"""--machine: the report of another machine, opened from what is here."""

from __future__ import annotations

from collections.abc import Collection

from vkconfig_py.cli.output import JSON_OPTIONS, CommandError, Exit, Output, find_part
from vkconfig_py.cli.report_text import draw_report
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.api.optional_parts import OpenMachineError, find_waiting
from vkconfig_py.loader.api.report_json import stamped_json
from vkconfig_py.machines.open_machine import open_machine

_AS_IT_IS = tr(
    "--machine shows a machine as it is and can be combined with --json only. For "
    "assumptions about a root folder, use “report --root FOLDER”."
)


def show_machine(command: str, origin: str, arguments: Collection[str], output: Output) -> int:
    """Print the report of the machine that a path or an address stands for."""
    if find_waiting(origin):
        code: int = find_part("report --host")(command, origin, arguments, output)
        return code
    if {*arguments} - {*JSON_OPTIONS}:
        raise CommandError(_AS_IT_IS, Exit.USAGE)
    try:
        machine = open_machine(origin)
    except OpenMachineError as error:
        raise CommandError(str(error), Exit.NOT_FOUND) from None
    if output.as_json:
        output.json(machine.document or stamped_json(machine.report))
        return Exit.OK
    output.line(
        output.paint(tr("On {name}: {what}", name=machine.name, what=machine.what), "strong")
    )
    for note in machine.notes:
        output.paragraph(note, indent=0, tone="faint")
    output.line()
    draw_report(machine.report, output, is_asked=False)
    return Exit.OK
