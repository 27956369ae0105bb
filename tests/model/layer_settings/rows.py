"""Rows of the settings page as tests ask for them."""

from __future__ import annotations

from tests.framework.settings import make_setting
from vkconfig_py.model.configuration.configuration import LayerEntry
from vkconfig_py.model.layer_settings.layer_values import set_entry_value
from vkconfig_py.model.layer_settings.settings_page import SettingsRequest, compute_state

FLAGS = make_setting("f", "FLAGS", flags=("A", "B"), default=["A"])


def chosen(layer, **values):
    entry = LayerEntry(layer.name)
    for key, value in values.items():
        entry = set_entry_value(layer, entry, key, value)
    return entry


def shown(layer, entry=None, **more):
    return nodes_of(SettingsRequest(layer, entry, **more))


def nodes_of(asked):
    """Return all nodes of a page, by id."""
    return {node.id: node for top in compute_state(asked).rows for node in top.walk()}


def notes(node):
    return [note.text for note in node.notes]
