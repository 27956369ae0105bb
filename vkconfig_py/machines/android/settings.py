"""Global settings of an Android device that decide about layers and drivers.

Follows GraphicsEnvironment.java: debugLayerEnabled, setupGpuLayers, chooseDriverInternal,
queryAngleChoice. The text is that of `settings list global`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.machines.android.properties import (
    LARGEST_FILE,
    MOST_UNREAD,
    Property,
    UnreadLine,
)

ENABLE, APP, LAYERS = "enable_gpu_debug_layers", "gpu_debug_app", "gpu_debug_layers"
LAYER_APP = "gpu_debug_layer_app"
_ABSENT = Property("")
_NUMBER = re.compile(r"[+-]?[0-9]{1,20}")


class GlobalSettings(NamedTuple):
    """The global settings, each with its line."""

    known: Mapping[str, Property] = MappingProxyType({})
    unread: tuple[UnreadLine, ...] = ()
    file: str = ""

    def value(self, name: str) -> str:
        """Return a value. A setting that is null or absent is ""."""
        value = self.known.get(name, _ABSENT).value
        return "" if value == "null" else value

    def number(self, name: str) -> int:
        """Return a number. What is none counts as 0 (Bundle.getInt)."""
        value = self.value(name)
        return int(value) if _is_number(value) else 0

    def source(self, name: str) -> Property:
        return self.known.get(name, _ABSENT)

    def packages(self, name: str) -> tuple[str, ...]:
        """Return a list of packages, which commas separate (getGlobalSettingsString)."""
        value = self.value(name)
        return tuple(value.split(",")) if value else ()


def parse_settings(data: bytes, file: str) -> GlobalSettings:
    """Parse lines "name=value". The last one of a name counts."""
    settings: dict[str, Property] = {}
    unread: list[UnreadLine] = []
    if len(data) > LARGEST_FILE:
        unread.append(
            UnreadLine(
                file,
                0,
                tr(
                    "larger than {count} MB; not all is read",
                    count=LARGEST_FILE >> 20,
                ),
            )
        )
    text = data[:LARGEST_FILE].decode("utf-8", "surrogateescape")
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        name, equals, value = line.partition("=")
        if equals and name and " " not in name:
            settings[name] = Property(value, file, number)
        elif line.strip() and len(unread) < MOST_UNREAD:
            unread.append(UnreadLine(file, number, tr("not of the form name=value")))
    return GlobalSettings(MappingProxyType(settings), (*unread, *_odd_numbers(settings)), file)


def _is_number(text: str) -> bool:
    # Integer.parseInt: 32 bits, no blanks and no underscores.
    return _NUMBER.fullmatch(text) is not None and -(1 << 31) <= int(text) < 1 << 31


def _odd_numbers(settings: Mapping[str, Property]) -> tuple[UnreadLine, ...]:
    enabling = settings.get(ENABLE)
    if enabling is None or enabling.value == "null" or _is_number(enabling.value):
        return ()
    return (
        UnreadLine(
            enabling.file,
            enabling.line,
            tr("{setting} is not a number and counts as 0", setting=ENABLE),
        ),
    )
