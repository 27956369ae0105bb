"""Probers: open libraries in child processes, or play back recorded results."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from vkconfig_py.language.sentences import join_words, render, tr
from vkconfig_py.loader.api.probed_report import add_probe_results, predict_devices
from vkconfig_py.loader.base.device_values import DeviceSummary
from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.verdicts import OTHER_PROGRAM_REASONS, Outcome, Verdict
from vkconfig_py.loader.manifests.driver import get_driver_display_name
from vkconfig_py.loader.probe import probe_run
from vkconfig_py.loader.probe.answer_cache import ProbeMemory, find_cache_path
from vkconfig_py.loader.probe.probe_run import DEVICE_LIST, recall_results
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport
from vkconfig_py.loader.wire.jobs import (
    ChainAnswer,
    DriverAnswer,
    Health,
    LayerAnswer,
    State,
    answer_from_json,
)
from vkconfig_py.loader.wire.results import Cancellation, JobSubject, Probed, ProbeResults
from vkconfig_py.loader.wire.results import Probed as Result
from vkconfig_py.model.chain.chosen_devices import make_device_entry
from vkconfig_py.model.chain.device_page import format_driver, get_device_kind
from vkconfig_py.model.chain.probe_results import (
    CANCELLED,
    EMPTY_PROBE_REPORT,
    DeviceDetail,
    DevicePosition,
    EnteredOrder,
    ProbeDetail,
    ProbeDetails,
    ProbeFindings,
    Prober,
    ProbeReport,
    ProbeStep,
    SeenDevice,
    ShownHealth,
    SurfaceReading,
)
from vkconfig_py.model.chain.probe_words import (
    SHORT_STATE_TEXTS,
    SUCCESS,
    describe_chain_difference,
    describe_chain_differences,
    describe_chain_failure,
    describe_differences,
    describe_failed,
    describe_surface_failure,
    has_current_order,
    is_other_chain,
    list_entered_layers,
    make_driver_detail,
    make_driver_health,
    make_layer_detail,
    make_layer_health,
    shorten_step,
)
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.text.wording import render_count, render_version, strip_layer_prefix

_Key = TypeVar("_Key")
_GOOD_STATES = (State.HEALTHY, State.NOT_PROBED)
RECORDING_PLAYED = tr("This is a recording: the sample machine has no libraries to open.")
_MIN_STEP_SECONDS, _MAX_STEP_SECONDS = 0.3, 0.8  # long enough to be read
_USED_OUTCOMES = (Outcome.LOADS, Outcome.UNKNOWN)


def make_probe_report(report: LoaderReport, results: ProbeResults) -> ProbeReport:
    """Return what rows and pages show of probe results, for a report computed from files."""
    chain = results.chain_answer
    chain_difference = (
        describe_chain_differences(results.chain.other_circumstances, report)
        if results.chain
        else ""
    )
    order = _DeviceOrder(report, _drop_outdated_chain(results), chain_difference)
    health: dict[str, ShownHealth] = {}
    subjects: dict[str, ProbeDetail] = {}
    seen_devices: dict[str, tuple[SeenDevice, ...]] = {}
    devices: dict[str, DeviceDetail] = {}
    for key, result in _find_driver_results(report, results):
        answer = result.answer if isinstance(result.answer, DriverAnswer) else None
        answer = answer or DriverAnswer(result.health)
        health[key] = _add_differences(make_driver_health(answer, result.when), result, report)
        subjects[key] = make_driver_detail(answer)
        owned_devices = [_add_driver_files(device, key, answer) for device in answer.devices]
        rows = [
            _make_seen_device(key, number, device, order)
            for number, device in enumerate(owned_devices)
        ]
        seen_devices[key] = tuple(rows)
        for row, device_summary, dump in zip(
            rows, owned_devices, results.find_dumps(owned_devices), strict=True
        ):
            device_position = order.make_position(row)
            devices[row.key] = DeviceDetail(device_summary, dump, device_position)
    for key, result in _find_layer_results(report, results):
        layer = result.answer if isinstance(result.answer, LayerAnswer) else None
        layer = layer or LayerAnswer(result.health)
        health[key] = _add_differences(make_layer_health(layer, result.when), result, report)
        layer_calls = chain.layer_calls if chain else ()
        detail = make_layer_detail(layer, layer_calls, key.partition(":")[2])
        subjects[key] = detail._replace(call_differences=chain_difference)
    traced_order = _compare_order(report, results.chain, chain)
    return ProbeReport(
        ProbeFindings(health, seen_devices, traced_order), ProbeDetails(subjects, devices)
    )


def _add_differences(health: ShownHealth, result: Result, report: LoaderReport) -> ShownHealth:
    """Add to the texts of a probe in what it differed from now."""
    return health._replace(differences=describe_differences(result.other_circumstances, report))


def _drop_outdated_chain(results: ProbeResults) -> ProbeResults:
    """Return the results without a chain whose devices are not the present ones."""
    chain = results.chain
    is_order_known = chain is None or has_current_order(chain.other_circumstances)
    return results if is_order_known else results._replace(chain=None)


def _find_driver_results(
    report: LoaderReport, results: ProbeResults
) -> Iterator[tuple[str, Result]]:
    """Yield the row keys of probed drivers with their results."""
    result_by_key = _list_probed({result.manifest: result for result in results.drivers})
    for driver in report.drivers:
        if driver.file in result_by_key:
            yield f"driver:{driver.file}", result_by_key[driver.file]


def _find_layer_results(
    report: LoaderReport, results: ProbeResults
) -> Iterator[tuple[str, Result]]:
    """Yield the row keys of probed layers with the result of the copy that the row shows."""
    result_by_key = _list_probed({(layer.manifest, layer.name): layer for layer in results.layers})
    copies: dict[str, list[FoundLayer]] = {}
    for layer in report.found_layers:
        if layer.manifest is not None:
            copies.setdefault(layer.name, []).append(layer)
    for name, named_layers in copies.items():
        # The row of a name is about one copy: others may have other libraries and entry points.
        copy = min(named_layers, key=_rank_copy)
        if (copy.file, name) in result_by_key:
            yield f"layer:{name}", result_by_key[copy.file, name]


def _rank_copy(layer: FoundLayer) -> tuple[bool, bool]:
    """Return the order of a layer's copies: a loaded copy first, then one that could load."""
    is_refused = layer.verdict.outcome in (Outcome.SKIPPED, Outcome.FAILS)
    return layer.position < 0, is_refused or layer.verdict.reason in OTHER_PROGRAM_REASONS


