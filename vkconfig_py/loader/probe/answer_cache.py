"""Cache of probe answers, valid while every file that they depend on is unchanged.

A key has two halves. The subject: the driver or layer with the content of its manifest,
vkconfig-py's version and the machine (kernel and graphics devices, which can change without any
file). The circumstances: variables, loader and the rest of the chain. An answer for the same
subject under other circumstances is still returned, with the names of the differences. Each answer
is stored with the identity of every library that was mapped into the child. Only a short digest of
a variable's value is kept. A damaged cache is treated as empty.

Answers stand in the file as texts, since most of them are only carried along: one that is recalled
is parsed then.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from vkconfig_py.loader.base.records import Any, NamedTuple, WireError, decode, find_differences
from vkconfig_py.loader.files.own_files import (
    PROBES_FILE,
    DocumentError,
    NewerFormatError,
    cache_file,
    check_format,
    parse_object,
    read_file,
    write_file,
)

_FORMAT = 4
_KEPT_BYTES = 16 << 20
_SHORT_DIGEST_LENGTH = 4  # of a digest: too little to find a value by trying
_LINKER_CACHE = "/etc/ld.so.cache"  # decides where a library without a path is found
# Variables that differ between two terminals of one user, and no driver asks for.
_TERMINAL_VARIABLES = frozenset(
    (
        "_",
        "COLORTERM",
        "COLUMNS",
        "DBUS_SESSION_BUS_ADDRESS",
        "DESKTOP_STARTUP_ID",
        "INVOCATION_ID",
        "JOURNAL_STREAM",
        "LINES",
        "LS_COLORS",
        "MANAGERPID",
        "OLDPWD",
        "PS1",
        "PWD",
        "PYTEST_CURRENT_TEST",
        "SHLVL",
        "SYSTEMD_EXEC_PID",
        "TERM",
        "VTE_VERSION",
        "WINDOWID",
        "XDG_ACTIVATION_TOKEN",
        "XDG_SESSION_ID",
    )
)
_TERMINAL_VARIABLE_PREFIXES = (
    "GIO_LAUNCHED_",
    "GNOME_TERMINAL_",
    "KONSOLE_",
    "SSH_",
    "TERM_",
    "VKCONFIG_PY_",
)

FileIdentity = tuple[int, int, int]
FileIdentities = Mapping[str, FileIdentity | None]  # None: the file is not there
# One line of the file: subject, digest of the circumstances, answer, time, files it rests on. Both
# the answer and the files are JSON texts.
_CacheEntry = tuple[str, str, str, float, str]


class AnswerKey(NamedTuple):
    """Subject and circumstances of an answer.

    Attributes:
        subject: digest of it.
        digest: digest of all circumstances.
        circumstances: shortened digest of each, by name; names of variables begin with "$".
    """

    subject: str
    digest: str = ""
    circumstances: Mapping[str, str] = MappingProxyType({})

    def list_differing(self, old_environment: Mapping[str, str]) -> tuple[str, ...]:
        """Return the names of circumstances that differ from earlier ones."""
        differences = find_differences(self.circumstances, old_environment)
        return tuple(sorted(name for name, _now, _then in differences))


class CacheEntry(NamedTuple):
    """A cached answer with its time, its files and its circumstances.

    Attributes:
        value_json: JSON text of the answer.
        time: seconds since the epoch.
        files_json: JSON text of the FileIdentities that it depends on.
        circumstances: shortened digests, as in the key.
    """

    value_json: str
    time: float
    files_json: str
    circumstances: Mapping[str, str] = MappingProxyType({})

    @property
    def value(self) -> Any:
        """Return the answer as JSON values.

        Raises:
            ValueError: the cache is damaged.
        """
        return _parse_json(self.value_json)

    @property
    def is_valid(self) -> bool:
        """Return whether all files that the answer depends on are unchanged."""
        try:
            files = decode(dict[str, FileIdentity | None], _parse_json(self.files_json))
        except ValueError:
            return False
        return all(
            read_file_identity(file) == cached_identity for file, cached_identity in files.items()
        )


def _parse_json(text: str) -> Any:
    """Return the value of a JSON text. Raise ValueError for another text or a nested one."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError(text[:60]) from error


