"""Read what planning has to know about settings of layers: declarations, files that stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.host import Host
from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.planning.at_hand import (
    NOTHING_AT_HAND,
    Declaration,
    SettingsAtHand,
    layers_with_settings,
    sets_something,
    settings_path,
)
from vkconfig_py.model.planning.stock import Stock

if TYPE_CHECKING:
    from vkconfig_py.model.settings.declared import DeclaredLayer


def read_settings_at_hand(
    configurations: Iterable[Configuration], stock: Stock, host: Host, cache: DocumentCache
) -> SettingsAtHand:
    """Read what these configurations need; without settings nothing is read."""
    configurations = tuple(filter(sets_something, configurations))
    wanted = {where for one in configurations for _entry, where in layers_with_settings(one, stock)}
    files = {one.settings_file for one in configurations if one.settings_file}
    if not wanted and not files:
        return NOTHING_AT_HAND
    scanner = Scanner(host, cache)
    read = ((where, _declaration(where, scanner)) for where in wanted)
    path = settings_path(host)
    return SettingsAtHand(
        declared={where: declared for where, declared in read if declared is not None},
        standing=(scanner.read(path) or b"") if path and scanner.exists(path) else None,
        # Seen from a program a relative path is another file.
        copied={file: scanner.read(file) if file.startswith("/") else None for file in files},
    )


def _declaration(where: Declaration, scanner: Scanner) -> DeclaredLayer | None:
    from vkconfig_py.model.settings.reading import read_declared

    document = scanner.document(where.file)
    if document.error:
        return None
    key = ("declared", where.layer)
    if key not in document.memory:
        layers = read_declared(document.data(), where.file, where.layer).layers
        document.memory[key] = layers[0] if layers else None
    found: DeclaredLayer | None = document.memory[key]
    return found
