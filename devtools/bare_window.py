"""The yardstick of the start: the least that a Qt program with a list can be."""

from __future__ import annotations

import sys
import time

from PySide6.QtCore import QEvent, QObject, QStringListModel, QTimer
from PySide6.QtWidgets import QApplication, QListView, QMainWindow

REST_MS = 1500


class _FirstPaint(QObject):
    """Tells the time of the first paint of an exposed window; the program ends a while later."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self._report_paint)
        return False

    def _report_paint(self) -> None:
        sys.stdout.write(f"painted {time.monotonic()}\n")
        QTimer.singleShot(REST_MS, QApplication.quit)  # the paint has to reach the screen


def main() -> int:
    """Show a main window with a list of ten rows."""
    application = QApplication(sys.argv)
    window = QMainWindow()
    view = QListView()
    view.setModel(QStringListModel([f"Row {number}" for number in range(10)], view))
    window.setCentralWidget(view)
    window.resize(1280, 720)
    first = _FirstPaint()
    view.viewport().installEventFilter(first)
    window.show()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
