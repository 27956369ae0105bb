"""Files of layers that read settings in a way of their own, whatever their format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from vkconfig_py.model.formats import mangohud_conf, vkbasalt_conf
from vkconfig_py.model.formats.reshade_settings import effect_files, with_includes
from vkconfig_py.model.layer_settings.declared import OwnFormat, OwnSettings
from vkconfig_py.model.layer_settings.own_file import NO_FILE, FileValue, OwnFile


class ConfLine(Protocol):
    """A line of a file that counts for its name."""

    @property
    def line(self) -> int: ...

    @property
    def value(self) -> str: ...


class ConfFormat(Protocol):
    """A module that knows one format."""

    def used_lines(self, content: bytes, /) -> Mapping[str, ConfLine]:
        """The line that counts of each name."""

    def edit_conf(self, content: bytes, values: Mapping[str, str], /) -> bytes:
        """Set values; everything else stays as it is."""


_FORMATS: Mapping[OwnFormat, ConfFormat] = {
    OwnFormat.MANGOHUD: mangohud_conf,
    OwnFormat.VKBASALT: vkbasalt_conf,
}


def edit_own(form: OwnFormat, content: bytes, values: Mapping[str, str]) -> bytes:
    """Set values in the content of a file; everything else stays as it is."""
    if form is OwnFormat.VKBASALT:
        values = with_includes(values, _values(form, content))
    return _FORMATS[form].edit_conf(content, values)


def read_own(own: OwnSettings, path: str, content: bytes | None) -> OwnFile:
    """What the user's file of a layer says; `content` is None if there is no file."""
    if content is None:
        return NO_FILE
    values = _values(own.format, content)
    if own.format is OwnFormat.VKBASALT:
        values |= effect_files(values)
    return OwnFile(path, values)


def _values(form: OwnFormat, content: bytes) -> dict[str, FileValue]:
    used = _FORMATS[form].used_lines(content)
    return {key: FileValue(one.value, one.line) for key, one in used.items()}


def with_presets(file: OwnFile, path: str, content: bytes, number: str) -> OwnFile:
    """What a layer reads with the section of a number in a file of presets, below its own file."""
    used = mangohud_conf.preset_lines(content, number)
    values = {key: FileValue(one.value, one.line, of_preset=True) for key, one in used.items()}
    return file._replace(
        values={**values, **file.values},
        presets=path,
        preset=number,
        preset_numbers=mangohud_conf.preset_numbers(content),
    )
