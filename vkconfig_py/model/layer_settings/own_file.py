"""The user's own file of a layer, such as MangoHud.conf: where it is, and what it says.

What it says becomes values and defaults of the settings. For vkBasalt this also covers effects: the
names in its list, the files that they need, and what ends the program.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum, StrEnum
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import assert_never

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.binaries import expand_tokens
from vkconfig_py.loader.files.safe_paths import read_beginning
from vkconfig_py.loader.platforms.local_paths import find_local_path
from vkconfig_py.model.configuration.configuration import SettingType, Target, Value
from vkconfig_py.model.layer_settings.checks import check_value
from vkconfig_py.model.layer_settings.conversion import make_list_item
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    Dependence,
    DependenceMode,
    OwnFormat,
    OwnSettings,
    Setting,
    SettingChoice,
    SettingCondition,
)
from vkconfig_py.model.layer_settings.encoding import RefusedValue, decode_own_value
from vkconfig_py.model.layer_settings.mangohud_values import find_value_in_use, is_mangohud_on
from vkconfig_py.model.text.wording import abbreviate_home

# A place is a path with {config} ($XDG_CONFIG_HOME, else ~/.config), {data} ($XDG_DATA_HOME, else
# ~/.local/share), {home}, {working_directory}, {program} (file name of the executable),
# {program_folder}, {windows_program} (what Wine runs, without .exe) or {program_name} (that, else
# {program}). A place with a part that is not known is none. Measured: MangoHud 0.6.8 has no
# {config} where the variable is set to nothing, vkBasalt 0.3.2.8 looks in the root folder then.

PLACE_PARTS = frozenset(
    {
        "config",
        "data",
        "home",
        "working_directory",
        "program",
        "program_folder",
        "windows_program",
        "program_name",
    }
)
_PRELOADER_SUFFIX = "-preloader"
_PART_PATTERN = re.compile(r"\{([a-z_]+)\}")
_USER_FOLDER_PREFIXES = ("{config}/", "{data}/", "{home}/")
_MAX_FILE_SIZE = 64 << 20

# Effects of vkBasalt, measured with 0.3.2.8: a listed effect whose file is missing, a folder or not
# readable ends every program that makes a swapchain; nothing in its path is expanded; a relative
# one is of the working directory. So does the built-in lut without its file. A missing include and
# a missing folder of includes only leave a message.
EFFECTS_NAME = "effects"  # the setting that lists their names
EFFECT_FILES_NAME = "reshadeEffects"  # the setting that lists the files of effects
INCLUDE_PATH_NAME = "reshadeIncludePath"
LUT, LUT_FILE = "lut", "lutFile"  # the effect with a file of its own, and the setting that names it
EFFECT_FILE_SUFFIX = ".fx"
# Of VK_LAYER_MESA_OVERLAY_CONFIG.
_SEPARATOR_PATTERN = re.compile(r"[,:;]")
# Of MANGOHUD_CONFIG (parse_string in src/overlay_params.cpp).
_ENTRY_PATTERN = re.compile(
    r"(?P<key>[^,:;=]*)(?:=(?P<value>(?:\\[,:;=]|[^,:;=])*))?[,:;=]?", re.DOTALL
)
_ESCAPED_PATTERN = re.compile(r"\\([,:;=])")
# vkBasalt gives a uniform these for what it cannot read.
_VALUES_IF_UNPARSABLE: Mapping[SettingType, Value] = {
    SettingType.BOOL: False,
    SettingType.INT: 0,
    SettingType.FLOAT: 0.0,
    SettingType.ENUM: "0",
}


def make_launch_host(host: Host, target: Target) -> Host:
    """Return the machine as a launched program sees it, in its own working directory."""
    folder = posixpath.join(host.working_directory, target.working_directory)
    return host._replace(working_directory=folder) if target.working_directory else host


def list_own_files(
    own_settings: OwnSettings, host: Host, program: str, windows_program: str = ""
) -> tuple[str, ...]:
    """Return the files that a layer such as MangoHud looks for in a program, in its order."""
    host = _remove_empty_variables(own_settings, host)
    variable_file = find_named_file(own_settings, host)
    if variable_file is not None and own_settings.only_variable:
        return (variable_file,) if variable_file else ()
    templates = [
        file_place.path
        for file_place in own_settings.places
        if own_settings.is_new_enough(file_place.since)
    ]
    if own_settings.empty_is_root:
        for name, variable in (("{config}", "XDG_CONFIG_HOME"), ("{data}", "XDG_DATA_HOME")):
            if host.getenv(variable) == "":
                templates = [template.replace(name, "") for template in templates]
    paths = _resolve_places(templates, host, program, windows_program)
    if own_settings.only_first_place:
        paths = paths[:1]
    return (variable_file, *paths) if variable_file else paths


def _remove_empty_variables(own_settings: OwnSettings, host: Host) -> Host:
    """Return the machine without the empty variables that a layer takes for unset ones."""
    if not own_settings.empty_is_unset:
        return host
    names = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME", own_settings.variable)
    empty_names = [name for name in names if host.environment.get(name) == ""]
    return host.with_environment([(name, None) for name in empty_names]) if empty_names else host


class ReadingProgram(NamedTuple):
    """The program in which a layer reads a file that has tables for programs.

    Attributes:
        program: real path of the executable, "" if it is not known.
        windows_program: name of the program that Wine runs, without .exe, or "".
        profile: name of the table that a variable chooses, or "".
    """

    program: str = ""
    windows_program: str = ""
    profile: str = ""


NO_READING_PROGRAM = ReadingProgram()


def find_reading_program(
    own_settings: OwnSettings, host: Host, program: str, windows_program: str = ""
) -> ReadingProgram:
    """Find the program that reads a layer's file, as variables of the session have it."""
    tables = own_settings.profiles
    if tables is None:
        return NO_READING_PROGRAM
    profile = host.environment.get(tables.name_variable, "") if tables.name_variable else ""
    named = host.environment.get(tables.program_variable, "") if tables.program_variable else ""
    return ReadingProgram(named) if named else ReadingProgram(program, windows_program, profile)


