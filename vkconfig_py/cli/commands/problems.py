"""problems: problems of this machine, and fixes that can be reverted."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence

from vkconfig_py.cli.arguments import (
    CommandParser,
    add_demo,
    add_dry_run,
    add_json,
    add_not_found,
    add_selected,
)
from vkconfig_py.cli.context import Machine, open_machine
from vkconfig_py.cli.known_problems import list_selected_problems
from vkconfig_py.cli.output import CommandError, Exit, Output, plain, render_location, wrap
from vkconfig_py.cli.output_files import (
    CHANGE_WORDS,
    change_members,
    make_name_members,
    make_variable_members,
    show_file_change,
)
from vkconfig_py.cli.report_text import SEVERITY_WIDTH, render_severity_label
from vkconfig_py.cli.workspace import load, read_configuration, save
from vkconfig_py.language.sentences import counted, message, tr
from vkconfig_py.loader.api.report_json import PROBLEM_SCHEMA
from vkconfig_py.loader.base.verdicts import ReplaceLine, Severity
from vkconfig_py.loader.files.own_files import forbid_writing
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.configuration.workspace_edits import WorkspaceChange
from vkconfig_py.model.plan.plan import ChangeKind
from vkconfig_py.model.problems.fixes import (
    MOVED_ASIDE_CHANGE,
    Fix,
    apply_fix,
    changes_package_files,
    find_latest_fix,
    list_variables,
    plan_fix,
    revert_fix,
    set_variables,
    write_prepared_files,
)
from vkconfig_py.model.problems.summary import (
    ActionKind,
    Diagnostic,
    ProblemAction,
    group_similar,
    make_title,
)
from vkconfig_py.model.timeline.entries import read_actions

_SHOW_ALL_COMMAND = "vkconfig-py problems --all"
_UNDO_COMMAND = "vkconfig-py problems undo"
_EVERY_FIX_KEY = "all"


def add_arguments(parser: CommandParser) -> None:
    parser.examples = _examples()[parser.action]
    add_json(parser)
    add_demo(parser)
    if parser.action == "list":
        parser.exit_codes[Exit.FAILED] = tr("errors found")
        parser.add_argument(
            "--all",
            action="store_true",
            help=tr("list every problem separately, even if many are of the same kind"),
        )
    elif parser.action == "fix":
        _add_fix_arguments(parser)
    else:
        add_not_found(parser, tr("nothing to undo"))


def _examples() -> dict[str, dict[str, str]]:
    return {
        "list": {"vkconfig-py problems": "", "vkconfig-py problems --all": ""},
        "fix": {
            "vkconfig-py problems fix 1 --dry-run": tr("preview the first fix of problem 1"),
            "vkconfig-py problems fix all": tr(
                "apply the first fix of every problem that has a fix"
            ),
            "vkconfig-py problems fix aborts-all": tr(
                "specify a problem by its code if the code is unique"
            ),
            "vkconfig-py problems fix 3 --way 2": tr("apply the second fix of problem 3"),
            "vkconfig-py problems fix variable-empty -c Validation": "",
        },
        "undo": {_UNDO_COMMAND: ""},
    }


def _add_fix_arguments(parser: CommandParser) -> None:
    parser.add_argument(
        "which",
        metavar=f"NUMBER|{_EVERY_FIX_KEY}",
        help=tr("problem number or code; all: every problem that has a fix"),
    )
    add_dry_run(parser)
    add_selected(parser, tr("let fixes change variables in this configuration"))
    parser.add_argument(
        "--way",
        type=int,
        default=1,
        metavar="N",
        help=tr("number of the fix (default: 1, the first fix)"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    is_dry_run = options.action == "fix" and options.dry_run
    with forbid_writing(is_forbidden=is_dry_run), open_machine(demo=options.demo) as machine:
        if options.action == "undo":
            return _undo_fix(machine, output)
        diagnostics = list_selected_problems(machine, output)
        if options.action == "fix":
            if options.which == _EVERY_FIX_KEY:
                return _fix_all(diagnostics, options, machine, output)
            members = _fix_problem(
                _find_problem(options.which, diagnostics), options, machine, output
            )
            output.outcome({**members, "dry_run": options.dry_run})
            return Exit.OK
        if not options.json:
            _list_problems(diagnostics, output, lists_all=options.all)
    has_errors = any(diagnostic.problem.severity is Severity.ERROR for diagnostic in diagnostics)
    code = Exit.FAILED if has_errors else Exit.OK
    output.outcome(
        {"problems": [_diagnostic_to_json(diagnostic) for diagnostic in diagnostics]}, code
    )
    return code


def _diagnostic_to_json(diagnostic: Diagnostic) -> dict[str, object]:
    return {
        **PROBLEM_SCHEMA.write(diagnostic.problem),
        "actions": [
            {
                "action": action.kind.value,
                "label": action.label,
                "does": action.step_label,
                "after": action.consequence,
            }
            for action in diagnostic.actions
        ],
    }


def _list_problems(diagnostics: Sequence[Diagnostic], output: Output, *, lists_all: bool) -> None:
    """Print problems with their fixes. Similar ones share an entry unless `lists_all`."""
    if not diagnostics:
        output.line(tr("No problems found."))
    unfolded_keys = {diagnostic.problem.code for diagnostic in diagnostics} if lists_all else ()
    groups = group_similar(
        [*enumerate(diagnostics, 1)], lambda numbered: numbered[1].problem, unfolded_keys
    )
    for (number, diagnostic), *similar_problems in groups:
        problem = diagnostic.problem
        label = render_severity_label(problem.severity, output)
        head = f"{number:>3}  {label} "
        indent = " " * (3 + 2 + SEVERITY_WIDTH + 1)
        lines = wrap(plain(make_title(problem, len(similar_problems))), output.width - len(indent))
        output.line(head + output.paint(lines[0], "strong"))
        for text in lines[1:]:
            output.line(indent + text)
        output.paragraph(problem.consequence, len(indent))
        if problem.file:
            location = render_location(problem.file, problem.line)
            output.line(indent + output.paint(plain(location), "faint"))
        output.line(indent + output.paint(problem.code, "faint"))
        if similar_problems:
            output.paragraph(
                tr("to list them all: {command}", command=_SHOW_ALL_COMMAND), len(indent), "faint"
            )
        for action in diagnostic.actions:
            if action.kind is ActionKind.TURN_OFF:
                call = f"vkconfig-py layer off {get_base_name(action.text.partition(':')[2])}"
                output.paragraph(plain(f"{call}: {action.consequence}"), len(indent), "faint")
        _list_fixes(number, diagnostic, output, indent)


def _list_fixes(number: int, diagnostic: Diagnostic, output: Output, indent: str) -> None:
    """Print the commands that fix a problem, with what follows. `number`: the problem's."""
    for number_of_way, action in enumerate(_list_fix_actions(diagnostic), 1):
        consequence = f". {action.consequence}" if action.consequence else ""
        fix_command = f"problems fix {number}" + (f" --way {number_of_way}" * (number_of_way > 1))
        output.paragraph(f"{fix_command}: {action.step_label}{consequence}", len(indent), "faint")
        if isinstance(action.remedy, ReplaceLine):
            for change_sign, text in (("-", action.remedy.before), ("+", action.remedy.after)):
                output.line(f"{indent}  {change_sign} {plain(text.strip())}")


