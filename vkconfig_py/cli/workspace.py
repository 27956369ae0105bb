"""The user's configurations, for every command that reads or changes them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from vkconfig_py.cli.context import Machine
from vkconfig_py.cli.output import CommandError, Exit, Output, find_similar, plain, quote_names
from vkconfig_py.language.sentences import render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.profiles.profile import NEWEST_PROFILE
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.apply.journal import add_deletion
from vkconfig_py.model.chain.run_engine import compute_inventory, expand_sources
from vkconfig_py.model.configuration.chosen_program import mark_command_choice
from vkconfig_py.model.configuration.command_history import add_step, make_step
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.configuration_json import read_built_ins_here
from vkconfig_py.model.configuration.workspace import (
    CollectionSource,
    LoadResult,
    Workspace,
    append_added_sources,
    list_excluded_manifests,
    set_started_program,
)
from vkconfig_py.model.configuration.workspace_edits import WorkspaceChange
from vkconfig_py.model.configuration.workspace_files import (
    OnDeleted,
    load_workspace,
    save_workspace,
)
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.files.paths import find_state_paths
from vkconfig_py.model.plan.plan import DEFAULT_VIEW, PredictionRequest
from vkconfig_py.model.plan.variable_changes import find_search_sources
from vkconfig_py.model.text.wording import is_displayed_name


def load(machine: Machine, output: Output) -> LoadResult:
    """Read the configurations. Print which files are unreadable, and leave these as they are."""
    for note in filter(None, (machine.paths.note, machine.paths.root_note)):
        output.error(note)
    load_result = load_workspace(machine.paths.configurations, read_built_ins_here())
    for problem in load_result.problems:
        output.error(problem.sentence)
    return load_result


def read_workspace(machine: Machine, output: Output) -> Workspace:
    """Return the user's configurations. Print which files are unreadable."""
    return load(machine, output).workspace


def save(
    machine: Machine, load_result: LoadResult, change: WorkspaceChange, output: Output
) -> Workspace:
    """Save an edit for `undo`.

    Return the configurations as stored, since a name may have been taken.

    Raises:
        CommandError: a file could not be written.
    """
    on_deleted = partial(add_deletion, machine.paths)
    workspace_after = write(machine, load_result, change.workspace, output, on_deleted)
    if workspace_after != load_result.workspace:
        step = make_step(change.label, load_result.workspace, workspace_after, time.time())
        try:
            add_step(machine.paths.state, step)
        except OSError as error:
            output.error(render_error(tr("This step cannot be undone"), "", error))
    return workspace_after


def write(
    machine: Machine,
    load_result: LoadResult,
    workspace_after: Workspace,
    output: Output,
    on_deleted: OnDeleted | None = None,
) -> Workspace:
    """Write the configurations without a step for `undo`.

    Return them as stored. `on_deleted`: as for save_workspace.

    Raises:
        CommandError: a file could not be written.
    """
    # Nothing changed: not even the time of a file.
    if workspace_after == load_result.workspace:
        return workspace_after
    workspace_after = mark_command_choice(load_result.workspace, workspace_after)
    save_result = save_workspace(
        machine.paths.configurations,
        load_result.saved_workspace,
        workspace_after,
        load_result.built_ins,
        on_deleted,
    )
    for note in save_result.notes:
        output.error(note)
    if save_result.errors:
        raise CommandError(save_result.errors[0])
    old_workspace, current_workspace = load_result.workspace, save_result.workspace
    return workspace_after._replace(
        configurations=tuple(
            configuration
            if configuration == old_workspace.find_configuration(configuration.key)
            else current_workspace.find_configuration(configuration.key) or configuration
            for configuration in workspace_after.configurations
        )
    )


def print_added_configuration(
    configuration: Configuration, workspace: Workspace, output: Output
) -> None:
    """Say that a configuration was added, with --json as a note if it is selected now."""
    name = plain(configuration.title)
    if workspace.selected_configuration.key != configuration.key:
        output.line(tr("Added “{name}”.", name=name))
        return
    sentence = tr("Added and selected “{name}”.", name=name)
    if output.as_json:
        output.error(sentence)
    output.line(sentence)


def make_editing_machine() -> Machine:
    """Return this machine without its loaders: finding these takes time and writes a cache."""
    host = Host.read_current()
    paths = find_state_paths(host.environment, host.platform)
    return Machine(host, NEWEST_PROFILE, paths, DocumentCache())


