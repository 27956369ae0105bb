"""Settings files that one layer reads, such as MangoHud.conf: recognize, open, read and edit them.

A layer with a file of its own has a format module; effects of vkBasalt become settings.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Container, Iterator, Mapping
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Protocol

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.lint.lint_context import find_nearest_word
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    LayerEntry,
    ListItem,
    Value,
    make_key,
)
from vkconfig_py.model.formats import mangohud_conf, toml_profiles, vkbasalt_conf, vksumi_conf
from vkconfig_py.model.formats.foreign_files import (
    ForeignError,
    ForeignKind,
    ImportNote,
    OpenedFile,
    ReadDeclaredLayers,
)
from vkconfig_py.model.formats.reshade_settings import (
    ReadFile,
    add_include_folder,
    find_effect_files,
    find_effects,
    find_unreadable,
    separate_effects,
)
from vkconfig_py.model.formats.toml_profiles import ProfileContent, UneditableFileError
from vkconfig_py.model.layer_settings.conversion import list_enabled_texts, make_list_item
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, OwnFormat, OwnSettings, Setting
from vkconfig_py.model.layer_settings.described_layers import (
    find_description,
    list_file_descriptions,
)
from vkconfig_py.model.layer_settings.encoding import split_list
from vkconfig_py.model.layer_settings.layer_values import set_entry_value
from vkconfig_py.model.layer_settings.mangohud_values import ValueFault, find_value_faults
from vkconfig_py.model.layer_settings.own_file import (
    EFFECT_FILES_NAME,
    EFFECTS_NAME,
    NO_FILE,
    NO_READING_PROGRAM,
    EffectFault,
    FileValue,
    OwnFile,
    ReadingProgram,
    add_effect_settings,
    find_effect_faults,
    list_effect_paths,
    make_effect_lines,
    read_value,
)

_PART_PATTERN = re.compile(r"\{[a-z_]+\}")
_MIN_NAMES = 3  # names of a layer's settings that a file of any name has
NO_EFFECTS: Mapping[str, str] = MappingProxyType({})


class LayerSettingsFile(NamedTuple):
    """The file of a layer, with the settings that its effects have."""

    layer: DeclaredLayer
    own_settings: OwnSettings
    file: OwnFile


class SettingsFileLine(NamedTuple):
    """A line that counts.

    Attributes:
        setting: None for a name that the layer does not know.
        reason: why the layer does not read the value as one of the setting, or "".
        value: that the layer uses.
        ignores_file: the layer ignores the whole file for it.
    """

    key: str
    file_value: FileValue
    setting: Setting | None
    reason: str = ""
    value: Value = None
    ignores_file: bool = False


def describe_file(path: str, content: bytes) -> DeclaredLayer | None:
    """Return the layer that reads a file, by the file's name or content, None if none does.

    Of layers that look for one name, it is the one that reads this version of the file, else the
    last one.
    """
    layers = list_file_descriptions()
    by_name = [
        layer
        for layer in layers
        if layer.own_settings and _is_own_file_path(layer.own_settings, path)
    ]
    if by_name:
        return next((layer for layer in by_name if _is_version_read(layer, content)), by_name[-1])
    return next((layer for layer in layers if _contains_setting_names(layer, content)), None)


def _is_version_read(layer: DeclaredLayer, content: bytes) -> bool:
    """Return whether a file is of the version that a layer reads."""
    assert layer.own_settings is not None
    return not _list_file_profiles(layer.own_settings, "", content)[0].refusal


def _is_own_file_path(own_settings: OwnSettings, path: str) -> bool:
    """Return whether a layer looks for its settings file at such a path."""
    if own_settings.presets and posixpath.basename(path) == posixpath.basename(
        own_settings.presets.place
    ):
        return False
    return any(
        fnmatchcase(path, f"*{_PART_PATTERN.sub('*', file_place.path)}")
        for file_place in own_settings.places
    )


def _contains_setting_names(layer: DeclaredLayer, content: bytes) -> bool:
    """Return whether at least half of the names in a file are settings of a layer."""
    assert layer.own_settings is not None
    files = _list_file_profiles(layer.own_settings, "", content)
    ignored = {EFFECT_FILES_NAME, *layer.own_settings.known_non_settings}
    names = {key for file in files for key in file.values} - ignored
    known_names = names & {setting.own_name for setting in layer.walk_settings()}
    return len(known_names) >= _MIN_NAMES and 2 * len(known_names) >= len(names)


def parse_layer_files(
    path: str, content: bytes, layer: DeclaredLayer, read: ReadFile
) -> tuple[LayerSettingsFile, ...]:
    """Read a layer's own settings file, with the effects that it names.

    A file with tables for programs gives one for each. `read`: reads files of effects.
    """
    own_settings = layer.own_settings
    assert own_settings is not None, "only a layer with a file of its own has one"
    files = []
    for file in _list_file_profiles(own_settings, path, content):
        if own_settings.built_in_effects:
            file = file._replace(
                effects=find_effects(own_settings, file, (), read),
                unreadable_effects=find_unreadable(file, (), read),
            )
        described_layer = add_effect_settings(layer, file.effects)
        files.append(LayerSettingsFile(described_layer, own_settings, file))
    return tuple(files)


def read_lines(parsed_file: LayerSettingsFile) -> Iterator[SettingsFileLine]:
    """Yield the lines that are in effect, in order, without those that define effects."""
    own_settings, file = parsed_file.own_settings, parsed_file.file
    settings = {setting.own_name: setting for setting in parsed_file.layer.walk_settings()}
    effects = {effect_setting.label for effect_setting in file.effects}
    for key, file_value in sorted(file.values.items(), key=lambda item: item[1].line):
        setting = settings.get(key)
        if key in effects or key in own_settings.known_non_settings or key == EFFECT_FILES_NAME:
            continue
        if setting is None:
            yield SettingsFileLine(key, file_value, None)
            continue
        read_result = read_value(own_settings, setting, file_value.text)
        value = setting.default if read_result.value is None else read_result.value
        yield SettingsFileLine(
            key, file_value, setting, read_result.reason, value, read_result.ignores_file
        )


def explain_unknown_setting(layer: DeclaredLayer, key: str) -> str:
    """Say that a layer does not have a setting, with the nearest name that it has."""
    if nearest_name := find_nearest_word(
        key, [setting.own_name for setting in layer.walk_settings()]
    ):
        return tr(
            "{layer} has no setting {key}. Did you mean “{meant}”?",
            layer=layer.name,
            key=key,
            meant=nearest_name,
        )
    return tr("{layer} has no setting {key}.", layer=layer.name, key=key)


def open_layer_file(
    path: str,
    content: bytes,
    layer: DeclaredLayer,
    read_declared_layers: ReadDeclaredLayers,
    read: ReadFile,
) -> OpenedFile:
    """Read what a layer's own file sets, as a configuration of the layer.

    A file with tables for programs gives a configuration for each.

    Args:
        path: of the file.
        content: of the file.
        layer: that reads the file.
        read_declared_layers: returns the settings that layers declare.
        read: reads files of effects.

    Raises:
        ForeignError: the file has no setting of the layer, or the layer ignores it.
    """
    source = layer._replace(own_settings=None).settings
    matching_names = (
        declared_layer.name
        for declared_layer in read_declared_layers()
        if (described_layer := find_description(declared_layer.name)) is not None
        and described_layer.settings == source
    )
    name = next(matching_names, layer.name)
    title = posixpath.splitext(posixpath.basename(path))[0] or name
    configurations, notes = [], []
    for parsed_file in parse_layer_files(path, content, layer, read):
        if parsed_file.file.refusal:
            raise ForeignError(parsed_file.file.refusal, parsed_file.file.refusal_line)
        entry, entry_notes = _read_entry(parsed_file, name)
        notes += entry_notes
        if entry.settings:
            configurations.append(
                Configuration(make_key(), parsed_file.file.profile or title, (entry,))
            )
    if not configurations:
        raise ForeignError(tr("it contains no settings that {layer} reads", layer=name))
    return OpenedFile(
        ForeignKind.LAYER_FILE, tuple(configurations), notes=tuple(dict.fromkeys(notes))
    )


def _read_entry(parsed_file: LayerSettingsFile, name: str) -> tuple[LayerEntry, list[ImportNote]]:
    """Return what a file sets for the layer of a name, and notes on lines that set nothing."""
    entry, notes = LayerEntry(name), []
    for line in read_lines(parsed_file):
        if line.setting is None:
            notes.append(
                ImportNote(
                    explain_unknown_setting(parsed_file.layer, line.key), line.file_value.line
                )
            )
        elif line.reason:
            sentence = tr(
                "{layer}: {setting} keeps its default. {reason}",
                layer=name,
                setting=line.key,
                reason=line.reason,
            )
            notes.append(ImportNote(sentence, line.file_value.line))
        else:
            entry = set_entry_value(parsed_file.layer, entry, line.setting.key, line.value)
    return _add_chosen_effects(parsed_file, entry), notes


def _add_chosen_effects(parsed_file: LayerSettingsFile, entry: LayerEntry) -> LayerEntry:
    """Return the entry with the effect files that a file names as chosen effects."""
    file_by_effect = {
        effect_setting.label: effect_setting.detailed for effect_setting in parsed_file.file.effects
    }
    files, effect_names = (
        parsed_file.layer.find_setting(EFFECT_FILES_NAME),
        entry.get_value(EFFECTS_NAME),
    )
    if not file_by_effect or files is None:
        return entry
    paths = tuple(dict.fromkeys(file_by_effect.values()))
    entry = entry.with_value(EFFECT_FILES_NAME, files.type, tuple(map(ListItem, paths)))
    if effect_names is None or not isinstance(effect_names.value, tuple):
        return entry
    names: Mapping[str, str] = {
        path: name
        for name, path in make_effect_lines(
            paths, parsed_file.own_settings.built_in_effects
        ).items()
    }
    effect_texts = (
        names.get(file_by_effect.get(item, ""), item)
        for item in list_enabled_texts(effect_names.value)
    )
    return entry.with_value(
        EFFECTS_NAME, effect_names.type, tuple(map(make_list_item, effect_texts))
    )


class ConfLine(Protocol):
    """A line of a file that counts for its name."""

    @property
    def line(self) -> int: ...

    @property
    def value(self) -> str: ...


class ConfFormat(Protocol):
    """A module that knows one format."""

    def find_effective_lines(self, content: bytes, /) -> Mapping[str, ConfLine]:
        """Return the line that is in effect for each name."""

    def edit_conf(self, content: bytes, values: Mapping[str, str], /) -> bytes:
        """Set values and leave everything else as it is."""


_MODULE_BY_OWN_FORMAT: Mapping[OwnFormat, ConfFormat] = {
    OwnFormat.MANGOHUD: mangohud_conf,
    OwnFormat.VKBASALT: vkbasalt_conf,
    OwnFormat.VKSUMI: vksumi_conf,
}


def edit_own_file(
    own_settings: OwnSettings,
    content: bytes,
    values: Mapping[str, str],
    effects: Mapping[str, str] = NO_EFFECTS,
    reserved_names: Container[str] = (),
    reader: ReadingProgram = NO_READING_PROGRAM,
) -> bytes:
    """Set values in the content of a layer's own file, and leave everything else as it is.

    Args:
        own_settings: what the layer says of its file.
        content: of the file; empty if there is none.
        values: by the names that the layer has for settings.
        effects: paths of chosen effects, by their names.
        reserved_names: names of settings, which no effect has.
        reader: the program that they are for, in a file with tables for programs.

    Raises:
        UneditableFileError: the file cannot be edited, or has no place for values of this program.
    """
    if own_settings.profiles is not None:
        return toml_profiles.edit_conf(content, values, own_settings.profiles, reader)
    if own_settings.format is OwnFormat.VKBASALT:
        current_values = _read_values(own_settings.format, content)
        texts = {key: file_value.text for key, file_value in current_values.items()}
        values = separate_effects(values, effects, texts, reserved_names)
        values = add_include_folder(values, current_values)
    return _MODULE_BY_OWN_FORMAT[own_settings.format].edit_conf(content, values)


def parse_own_file(
    own_settings: OwnSettings,
    path: str,
    content: bytes | None,
    reader: ReadingProgram = NO_READING_PROGRAM,
) -> OwnFile:
    """Read the values in a layer's own file.

    Args:
        own_settings: what the layer says of its file.
        path: of the file.
        content: of the file, None if there is no file.
        reader: the program that reads it.
    """
    if content is None:
        return NO_FILE
    if own_settings.profiles is not None:
        try:
            profile = toml_profiles.read_profile(content, own_settings.profiles, reader)
        except UneditableFileError as error:
            return OwnFile(path, refusal=error.reason, refusal_line=error.line)
        return _make_profile_file(path, profile)._replace(is_for_any=reader == NO_READING_PROGRAM)
    values = _read_values(own_settings.format, content)
    if own_settings.format is OwnFormat.VKBASALT:
        values |= find_effect_files(values)
    return OwnFile(path, values)


def _list_file_profiles(
    own_settings: OwnSettings, path: str, content: bytes
) -> tuple[OwnFile, ...]:
    """Return what a layer's own file says, for each program that it has a table for."""
    if own_settings.profiles is None:
        return (parse_own_file(own_settings, path, content),)
    try:
        profiles = toml_profiles.list_profiles(content, own_settings.profiles)
    except UneditableFileError as error:
        return (OwnFile(path, refusal=error.reason, refusal_line=error.line),)
    return tuple(_make_profile_file(path, profile) for profile in profiles)


