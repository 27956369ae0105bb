"""Loader families: which way of writing an order a loader follows, and which can choose devices."""

from __future__ import annotations

import posixpath
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum

from vkconfig_py.language.sentences import join_words, message, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Kind, Reason
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DeviceEntry,
    DeviceMode,
    LayerEntry,
)
from vkconfig_py.model.plan.inventory import InventoryIndex
from vkconfig_py.model.plan.plan import Limitation, Mechanism
from vkconfig_py.model.text.wording import lower_first_letter, render_version, strip_layer_prefix

# First releases that support the methods below.
IMPLICIT_PATH_VERSION = "1.3.296"
FILE_DRIVERS_VERSION = "1.4.323"
MIN_SETTINGS_VERSION = (1, 3, 302)  # older ones that read a settings file can crash on it


class DuplicateRule(StrEnum):
    """Treatment of a name that is listed twice, by loader version."""

    # 1.3.246 and older.
    LAST_PLACE = "last"
    # 1.3.247 and newer; up to 1.3.250 explicit components are still written twice.
    FIRST_PLACE = "first"


class LaunchMethod(StrEnum):
    """Method by which one launch gets its order without affecting other programs."""

    VARIABLES = "variables"  # before 1.3.207: no order at all
    CHAIN = "chain"  # vkconfig-py's own explicit meta-layer, named by VK_INSTANCE_LAYERS
    PRIVATE_DIRS = "private-dirs"  # a private override found through XDG_CONFIG_DIRS
    PRIVATE_PATH = "private-path"  # a private override named by VK_ADD_IMPLICIT_LAYER_PATH
    COMBINED = "combined"  # loader unknown: private-dirs and chain together


def get_duplicate_rule(profile: LoaderProfile) -> DuplicateRule:
    """Return which place a loader uses of a layer that is named twice."""
    return DuplicateRule.FIRST_PLACE if profile.has(Gate.FIRST_PLACE) else DuplicateRule.LAST_PLACE


def choose_launch_method(profile: LoaderProfile | None) -> LaunchMethod:
    """Return how a launch gets its order with this loader, None if unknown."""
    if profile is None:
        return LaunchMethod.COMBINED
    if profile.has(Gate.IMPLICIT_LAYER_PATH):
        return LaunchMethod.PRIVATE_PATH
    # 1.3.247 to 1.3.295: only the XDG variables affect the search for implicit layers.
    if profile.has(Gate.FIRST_PLACE):
        return LaunchMethod.PRIVATE_DIRS
    # Since 1.3.207 VK_ADD_LAYER_PATH adds a manifest without hiding other explicit layers.
    return LaunchMethod.CHAIN if profile.has(Gate.ADD_VARIABLES) else LaunchMethod.VARIABLES


def format_loader_name(profile: LoaderProfile | None) -> str:
    """Return a loader with its version, for a sentence."""
    if profile is None:
        return tr("a loader of unknown version")
    if profile.is_version_known:
        return tr("loader {version}", version=profile.version_text)
    return lower_first_letter(profile.title)


def suggest_newer_loader(version: str) -> str:
    """Return the remedy for what this loader cannot express: a newer loader."""
    return tr("loader {version} or newer", version=version)


LAUNCH_FROM_HERE = message("launch from here")
LAUNCH_KEEPS_ORDER = message("launch from here to keep your order")


def keeps_launch_order(profile: LoaderProfile | None) -> bool:
    """Return whether a launch from here gives a program the order of the configuration."""
    return choose_launch_method(profile) is not LaunchMethod.VARIABLES


def suggest_ordered_launch(profile: LoaderProfile | None) -> str:
    """Return the remedy that gives a program the order of the configuration."""
    return (
        render(LAUNCH_KEEPS_ORDER)
        if keeps_launch_order(profile)
        else suggest_newer_loader(render_version(Gate.ADD_VARIABLES.value.first))
    )


def suggest_settings_file(profile: LoaderProfile) -> str:
    """Return the remedy of a loader settings file, with the loader version that it needs."""
    if profile.version >= MIN_SETTINGS_VERSION:
        return tr("a loader settings file")
    return suggest_newer_loader(render_version(MIN_SETTINGS_VERSION))


