"""Finds remedies for a layer or driver, and deciding variables, by runs of the engine.

Rules propose remedies, and a rule sees one obstacle at a time. So each remedy is applied to the
host's overlay, nothing is written to disk, and the engine reports the new verdict and side effects.
A remedy that changes nothing, or breaks Vulkan for every program, is not offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vkconfig_py.language.sentences import join_some, message, render, tr
from vkconfig_py.loader.api.discover import discover
from vkconfig_py.loader.base.host import Application, Host, OverlayFile, Position
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
    AskFor,
    AskNotFor,
    ChangeFile,
    ChangeProfile,
    DropPrivileges,
    InstallLibrary,
    Kind,
    MoveFile,
    NoRemedy,
    Outcome,
    Reason,
    RegisterManifest,
    Remedy,
    RemoveFile,
    SetVariable,
    Severity,
    Together,
    UnsetVariable,
    Verdict,
    WriteFile,
)
from vkconfig_py.loader.explain.remedies import Goal
from vkconfig_py.loader.explain.verdict_sentences import render_state, render_verdict
from vkconfig_py.loader.files.binaries import find_install_path, make_accepted_header
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.files.search_paths import VARIABLES_BY_MANIFEST_TYPE
from vkconfig_py.loader.json.text_edits import EditError, edit_file
from vkconfig_py.loader.platforms.rules import get_base_name, get_folder_name
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.activation import LAYERS_DISABLE_VARIABLE
from vkconfig_py.loader.rules.loader_report import FoundDriver, FoundLayer, LoaderReport
from vkconfig_py.loader.rules.outcome import INCOMPATIBLE_DRIVER, SUCCESS

_FOLDER_VARIABLES = ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS", "HOME")
SEARCH_VARIABLES = (
    *_FOLDER_VARIABLES,
    *(
        name
        for variable in VARIABLES_BY_MANIFEST_TYPE.values()
        for name, _gate in (*variable.replacing_variables, variable.adding_variable)
    ),
)


class DecidingVariable(NamedTuple):
    """A variable that keeps a manifest from being found.

    Attributes:
        value_here: its value where the manifest is not found; None: not set.
        value_there: its value where it is found; with it the manifest would be found here, too.
    """

    variable: str
    value_here: str | None
    value_there: str | None

    @property
    def sentence(self) -> str:
        """Return a sentence on what the variable is where the manifest is not found."""
        if self.value_here is None:
            return tr("{variable} is not set", variable=self.variable)
        if not self.value_here:
            return tr("{variable} is set but empty", variable=self.variable)
        return tr("{variable} is set to {value}", variable=self.variable, value=self.value_here)


def list_manifest_files(report: LoaderReport) -> frozenset[str]:
    """Return the manifest files of the layers and drivers of a report."""
    layers = (layer.file for layer in report.found_layers)
    return frozenset((*layers, *(driver.file for driver in report.drivers)))


def find_deciding_variables(
    host: Host,
    other_environment: Mapping[str, str],
    application: Application,
    profile: LoaderProfile,
    cache: DocumentCache,
) -> dict[str, DecidingVariable]:
    """Return by manifest the variable because of which a host does not find it.

    Each variable is tried alone.

    Args:
        host: where manifests are not found.
        other_environment: of a process that finds them.
        application: what the program requests.
        profile: the loader.
        cache: documents that were read before.
    """
    known_files = list_manifest_files(
        discover(host, application, profile, cache, with_remedies=False)
    )
    deciders: dict[str, DecidingVariable] = {}
    for name in SEARCH_VARIABLES:
        value_here, value_there = host.environment.get(name), other_environment.get(name)
        if value_here == value_there:
            continue
        changed_host = host.with_environment([(name, value_there)])
        changed_report = discover(changed_host, application, profile, cache, with_remedies=False)
        for file in list_manifest_files(changed_report) - known_files:
            deciders.setdefault(file, DecidingVariable(name, value_here, value_there))
    return deciders


_USED_OUTCOMES = (Outcome.LOADS, Outcome.UNKNOWN, Outcome.ACTS)
_REFUSED_OUTCOMES = (Outcome.SKIPPED, Outcome.FAILS)
_MAX_NAMED_EFFECTS = 2
_MAX_TRIED_BLOCKERS = 8
_LAYER_NAME_PREFIX = "VK_LAYER_"
_SINGLE_RUN_REMEDIES = (
    SetVariable,
    UnsetVariable,
    ChangeProfile,
    AskFor,
    AskNotFor,
    DropPrivileges,
)


VULKAN_WORKS_MESSAGE = message("Vulkan works again")


class RemedySubject(NamedTuple):
    """The layer or driver that a remedy is for.

    Attributes:
        name: layer name; "" for a driver, or for a manifest without a usable layer.
    """

    kind: Kind
    file: str
    name: str = ""


class RemedyOutcome(NamedTuple):
    """Result of applying a remedy.

    Attributes:
        is_effective: the verdict changes as intended, and Vulkan still works.
        verdict: verdict on the subject afterwards; None if its file is no longer read.
        state_after: sentence: the subject's new state and the side effects.
        report: report of the changed machine.
    """

    is_effective: bool
    verdict: Verdict | None
    state_after: str
    report: LoaderReport


def make_subject(component: FoundLayer | FoundDriver) -> RemedySubject:
    """Return the layer or driver of a report as the subject of a remedy."""
    if isinstance(component, FoundDriver):
        return RemedySubject(Kind.DRIVER, component.file)
    return RemedySubject(Kind.LAYER, component.file, component.name if component.manifest else "")


def list_goals(report: LoaderReport, component: FoundLayer | FoundDriver) -> tuple[Goal, ...]:
    """Return the goals that a remedy may have for a layer or driver, the most urgent first."""
    outcome = component.verdict.outcome
    repair_goal = (Goal.REPAIR,) if outcome in _REFUSED_OUTCOMES else ()
    if report.create_result != SUCCESS:
        return (Goal.LET_START, *repair_goal)
    return repair_goal or ((Goal.LEAVE_OUT,) if outcome in _USED_OUTCOMES else (Goal.LOAD,))


def find_verdict(report: LoaderReport, subject: RemedySubject) -> Verdict | None:
    """Return the verdict on a subject, or None.

    Of several with one name and file it is the best one.
    """
    verdicts: list[Verdict] = []
    if subject.kind is Kind.DRIVER:
        verdicts = [driver.verdict for driver in report.drivers if driver.file == subject.file]
    elif subject.kind is Kind.LAYER:
        verdicts = [
            layer.verdict
            for layer in report.found_layers
            if layer.file == subject.file and (not subject.name or layer.name == subject.name)
        ]
    used_verdicts = [verdict for verdict in verdicts if verdict.outcome in _USED_OUTCOMES]
    return next(iter([*used_verdicts, *verdicts]), None)


def try_remedy(
    remedy: Remedy,
    report: LoaderReport,
    subject: RemedySubject,
    goal: Goal,
    cache: DocumentCache | None = None,
) -> RemedyOutcome | None:
    """Return what a remedy leads to on the machine of a report, or None if it cannot be applied.

    It is applied in memory only.

    Args:
        remedy: the change.
        report: the report before.
        subject: the layer or driver that it is for.
        goal: what it should reach.
        cache: documents that were read before.
    """
    report_after = report_with_remedy(remedy, report, cache)
    if report_after is None:
        return None
    verdict = find_verdict(report_after, subject)
    vulkan_works = report_after.create_result == SUCCESS or (
        report.create_result != SUCCESS and goal is Goal.REPAIR
    )
    reaches_goal = vulkan_works and _is_goal_reached(goal, report, report_after, subject)
    summary = describe_effect(
        report, report_after, subject, for_every_program=_is_for_every_program(remedy)
    )
    return RemedyOutcome(reaches_goal, verdict, summary, report_after)


def report_with_remedy(
    remedy: Remedy,
    report: LoaderReport,
    cache: DocumentCache | None = None,
    *,
    with_remedies: bool = True,
) -> LoaderReport | None:
    """Return the report of the same machine with a remedy applied in memory.

    None if it cannot be applied.
    """
    if isinstance(remedy, NoRemedy):
        return None
    inputs = apply_remedy(remedy, report.host, report.application, report.profile)
    return None if inputs is None else discover(*inputs, cache, with_remedies=with_remedies)


def _is_goal_reached(
    goal: Goal, report_before: LoaderReport, report_after: LoaderReport, subject: RemedySubject
) -> bool:
    """Return whether a remedy reached its goal, by the reports before and after it."""
    verdict = find_verdict(report_after, subject)
    match goal:
        case Goal.LOAD:
            return verdict is not None and verdict.outcome in _USED_OUTCOMES
        case Goal.LEAVE_OUT:
            return not is_in_use(report_after, subject)
        case Goal.REPAIR:
            return _count_refused(report_after, subject) < _count_refused(report_before, subject)
        case Goal.LET_START:
            return report_before.create_result != SUCCESS


def _count_refused(report: LoaderReport, subject: RemedySubject) -> int:
    """Return the number of refused layers in the subject's file, or of its refused drivers."""
    drivers = [(driver.file, driver.verdict) for driver in report.drivers]
    layers = [(layer.file, layer.verdict) for layer in report.found_layers]
    components = drivers if subject.kind is Kind.DRIVER else layers
    return sum(
        file == subject.file and verdict.outcome in _REFUSED_OUTCOMES
        for file, verdict in components
    )


