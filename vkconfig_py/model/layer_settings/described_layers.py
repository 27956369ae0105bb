"""Settings of layers that their manifests do not declare, described by resources/layer_settings.

A description is a layer manifest with its settings, and a member "configurator": the names of the
layers that it is for, and where these read their settings. Only our own files have this member: a
manifest of others must not make us write wherever it says. A layer that reads vk_layer_settings.txt
is given values as if its manifest declared them. A description that does not say where adds to the
settings that a manifest declares, which the layer reads all in the same way.
"""

from __future__ import annotations

import json
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from vkconfig_py.language.sentences import current_language, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import SettingType
from vkconfig_py.model.files import resources
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    OwnFormat,
    OwnPresetFile,
    OwnSettings,
    Preset,
    ProfileTables,
    Setting,
    SettingsFilePlace,
    VariableMode,
    VariableReader,
)
from vkconfig_py.model.layer_settings.parse_layer import read_declared

DESCRIPTIONS_FOLDER = "layer_settings"
COMMON_FORMAT = "layer_settings"  # vk_layer_settings.txt, which layers read that declare settings


class _Description(NamedTuple):
    """A data file of ours: the layers that it describes, and its text.

    Attributes:
        own_settings: where layers of their own ways read; None for one that reads
            vk_layer_settings.txt.
        adds_to_declared: it only adds to what a manifest declares.
    """

    layers: tuple[str, ...]
    content: bytes
    own_settings: OwnSettings | None
    effects: str
    adds_to_declared: bool


def add_description(declared_layer: DeclaredLayer) -> DeclaredLayer:
    """Add the settings that we describe.

    Whole descriptions are for a manifest that declares none, those that only add for one that
    declares some.
    """
    description = _find_description(declared_layer.name)
    if description is None or bool(declared_layer.settings) is not description.adds_to_declared:
        return declared_layer
    described_layer = _describe(declared_layer.name, current_language())
    assert described_layer is not None
    if description.own_settings is None:
        settings = _add_undeclared(
            declared_layer, declared_layer.settings, described_layer.settings
        )
        if not settings:
            return declared_layer  # a release that is too old
        presets = declared_layer.presets or described_layer.presets
        url = declared_layer.url or described_layer.url
        return declared_layer._replace(settings=settings, presets=presets, url=url)
    return declared_layer._replace(
        variable_reader=described_layer.variable_reader,
        settings=described_layer.settings,
        presets=described_layer.presets,
        url=declared_layer.url or described_layer.url,
        own_settings=described_layer.own_settings,
    )


def _add_undeclared(
    layer: DeclaredLayer, declared: tuple[Setting, ...], described: tuple[Setting, ...]
) -> tuple[Setting, ...]:
    """Return declared settings with the described ones that the manifest lacks behind them.

    One that the manifest has too is where its described children and choices are added. Versions
    count, which are those of Vulkan that the manifest names.
    """
    by_key = {setting.key: setting for setting in described}
    merged = []
    for setting in declared:
        addition = by_key.pop(setting.key, None)
        if addition is not None:
            choices = setting.choices
            if addition.is_known(layer.api_version):
                keys = {choice.key for choice in choices}
                choices += tuple(choice for choice in addition.choices if choice.key not in keys)
            children = _add_undeclared(layer, setting.settings, addition.settings)
            setting = setting._replace(choices=choices, settings=children)
        merged.append(setting)
    for setting in by_key.values():
        if layer.find_setting(setting.key) is None and setting.is_known(layer.api_version):
            children = _add_undeclared(layer, (), setting.settings)
            if children or setting.type is not SettingType.GROUP:
                # The layer that is installed knows it: there is nothing to say about versions.
                merged.append(setting._replace(settings=children, since="", until=""))
    return tuple(merged)


def find_description(layer: str) -> DeclaredLayer | None:
    """Return our description of the settings of a layer of its own ways, or None."""
    described = _describe(layer, current_language())
    return None if described is None or described.own_settings is None else described


def find_described_layer(layer: str) -> DeclaredLayer | None:
    """Return our description of any settings of a layer, or None."""
    return _describe(layer, current_language())


def list_described_names() -> tuple[str, ...]:
    """Return the name of a layer for each description."""
    return tuple(description.layers[0] for description in _read_descriptions())


@cache
def _find_description(layer: str) -> _Description | None:
    """Return the first file of ours that is for a layer, or None."""
    return next(
        (
            description
            for description in _read_descriptions()
            if any(fnmatchcase(layer, name) for name in description.layers)
        ),
        None,
    )


