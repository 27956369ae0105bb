"""VkConfig's configuration files since 2020, brought to one shape, and their settings read.

| version | layers | settings |
|---|---|---|
| none to 2.0.1 | "layer_options" by name, in a member with the configuration's name | by key |
| 2.0.2, 2.0.3 | the same, in the member "configuration" | by key |
| 2.1.0 | the list "layers" with states | a list, without types |
| 2.2.0 … 2.2.3 | the same | types, some of which no longer exist |
| 3.0.0 and newer | the list "layers" with controls | types |

A file that names no version is read by its shape. Format 3 names the type of every setting, and
drops a value of another type. Format 2.1.0 names none, and every value is one text: "TRUE", "82",
"error,warn". Between them are types that no longer exist (INT_RANGE, VUID_EXCLUDE) and settings
whose type is missing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from vkconfig_py.language.sentences import counted, join_words, tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.model.configuration.configuration import (
    TEXT_TYPES,
    ListItem,
    SettingType,
    SettingValue,
    Value,
)
from vkconfig_py.model.formats.foreign_files import (
    FileReader,
    ForeignError,
    JsonFile,
    KeyPath,
    ReadDeclaredLayers,
    find_declared,
    get_items,
    get_members,
    get_text,
    get_texts,
)
from vkconfig_py.model.layer_settings.conversion import (
    make_list_item,
    parse_bool,
    parse_float,
    parse_integer,
    parse_setting_type,
    render_range,
)
from vkconfig_py.model.layer_settings.declared import DeclaredLayer, Setting
from vkconfig_py.model.layer_settings.known_layers import list_known_types

_SEPARATOR = ","
_BOOL_TYPES = frozenset({SettingType.BOOL, SettingType.BOOL_NUMERIC})
_MAX_LINE_LENGTH = 80
CURRENT_VERSION = 3  # the format whose types and values VkConfig still reads
_BODY_KEY, _LAYERS_KEY, _OPTIONS_KEY, _RANK_KEY = (
    "configuration",
    "layers",
    "layer_options",
    "layer_rank",
)
_OFF_LIST_KEYS = ("blacklisted_layers", "excluded_layers")
_LAYER_MEMBERS = frozenset({_RANK_KEY, "layer_path"})
_OVERRIDDEN_STATE, _EXCLUDED_STATE = "OVERRIDDEN", "EXCLUDED"
_OLD_MEMBERS = frozenset({_OPTIONS_KEY, *_OFF_LIST_KEYS, "overridden_layers"})


def parse_type(token: Any) -> SettingType | None:
    """Return the type of a setting in a VkConfig 3 file, None if it is unknown."""
    folded_text = token.upper() if isinstance(token, str) else ""
    setting_type = next((kind for kind in SettingType if kind.value == folded_text), None)
    return None if setting_type is SettingType.GROUP else setting_type


def parse_value(kind: SettingType, raw: Any) -> Value:
    """Read a value of a VkConfig 3 file, None if it is of another type."""
    match kind:
        case SettingType.BOOL | SettingType.BOOL_NUMERIC:
            return raw if isinstance(raw, bool) else None
        case SettingType.INT:
            return _read_integer(raw)
        case SettingType.FLOAT:
            return float(raw) if _is_number(raw) else None
        case SettingType.FLAGS:
            return _read_flags(raw)
        case SettingType.LIST:
            return _read_list(raw)
    return raw if (kind in TEXT_TYPES or kind is SettingType.ENUM) and _is_text(raw) else None


def render_value(value: Value) -> Any:
    """Return a value as a VkConfig 3 file stores it."""
    if isinstance(value, tuple):
        return [
            {"key": item.value, "enabled": item.enabled} if isinstance(item, ListItem) else item
            for item in value
        ]
    return value


class OldValue(NamedTuple):
    """A value of an older format.

    Attributes:
        value: None if it has another type.
        is_unset: the text is empty, and the layer's default was used.
    """

    value: Value = None
    is_unset: bool = False


UNSET_VALUE = OldValue(is_unset=True)


def parse_old_value(kind: SettingType, raw: Any, setting: Setting | None = None) -> OldValue:
    """Convert a value of an older VkConfig file. `setting` has the names of its choices."""
    if isinstance(raw, str):
        return _parse_old_text(kind, raw, setting)
    if kind in _BOOL_TYPES:
        is_zero_or_one = isinstance(raw, int) and raw in (0, 1)
        return OldValue(bool(raw) if is_zero_or_one else None)
    if kind in TEXT_TYPES:
        return OldValue(render_range(raw))
    return OldValue(_restore_declared_keys(parse_value(kind, raw), setting))


def _parse_old_text(kind: SettingType, raw: str, setting: Setting | None) -> OldValue:
    """Convert a text of an older VkConfig file. Some mean that nothing is set."""
    if kind in TEXT_TYPES:
        return OldValue(raw)
    if kind is SettingType.FLAGS:
        return OldValue(_restore_declared_keys(_read_flags(raw), setting))
    if kind is SettingType.LIST:
        parts = (part.strip() for part in raw.split(_SEPARATOR))
        return OldValue(tuple(make_list_item(part) for part in parts if part))
    if kind is SettingType.ENUM:
        choices = {choice.key for choice in setting.choices} if setting else {raw}
        return (
            UNSET_VALUE
            if not raw and raw not in choices
            else OldValue(_restore_declared_keys(raw, setting))
        )
    if not raw.strip():
        return UNSET_VALUE
    if kind in _BOOL_TYPES:
        return OldValue(parse_bool(raw))
    return OldValue(parse_integer(raw) if kind is SettingType.INT else parse_float(raw))


def guess_type(raw: Any) -> SettingType | None:
    """Guess the type of a value that no layer declares, None if it can be no setting's value."""
    if isinstance(raw, bool):
        return SettingType.BOOL
    if isinstance(raw, str) or render_range(raw) is not None:
        return SettingType.STRING
    if isinstance(raw, list):
        return SettingType.FLAGS if all(map(_is_text, raw)) else SettingType.LIST
    if _is_number(raw):
        return SettingType.INT if isinstance(raw, int) else SettingType.FLOAT
    return None