def is_in_use(report: LoaderReport, subject: RemedySubject) -> bool:
    """Return whether programs load a layer (any copy of its name) or driver."""
    if subject.name and any(
        active_layer.manifest.name == subject.name for active_layer in report.callstack
    ):
        return True
    verdict = find_verdict(report, subject)
    return verdict is not None and verdict.outcome in _USED_OUTCOMES


def _is_for_every_program(remedy: Remedy) -> bool:
    """Return whether the remedy only edits files, which affect every program."""
    if isinstance(remedy, Together):
        return all(map(_is_for_every_program, remedy.steps))
    return not isinstance(remedy, NoRemedy) and not isinstance(remedy, _SINGLE_RUN_REMEDIES)


def describe_effect(
    report_before: LoaderReport,
    report_after: LoaderReport,
    subject: RemedySubject,
    *,
    for_every_program: bool,
) -> str:
    """Render what a change did to a layer or driver, and its side effects.

    `for_every_program`: the change affects every program.
    """
    parts = [_render_state_after(report_before, report_after, subject, for_every_program)]
    if report_before.create_result != SUCCESS and report_after.create_result == SUCCESS:
        parts.append(render(VULKAN_WORKS_MESSAGE))
    elif report_before.create_result == SUCCESS and report_after.create_result != SUCCESS:
        parts.append(
            tr("Vulkan fails in every program: {create}", create=report_after.create_result)
        )
    parts += _render_side_effects(report_before, report_after, subject)
    return "; ".join(part for part in parts if part)


