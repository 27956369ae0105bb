"""What the user's own file of a layer says, as values and defaults of its settings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import SettingType, Value
from vkconfig_py.model.layer_settings.checks import check_value
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    OwnFormat,
    OwnSettings,
    Setting,
    SettingChoice,
)
from vkconfig_py.model.layer_settings.effects import EFFECTS
from vkconfig_py.model.layer_settings.encoding import RefusedValue
from vkconfig_py.model.layer_settings.mangohud_values import is_on, value_in_use
from vkconfig_py.model.layer_settings.own_encoding import decode_own


class FileValue(NamedTuple):
    """A value as text, and where it is from.

    Attributes:
        line: in the file; 0 if a variable says it.
        variable: of the session, or "".
        of_preset: the file is the one with presets.
    """

    text: str
    line: int
    variable: str = ""
    of_preset: bool = False


class UnreadReason(StrEnum):
    """Why a layer reads no file, although it would elsewhere."""

    NOTHING = ""
    OVERRIDDEN = "overridden"  # a variable has the settings, and does not ask for the file
    NAMED_MISSING = "named-missing"  # a variable names a file that is not there
    NAMED_NOTHING = "named-nothing"  # a variable that names the file is empty


class OwnFile(NamedTuple):
    """What a layer reads in a program now, without our values.

    Attributes:
        path: of its file, "" if there is none.
        unread: why there is none, if a variable is the reason.
        named: the file that a variable names in vain, as it is written there.
        release: the installed version of the layer; "" if it is not known.
        values: of file and session, by the name that the layer has for a setting.
        effects: groups of settings that vkBasalt has through effects of the user's.
        unreadable: paths of effects that cannot be read.
        presets: path of the file with presets, "" if there is none.
        preset: number of the section that counts.
        preset_numbers: of all sections.
    """

    path: str = ""
    values: Mapping[str, FileValue] = MappingProxyType({})
    effects: tuple[Setting, ...] = ()
    unreadable: frozenset[str] = frozenset()
    presets: str = ""
    preset: str = ""
    preset_numbers: tuple[str, ...] = ()
    unread: UnreadReason = UnreadReason.NOTHING
    named: str = ""
    release: str = ""

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]

    def place_of(self, value: FileValue) -> str:
        """Name of the variable or file that says a value."""
        return value.variable or (
            tr("Preset {preset}", preset=self.preset) if value.of_preset else self.name
        )

    def shown_path(self, home: str) -> str:
        return shown_path(self.path, home)


NO_FILE = OwnFile()


def shown_path(path: str, home: str) -> str:
    """A path with ~ for the home folder."""
    return f"~{path[len(home) :]}" if home and path.startswith(f"{home}/") else path


# Of VK_LAYER_MESA_OVERLAY_CONFIG.
_SEPARATORS = re.compile(r"[,:;]")
# Of MANGOHUD_CONFIG (parse_string in src/overlay_params.cpp).
_ENTRY = re.compile(r"(?P<key>[^,:;=]*)(?:=(?P<value>(?:\\[,:;=]|[^,:;=])*))?[,:;=]?", re.DOTALL)
_ESCAPED = re.compile(r"\\([,:;=])")


def session_values(
    declared: DeclaredLayer, environment: Mapping[str, str]
) -> Mapping[str, FileValue]:
    """What variables of the session say about the settings of a layer of its own ways."""
    own = declared.own
    if own is None:
        return {}
    found = {}
    if own.overrides and (listed := environment.get(own.overrides)):
        said = variable_settings(own, listed)
        found = {name: FileValue(text, 0, own.overrides) for name, text in said.items()}
    if own.format is OwnFormat.VARIABLES and (listed := environment.get(own.variable)):
        said = list_settings(listed)
        found = {name: FileValue(text, 0, own.variable) for name, text in said.items()}
    for setting in declared.walk():
        if text := environment.get(setting.variable):
            found[setting.own_name] = FileValue(text, 0, setting.variable)
    return found


def variable_settings(own: OwnSettings, text: str) -> Mapping[str, str]:
    """The settings of MANGOHUD_CONFIG: a list whose separators a backslash escapes.

    A “=” behind a value is a separator too. Only newer versions drop blanks around names.
    """
    found = {}
    for entry in _ENTRY.finditer(text):
        key, value = entry["key"], entry["value"]
        value = "1" if value is None else _ESCAPED.sub(r"\1", value)
        if own.overrides_trimmed_since and own.reads(own.overrides_trimmed_since):
            key, value = key.strip(), value.strip()
        if key:
            found[key] = value
    return found


def reads_file(own: OwnSettings, environment: Mapping[str, str]) -> bool:
    """True unless a variable has the settings of a layer, and does not ask for its file."""
    said = environment.get(own.overrides) if own.overrides_read_file else None
    return said is None or is_on(variable_settings(own, said).get(own.overrides_read_file, "0"))


def list_settings(text: str) -> Mapping[str, str]:
    """The settings of a list in one variable; a name alone means 1."""
    entries = (entry.partition("=") for entry in _SEPARATORS.split(text))
    return {name: value if equals else "1" for name, equals, value in entries if name}


def with_file(declared: DeclaredLayer, file: OwnFile) -> DeclaredLayer:
    """The layer with what the user's file says in place of its own defaults."""
    if declared.own is None:
        return declared
    own, declared = declared.own, with_effects(declared, file.effects)
    if not file.values and not file.preset_numbers:
        return declared
    return declared._replace(settings=tuple(_with_values(declared.settings, own, file)))


