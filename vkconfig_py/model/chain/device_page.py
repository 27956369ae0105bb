"""Devices in the inspector: which ones programs get, and a description of each."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from vkconfig_py.language.sentences import counted, join_words, message, render, tr, use_english
from vkconfig_py.loader.api.report_json import DEVICE_SCHEMA, format_uuid
from vkconfig_py.loader.base.device_values import DeviceSummary, Heap, QueueFamily
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Reason, SetVariable, Verdict
from vkconfig_py.loader.explain.verdict_sentences import render_verdict
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.rules.loader_report import LoaderReport
from vkconfig_py.model.chain.chosen_devices import DeviceState, ListedDevice, find_positions
from vkconfig_py.model.chain.probe_results import DeviceDetail, ProbeFindings, SeenDevice
from vkconfig_py.model.chain.row_details import LabeledFact
from vkconfig_py.model.chain.snapshot_values import ChainSnapshot, Row, RowKind
from vkconfig_py.model.configuration.configuration import DeviceChoice, DeviceMode
from vkconfig_py.model.plan.loader_family import MIN_SETTINGS_VERSION, format_loader_name
from vkconfig_py.model.plan.plan import Limitation
from vkconfig_py.model.text.wording import capitalise, render_ordinal, render_size, render_version

DEVICE_KINDS = {
    "discrete-gpu": message("Discrete GPU"),
    "integrated-gpu": message("Integrated GPU"),
    "virtual-gpu": message("Virtual GPU"),
    "cpu": message("CPU"),
    "other": message("Other", "a type of devices"),
}
_NVIDIA_VENDOR_ID = 0x10DE
_VENDOR_NAMES = {
    0x1002: "AMD",
    _NVIDIA_VENDOR_ID: "NVIDIA",
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
    "Programs get no devices: those listed in the loader settings file were not found."
)
POSITION_UNKNOWN = message(
    "Its position among all devices is not known yet: probe all drivers to determine it."
)
EVERY_DEVICE_USED = tr("Programs get every device, in the loader's order.")
CHECKED_DEVICES_USED = tr(
    "With this configuration, programs get only the checked devices, in this order."
)
OTHER_FILE_IN_FORCE = tr(
    "A loader settings file is active: programs get only the devices with a position in this list."
)
NO_DEVICE_CHECKED = tr(
    "No device is checked, so programs do not find a device, and most programs cannot start."
)
CHECKED_NOT_FOUND = tr(
    "The checked devices were not found, so programs do not find a device, and most "
    "programs cannot start."
)
CHECKED_DEVICES_FIRST = tr("This configuration puts these devices first; all others follow.")
PROBE_TO_LIST = tr("Probe the drivers to list their devices.")


def get_device_kind(device: DeviceSummary) -> str:
    """Return the device kind, such as "Discrete GPU"."""
    return render(DEVICE_KINDS.get(device.type, device.type))


def format_driver_version(device: DeviceSummary) -> str:
    """Return the driver version in the vendor's notation."""
    packed = device.driver_version
    # NVIDIA packs its versions in 10, 8, 8 and 6 bits; others as Vulkan packs those of the API.
    if device.vendor_id == _NVIDIA_VENDOR_ID:
        return f"{packed >> 22}.{packed >> 14 & 0xFF}.{packed >> 6 & 0xFF:02}.{packed & 0x3F:02}"
    return f"{packed >> 22}.{packed >> 12 & 0x3FF}.{packed & 0xFFF}"


def format_driver(device: DeviceSummary) -> str:
    """Return the driver's own version text, such as "Mesa 22.3.6", else "driver 1.2.3"."""
    info = device.driver_info.strip()
    # Mesa gives “Mesa 25.1.5”, NVIDIA a bare number.
    return (
        info
        if info[:1].isalpha()
        else tr("driver {info}", info=info or format_driver_version(device))
    )


def list_device_facts(
    device: DeviceSummary, *, includes_memory: bool = True
) -> tuple[LabeledFact, ...]:
    """Return all facts about a device except its extensions, one per line."""
    groups = group_device_facts(device, includes_memory=includes_memory)
    return tuple(fact for _title, facts in groups for fact in facts)


