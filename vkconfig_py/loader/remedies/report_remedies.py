"""Adds remedies to the layers and drivers of a report, which is made without them.

The loader drops a layer at the first obstacle, but removing only this obstacle often exposes the
next. So each rule continues from the deciding step through the loader's later steps and adds what
they require. A broken layer becomes usable, whether or not anything requests it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from vkconfig_py.language.sentences import message, tr
from vkconfig_py.loader.base.verdicts import (
    OTHER_PROGRAM_REASONS,
    REMOVED,
    AskFor,
    AskNotFor,
    ChangeProfile,
    EditKey,
    NoRemedy,
    Outcome,
    Reason,
    Remedy,
    RemoveFile,
    SetVariable,
    UnsetVariable,
)
from vkconfig_py.loader.explain.remedies import (
    INSTALL_OTHER_BUILD,
    NAME_EXPORTED_FUNCTION,
    NO_REMEDY,
    NOTHING_TO_REPAIR,
    DecisionContext,
    combine_steps,
    find_library_remedy_steps,
    remove_part,
)
from vkconfig_py.loader.explain.report_builder import DecidedDrivers
from vkconfig_py.loader.files.binaries import EntryPoint
from vkconfig_py.loader.files.search_paths import (
    VARIABLES_BY_MANIFEST_TYPE,
    find_replacing_variable,
)
from vkconfig_py.loader.manifests.driver import DRIVER_ENTRY_POINTS, DriverManifest
from vkconfig_py.loader.manifests.layer import DEVICE_TYPE, OVERRIDE_NAME, LayerManifest
from vkconfig_py.loader.manifests.reader import Failure
from vkconfig_py.loader.platforms.rules import (
    ManifestType,
    get_base_name,
    get_folder_name,
    get_platform_rules,
)
from vkconfig_py.loader.profiles.profile import PORTABILITY_EXTENSION, PORTABILITY_FLAG, Gate
from vkconfig_py.loader.remedies.repairs import NextSteps, find_layer, repair_driver, repair_layer
from vkconfig_py.loader.rules.activation import (
    DRIVERS_DISABLE_VARIABLE,
    LAYERS_DISABLE_VARIABLE,
    LAYERS_ENABLE_VARIABLE,
    DriverRules,
    Filter,
    add_name,
    remove_matching,
)
from vkconfig_py.loader.rules.loader_report import Decision, Entry, LoaderReport
from vkconfig_py.loader.rules.meta_layers import raise_recursion_limit, repair_components
from vkconfig_py.loader.rules.ordering import (
    DEVICE_LAYERS_VARIABLE,
    INSTANCE_LAYERS_VARIABLE,
    find_requested_version,
)
from vkconfig_py.loader.settings_file import TREAT_AS_IMPLICIT, SettingsLayer

# The grammar of filters has no escapes, for a comma or an asterisk.
_NO_MATCHING_FILTER = NoRemedy(message("a driver filter cannot match this file name exactly"))
_OTHER_PROGRAM_REMEDIES = dict.fromkeys(OTHER_PROGRAM_REASONS, NOTHING_TO_REPAIR)
_FIRST_COPY_COUNTS = message("this loader uses the copy found first")
_IMPLICIT_FIRST = message("the loader reads implicit layers first and uses the copy found first")
_FOUND_TWICE_MESSAGE = message("the file is found twice, and this loader reads it each time")
_REMOVED_BEFORE_METAS = frozenset(
    {
        Reason.OVERRIDE_NOT_FOR_PROGRAM,
        Reason.OVERRIDE_NOT_FIRST,
        Reason.META_COMPONENT_MISSING,
        Reason.META_COMPONENT_OLDER,
        Reason.META_COMPONENT_OTHER_VERSION,
        Reason.META_RECURSIVE,
        Reason.CRASHES_ALL,
        Reason.SETTINGS_FILE_HIDES,
    }
)
_NONCOMPETING_REASONS = _REMOVED_BEFORE_METAS - {
    Reason.OVERRIDE_NOT_FOR_PROGRAM,
    Reason.OVERRIDE_NOT_FIRST,
}
_LAYERLESS_REASONS = (Reason.SETTINGS_FILE_OFF, Reason.NOT_REACHED)


def add_remedies(
    report: LoaderReport, layers: DecisionContext, drivers: DecidedDrivers
) -> LoaderReport:
    """Return the report with the remedy that would reverse each verdict.

    Args:
        report: its layers are those of the entries of `layers`, in their order.
        layers: what the layers were decided by.
        drivers: its drivers, decided.
    """
    adviser = LayerAdviser(layers)
    layer_remedies = (adviser.find_remedy(entry, entry.final_decision) for entry in layers.entries)
    driver_remedies = (
        _find_driver_remedy(drivers.context, *driver, drivers.rules) for driver in drivers.decided
    )
    return report._replace(
        found_layers=tuple(
            layer._replace(verdict=layer.verdict._replace(remedy=remedy))
            for layer, remedy in zip(report.found_layers, layer_remedies, strict=True)
        ),
        drivers=tuple(
            driver._replace(verdict=driver.verdict._replace(remedy=remedy))
            for driver, remedy in zip(report.drivers, driver_remedies, strict=True)
        ),
    )


def _find_driver_remedy(
    context: DecisionContext,
    file: str,
    parsed_manifest: DriverManifest | Failure,
    decision: Decision,
    rules: DriverRules,
) -> Remedy:
    """Return the remedy that makes the loader keep a refused driver, or drop a kept one.

    Args:
        context: what the drivers were decided by.
        file: its manifest.
        parsed_manifest: the manifest as read.
        decision: the decision to reverse.
        rules: filters and checks of the drivers.
    """
    if isinstance(parsed_manifest, Failure):
        if parsed_manifest.reason is Reason.NOT_REACHED:
            return RemoveFile(str(parsed_manifest.detail))
        return combine_steps(repair_driver(context, file, parsed_manifest))
    name = get_base_name(file)
    if decision.outcome in (Outcome.LOADS, Outcome.UNKNOWN):
        return _filter_out_driver(context, name)
    steps: list[Remedy] = []
    if decision.reason is Reason.PORTABILITY:
        steps.append(_ask_for_portability(context))
    if decision.outcome is Outcome.OFF:
        steps += _find_driver_filter_steps(context, name, rules.select, rules.disable)
    key_path = ("ICD", "library_path")
    steps += find_library_remedy_steps(
        context, file, parsed_manifest.library, key_path, DRIVER_ENTRY_POINTS
    )
    return combine_steps(steps)


def _ask_for_portability(context: DecisionContext) -> Remedy:
    """Return what the program must request to get portability drivers."""
    has_extension = PORTABILITY_EXTENSION in context.application.extensions
    # The extension and the bit of VkInstanceCreateInfo.flags: neither will do alone.
    return AskFor(extension="" if has_extension else PORTABILITY_EXTENSION, flags=PORTABILITY_FLAG)


def _find_driver_filter_steps(
    context: DecisionContext, name: str, select: Filter, disable: Filter
) -> list[Remedy]:
    """Return the steps after which the driver filters let a driver load."""
    environment = context.host.environment
    # loader_icd_scan: a driver that the select filter matches is kept despite the disable filter.
    if select.tokens and not select.find_match(name):
        value = add_name(name, environment[select.variable])
        return [_NO_MATCHING_FILTER if value is None else SetVariable(select.variable, value)]
    if disable.find_match(name) and not select.find_match(name):
        filter_value, profile = environment[disable.variable], context.profile
        value = remove_matching(disable.variable, filter_value, name, profile)
        return [SetVariable(disable.variable, value) if value else UnsetVariable(disable.variable)]
    return []


def _filter_out_driver(context: DecisionContext, name: str) -> Remedy:
    """Return the remedy that hides a driver by VK_LOADER_DRIVERS_DISABLE."""
    if not context.profile.has(Gate.FILTERS):
        return NoRemedy(tr("this loader does not support driver filters"))
    value = add_name(name, context.host.environment.get(DRIVERS_DISABLE_VARIABLE, ""))
    return _NO_MATCHING_FILTER if value is None else SetVariable(DRIVERS_DISABLE_VARIABLE, value)


def find_turn_off_remedy(entry: Entry, decision: Decision, context: DecisionContext) -> Remedy:
    """Return the remedy that removes a loaded layer from the chain."""
    match decision.reason:
        case Reason.APPLICATION:
            return AskNotFor(layer=entry.name)
        case Reason.INSTANCE_LAYERS:
            return _remove_from_variable(INSTANCE_LAYERS_VARIABLE, entry.name, context)
        case Reason.DEVICE_LAYERS:
            return _remove_from_variable(DEVICE_LAYERS_VARIABLE, entry.name, context)
        case Reason.META_COMPONENT | Reason.OVERRIDE_COMPONENT:
            return _remove_component(entry, decision, context)
        case Reason.SETTINGS_FILE_ON:
            return _make_listed_off_remedy(entry, context)
    disable = entry.layer.disable_environment
    return SetVariable(disable, entry.layer.off_value) if disable else NO_REMEDY


def _remove_from_variable(variable: str, name: str, context: DecisionContext) -> Remedy:
    """Return the remedy that removes a layer's name from a list variable."""
    value = context.host.getenv(variable) or ""
    return remove_part(variable, value, get_platform_rules(context.host.platform).separator, name)


