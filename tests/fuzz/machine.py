"""Machine: a whole random machine as a value, and the folder tree it becomes.

Every text of a machine may hold ROOT, which stands for the folder that the tree is built in. So
one machine is the same machine wherever it stands, and an answer can be shown and compared with
the folder replaced.
"""

from __future__ import annotations

import ctypes
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import NamedTuple, Protocol

from tests.framework.native import NativeBuilds, build_for_32_bit
from vkconfig_py.loader.base.host import Application, Host
from vkconfig_py.loader.profiles.profile import Gate, LoaderProfile

ROOT = "@ROOT@"
_ROOT_BYTES = ROOT.encode()
_NOBODY = 65534
_DISTINCT = 48
# Folders that the loaders of 2016 search whatever the variables say; the folder of the tree that
# takes their place there.
FIXED_FOLDERS = {"/etc/vulkan": "config_dirs/vulkan", "/usr/share/vulkan": "data_dirs/vulkan"}
# sched.h and sys/mount.h of Linux.
_CLONE_NEWNS, _CLONE_NEWUSER = 0x20000, 0x10000000
_MS_BIND, _MS_REC, _MS_PRIVATE, _MNT_DETACH = 0x1000, 0x4000, 0x40000, 2


class What(Enum):
    """What stands at a path."""

    TEXT = "text"
    LINK = "link"
    FOLDER = "folder"
    LAYER = "layer library"
    DRIVER = "driver library"
    FOREIGN = "library of the other pointer width"


class Item(NamedTuple):
    """One entry of the tree; `content` is the text, or the target of a link."""

    path: str
    what: What
    content: bytes = b""


class Machine(NamedTuple):
    """One machine, one program, one request.

    Attributes:
        items: in the order in which they are written: the order of readdir follows from it.
        environment: variables and their values.
        program: path of the program below the root.
        working_directory: path below the root.
        features: what the generator put in, for its statistics.
    """

    name: str
    items: tuple[Item, ...]
    environment: tuple[tuple[str, str], ...]
    application: Application
    program: str = "bin/program"
    working_directory: str = "work"
    elevated: bool = False
    features: tuple[str, ...] = ()

    @property
    def may_be_quiet(self) -> bool:
        """Return whether a settings file chooses what the loader logs, and does not want all."""
        return any(
            item.content.lower().count(b"stderr_log") > item.content.count(b'"all"')
            for item in self.items
        )


class Stock(Protocol):
    """Where the libraries and programs of trees come from."""

    def link(self, what: What, number: int, target: str) -> None:
        """Put the library of this number at a path."""

    def link_asker(self, target: str, elevated: bool) -> None:
        """Put the asking program at a path."""


