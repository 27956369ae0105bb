"""Parse what a layer manifest declares for configurators: settings, presets, messages.

Parsing never fails. A deviation from the format becomes a problem with its line, and everything
else is parsed: the loader does not read these members, so a mistake in them must not hide a layer.
A setting inherits platforms, status and view from its parent: flag, setting, layer.
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
    convert_value,
    get_json_type_name,
    make_empty_value,
    make_list_item,
    parse_float,
    parse_setting_type,
)
from vkconfig_py.model.layer_settings.declared import (
    DeclaredLayer,
    Dependence,
    DependenceMode,
    LayerMessage,
    MessageButton,
    MessageSeverity,
    NamedThing,
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
    list_undeclared_parts,
    sort_flags,
)
from vkconfig_py.model.layer_settings.known_layers import find_variable_reader, reads_64_bit
from vkconfig_py.model.text.wording import quote_name

MAX_DEPTH = 32  # nesting levels of settings; SDK manifests have six
_NONE_TOKEN = "None"
TYPES_WITH_CHOICES = (SettingType.ENUM, SettingType.FLAGS)
_Token = TypeVar("_Token", bound=StrEnum)
_SDK_PLACEHOLDER, _SDK_SITE = "${LUNARG_SDK}", "https://vulkan.lunarg.com/doc/sdk/latest/linux"
_MAX_PROBLEMS = 200  # per file, so that a completely invalid file does not produce an endless list
DESKTOP_PLATFORMS = ("WINDOWS", "LINUX", "MACOS")  # platforms of a layer without "platforms"
_MAX_SIZE_WITH_LINES = 2 << 20  # computing lines is slow in Python
_BUTTON_KINDS = ("OK", "YES", "NO", "ABORT", "IGNORE", "CANCEL", "DISCARD")
_BUTTON_KEYS = ("BUTTON0", "BUTTON1")


class InheritedMembers(NamedTuple):
    """Members that settings inherit from their parents."""

    platforms: tuple[str, ...]
    status: SettingStatus = SettingStatus.STABLE
    visibility: Visibility = Visibility.STANDARD

    def override_from(self, fields: ManifestObject) -> InheritedMembers:
        """Return the members for an object in a manifest: its own, else the inherited ones."""
        return InheritedMembers(
            fields.read_platforms(self.platforms),
            fields.read_token("status", SettingStatus, self.status),
            fields.read_token("view", Visibility, self.visibility),
        )


def parse_declared_type(raw: Any) -> SettingType:
    """Return the type that a manifest names. An unknown type is treated as STRING."""
    return parse_setting_type(raw) or SettingType.STRING


class SettingReader:
    """Parses the settings of one layer.

    `outlines`: every setting of the layer, as known before parsing. `is_wide`: whether the layer
    reads the INT of a key with 64 bits.
    """

    def __init__(self, outlines: Outlines, is_wide: Callable[[str], bool]) -> None:
        self._outlines = outlines
        self._is_wide = is_wide
        self._seen_keys: set[str] = set()

    def read_settings(
        self, fields: ManifestObject, key: str, fallbacks: InheritedMembers, depth: int = 0
    ) -> tuple[Setting, ...]:
        """Parse the settings in a member of an object, () if it is missing or nested too deeply."""
        if key not in fields:
            return ()
        if depth >= MAX_DEPTH:
            sentence = counted(
                "Must not be nested more than {n} levels deep; deeper settings are omitted.",
                "Must not be nested more than {n} level deep; deeper settings are omitted.",
                MAX_DEPTH,
            )
            fields.add_note(key, sentence)
            return ()
        return tuple(self._read_settings(fields, key, fallbacks, depth))

    def _read_settings(
        self, fields: ManifestObject, key: str, fallbacks: InheritedMembers, depth: int
    ) -> Iterator[Setting]:
        for setting_object in fields.list_objects(key):
            name = setting_object.read_required_text("key")
            if not name:
                continue
            if name in self._seen_keys:
                sentence = tr("“{name}” is declared twice; the duplicate is omitted.", name=name)
                setting_object.add_note("key", sentence)
                continue
            self._seen_keys.add(name)
            child_members = fallbacks.override_from(setting_object)
            yield self._read_setting(setting_object, name, child_members, depth)

    def _read_setting(
        self, fields: ManifestObject, key: str, fallbacks: InheritedMembers, depth: int
    ) -> Setting:
        kind = _read_setting_type(fields)
        setting = Setting(
            key=key,
            type=kind,
            label=fields.read_text("label").strip() or key,
            description=fields.read_text("description"),
            detailed=fields.read_text("detailed"),
            url=fields.read_url(),
            status=fallbacks.status,
            visibility=fallbacks.visibility,
            platforms=fallbacks.platforms,
            expanded=fields.read_boolean("expanded", default=True),
            variable=fields.read_text("env"),
            unit=fields.read_text("unit"),
            filter=fields.read_text("filter"),
            format=fields.read_text("format"),
            deprecated_by=fields.read_text("deprecated_by_key"),
            is_wide=kind is SettingType.INT and self._is_wide(key),
            since=fields.read_text("since"),
            until=fields.read_text("until"),
            token=fields.read_text("token"),
            form=fields.read_token("form", TextForm, TextForm.ANY),
            names=fields.read_token("names", NamedThing, NamedThing.NOTHING),
            at_start=fields.read_boolean("at_start", default=False),
        )
        child_settings = self.read_settings(fields, "settings", fallbacks, depth + 1)
        has_choices = kind in TYPES_WITH_CHOICES
        choices = self._read_choices(fields, kind, fallbacks, depth) if has_choices else ()
        setting = setting._replace(
            choices=tuple(choices),
            dependence=read_dependence(fields, self._outlines),
            messages=read_messages(fields, self._outlines, fallbacks.platforms),
            settings=child_settings,
        )
        if setting.deprecated_by and setting.deprecated_by not in self._outlines:
            sentence = tr("“{key}” is not a setting.", key=setting.deprecated_by)
            fields.add_note("deprecated_by_key", sentence)
        return _add_default(_add_suggestions(_add_range(setting, fields), fields), fields)

    def _read_choices(
        self, fields: ManifestObject, kind: SettingType, fallbacks: InheritedMembers, depth: int
    ) -> Iterator[SettingChoice]:
        """Yield the values of an ENUM or the flags of FLAGS."""
        seen_keys: set[str] = set()
        for choice_object in fields.list_objects("flags"):
            # In GFXReconstruct one value has a key without letters, for "none".
            is_empty_choice = kind is SettingType.ENUM and choice_object.get_raw("key") == ""
            key = "" if is_empty_choice else choice_object.read_required_text("key")
            if not key and not is_empty_choice:
                continue
            if key in seen_keys:
                sentence = tr("“{name}” is declared twice; the duplicate is omitted.", name=key)
                choice_object.add_note("key", sentence)
                continue
            seen_keys.add(key)
            choice_inherited = fallbacks.override_from(choice_object)
            yield SettingChoice(
                key=key,
                label=choice_object.read_text("label").strip() or key or _NONE_TOKEN,
                description=choice_object.read_text("description"),
                url=choice_object.read_url(),
                status=choice_inherited.status,
                visibility=choice_inherited.visibility,
                platforms=choice_inherited.platforms,
                settings=self.read_settings(choice_object, "settings", choice_inherited, depth + 1),
                expanded=choice_object.read_boolean("expanded", default=True),
            )


def _read_setting_type(fields: ManifestObject) -> SettingType:
    raw = fields.get_raw("type")
    kind = parse_declared_type(raw)
    if "type" not in fields:
        fields.add_note("", tr("“type” is missing; the setting is treated as text."))
    elif not isinstance(raw, str):
        found = get_json_type_name(raw)
        sentence = tr("Must be text, but is {kind}; the setting is treated as text.", kind=found)
        fields.add_note("type", sentence)
    elif parse_setting_type(raw) is None:
        sentence = tr("Unknown type “{word}”; the setting is treated as text.", word=raw)
        fields.add_note("type", sentence)
    return kind


def _add_range(setting: Setting, fields: ManifestObject) -> Setting:
    """Return the setting with the bounds that its manifest declares."""
    bounds = fields.read_object("range")
    if bounds is None or setting.type not in (SettingType.INT, SettingType.FLOAT):
        return setting
    minimum, maximum = bounds.read_number("min"), bounds.read_number("max")
    # VkConfig ignores a range whose ends are equal.
    if minimum is not None and maximum is not None and minimum >= maximum:
        sentence = tr(
            "{least} to {most} is not a valid range; it is ignored.", least=minimum, most=maximum
        )
        fields.add_note("range", sentence)
        minimum = maximum = None
    return setting._replace(
        minimum=minimum,
        maximum=maximum,
        precision=bounds.read_count("precision"),
        width=bounds.read_count("width"),
    )


def _add_suggestions(setting: Setting, fields: ManifestObject) -> Setting:
    """Return the setting with the entries that its manifest suggests for a LIST."""
    if setting.type is not SettingType.LIST or "list" not in fields:
        return setting
    raw = fields.get_raw("list")
    usable = convert_value(SettingType.LIST, raw)
    if usable.problem:
        fields.add_note("list", usable.problem)
    names = raw if isinstance(raw, list) else ()
    items = (make_list_item(str(name)).value for name in names if _is_list_entry(name))
    list_only = fields.read_boolean("list_only", default=False)
    return setting._replace(suggestions=tuple(dict.fromkeys(items)), list_only=list_only)


def _is_list_entry(raw: Any) -> bool:
    return isinstance(raw, str | int) and not isinstance(raw, bool)


def _add_default(setting: Setting, fields: ManifestObject) -> Setting:
    if setting.type is SettingType.GROUP:
        return setting
    if "default" not in fields:
        fields.add_note("", tr("“{member}” is missing.", member="default"))
        return setting._replace(default=_make_default_value(setting))
    converted_value = convert_value(setting.type, fields.get_raw("default"))
    if converted_value.problem:
        fields.add_note("default", converted_value.problem)
    value = sort_flags(setting, converted_value.value)
    _note_invalid_default(setting, value, fields)
    return setting._replace(default=value)


def _make_default_value(setting: Setting) -> Value:
    if setting.type is SettingType.ENUM and setting.choices:
        return setting.choices[0].key
    return make_empty_value(setting.type)


def _note_invalid_default(setting: Setting, value: Value, fields: ManifestObject) -> None:
    """Note that the declared default of a setting is not one of its values."""
    for key in list_undeclared_parts(setting._replace(default=None), value):
        fields.add_note("default", tr("“{value}” is not an allowed value.", value=key))
    if setting.type in (SettingType.INT, SettingType.FLOAT) and isinstance(value, int | float):
        minimum, maximum = setting.minimum, setting.maximum
        if (minimum is not None and value < minimum) or (maximum is not None and value > maximum):
            fields.add_note("default", tr("Out of range."))
    elif setting.type not in TYPES_WITH_CHOICES and (invalid := check_value(setting, value)):
        fields.add_note("default", tr("Not allowed. {reason}", reason=invalid.reason))


def read_presets(features: ManifestObject, layer: DeclaredLayer) -> tuple[Preset, ...]:
    """Parse the presets of a layer's manifest."""
    settings = {setting.key: setting for setting in layer.walk_settings()}
    fallbacks = InheritedMembers(layer.platforms, layer.status)
    return tuple(
        _read_preset(fields, number, fallbacks.override_from(fields), settings)
        for number, fields in enumerate(features.list_objects("presets"), start=1)
    )


