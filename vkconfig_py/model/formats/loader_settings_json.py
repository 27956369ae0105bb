"""vk_loader_settings.json rendered and parsed (LoaderInterfaceArchitecture, Loader Settings File).

Each of vkconfig-py's own sections has a member that loaders ignore and that identifies it, so that
our sections can be found in a foreign file.

When a file of any program, such as VkConfig 3, is opened, each section becomes a configuration: the
one without programs for all programs, the others for theirs.
"""

# Long: one format, rendered and parsed; sentences take a tenth of it.
from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

from vkconfig_py.language.sentences import counted, join_words, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import REMOVED
from vkconfig_py.loader.files.own_files import parse_strict
from vkconfig_py.loader.json.text_edits import edit_document
from vkconfig_py.loader.settings_file import LOG_LEVELS
from vkconfig_py.model.configuration.configuration import (
    UNLISTED,
    AddedDriver,
    Configuration,
    DeviceChoice,
    DeviceEntry,
    DeviceMode,
    LayerControl,
    LayerEntry,
    ProgramEntry,
    Variable,
    make_key,
)
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.formats.foreign_files import (
    FileReader,
    ForeignError,
    ForeignKind,
    JsonFile,
    KeyPath,
    OpenedFile,
    ReadDeclaredLayers,
    get_items,
    get_members,
    get_text,
    get_texts,
)
from vkconfig_py.model.formats.meta_layer_manifests import (
    OWNER_NAME,
    clean_description,
    encode_text,
    make_program_title,
)

FILE_NAME = "vk_loader_settings.json"
# Any text is valid, but loaders ignore a file without this member.
FORMAT_VERSION = "1.0.0"
# Our own member, unknown to loaders and VkConfig.
OWNER_KEY = "written_by"
_SETTINGS_KEY = "settings"
_SETTINGS_ARRAY_KEY = "settings_array"
_APP_KEYS_KEY = "app_keys"
_FORMAT_VERSION_KEY = "file_format_version"
# A character beyond U+FFFF is written as two escapes; a lone one is not a character.
_UUID_PATTERN = re.compile("[0-9A-Fa-f]{32}")
_SURROGATE_PAIR_PATTERN = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
_LONE_SURROGATE_PATTERN = re.compile(r"\\u[dD][89a-fA-F]")


class SectionControl(StrEnum):
    """Control of a layer in a section."""

    AUTO = "auto"
    ON = "on"
    OFF = "off"


class ListedLayer(NamedTuple):
    """One layer in a section.

    Attributes:
        is_implicit: the manifest is read as that of an implicit layer.
    """

    name: str
    path: str
    control: SectionControl
    is_implicit: bool = False


class UnorderedLayers(NamedTuple):
    """Place of all layers that are not listed; without such an entry they are not loaded."""


class SettingsSection(NamedTuple):
    """Settings for some programs, or for every program.

    Attributes:
        layers: None leaves the member out.
        app_keys: () leaves the member out: every program.
        drivers: manifests in order of use; `replaces_drivers`: no other drivers are used.
        devices: None leaves the member out; () means no device.
    """

    title: str
    layers: tuple[ListedLayer | UnorderedLayers, ...] | None = None
    app_keys: tuple[str, ...] = ()
    log_flags: tuple[str, ...] = ()
    drivers: tuple[str, ...] = ()
    replaces_drivers: bool = False
    devices: tuple[DeviceEntry, ...] | None = None


class OwnSections(NamedTuple):
    """Our own sections in a settings file.

    Attributes:
        positions: keys and indexes of our sections.
        is_whole_file: there are such sections, and no others.
    """

    positions: tuple[KeyPath, ...] = ()
    is_whole_file: bool = False

    @property
    def is_part(self) -> bool:
        """Whether the file has both our sections and those of others."""
        return bool(self.positions) and not self.is_whole_file


class MergedFile(NamedTuple):
    """A foreign file with our sections added, or why they cannot be added.

    Attributes:
        has_general_section: a foreign section is for every program.
        programs: programs that foreign sections name and ours do not.
    """

    content: bytes = b""
    refusal: str = ""
    has_general_section: bool = False
    programs: tuple[str, ...] = ()


