"""plan_override: the one file with every configuration applied to the system.

One file with a `layers` array, because two files could be scanned in any order and because apply
and withdraw are then a single rename. Overrides for chosen programs come first, with cumulative
keys. The one for every program is last.
"""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Iterable, Sequence

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.versions import parse_version
from vkconfig_py.loader.files.search_paths import find_search_paths
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME, LayerManifest
from vkconfig_py.loader.platforms.rules import ManifestType, PathRules, get_platform_rules
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.activation import LAYERS_DISABLE_VARIABLE, read_layer_filters
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.configuration.configuration import UNLISTED, Configuration, LayerControl
from vkconfig_py.model.formats.meta_layer_manifests import (
    DISABLE_OVERRIDE,
    OverrideLayer,
    render_override,
)
from vkconfig_py.model.plan.inventory import (
    NO_SETTINGS,
    InventoryIndex,
    ResolvedLayers,
    SettingsPlan,
    drop_auto_tail,
    find_lowest_api_version,
    index_inventory,
    insert_chosen_copies,
    list_later_layer_limits,
    resolve_layers,
)
from vkconfig_py.model.plan.loader_family import (
    LAUNCH_FROM_HERE,
    DuplicateRule,
    compute_override_chain,
    explain_no_devices,
    find_settings_file_limit,
    format_loader_name,
    get_duplicate_rule,
    list_device_limits,
    list_launch_order_limits,
    list_order_limits,
    list_override_limits,
    make_last_place_rule,
    make_scanned_before_rule,
    suggest_settings_file,
)
from vkconfig_py.model.plan.plan import (
    AppliedConfiguration,
    Limitation,
    Mechanism,
    Plan,
    PlannedFile,
)
from vkconfig_py.model.plan.variable_changes import (
    list_explicit_sources,
    list_missing_drivers,
    list_source_limits,
)
from vkconfig_py.model.plan.windows_files import (
    NO_USER_FOLDER,
    add_registration,
    find_own_folder,
    is_registered,
)
from vkconfig_py.model.text.wording import render_version

OVERRIDE_BASE_NAME = "VkLayer_override"
_USER_FOLDER_VARIABLES = ("XDG_CONFIG_HOME", "HOME", "XDG_DATA_HOME")


def find_user_implicit_folder(host: Host, profile: LoaderProfile) -> str:
    """Return this user's folder that is first searched for implicit layers, or ""."""
    if is_registered(host):
        return find_own_folder(host)
    # If set, it replaces the search, and no folder of the user would be searched;
    # find_conflicts reports it.
    host_without_variables = host.with_environment([("VK_IMPLICIT_LAYER_PATH", None)])
    # The first place: with no implicit manifest before it, loaders since 1.3.247 follow the user's
    # order exactly. Older ones need the last place of the scan, which no home folder has: system
    # folders follow.
    for search_path in find_search_paths(host_without_variables, profile, ManifestType.IMPLICIT):
        if search_path.source in _USER_FOLDER_VARIABLES and not search_path.path.endswith(".json"):
            return search_path.path
    return ""


def choose_file(folder: str, used_names: Iterable[str], paths: PathRules) -> str:
    """Return a path in a folder for our override that no manifest of others has."""
    taken_names = set(used_names)
    # No loader sorts a folder, so the plain name is only a first attempt: apply tries others until
    # the manifest is read at its position.
    suffixes = ("", *(f"_{number:02}" for number in range(1, len(taken_names) + 1)))
    names = (paths.join(folder, f"{OVERRIDE_BASE_NAME}{suffix}.json") for suffix in suffixes)
    return next(name for name in names if name not in taken_names)


