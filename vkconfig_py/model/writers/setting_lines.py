"""Which settings of a layer are written, with which text, and why others are not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import partial

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import LayerEntry
from vkconfig_py.model.settings.declared import (
    DeclaredLayer,
    Setting,
    SettingType,
    Value,
    Visibility,
)
from vkconfig_py.model.settings.dependence import Unmet, find_unmet, holds, reason
from vkconfig_py.model.settings.encoding import Carrier, Refused, encode, path_separator
from vkconfig_py.model.settings.names import layer_key, settable_variables
from vkconfig_py.model.settings.platforms import platform_names, runs_on
from vkconfig_py.model.settings.values import Values, effective_values, is_default
from vkconfig_py.model.settings.written import Written, written_value

ELSEWHERE = "The layer has it on"  # how the reason begins for which other platforms have a setting
_NAME = re.compile(r"[^\s#=.][^\s#=]*")


class Scope(Enum):
    """Which settings are written."""

    CHANGED = "changed"  # those that differ from the layer's defaults
    # Every one, with its documentation. What equals the default is a comment all the same:
    # manifests name defaults that are not what layers do by themselves (docs/layer_settings.md).
    ALL = "all"


class LayerSettings(NamedTuple):
    """A layer and the values that hold for it.

    Attributes:
        values: of every setting; variables in paths are expanded already.
    """

    declared: DeclaredLayer
    values: Values

    @classmethod
    def of(cls, declared: DeclaredLayer, entry: LayerEntry | None) -> LayerSettings:
        """Return a layer with the values that a configuration gives it."""
        return cls(declared, effective_values(declared, entry))


class SettingLine(NamedTuple):
    """What is written of one setting.

    Attributes:
        is_chosen: whether the value differs from the layer's default.
        text: the value as layers read it; "" if it cannot be written.
        held_back: why it is written as a comment only, a sentence, or "".
        refused: why it cannot be written, a sentence, or "".
        left_out: why not all of the value is written, a sentence, or "".
        is_needed: whether one that layers see depends on it.
    """

    setting: Setting
    value: Value
    is_chosen: bool
    text: str = ""
    held_back: str = ""
    refused: str = ""
    left_out: str = ""
    is_needed: bool = False

    @property
    def is_active(self) -> bool:
        """Return whether layers see it."""
        is_wanted = self.is_chosen or self.is_needed
        return is_wanted and not self.held_back and not self.refused

    @property
    def is_lost(self) -> bool:
        """Return whether the user's choice cannot be written."""
        return self.is_chosen and bool(self.refused)

    @property
    def loss(self) -> str:
        """Return why not all of the user's choice is written, a sentence, or ""."""
        return self.refused if self.is_lost else self.left_out


class Unwritten(NamedTuple):
    """A setting whose value cannot be written, and why; the reason is a sentence.

    Attributes:
        left_out: the reason if only a part of the value is concerned, or "".
    """

    layer: str
    key: str
    reason: str
    left_out: str = ""


def decide_lines(
    layer: LayerSettings, scope: Scope, platform: str, carrier: Carrier
) -> Iterator[SettingLine]:
    """Yield what is written of a layer, in the order of the manifest."""
    unmet = find_unmet(layer.declared, layer.values)
    decide = partial(_decide, layer, unmet, platform, carrier)
    needed = _needed(map(decide, _chosen(layer)), layer.values)
    seen = set()
    for setting in layer.declared.walk():
        is_needed = setting.key in needed
        is_wanted = _is_wanted(setting, layer.values, scope, platform)
        if setting.key in seen or not (is_needed or is_wanted):
            continue
        line = decide(setting)._replace(is_needed=is_needed)
        if is_wanted or line.is_active:
            seen.add(setting.key)
            yield line


def _decide(
    layer: LayerSettings,
    unmet: Mapping[str, Unmet],
    platform: str,
    carrier: Carrier,
    setting: Setting,
) -> SettingLine:
    value = layer.values[setting.key]
    held_back = _elsewhere(setting, platform)
    if setting.key in unmet and not held_back:
        held_back = reason(layer.declared, unmet[setting.key])
    is_chosen = not is_default(setting, value)
    written = written_value(setting, value)
    encoded = _encode(layer.declared, setting, written, platform, carrier)
    if isinstance(encoded, Refused):
        return SettingLine(setting, value, is_chosen, "", held_back, encoded.reason)
    return SettingLine(setting, value, is_chosen, encoded, held_back, "", written.reason)


def _chosen(layer: LayerSettings) -> Iterator[Setting]:
    for setting in layer.declared.walk():
        is_known = setting.type is not SettingType.GROUP and setting.key in layer.values
        if is_known and not is_default(setting, layer.values[setting.key]):
            yield setting


def _needed(chosen: Iterable[SettingLine], values: Values) -> set[str]:
    """Return the settings that those depend on which layers see.

    That they are met is only true where the layer is told so: validation 1.3.239 writes no log file
    unless debug_action says it, whose default in the manifest does.
    """
    return {
        condition.setting
        for line in chosen
        if line.is_active
        for condition in line.setting.dependence.conditions
        if holds(condition, values)
    }


def _is_wanted(setting: Setting, values: Values, scope: Scope, platform: str) -> bool:
    if setting.type is SettingType.GROUP or setting.key not in values:
        return False
    if not is_default(setting, values[setting.key]):
        return scope is Scope.CHANGED or not _elsewhere(setting, platform)
    is_shown = setting.visibility is not Visibility.HIDDEN and not _elsewhere(setting, platform)
    return scope is Scope.ALL and is_shown


def _elsewhere(setting: Setting, platform: str) -> str:
    if not setting.platforms or runs_on(setting.platforms, platform):
        return ""
    return f"{ELSEWHERE} {platform_names(setting.platforms)} only."


def _encode(
    declared: DeclaredLayer, setting: Setting, written: Written, platform: str, carrier: Carrier
) -> str | Refused:
    if not _NAME.fullmatch(setting.key) or not _NAME.fullmatch(layer_key(declared.name)):
        return Refused("Its name cannot stand before the “=”.")
    if carrier is Carrier.VARIABLE and not settable_variables(declared, setting):
        return Refused("The layer reads no variable for it.")
    if written.is_none:
        return Refused(written.reason)
    return encode(setting, written.value, path_separator(platform), carrier)