def _list_probed(results: Mapping[_Key, Result]) -> dict[_Key, Result]:
    """Return the results of what was really probed, not refused or skipped."""
    return {
        key: result
        for key, result in results.items()
        if result.health.state is not State.NOT_PROBED
    }


def _compare_order(
    report: LoaderReport, result: Result | None, chain: ChainAnswer | None
) -> EnteredOrder | None:
    """Compare the order in which a probe saw layers called with the predicted order.

    `result`: of the probe of the whole chain, None without one. `chain`: its answer, None if it did
    not respond.
    """
    if result is None or result.health.state is State.NOT_PROBED:
        return None
    differences = describe_chain_differences(result.other_circumstances, report)
    predicted_names = tuple(active_layer.manifest.name for active_layer in report.callstack)
    is_chain_different = is_other_chain(result.other_circumstances)
    if is_chain_different:
        predicted_names = result.layers
    if chain is None:  # the order is unknown
        sentence = describe_chain_failure(result.health)
        return EnteredOrder(
            predicted_names,
            predicted_names,
            sentence,
            result.when,
            differences,
            True,
            is_chain_different,
        )
    called_names = list_entered_layers(chain)
    sentence = describe_chain_difference(chain, called_names, predicted_names)
    return EnteredOrder(
        predicted_names,
        called_names,
        sentence,
        result.when,
        differences,
        is_chain_different=is_chain_different,
    )


