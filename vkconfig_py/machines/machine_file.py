"""machine.json: a machine of any desktop system, as a folder that can be opened anywhere.

The folder holds what the file names: the root of its files, registry exports. docs/platforms.md
describes the format.
"""

from __future__ import annotations

import os
from string import ascii_uppercase
from types import MappingProxyType

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Application, Host, Platform, environment_of
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.base.versions import VersionError, parse_exact_version
from vkconfig_py.loader.base.windows_facts import Adapter, Registry, WindowsFacts
from vkconfig_py.loader.json.decode import Members
from vkconfig_py.loader.platforms.reg_file import RegProblem
from vkconfig_py.loader.platforms.rules import rules_of
from vkconfig_py.loader.profiles.profile import NEWEST, LoaderProfile
from vkconfig_py.loader.profiles.releases import LoaderVersionError, parse_loader_version
from vkconfig_py.machines.description import MachineDescription
from vkconfig_py.machines.windows_machine import MOST_EXPORTS, derive_facts, read_exports

MACHINE_FILE = "machine.json"
# Those whose loader is asked by discover(): the others are described by files of their own.
_PLATFORMS = {x.value: x for x in (Platform.LINUX, Platform.WINDOWS, Platform.MACOS)}
_PROCESSORS = {"x86_64": 64, "aarch64": 64, "i686": 32, "armv7l": 32}
_DRIVES = frozenset(f"{letter}:" for letter in ascii_uppercase)
_MOST_ADAPTERS = 64
_MOST_NAMES = 256


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
    return _Reading(os.path.abspath(folder)).read()


class _Reading:
    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._file = MachineDescription(os.path.join(folder, MACHINE_FILE))
        self._root = self._file.root
        self._problems: list[tuple[str, RegProblem]] = []

    def read(self) -> DescribedMachine:
        file, root = self._file, self._root
        platform = _PLATFORMS[file.one_of(root, "platform", (), _PLATFORMS)]
        processor = file.one_of(root, "processor", (), _PROCESSORS)
        is_windows = rules_of(platform).has_registry
        host = Host(
            environment=environment_of(platform, self._strings("environment")),
            platform=platform,
            pointer_bits=_PROCESSORS[processor],
            machine=processor,
            executable=file.text(root, "program", (), ""),
            elevated=file.switch(root, "elevated", (), False),
            root=self._path(file.text(root, "root", (), "root"), ("root",)),
            working_directory=file.text(
                root, "working_directory", (), "C:\\" if is_windows else "/"
            ),
            windows=self._windows() if is_windows else None,
            bundle_resources=file.text(root, "bundle", (), ""),
        )
        name = file.text(root, "name", (), os.path.basename(self._folder))
        return DescribedMachine(
            name, host, self._profile(), self._application(), tuple(self._problems)
        )

    def _profile(self) -> LoaderProfile:
        version = self._file.text(self._root, "loader", (), NEWEST.version_text)
        try:
            return LoaderProfile(parse_loader_version(version))
        except LoaderVersionError as unknown:
            raise self._file.error(str(unknown), ("loader",)) from None

    def _application(self) -> Application:
        """Return what the program asks of vkCreateInstance."""
        file, place = self._file, ("application",)
        members = file.members(self._root.get("application", Members()), place)
        try:
            version = parse_exact_version(file.text(members, "api_version", place, "1.0"))
        except VersionError as error:
            raise file.error(str(error), (*place, "api_version")) from None
        return Application(
            name=file.text(members, "name", place, ""),
            api_version=version.short,
            api_variant=version.variant,
            layers=self._names(members, "layers"),
            extensions=self._names(members, "extensions"),
            flags=file.number(members, "flags", place, 0xFFFFFFFF),
        )

    def _names(self, members: dict[str, Any], key: str) -> tuple[str, ...]:
        names = self._file.entries(members, key, ("application",), _MOST_NAMES)
        for index, name in enumerate(names):
            if not isinstance(name, str):
                raise self._file.error(tr("expected a name"), ("application", key, index))
        return tuple(names)

    def _windows(self) -> WindowsFacts:
        file, root = self._file, self._root
        drives = {}
        for drive, folder in self._strings("drives").items():
            if drive.upper() not in _DRIVES:
                raise file.error(
                    tr("{name!r:.40} is not a drive like D:", name=drive), ("drives", drive)
                )
            drives[drive.upper()] = self._path(folder, ("drives", drive))
        is_wow64 = file.switch(root, "wow64", (), False)
        facts = derive_facts(self._registry(), 32 if is_wow64 else 64)
        if "adapters" in root:
            facts = facts._replace(adapters=self._adapters())
        return facts._replace(
            app_packages=MappingProxyType(self._strings("app_packages")),
            drives=MappingProxyType(drives),
        )

    def _registry(self) -> Registry:
        """Return the keys of all exports. A later file adds to an earlier one."""
        files = []
        for index, name in enumerate(self._file.entries(self._root, "registry", (), MOST_EXPORTS)):
            place = ("registry", index)
            if not isinstance(name, str):
                raise self._file.error(tr("expected the name of a .reg file"), place)
            files.append(self._path(name, place))
        exports = read_exports(files)
        self._problems += exports.problems
        return exports.registry

    def _adapters(self) -> tuple[Adapter, ...]:
        adapters = []
        entries = self._file.entries(self._root, "adapters", (), _MOST_ADAPTERS)
        for index, entry in enumerate(entries):
            place = ("adapters", index)
            members = self._file.members(entry, place)
            adapters.append(
                Adapter(
                    self._file.number(members, "luid", place, (1 << 64) - 1, index + 1),
                    self._file.number(members, "vendor", place, 0xFFFF),
                    self._file.number(members, "device", place, 0xFFFF),
                )
            )
        return tuple(adapters)

    def _strings(self, key: str) -> dict[str, str]:
        if key not in self._root:
            return {}
        members = self._file.members(self._root[key], (key,))
        return {name: self._file.text(members, name, (key,)) for name in members}

    def _path(self, name: str, place: tuple[str | int, ...]) -> str:
        path = os.path.normpath(os.path.join(self._folder, name))
        # A description from elsewhere opens nothing of this machine: links count, too.
        is_inside = "\0" not in name and f"{os.path.realpath(path)}/".startswith(
            f"{os.path.realpath(self._folder)}/"
        )
        if not is_inside or not os.path.exists(path):
            raise self._file.error(tr("{path!r} is not in this folder", path=name), place)
        return path
