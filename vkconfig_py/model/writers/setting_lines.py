"""Which settings of a layer are written, with which text, and why others are not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import partial

from vkconfig_py.loader.records import NamedTuple
from vkconfig_py.model.documents.configuration import LayerEntry
from vkconfig_py.model.settings.declared import DeclaredLayer, Setting, Value
from vkconfig_py.model.settings.dependence import Unmet, find_without_effect, holds, reason
from vkconfig_py.model.settings.encoding import Carrier
from vkconfig_py.model.settings.offered import elsewhere, walk_visible
from vkconfig_py.model.settings.path_variables import PathVariables
from vkconfig_py.model.settings.paths import expand_value
from vkconfig_py.model.settings.values import (
    ValueNote,
    Values,
    effective_values,
    is_default,
    lost_values,
)
from vkconfig_py.model.settings.written import carry


class Scope(Enum):
    """Which settings are written."""

    CHANGED = "changed"  # those that differ from the layer's defaults
    # Every one, with its documentation. What equals the default is a comment all the same:
    # manifests name defaults that are not what layers do by themselves (docs/layer_settings.md).
    ALL = "all"


class LayerSettings(NamedTuple):
    """A layer and the values that hold for it.

    Attributes:
        values: of every setting, as they are kept.
        paths: what variables in paths stand for; None leaves them as they are.
        lost: values that are kept and that this copy of the layer has no use for.
    """

    declared: DeclaredLayer
    values: Values
    paths: PathVariables | None = None
    lost: tuple[ValueNote, ...] = ()

    @classmethod
    def of(
        cls, declared: DeclaredLayer, entry: LayerEntry | None, paths: PathVariables | None = None
    ) -> LayerSettings:
        """Return a layer with the values that a configuration gives it."""
        lost = lost_values(declared, entry)
        return cls(declared, effective_values(declared, entry), paths, lost)


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
    unmet = find_without_effect(layer.declared, layer.values)
    decide = partial(_decide, layer, unmet, platform, carrier)
    shown = tuple(walk_visible(layer.declared))
    needed = _needed(map(decide, _chosen(shown, layer.values)), layer.values)
    seen = set()
    for setting in shown:
        is_needed = setting.key in needed or _is_named_here(setting, layer)
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
    held_back = elsewhere(setting, platform)
    if setting.key in unmet and not held_back:
        held_back = reason(layer.declared, unmet[setting.key])
    is_chosen = not is_default(setting, value)
    text, refused, left_out = carry(layer.declared, setting, value, carrier, platform, layer.paths)
    return SettingLine(setting, value, is_chosen, text, held_back, refused, left_out)


def _chosen(settings: Iterable[Setting], values: Values) -> Iterator[Setting]:
    for setting in settings:
        if setting.key in values and not is_default(setting, values[setting.key]):
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


def _is_named_here(setting: Setting, layer: LayerSettings) -> bool:
    """Return whether a default is a path that layers do not know by themselves."""
    value = layer.values.get(setting.key)
    if not isinstance(value, str):
        return False
    expanded = expand_value(setting, value, layer.paths)
    return expanded.path != value and is_default(setting, value)


def _is_wanted(setting: Setting, values: Values, scope: Scope, platform: str) -> bool:
    if setting.key not in values:
        return False
    if scope is Scope.ALL:
        return not elsewhere(setting, platform)
    return not is_default(setting, values[setting.key])
