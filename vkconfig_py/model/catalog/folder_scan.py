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
from vkconfig_py.loader.platforms.rules import rules_of
from vkconfig_py.loader.profiles.profile import LoaderProfile
from vkconfig_py.model.configuration.workspace import CollectionSource
from vkconfig_py.model.files.paths import is_folder, reason_of

# Driver manifests among files and in folders that the user names.

_KEY = "ICD"  # the member that makes a manifest one of a driver
_NO_DRIVER = tr("{path} is not a driver manifest: it has no “ICD”.")
_NONE_IN = tr("{path} holds no driver manifests.")


class DriverFiles(NamedTuple):
    """Driver manifests that were found, and sentences about what is none."""

    files: tuple[str, ...]
    refused: tuple[str, ...] = ()


def find_driver_files(paths: Iterable[str], host: Host, cache: DocumentCache) -> DriverFiles:
    """Find the driver manifests among absolute paths of files and folders."""
    scanner = Scanner(host, cache)
    files: list[str] = []
    refusals: list[str] = []
    for path in paths:
        folder = scanner.folder_named(path.rstrip(rules_of(host.platform).paths.slash) or path)
        if folder.absent:
            sentence = _refusal(scanner, path)
            refusals += [sentence] if sentence else []
            files += [] if sentence else [path]
        elif folder.error:
            refusals.append(_unread(path, folder.error))
        else:
            manifests = [file for file in sorted(folder.files) if not _refusal(scanner, file)]
            files += manifests
            refusals += [] if manifests else [_NONE_IN.format(path=path)]
    return DriverFiles(tuple(dict.fromkeys(files)), tuple(refusals))


def _unread(path: str, reason: Message | str) -> str:
    return tr("{path} could not be read: {reason}.", path=path, reason=reason)


def _refusal(scanner: Scanner, file: str) -> str:
    """Return why a file is no manifest of a driver, or ""."""
    document = scanner.document(file)
    if document.error:
        return _unread(file, document.error)
    root = document.parse(lenient=True).value
    # cJSON finds members in any case of letters.
    is_driver = isinstance(root, Members) and any(key.upper() == _KEY for key, _value in root)
    return "" if is_driver else _NO_DRIVER.format(path=file)


MOST_LEVELS = 8
MOST_UNASKED = 20  # folders that a folder adds to the search without a question
_MOST_NAMED = 5  # closed folders reported: a search below / cannot enter thousands
LARGEST_MANIFEST = 4 << 20  # a folder tree may contain JSON of any kind and size
_SUFFIX = ".json"


class ScanProgress(NamedTuple):
    """Progress of a scan.

    Attributes:
        total: 0 while unknown.
    """

    done: int
    total: int
    place: str


class ScannedFile(NamedTuple):
    """One manifest: its layers as the loader would read them, or why it has none."""

    path: str
    found: tuple[LayerManifest | Failure, ...]


class ScannedSource(NamedTuple):
    """Content of an added place."""

    source: CollectionSource
    files: tuple[ScannedFile, ...] = ()
    error: str = ""


class ScannedFolders(NamedTuple):
    """Content of all added places; `complete` is False if the scan was cancelled."""

    sources: tuple[ScannedSource, ...] = ()
    complete: bool = True


class ClosedFolder(NamedTuple):
    """A folder that could not be read, and the reason without a full stop."""

    path: str
    reason: str


class FoundBelow(NamedTuple):
    """Folders that hold layer manifests, at or below a folder."""

    top: str
    folders: tuple[str, ...] = ()
    manifests: int = 0
    looked_into: int = 0
    complete: bool = True
    closed: tuple[ClosedFolder, ...] = ()

    def closed_sentences(self) -> tuple[str, ...]:
        """Return a sentence for each closed folder.

        Beyond a limit, the last one gives their number.
        """
        sentences = [
            tr("{path} could not be read: {reason}.", path=folder.path, reason=folder.reason)
            for folder in self.closed[:_MOST_NAMED]
        ]
        if unnamed := len(self.closed) - len(sentences):
            sentence = counted(
                "{n} more folders could not be read.",
                "{n} more folder could not be read.",
                unnamed,
            )
            sentences.append(sentence)
        return tuple(sentences)


class _Folder(NamedTuple):
    """One folder: names of its JSON files, paths of its subfolders."""

    path: str
    files: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    error: str = ""


Tell = Callable[[ScanProgress], None]
Cancelled = Callable[[], bool]


