"""JSON keys that a probe adds to a report: health, devices, extensions, observed calls."""

from __future__ import annotations

from vkconfig_py.loader.api.report_json import NUMBERS, extensions_to_json
from vkconfig_py.loader.base.codec import Form, Member, Schema, decode, encode, or_text
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.wire.jobs import Health, Stage, Timing
from vkconfig_py.loader.wire.results import Probed, ProbeResults


def uuid_text(digits: str) -> str:
    """Return 32 hexadecimal digits in groups: 8-4-4-4-12."""
    if len(digits) != 32:
        return digits
    # The loader logs device configurations in the same groups.
    parts = digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]
    return "-".join(parts)


def _read_seconds(raw: Any) -> tuple[Timing, ...]:
    seconds = decode(dict[str, float], raw)
    return tuple(Timing(Stage(stage), taken) for stage, taken in seconds.items())


LIBRARY = Schema(Probed, "subject", "manifest", "name")
# Follows the members of its library.
HEALTH = Schema(
    Health,
    "state",
    "step",
    "code",
    "detail",
    seconds=Member(
        "seconds",
        Form(lambda timings: {one.stage.value: one.seconds for one in timings}, _read_seconds),
    ),
    stack="stack",
    output="output",
)
DEVICE = Schema(
    DeviceSummary,
    *DeviceSummary._fields,
    api_version=Member("api_version", NUMBERS),
    # VkPhysicalDeviceIDProperties::deviceUUID
    uuid=Member(get=lambda device: uuid_text(device.device_uuid)),
)
DEVICES = or_text(Form(lambda devices: list(map(DEVICE.write, devices)), DEVICE.read_all))


def probed_to_json(report: LoaderReport) -> dict[str, Any]:
    """Return the JSON keys that a probe adds."""
    results = report.probed
    assert results is not None
    found: dict[str, Any] = {"health": []}
    if results.refusal:
        return {**found, "probe_refusal": results.refusal}
    found["health"] = [_probed_to_json(one) for one in (*results.drivers, *results.layers)]
    if results.chain is not None:
        found["health"].append(_probed_to_json(results.chain))
    if report.extensions is not None:
        found["extensions"] = extensions_to_json(report.extensions)
    if report.devices is not None:
        found["devices"] = DEVICES.write(report.devices)
    answer = results.chain_answer
    found["passages"] = [] if answer is None else encode(answer.passages)
    found["differences"] = encode(report.differences)
    return found


def _probed_to_json(probed: Probed) -> dict[str, Any]:
    health = HEALTH.write(probed.health)
    return {**LIBRARY.write(probed), **health, "remembered": probed.remembered}


def devices_to_json(
    devices: tuple[DeviceSummary, ...], results: ProbeResults
) -> list[dict[str, Any]]:
    """Return the devices as JSON, with everything that a dump told of them under "all"."""
    found = list(map(DEVICE.write, devices))
    if results.dump is not None:
        for one, dump in zip(found, results.dumps_of(devices), strict=True):
            one["all"] = dump
    return found