class _DeviceOrder:
    """The order in which programs get the devices, with reasons."""

    def __init__(self, report: LoaderReport, results: ProbeResults, tried_with: str) -> None:
        self.differences = tried_with if results.chain is not None else ""
        merged_report = add_probe_results(report, results)
        is_configured = report.probe_inputs.device_configurations is not None
        if is_configured and results.chain_answer is None:
            merged_report = predict_devices(report, results)
        self._report = merged_report
        devices = merged_report.devices
        self._listed_devices: Sequence[DeviceSummary] = (
            devices if devices is not None and not isinstance(devices, str) else ()
        )

    def find_position(self, device: DeviceSummary, number: int) -> int:
        """Return the 1-based place of a device among those that programs get, or 0.

        Identical devices keep their driver's order. `number` is the index in that.
        """
        positions = [
            position
            for position, listed_device in enumerate(self._listed_devices, 1)
            if _is_same(listed_device, device)
        ]
        return positions[min(number, len(positions) - 1)] if positions else 0

    def make_position(self, row: SeenDevice) -> DevicePosition:
        """Return the place of a device with all that explains it."""
        names = tuple(device.name for device in self._listed_devices)
        return DevicePosition(row.position, names, self._find_verdict(row), self._report)

    def _find_verdict(self, row: SeenDevice) -> Verdict | None:
        """Return the verdict on a device.

        One that programs do not get is identified by its name.
        """
        found_devices = self._report.found_devices
        if row.position:
            return next(
                (
                    found_device.verdict
                    for found_device in found_devices
                    if found_device.position == row.position - 1
                ),
                None,
            )
        unlisted_devices = (
            found_device for found_device in found_devices if found_device.position < 0
        )
        return next(
            (
                found_device.verdict
                for found_device in unlisted_devices
                if found_device.device.name == row.name
            ),
            None,
        )


def _add_driver_files(device: DeviceSummary, key: str, answer: DriverAnswer) -> DeviceSummary:
    """Return a device with the manifest and library of its driver. `key`: of the driver's row."""
    return device._replace(driver=key.partition(":")[2], library=answer.library)


def _make_seen_device(
    driver: str, number: int, device: DeviceSummary, order: _DeviceOrder
) -> SeenDevice:
    """Describe a probed device.

    `driver`: key of the driver's row. `number`: index among the devices of this driver.
    """
    return SeenDevice(
        key=f"device:{driver.partition(':')[2]}#{number + 1}",
        name=device.name,
        kind=get_device_kind(device),
        api_version=render_version(device.api_version),
        driver_version=format_driver(device),
        position=order.find_position(device, number),
        entry=make_device_entry(device, number),
        differences=order.differences,
    )


def _is_same(listed_device: DeviceSummary, device: DeviceSummary) -> bool:
    """Return whether both are the same device.

    A program that requests Vulkan 1.0 gets fewer properties than a probe of the driver alone, and
    layers can hide the driver of a device: a value that one side lacks is not compared.
    """
    pairs = (
        (listed_device.driver, device.driver),
        (listed_device.library, device.library),
        (listed_device.device_uuid, device.device_uuid),
        (listed_device.pci, device.pci),
    )
    is_compatible = all(
        value == other_value for value, other_value in pairs if value and other_value
    )
    return is_compatible and listed_device.name == device.name


def add_known_devices(report: LoaderReport, prober: Prober) -> LoaderReport:
    """Return the report with the devices that an earlier probe of just this chain found.

    Its chain and drivers stay those that follow from files. A chain that was opened under other
    circumstances says nothing of this one's devices.
    """
    results = prober.read_results(report)
    chain = results.chain
    if results.refusal or chain is None or chain.other_circumstances:
        return report
    return report._replace(devices=add_probe_results(report, results).devices)


