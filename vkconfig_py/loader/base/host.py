"""Host: everything about a machine and a process that the loader's decisions depend on.

The engine reads the environment, the privileges and the executable path from this value alone, so
a question like "what if that variable were set?" is the same run on a changed copy. An overlay
holds files that are not on the disk yet (or no longer): the picture of a plan is the engine's
answer on a host in which the plan is already written.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType

from vkconfig_py.loader.base.records import NamedTuple


class Platform(StrEnum):
    """Operating systems whose search rules differ."""

    LINUX = "linux"
    MACOS = "macos"
    WINDOWS = "windows"


class Position(StrEnum):
    """Where a file that is not written yet will stand in its folder's listing."""

    FIRST = "first"
    LAST = "last"


class OverlayFile(NamedTuple):
    """A file that is to be written: its bytes, and its place among the folder's entries."""

    content: bytes
    position: Position = Position.FIRST


EMPTY: Mapping[str, OverlayFile | None] = MappingProxyType({})


class Host(NamedTuple):
    """One machine as one process sees it.

    Attributes:
        environment: the variables of the process whose chain is asked for.
        executable: what /proc/self/exe of that process would read; "" if unknown.
        elevated: whether it has more rights than its user, so that variables are hidden from it.
        is_trusting: its loader was built to read variables all the same; discover() knows it from
            the profile.
        root: folder that stands for "/" ("" is this machine); put before every absolute path
            that is opened, never shown in a result.
        overlay: absolute path -> file that will be there, or None for one that will be gone.
        prefix: folder that everything built into this machine's programs begins with: default
            search paths, the linker's folders and cache ("" is this machine). Unlike `root` it
            stands in every path that is shown.
    """

    environment: Mapping[str, str]
    platform: Platform = Platform.LINUX
    pointer_bits: int = 64
    machine: str = "x86_64"
    executable: str = ""
    elevated: bool = False
    root: str = ""
    working_directory: str = "/"
    overlay: Mapping[str, OverlayFile | None] = EMPTY
    is_trusting: bool = False
    prefix: str = ""

    @property
    def hides_variables(self) -> bool:
        """Return whether secure lookups find nothing."""
        return self.elevated and not self.is_trusting

    @classmethod
    def current(cls) -> Host:
        """Return this machine as this process sees it."""
        return cls(
            environment=MappingProxyType(dict(os.environ)),
            platform=_current_platform(),
            pointer_bits=struct.calcsize("P") * 8,
            machine=os.uname().machine if hasattr(os, "uname") else "x86_64",
            executable=_executable(),
            working_directory=_working_directory(),
        )

    def built_in(self, paths: str) -> str:
        """Return absolute paths, separated by colons, as they are built into programs here."""
        if not self.prefix:
            return paths
        return ":".join(f"{self.prefix}{path}" for path in paths.split(":"))

    def plain_env(self, name: str) -> str | None:
        """Look a variable up as the loader does when privileges do not matter."""
        return self.environment.get(name)

    def secure_env(self, name: str) -> str | None:
        """Look a variable up as secure_getenv does: unset for an elevated process."""
        return None if self.hides_variables else self.environment.get(name)

    def with_environment(self, changes: Iterable[tuple[str, str | None]]) -> Host:
        """Return a copy with variables set, or unset where the value is None."""
        environment = dict(self.environment)
        for name, value in changes:
            if value is None:
                environment.pop(name, None)
            else:
                environment[name] = value
        return self._replace(environment=MappingProxyType(environment))

    def with_overlay(self, files: Mapping[str, OverlayFile | None]) -> Host:
        """Return a copy in which these files are written, or gone where the value is None."""
        return self._replace(overlay=MappingProxyType({**self.overlay, **files}))

    def with_executable(self, path: str) -> Host:
        """Return a copy for the process whose /proc/self/exe reads this path."""
        return self._replace(executable=path)


class Application(NamedTuple):
    """What a program asks of Vulkan in vkCreateInstance.

    Attributes:
        api_version: (major, minor, patch) of VkApplicationInfo; None is treated as 1.0.
        flags: VkInstanceCreateInfo.flags; bit 0 asks for portability drivers.
        api_variant: of the version; loaders that know no variants take it for a part of the major
            number.
    """

    name: str = ""
    api_version: tuple[int, int, int] | None = None
    layers: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    flags: int = 0
    api_variant: int = 0

    @property
    def packed_parts(self) -> tuple[int, int, int] | None:
        """Return the version as it is packed: the variant stands above the major number."""
        if self.api_version is None:
            return None
        major, minor, patch = self.api_version
        return self.api_variant << 7 | major, minor, patch


def _current_platform() -> Platform:
    if sys.platform == "darwin":
        return Platform.MACOS
    return Platform.WINDOWS if sys.platform == "win32" else Platform.LINUX


def _executable() -> str:
    try:
        return os.readlink("/proc/self/exe")
    except OSError:
        return os.path.realpath(sys.executable) if sys.executable else ""


def _working_directory() -> str:
    try:
        return os.getcwd()
    except OSError:  # the folder was deleted under us
        return "/"
