"""Everything that the window shows first, determined in one pass. No Qt.

It is taken in a separate process while Qt is loaded (prefetch.py), so it must only read, and its
content must be picklable: a read-only mapping is sent as a dictionary. Data for the first paint
comes first; what later views show follows, with the engine's runs and what they read: the first
look after the paint then reads only what has changed since.
"""

from __future__ import annotations

import io
import pickle
import threading
import time
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.chain.picture_values import Findings, Picture
from vkconfig_py.model.plan.plan import ask

if TYPE_CHECKING:
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.loader.files.scan import DocumentCache
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.model.configuration.workspace import Loaded
    from vkconfig_py.model.files.paths import StatePaths
    from vkconfig_py.model.plan.plan import InForce


class StartupSnapshot(NamedTuple):
    """Initial data of a window.

    Attributes:
        taken: time of the scan in seconds since the epoch.
        find_cache: the cache of the engine runs that the picture was computed from.
    """

    loaders: tuple[LoaderProfile, ...]
    loaded: Loaded
    in_force: InForce
    picture: Picture
    taken: float
    find_cache: Callable[[], DocumentCache]


def take_startup_snapshot(
    host: Host, paths: StatePaths, loaders: tuple[LoaderProfile, ...] = ()
) -> StartupSnapshot:
    """Scan the machine; with loaders given, loaders are not searched."""
    from vkconfig_py.loader.files.scan import DocumentCache
    from vkconfig_py.model.chain.picture import compute_picture
    from vkconfig_py.model.session.backend import Backend

    backend, cache, taken = Backend(), DocumentCache(), time.time()
    known = loaders or find_loaders(host, paths)
    loaded = backend.load(paths.configurations)
    in_force = backend.read_in_force(paths).seen_from(host.root)
    question = ask(host, known, loaded.workspace, in_force)
    picture = compute_picture(question, cache)
    return StartupSnapshot(known, loaded, in_force, picture, taken, lambda: cache)


def find_loaders(host: Host, paths: StatePaths) -> tuple[LoaderProfile, ...]:
    """Find loaders; blocks while a new one is run to get its version."""
    from vkconfig_py.loader.files import binaries
    from vkconfig_py.loader.probe.loader_versions import read_versions

    return read_versions(binaries.find_loaders(host), paths.loaders_file)


def pack(look: StartupSnapshot) -> Iterator[bytes]:
    """The snapshot as bytes: the part for the first paint, then the rest."""
    loaders, loaded, in_force, picture, taken, find_cache = look
    seen = (picture.question, picture.rows, picture.headline, picture.devices)
    yield _pack((loaders, loaded, in_force, seen, taken))
    # Together: the reports of the findings are those of the runs, and stay the same objects.
    yield _pack((picture.findings, find_cache()))


def unpack(first: bytes, rest: Callable[[], bytes]) -> StartupSnapshot:
    """Unpack a snapshot; `rest` returns the second part when it is needed."""
    loaders, loaded, in_force, (question, rows, headline, devices), taken = pickle.loads(first)

    later = _Rest(rest)
    picture = Picture(
        question=question,
        rows=rows,
        headline=headline,
        find=lambda: later.read()[0],
        devices=devices,
    )
    return StartupSnapshot(
        loaders, loaded, in_force, picture, taken, find_cache=lambda: later.read()[1]
    )


class _Rest:
    """The second part, unpacked once for whichever thread asks first."""

    def __init__(self, rest: Callable[[], bytes]) -> None:
        self._rest = rest
        self._lock = threading.Lock()
        self._read: tuple[Findings, DocumentCache] | None = None

    def read(self) -> tuple[Findings, DocumentCache]:
        with self._lock:
            if self._read is None:
                self._read = pickle.loads(self._rest())
            return self._read


def _pack(value: Any) -> bytes:
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
    # pickle knows no mappingproxy.
    pickler.dispatch_table = {MappingProxyType: _pack_mapping}
    pickler.dump(value)
    return buffer.getvalue()


def _pack_mapping(mapping: MappingProxyType[Any, Any]) -> tuple[Any, ...]:
    return _unpack_mapping, (dict(mapping),)


def _unpack_mapping(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)
