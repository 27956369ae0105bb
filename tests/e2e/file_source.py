"""A window to drag files from, as a file manager is: python -m tests.e2e.file_source PATH...

With OFFER in the environment it proposes to move its files, and deletes those that were moved.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QMimeData, QRect, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QApplication, QLabel

PLACE = QRect(0, 1030, 200, 50)  # below the window of the program
READY = "ready"
OFFER, MOVE, ONLY_MOVE = "FILE_SOURCE_OFFER", "move", "only move"


class Source(QLabel):
    """The files, as something to take hold of."""

    def __init__(self, paths: list[str]) -> None:
        super().__init__("Files")
        self._paths = paths
        bare = Qt.WindowType.FramelessWindowHint | Qt.WindowType.X11BypassWindowManagerHint
        self.setWindowFlags(bare | Qt.WindowType.WindowStaysOnTopHint)
        self.setGeometry(PLACE)
        self._is_shown = False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say once that the mouse can take hold of it."""
        super().paintEvent(event)
        if not self._is_shown:
            self._is_shown = True
            print(READY, flush=True)  # noqa: T201 - whoever started it waits for this

    def mouseMoveEvent(self, _event: QMouseEvent) -> None:
        """Drag all of them at once."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(path) for path in self._paths])
        drag = QDrag(self)
        drag.setMimeData(data)
        copy, move, link = (
            Qt.DropAction.CopyAction, Qt.DropAction.MoveAction, Qt.DropAction.LinkAction
        )  # fmt: skip
        offered = {MOVE: (copy | move | link, move), ONLY_MOVE: (move, move)}
        done = drag.exec(*offered.get(os.environ.get(OFFER, ""), (copy, copy)))
        if done == move:
            for path in self._paths:
                Path(path).unlink()
        print(done.name, flush=True)  # noqa: T201 - and for this


def main(paths: list[str]) -> int:
    """Show the window until it is ended."""
    application = QApplication(["files"])
    source = Source(paths)
    source.show()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
