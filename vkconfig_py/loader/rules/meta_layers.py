"""Decides about meta-layers, the override, reused memory slots and standard validation.

Follows loader.c: remove_all_non_valid_override_layers, get_override_layer_override_paths,
verify_all_meta_layers, loader_remove_layers_in_blacklist. Documented in LoaderLayerInterface,
"Meta-Layers" and "Override Meta-Layer".
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from vkconfig_py.language.sentences import message
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import KeyPath, Outcome, Reason
from vkconfig_py.loader.files.program_files import NO_PROGRAM_KEY
from vkconfig_py.loader.manifests.layer import (
    DEVICE_TYPE,
    INSTANCE_TYPE,
    OVERRIDE_NAME,
    LayerManifest,
)
from vkconfig_py.loader.manifests.reader import Extension
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.activation import ActivationInputs, decide_implicit
from vkconfig_py.loader.rules.loader_report import Entry, find_first_named
from vkconfig_py.loader.rules.ordering import STANDARD_VALIDATION

_FRAMES_PER_META = 6  # Python calls for each level of nesting, at most
_MAX_SHALLOW_METAS = 100  # fewer fit in the usual recursion limit
FREED_TWICE = message("it reuses the memory of a removed override (double free)")
# Only a layer that fails for one of these has a place in the list already.
_LATE_CHECKED_KEYS = ("library_path", "component_layers")
_LATE_CHECKED_REASONS = (Reason.VARIANT, Reason.WRONG_ARCHITECTURE)
# loader.h, std_validation_names: the layers in their order, from each release on.
_VALIDATION_LAYERS_BY_RELEASE = {
    (1, 0, 3): (
        "LUNARG_threading LUNARG_param_checker LUNARG_device_limits LUNARG_object_tracker "
        "LUNARG_image LUNARG_mem_tracker LUNARG_draw_state LUNARG_swapchain GOOGLE_unique_objects"
    ),
    (1, 0, 4): (
        "GOOGLE_threading LUNARG_param_checker LUNARG_device_limits LUNARG_object_tracker "
        "LUNARG_image LUNARG_mem_tracker LUNARG_draw_state LUNARG_swapchain GOOGLE_unique_objects"
    ),
    (1, 0, 6): (
        "GOOGLE_threading LUNARG_parameter_validation LUNARG_device_limits LUNARG_object_tracker "
        "LUNARG_image LUNARG_core_validation LUNARG_swapchain GOOGLE_unique_objects"
    ),
    (1, 0, 20): (
        "GOOGLE_threading LUNARG_parameter_validation LUNARG_object_tracker "
        "LUNARG_image LUNARG_core_validation LUNARG_swapchain GOOGLE_unique_objects"
    ),
    (1, 0, 40): (
        "GOOGLE_threading LUNARG_parameter_validation LUNARG_object_tracker "
        "LUNARG_core_validation LUNARG_swapchain GOOGLE_unique_objects"
    ),
}


@contextmanager
def raise_recursion_limit(entries: Sequence[Entry]) -> Iterator[None]:
    """Raise Python's recursion limit so that nested meta-layers of this depth can be walked."""
    meta_count = sum(1 for entry in entries if entry.manifest is not None and entry.layer.is_meta)
    limit = sys.getrecursionlimit()
    if meta_count < _MAX_SHALLOW_METAS:
        yield
        return
    # A machine with thousands of nested meta-layers must not end in RecursionError here, where the
    # C loader still has stack.
    sys.setrecursionlimit(limit + meta_count * _FRAMES_PER_META)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


class PrunedEntries(NamedTuple):
    """Entries that remain after the overrides for other programs are removed.

    Attributes:
        trailing_slots: memory slots past the end of the list; None for a cleared slot.
    """

    entries: list[Entry]
    trailing_slots: list[Entry | None]


def prune_overrides(entries: list[Entry], executable: str, profile: LoaderProfile) -> PrunedEntries:
    """Remove the overrides that are for other programs than this executable.

    After a match, later overrides without a matching key stay in the list, and one with an already
    matched key is removed: cumulative app_keys rely on this.
    """
    # loader.c, remove_all_non_valid_override_layers.
    # Without a path of the program the loader cannot compare, and keeps every override.
    if not executable or not profile.has(Gate.APP_KEYS):
        return PrunedEntries(entries, [])
    if not any(entry.name == OVERRIDE_NAME for entry in entries):
        return PrunedEntries(entries, [])
    return _MetaLayerPruning(entries, executable).run()


