"""Which layers and drivers a process has mapped, and which the engine predicts for it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import UNUSABLE_REASONS_OF_OPENED, Outcome
from vkconfig_py.loader.files.binaries import LibraryReader
from vkconfig_py.loader.files.library_search import LibraryChecks, make_library_checks
from vkconfig_py.loader.files.processes import MappedFile
from vkconfig_py.loader.files.scan import DocumentCache, Fingerprints
from vkconfig_py.loader.platforms.local_paths import resolve_below_root, resolve_links
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import FoundDriver, FoundLayer, LoaderReport


class MappedKind(StrEnum):
    """What a mapped library is to Vulkan."""

    LAYER = "layer"
    DRIVER = "driver"


class MappedPart(NamedTuple):
    """One layer or driver that a process has mapped, or that is predicted for it.

    Attributes:
        file: its manifest.
        library: as the process names it.
        deciding_file: the file that decides about it; "" if none does.
        explanation: what explains the difference, as a sentence; "" where there is none.
    """

    kind: MappedKind
    name: str
    file: str
    library: str
    is_predicted: bool
    is_loaded: bool
    is_explicit: bool = False
    is_replaced: bool = False
    deciding_file: str = ""
    explanation: str = ""

    @property
    def is_as_predicted(self) -> bool:
        """True if it is both predicted and loaded, or neither."""
        return self.is_predicted == self.is_loaded

    @property
    def state_text(self) -> str:
        """Whether it is loaded, in a word or two."""
        if not self.is_loaded:
            return tr("Not loaded")
        return tr("Loaded") if self.is_predicted else tr("Not predicted")


class MappedFiles:
    """The mapped files of a process, found by path or by file.

    A file system of several layers (overlayfs) gives a mapped file another device than its path, so
    the path counts, too; and a file that was replaced is still mapped under its old name.
    """

    def __init__(self, files: Iterable[MappedFile], root: str) -> None:
        self._root = root
        self._file_by_path = {file.path: file for file in files}
        self._file_by_inode = {
            (mapped_file.device, mapped_file.inode): mapped_file
            for mapped_file in self._file_by_path.values()
        }

    def find(self, library: str) -> MappedFile | None:
        """Return the mapped file of a library by the path that the process knows, or None."""
        if not library:
            return None
        status = self._read_status(library)
        mapped_file = self._file_by_inode.get((status.st_dev, status.st_ino)) if status else None
        return (
            mapped_file
            or self._file_by_path.get(library)
            or self._file_by_path.get(self._resolve_link(library))
        )

    def is_replaced(self, library: str, mapped_file: MappedFile) -> bool:
        """True if the library's path no longer leads to the file that is mapped."""
        status = self._read_status(library)
        return mapped_file.is_deleted or status is None or status.st_ino != mapped_file.inode

    def _read_status(self, path: str) -> os.stat_result | None:
        """Return the file status of a path of the process, None if there is none."""
        try:
            return Path(resolve_below_root(self._root, path)).stat()
        except (OSError, ValueError):
            return None

    def _resolve_link(self, path: str) -> str:
        """Return a path of the process with its links resolved, if possible."""
        try:
            return resolve_links(self._root, path)
        except OSError:
            return path


def find_parts(
    report: LoaderReport, files: Sequence[MappedFile], cache: DocumentCache
) -> tuple[MappedPart, ...]:
    """Return predicted and mapped layers in the order of the chain, then drivers.

    A library that the loader opens and gives up can stay mapped: that does not tell of its use.
    """
    mapped = MappedFiles(files, report.host.root)
    checks = _make_library_checks(report, cache)
    candidates = [*_list_layers(report, mapped, checks), *_list_drivers(report, mapped, checks)]
    # A library of several layers is mapped for the predicted one; copies name one library.
    libraries = {mapped_part.library for mapped_part in candidates if mapped_part.is_predicted}
    parts: list[MappedPart] = []
    for mapped_part in candidates:
        if mapped_part.is_predicted or (
            mapped_part.is_loaded and mapped_part.library not in libraries
        ):
            libraries.add(mapped_part.library)
            parts.append(mapped_part)
    return tuple(parts)


def _make_library_checks(report: LoaderReport, cache: DocumentCache) -> LibraryChecks:
    """Return what tells of a library whether the loader of a report can open it."""
    host: Host = report.host
    bits = min(host.pointer_bits, report.profile.pointer_bits)
    reader = LibraryReader(cache.headers, Fingerprints())
    return make_library_checks(host._replace(pointer_bits=bits), report.profile, reader)


def _list_layers(
    report: LoaderReport, mapped: MappedFiles, checks: LibraryChecks
) -> Iterator[MappedPart]:
    """Yield the predicted and mapped layers, in the order of the chain."""
    # A meta-layer has no library of its own.
    layers = [
        layer
        for layer in report.found_layers
        if layer.manifest is not None and layer.manifest.library and not _was_unloaded(layer)
    ]
    last = len(layers)
    for layer in sorted(layers, key=lambda layer: layer.position if layer.position >= 0 else last):
        assert layer.manifest is not None
        mapped_part = MappedPart(
            MappedKind.LAYER,
            layer.name,
            layer.file,
            checks.check_layer(layer.manifest.library, ()).path,
            layer.position >= 0,
            is_loaded=False,
            is_explicit=not layer.implicit,
            deciding_file=_get_deciding_file(layer),
        )
        yield _add_mapping(mapped_part, mapped)


def _list_drivers(
    report: LoaderReport, mapped: MappedFiles, checks: LibraryChecks
) -> Iterator[MappedPart]:
    """Yield the predicted and mapped drivers."""
    for driver in report.drivers:
        if driver.manifest is None or _was_unloaded(driver):
            continue
        mapped_part = MappedPart(
            MappedKind.DRIVER,
            get_base_name(driver.file),
            driver.file,
            checks.check_driver(driver.manifest.library, ()).path,
            driver.verdict.outcome is Outcome.LOADS,
            is_loaded=False,
            deciding_file=_get_deciding_file(driver),
        )
        yield _add_mapping(mapped_part, mapped)


def _was_unloaded(component: FoundLayer | FoundDriver) -> bool:
    """True if the loader opens a layer or driver only to give it up."""
    return (
        component.verdict.outcome is not Outcome.LOADS
        and component.verdict.reason in UNUSABLE_REASONS_OF_OPENED
    )


def _get_deciding_file(component: FoundLayer | FoundDriver) -> str:
    """Return the file that decides on a layer or driver, or ""."""
    return component.verdict.file or ""


def _add_mapping(mapped_part: MappedPart, mapped: MappedFiles) -> MappedPart:
    """Return the part as loaded if the process has its library mapped."""
    file = mapped.find(mapped_part.library)
    if file is None:
        return mapped_part
    is_replaced = mapped.is_replaced(mapped_part.library, file)
    return mapped_part._replace(is_loaded=True, is_replaced=is_replaced)