class Libraries:
    """Libraries to link into trees.

    The dynamic linker opens one inode only once per process, so each library of a machine needs
    an inode of its own; linking a stock of them into tree after tree costs less than copying.
    """

    def __init__(self, native: NativeBuilds, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._stock = {
            What.LAYER: _copies(native.layer, folder, "layer"),
            What.DRIVER: _copies(native.driver, folder, "driver"),
            What.FOREIGN: _copies(build_for_32_bit(), folder, "foreign"),
        }
        self.asker = folder / "asker"
        self.elevated_asker = folder / "elevated"
        for target in (self.asker, self.elevated_asker):
            shutil.copy(native.asking_program, target)
        self.can_elevate = self._allow_elevation()

    def link(self, what: What, number: int, target: str) -> None:
        """Put the library of this number at a path."""
        stock = self._stock[what]
        os.link(stock[number % len(stock)], target)

    def link_asker(self, target: str, elevated: bool) -> None:
        """Put the asking program at a path."""
        os.link(self.elevated_asker if elevated else self.asker, target)

    def _allow_elevation(self) -> bool:
        """Make a program that runs with other rights than its caller; only root can."""
        try:
            os.chown(self.elevated_asker, _NOBODY, _NOBODY)
            self.elevated_asker.chmod(0o4755)
        except PermissionError:
            return False
        refuses = os.statvfs(self.elevated_asker).f_flag & os.ST_NOSUID
        return os.getuid() == 0 and not refuses


def _copies(source: Path, folder: Path, name: str) -> tuple[str, ...]:
    targets = [folder / f"{name}{number}.so" for number in range(_DISTINCT)]
    for target in targets:
        shutil.copyfile(source, target)
    return tuple(map(str, targets))


class Tree(NamedTuple):
    """A machine that was built."""

    machine: Machine
    root: str

    def variables(self) -> dict[str, str]:
        """Return the environment of the program."""
        return {name: value.replace(ROOT, self.root) for name, value in self.machine.environment}

    def host(self) -> Host:
        """Return the machine for the engine."""
        return _HERE._replace(
            environment=self.variables(),
            executable=f"{self.root}/{self.machine.program}",
            working_directory=f"{self.root}/{self.machine.working_directory}",
            elevated=self.machine.elevated,
        )

    @contextmanager
    def shown_to(self, profile: LoaderProfile) -> Iterator[None]:
        """Let this process and its children see the machine where this loader searches."""
        with mounted_for(profile, self._fixed):
            yield

    def _fixed(self, folder: str) -> str:
        """Return the folder of the tree, or an empty one if the machine has none."""
        path = f"{self.root}/{folder}"
        if not os.path.isdir(path):
            path = f"{self.root}/{self.machine.working_directory}/no_folder"
            os.makedirs(path, exist_ok=True)
        return path


_HERE = Host.read_current()
_LIBC = ctypes.CDLL(None, use_errno=True)
_WITH_OWN_MOUNTS: set[int] = set()


def build(machine: Machine, root: str, libraries: Stock) -> Tree:
    """Write the tree of a machine into a new folder."""
    made: set[str] = set()
    for folder in (machine.working_directory, machine.program.rpartition("/")[0]):
        _make_folder(f"{root}/{folder}", made)
    libraries.link_asker(f"{root}/{machine.program}", machine.elevated)
    root_bytes = root.encode()
    for number, item in enumerate(_unique(machine.items)):
        path = f"{root}/{item.path}"
        _make_folder(path.rpartition("/")[0], made)
        content = item.content
        if _ROOT_BYTES in content:
            content = content.replace(_ROOT_BYTES, root_bytes)
        _put(item.what, number, path, content, libraries)
    return Tree(machine, root)


def _unique(items: Sequence[Item]) -> list[Item]:
    """Drop items whose place is taken, by a file or by a folder."""
    taken: set[str] = set()
    folders: set[str] = set()
    kept = []
    for item in items:
        parents = _parents(item.path)
        if item.path in taken or item.path in folders or not taken.isdisjoint(parents):
            continue
        taken.add(item.path)
        folders.update(parents)
        kept.append(item)
    return kept


def _parents(path: str) -> list[str]:
    parts = path.split("/")[:-1]
    return ["/".join(parts[: count + 1]) for count in range(len(parts))]


def _put(what: What, number: int, path: str, content: bytes, libraries: Stock) -> None:
    if what is What.TEXT:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        try:
            os.write(descriptor, content)
        finally:
            os.close(descriptor)
    elif what is What.LINK:
        os.symlink(content, path)
    elif what is What.FOLDER:
        os.makedirs(path)
    else:
        libraries.link(what, number, path)


def _make_folder(path: str, made: set[str]) -> None:
    if path not in made:
        os.makedirs(path, exist_ok=True)
        made.add(path)


@contextmanager
def mounted_for(profile: LoaderProfile, folder_of: Callable[[str], str]) -> Iterator[None]:
    """Mount folders of a tree over those that are searched by loaders with fixed folders."""
    mounted: list[str] = []
    try:
        for target, folder in FIXED_FOLDERS.items() if profile.has(Gate.FIXED_FOLDERS) else ():
            _enter_namespace()
            source = folder_of(folder).encode()
            _check(_LIBC.mount(source, target.encode(), None, _MS_BIND, None))
            mounted.append(target)
        yield
    finally:
        for target in mounted:
            _check(_LIBC.umount2(target.encode(), _MNT_DETACH))


def _enter_namespace() -> None:
    """Give this process mounts of its own, once; a forked worker leaves its parent's."""
    if os.getpid() in _WITH_OWN_MOUNTS:
        return
    if _LIBC.unshare(_CLONE_NEWNS) != 0:
        # Who is not root may mount in a user namespace.
        user, group = os.getuid(), os.getgid()
        _check(_LIBC.unshare(_CLONE_NEWUSER | _CLONE_NEWNS))
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    _check(_LIBC.mount(None, b"/", None, _MS_REC | _MS_PRIVATE, None))
    _WITH_OWN_MOUNTS.add(os.getpid())


def _check(result: int) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{os.strerror(number)}: the folders {', '.join(FIXED_FOLDERS)}")
