"""Shapes of values: what can be chosen for a setting instead of typing its text.

A shape follows from the declared type, range and form, and from what a description says that the
text names. The text itself stays what is stored: a shape reads it, and makes another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from math import ceil, floor

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import DeviceEntry, SettingType
from vkconfig_py.model.layer_settings.conversion import parse_float
from vkconfig_py.model.layer_settings.declared import NamedThing, Setting, TextForm

_MAX_RANGE = 5000  # a wider range is nothing that a slider can find a value in
_MAX_STEPS = 1000  # of numbers with a fraction
_FRACTION_DIGITS = 2  # where a range does not say how many
_ROUNDED_DIGITS = 6  # digits that tell a step from what floats make of it: 0.3 * 10
_COLOR_PATTERN = re.compile("[0-9a-fA-F]{6}")
_COLOR_COUNTS = {TextForm.COLOR: 1, TextForm.THREE_COLORS: 3}
_NAMED_KEYS = (NamedThing.KEY, NamedThing.KEYS)


class ShapeKind(Enum):
    """What is chosen."""

    COLORS = "colors"
    KEYS = "keys"
    NUMBER = "number"
    DEVICES = "devices"


class ValueShape(NamedTuple):
    """What the text of a setting consists of.

    Attributes:
        color_count: of colors.
        names: what keys or devices are named by.
        least, most, digits: of a number, with the digits of its fraction.
    """

    kind: ShapeKind
    color_count: int = 0
    names: NamedThing = NamedThing.NOTHING
    least: float = 0
    most: float = 0
    digits: int = 0

    # ---- numbers: a slider counts steps from 0, so that of whole numbers these are the numbers

    @property
    def first_step(self) -> int:
        """The step at or above the least number."""
        return ceil(round(self.least * 10.0**self.digits, _ROUNDED_DIGITS))

    @property
    def last_step(self) -> int:
        """The step at or below the greatest number."""
        return floor(round(self.most * 10.0**self.digits, _ROUNDED_DIGITS))

    def find_step(self, text: str) -> int:
        """Return the step nearest to a number, the first one if the text is no number."""
        number = parse_float(text)
        if number is None:
            return self.first_step
        step = round(min(max(number, self.least), self.most) * 10.0**self.digits)
        return min(max(step, self.first_step), self.last_step)

    def render_step(self, step: int) -> str:
        """Return the number at a step, as it is typed."""
        return f"{step / 10.0**self.digits:.{self.digits}f}"


def find_shape(setting: Setting) -> ValueShape | None:
    """Return the shape of a setting's value, None for a plain text."""
    match setting.type:
        case SettingType.INT | SettingType.FLOAT:
            return _find_range(setting)
        case SettingType.STRING if setting.form in _COLOR_COUNTS:
            return ValueShape(ShapeKind.COLORS, color_count=_COLOR_COUNTS[setting.form])
        case SettingType.STRING if setting.names in _NAMED_KEYS:
            return ValueShape(ShapeKind.KEYS, names=setting.names)
        case SettingType.STRING if setting.names is not NamedThing.NOTHING:
            return ValueShape(ShapeKind.DEVICES, names=setting.names)
    return None


def _find_range(setting: Setting) -> ValueShape | None:
    """Return the shape of a number between two ends, None without both or for a wide range."""
    minimum, maximum = setting.minimum, setting.maximum
    if minimum is None or maximum is None or not 0 < maximum - minimum <= _MAX_RANGE:
        return None
    digits = 0
    if setting.type is SettingType.FLOAT:
        digits = _FRACTION_DIGITS if setting.precision is None else setting.precision
        while digits and (maximum - minimum) * 10.0**digits > _MAX_STEPS:
            digits -= 1
    return ValueShape(ShapeKind.NUMBER, least=minimum, most=maximum, digits=digits)


def split_colors(text: str, count: int) -> tuple[str, ...]:
    """Return the colors of a text, as many as a setting has, "" for one that is none."""
    parts = [part.strip() for part in text.split(",")]
    colors = [part if _COLOR_PATTERN.fullmatch(part) else "" for part in parts[:count]]
    return (*colors, *[""] * (count - len(colors)))


def replace_color(text: str, value_shape: ValueShape, number: int, color: str) -> str:
    """Return a text with one of its colors replaced; what is no color becomes the new one."""
    colors = split_colors(text, value_shape.color_count)
    return ",".join(color if index == number else old or color for index, old in enumerate(colors))


class DeviceValue(NamedTuple):
    """A found device, and the text that names it in a setting."""

    text: str
    name: str


def list_device_values(
    value_shape: ValueShape, devices: Iterable[DeviceEntry], render_nodes: tuple[str, ...] = ()
) -> tuple[DeviceValue, ...]:
    """Return the found devices that a setting can name, each text once.

    Args:
        value_shape: of the setting.
        devices: found by probes.
        render_nodes: PCI addresses of the GPUs, in the order of their render nodes.
    """
    values: dict[str, DeviceValue] = {}
    for device in devices:
        if text := _name_device(value_shape.names, device, render_nodes):
            values.setdefault(text, DeviceValue(text, device.name))
    return tuple(values.values())


def _name_device(names: NamedThing, device: DeviceEntry, render_nodes: tuple[str, ...]) -> str:
    """Return the text that names a device, or "" if it cannot be named so."""
    match names:
        case NamedThing.DEVICE_IDS:
            return f"{device.vendor_id:x}:{device.device_id:x}"
        case NamedThing.PCI_ADDRESS:
            return device.pci
        case NamedThing.PCI_TAG if device.pci:
            return "pci-" + re.sub("[:.]", "_", device.pci)
        case NamedThing.RENDER_NODES if device.pci in render_nodes:
            return str(render_nodes.index(device.pci))
    return ""


def toggle_device(text: str, value: str, *, on: bool) -> str:
    """Return a list of devices with one of them added or taken away, in the order of numbers."""
    parts = [part.strip() for part in text.split(",") if part.strip() not in ("", value)]
    if on:
        parts.append(value)
    return ",".join(sorted(parts, key=lambda part: (len(part), part)))
