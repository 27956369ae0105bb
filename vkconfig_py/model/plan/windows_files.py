r"""Files of a plan on Windows: where they are, and the registry values by which they are found.

On Windows no folder is searched for layers and settings: each file is the name of a value below
SOFTWARE\Khronos\Vulkan. So a plan has two files more, for regedit: one that registers the others,
and one that takes their values away again.

Source: LoaderLayerInterface "Windows Layer Discovery". LoaderInterfaceArchitecture, settings file.
layer_settings.md of Vulkan-Utility-Libraries. The values are those that VkConfig writes.
"""

from __future__ import annotations

from vkconfig_py.language.sentences import message, render
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.windows_facts import (
    UTF_8,
    Registry,
    RegistryValue,
    ValueKind,
    WindowsFacts,
)
from vkconfig_py.loader.platforms.reg_file import (
    DeleteValue,
    RegistryChange,
    SetValue,
    apply_changes,
    render_reg,
)
from vkconfig_py.loader.platforms.rules import get_platform_rules
from vkconfig_py.model.files.config_home import PROGRAM
from vkconfig_py.model.plan.plan import Limitation, Plan, PlannedFile

REGISTER_FILE, UNREGISTER_FILE = "register.reg", "unregister.reg"
NO_USER_FOLDER = message("LOCALAPPDATA and USERPROFILE are not set, so your user folder is unknown")
COPY_BY_HAND = message("copy these files to that machine, then open {file}")
FOLDER_NOT_READ = message(
    "the loader cannot read {folder}: the registry cannot store some characters in that "
    "path, so the files go to {place}"
)
_VULKAN_KEY = "SOFTWARE\\Khronos\\Vulkan"
# The key that names a file, by the end of the file's name.
_KEYS_BY_FILE = (
    ("vk_loader_settings.json", "LoaderSettings"),
    ("vk_layer_settings.txt", "Settings"),
    (".json", "ImplicitLayers"),
)
_ENABLED_VALUE = bytes(4)  # a DWORD of 0
_SHARED_FOLDER = "C:\\ProgramData"


def is_registered(host: Host) -> bool:
    """True if a machine's layers are found through the registry of Windows, not in folders."""
    return get_platform_rules(host.platform).has_registry


def find_own_folder(host: Host) -> str:
    """Return the folder for files that the registry names, or "" if it is not known.

    It is this user's or, if loaders would not read that, one for all users.
    """
    folder = _find_appdata_folder(host)
    return (
        folder
        if _is_read(host, folder)
        else f"{host.getenv('ProgramData') or _SHARED_FOLDER}\\{PROGRAM}"
    )


def _find_appdata_folder(host: Host) -> str:
    """Return our folder below LOCALAPPDATA, or "" if that is not known."""
    local = host.getenv("LOCALAPPDATA")
    profile = host.getenv("USERPROFILE")
    base = local or (f"{profile}\\AppData\\Local" if profile else "")
    return f"{base}\\{PROGRAM}" if base else ""


def _is_read(host: Host, folder: str) -> bool:
    """True if loaders of any release find a registered file in this folder."""
    is_utf_8 = host.windows is not None and host.windows.code_page == UTF_8
    return is_utf_8 or folder.isascii()


def make_own_path(host: Host, name: str) -> str:
    """Return the path of a file of this name in the user's own folder, or ""."""
    folder = find_own_folder(host)
    return f"{folder}\\{name}" if folder else ""


def add_registration(plan: Plan, host: Host) -> Plan:
    """Return the plan with registry values for its files, and regedit files for these values."""
    if not is_registered(host) or not plan.files:
        return plan
    # A program with more rights reads HKEY_LOCAL_MACHINE alone.
    hive = "HKEY_LOCAL_MACHINE" if host.elevated else "HKEY_CURRENT_USER"
    values = tuple(
        SetValue(
            f"{hive}\\{_VULKAN_KEY}\\{_get_registry_key(file)}",
            RegistryValue(file.path, ValueKind.DWORD, _ENABLED_VALUE),
        )
        for file in plan.files
    )
    deletions = [DeleteValue(value.key, value.value.name) for value in values]
    scripts = (
        PlannedFile(make_own_path(host, REGISTER_FILE), render_reg(values), has_fixed_name=True),
        PlannedFile(
            make_own_path(host, UNREGISTER_FILE), render_reg(deletions), has_fixed_name=True
        ),
    )
    notes = [Limitation("", render(COPY_BY_HAND, file=scripts[0].path))]
    folder = _find_appdata_folder(host)
    if not _is_read(host, folder):
        notes.append(
            Limitation("", render(FOLDER_NOT_READ, folder=folder, place=find_own_folder(host)))
        )
    return plan._replace(
        files=(*plan.files, *scripts), registry=values, limits=(*plan.limits, *notes)
    )


def apply_registry_changes(host: Host, changes: tuple[RegistryChange, ...]) -> Host:
    """Return the host with these changes made in its registry."""
    if not changes:
        return host
    facts = host.windows or WindowsFacts(Registry({}))
    return host._replace(windows=facts._replace(registry=apply_changes(facts.registry, changes)))


def _get_registry_key(file: PlannedFile) -> str:
    """Return the registry key under which loaders and layers find a file of this kind."""
    return next(key for end, key in _KEYS_BY_FILE if file.path.endswith(end))
