"""Desktop machines described by a folder with machine.json, or by exports of a Windows registry.

docs/platforms.md describes the format. What only a running Windows knows is derived: exported
devices count as present, DXGI lists their adapters, D3DKMT answers from their keys, and variables
are those of the machine and the user, joined as at a logon. Source: Microsoft, "Overview of Device
and Driver Installation" (software keys below Class), "User Environment Variables".
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_uppercase
from types import MappingProxyType

from vkconfig_py.language.sentences import render, tr
from vkconfig_py.loader.base.host import Application, Host, Platform, make_environment
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.verdicts import KeyPath
from vkconfig_py.loader.base.versions import VersionError, parse_exact_version
from vkconfig_py.loader.base.windows_facts import (
    Adapter,
    Registry,
    ValueKind,
    WindowsFacts,
    find_codec,
)
from vkconfig_py.loader.files.safe_paths import get_read_error_reason, read_beginning
from vkconfig_py.loader.json.decode import Members, find_positions, parse_json
from vkconfig_py.loader.platforms.reg_file import (
    MAX_FILE_SIZE,
    CreateKey,
    RegFileError,
    RegistryTree,
    RegProblem,
    SetValue,
    parse_reg,
)
from vkconfig_py.loader.platforms.rules import get_platform_rules
from vkconfig_py.loader.platforms.windows_search import (
    DEVICE_VALUES,
    KNOWN_VENDORS,
    LOCAL_MACHINE,
    decode_registry_text,
    find_device_keys,
    find_value,
    read_kernel_paths,
)
from vkconfig_py.loader.profiles.profile import (
    NEWEST_PROFILE,
    LoaderProfile,
    LoaderVersionError,
    parse_loader_version,
)

MACHINE_FILE = "machine.json"
# Those whose loader is asked by discover(): the others are described by files of their own.
_PLATFORM_BY_NAME = {
    platform.value: platform for platform in (Platform.LINUX, Platform.WINDOWS, Platform.MACOS)
}
_BITS_BY_PROCESSOR = {"x86_64": 64, "aarch64": 64, "i686": 32, "armv7l": 32}
_DRIVE_NAMES = frozenset(f"{letter}:" for letter in ascii_uppercase)
_MAX_ADAPTERS = 64
_MAX_NAMES = 256
_MAX_BYTES = 1 << 20
SUFFIX = ".reg"
_MACHINE = "HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment"
_USER_ENVIRONMENT_KEY = r"HKEY_CURRENT_USER\Environment"
_SYSTEM_ROOT = r"C:\Windows"
_VENDOR_PATTERN = re.compile(r"ven_([0-9a-f]{4})", re.IGNORECASE)
_CODE_PAGES = rf"{LOCAL_MACHINE}\SYSTEM\CurrentControlSet\Control\Nls\CodePage"
_MATCHING_DEVICE_ID = "MatchingDeviceId"  # such as pci\ven_10de&dev_2684
_REFERENCE_PATTERN = re.compile(r"%([^%]+)%")
_WINDOWS_SYSTEM_FOLDER = "windows/system32"
MAX_EXPORTS = 16
EXPORT_INSTRUCTIONS = tr(
    "On the Windows machine, run “reg export HKLM\\SOFTWARE\\Khronos khronos.reg” and "
    "“reg export "
    '"HKLM\\SYSTEM\\CurrentControlSet\\Control\\Class\\{4d36e968-e325-11ce-bfc1-08002be10318}" '
    "display.reg”."
)


class DescribedMachine(NamedTuple):
    """A machine that a folder describes.

    Attributes:
        name: what its owner calls it; else the name of the folder.
        problems: what could not be read of the registry exports, by file.
    """

    name: str
    host: Host
    profile: LoaderProfile
    application: Application
    problems: tuple[tuple[str, RegProblem], ...] = ()


def describes_machine(folder: str) -> bool:
    """Return whether a folder has a machine.json."""
    return os.path.isfile(os.path.join(folder, MACHINE_FILE))


def open_described(folder: str) -> DescribedMachine:
    """Read the machine that a folder describes.

    Raises:
        DescriptionError: machine.json cannot be read or has a wrong member; the message names file
            and line.
    """
    return _MachineFileReader(os.path.abspath(folder)).read()


class _MachineFileReader:
    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._file = MachineDescription(os.path.join(folder, MACHINE_FILE))
        self._root = self._file.root
        self._problems: list[tuple[str, RegProblem]] = []

    def read(self) -> DescribedMachine:
        """Return the machine that machine.json describes."""
        file, root = self._file, self._root
        platform = _PLATFORM_BY_NAME[file.read_choice(root, "platform", (), _PLATFORM_BY_NAME)]
        processor = file.read_choice(root, "processor", (), _BITS_BY_PROCESSOR)
        is_windows = get_platform_rules(platform).has_registry
        host = Host(
            environment=make_environment(platform, self._read_strings("environment")),
            platform=platform,
            pointer_bits=_BITS_BY_PROCESSOR[processor],
            machine=processor,
            executable=file.read_text(root, "program", (), ""),
            elevated=file.read_boolean(root, "elevated", (), False),
            root=self._find_path(file.read_text(root, "root", (), "root"), ("root",)),
            working_directory=file.read_text(
                root, "working_directory", (), "C:\\" if is_windows else "/"
            ),
            windows=self._read_windows() if is_windows else None,
            bundle_resources=file.read_text(root, "bundle", (), ""),
        )
        name = file.read_text(root, "name", (), os.path.basename(self._folder))
        return DescribedMachine(
            name, host, self._read_profile(), self._read_application(), tuple(self._problems)
        )

    def _read_profile(self) -> LoaderProfile:
        """Return the loader of the release that is named, by default the newest."""
        version = self._file.read_text(self._root, "loader", (), NEWEST_PROFILE.version_text)
        try:
            return LoaderProfile(parse_loader_version(version))
        except LoaderVersionError as unknown:
            raise self._file.make_error(str(unknown), ("loader",)) from None

    def _read_application(self) -> Application:
        """Return what the program requests from vkCreateInstance."""
        file, key_path = self._file, ("application",)
        members = file.read_members(self._root.get("application", Members()), key_path)
        try:
            version = parse_exact_version(file.read_text(members, "api_version", key_path, "1.0"))
        except VersionError as error:
            raise file.make_error(str(error), (*key_path, "api_version")) from None
        return Application(
            name=file.read_text(members, "name", key_path, ""),
            api_version=version.without_variant,
            api_variant=version.variant,
            layers=self._read_names(members, "layers"),
            extensions=self._read_names(members, "extensions"),
            flags=file.read_number(members, "flags", key_path, 0xFFFFFFFF),
        )

    def _read_names(self, members: dict[str, Any], key: str) -> tuple[str, ...]:
        """Return the list of names of the program's member with this key."""
        names = self._file.read_list(members, key, ("application",), _MAX_NAMES)
        for index, name in enumerate(names):
            if not isinstance(name, str):
                raise self._file.make_error(tr("expected a name"), ("application", key, index))
        return tuple(names)

    def _read_windows(self) -> WindowsFacts:
        """Return what Windows answers: registry, drives and display adapters."""
        file, root = self._file, self._root
        drives = {}
        for drive, folder in self._read_strings("drives").items():
            if drive.upper() not in _DRIVE_NAMES:
                raise file.make_error(
                    tr("{name!r:.40} is not a drive letter such as D:", name=drive),
                    ("drives", drive),
                )
            drives[drive.upper()] = self._find_path(folder, ("drives", drive))
        is_wow64 = file.read_boolean(root, "wow64", (), False)
        facts = derive_facts(self._read_registry(), 32 if is_wow64 else 64)
        if "adapters" in root:
            facts = facts._replace(adapters=self._read_adapters())
        return facts._replace(
            app_packages=MappingProxyType(self._read_strings("app_packages")),
            drives=MappingProxyType(drives),
        )

    def _read_registry(self) -> Registry:
        """Return the keys of all registry exports. A later file adds to an earlier one."""
        files = []
        for index, name in enumerate(self._file.read_list(self._root, "registry", (), MAX_EXPORTS)):
            key_path = ("registry", index)
            if not isinstance(name, str):
                raise self._file.make_error(tr("expected the name of a .reg file"), key_path)
            files.append(self._find_path(name, key_path))
        exports = read_exports(files)
        self._problems += exports.problems
        return exports.registry

    def _read_adapters(self) -> tuple[Adapter, ...]:
        """Return the display adapters that are described."""
        adapters = []
        entries = self._file.read_list(self._root, "adapters", (), _MAX_ADAPTERS)
        for index, entry in enumerate(entries):
            key_path = ("adapters", index)
            members = self._file.read_members(entry, key_path)
            adapters.append(
                Adapter(
                    self._file.read_number(members, "luid", key_path, (1 << 64) - 1, index + 1),
                    self._file.read_number(members, "vendor", key_path, 0xFFFF),
                    self._file.read_number(members, "device", key_path, 0xFFFF),
                )
            )
        return tuple(adapters)

    def _read_strings(self, key: str) -> dict[str, str]:
        """Return the strings of the object with this key, {} if it is missing."""
        if key not in self._root:
            return {}
        members = self._file.read_members(self._root[key], (key,))
        return {name: self._file.read_text(members, name, (key,)) for name in members}

    def _find_path(self, name: str, key_path: tuple[str | int, ...]) -> str:
        """Return a path in the folder of machine.json.

        `key_path` has the keys that lead to its member, for errors.

        Raises:
            DescriptionError: it does not exist, or leads out of the folder.
        """
        path = os.path.normpath(os.path.join(self._folder, name))
        # A description from elsewhere opens nothing of this machine: links count, too.
        is_inside = "\0" not in name and f"{os.path.realpath(path)}/".startswith(
            f"{os.path.realpath(self._folder)}/"
        )
        if not is_inside or not os.path.exists(path):
            raise self._file.make_error(
                tr("{path!r} does not exist in the folder of this file", path=name), key_path
            )
        return path


