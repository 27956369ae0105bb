"""Keys of flags and values: their order, and those that the manifest does not know."""

from __future__ import annotations

from vkconfig_py.model.settings.declared import ListItem, Setting, SettingType, Value


def is_dynamic(setting: Setting) -> bool:
    """Return whether the values of an ENUM are found on the machine: profiles, devices."""
    return setting.type is SettingType.ENUM and not setting.choices


def in_order(setting: Setting, value: Value) -> Value:
    """Return flags in the order of the manifest, each once, those it does not know last."""
    if setting.type is not SettingType.FLAGS or not isinstance(value, tuple):
        return value
    keys = tuple(dict.fromkeys(key for key in value if not isinstance(key, ListItem)))
    known = tuple(choice.key for choice in setting.choices if choice.key in keys)
    return (*known, *(key for key in keys if key not in known))


def unknown_parts(setting: Setting, value: Value) -> tuple[str, ...]:
    """Return the flags, or the value of an ENUM, that the manifest does not know.

    The default of an ENUM is always allowed, even where it is not among the values.
    """
    known = {choice.key for choice in setting.choices}
    if setting.type is SettingType.FLAGS and isinstance(value, tuple):
        return tuple(key for key in value if isinstance(key, str) and key not in known)
    if setting.type is SettingType.ENUM and not is_dynamic(setting):
        return () if value in known or value == setting.default else (str(value),)
    return ()


def repaired(setting: Setting, value: Value) -> Value:
    """Return the value without what the manifest does not know; an ENUM's becomes the default."""
    unknown = unknown_parts(setting, value)
    if not unknown:
        return value
    if setting.type is SettingType.FLAGS and isinstance(value, tuple):
        return in_order(setting, tuple(str(key) for key in value if key not in unknown))
    return setting.default
