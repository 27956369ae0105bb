"""plan_override: the one file that holds every configuration applied to the system.

One file with a `layers` array, because two files could be scanned in any order and because apply
and withdraw are then a single rename. Overrides for chosen programs come first, with cumulative
keys; one for every program stands last.
"""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    DeviceMode,
    LayerControl,
)
from vkconfig_py.model.formats.meta_layers import OverrideLayer, render_override
from vkconfig_py.model.plan.device_choice import device_limits, why_no_devices
from vkconfig_py.model.plan.environment_plan import system_implicit_folder
from vkconfig_py.model.plan.inventory import (
    NO_SETTINGS,
    InventoryIndex,
    ResolvedLayers,
    SettingsPlan,
    index_inventory,
    later_limits,
    lowest_api_version,
    resolve_layers,
    without_natural_tail,
)
from vkconfig_py.model.plan.loader_family import (
    Family,
    family,
    land_override,
    last_place_rule,
    loader_name,
    order_limits,
    scanned_before_rule,
)
from vkconfig_py.model.plan.override_places import (
    choose_file,
    choose_override_paths,
    find_conflicts,
    find_rivals,
    user_implicit_folder,
)
from vkconfig_py.model.plan.plan import Applied, Limit, Mechanism, Plan, PlannedFile
from vkconfig_py.model.plan.variable_changes import driver_limits, source_limits

SETTINGS_FILE = "a loader settings file"  # what else could express it
NO_HOME = "HOME and XDG_CONFIG_HOME are not set, so the loader searches no folder of your own"


class Twin(NamedTuple):
    """What programs of the other word size find.

    Attributes:
        profile: their loader.
        stock: the layers that it can use.
    """

    profile: LoaderProfile
    stock: InventoryIndex


def plan_override(
    applied: Sequence[Applied],
    inventory: LoaderReport,
    host: Host,
    profile: LoaderProfile,
    settings: SettingsPlan = NO_SETTINGS,
    twin: Twin | None = None,
    others: Sequence[LoaderProfile] = (),
) -> Plan:
    """Plan the override file for everything that is to be applied; with () there is none.

    Args:
        applied: configurations with their programs; at most one for every program. The last one
            is the one being looked at: limits speak of it.
        inventory: report without our own file, with the sources of all configurations searched.
        host: the session; for one that hides variables the file goes where all users look.
        profile: the loader that programs use.
        settings: what is planned for settings of layers.
        twin: programs of the other word size, if there is a loader for them.
        others: every loader that is installed.
    """
    if not applied:
        return Plan(mechanism=Mechanism.OVERRIDE, summary="Nothing is applied")
    shared = host.hides_variables  # such a program searches no folder of the user
    folder = (system_implicit_folder if shared else user_implicit_folder)(host, profile)
    if not folder:
        limit = Limit("", NO_HOME, "launch from here", blocking=True)
        return Plan(mechanism=Mechanism.OVERRIDE, limits=(limit,), summary="Cannot be written")
    stock = index_inventory(inventory)
    path = choose_file(folder, inventory.implicit_search.files)
    before = _scanned_before(inventory, folder)
    limits: list[Limit] = list(find_conflicts(host, inventory, profile, path))
    overrides: list[OverrideLayer] = []
    for one in sorted(applied, key=lambda entry: not entry.programs):
        wanted = resolve_layers(one.configuration, stock)
        override = _override(one, wanted, stock, host, profile, others)
        overrides += _for_both(one, override, stock, host, twin) if twin else (override,)
        if one is applied[-1]:
            limits += _limits(one, wanted, override, stock, before, profile)
    needed = _needed(overrides)
    limits += settings.limits
    if not needed and not settings.files and not any(limit.blocking for limit in limits):
        limits.append(_nothing_limit(applied[-1].configuration, profile))
    programs = [program for one in applied for program in one.programs]
    for_all = any(not one.programs for one in applied)
    limits += find_rivals(stock.overrides, before, programs, for_all)
    files = (PlannedFile(path, render_override(needed)),) if needed else ()
    return Plan(
        mechanism=Mechanism.OVERRIDE,
        files=(*files, *settings.files),
        limits=tuple(limits),
        summary=_summary(profile),
    )