def choose_override_paths(
    resolved_layers: ResolvedLayers,
    components: Iterable[str],
    sources: Iterable[str],
    inventory_index: InventoryIndex,
    host: Host,
    profile: LoaderProfile,
) -> tuple[str, ...]:
    """Return the override_paths, or () if every component is found without them.

    Args:
        resolved_layers: the configuration's layers.
        components: of the override.
        sources: places that the configuration adds.
        inventory_index: the layers of the machine.
        host: the session.
        profile: the loader of the programs.
    """
    # With the key only these places are searched for explicit layers, so the whole normal list
    # follows: programs must still find the layers they request.
    rules = get_platform_rules(host.platform)
    host_without_variables = host.with_environment(
        [("VK_LAYER_PATH", None), ("VK_ADD_LAYER_PATH", None)]
    )
    normal = [
        search_path.path
        for search_path in find_search_paths(host_without_variables, profile, ManifestType.EXPLICIT)
    ]
    searched_paths = set(normal)
    # Of two copies of a layer the first one found is used: the chosen manifests come first.
    own_places = dict.fromkeys(
        list_explicit_sources(
            [*resolved_layers.chosen_copies.values(), *sources], profile, rules.paths
        )
    )
    folders = []
    has_chosen_copies = bool(resolved_layers.chosen_copies)
    for manifest in inventory_index.list_manifests(components):
        # override_paths affect only the search for explicit layers.
        if manifest.implicit:
            continue
        file = resolved_layers.chosen_copies.get(manifest.name, manifest.file)
        folder = rules.paths.get_parent(file)
        has_chosen_copies = has_chosen_copies or (
            folder not in searched_paths and file not in searched_paths
        )
        # The loader would read a manifest a second time, and say that its layer is there twice.
        if file not in own_places:
            folders.append(folder)
    if not has_chosen_copies:
        return ()
    # The key also hides VK_LAYER_PATH and VK_ADD_LAYER_PATH, so their places are added.
    found_paths = [
        search_path.path for search_path in find_search_paths(host, profile, ManifestType.EXPLICIT)
    ]
    paths = [*own_places, *folders, *found_paths, *normal]
    # The loader splits an entry at separators; there is no escape.
    return tuple(path for path in dict.fromkeys(paths) if rules.separator not in path)


UNSET_WHERE_STARTED = message("unset {name} in the environment that your programs start from")


def find_conflicts(
    host: Host, inventory: LoaderReport, profile: LoaderProfile, path: str
) -> tuple[Limitation, ...]:
    """Return limitations by which our override at a path is not found or is turned off."""
    limits = [
        find_settings_file_limit(inventory, profile, is_blocking=True),
        _find_path_conflict(host, profile, path),
        _find_filter_conflict(host, profile),
        _find_disable_conflict(host),
    ]
    return tuple(limit for limit in limits if limit is not None)


def _find_path_conflict(host: Host, profile: LoaderProfile, path: str) -> Limitation | None:
    """Return the limitation that VK_IMPLICIT_LAYER_PATH does not search our override, or None."""
    value = host.secure_getenv("VK_IMPLICIT_LAYER_PATH")
    # Read since 1.3.296.
    if value is None or not profile.has(Gate.IMPLICIT_LAYER_PATH):
        return None
    rules = get_platform_rules(host.platform)
    folder = rules.paths.get_parent(path)
    # It may be a folder or a single manifest.
    parts = (part.rstrip(rules.paths.slash) for part in value.split(rules.separator))
    if any(part in (folder, path) for part in parts):
        return None
    text = tr(
        "VK_IMPLICIT_LAYER_PATH is set, so {loader} does not search {folder}",
        loader=format_loader_name(profile),
        folder=folder,
    )
    return Limitation(
        "", text, render(UNSET_WHERE_STARTED, name="VK_IMPLICIT_LAYER_PATH"), is_blocking=True
    )


def _find_filter_conflict(host: Host, profile: LoaderProfile) -> Limitation | None:
    """Return the limitation that a filter variable turns the override off, or None."""
    # The filter treats the override as any implicit layer: by name, ~implicit~ or ~all~.
    token = read_layer_filters(host, profile).find_hiding_token(OVERRIDE_NAME, is_implicit=True)
    if not token:
        return None
    text = tr(
        "{variable}={value} turns the override off: {token} matches it",
        variable=LAYERS_DISABLE_VARIABLE,
        value=host.secure_getenv(LAYERS_DISABLE_VARIABLE),
        token=token,
    )
    return Limitation(
        "", text, render(UNSET_WHERE_STARTED, name=LAYERS_DISABLE_VARIABLE), is_blocking=True
    )


