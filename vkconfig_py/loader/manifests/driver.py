"""DriverManifest: one driver (ICD) manifest as the loader understands it."""

from __future__ import annotations

from typing import NamedTuple


class DriverManifest(NamedTuple):
    """What a driver manifest says.

    Attributes:
        library: library_path resolved against the manifest's folder (reference B.1).
        api_version: (variant, major, minor, patch).
    """

    file: str
    file_version: str
    library_path: str
    library: str
    api_version: tuple[int, int, int, int]
    portability: bool = False
    library_arch: str = ""
