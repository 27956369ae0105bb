"""Edits of what a whole configuration is, as pure functions: a workspace in, a new one out.

None means that there is nothing to change. The built-in configurations as they are shipped are an
argument: these functions read nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from vkconfig_py.model.commands import Changed, edit, free_name
from vkconfig_py.model.documents.configuration import (
    UNLISTED,
    Configuration,
    LayerEntry,
    ProgramEntry,
    new_key,
)
from vkconfig_py.model.documents.shipped import find_shipped
from vkconfig_py.model.documents.workspace import Source, Workspace

RESET_ALL = "Reset the built-in configurations"
Shipped = Iterable[Configuration]


def delete_configuration(workspace: Workspace, key: str, shipped: Shipped = ()) -> Changed | None:
    """Remove a configuration; there is always one left.

    A built-in one is remembered with its version: a newer one shows again.
    """
    original = workspace.find(key)
    if original is None:
        return None
    rest = workspace.without(key)
    now = find_shipped(shipped, key)
    if now is not None:
        away = {**dict(rest.put_away), key: max(now.built_in, original.built_in)}
        rest = rest._replace(put_away=tuple(away.items()))
    if not rest.configurations:
        rest = rest.with_new(Configuration.new("Default"))
    return Changed(rest, f"Delete “{original.name}”")


def reset_configuration(workspace: Workspace, key: str, shipped: Shipped = ()) -> Changed | None:
    """Make a built-in configuration what is shipped; leave all to the loader in one of the user's.

    The user's own keeps its name and what it is for.
    """
    original = workspace.find(key)
    if original is None:
        return None
    changed = find_shipped(shipped, key) or Configuration(
        key=key,
        name=original.name,
        target=original.target,
        programs=original.programs,
        platforms=original.platforms,
        extra=original.extra,
    )
    return edit(workspace, changed, f"Reset “{original.name}”")


def reset_built_in(workspace: Workspace, shipped: Shipped) -> Changed | None:
    """Make every built-in configuration what is shipped; deleted ones come back."""
    new = {one.key: one for one in shipped}
    kept = [new.pop(one.key, one) for one in workspace.configurations]
    put_away = tuple((key, version) for key, version in workspace.put_away if key not in new)
    changed = workspace._replace(configurations=(*kept, *new.values()), put_away=put_away)
    return None if changed == workspace else Changed(changed, RESET_ALL)


def import_configuration(workspace: Workspace, imported: Configuration) -> Changed:
    """Add a configuration that was read from a file, as one of the user's own, and select it.

    Folders and manifests that it searches join those of the collection.
    """
    name = free_name(workspace, imported.name.strip() or "Imported")
    new = imported._replace(key=new_key(), name=name, built_in=0, sources=(), implicit_sources=())
    changed = workspace.with_new(new)
    known = {source.path: source for source in changed.collection}
    for source in (
        *(Source(path) for path in imported.sources),
        *(Source(path, implicit=True) for path in imported.implicit_sources),
    ):
        known.setdefault(source.path, source)
    return Changed(changed._replace(collection=tuple(known.values())), f"Import “{name}”")


def set_programs(
    workspace: Workspace, key: str, programs: tuple[ProgramEntry, ...]
) -> Changed | None:
    """Say which programs a configuration is for; none is every program."""
    original = workspace.find(key)
    if original is None:
        return None
    changed = original._replace(programs=programs)
    return edit(workspace, changed, f"Change the programs of “{original.name}”")


def add_program(workspace: Workspace, key: str, path: str) -> Changed | None:
    """Add a program; one that is listed is enabled."""
    original = workspace.find(key)
    if original is None or not path:
        return None
    known = {entry.path: entry for entry in original.programs}
    known[path] = known.get(path, ProgramEntry(path))._replace(enabled=True)
    changed = original._replace(programs=tuple(known.values()))
    return edit(workspace, changed, f"Add {PurePath(path).name or path}")


def remove_program(workspace: Workspace, key: str, path: str) -> Changed | None:
    """Forget a program."""
    original = workspace.find(key)
    if original is None:
        return None
    left = tuple(entry for entry in original.programs if entry.path != path)
    changed = original._replace(programs=left)
    return edit(workspace, changed, f"Remove {PurePath(path).name or path}")


def enable_program(workspace: Workspace, key: str, path: str, *, on: bool) -> Changed | None:
    """Use a configuration for a program, or only remember the program."""
    original = workspace.find(key)
    if original is None:
        return None
    changed = original._replace(
        programs=tuple(
            entry._replace(enabled=on) if entry.path == path else entry
            for entry in original.programs
        )
    )
    label = f"{'Enable' if on else 'Disable'} {PurePath(path).name or path}"
    return edit(workspace, changed, label)


def set_settings_file(workspace: Workspace, key: str, path: str) -> Changed | None:
    """Use a settings file of the user's own as it is, or with "" what the editor says."""
    original = workspace.find(key)
    if original is None:
        return None
    label = f"Use {PurePath(path).name or path}" if path else "Use the settings of the editor"
    return edit(workspace, original._replace(settings_file=path), label)


def show_unlisted(workspace: Workspace, *, shown: bool) -> Changed | None:
    """Give layers without an entry a row and a place, or take both away."""
    current = workspace.current
    if shown:
        entry = current.entry(UNLISTED) or LayerEntry(UNLISTED)
        changed = current.with_entry(entry._replace(placed=True))
        return edit(workspace, changed, "Show other layers")
    left = tuple(entry for entry in current.layers if entry.name != UNLISTED)
    return edit(workspace, current._replace(layers=left), "Leave other layers to the loader")
