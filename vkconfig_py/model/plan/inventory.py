"""Inputs of a plan: layers and drivers by name, the layers of a configuration, settings.

Drivers that a configuration adds come first, as the loader will find them.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import OTHER_PROGRAM_REASONS, Outcome, Reason
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.files.search_paths import VARIABLES_BY_MANIFEST_TYPE, names_files
from vkconfig_py.loader.manifests.layer import LayerManifest
from vkconfig_py.loader.platforms.rules import (
    ManifestType,
    PathRules,
    get_base_name,
    get_platform_rules,
)
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import FoundLayer, LoaderReport
from vkconfig_py.model.configuration.configuration import (
    NEWEST_COPY,
    UNLISTED,
    Configuration,
    LayerControl,
    LayerEntry,
    Target,
)
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.described_layers import add_description
from vkconfig_py.model.layer_settings.own_file import (
    add_installed_release,
    list_program_files,
    make_launch_host,
)
from vkconfig_py.model.layer_settings.parse_layer import read_declared
from vkconfig_py.model.plan.plan import Limitation, PlannedFile
from vkconfig_py.model.plan.windows_files import is_registered, make_own_path
from vkconfig_py.model.programs.program_paths import find_windows_program

_UNUSABLE_OUTCOMES = (Outcome.SKIPPED, Outcome.FAILS)
# An override that is turned off does not search its own folders: its components seem to be missing.
_MISSING_COMPONENT_REASONS = (Reason.META_COMPONENT_MISSING, Reason.META_COMPONENT_OTHER_VERSION)
# lvp_icd.i686.json is Mesa's, radeon_icd32.json and amd_icd64.json are AMD's.
_WORD_SIZE_SUFFIX_PATTERN = re.compile(
    r"[._-]?(?:x86_64|amd64|x64|i[3-6]86|i386|x86|aarch64|arm64|armv7\w*|armhf|64|32)?\.json$"
)
_KEPT_AND_SKIPPED = message("kept in the list and skipped")
NOT_INSTALLED = message("not installed; kept in the list and skipped")
_LATER_LAYERS_STAY_OFF = message(
    "layers are listed by name, so a layer installed later is not turned on"
)
SETTINGS_FILE_NAME = "vk_layer_settings.txt"
ADD_DRIVER_FILES_VARIABLE = "VK_ADD_DRIVER_FILES"
DRIVER_FILES_VARIABLE = "VK_DRIVER_FILES"
ICD_FILENAMES_VARIABLE = "VK_ICD_FILENAMES"


class NamedDrivers(NamedTuple):
    """The drivers that a variable names.

    Attributes:
        files: absolute paths of their manifests, in scan order.
        is_exclusive: it replaces the search: only these drivers are found.
    """

    variable: str
    files: tuple[str, ...]
    is_exclusive: bool


class InventoryIndex(NamedTuple):
    """Everything that can be listed, in scan order.

    Attributes:
        usable_layers: the layer that the loader uses for each name.
        loaded_names: names in the chain without a plan, application side first.
        copies_by_name: every usable or hidden manifest of a name, in scan order.
        driver_manifests: base name -> absolute paths of manifests, in scan order.
        used_drivers: base names of the drivers in use without a plan.
        named_drivers: drivers that a variable names, None if no variable does.
        driver_siblings: manifests of one driver for both word sizes (base names), by each of them.
        unusable_reasons: why layers that are installed cannot be used, by name.
        path_rules: how paths of this machine are read.
        pinned_names: layers that are usable by the copy that the user chose alone.
    """

    usable_layers: Mapping[str, FoundLayer]
    loaded_names: tuple[str, ...]
    implicit_names: tuple[str, ...]
    copies_by_name: Mapping[str, tuple[FoundLayer, ...]]
    overrides: tuple[LayerManifest, ...]
    driver_manifests: Mapping[str, tuple[str, ...]]
    used_drivers: tuple[str, ...]
    named_drivers: NamedDrivers | None = None
    driver_siblings: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    unusable_reasons: Mapping[str, str] = MappingProxyType({})
    path_rules: PathRules = PathRules()
    pinned_names: frozenset[str] = frozenset()

    def get_manifest(self, name: str) -> LayerManifest | None:
        layer = self.usable_layers.get(name)
        return layer.manifest if layer else None

    def list_manifests(self, names: Iterable[str]) -> tuple[LayerManifest, ...]:
        found_manifests = (self.get_manifest(name) for name in names)
        return tuple(manifest for manifest in found_manifests if manifest is not None)

    def list_names_by_reason(self, reason: Reason) -> tuple[str, ...]:
        """Return the layers that are on or off for this reason."""
        return tuple(
            name for name, layer in self.usable_layers.items() if layer.verdict.reason is reason
        )


def index_inventory(inventory: LoaderReport) -> InventoryIndex:
    """Return the layers and drivers of a report by name, so that planning takes linear time."""
    usable_layers: dict[str, FoundLayer] = {}
    copies: dict[str, dict[str, FoundLayer]] = {}
    overrides: list[LayerManifest] = []
    for layer in inventory.found_layers:
        if layer.manifest is None:
            continue
        verdict = layer.verdict
        if layer.manifest.is_override:
            if (
                verdict.outcome not in _UNUSABLE_OUTCOMES
                or verdict.reason in _MISSING_COMPONENT_REASONS
            ):
                overrides.append(layer.manifest)
            continue
        if verdict.reason is Reason.DUPLICATE or _is_usable(layer):
            copies.setdefault(layer.name, {}).setdefault(layer.file, layer)
        if _is_usable(layer):
            # Of several copies the loader takes the first one in scan order.
            usable_layers.setdefault(layer.name, layer)
    return InventoryIndex(
        usable_layers=usable_layers,
        loaded_names=_list_loaded(inventory, usable_layers),
        implicit_names=tuple(name for name, layer in usable_layers.items() if layer.implicit),
        copies_by_name={name: tuple(files.values()) for name, files in copies.items()},
        overrides=tuple(overrides),
        driver_manifests=_group_drivers(inventory),
        used_drivers=tuple(
            dict.fromkeys(
                get_base_name(driver.file)
                for driver in inventory.drivers
                if driver.verdict.outcome is Outcome.LOADS
            )
        ),
        named_drivers=_find_named_drivers(inventory),
        driver_siblings=_group_siblings(inventory),
        unusable_reasons={
            layer.name: render_verdict(layer.verdict, inventory)
            for layer in reversed(inventory.found_layers)  # of several copies the first one is told
            if layer.name not in usable_layers
        },
        path_rules=get_platform_rules(inventory.host.platform).paths,
    )


def _list_loaded(
    inventory: LoaderReport, usable_layers: Mapping[str, FoundLayer]
) -> tuple[str, ...]:
    """Return the names in the chain as it is, or would be if creating an instance did not fail."""
    if inventory.callstack:
        return tuple(layer.manifest.name for layer in inventory.callstack)
    loading_outcomes = (Outcome.LOADS, Outcome.UNKNOWN)
    return tuple(
        name for name, layer in usable_layers.items() if layer.verdict.outcome in loading_outcomes
    )


def _is_usable(layer: FoundLayer) -> bool:
    """True if the loader could use a layer, be it on or off."""
    verdict = layer.verdict
    return verdict.outcome not in _UNUSABLE_OUTCOMES and verdict.reason not in OTHER_PROGRAM_REASONS


def _group_drivers(inventory: LoaderReport) -> dict[str, tuple[str, ...]]:
    """Return the absolute paths of driver manifests by their base names."""
    drivers: dict[str, tuple[str, ...]] = {}
    for driver in inventory.drivers:
        base = get_base_name(driver.file)
        drivers[base] = (*drivers.get(base, ()), _make_absolute(driver.file, inventory))
    return drivers


def _group_siblings(inventory: LoaderReport) -> dict[str, tuple[str, ...]]:
    """Return the driver manifests that differ in the word size alone, by each one's name.

    Manifests differ so by their name or by their library.
    """
    groups: dict[str, dict[str, None]] = {}
    stems: dict[str, str] = {}
    for driver in sorted(
        inventory.drivers, key=lambda driver: driver.verdict.reason in OTHER_PROGRAM_REASONS
    ):
        name = get_base_name(driver.file)
        stem = _WORD_SIZE_SUFFIX_PATTERN.sub("", name)
        library = get_base_name(driver.manifest.library) if driver.manifest else ""
        # Two 64-bit builds of one library are two drivers to choose between.
        if driver.verdict.reason in OTHER_PROGRAM_REASONS:
            stem = stems.get(library, stem)
        elif library:
            stems[library] = stem
        groups.setdefault(stem, {})[name] = None
    return {name: tuple(names) for names in groups.values() for name in names}


def _find_named_drivers(inventory: LoaderReport) -> NamedDrivers | None:
    """Return the drivers that a variable such as VK_DRIVER_FILES names, None without a variable."""
    search = inventory.driver_search
    # VK_DRIVER_FILES and VK_ICD_FILENAMES override VK_ADD_DRIVER_FILES.
    adding_variable, _ = VARIABLES_BY_MANIFEST_TYPE[ManifestType.DRIVER].adding_variable
    rules = get_platform_rules(inventory.host.platform).paths
    driver_indexes = {
        path.rstrip(rules.slash): source
        for path, source in zip(search.paths, search.sources, strict=True)
        if source == adding_variable or names_files(source)
    }
    driver_files = [driver.file for driver in inventory.drivers]
    files = [
        file
        for file in driver_files
        if file in driver_indexes or rules.get_parent(file) in driver_indexes
    ]
    if not files:
        return None
    variable = next(iter(driver_indexes.values()))
    absolute_paths = dict.fromkeys(_make_absolute(file, inventory) for file in files)
    return NamedDrivers(variable, tuple(absolute_paths), is_exclusive=names_files(variable))


def _make_absolute(file: str, inventory: LoaderReport) -> str:
    """Return a path as an absolute path, where relative ones are in the working directory."""
    # A variable may contain relative paths: the loader opens them from the working directory.
    paths = get_platform_rules(inventory.host.platform).paths
    return paths.join(inventory.host.working_directory, file)


class ResolvedLayers(NamedTuple):
    """The configuration's layers that are installed.

    Attributes:
        components: On layers, and Auto layers with a place that load by themselves. In the user's
            order.
        enabled_names: the components that are On.
        placed_entries: the components with a place.
        missing_names: On layers that are not installed.
        unusable_reasons: On layers that are installed and cannot be used, with a sentence about it.
        chosen_copies: manifest by name, if the chosen copy is not the one that the loader uses.
        chosen_implicit_copies: the same for implicit layers.
        lost_copies: layers whose chosen copy cannot be used, with its path.
    """

    components: tuple[str, ...]
    enabled_names: frozenset[str]
    placed_entries: tuple[LayerEntry, ...]
    disabled_names: tuple[str, ...]
    missing_names: tuple[str, ...]
    chosen_copies: dict[str, str]
    chosen_implicit_copies: dict[str, str]
    lost_copies: tuple[tuple[str, str], ...] = ()
    unusable_reasons: tuple[tuple[str, str], ...] = ()

    @property
    def limits(self) -> tuple[Limitation, ...]:
        """Limitations for layers that are not installed, unusable, or whose chosen copy is."""
        return (
            *(
                Limitation(name, render(NOT_INSTALLED), tr("install it"), is_absence=True)
                for name in self.missing_names
            ),
            *(
                Limitation(name, f"{reason}; {render(_KEPT_AND_SKIPPED)}", is_absence=True)
                for name, reason in self.unusable_reasons
            ),
            *(
                Limitation(
                    name,
                    tr(
                        "the chosen copy is not usable, so the loader uses the layer's default "
                        "copy instead of {path}",
                        path=path,
                    ),
                )
                for name, path in self.lost_copies
            ),
        )


def resolve_layers(configuration: Configuration, inventory_index: InventoryIndex) -> ResolvedLayers:
    """Sort a configuration's layers into those that can be placed, missing and unusable ones."""
    ordered_entries = insert_unlisted_layers(list_entries(configuration), inventory_index)
    loads = frozenset(inventory_index.loaded_names)
    components = [
        entry for entry in ordered_entries if _is_component(entry, inventory_index, loads)
    ]
    usable_entries = [
        entry
        for entry in ordered_entries
        if entry.name in inventory_index.usable_layers and entry.control is not LayerControl.OFF
    ]
    copies = {
        entry.name: layer
        for entry in usable_entries
        if (layer := find_chosen_copy(entry, inventory_index)) is not None
    }
    turned_on = frozenset(
        entry.name for entry in ordered_entries if entry.control is LayerControl.ON
    )
    off_names = [entry.name for entry in ordered_entries if entry.control is LayerControl.OFF]
    absent_names = [
        entry.name
        for entry in ordered_entries
        if entry.name in turned_on - inventory_index.usable_layers.keys()
    ]
    return ResolvedLayers(
        components=tuple(entry.name for entry in components),
        enabled_names=frozenset(entry.name for entry in components if entry.name in turned_on),
        placed_entries=tuple(entry for entry in components if entry.placed),
        disabled_names=tuple(name for name in off_names if name in inventory_index.usable_layers),
        missing_names=tuple(
            name for name in absent_names if name not in inventory_index.unusable_reasons
        ),
        chosen_copies={name: copy.file for name, copy in copies.items() if not copy.implicit},
        chosen_implicit_copies={name: copy.file for name, copy in copies.items() if copy.implicit},
        lost_copies=tuple(
            (entry.name, entry.copy)
            for entry in usable_entries
            if _is_copy_unusable(entry, inventory_index)
        ),
        unusable_reasons=tuple(
            (name, inventory_index.unusable_reasons[name])
            for name in absent_names
            if name in inventory_index.unusable_reasons
        ),
    )


