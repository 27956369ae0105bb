"""Plans vk_loader_settings.json for everything applied, or for one launch."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from vkconfig_py.language.sentences import counted, join_words, message, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Kind
from vkconfig_py.loader.platforms.rules import get_base_name, get_platform_rules
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.settings_file import list_settings_paths
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    DriverControl,
    LayerControl,
    LayerEntry,
)
from vkconfig_py.model.formats.loader_settings_json import (
    FILE_NAME,
    ListedLayer,
    MergedFile,
    SectionControl,
    SettingsSection,
    UnorderedLayers,
    merge_loader_settings,
    render_loader_settings,
)
from vkconfig_py.model.plan.device_plan import choose_method_for_file, list_file_limits
from vkconfig_py.model.plan.inventory import (
    NO_SETTINGS,
    InventoryIndex,
    NamedDrivers,
    SettingsPlan,
    find_chosen_copy,
    index_inventory,
    insert_added_drivers,
    insert_chosen_copies,
    list_entries,
    list_later_layer_limits,
    resolve_layers,
)
from vkconfig_py.model.plan.loader_family import (
    FILE_DRIVERS_VERSION,
    LAUNCH_DEVICES_VERSION,
    LAUNCH_FROM_HERE,
    MIN_SETTINGS_VERSION,
    can_launch_choose_devices,
    format_loader_name,
    list_device_limits,
    list_devices_to_write,
    list_no_device_limits,
    suggest_newer_loader,
)
from vkconfig_py.model.plan.plan import (
    AppliedConfiguration,
    Limitation,
    Mechanism,
    Plan,
    PlannedFile,
)
from vkconfig_py.model.plan.variable_changes import DRIVER_NOT_INSTALLED, list_source_limits
from vkconfig_py.model.plan.windows_files import (
    NO_USER_FOLDER,
    add_registration,
    is_registered,
    make_own_path,
)

_SECTION_CONTROLS = {
    # The only way to place a layer without turning it on: program and variables decide.
    LayerControl.AUTO: SectionControl.AUTO,
    # Overrides the layer's disable variable and, since 1.3.302, the disable filter.
    LayerControl.ON: SectionControl.ON,
    # A program that requests it gets VK_ERROR_LAYER_NOT_PRESENT.
    LayerControl.OFF: SectionControl.OFF,
}
PlacedLayer = ListedLayer | UnorderedLayers


def make_section(
    applied_configuration: AppliedConfiguration,
    inventory_index: InventoryIndex,
    profile: LoaderProfile,
) -> SettingsSection:
    """Return the section of the loader settings file for one applied configuration."""
    configuration = applied_configuration.configuration
    devices = list_devices_to_write(configuration, profile)
    inventory_index = insert_added_drivers(
        insert_chosen_copies(inventory_index, configuration), configuration
    )
    drivers, is_exclusive = _list_drivers(
        configuration, inventory_index, chooses_devices=bool(devices)
    )
    adds_drivers = profile.has(Gate.ADDITIONAL_DRIVERS)
    return SettingsSection(
        title=configuration.name,
        layers=_order_layers(configuration, inventory_index),
        app_keys=applied_configuration.programs,
        # Replaces VK_LOADER_DEBUG for the messages of an instance.
        log_flags=configuration.loader_log,
        drivers=drivers if adds_drivers else (),
        replaces_drivers=is_exclusive,
        devices=devices,
    )


def has_content(section: SettingsSection) -> bool:
    """True if a section changes anything against a loader without a settings file."""
    is_plain = section.layers == (UnorderedLayers(),)
    return not is_plain or bool(section.log_flags or section.drivers or section.devices is not None)


def list_section_limits(
    configuration: Configuration,
    section: SettingsSection,
    inventory_index: InventoryIndex,
    profile: LoaderProfile,
) -> Iterator[Limitation]:
    """Yield limitations of what a loader ignores in a section."""
    if not profile.has(Gate.ADDITIONAL_DRIVERS):
        text = tr("{loader} ignores drivers in a settings file", loader=format_loader_name(profile))
        added_drivers = map(get_base_name, configuration.list_driver_files())
        for name in (*(driver.name for driver in configuration.drivers), *added_drivers):
            yield Limitation(name, text, suggest_newer_loader(FILE_DRIVERS_VERSION))
    else:
        for driver in configuration.drivers:
            if (
                driver.name
                not in insert_added_drivers(inventory_index, configuration).driver_manifests
            ):
                yield Limitation(driver.name, render(DRIVER_NOT_INSTALLED), tr("install it"))
    if section.devices and inventory_index.named_drivers is not None:
        yield Limitation("", _render_named_drivers(inventory_index.named_drivers))
    yield from _list_shared_manifest_limits(section, inventory_index, profile)
    if configuration.environment:
        text = tr(
            "a settings file cannot set variables: this configuration's variables apply "
            "only to launches"
        )
        yield Limitation("", text, render(LAUNCH_FROM_HERE))


def _list_shared_manifest_limits(
    section: SettingsSection, inventory_index: InventoryIndex, profile: LoaderProfile
) -> Iterator[Limitation]:
    """Yield limitations for manifests with several layers, of which old loaders use one."""
    # Before 1.4.347 of a manifest with several layers only one can be listed, if any.
    if profile.has(Gate.SETTINGS_SEVERAL_LAYERS):
        return
    layers: dict[str, int] = {}
    for copies in inventory_index.copies_by_name.values():
        for copy in copies:
            layers[copy.file] = layers.get(copy.file, 0) + 1
    for layer in section.layers or ():
        if isinstance(layer, ListedLayer) and layers.get(layer.path, 1) > 1:
            text = tr(
                "a settings file for {loader} cannot list individual layers of a manifest "
                "that declares several",
                loader=format_loader_name(profile),
            )
            yield Limitation(layer.name, text, tr("loader 1.4.347 or newer, or an override layer"))


def _order_layers(
    configuration: Configuration, inventory_index: InventoryIndex
) -> tuple[PlacedLayer, ...]:
    """Return a configuration's layers for a section, in order, with a place for all others."""
    entries = list_entries(configuration)
    names = {entry.name for entry in entries}
    unlisted_names = [name for name in inventory_index.usable_layers if name not in names]
    in_user_folders = [
        name
        for name in unlisted_names
        if _is_from_user_folder(name, configuration, inventory_index)
    ]
    listed_entries: list[PlacedLayer] = []
    for entry in entries:
        if entry.name == UNLISTED:
            if entry.placed or entry.control is not LayerControl.AUTO:
                listed_entries += _list_unlisted(
                    entry, unlisted_names, in_user_folders, inventory_index
                )
        elif _is_listed(entry, inventory_index):
            listed_entries.append(_make_listed_layer(entry, inventory_index))
    # Without an unordered entry no folder is scanned: the list is complete, implicit layers
    # included (settings.c, get_settings_layers).
    if (
        configuration.unlisted_control is not LayerControl.OFF
        and UnorderedLayers() not in listed_entries
    ):
        listed_entries += _list_unlisted(
            LayerEntry(UNLISTED), unlisted_names, in_user_folders, inventory_index
        )
    if not listed_entries and inventory_index.usable_layers:  # some loaders ignore an empty list
        listed_entries.append(
            _make_listed_layer(
                LayerEntry(next(iter(inventory_index.usable_layers)), LayerControl.OFF),
                inventory_index,
            )
        )
    return tuple(listed_entries)


