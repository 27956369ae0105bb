"""Loader settings files (vk_loader_settings.json), as VkConfig 3 writes them, as ours.

Each section becomes a configuration: the one without programs for all, the others for theirs.
"""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.loader.records import Any
from vkconfig_py.model.configuration import (
    UNLISTED,
    Configuration,
    DeviceChoice,
    DeviceMode,
    LayerEntry,
    ProgramEntry,
    Variable,
    Wish,
    new_key,
)
from vkconfig_py.model.foreign.device_entries import parse_device
from vkconfig_py.model.foreign.json_text import (
    ForeignError,
    JsonFile,
    PathOfKeys,
    items,
    members,
    text,
    texts,
)
from vkconfig_py.model.foreign.override_manifest import program_title
from vkconfig_py.model.foreign.values import Declared, ForeignKind, Note, Opened
from vkconfig_py.model.workspace import Source

_WISHES = {"auto": Wish.AUTO, "on": Wish.ON, "off": Wish.OFF}
_UNORDERED = "unordered_layer_location"
_KNOWN = frozenset(
    (
        "app_keys",
        "layers",
        "stderr_log",
        "log_locations",
        "additional_drivers",
        "additional_drivers_use_exclusively",
        "device_configurations",
    )
)
_EMPTY = "An empty list of layers hides every layer from older loaders; so it is taken here."


def open_loader_settings(file: JsonFile, declared: Declared) -> Opened:
    """Read the sections of a loader settings file.

    Raises:
        ForeignError: there is none.
    """
    root = file.root
    sections: list[tuple[PathOfKeys, Any]] = [
        (("settings_array", index), section)
        for index, section in enumerate(items(root.get("settings_array")))
    ]
    if "settings_array" not in root and "settings" in root:
        sections = [(("settings",), root["settings"])]
    if not sections:
        raise ForeignError('neither "settings" nor "settings_array" holds anything', 1)
    reader = _Reader(file, declared)
    found = [
        configuration
        for place, section in sections
        if (configuration := reader.section(section, place)) is not None
    ]
    if not found:
        raise ForeignError("its sections say nothing", 1)
    return Opened(
        ForeignKind.LOADER_SETTINGS,
        tuple(found),
        tuple(dict.fromkeys(reader.sources)),
        notes=tuple(reader.notes),
    )


def driver_variable(paths: tuple[str, ...], *, exclusive: bool) -> Variable:
    """Return the variable by which programs get drivers of a file."""
    return Variable("VK_DRIVER_FILES" if exclusive else "VK_ADD_DRIVER_FILES", ":".join(paths))


class _Reader:
    """Reads sections and notes what is left out."""

    def __init__(self, file: JsonFile, declared: Declared) -> None:
        self._file = file
        self._declared = declared
        self.notes: list[Note] = []
        self.sources: list[Source] = []

    def section(self, raw: Any, place: PathOfKeys) -> Configuration | None:
        """Return what a section says; None if that is nothing."""
        section = members(raw)
        for name in section:
            if name not in _KNOWN:
                self._note(f"“{name}” is not known and is left out.", *place, name)
        programs = texts(section.get("app_keys"))
        configuration = Configuration(
            key=new_key(),
            name=program_title("Loader settings", programs),
            layers=tuple(self._layers(section, place)),
            environment=tuple(self._drivers(section, place)),
            loader_log=texts(section.get("stderr_log")),
            programs=tuple(ProgramEntry(program) for program in dict.fromkeys(programs)),
            devices=self._devices(section, place),
        )
        says = (
            configuration.layers,
            configuration.environment,
            configuration.loader_log,
            configuration.devices.mode is DeviceMode.LISTED,
        )
        return configuration if any(says) else None

    def _layers(self, section: dict[str, Any], place: PathOfKeys) -> Iterator[LayerEntry]:
        if "layers" not in section:
            return
        names: set[str] = set()
        for index, raw in enumerate(items(section["layers"])):
            where = (*place, "layers", index)
            entry = self._layer(members(raw), where)
            if entry is None:
                sentence = "A layer without name, path or control was left out; the loader reads"
                self._note(f"{sentence} none of this list because of it.", *where)
            elif entry.name in names:
                self._note(f"{entry.name} is listed twice; the first place counts.", *where)
            else:
                names.add(entry.name)
                yield entry
        if not items(section["layers"]):
            self._note(_EMPTY, *place, "layers")
        if UNLISTED not in names:
            yield LayerEntry(UNLISTED, Wish.OFF)

    def _layer(self, raw: dict[str, Any], place: PathOfKeys) -> LayerEntry | None:
        control, name, path = (text(raw.get(key)) for key in ("control", "name", "path"))
        if control == _UNORDERED:
            return LayerEntry(UNLISTED, placed=True)
        if not (control and name and path):
            return None
        wish = _WISHES.get(control)
        if wish is None:
            self._note(f"{name}: “{control}” is no control; Auto counts.", *place, "control")
        wish = wish or Wish.AUTO
        implicit = raw.get("treat_as_implicit_manifest") is True
        copy = "" if wish is Wish.OFF else self._copy(name, path, implicit)
        return LayerEntry(name, wish, placed=True, manifest=path, copy=copy)

    def _copy(self, name: str, path: str, implicit: bool) -> str:
        """Return how to choose the copy at a path; one in no searched folder becomes a source."""
        copies = [layer.manifest for layer in self._declared() if layer.name == name]
        if path not in copies:
            self.sources.append(Source(path, implicit))
        return "" if copies[:1] == [path] else path

    def _drivers(self, section: dict[str, Any], place: PathOfKeys) -> Iterator[Variable]:
        named = items(section.get("additional_drivers"))
        paths = tuple(path for raw in named if (path := text(members(raw).get("path"))))
        if paths:
            exclusive = section.get("additional_drivers_use_exclusively") is True
            variable = driver_variable(paths, exclusive=exclusive)
            sentence = f"Its drivers are in the variable {variable.name}, which only a launch sets."
            self._note(sentence, *place, "additional_drivers")
            yield variable

    def _devices(self, section: dict[str, Any], place: PathOfKeys) -> DeviceChoice:
        raw = section.get("device_configurations")
        if not isinstance(raw, list):
            return DeviceChoice()
        found = [parse_device(one) for one in raw]
        for index, device in enumerate(found):
            if device is None:
                where = (*place, "device_configurations", index)
                self._note("A device without UUID was left out.", *where)
        return DeviceChoice(DeviceMode.LISTED, tuple(x for x in found if x is not None))

    def _note(self, sentence: str, *place: str | int) -> None:
        self.notes.append(Note(sentence, self._file.line(*place)))