class DescriptionError(ValueError):
    """A file or folder does not describe a machine; the message names file and line."""


class MachineDescription:
    """A parsed file.

    Attributes:
        root: members of its object.
    """

    def __init__(self, file: str) -> None:
        """Read and parse the file.

        Raises:
            DescriptionError: it cannot be read, or holds no JSON object.
        """
        self.file = file
        try:
            self._data = read_beginning(file, _MAX_BYTES + 1)
        except (OSError, ValueError) as error:
            raise DescriptionError(f"{file}: {get_read_error_reason(error)}") from error
        if len(self._data) > _MAX_BYTES:
            raise DescriptionError(
                tr(
                    "{file}: larger than {count} MB; not read",
                    file=file,
                    count=_MAX_BYTES >> 20,
                )
            )
        parsed_json = parse_json(self._data)
        if parsed_json.error:
            raise DescriptionError(
                tr(
                    "{file}, line {line}: {fault}",
                    file=file,
                    line=parsed_json.line,
                    fault=render(parsed_json.error),
                )
            )
        if not isinstance(parsed_json.value, Members):
            raise DescriptionError(tr("{file}, line 1: expected an object", file=file))
        self.root = parsed_json.value.first()

    def read_members(self, value: Any, path: KeyPath) -> dict[str, Any]:
        """Return the members of an object at a path of keys."""
        if not isinstance(value, Members):
            raise self.make_error(tr("expected an object"), path)
        return value.first()

    def read_list(
        self, members: Mapping[str, Any], key: str, path: KeyPath, limit: int
    ) -> list[Any]:
        """Return the entries of a list, or none if the member is missing."""
        value = members.get(key, [])
        if not isinstance(value, list) or isinstance(value, Members):
            raise self.make_error(tr("“{key}” is not a list", key=key), (*path, key))
        if len(value) > limit:
            raise self.make_error(
                tr("“{key}” has more than {count} entries", key=key, count=limit), (*path, key)
            )
        return value

    def read_text(
        self, members: Mapping[str, Any], key: str, path: KeyPath, default: str | None = None
    ) -> str:
        """Return a string. Without a default the member is required."""
        value = members.get(key, default)
        if not isinstance(value, str):
            raise self.make_error(tr("“{key}” must be a string", key=key), (*path, key))
        return value

    def read_number(
        self, members: Mapping[str, Any], key: str, path: KeyPath, limit: int, default: int = 0
    ) -> int:
        """Return an integer that is not negative. A string may have it in hexadecimal (0x10de).

        Args:
            members: of the object.
            key: of the number.
            path: keys that lead to the object, for errors.
            limit: greatest allowed number.
            default: returned if the member is missing.
        """
        value = members.get(key, default)
        if isinstance(value, str):
            try:
                value = int(value, 0)
            except ValueError:
                value = None
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= limit:
            raise self.make_error(
                tr("“{key}” is not a number from 0 to {limit}", key=key, limit=limit), (*path, key)
            )
        return value

    def read_boolean(
        self, members: Mapping[str, Any], key: str, path: KeyPath, default: bool
    ) -> bool:
        """Return true or false, the default if the member is missing."""
        value = members.get(key, default)
        if not isinstance(value, bool):
            raise self.make_error(tr("“{key}” must be true or false", key=key), (*path, key))
        return value

    def read_choice(
        self, members: Mapping[str, Any], key: str, path: KeyPath, allowed: Mapping[str, Any]
    ) -> str:
        """Return one of the known strings, or the first one if the member is missing."""
        value = members.get(key, next(iter(allowed)))
        if not isinstance(value, str) or value not in allowed:
            raise self.make_error(
                tr("“{key}” must be one of {values}", key=key, values=", ".join(allowed)),
                (*path, key),
            )
        return value

    def make_error(self, sentence: str, path: KeyPath) -> DescriptionError:
        """Return an error that names file and line of the member at a path of keys."""
        line = find_positions(self._data).find_line(*path)
        return DescriptionError(
            tr("{file}, line {line}: {fault}", file=self.file, line=line, fault=sentence)
        )


