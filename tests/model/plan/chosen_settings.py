"""A configuration that chooses settings, and what is written of them."""

from __future__ import annotations

from pathlib import Path

from tests.framework.system import SystemBuilder
from tests.model.machine import drawn
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerControl,
    SettingType,
    Value,
)
from vkconfig_py.model.formats.layer_settings_txt import parse_layer_settings
from vkconfig_py.model.plan.plan import Plan

NAME = "VK_LAYER_TEST_settings"


def chosen(
    machine: SystemBuilder, control: LayerControl = LayerControl.ON, **values: Value
) -> Configuration:
    types = {
        "loud": SettingType.BOOL,
        "limit": SettingType.INT,
        "path": SettingType.SAVE_FILE,
        "words": SettingType.STRING,
        "kinds": SettingType.FLAGS,
        "file": SettingType.SAVE_FILE,
        "ids": SettingType.LIST,
    }
    configuration = drawn()._replace(sources=(str(machine.root / "mine"),))
    configuration = configuration.with_control(NAME, LayerControl.ON)
    entry = configuration.find_entry(NAME)
    assert entry is not None
    for key, value in values.items():
        entry = entry.with_value(key, types[key], value)
    return configuration.with_entry(entry._replace(control=control))


def content_of(plan: Plan, name: str = "vk_layer_settings.txt") -> dict[str, str]:
    (file,) = (file for file in plan.files if file.path.endswith(f"/{name}"))
    lines = parse_layer_settings(file.content or b"")
    return {line.key: line.value for line in lines if line.is_active}


def global_file(machine: SystemBuilder) -> Path:
    data = machine.environment["XDG_DATA_HOME"]
    assert data is not None
    return Path(data) / "vulkan/settings.d/vk_layer_settings.txt"
