"""The plan of everything applied, and its effect with the other loaders of its programs."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain as chained

from vkconfig_py.language.sentences import join_words, render, tr
from vkconfig_py.loader.api.program_loader import find_program_view
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport
from vkconfig_py.loader.settings_file import list_settings_paths
from vkconfig_py.model.chain.run_engine import (
    compute_inventory,
    compute_report,
    make_placeholder_program,
    make_program_host,
    resolve_start,
    simulate_plan,
)
from vkconfig_py.model.configuration.configuration import UNLISTED, Configuration, LayerControl
from vkconfig_py.model.formats.loader_settings_json import is_ours
from vkconfig_py.model.formats.meta_layer_manifests import OWNER_NAME
from vkconfig_py.model.layer_settings.setting_names import (
    get_platform_token,
    render_other_platforms,
)
from vkconfig_py.model.plan.inventory import (
    NO_SETTINGS,
    InventoryIndex,
    SettingsPlan,
    has_settings,
    index_inventory,
    list_entries,
    read_settings_inputs,
)
from vkconfig_py.model.plan.launch_plan import PROGRAM_IS_ELEVATED, make_elevated_limit
from vkconfig_py.model.plan.layer_settings_plan import plan_settings_file
from vkconfig_py.model.plan.loader_family import (
    MIN_SETTINGS_VERSION,
    DuplicateRule,
    Misplacement,
    find_misplacements,
    get_duplicate_rule,
)
from vkconfig_py.model.plan.loader_settings_plan import ExistingContent, plan_settings
from vkconfig_py.model.plan.override_plan import (
    OtherWordSize,
    list_override_sources,
    plan_override,
    render_install_command,
)
from vkconfig_py.model.plan.own_settings_plan import find_fatal_limits, plan_own_files
from vkconfig_py.model.plan.plan import (
    AppliedConfiguration,
    Limitation,
    Mechanism,
    Plan,
    PredictionRequest,
    hide_own_files,
)
from vkconfig_py.model.programs.program_paths import (
    ProgramMatch,
    ProgramState,
    find_compared_program,
)
from vkconfig_py.model.text.wording import get_display_names, strip_layer_prefix


class PlanWithInputs(NamedTuple):
    """A plan and its inputs.

    Attributes:
        host: the machine without vkconfig-py's own files.
    """

    plan: Plan
    inventory: LoaderReport
    host: Host


def plan_applied(
    request: PredictionRequest,
    applied_configurations: tuple[AppliedConfiguration, ...],
    host: Host,
    cache: DocumentCache,
) -> PlanWithInputs:
    """Plan the files of all applied configurations, by the mechanism of the last one.

    The automatic mechanism takes a loader settings file where an override would not do all.
    """
    mechanism = (
        applied_configurations[-1].mechanism if applied_configurations else Mechanism.OVERRIDE
    )
    if mechanism is Mechanism.SETTINGS:
        return _plan_by_settings(request, applied_configurations, host, cache)
    override = _plan_by_override(request, applied_configurations, host, cache)
    # Before 1.3.302 a loader settings file can crash every program.
    if mechanism is Mechanism.OVERRIDE or request.profile.version < MIN_SETTINGS_VERSION:
        return override
    override_limits = _list_unmet_limits(override.plan)
    applied_state = any(
        entry.mechanism is Mechanism.SETTINGS for entry in request.applied_configurations
    )
    if not override_limits and not applied_state:
        return override
    settings = _plan_by_settings(request, applied_configurations, host, cache)
    settings_limits = _list_unmet_limits(settings.plan)
    uses_override = (
        applied_state or len(settings_limits) < len(override_limits) or _is_blocked(override.plan)
    )
    if _is_blocked(settings.plan):
        return (
            _add_devices_limit(override, settings)
            if _chooses_devices(applied_configurations[-1])
            else override
        )
    if not uses_override:
        return override
    unmet_limitation = next(
        (limit for limit in override_limits if limit.text not in _collect_texts(settings_limits)),
        None,
    )
    if unmet_limitation is None:
        return settings
    subject = (
        strip_layer_prefix(unmet_limitation.subject)
        if unmet_limitation.subject not in ("", UNLISTED)
        else ""
    )
    reason = f"{subject}: {unmet_limitation.text}" if subject else unmet_limitation.text
    summary = tr("Uses a loader settings file. An override would not work: {reason}", reason=reason)
    return settings._replace(plan=settings.plan._replace(summary=summary))


def _chooses_devices(applied_configuration: AppliedConfiguration) -> bool:
    """Return whether an applied configuration has chosen devices."""
    return applied_configuration.configuration.devices.is_choosing


def _add_devices_limit(override: PlanWithInputs, settings: PlanWithInputs) -> PlanWithInputs:
    """Add a limit: why no loader settings file, the only way to choose devices, is written."""
    blocking_limits = [
        limit._replace(is_blocking=False) for limit in settings.plan.limits if limit.is_blocking
    ]
    limits = (*override.plan.limits, *(limit for limit in blocking_limits if limit.alternative))
    return override._replace(plan=override.plan._replace(limits=limits))


def _collect_texts(limits: list[Limitation]) -> set[str]:
    return {limit.text for limit in limits}


def _list_unmet_limits(plan: Plan) -> list[Limitation]:
    """Return what a plan cannot do, without notes and without layers that are not installed."""
    return [limit for limit in plan.limits if not limit.is_absence and not limit.is_note]


def _is_blocked(plan: Plan) -> bool:
    """Return whether applying a plan would have no effect."""
    return any(limit.is_blocking for limit in plan.limits)


def _plan_by_override(
    request: PredictionRequest,
    applied_configurations: tuple[AppliedConfiguration, ...],
    host: Host,
    cache: DocumentCache,
) -> PlanWithInputs:
    """Plan an override layer manifest, and layer settings, for all applied configurations."""
    configurations = [entry.configuration for entry in applied_configurations]
    sources = dict.fromkeys(
        source
        for configuration in configurations
        for source in list_override_sources(configuration)
    )
    host_without_own_files = hide_own_files(request, host)
    inventory = compute_inventory(request, host_without_own_files, sources, (), cache)
    unnamed_files = _find_unnamed_overrides(request, inventory)
    if unnamed_files:
        host_without_own_files = host_without_own_files.with_overlay(dict.fromkeys(unnamed_files))
        inventory = compute_inventory(request, host_without_own_files, sources, (), cache)
    settings = _plan_layer_settings(
        applied_configurations, inventory, host_without_own_files, cache
    )
    other_word_size = _find_other_word_size(request, host_without_own_files, sources, cache)
    loaders = request.loaders
    plan = plan_override(
        applied_configurations,
        inventory,
        host_without_own_files,
        request.profile,
        settings,
        other_word_size,
        loaders,
    )
    return PlanWithInputs(plan, inventory, host_without_own_files)


def _find_other_word_size(
    request: PredictionRequest, host: Host, sources: Iterable[str], cache: DocumentCache
) -> OtherWordSize | None:
    """Return what programs of the other word size (32 or 64 bits) find, None without a loader."""
    bits = 96 - request.profile.pointer_bits
    profile = next((loader for loader in request.loaders if loader.pointer_bits == bits), None)
    # Before 1.3.219 loaders ignore library_arch: no override can be limited to one word size.
    if profile is None or not profile.has(Gate.LIBRARY_ARCH):
        return None
    other_request = request._replace(profile=profile)
    host = host._replace(pointer_bits=bits)
    return OtherWordSize(
        profile, index_inventory(compute_inventory(other_request, host, sources, (), cache))
    )


def _plan_by_settings(
    request: PredictionRequest,
    applied_configurations: tuple[AppliedConfiguration, ...],
    host: Host,
    cache: DocumentCache,
) -> PlanWithInputs:
    """Plan a loader settings file, and layer settings, for all applied configurations."""
    configurations = [entry.configuration for entry in applied_configurations]
    explicit = dict.fromkeys(source for entry in configurations for source in entry.sources)
    implicit = dict.fromkeys(
        source for configuration in configurations for source in configuration.implicit_sources
    )
    host_without_own_files = hide_own_files(request, host)
    existing_content, settings_paths = _find_existing_content(
        request, host_without_own_files, cache
    )
    # Programs of the plan do not get the content of another settings file.
    plain_host = host_without_own_files.with_overlay(dict.fromkeys(settings_paths))
    inventory = compute_inventory(request, plain_host, explicit, implicit, cache)
    unnamed_files = _find_unnamed_overrides(request, inventory)
    if unnamed_files:
        host_without_own_files, plain_host = (
            machine.with_overlay(dict.fromkeys(unnamed_files))
            for machine in (host_without_own_files, plain_host)
        )
        inventory = compute_inventory(request, plain_host, explicit, implicit, cache)
    settings = _plan_layer_settings(
        applied_configurations, inventory, host_without_own_files, cache
    )
    plan = plan_settings(
        applied_configurations,
        inventory,
        host_without_own_files,
        request.profile,
        existing_content,
        request.loaders,
        settings,
    )
    return PlanWithInputs(plan, inventory, host_without_own_files)


def _plan_layer_settings(
    applied_configurations: tuple[AppliedConfiguration, ...],
    inventory: LoaderReport,
    host: Host,
    cache: DocumentCache,
) -> SettingsPlan:
    """Plan the files with layer settings, with limits that make such a file fatal."""
    configurations = [entry.configuration for entry in applied_configurations]
    inventory_index = index_inventory(inventory)
    plan = NO_SETTINGS
    if any(map(has_settings, configurations)):
        plan = _plan_written_settings(applied_configurations, inventory_index, host, cache)
    read = Scanner(host, cache).read
    fatal_limits = (
        find_fatal_limits(entry, inventory_index, host, plan.files, read)
        for entry in applied_configurations
    )
    return plan._replace(limits=(*plan.limits, *chained.from_iterable(fatal_limits)))


def _plan_written_settings(
    applied_configurations: tuple[AppliedConfiguration, ...],
    inventory_index: InventoryIndex,
    host: Host,
    cache: DocumentCache,
) -> SettingsPlan:
    """Plan vk_layer_settings.txt and the files that some layers read instead."""
    configurations = [entry.configuration for entry in applied_configurations]
    programs = dict.fromkeys(
        program for entry in applied_configurations for program in entry.programs
    )
    inputs = read_settings_inputs(configurations, inventory_index, host, cache, programs)
    shared_plan = plan_settings_file(applied_configurations, inventory_index, host, inputs)
    settings_plan = plan_own_files(applied_configurations, inventory_index, host, inputs)
    return SettingsPlan(
        (*shared_plan.files, *settings_plan.files), (*shared_plan.limits, *settings_plan.limits)
    )


def _find_existing_content(
    request: PredictionRequest, host: Host, cache: DocumentCache
) -> tuple[ExistingContent | None, tuple[str, ...]]:
    """Return another program's active loader settings file, and the paths of all such files.

    Without such files, the machine without them equals the one already asked about.
    """
    scanner = Scanner(host, cache)
    candidate_paths = map(posixpath.normpath, list_settings_paths(host, request.profile))
    paths = tuple(path for path in candidate_paths if scanner.exists(path))
    content = scanner.read(paths[0]) if paths else None
    if not paths or (content is not None and is_ours(content)):
        return None, paths
    return ExistingContent(paths[0], content), paths


def _find_unnamed_overrides(request: PredictionRequest, inventory: LoaderReport) -> tuple[str, ...]:
    """Return our override files that the request does not name, recognised by their description."""
    if not request.applied_configurations:
        return ()
    overrides = index_inventory(inventory).overrides
    return tuple(
        override.file
        for override in overrides
        if override.description.startswith(f"{OWNER_NAME}: ")
    )


def plan_for_system(request: PredictionRequest, cache: DocumentCache) -> Plan:
    """Plan an override for a system-wide folder, which elevated programs read too.

    The user's folders are omitted: they would load a user's library into such programs.
    """
    request = request._replace(
        configuration=request.configuration._replace(sources=(), implicit_sources=())
    )
    programs = request.view.programs
    host = request.host._replace(
        executable=programs[0] if programs else make_placeholder_program(request.host)
    )
    host = hide_own_files(request, host._replace(elevated=True))
    inventory = compute_inventory(request, host, (), (), cache)
    applied_configuration = AppliedConfiguration(request.configuration, programs, 0.0)
    plan = plan_override((applied_configuration,), inventory, host, request.profile)
    return plan._replace(limits=(*find_platform_limits(request), *plan.limits))


def find_platform_limits(request: PredictionRequest) -> tuple[Limitation, ...]:
    """Return the limit of a configuration that is only for other platforms, () otherwise.

    It blocks applying, but not a launch.
    """
    names = render_other_platforms(
        request.configuration.platforms, get_platform_token(request.host.platform)
    )
    is_blocking = request.view.is_applied
    return (
        (
            Limitation(
                "",
                tr("this configuration is only for {systems}", systems=names),
                is_blocking=is_blocking,
            ),
        )
        if names
        else ()
    )


class ProgramLimits(NamedTuple):
    """Limits of the programs that a configuration is applied to.

    Attributes:
        command: command line that installs it for programs that do not read the user's folders.
    """

    limits: tuple[Limitation, ...]
    command: str = ""


def find_program_limits(request: PredictionRequest) -> ProgramLimits:
    """Return why some programs of a request are never matched, or ignore the files."""
    limits = list(find_platform_limits(request))
    programs = request.view.programs
    matches = {path: find_compared_program(path, request.host) for path in programs}
    unreachable_paths = [
        path for path, match in matches.items() if _reads_no_folder(request, match)
    ]
    for path, match in matches.items():
        if match.error:
            text = tr("{reason}, so no override or settings file can match it", reason=match.error)
            limits.append(Limitation("", text, "", is_blocking=True))
        elif match.real_path != path:
            text = tr(
                "an override or settings file for {path} never matches: {reason}",
                path=path,
                reason=match.sentence,
            )
            real_program = match.real_path or tr("the program that it starts")
            limits.append(
                Limitation(
                    "", text, tr("add {program} instead", program=real_program), is_blocking=True
                )
            )
        elif path in unreachable_paths:
            reason = match.elevation.explanation or render(PROGRAM_IS_ELEVATED)
            is_blocking = len(unreachable_paths) == len(programs)
            limits.append(make_elevated_limit(reason, request.profile, is_blocking=is_blocking))
    has_unreachable_program = bool(unreachable_paths)
    if not programs and _reads_no_folder(request, ProgramMatch(ProgramState.NONE)):
        limits.append(
            make_elevated_limit(render(PROGRAM_IS_ELEVATED), request.profile, is_blocking=True)
        )
        has_unreachable_program = True
    if not has_unreachable_program:
        return ProgramLimits(tuple(limits))
    command = render_install_command(
        request.configuration, unreachable_paths, request.host, request.profile
    )
    return ProgramLimits(tuple(limits), command)


def _reads_no_folder(request: PredictionRequest, program: ProgramMatch) -> bool:
    """Return whether a program ignores the folders that are written to, as elevated ones do."""
    return make_program_host(request, program).hides_variables


class _OtherLoader(NamedTuple):
    """One loader other than that of the snapshot.

    Attributes:
        host: the machine without our files, as the loader's programs see it.
        name: name in sentences.
    """

    host: Host
    profile: LoaderProfile
    name: str


def list_other_loader_limits(
    request: PredictionRequest, host: Host, plan: Plan, report: LoaderReport, cache: DocumentCache
) -> tuple[Limitation, ...]:
    """Return in what a plan acts differently on programs that use another loader.

    Args:
        request: names the loader of the snapshot.
        host: the machine without our files.
        plan: what would be written.
        report: the result of the snapshot's loader with the plan written.
        cache: of parsed files.
    """
    limits: dict[Limitation, None] = {}
    # One snapshot shows one loader. Programs of the other word size, and those that ship their own
    # loader, may get another chain from the same files.
    main_chain = _LoadedChain(report)
    for other_loader in _find_other_loaders(request, host, cache):
        if (
            plan.mechanism is Mechanism.SETTINGS
            and other_loader.profile.version < MIN_SETTINGS_VERSION
        ):
            continue  # the plan itself reports that this loader does not read its file
        other_request = request._replace(profile=other_loader.profile, opened_loader=None)
        other_report = compute_report(other_request, simulate_plan(other_loader.host, plan), cache)
        limits.update(
            dict.fromkeys(
                _find_differences(request.configuration, main_chain, other_report, other_loader)
            )
        )
    return tuple(limits)


class _LoadedChain:
    """The layers of a report that load, or would load if there were a driver."""

    def __init__(self, report: LoaderReport) -> None:
        self.report = report
        active = tuple(layer.manifest.name for layer in report.callstack)
        self.names = active or index_inventory(report).loaded_names
        self.position_by_name: Mapping[str, int] = {
            name: position for position, name in enumerate(self.names)
        }


def _find_other_loaders(
    request: PredictionRequest, host: Host, cache: DocumentCache
) -> Iterator[_OtherLoader]:
    """Yield other loaders to compare: of the chosen programs, or else all installed ones."""
    main_profile = request.profile
    seen_keys = {_make_loader_key(main_profile)}
    for profile, loader_host in _list_loaders(request, host, cache):
        if _make_loader_key(profile) in seen_keys or not profile.library:
            continue
        seen_keys.add(_make_loader_key(profile))
        yield _OtherLoader(loader_host, profile, _name_other_loader(profile, main_profile))


def _name_other_loader(profile: LoaderProfile, main_profile: LoaderProfile) -> str:
    """Return a loader within a sentence, by what tells it apart from the main one."""
    version = profile.version_text
    if profile.pointer_bits != main_profile.pointer_bits:
        return tr("{bits}-bit loader {version}", bits=profile.pointer_bits, version=version)
    if profile.version == main_profile.version:
        return tr("loader {version} in {library}", version=version, library=profile.library)
    return tr("loader {version}", version=version)


def _list_loaders(
    request: PredictionRequest, host: Host, cache: DocumentCache
) -> Iterator[tuple[LoaderProfile, Host]]:
    """Yield the loaders of the chosen programs, or all installed ones, each with its machine."""
    programs = request.view.programs
    if not programs:
        for profile in request.loaders:
            yield profile, host._replace(pointer_bits=profile.pointer_bits)
    for path in programs:
        start = resolve_start(path, host)
        if start.path:
            program_view = find_program_view(
                start.path,
                host,
                request.profile,
                request.loaders,
                cache,
                start.memory,
                start.windows_bits,
            )
            yield program_view.profile, program_view.host._replace(executable=start.path)


def _make_loader_key(profile: LoaderProfile) -> tuple[tuple[int, int, int], int, str]:
    """Return what tells loaders apart: version, bits and library."""
    return profile.version, profile.pointer_bits, profile.library


def _find_differences(
    configuration: Configuration,
    main_chain: _LoadedChain,
    report: LoaderReport,
    other_loader: _OtherLoader,
) -> Iterator[Limitation]:
    """Yield the layers that another loader loads or not, unlike the main one and the choice."""
    other_chain = _LoadedChain(report)
    dropped_override = next(_find_dropped_overrides(report), None)
    if (
        dropped_override is not None
        and next(_find_dropped_overrides(main_chain.report), None) is None
    ):
        text = tr(
            "{loader} ignores the whole override: {reason}",
            loader=other_loader.name,
            reason=render_verdict(dropped_override.verdict, report),
        )
        yield Limitation("", text)
    # Reversed, so that the first of several copies is kept.
    layers_by_name = {
        layer.name: layer for layer in reversed(report.found_layers) if layer.manifest is not None
    }
    for entry in configuration.layers:
        name = entry.name
        if name == UNLISTED or (name in main_chain.position_by_name) == (
            name in other_chain.position_by_name
        ):
            continue
        if entry.control is LayerControl.OFF and name in other_chain.position_by_name:
            yield Limitation(name, tr("{loader} still loads it", loader=other_loader.name))
        elif entry.control is LayerControl.ON and name in main_chain.position_by_name:
            reason, alternative = _explain_absence(layers_by_name.get(name), report)
            yield Limitation(
                name,
                tr("{loader} does not load it: {reason}", loader=other_loader.name, reason=reason),
                alternative,
            )
    yield from _compare_order(configuration, main_chain, other_chain, other_loader)


def _find_dropped_overrides(report: LoaderReport) -> Iterator[FoundLayer]:
    """Yield the overrides that a loader finds but drops, although they are for its program."""
    for layer in report.found_layers:
        is_override = layer.manifest is not None and layer.manifest.is_override
        if is_override and layer.verdict.outcome in (Outcome.SKIPPED, Outcome.FAILS):
            yield layer


def _explain_absence(layer: FoundLayer | None, report: LoaderReport) -> tuple[str, str]:
    """Return why a layer does not load, and what would help, "" if nothing is known to."""
    bits = report.profile.pointer_bits
    if layer is None:
        return tr("this loader does not find a manifest for it"), tr(
            "install its {bits}-bit version", bits=bits
        )
    return render_verdict(layer.verdict, report), ""


def _compare_order(
    configuration: Configuration,
    main_chain: _LoadedChain,
    other_chain: _LoadedChain,
    other_loader: _OtherLoader,
) -> Iterator[Limitation]:
    """Yield the layers that another loader places on the wrong side of others, unlike the main."""
    entries = [
        entry for entry in list_entries(configuration) if entry.name in main_chain.position_by_name
    ]
    common_names = [name for name in main_chain.names if name in other_chain.position_by_name]
    known_misplacements = find_misplacements(entries, common_names)
    for misplacement in find_misplacements(entries, other_chain.names):
        if misplacement not in known_misplacements:
            yield Limitation(misplacement.name, _describe_side(misplacement, other_loader))


def _describe_side(misplacement: Misplacement, other_loader: _OtherLoader) -> str:
    """Return on which side of which layers a loader places a layer, and why."""
    above_text, below_text = (join_words(get_display_names(names)) for names in misplacement[1:])
    loader, reason = other_loader.name, _describe_order_rule(other_loader.profile)
    if not below_text:
        return tr(
            "{loader} places it below {names}: {reason}",
            loader=loader,
            names=above_text,
            reason=reason,
        )
    if not above_text:
        return tr(
            "{loader} places it above {names}: {reason}",
            loader=loader,
            names=below_text,
            reason=reason,
        )
    return tr(
        "{loader} places it below {above} and above {below}: {reason}",
        loader=loader,
        above=above_text,
        below=below_text,
        reason=reason,
    )


def _describe_order_rule(profile: LoaderProfile) -> str:
    """Return the rule by which a loader orders layers, as words that follow its name."""
    if get_duplicate_rule(profile) is DuplicateRule.LAST_PLACE:
        return tr(
            "it always places implicit layers below explicit layers, in the order of their "
            "manifests"
        )
    return tr("layers that it finds before the override stay above the override")
