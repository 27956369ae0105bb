"""What a layer manifest declares about the layer's settings, as values.

Source: the manifest format 1.2.0 and newer, member "features"; the loader ignores it, layers and
configurators share it. Text is kept as it stands in the manifest; addresses lead somewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import ListItem, SettingType, Value


class Status(StrEnum):
    """How mature the manifest calls something."""

    STABLE = "STABLE"
    BETA = "BETA"
    ALPHA = "ALPHA"
    DEPRECATED = "DEPRECATED"


class Visibility(StrEnum):
    """Whom the manifest wants to see something (its member "view")."""

    STANDARD = "STANDARD"
    ADVANCED = "ADVANCED"
    DEBUG = "DEBUG"
    HIDDEN = "HIDDEN"


class Condition(NamedTuple):
    """That a setting has a value; for FLAGS, that it has all of them.

    Attributes:
        value: None is one that cannot be read, so that nothing can be said of it.
        negated: for messages: that it has not the value, or none of the flags.
    """

    setting: str
    value: Value
    negated: bool = False


class DependenceMode(StrEnum):
    """How many conditions must hold."""

    NONE = "NONE"
    ALL = "ALL"
    ANY = "ANY"


class Dependence(NamedTuple):
    """When a setting has an effect."""

    mode: DependenceMode = DependenceMode.NONE
    conditions: tuple[Condition, ...] = ()


class Severity(StrEnum):
    """What kind of notice a message is."""

    INFORMATION = "INFORMATION"
    WARNING = "WARNING"
    CRITICAL = "CRITICAL"
    QUESTION = "QUESTION"


class Operation(StrEnum):
    """What a message's button does to a setting."""

    SET = "SET"
    APPEND = "APPEND"
    REMOVE = "REMOVE"


class SettingChange(NamedTuple):
    """A change that a message's button makes."""

    setting: str
    operation: Operation
    value: Value


class Answer(NamedTuple):
    """One button of a message.

    Attributes:
        kind: "OK", "YES", "NO", "ABORT", "IGNORE", "CANCEL" or "DISCARD".
    """

    kind: str
    changes: tuple[SettingChange, ...] = ()


class Message(NamedTuple):
    """What a layer wants to tell when its settings are in a certain state.

    Attributes:
        version: a newer one is shown again to a user who has put the older one away.
        default: index of the answer that counts when the message is put away.
    """

    key: str
    version: int
    title: str
    description: str
    informative: str = ""
    severity: Severity = Severity.INFORMATION
    platforms: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    answers: tuple[Answer, ...] = (Answer("OK"),)
    default: int = 0


class Choice(NamedTuple):
    """One value of an ENUM, or one flag of FLAGS; it may own settings."""

    key: str
    label: str
    description: str = ""
    url: str = ""
    status: Status = Status.STABLE
    visibility: Visibility = Visibility.STANDARD
    platforms: tuple[str, ...] = ()
    settings: tuple[Setting, ...] = ()
    expanded: bool = True


class Setting(NamedTuple):
    """One declared setting.

    Attributes:
        platforms: tokens such as "LINUX"; inherited, so never empty unless the manifest says so.
        variable: the manifest's own variable ("env") that overrides it, or "".
        minimum, maximum: of INT and FLOAT, in `unit`; None where there is no bound.
        precision, width: digits of a FLOAT as the file carries it; None where not given.
        filter: of files, such as "*.txt". format: "PROFILE" for Vulkan profiles.
        choices: of ENUM and FLAGS. suggestions: of LIST; with `list_only` nothing else is allowed.
        deprecated_by: key of the setting that replaces it, or "".
        line: 1-based line of the manifest where it stands, or 0.
    """

    key: str
    type: SettingType
    label: str
    description: str = ""
    detailed: str = ""
    url: str = ""
    status: Status = Status.STABLE
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
    filter: str = ""
    format: str = ""
    choices: tuple[Choice, ...] = ()
    suggestions: tuple[str | int, ...] = ()
    list_only: bool = False
    deprecated_by: str = ""
    dependence: Dependence = Dependence()
    messages: tuple[Message, ...] = ()
    settings: tuple[Setting, ...] = ()
    line: int = 0

    def children(self) -> Iterator[Setting]:
        """The settings directly below: its own, then those of its choices."""
        yield from self.settings
        for choice in self.choices:
            yield from choice.settings


