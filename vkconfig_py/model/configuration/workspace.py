"""Workspace: all configurations, the selected one, and the user's own layer folders."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Sequence

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import Configuration, Extra

# Of configurations that two sides changed: the key, and the key of ours beside theirs.
Beside = tuple[tuple[str, str], ...]


class Source(NamedTuple):
    """A folder or manifest file that the user added for every configuration.

    Attributes:
        implicit: its layers are searched as implicit layers.
        enabled: it is searched; otherwise it is remembered only.
        without: manifests of the folder that are left out.
    """

    path: str
    implicit: bool = False
    enabled: bool = True
    without: tuple[str, ...] = ()
    extra: Extra = ()


class Workspace(NamedTuple):
    """What is saved and undone as one value. Never empty once loaded.

    Attributes:
        collection: what the user added to the places that are searched for layers.
        put_away: keys of built-in configurations that the user deleted, with their versions.
    """

    configurations: tuple[Configuration, ...] = ()
    selected: str = ""
    collection: tuple[Source, ...] = ()
    put_away: tuple[tuple[str, int], ...] = ()

    @property
    def current(self) -> Configuration:
        for configuration in self.configurations:
            if configuration.key == self.selected:
                return configuration
        return self.configurations[0]

    def with_configuration(self, changed: Configuration) -> Workspace:
        return self._replace(
            configurations=tuple(
                changed if configuration.key == changed.key else configuration
                for configuration in self.configurations
            ),
        )

    def with_new(self, new: Configuration) -> Workspace:
        """Add a configuration behind the user's own, or the built-in ones, and select it."""
        own = tuple(one for one in self.configurations if not one.built_in)
        built_in = tuple(one for one in self.configurations if one.built_in)
        arranged = (*own, *built_in, new) if new.built_in else (*own, new, *built_in)
        return self._replace(configurations=arranged, selected=new.key)

    def with_selected(self, key: str) -> Workspace:
        return self._replace(selected=key)

    def without(self, key: str) -> Workspace:
        """Remove a configuration; a neighbour, best of the same kind, is selected in its place."""
        rest = tuple(c for c in self.configurations if c.key != key)
        removed = next((c for c in self.configurations if c.key == key), None)
        if self.selected != key or not rest or removed is None:
            return self._replace(configurations=rest)
        alike = [c for c in self.configurations if bool(c.built_in) == bool(removed.built_in)]
        left = [c for c in alike if c.key != key] or rest
        neighbour = left[min(alike.index(removed), len(left) - 1)].key
        return self._replace(configurations=rest, selected=neighbour)

    def find(self, key: str) -> Configuration | None:
        return next((one for one in self.configurations if one.key == key), None)


class DocumentProblem(NamedTuple):
    """A document of ours that could not be read.

    Attributes:
        line: 1-based, or 0.
    """

    path: str
    sentence: str
    line: int = 0


class Loaded(NamedTuple):
    """What was read, and what could not be.

    Attributes:
        files: what the files say where that is something else; the first save makes them agree.
        shipped: built-in configurations as this version of the program has them.
    """

    workspace: Workspace
    problems: tuple[DocumentProblem, ...] = ()
    files: Workspace | None = None
    shipped: tuple[Configuration, ...] = ()

    @property
    def saved(self) -> Workspace:
        return self.files or self.workspace


class Saved(NamedTuple):
    """What a save came to, or a look at what others changed.

    Attributes:
        files: what the files say now, or what they said before if nobody could look: another
            process writes, or the folder is missing or cannot be read.
        workspace: what was to be saved, with what others had changed meanwhile.
        notes: one sentence for each configuration that both sides had changed, and for each file
            that could not be read and was put aside.
        problems: what cannot be read now; None if nobody looked.
    """

    files: Workspace
    workspace: Workspace
    errors: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    beside: Beside = ()
    problems: tuple[DocumentProblem, ...] | None = None


def find_shipped(shipped: Iterable[Configuration], key: str) -> Configuration | None:
    return next((one for one in shipped if one.key == key), None)


def is_edited(configuration: Configuration, shipped: Iterable[Configuration]) -> bool:
    original = find_shipped(shipped, configuration.key)
    return original is not None and configuration != original


def is_outdated(configuration: Configuration, shipped: Iterable[Configuration]) -> bool:
    """Tell whether an edited built-in configuration was made from an older one than is shipped."""
    original = find_shipped(shipped, configuration.key)
    return original is not None and configuration.built_in < original.built_in


def effective(workspace: Workspace) -> Configuration:
    """The selected configuration with the enabled collection searched after its own."""
    return collected(workspace.current, workspace.collection)


def collected(configuration: Configuration, collection: Iterable[Source]) -> Configuration:
    """A configuration with the enabled collection searched after its own places."""
    enabled = [source for source in collection if source.enabled]
    explicit = [source.path for source in enabled if not source.implicit]
    implicit = [source.path for source in enabled if source.implicit]
    return configuration._replace(
        sources=tuple(dict.fromkeys((*configuration.sources, *explicit))),
        implicit_sources=tuple(dict.fromkeys((*configuration.implicit_sources, *implicit))),
    )


def left_out(collection: Iterable[Source]) -> tuple[str, ...]:
    """The manifests of folders in the collection that the user took out."""
    return tuple(
        dict.fromkeys(
            file if file.startswith("/") else posixpath.join(source.path, file)
            for source in collection
            if source.enabled
            for file in source.without
        )
    )


def without_files(
    configuration: Configuration, files: Sequence[str], manifests: Callable[[str], Sequence[str]]
) -> Configuration:
    """Name single manifests in place of folders of which some are left out.

    `manifests`: returns the manifests of a folder in the order in which they are read.
    """
    if not files:
        return configuration
    return configuration._replace(
        sources=_expanded(configuration.sources, files, manifests),
        implicit_sources=_expanded(configuration.implicit_sources, files, manifests),
    )


def _expanded(
    sources: Sequence[str], files: Sequence[str], manifests: Callable[[str], Sequence[str]]
) -> tuple[str, ...]:
    gone = set(files)
    found: list[str] = []
    for source in sources:
        if any(posixpath.dirname(file) == source.rstrip("/") for file in gone):
            found += [file for file in manifests(source) if file not in gone]
        elif source not in gone:
            found.append(source)
    return tuple(dict.fromkeys(found))
