"""Numbered upgrades of the configuration file's format.

A step n turns a document of format n into one of format n + 1. Steps are never changed once
released; a reader applies those that are missing, in order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

FORMAT = 2

Step = Callable[[dict[str, Any]], dict[str, Any]]


class FormatError(ValueError):
    """A document's format number is not one that this version can read."""

    def __init__(self, found: object) -> None:
        self.found = found
        self.is_newer = isinstance(found, int) and found > FORMAT
        super().__init__(
            f'"format" is {found}, written by a newer version of this program'
            if self.is_newer
            else f'"format" must be a number from 0 to {FORMAT}'
        )


def _add_arrays(document: dict[str, Any]) -> dict[str, Any]:
    """Format 0 is a document written by hand: members may be left out."""
    empty: dict[str, Any] = {"layers": [], "drivers": [], "sources": [], "environment": []}
    return {**empty, **document}


def _add_nothing(document: dict[str, Any]) -> dict[str, Any]:
    """Format 1 knew neither settings of layers nor programs nor devices: what is left out is none.

    Its "sources" belong to every configuration now; who reads the whole folder moves them.
    """
    return document


STEPS: Mapping[int, Step] = MappingProxyType({0: _add_arrays, 1: _add_nothing})


def migrate(document: dict[str, Any]) -> dict[str, Any]:
    """Return the document in the present format.

    Raises:
        FormatError: it is newer than this program, or its number is no number.
    """
    found = document.get("format", 0)
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= FORMAT:
        raise FormatError(found)
    for number in range(found, FORMAT):
        document = {**STEPS[number](document), "format": number + 1}
    return document
