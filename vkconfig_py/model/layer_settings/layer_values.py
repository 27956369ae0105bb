"""Effective values of a layer's settings: defaults, presets, a configuration's.

A configuration keeps what the user set, also where it equals the default of the manifest, which is
not always what the layer does by itself; nothing else is kept, so that a newer layer's better
default reaches every user who never set the setting. A preset is shown as selected if all its
values are in effect, the one named Default if nothing is set; otherwise the nearest preset is shown
as changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerEntry,
    ListItem,
    SettingType,
    Value,
)
from vkconfig_py.model.configuration.configuration_json import list_built_in_values
from vkconfig_py.model.layer_settings.checks import EXPECTED_VALUES
from vkconfig_py.model.layer_settings.conversion import fits_type, make_list_item
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    Preset,
    PresetValue,
    Setting,
    Visibility,
    has_machine_values,
    sort_flags,
)
from vkconfig_py.model.layer_settings.known_layers import find_entry_reading
from vkconfig_py.model.layer_settings.setting_names import (
    is_offered,
    lists_platform,
    walk_offered,
    walk_visible,
)

Values = Mapping[str, Value]


class ValueNote(NamedTuple):
    """Why a value stored in a configuration is not used as it is."""

    key: str
    sentence: str


def make_default_values(declared_layer: DeclaredLayer) -> Values:
    """Return the default of every setting, by key."""
    return {
        setting.key: setting.default
        for setting in declared_layer.walk_settings()
        if setting.type is not SettingType.GROUP
    }


def list_chosen_values(declared_layer: DeclaredLayer, entry: LayerEntry | None) -> Values:
    """Return the values that the user set and this copy of the layer knows, by key in its order."""
    stored_values = (
        {}
        if entry is None
        else {stored_setting.key: stored_setting.value for stored_setting in entry.settings}
    )
    return {
        setting.key: _normalize_as_read(declared_layer, setting, stored_values[setting.key])
        for setting in (declared_layer.walk_settings() if stored_values else ())
        # The declared type may differ in this copy of the layer; the value is kept anyway.
        if setting.key in stored_values and _fits_setting(setting, stored_values[setting.key])
    }


def compute_effective_values(declared_layer: DeclaredLayer, entry: LayerEntry | None) -> Values:
    """Return the value of every setting: the user's if valid, else the default."""
    return add_defaults(declared_layer, list_chosen_values(declared_layer, entry))


def add_defaults(declared_layer: DeclaredLayer, chosen_values: Values) -> Values:
    """Return the value of every setting: the one in `chosen_values`, else the default."""
    return {
        setting.key: chosen_values.get(setting.key, normalize_value(setting, setting.default))
        for setting in declared_layer.walk_settings()
        if setting.type is not SettingType.GROUP
    }


def list_lost_values(
    declared_layer: DeclaredLayer, entry: LayerEntry | None
) -> tuple[ValueNote, ...]:
    """Return which stored values of a layer are not used, and why.

    What a built-in configuration sets for other releases of the layer is no loss.
    """
    # Values of settings unknown to this copy of the layer are kept: another copy may have them.
    if entry is None or not entry.settings:
        return ()
    settings = {setting.key: setting for setting in declared_layer.walk_settings()}
    visible_names = {setting.key for setting in walk_visible(declared_layer)}
    notes = []
    for stored_setting in entry.settings:
        setting = settings.get(stored_setting.key)
        if not declared_layer.is_installed:
            notes.append(
                ValueNote(
                    stored_setting.key, tr("The layer is not installed; the saved value is kept.")
                )
            )
        elif setting is None and (entry.name, stored_setting) in list_built_in_values():
            continue
        elif setting is None:
            notes.append(
                ValueNote(
                    stored_setting.key,
                    tr("This layer has no such setting; the saved value is kept."),
                )
            )
        elif setting.type is not SettingType.GROUP and stored_setting.key not in visible_names:
            sentence = tr("The layer's manifest hides this setting; the saved value is kept.")
            notes.append(ValueNote(stored_setting.key, sentence))
        elif not _fits_setting(setting, stored_setting.value):
            requirement = EXPECTED_VALUES[setting.type]
            sentence = tr("{requirement} The default is used.", requirement=requirement)
            notes.append(ValueNote(stored_setting.key, sentence))
    return tuple(notes)


