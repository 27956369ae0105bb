"""Libraries that a system service hands out by name, and those of the program's own namespace.

Only Fuchsia has such a service (fuchsia.vulkan.loader.Loader.Get). Drivers are asked of it first,
then of the linker; layers the other way round. A library that the service has is not looked for
anywhere else, even if it does not load. What is a path is opened as a file of the namespace.

Source: loader_fuchsia of the Vulkan loader, dlopen_fuchsia.
"""

from __future__ import annotations

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.binaries import LibraryReader, LibraryState, file_state

# The folder of the program's package in which the linker looks for names (fuchsia.ldsvc.Loader).
LIBRARIES = "/pkg/lib"


def service_state(host: Host, reader: LibraryReader, name: str, *, is_driver: bool) -> LibraryState:
    """Determine whether a library is found, and fits the host's processes."""
    if not name:
        return LibraryState(False, "missing", "")
    served = _served(host, name, reader)
    if is_driver and served is not None:
        return served
    path = name if "/" in name else f"{LIBRARIES}/{name}"
    own = file_state(host, path, reader)
    return own if own.found or served is None else served


def _served(host: Host, name: str, reader: LibraryReader) -> LibraryState | None:
    """Return what the service hands out; None if it has no library of that name."""
    file = host.served_libraries.get(name)
    # A file of this machine, wherever the namespace of the program is.
    return None if file is None else file_state(host._replace(root=""), file, reader)