def _override(
    one: Applied,
    wanted: ResolvedLayers,
    stock: InventoryIndex,
    host: Host,
    profile: LoaderProfile,
    others: Sequence[LoaderProfile] = (),
) -> OverrideLayer:
    components = _components(wanted, stock, (profile, *others))
    return OverrideLayer(
        title=one.configuration.name,
        api_version=lowest_api_version(stock.manifests(components)),
        components=components,
        blacklist=wanted.off,
        override_paths=choose_override_paths(
            wanted, components, override_sources(one.configuration), stock, host, profile
        ),
        app_keys=one.programs,
    )


def _for_both(
    one: Applied, override: OverrideLayer, stock: InventoryIndex, host: Host, twin: Twin
) -> tuple[OverrideLayer, ...]:
    """An override that programs of both word sizes can use, or one for each of them.

    A component that a loader does not find makes it drop the whole override in silence
    (loader.c, verify_meta_layer_component_layers), and what is written for one word size alone is
    not found by the loader of the other.
    """
    wanted = resolve_layers(one.configuration, twin.stock)
    other = _override(one, wanted, twin.stock, host, twin.profile)
    everywhere = all(name in twin.stock.usable for name in override.components)
    if everywhere and all(name in stock.usable for name in other.components):
        return (override,)
    off = tuple(dict.fromkeys((*override.blacklist, *other.blacklist)))
    bits = twin.profile.pointer_bits
    return (
        override._replace(library_arch=str(96 - bits), blacklist=off),
        other._replace(library_arch=str(bits), blacklist=off),
    )


def _needed(overrides: Sequence[OverrideLayer]) -> list[OverrideLayer]:
    """Leave out what says nothing.

    An empty override is of use only to a program that one for every program would reach, or one
    for other programs that follows it and lists its keys too.
    """
    for_all = any(_says_something(one) and not one.app_keys for one in overrides)
    keyed = any(_says_something(one) and one.library_arch for one in overrides)
    return [
        one
        for one in overrides
        if _says_something(one) or (one.app_keys and (for_all or (keyed and one.library_arch)))
    ]


def _says_something(override: OverrideLayer) -> bool:
    return bool(override.components or override.blacklist or override.override_paths)


def _nothing_limit(configuration: Configuration, profile: LoaderProfile) -> Limit:
    text = "this configuration changes no layers"
    if configuration.devices.mode is DeviceMode.LISTED:
        why, way = why_no_devices(profile)
        return Limit("", f"{text}, and {why}", way, blocking=True)
    if configuration.drivers:
        text = f"{text}, and an override cannot choose drivers"
        return Limit("", text, "launch from here, or variables", blocking=True)
    return Limit("", text, blocking=True)


def _components(
    wanted: ResolvedLayers, stock: InventoryIndex, loaders: Sequence[LoaderProfile]
) -> tuple[str, ...]:
    """What is listed: nothing is forced on where that would not place it.

    Where the last place wins, an implicit layer keeps its scan place whether it is listed or not;
    one loader for which it matters is enough.
    """
    if any(family(loader) is Family.FIRST_PLACE for loader in loaders):
        return without_natural_tail(wanted, stock)
    implicit = set(stock.implicit)
    return tuple(name for name in wanted.components if name in wanted.on or name not in implicit)


def _scanned_before(inventory: LoaderReport, folder: str) -> frozenset[str]:
    """The manifests that are read before those of our folder."""
    first = []
    search = inventory.implicit_search
    places = search.paths[: search.paths.index(folder)] if folder in search.paths else ()
    prefixes = tuple(f"{place.rstrip('/')}/" for place in places)
    for file in search.files:
        if file in places or (prefixes and file.startswith(prefixes)):
            first.append(file)
    return frozenset(first)