def _render_state_after(
    report_before: LoaderReport,
    report_after: LoaderReport,
    subject: RemedySubject,
    for_every_program: bool,
) -> str:
    """Render what becomes of a layer or driver after a change."""
    verdict, previous_verdict = (
        find_verdict(report_after, subject),
        find_verdict(report_before, subject),
    )
    if verdict is None:
        return tr("no longer read") if previous_verdict is not None else ""
    if verdict.outcome is Outcome.UNKNOWN:
        return tr("loads if its library opens (probe to find out)")
    if verdict.outcome in _USED_OUTCOMES:
        return _render_in_use(subject.kind is Kind.DRIVER, for_every_program)
    reason = render_verdict(verdict, report_after)
    detail = str(verdict.detail)
    if detail.startswith("/"):
        reason = reason.replace(detail, get_base_name(detail))
    state = render_state(verdict.outcome)
    if previous_verdict is not None and previous_verdict.outcome is verdict.outcome:
        return tr("still {state}, {reason}", state=state, reason=reason)
    return f"{state}, {reason}"


def _render_in_use(is_driver: bool, for_every_program: bool) -> str:
    """Render that a layer or driver is used."""
    if for_every_program:
        return tr("is used by every program") if is_driver else tr("loads in every program")
    if is_driver:
        return tr("is used by programs started this way")
    return tr("loads into programs started this way")