def _list_unlisted(
    entry: LayerEntry,
    unlisted_names: Sequence[str],
    in_user_folders: Sequence[str],
    inventory_index: InventoryIndex,
) -> Iterator[PlacedLayer]:
    """Return the section's entries for layers that the configuration does not list."""
    # Layers in the user's own places are listed, since programs do not search there.
    if entry.control is LayerControl.OFF:
        return
    for name in unlisted_names if entry.control is LayerControl.ON else in_user_folders:
        yield _make_listed_layer(LayerEntry(name, entry.control), inventory_index)
    yield UnorderedLayers()


def _is_listed(entry: LayerEntry, inventory_index: InventoryIndex) -> bool:
    """True if an installed layer has an entry in which the user changed anything."""
    is_changed = entry.control is not LayerControl.AUTO or entry.placed or entry.copy
    return bool(is_changed) and entry.name in inventory_index.usable_layers


def _make_listed_layer(entry: LayerEntry, inventory_index: InventoryIndex) -> ListedLayer:
    """Return a layer as an entry of the loader settings file, of the chosen copy."""
    layer = find_chosen_copy(entry, inventory_index) or inventory_index.usable_layers[entry.name]
    # With "auto" only an entry read as implicit follows the layer's own variables.
    return ListedLayer(entry.name, layer.file, _SECTION_CONTROLS[entry.control], layer.implicit)


