"""Gives verdicts on what decides besides manifests and the settings file.

They are about the environment (variables, filter tokens, folders) and about the program (its
properties and requests).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.language.sentences import Message, message, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import (
    REMOVED,
    AskNotFor,
    ChangeProfile,
    DropPrivileges,
    EditKey,
    Kind,
    NoRemedy,
    Outcome,
    Reason,
    Remedy,
    SetVariable,
    UnsetVariable,
    Verdict,
)
from vkconfig_py.loader.base.versions import Version
from vkconfig_py.loader.explain.remedies import DecisionContext, combine_steps, remove_part
from vkconfig_py.loader.files.binaries import search_candidates
from vkconfig_py.loader.files.search_paths import (
    OVERRIDE_SOURCE,
    VARIABLES_BY_MANIFEST_TYPE,
    find_replacing_variable,
    is_json,
)
from vkconfig_py.loader.manifests.layer import INSTANCE_TYPE, OVERRIDE_NAME
from vkconfig_py.loader.platforms.rules import (
    CONFIG_DIRS,
    CONFIG_HOME,
    DATA_DIRS,
    DATA_HOME,
    FIXED_HOME,
    ManifestType,
    get_base_name,
    get_platform_rules,
)
from vkconfig_py.loader.profiles.profile import (
    FILTER_VARIABLE,
    PORTABILITY_FLAG,
    Gate,
    LoaderProfile,
    is_filter_off,
    is_valid_name,
    list_known_extensions,
    release_after,
)
from vkconfig_py.loader.rules.activation import (
    DRIVER_FILTERS,
    DRIVERS_SELECT_VARIABLE,
    LAYERS_ALLOW_VARIABLE,
    LAYERS_DISABLE_VARIABLE,
    LAYERS_ENABLE_VARIABLE,
    Filter,
    list_switch_variables,
    parse_filter,
    read_driver_filters,
    read_layer_filters,
)
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport
from vkconfig_py.loader.rules.ordering import (
    DEVICE_LAYERS_VARIABLE,
    INSTANCE_LAYERS_VARIABLE,
    overruns_names,
)
from vkconfig_py.loader.rules.outcome import CRASH_RESULT, SUCCESS
from vkconfig_py.loader.rules.resolve import ManifestListing
from vkconfig_py.loader.rules.settings_layers import SettingsNote
from vkconfig_py.loader.settings_file import LoaderSettings

_FILTERS: tuple[tuple[str, Gate, Reason], ...] = (
    (LAYERS_ENABLE_VARIABLE, Gate.FILTERS, Reason.ENABLE_FILTER),
    (LAYERS_DISABLE_VARIABLE, Gate.FILTERS, Reason.DISABLE_FILTER),
    (LAYERS_ALLOW_VARIABLE, Gate.LAYERS_ALLOW, Reason.ALLOW_FILTER),
    *((name, Gate.FILTERS, reason) for reason, name in DRIVER_FILTERS.items()),
)
_NO_REMEDY = NoRemedy("")
_FOLDER_REMEDIES = {
    Reason.FOLDER_ABSENT: NoRemedy(message("the folder does not exist")),
    Reason.FOLDER_UNREADABLE: NoRemedy(message("you do not have permission to list the folder")),
}
_LIBRARY_PATH_VARIABLE = "LD_LIBRARY_PATH"
_PORTABILITY_BIT = "VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR"
_BASE_FOLDERS = (
    CONFIG_HOME,
    CONFIG_DIRS,
    DATA_HOME,
    DATA_DIRS,
)
# Beside fixed folders (Gate.FIXED_FOLDERS).
_FIXED_BASE_FOLDERS = (DATA_HOME, FIXED_HOME)
_PROGRAM_PROPERTY = NoRemedy(message("it is a property of the displayed program"))
_VARIABLE_REASONS = (
    Reason.ENABLE_VARIABLE,
    Reason.ENABLE_VARIABLE_OTHER_VALUE,
    Reason.DISABLE_VARIABLE,
)


class EnvironmentInputs(NamedTuple):
    """Inputs of the decisions, besides the manifests."""

    host: Host
    profile: LoaderProfile
    settings: LoaderSettings
    listings: tuple[ManifestListing, ManifestListing, ManifestListing]


def find_environment_verdicts(
    report: LoaderReport, circumstances: EnvironmentInputs
) -> tuple[Verdict, ...]:
    """Return verdicts on all variables that are set, the searched folders and the settings file."""
    host, profile, settings, listings = circumstances
    verdicts: list[Verdict] = []
    if settings.file:
        # Few machines have such a file.
        from vkconfig_py.loader.explain.settings_verdicts import find_settings_verdicts

        verdicts += find_settings_verdicts(settings, host.executable)
    # override_paths replace VK_LAYER_PATH and VK_ADD_LAYER_PATH, which are not read then.
    is_replaced = any(path.source == OVERRIDE_SOURCE for path in listings[2].search_paths)
    for kind in ManifestType:
        # The three variables for drivers count as not defined while the file chooses devices.
        is_shadowed = kind is ManifestType.DRIVER and settings.device_configurations is not None
        settings_file = settings.file if is_shadowed else ""
        if kind is ManifestType.EXPLICIT and is_replaced:
            settings_file = OVERRIDE_SOURCE
        verdicts += _yield_search_verdicts(
            host,
            profile,
            kind,
            settings_file,
            _find_winner_removal(report, settings, settings_file),
        )
    verdicts += _yield_filter_verdicts(report, settings)
    verdicts += _yield_instance_layers_verdicts(report)
    verdicts += _yield_device_layers_verdicts(report)
    for listing in listings:
        verdicts += _yield_folder_verdicts(listing)
    if get_platform_rules(host.platform).has_registry:
        from vkconfig_py.loader.explain.registry_verdicts import find_registry_verdicts

        for kind in ManifestType:
            verdicts += find_registry_verdicts(host, profile, kind)
    return tuple(verdicts)


def make_variable_verdict(
    name: str,
    outcome: Outcome,
    reason: Reason,
    detail: Message | str = "",
    remedy: Remedy | None = None,
) -> Verdict:
    """Return a verdict on a variable.

    Args:
        name: the variable.
        outcome: what it does.
        reason: why.
        detail: the part of its value, or another name, that the verdict is about.
        remedy: what would reverse it, None for unsetting the variable.
    """
    return Verdict(
        name, Kind.VARIABLE, outcome, reason, detail, remedy=remedy or UnsetVariable(name)
    )


def make_elevated_verdict(host: Host, name: str) -> Verdict:
    """Return the verdict on a variable that is hidden from an elevated program."""
    remedy = DropPrivileges(host.executable)
    return make_variable_verdict(name, Outcome.IGNORED, Reason.ELEVATED, remedy=remedy)


def find_ignored_verdict(
    host: Host, profile: LoaderProfile, name: str, gate: Gate | None
) -> Verdict | None:
    """Return the verdict on a variable that the loader ignores, or None if it reads it.

    `gate`: the releases that read it, None for all.
    """
    if host.hides_variables:
        return make_elevated_verdict(host, name)
    if gate is not None and not profile.has(gate):
        since = gate.value.first
        detail = ".".join(map(str, since))
        return make_variable_verdict(
            name, Outcome.IGNORED, Reason.NOT_HONOURED, detail, ChangeProfile(since)
        )
    return None


def _yield_search_verdicts(
    host: Host,
    profile: LoaderProfile,
    kind: ManifestType,
    winner: str,
    winner_removal: Remedy | None,
) -> Iterator[Verdict]:
    """Yield the verdicts on variables that replace or extend the search for manifests.

    Args:
        host: the machine.
        profile: the loader.
        kind: of manifests.
        winner: the override or settings file that has precedence, or "".
        winner_removal: remedy that removes it.
    """
    rules = VARIABLES_BY_MANIFEST_TYPE[kind]
    effective_variable = winner or find_replacing_variable(host, profile, kind) or ""
    for name, gate in (*rules.replacing_variables, rules.adding_variable):
        value = host.environment.get(name)
        if value is None or (name == rules.adding_variable[0] and not value):
            continue
        ignored_verdict = find_ignored_verdict(host, profile, name, gate)
        if ignored_verdict is not None:
            yield ignored_verdict
        elif (
            name == rules.adding_variable[0]
            and effective_variable
            and profile.has(Gate.ADDED_BEHIND)
        ):
            yield make_variable_verdict(name, Outcome.ACTS, Reason.ADDS_TO_SEARCH, value)
        elif effective_variable and effective_variable != name:
            remedy = winner_removal or UnsetVariable(effective_variable)
            yield make_variable_verdict(
                name, Outcome.IGNORED, Reason.SHADOWED, effective_variable, remedy
            )
        elif effective_variable:
            yield make_variable_verdict(name, Outcome.ACTS, Reason.REPLACES_SEARCH, value)
        else:
            yield make_variable_verdict(name, Outcome.ACTS, Reason.ADDS_TO_SEARCH, value)


def _yield_filter_verdicts(report: LoaderReport, settings: LoaderSettings) -> Iterator[Verdict]:
    """Yield the verdicts on the filters of layers and drivers that are set."""
    host, profile = report.host, report.profile
    parsed = (*read_layer_filters(host, profile), *read_driver_filters(host, profile))
    for (name, gate, reason), parsed_filter in zip(_FILTERS, parsed, strict=True):
        if not host.environment.get(name):
            continue
        ignored_verdict = find_ignored_verdict(host, profile, name, gate)
        if ignored_verdict is not None:
            yield ignored_verdict
        elif name in DRIVER_FILTERS.values() and settings.device_configurations is not None:
            winner_removal = _find_winner_removal(report, settings, settings.file)
            yield make_variable_verdict(
                name, Outcome.IGNORED, Reason.SHADOWED, settings.file, winner_removal
            )
        else:
            yield from _yield_token_verdicts(report, parsed_filter, reason)


def _find_winner_removal(
    report: LoaderReport, settings: LoaderSettings, winner: str
) -> Remedy | None:
    """Return the remedy that removes the override or settings file with precedence, or None."""
    if not winner:
        return None
    if winner == settings.file:
        key_path = (*settings.key_path, "device_configurations")
        return EditKey(settings.file, key_path, REMOVED, tr("remove the device configurations"))
    edits: list[Remedy] = [
        EditKey(
            layer.file,
            (*layer.manifest.key_path, "override_paths"),
            REMOVED,
            tr("remove the override's search folders"),
        )
        for layer in report.found_layers
        if layer.name == OVERRIDE_NAME and layer.manifest and layer.manifest.override_paths
    ]
    return combine_steps(edits)


def _yield_token_verdicts(
    report: LoaderReport, parsed_filter: Filter, reason: Reason
) -> Iterator[Verdict]:
    """Yield a verdict on each pattern of a filter.

    `reason`: of a pattern that matches.
    """
    if parsed_filter.variable in DRIVER_FILTERS.values():
        names = {(get_base_name(driver.file), False) for driver in report.drivers}
    else:
        names = {(layer.name, layer.implicit) for layer in report.found_layers if layer.manifest}
    value = report.host.environment[parsed_filter.variable]
    # loader_icd_scan: what no pattern of this filter matches is dropped.
    hides_all = parsed_filter.variable == DRIVERS_SELECT_VARIABLE and not any(
        parsed_filter.find_match(name) for name, _ in names
    )
    for text, token_filter in parsed_filter.split_tokens():
        if any(token_filter.find_layer_match(name, is_implicit) for name, is_implicit in names):
            yield make_variable_verdict(parsed_filter.variable, Outcome.ACTS, reason, text)
        elif hides_all:
            yield make_variable_verdict(
                parsed_filter.variable, Outcome.ACTS, Reason.MATCHES_NOTHING, text
            )
        else:
            remedy = remove_part(parsed_filter.variable, value, ",", text)
            yield make_variable_verdict(
                parsed_filter.variable, Outcome.IGNORED, Reason.MATCHES_NOTHING, text, remedy
            )
    for text in parsed_filter.ignored_tokens:
        token_filter = parse_filter(parsed_filter.variable, text, report.profile)
        remedy = remove_part(parsed_filter.variable, value, ",", text)
        if any(token_filter.find_layer_match(name, is_implicit) for name, is_implicit in names):
            remaining_text = remedy.value if isinstance(remedy, SetVariable) else ""
            remedy = SetVariable(
                parsed_filter.variable, f"{text},{remaining_text}"
            )  # first: effective
        yield make_variable_verdict(
            parsed_filter.variable, Outcome.IGNORED, Reason.TOO_MANY_TOKENS, text, remedy
        )


def _yield_instance_layers_verdicts(report: LoaderReport) -> Iterator[Verdict]:
    """Yield a verdict on each name in VK_INSTANCE_LAYERS."""
    value = report.host.getenv(INSTANCE_LAYERS_VARIABLE) or ""  # in most releases elevated or not
    if value and INSTANCE_LAYERS_VARIABLE not in list_switch_variables(report.host, report.profile):
        yield make_elevated_verdict(report.host, INSTANCE_LAYERS_VARIABLE)
        return
    rules = get_platform_rules(report.host.platform)
    if report.create_result == CRASH_RESULT and overruns_names(value, rules, report.profile):
        last = Gate.INSTANCE_LAYERS_OVERRUN.value.last
        assert last is not None
        profile_change = ChangeProfile(release_after(last))
        yield make_variable_verdict(
            INSTANCE_LAYERS_VARIABLE, Outcome.FAILS, Reason.CRASHES_ALL, value, profile_change
        )
    accepts_implicit = report.profile.has(Gate.ORDERED_INSTANCE_LAYERS)
    kinds = {
        layer.name: layer.implicit for layer in reversed(report.found_layers) if layer.is_listed
    }
    for name in dict.fromkeys(rules.split_list(value)):
        if name not in kinds:
            yield _make_unused_name_verdict(INSTANCE_LAYERS_VARIABLE, name, report)
        elif kinds[name] and not accepts_implicit:  # before 1.3.247 explicit layers alone
            profile_change = ChangeProfile(Gate.ORDERED_INSTANCE_LAYERS.value.first)
            yield make_variable_verdict(
                INSTANCE_LAYERS_VARIABLE, Outcome.IGNORED, Reason.NOT_HONOURED, name, profile_change
            )
        else:
            yield make_variable_verdict(
                INSTANCE_LAYERS_VARIABLE, Outcome.ACTS, Reason.INSTANCE_LAYERS, name
            )


def _make_unused_name_verdict(variable: str, name: str, report: LoaderReport) -> Verdict:
    """Return the verdict on a name for which the variable adds no layer."""
    # A layer may be there and hidden, or for the other chain.
    is_installed = any(layer.name == name and layer.manifest for layer in report.found_layers)
    reason = Reason.NOT_DECISIVE if is_installed else Reason.MATCHES_NOTHING
    separator = get_platform_rules(report.host.platform).separator
    remedy = remove_part(variable, report.host.environment[variable], separator, name)
    return make_variable_verdict(variable, Outcome.IGNORED, reason, name, remedy)


def _yield_device_layers_verdicts(report: LoaderReport) -> Iterator[Verdict]:
    """Yield a verdict on each name in VK_DEVICE_LAYERS."""
    value = report.host.getenv(DEVICE_LAYERS_VARIABLE)
    if not value:
        return
    if report.device_callstack is None:
        last = ".".join(map(str, Gate.DEVICE_LAYERS.value.last or ()))
        detail = message("requires loader {version} or older", version=last)
        yield make_variable_verdict(
            DEVICE_LAYERS_VARIABLE, Outcome.IGNORED, Reason.NOT_HONOURED, detail
        )
        return
    explicit_names = {layer.name for layer in _list_device_layers(report) if not layer.implicit}
    rules = get_platform_rules(report.host.platform)
    for name in dict.fromkeys(rules.split_list(value)):
        if name in explicit_names:
            yield make_variable_verdict(
                DEVICE_LAYERS_VARIABLE, Outcome.ACTS, Reason.DEVICE_LAYERS, name
            )
        else:
            yield _make_unused_name_verdict(DEVICE_LAYERS_VARIABLE, name, report)


def _list_device_layers(report: LoaderReport) -> list[FoundLayer]:
    """Return the layers that vkCreateDevice knows in a loader with Gate.DEVICE_LAYERS."""
    return [
        layer
        for layer in report.found_layers
        if layer.manifest and layer.manifest.type != INSTANCE_TYPE
    ]


def _yield_folder_verdicts(listing: ManifestListing) -> Iterator[Verdict]:
    """Yield a verdict on each searched folder or file."""
    for path, folder in zip(listing.search_paths, listing.folders, strict=True):
        kind = Kind.FILE if is_json(path.path) else Kind.FOLDER
        outcome, reason = Outcome.ACTS, Reason.SEARCHED
        if folder.error:
            outcome = Outcome.IGNORED if folder.absent else Outcome.SKIPPED
            reason = Reason.FOLDER_ABSENT if folder.absent else Reason.FOLDER_UNREADABLE
        detail = folder.error or path.source
        remedy = _FOLDER_REMEDIES.get(reason, _NO_REMEDY)
        yield Verdict(path.path, kind, outcome, reason, detail, path.path, remedy=remedy)


def find_request_verdicts(
    report: LoaderReport,
    context: DecisionContext,
    notes: Sequence[SettingsNote],
    blocked_names: frozenset[str],
    hidden_drivers: Sequence[str],
) -> Iterator[Verdict]:
    """Yield the verdicts on what the program requests, for an otherwise complete report.

    Args:
        report: the report so far.
        context: what the layers were decided by.
        notes: what the elements of the settings file do.
        blocked_names: layers that the settings file turns off.
        hidden_drivers: drivers that it hides.
    """
    if context.settings.file:
        from vkconfig_py.loader.explain.settings_verdicts import find_consequences

        yield from find_consequences(context.settings, notes, hidden_drivers)
    yield from _yield_base_variables(context)
    yield from _yield_layer_variables(report, context)
    yield from _yield_library_verdicts(report, context)
    yield from _yield_requested_layers(report, blocked_names)
    yield from _yield_requested_for_devices(report)
    yield from _yield_requested_extensions(report)
    yield from _yield_other_requests(report)
    yield from _yield_process_verdicts(report, context)


def _yield_base_variables(context: DecisionContext) -> Iterator[Verdict]:
    """Yield the verdicts on variables that name base folders, such as XDG_DATA_DIRS and HOME."""
    host = context.host
    is_home_used = False
    for base_folders in (
        _FIXED_BASE_FOLDERS if context.profile.has(Gate.FIXED_FOLDERS) else _BASE_FOLDERS
    ):
        if base_folders.gate is not None and not context.profile.has(base_folders.gate):
            continue
        value = host.environment.get(base_folders.variable)
        is_home_used = is_home_used or bool(
            base_folders.below_home and (host.hides_variables or not value)
        )
        if value:
            yield from _yield_base_variable(context, base_folders.variable, value)
    home = host.environment.get("HOME")
    if home is not None and is_home_used:
        yield from _yield_base_variable(context, "HOME", home)


def _yield_base_variable(context: DecisionContext, name: str, value: str) -> Iterator[Verdict]:
    """Yield the verdict on one variable that names base folders."""
    if context.host.hides_variables:
        yield make_elevated_verdict(context.host, name)
    else:
        yield make_variable_verdict(name, Outcome.ACTS, Reason.BASE_FOLDER, value)


def _yield_layer_variables(report: LoaderReport, context: DecisionContext) -> Iterator[Verdict]:
    """Yield the verdicts on the variables that enable or disable implicit layers."""
    environment = context.inputs.environment
    for layer in report.found_layers:
        manifest = layer.manifest
        if manifest is None or not layer.implicit:
            continue
        disable, enable = manifest.disable_environment, manifest.enable_environment
        if enable is not None and enable[0] in environment:
            reason = Reason.ENABLE_VARIABLE
            if environment[enable[0]] != enable[1]:
                reason = Reason.ENABLE_VARIABLE_OTHER_VALUE
            yield _make_layer_variable_verdict(layer, enable[0], reason)
        if disable is not None and disable in environment:
            yield _make_layer_variable_verdict(layer, disable, Reason.DISABLE_VARIABLE)


def _make_layer_variable_verdict(layer: FoundLayer, name: str, reason: Reason) -> Verdict:
    """Return the verdict on a variable in a layer's manifest: it acts if it decides."""
    verdict = layer.verdict
    if verdict.reason in _VARIABLE_REASONS and verdict.detail == name:
        return make_variable_verdict(name, Outcome.ACTS, reason, layer.name)
    return make_variable_verdict(name, Outcome.IGNORED, Reason.NOT_DECISIVE, layer.name)


