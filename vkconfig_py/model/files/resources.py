"""Access to resources/: text(name) and path(name).

In a checkout `resources/` is next to the package. In a wheel it is inside it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def find_resources_folder() -> Path:
    """Return the resources folder of this installation."""
    package = Path(__file__).resolve().parents[2]
    packaged_folder = package / "resources"
    return packaged_folder if packaged_folder.is_dir() else package.parent / "resources"


def find_resource(name: str) -> Path:
    """Return the path of a resource such as "icons/plus.svg"."""
    return find_resources_folder() / name


def read_resource_text(name: str) -> str:
    return find_resource(name).read_text(encoding="utf-8")
