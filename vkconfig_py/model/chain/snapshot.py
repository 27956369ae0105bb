"""The snapshot of a request: rows from program to drivers, and sentences.

The chain of a snapshot is never the user's list. It is the engine's report for a host on which the
configuration's plan is already written; a row shows where the two differ.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence

from vkconfig_py.language.sentences import counted, join_words, message, render, tr
from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.loader.explain.loader_words import (
    explain_opened_loader,
    render_obstacle,
    render_unusual_reason,
)
from vkconfig_py.loader.explain.report_builder import decide_driver_severity
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.loader.manifests.driver import get_driver_display_name
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.activation import DRIVER_FILTERS
from vkconfig_py.loader.rules.loader_report import FoundDriver, FoundLayer, LoaderReport
from vkconfig_py.model.chain.compute import Prediction, predict
from vkconfig_py.model.chain.layer_rows import OFF_BY_CONFIGURATION, LayerRowBuilder
from vkconfig_py.model.chain.snapshot_sentences import (
    find_deviations,
    find_loader_obstacle,
    list_program_names,
    write_summary,
)
from vkconfig_py.model.chain.snapshot_values import (
    NOT_PROBED,
    TONE_BY_SEVERITY,
    UNUSED_DRIVER,
    ChainSnapshot,
    DeviceChoiceEffect,
    Row,
    RowKind,
    SnapshotReports,
    Tone,
    add_driver_state,
)
from vkconfig_py.model.chain.what_if_snapshot import apply_assumptions
from vkconfig_py.model.configuration.configuration import DriverControl
from vkconfig_py.model.plan.device_plan import find_method_limit, list_device_plan_limits
from vkconfig_py.model.plan.loader_family import list_device_limits
from vkconfig_py.model.plan.plan import Mechanism, PredictionRequest
from vkconfig_py.model.programs.program_paths import ProgramState
from vkconfig_py.model.programs.shell.syntax import ANY_VARIABLE, Unknown
from vkconfig_py.model.text.wording import (
    describe_read_files,
    escape_invisible,
    render_bits,
    render_count,
    strip_layer_prefix,
)

DRIVER_CONTROLS = tuple(control.value for control in DriverControl)
_LOADER_VARIABLE_PATTERN = re.compile(r"VK_|XDG_(CONFIG|DATA)_")
_READ_VARIABLES = frozenset({"HOME", "LD_LIBRARY_PATH", "LD_PRELOAD"})
OUTSIDE_CHAIN_TITLE = message("Not in the chain")
UNUSED_FILES_TITLE = message("Files not used")


def build_rows(
    request: PredictionRequest, prediction: Prediction, *, is_elsewhere: bool = False
) -> tuple[Row, ...]:
    """Return all rows of the window's list, top first.

    `is_elsewhere`: the machine is not the running one.
    """
    chain = [(layer.manifest.name, layer.manifest.file) for layer in prediction.report.callstack]
    off_names = [layer.name for layer in prediction.report.found_layers if _is_turned_off(layer)]
    deviations = find_deviations(request.configuration, prediction.plan, chain, off_names)
    layers = LayerRowBuilder(request, prediction, deviations, is_elsewhere=is_elsewhere)
    off_rows = sorted([*layers.list_off_rows(), *layers.list_missing_rows()], key=_get_sort_key)
    files = sorted(layers.list_broken_rows(), key=_get_sort_key)
    off_count = sum(not row.is_own_override for row in off_rows)
    return (
        make_program_row(request, prediction),
        *layers.list_movable(),
        _make_loader_row(request),
        *_make_driver_rows(request, prediction),
        Row(
            key="group",
            kind=RowKind.GROUP,
            name=render(OUTSIDE_CHAIN_TITLE),
            secondary=str(off_count),
            accessible_name=(f"{render(OUTSIDE_CHAIN_TITLE)}, {render_count(off_count, 'layer')}"),
        ),
        *off_rows,
        *_make_files_header(len(files)),
        *files,
    )


def _get_sort_key(row: Row) -> tuple[str, str]:
    """Return what rows outside the chain are sorted by: name without prefix, then key."""
    return strip_layer_prefix(row.name).casefold(), row.key


def _make_files_header(count: int) -> tuple[Row, ...]:
    """Return the header above unusable files, () if there are none."""
    head_row = Row(
        key="files",
        kind=RowKind.FILES,
        name=render(UNUSED_FILES_TITLE),
        secondary=str(count),
        accessible_name=f"{render(UNUSED_FILES_TITLE)}, {render_count(count, 'file')}",
    )
    return (head_row,) if count else ()


def _is_turned_off(layer: FoundLayer) -> bool:
    """Return whether a layer could load but a rule disables it.

    A broken one is shown in its own row.
    """
    is_usable = layer.manifest is not None and not layer.manifest.is_override
    return is_usable and layer.verdict.outcome is Outcome.OFF


def make_program_row(request: PredictionRequest, prediction: Prediction) -> Row:
    """Make the first row: the program or programs that the snapshot is about."""
    program = prediction.program
    name, path = program.name, program.path
    is_applied = request.view.is_applied
    is_applied = is_applied and request.assumptions.program is None
    if is_applied:
        programs = request.view.programs
        name = join_words(list_program_names(programs)) or tr("Every program")
        path = join_words(programs)
    elif program.state is ProgramState.NONE:
        name = tr("Any program")
    reason = (
        _describe_application(request.application)
        if request.known_requests is None
        else request.known_requests.sentence()
    )
    elevation_reason = program.elevation.explanation
    if prediction.report.host.hides_variables:
        if not program.elevation.is_elevated:
            elevation_reason = tr("Runs with elevated privileges")
        reason = tr(
            "{reason}: the loader ignores your folders and most variables", reason=elevation_reason
        )
    elif elevation_reason:
        reason += f" · {elevation_reason}"
    reason = " · ".join(filter(None, (reason, *_describe_start(prediction))))
    deviation = program.error
    if is_applied and request.view.programs and program.sentence and not program.error:
        reason = program.sentence
    return Row(
        key="program",
        kind=RowKind.PROGRAM,
        name=name,
        secondary=escape_invisible(path if is_applied else _add_arguments(path, request)),
        reason=reason,
        deviation=deviation,
        tone=Tone.ERROR if deviation else Tone.NEUTRAL,
        tooltip="\n".join(filter(None, (path, reason, deviation, program.sentence))),
        accessible_name=tr("{name}, program: {text}.", name=name, text=deviation or reason),
    )


def _add_arguments(path: str, request: PredictionRequest) -> str:
    """Return the path of the program with the arguments that Launch gives it."""
    arguments = request.configuration.target.arguments
    return f"{path} {shlex.join(arguments)}" if path and arguments else path


def _describe_start(prediction: Prediction) -> Iterator[str]:
    """Yield what scripts and wrappers do before the program itself runs."""
    program, report = prediction.program, prediction.report
    if program.starts_nothing:
        yield tr("the script does not start a program")
    elif program.final_arguments:
        yield tr("starts {path}", path=program.final_arguments[0])
    elif program.can_run and not program.real_path and prediction.request.opened_loader is None:
        yield tr("the program that the script starts is known only at run time")
    if not prediction.request.script_variables:
        return
    relevant_names, changes = _find_relevant_variables(report), prediction.request.script_variables
    relevant_names.add(ANY_VARIABLE)
    changes = tuple(
        change
        for change in changes
        if change.name in relevant_names or _LOADER_VARIABLE_PATTERN.match(change.name)
    )
    unknown_names = [change.name for change in changes if isinstance(change.value, Unknown)]
    if known_names := [change.name for change in changes if change.name not in unknown_names]:
        yield tr("sets {names}", names=join_words(known_names))
    if ANY_VARIABLE in unknown_names:
        yield tr("the script sets variables that are known only at run time")
    elif unknown_names:
        yield tr(
            "the script sets {names} to values known only at run time",
            names=join_words(unknown_names),
        )


def _find_relevant_variables(report: LoaderReport) -> set[str]:
    """Return the variables that the dynamic linker reads, or that layers name."""
    manifests = [layer.manifest for layer in report.found_layers if layer.manifest is not None]
    names = {manifest.disable_environment for manifest in manifests if manifest.disable_environment}
    names |= {
        manifest.enable_environment[0]
        for manifest in manifests
        if manifest.enable_environment is not None
    }
    return names | _READ_VARIABLES


def _describe_application(application: Application) -> str:
    """Return which Vulkan version and how many layers a program requests."""
    if application == Application():
        return tr("Assumed not to request any layers")
    major, minor, _ = application.api_version or (1, 0, 0)
    version = f"{major}.{minor}"
    layers = len(application.layers)
    if not layers:
        return tr("Requests Vulkan {version}, but no layers", version=version)
    return counted(
        "Requests Vulkan {version} and {n:,} layers",
        "Requests Vulkan {version} and {n:,} layer",
        layers,
        version=version,
    )


def _make_loader_row(request: PredictionRequest) -> Row:
    """Make the row of the loader."""
    profile, opened_loader = request.profile, request.opened_loader
    is_simulated = not request.assumptions.is_empty
    bits = render_bits(profile.pointer_bits)
    if not profile.library and not is_simulated:
        return _make_missing_loader_row(request)
    reads_text = describe_read_files(profile)
    name = profile.title
    if not profile.is_version_known:
        reads_text = tr("predicted for loader {version}", version=profile.version_text)
    elif note := profile.number_note:
        reads_text = note
    # An assumed version has a chip, and is not that of the library which programs open.
    is_version_assumed = request.assumptions.version is not None
    if is_simulated and not profile.library:
        bits = tr("simulated, not installed · {bits}", bits=bits)
    elif is_simulated and not is_version_assumed:
        bits = tr("simulated · {bits}", bits=bits)
    library_text = profile.library if request.assumptions.library is not None else ""
    if opened_loader is not None and opened_loader.library is not None and not is_version_assumed:
        reason = render_unusual_reason(opened_loader)
        library_text = ", ".join(filter(None, (opened_loader.library.path, reason)))
    # Its variables are in the inspector; there is no space for them beside a path.
    secondary_text = f"{bits} · {library_text or reads_text}"
    if not profile.is_version_known:
        secondary_text += f" · {reads_text}" if library_text else ""
    elif (
        opened_loader is None
        and not is_simulated
        and (other_loaders := _list_other_loaders(request))
    ):
        secondary_text += " · " + tr("also installed: {loaders}", loaders=other_loaders)
    explanation = explain_opened_loader(opened_loader) if opened_loader is not None else ""
    reads_line = f"{bits} · {reads_text}" if library_text and profile.is_version_known else ""
    return Row(
        key="loader",
        kind=RowKind.LOADER,
        name=name,
        secondary=secondary_text,
        manifest=profile.library,
        tooltip="\n".join(
            filter(None, (name, profile.library, secondary_text, reads_line, explanation))
        ),
        accessible_name=f"{name}, {secondary_text}.",
    )


def _list_other_loaders(request: PredictionRequest) -> str:
    """Return the installed loaders besides the one shown, in words, or ""."""
    other_loaders = (
        loader for loader in request.loaders if loader.library != request.profile.library
    )
    return join_words(
        [
            tr(
                "{bits}-bit {version}",
                bits=loader.pointer_bits,
                version=loader.version_text,
            )
            for loader in other_loaders
        ]
    )


def _make_missing_loader_row(request: PredictionRequest) -> Row:
    """Make the row that says that no loader is installed."""
    profile, opened_loader = request.profile, request.opened_loader
    name = tr("No Vulkan loader found")
    reason = tr("predicted for loader {version}", version=profile.version_text)
    explanation = ""
    if opened_loader is not None:
        name = tr("No {bits}-bit Vulkan loader found", bits=profile.pointer_bits)
        explanation = explain_opened_loader(opened_loader)
    elif path := find_loader_obstacle(request):
        explanation = render_obstacle(path)
    return Row(
        key="loader",
        kind=RowKind.LOADER,
        name=name,
        secondary=reason,
        tone=Tone.ERROR,
        tooltip="\n".join(filter(None, (name, reason, explanation))),
        accessible_name=f"{name}, {reason}.",
    )


def _make_driver_rows(request: PredictionRequest, prediction: Prediction) -> Iterator[Row]:
    """Yield a row for each driver found, then for each chosen one that is not installed."""
    drivers = prediction.report.drivers
    limits = {limit.subject: limit.text for limit in prediction.plan.limits if limit.subject}
    for index, driver in enumerate(drivers):
        name = get_base_name(driver.file)
        control = request.configuration.get_driver_control(name)
        deviation = limits.get(name, "") if control is not DriverControl.AUTO else ""
        yield _make_driver_row(
            request, prediction, driver, control, deviation, index == len(drivers) - 1
        )
    installed_names = {get_base_name(driver.file) for driver in drivers}
    for entry in request.configuration.drivers:
        if entry.name not in installed_names:
            control = entry.control
            reason = tr("not installed; the choice is not applied")
            yield Row(
                key=f"driver:{entry.name}",
                kind=RowKind.DRIVER,
                name=get_driver_display_name(entry.name),
                status=tr("Missing"),
                reason=reason,
                tone=Tone.WARN,
                control=control.value,
                controls=DRIVER_CONTROLS,
                depth=1,
                is_last=True,
                accessible_name=tr(
                    "{name}, driver, missing: {reason}.", name=entry.name, reason=reason
                ),
            )


def _make_driver_row(
    request: PredictionRequest,
    prediction: Prediction,
    driver: FoundDriver,
    control: DriverControl,
    deviation: str,
    is_last: bool,
) -> Row:
    """Make the row of a driver found.

    Args:
        request: of the snapshot.
        prediction: its prediction.
        driver: as the engine found it.
        control: the user's choice.
        deviation: in what the plan cannot follow the choice, or "".
        is_last: it is the last driver found.
    """
    verdict = driver.verdict
    name = get_driver_display_name(driver.file)
    reason, tone, outcome, is_own = "", Tone.NEUTRAL, verdict.outcome, False
    match outcome:
        case Outcome.LOADS | Outcome.UNKNOWN:
            word, outcome = render(NOT_PROBED), Outcome.UNKNOWN
        case Outcome.OFF:
            word = render(UNUSED_DRIVER)
            if verdict.reason not in DRIVER_FILTERS:
                reason = render_verdict(verdict, prediction.report)
            elif control is DriverControl.OFF:
                reason, is_own = render(OFF_BY_CONFIGURATION), True
        case _:
            word, tone = (
                tr("cannot be opened: {reason}", reason=render_verdict(verdict, prediction.report)),
                TONE_BY_SEVERITY[decide_driver_severity(verdict)],
            )
    numbers = driver.manifest.api_version[1:] if driver.manifest else ()
    version = ".".join(map(str, numbers))
    row = Row(
        key=f"driver:{driver.file}",
        kind=RowKind.DRIVER,
        name=name,
        secondary=tr("Vulkan {version}", version=version) if version else "",
        version=version,
        status=word,
        outcome=outcome,
        reason=reason,
        tone=tone,
        deviation=deviation,
        control=control.value,
        controls=DRIVER_CONTROLS,
        depth=1,
        is_last=is_last and not _has_missing_drivers(request, prediction),
        is_used=verdict.outcome in (Outcome.LOADS, Outcome.UNKNOWN),
        manifest=driver.file,
        is_own_choice=is_own,
    )
    return add_driver_state(row, word)


def _has_missing_drivers(request: PredictionRequest, prediction: Prediction) -> bool:
    """Return whether the configuration names a driver that is not installed."""
    installed_names = {get_base_name(driver.file) for driver in prediction.report.drivers}
    return any(entry.name not in installed_names for entry in request.configuration.drivers)


def compute_snapshot(
    request: PredictionRequest, cache: DocumentCache | None = None
) -> ChainSnapshot:
    """Compute the snapshot of a request. It only reads, and never raises for bad input.

    The snapshot keeps the original request; all else in it describes the hypothetical machine, if
    there is a what-if.
    """
    effective_request = request
    if not request.assumptions.is_empty:
        effective_request = apply_assumptions(request)
    prediction = predict(effective_request, cache or DocumentCache())
    effective_request = prediction.request
    findings = SnapshotReports(
        prediction.inventory, prediction.plan, prediction.report, effective_request.script_variables
    )
    return ChainSnapshot(
        request=request,
        rows=build_rows(effective_request, prediction),
        summary=write_summary(effective_request, prediction),
        find=lambda: findings,
        devices=_find_applied_devices(effective_request, prediction),
        known_requests=effective_request.known_requests,
    )


def _find_applied_devices(
    effective_request: PredictionRequest, prediction: Prediction
) -> DeviceChoiceEffect:
    """Return the choice of devices that the loader applies, with its limits."""
    plan, profile = prediction.plan, effective_request.profile
    mechanisms = dict.fromkeys(
        (plan.mechanism, Mechanism.SETTINGS)
    )  # a launch may bring such a file
    limits_by_mechanism = [
        list_device_limits(
            effective_request.configuration, mechanism, profile, effective_request.loaders
        )
        for mechanism in mechanisms
    ]
    limits = [limit for limits in limits_by_mechanism for limit in limits]
    device_plan, method_limit = plan.devices, None
    if device_plan is not None:
        limits += list_device_plan_limits(device_plan, profile)
        method_limit = find_method_limit(device_plan, profile)
    return DeviceChoiceEffect(
        profile,
        prediction.report.probe_inputs.device_configurations,
        tuple(limit for limit in dict.fromkeys(limits) if limit in plan.limits),
        device_plan.context
        if device_plan is not None and device_plan.selected_verdict is not None
        else None,
        method_limit,
    )


def get_order_after_move(snapshot: ChainSnapshot, name: str, position: int) -> Sequence[str]:
    """Return the order shown after the user moves a layer to a 0-based place.

    Layers that the loader places differently from the user's order keep the user's place: moving
    one layer never changes another's. The moved layer is inserted where the fewest of the rows
    shown above and below it end up on the other side.
    """
    chain = [layer for layer in snapshot.list_movable_names() if layer != name]
    other_layers = [layer for layer in get_user_order(snapshot) if layer != name]
    layers_above = set(chain[:position])
    # Cost of each gap: rows shown above that would end up below, and the reverse.
    cost = len(layers_above)
    costs = [cost]
    for layer in other_layers:
        cost += -1 if layer in layers_above else 1
        costs.append(cost)
    lowest_cost = min(costs)
    is_moved_up = name in snapshot.list_movable_names()[position:]
    gaps = [gap for gap, gap_cost in enumerate(costs) if gap_cost == lowest_cost]
    gap = gaps[0] if is_moved_up else gaps[-1]
    return [*other_layers[:gap], name, *other_layers[gap:]]


def get_user_order(snapshot: ChainSnapshot) -> tuple[str, ...]:
    """Return the names in the chain, each layer that the user placed at the user's place."""
    chain = snapshot.list_movable_names()
    chain_names = set(chain)
    entries = snapshot.request.configuration.layers
    placed_names = [entry.name for entry in entries if entry.placed and entry.name in chain_names]
    placed_set = set(placed_names)
    next_names = iter(dict.fromkeys(placed_names))
    return tuple(next(next_names) if layer in placed_set else layer for layer in chain)