def _yield_library_verdicts(report: LoaderReport, context: DecisionContext) -> Iterator[Verdict]:
    """Yield the verdicts on the libraries that the linker opens for layers and drivers."""
    has_bare_name = is_path_used = False
    host = context.host._replace(
        pointer_bits=min(context.host.pointer_bits, context.profile.pointer_bits)
    )
    for_devices = {active_layer.manifest.library for active_layer in report.device_callstack or ()}
    libraries = [
        *(
            (
                component.manifest.library,
                component.file,
                component.position >= 0 or component.manifest.library in for_devices,
            )
            for component in report.found_layers
            if component.manifest
        ),
        *(
            (component.manifest.library, component.file, component.verdict.outcome is Outcome.LOADS)
            for component in report.drivers
            if component.manifest
        ),
    ]
    for library, file, is_opened in libraries:
        source = ""
        if library and "/" not in library:  # ld.so(8) searches for it
            has_bare_name = True
        # What a library needs is searched for, too: another file there may not do.
        is_path_used = is_path_used or bool(
            library and context.check_library(library, ()).replaced_by == _LIBRARY_PATH_VARIABLE
        )
        if not library or not is_opened:
            continue
        path = context.check_library(library, ()).path
        if "/" not in library:
            candidates = search_candidates(host, library)
            source = next(
                (
                    source_name
                    for candidate_path, source_name in candidates
                    if candidate_path == path
                ),
                "",
            )
            is_path_used = is_path_used or source == _LIBRARY_PATH_VARIABLE
        yield Verdict(path, Kind.LIBRARY, Outcome.ACTS, Reason.LIBRARY_FOUND, source, file)
    if (has_bare_name or is_path_used) and host.environment.get(_LIBRARY_PATH_VARIABLE):
        if host.elevated:
            yield make_elevated_verdict(host, _LIBRARY_PATH_VARIABLE)
        elif is_path_used:
            value = host.environment[_LIBRARY_PATH_VARIABLE]
            yield make_variable_verdict(
                _LIBRARY_PATH_VARIABLE, Outcome.ACTS, Reason.LIBRARY_FOUND, value
            )
        else:
            yield make_variable_verdict(
                _LIBRARY_PATH_VARIABLE, Outcome.IGNORED, Reason.NOT_DECISIVE
            )


