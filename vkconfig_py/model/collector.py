"""Collector: Python's cyclic garbage is collected on the GUI thread alone.

Automatic collection runs on whichever thread allocates next. When that is a worker, or a thread
that reads a program's output, it destroys Qt objects that belong to the GUI thread: "Socket
notifiers cannot be enabled or disabled from another thread", then a crash. So automatic collection
is off while threads of ours run, and a timer does here what it would have done.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 1000


class Collector(QObject):
    """Replaces automatic collection until it is closed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(collect_due)
        self._timer.start()

    def close(self) -> None:
        """Leave collecting to Python again."""
        self._timer.stop()
        if self._was_enabled:
            gc.enable()
        self._was_enabled = False


def collect_due() -> None:
    """Collect the oldest generation whose threshold is passed, as automatic collection does."""
    counts, thresholds = gc.get_count(), gc.get_threshold()
    for generation in (2, 1, 0):
        if counts[generation] > thresholds[generation]:
            gc.collect(generation)
            return