def _remove_component(entry: Entry, decision: Decision, context: DecisionContext) -> Remedy:
    """Return the remedy that removes a layer from the meta-layer that lists it."""
    for meta in context.entries:
        if meta.file != decision.file or meta.manifest is None:
            continue
        names = meta.layer.component_layers
        if entry.name in names:
            key_path = (*meta.layer.key_path, "component_layers", names.index(entry.name))
            return EditKey(meta.file, key_path, REMOVED, tr("remove {name}", name=entry.name))
    return NO_REMEDY


def _make_listed_off_remedy(entry: Entry, context: DecisionContext) -> Remedy:
    """Return the remedy that sets a layer's control in the settings file to "off"."""
    settings = context.settings
    for index, element in enumerate(settings.layers or ()):
        if (element.name, element.path) == (entry.name, entry.file):
            key_path = (*settings.key_path, "layers", index, "control")
            # Before 1.3.302 an off entry beside the unordered one crashes every program.
            return EditKey(settings.file, key_path, "off", tr("change it from on to off"))
    return NO_REMEDY


class LayerAdviser:
    """Finds remedies for the layers of one report."""

    def __init__(self, context: DecisionContext) -> None:
        self._context = context
        self._copies_by_name: dict[str, list[Entry]] = {}
        for entry in context.entries:
            if entry.manifest is not None:
                self._copies_by_name.setdefault(entry.name, []).append(entry)
        self._layers_by_file = Counter(entry.file for entry in context.entries)
        self._broken_layers_by_file = Counter(
            entry.file for entry in context.entries if entry.manifest is None
        )

    def find_remedy(self, entry: Entry, decision: Decision) -> Remedy:
        """Return the remedy that reverses the decision about a layer."""
        rule = _RULE_BY_REASON.get(decision.reason)
        if rule is not None and (
            entry.manifest is not None or decision.reason in _LAYERLESS_REASONS
        ):
            return combine_steps(rule(self, entry, decision))
        if entry.failure is not None and entry.decision is None:
            return combine_steps(self._find_repairs(entry))
        if decision.outcome is Outcome.LOADS:
            return find_turn_off_remedy(entry, decision, self._context)
        return _OTHER_PROGRAM_REMEDIES.get(decision.reason, NO_REMEDY)

    def _find_repairs(self, entry: Entry) -> list[Remedy]:
        """Return the steps that make a broken manifest usable."""
        broken_layers = max(1, self._broken_layers_by_file[entry.file])
        next_steps = NextSteps(
            broken_layers,
            self.list_component_steps,
            self.find_library_steps,
            self.list_removals_of_preferred_copies,
        )
        return repair_layer(next_steps, self._context, entry)

    # -- the loader's steps, each with its requirements

    def apply_override_to_program(self, entry: Entry, decision: Decision) -> list[Remedy]:
        """Return the steps that make an override apply to the program."""
        layer, program = entry.layer, self._context.host.executable
        keys = layer.app_keys if self._context.profile.has(Gate.APP_KEYS) else ()
        key_path = (*layer.key_path, "app_keys")
        steps: list[Remedy] = []
        if keys and program not in keys:
            steps.append(
                EditKey(
                    layer.file,
                    (*key_path, len(keys)),
                    program,
                    tr("add {program}", program=program),
                )
            )
        # remove_all_non_valid_override_layers removes an override at the second mention of the
        # program.
        repeated_indexes = [index for index, key in enumerate(keys) if key == program][1:]
        for index in reversed(repeated_indexes):
            advice = tr("list the program only once")
            steps.append(EditKey(layer.file, (*key_path, index), REMOVED, advice))
        steps += [*self.list_component_steps(entry), *self._find_enabling_steps(entry)]
        if decision.reason is Reason.OVERRIDE_NOT_FIRST:
            # Last: removals from the same file shift the indexes of the remaining elements.
            steps += self.remove_conflicting(entry, self._copies_by_name.get(entry.name, []))
        return steps

    def list_component_steps(self, entry: Entry) -> list[Remedy]:
        """Return the edits after which all components of a meta-layer are usable."""
        layer = entry.layer
        if not layer.is_meta:
            return []
        usable = {
            other_entry.name: other_entry
            for other_entry in reversed(self._context.entries)
            if other_entry.manifest is not None
            and (
                other_entry.decision is None
                or other_entry.decision.reason not in _REMOVED_BEFORE_METAS
            )
            and (other_entry.implicit or _is_searched_by(layer, other_entry.file))
        }
        usable.setdefault(layer.name, entry)
        with raise_recursion_limit(self._context.entries):
            removed_indexes, version = repair_components(layer, usable, self._context.profile)
        key_path = layer.key_path
        steps: list[Remedy] = [
            EditKey(
                layer.file,
                (*key_path, "component_layers", index),
                REMOVED,
                tr("remove {layer}", layer=layer.component_layers[index]),
            )
            # Last first: each edit shifts the following elements.
            for index in sorted(removed_indexes, reverse=True)
        ]
        if version is not None:
            text = f"{version[0]}.{version[1]}.0"
            advice = tr("set it to {version} to match the component layers", version=text)
            steps.append(EditKey(layer.file, (*key_path, "api_version"), text, advice))
        return steps

    def remove_conflicting(self, entry: Entry, conflicting: Sequence[Entry]) -> list[Remedy]:
        """Return the steps that remove conflicting entries, the last in a file first."""
        steps: list[Remedy] = []
        for conflicting_entry in reversed(conflicting):
            if conflicting_entry is entry:
                continue
            if (
                conflicting_entry.file == entry.file
                and conflicting_entry.layer.key_path == entry.layer.key_path
            ):
                # Before 1.4.361 a manifest that is found twice is read twice.
                gate = Gate.FILES_ONCE
                if self._context.profile.has(gate) or conflicting_entry.implicit != entry.implicit:
                    return [NoRemedy(_FOUND_TWICE_MESSAGE)]
                return [ChangeProfile(gate.value.first)]
            if (
                self._layers_by_file[conflicting_entry.file] > 1
                and len(conflicting_entry.layer.key_path) > 1
            ):
                advice = tr("remove this {name} entry", name=conflicting_entry.name)
                steps.append(
                    EditKey(
                        conflicting_entry.file, conflicting_entry.layer.key_path, REMOVED, advice
                    )
                )
            else:
                steps.append(RemoveFile(conflicting_entry.file))
        return steps

    def remove_misnamed_element(self, _entry: Entry, decision: Decision) -> list[Remedy]:
        """Return the steps that remove the misnamed entry after this one."""
        return [EditKey(decision.file, decision.key_path, REMOVED, tr("remove the misnamed entry"))]

    def list_removals_of_preferred_copies(self, entry: Entry) -> list[Remedy]:
        """Return the steps that remove the copies that this loader prefers."""
        return self.remove_conflicting(entry, self._list_competitors(entry))

    def find_library_steps(self, layer: LayerManifest) -> list[Remedy]:
        """Return the steps that make the library of a layer open."""
        if layer.is_meta:
            return []
        if layer.stopped_at:
            return self._find_repairs(Entry(layer.file, layer.implicit, layer))
        entry_points = layer.functions.entry_points
        if self._context.check_library(layer.library, entry_points).reason == "no-entry-point":
            return [self._correct_entry_point(layer)]
        key_path = (*layer.key_path, "library_path")
        return find_library_remedy_steps(
            self._context, layer.file, layer.library, key_path, entry_points
        )

    def _correct_entry_point(self, layer: LayerManifest) -> Remedy:
        """Return the edit that names an entry point which the library exports."""
        for command in layer.functions.list_renamed:
            if self._context.check_library(layer.library, (EntryPoint((command,)),)).is_found:
                key_path = (*layer.key_path, "functions", command)
                return EditKey(layer.file, key_path, REMOVED, tr("use the standard name"))
        return NAME_EXPORTED_FUNCTION if layer.functions.list_renamed else INSTALL_OTHER_BUILD

    def _list_competitors(self, entry: Entry) -> list[Entry]:
        """Return the other copies of a layer that the loader might use instead."""
        return [
            copy
            for copy in self._copies_by_name.get(entry.name, [])
            if copy is not entry
            and (copy.decision is None or copy.decision.reason not in _NONCOMPETING_REASONS)
        ]

    def _find_enabling_steps(self, entry: Entry) -> list[Remedy]:
        """Return all steps that turn a layer on: filters, switches, request, library."""
        steps, is_forced_on = self._find_filter_steps(entry)
        if entry.implicit:
            steps += self._find_switch_steps(entry, is_forced_on)
        elif not is_forced_on and not self._is_requested(entry.name):
            steps += self._find_request_steps(entry)
        return steps + self.find_library_steps(entry.layer)

    def _find_filter_steps(self, entry: Entry) -> tuple[list[Remedy], bool]:
        """Return the steps that change filters, and whether these force the layer on."""
        filters, name = self._context.inputs.filters, entry.name
        if self._context.settings.layers is not None:
            # enable_correct_layers_from_settings lets the disable filter win: no enable filter
            # helps.
            is_hidden = filters.find_disabling_token(
                name, is_implicit=True
            ) or filters.find_hiding_token(name, entry.implicit)
            return ([UnsetVariable(LAYERS_DISABLE_VARIABLE)] if is_hidden else []), False
        if not filters.find_hiding_token(name, entry.implicit):
            return [], bool(filters.enable.find_match(name))
        # loader_layer_is_available: the enable filter brings back what the disable filter hides.
        value = add_name(name, self._context.host.environment.get(LAYERS_ENABLE_VARIABLE, ""))
        if value is None:
            # No pattern can be written for such a name.
            return [UnsetVariable(LAYERS_DISABLE_VARIABLE)], False
        return [SetVariable(LAYERS_ENABLE_VARIABLE, value)], True

    def _find_switch_steps(self, entry: Entry, is_forced_on: bool) -> list[Remedy]:
        """Return the steps that an implicit layer's variables and version require."""
        override = self._context.override
        # A component of the active override is on, whatever its variables say.
        if override is not None and entry.name in override.layer.component_layers:
            return self._find_version_steps(entry)
        if self._is_inside_another_name(entry.name):
            return self._find_request_steps(entry)
        environment = self._context.inputs.environment
        disable, enable = entry.layer.disable_environment, entry.layer.enable_environment
        value = None if disable is None else environment.get(disable)
        is_off = value is not None and entry.layer.disable_value in (None, value)
        if enable is not None and enable[0] == disable and (is_off or not is_forced_on):
            return [AskFor(layer=entry.name)]  # one variable is both enable and disable variable
        steps: list[Remedy] = []
        # Unset, not emptied: a variable with an empty value turns the layer off, too.
        if disable is not None and is_off:
            steps.append(UnsetVariable(disable))
        if enable is not None and environment.get(enable[0]) != enable[1] and not is_forced_on:
            steps.append(SetVariable(*enable))
        return [*steps, *self._find_version_steps(entry)]

    def _find_version_steps(self, entry: Entry) -> list[Remedy]:
        """Return the steps for a layer that is older than the program's API version."""
        requested = find_requested_version(self._context.application, self._context.profile)
        # loader_add_implicit_layer compares the versions before 1.3.228.
        ignores_version = self._context.profile.has(Gate.ANY_API_VERSION)
        if ignores_version or entry.layer.api_version[:2] >= requested:
            return []
        if entry.layer.is_meta:
            return [AskFor(layer=entry.name)]
        return [ChangeProfile(Gate.ANY_API_VERSION.value.first)]

    def _is_inside_another_name(self, name: str) -> bool:
        """Return whether VK_INSTANCE_LAYERS has a name that contains this one."""
        value = self._context.host.getenv(INSTANCE_LAYERS_VARIABLE) or ""
        is_searched_for = self._context.profile.has(Gate.INSTANCE_LAYERS_PLACE)
        # loader_add_implicit_layers: strstr on the whole value.
        return is_searched_for and self._context.settings.layers is None and name in value

    def _is_requested(self, name: str) -> bool:
        """Return whether an override, a variable, the program or a filter requests a layer."""
        override = self._context.override
        if override is not None and name in override.layer.component_layers:
            return True
        if name in self._context.instance_layers:
            return True
        return name in self._context.application.layers or bool(
            self._context.inputs.filters.enable.find_match(name)
        )

    def _find_request_steps(self, entry: Entry) -> list[Remedy]:
        """Return the steps that request a layer by name."""
        name, kind = entry.name, entry.layer.type
        separator = get_platform_rules(self._context.host.platform).separator
        # VK_INSTANCE_LAYERS is split there: it cannot contain such a name.
        if separator in name or not name:
            return [AskFor(layer=name)]
        variable = DEVICE_LAYERS_VARIABLE if kind == DEVICE_TYPE else INSTANCE_LAYERS_VARIABLE
        value = self._context.host.getenv(variable)
        return [SetVariable(variable, f"{value}{separator}{name}" if value else name)]

    # -- one rule per reason

    def request_layer(self, entry: Entry, _decision: Decision) -> list[Remedy]:
        """Return the steps that request the layer by name.

        A variable would load another copy where the last copy wins.
        """
        if len(self._copies_by_name[entry.name]) > 1 and not self._context.profile.has(
            Gate.FIRST_PLACE
        ):
            return [AskFor(layer=entry.name)]
        return self._find_request_steps(entry)

    def satisfy_switches(self, entry: Entry, _decision: Decision) -> list[Remedy]:
        """Return the steps that set the variables of the layer.

        Also of copies that would be used instead.
        """
        # An active override determines the folders that are searched for its components.
        has_override_paths = entry.layer.is_override and bool(entry.layer.override_paths)
        component_steps = self.list_component_steps(entry) if has_override_paths else []
        return [
            *component_steps,
            *self._find_enabling_steps(entry),
            *self._list_later_copies(entry),
        ]

    def _list_later_copies(self, entry: Entry) -> list[Remedy]:
        """Return the steps that remove copies where the last copy of a name wins."""
        if self._context.profile.has(Gate.FIRST_PLACE) and self._context.settings.layers is None:
            return []
        return self.list_removals_of_preferred_copies(entry)

    def pass_filters(self, entry: Entry, _decision: Decision) -> list[Remedy]:
        """Return the steps after which the filters let the layer load."""
        return [*self._find_enabling_steps(entry), *self.list_removals_of_preferred_copies(entry)]

    def remove_from_blacklist(self, entry: Entry, decision: Decision) -> list[Remedy]:
        """Return the steps that remove the layer from the override's blacklist."""
        names = next(
            override.layer.blacklisted_layers
            for override in self._context.entries
            if override.file == decision.file
            and override.name == OVERRIDE_NAME
            and override.manifest
        )
        steps: list[Remedy] = [
            EditKey(
                decision.file,
                (*decision.key_path[:-1], index),
                REMOVED,
                tr("remove the layer from the blacklist"),
            )
            for index in range(len(names) - 1, -1, -1)
            if names[index] == entry.name
        ]
        return [
            *steps,
            *self.list_component_steps(entry),
            *self._find_enabling_steps(entry),
            *self.list_removals_of_preferred_copies(entry),
        ]

    def list_in_settings(self, entry: Entry, decision: Decision) -> list[Remedy]:
        """Return the steps after which the settings file lists the layer."""
        takes_several_layers = self._context.profile.has(Gate.SETTINGS_SEVERAL_LAYERS)
        if self._layers_by_file[entry.file] > 1 and not takes_several_layers:
            # The settings file can only list the last layer of such a file.
            edit = EditKey(decision.file, decision.key_path, REMOVED, tr("remove the layer list"))
            return [edit, *self._find_enabling_steps(entry)]
        element: dict[str, object] = {"name": entry.name, "path": entry.file, "control": "on"}
        if entry.implicit:
            # Enable and disable variables are only read for implicit layers.
            element[TREAT_AS_IMPLICIT] = True
        key_path = (*decision.key_path, len(self._context.settings.layers or ()))
        edit = EditKey(decision.file, key_path, element, tr("list {name}", name=entry.name))
        return [edit, *self.find_library_steps(entry.layer)]

    def turn_on_in_settings(self, entry: Entry, decision: Decision) -> list[Remedy]:
        """Return the steps that set the control of this manifest in the settings file to "on"."""
        key_path = decision.key_path[:-1]
        element = (self._context.settings.layers or ())[int(decision.key_path[-2])]
        manifest = entry.manifest or self._find_listed_manifest(element)
        if manifest is None:
            return [EditKey(decision.file, key_path, REMOVED, tr("remove the entry"))]
        steps: list[Remedy] = [
            EditKey(decision.file, decision.key_path, "on", tr("change it from off to on"))
        ]
        if element.path != entry.file:
            steps.append(
                EditKey(decision.file, (*key_path, "path"), entry.file, tr("set it to this file"))
            )
        if element.implicit != manifest.implicit:
            kind_path = (*key_path, TREAT_AS_IMPLICIT)
            advice = tr("specify its kind")
            steps.append(EditKey(decision.file, kind_path, manifest.implicit, advice))
        return steps + self.find_library_steps(manifest)

    def _find_listed_manifest(self, element: SettingsLayer) -> LayerManifest | None:
        """Return the layer that an element of the settings file means, or None."""
        return find_layer(element.path, element.name, element.implicit, self._context)

    def prefer_copy(self, entry: Entry, decision: Decision) -> list[Remedy]:
        """Return the steps after which the loader finds this copy first.

        The other one may be wanted by its owner.
        """
        winners = [copy for copy in self._list_competitors(entry) if copy.file == decision.file]
        same_file = [copy for copy in winners if copy.file == entry.file]
        if any(copy_of_name.layer.key_path == entry.layer.key_path for copy_of_name in same_file):
            return self.remove_conflicting(entry, winners)  # found twice
        if not entry.implicit and any(copy_of_name.implicit for copy_of_name in winners):
            return [NoRemedy(_IMPLICIT_FIRST)]
        kind = ManifestType.IMPLICIT if entry.implicit else ManifestType.EXPLICIT
        host, profile = self._context.host, self._context.profile
        name, gate = VARIABLES_BY_MANIFEST_TYPE[kind].adding_variable
        # Where a replacing variable is defined, the adding one is not read.
        search_variable = find_replacing_variable(host, profile, kind) or name
        if (search_variable == name and not profile.has(gate)) or host.hides_variables:
            return [NoRemedy(_FIRST_COPY_COUNTS)]
        rules = get_platform_rules(host.platform)
        # A search variable is split at separators, and brings in every layer of a file.
        is_usable = rules.separator not in entry.file and rules.paths.is_absolute(entry.file)
        if not is_usable or self._layers_by_file[entry.file] > 1:
            return [NoRemedy(_FIRST_COPY_COUNTS)]
        value = host.getenv(search_variable)
        path = entry.file if search_variable == name else get_folder_name(entry.file)
        variable_step = SetVariable(
            search_variable, f"{path}{rules.separator}{value}" if value else path
        )
        return [variable_step, *self.find_library_steps(entry.layer)]

    def remove_search_enders(self, entry: Entry, decision: Decision) -> list[Remedy]:
        """Return the steps that remove every earlier file that ends the search for layers."""
        ending_files = [
            earlier_entry.file
            for earlier_entry in self._context.entries[: self._context.entries.index(entry)]
            if earlier_entry.failure is not None
            and earlier_entry.failure.reason is Reason.ENDS_SEARCH
        ]
        steps: list[Remedy] = [RemoveFile(file) for file in ending_files or [decision.file]]
        if entry.failure is not None:
            return steps + self._find_repairs(entry)
        library = self.find_library_steps(entry.layer)
        return [
            *steps,
            *self.list_component_steps(entry),
            *self.list_removals_of_preferred_copies(entry),
            *library,
        ]

    def remove_expiration(self, entry: Entry, _decision: Decision) -> list[Remedy]:
        """Return the step that removes an override's expiration date."""
        key_path = (*entry.layer.key_path, "expiration_date")
        return [EditKey(entry.file, key_path, REMOVED, tr("remove the expiration date"))]

    def remove_override(self, _entry: Entry, decision: Decision) -> list[Remedy]:
        """Return the step that removes the override which leaves the layer out."""
        return [RemoveFile(decision.file)]

    def repair_library(self, entry: Entry, _decision: Decision) -> list[Remedy]:
        """Return the steps that make the library of the layer open."""
        return self.find_library_steps(entry.layer)

    def repair_components(self, entry: Entry, decision: Decision) -> list[Remedy]:
        """Return the steps after which a meta-layer has only usable components.

        Components left by an override are removed with it.
        """
        if not entry.layer.is_meta:
            return [RemoveFile(decision.file)] if decision.file else []
        return [*self.list_component_steps(entry), *self.list_removals_of_preferred_copies(entry)]


