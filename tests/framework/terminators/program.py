"""The process of the asking program: opens a loader and hands its first function to the C code."""

from __future__ import annotations

import ctypes
import json
import os
import sys
from typing import Any


def main(request: dict[str, Any]) -> None:
    """Ask as the request says, and leave without the destructors of drivers."""
    client = ctypes.CDLL(request["client"])
    extensions = [name.encode() for name in request["extensions"]]
    names = (ctypes.c_char_p * (len(extensions) + 1))(*extensions, None)
    major, minor = request["api_version"]
    client.run.argtypes = (
        ctypes.c_void_p,
        ctypes.c_char_p,
        ctypes.c_uint32,
        ctypes.c_void_p,
        ctypes.c_char_p,
    )
    client.run(
        _entry_point(request),
        request["answers"].encode(),
        major << 22 | minor << 12,
        names,
        request["scenario"].encode(),
    )
    os._exit(0)


def _entry_point(request: dict[str, Any]) -> int:
    if request["loader"].startswith("own "):
        from tests.framework.terminators.own import get_entry_point

        version = tuple(map(int, request["loader"].removeprefix("own ").split(".")))
        return get_entry_point(version, request["manifests"])
    library = ctypes.CDLL(request["loader"])
    return ctypes.cast(library.vkGetInstanceProcAddr, ctypes.c_void_p).value or 0


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
