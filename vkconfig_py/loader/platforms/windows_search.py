r"""Registered manifests of Windows: values of devices, then the Khronos keys of one or two hives.

The loader joins everything it finds into one list of paths, separated by ";", which is then read
like a search variable: an entry that does not end in .json is a folder. `Listed` is that list.

Source: LoaderDriverInterface "Driver Discovery on Windows", LoaderLayerInterface "Windows Layer
Discovery"; loader_windows.c, windows_read_data_files_in_registry and the functions that it calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.base.versions import get_vk_result_name
from vkconfig_py.loader.base.windows_facts import Registry, RegistryValue, ValueKind, WindowsFacts
from vkconfig_py.loader.platforms.rules import ManifestType
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

LOCAL_MACHINE, CURRENT_USER = "HKEY_LOCAL_MACHINE", "HKEY_CURRENT_USER"
LIST_SEPARATOR = ";"
D3DKMT = "D3DKMT"

_CLASSES = rf"{LOCAL_MACHINE}\SYSTEM\CurrentControlSet\Control\Class"
DISPLAY = rf"{_CLASSES}\{{4d36e968-e325-11ce-bfc1-08002be10318}}"
COMPONENT = rf"{_CLASSES}\{{5c4c3332-344d-483c-8739-259e934c9cc8}}"

DEVICE_VALUES = {
    ManifestType.DRIVER: "VulkanDriverName",
    ManifestType.EXPLICIT: "VulkanExplicitLayers",
    ManifestType.IMPLICIT: "VulkanImplicitLayers",
}
_KEY_BY_MANIFEST_TYPE = {
    ManifestType.DRIVER: "Drivers",
    ManifestType.EXPLICIT: "ExplicitLayers",
    ManifestType.IMPLICIT: "ImplicitLayers",
}
# windows_get_registry_files, known_drivers: file names of drivers that are installed without
# their adapter, and the PCI vendor that must have one.
_KNOWN_DRIVERS = {
    64: {
        "igvk64.json": 0x8086,
        "nv-vk64.json": 0x10DE,
        "amd-vulkan64.json": 0x1002,
        "amdvlk64.json": 0x1002,
    },
    32: {
        "igvk32.json": 0x8086,
        "nv-vk32.json": 0x10DE,
        "amd-vulkan32.json": 0x1002,
        "amdvlk32.json": 0x1002,
    },
}
# Microsoft's OpenCL, OpenGL and Vulkan compatibility pack.
MAPPING_LAYERS_PACKAGE = "Microsoft.D3DMappingLayers_8wekyb3d8bbwe"
_SETTINGS_ROOM = 1024
KNOWN_VENDORS = (0x8086, 0x10DE, 0x1002)
_MAX_NAME_LENGTH = 2047  # a buffer of 2048 characters
_ENABLED = bytes(4)
_OUT_OF_MEMORY, _INITIALIZATION_FAILED, _INCOMPATIBLE_DRIVER = map(get_vk_result_name, (-1, -3, -9))
_INLINE_SIZE = 8  # bytes that D3DDDI_QUERYREGISTRY_INFO has room for
_STRING_KINDS = (ValueKind.SZ, ValueKind.EXPAND_SZ, ValueKind.MULTI_SZ)


class UnlistedCause(StrEnum):
    """Why a registered manifest is not in the loader's list."""

    DISABLED = "disabled"
    NOT_REACHED = "not-reached"
    TYPE = "type"
    VENDOR = "vendor"
    UNKNOWN_DRIVER = "unknown-driver"
    NO_DXGI = "no-dxgi"
    DUPLICATE = "duplicate"
    LOOKUP_FAILED = "lookup-failed"


class Registration(NamedTuple):
    """One registered path.

    Attributes:
        key: the registry key, or "D3DKMT" where the kernel named the path.
        value: name of the value.
        unlisted: why the loader does not list it; None if it does.
        detail: what `unlisted` rests on: a value's type, another value, a vendor.
    """

    path: str
    key: str
    value: str
    unlisted: UnlistedCause | None = None
    detail: str = ""

    @property
    def location(self) -> str:
        """Return where the path is registered: the key, and the value's name if it differs."""
        return self.key if self.value == self.path else f"{self.key}, {self.value}"


def find_opened_path(host: Host, entry: Registration) -> str:
    """Return the path of the file that a loader opens for a registration."""
    facts = host.windows
    if facts is None:
        return entry.path
    return (facts.recode_utf_8_path if entry.key == D3DKMT else facts.recode_code_page_path)(
        entry.path
    )


