"""FileDrop: what widgets share that files and folders can be dropped on."""

from __future__ import annotations

from PySide6.QtCore import SignalInstance
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent


class FileDrop:
    """A widget's half that takes files; the widget accepts drops and has the signal `dropped`.

    Attributes:
        dropped: emitted with a list of paths.
    """

    dropped: SignalInstance

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files and folders."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Take them everywhere."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Ask for what was dropped to be taken in."""
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.dropped.emit(paths)
