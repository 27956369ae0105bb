"""The values that hold for a layer: defaults, presets, and what a configuration says otherwise.

A configuration keeps values that differ from the default only, so that a newer layer's better
default reaches everybody who never touched the setting. A preset whose values all hold names them,
whatever else is set; where none holds, the nearest one does, as changed.
"""

from __future__ import annotations

from collections.abc import Mapping

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerEntry,
    ListItem,
    SettingType,
    Value,
)
from vkconfig_py.model.layer_settings.checks import WANTED
from vkconfig_py.model.layer_settings.conversion import fits_type, list_item
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    Preset,
    PresetValue,
    Setting,
    Visibility,
    in_order,
    is_dynamic,
)
from vkconfig_py.model.layer_settings.setting_names import runs_on, walk_offered, walk_visible

Values = Mapping[str, Value]


class ValueNote(NamedTuple):
    """Something odd about a value that a configuration keeps."""

    key: str
    sentence: str


def default_values(declared: DeclaredLayer) -> Values:
    return {
        setting.key: setting.default
        for setting in declared.walk()
        if setting.type is not SettingType.GROUP
    }


def effective_values(declared: DeclaredLayer, entry: LayerEntry | None) -> Values:
    """The value of every setting: what the user chose where it fits, else the default."""
    chosen = {} if entry is None else {one.key: one.value for one in entry.settings}
    values: dict[str, Value] = {}
    for setting in declared.walk():
        if setting.type is SettingType.GROUP:
            continue
        value = chosen.get(setting.key, setting.default)
        # The declared type may have changed with the copy of the layer; the value is kept all the
        # same.
        values[setting.key] = normal(setting, value if _fits(setting, value) else setting.default)
    return values


def changed_values(declared: DeclaredLayer, entry: LayerEntry | None) -> Values:
    values = effective_values(declared, entry)
    return {
        setting.key: values[setting.key]
        for setting in declared.walk()
        if setting.key in values and not is_default(setting, values[setting.key])
    }


def lost_values(declared: DeclaredLayer, entry: LayerEntry | None) -> tuple[ValueNote, ...]:
    """Why values that a configuration keeps for a layer are not in force at all."""
    # Those of settings that this copy of the layer does not have are kept: another may have them.
    if entry is None or not entry.settings:
        return ()
    settings = {setting.key: setting for setting in declared.walk()}
    visible = {setting.key for setting in walk_visible(declared)}
    notes = []
    for one in entry.settings:
        setting = settings.get(one.key)
        if setting is None:
            notes.append(ValueNote(one.key, "This layer has no such setting; the value is kept."))
        elif setting.type is not SettingType.GROUP and one.key not in visible:
            sentence = "The layer's manifest hides this setting; the value is kept."
            notes.append(ValueNote(one.key, sentence))
        elif not _fits(setting, one.value):
            sentence = f"{WANTED[setting.type]} now; the default is used."
            notes.append(ValueNote(one.key, sentence))
    return tuple(notes)


def entry_for(
    configuration: Configuration, declared: DeclaredLayer, entry: LayerEntry | None
) -> LayerEntry | None:
    """What a configuration says to one copy of a layer."""
    # A built-in one speaks to older and newer copies at once: what is meant for others is no loss.
    if entry is None or not configuration.built_in:
        return entry
    known = {setting.key for setting in declared.walk()}
    return entry._replace(settings=tuple(one for one in entry.settings if one.key in known))


def shown_changes(declared: DeclaredLayer, values: Values, platform: str) -> tuple[str, ...]:
    """The settings that are not at their default, as the page shows and counts them."""
    offered = {one.key: one for one in walk_offered(declared.settings, platform)}
    return tuple(key for key, one in offered.items() if not is_default(one, values[key]))


def normal(setting: Setting, value: Value) -> Value:
    """A value in the one form in which it is kept and compared."""
    if setting.type is SettingType.FLOAT and isinstance(value, int):
        return float(value)
    return in_order(setting, value)


def is_default(setting: Setting, value: Value) -> bool:
    """Whether a value is what the layer does by itself."""
    # Python takes True for equal to 1, hence the second comparison.
    own = normal(setting, setting.default)
    return normal(setting, value) == own and isinstance(value, bool) == isinstance(own, bool)


def entry_with(declared: DeclaredLayer, entry: LayerEntry, key: str, value: Value) -> LayerEntry:
    """Set one setting; what equals the default is not kept."""
    setting = declared.setting(key)
    if setting is None or setting.type is SettingType.GROUP:
        return entry
    if is_default(setting, value):
        return entry.without_value(key)
    return entry.with_value(key, setting.type, normal(setting, value))


