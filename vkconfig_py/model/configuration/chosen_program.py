"""The program that Launch starts: chosen last and kept, or a configuration's own."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.model.configuration.configuration import NO_PROGRAM, Target, Variable
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
    recent = _move_recent_first(workspace.recent_programs, workspace.program, target)
    return _make_change(_set_variables(_set_program(workspace, target), variables), recent)


def change_program(workspace: Workspace, target: Target) -> WorkspaceChange | None:
    """Replace the chosen program, for example by one with other arguments."""
    previous = workspace.program
    recent = [program for program in workspace.recent_programs if program != previous]
    return _make_change(_set_program(workspace, target), _move_recent_first(recent, target))


def set_own_program(workspace: Workspace) -> WorkspaceChange | None:
    """Store the present program in the selected configuration, which then always starts it.

    Return None if it is so already.
    """
    edited = workspace.selected_configuration._replace(target=workspace.program)
    return _make_labeled_change(
        workspace, workspace.with_configuration(edited), message("Always use this program")
    )


def use_last_program(workspace: Workspace) -> WorkspaceChange | None:
    """Remove the selected configuration's own program, so that the last chosen one starts.

    Return None if nothing changes.
    """
    recent = _move_recent_first(workspace.recent_programs, workspace.program)
    edited = workspace.selected_configuration._replace(target=NO_PROGRAM)
    changed = workspace.with_configuration(edited)._replace(recent_programs=recent)
    return _make_labeled_change(workspace, changed, message("Use the last program"))


def clear_program(workspace: Workspace) -> WorkspaceChange | None:
    """Have no program, neither of the configuration nor the last chosen one.

    Return None if nothing changes.
    """
    recent = _move_recent_first(workspace.recent_programs, workspace.program)
    cleared = _set_program(workspace, NO_PROGRAM)._replace(recent_programs=recent)
    return _make_labeled_change(workspace, cleared, message("Clear the program"))


def mark_command_choice(before: Workspace, after: Workspace) -> Workspace:
    """Note the time if a command chose a program, so that open windows use it, too."""
    if after.last_program == before.last_program:
        return after
    return after._replace(command_choice_time=time.time())


def has_own_program(workspace: Workspace) -> bool:
    """Return whether the selected configuration has a program of its own."""
    return bool(workspace.selected_configuration.target.program)


def merge_recent(ours: Iterable[Target], theirs: Iterable[Target]) -> tuple[Target, ...]:
    """Return recent programs of two processes, ours first, up to a limit."""
    merged: list[Target] = []
    for program in (*ours, *theirs):
        if program not in merged:  # not a set: unknown members of files cannot be hashed
            merged.append(program)
    return tuple(merged[:MAX_RECENT])


def _set_program(workspace: Workspace, target: Target) -> Workspace:
    """Set the last chosen program, and the selected configuration's own if it has one."""
    if has_own_program(workspace):
        edited = workspace.selected_configuration._replace(target=target)
        workspace = workspace.with_configuration(edited)
    return workspace._replace(last_program=target)


def _set_variables(workspace: Workspace, variables: Iterable[Variable]) -> Workspace:
    """Set variables in the selected configuration."""
    current = workspace.selected_configuration
    for variable in variables:
        current = current.with_variable(variable.name, variable.value)
    return workspace.with_configuration(current)


def _move_recent_first(recent: Sequence[Target], *programs: Target) -> tuple[Target, ...]:
    """Return recent programs with these in front, the last of them first."""
    newest_first = [program for program in reversed(programs) if program.program]
    return merge_recent(newest_first, recent)


def _make_change(workspace: Workspace, recent: tuple[Target, ...]) -> WorkspaceChange:
    return WorkspaceChange(workspace._replace(recent_programs=recent), CHANGE_PROGRAM)


def _make_labeled_change(
    before: Workspace, after: Workspace, label: Message | str
) -> WorkspaceChange | None:
    """Return the change as an undo step with this label, None if nothing changes."""
    return None if after == before else WorkspaceChange(after, label)
