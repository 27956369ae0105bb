"""What a device is, in words: versions, addresses, sizes, and why it stands at its place. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.loader.explaining.sentences import sentence
from vkconfig_py.loader.probe.devices import DeviceSummary, Heap, QueueFamily
from vkconfig_py.loader.probe.json_values import uuid_text
from vkconfig_py.loader.report import LoaderReport
from vkconfig_py.loader.verdicts import Reason, SetVariable, Verdict
from vkconfig_py.model.picture.sources import Fact
from vkconfig_py.model.picture.wording import count_of, ordinal

KINDS = {
    "discrete-gpu": "Discrete GPU",
    "integrated-gpu": "Integrated GPU",
    "virtual-gpu": "Virtual GPU",
    "cpu": "CPU",
    "other": "Other",
}
_NVIDIA = 0x10DE
_VENDORS = {
    0x1002: "AMD",
    _NVIDIA: "NVIDIA",
    0x8086: "Intel",
    0x13B5: "Arm",
    0x5143: "Qualcomm",
    0x1010: "Imagination",
    0x106B: "Apple",
    0x1414: "Microsoft",
    0x15AD: "VMware",
    0x1AE0: "Google",
    0x10005: "Mesa",
}
NO_DEVICE_AT_ALL = (
    "Programs get no device: none of those that the loader settings file lists is found."
)
PLACE_UNKNOWN = "Its place among all devices is known when everything was probed together."


def kind_of(device: DeviceSummary) -> str:
    """Return "Discrete GPU"."""
    return KINDS.get(device.type, device.type)


def version_text(version: tuple[int, int, int]) -> str:
    """Return "1.3.230"."""
    return ".".join(map(str, version))


def driver_version(device: DeviceSummary) -> str:
    """Return the driver's version as its vendor writes it."""
    packed = device.driver_version
    if device.vendor_id == _NVIDIA:
        return f"{packed >> 22}.{packed >> 14 & 0xFF}.{packed >> 6 & 0xFF:02}.{packed & 0x3F:02}"
    return f"{packed >> 22}.{packed >> 12 & 0x3FF}.{packed & 0xFFF}"


def driver_text(device: DeviceSummary) -> str:
    """Return "Mesa 22.3.6 (LLVM 15.0.6)" where the driver says so, else "driver 1.2.3"."""
    info = device.driver_info.strip()
    return info if info[:1].isalpha() else f"driver {info or driver_version(device)}"


def size_text(size: int) -> str:
    """Return "7.8 GiB"."""
    units = ("bytes", "KiB", "MiB", "GiB", "TiB")
    amount, unit = float(size), 0
    while amount >= 1024 and unit < len(units) - 1:
        amount, unit = amount / 1024, unit + 1
    shown = f"{amount:.1f}".removesuffix(".0") if unit else str(size)
    return f"{shown} {units[unit]}"


def device_facts(device: DeviceSummary) -> tuple[Fact, ...]:
    """Return everything about a device but its extensions, one fact per line."""
    facts = (
        Fact("Type", kind_of(device)),
        Fact("Vulkan", version_text(device.api_version)),
        Fact("Driver", " · ".join(x for x in (device.driver_name, device.driver_info) if x)),
        Fact("Driver version", f"{driver_version(device)} ({device.driver_version:#x})"),
        Fact("Driver ID", device.driver_id),
        Fact("Vendor", _numbered(_VENDORS.get(device.vendor_id, ""), device.vendor_id)),
        Fact("Device ID", f"{device.device_id:#06x}"),
        Fact("PCI address", device.pci or "none: it is no device of the PCI bus"),
        Fact("Device UUID", uuid_text(device.device_uuid)),
        Fact("Driver UUID", uuid_text(device.driver_uuid)),
        Fact("Device LUID", device.device_luid),
        Fact("Pipeline cache", uuid_text(device.pipeline_cache_uuid)),
        Fact("Memory", "\n".join(_heaps(device.heaps))),
        Fact("Queue families", "\n".join(_families(device.queue_families))),
        Fact("Manifest", device.driver),
        Fact("Library", device.library),
    )
    return tuple(fact for fact in facts if fact.value)


def _numbered(name: str, number: int) -> str:
    return f"{name} ({number:#06x})" if name else f"{number:#06x}"


def _heaps(heaps: Sequence[Heap]) -> Iterator[str]:
    for number, heap in enumerate(heaps):
        where = "the device's own" if heap.is_device_local else "of the system"
        yield f"heap {number}: {size_text(heap.size)}, {where}"


def _families(families: Sequence[QueueFamily]) -> Iterator[str]:
    for number, family in enumerate(families):
        abilities = ", ".join(family.abilities) or "nothing"
        bits = f", timestamps of {family.timestamp_bits} bits" if family.timestamp_bits else ""
        yield f"family {number}: {count_of(family.queues, 'queue')} for {abilities}{bits}"


def tell_place(
    place: int, names: Sequence[str], verdict: Verdict | None, report: LoaderReport
) -> tuple[str, ...]:
    """Return why a device stands where it stands, one sentence per step.

    Args:
        place: 1-based; 0 for a device that programs do not get, or whose place is not known.
        names: of all devices that programs get, in their order.
        verdict: of the engine on the device.
        report: that the verdict belongs to.
    """
    if not names:
        configured = verdict is not None and verdict.reason is Reason.DEVICE_NOT_CONFIGURED
        return (NO_DEVICE_AT_ALL if configured else PLACE_UNKNOWN,)
    said = [f"It is the {ordinal(place)} of {count_of(len(names), 'device')} that programs get."]
    if not place:
        said = ["Programs do not get it."]
    elif len(names) == 1:
        said = ["It is the only device that programs get."]
    if (verdict is not None and len(names) > 1) or (not place and verdict is not None):
        why = sentence(verdict, report)
        said.append(f"{why[:1].upper()}{why[1:]}.")
        if isinstance(verdict.remedy, SetVariable) and place > 1:
            said.append(f"{verdict.remedy.name}={verdict.remedy.value} would put it first.")
    if place > 1:
        said.append(f"Before it stands {names[place - 2]}.")
    return tuple(said)