# Called with a layer and whether it changed sides with one of the other kind (implicit or
# explicit); returns the text and the alternative of a Limit.
ExplainOrder = Callable[[str, bool], tuple[str, str]]


def compute_override_chain(
    components: Sequence[str],
    inventory_index: InventoryIndex,
    files_read_earlier: frozenset[str],
    kind: DuplicateRule,
) -> tuple[str, ...]:
    """Return the chain that an override's components result in.

    `files_read_earlier`: implicit layers that are scanned before the override. `kind`: which
    place of a name counts.
    """
    listed_names = set(components)
    loads = set(inventory_index.loaded_names) | listed_names
    implicit_order = [name for name in inventory_index.implicit_names if name in loads]
    implicit_names = set(inventory_index.implicit_names)
    explicit_names = [name for name in inventory_index.loaded_names if name not in implicit_names]
    # Every enabled implicit layer in scan order, the override replaced by its components, then what
    # programs and variables ask for (loader.c, loader_enable_instance_layers).
    written_order = [
        *(name for name in implicit_order if name in files_read_earlier),
        *components,
        *(name for name in implicit_order if name not in files_read_earlier),
        *explicit_names,
    ]
    if kind is DuplicateRule.FIRST_PLACE:
        # A name that is already in the list is not added again.
        return tuple(dict.fromkeys(written_order))
    # A repeated name moves to its last place.
    return tuple(reversed(dict.fromkeys(reversed(written_order))))


def find_misplaced(drawn_order: Sequence[str], actual_order: Sequence[str]) -> tuple[str, ...]:
    """Return the layers that stand elsewhere than wanted, given two orders of the same layers.

    If one layer is moved down, others rise; only the moved one is returned. Of two neighbors that
    changed places it cannot be told which one moved, so both are returned.
    """
    position_by_name = {name: index for index, name in enumerate(actual_order)}
    ranks = [position_by_name[name] for name in drawn_order]
    run_lengths_to, run_lengths_from = (
        _measure_increasing_runs(ranks),
        _measure_increasing_runs([-rank for rank in reversed(ranks)])[::-1],
    )
    longest = max(run_lengths_to, default=0)
    is_kept = [
        run_length_to + run_length_from - 1 == longest
        for run_length_to, run_length_from in zip(run_lengths_to, run_lengths_from, strict=True)
    ]
    kept_counts = Counter(
        run_length_to
        for run_length_to, is_in_longest_run in zip(run_lengths_to, is_kept, strict=True)
        if is_in_longest_run
    )
    return tuple(
        name
        for name, run_length_to, is_in_longest_run in zip(
            drawn_order, run_lengths_to, is_kept, strict=True
        )
        if not (is_in_longest_run and kept_counts[run_length_to] == 1)
    )


def _measure_increasing_runs(ranks: Sequence[int]) -> list[int]:
    """Return for each number the length of the longest increasing subsequence that ends with it."""
    ends: list[int] = []
    run_lengths = []
    for rank in ranks:
        length = bisect_left(ends, rank)
        ends[length : length + 1] = [rank]
        run_lengths.append(length + 1)
    return run_lengths


class Misplacement(NamedTuple):
    """A layer that is on the wrong side of others, as far as the user asked for a side.

    Attributes:
        names_above: the layers that it should be above.
        names_below: the layers that it should be below.
    """

    name: str
    names_above: tuple[str, ...]
    names_below: tuple[str, ...]


