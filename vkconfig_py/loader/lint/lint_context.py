"""Ground: what the rules look at, a report and the files that it rests on."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import Kind, Outcome, PathOfKeys
from vkconfig_py.loader.files.scan import Document, DocumentCache, Scanner
from vkconfig_py.loader.files.search_paths import base_folders
from vkconfig_py.loader.json.cjson import Members
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.manifests.reader import Dialect
from vkconfig_py.loader.platforms import linux
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.settings_file import load_settings

_USABLE = (Outcome.LOADS, Outcome.OFF, Outcome.UNKNOWN)


class ManifestFile(NamedTuple):
    """One file that was read as a manifest."""

    path: str
    kind: Kind
    implicit: bool = False


class LintContext:
    """One machine, as one report saw it.

    Attributes:
        loaders: every installed loader.
    """

    def __init__(
        self, report: LoaderReport, cache: DocumentCache, loaders: Sequence[LoaderProfile] = ()
    ) -> None:
        self.report = report
        self.profile = report.profile
        bits = min(report.host.pointer_bits, report.profile.pointer_bits)
        self.host: Host = report.host._replace(pointer_bits=bits)
        self.dialect = Dialect.of(report.profile, bits)
        self.cache = cache
        self.scanner = Scanner(report.host, cache)
        self.settings = load_settings(self.scanner, report.host, report.profile, self.dialect)
        self.loaders = tuple(loaders)
        self._used = {
            layer.file
            for layer in report.found
            if layer.manifest is not None
            and not layer.manifest.is_override
            and layer.verdict.outcome in _USABLE
        }

    def manifests(self) -> Iterator[ManifestFile]:
        """Yield each manifest once, in the order read."""
        seen: set[str] = set()
        for layer in self.report.found:
            if layer.file not in seen:
                seen.add(layer.file)
                yield ManifestFile(layer.file, Kind.LAYER, layer.implicit)
        for driver in self.report.drivers:
            if driver.file not in seen:
                seen.add(driver.file)
                yield ManifestFile(driver.file, Kind.DRIVER)

    def layers(self) -> Iterator[LayerManifest]:
        """Yield the layers that the loader could read."""
        for layer in self.report.found:
            if layer.manifest is not None:
                yield layer.manifest

    def document(self, file: str) -> Document:
        """Return a file, from the cache if it is unchanged."""
        return self.scanner.document(file)

    def is_used(self, file: str) -> bool:
        """Return whether a file holds a layer that programs can use; overrides do not count."""
        return file in self._used

    def tree(self, file: str) -> Any:
        """Return the JSON value of a file, None if it has none."""
        document = self.document(file)
        if document.error:
            return None
        parsed = document.parse(self.dialect.new_json)
        return None if parsed.error else parsed.value

    def line(self, file: str, *place: str | int) -> int:
        """Return the line of a key or element."""
        return self.document(file).positions(self.dialect.new_json).line(*place)

    def exists(self, path: str) -> bool:
        """Return whether something is there, following links."""
        return self.scanner.exists(path)

    def is_there(self, path: str) -> bool:
        """Return whether a file, a folder or a link stands at a path, planned files included."""
        below = f"{path.rstrip('/')}/"
        return (
            os.path.lexists(self.real(path))
            or self.exists(path)
            or any(planned.startswith(below) for planned in self.host.overlay)
        )

    def is_taken_away(self, path: str) -> bool:
        """Return whether a file is supposed not to be there."""
        overlay = self.host.overlay
        return path in overlay and overlay[path] is None

    def is_gone(self, path: str) -> bool:
        """Return whether nothing stands at a path for certain; others may see what we may not."""
        if self.is_there(path):
            return False
        try:
            os.lstat(self.real(path))
        except PermissionError:
            return False
        except (OSError, ValueError):  # ValueError: a NUL in the path
            return True
        return False

    def place(self, layer: LayerManifest, *key: str | int) -> PathOfKeys:
        """Return the path of a key of a layer in its file."""
        root = self.tree(layer.file)
        several = isinstance(root, Members) and any(key.lower() == "layers" for key, _ in root)
        return ("layers", layer.index, *key) if several else ("layer", *key)

    def real(self, path: str) -> str:
        """Return the path by which this process reaches a path of the host."""
        return self.host.root + os.path.join(self.host.working_directory, path)

    def bases(self) -> tuple[str, ...]:
        """Return the folders below which the folders of manifests lie."""
        values = base_folders(self.host, self.profile, linux.MANIFEST_PLACES)
        parts = (part for value, _ in values for part in value.split(linux.SEPARATOR))
        return tuple(dict.fromkeys(part for part in parts if part and not part.endswith(".json")))


def base_name(path: str) -> str:
    """Return what stands behind the last slash."""
    return path[path.rfind("/") + 1 :]
