"""Where loaders on Linux search: places in order, as data.

Source: LoaderDriverInterface "Linux Driver Discovery", LoaderLayerInterface "Linux Layer
Discovery"; loader.c, read_data_files_in_search_paths.
"""

from __future__ import annotations

from enum import Enum

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.profiles.profile import Gate

SEPARATOR = ":"


class BuiltIn(Enum):
    """Folders that are compiled into a loader."""

    SYSCONFDIR = "sysconfdir"
    EXTRA_SYSCONFDIR = "extra_sysconfdir"


class Place(NamedTuple):
    """Base folders named by a variable.

    Attributes:
        variable: holds folders, separated by colons.
        below_home: folder below HOME that is used if the variable is unset or empty.
        fallback: folders that are used if the variable is unset or empty.
        gate: loaders without it skip the place.
    """

    variable: str
    below_home: str = ""
    fallback: str = ""
    gate: Gate | None = None


CONFIG_HOME = Place("XDG_CONFIG_HOME", below_home="/.config", gate=Gate.XDG_CONFIG_HOME)
CONFIG_DIRS = Place("XDG_CONFIG_DIRS", fallback="/etc/xdg")
DATA_HOME = Place("XDG_DATA_HOME", below_home="/.local/share")
DATA_DIRS = Place("XDG_DATA_DIRS", fallback="/usr/local/share:/usr/share")

MANIFEST_PLACES: tuple[Place | BuiltIn, ...] = (
    CONFIG_HOME,
    CONFIG_DIRS,
    BuiltIn.SYSCONFDIR,
    BuiltIn.EXTRA_SYSCONFDIR,
    DATA_HOME,
    DATA_DIRS,
)
# Before Gate.DATA_HOME_FIRST.
OLD_MANIFEST_PLACES = (*MANIFEST_PLACES[:-2], DATA_DIRS, DATA_HOME)

# settings.c, get_unix_settings_path: both homes first, other than for manifests.
SETTINGS_NAME = "vk_loader_settings.json"
SETTINGS_HOMES: tuple[Place, ...] = (CONFIG_HOME, DATA_HOME)
