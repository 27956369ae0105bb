"""Scan folders and manifests that a user added, with progress reports and cancelling.

The engine reads only what is searched; this also reads disabled places, excluded manifests and
folders that the user considers adding. Links are followed, as the loader does; each folder is
entered once, however many links lead to it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from vkconfig_py.language.sentences import Message, counted, render, tr
from vkconfig_py.loader.base.host import Host
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.scan import DocumentCache, Scanner
from vkconfig_py.loader.json.decode import Members
from vkconfig_py.loader.manifests.layer import LayerManifest, parse_layer_file
from vkconfig_py.loader.manifests.reader import Dialect, Failure
from vkconfig_py.loader.platforms.rules import get_platform_rules
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.files.paths import describe_error, is_folder

# Driver manifests among files and in folders that the user names.

_DRIVER_KEY = "ICD"  # the member that makes a manifest one of a driver
_NOT_A_DRIVER = tr("{path} is not a driver manifest: “ICD” is missing.")
_NO_DRIVERS_IN = tr("{path} contains no driver manifests.")


class DriverFiles(NamedTuple):
    """Driver manifests that were found, and sentences about what is none."""

    files: tuple[str, ...]
    refusals: tuple[str, ...] = ()


def find_driver_files(paths: Iterable[str], host: Host, cache: DocumentCache) -> DriverFiles:
    """Find the driver manifests among absolute paths of files and folders."""
    scanner = Scanner(host, cache)
    files: list[str] = []
    refusals: list[str] = []
    for path in paths:
        folder = scanner.list_as_folder(
            path.rstrip(get_platform_rules(host.platform).paths.slash) or path
        )
        if folder.absent:
            sentence = _explain_refusal(scanner, path)
            refusals += [sentence] if sentence else []
            files += [] if sentence else [path]
        elif folder.error:
            refusals.append(_describe_unread(path, folder.error))
        else:
            manifests = [
                file for file in sorted(folder.files) if not _explain_refusal(scanner, file)
            ]
            files += manifests
            refusals += [] if manifests else [_NO_DRIVERS_IN.format(path=path)]
    return DriverFiles(tuple(dict.fromkeys(files)), tuple(refusals))


def _describe_unread(path: str, reason: Message | str) -> str:
    """Return the sentence that a path could not be read."""
    return tr("{path} could not be read: {reason}.", path=path, reason=reason)


def _explain_refusal(scanner: Scanner, file: str) -> str:
    """Return why a file is not a driver manifest, "" if it is one."""
    document = scanner.read_document(file)
    if document.error:
        return _describe_unread(file, document.error)
    root = document.parse(lenient=True).value
    # cJSON finds members in any case of letters.
    is_driver = isinstance(root, Members) and any(
        key.upper() == _DRIVER_KEY for key, _value in root
    )
    return "" if is_driver else _NOT_A_DRIVER.format(path=file)


MAX_LEVELS = 8
MAX_UNASKED = 20  # folders that a folder adds to the search without a question
_MAX_NAMED = 5  # closed folders reported: a search below / cannot enter thousands
MAX_MANIFEST_BYTES = 4 << 20  # a folder tree may contain JSON of any kind and size
_SUFFIX = ".json"


class ScanProgress(NamedTuple):
    """Progress of a scan.

    Attributes:
        total: 0 while unknown.
    """

    done: int
    total: int
    path: str


class ScannedFile(NamedTuple):
    """One manifest: its layers as the loader would read them, or why it has none."""

    path: str
    layers: tuple[LayerManifest | Failure, ...]


class ScannedSource(NamedTuple):
    """Content of an added place."""

    source: CollectionSource
    files: tuple[ScannedFile, ...] = ()
    error: str = ""


class FolderScanResult(NamedTuple):
    """Content of all added places; `is_complete` is False if the scan was cancelled."""

    sources: tuple[ScannedSource, ...] = ()
    is_complete: bool = True


class UnreadableFolder(NamedTuple):
    """A folder that could not be read, and the reason without a full stop."""

    path: str
    reason: str


class FoundLayerFolders(NamedTuple):
    """Folders that hold layer manifests, at or below a folder."""

    top_folder: str
    folders: tuple[str, ...] = ()
    manifest_count: int = 0
    scanned_count: int = 0
    is_complete: bool = True
    unreadable_folders: tuple[UnreadableFolder, ...] = ()

    def describe_unreadable(self) -> tuple[str, ...]:
        """Return a sentence for each folder that cannot be read.

        Beyond a limit, the last one gives the number of the others.
        """
        sentences = [
            tr("{path} could not be read: {reason}.", path=folder.path, reason=folder.reason)
            for folder in self.unreadable_folders[:_MAX_NAMED]
        ]
        if unnamed_count := len(self.unreadable_folders) - len(sentences):
            sentence = counted(
                "{n} more folders could not be read.",
                "{n} more folder could not be read.",
                unnamed_count,
            )
            sentences.append(sentence)
        return tuple(sentences)


class _FolderListing(NamedTuple):
    """One folder: names of its JSON files, paths of its subfolders."""

    path: str
    files: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    error: str = ""


ReportProgress = Callable[[ScanProgress], None]
IsCancelled = Callable[[], bool]


class FolderScan:
    """Reads manifests for one host and one loader; unchanged files are parsed once."""

    def __init__(
        self,
        host: Host,
        profile: LoaderProfile,
        cache: DocumentCache,
        report_progress: ReportProgress,
        cancelled: IsCancelled,
    ) -> None:
        """Prepare a scan.

        Args:
            host: whose files are read.
            profile: the loader whose rules decide.
            cache: of parsed files.
            report_progress: is called with the progress.
            cancelled: returns True once the scan should end.
        """
        self._scanner = Scanner(host, cache)
        self._host = host
        self._dialect = Dialect.of(profile, min(host.pointer_bits, profile.pointer_bits))
        self._report_progress = report_progress
        self._is_cancelled = cancelled

    def read_sources(self, sources: Sequence[CollectionSource]) -> FolderScanResult:
        """Read every layer manifest of these files and folders."""
        listings = [(source, *self._list_files(source)) for source in sources]
        total = sum(len(files) for _source, files, _error in listings)
        read_count = 0
        read: list[ScannedSource] = []
        for source, files, error in listings:
            parsed = []
            for file in files:
                if self._is_cancelled():
                    return FolderScanResult(tuple(read), is_complete=False)
                parsed.append(
                    ScannedFile(file, self._parse_manifest(file, is_implicit=source.implicit))
                )
                read_count += 1
                self._report_progress(ScanProgress(read_count, total, file))
            read.append(ScannedSource(source, tuple(parsed), error))
        return FolderScanResult(tuple(read))

    def find_layer_folders(self, top: str) -> FoundLayerFolders:
        """Find the folders with layer manifests, or only the top one if it has some."""
        found_folders = FoundLayerFolders(top)
        for folder in self._walk_folders(top):
            found_folders = self._add_folder(found_folders, folder)
            if self._is_cancelled():
                return found_folders._replace(is_complete=False)
            if found_folders.folders == (top,):
                break
            self._report_progress(ScanProgress(found_folders.scanned_count, 0, folder.path))
        return found_folders

    def _add_folder(
        self, found_folders: FoundLayerFolders, folder: _FolderListing
    ) -> FoundLayerFolders:
        """Add a listed folder to the result, with the number of its layer manifests."""
        if folder.error:
            unreadable_folder = UnreadableFolder(folder.path, folder.error)
            return found_folders._replace(
                unreadable_folders=(*found_folders.unreadable_folders, unreadable_folder)
            )
        found_folders = found_folders._replace(scanned_count=found_folders.scanned_count + 1)
        if count := self._count_manifests(folder.path, folder.files):
            folders = (*found_folders.folders, folder.path)
            found_folders = found_folders._replace(
                folders=folders, manifest_count=found_folders.manifest_count + count
            )
        return found_folders

    def _count_manifests(self, folder: str, names: Sequence[str]) -> int:
        """Return how many of these files of a folder are layer manifests."""
        count = 0
        for number, name in enumerate(names, 1):
            if self._is_cancelled():
                break
            count += self._is_layer_manifest(f"{folder}/{name}")
            self._report_progress(ScanProgress(number, len(names), f"{folder}/{name}"))
        return count

    def _list_files(self, source: CollectionSource) -> tuple[tuple[str, ...], str]:
        """Return the manifests of a source, and why it cannot be read, "" if it can."""
        if is_folder(Path(f"{self._host.root}{source.path}")):
            folder = self._scanner.list_as_folder(source.path)
            return tuple(sorted(folder.files)), render(folder.error)
        if not self._scanner.exists(source.path):
            return (), tr("does not exist")
        return (source.path,), ""

    def _parse_manifest(
        self, file: str, *, is_implicit: bool
    ) -> tuple[LayerManifest | Failure, ...]:
        document = self._scanner.read_document(file)
        return parse_layer_file(file, document, is_implicit, self._dialect).entries

    def _is_layer_manifest(self, path: str) -> bool:
        """Return whether a file declares a layer. Files above a size limit do not."""
        try:
            size = Path(f"{self._host.root}{path}").stat().st_size
        except OSError:
            return False
        if size > MAX_MANIFEST_BYTES:
            return False
        parsed = self._parse_manifest(path, is_implicit=False)
        return any(isinstance(manifest, LayerManifest) for manifest in parsed)

    def _walk_folders(self, top: str) -> Iterator[_FolderListing]:
        """Yield a folder and all folders below it, parents first."""
        level, visited_folders = [top], set[tuple[int, int]]()
        for _depth in range(MAX_LEVELS):
            names_below: list[str] = []
            for path in level:
                folder = self._scan_folder(path, visited_folders)
                yield folder
                names_below += folder.folders
            level = names_below

    def _scan_folder(self, folder: str, visited_folders: set[tuple[int, int]]) -> _FolderListing:
        """List a folder's JSON files and sub-folders, none of a folder entered before.

        `visited_folders`: device and inode of the folders that were listed.
        """
        real_path = f"{self._host.root}{folder}"
        try:
            status = Path(real_path).stat()
            # A link may lead back up.
            if (status.st_dev, status.st_ino) in visited_folders:
                return _FolderListing(folder)
            visited_folders.add((status.st_dev, status.st_ino))
            with os.scandir(real_path) as directory:
                entries = sorted(directory, key=lambda entry: entry.name)
        except OSError as error:
            return _FolderListing(folder, error=describe_error(error))
        files = (entry.name for entry in entries if entry.name.endswith(_SUFFIX))
        folders = (f"{folder}/{e.name}" for e in entries if not _is_hidden(e) and is_folder(e))
        return _FolderListing(folder, tuple(files), tuple(folders))


def _is_hidden(entry: os.DirEntry[str]) -> bool:
    return entry.name.startswith(".")
