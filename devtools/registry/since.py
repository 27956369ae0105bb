"""since.txt: which loader was the first to know each command.

Real loaders are asked (`tests/framework/known_commands.py`): that of chromium-common, and builds of
each release in a folder (1.0.39/libvulkan.so.1 and so on) or what `dev.py loaders` has fetched. A
command that came between two of them counts from the later one; those that no loader has yet, for
other systems among them, never came.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from devtools.console import SetupError
from devtools.loaders import FOLDER, LIBRARY
from tests.framework.chromium import fetch_chromium_loader
from tests.framework.known_commands import list_known_commands
from tests.framework.reference import loader_at
from vkconfig_py.loader.native.vulkan_registry import list_commands, list_extension_kinds
from vkconfig_py.loader.profiles.profile import Version


def make_lines(folder: Path = FOLDER) -> Iterable[str]:
    """Yield a version and the commands that it was the first to know; the oldest is left out."""
    libraries = sorted(folder.glob(f"*/{LIBRARY}"))
    if len(libraries) < 10:
        raise SetupError("Run 'dev.py loaders' first: loaders of many releases are asked.")
    loaders = sorted(
        (loader_at(str(library)).profile.version, list_known_commands(library))
        for library in (*libraries, fetch_chromium_loader())
    )
    first = {name: _find_first_version(name, loaders) for name in list_commands()}
    for version, _ in loaders[1:]:
        if new := [name for name in list_commands() if first[name] == version]:
            yield " ".join((".".join(map(str, version)), *new))
    yield " ".join(
        ("never", *(n for n in list_commands() if first[n] is None and _is_of_devices(n)))
    )


def _find_first_version(
    name: str, loaders: Sequence[tuple[Version, frozenset[str]]]
) -> Version | None:
    """Return the first loader, from old to new, that knows a name, None if there is none.

    For a command of a device's extension no later one may have forgotten it. Those of instances a
    build may leave out; global ones are looked up in another way, which has gates of its own.
    """
    if list_commands()[name].version == (1, 0):
        return loaders[0][0]
    having = [version for version, known in loaders if name in known]
    if not _is_of_devices(name):
        return having[0] if having else None
    lacking = [version for version, known in loaders if name not in known]
    return next((version for version in having if not lacking or version > lacking[-1]), None)


def _is_of_devices(name: str) -> bool:
    """Return whether a command is one of a device's extension."""
    command = list_commands()[name]
    return not command.version and list_extension_kinds()[command.extension] == "device"