def _read_preset(
    fields: ManifestObject,
    number: int,
    fallbacks: InheritedMembers,
    settings: Mapping[str, Setting],
) -> Preset:
    return Preset(
        label=fields.read_required_text("label") or tr("Preset {number}", number=number),
        description=fields.read_text("description"),
        url=fields.read_url(),
        status=fallbacks.status,
        visibility=fallbacks.visibility,
        platforms=fallbacks.platforms,
        values=tuple(_read_preset_values(fields, settings)),
    )


def _read_preset_values(
    fields: ManifestObject, settings: Mapping[str, Setting]
) -> Iterator[PresetValue]:
    seen_keys: set[str] = set()
    for value_object in fields.list_objects("settings"):
        key = value_object.read_required_text("key")
        setting = settings.get(key)
        if not key or key in seen_keys:
            continue
        seen_keys.add(key)
        if setting is None or setting.type is SettingType.GROUP:
            value_object.add_note("key", tr("“{key}” cannot have a value.", key=key))
            continue
        converted_value = convert_value(setting.type, value_object.get_raw("value"))
        if converted_value.problem:
            value_object.add_note("value", converted_value.problem)
        value = sort_flags(setting, converted_value.value)
        if not converted_value.usable:
            continue
        if invalid := check_value(setting, value):
            value_object.add_note("value", tr("Omitted. {reason}", reason=invalid.reason))
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
    keeps_lines = len(content) <= _MAX_SIZE_WITH_LINES
    notes = ReadingNotes(path, partial(find_positions, content) if keeps_lines else Positions)
    if not isinstance(parsed.value, Members):
        kind = get_json_type_name(parsed.value)
        notes.add((), tr("The file must contain an object, but contains {kind}.", kind=kind))
        return ParsedSettings((), tuple(notes.problems))
    root = ManifestObject(parsed.value, (), notes)
    layers = tuple(
        _read_layer(fields, name, root)
        for fields, name in _list_layer_objects(root)
        if layer in ("", name)
    )
    return ParsedSettings(layers, tuple(notes.problems))


