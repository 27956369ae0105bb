"""Files of layers that read settings in a way of their own, whatever their format."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from types import MappingProxyType
from typing import Protocol

from vkconfig_py.model.formats import mangohud_conf, vkbasalt_conf
from vkconfig_py.model.formats.reshade_settings import (
    effect_files,
    with_effects_apart,
    with_includes,
)
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, OwnFormat, OwnSettings
from vkconfig_py.model.layer_settings.effects import (
    EFFECTS,
    EffectFault,
    effect_paths,
    find_faults,
)
from vkconfig_py.model.layer_settings.own_encoding import ValueFault, find_value_faults, split_list
from vkconfig_py.model.layer_settings.own_file import NO_FILE, FileValue, OwnFile

NO_EFFECTS: Mapping[str, str] = MappingProxyType({})


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


def edit_own(
    form: OwnFormat,
    content: bytes,
    values: Mapping[str, str],
    effects: Mapping[str, str] = NO_EFFECTS,
    taken: Container[str] = (),
) -> bytes:
    """Set values in the content of a file; everything else stays as it is.

    Args:
        form: of the file.
        content: of the file; empty if there is none.
        values: by the names that the layer has for settings.
        effects: paths of chosen effects, by their names.
        taken: names of settings, which no effect has.
    """
    if form is OwnFormat.VKBASALT:
        before = _values(form, content)
        texts = {key: one.text for key, one in before.items()}
        values = with_effects_apart(values, effects, texts, taken)
        values = with_includes(values, before)
    return _FORMATS[form].edit_conf(content, values)


def read_own(own: OwnSettings, path: str, content: bytes | None) -> OwnFile:
    """What the user's file of a layer says; `content` is None if there is no file."""
    if content is None:
        return NO_FILE
    values = _values(own.format, content)
    if own.format is OwnFormat.VKBASALT:
        values |= effect_files(values)
    return OwnFile(path, values)


def faults_of(
    layer: DeclaredLayer, content: bytes, is_readable: Callable[[str], bool]
) -> tuple[EffectFault | ValueFault, ...]:
    """Why what a file says ends the program; relative paths depend on its folder."""
    own = layer.own
    assert own is not None, "only a layer with a file of its own has one"
    texts = {key: one.text for key, one in _values(own.format, content).items()}
    if own.format is OwnFormat.MANGOHUD:
        return find_value_faults(layer, texts)
    listed = split_list(texts.get(EFFECTS, ""))
    return find_faults(
        listed,
        effect_paths(texts),
        own.built_in_effects,
        lambda path: not path.startswith(("/", "~", "$")) or is_readable(path),
    )


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
