"""Predicts the results of vkCreateInstance and of the calls before an instance, from files.

Follows loader.c, loader_scan_for_implicit_layers, loader_remove_layers_not_in_implicit_meta_layers;
settings.c, combine_settings_layers_with_regular_layers; terminator.c,
terminator_EnumerateInstanceExtensionProperties; trampoline.c, vkCreateInstance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome, Reason
from vkconfig_py.loader.manifests.driver import lacks_version
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME, LayerManifest
from vkconfig_py.loader.manifests.reader import DEFAULT_FUNCTIONS, Extension
from vkconfig_py.loader.platforms.rules import get_platform_rules
from vkconfig_py.loader.profiles.profile import (
    Gate,
    LoaderProfile,
    are_extensions_known,
    is_valid_name,
    loader_extensions,
)
from vkconfig_py.loader.rules.activation import ActivationInputs, decide_implicit
from vkconfig_py.loader.rules.loader_report import Entry, FoundDriver, OfferedLayer
from vkconfig_py.loader.rules.meta_layers import (
    VerifiedEntries,
    expand_validation,
    overruns_validation,
    remove_blocked_layers,
    remove_invalid_metas,
)
from vkconfig_py.loader.rules.ordering import (
    INSTANCE_LAYERS_VARIABLE,
    Chain,
    overruns_names,
    remove_duplicates,
)
from vkconfig_py.loader.rules.resolve import AvailableLayers
from vkconfig_py.loader.rules.settings_layers import combine_layers
from vkconfig_py.loader.settings_file import Control, LoaderSettings

_ExtensionTuple = tuple[Extension, ...]
CRASH_RESULT = "SIGSEGV"  # no result: the loader crashes the program
HANG_RESULT = "no answer"  # no result: the loader blocks on a file forever
SUCCESS = "VK_SUCCESS"
INITIALIZATION_FAILED = "VK_ERROR_INITIALIZATION_FAILED"
OUT_OF_MEMORY = "VK_ERROR_OUT_OF_HOST_MEMORY"
LAYER_NOT_PRESENT = "VK_ERROR_LAYER_NOT_PRESENT"
EXTENSION_NOT_PRESENT = "VK_ERROR_EXTENSION_NOT_PRESENT"
INCOMPATIBLE_DRIVER = "VK_ERROR_INCOMPATIBLE_DRIVER"
_FATAL_RESULTS = {
    Reason.CRASHES_ALL: CRASH_RESULT,
    Reason.LIBRARY_CUT_SHORT: CRASH_RESULT,
    Reason.PROGRAM_AS_DRIVER: CRASH_RESULT,
    Reason.UNREADABLE: HANG_RESULT,
}
# Before 1.3.268, invalid JSON that is not fatal is treated as an empty file.
_UNREAD_REASONS = (Reason.UNREADABLE, Reason.INVALID_JSON)


class ScannedManifests(NamedTuple):
    """Input of the scan for implicit layers.

    Attributes:
        implicit_entries: implicit layers, without overrides for other programs.
        explicit_entries: explicit layers, None unless an implicit meta-layer needs them.
        settings_entries: entries of the settings file.
        is_search_ended: whether an invalid manifest ended the scan, so that nothing is checked.
    """

    implicit_entries: Sequence[Entry]
    explicit_entries: Sequence[Entry] | None
    settings_entries: Sequence[Entry]
    is_search_ended: bool = False


def list_loader_extensions(profile: LoaderProfile) -> _ExtensionTuple:
    """Return the instance extensions that the loader itself offers."""
    return tuple(Extension(*pair) for pair in loader_extensions(profile))


def find_scan_offers(
    scanned_manifests: ScannedManifests,
    settings: LoaderSettings,
    inputs: ActivationInputs,
    profile: LoaderProfile,
) -> list[OfferedLayer]:
    """Return the layers that calls before an instance see, or [] if none affects these."""
    # Before an instance the loader only scans for implicit layers.
    # vkEnumerateInstanceExtensionProperties without a layer name returns the extensions of drivers,
    # then of the loader itself, then of the layers of this scan. The scan differs from the list of
    # layers: it ignores the override's blacklist, includes explicit layers that are components of
    # any meta-layer, and uses the variables of layers that the settings file turns on or off.
    if not profile.has(Gate.IMPLICIT_EXTENSIONS):
        return []
    # The usual case: no layer offers instance extensions or pre-instance functions.
    layers = (
        *scanned_manifests.implicit_entries,
        *(scanned_manifests.explicit_entries or ()),
        *scanned_manifests.settings_entries,
    )
    if not any(
        layer.manifest is not None and _affects_early_calls(layer.manifest) for layer in layers
    ):
        return []
    offers = _list_regular_offers(scanned_manifests, inputs, profile)
    if settings.layers is not None:
        offers = _merge_settings_offers(
            scanned_manifests.settings_entries, offers, settings, inputs, profile
        )
    return offers


def is_scan_crashing(
    scanned_manifests: ScannedManifests,
    settings: LoaderSettings,
    inputs: ActivationInputs,
    profile: LoaderProfile,
) -> bool:
    """Return whether the calls before an instance crash while layers are compared.

    vkCreateInstance may crash even if this is false: explicit layers are only compared there.
    """
    if profile.has(Gate.NEXT_UNVERIFIED) and not scanned_manifests.is_search_ended:
        verified_entries, is_trimmed = _verify_scanned_layers(scanned_manifests, inputs, profile)
        if is_trimmed and _is_comparison_crashing(verified_entries.entries, profile):
            return True
    if (
        profile.has(Gate.READ_AS_IMPLICIT)
        and scanned_manifests.explicit_entries is not None
        and not scanned_manifests.is_search_ended
    ):
        read = _copy_entries(scanned_manifests)
        remove_invalid_metas(read, inputs, profile)
        if find_global_failure(read):
            return True
    if settings.layers is None or settings.hides_unlisted:
        return False
    if profile.has(Gate.PLACEHOLDERS_NOT_LISTED):
        return False
    copies = []
    for entry in scanned_manifests.settings_entries:
        parsed_manifest = entry.manifest if entry.manifest is not None else entry.failure
        assert parsed_manifest is not None
        # Copies again: combine decides entries, and these decisions are not the report's.
        copies.append(Entry(entry.file, entry.implicit, parsed_manifest))
        copies[-1].control = entry.control
    regular = [entry for entry, _ in _list_scanned(scanned_manifests, inputs, profile)]
    return combine_layers(copies, regular, settings.file, profile).is_crashing


def merge_implicit_extensions(
    offers: Iterable[OfferedLayer], profile: LoaderProfile
) -> _ExtensionTuple:
    """Return the extensions that layers add to those of drivers and loader, each name once."""
    loader_extension_names = {extension.name for extension in list_loader_extensions(profile)}
    extensions_by_name: dict[str, Extension] = {}
    for offer in offers:
        for extension in offer.extensions:
            if extension.name not in loader_extension_names:
                # Unknown extensions of layers are only filtered in vkCreateInstance, not here.
                extensions_by_name.setdefault(extension.name, extension)
    return tuple(extensions_by_name.values())


def _affects_early_calls(layer: LayerManifest) -> bool:
    """Return whether a layer adds instance extensions or functions to calls before an instance."""
    return (
        bool(layer.instance_extensions)
        or layer.functions._replace(negotiates=True) != DEFAULT_FUNCTIONS
    )


def _list_regular_offers(
    scanned_manifests: ScannedManifests, inputs: ActivationInputs, profile: LoaderProfile
) -> list[OfferedLayer]:
    """Return the layers of the scan with the extensions that they offer."""
    return [
        OfferedLayer(entry.layer, offered_extensions)
        for entry, offered_extensions in _list_scanned(scanned_manifests, inputs, profile)
    ]


def _list_scanned(
    scanned_manifests: ScannedManifests, inputs: ActivationInputs, profile: LoaderProfile
) -> list[tuple[Entry, _ExtensionTuple]]:
    """Return the layers that the scan keeps, each with its extensions."""
    # The scan stopped before verify_all_meta_layers: only the variables decide.
    if scanned_manifests.is_search_ended:
        keeps_all = profile.has(Gate.IMPLICIT_EXTENSIONS_ALWAYS)
        listed_entries = [
            entry
            for entry in _copy_entries(scanned_manifests)
            if keeps_all or _is_layer_on(entry, inputs)
        ]
        return [(entry, entry.layer.instance_extensions) for entry in listed_entries]
    verified_entries, is_trimmed = _verify_scanned_layers(scanned_manifests, inputs, profile)
    listed_entries = verified_entries.entries
    if is_trimmed:
        # loader_remove_layers_not_in_implicit_meta_layers.
        empties_scan = profile.has(Gate.SCAN_EMPTIED)
        listed_entries = [] if empties_scan else _drop_lone_explicit_layers(listed_entries, profile)
    elif verified_entries.override is not None:
        listed_entries = remove_blocked_layers(listed_entries, verified_entries.override, profile)
    listed_entries = [entry for entry in listed_entries if _is_layer_on(entry, inputs)]
    if profile.has(Gate.DUPLICATES_REMOVED):
        listed_entries = remove_duplicates(listed_entries)
    return [
        (entry, verified_entries.extensions.get(entry, entry.layer.instance_extensions))
        for entry in listed_entries
    ]


def _copy_entries(scanned_manifests: ScannedManifests) -> list[Entry]:
    """Return copies of the scanned layers, since decisions made here are no verdicts."""
    entries = (*scanned_manifests.implicit_entries, *(scanned_manifests.explicit_entries or ()))
    return [Entry(entry.file, entry.implicit, entry.layer) for entry in entries]


def _verify_scanned_layers(
    scanned_manifests: ScannedManifests, inputs: ActivationInputs, profile: LoaderProfile
) -> tuple[VerifiedEntries, bool]:
    """Return the layers of the scan, and whether those outside meta-layers leave it."""
    verified_entries = remove_invalid_metas(_copy_entries(scanned_manifests), inputs, profile)
    has_metas = any(
        entry.layer.is_meta and entry.name != OVERRIDE_NAME
        for entry in scanned_manifests.implicit_entries
    )
    if verified_entries.override is None or profile.has(Gate.OVERRIDE_TRIMS_SCAN):
        return verified_entries, has_metas or verified_entries.override is not None
    return verified_entries, False


def _merge_settings_offers(
    entries: Sequence[Entry],
    offers: list[OfferedLayer],
    settings: LoaderSettings,
    inputs: ActivationInputs,
    profile: LoaderProfile,
) -> list[OfferedLayer]:
    """Return the layers of the settings file merged with the scanned ones.

    They hide scanned layers or join them.

    The unordered marker is among the dropped entries, so no scanned layers are inserted.

    Args:
        entries: layers of the scan.
        offers: what they offer.
        settings: the settings file.
        inputs: variables and filters.
        profile: the loader.
    """
    # "on" in the settings file does not help here: before an instance only variables turn a layer
    # on.
    if profile.has(Gate.SETTINGS_SCAN_FILTERED):
        kept_entries = [
            x for x in entries if x.manifest is not None and x.implicit and _is_layer_on(x, inputs)
        ]
        # One enabled implicit layer in the file is enough to drop the scanned layers.
        hides_others = settings.hides_unlisted or bool(kept_entries)
        return [_make_offer(entry) for entry in kept_entries] if hides_others else offers
    kept_entries = [entry for entry in entries if entry.manifest is not None]
    controls = [entry.control for entry in entries]
    # The unordered entry may have been removed together with a misnamed one.
    if settings.hides_unlisted or Control.UNORDERED not in controls:
        return [_make_offer(entry) for entry in kept_entries]
    marker_index = controls.index(Control.UNORDERED)
    offers_before = [_make_offer(x) for x in entries[:marker_index] if x.manifest is not None]
    offers_after = [_make_offer(x) for x in entries[marker_index:] if x.manifest is not None]
    return [*offers_before, *offers, *offers_after]


def _drop_lone_explicit_layers(entries: list[Entry], profile: LoaderProfile) -> list[Entry]:
    """Return the layers without explicit ones that are no component of any meta-layer."""
    by_name = {entry.name: entry for entry in reversed(entries)}
    expands_inner_metas = not profile.has(Gate.ALL_COMPONENTS_KEPT)
    components: set[str] = set()
    for entry in entries:
        components.update(
            _walk_components(entry, by_name)
            if expands_inner_metas
            else entry.layer.component_layers
        )
    return [entry for entry in entries if entry.implicit or entry.name in components]


def _walk_components(meta: Entry, by_name: Mapping[str, Entry]) -> Iterator[str]:
    """Yield the components that loader_find_layer_name_in_meta_layer looks at."""
    # The search goes on in the first component that is a meta-layer, and does not come back.
    current: Entry | None = meta
    visited_entries: set[Entry] = set()
    while current is not None and current not in visited_entries:
        visited_entries.add(current)
        names, current = current.layer.component_layers, None
        for name in names:
            yield name
            component = by_name.get(name)
            if component is not None and component.layer.is_meta:
                current = component
                break


def _is_comparison_crashing(entries: list[Entry], profile: LoaderProfile) -> bool:
    """Return whether the loader crashes on a component that does not exist."""
    by_name = {entry.name: entry for entry in reversed(entries)}
    if profile.has(Gate.SCAN_EMPTIED):
        metas = [entry for entry in entries if entry.implicit and entry.layer.is_meta]
        compared_entries = entries
    else:
        metas = [entry for entry in entries if entry.layer.is_meta]
        compared_entries = [entry for entry in entries if not entry.implicit]
    return any(
        _is_look_up_crashing(compared_entry.name, meta, by_name, frozenset({meta}))
        for meta in metas
        for compared_entry in compared_entries
        if compared_entry is not meta
    )


def _is_look_up_crashing(
    name: str, meta: Entry, by_name: Mapping[str, Entry], above: frozenset[Entry]
) -> bool:
    """Return whether the loader crashes when it looks for a name below a meta-layer.

    `above`: meta-layers on the way.
    """
    # loader_find_layer_name_in_meta_layer: no list, or a stack that overflows.
    for component in meta.layer.component_layers:
        if component == name:
            return False
        component_entry = by_name.get(component)
        if component_entry is None or component_entry in above:
            return True
        if component_entry.layer.is_meta:
            return _is_look_up_crashing(name, component_entry, by_name, above | {component_entry})
    return False


def _is_layer_on(entry: Entry, inputs: ActivationInputs) -> bool:
    """Return whether an implicit layer is on without being requested."""
    return decide_implicit(entry.layer, inputs).is_on


def _make_offer(entry: Entry) -> OfferedLayer:
    return OfferedLayer(entry.layer, entry.layer.instance_extensions)


def find_global_failure(entries: Sequence[Entry]) -> str:
    """Return the VkResult name or CRASH of every call if one manifest makes all fail, else ""."""
    # loader.c, loader_get_json.
    # Two loops: files are read in scan order, meta-layers are followed after all of them.
    for entry in entries:  # reading comes first, in scan order
        if entry.is_freed_twice:
            return CRASH_RESULT
        if entry.failure is not None and entry.failure.is_abort and not _is_after_search_end(entry):
            return _FATAL_RESULTS.get(entry.failure.reason, OUT_OF_MEMORY)
    for entry in entries:
        if entry.decision is not None and entry.decision.reason is Reason.CRASHES_ALL:
            return CRASH_RESULT
    return ""


def _is_after_search_end(entry: Entry) -> bool:
    """Return whether the loader stopped its search before this file."""
    return entry.decision is not None and entry.decision.reason is Reason.NOT_REACHED


def find_scan_failure(
    entries: Sequence[Entry], explicit_files: Sequence[str] | None, profile: LoaderProfile
) -> str:
    """Return the VkResult name or CRASH of a failed scan for implicit layers, else "".

    Every call but vkCreateInstance begins with it. It reads explicit manifests only if an
    override or another implicit meta-layer needs them; `explicit_files` is None otherwise.
    """
    if explicit_files is None:
        return find_global_failure([entry for entry in entries if entry.implicit])
    failure = find_global_failure(entries)
    if failure or not profile.has(Gate.LAST_FILE_DECIDES):
        return failure
    return _find_last_file_failure(entries)


def find_listing_failure(entries: Sequence[Entry], profile: LoaderProfile) -> str:
    """Return the VkResult name or CRASH of a failed scan for all layers, else ""."""
    failure = find_global_failure(entries)
    if failure or not profile.has(Gate.LAST_FILE_FAILS_ALL):
        return failure
    return _find_last_file_failure(entries)


def _find_last_file_failure(entries: Sequence[Entry]) -> str:
    """Return the VkResult name of the error in the last explicit manifest, else ""."""
    explicit_entries = [entry for entry in entries if entry.file and not entry.implicit]
    last_failure = explicit_entries[-1].failure if explicit_entries else None
    return (
        INITIALIZATION_FAILED
        if last_failure is not None and last_failure.reason in _UNREAD_REASONS
        else ""
    )


def find_continued_scan_result(entries: Sequence[Entry], with_explicit: bool) -> str:
    """Return CRASH if a scan for implicit layers that goes on after bad manifests crashes, else "".

    With Gate.FAILURE_ENDS_SEARCH the scan of vkCreateInstance stops at them; this one continues
    until the first invalid JSON.
    """
    ended_by = ""
    for entry in entries:
        if ended_by and entry.file != ended_by:
            return ""
        reason = entry.failure.reason if entry.failure is not None else None
        if reason is Reason.CRASHES_ALL and (entry.implicit or with_explicit):
            return CRASH_RESULT
        is_last = reason is Reason.ENDS_SEARCH or (reason is None and entry.layer.ends_search)
        ended_by = entry.file if is_last else ""
    return ""


def find_driver_scan_failure(
    drivers: Sequence[FoundDriver], registry_result: str, profile: LoaderProfile
) -> str:
    """Return the result of vkCreateInstance if its scan for drivers fails, else "".

    Results here are VkResult names, or CRASH.
    """
    # ReadDataFilesInRegistry: an error of its own before anything is read.
    failure = registry_result or _find_driver_failure(drivers)
    if failure or not profile.has(Gate.DRIVERS_NEEDED_LAST):
        return failure
    return _find_oldest_scan_failure(drivers, profile)


def find_query_scan_failure(
    drivers: Sequence[FoundDriver], registry_result: str, profile: LoaderProfile
) -> str:
    """Return the VkResult name of the extension query if its scan for drivers fails, else ""."""
    if profile.has(Gate.QUERY_NEEDS_DRIVER_SCAN):
        return find_driver_scan_failure(drivers, registry_result, profile)
    failure = _find_driver_failure(drivers)
    is_portability = any(
        driver.manifest is not None and driver.manifest.portability for driver in drivers
    )
    # Before an instance, inst->portability_enumeration_enabled is read from no instance.
    crashes = is_portability and profile.has(Gate.PORTABILITY_CRASHES)
    return CRASH_RESULT if crashes and not failure else failure


def _find_driver_failure(drivers: Sequence[FoundDriver]) -> str:
    """Return the VkResult name or CRASH of every call if one driver makes all fail, else ""."""
    for driver in drivers:
        # loader_icd_scan skips a driver on every error but out of memory.
        if driver.verdict.outcome is Outcome.FAILS:
            return _FATAL_RESULTS.get(driver.verdict.reason, OUT_OF_MEMORY)
    return ""


def find_create_result(
    early_result: str,
    chain: Chain,
    available: AvailableLayers,
    drivers: Sequence[FoundDriver],
    host: Host,
    application: Application,
    profile: LoaderProfile,
) -> str:
    """Return the result of vkCreateInstance, a VkResult name or CRASH: that of the first failure.

    Args:
        early_result: result of find_early_result().
        chain: the layers that load.
        available: the layers that the loader lists.
        drivers: all drivers with their verdicts.
        host: the machine.
        application: what the program requests.
        profile: the loader.
    """
    # loader.c, loader_validate_layers; loader.c, vkCreateInstance.
    if early_result:
        return early_result
    if profile.has(Gate.DRIVERS_NEEDED_LAST):
        return _find_oldest_result(chain, available, drivers, host, application, profile)
    # Drivers are opened before extensions are compared, since their extensions are in the list.
    if not _has_loading_driver(drivers):
        return INCOMPATIBLE_DRIVER
    if overruns_names(
        host.getenv(INSTANCE_LAYERS_VARIABLE) or "", get_platform_rules(host.platform), profile
    ):
        return CRASH_RESULT
    if chain.lacks_validation:
        return LAYER_NOT_PRESENT
    # loader_validate_instance_extensions refuses what it does not know, even if a layer offers it.
    if not are_extensions_known(host, application.extensions, profile):
        return EXTENSION_NOT_PRESENT
    if any(_crashes_when_opened(item.entry) for item in chain.failed):
        return CRASH_RESULT
    if any(_is_fatal(item.entry) for item in chain.failed):
        return OUT_OF_MEMORY
    # Layers named by variables or meta-layers may fail to open; those named by the program may not.
    # A failing component is no error either: the program named its meta-layer.
    has_named_failure = any(item.entry.name in application.layers for item in chain.failed)
    return (
        LAYER_NOT_PRESENT
        if has_named_failure and not profile.has(Gate.FAILED_LAYERS_PASS)
        else SUCCESS
    )


def find_create_device_result(
    create: str, available: AvailableLayers, application: Application
) -> str:
    """Return the VkResult name of vkCreateDevice for a loader with layers for devices.

    `create`: result of vkCreateInstance.
    """
    # loader_validate_layers, with the list for devices.
    known_names = {entry.name for entry in available.device_entries}
    if create != SUCCESS:
        return create
    names = application.device_layers
    if known_names.issuperset(names) and all(map(is_valid_name, names)):
        return SUCCESS
    return LAYER_NOT_PRESENT


def find_version_failure(application: Application, profile: LoaderProfile) -> str:
    """Return the VkResult name if the program's API version alone makes it fail, else ""."""
    # Before anything is read; the number is compared as it is packed.
    version = application.packed_parts
    is_refused = version is not None and version >= (1, 1, 0) and profile.has(Gate.REFUSES_1_1)
    return INCOMPATIBLE_DRIVER if is_refused else ""


