"""Host: everything about a machine and a process that the loader's decisions depend on.

The engine reads environment, privileges and executable path from this value alone, so a what-if
("what if that variable were set?") is the same run on a changed copy. The overlay holds planned
file changes: a plan is previewed by running the engine on a host whose overlay contains it.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType

from vkconfig_py.loader.base.records import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from vkconfig_py.loader.base.windows_facts import WindowsFacts

# With these a desktop lets the window of one start come to the front.
ACTIVATION_VARIABLES = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")

EMPTY_OVERLAY: Mapping[str, OverlayFile | None] = MappingProxyType({})


class Platform(StrEnum):
    """Operating systems with different search rules."""

    LINUX = "linux"
    MACOS = "macos"
    WINDOWS = "windows"
    FUCHSIA = "fuchsia"
    ANDROID = "android"


class Position(StrEnum):
    """Position of a planned file in its folder's listing."""

    FIRST = "first"
    LAST = "last"


class OverlayFile(NamedTuple):
    """A planned file: content and position among the folder's entries."""

    content: bytes
    position: Position = Position.FIRST


class Host(NamedTuple):
    """One machine as one process sees it.

    Attributes:
        environment: the variables of the process.
        own_environment: the variables that tell where files of vkconfig-py are, where those of
            another process or assumed ones are looked at; None if they are `environment`.
        executable: target of /proc/self/exe in that process; "" if unknown.
        elevated: whether the process is elevated (AT_SECURE), so secure_getenv hides variables.
        trusts_environment: the loader was built without secure_getenv; discover() sets it from the
            profile.
        root: folder that stands for "/" ("" is this machine); put before every absolute path
            that is opened, never shown in a result.
        overlay: absolute path -> planned file, or None for a planned removal.
        prefix: prefix of all paths compiled into this machine's programs: default
            search paths, the linker's folders and cache ("" is this machine). Unlike `root` it is
            part of every path that is shown.
        windows: answers of Windows that are no files; None on other systems.
        bundle_resources: resources folder of the program's macOS bundle; "" if it has none.
        patched_folders: base folders that a patch of the loader searches behind EXTRASYSCONFDIR,
            separated by colons (freedesktop-sdk); "" for the loader of Khronos.
        served_libraries: files of this machine that a system service returns for a library name
            (Fuchsia's fuchsia.vulkan.loader.Loader.Get).
    """

    environment: Mapping[str, str]
    platform: Platform = Platform.LINUX
    pointer_bits: int = 64
    machine: str = "x86_64"
    executable: str = ""
    elevated: bool = False
    root: str = ""
    working_directory: str = "/"
    overlay: Mapping[str, OverlayFile | None] = EMPTY_OVERLAY
    trusts_environment: bool = False
    prefix: str = ""
    windows: WindowsFacts | None = None
    bundle_resources: str = ""
    patched_folders: str = ""
    served_libraries: Mapping[str, str] = MappingProxyType({})
    own_environment: Mapping[str, str] | None = None

    @property
    def hides_variables(self) -> bool:
        """Return whether secure_getenv() finds no variable, as in an elevated process."""
        return self.elevated and not self.trusts_environment

    @classmethod
    def read_current(cls) -> Host:
        """Return the host that stands for this machine and this process."""
        host = cls(
            environment=make_environment(_detect_current_platform(), os.environ),
            platform=_detect_current_platform(),
            pointer_bits=struct.calcsize("P") * 8,
            machine=_find_machine(os.environ),
            executable=_find_executable(),
            working_directory=_find_working_directory(),
        )
        match host.platform:
            case Platform.WINDOWS:
                return host.add_windows_facts()
            case Platform.MACOS:
                return host.add_macos_facts()
            case _:
                return host

    def add_windows_facts(self) -> Host:
        """Return a copy with what the loader asks the Windows that this process runs on."""
        from vkconfig_py.loader.platforms.windows_native import read_windows

        running_windows = read_windows()
        return self._replace(windows=running_windows.facts, elevated=running_windows.elevated)

    def add_macos_facts(self) -> Host:
        """Return a copy with what the loader asks the macOS that this process runs on."""
        from vkconfig_py.loader.platforms.macos_native import read_macos

        running_mac = read_macos()
        return self._replace(
            bundle_resources=running_mac.bundle_resources,
            executable=running_mac.executable or self.executable,
            elevated=running_mac.elevated,
        )

    def add_prefix(self, paths: str) -> str:
        """Return absolute paths, separated by colons, each below the prefix of the host."""
        if not self.prefix:
            return paths
        return ":".join(f"{self.prefix}{path}" for path in paths.split(":"))

    def getenv(self, name: str) -> str | None:
        """Look up a variable like getenv, regardless of privileges."""
        return self.environment.get(name)

    def secure_getenv(self, name: str) -> str | None:
        """Look up a variable like secure_getenv: unset in an elevated process."""
        return None if self.hides_variables else self.environment.get(name)

    def with_environment(self, changes: Iterable[tuple[str, str | None]]) -> Host:
        """Return a copy with variables set, or unset where the value is None."""
        environment = dict(self.environment)
        for name, value in changes:
            if self.platform is Platform.WINDOWS:  # whose names are the same in any case
                for spelling in [
                    variable
                    for variable in environment
                    if variable.upper() == name.upper() and variable != name
                ]:
                    del environment[spelling]
            if value is None:
                environment.pop(name, None)
            else:
                environment[name] = value
        return self.replace_environment(make_environment(self.platform, environment))

    def replace_environment(self, environment: Mapping[str, str]) -> Host:
        """Return a copy with exactly these variables; files of vkconfig-py stay where they are."""
        own_environment = self.get_own_environment()
        return self._replace(
            environment=environment,
            own_environment=None if environment == own_environment else own_environment,
        )

    def get_own_environment(self) -> Mapping[str, str]:
        """Return the variables that tell where files of vkconfig-py are."""
        return self.environment if self.own_environment is None else self.own_environment

    def with_overlay(self, files: Mapping[str, OverlayFile | None]) -> Host:
        """Return a copy with these files written, or removed where the value is None."""
        return self._replace(overlay=MappingProxyType({**self.overlay, **files}))


