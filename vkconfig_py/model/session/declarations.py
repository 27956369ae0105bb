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
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.read_file import read_beginning
from vkconfig_py.loader.files.scan import Identity, identity
from vkconfig_py.loader.platforms.local_paths import real_path
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, RowKind
from vkconfig_py.model.configuration.configuration import NEWEST
from vkconfig_py.model.layer_settings.described_layers import with_description
from vkconfig_py.model.layer_settings.parse_layer import ParsedSettings, read_declared
from vkconfig_py.model.session.background import Worker
from vkconfig_py.model.text.wording import version_text

if TYPE_CHECKING:
    from vkconfig_py.loader.manifests.layer import LayerManifest
    from vkconfig_py.model.layer_settings.declared import DeclaredLayer

LAYER_KINDS = frozenset({RowKind.LAYER, RowKind.OFF_LAYER, RowKind.BROKEN, RowKind.MISSING})
_MOST_BYTES = 64 << 20
_MOST_KEPT = 4000  # files; a session that has read more keeps those of the snapshot
AT_ONCE = 64
READ_AHEAD = 32  # more than most machines have
_NOTHING = ParsedSettings(())


class ParsedManifest(NamedTuple):
    """A parsed manifest; without an identity it could not be read."""

    identity: Identity | None
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
    """Declarations by manifest, cached as long as the file is unchanged.

    Signals:
        changed: the known declarations changed.
    """

    changed = Signal()

    def __init__(
        self,
        worker: Worker,
        parent: QObject | None = None,
        at_once: int = AT_ONCE,
        ahead: int = READ_AHEAD,
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._at_once, self._ahead = at_once, ahead
        self._known: dict[ManifestLocation, ParsedManifest] = {}
        self._parsed: dict[str, LayerManifest] = {}  # by the engine, of the latest snapshot
        self._looked_at: dict[
            ManifestLocation, LayerManifest | None
        ] = {}  # what it had parsed by then
        self._wanted: frozenset[ManifestLocation] = frozenset()  # those of the latest snapshot
        self._due: dict[ManifestLocation, None] = {}  # manifests of these to read, in this order
        self._on_request: frozenset[ManifestLocation] = frozenset()  # others that are not read
        self._reading = False

    def look(self, snapshot: ChainSnapshot) -> None:
        """Read the manifests of a snapshot's layers, unless the known ones are up to date.

        Those of the chain come first.
        """
        host = snapshot.report.host
        files = {row.manifest for row in snapshot.rows if row.kind in LAYER_KINDS}
        found = snapshot.inventory.found
        self._parsed = {one.file: one.manifest for one in found if one.manifest}
        files |= self._parsed.keys()
        planned = host.overlay  # files that are not there yet declare nothing
        places = [
            ManifestLocation(host.root, path)
            for path in sorted(files)
            if path and path not in planned
        ]
        self._wanted = frozenset(places)
        chain = {row.manifest for row in snapshot.rows if row.kind is RowKind.LAYER}
        places.sort(key=lambda place: place.path not in chain)
        due = [place for place in places if not self._is_read(place)]
        new = [place for place in due if place not in self._known]
        ahead = max(self._ahead - len(places) + len(new), 0)
        self._on_request = frozenset(new[ahead:])
        self._due = {place: None for place in due if place not in self._on_request}
        self._read_next()

    def _is_read(self, place: ManifestLocation) -> bool:
        """True if a manifest is cached as the engine read it; an up-to-date entry is kept."""
        known, parsed = self._known.get(place), self._parsed.get(place.path)
        if known is None or known.identity is None or parsed is None:
            return False
        return self._looked_at.get(place) is parsed

    def find(self, root: str, path: str, layer: str) -> DeclaredLayer | None:
        """Declaration of a layer in a manifest, if it is already read."""
        place = ManifestLocation(root, path)
        if place in self._due or place in self._on_request:
            self._on_request -= {place}
            self._due = {place: None, **self._due}
            self._read_next()
        known = self._known.get(place)
        layers = known.reading.layers if known else ()
        return next((one for one in layers if one.name == layer), None)

    def is_known(self, root: str, path: str) -> bool:
        return ManifestLocation(root, path) in self._known

    def problem(self, root: str, path: str) -> str:
        """Why the settings of a manifest cannot be read, or ""."""
        known = self._known.get(ManifestLocation(root, path))
        if known is None:
            return ""
        if known.error or known.reading.layers or not known.reading.problems:
            return known.error
        first = known.reading.problems[0]
        if not first.line:
            return first.sentence
        return tr("line {line}: {sentence}", line=first.line, sentence=first.sentence)

    def _read_next(self) -> None:
        if self._reading or not self._due:
            return
        places = list(islice(self._due, self._at_once))
        for place in places:
            del self._due[place]
            self._looked_at[place] = self._parsed.get(place.path)
        known = {place: self._known[place] for place in places if place in self._known}
        self._reading = True
        self._worker.submit(partial(read_changed, places, known), self._on_read)

    def _on_read(self, read: dict[ManifestLocation, ParsedManifest]) -> None:
        self._reading = False
        if read:
            self._known.update(read)
            if len(self._known) > _MOST_KEPT:
                kept = self._known.items()
                self._known = {place: one for place, one in kept if place in self._wanted}
                looked_at = self._looked_at.items()
                self._looked_at = {place: one for place, one in looked_at if place in self._known}
            self.changed.emit()
        self._read_next()


def read_changed(
    places: Iterable[ManifestLocation], known: Mapping[ManifestLocation, ParsedManifest]
) -> dict[ManifestLocation, ParsedManifest]:
    """Read the manifests that are new or have changed."""
    read: dict[ManifestLocation, ParsedManifest] = {}
    for place in places:
        before = known.get(place)
        now = _read(place, before)
        if now is not before:
            read[place] = now
    return read


def _read(place: ManifestLocation, before: ParsedManifest | None) -> ParsedManifest:
    try:
        path = real_path(place.root, place.path)
        status = Path(path).stat()
        seen = identity(status)
        if before is not None and before.identity == seen:
            return before
        # To open a pipe is to wait for its other end.
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MOST_BYTES:
            return _failed(before, tr("it is not a file that can be read whole"))
        content = read_beginning(path, _MOST_BYTES)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        return _failed(before, getattr(error, "strerror", None) or str(error))
    reading = read_declared(content, place.path)
    layers = tuple(map(with_description, reading.layers))
    return ParsedManifest(seen, reading._replace(layers=layers))


def _failed(before: ParsedManifest | None, error: str) -> ParsedManifest:
    failed = ParsedManifest(None, _NOTHING, error)
    return before if before == failed and before is not None else failed


def chosen_manifest(own: str, copy: str, copies: tuple[DeclaringManifest, ...]) -> str:
    """The decisive manifest: of the chosen copy if it exists, else a row's own."""
    if copy == NEWEST and copies:
        return copies[0].path
    return copy if any(copy == manifest.path for manifest in copies) else own


def copies_of(snapshot: ChainSnapshot, layer: str) -> tuple[DeclaringManifest, ...]:
    """Every manifest with a layer of this name, the newest first."""
    found: dict[str, DeclaringManifest] = {}
    for one in snapshot.inventory.found:
        manifest = one.manifest
        if one.name != layer or manifest is None or one.file in snapshot.report.host.overlay:
            continue
        version = (*manifest.api_version, manifest.implementation_version)
        shown = version_text(manifest.api_version[-3:])
        found.setdefault(one.file, DeclaringManifest(one.file, version, shown))
    return tuple(sorted(found.values(), key=lambda copy: copy.version, reverse=True))
