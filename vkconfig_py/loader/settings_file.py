"""vk_loader_settings.json: its locations, its structure, the section for a program.

Follows settings.c: get_loader_settings, get_unix_settings_path, parse_layer_configurations,
parse_device_configuration.
Documented in LoaderInterfaceArchitecture, "Loader Settings File".
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.loader.base.device_values import NO_UUID, DeviceConfiguration
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import KeyPath, Reason
from vkconfig_py.loader.files.program_files import find_known_program_path
from vkconfig_py.loader.files.safe_paths import PIPE_REASON
from vkconfig_py.loader.files.scan import Document, Scanner
from vkconfig_py.loader.files.search_paths import SETTINGS_HOMES, SETTINGS_NAME, is_json
from vkconfig_py.loader.json.decode import Members, iterate_elements
from vkconfig_py.loader.manifests.reader import Dialect, FieldError, Fields, get_object_members
from vkconfig_py.loader.platforms.rules import DATA_HOME, BaseFolders, BuiltIn, get_platform_rules
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

_UUID_SIZE = 16
_ZERO_DEVICE = DeviceConfiguration(NO_UUID, NO_UUID, 0)
_INT32_MAX, _INT32_MIN, _UINT32_MASK = 0x7FFFFFFF, -0x80000000, 0xFFFFFFFF  # cJSON keeps an int32

LOG_LEVELS = frozenset(
    ("all", "info", "warn", "perf", "error", "debug", "layer", "driver", "validation")
)
TREAT_AS_IMPLICIT = "treat_as_implicit_manifest"  # the folder of a manifest does not count

_Section = tuple[KeyPath, Any]


def list_settings_paths(host: Host, profile: LoaderProfile) -> tuple[str, ...]:
    """Return the paths at which the loader looks for its settings file, in order.

    Only the first folder of a variable is usable: due to a bug the later ones keep their colon.
    """
    rules = get_platform_rules(host.platform)
    if rules.has_registry:
        from vkconfig_py.loader.platforms.windows_search import find_settings_paths

        return find_settings_paths(host, profile, SETTINGS_NAME)
    if not profile.has(Gate.SETTINGS_XDG_DIRS):
        return _list_three_base_folders(host, profile)
    # LoaderInterfaceArchitecture documents fewer places than get_unix_settings_path has. The home
    # folders come first here, unlike for manifests.
    homes = [host.secure_getenv(base_folder.variable) or "" for base_folder in SETTINGS_HOMES]
    values = list(homes)
    user_home = host.secure_getenv("HOME")
    if user_home is not None:
        values += [
            user_home + base_folder.below_home
            for base_folder, home in zip(SETTINGS_HOMES, homes, strict=True)
            if not home
        ]
    built_in_folders = BuiltIn.SYSCONFDIR, BuiltIn.EXTRA_SYSCONFDIR
    values.append(_read_variable(host, rules.config_dirs))
    values += [rules.find_built_in_folder(built_in, host, profile) for built_in in built_in_folders]
    values.append(_read_variable(host, rules.data_dirs))
    first_folders = [value.split(rules.separator)[0] for value in values]
    slashes = "//" if profile.has(Gate.SETTINGS_SLASH_TWICE) else "/"
    suffix = f"vulkan{slashes}loader_settings.d/{SETTINGS_NAME}"
    # A segment of one character is skipped, so "/" is not searched.
    return tuple(f"{folder}/{suffix}" for folder in first_folders if len(folder) > 1)


def _list_three_base_folders(host: Host, profile: LoaderProfile) -> tuple[str, ...]:
    """Return the paths at which loaders before 1.4.324 look for the settings file.

    HOME first, no value split, /etc itself.
    """
    folder = "loader_settings.d" if profile.has(Gate.SETTINGS_OWN_FOLDER) else "settings.d"
    home = host.secure_getenv("HOME")
    bases = (
        None if home is None else home + DATA_HOME.below_home,
        host.secure_getenv(DATA_HOME.variable),
        host.add_prefix("/etc"),
    )
    return tuple(f"{base}/vulkan/{folder}/{SETTINGS_NAME}" for base in bases if base is not None)


def _read_variable(host: Host, base_folder: BaseFolders | None) -> str:
    """Return the value of a base folder's variable, or its default, "" without a base folder."""
    if base_folder is None:
        return ""
    return host.secure_getenv(base_folder.variable) or host.add_prefix(base_folder.fallback)


