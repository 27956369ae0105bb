"""FixPreview: what the chosen fix of a problem would write and set, before anybody presses it."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from vkconfig_py.model.applying.changes import Change, ChangeKind
from vkconfig_py.model.items.texts import visible, visible_lines
from vkconfig_py.model.problems.fixes import ASIDE, EDITED, MOVED, Fix
from vkconfig_py.ui.look import Look
from vkconfig_py.ui.panels.source_view import SourceView
from vkconfig_py.ui.widgets import Ink, Label

_NOTES = {
    ASIDE: "Kept by this program; Undo or the Journal puts it back.",
    MOVED: "The file itself stays as it is.",
    EDITED: "Every other byte of the file stays.",
}
_OF_VARIABLES = "For programs of this configuration alone; your session stays as it is."


class FixPreview(QWidget):
    """One sentence, and the difference."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.head = Label(look, face="small_strong")
        self.note = Label(look, face="small", ink=Ink.SECONDARY, wrap=True)
        self.text = SourceView(look, "What the fix changes")
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.head)
        self._column.addWidget(self.note)
        self._column.addWidget(self.text, 100)
        self._column.addStretch(1)
        look.changed.connect(self._on_metrics_changed)
        self._on_metrics_changed()

    def _on_metrics_changed(self) -> None:
        px = self._look.theme.px
        self._column.setContentsMargins(0, px(6), 0, 0)
        self._column.setSpacing(px(2))
        for label in (self.head, self.note):
            label.setContentsMargins(px(12), 0, px(12), 0)

    def show_nothing(self, why: str) -> None:
        """Say why there is nothing to preview."""
        self._show("", why, "")

    def show_fix(self, label: str, fix: Fix, after: str = "") -> None:
        """Show what pressing the button of that label does, and what follows."""
        if fix.refused and not fix.command:
            self._show(f"{label} is not possible", fix.refused, "")
        elif fix.command:
            follows = f" {after}." if after else ""
            self._show(f"{label} needs more rights", fix.refused + follows, _signed(fix.command))
        else:
            follows = f"{after}. " if after else ""
            self._show(label, follows + _NOTES.get(fix.what, _OF_VARIABLES), _text(fix))

    def _show(self, head: str, note: str, text: str) -> None:
        self.head.setText(visible(head))
        self.head.setVisible(bool(head))
        self.note.setText(visible(note))
        self.note.setVisible(bool(note))
        self.text.show_difference(visible_lines(text))
        self.text.setVisible(bool(text))
        self.setAccessibleDescription(" ".join(filter(None, (head, note))))


def _signed(text: str) -> str:
    return "\n".join(f" {line}" for line in text.split("\n"))


def _text(fix: Fix) -> str:
    """Return the lines of a difference, each with its sign."""
    changes = fix.changes()
    if fix.what == MOVED:
        order = sorted(changes, key=lambda change: change.kind is not ChangeKind.REMOVE)
        return "\n".join(
            f"{'-' if change.kind is ChangeKind.REMOVE else '+'}{change.subject}"
            for change in order
        )
    return "\n".join(map(_lines, changes))


def _lines(change: Change) -> str:
    if change.is_file:
        return change.text
    value = f"={change.text}" if change.text else ""
    return f"{'-' if change.kind is ChangeKind.UNSET else '+'}{change.subject}{value}"