def _yield_requested_layers(
    report: LoaderReport, blocked_names: frozenset[str]
) -> Iterator[Verdict]:
    """Yield a verdict on each layer that the program requests.

    `blocked_names`: layers that the settings file turns off.
    """
    for name in dict.fromkeys(report.application.layers):
        copies = [layer for layer in report.found_layers if layer.name == name]
        listed_layer = next((layer for layer in copies if layer.is_listed), None)
        if listed_layer is None or name in blocked_names or not is_valid_name(name):
            first_verdict = copies[0].verdict if copies else None
            file = first_verdict.file if first_verdict is not None else ""
            detail = first_verdict.reason.value if first_verdict is not None else ""
            remedy: Remedy = AskNotFor(layer=name)
            yield _make_request_verdict(
                name, Outcome.FAILS, Reason.NOT_PRESENT, detail, file, remedy
            )
        elif listed_layer.verdict.outcome is Outcome.SKIPPED and not _is_loaded(copies):
            verdict = listed_layer.verdict
            yield _make_request_verdict(
                name,
                Outcome.FAILS,
                verdict.reason,
                verdict.detail,
                listed_layer.file,
                verdict.remedy,
            )
        else:
            remedy = AskNotFor(layer=name)
            yield _make_request_verdict(
                name, Outcome.ACTS, Reason.REQUESTED, "", listed_layer.file, remedy
            )


