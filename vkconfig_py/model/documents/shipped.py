"""How a built-in configuration stands to what is shipped; built_in.py reads that."""

from __future__ import annotations

from collections.abc import Iterable

from vkconfig_py.model.documents.configuration import Configuration


def find_shipped(shipped: Iterable[Configuration], key: str) -> Configuration | None:
    """Return the built-in configuration of a key as it is shipped."""
    return next((one for one in shipped if one.key == key), None)


def is_edited(configuration: Configuration, shipped: Iterable[Configuration]) -> bool:
    """Tell whether a built-in configuration is not as it is shipped."""
    original = find_shipped(shipped, configuration.key)
    return original is not None and configuration != original


def is_outdated(configuration: Configuration, shipped: Iterable[Configuration]) -> bool:
    """Tell whether an edited built-in configuration was made from an older one than is shipped."""
    original = find_shipped(shipped, configuration.key)
    return original is not None and configuration.built_in < original.built_in
