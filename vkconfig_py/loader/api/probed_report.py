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
from vkconfig_py.loader.explain.device_verdicts import find_device_verdicts, find_variable_verdicts
from vkconfig_py.loader.rules.device_rules import (
    Arrangement,
    arrange_devices,
    list_visible_variables,
    make_device_rules,
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
    ENABLED_BY_APPLICATION,
    ENABLED_BY_FILTER,
    ENABLED_BY_INSTANCE_LAYERS,
    ENABLED_BY_META_LAYER,
    ENABLED_BY_SETTINGS,
)
from vkconfig_py.loader.rules.outcome import HANG_RESULT, SUCCESS
from vkconfig_py.loader.wire.jobs import ChainAnswer, Health, State, StepNote
from vkconfig_py.loader.wire.results import Probed, ProbeResults

_CONFIGURATIONS_KEY = "device_configurations"
_ASSUMED_TO_LOAD = (Outcome.LOADS, Outcome.UNKNOWN)
_REASONS_BY_STATE = {
    State.DOES_NOT_LOAD: Reason.LIBRARY_REFUSED,
    State.REFUSES: Reason.INTERFACE_REFUSED,
    State.FAILS_TO_CREATE: Reason.CREATE_FAILS,
    State.CRASHED: Reason.LIBRARY_CRASHES,
    State.HUNG: Reason.LIBRARY_HANGS,
    State.EXCEEDED_LIMIT: Reason.LIBRARY_EXCESSIVE,
    # The library called exit(3) or _exit(2).
    State.NO_ANSWER: Reason.LIBRARY_EXITS,
}
_FATAL_STATES = (State.CRASHED, State.HUNG, State.EXCEEDED_LIMIT, State.NO_ANSWER)
_REASONS_BY_LABEL = {
    ENABLED_BY_INSTANCE_LAYERS: Reason.INSTANCE_LAYERS,
    ENABLED_BY_FILTER: Reason.ENABLE_FILTER,
    ENABLED_BY_APPLICATION: Reason.APPLICATION,
    ENABLED_BY_META_LAYER: Reason.META_COMPONENT,
    ENABLED_BY_SETTINGS: Reason.SETTINGS_FILE_ON,
}
_LIBRARY_DECIDES = NoRemedy(message("only a different library can change this"))
_INSTANCE_STEP = "vkCreateInstance"


class DeviceVerdicts(NamedTuple):
    """Devices and the verdicts on them.

    Attributes:
        devices: devices of all drivers, in the order below all layers.
        variable_verdicts: verdicts on the variables about devices.
    """

    devices: tuple[FoundDevice, ...]
    variable_verdicts: tuple[Verdict, ...]


def find_devices(report: LoaderReport, answer: ChainAnswer) -> DeviceVerdicts:
    """Return each device with the reason for its place in the list, or for its absence.

    Args:
        report: report of the same machine, made from files.
        answer: result of probing the chain.
    """
    devices_of_drivers = answer.found_devices
    configurations = report.probe_inputs.device_configurations
    rules = make_device_rules(
        list_visible_variables(report.host), report.profile, answer.can_sort, configurations
    )
    arrangement = arrange_devices(devices_of_drivers, rules)
    listed_indexes = _match_listed_devices(devices_of_drivers, arrangement, answer.devices)
    file = (report.settings_file or "") if configurations is not None else ""
    settings_remedy = _find_settings_remedy(report)
    verdicts = find_device_verdicts(
        devices_of_drivers,
        rules,
        arrangement,
        listed_by_program=listed_indexes,
        settings_remedy=settings_remedy,
        file=file,
    )
    devices = tuple(
        FoundDevice(
            devices_of_drivers[index],
            verdicts[index],
            listed_indexes.index(index) if index in listed_indexes else -1,
        )
        for index in arrangement.sorted_indexes
    )
    return DeviceVerdicts(
        devices, find_variable_verdicts(report.host, devices_of_drivers, rules, file)
    )


def _match_listed_devices(
    devices: Sequence[PhysicalDevice],
    arrangement: Arrangement,
    listed_devices: tuple[DeviceSummary, ...] | str,
) -> tuple[int, ...]:
    """Return the indexes of the devices that the program got, each device once."""
    unmatched_indexes = list(arrangement.sorted_indexes)
    matched_indexes = []
    for device in () if isinstance(listed_devices, str) else listed_devices:
        identity = device.name, device.vendor_id, device.device_id
        for index in unmatched_indexes:
            candidate = devices[index]
            if (candidate.name, candidate.vendor_id, candidate.device_id) == identity:
                unmatched_indexes.remove(index)
                matched_indexes.append(index)
                break
    return tuple(matched_indexes)


