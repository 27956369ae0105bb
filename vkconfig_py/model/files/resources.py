"""Access to resources/: text(name) and path(name).

In a checkout `resources/` is next to the package. In a wheel it is inside it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def folder() -> Path:
    """Return the resources folder of this installation."""
    package = Path(__file__).resolve().parents[2]
    inside = package / "resources"
    return inside if inside.is_dir() else package.parent / "resources"


def path(name: str) -> Path:
    """Return the path of a resource such as "icons/plus.svg"."""
    return folder() / name


def text(name: str) -> str:
    return path(name).read_text(encoding="utf-8")