def _render_side_effects(
    report_before: LoaderReport, report_after: LoaderReport, subject: RemedySubject
) -> Iterator[str]:
    """Yield a sentence on other layers and drivers that start or stop loading."""
    if (
        SUCCESS not in (report_before.create_result, report_after.create_result)
        or report_before.create_result != report_after.create_result
    ):
        return
    used_before, used_after = (
        _list_used_names(report_before, subject),
        _list_used_names(report_after, subject),
    )
    if stopped_components := sorted(used_before - used_after):
        yield tr("also off: {names}", names=join_some(stopped_components, _MAX_NAMED_EFFECTS))
    if started := sorted(used_after - used_before):
        yield tr("also on: {names}", names=join_some(started, _MAX_NAMED_EFFECTS))


def _list_used_names(report: LoaderReport, subject: RemedySubject) -> set[str]:
    """Return the names of layers and drivers in use other than the subject."""
    layers = {
        active_layer.manifest.name.removeprefix(_LAYER_NAME_PREFIX)
        for active_layer in report.callstack
        if active_layer.manifest.file != subject.file
    }
    drivers = {
        get_base_name(driver.file)
        for driver in report.drivers
        if driver.verdict.outcome in _USED_OUTCOMES and driver.file != subject.file
    }
    return (layers - {subject.name.removeprefix(_LAYER_NAME_PREFIX)}) | drivers


def find_unblocking_remedy(
    report: LoaderReport, subject: RemedySubject, cache: DocumentCache | None = None
) -> Remedy | None:
    """Return the remedy for files that make Vulkan fail in every program, or None.

    Fixing one bad file may expose the next: remedies are applied one after the other until
    vkCreateInstance succeeds. Where any driver would suffice, the subject is chosen.
    """
    current_report, steps = report, []
    for _ in range(_MAX_TRIED_BLOCKERS):
        if current_report.create_result == SUCCESS:
            break
        step = next(_find_improvements(current_report, subject, cache), None)
        if step is None:
            return None
        steps.append(step[0])
        current_report = step[1]
    if current_report.create_result != SUCCESS or not steps:
        return None
    return steps[0] if len(steps) == 1 else Together(tuple(steps))


def _find_improvements(
    report: LoaderReport, subject: RemedySubject, cache: DocumentCache | None
) -> Iterator[tuple[Remedy, LoaderReport]]:
    """Yield remedies that each remove one obstacle, with the report after them."""
    for remedy in dict.fromkeys(_propose_unblocking_remedies(report, subject)):
        report_after = report_with_remedy(remedy, report, cache)
        if report_after is not None and (
            report_after.create_result != report.create_result
            or _find_fatal_files(report_after) < _find_fatal_files(report)
        ):
            yield remedy, report_after


