"""How this program is started once more: whole, or as a child that does one job.

No variable is used for it that other programs would inherit. An executable made by PyInstaller is
no interpreter: `sys.executable` is this program itself and knows no options of Python. It starts
its children by one argument of its own, which `app.main` hands back to `be_child`.
"""

from __future__ import annotations

import sys
from collections.abc import MutableMapping, Sequence
from importlib import import_module
from pathlib import Path

CHILD = "--as-child-of-vkconfig-py"
_FOLDER = str(Path(__file__).resolve().parents[3])
_OF_FREEZING = "_PYI_"
_LIBRARIES = "LD_LIBRARY_PATH"


def is_frozen() -> bool:
    """Return whether this is an executable made by PyInstaller."""
    return bool(getattr(sys, "frozen", False))


def own_command(*arguments: str) -> list[str]:
    """Return the command that starts this program with arguments."""
    if is_frozen():
        return [sys.executable, *arguments]
    return [sys.executable, *own_code(), *arguments]


def own_code() -> list[str]:
    """Return what an interpreter is given to run this package, wherever it stands.

    Not PYTHONPATH: programs that are launched would have it too, and the picture with them.
    """
    code = (
        f"import runpy, sys; sys.path[0] = {_FOLDER!r}; "
        "runpy.run_module('vkconfig_py', run_name='__main__', alter_sys=True)"
    )
    return ["-c", code]


def child_command(module: str, *arguments: str) -> list[str]:
    """Return the command that calls `module.be_child(arguments)` in a process of its own."""
    if is_frozen():
        return [sys.executable, CHILD, module, *arguments]
    # -I and -S: no site packages, and no PYTHON* variables of the environment it is given; the
    # package's own folder is then named explicitly.
    code = (
        f"import sys; sys.path.insert(0, {_FOLDER!r}); "
        f"from {module} import be_child; be_child(sys.argv[1:])"
    )
    return [sys.executable, "-I", "-S", "-c", code, *arguments]


def be_child(arguments: Sequence[str]) -> None:
    """Do the job that child_command asked a frozen executable for."""
    module, *rest = arguments
    import_module(module).be_child(rest)


def restore_environment(environment: MutableMapping[str, str]) -> None:
    """Take back what the start of a frozen executable has put into its environment.

    Otherwise the programs that are launched would search the libraries of this one first, and the
    picture would say so; a child would take itself for a part of its parent.
    """
    for name in [name for name in environment if name.startswith(_OF_FREEZING)]:
        del environment[name]
    original = environment.pop(f"{_LIBRARIES}_ORIG", None)
    if original is not None:
        environment[_LIBRARIES] = original
    # What is packed beside the executable, plugins of Qt among it, is for this program alone.
    packed = getattr(sys, "_MEIPASS", "")
    for name in [
        name for name, value in environment.items() if packed and value.startswith(packed)
    ]:
        del environment[name]