def with_effects(declared: DeclaredLayer, effects: Sequence[Setting]) -> DeclaredLayer:
    """VkBasalt with the settings of effects; of equal names the first is used, as by it."""
    if not effects:
        return declared
    known = {setting.key for setting in declared.walk()}
    groups = []
    for effect in effects:
        own = tuple(one for one in effect.settings if one.key not in known)
        known |= {one.key for one in own}
        groups.append(effect._replace(settings=own))
    names = tuple(effect.label for effect in effects)
    settings = (_with_names(setting, names) for setting in declared.settings)
    return declared._replace(settings=(*settings, *groups))


def _with_presets(setting: Setting, own: OwnSettings, file: OwnFile) -> Setting:
    """The setting that chooses a preset offers the user's beside those of the layer."""
    if own.presets is None or setting.key != own.presets.setting:
        return setting
    known = {choice.key for choice in setting.choices}
    name = file.presets.rpartition("/")[2]
    added = (
        SettingChoice(
            one,
            tr("Preset {preset}", preset=one),
            tr("Of your {file}.", file=name),
            platforms=setting.platforms,
        )
        for one in file.preset_numbers
        if one not in known
    )
    return setting._replace(choices=(*setting.choices, *added))


def _with_names(setting: Setting, names: tuple[str, ...]) -> Setting:
    if setting.key != EFFECTS:
        return setting
    return setting._replace(suggestions=tuple(dict.fromkeys((*setting.suggestions, *names))))


# vkBasalt gives a uniform these for what it cannot read.
_NOT_READ: Mapping[SettingType, Value] = {
    SettingType.BOOL: False,
    SettingType.INT: 0,
    SettingType.FLOAT: 0.0,
    SettingType.ENUM: "0",
}


def _with_values(settings: Sequence[Setting], own: OwnSettings, file: OwnFile) -> Iterator[Setting]:
    uniforms = {one.key for effect in file.effects for one in effect.settings}
    for one in settings:
        setting = _with_presets(one, own, file)
        inner = tuple(_with_values(setting.settings, own, file))
        found = file.values.get(setting.own_name)
        if found:
            read = read_value(own.format, setting, found.text)
            value = read.value
            if read.reason and value is None and setting.key in uniforms:
                value = _NOT_READ[setting.type]
            if value is not None:
                setting = setting._replace(default=value)
        yield setting._replace(settings=inner) if inner else setting


class ReadValue(NamedTuple):
    """What a layer takes a text for.

    Attributes:
        value: None: its own default.
        reason: a sentence why the text is no value of the setting, or "".
    """

    value: Value
    reason: str = ""


def read_value(form: OwnFormat, setting: Setting, text: str) -> ReadValue:
    read = decode_own(form, setting, text)
    if isinstance(read, RefusedValue):
        reason, used = read.reason, None
    elif (invalid := check_value(setting, read)) is not None:
        is_number = setting.type in (SettingType.INT, SettingType.FLOAT)
        reason, used = invalid.reason, read if is_number else None
    else:
        return ReadValue(read)
    return ReadValue(value_in_use(setting, text) if form is OwnFormat.MANGOHUD else used, reason)
