"""Edits of a choice of devices as pure functions: lines and a wish give a new choice.

None means that there is nothing to change. What is not chosen yet is chosen as the machine has it
today; what is chosen stays named as it was.
"""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.model.devices.lines import DeviceLine
from vkconfig_py.model.documents.configuration import DeviceChoice, DeviceEntry, DeviceMode


def with_use(
    choice: DeviceChoice, lines: Sequence[DeviceLine], key: str, *, on: bool
) -> DeviceChoice | None:
    """Choose a device, after those that are chosen, or leave it out."""
    line = _find(lines, key)
    if line is None or line.chosen is on:
        return None
    keys = _chosen(lines)
    return _listed(choice, lines, [*keys, key] if on else [one for one in keys if one != key])


def with_only(choice: DeviceChoice, lines: Sequence[DeviceLine], key: str) -> DeviceChoice | None:
    """Choose one device alone."""
    if _find(lines, key) is None:
        return None
    changed = _listed(choice, lines, [key])
    return None if changed == choice else changed


def with_place(
    choice: DeviceChoice, lines: Sequence[DeviceLine], key: str, place: int
) -> DeviceChoice | None:
    """Put a device at a 0-based place among the chosen ones; one that is not chosen becomes so."""
    line, keys = _find(lines, key), _chosen(lines)
    if line is None:
        return None
    rest = [one for one in keys if one != key]
    place = max(0, min(place, len(rest)))
    wanted = [*rest[:place], key, *rest[place:]]
    return None if wanted == keys else _listed(choice, lines, wanted)


def with_step(
    choice: DeviceChoice, lines: Sequence[DeviceLine], key: str, step: int
) -> DeviceChoice | None:
    """Move a device up (-1) or down (+1); one that is not chosen goes up to the end of the list."""
    keys = _chosen(lines)
    if key not in keys:
        return with_place(choice, lines, key, len(keys)) if step < 0 else None
    place = keys.index(key) + step
    return with_place(choice, lines, key, place) if place >= 0 else None


def with_renewed(
    choice: DeviceChoice, lines: Sequence[DeviceLine], key: str
) -> DeviceChoice | None:
    """Name a device as the machine has it today."""
    line = _find(lines, key)
    if line is None or line.now is None or line.now == line.entry or not line.chosen:
        return None
    renewed = [one._replace(entry=line.now) if one is line else one for one in lines]
    return _listed(choice, renewed, _chosen(lines))


def without_choice(choice: DeviceChoice) -> DeviceChoice | None:
    """Give programs every device, in the order of the loader."""
    return None if choice.mode is DeviceMode.AUTO else DeviceChoice(extra=choice.extra)


def _find(lines: Sequence[DeviceLine], key: str) -> DeviceLine | None:
    return next((line for line in lines if line.key == key and line.can_be_chosen), None)


def _chosen(lines: Sequence[DeviceLine]) -> list[str]:
    return [line.key for line in lines if line.chosen and line.can_be_chosen]


def _listed(choice: DeviceChoice, lines: Sequence[DeviceLine], keys: Sequence[str]) -> DeviceChoice:
    entries: dict[str, DeviceEntry] = {
        line.key: line.entry for line in lines if line.entry is not None
    }
    return choice._replace(mode=DeviceMode.LISTED, devices=tuple(entries[key] for key in keys))