def list_entries(configuration: Configuration) -> list[LayerEntry]:
    """Return a configuration's layer entries in its order, only the first of equal names."""
    # Loaders up to 1.3.246 use the last place of a name listed twice, newer ones the first,
    # so none is written twice.
    entries: dict[str, LayerEntry] = {}
    for entry in configuration.layers:
        entries.setdefault(entry.name, entry)
    return list(entries.values())


def list_later_layer_limits(configuration: Configuration) -> tuple[Limitation, ...]:
    """Return the limitation that an entry for all other layers covers only those now installed."""
    # No file and no variable turns on a layer that it does not name (LoaderLayerInterface,
    # "Override Meta-Layer"; LoaderInterfaceArchitecture, "Loader Settings File").
    if configuration.unlisted_control is not LayerControl.ON:
        return ()
    return (
        Limitation(
            UNLISTED,
            render(_LATER_LAYERS_STAY_OFF),
            tr("launch from here to rescan for layers"),
            is_launched=True,
        ),
    )


def insert_unlisted_layers(
    entries: Sequence[LayerEntry], inventory_index: InventoryIndex
) -> list[LayerEntry]:
    """Return the entries with the unlisted layers in place of the entry that stands for them."""
    listed_names = {entry.name for entry in entries}
    result: list[LayerEntry] = []
    unlisted_names: list[str] = []
    for entry in entries:
        if entry.name != UNLISTED:
            result.append(entry)
            continue
        if entry.control is not LayerControl.AUTO:
            names = tuple(inventory_index.usable_layers)
        else:
            names = inventory_index.loaded_names if entry.placed else ()
        is_placed = entry.placed and entry.control is not LayerControl.OFF
        unlisted_names = [name for name in names if name not in listed_names]
        result += [
            LayerEntry(name, entry.control, is_placed, moved_past=entry.moved_past)
            for name in unlisted_names
        ]
    return [
        entry._replace(moved_past=(*entry.moved_past, *unlisted_names))
        if entry.moved_past is not None and UNLISTED in entry.moved_past
        else entry
        for entry in result
    ]