def find_named_file(own_settings: OwnSettings, host: Host) -> str | None:
    """Return the file that a variable of the session names, unexpanded.

    It is "" for a variable that is set to nothing, and None if the variable is not set.
    """
    value = host.environment.get(own_settings.variable) if own_settings.variable else None
    if value == "" and own_settings.empty_is_unset:
        return None
    return posixpath.join(host.working_directory, value) if value else value


def add_installed_release(declared_layer: DeclaredLayer, host: Host) -> DeclaredLayer:
    """Return the layer with its installed version, if its library tells that."""
    own_settings = declared_layer.own_settings
    if own_settings is None or not own_settings.release_text or own_settings.release:
        return declared_layer
    path = expand_tokens(host, declared_layer.library)
    if not posixpath.isabs(path):
        path = posixpath.join(posixpath.dirname(declared_layer.manifest), path)
    release = _find_release(find_local_path(host.root, path), own_settings.release_text)
    return (
        declared_layer._replace(own_settings=own_settings._replace(release=release))
        if release
        else declared_layer
    )


def _find_release(path: str, pattern: str) -> str:
    """Return the version of a layer that stands in its library, or "" if none can be read."""
    try:
        status = Path(path).stat()
        return _read_release(path, pattern, status.st_mtime_ns, status.st_size)
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return ""


@cache
def _read_release(path: str, pattern: str, _changed: int, size: int) -> str:
    """Search a library for a version by a pattern, or return "".

    `_changed` is a key of the cache.
    """
    match = re.search(pattern.encode(), read_beginning(path, min(size, _MAX_FILE_SIZE)))
    return match[1].decode() if match else ""


def list_candidate_files(
    own_settings: OwnSettings, host: Host, program: str, windows_program: str = ""
) -> tuple[str, ...]:
    """Return the files that a layer looks for, with and without the variable that names a file."""
    hosts = (host, remove_file_variable(own_settings, host))
    return tuple(
        path
        for machine in hosts
        for path in list_own_files(own_settings, machine, program, windows_program)
    )