class Application(NamedTuple):
    """Parameters that a program passes to vkCreateInstance.

    Attributes:
        api_version: (major, minor, patch) of VkApplicationInfo; None is treated as 1.0.
        flags: VkInstanceCreateInfo.flags; bit 0 asks for portability drivers.
        api_variant: variant of the API version; old loaders read it as part of the major number.
        device_layers: ppEnabledLayerNames of vkCreateDevice; loaders since 1.0.12 ignore them.
    """

    name: str = ""
    api_version: tuple[int, int, int] | None = None
    layers: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    flags: int = 0
    api_variant: int = 0
    device_layers: tuple[str, ...] = ()

    @property
    def packed_parts(self) -> tuple[int, int, int] | None:
        """Return the version with the variant folded into the major number, like older loaders."""
        if self.api_version is None:
            return None
        major, minor, patch = self.api_version
        return self.api_variant << 7 | major, minor, patch


def read_machine_name() -> str:
    """Return the network name of this computer, "" if unknown."""
    if hasattr(os, "uname"):
        return os.uname().nodename
    return os.environ.get("COMPUTERNAME", "")


def make_environment(platform: Platform, variables: Mapping[str, str]) -> Mapping[str, str]:
    """Return a read-only copy of variables, with names as the system compares them."""
    if platform is Platform.WINDOWS:
        from vkconfig_py.loader.base.windows_facts import AnyCaseEnvironment

        return AnyCaseEnvironment(variables)
    return MappingProxyType(dict(variables))


def _detect_current_platform() -> Platform:
    if sys.platform == "darwin":
        return Platform.MACOS
    return Platform.WINDOWS if sys.platform == "win32" else Platform.LINUX


def _find_machine(environment: Mapping[str, str]) -> str:
    """Return the processor of this process as uname names it, such as x86_64."""
    if hasattr(os, "uname"):
        return os.uname().machine
    # Windows: of the process, as its compilers name it.
    architecture = environment.get("PROCESSOR_ARCHITECTURE", "AMD64").lower()
    return {"amd64": "x86_64", "x86": "i686", "arm64": "aarch64"}.get(architecture, architecture)


def _find_executable() -> str:
    """Return the path of the file that this process runs, or "" if unknown."""
    try:
        return os.readlink("/proc/self/exe")
    except OSError:
        return os.path.realpath(sys.executable) if sys.executable else ""


def _find_working_directory() -> str:
    """Return the working directory of this process, or "/" if it was deleted."""
    try:
        return os.getcwd()
    except OSError:  # the working directory was deleted
        return "/"