def _is_component(
    entry: LayerEntry, inventory_index: InventoryIndex, loads: frozenset[str]
) -> bool:
    """True if a layer of the configuration is On, or is Auto with a place and loads by itself."""
    if entry.name not in inventory_index.usable_layers or entry.control is LayerControl.OFF:
        return False
    return entry.control is LayerControl.ON or (entry.placed and entry.name in loads)


def find_chosen_copy(entry: LayerEntry, inventory_index: InventoryIndex) -> FoundLayer | None:
    """Return the copy that the user chose in place of the loader's own.

    It is None if there is no such choice, or the layer is missing.
    """
    layer = inventory_index.usable_layers.get(entry.name)
    if layer is None:
        return None
    copies = _list_copies(entry.name, inventory_index)
    if entry.copy == NEWEST_COPY:
        newest_copy = max(copies, key=_read_version)
    else:
        newest_copy = next((copy for copy in copies if copy.file == entry.copy), layer)
    is_found_copy = (
        newest_copy.file == layer.file and entry.name not in inventory_index.pinned_names
    )
    return None if is_found_copy else newest_copy


def insert_chosen_copies(
    inventory_index: InventoryIndex, configuration: Configuration
) -> InventoryIndex:
    """Return the index with chosen copies in place of copies that the loader cannot use."""
    pinned_copies = {
        entry.name: copy
        for entry in list_entries(configuration)
        if entry.copy and entry.name not in inventory_index.usable_layers
        for copy in inventory_index.copies_by_name.get(entry.name, ())
        if copy.file == entry.copy and not copy.implicit
    }
    if not pinned_copies:
        return inventory_index
    usable_layers = {**inventory_index.usable_layers, **pinned_copies}
    return inventory_index._replace(
        usable_layers=usable_layers, pinned_names=frozenset(pinned_copies)
    )


