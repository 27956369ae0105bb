"""From the results of probes to what rows and inspector show of a report. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vkconfig_py.loader.probe.devices import DeviceSummary
from vkconfig_py.loader.probe.jobs import ChainAnswer, DriverAnswer, LayerAnswer, State
from vkconfig_py.loader.probe.results import Probed as Result
from vkconfig_py.loader.probe.results import ProbeResults
from vkconfig_py.loader.probed import predict_devices, with_probe
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.verdicts import Verdict
from vkconfig_py.model.devices.matching import entry_of
from vkconfig_py.model.probing.device_words import driver_text, kind_of, tell_place, version_text
from vkconfig_py.model.probing.elsewhere import chain_tried_with, knows_order, tried_with
from vkconfig_py.model.probing.probed import (
    OTHER_CHAIN,
    Detail,
    Details,
    DeviceDetail,
    Health,
    ProbeAnswers,
    Probed,
    SeenDevice,
    Tapped,
)
from vkconfig_py.model.probing.words import (
    chain_failure,
    chain_sentence,
    driver_detail,
    driver_health,
    entered,
    layer_detail,
    layer_health,
)


def tell_answers(report: LoaderReport, results: ProbeResults) -> ProbeAnswers:
    """Return what was found of the drivers and layers of a report that rests on files."""
    chain = results.chain_answer
    chain_with = chain_tried_with(results.chain.others, report) if results.chain else ""
    order = _Order(report, _with_known_order(results), chain_with)
    health: dict[str, Health] = {}
    subjects: dict[str, Detail] = {}
    seen: dict[str, tuple[SeenDevice, ...]] = {}
    devices: dict[str, DeviceDetail] = {}
    for key, found in _drivers(report, results):
        answer = found.answer if isinstance(found.answer, DriverAnswer) else None
        answer = answer or DriverAnswer(found.health)
        health[key] = _dated(driver_health(answer, found.when), found, report)
        subjects[key] = driver_detail(answer)
        own = [_owned(one, key, answer) for one in answer.devices]
        rows = [_seen(key, number, one, order) for number, one in enumerate(own)]
        seen[key] = tuple(rows)
        for row, one, dump in zip(rows, own, results.dumps_of(own), strict=True):
            devices[row.key] = DeviceDetail(one, order.why(row), dump)
    for key, found in _layers(report, results):
        layer = found.answer if isinstance(found.answer, LayerAnswer) else None
        layer = layer or LayerAnswer(found.health)
        health[key] = _dated(layer_health(layer, found.when), found, report)
        passages = chain.passages if chain else ()
        detail = layer_detail(layer, passages, key.partition(":")[2])
        subjects[key] = detail._replace(taps_with=chain_with)
    tapped = _tapped(report, results.chain, chain)
    return ProbeAnswers(Probed(health, seen, tapped), Details(subjects, devices))


def _dated(health: Health, found: Result, report: LoaderReport) -> Health:
    """Return a health with what was different when it was found out."""
    return health._replace(tried_with=tried_with(found.others, report))


def _with_known_order(results: ProbeResults) -> ProbeResults:
    """Return the results without a chain that says nothing of the devices of now."""
    chain = results.chain
    known = chain is None or knows_order(chain.others)
    return results if known else results._replace(chain=None)


def _drivers(report: LoaderReport, results: ProbeResults) -> Iterator[tuple[str, Result]]:
    known = _known({one.manifest: one for one in results.drivers})
    for driver in report.drivers:
        if driver.file in known:
            yield f"driver:{driver.file}", known[driver.file]


def _layers(report: LoaderReport, results: ProbeResults) -> Iterator[tuple[str, Result]]:
    known = _known({one.name: one for one in results.layers})
    for name in dict.fromkeys(found.name for found in report.found if found.manifest):
        if name in known:
            yield f"layer:{name}", known[name]


def _known(results: Mapping[str, Result]) -> dict[str, Result]:
    """Return those that were really tried."""
    return {name: one for name, one in results.items() if one.health.state is not State.NOT_PROBED}


def _tapped(report: LoaderReport, found: Result | None, chain: ChainAnswer | None) -> Tapped | None:
    if found is None or found.health.state is State.NOT_PROBED:
        return None
    other = chain_tried_with(found.others, report)
    predicted = tuple(active.manifest.name for active in report.callstack)
    if OTHER_CHAIN in other:
        predicted = found.layers
    if chain is None:  # nothing is known of the order
        said = chain_failure(found.health)
        return Tapped(predicted, predicted, said, found.when, other, failed=True)
    met = entered(chain)
    return Tapped(predicted, met, chain_sentence(chain, met, predicted), found.when, other)


class _Order:
    """The order in which programs get the devices, and why."""

    def __init__(self, report: LoaderReport, results: ProbeResults, tried_with: str) -> None:
        self.tried_with = tried_with if results.chain is not None else ""
        merged = with_probe(report, results)
        configured = report.foundation.device_configurations is not None
        if configured and results.chain_answer is None:
            merged = predict_devices(report, results)
        self._report = merged
        listed = merged.devices
        self._listed: Sequence[DeviceSummary] = (
            listed if listed is not None and not isinstance(listed, str) else ()
        )

    def place(self, device: DeviceSummary, number: int) -> int:
        """Return the 1-based place of a device, 0 if it has none.

        Twins of one driver stand in its own order; `number` is the place in that.
        """
        same = [place for place, one in enumerate(self._listed, 1) if _is_same(one, device)]
        return same[min(number, len(same) - 1)] if same else 0

    def why(self, row: SeenDevice) -> tuple[str, ...]:
        """Return why a device stands at its place, one sentence per step."""
        return tell_place(
            row.place, [one.name for one in self._listed], self._verdict(row), self._report
        )

    def _verdict(self, row: SeenDevice) -> Verdict | None:
        """Return the verdict on a device; one that programs do not get is known by its name."""
        found = self._report.found_devices
        if row.place:
            return next((one.verdict for one in found if one.position == row.place - 1), None)
        missing = (one for one in found if one.position < 0)
        return next((one.verdict for one in missing if one.device.name == row.name), None)


def _owned(device: DeviceSummary, key: str, answer: DriverAnswer) -> DeviceSummary:
    """Return a device with the driver that it was asked of."""
    return device._replace(driver=key.partition(":")[2], library=answer.library)


def _seen(driver: str, number: int, device: DeviceSummary, order: _Order) -> SeenDevice:
    return SeenDevice(
        key=f"device:{driver.partition(':')[2]}#{number + 1}",
        name=device.name,
        kind=kind_of(device),
        api_version=version_text(device.api_version),
        driver_version=driver_text(device),
        place=order.place(device, number),
        entry=entry_of(device),
        tried_with=order.tried_with,
    )


def _is_same(listed: DeviceSummary, device: DeviceSummary) -> bool:
    """Return whether both are one device.

    A program that asks for Vulkan 1.0 is told less than a probe of the driver alone, and layers can
    hide whose a device is: what one of the two does not know decides nothing.
    """
    pairs = (
        (listed.driver, device.driver),
        (listed.library, device.library),
        (listed.device_uuid, device.device_uuid),
        (listed.pci, device.pci),
    )
    known = all(one == other for one, other in pairs if one and other)
    return known and listed.name == device.name
