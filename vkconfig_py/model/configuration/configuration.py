"""Configuration: what the user chose, as an immutable document.

A layer appears in `layers` once the user gave it a control other than Auto, or a place. The tuple's
order is the order shown to the user. A layer the user never touched is not in it and is not written
anywhere. Every edit returns a copy. Undo is a list of these values.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from vkconfig_py.language.sentences import Message, message, tr
from vkconfig_py.loader.base.records import NamedTuple


class SettingType(StrEnum):
    """Type of a setting. The value is the manifest's token."""

    GROUP = "GROUP"
    BOOL = "BOOL"
    BOOL_NUMERIC = "BOOL_NUMERIC"
    INT = "INT"
    FLOAT = "FLOAT"
    STRING = "STRING"
    FRAMES = "FRAMES"
    ENUM = "ENUM"
    FLAGS = "FLAGS"
    LIST = "LIST"
    LOAD_FILE = "LOAD_FILE"
    SAVE_FILE = "SAVE_FILE"
    LOAD_FOLDER = "LOAD_FOLDER"
    SAVE_FOLDER = "SAVE_FOLDER"


PATH_TYPES = frozenset(
    {
        SettingType.LOAD_FILE,
        SettingType.SAVE_FILE,
        SettingType.LOAD_FOLDER,
        SettingType.SAVE_FOLDER,
    }
)
TEXT_TYPES = PATH_TYPES | {SettingType.STRING, SettingType.FRAMES}


class ListItem(NamedTuple):
    """One entry of a LIST. A disabled one is kept but not written."""

    value: str | int
    enabled: bool = True
    extra: tuple[tuple[str, Any], ...] = ()


# GROUP: None. BOOL and BOOL_NUMERIC: bool. INT: int. FLOAT: float. STRING, FRAMES, ENUM and paths:
# str. FLAGS: keys in the order of the manifest. LIST: items.
Value = bool | int | float | str | tuple[str, ...] | tuple[ListItem, ...] | None


# Members of a document that this version does not know, kept unchanged.
ExtraMembers = tuple[tuple[str, Any], ...]

UNLISTED = "*"  # key in `layers` for every layer that has no entry
NEWEST_COPY = "newest"  # of several copies of a layer, the one with the highest version


def make_key() -> str:
    """Return a new random key for a configuration."""
    # Not uuid4: importing uuid costs every start 5 ms.
    return os.urandom(16).hex()


class LayerControl(StrEnum):
    """User's choice for a layer."""

    AUTO = "auto"
    ON = "on"
    OFF = "off"


class DriverControl(StrEnum):
    """User's choice for a driver."""

    AUTO = "auto"
    ONLY = "only"
    OFF = "off"


class SettingValue(NamedTuple):
    """What the user set a layer's setting to. What nobody set is not kept."""

    key: str
    type: SettingType
    value: Value
    extra: ExtraMembers = ()


class LayerEntry(NamedTuple):
    """One layer that the user changed. The one named UNLISTED means every layer without an entry.

    Attributes:
        placed: the user gave it a place. An Auto layer with a place is listed to keep that place,
            as long as it loads by itself.
        moved_past: with a place, the layers that the user moved it past; `layers` tells to which
            side. None: all with a place, as the order was given as a whole (imported files, and
            documents of before this was kept).
        manifest: last known manifest path, to name a missing layer.
        copy: which of several copies to use: "" the loader's own choice, NEWEST the highest
            version, anything else the path of a manifest.
        writes_settings: whether its settings are written. If not, they are only kept.
    """

    name: str
    control: LayerControl = LayerControl.AUTO
    placed: bool = False
    manifest: str = ""
    copy: str = ""
    settings: tuple[SettingValue, ...] = ()
    writes_settings: bool = True
    moved_past: tuple[str, ...] | None = None
    extra: ExtraMembers = ()

    @property
    def is_worth_keeping(self) -> bool:
        """Whether the entry says anything that no entry would not."""
        is_changed = (
            self.control is not LayerControl.AUTO or self.placed or self.copy or self.settings
        )
        return bool(is_changed or not self.writes_settings or self.extra)

    def is_moved_past(self, other_entry: LayerEntry) -> bool:
        """Whether the user asked for the side of another layer that this one is on."""
        return (
            self.placed
            and other_entry.placed
            and (self.moved_past is None or other_entry.name in self.moved_past)
        )

    def get_value(self, key: str) -> SettingValue | None:
        """Return the chosen value of a setting, None if it has its default."""
        return next((setting for setting in self.settings if setting.key == key), None)

    def with_value(self, key: str, kind: SettingType, value: Value) -> LayerEntry:
        """Return a copy with one setting changed. A new one comes last."""
        setting = self.get_value(key)
        if setting is None:
            return self._replace(settings=(*self.settings, SettingValue(key, kind, value)))
        changed_value = setting._replace(type=kind, value=value)
        return self._replace(
            settings=tuple(
                changed_value if setting_value.key == key else setting_value
                for setting_value in self.settings
            )
        )

    def without_value(self, key: str) -> LayerEntry:
        """Return a copy in which a setting has its default."""
        return self._replace(
            settings=tuple(setting for setting in self.settings if setting.key != key)
        )