def _is_copy_unusable(entry: LayerEntry, inventory_index: InventoryIndex) -> bool:
    """True if the chosen copy of a layer is not among its usable copies."""
    if not entry.copy or entry.copy == NEWEST_COPY:
        return False
    return all(copy.file != entry.copy for copy in _list_copies(entry.name, inventory_index))


def _list_copies(name: str, inventory_index: InventoryIndex) -> list[FoundLayer]:
    """Return the copies of a layer of the kind (explicit, implicit) of the one the loader uses."""
    is_implicit = inventory_index.usable_layers[name].implicit
    return [copy for copy in inventory_index.copies_by_name[name] if copy.implicit == is_implicit]


def _read_version(layer: FoundLayer) -> tuple[tuple[int, ...], int]:
    """Return what copies of a layer are compared by: API version and implementation version."""
    manifest = layer.manifest
    return (manifest.api_version, manifest.implementation_version) if manifest else ((), 0)


def find_lowest_api_version(
    components: Iterable[str], resolved_layers: ResolvedLayers, inventory_index: InventoryIndex
) -> str:
    """Return the api_version for a meta-layer: the lowest (major, minor) of its components."""
    # A meta-layer above one of its components is dropped (LoaderLayerInterface, Meta-Layers). The
    # loader's own copy counts too: not every program finds the chosen one.
    files = {**resolved_layers.chosen_copies, **resolved_layers.chosen_implicit_copies}
    versions = (
        copy.manifest.api_version[:2]
        for name in components
        for copy in inventory_index.copies_by_name.get(name, ())
        if copy.manifest is not None
        and copy.file in (files.get(name), inventory_index.usable_layers[name].file)
    )
    # A low version is harmless since 1.3.228; older loaders drop an implicit layer below the
    # version that the program requests.
    major, minor = min(versions, default=(1, 0))
    return f"{major}.{minor}.0"