def find_presets_file(own_settings: OwnSettings, host: Host) -> str:
    """Return the path of the user's file with presets, or "" for a layer without presets."""
    if own_settings.presets is None or not own_settings.is_new_enough(own_settings.presets.since):
        return ""
    reads_variable = own_settings.is_new_enough(own_settings.presets.variable_since)
    variable_file = host.getenv(own_settings.presets.variable) if reads_variable else ""
    return variable_file or next(iter(_resolve_places([own_settings.presets.place], host, "")), "")


def remove_file_variable(own_settings: OwnSettings, host: Host) -> Host:
    """Return the machine as it is without the session's variable that names a file."""
    return host.with_environment([(own_settings.variable, None)]) if own_settings.variable else host


def find_program_file(
    own_settings: OwnSettings, host: Host, program: str, windows_program: str = ""
) -> str:
    """Return the path of the file that a layer reads in this program alone, or ""."""
    return next(iter(_resolve_places(own_settings.per_program, host, program, windows_program)), "")


def list_program_files(own_settings: OwnSettings, host: Host) -> tuple[str, ...]:
    """Return the paths of existing files that a layer reads in single programs."""
    shared_files = (find_general_file(own_settings, host), find_presets_file(own_settings, host))
    program_files: set[str] = set()
    for template in own_settings.per_program:
        folder = next(iter(_resolve_places([posixpath.dirname(template)], host, "")), "")
        pattern = _PART_PATTERN.sub("*", posixpath.basename(template))
        with suppress(OSError, ValueError):  # no such folder; a NUL in its path
            names = [entry.name for entry in Path(find_local_path(host.root, folder)).iterdir()]
            paths = [f"{folder}/{name}" for name in names if fnmatchcase(name, pattern)]
            program_files.update(path for path in paths if path not in shared_files)
    return tuple(sorted(program_files))


def find_general_file(own_settings: OwnSettings, host: Host) -> str:
    """Return the path of the user's file that a layer reads in every program, or ""."""
    host = _remove_empty_variables(own_settings, host)
    paths = [file_place.path for file_place in own_settings.places]
    shared_paths = [path for path in paths if path.startswith(_USER_FOLDER_PREFIXES)]
    return next(iter(_resolve_places(shared_paths, host, "")), "")


def get_own_file_name(own_settings: OwnSettings) -> str:
    """Return the name of a layer's settings file, such as MangoHud.conf."""
    return posixpath.basename(own_settings.places[-1].path)


def _resolve_places(
    templates: Sequence[str], host: Host, program: str, windows_program: str = ""
) -> tuple[str, ...]:
    """Return the paths that templates of places stand for in a program."""
    parts = {**_find_place_parts(host, program), "windows_program": windows_program}
    if windows_program and not program.endswith(_PRELOADER_SUFFIX):
        # What /proc/self/exe leads to in a Windows program; its folder differs from Wine to Wine.
        parts |= {"program": f"wine64{_PRELOADER_SUFFIX}", "program_folder": ""}
    if windows_program:
        parts |= {"program_name": windows_program}
    paths = (_fill_place(place, parts) for place in templates)
    return tuple(dict.fromkeys(path for path in paths if path))


def _find_place_parts(host: Host, program: str) -> Mapping[str, str]:
    """Return what stands for {home}, {config} and others in templates of places, by name."""
    home = host.getenv("HOME") or ""
    return {
        "home": home,
        "config": _base_folder(host, "XDG_CONFIG_HOME", f"{home}/.config" if home else ""),
        "data": _base_folder(host, "XDG_DATA_HOME", f"{home}/.local/share" if home else ""),
        "working_directory": host.working_directory,
        "program": posixpath.basename(program),
        "program_folder": posixpath.dirname(program),
        "program_name": posixpath.basename(program),
    }


def _base_folder(host: Host, variable: str, usual_platforms: str) -> str:
    """Return the folder that an XDG variable names, else the usual folder.

    A variable that is set to nothing gives "".
    """
    folder = host.getenv(variable)
    return (
        posixpath.join(host.working_directory, folder)
        if folder
        else usual_platforms
        if folder is None
        else ""
    )


