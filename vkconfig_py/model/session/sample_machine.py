"""The sample machine of --demo: data in resources/demo, copied to a folder of its own and opened.

Every path of the sample machine is a real path inside that folder, so reading, applying and
launching can only touch the copy. (A separate root would make prettier paths, but all code that
writes would have to know the root, and code that forgot it would write to the real machine.)
Compiled-in paths are redirected to the folder too (`Host.prefix`), so nothing of this machine is
visible in any what-if: no default path, no library, no process.
"""

from __future__ import annotations

import json
import shutil
import struct
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.launch.private_folder import OWNER_FILE, is_abandoned, make_owner_mark

_ELF_MACHINES = {32: 3, 64: 62}  # i386, x86-64
RECORDED_PROBES_FILE = "probes.json"
_FOLDER_PREFIX = "vkconfig-demo-"
_SHARED_OBJECT, _EXECUTABLE = 3, 2


class DemoMachine(NamedTuple):
    """An opened copy of the sample machine.

    Attributes:
        folder: contains the whole copy; `close` deletes it.
        recorded: file with probe results of its drivers and layers.
    """

    folder: Path
    host: Host
    profile: LoaderProfile
    paths: StatePaths
    recorded: str

    def copy_preferences(self, own_paths: StatePaths) -> None:
        """Give the machine a copy of the user's preferences, such as the dark theme."""
        file = self.paths.preferences_file
        file.parent.mkdir(parents=True, exist_ok=True)
        # Without them the window has the defaults.
        with suppress(OSError):
            shutil.copyfile(own_paths.preferences_file, file)

    def close(self) -> None:
        """Delete the copy and everything written in it."""
        shutil.rmtree(self.folder, ignore_errors=True)


def open_demo_machine(source: Path) -> DemoMachine:
    """Copy the machine described in `source` to a temporary folder and return it."""
    folder = Path(tempfile.mkdtemp(prefix=_FOLDER_PREFIX))
    try:
        _write_all(folder, [OWNER_FILE], make_owner_mark().encode())
        for other_folder in folder.parent.glob(
            f"{_FOLDER_PREFIX}*"
        ):  # of processes that were killed
            if is_abandoned(other_folder):
                shutil.rmtree(other_folder, ignore_errors=True)
        return _copy_machine(source, folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _copy_machine(source: Path, folder: Path) -> DemoMachine:
    """Copy the machine described in `source` into a folder."""
    # Contents only: files and folders of an installed package may be read-only.
    tree = source / "root"
    for path in tree.rglob("*.json"):
        _write_all(folder, [str(path.relative_to(tree))], path.read_bytes())
    recorded = (
        (source / RECORDED_PROBES_FILE).read_text(encoding="utf-8").replace("{root}", str(folder))
    )
    _write_all(folder, [RECORDED_PROBES_FILE], recorded.encode())
    machine = json.loads((source / "machine.json").read_text(encoding="utf-8"))
    _make_missing_files(machine, folder)
    environment = {
        name: value.replace("{root}", str(folder)) for name, value in machine["environment"].items()
    }
    home = Path(environment["HOME"])
    major, minor, patch = map(int, machine["loader"]["version"].split("."))
    return DemoMachine(
        folder=folder,
        host=Host(
            environment=MappingProxyType(environment),
            executable=str(folder / "usr/bin/vkcube"),
            working_directory=str(home),
            prefix=str(folder),
        ),
        profile=LoaderProfile(
            (major, minor, patch),
            library=str(folder / machine["loader"]["library"]),
            sysconfdir=str(folder / "etc"),
        ),
        paths=StatePaths(
            configurations=home / ".config/vkconfig-py/configurations",
            state=home / ".local/state/vkconfig-py",
            runtime=Path(environment["XDG_RUNTIME_DIR"]) / "vkconfig-py",
            cache=home / ".cache/vkconfig-py",
        ),
        recorded=str(folder / RECORDED_PROBES_FILE),
    )


def _make_missing_files(machine: dict[str, Any], folder: Path) -> None:
    """Create what a package cannot contain: empty folders, links, programs, libraries.

    `machine` lists them.
    """
    for name in machine["folders"]:
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "run/user/1000").chmod(0o700)
    for bits in (32, 64):
        _write_all(folder, machine[f"libraries_{bits}"], _make_elf_header(bits, _SHARED_OBJECT))
    for name, script in machine["programs"].items():
        text = script.replace("{root}", str(folder)).encode()
        _write_all(folder, [name], text or _make_elf_header(64, _EXECUTABLE))
        (folder / name).chmod(0o755)
    for name, target in machine["links"].items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)


def _write_all(folder: Path, names: Iterable[str], content: bytes) -> None:
    """Write a content to several files below a folder."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _make_elf_header(bits: int, kind: int) -> bytes:
    """Return the ELF header of a library or program.

    No code follows it. `kind`: e_type of the header.
    """
    # Class (1 is 32-bit), little endian, version 1; then type and machine (elf(5)).
    ident = b"\x7fELF" + bytes([bits // 32, 1, 1]) + bytes(9)
    return ident + struct.pack("<HHI", kind, _ELF_MACHINES[bits], 1) + bytes(40)