def _find_settings_remedy(report: LoaderReport) -> Remedy:
    """Return the remedy that removes the device choice from the settings file."""
    for verdict in report.verdicts:
        if verdict.kind is Kind.SETTINGS and verdict.subject.endswith(_CONFIGURATIONS_KEY):
            return verdict.remedy
    return NoRemedy("")


def add_probe_results(report: LoaderReport, results: ProbeResults) -> LoaderReport:
    """Return the report with a probe's results. Without a chain result it is unchanged.

    Args:
        report: made from files.
        results: of probing the same machine.
    """
    chain = results.chain
    if chain is None or chain.health.state is State.NOT_PROBED:
        return report._replace(probe_results=results)
    answer = results.chain_answer
    if answer is None:
        failure_text = report.probe_inputs.early_result or _render_end(chain.health)
        return report._replace(
            basis="probe",
            create_result=failure_text,
            callstack=(),
            devices=failure_text,
            drivers=_merge_drivers(report, results),
            mismatches=_find_mismatch("create", (report.create_result,), (failure_text,)),
            probe_results=results,
        )
    devices = find_devices(report, answer)
    merged_report = report._replace(
        basis="probe",
        instance_version=_find_version(report, answer),
        create_result=report.probe_inputs.early_result or answer.create,
        callstack=_find_callstack(report, answer),
        drivers=_merge_drivers(report, results),
        found_layers=_merge_layers(report, results, answer),
        extensions=answer.extensions,
        devices=_merge_devices(results, answer),
        found_devices=devices.devices,
        verdicts=(*report.verdicts, *devices.variable_verdicts),
        probe_results=results,
    )
    merged_report = merged_report._replace(
        problems=(*merged_report.problems, *_yield_create_problems(merged_report, answer))
    )
    return merged_report._replace(mismatches=_find_mismatches(report, merged_report, answer))


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
        if driver.verdict.outcome in _ASSUMED_TO_LOAD
        for device in _list_driver_devices(driver, results)
    ]
    physical_devices = tuple(
        _make_physical_device(device, index) for index, device in enumerate(summaries)
    )
    # Unsorted: the order of the settings file is that of the list.
    rules = make_device_rules({}, report.profile, False, report.probe_inputs.device_configurations)
    devices = tuple(
        summaries[index] for index in arrange_devices(physical_devices, rules).listed_indexes
    )
    answer = ChainAnswer(devices=devices, found_devices=physical_devices)
    return report._replace(
        devices=devices, found_devices=find_devices(report, answer).devices, probe_results=results
    )


def _list_driver_devices(driver: FoundDriver, results: ProbeResults) -> tuple[DeviceSummary, ...]:
    """Return the devices that a driver returned in the probe, () if it was not probed."""
    answer = results.find_driver_answer(driver.file)
    return () if answer is None else answer.devices


def _make_physical_device(device: DeviceSummary, index: int) -> PhysicalDevice:
    """Return a probed device as one that is sorted, with its index in driver order."""
    return PhysicalDevice(
        device.name,
        place=index,
        vendor_id=device.vendor_id,
        device_id=device.device_id,
        api_version=device.api_version,
        driver_version=device.driver_version,
        device_uuid=device.device_uuid or NO_UUID,
        driver_uuid=device.driver_uuid or NO_UUID,
    )


def _render_end(health: Health) -> str:
    """Render how a call ended that crashed or hung the program."""
    killed_states = (
        State.HUNG,
        State.EXCEEDED_LIMIT,
    )  # killed by the probe before the call returned
    return HANG_RESULT if health.state in killed_states else str(health.code)


def _find_version(report: LoaderReport, answer: ChainAnswer) -> str:
    """Return the result of vkEnumerateInstanceVersion, predicted or observed."""
    if report.instance_version != report.profile.answer_text:
        return report.instance_version
    # A pre-instance function of an implicit layer may answer another one.
    version = answer.instance_version
    return version if isinstance(version, str) else ".".join(map(str, version))


def _find_callstack(report: LoaderReport, answer: ChainAnswer) -> tuple[ActiveLayer, ...]:
    """Return the layers in the chain, of two with the same name the one that was opened."""
    layers_by_name = {
        active_layer.manifest.name: active_layer
        for active_layer in report.probe_inputs.written_layers
    }
    # A name may be written twice; of two copies that open, the one nearer the driver is loaded.
    layers_by_file = {
        (active_layer.manifest.name, active_layer.manifest.file): active_layer
        for active_layer in report.probe_inputs.written_layers
    }
    files = answer.manifests or ("",) * len(answer.loaded)
    opened_layers = (
        layers_by_file.get((name, file)) or layers_by_name.get(name)
        for name, file in zip(answer.loaded, files, strict=True)
    )
    return tuple(active_layer for active_layer in opened_layers if active_layer is not None)