def find_early_result(
    entries: Sequence[Entry],
    available: AvailableLayers,
    chain: Chain,
    drivers: Sequence[FoundDriver],
    driver_scan: str,
    application: Application,
    profile: LoaderProfile,
) -> str:
    """Return the result if vkCreateInstance fails before any library is opened, else "".

    The result is a VkResult name, or CRASH.

    Args:
        entries: all layers that were found.
        available: the layers that the loader lists.
        chain: the layers that load.
        drivers: all drivers with their verdicts.
        driver_scan: result of find_driver_scan_failure().
        application: what the program requests.
        profile: the loader.
    """
    # Reading, then layers by name, then drivers: the order of vkCreateInstance.
    failure = find_listing_failure(entries, profile)
    # loader_validate_layers refuses layers that the settings file disables, as if missing.
    known_names = {entry.name for entry in available.entries} - available.blocked_names
    if failure:
        return failure
    # vk_string_validate: a name of more than 256 bytes, or one that is no UTF-8, is an error, too.
    if not known_names.issuperset(application.layers) or not all(
        map(is_valid_name, application.layers)
    ):
        return LAYER_NOT_PRESENT
    if driver_scan or not chain.has_cycle or profile.has(Gate.CIRCLES_LEFT):
        return driver_scan
    # A circle that nothing checked, like one of the settings file.
    reaches_drivers = profile.has(Gate.DRIVERS_NEEDED_LAST) or _has_loading_driver(drivers)
    return CRASH_RESULT if reaches_drivers else ""


