"""Values of the loader's JSON reader as Python's own."""

from __future__ import annotations

from typing import Any

from vkconfig_py.loader.json.decode import Members


def convert_objects(value: Any) -> Any:
    """Return dictionaries for objects, each key with its first value."""
    if isinstance(value, Members):
        return {key: convert_objects(inner) for key, inner in value.first().items()}
    return [convert_objects(inner) for inner in value] if isinstance(value, list) else value
