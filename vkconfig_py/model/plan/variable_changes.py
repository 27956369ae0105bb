"""The variables of one run, and the layers and drivers that they enable or disable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vkconfig_py.language.sentences import message, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.manifests.layer import OVERRIDE_NAME, LayerManifest
from vkconfig_py.loader.platforms.rules import PathRules, get_platform_rules
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.loader.rules.ordering import INSTANCE_LAYERS_VARIABLE
from vkconfig_py.model.configuration.configuration import Configuration, DriverControl, Variable
from vkconfig_py.model.plan.inventory import (
    DRIVER_FILES_VARIABLE,
    ICD_FILENAMES_VARIABLE,
    InventoryIndex,
    choose_drivers_variable,
    index_inventory,
    insert_added_drivers,
    insert_chosen_copies,
    list_driver_limits,
    list_separator_limits,
    resolve_layers,
)
from vkconfig_py.model.plan.loader_family import (
    IMPLICIT_PATH_VERSION,
    find_settings_file_limit,
    format_loader_name,
    suggest_newer_loader,
)
from vkconfig_py.model.plan.plan import Limitation

TOKEN_LIMIT = 16  # tokens of a VK_LOADER_* filter that the loader keeps
DRIVERS_SELECT_VARIABLE = "VK_LOADER_DRIVERS_SELECT"
DRIVERS_DISABLE_VARIABLE = "VK_LOADER_DRIVERS_DISABLE"
DRIVER_NOT_INSTALLED = message("not installed; the choice is not applied")
OVERRIDE_LACKS_DRIVERS = message("an override cannot choose drivers")
LAYERS_DISABLE_VARIABLE = "VK_LOADER_LAYERS_DISABLE"
LAYERS_ENABLE_VARIABLE = "VK_LOADER_LAYERS_ENABLE"
DISABLE_OVERRIDE_VARIABLE = f"DISABLE_{OVERRIDE_NAME}"


_REPLACING_VARIABLES = (DRIVER_FILES_VARIABLE, ICD_FILENAMES_VARIABLE)


class RunVariables:
    """The environment of a program to run, and the changes in it against the session's."""

    def __init__(self, host: Host, changes: Iterable[Variable] = ()) -> None:
        self._session = host.environment
        rules = get_platform_rules(host.platform)
        self.separator, self.paths = rules.separator, rules.paths
        self._changes: dict[str, str | None] = {}
        for change in changes:
            self._changes[change.name] = change.value

    def get(self, name: str) -> str | None:
        """Return the value of a variable with the changes, None if it is unset."""
        if name in self._changes:
            return self._changes[name]
        return self._session.get(name)

    def set(self, name: str, value: str) -> None:
        """Set a variable, which is a change only if the value differs."""
        if self.get(name) != value:
            self._changes[name] = value

    def unset(self, name: str) -> None:
        """Unset a variable, if it is set."""
        if self.get(name) is not None:
            self._changes[name] = None

    def prepend(self, name: str, entries: Iterable[str], default: str = "") -> None:
        """Prepend paths to a variable's value, or to `default` if it is unset."""
        # Once set, the variable replaces the built-in list, so that list is included.
        existing_text = self.get(name) or default
        paths = list(dict.fromkeys(entries))
        self._changes[name] = self.separator.join(
            [*paths, existing_text] if existing_text else paths
        )

    def set_tokens(self, name: str, tokens: Iterable[str], separator: str = ",") -> None:
        """Set a variable to a list, or unset it if the list is empty."""
        value = separator.join(dict.fromkeys(tokens))
        if value:
            self.set(name, value)
        else:
            self.unset(name)

    def list_changes(self) -> tuple[Variable, ...]:
        """Return the changes against the session. The value None unsets a variable."""
        return tuple(Variable(name, value) for name, value in self._changes.items())


def choose_path_variable(variables: RunVariables) -> str:
    """Return the variable that adds folders for explicit layers.

    VK_LAYER_PATH, if set, overrides VK_ADD_LAYER_PATH.
    """
    return "VK_ADD_LAYER_PATH" if variables.get("VK_LAYER_PATH") is None else "VK_LAYER_PATH"


