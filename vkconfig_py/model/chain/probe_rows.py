"""Adds to rows and summary what probes say, with devices below their drivers, and faulty layers.

The rows of a snapshot are complete without probes, so they cost nothing if there are none. Every
program opens every driver; a layer is opened only by programs that load it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vkconfig_py.language.sentences import counted, message, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Mark, Outcome, Severity, Step
from vkconfig_py.loader.explain.verdict_sentences import render_outcome as word_of
from vkconfig_py.loader.platforms.rules import get_base_name
from vkconfig_py.model.chain.chosen_devices import (
    DeviceState,
    ListedDevice,
    describe_seen_device,
    find_positions,
    list_devices,
)
from vkconfig_py.model.chain.probe_results import (
    BROKEN_PROBE_STATUSES,
    FATAL_PROBE_STATUSES,
    EnteredOrder,
    ProbeFindings,
    ProbeStatus,
    SeenDevice,
    ShownHealth,
    decide_probe_severity,
    describe_probe_conditions,
    is_about_chain,
)
from vkconfig_py.model.chain.snapshot_sentences import render_blame
from vkconfig_py.model.chain.snapshot_values import (
    CRASHES,
    EVERY_VULKAN_PROGRAM,
    FAILS,
    IDLE_DRIVER,
    TONE_BY_SEVERITY,
    ChainSnapshot,
    ChainSummary,
    DeviceChoiceEffect,
    Row,
    RowKind,
    SentenceSubject,
    Tone,
    add_driver_state,
)
from vkconfig_py.model.configuration.configuration import EVERY_DEVICE, DeviceChoice, DeviceMode
from vkconfig_py.model.text.wording import (
    get_display_names,
    render_choice,
    render_count,
    render_ordinal,
    strip_layer_prefix,
)

ON, OFF = "on", "off"
DEVICE_CONTROLS = (ON, OFF)
LEFT_OUT_BY_CONFIGURATION = message("left out by this configuration")
NOT_LISTED = message("not selected by the loader settings file")
NOT_CHOSEN = message("programs still get every device")
DRIVER_NOT_USED = message("driver not used")
_USED_OUTCOMES = (Outcome.LOADS, Outcome.UNKNOWN)
# A driver that fails is skipped; a layer that fails makes vkCreateInstance fail.
_FATAL_STATUSES_BY_KIND = {
    RowKind.DRIVER: FATAL_PROBE_STATUSES,
    RowKind.LAYER: FATAL_PROBE_STATUSES | {ProbeStatus.FAILED},
}


class DeviceRowTexts(NamedTuple):
    """Texts of a device row; the attributes are those of Row."""

    status: str = ""
    outcome: Outcome | None = None
    device_position: int = 0
    reason: str = ""
    tone: Tone = Tone.NEUTRAL
    deviation: str = ""
    short_deviation: str = ""
    control: str = ""
    controls: tuple[str, ...] = ()


def make_device_texts(
    choice: DeviceChoice, applied_state: DeviceChoiceEffect | None, devices: Sequence[SeenDevice]
) -> dict[str, DeviceRowTexts]:
    """Return what the rows of devices show: use, place and reason, by device key.

    `applied_state`: the choice that the loader applies, None if it is unknown.
    """
    listed_devices = {device.key: device for device in list_devices(choice, devices)}
    positions = None if applied_state is None else find_positions(applied_state, devices)
    is_listed = choice.mode is DeviceMode.LISTED
    rules = [limit for limit in applied_state.limits if not limit.is_note] if applied_state else []
    rule = f"{rules[0].text}; {rules[0].alternative}" if rules else render(NOT_CHOSEN)
    texts_by_key = dict(_list_device_texts(listed_devices, positions, is_listed=is_listed))
    if is_listed and positions is None and applied_state is not None:
        short_text = tr("choice not applied") if rules else ""
        return {
            key: row_texts._replace(deviation=rule, short_deviation=short_text)
            for key, row_texts in texts_by_key.items()
        }
    return texts_by_key


def _list_device_texts(
    listed_devices: Mapping[str, ListedDevice],
    positions: Mapping[str, int] | None,
    *,
    is_listed: bool,
) -> Iterator[tuple[str, DeviceRowTexts]]:
    """Yield device keys with what their rows show.

    `positions`: 1-based places of the devices that programs get, None if unknown. `is_listed`: the
    configuration names devices.
    """
    chosen_keys = [
        device.key
        for device in listed_devices.values()
        if device.is_chosen and device.can_be_chosen
    ]
    for key, device in listed_devices.items():
        controls = DEVICE_CONTROLS if device.can_be_chosen else ()
        control = (ON if device.is_chosen else OFF) if controls else ""
        row_texts = DeviceRowTexts(control=control, controls=controls)
        if positions is None:
            yield key, row_texts
        elif key in positions:
            text = (
                _describe_other_position(chosen_keys, device, positions[key]) if is_listed else ""
            )
            position = positions[key]
            yield (
                key,
                row_texts._replace(
                    status=render_choice(position),
                    device_position=position,
                    tone=Tone.OK,
                    deviation=text,
                ),
            )
        else:
            reason = render(
                LEFT_OUT_BY_CONFIGURATION if is_listed and not device.is_chosen else NOT_LISTED
            )
            text = ""
            if is_listed and device.is_chosen:
                text = (
                    tr("you chose it, but programs do not get it: its driver has changed since")
                    if device.state is DeviceState.CHANGED
                    else tr("you chose it, but programs do not get it")
                )
            yield (
                key,
                row_texts._replace(
                    status=word_of(Outcome.OFF),
                    outcome=Outcome.OFF,
                    reason="" if text else reason,
                    deviation=text,
                ),
            )


def _describe_other_position(chosen_keys: Sequence[str], line: ListedDevice, position: int) -> str:
    """Return the difference between a device's actual place and the user's choice, or "".

    The active settings file is then not the one of this configuration.
    """
    if not line.is_chosen:
        return tr("you left it out, but programs get it")
    chosen_position = chosen_keys.index(line.key) + 1
    if position <= chosen_position:
        return ""
    return tr(
        "you placed it {wished}, but programs get it {place}",
        wished=render_ordinal(chosen_position),
        place=render_ordinal(position),
    )


def add_results_to_summary(
    snapshot: ChainSnapshot, rows: Sequence[Row], findings: ProbeFindings
) -> ChainSummary:
    """Return the summary with probe results."""
    unprobed_summary = snapshot.unprobed_summary
    if unprobed_summary.loading is None:
        return unprobed_summary
    subject = unprobed_summary.loading.subject
    traced_order = findings.chain_order
    if traced_order is not None and not is_about_chain(traced_order, snapshot.list_chain_names()):
        traced_order = None
    # What ended alone, or with other layers, may do in this chain, where that was tried and did.
    failing_row = (
        next(_find_failing_rows(rows, findings), None)
        if traced_order is None or traced_order.is_failing
        else None
    )
    if failing_row is not None:
        row, health = failing_row
        is_everywhere = _is_everywhere(snapshot, row)
        return _make_row_alarm(EVERY_VULKAN_PROGRAM if is_everywhere else subject, row, health)
    if traced_order is not None and traced_order.is_failing:
        return _make_chain_alarm(subject, traced_order)
    drivers = [row for row in rows if row.kind is RowKind.DRIVER and row.is_used]
    used_keys = {device.key for row in drivers for device in findings.devices.get(row.key, ())}
    devices = [row for row in rows if row.kind is RowKind.DEVICE and row.key in used_keys]
    if devices:
        first_row = _find_first_device(devices, findings)
        if first_row is None:
            return unprobed_summary
        # Mesa appends its driver name in parentheses to the device name.
        name = first_row.name.partition(" (")[0]
        return unprobed_summary._replace(
            sentences=unprobed_summary.loading.render_lengths(name), device=name
        )
    if drivers and all(row.key in findings.health for row in drivers):
        return unprobed_summary._replace(
            sentences=unprobed_summary.loading.render_lengths(finds_no_device=True)
        )
    return unprobed_summary


def _find_failing_rows(
    rows: Sequence[Row], findings: ProbeFindings
) -> Iterator[tuple[Row, ShownHealth]]:
    """Yield the drivers, then the layers, that crash programs."""
    for kind in (RowKind.DRIVER, RowKind.LAYER):
        for row in rows:
            health = findings.health.get(row.key)
            if (
                health is None
                or row.kind is not kind
                or health.probe_status not in _FATAL_STATUSES_BY_KIND[kind]
            ):
                continue
            if kind is RowKind.LAYER or row.is_used:
                yield row, health


def _is_everywhere(snapshot: ChainSnapshot, row: Row) -> bool:
    """Return whether the failure also occurs without the configuration."""
    report = snapshot.inventory
    if row.kind is RowKind.DRIVER:
        driver_files = (
            driver.file for driver in report.drivers if driver.verdict.outcome in _USED_OUTCOMES
        )
        return row.manifest in driver_files
    return any(layer.manifest.name == row.name for layer in report.callstack)


def _make_row_alarm(subject: SentenceSubject, row: Row, health: ShownHealth) -> ChainSummary:
    """Return the alarm that programs fail because of the library of this row."""
    name = get_base_name(row.manifest)
    cause = tr("{name} {finding}", name=name, finding=health.full_sentence)
    sentences = render_blame(subject, health.probe_status, name, cause)
    return ChainSummary(sentences, is_alarm=True, file=row.manifest)


def _make_chain_alarm(subject: SentenceSubject, order: EnteredOrder) -> ChainSummary:
    """Return the alarm that programs fail with the whole chain, as its probe did."""
    short_text = counted(
        "{who} fail with this chain.",
        "{who} fails with this chain.",
        subject.program_count,
        who=subject.capitalized,
    )
    return ChainSummary(
        (f"{short_text} {order.order_difference}", short_text, short_text), is_alarm=True
    )


def _find_first_device(devices: Sequence[Row], findings: ProbeFindings) -> Row | None:
    """Return the device that programs get first, or None if unknown."""
    enabled_rows = [row for row in devices if row.outcome is not Outcome.OFF]
    if len(enabled_rows) == 1:
        return enabled_rows[0]
    positions = {
        device.key: device.position
        for group in findings.devices.values()
        for device in group
        if not device.differences
    }
    first_rows = [row for row in enabled_rows if row.device_position == 1]
    return next(
        (row for row in first_rows or enabled_rows if first_rows or positions.get(row.key) == 1),
        None,
    )


def add_probe_findings(snapshot: ChainSnapshot, findings: ProbeFindings) -> ChainSnapshot:
    """Return the snapshot with probe results in its rows and its summary."""
    if snapshot.rows is snapshot.unprobed_rows and findings.is_empty:
        return snapshot
    device_choice = snapshot.request.configuration.devices
    rows = add_results_to_rows(snapshot.unprobed_rows, findings, device_choice, snapshot.devices)
    return snapshot.with_rows(rows, add_results_to_summary(snapshot, rows, findings))


def add_results_to_rows(
    rows: Sequence[Row],
    findings: ProbeFindings,
    choice: DeviceChoice = EVERY_DEVICE,
    applied_state: DeviceChoiceEffect | None = None,
) -> tuple[Row, ...]:
    """Return the rows with probe results. Devices follow their driver."""
    chain = tuple(row.name for row in rows if row.kind is RowKind.LAYER)
    traced_order = (
        findings.chain_order
        if findings.chain_order and is_about_chain(findings.chain_order, chain)
        else None
    )
    driver_keys = [row.key for row in rows if row.kind is RowKind.DRIVER and row.is_used]
    devices = [device for key in driver_keys for device in findings.devices.get(key, ())]
    words_by_key = make_device_texts(choice, applied_state, devices)
    return tuple(
        result for row in rows for result in _add_results(row, findings, traced_order, words_by_key)
    )


def _add_results(
    row: Row,
    findings: ProbeFindings,
    order: EnteredOrder | None,
    words_by_key: Mapping[str, DeviceRowTexts],
) -> Iterator[Row]:
    """Yield a row with its probe result, after a driver the rows of its devices."""
    health = findings.health.get(row.key)
    if row.kind is RowKind.DRIVER and row.is_used and health is not None:
        devices = findings.devices.get(row.key, ())
        yield _add_driver_result(row, health, devices)
        shown_devices = [
            (device, words_by_key.get(device.key, DeviceRowTexts())) for device in devices
        ]
        # Those that programs get come first, in that order.
        shown_devices.sort(
            key=lambda shown: (not shown[1].device_position, shown[1].device_position)
        )
        for number, (device, row_texts) in enumerate(shown_devices):
            yield _make_device_row(row, device, row_texts, is_last=number == len(devices) - 1)
        return
    if row.kind is RowKind.DRIVER and row.outcome is Outcome.OFF and health is not None:
        # It stays as it was seen: else rows would move when another driver is used alone.
        yield row._replace(finds_no_device=health.finds_no_device)
        devices = findings.devices.get(row.key, ())
        row_texts = DeviceRowTexts(
            status=word_of(Outcome.OFF), outcome=Outcome.OFF, reason=render(DRIVER_NOT_USED)
        )
        for number, device in enumerate(devices):
            yield _make_device_row(row, device, row_texts, is_last=number == len(devices) - 1)
        return
    if row.kind in (RowKind.LAYER, RowKind.OFF_LAYER):
        if health is not None:
            row = _add_layer_result(
                row, health, chain_was_created=order is not None and not order.is_failing
            )
        if order is not None:
            row = _add_entered_position(row, order)
    yield row


def _add_driver_result(row: Row, health: ShownHealth, devices: Sequence[SeenDevice]) -> Row:
    """Return the row of a driver with its probe result, and how many devices it has."""
    reason, outcome = "", Outcome.LOADS
    if health.probe_status in BROKEN_PROBE_STATUSES:
        (word, reason), outcome = _describe_failure(health), Outcome.FAILS
        tone = TONE_BY_SEVERITY[decide_probe_severity(health.probe_status)]
    elif devices:
        word, tone = render_count(len(devices), "device"), Tone.OK
    else:
        word, tone = render(IDLE_DRIVER), Tone.NEUTRAL
    state = f"{word}: {reason or health.sentence}"
    row = add_driver_state(row, " ".join(filter(None, (state, health.differences_note))))
    return row._replace(
        status=word,
        outcome=outcome,
        reason=reason,
        health="" if reason else health.sentence,
        short_health=health.short_text,
        tone=tone,
        finds_no_device=health.finds_no_device,
    )


def _describe_failure(health: ShownHealth) -> tuple[str, str]:
    """Return the word and reason for a library that crashes programs or is skipped."""
    word = render(CRASHES if health.probe_status is ProbeStatus.CRASHED else FAILS)
    return word, health.details or health.sentence


def add_probe_failure_step(
    rows: Sequence[Row], key: str, steps: tuple[Step, ...]
) -> tuple[Step, ...]:
    """Return a row's explanation, ending with the probe result if that is why the row fails."""
    row = next((row for row in rows if row.key == key), None)
    if row is None or row.outcome is not Outcome.FAILS or not row.short_health:
        return steps
    probe_step = Step(
        Mark.AGAINST,
        tr("Probed: {reason}", reason=row.reason),
        note=tr("the probe shows each step"),
        decisive=True,
    )
    return (*(step._replace(decisive=False) for step in steps), probe_step)


def _make_device_row(
    driver: Row, device: SeenDevice, row_texts: DeviceRowTexts, *, is_last: bool
) -> Row:
    """Make the row of a device below its driver."""
    secondary_text = describe_seen_device(device)
    if row_texts.status:
        position_text = " · ".join(
            part for part in (row_texts.status, row_texts.reason, row_texts.deviation) if part
        )
    else:
        position_text = _describe_position(device)
    accessible_text = _describe_device(driver, device, secondary_text)
    if row_texts.status or row_texts.deviation:
        accessible_text += f" {position_text if row_texts.status else row_texts.deviation}."
    return Row(
        key=device.key,
        kind=RowKind.DEVICE,
        name=device.name,
        secondary=secondary_text,
        version=device.api_version if device.api_version != driver.version else "",
        kind_text=device.kind,
        depth=2,
        is_last=is_last,
        continues_line=not driver.is_last,
        tooltip=f"{device.name}\n{secondary_text}\n{position_text}",
        accessible_name=accessible_text,
        **row_texts._asdict(),
    )


def _describe_position(device: SeenDevice) -> str:
    """Return which device of all it is for programs, and how the probe differed."""
    if not device.position:
        return tr("device visible to programs")
    position_text = tr("{place} device visible to programs", place=render_ordinal(device.position))
    return (
        f"{position_text} ({describe_probe_conditions(device.differences)})"
        if device.differences
        else position_text
    )


def _describe_device(driver: Row, device: SeenDevice, facts: str) -> str:
    """Return the sentence by which a screen reader presents a device."""
    name, owner = device.name, driver.name
    if not device.position:
        return tr("{name}, a device from {driver}: {facts}.", name=name, driver=owner, facts=facts)
    return tr(
        "{name}, {place} device from {driver}: {facts}.",
        name=name,
        place=render_ordinal(device.position),
        driver=owner,
        facts=facts,
    )


def _add_layer_result(row: Row, health: ShownHealth, *, chain_was_created: bool) -> Row:
    """Return the row of a layer with its probe result.

    `chain_was_created`: the whole chain worked, so the layer's own failure is not fatal.
    """
    severity = Severity.NOTE
    if health.probe_status in BROKEN_PROBE_STATUSES:
        is_off = row.kind is RowKind.OFF_LAYER
        severity = decide_probe_severity(health.probe_status, is_off=is_off)
    row = row._replace(
        health=health.sentence,
        short_health=health.short_text,
        health_tone=TONE_BY_SEVERITY[severity],
        tooltip=f"{row.tooltip}\n{health.full_sentence}",
    )
    if (
        row.kind is not RowKind.LAYER
        or health.probe_status not in FATAL_PROBE_STATUSES
        or chain_was_created
    ):
        return row
    # The loader opens it: programs are predicted to fail as the layer did alone.
    word, reason = _describe_failure(health)
    return row._replace(
        status=word,
        outcome=Outcome.FAILS,
        reason=reason,
        health="",
        tone=Tone.ERROR,
        is_own_choice=False,
    )


