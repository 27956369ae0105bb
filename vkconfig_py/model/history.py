"""History: undo and redo as a list of snapshots."""

from __future__ import annotations

from typing import NamedTuple

from vkconfig_py.model.workspace import Workspace

LIMIT = 1000  # snapshots share all that an edit left alone, so a step costs some hundred bytes


class Edit(NamedTuple):
    """A step: what it is called, and the snapshot on its far side."""

    label: str
    workspace: Workspace


class History(NamedTuple):
    """The present snapshot, with the way back and forth.

    Attributes:
        past: latest edit last; each with the snapshot before it.
        future: next edit last; each with the snapshot after it.
    """

    present: Workspace
    past: tuple[Edit, ...] = ()
    future: tuple[Edit, ...] = ()

    def push(self, workspace: Workspace, label: str) -> History:
        """Make an edit; what was undone before it is forgotten."""
        if workspace == self.present:
            return self
        past = (*self.past, Edit(label, self.present))[-LIMIT:]
        return History(workspace, past)

    def with_present(self, workspace: Workspace) -> History:
        """Change what is no edit (the selection) without a step."""
        return self._replace(present=workspace)

    def undo(self) -> History:
        """Go back one edit."""
        if not self.past:
            return self
        edit = self.past[-1]
        return History(
            edit.workspace, self.past[:-1], (*self.future, Edit(edit.label, self.present))
        )

    def redo(self) -> History:
        """Make the edit again that was undone last."""
        if not self.future:
            return self
        edit = self.future[-1]
        return History(
            edit.workspace, (*self.past, Edit(edit.label, self.present)), self.future[:-1]
        )

    @property
    def undo_label(self) -> str:
        """Return what undo would take back, or ""."""
        return self.past[-1].label if self.past else ""

    @property
    def redo_label(self) -> str:
        """Return what redo would make again, or ""."""
        return self.future[-1].label if self.future else ""