class DriverEntry(NamedTuple):
    """One driver that the user changed, by the base name of its manifest."""

    name: str
    control: DriverControl
    extra: ExtraMembers = ()


class AddedDriver(NamedTuple):
    """A driver manifest that programs get beside those that the loader finds.

    Attributes:
        path: absolute path of the manifest.
        enabled: added, otherwise only remembered.
    """

    path: str
    enabled: bool = True
    extra: ExtraMembers = ()


class DeviceMode(StrEnum):
    """Mode of choosing physical devices."""

    AUTO = "auto"  # the loader's own order
    LISTED = "listed"  # only the listed devices, in their order; an empty list means no device
    FIRST = "first"  # the listed devices in their order, then all others


class DeviceSelectionMethod(StrEnum):
    """Means by which a choice of devices reaches a program."""

    AUTOMATIC = "automatic"  # the first one below that gives exactly what was chosen
    DRIVERS_SELECT = "drivers-select"  # VK_LOADER_DRIVERS_SELECT
    ID_FILTERS = "id-filters"  # VK_LOADER_VENDOR_ID_FILTER and VK_LOADER_DEVICE_ID_FILTER
    DEVICE_SELECT = "device-select"  # VK_LOADER_DEVICE_SELECT
    DRIVER_FILES = "driver-files"  # VK_DRIVER_FILES
    MESA = "mesa"  # MESA_VK_DEVICE_SELECT
    DRI_PRIME = "dri-prime"
    NVIDIA = "nvidia"  # __NV_PRIME_RENDER_OFFLOAD and __VK_LAYER_NV_optimus
    SETTINGS = "settings"  # vk_loader_settings.json


class DeviceEntry(NamedTuple):
    """A physical device: the values that identify it in a loader settings file, and to variables.

    Attributes:
        device_uuid, driver_uuid: 32 hex digits.
        driver_version: VkPhysicalDeviceProperties::driverVersion, unsigned.
        driver: base name of its driver's manifest, "" if it was chosen before this was kept.
        number: its 0-based place among the devices of its driver.
        kind: "discrete-gpu", "cpu", …
        pci: domain:bus:device.function, or "".
    """

    name: str
    device_uuid: str
    driver_uuid: str
    driver_version: int
    driver_name: str = ""
    driver: str = ""
    number: int = 0
    kind: str = ""
    vendor_id: int = 0
    device_id: int = 0
    pci: str = ""
    extra: ExtraMembers = ()


class DeviceChoice(NamedTuple):
    """The physical devices that programs get.

    Attributes:
        others: the devices that were there and not chosen when the choice was made: what a variable
            does to them decides whether it fits.
        by: by which means. AUTOMATIC takes what fits best.
    """

    mode: DeviceMode = DeviceMode.AUTO
    devices: tuple[DeviceEntry, ...] = ()
    others: tuple[DeviceEntry, ...] = ()
    by: DeviceSelectionMethod = DeviceSelectionMethod.AUTOMATIC
    extra: ExtraMembers = ()

    @property
    def is_choosing(self) -> bool:
        """Whether the user chose devices or their order."""
        return self.mode is not DeviceMode.AUTO


