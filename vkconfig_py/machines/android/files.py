"""Files of an Android device (a mounted image or pulled folders), its APKs and where apps lie.

Libraries of an APK are read where they lie. As in ForEachFileInZip (layers_extensions.cpp), only
stored entries at page boundaries can be loaded from it. Archives are untrusted: sizes are compared
with the file before they are used.
"""

from __future__ import annotations

import os
import stat
import struct
import zlib
from collections.abc import Iterator

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.elf import ElfError, ElfExports, find_texts, read_exports
from vkconfig_py.loader.files.safe_paths import get_read_error_reason, open_to_read, read_beginning
from vkconfig_py.loader.platforms.local_paths import resolve_below_root
from vkconfig_py.machines.android.app import Abi, App, AppManifest, ManifestError, parse_manifest
from vkconfig_py.machines.android.properties import MAX_FILE_SIZE

IN_APK = "!/"
_MANIFEST = "AndroidManifest.xml"
_MAX_MANIFEST_SIZE = 8 << 20
PAGE = 4096
_END_RECORD, _END_SIGNATURE = struct.Struct("<4s4H2IH"), b"PK\5\6"
_CENTRAL_HEADER, _ENTRY_SIGNATURE = struct.Struct("<4s6H3I5H2I"), b"PK\1\2"
_LOCAL_HEADER, _LOCAL_SIGNATURE = struct.Struct("<4s5H3I2H"), b"PK\3\4"
_MAX_COMMENT_LENGTH = 0xFFFF
_MAX_DIRECTORY_SIZE = 64 << 20
_MAX_MATCHES = 4096
_ZIP64 = 0xFFFFFFFF
_STORED_METHOD = 0
_APP_FOLDER = "/data/app"
_DATA_FOLDERS = ("/data/user/0", "/data/data")


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

    def find_local_path(self, path: str) -> str:
        """Return the path on this machine of a file of the device.

        Raises:
            OSError: links that lead in a circle.
        """
        return resolve_below_root(self.root, path)

    def exists(self, path: str) -> bool:
        """Return whether the device has a file or folder at this path."""
        try:
            return bool(self.root) and os.path.exists(self.find_local_path(path))
        except (OSError, ValueError):
            return False

    def read_text(self, path: str) -> bytes | None:
        """Return a text file, None if it cannot be read."""
        try:
            return (
                read_beginning(self.find_local_path(path), MAX_FILE_SIZE + 1) if self.root else None
            )
        except (OSError, ValueError):
            return None

    def list_names(self, path: str) -> tuple[str, ...]:
        """Return the names in a folder, sorted, or none if it cannot be read."""
        try:
            return tuple(sorted(os.listdir(self.find_local_path(path)))) if self.root else ()
        except (OSError, ValueError):
            return ()

    def list_path(self, path: str) -> AndroidListing:
        """List an entry of a search path: a folder, or a folder in an archive."""
        archive, separator, folder = path.partition(IN_APK)
        try:
            if not self.root:
                return AndroidListing(is_absent=True)
            local = self.find_local_path(archive)
            if separator:
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
            return AndroidListing(error=_render_reason(error))

    def read_manifest(self, apk: str) -> AppManifest | str:
        """Return the AndroidManifest.xml of an APK, or why it cannot be parsed.

        It is empty for an APK that has none or cannot be read, which is told where layers are
        searched.
        """
        try:
            data = (
                read_entry(self.find_local_path(apk), _MANIFEST, _MAX_MANIFEST_SIZE)
                if self.root
                else None
            )
            return AppManifest() if data is None else parse_manifest(data)
        except ManifestError as error:
            return tr("its {file} could not be parsed: {reason}", file=_MANIFEST, reason=error)
        except (ApkError, OSError, ValueError):  # told where it is searched for layers
            return AppManifest()

    def find_extent(self, file: FoundFile) -> tuple[str, int, int]:
        """Return the file on this machine with a library, and the library's offset and size in it.

        Raises:
            OSError: it cannot be read.
        """
        local = self.find_local_path(file.path.partition(IN_APK)[0])
        if file.entry is not None:
            return local, file.entry.offset, file.entry.size
        return local, 0, os.stat(local).st_size

    def read_library(self, file: FoundFile, beginning: bytes = b"") -> AndroidLibrary:
        """Read the exports of a library, and its texts that begin with these bytes."""
        try:
            extent = self.find_extent(file)
            exports = read_exports(*extent)
            texts = find_texts(*extent, beginning) if beginning else ()
        except ElfError as error:
            return AndroidLibrary(
                file.path, error=tr("it is not a library ({reason})", reason=error)
            )
        except (OSError, ValueError) as error:
            return AndroidLibrary(file.path, error=_render_reason(error))
        return AndroidLibrary(file.path, exports, texts)


