"""VkConfig's configuration files, parsed from every format since 2.0 and rendered as format 3.

VkConfig does not pass a "discard" layer to the loader: it is treated like an unlisted layer. The
pseudo layer with the member "builtin" represents unlisted layers, the default control those that
VkConfig finds later. A setting without a type takes that of the installed layer, else that of the
layers that SDKs shipped (known_layers.py), else its text goes to the layer as it stands.

Members without an equivalent are kept for export. On rendering, an original member that would still
be parsed to the configuration's value is written unchanged, including spelling and rank; only
changed values are rewritten.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.model.configuration.configuration import (
    NEWEST_COPY,
    PATH_TYPES,
    UNLISTED,
    Configuration,
    LayerControl,
    LayerEntry,
    SettingValue,
    make_key,
)
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.formats.foreign_files import (
    FileReader,
    ForeignKind,
    ImportNote,
    JsonFile,
    OpenedFile,
    ReadDeclaredLayers,
    RenderedFile,
    find_declared,
    get_items,
    get_members,
    get_text,
    get_texts,
)
from vkconfig_py.model.formats.vkconfig_document import (
    RawLayer,
    VkConfigDocument,
    VkconfigSettingReader,
    parse_type,
    parse_value,
    read_document,
    render_value,
)
from vkconfig_py.model.layer_settings.setting_names import (
    get_platform_token,
    render_other_platforms,
)
from vkconfig_py.model.layer_settings.setting_paths import PathVariables, expand_path

# Members of our documents that keep what only VkConfig's file has: the original members of an
# object, the keys of settings not imported as user values, and the order of the layers.
EXTRA_KEY, LEFT_OUT_KEY, ORDER_KEY = "vkconfig", "vkconfig_left", "vkconfig_order"
FORMAT = "3.5.0"
UNORDERED = "unordered_layer_location"
UNORDERED_NAME = "Vulkan Layers Located by the Vulkan Application"
LATEST_VERSION = "latest"
DESKTOP_PLATFORMS = ("WINDOWS_X86", "WINDOWS_ARM", "LINUX", "MACOS")
AUTO, ON, OFF, DISCARD = "auto", "on", "off", "discard"
CONTROLS = (AUTO, ON, OFF, DISCARD)
TOKEN_BY_LAYER_CONTROL = {LayerControl.AUTO: AUTO, LayerControl.ON: ON, LayerControl.OFF: OFF}
_CONTROL_BY_TOKEN = {AUTO: LayerControl.AUTO, ON: LayerControl.ON, OFF: LayerControl.OFF}
# VkConfig 2 spoke of states.
_TOKEN_BY_OLD_STATE = {"APPLICATION_CONTROLLED": AUTO, "OVERRIDDEN": ON, "EXCLUDED": OFF}
_PLATFORMS_BY_OLD_NAME = {"WINDOWS": ("WINDOWS_X86", "WINDOWS_ARM")}


def parse_control(layer: dict[str, Any]) -> str:
    """Return the control of a layer in a VkConfig file: auto, on, off …, "" if unknown."""
    if "control" not in layer and "state" in layer:
        return _TOKEN_BY_OLD_STATE.get(get_text(layer["state"]).upper(), "")
    if "control" not in layer:
        return AUTO
    control = get_text(layer["control"]).lower()
    return control if control in CONTROLS else ""


def is_unordered_entry(layer: dict[str, Any]) -> bool:
    """Return whether an entry of a VkConfig file stands for all layers not listed."""
    # Early files of format 3.0 had it as a control.
    return UNORDERED in (
        get_text(layer.get("builtin")).lower(),
        get_text(layer.get("control")).lower(),
    )


def find_unlisted_control(default: str, unordered: str | None) -> LayerControl:
    """Return what a VkConfig file says for layers that it does not list.

    `default`: of the file. `unordered`: of the entry for these layers, None without one.
    """
    # VkConfig then omits the marker, and the loader ignores every layer that is not listed.
    if unordered in (DISCARD, OFF):
        return LayerControl.OFF
    if default == ON:
        return LayerControl.ON
    if default == OFF or (default == DISCARD and unordered is None):
        return LayerControl.OFF
    return LayerControl.AUTO


def translate_control(control: str, unlisted_control: LayerControl) -> tuple[LayerControl, bool]:
    """Return what a VkConfig control means, and whether the layer keeps its place."""
    # VkConfig writes nothing about such a layer, so it is an unlisted one.
    if control == DISCARD:
        return (
            LayerControl.OFF if unlisted_control is LayerControl.OFF else LayerControl.AUTO
        ), False
    return _CONTROL_BY_TOKEN.get(control, LayerControl.AUTO), True


def find_control(
    entry: LayerEntry, raw: dict[str, Any], unlisted_control: LayerControl, platform: Platform
) -> str:
    """Return the VkConfig control of a layer, the original one while it means the same.

    Args:
        entry: of the layer.
        raw: its original members, {} for a new layer.
        unlisted_control: control of layers that are not listed.
        platform: this one.
    """
    control = parse_control(raw) or AUTO
    local_control = AUTO if list_other_platforms(raw, platform) else control
    if raw and translate_control(local_control, unlisted_control) == (entry.control, entry.placed):
        return control
    return TOKEN_BY_LAYER_CONTROL[entry.control]


def list_other_platforms(raw: dict[str, Any], platform: Platform) -> str:
    """Return the platforms that a layer is for in words, "" if this one is among them."""
    return render_other_platforms(
        parse_platforms(raw.get("platforms")), get_platform_token(platform)
    )


def parse_platforms(value: Any) -> tuple[str, ...]:
    """Return platform tokens in capitals, with Windows split as in current files."""
    tokens: list[str] = []
    for token in get_texts(value):
        tokens += _PLATFORMS_BY_OLD_NAME.get(token.upper(), (token.upper(),))
    return tuple(dict.fromkeys(tokens))


def read_default_control(configuration: dict[str, Any]) -> str:
    """Return VkConfig's control for layers that are not listed, auto if none is given."""
    control = get_text(configuration.get("default_layer_control")).lower()
    return control if control in CONTROLS else AUTO


