"""Take what a foreign file became into the workspace, as one step of undo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath
from posixpath import normpath

from vkconfig_py.model.collection.edits import add_sources
from vkconfig_py.model.commands import Changed
from vkconfig_py.model.configuration_commands import delete_configuration, import_configuration
from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.documents.workspace import Workspace
from vkconfig_py.model.foreign.values import ForeignKind, Opened
from vkconfig_py.model.picture.wording import count_of


def adopt(
    workspace: Workspace, opened: Opened, path: str, shipped: Iterable[Configuration] = ()
) -> Changed | None:
    """Add configurations and places, and select the configuration that was in use.

    Built-in configurations that the other program's user deleted are put away here too, unless
    they were edited. None means that there is nothing to add.
    """
    shipped = tuple(shipped)
    changed = _without_put_away(workspace, opened, shipped)
    selected = ""
    for configuration in opened.configurations:
        changed = import_configuration(changed, configuration).workspace
        if configuration.name == opened.selected or not selected:
            selected = changed.selected
    if selected:
        changed = changed.with_selected(selected)
    known = {source.path: source for source in changed.collection}
    if opened.kind in (ForeignKind.LAYER_MANIFEST, ForeignKind.LAYER_FOLDER):
        # Who opens a manifest or a folder wants it to be searched, whatever was said of it before.
        new = tuple(known.get(source.path, source) for source in opened.sources)
    else:
        places = set(map(normpath, known))
        new = tuple(one for one in opened.sources if normpath(one.path) not in places)
    edited = add_sources(changed.collection, new) if new else None
    if edited is not None:
        changed = changed._replace(collection=edited.sources)
    return None if changed == workspace else Changed(changed, f"Open “{PurePath(path).name}”")


def adopt_all(
    workspace: Workspace,
    found: Sequence[tuple[str, Opened]],
    shipped: Iterable[Configuration] = (),
) -> Changed | None:
    """Add what several files became, each with its path, as one step."""
    shipped = tuple(shipped)
    after, labels = workspace, []
    for path, opened in found:
        changed = None if opened.refused else adopt(after, opened, path, shipped)
        if changed is not None:
            after = changed.workspace
            labels.append(changed.label)
    if not labels:
        return None
    return Changed(
        after, labels[0] if len(labels) == 1 else f"Open {count_of(len(labels), 'file')}"
    )


def _without_put_away(
    workspace: Workspace, opened: Opened, shipped: tuple[Configuration, ...]
) -> Workspace:
    unedited = {one.key: one for one in shipped}
    names = {name.casefold() for name in opened.put_away}
    for one in workspace.configurations:
        if one.name.casefold() in names and unedited.get(one.key) == one:
            gone = delete_configuration(workspace, one.key, shipped)
            workspace = gone.workspace if gone else workspace
    return workspace
