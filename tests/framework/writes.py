"""What this process writes outside the places that tests may write to.

Python tells an audit hook about every file it opens, so a stray write into the user's real home or
into the source tree is seen where it happens. A hook cannot be removed; it only records. Of a file
that is opened within a folder that is held open it is not told in which; it is seen when it is
renamed, and what does not stand in the working directory afterwards was not written there.
"""

from __future__ import annotations

import os
import sys
import tempfile
from typing import Any

from tests.framework.cache import PROJECT

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_NOTED = frozenset({"open", "os.mkdir", "os.rename"})
_ALLOWED = (
    tempfile.gettempdir() + "/",
    "/dev/",
    "/proc/",
    *(f"{PROJECT}/{name}/" for name in (".cache", ".pytest_cache", ".hypothesis", ".venv")),
    f"{PROJECT}/.coverage",  # and its parts, .coverage.host.pid
)


class WriteRecorder:
    """Collects paths that were opened for writing, or made, where they should not be."""

    def __init__(self) -> None:
        self._stray: list[str] = []
        self._relative: list[str] = []  # opened by a name that may be that of another folder
        # No method, which costs three times as much: Python tells of every call of id(), too.
        sys.addaudithook(
            lambda event, arguments: (
                self._on_audit_event(event, arguments) if event in _NOTED else None
            )
        )

    def take(self) -> list[str]:
        """Return what was written since the last call."""
        stray, self._stray = self._stray, []
        relative, self._relative = self._relative, []
        return [*stray, *filter(os.path.lexists, relative)]

    def _on_audit_event(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            if isinstance(arguments[2], int) and arguments[2] & _WRITING:
                self._note(arguments[0])
        elif event == "os.mkdir":
            self._note(_resolve_path(arguments[2], arguments[0]))
        elif event == "os.rename":
            self._note(_resolve_path(arguments[3], arguments[1]))

    def _note(self, path: object) -> None:
        if not isinstance(path, str | bytes):  # a descriptor is a file that was opened before
            return
        name = os.path.abspath(os.fsdecode(path))
        if not f"{name}/".startswith(_ALLOWED) and "/__pycache__" not in name:
            (self._stray if os.path.isabs(path) else self._relative).append(name)


def _resolve_path(folder: int, path: object) -> object:
    """Return a path as it is from everywhere; `folder` is a descriptor, or -1."""
    if folder < 0 or not isinstance(path, str | bytes):
        return path
    return os.path.join(os.readlink(f"/proc/self/fd/{folder}"), os.fsdecode(path))
