"""What an earlier start of the program has kept about the loaders of this machine.

Without it each command and each window with a fresh home asks them anew, each in a child.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.binaries import find_loaders
from vkconfig_py.loader.probe.loader_versions import read_versions
from vkconfig_py.model.files.paths import find_state_paths

_FOLDERS = "LD_LIBRARY_PATH"
_KEPT: dict[str | None, bytes] = {}  # what is written, by the folders that loaders are found in


def know_loaders(environment: Mapping[str, str]) -> None:
    """Write what programs with this environment would find out about loaders at their start."""
    file = Path(find_state_paths(environment).loaders_file)
    file.parent.mkdir(parents=True, exist_ok=True)
    folders = environment.get(_FOLDERS)
    if folders in _KEPT:
        file.write_bytes(_KEPT[folders])
        return
    read_versions(
        find_loaders(Host.read_current().with_environment([(_FOLDERS, folders)])), str(file)
    )
    _KEPT[folders] = file.read_bytes()
