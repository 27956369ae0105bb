"""Who looks at a disk from the thread of the window, which waits as long as the disk does.

What was installed with the program (its modules and icons) is read when it is first used, and is
left out, and so is what a test does itself.
"""

from __future__ import annotations

import builtins
import io
import os
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from tests.framework.cache import PROJECT
from vkconfig_py.model.files import resources

if TYPE_CHECKING:
    import pytest

_OURS = f"{os.sep}vkconfig_py{os.sep}"
_TESTS = f"{PROJECT}{os.sep}tests{os.sep}"
_INSTALLED = (str(resources.find_resource("")), str(Path(resources.__file__).parents[2]))
_NAMES = ("stat", "lstat", "access", "readlink", "scandir", "listdir", "open")
_DEEPEST = 6  # callers that are named


class DiskLooks:
    """Notes each look of the GUI thread at a file or folder, from when it is made.

    Attributes:
        seen: a line for each: what was done to which path, and who asked, the innermost first.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[str] = []
        self._thread = threading.get_ident()
        for name in _NAMES:
            monkeypatch.setattr(os, name, self._noting(getattr(os, name), f"os.{name}"))
        opening = self._noting(io.open, "open")
        monkeypatch.setattr(io, "open", opening)
        monkeypatch.setattr(builtins, "open", opening)

    def _noting(self, function: Any, name: str) -> Any:
        def note(*args: Any, **options: Any) -> Any:
            if threading.get_ident() == self._thread:
                self._note(name, args[0] if args else ".", sys._getframe(1))
            return function(*args, **options)

        return note

    def _note(self, name: str, path: object, frame: FrameType | None) -> None:
        if str(path).startswith(_INSTALLED):
            return
        callers: list[str] = []
        while frame is not None and len(callers) < _DEEPEST:
            code = frame.f_code
            if code.co_filename.startswith("<frozen importlib"):
                return
            is_test = code.co_filename.startswith(_TESTS)
            if _OURS in code.co_filename and not is_test:
                file = code.co_filename.rpartition(_OURS)[2]
                callers.append(f"{file}:{frame.f_lineno} {code.co_name}")
            elif not callers and is_test:
                return
            frame = frame.f_back
        if callers:
            self.seen.append(f"{name}({path}): {' < '.join(callers)}")
