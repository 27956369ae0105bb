"""WindowState: what the window remembers, in an INI file in the program's own state folder."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings


class WindowState:
    """Typed access to the remembered geometry and choices.

    QSettings would choose a place of its own by default; it is always given the file.
    """

    def __init__(self, folder: Path) -> None:
        self._settings = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)

    def number(self, key: str, default: int) -> int:
        """Return a remembered number."""
        value = self._settings.value(key)
        try:
            return int(value) if value is not None else default
        except (TypeError, ValueError):
            return default

    def text(self, key: str, default: str = "") -> str:
        """Return a remembered text."""
        value = self._settings.value(key)
        return value if isinstance(value, str) else default

    def data(self, key: str) -> QByteArray:
        """Return remembered bytes, empty if there are none."""
        value = self._settings.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    def keep(self, key: str, value: int | str | QByteArray) -> None:
        """Remember a value."""
        self._settings.setValue(key, value)

    def save(self) -> None:
        """Write the file now."""
        self._settings.sync()