def _fits(setting: Setting, value: Value) -> bool:
    return fits_type(setting.type, value)


class ValueChoice(NamedTuple):
    """One of several values, and whether it is the one."""

    key: str
    label: str
    description: str
    chosen: bool


def items_of(value: Value) -> tuple[ListItem, ...]:
    parts = value if isinstance(value, tuple) else ()
    return tuple(one for one in parts if isinstance(one, ListItem))


def with_flag(setting: Setting, value: Value, flag: str, *, on: bool) -> Value:
    """Set or clear one flag; those that the layer does not know stay."""
    parts = value if isinstance(value, tuple) else ()
    rest = [one for one in parts if isinstance(one, str) and one != flag]
    return in_order(setting, tuple([*rest, flag] if on else rest))


def with_enabled(value: Value, part: str, *, on: bool) -> Value:
    return tuple(
        item._replace(enabled=on) if str(item.value) == part else item for item in items_of(value)
    )


def with_item(value: Value, text: str) -> Value:
    return (*items_of(value), list_item(text))


def without_part(value: Value, part: str) -> Value:
    items = items_of(value)
    if items:
        return tuple(item for item in items if str(item.value) != part)
    parts = value if isinstance(value, tuple) else ()
    return tuple(one for one in parts if isinstance(one, str) and one != part)


def choices_of(setting: Setting, value: Value, found: tuple[str, ...]) -> tuple[ValueChoice, ...]:
    """The values that a setting of one of several can have; `found` is on the machine."""
    if is_dynamic(setting):
        keys = dict.fromkeys((str(value), *found))
        return tuple(ValueChoice(key, key, "", key == value) for key in keys)
    return tuple(
        ValueChoice(choice.key, choice.label, choice.description, choice.key == value)
        for choice in setting.choices
        if choice.visibility is not Visibility.HIDDEN or choice.key == value
    )


DEFAULT = "Default"


def presets_of(declared: DeclaredLayer, platform: str) -> tuple[Preset, ...]:
    """The presets that a platform has, "Default" first; none for a layer without settings.

    Callers refer to them by value, never by index, so that one that is not offered shifts nothing.
    """
    default = default_preset(declared)
    if not default.values:
        return ()
    own = (
        preset
        for preset in declared.presets
        if runs_on(preset.platforms, platform) and preset.visibility is not Visibility.HIDDEN
    )
    return (default, *own)


def default_preset(declared: DeclaredLayer) -> Preset:
    """The preset that takes every setting back to its default, those of flags too."""
    values = tuple(
        PresetValue(setting.key, setting.default)
        for setting in declared.walk()
        if setting.type is not SettingType.GROUP
    )
    return Preset(DEFAULT, "All settings as the layer has them by itself.", values=values)


def matches(declared: DeclaredLayer, values: Values, preset: Preset) -> bool:
    settings = {setting.key: setting for setting in declared.walk()}
    listed = [one for one in preset.values if one.key in settings and one.key in values]
    return bool(listed) and all(
        is_default(settings[one.key]._replace(default=one.value), values[one.key]) for one in listed
    )


def with_preset(declared: DeclaredLayer, values: Values, preset: Preset) -> Values:
    known = {setting.key for setting in declared.walk() if setting.type is not SettingType.GROUP}
    return {**values, **{one.key: one.value for one in preset.values if one.key in known}}


class PresetChoice(NamedTuple):
    """The presets of a layer, and the one that its values come from.

    Attributes:
        nearest: the one that holds, else the one from which the fewest values differ.
    """

    presets: tuple[Preset, ...]
    nearest: Preset | None = None
    changed: bool = False

    @property
    def title(self) -> str:
        if self.nearest is None:
            return ""
        return f"{self.nearest.label}, changed" if self.changed else self.nearest.label


def detect_preset(declared: DeclaredLayer, values: Values, platform: str) -> PresetChoice:
    """The presets with the one that holds and says most, else with the nearest."""
    # Of equals the first counts. One that lists less would otherwise hide one that lists more.
    presets = presets_of(declared, platform)
    holding = [one for one in presets if matches(declared, values, one)]
    if holding:
        return PresetChoice(presets, max(holding, key=lambda preset: len(preset.values)))
    nearest = min(presets, key=lambda one: _distance(declared, values, one), default=None)
    return PresetChoice(presets, nearest, changed=nearest is not None)


def _distance(declared: DeclaredLayer, values: Values, preset: Preset) -> int:
    """How many values differ from those of a preset applied to the defaults."""
    wanted = with_preset(declared, default_values(declared), preset)
    return sum(
        not is_default(setting._replace(default=wanted[setting.key]), values[setting.key])
        for setting in declared.walk()
        if setting.key in values
    )
