"""plan_environment: variables alone, and those that reach elevated programs."""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Iterator, Sequence

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.files.search_paths import ManifestType, find_search_paths
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.configuration.configuration import Configuration, Variable
from vkconfig_py.model.plan.device_choice import device_limits
from vkconfig_py.model.plan.inventory import (
    NOTHING_AT_HAND,
    InventoryIndex,
    ResolvedLayers,
    SettingsInputs,
    index_inventory,
    later_limits,
    resolve_layers,
    sets_something,
)
from vkconfig_py.model.plan.loader_family import order_limits, variables_rule
from vkconfig_py.model.plan.override_places import BASE_NAME, settings_file_limit
from vkconfig_py.model.plan.plan import Limit, Mechanism, Plan
from vkconfig_py.model.plan.variable_changes import (
    DISABLE,
    INSTANCE_LAYERS,
    LAYERS_DISABLE,
    LAYERS_ENABLE,
    SELECT,
    Variables,
    add_implicit_sources,
    add_sources,
    choose_drivers,
    copy_limits,
    ignore_overrides,
    keep_filters_off,
    name_instance_layers,
    searched_sources,
    session_variables,
    turn_off_by_filter,
    turn_off_implicit,
    turn_on_by_variables,
)

IN_SYSTEM_FOLDER = "an override in a system folder"
ANY_ELEVATED = "the program runs with more rights than its user"
_DRIVER_VARIABLES = frozenset(
    {"VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES", "VK_ICD_FILENAMES", SELECT, DISABLE}
)
# Those of the loader's variables that a plan may set and that it looks up by secure_getenv.
_HIDDEN = _DRIVER_VARIABLES | {
    "VK_LAYER_PATH",
    "VK_ADD_LAYER_PATH",
    "VK_ADD_IMPLICIT_LAYER_PATH",
    LAYERS_ENABLE,
    LAYERS_DISABLE,
}


def without_hidden(
    changes: Sequence[Variable], configuration: Configuration
) -> tuple[tuple[Variable, ...], tuple[Limit, ...]]:
    """The changes that the loader of an elevated program sees, and what is lost.

    What the configuration itself sets stays: it is not for the loader alone.
    """
    own = {variable.name for variable in configuration.environment}
    kept = tuple(one for one in changes if one.name in own or one.name not in _HIDDEN)
    lost = {one.name for one in changes} - {one.name for one in kept}
    return kept, tuple(_lost(lost, configuration))


def _lost(lost: set[str], configuration: Configuration) -> Iterator[Limit]:
    if lost & _DRIVER_VARIABLES:
        text = "the loader hides the variables that choose drivers from this program"
        yield from (Limit(driver.name, text) for driver in configuration.drivers)


def elevated_limit(why: str, *, blocking: bool = False) -> Limit:
    text = f"{why}: the loader skips your folders and hides most of its variables from it"
    return Limit("", text, IN_SYSTEM_FOLDER, blocking=blocking)


def system_implicit_folder(host: Host, profile: LoaderProfile) -> str:
    """The folder for implicit layers that elevated programs search first, or ""."""
    places = find_search_paths(host._replace(elevated=True), profile, ManifestType.IMPLICIT)
    return next((place.path for place in places), "")


def install_command(
    configuration: Configuration, programs: Sequence[str], host: Host, profile: LoaderProfile
) -> str:
    """The command line that puts an override where elevated programs look for it."""
    folder = system_implicit_folder(host, profile)
    if not folder:
        return ""
    whom = [word for program in programs for word in ("--program", program)]
    apply = ["vkconfig-py", "apply", configuration.name, *(whom or ["--every-program"])]
    path = shlex.quote(posixpath.join(folder, f"{BASE_NAME}.json"))
    install = f"sudo install -D -m 644 /dev/stdin {path}"
    return f"{shlex.join([*apply, '--output', '-'])} | {install}"