def _is_from_user_folder(
    name: str, configuration: Configuration, inventory_index: InventoryIndex
) -> bool:
    """True if a layer's manifest is in a folder that the configuration adds."""
    file = inventory_index.usable_layers[name].file
    sources = (*configuration.sources, *configuration.implicit_sources)
    paths = inventory_index.path_rules
    manifest_paths = (file, paths.get_parent(file))
    return any(source.rstrip(paths.slash) in manifest_paths for source in sources)


def _list_drivers(
    configuration: Configuration, inventory_index: InventoryIndex, *, chooses_devices: bool
) -> tuple[tuple[str, ...], bool]:
    """Return the manifests of the wanted drivers, and whether they replace all others."""
    # If a file chooses devices, loaders ignore the variables that name drivers (loader.c,
    # read_data_files_in_search_paths), so the file names them.
    controls = {driver.name: driver.control for driver in configuration.drivers}
    installed_controls = {
        name: control
        for name, control in controls.items()
        if name in inventory_index.driver_manifests
    }
    if not installed_controls:
        named_drivers = inventory_index.named_drivers if chooses_devices else None
        added_drivers = configuration.list_driver_files()
        if named_drivers is None:
            return added_drivers, False
        return tuple(
            dict.fromkeys((*added_drivers, *named_drivers.files))
        ), named_drivers.is_exclusive
    exclusive_drivers = [
        name for name, control in installed_controls.items() if control is DriverControl.ONLY
    ]
    off_names = [
        name for name, control in installed_controls.items() if control is DriverControl.OFF
    ]
    used_names = [
        name
        for name in inventory_index.driver_manifests
        if name in (exclusive_drivers or inventory_index.driver_manifests) and name not in off_names
    ]
    return tuple(
        file for name in used_names for file in inventory_index.driver_manifests[name]
    ), True


def _render_named_drivers(named_drivers: NamedDrivers) -> str:
    """Return the sentence that a variable for drivers has no effect beside a settings file."""
    if named_drivers.is_exclusive:
        return tr(
            "{variable} has no effect when devices are chosen, so the file lists only the "
            "drivers that the variable names",
            variable=named_drivers.variable,
        )
    return tr(
        "{variable} has no effect when devices are chosen, so the file also lists the "
        "drivers that the variable names",
        variable=named_drivers.variable,
    )


def explain_no_file(inventory: LoaderReport, profile: LoaderProfile) -> str:
    """Return why one launch cannot bring its own loader settings file, or "" if it can."""
    if not can_launch_choose_devices(profile):
        return tr(
            "cannot choose devices with {loader}: requires {version} or newer",
            loader=format_loader_name(profile),
            version=LAUNCH_DEVICES_VERSION,
        )
    for verdict in inventory.verdicts:
        if verdict.kind is Kind.SETTINGS:
            return tr(
                "already exists at {file} and hides any other",
                file=posixpath.normpath(verdict.file),
            )
    return ""


