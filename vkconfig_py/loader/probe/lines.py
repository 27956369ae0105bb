"""One message of a child on its private descriptor: JSON on a line of its own."""

from __future__ import annotations

import json
import os

from vkconfig_py.loader.records import Any


def write_message(descriptor: int, message: dict[str, Any]) -> None:
    """Write a message; a library may have left a line of its own without an end."""
    data = b"\n" + json.dumps(message).encode() + b"\n"
    while data:
        data = data[os.write(descriptor, data) :]