_UNNAMED_TEXT = tr("Imported")
# Early files of format 3.0 have another pseudo layer: what programs ask for loads in any case.
APPLICATION_ENTRY_NAME = "application_enabled_layers"
_LOG_KEY = "loader_message_types"
_PATHS_KEY = "layers_paths"
_NO_VERSION = tr("The file has no format version; it was recognized by its structure.")
_LAYERS_OFF = tr("The file turns its layers off (override_layers); they were imported as listed.")


def open_vkconfig(
    file: JsonFile, variables: PathVariables, read_declared_layers: ReadDeclaredLayers
) -> OpenedFile:
    """Read a configuration of VkConfig.

    Raises:
        ForeignError: the file is not a readable configuration.
    """
    document = read_document(file)
    body = document.body
    reader = _Reader(file, document, variables, read_declared_layers)
    layers = tuple(reader.read_layers())
    sources = tuple(dict.fromkeys(reader.read_sources(body.get(_PATHS_KEY))))
    order = [entry.name for entry in layers if entry.extra]
    configuration = Configuration(
        key=make_key(),
        name=get_text(body.get("name")) or _UNNAMED_TEXT,
        layers=layers,
        settings_file=read_settings_file(body, variables),
        platforms=parse_platforms(body.get("platforms")),
        loader_log=read_loader_log(body),
        extra=(
            (EXTRA_KEY, {**document.root, "configuration": body}),
            *(((ORDER_KEY, order),) if document.has_layers else ()),
        ),
    )
    return OpenedFile(
        ForeignKind.VKCONFIG,
        (configuration,),
        sources,
        notes=tuple(reader.notes),
        remarks=tuple(reader.remarks),
    )


def read_loader_log(body: dict[str, Any]) -> tuple[str, ...]:
    """Return the loader's log that VkConfig files of 3.0.0 turned on for themselves."""
    if body.get("override_loader") is not True:
        return ()
    return tuple(word.lower() for word in get_texts(body.get(_LOG_KEY)))


def read_settings_file(body: dict[str, Any], variables: PathVariables) -> str:
    """Return the settings file that a VkConfig configuration uses unchanged, "" for none."""
    if body.get("override_settings") is not True:
        return ""
    return variables.expand(get_text(body.get("override_settings_path")))


def find_unordered_control(layers: tuple[RawLayer, ...]) -> str | None:
    """Return the control of the entry for layers not listed, None without such an entry."""
    for layer in layers:
        if is_unordered_entry(layer.raw):
            return parse_control(layer.raw) or AUTO
    return None


class SelectedCopy(NamedTuple):
    """The copy of a layer that a file selects.

    Attributes:
        manifest: its last known path, or "".
        missing_path: selected version that is not installed, or "".
    """

    copy: str
    manifest: str
    missing_path: str = ""