def plan_device_file(
    configuration: Configuration, inventory_index: InventoryIndex, profile: LoaderProfile, base: str
) -> tuple[PlannedFile, ...]:
    """Plan a loader settings file that chooses devices and drivers, below the folder `base`."""
    # None if no listed device is well-formed. Layers are left to the other methods of a launch.
    if list_devices_to_write(configuration, profile) is None:
        return ()
    section = make_section(AppliedConfiguration(configuration, (), 0.0), inventory_index, profile)
    # Up to 1.4.335 an active section without layers hides all layers.
    layers = (UnorderedLayers(),) if profile.has(Gate.SECTION_HIDES_LAYERS) else None
    content = render_loader_settings([section._replace(layers=layers, log_flags=())])
    # Below XDG_CONFIG_DIRS such a file is found since 1.4.324.
    path = posixpath.join(base, "vulkan/loader_settings.d", FILE_NAME)
    return (PlannedFile(path, content, has_fixed_name=True),)


NO_HOME = message(
    "HOME and XDG_DATA_HOME are not set, so there is no folder for your settings file"
)
USE_OVERRIDE = message("an override layer")


class ExistingContent(NamedTuple):
    """A foreign settings file: the first one that the loader finds.

    Attributes:
        content: None if unreadable.
    """

    path: str
    content: bytes | None


def plan_settings(
    applied_configurations: Sequence[AppliedConfiguration],
    inventory: LoaderReport,
    host: Host,
    profile: LoaderProfile,
    existing_content: ExistingContent | None = None,
    other_profiles: Sequence[LoaderProfile] = (),
    settings: SettingsPlan = NO_SETTINGS,
) -> Plan:
    """Plan the loader settings file for everything to be applied.

    Args:
        applied_configurations: what is to be applied, () to remove the file.
        inventory: report without any settings file, with the sources of all configurations
            searched.
        host: the session, without our own files.
        profile: the loader of the programs.
        existing_content: the settings file of another program, if any.
        other_profiles: other installed loaders.
        settings: the planned layer settings.
    """
    if not applied_configurations:
        return Plan(mechanism=Mechanism.SETTINGS, summary=tr("Nothing is applied"))
    # The first file found hides all others, so our sections are added to it.
    path = existing_content.path if existing_content else find_user_settings_file(host)
    limits = list(list_loader_limits(profile, other_profiles))
    limits += _list_path_limits(path, host, profile, other_profiles)
    inventory_index = index_inventory(inventory)
    sections = [
        make_section(entry, inventory_index, profile)
        for entry in _sort_general_last(applied_configurations)
    ]
    needed_sections = _drop_empty_sections(sections)
    content, merge_limits = _merge_into_file(needed_sections, existing_content, host)
    limits += merge_limits
    if not path:
        text = render(NO_USER_FOLDER) if is_registered(host) else render(NO_HOME)
        limits.append(Limitation("", text, render(LAUNCH_FROM_HERE), is_blocking=True))
    if not needed_sections and not settings.files:
        limits.append(
            Limitation(
                "",
                tr("this configuration contains nothing that a settings file can set"),
                is_blocking=True,
            )
        )
    limits += _list_limits(
        applied_configurations[-1], inventory_index, host, profile, other_profiles
    )
    files = (PlannedFile(path, content, has_fixed_name=True),) if content and path else ()
    devices = None
    if applied_configurations[-1].configuration.devices.is_choosing:
        chooser = applied_configurations[-1].configuration
        devices = choose_method_for_file(chooser, inventory_index, profile, host.environment)
        limits += list_file_limits(devices, chooser.devices)
    plan = Plan(
        mechanism=Mechanism.SETTINGS,
        files=(*files, *settings.files),
        limits=(*limits, *settings.limits),
        summary=tr("A loader settings file, which sets the position of every layer"),
        devices=devices,
    )
    return add_registration(plan, host)