def plan_environment(
    configuration: Configuration,
    inventory: LoaderReport,
    host: Host,
    profile: LoaderProfile | None,
    at_hand: SettingsInputs = NOTHING_AT_HAND,
) -> Plan:
    """Plan the variables that come nearest to a configuration; arguments as for plan_launch."""
    stock = index_inventory(inventory)
    wanted = resolve_layers(configuration, stock)
    variables = session_variables(configuration, host)
    searched = searched_sources(configuration, profile)
    limits: list[Limit] = [*wanted.limits, *later_limits(configuration), *searched.limits]
    sources = [*wanted.chosen.values(), *searched.explicit]
    add_sources(variables, sources, profile, inventory.explicit_search.paths)
    if profile is None or profile.has(Gate.IMPLICIT_LAYER_PATH):
        add_implicit_sources(variables, [*wanted.chosen_implicit.values(), *searched.implicit])
    limits += copy_limits(wanted.chosen_implicit, profile)
    ignore_overrides(variables, stock)
    turn_on_by_variables(variables, wanted, stock)
    explicit_off = turn_off_implicit(variables, wanted, stock)
    limits += keep_filters_off(variables, wanted, stock)
    limits += turn_off_by_filter(variables, explicit_off, profile)
    limits += _name_layers(variables, wanted, stock, profile)
    limits += choose_drivers(variables, configuration, stock, profile)
    limits += device_limits(configuration, Mechanism.ENVIRONMENT, profile)
    hidden = settings_file_limit(inventory, profile, blocking=False)
    if hidden is not None:
        limits.append(hidden)
    if sets_something(configuration):
        from vkconfig_py.model.plan.layer_settings_plan import plan_settings_variables

        limits += plan_settings_variables(configuration, stock, host, at_hand, variables)
    if configuration.loader_log:
        variables.set("VK_LOADER_DEBUG", ",".join(configuration.loader_log))
    changes = variables.changes()
    if host.hides_variables:
        changes, lost = without_hidden(changes, configuration)
        limits += lost
    return Plan(
        mechanism=Mechanism.ENVIRONMENT,
        variables=changes,
        limits=tuple(limits),
        summary="Variables alone",
    )


def _name_layers(
    variables: Variables,
    wanted: ResolvedLayers,
    stock: InventoryIndex,
    profile: LoaderProfile | None,
) -> tuple[Limit, ...]:
    """Name layers in VK_INSTANCE_LAYERS, and say which order that will not give."""
    implicit = set(stock.implicit)
    places = profile is not None and profile.has(Gate.INSTANCE_LAYERS_PLACE)
    if places:
        named = _without_natural_head(wanted, stock)
    else:
        named = tuple(name for name in wanted.components if name not in implicit)
    name_instance_layers(variables, named, wanted)
    if places:
        _name_hidden_by_substring(variables, wanted, stock)
    members = set(named)
    above = [name for name in stock.implicit if name not in members]
    ordered = profile is None or not profile.has(Gate.ENVIRONMENT_IN_ONE_PASS)
    below = named if ordered else [name for name in stock.usable if name in members]
    return order_limits(wanted.placed, [*above, *below], implicit, variables_rule(profile))


def _without_natural_head(wanted: ResolvedLayers, stock: InventoryIndex) -> tuple[str, ...]:
    """Drop Auto implicit layers at the top that stand there anyway: others follow them."""
    scan = {name: index for index, name in enumerate(stock.implicit)}
    last = -1
    start = 0
    for name in wanted.components:
        if name in wanted.on or scan.get(name, -1) <= last:
            break
        last = scan[name]
        start += 1
    return wanted.components[start:]


def _name_hidden_by_substring(
    variables: Variables, wanted: ResolvedLayers, stock: InventoryIndex
) -> None:
    """Name layers that the loader would lose.

    Since 1.4.326 an implicit layer whose name is part of the value, without being one of its
    entries, is skipped (loader.c, enable_correct_layers_from_settings and its callers use strstr).
    """
    value = variables.get(INSTANCE_LAYERS) or ""
    entries = value.split(":")
    off = set(wanted.off)
    loads = set(stock.loads)
    lost = [
        name
        for name in stock.implicit
        if name in loads and name in value and name not in entries and name not in off
    ]
    if lost:
        variables.set_tokens(INSTANCE_LAYERS, [*entries, *lost], ":")
