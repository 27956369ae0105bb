"""VkConfig's state file (vkconfig.json), with the configurations in the folder next to it.

Global settings of VkConfig (devices, drivers, log, programs) belong to each configuration here, so
every imported one gets them.
"""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Iterator, Sequence

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.model.configuration.configuration import (
    AddedDriver,
    Configuration,
    DeviceChoice,
    DeviceMode,
    OptionSet,
    ProgramEntry,
    ProgramOptions,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.option_sets import apply_option_set
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.formats.foreign_files import (
    FileReader,
    ForeignError,
    ForeignKind,
    ImportNote,
    JsonFile,
    KeyPath,
    OpenedFile,
    ReadDeclaredLayers,
    get_items,
    get_members,
    get_text,
    get_texts,
)
from vkconfig_py.model.formats.loader_settings_json import parse_device
from vkconfig_py.model.formats.vkconfig_configuration import open_vkconfig
from vkconfig_py.model.layer_settings.setting_paths import PathVariables

CONFIGURATIONS_FOLDER, STATE_FILE = "configurations", "vkconfig.json"
_ALL_PROGRAMS_SCOPE, _PER_PROGRAM_SCOPE = "ALL", "PER"
_PREFERRED_VARIABLES = ("VULKAN_HOME", "VULKAN_DOWNLOAD")


class BesideFile(NamedTuple):
    """A configuration file next to the state file."""

    path: str
    content: bytes


class _Program(NamedTuple):
    """A program of the launcher."""

    path: str
    enabled: bool
    configuration: str
    target: Target
    option_sets: tuple[OptionSet, ...]


def open_state(
    file: JsonFile,
    beside_files: Sequence[BesideFile],
    variables: PathVariables,
    read_declared_layers: ReadDeclaredLayers,
) -> OpenedFile:
    """Read VkConfig's state: programs, layer search paths, devices and drivers.

    `beside_files`: the configuration files next to it.

    Raises:
        ForeignError: it contains nothing that can be imported.
    """
    reader = _Reader(file, variables)
    configurations = tuple(reader.read_configurations(beside_files, read_declared_layers))
    sources = tuple(
        {
            source.path: source for source in (*reader.sources_beside, *reader.read_sources())
        }.values()
    )
    # By name, with the version of the built-in configuration.
    removed_members = get_members(get_members(file.root.get("configurations")).get("removed"))
    options = reader.read_options()
    if not (configurations or sources or removed_members or options):
        raise ForeignError(tr("it contains no configurations, folders or programs"))
    return OpenedFile(
        ForeignKind.VKCONFIG_STATE,
        configurations,
        sources,
        deleted_built_ins=tuple(removed_members),
        selected=reader.selected,
        program_options=options,
        notes=tuple(reader.notes),
        remarks=tuple(reader.remarks),
    )


class _Reader(FileReader):
    """Reads the parts of one state file and notes what is omitted."""

    def __init__(self, file: JsonFile, variables: PathVariables) -> None:
        interface = get_members(file.root.get("interface"))
        super().__init__(file)
        self._layers = get_members(interface.get("LAYERS"))
        self._drivers = get_members(interface.get("DRIVERS"))
        self._diagnostic = get_members(interface.get("DIAGNOSTIC"))
        configurations = get_members(interface.get("CONFIGURATIONS"))
        self._overrides = configurations.get("override_layers") is not False
        self._scope = get_text(configurations.get("executable_scope")).upper()
        self.selected = get_text(configurations.get("selected_global_configuration"))
        preferences = get_members(interface.get("PREFERENCES"))
        preferred_paths = [
            (f"${{{name}}}", get_text(preferences.get(name))) for name in _PREFERRED_VARIABLES
        ]
        set_pairs = [path_pair for path_pair in preferred_paths if path_pair[1]]
        self._variables = variables._replace(pairs=(*set_pairs, *variables.pairs))
        self._device_choice = self._read_devices()
        self._all_programs = tuple(self._read_programs())
        self.sources_beside: list[CollectionSource] = []  # of the configurations

    def read_configurations(
        self, beside_files: Sequence[BesideFile], read_declared_layers: ReadDeclaredLayers
    ) -> Iterator[Configuration]:
        """Yield the configurations next to the file, with the state's global settings."""
        if not self._overrides and beside_files:
            json_path = ("interface", "CONFIGURATIONS", "override_layers")
            self._add_note(
                tr("VkConfig's layers were turned off; its configurations were imported anyway."),
                *json_path,
            )
        programs = self._list_programs()
        for beside_file in beside_files:
            try:
                opened_file = open_vkconfig(
                    JsonFile(beside_file.content), self._variables, read_declared_layers
                )
            except ForeignError as error:
                sentence = tr("This file was omitted: {reason}.", reason=error.sentence)
                self.notes.append(ImportNote(sentence, error.line, beside_file.path))
                continue
            self.notes += [note._replace(file=beside_file.path) for note in opened_file.notes]
            self.remarks += [note._replace(file=beside_file.path) for note in opened_file.remarks]
            self.sources_beside += opened_file.sources
            for configuration in opened_file.configurations:
                yield self._add_state(configuration, programs)

    def read_sources(self) -> Iterator[CollectionSource]:
        """Yield the folders that the user added, without the removed manifests."""
        removed_manifests = [
            self._variables.expand(manifest)
            for manifest, entries in get_members(self._layers.get("layers")).items()
            if any(_is_removed(entry) for entry in get_items(entries))
        ]
        for path in dict.fromkeys(get_texts(self._layers.get("paths"))):
            expanded_path = self._variables.find_folder(path)
            if expanded_path.problem:
                sentence = tr("Not searched for layers: {reason}", reason=expanded_path.problem)
                self._add_note(sentence, "interface", "LAYERS", "paths")
                continue
            folder = expanded_path.path
            removed_inside = [
                manifest
                for manifest in removed_manifests
                if posixpath.dirname(manifest) == folder.rstrip("/")
            ]
            yield CollectionSource(folder, without=tuple(removed_inside))
            removed_manifests = [
                manifest for manifest in removed_manifests if manifest not in removed_inside
            ]
        for manifest in removed_manifests:
            sentence = tr(
                "{manifest} was removed in VkConfig; vkconfig-py still finds it.",
                manifest=manifest,
            )
            self._add_note(sentence, "interface", "LAYERS", "layers")

    def _add_state(
        self, configuration: Configuration, programs: Sequence[_Program]
    ) -> Configuration:
        """Return a configuration with programs, drivers, log and devices of VkConfig's state."""
        name = configuration.name
        own_programs = [program for program in programs if program.configuration == name]
        first_program = own_programs[0] if own_programs else None
        return configuration._replace(
            programs=tuple(ProgramEntry(program.path, program.enabled) for program in own_programs)
            if self._scope in (_ALL_PROGRAMS_SCOPE, _PER_PROGRAM_SCOPE)
            else (),
            target=first_program.target if first_program else configuration.target,
            added_drivers=self._read_added_drivers(),
            loader_log=self._read_log() or configuration.loader_log,
            devices=self._device_choice,
        )

    def read_options(self) -> tuple[ProgramOptions, ...]:
        """Return the option sets of every program."""
        return tuple(
            ProgramOptions(program.path, program.option_sets)
            for program in self._all_programs
            if program.option_sets
        )

    def _list_programs(self) -> tuple[_Program, ...]:
        """Return the programs, with the one selected in the launcher first."""
        programs = self._all_programs
        active = get_text(get_members(self._file.root.get("executables")).get("active_executable"))
        if self._scope == _ALL_PROGRAMS_SCOPE:
            return tuple(
                program._replace(configuration=self.selected)
                for program in programs
                if program.enabled
            )
        if self._scope == _PER_PROGRAM_SCOPE:
            return tuple(programs)
        return tuple(
            program._replace(configuration=self.selected)
            for program in programs
            if program.path == active
        )

    def _read_programs(self) -> Iterator[_Program]:
        """Yield the programs of VkConfig's launcher, the selected one first."""
        executables = get_members(self._file.root.get("executables"))
        active = get_text(executables.get("active_executable"))
        program_members = get_members(executables.get("list"))
        for path in sorted(program_members, key=lambda path: path != active):
            yield self._read_program(path, get_members(program_members[path]))

    def _read_program(self, path: str, raw: dict[str, Any]) -> _Program:
        """Read a program of VkConfig's launcher with its option sets."""
        program = self._variables.expand(path)
        json_path = ("executables", "list", path)
        options = [get_members(item) for item in get_items(raw.get("options"))]
        sets = tuple(self._read_option_set(program, option, json_path) for option in options)
        active = _find_active_options(raw.get("active_option"), options)
        label = get_text(active.get("label"))
        sets_with_options = zip(sets, options, strict=True)
        active_set = next(
            (
                option_set
                for option_set, raw in sets_with_options
                if get_text(raw.get("label")) == label
            ),
            None,
        )
        target = Target(program)
        return _Program(
            path=program,
            enabled=raw.get("enabled") is not False,
            configuration=get_text(raw.get("configuration")),
            target=apply_option_set(target, active_set)
            if active_set and _has_options(active_set)
            else target,
            option_sets=tuple(option_set for option_set in sets if _has_options(option_set)),
        )

    def _read_option_set(self, program: str, raw: dict[str, Any], key_path: KeyPath) -> OptionSet:
        """Read an option set of a program. A line that is no variable is noted."""
        variables = []
        for line in get_texts(raw.get("environment_variables")):
            name, equals, value = line.partition("=")
            if equals and name:
                variables.append(Variable(name, value))
            else:
                self._add_note(
                    tr(
                        "{program}: “{text}” is not a variable assignment.",
                        program=program,
                        text=line,
                    ),
                    *key_path,
                    "options",
                )
        executables = get_members(self._file.root.get("executables"))
        return OptionSet(
            _read_label(raw),
            tuple(self._read_arguments(program, raw, key_path)),
            self._variables.expand(get_text(raw.get("working_folder"))),
            tuple(variables),
            self._variables.expand(get_text(raw.get("log_file"))),
            executables.get("clear_on_launch") is not True,
        )

    def _read_arguments(
        self, program: str, active: dict[str, Any], key_path: KeyPath
    ) -> Iterator[str]:
        """Yield the arguments of an option set. One like “-c 100” is split, and noted."""
        # What the user meant: VkConfig hands “-c 100” to a program as one argument
        for argument in get_texts(active.get("arguments")):
            words = _split_argument(argument) if argument.startswith("-") else [argument]
            if len(words) > 1:
                sentence = counted(
                    "{program}: “{argument}” was split into {n} arguments.",
                    "{program}: “{argument}” was split into {n} argument.",
                    len(words),
                    program=program,
                    argument=argument,
                )
                self._add_note(sentence, *key_path, "options")
            yield from words

    def _read_log(self) -> tuple[str, ...]:
        """Return the loader's log levels in VkConfig's state, () if the log is off."""
        if self._diagnostic.get("loader_log_enabled") is not True:
            return ()
        return tuple(
            word.lower() for word in get_texts(self._diagnostic.get("loader_message_types"))
        )

    def _read_devices(self) -> DeviceChoice:
        """Return the devices that are chosen in VkConfig's state."""
        if self._drivers.get("driver_override_enabled") is not True:
            return DeviceChoice()
        mode = get_text(self._drivers.get("driver_override_mode")).lower()
        if mode == "single":
            raw = [self._drivers.get("driver_override_info")]
        else:
            raw = [] if mode == "none" else get_items(self._drivers.get("driver_override_list"))
        devices = [device for raw_device in raw if (device := parse_device(raw_device)) is not None]
        for device in devices:
            if not device.driver_uuid:
                self._add_note(
                    tr(
                        "{device}: VkConfig does not store the driver's UUID, which "
                        "loader 1.4.329 or newer needs to find the device.",
                        device=device.name,
                    ),
                    "interface",
                    "DRIVERS",
                )
        if not devices and mode != "none":
            return DeviceChoice()
        return DeviceChoice(DeviceMode.LISTED, tuple(devices))

    def _read_added_drivers(self) -> tuple[AddedDriver, ...]:
        """Return the added drivers.

        A driver is off if its checkbox or the enclosing one is not checked.
        """
        # VkConfig's own file lists them even if the outer box is unchecked; its window shows what
        # was intended. The loader uses the last one in that file first.
        switches = ("driver_override_enabled", "driver_paths_enabled")
        are_switches_on = all(self._drivers.get(switch) is True for switch in switches)
        drivers = [
            AddedDriver(
                self._variables.expand(path),
                are_switches_on and get_members(entry).get("enabled") is not False,
            )
            for path, entry in get_members(self._drivers.get("driver_paths")).items()
        ]
        return tuple(reversed(drivers))


def _find_active_options(active_name: Any, options: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the active option set, which the state names by number or label."""
    if isinstance(active_name, int) and 0 <= active_name < len(options):
        return options[active_name]
    labelled_options = [option for option in options if option.get("label") == active_name]
    return (labelled_options or options or [{}])[0]


def _read_label(raw: dict[str, Any]) -> str:
    """Return the name of a VkConfig option set, or a word for it."""
    return get_text(raw.get("label")) or tr("Options")


def _has_options(option_set: OptionSet) -> bool:
    """Return whether a set does more than start its program. VkConfig gives each one a set."""
    return bool(
        option_set.arguments
        or option_set.working_directory
        or option_set.environment
        or option_set.log_file
    )


def _split_argument(argument: str) -> list[str]:
    """Split an argument into words as a shell does, if it can."""
    try:
        return shlex.split(argument) or [argument]
    except ValueError:  # an unclosed quote
        return [argument]


def _is_removed(entry: Any) -> bool:
    """Return whether the user removed or disabled a manifest in VkConfig."""
    state = get_members(entry)
    return state.get("removed") is True or state.get("enabled") is False