def is_registered(source: str) -> bool:
    """Return whether the source of a search path is a registry key, not a variable or folder."""
    return source.startswith((LOCAL_MACHINE, CURRENT_USER, D3DKMT))


class RegistrySearch(NamedTuple):
    """What is registered for one type of manifest, in the loader's order.

    Attributes:
        result: what the loader makes of it that nothing is registered, or "".
    """

    registrations: tuple[Registration, ...]
    result: str = ""

    @property
    def listed(self) -> tuple[Registration, ...]:
        """Return the registrations that are in the loader's list."""
        return tuple(
            registration for registration in self.registrations if registration.unlisted is None
        )


def search_registry(host: Host, profile: LoaderProfile, kind: ManifestType) -> RegistrySearch:
    """Return the manifests of a kind in the registry, as the loader searches it."""
    # windows_read_data_files_in_registry.
    facts = host.windows
    if facts is None:
        return RegistrySearch(
            (),
            _find_missing_driver_result(
                WindowsFacts(Registry({})), profile, has_khronos_entries=False
            ),
        )
    search = _RegistrySearch(facts, host, profile, kind)
    is_driver = kind is ManifestType.DRIVER
    device_gate = Gate.DEVICES_UNASKED if is_driver else Gate.DEVICES_WITHOUT_LAYERS
    has_device_entries = not profile.has(device_gate) and search.read_devices()
    has_khronos_entries = search.read_khronos_keys()
    if facts.kernel_values is None and profile.has(Gate.NO_KERNEL_IS_MEMORY):
        return RegistrySearch(tuple(map(search.make_dropped, search.registrations)), _OUT_OF_MEMORY)
    if (has_device_entries or has_khronos_entries) and search.listed is not None:
        return RegistrySearch(tuple(search.registrations))
    # Both are errors: the list is dropped, even if it has entries.
    dropped_registrations = tuple(map(search.make_dropped, search.registrations))
    return RegistrySearch(
        dropped_registrations, _find_missing_driver_result(facts, profile, has_khronos_entries)
    )


def _find_missing_driver_result(
    facts: WindowsFacts, profile: LoaderProfile, has_khronos_entries: bool
) -> str:
    """Return the VkResult name of every call if no driver is registered, or "".

    `has_khronos_entries`: whether the Khronos key was found.
    """
    if profile.has(Gate.REGISTRY_MAY_BE_EMPTY):
        return ""
    if not profile.has(Gate.REGISTRY_ERROR_PASSED):
        return _INCOMPATIBLE_DRIVER
    if has_khronos_entries:
        return ""
    lacks_kernel = facts.kernel_values is None and profile.has(Gate.KERNEL_KNOWS_ADAPTERS)
    return _OUT_OF_MEMORY if lacks_kernel else _INITIALIZATION_FAILED


