"""Devices in the inspector: which ones programs get, and a description of each."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from vkconfig_py.language.sentences import (
    counted,
    join_words,
    message,
    render,
    tr,
    use_english,
)
from vkconfig_py.loader.api.report_json import DEVICE, uuid_text
from vkconfig_py.loader.base.device_values import DeviceSummary, Heap, QueueFamily
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Reason, SetVariable, Verdict
from vkconfig_py.loader.explain.sentences import sentence
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.chain.chosen_devices import DeviceLine, DeviceState, find_places
from vkconfig_py.model.chain.probe_results import DeviceDetail, ProbeFindings, SeenDevice
from vkconfig_py.model.chain.row_details import Fact
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row, RowKind
from vkconfig_py.model.configuration.configuration import DeviceChoice, DeviceMode
from vkconfig_py.model.plan.loader_family import MIN_SETTINGS_VERSION, format_loader_name
from vkconfig_py.model.plan.plan import Limitation
from vkconfig_py.model.text.wording import capitalised, ordinal, size_text, version_text

KINDS = {
    "discrete-gpu": message("Discrete GPU"),
    "integrated-gpu": message("Integrated GPU"),
    "virtual-gpu": message("Virtual GPU"),
    "cpu": message("CPU"),
    "other": message("Other", "a type of devices"),
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
    # VK_VENDOR_ID_MESA: not a PCI vendor ID, but one assigned by Khronos.
    0x10005: "Mesa",
}
NO_DEVICE_AT_ALL = message(
    "Programs get no device: none of those that the loader settings file lists is found."
)
PLACE_UNKNOWN = message("Its position among all devices is not known yet: Probe all finds it.")
EVERY = tr("Programs get every device, in the order of the loader.")
CHOSEN = tr("This configuration gives programs the checked devices alone, in this order.")
OTHERS = tr(
    "A loader settings file is in force: programs get only devices that have a position here."
)
NOBODY = tr("No device is checked: programs find no device, and most do not start.")
NOT_HERE = tr(
    "None of the checked devices is found: programs find no device, and most do not start."
)
FIRST = tr("This configuration puts these devices first; all others follow.")
NOTHING_KNOWN = tr("Probe the drivers to list their devices.")


def kind_of(device: DeviceSummary) -> str:
    """Return the device kind, such as "Discrete GPU"."""
    return render(KINDS.get(device.type, device.type))


def driver_version(device: DeviceSummary) -> str:
    """Return the driver version in the vendor's notation."""
    packed = device.driver_version
    # NVIDIA packs its versions in 10, 8, 8 and 6 bits; others as Vulkan packs those of the API.
    if device.vendor_id == _NVIDIA:
        return f"{packed >> 22}.{packed >> 14 & 0xFF}.{packed >> 6 & 0xFF:02}.{packed & 0x3F:02}"
    return f"{packed >> 22}.{packed >> 12 & 0x3FF}.{packed & 0xFFF}"


def driver_text(device: DeviceSummary) -> str:
    """Return the driver's own version text, such as "Mesa 22.3.6", else "driver 1.2.3"."""
    info = device.driver_info.strip()
    # Mesa gives “Mesa 25.1.5”, NVIDIA a bare number.
    return info if info[:1].isalpha() else tr("driver {info}", info=info or driver_version(device))


def device_facts(device: DeviceSummary, *, with_memory: bool = True) -> tuple[Fact, ...]:
    """Return all facts about a device except its extensions, one per line."""
    groups = device_groups(device, with_memory=with_memory)
    return tuple(fact for _title, facts in groups for fact in facts)


