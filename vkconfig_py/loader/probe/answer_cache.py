"""Answers of earlier probes, good for as long as every file that they rest on stays the same.

A key has two halves. The subject is what the answer is about: the driver or layer with all that its
manifest says, this program's version and the machine, that is kernel and graphics devices, which
can change while all files stay. The circumstances are what stood around it: the variables, the
loader, what else was in the chain. An answer of the same subject under other circumstances is still
known, with the names of what was different. Beside each answer stands the identity of every library
that was mapped into the child. Of a variable's value so little is kept that it tells a change and
nothing else. A memory that is damaged is empty.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from vkconfig_py.loader.base.codec import WireError, decode
from vkconfig_py.loader.base.records import Any, NamedTuple

_FORMAT = 2
_KEPT_BYTES = 16 << 20
_SHORT = 4  # of a digest: too little to find a value by trying
_LINKER_CACHE = "/etc/ld.so.cache"  # decides where a library without a path is found
# Variables that differ between two terminals of one user, and no driver asks for.
_PASSING = frozenset(
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
_PASSING_GROUPS = (
    "GIO_LAUNCHED_",
    "GNOME_TERMINAL_",
    "KONSOLE_",
    "SSH_",
    "TERM_",
    "VKCONFIG_PY_",
)

Identity = tuple[int, int, int]
Identities = Mapping[str, Identity | None]  # None: the file is not there
# One line of the file: subject, digest of the circumstances, answer, time, files it rests on.
_ENTRY = tuple[str, str, Any, float, dict[str, Identity | None]]


class Key(NamedTuple):
    """What an answer is about, and what stood around it.

    Attributes:
        subject: digest of it.
        around: digest of all circumstances.
        circumstances: the beginning of the digest of each, by name; a variable's begins with "$".
    """

    subject: str
    around: str = ""
    circumstances: Mapping[str, str] = MappingProxyType({})

    def others(self, then: Mapping[str, str]) -> tuple[str, ...]:
        now = self.circumstances
        names = sorted(now.keys() | then.keys())
        return tuple(name for name in names if now.get(name) != then.get(name))


class Remembered(NamedTuple):
    """One answer as it came, when, the files it rests on, and what stood around it."""

    value: Any
    when: float
    files: Identities
    circumstances: Mapping[str, str] = MappingProxyType({})

    @property
    def holds(self) -> bool:
        return all(identity(file) == kept for file, kept in self.files.items())


class Found(NamedTuple):
    """An answer, with the names of the circumstances that were others."""

    remembered: Remembered
    others: tuple[str, ...] = ()


class ProbeMemory:
    """The answers of one user; read once, written when asked to.

    Attributes:
        path: the file; "" remembers nothing beyond this object.
    """

    def __init__(self, path: str = "") -> None:
        self.path = path
        self._entries, self._may_be_replaced = _read(path)
        self._is_changed = False

    @property
    def is_empty(self) -> bool:
        return not self._entries

    def recall(self, key: Key) -> Remembered | None:
        """What is remembered of a key if all files are as they were."""
        place = key.subject, key.around
        known = self._entries.pop(place, None)
        if known is None:
            return None
        if not known.holds:
            self._is_changed = True
            return None
        # Moved to the end: what is used last is kept longest.
        self._entries[place] = known  # used last
        return known

    def recall_nearest(self, key: Key) -> Found | None:
        """What is remembered of a key, or the latest of its subject if that is all."""
        exact = self.recall(key)
        if exact is not None:
            return Found(exact)
        same = [known for (subject, _), known in self._entries.items() if subject == key.subject]
        same.sort(key=lambda known: known.when, reverse=True)
        known = next((known for known in same if known.holds), None)
        return None if known is None else Found(known, key.others(known.circumstances))

    def remember(self, key: Key, value: Any, when: float, files: Identities) -> None:
        place = key.subject, key.around
        self._entries.pop(place, None)
        self._entries[place] = Remembered(value, when, files, key.circumstances)
        self._is_changed = True

    def save(self) -> None:
        """Write what has changed; where that is not allowed the next start probes again."""
        import contextlib
        import json

        from vkconfig_py.loader.files.own_files import write_file

        if not self.path or not self._is_changed or not self._may_be_replaced:
            return
        lines: list[str] = []
        around: dict[str, str] = {}  # circumstances, which many answers share
        size = 0
        for (subject, digest), entry in reversed(self._entries.items()):  # used last
            lines.append(json.dumps([subject, digest, *entry[:3]]))
            size += len(lines[-1])
            if digest not in around:
                around[digest] = json.dumps(dict(entry.circumstances))
                size += len(around[digest])
            if size > _KEPT_BYTES:
                break
        text = ",\n".join(reversed(lines))
        shared = ",\n".join(f"{json.dumps(digest)}: {said}" for digest, said in around.items())
        content = (
            f'{{"format": {_FORMAT}, "circumstances": {{\n{shared}\n}},\n'
            f'"answers": [\n{text}\n]}}\n'
        )
        with contextlib.suppress(OSError):
            write_file(self.path, content.encode("ascii"))
            self._is_changed = False


def memory_path(environment: Mapping[str, str]) -> str:
    """File with a user's answers; "" if there is no home."""
    from vkconfig_py.loader.files.own_files import cache_file

    return cache_file(environment, "probes.json")


