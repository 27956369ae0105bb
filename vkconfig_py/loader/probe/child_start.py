"""What the children of a probe are started with; imports little, to start their server early."""

from __future__ import annotations

from collections.abc import Mapping

from vkconfig_py.loader.probe.fork_client import ForkServer

CHILD = "vkconfig_py.loader.probe.child"
# A probe leaves no trace: disk caches of drivers are disabled unless the program's own environment
# sets them, and layers (the validation layer's cache of shaders) find no folder for theirs. As root
# in the home of a user they would write through that user's links.
_NO_CACHE_FOLDER = {"XDG_CACHE_HOME": "/dev/null"}
_QUIET = {
    "MESA_SHADER_CACHE_DISABLE": "true",
    "MESA_GLSL_CACHE_DISABLE": "true",
    "__GL_SHADER_DISK_CACHE": "0",
}


def child_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a child: the program's variables, with disk caches disabled."""
    return {**_QUIET, **environment, **_NO_CACHE_FOLDER}


def start_server(environment: Mapping[str, str], working_directory: str) -> ForkServer:
    """Start the server of all children that open libraries of one program.

    Raises:
        OSError: it cannot be started.
        ValueError: NUL in the environment or folder.
    """
    return ForkServer(CHILD, child_environment(environment), working_directory)