def _is_fatal(entry: Entry) -> bool:
    """Return whether an entry was decided to make the whole call fail."""
    return entry.decision is not None and entry.decision.outcome is Outcome.FAILS


def _crashes_when_opened(entry: Entry) -> bool:
    """Return whether opening the library of an entry kills the program."""
    # dlopen maps such a file, and reading past its end is a bus error (mmap(2)).
    return entry.decision is not None and entry.decision.reason is Reason.LIBRARY_CUT_SHORT


def lacks_extension(
    application: Application,
    extensions_by_layer: Mapping[str, Iterable[tuple[str, int]] | str],
    active_layers: Iterable[LayerManifest],
    profile: LoaderProfile,
) -> bool:
    """Return whether neither the loader nor a layer offers an extension that is requested.

    `extensions_by_layer`: extensions by layer name, or the result of their query.
    `active_layers`: the layers that load.
    """
    offered_names = {extension.name for extension in list_loader_extensions(profile)}
    requested = application.extensions
    if not profile.has(Gate.EXTENSIONS_OF_NAMED_LAYERS):
        offered_names.update(
            extension.name for layer in active_layers for extension in layer.instance_extensions
        )
        return not offered_names.issuperset(requested)
    layer_names = expand_validation(application.layers, profile)
    offers = [
        {extension[0] for extension in extensions_by_layer.get(name, ())} for name in layer_names
    ]
    if not profile.has(Gate.LAYERS_BY_EXTENSION):
        return not offered_names.union(*offers).issuperset(requested)
    # Each extension is looked for in the layer of its own place alone.
    offers += [set() for _ in requested]
    return any(
        name not in offered_names | layer_extensions
        for name, layer_extensions in zip(requested, offers, strict=False)
    )