def _yield_requested_for_devices(report: LoaderReport) -> Iterator[Verdict]:
    """Yield a verdict on each layer that the program requests for devices."""
    files = {layer.name: layer.file for layer in reversed(_list_device_layers(report))}
    for name in dict.fromkeys(report.application.device_layers):
        remedy: Remedy = AskNotFor(layer=name)
        if report.device_callstack is None:
            # LoaderLayerInterface, "Device Layers"; loader.c, loader_create_device_chain.
            detail = message("devices use the instance's layers")
            yield _make_request_verdict(
                name, Outcome.IGNORED, Reason.NOT_HONOURED, detail, "", remedy
            )
        elif report.create_device_result == SUCCESS or name in files:
            file = files.get(name, "")
            yield _make_request_verdict(name, Outcome.ACTS, Reason.REQUESTED, "", file, remedy)
        else:
            yield _make_request_verdict(
                name, Outcome.FAILS, Reason.NOT_PRESENT, message("for devices"), "", remedy
            )


def _is_loaded(copies: Sequence[FoundLayer]) -> bool:
    """Return whether any copy of a layer loads, or may load."""
    outcomes = (Outcome.LOADS, Outcome.ACTS, Outcome.UNKNOWN)
    return any(layer.verdict.outcome in outcomes for layer in copies)


