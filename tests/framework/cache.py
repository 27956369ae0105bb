"""Where the tests keep what is costly to make: the project's .cache folder, which git ignores."""

from __future__ import annotations

from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


def cache_folder(name: str) -> Path:
    """Return a folder of the cache; it exists afterwards."""
    folder = PROJECT / ".cache" / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder
