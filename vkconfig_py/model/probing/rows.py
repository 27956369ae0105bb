"""Rows with what probes found: health of drivers and layers, devices below their drivers. No Qt.

The rows of a picture are complete without probes; this only adds to them, so a picture of files
alone costs nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from vkconfig_py.model.devices.lines import facts_of
from vkconfig_py.model.devices.rows import Said, say_devices
from vkconfig_py.model.documents.configuration import EVERY_DEVICE, DeviceChoice
from vkconfig_py.model.picture.values import FAILS, DevicesInForce, Picture, Row, RowKind, Tone
from vkconfig_py.model.picture.wording import count_of, ordinal, short_name
from vkconfig_py.model.probing.probed import (
    BROKEN_FATES,
    FATAL_FATES,
    NOT_PROBED,
    Health,
    Probed,
    SeenDevice,
    Tapped,
)

if TYPE_CHECKING:
    from vkconfig_py.loader.verdicts import Step

NO_DEVICE = "no device here"
NOT_MET = "the probe did not meet it"


def dressed(picture: Picture, probed: Probed) -> Picture:
    """Return the picture with what probes found in its rows."""
    if picture.rows is picture.plain and probed.is_empty:
        return picture
    chosen = picture.question.configuration.devices
    return picture.with_rows(dress(picture.plain, probed, chosen, picture.devices))


def dress(
    rows: Sequence[Row],
    probed: Probed,
    choice: DeviceChoice = EVERY_DEVICE,
    in_force: DevicesInForce | None = None,
) -> tuple[Row, ...]:
    """Return the rows with what was found; a device stands below its driver.

    Args:
        rows: as files alone make them.
        probed: what was found.
        choice: which devices the configuration chooses.
        in_force: what becomes of that.
    """
    chain = tuple(row.name for row in rows if row.kind is RowKind.LAYER)
    tapped = probed.tapped if probed.tapped and probed.tapped.predicted == chain else None
    used = [row.key for row in rows if row.kind is RowKind.DRIVER and row.used]
    seen = [device for key in used for device in probed.devices.get(key, ())]
    said = say_devices(choice, in_force, seen)
    return tuple(one for row in rows for one in _dressed(row, probed, tapped, said))


def _dressed(
    row: Row, probed: Probed, tapped: Tapped | None, said: Mapping[str, Said]
) -> Iterator[Row]:
    health = probed.health.get(row.key)
    if row.kind is RowKind.DRIVER and row.used and health is not None:
        devices = probed.devices.get(row.key, ())
        yield _driver(row, health, devices)
        for number, device in enumerate(devices):
            one = said.get(device.key, Said())
            yield _device(row, device, one, last=number == len(devices) - 1)
        return
    if row.kind in (RowKind.LAYER, RowKind.OFF_LAYER):
        if health is not None:
            row = _layer(row, health)
        if tapped is not None:
            row = _met(row, tapped)
    yield row


def _driver(row: Row, health: Health, devices: Sequence[SeenDevice]) -> Row:
    if health.fate in BROKEN_FATES:
        word, tone = FAILS, Tone.ERROR
    elif devices:
        word, tone = count_of(len(devices), "device"), Tone.OK
    else:
        word, tone = NO_DEVICE, Tone.NEUTRAL
    said = f"{word}: {health.sentence}"
    return row._replace(
        word=word,
        reason=health.sentence,
        health_short=health.short,
        tone=tone,
        tooltip=row.tooltip.replace(NOT_PROBED, said),
        accessible=row.accessible.replace(NOT_PROBED, said),
    )


def tell_failure(rows: Sequence[Row], key: str, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return a row's story, which ends with what a probe found if that is why the row fails."""
    row = next((row for row in rows if row.key == key), None)
    if row is None or row.word != FAILS or not row.health_short:
        return steps
    from vkconfig_py.loader.verdicts import Mark, Step

    found = Step(Mark.AGAINST, f"Probed: {row.reason}", note="Probe shows each step", decisive=True)
    return (*(step._replace(decisive=False) for step in steps), found)


def _device(driver: Row, device: SeenDevice, said: Said, *, last: bool) -> Row:
    secondary = facts_of(device)
    place = f"{ordinal(device.place)} device" if device.place else "device"
    got = f"{place} of the programs that look"
    if said.word:
        got = " · ".join(part for part in (said.word, said.reason, said.deviation) if part)
    spoken = f"{device.name}, {place} of {driver.name}: {secondary}."
    if said.word or said.deviation:
        spoken += f" {got if said.word else said.deviation}."
    if said.wish:
        spoken += f" Wish: {said.wish.title()}."
    return Row(
        key=device.key,
        kind=RowKind.DEVICE,
        name=device.name,
        secondary=secondary,
        depth=2,
        last=last,
        through=not driver.last,
        tooltip=f"{device.name}\n{secondary}\n{got}",
        accessible=spoken,
        **said._asdict(),
    )


def _layer(row: Row, health: Health) -> Row:
    bad = health.fate in BROKEN_FATES
    row = row._replace(
        health=health.sentence,
        health_short=health.short,
        health_tone=Tone.ERROR if bad else Tone.NEUTRAL,
        tooltip=f"{row.tooltip}\n{health.sentence}",
    )
    if row.kind is not RowKind.LAYER or health.fate not in FATAL_FATES:
        return row
    # The loader opens it, and the program meets what the probe met.
    before = f"{row.word.lower()}: {row.reason}"
    return row._replace(
        word=FAILS,
        reason=health.sentence,
        health="",
        tone=Tone.ERROR,
        accessible=row.accessible.replace(before, f"{FAILS.lower()}: {health.sentence}"),
    )


def _met(row: Row, tapped: Tapped) -> Row:
    """Say where the probe met a layer, if that is not where it stands."""
    place = tapped.met.index(row.name) + 1 if row.name in tapped.met else 0
    if place == row.position:
        return row
    met = f"the probe met it {ordinal(place)}" if place else NOT_MET
    return row._replace(
        met=met,
        tooltip=f"{row.tooltip}\n{met}",
        accessible=f"{row.accessible} {short_name(row.name)}: {met}.",
    )