class _MetaLayerPruning:
    """The loop of remove_all_non_valid_override_layers, including its bugs.

    The C code continues to compare keys after removing the current entry: it then compares the
    entry that moved up, and a second match removes the entry *before* it.
    """

    def __init__(self, entries: list[Entry], executable: str) -> None:
        self._entries = list(entries)
        self._executable = executable
        self._freed_slots: list[Entry | None] = []
        self._matched_override: Entry | None = None
        self._position = 0

    def run(self) -> PrunedEntries:
        """Return the entries without the overrides for other programs."""
        # Index of the first override without app_keys: it applies to programs that no other one
        # names.
        general_index = -1
        # Not a for loop: entries are removed meanwhile, and _position may move back.
        while 0 <= self._position < len(self._entries):
            entry = self._entries[self._position]
            if entry.name != OVERRIDE_NAME:
                pass
            elif self._list_app_keys(entry):
                self._compare_keys(entry)
            # An empty list of app_keys is like none.
            elif general_index < 0:
                general_index = self._position
            else:
                self._remove_entry(
                    self._position, Reason.OVERRIDE_NOT_FIRST, self._entries[general_index].file
                )
                self._position -= 1
            self._position += 1
        # An override for this program replaces the general one, wherever that is in the list.
        if self._matched_override is not None and general_index >= 0:
            self._remove_entry(
                general_index, Reason.OVERRIDE_NOT_FIRST, self._matched_override.file
            )
        return PrunedEntries(self._entries, self._freed_slots)

    def _list_app_keys(self, entry: Entry) -> tuple[str, ...]:
        """Return the programs that an override is limited to, () for all or a broken one."""
        return entry.layer.app_keys if entry.manifest else ()

    def _compare_keys(self, entry: Entry) -> None:
        """Compare an override's app_keys with the program, and remove what the loader would."""
        # `place` stays while _position moves back: the C code keeps a pointer into the array.
        slot, key_index = self._position, 0
        while key_index < len(self._list_app_keys(entry)):
            # strcmp: no path is normalised.
            if self._list_app_keys(entry)[key_index] == self._executable:
                if self._matched_override is None:
                    self._matched_override = entry
                elif (moved_entry := self._remove_matched(slot)) is None:
                    break
                else:
                    entry = moved_entry
            key_index += 1
        if self._matched_override is None:
            self._remove_entry(self._position, Reason.OVERRIDE_NOT_FOR_PROGRAM)
            self._position -= 1

    def _remove_matched(self, slot: int) -> Entry | None:
        """Remove the current entry. Return what its memory slot holds afterwards, or None."""
        file = self._matched_override.file if self._matched_override is not None else ""
        self._remove_entry(self._position, Reason.OVERRIDE_NOT_FIRST, file)
        self._position -= 1
        if slot < len(self._entries):
            return self._entries[slot]
        # The entry was the last: the pointer is now past the end of the list.
        return self._freed_slots[0]

    def _remove_entry(self, index: int, reason: Reason, file: str = "") -> None:
        """Remove the entry at an index, and record why and what stays in its memory slot.

        `file`: the other override that decides, "" for its own app_keys.
        """
        # The second of two removals can have index -1; the C code writes nothing there.
        if 0 <= index < len(self._entries):
            # The last entry leaves a copy when it moves up; its own slot is cleared if it is
            # removed.
            is_last = index == len(self._entries) - 1
            self._freed_slots.insert(0, None if is_last else self._entries[-1])
            detail = file if file else self._executable.removesuffix(NO_PROGRAM_KEY)
            removed_entry = self._entries.pop(index)
            # Whose keys decide: its own, if no other override is in its way.
            key_path = (
                ()
                if file or removed_entry.manifest is None
                else (*removed_entry.manifest.key_path, "app_keys")
            )
            removed_entry.decide(Outcome.OFF, reason, detail, file, key_path)