class CachedAnswer(NamedTuple):
    """A cached answer, with the names of circumstances that differ."""

    remembered: CacheEntry
    differing: tuple[str, ...] = ()


class ProbeMemory:
    """Cached answers of one user, read once and written by save().

    Attributes:
        path: the file; "" keeps answers in memory only.
    """

    def __init__(self, path: str = "") -> None:
        self.path = path
        self._entry_by_key, self._may_be_replaced = _read_cache_file(path)
        self._is_changed = False

    @property
    def is_empty(self) -> bool:
        return not self._entry_by_key

    def recall(self, key: AnswerKey) -> CacheEntry | None:
        """Return the cached answer for a key if all its files are unchanged, else None."""
        entry_key = key.subject, key.digest
        stored_answer = self._entry_by_key.pop(entry_key, None)
        if stored_answer is None:
            return None
        if not stored_answer.is_valid:
            self._is_changed = True
            return None
        # Moved to the end: recently used answers are kept longest.
        self._entry_by_key[entry_key] = stored_answer  # used last
        return stored_answer

    def recall_nearest(self, key: AnswerKey) -> CachedAnswer | None:
        """Return the answer for a key, else the latest one for the same subject, else None."""
        exact_answer = self.recall(key)
        if exact_answer is not None:
            return CachedAnswer(exact_answer)
        entries = [
            entry for (subject, _), entry in self._entry_by_key.items() if subject == key.subject
        ]
        entries.sort(key=lambda entry: entry.time, reverse=True)
        entry = next((entry for entry in entries if entry.is_valid), None)
        return (
            None if entry is None else CachedAnswer(entry, key.list_differing(entry.circumstances))
        )

    def remember(self, key: AnswerKey, value: Any, time: float, files: FileIdentities) -> None:
        """Cache an answer with the state of its files.

        `time`: seconds since the epoch.
        """
        entry_key = key.subject, key.digest
        self._entry_by_key.pop(entry_key, None)
        self._entry_by_key[entry_key] = CacheEntry(
            json.dumps(value), time, json.dumps(dict(files)), key.circumstances
        )
        self._is_changed = True

    def save(self) -> None:
        """Write the cache file. If it is not writable the next start probes again."""
        if not self.path or not self._is_changed or not self._may_be_replaced:
            return
        lines: list[str] = []
        circumstances: dict[str, str] = {}  # shared by many answers
        size = 0
        for (subject, digest), entry in reversed(self._entry_by_key.items()):  # used last
            lines.append(json.dumps([subject, digest, *entry[:3]]))
            size += len(lines[-1])
            if digest not in circumstances:
                circumstances[digest] = json.dumps(dict(entry.circumstances))
                size += len(circumstances[digest])
            if size > _KEPT_BYTES:
                break
        text = ",\n".join(reversed(lines))
        shared = ",\n".join(
            f"{json.dumps(digest)}: {rendered_text}"
            for digest, rendered_text in circumstances.items()
        )
        content = (
            f'{{"format": {_FORMAT}, "circumstances": {{\n{shared}\n}},\n'
            f'"answers": [\n{text}\n]}}\n'
        )
        with contextlib.suppress(OSError):
            write_file(self.path, content.encode("ascii"))
            self._is_changed = False


def find_cache_path(environment: Mapping[str, str]) -> str:
    """Return the path of a user's file of cached answers, or "" if there is no home."""
    return cache_file(environment, PROBES_FILE)


def collect_file_identities(files: Iterable[str]) -> dict[str, FileIdentity | None]:
    """Return the states of files, and of those that decide where the linker searches."""
    return {file: read_file_identity(file) for file in (*files, _LINKER_CACHE)}


