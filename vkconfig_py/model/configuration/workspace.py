"""Workspace: all configurations, the selected one, own layer folders, program options."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import (
    NO_PROGRAM,
    Configuration,
    ExtraMembers,
    ProgramOptions,
    Target,
)
from vkconfig_py.model.configuration.option_sets import apply_chosen_option_set

# Of the user's own first one. Not "Default": a built-in one is called "Loader default".
FIRST_CONFIGURATION_NAME = tr("My configuration")

# For configurations that both sides changed: the key, and the key of our copy.
OurCopies = tuple[tuple[str, str], ...]


class CollectionSource(NamedTuple):
    """A folder or manifest file that the user added for every configuration.

    Attributes:
        implicit: searched for implicit layers, not explicit ones.
        enabled: searched, otherwise only remembered.
        without: manifests of the folder that are left out.
        watched: a manifest of a layer under development, whose library is looked at when rebuilt.
    """

    path: str
    implicit: bool = False
    enabled: bool = True
    without: tuple[str, ...] = ()
    watched: bool = False
    extra: ExtraMembers = ()


class Workspace(NamedTuple):
    """Everything that is saved and undone as one value. Never empty once loaded.

    Attributes:
        sources: folders and manifests that the user added to the layer search of every
            configuration.
        deleted_built_ins: keys of built-in configurations that the user deleted, with their
            versions.
        last_program: the program chosen last. Configurations without one of their own use it.
        recent_programs: programs that were chosen, the latest first.
        program_options: the option sets of programs.
        command_choice_time: when a command chose `last_program` (epoch seconds): windows, which
            keep a program of their own otherwise, take that one over.
    """

    configurations: tuple[Configuration, ...] = ()
    selected_key: str = ""
    sources: tuple[CollectionSource, ...] = ()
    deleted_built_ins: tuple[tuple[str, int], ...] = ()
    last_program: Target = NO_PROGRAM
    recent_programs: tuple[Target, ...] = ()
    program_options: tuple[ProgramOptions, ...] = ()
    command_choice_time: float = 0.0

    @property
    def program(self) -> Target:
        """What Launch starts: the selected configuration's own program, or the last one chosen."""
        return get_program(self.selected_configuration, self.last_program)

    @property
    def selected_configuration(self) -> Configuration:
        """The selected configuration, or the first one."""
        for configuration in self.configurations:
            if configuration.key == self.selected_key:
                return configuration
        return self.configurations[0]

    def with_configuration(self, changed_configuration: Configuration) -> Workspace:
        """Return a copy in which a configuration is replaced by the one of the same key."""
        return self._replace(
            configurations=tuple(
                changed_configuration
                if configuration.key == changed_configuration.key
                else configuration
                for configuration in self.configurations
            ),
        )

    def with_added(self, configuration: Configuration) -> Workspace:
        """Add and select a configuration after the last of its kind (user's or built-in)."""
        user_configurations = tuple(
            existing_configuration
            for existing_configuration in self.configurations
            if not existing_configuration.built_in
        )
        built_in = tuple(
            configuration for configuration in self.configurations if configuration.built_in
        )
        new_configurations = (
            (*user_configurations, *built_in, configuration)
            if configuration.built_in
            else (*user_configurations, configuration, *built_in)
        )
        return self._replace(configurations=new_configurations, selected_key=configuration.key)

    def list_same_kind(self, key: str) -> tuple[Configuration, ...]:
        """Return the configurations of the same kind (user's or built-in) as this one."""
        reference = self.find_configuration(key)
        if reference is None:
            return ()
        return tuple(
            configuration
            for configuration in self.configurations
            if bool(configuration.built_in) == bool(reference.built_in)
        )

    def with_configuration_moved(self, key: str, position: int) -> Workspace:
        """Move a configuration to a 0-based place among those of its kind."""
        moved_configuration = self.find_configuration(key)
        if moved_configuration is None:
            return self
        same_kind_configurations = [
            configuration for configuration in self.list_same_kind(key) if configuration.key != key
        ]
        same_kind_configurations.insert(
            min(max(position, 0), len(same_kind_configurations)), moved_configuration
        )
        other_configurations = [
            configuration
            for configuration in self.configurations
            if bool(configuration.built_in) != bool(moved_configuration.built_in)
        ]
        new_configurations = (
            (*other_configurations, *same_kind_configurations)
            if moved_configuration.built_in
            else (*same_kind_configurations, *other_configurations)
        )
        return self._replace(configurations=new_configurations)

    def without_configuration(self, key: str) -> Workspace:
        """Remove a configuration and select a neighbour, preferably of the same kind."""
        remaining_configurations = tuple(
            configuration for configuration in self.configurations if configuration.key != key
        )
        removed_index = next(
            (configuration for configuration in self.configurations if configuration.key == key),
            None,
        )
        if self.selected_key != key or not remaining_configurations or removed_index is None:
            return self._replace(configurations=remaining_configurations)
        same_kind_configurations = self.list_same_kind(key)
        selectable_configurations = [
            configuration for configuration in same_kind_configurations if configuration.key != key
        ] or remaining_configurations
        neighbour = selectable_configurations[
            min(same_kind_configurations.index(removed_index), len(selectable_configurations) - 1)
        ].key
        return self._replace(configurations=remaining_configurations, selected_key=neighbour)

    def find_configuration(self, key: str) -> Configuration | None:
        return next(
            (configuration for configuration in self.configurations if configuration.key == key),
            None,
        )


