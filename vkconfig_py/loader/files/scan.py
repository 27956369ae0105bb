"""places -> raw documents: the door through which the engine looks at folders and files.

Every OSError becomes a value. Folders are listed in the order of readdir and never sorted, as the
loader does (loader.c, add_data_files). A host's overlay stands for files that are not on the disk
yet, or no longer; its root is put before every path that is opened and shown in no result.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from functools import partial
from threading import Lock

from vkconfig_py.loader.base.host import Host, OverlayFile, Position
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.files.binaries import Headers
from vkconfig_py.loader.files.fingerprints import Fingerprints, Identity
from vkconfig_py.loader.files.root_files import find_unsuitable, read_whole
from vkconfig_py.loader.json.cjson import Positions
from vkconfig_py.loader.json.decode import Parsed, find_positions, parse_json

_LONGEST_ENTRY = 2047
_LONG_FOLDER = 256  # in a shorter one no path is too long: a character takes up to four bytes
_KEPT_BYTES = 1 << 14
_KEPT_RUNS = 16  # a window asks up to ten questions after each edit


class Document:
    """One file as it was read; parsed at most once per JSON dialect and per use.

    Attributes:
        error: why it could not be read ("Permission denied"), or "".
        memory: what the parsers made of it, by their own keys; lives as long as the file is
            unchanged, so that a rescan parses nothing again.
        digest: of the text, if the file was changed so shortly before it was read that a further
            change may leave its times as they are; None if the times can be trusted.
    """

    __slots__ = (
        "_data",
        "_parsed",
        "_positions",
        "_source",
        "digest",
        "error",
        "is_empty",
        "memory",
    )

    def __init__(
        self, data: bytes, error: str = "", source: str = "", digest: int | None = None
    ) -> None:
        self.error = error
        self.digest = digest
        self.is_empty = not data
        self.memory: dict[Any, Any] = {}
        self._parsed: dict[bool, Parsed] = {}
        self._positions: dict[bool, Positions] = {}
        self._data = data
        self._source = source

    def parse(self, lenient: bool) -> Parsed:
        """Return its first JSON value, or the error."""
        parsed = self._parsed.get(lenient)
        if parsed is None:
            parsed = self._parsed[lenient] = parse_json(self.data(), lenient)
        return parsed

    def positions(self, lenient: bool) -> Positions:
        """Return the line of each key; empty if the file is gone.

        Kept for the next question, as one bad file may be asked about for each of its keys.
        """
        known = self._positions.get(lenient)
        if known is None:
            known = self._positions[lenient] = find_positions(self.data(), lenient)
        return known

    def data(self) -> bytes:
        """Return the text, read anew if it was let go of; empty if the file is gone."""
        data = self._data  # another thread may let go of it meanwhile
        if data or not self._source:
            return data
        try:
            return read_whole(self._source)[1]
        except OSError:
            return b""

    def forget_bytes(self) -> None:
        """Let go of the values, and of the text unless it is short.

        What the parsers made of them is remembered; the text is read again when somebody asks
        for lines.
        """
        self._positions = {}
        if self._parsed and self._source:
            self._parsed = {}
            if len(self._data) > _KEPT_BYTES:
                self._data = b""


class DocumentCache:
    """What was read before: documents and headers of libraries by file identity, whole runs.

    Makes a rescan incremental. Threads may share one: no lock is held while the disk is asked, as
    a folder that does not answer would hold up all of them. Two that read the same file at once
    both parse it, and either result stays.
    """

    __slots__ = ("_documents", "_lock", "_runs", "headers", "reads")

    def __init__(self) -> None:
        self._documents: dict[str, tuple[Identity | OverlayFile, Document]] = {}
        self._lock = Lock()
        self._runs: list[tuple[Any, Fingerprints, Any]] = []
        self.headers: Headers = {}
        self.reads = 0

    def recall(self, question: Any) -> Any:
        """Return the answer of an earlier run to a question, None if the disk has changed."""
        for known, seen, answer in self._runs:
            if known == question:
                return answer if seen.hold() else None
        return None

    def remember(self, question: Any, seen: Fingerprints, answer: Any) -> None:
        """Keep the answer of a run, and what it rests on."""
        with self._lock:
            others = [run for run in self._runs if run[0] != question]
            self._runs = [(question, seen, answer), *others[: _KEPT_RUNS - 1]]

    def knows(self, path: str) -> bool:
        """Return whether the file was read before, unchanged or not."""
        return path in self._documents

    def get(self, path: str, identity: Identity | OverlayFile) -> Document | None:
        """Return the document of an unchanged file."""
        known = self._documents.get(path)
        return known[1] if known is not None and known[0] == identity else None

    def put(self, path: str, identity: Identity | OverlayFile, document: Document) -> None:
        """Remember a document."""
        self.reads += 1
        self._documents[path] = (identity, document)


class Folder(NamedTuple):
    """What a search path yielded.

    Attributes:
        files: manifests, as the loader names them, in order.
        error: why nothing could be listed, or nothing listed can be opened, or "".
        absent: the error is that there is no such folder.
    """

    path: str
    files: tuple[str, ...]
    error: str = ""
    absent: bool = False


class Scanner:
    """Reads the files of one host for one run."""

    def __init__(self, host: Host, cache: DocumentCache, seen: Fingerprints | None = None) -> None:
        self._host = host
        self._cache = cache
        self._seen = seen or Fingerprints()
        self._canonical_folders: dict[str, str] = {}
        self._real_folders: dict[str, str] = {}
        self._overlay_folders = self._index_overlay()
        self._regular: set[str] = set()

    def folder(self, path: str) -> Folder:
        """Turn one search path into manifest files (loader.c, add_data_files)."""
        return self.file_named(path) if path.endswith(".json") else self.folder_named(path)

    def folder_named(self, path: str) -> Folder:
        """Turn a path into manifest files as a folder, whatever its name."""
        names: list[str] = []
        error: OSError | None = None
        enters = True
        prefix = f"{path}/"
        try:
            names, enters = self._list(path, prefix)
        except OSError as refused:
            error = refused
        except ValueError:  # a NUL in the path; no environment can hold one, a manifest can
            return Folder(path, (), "not a path", absent=True)
        if self._overlay_folders:
            names, planned = self._with_overlay(path, names)
            error = None if planned else error
        if error is not None:
            absent = isinstance(error, FileNotFoundError | NotADirectoryError)
            return Folder(path, (), error.strerror or str(error), absent)
        paths = (prefix + name for name in names if name.endswith(".json"))
        cut = len(prefix)
        if cut > _LONG_FOLDER:  # what does not fit is cut off, and so is not there
            paths = (x if _byte_count(x) <= _LONGEST_ENTRY else x[cut:] for x in paths)
        return Folder(
            path,
            tuple(x if x in self._regular or self.exists(x) else x[cut:] for x in paths),
            "" if enters else os.strerror(errno.EACCES),
        )

    def _list(self, path: str, prefix: str) -> tuple[list[str], bool]:
        """Return all names of a folder, and whether it may be entered.

        Ordinary files among the names are known to be there.
        """
        real = self._real(path)
        try:
            with os.scandir(real) as entries:
                found = list(entries)
        except OSError as refused:
            self._seen.folder_failure(real, refused)
            raise
        # What can be listed and not entered holds nothing that can be opened.
        enters = os.path.exists(f"{real}/.")
        self._regular.update(
            [
                prefix + entry.name
                for entry in found
                if enters and entry.name.endswith(".json") and entry.is_file(follow_symlinks=False)
            ]
        )
        names = [entry.name for entry in found]
        self._seen.folder(real, names)
        return names, enters

    def exists(self, path: str) -> bool:
        """Return whether a file is there, following links, as access(F_OK) does."""
        planned = self._planned(path)
        if planned is not False:
            return planned is not None
        try:
            real = self._real(path)
        except OSError:
            return False
        try:
            self._seen.file(real, os.stat(real))
        except OSError:
            self._seen.failure(real)
            return False
        except ValueError:
            return False
        return True

    def document(self, path: str) -> Document:
        """Read a file, unless the cache knows it unchanged."""
        planned = self._planned(path)
        if planned is None:
            return Document(b"", os.strerror(errno.ENOENT))
        try:
            real = self._real(path)
        except OSError as refused:
            return Document(b"", _sentence(refused))
        if isinstance(planned, OverlayFile):
            known = self._cache.get(real, planned)
            if known is None:
                known = Document(planned.content)
                self._cache.put(real, planned, known)
            return known
        return self._from_disk(path, real)

    def read(self, path: str) -> bytes | None:
        """Return the text of a file, None if it cannot be read."""
        document = self.document(path)
        return None if document.error else document.data()

    def _from_disk(self, path: str, real: str) -> Document:
        # What a folder listed as an ordinary file can be opened at once, unless it may be known.
        if path not in self._regular or self._cache.knows(real):
            try:
                status = os.stat(real)
            except OSError as refused:
                self._seen.failure(real)
                return Document(b"", _sentence(refused))
            except ValueError as refused:
                return Document(b"", str(refused))
            known = self._cache.get(real, self._seen.file(real, status))
            if known is not None and known.digest is None:
                return known
            problem = find_unsuitable(status)
            if problem:
                return Document(b"", problem)
        try:
            status, data = read_whole(real)
        except OSError as refused:
            self._seen.failure(real)
            return Document(b"", _sentence(refused))
        digest = hash(data) if self._seen.is_recent(status) else None
        identity = self._seen.file(real, status)
        known = self._cache.get(real, identity)
        if known is not None and known.digest == hash(data):
            known.digest = digest
            return known
        document = Document(data, source=real, digest=digest)
        self._cache.put(real, identity, document)
        return document

    def file_named(self, path: str) -> Folder:
        """Take a path as a manifest file if its name is that of one."""
        if not path.endswith(".json"):
            return Folder(path, (), "only files that end in .json count here")
        if _byte_count(path) > _LONGEST_ENTRY:
            return Folder(path, (), "longer than 2047 bytes, skipped by the loader")
        # A bare name is first tried as a file of that name in a folder of that name.
        if "/" not in path and self.exists(f"{path}/{path}"):
            return Folder(path, (f"{path}/{path}",))
        return Folder(path, (path,))

    def _real(self, path: str) -> str:
        """Return where a path lies on this machine; raises OSError for links in a circle."""
        whole = path if path.startswith("/") else f"{self._host.working_directory}/{path}"
        return self._below_root(whole) if self._host.root else whole

    def _below_root(self, path: str) -> str:
        root = self._host.root
        start = path.rfind("/") + 1
        folder, name = path[:start], path[start:]
        known = self._real_folders.get(folder)
        if known is None:
            known = self._real_folders[folder] = self._seen.real_path(root, folder)
        joined = f"{known}/{name}"
        is_plain = name not in ("", ".", "..") and _is_no_link(joined)
        return joined if is_plain else self._seen.real_path(root, path)

    def _index_overlay(self) -> dict[str, dict[str, OverlayFile | None]]:
        folders: dict[str, dict[str, OverlayFile | None]] = {}
        for path, planned in self._host.overlay.items():
            folder, name = os.path.split(path)
            folders.setdefault(self._canonical(folder), {})[name] = planned
        return folders

    def _canonical(self, folder: str) -> str:
        known = self._canonical_folders.get(folder)
        if known is None:
            real = f"{self._host.root}{folder}"
            try:
                real = self._real(folder)
                known = os.path.realpath(real)
                self._seen.answer(partial(os.path.realpath, real), known)
            except (OSError, ValueError):
                known = real
            self._canonical_folders[folder] = known
        return known

    def _planned(self, path: str) -> OverlayFile | bool | None:
        """Return the overlay's file, None if it takes it away, False if it says nothing."""
        if not self._overlay_folders:
            return False
        start = path.rfind("/") + 1
        planned = self._overlay_folders.get(self._canonical(path[:start]))
        return False if planned is None else planned.get(path[start:], False)

    def _with_overlay(self, folder: str, names: list[str]) -> tuple[list[str], bool]:
        """Put planned files into a listing; a name that is there already keeps its place."""
        planned = self._overlay_folders.get(self._canonical(folder))
        if planned is None:
            return names, False
        kept = [name for name in names if planned.get(name, False) is not None]
        new = [(n, f) for n, f in planned.items() if f is not None and n not in set(names)]
        first = [name for name, file in new if file.position is Position.FIRST]
        last = [name for name, file in new if file.position is Position.LAST]
        return first + kept + last, bool(new)


def list_files(folders: Iterable[Folder], once: bool) -> tuple[str, ...]:
    """Join the files of all search paths; loaders with Gate.FILES_ONCE drop a second mention."""
    files = [file for folder in folders for file in folder.files]
    return tuple(dict.fromkeys(files)) if once else tuple(files)


def _byte_count(path: str) -> int:
    return len(os.fsencode(path))


def _is_no_link(path: str) -> bool:
    """Return whether something other than a link is there; what is absent may become a link."""
    try:
        return not stat.S_ISLNK(os.lstat(path).st_mode)
    except (OSError, ValueError):
        return False


def _sentence(refused: Exception) -> str:
    return getattr(refused, "strerror", None) or str(refused)