def _is_searched_by(override: LayerManifest, file: str) -> bool:
    """Return whether the paths of an override lead to an explicit layer."""
    if not override.is_override or not override.override_paths:
        return True
    return get_folder_name(file) in override.override_paths or file in override.override_paths


_FindRemedies = Callable[[LayerAdviser, Entry, Decision], list[Remedy]]
_RULE_BY_REASON: dict[Reason, _FindRemedies] = {
    Reason.NOT_REQUESTED: LayerAdviser.request_layer,
    Reason.ENABLE_VARIABLE_UNSET: LayerAdviser.satisfy_switches,
    Reason.ENABLE_VARIABLE_OTHER_VALUE: LayerAdviser.satisfy_switches,
    Reason.DISABLE_VARIABLE: LayerAdviser.satisfy_switches,
    Reason.OLDER_THAN_APPLICATION: LayerAdviser.satisfy_switches,
    Reason.NAME_INSIDE_ANOTHER: LayerAdviser.satisfy_switches,
    Reason.EXPIRED: LayerAdviser.remove_expiration,
    Reason.DISABLE_FILTER: LayerAdviser.pass_filters,
    Reason.BLACKLISTED: LayerAdviser.remove_from_blacklist,
    Reason.OUTSIDE_OVERRIDE: LayerAdviser.remove_override,
    Reason.OVERRIDE_NOT_FOR_PROGRAM: LayerAdviser.apply_override_to_program,
    Reason.OVERRIDE_NOT_FIRST: LayerAdviser.apply_override_to_program,
    Reason.META_COMPONENT_MISSING: LayerAdviser.repair_components,
    Reason.META_COMPONENT_OLDER: LayerAdviser.repair_components,
    Reason.META_COMPONENT_OTHER_VERSION: LayerAdviser.repair_components,
    Reason.META_RECURSIVE: LayerAdviser.repair_components,
    Reason.CRASHES_ALL: LayerAdviser.repair_components,
    Reason.SETTINGS_FILE_HIDES: LayerAdviser.list_in_settings,
    Reason.SETTINGS_FILE_OFF: LayerAdviser.turn_on_in_settings,
    Reason.SETTINGS_TAKEN_ALONG: LayerAdviser.remove_misnamed_element,
    Reason.DUPLICATE: LayerAdviser.prefer_copy,
    Reason.NOT_REACHED: LayerAdviser.remove_search_enders,
    Reason.LIBRARY_MISSING: LayerAdviser.repair_library,
    Reason.LIBRARY_FOREIGN: LayerAdviser.repair_library,
    Reason.LIBRARY_NEEDS_MISSING: LayerAdviser.repair_library,
    Reason.LIBRARY_UNLINKABLE: LayerAdviser.repair_library,
    Reason.LIBRARY_CUT_SHORT: LayerAdviser.repair_library,
    Reason.LAYER_WITHOUT_ENTRY_POINT: LayerAdviser.repair_library,
    Reason.MISSING_KEY: LayerAdviser.repair_library,
}