def add_sources(
    variables: RunVariables,
    sources: Iterable[str],
    profile: LoaderProfile | None,
    searched_folders: Iterable[str] = (),
) -> None:
    """Set a variable so that explicit layers are first searched in these folders or manifests."""
    # Before 1.3.207 only VK_LAYER_PATH exists, which replaces the search: `searched`, the
    # normal list, is appended.
    expressible_sources = [source for source in sources if variables.separator not in source]
    usable_names = list(list_explicit_sources(expressible_sources, profile, variables.paths))
    if not usable_names:
        return
    if profile is not None and not profile.has(Gate.ADD_VARIABLES):
        if variables.get("VK_LAYER_PATH") is None:
            usable_names.extend(searched_folders)
        variables.prepend("VK_LAYER_PATH", usable_names)
    else:
        variables.prepend(choose_path_variable(variables), usable_names)


def list_explicit_sources(
    sources: Iterable[str], profile: LoaderProfile | None, paths: PathRules
) -> Iterator[str]:
    """Yield each source, as a folder for loaders that cannot search single manifests."""
    for source in sources:
        is_file = source.endswith(".json")
        if is_file and profile is not None and profile.has(Gate.ENTRIES_BY_KIND):
            yield paths.get_parent(source)
        else:
            yield source


class SearchSources(NamedTuple):
    """Folders and manifests of a configuration that variables can add.

    Limitations are for those that they cannot add.
    """

    explicit_sources: tuple[str, ...]
    implicit_sources: tuple[str, ...]
    limits: tuple[Limitation, ...] = ()


def find_search_sources(
    configuration: Configuration, profile: LoaderProfile | None, host: Host
) -> SearchSources:
    """Return the sources of a configuration that variables can add for a loader."""
    # Before 1.3.296 no variable adds to the search for implicit layers. Such a manifest is found
    # as an explicit layer too, so it can at least be turned on.
    sources = configuration.implicit_sources
    separator_limits = list_source_limits(
        (*configuration.sources, *sources), get_platform_rules(host.platform).separator
    )
    if profile is None or profile.has(Gate.IMPLICIT_LAYER_PATH):
        return SearchSources(configuration.sources, sources, separator_limits)
    text = tr("{loader} treats layers in {folder} as explicit: they load only if you turn them on")
    name = format_loader_name(profile)
    late_limits = (
        Limitation(
            "", text.format(loader=name, folder=folder), suggest_newer_loader(IMPLICIT_PATH_VERSION)
        )
        for folder in sources
    )
    return SearchSources((*configuration.sources, *sources), (), (*separator_limits, *late_limits))


def add_implicit_sources(variables: RunVariables, sources: Iterable[str]) -> None:
    """Set a variable so that implicit layers are first searched in these folders or manifests.

    VK_IMPLICIT_LAYER_PATH, if set, takes precedence.
    """
    usable_names = [source for source in sources if variables.separator not in source]
    if usable_names:
        is_replaced = variables.get("VK_IMPLICIT_LAYER_PATH") is not None
        name = "VK_IMPLICIT_LAYER_PATH" if is_replaced else "VK_ADD_IMPLICIT_LAYER_PATH"
        variables.prepend(name, usable_names)


def list_source_limits(sources: Iterable[str], separator: str) -> tuple[Limitation, ...]:
    """Return a limitation for each folder whose path a variable would split at its separator."""
    text = _SEPARATOR_TEXTS[separator]
    return tuple(
        Limitation("", render(text, path=source), tr("rename the file or folder"))
        for source in sources
        if separator in source
    )


_SEPARATOR_TEXTS = {
    ":": message("{path} contains a colon, which separates paths"),
    ";": message("{path} contains a semicolon, which separates paths"),
}


def make_filter_token(name: str) -> str | None:
    """Return the filter token that matches exactly this name, None if there is none."""
    # Tokens are separated by commas; "~" and "*" at an end are special; more than 255 bytes are
    # cut (LoaderInterfaceArchitecture, Filter Environment Variable Behaviors).
    has_special_characters = "," in name or name.startswith(("~", "*")) or name.endswith("*")
    return (
        None
        if not name or has_special_characters or len(name.encode(errors="replace")) > 255
        else name
    )