EVERY_DEVICE = DeviceChoice()


class ProgramEntry(NamedTuple):
    """A program that a configuration is for. A disabled one is only remembered."""

    path: str
    enabled: bool = True
    extra: ExtraMembers = ()


class Variable(NamedTuple):
    """An environment variable of the target program. None as its value unsets it."""

    name: str
    value: str | None
    extra: ExtraMembers = ()


class Target(NamedTuple):
    """The program that Launch starts.

    Attributes:
        options: name of the chosen option set of the program, "" for what stands here. While the
            set exists it decides. The other members are those that it had when it was chosen.
        log_file: pattern of the file that each launch writes its output to, "" for none.
        appends: the file is continued, otherwise each launch begins it anew.
    """

    program: str = ""
    arguments: tuple[str, ...] = ()
    working_directory: str = ""
    options: str = ""
    log_file: str = ""
    appends: bool = False
    extra: ExtraMembers = ()


NO_PROGRAM = Target()


class OptionSet(NamedTuple):
    """One of several ways to start a program. Its variables win over those of configurations."""

    name: str
    arguments: tuple[str, ...] = ()
    working_directory: str = ""
    environment: tuple[Variable, ...] = ()
    log_file: str = ""
    appends: bool = False
    extra: ExtraMembers = ()


class ProgramOptions(NamedTuple):
    """The option sets of a program, which every configuration shares."""

    program: str
    sets: tuple[OptionSet, ...] = ()
    extra: ExtraMembers = ()


# Titles of the configurations of configurations/built_in.json.
_BUILT_IN_TITLES = {
    "built-in-validation": message("Validation"),
    "built-in-validation-api-dump": message("Validation with API dump"),
    "built-in-synchronization": message("Synchronization validation"),
    "built-in-gpu-assisted": message("GPU-assisted validation"),
    "built-in-best-practices": message("Best practices"),
    "built-in-api-dump": message("API dump"),
    "built-in-frame-capture": message("Frame capture"),
    "built-in-crash-diagnostic": message("Crash diagnostic"),
    "built-in-portability": message("Portability"),
    "built-in-all-layers-off": message("All layers off"),
    "built-in-loader-default": message("Loader default"),
}


