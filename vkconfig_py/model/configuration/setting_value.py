"""The types of layer settings, and their values as configurations keep them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from vkconfig_py.loader.base.records import NamedTuple


class SettingType(StrEnum):
    """The type of a setting; the token is the one of the manifest."""

    GROUP = "GROUP"
    BOOL = "BOOL"
    BOOL_NUMERIC = "BOOL_NUMERIC"
    INT = "INT"
    FLOAT = "FLOAT"
    STRING = "STRING"
    FRAMES = "FRAMES"
    ENUM = "ENUM"
    FLAGS = "FLAGS"
    LIST = "LIST"
    LOAD_FILE = "LOAD_FILE"
    SAVE_FILE = "SAVE_FILE"
    LOAD_FOLDER = "LOAD_FOLDER"
    SAVE_FOLDER = "SAVE_FOLDER"


PATH_TYPES = frozenset(
    {
        SettingType.LOAD_FILE,
        SettingType.SAVE_FILE,
        SettingType.LOAD_FOLDER,
        SettingType.SAVE_FOLDER,
    }
)
TEXT_TYPES = PATH_TYPES | {SettingType.STRING, SettingType.FRAMES}


class ListItem(NamedTuple):
    """One entry of a LIST; one that is not enabled is kept but not written.

    Attributes:
        extra: members of a document of ours that this version does not know.
    """

    value: str | int
    enabled: bool = True
    extra: tuple[tuple[str, Any], ...] = ()


# GROUP: None. BOOL and BOOL_NUMERIC: bool. INT: int. FLOAT: float. STRING, FRAMES, ENUM and paths:
# str. FLAGS: keys in the order of the manifest. LIST: items.
Value = bool | int | float | str | tuple[str, ...] | tuple[ListItem, ...] | None
