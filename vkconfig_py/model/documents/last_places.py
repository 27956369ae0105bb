"""Where layers were last seen: noted with each edit, so that one that goes missing can be named.

Only configurations that an edit changes are touched. Looking at a configuration writes nothing,
and a built-in one that says what is shipped stays exactly that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vkconfig_py.model.commands import Changed
from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.documents.shipped import find_shipped
from vkconfig_py.model.documents.workspace import Workspace

Manifests = Mapping[str, str]


def note_places(
    before: Workspace,
    changed: Changed,
    manifests: Manifests,
    shipped: Iterable[Configuration] = (),
) -> Changed:
    """Note the manifests of the layers that changed configurations name, as far as known."""
    old = {one.key: one for one in before.configurations}
    shipped = tuple(shipped)
    noted = tuple(
        one if one is old.get(one.key) else _noted(one, manifests, shipped)
        for one in changed.workspace.configurations
    )
    if noted == changed.workspace.configurations:
        return changed
    return changed._replace(workspace=changed.workspace._replace(configurations=noted))


def _noted(
    one: Configuration, manifests: Manifests, shipped: tuple[Configuration, ...]
) -> Configuration:
    placed = _with_manifests(one, manifests)
    original = find_shipped(shipped, one.key) if one.built_in else None
    if original is not None and _without_manifests(placed) == _without_manifests(original):
        return original
    return placed


def _with_manifests(one: Configuration, manifests: Manifests) -> Configuration:
    layers = tuple(
        entry
        if manifests.get(entry.name, "") in ("", entry.manifest)
        else entry._replace(manifest=manifests[entry.name])
        for entry in one.layers
    )
    return one if layers == one.layers else one._replace(layers=layers)


def _without_manifests(one: Configuration) -> Configuration:
    return one._replace(layers=tuple(entry._replace(manifest="") for entry in one.layers))
