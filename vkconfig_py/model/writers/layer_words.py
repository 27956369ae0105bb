"""Words for what manifests declare, as documents and comments in generated code say it."""

from __future__ import annotations

from vkconfig_py.model.settings.checking import display_text
from vkconfig_py.model.settings.declared import (
    Condition,
    Dependence,
    DependenceMode,
    Setting,
    SettingType,
    Status,
    Value,
)
from vkconfig_py.model.settings.encoding import written_items

_TYPES = {
    SettingType.GROUP: "group",
    SettingType.BOOL: "on or off",
    SettingType.BOOL_NUMERIC: "on or off, written as 1 or 0",
    SettingType.INT: "whole number",
    SettingType.FLOAT: "number",
    SettingType.STRING: "text",
    SettingType.FRAMES: "frames",
    SettingType.ENUM: "one of a choice",
    SettingType.FLAGS: "any of a choice",
    SettingType.LIST: "list",
    SettingType.LOAD_FILE: "file that is read",
    SettingType.SAVE_FILE: "file that is written",
    SettingType.LOAD_FOLDER: "folder that is read",
    SettingType.SAVE_FOLDER: "folder that is written",
}
EMPTY = "(empty)"


def type_words(kind: SettingType) -> str:
    """Say what kind of value a setting takes."""
    return _TYPES[kind]


def status_words(status: Status) -> str:
    """Return a remark for what is not stable, with a blank in front."""
    return "" if status is Status.STABLE else f" ({status.lower()})"


def shown_text(setting: Setting, value: Value) -> str:
    """Return a value to be read by people; what is empty is said to be."""
    return display_text(setting, value) or EMPTY


def condition_words(condition: Condition, setting: Setting | None) -> str:
    """Say the value that a condition asks for."""
    if isinstance(condition.value, tuple):
        entries = written_items(condition.value)
        return f"has {', '.join(entries)}" if entries else "is empty"
    if isinstance(condition.value, bool) and setting is None:
        return f"is {'true' if condition.value else 'false'}"
    shown = str(condition.value) if setting is None else display_text(setting, condition.value)
    return f"is {shown or EMPTY}"


def mode_words(dependence: Dependence) -> str:
    """Say how many of the conditions must hold."""
    if len(dependence.conditions) < 2:
        return ""
    return "any of" if dependence.mode is DependenceMode.ANY else "all of"
