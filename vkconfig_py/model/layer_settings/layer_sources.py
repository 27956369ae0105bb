"""Where layers that are not installed come from: what they do, who makes them, their packages."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from vkconfig_py.language.sentences import tr
from vkconfig_py.model.files import resources

LAYER_SOURCES_FILE = "layer_sources.json"


def describe_source(layer: str) -> tuple[str, ...]:
    """Return what a layer does with its maker, then a line for each package, () if not known."""
    sources = _read_sources()
    source = next(
        (source for name, source in sources["layers"].items() if layer.startswith(name)), None
    )
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


@cache
def _read_sources() -> dict[str, Any]:
    """Return the content of resources/layer_sources.json."""
    content: dict[str, Any] = json.loads(
        resources.find_resource(LAYER_SOURCES_FILE).read_text(encoding="utf-8")
    )
    return content