def drop_auto_tail(
    resolved_layers: ResolvedLayers, inventory_index: InventoryIndex
) -> tuple[str, ...]:
    """Return the components without Auto layers at the end that would be there anyway.

    Listing these would only force them on.
    """
    # On loaders that use the first place, implicit layers that an override does not list follow
    # its components in scan order.
    scan = {name: index for index, name in enumerate(inventory_index.implicit_names)}
    components = resolved_layers.components
    end = len(components)
    limit = len(scan)
    while end:
        name = components[end - 1]
        if name in resolved_layers.enabled_names or scan.get(name, limit) >= limit:
            break
        limit = scan[name]
        end -= 1
    return components[:end]


class LayerDeclaration(NamedTuple):
    """Which manifest declares a layer."""

    file: str
    layer: str


class SettingsInputs(NamedTuple):
    """Inputs about layer settings, read from the machine.

    Attributes:
        declared_layers: the layers with settings in a configuration.
        existing_content: content of a foreign file in the user's settings folder, or None.
        copied_files: content of files that configurations use unchanged, None if unreadable.
        own_files: content of the files that layers with a format of their own find.
        unreadable_files: files of effects that are named and cannot be read.
        program_files: files that single programs read in place of that of a layer for all.
    """

    declared_layers: Mapping[LayerDeclaration, DeclaredLayer] = MappingProxyType({})
    existing_content: bytes | None = None
    copied_files: Mapping[str, bytes | None] = MappingProxyType({})
    own_files: Mapping[str, bytes] = MappingProxyType({})
    unreadable_files: frozenset[str] = frozenset()
    program_files: tuple[str, ...] = ()


NO_SETTINGS_INPUTS = SettingsInputs()


class SettingsPlan(NamedTuple):
    """The settings file, if there is anything to write, and the values that it lacks."""

    files: tuple[PlannedFile, ...] = ()
    limits: tuple[Limitation, ...] = ()


NO_SETTINGS = SettingsPlan()


