"""Rows of the settings page as tests ask for them."""

from __future__ import annotations

from tests.framework.settings import setting
from vkconfig_py.model.configuration.configuration import LayerEntry
from vkconfig_py.model.layer_settings.layer_values import entry_with
from vkconfig_py.model.layer_settings.setting_rows import walk_nodes
from vkconfig_py.model.layer_settings.settings_page import Asked, compute_state

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