def _find_disable_conflict(host: Host) -> Limitation | None:
    """Return the limitation that a variable turns every override off, or None."""
    # A plain getenv: manifest variables also work in elevated programs.
    value = host.getenv(DISABLE_OVERRIDE)
    # loader.c only checks whether it is set: "" and "0" also disable the override.
    if value is None:
        return None
    text = tr(
        "{variable} is set, which turns every override off",
        variable=DISABLE_OVERRIDE,
    )
    return Limitation(
        "", text, render(UNSET_WHERE_STARTED, name=DISABLE_OVERRIDE), is_blocking=True
    )


def list_foreign_limits(
    foreign_layers: Sequence[LayerManifest],
    files_read_earlier: frozenset[str],
    programs: Sequence[str],
    applies_to_all: bool,
) -> tuple[Limitation, ...]:
    """Return limitations by overrides of other programs that replace or join ours.

    `files_read_earlier`: files of these overrides that are scanned before ours. `programs`: real
    paths in our app_keys. `applies_to_all`: whether ours include one for every program.
    """
    limits: list[Limitation] = []
    for override in foreign_layers:
        rival_text = (
            tr("the override “{owner}” in {file}", owner=override.description, file=override.file)
            if override.description
            else tr("another program's override in {file}", file=override.file)
        )
        if not override.app_keys:
            # An override with the program's key beats one without, wherever they are found.
            limits += _list_global_rival_limits(
                rival_text, override.file in files_read_earlier, applies_to_all, programs
            )
        # Among overrides with keys the first one scanned that names the program applies.
        elif override.file in files_read_earlier and set(override.app_keys) & set(programs):
            limits.append(
                Limitation(
                    "",
                    tr("{override} lists the same program and is found first", override=rival_text),
                    tr("remove it"),
                    is_blocking=True,
                )
            )
        else:
            limits += _list_keyed_rival_limits(rival_text, override, programs, applies_to_all)
    return tuple(limits)


def _list_global_rival_limits(
    rival_text: str, is_found_first: bool, applies_to_all: bool, programs: Sequence[str]
) -> list[Limitation]:
    """Return the limitations by another program's override for every program.

    `is_found_first`: it is scanned before ours.
    """
    if not applies_to_all:
        return []
    if is_found_first:
        # Of two overrides without keys the first one scanned is used.
        return [
            Limitation(
                "",
                tr("{override} is found first and applies instead", override=rival_text),
                tr("remove it"),
                not programs,
            )
        ]
    return [
        Limitation(
            "",
            tr("{override} has no effect while this configuration is applied", override=rival_text),
        )
    ]


def _list_keyed_rival_limits(
    rival_text: str, override: LayerManifest, programs: Sequence[str], applies_to_all: bool
) -> list[Limitation]:
    """Return the limitations by another program's override that is for some programs."""
    other_keys = [key for key in override.app_keys if key not in programs]
    if programs and other_keys:
        # Once an override matched, later ones for other programs stay in the list.
        text = tr(
            "{override} is for other programs but can also affect programs in this configuration",
            override=rival_text,
        )
        return [Limitation("", text, tr("remove it"))]
    if applies_to_all and other_keys:
        text = tr(
            "{program} uses {override} because that override lists the program",
            program=other_keys[0],
            override=rival_text,
        )
        return [Limitation("", text, tr("remove it"))]
    return []


def find_system_implicit_folder(host: Host, profile: LoaderProfile) -> str:
    """Return the first folder for implicit layers that elevated programs search, or ""."""
    if is_registered(host):  # the hive decides, not the folder
        return find_own_folder(host)
    # secure_getenv hides HOME and the XDG variables from such a program: only system folders
    # remain.
    search_paths = find_search_paths(host._replace(elevated=True), profile, ManifestType.IMPLICIT)
    return next((search_path.path for search_path in search_paths), "")


