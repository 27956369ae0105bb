"""From the answers of probes to what rows and inspector show of a report. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from vkconfig_py.loader.probe.devices import DeviceSummary
from vkconfig_py.loader.probe.jobs import ChainAnswer, DriverAnswer, LayerAnswer
from vkconfig_py.loader.probe.jobs import Health as Found
from vkconfig_py.loader.records import Any, NamedTuple
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.model.device_words import driver_text, kind_of, tell_place, version_text
from vkconfig_py.model.probe_words import (
    chain_failure,
    chain_sentence,
    driver_detail,
    driver_health,
    entered,
    layer_detail,
    layer_health,
)
from vkconfig_py.model.probed import (
    Detail,
    Details,
    DeviceDetail,
    Health,
    ProbeAnswers,
    Probed,
    SeenDevice,
    Tapped,
)

PLACE_UNKNOWN = "Its place among all devices is known when everything was probed together."


class Dated(NamedTuple):
    """An answer and when it was given, in seconds since the epoch.

    Attributes:
        answer: None where a chain gave none.
        health: of a chain; drivers and layers have theirs in the answer.
    """

    answer: Any
    when: float
    health: Found = Found()


class Kept(NamedTuple):
    """The answers that hold for a report.

    Attributes:
        drivers: by their manifests.
        layers: by their names.
        chain: of the chain as the report predicts it.
    """

    drivers: Mapping[str, Dated] = MappingProxyType({})
    layers: Mapping[str, Dated] = MappingProxyType({})
    chain: Dated | None = None


def tell_answers(report: LoaderReport, kept: Kept) -> ProbeAnswers:
    """Return what was found of the drivers and layers of a report."""
    chain: ChainAnswer | None = kept.chain.answer if kept.chain else None
    ordered = chain.devices if chain and not isinstance(chain.devices, str) else ()
    health: dict[str, Health] = {}
    subjects: dict[str, Detail] = {}
    seen: dict[str, tuple[SeenDevice, ...]] = {}
    devices: dict[str, DeviceDetail] = {}
    for key, found in _drivers(report, kept):
        answer: DriverAnswer = found.answer
        health[key] = driver_health(answer, found.when)
        subjects[key] = driver_detail(answer)
        own = [_owned(one, key, answer) for one in answer.devices]
        rows = [_seen(key, number, one, ordered) for number, one in enumerate(own)]
        seen[key] = tuple(rows)
        for row, one in zip(rows, own, strict=True):
            devices[row.key] = _device_detail(report, row, one, ordered)
    passages = chain.passages if chain else ()
    for key, found in _layers(report, kept):
        layer: LayerAnswer = found.answer
        health[key] = layer_health(layer, found.when)
        subjects[key] = layer_detail(layer, passages, key.partition(":")[2])
    return ProbeAnswers(
        Probed(health, seen, _tapped(report, kept.chain)), Details(subjects, devices)
    )


def _drivers(report: LoaderReport, kept: Kept) -> Iterator[tuple[str, Dated]]:
    for driver in report.drivers:
        found = kept.drivers.get(driver.file)
        if found is not None:
            yield f"driver:{driver.file}", found


def _layers(report: LoaderReport, kept: Kept) -> Iterator[tuple[str, Dated]]:
    for name in dict.fromkeys(found.name for found in report.found if found.manifest):
        layer = kept.layers.get(name)
        if layer is not None:
            yield f"layer:{name}", layer


def _tapped(report: LoaderReport, found: Dated | None) -> Tapped | None:
    if found is None:
        return None
    predicted = tuple(active.manifest.name for active in report.callstack)
    chain: ChainAnswer | None = found.answer
    if chain is None:  # nothing is known of the order
        return Tapped(predicted, predicted, chain_failure(found.health), found.when)
    met = entered(chain)
    return Tapped(predicted, met, chain_sentence(chain, met, predicted), found.when)


def _owned(device: DeviceSummary, key: str, answer: DriverAnswer) -> DeviceSummary:
    """Return a device with the driver that it was asked of."""
    return device._replace(driver=key.partition(":")[2], library=answer.library)


def _seen(
    driver: str, number: int, device: DeviceSummary, ordered: Sequence[DeviceSummary]
) -> SeenDevice:
    return SeenDevice(
        key=f"device:{driver.partition(':')[2]}#{number + 1}",
        name=device.name,
        kind=kind_of(device),
        api_version=version_text(device.api_version),
        driver_version=driver_text(device),
        place=_place(device, number, ordered),
    )


def _place(device: DeviceSummary, number: int, ordered: Sequence[DeviceSummary]) -> int:
    """Return the place among all devices; twins of one driver stand in its own order."""
    same = [place for place, one in enumerate(ordered, 1) if _is_same(one, device)]
    return same[min(number, len(same) - 1)] if same else 0


def _is_same(listed: DeviceSummary, device: DeviceSummary) -> bool:
    """Return whether both are one device.

    A program that asks for Vulkan 1.0 is told less than a probe of the driver alone, and layers can
    hide whose a device is: what one of the two does not know decides nothing.
    """
    pairs = (
        (listed.driver, device.driver),
        (listed.device_uuid, device.device_uuid),
        (listed.pci, device.pci),
    )
    known = all(one == other for one, other in pairs if one and other)
    return known and listed.name == device.name


def _device_detail(
    report: LoaderReport,
    row: SeenDevice,
    device: DeviceSummary,
    ordered: Sequence[DeviceSummary],
) -> DeviceDetail:
    if not row.place:
        return DeviceDetail(device, (PLACE_UNKNOWN,))
    return DeviceDetail(device, tell_place(ordered, row.place, dict(report.host.environment)))
