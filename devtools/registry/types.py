"""The letter of a C type: what the engine needs to know of it to pass it on."""

from __future__ import annotations

from typing import Any

# LETTERS of vkconfig_py/loader/native/abi.py gives the ctypes type of each.
_SCALARS = {
    "void": "v",
    "char": "c",
    "uint8_t": "b",
    "int8_t": "x",
    "uint16_t": "w",
    "int16_t": "s",
    "int32_t": "i",
    "int": "i",
    "uint32_t": "u",
    "VkBool32": "t",
    "VkSampleMask": "u",
    "int64_t": "l",
    "uint64_t": "q",
    "VkDeviceSize": "q",
    "VkDeviceAddress": "q",
    "size_t": "z",
    "float": "f",
    "double": "d",
    # of the window systems
    "VisualID": "q",  # unsigned long
    "Window": "q",
    "RROutput": "q",
    "xcb_visualid_t": "u",
    "xcb_window_t": "u",
    "DWORD": "u",
    "zx_handle_t": "u",
    "GgpStreamDescriptor": "u",
    "GgpFrameToken": "q",
}
_POINTERS = {
    *("HANDLE", "HINSTANCE", "HWND", "HMONITOR", "LPCWSTR", "IOSurfaceRef"),
    *("MTLDevice_id", "MTLCommandQueue_id", "MTLBuffer_id", "MTLTexture_id", "MTLSharedEvent_id"),
}


class Types:
    """The types of one registry, by name, with the old names that it knows for them."""

    def __init__(self, registry: Any) -> None:
        self.registry = registry
        self.enumerations = _with_aliases(registry.enums)
        self.structures = _with_aliases(registry.structs)
        self._flags = _with_aliases(registry.flags) | _with_aliases(registry.bitmasks)
        self._handles = _with_aliases(registry.handles)

    def letter(self, name: str) -> str:
        """Return the letter of a type that is no structure; refuse one that is not known."""
        if name in _SCALARS:
            return _SCALARS[name]
        if name in _POINTERS or name.startswith("PFN_"):
            return "p"
        if name in self._handles:
            return "p" if self._handles[name].dispatchable else "h"
        if name in self._flags:
            return "q" if self._flags[name].bitWidth == 64 else "u"
        if name in self.enumerations or name.startswith("StdVideo"):  # enumerations of video.xml
            return "i"
        raise LookupError(f"no letter for the type {name}")

    def count(self, extents: list[str]) -> int:
        """Return how many elements an array has; more than one extent is one array."""
        count = 1
        for extent in extents:
            constant = self.registry.constants.get(extent)
            count *= int(constant.value if constant else extent)
        return count


def _with_aliases(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for value in values.values() for name in (value.name, *value.aliases)}
