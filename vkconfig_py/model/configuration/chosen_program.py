"""The program that Launch starts: chosen last and kept, or a configuration's; option sets."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from vkconfig_py.language.sentences import Message, message, tr
from vkconfig_py.model.configuration.configuration import (
    NO_PROGRAM,
    OptionSet,
    ProgramOptions,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.option_sets import (
    apply_option_set,
    find_options,
    find_set,
    get_sets,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import WorkspaceChange

MAX_RECENT = 12
CHANGE_PROGRAM = message("Change the program")


def choose_program(
    workspace: Workspace, target: Target, variables: Sequence[Variable] = ()
) -> WorkspaceChange | None:
    """Make this the program that Launch starts, until another one is chosen.

    A configuration with a program of its own gets this one instead. Others are left alone.
    `variables` go to the selected configuration, which has those of its programs.
    """
    recent_targets = _move_recent_first(workspace.recent_programs, workspace.program, target)
    return _make_change(_set_variables(_set_program(workspace, target), variables), recent_targets)


def change_program(workspace: Workspace, target: Target) -> WorkspaceChange | None:
    """Replace the chosen program, for example by one with other arguments."""
    previous_target = workspace.program
    recent_targets = [
        program for program in workspace.recent_programs if program != previous_target
    ]
    return _make_change(_set_program(workspace, target), _move_recent_first(recent_targets, target))


def set_own_program(workspace: Workspace) -> WorkspaceChange | None:
    """Store the present program in the selected configuration, which then always starts it.

    Return None if it is so already.
    """
    edited_configuration = workspace.selected_configuration._replace(target=workspace.program)
    return _make_labeled_change(
        workspace,
        workspace.with_configuration(edited_configuration),
        message("Always use this program"),
    )


def use_last_program(workspace: Workspace) -> WorkspaceChange | None:
    """Remove the selected configuration's own program, so that the last chosen one starts.

    Return None if nothing changes.
    """
    recent_targets = _move_recent_first(workspace.recent_programs, workspace.program)
    edited_configuration = workspace.selected_configuration._replace(target=NO_PROGRAM)
    changed_workspace = workspace.with_configuration(edited_configuration)._replace(
        recent_programs=recent_targets
    )
    return _make_labeled_change(workspace, changed_workspace, message("Use the last program"))


def clear_program(workspace: Workspace) -> WorkspaceChange | None:
    """Have no program, neither of the configuration nor the last chosen one.

    Return None if nothing changes.
    """
    recent_targets = _move_recent_first(workspace.recent_programs, workspace.program)
    cleared_workspace = _set_program(workspace, NO_PROGRAM)._replace(recent_programs=recent_targets)
    return _make_labeled_change(workspace, cleared_workspace, message("Clear the program"))


def mark_command_choice(workspace_before: Workspace, workspace_after: Workspace) -> Workspace:
    """Note the time if a command chose a program, so that open windows use it, too."""
    if workspace_after.last_program == workspace_before.last_program:
        return workspace_after
    return workspace_after._replace(command_choice_time=time.time())


def has_own_program(workspace: Workspace) -> bool:
    """Return whether the selected configuration has a program of its own."""
    return bool(workspace.selected_configuration.target.program)


def merge_recent(
    our_targets: Iterable[Target], their_targets: Iterable[Target]
) -> tuple[Target, ...]:
    """Return recent programs of two processes, ours first, up to a limit."""
    merged_targets: list[Target] = []
    for program in (*our_targets, *their_targets):
        if program not in merged_targets:  # not a set: unknown members of files cannot be hashed
            merged_targets.append(program)
    return tuple(merged_targets[:MAX_RECENT])


def _set_program(workspace: Workspace, target: Target) -> Workspace:
    """Set the last chosen program, and the selected configuration's own if it has one."""
    if has_own_program(workspace):
        edited_configuration = workspace.selected_configuration._replace(target=target)
        workspace = workspace.with_configuration(edited_configuration)
    return workspace._replace(last_program=target)


def _set_variables(workspace: Workspace, variables: Iterable[Variable]) -> Workspace:
    """Set variables in the selected configuration."""
    current_configuration = workspace.selected_configuration
    for variable in variables:
        current_configuration = current_configuration.with_variable(variable.name, variable.value)
    return workspace.with_configuration(current_configuration)


def _move_recent_first(recent_targets: Sequence[Target], *programs: Target) -> tuple[Target, ...]:
    """Return recent programs with these in front, the last of them first."""
    newest_first = [program for program in reversed(programs) if program.program]
    return merge_recent(newest_first, recent_targets)


def _make_change(workspace: Workspace, recent_targets: tuple[Target, ...]) -> WorkspaceChange:
    return WorkspaceChange(workspace._replace(recent_programs=recent_targets), CHANGE_PROGRAM)


def _make_labeled_change(
    workspace_before: Workspace, workspace_after: Workspace, label: Message | str
) -> WorkspaceChange | None:
    """Return the change as an undo step with this label, None if nothing changes."""
    return None if workspace_after == workspace_before else WorkspaceChange(workspace_after, label)


NEW_SET_NAME = tr("Options")


def choose_set(workspace: Workspace, name: str) -> WorkspaceChange | None:
    """Start the chosen program with one of its option sets, or without one for "".

    Return None if nothing changes.
    """
    target = workspace.program
    if name == target.options or not target.program:
        return None
    option_set = find_set(workspace.program_options, target._replace(options=name))
    if name and option_set is None:
        return None
    program = apply_option_set(target, option_set) if option_set else Target(target.program)
    change = change_program(workspace, program)
    return change and change._replace(
        label=message("Use “{name}”", name=name) if name else message("Do not use an option set")
    )