def _merge_drivers(report: LoaderReport, results: ProbeResults) -> tuple[FoundDriver, ...]:
    """Return the drivers with the verdicts that the probe gives them."""
    return tuple(_merge_driver(driver, results) for driver in report.drivers)


def _merge_driver(driver: FoundDriver, results: ProbeResults) -> FoundDriver:
    """Return a driver with the verdict that the probe gives it."""
    verdict = driver.verdict
    health = results.find_health(driver.file)
    if health is None or verdict.outcome not in (*_ASSUMED_TO_LOAD, Outcome.SKIPPED):
        return driver
    answer = results.find_driver_answer(driver.file)
    # A failure of its devices does not remove it from the instance.
    if health.state is State.HEALTHY or (answer is not None and answer.create == SUCCESS):
        loaded_verdict = verdict._replace(outcome=Outcome.LOADS, reason=Reason.KEPT, detail="")
        return driver._replace(verdict=loaded_verdict)
    return driver._replace(verdict=_add_probe_failure(verdict, health))


def _add_probe_failure(verdict: Verdict, health: Health) -> Verdict:
    """Return the verdict after a failed probe, unless the files refused the library already."""
    reason = _REASONS_BY_STATE.get(health.state)
    if reason is None or (
        reason is Reason.LIBRARY_REFUSED and verdict.outcome not in _ASSUMED_TO_LOAD
    ):
        return verdict
    is_fatal = health.state in _FATAL_STATES
    return verdict._replace(
        outcome=Outcome.FAILS if is_fatal else Outcome.SKIPPED,
        reason=reason,
        detail=_render_detail(health),
        remedy=_LIBRARY_DECIDES,
    )


def _render_detail(health: Health) -> Message | str:
    """Render the decisive detail, such as "SIGSEGV in vkCreateInstance of libfoo.so"."""
    if health.state in _FATAL_STATES:
        code = str(health.code) if health.state is not State.HUNG else ""
        parts = [part for part in (code, health.step) if part]
        return " in ".join(parts)
    return health.detail or " from ".join(part for part in (str(health.code), health.step) if part)


def _merge_layers(
    report: LoaderReport, results: ProbeResults, answer: ChainAnswer
) -> tuple[FoundLayer, ...]:
    """Return the layers with verdicts and places in the chain as the probe saw them."""
    stack = _find_callstack(report, answer)
    if answer.create != SUCCESS and not stack:
        return tuple(layer._replace(position=-1) for layer in report.found_layers)
    positions = {id(active_layer.manifest): position for position, active_layer in enumerate(stack)}
    labels = {id(active_layer.manifest): active_layer.enabled_by for active_layer in stack}
    written_ids = {id(active_layer.manifest) for active_layer in report.probe_inputs.written_layers}
    merged_layers = []
    for layer in report.found_layers:
        key = id(layer.manifest)
        verdict = layer.verdict
        # Its error goes up to the program; a driver's only leaves the driver out
        # (terminator_CreateInstance).
        if key in positions and layer.name == answer.failed_in:
            detail = f"{answer.create} from {_INSTANCE_STEP}"
            outcome, reason = Outcome.FAILS, Reason.CREATE_FAILS
            verdict = verdict._replace(outcome=outcome, reason=reason, detail=detail)
        elif key in positions:
            verdict = _mark_loaded(verdict, labels[key])
        elif key in written_ids and verdict.outcome in _ASSUMED_TO_LOAD:
            verdict = _add_probe_failure(verdict, _find_layer_health(layer, results, answer.notes))
        merged_layers.append(layer._replace(verdict=verdict, position=positions.get(key, -1)))
    return tuple(merged_layers)


def _yield_create_problems(merged_report: LoaderReport, answer: ChainAnswer) -> Iterator[Problem]:
    """Yield the problem of the layer that makes vkCreateInstance fail, if one does."""
    for layer in merged_report.found_layers:
        if layer.verdict.reason is Reason.CREATE_FAILS and layer.verdict.outcome is Outcome.FAILS:
            yield Problem(
                Severity.ERROR,
                Reason.CREATE_FAILS.value,
                tr(
                    "{layer}: its {function} returns {result}",
                    layer=layer.name,
                    function=_INSTANCE_STEP,
                    result=answer.create,
                ),
                tr("Programs that load this layer cannot create a Vulkan instance."),
                layer.file,
                remedy=layer.verdict.remedy,
                detail=answer.create,
            )