def render_install_command(
    configuration: Configuration, programs: Sequence[str], host: Host, profile: LoaderProfile
) -> str:
    """Return the command line by which an administrator installs the override, or "".

    It is put where elevated programs search.
    """
    folder = find_system_implicit_folder(host, profile)
    reads = profile.has(Gate.APP_KEYS if programs else Gate.OVERRIDE)
    if not folder or not reads:
        return ""
    program_words = [word for program in programs for word in ("--program", program)]
    apply_words = [
        "vkconfig-py",
        "apply",
        "-c",
        configuration.name,
        *(program_words or ["--every-program"]),
    ]
    path = shlex.quote(posixpath.join(folder, f"{OVERRIDE_BASE_NAME}.json"))
    # install(1) copies from the pipe, so that none of our code runs as root; -D creates the folder.
    install = f"sudo install -D -m 644 /dev/stdin {path}"
    return f"{shlex.join([*apply_words, '--output', '-'])} | {install}"


NO_HOME = message(
    "HOME and XDG_CONFIG_HOME are not set, so the loader does not search your folders"
)


class OtherWordSize(NamedTuple):
    """Inventory and loader of programs of the other word size."""

    profile: LoaderProfile
    inventory_index: InventoryIndex


def plan_override(
    applied_configurations: Sequence[AppliedConfiguration],
    inventory: LoaderReport,
    host: Host,
    profile: LoaderProfile,
    settings: SettingsPlan = NO_SETTINGS,
    other_word_size: OtherWordSize | None = None,
    other_profiles: Sequence[LoaderProfile] = (),
) -> Plan:
    """Plan the override file for everything to be applied.

    Args:
        applied_configurations: configurations with their programs, at most one for every
            program, the selected one last, which limitations refer to; () to remove the file.
        inventory: report without our own file, with the sources of all configurations searched.
        host: the session; if elevated, the file is planned for a system folder.
        profile: the loader of the programs.
        settings: the planned layer settings.
        other_word_size: programs of the other word size, if there is a loader for them.
        other_profiles: other installed loaders.
    """
    if not applied_configurations:
        return Plan(mechanism=Mechanism.OVERRIDE, summary=tr("Nothing is applied"))
    is_system_folder = host.hides_variables  # an elevated program searches no folder of the user
    folder = (find_system_implicit_folder if is_system_folder else find_user_implicit_folder)(
        host, profile
    )
    if not folder:
        text = render(NO_USER_FOLDER) if is_registered(host) else render(NO_HOME)
        limit = Limitation("", text, render(LAUNCH_FROM_HERE), is_blocking=True)
        return Plan(
            mechanism=Mechanism.OVERRIDE, limits=(limit,), summary=tr("No override is written")
        )
    inventory_index = index_inventory(inventory)
    paths = get_platform_rules(host.platform).paths
    path = choose_file(folder, inventory.implicit_search.files, paths)
    files_read_earlier = _list_scanned_before(inventory, folder)
    limits: list[Limitation] = list(find_conflicts(host, inventory, profile, path))
    overrides: list[OverrideLayer] = []
    # sorted() is stable: those with keys keep the order in which their keys accumulate.
    for entry in sorted(applied_configurations, key=lambda entry: not entry.programs):
        usable = insert_chosen_copies(inventory_index, entry.configuration)
        resolved_layers = resolve_layers(entry.configuration, usable)
        override = _make_override(entry, resolved_layers, usable, host, profile, other_profiles)
        overrides += (
            _make_both_overrides(entry, override, usable, host, other_word_size)
            if other_word_size
            else (override,)
        )
        if entry is applied_configurations[-1]:
            limits += _list_limits(
                entry, resolved_layers, override, usable, files_read_earlier, host, profile
            )
    needed_overrides = _drop_empty_overrides(overrides)
    limits += settings.limits
    programs = [program for entry in applied_configurations for program in entry.programs]
    if needed_overrides:
        reads = list_override_limits(profile, other_profiles, applies_to_all=not programs)
        if not profile.has(Gate.OVERRIDE):
            summary = tr("No override is written")
            return Plan(mechanism=Mechanism.OVERRIDE, limits=reads, summary=summary)
        limits = [*reads, *limits]
    if (
        not needed_overrides
        and not settings.files
        and not any(limit.is_blocking for limit in limits)
    ):
        limits.append(_make_nothing_limit(applied_configurations[-1].configuration, profile))
    applies_to_all = any(not entry.programs for entry in applied_configurations)
    limits += list_foreign_limits(
        inventory_index.overrides, files_read_earlier, programs, applies_to_all
    )
    files = (PlannedFile(path, render_override(needed_overrides)),) if needed_overrides else ()
    plan = Plan(
        mechanism=Mechanism.OVERRIDE,
        files=(*files, *settings.files),
        limits=tuple(limits),
        summary=_render_summary(profile),
    )
    return add_registration(plan, host)