def _propose_unblocking_remedies(report: LoaderReport, subject: RemedySubject) -> Iterator[Remedy]:
    """Yield the remedies that might make vkCreateInstance succeed."""
    for problem in report.problems:
        if problem.severity is Severity.ERROR:
            yield from (problem.remedy, *problem.other_remedies)
    for file in _find_fatal_files(report):
        yield RemoveFile(file)
    # terminator_CreateInstance: one driver is enough.
    if report.create_result == INCOMPATIBLE_DRIVER:
        drivers = sorted(report.drivers, key=lambda driver: make_subject(driver) != subject)
        yield from (driver.verdict.remedy for driver in drivers)
    listed_names = {layer.name for layer in report.found_layers if layer.is_listed}
    for layer in report.application.layers:
        # loader_validate_layers: one name that is not in the list fails vkCreateInstance.
        if layer not in listed_names:
            yield AskNotFor(layer=layer)


def _find_fatal_files(report: LoaderReport) -> set[str]:
    """Return the files that make every call fail."""
    components: tuple[FoundLayer | FoundDriver, ...] = (*report.found_layers, *report.drivers)
    return {
        component.file for component in components if component.verdict.outcome is Outcome.FAILS
    }


class Advice(NamedTuple):
    """A verified remedy and its result."""

    remedy: Remedy
    goal: Goal
    trial: RemedyOutcome


def advise(
    report: LoaderReport, component: FoundLayer | FoundDriver, cache: DocumentCache | None = None
) -> tuple[Advice, ...]:
    """Return the remedies for a layer or driver that a run showed to work, least invasive first."""
    subject = make_subject(component)
    cache = cache or DocumentCache()
    advice_by_remedy: dict[Remedy, Advice] = {}
    for goal in list_goals(report, component):
        for remedy in dict.fromkeys(_propose_remedies(report, component, goal, cache)):
            trial = try_remedy(remedy, report, subject, goal, cache)
            if trial is not None and trial.is_effective:
                advice_by_remedy.setdefault(remedy, Advice(remedy, goal, trial))
    return tuple(advice_by_remedy.values())


def explain_missing_remedy(component: FoundLayer | FoundDriver) -> str:
    """Return why no remedy exists, or "" if the reason is unknown."""
    remedy = component.verdict.remedy
    return render(remedy.why) if isinstance(remedy, NoRemedy) else ""


def _propose_remedies(
    report: LoaderReport, component: FoundLayer | FoundDriver, goal: Goal, cache: DocumentCache
) -> Iterator[Remedy]:
    """Yield the remedies that might reach a goal for a layer or driver."""
    if goal is Goal.LET_START:
        blocker_remedy = find_unblocking_remedy(report, make_subject(component), cache)
        if blocker_remedy is not None:
            yield blocker_remedy
        return
    if (
        goal is Goal.LEAVE_OUT
        and isinstance(component, FoundLayer)
        and component.manifest is not None
    ):
        name = component.manifest.disable_environment
        if name:
            yield SetVariable(name, component.manifest.off_value)
    yield component.verdict.remedy
    if component.verdict.reason is Reason.DISABLE_FILTER:
        yield UnsetVariable(LAYERS_DISABLE_VARIABLE)


def find_component(report: LoaderReport, subject: RemedySubject) -> FoundLayer | FoundDriver | None:
    """Return the layer or driver of a report that a subject names, or None.

    A copy in use is preferred.
    """
    components: tuple[FoundLayer | FoundDriver, ...] = (*report.found_layers, *report.drivers)
    candidates = [component for component in components if component.file == subject.file]
    candidates = [
        component for component in candidates if make_subject(component).kind is subject.kind
    ]
    if subject.name:
        candidates = [
            component
            for component in candidates
            if isinstance(component, FoundLayer) and component.name == subject.name
        ]
    used_outcomes = (Outcome.LOADS, Outcome.UNKNOWN)
    used_components = [
        component for component in candidates if component.verdict.outcome in used_outcomes
    ]
    return next(iter([*used_components, *candidates]), None)


class DiscoverInputs(NamedTuple):
    """Input of one discover() run."""

    host: Host
    application: Application
    profile: LoaderProfile


def apply_remedy(
    remedy: Remedy, host: Host, application: Application, profile: LoaderProfile
) -> tuple[Host, Application, LoaderProfile] | None:
    """Return the discover() input with a remedy applied, or None if it cannot be applied."""
    return _apply_to_inputs(remedy, DiscoverInputs(host, application, profile))


