"""Which driver Android opens: one library, found by two properties.

Follows driver.cpp (Hal::Open, LoadUpdatedDriver, LoadBuiltinDriver, LoadDriver) and
GraphicsEnvironment.java (chooseDriverInternal). A driver is no manifest here: it is the hardware
module "vulkan", whose name properties of the build spell out, so that a user cannot change it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.verdicts import Kind, Outcome
from vkconfig_py.loader.files.elf import ElfError, read_text_at_pointer
from vkconfig_py.machines.android.app import Abi
from vkconfig_py.machines.android.files import AndroidLibrary, FoundFile, find_app
from vkconfig_py.machines.android.values import (
    AndroidDevice,
    AndroidDriver,
    AndroidVerdict,
    LayerReason,
)

NAME_PROPERTIES = ("ro.hardware.vulkan", "ro.board.platform")
APEX_PROPERTY = "ro.vulkan.apex"
_PRODUCTION_PROPERTY, _PRERELEASE_PROPERTY = "ro.gfx.driver.0", "ro.gfx.driver.1"
_ALL_APPS_SETTING = "updatable_driver_all_apps"
_DRIVER_APPS = "updatable_driver_production_opt_in_apps"
_MODULE_SYMBOL, _VULKAN_MODULE_ID = "HMI", "vulkan"
_ID_OFFSET = 8  # hw_module_t: tag, module_api_version and hal_api_version come first
# linkerconfig: search paths of the namespace sphal.
_VENDOR_FOLDERS = ("/odm/{lib}", "/vendor/{lib}", "/vendor/{lib}/egl", "/vendor/{lib}/hw")
_APEX_FOLDERS = ("{apex}/{lib}", "{apex}/{lib}/hw", "{apex}/{lib}/egl")


class DriverSearch(NamedTuple):
    """The drivers that were tried, in order.

    Attributes:
        is_fatal: Android ends the process (LOG_ALWAYS_FATAL).
    """

    drivers: tuple[AndroidDriver, ...]
    folders: tuple[str, ...]
    findings: tuple[AndroidVerdict, ...] = ()
    is_fatal: bool = False


def find_drivers(device: AndroidDevice) -> DriverSearch:
    """Try the drivers in Android's order, until a library opens."""
    names = _list_library_names(device)
    findings = (*_decide_name_properties(device), *_decide_angle(device))
    package = find_updatable_package(device)
    updatable_drivers: tuple[AndroidDriver, ...] = ()
    if package:
        app = find_app(device.files, package, device.abi)
        if app is not None:
            return _search_updatable_package(
                device, package, app.list_library_paths(device.abi), findings
            )
        # A package that is not installed leaves the built-in driver in place.
        updatable_drivers = (
            _make_driver(package, Outcome.UNKNOWN, LayerReason.UPDATABLE_UNKNOWN, package),
        )
    built_in = _search_built_in(device, names)
    return built_in._replace(
        drivers=(*updatable_drivers, *built_in.drivers), findings=(*findings, *built_in.findings)
    )


def find_updatable_package(device: AndroidDevice) -> str:
    """Return the package of the updatable driver that the application gets, "" for none."""
    properties, settings, app = device.properties, device.settings, device.app
    production = properties.get_value(_PRODUCTION_PROPERTY)
    prerelease = properties.get_value(_PRERELEASE_PROPERTY) if device.is_debuggable else ""
    if app.is_system:
        return ""
    # 1 and 2 choose for every application, 3 turns updatable drivers off.
    package_for_all_apps = {1: production, 2: prerelease, 3: ""}.get(
        settings.get_number(_ALL_APPS_SETTING)
    )
    if package_for_all_apps is not None or not app.package:
        return package_for_all_apps or ""
    name = app.package
    if name in settings.list_packages("updatable_driver_production_opt_out_apps"):
        return ""
    if name in settings.list_packages("updatable_driver_prerelease_opt_in_apps"):
        return prerelease
    if name in settings.list_packages(_DRIVER_APPS):
        return production
    allowed_packages = settings.list_packages("updatable_driver_production_allowlist")
    denied_packages = settings.list_packages("updatable_driver_production_denylist")
    if name in denied_packages or (allowed_packages[:1] != ("*",) and name not in allowed_packages):
        return ""
    return production


