"""VkConfig's configuration files (format 3, and 2.1 and newer) as configurations of ours.

What has no place here is kept beside what has one, member by member, so that vkconfig_writing can
give the file back with only that changed which was changed. A document of format 2.0 named its
only member after itself and is refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.loader.records import Any, NamedTuple
from vkconfig_py.model.documents.configuration import (
    NEWEST,
    UNLISTED,
    Configuration,
    LayerEntry,
    SettingValue,
    new_key,
)
from vkconfig_py.model.foreign.json_text import (
    ForeignError,
    JsonFile,
    PathOfKeys,
    items,
    members,
    text,
)
from vkconfig_py.model.foreign.setting_values import parse_type, parse_value
from vkconfig_py.model.foreign.values import Declared, ForeignKind, Note, Opened, find_declared
from vkconfig_py.model.foreign.vkconfig_words import (
    AUTO,
    EXTRA,
    LATEST,
    LEFT,
    ORDER,
    default_control,
    is_unordered,
    meaning,
    parse_control,
    parse_platforms,
    unlisted_wish,
)
from vkconfig_py.model.settings.declared import DeclaredLayer
from vkconfig_py.model.settings.path_variables import PathVariables
from vkconfig_py.model.settings.values import is_default

_OLDEST = (2, 1)
_LAYERS: PathOfKeys = ("configuration", "layers")
_UNNAMED = "Imported"


def open_vkconfig(file: JsonFile, variables: PathVariables, declared: Declared) -> Opened:
    """Read a configuration of VkConfig.

    Raises:
        ForeignError: it is none that can be read.
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
    """Return the settings file that is used in place of the layers' settings, or ""."""
    if body.get("override_settings") is not True:
        return ""
    return variables.expand(text(body.get("override_settings_path")))


def unordered_control(layers: list[Any]) -> str | None:
    """Return the control of the pseudo layer, None if it is not listed."""
    for layer in layers:
        if isinstance(layer, dict) and is_unordered(layer):
            return parse_control(layer) or AUTO
    return None


class Copy(NamedTuple):
    """Which of several copies of a layer a file wants.

    Attributes:
        manifest: where it was last, or "".
        missing: version that is wanted and not here, or "".
    """

    copy: str
    manifest: str
    missing: str = ""


def copy_of(raw: dict[str, Any], variables: PathVariables, declared: Declared) -> Copy:
    """Return which copy of a layer is wanted: the newest, or one of an exact version."""
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


class _Reader:
    """Reads the layers of one file and notes what is left out."""

    def __init__(
        self,
        file: JsonFile,
        body: dict[str, Any],
        variables: PathVariables,
        declared: Declared,
    ) -> None:
        self._file = file
        self._layers = items(body.get("layers"))
        self._variables = variables
        self._declared = declared
        default = default_control(body)
        self._unlisted = unlisted_wish(default, unordered_control(self._layers))
        self._default = default
        self.notes: list[Note] = []

    def layers(self) -> Iterator[LayerEntry]:
        """Yield an entry for each layer, and one for all others where they are meant."""
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
        wish, placed = meaning(control or AUTO, self._unlisted)
        chosen = copy_of(raw, self._variables, self._declared)
        if chosen.missing:
            sentence = f"{name}: version {chosen.missing} is not here; the newest copy is used."
            self._note(sentence, *place, "version")
        known = find_declared(self._declared, name, chosen.copy)
        settings, left = self._settings(name, raw, known, place)
        return LayerEntry(
            name=name,
            wish=wish,
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
        """Return the chosen values, and the keys of the others: defaults, and what is odd."""
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

    def _note(self, sentence: str, *place: str | int) -> None:
        self.notes.append(Note(sentence, self._file.line(*place)))


def _is_default(value: SettingValue, known: DeclaredLayer | None) -> bool:
    declared = known.setting(value.key) if known is not None else None
    return declared is not None and is_default(declared, value.value)


def _version(value: Any) -> tuple[int, ...]:
    parts = text(value).split(".")
    return tuple(int(part) for part in parts if part.isdecimal() and part.isascii())[:3]
