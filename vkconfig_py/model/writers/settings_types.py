"""The type under which VK_EXT_layer_settings carries each setting, and the values themselves.

A layer made with the Vulkan utility library takes a number under exactly the type that it asks for
(Vulkan-Utility-Libraries, vk_layer_settings.cpp: anything else is VK_ERROR_FORMAT_NOT_SUPPORTED,
and the value is lost); only where it asks for text it converts. No manifest says which integer that
is, so it is read off the range: the layers that are around ask for unsigned ones where nothing
below zero is allowed.
"""

from __future__ import annotations

from enum import Enum

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.settings.declared import (
    ListItem,
    Setting,
    SettingType,
    Value,
)
from vkconfig_py.model.settings.encoding import written_items
from vkconfig_py.model.writers.c_text import carries

_LARGEST_32 = 2**31 - 1
_LARGEST_64 = 2**63 - 1
_LARGEST_UNSIGNED_32 = 2**32 - 1
_FRAME_NUMBERS = 3  # start, count and step of VkuFrameset


class ApiType(Enum):
    """A VkLayerSettingTypeEXT, with the type of one value in C and in C++."""

    BOOL32 = ("VK_LAYER_SETTING_TYPE_BOOL32_EXT", "VkBool32", "VkBool32")
    INT32 = ("VK_LAYER_SETTING_TYPE_INT32_EXT", "int32_t", "std::int32_t")
    INT64 = ("VK_LAYER_SETTING_TYPE_INT64_EXT", "int64_t", "std::int64_t")
    UINT32 = ("VK_LAYER_SETTING_TYPE_UINT32_EXT", "uint32_t", "std::uint32_t")
    UINT64 = ("VK_LAYER_SETTING_TYPE_UINT64_EXT", "uint64_t", "std::uint64_t")
    FLOAT32 = ("VK_LAYER_SETTING_TYPE_FLOAT32_EXT", "float", "float")
    STRING = ("VK_LAYER_SETTING_TYPE_STRING_EXT", "const char *", "std::string")

    def __init__(self, token: str, in_c: str, in_cpp: str) -> None:
        self.token = token
        self.in_c = in_c
        self.in_cpp = in_cpp


_RANGES = {
    ApiType.INT32: (-(2**31), _LARGEST_32),
    ApiType.INT64: (-(2**63), _LARGEST_64),
    ApiType.UINT32: (0, _LARGEST_UNSIGNED_32),
    ApiType.UINT64: (0, 2**64 - 1),
}


class ApiValues(NamedTuple):
    """Values as the interface takes them: an array of one type."""

    type: ApiType
    values: tuple[int | float | str, ...]


def api_type(setting: Setting, value: Value = None) -> ApiType:
    """Return the type under which a setting is passed, wide enough for a value."""
    match setting.type:
        case SettingType.BOOL | SettingType.BOOL_NUMERIC:
            return ApiType.BOOL32
        case SettingType.FLOAT:
            return ApiType.FLOAT32
        case SettingType.FRAMES:
            return ApiType.UINT32
        case SettingType.INT:
            return _integer_type(setting, value)
        case SettingType.LIST if _is_numeric(setting, value):
            return ApiType.INT32
    return ApiType.STRING


def holds(kind: ApiType, value: float | str) -> bool:
    """Return whether a type of the interface can hold a value."""
    if isinstance(value, str):
        return carries(value)
    low, high = _RANGES.get(kind, (value, value))
    return low <= value <= high


def api_type_name(setting: Setting) -> str:
    """Return the name of the type of the interface."""
    return api_type(setting, setting.default).token


def is_array(setting: Setting) -> bool:
    """Return whether a setting takes any number of values."""
    return setting.type in (SettingType.FLAGS, SettingType.LIST, SettingType.FRAMES)


def api_values(setting: Setting, value: Value) -> ApiValues:
    """Return a value as the interface takes it."""
    kind = api_type(setting, value)
    if setting.type is SettingType.FRAMES:
        return ApiValues(kind, frame_numbers(str(value or "")))
    if isinstance(value, tuple):
        entries = written_items(value)
        if kind is ApiType.STRING:
            return ApiValues(kind, entries)
        return ApiValues(kind, tuple(int(entry) for entry in entries))
    return ApiValues(kind, () if value is None else (value,))


def frame_numbers(words: str) -> tuple[int, ...]:
    """Return start, count and step of each range of frames, such as 3,8-2 or 5-8-2."""
    numbers: list[int] = []
    for item in words.split(","):
        parts = [part.strip() for part in item.split("-")]
        if not all(part.isdecimal() for part in parts):
            continue
        given = [int(part) for part in parts[:_FRAME_NUMBERS]]
        numbers += given + [1] * (_FRAME_NUMBERS - len(given))
    return tuple(numbers)


def _integer_type(setting: Setting, value: Value) -> ApiType:
    bounds = (setting.minimum, setting.maximum, value, setting.default)
    known = [bound for bound in bounds if isinstance(bound, int | float)]
    unsigned = setting.minimum is not None and min(known) >= 0
    if unsigned:
        return ApiType.UINT32 if max(known) <= _LARGEST_UNSIGNED_32 else ApiType.UINT64
    if all(-_LARGEST_32 - 1 <= bound <= _LARGEST_32 for bound in known):
        return ApiType.INT32
    return ApiType.INT64 if max(known) <= _LARGEST_64 else ApiType.UINT64


def _is_numeric(setting: Setting, value: Value) -> bool:
    """Return whether a LIST is one of numbers: all that the manifest and the user name are."""
    declared = [*setting.suggestions, *_items(setting.default)]
    every = [*declared, *_items(value)]
    return bool(declared) and all(
        isinstance(one, int) and -_LARGEST_32 - 1 <= one <= _LARGEST_32 for one in every
    )


def _items(value: Value) -> list[str | int]:
    if not isinstance(value, tuple):
        return []
    return [one.value if isinstance(one, ListItem) else one for one in value]
