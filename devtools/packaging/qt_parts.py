"""Which files of PySide6 the program needs: five modules, some plugins, and what these link to.

The wheel also holds Qt Quick, the designer, databases and more: 236 MB, of which 96 MB are used.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

_MODULES = ("QtCore", "QtGui", "QtNetwork", "QtSvg", "QtWidgets")
# Windows are painted by the processor: neither platform needs its plugins for OpenGL.
PLUGINS = (
    "platforms/libqxcb.so",
    "platforms/libqwayland.so",
    "platforms/libqoffscreen.so",  # where there is no display, for pictures and tests
    "wayland-shell-integration/libxdg-shell.so",
    "wayland-decoration-client/libadwaita.so",
    "wayland-decoration-client/libbradient.so",
    "platformthemes/libqxdgdesktopportal.so",
    "platforminputcontexts/libcomposeplatforminputcontextplugin.so",
    "platforminputcontexts/libibusplatforminputcontextplugin.so",
    "iconengines/libqsvgicon.so",
    "imageformats/libqsvg.so",
)
# Fonts, colours and file dialogs of GNOME, where its libraries are; Qt goes without otherwise.
OPTIONAL_PLUGINS = ("platformthemes/libqgtk3.so",)
_PYTHON_FILES = ("__init__.py", "_config.py", "_git_pyside_version.py", "py.typed")
_NEEDED_PATTERN = re.compile(r"\(NEEDED\).*\[(.+)\]")


def find_needed_libraries(file: Path) -> list[str]:
    """Return the names of the libraries that a library or program asks the linker for."""
    command = ["readelf", "--dynamic", "--wide", str(file)]
    return _NEEDED_PATTERN.findall(
        subprocess.run(command, check=True, capture_output=True, text=True).stdout
    )


def list_used_files(site: Path) -> set[Path]:
    """Return the files of PySide6 and shiboken6 in a folder of packages that the program needs."""
    qt = site / "PySide6"
    roots = [qt / f"{module}.abi3.so" for module in _MODULES]
    roots += [qt / "Qt/plugins" / name for name in (*PLUGINS, *OPTIONAL_PLUGINS)]
    shiboken = {file for file in (site / "shiboken6").iterdir() if file.suffix == ".py"}
    texts = set((qt / "Qt/translations").glob("qtbase_*.qm"))
    scripts = {qt / name for name in _PYTHON_FILES if (qt / name).exists()}
    binding = [file for file in (site / "shiboken6").iterdir() if ".so" in file.suffixes]
    return shiboken | scripts | texts | set(_iterate_linked([*roots, *binding], site))


def _iterate_linked(roots: Iterable[Path], site: Path) -> Iterator[Path]:
    """Yield libraries, and those in the same packages that they link to."""
    folders = (site / "PySide6/Qt/lib", site / "PySide6", site / "shiboken6")
    seen: set[Path] = set()
    left = list(roots)
    while left:
        file = left.pop()
        if file in seen:
            continue
        seen.add(file)
        yield file
        inside = (folder / name for name in find_needed_libraries(file) for folder in folders)
        left += [library for library in inside if library.exists()]
