"""Answers of earlier probes, good for as long as every file that they rest on stays the same.

A key is made of the job (which holds all that the manifests say), of this program's version, of the
variables of the program and of the machine: kernel and graphics devices, which can change while all
files stay. Beside the answer stands the identity of each library that was mapped into the child.
A memory that is damaged is empty.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from vkconfig_py.loader.records import Any, NamedTuple

_FORMAT = 1
_KEPT_BYTES = 16 << 20
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


class Remembered(NamedTuple):
    """One answer as it came, when, and the files it rests on."""

    value: Any
    when: float
    files: Identities


class ProbeMemory:
    """The answers of one user; read once, written when asked to.

    Attributes:
        path: the file; "" remembers nothing beyond this object.
    """

    def __init__(self, path: str = "") -> None:
        self.path = path
        self._entries = _read(path)
        self._is_changed = False

    def recall(self, key: str) -> Remembered | None:
        """Return what is remembered of a key if all files are as they were."""
        known = self._entries.pop(key, None)
        if known is None:
            return None
        if any(identity(file) != kept for file, kept in known.files.items()):
            self._is_changed = True
            return None
        self._entries[key] = known  # used last
        return known

    def remember(self, key: str, value: Any, when: float, files: Identities) -> None:
        """Remember a value of some moment that rests on these files."""
        self._entries.pop(key, None)
        self._entries[key] = Remembered(value, when, files)
        self._is_changed = True

    def save(self) -> None:
        """Write what has changed; where that is not allowed the next start probes again."""
        import contextlib
        import json

        if not self.path or not self._is_changed:
            return
        lines: list[str] = []
        size = 0
        for key, entry in reversed(self._entries.items()):  # used last
            lines.append(f"{json.dumps(key)}: {json.dumps(list(entry))}")
            size += len(lines[-1])
            if size > _KEPT_BYTES:
                break
        text = ",\n".join(reversed(lines))
        partial = f"{self.path}.{os.getpid()}"
        try:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            with open(partial, "w", encoding="utf-8") as file:
                file.write(f'{{"format": {_FORMAT}, "answers": {{\n{text}\n}}}}\n')
            os.replace(partial, self.path)
            self._is_changed = False
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(partial)


def identities(files: Iterable[str]) -> dict[str, Identity | None]:
    """Return what files are now, and what decides where the linker finds others."""
    return {file: identity(file) for file in (*files, _LINKER_CACHE)}


def find_candidates(library: str, environment: Mapping[str, str]) -> Iterable[str]:
    """Yield where a library may be or come to be; the linker's cache knows the other places."""
    if "/" in library:
        yield library
        return
    for folder in environment.get("LD_LIBRARY_PATH", "").replace(";", ":").split(":"):
        if folder.startswith("/"):
            yield f"{folder}/{library}"


def identity(path: str) -> Identity | None:
    """Return what changes when a file does; None if it is not there."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def make_key(job: Any, environment: Mapping[str, str], version: str, machine: str) -> str:
    """Return the key of a job, given as JSON values."""
    import hashlib
    import json

    variables = {
        name: value
        for name, value in environment.items()
        if name not in _PASSING and not name.startswith(_PASSING_GROUPS)
    }
    text = json.dumps([_FORMAT, version, machine, job, variables], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def describe_machine() -> str:
    """Return what a driver finds besides files: the kernel, and the devices it offers."""
    found = [os.uname().release] if hasattr(os, "uname") else []
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


def _read(path: str) -> dict[str, Remembered]:
    """Read a memory; one that is absent or damaged is empty."""
    import json

    if not path:
        return {}
    try:
        with open(path, "rb") as file:
            raw = json.load(file)
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(raw, dict) or raw.get("format") != _FORMAT:
        return {}
    entries = raw.get("answers")
    if not isinstance(entries, dict):
        return {}
    found = {}
    for key, entry in entries.items():
        read = _read_entry(entry)
        if read is not None:
            found[key] = read
    return found


def _read_entry(raw: Any) -> Remembered | None:
    if not isinstance(raw, list) or len(raw) != 3:
        return None
    value, when, files = raw
    if not isinstance(when, float) or not isinstance(files, dict):
        return None
    if not all(map(_is_identity, files.values())):
        return None
    kept = {name: None if seen is None else tuple(seen) for name, seen in files.items()}
    return Remembered(value, when, kept)


def _is_identity(raw: Any) -> bool:
    if raw is None:
        return True
    return isinstance(raw, list) and len(raw) == 3 and all(type(part) is int for part in raw)
