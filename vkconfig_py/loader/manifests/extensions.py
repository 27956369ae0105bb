"""The extensions that a layer manifest names, as two generations of loaders read them.

Follows loader.c, loader_read_layer_json. Before 1.3.251 the variables that hold the name and the
version are not cleared between two elements: what an element lacks it has from the one before it,
the first one from the layer itself.
"""

from __future__ import annotations

from functools import lru_cache

from vkconfig_py.loader.manifests.reader import (
    Dialect,
    FieldError,
    Fields,
    cut_text,
    object_members,
)
from vkconfig_py.loader.parsing.json_slow import Members, elements
from vkconfig_py.loader.records import Any, NamedTuple
from vkconfig_py.loader.versions import strtoul


class Extension(NamedTuple):
    """An extension that a layer offers."""

    name: str
    spec_version: int


class Extensions(NamedTuple):
    """All extensions of a layer.

    Attributes:
        entrypoints: (device extension, its functions), where the manifest names any.
        last_name: what an older loader takes for the layer's name afterwards; when it comes to
            app_keys, it compares that with the name of the override.
    """

    instance: tuple[Extension, ...]
    device: tuple[Extension, ...]
    last_name: str
    entrypoints: tuple[tuple[str, tuple[str, ...]], ...] = ()


def read_extensions(fields: Fields, layer: str, dialect: Dialect) -> Extensions:
    """Read both lists."""
    if not dialect.cuts:
        named: dict[str, tuple[str, ...]] = {}
        instance = _read_list(fields.raw("instance_extensions"), dialect, {})
        device = _read_list(fields.raw("device_extensions"), dialect, named)
        built_in = _built_in(instance, dialect)
        return Extensions(built_in, tuple(device.values()), layer, tuple(named.items()))
    reader = _OldReader(layer, dialect)
    instance = reader.read(fields.raw("instance_extensions"))
    reader.entrypoints.clear()
    device = reader.read(fields.raw("device_extensions"))
    built_in = _built_in(instance, dialect)
    entrypoints = tuple(reader.entrypoints.items())
    return Extensions(built_in, tuple(device.values()), reader.name, entrypoints)


def _read_list(
    value: Any, dialect: Dialect, entrypoints: dict[str, tuple[str, ...]]
) -> dict[str, Extension]:
    found: dict[str, Extension] = {}
    if isinstance(value, Members) and dialect.new_json:
        return found
    for node in elements(value):
        if not isinstance(node, Members):
            object_members(node, dialect, "name")  # where an array is fatal
            continue
        members = Fields(node, dialect)
        try:
            name = members.fixed("name")
        except FieldError:
            continue  # the loader passes over it silently
        if name not in found:
            found[name] = _extension(name, members.text("spec_version") or "")
            if members.has("entrypoints"):
                entrypoints[name] = members.texts("entrypoints")[0]
    return found


class _OldReader:
    """The loop over extensions with the variables of the C code."""

    def __init__(self, layer: str, dialect: Dialect) -> None:
        self._dialect = dialect
        self._version = ""
        self.name = layer
        self.entrypoints: dict[str, tuple[str, ...]] = {}

    def read(self, value: Any) -> dict[str, Extension]:
        """Read one list; anything with members counts as one."""
        found: dict[str, Extension] = {}
        for node in elements(value):
            members = Fields(object_members(node, self._dialect, "name"), self._dialect)
            written = members.text("name")
            self.name = self.name if written is None else written
            version = members.text("spec_version")
            self._version = self._version if version is None else version
            name = cut_text(self.name)
            if name not in found and members.has("entrypoints"):
                self.entrypoints[name] = members.texts("entrypoints")[0]
            found.setdefault(name, _extension(name, self._version))
        return found


def _built_in(found: dict[str, Extension], dialect: Dialect) -> tuple[Extension, ...]:
    missing = dialect.missing_surfaces
    if missing.isdisjoint(found):
        return tuple(found.values())
    return tuple(e for e in found.values() if e.name not in missing)


@lru_cache(maxsize=1024)  # the same few extensions in most manifests
def _extension(name: str, spec_version: str) -> Extension:
    return Extension(name, strtoul(spec_version) & 0xFFFFFFFF)
