"""VkConfig's configuration files (format 3, and 2.1 and newer), parsed and rendered.

VkConfig does not pass a "discard" layer to the loader: it is treated like an unlisted layer. The
pseudo layer with the member "builtin" represents unlisted layers, the default control those that
VkConfig finds later. Format 2.0, whose only member was named after the configuration, is refused.

Members without an equivalent are kept for export. On rendering, an original member that would still
be parsed to the configuration's value is written unchanged, including spelling and rank; only
changed values are rewritten.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.model.configuration.configuration import (
    NEWEST,
    PATH_TYPES,
    TEXT_TYPES,
    UNLISTED,
    Configuration,
    DeviceMode,
    LayerControl,
    LayerEntry,
    ListItem,
    SettingType,
    SettingValue,
    Value,
    new_key,
)
from vkconfig_py.model.formats.foreign_files import (
    Declared,
    FileReader,
    ForeignError,
    ForeignKind,
    JsonFile,
    Note,
    Opened,
    PathOfKeys,
    Rendered,
    find_declared,
    items,
    members,
    text,
    texts,
)
from vkconfig_py.model.layer_settings.declared import DeclaredLayer
from vkconfig_py.model.layer_settings.layer_values import is_default
from vkconfig_py.model.layer_settings.setting_paths import PathVariables

# Members of our documents that keep what only VkConfig's file has: the original members of an
# object, the keys of settings not imported as user values, and the order of the layers.
EXTRA, LEFT, ORDER = "vkconfig", "vkconfig_left", "vkconfig_order"
FORMAT = "3.5.0"
UNORDERED = "unordered_layer_location"
UNORDERED_NAME = "Vulkan Layers Located by the Vulkan Application"
LATEST = "latest"
DESKTOP = ("WINDOWS_X86", "WINDOWS_ARM", "LINUX", "MACOS")
AUTO, ON, OFF, DISCARD = "auto", "on", "off", "discard"
CONTROLS = (AUTO, ON, OFF, DISCARD)
TOKENS = {LayerControl.AUTO: AUTO, LayerControl.ON: ON, LayerControl.OFF: OFF}
_CONTROLS = {AUTO: LayerControl.AUTO, ON: LayerControl.ON, OFF: LayerControl.OFF}
# VkConfig 2 spoke of states.
_STATES = {"APPLICATION_CONTROLLED": AUTO, "OVERRIDDEN": ON, "EXCLUDED": OFF}
_SPLIT = {"WINDOWS": ("WINDOWS_X86", "WINDOWS_ARM")}


def parse_control(layer: dict[str, Any]) -> str:
    if "control" not in layer and "state" in layer:
        return _STATES.get(text(layer["state"]).upper(), "")
    if "control" not in layer:
        return AUTO
    control = text(layer["control"]).lower()
    return control if control in CONTROLS else ""


def is_unordered(layer: dict[str, Any]) -> bool:
    return text(layer.get("builtin")).lower() == UNORDERED


def unlisted_control(default: str, unordered: str | None) -> LayerControl:
    """The control for layers that are not listed.

    `unordered` is the control of the pseudo layer; None if the file uses the default.
    """
    # VkConfig then omits the marker, and the loader ignores every layer that is not listed.
    if unordered in (DISCARD, OFF):
        return LayerControl.OFF
    if default == ON:
        return LayerControl.ON
    if default == OFF or (default == DISCARD and unordered is None):
        return LayerControl.OFF
    return LayerControl.AUTO


def meaning(control: str, unlisted: LayerControl) -> tuple[LayerControl, bool]:
    """The control that a VkConfig control means, and whether the layer keeps its place."""
    # VkConfig writes nothing about such a layer, so it is an unlisted one.
    if control == DISCARD:
        return (LayerControl.OFF if unlisted is LayerControl.OFF else LayerControl.AUTO), False
    return _CONTROLS.get(control, LayerControl.AUTO), True


def control_of(entry: LayerEntry, raw: dict[str, Any], unlisted: LayerControl) -> str:
    """The VkConfig control of a layer: the original one while it still has the same meaning."""
    known = parse_control(raw) or AUTO
    if raw and meaning(known, unlisted) == (entry.control, entry.placed):
        return known
    return TOKENS[entry.control]


def parse_platforms(value: Any) -> tuple[str, ...]:
    """Platform tokens in capitals, with Windows split as in current files."""
    found: list[str] = []
    for token in texts(value):
        found += _SPLIT.get(token.upper(), (token.upper(),))
    return tuple(dict.fromkeys(found))


def default_control(configuration: dict[str, Any]) -> str:
    control = text(configuration.get("default_layer_control")).lower()
    return control if control in CONTROLS else AUTO


_SEPARATOR = ","


def parse_type(token: Any) -> SettingType | None:
    folded = token.upper() if isinstance(token, str) else ""
    found = next((kind for kind in SettingType if kind.value == folded), None)
    return None if found is SettingType.GROUP else found


def parse_value(kind: SettingType, raw: Any) -> Value:
    match kind:
        case SettingType.BOOL | SettingType.BOOL_NUMERIC:
            return raw if isinstance(raw, bool) else None
        case SettingType.INT:
            return _integer(raw)
        case SettingType.FLOAT:
            return float(raw) if _is_number(raw) else None
        case SettingType.FLAGS:
            return _flags(raw)
        case SettingType.LIST:
            return _list(raw)
    return raw if (kind in TEXT_TYPES or kind is SettingType.ENUM) and _is_text(raw) else None


def render_value(value: Value) -> Any:
    if isinstance(value, tuple):
        return [
            {"key": item.value, "enabled": item.enabled} if isinstance(item, ListItem) else item
            for item in value
        ]
    return value


def _is_number(raw: Any) -> bool:
    return isinstance(raw, int | float) and not isinstance(raw, bool) and abs(raw) < 1e300


def _is_text(raw: Any) -> bool:
    return isinstance(raw, str)


def _integer(raw: Any) -> int | None:
    return int(raw) if _is_number(raw) and raw == int(raw) else None


def _flags(raw: Any) -> tuple[str, ...] | None:
    if isinstance(raw, str):
        return tuple(flag.strip() for flag in raw.split(_SEPARATOR) if flag.strip())
    if not isinstance(raw, list) or not all(map(_is_text, raw)):
        return None
    return tuple(raw)


def _list(raw: Any) -> tuple[ListItem, ...] | None:
    found = [_item(element) for element in raw] if isinstance(raw, list) else [None]
    items = tuple(item for item in found if item is not None)
    return items if len(items) == len(found) else None


def _item(raw: Any) -> ListItem | None:
    # VkConfig also accepts an entry without its object.
    enabled = raw.get("enabled", True) if isinstance(raw, dict) else True
    key = raw.get("key") if isinstance(raw, dict) else raw
    value = key if isinstance(key, str) else _integer(key)
    return ListItem(value, enabled) if isinstance(enabled, bool) and value is not None else None


_OLDEST = (2, 1)
_LAYERS: PathOfKeys = ("configuration", "layers")
_UNNAMED = "Imported"


def open_vkconfig(file: JsonFile, variables: PathVariables, declared: Declared) -> Opened:
    """Read a configuration of VkConfig.

    Raises:
        ForeignError: the file is not a readable configuration.
    """
    root = file.root
    version = _version(root.get("file_format_version"))
    if version < _OLDEST:
        sentence = "its format is older than 2.1, which this program does not read"
        raise ForeignError(sentence, file.line("file_format_version"))
    body = root.get("configuration")
    if not isinstance(body, dict):
        raise ForeignError('"configuration" is missing', 1)
    reader = _Reader(file, body, variables, declared)
    layers = tuple(reader.layers())
    order = [entry.name for entry in layers if entry.extra]
    kept = {name: value for name, value in root.items() if name != "configuration"}
    kept["configuration"] = {name: value for name, value in body.items() if name != "layers"}
    configuration = Configuration(
        key=new_key(),
        name=text(body.get("name")) or _UNNAMED,
        layers=layers,
        settings_file=settings_file_of(body, variables),
        platforms=parse_platforms(body.get("platforms")),
        extra=((EXTRA, kept), *(((ORDER, order),) if "layers" in body else ())),
    )
    return Opened(ForeignKind.VKCONFIG, (configuration,), notes=tuple(reader.notes))


def settings_file_of(body: dict[str, Any], variables: PathVariables) -> str:
    """Path of the settings file used instead of the layers' settings, or ""."""
    if body.get("override_settings") is not True:
        return ""
    return variables.expand(text(body.get("override_settings_path")))


