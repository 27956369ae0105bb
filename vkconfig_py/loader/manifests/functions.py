"""The symbols that a layer manifest names instead of the usual ones.

Follows loader.c, loader_read_layer_json; LoaderLayerInterface, "Layer Manifest File Format".
"""

from __future__ import annotations

from vkconfig_py.loader.manifests.reader import Dialect, Fields
from vkconfig_py.loader.parsing.json_slow import Members
from vkconfig_py.loader.records import NamedTuple

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