def find_override_paths(
    entries: list[Entry], inputs: ActivationInputs, profile: LoaderProfile
) -> Entry | None:
    """Return the enabled override whose override_paths replace the explicit search, or None."""
    # get_override_layer_override_paths. Implicit manifests were read before: their layers remain.
    override = None
    if not profile.has(Gate.OVERRIDE):
        return None
    for entry in entries:
        # An override without paths does not end the search: the next one may have some.
        if entry.name != OVERRIDE_NAME or not entry.layer.override_paths:
            continue
        if decide_implicit(entry.layer, inputs).is_on:
            override = entry
            # Older loaders let a later override write its paths over those of the first.
            if profile.has(Gate.FIRST_OVERRIDE_PATHS):
                break
    return override


def needs_explicit_layers(implicit_entries: list[Entry], inputs: ActivationInputs) -> bool:
    """Return whether the scan for implicit layers also reads explicit manifests.

    It does if an override is enabled, or if any other implicit meta-layer exists.
    """
    # loader_scan_for_implicit_layers. Invalid meta-layers are included here.
    return any(
        decide_implicit(entry.layer, inputs).is_on
        if entry.layer.is_override
        else entry.layer.is_meta
        for entry in implicit_entries
    )


class VerifiedEntries(NamedTuple):
    """The list without invalid meta-layers.

    Attributes:
        override: first entry of the override's name, if a valid and enabled one exists.
        extensions: by meta-layer: its own extensions and those of its components.
    """

    entries: list[Entry]
    override: Entry | None
    extensions: Mapping[Entry, tuple[Extension, ...]]


def remove_invalid_metas(
    entries: list[Entry],
    inputs: ActivationInputs,
    profile: LoaderProfile,
    passing: frozenset[Entry] = frozenset(),
) -> VerifiedEntries:
    """Remove each meta-layer whose components are not all usable, in list order.

    A meta-layer is removed at once, so later ones that depend on it fail; earlier ones are not
    checked again. `passing` holds layers that pass for an enabled override, valid meta-layers or
    none at all.
    """
    # loader.c, verify_meta_layer_component_layers.
    if not passing and not any(item.layer.is_meta or item.layer.is_override for item in entries):
        return VerifiedEntries(entries, None, {})
    copies: dict[str, list[Entry]] = {}
    for entry in entries:
        copies.setdefault(entry.name, []).append(entry)
    # loader_find_layer_property walks from the front.
    by_name = {name: same_named[0] for name, same_named in copies.items()}
    removed_entries: set[Entry] = set()
    extensions: dict[Entry, tuple[Extension, ...]] = {}
    override_acts = False
    unverified = False
    for entry in entries:
        layer = entry.layer
        if unverified:
            unverified = False
            continue
        # A layer in a reused slot is treated as the override although it has no components.
        is_override = layer.is_override and profile.has(Gate.OVERRIDE)
        is_on = entry in passing or (is_override and decide_implicit(layer, inputs).is_on)
        if not layer.is_meta:
            applies = entry in passing or profile.has(Gate.ANY_OVERRIDE_ACTS)
            override_acts |= is_on and applies
            continue
        # No state is shared between meta-layers.
        check = _MetaCheck(
            by_name, copies if profile.has(Gate.META_VISITED) else {}, profile, set()
        )
        failure = check.check_components(layer, {id(layer)})
        if failure is not None:
            crashes = failure[0] is Reason.CRASHES_ALL
            outcome = Outcome.FAILS if crashes else Outcome.SKIPPED
            entry.decide(outcome, *failure, key_path=_find_key_path(layer, *failure))
            removed_entries.add(entry)
            copies[entry.name].remove(entry)
            by_name.pop(entry.name)
            # Later meta-layers now find the next copy of the name.
            by_name |= {same_named.name: same_named for same_named in copies[entry.name][:1]}
            unverified = profile.has(Gate.NEXT_UNVERIFIED)
            continue
        _merge_extensions(entry, by_name, extensions, profile.has(Gate.META_MERGED_IN_ORDER))
        override_acts |= is_on
    kept_entries = [entry for entry in entries if entry not in removed_entries]
    # The active override need not be the valid one: look-ups return the first of the name.
    override = find_first_named(kept_entries, OVERRIDE_NAME) if override_acts else None
    return VerifiedEntries(kept_entries, override, extensions)


