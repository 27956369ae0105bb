"""Declarations of a layer manifest about the layer's settings, as values.

Source: member "features" of the manifest format 1.2.0 and newer. The loader ignores it; layers and
configurators use it. Text is unchanged from the manifest; URLs are corrected.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import ListItem, SettingType, Value


class SettingStatus(StrEnum):
    """Maturity of a setting, as declared."""

    STABLE = "STABLE"
    BETA = "BETA"
    ALPHA = "ALPHA"
    DEPRECATED = "DEPRECATED"


class VariableReader(StrEnum):
    """Which variables a layer reads its settings from."""

    LIBRARY = "library"  # the names of Vulkan-Utility-Libraries, and those that its manifest names
    OWN = "own"  # only those that its manifest names
    UNKNOWN = "unknown"  # probably those of Vulkan-Utility-Libraries


class Visibility(StrEnum):
    """Intended audience of a setting (manifest member "view")."""

    STANDARD = "STANDARD"
    ADVANCED = "ADVANCED"
    DEBUG = "DEBUG"
    HIDDEN = "HIDDEN"


class TextForm(StrEnum):
    """Form that a text must have in the file of a layer such as MangoHud.

    A text of another form may end the program.
    """

    ANY = "ANY"
    COLOR = "COLOR"  # RRGGBB
    THREE_COLORS = "THREE_COLORS"
    TWO_NUMBERS = "TWO_NUMBERS"
    NUMBERS = "NUMBERS"
    NUMBER = "NUMBER"  # of a LIST: each entry
    METRIC = "METRIC"  # of a LIST: each entry is avg or a part of 1
    PRESETS = "PRESETS"  # of an ENUM: numbers, of which the first counts


class NamedThing(StrEnum):
    """What the text of a STRING names, so that it can be chosen instead of typed."""

    NOTHING = "NOTHING"
    KEY = "KEY"  # one key, by the name of its X keysym
    KEYS = "KEYS"  # keys that are pressed together, joined by +
    PCI_ADDRESS = "PCI_ADDRESS"  # a GPU: 0000:03:00.0
    PCI_TAG = "PCI_TAG"  # a GPU: pci-0000_03_00_0
    DEVICE_IDS = "DEVICE_IDS"  # a GPU: vendor and device, 1002:73bf
    RENDER_NODES = "RENDER_NODES"  # GPUs: their places among the render nodes, 0,1


class SettingCondition(NamedTuple):
    """Condition that a setting has a value or, for FLAGS, all of several flags.

    Attributes:
        value: None: unreadable, so the condition cannot be evaluated.
        negated: for messages: the setting does not have the value, or has none of the flags.
    """

    setting: str
    value: Value
    negated: bool = False


class DependenceMode(StrEnum):
    """Number of conditions that must be met."""

    NONE = "NONE"
    ALL = "ALL"
    ANY = "ANY"


class Dependence(NamedTuple):
    """The conditions under which a setting has an effect."""

    mode: DependenceMode = DependenceMode.NONE
    conditions: tuple[SettingCondition, ...] = ()


class MessageSeverity(StrEnum):
    """Severity of a message."""

    INFORMATION = "INFORMATION"
    WARNING = "WARNING"
    CRITICAL = "CRITICAL"
    QUESTION = "QUESTION"


class Operation(StrEnum):
    """Operation of a message's button on a setting."""

    SET = "SET"
    APPEND = "APPEND"
    REMOVE = "REMOVE"


class SettingChange(NamedTuple):
    """Change of a setting by a message's button."""

    setting: str
    operation: Operation
    value: Value


class MessageButton(NamedTuple):
    """One button of a message.

    Attributes:
        kind: "OK", "YES", "NO", "ABORT", "IGNORE", "CANCEL" or "DISCARD".
    """

    kind: str
    changes: tuple[SettingChange, ...] = ()


class LayerMessage(NamedTuple):
    """Message that a layer wants shown when its settings are in a certain state.

    Attributes:
        version: a newer version is shown again to a user who has dismissed an older one.
        default: index of the answer that is used while the message is dismissed.
    """

    key: str
    version: int
    title: str
    description: str
    informative: str = ""
    severity: MessageSeverity = MessageSeverity.INFORMATION
    platforms: tuple[str, ...] = ()
    conditions: tuple[SettingCondition, ...] = ()
    answers: tuple[MessageButton, ...] = (MessageButton("OK"),)
    default: int = 0


