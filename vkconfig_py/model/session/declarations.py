"""Settings declared by the manifests of a snapshot, read in advance.

Reading a large manifest takes longer than a frame, so layers' manifests are read off the GUI
thread after each snapshot, and are available when their rows are selected. A file is checked again
when the engine has read it anew, and parsed again only if it changed. They are read in small
batches, requested ones first, so that other jobs and the end of the program do not wait. Of
many layers few are ever selected: those beyond READ_AHEAD are read on request.
"""

from __future__ import annotations

import stat
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.safe_paths import read_beginning
from vkconfig_py.loader.files.scan import FileIdentity, make_file_identity
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.platforms.local_paths import resolve_below_root
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, RowKind
from vkconfig_py.model.configuration.configuration import NEWEST_COPY
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.described_layers import add_description
from vkconfig_py.model.layer_settings.parse_layer import ParsedSettings, read_declared
from vkconfig_py.model.session.background import Worker
from vkconfig_py.model.text.wording import render_version

LAYER_KINDS = frozenset({RowKind.LAYER, RowKind.OFF_LAYER, RowKind.BROKEN, RowKind.MISSING})
_MAX_FILE_SIZE = 64 << 20
_MAX_CACHED = 4000  # files; a session that has read more keeps those of the snapshot
BATCH_SIZE = 64
READ_AHEAD = 32  # more than most machines have
_NO_SETTINGS = ParsedSettings(())


class ParsedManifest(NamedTuple):
    """A parsed manifest; without an identity it could not be read."""

    identity: FileIdentity | None
    reading: ParsedSettings
    error: str = ""


class ManifestLocation(NamedTuple):
    """Path of a manifest on one machine; the root is "" for this machine."""

    root: str
    path: str


class DeclaringManifest(NamedTuple):
    """One of several manifests that declare a layer of the same name."""

    path: str
    version: tuple[int, ...]
    text: str


