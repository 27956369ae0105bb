"""History: undo and redo as a list of snapshots."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.workspace import Workspace

LIMIT = 1000  # snapshots share all that an edit left alone, so a step costs some hundred bytes


class Edit(NamedTuple):
    """A step: what it is called, and the snapshot on its far side.

    Attributes:
        fix: of a fix that wrote files: what it is known by, or "".
        merge: steps of the same name that follow each other are one, "" for none.
        selected: key of the configuration that was looked at on the near side.
    """

    label: str
    workspace: Workspace
    fix: str = ""
    merge: str = ""
    selected: str = ""

    def turned(self, near: Workspace) -> Edit:
        """The step seen from its other side.

        Who looked at another configuration meanwhile comes back to the one that it is about.
        """
        far = near.with_selected(self.selected) if near.find(self.selected) else near
        return Edit(self.label, far, self.fix, selected=self.workspace.selected)


class History(NamedTuple):
    """The present snapshot, with the way back and forth.

    Attributes:
        past: latest edit last; each with the snapshot before it.
        future: next edit last; each with the snapshot after it.
    """

    present: Workspace
    past: tuple[Edit, ...] = ()
    future: tuple[Edit, ...] = ()

    def push(self, workspace: Workspace, label: str, merge: str = "") -> History:
        """Make an edit; what was undone before it is forgotten."""
        if workspace == self.present:
            return self
        if merge and not self.future and self.past and self.past[-1].merge == merge:
            began = self.past[-1].workspace
            # back where the step began: there is nothing to take back
            return History(workspace, self.past[:-1] if workspace == began else self.past)
        step = Edit(label, self.present, merge=merge, selected=workspace.selected)
        past = (*self.past, step)[-LIMIT:]
        return History(workspace, past)

    def push_fix(self, label: str, fix: str) -> History:
        """Make a step of something that was done outside of the workspace."""
        step = Edit(label, self.present, fix, selected=self.present.selected)
        past = (*self.past, step)[-LIMIT:]
        return History(self.present, past)

    def without_fix(self, fix: str) -> History:
        """Forget a step that cannot be taken back, or made again, any more."""
        past = tuple(edit for edit in self.past if edit.fix != fix)
        future = tuple(edit for edit in self.future if edit.fix != fix)
        return History(self.present, past, future)

    def with_present(self, workspace: Workspace) -> History:
        """Change what is no edit (the selection) without a step."""
        return self._replace(present=workspace)

    def carried(
        self,
        workspace: Workspace,
        take_over: Callable[[Workspace], Workspace],
        keys: Mapping[str, str] | None = None,
    ) -> History:
        """Show a workspace that others changed, and let no step take that back.

        `take_over` does to a snapshot what they did; `keys` are new ones of configurations that got
        one by that. Steps that were about nothing else go, and so do those that would leave no
        configuration.
        """
        past, future = (
            tuple(
                one._replace(selected=(keys or {}).get(one.selected, one.selected)) for one in edits
            )
            for edits in (self.past, self.future)
        )
        return History(
            workspace,
            _carried(past, workspace, take_over),
            _carried(future, workspace, take_over),
        )

    def undo(self) -> History:
        if not self.past:
            return self
        edit = self.past[-1]
        future = (*self.future, edit.turned(self.present))
        return History(edit.workspace, self.past[:-1], future)

    def redo(self) -> History:
        if not self.future:
            return self
        edit = self.future[-1]
        past = (*self.past, edit.turned(self.present))
        return History(edit.workspace, past, self.future[:-1])

    @property
    def undo_fix(self) -> str:
        return self.past[-1].fix if self.past else ""

    @property
    def redo_fix(self) -> str:
        """What redo has to make again outside of the workspace, or ""."""
        return self.future[-1].fix if self.future else ""

    @property
    def undo_label(self) -> str:
        """What undo would take back, or ""."""
        return self.past[-1].label if self.past else ""

    @property
    def redo_label(self) -> str:
        """What redo would make again, or ""."""
        return self.future[-1].label if self.future else ""


def _carried(
    edits: tuple[Edit, ...], near: Workspace, take_over: Callable[[Workspace], Workspace]
) -> tuple[Edit, ...]:
    kept = []
    for edit in reversed(edits):
        far = take_over(edit.workspace)
        if not far.configurations:
            far = near
        if edit.fix or far.with_selected(near.selected) != near:
            kept.append(edit._replace(workspace=far))
            near = far
    return tuple(reversed(kept))