def read_device_configurations(
    section: Fields, profile: LoaderProfile
) -> tuple[DeviceConfiguration, ...] | None:
    """Return the devices that a section lists, or None if it does not choose devices."""
    if not section.has("device_configurations"):
        return None
    nodes = list(iterate_elements(section.get_raw("device_configurations")))
    if not nodes and profile.has(Gate.EMPTY_LISTS_IGNORED):
        return None
    # One element that is no object invalidates the whole section.
    if not all(isinstance(node, Members) for node in nodes):
        return None
    configurations = [_read_device(section.of(node), profile) for node in nodes]
    valid_configurations = tuple(
        configuration for configuration in configurations if configuration is not None
    )
    malformed = len(configurations) - len(valid_configurations)
    if not malformed or profile.has(Gate.MALFORMED_DEVICES_SKIPPED):
        return valid_configurations
    if not profile.has(Gate.LAST_DEVICE_DECIDES):
        return None
    if configurations[-1] is None:
        return () if profile.has(Gate.MALFORMED_DEVICES_KEPT) else None
    # The array has the length of the list in the file: elements that were not written are zero.
    return valid_configurations + (_ZERO_DEVICE,) * malformed


def _read_device(device: Fields, profile: LoaderProfile) -> DeviceConfiguration | None:
    """Return a device of a section, or None if the loader ignores it."""
    device_uuid = _read_uuid(device.get_raw("deviceuuid"))
    driver_uuid, version = _read_uuid(device.get_raw("driveruuid")), device.get_raw("driverversion")
    if not device_uuid:
        return None
    if profile.has(Gate.DEVICE_DRIVER_REQUIRED) and not (driver_uuid and _is_number(version)):
        return None
    names = device.get_text("devicename") or "", device.get_text("drivername") or ""
    return DeviceConfiguration(device_uuid, driver_uuid, _read_version(version), *names)


def _read_uuid(value: Any) -> str:
    """Return a list of 16 numbers as 32 hexadecimal digits, or "" if it is no UUID."""
    if not isinstance(value, list) or isinstance(value, Members) or len(value) != _UUID_SIZE:
        return ""
    if not all(_is_number(number) and -1 < number < 256 for number in value):
        return ""
    return bytes(int(number) for number in value).hex()


def _read_version(value: Any) -> int:
    """Return a number as the 32 bits that the loader compares, 0 if it is no number."""
    # Compared with VkPhysicalDeviceProperties.driverVersion, which has no sign, bit by bit.
    return int(max(_INT32_MIN, min(_INT32_MAX, value))) & _UINT32_MASK if _is_number(value) else 0


def _is_number(value: Any) -> bool:
    """Return whether a JSON value is a number."""
    # A bool is an int in Python, but no number in cJSON.
    return isinstance(value, int | float) and not isinstance(value, bool)


class Control(StrEnum):
    """Control value of a layer in the settings file."""

    AUTO = "auto"
    ON = "on"
    OFF = "off"
    UNORDERED = "unordered_layer_location"


class SettingsLayer(NamedTuple):
    """One element of `layers`."""

    control: Control
    name: str = ""
    path: str = ""
    implicit: bool = False


class UnusedReason(StrEnum):
    """Why a settings file has no effect."""

    UNREADABLE = "unreadable"
    NO_VERSION = "no-version"
    NO_SETTINGS = "no-settings"
    NOT_FOR_PROGRAM = "not-for-program"


class LoaderSettings(NamedTuple):
    """Content of the settings file. Without one every part is empty.

    Attributes:
        file: the file that was found, active or not.
        is_active: whether anything in it takes effect.
        reason: why it is not active, as a sentence, or "".
        layers: None: the file does not affect layers; (): no layer exists at all.
        failure: ABORTS_ALL or CRASHES_ALL if reading the file makes this loader fail, else None.
        crashes_loader: this loader crashes when it merges these layers with those of the machine.
        device_configurations: None if device selection is not active; may be empty.
        key_path: keys and indexes from the root to the section that is used.
        program_count: number of programs that this section names.
        unused_reason: `reason` as an enum.
        dropped_parts: lists discarded because of one bad element: place in the section, and the
            error.
    """

    file: str = ""
    is_active: bool = False
    reason: Message | str = ""
    line: int = 0
    layers: tuple[SettingsLayer, ...] | None = None
    failure: Reason | None = None
    crashes_loader: bool = False
    additional_drivers: tuple[str, ...] = ()
    is_exclusive: bool = False
    device_configurations: tuple[DeviceConfiguration, ...] | None = None
    key_path: KeyPath = ()
    program_count: int = 0
    unused_reason: UnusedReason | None = None
    dropped_parts: tuple[tuple[KeyPath, Message | str], ...] = ()

    @property
    def has_unordered(self) -> bool:
        """Return whether the loader also searches for layers that the file does not list."""
        return any(layer.control is Control.UNORDERED for layer in self.layers or ())

    @property
    def hides_unlisted(self) -> bool:
        """Return whether the file stops the loader from searching folders for layers."""
        return self.layers is not None and not self.has_unordered

    @property
    def crashes(self) -> bool:
        """Return whether this loader crashes in every program because of the file."""
        return self.crashes_loader or self.failure is Reason.CRASHES_ALL

    @property
    def crashes_on_pair(self) -> bool:
        """Return whether this loader crashes on an off entry beside the unordered entry."""
        has_disabled_layer = any(layer.control is Control.OFF for layer in self.layers or ())
        return self.crashes_loader and has_disabled_layer and self.has_unordered

    @property
    def hangs(self) -> bool:
        """Return whether the file is a pipe, on which every loader waits forever."""
        return self.reason == PIPE_REASON