def find_misplacements(
    entries: Sequence[LayerEntry], resulting_order: Sequence[str]
) -> tuple[Misplacement, ...]:
    """Return the layers that the user moved past others, where the loader reverses that.

    Of two layers the one that was moved is returned. Where that is not known, as of an order that
    was given as a whole, only those are that do not just make room.

    Args:
        entries: in the order of the configuration.
        resulting_order: names in the order that the loader gives.
    """
    position_by_name = {name: index for index, name in enumerate(resulting_order)}
    placed_entries = [entry for entry in entries if entry.placed and entry.name in position_by_name]
    names = [entry.name for entry in placed_entries]
    actual_order = sorted(names, key=position_by_name.__getitem__)
    if names == actual_order:
        return ()
    moved_names = set(find_misplaced(names, actual_order))
    names_above: dict[str, list[str]] = {name: [] for name in names}
    names_below: dict[str, list[str]] = {name: [] for name in names}
    for number, lower_entry in enumerate(placed_entries):
        for upper_entry in placed_entries[:number]:
            if position_by_name[upper_entry.name] < position_by_name[lower_entry.name]:
                continue
            wants_upper, wants_lower = (
                upper_entry.is_moved_past(lower_entry),
                lower_entry.is_moved_past(upper_entry),
            )
            is_unknown = wants_upper and wants_lower
            if wants_upper and (not is_unknown or upper_entry.name in moved_names):
                names_above[upper_entry.name].append(lower_entry.name)
            if wants_lower and (not is_unknown or lower_entry.name in moved_names):
                names_below[lower_entry.name].append(upper_entry.name)
    return tuple(
        Misplacement(name, tuple(names_above[name]), tuple(names_below[name]))
        for name in names
        if names_above[name] or names_below[name]
    )


def list_order_limits(
    entries: Sequence[LayerEntry],
    resulting_order: Sequence[str],
    implicit_names: Iterable[str],
    rule: ExplainOrder,
) -> tuple[Limitation, ...]:
    """Return a limitation, with the reason, for every layer that lands elsewhere than wanted."""
    kinds = frozenset(implicit_names)
    return tuple(
        Limitation(
            name,
            *rule(
                name,
                any(
                    (other_name in kinds) != (name in kinds)
                    for other_name in (*names_above, *names_below)
                ),
            ),
        )
        for name, names_above, names_below in find_misplacements(entries, resulting_order)
    )


def list_launch_order(
    components: Sequence[str],
    inventory_index: InventoryIndex,
    host: Host,
    profile: LoaderProfile | None,
) -> tuple[str, ...]:
    """Return the order that a launch from here gives the layers that it lists."""
    # Only XDG_CONFIG_DIRS has places before it: layers of the user's own folder stay above.
    if choose_launch_method(profile) is not LaunchMethod.PRIVATE_DIRS:
        return tuple(components)
    folder = find_user_config_folder(host)
    files_read_earlier = frozenset(
        name
        for name, layer in inventory_index.usable_layers.items()
        if folder and layer.implicit and layer.file.startswith(f"{folder}/")
    )
    return compute_override_chain(
        components, inventory_index, files_read_earlier, DuplicateRule.FIRST_PLACE
    )


def find_user_config_folder(host: Host) -> str:
    """Return the first folder of XDG_CONFIG_HOME, else ~/.config, or "" without a home folder."""
    home = host.secure_getenv("HOME")
    config = (host.secure_getenv("XDG_CONFIG_HOME") or "").split(":")[0]
    return config or (posixpath.join(home, ".config") if home else "")


def list_launch_order_limits(
    components: Sequence[str],
    resulting_order: Sequence[str],
    inventory_index: InventoryIndex,
    host: Host,
    profile: LoaderProfile | None,
) -> tuple[Limitation, ...]:
    """Return the limitation that layers get another order than in a launch from here, if they do.

    `resulting_order`: the order that they get.
    """
    if not keeps_launch_order(profile):
        return ()
    listed_names = set(components) & set(resulting_order)
    launch_order = list_launch_order(components, inventory_index, host, profile)
    actual_order = [name for name in resulting_order if name in listed_names]
    listed_order = [name for name in launch_order if name in listed_names]
    if actual_order == listed_order:
        return ()
    text = _describe_other_order(format_loader_name(profile), listed_order, actual_order)
    return (Limitation("", text, suggest_ordered_launch(profile)),)


def _describe_other_order(
    loader: str, launch_order: Sequence[str], actual_order: Sequence[str]
) -> str:
    """Return which layer moves past which others, or the whole order where several move."""
    for name in actual_order:
        others, actual_others = (
            [other_name for other_name in order if other_name != name]
            for order in (launch_order, actual_order)
        )
        if others != actual_others:
            continue
        before, after = launch_order.index(name), actual_order.index(name)
        passed_names = others[min(before, after) : max(before, after)]
        names = join_words([*map(strip_layer_prefix, passed_names)])
        layer = strip_layer_prefix(name)
        if after < before:
            return tr(
                "{loader} loads {layer} above {names}", loader=loader, layer=layer, names=names
            )
        return tr("{loader} loads {layer} below {names}", loader=loader, layer=layer, names=names)
    return tr(
        "{loader} loads the layers in this order: {names}",
        loader=loader,
        names=", ".join(map(strip_layer_prefix, actual_order)),
    )


