"""JSON keys that a probe adds to a report: health, devices, extensions, observed calls."""

from __future__ import annotations

from vkconfig_py.loader.base.codec import encode
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.results import Probed, ProbeResults


def probed_to_json(report: LoaderReport) -> dict[str, Any]:
    """Return the JSON keys that a probe adds."""
    results = report.probed
    assert results is not None
    found: dict[str, Any] = {"health": []}
    if results.refusal:
        return {**found, "probe_refusal": results.refusal}
    found["health"] = [health_to_json(one) for one in (*results.drivers, *results.layers)]
    if results.chain is not None:
        found["health"].append(health_to_json(results.chain))
    if report.extensions is not None:
        found["extensions"] = _list(report.extensions, _extension_to_json)
    if report.devices is not None:
        found["devices"] = _list(report.devices, device_to_json)
    answer = results.chain_answer
    found["passages"] = [] if answer is None else encode(answer.passages)
    found["differences"] = encode(report.differences)
    return found


def health_to_json(probed: Probed) -> dict[str, Any]:
    """Return the probe result of one library as JSON."""
    health = probed.health
    return {
        "subject": probed.subject.value,
        "manifest": probed.manifest,
        "name": probed.name,
        "state": health.state.value,
        "step": health.step,
        "code": health.code,
        "detail": health.detail,
        "seconds": {timing.stage.value: timing.seconds for timing in health.seconds},
        "stack": list(health.stack),
        "output": health.output,
        "remembered": probed.remembered,
    }


def device_to_json(device: DeviceSummary) -> dict[str, Any]:
    """Return a device as JSON; "uuid" is VkPhysicalDeviceIDProperties::deviceUUID."""
    found = encode(device)
    found["uuid"] = uuid_text(device.device_uuid)
    found["api_version"] = ".".join(map(str, device.api_version))
    return {**found}


def devices_to_json(
    devices: tuple[DeviceSummary, ...], results: ProbeResults
) -> list[dict[str, Any]]:
    """Return the devices as JSON, with everything that a dump told of them under "all"."""
    found = [device_to_json(device) for device in devices]
    if results.dump is not None:
        for one, dump in zip(found, results.dumps_of(devices), strict=True):
            one["all"] = dump
    return found


def uuid_text(digits: str) -> str:
    """Return 32 hexadecimal digits in groups: 8-4-4-4-12."""
    if len(digits) != 32:
        return digits
    # The loader logs device configurations in the same groups.
    parts = digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]
    return "-".join(parts)


def _extension_to_json(extension: tuple[str, int]) -> dict[str, Any]:
    return {"name": extension[0], "spec_version": extension[1]}


def _list(value: Any, convert: Any) -> Any:
    return value if isinstance(value, str) else [convert(one) for one in value]
