"""Members of a layer manifest: the extensions and the entry points that it names.

The extensions that a layer manifest names, as two generations of loaders read them.

Follows loader.c, loader_read_layer_json. Before 1.3.251 the variables that hold the name and the
version are not cleared between two elements: what an element lacks it has from the one before it,
the first one from the layer itself.

The symbols that a layer manifest names instead of the usual ones.

Follows loader.c, loader_read_layer_json; LoaderLayerInterface, "Layer Manifest File Format".
"""

from __future__ import annotations

from functools import lru_cache

from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.versions import strtoul
from vkconfig_py.loader.json.cjson import Members, elements
from vkconfig_py.loader.manifests.reader import (
    Dialect,
    FieldError,
    Fields,
    cut_text,
    object_members,
)


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


PRE_INSTANCE = (1, 1, 2)
_NEGOTIATE_SINCE = (1, 1, 0)
_GLOBAL = (
    "vkEnumerateInstanceExtensionProperties",
    "vkEnumerateInstanceLayerProperties",
    "vkEnumerateInstanceVersion",
)


class Functions(NamedTuple):
    """Symbols of a layer's library; "" stands for the usual name.

    Attributes:
        pre_instance: (global function, symbol) of an implicit layer, for calls before an instance.
    """

    negotiate: str = ""
    get_instance_proc_addr: str = ""
    get_device_proc_addr: str = ""
    pre_instance: tuple[tuple[str, str], ...] = ()


USUAL = Functions()


def read_functions(
    fields: Fields, dialect: Dialect, version: tuple[int, int, int], implicit: bool
) -> Functions:
    """Read both objects of a layer; the second counts for implicit layers of newer files."""
    named = fields.child("functions")
    before: Members = Members()
    if implicit and version >= PRE_INSTANCE:
        before = fields.child("pre_instance_functions")
    if not named and not before:
        return USUAL
    functions, pre_instance = fields.of(named), fields.of(before)

    def symbol(members: Fields, name: str) -> str:
        return members.text(name.lower() if dialect.new_json else name) or ""

    negotiate = "vkNegotiateLoaderLayerInterfaceVersion"
    return Functions(
        symbol(functions, negotiate) if version >= _NEGOTIATE_SINCE else "",
        symbol(functions, "vkGetInstanceProcAddr"),
        symbol(functions, "vkGetDeviceProcAddr"),
        tuple((name, found) for name in _GLOBAL if (found := symbol(pre_instance, name))),
    )
