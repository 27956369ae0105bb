"""The result in plain words, and where the loader deviates from the configuration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vkconfig_py.language.sentences import counted, join_some, join_words, message, render, tr
from vkconfig_py.loader.base.verdicts import Verdict
from vkconfig_py.loader.explain.loader_words import render_obstacle
from vkconfig_py.loader.explain.verdict_sentences import (
    RESULT_CAUSES,
    find_fatal_verdict,
    render_fatal_cause,
)
from vkconfig_py.loader.files.binaries import find_obstacle
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.outcome import CRASH_RESULT, HANG_RESULT
from vkconfig_py.model.chain.compute import Prediction
from vkconfig_py.model.chain.probe_results import ProbeStatus
from vkconfig_py.model.chain.snapshot_values import (
    A_PROGRAM,
    EVERY_PROGRAM,
    EVERY_VULKAN_PROGRAM,
    ChainSummary,
    Deviation,
    LoadingCase,
    LoadingSentence,
    SentenceSubject,
    make_loading_summary,
)
from vkconfig_py.model.configuration.configuration import (
    NEWEST_COPY,
    UNLISTED,
    Configuration,
    LayerControl,
)
from vkconfig_py.model.plan.inventory import list_entries
from vkconfig_py.model.plan.loader_family import Misplacement, find_misplacements
from vkconfig_py.model.plan.plan import (
    AppliedConfiguration,
    Limitation,
    Mechanism,
    Plan,
    PredictionRequest,
    has_changed_since_applied,
)
from vkconfig_py.model.text.wording import capitalise, disambiguate_names, get_display_names

_MAX_NAMES = 4
_MAX_SHORT_NAMES = 2
SUCCESS_RESULT = "VK_SUCCESS"
WHAT_IF = message("This is a what-if: nothing is written.")


def write_summary(request: PredictionRequest, prediction: Prediction) -> ChainSummary:
    """Return the summary above the rows: who loads which layers, or why programs fail."""
    if path := find_loader_obstacle(request):
        short_text = tr("No Vulkan loader.")
        return ChainSummary((render_obstacle(path), short_text, short_text))
    if not request.profile.library and not prediction.report.drivers:
        return ChainSummary(_describe_nothing_installed(request))
    if prediction.report.create_result != SUCCESS_RESULT:
        return _describe_failure(request, prediction)
    has_program = request.assumptions.program is not None
    if request.view.is_applied and not has_program:
        return _describe_override(request, prediction)
    return make_loading_summary(_describe_run(request, prediction))


def make_subject(request: PredictionRequest, prediction: Prediction) -> SentenceSubject:
    """Return the subject of the summary: a program, or "Every program"."""
    has_program = request.assumptions.program is not None
    if request.view.is_applied and not has_program:
        return make_applied_subject(request)
    return SentenceSubject(prediction.program.name) if prediction.program.name else A_PROGRAM


def make_applied_subject(request: PredictionRequest) -> SentenceSubject:
    """Return the programs that a configuration is applied to as subject of a sentence."""
    programs = request.view.programs
    if not programs:
        return EVERY_PROGRAM
    return SentenceSubject(join_words(list_program_names(programs)), program_count=len(programs))


def list_program_names(programs: tuple[str, ...]) -> list[str]:
    """Return the base names of programs, or their paths where base names are the same."""
    return disambiguate_names([path.rsplit("/", 1)[-1] for path in programs], programs)


def _join_layer_names(prediction: Prediction) -> str:
    """Return the names of the layers that load in words, cut after a few."""
    names = get_display_names([layer.manifest.name for layer in prediction.report.callstack])
    return join_some(names, _MAX_NAMES)


def _describe_run(request: PredictionRequest, prediction: Prediction) -> LoadingSentence:
    """Return the sentence on which layers a launch, or a run with variables, loads."""
    hypothetical = bool(prediction.program.error) or not request.assumptions.is_empty
    safe_mode = request.view.safe_mode
    if request.view.mechanism is Mechanism.ENVIRONMENT:
        loading_case = LoadingCase.VARIABLES_WOULD if hypothetical else LoadingCase.VARIABLES
    elif safe_mode.is_on:
        loading_case = LoadingCase.SAFE_WOULD if hypothetical else LoadingCase.SAFE
    else:
        loading_case = LoadingCase.WOULD if hypothetical else LoadingCase.WILL
    error = f"{capitalise(prediction.program.error)}." if prediction.program.error else ""
    return LoadingSentence(
        make_subject(request, prediction),
        loading_case,
        len(prediction.report.callstack),
        _join_layer_names(prediction),
        program_note=error,
        tail=_describe_system(request, prediction),
        shortest_sentence=error,
        safe_mode_text=safe_mode.description,
    )


def _describe_system(request: PredictionRequest, prediction: Prediction) -> str:
    """Return a sentence about what is applied to the system, and that this run ignores it.

    "" if nothing is: the line below the header says so.
    """
    if not request.assumptions.is_empty:
        return render(WHAT_IF)
    acting_entries = [
        entry for entry in request.applied_configurations if _affects_launch(entry, prediction)
    ]
    if acting_entries:
        return counted(
            "{names} are applied through a loader settings file, which also affects this launch.",
            "{names} is applied through a loader settings file, which also affects this launch.",
            len(acting_entries),
            names=_join_titles(acting_entries),
        )
    is_variables_only = request.view.mechanism is Mechanism.ENVIRONMENT
    if request.applied_configurations:
        return _describe_ignored(
            request.applied_configurations, is_variables_only=is_variables_only
        )
    if prediction.ignored_overrides:
        if is_variables_only:
            return tr(
                "Another program applied an override to the system; "
                "a run with these variables ignores it."
            )
        return tr(
            "Another program applied an override to the system; a launch from here ignores it."
        )
    return ""


def _describe_ignored(
    applied_configurations: Sequence[AppliedConfiguration], *, is_variables_only: bool
) -> str:
    """Return that a launch, or variables alone, ignore what is applied."""
    if is_variables_only:
        return counted(
            "{names} are applied to the system; a run with these variables ignores them.",
            "{names} is applied to the system; a run with these variables ignores it.",
            len(applied_configurations),
            names=_join_titles(applied_configurations),
        )
    return counted(
        "{names} are applied to the system; a launch from here ignores them.",
        "{names} is applied to the system; a launch from here ignores it.",
        len(applied_configurations),
        names=_join_titles(applied_configurations),
    )


def _join_titles(applied_configurations: Sequence[AppliedConfiguration]) -> str:
    """Return the names of configurations in quotes, joined in words."""
    return join_words(
        [tr("“{name}”", name=entry.configuration.title) for entry in applied_configurations]
    )


def _affects_launch(applied_configuration: AppliedConfiguration, prediction: Prediction) -> bool:
    """Return whether the applied files affect a launch: no variable can disable a settings file."""
    if applied_configuration.mechanism is not Mechanism.SETTINGS:
        return False
    return (
        not applied_configuration.programs
        or prediction.program.real_path in applied_configuration.programs
    )


def _describe_override(request: PredictionRequest, prediction: Prediction) -> ChainSummary:
    """Return the summary of what applying the configuration does, or that it does nothing."""
    blocking_limit = next((limit for limit in prediction.plan.limits if limit.is_blocking), None)
    subject = make_applied_subject(request)
    if blocking_limit is not None:
        return _describe_no_effect(blocking_limit)
    if not request.assumptions.is_empty:
        loading_case, tail = LoadingCase.APPLIED_WOULD, render(WHAT_IF)
    elif _find_applied_entry(request) is None:
        loading_case = LoadingCase.APPLIED
        tail = (
            tr("Nothing is applied yet.")
            if not request.applied_configurations
            else tr("It is not applied yet.")
        )
    elif is_applied_unchanged(request):
        loading_case, tail = LoadingCase.IN_FORCE, tr("It is active now.")
    else:
        loading_case, tail = LoadingCase.APPLIED, tr("An older version is active.")
    count = len(prediction.report.callstack)
    return make_loading_summary(
        LoadingSentence(subject, loading_case, count, _join_layer_names(prediction), tail=tail)
    )


def _describe_no_effect(limit: Limitation) -> ChainSummary:
    """Return the summary that applying has no effect, with the reason and what would help."""
    short_text = tr("Applying this would have no effect.")
    text = tr("Applying this would have no effect: {reason}.", reason=limit.text)
    if not limit.alternative:
        return ChainSummary((text, text, short_text))
    full_text = tr(
        "Applying this would have no effect: {reason} (remedy: {cure}).",
        reason=limit.text,
        cure=limit.alternative,
    )
    return ChainSummary((full_text, text, short_text))


def is_applied_unchanged(request: PredictionRequest) -> bool:
    """Return whether the request's configuration is applied in its current state."""
    entry = _find_applied_entry(request)
    return entry is not None and not has_changed_since_applied(
        entry, request.configuration, compares_sources=not request.excluded_manifests
    )