def render_loader_settings(sections: Sequence[SettingsSection]) -> bytes:
    """Render vk_loader_settings.json with these sections."""
    rendered_sections = [_render_section(section) for section in sections]
    is_only_section = len(sections) == 1 and not sections[0].app_keys
    body = (
        {_SETTINGS_KEY: rendered_sections[0]}
        if is_only_section
        else {_SETTINGS_ARRAY_KEY: rendered_sections}
    )
    # "settings" is last: since 1.4.303 loaders read members after it as further sections.
    return _render_document({_FORMAT_VERSION_KEY: FORMAT_VERSION, **body})


def merge_loader_settings(sections: Sequence[SettingsSection], content: bytes) -> MergedFile:
    """Insert our sections before those in another program's file.

    What else is in the file is kept.
    """
    # The first section for a program is used, before 1.4.303 the last: so our programs are removed
    # from the other sections; several sections without programs do no harm.
    document = _parse_object(content)
    if isinstance(document, str):
        return MergedFile(refusal=document)
    file_sections = _list_sections(document)
    if file_sections is None:
        return MergedFile(refusal=tr("its sections are not objects"))
    if all(key.lower() != _FORMAT_VERSION_KEY for key in document):
        return MergedFile(refusal=tr("it has no format version, so loaders ignore it"))
    our_programs = {key for section in sections for key in section.app_keys}
    foreign_sections = [
        _remove_programs(section, our_programs)
        for section in file_sections
        if OWNER_KEY not in section
    ]
    array = _find_array_key(document)
    root = {key: value for key, value in document.items() if _is_kept(key, document)}
    root[array] = [*(_render_section(section) for section in sections), *foreign_sections]
    program_lists = [_read_app_keys(section) for section in foreign_sections]
    foreign_programs = (
        program
        for programs in program_lists
        for program in programs or ()
        if isinstance(program, str)
    )
    return MergedFile(
        _render_document(root), "", None in program_lists, tuple(dict.fromkeys(foreign_programs))
    )


def is_ours(content: bytes) -> bool:
    """Return whether all sections of a file are ours."""
    return find_ours(content).is_whole_file


def find_ours(content: bytes) -> OwnSections:
    """Return which sections of a file vkconfig-py wrote."""
    document = _parse_object(content)
    sections = None if isinstance(document, str) else _list_sections(document)
    if isinstance(document, str) or not sections:
        return OwnSections()
    array = _find_array_key(document)
    key_paths: list[KeyPath] = [(array, index) for index in range(len(sections))]
    if array not in document:
        key_paths = [(next(key for key in document if key.lower() == _SETTINGS_KEY),)]
    own_paths = [
        path for path, section in zip(key_paths, sections, strict=True) if OWNER_KEY in section
    ]
    return OwnSections(tuple(own_paths), len(own_paths) == len(sections))


def remove_own_sections(content: bytes) -> bytes:
    """Remove our sections from a foreign file and leave every other byte unchanged."""
    # Programs removed from foreign sections in favour of ours are not restored.
    for key_path in reversed(find_ours(content).positions):
        content = edit_document(content, key_path, REMOVED)
    return content


def convert_to_int32(version: int) -> int:
    """Return a driver version as the loader reads it: cJSON has signed 32-bit integers."""
    low_bits = version & 0xFFFFFFFF
    return low_bits - (1 << 32) if low_bits >= 1 << 31 else low_bits


def list_uuid_bytes(text: str) -> list[int]:
    """Return the 16 numbers of a UUID of 32 hex digits, [] for any other text."""
    return list(bytes.fromhex(text)) if _UUID_PATTERN.fullmatch(text) else []


def _render_section(section: SettingsSection) -> dict[str, Any]:
    """Return the JSON members of a section of the loader settings file."""
    members: dict[str, Any] = {OWNER_KEY: clean_description(f"{OWNER_NAME}: {section.title}")}
    if section.app_keys:
        members[_APP_KEYS_KEY] = list(section.app_keys)
    if section.layers is not None:
        # A malformed entry discards the whole list; before 1.3.268 it crashes.
        members["layers"] = [_render_layer(layer) for layer in section.layers]
    if section.log_flags:
        members["stderr_log"] = list(section.log_flags)
    if section.drivers:
        # The loader prepends each driver, so the last one comes first.
        members["additional_drivers"] = [{"path": path} for path in reversed(section.drivers)]
        if section.replaces_drivers:
            members["additional_drivers_use_exclusively"] = True
    if section.devices is not None:
        members["device_configurations"] = [_render_device(device) for device in section.devices]
    return members


