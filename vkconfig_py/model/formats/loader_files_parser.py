"""Override manifests and loader settings files of any writer, parsed as configurations.

Override manifests (VK_LAYER_LUNARG_override, as VkConfig 2 and others write it) as ours.

The engine's own parser reads them, so what it gives is what the loader sees.

Loader settings files (vk_loader_settings.json), as VkConfig 3 writes them, as ours.

Each section becomes a configuration: the one without programs for all, the others for theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from vkconfig_py.loader.base.records import Any
from vkconfig_py.loader.base.verdicts import Reason
from vkconfig_py.loader.files.scan import Document
from vkconfig_py.loader.manifests.layer import LayerManifest, parse_layer_file
from vkconfig_py.loader.manifests.reader import Dialect, Failure
from vkconfig_py.loader.profiles.profile import NEWEST
from vkconfig_py.loader.settings_file import LOG_WORDS
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    Configuration,
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
    LayerControl,
    LayerEntry,
    ProgramEntry,
    Variable,
    new_key,
)
from vkconfig_py.model.configuration.workspace import Source
from vkconfig_py.model.formats.foreign_files import (
    Declared,
    ForeignError,
    ForeignKind,
    JsonFile,
    Note,
    Opened,
    PathOfKeys,
    items,
    members,
    text,
    texts,
)
from vkconfig_py.model.formats.loader_settings_json import MARK
from vkconfig_py.model.formats.meta_layers import OWNER
from vkconfig_py.model.text.wording import join_words

_UUID_BYTES = 16
_WORD = 0xFFFFFFFF


def parse_device(raw: Any) -> DeviceEntry | None:
    """A device; None without a UUID. Names of members may stand in any case."""
    if not isinstance(raw, dict):
        return None
    found = {name.lower(): value for name, value in reversed(raw.items())}
    own = _uuid(found.get("deviceuuid"))
    if not own:
        return None
    version = found.get("driverversion", 0)
    # The loader reads a signed number; Vulkan's is unsigned.
    number = version if isinstance(version, int) and not isinstance(version, bool) else 0
    return DeviceEntry(
        name=text(found.get("devicename")),
        device_uuid=own,
        driver_uuid=_uuid(found.get("driveruuid")),
        driver_version=number & _WORD,
        driver_name=text(found.get("drivername")),
    )


def _uuid(value: Any) -> str:
    """32 hexadecimal digits, or "" if it is no UUID."""
    if not isinstance(value, list) or len(value) != _UUID_BYTES:
        return ""
    if not all(isinstance(x, int) and not isinstance(x, bool) and 0 <= x <= 255 for x in value):
        return ""
    return bytes(value).hex()


_POINTER_BITS = 64
_BESIDE = (
    "The override lets explicit layers be searched in its own folders alone; here they are "
    "searched beside the usual ones."
)


def open_override(path: str, content: bytes) -> Opened:
    """Read the overrides of a manifest, each as a configuration.

    Raises:
        ForeignError: the loader finds no override in it.
    """
    document = Document(content)
    file = parse_layer_file(path, document, True, Dialect.of(NEWEST, _POINTER_BITS))
    overrides = [x for x in file.entries if isinstance(x, LayerManifest) and x.is_override]
    failures = [x for x in file.entries if isinstance(x, Failure)]
    if not overrides:
        first = failures[0] if failures else None
        sentence = f"the loader does not read it: {_why(first)}" if first else "it has no override"
        raise ForeignError(sentence, first.line if first else 0)
    positions = document.positions(True)
    notes = [Note(f"The loader does not read this layer: {_why(x)}.", x.line) for x in failures]
    for layer in file.entries:
        if isinstance(layer, LayerManifest) and not layer.is_override:
            sentence = f"{layer.name} is no override and is left out."
            notes.append(Note(sentence, positions.line(*layer.place)))
    folders = dict.fromkeys(folder for one in overrides for folder in one.override_paths)
    for folder in [one for one in folders if not one.startswith("/")]:
        sentence = f"Where {folder} leads depends on each program's folder; it is not searched."
        notes.append(Note(sentence, positions.line(*overrides[0].place, "override_paths")))
        del folders[folder]
    if folders:
        notes.append(Note(_BESIDE, positions.line(*overrides[0].place, "override_paths")))
    return Opened(
        ForeignKind.OVERRIDE,
        tuple(_configurations(overrides)),
        tuple(Source(folder) for folder in folders),
        notes=tuple(notes),
    )


def _why(failure: Failure) -> str:
    missing = f"it has no “{failure.detail}”"
    return missing if failure.reason is Reason.MISSING_KEY else failure.detail


def program_title(title: str, programs: Sequence[str]) -> str:
    """A name that says for which programs something is."""
    names = dict.fromkeys(PurePath(program).name or program for program in programs)
    return f"{title} for {join_words(list(names))}" if names else title


def _configurations(overrides: Sequence[LayerManifest]) -> Iterator[Configuration]:
    served: set[str] = set()
    for override in overrides:
        # A program gets the first override that names it; ours repeat the keys of those before.
        programs = [key for key in dict.fromkeys(override.app_keys) if key not in served]
        served.update(programs)
        if override.app_keys and not programs:
            continue
        yield Configuration(
            key=new_key(),
            name=_name(override, programs),
            layers=tuple(_entries(override)),
            programs=tuple(ProgramEntry(program) for program in programs),
        )


def _name(override: LayerManifest, programs: Sequence[str]) -> str:
    mark = f"{OWNER}: "
    if override.description.startswith(mark):
        return override.description.removeprefix(mark)
    return program_title("Override", programs)


def _entries(override: LayerManifest) -> Iterator[LayerEntry]:
    blocked = dict.fromkeys(override.blacklisted_layers)
    for name in dict.fromkeys(override.component_layers):
        if name not in blocked:
            yield LayerEntry(name, LayerControl.ON, placed=True)
    for name in blocked:
        yield LayerEntry(name, LayerControl.OFF)


_CONTROLS = {"auto": LayerControl.AUTO, "on": LayerControl.ON, "off": LayerControl.OFF}
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
_LOG_PLACES = "“log_locations” has no effect on any loader and is left out."
_BOTH = "No loader reads “settings” beside “settings_array”; it is left out."
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
    reader.tell_unread(root)
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
    return Variable("VK_DRIVER_FILES" if exclusive else "VK_ADD_DRIVER_FILES", ":".join(paths))


def _title(section: dict[str, Any], programs: tuple[str, ...]) -> str:
    """What a section is called: ours say of which configuration they are."""
    owner, _, title = text(section.get(MARK)).partition(": ")
    return title if owner == OWNER and title else program_title("Loader settings", programs)


class _Reader:
    """Reads sections and notes what is left out."""

    def __init__(self, file: JsonFile, declared: Declared) -> None:
        self._file = file
        self._declared = declared
        self.notes: list[Note] = []
        self.sources: list[Source] = []
        self._served: set[str] = set()  # "" is every other program

    def tell_unread(self, root: dict[str, Any]) -> None:
        if "settings" in root and "settings_array" in root:
            self._note(_BOTH, "settings")

    def section(self, raw: Any, place: PathOfKeys) -> Configuration | None:
        section = members(raw)
        for name in section:
            if name not in _KNOWN and name != MARK:
                self._note(f"“{name}” is not known and is left out.", *place, name)
        if "log_locations" in section:
            self._note(_LOG_PLACES, *place, "log_locations")
        programs = self._programs(section, place)
        if programs is None:
            return None
        configuration = Configuration(
            key=new_key(),
            name=_title(section, programs),
            layers=tuple(self._layers(section, place)),
            environment=tuple(self._drivers(section, place)),
            loader_log=tuple(self._log(section, place)),
            programs=tuple(map(ProgramEntry, programs)),
            devices=self._devices(section, place),
        )
        says = (
            configuration.layers,
            configuration.environment,
            configuration.loader_log,
            configuration.devices.mode is DeviceMode.LISTED,
        )
        return configuration if any(says) else None

    def _programs(self, section: dict[str, Any], place: PathOfKeys) -> tuple[str, ...] | None:
        """Whom a section is for, () for all; None if sections before it leave nobody.

        A program gets the first section that names it, else the first that names none.
        """
        named = tuple(dict.fromkeys(texts(section.get("app_keys"))))
        left = [program for program in named or ("",) if program not in self._served]
        self._served.update(left)
        if not left:
            self._note("Sections before this one leave no program to it; it is left out.", *place)
            return None
        gone = [program for program in named if program not in left]
        if gone:
            sentence = f"{join_words(gone)} {'has' if len(gone) == 1 else 'have'} a section before"
            self._note(f"{sentence} this one, which counts.", *place, "app_keys")
        return tuple(left) if named else ()

    def _log(self, section: dict[str, Any], place: PathOfKeys) -> Iterator[str]:
        for word in texts(section.get("stderr_log")):
            if word in LOG_WORDS:
                yield word
            else:
                sentence = f"“{word}” is no word of the loader's log and is left out."
                self._note(sentence, *place, "stderr_log")

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
            yield LayerEntry(UNLISTED, LayerControl.OFF)

    def _layer(self, raw: dict[str, Any], place: PathOfKeys) -> LayerEntry | None:
        control, name, path = (text(raw.get(key)) for key in ("control", "name", "path"))
        if control == _UNORDERED:
            return LayerEntry(UNLISTED, placed=True)
        if not (control and name and path):
            return None
        known = _CONTROLS.get(control)
        if known is None:
            self._note(f"{name}: “{control}” is no control; Auto counts.", *place, "control")
        wanted = known or LayerControl.AUTO
        implicit = raw.get("treat_as_implicit_manifest") is True
        copy = "" if wanted is LayerControl.OFF else self._copy(name, path, implicit, place)
        return LayerEntry(name, wanted, placed=True, manifest=path, copy=copy)

    def _copy(self, name: str, path: str, implicit: bool, place: PathOfKeys) -> str:
        """How to choose the copy at a path; one in no searched folder becomes a source."""
        copies = [layer.manifest for layer in self._declared() if layer.name == name]
        if path not in copies and not path.startswith("/"):
            sentence = f"{name}: where {path} leads depends on each program's folder;"
            self._note(f"{sentence} it is not searched.", *place, "path")
            return ""
        if path not in copies:
            self.sources.append(Source(path, implicit))
        return "" if copies[:1] == [path] else path

    def _drivers(self, section: dict[str, Any], place: PathOfKeys) -> Iterator[Variable]:
        # The loader puts each of them before those it has, so the last one comes first.
        paths = tuple(self._driver_paths(section, place))[::-1]
        if paths:
            exclusive = section.get("additional_drivers_use_exclusively") is True
            variable = driver_variable(paths, exclusive=exclusive)
            sentence = f"Its drivers are in the variable {variable.name}, which only a launch sets."
            self._note(sentence, *place, "additional_drivers")
            yield variable

    def _driver_paths(self, section: dict[str, Any], place: PathOfKeys) -> Iterator[str]:
        for index, raw in enumerate(items(section.get("additional_drivers"))):
            path = text(members(raw).get("path"))
            where = (*place, "additional_drivers", index)
            if not path:
                self._note("A driver without path was left out.", *where)
            elif ":" in path:
                self._note(f"A variable cannot name {path}, for its colon; it is left out.", *where)
            else:
                yield path

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
