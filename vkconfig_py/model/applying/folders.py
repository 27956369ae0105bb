"""Folders that an apply makes or touches, and how they get back to what they were."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from vkconfig_py.loader.own_files import make_shared_folder
from vkconfig_py.model.applying.record import Folder, Slot


def touched_folders(files: Iterable[str], known: Iterable[Folder]) -> tuple[Folder, ...]:
    """Return the folders that writing these files makes or touches and that are not known yet."""
    seen = {folder.path for folder in known}
    found: list[Folder] = []
    for file in files:
        for path in Path(file).parents:
            exists = path.is_dir()
            if str(path) not in seen:
                seen.add(str(path))
                found.append(_look(path) if exists else _to_make(path))
            if exists:
                break
    return tuple(found)


def _to_make(path: Path) -> Folder:
    return Folder(path=str(path), made=True, before=None, names=())


def _look(path: Path) -> Folder:
    return Folder(path=str(path), made=False, before=_mtime(str(path)), names=_names(path))


def settle_folders(folders: Iterable[Folder], slots: tuple[Slot, ...]) -> tuple[Folder, ...]:
    """Decide before a write whether somebody else changed folders since our last one.

    If so their time is theirs and stays. After a kill the time of our last write is not known; then
    the names in a folder tell, those of our files and folders left out.
    """
    folders = tuple(folders)
    files = [Path(name) for slot in slots for name in (*slot.places, slot.temporary)]
    ours = [*files, *(Path(folder.path) for folder in folders if folder.made)]
    return tuple(
        _settle(folder, {path.name for path in ours if str(path.parent) == folder.path})
        for folder in folders
    )


def _settle(folder: Folder, own: set[str]) -> Folder:
    if folder.made or folder.before is None:
        return folder._replace(after=None)
    if folder.after is not None:
        same = _mtime(folder.path) == folder.after
    else:
        same = set(_names(Path(folder.path))) - own == set(folder.names) - own
    return folder._replace(before=folder.before if same else None, after=None)


def make_folders(folders: Iterable[Folder]) -> None:
    """Make the missing folders, outermost first.

    Raises:
        OSError: a folder cannot be made; those made so far are empty.
    """
    for folder in sorted(folders, key=lambda folder: len(folder.path)):
        if folder.made:
            make_shared_folder(folder.path)


def take_folders_back(folders: Iterable[Folder]) -> None:
    """Remove the folders that were made and are empty; put back the times of the others."""
    innermost_first = sorted(folders, key=lambda folder: len(folder.path), reverse=True)
    for folder in innermost_first:
        if folder.made:
            remove_if_empty(folder.path)
    for folder in innermost_first:
        if not folder.made and folder.before is not None:
            _set_mtime(folder.path, folder.before)


def remove_if_empty(folder: str) -> None:
    """Remove a folder; somebody else's files in it, or on its way, keep it."""
    try:
        Path(folder).rmdir()
    except OSError:
        return


def as_it_is(folder: Folder) -> Folder:
    """Take a folder's present time for the one to go back to, when a write is given up."""
    return folder._replace(before=_mtime(folder.path))


def look_again(folder: Folder) -> Folder:
    """Note the time of a folder as it is now."""
    return folder._replace(after=_mtime(folder.path))


def _set_mtime(folder: str, mtime_ns: int) -> None:
    try:
        os.utime(folder, ns=(mtime_ns, mtime_ns))
    except OSError:  # gone, or somebody else's by now
        return


def _mtime(folder: str) -> int | None:
    try:
        return Path(folder).stat().st_mtime_ns
    except OSError:
        return None


def _names(folder: Path) -> tuple[str, ...]:
    try:
        return tuple(sorted(os.listdir(folder)))  # noqa: PTH208 - names alone are kept
    except OSError:
        return ()