class RealProber:
    """Runs the engine's probes; shares the file of results with the command line."""

    def __init__(self, environment: Mapping[str, str], paths: StatePaths) -> None:
        self._file = find_cache_path(environment) or (
            str(paths.cache / "probes.json") if paths.cache else ""
        )

    def read_findings(self, report: LoaderReport) -> ProbeReport:
        memory = ProbeMemory(self._file)
        results = probe_run.recall_results(report, memory)
        # A driver that is turned off is still shown as it was seen.
        unused_drivers = probe_run.recall_unused_drivers(report, memory)
        shown_results = results._replace(drivers=(*results.drivers, *unused_drivers))
        return EMPTY_PROBE_REPORT if results.refusal else make_probe_report(report, shown_results)

    def read_results(self, report: LoaderReport) -> ProbeResults:
        """Return earlier results. Rereads the file, which other processes may have written."""
        return probe_run.recall_results(report, ProbeMemory(self._file))

    def start_run(self, report: LoaderReport, keys: tuple[str, ...]) -> RealRun:
        """Create a run that probes the drivers and layers of these rows, everything with ()."""
        return RealRun(report, _make_selection(report, keys), ProbeMemory(self._file))

    def start_surface_run(
        self, report: LoaderReport, devices: Mapping[str, DeviceDetail]
    ) -> RealSurfaceRun:
        """Create a run that asks devices, by the keys of their rows, what they can present to."""
        return RealSurfaceRun(report, devices)


class _ChildrenRun:
    """A run of child processes that can be cancelled from any thread."""

    def __init__(self, report: LoaderReport) -> None:
        self._report = report
        self._cancellation: Cancellation | None = Cancellation()
        self._lock = threading.Lock()  # the file descriptors of a finished run are no longer ours

    def cancel(self) -> None:
        """Kill the children of a run that has not ended."""
        with self._lock:
            if self._cancellation is not None:
                self._cancellation.cancel()

    def _close(self) -> None:
        """Close the pipes of a run that has ended, so that it can no longer be cancelled."""
        with self._lock:
            if self._cancellation is not None:
                self._cancellation.close()
                self._cancellation = None


class RealSurfaceRun(_ChildrenRun):
    """Asks devices about surfaces, in a child process of its own."""

    def __init__(self, report: LoaderReport, devices: Mapping[str, DeviceDetail]) -> None:
        super().__init__(report)
        self._devices = devices

    def run(self) -> SurfaceReading:
        """Ask the devices, and return what they answered."""
        try:
            results = probe_run.probe(
                self._report, probe_run.SURFACES, cancellation=self._cancellation
            )
        finally:
            self._close()
        summaries = [detail.summary for detail in self._devices.values()]
        answers = zip(self._devices, results.find_surfaces(summaries), strict=True)
        health = results.surfaces.health if results.surfaces is not None else Health()
        failure = results.refusal or describe_surface_failure(health)
        by_device = {key: answer for key, answer in answers if answer is not None}
        return SurfaceReading(by_device, time.time(), failure)


class RealRun(_ChildrenRun):
    """One run over a report: requested libraries are opened again despite stored results."""

    def __init__(
        self, report: LoaderReport, selection: probe_run.ProbeSelection, memory: ProbeMemory
    ) -> None:
        super().__init__(report)
        self._selection = selection
        self._memory = memory
        self._current_steps: dict[
            tuple[str, str], str
        ] = {}  # by subject and name, those silent for longest first
        self._last_step: ProbeStep | None = None

    def run(self, on_step: Callable[[ProbeStep], None]) -> tuple[str, bool]:
        """Probe everything requested, and return the final message."""
        try:
            results = probe_run.probe(
                self._report,
                self._selection,
                memory=self._memory,
                tell=lambda progress: self._report_progress(progress, on_step),
                cancellation=self._cancellation,
                ignores_cache=True,
            )
        finally:
            self._close()
        return describe_results(results)

    def _report_progress(
        self, progress: probe_run.ProbeProgress, on_step: Callable[[ProbeStep], None]
    ) -> None:
        """Report progress: with several children, the step of the one silent for longest."""
        key = (progress.subject, progress.name)
        self._current_steps.pop(key, None)
        if progress.about:
            self._current_steps[key] = shorten_step(progress.about)
        step = ProbeStep(
            progress.done, progress.total, next(iter(self._current_steps.values()), "")
        )
        if step != self._last_step:
            self._last_step = step
            on_step(step)


