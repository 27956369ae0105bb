"""The devices of a probe, each with the reason for its place or its absence."""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.loader.devices.listing import Arrangement, arrange, device_rules, visible_variables
from vkconfig_py.loader.devices.values import PhysicalDevice
from vkconfig_py.loader.devices.verdicts import device_verdicts, variable_verdicts
from vkconfig_py.loader.probe.devices import DeviceSummary
from vkconfig_py.loader.probe.jobs import ChainAnswer
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.loader.report import FoundDevice, LoaderReport
from vkconfig_py.loader.verdicts import Kind, NoRemedy, Remedy, Verdict

_CONFIGURATIONS = "device_configurations"


class DevicesFound(NamedTuple):
    """What is told of devices.

    Attributes:
        devices: of all drivers, in the order at the bottom of the chain.
        variables: verdicts on the variables about devices.
    """

    devices: tuple[FoundDevice, ...]
    variables: tuple[Verdict, ...]


def find_devices(report: LoaderReport, answer: ChainAnswer) -> DevicesFound:
    """Return why each device that drivers have stands where it stands.

    Args:
        report: of the same machine; rests on files.
        answer: of a probe of the chain.
    """
    found = answer.found_devices
    configurations = report.foundation.device_configurations
    rules = device_rules(
        visible_variables(report.host), report.profile, answer.can_sort, configurations
    )
    arrangement = arrange(found, rules)
    seen = _seen(found, arrangement, answer.devices)
    file = (report.settings_file or "") if configurations is not None else ""
    undo = _undo(report)
    verdicts = device_verdicts(found, rules, arrangement, seen=seen, undo=undo, file=file)
    devices = tuple(
        FoundDevice(found[place], verdicts[place], seen.index(place) if place in seen else -1)
        for place in arrangement.sorted
    )
    return DevicesFound(devices, variable_verdicts(report.host, found, rules, file))


def _seen(
    found: Sequence[PhysicalDevice],
    arrangement: Arrangement,
    listed: tuple[DeviceSummary, ...] | str,
) -> tuple[int, ...]:
    """Return the places of the devices that the program got; of twins, each is taken once."""
    left = list(arrangement.sorted)
    seen = []
    for device in () if isinstance(listed, str) else listed:
        wanted = device.name, device.vendor_id, device.device_id
        for place in left:
            known = found[place]
            if (known.name, known.vendor_id, known.device_id) == wanted:
                left.remove(place)
                seen.append(place)
                break
    return tuple(seen)


def _undo(report: LoaderReport) -> Remedy:
    """Return what ends the choice of the settings file."""
    for verdict in report.verdicts:
        if verdict.kind is Kind.SETTINGS and verdict.subject.endswith(_CONFIGURATIONS):
            return verdict.remedy
    return NoRemedy("")
