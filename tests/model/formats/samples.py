"""Hand-made files of other programs, and layers to read them with."""

from pathlib import Path

from vkconfig_py.model.configuration.configuration import ListItem, SettingType
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    Setting,
    SettingChoice,
    VariableReader,
)
from vkconfig_py.model.layer_settings.setting_paths import make_path_variables

FOLDER = Path(__file__).parents[2] / "data" / "foreign"
HOME = {"HOME": "/home/me", "VULKAN_SDK": "/opt/sdk"}
VARIABLES = make_path_variables(HOME)
VALIDATION = "VK_LAYER_KHRONOS_validation"
MANIFEST = "/opt/sdk/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json"


def sample(name):
    return (FOLDER / name).read_bytes()


def setting(key, kind, default, **more):
    return Setting(key, kind, key.replace("_", " "), default=default, **more)


LAYER = DeclaredLayer(
    VALIDATION,
    manifest=MANIFEST,
    api_version="1.3.283",
    variable_reader=VariableReader.LIBRARY,
    settings=(
        setting("validate_core", SettingType.BOOL, True),
        setting("validate_sync", SettingType.BOOL, False),
        setting(
            "report_flags",
            SettingType.FLAGS,
            ("error",),
            choices=tuple(SettingChoice(key, key) for key in ("error", "warn", "perf", "info")),
        ),
        setting("debug_action", SettingType.FLAGS, ("VK_DBG_LAYER_ACTION_LOG_MSG",)),
        setting("message_id_filter", SettingType.LIST, (ListItem("old"),)),
        setting("duplicate_message_limit", SettingType.INT, 10),
        setting("scale", SettingType.FLOAT, 1.0),
        setting("fine_grained_locking", SettingType.BOOL_NUMERIC, True),
        setting("mode", SettingType.ENUM, "fast"),
        setting("log_filename", SettingType.SAVE_FILE, ""),
        setting("frames", SettingType.FRAMES, "0"),
    ),
)


def declared():
    return (LAYER,)