def choose_program_set(workspace: Workspace, program: str, name: str) -> WorkspaceChange | None:
    """Choose a program and one of its option sets for Launch."""
    if workspace.program.program == program:
        return choose_set(workspace, name)
    option_set = find_set(workspace.program_options, Target(program, options=name))
    return option_set and choose_program(workspace, apply_option_set(Target(program), option_set))


def add_set(workspace: Workspace, program: str, option_set: OptionSet) -> WorkspaceChange:
    """Add an option set to a program, under a free name. Choose it if the program is chosen."""
    sets = get_sets(workspace.program_options, program)
    added_set = option_set._replace(
        name=_find_free_name(sets, option_set.name.strip() or NEW_SET_NAME)
    )
    changed_workspace = _replace_option_sets(workspace, program, (*sets, added_set))
    if workspace.program.program == program:
        with_choice = change_program(
            changed_workspace, apply_option_set(workspace.program, added_set)
        )
        changed_workspace = with_choice.workspace if with_choice else changed_workspace
    return WorkspaceChange(changed_workspace, message("New “{name}”", name=added_set.name))


def replace_option_set(
    workspace: Workspace, program: str, changed_set: OptionSet
) -> WorkspaceChange | None:
    """Replace the option set of the same name. Return None if nothing changes."""
    sets = get_sets(workspace.program_options, program)
    option_sets = tuple(
        changed_set if option_set.name == changed_set.name else option_set for option_set in sets
    )
    return _make_sets_change(
        workspace, program, option_sets, message("Change “{name}”", name=changed_set.name)
    )


def rename_set(workspace: Workspace, program: str, name: str, to: str) -> WorkspaceChange | None:
    """Rename an option set, to a free name, wherever it is chosen.

    Return None if nothing changes.
    """
    sets, to = get_sets(workspace.program_options, program), to.strip()
    if to in ("", name):
        return None
    free_name = _find_free_name([option_set for option_set in sets if option_set.name != name], to)
    option_sets = tuple(
        option_set._replace(name=free_name) if option_set.name == name else option_set
        for option_set in sets
    )
    change = _make_sets_change(
        workspace, program, option_sets, message("Rename “{name}”", name=name)
    )
    return change and change._replace(
        workspace=_rename_in_workspace(change.workspace, program, name, free_name)
    )


def delete_set(workspace: Workspace, program: str, name: str) -> WorkspaceChange | None:
    """Delete an option set. Its program is then started without one.

    Return None if there is no such set.
    """
    sets = get_sets(workspace.program_options, program)
    remaining_sets = tuple(option_set for option_set in sets if option_set.name != name)
    change = _make_sets_change(
        workspace, program, remaining_sets, message("Delete “{name}”", name=name)
    )
    return change and change._replace(
        workspace=_rename_in_workspace(change.workspace, program, name, "")
    )


def import_sets(workspace: Workspace, imported_options: Iterable[ProgramOptions]) -> Workspace:
    """Add the option sets from another program's file. Existing names keep their own sets."""
    for options in imported_options:
        sets = get_sets(workspace.program_options, options.program)
        names = {option_set.name for option_set in sets}
        new_sets = tuple(option_set for option_set in options.sets if option_set.name not in names)
        if new_sets:
            workspace = _replace_option_sets(workspace, options.program, (*sets, *new_sets))
    return workspace


def _replace_option_sets(
    workspace: Workspace, program: str, sets: tuple[OptionSet, ...]
) -> Workspace:
    """Return the workspace with these option sets of a program."""
    entry = find_options(workspace.program_options, program)
    program_options = (entry or ProgramOptions(program))._replace(sets=sets)
    if entry is None:
        return workspace._replace(program_options=(*workspace.program_options, program_options))
    options = tuple(
        program_options if option == entry else option for option in workspace.program_options
    )
    return workspace._replace(program_options=options)


def _make_sets_change(
    workspace: Workspace, program: str, sets: tuple[OptionSet, ...], label: Message | str
) -> WorkspaceChange | None:
    """Return the undo step that gives a program these option sets, None if it has them."""
    if sets == get_sets(workspace.program_options, program):
        return None
    return WorkspaceChange(_replace_option_sets(workspace, program, sets), label)


def _rename_in_workspace(workspace: Workspace, program: str, name: str, new_name: str) -> Workspace:
    """Replace a chosen option set by its new name wherever it is chosen, "" by none."""

    def rename_in_target(target: Target) -> Target:
        if (target.program, target.options) != (program, name):
            return target
        return target._replace(options=new_name) if new_name else Target(program)

    return workspace._replace(
        last_program=rename_in_target(workspace.last_program),
        recent_programs=tuple(map(rename_in_target, workspace.recent_programs)),
        configurations=tuple(
            configuration._replace(target=rename_in_target(configuration.target))
            for configuration in workspace.configurations
        ),
    )


def _find_free_name(sets: Iterable[OptionSet], name: str) -> str:
    """Return a name that no set has, with a number appended if necessary."""
    used_names = {option_set.name for option_set in sets}
    free_name, number = name, 2
    while free_name in used_names:
        free_name, number = f"{name} {number}", number + 1
    return free_name
