"""Access of the engine to folders and files, recorded as the fingerprints of a run.

Every OSError becomes a value. Folders are listed in the order of readdir and never sorted, as the
loader does (loader.c, add_data_files). A host's overlay replaces files on disk by planned ones.

A host may have another root; platforms/local_paths.py says which file of this machine a path is.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable, Iterable
from functools import partial
from threading import Lock

from vkconfig_py.language.sentences import Message, message
from vkconfig_py.loader.base.host import Host, OverlayFile, Position
from vkconfig_py.loader.base.records import Any, NamedTuple
from vkconfig_py.loader.files.safe_paths import find_unsuitable, get_read_error_reason, read_whole
from vkconfig_py.loader.json.decode import ParsedJson, Positions, find_positions, parse_json
from vkconfig_py.loader.platforms.local_paths import (
    FileNotOpenedError,
    MountedRoot,
    find_windows_paths,
    list_local_folders,
    resolve_below_root,
    shorten_path,
)
from vkconfig_py.loader.platforms.rules import get_platform_rules

# A second change within one tick of the file system's clock does not alter the file times.
_RECENT_NS = 20_000_000

FileIdentity = tuple[int, ...]

# By path of this machine: identity and first bytes.
HeadersByPath = dict[str, tuple[FileIdentity, bytes]]
_MAX_ENTRY_LENGTH = 2047
_LONG_FOLDER = 256  # a shorter path cannot exceed PATH_MAX: a character takes up to four bytes
_MAX_KEPT_BYTES = 1 << 14
_MAX_KEPT_RUNS = 16  # the window makes up to ten queries after each edit


def make_file_identity(status: os.stat_result) -> FileIdentity:
    """Return what differs when a file's content or permissions have changed."""
    return (
        status.st_dev,
        status.st_ino,
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
    )


class Fingerprints:
    """Fingerprints of all files and folders that one run read, by opened path.

    Failures are recorded by their error number.
    """

    __slots__ = (
        "_disk_questions",
        "_files",
        "_folders",
        "_resolved_links",
        "_settled_before_ns",
        "_shows_every_change",
    )

    def __init__(self) -> None:
        self._files: dict[str, FileIdentity | int] = {}
        self._folders: dict[str, list[str] | int] = {}
        self._resolved_links: dict[tuple[str, str], str | int] = {}
        self._disk_questions: list[tuple[Callable[[], object], object]] = []
        self._shows_every_change = True
        self._settled_before_ns = time.time_ns() - _RECENT_NS

    @property
    def is_certain(self) -> bool:
        """Return whether every later change will show: nothing changed just before it was read."""
        return self._shows_every_change

    def is_recent(self, status: os.stat_result) -> bool:
        """Return whether a file was changed so lately that another change may not show."""
        return status.st_ctime_ns > self._settled_before_ns

    def record_file(self, path: str, status: os.stat_result) -> FileIdentity:
        """Record a file's current state and return it."""
        file_identity = self._files[path] = make_file_identity(status)
        if file_identity[-1] > self._settled_before_ns:
            self._shows_every_change = False
        return file_identity

    def find_recorded_file(self, path: str) -> FileIdentity | None:
        """Return the recorded state of a file, or None if it was not read or could not be."""
        recorded = self._files.get(path)
        return recorded if isinstance(recorded, tuple) else None

    def record_failure(self, path: str) -> None:
        """Record that a file could not be read, with the current error."""
        self._files[path] = _fingerprint_file(path)

    def record_folder(self, path: str, names: list[str]) -> None:
        """Record the names that a folder had when it was listed."""
        self._folders[path] = names

    def record_folder_failure(self, path: str, error: OSError) -> None:
        """Record that a folder could not be listed."""
        self._folders[path] = error.errno or 0

    def list_folder(self, path: str) -> list[str]:
        """Return the names in a folder, and record them or the failure."""
        try:
            names = os.listdir(path)
        except OSError as error:
            self.record_folder_failure(path, error)
            raise
        self.record_folder(path, names)
        return names

    def real_path(self, root: str, path: str) -> str:
        """Return a path below a root with its links resolved, and record the result."""
        resolved = self._resolved_links[root, path] = _resolve_links(root, path)
        if isinstance(resolved, int):
            raise OSError(resolved, os.strerror(resolved))
        return resolved

    def record_answer(self, question: Callable[[], object], answer: object) -> None:
        """Record what a function about the disk returned, to be called again later."""
        self._disk_questions.append((question, answer))

    def are_unchanged(self) -> bool:
        """Return whether all that was recorded would be read the same now."""
        return (
            self._shows_every_change
            and all(_fingerprint_folder(path) == names for path, names in self._folders.items())
            and all(_fingerprint_file(path) == recorded for path, recorded in self._files.items())
            and all(
                _resolve_links(*root_and_path) == recorded
                for root_and_path, recorded in self._resolved_links.items()
            )
            and all(question() == answer for question, answer in self._disk_questions)
        )