def adapt_entry_to_copy(
    configuration: Configuration, declared_layer: DeclaredLayer, entry: LayerEntry | None
) -> LayerEntry | None:
    """Return the configuration's entry as it applies to one installed copy of a layer."""
    # A built-in configuration targets older and newer copies at once: values for others are no
    # loss, nor are they in a copy of it.
    if entry is None:
        return None
    declared_keys = {setting.key for setting in declared_layer.walk_settings()}
    kept_settings = tuple(
        stored_setting
        for stored_setting in entry.settings
        if stored_setting.key in declared_keys
        or not (configuration.built_in or (entry.name, stored_setting) in list_built_in_values())
    )
    is_whole = len(kept_settings) == len(entry.settings)
    return entry if is_whole else entry._replace(settings=kept_settings)


def list_shown_choices(
    declared_layer: DeclaredLayer, chosen_values: Values, platform: str
) -> tuple[str, ...]:
    """Return the keys of the settings that the user set, as listed and counted on the page."""
    offered_settings = walk_offered(declared_layer.settings, platform) if chosen_values else ()
    return tuple(
        dict.fromkeys(setting.key for setting in offered_settings if setting.key in chosen_values)
    )


def normalize_value(setting: Setting, value: Value) -> Value:
    """Return a value in the one form in which values are stored and compared."""
    if setting.type is SettingType.FLOAT and isinstance(value, int):
        return float(value)
    return sort_flags(setting, value)


def _normalize_as_read(declared_layer: DeclaredLayer, setting: Setting, value: Value) -> Value:
    """Return a value in the form for storing, with its entries as this release reads them."""
    entries = find_entry_reading(declared_layer.name, declared_layer.api_version, setting.key)
    return normalize_value(setting, entries.read_value(value))


def is_default(setting: Setting, value: Value) -> bool:
    """True if a value equals the layer's default."""
    # In Python True == 1, hence the second comparison.
    default = normalize_value(setting, setting.default)
    return normalize_value(setting, value) == default and isinstance(value, bool) == isinstance(
        default, bool
    )


def set_entry_value(
    declared_layer: DeclaredLayer, entry: LayerEntry, key: str, value: Value
) -> LayerEntry:
    """Return the entry with one value set, which is stored even if it is the default.

    What a layer does by itself is not always its default.
    """
    setting = declared_layer.find_setting(key)
    if setting is None or setting.type is SettingType.GROUP:
        return entry
    return entry.with_value(key, setting.type, _normalize_as_read(declared_layer, setting, value))


def _fits_setting(setting: Setting, value: Value) -> bool:
    """True if a value has the type of a setting that has a value."""
    return setting.type is not SettingType.GROUP and fits_type(setting.type, value)


class ValueChoice(NamedTuple):
    """One of several values, and whether it is selected."""

    key: str
    label: str
    description: str
    is_selected: bool


def list_items(value: Value) -> tuple[ListItem, ...]:
    """Return the entries of a LIST value, none for a value of another type."""
    parts = value if isinstance(value, tuple) else ()
    return tuple(part for part in parts if isinstance(part, ListItem))


def find_lone_entry(setting: Setting, value: Value) -> str | None:
    """Return the only entry of a LIST, "" if it is empty, None if its entries have rows."""
    # Paths are too long for a field, and are chosen rather than typed.
    if setting.type is not SettingType.LIST or setting.filter:
        return None
    items = list_items(value)
    if not items:
        return ""
    text = str(items[0].value)
    # A field would split a text at its commas, and cannot show that an entry is off.
    return text if len(items) == 1 and items[0].enabled and "," not in text else None


def set_flag(setting: Setting, value: Value, flag: str, *, is_on: bool) -> Value:
    """Set or clear one flag, and keep flags unknown to the layer."""
    parts = value if isinstance(value, tuple) else ()
    other_flags = [part for part in parts if isinstance(part, str) and part != flag]
    return sort_flags(setting, tuple([*other_flags, flag] if is_on else other_flags))


