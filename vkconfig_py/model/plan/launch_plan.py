"""Plans of one run: a launch in the user's order, variables alone, and safe mode.

Loaders that use the first place of a name find a private override before the system's. For those
that use the last place, a meta-layer of ours, last in VK_INSTANCE_LAYERS, places implicit layers,
too. For an unknown loader both are used.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.ordering import INSTANCE_LAYERS_VARIABLE
from vkconfig_py.model.configuration.configuration import (
    EVERY_DEVICE,
    UNLISTED,
    Configuration,
    DeviceSelectionMethod,
    DriverControl,
    DriverEntry,
    LayerControl,
    LayerEntry,
    Variable,
)
from vkconfig_py.model.formats.meta_layer_manifests import (
    CHAIN_FILE,
    CHAIN_NAME,
    OverrideLayer,
    render_chain,
    render_override,
)
from vkconfig_py.model.plan.device_plan import NOT_A_VARIABLE, choose_method_for_run
from vkconfig_py.model.plan.inventory import (
    NO_SETTINGS,
    NO_SETTINGS_INPUTS,
    InventoryIndex,
    ResolvedLayers,
    SettingsInputs,
    SettingsPlan,
    drop_auto_tail,
    find_lowest_api_version,
    has_settings,
    list_later_layer_limits,
)
from vkconfig_py.model.plan.layer_settings_plan import plan_launch_settings, plan_settings_variables
from vkconfig_py.model.plan.loader_family import (
    LaunchMethod,
    choose_launch_method,
    format_loader_name,
    keeps_launch_order,
    list_device_limits,
    list_launch_order,
    list_launch_order_limits,
    list_no_device_limits,
    list_order_limits,
    make_scanned_before_rule,
    make_variables_rule,
    suggest_newer_loader,
)
from vkconfig_py.model.plan.loader_settings_plan import explain_no_file, plan_device_file
from vkconfig_py.model.plan.own_settings_plan import plan_own_launch, plan_own_variables
from vkconfig_py.model.plan.plan import (
    Limitation,
    Mechanism,
    Plan,
    PlannedFile,
    SafeMode,
    SafeModeLayers,
)
from vkconfig_py.model.plan.planned_devices import DevicePlan
from vkconfig_py.model.plan.variable_changes import (
    DRIVERS_DISABLE_VARIABLE,
    DRIVERS_SELECT_VARIABLE,
    LAYERS_DISABLE_VARIABLE,
    LAYERS_ENABLE_VARIABLE,
    RunPlan,
    add_implicit_sources,
    choose_path_variable,
    disable_overrides,
)

# Separate name: a launch sets the usual one, to disable what is applied to the system.
DISABLE_LAUNCH_VARIABLE = "DISABLE_VKCONFIG_PY_LAUNCH"
OVERRIDE_FILE = "vulkan/implicit_layer.d/VkLayer_override.json"
DEVICES_FOLDER = "devices"  # apart from the override, or it would be found a second time
DEFAULT_CONFIG_DIRS = "/etc/xdg"  # LoaderLayerInterface, Linux Layer Discovery
SYSTEM_FOLDER_OVERRIDE = message("an override in a system folder")
PROGRAM_IS_ELEVATED = message("the program runs with elevated privileges")
_DRIVER_VARIABLES = frozenset(
    {
        "VK_DRIVER_FILES",
        "VK_ADD_DRIVER_FILES",
        "VK_ICD_FILENAMES",
        DRIVERS_SELECT_VARIABLE,
        DRIVERS_DISABLE_VARIABLE,
    }
)
# Loader variables that a plan may set and that the loader reads by secure_getenv.
_HIDEABLE_VARIABLES = _DRIVER_VARIABLES | {
    "VK_LAYER_PATH",
    "VK_ADD_LAYER_PATH",
    "VK_ADD_IMPLICIT_LAYER_PATH",
    LAYERS_ENABLE_VARIABLE,
    LAYERS_DISABLE_VARIABLE,
}


class _LaunchPlan(RunPlan):
    """State that the steps of planning one launch share."""

    def __init__(
        self,
        configuration: Configuration,
        inventory: LoaderReport,
        host: Host,
        profile: LoaderProfile | None,
        folder: str,
    ) -> None:
        """Prepare the plan.

        Args:
            configuration: to launch with.
            inventory: report for the host.
            host: the session as the target sees it.
            profile: the loader of the target, None if unknown.
            folder: private folder of the launch.
        """
        super().__init__(configuration, inventory, host, profile)
        self.config_dirs = host.add_prefix(DEFAULT_CONFIG_DIRS)
        self.folder = folder
        self.method = choose_launch_method(profile)
        self.files: list[PlannedFile] = []

    def find_api_version(self, components: tuple[str, ...]) -> str:
        """Return the api_version for a meta-layer with these components."""
        return find_lowest_api_version(components, self.resolved_layers, self.inventory_index)


def plan_launch(
    configuration: Configuration,
    inventory: LoaderReport,
    host: Host,
    profile: LoaderProfile | None,
    folder: str,
    inputs: SettingsInputs = NO_SETTINGS_INPUTS,
) -> Plan:
    """Plan one launch of a configuration.

    Args:
        configuration: to launch with.
        inventory: report for `host` with the configuration's variables and sources.
        host: the session as the target sees it, with the target's real path as executable.
        profile: the loader that the target will use, None if unknown.
        folder: private folder of the launch, for the plan's files.
        inputs: what was read for layer settings.
    """
    if host.hides_variables:  # neither a private folder nor the variables naming it are read
        plan = plan_environment(configuration, inventory, host, profile, inputs)
        return plan._replace(mechanism=Mechanism.LAUNCH)
    launch = _LaunchPlan(configuration, inventory, host, profile, folder)
    launch.add_sources()
    disable_overrides(launch.variables, launch.inventory_index)
    off_names = launch.set_disable_variables()
    if launch.method is LaunchMethod.VARIABLES:
        _plan_variables(launch, off_names)
    elif launch.method is LaunchMethod.CHAIN:
        _plan_chain(launch, off_names)
    else:
        _plan_private_override(launch, off_names)
    launch.add_drivers()
    device_plan, devices = _choose_devices(launch, inventory)
    settings = _plan_settings(launch, inputs)
    launch.limits += settings.limits
    launch.set_loader_log()
    launch.add_settings_file_limit()
    return Plan(
        mechanism=Mechanism.LAUNCH,
        files=(*launch.files, *devices, *settings.files),
        variables=launch.variables.list_changes(),
        limits=tuple(launch.limits),
        summary=_render_summary(launch, brings_file=bool(devices)),
        devices=device_plan,
    )


def _choose_devices(
    launch: _LaunchPlan, inventory: LoaderReport
) -> tuple[DevicePlan | None, tuple[PlannedFile, ...]]:
    """Choose the drivers and devices of a launch, and return the files that this needs."""
    configuration, profile = launch.configuration, launch.profile
    if not configuration.devices.is_choosing or profile is None:
        launch.choose_drivers()
        launch.limits += list_device_limits(configuration, Mechanism.LAUNCH, profile)
        return None, ()
    device_plan = choose_method_for_run(launch, profile, explain_no_file(inventory, profile))
    if device_plan.selected_verdict is None and not all(
        device.driver for device in configuration.devices.devices
    ):
        launch.limits += list_device_limits(configuration, Mechanism.LAUNCH, profile)
    if (
        device_plan.selected_verdict is None
        or device_plan.selected_verdict.method is not DeviceSelectionMethod.SETTINGS
    ):
        return device_plan, ()
    return device_plan, _add_settings_file(launch, profile)


def _add_settings_file(launch: _LaunchPlan, profile: LoaderProfile) -> tuple[PlannedFile, ...]:
    """Add to a launch a private loader settings file that chooses the devices."""
    configuration = launch.configuration
    launch.limits += list_device_limits(configuration, Mechanism.SETTINGS, profile)
    launch.limits += list_no_device_limits(configuration, profile)
    base = posixpath.join(launch.folder, DEVICES_FOLDER)
    files = plan_device_file(configuration, launch.inventory_index, profile, base)
    if files:
        launch.variables.prepend("XDG_CONFIG_DIRS", [base], launch.config_dirs)
    return files


def _plan_settings(launch: _LaunchPlan, inputs: SettingsInputs) -> SettingsPlan:
    """Plan the layer settings of a launch, none if the configuration has none."""
    if not has_settings(launch.configuration):
        return NO_SETTINGS
    shared_plan = plan_launch_settings(launch, inputs, launch.folder)
    settings_plan = plan_own_launch(launch, inputs, launch.folder)
    return SettingsPlan(
        (*shared_plan.files, *settings_plan.files), (*shared_plan.limits, *settings_plan.limits)
    )


def _plan_variables(launch: _LaunchPlan, off_names: tuple[str, ...]) -> None:
    """Plan a launch for loaders before 1.3.207, where layers can be turned on, but not ordered."""
    launch.set_enable_variables()
    launch.turn_off_by_filter(off_names)
    explicit_names = [
        manifest.name
        for manifest in launch.inventory_index.list_manifests(launch.resolved_layers.components)
        if not manifest.implicit
    ]
    launch.name_instance_layers(explicit_names)
    resulting_order = _list_resulting_order(
        launch.inventory_index, launch.resolved_layers, explicit_names
    )
    launch.limits += list_order_limits(
        launch.resolved_layers.placed_entries,
        resulting_order,
        launch.inventory_index.implicit_names,
        make_variables_rule(launch.profile),
    )


def _list_resulting_order(
    inventory_index: InventoryIndex, resolved_layers: ResolvedLayers, explicit: list[str]
) -> list[str]:
    """Return the layers in the order that variables give them, implicit ones first."""
    # Implicit layers in scan order, then the explicit ones as they are enumerated
    components = set(resolved_layers.components)
    explicit_names = set(explicit)
    return [
        *(name for name in inventory_index.implicit_names if name in components),
        *(name for name in inventory_index.usable_layers if name in explicit_names),
    ]


def _plan_chain(launch: _LaunchPlan, off_names: tuple[str, ...]) -> None:
    """Plan a launch for loaders from 1.3.207 to 1.3.246 by a meta-layer at the end of the list.

    These loaders use the last place of a layer.
    """
    # Components of a chain meta-layer are not forced: implicit ones obey their variables.
    launch.set_enable_variables()
    launch.neutralize_filters()
    launch.turn_off_by_filter(off_names)
    _write_chain_meta_layer(launch)


def _write_chain_meta_layer(launch: _LaunchPlan) -> None:
    """Add to a launch the manifest of the meta-layer with its layers in order, and name it."""
    components = launch.resolved_layers.components
    # Nothing to order, but the session's VK_INSTANCE_LAYERS may name layers that are off.
    if not components:
        launch.name_instance_layers(())
        return
    path = posixpath.join(launch.folder, CHAIN_FILE)
    title = launch.configuration.name
    content = render_chain(title, components, launch.find_api_version(components))
    launch.files.append(PlannedFile(path, content))
    # The manifest itself: a search path may be a single .json file.
    launch.variables.prepend(choose_path_variable(launch.variables), [path])
    # Never the name of an override: first-place loaders move it below the implicit layers.
    launch.name_instance_layers((CHAIN_NAME,))


def _plan_private_override(launch: _LaunchPlan, off_names: tuple[str, ...]) -> None:
    """Plan a launch for loaders from 1.3.247 on, or unknown: an override only this launch finds."""
    is_combined = launch.method is LaunchMethod.COMBINED
    if is_combined:
        launch.set_enable_variables()
        # A loader that uses the last place puts enabled implicit layers that are not listed above
        # the
        # chain, so none may be omitted.
        components = launch.resolved_layers.components
    else:
        components = drop_auto_tail(launch.resolved_layers, launch.inventory_index)
    launch.neutralize_filters(enable=is_combined or bool(off_names))
    # Since 1.4.326 an implicit layer named in the variable is there, and nowhere else.
    if not is_combined and launch.variables.get(INSTANCE_LAYERS_VARIABLE):
        launch.name_instance_layers(())
    if not components and not off_names:
        return
    path = posixpath.join(launch.folder, OVERRIDE_FILE)
    override = OverrideLayer(
        title=launch.configuration.name,
        api_version=launch.find_api_version(components),
        components=components,
        blocked_layers=off_names,
        app_keys=_list_app_keys(launch),
        disable_variable=DISABLE_LAUNCH_VARIABLE,
    )
    launch.files.append(PlannedFile(path, render_override([override])))
    if launch.method is LaunchMethod.PRIVATE_PATH:
        # Scanned before every other implicit manifest, so the order is exactly the user's.
        add_implicit_sources(launch.variables, [path])
    else:
        # Scanned after $XDG_CONFIG_HOME; children of the program inherit the variable.
        launch.variables.prepend("XDG_CONFIG_DIRS", [launch.folder], launch.config_dirs)
    if is_combined:
        launch.turn_off_by_filter(off_names)
        _write_chain_meta_layer(launch)
    _add_order_limitations(launch, components)


def _list_app_keys(launch: _LaunchPlan) -> tuple[str, ...]:
    """Return the app_keys of the private override, () where it counts without them.

    They are needed where a system override would otherwise replace it.
    """
    # One with the target's key beats ours without keys. After XDG_CONFIG_DIRS any override in the
    # user's own folder is found before ours, and of two without keys the first one is used.
    target = launch.host.executable
    if not target:
        return ()
    found_overrides = launch.inventory_index.overrides
    is_scanned_first = launch.method is LaunchMethod.PRIVATE_PATH
    is_overridden = any(
        target in override.app_keys or not (is_scanned_first or override.app_keys)
        for override in found_overrides
    )
    return (target,) if is_overridden else ()


def _add_order_limitations(launch: _LaunchPlan, components: tuple[str, ...]) -> None:
    """Report layers of the user's folder that stay above the private override."""
    if launch.method is not LaunchMethod.PRIVATE_DIRS:
        return
    resulting_order = list_launch_order(
        components, launch.inventory_index, launch.host, launch.profile
    )
    launch.limits += list_order_limits(
        launch.resolved_layers.placed_entries,
        resulting_order,
        launch.inventory_index.implicit_names,
        make_scanned_before_rule(launch.profile, suggest_newer_loader("1.3.296")),
    )