def group_device_facts(
    device: DeviceSummary, *, includes_memory: bool = True
) -> tuple[tuple[str, tuple[LabeledFact, ...]], ...]:
    """Return the facts that have a value, under titles."""
    memory = (
        LabeledFact(tr("Memory"), "\n".join(_list_heaps(device.heaps))),
        LabeledFact(tr("Queue families"), "\n".join(_list_families(device.queue_families))),
    )
    driver = " · ".join(part for part in (device.driver_name, device.driver_info) if part)
    groups: tuple[tuple[str, tuple[LabeledFact, ...]], ...] = (
        (
            tr("Device"),
            (
                LabeledFact(tr("Type"), get_device_kind(device)),
                LabeledFact("Vulkan", render_version(device.api_version)),
                LabeledFact(
                    tr("Vendor"),
                    _render_number(_VENDOR_NAMES.get(device.vendor_id, ""), device.vendor_id),
                ),
                LabeledFact(tr("Device ID"), f"{device.device_id:#06x}"),
                LabeledFact(tr("PCI address"), device.pci or tr("not a PCI device")),
            ),
        ),
        (
            tr("Driver"),
            (
                LabeledFact(tr("Driver"), driver),
                LabeledFact(
                    tr("Driver version"),
                    f"{format_driver_version(device)} ({device.driver_version:#x})",
                ),
                LabeledFact(tr("Driver ID"), device.driver_id),
                LabeledFact(tr("Manifest"), device.driver),
                LabeledFact(tr("Library"), device.library),
            ),
        ),
        (tr("Memory and queues"), memory if includes_memory else ()),
        (
            tr("Identifiers"),
            (
                LabeledFact(tr("Device UUID"), format_uuid(device.device_uuid)),
                LabeledFact(tr("Driver UUID"), format_uuid(device.driver_uuid)),
                LabeledFact(tr("Device LUID"), device.device_luid),
                LabeledFact(tr("Pipeline cache UUID"), format_uuid(device.pipeline_cache_uuid)),
            ),
        ),
    )
    filled_groups = (
        (title, tuple(fact for fact in facts if fact.value)) for title, facts in groups
    )
    return tuple((title, facts) for title, facts in filled_groups if facts)


def _render_number(name: str, number: int) -> str:
    """Return "NVIDIA (0x10de)" for a vendor or device, without a name the number alone."""
    return f"{name} ({number:#06x})" if name else f"{number:#06x}"


def _list_heaps(heaps: Sequence[Heap]) -> Iterator[str]:
    """Yield a line for each memory heap, with its size."""
    for number, heap in enumerate(heaps):
        size = render_size(heap.size)
        if heap.is_device_local:
            yield tr("heap {number}: {size} (device-local)", number=number, size=size)
        else:
            yield tr("heap {number}: {size} (system memory)", number=number, size=size)


def _list_families(families: Sequence[QueueFamily]) -> Iterator[str]:
    """Yield a line for each queue family: how many queues, for what."""
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
            bits = tr("{bits}-bit timestamps", bits=family.timestamp_bits)
            text = f"{text}, {bits}"
        yield text


def explain_position(
    position: int, names: Sequence[str], verdict: Verdict | None, report: LoaderReport
) -> tuple[str, ...]:
    """Return why a device has its place, one sentence for each step of the loader.

    `position`: 1-based, 0 if programs do not get the device or its place is unknown. `names`: all
    devices that programs get, in order. `verdict`: of the loader on this device, None if unknown.
    """
    if not names:
        is_configured = verdict is not None and verdict.reason is Reason.DEVICE_NOT_CONFIGURED
        return (render(NO_DEVICE_AT_ALL if is_configured else POSITION_UNKNOWN),)
    sentences = [
        counted(
            "Programs get {n:,} devices; this is the {place}.",
            "Programs get {n:,} device; this is the {place}.",
            len(names),
            place=render_ordinal(position),
        )
    ]
    if not position:
        sentences = [tr("Programs do not get this device.")]
    elif len(names) == 1:
        sentences = [tr("Programs get only this device.")]
    if (verdict is not None and len(names) > 1) or (not position and verdict is not None):
        reason = render_verdict(verdict, report)
        sentences.append(f"{capitalise(reason)}.")
        if isinstance(verdict.remedy, SetVariable) and position > 1:
            sentences.append(
                tr(
                    "{name}={value} would put it first.",
                    name=verdict.remedy.name,
                    value=verdict.remedy.value,
                )
            )
    if position > 1:
        sentences.append(tr("{name} comes before it.", name=names[position - 2]))
    return tuple(sentences)


def make_device_json(detail: DeviceDetail) -> str:
    """Return the object of `vkconfig-py device list --json`, with reasons for its place."""
    with use_english():
        order = explain_position(*detail.position) if detail.position is not None else ()
    document = {**DEVICE_SCHEMA.write(detail.summary), "order": list(order)}
    if detail.dump is not None:
        document["all"] = detail.dump
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def make_file_name(detail: DeviceDetail) -> str:
    """Return the file name for the device, such as "amd-radeon-rx-7800-xt.json"."""
    # Mesa appends its driver name in parentheses to the device name.
    name = re.sub(r"[^a-z0-9]+", "-", detail.summary.name.partition(" (")[0].casefold())
    return f"{name.strip('-') or 'device'}.json"


