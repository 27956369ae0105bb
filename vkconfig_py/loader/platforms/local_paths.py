r"""Paths of an inspected machine, as files of this one: another root, drives of Windows, mounts.

Absolute links of another root are resolved here, link by link: the kernel would follow them on this
machine. Windows compares names in any case and takes "/" for "\" when it opens a file (not the
loader, when it reads a path). A container's root is looked up in the folders of its metadata.
Source: path_resolution(7); Microsoft, "Naming Files, Paths, and Namespaces", "File System
Redirector".
"""

from __future__ import annotations

import errno
import os
import posixpath
from collections.abc import Callable, Iterable, Mapping

from vkconfig_py.language.sentences import message
from vkconfig_py.loader.base.host import Host, Platform
from vkconfig_py.loader.base.records import NamedTuple

ListFolder = Callable[[str], list[str]]
FILE_NOT_OPENED_MESSAGE = message("the file is not among the opened files")
_MAX_LINKS = 40  # as Linux counts them (path_resolution(7))
_LITERAL_PATH_PREFIX = "\\\\?\\"
_NT_PATH_PREFIX = "\\??\\"
_SYSTEM_ROOT = "\\systemroot\\"
_SYSTEM_DRIVE = "C:"


# Why a file of an inspected machine cannot be read: what was opened names it and does not hold it.
class FileNotOpenedError(FileNotFoundError):
    """The file is of another machine, of which only its place is known."""


def resolve_below_root(root: str, path: str) -> str:
    """Return the path on this machine of a path below a root, links resolved.

    "" is this machine's own root. Parts that do not exist stay as they are.

    Raises:
        OSError: symlink loop.
    """
    return find_local_path(root, resolve_links(root, path)) if root else path


def list_local_folders(root: str, path: str) -> tuple[str, ...]:
    """Return the folders of this machine that together hold the entries of a root's folder.

    Raises:
        OSError: symlink loop.
    """
    if not isinstance(root, MountedRoot):
        return (resolve_below_root(root, path),)
    return root.list_local_paths(resolve_links(root, path))


def resolve_links(root: str, path: str) -> str:
    """Resolve the links of an absolute path within a root."""
    remaining_parts = path.split("/")[::-1]
    resolved_parts: list[str] = []
    links = 0
    while remaining_parts:
        part = remaining_parts.pop()
        if part == "..":  # path_resolution(7): ".." is relative to the resolved path
            del resolved_parts[-1:]
        elif part not in ("", "."):
            target = _read_link_target(
                find_local_path(root, f"/{'/'.join([*resolved_parts, part])}")
            )
            if target is None:
                resolved_parts.append(part)
                continue
            links += 1
            if links > _MAX_LINKS:
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
            if target.startswith("/"):
                resolved_parts.clear()
            remaining_parts += target.split("/")[::-1]
    return "/" + "/".join(resolved_parts)


def shorten_path(root: str, path: str) -> str:
    """Return a path without "." and "..", as it is where links lead that to another file."""
    short_path = posixpath.normpath(path)
    if short_path == path:
        return path
    try:
        is_same = resolve_links(root, short_path) == resolve_links(root, path)
    except OSError:  # symlink loop
        return path
    return short_path if is_same else path


def _read_link_target(path: str) -> str | None:
    """Return the target of a link, or None if it is none."""
    try:
        return os.readlink(path)
    except (OSError, ValueError):
        return None