def _render_summary(launch: _LaunchPlan, *, brings_file: bool) -> str:
    """Return in a sentence by what a launch gets its layers.

    `brings_file`: also by a private loader settings file.
    """
    if brings_file:
        if launch.files:
            return tr(
                "A private override and a private loader settings file, visible only to this launch"
            )
        return tr("A private loader settings file, visible only to this launch")
    match launch.method:
        case _ if not launch.files:
            return tr("Variables only")
        case LaunchMethod.CHAIN:
            return tr(
                "A private meta-layer, which sets the layer order for {loader}",
                loader=format_loader_name(launch.profile),
            )
        case LaunchMethod.COMBINED:
            return tr("A private override and a private meta-layer, because the loader is unknown")
        case _:
            return tr("A private override, visible only to this launch")


def plan_environment(
    configuration: Configuration,
    inventory: LoaderReport,
    host: Host,
    profile: LoaderProfile | None,
    inputs: SettingsInputs = NO_SETTINGS_INPUTS,
) -> Plan:
    """Plan the variables that come nearest to a configuration, without any file.

    Args:
        configuration: to express.
        inventory: report for `host` with the configuration's variables and sources.
        host: the session as the target sees it.
        profile: the loader of the programs, None if unknown.
        inputs: what was read for layer settings.
    """
    run = RunPlan(configuration, inventory, host, profile)
    run.limits += list_later_layer_limits(configuration)
    run.add_sources()
    disable_overrides(run.variables, run.inventory_index)
    run.set_enable_variables()
    off_names = run.set_disable_variables()
    run.neutralize_filters()
    run.turn_off_by_filter(off_names)
    _name_layers(run)
    run.add_drivers()
    devices = _choose_devices_by_variables(run)
    run.add_settings_file_limit()
    if has_settings(configuration):
        run.limits += plan_settings_variables(run, inputs)
        run.limits += plan_own_variables(run, inputs)
    run.set_loader_log()
    hides_variables = host.hides_variables
    changes = _drop_hidden_variables(run) if hides_variables else run.variables.list_changes()
    return Plan(
        mechanism=Mechanism.ENVIRONMENT,
        variables=changes,
        limits=tuple(run.limits),
        summary=tr("Variables only"),
        devices=devices,
    )