class Configuration(NamedTuple):
    """All content of one named configuration.

    Attributes:
        key: stable identifier, also the file name.
        sources: the user's own folders or manifest files, searched for explicit layers.
        implicit_sources: the same, searched for implicit layers.
        programs: programs it applies to, () for every program.
        settings_file: path of the user's own vk_layer_settings.txt, used unchanged, or "".
        target: its own program. Without one, the program chosen last is started.
        platforms: platforms it is offered on, such as "LINUX", () for all.
        built_in: version of the built-in configuration that it is or is a copy of, 0 for neither.
    """

    key: str
    name: str
    layers: tuple[LayerEntry, ...] = ()
    drivers: tuple[DriverEntry, ...] = ()
    added_drivers: tuple[AddedDriver, ...] = ()
    devices: DeviceChoice = EVERY_DEVICE
    sources: tuple[str, ...] = ()
    environment: tuple[Variable, ...] = ()
    target: Target = NO_PROGRAM
    loader_log: tuple[str, ...] = ()
    implicit_sources: tuple[str, ...] = ()
    programs: tuple[ProgramEntry, ...] = ()
    settings_file: str = ""
    platforms: tuple[str, ...] = ()
    built_in: int = 0
    extra: ExtraMembers = ()

    @classmethod
    def create(cls, name: str) -> Configuration:
        """Return an empty configuration with a new key."""
        return cls(make_key(), name)

    @property
    def title(self) -> Message | str:
        """The name as it is shown: a built-in configuration has a name in each language."""
        title = _BUILT_IN_TITLES.get(self.key) if self.built_in else None
        return title if title is not None and str(title) == self.name else self.name

    @property
    def is_empty(self) -> bool:
        """Whether it changes nothing of what programs get. A program to start is no change."""
        same_identity = Configuration(
            self.key,
            self.name,
            target=self.target,
            programs=self.programs,
            platforms=self.platforms,
            built_in=self.built_in,
            extra=self.extra,
        )
        return self == same_identity

    @property
    def turns_on_layer(self) -> bool:
        """True if it turns on at least one layer."""
        return any(entry.control is LayerControl.ON for entry in self.layers)

    def find_entry(self, layer: str) -> LayerEntry | None:
        """Return what the user chose for a layer, None for nothing."""
        return next((entry for entry in self.layers if entry.name == layer), None)

    def get_control(self, layer: str) -> LayerControl:
        """Return whether a layer is set to On, Off or Auto. Without an entry it is Auto."""
        entry = self.find_entry(layer)
        return entry.control if entry else LayerControl.AUTO

    def with_control(self, layer: str, control: LayerControl) -> Configuration:
        """Return a copy with a layer set to Auto, On or Off. The layer's place, if any, is kept."""
        entry = self.find_entry(layer)
        if entry is None:
            if control is LayerControl.AUTO:
                return self
            return self._replace(layers=(*self.layers, LayerEntry(layer, control)))
        return self.with_entry(entry._replace(control=control))

    def with_entry(self, changed_entry: LayerEntry) -> Configuration:
        """Return a copy with a layer's entry replaced or appended. An empty entry is removed."""
        if self.find_entry(changed_entry.name) is None:
            layers = (*self.layers, changed_entry)
        else:
            layers = tuple(
                changed_entry if entry.name == changed_entry.name else entry
                for entry in self.layers
            )
        return self._replace(
            layers=tuple(
                entry
                for entry in layers
                if entry.name != changed_entry.name or entry.is_worth_keeping
            ),
        )

    def without_entry(self, layer: str) -> Configuration:
        """Return a copy without any choice or setting for a layer."""
        return self._replace(layers=tuple(entry for entry in self.layers if entry.name != layer))

    @property
    def unlisted_control(self) -> LayerControl:
        """The choice On, Off or Auto for all layers without an entry."""
        return self.get_control(UNLISTED)

    def with_order(self, drawn_order: Sequence[str], on: str = "") -> Configuration:
        """Return a copy in which each layer of the shown chain has its place there.

        Entries that are not in that chain keep their relative order below it.

        Args:
            drawn_order: names in the chain, application side first.
            on: layer that was dragged in from outside the chain and is turned on, "" for none.
        """
        entries = {
            entry.name: entry for entry in reversed(self.layers)
        }  # the first of two entries with one name is used
        placed_entries = []
        for name in dict.fromkeys(drawn_order):
            entry = entries.get(name, LayerEntry(name))
            control = LayerControl.ON if name == on else entry.control
            placed_entries.append(entry._replace(control=control, placed=True, moved_past=None))
        unlisted_entries = tuple(
            entry for entry in self.layers if entry.name not in set(drawn_order)
        )
        return self._replace(layers=(*placed_entries, *unlisted_entries))

    def with_move(
        self, layer: str, shown_order: Sequence[str], drawn_order: Sequence[str], neighbor: str = ""
    ) -> Configuration:
        """Return a copy in which a layer was moved, and each layer of the chain has its place.

        The user asks for its side of the layers that it was moved past, and of one that the user
        named, for no more. A layer from outside the chain comes from below it, and is turned on.

        Args:
            layer: that was moved.
            shown_order: names in the chain before, application side first.
            drawn_order: the same after the move.
            neighbor: named to say where the layer goes, "" for none.
        """
        moved_configuration = self.with_order(drawn_order, on="" if layer in shown_order else layer)
        above_before, above_now = (
            set(names[: names.index(layer)]) for names in ([*shown_order, layer], list(drawn_order))
        )
        passed_keys = (above_before ^ above_now) | ({neighbor} & set(drawn_order))
        ranks_before, ranks_now = self._rank_layers(), moved_configuration._rank_layers()
        passed_pairs = {
            (name, other_name)
            for name, other_name in self._list_passed_pairs()
            if (ranks_before[name] < ranks_before[other_name])
            == (ranks_now[name] < ranks_now[other_name])
            and not (other_name == layer and name in passed_keys)
        } | {(layer, other_name) for other_name in passed_keys}
        asked_of: dict[str, list[str]] = {}
        for name, other_name in sorted(passed_pairs, key=lambda pair: ranks_now[pair[1]]):
            asked_of.setdefault(name, []).append(other_name)
        return moved_configuration._replace(
            layers=tuple(
                entry._replace(moved_past=tuple(asked_of.get(entry.name, ())))
                if entry.placed
                else entry
                for entry in moved_configuration.layers
            )
        )

    def _rank_layers(self) -> dict[str, int]:
        """Return the place of each layer among the entries. The first of equal names is used."""
        ranks: dict[str, int] = {}
        for rank, entry in enumerate(self.layers):
            ranks.setdefault(entry.name, rank)
        return ranks

    def _list_passed_pairs(self) -> set[tuple[str, str]]:
        """Return each layer that was moved past another one, with that one."""
        # Not each layer with each other one: of a thousand these are a million.
        placed_names = {entry.name for entry in self.layers if entry.placed}
        return {
            (entry.name, other_name)
            for entry in self.layers
            if entry.placed
            for other_name in (
                placed_names if entry.moved_past is None else placed_names & {*entry.moved_past}
            )
            if other_name != entry.name
        }

    def without_order(self) -> Configuration:
        """Return a copy in which no layer has a place."""
        return self._replace(
            layers=tuple(
                entry
                for entry in (
                    entry._replace(placed=False, moved_past=None) for entry in self.layers
                )
                if entry.is_worth_keeping
            ),
        )

    def get_driver_control(self, name: str) -> DriverControl:
        """Return the choice for a driver by its manifest's file name, Auto if there is none."""
        return next(
            (driver.control for driver in self.drivers if driver.name == name), DriverControl.AUTO
        )

    def with_driver_control(self, name: str, control: DriverControl) -> Configuration:
        """Return a copy with a driver set to a choice. Auto removes its entry."""
        other_drivers = tuple(entry for entry in self.drivers if entry.name != name)
        if control is DriverControl.AUTO:
            return self._replace(drivers=other_drivers)
        return self._replace(drivers=(*other_drivers, DriverEntry(name, control)))

    def list_driver_files(self) -> tuple[str, ...]:
        """Return the manifests of the added drivers that are enabled, without duplicates."""
        return tuple(dict.fromkeys(driver.path for driver in self.added_drivers if driver.enabled))

    def with_variable(self, name: str, value: str | None) -> Configuration:
        """Return a copy that sets a variable for launched programs, or unsets it for None."""
        other_variables = tuple(variable for variable in self.environment if variable.name != name)
        return self._replace(environment=(*other_variables, Variable(name, value)))

    def without_variable(self, name: str) -> Configuration:
        """Return a copy that leaves a variable as it is in the session."""
        remaining_variables = tuple(
            variable for variable in self.environment if variable.name != name
        )
        return self._replace(environment=remaining_variables)


