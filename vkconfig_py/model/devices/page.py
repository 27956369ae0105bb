"""What the inspector's "Devices" says: what programs get, who follows a choice, who not. No Qt.

Which loaders follow: loader/profiles/gates.py (ADDITIONAL_DRIVERS, DEVICE_DRIVER_REQUIRED).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile
from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.devices.lines import DeviceLine, DeviceState
from vkconfig_py.model.devices.matching import find_places
from vkconfig_py.model.documents.configuration import DeviceChoice, DeviceMode
from vkconfig_py.model.picture.values import Picture, Row, RowKind
from vkconfig_py.model.picture.wording import join_words
from vkconfig_py.model.plan import Limit
from vkconfig_py.model.planning.ways import SETTINGS_FLOOR, loader_name
from vkconfig_py.model.probing.probed import Probed, SeenDevice

EVERY = "Programs get every device, in the order of the loader."
CHOSEN = "This configuration gives programs the checked devices alone, in this order."
OTHERS = "A loader settings file in force chooses: programs get the devices that have a place."
NOBODY = "No device is checked: programs get none, and most of them do not start."
NOT_HERE = "None of the checked devices is found: programs get none, and most of them do not start."
NOTHING_KNOWN = "Devices are known once drivers were probed."


class Note(NamedTuple):
    """What is to be known of a device beside its facts; nothing where all is as it should be."""

    word: str = ""
    text: str = ""

    @property
    def spoken(self) -> str:
        """Return both as one text."""
        return ": ".join(part for part in self if part)


NO_NOTE = Note()
UNNAMED = Note("", "No settings file can name it")
ABSENT = Note("Missing", "not on this machine")
NOT_FOUND_YET = Note("Unknown", "no probe found it yet")
DRIVER_OFF = Note("Off", "its driver is not used here")
NOT_FOUND = Note("Driver changed", "not found any more")
STILL_FOUND = Note("Driver changed", "found all the same")
CHANGED = Note("Driver changed")


class DevicesPage(NamedTuple):
    """The sentences.

    Attributes:
        head: what programs get.
        warns: whether that is to be said with emphasis.
        limits: what the way that is looked at cannot do about the choice, and what it risks.
        loaders: each installed loader with what it makes of a choice.
        unprobed: which devices are not known, "" if all are.
        notes: what is to be known of a device beside its facts, by the key of its line.
        places: 1-based, of those that are chosen; where nothing chooses, of none.
    """

    head: str
    warns: bool
    limits: tuple[Limit, ...]
    loaders: tuple[str, ...]
    unprobed: str
    notes: Mapping[str, Note]
    places: Mapping[str, int]


def tell_page(
    choice: DeviceChoice, picture: Picture, probed: Probed, lines: Sequence[DeviceLine]
) -> DevicesPage:
    """Return what is to be said of the devices of a configuration.

    Args:
        choice: of the configuration as it is now.
        picture: of the configuration; of what has changed since, nothing is known yet.
        probed: what probes found.
        lines: the devices.
    """
    used = [row.key for row in picture.plain if row.kind is RowKind.DRIVER and row.used]
    seen = [device for key in used for device in probed.devices.get(key, ())]
    here = {device.key for device in seen}
    is_answered = picture.question.configuration.devices == choice
    in_force = picture.devices if is_answered else None
    places = find_places(in_force, seen) if in_force is not None else None
    waiting = [row for row in picture.plain if _waits(row, probed)]
    head = _head(choice, places, all_known=not waiting)
    loaders = picture.question.loaders or (picture.question.profile,)
    return DevicesPage(
        head=head,
        warns=head not in (EVERY, CHOSEN),
        limits=in_force.limits if in_force is not None else (),
        loaders=tuple(_tell_loaders(loaders)),
        unprobed=_tell_unprobed(waiting, seen),
        notes=dict(_notes(lines, here, places, all_known=not waiting)),
        places=_wished_places(choice, lines, here) if places is None else places,
    )


def _head(choice: DeviceChoice, places: Mapping[str, int] | None, *, all_known: bool) -> str:
    if choice.mode is DeviceMode.AUTO:
        return EVERY if places is None else OTHERS
    if not choice.devices:
        return NOBODY
    return NOT_HERE if all_known and places is not None and not places else CHOSEN


def _notes(
    lines: Sequence[DeviceLine],
    here: Collection[str],
    places: Mapping[str, int] | None,
    *,
    all_known: bool,
) -> Iterator[tuple[str, Note]]:
    for line in lines:
        if line.state is DeviceState.UNNAMED:
            yield line.key, UNNAMED
        elif line.state is DeviceState.ABSENT:
            yield line.key, ABSENT if all_known else NOT_FOUND_YET
        elif line.chosen and line.key not in here:
            yield line.key, DRIVER_OFF
        elif line.state is DeviceState.CHANGED:
            if places is None:
                yield line.key, CHANGED
            else:
                yield line.key, STILL_FOUND if line.key in places else NOT_FOUND


def _wished_places(
    choice: DeviceChoice, lines: Sequence[DeviceLine], here: Collection[str]
) -> dict[str, int]:
    if choice.mode is DeviceMode.AUTO:
        return {}
    chosen = [line.key for line in lines if line.chosen and line.key in here]
    return {key: place for place, key in enumerate(chosen, 1)}


def _waits(row: Row, probed: Probed) -> bool:
    return row.kind is RowKind.DRIVER and row.used and row.key not in probed.health


def _tell_unprobed(rows: Sequence[Row], seen: Collection[SeenDevice]) -> str:
    if not rows:
        return ""
    names = join_words([row.name for row in rows])
    if not seen:
        return NOTHING_KNOWN
    verb, whose = ("was", "its") if len(rows) == 1 else ("were", "their")
    return f"{names} {verb} not probed yet: {whose} devices are not known."


def _tell_loaders(loaders: Sequence[LoaderProfile]) -> Iterator[str]:
    for profile in dict.fromkeys(loaders):
        bits = f"{loader_name(profile)}, {profile.pointer_bits}-bit".capitalize()
        yield f"{bits}, {_follows(profile)}"


def _follows(profile: LoaderProfile) -> str:
    if not profile.has(Gate.SETTINGS_FILE):
        return "reads no loader settings file: its programs get every device"
    if profile.version < SETTINGS_FLOOR:
        return "can crash on a loader settings file, so none is written for it"
    if not profile.has(Gate.ADDITIONAL_DRIVERS):
        return "takes no devices from it: its programs get every one"
    if not profile.has(Gate.DEVICE_DRIVER_REQUIRED):
        return "follows it, and identifies a device by its UUID alone"
    return "follows it, and identifies a device by its UUID, driver and driver version"