def _add_entered_position(row: Row, order: EnteredOrder) -> Row:
    """Add to a row where the probe saw the layer called, if that is not its place."""
    position = order.entered_order.index(row.name) + 1 if row.name in order.entered_order else 0
    if position == row.position:
        return row
    difference = (
        tr("called {place} in the probe", place=render_ordinal(position))
        if position
        else tr("not called in the probe")
    )
    return row._replace(
        observed_position_note=difference,
        tooltip=f"{row.tooltip}\n{difference}",
        accessible_suffix=" ".join(
            filter(None, (row.accessible_suffix, f"{strip_layer_prefix(row.name)}: {difference}."))
        ),
    )


class Culprits(NamedTuple):
    """What breaks a program with a configuration, until it is turned off there.

    Attributes:
        configuration: key of the configuration.
        program: path of the program.
        reasons: what each breaks, by row key.
    """

    configuration: str
    program: str
    reasons: Mapping[str, str]


def mark_culprits(snapshot: ChainSnapshot, culprits: Culprits | None) -> ChainSnapshot:
    """Return the snapshot in which rows that would load say what they break."""
    configuration = snapshot.request.configuration
    if (
        culprits is None
        or configuration.key != culprits.configuration
        or configuration.target.program != culprits.program
        or culprits.reasons.keys().isdisjoint({row.key for row in snapshot.rows})
    ):
        return snapshot
    reasons = culprits.reasons
    rows = tuple(
        _mark_row(row, reasons[row.key]) if row.key in reasons else row for row in snapshot.rows
    )
    first_row = next((row for row in rows if row.is_culprit), None)
    loading_sentence = snapshot.summary.loading
    if (
        first_row is None or loading_sentence is None
    ):  # nothing loads that breaks it, or worse is known
        return snapshot.with_rows(rows, snapshot.summary)
    # As the panel of the search and its buttons name it.
    name = (
        get_display_names([first_row.name])[0]
        if first_row.kind is RowKind.LAYER
        else first_row.name
    )
    _long_text, *sentences = render_blame(loading_sentence.subject, ProbeStatus.FAILED, name, name)
    summary = ChainSummary(
        tuple(sentences), is_alarm=True, file=first_row.manifest, blamed_name=name
    )
    return snapshot.with_rows(rows, summary)


def _mark_row(row: Row, reason: str) -> Row:
    """Return the row as failing for a reason, unchanged if it does not load."""
    if not (row.kind is RowKind.LAYER or row.is_used):
        return row
    return row._replace(
        status=render(FAILS),
        outcome=Outcome.FAILS,
        reason=reason,
        tone=Tone.ERROR,
        tooltip=f"{row.tooltip}\n{reason}",
        is_culprit=True,
        is_own_choice=False,
    )


def add_culprit_step(rows: Sequence[Row], key: str, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the explanation of a row, ending with what a search found of it."""
    row = next((row for row in rows if row.key == key), None)
    if row is None or not row.is_culprit:
        return steps
    step = Step(
        Mark.AGAINST,
        tr("Find the culprit: {reason}", reason=row.reason),
        note=tr("its panel lists each trial"),
        decisive=True,
    )
    return (*(step._replace(decisive=False) for step in steps), step)