class DeviceNote(NamedTuple):
    """Note about a device; empty for a device without problems."""

    status: str = ""
    text: str = ""

    @property
    def accessible_text(self) -> str:
        return ": ".join(part for part in self if part)


NO_NOTE = DeviceNote()
UNIDENTIFIED_NOTE = DeviceNote("", tr("Cannot be chosen: loaders cannot identify it"))
MISSING_NOTE = DeviceNote(tr("Missing"), tr("not on this machine"))
NOT_FOUND_YET_NOTE = DeviceNote(tr("Unknown"), tr("not yet found by a probe"))
DRIVER_OFF_NOTE = DeviceNote(tr("Off"), tr("its driver is not used"))
NOT_FOUND_NOTE = DeviceNote(tr("Driver changed"), tr("no longer found"))
STILL_FOUND_NOTE = DeviceNote(tr("Driver changed"), tr("still found"))
DRIVER_CHANGED_NOTE = DeviceNote(tr("Driver changed"))


class DevicePageTexts(NamedTuple):
    """Sentences of the device page.

    Attributes:
        is_warning: show the sentence as a warning.
        loader_sentences: how each installed loader treats a choice in a loader settings file; ()
            if devices are chosen by another method.
        unprobed_sentence: which devices are unknown, "" if none.
        notes: notes about devices, by the key of their line.
        position_by_key: 1-based places of the chosen devices; empty without a choice.
    """

    choice_sentence: str
    is_warning: bool
    limits: tuple[Limitation, ...]
    loader_sentences: tuple[str, ...]
    unprobed_sentence: str
    notes: Mapping[str, DeviceNote]
    position_by_key: Mapping[str, int]


def make_device_page(
    choice: DeviceChoice,
    snapshot: ChainSnapshot,
    findings: ProbeFindings,
    lines: Sequence[ListedDevice],
) -> DevicePageTexts:
    """Compute the device page of a configuration.

    Changes since the snapshot are not included.
    """
    driver_keys = [
        row.key for row in snapshot.unprobed_rows if row.kind is RowKind.DRIVER and row.is_used
    ]
    devices = [device for key in driver_keys for device in findings.devices.get(key, ())]
    available_keys = {device.key for device in devices}
    is_choice_predicted = snapshot.request.configuration.devices == choice
    applied_state = snapshot.devices if is_choice_predicted else None
    limits = applied_state.limits if applied_state is not None else ()
    limitation = applied_state.method_limit if applied_state is not None else None
    positions = find_positions(applied_state, devices) if applied_state is not None else None
    unprobed_rows = [row for row in snapshot.unprobed_rows if _is_unprobed(row, findings)]
    head, has_warning = _describe_choice(choice, positions, are_all_known=not unprobed_rows)
    loaders = snapshot.request.loaders or (snapshot.request.profile,)
    # The context is that of a method: variables and layers, unless a file lists devices.
    uses_file = (
        applied_state is None
        or applied_state.context is None
        or applied_state.listed_devices is not None
    )
    return DevicePageTexts(
        choice_sentence=head,
        is_warning=has_warning,
        # What the way does is told beside it.
        limits=tuple(limit for limit in limits if limit != limitation),
        loader_sentences=tuple(_list_loader_sentences(loaders)) if uses_file else (),
        unprobed_sentence=_describe_unprobed(unprobed_rows, devices),
        notes=dict(_find_notes(lines, available_keys, positions, are_all_known=not unprobed_rows)),
        position_by_key=_find_chosen_positions(choice, lines, available_keys)
        if positions is None
        else positions,
    )


def describe_device_choice(choice: DeviceChoice) -> str:
    """Return the choice in a few words: "Automatic", "NAME only", "NAME first", "Custom order"."""
    if not choice.is_choosing:
        return tr("Automatic")
    if len(choice.devices) != 1:
        return tr("Custom order") if choice.devices else tr("None", "no device")
    return name_device_choice(choice.mode, choice.devices[0].name)


def name_device_choice(mode: DeviceMode, name: str) -> str:
    """Return the choice of one device in a few words. `name`: of the device."""
    if mode is DeviceMode.FIRST:
        return tr("{device} first", device=name)
    return tr("{device} only", device=name)