def find_library_refusal(library: AndroidLibrary, abi: Abi) -> tuple[LayerReason, str] | None:
    """Return why the linker of this ABI refuses a library, or None."""
    if library.exports is None:
        return LayerReason.NOT_A_LIBRARY, library.error
    machine, bits = library.exports.machine, library.exports.pointer_bits
    if (machine, bits) == (abi.machine, abi.pointer_bits):
        return None
    return LayerReason.OTHER_MACHINE, f"e_machine {machine}, {bits} bits"


def _list_library_names(device: AndroidDevice) -> tuple[tuple[str, str], ...]:
    """Return each name that the driver's library may have, with the property that makes it."""
    values = ((device.properties.get_value(name), name) for name in NAME_PROPERTIES)
    return tuple((f"vulkan.{value}.so", name) for value, name in values if value)


def _decide_name_properties(device: AndroidDevice) -> Iterator[AndroidVerdict]:
    """Yield for each property that names a driver's library whether it has an effect."""
    for name in NAME_PROPERTIES:
        source = device.properties.get_source(name)
        outcome, reason = Outcome.ACTS, LayerReason.PROPERTY_READ
        if not source.value:
            outcome, reason = Outcome.IGNORED, LayerReason.PROPERTY_EMPTY
        yield AndroidVerdict(
            name, Kind.VARIABLE, outcome, reason, source.value, source.file, source.line
        )


def _decide_angle(device: AndroidDevice) -> Iterator[AndroidVerdict]:
    """Yield the verdicts on properties by which OpenGL ES uses this driver and its layers."""
    if device.properties.get_value("ro.hardware.egl") == "angle":
        source = device.properties.get_source("ro.hardware.egl")
        yield _make_active_verdict(
            "ro.hardware.egl", Kind.VARIABLE, LayerReason.ANGLE, source.file, source.line
        )
        return
    settings, all_angle = device.settings, "angle_gl_driver_all_angle"
    packages = settings.list_packages("angle_gl_driver_selection_pkgs")
    values = settings.list_packages("angle_gl_driver_selection_values")
    chosen_values = (
        dict(zip(packages, values, strict=False)) if len(packages) == len(values) else {}
    )
    name = ""
    if settings.get_number(all_angle) == 1:
        name = all_angle
    elif device.app.package and chosen_values.get(device.app.package) == "angle":
        name = "angle_gl_driver_selection_pkgs"
    if name:
        source = settings.get_source(name)
        yield _make_active_verdict(name, Kind.SETTINGS, LayerReason.ANGLE, source.file, source.line)


def _make_active_verdict(
    name: str, kind: Kind, reason: LayerReason, file: str, line: int
) -> AndroidVerdict:
    """Return the verdict that something acts, such as a property."""
    return AndroidVerdict(name, kind, Outcome.ACTS, reason, "", file, line)


def _search_updatable_package(
    device: AndroidDevice,
    package: str,
    folders: Sequence[str],
    verdicts: tuple[AndroidVerdict, ...],
) -> DriverSearch:
    """Search the package of an updatable driver alone. Without a driver there the process ends."""
    drivers, is_opened = _search_driver(device, _list_library_names(device), folders)
    finding = _make_active_verdict(package, Kind.DRIVER, LayerReason.UPDATABLE, "", 0)
    return DriverSearch(tuple(drivers), tuple(folders), (*verdicts, finding), not is_opened)


def list_built_in_folders(device: AndroidDevice) -> tuple[str, ...]:
    """Return the folders in which the linker looks for the driver of the system."""
    library_folder, apex = device.abi.library_folder, device.properties.get_value(APEX_PROPERTY)
    folders = _APEX_FOLDERS if apex else _VENDOR_FOLDERS
    return tuple(folder.format(lib=library_folder, apex=f"/apex/{apex}") for folder in folders)


