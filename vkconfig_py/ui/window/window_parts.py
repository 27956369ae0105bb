"""WindowState: what the window remembers, in a file of the program's own state folder.

Not QSettings: it follows links, waits for a pipe in the place of its file, and may write over
what a newer version wrote.
"""

from __future__ import annotations

import base64
import binascii
import threading
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QByteArray

from vkconfig_py.model.configuration.own_documents import WINDOW_FILE, read_values, write_values

Value = int | str | QByteArray
_BYTES = "base64:"


class WindowState:
    """Typed access to the remembered geometry and choices.

    What is to be remembered is written by a thread that ends with its work: nothing waits for the
    disk, and a kill soon after loses nothing. Another window may have written meanwhile, so only
    what changed here is put into the file.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / WINDOW_FILE
        self._values = read_values(self._file) or {}
        self._changed: dict[str, int | str] = {}
        self._lock = threading.Lock()
        self._writer: threading.Thread | None = None

    def number(self, key: str, default: int) -> int:
        """Return a remembered number."""
        value = self._values.get(key)
        return value if isinstance(value, int) else default

    def text(self, key: str, default: str = "") -> str:
        """Return a remembered text."""
        value = self._values.get(key)
        return value if isinstance(value, str) else default

    def data(self, key: str) -> QByteArray:
        """Return remembered bytes, empty if there are none."""
        with suppress(binascii.Error, ValueError):
            return QByteArray(base64.b64decode(self.text(key).removeprefix(_BYTES), validate=True))
        return QByteArray()

    def keep(self, key: str, value: Value) -> None:
        """Remember a value."""
        kept = value
        if isinstance(kept, QByteArray):
            kept = _BYTES + base64.b64encode(bytes(kept.data())).decode("ascii")
        with self._lock:
            if self._values.get(key) == kept:
                return
            self._values[key] = self._changed[key] = kept
            if self._writer is None:
                self._writer = threading.Thread(target=self._write, name="window state")
                self._writer.start()

    def save(self) -> None:
        """Wait until everything is written, or is refused."""
        writer = self._writer
        if writer is not None:
            writer.join()

    def _write(self) -> None:
        while True:
            with self._lock:
                changed, self._changed = self._changed, {}
                if not changed:
                    self._writer = None
                    return
            write_values(self._file, changed)