class SettingChoice(NamedTuple):
    """One value of an ENUM, or one flag of FLAGS; it may have child settings."""

    key: str
    label: str
    description: str = ""
    url: str = ""
    status: SettingStatus = SettingStatus.STABLE
    visibility: Visibility = Visibility.STANDARD
    platforms: tuple[str, ...] = ()
    settings: tuple[Setting, ...] = ()
    expanded: bool = True


class Setting(NamedTuple):
    """One declared setting.

    Attributes:
        platforms: such as "LINUX"; inherited, so empty only if the manifest says so.
        variable: environment variable declared as "env" that overrides it, or "".
        minimum, maximum: of INT and FLOAT, in `unit`; None: unbounded.
        precision, width: digits of a FLOAT in the file; None if not given.
        is_wide: the layer reads an INT of 64 bits.
        filter: of files, such as "*.txt". format: "PROFILE" for Vulkan profiles.
        choices: of ENUM and FLAGS. suggestions: of LIST; with `list_only` only these are allowed.
        deprecated_by: key of the setting that replaces it, or "".
        since, until: versions of the layer that know it, "" if unknown; only shown.
        token: its name in a file of the layer's own, where that differs from the key.
        form: of a STRING, what it must look like; of a LIST, what each entry must.
        names: of a STRING, what it names.
        at_start: of a layer that reads its file again, that this one needs a new start.
    """

    key: str
    type: SettingType
    label: str
    description: str = ""
    detailed: str = ""
    url: str = ""
    status: SettingStatus = SettingStatus.STABLE
    visibility: Visibility = Visibility.STANDARD
    platforms: tuple[str, ...] = ()
    expanded: bool = True
    variable: str = ""
    default: Value = None
    unit: str = ""
    minimum: float | None = None
    maximum: float | None = None
    precision: int | None = None
    width: int | None = None
    is_wide: bool = False
    filter: str = ""
    format: str = ""
    choices: tuple[SettingChoice, ...] = ()
    suggestions: tuple[str | int, ...] = ()
    list_only: bool = False
    deprecated_by: str = ""
    dependence: Dependence = Dependence()
    messages: tuple[LayerMessage, ...] = ()
    settings: tuple[Setting, ...] = ()
    since: str = ""
    until: str = ""
    token: str = ""
    form: TextForm = TextForm.ANY
    names: NamedThing = NamedThing.NOTHING
    at_start: bool = False

    def is_known(self, release: str) -> bool:
        """True unless the installed version, "" if unknown, is too old or too new for it."""
        if not release:
            return True
        is_old = self.since and parse_version_numbers(release) < parse_version_numbers(self.since)
        is_new = self.until and parse_version_numbers(release) > parse_version_numbers(self.until)
        return not (is_old or is_new)

    @property
    def own_name(self) -> str:
        """The setting's name in a settings file that only its layer has, such as MangoHud.conf."""
        return self.token or self.key

    def children(self) -> Iterator[Setting]:
        """Return the direct child settings: its own, then those of its choices."""
        yield from self.settings
        for choice in self.choices:
            yield from choice.settings


class PresetValue(NamedTuple):
    """A value that a preset sets."""

    key: str
    value: Value


class Preset(NamedTuple):
    """A named set of values, for all settings or only some.

    Attributes:
        key: its label in English, where that is translated, else "".
    """

    label: str
    description: str = ""
    url: str = ""
    status: SettingStatus = SettingStatus.STABLE
    visibility: Visibility = Visibility.STANDARD
    platforms: tuple[str, ...] = ()
    values: tuple[PresetValue, ...] = ()
    key: str = ""


def parse_version_numbers(text: str) -> tuple[int, ...]:
    """Return the first three numbers of a version. A part that is no number counts as 0."""
    parts = text.split(".")
    return tuple(int(part) if part.isdecimal() and part.isascii() else 0 for part in parts[:3])


class OwnFormat(StrEnum):
    """How a layer whose manifest declares no settings is given values."""

    MANGOHUD = "mangohud"
    VKBASALT = "vkbasalt"
    VARIABLES = "variables"
    TOML = "toml"
    VKSUMI = "vksumi"


class OwnPresetFile(NamedTuple):
    """A file with sections of settings, one of which counts below the settings of the other file.

    Attributes:
        variable: names the file that is read in place of the one at `place`.
        setting: key of the setting whose value is the number of the section.
        since: version of the layer that first reads it.
        variable_since: version that first looks at the variable.
    """

    variable: str
    place: str
    setting: str
    since: str
    variable_since: str


