"""The private folder of one launch: readable by its owner only, removed after the launch."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Mapping
from pathlib import Path

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.files.own_files import make_folder, read_file, write_file
from vkconfig_py.loader.files.safe_paths import find_owner_id
from vkconfig_py.model.apply.lease_facts import read_process_start
from vkconfig_py.model.files.atomic_files import FileKind, FileState, render_error, stage_file
from vkconfig_py.model.files.paths import LAUNCH_PREFIX, StatePaths, has_nothing_at
from vkconfig_py.model.launch.launch_processes import find_marked_processes
from vkconfig_py.model.plan.plan import Plan

OWNER_FILE = "owner"
_CREATION_SECONDS = 60.0  # seconds that a folder may be empty before it is treated as left behind


def create_launch_folder(paths: StatePaths) -> str:
    """Create a private folder for the files of one launch and return its path.

    If the runtime folder cannot be used, it is in the temporary directory.

    Raises:
        OSError: no folder can be created.
    """
    try:
        make_folder(str(paths.runtime))
        return _make_owned_folder(str(paths.runtime))
    except OSError:  # read-only, full or another user's: the launch needs a folder anyway
        return _make_owned_folder(None)


def _make_owned_folder(base: str | None) -> str:
    """Create a folder with the mark of this process, and remove those of finished launches."""
    if base is None:
        import tempfile

        base = tempfile.gettempdir()
    # A name that nobody can know before.
    folder = os.path.join(base, f"{LAUNCH_PREFIX}{os.urandom(8).hex()}")  # noqa: PTH118 - text
    make_folder(folder)
    try:
        write_owner_mark(folder)
    except OSError:
        remove_folder(folder)
        raise
    _remove_finished_folders(Path(folder).parent)
    return folder


def write_owner_mark(folder: str) -> None:
    """Write into a private folder that this process is its owner.

    Raises:
        OSError: it cannot be written.
    """
    _write_private(Path(folder) / OWNER_FILE, make_owner_mark().encode("ascii"))


def get_launch_folder(plan: Plan) -> str:
    """Return the private folder that a plan's files are in, "" if they are not in one."""
    folders = {_get_launch_parent(file.path) for file in plan.files}
    return folders.pop() if len(folders) == 1 else ""


def write_private_files(plan: Plan, folder: str) -> None:
    """Write the files of a plan into its folder, readable by their owner only.

    Folders of launches whose vkconfig-py was killed are removed first, unless their program still
    runs.

    Raises:
        OSError: with the path that could not be written.
    """
    target_path = Path(folder)
    if has_nothing_at(target_path):
        make_folder(folder)
    _remove_finished_folders(target_path.parent)
    if not _is_private(target_path):
        raise PermissionError(None, tr("other users can write to this folder"), folder)
    write_owner_mark(folder)
    for file in plan.files:
        path = Path(file.path)
        make_folder(str(path.parent))
        if file.content is not None:
            _write_private(path, file.content)


def rewrite_private_files(contents: Mapping[str, bytes]) -> str:
    """Replace files of a program that runs. Return the error, or "".

    Each is replaced at once: its layer may read it at any time.
    """
    for path, content in contents.items():
        if Path(path).parent.is_dir():  # it is gone with the program
            try:
                write_file(path, content)
            except OSError as error:
                return render_error(
                    tr("The running program keeps its earlier settings"), path, error
                )
    return ""


def remove_folder(folder: str) -> None:
    """Remove a private folder with its files. "" removes nothing."""
    if folder:
        import shutil

        shutil.rmtree(folder, ignore_errors=True)


def make_launch_mark(folder: str) -> str:
    """Return the identifier of a launch, made from the name of its folder."""
    return Path(folder).name.removeprefix(LAUNCH_PREFIX)


def _write_private(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read."""
    stage_file(str(path), FileState(kind=FileKind.FILE, content=content, mode=0o600))


def _is_private(folder: Path) -> bool:
    """Return whether a folder belongs to the user and nobody else can write in it."""
    status = folder.lstat()
    is_own_folder = status.st_uid == find_owner_id(str(folder)) and stat.S_ISDIR(status.st_mode)
    return is_own_folder and not status.st_mode & 0o022


def _get_launch_parent(path: str) -> str:
    """Return the private folder of a launch that a path is in, "" for none."""
    return next((str(p) for p in Path(path).parents if p.name.startswith(LAUNCH_PREFIX)), "")


def _remove_finished_folders(base: Path) -> None:
    """Remove private folders whose vkconfig-py and program have ended."""
    for folder in base.glob(f"{LAUNCH_PREFIX}*"):
        if is_abandoned(folder) and not find_marked_processes(make_launch_mark(str(folder))):
            remove_folder(str(folder))


def make_owner_mark() -> str:
    """Return the text that identifies this process as the owner of a folder."""
    return f"{os.getpid()} {read_process_start(os.getpid())}"


def is_owner_gone(mark: str) -> bool:
    """Return whether the process of a mark no longer runs.

    Raises:
        ValueError: it is not such a mark.
    """
    pid, start_time = mark.split()
    # A process id alone may have passed to another process.
    return read_process_start(int(pid)) != int(start_time)


def is_abandoned(folder: Path) -> bool:
    """Return whether the owner of a private folder no longer runs.

    A folder without a mark is being created, unless it has been empty for a while.
    """
    try:
        status = folder.lstat()
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != find_owner_id(str(folder)):
            return False
        return is_owner_gone(read_file(str(folder / OWNER_FILE)).decode("ascii"))
    except FileNotFoundError:
        return _is_long_empty(folder)
    except (OSError, ValueError):  # not ours
        return False


def _is_long_empty(folder: Path) -> bool:
    """Return whether a folder has been empty for longer than creating it takes."""
    try:
        is_past_creation = folder.stat().st_mtime < time.time() - _CREATION_SECONDS
        return is_past_creation and not any(folder.iterdir())
    except OSError:  # gone meanwhile
        return False