class DocumentProblem(NamedTuple):
    """One of our documents that could not be read.

    Attributes:
        line: 1-based, 0 if unknown.
    """

    path: str
    sentence: str
    line: int = 0


class LoadResult(NamedTuple):
    """Result of loading: the workspace, and the documents that could not be read.

    Attributes:
        file_state: the workspace as in the files, if it differs. The first save writes the
            difference.
        built_ins: built-in configurations of this version of the program.
    """

    workspace: Workspace
    problems: tuple[DocumentProblem, ...] = ()
    file_state: Workspace | None = None
    built_ins: tuple[Configuration, ...] = ()

    @property
    def saved_workspace(self) -> Workspace:
        """The workspace as it is in the files."""
        return self.file_state or self.workspace


class SaveResult(NamedTuple):
    """Result of a save, or of reading foreign changes.

    Attributes:
        file_state: state of the files now, or the previous state if they could not be read: another
            process is writing, or the folder is missing or unreadable.
        workspace: the saved workspace merged with foreign changes.
        notes: one sentence for each configuration that both sides had changed, and for each
            unreadable file that was renamed.
        problems: documents that cannot be read now, None if not checked.
    """

    file_state: Workspace
    workspace: Workspace
    errors: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    our_copies: OurCopies = ()
    problems: tuple[DocumentProblem, ...] | None = None


def find_built_in(built_ins: Iterable[Configuration], key: str) -> Configuration | None:
    """Return a built-in configuration as it is shipped, None if the key is none of theirs."""
    return next((configuration for configuration in built_ins if configuration.key == key), None)


def is_edited(configuration: Configuration, built_ins: Iterable[Configuration]) -> bool:
    """Return whether a built-in configuration differs from the shipped one."""
    original_configuration = find_built_in(built_ins, configuration.key)
    return original_configuration is not None and configuration != original_configuration


def is_outdated(configuration: Configuration, built_ins: Iterable[Configuration]) -> bool:
    """Return whether an edited built-in configuration is based on an older version than shipped."""
    original_configuration = find_built_in(built_ins, configuration.key)
    return (
        original_configuration is not None
        and configuration.built_in < original_configuration.built_in
    )


def get_effective_configuration(workspace: Workspace) -> Configuration:
    """Return the selected configuration with its program and the layer search paths."""
    return append_added_sources(
        set_started_program(workspace.selected_configuration, workspace), workspace.sources
    )


def set_started_program(configuration: Configuration, workspace: Workspace) -> Configuration:
    """Return a configuration with the program and options that a launch of it starts."""
    target = get_program(configuration, workspace.last_program)
    configuration = configuration._replace(target=target)
    if not target.options:
        return configuration
    return apply_chosen_option_set(configuration, workspace.program_options)


def make_portable(configuration: Configuration, workspace: Workspace) -> Configuration:
    """Return a configuration with its option set applied, for machines without that set."""
    if not configuration.target.options:
        return configuration
    started_configuration = set_started_program(configuration, workspace)
    return started_configuration._replace(target=started_configuration.target._replace(options=""))


def get_program(configuration: Configuration, last_target: Target) -> Target:
    """Return the program of a configuration if it has one of its own, else the one chosen last."""
    return configuration.target if configuration.target.program else last_target


def append_added_sources(
    configuration: Configuration, collection: Iterable[CollectionSource]
) -> Configuration:
    """Return a configuration with the enabled layer search paths after its own."""
    enabled_sources = [source for source in collection if source.enabled]
    explicit_names = [source.path for source in enabled_sources if not source.implicit]
    implicit_names = [source.path for source in enabled_sources if source.implicit]
    return configuration._replace(
        sources=tuple(dict.fromkeys((*configuration.sources, *explicit_names))),
        implicit_sources=tuple(dict.fromkeys((*configuration.implicit_sources, *implicit_names))),
    )


def list_excluded_manifests(collection: Iterable[CollectionSource]) -> tuple[str, ...]:
    """Return the manifests that the user left out of searched folders."""
    return tuple(
        dict.fromkeys(
            file if file.startswith("/") else posixpath.join(source.path, file)
            for source in collection
            if source.enabled
            for file in source.without
        )
    )


def exclude_manifests(
    configuration: Configuration, files: Sequence[str], manifests: Callable[[str], Sequence[str]]
) -> Configuration:
    """Replace each searched folder with left-out manifests by its other manifests.

    `manifests`: returns the manifests of a folder in the order in which they are read.
    """
    if not files:
        return configuration
    return configuration._replace(
        sources=_expand_sources(configuration.sources, files, manifests),
        implicit_sources=_expand_sources(configuration.implicit_sources, files, manifests),
    )


def _expand_sources(
    sources: Sequence[str], files: Sequence[str], manifests: Callable[[str], Sequence[str]]
) -> tuple[str, ...]:
    """Replace each folder with left-out manifests by its other manifests."""
    excluded_files = set(files)
    files_found: list[str] = []
    for source in sources:
        if any(posixpath.dirname(file) == source.rstrip("/") for file in excluded_files):
            files_found += [file for file in manifests(source) if file not in excluded_files]
        elif source not in excluded_files:
            files_found.append(source)
    return tuple(dict.fromkeys(files_found))