def find_selected_copy(
    raw: dict[str, Any], variables: PathVariables, read_declared_layers: ReadDeclaredLayers
) -> SelectedCopy:
    """Return the copy of a layer that VkConfig selects: the newest, or an exact version."""
    manifest = variables.expand(get_text(raw.get("manifest")))
    version = get_text(raw.get("version")) or LATEST_VERSION
    if version.lower() == LATEST_VERSION:
        return SelectedCopy(NEWEST_COPY, manifest)
    if manifest:
        return SelectedCopy(manifest, manifest)
    name = get_text(raw.get("name"))
    copies = [
        layer
        for layer in read_declared_layers()
        if layer.name == name and layer.api_version == version
    ]
    if copies:
        return SelectedCopy(copies[0].manifest, copies[0].manifest)
    return SelectedCopy(NEWEST_COPY, "", version)


class _Reader(FileReader):
    """Reads the layers of one file, and notes what is omitted and what stands for what."""

    def __init__(
        self,
        file: JsonFile,
        document: VkConfigDocument,
        variables: PathVariables,
        read_declared_layers: ReadDeclaredLayers,
    ) -> None:
        super().__init__(file)
        self._layers = document.layers
        self._settings = VkconfigSettingReader(
            file, read_declared_layers, is_current=document.is_current
        )
        self._variables = variables
        self._read_declared_layers = read_declared_layers
        default = read_default_control(document.body)
        self._unlisted_control = find_unlisted_control(
            default, find_unordered_control(self._layers)
        )
        self._default_control = default
        self._settings.notes, self._settings.remarks = self.notes, self.remarks
        if not document.version:
            self.remarks.append(ImportNote(_NO_VERSION))
        if document.body.get("override_layers") is False and self._layers:
            self._add_note(_LAYERS_OFF, "configuration", "override_layers")

    def read_layers(self) -> Iterator[LayerEntry]:
        """Yield an entry for each layer, and one for all unlisted layers if the file has it."""
        names: set[str] = set()
        for layer in self._layers:
            unordered = is_unordered_entry(layer.raw)
            name = UNLISTED if unordered else layer.name
            if is_application_entry(layer.raw):
                sentence = tr(
                    "“{layer}” means the layers that programs request, which load in any case.",
                    layer=layer.name,
                )
                self._add_remark(sentence, *layer.position)
            elif not name:
                self._add_note(tr("A layer without a name was omitted."), *layer.position)
            elif name in names:
                self._add_note(
                    tr("{layer} is listed twice; only the first position is used.", layer=name),
                    *layer.position,
                )
            else:
                names.add(name)
                yield self._read_unlisted_layer(layer) if unordered else self._read_layer(layer)
        if UNLISTED not in names and self._default_control != AUTO:
            yield LayerEntry(UNLISTED, self._unlisted_control)

    def _read_unlisted_layer(self, layer: RawLayer) -> LayerEntry:
        """Return our entry for all layers that a VkConfig file does not list."""
        sentence = tr(
            "“{layer}” means every layer that is not listed.",
            layer=layer.name or UNORDERED_NAME,
        )
        self._add_remark(sentence, *layer.position)
        return LayerEntry(
            UNLISTED, self._unlisted_control, placed=True, extra=((EXTRA_KEY, layer.raw),)
        )

    def _read_layer(self, layer: RawLayer) -> LayerEntry:
        """Convert a layer of a VkConfig file to our entry, and note what is lost."""
        name, raw = layer.name, layer.raw
        control = parse_control(raw)
        if not control:
            sentence = tr("{layer}: unknown control; Auto is used.", layer=name)
            self._add_note(sentence, *layer.position, "control")
        other_platforms = list_other_platforms(raw, self._variables.platform)
        if other_platforms and control != AUTO:
            sentence = tr(
                "{layer} is only for {platforms}, so it is set to Auto on this machine.",
                layer=name,
                platforms=other_platforms,
            )
            self._add_note(sentence, *layer.position, "platforms")
            control = AUTO
        entry_control, is_placed = translate_control(control or AUTO, self._unlisted_control)
        selected_copy = find_selected_copy(raw, self._variables, self._read_declared_layers)
        if selected_copy.missing_path:
            sentence = tr(
                "{layer}: version {version} is not installed; the newest copy is used.",
                layer=name,
                version=selected_copy.missing_path,
            )
            self._add_note(sentence, *layer.position, "version")
        settings, omitted_keys = self._settings.read_settings(layer, selected_copy.copy)
        self._note_unknown_variables(layer, settings)
        return LayerEntry(
            name=name,
            control=entry_control,
            placed=is_placed,
            manifest=selected_copy.manifest,
            copy=selected_copy.copy,
            settings=settings,
            writes_settings=raw.get("override_settings") is not False,
            extra=(
                (EXTRA_KEY, dict(raw)),
                *(((LEFT_OUT_KEY, omitted_keys),) if omitted_keys else ()),
            ),
        )

    def _note_unknown_variables(self, layer: RawLayer, settings: tuple[SettingValue, ...]) -> None:
        """Note paths in settings whose variables are not known."""
        json_path_by_key = {setting.key: setting.position for setting in reversed(layer.settings)}
        for value in settings:
            if value.type in PATH_TYPES and isinstance(value.value, str):
                problem = expand_path(value.value, self._variables).problem
                if problem:
                    self._add_note(
                        f"{layer.name}: {value.key}: {problem}", *json_path_by_key[value.key]
                    )

    def read_sources(self, paths: Any) -> Iterator[CollectionSource]:
        """Yield the user's folders with explicit layers that files of 2.2.1 to 2.2.3 have."""
        for number, path in enumerate(get_texts(paths)):
            folder = self._variables.find_folder(path)
            if folder.problem:
                sentence = tr("Not searched for layers: {reason}", reason=folder.problem)
                self._add_note(sentence, "configuration", _PATHS_KEY, number)
            else:
                yield CollectionSource(folder.path.rstrip("/") or "/")