def _render_reason(error: Exception) -> str:
    """Return why a file cannot be read, as the rest of a sentence."""
    return tr("it cannot be read: {reason}", reason=get_read_error_reason(error))


class ApkError(ValueError):
    """The archive cannot be read; the text is the rest of a sentence."""


class ApkEntry(NamedTuple):
    """A file of an APK.

    Attributes:
        name: without its folder.
        offset: where its bytes begin in the archive.
    """

    name: str
    offset: int
    size: int
    is_stored: bool

    def is_aligned(self, page: int = PAGE) -> bool:
        """Return whether the file begins at a multiple of a page's size.

        Args:
            page: in bytes.
        """
        return self.offset % page == 0


class _CentralEntry(NamedTuple):
    """An entry as the central directory tells it."""

    name: bytes
    method: int
    size: int
    local: int


def read_entry(path: str, name: str, max_size: int) -> bytes | None:
    """Return the content of a file directly in an APK, None if there is none of that name.

    Raises:
        OSError: the archive cannot be read.
        ApkError: it is damaged, or the file has more than `max_size` bytes.
    """
    apk_entry = next((entry for entry in list_entries(path, "") if entry.name == name), None)
    if apk_entry is None:
        return None
    if apk_entry.size > max_size:
        raise ApkError(f"{name} is larger than {max_size >> 20} MB")
    descriptor = open_to_read(path)
    try:
        data = os.pread(descriptor, apk_entry.size, apk_entry.offset)
    finally:
        os.close(descriptor)
    if not apk_entry.is_stored:
        try:
            # Raw deflate; never more than one byte too many, whatever is packed.
            data = zlib.decompressobj(-15).decompress(data, max_size + 1)
        except zlib.error as error:
            raise ApkError(f"{name} is damaged: {error}") from None
    if len(data) > max_size:
        raise ApkError(f"{name} is larger than {max_size >> 20} MB")
    return data


def list_entries(path: str, folder: str) -> tuple[ApkEntry, ...]:
    """Return the files directly in a folder of an APK, in its order. "" is the archive itself.

    Raises:
        OSError: the archive cannot be read.
        ApkError: it is no archive that Android opens.
    """
    descriptor = open_to_read(path)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise ApkError("not a regular file")
        length = status.st_size
        directory, start, count = _read_directory(descriptor, length)
        prefix = os.fsencode(f"{folder}/") if folder else b""
        central_entries = _find_entries_below(directory, count, prefix)
        return tuple(
            _make_entry(descriptor, central_entry, start, prefix)
            for central_entry in central_entries
        )
    finally:
        os.close(descriptor)


def _read_directory(descriptor: int, length: int) -> tuple[bytes, int, int]:
    """Return the central directory of an archive, its offset and the number of its entries."""
    tail_size = min(length, _END_RECORD.size + _MAX_COMMENT_LENGTH)
    data = os.pread(descriptor, tail_size, length - tail_size)
    # MapCentralDirectory takes the last signature that has room for a record behind it.
    offset = data.rfind(
        _END_SIGNATURE, 0, max(len(data) - _END_RECORD.size + len(_END_SIGNATURE), 0)
    )
    if offset < 0:
        raise ApkError("no zip archive")
    _, _, _, _, count, size, start, comment = _END_RECORD.unpack_from(data, offset)
    if offset + _END_RECORD.size + comment != len(data):
        raise ApkError("something stands behind its end")
    if _ZIP64 in (size, start):
        raise ApkError("a ZIP64 archive, which is not read here")
    if start + size > length - tail_size + offset:
        raise ApkError("its list of files is cut short")
    if size > _MAX_DIRECTORY_SIZE:
        raise ApkError(f"its list of files is larger than {_MAX_DIRECTORY_SIZE >> 20} MB")
    directory = os.pread(descriptor, size, start)
    if len(directory) < size:
        raise ApkError("its list of files is cut short")
    return directory, start, count