def _make_profile_file(path: str, profile: ProfileContent) -> OwnFile:
    values = {key: FileValue(line.value, line.line) for key, line in profile.lines.items()}
    return OwnFile(path, values, profile=profile.title, profile_programs=profile.programs)


def find_file_faults(
    layer: DeclaredLayer, content: bytes, is_readable: Callable[[str], bool]
) -> tuple[EffectFault | ValueFault, ...]:
    """Return the values in a layer's own file that would end the program.

    Files at relative paths count as readable, since they depend on the program's folder.
    """
    own_settings = layer.own_settings
    assert own_settings is not None, "only a layer with a file of its own has one"
    if own_settings.format not in (OwnFormat.MANGOHUD, OwnFormat.VKBASALT):
        return ()
    texts = {
        key: file_value.text
        for key, file_value in _read_values(own_settings.format, content).items()
    }
    if own_settings.format is OwnFormat.MANGOHUD:
        return find_value_faults(layer, texts)
    listed_names = split_list(texts.get(EFFECTS_NAME, ""))
    return find_effect_faults(
        listed_names,
        list_effect_paths(texts),
        own_settings.built_in_effects,
        lambda path: not path.startswith(("/", "~", "$")) or is_readable(path),
    )


def _read_values(own_format: OwnFormat, content: bytes) -> dict[str, FileValue]:
    """Return the values that are in effect, with their lines, by name."""
    conf_lines = _MODULE_BY_OWN_FORMAT[own_format].find_effective_lines(content)
    return {
        key: FileValue(conf_line.value, conf_line.line) for key, conf_line in conf_lines.items()
    }


def add_preset_values(file: OwnFile, path: str, content: bytes, number: str) -> OwnFile:
    """Add the values of a numbered section of presets.conf, which the own file overrides."""
    conf_lines = mangohud_conf.find_preset_lines(content, number)
    values = {
        key: FileValue(conf_line.value, conf_line.line, path=path)
        for key, conf_line in conf_lines.items()
    }
    return file._replace(
        values={**values, **file.values},
        presets_path=path,
        preset_number=number,
        preset_numbers=mangohud_conf.list_preset_numbers(content),
    )