def _merge_extensions(
    meta: Entry,
    by_name: dict[str, Entry],
    merged_extensions: dict[Entry, tuple[Extension, ...]],
    in_list_order: bool,
) -> None:
    """Add the extensions of components to those of their meta-layer.

    Follows update_meta_layer_extensions_from_component_layers.

    A component that is itself a meta-layer adds what has been merged into it so far: nothing yet if
    it is later in the list, unless the loader merges while it follows components.
    """
    # setdefault below: the meta-layer's own version of an extension stays.
    versions = dict(meta.layer.instance_extensions)
    for name in meta.layer.component_layers:
        entry = by_name[name]
        if entry.layer.is_meta and entry not in merged_extensions and not in_list_order:
            _merge_extensions(entry, by_name, merged_extensions, in_list_order)
        for extension, version in merged_extensions.get(entry, entry.layer.instance_extensions):
            versions.setdefault(extension, version)
    merged_extensions[meta] = tuple(Extension(*extension) for extension in versions.items())


class _MetaCheck(NamedTuple):
    """Check of one meta-layer (verify_meta_layer_component_layers).

    Attributes:
        first_by_name: the first layer of each name.
        copies_by_name: all layers of a name, for loaders that descend into the last copy.
        valid_ids: meta-layers already found valid.
    """

    first_by_name: Mapping[str, Entry]
    copies_by_name: Mapping[str, list[Entry]]
    profile: LoaderProfile
    valid_ids: set[int]

    def check_components(
        self, meta: LayerManifest, visited_ids: set[int]
    ) -> tuple[Reason, str] | None:
        """Return why a meta-layer is invalid and the component at fault, or None if it is valid."""
        # Major and minor (VK_API_VERSION_MAJOR, _MINOR); in some releases the patch, too.
        # A meta-layer without components passes: there is nothing to compare.
        part_count = 3 if self.profile.has(Gate.COMPONENT_PATCH) else 2
        finds_pairs = self.profile.has(Gate.META_CIRCLE_OF_TWO)
        for name in meta.component_layers:
            entry = self.first_by_name.get(name)
            if entry is None:
                return Reason.META_COMPONENT_MISSING, name
            required, offered = meta.api_version[:part_count], entry.layer.api_version[:part_count]
            if offered < required:
                return Reason.META_COMPONENT_OLDER, name
            if offered != required and not self.profile.has(Gate.NEWER_COMPONENTS):
                return Reason.META_COMPONENT_OTHER_VERSION, name
            # After the versions: a layer that names itself passes the version check.
            if name == meta.name:
                return Reason.META_RECURSIVE, name
            if entry.layer.is_meta:
                if meta.name in entry.layer.component_layers and finds_pairs:
                    return Reason.META_RECURSIVE, name
                # The outer look-up uses the first copy, the inner loop continues to the last.
                failure = self._check_inner_meta(
                    self.copies_by_name.get(name, [entry])[-1].layer, visited_ids
                )
                if failure is not None:
                    return failure
        return None

    def _check_inner_meta(
        self, meta: LayerManifest, visited_ids: set[int]
    ) -> tuple[Reason, str] | None:
        """Check a component that is a meta-layer itself.

        A meta-layer that is reached twice is refused, even without a cycle; loaders without
        Gate.META_VISITED do not detect cycles and overflow the stack. They repeat the check on each
        visit, with the same result; here valid ones are checked once, since 26 meta-layers can
        reach one 67 million times.
        """
        is_visit_kept = self.profile.has(Gate.META_VISITED)
        if id(meta) in visited_ids:
            return Reason.META_RECURSIVE if is_visit_kept else Reason.CRASHES_ALL, meta.name
        if id(meta) in self.valid_ids:
            return None
        visited_ids.add(id(meta))
        failure = self.check_components(meta, visited_ids)
        if not is_visit_kept:
            visited_ids.discard(id(meta))
            if failure is None:
                self.valid_ids.add(id(meta))
        if failure is None:
            return None
        # The inner reason is not reported: the outer one lacks a usable component.
        crashes = failure[0] is Reason.CRASHES_ALL
        return Reason.CRASHES_ALL if crashes else Reason.META_COMPONENT_MISSING, meta.name