def _make_selection(report: LoaderReport, keys: tuple[str, ...]) -> probe_run.ProbeSelection:
    """Return what to probe for the rows of these keys, everything with ()."""
    if not keys:
        return probe_run.SELECT_EVERYTHING
    subjects = [key.partition(":")[::2] for key in keys]
    names = {subject for kind, subject in subjects if kind == "layer"}
    return probe_run.ProbeSelection(
        drivers=frozenset(subject for kind, subject in subjects if kind == "driver"),
        layers=frozenset(
            (layer.file, layer.name) for layer in report.found_layers if layer.name in names
        ),
        chain=False,
    )


def describe_results(results: ProbeResults) -> tuple[str, bool]:
    """Return the result of a probe run as a sentence, and whether there was no problem."""
    if results.refusal:
        return results.refusal, False
    if results.is_cancelled:
        return render(CANCELLED), True
    drivers, layers = len(results.drivers), len(results.layers)
    probed_text = join_words(
        [
            render_count(count, noun)
            for count, noun in ((drivers, "driver"), (layers, "layer"))
            if count
        ]
    )
    broken_text = join_words(list(_describe_broken(results)))
    if not broken_text:
        return (
            tr("Probed {probed}: everything works.", probed=probed_text)
            if probed_text
            else tr("Nothing was probed.")
        ), True
    if not probed_text:
        return tr("Probe finished: {bad}.", bad=broken_text), False
    return tr("Probed {probed}: {bad}.", probed=probed_text, bad=broken_text), False


def _describe_broken(results: ProbeResults) -> Iterator[str]:
    """Yield how drivers and layers failed, with the names of those that did, then the chain."""
    names_by_state: dict[State, list[str]] = {}
    for result in (*results.drivers, *results.layers):
        if result.health.state not in _GOOD_STATES:
            name = (
                strip_layer_prefix(result.name)
                if result.name
                else get_driver_display_name(result.manifest)
            )
            names_by_state.setdefault(result.health.state, []).append(name)
    for state, names in names_by_state.items():
        yield describe_failed(state, names)
    if results.chain is not None and results.chain.health.state not in _GOOD_STATES:
        answer = results.chain.answer
        create_result = answer.create if isinstance(answer, ChainAnswer) else ""
        if create_result not in ("", SUCCESS):
            yield tr("the whole chain returns {result}", result=create_result)
        else:
            state_text = SHORT_STATE_TEXTS[results.chain.health.state]
            yield tr("the whole chain {verdict}", verdict=state_text)


# The libraries of the sample machine contain no code and cannot be opened: its document has
# recorded answers of real probes, in the storage format.
def read_recorded_results(path: str, report: LoaderReport) -> ProbeResults:
    """Return the recorded results, with those of another chain if its own is missing."""
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    probed_at = float(document["when"])
    manifests = {layer.name: layer.file for layer in report.found_layers if layer.manifest}
    names = [layer.manifest.name for layer in report.callstack]
    recorded = () if report.probe_inputs.device_configurations is not None else document["chains"]
    chain = next(
        (recorded_chain for recorded_chain in recorded if recorded_chain["predicted"] == names),
        None,
    )
    differing = () if chain else ("layers",)
    chain = chain or next(iter(recorded), None)
    return ProbeResults(
        drivers=tuple(
            Probed(JobSubject.DRIVER, manifest, "", answer.health, answer, when=probed_at)
            for manifest, answer in _parse_answers(document["drivers"])
        ),
        layers=tuple(
            Probed(JobSubject.LAYER, manifests[name], name, answer.health, answer, when=probed_at)
            for name, answer in _parse_answers(document["layers"])
            if name in manifests
        ),
        chain=Probed(
            JobSubject.CHAIN,
            "",
            "",
            Health(State.HEALTHY),
            answer_from_json(chain["answer"]),
            when=probed_at,
            other_circumstances=differing,
            layers=tuple(chain["predicted"]),
        )
        if chain
        else None,
    )


