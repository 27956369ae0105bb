"""config select, create, copy, rename, delete, reset and move: the list of configurations."""

from __future__ import annotations

import argparse

from vkconfig_py.cli.arguments import CommandParser, add_configuration, add_json, add_not_found
from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import CommandError, Exit, Output, plain
from vkconfig_py.cli.output_files import make_name_members
from vkconfig_py.cli.workspace import (
    find_configuration,
    load,
    make_editing_machine,
    print_added_configuration,
    save,
    write,
)
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
    position_group = parser.add_mutually_exclusive_group(required=True)
    position_group.add_argument(
        "--first", action="store_true", help=tr("move to the top of the list")
    )
    position_group.add_argument(
        "--last", action="store_true", help=tr("move to the bottom of the list")
    )
    position_group.add_argument(
        "--to", type=int, metavar="N", help=tr("move to position N from the top")
    )
    position_group.add_argument(
        "--above", metavar="OTHER", help=tr("move above this configuration")
    )
    position_group.add_argument(
        "--below", metavar="OTHER", help=tr("move below this configuration")
    )


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
    machine = make_editing_machine()
    load_result = load(machine, output)
    if options.action == "select":
        _select(machine, load_result, options, output)
        return Exit.OK
    workspace_before = load_result.workspace
    change = _FUNCTION_BY_ACTION[options.action](load_result, options)
    if change is None:
        output.error(tr("Nothing to change."))
        output.outcome({"changed": [], "removed": []})
        return Exit.OK
    saved_workspace = save(machine, load_result, change, output)
    _print_change(workspace_before, saved_workspace, options, output)
    return Exit.OK


def _select(
    machine: Machine, load_result: LoadResult, options: argparse.Namespace, output: Output
) -> None:
    """Select a configuration. As in the window, undo does not take this back."""
    configuration = find_configuration(load_result.workspace, options.name)
    write(
        machine, load_result, load_result.workspace._replace(selected_key=configuration.key), output
    )
    output.outcome({"configuration": make_name_members(configuration)})
    output.line(tr("“{name}” is now selected.", name=plain(configuration.title)))


def _create(load_result: LoadResult, options: argparse.Namespace) -> WorkspaceChange | None:
    """Return the edit that adds an empty configuration."""
    return edits.add_configuration(load_result.workspace, _require_name(options.new_name))


def _copy(load_result: LoadResult, options: argparse.Namespace) -> WorkspaceChange | None:
    """Return the edit that copies a configuration."""
    configuration = find_configuration(load_result.workspace, options.name)
    name = "" if options.new_name is None else _require_name(options.new_name)
    return edits.duplicate_configuration(load_result.workspace, configuration.key, name)


def _rename(load_result: LoadResult, options: argparse.Namespace) -> WorkspaceChange | None:
    """Return the edit that renames a configuration.

    Raises:
        CommandError: a built-in one keeps its name.
    """
    configuration = find_configuration(load_result.workspace, options.name)
    if configuration.built_in:
        raise CommandError(edits.BUILT_IN_NAME_FIXED)
    name = _require_name(options.new_name)
    return edits.rename_configuration(load_result.workspace, configuration.key, name)


def _delete(load_result: LoadResult, options: argparse.Namespace) -> WorkspaceChange | None:
    """Return the edit that deletes a configuration."""
    configuration = find_configuration(load_result.workspace, options.name)
    return edits.delete_configuration(
        load_result.workspace, configuration.key, load_result.built_ins
    )


def _reset(load_result: LoadResult, options: argparse.Namespace) -> WorkspaceChange | None:
    """Return the reset of one configuration, or of all built-in ones. Deleted ones come back."""
    if options.all:
        return edits.reset_built_in(load_result.workspace, load_result.built_ins)
    known_keys = {configuration.key for configuration in load_result.workspace.configurations}
    deleted_configurations = tuple(
        configuration
        for configuration in load_result.built_ins
        if configuration.key not in known_keys
    )
    all_configurations = (*load_result.workspace.configurations, *deleted_configurations)
    chosen_configuration = find_configuration(
        load_result.workspace._replace(configurations=all_configurations), options.name
    )
    return edits.reset_configuration(
        load_result.workspace, chosen_configuration.key, load_result.built_ins
    )


def _move(load_result: LoadResult, options: argparse.Namespace) -> WorkspaceChange | None:
    """Return the move of a configuration within its kind: own ones stay above built-in ones."""
    workspace = load_result.workspace
    moved_configuration = find_configuration(workspace, options.name)
    remaining_words = [
        configuration.key
        for configuration in workspace.list_same_kind(moved_configuration.key)
        if configuration.key != moved_configuration.key
    ]
    if options.above is None and options.below is None:
        wanted_index = (
            0 if options.first else len(remaining_words) if options.last else options.to - 1
        )
        index = min(max(wanted_index, 0), len(remaining_words))
        return edits.move_configuration(workspace, moved_configuration.key, index)
    neighbor_configuration = find_configuration(workspace, options.above or options.below)
    if bool(moved_configuration.built_in) != bool(neighbor_configuration.built_in):
        raise CommandError(edits.OWN_STAY_ABOVE)
    if neighbor_configuration.key not in remaining_words:
        return None  # beside itself
    index = remaining_words.index(neighbor_configuration.key) + bool(options.below)
    return edits.move_configuration(workspace, moved_configuration.key, index)


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
    workspace_before: Workspace,
    workspace_after: Workspace,
    options: argparse.Namespace,
    output: Output,
) -> None:
    """Print what was added, changed and deleted."""
    old_configurations, new_configurations = (
        {configuration.key: configuration for configuration in workspace.configurations}
        for workspace in (workspace_before, workspace_after)
    )
    changed_configurations = [
        configuration
        for configuration in workspace_after.configurations
        if configuration != old_configurations.get(configuration.key)
    ]
    if options.action == "move":
        changed_configurations = [find_configuration(workspace_after, options.name)]
    deleted_configurations = [
        configuration
        for configuration in workspace_before.configurations
        if configuration.key not in new_configurations
    ]
    for configuration in changed_configurations:
        if configuration.key in old_configurations:
            output.line(
                _describe_change(
                    old_configurations[configuration.key], configuration, workspace_after
                )
            )
        else:
            print_added_configuration(configuration, workspace_after, output)
    for configuration in deleted_configurations:
        output.line(tr("Deleted “{name}”.", name=plain(configuration.title)))
    output.outcome(
        {
            "changed": [*map(make_name_members, changed_configurations)],
            "removed": [*map(make_name_members, deleted_configurations)],
        }
    )


def _describe_change(
    configuration_before: Configuration, configuration: Configuration, workspace: Workspace
) -> str:
    """Return the sentence about a renamed, moved or reset configuration."""
    name = plain(configuration.title)
    if configuration_before.name != configuration.name:
        return tr("Renamed “{old}” to “{name}”.", old=plain(configuration_before.title), name=name)
    if configuration_before == configuration:
        same_kind_keys = [
            neighbor_configuration.key
            for neighbor_configuration in workspace.list_same_kind(configuration.key)
        ]
        position = same_kind_keys.index(configuration.key) + 1
        return tr(
            "Moved “{name}” to position {n} of {count}.",
            name=name,
            n=position,
            count=len(same_kind_keys),
        )
    if configuration.built_in:
        return tr("Reset “{name}” to its built-in state.", name=name)
    return tr("Reset “{name}” to loader defaults.", name=name)