def device_groups(
    device: DeviceSummary, *, with_memory: bool = True
) -> tuple[tuple[str, tuple[Fact, ...]], ...]:
    """Return the facts that have a value, under titles."""
    memory = (
        Fact(tr("Memory"), "\n".join(_list_heaps(device.heaps))),
        Fact(tr("Queue families"), "\n".join(_list_families(device.queue_families))),
    )
    driver = " · ".join(part for part in (device.driver_name, device.driver_info) if part)
    groups: tuple[tuple[str, tuple[Fact, ...]], ...] = (
        (
            tr("Device"),
            (
                Fact(tr("Type"), kind_of(device)),
                Fact("Vulkan", version_text(device.api_version)),
                Fact(
                    tr("Vendor"),
                    _render_number(_VENDORS.get(device.vendor_id, ""), device.vendor_id),
                ),
                Fact(tr("Device ID"), f"{device.device_id:#06x}"),
                Fact(tr("PCI address"), device.pci or tr("none: not a PCI device")),
            ),
        ),
        (
            tr("Driver"),
            (
                Fact(tr("Driver"), driver),
                Fact(
                    tr("Driver version"), f"{driver_version(device)} ({device.driver_version:#x})"
                ),
                Fact(tr("Driver ID"), device.driver_id),
                Fact(tr("Manifest"), device.driver),
                Fact(tr("Library"), device.library),
            ),
        ),
        (tr("Memory and queues"), memory if with_memory else ()),
        (
            tr("Identifiers"),
            (
                Fact(tr("Device UUID"), uuid_text(device.device_uuid)),
                Fact(tr("Driver UUID"), uuid_text(device.driver_uuid)),
                Fact(tr("Device LUID"), device.device_luid),
                Fact(tr("Pipeline cache"), uuid_text(device.pipeline_cache_uuid)),
            ),
        ),
    )
    filled_groups = (
        (title, tuple(fact for fact in facts if fact.value)) for title, facts in groups
    )
    return tuple((title, facts) for title, facts in filled_groups if facts)


def _render_number(name: str, number: int) -> str:
    return f"{name} ({number:#06x})" if name else f"{number:#06x}"


def _list_heaps(heaps: Sequence[Heap]) -> Iterator[str]:
    for number, heap in enumerate(heaps):
        size = size_text(heap.size)
        if heap.is_device_local:
            yield tr("heap {number}: {size}, the device's own", number=number, size=size)
        else:
            yield tr("heap {number}: {size}, of the system", number=number, size=size)


def _list_families(families: Sequence[QueueFamily]) -> Iterator[str]:
    for number, family in enumerate(families):
        abilities = ", ".join(family.abilities) or tr("nothing")
        text = counted(
            "family {number}: {n:,} queues for {abilities}",
            "family {number}: {n:,} queue for {abilities}",
            family.queues,
            number=number,
            abilities=abilities,
        )
        if family.timestamp_bits:
            bits = tr("timestamps of {bits} bits", bits=family.timestamp_bits)
            text = f"{text}, {bits}"
        yield text


def explain_place(
    place: int, names: Sequence[str], verdict: Verdict | None, report: LoaderReport
) -> tuple[str, ...]:
    """Return the reasons for a device's place, one sentence per step.

    `place`: 1-based; 0 if programs do not get the device or its place is unknown. `names`: all
    devices that programs get, in order.
    """
    if not names:
        configured = verdict is not None and verdict.reason is Reason.DEVICE_NOT_CONFIGURED
        return (render(NO_DEVICE_AT_ALL if configured else PLACE_UNKNOWN),)
    sentences = [
        counted(
            "It is the {place} of {n:,} devices that programs get.",
            "It is the {place} of {n:,} device that programs get.",
            len(names),
            place=ordinal(place),
        )
    ]
    if not place:
        sentences = [tr("Programs do not get it.")]
    elif len(names) == 1:
        sentences = [tr("It is the only device that programs get.")]
    if (verdict is not None and len(names) > 1) or (not place and verdict is not None):
        reason = sentence(verdict, report)
        sentences.append(f"{capitalised(reason)}.")
        if isinstance(verdict.remedy, SetVariable) and place > 1:
            sentences.append(
                tr(
                    "{name}={value} would put it first.",
                    name=verdict.remedy.name,
                    value=verdict.remedy.value,
                )
            )
    if place > 1:
        sentences.append(tr("Before it stands {name}.", name=names[place - 2]))
    return tuple(sentences)