class _RegistrySearch:
    """The list in the making.

    Attributes:
        listed: the loader's list; None before it allocates one.
        wrong_type: the first device value that is no string, or ""; it makes the search of devices
            an error, whatever else they have.
    """

    def __init__(
        self, facts: WindowsFacts, host: Host, profile: LoaderProfile, kind: ManifestType
    ) -> None:
        self._facts = facts
        self._is_elevated = host.elevated
        self._profile = profile
        self._reads_whole_value = profile.has(Gate.REGISTERED_PATHS_WHOLE)
        self._kind = kind
        self._is_driver = kind is ManifestType.DRIVER
        self._known_drivers: dict[str, int] = {}
        self._needs_adapters = self._is_driver and profile.has(Gate.DRIVERS_NEED_ADAPTERS)
        if self._needs_adapters:
            self._known_drivers = _KNOWN_DRIVERS[host.pointer_bits]
        self._keeps_buffer_size = profile.has(Gate.REGISTRY_BUFFER_RESET)
        names_once = self._is_driver or not profile.has(Gate.LAYERS_OF_ONE_NAME)
        self._names_once = names_once and not profile.has(Gate.REGISTERED_TWICE)
        self._buffer_size = len(_ENABLED)
        self.registrations: list[Registration] = []
        self.listed: str | None = None
        self.wrong_type = ""

    # -- devices

    def read_devices(self) -> bool:
        """Read the values of all display devices. Return whether any had one.

        Those of the adapters that the kernel knows, else of the registry.
        """
        # IsWow64Process, whatever the loader was built for.
        name = DEVICE_VALUES[self._kind] + ("Wow" if self._facts.is_wow64 else "")
        if self._profile.has(Gate.KERNEL_KNOWS_ADAPTERS):
            kernel = self._facts.kernel_values
            if kernel is None:  # without D3DKMTEnumAdapters2 the devices are not asked
                return False
            paths = kernel.get(name, ())
            for path in paths:
                self._add_strings((path,), D3DKMT, name)
            if paths:
                return True
        # windows_get_device_registry_files. Every device is read, whatever another one gave.
        groups = _list_devices(self._facts)
        if self._reads_whole_value:
            return self._read_whole_devices(groups, name)
        values_read = sum(self._read_device(group, name) for group in groups)
        return values_read > 0 and not self.wrong_type

    def _read_whole_devices(self, groups: Iterable[tuple[str, ...]], name: str) -> bool:
        """Read devices with all their components. Return False if a component has a wrong type."""
        previous_list = self.listed
        has_right_type = True  # what the last one that was read gave
        for display, *components in groups:
            has_right_type = self._read_value_of(display, name) is not False
            for key in components:
                has_right_type = self._read_value_of(key, name) is not False
                if not has_right_type:
                    return False
        return has_right_type and self.listed != previous_list

    def _read_device(self, group: tuple[str, ...], name: str) -> bool:
        """Read a device, else its components up to the first that has a value.

        Return whether one had it.
        """
        return any(self._read_value_of(key, name) for key in group)

    def _read_value_of(self, key: str, name: str) -> bool | None:
        """Read the value of a device key: None without one, False if its type is wrong."""
        value = find_value(self._facts.registry, key, name)
        if value is None:
            return None
        if value.kind in (ValueKind.SZ, ValueKind.MULTI_SZ):
            self._add_strings(read_strings(value), key, name)
            return True
        self._add_unlisted_path(
            decode_registry_text(value.data),
            key,
            name,
            UnlistedCause.TYPE,
            render_value_type(value.kind),
        )
        self.wrong_type = self.wrong_type or rf"{key}\{name}"
        return False

    def _add_strings(self, paths: tuple[str, ...], key: str, name: str) -> None:
        """Add the paths in a device's value to the loader's list, or record why not."""
        # windows_add_json_entry.
        if self._reads_whole_value:
            for path in paths:
                self._list_path_once(path, key, name)
            return
        # Only the first string is looked for, anywhere in the list.
        if self.listed is None:
            self.listed = ""
        elif self._profile.has(Gate.DEVICE_PATHS_REPEATED):
            pass
        elif not paths or paths[0] in self.listed:
            for path in paths:
                self._add_unlisted_path(path, key, name, UnlistedCause.DUPLICATE, paths[0])
            return
        for path in paths:
            self._add_listed_path(path, key, name)

    def _list_path_once(self, path: str, key: str, name: str) -> None:
        """Add a path to the loader's list unless it is in it."""
        if any(entry.path == path and entry.unlisted is None for entry in self.registrations):
            self._add_unlisted_path(path, key, name, UnlistedCause.DUPLICATE, path)
        else:
            self._add_listed_path(path, key, name)

    # -- Khronos keys

    def read_khronos_keys(self) -> bool:
        """Read the Khronos keys of the machine and, for layers, of the user.

        Return False if that is an error for the loader.

        A user writes HKEY_CURRENT_USER without rights, so elevated processes do not trust it.
        """
        count_before = len(self.registrations)
        hives = [LOCAL_MACHINE]
        reads_user_keys = not self._profile.has(Gate.MACHINE_KEYS_ONLY)
        if reads_user_keys and not self._is_driver and not self._is_elevated:
            hives.append(CURRENT_USER)
        for hive in hives:
            key = make_khronos_key_path(self._facts, hive, _KEY_BY_MANIFEST_TYPE[self._kind])
            values = self._facts.registry.get_values(key) or ()
            if self._needs_adapters and self._facts.adapters is None:
                for value in values:
                    self._add_unlisted_path(value.name, key, value.name, UnlistedCause.NO_DXGI)
                return True
            self._read_key(key, values)
        return any(entry.unlisted is None for entry in self.registrations[count_before:])

    def _read_key(self, key: str, values: tuple[RegistryValue, ...]) -> None:
        """Read the values of a key as RegEnumValueA returns them."""
        # windows_get_registry_files: the type is never looked at, only four bytes of data.
        ended_by = ""
        max_name_length = _MAX_NAME_LENGTH
        for value in values:
            data = encode_ansi_data(value)
            if not ended_by:
                if len(data) > self._buffer_size or len(value.name) > max_name_length:
                    ended_by = value.name  # ERROR_MORE_DATA, like any other error, ends the loop
                if not self._keeps_buffer_size:
                    # RegEnumValueA stores the length of the data, on ERROR_MORE_DATA that which is
                    # needed; the key of the user, which is read next, gets so much room.
                    self._buffer_size = len(data)
            if ended_by:
                self._add_unlisted_path(
                    value.name, key, value.name, UnlistedCause.NOT_REACHED, ended_by
                )
            elif data != _ENABLED:
                detail = "" if value.kind == ValueKind.DWORD else render_value_type(value.kind)
                self._add_unlisted_path(value.name, key, value.name, UnlistedCause.DISABLED, detail)
            else:
                self._read_value(key, value.name)
            is_dropped = self.registrations[-1].unlisted in (
                UnlistedCause.VENDOR,
                UnlistedCause.UNKNOWN_DRIVER,
            )
            shrinks = is_dropped and self._profile.has(Gate.DROPPED_NAME_LIMITS)
            max_name_length = len(value.name) - 1 if shrinks else _MAX_NAME_LENGTH

    def _read_value(self, key: str, path: str) -> None:
        """Add a value of a Khronos key to the loader's list, or record why not."""
        if self.listed is None and not self._reads_whole_value:
            self.listed = ""
        drivers = self._known_drivers
        vendor = next((drivers[name] for name in drivers if path.endswith(name)), 0)
        _, slash, name = path.rpartition("\\")
        if vendor and not self._has_vendor(vendor):
            self._add_unlisted_path(path, key, path, UnlistedCause.VENDOR, f"{vendor:04x}")
        elif drivers and not vendor and self._profile.has(Gate.UNKNOWN_DRIVERS_DROPPED):
            self._add_unlisted_path(path, key, path, UnlistedCause.UNKNOWN_DRIVER)
        elif self._reads_whole_value:
            self._list_path_once(path, key, path)
        elif self.listed and self._names_once and slash and name in self.listed:
            # Meant for drivers that a device names in a newer place. Any part of a path matches,
            # and so everything a folder that ends in a backslash.
            self._add_unlisted_path(path, key, path, UnlistedCause.DUPLICATE, name)
        else:
            self._add_listed_path(path, key, path)

    def _has_vendor(self, vendor: int) -> bool:
        """Return whether an adapter of DXGI has this vendor number."""
        return any(adapter.vendor_id == vendor for adapter in self._facts.adapters or ())

    # -- both

    def make_dropped(self, entry: Registration) -> Registration:
        """Return an entry of the list as one that is dropped with the whole list."""
        if entry.unlisted is not None:
            return entry
        return entry._replace(unlisted=UnlistedCause.LOOKUP_FAILED, detail=self.wrong_type)

    def _add_listed_path(self, path: str, key: str, value: str) -> None:
        """Add a path to the loader's list."""
        self.listed = f"{self.listed}{LIST_SEPARATOR}{path}" if self.listed else path
        self.registrations.append(Registration(path, key, value))

    def _add_unlisted_path(
        self, path: str, key: str, value: str, reason: UnlistedCause, detail: str = ""
    ) -> None:
        """Record that a registered path is not in the loader's list.

        Args:
            path: the manifest.
            key: registry key, or "D3DKMT".
            value: name of the value.
            reason: why it is left out.
            detail: what the reason rests on.
        """
        self.registrations.append(Registration(path, key, value, reason, detail))