def make_last_place_rule(profile: LoaderProfile, implicit_names: Iterable[str]) -> ExplainOrder:
    """Return what explains orders of loaders that use the last place of a name."""
    kinds = frozenset(implicit_names)
    loader, alternative = format_loader_name(profile), suggest_ordered_launch(profile)

    def rule(name: str, crosses_kind: bool) -> tuple[str, str]:
        """Return why a layer lands elsewhere, and the remedy."""
        if crosses_kind:
            # Implicit components are added again where their own manifests are scanned, below.
            text = tr("{loader} always puts implicit layers below explicit ones", loader=loader)
        elif name in kinds:
            text = tr(
                "{loader} keeps implicit layers in the order of their manifests", loader=loader
            )
        else:
            text = tr(
                "{loader} loads explicit layers in the order of their manifests", loader=loader
            )
        return text, alternative

    return rule


def make_variables_rule(profile: LoaderProfile | None) -> ExplainOrder:
    """Return what explains the order that variables give layers."""
    loader, alternative = format_loader_name(profile), suggest_ordered_launch(profile)

    def rule(name: str, crosses_kind: bool) -> tuple[str, str]:
        """Return why a layer lands elsewhere, and the remedy."""
        del name
        if crosses_kind:
            # VK_INSTANCE_LAYERS is appended after the implicit layers (before 1.4.326).
            text = tr(
                "{loader} always puts implicit layers above layers that variables turn on",
                loader=loader,
            )
        else:
            text = tr("variables cannot set this order for {loader}", loader=loader)
        return text, alternative

    return rule


def make_scanned_before_rule(profile: LoaderProfile | None, alternative: str = "") -> ExplainOrder:
    """Return what explains that layers found before the override stand above it."""
    loader = format_loader_name(profile)

    def rule(name: str, crosses_kind: bool) -> tuple[str, str]:
        """Return why a layer lands elsewhere, and the remedy."""
        del name, crosses_kind
        return tr(
            "{loader} puts layers above the override if it finds them first", loader=loader
        ), alternative

    return rule


def find_settings_file_limit(
    inventory: LoaderReport, profile: LoaderProfile | None, *, is_blocking: bool
) -> Limitation | None:
    """Return the limitation that a loader settings file keeps overrides from being found, or None.

    A settings file without an unordered entry keeps the loader from scanning any folder.
    """
    for verdict in inventory.verdicts:
        if verdict.kind is Kind.SETTINGS and verdict.reason is Reason.SETTINGS_FILE_HIDES:
            file = posixpath.normpath(verdict.file)
            text = tr(
                "{file} lists layers, so {loader} ignores all other layers",
                file=file,
                loader=format_loader_name(profile),
            )
            alternative = tr("remove that file, or its list of layers")
            return Limitation("", text, alternative, is_blocking=is_blocking)
    return None


def supports_app_keys(profile: LoaderProfile) -> bool:
    """True if an override can be limited to some programs with this loader."""
    return profile.has(Gate.APP_KEYS)


