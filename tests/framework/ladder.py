"""Further reference loaders: a ladder of versions between the two that everybody has.

VKCONFIG_PY_LOADERS names a folder with one loader per folder, `*/libvulkan.so.1`. Every comparison
with a real loader then runs with each of them too; without the variable the two of
tests/framework/reference.py are all.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from tests.framework.reference import (
    RealLoader,
    chromium_loader,
    debian_loader,
    loader_at,
)

VARIABLE = "VKCONFIG_PY_LOADERS"
# A browser takes its loader from the main branch, some commits after the release that the headers
# name. These builds have what the history of the loader puts into the next release: implicit
# layers whatever their API version, VK_LUNARG_direct_driver_loading.
AHEAD = {(1, 3, 227): (1, 3, 228), (1, 3, 240): (1, 3, 241)}
BOTH = ("debian", "chromium")


def list_loader_names() -> tuple[str, ...]:
    """Return the names of all reference loaders; nothing is started to tell them."""
    return (*BOTH, *_map_libraries())


def find_loader(name: str) -> RealLoader:
    """Return a reference loader with the profile of the version that it reports."""
    if name == "debian":
        return debian_loader()
    if name == "chromium":
        return chromium_loader()
    loader = loader_at(_map_libraries()[name], name)
    behaves_as = AHEAD.get(loader.version, loader.version)
    return loader._replace(profile=loader.profile._replace(version=behaves_as))


def list_loaders() -> tuple[RealLoader, ...]:
    """Return every reference loader, the oldest first."""
    return tuple(sorted(map(find_loader, list_loader_names()), key=lambda loader: loader.version))


@cache
def _map_libraries() -> dict[str, str]:
    folder = os.environ.get(VARIABLE, "")
    libraries = sorted(Path(folder).glob("*/libvulkan.so.1"), key=_make_sort_key) if folder else []
    return {path.parent.name: str(path) for path in libraries}


def _make_sort_key(path: Path) -> tuple[tuple[bool, int, str], ...]:
    parts = path.parent.name.split(".")
    return tuple(
        (not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts
    )