def _drop_hidden_variables(run: RunPlan) -> tuple[Variable, ...]:
    """Return the changes that an elevated program's loader sees, and report the others."""
    changes, configuration = run.variables.list_changes(), run.configuration
    # The configuration's own variables stay: they are not only for the loader.
    user_variables = {variable.name for variable in configuration.environment}
    hidden_keys = (_HIDEABLE_VARIABLES | _list_layer_variables(run)) - user_variables
    hidden_names = {change.name for change in changes} & hidden_keys
    run.limits += _list_hidden_limits(hidden_names, run)
    return tuple(change for change in changes if change.name not in hidden_keys)


def _list_layer_variables(run: RunPlan) -> frozenset[str]:
    """Return the variables about layers that a loader hides from elevated programs."""
    if run.profile is None or not run.profile.has(Gate.SWITCHES_SECURE):
        return frozenset()
    manifests = run.inventory_index.list_manifests(run.inventory_index.usable_layers)
    enable_variables = {
        manifest.enable_environment[0] for manifest in manifests if manifest.enable_environment
    }
    disable_variables = {
        manifest.disable_environment for manifest in manifests if manifest.disable_environment
    }
    return frozenset({INSTANCE_LAYERS_VARIABLE, *enable_variables, *disable_variables})


def _list_hidden_limits(hidden_names: set[str], run: RunPlan) -> Iterator[Limitation]:
    """Yield limitations for what a run's hidden variables were to choose."""
    configuration = run.configuration
    if hidden_names & _list_layer_variables(run):
        text = tr("for this program, the loader ignores the variables that choose layers")
        for name in (*run.resolved_layers.enabled_names, *run.resolved_layers.disabled_names):
            yield Limitation(name, text)
    if hidden_names & _DRIVER_VARIABLES:
        text = tr("for this program, the loader ignores the variables that choose drivers")
        yield from (Limitation(driver.name, text) for driver in configuration.drivers)
        text = tr("for this program, the loader ignores the variables that add drivers")
        yield from (
            Limitation(get_base_name(file), text) for file in configuration.list_driver_files()
        )