def read_kernel_paths(values: Iterable[RegistryValue | None]) -> tuple[str, ...]:
    """Return what the loader gets for a value from D3DKMTQueryAdapterInfo, adapter by adapter."""
    # windows_read_manifest_from_d3d_adapters keeps the question of the first adapter that has a
    # value: another one whose value is of the other type ends the search.
    paths: list[str] = []
    first_kind: int | None = None
    for value in values:
        if value is None or value.kind not in (ValueKind.SZ, ValueKind.MULTI_SZ):
            continue
        if len(value.data) <= _INLINE_SIZE:
            continue  # answered at once, where the loader waits for "buffer too small"
        first_kind = value.kind if first_kind is None else first_kind
        if value.kind != first_kind:
            break
        paths += read_strings(value)
    return tuple(paths)


def find_settings_paths(host: Host, profile: LoaderProfile, name: str) -> tuple[str, ...]:
    """Return the settings files with this name in each registry hive, in the loader's order."""
    # windows_get_loader_settings_file_path; data and type of a value are of no interest.
    facts = host.windows
    if facts is None:
        return ()
    hives = (LOCAL_MACHINE,) if host.elevated else (CURRENT_USER, LOCAL_MACHINE)
    key = "LoaderSettings" if profile.has(Gate.SETTINGS_OWN_FOLDER) else "Settings"
    candidates = (
        _find_settings_path(facts, make_khronos_key_path(facts, hive, key), name) for hive in hives
    )
    paths = tuple(path for path in candidates if path)
    return paths if profile.has(Gate.SETTINGS_MUST_EXIST) else paths[:1]


