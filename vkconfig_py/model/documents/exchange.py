"""Configurations as files that travel: what is exported, and how one is read."""

from __future__ import annotations

from pathlib import PurePath

from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.documents.configuration_file import (
    configuration_from_document,
    configuration_to_document,
)
from vkconfig_py.model.documents.members import DocumentError, parse_json, render_json

_HERE_ONLY = frozenset({"key", "built_in"})
_LONGEST = 60  # characters of a file name: of four bytes each they are still a name everywhere


def export_configuration(configuration: Configuration) -> bytes:
    """Return a configuration without what means something on this machine alone."""
    document = configuration_to_document(configuration)
    for layer in document["layers"]:
        del layer["manifest"]  # where it was last seen here
    return render_json({k: v for k, v in document.items() if k not in _HERE_ONLY})


def read_exported(content: bytes, path: str) -> Configuration:
    """Read a configuration file of this program; one without a name has that of the file.

    Raises:
        DocumentError: it is none.
    """
    document = parse_json(content)
    if not {"format", "layers", "name"} & document.keys():
        raise DocumentError("it is not a configuration of this program")
    named = {"name": PurePath(path).stem, **document}
    return configuration_from_document(named, "imported")


def file_name(configuration: Configuration) -> str:
    """Return a name for the file of a configuration that every system accepts."""
    kept = "".join(
        char if char.isprintable() and char not in '/\\:*?"<>|' else "_"
        for char in configuration.name
    )
    return (kept.strip(" .")[:_LONGEST] or "configuration") + ".json"