class RecordedProber:
    """Plays back recorded results."""

    def __init__(self, path: str) -> None:
        self._path = path

    def read_findings(self, report: LoaderReport) -> ProbeReport:
        return make_probe_report(report, self.read_results(report))

    def read_results(self, report: LoaderReport) -> ProbeResults:
        return read_recorded_results(self._path, report)

    def start_run(self, report: LoaderReport, keys: tuple[str, ...]) -> RecordedRun:
        """Create a run that plays back the results of these rows, all with ()."""
        return RecordedRun(self._path, keys)

    def start_surface_run(
        self, report: LoaderReport, devices: Mapping[str, DeviceDetail]
    ) -> RecordedSurfaceRun:
        """Create a run that plays back what devices answered about surfaces."""
        return RecordedSurfaceRun(self._path, devices)


class RecordedSurfaceRun:
    """Plays back what devices answered about surfaces."""

    def __init__(self, path: str, devices: Mapping[str, DeviceDetail]) -> None:
        self._path = path
        self._devices = devices

    def run(self) -> SurfaceReading:
        """Return the recorded answers of the devices."""
        document = json.loads(Path(self._path).read_text(encoding="utf-8"))
        recorded = document.get("surfaces", {})
        by_device = {
            key: recorded[detail.summary.name]
            for key, detail in self._devices.items()
            if detail.summary.name in recorded
        }
        return SurfaceReading(by_device, float(document["when"]))

    def cancel(self) -> None:
        """Do nothing: it ends at once."""


class RecordedRun:
    """Reports the recorded steps slowly enough to be read."""

    def __init__(self, path: str, keys: tuple[str, ...]) -> None:
        self._path = path
        self._keys = keys
        self._cancelled = threading.Event()

    def run(self, on_step: Callable[[ProbeStep], None]) -> tuple[str, bool]:
        """Report the recorded steps one after the other, as if libraries were opened."""
        recorded_answers = _read_all_answers(self._path)
        chosen_answers = [
            answer for key, answer in recorded_answers if not self._keys or key in self._keys
        ]
        for number, answer in enumerate(chosen_answers):
            health = answer.health
            step = health.step or f"vkCreateInstance of {answer.library}"
            on_step(ProbeStep(number, len(chosen_answers), shorten_step(step)))
            if self._cancelled.wait(
                min(max(health.total_seconds, _MIN_STEP_SECONDS), _MAX_STEP_SECONDS)
            ):
                return render(CANCELLED), True
        return RECORDING_PLAYED, True

    def cancel(self) -> None:
        self._cancelled.set()


def _read_all_answers(path: str) -> list[tuple[str, DriverAnswer | LayerAnswer]]:
    """Return the recorded answers of drivers and layers, with the keys of their rows."""
    document = json.loads(Path(path).read_text(encoding="utf-8"))
    return [
        (f"{kind}:{name}", answer)
        for kind, group in (("driver", "drivers"), ("layer", "layers"))
        for name, answer in _parse_answers(document[group])
    ]


def _parse_answers(raw: Mapping[str, Any]) -> Iterator[tuple[str, DriverAnswer | LayerAnswer]]:
    """Yield names and answers from JSON members, without answers of other kinds."""
    for name, value in raw.items():
        answer = answer_from_json(value)
        if isinstance(answer, DriverAnswer | LayerAnswer):
            yield name, answer


def has_no_device(report: LoaderReport, memory: ProbeMemory) -> bool:
    """Return whether earlier probes show that none of the chosen devices is present.

    An unprobed driver may have any of them. The report must be computed from files; its host is the
    session in which drivers are probed.
    """
    if not report.probe_inputs.device_configurations:
        return False
    results = recall_results(report, memory, DEVICE_LIST)
    driver_files = [
        driver.file for driver in report.drivers if driver.verdict.outcome in _USED_OUTCOMES
    ]
    if results.refusal or any(results.find_driver_answer(file) is None for file in driver_files):
        return False
    return not predict_devices(report, results).devices


def open_prober(environment: Mapping[str, str], paths: StatePaths, recorded: str) -> Prober:
    """Return the prober of a machine.

    `recorded` is the file with results of the sample machine, or "".
    """
    return RecordedProber(recorded) if recorded else RealProber(environment, paths)