def list_missing_drivers(
    configuration: Configuration, profile: LoaderProfile
) -> tuple[Limitation, ...]:
    """Return limitations for a configuration's drivers, which an override cannot choose."""
    limits = (
        Limitation(
            driver.name, render(OVERRIDE_LACKS_DRIVERS), tr("launch from here, or use variables")
        )
        for driver in configuration.drivers
    )
    return (*limits, *list_driver_limits(configuration, profile))


def disable_overrides(variables: RunVariables, inventory_index: InventoryIndex) -> None:
    """Set variables so that a run is free of overrides that are applied to the system."""
    for override in inventory_index.overrides:
        # The manifest declares the variable; VkConfig and others use the same name.
        name = override.disable_environment or DISABLE_OVERRIDE_VARIABLE
        _disable_layer(variables, name, override)


def _disable_layer(variables: RunVariables, name: str, layer: LayerManifest) -> None:
    """Set the disable variable of an implicit layer."""
    # If any value works, that of the session is kept.
    if layer.disable_value is not None or variables.get(name) is None:
        variables.set(name, layer.off_value)


class RunPlan:
    """Plan of one run of a program under construction: its variables, and its limits.

    Attributes:
        profile: the loader that the program will use, None if unknown.
    """

    def __init__(
        self,
        configuration: Configuration,
        inventory: LoaderReport,
        host: Host,
        profile: LoaderProfile | None,
    ) -> None:
        self.configuration = configuration
        self.host = host
        self.profile = profile
        inventory_index = insert_chosen_copies(index_inventory(inventory), configuration)
        self.inventory_index = insert_added_drivers(inventory_index, configuration)
        self.resolved_layers = resolve_layers(configuration, self.inventory_index)
        self.variables = RunVariables(host, configuration.environment)
        self.limits: list[Limitation] = [*self.resolved_layers.limits]
        self._inventory = inventory

    def add_sources(self) -> None:
        """Make the loader search the configuration's folders first, chosen copies before all."""
        resolved_layers, profile = self.resolved_layers, self.profile
        sources = find_search_sources(self.configuration, profile, self.host)
        self.limits += sources.limits
        explicit_names = [*resolved_layers.chosen_copies.values(), *sources.explicit_sources]
        add_sources(self.variables, explicit_names, profile, self._inventory.explicit_search.paths)
        if profile is None or profile.has(Gate.IMPLICIT_LAYER_PATH):
            add_implicit_sources(
                self.variables,
                [*resolved_layers.chosen_implicit_copies.values(), *sources.implicit_sources],
            )
            return
        text = tr(
            "{loader} always uses the first copy of an implicit layer",
            loader=format_loader_name(profile),
        )
        alternative = suggest_newer_loader(IMPLICIT_PATH_VERSION)
        self.limits += [
            Limitation(name, text, alternative) for name in resolved_layers.chosen_implicit_copies
        ]

    def set_enable_variables(self) -> None:
        """Set the enable variables of implicit layers that are On."""
        names = (
            name
            for name in self.resolved_layers.components
            if name in self.resolved_layers.enabled_names
        )
        for manifest in self.inventory_index.list_manifests(names):
            if not manifest.implicit:
                continue
            # Only effective with exactly the manifest's value (loader.c,
            # loader_implicit_layer_is_enabled).
            if manifest.enable_environment is not None:
                self.variables.set(*manifest.enable_environment)
            # It overrides the enable variable whenever it is set, whatever its value.
            if manifest.disable_environment is not None:
                self.variables.unset(manifest.disable_environment)

    def set_disable_variables(self) -> tuple[str, ...]:
        """Set the disable variables of implicit layers to turn off and return those without one."""
        explicit_names = []
        for manifest in self.inventory_index.list_manifests(self.resolved_layers.disabled_names):
            # Overrides the enable variable and VK_LOADER_LAYERS_ENABLE.
            if manifest.implicit and manifest.disable_environment:
                _disable_layer(self.variables, manifest.disable_environment, manifest)
            else:
                explicit_names.append(manifest.name)
        return tuple(explicit_names)

    def neutralize_filters(self, *, enable: bool = True) -> None:
        """Rewrite the session's filters so that they match no wanted layer and no meta-layer."""
        # A filter that matches a component or the meta-layer would break the chain, so it is
        # replaced
        # by the exact names of the other layers it matches. With `enable` VK_LOADER_LAYERS_ENABLE
        # is rewritten too, which would give a component a second place.
        wanted_names = set(self.resolved_layers.components)
        if (
            not wanted_names and not self.resolved_layers.disabled_names
        ):  # no layers to protect: the session's filters stay
            return
        if self.variables.get(LAYERS_DISABLE_VARIABLE):
            filtered_layers = self.inventory_index.list_names_by_reason(Reason.DISABLE_FILTER)
            self._set_filter(
                LAYERS_DISABLE_VARIABLE,
                [name for name in filtered_layers if name not in wanted_names],
            )
        if enable and self.variables.get(LAYERS_ENABLE_VARIABLE):
            removed_names = wanted_names | set(self.resolved_layers.disabled_names)
            filtered_layers = self.inventory_index.list_names_by_reason(Reason.ENABLE_FILTER)
            self._set_filter(
                LAYERS_ENABLE_VARIABLE,
                [name for name in filtered_layers if name not in removed_names],
            )

    def turn_off_by_filter(self, names: Sequence[str]) -> None:
        """Name layers in VK_LOADER_LAYERS_DISABLE, if the loader reads it and they fit."""
        if not names:
            return
        # The filters came with 1.3.234.
        if self.profile is not None and not self.profile.has(Gate.FILTERS):
            text = tr(
                "{loader} has no variable that turns this layer off",
                loader=format_loader_name(self.profile),
            )
            blocks = self.profile.has(Gate.BLACKLIST)
            alternative = (
                tr("use Apply, or loader 1.3.234 or newer")
                if blocks
                else suggest_newer_loader("1.3.234")
            )
            self.limits += [Limitation(name, text, alternative) for name in names]
            return
        tokens = [
            token
            for token in (self.variables.get(LAYERS_DISABLE_VARIABLE) or "").split(",")
            if token
        ]
        self._set_filter(LAYERS_DISABLE_VARIABLE, [*tokens, *names])

    def name_instance_layers(self, leading_names: Iterable[str]) -> None:
        """Put layers into VK_INSTANCE_LAYERS, before those of the session."""
        separator = self.variables.separator
        existing_texts = (self.variables.get(INSTANCE_LAYERS_VARIABLE) or "").split(separator)
        # Older loaders would use the second place of a component.
        dropped_names = {*self.resolved_layers.components, *self.resolved_layers.disabled_names, ""}
        remaining_names = [name for name in existing_texts if name not in dropped_names]
        self.variables.set_tokens(
            INSTANCE_LAYERS_VARIABLE, [*leading_names, *remaining_names], separator
        )

    def add_drivers(self) -> None:
        """Make the loader find the configuration's added drivers first."""
        separator = self.variables.separator
        files = [
            driver_file
            for driver_file in self.configuration.list_driver_files()
            if separator not in driver_file
        ]
        self.limits += list_separator_limits(self.configuration, separator)
        if files:
            values = {name: self.variables.get(name) for name in _REPLACING_VARIABLES}
            found_files = [driver.file for driver in self._inventory.drivers]
            name, following = choose_drivers_variable(values, self.profile, found_files)
            self.variables.prepend(name, [*files, *following])

    def list_used_drivers(self) -> tuple[str, ...]:
        """Return the base names of the drivers that the configuration uses, in scan order."""
        control = self.configuration.get_driver_control
        used_names = [
            name
            for name in self.inventory_index.used_drivers
            if control(name) is not DriverControl.OFF
        ]
        only = [name for name in used_names if control(name) is DriverControl.ONLY]
        return tuple(only or used_names)

    def choose_drivers(self, names: Sequence[str] = ()) -> None:
        """Set variables so that only some drivers are used, by a filter if the loader reads one.

        `names`: manifests that a choice of devices leaves, among those that are used.
        """
        controls, inventory_index = self.configuration.drivers, self.inventory_index
        siblings = inventory_index.driver_siblings
        only = [driver.name for driver in controls if driver.control is DriverControl.ONLY]
        off_names = [driver.name for driver in controls if driver.control is DriverControl.OFF]
        # A 32-bit program that the target starts gets the same driver.
        only = list(
            dict.fromkeys(sibling for name in only for sibling in siblings.get(name, (name,)))
        )
        off_names = list(
            dict.fromkeys(sibling for name in off_names for sibling in siblings.get(name, (name,)))
        )
        if names:
            only, off_names = list(names), []
        # Filters match a driver by its manifest's file name.
        missing_names = [
            name for name in (*only, *off_names) if name not in inventory_index.driver_manifests
        ]
        self.limits += [
            Limitation(name, render(DRIVER_NOT_INSTALLED), tr("install it"))
            for name in missing_names
        ]
        only = [name for name in only if name in inventory_index.driver_manifests]
        off_names = [name for name in off_names if name in inventory_index.driver_manifests]
        if not only and not off_names:
            return
        used_names = [
            name for name in only or inventory_index.used_drivers if name not in off_names
        ]
        is_filtered = bool(
            self.variables.get(DRIVERS_SELECT_VARIABLE)
            or self.variables.get(DRIVERS_DISABLE_VARIABLE)
        )
        exact_matches = used_names if is_filtered else only or off_names
        fits = len(exact_matches) <= TOKEN_LIMIT and all(map(make_filter_token, exact_matches))
        if (
            not exact_matches
            or not fits
            or not (self.profile is None or self.profile.has(Gate.FILTERS))
        ):
            self.name_driver_files(used_names)
        elif is_filtered:
            # SELECT overrides DISABLE: with filters of the session only an exact list is
            # unambiguous.
            self.variables.set_tokens(DRIVERS_SELECT_VARIABLE, used_names)
            self.variables.unset(DRIVERS_DISABLE_VARIABLE)
        else:
            self.variables.set_tokens(
                DRIVERS_SELECT_VARIABLE if only else DRIVERS_DISABLE_VARIABLE, exact_matches
            )

    def name_driver_files(self, names: Sequence[str]) -> None:
        """Make the loader use these driver manifests instead of its search, in this order."""
        # VK_DRIVER_FILES came with 1.3.207; older loaders read VK_ICD_FILENAMES alone.
        has_driver_files = self.profile is None or self.profile.has(Gate.ADD_VARIABLES)
        files = [file for name in names for file in self.inventory_index.driver_manifests[name]]
        # Once set, even if empty, it replaces the whole search, and what ADD adds to it.
        self.variables.set(
            DRIVER_FILES_VARIABLE if has_driver_files else ICD_FILENAMES_VARIABLE,
            self.variables.separator.join(files),
        )
        # The filters apply to named files too.
        for name in (DRIVERS_SELECT_VARIABLE, DRIVERS_DISABLE_VARIABLE):
            self.variables.unset(name)

    def set_loader_log(self) -> None:
        """Set VK_LOADER_DEBUG to the loader messages that the configuration wants."""
        if self.configuration.loader_log:
            self.variables.set("VK_LOADER_DEBUG", ",".join(self.configuration.loader_log))

    def add_settings_file_limit(self) -> None:
        """Report that a loader settings file keeps layers from being found, if it does."""
        limit = find_settings_file_limit(self._inventory, self.profile, is_blocking=False)
        self.limits += [limit] if limit is not None else []

    def _set_filter(self, variable: str, names: Iterable[str]) -> None:
        """Write names as tokens of a filter variable. Names that do not fit become limitations."""
        tokens: list[str] = []
        for name in dict.fromkeys(names):
            # ~implicit~ and globs come from the session and are kept.
            has_wildcard = name.startswith("~") or "*" in name
            token = name if has_wildcard else make_filter_token(name)
            if token is None:
                self.limits.append(
                    Limitation(name, tr("{variable} cannot contain this name", variable=variable))
                )
            elif len(tokens) == TOKEN_LIMIT:
                self.limits.append(
                    Limitation(
                        name,
                        tr(
                            "{variable} holds at most {limit:,} names",
                            variable=variable,
                            limit=TOKEN_LIMIT,
                        ),
                    )
                )
            else:
                tokens.append(token)
        self.variables.set_tokens(variable, tokens)
