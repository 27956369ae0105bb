"""Say a sentence to a screen reader."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, sentence: str, *, urgent: bool = False) -> None:
    """Announce a sentence, politely unless it is urgent."""
    if not sentence or not QAccessible.isActive():
        return
    event = QAccessibleAnnouncementEvent(widget, sentence)
    event.setPoliteness(
        QAccessible.AnnouncementPoliteness.Assertive
        if urgent
        else QAccessible.AnnouncementPoliteness.Polite
    )
    QAccessible.updateAccessibility(event)