def find_missing(
    configurations: Iterable[Configuration], inventory: LoaderReport
) -> dict[str, tuple[str, ...]]:
    """Return the layers that each configuration turns on and no manifest declares, by its key."""
    # A layer with a broken manifest is not missing: its row shows what is wrong.
    installed_names = {layer.name for layer in inventory.found_layers} | {UNLISTED}
    missing_names = {
        configuration.key: tuple(
            entry.name
            for entry in configuration.layers
            if entry.control is LayerControl.ON and entry.name not in installed_names
        )
        for configuration in configurations
    }
    return {key: names for key, names in missing_names.items() if names}


def find_settings_path(host: Host) -> str:
    """Return the path of the vk_layer_settings.txt that layers look for first, or ""."""
    # It takes precedence over VK_LAYER_SETTINGS_PATH (docs/layer_settings.md, "Which file").
    if is_registered(host):
        return make_own_path(host, SETTINGS_FILE_NAME)
    home = host.getenv("HOME")
    folder = host.getenv("XDG_DATA_HOME") or (f"{home}/.local/share" if home else "")
    return posixpath.join(folder, "vulkan/settings.d", SETTINGS_FILE_NAME) if folder else ""


def list_layers_with_settings(
    configuration: Configuration, inventory_index: InventoryIndex
) -> Iterator[tuple[LayerEntry, LayerDeclaration]]:
    """Yield the installed layers for which a configuration has settings."""
    inventory_index = insert_chosen_copies(inventory_index, configuration)
    for entry in list_entries(configuration):
        has_settings = (
            entry.settings and entry.writes_settings and entry.control is not LayerControl.OFF
        )
        if has_settings and entry.name in inventory_index.usable_layers:
            layer = (
                find_chosen_copy(entry, inventory_index)
                or inventory_index.usable_layers[entry.name]
            )
            yield entry, LayerDeclaration(layer.file, entry.name)


def has_settings(configuration: Configuration) -> bool:
    """True if a configuration has layer settings, or uses a settings file unchanged."""
    return bool(configuration.settings_file) or any(
        entry.settings for entry in configuration.layers
    )


def read_settings_inputs(
    configurations: Iterable[Configuration],
    inventory_index: InventoryIndex,
    host: Host,
    cache: DocumentCache,
    programs: Iterable[str] = (),
    target: Target | None = None,
) -> SettingsInputs:
    """Read the inputs for these configurations. Nothing is read if they have no settings.

    Args:
        configurations: those whose settings are planned.
        inventory_index: the layers of the machine.
        host: the machine.
        cache: files that are read already.
        programs: those that the configurations are for, beside the one of the host.
        target: what is launched.
    """
    configurations = tuple(filter(has_settings, configurations))
    declarations = {
        declaration
        for configuration in configurations
        for _entry, declaration in list_layers_with_settings(configuration, inventory_index)
    }
    files = {
        configuration.settings_file
        for configuration in configurations
        if configuration.settings_file
    }
    if not declarations and not files:
        return NO_SETTINGS_INPUTS
    scanner = Scanner(host, cache)
    read_layers = (
        (declaration, find_declaration(declaration, scanner)) for declaration in declarations
    )
    layer_by_declaration = {
        declaration: layer for declaration, layer in read_layers if layer is not None
    }
    own_files: Mapping[str, bytes] = {}
    unreadable_paths: set[str] = set()
    program_files: tuple[str, ...] = ()
    if any(
        layer.own_settings is not None and layer.own_settings.has_file
        for layer in layer_by_declaration.values()
    ):
        from vkconfig_py.model.plan.users_file import read_effects, read_own_files

        started_host = make_launch_host(host, target) if target else host
        windows = find_windows_program(target.program, target.arguments) if target else ""
        layer_by_declaration = {
            declaration: add_installed_release(layer, started_host)
            for declaration, layer in layer_by_declaration.items()
        }
        own_files = read_own_files(
            layer_by_declaration.values(), started_host, programs, windows, scanner
        )
        if target is None:
            settings = {
                layer.own_settings
                for layer in layer_by_declaration.values()
                if layer.own_settings is not None
            }
            program_files = tuple(
                file for setting in settings for file in list_program_files(setting, host)
            )
            if any(setting.merges for setting in settings):
                contents = ((file, scanner.read(file)) for file in program_files)
                own_files = {
                    **own_files,
                    **{file: content for file, content in contents if content is not None},
                }
        for declaration, layer in layer_by_declaration.items():
            layer_entries = (
                configuration.find_entry(declaration.layer) for configuration in configurations
            )
            entries = tuple(entry for entry in layer_entries if entry is not None)
            layer_by_declaration[declaration], missing_files = read_effects(
                layer, entries, started_host, own_files, scanner
            )
            unreadable_paths |= missing_files
    path = find_settings_path(host)
    is_absolute = get_platform_rules(host.platform).paths.is_absolute
    return SettingsInputs(
        declared_layers=layer_by_declaration,
        existing_content=(scanner.read(path) or b"") if path and scanner.exists(path) else None,
        # A relative path would mean another file to a program with another working directory.
        copied_files={file: scanner.read(file) if is_absolute(file) else None for file in files},
        own_files=own_files,
        unreadable_files=frozenset(unreadable_paths),
        program_files=program_files,
    )