def _find_applied_entry(request: PredictionRequest) -> AppliedConfiguration | None:
    """Return the applied entry of this configuration for exactly these programs."""
    key = (request.configuration.key, frozenset(request.view.programs))
    for entry in request.applied_configurations:
        if (entry.configuration.key, frozenset(entry.programs)) == key:
            return entry
    return None


def _describe_failure(request: PredictionRequest, prediction: Prediction) -> ChainSummary:
    """Return the reason why every program fails, naming the file that causes it."""
    result, culprit_verdict = prediction.report.create_result, find_fatal_verdict(prediction.report)
    subject = make_subject(request, prediction)
    if culprit_verdict is not None:
        own_sources = (*request.configuration.sources, *request.configuration.implicit_sources)
        if not any(culprit_verdict.file.startswith(source) for source in own_sources):
            subject = EVERY_VULKAN_PROGRAM
        return ChainSummary(
            _render_file_alarm(subject, result, culprit_verdict, prediction.report),
            None,
            True,
            culprit_verdict.file,
        )
    count, subject_text = subject.program_count, subject.capitalized
    if result == HANG_RESULT:
        hang_text = counted(
            "{who} hang at their first Vulkan call.",
            "{who} hangs at its first Vulkan call.",
            count,
            who=subject_text,
        )
        return _make_alarm(
            counted(
                "{who} hang at their first Vulkan call: a file that the loader reads is a pipe.",
                "{who} hangs at its first Vulkan call: a file that the loader reads is a pipe.",
                count,
                who=subject_text,
            ),
            hang_text,
            hang_text,
        )
    cause = RESULT_CAUSES.get(result)
    short_text = counted(
        "{who} cannot use Vulkan: {result}.",
        "{who} cannot use Vulkan: {result}.",
        count,
        who=subject_text,
        result=result,
    )
    if not cause:
        return _make_alarm(short_text, short_text, short_text)
    return _make_alarm(
        counted(
            "{who} cannot use Vulkan: {cause}, so vkCreateInstance returns {result}.",
            "{who} cannot use Vulkan: {cause}, so vkCreateInstance returns {result}.",
            count,
            who=subject_text,
            cause=cause,
            result=result,
        ),
        counted(
            "{who} cannot use Vulkan: {cause}.",
            "{who} cannot use Vulkan: {cause}.",
            count,
            who=subject_text,
            cause=cause,
        ),
        short_text,
    )