def _find_settings_path(facts: WindowsFacts, key: str, name: str) -> str:
    """Return the path of the settings file with this name in a registry key, or ""."""
    # get_settings_path_if_exists_in_registry_key: the room for a name is never made larger again,
    # so that after a short one a longer one ends the search; so does data of more than four bytes.
    room = _SETTINGS_ROOM
    for value in facts.registry.get_values(key) or ():
        if len(value.name) >= room or len(encode_ansi_data(value)) > len(_ENABLED):
            return ""
        room = len(value.name)
        if value.name[value.name.rfind("\\") + 1 :] == name:
            return facts.recode_code_page_path(value.name)
    return ""


def is_elevated(host: Host, facts: WindowsFacts, profile: LoaderProfile) -> bool:
    """Return whether a loader on Windows takes the process for elevated."""
    # is_high_integrity.
    if not profile.has(Gate.ELEVATED_BY_INTEGRITY):
        return False
    return host.elevated or (facts.is_above_medium and not profile.has(Gate.HIGH_INTEGRITY))


def find_compatibility_pack(facts: WindowsFacts) -> str:
    """Return the folder of Microsoft's compatibility pack, "" without it."""
    # windows_get_app_package_manifest_path.
    return facts.recode_code_page_path(facts.app_packages.get(MAPPING_LAYERS_PACKAGE, ""))


def make_khronos_key_path(facts: WindowsFacts, hive: str, name: str) -> str:
    r"""Return the path of a key below SOFTWARE\Khronos\Vulkan as a process of this kind sees it."""
    # Windows redirects HKLM\SOFTWARE for 32-bit processes, and nothing of HKEY_CURRENT_USER.
    node = r"\WOW6432Node" if facts.is_wow64 and hive == LOCAL_MACHINE else ""
    return rf"{hive}\SOFTWARE{node}\Khronos\Vulkan\{name}"


def encode_ansi_data(value: RegistryValue) -> bytes:
    """Return the data of a value as RegEnumValueA gives them: strings have a byte a character."""
    if value.kind not in _STRING_KINDS:
        return value.data
    return value.data.decode("utf-16-le", "replace").encode("cp1252", "replace")


def read_strings(value: RegistryValue) -> tuple[str, ...]:
    """Return the strings of a value: one of REG_SZ, those before the first empty one otherwise."""
    texts = value.data.decode("utf-16-le", "replace").split("\0")
    strings = tuple(texts[: texts.index("")] if "" in texts else texts)
    return strings[:1] if value.kind == ValueKind.SZ else strings


def decode_registry_text(data: bytes) -> str:
    """Return the text of a string value up to its NUL."""
    return data.decode("utf-16-le", "replace").partition("\0")[0]


def render_value_type(kind: int) -> str:
    """Return the type of a value as Windows names it, such as REG_SZ."""
    kinds = {int(value_kind) for value_kind in ValueKind}
    return f"REG_{ValueKind(kind).name}" if kind in kinds else tr("type {kind}", kind=kind)


def _list_devices(facts: WindowsFacts) -> Iterator[tuple[str, ...]]:
    """Yield the registry keys of each display device and its software components."""
    if facts.present_device_keys is None:
        for class_guid in (DISPLAY, COMPONENT):
            for name in facts.registry.list_subkeys(class_guid):
                if _is_device(name):
                    yield (rf"{class_guid}\{name}",)
        return
    group: list[str] = []
    for key in facts.present_device_keys:
        is_display = key.casefold().startswith(DISPLAY.casefold())
        if is_display and group:
            yield tuple(group)
            group = []
        group.append(key)
    if group:
        yield tuple(group)


def find_device_keys(registry: Registry) -> tuple[str, ...]:
    """Return the keys of display devices, present or not."""
    return tuple(
        rf"{DISPLAY}\{name}" for name in registry.list_subkeys(DISPLAY) if _is_device(name)
    )


def find_value(registry: Registry, key: str, name: str) -> RegistryValue | None:
    """Return the value of a key with a name in any case, or None."""
    folded_text = name.casefold()
    values = registry.get_values(key) or ()
    return next((value for value in values if value.name.casefold() == folded_text), None)


def _is_device(name: str) -> bool:
    """Return whether a subkey is that of a device: four digits."""
    return len(name) == 4 and name.isdecimal()
