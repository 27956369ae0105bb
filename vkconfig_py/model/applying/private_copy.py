"""A plan that is not written yet, in a temporary folder, for a check with the real loader.

Only a folder that does not exist and that a variable names can be put elsewhere without changing
what the loader does: then the same files stand in a temporary folder, and the variables name that.
A file among others (an override beside installed manifests) would be scanned differently there, so
such a plan is refused: it can be checked once it is applied.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from vkconfig_py.loader.host import Host, OverlayFile
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.presence import is_there


class PrivateCopy(NamedTuple):
    """The environment to use, and which private folder stands for which folder of the plan."""

    environment: Mapping[str, str]
    folders: tuple[tuple[str, str], ...] = ()

    def original(self, path: str) -> str:
        """Return the plan's path for one that lies in a private folder."""
        for folder, private in self.folders:
            if path == private or path.startswith(private + "/"):
                return folder + path[len(private) :]
        return path


def unwritten(host: Host) -> dict[str, OverlayFile | None]:
    """Return the files of the overlay that the disk does not show already."""
    return {path: file for path, file in host.overlay.items() if not _is_written(path, file)}


def write_private_copy(host: Host, temporary: Path) -> PrivateCopy | str:
    """Write the unwritten files below `temporary`; return the sentence if that is not possible."""
    folders: dict[str, str] = {}
    files: list[tuple[str, bytes]] = []
    for path, file in unwritten(host).items():
        folder = _missing_folder(path)
        if file is None or folder is None or not _is_named(host, folder):
            return f"{path} is not written yet; the real loader can be asked once it is applied."
        folders.setdefault(folder, str(temporary / str(len(folders))))
        files.append((path, file.content))
    copy = PrivateCopy(
        {name: _moved_value(value, folders) for name, value in host.environment.items()},
        tuple(folders.items()),
    )
    for path, content in files:
        for folder, private in folders.items():
            content = content.replace(os.fsencode(folder), os.fsencode(private))
        target = Path(_moved(path, folders))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return copy


def _is_written(path: str, file: OverlayFile | None) -> bool:
    try:
        return file is not None and Path(path).read_bytes() == file.content
    except FileNotFoundError:
        return file is None
    except OSError:
        return False


def _missing_folder(path: str) -> str | None:
    """Return the topmost folder on the way to a file that does not exist; None if all do."""
    missing = None
    for parent in Path(path).parents:
        if is_there(parent):
            break
        missing = str(parent)
    return missing


def _is_named(host: Host, folder: str) -> bool:
    return any(
        entry == folder or entry.startswith(folder + "/")
        for value in host.environment.values()
        for entry in value.split(":")
    )


def _moved_value(value: str, folders: Mapping[str, str]) -> str:
    return ":".join(_moved(entry, folders) for entry in value.split(":"))


def _moved(entry: str, folders: Mapping[str, str]) -> str:
    for folder, private in folders.items():
        if entry == folder or entry.startswith(folder + "/"):
            return private + entry[len(folder) :]
    return entry
