"""The user's collection of layers to and from JSON; unknown members survive."""

from __future__ import annotations

from vkconfig_py.loader.own_files import check_format
from vkconfig_py.model.documents.members import (
    Object,
    as_flag,
    as_object,
    as_text,
    each,
    parse_json,
    unknown,
)
from vkconfig_py.model.documents.workspace import Source

COLLECTION_FORMAT = 1
_SOURCE = frozenset(Source._fields) - {"extra"}


def collection_to_document(collection: tuple[Source, ...]) -> Object:
    """Return a collection as JSON members."""
    return {
        "format": COLLECTION_FORMAT,
        "sources": [
            {
                "path": source.path,
                "implicit": source.implicit,
                "enabled": source.enabled,
                "without": list(source.without),
                **{name: value for name, value in source.extra if name not in _SOURCE},
            }
            for source in collection
        ],
    }


def parse_collection(content: bytes) -> tuple[Source, ...]:
    """Read a collection file.

    Raises:
        DocumentError: it cannot be understood; the sentence names the member.
    """
    document = parse_json(content)
    check_format(document, COLLECTION_FORMAT)
    return each(document, "sources", _source)


def _source(value: object, place: str) -> Source:
    source = as_object(value, place)
    return Source(
        path=as_text(source.get("path"), f"{place}.path"),
        implicit=as_flag(source.get("implicit", False), f"{place}.implicit"),
        enabled=as_flag(source.get("enabled", True), f"{place}.enabled"),
        without=each(source, "without", as_text, f"{place}."),
        extra=unknown(source, _SOURCE),
    )