def _choose_devices_by_variables(run: RunPlan) -> DevicePlan | None:
    """Choose drivers and devices of a run, as far as variables can."""
    configuration, profile = run.configuration, run.profile
    if not configuration.devices.is_choosing or profile is None:
        run.choose_drivers()
        run.limits += list_device_limits(configuration, Mechanism.ENVIRONMENT, profile)
        return None
    device_plan = choose_method_for_run(run, profile, render(NOT_A_VARIABLE))
    if device_plan.selected_verdict is None and not all(
        device.driver for device in configuration.devices.devices
    ):
        run.limits += list_device_limits(configuration, Mechanism.ENVIRONMENT, profile)
    return device_plan


def _name_layers(run: RunPlan) -> None:
    """Name a run's layers in VK_INSTANCE_LAYERS, and report the order that this cannot achieve."""
    inventory_index, resolved_layers, profile = (
        run.inventory_index,
        run.resolved_layers,
        run.profile,
    )
    implicit_names = set(inventory_index.implicit_names)
    has_layers_place = profile is not None and profile.has(Gate.INSTANCE_LAYERS_PLACE)
    # 1.4.326 and newer: the variable sets the place of implicit layers, too.
    if has_layers_place:
        names = _drop_auto_head(resolved_layers, inventory_index)
    else:
        names = tuple(name for name in resolved_layers.components if name not in implicit_names)
    run.name_instance_layers(names)
    if has_layers_place:
        _name_substring_layers(run)
    members = set(names)
    names_above = [name for name in inventory_index.implicit_names if name not in members]
    # 1.3.234 to 1.3.246 match VK_INSTANCE_LAYERS and VK_LOADER_LAYERS_ENABLE in one pass over the
    # layers as they were found.
    keeps_order = profile is None or not profile.has(Gate.ENVIRONMENT_IN_ONE_PASS)
    names_below = (
        names
        if keeps_order
        else [name for name in inventory_index.usable_layers if name in members]
    )
    resulting_order = [*names_above, *names_below]
    order_limits = list_order_limits(
        resolved_layers.placed_entries,
        resulting_order,
        implicit_names,
        make_variables_rule(profile),
    )
    if not order_limits and not run.host.hides_variables:
        order_limits = list_launch_order_limits(
            resolved_layers.components, resulting_order, inventory_index, run.host, profile
        )
    is_launched = keeps_launch_order(profile)
    run.limits += [limit._replace(is_launched=is_launched) for limit in order_limits]