def identities(files: Iterable[str]) -> dict[str, Identity | None]:
    """What files are now, and what decides where the linker finds others."""
    return {file: identity(file) for file in (*files, _LINKER_CACHE)}


def find_candidates(library: str, environment: Mapping[str, str]) -> Iterable[str]:
    """Where a library may be or come to be; the linker's cache knows the other places."""
    if "/" in library:
        yield library
        return
    # ld.so(8): the folders are separated by colons or semicolons.
    for folder in environment.get("LD_LIBRARY_PATH", "").replace(";", ":").split(":"):
        if folder.startswith("/"):
            yield f"{folder}/{library}"


def identity(path: str) -> Identity | None:
    """What changes when a file does; None if it is not there."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    # The inode tells a file that was replaced by one of the same size within the same tick.
    return status.st_ino, status.st_size, status.st_mtime_ns


def make_key(
    about: Any, circumstances: Mapping[str, Any], environment: Mapping[str, str], machine: str
) -> Key:
    """Key of a job.

    Args:
        about: what the answer is about, as JSON values.
        circumstances: what stands around it, as JSON values by name.
        environment: variables of the program; those that no driver asks for do not count.
        machine: as `describe_machine` has it.
    """
    found = dict(circumstances)
    for name, value in environment.items():
        if name not in _PASSING and not name.startswith(_PASSING_GROUPS):
            found[f"${name}"] = value
    short = {name: _digest(value)[:_SHORT] for name, value in found.items()}
    return Key(_digest([_FORMAT, machine, about]), _digest(found), short)


def _digest(value: Any) -> str:
    import hashlib
    import json

    text = json.dumps(value, sort_keys=True)
    # Variables may hold bytes that are no UTF-8.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def describe_machine() -> str:
    """What a driver finds besides files: the kernel, and the devices it offers."""
    found = [os.uname().release] if hasattr(os, "uname") else []
    # A GPU that comes or goes changes no file that a driver was mapped from.
    for folder in ("/sys/class/drm", "/dev/dri"):
        try:
            found += sorted(os.listdir(folder))
        except OSError:
            found.append("")
    try:
        with open("/proc/driver/nvidia/version", encoding="utf-8", errors="replace") as file:
            found.append(file.readline())
    except OSError:
        found.append("")
    return "\n".join(found)


def _read(path: str) -> tuple[dict[tuple[str, str], Remembered], bool]:
    """Read a memory, and say whether it may be replaced; a damaged one is empty."""
    from vkconfig_py.loader.files.own_files import DocumentError, NewerFormatError, read_document

    if not path:
        return {}, False
    try:
        raw = read_document(path, _FORMAT, _KEPT_BYTES * 2)
    except (FileNotFoundError, NotADirectoryError, DocumentError) as error:
        return {}, not isinstance(error, NewerFormatError)
    except OSError:
        return {}, False
    entries, around = raw.get("answers"), raw.get("circumstances")
    if (
        raw.get("format") != _FORMAT
        or not isinstance(entries, list)
        or not isinstance(around, dict)
    ):
        return {}, True
    return dict(filter(None, (_read_entry(entry, around) for entry in entries))), True


def _read_entry(raw: Any, around: Mapping[str, Any]) -> tuple[tuple[str, str], Remembered] | None:
    try:
        subject, digest, value, when, files = decode(_ENTRY, raw)
    except WireError:
        return None
    circumstances = around.get(digest)
    if not isinstance(circumstances, dict):
        return None
    return (subject, digest), Remembered(value, when, files, circumstances)
