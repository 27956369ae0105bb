"""Edits of layer settings, as pure functions on a workspace.

What is set is stored, also where it equals the default; a reset removes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import LayerEntry
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import Changed, short

if TYPE_CHECKING:
    from vkconfig_py.model.configuration.configuration import Value
    from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Preset

KEPT_ONLY = message("These settings are saved, but not written for the layer.")


def change_entry(
    workspace: Workspace, before: LayerEntry, after: LayerEntry, label: Message | str
) -> Changed | None:
    if before == after:
        return None
    return workspace_edits.edit(workspace, workspace.current.with_entry(after), label)


def entry_of(workspace: Workspace, declared: DeclaredLayer) -> LayerEntry:
    """The current configuration's entry of a layer; an empty one if there is none."""
    known = workspace.current.entry(declared.name)
    return known or LayerEntry(declared.name, manifest=declared.manifest)


def set_setting(
    workspace: Workspace, declared: DeclaredLayer, key: str, value: Value
) -> Changed | None:
    return set_settings(
        workspace, declared, {key: value}, message("Set {setting}", setting=_label(declared, key))
    )


def set_settings(
    workspace: Workspace, declared: DeclaredLayer, values: Mapping[str, Value], label: Message | str
) -> Changed | None:
    from vkconfig_py.model.layer_settings.layer_values import entry_with

    before = after = entry_of(workspace, declared)
    for key, value in values.items():
        after = entry_with(declared, after, key, value)
    return change_entry(workspace, before, after, label)


def reset_setting(workspace: Workspace, declared: DeclaredLayer, key: str) -> Changed | None:
    """Remove what was set, of an unknown setting too: the layer's default counts again."""
    before = entry_of(workspace, declared)
    return change_entry(
        workspace,
        before,
        before.without_value(key),
        message("Reset {setting}", setting=_label(declared, key)),
    )


def reset_settings(
    workspace: Workspace, declared: DeclaredLayer, label: Message | str = ""
) -> Changed | None:
    """Reset all settings of a layer to their defaults, as the preset "Default" does."""
    # Values of settings unknown to this copy of the layer are kept: another copy may have them.
    # Of a layer that is not installed all settings are unknown.
    before = entry_of(workspace, declared)
    unknown = tuple(setting for setting in before.settings if declared.setting(setting.key) is None)
    kept = unknown if declared.is_installed else ()
    label = label or message("Reset the settings of {layer}", layer=short(declared.name))
    return change_entry(workspace, before, before._replace(settings=kept), label)


def choose_preset(workspace: Workspace, declared: DeclaredLayer, preset: Preset) -> Changed | None:
    """Set the values of a preset; all other values are kept. “Default” resets every setting."""
    from vkconfig_py.model.layer_settings.layer_values import default_preset

    label = message("Choose {preset}", preset=preset.label)
    if preset == default_preset(declared):
        return reset_settings(workspace, declared, label)
    values = {value.key: value.value for value in preset.values}
    return set_settings(workspace, declared, values, label)


def write_settings(workspace: Workspace, layer: str, *, written: bool) -> Changed | None:
    before = workspace.current.entry(layer) or LayerEntry(layer)
    after = before._replace(writes_settings=written)
    label = (
        message("Write the settings of {layer}", layer=short(layer))
        if written
        else message("Do not write the settings of {layer}", layer=short(layer))
    )
    return change_entry(workspace, before, after, label)


def choose_copy(workspace: Workspace, layer: str, copy: str) -> Changed | None:
    before = workspace.current.entry(layer) or LayerEntry(layer)
    after = before._replace(copy=copy)
    return change_entry(
        workspace, before, after, message("Choose a copy of {layer}", layer=short(layer))
    )


def _label(declared: DeclaredLayer, key: str) -> str:
    setting = declared.setting(key)
    return setting.label if setting else key