def _find_key_path(meta: LayerManifest, reason: Reason, name: str) -> KeyPath:
    """Return the place in a meta-layer's manifest that makes it invalid."""
    if reason is Reason.META_COMPONENT_OTHER_VERSION:
        return (*meta.key_path, "api_version")
    names = meta.component_layers
    key_path = (*meta.key_path, "component_layers")
    return (*key_path, names.index(name)) if name in names else key_path


def repair_components(
    meta: LayerManifest, by_name: dict[str, Entry], profile: LoaderProfile
) -> tuple[frozenset[int], tuple[int, int] | None]:
    """Return which components to remove, and which API version to set, to make a meta-layer valid.

    The result holds the indexes of components to remove, and the (major, minor) API version that
    the rest requires; None if the current version suffices.
    """

    def fails(names: Sequence[str]) -> tuple[Reason, str] | None:
        """Return why the meta-layer would be invalid with these components, or None."""
        trial = meta._replace(component_layers=tuple(names), api_version=version)
        return _MetaCheck(by_name, {}, profile, set()).check_components(
            trial, {id(trial), id(meta)}
        )

    names = dict(enumerate(meta.component_layers))
    version = meta.api_version
    versions = [by_name[name].layer.api_version for name in names.values() if name in by_name]
    if versions and fails(list(names.values())):
        # A version that all usable components allow; never lower than the current one.
        lowest_version = min(versions)
        if lowest_version[:2] < version[:2] or (
            not profile.has(Gate.NEWER_COMPONENTS)
            and len({available[:2] for available in versions}) == 1
        ):
            version = lowest_version
    # First each component alone, then all remaining ones together.
    usable = {index: name for index, name in names.items() if fails([name]) is None}
    while fails(list(usable.values())) is not None:
        usable.popitem()  # reached twice: each alone is usable, all together are not
    new_version = version[:2] if version != meta.api_version and usable else None
    return frozenset(names) - frozenset(usable), new_version


def remove_blocked_layers(
    entries: list[Entry], override: Entry | None, profile: LoaderProfile
) -> list[Entry]:
    """Return the layers without those that the first override in the list blocks."""
    # loader.c, loader_remove_layers_in_blacklist.
    # Only an active override blocks, but the first one in the list provides the blacklist.
    if override is None:
        return entries
    if profile.has(Gate.OUTSIDERS_REMOVED):
        return _select_override_members(entries, override)
    if not profile.has(Gate.BLACKLIST):
        return entries
    # Both explicit and implicit layers are removed.
    names = override.layer.blacklisted_layers
    # loader.c exempts the override's own name: it would remove itself.
    blocked_positions = {name: index for index, name in enumerate(names) if name != OVERRIDE_NAME}
    kept_entries = []
    for entry in entries:
        if entry.name in blocked_positions:
            key_path = (
                *override.layer.key_path,
                "blacklisted_layers",
                blocked_positions[entry.name],
            )
            entry.decide(Outcome.OFF, Reason.BLACKLISTED, OVERRIDE_NAME, override.file, key_path)
        else:
            kept_entries.append(entry)
    return kept_entries


def _select_override_members(entries: list[Entry], override: Entry) -> list[Entry]:
    """Return the override and the layers that it contains."""
    # loaderFindLayerNameInMetaLayer does not come back from the first meta-layer that it enters.
    by_name = {entry.name: entry.layer for entry in reversed(entries)}
    members = {OVERRIDE_NAME}
    components = list(override.layer.component_layers)
    while components:
        name = components.pop(0)
        members.add(name)
        if name in by_name and by_name[name].is_meta:
            components = list(by_name[name].component_layers)
    kept_entries = []
    for entry in entries:
        if entry.name in members:
            kept_entries.append(entry)
        else:
            key_path = (*override.layer.key_path, "component_layers")
            entry.decide(
                Outcome.OFF, Reason.OUTSIDE_OVERRIDE, OVERRIDE_NAME, override.file, key_path
            )
    return kept_entries


