"""Rows of the settings page as tests ask for them."""

from __future__ import annotations

from tests.framework.settings import setting
from vkconfig_py.model.documents.configuration import LayerEntry
from vkconfig_py.model.settings.asked import Asked
from vkconfig_py.model.settings.nodes import walk_nodes
from vkconfig_py.model.settings.state import compute_state
from vkconfig_py.model.settings.values import entry_with

FLAGS = setting("f", "FLAGS", flags=("A", "B"), default=["A"])


def chosen(layer, **values):
    entry = LayerEntry(layer.name)
    for key, value in values.items():
        entry = entry_with(layer, entry, key, value)
    return entry


def shown(layer, entry=None, **more):
    state = compute_state(Asked(layer, entry, **more))
    return {node.id: node for node in walk_nodes(state.nodes)}


def notes(node):
    return [note.text for note in node.notes]