def _fingerprint_file(path: str) -> FileIdentity | int:
    """Return the state of a file, or the error number if it cannot be queried."""
    try:
        return make_file_identity(os.stat(path))
    except OSError as error:
        return error.errno or 0


def _fingerprint_folder(path: str) -> list[str] | int:
    """Return the names in a folder, or the error number if it cannot be listed."""
    try:
        return os.listdir(path)
    except OSError as error:
        return error.errno or 0


def _resolve_links(root: str, path: str) -> str | int:
    """Return the real path of a path below a root, or the error number."""
    try:
        return resolve_below_root(root, path)
    except OSError as error:
        return error.errno or 0


class Document:
    """One file as it was read, parsed at most once per JSON dialect and purpose.

    Attributes:
        error: why it could not be read ("Permission denied"), or "".
        is_elsewhere: of another machine, of which only its place is known.
        memory: parser results by the parsers' own keys; valid while the file is unchanged, so that
            a rescan parses nothing again.
        digest: content hash of a file read so soon after a change that another change may leave its
            times unchanged; None if the times are reliable.
    """

    __slots__ = (
        "_data",
        "_parsed",
        "_positions",
        "_source",
        "digest",
        "error",
        "is_elsewhere",
        "memory",
        "size",
    )

    def __init__(
        self,
        data: bytes,
        error: Message | str = "",
        source: str = "",
        digest: int | None = None,
        *,
        is_elsewhere: bool = False,
    ) -> None:
        """Keep what was read of a file.

        Args:
            data: its content.
            error: why it could not be read, or "".
            source: its path on this machine, "" if it cannot be read again.
            digest: hash of a content that may have changed since, else None.
            is_elsewhere: only its place on another machine is known.
        """
        self.is_elsewhere = is_elsewhere
        self.error = error
        self.digest = digest
        self.size = len(data)
        self.memory: dict[Any, Any] = {}
        self._parsed: dict[bool, ParsedJson] = {}
        self._positions: dict[bool, Positions] = {}
        self._data = data
        self._source = source

    def __getstate__(self) -> tuple[bytes, Message | str, str, dict[Any, Any]]:
        return self._data, self.error, self._source, self.memory

    def __setstate__(self, state: tuple[bytes, Message | str, str, dict[Any, Any]]) -> None:
        data, error, source, memory = state
        Document.__init__(self, data, error, source)
        self.memory = memory

    def parse(self, lenient: bool) -> ParsedJson:
        """Return the file's first JSON value, or why it cannot be parsed.

        Args:
            lenient: as in parse_json().
        """
        parsed_json = self._parsed.get(lenient)
        if parsed_json is None:
            parsed_json = self._parsed[lenient] = parse_json(self.data(), lenient)
        return parsed_json

    def positions(self, lenient: bool) -> Positions:
        """Return the line of each JSON key, or nothing if the file was removed.

        Cached, since one bad file may be queried for each of its keys.
        """
        positions = self._positions.get(lenient)
        if positions is None:
            positions = self._positions[lenient] = find_positions(self.data(), lenient)
        return positions

    def data(self) -> bytes:
        """Return the content, read again if it was released, or b"" if the file was removed."""
        data = self._data  # another thread may release it meanwhile
        if data or not self._source:
            return data
        try:
            return read_whole(self._source)[1]
        except OSError:
            return b""

    def forget_bytes(self) -> None:
        """Free the parsed values, and the content unless it is short.

        Parser results are kept; the content is read again when line numbers are needed.
        """
        self._positions = {}
        if self._parsed and self._source:
            self._parsed = {}
            if len(self._data) > _MAX_KEPT_BYTES:
                self._data = b""


