"""Configurations as VkConfig's files: what came from one goes back as it came.

Each member is compared with what it would be read as. Where that is still what the configuration
says, it stays as it was, spelling and rank included; only what was changed is written anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from vkconfig_py.loader.base.records import Any
from vkconfig_py.model.configuration.configuration import (
    NEWEST,
    PATH_TYPES,
    UNLISTED,
    Configuration,
    DeviceMode,
    LayerControl,
    LayerEntry,
    SettingValue,
)
from vkconfig_py.model.formats.foreign_files import (
    Declared,
    Note,
    Rendered,
    find_declared,
    items,
    members,
    text,
)
from vkconfig_py.model.formats.vkconfig_configuration import (
    AUTO,
    DESKTOP,
    DISCARD,
    EXTRA,
    FORMAT,
    LATEST,
    LEFT,
    OFF,
    ON,
    ORDER,
    UNORDERED,
    UNORDERED_NAME,
    control_of,
    copy_of,
    default_control,
    parse_control,
    parse_platforms,
    parse_type,
    parse_value,
    render_value,
    settings_file_of,
    unlisted_control,
)
from vkconfig_py.model.layer_settings.setting_paths import PathVariables

# What layers that are not listed get, and the control of the pseudo layer.
_UNLISTED = {
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
    if not text(root.get("file_format_version")).startswith("3"):
        root["file_format_version"] = FORMAT
    writer = _Writer(configuration, variables, declared)
    body = writer.body(members(kept.get("configuration")), extra.get(ORDER))
    content = json.dumps({**root, "configuration": body}, indent=4) + "\n"
    notes = (*writer.notes, *map(Note, _left_out(configuration)))
    return Rendered(content.encode("ascii"), notes)


class _Writer:
    """Writes one configuration and notes what its file cannot hold."""

    def __init__(
        self, configuration: Configuration, variables: PathVariables, declared: Declared
    ) -> None:
        self._configuration = configuration
        self._variables = variables
        self._declared = declared
        self.notes: list[Note] = []

    def body(self, kept: dict[str, Any], order: Any) -> dict[str, Any]:
        """The member "configuration", in which `kept` is changed where it has to be."""
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
                layer |= {"rank": rank, "was_explicitly_rank": entry.placed}
        return {**body, "layers": layers}

    def _unordered(self, body: dict[str, Any]) -> str | None:
        """Set the default control; return the pseudo layer's, None if it is not to be listed."""
        entry = self._configuration.entry(UNLISTED)
        raw = _kept(entry) if entry is not None else {}
        control = (parse_control(raw) or AUTO) if raw else None
        wanted = self._configuration.unlisted
        same = unlisted_control(default_control(body), control) is wanted
        if not same:
            body["default_layer_control"] = _UNLISTED[wanted][0]
        if entry is None or not (entry.placed or raw):
            return None
        return control if same and control is not None else _UNLISTED[wanted][1]

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
        settings = list(_settings(entry, items(layer.get("settings")), self._variables))
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


def _settings(entry: LayerEntry, raw: list[Any], variables: PathVariables) -> Iterator[Any]:
    left = set(map(text, items(dict(entry.extra).get(LEFT))))
    chosen = {setting.key: setting for setting in entry.settings}
    seen: set[str] = set()
    for one in raw:
        key = text(members(one).get("key"))
        if key in seen:  # the first counts for everybody
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
    """A sentence for each part that VkConfig keeps elsewhere, or not at all."""
    parts = {
        "drivers": configuration.drivers,
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