def _list_fix_actions(diagnostic: Diagnostic) -> list[ProblemAction]:
    """Return the actions on a problem that this command can take."""
    kinds = (ActionKind.FIX, ActionKind.COMMAND)
    return [action for action in diagnostic.actions if action.kind in kinds]


def _find_problem(selector: str, diagnostics: Sequence[Diagnostic]) -> Diagnostic:
    """Return the problem of a number, or the only one with a code.

    Raises:
        CommandError: no match, or more than one.
    """
    if selector.isdecimal():
        if 1 <= int(selector) <= len(diagnostics):
            return diagnostics[int(selector) - 1]
        raise CommandError(
            counted(
                "No problem has number {number}; {n} problems found",
                "No problem has number {number}; {n} problem found",
                len(diagnostics),
                number=selector,
            ),
            Exit.NOT_FOUND,
        )
    numbers_of_code = [
        number
        for number, diagnostic in enumerate(diagnostics, 1)
        if diagnostic.problem.code == selector
    ]
    if not numbers_of_code:
        raise CommandError(tr("No problem has code {code}", code=selector), Exit.NOT_FOUND)
    # Numbers change with the machine; scripts use codes, and must not fix another problem by
    # chance.
    if len(numbers_of_code) > 1:
        numbers = ", ".join(map(str, numbers_of_code))
        raise CommandError(
            tr(
                "{count} problems have code {code}; use a number: {numbers}",
                count=len(numbers_of_code),
                code=selector,
                numbers=numbers,
            )
        )
    return diagnostics[numbers_of_code[0] - 1]


