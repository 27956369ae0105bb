"""Manifests with valid defaults: a test says only what is special."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

OVERRIDE = "VK_LAYER_LUNARG_override"


def driver_document(library: str, /, **icd: Any) -> dict[str, Any]:
    """Return a driver manifest; keywords replace members of "ICD", None removes one."""
    members = {"library_path": library, "api_version": "1.3.0", **icd}
    return {"file_format_version": "1.0.1", "ICD": _without_none(members)}


def layer_document(
    *layers: dict[str, Any], file_format_version: str | None = "1.2.0"
) -> dict[str, Any]:
    """Return a layer manifest with one layer, or with a "layers" array of several."""
    head = _without_none({"file_format_version": file_format_version})
    return {**head, "layer": layers[0]} if len(layers) == 1 else {**head, "layers": list(layers)}


def explicit_layer(name: str, library: str, /, **layer: Any) -> dict[str, Any]:
    """Return the layer object of an explicit layer."""
    return _without_none(
        {
            "name": name,
            "type": "GLOBAL",
            "library_path": library,
            "api_version": "1.3.0",
            "implementation_version": "1",
            "description": f"test layer {name}",
            **layer,
        }
    )


def implicit_layer(name: str, library: str, /, **layer: Any) -> dict[str, Any]:
    """Return the layer object of an implicit layer, DISABLE_<name> turns it off."""
    return explicit_layer(
        name, library, **{"disable_environment": {f"DISABLE_{name}": "1"}, **layer}
    )


def meta_layer(name: str, components: Sequence[str], /, **layer: Any) -> dict[str, Any]:
    """Return the layer object of an explicit meta-layer."""
    return explicit_layer(
        name, "", **{"library_path": None, "component_layers": list(components), **layer}
    )


def override_layer(components: Sequence[str] = (), /, **layer: Any) -> dict[str, Any]:
    """Return the layer object of an override, as the recipe writes it."""
    members = {
        "api_version": "1.0.0",
        "blacklisted_layers": [],
        "disable_environment": {f"DISABLE_{OVERRIDE}": "1"},
        **layer,
    }
    return meta_layer(OVERRIDE, components, **members)


def _without_none(members: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in members.items() if value is not None}


def list_layers(content: bytes | str) -> list[dict[str, Any]]:
    """The layers of a manifest, written as `layer` or as `layers`."""
    document = json.loads(content)
    return [document["layer"]] if "layer" in document else list(document["layers"])
