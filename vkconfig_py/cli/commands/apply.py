"""apply: write a configuration to the system, until it is withdrawn or its lease ends."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from vkconfig_py.cli.arguments import CommandParser, add_dry_run, add_json, add_output, add_selected
from vkconfig_py.cli.commands.extend import read_duration
from vkconfig_py.cli.commands.verify import print_comparison
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.output import CommandError, Exit, Output, find_part, plain
from vkconfig_py.cli.output_files import (
    change_members,
    find_change,
    is_printed,
    make_name_members,
    plan_members,
    show_files,
    write_output,
)
from vkconfig_py.cli.planning import (
    PlannedConfiguration,
    lock_changes,
    make_applied_request,
    predict_applied,
    print_plan,
    warn_about,
    warn_of_running_vkconfig,
)
from vkconfig_py.cli.report_text import print_report
from vkconfig_py.cli.workspace import make_effective_configuration
from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.files.own_files import forbid_writing
from vkconfig_py.model.apply import lease_facts
from vkconfig_py.model.apply.apply_plan import explain_apply_refusal, explain_not_writable
from vkconfig_py.model.apply.lease_facts import describe_lease_until, make_lease_json
from vkconfig_py.model.apply.service import match_programs
from vkconfig_py.model.apply.verify import find_obstacle, verify_report
from vkconfig_py.model.chain.applied_plan import plan_for_system
from vkconfig_py.model.chain.run_engine import make_placeholder_program
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.files.atomic_files import block_signals
from vkconfig_py.model.plan.leases import (
    UNTIL_WITHDRAWN,
    ForSeconds,
    Term,
    UntilLoggedOut,
    WhileProcessRuns,
)
from vkconfig_py.model.plan.plan import Mechanism
from vkconfig_py.model.programs.matching import find_listed

_MECHANISM_BY_OPTION = {
    "best": Mechanism.AUTOMATIC,
    "override": Mechanism.OVERRIDE,
    "settings": Mechanism.SETTINGS,
}


def add_arguments(parser: CommandParser) -> None:
    parser.examples = {
        "vkconfig-py apply --dry-run": tr("preview the selected configuration; write nothing"),
        "vkconfig-py apply -c Validation -p vkcube --for 1h": tr(
            "apply for an hour, then withdraw"
        ),
        "vkconfig-py apply -c Validation --while $$": tr("apply until this shell exits"),
        "vkconfig-py apply -c Validation --every-program": "",
        "vkconfig-py apply -c Validation --by settings": "",
        "vkconfig-py apply -c Validation -p vkcube -o override.json": "",
        "vkconfig-py apply -c Validation --every-program --machine pc -o files-for-pc": "",
    }
    add_json(parser)
    add_selected(parser)
    _add_method_arguments(parser)
    _add_term(parser)


def _add_method_arguments(parser: CommandParser) -> None:
    """Add the options that say how, to which programs and where to apply."""
    parser.add_argument(
        "--by",
        choices=_MECHANISM_BY_OPTION,
        default="best",
        help=tr(
            "use an override layer, a loader settings file, or the best method for the "
            "configuration (default: best)"
        ),
    )
    reach_group = parser.add_mutually_exclusive_group()
    reach_group.add_argument(
        "-p",
        "--program",
        action="append",
        default=[],
        metavar="PATH",
        help=tr(
            "apply only to this program (repeatable; default: the configuration's "
            "programs, or every program if it lists no programs)"
        ),
    )
    reach_group.add_argument(
        "--every-program",
        action="store_true",
        help=tr("apply to every program, regardless of which programs the configuration lists"),
    )
    add_dry_run(parser)
    parser.add_argument(
        "--verify",
        action=argparse.BooleanOptionalAction,
        default=True,
        help=tr(
            "after applying, run the real loader in a child process to check the "
            "prediction (default, except with --json)"
        ),
    )
    add_output(
        parser,
        tr(
            "write the override to this file (- prints it) instead of applying it, for a "
            "system folder that elevated programs also read"
        ),
        default=None,
    )
    parser.add_argument(
        "--machine",
        metavar="FOLDER",
        help=tr(
            "write the files for the machine described in this folder's machine.json (for "
            "example, a Windows PC) to the --output folder; then copy them to that machine"
        ),
    )


def _add_term(parser: CommandParser) -> None:
    """Add the options that say until when the configuration stays applied."""
    term = parser.add_mutually_exclusive_group()
    term.add_argument(
        "--for",
        dest="seconds",
        type=read_duration,
        default=0,
        metavar="TIME",
        help=tr(
            "withdraw automatically after a time such as 15m, 2h, 1h30m or 90s, even across a "
            "reboot"
        ),
    )
    term.add_argument(
        "--until",
        choices=("withdrawn", "logout"),
        default="withdrawn",
        help=tr("keep the configuration applied until you withdraw it (default) or log out"),
    )
    term.add_argument(
        "--while",
        dest="process",
        type=_parse_pid,
        default=0,
        metavar="PID",
        help=tr("keep the configuration applied while this process runs"),
    )


def _parse_pid(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 1 << 22:
        raise argparse.ArgumentTypeError(tr("“{text}” is not a process ID", text=text))
    return int(text)


def run(options: argparse.Namespace, output: Output) -> int:
    if options.machine is not None:
        return _run_for_other(options, output)
    with forbid_writing(is_forbidden=options.dry_run), open_machine() as machine:
        configuration = make_effective_configuration(machine, options.configuration, output)
        warn_of_running_vkconfig(machine, output)
        programs = _choose_programs(options, configuration, machine, output)
        mechanism, term = _MECHANISM_BY_OPTION[options.by], _find_term(options)
        if options.output is not None:
            return _write_for_system(options, machine, configuration, programs, output)
        if options.dry_run:
            planned_configuration = predict_applied(machine, configuration, programs, mechanism)
            return _preview(configuration, programs, planned_configuration, output)
        with lock_changes(machine) as service:
            # Under the lock: nobody else changes what is applied between plan and files.
            planned_configuration = predict_applied(machine, configuration, programs, mechanism)
            plan = planned_configuration.answer.plan
            warn_about(planned_configuration, output)
            members = {
                **_make_applied_members(configuration, programs, planned_configuration),
                "dry_run": False,
            }
            with block_signals():  # what is applied is also told
                outcome = service.write_plan(planned_configuration.request, plan, term)
                if outcome.is_refused:
                    raise CommandError(outcome.sentence, members={**members, "files": []})
                name, programs_text = plain(configuration.title), _describe_programs(programs)
                leases = {
                    applied_configuration.configuration.key: applied_configuration.lease
                    for applied_configuration in service.read_applied_state().configurations
                }
                lease, now = (
                    leases.get(configuration.key, UNTIL_WITHDRAWN),
                    lease_facts.read_moment(),
                )
                term_text = (
                    "" if lease == UNTIL_WITHDRAWN else plain(describe_lease_until(lease, now))
                )
                path = plain(outcome.path)
                output.line(_render_applied(name, programs_text, term_text, path))
                output.line(plain(plan.summary))
                if outcome.sentence:
                    output.error(outcome.sentence)
                applied_members = {"file": outcome.path, **make_lease_json(lease, now)}
                output.outcome({**members, **applied_members})
                output.flush()
    report = planned_configuration.answer.report
    is_checked = options.verify and not output.as_json and not find_obstacle(report)
    check = verify_report(report) if is_checked else None
    # "Every program" is asked with a path that stands for any; nobody should read it as a program.
    if report.host.executable == make_placeholder_program(report.host):
        report = report._replace(host=report.host._replace(executable=""))
    print_report(report, output, is_whole=False)
    if check is not None:
        print_comparison(check, output)
    return Exit.OK


def _render_applied(name: str, programs: str, term_text: str, path: str) -> str:
    """Return the sentence that says to which programs and until when a configuration is applied."""
    if not term_text:
        return tr(
            "“{name}” is applied to {programs}: {path}", name=name, programs=programs, path=path
        )
    return tr(
        "“{name}” is applied to {programs} {until}: {path}",
        name=name,
        programs=programs,
        until=term_text,
        path=path,
    )


def _find_term(options: argparse.Namespace) -> Term:
    """Return until when the configuration stays applied, from the options."""
    if options.seconds:
        return ForSeconds(options.seconds)
    if options.process:
        return WhileProcessRuns(options.process)
    return UntilLoggedOut() if options.until == "logout" else UNTIL_WITHDRAWN


def _preview(
    configuration: Configuration,
    programs: tuple[str, ...],
    planned_configuration: PlannedConfiguration,
    output: Output,
) -> int:
    """Print what applying would write, and for which programs.

    Raises:
        CommandError: it would be refused.
    """
    plan = planned_configuration.answer.plan
    warn_about(planned_configuration, output)
    members = {
        **_make_applied_members(configuration, programs, planned_configuration),
        "dry_run": True,
    }
    if reason := explain_apply_refusal(plan):
        raise CommandError(
            tr("Nothing would be applied: {reason}.", reason=reason),
            members={**members, "files": []},
        )
    show_files(plan, output)
    output.line(
        tr(
            "“{name}” would be applied to {programs}.",
            name=plain(configuration.title),
            programs=_describe_programs(programs),
        )
    )
    output.line(plain(plan.summary))
    output.outcome(members)
    return Exit.OK


def _run_for_other(options: argparse.Namespace, output: Output) -> int:
    """Print or write the files that apply a configuration on a machine that a folder describes.

    Raises:
        CommandError: there is no such machine, its programs are not named, or nothing can be
            written.
    """
    machine = find_part("apply --machine")(options.machine, output)
    configuration = make_effective_configuration(machine, options.configuration, output)
    programs = tuple(options.program)
    if configuration.programs and not programs and not options.every_program:
        name = plain(configuration.title)
        raise CommandError(
            tr(
                "“{name}” lists programs on this machine. Specify programs on the other "
                "machine with --program PATH, or use --every-program.",
                name=name,
            )
        )
    planned_configuration = predict_applied(
        machine, configuration, programs, _MECHANISM_BY_OPTION[options.by]
    )
    plan = planned_configuration.answer.plan
    warn_about(planned_configuration, output)
    members = {
        **_make_applied_members(configuration, programs, planned_configuration),
        "dry_run": options.dry_run,
    }
    if reason := explain_not_writable(plan):
        raise CommandError(
            tr("Nothing would be applied: {reason}.", reason=reason),
            members={**members, "files": []},
        )
    if options.dry_run:
        show_files(plan, output)
    elif options.output is None or is_printed(options.output):
        raise CommandError(
            tr(
                "A configuration cannot be applied directly to another machine. Use "
                "--output FOLDER to write the files, then copy them there."
            )
        )
    else:
        members["files"] = find_part("apply --output")(
            plan, machine, options.output, output, replace=options.force
        )
    output.line(plain(plan.summary))
    output.outcome(members)
    return Exit.OK


def _describe_programs(programs: tuple[str, ...]) -> str:
    """Return the programs with commas between them, or the words for every program."""
    return ", ".join(plain(name) for name in programs) or tr("every program")


def _make_applied_members(
    configuration: Configuration,
    programs: tuple[str, ...],
    planned_configuration: PlannedConfiguration,
) -> dict[str, Any]:
    """Return the JSON members about an applied configuration.

    "applied_to" is empty for every program.
    """
    chain = [
        active_layer.manifest.name for active_layer in planned_configuration.answer.report.callstack
    ]
    return {
        "configuration": make_name_members(configuration),
        "applied_to": list(programs),
        **plan_members(planned_configuration.answer.plan),
        "chain": chain,
    }


def _write_for_system(
    options: argparse.Namespace,
    machine: Machine,
    configuration: Configuration,
    programs: tuple[str, ...],
    output: Output,
) -> int:
    """Write an override file for a system folder, which only root can write.

    Args:
        options: of the command line.
        machine: this machine.
        configuration: what the override is to do.
        programs: real paths, or () for every program.
        output: where the path and limits are printed.

    Raises:
        CommandError: the override would be empty, or the file cannot be written.
    """
    request = make_applied_request(machine, configuration, programs, Mechanism.OVERRIDE)
    plan = plan_for_system(request, machine.cache)
    print_plan(plan, output)
    if not plan.files:
        reason = next((limit.text for limit in plan.limits if limit.is_blocking), "")
        raise CommandError(
            tr("Nothing was written: {reason}.", reason=reason or tr("the override is empty"))
        )
    (file,) = plan.files
    content = file.content or b""
    members = {
        "configuration": make_name_members(configuration),
        "applied_to": list(programs),
        **plan_members(plan),
        "belongs_into": str(Path(file.path).parent),
        "dry_run": False,
    }
    if is_printed(options.output):
        output.document(content.decode("utf-8"))
        output.outcome({**members, "files": [], "content": content.decode("utf-8")})
        return Exit.OK
    target = options.output, Path(file.path).name, content
    change = find_change(*target)
    path = write_output(*target, replace=options.force)
    output.line(
        tr(
            "To install the override, copy {path} to {folder}",
            path=path,
            folder=Path(file.path).parent,
        )
    )
    file_members = change_members(str(path), change, content.decode("utf-8"))
    output.outcome({**members, "files": [file_members], "file": str(path)})
    return Exit.OK


def _choose_programs(
    options: argparse.Namespace, configuration: Configuration, machine: Machine, output: Output
) -> tuple[str, ...]:
    """Return the programs that the command line or else the configuration names.

    () stands for every program.

    Raises:
        CommandError: no listed program can match; an empty list would mean every program.
    """
    if options.every_program:
        return ()
    if options.program:
        return _find_named_programs(options.program, machine, output)
    program_list = find_listed(configuration.programs, machine.host)
    for note in program_list.notes:
        output.error(note)
    if program_list.reaches_no_program:
        name = plain(configuration.title)
        raise CommandError(
            tr(
                "“{name}”: {reason} Specify programs with --program PATH, or use --every-program.",
                name=name,
                reason=program_list.no_program_reason,
            )
        )
    return program_list.programs


def _find_named_programs(names: Sequence[str], machine: Machine, output: Output) -> tuple[str, ...]:
    """Return, for programs of the command line, the paths that the loader compares with app_keys.

    Raises:
        CommandError: a program cannot be started, so no override could match it, or it is a
            script whose target is known only by running it.
    """
    matched_programs = match_programs(names, machine.host)
    for note in matched_programs.notes:
        output.error(note)
    refused_program = matched_programs.refused_program
    if refused_program is None:
        return matched_programs.programs
    if not refused_program.can_run:
        raise CommandError(
            tr(
                "{reason}, so no override or settings file can match it",
                reason=refused_program.error,
            ),
            Exit.NOT_FOUND,
        )
    raise CommandError(
        tr("{reason}. Specify the program that it starts.", reason=refused_program.why_unmatched)
    )