def _fix_all(
    diagnostics: Sequence[Diagnostic],
    options: argparse.Namespace,
    machine: Machine,
    output: Output,
) -> int:
    """Fix each problem that has a fix, but for those that change files of packages.

    What keeps one from being fixed is told, for a package's file with the command that fixes it.
    """
    fixes, remedies, is_refused = [], list[object](), False
    for diagnostic in diagnostics:
        actions = _list_fix_actions(diagnostic)
        if len(actions) < options.way or actions[options.way - 1].remedy in remedies:
            continue
        remedies.append(actions[options.way - 1].remedy)
        if _changes_package(diagnostic, options, machine):
            continue
        output.line(output.paint(plain(diagnostic.problem.title), "strong"))
        try:
            fixes.append(_fix_problem(diagnostic, options, machine, output))
        except CommandError as error:
            is_refused = True
            output.error(error.sentence)
    if not remedies:
        output.line(tr("No problem has a fix."))
    elif len(remedies) > len(fixes):
        is_refused |= _print_package_fixes(options, machine, output)
    code = Exit.FAILED if is_refused else Exit.OK
    output.outcome({"fixes": fixes, "dry_run": options.dry_run}, code)
    return code


def _changes_package(diagnostic: Diagnostic, options: argparse.Namespace, machine: Machine) -> bool:
    """Return whether the chosen fix of a problem changes a file of a package."""
    remedy = _list_fix_actions(diagnostic)[options.way - 1].remedy
    assert remedy is not None
    fix = plan_fix(remedy, machine.paths, machine.host.root)
    return changes_package_files(fix, machine.host.root)


def _print_package_fixes(options: argparse.Namespace, machine: Machine, output: Output) -> bool:
    """Name each problem that is left because of a package's file, with the command that fixes it.

    The numbers are those of the problems that are there now. Return whether any is left.
    """
    has_unapplied_fix = False
    for number, diagnostic in enumerate(list_selected_problems(machine, output), 1):
        has_fix = len(_list_fix_actions(diagnostic)) >= options.way
        if has_fix and _changes_package(diagnostic, options, machine):
            has_unapplied_fix = True
            way_option = f" --way {options.way}" * (options.way > 1)
            output.error(
                tr(
                    "{title}: the file belongs to a package. To change it: {command}",
                    title=diagnostic.problem.title,
                    command=f"vkconfig-py problems fix {number}{way_option}",
                )
            )
    return has_unapplied_fix


def _fix_problem(
    diagnostic: Diagnostic, options: argparse.Namespace, machine: Machine, output: Output
) -> dict[str, object]:
    """Fix a problem, or with --dry-run print what would change. Return the JSON members."""
    actions = _list_fix_actions(diagnostic)
    if not actions:
        raise CommandError(f"{diagnostic.problem.title}. {diagnostic.no_action_reason}")
    if not 1 <= options.way <= len(actions):
        raise CommandError(
            counted(
                "This problem has no fix number {way}, only {n} fixes",
                "This problem has no fix number {way}, only {n} fix",
                len(actions),
                way=options.way,
            ),
            Exit.NOT_FOUND,
        )
    remedy = actions[options.way - 1].remedy
    assert remedy is not None
    fix = plan_fix(remedy, machine.paths, machine.host.root)
    members = {**_fix_to_json(fix), "problem": PROBLEM_SCHEMA.write(diagnostic.problem)}
    if options.dry_run:
        _preview_fix(fix, output, is_demo=options.demo)
        return {**members, "summary": fix.refusal or tr("Nothing changed.")}
    if variables := list_variables(remedy):
        return {**members, **_fix_variables(variables, options, machine, output)}
    return {**members, "summary": _fix_files(fix, machine, output, is_demo=options.demo)}


