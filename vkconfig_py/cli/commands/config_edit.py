"""config select, create, copy, rename, delete, reset and move: the list of configurations."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_configuration, add_json, add_not_found
from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.workspace import (
    edit_only,
    find_configuration,
    load,
    print_added_configuration,
    save,
    write,
)
from vkconfig_py.cli.written_files import make_name_members
from vkconfig_py.language.sentences import tr
from vkconfig_py.model.configuration import workspace_edits as edits
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.workspace import LoadResult, Workspace
from vkconfig_py.model.configuration.workspace_edits import WorkspaceChange


def add_arguments(parser: CommandParser) -> None:
    parser.examples = _examples()[parser.action]
    add_json(parser)
    if parser.action == "reset":
        _add_reset_arguments(parser)
    elif parser.action != "create":
        add_configuration(parser, "name")
    if parser.action in ("create", "copy", "rename"):
        parser.add_argument(
            "new_name",
            nargs="?" if parser.action == "copy" else None,
            metavar="NEW_NAME",
            help=tr("new name; a number is added if the name is in use"),
        )
    if parser.action == "move":
        _add_position(parser)


def _examples() -> dict[str, dict[str, str]]:
    return {
        "select": {"vkconfig-py config select Validation": ""},
        "create": {'vkconfig-py config create "My checks"': ""},
        "copy": {
            "vkconfig-py config copy Validation": "",
            'vkconfig-py config copy Validation "My checks"': "",
        },
        "rename": {'vkconfig-py config rename "My configuration" Checks': ""},
        "delete": {"vkconfig-py config delete Portability": ""},
        "reset": {
            "vkconfig-py config reset Validation": "",
            "vkconfig-py config reset --all": tr(
                "restore the built-in configurations to their shipped state"
            ),
        },
        "move": {
            "vkconfig-py config move Portability --first": "",
            "vkconfig-py config move Portability --above Validation": "",
        },
    }


def _add_position(parser: CommandParser) -> None:
    """Add the options that say where in the list a configuration moves."""
    place = parser.add_mutually_exclusive_group(required=True)
    place.add_argument("--first", action="store_true", help=tr("move to the top of the list"))
    place.add_argument("--last", action="store_true", help=tr("move to the bottom of the list"))
    place.add_argument("--to", type=int, metavar="N", help=tr("move to position N from the top"))
    place.add_argument("--above", metavar="OTHER", help=tr("move above this configuration"))
    place.add_argument("--below", metavar="OTHER", help=tr("move below this configuration"))


def _add_reset_arguments(parser: CommandParser) -> None:
    add_not_found(parser)
    selection = parser.add_mutually_exclusive_group(required=True)
    selection.add_argument("name", nargs="?", metavar="NAME", help=tr("configuration name or key"))
    selection.add_argument(
        "--all",
        action="store_true",
        help=tr("every built-in configuration, including deleted configurations"),
    )


def run(options: argparse.Namespace, output: Output) -> int:
    machine = edit_only()
    loaded = load(machine, output)
    if options.action == "select":
        _select(machine, loaded, options, output)
        return Exit.OK
    before = loaded.workspace
    changed = _FUNCTION_BY_ACTION[options.action](loaded, options)
    if changed is None:
        output.error(tr("Nothing to change."))
        output.outcome({"changed": [], "removed": []})
        return Exit.OK
    saved = save(machine, loaded, changed, output)
    _print_change(before, saved, options, output)
    return Exit.OK


def _select(
    machine: Machine, loaded: LoadResult, options: argparse.Namespace, output: Output
) -> None:
    """Select a configuration. As in the window, undo does not take this back."""
    configuration = find_configuration(loaded.workspace, options.name)
    write(machine, loaded, loaded.workspace._replace(selected_key=configuration.key), output)
    output.outcome({"configuration": make_name_members(configuration)})
    output.line(tr("“{name}” is now selected.", name=plain(configuration.title)))


def _create(loaded: LoadResult, options: argparse.Namespace) -> WorkspaceChange | None:
    """Return the edit that adds an empty configuration."""
    return edits.add_configuration(loaded.workspace, _require_name(options.new_name))


def _copy(loaded: LoadResult, options: argparse.Namespace) -> WorkspaceChange | None:
    """Return the edit that copies a configuration."""
    configuration = find_configuration(loaded.workspace, options.name)
    name = "" if options.new_name is None else _require_name(options.new_name)
    return edits.duplicate_configuration(loaded.workspace, configuration.key, name)


def _rename(loaded: LoadResult, options: argparse.Namespace) -> WorkspaceChange | None:
    """Return the edit that renames a configuration.

    Raises:
        CommandError: a built-in one keeps its name.
    """
    configuration = find_configuration(loaded.workspace, options.name)
    if configuration.built_in:
        raise CommandError(edits.BUILT_IN_NAME_FIXED)
    name = _require_name(options.new_name)
    return edits.rename_configuration(loaded.workspace, configuration.key, name)


def _delete(loaded: LoadResult, options: argparse.Namespace) -> WorkspaceChange | None:
    """Return the edit that deletes a configuration."""
    configuration = find_configuration(loaded.workspace, options.name)
    return edits.delete_configuration(loaded.workspace, configuration.key, loaded.built_ins)


def _reset(loaded: LoadResult, options: argparse.Namespace) -> WorkspaceChange | None:
    """Return the reset of one configuration, or of all built-in ones. Deleted ones come back."""
    if options.all:
        return edits.reset_built_in(loaded.workspace, loaded.built_ins)
    known_keys = {configuration.key for configuration in loaded.workspace.configurations}
    deleted = tuple(
        configuration for configuration in loaded.built_ins if configuration.key not in known_keys
    )
    everyone = (*loaded.workspace.configurations, *deleted)
    chosen = find_configuration(loaded.workspace._replace(configurations=everyone), options.name)
    return edits.reset_configuration(loaded.workspace, chosen.key, loaded.built_ins)


def _move(loaded: LoadResult, options: argparse.Namespace) -> WorkspaceChange | None:
    """Return the move of a configuration within its kind: own ones stay above built-in ones."""
    workspace = loaded.workspace
    moved = find_configuration(workspace, options.name)
    rest = [
        configuration.key
        for configuration in workspace.list_same_kind(moved.key)
        if configuration.key != moved.key
    ]
    if options.above is None and options.below is None:
        wanted = 0 if options.first else len(rest) if options.last else options.to - 1
        place = min(max(wanted, 0), len(rest))
        return edits.move_configuration(workspace, moved.key, place)
    neighbor = find_configuration(workspace, options.above or options.below)
    if bool(moved.built_in) != bool(neighbor.built_in):
        raise CommandError(edits.OWN_STAY_ABOVE)
    if neighbor.key not in rest:
        return None  # beside itself
    place = rest.index(neighbor.key) + bool(options.below)
    return edits.move_configuration(workspace, moved.key, place)


_FUNCTION_BY_ACTION = {
    "create": _create,
    "copy": _copy,
    "move": _move,
    "rename": _rename,
    "delete": _delete,
    "reset": _reset,
}


def _require_name(text: str) -> str:
    """Return a name without spaces around it.

    Raises:
        CommandError: it is empty.
    """
    name = text.strip()
    if not name:
        raise CommandError(tr("A configuration needs a name."), Exit.USAGE)
    return name


def _print_change(
    before: Workspace, after: Workspace, options: argparse.Namespace, output: Output
) -> None:
    """Print what was added, changed and deleted."""
    old, new = (
        {configuration.key: configuration for configuration in space.configurations}
        for space in (before, after)
    )
    touched = [
        configuration
        for configuration in after.configurations
        if configuration != old.get(configuration.key)
    ]
    if options.action == "move":
        touched = [find_configuration(after, options.name)]
    gone = [
        configuration for configuration in before.configurations if configuration.key not in new
    ]
    for configuration in touched:
        if configuration.key in old:
            output.line(_describe_change(old[configuration.key], configuration, after))
        else:
            print_added_configuration(configuration, after, output)
    for configuration in gone:
        output.line(tr("Deleted “{name}”.", name=plain(configuration.title)))
    output.outcome(
        {"changed": [*map(make_name_members, touched)], "removed": [*map(make_name_members, gone)]}
    )


def _describe_change(was: Configuration, configuration: Configuration, workspace: Workspace) -> str:
    """Return the sentence about a renamed, moved or reset configuration."""
    name = plain(configuration.title)
    if was.name != configuration.name:
        return tr("Renamed “{old}” to “{name}”.", old=plain(was.title), name=name)
    if was == configuration:
        alike = [neighbor.key for neighbor in workspace.list_same_kind(configuration.key)]
        place = alike.index(configuration.key) + 1
        return tr(
            "Moved “{name}” to position {n} of {count}.", name=name, n=place, count=len(alike)
        )
    if configuration.built_in:
        return tr("Reset “{name}” to its built-in state.", name=name)
    return tr("Reset “{name}” to loader defaults.", name=name)
