"""Edits of option sets: a program has several, and each edit is one undo step."""

from __future__ import annotations

from collections.abc import Iterable

from vkconfig_py.language.sentences import Message, message, tr
from vkconfig_py.model.configuration.chosen_program import change_program, choose_program
from vkconfig_py.model.configuration.configuration import OptionSet, ProgramOptions, Target
from vkconfig_py.model.configuration.option_sets import (
    entry_of,
    find_set,
    sets_of,
    with_option_set,
)
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import Changed

NEW_NAME = tr("Options")


def choose_set(workspace: Workspace, name: str) -> Changed | None:
    """Start the chosen program with one of its sets, or with "" as the program itself says."""
    target = workspace.program
    if name == target.options or not target.program:
        return None
    chosen = find_set(workspace.options, target._replace(options=name))
    if name and chosen is None:
        return None
    new = with_option_set(target, chosen) if chosen else Target(target.program)
    changed = change_program(workspace, new)
    return changed and changed._replace(
        label=message("Use “{name}”", name=name) if name else message("Use no option set")
    )


def choose_program_with(workspace: Workspace, program: str, name: str) -> Changed | None:
    """Start a program with one of its sets."""
    if workspace.program.program == program:
        return choose_set(workspace, name)
    chosen = find_set(workspace.options, Target(program, options=name))
    return chosen and choose_program(workspace, with_option_set(Target(program), chosen))


def new_set(workspace: Workspace, program: str, wanted: OptionSet) -> Changed:
    """Add a set, under a free name, and choose it if its program is chosen."""
    sets = sets_of(workspace.options, program)
    new = wanted._replace(name=_free_name(sets, wanted.name.strip() or NEW_NAME))
    changed = _with_sets(workspace, program, (*sets, new))
    if workspace.program.program == program:
        chosen = change_program(changed, with_option_set(workspace.program, new))
        changed = chosen.workspace if chosen else changed
    return Changed(changed, message("New “{name}”", name=new.name))


def change_set(workspace: Workspace, program: str, changed: OptionSet) -> Changed | None:
    """Replace the set with the same name."""
    sets = sets_of(workspace.options, program)
    new = tuple(changed if one.name == changed.name else one for one in sets)
    return _changed(workspace, program, new, message("Change “{name}”", name=changed.name))


def rename_set(workspace: Workspace, program: str, name: str, to: str) -> Changed | None:
    """Rename a set, to a free name, wherever it is chosen."""
    sets, to = sets_of(workspace.options, program), to.strip()
    if to in ("", name):
        return None
    free = _free_name([one for one in sets if one.name != name], to)
    new = tuple(one._replace(name=free) if one.name == name else one for one in sets)
    changed = _changed(workspace, program, new, message("Rename “{name}”", name=name))
    return changed and changed._replace(workspace=_renamed(changed.workspace, program, name, free))


def delete_set(workspace: Workspace, program: str, name: str) -> Changed | None:
    """Delete a set, so that its program is started without one."""
    sets = sets_of(workspace.options, program)
    new = tuple(one for one in sets if one.name != name)
    changed = _changed(workspace, program, new, message("Delete “{name}”", name=name))
    return changed and changed._replace(workspace=_renamed(changed.workspace, program, name, ""))


def add_sets(workspace: Workspace, imported: Iterable[ProgramOptions]) -> Workspace:
    """Add the sets of another program's file. One whose name is known is left as it is here."""
    for options in imported:
        sets = sets_of(workspace.options, options.program)
        known = {own.name for own in sets}
        new = tuple(each for each in options.sets if each.name not in known)
        if new:
            workspace = _with_sets(workspace, options.program, (*sets, *new))
    return workspace


def _with_sets(workspace: Workspace, program: str, sets: tuple[OptionSet, ...]) -> Workspace:
    entry = entry_of(workspace.options, program)
    new = (entry or ProgramOptions(program))._replace(sets=sets)
    if entry is None:
        return workspace._replace(options=(*workspace.options, new))
    options = tuple(new if option == entry else option for option in workspace.options)
    return workspace._replace(options=options)


def _changed(
    workspace: Workspace, program: str, sets: tuple[OptionSet, ...], label: Message | str
) -> Changed | None:
    if sets == sets_of(workspace.options, program):
        return None
    return Changed(_with_sets(workspace, program, sets), label)


def _renamed(workspace: Workspace, program: str, name: str, to: str) -> Workspace:
    """Return the workspace with a set chosen under its new name, or no set for ""."""

    def renamed(target: Target) -> Target:
        if (target.program, target.options) != (program, name):
            return target
        return target._replace(options=to) if to else Target(program)

    return workspace._replace(
        last_program=renamed(workspace.last_program),
        recent=tuple(map(renamed, workspace.recent)),
        configurations=tuple(
            configuration._replace(target=renamed(configuration.target))
            for configuration in workspace.configurations
        ),
    )


def _free_name(sets: Iterable[OptionSet], name: str) -> str:
    taken = {one.name for one in sets}
    free, number = name, 2
    while free in taken:
        free, number = f"{name} {number}", number + 1
    return free