def _list_layer_objects(root: ManifestObject) -> Iterator[tuple[ManifestObject, str]]:
    """Yield each layer's object in a manifest, and the layer's name."""
    # “layers”, the list of several, came with version 1.0.1 of the format.
    single_layer = root.read_object("layer")
    objects = [*([single_layer] if single_layer else []), *root.list_objects("layers")]
    if "layer" not in root and "layers" not in root:
        root.add_note("", tr("The file does not declare a layer."))
    for fields in objects:
        if name := fields.read_required_text("name"):
            yield fields, name


def _read_layer(fields: ManifestObject, name: str, root: ManifestObject) -> DeclaredLayer:
    fallbacks = InheritedMembers(
        fields.read_platforms(DESKTOP_PLATFORMS),
        fields.read_token("status", SettingStatus, SettingStatus.STABLE),
    )
    features = fields.read_object("features")
    raw = fields.get_raw("features")
    variables = _find_reader(fields, name)
    reader = SettingReader(
        _find_outlines(raw) if isinstance(raw, Members) else {},
        lambda key: reads_64_bit(name, key, variables),
    )
    settings = reader.read_settings(features, "settings", fallbacks) if features else ()
    layer = DeclaredLayer(
        name=name,
        manifest=fields.notes.file,
        file_format=root.read_text("file_format_version"),
        api_version=fields.read_text("api_version"),
        implementation_version=_read_layer_version(fields),
        library=fields.read_text("library_path"),
        # The manifest schema calls it shortcut, existing manifests call it prefix.
        prefix=fields.read_text("prefix") or fields.read_text("shortcut"),
        status=fallbacks.status,
        description=fields.read_text("description"),
        introduction=fields.read_text("introduction"),
        url=fields.read_url(),
        platforms=fallbacks.platforms,
        enable_variable=_find_first_key(fields, "enable_environment"),
        disable_variable=_find_first_key(fields, "disable_environment"),
        settings=settings,
        variable_reader=variables,
    )
    presets = read_presets(features, layer) if features else ()
    return layer._replace(presets=presets)