def find_user_settings_file(host: Host) -> str:
    """Return where every loader since 1.3.302 looks for this user's settings file, or ""."""
    # Since 1.4.324 files below XDG_CONFIG_HOME come first; an existing one there is the one to
    # change. Of a variable with several folders the first is used.
    if is_registered(host):
        return make_own_path(host, FILE_NAME)
    home = host.secure_getenv("HOME")
    # Not XDG_CONFIG_HOME: releases before 1.4.324 search three places, and it is none of them.
    data = (host.secure_getenv("XDG_DATA_HOME") or "").split(":")[0]
    folder = data or (posixpath.join(home, ".local/share") if home else "")
    return posixpath.join(folder, "vulkan/loader_settings.d", FILE_NAME) if folder else ""


def is_user_settings_path(path: str, host: Host) -> bool:
    """True if a path is in a folder of this user."""
    if is_registered(host):
        names = ("USERPROFILE", "LOCALAPPDATA", "APPDATA")
        folders = [f"{folder}\\" for name in names if (folder := host.getenv(name))]
        return path.casefold().startswith(tuple(folder.casefold() for folder in folders))
    bases = [host.secure_getenv(name) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")]
    return any(base and path.startswith(f"{base.split(':')[0].rstrip('/')}/") for base in bases)


def _sort_general_last(
    applied_configurations: Sequence[AppliedConfiguration],
) -> list[AppliedConfiguration]:
    """Return what is applied with the configuration for every program last."""
    return sorted(applied_configurations, key=lambda entry: not entry.programs)


def _drop_empty_sections(sections: Sequence[SettingsSection]) -> list[SettingsSection]:
    """Return the sections without those that change nothing.

    An empty section for some programs stays if it hides the one for every program.
    """
    # Omit empty sections; a program's empty section is kept if it masks the one for all programs
    general = any(has_content(section) and not section.app_keys for section in sections)
    return [
        section for section in sections if has_content(section) or (general and section.app_keys)
    ]


def _merge_into_file(
    sections: Sequence[SettingsSection], existing_content: ExistingContent | None, host: Host
) -> tuple[bytes, tuple[Limitation, ...]]:
    """Return the file with our sections and those of another program, and limitations."""
    if not sections:
        return b"", ()
    if existing_content is None:
        return render_loader_settings(sections), ()
    path = existing_content.path
    alternative = tr("remove that file, or launch from here")
    if not is_user_settings_path(path, host):
        text = tr("{path} belongs to the system; a file in your folders would hide it", path=path)
        return b"", (Limitation("", text, alternative, is_blocking=True),)
    if existing_content.content is None:
        return b"", (
            Limitation("", tr("{path} cannot be read", path=path), alternative, is_blocking=True),
        )
    # VkConfig keeps its own settings in the same file.
    merged_file = merge_loader_settings(sections, existing_content.content)
    if merged_file.refusal:
        text = tr(
            "{path} belongs to another program and cannot be extended: {reason}",
            path=path,
            reason=merged_file.refusal,
        )
        return b"", (Limitation("", text, alternative, is_blocking=True),)
    text = tr(
        "{path} belongs to another program, which may rewrite it; this configuration is "
        "added to it",
        path=path,
    )
    return merged_file.content, (Limitation("", text), *_list_rival_limits(sections, merged_file))


def _list_rival_limits(
    sections: Sequence[SettingsSection], merged_file: MergedFile
) -> Iterator[Limitation]:
    """Yield limitations for sections of another program that stay in the file."""
    # Report which programs a merged file still applies to, and which it no longer does
    if all(section.app_keys for section in sections):
        return
    if merged_file.has_general_section:
        yield Limitation(
            "",
            tr(
                "the file's existing section for all programs has no effect while this "
                "configuration is applied"
            ),
        )
    if merged_file.programs:
        text = counted(
            "{names} keep their existing sections in the file",
            "{names} keeps its existing section in the file",
            len(merged_file.programs),
            names=join_words(merged_file.programs),
        )
        yield Limitation("", text)


def list_loader_limits(
    profile: LoaderProfile, other_profiles: Sequence[LoaderProfile]
) -> Iterator[Limitation]:
    """Return limitations for loaders that do not read the settings file, or crash on it."""
    # Before 1.3.302 an off entry beside the unordered one crashes every program.
    if profile.version < MIN_SETTINGS_VERSION:
        name = format_loader_name(profile)
        if profile.has(Gate.SETTINGS_FILE):
            text = tr("{loader} can crash on a settings file", loader=name)
        else:
            text = tr("{loader} does not read vk_loader_settings.json", loader=name)
        yield Limitation("", text, _suggest_alternative(profile), is_blocking=True)
    for other_profile in other_profiles:
        if (
            other_profile.version < MIN_SETTINGS_VERSION
            and other_profile.version != profile.version
        ):
            if other_profile.has(Gate.SETTINGS_FILE):
                text = tr(
                    "{loader}, which is also installed, can crash on a settings file",
                    loader=format_loader_name(other_profile),
                )
                yield Limitation("", text, _suggest_alternative(profile), is_blocking=True)
            else:
                text = tr(
                    "{loader}, which is also installed, does not read vk_loader_settings.json",
                    loader=format_loader_name(other_profile),
                )
                yield Limitation(
                    "",
                    text,
                    _suggest_alternative(
                        min(profile, other_profile, key=lambda loader: loader.version)
                    ),
                )


def _suggest_alternative(profile: LoaderProfile) -> str:
    """Return the remedy where a loader does not read a settings file."""
    return render(USE_OVERRIDE) if profile.has(Gate.OVERRIDE) else render(LAUNCH_FROM_HERE)


def _list_path_limits(
    path: str, host: Host, profile: LoaderProfile, other_profiles: Sequence[LoaderProfile]
) -> Iterator[Limitation]:
    """Yield limitations for other loaders that do not look for the settings file at this path."""
    # Before 1.4.324 fewer places are searched; the registry is one and the same.
    if is_registered(host):
        return
    for other_profile in other_profiles:
        settings_paths = map(posixpath.normpath, list_settings_paths(host, other_profile))
        is_covered = (
            other_profile.version == profile.version or other_profile.version < MIN_SETTINGS_VERSION
        )
        if path and not is_covered and path not in settings_paths:
            text = tr(
                "{loader}, which is also installed, does not read {path}",
                loader=format_loader_name(other_profile),
                path=path,
            )
            yield Limitation("", text, render(USE_OVERRIDE))


def _list_limits(
    applied_configuration: AppliedConfiguration,
    inventory_index: InventoryIndex,
    host: Host,
    profile: LoaderProfile,
    other_profiles: Sequence[LoaderProfile],
) -> list[Limitation]:
    """Return the limitations of one configuration in the loader settings file.

    Args:
        applied_configuration: the configuration with its programs.
        inventory_index: the layers of the machine.
        host: the session.
        profile: the loader of the programs.
        other_profiles: other installed loaders.
    """
    configuration = applied_configuration.configuration
    inventory_index = insert_chosen_copies(inventory_index, configuration)
    resolved_layers = resolve_layers(configuration, inventory_index)
    sources = (*configuration.sources, *configuration.implicit_sources)
    section = make_section(applied_configuration, inventory_index, profile)
    return [
        *resolved_layers.limits,
        *list_later_layer_limits(configuration),
        *list_source_limits(sources, get_platform_rules(host.platform).separator),
        *list_section_limits(configuration, section, inventory_index, profile),
        *list_device_limits(configuration, Mechanism.SETTINGS, profile, other_profiles),
        *list_no_device_limits(configuration, profile),
    ]