def find_reused_slots(
    behind: list[Entry | None], explicit_entries: Iterable[Entry], inputs: ActivationInputs
) -> frozenset[Entry]:
    """Return the explicit layers that old loaders take for an enabled override by mistake.

    They reuse its memory. A layer that causes a double free is decided as a crash.

    Args:
        behind: memory slots past the end of the list, None for a cleared slot.
        explicit_entries: explicit layers in scan order.
        inputs: inputs of the decision about the override.
    """
    # loader_remove_layer_in_list and loader_get_next_layer_property_slot, Gate.SLOTS_REUSED.
    # Entries after a removed one move up, and a copy of the last one remains past the end of the
    # list. The next explicit layer reuses that slot without clearing it. Fields that the layer does
    # not set keep the copy's values: the override flag, and pointers to lists that still belong to
    # the moved layer, so both are freed in the end (double free).
    passing: set[Entry] = set()
    slots = list(behind)
    for entry in explicit_entries:
        # All reused slots are taken: later layers get new, cleared memory.
        if not slots:
            break
        if not _takes_slot(entry):
            continue
        leftover_entry = slots[0]
        if leftover_entry is not None and _shares_memory(leftover_entry, entry):
            entry.is_freed_twice = entry.decision is None
            entry.decide(Outcome.FAILS, Reason.CRASHES_ALL, FREED_TWICE, leftover_entry.file)
        if entry.manifest is None:
            slots[0] = None  # the slot is cleared and free again
            continue
        slots.pop(0)
        if leftover_entry is not None:
            entry.manifest = _inherit_variables(entry, leftover_entry)
            if (
                leftover_entry.name == OVERRIDE_NAME
                and decide_implicit(entry.manifest, inputs).is_on
            ):
                passing.add(entry)
    return frozenset(passing)


def _inherit_variables(entry: Entry, leftover_entry: Entry) -> LayerManifest:
    """Return an explicit override with the enable and disable variables left in its slot."""
    if entry.name != OVERRIDE_NAME and leftover_entry.name != OVERRIDE_NAME:
        return entry.layer
    return entry.layer._replace(
        enable_environment=leftover_entry.layer.enable_environment,
        disable_environment=leftover_entry.layer.disable_environment,
    )


def _takes_slot(entry: Entry) -> bool:
    """Return whether the loader gives an entry a slot in its list, even if it fails later."""
    failure = entry.failure
    if failure is None or failure.reason in _LATE_CHECKED_REASONS:
        return True
    if failure.reason not in (Reason.MISSING_KEY, Reason.BAD_VALUE):
        return False
    return bool(failure.key_path) and failure.key_path[-1] in _LATE_CHECKED_KEYS


def _shares_memory(leftover_entry: Entry, entry: Entry) -> bool:
    """Return whether the layer that reuses a slot keeps or frees a list of the old entry."""
    leftover_layer = leftover_entry.layer
    keeps_keys = leftover_layer.is_override and bool(leftover_layer.app_keys)
    if leftover_layer.instance_extensions or leftover_layer.device_extensions:
        return True
    if entry.manifest is not None:
        return bool(leftover_layer.override_paths) and not entry.layer.override_paths
    if entry.failure is not None and entry.failure.reason in _LATE_CHECKED_REASONS:
        return bool(leftover_layer.override_paths) or keeps_keys
    return (
        bool(
            leftover_layer.override_paths
            or leftover_layer.is_meta
            or leftover_layer.blacklisted_layers
        )
        or keeps_keys
    )


def _list_validation_layers(profile: LoaderProfile) -> tuple[str, ...]:
    """Return the layers that VK_LAYER_LUNARG_standard_validation stands for."""
    release = max(since for since in _VALIDATION_LAYERS_BY_RELEASE if since <= profile.version)
    return tuple(f"VK_LAYER_{name}" for name in _VALIDATION_LAYERS_BY_RELEASE[release].split())


