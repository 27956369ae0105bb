"""A bare Debian in a folder, in which packages are installed and started: root alone can make it.

debootstrap makes it once; what it made is kept as an archive in the cache.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.framework.cache import cache_folder

RELEASE = "bookworm"
_MIRROR = "http://deb.debian.org/debian"
HOME = "/root"
_ENVIRONMENT = {
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": HOME,
    "LANG": "C.UTF-8",
    "DEBIAN_FRONTEND": "noninteractive",
}
# The kernel's own, and what changes while nothing happens.
_IGNORED_FOLDERS = ("proc", "sys", "dev", "run", "tmp")
Snapshot = Mapping[str, tuple[int, str]]


class BareSystem:
    """A Debian that has what every Debian has, and what was installed since.

    Attributes:
        root: its folder.
        override: file of an applied configuration.
        parents: folders that may be made when something is applied.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.override = f"{HOME}/.config/vulkan/implicit_layer.d/VkLayer_override.json"
        self.parents = tuple(
            f"{HOME}/{folder}" for folder in (".local", ".local/state", ".config", ".cache")
        )

    def run(self, *command: str, **environment: str) -> str:
        """Run a command in it, with processes of its own, and return what it prints.

        Raises:
            AssertionError: it failed; the text is all that it printed.
        """
        entered = ("unshare", "--mount", "--pid", "--fork", "--kill-child")
        entered += (f"--mount-proc={self.root}/proc", "chroot", str(self.root))
        completed = subprocess.run(
            [*entered, *command],
            env=_ENVIRONMENT | environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert completed.returncode == 0, (
            f"{' '.join(command)}:\n{completed.stdout}{completed.stderr}"
        )
        return completed.stdout

    def install(self, *packages: str) -> None:
        """Install packages by name, or by path in the system, and only what they depend on."""
        self.run("apt-get", "-q", "update")
        self.run("apt-get", "-q", "install", "-y", "--no-install-recommends", *packages)

    def snapshot(self) -> Snapshot:
        """Return mode and content of every file but those of the kernel."""
        return take_snapshot(self.root, {f"/{name}" for name in _IGNORED_FOLDERS})


def take_snapshot(root: Path, left_out: Collection[str]) -> Snapshot:
    """Return mode and content of every file in a folder, by its path from there.

    `left_out`: names of folders that are not looked at, or paths of them.
    """
    entries = {}
    for folder, folders, files in os.walk(root):
        inner_path = f"/{Path(folder).relative_to(root)}/".replace("/./", "/")
        folders[:] = [name for name in folders if not {name, f"{inner_path}{name}"} & {*left_out}]
        for name in (*folders, *files):
            path = Path(folder, name)
            entries[f"{inner_path}{name}"] = (path.lstat().st_mode, _read_content(path))
    return entries


@contextmanager
def unpack_bare_system() -> Iterator[BareSystem]:
    """Unpack a bare system into a folder, which goes afterwards."""
    archive = _fetch_archive()
    with tempfile.TemporaryDirectory(dir=archive.parent) as folder:
        root = Path(folder, "root")
        root.mkdir()
        subprocess.run(["tar", "-xpf", archive, "-C", root], check=True)
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        yield BareSystem(root)


def _fetch_archive() -> Path:
    folder = cache_folder("bare")
    archive = folder / f"{RELEASE}.tar.gz"
    if not archive.exists():
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            root, packed = Path(temporary, "root"), Path(temporary, archive.name)
            command = ["debootstrap", "--variant=minbase", RELEASE, str(root), _MIRROR]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            subprocess.run(["tar", "-czpf", packed, "-C", root, "."], check=True)
            packed.replace(archive)
    return archive


def _read_content(path: Path) -> str:
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        return os.readlink(path)
    return hashlib.sha256(path.read_bytes()).hexdigest() if stat.S_ISREG(mode) else ""