def restore_original_files(
    inputs: SettingsInputs, files: Iterable[str], originals: Iterable[tuple[str, bytes]]
) -> SettingsInputs:
    """Return the inputs with files of layers as they were before we applied any configuration."""
    applied_files = frozenset(files)
    own_files = {
        path: content for path, content in inputs.own_files.items() if path not in applied_files
    }
    own_files |= {path: content for path, content in originals if path in inputs.own_files}
    return inputs._replace(own_files=own_files)


def find_declaration(declaration: LayerDeclaration, scanner: Scanner) -> DeclaredLayer | None:
    """Read a layer's declared settings from a manifest.

    None if it is unreadable or has no such layer.
    """
    document = scanner.read_document(declaration.file)
    if document.error:
        return None
    key = ("declared", declaration.layer)
    if key not in document.memory:
        layers = read_declared(document.data(), declaration.file, declaration.layer).layers
        document.memory[key] = add_description(layers[0]) if layers else None
    layer: DeclaredLayer | None = document.memory[key]
    return layer


def insert_added_drivers(
    inventory_index: InventoryIndex, configuration: Configuration
) -> InventoryIndex:
    """Return the index with a configuration's added drivers first, as the loader will find them."""
    files = configuration.list_driver_files()
    if not files:
        return inventory_index
    drivers: dict[str, tuple[str, ...]] = {}
    for file in files:
        name = get_base_name(file)
        drivers[name] = (*drivers.get(name, ()), file)
    for name, files_found in inventory_index.driver_manifests.items():
        drivers[name] = tuple(dict.fromkeys((*drivers.get(name, ()), *files_found)))
    kept_drivers = dict.fromkeys((*map(get_base_name, files), *inventory_index.used_drivers))
    return inventory_index._replace(driver_manifests=drivers, used_drivers=tuple(kept_drivers))


def choose_drivers_variable(
    values: Mapping[str, str | None], profile: LoaderProfile | None, found_files: Sequence[str]
) -> tuple[str, Sequence[str]]:
    """Return the variable that adds drivers, and the files that must follow the added ones in it.

    `values`: of the three variables for drivers, None if unset. `found_files`: manifests that the
    loader finds without any of them.
    """
    # A variable that replaces the search makes the loader ignore the one that adds to it
    # (LoaderDriverInterface, "Overriding the Default Driver Discovery").
    if profile is not None and not profile.has(Gate.ADD_VARIABLES):
        return ICD_FILENAMES_VARIABLE, () if values.get(
            ICD_FILENAMES_VARIABLE
        ) is not None else found_files
    for name in (DRIVER_FILES_VARIABLE, ICD_FILENAMES_VARIABLE):
        if values.get(name) is not None:
            return name, ()
    return ADD_DRIVER_FILES_VARIABLE, ()


def list_separator_limits(configuration: Configuration, separator: str) -> Iterator[Limitation]:
    """Yield limitations for driver files whose path a variable would split."""
    for file in configuration.list_driver_files():
        if separator in file:
            text = tr(
                "{file} contains “{separator}”, which separates paths in a variable",
                file=file,
                separator=separator,
            )
            yield Limitation(get_base_name(file), text, tr("rename the file or folder"))


def list_driver_limits(
    configuration: Configuration, profile: LoaderProfile
) -> Iterator[Limitation]:
    """Yield the limitation for each added driver that an override cannot add drivers."""
    takes_added_drivers = profile.has(Gate.ADDITIONAL_DRIVERS)
    alternative = (
        tr("a loader settings file, or launch from here")
        if takes_added_drivers
        else tr("launch from here")
    )
    for file in configuration.list_driver_files():
        yield Limitation(get_base_name(file), tr("an override cannot add drivers"), alternative)
