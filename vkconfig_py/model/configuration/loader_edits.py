"""Edits of what a configuration asks of the loader itself: its log, and drivers to add."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from vkconfig_py.language.sentences import counted_message, message, tr
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.model.configuration.configuration import AddedDriver
from vkconfig_py.model.configuration.workspace import Workspace
from vkconfig_py.model.configuration.workspace_edits import Changed, edit

# Words that VK_LOADER_DEBUG and "stderr_log" of a loader settings file both know
# (LoaderDebugging, "Enable Loader Debug Layer Output"), with their names for users.
LOG_NAMES = MappingProxyType(
    {
        "error": tr("Errors"),
        "warn": tr("Warnings"),
        "info": tr("Information"),
        "debug": tr("Debugging"),
        "perf": tr("Performance"),
        "layer": tr("Layers"),
        "driver": tr("Drivers"),
    }
)


def set_log(workspace: Workspace, key: str, words: Iterable[str]) -> Changed | None:
    """Set what the loader prints; words that no loader knows are kept as they are."""
    found = workspace.find(key)
    if found is None:
        return None
    given = tuple(dict.fromkeys(words))
    known = tuple(word for word in LOG_NAMES if word in given)
    log = (*known, *(word for word in given if word not in LOG_NAMES))
    return edit(workspace, found._replace(loader_log=log), message("Change the loader's log"))


def add_drivers(workspace: Workspace, key: str, files: Iterable[str]) -> Changed | None:
    """Add driver manifests; one that was only remembered is enabled again."""
    found = workspace.find(key)
    given = tuple(dict.fromkeys(files))
    if found is None or not given:
        return None
    drivers = {one.path: one for one in found.added_drivers}
    for file in given:
        drivers[file] = drivers.get(file, AddedDriver(file))._replace(enabled=True)
    label = (
        message("Add {name}", name=base_name(given[0]))
        if len(given) == 1
        else counted_message("Add {n} drivers", "Add {n} driver", len(given))
    )
    return edit(workspace, found._replace(added_drivers=tuple(drivers.values())), label)


def remove_driver(workspace: Workspace, key: str, file: str) -> Changed | None:
    found = workspace.find(key)
    if found is None:
        return None
    rest = tuple(one for one in found.added_drivers if one.path != file)
    return edit(
        workspace,
        found._replace(added_drivers=rest),
        message("Remove {name}", name=base_name(file)),
    )


def enable_driver(workspace: Workspace, key: str, file: str, *, on: bool) -> Changed | None:
    """Add a driver to what programs get, or only remember it."""
    found = workspace.find(key)
    if found is None:
        return None
    drivers = tuple(
        one._replace(enabled=on) if one.path == file else one for one in found.added_drivers
    )
    name = base_name(file)
    label = message("Turn on {name}", name=name) if on else message("Turn off {name}", name=name)
    return edit(workspace, found._replace(added_drivers=drivers), label)