def device_json(detail: DeviceDetail) -> str:
    """Return the object of `vkconfig-py device list --json`, with reasons for its place."""
    with use_english():
        order = explain_place(*detail.placed) if detail.placed is not None else ()
    document = {**DEVICE.write(detail.summary), "order": list(order)}
    if detail.dump is not None:
        document["all"] = detail.dump
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def file_name(detail: DeviceDetail) -> str:
    """Return the file name for the device, such as "amd-radeon-rx-7800-xt.json"."""
    # Mesa appends its driver name in parentheses to the device name.
    name = re.sub(r"[^a-z0-9]+", "-", detail.summary.name.partition(" (")[0].casefold())
    return f"{name.strip('-') or 'device'}.json"


class DeviceNote(NamedTuple):
    """Note about a device; none for a device without problems."""

    word: str = ""
    text: str = ""

    @property
    def spoken(self) -> str:
        return ": ".join(part for part in self if part)


NO_NOTE = DeviceNote()
UNNAMED = DeviceNote("", tr("Cannot be chosen: loaders cannot identify it"))
ABSENT = DeviceNote(tr("Missing"), tr("not on this machine"))
NOT_FOUND_YET = DeviceNote(tr("Unknown"), tr("not found by a probe yet"))
DRIVER_OFF = DeviceNote(tr("Off"), tr("its driver is not used here"))
NOT_FOUND = DeviceNote(tr("Driver changed"), tr("no longer found"))
STILL_FOUND = DeviceNote(tr("Driver changed"), tr("still found"))
CHANGED = DeviceNote(tr("Driver changed"))


class DeviceTexts(NamedTuple):
    """Sentences of the device page.

    Attributes:
        warns: show the sentence as a warning.
        loaders: how each installed loader treats a choice.
        unprobed: which devices are unknown, "" if none.
        notes: notes about devices, by the key of their line.
        places: 1-based places of the chosen devices; empty without a choice.
    """

    head: str
    warns: bool
    limits: tuple[Limitation, ...]
    loaders: tuple[str, ...]
    unprobed: str
    notes: Mapping[str, DeviceNote]
    places: Mapping[str, int]


def devices_page(
    choice: DeviceChoice,
    snapshot: ChainSnapshot,
    probed: ProbeFindings,
    lines: Sequence[DeviceLine],
) -> DeviceTexts:
    """Compute the device page of a configuration.

    Changes since the snapshot are not included.
    """
    driver_keys = [row.key for row in snapshot.plain if row.kind is RowKind.DRIVER and row.used]
    devices = [device for key in driver_keys for device in probed.devices.get(key, ())]
    available_keys = {device.key for device in devices}
    is_answered = snapshot.request.configuration.devices == choice
    applied_state = snapshot.devices if is_answered else None
    limits = applied_state.limits if applied_state is not None else ()
    limitation = applied_state.way_limit if applied_state is not None else None
    places = find_places(applied_state, devices) if applied_state is not None else None
    unprobed_rows = [row for row in snapshot.plain if _is_unprobed(row, probed)]
    head, warns = _describe_choice(choice, places, all_known=not unprobed_rows)
    loaders = snapshot.request.loaders or (snapshot.request.profile,)
    return DeviceTexts(
        head=head,
        warns=warns,
        # What the way does is told beside it.
        limits=tuple(limit for limit in limits if limit != limitation),
        loaders=tuple(_list_loader_sentences(loaders)),
        unprobed=_describe_unprobed(unprobed_rows, devices),
        notes=dict(_find_notes(lines, available_keys, places, all_known=not unprobed_rows)),
        places=_find_chosen_places(choice, lines, available_keys) if places is None else places,
    )


def device_choice_text(choice: DeviceChoice) -> str:
    """Return the choice in a few words: "Automatic", "NAME only", "NAME first", "Custom order"."""
    if not choice.chooses:
        return tr("Automatic")
    if len(choice.devices) != 1:
        return tr("Custom order") if choice.devices else tr("None", "no device")
    return _name_choice(choice, choice.devices[0].name)


