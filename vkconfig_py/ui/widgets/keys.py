"""Keys that several lists understand alike."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

_STEPS = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1}


def native_keys(keys: str) -> str:
    """Keys as they are written here, such as Strg+S for Ctrl+S."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def step_of(event: QKeyEvent) -> int:
    """-1 or 1 for Alt with an arrow key, 0 for any other."""
    # On macOS arrow keys always come with the keypad modifier.
    alt = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.AltModifier
    return _STEPS.get(event.key(), 0) if alt else 0


def takes_step(event: QEvent) -> bool:
    """Take Alt+Up and Alt+Down, shortcuts of the window, for a list that moves its own rows.

    Accepted, an override comes again as a key press in the list.
    """
    override = event.type() == QEvent.Type.ShortcutOverride
    if override and isinstance(event, QKeyEvent) and step_of(event):
        event.accept()
        return True
    return False