def unordered_control(layers: list[Any]) -> str | None:
    for layer in layers:
        if isinstance(layer, dict) and is_unordered(layer):
            return parse_control(layer) or AUTO
    return None


class Copy(NamedTuple):
    """The copy of a layer that a file selects.

    Attributes:
        manifest: its last known path, or "".
        missing: selected version that is not installed, or "".
    """

    copy: str
    manifest: str
    missing: str = ""


def copy_of(raw: dict[str, Any], variables: PathVariables, declared: Declared) -> Copy:
    """The selected copy of a layer: the newest, or one with an exact version."""
    manifest = variables.expand(text(raw.get("manifest")))
    version = text(raw.get("version")) or LATEST
    if version.lower() == LATEST:
        return Copy(NEWEST, manifest)
    if manifest:
        return Copy(manifest, manifest)
    name = text(raw.get("name"))
    copies = [x for x in declared() if x.name == name and x.api_version == version]
    if copies:
        return Copy(copies[0].manifest, copies[0].manifest)
    return Copy(NEWEST, "", version)


class _Reader(FileReader):
    """Reads the layers of one file and notes what is omitted."""

    def __init__(
        self,
        file: JsonFile,
        body: dict[str, Any],
        variables: PathVariables,
        declared: Declared,
    ) -> None:
        super().__init__(file)
        self._layers = items(body.get("layers"))
        self._variables = variables
        self._declared = declared
        default = default_control(body)
        self._unlisted = unlisted_control(default, unordered_control(self._layers))
        self._default = default

    def layers(self) -> Iterator[LayerEntry]:
        """An entry for each layer, and one for all unlisted layers if the file has it."""
        names: set[str] = set()
        for index, raw in enumerate(self._layers):
            place = (*_LAYERS, index)
            unordered = isinstance(raw, dict) and is_unordered(raw)
            name = UNLISTED if unordered else text(members(raw).get("name"))
            if not name:
                self._note("A layer without a name was left out.", *place)
            elif name in names:
                self._note(f"{name} is listed twice; the first place counts.", *place)
            else:
                names.add(name)
                yield self._pseudo(raw) if unordered else self._layer(name, raw, place)
        if UNLISTED not in names and self._default != AUTO:
            yield LayerEntry(UNLISTED, self._unlisted)

    def _pseudo(self, raw: dict[str, Any]) -> LayerEntry:
        return LayerEntry(UNLISTED, self._unlisted, placed=True, extra=((EXTRA, dict(raw)),))

    def _layer(self, name: str, raw: dict[str, Any], place: PathOfKeys) -> LayerEntry:
        control = parse_control(raw)
        if not control:
            self._note(f"{name}: its control is not known, so it is Auto.", *place, "control")
        wanted, placed = meaning(control or AUTO, self._unlisted)
        chosen = copy_of(raw, self._variables, self._declared)
        if chosen.missing:
            sentence = f"{name}: version {chosen.missing} is not here; the newest copy is used."
            self._note(sentence, *place, "version")
        known = find_declared(self._declared, name, chosen.copy)
        settings, left = self._settings(name, raw, known, place)
        return LayerEntry(
            name=name,
            control=wanted,
            placed=placed,
            manifest=chosen.manifest,
            copy=chosen.copy,
            settings=settings,
            writes_settings=raw.get("override_settings") is not False,
            extra=((EXTRA, dict(raw)), *(((LEFT, left),) if left else ())),
        )

    def _settings(
        self, layer: str, raw: dict[str, Any], known: DeclaredLayer | None, place: PathOfKeys
    ) -> tuple[tuple[SettingValue, ...], list[str]]:
        values: dict[str, SettingValue] = {}
        left: list[str] = []
        for index, one in enumerate(items(raw.get("settings"))):
            where = (*place, "settings", index)
            setting = members(one)
            value = self._setting(layer, setting, known, where)
            key = text(setting.get("key"))
            if key and (key in values or key in left):
                self._note(f"{layer}: {key} stands twice; the first value counts.", *where)
            elif value is None or _is_default(value, known):
                left.append(key)
            else:
                values[key] = value
        return tuple(values.values()), left

    def _setting(
        self, layer: str, raw: dict[str, Any], known: DeclaredLayer | None, place: PathOfKeys
    ) -> SettingValue | None:
        key, kind = text(raw.get("key")), parse_type(raw.get("type"))
        if not key or kind is None:
            self._note(f"{layer}: a setting without key or type was left out.", *place)
            return None
        value = parse_value(kind, raw.get("value"))
        if value is None:
            sentence = f"{layer}: the value of {key} is none of type {kind}; the default counts."
            self._note(sentence, *place, "value")
            return None
        declared = known.setting(key) if known is not None else None
        if declared is not None and declared.type is not kind:
            sentence = f"{layer}: {key} is of type {declared.type} here; the default counts."
            self._note(sentence, *place, "type")
            return None
        return SettingValue(key, kind, value)