def is_application_entry(layer: dict[str, Any]) -> bool:
    """Return whether an entry of a VkConfig file stands for layers that programs request."""
    return APPLICATION_ENTRY_NAME in (
        get_text(layer.get("builtin")).lower(),
        get_text(layer.get("control")).lower(),
    )


# Control of unlisted layers, and of the pseudo layer.
_UNLISTED_CONTROLS = {
    LayerControl.AUTO: (AUTO, AUTO),
    LayerControl.ON: (ON, AUTO),
    LayerControl.OFF: (OFF, DISCARD),
}


def render_vkconfig(
    configuration: Configuration, variables: PathVariables, read_declared_layers: ReadDeclaredLayers
) -> RenderedFile:
    """Render a configuration as a file of VkConfig 3."""
    extra = dict(configuration.extra)
    kept_members = get_members(extra.get(EXTRA_KEY))
    root = {name: value for name, value in kept_members.items() if name != "configuration"}
    # VkConfig 3 reads files from 3.0.0 on.
    is_current = get_text(root.get("file_format_version")).startswith("3")
    if not is_current:
        root["file_format_version"] = FORMAT
    writer = _Writer(configuration, variables, read_declared_layers, is_current=is_current)
    body = writer.render_body(get_members(kept_members.get("configuration")), extra.get(ORDER_KEY))
    content = json.dumps({**root, "configuration": body}, indent=4) + "\n"
    notes = (*writer.notes, *map(ImportNote, _list_left_out(configuration)))
    return RenderedFile(content.encode("ascii"), notes)


