"""Layer manifests that declare settings: a test says only what is special."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.framework.manifests import explicit_layer, layer_document
from vkconfig_py.model.configuration.configuration import LayerEntry, Value
from vkconfig_py.model.formats.layer_settings_txt import SettingsTextLine
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Setting
from vkconfig_py.model.layer_settings.layer_values import set_entry_value
from vkconfig_py.model.layer_settings.parse_layer import ParsedSettings, read_declared

LAYER = "VK_LAYER_TEST_settings"
EXTENSION = {"name": "VK_EXT_layer_settings", "spec_version": "2"}
SDK = Path(__file__).parents[1] / "data/sdk"
_DEFAULTS: dict[str, Any] = {
    "BOOL": False,
    "BOOL_NUMERIC": False,
    "INT": 0,
    "FLOAT": 0.0,
    "FLAGS": [],
    "LIST": [],
}


def make_setting(key: str, kind: str = "BOOL", /, **members: Any) -> dict[str, Any]:
    """Return a setting of a manifest; choices may be given as `flags=("A", "B")`."""
    document = {"key": key, "type": kind, "label": key.title(), "description": f"about {key}"}
    if kind != "GROUP":
        document["default"] = _DEFAULTS.get(kind, "")
    document |= members
    if "flags" in document:
        document["flags"] = [
            make_flag(entry) if isinstance(entry, str) else entry for entry in document["flags"]
        ]
    return document


def make_flag(key: str, *settings: dict[str, Any], **members: Any) -> dict[str, Any]:
    """Return a value of an ENUM or a flag, with settings of its own."""
    inner = {"settings": list(settings)} if settings else {}
    return {"key": key, "label": key.title(), "description": "", **inner, **members}


def make_dependence(mode: str = "ALL", **values: Any) -> dict[str, Any]:
    """Return a dependence on the values of settings."""
    return {
        "mode": mode,
        "settings": [{"key": key, "value": value} for key, value in values.items()],
    }


def make_preset(label: str, /, **values: Any) -> dict[str, Any]:
    """Return a preset; keywords in capitals are its own members."""
    preset_members = {key.lower(): value for key, value in values.items() if key.isupper()}
    chosen = [{"key": key, "value": value} for key, value in values.items() if not key.isupper()]
    return {"label": label, "description": "", "settings": chosen, **preset_members}


def make_manifest(
    *settings: dict[str, Any], presets: Sequence[dict[str, Any]] = (), **layer: Any
) -> bytes:
    """Return the manifest of a layer with these settings, which knows VK_EXT_layer_settings."""
    features = {"settings": list(settings), "presets": list(presets)}
    members = {"name": LAYER, "instance_extensions": [EXTENSION], "features": features, **layer}
    members = explicit_layer(str(members.pop("name")), "libx.so", **members)
    return json.dumps(layer_document(members), indent=1).encode()


def parse_declared(*settings: dict[str, Any], **layer: Any) -> ParsedSettings:
    """Return what such a manifest declares, and what is wrong with it."""
    return read_declared(make_manifest(*settings, **layer), "/layers/test.json")


def declare_layer(*settings: dict[str, Any], **layer: Any) -> DeclaredLayer:
    """Return a layer with these settings; there must be nothing wrong with them."""
    parsed = parse_declared(*settings, **layer)
    assert parsed.problems == ()
    return parsed.layers[0]


def declare_setting(kind: str, **members: Any) -> Setting:
    """Return one setting of a type."""
    return declare_layer(make_setting("x", kind, **members)).settings[0]


def entry_with_values(
    layer: DeclaredLayer, entry: LayerEntry, values: Mapping[str, Value]
) -> LayerEntry:
    """Return an entry in which several settings are set, one after the other."""
    for key, value in values.items():
        entry = set_entry_value(layer, entry, key, value)
    return entry


def find_effective_values(lines: Sequence[SettingsTextLine]) -> dict[str, str]:
    """Return the value that layers find for each name of a settings file: the last one."""
    return {line.key: line.value for line in lines if line.is_active}


def sdk_manifests() -> list[Path]:
    """Return the manifests of an SDK."""
    return sorted(SDK.glob("*.json"))


def sdk_layer(name: str) -> DeclaredLayer:
    """Return what a manifest of the SDK declares, such as "khronos_validation"."""
    return read_declared((SDK / f"VkLayer_{name}.json").read_bytes()).layers[0]


def choose_other_value(setting: Setting) -> Value:
    """Return a value of a setting, allowed on Linux, that is not its default."""
    from vkconfig_py.model.configuration.configuration import ListItem, SettingType
    from vkconfig_py.model.layer_settings.setting_names import is_available_on

    match setting.type:
        case SettingType.BOOL | SettingType.BOOL_NUMERIC:
            return not setting.default
        case SettingType.INT | SettingType.FLOAT:
            bounds = [bound for bound in (setting.minimum, setting.maximum) if bound is not None]
            numbers = [*bounds, *(bound + 1 for bound in bounds), 7]
            new = next(number for number in numbers if number != setting.default)
            return int(new) if setting.type is SettingType.INT else float(new)
        case SettingType.ENUM:
            keys = [choice.key for choice in setting.choices if is_available_on(choice, "LINUX")]
            return next((key for key in keys if key != setting.default), "another")
        case SettingType.FLAGS:
            keys = tuple(
                choice.key for choice in setting.choices if is_available_on(choice, "LINUX")
            )
            return keys if keys != setting.default else ()
        case SettingType.LIST:
            return (
                ListItem(setting.suggestions[0] if setting.suggestions else "VUID-a"),
                ListItem(7),
            )
        case SettingType.FRAMES:
            return "3,8-2"
    return "/some/where"
