"""plan_launch: one launch in the user's order; writes nothing that other programs read.

There are three methods, chosen by the loader's version (loader_family.launch_way). On loaders that
use the first place of a name, a private override is scanned before everything else
(VK_ADD_IMPLICIT_LAYER_PATH) or before the system's folders (XDG_CONFIG_DIRS). On loaders that use
the last place, vkconfig-py's own explicit meta-layer, last in VK_INSTANCE_LAYERS, also places
implicit layers. For an unknown loader both are used; each family follows its own.

The private override has its own disable variable, so that the usual one can disable an override
applied to the system.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.ordering import INSTANCE_LAYERS
from vkconfig_py.model.configuration.configuration import (
    EVERY_DEVICE,
    UNLISTED,
    Configuration,
    DeviceSelectionMethod,
    DriverControl,
    DriverEntry,
    LayerControl,
    LayerEntry,
)
from vkconfig_py.model.formats.meta_layers import (
    CHAIN_FILE,
    CHAIN_NAME,
    OverrideLayer,
    render_chain,
    render_override,
)
from vkconfig_py.model.plan.device_choice import device_limits, nobody_limits
from vkconfig_py.model.plan.environment_plan import plan_environment
from vkconfig_py.model.plan.inventory import (
    NO_INPUTS,
    NO_SETTINGS,
    InventoryIndex,
    ResolvedLayers,
    SettingsInputs,
    SettingsPlan,
    lowest_api_version,
    sets_something,
    without_natural_tail,
)
from vkconfig_py.model.plan.loader_family import (
    Family,
    LaunchMethod,
    land_override,
    launch_way,
    loader_name,
    or_newer,
    order_limits,
    scanned_before_rule,
    variables_rule,
)
from vkconfig_py.model.plan.plan import Mechanism, Plan, PlannedFile, SafeMode, Without
from vkconfig_py.model.plan.variable_changes import (
    RunPlan,
    add_implicit_sources,
    explicit_path_variable,
    ignore_overrides,
)

if TYPE_CHECKING:
    from vkconfig_py.model.plan.device_values import DevicePlan


# Separate name: a launch sets the usual one, to disable what is applied to the system.
DISABLE_PRIVATE = "DISABLE_VKCONFIG_PY_LAUNCH"
OVERRIDE_FILE = "vulkan/implicit_layer.d/VkLayer_override.json"
DEVICES_FOLDER = "devices"  # apart from the override, or it would be found a second time
DEFAULT_CONFIG_DIRS = "/etc/xdg"  # LoaderLayerInterface, Linux Layer Discovery


class _Launch(RunPlan):
    """State shared by the steps of one plan."""

    def __init__(
        self,
        configuration: Configuration,
        inventory: LoaderReport,
        host: Host,
        profile: LoaderProfile | None,
        folder: str,
    ) -> None:
        super().__init__(configuration, inventory, host, profile)
        self.config_dirs = host.built_in(DEFAULT_CONFIG_DIRS)
        self.folder = folder
        self.way = launch_way(profile)
        self.files: list[PlannedFile] = []

    def api_version(self, components: tuple[str, ...]) -> str:
        return lowest_api_version(components, self.wanted, self.installed)


def plan_launch(
    configuration: Configuration,
    inventory: LoaderReport,
    host: Host,
    profile: LoaderProfile | None,
    folder: str,
    inputs: SettingsInputs = NO_INPUTS,
) -> Plan:
    """Plan one launch of a configuration.

    `inventory`: report for `host` with the configuration's variables and sources. `host`: the
    session as the target sees it; its executable is the target's real path. `profile`: the loader
    that the target will use; None if unknown. `folder`: private folder of the launch, with the
    plan's files.
    """
    if host.hides_variables:  # neither a private folder nor the variables naming it are read
        plan = plan_environment(configuration, inventory, host, profile, inputs)
        return plan._replace(mechanism=Mechanism.LAUNCH)
    launch = _Launch(configuration, inventory, host, profile, folder)
    launch.add_sources()
    ignore_overrides(launch.variables, launch.installed)
    explicit_off = launch.turn_off_implicit()
    if launch.way is LaunchMethod.VARIABLES:
        _plan_variables(launch, explicit_off)
    elif launch.way is LaunchMethod.CHAIN:
        _plan_chain(launch, explicit_off)
    else:
        _plan_private_override(launch, explicit_off)
    launch.add_drivers()
    chosen, devices = _choose_devices(launch, inventory)
    settings = _plan_settings(launch, inputs)
    launch.limits += settings.limits
    launch.turn_log_on()
    launch.say_what_hides_layers()
    return Plan(
        mechanism=Mechanism.LAUNCH,
        files=(*launch.files, *devices, *settings.files),
        variables=launch.variables.changes(),
        limits=tuple(launch.limits),
        summary=_summary(launch, brings_file=bool(devices)),
        devices=chosen,
    )


def _choose_devices(
    launch: _Launch, inventory: LoaderReport
) -> tuple[DevicePlan | None, tuple[PlannedFile, ...]]:
    """Choose drivers and devices; the files that this needs."""
    configuration, profile = launch.configuration, launch.profile
    if not configuration.devices.chooses or profile is None:
        launch.choose_drivers()
        launch.limits += device_limits(configuration, Mechanism.LAUNCH, profile)
        return None, ()
    from vkconfig_py.model.plan.device_plan import choose_for_run
    from vkconfig_py.model.plan.loader_settings_plan import why_no_file

    chosen = choose_for_run(launch, profile, why_no_file(inventory, profile))
    if chosen.taken is None and not all(device.driver for device in configuration.devices.devices):
        launch.limits += device_limits(configuration, Mechanism.LAUNCH, profile)
    if chosen.taken is None or chosen.taken.way is not DeviceSelectionMethod.SETTINGS:
        return chosen, ()
    return chosen, _bring_file(launch, profile)


def _bring_file(launch: _Launch, profile: LoaderProfile) -> tuple[PlannedFile, ...]:
    """Add a private loader settings file that chooses the devices."""
    from vkconfig_py.model.plan.loader_settings_plan import plan_device_file

    configuration = launch.configuration
    launch.limits += device_limits(configuration, Mechanism.SETTINGS, profile)
    launch.limits += nobody_limits(configuration, profile)
    base = posixpath.join(launch.folder, DEVICES_FOLDER)
    files = plan_device_file(configuration, launch.installed, profile, base)
    if files:
        launch.variables.prefix("XDG_CONFIG_DIRS", [base], launch.config_dirs)
    return files


def _plan_settings(launch: _Launch, inputs: SettingsInputs) -> SettingsPlan:
    if not sets_something(launch.configuration):
        return NO_SETTINGS
    from vkconfig_py.model.plan.layer_settings_plan import plan_launch_settings
    from vkconfig_py.model.plan.own_settings_plan import plan_own_launch

    shared = plan_launch_settings(launch, inputs, launch.folder)
    own = plan_own_launch(launch, inputs, launch.folder)
    return SettingsPlan((*shared.files, *own.files), (*shared.limits, *own.limits))


def _plan_variables(launch: _Launch, explicit_off: tuple[str, ...]) -> None:
    """Before 1.3.207: layers can be turned on, but not ordered."""
    launch.turn_on()
    launch.turn_off_by_filter(explicit_off)
    explicit = [
        m.name for m in launch.installed.manifests(launch.wanted.components) if not m.implicit
    ]
    launch.name_instance_layers(explicit)
    landed = _landed_by_variables(launch.installed, launch.wanted, explicit)
    launch.limits += order_limits(
        launch.wanted.placed,
        landed,
        launch.installed.implicit,
        variables_rule(launch.profile),
    )


def _landed_by_variables(
    installed: InventoryIndex, wanted: ResolvedLayers, explicit: list[str]
) -> list[str]:
    # Implicit layers in scan order, then the explicit ones as they are enumerated
    on = set(wanted.components)
    kept = set(explicit)
    return [
        *(name for name in installed.implicit if name in on),
        *(name for name in installed.usable if name in kept),
    ]


def _plan_chain(launch: _Launch, explicit_off: tuple[str, ...]) -> None:
    """1.3.207 to 1.3.246: the chain meta-layer is last, so its places are used."""
    # Components of a chain meta-layer are not forced: implicit ones obey their variables.
    launch.turn_on()
    launch.keep_filters_off()
    launch.turn_off_by_filter(explicit_off)
    _write_chain(launch)


def _write_chain(launch: _Launch) -> None:
    components = launch.wanted.components
    # Nothing to order, but the session's VK_INSTANCE_LAYERS may name layers that are off.
    if not components:
        launch.name_instance_layers(())
        return
    path = posixpath.join(launch.folder, CHAIN_FILE)
    title = launch.configuration.name
    content = render_chain(title, components, launch.api_version(components))
    launch.files.append(PlannedFile(path, content))
    # The manifest itself: a search path may be a single .json file.
    launch.variables.prefix(explicit_path_variable(launch.variables), [path])
    # Never the name of an override: first-place loaders move it below the implicit layers.
    launch.name_instance_layers((CHAIN_NAME,))


def _plan_private_override(launch: _Launch, explicit_off: tuple[str, ...]) -> None:
    """1.3.247 and newer, or unknown: an override that only this launch finds."""
    combined = launch.way is LaunchMethod.COMBINED
    if combined:
        launch.turn_on()
        # A loader that uses the last place puts enabled implicit layers that are not listed above
        # the
        # chain, so none may be omitted.
        components = launch.wanted.components
    else:
        components = without_natural_tail(launch.wanted, launch.installed)
    launch.keep_filters_off(enable=combined or bool(explicit_off))
    # Since 1.4.326 an implicit layer named in the variable is there, and nowhere else.
    if not combined and launch.variables.get(INSTANCE_LAYERS):
        launch.name_instance_layers(())
    if not components and not explicit_off:
        return
    path = posixpath.join(launch.folder, OVERRIDE_FILE)
    override = OverrideLayer(
        title=launch.configuration.name,
        api_version=launch.api_version(components),
        components=components,
        blacklist=explicit_off,
        app_keys=_private_keys(launch),
        disable_variable=DISABLE_PRIVATE,
    )
    launch.files.append(PlannedFile(path, render_override([override])))
    if launch.way is LaunchMethod.PRIVATE_PATH:
        # Scanned before every other implicit manifest, so the order is exactly the user's.
        add_implicit_sources(launch.variables, [path])
    else:
        # Scanned after $XDG_CONFIG_HOME; children of the program inherit the variable.
        launch.variables.prefix("XDG_CONFIG_DIRS", [launch.folder], launch.config_dirs)
    if combined:
        launch.turn_off_by_filter(explicit_off)
        _write_chain(launch)
    _limit_private_order(launch, components)


def _private_keys(launch: _Launch) -> tuple[str, ...]:
    """app_keys, needed where an override of the system would otherwise replace ours."""
    # One with the target's key beats ours without keys. After XDG_CONFIG_DIRS any override in the
    # user's own folder is found before ours, and of two without keys the first one is used.
    target = launch.host.executable
    if not target:
        return ()
    rivals = launch.installed.overrides
    first = launch.way is LaunchMethod.PRIVATE_PATH
    beaten = any(target in rival.app_keys or not (first or rival.app_keys) for rival in rivals)
    return (target,) if beaten else ()


def _limit_private_order(launch: _Launch, components: tuple[str, ...]) -> None:
    # Only XDG_CONFIG_DIRS has places before it: layers of the user's own folder stay above.
    if launch.way is not LaunchMethod.PRIVATE_DIRS:
        return
    own = user_config_folder(launch.host)
    before = frozenset(
        name
        for name, found in launch.installed.usable.items()
        if own and found.implicit and found.file.startswith(f"{own}/")
    )
    landed = land_override(components, launch.installed, before, Family.FIRST_PLACE)
    launch.limits += order_limits(
        launch.wanted.placed,
        landed,
        launch.installed.implicit,
        scanned_before_rule(launch.profile, or_newer("1.3.296")),
    )


def user_config_folder(host: Host) -> str:
    """The user's first folder in the loader's search, or ""."""
    home = host.secure_env("HOME")
    config = (host.secure_env("XDG_CONFIG_HOME") or "").split(":")[0]
    return config or (posixpath.join(home, ".config") if home else "")


def _summary(launch: _Launch, *, brings_file: bool) -> str:
    if brings_file:
        if launch.files:
            return tr(
                "A private override and a private loader settings file, which only this launch "
                "finds"
            )
        return tr("A private loader settings file, which only this launch finds")
    match launch.way:
        case _ if not launch.files:
            return tr("Variables only")
        case LaunchMethod.CHAIN:
            return tr(
                "A private chain layer, which fixes the order for {loader}",
                loader=loader_name(launch.profile),
            )
        case LaunchMethod.COMBINED:
            return tr("A private override and a private chain layer, since the loader is not known")
        case _:
            return tr("A private override, which only this launch finds")


# Safe mode: one launch with less than the configuration says, to find what is in the way.
#
# Nothing of it is kept: the configuration that is launched is made of the user's and of what this
# machine has installed. What a loader cannot leave out stays a limit of the plan.


def safe_configuration(
    configuration: Configuration, installed: InventoryIndex, safe: SafeMode
) -> Configuration:
    """The configuration that a launch in safe mode uses."""
    if safe.without is Without.LAYERS:
        # One that a program asks for itself is turned off too: the loader tells the program that
        # there is none of that name.
        off = LayerEntry(UNLISTED, LayerControl.OFF)
        configuration = configuration._replace(layers=(off,))
    elif safe.without is Without.IMPLICIT:
        for name in installed.implicit:
            configuration = configuration.with_control(name, LayerControl.OFF)
    if safe.driver:
        only = DriverEntry(safe.driver, DriverControl.ONLY)
        # Chosen devices may be those of other drivers: programs would find none.
        configuration = configuration._replace(drivers=(only,), devices=EVERY_DEVICE)
    return configuration