def _is_default(value: SettingValue, known: DeclaredLayer | None) -> bool:
    declared = known.setting(value.key) if known is not None else None
    return declared is not None and is_default(declared, value.value)


def _version(value: Any) -> tuple[int, ...]:
    parts = text(value).split(".")
    return tuple(int(part) for part in parts if part.isdecimal() and part.isascii())[:3]


# Control of unlisted layers, and of the pseudo layer.
_UNLISTED_CONTROLS = {
    LayerControl.AUTO: (AUTO, AUTO),
    LayerControl.ON: (ON, AUTO),
    LayerControl.OFF: (OFF, DISCARD),
}


def render_vkconfig(
    configuration: Configuration, variables: PathVariables, declared: Declared
) -> Rendered:
    extra = dict(configuration.extra)
    kept = members(extra.get(EXTRA))
    root = {name: value for name, value in kept.items() if name != "configuration"}
    # VkConfig 3 reads files from 3.0.0 on.
    if not text(root.get("file_format_version")).startswith("3"):
        root["file_format_version"] = FORMAT
    writer = _Writer(configuration, variables, declared)
    body = writer.body(members(kept.get("configuration")), extra.get(ORDER))
    content = json.dumps({**root, "configuration": body}, indent=4) + "\n"
    notes = (*writer.notes, *map(Note, _left_out(configuration)))
    return Rendered(content.encode("ascii"), notes)