def _render_layer(layer: ListedLayer | UnorderedLayers) -> dict[str, Any]:
    """Return the JSON members of a layer, or of the place of all others."""
    if isinstance(layer, UnorderedLayers):
        # The only entry that needs neither name nor path (settings.c, parse_layer).
        return {"control": "unordered_layer_location"}
    return {
        "name": layer.name,
        "path": layer.path,
        "control": layer.control.value,
        "treat_as_implicit_manifest": layer.is_implicit,
    }


def _render_device(device: DeviceEntry) -> dict[str, Any]:
    """Return the JSON members of a device: its name, UUIDs and driver version."""
    # Names are only for messages: a device is identified by its UUIDs and driver version.
    members: dict[str, Any] = {"deviceName": device.name}
    if device.driver_name:
        members["driverName"] = device.driver_name
    members["deviceUUID"] = list_uuid_bytes(device.device_uuid)
    if driver := list_uuid_bytes(device.driver_uuid):
        members["driverUUID"] = driver
    members["driverVersion"] = convert_to_int32(device.driver_version)
    return members


def _render_document(document: dict[str, Any]) -> bytes:
    text = json.dumps(document, indent=2, ensure_ascii=False)
    return encode_text(text + "\n")


def _is_kept(key: str, document: dict[str, Any]) -> bool:
    """Return whether a member stays when sections of ours are added to its document."""
    # Whether to keep a member; a single section moves into the array, which takes precedence
    return key.lower() != _SETTINGS_KEY or _find_array_key(document) in document


def _read_app_keys(section: dict[str, Any]) -> list[Any] | None:
    """Return the programs of a loader settings section, None if it is for every program."""
    programs = next((value for key, value in section.items() if key.lower() == _APP_KEYS_KEY), None)
    return programs if programs is None or isinstance(programs, list) else []


def _parse_object(content: bytes) -> dict[str, Any] | str:
    """Parse a loader settings file. Return a sentence if it cannot be changed safely."""
    # Loaders accept a byte order mark since 1.4.303; json.loads refuses it.
    text = content.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    if _LONE_SURROGATE_PATTERN.search(_SURROGATE_PAIR_PATTERN.sub("", text)):
        return tr("it contains an invalid Unicode character")
    try:
        document = parse_strict(text, _build_object)
    except (ValueError, RecursionError):
        return tr("it is not valid JSON, or has a duplicate member")
    return document if isinstance(document, dict) else tr("it is not a JSON object")


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a JSON object of its members.

    Raises:
        ValueError: two keys are equal but for their case.
    """
    # Build an object; which of two equal keys is used differs between parsers
    if len({key.lower() for key, _value in pairs}) != len(pairs):
        raise ValueError
    return dict(pairs)


def _find_array_key(document: dict[str, Any]) -> str:
    """Return the key of the array of sections in a loader settings file, as spelled there."""
    # Loaders ignore the case of member names (since 1.4.303).
    return next(
        (key for key in document if key.lower() == _SETTINGS_ARRAY_KEY), _SETTINGS_ARRAY_KEY
    )


def _list_sections(document: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return the sections of a loader settings file, None if one is not an object."""
    by_key = {key.lower(): value for key, value in document.items()}
    sections = by_key.get(_SETTINGS_ARRAY_KEY)
    if sections is None:
        sections = [by_key[_SETTINGS_KEY]] if _SETTINGS_KEY in by_key else []
    if not isinstance(sections, list) or not all(isinstance(section, dict) for section in sections):
        return None
    return sections


def _remove_programs(section: dict[str, Any], programs: set[str]) -> dict[str, Any]:
    """Return a loader settings section that is no longer for these programs."""
    return {
        key: [program for program in value if program not in programs]
        if key.lower() == _APP_KEYS_KEY and isinstance(value, list)
        else value
        for key, value in section.items()
    }


_UUID_BYTES = 16
_UINT32_MASK = 0xFFFFFFFF