NO_SETTINGS = LoaderSettings()


def load_settings(
    scanner: Scanner, host: Host, profile: LoaderProfile, dialect: Dialect
) -> LoaderSettings:
    """Find and read vk_loader_settings.json as vkCreateInstance does."""
    # settings.c, get_unix_settings_path; settings.c, parse_layers, parse_additional_drivers.
    if not profile.has(Gate.SETTINGS_FILE):
        return NO_SETTINGS
    for path in list_settings_paths(host, profile):
        if scanner.exists(path):  # only existence is tested: the first one hides all others
            document = scanner.read_document(path)
            program = find_known_program_path(host, profile)
            key = ("settings", dialect, profile.rules, program)
            settings: LoaderSettings | None = document.memory.get(key)
            if settings is None:
                settings = _parse(document, program, profile, dialect)
                document.memory[key] = settings
            return settings._replace(file=path)
    return NO_SETTINGS


def load_program_settings(
    scanner: Scanner, host: Host, profile: LoaderProfile, dialect: Dialect
) -> dict[str, LoaderSettings]:
    """Return what the settings file does in each program that it lists, by the program's path.

    Programs in which nothing takes effect are left out.
    """
    file = load_settings(scanner, host, profile, dialect).file
    document = scanner.read_document(file) if file else None
    if document is None or document.error:
        return {}
    value = document.parse(dialect.new_json).value
    if not isinstance(value, Members):
        return {}
    try:
        sections = _list_sections(Fields(value, dialect), value, profile) or []
    except FieldError:
        return {}
    programs = [
        program
        for _key_path, section in sections
        if isinstance(section, Members)
        for program in iterate_elements(Fields(section, dialect).get_raw("app_keys"))
        if isinstance(program, str)
    ]
    found_settings = {
        program: load_settings(scanner, host._replace(executable=program), profile, dialect)
        for program in programs
    }
    return {program: settings for program, settings in found_settings.items() if settings.is_active}


def _parse(
    document: Document, executable: str, profile: LoaderProfile, dialect: Dialect
) -> LoaderSettings:
    """Return the section of a settings file that applies to a program, or why none does.

    `executable`: path of the program.
    """
    if document.error:
        return LoaderSettings(reason=document.error, unused_reason=UnusedReason.UNREADABLE)
    parsed_json = document.parse(dialect.new_json)
    if parsed_json.error:
        is_fatal = not dialect.skips_invalid_files and document.size
        failure = Reason.ABORTS_ALL if is_fatal else None
        unused_reason = UnusedReason.UNREADABLE
        return LoaderSettings(
            reason=parsed_json.error,
            line=parsed_json.line,
            failure=failure,
            unused_reason=unused_reason,
        )
    if not isinstance(parsed_json.value, Members):
        return LoaderSettings(
            reason=message("the file does not contain an object"),
            unused_reason=UnusedReason.UNREADABLE,
        )
    root = Fields(parsed_json.value, dialect)
    key_path: KeyPath = ()
    # Any string is accepted.
    if root.get_text("file_format_version") is None:
        return LoaderSettings(
            reason=message("“file_format_version” is missing"),
            unused_reason=UnusedReason.NO_VERSION,
        )
    try:
        candidates = _list_sections(root, parsed_json.value, profile)
        if candidates is None:
            reason = message("“settings” and “settings_array” are both missing")
            return LoaderSettings(reason=reason, unused_reason=UnusedReason.NO_SETTINGS)
        section_at_place = (_choose_first if profile.has(Gate.FIRST_SECTION) else _choose_last)(
            candidates, executable, dialect
        )
        if section_at_place is None:
            return _make_unused(candidates, dialect)
        key_path, section = section_at_place
        fields = Fields(section, dialect)
        programs = _count_programs(fields)
        return _read_section(fields, profile)._replace(key_path=key_path, program_count=programs)
    except FieldError as error:
        unused_reason = UnusedReason.NO_SETTINGS
        return LoaderSettings(
            reason=error.detail,
            failure=Reason.CRASHES_ALL,
            key_path=key_path,
            unused_reason=unused_reason,
        )