def _drop_auto_head(
    resolved_layers: ResolvedLayers, inventory_index: InventoryIndex
) -> tuple[str, ...]:
    """Return the components without Auto implicit layers at the top that stand there anyway."""
    scan = {name: index for index, name in enumerate(inventory_index.implicit_names)}
    last = -1
    start = 0
    for name in resolved_layers.components:
        if name in resolved_layers.enabled_names or scan.get(name, -1) <= last:
            break
        last = scan[name]
        start += 1
    return resolved_layers.components[start:]


def _name_substring_layers(run: RunPlan) -> None:
    """Add implicit layers to VK_INSTANCE_LAYERS that would be skipped for a name within it."""
    # Since 1.4.326 an implicit layer whose name is part of the value, without being one of its
    # entries, is skipped (loader.c, enable_correct_layers_from_settings and its callers use
    # strstr).
    value = run.variables.get(INSTANCE_LAYERS_VARIABLE) or ""
    separator = run.variables.separator
    entries = value.split(separator)
    unwanted_names = (
        set(run.inventory_index.loaded_names)
        - set(run.resolved_layers.disabled_names)
        - set(entries)
    )
    skipped_names = [
        name
        for name in run.inventory_index.implicit_names
        if name in unwanted_names and name in value
    ]
    if skipped_names:
        run.variables.set_tokens(INSTANCE_LAYERS_VARIABLE, [*entries, *skipped_names], separator)