def _make_request_verdict(
    name: str, outcome: Outcome, reason: Reason, detail: Message | str, file: str, remedy: Remedy
) -> Verdict:
    """Return a verdict on a layer or value that the program requests.

    Args:
        name: what is requested.
        outcome: what the request does.
        reason: why.
        detail: the name or sentence that goes with the reason.
        file: manifest of the layer, or "".
        remedy: what would reverse it.
    """
    return Verdict(name, Kind.REQUEST, outcome, reason, detail, file, remedy=remedy)


def _yield_requested_extensions(report: LoaderReport) -> Iterator[Verdict]:
    """Yield a verdict on each instance extension that the program requests."""
    is_off = is_filter_off(report.host, report.profile)
    known_extensions = list_known_extensions(report.profile)
    has_unknown = False
    for name in dict.fromkeys(report.application.extensions):
        remedy: Remedy = AskNotFor(extension=name)
        outcome, reason = Outcome.ACTS, Reason.EXTENSION_KNOWN
        if not is_valid_name(name):
            outcome, reason = Outcome.FAILS, Reason.EXTENSION_UNKNOWN
        elif name not in known_extensions and report.profile.has(Gate.EXTENSIONS_AS_OFFERED):
            reason = Reason.EXTENSION_FILTER_OFF
        elif name not in known_extensions:
            has_unknown = True
            reason = Reason.EXTENSION_FILTER_OFF if is_off else Reason.EXTENSION_UNKNOWN
            outcome = Outcome.ACTS if is_off else Outcome.FAILS
            remedy = remedy if is_off else SetVariable(FILTER_VARIABLE, "1")
        yield Verdict(name, Kind.EXTENSION, outcome, reason, remedy=remedy)
    value = report.host.getenv(FILTER_VARIABLE)  # loader_getenv: elevated or not
    if value:
        if is_off and has_unknown:
            yield make_variable_verdict(
                FILTER_VARIABLE, Outcome.ACTS, Reason.EXTENSION_FILTER_OFF, value
            )
        else:
            yield make_variable_verdict(FILTER_VARIABLE, Outcome.IGNORED, Reason.NOT_DECISIVE)


