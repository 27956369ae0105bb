"""Order layers from application to driver, remove duplicates and expand meta-layers.

Theory of operation. The loader writes names into a list in three steps: implicit layers in scan
order (the override is replaced by its components in place), layers named by variables, layers named
by the application. The chain is built from the end of that list, and a name that is already loaded
is skipped. Two families of loaders differ in when a name is written twice:

* Up to 1.3.246 ("last place wins") implicit layers, components and layers named by variables are
  written even if they are already in the list, so the last position wins.
* From 1.3.247 ("first place wins") a name in the list is not written again. Until 1.3.250
  explicit components of a meta-layer were an exception.

Follows loader.c: loader_enable_instance_layers, loader_add_implicit_layers,
loader_add_environment_layers, loader_add_layer_names_to_list, loader_add_meta_layer,
loader_create_instance_chain.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from vkconfig_py.loader.base.host import Application
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import Outcome, Reason
from vkconfig_py.loader.platforms.rules import PlatformRules
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.activation import ActivationInputs, Switch, decide_implicit
from vkconfig_py.loader.rules.loader_report import Entry
from vkconfig_py.loader.settings_file import Control

ENABLED_AS_IMPLICIT = "Implicit Layer"
ENABLED_BY_INSTANCE_LAYERS = "Environment Variable VK_INSTANCE_LAYERS"
ENABLED_BY_DEVICE_LAYERS = "Environment Variable VK_DEVICE_LAYERS"
ENABLED_BY_FILTER = "Environment Variable VK_LOADER_LAYERS_ENABLE"
ENABLED_BY_APPLICATION = "By the Application"
ENABLED_BY_META_LAYER = "Meta Layer (Vulkan Configurator)"
ENABLED_BY_SETTINGS = "Loader Settings File (Vulkan Configurator)"

STANDARD_VALIDATION = "VK_LAYER_LUNARG_standard_validation"
INSTANCE_LAYERS_VARIABLE = "VK_INSTANCE_LAYERS"
DEVICE_LAYERS_VARIABLE = "VK_DEVICE_LAYERS"
# A longer list is useless: only the last position of a name matters.
_MAX_CHAIN_LENGTH = 4096  # no machine has a list as long as this


def overruns_names(value: str, rules: PlatformRules, profile: LoaderProfile) -> bool:
    """Return whether VK_INSTANCE_LAYERS names more layers than the loader makes room for.

    It counts the index that equals the separator's code, and so makes room for one name, or two.
    """
    # loader.c, loader_add_environment_layers.
    capacity = 2 if len(os.fsencode(value)) > ord(rules.separator) else 1
    named = rules.split_list(value)
    return len(named) > capacity and profile.has(Gate.INSTANCE_LAYERS_OVERRUN)


class WrittenLayer(NamedTuple):
    """One name in the list from which the chain is built."""

    entry: Entry
    enabled_by: str
    switch: Switch

    @property
    def needs_no_request(self) -> bool:
        """Return whether it is an implicit layer that no program has to name."""
        return self.entry.implicit and self.switch.reason is not Reason.APPLICATION


class LayerRequest(NamedTuple):
    """Sources of layer names for one chain.

    Attributes:
        variable_value: value of VK_INSTANCE_LAYERS, or ""; of VK_DEVICE_LAYERS for devices.
        variable_layers: the names in it, split as the platform does.
        application_layers: names in ppEnabledLayerNames.
        api_version: of the application, (major, minor).
        for_devices: whether the chain is that of devices (Gate.DEVICE_LAYERS).
    """

    variable_value: str
    variable_layers: tuple[str, ...]
    application_layers: tuple[str, ...]
    api_version: tuple[int, int]
    for_devices: bool = False

    @property
    def variable_label(self) -> str:
        """Return "enabled by" as the loader logs it for layers in VK_INSTANCE_LAYERS."""
        return ENABLED_BY_DEVICE_LAYERS if self.for_devices else ENABLED_BY_INSTANCE_LAYERS

    @property
    def variable_switch(self) -> Switch:
        """Return why a layer in VK_INSTANCE_LAYERS is on."""
        reason = Reason.DEVICE_LAYERS if self.for_devices else Reason.INSTANCE_LAYERS
        return Switch(True, reason)


def find_requested_version(application: Application, profile: LoaderProfile) -> tuple[int, int]:
    """Return the (major, minor) that a loader compares layer versions with."""
    requested = application.api_version
    if profile.has(Gate.THREE_PARTS):
        requested = application.packed_parts
    return requested[:2] if requested else (1, 0)


def remove_duplicates(entries: list[Entry]) -> list[Entry]:
    """Remove one later duplicate for each remaining layer, like the loader.

    Of three copies two remain: only one is removed for each surviving entry.
    """
    # loader.c, loader_scan_for_layers.
    # The usual case: no duplicate names.
    if len({entry.name for entry in entries}) == len(entries):
        return entries
    indexes_by_name: dict[str, list[int]] = {}
    for index, entry in enumerate(entries):
        indexes_by_name.setdefault(entry.name, []).append(index)
    removed_indexes: set[int] = set()
    for copies in indexes_by_name.values():
        # Each survivor removes the next copy: the 2nd, 4th and 6th are removed.
        for first, second in zip(copies[::2], copies[1::2], strict=False):
            entries[second].decide(
                Outcome.SKIPPED, Reason.DUPLICATE, entries[first].file, entries[first].file
            )
            removed_indexes.add(second)
    return [entry for index, entry in enumerate(entries) if index not in removed_indexes]


class ChainWriter:
    """Writes the list of names for one vkCreateInstance."""

    def __init__(
        self,
        available: Sequence[Entry],
        inputs: ActivationInputs,
        request: LayerRequest,
        profile: LoaderProfile,
        blocked_names: frozenset[str] = frozenset(),
        is_override_only: bool = False,
    ) -> None:
        """Prepare the list of layers of one vkCreateInstance.

        Args:
            available: the layers that the loader lists, in its order.
            inputs: variables and filters.
            request: the layers that program and variable name.
            profile: the loader.
            blocked_names: names that the settings file turns off.
            is_override_only: only an override is written, not other implicit layers.
        """
        self._is_override_only = is_override_only
        self._expands_inner = not profile.has(Gate.INNER_METAS_UNEXPANDED)
        self._available_entries = available
        self._blocked_names = blocked_names
        self._inputs = inputs
        self._request = request
        self._profile = profile
        # The first of a name: reversed, so that it is written last.
        self._entry_by_name = {entry.name: entry for entry in reversed(available)}
        self._names_once = profile.has(Gate.NAMES_ONCE)
        self._keeps_first_position = self._names_once or profile.has(Gate.FIRST_PLACE)
        self._double_components = profile.has(Gate.DOUBLE_COMPONENTS)
        self._active_names: set[str] = set()
        # By identity: copies of one layer are equal in everything but their place.
        self._label_by_index: dict[int, str] = {}
        self._expansions: dict[Entry, _Expansion] = {}
        self._visited_metas: list[Entry] = []
        self.writes = 0
        self.expanded: set[str] = set()
        self.loops = False
        self.lacks_validation = False
        self.refused: dict[int, Switch] = {}
        self.written: list[WrittenLayer] = []
        self.active: list[Entry] = []

    def write(self, with_settings: bool) -> list[WrittenLayer]:
        """Return the layers that are on, in the order in which the loader writes them.

        If the settings file has layers, its list is the order.
        """
        if with_settings:
            self._write_in_list_order()
        elif self._is_override_only:
            # loaderAddImplicitLayers, loaderEnableInstanceLayers: no other list is looked at.
            for entry in self._available_entries:
                if entry.implicit and entry.layer.is_override:
                    self._write_implicit(entry)
        else:
            self._write_implicit_layers()
            if self._profile.has(Gate.ENVIRONMENT_IN_ONE_PASS):
                self._write_environment_layers()
            else:
                self._write_named_layers()
                self._write_filtered_layers()
            self._write_application_layers()
        # Naming an implicit component again leaves its place and changes its label.
        return [
            item._replace(enabled_by=self._label_by_index[id(item.entry)]) for item in self.written
        ]

    def _write_implicit_layers(self) -> None:
        """Write the implicit layers that are on (loader_add_implicit_layers)."""
        # loader.c, loader_add_implicit_layers.
        value = self._request.variable_value
        later_names = value if self._profile.has(Gate.INSTANCE_LAYERS_PLACE) else ""
        for entry in self._available_entries:
            # strstr on the whole value: part of another name counts, and is then never written.
            if entry.implicit and not (later_names and entry.name in later_names):
                self._write_implicit(entry)

    def _write_implicit(self, entry: Entry, above: frozenset[Entry] = frozenset()) -> None:
        """Write an implicit layer, or its components, if it is on.

        `above`: meta-layers that it is reached through.
        """
        switch = self.decide(entry)
        if switch.is_on:
            # Meta-layers are expanded again here even if one of that name was: overrides for
            # several programs leak into each other. Where names are written once, not behind a
            # layer of that name.
            is_repeated_meta = entry.layer.is_meta and not self._names_once
            adds_again = is_repeated_meta or not self._keeps_first_position
            self._add_layer(entry, ENABLED_AS_IMPLICIT, switch, adds_again, above)

    def decide(self, entry: Entry) -> Switch:
        """Return whether an implicit layer is enabled in this instance."""
        # loader_add_implicit_layer compares versions after the layer is known to be enabled.
        switch = decide_implicit(entry.layer, self._inputs)
        if (
            switch.is_on
            and entry.layer.api_version[:2] < self._request.api_version
            and not self._profile.has(Gate.ANY_API_VERSION)
            and not self._profile.has(Gate.VERSIONS_UNCOMPARED)
        ):
            return Switch(False, Reason.OLDER_THAN_APPLICATION)
        return switch

    def _write_named_layers(self) -> None:
        """Write the layers in VK_INSTANCE_LAYERS (loader_add_environment_layers)."""
        # loader.c, loader_add_environment_layers.
        switch, label = self._request.variable_switch, self._request.variable_label
        if not self._profile.has(Gate.ORDERED_INSTANCE_LAYERS):
            for name in self._request.variable_layers:
                # Up to 1.3.246 all explicit layers are walked for each name.
                copies = [entry for entry in self._list_explicit() if entry.name == name]
                for copy in copies:  # each one is written
                    is_repeated_meta = copy.layer.is_meta and self._names_once
                    adds_again = is_repeated_meta or not self._keeps_first_position
                    self._add_layer(copy, label, switch, adds_again)
                if name == STANDARD_VALIDATION and not copies:
                    self.lacks_validation = self._profile.has(Gate.STANDARD_VALIDATION_REFUSED)
            return
        for name in self._request.variable_layers:
            # Implicit layers can be named, too; only since 1.4.326 is their place here.
            entry = self._entry_by_name.get(name)
            if entry is not None:
                self._add_layer(entry, label, switch)

    def _write_filtered_layers(self) -> None:
        """Write the explicit layers that VK_LOADER_LAYERS_ENABLE matches."""
        for entry in self._list_explicit():
            token = self._inputs.filters.enable.find_match(entry.name)
            if token:
                self._add_layer(entry, ENABLED_BY_FILTER, Switch(True, Reason.ENABLE_FILTER, token))

    def _write_environment_layers(self) -> None:
        """Write the explicit layers that either variable names, in the order of the list."""
        # Enumeration order, not that of the variable: loader.c walks its list of layers once.
        named = self._request.variable_layers
        for entry in self._list_explicit():
            token = self._inputs.filters.enable.find_match(entry.name)
            if token:
                switch = Switch(True, Reason.ENABLE_FILTER, token)
                self._add_layer(entry, ENABLED_BY_FILTER, switch, adds_again=True)
            elif entry.name in named:
                switch = Switch(True, Reason.INSTANCE_LAYERS)
                self._add_layer(entry, ENABLED_BY_INSTANCE_LAYERS, switch, adds_again=True)

    def _write_in_list_order(self) -> None:
        """Write each layer at its list position (enable_correct_layers_from_settings)."""
        named = set(self._request.variable_layers)
        for entry in self._available_entries:
            enabled_by, switch = self._decide_by_settings(entry, named)
            if switch.is_on:
                self._add_layer(entry, enabled_by, switch, adds_again=True)
            else:
                self.refused[id(entry)] = switch

    def _decide_by_settings(self, entry: Entry, named: set[str]) -> tuple[str, Switch]:
        """Return whether a layer is on where the settings file has layers, and by which label.

        `named`: the layers in VK_INSTANCE_LAYERS.
        """
        filters = self._inputs.filters
        # "on" is compared first in enable_correct_layers_from_settings.
        if entry.control == Control.ON and self._profile.has(Gate.ON_BEATS_FILTERS):
            return ENABLED_BY_SETTINGS, Switch(True, Reason.SETTINGS_FILE_ON)
        # The kind is not consulted here: ~implicit~ blocks explicit layers too, ~explicit~ none.
        disabling_token = filters.find_disabling_token(entry.name, is_implicit=True)
        if disabling_token:
            return "", Switch(False, Reason.DISABLE_FILTER, disabling_token)
        if entry.control == Control.ON:
            return ENABLED_BY_SETTINGS, Switch(True, Reason.SETTINGS_FILE_ON)
        enabling_token = filters.enable.find_match(entry.name)
        if enabling_token:
            return ENABLED_BY_FILTER, Switch(True, Reason.ENABLE_FILTER, enabling_token)
        if entry.name in named:
            return ENABLED_BY_INSTANCE_LAYERS, Switch(True, Reason.INSTANCE_LAYERS)
        if entry.name in self._request.application_layers:
            return ENABLED_BY_APPLICATION, Switch(True, Reason.APPLICATION)
        if entry.implicit:
            return ENABLED_AS_IMPLICIT, self.decide(entry)
        return "", Switch(False, Reason.NOT_REQUESTED)

    def _list_explicit(self) -> list[Entry]:
        """Return the explicit layers in the order of the list."""
        return [entry for entry in self._available_entries if not entry.implicit]

    def _write_application_layers(self) -> None:
        """Write the layers that the program requests (loader_add_layer_names_to_list)."""
        # In a few releases a layer named by the program loses the position that a variable gave it.
        # loader.c, loader_add_layer_names_to_list.
        adds_again = self._profile.has(Gate.APPLICATION_MOVES)
        for name in self._request.application_layers:
            entry = self._entry_by_name.get(name)
            if entry is not None and (adds_again or name not in self._active_names):
                self._add_layer(
                    entry, ENABLED_BY_APPLICATION, Switch(True, Reason.APPLICATION), adds_again
                )

    def _add_layer(
        self,
        entry: Entry,
        enabled_by: str,
        switch: Switch,
        adds_again: bool = False,
        above: frozenset[Entry] = frozenset(),
    ) -> None:
        """Write a layer, or the components of a meta-layer.

        Args:
            entry: the layer.
            enabled_by: label of the loader's log for what turned it on.
            switch: why it is on.
            adds_again: write it even if it was written before.
            above: meta-layers that it is reached through.
        """
        if entry.layer.is_meta:
            if adds_again or entry.name not in self._active_names:
                self._write_components(entry, above | {entry})
        elif adds_again or entry.name not in self._active_names:
            # Compared by name: a second copy is treated as written.
            self._active_names.add(entry.name)
            self._label_by_index[id(entry)] = enabled_by
            self.written.append(WrittenLayer(entry, enabled_by, switch))
            self.writes += 1
            self.active.append(entry)

    def _write_components(self, meta: Entry, above: frozenset[Entry]) -> None:
        """Write the components of a meta-layer, as often as the loader reaches it.

        Expansions are cached: a few meta-layers can reach the same one millions of times.
        """
        # loader.c, loader_add_meta_layer.
        expansion = self._expansions.get(meta)
        if expansion is not None and not self.loops:
            self._write_again(expansion)
            return
        # Current list lengths, to identify what this meta-layer adds.
        start = _ListLengths(
            len(self.written), len(self.active), len(self._visited_metas), self.writes
        )
        self._expand_meta(meta, above, start)
        self._expansions[meta] = _Expansion(
            _select_last_positions(self.written[start.written :], _get_written_entry),
            _select_last_positions(self.active[start.active :], _get_entry),
            _select_last_positions(self._visited_metas[start.visited :], _get_entry),
            self.writes - start.write_count,
        )

    def _write_again(self, expansion: _Expansion) -> None:
        """Repeat what a meta-layer wrote when it was reached before."""
        self._visited_metas += expansion.visited
        # Where the first position wins, nothing moves; only labels change.
        if self._keeps_first_position:
            for entry in expansion.visited:
                self._label_by_index[id(entry)] = ENABLED_BY_META_LAYER
            if not self._double_components:
                return  # everything is already in the list
        self.writes += expansion.write_count
        for item in expansion.written:
            if not (self._keeps_first_position and item.entry.implicit):
                self._label_by_index[id(item.entry)] = item.enabled_by
                self.written.append(item)
        self.active += expansion.active

    def _expand_meta(self, meta: Entry, above: frozenset[Entry], start: _ListLengths) -> None:
        """Write the components of a meta-layer that is reached for the first time.

        `above`: meta-layers that it is reached through, itself included. `start`: lengths of the
        lists before.
        """
        reason = Reason.META_COMPONENT
        if meta.layer.is_override:
            reason = Reason.OVERRIDE_COMPONENT
        # A meta-layer is active only if every component was found (loader_add_meta_layer).
        is_complete = True
        for name in meta.layer.component_layers:
            entry = self._entry_by_name.get(name)
            if name in self._blocked_names:
                continue  # the off entry of the settings file is found first
            if entry is None:
                is_complete = False
            elif self._inputs.filters.find_hiding_token(name, entry.implicit):
                continue  # of the settings file; what was found itself has left the list
            # Another copy of a name is no cycle: the first one was found.
            elif entry in above:
                is_on = not entry.implicit or self.decide(entry).is_on
                # A disabled implicit layer is not expanded, which breaks the cycle.
                is_entered = entry.implicit or self._expands_inner
                self.loops = self.loops or (is_on and is_entered and entry.layer.is_meta)
                # loader_add_meta_layer tells it to the caller of an explicit one alone.
                is_complete &= entry.implicit
            else:
                self._write_component(entry, Switch(True, reason, meta.file), above)
                self._truncate(start)
        self.expanded.add(meta.name)
        if is_complete and meta not in self.active:
            self.active.append(meta)  # after its components
        if is_complete and not self._names_once:
            self._active_names.add(meta.name)

    def _truncate(self, start: _ListLengths) -> None:
        """Keep the last position of each name if a list grows without end.

        Args:
            start: lengths of the lists before.
        """
        limit = _MAX_CHAIN_LENGTH + 2 * len(self._available_entries)
        if len(self.written) - start.written > limit:
            self.written[start.written :] = _select_last_positions(
                self.written[start.written :], _get_written_entry
            )
        if len(self.active) - start.active > limit:
            self.active[start.active :] = _select_last_positions(
                self.active[start.active :], _get_entry
            )
        if len(self._visited_metas) - start.visited > limit:
            self._visited_metas[start.visited :] = _select_last_positions(
                self._visited_metas[start.visited :], _get_entry
            )

    def _write_component(self, entry: Entry, switch: Switch, above: frozenset[Entry]) -> None:
        """Write a component of a meta-layer, or its own components.

        `above`: meta-layers that it is reached through.
        """
        if entry.implicit:
            self._visited_metas.append(entry)
            self._label_by_index[id(entry)] = (
                ENABLED_BY_META_LAYER  # stays if it was written before
            )
            self._write_implicit(entry, above)
        elif entry.layer.is_meta:
            if self._expands_inner:
                self._write_components(entry, above | {entry})
        else:
            # 1.3.247 to 1.3.250 write explicit components twice, see Gate.DOUBLE_COMPONENTS.
            adds_again = self._double_components or not self._keeps_first_position
            self._add_layer(entry, ENABLED_BY_META_LAYER, switch, adds_again)


class _ListLengths(NamedTuple):
    """List lengths of a writer when a meta-layer was reached."""

    written: int
    active: int
    visited: int
    write_count: int


class _Expansion(NamedTuple):
    """Names written by a meta-layer, without later duplicates.

    Attributes:
        visited: the implicit layers that it reached, enabled or not.
        write_count: number of names that a loader writes for it.
    """

    written: list[WrittenLayer]
    active: list[Entry]
    visited: list[Entry]
    write_count: int


def _select_last_positions(items: list[Any], get_entry: Callable[[Any], Entry]) -> list[Any]:
    """Return one item for each layer, at its last position."""
    last = {id(get_entry(item)): position for position, item in enumerate(items)}
    return [items[position] for position in sorted(last.values())]


def _get_written_entry(item: WrittenLayer) -> Entry:
    return item.entry


def _get_entry(entry: Entry) -> Entry:
    return entry


class Chain(NamedTuple):
    """The layers that load.

    Attributes:
        loaded: application side first.
        failed: layers in the list without a library that opens.
        has_cycle: a meta-layer contains itself, directly or indirectly.
        lacks_validation: Gate.STANDARD_VALIDATION_REFUSED.
        written_layers: list from which the chain is built; may contain duplicate names.
        active_entries: the same with meta-layers, each behind its components.
    """

    loaded: tuple[WrittenLayer, ...]
    failed: tuple[WrittenLayer, ...]
    has_cycle: bool = False
    lacks_validation: bool = False
    written_layers: tuple[WrittenLayer, ...] = ()
    active_entries: tuple[Entry, ...] = ()


def load_chain(
    written_layers: Sequence[WrittenLayer], opens_library: Callable[[Entry], bool]
) -> Chain:
    """Return the layers that open, in call order.

    Of equal names the one nearer the driver loads.
    """
    loaded_layers: list[WrittenLayer] = []
    names: set[str] = set()
    # loader_create_instance_chain begins at the end: the copy nearer the driver is loaded.
    for item in reversed(written_layers):
        if item.entry.name not in names and opens_library(item.entry):
            names.add(item.entry.name)
            loaded_layers.append(item)
    loaded_layers.reverse()
    failed_layers = {
        item.entry.name: item for item in written_layers if item.entry.name not in names
    }
    return Chain(
        tuple(loaded_layers), tuple(failed_layers.values()), written_layers=tuple(written_layers)
    )