def _make_override(
    applied_configuration: AppliedConfiguration,
    resolved_layers: ResolvedLayers,
    inventory_index: InventoryIndex,
    host: Host,
    profile: LoaderProfile,
    other_profiles: Sequence[LoaderProfile] = (),
) -> OverrideLayer:
    """Return the override of one applied configuration.

    Args:
        applied_configuration: the configuration with its programs.
        resolved_layers: its layers.
        inventory_index: the layers of the machine.
        host: the session.
        profile: the loader of the programs.
        other_profiles: other installed loaders.
    """
    components = _list_components(resolved_layers, inventory_index, (profile, *other_profiles))
    return OverrideLayer(
        title=applied_configuration.configuration.name,
        api_version=find_lowest_api_version(components, resolved_layers, inventory_index),
        components=components,
        # For an explicit layer this also refuses it: a program that requests it gets
        # VK_ERROR_LAYER_NOT_PRESENT, on every release.
        blocked_layers=resolved_layers.disabled_names,
        override_paths=choose_override_paths(
            resolved_layers,
            components,
            list_override_sources(applied_configuration.configuration),
            inventory_index,
            host,
            profile,
        ),
        app_keys=applied_configuration.programs,
    )


def _make_both_overrides(
    applied_configuration: AppliedConfiguration,
    override: OverrideLayer,
    inventory_index: InventoryIndex,
    host: Host,
    other_word_size: OtherWordSize,
) -> tuple[OverrideLayer, ...]:
    """Return an override for programs of both word sizes, or one for each word size.

    Args:
        applied_configuration: the configuration with its programs.
        override: the one for our word size.
        inventory_index: the layers of the machine.
        host: the session.
        other_word_size: programs of the other word size.
    """
    # A loader that does not find a component silently drops the whole override (loader.c,
    # verify_meta_layer_component_layers), and a layer of one word size is not found by the loader
    # of the other.
    resolved_layers = resolve_layers(
        applied_configuration.configuration, other_word_size.inventory_index
    )
    twin_override = _make_override(
        applied_configuration,
        resolved_layers,
        other_word_size.inventory_index,
        host,
        other_word_size.profile,
    )
    has_all_components = all(
        name in other_word_size.inventory_index.usable_layers for name in override.components
    )
    if has_all_components and all(
        name in inventory_index.usable_layers for name in twin_override.components
    ):
        lowest = min(override.api_version, twin_override.api_version, key=parse_version)
        return (override._replace(api_version=lowest),)
    # An unknown name in the blocked list has no effect, so both may contain every name.
    off_names = tuple(dict.fromkeys((*override.blocked_layers, *twin_override.blocked_layers)))
    bits = other_word_size.profile.pointer_bits
    return (
        # The sizes are 32 and 64, so 96 minus one is the other. library_arch drops a layer since
        # 1.3.219.
        override._replace(library_arch=str(96 - bits), blocked_layers=off_names),
        twin_override._replace(library_arch=str(bits), blocked_layers=off_names),
    )


def _drop_empty_overrides(overrides: Sequence[OverrideLayer]) -> list[OverrideLayer]:
    """Return the overrides without those that change nothing.

    An empty override for some programs stays if it hides the one for every program.
    """
    # Omit empty overrides
    # An empty override is only useful for a program that one for every program would reach, or that
    # another one, whose keys are repeated in it, would reach.
    applies_to_all = any(
        _has_content(override_layer) and not override_layer.app_keys for override_layer in overrides
    )
    has_arch_content = any(_has_content(layer) and layer.library_arch for layer in overrides)
    return [
        override
        for override in overrides
        if _has_content(override)
        or (override.app_keys and (applies_to_all or (has_arch_content and override.library_arch)))
    ]