def _find_reader(fields: ManifestObject, name: str) -> VariableReader:
    if _has_extension(fields, "VK_EXT_layer_settings"):
        return VariableReader.LIBRARY
    version = fields.get_raw("api_version")
    return find_variable_reader(name, version if isinstance(version, str) else "")


def _read_layer_version(fields: ManifestObject) -> str:
    raw = fields.get_raw("implementation_version")
    if isinstance(raw, int) and not isinstance(raw, bool):
        return str(raw)
    return fields.read_text("implementation_version")


def _find_first_key(fields: ManifestObject, key: str) -> str:
    """Return the first key of an object in a member, "" without one."""
    # Of duplicate members the loader uses the first.
    value = fields.get_raw(key)
    return str(value[0][0]) if isinstance(value, Members) and value else ""


def _has_extension(fields: ManifestObject, extension: str) -> bool:
    members = _list_objects(fields.get_raw("instance_extensions"))
    return extension in (member.first().get("name") for member in members)


def _find_outlines(members: Members) -> dict[str, SettingOutline]:
    """Return outlines of all settings, needed for values that precede their setting."""
    outlines: dict[str, SettingOutline] = {}
    _collect_outlines(members.first().get("settings"), outlines, MAX_DEPTH)
    return outlines


def _collect_outlines(group: Any, outlines: dict[str, SettingOutline], depth: int) -> None:
    """Add the outlines of a list of settings, the first of duplicate keys."""
    for setting_object in _list_objects(group) if depth else ():
        members = setting_object.first()
        key = members.get("key")
        if not isinstance(key, str) or not key or key in outlines:
            continue
        kind = parse_declared_type(members.get("type"))
        choices = tuple(_list_objects(members.get("flags"))) if kind in TYPES_WITH_CHOICES else ()
        outlines[key] = SettingOutline(
            kind, _find_allowed_values(kind, choices, members.get("default"))
        )
        _collect_outlines(members.get("settings"), outlines, depth - 1)
        for choice in choices:
            _collect_outlines(choice.first().get("settings"), outlines, depth - 1)