class DocumentCache:
    """Cache of documents and library headers by file identity, and of results of whole runs.

    Makes a rescan incremental. Threads may share it: no lock is held during disk access, which may
    block. If two threads read the same file at once, both parse it and either result is kept.
    """

    __slots__ = ("_documents", "_lock", "_most_runs", "_recent_runs", "headers", "reads")

    def __init__(self, most_runs: int = _MAX_KEPT_RUNS) -> None:
        self._most_runs = most_runs
        self._documents: dict[str, tuple[FileIdentity | OverlayFile, Document]] = {}
        self._lock = Lock()
        self._recent_runs: list[tuple[Any, Fingerprints, Any]] = []
        self.headers: HeadersByPath = {}
        self.reads = 0

    def __getstate__(self) -> tuple[object, ...]:
        # What file times do not prove is left out: another process reads it again.
        documents = {
            path: entry for path, entry in self._documents.items() if entry[1].digest is None
        }
        return documents, [run for run in self._recent_runs if run[1].is_certain], self.headers

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        DocumentCache.__init__(self)
        self._documents, self._recent_runs, self.headers = state

    def recall(self, question: Any) -> Any:
        """Return the cached result for a key, or None if files that it is from have changed."""
        for cached_key, fingerprints, answer in self._recent_runs:
            if cached_key == question:
                return answer if fingerprints.are_unchanged() else None
        return None

    def remember(self, question: Any, fingerprints: Fingerprints, answer: Any) -> None:
        """Cache a result by a key, with the fingerprints of the files that it was made from."""
        with self._lock:
            other_runs = [run for run in self._recent_runs if run[0] != question]
            self._recent_runs = [
                (question, fingerprints, answer),
                *other_runs[: self._most_runs - 1],
            ]

    def has_read(self, path: str) -> bool:
        """Return whether the file was read before, changed since or not."""
        return path in self._documents

    def get(self, path: str, identity: FileIdentity | OverlayFile) -> Document | None:
        """Return the cached document of a file in this state, or None."""
        entry = self._documents.get(path)
        return entry[1] if entry is not None and entry[0] == identity else None

    def put(self, path: str, identity: FileIdentity | OverlayFile, document: Document) -> None:
        """Cache the document of a file in this state."""
        self.reads += 1
        self._documents[path] = (identity, document)


class Folder(NamedTuple):
    """Result of listing one search path.

    Attributes:
        files: manifest paths as the loader forms them, in order.
        error: why the folder cannot be listed or its files not opened, or "".
        absent: the folder does not exist.
    """

    path: str
    files: tuple[str, ...]
    error: Message | str = ""
    absent: bool = False


