"""plan_environment: variables alone, to be copied into a shell or a launch option."""

from __future__ import annotations

from vkconfig_py.loader.host import Host
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.model.documents.configuration import Configuration
from vkconfig_py.model.plan import Limit, Mechanism, Plan
from vkconfig_py.model.planning.at_hand import NOTHING_AT_HAND, SettingsAtHand, sets_something
from vkconfig_py.model.planning.devices import device_limits
from vkconfig_py.model.planning.drivers import choose_drivers
from vkconfig_py.model.planning.elevated import without_hidden
from vkconfig_py.model.planning.hiders import settings_file_limit
from vkconfig_py.model.planning.landing import order_limits, variables_rule
from vkconfig_py.model.planning.layer_variables import (
    INSTANCE_LAYERS,
    ignore_overrides,
    keep_filters_off,
    name_instance_layers,
    turn_off_by_filter,
    turn_off_implicit,
    turn_on_by_variables,
)
from vkconfig_py.model.planning.stock import Stock, take_stock
from vkconfig_py.model.planning.variables import (
    Variables,
    add_implicit_sources,
    add_sources,
    copy_limits,
    searched_sources,
    session_variables,
)
from vkconfig_py.model.planning.wanted import Wanted, find_wanted, later_limits


def plan_environment(
    configuration: Configuration,
    inventory: LoaderReport,
    host: Host,
    profile: LoaderProfile | None,
    at_hand: SettingsAtHand = NOTHING_AT_HAND,
) -> Plan:
    """Plan the variables that come nearest to a configuration; arguments as for plan_launch."""
    stock = take_stock(inventory)
    wanted = find_wanted(configuration, stock)
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
        from vkconfig_py.model.planning.layer_settings import plan_settings_variables

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
    variables: Variables, wanted: Wanted, stock: Stock, profile: LoaderProfile | None
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


def _without_natural_head(wanted: Wanted, stock: Stock) -> tuple[str, ...]:
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


def _name_hidden_by_substring(variables: Variables, wanted: Wanted, stock: Stock) -> None:
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
