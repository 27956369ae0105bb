"""Parse what a layer manifest declares for configurators: settings, presets, messages.

Parsing never fails. A deviation from the format becomes a problem with its line, and everything
else is parsed: the
loader does not read these members, so a mistake in them must not hide a layer. A setting inherits
platforms, status and view from its parent: flag, setting, layer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cache, partial
from typing import TypeVar

from vkconfig_py.language.sentences import counted, render, tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import KeyPath
from vkconfig_py.loader.json.decode import Members, Positions, find_positions, parse_json
from vkconfig_py.model.configuration.configuration import ListItem, SettingType, Value
from vkconfig_py.model.layer_settings.checks import check_value
from vkconfig_py.model.layer_settings.conversion import (
    convert,
    empty_value,
    float_of,
    kind_of,
    list_item,
    type_of,
)
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    Dependence,
    DependenceMode,
    LayerMessage,
    MessageButton,
    MessageSeverity,
    Operation,
    Preset,
    PresetValue,
    Setting,
    SettingChange,
    SettingChoice,
    SettingCondition,
    SettingStatus,
    TextForm,
    VariableReader,
    Visibility,
    in_order,
    unknown_parts,
)
from vkconfig_py.model.layer_settings.known_layers import reads_wide, variable_reader
from vkconfig_py.model.text.wording import quoted

DEEPEST = 32  # nesting levels of settings; SDK manifests have six
_NOTHING = "None"
WITH_CHOICES = (SettingType.ENUM, SettingType.FLAGS)
_Token = TypeVar("_Token", bound=StrEnum)
_SDK, _SDK_SITE = "${LUNARG_SDK}", "https://vulkan.lunarg.com/doc/sdk/latest/linux"
_MOST_PROBLEMS = 200  # per file, so that a completely invalid file does not produce an endless list
DESKTOP = ("WINDOWS", "LINUX", "MACOS")  # platforms of a layer without "platforms"
_LARGEST_WITH_LINES = 2 << 20  # computing lines is slow in Python
_KINDS = ("OK", "YES", "NO", "ABORT", "IGNORE", "CANCEL", "DISCARD")
_BUTTONS = ("BUTTON0", "BUTTON1")


class Inherited(NamedTuple):
    """Members that settings inherit from their parents."""

    platforms: tuple[str, ...]
    status: SettingStatus = SettingStatus.STABLE
    visibility: Visibility = Visibility.STANDARD

    def at(self, manifest_object: ManifestObject) -> Inherited:
        """Return the members for an object: its own override the inherited ones."""
        return Inherited(
            manifest_object.tokens("platforms", self.platforms),
            manifest_object.token("status", SettingStatus, self.status),
            manifest_object.token("view", Visibility, self.visibility),
        )


def declared_type(raw: Any) -> SettingType:
    """Return the type that a manifest names; an unknown type is treated as STRING."""
    return type_of(raw) or SettingType.STRING


class SettingReader:
    """Parses the settings of one layer.

    `outlines`: every setting of the layer, as known before parsing. `is_wide`: whether the layer
    reads the INT of a key with 64 bits.
    """

    def __init__(self, outlines: Outlines, is_wide: Callable[[str], bool]) -> None:
        self._outlines = outlines
        self._is_wide = is_wide
        self._seen: set[str] = set()

    def read_all(
        self, manifest_object: ManifestObject, key: str, inherited: Inherited, depth: int = 0
    ) -> tuple[Setting, ...]:
        if key not in manifest_object:
            return ()
        if depth >= DEEPEST:
            sentence = counted(
                "It is more than {n} settings deep and is left out.",
                "It is more than {n} setting deep and is left out.",
                DEEPEST,
            )
            manifest_object.note(key, sentence)
            return ()
        return tuple(self._settings(manifest_object, key, inherited, depth))

    def _settings(
        self, manifest_object: ManifestObject, key: str, inherited: Inherited, depth: int
    ) -> Iterator[Setting]:
        for setting_object in manifest_object.objects(key):
            name = setting_object.required("key")
            if not name:
                continue
            if name in self._seen:
                setting_object.note(
                    "key", tr("“{name}” is declared twice; this one is left out.", name=name)
                )
                continue
            self._seen.add(name)
            yield self._setting(setting_object, name, inherited.at(setting_object), depth)

    def _setting(
        self, manifest_object: ManifestObject, key: str, inherited: Inherited, depth: int
    ) -> Setting:
        kind = _read_type(manifest_object)
        setting = Setting(
            key=key,
            type=kind,
            label=manifest_object.text("label").strip() or key,
            description=manifest_object.text("description"),
            detailed=manifest_object.text("detailed"),
            url=manifest_object.address("url"),
            status=inherited.status,
            visibility=inherited.visibility,
            platforms=inherited.platforms,
            expanded=manifest_object.boolean("expanded", default=True),
            variable=manifest_object.text("env"),
            unit=manifest_object.text("unit"),
            filter=manifest_object.text("filter"),
            format=manifest_object.text("format"),
            deprecated_by=manifest_object.text("deprecated_by_key"),
            is_wide=kind is SettingType.INT and self._is_wide(key),
            since=manifest_object.text("since"),
            until=manifest_object.text("until"),
            token=manifest_object.text("token"),
            form=manifest_object.token("form", TextForm, TextForm.ANY),
        )
        inner = self.read_all(manifest_object, "settings", inherited, depth + 1)
        choices = (
            tuple(self._choices(manifest_object, kind, inherited, depth))
            if kind in WITH_CHOICES
            else ()
        )
        setting = setting._replace(
            choices=choices,
            dependence=read_dependence(manifest_object, self._outlines),
            messages=read_messages(manifest_object, self._outlines, inherited.platforms),
            settings=inner,
        )
        if setting.deprecated_by and setting.deprecated_by not in self._outlines:
            sentence = tr("“{key}” is not a setting.", key=setting.deprecated_by)
            manifest_object.note("deprecated_by_key", sentence)
        return _with_default(
            _with_list(_with_range(setting, manifest_object), manifest_object), manifest_object
        )

    def _choices(
        self, manifest_object: ManifestObject, kind: SettingType, inherited: Inherited, depth: int
    ) -> Iterator[SettingChoice]:
        seen_keys: set[str] = set()
        for choice_object in manifest_object.objects("flags"):
            # In GFXReconstruct one value has a key without letters, for "none".
            is_nothing = kind is SettingType.ENUM and choice_object.raw("key") == ""
            key = "" if is_nothing else choice_object.required("key")
            if not key and not is_nothing:
                continue
            if key in seen_keys:
                choice_object.note(
                    "key", tr("“{name}” is declared twice; this one is left out.", name=key)
                )
                continue
            seen_keys.add(key)
            choice_inherited = inherited.at(choice_object)
            yield SettingChoice(
                key=key,
                label=choice_object.text("label").strip() or key or _NOTHING,
                description=choice_object.text("description"),
                url=choice_object.address("url"),
                status=choice_inherited.status,
                visibility=choice_inherited.visibility,
                platforms=choice_inherited.platforms,
                settings=self.read_all(choice_object, "settings", choice_inherited, depth + 1),
                expanded=choice_object.boolean("expanded", default=True),
            )


def _read_type(manifest_object: ManifestObject) -> SettingType:
    raw = manifest_object.raw("type")
    kind = declared_type(raw)
    if "type" not in manifest_object:
        manifest_object.note("", tr("“type” is missing; the setting is treated as text."))
    elif not isinstance(raw, str):
        kind_found = kind_of(raw)
        sentence = tr(
            "Must be text, but is {kind}; the setting is treated as text.", kind=kind_found
        )
        manifest_object.note("type", sentence)
    elif type_of(raw) is None:
        sentence = tr("“{word}” is not in the format; the setting is treated as text.", word=raw)
        manifest_object.note("type", sentence)
    return kind


def _with_range(setting: Setting, manifest_object: ManifestObject) -> Setting:
    bounds = manifest_object.object("range")
    if bounds is None or setting.type not in (SettingType.INT, SettingType.FLOAT):
        return setting
    minimum, maximum = bounds.number("min"), bounds.number("max")
    # VkConfig ignores a range whose ends are equal.
    if minimum is not None and maximum is not None and minimum >= maximum:
        sentence = tr(
            "From {least} to {most} is not a range; it is ignored.", least=minimum, most=maximum
        )
        manifest_object.note("range", sentence)
        minimum = maximum = None
    return setting._replace(
        minimum=minimum,
        maximum=maximum,
        precision=bounds.count("precision"),
        width=bounds.count("width"),
    )


def _with_list(setting: Setting, manifest_object: ManifestObject) -> Setting:
    if setting.type is not SettingType.LIST or "list" not in manifest_object:
        return setting
    raw = manifest_object.raw("list")
    usable = convert(SettingType.LIST, raw)
    if usable.problem:
        manifest_object.note("list", usable.problem)
    names = raw if isinstance(raw, list) else ()
    items = tuple(
        dict.fromkeys(list_item(str(name)).value for name in names if _is_list_entry(name))
    )
    return setting._replace(
        suggestions=items, list_only=manifest_object.boolean("list_only", default=False)
    )


def _is_list_entry(raw: Any) -> bool:
    return isinstance(raw, str | int) and not isinstance(raw, bool)


def _with_default(setting: Setting, manifest_object: ManifestObject) -> Setting:
    if setting.type is SettingType.GROUP:
        return setting
    if "default" not in manifest_object:
        manifest_object.note("", tr("“{member}” is missing.", member="default"))
        return setting._replace(default=_default_value(setting))
    converted = convert(setting.type, manifest_object.raw("default"))
    if converted.problem:
        manifest_object.note("default", converted.problem)
    value = in_order(setting, converted.value)
    _note_unknown(setting, value, manifest_object)
    return setting._replace(default=value)


def _default_value(setting: Setting) -> Value:
    if setting.type is SettingType.ENUM and setting.choices:
        return setting.choices[0].key
    return empty_value(setting.type)


def _note_unknown(setting: Setting, value: Value, manifest_object: ManifestObject) -> None:
    for key in unknown_parts(setting._replace(default=None), value):
        manifest_object.note("default", tr("“{value}” is none of the values.", value=key))
    if setting.type in (SettingType.INT, SettingType.FLOAT) and isinstance(value, int | float):
        low, high = setting.minimum, setting.maximum
        if (low is not None and value < low) or (high is not None and value > high):
            manifest_object.note("default", tr("Is outside of the range."))
    elif setting.type not in WITH_CHOICES and (invalid := check_value(setting, value)):
        manifest_object.note("default", tr("Is not allowed. {reason}", reason=invalid.reason))


def read_presets(features: ManifestObject, layer: DeclaredLayer) -> tuple[Preset, ...]:
    settings = {setting.key: setting for setting in layer.walk()}
    inherited = Inherited(layer.platforms, layer.status)
    return tuple(
        _read_preset(place, number, inherited.at(place), settings)
        for number, place in enumerate(features.objects("presets"), start=1)
    )


def _read_preset(
    manifest_object: ManifestObject,
    number: int,
    inherited: Inherited,
    settings: Mapping[str, Setting],
) -> Preset:
    return Preset(
        label=manifest_object.required("label") or tr("Preset {number}", number=number),
        description=manifest_object.text("description"),
        url=manifest_object.address("url"),
        status=inherited.status,
        visibility=inherited.visibility,
        platforms=inherited.platforms,
        values=tuple(_read_preset_values(manifest_object, settings)),
    )


def _read_preset_values(
    manifest_object: ManifestObject, settings: Mapping[str, Setting]
) -> Iterator[PresetValue]:
    seen_keys: set[str] = set()
    for value_object in manifest_object.objects("settings"):
        key = value_object.required("key")
        setting = settings.get(key)
        if not key or key in seen_keys:
            continue
        seen_keys.add(key)
        if setting is None or setting.type is SettingType.GROUP:
            value_object.note("key", tr("“{key}” is not a setting that has a value.", key=key))
            continue
        converted = convert(setting.type, value_object.raw("value"))
        if converted.problem:
            value_object.note("value", converted.problem)
        value = in_order(setting, converted.value)
        if not converted.usable:
            continue
        if invalid := check_value(setting, value):
            value_object.note("value", tr("Is left out. {reason}", reason=invalid.reason))
        else:
            yield PresetValue(key, value)


class ParsedSettings(NamedTuple):
    """The declarations of a manifest, and its deviations from the format."""

    layers: tuple[DeclaredLayer, ...]
    problems: tuple[ReadingProblem, ...] = ()


def read_declared(content: bytes, path: str = "", layer: str = "") -> ParsedSettings:
    """Parse the layers of a manifest, or only the one with a name."""
    parsed = parse_json(content)
    if parsed.error:
        return ParsedSettings((), (ReadingProblem(path, parsed.line, f"{render(parsed.error)}."),))
    with_lines = len(content) <= _LARGEST_WITH_LINES
    notes = Notes(path, partial(find_positions, content) if with_lines else Positions)
    if not isinstance(parsed.value, Members):
        sentence = tr("The file must hold an object, but is {kind}.", kind=kind_of(parsed.value))
        notes.add((), sentence)
        return ParsedSettings((), tuple(notes.problems))
    root = ManifestObject(parsed.value, (), notes)
    layers = tuple(
        _read_layer(place, name, root) for place, name in _find_layers(root) if layer in ("", name)
    )
    return ParsedSettings(layers, tuple(notes.problems))


def _find_layers(root: ManifestObject) -> Iterator[tuple[ManifestObject, str]]:
    # “layers”, the list of several, came with version 1.0.1 of the format.
    single = root.object("layer")
    places = [*([single] if single else []), *root.objects("layers")]
    if "layer" not in root and "layers" not in root:
        root.note("", tr("The file declares no layer."))
    for place in places:
        if name := place.required("name"):
            yield place, name


def _read_layer(manifest_object: ManifestObject, name: str, root: ManifestObject) -> DeclaredLayer:
    inherited = Inherited(
        manifest_object.tokens("platforms", DESKTOP),
        manifest_object.token("status", SettingStatus, SettingStatus.STABLE),
    )
    features = manifest_object.object("features")
    raw = manifest_object.raw("features")
    variables = _find_reader(manifest_object, name)
    reader = SettingReader(
        _outlines(raw) if isinstance(raw, Members) else {},
        lambda key: reads_wide(name, key, variables),
    )
    settings = reader.read_all(features, "settings", inherited) if features else ()
    layer = DeclaredLayer(
        name=name,
        manifest=manifest_object.notes.file,
        file_format=root.text("file_format_version"),
        api_version=manifest_object.text("api_version"),
        implementation_version=_version(manifest_object),
        library=manifest_object.text("library_path"),
        # The manifest schema calls it shortcut, existing manifests call it prefix.
        prefix=manifest_object.text("prefix") or manifest_object.text("shortcut"),
        status=inherited.status,
        description=manifest_object.text("description"),
        introduction=manifest_object.text("introduction"),
        url=manifest_object.address("url"),
        platforms=inherited.platforms,
        enable_variable=_first_key(manifest_object, "enable_environment"),
        disable_variable=_first_key(manifest_object, "disable_environment"),
        settings=settings,
        reader=variables,
    )
    presets = read_presets(features, layer) if features else ()
    return layer._replace(presets=presets)


def _find_reader(manifest_object: ManifestObject, name: str) -> VariableReader:
    if _has_extension(manifest_object, "VK_EXT_layer_settings"):
        return VariableReader.LIBRARY
    version = manifest_object.raw("api_version")
    return variable_reader(name, version if isinstance(version, str) else "")


def _version(manifest_object: ManifestObject) -> str:
    raw = manifest_object.raw("implementation_version")
    if isinstance(raw, int) and not isinstance(raw, bool):
        return str(raw)
    return manifest_object.text("implementation_version")


def _first_key(manifest_object: ManifestObject, key: str) -> str:
    # Of duplicate members the loader uses the first.
    value = manifest_object.raw(key)
    return str(value[0][0]) if isinstance(value, Members) and value else ""


def _has_extension(manifest_object: ManifestObject, extension: str) -> bool:
    names = (
        member.first().get("name")
        for member in _objects(manifest_object.raw("instance_extensions"))
    )
    return extension in names


def _outlines(members: Members) -> dict[str, Outline]:
    """Return outlines of all settings, needed for values that precede their setting."""
    outlines: dict[str, Outline] = {}
    _collect_outlines(members.first().get("settings"), outlines, DEEPEST)
    return outlines


def _collect_outlines(group: Any, outlines: dict[str, Outline], depth: int) -> None:
    """Add the outlines of a list of settings, the first of duplicate keys."""
    for setting_object in _objects(group) if depth else ():
        members = setting_object.first()
        key = members.get("key")
        if not isinstance(key, str) or not key or key in outlines:
            continue
        kind = declared_type(members.get("type"))
        choices = tuple(_objects(members.get("flags"))) if kind in WITH_CHOICES else ()
        outlines[key] = Outline(kind, _allowed(kind, choices, members.get("default")))
        _collect_outlines(members.get("settings"), outlines, depth - 1)
        for choice in choices:
            _collect_outlines(choice.first().get("settings"), outlines, depth - 1)


def _allowed(
    kind: SettingType, choices: tuple[Members, ...], default: Any
) -> frozenset[str] | None:
    """Return the allowed values of an ENUM or FLAGS, an ENUM's default among them."""
    if kind not in WITH_CHOICES or (kind is SettingType.ENUM and not choices):
        return None
    keys = {key for choice in choices if isinstance(key := choice.first().get("key"), str)}
    if kind is SettingType.ENUM and default is not None:
        keys.add(str(convert(kind, default).value))
    return frozenset(keys)


