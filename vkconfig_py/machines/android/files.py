"""Files of an Android device: a mounted image, or folders that were pulled from it."""

from __future__ import annotations

import os

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.elf import ElfExports, find_texts, read_exports
from vkconfig_py.loader.files.elf_layout import ElfError
from vkconfig_py.loader.files.read_file import read_beginning, reason_of
from vkconfig_py.loader.platforms.local_paths import real_path
from vkconfig_py.machines.android.apk import ApkEntry, ApkError, list_entries, read_entry
from vkconfig_py.machines.android.manifest import (
    AppManifest,
    ManifestError,
    parse_manifest,
)
from vkconfig_py.machines.android.properties import LARGEST_FILE

IN_APK = "!/"
_MANIFEST = "AndroidManifest.xml"
_LARGEST_MANIFEST = 8 << 20


class FoundFile(NamedTuple):
    """A file below a search path, or why the path gives none.

    Attributes:
        path: path on the device; that of an archive's entry has IN_APK in it.
        entry: where it lies in an archive; None for a file of its own.
    """

    path: str
    name: str
    entry: ApkEntry | None = None


class AndroidListing(NamedTuple):
    """What a search path holds, in the order Android sees it; `error` says why it holds nothing.

    Attributes:
        is_absent: there is no such folder or archive.
    """

    files: tuple[FoundFile, ...] = ()
    error: str = ""
    is_absent: bool = False


class AndroidLibrary(NamedTuple):
    """A library that was read; `error` is the rest of a sentence if it is none."""

    path: str
    exports: ElfExports | None = None
    texts: tuple[str, ...] = ()
    error: str = ""


class DeviceFiles(NamedTuple):
    """The files below one folder of this machine, which stands for the device's root.

    Attributes:
        root: "" if no file of the device is known.
    """

    root: str = ""

    def local(self, path: str) -> str:
        """Return the path on this machine.

        Raises:
            OSError: links that lead in a circle.
        """
        return real_path(self.root, path)

    def exists(self, path: str) -> bool:
        try:
            return bool(self.root) and os.path.exists(self.local(path))
        except (OSError, ValueError):
            return False

    def read(self, path: str) -> bytes | None:
        """Return a text file, None if it cannot be read."""
        try:
            return read_beginning(self.local(path), LARGEST_FILE + 1) if self.root else None
        except (OSError, ValueError):
            return None

    def folders(self, path: str) -> tuple[str, ...]:
        """Return the names in a folder, sorted, or none if it cannot be read."""
        try:
            return tuple(sorted(os.listdir(self.local(path)))) if self.root else ()
        except (OSError, ValueError):
            return ()

    def list_path(self, path: str) -> AndroidListing:
        """List an entry of a search path: a folder, or a folder in an archive."""
        archive, inside, folder = path.partition(IN_APK)
        try:
            if not self.root:
                return AndroidListing(is_absent=True)
            local = self.local(archive)
            if inside:
                entries = list_entries(local, folder)
                return AndroidListing(
                    tuple(FoundFile(f"{path}/{entry.name}", entry.name, entry) for entry in entries)
                )
            return AndroidListing(
                tuple(FoundFile(f"{path}/{name}", name) for name in os.listdir(local))
            )
        except FileNotFoundError:
            return AndroidListing(is_absent=True)
        except ApkError as error:
            return AndroidListing(error=str(error))
        except (OSError, ValueError) as error:
            return AndroidListing(error=_reason(error))

    def manifest(self, apk: str) -> AppManifest | str:
        """Return the manifest of an APK, or why it is not read. An APK without one says nothing."""
        try:
            data = read_entry(self.local(apk), _MANIFEST, _LARGEST_MANIFEST) if self.root else None
            return AppManifest() if data is None else parse_manifest(data)
        except ManifestError as error:
            return tr("its {file} is not read: {reason}", file=_MANIFEST, reason=error)
        except (ApkError, OSError, ValueError):  # told where it is searched for layers
            return AppManifest()

    def extent(self, file: FoundFile) -> tuple[str, int, int]:
        """Return file, offset and size of a library on this machine.

        Raises:
            OSError: it cannot be read.
        """
        local = self.local(file.path.partition(IN_APK)[0])
        if file.entry is not None:
            return local, file.entry.offset, file.entry.size
        return local, 0, os.stat(local).st_size

    def library(self, file: FoundFile, beginning: bytes = b"") -> AndroidLibrary:
        """Read a library's exports, and its texts that begin so."""
        try:
            extent = self.extent(file)
            exports = read_exports(*extent)
            texts = find_texts(*extent, beginning) if beginning else ()
        except ElfError as error:
            return AndroidLibrary(
                file.path, error=tr("it is not a library: {reason}", reason=error)
            )
        except (OSError, ValueError) as error:
            return AndroidLibrary(file.path, error=_reason(error))
        return AndroidLibrary(file.path, exports, texts)


def _reason(error: Exception) -> str:
    return tr("it cannot be read: {reason}", reason=reason_of(error))
