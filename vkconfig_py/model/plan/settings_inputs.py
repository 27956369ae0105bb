"""Inputs of planning about layer settings: declarations, and the settings files that exist.

What planning is told about settings of layers, and for which of them there is anything to plan.

Apart from the module that plans them: most configurations set nothing, and no start waits for it.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl, LayerEntry
from vkconfig_py.model.plan.inventory import InventoryIndex, chosen_copy, listed_entries
from vkconfig_py.model.plan.plan import Limit, PlannedFile

if TYPE_CHECKING:
    from vkconfig_py.model.layer_settings.declared import DeclaredLayer


FILE_NAME = "vk_layer_settings.txt"


class Declaration(NamedTuple):
    """Which manifest declares a layer."""

    file: str
    layer: str


class SettingsInputs(NamedTuple):
    """What was read from the machine about settings of layers.

    Attributes:
        declared: the layers of which a configuration sets something.
        standing: content of the file in the user's settings folder that is not ours, or None.
        copied: content of files that configurations use as they are; None if it cannot be read.
    """

    declared: Mapping[Declaration, DeclaredLayer] = MappingProxyType({})
    standing: bytes | None = None
    copied: Mapping[str, bytes | None] = MappingProxyType({})


NOTHING_AT_HAND = SettingsInputs()


class SettingsPlan(NamedTuple):
    """The file, if there is anything to write, and what is not expressed."""

    files: tuple[PlannedFile, ...] = ()
    limits: tuple[Limit, ...] = ()


NO_SETTINGS = SettingsPlan()


def settings_path(host: Host) -> str:
    """The file that layers of every program of this user find first, or ""."""
    home = host.plain_env("HOME")
    folder = host.plain_env("XDG_DATA_HOME") or (f"{home}/.local/share" if home else "")
    return posixpath.join(folder, "vulkan/settings.d", FILE_NAME) if folder else ""


def layers_with_settings(
    configuration: Configuration, stock: InventoryIndex
) -> Iterator[tuple[LayerEntry, Declaration]]:
    """The layers that are here and of which a configuration sets something."""
    for entry in listed_entries(configuration):
        said = entry.settings and entry.writes_settings and entry.control is not LayerControl.OFF
        if said and entry.name in stock.usable:
            found = chosen_copy(entry, stock) or stock.usable[entry.name]
            yield entry, Declaration(found.file, entry.name)


def sets_something(configuration: Configuration) -> bool:
    return bool(configuration.settings_file) or any(e.settings for e in configuration.layers)


def read_settings_inputs(
    configurations: Iterable[Configuration], stock: InventoryIndex, host: Host, cache: DocumentCache
) -> SettingsInputs:
    """Read what these configurations need; without settings nothing is read."""
    configurations = tuple(filter(sets_something, configurations))
    wanted = {where for one in configurations for _entry, where in layers_with_settings(one, stock)}
    files = {one.settings_file for one in configurations if one.settings_file}
    if not wanted and not files:
        return NOTHING_AT_HAND
    scanner = Scanner(host, cache)
    read = ((where, _declaration(where, scanner)) for where in wanted)
    path = settings_path(host)
    return SettingsInputs(
        declared={where: declared for where, declared in read if declared is not None},
        standing=(scanner.read(path) or b"") if path and scanner.exists(path) else None,
        # Seen from a program a relative path is another file.
        copied={file: scanner.read(file) if file.startswith("/") else None for file in files},
    )


def _declaration(where: Declaration, scanner: Scanner) -> DeclaredLayer | None:
    from vkconfig_py.model.layer_settings.parse_layer import read_declared

    document = scanner.document(where.file)
    if document.error:
        return None
    key = ("declared", where.layer)
    if key not in document.memory:
        layers = read_declared(document.data(), where.file, where.layer).layers
        document.memory[key] = layers[0] if layers else None
    found: DeclaredLayer | None = document.memory[key]
    return found
