"""What a configuration and the user's collection of layers say together.

The collection is for every configuration, so it is in none of them. Whatever asks about a machine,
writes or starts something asks with the two together.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Sequence

from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.documents.workspace import Source, Workspace


def effective(workspace: Workspace) -> Configuration:
    """Return the selected configuration with the enabled collection searched after its own."""
    return collected(workspace.current, workspace.collection)


def collected(configuration: Configuration, collection: Iterable[Source]) -> Configuration:
    """Return a configuration with the enabled collection searched after its own places."""
    enabled = [source for source in collection if source.enabled]
    explicit = [source.path for source in enabled if not source.implicit]
    implicit = [source.path for source in enabled if source.implicit]
    return configuration._replace(
        sources=tuple(dict.fromkeys((*configuration.sources, *explicit))),
        implicit_sources=tuple(dict.fromkeys((*configuration.implicit_sources, *implicit))),
    )


def left_out(collection: Iterable[Source]) -> tuple[str, ...]:
    """Return the manifests of folders in the collection that the user took out."""
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

    Args:
        configuration: with folders as sources.
        files: manifests to leave out.
        manifests: returns the manifests of a folder in the order in which they are read.
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