class Editing(NamedTuple):
    """One configuration that a command changes, with everything that is saved with it."""

    machine: Machine
    loaded: LoadResult
    workspace: Workspace
    key: str

    @classmethod
    def of(cls, name: str, output: Output, machine: Machine | None = None) -> Editing:
        """Find a configuration by its name or key.

        Raises:
            CommandError: there is none, or more than one.
        """
        machine = machine or make_editing_machine()
        load_result = load(machine, output)
        workspace = load_result.workspace
        return cls(machine, load_result, workspace, find_configuration(workspace, name).key)

    @property
    def configuration(self) -> Configuration:
        """Return the configuration as it is now."""
        configuration = self.workspace.find_configuration(self.key)
        if configuration is None:
            raise AssertionError("an edit keeps the configuration that it is of")
        return configuration

    def edit(
        self, change: Callable[[Workspace], WorkspaceChange | None], output: Output
    ) -> Editing:
        """Apply an edit of the selected configuration to this one, and save it."""
        selected_key = self.workspace.selected_key
        workspace_change = change(self.workspace._replace(selected_key=self.key))
        if workspace_change is None:
            return self
        edited_workspace = workspace_change.workspace._replace(selected_key=selected_key)
        return self.commit(workspace_change._replace(workspace=edited_workspace), output)

    def commit(self, change: WorkspaceChange | None, output: Output) -> Editing:
        """Save an edit, unless it changes nothing.

        Raises:
            CommandError: a file could not be written.
        """
        if change is None:
            return self
        saved_workspace = save(self.machine, self.loaded, change, output)
        return self._replace(loaded=load(self.machine, output), workspace=saved_workspace)


def make_inventory(machine: Machine, collection: Sequence[CollectionSource]) -> LoaderReport:
    """Return the report of installed layers and those of the user's own folders."""
    cache = machine.cache
    empty_configuration = append_added_sources(Configuration("", ""), collection)
    with_sources = expand_sources(
        empty_configuration, list_excluded_manifests(collection), machine.host, cache
    )
    request = PredictionRequest(machine.host, machine.profile, with_sources, DEFAULT_VIEW)
    search_sources = find_search_sources(with_sources, machine.profile, machine.host)
    explicit_names, implicit_names = (
        search_sources.explicit_sources,
        search_sources.implicit_sources,
    )
    return compute_inventory(request, machine.host, explicit_names, implicit_names, cache)


def read_configuration(machine: Machine, name: str, output: Output) -> Configuration:
    """Find a configuration by its name or key.

    Raises:
        CommandError: there is none, or more than one.
    """
    return find_configuration(read_workspace(machine, output), name)


def make_effective_configuration(machine: Machine, name: str, output: Output) -> Configuration:
    """Return a configuration as programs get it: with the user's own folders.

    Raises:
        CommandError: there is none, or more than one.
    """
    workspace = read_workspace(machine, output)
    return make_program_configuration(machine, find_configuration(workspace, name), workspace)


def make_program_configuration(
    machine: Machine, chosen_configuration: Configuration, workspace: Workspace
) -> Configuration:
    """Return a configuration with the user's own folders and the program that a launch starts."""
    configuration = append_added_sources(
        set_started_program(chosen_configuration, workspace), workspace.sources
    )
    return expand_sources(
        configuration, list_excluded_manifests(workspace.sources), machine.host, machine.cache
    )


def find_configuration(workspace: Workspace, name: str) -> Configuration:
    """Return the configuration with this name, key or unique part of a name.

    For "", the selected one.

    Raises:
        CommandError: there is none, or more than one.
    """
    if not name:
        return workspace.selected_configuration
    all_configurations = workspace.configurations
    exact_matches = [
        configuration
        for configuration in all_configurations
        if is_displayed_name(
            name, configuration.name, render(configuration.title), configuration.key
        )
    ]
    # Case counts only where it tells two names apart.
    folded_text = name.casefold()
    matches = exact_matches or [
        configuration
        for configuration in all_configurations
        if folded_text in (configuration.name.casefold(), render(configuration.title).casefold())
    ]
    if not matches:
        matches = [
            configuration
            for configuration in all_configurations
            if folded_text in render(configuration.title).casefold()
        ]
        if len(matches) > 1:
            names = quote_names([render(configuration.title) for configuration in matches])
            raise CommandError(
                tr("Several names contain “{name}”: {names}", name=name, names=names),
                Exit.NOT_FOUND,
            )
    own_matches = [configuration for configuration in matches if not configuration.built_in]
    for candidates in (matches, own_matches):  # a user's own may have the name of a built-in one
        if len(candidates) == 1:
            return candidates[0]
    if matches:
        keys = ", ".join(configuration.key for configuration in matches)
        raise CommandError(
            tr(
                "Several configurations are named “{name}”; use a key: {keys}",
                name=name,
                keys=keys,
            )
        )
    titles = [render(configuration.title) for configuration in all_configurations]
    if similar_title := find_similar(name, titles):
        raise CommandError(
            tr(
                "No configuration named “{name}”. Did you mean “{similar}”?",
                name=name,
                similar=similar_title,
            ),
            Exit.NOT_FOUND,
        )
    names = quote_names(titles)
    raise CommandError(
        tr("No configuration named “{name}”. Available: {names}", name=name, names=names),
        Exit.NOT_FOUND,
    )
