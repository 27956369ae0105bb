"""Looks at a machine: what a report found, with identities of its files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.binaries import LibraryReader, library_state
from vkconfig_py.loader.files.read_file import read_beginning
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport
from vkconfig_py.model.apply.found_overrides import FoundOverride
from vkconfig_py.model.text.wording import version_text
from vkconfig_py.model.timeline.machine_state import (
    MachinePart,
    MachinePartKind,
    MachineState,
    state_of,
)

_READ = 1 << 20  # of a manifest
MOST_PARTS = 4000


class ScanResult(NamedTuple):
    """What one look at a machine gave.

    Attributes:
        own_files: files that are applied now, which are none of other programs.
    """

    report: LoaderReport
    overrides: tuple[FoundOverride, ...]
    own_files: frozenset[str]


def take_state(scan: ScanResult, before: MachineState) -> MachineState:
    """Return the machine as others made it.

    What another search leaves out, but stands on the disk as before, has not changed; nor has what
    a file of this program stands in for.
    """
    looking = _Looking(scan, before)
    folders = (*before.folders, *_folders(scan.report))
    # A variable may name a file that does not exist.
    now = {part.key: part for part in looking.parts() if part.stamp}
    unseen = (part for part in before.parts if part.key not in now and looking.stays(part))
    return state_of([*now.values(), *unseen][:MOST_PARTS], folders)


def _folders(report: LoaderReport) -> Iterator[str]:
    for search in (report.implicit_search, report.explicit_search, report.driver_search):
        for path in search.paths:
            yield path.rstrip("/") or path


def stamp_of(path: str) -> str:
    """Return the size and time of a file, or "" if there is none."""
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return ""
    return f"{status.st_size} {status.st_mtime_ns}"


def change_time(path: str) -> float:
    """When a file was put there or changed last, or its folder if it is gone, 0 if not known."""
    for place in (Path(path), Path(path).parent):
        try:
            status = place.stat()
        except (OSError, ValueError):
            continue
        # The time of content is that of the package; that of the inode is when it came here.
        return status.st_ctime if place == Path(path) else status.st_mtime
    return 0.0


class _Looking:
    """One look, and what the one before it read."""

    def __init__(self, scan: ScanResult, before: MachineState) -> None:
        self._report, self._overrides, self._own = scan
        self._host, self._libraries = scan.report.host, LibraryReader()
        self._root = scan.report.host.root
        self._folders = frozenset(_folders(scan.report))
        self._digests = {(part.path, part.stamp): part.digest for part in before.parts}

    def parts(self) -> Iterator[MachinePart]:
        skipped = {override.path for override in self._overrides} | self._own
        for layer in self._report.found:
            if layer.file not in skipped and self._is_searched(layer.file):
                yield self._layer(layer)
        for driver in self._report.drivers:
            if driver.file not in skipped and self._is_searched(driver.file):
                manifest = driver.manifest
                version = version_text(manifest.api_version[1:]) if manifest else ""
                part = MachinePart(MachinePartKind.DRIVER, driver.file, "", version)
                yield self._identified(part, manifest.library if manifest else "")
        for override in self._overrides:
            if override.path not in self._own:
                kind = (
                    MachinePartKind.SETTINGS
                    if override.layer_settings
                    else MachinePartKind.OVERRIDE
                )
                yield self._identified(MachinePart(kind, override.path, "", owner=override.owner))
        for loader in self._report.loaders:
            if loader.library:
                version, library = version_text(loader.version), loader.library
                stamp = stamp_of(self._root + library)
                yield MachinePart(MachinePartKind.LOADER, library, "", version, stamp=stamp)

    def stays(self, part: MachinePart) -> bool:
        """Return whether a part that was not found has not changed all the same."""
        if part.path in self._own:
            return True
        now = stamp_of(self._root + part.path)
        return bool(now) and (now == part.stamp or not self._is_searched(part.path))

    def _is_searched(self, file: str) -> bool:
        return str(Path(file).parent) in self._folders or file in self._folders

    def _layer(self, layer: FoundLayer) -> MachinePart:
        kind = MachinePartKind.IMPLICIT if layer.implicit else MachinePartKind.EXPLICIT
        manifest = layer.manifest
        version = _version(manifest) if manifest is not None else ""
        part = MachinePart(kind, layer.file, layer.name, version)
        return self._identified(part, manifest.library if manifest is not None else "")

    def _identified(self, part: MachinePart, library: str = "") -> MachinePart:
        stamp = stamp_of(self._root + part.path)
        known_digest = self._digests.get((part.path, stamp))
        digest = _digest(self._root + part.path) if known_digest is None else known_digest
        self._digests[part.path, stamp] = digest
        path = library_state(self._host, library, reader=self._libraries).path
        library_stamp = stamp_of(self._root + path) if path.startswith("/") else ""
        return part._replace(
            library=library, stamp=stamp, digest=digest, library_stamp=library_stamp
        )


def _version(manifest: LayerManifest) -> str:
    number = manifest.implementation_version
    number_text = f" ({number})" if number > 1 else ""
    return f"{version_text(manifest.api_version)}{number_text}"


def _digest(path: str) -> str:
    try:
        return hashlib.sha256(read_beginning(path, _READ)).hexdigest()[:16]
    except (OSError, ValueError):
        return ""
