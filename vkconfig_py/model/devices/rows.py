"""What rows of devices say of a choice: the wish, what programs get, where both differ. No Qt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.devices.lines import DeviceLine, DeviceState, tell_lines
from vkconfig_py.model.devices.matching import find_places
from vkconfig_py.model.documents.configuration import DeviceChoice, DeviceMode
from vkconfig_py.model.picture.values import DevicesInForce, Tone
from vkconfig_py.model.picture.wording import ordinal
from vkconfig_py.model.probing.probed import SeenDevice

ON, OFF = "on", "off"
WISHES = (ON, OFF)
LEFT_OUT = "left out by this configuration"
NOT_LISTED = "the loader settings file does not choose it"
NOT_CHOSEN = "programs get every device all the same"
DRIVER_CHANGED = "its driver has changed since"


class Said(NamedTuple):
    """What a row says beside the facts; the attributes are those of a Row."""

    word: str = ""
    reason: str = ""
    tone: Tone = Tone.NEUTRAL
    deviation: str = ""
    wish: str = ""
    wishes: tuple[str, ...] = ()


def say_devices(
    choice: DeviceChoice, in_force: DevicesInForce | None, seen: Sequence[SeenDevice]
) -> dict[str, Said]:
    """Return what the rows of devices say, by key."""
    lines = {line.key: line for line in tell_lines(choice, seen)}
    places = None if in_force is None else find_places(in_force, seen)
    listed = choice.mode is DeviceMode.LISTED
    rules = [limit for limit in in_force.limits if not limit.is_note] if in_force else []
    rule = f"{rules[0].text}; {rules[0].alternative}" if rules else NOT_CHOSEN
    said = dict(_said(lines, places, listed=listed))
    if listed and places is None and in_force is not None:
        return {key: one._replace(deviation=rule) for key, one in said.items()}
    return said


def _said(
    lines: Mapping[str, DeviceLine], places: Mapping[str, int] | None, *, listed: bool
) -> Iterator[tuple[str, Said]]:
    wanted = [line.key for line in lines.values() if line.chosen and line.can_be_chosen]
    for key, line in lines.items():
        wishes = WISHES if line.can_be_chosen else ()
        wish = (ON if line.chosen else OFF) if wishes else ""
        one = Said(wish=wish, wishes=wishes)
        if places is None:
            yield key, one
        elif key in places:
            text = _elsewhere(wanted, line, places[key]) if listed else ""
            yield key, one._replace(word=ordinal(places[key]), tone=Tone.OK, deviation=text)
        else:
            reason = LEFT_OUT if listed and not line.chosen else NOT_LISTED
            text = ""
            if listed and line.chosen:
                text = "you chose it, and programs do not get it"
                if line.state is DeviceState.CHANGED:
                    text += f": {DRIVER_CHANGED}"
            yield key, one._replace(word="Off", reason="" if text else reason, deviation=text)


def _elsewhere(wanted: Sequence[str], line: DeviceLine, place: int) -> str:
    """Return where programs get something else; of devices that are not here, none takes a place.

    It is another settings file than the one of this configuration that is in force then.
    """
    if not line.chosen:
        return "you left it out, and programs get it"
    wished = wanted.index(line.key) + 1
    if place <= wished:
        return ""
    return f"you put it {ordinal(wished)}, programs get it {ordinal(place)}"