def _stays_closed(entry: Entry) -> bool:
    """Return whether the loader never opens the library of an entry."""
    # What has no symbols opens, and no name is that of the program.
    lacks_entry_point = (
        entry.decision is not None and entry.decision.reason is Reason.LAYER_WITHOUT_ENTRY_POINT
    )
    return bool(entry.layer.library) and not lacks_entry_point


def _has_loading_driver(drivers: Sequence[FoundDriver]) -> bool:
    """Return whether any driver loads, or may load."""
    # A library that only a running program can find is assumed to load.
    return any(driver.verdict.outcome in (Outcome.LOADS, Outcome.UNKNOWN) for driver in drivers)


def _find_oldest_result(
    chain: Chain,
    available: AvailableLayers,
    drivers: Sequence[FoundDriver],
    host: Host,
    application: Application,
    profile: LoaderProfile,
) -> str:
    """Return the result in loaders with Gate.DRIVERS_NEEDED_LAST if all layers exist.

    The result is a VkResult name, or CRASH.

    Args:
        chain: the layers that load.
        available: the layers that the loader lists.
        drivers: all drivers with their verdicts.
        host: the machine.
        application: what the program requests.
        profile: the loader.
    """
    if overruns_validation(application.layers, profile):
        return CRASH_RESULT
    if chain.lacks_validation:
        return LAYER_NOT_PRESENT
    if not _has_loading_driver(drivers):
        written_layers = [item.entry.layer for item in chain.written_layers]
        if reads_past_layers(written_layers, host, application, profile):
            return CRASH_RESULT
    if not are_extensions_known(host, application.extensions, profile):
        return EXTENSION_NOT_PRESENT
    if any(_crashes_when_opened(item.entry) for item in chain.failed):
        return CRASH_RESULT
    open_result = SUCCESS
    if profile.has(Gate.EVERY_LAYER_OPENS) and any(
        _stays_closed(written_layer.entry) for written_layer in chain.failed
    ):
        open_result = LAYER_NOT_PRESENT
    if _has_loading_driver(drivers):
        return open_result
    active_layers = [item.entry.layer for item in (*chain.loaded, *chain.failed)]
    if lacks_extension(
        application, available.list_layer_extensions(profile), active_layers, profile
    ):
        return EXTENSION_NOT_PRESENT
    return INCOMPATIBLE_DRIVER if open_result == SUCCESS else open_result