class PresetValue(NamedTuple):
    """A value that a preset sets."""

    key: str
    value: Value


class Preset(NamedTuple):
    """A named set of values; it may be about some settings only."""

    label: str
    description: str = ""
    url: str = ""
    status: Status = Status.STABLE
    visibility: Visibility = Visibility.STANDARD
    platforms: tuple[str, ...] = ()
    values: tuple[PresetValue, ...] = ()


class DeclaredLayer(NamedTuple):
    """A layer as its manifest describes it to configurators.

    Attributes:
        manifest: path of the file; "" if it is not from a file.
        prefix: name space of Android properties ("prefix" or "shortcut"), or "".
        api_version, implementation_version: as they stand in the manifest.
        presets: as declared; the generated "Default" is not among them.
        knows_api_settings: it offers VK_EXT_layer_settings, so it reads settings as
            Vulkan-Utility-Libraries do, under the names that these give them.
    """

    name: str
    manifest: str = ""
    file_format: str = ""
    api_version: str = ""
    implementation_version: str = ""
    library: str = ""
    prefix: str = ""
    status: Status = Status.STABLE
    description: str = ""
    introduction: str = ""
    url: str = ""
    platforms: tuple[str, ...] = ()
    enable_variable: str = ""
    disable_variable: str = ""
    settings: tuple[Setting, ...] = ()
    presets: tuple[Preset, ...] = ()
    knows_api_settings: bool = False

    def walk(self) -> Iterator[Setting]:
        return iter(_walked(self.settings).flat)

    def setting(self, key: str) -> Setting | None:
        return _walked(self.settings).by_key.get(key)


_MOST_KEPT = 64
_known: dict[int, _Walked] = {}


class _Walked(NamedTuple):
    """A tree, kept so that nothing else gets its id, and what a walk through it has found."""

    tree: tuple[Setting, ...]
    flat: tuple[Setting, ...]
    by_key: dict[str, Setting]


def _walked(settings: tuple[Setting, ...]) -> _Walked:
    """Walk through a tree once, however often it is asked about; of equal keys the first counts."""
    known = _known.get(id(settings))
    if known is not None:
        return known
    flat = tuple(walk_settings(settings))
    by_key = {setting.key: setting for setting in reversed(flat)}
    if len(_known) >= _MOST_KEPT:
        _known.clear()
    _known[id(settings)] = walked = _Walked(settings, flat, by_key)
    return walked


def walk_settings(settings: tuple[Setting, ...]) -> Iterator[Setting]:
    for setting in settings:
        yield setting
        yield from walk_settings(tuple(setting.children()))


def is_dynamic(setting: Setting) -> bool:
    return setting.type is SettingType.ENUM and not setting.choices


def in_order(setting: Setting, value: Value) -> Value:
    """Flags in the order of the manifest, each once, those it does not know last."""
    if setting.type is not SettingType.FLAGS or not isinstance(value, tuple):
        return value
    keys = tuple(dict.fromkeys(key for key in value if not isinstance(key, ListItem)))
    known = tuple(choice.key for choice in setting.choices if choice.key in keys)
    return (*known, *(key for key in keys if key not in known))


def unknown_parts(setting: Setting, value: Value) -> tuple[str, ...]:
    """The flags, or the value of an ENUM, that the manifest does not know."""
    # The default of an ENUM is always allowed, even where it is not among the values.
    known = {choice.key for choice in setting.choices}
    if setting.type is SettingType.FLAGS and isinstance(value, tuple):
        return tuple(key for key in value if isinstance(key, str) and key not in known)
    if setting.type is SettingType.ENUM and not is_dynamic(setting):
        return () if value in known or value == setting.default else (str(value),)
    return ()


def repaired(setting: Setting, value: Value) -> Value:
    """The value without what the manifest does not know; an ENUM's becomes the default."""
    unknown = unknown_parts(setting, value)
    if not unknown:
        return value
    if setting.type is SettingType.FLAGS and isinstance(value, tuple):
        return in_order(setting, tuple(str(key) for key in value if key not in unknown))
    return setting.default