def set_part_enabled(value: Value, part: str, *, is_on: bool) -> Value:
    """Return a LIST value with the entry of this text enabled or disabled."""
    return tuple(
        item._replace(enabled=is_on) if str(item.value) == part else item
        for item in list_items(value)
    )


def add_item(value: Value, text: str) -> Value:
    """Return a LIST value with one more entry."""
    return (*list_items(value), make_list_item(text))


def remove_part(value: Value, part: str) -> Value:
    """Return flags or a LIST value without the flag or entry of this text."""
    items = list_items(value)
    if items:
        return tuple(item for item in items if str(item.value) != part)
    parts = value if isinstance(value, tuple) else ()
    return tuple(item for item in parts if isinstance(item, str) and item != part)


def list_value_choices(
    setting: Setting, value: Value, machine_values: tuple[str, ...], platform: str
) -> tuple[ValueChoice, ...]:
    """Return the selectable values of a setting.

    Args:
        setting: which declares them.
        value: that is set; it is among them wherever the manifest hides it.
        machine_values: values found on the machine.
        platform: of the programs; values for others are left out.
    """
    if has_machine_values(setting):
        keys = dict.fromkeys((str(value), *machine_values))
        return tuple(ValueChoice(key, key, "", key == value) for key in keys)
    return tuple(
        ValueChoice(choice.key, choice.label, choice.description, choice.key == value)
        for choice in setting.choices
        if is_offered(choice, platform) or choice.key == value
    )


DEFAULT_PRESET_KEY = "Default"  # not the label: a layer may have a preset “Standard”, too
BUILT_IN_PRESET_KEY = "Built-in values"


def list_presets(declared_layer: DeclaredLayer, platform: str) -> tuple[Preset, ...]:
    """Return the presets for a platform, "Default" first, none without settings.

    Callers refer to presets by value, never by index, as some may be hidden.
    """
    default = make_default_preset(declared_layer)
    if not default.values:
        return ()
    offered_presets = (
        preset
        for preset in declared_layer.presets
        if lists_platform(preset.platforms, platform) and preset.visibility is not Visibility.HIDDEN
    )
    return (default, *offered_presets)


def make_default_preset(declared_layer: DeclaredLayer) -> Preset:
    """Return the preset that resets every setting, including FLAGS, to its default."""
    values = tuple(
        PresetValue(setting.key, setting.default)
        for setting in declared_layer.walk_settings()
        if setting.type is not SettingType.GROUP
    )
    description = tr("The layer's defaults for all settings.")
    return Preset(tr("Layer defaults"), description, values=values, key=DEFAULT_PRESET_KEY)


def make_built_in_preset(declared_layer: DeclaredLayer, built_in: LayerEntry) -> Preset:
    """Return the preset that brings back what a built-in configuration sets of a layer."""
    values = list_chosen_values(declared_layer, built_in)
    return Preset(
        tr("Built-in values"),
        tr("What this built-in configuration sets."),
        values=tuple(PresetValue(key, value) for key, value in values.items()),
        key=BUILT_IN_PRESET_KEY,
    )


def apply_preset(declared_layer: DeclaredLayer, chosen_values: Values, preset: Preset) -> Values:
    """Return the values that are set after a preset was chosen. “Default” leaves no value set."""
    if preset == make_default_preset(declared_layer):
        return {}
    declared_keys = {
        setting.key
        for setting in declared_layer.walk_settings()
        if setting.type is not SettingType.GROUP
    }
    return {
        **chosen_values,
        **{value.key: value.value for value in preset.values if value.key in declared_keys},
    }


class PresetChoice(NamedTuple):
    """The presets of a layer, and the one that its values match.

    Attributes:
        nearest_preset: the preset that the values come from.
        is_changed: some value is not as after choosing that preset, alone or after another one.
    """

    presets: tuple[Preset, ...]
    nearest_preset: Preset | None = None
    is_changed: bool = False

    @property
    def title(self) -> str:
        """What the preset's field shows, such as “Layer defaults” or “Standard (modified)”."""
        if self.nearest_preset is None:
            return ""
        label = self.nearest_preset.label
        return tr("{preset} (modified)", preset=label) if self.is_changed else label