def make_standard_validation(entries: Sequence[Entry], profile: LoaderProfile) -> list[Entry]:
    """Return the entries of VK_LAYER_LUNARG_standard_validation, which has no manifest.

    [] if the name is taken or the loader does not add it.
    """
    # Loaders with Gate.VALIDATION_AS_A_WHOLE list it where all of its layers are. Then
    # loaderAddLegacyStandardValidationLayer of loaders with Gate.STANDARD_VALIDATION adds it as a
    # meta-layer whose components it forgets to count.
    if profile.has(Gate.VALIDATION_AS_A_WHOLE):
        return _expand_standard_validation(entries, profile)
    if not profile.has(Gate.STANDARD_VALIDATION):
        return []
    if any(entry.name == STANDARD_VALIDATION for entry in entries):
        return []
    layer = LayerManifest(
        STANDARD_VALIDATION,
        file="",
        implicit=False,
        api_version=(1, 0, profile.version[2]),
        description="LunarG Standard Validation Layer",
    )
    return [Entry("", False, layer)]


def _expand_standard_validation(entries: Sequence[Entry], profile: LoaderProfile) -> list[Entry]:
    """Return the entry for all validation layers, for each chain that has them all."""
    component_names = _list_validation_layers(profile)
    patch = 0 if profile.has(Gate.VALIDATION_WITHOUT_PATCH) else profile.version[2]
    standard_layers = []
    chains = ((INSTANCE_TYPE, DEVICE_TYPE), (DEVICE_TYPE, INSTANCE_TYPE))
    for layer_type, excluded_type in chains if profile.has(Gate.DEVICE_LAYERS) else chains[:1]:
        listed_entries = [entry for entry in entries if entry.layer.type != excluded_type]
        if {entry.name for entry in listed_entries}.issuperset(component_names):
            layer = LayerManifest(
                STANDARD_VALIDATION,
                file="",
                implicit=False,
                type=layer_type,
                api_version=(1, 0, patch),
                description="LunarG Standard Validation Layer",
                component_layers=component_names,
                instance_extensions=_merge_layer_extensions(
                    listed_entries, component_names, profile
                ),
            )
            standard_layers.append(Entry("", False, layer))
    return standard_layers


def _merge_layer_extensions(
    entries: Sequence[Entry], names: tuple[str, ...], profile: LoaderProfile
) -> tuple[Extension, ...]:
    """Return the extensions of the explicit layers with these names, each once."""
    # vkEnumerateInstanceExtensionProperties.
    extensions_by_name: dict[str, Extension] = {}
    for name in names if profile.has(Gate.VALIDATION_OFFERS) else ():
        entry = next(
            (
                candidate
                for candidate in entries
                if candidate.name == name and not candidate.implicit
            ),
            None,
        )
        for extension in entry.layer.instance_extensions if entry is not None else ():
            extensions_by_name.setdefault(extension.name, extension)
    return tuple(extensions_by_name.values())


def expand_validation(names: tuple[str, ...], profile: LoaderProfile) -> tuple[str, ...]:
    """Replace VK_LAYER_LUNARG_standard_validation in a list with the names of its layers."""
    # loader_expand_layer_names.
    if STANDARD_VALIDATION not in names or not profile.has(Gate.VALIDATION_AS_A_WHOLE):
        return names
    layers = _list_validation_layers(profile)
    if profile.has(Gate.VALIDATION_IN_PLACE):
        remaining_names = [name for name in names if name not in layers]
        index = remaining_names.index(STANDARD_VALIDATION)
        return (
            *remaining_names[:index],
            *layers,
            *expand_validation(tuple(remaining_names[index + 1 :]), profile),
        )
    # What stood behind a name that was removed moves up, once for each gap before it.
    remaining_names = [name if name not in (STANDARD_VALIDATION, *layers) else "" for name in names]
    reordered_entries = list(remaining_names)
    for index in range(len(remaining_names) - remaining_names.count("")):
        if not reordered_entries[index]:
            reordered_entries[index] = next(filter(None, remaining_names[index + 1 :]), "")
    return (*reordered_entries[: len(remaining_names) - remaining_names.count("")], *layers)


def overruns_validation(names: tuple[str, ...], profile: LoaderProfile) -> bool:
    """Return whether the expanded names overrun the loader's array of names."""
    # loader_expand_layer_names: one place less than names and layers together.
    capacity = len(names) - 1 + len(_list_validation_layers(profile))
    return (
        profile.has(Gate.VALIDATION_OVERRUNS) and len(expand_validation(names, profile)) > capacity
    )
