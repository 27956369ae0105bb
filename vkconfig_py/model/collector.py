"""Collector: cyclic garbage is collected on the GUI thread, between events, and only there.

Automatic collection runs wherever the next object is allocated, and what it destroys may be Qt
objects. On a worker thread, or one that reads a program's output, that ends in "Socket notifiers
cannot be enabled or disabled from another thread" and a crash. On the GUI thread it can happen in
the middle of QObject::disconnect: PySide looks for a Python override of disconnectNotify while Qt
holds the mutex of the connection, the look-up allocates, and destroying another object waits for
that mutex for ever (seen with PySide 6.11.1). So automatic collection is turned off for good, and a
timer does what it would have done.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 1000


class Collector(QObject):
    """Takes the place of automatic collection until the process ends."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        if gc.isenabled():
            gc.disable()
        else:  # one before us turned it off: what it left is collected while no thread runs
            gc.collect()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(collect_due)
        self._timer.start()

    def close(self) -> None:
        """Stop collecting; the process is about to end."""
        self._timer.stop()


def collect_due() -> None:
    """Collect the oldest generation whose threshold is passed, as automatic collection does."""
    counts, thresholds = gc.get_count(), gc.get_threshold()
    for generation in (2, 1, 0):
        if counts[generation] > thresholds[generation]:
            gc.collect(generation)
            return
