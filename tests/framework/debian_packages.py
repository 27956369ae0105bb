"""Files of Debian packages that are never installed, for tests count the layers of this machine.

`python -m tests.framework.debian_packages` downloads and unpacks them into the project's cache.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO, NamedTuple

from tests.framework.cache import cache_folder


class FetchError(Exception):
    """A package could not be fetched; the text says which command failed and how."""


class DebianPackage(NamedTuple):
    """A package, and what of it is wanted.

    Attributes:
        folder: name of the folder in the cache.
        files: paths from the root; all lie side by side in the cache.
    """

    name: str
    folder: str
    files: tuple[str, ...]

    def fetch(self) -> Path:
        """Return the folder with the files, fetching them first when they are not in the cache."""
        folder = cache_folder(self.folder)
        if not all((folder / Path(file).name).exists() for file in self.files):
            with tempfile.TemporaryDirectory(dir=folder) as temporary:
                self._unpack(Path(temporary))
                for file in self.files:
                    (Path(temporary) / file).replace(folder / Path(file).name)
        return folder

    def _unpack(self, folder: Path) -> None:
        package, archive = self._download(folder), folder / "data.tar"
        with archive.open("wb") as file:
            run_fetching(["dpkg-deb", "--fsys-tarfile", str(package)], folder, file)
        names = [f"./{file}" for file in self.files]
        run_fetching(["tar", "-xf", str(archive), *names], folder)

    def _download(self, folder: Path) -> Path:
        download = ["apt-get", "-q", "download", self.name]
        try:
            run_fetching(download, folder)
        except FetchError:  # the package lists may name a version that the mirror has replaced
            run_fetching(["apt-get", "-q", "update"], folder)
            run_fetching(download, folder)
        return next(folder.glob(f"{self.name}_*.deb"))


CHROMIUM = DebianPackage(
    "chromium-common",
    "chromium",
    (
        "usr/lib/chromium/libvulkan.so.1",
        "usr/lib/chromium/libVkICD_mock_icd.so",
        "usr/lib/chromium/libvk_swiftshader.so",
        "usr/lib/chromium/vk_swiftshader_icd.json",
        "usr/lib/chromium/libVkLayer_khronos_validation.so",
    ),
)
GFXRECONSTRUCT = DebianPackage(
    "gfxreconstruct",
    "gfxreconstruct",
    (
        "usr/bin/gfxrecon-info",
        "usr/bin/gfxrecon-replay",
        "usr/lib/x86_64-linux-gnu/libVkLayer_gfxreconstruct.so",
        "usr/share/vulkan/explicit_layer.d/VkLayer_gfxreconstruct.json",
    ),
)


def run_fetching(
    command: list[str], folder: Path | None = None, stdout: int | IO[bytes] = subprocess.PIPE
) -> None:
    """Run a command on the way from a package to its files; raise FetchError if it fails."""
    try:
        subprocess.run(command, cwd=folder, check=True, stdout=stdout, stderr=subprocess.PIPE)
    except (OSError, subprocess.CalledProcessError) as error:
        detail = getattr(error, "stderr", None) or b""
        raise FetchError(
            f"Tests need the result of `{' '.join(command)}`, which failed: {error}\n"
            f"{detail.decode(errors='replace')}"
        ) from error


if __name__ == "__main__":
    try:
        for package in (CHROMIUM, GFXRECONSTRUCT):
            sys.stdout.write(f"{package.fetch()}\n")
    except FetchError as failure:
        sys.exit(str(failure))
