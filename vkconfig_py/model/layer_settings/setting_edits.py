"""Edits of layer settings, as pure functions on a workspace; muting a message is one of them.

What is set is stored, also where it equals the default; a reset removes it. Muting adds an entry to
the validation layer's list of messages to leave out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from vkconfig_py.language.sentences import Message, message, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    LayerEntry,
    SettingType,
    Value,
)
from vkconfig_py.model.configuration.configuration_json import list_built_in_values
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import WorkspaceChange, get_short_name
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Preset, Setting
from vkconfig_py.model.layer_settings.layer_values import (
    add_item,
    compute_effective_values,
    list_items,
    make_default_preset,
    remove_part,
    set_entry_value,
    set_part_enabled,
)
from vkconfig_py.model.layer_settings.setting_names import find_overriding_variable, make_file_key

SAVED_NOT_WRITTEN = message(
    "These settings are saved in the configuration but not written to a file for the layer."
)

# Layers of both families take the name of a message as well as its number
# (tests/reference/test_muting.py); names are what users recognize.
FILTER_KEY = "message_id_filter"
NO_IDENTIFIER = tr("This message has no ID, so layers cannot mute it.")
_PLAIN_IDENTIFIER_PATTERN = re.compile(
    r"[\w.-]+", re.ASCII
)  # what neither file nor variable splits or cuts


def change_entry(
    workspace: Workspace, entry_before: LayerEntry, entry_after: LayerEntry, label: Message | str
) -> WorkspaceChange | None:
    """Return the change of a layer's entry as an undo step, or None if nothing changes."""
    if entry_before == entry_after:
        return None
    return workspace_edits.make_change(
        workspace, workspace.selected_configuration.with_entry(entry_after), label
    )


def get_entry(workspace: Workspace, declared_layer: DeclaredLayer) -> LayerEntry:
    """Return the current configuration's entry of a layer, else an empty one."""
    entry = workspace.selected_configuration.find_entry(declared_layer.name)
    return entry or LayerEntry(declared_layer.name, manifest=declared_layer.manifest)


def set_setting(
    workspace: Workspace, declared_layer: DeclaredLayer, key: str, value: Value
) -> WorkspaceChange | None:
    """Set a value of a layer's setting in the selected configuration.

    Return None if nothing changes.
    """
    return set_settings(
        workspace,
        declared_layer,
        {key: value},
        message("Set {setting}", setting=_make_label(declared_layer, key)),
    )


def set_settings(
    workspace: Workspace,
    declared_layer: DeclaredLayer,
    values: Mapping[str, Value],
    label: Message | str,
) -> WorkspaceChange | None:
    """Set values of a layer in the selected configuration, as one undo step.

    Return None if nothing changes.
    """
    entry_before = entry_after = get_entry(workspace, declared_layer)
    for key, value in values.items():
        entry_after = set_entry_value(declared_layer, entry_after, key, value)
    return change_entry(workspace, entry_before, entry_after, label)


def reset_setting(
    workspace: Workspace, declared_layer: DeclaredLayer, key: str
) -> WorkspaceChange | None:
    """Remove what was set, of an unknown setting too: the layer's default counts again."""
    entry_before = get_entry(workspace, declared_layer)
    return change_entry(
        workspace,
        entry_before,
        entry_before.without_value(key),
        message("Reset {setting}", setting=_make_label(declared_layer, key)),
    )


def reset_settings(
    workspace: Workspace, declared_layer: DeclaredLayer, label: Message | str = ""
) -> WorkspaceChange | None:
    """Reset all settings of a layer to their defaults, as the preset "Default" does."""
    # Values of settings unknown to this copy of the layer are kept: another copy may have them.
    # What a built-in configuration sets for other copies is not shown, and goes with what it sets
    # for this copy. Of a layer that is not installed all settings are unknown.
    entry_before = get_entry(workspace, declared_layer)
    unknown_settings = tuple(
        setting
        for setting in entry_before.settings
        if declared_layer.find_setting(setting.key) is None
        and (entry_before.name, setting) not in list_built_in_values()
    )
    kept_settings = unknown_settings if declared_layer.is_installed else ()
    label = label or message("Reset {layer} settings", layer=get_short_name(declared_layer.name))
    return change_entry(
        workspace, entry_before, entry_before._replace(settings=kept_settings), label
    )


