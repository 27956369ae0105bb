"""Where the package manager of Android puts an application: found among the files of a device."""

from __future__ import annotations

from collections.abc import Iterator

from vkconfig_py.machines.android.app import Abi, App
from vkconfig_py.machines.android.files import DeviceFiles

_INSTALLED = "/data/app"
_DATA = ("/data/user/0", "/data/data")


def find_app(files: DeviceFiles, package: str, abi: Abi) -> App | None:
    """Find an installed package by its folder. Return None if there is none."""
    # Android names it PACKAGE-<random>, since Android 11 in a folder ~~<random>.
    if not package or "/" in package:
        return None
    folder = next(_folders(files, package), "")
    if not folder:
        return None
    inside = files.folders(folder)
    apks = sorted((name for name in inside if name.endswith(".apk")), key=_base_first)
    return App(
        package=package,
        native_library_folder=f"{folder}/lib/{abi.folder}",
        apks=tuple(f"{folder}/{name}" for name in apks),
        data_folder=data_folder(files, package),
    )


def data_folder(files: DeviceFiles, package: str) -> str:
    """Return the folder of an application's own files, by the name under which it was pulled."""
    folders = (f"{base}/{package}" for base in _DATA if files.exists(f"{base}/{package}"))
    return next(folders, f"{_DATA[0]}/{package}")


def _folders(files: DeviceFiles, package: str) -> Iterator[str]:
    for name in files.folders(_INSTALLED):
        if name.startswith("~~"):
            below = f"{_INSTALLED}/{name}"
            yield from (
                f"{below}/{inner}" for inner in files.folders(below) if _is_of(inner, package)
            )
        elif _is_of(name, package):
            yield f"{_INSTALLED}/{name}"


def _is_of(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}-")


def _base_first(name: str) -> tuple[bool, str]:
    return name != "base.apk", name