class _Writer:
    """Writes one configuration and notes what the file cannot express."""

    def __init__(
        self,
        configuration: Configuration,
        variables: PathVariables,
        read_declared_layers: ReadDeclaredLayers,
        *,
        is_current: bool,
    ) -> None:
        self._is_current = is_current
        self._configuration = configuration
        self._variables = variables
        self._read_declared_layers = read_declared_layers
        self.notes: list[ImportNote] = []

    def render_body(self, kept_members: dict[str, Any], order: Any) -> dict[str, Any]:
        """Return the member "configuration" of a VkConfig file.

        `kept_members`: those that it had when it was imported. `order`: names of the layers then,
        None for a new configuration.
        """
        configuration = self._configuration
        body = (
            dict(kept_members)
            if kept_members and self._is_current
            else {**_make_body(configuration), **kept_members}
        )
        if get_text(body.get("name")) != configuration.name:
            body["name"] = configuration.name
        if parse_platforms(body.get("platforms")) != configuration.platforms:
            body["platforms"] = list(configuration.platforms or DESKTOP_PLATFORMS)
        if _LOG_KEY in body and read_loader_log(body) != configuration.loader_log:
            body["override_loader"] = bool(configuration.loader_log)
            body[_LOG_KEY] = list(configuration.loader_log)
        if read_settings_file(body, self._variables) != configuration.settings_file:
            body["override_settings"] = bool(configuration.settings_file)
            if configuration.settings_file:
                body["override_settings_path"] = self._variables.shorten(
                    configuration.settings_file
                )
        unordered = self._set_default_control(body)
        entries = [
            entry
            for entry in configuration.layers
            if entry.name != UNLISTED or unordered is not None
        ]
        layers = [
            self._render_unlisted_layer(entry, unordered)
            if entry.name == UNLISTED
            else self._render_layer(entry)
            for entry in entries
        ]
        if not layers and order is None and kept_members:
            return body
        if [entry.name for entry in entries] != order:
            for rank, (entry, layer) in enumerate(zip(entries, layers, strict=True)):
                # VkConfig ranks every layer after an ordering; was_explicitly_rank marks those that
                # were moved.
                layer |= {"rank": rank, "was_explicitly_rank": entry.placed}
        return {**body, "layers": layers}

    def _set_default_control(self, body: dict[str, Any]) -> str | None:
        """Set the control for layers that are not listed in `body`.

        Return the control of their entry, None if the file has no such entry.
        """
        entry = self._configuration.find_entry(UNLISTED)
        raw = _get_original_members(entry) if entry is not None else {}
        control = (parse_control(raw) or AUTO) if raw else None
        unlisted_control = self._configuration.unlisted_control
        is_unchanged = (
            find_unlisted_control(read_default_control(body), control) is unlisted_control
        )
        if not is_unchanged:
            body["default_layer_control"] = _UNLISTED_CONTROLS[unlisted_control][0]
        if entry is None or not (entry.placed or raw):
            return None
        return (
            control
            if is_unchanged and control is not None
            else _UNLISTED_CONTROLS[unlisted_control][1]
        )

    def _render_unlisted_layer(self, entry: LayerEntry, control: str | None) -> dict[str, Any]:
        """Return VkConfig's entry for layers that are not listed, with this control."""
        layer = _get_original_members(entry) or {
            "name": UNORDERED_NAME,
            "type": "Explicit",
            "builtin": UNORDERED,
            "control": control,
            "rank": -1,
            "version": LATEST_VERSION,
            "platforms": list(DESKTOP_PLATFORMS),
            "override_settings": True,
            "settings": [],
        }
        if (parse_control(layer) or AUTO) != control:
            layer["control"] = control
        return layer

    def _render_layer(self, entry: LayerEntry) -> dict[str, Any]:
        """Return VkConfig's members of a layer: the original ones, with what was changed."""
        raw = _get_original_members(entry)
        layer = raw if raw and self._is_current else {**self._render_new_layer(entry), **raw}
        if not self._is_current:
            layer.pop("state", None)
        control = find_control(
            entry, raw, self._configuration.unlisted_control, self._variables.platform
        )
        if (parse_control(layer) or AUTO) != control or "control" not in layer:
            is_default_control = control == AUTO and not {"control", "state"} & layer.keys()
            if not is_default_control:
                layer["control"] = control
        platform = self._variables.platform
        control_elsewhere, _ = translate_control(AUTO, self._configuration.unlisted_control)
        if entry.control is not control_elsewhere and list_other_platforms(layer, platform):
            # Set on this machine: VkConfig ignores the control of a layer for other platforms.
            layer["platforms"] = [*layer["platforms"], get_platform_token(platform)]
        self._set_copy(entry, layer)
        if (layer.get("override_settings") is not False) != entry.writes_settings:
            layer["override_settings"] = entry.writes_settings
        raws = get_items(layer.get("settings"))
        settings = list(
            _list_written_settings(entry, raws, self._variables, is_current=self._is_current)
        )
        if settings or "settings" in layer:
            layer["settings"] = settings
        return layer

    def _render_new_layer(self, entry: LayerEntry) -> dict[str, Any]:
        """Return VkConfig's members of a layer that was not imported."""
        declared_layer = find_declared(self._read_declared_layers, entry.name, entry.copy)
        return {
            "name": entry.name,
            "type": "Implicit" if "/implicit_layer.d/" in entry.manifest else "Explicit",
            "control": AUTO,
            "rank": -1,
            "was_explicitly_rank": False,
            "version": LATEST_VERSION,
            "platforms": list(
                (declared_layer.platforms if declared_layer else ()) or DESKTOP_PLATFORMS
            ),
            "override_settings": True,
            "settings": [],
        }

    def _set_copy(self, entry: LayerEntry, layer: dict[str, Any]) -> None:
        """Set version and manifest of a layer to the chosen copy, or note that it is missing."""
        copy = entry.copy or NEWEST_COPY
        if find_selected_copy(layer, self._variables, self._read_declared_layers).copy == copy:
            return
        layer["version"] = LATEST_VERSION
        if copy == NEWEST_COPY:
            return
        declared_layer = find_declared(self._read_declared_layers, entry.name, copy)
        if (
            declared_layer is not None
            and declared_layer.manifest == copy
            and declared_layer.api_version
        ):
            layer["version"] = declared_layer.api_version
            layer["manifest"] = self._variables.shorten(copy)
        else:
            sentence = tr(
                "{layer}: no usable manifest at {path}, so the newest copy is requested.",
                layer=entry.name,
                path=copy,
            )
            self.notes.append(ImportNote(sentence))


