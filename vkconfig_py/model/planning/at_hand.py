"""What planning is told about settings of layers, and for which of them there is anything to plan.

Apart from the module that plans them: most configurations set nothing, and no start waits for it.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from vkconfig_py.loader.host import Host
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import Configuration, LayerEntry, Wish
from vkconfig_py.model.plan import Limit, PlannedFile
from vkconfig_py.model.planning.stock import Stock
from vkconfig_py.model.planning.wanted import chosen_copy, listed_entries

if TYPE_CHECKING:
    from vkconfig_py.model.settings.declared import DeclaredLayer

FILE_NAME = "vk_layer_settings.txt"


class Declaration(NamedTuple):
    """Which manifest declares a layer."""

    file: str
    layer: str


class SettingsAtHand(NamedTuple):
    """What was read from the machine about settings of layers.

    Attributes:
        declared: the layers of which a configuration sets something.
        standing: content of the file in the user's settings folder that is not ours, or None.
        copied: content of files that configurations use as they are; None if it cannot be read.
    """

    declared: Mapping[Declaration, DeclaredLayer] = MappingProxyType({})
    standing: bytes | None = None
    copied: Mapping[str, bytes | None] = MappingProxyType({})


NOTHING_AT_HAND = SettingsAtHand()


class SettingsPlan(NamedTuple):
    """The file, if there is anything to write, and what is not expressed."""

    files: tuple[PlannedFile, ...] = ()
    limits: tuple[Limit, ...] = ()


NO_SETTINGS = SettingsPlan()


def settings_path(host: Host) -> str:
    """Return the file that layers of every program of this user find first, or ""."""
    home = host.plain_env("HOME")
    folder = host.plain_env("XDG_DATA_HOME") or (f"{home}/.local/share" if home else "")
    return posixpath.join(folder, "vulkan/settings.d", FILE_NAME) if folder else ""


def layers_with_settings(
    configuration: Configuration, stock: Stock
) -> Iterator[tuple[LayerEntry, Declaration]]:
    """Yield the layers that are here and of which a configuration sets something."""
    for entry in listed_entries(configuration):
        said = entry.settings and entry.writes_settings and entry.wish is not Wish.OFF
        if said and entry.name in stock.usable:
            found = chosen_copy(entry, stock) or stock.usable[entry.name]
            yield entry, Declaration(found.file, entry.name)


def sets_something(configuration: Configuration) -> bool:
    """Return whether a configuration says anything about settings of layers."""
    return bool(configuration.settings_file) or any(e.settings for e in configuration.layers)
