"""The application that a report is about, and what its package manager says of it.

Follows `dumpsys package NAME` (PackageManagerService) and LoadedApk.java (makePaths).
"""

from __future__ import annotations

import re

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.machines.android.properties import LARGEST_FILE, UnreadLine

INJECT = "com.android.graphics.injectLayers.enable"


class Abi(NamedTuple):
    """A binary interface of Android.

    Attributes:
        machine: e_machine of its ELF files.
        folder: name of its folder below an application's "lib".
    """

    name: str
    machine: int
    pointer_bits: int
    folder: str

    @property
    def lib(self) -> str:
        """Return the name of the library folder of a partition."""
        return "lib64" if self.pointer_bits == 64 else "lib"


ABIS = {
    abi.name: abi
    for abi in (
        Abi("arm64-v8a", 183, 64, "arm64"),
        Abi("armeabi-v7a", 40, 32, "arm"),
        Abi("x86_64", 62, 64, "x86_64"),
        Abi("x86", 3, 32, "x86"),
        Abi("riscv64", 243, 64, "riscv64"),
    )
}
DEFAULT_ABI = ABIS["arm64-v8a"]


class App(NamedTuple):
    """An application as Android starts it; every path is one of the device.

    Attributes:
        package: "" for no certain application.
        can_inject_layers: its manifest has the meta-data INJECT.
        data_folder: its own files, which debug layers may lie among.
        is_system: it came with the device and was not updated: never gets an updatable driver.
        is_known: something was read about it; False for a bare name.
    """

    package: str = ""
    debuggable: bool = False
    can_inject_layers: bool = False
    native_library_folder: str = ""
    apks: tuple[str, ...] = ()
    data_folder: str = ""
    abi: str = ""
    is_system: bool = False
    is_known: bool = False

    def library_paths(self, abi: Abi) -> tuple[str, ...]:
        """Return the entries of its library search path, in order."""
        installed = (self.native_library_folder,) if self.native_library_folder else ()
        return (*installed, *(f"{apk}!/lib/{abi.name}" for apk in self.apks))


_PACKAGE = re.compile(r"\s*Package \[([^\]]+)\]")
_MEMBER = re.compile(r"\s+(\w+)=(.*)")


def parse_package_dump(data: bytes, package: str, file: str) -> tuple[App, tuple[UnreadLine, ...]]:
    """Parse the output of `dumpsys package`. An empty name takes the first package in it."""
    text = data[:LARGEST_FILE].decode("utf-8", "surrogateescape")
    members: dict[str, str] = {}
    package_name = ""
    for line in text.replace("\r\n", "\n").split("\n"):
        match = _PACKAGE.match(line)
        if match is not None:
            if package_name:  # the section of the next package, or of the hidden system package
                break
            if not package or match[1] == package:
                package_name = match[1]
        elif package_name and (member := _MEMBER.match(line)) is not None:
            members.setdefault(member[1], member[2].strip())
    if not package_name:
        why = (
            tr(
                "says nothing of package {package}, which is probably not installed",
                package=package,
            )
            if package
            else tr("says nothing of a package, which is probably not installed")
        )
        return App(package), (UnreadLine(file, 0, why),)
    return _app(package_name, members), ()


def _app(package: str, members: dict[str, str]) -> App:
    flags = members.get("flags", "") or members.get("pkgFlags", "")
    words = flags.strip("[] ").split()
    abi = members.get("primaryCpuAbi", "")
    abi = "" if abi == "null" else abi
    folder = members.get("nativeLibraryPath", "")
    base = members.get("legacyNativeLibraryDir", "")
    if not folder and base and abi in ABIS:
        folder = f"{base}/{ABIS[abi].folder}"
    code = members.get("codePath", "")
    return App(
        package=package,
        debuggable="DEBUGGABLE" in words,
        native_library_folder=folder,
        apks=_apks(code, members.get("splits", "")),
        data_folder=members.get("dataDir", "") or f"/data/user/0/{package}",
        abi=abi,
        is_system="SYSTEM" in words and "UPDATED_SYSTEM_APP" not in words,
        is_known=True,
    )


def _apks(code: str, splits: str) -> tuple[str, ...]:
    """Return the archives of a package: splits=[base, config.arm64_v8a]."""
    if not code:
        return ()
    if code.endswith(".apk"):
        return (code,)
    names = [name.strip() for name in splits.strip("[] ").split(",") if name.strip()] or ["base"]
    files = ("base.apk" if name == "base" else f"split_{name}.apk" for name in names)
    return tuple(f"{code}/{file}" for file in files)