def _has_content(override: OverrideLayer) -> bool:
    """True if an override lists layers, blocked layers or paths."""
    # A list without components is valid: such an override only blocks layers.
    return bool(override.components or override.blocked_layers or override.override_paths)


def _make_nothing_limit(configuration: Configuration, profile: LoaderProfile) -> Limitation:
    """Return the limitation that an override of this configuration would change nothing."""
    text = tr("this configuration changes no layers")
    if configuration.devices.is_choosing:
        reason, alternative = explain_no_devices(profile)
        text = tr("this configuration changes no layers, and {reason}", reason=reason)
        return Limitation("", text, alternative, is_blocking=True)
    if configuration.drivers or configuration.added_drivers:
        if configuration.drivers:
            text = tr("this configuration changes no layers, and an override cannot choose drivers")
        else:
            text = tr("this configuration changes no layers, and an override cannot add drivers")
        return Limitation("", text, tr("launch from here, or use variables"), is_blocking=True)
    return Limitation("", text, is_blocking=True)


def _list_components(
    resolved_layers: ResolvedLayers,
    inventory_index: InventoryIndex,
    loaders: Sequence[LoaderProfile],
) -> tuple[str, ...]:
    """Return the components to list. An Auto layer that listing would not place is left out."""
    # On loaders that use the last place, an implicit layer keeps its scan place whether listed or
    # not; one loader for which it matters is enough.
    if any(get_duplicate_rule(loader) is DuplicateRule.FIRST_PLACE for loader in loaders):
        return drop_auto_tail(resolved_layers, inventory_index)
    implicit_names = set(inventory_index.implicit_names)
    return tuple(
        name
        for name in resolved_layers.components
        if name in resolved_layers.enabled_names or name not in implicit_names
    )


def _list_scanned_before(inventory: LoaderReport, folder: str) -> frozenset[str]:
    """Return the paths of manifests that are read before those of our folder."""
    files = []
    search = inventory.implicit_search
    # VK_ADD_IMPLICIT_LAYER_PATH adds places before the user's folder, including single manifests.
    earlier_folders = search.paths[: search.paths.index(folder)] if folder in search.paths else ()
    prefixes = tuple(f"{earlier_folder.rstrip('/')}/" for earlier_folder in earlier_folders)
    for file in search.files:
        if file in earlier_folders or (prefixes and file.startswith(prefixes)):
            files.append(file)
    return frozenset(files)


def _list_limits(
    applied_configuration: AppliedConfiguration,
    resolved_layers: ResolvedLayers,
    override: OverrideLayer,
    inventory_index: InventoryIndex,
    scanned_before: frozenset[str],
    host: Host,
    profile: LoaderProfile,
) -> list[Limitation]:
    """Return the limitations of one configuration in an override.

    Args:
        applied_configuration: the configuration with its programs.
        resolved_layers: its layers.
        override: made of it.
        inventory_index: the layers of the machine.
        scanned_before: manifests that are scanned before the override.
        host: the session.
        profile: the loader of the programs.
    """
    configuration = applied_configuration.configuration
    implicit_names = inventory_index.implicit_names
    files_read_earlier = frozenset(
        name
        for name in implicit_names
        if inventory_index.usable_layers[name].file in scanned_before
    )
    kind = get_duplicate_rule(profile)
    rule = (
        make_scanned_before_rule(profile)
        if kind is DuplicateRule.FIRST_PLACE
        else make_last_place_rule(profile, implicit_names)
    )
    resulting_order = compute_override_chain(
        override.components, inventory_index, files_read_earlier, kind
    )
    order_limits = list_order_limits(
        resolved_layers.placed_entries, resulting_order, implicit_names, rule
    ) or list_launch_order_limits(
        resolved_layers.components, resulting_order, inventory_index, host, profile
    )
    limits = [
        *resolved_layers.limits,
        *list_source_limits(
            list_override_sources(configuration), get_platform_rules(host.platform).separator
        ),
        *_list_implicit_limits(configuration, resolved_layers, profile),
        *list_later_layer_limits(configuration),
        *order_limits,
        *_list_forced_on_limitations(resolved_layers, override, inventory_index),
        *list_missing_drivers(configuration, profile),
        *list_device_limits(configuration, Mechanism.OVERRIDE, profile),
        *_list_old_loader_limits(override, inventory_index, profile),
    ]
    if configuration.loader_log:
        text = tr("an override cannot turn on the loader log")
        limits.append(Limitation("", text, suggest_settings_file(profile)))
    if configuration.environment:
        text = tr(
            "an override cannot set variables: this configuration's variables apply only "
            "to launches"
        )
        limits.append(Limitation("", text, render(LAUNCH_FROM_HERE)))
    return limits


