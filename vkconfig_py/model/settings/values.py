"""The values that hold for a layer: its defaults, and what a configuration says otherwise.

A configuration keeps values that differ from the default only, so that a newer layer's better
default reaches everybody who never touched the setting.
"""

from __future__ import annotations

from collections.abc import Mapping

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import Configuration, LayerEntry
from vkconfig_py.model.settings.checking import wanted
from vkconfig_py.model.settings.converting import fits_type
from vkconfig_py.model.settings.declared import DeclaredLayer, Setting, SettingType, Value
from vkconfig_py.model.settings.flags import in_order
from vkconfig_py.model.settings.offered import walk_offered, walk_visible

Values = Mapping[str, Value]


class ValueNote(NamedTuple):
    """Something odd about a value that a configuration keeps."""

    key: str
    sentence: str


def default_values(declared: DeclaredLayer) -> Values:
    """Return the defaults of all settings that have a value."""
    return {
        setting.key: setting.default
        for setting in declared.walk()
        if setting.type is not SettingType.GROUP
    }


def effective_values(declared: DeclaredLayer, entry: LayerEntry | None) -> Values:
    """Return the value of every setting: what the user chose where it fits, else the default."""
    chosen = {} if entry is None else {one.key: one.value for one in entry.settings}
    values: dict[str, Value] = {}
    for setting in declared.walk():
        if setting.type is SettingType.GROUP:
            continue
        value = chosen.get(setting.key, setting.default)
        values[setting.key] = normal(setting, value if _fits(setting, value) else setting.default)
    return values


def changed_values(declared: DeclaredLayer, entry: LayerEntry | None) -> Values:
    """Return the values that differ from their defaults, in the order of the manifest."""
    values = effective_values(declared, entry)
    return {
        setting.key: values[setting.key]
        for setting in declared.walk()
        if setting.key in values and not is_default(setting, values[setting.key])
    }


def lost_values(declared: DeclaredLayer, entry: LayerEntry | None) -> tuple[ValueNote, ...]:
    """Return why values that a configuration keeps for a layer are not in force at all.

    Those of settings that this copy of the layer does not have are kept: another may have them.
    """
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
            sentence = f"{wanted(setting.type)} now; the default is used."
            notes.append(ValueNote(one.key, sentence))
    return tuple(notes)


def entry_for(
    configuration: Configuration, declared: DeclaredLayer, entry: LayerEntry | None
) -> LayerEntry | None:
    """Return what a configuration says to one copy of a layer.

    A built-in one speaks to older and newer copies at once: what is meant for others is no loss.
    """
    if entry is None or not configuration.built_in:
        return entry
    known = {setting.key for setting in declared.walk()}
    return entry._replace(settings=tuple(one for one in entry.settings if one.key in known))


def shown_changes(declared: DeclaredLayer, values: Values, platform: str) -> tuple[str, ...]:
    """Return the settings that are not at their default, as the page shows and counts them."""
    offered = {one.key: one for one in walk_offered(declared.settings, platform)}
    return tuple(key for key, one in offered.items() if not is_default(one, values[key]))


def normal(setting: Setting, value: Value) -> Value:
    """Return a value in the one form in which it is kept and compared."""
    if setting.type is SettingType.FLOAT and isinstance(value, int):
        return float(value)
    return in_order(setting, value)


def is_default(setting: Setting, value: Value) -> bool:
    """Return whether a value is what the layer does by itself."""
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