def _restore_declared_keys(value: Value, setting: Setting | None) -> Value:
    """Return the value with keys as declared: VkConfig 2 wrote “Text” for “text”."""
    key_by_folded_key = (
        {choice.key.casefold(): choice.key for choice in setting.choices} if setting else {}
    )
    if isinstance(value, str):
        return key_by_folded_key.get(value.casefold(), value)
    if isinstance(value, tuple) and all(map(_is_text, value)):
        return tuple(key_by_folded_key.get(str(item).casefold(), str(item)) for item in value)
    return value


def _is_number(raw: Any) -> bool:
    return isinstance(raw, int | float) and not isinstance(raw, bool) and abs(raw) < 1e300


def _is_text(raw: Any) -> bool:
    return isinstance(raw, str)


def _read_integer(raw: Any) -> int | None:
    """Return an integer, None for any other value."""
    return int(raw) if _is_number(raw) and raw == int(raw) else None


def _read_flags(raw: Any) -> tuple[str, ...] | None:
    """Return the flags of a list, or of a text with commas, None for any other value."""
    if isinstance(raw, str):
        return tuple(flag.strip() for flag in raw.split(_SEPARATOR) if flag.strip())
    if not isinstance(raw, list) or not all(map(_is_text, raw)):
        return None
    return tuple(raw)


def _read_list(raw: Any) -> tuple[ListItem, ...] | None:
    """Return the items of a list, None if it is no list or one of them is invalid."""
    parsed_items = [_read_item(element) for element in raw] if isinstance(raw, list) else [None]
    items = tuple(item for item in parsed_items if item is not None)
    return items if len(items) == len(parsed_items) else None


def _read_item(raw: Any) -> ListItem | None:
    """Return an item of a list, None if it is invalid."""
    # VkConfig also accepts an entry without its object.
    enabled = raw.get("enabled", True) if isinstance(raw, dict) else True
    key = raw.get("key") if isinstance(raw, dict) else raw
    value = key if isinstance(key, str) else _read_integer(key)
    return ListItem(value, enabled) if isinstance(enabled, bool) and value is not None else None