class _Writer:
    """Writes one configuration and notes what the file cannot express."""

    def __init__(
        self, configuration: Configuration, variables: PathVariables, declared: Declared
    ) -> None:
        self._configuration = configuration
        self._variables = variables
        self._declared = declared
        self.notes: list[Note] = []

    def body(self, kept: dict[str, Any], order: Any) -> dict[str, Any]:
        """The member "configuration": `kept`, with the necessary changes."""
        configuration = self._configuration
        body = dict(kept) if kept else _new_body(configuration)
        if text(body.get("name")) != configuration.name:
            body["name"] = configuration.name
        if parse_platforms(body.get("platforms")) != configuration.platforms:
            body["platforms"] = list(configuration.platforms or DESKTOP)
        if settings_file_of(body, self._variables) != configuration.settings_file:
            body["override_settings"] = bool(configuration.settings_file)
            if configuration.settings_file:
                body["override_settings_path"] = self._variables.fold(configuration.settings_file)
        unordered = self._unordered(body)
        entries = [e for e in configuration.layers if e.name != UNLISTED or unordered is not None]
        layers = [
            self._pseudo(entry, unordered) if entry.name == UNLISTED else self._layer(entry)
            for entry in entries
        ]
        if not layers and order is None and kept:
            return body
        if [entry.name for entry in entries] != order:
            for rank, (entry, layer) in enumerate(zip(entries, layers, strict=True)):
                # VkConfig ranks every layer after an ordering; was_explicitly_rank marks those that
                # were moved.
                layer |= {"rank": rank, "was_explicitly_rank": entry.placed}
        return {**body, "layers": layers}

    def _unordered(self, body: dict[str, Any]) -> str | None:
        """Set the default control; returns the pseudo layer's, None if it is not listed."""
        entry = self._configuration.entry(UNLISTED)
        raw = _kept(entry) if entry is not None else {}
        control = (parse_control(raw) or AUTO) if raw else None
        wanted = self._configuration.unlisted
        same = unlisted_control(default_control(body), control) is wanted
        if not same:
            body["default_layer_control"] = _UNLISTED_CONTROLS[wanted][0]
        if entry is None or not (entry.placed or raw):
            return None
        return control if same and control is not None else _UNLISTED_CONTROLS[wanted][1]

    def _pseudo(self, entry: LayerEntry, control: str | None) -> dict[str, Any]:
        layer = _kept(entry) or {
            "name": UNORDERED_NAME,
            "type": "Explicit",
            "builtin": UNORDERED,
            "control": control,
            "rank": -1,
            "version": LATEST,
            "platforms": list(DESKTOP),
            "override_settings": True,
            "settings": [],
        }
        if (parse_control(layer) or AUTO) != control:
            layer["control"] = control
        return layer

    def _layer(self, entry: LayerEntry) -> dict[str, Any]:
        raw = _kept(entry)
        layer = raw or self._new_layer(entry)
        control = control_of(entry, raw, self._configuration.unlisted)
        if (parse_control(layer) or AUTO) != control or "control" not in layer:
            is_implied = control == AUTO and not {"control", "state"} & layer.keys()
            if not is_implied:
                layer["control"] = control
        self._set_copy(entry, layer)
        if (layer.get("override_settings") is not False) != entry.writes_settings:
            layer["override_settings"] = entry.writes_settings
        settings = list(_written_settings(entry, items(layer.get("settings")), self._variables))
        if settings or "settings" in layer:
            layer["settings"] = settings
        return layer

    def _new_layer(self, entry: LayerEntry) -> dict[str, Any]:
        known = find_declared(self._declared, entry.name, entry.copy)
        return {
            "name": entry.name,
            "type": "Implicit" if "/implicit_layer.d/" in entry.manifest else "Explicit",
            "control": AUTO,
            "rank": -1,
            "was_explicitly_rank": False,
            "version": LATEST,
            "platforms": list((known.platforms if known else ()) or DESKTOP),
            "override_settings": True,
            "settings": [],
        }

    def _set_copy(self, entry: LayerEntry, layer: dict[str, Any]) -> None:
        wanted = entry.copy or NEWEST
        if copy_of(layer, self._variables, self._declared).copy == wanted:
            return
        layer["version"] = LATEST
        if wanted == NEWEST:
            return
        known = find_declared(self._declared, entry.name, wanted)
        if known is not None and known.manifest == wanted and known.api_version:
            layer["version"] = known.api_version
            layer["manifest"] = self._variables.fold(wanted)
        else:
            sentence = f"{entry.name}: {wanted} is not there, so the newest copy is asked for."
            self.notes.append(Note(sentence))