def reads_past_layers(
    written_layers: Sequence[LayerManifest],
    host: Host,
    application: Application,
    profile: LoaderProfile,
) -> bool:
    """Return whether the search for an extension reads behind the program's list of layers.

    That is where no driver offers it; most programs without layers pass no list at all.
    """
    # loader_validate_instance_extensions: one index for the layers that are active and the names.
    if not profile.has(Gate.LAYERS_OVERRUN):
        return False
    offered_names = {extension.name for extension in list_loader_extensions(profile)}
    for name in application.extensions:
        if not are_extensions_known(host, (name,), profile):
            return False
        for index, layer in enumerate(written_layers if name not in offered_names else ()):
            if index == len(application.layers):
                return True
            if any(extension.name == name for extension in layer.instance_extensions):
                break
    return False


def _find_oldest_scan_failure(drivers: Sequence[FoundDriver], profile: LoaderProfile) -> str:
    """Return the VkResult name of a failed scan for drivers (loader_icd_scan), else "".

    A file that cannot be read, or has no version, makes it fail unless a driver was found before;
    the next file with valid JSON resets the failure. With Gate.LAST_DRIVER_FAILS one that cannot be
    read fails after a driver, too.
    """
    if not profile.has(Gate.UNREAD_DRIVER_COUNTS):
        fails_without_version = profile.has(Gate.FORMAT_VERSION_FAILS) and any(
            map(_lacks_version, drivers)
        )
        return INITIALIZATION_FAILED if fails_without_version else ""
    failure, is_found = "", False
    for driver in drivers:
        is_found = is_found or driver.manifest is not None
        is_unread = driver.verdict.reason in _UNREAD_REASONS
        is_counted = not is_found or (is_unread and profile.has(Gate.LAST_DRIVER_FAILS))
        fails_without_version = is_counted and (is_unread or _lacks_version(driver))
        failure = INITIALIZATION_FAILED if fails_without_version else ""
    return failure


def _lacks_version(driver: FoundDriver) -> bool:
    """Return whether a driver was refused because its manifest has no version."""
    return lacks_version(driver.verdict.reason, driver.verdict.detail)
