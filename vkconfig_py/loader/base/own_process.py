"""Commands that start this program again: as a whole, or as a child that runs one job.

No environment variable is used, since other programs would inherit it. In a PyInstaller executable
`sys.executable` is this program itself and accepts no Python options; it starts children with a
private argument that `app.main` passes to `be_child`.
"""

from __future__ import annotations

import sys
from collections.abc import MutableMapping, Sequence
from importlib import import_module
from pathlib import Path

CHILD_OPTION = "--as-child-of-vkconfig-py"
_PACKAGE_PARENT = str(Path(__file__).resolve().parents[3])
_FREEZER_PREFIX = "_PYI_"
_LIBRARY_PATH_VARIABLE = "LD_LIBRARY_PATH"
_QT_FOLDER = "PySide6/Qt/lib"


def is_frozen() -> bool:
    """Return whether this is a PyInstaller executable."""
    return bool(getattr(sys, "frozen", False))


def bundles_library(name: str) -> bool:
    """Return whether this is a frozen executable that bundles a library of Qt."""
    packed = getattr(sys, "_MEIPASS", "")
    return bool(packed) and Path(packed, _QT_FOLDER, name).exists()


def make_own_command(*arguments: str) -> list[str]:
    """Return the command that starts this program. The caller appends arguments."""
    if is_frozen():
        return [sys.executable, *arguments]
    return [
        sys.executable,
        *_list_isolation_options(),
        "-c",
        make_own_code(_list_site_folders()),
        *arguments,
    ]


def make_own_code(folders: Sequence[str] = ()) -> str:
    """Return Python code that runs this package from its current location.

    Not PYTHONPATH: launched programs would inherit it, and reports would show it.

    Args:
        folders: more to import from, such as PySide6.
    """
    return (
        f"import sys; sys.path += {[_PACKAGE_PARENT, *folders]!r}; import runpy; "
        "runpy.run_module('vkconfig_py', run_name='__main__', alter_sys=True)"
    )


def _list_isolation_options() -> list[str]:
    """Return options that restrict a child to this package and the standard library.

    -I and -S: no current folder, no PYTHON* variables and no sitecustomize. Folders of packages are
    named explicitly, behind the standard library, whose modules nothing there can replace.
    """
    # -B: a child writes no bytecode where its parent is not to leave any.
    return ["-I", "-S", *(["-B"] if sys.dont_write_bytecode else [])]


def _list_site_folders() -> list[str]:
    """Return the folders of installed packages from which this process imports."""
    import site
    import sysconfig

    installed = {*site.getsitepackages(), site.getusersitepackages()}
    # What the current folder and PYTHONPATH add stands before the standard library.
    python = sysconfig.get_path("stdlib")
    library_index = sys.path.index(python) if python in sys.path else len(sys.path)
    return [
        folder
        for index, folder in enumerate(sys.path)
        if index > library_index or folder in installed
    ]


def make_child_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs `module.be_child(arguments)` in a new process."""
    if is_frozen():
        return [sys.executable, CHILD_OPTION, module, *arguments]
    code = (
        f"import sys; sys.path.append({_PACKAGE_PARENT!r}); "
        f"from {module} import be_child; be_child(sys.argv[1:])"
    )
    return [sys.executable, *_list_isolation_options(), "-c", code, *arguments]


def be_child(arguments: Sequence[str]) -> None:
    """Run the job that make_child_command() requested from a frozen executable."""
    module, *remaining_parts = arguments
    import_module(module).be_child(remaining_parts)


def restore_environment(environment: MutableMapping[str, str]) -> None:
    """Undo the environment changes that the start of a frozen executable made.

    Otherwise launched programs would search this program's libraries first, and a child would use
    the unpacked files of its parent.
    """
    for name in [name for name in environment if name.startswith(_FREEZER_PREFIX)]:
        del environment[name]
    original = environment.pop(f"{_LIBRARY_PATH_VARIABLE}_ORIG", None)
    if original is not None:
        environment[_LIBRARY_PATH_VARIABLE] = original
    # Bundled files, such as Qt plugins, are for this program only.
    packed = getattr(sys, "_MEIPASS", "")
    for name in [
        name for name, value in environment.items() if packed and value.startswith(packed)
    ]:
        del environment[name]