class RegistryExports(NamedTuple):
    """Registry exports, joined.

    Attributes:
        problems: lines that could not be read, by file.
    """

    registry: Registry
    problems: tuple[tuple[str, RegProblem], ...] = ()


class WindowsMachine(NamedTuple):
    """A host, and what was assumed or left out, as sentences."""

    host: Host
    exports: RegistryExports
    notes: tuple[str, ...]


def read_exports(files: Iterable[str]) -> RegistryExports:
    """Read registry exports into one registry, as if they were imported in this order.

    Raises:
        DescriptionError: a file cannot be read, or is no export.
    """
    tree = RegistryTree()
    problems: list[tuple[str, RegProblem]] = []
    for path in files:
        try:
            registry_file = parse_reg(read_beginning(path, MAX_FILE_SIZE + 1), path)
        except OSError as error:
            raise DescriptionError(f"{path}: {get_read_error_reason(error)}") from error
        except RegFileError as error:
            raise DescriptionError(str(error)) from error
        problems += [(path, problem) for problem in registry_file.problems]
        for key, values in registry_file.registry.items():
            tree.apply_change(CreateKey(key))
            for value in values:  # the same key may be in two exports
                tree.apply_change(SetValue(key, value))
    return RegistryExports(tree.make_registry(), tuple(problems))