def describe_choice_briefly(choice: DeviceChoice) -> str:
    """Return a choice in a few words, device names without what drivers append in parentheses."""
    if not choice.is_choosing or len(choice.devices) != 1:
        return describe_device_choice(choice)
    return name_device_choice(choice.mode, re.sub(r" \([^()]*\)$", "", choice.devices[0].name))


def _describe_choice(
    choice: DeviceChoice, positions: Mapping[str, int] | None, *, are_all_known: bool
) -> tuple[str, bool]:
    """Return what programs get by a choice, and whether that is a warning.

    `positions`: 1-based places of the devices that programs get, None if unknown. `are_all_known`:
    every driver was probed.
    """
    if choice.mode is DeviceMode.AUTO:
        return (EVERY_DEVICE_USED, False) if positions is None else (OTHER_FILE_IN_FORCE, True)
    if not choice.devices:
        return NO_DEVICE_CHECKED, True
    if choice.mode is DeviceMode.FIRST:
        return CHECKED_DEVICES_FIRST, False
    is_lost = are_all_known and positions is not None and not positions
    return (CHECKED_NOT_FOUND, True) if is_lost else (CHECKED_DEVICES_USED, False)


def _find_notes(
    lines: Sequence[ListedDevice],
    available_keys: Collection[str],
    positions: Mapping[str, int] | None,
    *,
    are_all_known: bool,
) -> Iterator[tuple[str, DeviceNote]]:
    """Yield the keys of devices that have a problem, each with a note on it.

    `available_keys`: devices of drivers that are used. `positions`: 1-based places of the devices
    that programs get, None if unknown. `are_all_known`: every driver was probed.
    """
    for line in lines:
        if line.state is DeviceState.UNNAMED:
            yield line.key, UNIDENTIFIED_NOTE
        elif line.state is DeviceState.ABSENT:
            yield line.key, MISSING_NOTE if are_all_known else NOT_FOUND_YET_NOTE
        elif line.is_chosen and line.key not in available_keys:
            yield line.key, DRIVER_OFF_NOTE
        elif line.state is DeviceState.CHANGED:
            if positions is None:
                yield line.key, DRIVER_CHANGED_NOTE
            else:
                yield line.key, STILL_FOUND_NOTE if line.key in positions else NOT_FOUND_NOTE


def _find_chosen_positions(
    choice: DeviceChoice, lines: Sequence[ListedDevice], available_keys: Collection[str]
) -> dict[str, int]:
    """Return the 1-based places of the chosen devices that are available, by key."""
    if choice.mode is DeviceMode.AUTO:
        return {}
    chosen_keys = [line.key for line in lines if line.is_chosen and line.key in available_keys]
    return {key: position for position, key in enumerate(chosen_keys, 1)}


def _is_unprobed(row: Row, findings: ProbeFindings) -> bool:
    """Return whether a row is a driver in use without probe results."""
    return row.kind is RowKind.DRIVER and row.is_used and row.key not in findings.health


def _describe_unprobed(rows: Sequence[Row], devices: Collection[SeenDevice]) -> str:
    """Return that some drivers' devices are unknown, "" if all were probed."""
    if not rows:
        return ""
    names = join_words([row.name for row in rows])
    if not devices:
        return PROBE_TO_LIST
    return counted(
        "{names} have not been probed yet: their devices are unknown.",
        "{names} has not been probed yet: its devices are unknown.",
        len(rows),
        names=names,
    )


def _list_loader_sentences(loaders: Sequence[LoaderProfile]) -> Iterator[str]:
    """Yield for each loader a sentence on what it does with chosen devices."""
    for profile in dict.fromkeys(loaders):
        name = capitalise(format_loader_name(profile))
        follows = _describe_loader(profile)
        yield tr(
            "{loader} ({bits}-bit) {follows}.",
            loader=name,
            bits=profile.pointer_bits,
            follows=follows,
        )


def _describe_loader(profile: LoaderProfile) -> str:
    """Return what a loader does with chosen devices, as words that follow its name."""
    if not profile.has(Gate.SETTINGS_FILE):
        return tr("does not read loader settings files: programs that use it get every device")
    if profile.version < MIN_SETTINGS_VERSION:
        return tr(
            "can crash when reading a loader settings file, so vkconfig-py does not write one "
            "for it"
        )
    if not profile.has(Gate.ADDITIONAL_DRIVERS):
        return tr("ignores device choices: programs that use it get every device")
    if not profile.has(Gate.DEVICE_DRIVER_REQUIRED):
        return tr("applies device choices and identifies devices only by UUID")
    return tr("applies device choices and identifies devices by UUID, driver and driver version")