class ProfileTables(NamedTuple):
    """How a TOML file has a table of settings for each program.

    Attributes:
        version: the number in its member "version", without which the layer ignores the file.
        array: name of the array of these tables.
        programs: member that says which programs a table is for: ends of paths, names.
        general: name of the table for every program.
        general_keys: the settings that stand there.
        strict_keys: settings an invalid value of which makes the layer ignore the file.
        name: member with the name of a table, "" if tables have none.
        name_variable: chooses a table by its name, or "".
        program_variable: stands for the path and name of the program, or "".
        compares_windows_files: in Wine a table is also found by the file of the Windows program,
            not only by the name of the process.
    """

    version: int
    array: str
    programs: str
    general: str
    general_keys: tuple[str, ...] = ()
    strict_keys: tuple[str, ...] = ()
    name: str = ""
    name_variable: str = ""
    program_variable: str = ""
    compares_windows_files: bool = False


class VariableMode(NamedTuple):
    """Variables that a layer reads instead of its file, if one of them is there.

    Attributes:
        switch: the one that makes it so, whatever its value.
        variables: by the settings' names in the file.
        inverse: of truths, those that say the opposite.
    """

    switch: str
    variables: tuple[tuple[str, str], ...]
    inverse: tuple[str, ...] = ()

    def find_variable(self, name: str) -> str:
        """Return the variable of a setting, "" if it has none."""
        return dict(self.variables).get(name, "")


class SettingsFilePlace(NamedTuple):
    """A template of layer_settings/own_places, and the version that first looks there, or ""."""

    path: str
    since: str = ""


class OwnSettings(NamedTuple):
    """Where a layer of its own ways reads its settings (resources/layer_settings).

    Attributes:
        variable: names the file that is read first, or "". Without places: holds the settings that
            have no variable of their own, as a list.
        only_variable: no other file is read then, whether that one is there or not.
        places: files that it looks for, first one first.
        per_program: the templates among them that are for one program.
        overrides: variable whose settings win over those of files, or "".
        overrides_read_file: setting of that variable without which no file is read, or "".
        empty_is_root: a variable of base folders that is set to nothing stands for "/".
        empty_is_unset: a variable that names a file or folder counts only if it is not empty.
        only_first_place: no further place is looked at, whether a file is there or not.
        merges: every file that is there counts, and the first one that has a setting sets it.
        redirect: name in the file for every program that says which one is read instead, or "".
        overrides_trimmed_since: version that first drops blanks around names in that variable.
        is_live: it reads the file again while the program runs, when the file changes.
        known_non_settings: names in the file that are known and no settings.
        built_in_effects: names of effects that a layer has without files.
        presets: of a layer that has presets of the user's, else None.
        profiles: of a TOML file, else None.
        variable_mode: variables that can take the place of the file, or None.
        release_text: pattern of the text in its library that says the version, or "".
        release: the installed version; "" if it is not known.
        source: where these facts are from.
    """

    format: OwnFormat
    variable: str = ""
    only_variable: bool = False
    places: tuple[SettingsFilePlace, ...] = ()
    per_program: tuple[str, ...] = ()
    overrides: str = ""
    overrides_read_file: str = ""
    overrides_trimmed_since: str = ""
    empty_is_root: bool = False
    empty_is_unset: bool = False
    only_first_place: bool = False
    merges: bool = False
    redirect: str = ""
    is_live: bool = False
    known_non_settings: tuple[str, ...] = ()
    built_in_effects: tuple[str, ...] = ()
    presets: OwnPresetFile | None = None
    profiles: ProfileTables | None = None
    variable_mode: VariableMode | None = None
    source: str = ""
    release_text: str = ""
    release: str = ""

    @property
    def has_file(self) -> bool:
        """True if the layer reads a settings file, and not only variables."""
        return bool(self.places)

    def is_strict(self, name: str) -> bool:
        """True if an invalid value of the setting makes the layer ignore its whole file."""
        return self.profiles is not None and name in self.profiles.strict_keys

    def is_new_enough(self, since: str) -> bool:
        """True unless the installed version is older than the version `since`."""
        return not self.release or parse_version_numbers(self.release) >= parse_version_numbers(
            since
        )


