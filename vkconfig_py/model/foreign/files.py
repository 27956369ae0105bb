"""The door through which foreign files are read, with what is needed to understand them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.host import Host
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.model.collection.folder_scan import FolderScan
from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.documents.workspace import Source
from vkconfig_py.model.file_reading import read_regular, reason_of
from vkconfig_py.model.foreign.opening import open_foreign
from vkconfig_py.model.foreign.values import (
    Declared,
    ForeignKind,
    Note,
    Opened,
    Rendered,
    no_layers,
)
from vkconfig_py.model.foreign.vkconfig_state import FOLDER, BesideFile
from vkconfig_py.model.foreign.vkconfig_writing import render_vkconfig
from vkconfig_py.model.picture.wording import count_of
from vkconfig_py.model.settings.declared import DeclaredLayer
from vkconfig_py.model.settings.path_variables import path_variables
from vkconfig_py.model.settings.reading import read_declared

_MOST_BESIDE = 1000


def open_file(path: str, host: Host, inventory: LoaderReport | None) -> Opened:
    """Read a file and make configurations of it; what cannot be read is refused with why.

    `inventory` says which layers there are; without it values have the types of the file.
    """
    try:
        content = read_regular(Path(path))
    except OSError as error:
        return Opened(ForeignKind.UNKNOWN, refused=f"{path}: {reason_of(error)}.")
    return open_foreign(
        path,
        content,
        declared_layers(inventory) if inventory is not None else no_layers,
        path_variables(host.environment, host.platform, host.prefix),
        lambda: tuple(_beside(Path(path).parent / FOLDER)),
    )


def open_folder(path: str, host: Host, profile: LoaderProfile) -> Opened:
    """Find the folders with layer manifests at or below one; without any it is refused.

    Folders that could not be read are told.
    """
    scan = FolderScan(host, profile, DocumentCache(), lambda _progress: None, lambda: False)
    found = scan.search_below(path)
    closed = found.closed_sentences()
    if found.folders:
        sources = tuple(map(Source, found.folders))
        return Opened(ForeignKind.LAYER_FOLDER, sources=sources, notes=tuple(map(Note, closed)))
    if found.looked_into:
        folders = count_of(found.looked_into, "folder")
        none = f"{path}: no layer manifest lies in it or below ({folders} searched)."
        closed = (none, *closed)
    return Opened(ForeignKind.LAYER_FOLDER, refused=" ".join(closed))


def export_to_vkconfig(
    configuration: Configuration, host: Host, inventory: LoaderReport | None
) -> Rendered:
    """Return a configuration as a file that VkConfig imports, and what that leaves out."""
    declared = declared_layers(inventory) if inventory is not None else no_layers
    variables = path_variables(host.environment, host.platform, host.prefix)
    return render_vkconfig(configuration, variables, declared)


def declared_layers(inventory: LoaderReport) -> Declared:
    """Return a function that reads what every layer of a report declares, once."""
    known: list[tuple[DeclaredLayer, ...]] = []

    def declared() -> tuple[DeclaredLayer, ...]:
        if not known:
            known.append(tuple(_declared(inventory)))
        return known[0]

    return declared


def _declared(inventory: LoaderReport) -> Iterator[DeclaredLayer]:
    """Yield the layers of all manifests, the copies that the loader lists before the others."""
    found = [one for one in inventory.found if one.manifest is not None]
    found.sort(key=lambda one: not one.listed)
    for one in found:
        try:
            content = read_regular(Path(inventory.host.root + one.file))
        except OSError:
            continue
        yield from (x for x in read_declared(content, one.file).layers if x.name == one.name)


def _beside(folder: Path) -> Iterator[BesideFile]:
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == ".json")
    except OSError:
        return
    for path in paths[:_MOST_BESIDE]:
        try:
            yield BesideFile(str(path), read_regular(path))
        except OSError:
            continue