def _make_unused(candidates: list[_Section], dialect: Dialect) -> LoaderSettings:
    """Return settings without effect, because no section is for the program."""
    reason = message("no section applies to this program")
    if not candidates or not isinstance(candidates[0][1], Members):
        return LoaderSettings(reason=reason, unused_reason=UnusedReason.NO_SETTINGS)
    key_path, first = candidates[0]
    programs = _count_programs(Fields(first, dialect))
    return LoaderSettings(
        reason=reason,
        unused_reason=UnusedReason.NOT_FOR_PROGRAM,
        key_path=key_path,
        program_count=programs,
    )


def _count_programs(section: Fields) -> int:
    """Return how many programs a section is limited to, 0 if it is for all."""
    return len(list(iterate_elements(section.get_raw("app_keys"))))


def _list_sections(root: Fields, members: Members, profile: LoaderProfile) -> list[_Section] | None:
    """Return the path and value of each section, or None if the file has none."""
    # If both exist, get_loader_settings uses this one.
    if root.has("settings_array"):
        values = iterate_elements(root.get_raw("settings_array"))
        return [(("settings_array", index), value) for index, value in enumerate(values)]
    if not root.has("settings"):
        return None
    if not profile.has(Gate.SETTINGS_WALK_ON):
        root.get_child_members("settings")  # where an array is fatal
        return [(("settings",), root.get_raw("settings"))]
    # The loader also walks the root members after "settings".
    sections = [((key,), value) for key, value in members]
    start = next(i for i, ((key,), _) in enumerate(sections) if key.lower() == "settings")
    return list(sections[start:])


def _choose_first(candidates: list[_Section], executable: str, dialect: Dialect) -> _Section | None:
    """Return the first section that lists this program, else the first without app_keys."""
    general_section: _Section | None = None
    for key_path, section in candidates:
        if not isinstance(section, Members):
            break
        fields = Fields(section, dialect)
        if not fields.has("app_keys"):
            general_section = general_section or (key_path, section)
        # The loop ends if keys cannot be compared: later sections are not read.
        elif not executable:
            break
        elif executable in iterate_elements(fields.get_raw("app_keys")):
            # A section for the program takes precedence over the general one, whatever their order.
            return key_path, section
    return general_section


def _choose_last(candidates: list[_Section], executable: str, dialect: Dialect) -> _Section | None:
    """Return the last section that lists this program, else the first without app_keys."""
    general_section: _Section | None = None
    program_section: _Section | None = None
    for key_path, value in candidates:
        section = get_object_members(value, dialect, "settings_array")
        fields = Fields(section, dialect)
        if not fields.has("app_keys"):
            general_section = general_section or (key_path, section)
        elif executable and executable in iterate_elements(fields.get_raw("app_keys")):
            program_section = (key_path, section)
    return program_section or general_section


def _read_section(section: Fields, profile: LoaderProfile) -> LoaderSettings:
    """Return the settings of one section, inactive if it contains nothing valid."""
    for node in iterate_elements(section.get_raw("log_locations")):
        section.get_members(node, "log_locations")  # where an array is fatal
    layers = _read_layers(section, profile)
    dropped = list(_find_dropped_layer(section)) if layers is None else []
    drivers: tuple[str, ...] = ()
    devices: tuple[DeviceConfiguration, ...] | None = None
    is_exclusive = has_log_words = False
    if profile.has(Gate.ADDITIONAL_DRIVERS):
        drivers = _read_additional_drivers(section)
        # Only true counts, and it does not activate a section by itself.
        is_exclusive = section.get_raw("additional_drivers_use_exclusively") is True
        devices = read_device_configurations(section, profile)
        dropped += _find_dropped_driver(section, drivers)
    if profile.has(Gate.SETTINGS_BY_CONTENT):
        words = iterate_elements(section.get_raw("stderr_log"))
        # Case-sensitive; the loader ignores unknown words.
        has_log_words = any(isinstance(word, str) and word in LOG_LEVELS for word in words)
        if profile.has(Gate.EMPTY_LISTS_IGNORED):
            layers = layers or None
    if layers is None and not drivers and devices is None and not has_log_words:
        reason = message("it contains no valid settings")
        return LoaderSettings(
            reason=reason, unused_reason=UnusedReason.NO_SETTINGS, dropped_parts=tuple(dropped)
        )
    if profile.has(Gate.SECTION_HIDES_LAYERS):
        layers = layers or ()
    return LoaderSettings(
        is_active=True,
        layers=layers,
        additional_drivers=drivers,
        is_exclusive=is_exclusive,
        device_configurations=devices,
        dropped_parts=tuple(dropped),
    )