class DeclaredLayers(QObject):
    """What manifests declare about settings of layers, cached while the files are unchanged.

    Signals:
        changed: the known declarations changed.
    """

    changed = Signal()

    def __init__(
        self,
        worker: Worker,
        parent: QObject | None = None,
        batch_size: int = BATCH_SIZE,
        read_ahead: int = READ_AHEAD,
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._batch_size, self._read_ahead = batch_size, read_ahead
        self._known: dict[ManifestLocation, ParsedManifest] = {}
        self._parsed_manifests: dict[
            str, LayerManifest
        ] = {}  # by the engine, of the latest snapshot
        self._checked_manifests: dict[
            ManifestLocation, LayerManifest | None
        ] = {}  # what it had parsed by then
        self._wanted_locations: frozenset[ManifestLocation] = (
            frozenset()
        )  # those of the latest snapshot
        self._due_locations: dict[
            ManifestLocation, None
        ] = {}  # manifests of these to read, in this order
        self._on_request: frozenset[ManifestLocation] = frozenset()  # others that are not read
        self._is_reading = False

    def look(self, snapshot: ChainSnapshot) -> None:
        """Read the manifests of a snapshot's layers that are not read or have changed.

        Those of the chain come first.
        """
        host = snapshot.report.host
        files = {row.manifest for row in snapshot.rows if row.kind in LAYER_KINDS}
        found_layers = snapshot.inventory.found_layers
        self._parsed_manifests = {
            layer.file: layer.manifest for layer in found_layers if layer.manifest
        }
        files |= self._parsed_manifests.keys()
        planned_files = host.overlay  # files that are not there yet declare nothing
        locations = [
            ManifestLocation(host.root, path)
            for path in sorted(files)
            if path and path not in planned_files
        ]
        self._wanted_locations = frozenset(locations)
        chain = {row.manifest for row in snapshot.rows if row.kind is RowKind.LAYER}
        locations.sort(key=lambda location: location.path not in chain)
        unread_places = [location for location in locations if not self._is_read(location)]
        unread = [location for location in unread_places if location not in self._known]
        read_count = max(self._read_ahead - len(locations) + len(unread), 0)
        self._on_request = frozenset(unread[read_count:])
        self._due_locations = {
            location: None for location in unread_places if location not in self._on_request
        }
        self._read_next()

    def _is_read(self, location: ManifestLocation) -> bool:
        """True if a manifest is cached in the state in which the engine read it."""
        known_manifest, parsed_manifest = (
            self._known.get(location),
            self._parsed_manifests.get(location.path),
        )
        if known_manifest is None or known_manifest.identity is None or parsed_manifest is None:
            return False
        return self._checked_manifests.get(location) is parsed_manifest

    def find(self, root: str, path: str, layer: str) -> DeclaredLayer | None:
        """Return what a manifest declares of a layer's settings, None if it is not read yet.

        `root`: folder that stands for "/" on the machine.
        """
        location = ManifestLocation(root, path)
        if location in self._due_locations or location in self._on_request:
            self._on_request -= {location}
            self._due_locations = {location: None, **self._due_locations}
            self._read_next()
        return find_declared(self._known, location, layer)

    def read_all(self) -> Mapping[ManifestLocation, ParsedManifest]:
        """Read the manifests that are read on request, too, and return what is read by now."""
        self._due_locations |= dict.fromkeys(self._on_request)
        self._on_request = frozenset()
        self._read_next()
        return dict(self._known)

    def is_known(self, root: str, path: str) -> bool:
        """True if a manifest was read, with or without success."""
        return ManifestLocation(root, path) in self._known

    def problem(self, root: str, path: str) -> str:
        """Return why a manifest's settings cannot be read, or ""."""
        manifest = self._known.get(ManifestLocation(root, path))
        if manifest is None:
            return ""
        if manifest.error or manifest.reading.layers or not manifest.reading.problems:
            return manifest.error
        problem = manifest.reading.problems[0]
        if not problem.line:
            return problem.sentence
        return tr("line {line}: {sentence}", line=problem.line, sentence=problem.sentence)

    def _read_next(self) -> None:
        """Read the next batch of manifests on the worker, unless a batch is being read."""
        if self._is_reading or not self._due_locations:
            return
        locations = list(islice(self._due_locations, self._batch_size))
        for location in locations:
            del self._due_locations[location]
            self._checked_manifests[location] = self._parsed_manifests.get(location.path)
        known_manifests = {
            location: self._known[location] for location in locations if location in self._known
        }
        self._is_reading = True
        self._worker.submit(partial(read_changed, locations, known_manifests), self._on_read)

    def _on_read(self, read: dict[ManifestLocation, ParsedManifest]) -> None:
        """Take over a batch of manifests, and read the next."""
        self._is_reading = False
        if read:
            self._known.update(read)
            if len(self._known) > _MAX_CACHED:
                manifests = self._known.items()
                self._known = {
                    location: manifest
                    for location, manifest in manifests
                    if location in self._wanted_locations
                }
                checked_items = self._checked_manifests.items()
                self._checked_manifests = {
                    location: parsed_manifest
                    for location, parsed_manifest in checked_items
                    if location in self._known
                }
            self.changed.emit()
        self._read_next()


def find_declared(
    known_manifests: Mapping[ManifestLocation, ParsedManifest],
    location: ManifestLocation,
    layer: str,
) -> DeclaredLayer | None:
    """Return what a manifest declares of a layer's settings, None if it is not among these."""
    manifest = known_manifests.get(location)
    layers = manifest.reading.layers if manifest else ()
    return next((declared_layer for declared_layer in layers if declared_layer.name == layer), None)


def read_changed(
    locations: Iterable[ManifestLocation],
    known_manifests: Mapping[ManifestLocation, ParsedManifest],
) -> dict[ManifestLocation, ParsedManifest]:
    """Return the manifests that are new or have changed, parsed."""
    read: dict[ManifestLocation, ParsedManifest] = {}
    for location in locations:
        known_manifest = known_manifests.get(location)
        manifest = _read_manifest(location, known_manifest)
        if manifest is not known_manifest:
            read[location] = manifest
    return read


def _read_manifest(
    location: ManifestLocation, known_manifest: ParsedManifest | None
) -> ParsedManifest:
    """Parse a manifest, or return the known one if the file is unchanged."""
    try:
        path = resolve_below_root(location.root, location.path)
        status = Path(path).stat()
        file_identity = make_file_identity(status)
        if known_manifest is not None and known_manifest.identity == file_identity:
            return known_manifest
        # To open a pipe is to wait for its other end.
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_FILE_SIZE:
            return _make_failed(known_manifest, tr("it is too large or not a regular file"))
        content = read_beginning(path, _MAX_FILE_SIZE)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        return _make_failed(known_manifest, getattr(error, "strerror", None) or str(error))
    reading = read_declared(content, location.path)
    layers = tuple(map(add_description, reading.layers))
    return ParsedManifest(file_identity, reading._replace(layers=layers))


def _make_failed(known_manifest: ParsedManifest | None, error: str) -> ParsedManifest:
    """Return a manifest that cannot be read, with the error."""
    manifest = ParsedManifest(None, _NO_SETTINGS, error)
    return known_manifest if known_manifest == manifest and known_manifest is not None else manifest


def find_chosen_manifest(own_path: str, copy: str, copies: tuple[DeclaringManifest, ...]) -> str:
    """Return the path of the chosen copy's manifest or, if there is none, `own_path`.

    `copy`: as stored in a configuration. `copies`: of the layer, the newest first.
    """
    if copy == NEWEST_COPY and copies:
        return copies[0].path
    return copy if any(copy == manifest.path for manifest in copies) else own_path


def list_copies(snapshot: ChainSnapshot, layer: str) -> tuple[DeclaringManifest, ...]:
    """Return all manifests that declare a layer of this name, the newest first."""
    copies: dict[str, DeclaringManifest] = {}
    for found_layer in snapshot.inventory.found_layers:
        manifest = found_layer.manifest
        if (
            found_layer.name != layer
            or manifest is None
            or found_layer.file in snapshot.report.host.overlay
        ):
            continue
        version = (*manifest.api_version, manifest.implementation_version)
        version_label = render_version(manifest.api_version[-3:])
        copies.setdefault(
            found_layer.file, DeclaringManifest(found_layer.file, version, version_label)
        )
    return tuple(sorted(copies.values(), key=lambda copy: copy.version, reverse=True))
