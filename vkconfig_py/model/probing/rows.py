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
from vkconfig_py.model.picture.unprobed import tell_unprobed_once
from vkconfig_py.model.picture.values import (
    CRASHES,
    FAILS,
    FAILURES,
    DevicesInForce,
    Picture,
    Row,
    RowKind,
    Tone,
)
from vkconfig_py.model.picture.wording import count_of, ordinal, short_name
from vkconfig_py.model.probing.headlines import headline_with
from vkconfig_py.model.probing.probed import (
    BROKEN_FATES,
    FATAL_FATES,
    NOT_PROBED,
    Fate,
    Health,
    Probed,
    SeenDevice,
    Tapped,
    is_about,
    probed_with,
)

if TYPE_CHECKING:
    from vkconfig_py.loader.verdicts import Step

NO_DEVICE = "no device here"
NOT_MET = "not entered in the probe"


def dressed(picture: Picture, probed: Probed) -> Picture:
    """Return the picture with what probes found in its rows."""
    if picture.rows is picture.plain and probed.is_empty:
        return picture
    chosen = picture.question.configuration.devices
    rows = dress(picture.plain, probed, chosen, picture.devices)
    return picture.with_rows(rows, headline_with(picture, rows, probed))


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
    tapped = probed.tapped if probed.tapped and is_about(probed.tapped, chain) else None
    used = [row.key for row in rows if row.kind is RowKind.DRIVER and row.used]
    seen = [device for key in used for device in probed.devices.get(key, ())]
    said = say_devices(choice, in_force, seen)
    shown = tuple(one for row in rows for one in _dressed(row, probed, tapped, said))
    return tell_unprobed_once(shown, probed.health)


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
    told = health.sentence
    if health.fate in BROKEN_FATES:
        (word, told), tone = _failure(health), Tone.ERROR
    elif devices:
        word, tone = count_of(len(devices), "device"), Tone.OK
    else:
        word, tone = NO_DEVICE, Tone.NEUTRAL
    said = f"{word}: {told}{health.told.removeprefix(health.sentence)}"
    return row._replace(
        word=word,
        reason=told,
        health_short=health.short,
        tone=tone,
        tooltip=row.tooltip.replace(NOT_PROBED, said),
        accessible=row.accessible.replace(NOT_PROBED, said),
    )


def _failure(health: Health) -> tuple[str, str]:
    """Return the word and the reason of what a program does not survive, or does without."""
    if health.fate is Fate.CRASHED:
        return CRASHES, health.sentence.removeprefix(f"{CRASHES.lower()} ")
    return FAILS, health.sentence


def tell_failure(rows: Sequence[Row], key: str, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return a row's story, which ends with what a probe found if that is why the row fails."""
    row = next((row for row in rows if row.key == key), None)
    if row is None or row.word not in FAILURES or not row.health_short:
        return steps
    from vkconfig_py.loader.verdicts import Mark, Step

    found = Step(Mark.AGAINST, f"Probed: {row.reason}", note="Probe shows each step", decisive=True)
    return (*(step._replace(decisive=False) for step in steps), found)


def _device(driver: Row, device: SeenDevice, said: Said, *, last: bool) -> Row:
    secondary = facts_of(device)
    place = f"{ordinal(device.place)} device" if device.place else "device"
    got = f"{place} of the programs that look"
    if device.place and device.tried_with:
        got += f" ({probed_with(device.tried_with)})"
    if said.word:
        got = " · ".join(part for part in (said.word, said.reason, said.deviation) if part)
    spoken = f"{device.name}, {place} of {driver.name}: {secondary}."
    if said.word or said.deviation:
        spoken += f" {got if said.word else said.deviation}."
    if said.wish:
        spoken += f" Set to {said.wish.title()}."
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
        tooltip=f"{row.tooltip}\n{health.told}",
    )
    if row.kind is not RowKind.LAYER or health.fate not in FATAL_FATES:
        return row
    # The loader opens it, and the program meets what the probe met.
    before = f"{row.word.lower()}: {row.reason}"
    word, told = _failure(health)
    return row._replace(
        word=word,
        reason=told,
        health="",
        tone=Tone.ERROR,
        accessible=row.accessible.replace(before, f"{word.lower()}: {told}"),
    )


def _met(row: Row, tapped: Tapped) -> Row:
    """Say where the probe met a layer, if that is not where it stands."""
    place = tapped.met.index(row.name) + 1 if row.name in tapped.met else 0
    if place == row.position:
        return row
    met = f"entered {ordinal(place)} in the probe" if place else NOT_MET
    return row._replace(
        met=met,
        tooltip=f"{row.tooltip}\n{met}",
        accessible=f"{row.accessible} {short_name(row.name)}: {met}.",
    )