def _read_layers(section: Fields, profile: LoaderProfile) -> tuple[SettingsLayer, ...] | None:
    """Return the layers of a section. One malformed element discards the whole list."""
    if not section.has("layers"):
        return () if profile.has(Gate.EVERY_SECTION_IN_FORCE) else None
    layers = []
    # A scalar has no elements: treated as an empty list, so no layer exists at all.
    for node in iterate_elements(section.get_raw("layers")):
        try:
            layers.append(_read_layer(section.of(_read_layer_members(section, node))))
        except FieldError as error:
            if error.reason is Reason.CRASHES_ALL:
                raise
            if not profile.has(Gate.SETTINGS_MALFORMED_SAFE):
                detail = message("an element of its layer list is malformed")
                raise FieldError(Reason.CRASHES_ALL, "layers", detail) from error
            return None
    return tuple(layers)


def _read_layer_members(section: Fields, node: Any) -> Members:
    """Return the members of an element of "layers". Raise FieldError for another value."""
    members = section.get_members(node, "layers")
    if not members and not isinstance(node, Members):
        raise FieldError(
            Reason.BAD_VALUE, "layers", message("“layers” contains an invalid element")
        )
    return members


def _read_layer(fields: Fields) -> SettingsLayer:
    """Return a layer of a section. Raise FieldError if a key is missing."""
    word = fields.get_required("control")
    # parse_layer_configurations treats any other word as auto.
    control = Control(word) if word in tuple(Control) else Control.AUTO
    if control is Control.UNORDERED:
        return SettingsLayer(control)
    return SettingsLayer(
        control,
        fields.get_required("name"),
        fields.get_required("path"),
        fields.get_raw(TREAT_AS_IMPLICIT) is True,
    )


def _read_additional_drivers(section: Fields) -> tuple[str, ...]:
    """Return the paths of a section's drivers, () if one element is malformed."""
    # parse_additional_drivers: one bad element drops the list, and the other sections stay.
    paths = []
    for node in iterate_elements(section.get_raw("additional_drivers")):
        path = section.of(node).get_text("path") if isinstance(node, Members) else None
        if path is None:
            return ()
        paths.append(path)
    return tuple(paths)


def _find_dropped_layer(section: Fields) -> Iterator[tuple[KeyPath, Message | str]]:
    """Yield the element that makes the loader discard the list of layers, and why."""
    for index, node in enumerate(iterate_elements(section.get_raw("layers"))):
        members = section.get_members(node, "layers")
        if not members and not isinstance(node, Members):
            yield ("layers", index), message("not an object")
            return
        try:
            _read_layer(section.of(members))
        except FieldError as error:
            yield ("layers", index), error.key
            return


def _find_dropped_driver(
    section: Fields, drivers: tuple[str, ...]
) -> Iterator[tuple[KeyPath, Message | str]]:
    """Yield the element that makes the loader discard the list of drivers, and its key.

    `drivers`: those that the loader keeps.
    """
    for index, node in enumerate(iterate_elements(section.get_raw("additional_drivers"))):
        if not drivers and (
            not isinstance(node, Members) or section.of(node).get_text("path") is None
        ):
            yield ("additional_drivers", index), "path"
            return


def prepend_settings_drivers(
    settings: LoaderSettings, found_drivers: tuple[str, ...]
) -> tuple[str, ...]:
    """Prepend the file's drivers, in reverse order, to the drivers found by the search.

    The scan result is that of the last path: if it is no .json file, nothing is scanned.
    """
    paths = settings.additional_drivers
    if paths and not is_json(paths[-1]):
        return ()
    files = () if settings.is_exclusive and settings.is_active else found_drivers
    return (*(path for path in reversed(paths) if is_json(path)), *files)
