"""The first sentence with what probes found: the device that programs meet, or who ends them.

No Qt.

A driver is opened by every program, whatever it asks for; a layer by those that it is on for.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from vkconfig_py.loader.verdicts import Outcome
from vkconfig_py.model.picture.headline import Headline
from vkconfig_py.model.picture.sentences import EVERY_PROGRAM, capital
from vkconfig_py.model.picture.values import Picture, Row, RowKind
from vkconfig_py.model.probing.probed import FATAL_FATES, Fate, Health, Probed, is_about

if TYPE_CHECKING:
    from vkconfig_py.model.probing.probed import Tapped

_USED = (Outcome.LOADS, Outcome.UNKNOWN)
_VERBS = {
    Fate.CRASHED: "crashes",
    Fate.HUNG: "hangs",
    Fate.EXCESSIVE: "uses too much",
    Fate.LIED: "ends without a word",
    Fate.FAILED: "fails",
}
# A driver that fails is passed over; a layer that fails takes vkCreateInstance with it.
_DEADLY = {RowKind.DRIVER: FATAL_FATES, RowKind.LAYER: FATAL_FATES | {Fate.FAILED}}


def headline_with(picture: Picture, rows: Sequence[Row], probed: Probed) -> Headline:
    """Return the first sentence of a picture.

    Args:
        picture: as files alone make it.
        rows: with what probes found.
        probed: what was found.
    """
    plain = picture.plain_headline
    if plain.loading is None:
        return plain
    who = plain.loading.who
    guilty = next(_guilty(rows, probed), None)
    if guilty is not None:
        row, health = guilty
        return _blame(EVERY_PROGRAM if _is_everywhere(picture, row) else who, row, health)
    tapped = probed.tapped
    if tapped is not None and tapped.failed and is_about(tapped, picture.chain_names()):
        return _blame_chain(who, tapped)
    drivers = [row for row in rows if row.kind is RowKind.DRIVER and row.used]
    devices = [row for row in rows if row.kind is RowKind.DEVICE]
    if devices:
        first = _first_device(devices, probed)
        if first is None:
            return plain
        name = first.name.partition(" (")[0]
        return plain._replace(
            sentences=plain.loading.lengths(name), device=name, device_key=first.key
        )
    if drivers and all(row.key in probed.health for row in drivers):
        return plain._replace(sentences=plain.loading.lengths(finds_none=True))
    return plain


def _guilty(rows: Sequence[Row], probed: Probed) -> Iterator[tuple[Row, Health]]:
    """Yield what ends programs, drivers first: they do so in every chain."""
    for kind in (RowKind.DRIVER, RowKind.LAYER):
        for row in rows:
            health = probed.health.get(row.key)
            if health is None or row.kind is not kind or health.fate not in _DEADLY[kind]:
                continue
            if kind is RowKind.LAYER or row.used:
                yield row, health


def _is_everywhere(picture: Picture, row: Row) -> bool:
    """Return whether it is met without the configuration too."""
    report = picture.inventory
    if row.kind is RowKind.DRIVER:
        met = (driver.file for driver in report.drivers if driver.verdict.outcome in _USED)
        return row.manifest in met
    return any(layer.manifest.name == row.name for layer in report.callstack)


def _blame(who: str, row: Row, health: Health) -> Headline:
    name, verb = posixpath.basename(row.manifest), _VERBS[health.fate]
    start = capital(who)
    sentences = (
        f"{start} {verb}: {name} {health.sentence}.",
        f"{start} {verb} because of {name}.",
        f"{start} {verb}: {name}.",
    )
    return Headline(sentences, is_alarm=True, file=row.manifest)


def _blame_chain(who: str, tapped: Tapped) -> Headline:
    start = capital(who)
    short = f"{start} does not survive this chain."
    return Headline((f"{short} {tapped.difference}", short, short), is_alarm=True)


def _first_device(devices: Sequence[Row], probed: Probed) -> Row | None:
    """Return the device that programs get first; None where that is not known."""
    got = [row for row in devices if row.word != "Off"]
    if len(got) == 1:
        return got[0]
    places = {
        device.key: device.place
        for group in probed.devices.values()
        for device in group
        if not device.tried_with
    }
    chosen = [row for row in got if row.word == "1st"]
    return next((row for row in chosen or got if chosen or places.get(row.key) == 1), None)