class Scanner:
    """Reads the files of one host for one run."""

    def __init__(
        self, host: Host, cache: DocumentCache, fingerprints: Fingerprints | None = None
    ) -> None:
        self._host = host
        self._cache = cache
        self._fingerprints = fingerprints or Fingerprints()
        self._canonical_folders: dict[str, str] = {}
        self._resolved_folders: dict[str, str] = {}
        self._paths = get_platform_rules(host.platform).paths
        self._windows = find_windows_paths(host, self._fingerprints.list_folder)
        self._overlay_folders = self._index_overlay()
        self._regular_files: set[str] = set()
        self._names_of_link_loops: set[str] = set()

    def shorten_path(self, path: str) -> str:
        """Return a path without "." and "..", as it is where links lead that to another file."""
        return shorten_path(self._host.root, path)

    def list_folder(self, path: str) -> Folder:
        """List the manifests that a search path stands for (loader.c, add_data_files)."""
        return self.list_as_file(path) if path.endswith(".json") else self.list_as_folder(path)

    def list_as_folder(self, path: str) -> Folder:
        """List the manifests in a folder, even if its name ends in .json."""
        names: list[str] = []
        failure, is_absent, is_searchable = "", False, True
        prefix = f"{path}{self._paths.slash}"
        try:
            names, is_searchable = self._list_names(path, prefix)
        except OSError as error:
            failure = error.strerror or str(error)
            is_absent = isinstance(error, FileNotFoundError | NotADirectoryError)
        except ValueError:  # NUL in the path; impossible in an environment, possible in a manifest
            return Folder(path, (), message("not a path"), absent=True)
        if self._overlay_folders:
            names, planned = self._merge_overlay(path, names)
            failure = "" if planned else failure
        if failure:
            return Folder(path, (), failure, is_absent)
        paths = (prefix + name for name in names if name.endswith(".json"))
        prefix_length = len(prefix)
        if prefix_length > _LONG_FOLDER:  # an overlong path is truncated, and so does not exist
            paths = (
                file if _count_path_bytes(file) <= _MAX_ENTRY_LENGTH else file[prefix_length:]
                for file in paths
            )
        return Folder(
            path,
            tuple(self._find_opened_path(file, prefix_length) for file in paths),
            "" if is_searchable else os.strerror(errno.EACCES),
        )

    def _find_opened_path(self, file: str, prefix_length: int) -> str:
        """Return a file of a folder as the loader opens it: by its bare name if it is not found."""
        error = 0 if file in self._regular_files else self._find_access_error(file)
        if not error:
            return file
        name = file[prefix_length:]
        if error == errno.ELOOP:
            self._names_of_link_loops.add(name)
        return name

    def _list_names(self, path: str, prefix: str) -> tuple[list[str], bool]:
        """Return all names in a folder, and whether files in it can be opened (x permission).

        Regular files among the names are recorded as existing.
        """
        first_folder, *merged_folder_paths = self._list_folders(path)
        try:
            with os.scandir(first_folder) as entries:
                folder_entries = list(entries)
        except OSError as error:
            self._fingerprints.record_folder_failure(first_folder, error)
            raise
        # Files of a folder without x permission cannot be opened.
        is_searchable = os.path.exists(f"{first_folder}/.")
        self._regular_files.update(
            [
                prefix + entry.name
                for entry in folder_entries
                if is_searchable
                and entry.name.endswith(".json")
                and entry.is_file(follow_symlinks=False)
            ]
        )
        names = [entry.name for entry in folder_entries]
        self._fingerprints.record_folder(first_folder, names)
        if merged_folder_paths:
            names = names.copy()  # the fingerprint has the other list
            for folder in merged_folder_paths:
                merged_names = self._fingerprints.list_folder(folder)
                names += [name for name in merged_names if name not in names]
            names.reverse()  # links in a tmpfs, which lists the newest first
        if self._windows is not None:
            names.sort(key=str.upper)  # as NTFS keeps them
        return names, is_searchable

    def exists(self, path: str) -> bool:
        """Return whether a path exists, following links, like access(F_OK)."""
        return not self._find_access_error(path)

    def _find_access_error(self, path: str) -> int:
        """Return why a path does not exist as an error number, 0 if it exists."""
        planned_file = self._find_planned(path)
        if planned_file is not False:
            return errno.ENOENT if planned_file is None else 0
        try:
            local = self._find_local(path)
        except OSError as error:
            return error.errno or errno.ENOENT
        try:
            self._fingerprints.record_file(local, os.stat(local))
        except OSError as error:
            self._fingerprints.record_failure(local)
            return error.errno or errno.ENOENT
        except ValueError:
            return errno.EINVAL
        return 0

    def read_document(self, path: str) -> Document:
        """Read a file of the host, unless the cache has it unchanged."""
        # loader_json.c, loader_get_json.
        planned_file = self._find_planned(path)
        if planned_file is None:
            return Document(b"", os.strerror(errno.ENOENT))
        # The bare name of such a link does not exist; why is what opening the link itself says.
        if path in self._names_of_link_loops and not self.exists(path):
            return Document(b"", os.strerror(errno.ELOOP))
        try:
            local = self._find_local(path)
        except OSError as error:
            is_elsewhere = isinstance(error, FileNotOpenedError)
            return Document(b"", get_read_error_reason(error), is_elsewhere=is_elsewhere)
        if isinstance(planned_file, OverlayFile):
            document = self._cache.get(local, planned_file)
            if document is None:
                document = Document(planned_file.content)
                self._cache.put(local, planned_file, document)
            return document
        return self._read_from_disk(path, local)

    def read(self, path: str) -> bytes | None:
        """Return the content of a file of the host, or None if it cannot be read."""
        document = self.read_document(path)
        return None if document.error else document.data()

    def _read_from_disk(self, path: str, local: str) -> Document:
        """Read a file, or return its cached document if it is unchanged.

        Args:
            path: as the host names it.
            local: its path on this machine.
        """
        # A path listed as a regular file can be opened directly, unless it may be cached.
        if path not in self._regular_files or self._cache.has_read(local):
            try:
                status = os.stat(local)
            except OSError as error:
                self._fingerprints.record_failure(local)
                return Document(b"", get_read_error_reason(error))
            except ValueError as error:
                return Document(b"", str(error))
            cached_document = self._cache.get(local, self._fingerprints.record_file(local, status))
            if cached_document is not None and cached_document.digest is None:
                return cached_document
            problem = find_unsuitable(status)
            if problem:
                return Document(b"", problem)
        try:
            status, data = read_whole(local)
        except OSError as error:
            self._fingerprints.record_failure(local)
            return Document(b"", get_read_error_reason(error))
        digest = hash(data) if self._fingerprints.is_recent(status) else None
        identity = self._fingerprints.record_file(local, status)
        cached_document = self._cache.get(local, identity)
        if cached_document is not None and cached_document.digest == hash(data):
            cached_document.digest = digest
            return cached_document
        document = Document(data, source=local, digest=digest)
        self._cache.put(local, identity, document)
        return document

    def list_as_file(self, path: str) -> Folder:
        """Return a search path as a manifest itself if its name ends in .json, else no file."""
        if not path.endswith(".json"):
            return Folder(path, (), message("only files ending in .json are read"))
        if _count_path_bytes(path) > _MAX_ENTRY_LENGTH:
            return Folder(path, (), message("longer than 2047 bytes, skipped by the loader"))
        # A bare name is first tried as a file of that name in a folder of that name.
        inner_path = f"{path}{self._paths.slash}{path}"
        if self._paths.is_bare(path) and self.exists(inner_path):
            return Folder(path, (inner_path,))
        return Folder(path, (path,))

    def _list_folders(self, path: str) -> tuple[str, ...]:
        """Return the folders of this machine that hold the files of a host's folder.

        On Windows or in a merged file system there may be several.
        """
        if isinstance(self._host.root, MountedRoot) and path.startswith("/"):
            return list_local_folders(self._host.root, path)
        return (self._find_local(path),)

    def _find_local(self, path: str) -> str:
        """Return the path on this machine of a host's path.

        Raises OSError for a symlink loop or a missing drive.
        """
        if self._windows is not None:
            return self._windows.find_local(path)
        absolute_path = path if path.startswith("/") else f"{self._host.working_directory}/{path}"
        return self._find_below_root(absolute_path) if self._host.root else absolute_path

    def _find_below_root(self, path: str) -> str:
        """Return the path on this machine of a path below the host's root, links resolved."""
        root = self._host.root
        start = path.rfind("/") + 1
        folder, name = path[:start], path[start:]
        resolved_folder = self._resolved_folders.get(folder)
        if resolved_folder is None:
            resolved_folder = self._resolved_folders[folder] = self._fingerprints.real_path(
                root, folder
            )
        joined_text = f"{resolved_folder}/{name}"
        is_plain_name = name not in ("", ".", "..") and _is_real_path(joined_text)
        # Something else may be mounted there, or in another of the folders that are merged.
        is_plain_name = is_plain_name and not isinstance(root, MountedRoot)
        return joined_text if is_plain_name else self._fingerprints.real_path(root, path)

    def _index_overlay(self) -> dict[str, dict[str, OverlayFile | None]]:
        """Return the planned files by folder and name."""
        folders: dict[str, dict[str, OverlayFile | None]] = {}
        for path, planned_file in self._host.overlay.items():
            name = self._paths.get_name(path)
            folder = self._paths.get_folder(path)
            folder = folder.rstrip(self._paths.slash) or folder
            folders.setdefault(self._find_canonical(folder), {})[name] = planned_file
        return folders

    def _find_canonical(self, folder: str) -> str:
        """Return a name of a folder that is the same for all paths that lead to it."""
        canonical = self._canonical_folders.get(folder)
        if canonical is None:
            local = f"{self._host.root}{folder}"
            try:
                local = self._find_local(folder)
                canonical = os.path.realpath(local)
                self._fingerprints.record_answer(partial(os.path.realpath, local), canonical)
            except (OSError, ValueError):
                canonical = local
            self._canonical_folders[folder] = canonical
        return canonical

    def _find_planned(self, path: str) -> OverlayFile | bool | None:
        """Return the planned file at a path, None if it is planned to be removed.

        False if nothing is planned for it.
        """
        if not self._overlay_folders:
            return False
        planned_files = self._overlay_folders.get(
            self._find_canonical(self._paths.get_folder(path))
        )
        return (
            False if planned_files is None else planned_files.get(self._paths.get_name(path), False)
        )

    def _merge_overlay(self, folder: str, names: list[str]) -> tuple[list[str], bool]:
        """Return a folder's names with planned files added or removed, and whether any were."""
        planned_files = self._overlay_folders.get(self._find_canonical(folder))
        if planned_files is None:
            return names, False
        kept_names = [name for name in names if planned_files.get(name, False) is not None]
        new_files = [
            (name, file)
            for name, file in planned_files.items()
            if file is not None and name not in set(names)
        ]
        first_names = [name for name, file in new_files if file.position is Position.FIRST]
        last = [name for name, file in new_files if file.position is Position.LAST]
        return first_names + kept_names + last, bool(new_files)


def list_files(folders: Iterable[Folder], once: bool) -> tuple[str, ...]:
    """Return the files of all search paths in order, with `once` without duplicates."""
    files = [file for folder in folders for file in folder.files]
    return tuple(dict.fromkeys(files)) if once else tuple(files)


def _count_path_bytes(path: str) -> int:
    """Return the length of a path in bytes."""
    return len(os.fsencode(path))


def _is_real_path(path: str) -> bool:
    """Return whether a path exists and is no link."""
    try:
        return not stat.S_ISLNK(os.lstat(path).st_mode)
    except (OSError, ValueError):
        return False
