"""What flatpak-builder makes a Flatpak of: the manifest, and beside it the program as a folder.

The builder needs no network but for the runtime: all of the program is in the folder.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from devtools.console import ROOT
from devtools.packaging.program_folder import (
    make_program_folder,
    normalize_files,
    write_shared_files,
)
from vkconfig_py.cli.shell_files import ZSH_USER_FOLDER
from vkconfig_py.model.files.paths import APPLICATION_ID

_MANIFEST = ROOT / "packaging/flatpak" / f"{APPLICATION_ID}.yaml"
_START = ROOT / "packaging/debian/vkconfig-py"
_ELSEWHERE, _HOME = "/usr/lib/vkconfig-py", "/app/lib/vkconfig-py"


def make_flatpak_sources(output: Path, python: Path, moment: int) -> Path:
    """Make the folder `flatpak` and return the manifest in it.

    Args:
        output: folder that it is made in.
        python: an interpreter with pip.
        moment: time of all files in it.
    """
    folder = output / "flatpak"
    shutil.rmtree(folder, ignore_errors=True)
    made = folder / "made"
    made.mkdir(parents=True)
    make_program_folder(made / "program", python)
    write_shared_files(made / "share", ZSH_USER_FOLDER)
    start = made / "vkconfig-py"
    start.write_text(_START.read_text("utf-8").replace(_ELSEWHERE, _HOME), "utf-8")
    start.chmod(0o755)
    normalize_files(made, moment)
    shutil.copy(_MANIFEST, folder)
    return folder / _MANIFEST.name