def _fill_place(template: str, parts: Mapping[str, str]) -> str:
    """Return a template with its parts filled in, or "" if a part is empty."""
    if not all(parts.get(name) for name in _PART_PATTERN.findall(template)):
        return ""
    return _PART_PATTERN.sub(lambda match: parts[match[1]], template)


class FileValue(NamedTuple):
    """A value as text, and where it is from.

    Attributes:
        line: in the file; 0 if a variable says it.
        variable: of the session, or "".
        variable_text: what the variable says, where `text` is what a file would say instead.
        path: of the file, if it is another one than the OwnFile's own.
    """

    text: str
    line: int
    variable: str = ""
    path: str = ""
    variable_text: str = ""


class UnreadReason(StrEnum):
    """Why a layer reads no file, although it would elsewhere."""

    NOTHING = ""
    OVERRIDDEN = "overridden"  # a variable has the settings, and does not ask for the file
    NAMED_MISSING = "named-missing"  # a variable names a file that is not there
    NAMED_NOTHING = "named-nothing"  # a variable that names the file is empty


class OwnFile(NamedTuple):
    """What a layer such as MangoHud reads in a program now, without values of ours.

    Attributes:
        path: of its file, "" if there is none; of several that count the strongest.
        weaker_paths: of the others, the strongest first.
        unread_reason: why there is none, if a variable is the reason.
        named_path: the file that a variable names in vain, as it is written there.
        release: the installed version of the layer; "" if it is not known.
        values: of file and session, by the name that the layer has for a setting.
        effects: groups of settings that vkBasalt has through effects of the user's.
        unreadable_effects: paths of effects that cannot be read.
        presets_path: path of the file with presets, "" if there is none.
        preset_number: number of the section that counts.
        preset_numbers: of all sections.
        applied_path: of its file that we wrote, "" if nothing of it is applied.
        profile: name of the table for the program in a file with tables for programs, or "".
        profile_programs: the programs that this table names.
        is_for_any: no program is known, so only what the file says to every program is read.
        refusal: why the layer ignores the file or it is not edited, as a sentence about the file
            without its full stop, or "".
        refusal_line: line of the file that is the reason.
    """

    path: str = ""
    values: Mapping[str, FileValue] = MappingProxyType({})
    effects: tuple[Setting, ...] = ()
    unreadable_effects: frozenset[str] = frozenset()
    presets_path: str = ""
    preset_number: str = ""
    preset_numbers: tuple[str, ...] = ()
    unread_reason: UnreadReason = UnreadReason.NOTHING
    named_path: str = ""
    release: str = ""
    applied_path: str = ""
    profile: str = ""
    profile_programs: tuple[str, ...] = ()
    is_for_any: bool = False
    refusal: str = ""
    refusal_line: int = 0
    weaker_paths: tuple[str, ...] = ()

    def is_from_presets(self, value: FileValue) -> bool:
        """True if a value is one of the file with presets."""
        return bool(value.path) and value.path == self.presets_path

    @property
    def name(self) -> str:
        """The name of the file without its folder."""
        return self.path.rpartition("/")[2]

    def render_source(self, value: FileValue) -> str:
        """Return the name of the variable or file that a value comes from."""
        return value.variable or (
            tr("Preset {preset}", preset=self.preset_number)
            if self.is_from_presets(value)
            else posixpath.basename(value.path or self.path)
        )

    def render_path(self, home: str) -> str:
        """Return the path of the file, shortened by ~ for the home folder."""
        return abbreviate_home(self.path, home)

    def render_applied_path(self, home: str) -> str:
        """Return the path of the file that we wrote, shortened by ~ for the home folder."""
        return abbreviate_home(self.applied_path, home)


NO_FILE = OwnFile()


def merge_own_files(files: Sequence[OwnFile]) -> OwnFile:
    """Return what files say together that all count, the strongest first."""
    if not files:
        return NO_FILE
    strongest_file, *weaker_files = files
    values = dict(strongest_file.values)
    for file in weaker_files:
        values = {
            **{key: value._replace(path=file.path) for key, value in file.values.items()},
            **values,
        }
    return strongest_file._replace(
        values=values, weaker_paths=tuple(file.path for file in weaker_files)
    )