def _make_body(configuration: Configuration) -> dict[str, Any]:
    """Return VkConfig's members of a new configuration, without its layers."""
    return {
        "name": configuration.name,
        "version": max(configuration.built_in, 1),
        "platforms": list(configuration.platforms or DESKTOP_PLATFORMS),
        "default_layer_control": AUTO,
        "override_settings": False,
        "override_settings_path": "",
        "selected_layer_name": "",
    }


def _get_original_members(entry: LayerEntry) -> dict[str, Any]:
    """Return VkConfig's members of a layer as it was imported, {} for a new layer."""
    return dict(get_members(dict(entry.extra).get(EXTRA_KEY)))


def _list_written_settings(
    entry: LayerEntry, raw: list[Any], variables: PathVariables, *, is_current: bool
) -> Iterator[Any]:
    """Yield settings: the original ones, changed or removed, then new ones.

    Args:
        entry: with the chosen values.
        raw: the original settings.
        variables: of paths.
        is_current: the file is of format 3.
    """
    omitted_keys = set(map(get_text, get_items(dict(entry.extra).get(LEFT_OUT_KEY))))
    chosen_settings = {setting.key: setting for setting in entry.settings}
    seen_keys: set[str] = set()
    for raw_setting in raw:
        key = get_text(get_members(raw_setting).get("key"))
        is_kept = is_current or _is_readable_setting(get_members(raw_setting))
        if key in chosen_settings and key not in seen_keys:
            yield _make_changed_setting(
                raw_setting, chosen_settings[key], variables, is_current=is_current
            )
        elif is_kept and (
            key in seen_keys or key in omitted_keys or not key
        ):  # of several the first counts
            yield raw_setting
        seen_keys.add(key)
    for setting in entry.settings:
        if setting.key not in seen_keys:
            yield _make_changed_setting(
                {"key": setting.key}, setting, variables, is_current=is_current
            )


def _is_readable_setting(setting: dict[str, Any]) -> bool:
    """Return whether VkConfig 3 reads a setting of an older file."""
    kind = parse_type(setting.get("type"))
    return kind is not None and parse_value(kind, setting.get("value")) is not None


def _make_changed_setting(
    raw: dict[str, Any], setting: SettingValue, variables: PathVariables, *, is_current: bool
) -> dict[str, Any]:
    """Return VkConfig's members of a setting with the chosen value, `raw` if equal."""
    kind, value = parse_type(raw.get("type")), setting.value
    if setting.type in PATH_TYPES and isinstance(value, str):
        value = PathVariables(variables.typed_pairs).expand(value)  # the others VkConfig knows
    # A file of an older version may hold variables that version 3 does not know.
    expected = setting.value if is_current else value
    if kind is setting.type and parse_value(kind, raw.get("value")) == expected:
        return raw
    token = raw["type"] if kind is setting.type else setting.type.value
    return {**raw, "type": token, "value": render_value(value)}


def _list_left_out(configuration: Configuration) -> Iterator[str]:
    """Yield a sentence for each part that VkConfig stores elsewhere, or not at all."""
    parts = configuration
    if parts.drivers or parts.added_drivers:
        yield tr("VkConfig configurations cannot store drivers; they were omitted.")
    if parts.sources or parts.implicit_sources:
        yield tr(
            "VkConfig configurations cannot store added folders and manifests; they were omitted."
        )
    if parts.environment:
        yield tr("VkConfig configurations cannot store variables; they were omitted.")
    if parts.target.program:
        yield tr("VkConfig configurations cannot store the program to launch; it was omitted.")
    if parts.programs:
        yield tr(
            "VkConfig configurations cannot store the programs they apply to; these were omitted."
        )
    if parts.loader_log:
        yield tr("VkConfig configurations cannot store the loader log setting; it was omitted.")
    if parts.devices.is_choosing:
        yield tr("VkConfig configurations cannot store physical devices; they were omitted.")