class DeclaredLayer(NamedTuple):
    """A layer as its manifest describes it to configurators.

    Attributes:
        manifest: path of the file; "" if not read from a file.
        prefix: namespace of Android properties ("prefix" or "shortcut"), or "".
        api_version, implementation_version: unchanged from the manifest.
        presets: as declared; the generated "Default" is not among them.
        variable_reader: the variables that it reads; one that declares VK_EXT_layer_settings reads
            settings through Vulkan-Utility-Libraries, with the names defined there.
        own_settings: it reads settings in a way of its own; they are described by us, not by its
            manifest.
        is_installed: False: no manifest of the machine declares it.
    """

    name: str
    manifest: str = ""
    file_format: str = ""
    api_version: str = ""
    implementation_version: str = ""
    library: str = ""
    prefix: str = ""
    status: SettingStatus = SettingStatus.STABLE
    description: str = ""
    introduction: str = ""
    url: str = ""
    platforms: tuple[str, ...] = ()
    enable_variable: str = ""
    disable_variable: str = ""
    settings: tuple[Setting, ...] = ()
    presets: tuple[Preset, ...] = ()
    variable_reader: VariableReader = VariableReader.UNKNOWN
    own_settings: OwnSettings | None = None
    is_installed: bool = True

    def walk_settings(self) -> Iterator[Setting]:
        """Yield every setting of the layer, each before its children."""
        return iter(_walk_cached(self.settings).settings)

    def find_setting(self, key: str) -> Setting | None:
        return _walk_cached(self.settings).by_key.get(key)


@cache
def make_absent_layer(name: str) -> DeclaredLayer:
    """Return a layer that is not installed, with unknown settings. It is always the same object."""
    return DeclaredLayer(name, is_installed=False)


_MAX_CACHED = 64
_walk_cache: dict[int, _WalkedSettings] = {}


class _WalkedSettings(NamedTuple):
    """A settings tree, kept alive so that its id() is not reused, and its cached traversal."""

    tree: tuple[Setting, ...]
    settings: tuple[Setting, ...]
    by_key: dict[str, Setting]


def _walk_cached(settings: tuple[Setting, ...]) -> _WalkedSettings:
    """Return all settings of a tree, and by key, from a cache. The first of equal keys is used."""
    cached_walk = _walk_cache.get(id(settings))
    if cached_walk is not None:
        return cached_walk
    flat = tuple(walk_settings(settings))
    by_key = {setting.key: setting for setting in reversed(flat)}
    if len(_walk_cache) >= _MAX_CACHED:
        _walk_cache.clear()
    _walk_cache[id(settings)] = walked_settings = _WalkedSettings(settings, flat, by_key)
    return walked_settings


def walk_settings(settings: tuple[Setting, ...]) -> Iterator[Setting]:
    """Yield settings and their children of any depth, each before its children."""
    for setting in settings:
        yield setting
        yield from walk_settings(tuple(setting.children()))


def has_machine_values(setting: Setting) -> bool:
    """True for an ENUM without declared values, whose values are found on the machine."""
    return setting.type is SettingType.ENUM and not setting.choices


def sort_flags(setting: Setting, value: Value) -> Value:
    """Return flags without duplicates in the manifest's order, undeclared flags last."""
    if setting.type is not SettingType.FLAGS or not isinstance(value, tuple):
        return value
    keys = tuple(dict.fromkeys(key for key in value if not isinstance(key, ListItem)))
    declared_keys = tuple(choice.key for choice in setting.choices if choice.key in keys)
    return (*declared_keys, *(key for key in keys if key not in declared_keys))


def list_undeclared_parts(setting: Setting, value: Value) -> tuple[str, ...]:
    """Return the flags of a value, or an ENUM's value, that the manifest does not declare."""
    # The default of an ENUM is always allowed, even if it is not among the values.
    declared_keys = {choice.key for choice in setting.choices}
    if setting.type is SettingType.FLAGS and isinstance(value, tuple):
        return tuple(key for key in value if isinstance(key, str) and key not in declared_keys)
    if setting.type is SettingType.ENUM and not has_machine_values(setting):
        return () if value in declared_keys or value == setting.default else (str(value),)
    return ()


def remove_undeclared_parts(setting: Setting, value: Value) -> Value:
    """Return a value without undeclared flags. An undeclared ENUM value becomes the default."""
    unknown_names = list_undeclared_parts(setting, value)
    if not unknown_names:
        return value
    if setting.type is SettingType.FLAGS and isinstance(value, tuple):
        return sort_flags(setting, tuple(str(key) for key in value if key not in unknown_names))
    return setting.default
