"""A device as a JSON document, to be copied or written to a file. No Qt."""

from __future__ import annotations

import json
import re

from vkconfig_py.loader.probe.json_values import device_to_json
from vkconfig_py.model.probing.probed import DeviceDetail


def device_json(detail: DeviceDetail) -> str:
    """Return what `vkconfig-py devices --json` says of a device, and why it stands at its place."""
    document = {**device_to_json(detail.summary), "order": list(detail.why)}
    if detail.dump is not None:
        document["all"] = detail.dump
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def file_name(detail: DeviceDetail) -> str:
    """Return a name for the file: "amd-radeon-rx-7800-xt.json"."""
    name = re.sub(r"[^a-z0-9]+", "-", detail.summary.name.partition(" (")[0].casefold())
    return f"{name.strip('-') or 'device'}.json"