def choose_preset(
    workspace: Workspace, declared_layer: DeclaredLayer, preset: Preset
) -> WorkspaceChange | None:
    """Set the values of a preset and keep all others. “Default” resets every setting."""
    label = message("Choose {preset}", preset=preset.label)
    if preset == make_default_preset(declared_layer):
        return reset_settings(workspace, declared_layer, label)
    values = {value.key: value.value for value in preset.values}
    return set_settings(workspace, declared_layer, values, label)


def restore_built_in_settings(
    workspace: Workspace, declared_layer: DeclaredLayer, built_in: LayerEntry, preset: Preset
) -> WorkspaceChange | None:
    """Set what a built-in configuration sets of a layer as it is shipped, and reset all else."""
    entry_before = get_entry(workspace, declared_layer)
    built_in_keys = {setting.key for setting in built_in.settings}
    # Those that this copy of the layer does not know are kept, as when all are reset.
    kept_settings = tuple(
        setting
        for setting in entry_before.settings
        if setting.key not in built_in_keys and declared_layer.find_setting(setting.key) is None
    )
    return change_entry(
        workspace,
        entry_before,
        entry_before._replace(settings=(*built_in.settings, *kept_settings)),
        message("Choose {preset}", preset=preset.label),
    )


def set_settings_written(
    workspace: Workspace, layer: str, *, is_written: bool
) -> WorkspaceChange | None:
    """Choose whether the layer's settings are written to a file."""
    entry_before = workspace.selected_configuration.find_entry(layer) or LayerEntry(layer)
    entry_after = entry_before._replace(writes_settings=is_written)
    label = (
        message("Write {layer} settings", layer=get_short_name(layer))
        if is_written
        else message("Do not write {layer} settings", layer=get_short_name(layer))
    )
    return change_entry(workspace, entry_before, entry_after, label)


def choose_copy(workspace: Workspace, layer: str, copy: str) -> WorkspaceChange | None:
    """Choose which installed copy of a layer the configuration uses, by its manifest's path."""
    entry_before = workspace.selected_configuration.find_entry(layer) or LayerEntry(layer)
    entry_after = entry_before._replace(copy=copy)
    return change_entry(
        workspace,
        entry_before,
        entry_after,
        message("Choose copy of {layer}", layer=get_short_name(layer)),
    )


def _make_label(declared_layer: DeclaredLayer, key: str) -> str:
    """Return the label of a setting, or its key if the layer does not know it."""
    setting = declared_layer.find_setting(key)
    return setting.label if setting else key


class MuteResult(NamedTuple):
    """What muting a message does.

    Attributes:
        configuration: the changed one; None if nothing changes.
        sentence: for the user.
        label: of the undo step.
        is_certain: False if it will not, or may not, keep the message away.
    """

    configuration: Configuration | None
    sentence: str
    label: str = ""
    is_certain: bool = True


def make_filter_entry(identifier: str, number: int | None) -> str:
    """Return how the list of muted messages names a message, or "" if it cannot."""
    if _PLAIN_IDENTIFIER_PATTERN.fullmatch(identifier):
        return identifier
    return "" if number is None else str(number)


