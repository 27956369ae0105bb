"""Values as a TOML file has them, and as the variables that stand for such a file."""

from __future__ import annotations

import json
import tomllib
from decimal import Decimal

from vkconfig_py.model.configuration.configuration import SettingType, Value
from vkconfig_py.model.layer_settings.declared import Setting, VariableMode

_PYTHON_TYPES: dict[SettingType, tuple[type, ...]] = {
    SettingType.BOOL: (bool,),
    SettingType.INT: (int,),
    SettingType.FLOAT: (float, int),
}


def render_toml_text(text: str) -> str:
    """Return a text as TOML writes it, in quotes."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def render_toml_value(kind: SettingType, value: Value) -> str:
    """Return the value of a setting as TOML writes it. A FLOAT has a point."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if kind is SettingType.FLOAT and isinstance(value, int | float):
        text = format(Decimal(repr(value)), "f")
        return text if "." in text else f"{text}.0"
    if isinstance(value, int):
        return str(value)
    return render_toml_text("" if value is None else str(value))


def parse_toml_value(setting: Setting, text: str) -> Value:
    """Return the value of a setting that a text of a TOML file is, None for another type."""
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except ValueError:
        return None
    types = _PYTHON_TYPES.get(setting.type, (str,))
    has_expected_type = isinstance(value, types) and (bool in types or not isinstance(value, bool))
    return value if has_expected_type else None


def render_variable_text(mode: VariableMode, setting: Setting, text: str) -> str | None:
    """Return the text of a setting's variable for that of a file, None if there is none."""
    value = parse_toml_value(setting, text)
    if value is None:
        return None
    if isinstance(value, bool):
        is_one = value is not (mode.find_variable(setting.own_name) in mode.inverse)
        return "1" if is_one else "0"
    return str(value)


def parse_variable_text(mode: VariableMode, setting: Setting, text: str) -> str:
    """Return the text of a file for that of a setting's variable."""
    if setting.type is SettingType.BOOL:
        is_on = (text == "1") is not (mode.find_variable(setting.own_name) in mode.inverse)
        return render_toml_value(setting.type, is_on)
    is_number = setting.type in (SettingType.INT, SettingType.FLOAT)
    return text if is_number else render_toml_text(text)
