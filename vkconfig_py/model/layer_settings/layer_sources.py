"""What is known of layers by their names: what they do, who makes them, their packages."""

from __future__ import annotations

import json
from enum import StrEnum
from functools import cache
from typing import Any

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.files import resources

LAYER_SOURCES_FILE = "layer_sources.json"


class PictureUse(StrEnum):
    """What a layer does with the picture that a program shows."""

    DRAWS = "DRAWS"  # over it
    CHANGES = "CHANGES"
    CAPTURES = "CAPTURES"


def find_picture_use(layer: str) -> PictureUse | None:
    """Return what a layer does with the picture, None if it leaves it alone or is not known."""
    source = _find_source(layer)
    use = source.get("picture") if source else None
    return PictureUse(use) if use else None


def describe_source(layer: str) -> tuple[str, ...]:
    """Return what a layer does with its maker, then a line for each package, () if not known."""
    sources = _read_sources()
    source = _find_source(layer)
    if source is None:
        return ()
    purpose, maker, page = tr(source["purpose"]), source["maker"], source["page"]
    lines = [tr("{purpose} By {maker}: {page}", purpose=purpose, maker=maker, page=page)]
    for tool, package in source.get("packages", {}).items():
        distribution = sources["distributions"][tool]
        command = f"{distribution['command']} {package}"
        lines.append(
            tr("{distribution}: {command}", distribution=distribution["name"], command=command)
        )
    return tuple(lines)


def _find_source(layer: str) -> dict[str, Any] | None:
    """Return what is known of a layer, or None."""
    sources = _read_sources()["layers"]
    return next((source for name, source in sources.items() if layer.startswith(name)), None)


@cache
def _read_sources() -> dict[str, Any]:
    """Return the content of resources/layer_sources.json."""
    content: dict[str, Any] = json.loads(
        resources.find_resource(LAYER_SOURCES_FILE).read_text(encoding="utf-8")
    )
    return content
