"""One side of the comparison of calls, in a process of its own: prints nanoseconds as JSON.

Arguments: the library with the C code that calls, how often it does, and a loader: the path of a C
loader, or "ours". The environment names the driver.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys

ROUNDS = 5


class _Side(ctypes.Structure):
    """struct side of caller.c."""

    _fields_ = tuple((name, ctypes.c_void_p) for name in ("device", "logical", "first", "second"))


def main(arguments: list[str]) -> None:
    """Measure and leave; destructors are not ours to run."""
    library, calls, loader = arguments
    caller = ctypes.CDLL(library)
    functions = (caller.time_properties, caller.time_queue)
    for function in functions:
        function.restype = ctypes.c_double
    side = _Side()
    entry, keep = _open(loader)
    failure = caller.open_side(ctypes.c_void_p(entry), ctypes.byref(side))
    if failure:
        sys.exit(f"{loader} failed in step {failure} of open_side")
    best = [
        min(function(ctypes.byref(side), int(calls)) for _ in range(ROUNDS))
        for function in functions
    ]
    sys.stdout.write(f"{json.dumps(best)}\n")
    sys.stdout.flush()
    os._exit(0 if keep else 1)


def _open(loader: str) -> tuple[int, object]:
    """Return the address of vkGetInstanceProcAddr, and what has to be kept for it."""
    if loader != "ours":
        library = ctypes.CDLL(loader)
        return ctypes.cast(library.vkGetInstanceProcAddr, ctypes.c_void_p).value or 0, library
    # Imported late: the C loaders are measured without it.
    from vkconfig_py.loader.api.discover import discover
    from vkconfig_py.loader.base.host import Application, Host
    from vkconfig_py.loader.native.loader import Loader
    from vkconfig_py.loader.native.loader_messages import Observer
    from vkconfig_py.loader.probe.probe_run import make_load_plan

    application = Application(api_version=(1, 1, 0))
    ours = Loader(make_load_plan(discover(Host.current(), application)), Observer())
    return ours.get_instance_proc_addr, ours


if __name__ == "__main__":
    main(sys.argv[1:])