def mute_message(
    configuration: Configuration,
    declared_layer: DeclaredLayer | None,
    layer: str,
    identifier_and_number: tuple[str, int | None],
    environment: Mapping[str, str],
) -> MuteResult:
    """Add a message to the validation layer's list of messages to leave out.

    Args:
        configuration: that is changed.
        declared_layer: the layer, None if it is not installed.
        layer: its name.
        identifier_and_number: of the message, the number None if it is not known.
        environment: of the program, where a variable may hide the list.
    """
    text = make_filter_entry(*identifier_and_number)
    setting = declared_layer.find_setting(FILTER_KEY) if declared_layer else None
    if not text:
        return _refuse_muting(NO_IDENTIFIER)
    if declared_layer is None or setting is None or setting.type is not SettingType.LIST:
        sentence = tr(
            "{layer} cannot mute messages: it does not declare a {key} setting.",
            layer=layer,
            key=FILTER_KEY,
        )
        return _refuse_muting(sentence)
    entry = configuration.find_entry(layer)
    refusal = _find_settings_refusal(configuration, entry, layer, text)
    if refusal:
        return _refuse_muting(refusal)
    value = compute_effective_values(declared_layer, entry)[FILTER_KEY]
    items = {str(item.value): item for item in list_items(value)}
    if text in items and items[text].enabled:
        return MuteResult(
            None,
            tr("{message} is already set to be muted starting with the next launch.", message=text),
        )
    new_value = (
        set_part_enabled(value, text, is_on=True) if text in items else add_item(value, text)
    )
    entry_before = entry or LayerEntry(layer, manifest=declared_layer.manifest)
    changed_configuration = configuration.with_entry(
        set_entry_value(declared_layer, entry_before, FILTER_KEY, new_value)
    )
    hiding_note = _render_hiding(declared_layer, setting, environment)
    name = configuration.title
    sentences = [
        tr(
            "{message} will be muted in “{name}” starting with the next launch.",
            name=name,
            message=text,
        )
    ]
    if entry is None:
        sentences.append(
            tr("The configuration now has settings for {layer}.", layer=get_short_name(layer))
        )
    if hiding_note:
        sentences.append(hiding_note)
    return MuteResult(
        changed_configuration,
        " ".join(sentences),
        tr("Mute {message}", message=text),
        is_certain=not hiding_note,
    )


def unmute_message(
    configuration: Configuration,
    declared_layer: DeclaredLayer,
    layer: str,
    identifier_and_number: tuple[str, int | None],
) -> MuteResult:
    """Take a message out of the validation layer's list of messages to leave out."""
    text, entry = make_filter_entry(*identifier_and_number), configuration.find_entry(layer)
    entry_before = entry or LayerEntry(layer, manifest=declared_layer.manifest)
    value = remove_part(compute_effective_values(declared_layer, entry)[FILTER_KEY], text)
    is_default = value == compute_effective_values(declared_layer, None)[FILTER_KEY]
    entry_after = (
        entry_before.without_value(FILTER_KEY)
        if is_default
        else set_entry_value(declared_layer, entry_before, FILTER_KEY, value)
    )
    return MuteResult(
        configuration.with_entry(entry_after),
        tr(
            "{message} is no longer muted in “{name}” starting with the next launch.",
            message=text,
            name=configuration.title,
        ),
        tr("Unmute {message}", message=text),
        is_certain=True,
    )


def _refuse_muting(sentence: str) -> MuteResult:
    """Return that nothing changes, with the reason."""
    return MuteResult(None, sentence, is_certain=False)


def _find_settings_refusal(
    configuration: Configuration, entry: LayerEntry | None, layer: str, text: str
) -> str:
    """Return why a configuration's settings do not reach the layer, or "" if they do."""
    key = make_file_key(layer, FILTER_KEY)
    if configuration.settings_file:
        file = configuration.settings_file
        return tr(
            "“{name}” uses {file} unchanged. Add {message} to {setting} in that file.",
            name=configuration.title,
            file=file,
            message=text,
            setting=key,
        )
    if entry is not None and entry.control is LayerControl.OFF:
        return tr(
            "{layer} is off in “{name}”, so its messages will not appear when you launch again.",
            layer=get_short_name(layer),
            name=configuration.title,
        )
    if entry is not None and not entry.writes_settings:
        return tr(
            "“{name}” saves {layer} settings but does not write them to a file. First "
            "turn on “Write this layer's settings”.",
            layer=get_short_name(layer),
            name=configuration.title,
        )
    return ""


def _render_hiding(
    declared_layer: DeclaredLayer, setting: Setting, environment: Mapping[str, str]
) -> str:
    """Return the sentence that a variable of the program hides the list, or ""."""
    overriding_variable = find_overriding_variable(declared_layer, setting, environment)
    if overriding_variable is None or overriding_variable.adds_entries:
        return ""
    return tr(
        "However, {variable} is set for the program and takes precedence: unset it.",
        variable=overriding_variable.name,
    )