def detect_preset(
    declared_layer: DeclaredLayer,
    chosen_values: Values,
    platform: str,
    built_in: LayerEntry | None = None,
) -> PresetChoice:
    """Return the presets, and the one that the values come from.

    Choosing a preset sets all that it lists, so the one that was chosen has all of that set; of
    several it is the one that says most. If none has, it is the one with the fewest differences.

    Args:
        declared_layer: the layer.
        chosen_values: what is set.
        platform: of the programs.
        built_in: the layer in the configuration as it is shipped. Its values are a preset where
            the layer itself has none for them.
    """
    presets = list_presets(declared_layer, platform)
    if not presets:
        return PresetChoice(())
    default, *other_presets = presets
    if built_in is not None:
        built_in_preset = make_built_in_preset(declared_layer, built_in)
        built_in_values = apply_preset(declared_layer, {}, built_in_preset)
        if detect_preset(declared_layer, built_in_values, platform).is_changed:
            presets, other_presets = (built_in_preset, *presets), [built_in_preset, *other_presets]
    if not chosen_values:
        return PresetChoice(presets, default)
    ranks = []
    for preset in presets:
        preset_values = apply_preset(declared_layer, {}, preset)
        differences = _find_differences(declared_layer, chosen_values, preset_values)
        equal_count = 0 if differences.keys() & preset_values.keys() else len(preset_values)
        ranks.append((-equal_count, len(differences), sum(differences.values())))
    best_rank = min(ranks)
    nearest_preset = presets[ranks.index(best_rank)]  # the first of equals
    has_all_preset_values = best_rank[0] < 0
    return PresetChoice(
        presets,
        nearest_preset,
        is_changed=not has_all_preset_values
        or _is_extended(declared_layer, chosen_values, nearest_preset, other_presets),
    )


def _is_extended(
    declared_layer: DeclaredLayer,
    chosen_values: Values,
    preset: Preset,
    other_presets: Sequence[Preset],
) -> bool:
    """Return whether a setting that a preset does not list has a value of the user's own.

    What is left of another preset that was chosen before is none, if all of the rest is left.
    """
    listed_keys = apply_preset(declared_layer, {}, preset).keys()
    extra_keys = {
        setting.key
        for setting in declared_layer.walk_settings()
        if setting.key in chosen_values
        and setting.key not in listed_keys
        and not is_default(setting, chosen_values[setting.key])
    }
    left_keys: set[str] = set()
    for other_preset in other_presets if extra_keys else ():
        other_values = apply_preset(declared_layer, {}, other_preset)
        differences = _find_differences(declared_layer, chosen_values, other_values)
        # Choosing the preset replaced what it lists, and nothing else.
        if differences.keys() & other_values.keys() <= listed_keys:
            left_keys |= other_values.keys()
    return not extra_keys <= left_keys


def _find_differences(
    declared_layer: DeclaredLayer, chosen_values: Values, preset_values: Values
) -> Mapping[str, int]:
    """Return in how many flags or entries each set value differs from a preset's, if it does.

    A value that only one of them sets differs, also if it is the default.
    """
    differences = {}
    for setting in declared_layer.walk_settings():
        value, preset_value = chosen_values.get(setting.key), preset_values.get(setting.key)
        if value is not None and preset_value is not None:
            part_count = _count_different_parts(setting, value, preset_value)
        else:
            part_count = int(value is not preset_value)
        if part_count:
            differences[setting.key] = part_count
    return differences


def _count_different_parts(setting: Setting, value: Value, preset_value: Value) -> int:
    """Count the flags or entries in which two values differ, 1 for single values that do."""
    if is_default(setting._replace(default=preset_value), value):
        return 0
    if isinstance(value, tuple) and isinstance(preset_value, tuple):
        return max(1, len({*value} ^ {*preset_value}))
    return 1
