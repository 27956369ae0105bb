"""Meta-layer manifests as text: stable key order, two spaces, one final newline."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

FORMAT_VERSION = "1.1.2"
_HALF = re.compile("[\ud800-\udc7f\udd00-\udfff]")
DESCRIPTION_LIMIT = 200  # the loader drops a layer whose description needs 255 bytes


def render_manifest(layers: Sequence[dict[str, Any]]) -> bytes:
    """Return a manifest with a `layers` array.

    Paths that are not UTF-8 go out as the bytes they are, since app_keys are compared so.
    """
    document = {"file_format_version": FORMAT_VERSION, "layers": list(layers)}
    text = json.dumps(document, indent=2, ensure_ascii=False)
    return encode_text(text + "\n")


def encode_text(text: str) -> bytes:
    """Return the bytes of a text; those that were none come out as they were read.

    Half of a character, as JSON can spell it, is neither: it becomes the replacement character.
    """
    return _HALF.sub("\ufffd", text).encode("utf-8", "surrogateescape")


def clean_description(text: str) -> str:
    """Return a text that fits a description: no control characters, short in bytes."""
    plain = "".join(char for char in text if char.isprintable())
    short = plain.encode("utf-8", "ignore")[:DESCRIPTION_LIMIT].decode("utf-8", "ignore")
    return short.replace('"', "'").replace("\\", "/")