VALIDATION = "VK_LAYER_KHRONOS_validation"
# What the validation layer leaves out if a setting is false, or in older ones if `disables` has
# a flag.
_VALIDATION_CHECKS = (
    ("validate_core", "VK_VALIDATION_FEATURE_DISABLE_CORE_CHECKS_EXT", tr("core checks")),
    (
        "stateless_param",
        "VK_VALIDATION_FEATURE_DISABLE_API_PARAMETERS_EXT",
        tr("stateless parameter checks"),
    ),
    (
        "object_lifetime",
        "VK_VALIDATION_FEATURE_DISABLE_OBJECT_LIFETIMES_EXT",
        tr("object lifetime checks"),
    ),
    ("unique_handles", "VK_VALIDATION_FEATURE_DISABLE_UNIQUE_HANDLES_EXT", tr("handle wrapping")),
)


def list_disabled_checks(configuration: Configuration) -> tuple[str, ...]:
    """Return which default checks of the validation layer are turned off, in words."""
    entry = configuration.find_entry(VALIDATION)
    values = {setting.key: setting.value for setting in entry.settings} if entry else {}
    disables = values.get("disables")
    flags = disables if isinstance(disables, tuple) else ()
    return tuple(
        words
        for key, flag, words in _VALIDATION_CHECKS
        if values.get(key) is False or flag in flags
    )
