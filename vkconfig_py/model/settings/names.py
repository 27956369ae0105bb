"""The names under which a setting is known: in the settings file, as variable, on Android.

Source: Vulkan-Utility-Libraries, src/layer/layer_settings_util.cpp (GetFileSettingName,
GetEnvSettingName) and layer_settings_manager.cpp (GetEnvSetting): variables are looked up in the
order of `variable_names`, an empty one counts as unset, and one that is set wins over the file.
Every layer of an SDK that uses this library offers VK_EXT_layer_settings. The others have code of
their own and read the variables that their manifest names: Debian's validation layer 1.3.239 reads
VK_LAYER_MESSAGE_ID_FILTER and none of the other names (tests/reference/test_setting_names.py).
"""

from __future__ import annotations

from collections.abc import Mapping

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.settings.declared import DeclaredLayer, Setting, SettingType

_PREFIX = "VK_LAYER_"
# The library knows this layer by a second, shorter name.
_SECOND_NAMES = {"VK_LAYER_KHRONOS_synchronization2": "VK_LAYER_KHRONOS_sync2"}


_SEVERAL = (SettingType.FLAGS, SettingType.LIST)
# A prefix that a layer gives to the library in its code and that no manifest mentions.
_PREFIXES = {"VK_LAYER_KHRONOS_validation": "LAYER"}


class Overriding(NamedTuple):
    """A variable that wins over what is configured.

    Attributes:
        adds: it does not: its entries count beside those that are configured.
    """

    name: str
    value: str
    adds: bool = False

    @property
    def sentence(self) -> str:
        """Say it in a file."""
        does = "counts too" if self.adds else "wins"
        return f"The variable {self.name} {does}: {self.value}"


def layer_key(layer: str) -> str:
    """Return the name space of a layer in the settings file, such as khronos_validation."""
    return _lower(layer.removeprefix(_PREFIX))


def file_key(layer: str, key: str) -> str:
    """Return the name of a setting in the settings file, such as khronos_validation.x."""
    return f"{layer_key(layer)}.{key}"


def variable_names(declared: DeclaredLayer, setting: Setting) -> tuple[str, ...]:
    """Return the variables that override a setting, the strongest first.

    They are the one with the layer's own prefix, the long one, the one without vendor, the short
    one, and the one that the manifest names; the last alone where a layer has code of its own.
    """
    names = _library_names(declared, setting) if declared.knows_api_settings else []
    return tuple(dict.fromkeys(name for name in (*names, setting.variable) if name))


def settable_variables(declared: DeclaredLayer, setting: Setting) -> tuple[str, ...]:
    """Return the variables that make sure of a value: the strongest, and the manifest's own.

    There is none for a layer with code of its own whose manifest names none.
    """
    strongest = _library_names(declared, setting)[:1] if declared.knows_api_settings else []
    return tuple(dict.fromkeys(name for name in (*strongest, setting.variable) if name))


def android_properties(declared: DeclaredLayer, setting: Setting) -> tuple[str, ...]:
    """Return the system properties of Android that set a setting, the strongest first."""
    if not declared.knows_api_settings:
        return ()
    whole = declared.name.removeprefix(_PREFIX)
    names = [f"debug.{prefix}.{setting.key}"] if (prefix := declared.prefix) else []
    names.append(f"debug.vulkan.{_lower(whole)}.{setting.key}")
    names.append(f"debug.vulkan.{_lower(_without_vendor(whole))}.{setting.key}")
    names.append(f"debug.vulkan.{setting.key}")
    return tuple(dict.fromkeys(names))


def overriding(
    declared: DeclaredLayer, setting: Setting, environment: Mapping[str, str]
) -> Overriding | None:
    """Return the variable that overrides a setting in an environment.

    Layers with code of their own put the entries of lists together (docs/layer_settings.md).
    """
    adds = setting.type in _SEVERAL and not declared.knows_api_settings
    for name in variable_names(declared, setting):
        if value := environment.get(name):
            return Overriding(name, value, adds)
    return None


def _library_names(declared: DeclaredLayer, setting: Setting) -> list[str]:
    key = _upper(setting.key)
    prefix = declared.prefix or _PREFIXES.get(declared.name, "")
    names = [f"VK_{prefix}_{key}"] if prefix else []
    for layer in _layer_names(declared.name):
        whole = _upper(layer.removeprefix(_PREFIX))
        names += [f"VK_{whole}_{key}", f"VK_{_without_vendor(whole)}_{key}", f"VK_{key}"]
    return names


def _layer_names(layer: str) -> tuple[str, ...]:
    second = _SECOND_NAMES.get(layer)
    return (layer, second) if second else (layer,)


def _without_vendor(whole: str) -> str:
    _vendor, separator, rest = whole.partition("_")
    return rest if separator else whole


# C's tolower and toupper change ASCII letters only.
def _lower(text: str) -> str:
    return "".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in text)


def _upper(text: str) -> str:
    return "".join(chr(ord(c) - 32) if "a" <= c <= "z" else c for c in text)