def _name_choice(choice: DeviceChoice, name: str) -> str:
    if choice.mode is DeviceMode.FIRST:
        return tr("{device} first", device=name)
    return tr("{device} only", device=name)


def short_choice_text(choice: DeviceChoice) -> str:
    """Return the same without what drivers append to a device name in parentheses."""
    if not choice.chooses or len(choice.devices) != 1:
        return device_choice_text(choice)
    return _name_choice(choice, re.sub(r" \([^()]*\)$", "", choice.devices[0].name))


def _describe_choice(
    choice: DeviceChoice, places: Mapping[str, int] | None, *, all_known: bool
) -> tuple[str, bool]:
    """Return what programs get, and whether that is a warning."""
    if choice.mode is DeviceMode.AUTO:
        return (EVERY, False) if places is None else (OTHERS, True)
    if not choice.devices:
        return NOBODY, True
    if choice.mode is DeviceMode.FIRST:
        return FIRST, False
    is_lost = all_known and places is not None and not places
    return (NOT_HERE, True) if is_lost else (CHOSEN, False)


def _find_notes(
    lines: Sequence[DeviceLine],
    available_keys: Collection[str],
    places: Mapping[str, int] | None,
    *,
    all_known: bool,
) -> Iterator[tuple[str, DeviceNote]]:
    for line in lines:
        if line.state is DeviceState.UNNAMED:
            yield line.key, UNNAMED
        elif line.state is DeviceState.ABSENT:
            yield line.key, ABSENT if all_known else NOT_FOUND_YET
        elif line.chosen and line.key not in available_keys:
            yield line.key, DRIVER_OFF
        elif line.state is DeviceState.CHANGED:
            if places is None:
                yield line.key, CHANGED
            else:
                yield line.key, STILL_FOUND if line.key in places else NOT_FOUND


def _find_chosen_places(
    choice: DeviceChoice, lines: Sequence[DeviceLine], available_keys: Collection[str]
) -> dict[str, int]:
    if choice.mode is DeviceMode.AUTO:
        return {}
    chosen = [line.key for line in lines if line.chosen and line.key in available_keys]
    return {key: place for place, key in enumerate(chosen, 1)}


def _is_unprobed(row: Row, probed: ProbeFindings) -> bool:
    return row.kind is RowKind.DRIVER and row.used and row.key not in probed.health


def _describe_unprobed(rows: Sequence[Row], devices: Collection[SeenDevice]) -> str:
    if not rows:
        return ""
    names = join_words([row.name for row in rows])
    if not devices:
        return NOTHING_KNOWN
    return counted(
        "{names} were not probed yet: their devices are not known.",
        "{names} was not probed yet: its devices are not known.",
        len(rows),
        names=names,
    )


def _list_loader_sentences(loaders: Sequence[LoaderProfile]) -> Iterator[str]:
    for profile in dict.fromkeys(loaders):
        name = capitalised(format_loader_name(profile))
        follows = _describe_loader(profile)
        yield tr(
            "{loader}, {bits}-bit, {follows}",
            loader=name,
            bits=profile.pointer_bits,
            follows=follows,
        )


def _describe_loader(profile: LoaderProfile) -> str:
    """Return what a loader does with device choices, as words that follow its name."""
    if not profile.has(Gate.SETTINGS_FILE):
        return tr("reads no loader settings file: its programs get every device")
    if profile.version < MIN_SETTINGS_VERSION:
        return tr("can crash on a loader settings file, so none is written for it")
    if not profile.has(Gate.ADDITIONAL_DRIVERS):
        return tr("ignores device choices: its programs get every device")
    if not profile.has(Gate.DEVICE_DRIVER_REQUIRED):
        return tr("applies device choices; a device is identified by UUID alone")
    return tr("applies device choices; a device is identified by UUID, driver and driver version")