def _new_body(configuration: Configuration) -> dict[str, Any]:
    return {
        "name": configuration.name,
        "version": max(configuration.built_in, 1),
        "platforms": list(configuration.platforms or DESKTOP),
        "default_layer_control": AUTO,
        "override_settings": False,
        "override_settings_path": "",
        "selected_layer_name": "",
    }


def _kept(entry: LayerEntry) -> dict[str, Any]:
    return dict(members(dict(entry.extra).get(EXTRA)))


def _written_settings(entry: LayerEntry, raw: list[Any], variables: PathVariables) -> Iterator[Any]:
    left = set(map(text, items(dict(entry.extra).get(LEFT))))
    chosen = {setting.key: setting for setting in entry.settings}
    seen: set[str] = set()
    for one in raw:
        key = text(members(one).get("key"))
        if key in seen:  # the first one is used for all
            yield one
        elif key in chosen:
            yield _changed(one, chosen[key], variables)
        elif key in left or not key:
            yield one
        seen.add(key)
    for setting in entry.settings:
        if setting.key not in seen:
            yield _changed({"key": setting.key}, setting, variables)


def _changed(
    raw: dict[str, Any], setting: SettingValue, variables: PathVariables
) -> dict[str, Any]:
    kind = parse_type(raw.get("type"))
    if kind is setting.type and parse_value(kind, raw.get("value")) == setting.value:
        return raw
    token = raw["type"] if kind is setting.type else setting.type.value
    value = setting.value
    if setting.type in PATH_TYPES and isinstance(value, str):
        value = variables.without_typed(value)
    return {**raw, "type": token, "value": render_value(value)}


def _left_out(configuration: Configuration) -> Iterator[str]:
    """A sentence for each part that VkConfig stores elsewhere, or not at all."""
    parts = {
        "drivers": (*configuration.drivers, *configuration.added_drivers),
        "added folders and manifests": (*configuration.sources, *configuration.implicit_sources),
        "variables": configuration.environment,
        "the program to launch": configuration.target.program,
        "the programs it is for": configuration.programs,
        "the loader's log": configuration.loader_log,
        "physical devices": configuration.devices.mode is not DeviceMode.AUTO,
    }
    for name, value in parts.items():
        if value:
            yield f"A configuration of VkConfig cannot hold {name}; that is left out."