def make_elevated_limit(
    reason: str, profile: LoaderProfile, *, is_blocking: bool = False
) -> Limitation:
    """Return the limitation that an elevated program's loader ignores the user's folders."""
    text = tr(
        "{reason}: the loader ignores your folders and most variables",
        reason=reason,
    )
    alternative = render(SYSTEM_FOLDER_OVERRIDE) if profile.has(Gate.OVERRIDE) else ""
    return Limitation("", text, alternative, is_blocking=is_blocking)


def make_safe_configuration(
    configuration: Configuration, inventory_index: InventoryIndex, safe_mode: SafeMode
) -> Configuration:
    """Return a copy of a configuration for a launch in safe mode.

    What a loader cannot leave out stays a limitation of the plan.
    """
    if safe_mode.left_out_layers is SafeModeLayers.LAYERS:
        # One that a program asks for itself is turned off too: the loader tells the program that
        # there is none of that name.
        off_entry = LayerEntry(UNLISTED, LayerControl.OFF)
        configuration = configuration._replace(layers=(off_entry,))
    elif safe_mode.left_out_layers is SafeModeLayers.IMPLICIT:
        for name in inventory_index.implicit_names:
            configuration = configuration.with_control(name, LayerControl.OFF)
    if safe_mode.driver:
        chosen_driver = DriverEntry(safe_mode.driver, DriverControl.ONLY)
        # Chosen devices may be those of other drivers: programs would find none.
        configuration = configuration._replace(drivers=(chosen_driver,), devices=EVERY_DEVICE)
    return configuration
