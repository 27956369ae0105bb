"""Fetch real loaders for Windows, and compare the engine with them; the work is in tests/windows.

A package of the npm registry and one of PyPI carry a vulkan-1.dll that its makers built. Nothing of
a package is installed or run; Wine runs the one library that is taken out, without a display.
"""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from devtools.console import ROOT
from devtools.loaders import FOLDER, Source, extract, fetch_library, run_in

LIBRARY = "vulkan-1.dll"
_PLATFORM = ("--only-binary", ":all:", "--python-version", "3.12", "--platform", "win_amd64")


SOURCES = (
    Source(
        "1.1.126",
        "nvk@0.7.9",
        "5c4d2743299ec5681661365278114d5f82e3c888d0d9e518977d14da8ec6ea85",
    ),
    Source(
        "1.3.217",
        "flet-desktop==0.25.2",
        "3be9a95dd9019aa1aca47ade26f5c1c7c0047f3cf6f633d586c9ec0d3b459566",
    ),
)


def main(arguments: list[str]) -> int:
    """Compare; what is missing is fetched."""
    command = [sys.executable, "-m", "tests.windows", *arguments]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def fetch(source: Source) -> Path:
    """Return the library, fetched if it is not there yet.

    Raises:
        SetupError: it cannot be had, or is not the one that is expected.
    """
    return fetch_library(source, FOLDER / f"{source.version}-windows" / LIBRARY, _unpack)


def _unpack(source: Source, folder: Path) -> Path:
    package = source.package
    if "==" not in package:
        run_in(["npm", "pack", "--silent", package], folder)
        return extract(next(folder.glob("*.tgz")), LIBRARY, folder)
    run_in(["python3", "-m", "pip", "download", "-q", "--no-deps", *_PLATFORM, package], folder)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        name = next((x for x in wheel.namelist() if x.endswith(f"/{LIBRARY}")), "")
        if not name:
            raise LookupError(f"{package} holds no {LIBRARY}")
        return Path(wheel.extract(name, folder))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