def _make_alarm(*sentences: str) -> ChainSummary:
    """Make the summary that programs fail. `sentences`: in three lengths, longest first."""
    return ChainSummary(sentences, is_alarm=True)


def _render_file_alarm(
    subject: SentenceSubject, result: str, verdict: Verdict, report: LoaderReport
) -> tuple[str, ...]:
    """Return in three lengths that programs fail because of the file of a verdict."""
    name = get_base_name(verdict.file)
    cause = render_fatal_cause(verdict, report)
    return render_blame(
        subject,
        {CRASH_RESULT: ProbeStatus.CRASHED, HANG_RESULT: ProbeStatus.HUNG}.get(
            result, ProbeStatus.FAILED
        ),
        name,
        f"{name}, {cause}",
    )


def render_blame(
    subject: SentenceSubject, probe_status: ProbeStatus, name: str, cause: str
) -> tuple[str, ...]:
    """Return in three lengths what a file does to programs, longest first.

    `cause`: the name of the file with what is wrong.
    """
    return (
        _describe_probe_status(subject, probe_status, cause),
        _describe_cause(subject, probe_status, name),
        _describe_probe_status(subject, probe_status, name),
    )


def _describe_probe_status(subject: SentenceSubject, probe_status: ProbeStatus, cause: str) -> str:
    """Return "Every program crashes: libx.so, cause.", with the verb of the status."""
    match probe_status:
        case ProbeStatus.CRASHED:
            return counted(
                "{who} crash: {cause}.",
                "{who} crashes: {cause}.",
                subject.program_count,
                who=subject.capitalized,
                cause=cause,
            )
        case ProbeStatus.HUNG:
            return counted(
                "{who} hang: {cause}.",
                "{who} hangs: {cause}.",
                subject.program_count,
                who=subject.capitalized,
                cause=cause,
            )
        case ProbeStatus.EXCESSIVE:
            return counted(
                "{who} use too many resources: {cause}.",
                "{who} uses too many resources: {cause}.",
                subject.program_count,
                who=subject.capitalized,
                cause=cause,
            )
        case ProbeStatus.LIED:
            return counted(
                "{who} exit without a message: {cause}.",
                "{who} exits without a message: {cause}.",
                subject.program_count,
                who=subject.capitalized,
                cause=cause,
            )
        case _:
            return counted(
                "{who} fail: {cause}.",
                "{who} fails: {cause}.",
                subject.program_count,
                who=subject.capitalized,
                cause=cause,
            )


