"""Our own explicit meta-layer as text: the chain of one launch on loaders up to 1.3.246."""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.model.writers.manifests import clean_description, render_manifest

CHAIN_NAME = "VK_LAYER_VKCONFIG_PY_chain"
CHAIN_FILE = "chain.json"


def render_chain(title: str, components: Sequence[str], api_version: str) -> bytes:
    """Return the manifest of the chain meta-layer."""
    return render_manifest(
        [
            {
                "name": CHAIN_NAME,
                "type": "GLOBAL",
                "api_version": api_version,
                "implementation_version": "1",
                "description": clean_description(f"vkconfig-py: {title}"),
                "component_layers": list(components),
            }
        ]
    )