def _find_entries_below(directory: bytes, count: int, prefix: bytes) -> list[_CentralEntry]:
    """Return the entries of a central directory that are directly in a folder.

    `count` is the number of entries. `prefix` is the folder with its slash.
    """
    matches: list[_CentralEntry] = []
    names: set[bytes] = set()
    offset = 0
    for _ in range(count):
        if offset + _CENTRAL_HEADER.size > len(directory):
            raise ApkError("its list of files is cut short")
        signature, _, _, _, method, _, _, _, packed, size, *rest = _CENTRAL_HEADER.unpack_from(
            directory, offset
        )
        if signature != _ENTRY_SIGNATURE:
            raise ApkError("its list of files is damaged")
        name_length, extra, comment, _, _, _, local = rest
        name = directory[
            offset + _CENTRAL_HEADER.size : offset + _CENTRAL_HEADER.size + name_length
        ]
        offset += _CENTRAL_HEADER.size + name_length + extra + comment
        if not name.startswith(prefix) or b"/" in name[len(prefix) :] or name == prefix:
            continue
        # OpenArchive refuses an archive that has a name twice.
        if name in names:
            raise ApkError(f"{os.fsdecode(name)} stands in it twice")
        names.add(name)
        if len(matches) == _MAX_MATCHES:
            raise ApkError(f"more than {_MAX_MATCHES} files in a folder")
        matches.append(
            _CentralEntry(name, method, size if method == _STORED_METHOD else packed, local)
        )
    return matches


def _make_entry(descriptor: int, central: _CentralEntry, start: int, prefix: bytes) -> ApkEntry:
    """Return a file of an archive, after a look at its local header.

    `start` is the offset of the central directory, before which the file must end.
    """
    header = os.pread(descriptor, _LOCAL_HEADER.size, central.local)
    if len(header) < _LOCAL_HEADER.size or header[:4] != _LOCAL_SIGNATURE:
        raise ApkError(f"{os.fsdecode(central.name)} begins nowhere")
    # Its own name and extra field come first, whose lengths may differ from the directory's.
    *_, name_length, extra = _LOCAL_HEADER.unpack(header)
    offset = central.local + _LOCAL_HEADER.size + name_length + extra
    if offset + central.size > start:
        raise ApkError(f"{os.fsdecode(central.name)} is cut short")
    name = os.fsdecode(central.name[len(prefix) :])
    return ApkEntry(name, offset, central.size, central.method == _STORED_METHOD)


def find_app(files: DeviceFiles, package: str, abi: Abi) -> App | None:
    """Find an installed package by its folder. Return None if there is none."""
    # Android names it PACKAGE-<random>, since Android 11 in a folder ~~<random>.
    if not package or "/" in package:
        return None
    folder = next(_list_install_folders(files, package), "")
    if not folder:
        return None
    names = files.list_names(folder)
    apks = sorted((name for name in names if name.endswith(".apk")), key=_make_base_first_key)
    return App(
        package=package,
        native_library_folder=f"{folder}/lib/{abi.folder}",
        apks=tuple(f"{folder}/{name}" for name in apks),
        data_folder=find_data_folder(files, package),
    )


def find_data_folder(files: DeviceFiles, package: str) -> str:
    """Return the path on the device of an application's own files.

    It is the name under which they were pulled.
    """
    folders = (f"{base}/{package}" for base in _DATA_FOLDERS if files.exists(f"{base}/{package}"))
    return next(folders, f"{_DATA_FOLDERS[0]}/{package}")


def _list_install_folders(files: DeviceFiles, package: str) -> Iterator[str]:
    """Yield the folders on the device in which a package may be installed."""
    for name in files.list_names(_APP_FOLDER):
        if name.startswith("~~"):
            inner_folder = f"{_APP_FOLDER}/{name}"
            yield from (
                f"{inner_folder}/{inner}"
                for inner in files.list_names(inner_folder)
                if _is_folder_of(inner, package)
            )
        elif _is_folder_of(name, package):
            yield f"{_APP_FOLDER}/{name}"


def _is_folder_of(name: str, package: str) -> bool:
    """Return whether a folder's name is that of a package, with or without a suffix."""
    return name == package or name.startswith(f"{package}-")


def _make_base_first_key(name: str) -> tuple[bool, str]:
    """Return a key that sorts base.apk before other archives."""
    return name != "base.apk", name