def _yield_other_requests(report: LoaderReport) -> Iterator[Verdict]:
    """Yield the verdicts on the portability flag and the API version that a program requests."""
    application = report.application
    if application.flags & PORTABILITY_FLAG:
        detail = str(application.flags)
        yield _make_request_verdict(
            _PORTABILITY_BIT, Outcome.ACTS, Reason.REQUESTED, detail, "", _PROGRAM_PROPERTY
        )
    # Since 1.3.228 it decides about no layer.
    ignores_versions = any(
        map(report.profile.has, (Gate.ANY_API_VERSION, Gate.VERSIONS_UNCOMPARED))
    )
    if application.api_version is not None and not ignores_versions:
        version = str(Version(application.api_variant, *application.api_version))
        yield _make_request_verdict(
            "apiVersion", Outcome.ACTS, Reason.REQUESTED, version, "", _PROGRAM_PROPERTY
        )


def _yield_process_verdicts(report: LoaderReport, context: DecisionContext) -> Iterator[Verdict]:
    """Yield the verdicts on path, rights and word size of the program."""
    host = context.host
    choosing_files = [
        layer.file
        for layer in report.found_layers
        if layer.name == OVERRIDE_NAME and layer.manifest and layer.manifest.app_keys
    ]
    if context.settings.program_count:
        choosing_files.append(context.settings.file)
    if choosing_files:
        reason = Reason.PROGRAM_PATH
        yield Verdict(
            host.executable,
            Kind.PROCESS,
            Outcome.ACTS,
            reason,
            "app_keys",
            choosing_files[0],
            remedy=_PROGRAM_PROPERTY,
        )
    if host.hides_variables:
        yield Verdict(
            "elevated",
            Kind.PROCESS,
            Outcome.ACTS,
            Reason.ELEVATED,
            host.executable,
            remedy=DropPrivileges(host.executable),
        )
    bits = f"{min(host.pointer_bits, context.profile.pointer_bits)}-bit"
    yield Verdict(bits, Kind.PROCESS, Outcome.ACTS, Reason.WORD_SIZE, remedy=_PROGRAM_PROPERTY)
