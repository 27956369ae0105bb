"""What Debian ships inside chromium-common: a second loader, two drivers, a newer validation layer.

`python -m tests.framework.chromium` fetches them into the project's cache (download and unpack, no
installation) and prints the loader's path. Their versions move with Debian's security updates, so
nobody may rely on a number: ask the library.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

from tests.framework.cache import cache_folder

_PACKAGE = "chromium-common"
_PACKAGE_FOLDER = "./usr/lib/chromium"
_WANTED_FILES = (
    "libvulkan.so.1",
    "libVkICD_mock_icd.so",
    "libvk_swiftshader.so",
    "vk_swiftshader_icd.json",
    "libVkLayer_khronos_validation.so",
)
INSTALLED_VALIDATION = Path("/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json")
_SWIFTSHADER, _MOCK, _VALIDATION = "vk_swiftshader_icd.json", "mock_icd.json", "validation.json"


class FetchError(Exception):
    """The loader could not be fetched; the text says which command failed and how."""


def fetch_chromium_loader() -> Path:
    """Return the library, fetching it first when it is not in the cache."""
    folder = cache_folder("chromium")
    if not all((folder / name).exists() for name in _WANTED_FILES):
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            unpacked = _unpack(_download(Path(temporary)), Path(temporary))
            for name in _WANTED_FILES:
                (unpacked / name).replace(folder / name)
    # vulkaninfo opens libvulkan.so before libvulkan.so.1.
    link = folder / "libvulkan.so"
    if not link.is_symlink():
        link.symlink_to("libvulkan.so.1")
    return folder / "libvulkan.so.1"


def get_swiftshader_driver() -> Path:
    """Return the manifest of SwiftShader (interface 7), as it is shipped."""
    return fetch_chromium_loader().with_name(_SWIFTSHADER)


def write_mock_driver() -> Path:
    """Return a manifest for the mock driver (interface 5), which comes without one."""
    icd = {"library_path": "./libVkICD_mock_icd.so", "api_version": "1.4.0"}
    return _write_manifest(_MOCK, {"file_format_version": "1.0.1", "ICD": icd})


def write_newer_validation_layer() -> Path:
    """Return a manifest for the validation layer: that of Debian's older one with this library."""
    document = json.loads(INSTALLED_VALIDATION.read_text("utf-8"))
    document["layer"] |= {
        "library_path": "./libVkLayer_khronos_validation.so",
        "api_version": "1.4.0",
    }
    return _write_manifest(_VALIDATION, document)


def _write_manifest(name: str, document: dict[str, object]) -> Path:
    path = fetch_chromium_loader().with_name(name)
    text = json.dumps(document, indent=4)
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
    return path


def _download(folder: Path) -> Path:
    try:
        _run(["apt-get", "-q", "download", _PACKAGE], folder)
    except FetchError:  # the package lists may name a version that the mirror has replaced
        _run(["apt-get", "-q", "update"], folder)
        _run(["apt-get", "-q", "download", _PACKAGE], folder)
    return next(folder.glob(f"{_PACKAGE}_*.deb"))


def _unpack(package: Path, folder: Path) -> Path:
    names = [f"{_PACKAGE_FOLDER}/{name}" for name in _WANTED_FILES]
    archive = folder / "data.tar"
    with archive.open("wb") as file:
        _run(["dpkg-deb", "--fsys-tarfile", str(package)], folder, file)
    _run(["tar", "-xf", str(archive), *names], folder)
    return folder / _PACKAGE_FOLDER


def _run(command: list[str], folder: Path, stdout: int | IO[bytes] = subprocess.PIPE) -> None:
    try:
        subprocess.run(command, cwd=folder, check=True, stdout=stdout, stderr=subprocess.PIPE)
    except (OSError, subprocess.CalledProcessError) as error:
        detail = getattr(error, "stderr", None) or b""
        raise FetchError(
            f"{_PACKAGE} is needed as the second reference loader, and `{' '.join(command)}` "
            f"failed: {error}\n{detail.decode(errors='replace')}"
        ) from error


if __name__ == "__main__":
    try:
        sys.stdout.write(f"{fetch_chromium_loader()}\n")
    except FetchError as failure:
        sys.exit(str(failure))