def parse_device(raw: Any) -> DeviceEntry | None:
    """Parse a device, ignoring the case of member names. None without a UUID."""
    if not isinstance(raw, dict):
        return None
    # Reversed, so that of two spellings the first is used, as in cJSON.
    members_by_name = {name.lower(): value for name, value in reversed(raw.items())}
    device_uuid = _read_uuid(members_by_name.get("deviceuuid"))
    if not device_uuid:
        return None
    version = members_by_name.get("driverversion", 0)
    # The loader reads a signed number; Vulkan's is unsigned.
    number = version if isinstance(version, int) and not isinstance(version, bool) else 0
    return DeviceEntry(
        name=get_text(members_by_name.get("devicename")),
        device_uuid=device_uuid,
        driver_uuid=_read_uuid(members_by_name.get("driveruuid")),
        driver_version=number & _UINT32_MASK,
        driver_name=get_text(members_by_name.get("drivername")),
    )


def _read_uuid(value: Any) -> str:
    """Return a UUID, given as 16 numbers, as 32 hex digits, "" if it is none."""
    if not isinstance(value, list) or len(value) != _UUID_BYTES:
        return ""
    if not all(
        isinstance(byte, int) and not isinstance(byte, bool) and 0 <= byte <= 255 for byte in value
    ):
        return ""
    return bytes(value).hex()


