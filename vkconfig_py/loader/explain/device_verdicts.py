"""Gives verdicts on devices (position or absence) and on the variables for devices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.language.sentences import Message, message, tr
from vkconfig_py.loader.base.device_values import PhysicalDevice
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.verdicts import (
    Kind,
    NoRemedy,
    Outcome,
    Reason,
    Remedy,
    SetVariable,
    UnsetVariable,
    Verdict,
)
from vkconfig_py.loader.explain.environment_verdicts import (
    find_ignored_verdict,
    make_variable_verdict,
)
from vkconfig_py.loader.explain.remedies import remove_part
from vkconfig_py.loader.profiles.profile import Gate
from vkconfig_py.loader.rules.device_rules import (
    DEVICE_SELECT_VARIABLE,
    DISABLE_SELECT_VARIABLE,
    ID_FILTER_VARIABLES,
    Arrangement,
    DeviceRules,
    compute_bus_rank,
    compute_number_rank,
    compute_type_rank,
    find_refusing_filter,
    find_selected_index,
    get_identifier,
    order_by_driver,
    parse_selection,
)

# VkPhysicalDeviceType.
TYPE_NAMES = {
    0: message("other"),
    1: message("integrated GPU"),
    2: message("discrete GPU"),
    3: message("virtual GPU"),
    4: message("CPU"),
}
_NO_REMEDY = NoRemedy("")
_LAYER_DECIDES = NoRemedy(message("layers may change the device list"))


def find_device_verdicts(
    devices: Sequence[PhysicalDevice],
    rules: DeviceRules,
    arrangement: Arrangement,
    *,
    listed_by_program: Sequence[int] | None = None,
    settings_remedy: Remedy = _NO_REMEDY,
    file: str = "",
) -> tuple[Verdict, ...]:
    """Return a verdict for each device, in the order of `devices`.

    Args:
        devices: devices of all drivers.
        rules: device rules of the instance.
        arrangement: result of arrange() for them.
        listed_by_program: indexes of the devices that the program got; None if no chain was probed.
        settings_remedy: remedy that removes the device configurations from the settings file.
        file: the settings file, or "".
    """
    listed_indexes = (
        arrangement.listed_indexes if listed_by_program is None else tuple(listed_by_program)
    )
    is_moved = listed_indexes != tuple(
        index for index in arrangement.listed_indexes if index in listed_indexes
    )
    verdicts: list[Verdict] = []
    for index, device in enumerate(devices):
        if index not in listed_indexes:
            verdicts.append(
                _make_missing_verdict(
                    device, index in arrangement.listed_indexes, rules, settings_remedy, file
                )
            )
        elif is_moved:
            verdicts.append(
                _make_listed_verdict(device, Reason.DEVICE_MOVED_BY_LAYER, "", _LAYER_DECIDES)
            )
        elif rules.configurations is not None:
            verdicts.append(
                _make_listed_verdict(device, Reason.DEVICE_CONFIGURED, "", settings_remedy, file)
            )
        else:
            reason, detail = _find_position_reason(
                devices, listed_indexes, listed_indexes.index(index), rules
            )
            remedy = _find_front_remedy(devices, listed_indexes, index, rules)
            if reason is Reason.DEVICE_SELECTED:
                remedy = UnsetVariable(DEVICE_SELECT_VARIABLE)
            verdicts.append(_make_listed_verdict(device, reason, detail, remedy))
    return tuple(verdicts)


def _make_listed_verdict(
    device: PhysicalDevice, reason: Reason, detail: Message | str, remedy: Remedy, file: str = ""
) -> Verdict:
    """Return the verdict that a program gets a device.

    Args:
        device: the device.
        reason: why it has its place in the list.
        detail: the name or sentence that goes with the reason.
        remedy: what would make it the first device.
        file: the settings file if it decides, else "".
    """
    return Verdict(device.name, Kind.DEVICE, Outcome.LOADS, reason, detail, file, remedy=remedy)


def _make_missing_verdict(
    device: PhysicalDevice,
    is_expected: bool,
    rules: DeviceRules,
    settings_remedy: Remedy,
    file: str,
) -> Verdict:
    """Return the verdict that a program does not get a device.

    Args:
        device: the device.
        is_expected: the loader would list it, so a layer hides it.
        rules: device rules of the instance.
        settings_remedy: remedy if the settings file leaves it out.
        file: the settings file, or "".
    """
    hiding_filter = find_refusing_filter(device, rules.filters)
    reason, detail, remedy = Reason.DEVICE_NOT_CONFIGURED, "", settings_remedy
    if is_expected:
        reason, remedy, file = Reason.DEVICE_HIDDEN_BY_LAYER, _LAYER_DECIDES, ""
    elif hiding_filter is not None:
        reason, detail, file = Reason.DEVICE_ID_FILTER, hiding_filter.variable, ""
        remedy = UnsetVariable(detail)
    return Verdict(device.name, Kind.DEVICE, Outcome.OFF, reason, detail, file, remedy=remedy)


def _find_position_reason(
    devices: Sequence[PhysicalDevice],
    listed_indexes: Sequence[int],
    position: int,
    rules: DeviceRules,
) -> tuple[Reason, Message | str]:
    """Return why a device comes after the previous one in the list.

    For the first device it is why it comes before the second.
    """
    if len(listed_indexes) == 1:
        return Reason.DEVICE_ALONE, ""
    device = devices[listed_indexes[position]]
    neighbor_device = devices[listed_indexes[position - 1 if position else 1]]
    # setup_loader_term_phys_devs: driver by driver, the one opened last in front.
    if not rules.sorts_devices:
        return Reason.DEVICE_AS_NAMED, ""
    selection = parse_selection(rules.selected_ids)
    if not position and selection == (device.vendor_id, device.device_id):
        return Reason.DEVICE_SELECTED, rules.selected_ids
    if compute_type_rank(device) != compute_type_rank(neighbor_device):
        return Reason.DEVICE_TYPE, TYPE_NAMES.get(device.type, f"type {device.type}")
    if compute_bus_rank(device) != compute_bus_rank(neighbor_device):
        return Reason.DEVICE_BUS, "unknown" if device.pci is None else str(device.pci)
    if compute_number_rank(device) != compute_number_rank(neighbor_device):
        return Reason.DEVICE_NUMBERS, f"{device.vendor_id:#06x} {device.device_id:#06x}"
    return Reason.DEVICE_AS_NAMED, ""


def _find_front_remedy(
    devices: Sequence[PhysicalDevice], listed_indexes: Sequence[int], index: int, rules: DeviceRules
) -> Remedy:
    """Return the variable that makes a device the first, or why none can."""
    if index == listed_indexes[0]:
        return NoRemedy(tr("it is already the first device"))
    if not rules.sorts_devices:
        return NoRemedy(tr("the loader does not sort devices for this instance"))
    device = devices[index]
    # The loader reads it as %x:%x of sscanf.
    value = f"{device.vendor_id:x}:{device.device_id:x}"
    if _find_selected(devices, value) != index:
        return NoRemedy(tr("another device has the same vendor and device IDs"))
    return SetVariable(DEVICE_SELECT_VARIABLE, value)


def _find_selected(devices: Sequence[PhysicalDevice], select: str) -> int | None:
    """Return the index of the first device, in driver order, that the variable selects."""
    device_order = order_by_driver(devices)
    selected_index = find_selected_index([devices[index] for index in device_order], select)
    return None if selected_index is None else device_order[selected_index]


def find_variable_verdicts(
    host: Host, devices: Sequence[PhysicalDevice], rules: DeviceRules, file: str = ""
) -> tuple[Verdict, ...]:
    """Return a verdict for each defined variable about devices.

    Args:
        host: its environment is used.
        devices: devices of all drivers.
        rules: device rules of the instance.
        file: the settings file, if it chooses among devices.
    """
    return (
        *_yield_select_verdict(host, devices, rules, file),
        *_yield_disable_verdict(host, rules),
        *_yield_filter_verdicts(host, devices, rules),
    )


def _yield_select_verdict(
    host: Host, devices: Sequence[PhysicalDevice], rules: DeviceRules, file: str
) -> Iterator[Verdict]:
    """Yield the verdict on VK_LOADER_DEVICE_SELECT if it is set."""
    value = host.getenv(DEVICE_SELECT_VARIABLE)
    if value is None:
        return
    # loader_getenv: elevated processes read this one, too.
    ignored_verdict = find_ignored_verdict(
        host._replace(elevated=False), rules.profile, DEVICE_SELECT_VARIABLE, Gate.SORTED_DEVICES
    )
    selected_index = _find_selected(devices, value)
    if ignored_verdict is not None:
        yield ignored_verdict
    elif selected_index is None:
        yield make_variable_verdict(
            DEVICE_SELECT_VARIABLE, Outcome.IGNORED, Reason.MATCHES_NOTHING, value
        )
    elif not rules.sorts_devices:
        yield make_variable_verdict(DEVICE_SELECT_VARIABLE, Outcome.IGNORED, Reason.NOT_DECISIVE)
    # loader_apply_settings_device_configurations: the order of the file is that of the list.
    elif rules.configurations is not None:
        yield make_variable_verdict(DEVICE_SELECT_VARIABLE, Outcome.IGNORED, Reason.SHADOWED, file)
    else:
        yield make_variable_verdict(
            DEVICE_SELECT_VARIABLE,
            Outcome.ACTS,
            Reason.DEVICE_SELECTED,
            devices[selected_index].name,
        )


def _yield_disable_verdict(host: Host, rules: DeviceRules) -> Iterator[Verdict]:
    """Yield the verdict on VK_LOADER_DISABLE_SELECT if it is set."""
    if host.getenv(DISABLE_SELECT_VARIABLE) is None:
        return
    # loader_getenv, as for VK_LOADER_DEVICE_SELECT.
    visible_host = host._replace(elevated=False)
    ignored_verdict = find_ignored_verdict(
        visible_host, rules.profile, DISABLE_SELECT_VARIABLE, Gate.SORTED_DEVICES
    )
    if ignored_verdict is not None:
        yield ignored_verdict
    elif rules.sorts_devices:
        yield make_variable_verdict(DISABLE_SELECT_VARIABLE, Outcome.IGNORED, Reason.NOT_DECISIVE)
    else:
        yield make_variable_verdict(DISABLE_SELECT_VARIABLE, Outcome.ACTS, Reason.DEVICE_AS_NAMED)


def _yield_filter_verdicts(
    host: Host, devices: Sequence[PhysicalDevice], rules: DeviceRules
) -> Iterator[Verdict]:
    """Yield the verdicts on the ranges in the filters of device, vendor and driver IDs."""
    set_variables = {name: host.environment.get(name, "") for name in ID_FILTER_VARIABLES}
    for name in filter(set_variables.get, ID_FILTER_VARIABLES):
        ignored_verdict = find_ignored_verdict(host, rules.profile, name, Gate.ID_FILTERS)
        if ignored_verdict is not None:
            yield ignored_verdict
    for name, ranges, ignored_count in rules.filters:
        identifiers = (get_identifier(device, name) for device in devices)
        numbers = [number for number in identifiers if number is not None]
        # loader_filter_enumerated_physical_device: a device has to be in one of the ranges.
        hides_all = not any(id_range.contains(number) for id_range in ranges for number in numbers)
        for id_range in ranges:
            if any(map(id_range.contains, numbers)):
                yield make_variable_verdict(
                    name, Outcome.ACTS, Reason.DEVICE_ID_FILTER, id_range.text
                )
            elif hides_all:
                yield make_variable_verdict(
                    name, Outcome.ACTS, Reason.MATCHES_NOTHING, id_range.text
                )
            else:
                remedy = remove_part(name, set_variables[name], ",", id_range.text)
                yield make_variable_verdict(
                    name, Outcome.IGNORED, Reason.MATCHES_NOTHING, id_range.text, remedy
                )
        for id_range in ignored_count:
            remedy = remove_part(name, set_variables[name], ",", id_range.text)
            yield make_variable_verdict(
                name, Outcome.IGNORED, Reason.TOO_MANY_TOKENS, id_range.text, remedy
            )
