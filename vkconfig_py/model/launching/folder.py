"""The private folder of one launch: made for its owner alone, gone when the launch is over."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from vkconfig_py.model.applying.file_states import FileKind, FileState, stage_file
from vkconfig_py.model.applying.record import process_start
from vkconfig_py.model.launching.processes import marked_processes
from vkconfig_py.model.paths import LAUNCH_PREFIX, StatePaths
from vkconfig_py.model.plan import Plan

_OWNER = "owner"


def launch_folder(paths: StatePaths) -> str:
    """Make a private folder for the files of one launch and return its path.

    If the runtime folder cannot be used, one in the temporary directory stands in.

    Raises:
        OSError: no folder can be made at all.
    """
    import tempfile

    try:
        paths.runtime.mkdir(parents=True, exist_ok=True, mode=0o700)
        base = str(paths.runtime) if _is_private(paths.runtime) else None
        return tempfile.mkdtemp(prefix=LAUNCH_PREFIX, dir=base)
    except OSError:  # read-only or full: the launch needs a place all the same
        return tempfile.mkdtemp(prefix=LAUNCH_PREFIX)


def folder_of(plan: Plan) -> str:
    """Return the launch folder that all files of a plan lie in; "" if there is none."""
    folders = {_launch_parent(file.path) for file in plan.files}
    return folders.pop() if len(folders) == 1 else ""


def write_private_files(plan: Plan, folder: str) -> None:
    """Write the files of a plan into its folder, readable by their owner alone.

    Folders of launches whose owner was killed are removed first, unless their program still runs.

    Raises:
        OSError: with the path that could not be written.
    """
    place = Path(folder)
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    _remove_left_behind(place.parent)
    place.mkdir(mode=0o700, exist_ok=True)
    if not _is_private(place):
        raise PermissionError(None, "others can write to this folder", folder)
    owner = f"{os.getpid()} {process_start(os.getpid())}"
    _write(place / _OWNER, owner.encode("ascii"))
    for file in plan.files:
        path = Path(file.path)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if file.content is not None:
            _write(path, file.content)


def remove_folder(folder: str) -> None:
    """Remove a launch folder with everything in it."""
    if folder:
        import shutil

        shutil.rmtree(folder, ignore_errors=True)


def launch_mark(folder: str) -> str:
    """Return the identifier of a launch, made from the name of its folder."""
    return Path(folder).name.removeprefix(LAUNCH_PREFIX)


def _write(path: Path, content: bytes) -> None:
    stage_file(str(path), FileState(kind=FileKind.FILE, content=content, mode=0o600))


def _is_private(folder: Path) -> bool:
    found = folder.lstat()
    mine = found.st_uid == os.getuid() and stat.S_ISDIR(found.st_mode)
    return mine and not found.st_mode & 0o022


def _launch_parent(path: str) -> str:
    return next((str(p) for p in Path(path).parents if p.name.startswith(LAUNCH_PREFIX)), "")


def _remove_left_behind(base: Path) -> None:
    for folder in base.glob(f"{LAUNCH_PREFIX}*"):
        try:
            pid, started = (folder / _OWNER).read_text("ascii").split()
            alive = process_start(int(pid)) == int(started)
        except (OSError, ValueError):  # being made just now, or not ours
            continue
        if not alive and not marked_processes(launch_mark(str(folder))):
            remove_folder(str(folder))
