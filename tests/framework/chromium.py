"""The second reference loader: the one that Debian ships inside chromium-common.

`python -m tests.framework.chromium` fetches it into the project's cache (download and unpack, no
installation) and prints its path. Its version moves with Debian's security updates, so nobody may
rely on a number: ask the library.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

from tests.framework.cache import cache_folder

_PACKAGE = "chromium-common"
_INSIDE = "./usr/lib/chromium"
_WANTED = ("libvulkan.so.1", "libVkICD_mock_icd.so")


class FetchError(Exception):
    """The loader could not be fetched; the text says which command failed and how."""


def fetch_chromium_loader() -> Path:
    """Return the library, fetching it first when it is not in the cache."""
    folder = cache_folder("chromium")
    library = folder / "libvulkan.so.1"
    if library.exists():
        return library
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        unpacked = _unpack(_download(Path(temporary)), Path(temporary))
        for name in reversed(_WANTED):  # the library last: it stands for a complete cache
            (unpacked / name).replace(folder / name)
    # vulkaninfo opens libvulkan.so before libvulkan.so.1.
    link = folder / "libvulkan.so"
    if not link.is_symlink():
        link.symlink_to("libvulkan.so.1")
    return library


def _download(folder: Path) -> Path:
    try:
        _run(["apt-get", "-q", "download", _PACKAGE], folder)
    except FetchError:  # the package lists may name a version that the mirror has replaced
        _run(["apt-get", "-q", "update"], folder)
        _run(["apt-get", "-q", "download", _PACKAGE], folder)
    return next(folder.glob(f"{_PACKAGE}_*.deb"))


def _unpack(package: Path, folder: Path) -> Path:
    names = [f"{_INSIDE}/{name}" for name in _WANTED]
    archive = folder / "data.tar"
    with archive.open("wb") as file:
        _run(["dpkg-deb", "--fsys-tarfile", str(package)], folder, file)
    _run(["tar", "-xf", str(archive), *names], folder)
    return folder / _INSIDE


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