def list_override_sources(configuration: Configuration) -> tuple[str, ...]:
    """Return a configuration's places for override_paths, which explicit layers are searched in."""
    return (*configuration.sources, *configuration.implicit_sources)


def _list_implicit_limits(
    configuration: Configuration, resolved_layers: ResolvedLayers, profile: LoaderProfile
) -> list[Limitation]:
    """Return limitations for implicit layers, which overrides cannot find, choose or keep off."""
    alternative = suggest_settings_file(profile)
    text = tr(
        "an override treats layers in {folder} as explicit: they load only if you turn them on"
    )
    limits = [
        Limitation("", text.format(folder=source), alternative)
        for source in configuration.implicit_sources
    ]
    copy_text = tr("with an override, the loader chooses which copy of an implicit layer it uses")
    limits += [
        Limitation(name, copy_text, alternative) for name in resolved_layers.chosen_implicit_copies
    ]
    if configuration.unlisted_control is LayerControl.OFF:
        later_text = tr("an override blocks layers by name, so a layer installed later still loads")
        limits.append(Limitation(UNLISTED, later_text, alternative))
    return limits


def _list_forced_on_limitations(
    resolved_layers: ResolvedLayers, override: OverrideLayer, inventory_index: InventoryIndex
) -> list[Limitation]:
    """Return limitations for Auto layers that an override turns on by placing them."""
    limits = []
    for manifest in inventory_index.list_manifests(override.components):
        # loader.c adds components without checking their own variables or the program's request.
        if manifest.name in resolved_layers.enabled_names:
            continue
        if not manifest.implicit:
            text = tr(
                "a layer that an override lists is also turned on for programs that do "
                "not request it"
            )
        elif manifest.enable_environment:
            name = manifest.enable_environment[0]
            text = tr(
                "a layer that an override lists is also turned on for programs without {variable}",
                variable=name,
            )
        else:
            continue
        limits.append(
            Limitation(
                manifest.name,
                text,
                tr("set it to On, or launch from here"),
            )
        )
    return limits


def _list_old_loader_limits(
    override: OverrideLayer, inventory_index: InventoryIndex, profile: LoaderProfile
) -> list[Limitation]:
    """Return limitations of old loaders that skip an override for its components' API versions."""
    # Before 1.3.211 the API version of every component must equal that of the override.
    if profile.has(Gate.NEWER_COMPONENTS):
        return []
    versions = {
        manifest.api_version[:2] for manifest in inventory_index.list_manifests(override.components)
    }
    if len(versions) < 2:
        return []
    text = tr(
        "{loader} ignores an override whose layers have different API versions",
        loader=format_loader_name(profile),
    )
    return [
        Limitation("", text, tr("list only layers with the same API version"), is_blocking=True)
    ]


def _render_summary(profile: LoaderProfile) -> str:
    """Return in a sentence what is written, and which loaders read it."""
    if profile.has(Gate.SETTINGS_FILE):
        first_version = render_version(Gate.OVERRIDE.value.first)
        return tr(
            "An override layer, which every loader since {version} reads", version=first_version
        )
    return tr(
        "An override layer, because {loader} does not read vk_loader_settings.json",
        loader=format_loader_name(profile),
    )