def read_session_values(
    declared_layer: DeclaredLayer, environment: Mapping[str, str]
) -> Mapping[str, FileValue]:
    """Return the settings that variables of the session set for a layer, by name.

    The layer is one that reads settings in a way of its own, such as MangoHud.
    """
    own_settings = declared_layer.own_settings
    if own_settings is None:
        return {}
    values = {}
    if own_settings.overrides and (settings_text := environment.get(own_settings.overrides)):
        settings_in_list = parse_variable_settings(own_settings, settings_text)
        values = {
            name: FileValue(text, 0, own_settings.overrides)
            for name, text in settings_in_list.items()
        }
    if own_settings.format is OwnFormat.VARIABLES and (
        settings_text := environment.get(own_settings.variable)
    ):
        settings_in_list = parse_list_settings(settings_text)
        values = {
            name: FileValue(text, 0, own_settings.variable)
            for name, text in settings_in_list.items()
        }
    if (mode := own_settings.variable_mode) is not None and mode.switch in environment:
        from vkconfig_py.model.layer_settings.toml_values import parse_variable_text

        for setting in declared_layer.walk_settings():
            variable = mode.find_variable(setting.own_name)
            if variable_text := environment.get(variable, ""):
                value = parse_variable_text(mode, setting, variable_text)
                values[setting.own_name] = FileValue(
                    value, 0, variable, variable_text=variable_text
                )
    for setting in declared_layer.walk_settings():
        if text := environment.get(setting.variable):
            values[setting.own_name] = FileValue(text, 0, setting.variable)
    return values


def parse_variable_settings(own_settings: OwnSettings, text: str) -> Mapping[str, str]:
    """Parse MANGOHUD_CONFIG, a list whose separators a backslash escapes.

    A “=” behind a value is a separator too. Only newer versions drop blanks around names.
    """
    settings = {}
    for entry in _ENTRY_PATTERN.finditer(text):
        key, value = entry["key"], entry["value"]
        value = "1" if value is None else _ESCAPED_PATTERN.sub(r"\1", value)
        if own_settings.overrides_trimmed_since and own_settings.is_new_enough(
            own_settings.overrides_trimmed_since
        ):
            key, value = key.strip(), value.strip()
        if key:
            settings[key] = value
    return settings


def is_file_read(own_settings: OwnSettings, environment: Mapping[str, str]) -> bool:
    """True unless a variable replaces a layer's settings file, as MANGOHUD_CONFIG can."""
    if own_settings.variable_mode is not None:
        return own_settings.variable_mode.switch not in environment
    list_text = (
        environment.get(own_settings.overrides) if own_settings.overrides_read_file else None
    )
    return list_text is None or is_mangohud_on(
        parse_variable_settings(own_settings, list_text).get(own_settings.overrides_read_file, "0")
    )


def parse_list_settings(text: str) -> Mapping[str, str]:
    """Parse the settings in one variable, separated by commas. A name alone has the value 1."""
    entries = (entry.partition("=") for entry in _SEPARATOR_PATTERN.split(text))
    return {name: value if equals else "1" for name, equals, value in entries if name}


def apply_own_file(declared_layer: DeclaredLayer, file: OwnFile) -> DeclaredLayer:
    """Return the layer with the values of the user's file in place of its defaults."""
    if declared_layer.own_settings is None:
        return declared_layer
    own_settings, declared_layer = (
        declared_layer.own_settings,
        add_effect_settings(declared_layer, file.effects),
    )
    if not file.values and not file.preset_numbers:
        return declared_layer
    return declared_layer._replace(
        settings=tuple(_apply_file_values(declared_layer.settings, own_settings, file))
    )