def _search_built_in(device: AndroidDevice, names: tuple[tuple[str, str], ...]) -> DriverSearch:
    """Search for the driver that belongs to the system.

    `names` has the names of its library, each with the property that makes it.
    """
    folders = list_built_in_folders(device)
    source = device.properties.get_source(APEX_PROPERTY)
    apex = source.value
    if apex and not device.files.exists(f"/apex/{apex}"):
        unknown = (Outcome.UNKNOWN, LayerReason.APEX_UNKNOWN, apex)
        return DriverSearch(tuple(_make_driver(name, *unknown) for name, _ in names), folders)
    acts = AndroidVerdict(
        *(
            APEX_PROPERTY,
            Kind.VARIABLE,
            Outcome.ACTS,
            LayerReason.APEX,
            apex,
            source.file,
            source.line,
        )
    )
    drivers, _ = _search_driver(device, names, folders)
    return DriverSearch(tuple(drivers), folders, (acts,) if apex else ())


def _search_driver(
    device: AndroidDevice, names: Sequence[tuple[str, str]], folders: Sequence[str]
) -> tuple[list[AndroidDriver], bool]:
    """Return each driver that is tried, and whether one of them can be used.

    Args:
        device: the device.
        names: of the library, each with the property that makes it.
        folders: in which the linker looks.
    """
    drivers: list[AndroidDriver] = []
    is_opened = serves = False
    for name, _ in names:
        file = _find_first_file(device, name, folders)
        if is_opened:
            drivers.append(
                _make_driver(name, Outcome.OFF, LayerReason.NOT_REACHED, drivers[-1].library)
            )
            continue
        if file is None:
            reason = LayerReason.NOT_IN_FOLDERS
            drivers.append(_make_driver(name, Outcome.SKIPPED, reason, ", ".join(folders)))
            continue
        library = device.files.read_library(file)
        refusal = find_library_refusal(library, device.abi)
        if refusal is not None:
            drivers.append(_make_driver(file.path, Outcome.SKIPPED, *refusal))
            continue
        # The first library that opens is the only one: if it is no module, there is no driver.
        is_opened = True
        drivers.append(_decide_module(device, file, library))
        serves = drivers[-1].verdict.outcome is Outcome.LOADS
    return drivers, serves


def _find_first_file(device: AndroidDevice, name: str, folders: Sequence[str]) -> FoundFile | None:
    """Return the file that the linker opens for a name: the first one in these folders."""
    for folder in folders:
        for file in device.files.list_path(folder).files:
            if file.name == name:
                return file
    return None


def _decide_module(
    device: AndroidDevice, file: FoundFile, library: AndroidLibrary
) -> AndroidDriver:
    """Decide about a library that the linker opened. It must be the hardware module "vulkan"."""
    assert library.exports is not None
    address = library.exports.addresses.get(_MODULE_SYMBOL)
    if address is None:
        return _make_driver(file.path, Outcome.SKIPPED, LayerReason.NO_MODULE)
    name = _read_module_id(device, file, address)
    if name is None:
        return _make_driver(file.path, Outcome.LOADS, LayerReason.ID_UNKNOWN)
    if name != _VULKAN_MODULE_ID:
        return _make_driver(file.path, Outcome.SKIPPED, LayerReason.OTHER_MODULE, name)
    return _make_driver(file.path, Outcome.LOADS, LayerReason.FIRST_HIT)


def _read_module_id(device: AndroidDevice, file: FoundFile, address: int) -> str | None:
    """Return the id of a hardware module, None if only the linker can tell it.

    `address` is that of the module's structure in the library.
    """
    try:
        return read_text_at_pointer(*device.files.find_extent(file), address + _ID_OFFSET)
    except (OSError, ElfError):
        return None


def _make_driver(
    library: str, outcome: Outcome, reason: LayerReason, detail: str = ""
) -> AndroidDriver:
    """Return a driver with the verdict on its library."""
    return AndroidDriver(
        library, AndroidVerdict(library, Kind.DRIVER, outcome, reason, detail, library)
    )
