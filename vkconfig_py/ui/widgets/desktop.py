"""The desktop around the window: screen readers, dropped files, opened pages and folders.

Addresses come from untrusted manifests. The desktop may handle other URL schemes in any way, so
only web pages are opened.
"""

from __future__ import annotations

from PySide6.QtCore import QUrl, SignalInstance
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
)
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, sentence: str, *, urgent: bool = False) -> None:
    """Send a sentence to screen readers, politely unless it is urgent."""
    # No screen reader runs.
    if not sentence or not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, sentence)
    event.setPoliteness(
        QAccessible.AnnouncementPoliteness.Assertive
        if urgent
        else QAccessible.AnnouncementPoliteness.Polite
    )
    QAccessible.updateAccessibility(event)


def is_web(address: str) -> bool:
    """True for an http or https URL."""
    # The default mode repairs addresses; one that needs repair is refused.
    url = QUrl(address.strip(), QUrl.ParsingMode.StrictMode)
    return url.isValid() and url.scheme() in ("http", "https") and bool(url.host())


def open_web(address: str) -> bool:
    """Open a web page; False if no program opens it."""
    return is_web(address) and QDesktopServices.openUrl(QUrl(address.strip()))


def open_file(path: str) -> bool:
    """Open a file or folder; False if no program opens it."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(path))


class FileDrop:
    """Mixin: accepts dropped files for a widget with the signal `dropped`.

    It precedes the widget's class in the bases, so that its handlers override those of the widget.

    Attributes:
        dropped: emitted with a list of paths.
    """

    dropped: SignalInstance

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        # Browsers drag addresses of the web as URLs, too.
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.dropped.emit(paths)