def _describe_cause(subject: SentenceSubject, probe_status: ProbeStatus, name: str) -> str:
    """Return "Every program crashes because of libx.so.", with the verb of the status."""
    match probe_status:
        case ProbeStatus.CRASHED:
            return counted(
                "{who} crash because of {name}.",
                "{who} crashes because of {name}.",
                subject.program_count,
                who=subject.capitalized,
                name=name,
            )
        case ProbeStatus.HUNG:
            return counted(
                "{who} hang because of {name}.",
                "{who} hangs because of {name}.",
                subject.program_count,
                who=subject.capitalized,
                name=name,
            )
        case ProbeStatus.EXCESSIVE:
            return counted(
                "{who} use too many resources because of {name}.",
                "{who} uses too many resources because of {name}.",
                subject.program_count,
                who=subject.capitalized,
                name=name,
            )
        case ProbeStatus.LIED:
            return counted(
                "{who} exit without a message because of {name}.",
                "{who} exits without a message because of {name}.",
                subject.program_count,
                who=subject.capitalized,
                name=name,
            )
        case _:
            return counted(
                "{who} fail because of {name}.",
                "{who} fails because of {name}.",
                subject.program_count,
                who=subject.capitalized,
                name=name,
            )


def find_loader_obstacle(request: PredictionRequest) -> str:
    """Return the file that lies where the loader should be, or ""."""
    if request.profile.library or not request.assumptions.is_empty:
        return ""
    return request.opened_loader.obstacle if request.opened_loader else find_obstacle(request.host)


def _describe_nothing_installed(request: PredictionRequest) -> tuple[str, ...]:
    """Return in three lengths that neither loader nor driver is installed."""
    version = request.profile.version_text
    return (
        tr(
            "No Vulkan loader or driver is installed. The chain shows what loader "
            "{version} would do.",
            version=version,
        ),
        tr("No Vulkan loader or driver is installed."),
        tr("No Vulkan loader."),
    )


def find_deviations(
    configuration: Configuration,
    plan: Plan,
    chain: Sequence[tuple[str, str]],
    off_names: Sequence[str],
) -> dict[str, Deviation]:
    """Return in what the place, state or copy of each layer differs from the user's choice.

    The plan's limits name the rules. `chain`: layers that load, with their manifests, application
    side first. `off_names`: layers that could load but do not.
    """
    limits = _map_limits(plan)
    positions = {name: index for index, (name, _file) in enumerate(chain)}
    deviations = _compare_states(configuration, limits, positions)
    deviations.update(_compare_unlisted(configuration, positions, off_names))
    deviations.update(_compare_positions(configuration, limits, positions))
    for name in (*positions, UNLISTED):
        if name in limits and name not in deviations:
            deviations[name] = Deviation(_describe_rule(limits[name]), limits[name].text)
    return _compare_copies(configuration, dict(chain)) | deviations


def _map_limits(plan: Plan) -> dict[str, Limitation]:
    """Return the first limit of each layer or driver, by its name."""
    limits: dict[str, Limitation] = {}
    for limit in plan.limits:
        if limit.subject and not limit.is_absence:
            limits.setdefault(limit.subject, limit)
    return limits