def add_effect_settings(declared_layer: DeclaredLayer, effects: Sequence[Setting]) -> DeclaredLayer:
    """Add the settings of effects to vkBasalt, the first of equal names.

    Each has an effect only if one of the effects that read it is listed.
    """
    if not effects:
        return declared_layer
    conditions: dict[str, list[SettingCondition]] = {}
    for effect_setting in effects:
        listed = SettingCondition(EFFECTS_NAME, (make_list_item(effect_setting.label),))
        for setting in effect_setting.settings:
            conditions.setdefault(setting.key, []).append(listed)
    known_keys = {setting.key for setting in declared_layer.walk_settings()}
    groups = []
    for effect_setting in effects:
        new_settings = tuple(
            setting._replace(
                dependence=Dependence(DependenceMode.ANY, tuple(conditions[setting.key]))
            )
            for setting in effect_setting.settings
            if setting.key not in known_keys
        )
        known_keys |= {setting.key for setting in new_settings}
        groups.append(effect_setting._replace(settings=new_settings))
    names = tuple(effect_setting.label for effect_setting in effects)
    settings = (_add_suggestions(setting, names) for setting in declared_layer.settings)
    return declared_layer._replace(settings=(*settings, *groups))


def _add_presets(setting: Setting, own_settings: OwnSettings, file: OwnFile) -> Setting:
    """Add the user's presets to the setting that chooses one."""
    if own_settings.presets is None or setting.key != own_settings.presets.setting:
        return setting
    declared_keys = {choice.key for choice in setting.choices}
    name = file.presets_path.rpartition("/")[2]
    preset_choices = (
        SettingChoice(
            preset_number,
            tr("Preset {preset}", preset=preset_number),
            tr("From your {file}.", file=name),
            platforms=setting.platforms,
        )
        for preset_number in file.preset_numbers
        if preset_number not in declared_keys
    )
    return setting._replace(choices=(*setting.choices, *preset_choices))


def _add_suggestions(setting: Setting, names: tuple[str, ...]) -> Setting:
    """Return the setting that lists effects with more suggestions, any other unchanged."""
    if setting.key != EFFECTS_NAME:
        return setting
    return setting._replace(suggestions=tuple(dict.fromkeys((*setting.suggestions, *names))))


def _apply_file_values(
    settings: Sequence[Setting], own_settings: OwnSettings, file: OwnFile
) -> Iterator[Setting]:
    """Yield settings and their children with the values of the user's file as their defaults."""
    uniforms = {
        uniform.key for effect_setting in file.effects for uniform in effect_setting.settings
    }
    for declared_setting in settings:
        setting = _add_presets(declared_setting, own_settings, file)
        child_settings = tuple(_apply_file_values(setting.settings, own_settings, file))
        file_value = file.values.get(setting.own_name)
        if file_value:
            read_result = read_value(own_settings, setting, file_value.text)
            value = read_result.value
            if read_result.reason and value is None and setting.key in uniforms:
                value = _VALUES_IF_UNPARSABLE[setting.type]
            if value is not None:
                setting = setting._replace(default=value)
        yield setting._replace(settings=child_settings) if child_settings else setting


class ReadValue(NamedTuple):
    """What a layer makes of a text in its file.

    Attributes:
        value: None: its own default.
        reason: a sentence why the text is no value of the setting, or "".
        ignores_file: because of it the layer ignores the whole file.
    """

    value: Value
    reason: str = ""
    ignores_file: bool = False


def read_value(own_settings: OwnSettings, setting: Setting, text: str) -> ReadValue:
    """Return what a layer makes of the text of a setting in its file."""
    own_format = own_settings.format
    read = decode_own_value(own_format, setting, text)
    if isinstance(read, RefusedValue):
        reason, used_value = read.reason, None
    elif (invalid := check_value(setting, read)) is not None:
        is_number = setting.type in (SettingType.INT, SettingType.FLOAT)
        reason, used_value = invalid.reason, read if is_number else None
        if own_settings.is_strict(setting.own_name):
            reason = tr("{reason} The layer ignores the whole file.", reason=reason)
            return ReadValue(read, reason, ignores_file=True)
    else:
        return ReadValue(read)
    return ReadValue(
        find_value_in_use(setting, text) if own_format is OwnFormat.MANGOHUD else used_value, reason
    )