def describes_windows(folder: str) -> bool:
    """Return whether a folder has registry exports, or is a disk with Windows."""
    return bool(find_exports(folder)) or find_disk(folder) != ""


def find_exports(folder: str) -> tuple[str, ...]:
    """Return the registry exports in a folder, by name."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.casefold().endswith(SUFFIX))
    except OSError:
        return ()
    return tuple(os.path.join(folder, name) for name in names)


def find_disk(folder: str) -> str:
    """Return the folder with drives or drive C: of a Windows, at or below a folder, "" for none."""
    for candidate in (folder, os.path.join(folder, "root")):
        if _has_folder(candidate, _WINDOWS_SYSTEM_FOLDER) or _has_folder(
            candidate, f"c/{_WINDOWS_SYSTEM_FOLDER}"
        ):
            return candidate
    return ""


def open_windows(
    files: Sequence[str], root: str, pointer_bits: int = 64, program: str = ""
) -> WindowsMachine:
    """Return the host of a Windows machine.

    Args:
        files: registry exports.
        root: folder with drives (C, D …) or drive C: itself; "" if its files are not here.
        pointer_bits: word size of the program.
        program: its path on that machine.

    Raises:
        DescriptionError: a file cannot be read, or is no export.
    """
    exports = read_exports(files[:MAX_EXPORTS])
    registry = exports.registry
    # Without its files a path of that machine must never be one of this machine.
    drives = {} if root else dict.fromkeys((f"{letter}:" for letter in ascii_uppercase), "")
    host = Host(
        environment=make_environment(Platform.WINDOWS, read_environment(registry)),
        platform=Platform.WINDOWS,
        pointer_bits=pointer_bits,
        executable=program,
        root=root,
        working_directory="C:\\",
        windows=derive_facts(registry, pointer_bits)._replace(drives=MappingProxyType(drives)),
    )
    return WindowsMachine(host, exports, tuple(_list_notes(exports, root, files)))


def derive_facts(registry: Registry, pointer_bits: int = 64) -> WindowsFacts:
    """Return what Windows answers beside its registry, as far as the registry tells it."""
    names = [f"{name}{infix}" for name in DEVICE_VALUES.values() for infix in ("", "Wow")]
    keys = find_device_keys(registry)
    return WindowsFacts(
        registry=registry,
        adapters=_list_adapters(registry, keys),
        kernel_values=MappingProxyType(
            {
                name: read_kernel_paths(find_value(registry, key, name) for key in keys)
                for name in names
            }
        ),
        is_wow64=pointer_bits == 32,
        code_page=_find_code_page(registry),
    )


def _find_code_page(registry: Registry) -> str:
    """Return the Python codec of the ANSI code page."""
    value = find_value(registry, _CODE_PAGES, "ACP")
    number = decode_registry_text(value.data) if value is not None else ""
    return find_codec(int(number) if number.isdecimal() else 0)


def _list_adapters(registry: Registry, keys: tuple[str, ...]) -> tuple[Adapter, ...]:
    """Return the display adapters in the registry, or one of each known vendor if it has none."""
    adapters = []
    for luid, key in enumerate(keys, 1):
        value = find_value(registry, key, _MATCHING_DEVICE_ID)
        vendor = (
            _VENDOR_PATTERN.search(decode_registry_text(value.data)) if value is not None else None
        )
        if vendor is not None:
            adapters.append(Adapter(luid, int(vendor[1], 16)))
    if adapters:
        return tuple(adapters)
    return tuple(Adapter(luid, vendor) for luid, vendor in enumerate(KNOWN_VENDORS, 1))


def _list_notes(exports: RegistryExports, root: str, files: Sequence[str]) -> Iterator[str]:
    """Yield what was assumed about a Windows machine or is missing, as sentences."""
    if not files:
        yield tr(
            "No registry export was found, so registered layers and drivers are not "
            "shown. {instructions}",
            instructions=EXPORT_INSTRUCTIONS,
        )
    elif not root:
        yield (
            tr(
                "Only the registry export is available: the contents of the files it "
                "refers to are unknown. To include these files, copy them into a folder "
                "named C next to the export."
            )
        )
    if files and exports.registry.get_values(_MACHINE) is None:
        yield tr(
            "Assumes a program without environment variables, because the export contains none."
        )
    if len(files) > MAX_EXPORTS:
        unread_text = ", ".join(os.path.basename(file) for file in files[MAX_EXPORTS:])
        yield tr(
            "Only {count} exports are read. Not read: {files}.",
            count=MAX_EXPORTS,
            files=unread_text,
        )
    yield from list_export_notes(exports.problems)


def list_export_notes(problems: Iterable[tuple[str, RegProblem]]) -> tuple[str, ...]:
    """Return what could not be read of registry exports, as sentences with file and line."""
    return tuple(
        tr("{file}, line {line}: {text}", file=file, line=problem.line, text=problem.text)
        for file, problem in problems
    )


def read_environment(registry: Registry) -> Mapping[str, str]:
    """Return the variables of a program that the user starts, as far as the registry has them."""
    variables: dict[str, str] = {"SystemRoot": _SYSTEM_ROOT, "SystemDrive": "C:"}
    spelling_by_name = {name.upper(): name for name in variables}
    for key in (_MACHINE, _USER_ENVIRONMENT_KEY):
        for value in registry.get_values(key) or ():
            if value.kind not in (ValueKind.SZ, ValueKind.EXPAND_SZ):
                continue
            text = decode_registry_text(value.data)
            if value.kind == ValueKind.EXPAND_SZ:
                text = _REFERENCE_PATTERN.sub(
                    lambda match: _expand_reference(variables, match), text
                )
            name = spelling_by_name.setdefault(value.name.upper(), value.name)
            # The user's search path is appended to that of the machine.
            machine_path = (
                variables.get(name)
                if key == _USER_ENVIRONMENT_KEY and name.upper() == "PATH"
                else None
            )
            variables[name] = f"{machine_path};{text}" if machine_path else text
    return variables


def _expand_reference(variables: Mapping[str, str], match: re.Match[str]) -> str:
    """Return the value of a variable in a reference such as %SystemRoot%, unchanged if unknown."""
    folded_name = match[1].upper()
    values = (text for name, text in variables.items() if name.upper() == folded_name)
    # CreateEnvironmentBlock leaves what is not defined as it is written.
    return next(values, match[0])


def _has_folder(folder: str, path: str) -> bool:
    """Return whether a folder has a path below it, given in lower case, in any case."""
    for part in path.split("/"):
        try:
            names = os.listdir(folder)
        except OSError:
            return False
        real_name = next((name for name in names if name.casefold() == part), None)
        if real_name is None:
            return False
        folder = os.path.join(folder, real_name)
    return os.path.isdir(folder)
