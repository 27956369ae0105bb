"""A folder with the program and the locked versions of all it imports, for several Pythons at once.

Only rpds-py, which jsonschema needs, is made for one version of Python; its libraries bear that in
their names, so that those of all versions fit into one folder.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import zipfile
from pathlib import Path

from devtools.console import ROOT, announce_step, run_quietly
from devtools.packaging.qt_parts import list_used_files
from devtools.venv import COMMANDS_LOCK, RUN_LOCK
from vkconfig_py.cli.shell_files import make_shell_files
from vkconfig_py.model.files.config_home import PROGRAM
from vkconfig_py.model.launch.menu_entry import make_desktop_files

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
_C_LIBRARIES = ("manylinux_2_34", "manylinux_2_28", "manylinux_2_17", "manylinux2014")
_UNUSED = ("*.pyi", "py.typed", "__pycache__", "tests")


def make_program_folder(folder: Path, python: Path) -> None:
    """Fill a new folder: the package, its resources, and the locked wheels without what is unused.

    Args:
        folder: what is to be made.
        python: an interpreter with pip.
    """
    with tempfile.TemporaryDirectory() as temporary:
        wheels = _fetch_wheels(Path(temporary, "wheels"), python)
        site = Path(temporary, "site")
        for wheel in wheels:
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(site)
        _remove_unused(site)
        shutil.copytree(site, folder)
    copy_program(folder)


def copy_program(folder: Path) -> None:
    """Copy the package into a folder, with its resources inside as in a wheel."""
    caches = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "vkconfig_py", folder / "vkconfig_py", ignore=caches)
    shutil.copytree(ROOT / "resources", folder / "vkconfig_py/resources", ignore=caches)


def write_shared_files(share: Path, zsh: str) -> None:
    """Put what desktops, software centres, shells and `man` read.

    Args:
        share: the folder that stands for /usr/share.
        zsh: where zsh finds functions in it.
    """
    for path, content in (
        make_desktop_files(share, PROGRAM) | make_shell_files(share, zsh)
    ).items():
        file = Path(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def normalize_files(folder: Path, moment: int) -> None:
    """Give every file of a folder the same time and the usual rights."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            is_run = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
            path.chmod(0o755 if is_run else 0o644)
        os.utime(path, (moment, moment), follow_symlinks=False)


def _fetch_wheels(folder: Path, python: Path) -> list[Path]:
    # The first asks for Qt too, which is made for all versions of Python.
    locks = [RUN_LOCK, *(COMMANDS_LOCK for _ in PYTHONS[1:])]
    platforms = [f"--platform={name}_{os.uname().machine}" for name in _C_LIBRARIES]
    with announce_step("Fetching the locked wheels"):
        for version, lock in zip(PYTHONS, locks, strict=True):
            run_quietly(
                [
                    *(str(python), "-m", "pip", "download", "--disable-pip-version-check"),
                    *("--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:"),
                    *("--python-version", version, *platforms),
                    *("--dest", str(folder), "-r", str(lock)),
                ]
            )
    return sorted(folder.glob("*.whl"))


def _remove_unused(site: Path) -> None:
    used = list_used_files(site)
    for package in ("PySide6", "shiboken6"):
        for file in [file for file in (site / package).rglob("*") if not file.is_dir()]:
            if file not in used:
                file.unlink()
    for pattern in _UNUSED:
        for path in list(site.rglob(pattern)):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    for path in list(site.glob("*.dist-info")):
        shutil.rmtree(path)
    _remove_empty_folders(site)


def _remove_empty_folders(site: Path) -> None:
    for path in sorted(site.rglob("*"), reverse=True):  # what is inside comes first
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()