@cache
def _describe(layer: str, _language: str) -> DeclaredLayer | None:
    """Read our description of a layer, translated, or None. `_language` is the key of the cache."""
    description = _find_description(layer)
    if description is None:
        return None
    described_layer = read_declared(description.content).layers[0]
    described_layer = described_layer._replace(
        name=layer,
        settings=tuple(map(_translate_setting, described_layer.settings)),
        presets=tuple(map(_translate_preset, described_layer.presets)),
    )
    if description.own_settings is None:
        return described_layer
    effects = described_layer.find_setting(description.effects)
    names = tuple(map(str, effects.suggestions)) if effects else ()
    own_settings = description.own_settings._replace(built_in_effects=names)
    return described_layer._replace(own_settings=own_settings, variable_reader=VariableReader.OWN)


def list_file_descriptions() -> tuple[DeclaredLayer, ...]:
    """Return our descriptions of layers that read files of their own."""
    described_layers = (
        find_description(description.layers[0])
        for description in _read_descriptions()
        if description.own_settings is not None and description.own_settings.has_file
    )
    return tuple(
        described_layer for described_layer in described_layers if described_layer is not None
    )


def list_description_names() -> tuple[str, ...]:
    """Return the names of the files in resources/layer_settings, without suffix."""
    return tuple(
        sorted(path.stem for path in resources.find_resource(DESCRIPTIONS_FOLDER).glob("*.json"))
    )


@cache
def _read_descriptions() -> tuple[_Description, ...]:
    return tuple(map(_read_description, list_description_names()))


def _read_description(name: str) -> _Description:
    """Read a file of resources/layer_settings, given its name without suffix."""
    content = resources.find_resource(f"{DESCRIPTIONS_FOLDER}/{name}.json").read_bytes()
    configurator: dict[str, Any] = json.loads(content)["configurator"]
    reads = configurator.get("reads")
    own_settings = None
    if reads is not None and reads["format"] != COMMON_FORMAT:
        own_settings = _parse_reads(reads, configurator["source"])
    effects = reads.get("effects", "") if reads else ""
    layers = tuple(configurator["layers"])
    return _Description(layers, content, own_settings, effects, adds_to_declared=reads is None)


def _parse_reads(reads: dict[str, Any], source: dict[str, str]) -> OwnSettings:
    """Parse where a layer of its own ways reads its settings."""
    return OwnSettings(
        format=OwnFormat(reads["format"]),
        variable=reads.get("variable", ""),
        only_variable=reads.get("only_variable", False),
        places=tuple(map(_parse_place, reads.get("places", ()))),
        per_program=tuple(reads.get("per_program", ())),
        overrides=reads.get("overrides", ""),
        overrides_read_file=reads.get("overrides_read_file", ""),
        empty_is_root=bool(reads.get("empty_is_root")),
        empty_is_unset=bool(reads.get("empty_is_unset")),
        only_first_place=bool(reads.get("only_first_place")),
        merges=bool(reads.get("merges")),
        redirect=reads.get("redirect", ""),
        is_live=bool(reads.get("live")),
        overrides_trimmed_since=reads.get("overrides_trimmed_since", ""),
        known_non_settings=tuple(reads.get("other_names", ())),
        release_text=reads.get("release", ""),
        presets=OwnPresetFile(**reads["presets"]) if "presets" in reads else None,
        profiles=_parse_profiles(reads["profiles"]) if "profiles" in reads else None,
        variable_mode=_parse_variable_mode(reads.get("instead_of_file")),
        source=f"{source['project']} {source['version']}, {source['file']}",
    )


def _parse_place(text_or_members: str | dict[str, str]) -> SettingsFilePlace:
    """Parse a template of a file's place, which is a text, or an object with "since"."""
    return (
        SettingsFilePlace(text_or_members)
        if isinstance(text_or_members, str)
        else SettingsFilePlace(text_or_members["place"], text_or_members["since"])
    )


def _parse_profiles(members: dict[str, Any]) -> ProfileTables:
    """Parse how a TOML file has tables for programs."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in members.items()
    }
    return ProfileTables(**values)


def _parse_variable_mode(members: dict[str, Any] | None) -> VariableMode | None:
    """Parse which variables can take the place of a file, None if there are none."""
    if members is None:
        return None
    inverse = tuple(members.get("inverse", ()))
    return VariableMode(members["switch"], tuple(members["variables"].items()), inverse)


def _translate(text: str) -> str:
    return tr(text) if text else ""


def _translate_setting(setting: Setting) -> Setting:
    """Return a setting and its children with their texts in the language of the user."""
    choices = (
        choice._replace(
            label=_translate(choice.label),
            description=_translate(choice.description),
            settings=tuple(map(_translate_setting, choice.settings)),
        )
        for choice in setting.choices
    )
    return setting._replace(
        label=_translate(setting.label),
        description=_translate(setting.description),
        detailed=_translate(setting.detailed),
        unit=_translate(setting.unit),
        choices=tuple(choices),
        settings=tuple(map(_translate_setting, setting.settings)),
    )


def _translate_preset(preset: Preset) -> Preset:
    """Return a preset with its texts in the language of the user, and the English label as key."""
    label, description = _translate(preset.label), _translate(preset.description)
    return preset._replace(label=label, description=description, key=preset.label)
