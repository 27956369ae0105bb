"""A device as a JSON document, to be copied or written to a file. No Qt."""

from __future__ import annotations

import json
import re

from vkconfig_py.loader.records import Any
from vkconfig_py.loader.wire import encode
from vkconfig_py.model.device_words import driver_version, version_text
from vkconfig_py.model.probed import DeviceDetail

FORMAT = 1


def device_json(detail: DeviceDetail) -> str:
    """Return everything that is known of a device; its keys are a public contract."""
    device = detail.summary
    document: dict[str, Any] = {
        "format": FORMAT,
        **encode(device),
        "api_version": version_text(device.api_version),
        "driver_version": driver_version(device),
        "driver_version_packed": device.driver_version,
        "vendor_id": f"{device.vendor_id:#06x}",
        "device_id": f"{device.device_id:#06x}",
        "extensions": {one.name: one.spec_version for one in device.extensions},
        "order": list(detail.why),
    }
    if detail.dump is not None:
        document["all"] = detail.dump
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def file_name(detail: DeviceDetail) -> str:
    """Return a name for the file: "amd-radeon-rx-7800-xt.json"."""
    name = re.sub(r"[^a-z0-9]+", "-", detail.summary.name.partition(" (")[0].casefold())
    return f"{name.strip('-') or 'device'}.json"