def _find_allowed_values(
    kind: SettingType, choices: tuple[Members, ...], default: Any
) -> frozenset[str] | None:
    """Return the allowed values of an ENUM or FLAGS, an ENUM's default among them."""
    if kind not in TYPES_WITH_CHOICES or (kind is SettingType.ENUM and not choices):
        return None
    keys = {key for choice in choices if isinstance(key := choice.first().get("key"), str)}
    if kind is SettingType.ENUM and default is not None:
        keys.add(str(convert_value(kind, default).value))
    return frozenset(keys)


def _list_objects(group: Any) -> Iterator[Members]:
    """Yield the elements of a JSON list that are objects, none for another value."""
    if isinstance(group, list) and not isinstance(group, Members):
        yield from (element for element in group if isinstance(element, Members))


class ReadingProblem(NamedTuple):
    """A deviation of a manifest from the format; the rest is read anyway."""

    file: str
    line: int
    sentence: str


class ReadingNotes:
    """Collects the problems of one file, with their lines."""

    def __init__(self, file: str, find_positions: Callable[[], Positions]) -> None:
        self.file = file
        # Slower than all the rest, and few manifests of a machine have problems.
        self._find_positions = cache(find_positions)
        self.problems: list[ReadingProblem] = []

    def find_line(self, path: KeyPath) -> int:
        """Return the line of a member, or of its nearest known parent."""
        for end in range(len(path), -1, -1):
            if (line := self._find_positions().get(path[:end])) is not None:
                return line
        return 0

    def add(self, path: KeyPath, sentence: str) -> None:
        """Note a problem of the member at a path, up to a limited number."""
        if len(self.problems) < _MAX_PROBLEMS:
            text = f"{quote_name(render_key_path(path))}: {sentence}" if path else sentence
            self.problems.append(ReadingProblem(self.file, self.find_line(path), text))


