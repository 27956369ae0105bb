"""plan_environment: variables only, including those for elevated programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.platforms.rules import base_name
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.ordering import INSTANCE_LAYERS
from vkconfig_py.model.configuration.configuration import Configuration, Variable
from vkconfig_py.model.plan.device_choice import device_limits
from vkconfig_py.model.plan.inventory import (
    NO_INPUTS,
    InventoryIndex,
    ResolvedLayers,
    SettingsInputs,
    later_limits,
    sets_something,
)
from vkconfig_py.model.plan.loader_family import order_limits, variables_rule
from vkconfig_py.model.plan.plan import Limitation, Mechanism, Plan
from vkconfig_py.model.plan.variable_changes import (
    DISABLE,
    LAYERS_DISABLE,
    LAYERS_ENABLE,
    SELECT,
    RunPlan,
    ignore_overrides,
)

if TYPE_CHECKING:
    from vkconfig_py.model.plan.device_values import DevicePlan

IN_SYSTEM_FOLDER = message("an override in a system folder")
ANY_ELEVATED = message("the program runs with more rights than its user")
_DRIVER_VARIABLES = frozenset(
    {"VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES", "VK_ICD_FILENAMES", SELECT, DISABLE}
)
# Loader variables that a plan may set and that the loader reads by secure_getenv.
_HIDDEN = _DRIVER_VARIABLES | {
    "VK_LAYER_PATH",
    "VK_ADD_LAYER_PATH",
    "VK_ADD_IMPLICIT_LAYER_PATH",
    LAYERS_ENABLE,
    LAYERS_DISABLE,
}


def _without_hidden(run: RunPlan) -> tuple[Variable, ...]:
    """The changes visible to the loader of an elevated program; what is lost becomes limits."""
    changes, configuration = run.variables.changes(), run.configuration
    # The configuration's own variables stay: they are not only for the loader.
    own = {variable.name for variable in configuration.environment}
    hidden = (_HIDDEN | _of_layers(run)) - own
    lost = {one.name for one in changes} & hidden
    run.limits += _lost(lost, run)
    return tuple(change for change in changes if change.name not in hidden)


def _of_layers(run: RunPlan) -> frozenset[str]:
    """The variables that turn layers on and off, if a loader hides them from elevated programs."""
    if run.profile is None or not run.profile.has(Gate.SWITCHES_SECURE):
        return frozenset()
    manifests = run.installed.manifests(run.installed.usable)
    on = {one.enable_environment[0] for one in manifests if one.enable_environment}
    off = {manifest.disable_environment for manifest in manifests if manifest.disable_environment}
    return frozenset({INSTANCE_LAYERS, *on, *off})


def _lost(lost: set[str], run: RunPlan) -> Iterator[Limitation]:
    configuration = run.configuration
    if lost & _of_layers(run):
        text = tr("the loader hides the variables that choose layers from this program")
        for name in (*run.wanted.on, *run.wanted.off):
            yield Limitation(name, text)
    if lost & _DRIVER_VARIABLES:
        text = tr("the loader hides the variables that choose drivers from this program")
        yield from (Limitation(driver.name, text) for driver in configuration.drivers)
        text = tr("the loader hides the variables that add drivers from this program")
        yield from (Limitation(base_name(file), text) for file in configuration.driver_files())


def elevated_limit(why: str, profile: LoaderProfile, *, blocking: bool = False) -> Limitation:
    text = tr(
        "{reason}: the loader skips your folders and hides most of its variables from it",
        reason=why,
    )
    way = render(IN_SYSTEM_FOLDER) if profile.has(Gate.OVERRIDE) else ""
    return Limitation("", text, way, blocking=blocking)


def plan_environment(
    configuration: Configuration,
    inventory: LoaderReport,
    host: Host,
    profile: LoaderProfile | None,
    inputs: SettingsInputs = NO_INPUTS,
) -> Plan:
    """Plan the variables that best match a configuration; arguments as for plan_launch."""
    run = RunPlan(configuration, inventory, host, profile)
    run.limits += later_limits(configuration)
    run.add_sources()
    ignore_overrides(run.variables, run.installed)
    run.turn_on()
    explicit_off = run.turn_off_implicit()
    run.keep_filters_off()
    run.turn_off_by_filter(explicit_off)
    _name_layers(run)
    run.add_drivers()
    devices = _choose_devices(run)
    run.say_what_hides_layers()
    if sets_something(configuration):
        from vkconfig_py.model.plan.layer_settings_plan import plan_settings_variables
        from vkconfig_py.model.plan.own_settings_plan import plan_own_variables

        run.limits += plan_settings_variables(run, inputs)
        run.limits += plan_own_variables(run, inputs)
    run.turn_log_on()
    hides = host.hides_variables
    changes = _without_hidden(run) if hides else run.variables.changes()
    return Plan(
        mechanism=Mechanism.ENVIRONMENT,
        variables=changes,
        limits=tuple(run.limits),
        summary=tr("Variables only"),
        devices=devices,
    )


def _choose_devices(run: RunPlan) -> DevicePlan | None:
    """Choose drivers, and devices as far as variables can."""
    configuration, profile = run.configuration, run.profile
    if not configuration.devices.chooses or profile is None:
        run.choose_drivers()
        run.limits += device_limits(configuration, Mechanism.ENVIRONMENT, profile)
        return None
    from vkconfig_py.model.plan.device_plan import NO_FILE, choose_for_run

    chosen = choose_for_run(run, profile, render(NO_FILE))
    if chosen.taken is None and not all(device.driver for device in configuration.devices.devices):
        run.limits += device_limits(configuration, Mechanism.ENVIRONMENT, profile)
    return chosen


def _name_layers(run: RunPlan) -> None:
    """Name layers in VK_INSTANCE_LAYERS, and report the order that this cannot achieve."""
    installed, wanted, profile = run.installed, run.wanted, run.profile
    implicit = set(installed.implicit)
    places = profile is not None and profile.has(Gate.INSTANCE_LAYERS_PLACE)
    # 1.4.326 and newer: the variable sets the place of implicit layers, too.
    if places:
        named = _without_natural_head(wanted, installed)
    else:
        named = tuple(name for name in wanted.components if name not in implicit)
    run.name_instance_layers(named)
    if places:
        _name_hidden_by_substring(run)
    members = set(named)
    above = [name for name in installed.implicit if name not in members]
    # 1.3.234 to 1.3.246 match VK_INSTANCE_LAYERS and VK_LOADER_LAYERS_ENABLE in one pass over the
    # layers as they were found.
    ordered = profile is None or not profile.has(Gate.ENVIRONMENT_IN_ONE_PASS)
    below = named if ordered else [name for name in installed.usable if name in members]
    rule = variables_rule(profile)
    run.limits += order_limits(wanted.placed, [*above, *below], implicit, rule)


def _without_natural_head(wanted: ResolvedLayers, installed: InventoryIndex) -> tuple[str, ...]:
    """Drop Auto implicit layers at the top that are there anyway: others follow them."""
    scan = {name: index for index, name in enumerate(installed.implicit)}
    last = -1
    start = 0
    for name in wanted.components:
        if name in wanted.on or scan.get(name, -1) <= last:
            break
        last = scan[name]
        start += 1
    return wanted.components[start:]


def _name_hidden_by_substring(run: RunPlan) -> None:
    """Name layers that the loader would skip (substring match)."""
    # Since 1.4.326 an implicit layer whose name is part of the value, without being one of its
    # entries, is skipped (loader.c, enable_correct_layers_from_settings and its callers use
    # strstr).
    value = run.variables.get(INSTANCE_LAYERS) or ""
    separator = run.variables.separator
    entries = value.split(separator)
    kept = set(run.installed.loads) - set(run.wanted.off) - set(entries)
    lost = [name for name in run.installed.implicit if name in kept and name in value]
    if lost:
        run.variables.set_tokens(INSTANCE_LAYERS, [*entries, *lost], separator)