def _apply_to_inputs(remedy: Remedy, inputs: DiscoverInputs) -> DiscoverInputs | None:
    """Return the discover() input after a remedy, or None if it cannot be applied."""
    host = inputs.host
    match remedy:
        case SetVariable(name, value):
            return inputs._replace(host=host.with_environment(((name, value),)))
        case UnsetVariable(name):
            return inputs._replace(host=host.with_environment(((name, None),)))
        case ChangeProfile(version):
            return inputs._replace(profile=inputs.profile.at_release(version))
        case AskFor() | AskNotFor():
            return inputs._replace(application=_change_requests(remedy, inputs.application))
        case DropPrivileges():
            return inputs._replace(host=host._replace(elevated=False))
        case InstallLibrary(library):
            # $ORIGIN is the folder of the loader, which calls dlopen.
            path = find_install_path(host, library, get_folder_name(inputs.profile.library))
            bits = min(host.pointer_bits, inputs.profile.pointer_bits)
            file = OverlayFile(
                make_accepted_header(host._replace(pointer_bits=bits)), Position.LAST
            )
            return inputs._replace(host=host.with_overlay({path: file}))
        case Together(steps):
            return _apply_steps(steps, inputs)
        case NoRemedy():
            return None
        case _:
            return _apply_to_files(remedy, inputs)


def _apply_steps(steps: tuple[Remedy, ...], inputs: DiscoverInputs) -> DiscoverInputs | None:
    """Return the discover() input after all steps, or None if one cannot be applied."""
    for step in steps:
        changed_inputs = _apply_to_inputs(step, inputs)
        if changed_inputs is None:
            return None
        inputs = changed_inputs
    return inputs


def _apply_to_files(remedy: ChangeFile, inputs: DiscoverInputs) -> DiscoverInputs | None:
    """Return the discover() input with changed files, or None if they cannot be changed."""
    host = inputs.host
    if isinstance(remedy, RemoveFile):
        return inputs._replace(host=host.with_overlay({remedy.file: None}))
    if isinstance(remedy, WriteFile):
        file = OverlayFile(remedy.content.encode(), Position.LAST)
        return inputs._replace(host=host.with_overlay({remedy.file: file}))
    data = Scanner(host, DocumentCache()).read(remedy.file)
    if data is None:
        return None
    if isinstance(remedy, RegisterManifest):
        content = data if remedy.content is None else remedy.content.encode()
        return inputs._replace(
            host=host.with_overlay({remedy.target: OverlayFile(content, Position.LAST)})
        )
    planned_file = host.overlay.get(remedy.file)
    # A name that is listed already keeps its place.
    position = planned_file.position if planned_file is not None else Position.LAST
    if isinstance(remedy, MoveFile):
        file = OverlayFile(data, position)
        return inputs._replace(host=host.with_overlay({remedy.file: None, remedy.target: file}))
    try:
        edited_data = edit_file(data, remedy)
    except EditError:
        return None
    return inputs._replace(
        host=host.with_overlay({remedy.file: OverlayFile(edited_data, position)})
    )


def _change_requests(remedy: AskFor | AskNotFor, application: Application) -> Application:
    """Return the program's requests with or without a layer or extension."""
    layers, extensions = application.layers, application.extensions
    if isinstance(remedy, AskNotFor):
        return application._replace(
            layers=tuple(name for name in layers if name != remedy.layer),
            device_layers=tuple(name for name in application.device_layers if name != remedy.layer),
            extensions=tuple(name for name in extensions if name != remedy.extension),
        )
    if remedy.layer:
        layers = (*layers, remedy.layer)
    if remedy.extension:
        extensions = (*extensions, remedy.extension)
    return application._replace(
        layers=layers, extensions=extensions, flags=application.flags | remedy.flags
    )