def _objects(group: Any) -> Iterator[Members]:
    if isinstance(group, list) and not isinstance(group, Members):
        yield from (element for element in group if isinstance(element, Members))


class ReadingProblem(NamedTuple):
    """A deviation of a manifest from the format; the rest is read anyway."""

    file: str
    line: int
    sentence: str


class Notes:
    """Collects the problems of one file."""

    def __init__(self, file: str, find_positions: Callable[[], Positions]) -> None:
        self.file = file
        # Slower than all the rest, and few manifests of a machine have problems.
        self._find_positions = cache(find_positions)
        self.problems: list[ReadingProblem] = []

    def line(self, path: KeyPath) -> int:
        """Return the line of a member, or of its nearest known parent."""
        for end in range(len(path), -1, -1):
            if (line := self._find_positions().get(path[:end])) is not None:
                return line
        return 0

    def add(self, path: KeyPath, sentence: str) -> None:
        if len(self.problems) < _MOST_PROBLEMS:
            text = f"{quoted(dotted(path))}: {sentence}" if path else sentence
            self.problems.append(ReadingProblem(self.file, self.line(path), text))


def dotted(path: KeyPath) -> str:
    """Return a path of keys in readable form, such as layer.features.settings[2].key."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


class ManifestObject:
    """One object of a manifest and its location."""

    __slots__ = ("_members", "notes", "path")

    def __init__(self, members: Members, path: KeyPath, notes: Notes) -> None:
        self._members = members.first()
        self.path = path
        self.notes = notes

    def __contains__(self, key: str) -> bool:
        return key in self._members

    def raw(self, key: str) -> Any:
        return self._members.get(key)

    def note(self, key: str, sentence: str) -> None:
        self.notes.add((*self.path, key) if key else self.path, sentence)

    def text(self, key: str, default: str = "") -> str:
        value = self.raw(key)
        if isinstance(value, str):
            return value
        if key in self:
            self.note(key, tr("Must be text, but is {kind}.", kind=kind_of(value)))
        return default

    def address(self, key: str) -> str:
        """Return a URL member, with VkConfig's placeholder for the SDK site replaced."""
        text = self.text(key).strip()
        remainder = text.removeprefix(_SDK)
        return (
            f"{_SDK_SITE}{remainder}" if remainder != text and remainder[:1] in ("", "/") else text
        )

    def required(self, key: str) -> str:
        if key not in self:
            self.note("", tr("“{member}” is missing.", member=key))
        elif self.raw(key) == "":
            self.note(key, tr("Must not be empty."))
        return self.text(key)

    def boolean(self, key: str, default: bool) -> bool:
        value = self.raw(key)
        if isinstance(value, bool):
            return value
        if key in self:
            self.note(key, tr("Must be true or false, but is {kind}.", kind=kind_of(value)))
        return default

    def number(self, key: str) -> float | None:
        """Parse a finite number. An integer stays an integer."""
        value = self.raw(key)
        if isinstance(value, str):
            value = float_of(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            if abs(value) < 1e300:
                return value
            self.note(key, tr("Must be a finite number."))
        elif key in self:
            self.note(key, tr("Must be a number, but is {kind}.", kind=kind_of(self.raw(key))))
        return None

    def count(self, key: str) -> int | None:
        value = self.number(key)
        if value is None:
            return None
        if value != int(value) or not 0 <= value <= 64:
            self.note(key, tr("Must be a whole number from 0 to 64."))
            return None
        return int(value)

    def token(self, key: str, kind: type[_Token], default: _Token) -> _Token:
        text = self.text(key, default.value)
        try:
            return kind(text.upper())
        except ValueError:
            allowed_words = ", ".join(kind)
            sentence = tr(
                "“{word}” is not in the format, which has {known}.", word=text, known=allowed_words
            )
            self.note(key, sentence)
            return default

    def tokens(self, key: str, default: tuple[str, ...]) -> tuple[str, ...]:
        value = self.raw(key)
        if isinstance(value, list) and not isinstance(value, Members):
            if any(not isinstance(element, str) for element in value):
                self.note(key, tr("Must hold texts only; the others are left out."))
            return tuple(
                dict.fromkeys(element.upper() for element in value if isinstance(element, str))
            )
        if key in self:
            self.note(key, tr("Must be a list, but is {kind}.", kind=kind_of(value)))
        return default

    def object(self, key: str) -> ManifestObject | None:
        value = self.raw(key)
        if isinstance(value, Members):
            return ManifestObject(value, (*self.path, key), self.notes)
        if key in self:
            self.note(key, tr("Must be an object, but is {kind}.", kind=kind_of(value)))
        return None

    def objects(self, key: str) -> Iterator[ManifestObject]:
        value = self.raw(key)
        if not isinstance(value, list) or isinstance(value, Members):
            if key in self:
                self.note(key, tr("Must be a list, but is {kind}.", kind=kind_of(value)))
            return
        for index, element in enumerate(value):
            path = (*self.path, key, index)
            if isinstance(element, Members):
                yield ManifestObject(element, path, self.notes)
            else:
                sentence = tr(
                    "Must be an object, but is {kind}; it is left out.", kind=kind_of(element)
                )
                self.notes.add(path, sentence)


class Outline(NamedTuple):
    """Facts about a setting known before it is parsed.

    Attributes:
        values: allowed values of an ENUM or FLAGS; None if the manifest does not define them.
    """

    type: SettingType
    values: frozenset[str] | None = None


Outlines = Mapping[str, Outline]


def read_dependence(manifest_object: ManifestObject, outlines: Outlines) -> Dependence:
    inner = manifest_object.object("dependence")
    if inner is None:
        return Dependence()
    mode = inner.token("mode", DependenceMode, DependenceMode.ALL)
    return Dependence(mode, tuple(_read_conditions(inner.objects("settings"), outlines)))


def read_messages(
    manifest_object: ManifestObject, outlines: Outlines, platforms: tuple[str, ...]
) -> tuple[LayerMessage, ...]:
    setting = manifest_object.text("key")
    return tuple(
        _read_message(message_object, setting, outlines, platforms)
        for message_object in manifest_object.objects("messages")
    )


def _read_message(
    manifest_object: ManifestObject, setting: str, outlines: Outlines, platforms: tuple[str, ...]
) -> LayerMessage:
    answers, default = _read_buttons(manifest_object, outlines)
    return LayerMessage(
        key=manifest_object.required("key") or setting,
        version=int(manifest_object.number("version") or 1),
        title=manifest_object.text("title"),
        description=manifest_object.text("description"),
        informative=manifest_object.text("informative"),
        severity=manifest_object.token("severity", MessageSeverity, MessageSeverity.INFORMATION),
        platforms=manifest_object.tokens("platforms", platforms),
        conditions=tuple(_read_message_conditions(manifest_object, outlines)),
        answers=answers,
        default=default,
    )


def _read_message_conditions(
    manifest_object: ManifestObject, outlines: Outlines
) -> Iterator[SettingCondition]:
    for condition_object in manifest_object.objects("conditions"):
        operator = condition_object.text("operator", "NONE").upper()
        if operator not in ("NONE", "NOT"):
            condition_object.note("operator", tr("“{word}” is not in the format.", word=operator))
        yield from _read_conditions(
            _naming_object(condition_object), outlines, negated=operator == "NOT"
        )


def _read_buttons(
    manifest_object: ManifestObject, outlines: Outlines
) -> tuple[tuple[MessageButton, ...], int]:
    actions = manifest_object.object("actions")
    objects_by_name = ((name, actions.object(name)) for name in _BUTTONS) if actions else ()
    buttons = {
        name: _read_button(button, outlines)
        for name, button in objects_by_name
        if button is not None
    }
    answers = tuple(buttons.values())
    if actions is None or not answers:
        return (MessageButton("OK"),), 0
    default = actions.text("default", next(iter(buttons))).upper()
    if default not in buttons:
        actions.note("default", tr("“{name}” is not a button.", name=default))
        return answers, 0
    return answers, list(buttons).index(default)


def _read_button(manifest_object: ManifestObject, outlines: Outlines) -> MessageButton:
    kind = manifest_object.text("type", "OK").upper()
    if kind not in _KINDS:
        manifest_object.note(
            "type", tr("“{word}” is not in the format; it is shown as OK.", word=kind)
        )
        kind = "OK"
    changes = tuple(
        SettingChange(
            condition.setting,
            change_object.token("operator", Operation, Operation.SET),
            condition.value,
        )
        for change_object in manifest_object.objects("changes")
        for condition in _read_conditions(_naming_object(change_object), outlines)
    )
    return MessageButton(kind, changes)


def _naming_object(manifest_object: ManifestObject) -> Iterator[ManifestObject]:
    """Return the object that names a setting and a value: nested, else the outer one."""
    if "setting" not in manifest_object:
        yield manifest_object
    elif (inner := manifest_object.object("setting")) is not None:
        yield inner


def _read_conditions(
    places: Iterator[ManifestObject], outlines: Outlines, negated: bool = False
) -> Iterator[SettingCondition]:
    for place in places:
        key = place.required("key")
        if not key:
            continue
        if key not in outlines:
            place.note("key", tr("“{key}” is not a setting.", key=key))
        yield SettingCondition(key, _read_value(place, key, outlines.get(key)), negated)


def _read_value(manifest_object: ManifestObject, key: str, outline: Outline | None) -> Value:
    if "value" not in manifest_object:
        manifest_object.note("", tr("“{member}” is missing.", member="value"))
        return None
    raw = manifest_object.raw("value")
    if outline is None:
        return _convert_untyped(raw)
    kind = outline.type
    if kind in (SettingType.FLAGS, SettingType.LIST) and isinstance(raw, str | int):
        raw = [raw]  # a single flag instead of a list with one
    converted = convert(kind, raw)
    if converted.problem:
        manifest_object.note("value", converted.problem)
    elif outline.values is not None:
        _note_unknown_value(manifest_object, key, converted.value, outline.values)
    return converted.value if converted.usable else None


def _note_unknown_value(
    manifest_object: ManifestObject, key: str, value: Value, values: frozenset[str]
) -> None:
    for item in value if isinstance(value, tuple) else (value,):
        if item not in values:
            sentence = tr("“{value}” is none of the values of “{key}”.", value=item, key=key)
            manifest_object.note("value", sentence)


def _convert_untyped(raw: Any) -> Value:
    if isinstance(raw, Members) or raw is None:
        return None
    if isinstance(raw, list):
        items = convert(SettingType.LIST, raw).value
        assert isinstance(items, tuple)
        return tuple(str(item.value) for item in items if isinstance(item, ListItem))
    assert isinstance(raw, bool | int | float | str)
    return raw
