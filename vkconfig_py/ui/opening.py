"""The one door to the desktop: pages of the web, and folders of this machine.

Addresses come from manifests of anybody. What a desktop does with other schemes is not ours to
guess, so only pages of the web are opened from them.
"""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices


def is_web(address: str) -> bool:
    """Return whether an address is a page of the web."""
    url = QUrl(address.strip(), QUrl.ParsingMode.StrictMode)
    return url.isValid() and url.scheme() in ("http", "https") and bool(url.host())


def open_web(address: str) -> bool:
    """Open a page of the web; return whether something here does that."""
    return is_web(address) and QDesktopServices.openUrl(QUrl(address.strip()))


def open_file(path: str) -> bool:
    """Open a file or folder of this machine; return whether something here does that."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(path))
