"""ps: what running programs have loaded of Vulkan, beside what is predicted for them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vkconfig_py.cli.arguments import CommandParser, add_json, add_not_found
from vkconfig_py.cli.context import open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.processes.mapped_parts import MappedPart
from vkconfig_py.model.processes.running_now import (
    ASKED_TO_END,
    Agreement,
    InstalledMachine,
    ProcessWatch,
    RunningProcess,
    RunningPrograms,
    describe_process,
    render_hidden_count,
    render_process_lines,
    stop_process,
)

_TONE_BY_AGREEMENT = {
    Agreement.EQUAL: "ok",
    Agreement.DIFFERENT: "warn",
    Agreement.NO_INSTANCE: "faint",
}


def add_arguments(parser: CommandParser) -> None:
    add_json(parser)
    add_not_found(parser, tr("no process with the specified ID or name uses Vulkan"))
    if parser.action == "stop":
        parser.examples = {"vkconfig-py ps stop 4711": tr("ask the process to exit (SIGTERM)")}
        parser.add_argument("pid", type=int, metavar="PID", help=tr("process ID"))
        return
    parser.examples = {
        "vkconfig-py ps": "",
        "vkconfig-py ps vkcube": "",
        "vkconfig-py ps 4711": tr("show one process (run as root for another user's process)"),
        "vkconfig-py show --as process:$$": tr(
            "show what a program started from this shell would load"
        ),
    }
    parser.exit_codes[Exit.FAILED] = tr(
        "a process did not load what was predicted, or cannot be read"
    )
    parser.add_argument(
        "which",
        nargs="?",
        metavar="PID|NAME",
        help=tr("show only this process, or programs whose name contains this text"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    pid = options.pid if options.action == "stop" else _parse_pid(options.which)
    with open_machine() as machine:
        installed_machine = InstalledMachine(machine.host, machine.loaders)
        if pid is None:
            running_programs = _find_programs(
                options.which or "", ProcessWatch().look(installed_machine)
            )
        else:
            process = describe_process(pid, installed_machine, machine.cache)
            if process is None:
                raise CommandError(tr("No process has ID {pid}.", pid=pid), Exit.NOT_FOUND)
            running_programs = RunningPrograms((process,))
    members = {
        "processes": list(map(_process_to_json, running_programs.processes)),
        "hidden": running_programs.hidden,
    }
    if pid is not None:
        _require_readable(running_programs.processes[0], members)
    if options.action == "stop":
        return _stop_process(running_programs.processes[0], members, output)
    if not running_programs.processes:
        output.line(tr("No running program has loaded Vulkan."))
    for process in running_programs.processes:
        _print_process(process, output)
    if running_programs.hidden:
        output.line(f"{render_hidden_count(running_programs.hidden)}.")
    code = Exit.FAILED if _differs_from_prediction(running_programs.processes) else Exit.OK
    output.outcome(members, code)
    return code


def _parse_pid(program_text: str | None) -> int | None:
    """Return the process ID that a text is, None for a name or nothing."""
    return int(program_text) if program_text is not None and program_text.isdecimal() else None


def _find_programs(name: str, running_programs: RunningPrograms) -> RunningPrograms:
    """Return the running programs with this in their name or path, all of them for "".

    Raises:
        CommandError: no running program has it.
    """
    folded_text = name.casefold()
    matching_processes = tuple(
        process
        for process in running_programs.processes
        if folded_text in process.facts.name.casefold()
        or folded_text in process.facts.program.casefold()
    )
    if name and not matching_processes:
        raise CommandError(
            tr("No running program named “{name}” has loaded Vulkan.", name=name), Exit.NOT_FOUND
        )
    return running_programs._replace(processes=matching_processes)


def _stop_process(process: RunningProcess, members: dict[str, object], output: Output) -> int:
    """Ask a process to exit with SIGTERM."""
    if refusal := stop_process(process):
        raise CommandError(refusal, members=members)
    output.line(plain(ASKED_TO_END.format(title=process.title, pid=process.facts.pid)))
    output.outcome(members)
    return Exit.OK


def _require_readable(process: RunningProcess, members: dict[str, object]) -> None:
    """End the command if a process cannot be read, or has no Vulkan loader."""
    pid, name = process.facts.pid, process.facts.name
    if process.agreement is Agreement.HIDDEN:
        text = tr(
            "Process {pid} ({name}) belongs to another user, so its /proc entry cannot be "
            "read. Run this command as root.",
            pid=pid,
            name=name,
        )
        raise CommandError(text, members=members)
    if process.agreement is Agreement.NO_LOADER:
        text = tr("Process {pid} ({name}) has not loaded a Vulkan loader.", pid=pid, name=name)
        raise CommandError(text, Exit.NOT_FOUND, members)


def _differs_from_prediction(processes: Sequence[RunningProcess]) -> bool:
    """Return whether a process has not loaded what was predicted."""
    return any(process.agreement is Agreement.DIFFERENT for process in processes)


def _print_process(process: RunningProcess, output: Output) -> None:
    """Print a process with its drivers and layers, beside what was predicted."""
    head, *lines = render_process_lines(process)
    output.line(output.paint(plain(head), "strong"))
    sentence = len(lines) - len(process.parts) - 1  # the parts are behind it
    for line_index, line in enumerate(lines):
        tone = _TONE_BY_AGREEMENT.get(process.agreement, "") if line_index == sentence else ""
        output.line(output.paint(plain(line), tone))


def _process_to_json(process: RunningProcess) -> dict[str, object]:
    facts = process.facts
    return {
        "pid": facts.pid,
        "user": facts.user,
        "name": facts.name,
        "program": facts.program,
        "arguments": list(facts.arguments),
        "root": facts.root,
        "elevated": facts.elevated,
        "loader": {"library": process.loader, "version": process.version},
        "agreement": process.agreement.value,
        "sentence": process.sentence,
        "parts": list(map(_part_to_json, process.parts)),
    }


def _part_to_json(mapped_part: MappedPart) -> dict[str, object]:
    return {
        "kind": mapped_part.kind.value,
        "name": mapped_part.name,
        "file": mapped_part.file,
        "library": mapped_part.library,
        "predicted": mapped_part.is_predicted,
        "loaded": mapped_part.is_loaded,
        "replaced": mapped_part.is_replaced,
        "detail": mapped_part.explanation,
    }