def _mark_loaded(verdict: Verdict, label: str) -> Verdict:
    """Return the verdict on a layer that the probe saw in the chain."""
    if verdict.outcome is Outcome.LOADS:
        return verdict
    reason = _REASONS_BY_LABEL.get(label, Reason.IMPLICIT_ALWAYS)
    return verdict._replace(
        outcome=Outcome.LOADS, reason=reason, detail="", remedy=_LIBRARY_DECIDES
    )


def _find_layer_health(
    layer: FoundLayer, results: ProbeResults, notes: Iterable[StepNote]
) -> Health:
    """Return why a layer is not in the chain: its result there, or when probed alone."""
    for note in notes:
        if note.subject == layer.name and note.outcome in ("refused", "foreign"):
            state = State.DOES_NOT_LOAD if note.step == "open" else State.REFUSES
            return Health(state, note.step, note.code, note.detail)
    return results.find_health(layer.file, layer.name) or Health(State.REFUSES)


def _merge_devices(results: ProbeResults, answer: ChainAnswer) -> tuple[DeviceSummary, ...] | str:
    """Return the devices in their final order, each with its driver, or a VkResult name.

    An application of Vulkan 1.0 sees fewer properties than the probe of the single driver did.
    """
    if answer.create != SUCCESS:
        return answer.create
    # Without any device vkEnumeratePhysicalDevices returns VK_ERROR_INITIALIZATION_FAILED.
    if isinstance(answer.devices, str):
        return answer.devices
    devices_by_identity = _group_devices(results.drivers)
    return tuple(_complete_device(device, devices_by_identity) for device in answer.devices)


_KnownDevices = Mapping[tuple[str, int, int], list[DeviceSummary]]


def _group_devices(drivers: Iterable[Probed]) -> _KnownDevices:
    """Return the devices that drivers returned, by name, vendor and device number."""
    devices_by_identity: dict[tuple[str, int, int], list[DeviceSummary]] = {}
    for probe_result in drivers:
        for device in getattr(probe_result.answer, "devices", ()):
            devices_by_identity.setdefault(_make_identity(device), []).append(device)
    return devices_by_identity


def _make_identity(device: DeviceSummary) -> tuple[str, int, int]:
    """Return name, vendor and device number of a device."""
    return device.name, device.vendor_id, device.device_id


def _complete_device(device: DeviceSummary, devices_by_identity: _KnownDevices) -> DeviceSummary:
    """Return a device with the properties that the program could not query.

    Identical devices are matched once each.
    """
    candidates = devices_by_identity.get(_make_identity(device), [])
    match = next(
        (
            candidate
            for candidate in candidates
            if not device.library or candidate.library == device.library
        ),
        None,
    )
    if match is None:
        return device
    candidates.remove(match)
    empty_summary = DeviceSummary(device.name)
    # A program of 1.0 has no vkGetPhysicalDeviceProperties2 to ask for UUIDs.
    known_values = {
        field: getattr(match, field)
        for field in DeviceSummary._fields
        if getattr(device, field) == getattr(empty_summary, field)
    }
    return device._replace(**known_values)


def _find_mismatches(
    report: LoaderReport, merged_report: LoaderReport, answer: ChainAnswer
) -> tuple[ProbeMismatch, ...]:
    """Return where the probe saw something else than was predicted: result, layers, order."""
    mismatches = _find_mismatch("create", (report.create_result,), (merged_report.create_result,))
    if merged_report.create_result != SUCCESS:
        return mismatches
    if report.create_result == SUCCESS:
        predicted_names = tuple(active_layer.manifest.name for active_layer in report.callstack)
        mismatches += _find_mismatch("layers", predicted_names, answer.loaded)
    entered_layers = tuple(
        layer_call.layer
        for layer_call in answer.layer_calls
        if layer_call.command == _INSTANCE_STEP
    )
    return mismatches + _find_mismatch("order", answer.loaded, entered_layers or answer.loaded)


def _find_mismatch(
    mismatch_kind: str, predicted_names: tuple[str, ...], entered: tuple[str, ...]
) -> tuple[ProbeMismatch, ...]:
    """Return the one mismatch between a prediction and what was seen, () if they are equal.

    `mismatch_kind`: "create", "layers" or "order".
    """
    return (
        ()
        if predicted_names == entered
        else (ProbeMismatch(mismatch_kind, predicted_names, entered),)
    )