def list_override_limits(
    profile: LoaderProfile, other_profiles: Iterable[LoaderProfile], *, applies_to_all: bool
) -> tuple[Limitation, ...]:
    """Return limitations of what a loader does not read of an override, or does beyond it.

    `other_profiles`: other installed loaders. `applies_to_all`: the override is for every program.
    """
    loader = format_loader_name(profile)
    first_version = render_version(Gate.OVERRIDE.value.first)
    limits = []
    if not profile.has(Gate.OVERRIDE):
        text = tr(
            "{loader} ignores overrides: requires {version} or newer",
            loader=loader,
            version=first_version,
        )
        return (Limitation("", text, render(LAUNCH_FROM_HERE), is_blocking=True),)
    if profile.may_precede(Gate.OVERRIDE):
        text = tr(
            "{loader} may ignore overrides: it may be older than {version}",
            loader=loader,
            version=first_version,
        )
        limits.append(Limitation("", text, render(LAUNCH_FROM_HERE)))
    if profile.has(Gate.OVERRIDE_ALONE):
        text = tr("{loader} turns off every layer that an override does not list", loader=loader)
        limits.append(
            Limitation("", text, suggest_newer_loader(render_version(Gate.BLACKLIST.value.first)))
        )
    if not applies_to_all and not supports_app_keys(profile):
        text = tr(
            "{loader} applies an override to every program, regardless of which programs it lists",
            loader=loader,
        )
        alternative = tr("apply it to every program, or launch from here")
        limits.append(Limitation("", text, alternative, is_blocking=True))
    for loader_profile in dict.fromkeys((profile, *other_profiles)):
        if loader_profile.has(Gate.NAMES_FREED_TWICE):
            text = tr(
                "{loader} crashes programs while an override exists",
                loader=format_loader_name(loader_profile),
            )
            limits.append(Limitation("", text, render(LAUNCH_FROM_HERE), is_blocking=True))
    return tuple(limits)


LAUNCH_DEVICES_VERSION = "1.4.324"
_MECHANISM_REFUSALS = {
    Mechanism.LAUNCH: message("a launch from here cannot choose devices"),
    Mechanism.OVERRIDE: message("an override cannot choose devices"),
    Mechanism.ENVIRONMENT: message("environment variables cannot choose devices"),
}
NO_DEVICE_LISTED = message(
    "the device list is empty, so programs do not find a device, and most programs cannot start"
)
_DRIVER_UPDATE_RISK = message(
    "after a driver update, choose the devices again: otherwise programs will not find "
    "the updated driver's devices"
)


def can_launch_choose_devices(profile: LoaderProfile) -> bool:
    """True if a launch with this loader can choose devices by a private loader settings file.

    Another settings file can prevent that.
    """
    # Devices since 1.4.323; a file below XDG_CONFIG_DIRS, which one launch can provide, since
    # 1.4.324.
    return profile.has(Gate.ADDITIONAL_DRIVERS) and profile.has(Gate.SETTINGS_XDG_DIRS)


def list_devices_to_write(
    configuration: Configuration, profile: LoaderProfile
) -> tuple[DeviceEntry, ...] | None:
    """Return the chosen devices without malformed entries, None if the choice is not written.

    A malformed entry could make the loader discard the whole list.
    """
    # If none of the listed ones is well-formed, write none: no program could run otherwise.
    choice = configuration.devices
    if not choice.is_choosing or not profile.has(Gate.ADDITIONAL_DRIVERS):
        return None
    # A file hides whatever it does not list.
    unchosen_devices = choice.others if choice.mode is DeviceMode.FIRST else ()
    listed_devices = (*choice.devices, *unchosen_devices)
    valid_devices = tuple(device for device in listed_devices if not _find_fault(device, profile))
    return valid_devices if valid_devices or not choice.devices else None


def explain_no_devices(profile: LoaderProfile) -> tuple[str, str]:
    """Return why an override cannot choose devices for this loader, and what can instead."""
    if not profile.has(Gate.ADDITIONAL_DRIVERS):
        text = tr(
            "an override cannot choose devices, and {loader} ignores device choices in a "
            "settings file",
            loader=format_loader_name(profile),
        )
        return text, suggest_newer_loader(FILE_DRIVERS_VERSION)
    if can_launch_choose_devices(profile):
        return render(_MECHANISM_REFUSALS[Mechanism.OVERRIDE]), tr(
            "a loader settings file, or launch from here"
        )
    return render(_MECHANISM_REFUSALS[Mechanism.OVERRIDE]), tr("a loader settings file")


def list_no_device_limits(
    configuration: Configuration, profile: LoaderProfile
) -> tuple[Limitation, ...]:
    """Return the limitation that an empty list of devices leaves programs no device, if it does."""
    # 1.4.323 to 1.4.335 ignore an empty list.
    if list_devices_to_write(configuration, profile) != () or profile.has(Gate.EMPTY_LISTS_IGNORED):
        return ()
    return (Limitation("", render(NO_DEVICE_LISTED)),)