def _fix_to_json(fix: Fix) -> dict[str, object]:
    changes = fix.list_changes()
    return {
        "files": [
            {**change_members(change.subject, change.kind), "difference": change.text}
            for change in changes
            if change.is_file
        ],
        "variables": make_variable_members(fix.variables),
        "command": fix.command,
    }


def _preview_fix(fix: Fix, output: Output, *, is_demo: bool) -> None:
    """Print what a fix would change. `is_demo`: nothing can be undone later."""
    if fix.refusal:
        output.error(fix.refusal)
    # It needs more rights than this process has: the command is printed for the user to run.
    if fix.command:
        output.line(plain(fix.command))
    moves_aside = [
        change
        for change in fix.list_changes()
        if change.kind is ChangeKind.REMOVE and fix.file_change == MOVED_ASIDE_CHANGE
    ]
    for change in fix.list_changes():
        kind = tr("Move aside") if change in moves_aside else CHANGE_WORDS[change.kind]
        if change.is_file:
            show_file_change(change, output, kind)
        else:
            value = "" if change.kind is ChangeKind.UNSET else f"={change.text}"
            output.line(f"{kind} {plain(change.subject)}{plain(value)}")
    if moves_aside and not (fix.command or is_demo):
        output.line(tr("The file is not deleted; {command} restores it.", command=_UNDO_COMMAND))


def _fix_files(fix: Fix, machine: Machine, output: Output, *, is_demo: bool) -> str:
    """Apply a fix to files, and return the sentence with the result."""
    if fix.command:
        error = write_prepared_files(fix, machine.paths)
        raise CommandError(
            error
            or tr("{reason} Run this instead:\n{command}", reason=fix.refusal, command=fix.command)
        )
    applied_fix = apply_fix(fix, machine.paths)
    if not applied_fix.key:
        raise CommandError(applied_fix.sentence)
    output.line(plain(applied_fix.sentence))
    if not is_demo:  # its copy of the sample machine is gone when the command ends
        output.line(tr("To undo: {command}", command=_UNDO_COMMAND))
    return applied_fix.sentence


def _fix_variables(
    variables: tuple[Variable, ...], options: argparse.Namespace, machine: Machine, output: Output
) -> dict[str, object]:
    """Change variables of a configuration, and return the JSON members of the result."""
    if not options.configuration:
        lines = [
            f"unset {variable.name}"
            if variable.value is None
            else f"export {variable.name}={shlex.quote(variable.value)}"
            for variable in variables
        ]
        # A child process cannot change the environment of the shell that started it.
        commands = "\n".join(lines)
        raise CommandError(
            tr(
                "This command cannot change your session's variables. To change them for "
                "a configuration's programs, use --config NAME; or run:\n"
                "{commands}",
                commands=commands,
            )
        )
    load_result = load(machine, output)
    configuration = read_configuration(machine, options.configuration, output)
    changed_configuration = set_variables(configuration, variables)
    workspace_after = load_result.workspace.with_configuration(changed_configuration)
    names = ", ".join(variable.name for variable in variables)
    save(
        machine,
        load_result,
        WorkspaceChange(workspace_after, message("Change {names}", names=names)),
        output,
    )
    summary = tr("Changed {names} in “{name}”.", names=names, name=configuration.title)
    output.line(plain(summary))
    return {"configuration": make_name_members(configuration), "summary": summary}


def _undo_fix(machine: Machine, output: Output) -> int:
    key = find_latest_fix(machine.paths)
    if not key:
        raise CommandError(tr("No fix to undo"), Exit.NOT_FOUND)
    # Read before the undo, which changes the journal.
    fix = next(action for action in read_actions(machine.paths) if action.entries[0].fix == key)
    applied_fix = revert_fix(key, machine.paths)
    if not applied_fix.key:
        raise CommandError(applied_fix.sentence)
    summary = tr("Undid: {step}", step=fix.title)
    output.line(plain(f"{summary}. {applied_fix.sentence}"))
    restored_files = [change_members(file, "restore") for file in fix.files]
    output.outcome({"files": restored_files, "summary": f"{summary}. {applied_fix.sentence}"})
    return Exit.OK