class RawSetting(NamedTuple):
    """A setting as its file has it.

    Attributes:
        type: the token, or None if the file has none.
    """

    key: str
    type: Any
    value: Any
    position: KeyPath


class RawLayer(NamedTuple):
    """A layer as its file has it.

    Attributes:
        raw: its members; in the older formats as format 2.1 has them.
    """

    name: str
    raw: dict[str, Any]
    position: KeyPath
    settings: tuple[RawSetting, ...] = ()


class VkConfigDocument(NamedTuple):
    """A configuration file of any version.

    Attributes:
        body: the members of the configuration without its layers.
        root: the members beside it, to be kept.
        version: "" if the file names none.
        is_current: types and values are those of format 3.
        has_layers: the file lists layers, if only none.
    """

    body: dict[str, Any]
    root: dict[str, Any]
    layers: tuple[RawLayer, ...]
    version: str
    is_current: bool
    has_layers: bool


def is_old_configuration(root: dict[str, Any]) -> bool:
    """Return whether a VkConfig file has its configuration as a member of its own name."""
    return any(_is_old_body(value) for value in root.values())


def read_document(file: JsonFile) -> VkConfigDocument:
    """Find the configuration of a VkConfig file and its layers.

    Raises:
        ForeignError: the file holds none.
    """
    root = file.root
    version = get_text(root.get("file_format_version"))
    body_name = next((key for key, value in root.items() if _is_old_body(value)), _BODY_KEY)
    body = root.get(body_name)
    if not isinstance(body, dict):
        raise ForeignError(tr("“{member}” is missing", member=_BODY_KEY), 1)
    other_members = {name: value for name, value in root.items() if name != body_name}
    if _is_old_body(body) and _LAYERS_KEY not in body:
        body_members = {name: value for name, value in body.items() if name not in _OLD_MEMBERS}
        body_members = (
            {"name": body_name, **body_members} if body_name != _BODY_KEY else body_members
        )
        layers = tuple(_list_old_layers(body, (body_name,)))
        return VkConfigDocument(
            body_members, other_members, layers, version, is_current=False, has_layers=True
        )
    body_members = {name: value for name, value in body.items() if name != _LAYERS_KEY}
    layers_in_file = tuple(_list_layers(get_items(body.get(_LAYERS_KEY))))
    is_current = _is_current(version, layers_in_file)
    return VkConfigDocument(
        body_members,
        other_members,
        layers_in_file if is_current else _sort_by_rank(layers_in_file),
        version,
        is_current,
        _LAYERS_KEY in body,
    )


def _is_current(version: str, layers: Iterable[RawLayer]) -> bool:
    """Return whether a VkConfig file is of format 3, by its version or else its layers."""
    major = version.partition(".")[0]
    if major.isdecimal() and major.isascii():
        return int(major[:4]) >= CURRENT_VERSION
    return not any("state" in layer.raw for layer in layers)


def _list_layers(raw_layers: list[Any]) -> Iterator[RawLayer]:
    """Yield the layers of a VkConfig file of format 2.1 or newer."""
    for index, raw_layer in enumerate(raw_layers):
        json_path = (_BODY_KEY, _LAYERS_KEY, index)
        layer_members = get_members(raw_layer)
        settings = tuple(
            RawSetting(
                get_text(get_members(setting).get("key")),
                get_members(setting).get("type"),
                get_members(setting).get("value"),
                (*json_path, "settings", number),
            )
            for number, setting in enumerate(get_items(layer_members.get("settings")))
        )
        yield RawLayer(get_text(layer_members.get("name")), layer_members, json_path, settings)


def _sort_by_rank(layers: tuple[RawLayer, ...]) -> tuple[RawLayer, ...]:
    """Sort layers by their ranks, as VkConfig 2 did. Format 3 has the order itself."""
    return tuple(sorted(layers, key=lambda layer: _read_rank(layer.raw.get("rank"))))


def _read_rank(value: Any) -> int:
    """Return a rank, -1 for any other value."""
    return value if isinstance(value, int) else -1