def _limits(
    one: Applied,
    wanted: ResolvedLayers,
    override: OverrideLayer,
    stock: InventoryIndex,
    before: frozenset[str],
    profile: LoaderProfile,
) -> list[Limit]:
    configuration = one.configuration
    implicit = stock.implicit
    early = frozenset(name for name in implicit if stock.usable[name].file in before)
    kind = family(profile)
    rule = (
        scanned_before_rule(profile)
        if kind is Family.FIRST_PLACE
        else last_place_rule(profile, implicit)
    )
    landed = land_override(override.components, stock, early, kind)
    limits = [
        *wanted.limits,
        *source_limits(override_sources(configuration)),
        *_implicit_limits(configuration, wanted),
        *later_limits(configuration),
        *order_limits(wanted.placed, landed, implicit, rule),
        *_forced_limits(wanted, override, stock),
        *driver_limits(configuration),
        *device_limits(configuration, Mechanism.OVERRIDE, profile),
        *_old_loader_limits(override, stock, profile),
    ]
    if configuration.loader_log:
        text = "an override does not turn the log of the loader on"
        limits.append(Limit("", text, SETTINGS_FILE))
    if configuration.environment:
        text = "an override sets no variables: those of this configuration act in a launch only"
        limits.append(Limit("", text, "launch from here"))
    return limits


def override_sources(configuration: Configuration) -> tuple[str, ...]:
    """The places that override_paths name: they reach the explicit search alone."""
    return (*configuration.sources, *configuration.implicit_sources)


def _implicit_limits(configuration: Configuration, wanted: ResolvedLayers) -> list[Limit]:
    text = "an override searches {} as for explicit layers, which load where you turn them on"
    limits = [
        Limit("", text.format(source), SETTINGS_FILE) for source in configuration.implicit_sources
    ]
    copied = "an override leaves the choice between copies of an implicit layer to the loader"
    limits += [Limit(name, copied, SETTINGS_FILE) for name in wanted.chosen_implicit]
    if configuration.unlisted is LayerControl.OFF:
        later = "an override names layers, so one that is installed later still loads"
        limits.append(Limit(UNLISTED, later, SETTINGS_FILE))
    return limits


def _forced_limits(
    wanted: ResolvedLayers, override: OverrideLayer, stock: InventoryIndex
) -> list[Limit]:
    """Say which Auto layers an override turns on by giving them their place."""
    limits = []
    for manifest in stock.manifests(override.components):
        if manifest.name in wanted.on:
            continue
        if not manifest.implicit:
            text = "an override that places it turns it on for programs that do not ask for it"
        elif manifest.enable_environment:
            name = manifest.enable_environment[0]
            text = f"an override that places it turns it on where {name} is not set"
        else:
            continue
        limits.append(
            Limit(manifest.name, text, f"set it to {LayerControl.ON.title()}, or launch from here")
        )
    return limits


def _old_loader_limits(
    override: OverrideLayer, stock: InventoryIndex, profile: LoaderProfile
) -> list[Limit]:
    """Before 1.3.211 the API version of every component must equal that of the override."""
    if profile.has(Gate.NEWER_COMPONENTS):
        return []
    versions = {manifest.api_version[:2] for manifest in stock.manifests(override.components)}
    if len(versions) < 2:
        return []
    text = f"{loader_name(profile)} drops an override of layers with different API versions"
    return [Limit("", text, "list layers of one API version", blocking=True)]


def _summary(profile: LoaderProfile) -> str:
    if profile.has(Gate.SETTINGS_FILE):
        return "An override layer, which every loader version reads"
    return (
        f"An override layer, because {loader_name(profile)} does not read vk_loader_settings.json"
    )