class WindowsPaths:
    """Maps paths of one Windows machine to this machine, for one run."""

    def __init__(self, host: Host, list_folder: ListFolder) -> None:
        """Map the drives of a Windows host.

        `list_folder`: lists a folder of this machine.
        """
        self._drives = find_drives(host)
        self._working_directory = host.working_directory
        self._is_wow64 = host.windows is not None and host.windows.is_wow64
        self._list_folder = list_folder
        self._names: dict[str, dict[str, str]] = {}
        self._folders: dict[str, str] = {}

    def find_local(self, path: str) -> str:
        """Return the file on this machine of a Windows path. Its last parts may not exist.

        Raises:
            OSError: the path is on a drive that is not there.
        """
        drive, parts = self._split_drive(path)
        base = self._drives.get(drive)
        if base is None:
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
        if not base:
            raise FileNotOpenedError(errno.ENOENT, FILE_NOT_OPENED_MESSAGE)
        if not parts:
            return base
        folder = "\\".join((drive, *parts[:-1])).casefold()
        real_folder = self._folders.get(folder)
        if real_folder is None:
            real_folder = base
            for part in parts[:-1]:
                real_folder = self._find_entry(real_folder, part)
            self._folders[folder] = real_folder
        return self._find_entry(real_folder, parts[-1])

    def _split_drive(self, path: str) -> tuple[str, list[str]]:
        """Return the drive in capitals, and the parts below it without "." and ".."."""
        if path.startswith(
            _LITERAL_PATH_PREFIX
        ):  # no part of it means anything else: "." is a name
            drive, *literal = path[len(_LITERAL_PATH_PREFIX) :].split("\\")
            if not {".", ".."}.isdisjoint(literal):  # no file has such a name
                raise OSError(errno.ENOENT, os.strerror(errno.ENOENT))
            return drive.upper(), [part for part in literal if part]
        text = path.replace("/", "\\").removeprefix(_NT_PATH_PREFIX)
        if text[: len(_SYSTEM_ROOT)].casefold() == _SYSTEM_ROOT:
            text = f"{_SYSTEM_DRIVE}\\Windows\\{text[len(_SYSTEM_ROOT) :]}"
        current = self._working_directory.replace("/", "\\")
        current_drive = current[:2] if current[1:2] == ":" else _SYSTEM_DRIVE
        drive, rest_path = (text[:2], text[2:]) if text[1:2] == ":" else (current_drive, text)
        if not rest_path.startswith("\\"):
            # The working directory of another drive is not known: its root.
            start = current[2:] if drive.upper() == current[:2].upper() else ""
            rest_path = f"{start}\\{rest_path}"
        parts: list[str] = []
        for part in rest_path.split("\\"):
            if part == "..":  # resolved as text, before any link is followed
                del parts[-1:]
            elif part not in ("", "."):
                parts.append(part)
        if self._is_wow64 and [part.casefold() for part in parts[:2]] == ["windows", "system32"]:
            parts[1] = "SysWOW64"
        return drive.upper(), parts

    def _find_entry(self, folder: str, name: str) -> str:
        """Return the path of a folder's entry whose name is spelled in any case."""
        path = f"{folder}/{name}"
        if os.path.lexists(path):
            return path
        names = self._names.get(folder)
        if names is None:
            try:
                entries = self._list_folder(folder or "/")
            except OSError:
                entries = []
            # Of names that differ in case alone, which only this machine can have, the first.
            names = self._names[folder] = {entry.casefold(): entry for entry in reversed(entries)}
        return f"{folder}/{names.get(name.casefold(), name)}"


def find_drives(host: Host) -> Mapping[str, str]:
    """Return the folder of this machine for each drive of a host, {} if paths need no mapping."""
    if host.windows is not None and host.windows.drives:
        return host.windows.drives
    if not host.root:
        return {}
    try:
        folders = [entry for entry in os.scandir(host.root) if len(entry.name) == 1]
    except OSError:
        folders = []
    drives = {
        f"{folder.name.upper()}:": folder.path
        for folder in folders
        if folder.name.isalpha() and folder.is_dir()
    }
    # A folder without folders named after drives is drive C: itself.
    return drives or {_SYSTEM_DRIVE: host.root}


def find_windows_paths(host: Host, list_folder: ListFolder) -> WindowsPaths | None:
    """Return the path mapping of an inspected Windows machine, or None if paths need none."""
    if host.platform is not Platform.WINDOWS or not find_drives(host):
        return None
    return WindowsPaths(host, list_folder)


class Mount(NamedTuple):
    """A point of the root, and the folders or the file of this machine that stand there.

    Attributes:
        sources: the first one that has a name wins.
    """

    point: str
    sources: tuple[str, ...]


class MountedRoot(str):
    """A root with mounts. As a text it is the folder that it was found in.

    A text, because a root is one everywhere; whoever opens a file asks local_paths, which asks it.
    """

    __slots__ = ("mounts",)

    mounts: tuple[Mount, ...]

    def __new__(cls, origin: str, mounts: Iterable[Mount]) -> MountedRoot:
        """Make a root from its folder and mounts. Mounts further down hide what is above."""
        root = super().__new__(cls, origin)
        root.mounts = tuple(sorted(mounts, key=lambda mount: -len(mount.point)))
        return root

    def __reduce__(self) -> tuple[type[MountedRoot], tuple[str, tuple[Mount, ...]]]:
        return MountedRoot, self._parts()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MountedRoot) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def _parts(self) -> tuple[str, tuple[Mount, ...]]:
        return str(self), self.mounts

    def list_local_paths(self, path: str) -> tuple[str, ...]:
        """Return the paths of this machine where a path of the root may be, links not followed."""
        for point, sources in self.mounts:
            if path == point or path.startswith(f"{point}/"):
                return tuple(source + path[len(point) :] for source in sources)
        return (f"{self}/nothing{path}",)  # no folder has that; an answer must be a path

    def find_local_path(self, path: str) -> str:
        """Return the path of this machine for a path of the root, links not followed."""
        local_paths = self.list_local_paths(path)
        return next(
            (candidate for candidate in local_paths if os.path.lexists(candidate)), local_paths[0]
        )


def find_local_path(root: str, path: str) -> str:
    """Return the path of this machine for a path of a root, links not followed."""
    return root.find_local_path(path) if isinstance(root, MountedRoot) else f"{root}{path}"
