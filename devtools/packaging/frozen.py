"""A folder that starts on a machine without Python, made by PyInstaller.

PyInstaller's start program puts the folder's libraries on LD_LIBRARY_PATH, which the linker follows
also for drivers and layers that our children open. They would get the C++ library and others of the
machine that this was built on, and fail where programs work. So no library of a system lies there:
a few that Qt alone uses lie with Qt, whose own search path finds them, and all others are those of
the machine that it runs on.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Container, Iterable
from fnmatch import fnmatch
from pathlib import Path

from devtools.console import ROOT, announce_step, run_quietly
from devtools.packaging.program_folder import normalize_files
from devtools.packaging.qt_parts import list_used_files
from devtools.venv import RUN_LOCK, make_environment
from vkconfig_py import __version__

LOCK = ROOT / "requirements" / "pyinstaller.txt"
NAME = "vkconfig-py"
_SPEC = ROOT / "packaging/pyinstaller/vkconfig-py.spec"
# Of a system, and often missing: protocols of X11 and the keyboard, no part of any driver.
_WITH_QT = ("libxcb-*", "libxkbcommon*", "libwayland-cursor*")
_QT_LIBRARIES = "PySide6/Qt/lib"
# What Python's ctypes needs, in one of several versions on each system.
_WITH_CTYPES = "libffi.so*"
_PYTHON_LIBRARY = "libpython*"

_File = tuple[str, str, str]  # as PyInstaller has it: place in the folder, source, kind


def make_frozen_folder(output: Path, moment: int) -> Path:
    """Build the folder, and return the archive that it is packed into.

    Args:
        output: folder for both.
        moment: time of all files in it.
    """
    with tempfile.TemporaryDirectory() as temporary:
        python = make_environment(Path(temporary, "venv"), RUN_LOCK, LOCK)
        with announce_step("Freezing the program"):
            environment = {
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "PYTHONHASHSEED": "1",
                "SOURCE_DATE_EPOCH": str(moment),
            }
            work, made = Path(temporary, "work"), Path(temporary, "made")
            command = [str(python), "-m", "PyInstaller", "--log-level=WARN", "--noconfirm"]
            command += [f"--workpath={work}", f"--distpath={made}", str(_SPEC)]
            run_quietly(command, environment)
            _let_ctypes_find_its_library(made / NAME)
            shutil.copy(ROOT / "packaging/debian/copyright", made / NAME / "copyright")
            normalize_files(made / NAME, moment)
        folder = output / NAME
        shutil.rmtree(folder, ignore_errors=True)
        shutil.move(made / NAME, folder)
    return _pack_folder(folder, moment)


def qt_files(found: Iterable[_File]) -> set[Path]:
    """Return the files of Qt that the program needs, by the libraries that PyInstaller found."""
    modules = (
        Path(source)
        for place, source, _kind in found
        if place.startswith("PySide6/") and Path(source).parent.name == "PySide6"
    )
    return list_used_files(next(modules).parents[1])


def bundled_files(found: Iterable[_File], of_qt: Container[Path]) -> list[_File]:
    """Return what belongs into the folder of all that PyInstaller has found, at its place there.

    `of_qt`: as `qt_files` says. Libraries alone tell where Qt is, and its texts are none.
    """
    return [
        (place, source, kind)
        for old, source, kind in found
        if (place := _find_bundle_path(old, Path(source), of_qt))
    ]


def _find_bundle_path(place: str, source: Path, of_qt: Container[Path]) -> str:
    """Return the place of a file in the folder; "" if it is left out."""
    if place.startswith(("PySide6/", "shiboken6/")):
        return place if source in of_qt else ""
    if "/" in place or ".so" not in place or fnmatch(place, _PYTHON_LIBRARY):
        return place
    if fnmatch(place, _WITH_CTYPES):
        return f"{_extensions()}/{place}"
    return f"{_QT_LIBRARIES}/{place}" if any(fnmatch(place, one) for one in _WITH_QT) else ""


def _extensions() -> str:
    return f"python{sys.version_info.major}.{sys.version_info.minor}/lib-dynload"


def _let_ctypes_find_its_library(folder: Path) -> None:
    (library,) = folder.glob(f"_internal/{_extensions()}/_ctypes.*.so")
    run_quietly(["patchelf", "--set-rpath", "$ORIGIN", str(library)])


def _pack_folder(folder: Path, moment: int) -> Path:
    archive = folder.with_name(f"{NAME}-{__version__}-{os.uname().machine}.tar.gz")
    with announce_step("Packing it"):
        subprocess.run(
            [
                *("tar", "--sort=name", f"--mtime=@{moment}", "--owner=0", "--group=0"),
                *("--numeric-owner", "-C", str(folder.parent), "-czf", str(archive), folder.name),
            ],
            check=True,
        )
    return archive
