"""All that vkconfig-py keeps for a user: list it, save it in one archive, and remove it.

What is applied is withdrawn first, so that files of the user are as they were before. The archive
has configurations, preferences, history and window state with their paths, so that unpacking it in
the root folder restores them; the cache is left out, since it is computed again.
"""

from __future__ import annotations

import io
import os
import shutil
import tarfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from vkconfig_py.language.sentences import counted, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import open_lock, try_lock
from vkconfig_py.loader.files.safe_paths import open_parent_folder
from vkconfig_py.model.apply.journal import read_journal
from vkconfig_py.model.apply.service import ApplyService
from vkconfig_py.model.configuration.own_documents import DocumentError
from vkconfig_py.model.files.atomic_files import remove_file, write_named
from vkconfig_py.model.files.config_home import PROGRAM
from vkconfig_py.model.files.paths import StatePaths, has_nothing_at, is_file, is_folder, is_link
from vkconfig_py.model.launch.menu_entry import remove_files
from vkconfig_py.model.problems.fixes import ASIDE_VERBS
from vkconfig_py.model.text.wording import abbreviate_home

_PRIVATE_MODE = 0o600
_LOCK_SUFFIX = ".lock"


class OwnData(NamedTuple):
    """What would be removed.

    Attributes:
        applied_files: written by Apply; what was there before comes back.
        menu_files: of the application menu entry, unless somebody changed them.
        folders: folders of vkconfig-py that exist; none is within another.
        file_count: number of files in the folders.
        removed_files: of others, moved aside or removed here; only the history has their content.
    """

    applied_files: tuple[str, ...]
    menu_files: tuple[str, ...]
    folders: tuple[str, ...]
    file_count: int
    removed_files: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is kept on this machine."""
        return not (self.applied_files or self.menu_files or self.folders)

    def describe(self, home: str = "") -> list[str]:
        """Return a line for everything that goes, with "~" for the home folder if that is known."""
        render_path = partial(abbreviate_home, home=home) if home else str
        # First: it is what cannot be made again.
        lines = [
            tr("Keep only in the backup: {path}", path=render_path(path))
            for path in self.removed_files
        ]
        lines += [tr("Withdraw {path}", path=render_path(path)) for path in self.applied_files]
        lines += [tr("Remove {path}", path=render_path(path)) for path in self.menu_files]
        lines += [tr("Remove the folder {path}", path=render_path(path)) for path in self.folders]
        if self.folders:
            text = counted("{n:,} files in these folders", "{n} file in these folders",
                           self.file_count)  # fmt: skip
            lines.append(text)
        return lines


def find_own_data(service: ApplyService, paths: StatePaths, menu_folder: Path | None) -> OwnData:
    """Return what there is to remove. `menu_folder`: the user's data folder, None without one."""
    menu_files: tuple[str, ...] = ()
    if menu_folder is not None:
        with suppress(OSError, DocumentError):  # its removal says why
            menu_files = remove_files(menu_folder, paths, dry_run=True).files
    folders = tuple(map(str, _list_folders(paths)))
    file_count = sum(1 for folder in folders for _path in _walk_files(folder))
    applied_files = service.read_applied_state().files
    removed_files = dict.fromkeys(
        entry.file
        for entry in read_journal(paths)
        if entry.what in ASIDE_VERBS and has_nothing_at(Path(entry.file))
    )
    return OwnData(applied_files, menu_files, folders, file_count, tuple(removed_files))


def make_backup_path(environment: Mapping[str, str]) -> Path | None:
    """Return a path in the home folder at which nothing exists, None without a home."""
    home = environment.get("HOME", "")
    if not home.startswith("/"):
        return None
    stem = f"{PROGRAM}-{time.strftime('%Y-%m-%d')}"
    number = 1
    path = Path(home, f"{stem}.tar.gz")
    while not has_nothing_at(path):
        number += 1
        path = Path(home, f"{stem}-{number}.tar.gz")
    return path


def has_open_window(paths: StatePaths) -> bool:
    """Return whether a window of vkconfig-py holds its lock: it would write its state again."""
    for path in paths.runtime.glob(f"window-*{_LOCK_SUFFIX}"):
        try:
            lock = open_lock(str(path), make=False)
        except OSError:
            continue
        try:
            if not try_lock(lock):
                return True
        finally:
            os.close(lock)
    return False


def write_backup(paths: StatePaths, backup: Path) -> None:
    """Write an archive of everything but the cache.

    Raises:
        OSError: nothing was written, or a file could not be read.
    """
    archive = io.BytesIO()
    cache = str(paths.cache) if paths.cache is not None else ""
    with tarfile.open(fileobj=archive, mode="w:gz") as tar_file:
        for folder in _list_folders(paths):
            for path in _walk_files(str(folder)):
                if not cache or not Path(path).is_relative_to(cache):
                    tar_file.add(path, recursive=False)
    write_named(backup, archive.getvalue(), _PRIVATE_MODE)


def remove_own_data(paths: StatePaths, menu_folder: Path | None) -> None:
    """Remove the menu entry and all folders. Withdraw what is applied before.

    Raises:
        OSError: something could not be removed; the next removal goes on.
        DocumentError: the record of the menu entry is damaged; nothing was removed.
    """
    if menu_folder is not None:
        remove_files(menu_folder, paths)
    for folder in _list_folders(paths):
        if is_link(folder):  # what it leads to is not ours to remove
            remove_file(str(folder))
        else:
            with open_parent_folder(str(folder)) as (parent, name):
                shutil.rmtree(name, dir_fd=parent)


def _list_folders(paths: StatePaths) -> Iterator[Path]:
    """Yield the folders of configuration, state and cache that exist, without nested ones."""
    known_folders = (paths.configurations.parent, paths.state, paths.cache)
    folders = dict.fromkeys(
        folder for folder in known_folders if folder is not None and is_folder(folder)
    )
    for folder in folders:
        if not any(other_folder in folder.parents for other_folder in folders):
            yield folder


def _walk_files(folder: str) -> Iterable[str]:
    """Yield the regular files and links below a folder, without locks."""
    for current_folder, folder_names, names in os.walk(folder):
        linked_folders = [name for name in folder_names if is_link(f"{current_folder}/{name}")]
        for name in sorted((*names, *linked_folders)):
            path = f"{current_folder}/{name}"
            if not name.endswith(_LOCK_SUFFIX) and (is_file(path) or is_link(path)):
                yield path
