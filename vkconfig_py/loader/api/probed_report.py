"""Merges the results of a probe, which opened the libraries, into a report.

A report made from files assumes that every library opens and behaves. The probe's results replace
these assumptions: refused drivers and layers are removed, the call stack is the observed one,
devices and extensions are added. Wrong predictions are recorded as `differences`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from vkconfig_py.language.sentences import Message, message, tr
from vkconfig_py.loader.base.device_values import NO_UUID, DeviceSummary, PhysicalDevice
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
    Kind,
    NoRemedy,
    Outcome,
    Problem,
    Reason,
    Remedy,
    Severity,
    Verdict,
)
from vkconfig_py.loader.explain.device_verdicts import device_verdicts, variable_verdicts
from vkconfig_py.loader.rules.device_rules import (
    Arrangement,
    arrange,
    device_rules,
    visible_variables,
)
from vkconfig_py.loader.rules.loader_report import (
    ActiveLayer,
    FoundDevice,
    FoundDriver,
    FoundLayer,
    LoaderReport,
    ProbeMismatch,
)
from vkconfig_py.loader.rules.ordering import (
    BY_APPLICATION,
    BY_ENABLE_FILTER,
    BY_INSTANCE_LAYERS,
    BY_META,
    BY_SETTINGS,
)
from vkconfig_py.loader.rules.outcome import HANG, SUCCESS
from vkconfig_py.loader.wire.jobs import ChainAnswer, Health, State, StepNote
from vkconfig_py.loader.wire.results import Probed, ProbeResults

_CONFIGURATIONS = "device_configurations"


class DevicesFound(NamedTuple):
    """Devices and the verdicts on them.

    Attributes:
        devices: devices of all drivers, in the order below all layers.
        variables: verdicts on the variables about devices.
    """

    devices: tuple[FoundDevice, ...]
    variables: tuple[Verdict, ...]


def find_devices(report: LoaderReport, answer: ChainAnswer) -> DevicesFound:
    """Return the reason for the place of each device in the list, or for its absence.

    Args:
        report: report of the same machine, made from files.
        answer: result of probing the chain.
    """
    found = answer.found_devices
    configurations = report.foundation.device_configurations
    rules = device_rules(
        visible_variables(report.host), report.profile, answer.can_sort, configurations
    )
    arrangement = arrange(found, rules)
    seen = _seen(found, arrangement, answer.devices)
    file = (report.settings_file or "") if configurations is not None else ""
    undo = _undo(report)
    verdicts = device_verdicts(
        found, rules, arrangement, listed_by_program=seen, settings_remedy=undo, file=file
    )
    devices = tuple(
        FoundDevice(found[place], verdicts[place], seen.index(place) if place in seen else -1)
        for place in arrangement.sorted
    )
    return DevicesFound(devices, variable_verdicts(report.host, found, rules, file))


def _seen(
    devices: Sequence[PhysicalDevice],
    arrangement: Arrangement,
    listed: tuple[DeviceSummary, ...] | str,
) -> tuple[int, ...]:
    """Places of the devices that the program got; identical devices are matched once each."""
    left = list(arrangement.sorted)
    seen = []
    for device in () if isinstance(listed, str) else listed:
        wanted = device.name, device.vendor_id, device.device_id
        for place in left:
            known = devices[place]
            if (known.name, known.vendor_id, known.device_id) == wanted:
                left.remove(place)
                seen.append(place)
                break
    return tuple(seen)


def _undo(report: LoaderReport) -> Remedy:
    """Remedy that removes the device choice from the settings file."""
    for verdict in report.verdicts:
        if verdict.kind is Kind.SETTINGS and verdict.subject.endswith(_CONFIGURATIONS):
            return verdict.remedy
    return NoRemedy("")


_ASSUMED = (Outcome.LOADS, Outcome.UNKNOWN)
_REASONS = {
    State.DOES_NOT_LOAD: Reason.LIBRARY_REFUSED,
    State.REFUSES: Reason.INTERFACE_REFUSED,
    State.FAILS_TO_CREATE: Reason.CREATE_FAILS,
    State.CRASHED: Reason.LIBRARY_CRASHES,
    State.HUNG: Reason.LIBRARY_HANGS,
    State.EXCESSIVE: Reason.LIBRARY_EXCESSIVE,
    # The library called exit(3) or _exit(2).
    State.LIED: Reason.LIBRARY_EXITS,
}
_FATAL = (State.CRASHED, State.HUNG, State.EXCESSIVE, State.LIED)
_SWITCHED_BY = {
    BY_INSTANCE_LAYERS: Reason.INSTANCE_LAYERS,
    BY_ENABLE_FILTER: Reason.ENABLE_FILTER,
    BY_APPLICATION: Reason.APPLICATION,
    BY_META: Reason.META_COMPONENT,
    BY_SETTINGS: Reason.SETTINGS_FILE_ON,
}
_ITS_OWN = NoRemedy(message("nothing outside of the library changes this"))
_INSTANCE = "vkCreateInstance"


def with_probe(report: LoaderReport, results: ProbeResults) -> LoaderReport:
    """Return the report with a probe's results; without a chain result it is unchanged.

    Args:
        report: made from files.
        results: of probing the same machine.
    """
    chain = results.chain
    if chain is None or chain.health.state is State.NOT_PROBED:
        return report._replace(probed=results)
    answer = results.chain_answer
    if answer is None:
        failed = report.foundation.refusal or _end(chain.health)
        return report._replace(
            basis="probe",
            create=failed,
            callstack=(),
            devices=failed,
            drivers=_drivers(report, results),
            differences=_difference("create", (report.create,), (failed,)),
            probed=results,
        )
    devices = find_devices(report, answer)
    merged = report._replace(
        basis="probe",
        instance_version=_version(report, answer),
        create=report.foundation.refusal or answer.create,
        callstack=_callstack(report, answer),
        drivers=_drivers(report, results),
        found=_layers(report, results, answer),
        extensions=answer.extensions,
        devices=_devices(results, answer),
        found_devices=devices.devices,
        verdicts=(*report.verdicts, *devices.variables),
        probed=results,
    )
    merged = merged._replace(problems=(*merged.problems, *_problems(merged, answer)))
    return merged._replace(differences=_differences(report, merged, answer))


def predict_devices(report: LoaderReport, results: ProbeResults) -> LoaderReport:
    """Return the report with the devices that its settings file chooses.

    The choice depends only on what drivers report, so the chain need not be probed. Changes that
    layers make to the list are not included.

    Args:
        report: made from files; its settings file chooses among devices.
        results: of probing its drivers.
    """
    summaries = [
        device._replace(driver=driver.file)
        for driver in report.drivers
        if driver.verdict.outcome in _ASSUMED
        for device in _devices_of(driver, results)
    ]
    found = tuple(_physical(device, place) for place, device in enumerate(summaries))
    # Unsorted: the order of the settings file is that of the list.
    rules = device_rules({}, report.profile, False, report.foundation.device_configurations)
    devices = tuple(summaries[place] for place in arrange(found, rules).listed)
    answer = ChainAnswer(devices=devices, found_devices=found)
    return report._replace(
        devices=devices, found_devices=find_devices(report, answer).devices, probed=results
    )


def _devices_of(driver: FoundDriver, results: ProbeResults) -> tuple[DeviceSummary, ...]:
    answer = results.driver_answer(driver.file)
    return () if answer is None else answer.devices


def _physical(device: DeviceSummary, place: int) -> PhysicalDevice:
    return PhysicalDevice(
        device.name,
        place=place,
        vendor_id=device.vendor_id,
        device_id=device.device_id,
        api_version=device.api_version,
        driver_version=device.driver_version,
        device_uuid=device.device_uuid or NO_UUID,
        driver_uuid=device.driver_uuid or NO_UUID,
    )


def _end(health: Health) -> str:
    """Text shown as result of a call that crashes or hangs the program."""
    ended = (State.HUNG, State.EXCESSIVE)  # killed by the probe before the call returned
    return HANG if health.state in ended else str(health.code)


def _version(report: LoaderReport, answer: ChainAnswer) -> str:
    """Result of vkEnumerateInstanceVersion; not called where files already make it fail."""
    if report.instance_version != report.profile.answer_text:
        return report.instance_version
    # A pre-instance function of an implicit layer may answer another one.
    version = answer.instance_version
    return version if isinstance(version, str) else ".".join(map(str, version))


def _callstack(report: LoaderReport, answer: ChainAnswer) -> tuple[ActiveLayer, ...]:
    """Layers in the chain; of two with the same name, the one that was opened."""
    written = {active.manifest.name: active for active in report.foundation.written}
    # A name may be written twice; of two copies that open, the one nearer the driver is loaded.
    by_file = {(x.manifest.name, x.manifest.file): x for x in report.foundation.written}
    files = answer.manifests or ("",) * len(answer.loaded)
    found = (
        by_file.get((name, file)) or written.get(name)
        for name, file in zip(answer.loaded, files, strict=True)
    )
    return tuple(active for active in found if active is not None)


def _drivers(report: LoaderReport, results: ProbeResults) -> tuple[FoundDriver, ...]:
    return tuple(_driver(driver, results) for driver in report.drivers)


def _driver(driver: FoundDriver, results: ProbeResults) -> FoundDriver:
    verdict = driver.verdict
    health = results.health_of(driver.file)
    if health is None or verdict.outcome not in (*_ASSUMED, Outcome.SKIPPED):
        return driver
    answer = results.driver_answer(driver.file)
    # A failure of its devices does not remove it from the instance.
    if health.state is State.HEALTHY or (answer is not None and answer.create == SUCCESS):
        kept = verdict._replace(outcome=Outcome.LOADS, reason=Reason.KEPT, detail="")
        return driver._replace(verdict=kept)
    return driver._replace(verdict=_with_probe_failure(verdict, health))


def _with_probe_failure(verdict: Verdict, health: Health) -> Verdict:
    """Verdict on something that the files accepted, or refused for the same reason."""
    reason = _REASONS.get(health.state)
    if reason is None or (reason is Reason.LIBRARY_REFUSED and verdict.outcome not in _ASSUMED):
        return verdict
    fatal = health.state in _FATAL
    return verdict._replace(
        outcome=Outcome.FAILS if fatal else Outcome.SKIPPED,
        reason=reason,
        detail=_detail(health),
        remedy=_ITS_OWN,
    )


def _detail(health: Health) -> Message | str:
    """Decisive detail: "SIGSEGV in vkCreateInstance of libfoo.so", or a sentence."""
    if health.state in _FATAL:
        code = str(health.code) if health.state is not State.HUNG else ""
        parts = [part for part in (code, health.step) if part]
        return " in ".join(parts)
    return health.detail or " from ".join(part for part in (str(health.code), health.step) if part)


def _layers(
    report: LoaderReport, results: ProbeResults, answer: ChainAnswer
) -> tuple[FoundLayer, ...]:
    stack = _callstack(report, answer)
    if answer.create != SUCCESS and not stack:
        return tuple(layer._replace(position=-1) for layer in report.found)
    places = {id(active.manifest): place for place, active in enumerate(stack)}
    labels = {id(active.manifest): active.enabled_by for active in stack}
    written = {id(active.manifest) for active in report.foundation.written}
    found = []
    for layer in report.found:
        key = id(layer.manifest)
        verdict = layer.verdict
        # Its error goes up to the program; a driver's only leaves the driver out
        # (terminator_CreateInstance).
        if key in places and layer.name == answer.failed_in:
            detail = f"{answer.create} from {_INSTANCE}"
            outcome, reason = Outcome.FAILS, Reason.CREATE_FAILS
            verdict = verdict._replace(outcome=outcome, reason=reason, detail=detail)
        elif key in places:
            verdict = _loaded(verdict, labels[key])
        elif key in written and verdict.outcome in _ASSUMED:
            verdict = _with_probe_failure(verdict, _layer_health(layer, results, answer.notes))
        found.append(layer._replace(verdict=verdict, position=places.get(key, -1)))
    return tuple(found)


def _problems(merged: LoaderReport, answer: ChainAnswer) -> Iterator[Problem]:
    """Yield the layer that makes vkCreateInstance fail."""
    for layer in merged.found:
        if layer.verdict.reason is Reason.CREATE_FAILS and layer.verdict.outcome is Outcome.FAILS:
            yield Problem(
                Severity.ERROR,
                Reason.CREATE_FAILS.value,
                tr(
                    "{layer}: its {function} returns {result}",
                    layer=layer.name,
                    function=_INSTANCE,
                    result=answer.create,
                ),
                tr("Programs that load this layer get no Vulkan instance."),
                layer.file,
                remedy=layer.verdict.remedy,
                detail=answer.create,
            )


def _loaded(verdict: Verdict, label: str) -> Verdict:
    """Verdict on a layer in the chain, also where files could not decide."""
    if verdict.outcome is Outcome.LOADS:
        return verdict
    reason = _SWITCHED_BY.get(label, Reason.IMPLICIT_ALWAYS)
    return verdict._replace(outcome=Outcome.LOADS, reason=reason, detail="", remedy=_ITS_OWN)


def _layer_health(layer: FoundLayer, results: ProbeResults, notes: Iterable[StepNote]) -> Health:
    """Why a layer is not in the chain: its result in the chain, else the one when probed alone."""
    for note in notes:
        if note.subject == layer.name and note.outcome in ("refused", "foreign"):
            state = State.DOES_NOT_LOAD if note.step == "open" else State.REFUSES
            return Health(state, note.step, note.code, note.detail)
    return results.health_of(layer.file, layer.name) or Health(State.REFUSES)


def _devices(results: ProbeResults, answer: ChainAnswer) -> tuple[DeviceSummary, ...] | str:
    """Devices in their final order, each with its driver.

    An application of Vulkan 1.0 sees fewer properties than the probe of the single driver did.
    """
    if answer.create != SUCCESS:
        return answer.create
    # Without any device vkEnumeratePhysicalDevices returns VK_ERROR_INITIALIZATION_FAILED.
    if isinstance(answer.devices, str):
        return answer.devices
    alone = _devices_of_drivers(results.drivers)
    return tuple(_complete(device, alone) for device in answer.devices)


_Known = Mapping[tuple[str, int, int], list[DeviceSummary]]


def _devices_of_drivers(drivers: Iterable[Probed]) -> _Known:
    known: dict[tuple[str, int, int], list[DeviceSummary]] = {}
    for probed in drivers:
        for device in getattr(probed.answer, "devices", ()):
            known.setdefault(_identity(device), []).append(device)
    return known


def _identity(device: DeviceSummary) -> tuple[str, int, int]:
    return device.name, device.vendor_id, device.device_id


def _complete(device: DeviceSummary, alone: _Known) -> DeviceSummary:
    """Add properties that the program could not query; identical devices are matched once each."""
    same = alone.get(_identity(device), [])
    match = next((one for one in same if not device.library or one.library == device.library), None)
    if match is None:
        return device
    same.remove(match)
    empty = DeviceSummary(device.name)
    # A program of 1.0 has no vkGetPhysicalDeviceProperties2 to ask for UUIDs.
    told = {
        field: getattr(match, field)
        for field in DeviceSummary._fields
        if getattr(device, field) == getattr(empty, field)
    }
    return device._replace(**told)


def _differences(
    report: LoaderReport, merged: LoaderReport, answer: ChainAnswer
) -> tuple[ProbeMismatch, ...]:
    found = _difference("create", (report.create,), (merged.create,))
    if merged.create != SUCCESS:
        return found
    if report.create == SUCCESS:
        predicted = tuple(active.manifest.name for active in report.callstack)
        found += _difference("layers", predicted, answer.loaded)
    entered = tuple(
        layer_call.layer for layer_call in answer.layer_calls if layer_call.command == _INSTANCE
    )
    return found + _difference("order", answer.loaded, entered or answer.loaded)


def _difference(
    what: str, predicted: tuple[str, ...], seen: tuple[str, ...]
) -> tuple[ProbeMismatch, ...]:
    return () if predicted == seen else (ProbeMismatch(what, predicted, seen),)
