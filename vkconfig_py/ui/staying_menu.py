"""StayingMenu: several check marks are set in one go; Enter, Esc or a press outside closes it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu


class StayingMenu(QMenu):
    """A menu that stays open while entries that can be checked are used by mouse or Space."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Use an entry and stay."""
        if not self._use(self.actionAt(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Use the current entry with Space and stay."""
        if event.key() != Qt.Key.Key_Space or not self._use(self.activeAction()):
            super().keyPressEvent(event)

    def _use(self, action: QAction | None) -> bool:
        if action is None or not action.isCheckable() or not action.isEnabled():
            return False
        action.trigger()
        return True
