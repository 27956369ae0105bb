"""The desktop around the window: screen readers, dropped files, opened pages and folders.

Addresses come from untrusted manifests. The desktop may handle other URL schemes in any way, so
only web pages are opened.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QUrl, SignalInstance, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QWidget

from vkconfig_py.language.sentences import tr


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


class FollowSelection(QObject):
    """Makes the row current that a screen reader selects, which changes the selection alone."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view
        # Later: whoever makes a row current selects it first.
        view.selectionModel().selectionChanged.connect(
            self._follow, Qt.ConnectionType.QueuedConnection
        )

    @Slot()
    def _follow(self) -> None:
        selected = self._view.selectionModel().selectedIndexes()
        if len(selected) == 1 and selected[0] != self._view.currentIndex():
            self._view.setCurrentIndex(selected[0])


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


ONLY_MOVED = tr("The other program only moves its files: copy the file here instead")
NOT_LOCAL = tr("Only files and folders of this machine can be dropped here")


class FileDrop:
    """Mixin: accepts dropped files for a widget with the signals below.

    It precedes the widget's class in the bases, so that its handlers override those of the widget.
    Files are only read. A source that is told of a move deletes its own, so the answer is always
    a copy, or a link where it offers no copy.

    Attributes:
        dragged: emitted while files are over the widget: their paths, the point in the widget, and
            why they cannot be dropped, or "".
        drag_ended: emitted when they left or were dropped.
        dropped: emitted with a list of paths.
    """

    dragged: SignalInstance
    drag_ended: SignalInstance
    dropped: SignalInstance

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._drag_over(event)
        # Qt sends moves, and that the drag left, only to who accepted this; moves are refused.
        event.setAccepted(event.mimeData().hasUrls())

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._drag_over(event)

    def _drag_over(self, event: QDropEvent) -> None:
        if not event.mimeData().hasUrls():
            event.ignore()
            return
        refused = _take_as_copy(event)
        self.dragged.emit(_local_paths(event), event.position().toPoint(), refused)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self.drag_ended.emit()

    def dropEvent(self, event: QDropEvent) -> None:
        if event.mimeData().hasUrls() and not _take_as_copy(event):
            # Where they are dropped may not be where they were seen last.
            self.dragged.emit(_local_paths(event), event.position().toPoint(), "")
            self.dropped.emit(_local_paths(event))
        self.drag_ended.emit()


def _local_paths(event: QDropEvent) -> list[str]:
    # Browsers drag addresses of the web as URLs, too.
    return [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]


def _take_as_copy(event: QDropEvent) -> str:
    """Accept a drag of files without a move; return why it is refused, or ""."""
    possible = event.possibleActions()
    action = Qt.DropAction.CopyAction
    if not possible & action:
        action = Qt.DropAction.LinkAction
    refused = "" if _local_paths(event) else NOT_LOCAL
    if not refused and not possible & action:
        refused = ONLY_MOVED
    event.setDropAction(Qt.DropAction.IgnoreAction if refused else action)
    event.setAccepted(not refused)
    return refused