def find_candidates(library: str, environment: Mapping[str, str]) -> Iterable[str]:
    """Yield the paths at which the linker may find a library, besides those in its cache."""
    if "/" in library:
        yield library
        return
    # ld.so(8): the folders are separated by colons or semicolons.
    for folder in environment.get("LD_LIBRARY_PATH", "").replace(";", ":").split(":"):
        if folder.startswith("/"):
            yield f"{folder}/{library}"


def read_file_identity(path: str) -> FileIdentity | None:
    """Return what changes whenever a file does, or None if the file does not exist."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    # The inode reveals a replacement by a file of the same size within one clock tick.
    return status.st_ino, status.st_size, status.st_mtime_ns


def make_key(
    question: Any, circumstances: Mapping[str, Any], environment: Mapping[str, str], machine: str
) -> AnswerKey:
    """Create the key of a job.

    Args:
        question: the subject, as JSON values.
        circumstances: JSON values by name.
        environment: variables of the program; those irrelevant to drivers are ignored.
        machine: result of `describe_machine`.
    """
    all_circumstances = dict(circumstances)
    for name, value in environment.items():
        if name not in _TERMINAL_VARIABLES and not name.startswith(_TERMINAL_VARIABLE_PREFIXES):
            all_circumstances[f"${name}"] = value
    digests = {
        name: _hash_json(value)[:_SHORT_DIGEST_LENGTH] for name, value in all_circumstances.items()
    }
    return AnswerKey(
        _hash_json([_FORMAT, machine, question]), _hash_json(all_circumstances), digests
    )


def _hash_json(value: Any) -> str:
    """Return the SHA-256 of a JSON value in hexadecimal digits."""
    import hashlib

    text = json.dumps(value, sort_keys=True)
    # Variables may hold bytes that are no UTF-8.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def describe_machine() -> str:
    """Return what drivers depend on besides files: kernel and graphics devices."""
    facts = [os.uname().release] if hasattr(os, "uname") else []
    # Adding or removing a GPU changes no file of a driver.
    for folder in ("/sys/class/drm", "/dev/dri"):
        try:
            facts += sorted(os.listdir(folder))
        except OSError:
            facts.append("")
    try:
        with open("/proc/driver/nvidia/version", encoding="utf-8", errors="replace") as file:
            facts.append(file.readline())
    except OSError:
        facts.append("")
    return "\n".join(facts)


def _read_cache_file(path: str) -> tuple[dict[tuple[str, str], CacheEntry], bool]:
    """Return the entries of a cache file, {} if it is damaged, and whether it may be replaced."""
    if not path:
        return {}, False
    try:
        # Nothing but texts and numbers of it is kept, so its depth needs no check.
        raw = parse_object(read_file(path, _KEPT_BYTES * 2), is_kept=False)
        check_format(raw, _FORMAT)
    except (FileNotFoundError, NotADirectoryError, DocumentError) as error:
        return {}, not isinstance(error, NewerFormatError)
    except OSError:
        return {}, False
    entries, circumstances = raw.get("answers"), raw.get("circumstances")
    if (
        raw.get("format") != _FORMAT
        or not isinstance(entries, list)
        or not isinstance(circumstances, dict)
    ):
        return {}, True
    valid_circumstances: dict[str, Mapping[str, str]] = {
        digest: shared
        for digest, shared in circumstances.items()
        if isinstance(shared, dict) and set(map(type, shared.values())) <= {str}
    }
    answers: dict[tuple[str, str], CacheEntry] = {}
    for entry in entries:
        with contextlib.suppress(WireError, KeyError):  # a damaged entry
            subject, digest, value, time, files = decode(_CacheEntry, entry)
            answers[subject, digest] = CacheEntry(value, time, files, valid_circumstances[digest])
    return answers, True