class EffectState(Enum):
    """Why an effect that vkBasalt is told to load ends the program."""

    UNKNOWN = "unknown"  # no line has its name
    NO_FILE = "no-file"  # it needs a file, and none is set
    UNREADABLE = "unreadable"  # its file does not exist or cannot be read
    NO_INCLUDES = "no-includes"  # it is of a file, and no folder of included files is set
    UNEXPANDED = "unexpanded"  # the same, and its path has what only a shell expands


class EffectFault(NamedTuple):
    """An effect in vkBasalt's list that ends the program."""

    name: str
    state: EffectState
    path: str = ""

    @property
    def reason(self) -> str:
        """Why vkBasalt ends the program, as a sentence without its full stop."""
        match self.state:
            case EffectState.UNKNOWN:
                return tr(
                    "No effect or effect file named “{name}”: vkBasalt terminates the program",
                    name=self.name,
                )
            case EffectState.NO_FILE:
                return tr(
                    "The effect “{name}” needs a file: without it, vkBasalt terminates the program",
                    name=self.name,
                )
            case EffectState.NO_INCLUDES:
                return tr(
                    "The effect “{name}” needs {setting}: without it, vkBasalt terminates "
                    "the program",
                    name=self.name,
                    setting=INCLUDE_PATH_NAME,
                )
            case EffectState.UNEXPANDED:
                return tr(
                    "Effect “{name}”: vkBasalt does not expand “~” or “$”, so it cannot "
                    "find {path} and terminates the program",
                    path=self.path,
                    name=self.name,
                )
            case EffectState.UNREADABLE:
                return tr(
                    "Effect “{name}”: {path} does not exist or cannot be read, so "
                    "vkBasalt terminates the program",
                    path=self.path,
                    name=self.name,
                )
        assert_never(self.state)


def find_effect_faults(
    listed_names: Iterable[str],
    paths: Mapping[str, str],
    built_in: Sequence[str],
    is_readable: Callable[[str], bool],
) -> tuple[EffectFault, ...]:
    """Return the effects of vkBasalt's list that end the program, and why.

    `paths` has their files and the folder of their included files.
    """
    return tuple(
        EffectFault(name, state, paths.get(name, ""))
        for name in dict.fromkeys(listed_names)
        if (state := _find_effect_fault(name, paths, built_in, is_readable)) is not None
    )


def _find_effect_fault(
    name: str,
    paths: Mapping[str, str],
    built_in: Sequence[str],
    is_readable: Callable[[str], bool],
) -> EffectState | None:
    """Return why an effect ends the program, or None if it loads."""
    path = paths.get(name, "")
    if name in built_in and name != LUT:
        return None
    if not path:
        return EffectState.NO_FILE if name in built_in else EffectState.UNKNOWN
    if is_readable(path):
        return None if paths.get(INCLUDE_PATH_NAME) or name in built_in else EffectState.NO_INCLUDES
    needs_shell = path.startswith("~") or "$" in path
    return EffectState.UNEXPANDED if needs_shell else EffectState.UNREADABLE


def list_effect_paths(values: Mapping[str, str]) -> Mapping[str, str]:
    """Return the path of each effect's file, by name, from the lines of vkBasalt's file."""
    paths = {key: text for key, text in values.items() if key != EFFECT_FILES_NAME}
    return {**paths, LUT: values.get(LUT_FILE, "")}


def make_effect_lines(paths: Sequence[str], built_in: Sequence[str] = ()) -> Mapping[str, str]:
    """Return the lines of vkBasalt's file that define effects: a unique name, and its path."""
    lines: dict[str, str] = {}
    files: dict[str, int] = {}  # of one base name
    for path in filter(_make_effect_name, dict.fromkeys(paths)):
        name = (
            f"{_make_effect_name(path)}_fx"
            if _make_effect_name(path) in built_in
            else _make_effect_name(path)
        )
        number = files.get(name, 0) + 1
        while (key := name if number == 1 else f"{name}_{number}") in lines:
            number += 1
        files[name] = number
        lines[key] = path
    return lines


def _make_effect_name(path: str) -> str:
    """Return the name of a shader file, without suffix, as that of an effect."""
    return posixpath.basename(path).removesuffix(EFFECT_FILE_SUFFIX).replace(":", "_")