def _is_old_body(value: Any) -> bool:
    """Return whether a value is a configuration of VkConfig's oldest format."""
    return isinstance(value, dict) and bool(value.keys() & _OLD_MEMBERS)


def _list_old_layers(body: dict[str, Any], key_path: KeyPath) -> Iterator[RawLayer]:
    """Yield the layers of VkConfig's oldest format, those that are off first."""
    options = {
        name: get_members(value) for name, value in get_members(body.get(_OPTIONS_KEY)).items()
    } | {name: {} for name in get_texts(body.get("overridden_layers"))
         if name not in get_members(body.get(_OPTIONS_KEY))}  # fmt: skip
    excluded_names = [name for member in _OFF_LIST_KEYS for name in get_texts(body.get(member))]
    for name in dict.fromkeys(name for name in excluded_names if name not in options):
        yield RawLayer(name, {"name": name, "state": _EXCLUDED_STATE}, key_path)
    for name, layer in sorted(options.items(), key=lambda pair: _read_rank(pair[1].get(_RANK_KEY))):
        options_path = (*key_path, _OPTIONS_KEY, name)
        raw = {
            "name": name,
            "state": _EXCLUDED_STATE if name in excluded_names else _OVERRIDDEN_STATE,
        }
        path = get_text(layer.get("layer_path"))
        if path.endswith(".json"):
            raw["manifest"] = path
        yield RawLayer(name, raw, options_path, tuple(_list_old_settings(layer, options_path)))


def _list_old_settings(layer: dict[str, Any], key_path: KeyPath) -> Iterator[RawSetting]:
    """Yield the settings of a layer in VkConfig's oldest format."""
    for key, value in layer.items():
        if key not in _LAYER_MEMBERS:
            setting = get_members(value)
            # What the format calls the default is the chosen value.
            yield RawSetting(key, setting.get("type"), setting.get("default"), (*key_path, key))