class FolderScan:
    """Reads manifests for one host and one loader; unchanged files are parsed once."""

    def __init__(
        self, host: Host, profile: LoaderProfile, cache: DocumentCache, tell: Tell,
        cancelled: Cancelled,
    ) -> None:  # fmt: skip
        self._scanner = Scanner(host, cache)
        self._host = host
        self._dialect = Dialect.of(profile, min(host.pointer_bits, profile.pointer_bits))
        self._tell = tell
        self._cancelled = cancelled

    def read(self, sources: Sequence[CollectionSource]) -> ScannedFolders:
        listings = [(source, *self._list(source)) for source in sources]
        total = sum(len(files) for _source, files, _error in listings)
        done = 0
        read: list[ScannedSource] = []
        for source, files, error in listings:
            parsed = []
            for file in files:
                if self._cancelled():
                    return ScannedFolders(tuple(read), complete=False)
                parsed.append(ScannedFile(file, self._parse(file, implicit=source.implicit)))
                done += 1
                self._tell(ScanProgress(done, total, file))
            read.append(ScannedSource(source, tuple(parsed), error))
        return ScannedFolders(tuple(read))

    def search_below(self, top: str) -> FoundBelow:
        """Find the folders with layer manifests, or only the top one if it has some."""
        below = FoundBelow(top)
        for folder in self._walk(top):
            below = self._with(below, folder)
            if self._cancelled():
                return below._replace(complete=False)
            if below.folders == (top,):
                break
            self._tell(ScanProgress(below.looked_into, 0, folder.path))
        return below

    def _with(self, below: FoundBelow, folder: _Folder) -> FoundBelow:
        if folder.error:
            closed = ClosedFolder(folder.path, folder.error)
            return below._replace(closed=(*below.closed, closed))
        below = below._replace(looked_into=below.looked_into + 1)
        if count := self._count(folder.path, folder.files):
            folders = (*below.folders, folder.path)
            below = below._replace(folders=folders, manifests=below.manifests + count)
        return below

    def _count(self, folder: str, names: Sequence[str]) -> int:
        count = 0
        for number, name in enumerate(names, 1):
            if self._cancelled():
                break
            count += self._is_layer_manifest(f"{folder}/{name}")
            self._tell(ScanProgress(number, len(names), f"{folder}/{name}"))
        return count

    def _list(self, source: CollectionSource) -> tuple[tuple[str, ...], str]:
        if is_folder(Path(f"{self._host.root}{source.path}")):
            folder = self._scanner.folder_named(source.path)
            return tuple(sorted(folder.files)), render(folder.error)
        if not self._scanner.exists(source.path):
            return (), tr("does not exist")
        return (source.path,), ""

    def _parse(self, file: str, *, implicit: bool) -> tuple[LayerManifest | Failure, ...]:
        document = self._scanner.document(file)
        return parse_layer_file(file, document, implicit, self._dialect).entries

    def _is_layer_manifest(self, path: str) -> bool:
        try:
            size = Path(f"{self._host.root}{path}").stat().st_size
        except OSError:
            return False
        if size > LARGEST_MANIFEST:
            return False
        parsed = self._parse(path, implicit=False)
        return any(isinstance(manifest, LayerManifest) for manifest in parsed)

    def _walk(self, top: str) -> Iterator[_Folder]:
        """Yield a folder and all folders below it, parents first."""
        level, entered = [top], set[tuple[int, int]]()
        for _depth in range(MOST_LEVELS):
            below: list[str] = []
            for path in level:
                folder = self._look_into(path, entered)
                yield folder
                below += folder.folders
            level = below

    def _look_into(self, folder: str, entered: set[tuple[int, int]]) -> _Folder:
        real = f"{self._host.root}{folder}"
        try:
            status = Path(real).stat()
            # A link may lead back up.
            if (status.st_dev, status.st_ino) in entered:
                return _Folder(folder)
            entered.add((status.st_dev, status.st_ino))
            with os.scandir(real) as directory:
                entries = sorted(directory, key=lambda entry: entry.name)
        except OSError as error:
            return _Folder(folder, error=reason_of(error))
        files = (entry.name for entry in entries if entry.name.endswith(_SUFFIX))
        folders = (f"{folder}/{e.name}" for e in entries if not _is_hidden(e) and is_folder(e))
        return _Folder(folder, tuple(files), tuple(folders))


def _is_hidden(entry: os.DirEntry[str]) -> bool:
    return entry.name.startswith(".")