def render_key_path(path: KeyPath) -> str:
    """Return a path of keys in readable form, such as layer.features.settings[2].key."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


class ManifestObject:
    """An object in a manifest. Members of a wrong type are noted as problems when they are read."""

    __slots__ = ("_members", "notes", "path")

    def __init__(self, members: Members, path: KeyPath, notes: ReadingNotes) -> None:
        self._members = members.first()
        self.path = path
        self.notes = notes

    def __contains__(self, key: str) -> bool:
        return key in self._members

    def get_raw(self, key: str) -> Any:
        return self._members.get(key)

    def add_note(self, key: str, sentence: str) -> None:
        self.notes.add((*self.path, key) if key else self.path, sentence)

    def read_text(self, key: str, default: str = "") -> str:
        """Return a text member, `default` if it is missing or no text."""
        value = self.get_raw(key)
        if isinstance(value, str):
            return value
        if key in self:
            self.add_note(key, tr("Must be text, but is {kind}.", kind=get_json_type_name(value)))
        return default

    def read_url(self) -> str:
        """Return the member "url", with VkConfig's placeholder for the SDK site replaced."""
        text = self.read_text("url").strip()
        remainder = text.removeprefix(_SDK_PLACEHOLDER)
        is_site_path = remainder != text and remainder[:1] in ("", "/")
        return f"{_SDK_SITE}{remainder}" if is_site_path else text

    def read_required_text(self, key: str) -> str:
        if key not in self:
            self.add_note("", tr("“{member}” is missing.", member=key))
        elif self.get_raw(key) == "":
            self.add_note(key, tr("Must not be empty."))
        return self.read_text(key)

    def read_boolean(self, key: str, default: bool) -> bool:
        value = self.get_raw(key)
        if isinstance(value, bool):
            return value
        if key in self:
            kind = get_json_type_name(value)
            self.add_note(key, tr("Must be true or false, but is {kind}.", kind=kind))
        return default

    def read_number(self, key: str) -> float | None:
        """Return a finite number, None without one. An integer stays an integer."""
        value = self.get_raw(key)
        if isinstance(value, str):
            value = parse_float(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            if abs(value) < 1e300:
                return value
            self.add_note(key, tr("Must be a finite number."))
        elif key in self:
            kind = get_json_type_name(self.get_raw(key))
            self.add_note(key, tr("Must be a number, but is {kind}.", kind=kind))
        return None

    def read_count(self, key: str) -> int | None:
        """Return a whole number from 0 to 64, None without one."""
        value = self.read_number(key)
        if value is None:
            return None
        if value != int(value) or not 0 <= value <= 64:
            self.add_note(key, tr("Must be a whole number from 0 to 64."))
            return None
        return int(value)

    def read_token(self, key: str, kind: type[_Token], default: _Token) -> _Token:
        """Return an enum member by its word in any case, `default` if it is missing or unknown."""
        text = self.read_text(key, default.value)
        try:
            return kind(text.upper())
        except ValueError:
            allowed_words = ", ".join(kind)
            note = tr("Unknown value “{word}”. Allowed: {known}.", word=text, known=allowed_words)
            self.add_note(key, note)
            return default

    def read_platforms(self, default: tuple[str, ...]) -> tuple[str, ...]:
        """Return the platforms in capital letters, `default` if they are missing or no list."""
        key, value = "platforms", self.get_raw("platforms")
        if isinstance(value, list) and not isinstance(value, Members):
            if any(not isinstance(element, str) for element in value):
                self.add_note(key, tr("Must contain only text entries; all others are omitted."))
            tokens = (element.upper() for element in value if isinstance(element, str))
            return tuple(dict.fromkeys(tokens))
        if key in self:
            self.add_note(key, tr("Must be a list, but is {kind}.", kind=get_json_type_name(value)))
        return default

    def read_object(self, key: str) -> ManifestObject | None:
        value = self.get_raw(key)
        if isinstance(value, Members):
            return ManifestObject(value, (*self.path, key), self.notes)
        if key in self:
            kind = get_json_type_name(value)
            self.add_note(key, tr("Must be an object, but is {kind}.", kind=kind))
        return None

    def list_objects(self, key: str) -> Iterator[ManifestObject]:
        value = self.get_raw(key)
        if not isinstance(value, list) or isinstance(value, Members):
            if key in self:
                kind = get_json_type_name(value)
                self.add_note(key, tr("Must be a list, but is {kind}.", kind=kind))
            return
        for index, element in enumerate(value):
            path = (*self.path, key, index)
            if isinstance(element, Members):
                yield ManifestObject(element, path, self.notes)
            else:
                kind = get_json_type_name(element)
                self.notes.add(
                    path, tr("Must be an object, but is {kind}; it is omitted.", kind=kind)
                )


class SettingOutline(NamedTuple):
    """Type of a setting that is not parsed yet, and allowed values if an ENUM or FLAGS has any."""

    type: SettingType
    values: frozenset[str] | None = None


Outlines = Mapping[str, SettingOutline]


def read_dependence(fields: ManifestObject, outlines: Outlines) -> Dependence:
    members = fields.read_object("dependence")
    if members is None:
        return Dependence()
    mode = members.read_token("mode", DependenceMode, DependenceMode.ALL)
    return Dependence(mode, tuple(_read_conditions(members.list_objects("settings"), outlines)))


def read_messages(
    fields: ManifestObject, outlines: Outlines, platforms: tuple[str, ...]
) -> tuple[LayerMessage, ...]:
    setting = fields.read_text("key")
    return tuple(
        _read_message(message_object, setting, outlines, platforms)
        for message_object in fields.list_objects("messages")
    )


def _read_message(
    fields: ManifestObject, setting: str, outlines: Outlines, platforms: tuple[str, ...]
) -> LayerMessage:
    buttons, default = _read_buttons(fields, outlines)
    return LayerMessage(
        key=fields.read_required_text("key") or setting,
        version=int(fields.read_number("version") or 1),
        title=fields.read_text("title"),
        description=fields.read_text("description"),
        informative=fields.read_text("informative"),
        severity=fields.read_token("severity", MessageSeverity, MessageSeverity.INFORMATION),
        platforms=fields.read_platforms(platforms),
        conditions=tuple(_read_message_conditions(fields, outlines)),
        answers=buttons,
        default=default,
    )


def _read_message_conditions(
    fields: ManifestObject, outlines: Outlines
) -> Iterator[SettingCondition]:
    for condition_object in fields.list_objects("conditions"):
        operator = condition_object.read_text("operator", "NONE").upper()
        if operator not in ("NONE", "NOT"):
            condition_object.add_note("operator", tr("Unknown value “{word}”.", word=operator))
        yield from _read_conditions(
            _find_naming_objects(condition_object), outlines, negated=operator == "NOT"
        )


def _read_buttons(
    fields: ManifestObject, outlines: Outlines
) -> tuple[tuple[MessageButton, ...], int]:
    """Return the buttons of a message, and the index of the default one."""
    actions = fields.read_object("actions")
    objects_by_name = (
        ((name, actions.read_object(name)) for name in _BUTTON_KEYS) if actions else ()
    )
    button_objects = [(name, button) for name, button in objects_by_name if button is not None]
    buttons = {name: _read_button(button, outlines) for name, button in button_objects}
    answers = tuple(buttons.values())
    if actions is None or not answers:
        return (MessageButton("OK"),), 0
    default = actions.read_text("default", next(iter(buttons))).upper()
    if default not in buttons:
        actions.add_note("default", tr("“{name}” is not a button of the message.", name=default))
        return answers, 0
    return answers, list(buttons).index(default)


def _read_button(fields: ManifestObject, outlines: Outlines) -> MessageButton:
    kind = fields.read_text("type", "OK").upper()
    if kind not in _BUTTON_KINDS:
        fields.add_note("type", tr("Unknown button type “{word}”; shown as OK.", word=kind))
        kind = "OK"
    changes = tuple(
        SettingChange(
            condition.setting,
            change_object.read_token("operator", Operation, Operation.SET),
            condition.value,
        )
        for change_object in fields.list_objects("changes")
        for condition in _read_conditions(_find_naming_objects(change_object), outlines)
    )
    return MessageButton(kind, changes)


def _find_naming_objects(fields: ManifestObject) -> Iterator[ManifestObject]:
    """Yield the object that names a setting and a value: a nested one, else this one."""
    if "setting" not in fields:
        yield fields
    elif (inner_object := fields.read_object("setting")) is not None:
        yield inner_object


def _read_conditions(
    objects: Iterator[ManifestObject], outlines: Outlines, negated: bool = False
) -> Iterator[SettingCondition]:
    """Yield the conditions that objects describe by a setting's key and a value."""
    for fields in objects:
        key = fields.read_required_text("key")
        if not key:
            continue
        if key not in outlines:
            fields.add_note("key", tr("“{key}” is not a setting.", key=key))
        yield SettingCondition(key, _read_value(fields, key, outlines.get(key)), negated)


def _read_value(fields: ManifestObject, key: str, outline: SettingOutline | None) -> Value:
    """Return the value in a condition by the type of its setting, None if it is unreadable."""
    if "value" not in fields:
        fields.add_note("", tr("“{member}” is missing.", member="value"))
        return None
    raw = fields.get_raw("value")
    if outline is None:
        return _convert_untyped(raw)
    kind = outline.type
    if kind in (SettingType.FLAGS, SettingType.LIST) and isinstance(raw, str | int):
        raw = [raw]  # a single flag instead of a list with one
    converted_value = convert_value(kind, raw)
    if converted_value.problem:
        fields.add_note("value", converted_value.problem)
    elif outline.values is not None:
        _note_unknown_value(fields, key, converted_value.value, outline.values)
    return converted_value.value if converted_value.usable else None


def _note_unknown_value(
    fields: ManifestObject, key: str, value: Value, values: frozenset[str]
) -> None:
    for item in value if isinstance(value, tuple) else (value,):
        if item not in values:
            sentence = tr("“{value}” is not an allowed value of “{key}”.", value=item, key=key)
            fields.add_note("value", sentence)


def _convert_untyped(raw: Any) -> Value:
    """Return the value in a condition on an unknown setting."""
    if isinstance(raw, Members) or raw is None:
        return None
    if isinstance(raw, list):
        items = convert_value(SettingType.LIST, raw).value
        assert isinstance(items, tuple)
        return tuple(str(item.value) for item in items if isinstance(item, ListItem))
    assert isinstance(raw, bool | int | float | str)
    return raw