def _compare_states(
    configuration: Configuration, limits: Mapping[str, Limitation], positions: Mapping[str, int]
) -> dict[str, Deviation]:
    """Return the deviations of layers that load although turned off, or the reverse.

    `limits`: of the plan, by layer. `positions`: of the layers that load, by name.
    """
    deviations: dict[str, Deviation] = {}
    for entry in configuration.layers:
        loads = entry.name in positions
        if entry.name == UNLISTED:
            continue
        if entry.control is LayerControl.ON and not loads:
            text = tr("you turned it on, but it does not load")
        elif entry.control is LayerControl.OFF and loads:
            text = tr("you turned it off, but it still loads")
        else:
            continue
        deviations[entry.name] = _append_rule(text, limits.get(entry.name))
    return deviations


def _compare_unlisted(
    configuration: Configuration, positions: Mapping[str, int], off_names: Sequence[str]
) -> dict[str, Deviation]:
    """Return the deviation of “Other layers”, if some load against the choice for them."""
    listed_names = {entry.name for entry in configuration.layers}
    match configuration.unlisted_control:
        case LayerControl.OFF:
            names = get_display_names([name for name in positions if name not in listed_names])
            text = counted(
                "you turned them off, but {names} still load",
                "you turned them off, but {names} still loads",
                len(names),
                names=join_words(names),
            )
        case LayerControl.ON:
            names = get_display_names([name for name in off_names if name not in listed_names])
            text = counted(
                "you turned them on, but {names} do not load",
                "you turned them on, but {names} does not load",
                len(names),
                names=join_words(names),
            )
        case LayerControl.AUTO:
            return {}
    return {UNLISTED: Deviation(text, text)} if names else {}


def _compare_copies(
    configuration: Configuration, loaded_copies: Mapping[str, str]
) -> dict[str, Deviation]:
    """Return the deviations of layers of which another copy loads than was chosen."""
    texts = {
        entry.name: tr(
            "you chose {copy}, but this loader uses {loaded}",
            copy=entry.copy,
            loaded=loaded_copies[entry.name],
        )
        for entry in configuration.layers
        if entry.copy not in ("", NEWEST_COPY, loaded_copies.get(entry.name, ""))
        and entry.name in loaded_copies
    }
    return {name: Deviation(text, text) for name, text in texts.items()}


def _compare_positions(
    configuration: Configuration, limits: Mapping[str, Limitation], positions: Mapping[str, int]
) -> dict[str, Deviation]:
    """Return the deviations of layers that load on the wrong side of others."""
    entries = [
        entry for entry in list_entries(configuration) if entry.control is not LayerControl.OFF
    ]
    return {
        misplacement.name: Deviation(
            _append_rule(_describe_misplacement(misplacement), limits.get(misplacement.name)).text,
            _describe_wanted_side(misplacement),
        )
        for misplacement in find_misplacements(entries, list(positions))
    }


def _describe_misplacement(misplacement: Misplacement) -> str:
    """Return on which side of which layers a layer should be, and that it is not."""
    above_text, below_text = (join_words(get_display_names(names)) for names in misplacement[1:])
    if not below_text:
        return tr(
            "this configuration lists it above {names}, but this loader places it below",
            names=above_text,
        )
    if not above_text:
        return tr(
            "this configuration lists it below {names}, but this loader places it above",
            names=below_text,
        )
    return tr(
        "this configuration lists it above {above} and below {below}, but this loader does the "
        "opposite",
        above=above_text,
        below=below_text,
    )


def _describe_wanted_side(misplacement: Misplacement) -> str:
    """Return the same in few words."""
    above_text, below_text = (
        join_some(get_display_names(names), _MAX_SHORT_NAMES) for names in misplacement[1:]
    )
    if not below_text:
        return tr("should be above {names}", names=above_text)
    if not above_text:
        return tr("should be below {names}", names=below_text)
    return tr("should be above {above} and below {below}", above=above_text, below=below_text)


def _append_rule(text: str, limit: Limitation | None) -> Deviation:
    """Add the reason to a deviation, if a limit gives one."""
    return Deviation(f"{text}: {_describe_rule(limit)}" if limit else text, text)


def _describe_rule(limit: Limitation) -> str:
    """Return the text of a limit, with what would help."""
    return f"{limit.text}; {limit.alternative}" if limit.alternative else limit.text
