"""Reads the settings of a layer in a VkConfig file, of any format."""

from __future__ import annotations

import json

from vkconfig_py.language.sentences import counted, join_words, tr
from vkconfig_py.loader.base.records import Any
from vkconfig_py.model.configuration.configuration import SettingType, SettingValue
from vkconfig_py.model.formats.foreign_files import Declared, FileReader, JsonFile, find_declared
from vkconfig_py.model.formats.vkconfig_document import RawLayer, RawSetting
from vkconfig_py.model.formats.vkconfig_values import (
    UNSET,
    guessed_type,
    old_value,
    parse_type,
    parse_value,
)
from vkconfig_py.model.layer_settings.conversion import type_of
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Setting
from vkconfig_py.model.layer_settings.known_layers import known_types

_LONGEST = 80


class VkconfigSettingReader(FileReader):
    """Reads the settings of the layers of one file."""

    def __init__(self, file: JsonFile, declared: Declared, *, is_current: bool) -> None:
        """`is_current`: the file's types and values are those of format 3."""
        super().__init__(file)
        self._declared = declared
        self._is_current = is_current

    def read(self, layer: RawLayer, copy: str) -> tuple[tuple[SettingValue, ...], list[str]]:
        """The user's values of a layer, and the keys of the other settings of the file."""
        known = find_declared(self._declared, layer.name, copy)
        values: dict[str, SettingValue] = {}
        left: list[str] = []
        for setting in layer.settings:
            key = setting.key
            if key and (key in values or key in left):
                sentence = tr(
                    "{layer}: {setting} is listed twice; the first value counts.",
                    layer=layer.name,
                    setting=key,
                )
                self._note(sentence, *setting.place)
                continue
            value = self._setting(layer.name, setting, known)
            if value is None:
                left.append(key)
            else:
                values[key] = value
        if known is not None and known.settings:
            self._note_unknown(layer, known, values)
        return tuple(values.values()), left

    def _note_unknown(
        self, layer: RawLayer, known: DeclaredLayer, values: dict[str, SettingValue]
    ) -> None:
        unknown = [key for key in values if known.setting(key) is None]
        if unknown:
            which = f"{known.name} {known.api_version}".rstrip()
            sentence = counted(
                "{layer} has no settings {settings}; kept for other versions.",
                "{layer} has no setting {settings}; kept for other versions.",
                len(unknown),
                layer=which,
                settings=join_words(unknown),
            )
            self._note(sentence, *layer.place)

    def _setting(
        self, layer: str, setting: RawSetting, known: DeclaredLayer | None
    ) -> SettingValue | None:
        key = setting.key
        if not key:
            self._note(
                tr("{layer}: a setting without a key was left out.", layer=layer), *setting.place
            )
            return None
        declared = known.setting(key) if known is not None else None
        if declared is not None and declared.type is SettingType.GROUP:
            sentence = tr(
                "{layer}: {setting} is a group here and has no value.", layer=layer, setting=key
            )
            self._note(sentence, *setting.place)
            return None
        strict = parse_type(setting.type)
        if self._is_current and strict is not None:
            return self._current(layer, setting, strict, declared)
        if setting.type is not None and type_of(setting.type) is None:
            sentence = tr(
                "{layer}: {setting} was left out: there is no type {type}.",
                layer=layer,
                setting=key,
                type=_written(setting.type),
            )
            self._note(sentence, *setting.place, "type")
            return None
        return self._old(layer, setting, declared)

    def _current(
        self, layer: str, setting: RawSetting, kind: SettingType, declared: Setting | None
    ) -> SettingValue | None:
        key = setting.key
        value = parse_value(kind, setting.value)
        if value is None:
            sentence = tr(
                "{layer}: the value of {setting} is not of type {type}; the default counts.",
                layer=layer,
                setting=key,
                type=kind,
            )
            self._note(sentence, *setting.place, "value")
            return None
        if declared is not None and declared.type is not kind:
            sentence = tr(
                "{layer}: {setting} is of type {type} here; the default counts.",
                layer=layer,
                setting=key,
                type=declared.type,
            )
            self._note(sentence, *setting.place, "type")
            return None
        return SettingValue(key, kind, value)

    def _old(
        self, layer: str, setting: RawSetting, declared: Setting | None
    ) -> SettingValue | None:
        """A setting without a type of format 3, as the type that its layer has for it."""
        key, raw = setting.key, setting.value
        kinds = _types(layer, setting, declared)
        for kind in kinds:
            found = old_value(kind, raw, declared)
            if found is UNSET:
                sentence = tr(
                    "{layer}: {setting} is empty, so the layer's default counts.",
                    layer=layer,
                    setting=key,
                )
                self._remark(sentence, *setting.place)
                return None
            if found.value is not None:
                return SettingValue(key, kind, found.value)
        self._note(_no_value(layer, key, _written(raw), kinds), *setting.place)
        return None


def _types(layer: str, setting: RawSetting, declared: Setting | None) -> tuple[SettingType, ...]:
    """The types that a setting may have, the most probable first."""
    if declared is not None:
        return (declared.type,)
    # Before 2.2 files had other types than the layers have now: a number was a "string".
    known = known_types(layer, setting.key)
    named = type_of(setting.type)
    if named is not None:
        return (*known, named)
    guessed = guessed_type(setting.value)
    return known or (() if guessed is None else (guessed,))


def _no_value(layer: str, key: str, value: str, kinds: tuple[SettingType, ...]) -> str:
    if not kinds:
        return tr(
            "{layer}: {setting} was left out: {value} is not a value of a setting.",
            layer=layer,
            setting=key,
            value=value,
        )
    return tr(
        "{layer}: {setting} was left out: {value} is not of type {type}.",
        layer=layer,
        setting=key,
        value=value,
        type=kinds[0],
    )


def _written(raw: Any) -> str:
    text = json.dumps(raw, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