_LAYER_CONTROLS = {"auto": LayerControl.AUTO, "on": LayerControl.ON, "off": LayerControl.OFF}
_UNORDERED_CONTROL = "unordered_layer_location"
_DRIVER_FILES_VARIABLE = "VK_DRIVER_FILES"  # the variable that replaces the search for drivers
_KNOWN_KEYS = frozenset(
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
_LOG_LOCATIONS_IGNORED = tr("“log_locations” has no effect in any loader and was omitted.")
_SETTINGS_IGNORED = tr(
    "Loaders ignore “settings” when “settings_array” is present; it was omitted."
)
_EMPTY_LIST_SENTENCE = tr(
    "An empty layer list hides every layer in older loaders; it was imported with this meaning."
)


def open_loader_settings(file: JsonFile, read_declared_layers: ReadDeclaredLayers) -> OpenedFile:
    """Read the sections of a loader settings file.

    Raises:
        ForeignError: the file has no section.
    """
    root = file.root
    sections: list[tuple[KeyPath, Any]] = [
        (("settings_array", index), section)
        for index, section in enumerate(get_items(root.get("settings_array")))
    ]
    if "settings_array" not in root and "settings" in root:
        sections = [(("settings",), root["settings"])]
    if not sections:
        raise ForeignError(tr("“settings” and “settings_array” are missing or empty"), 1)
    reader = _Reader(file, read_declared_layers)
    reader.note_unread(root)
    configurations = [
        configuration
        for key_path, section in sections
        if (configuration := reader.read_section(section, key_path)) is not None
    ]
    if not configurations:
        raise ForeignError(tr("its sections are empty"), 1)
    return OpenedFile(
        ForeignKind.LOADER_SETTINGS,
        tuple(configurations),
        tuple(dict.fromkeys(reader.sources)),
        notes=tuple(reader.notes),
    )


def _replaces_drivers(section: dict[str, Any]) -> bool:
    """Return whether a loader settings section says that its drivers are the only ones."""
    # Only the literal true is accepted.
    return section.get("additional_drivers_use_exclusively") is True


def _make_title(section: dict[str, Any], programs: tuple[str, ...]) -> str:
    """Return the title of a loader settings section: in ours the configuration's name."""
    owner, _, title = get_text(section.get(OWNER_KEY)).partition(": ")
    return (
        title
        if owner == OWNER_NAME and title
        else make_program_title(tr("Loader settings"), programs)
    )


class _Reader(FileReader):
    """Reads sections and notes what is omitted."""

    def __init__(self, file: JsonFile, read_declared_layers: ReadDeclaredLayers) -> None:
        super().__init__(file)
        self._read_declared_layers = read_declared_layers
        self.sources: list[CollectionSource] = []
        self._covered_programs: set[str] = set()  # "" means every other program

    def note_unread(self, root: dict[str, Any]) -> None:
        """Note that loaders ignore a section beside the array of sections."""
        if "settings" in root and "settings_array" in root:
            self._add_note(_SETTINGS_IGNORED, "settings")

    def read_section(self, raw: Any, key_path: KeyPath) -> Configuration | None:
        """Convert a loader settings section to a configuration, None if it changes nothing."""
        section = get_members(raw)
        for name in section:
            if name not in _KNOWN_KEYS and name != OWNER_KEY:
                self._add_note(
                    tr("Unknown member “{member}” was omitted.", member=name), *key_path, name
                )
        if "log_locations" in section:
            self._add_note(_LOG_LOCATIONS_IGNORED, *key_path, "log_locations")
        programs = self._read_programs(section, key_path)
        if programs is None:
            return None
        configuration = Configuration(
            key=make_key(),
            name=_make_title(section, programs),
            layers=tuple(self._read_layers(section, key_path)),
            environment=self._make_driver_variable(section, key_path),
            added_drivers=self._read_added_drivers(section, key_path),
            loader_log=tuple(self._read_log(section, key_path)),
            programs=tuple(map(ProgramEntry, programs)),
            devices=self._read_devices(section, key_path),
        )
        has_content = (
            configuration.layers,
            configuration.environment,
            configuration.added_drivers,
            configuration.loader_log,
            configuration.devices.is_choosing,
        )
        return configuration if any(has_content) else None

    def _read_programs(self, section: dict[str, Any], key_path: KeyPath) -> tuple[str, ...] | None:
        """Return the programs of a section.

        () means all programs, None that earlier sections cover all its programs.
        """
        # A program gets the first section that names it, else the first that names none.
        listed_names = tuple(dict.fromkeys(get_texts(section.get("app_keys"))))
        remaining_names = [
            program for program in listed_names or ("",) if program not in self._covered_programs
        ]
        self._covered_programs.update(remaining_names)
        if not remaining_names:
            self._add_note(
                tr(
                    "This section was omitted because earlier sections already cover all its "
                    "programs."
                ),
                *key_path,
            )
            return None
        covered_programs = [program for program in listed_names if program not in remaining_names]
        if covered_programs:
            sentence = counted(
                "{names} are covered by an earlier section, which takes precedence.",
                "{names} is covered by an earlier section, which takes precedence.",
                len(covered_programs),
                names=join_words(covered_programs),
            )
            self._add_note(sentence, *key_path, "app_keys")
        return tuple(remaining_names) if listed_names else ()

    def _read_log(self, section: dict[str, Any], key_path: KeyPath) -> Iterator[str]:
        """Yield the log levels of a section that the loader knows."""
        for word in get_texts(section.get("stderr_log")):
            # The loader knows these words in lower case only, and ignores others.
            if word in LOG_LEVELS:
                yield word
            else:
                sentence = tr("“{word}” is not a loader log level and was omitted.", word=word)
                self._add_note(sentence, *key_path, "stderr_log")

    def _read_layers(self, section: dict[str, Any], key_path: KeyPath) -> Iterator[LayerEntry]:
        """Yield an entry for each layer of a section, and one for all other layers."""
        # Such a section leaves layers to the usual rules, but from 1.4.309 to 1.4.335 it hides all
        # of them.
        if "layers" not in section:
            return
        names: set[str] = set()
        for index, raw in enumerate(get_items(section["layers"])):
            entry_place = (*key_path, "layers", index)
            entry = self._read_layer(get_members(raw), entry_place)
            if entry is None:
                sentence = tr(
                    "A layer without a name, path or control was omitted; because of it, "
                    "the loader ignores the whole list."
                )
                self._add_note(sentence, *entry_place)
            elif entry.name in names:
                sentence = tr(
                    "{layer} is listed twice; only the first position is used.", layer=entry.name
                )
                self._add_note(sentence, *entry_place)
            else:
                names.add(entry.name)
                yield entry
        if not get_items(section["layers"]):
            self._add_note(_EMPTY_LIST_SENTENCE, *key_path, "layers")
        # Without an unordered entry no folder is scanned, so no other layers exist.
        if UNLISTED not in names:
            yield LayerEntry(UNLISTED, LayerControl.OFF)

    def _read_layer(self, raw: dict[str, Any], key_path: KeyPath) -> LayerEntry | None:
        """Convert a layer of a section to an entry, None without name, path or control."""
        control, name, path = (get_text(raw.get(key)) for key in ("control", "name", "path"))
        if control == _UNORDERED_CONTROL:
            return LayerEntry(UNLISTED, placed=True)
        if not (control and name and path):
            return None
        known_control = _LAYER_CONTROLS.get(control)
        if known_control is None:
            sentence = tr(
                "{layer}: unknown control “{control}”; Auto is used.", layer=name, control=control
            )
            self._add_note(sentence, *key_path, "control")
        layer_control = known_control or LayerControl.AUTO
        is_implicit = raw.get("treat_as_implicit_manifest") is True
        copy = (
            ""
            if layer_control is LayerControl.OFF
            else self._choose_copy(name, path, is_implicit, key_path)
        )
        return LayerEntry(name, layer_control, placed=True, manifest=path, copy=copy)

    def _choose_copy(self, name: str, path: str, is_implicit: bool, key_path: KeyPath) -> str:
        """Return which copy of a layer is at a path: "" for the first one, or the path.

        A copy outside the searched folders is added to the search. A relative path is noted, and
        means the first copy.
        """
        copies = [layer.manifest for layer in self._read_declared_layers() if layer.name == name]
        # The loader resolves it against the working directory of each program.
        if path not in copies and not path.startswith("/"):
            sentence = tr(
                "{layer}: {path} is relative to each program's working folder, so it is "
                "not searched.",
                layer=name,
                path=path,
            )
            self._add_note(sentence, *key_path, "path")
            return ""
        if path not in copies:
            self.sources.append(CollectionSource(path, is_implicit))
        return "" if copies[:1] == [path] else path

    def _read_added_drivers(
        self, section: dict[str, Any], key_path: KeyPath
    ) -> tuple[AddedDriver, ...]:
        """Return the drivers that a section adds."""
        if _replaces_drivers(section):
            return ()
        return tuple(AddedDriver(path) for path in self._read_driver_paths(section, key_path))

    def _make_driver_variable(
        self, section: dict[str, Any], key_path: KeyPath
    ) -> tuple[Variable, ...]:
        """Return the variable that makes a section's drivers the only ones, () if it adds."""
        if not _replaces_drivers(section):
            return ()
        paths = []
        for path in self._read_driver_paths(section, key_path):
            if ":" in path:
                sentence = tr(
                    "{path} contains a colon, which separates paths in the variable; it "
                    "was omitted.",
                    path=path,
                )
                self._add_note(sentence, *key_path, "additional_drivers")
            else:
                paths.append(path)
        if not paths:
            return ()
        sentence = tr(
            "This section's drivers were imported as the variable {variable}, which is "
            "set only for programs launched from vkconfig-py.",
            variable=_DRIVER_FILES_VARIABLE,
        )
        self._add_note(sentence, *key_path, "additional_drivers")
        return (Variable(_DRIVER_FILES_VARIABLE, ":".join(paths)),)

    def _read_driver_paths(self, section: dict[str, Any], key_path: KeyPath) -> tuple[str, ...]:
        """Return the manifests of a section's drivers, the first one first."""
        paths = []
        for index, raw in enumerate(get_items(section.get("additional_drivers"))):
            path = get_text(get_members(raw).get("path"))
            driver_place = (*key_path, "additional_drivers", index)
            if path.startswith("/"):
                paths.append(path)
            elif path:
                # The loader resolves it against the working directory of each program.
                sentence = tr(
                    "{path} is relative to each program's working folder; it was omitted.",
                    path=path,
                )
                self._add_note(sentence, *driver_place)
            else:
                self._add_note(tr("A driver without a path was omitted."), *driver_place)
        # The loader prepends each driver, so the last one comes first.
        return tuple(reversed(paths))

    def _read_devices(self, section: dict[str, Any], key_path: KeyPath) -> DeviceChoice:
        """Return the devices that a loader settings section chooses."""
        raw = section.get("device_configurations")
        if not isinstance(raw, list):
            return DeviceChoice()
        devices = [parse_device(raw_device) for raw_device in raw]
        for index, device in enumerate(devices):
            if device is None:
                device_place = (*key_path, "device_configurations", index)
                self._add_note(tr("A device without a UUID was omitted."), *device_place)
        return DeviceChoice(
            DeviceMode.LISTED, tuple(device for device in devices if device is not None)
        )
