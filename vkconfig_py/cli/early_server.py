"""The server of a probe's children, started before anything that the command itself needs.

Both import for as long as a driver takes to open: side by side it costs nothing on a machine with
more than one processor. The command uses the server if it asks about the environment and folder of
this process, which it does unless options change them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import TYPE_CHECKING

if TYPE_CHECKING:
    from vkconfig_py.loader.probe.fork_client import ForkServer

_HELP = {"-h", "--help"}


@contextmanager
def early_server(arguments: Sequence[str]) -> Iterator[ForkServer | None]:
    """Start the server if a command is sure to open libraries; end it after the block."""
    host = Host.current()
    server = _start(host) if _opens_libraries(arguments, host) else None
    try:
        yield server
    finally:
        if server is not None:
            server.close()


def _opens_libraries(arguments: Sequence[str], host: Host) -> bool:
    from vkconfig_py.loader.files.own_files import PROBES_FILE, cache_file

    # With answers of earlier probes there may be nothing to open.
    is_known = os.access(cache_file(host.environment, PROBES_FILE), os.F_OK)
    return not _HELP & set(arguments) and ("--again" in arguments or not is_known)


def _start(host: Host) -> ForkServer | None:
    from vkconfig_py.loader.probe.child_start import start_server

    try:
        return start_server(host.environment, host.working_directory)
    except (OSError, ValueError):  # the command says so when it tries itself
        return None
