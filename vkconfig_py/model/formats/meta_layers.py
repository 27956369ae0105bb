"""Meta-layer manifests as text: the override, and the chain of one launch."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME

FORMAT_VERSION = "1.1.2"
_HALF = re.compile("[\ud800-\udc7f\udd00-\udfff]")
DESCRIPTION_LIMIT = 200  # the loader drops a layer whose description needs 255 bytes


def render_manifest(layers: Sequence[dict[str, Any]]) -> bytes:
    """A manifest with a `layers` array.

    Paths that are not UTF-8 go out as the bytes they are, since app_keys are compared so.
    """
    document = {"file_format_version": FORMAT_VERSION, "layers": list(layers)}
    text = json.dumps(document, indent=2, ensure_ascii=False)
    return encode_text(text + "\n")


def encode_text(text: str) -> bytes:
    """The bytes of a text; those that were none come out as they were read.

    Half of a character, as JSON can spell it, is neither: it becomes the replacement character.
    """
    return _HALF.sub("\ufffd", text).encode("utf-8", "surrogateescape")


def clean_description(text: str) -> str:
    """A text that fits a description: no control characters, short in bytes."""
    plain = "".join(char for char in text if char.isprintable())
    short = plain.encode("utf-8", "ignore")[:DESCRIPTION_LIMIT].decode("utf-8", "ignore")
    return short.replace('"', "'").replace("\\", "/")


CHAIN_NAME = "VK_LAYER_VKCONFIG_PY_chain"
CHAIN_FILE = "chain.json"


def render_chain(title: str, components: Sequence[str], api_version: str) -> bytes:
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


DISABLE_OVERRIDE = f"DISABLE_{OVERRIDE_NAME}"
OWNER = "vkconfig-py"


class OverrideLayer(NamedTuple):
    """One override: what it turns on and off, and for which programs.

    Attributes:
        override_paths: () leaves the key out, so that the normal places are searched.
        app_keys: () leaves the key out: every program.
        library_arch: "32" or "64" for programs of that word size alone; "" for all.
    """

    title: str
    api_version: str
    components: tuple[str, ...]
    blacklist: tuple[str, ...] = ()
    override_paths: tuple[str, ...] = ()
    app_keys: tuple[str, ...] = ()
    disable_variable: str = DISABLE_OVERRIDE
    library_arch: str = ""


def render_override(overrides: Sequence[OverrideLayer]) -> bytes:
    """The manifest that holds these overrides.

    Keys are made cumulative here: every override also lists the keys of those before it. An
    override whose key was served before is removed for that program; one that does not list it
    would stay and leak into the program (loader.c, remove_all_non_valid_override_layers). Keys
    served before come first: after a removal the loader goes on at the same index in the entry
    that moved up, and must find the same key there.
    """
    served: list[str] = []
    layers = []
    for override in overrides:
        keys = list(dict.fromkeys([*served, *override.app_keys])) if override.app_keys else []
        layers.append(_layer(override, keys))
        served.extend(key for key in override.app_keys if key not in served)
    return render_manifest(layers)


def describe(title: str) -> str:
    return clean_description(f"{OWNER}: {title}")


def _layer(override: OverrideLayer, keys: list[str]) -> dict[str, Any]:
    layer: dict[str, Any] = {
        "name": OVERRIDE_NAME,
        "type": "GLOBAL",
        **({"library_arch": override.library_arch} if override.library_arch else {}),
        "api_version": override.api_version,
        "implementation_version": "1",
        "description": describe(override.title),
        "component_layers": list(override.components),
        "blacklisted_layers": list(override.blacklist),
    }
    if override.override_paths:
        layer["override_paths"] = list(override.override_paths)
    if keys:
        layer["app_keys"] = keys
    layer["disable_environment"] = {override.disable_variable: "1"}
    return layer