class VkconfigSettingReader(FileReader):
    """Reads the settings of the layers of one file."""

    def __init__(
        self, file: JsonFile, read_declared_layers: ReadDeclaredLayers, *, is_current: bool
    ) -> None:
        """Set up the reader.

        `is_current`: the file's types and values are those of format 3.
        """
        super().__init__(file)
        self._read_declared_layers = read_declared_layers
        self._is_current = is_current

    def read_settings(
        self, layer: RawLayer, copy: str
    ) -> tuple[tuple[SettingValue, ...], list[str]]:
        """Return the user's values of a layer, and the keys of its other settings.

        `copy`: the chosen copy of the layer.
        """
        declared_layer = find_declared(self._read_declared_layers, layer.name, copy)
        values: dict[str, SettingValue] = {}
        omitted_keys: list[str] = []
        for setting in layer.settings:
            key = setting.key
            if key and (key in values or key in omitted_keys):
                sentence = tr(
                    "{layer}: {setting} is listed twice; the first value is used.",
                    layer=layer.name,
                    setting=key,
                )
                self._add_note(sentence, *setting.position)
                continue
            value = self._read_setting(layer.name, setting, declared_layer)
            if value is None:
                omitted_keys.append(key)
            else:
                values[key] = value
        if declared_layer is not None and declared_layer.settings:
            self._note_unknown(layer, declared_layer, values)
        return tuple(values.values()), omitted_keys

    def _note_unknown(
        self, layer: RawLayer, declared_layer: DeclaredLayer, values: dict[str, SettingValue]
    ) -> None:
        """Note values of settings that the installed layer does not have."""
        unknown_names = [key for key in values if declared_layer.find_setting(key) is None]
        if unknown_names:
            layer_title = f"{declared_layer.name} {declared_layer.api_version}".rstrip()
            sentence = counted(
                "{layer} does not have the settings {settings}; they are kept for other versions.",
                "{layer} does not have the setting {settings}; it is kept for other versions.",
                len(unknown_names),
                layer=layer_title,
                settings=join_words(unknown_names),
            )
            self._add_note(sentence, *layer.position)

    def _read_setting(
        self, layer: str, setting: RawSetting, declared_layer: DeclaredLayer | None
    ) -> SettingValue | None:
        """Read a setting of either format, None and a note if it is lost."""
        key = setting.key
        if not key:
            self._add_note(
                tr("{layer}: a setting without a key was omitted.", layer=layer), *setting.position
            )
            return None
        declared_setting = declared_layer.find_setting(key) if declared_layer is not None else None
        if declared_setting is not None and declared_setting.type is SettingType.GROUP:
            sentence = tr(
                "{layer}: {setting} is a group in the installed version and cannot have a value.",
                layer=layer,
                setting=key,
            )
            self._add_note(sentence, *setting.position)
            return None
        setting_type = parse_type(setting.type)
        if self._is_current and setting_type is not None:
            return self._read_current_value(layer, setting, setting_type, declared_setting)
        if setting.type is not None and parse_setting_type(setting.type) is None:
            sentence = tr(
                "{layer}: {setting} was omitted because its type, {type}, is unknown.",
                layer=layer,
                setting=key,
                type=_render_json_text(setting.type),
            )
            self._add_note(sentence, *setting.position, "type")
            return None
        return self._read_old_value(layer, setting, declared_setting)

    def _read_current_value(
        self, layer: str, setting: RawSetting, kind: SettingType, declared_setting: Setting | None
    ) -> SettingValue | None:
        """Read a setting of format 3, None and a note if its type does not fit."""
        key = setting.key
        value = parse_value(kind, setting.value)
        if value is None:
            sentence = tr(
                "{layer}: the value of {setting} is not of type {type}; the default is used.",
                layer=layer,
                setting=key,
                type=kind,
            )
            self._add_note(sentence, *setting.position, "value")
            return None
        if declared_setting is not None and declared_setting.type is not kind:
            sentence = tr(
                "{layer}: {setting} is of type {type} in the installed version; the "
                "default is used.",
                layer=layer,
                setting=key,
                type=declared_setting.type,
            )
            self._add_note(sentence, *setting.position, "type")
            return None
        return SettingValue(key, kind, value)

    def _read_old_value(
        self, layer: str, setting: RawSetting, declared_setting: Setting | None
    ) -> SettingValue | None:
        """Read a setting of an older format as the type that its layer declares."""
        key, raw = setting.key, setting.value
        kinds = _list_possible_types(layer, setting, declared_setting)
        for kind in kinds:
            parsed = parse_old_value(kind, raw, declared_setting)
            if parsed is UNSET_VALUE:
                sentence = tr(
                    "{layer}: {setting} is empty, so the layer's default is used.",
                    layer=layer,
                    setting=key,
                )
                self._add_remark(sentence, *setting.position)
                return None
            if parsed.value is not None:
                return SettingValue(key, kind, parsed.value)
        self._add_note(
            _explain_no_value(layer, key, _render_json_text(raw), kinds), *setting.position
        )
        return None


def _list_possible_types(
    layer: str, setting: RawSetting, declared_setting: Setting | None
) -> tuple[SettingType, ...]:
    """Return the types that a setting may have, the most probable first."""
    if declared_setting is not None:
        return (declared_setting.type,)
    # Before 2.2 files had other types than the layers have now: a number was a "string".
    known_types = list_known_types(layer, setting.key)
    named_type = parse_setting_type(setting.type)
    if named_type is not None:
        return (*known_types, named_type)
    guessed_type = guess_type(setting.value)
    return known_types or (() if guessed_type is None else (guessed_type,))


def _explain_no_value(layer: str, key: str, value: str, kinds: tuple[SettingType, ...]) -> str:
    """Return the note that a setting was omitted, as its value is of no fitting type."""
    if not kinds:
        return tr(
            "{layer}: {setting} was omitted because {value} is not a valid setting value.",
            layer=layer,
            setting=key,
            value=value,
        )
    return tr(
        "{layer}: {setting} was omitted because {value} is not of type {type}.",
        layer=layer,
        setting=key,
        value=value,
        type=kinds[0],
    )


def _render_json_text(raw: Any) -> str:
    """Return a value as JSON, cut after some characters."""
    text = json.dumps(raw, ensure_ascii=False)
    return text if len(text) <= _MAX_LINE_LENGTH else f"{text[:_MAX_LINE_LENGTH]}…"