def list_device_limits(
    configuration: Configuration,
    mechanism: Mechanism,
    profile: LoaderProfile | None,
    other_profiles: Sequence[LoaderProfile] = (),
) -> tuple[Limitation, ...]:
    """Return limitations and risks of a choice of devices with a mechanism.

    `mechanism`: the one used. SETTINGS also for a launch with such a file. `profile`: the loader
    that programs use, None if unknown.
    """
    if not configuration.devices.is_choosing:
        return ()
    if mechanism in _MECHANISM_REFUSALS or profile is None:
        return (_make_choice_limit(mechanism, profile),)
    if not profile.has(Gate.ADDITIONAL_DRIVERS):
        text = tr(
            "{loader} ignores device choices in a settings file", loader=format_loader_name(profile)
        )
        return (Limitation("", text, suggest_newer_loader(FILE_DRIVERS_VERSION)),)
    return (*_list_limits(configuration, profile), *_list_ignored_limits(profile, other_profiles))


def _make_choice_limit(mechanism: Mechanism, profile: LoaderProfile | None) -> Limitation:
    """Return the limitation that a mechanism cannot choose devices, with one that can."""
    text = render(_MECHANISM_REFUSALS.get(mechanism, message("this method cannot choose devices")))
    alternative = tr("a loader settings file")
    if mechanism is Mechanism.LAUNCH and (
        profile is None or not can_launch_choose_devices(profile)
    ):
        alternative = suggest_newer_loader(LAUNCH_DEVICES_VERSION)
        if profile is not None:
            text = tr(
                "a launch with {loader} cannot choose devices", loader=format_loader_name(profile)
            )
    elif profile is not None and not profile.has(Gate.ADDITIONAL_DRIVERS):
        alternative = suggest_newer_loader(FILE_DRIVERS_VERSION)
    return Limitation("", text, alternative)


def _list_limits(configuration: Configuration, profile: LoaderProfile) -> Iterator[Limitation]:
    """Yield the limitations of a choice of devices in a settings file read by this loader."""
    for device in configuration.devices.devices:
        if text := _find_fault(device, profile):
            yield Limitation("", text, tr("choose the device again"))
    written = list_devices_to_write(configuration, profile)
    # driverUUID and driverVersion must match the device, and change with each driver update.
    if written and profile.has(Gate.DEVICE_DRIVER_REQUIRED):
        yield Limitation("", render(_DRIVER_UPDATE_RISK))
    elif written:
        yield Limitation(
            "",
            tr(
                "{loader} identifies devices by UUID, regardless of the driver",
                loader=format_loader_name(profile),
            ),
        )
    elif written is not None and profile.has(Gate.EMPTY_LISTS_IGNORED):
        text = tr("{loader} ignores an empty device list", loader=format_loader_name(profile))
        yield Limitation("", text, suggest_newer_loader("1.4.336"))


def _list_ignored_limits(
    profile: LoaderProfile, other_profiles: Sequence[LoaderProfile]
) -> Iterator[Limitation]:
    """Yield limitations for other installed loaders that read the file but ignore the choice."""
    for loader in other_profiles:
        reads = loader.version >= MIN_SETTINGS_VERSION and loader.version != profile.version
        if reads and not loader.has(Gate.ADDITIONAL_DRIVERS):
            text = tr(
                "{loader}, which is also installed, ignores device choices in a settings file",
                loader=format_loader_name(loader),
            )
            yield Limitation("", text)


def _find_fault(device: DeviceEntry, profile: LoaderProfile) -> str:
    """Return why a loader could not identify a chosen device, or "" if it can."""
    from vkconfig_py.model.formats.loader_settings_json import (
        list_uuid_bytes,
    )  # no launch is delayed by it

    name = device.name or tr("an unnamed device")
    if not list_uuid_bytes(device.device_uuid):
        return tr("{device} is omitted: it has no 16-byte UUID", device=name)
    # Required since 1.4.329, with driverVersion.
    if not list_uuid_bytes(device.driver_uuid) and profile.has(Gate.DEVICE_DRIVER_REQUIRED):
        return tr(
            "{device} is omitted: {loader} needs to know the device's driver, which is unknown",
            device=name,
            loader=format_loader_name(profile),
        )
    return ""
