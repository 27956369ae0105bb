"""LeaseTimer: the window ends leases in time as well, should no guard be there.

The guard does the same in its process; whoever is quicker withdraws, and the other finds nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from vkconfig_py.model.plan.leases import next_deadline

if TYPE_CHECKING:
    from vkconfig_py.model.plan.leases import Moment
    from vkconfig_py.model.session.system_state import SystemState

# A timer counts neither the time of suspend nor what the clock of the machine was set by.
_LONGEST = 60.0
_AGAIN = 30.0  # what could not be withdrawn is tried again then


class LeaseTimer(QObject):
    """Watches the leases of what is applied.

    Signals:
        due: one has ended.
    """

    due = Signal()

    def __init__(
        self, system: SystemState, clock: Callable[[], Moment], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._system, self._clock = system, clock
        self._tried: tuple[str, ...] = ()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_timeout)
        system.changed.connect(self.watch)

    def watch(self) -> None:
        """Wait for the next deadline, or for nothing; what has ended is due now."""
        in_force = self._system.in_force
        if in_force.ended and in_force.ended != self._tried:
            self._tried = in_force.ended
            self.due.emit()
            return
        left = next_deadline((one.lease for one in in_force.applied), self._clock())
        if in_force.ended:
            left = _AGAIN
        if left is None:
            self._timer.stop()
        else:
            # A moment later, so that it has ended when it is looked at.
            self._timer.start(int(1000 * min(_LONGEST, max(0.0, left))) + 1)

    def close(self) -> None:
        self._timer.stop()

    def _on_timeout(self) -> None:
        left = next_deadline((one.lease for one in self._system.applied), self._clock())
        if self._system.in_force.ended or (left is not None and left <= 0):
            self.due.emit()
        else:
            self.watch()
