"""The workspace with undo and redo, and every command that edits it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.language.sentences import Message, render
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import Configuration, LayerControl
from vkconfig_py.model.configuration.workspace import (
    FIRST_CONFIGURATION_NAME,
    Workspace,
    is_edited,
    is_outdated,
)
from vkconfig_py.model.configuration.workspace_edits import (
    Edit,
    P,
    WorkspaceChange,
    remember_manifest_paths,
)

if TYPE_CHECKING:
    from vkconfig_py.model.chain.chosen_devices import DeviceChoiceEditor
    from vkconfig_py.model.chain.probe_results import ProbeFindings
    from vkconfig_py.model.chain.snapshot_values import ChainSnapshot

UNDO_LIMIT = 1000  # snapshots share all that an edit left alone, so a step costs some hundred bytes


class UndoStep(NamedTuple):
    """An undo step: its name, and the snapshot that it leads to.

    Attributes:
        fix: key of a fix that wrote files, or "".
        merge_key: consecutive steps with the same `merge_key` become one; "" for none.
        selected: key of the configuration that was selected before the step.
    """

    label: Message | str
    workspace: Workspace
    fix: str = ""
    merge_key: str = ""
    selected: str = ""

    def invert(self, current_workspace: Workspace) -> UndoStep:
        """Return the step that leads back to `current_workspace`.

        It selects the configuration that the step is about.
        """
        target = (
            current_workspace._replace(selected_key=self.selected)
            if current_workspace.find_configuration(self.selected)
            else current_workspace
        )
        return UndoStep(self.label, target, self.fix, selected=self.workspace.selected_key)


class UndoHistory(NamedTuple):
    """The present snapshot, with the undo and redo stacks.

    Attributes:
        undo_steps: latest edit last; each with the snapshot before it.
        redo_steps: next edit last; each with the snapshot after it.
    """

    present: Workspace
    undo_steps: tuple[UndoStep, ...] = ()
    redo_steps: tuple[UndoStep, ...] = ()

    def push(self, workspace: Workspace, label: Message | str, merge_key: str = "") -> UndoHistory:
        """Return the history with an edit, and without steps to redo.

        `merge_key` joins it to the last step of the same key.
        """
        if workspace == self.present:
            return self
        if (
            merge_key
            and not self.redo_steps
            and self.undo_steps
            and self.undo_steps[-1].merge_key == merge_key
        ):
            step_start = self.undo_steps[-1].workspace
            # back where the step began: there is nothing to take back
            return UndoHistory(
                workspace, self.undo_steps[:-1] if workspace == step_start else self.undo_steps
            )
        step = UndoStep(label, self.present, merge_key=merge_key, selected=workspace.selected_key)
        undo_steps = (*self.undo_steps, step)[-UNDO_LIMIT:]
        return UndoHistory(workspace, undo_steps)

    def push_fix(self, label: str, fix: str) -> UndoHistory:
        """Return the history with a step for a fix that changed files. `fix`: its key."""
        step = UndoStep(label, self.present, fix, selected=self.present.selected_key)
        undo_steps = (*self.undo_steps, step)[-UNDO_LIMIT:]
        return UndoHistory(self.present, undo_steps)

    def without_fix(self, fix: str) -> UndoHistory:
        """Return the history without the step of a fix that can no longer be undone or redone."""
        undo_steps = tuple(edit for edit in self.undo_steps if edit.fix != fix)
        redo_steps = tuple(edit for edit in self.redo_steps if edit.fix != fix)
        return UndoHistory(self.present, undo_steps, redo_steps)

    def with_foreign_changes(
        self,
        workspace: Workspace,
        merge_foreign: Callable[[Workspace], Workspace],
        keys: Mapping[str, str] | None = None,
    ) -> UndoHistory:
        """Return the history with changes by other processes in all snapshots.

        No undo step reverts them. `merge_foreign` applies the foreign changes to a snapshot; `keys`
        maps configurations to the new keys that they got. Steps that then change nothing are
        removed, and steps that would leave no configuration.
        """
        undo_steps, redo_steps = (
            tuple(
                edit._replace(selected=(keys or {}).get(edit.selected, edit.selected))
                for edit in edits
            )
            for edits in (self.undo_steps, self.redo_steps)
        )
        return UndoHistory(
            workspace,
            _merge_foreign_steps(undo_steps, workspace, merge_foreign),
            _merge_foreign_steps(redo_steps, workspace, merge_foreign),
        )

    def undo(self) -> UndoHistory:
        """Return the history after undoing the last step, unchanged if there is none."""
        if not self.undo_steps:
            return self
        edit = self.undo_steps[-1]
        redo_steps = (*self.redo_steps, edit.invert(self.present))
        return UndoHistory(edit.workspace, self.undo_steps[:-1], redo_steps)

    def redo(self) -> UndoHistory:
        """Return the history after redoing the last undone step, unchanged if there is none."""
        if not self.redo_steps:
            return self
        edit = self.redo_steps[-1]
        undo_steps = (*self.undo_steps, edit.invert(self.present))
        return UndoHistory(edit.workspace, undo_steps, self.redo_steps[:-1])

    @property
    def undo_fix(self) -> str:
        """Key of the fix that undo reverts, or ""."""
        return self.undo_steps[-1].fix if self.undo_steps else ""

    @property
    def redo_fix(self) -> str:
        """Key of the fix that redo applies again, or ""."""
        return self.redo_steps[-1].fix if self.redo_steps else ""

    @property
    def undo_label(self) -> Message | str:
        """Label of the edit that undo reverts, or ""."""
        return self.undo_steps[-1].label if self.undo_steps else ""

    @property
    def redo_label(self) -> Message | str:
        """Label of the edit that redo applies again, or ""."""
        return self.redo_steps[-1].label if self.redo_steps else ""


def _merge_foreign_steps(
    edits: tuple[UndoStep, ...],
    current_workspace: Workspace,
    merge_foreign: Callable[[Workspace], Workspace],
) -> tuple[UndoStep, ...]:
    """Return undo steps with foreign changes in them, without those that then change nothing."""
    kept_steps = []
    for edit in reversed(edits):
        merged_workspace = merge_foreign(edit.workspace)
        if not merged_workspace.configurations:
            merged_workspace = current_workspace
        if (
            edit.fix
            or merged_workspace._replace(selected_key=current_workspace.selected_key)
            != current_workspace
        ):
            kept_steps.append(edit._replace(workspace=merged_workspace))
            current_workspace = merged_workspace
    return tuple(reversed(kept_steps))


class ShownChain:
    """The chain that gestures refer to: the snapshot's, or the drawn one until a snapshot arrives.

    Attributes:
        drawn_order: order that a gesture has drawn and no snapshot confirms yet.
    """

    def __init__(self) -> None:
        self.snapshot: ChainSnapshot | None = None
        self.drawn_order: tuple[str, ...] | None = None

    def list_order(self) -> Sequence[str]:
        """Return the layers in the order that is shown."""
        if self.drawn_order is not None:
            return self.drawn_order
        return self.snapshot.list_movable_names() if self.snapshot else ()

    def list_order_with(self, layer: str, position: int) -> Sequence[str]:
        """Return the shown order with a layer moved to a position."""
        if (
            self.drawn_order is not None
        ):  # steps that follow each other faster than the engine answers
            return workspace_edits.move_in_order(self.drawn_order, layer, position)
        if self.snapshot is None:
            return (layer,)
        from vkconfig_py.model.chain.snapshot import get_order_after_move

        return get_order_after_move(self.snapshot, layer, position)

    def list_manifests(self) -> Mapping[str, str]:
        """Return the paths of layers' manifests by name, as far as known."""
        rows = self.snapshot.rows if self.snapshot else ()
        return {row.name: row.manifest for row in rows if row.key.startswith("layer:")}


class Edits(QObject):
    """The current workspace with undo and redo; each edit is one undo step.

    Steps of settings with the same `merge_key` become one: those of one field during typing.

    Signals:
        workspace_changed: configurations or selection changed.
        edited: follows workspace_changed; triggers saving and a new snapshot.
        drawn: a layer was moved; the drawn chain (a sequence of names).
        fix_step_reached: undo or redo reached a step that changed files: the key of its fix, and
            the name of the step if it is applied again.

    Attributes:
        shipped: built-in configurations of this version of the program.
        began: the workspace at the start of the session.
    """

    workspace_changed = Signal()
    edited = Signal()
    drawn = Signal(object)
    fix_step_reached = Signal(str, str)

    def __init__(
        self,
        chain: ShownChain,
        get_findings: Callable[[], ProbeFindings],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.chain = chain
        self._get_findings = get_findings
        self._devices: DeviceChoiceEditor | None = None  # made with the first use
        self.shipped: tuple[Configuration, ...] = ()
        start = Configuration(key="default", name=FIRST_CONFIGURATION_NAME)
        self.open(Workspace((start,), start.key))

    def open(self, workspace: Workspace, built_ins: tuple[Configuration, ...] = ()) -> None:
        """Set the initial workspace. It cannot be undone."""
        self.history = UndoHistory(workspace)
        self.shipped = built_ins
        self.began = workspace

    def replace_history(self, history: UndoHistory, workspace_before: Workspace) -> None:
        """Replace the history by one with changes of other processes.

        `workspace_before`: the workspace as it was when the session began, with the same changes.
        """
        self.history = history
        self.began = workspace_before
        self.workspace_changed.emit()

    @property
    def workspace(self) -> Workspace:
        return self.history.present

    @property
    def devices(self) -> DeviceChoiceEditor:
        """What edits the choice of devices."""
        if self._devices is None:
            from vkconfig_py.model.chain.chosen_devices import DeviceChoiceEditor

            self._devices = DeviceChoiceEditor(self, self._get_findings)
        return self._devices

    def move_layer(self, layer: str, position: int) -> None:
        """Move a layer to a 0-based place of the chain, or out of it with a negative one."""
        chain = [name for name in self.chain.list_order() if name != layer]
        change = self.make_moved(layer, position)
        if change is not None:
            drawn_chain = chain if position < 0 else self.chain.list_order_with(layer, position)
            self.commit(change)
            self.drawn.emit(drawn_chain)

    def move_beside(self, layer: str, neighbor: str, *, is_below: bool) -> None:
        """Move a layer above or below another one of the chain."""
        chain = self.chain.list_order()
        if layer in chain and neighbor in chain:
            place = workspace_edits.find_place_beside(chain, layer, neighbor, is_below=is_below)
            self.move_layer(layer, place)

    def step_layer(self, layer: str, step: int) -> int | None:
        """Move a layer up (-1) or down (+1) in the chain.

        Returns its new place, None where it cannot move further.
        """
        place = workspace_edits.find_stepped_place(self.chain.list_order(), layer, step)
        if place is not None:
            self.move_layer(layer, place)
        return place

    def select_configuration(self, key: str) -> None:
        """Select another configuration."""
        # No step of its own: undoing an edit goes back to the configuration it was made in.
        keys = {configuration.key for configuration in self.workspace.configurations}
        if key in keys and key != self.workspace.selected_configuration.key:
            self.show(self.history._replace(present=self.workspace._replace(selected_key=key)))

    def is_edited(self, key: str) -> bool:
        """True if a built-in configuration differs from the supplied one."""
        configuration = self.workspace.find_configuration(key)
        return configuration is not None and is_edited(configuration, self.shipped)

    def is_outdated(self, key: str) -> bool:
        """True if a newer version of an edited built-in configuration is supplied."""
        configuration = self.workspace.find_configuration(key)
        return configuration is not None and is_outdated(configuration, self.shipped)

    def undo(self) -> None:
        """Undo the latest edit."""
        fix = self.history.undo_fix
        self.show(self.history.undo())
        self.fix_step_reached.emit(fix, "")

    def redo(self) -> None:
        """Redo the edit that was undone last."""
        fix, label = self.history.redo_fix, self.history.redo_label
        self.show(self.history.redo())
        self.fix_step_reached.emit(fix, label)

    @property
    def last_step(self) -> UndoStep | None:
        """The step that undo takes back, None for none."""
        return self.history.undo_steps[-1] if self.history.undo_steps else None

    def are_on(self, layers: Sequence[str]) -> bool:
        """Return whether the selected configuration turns layers on."""
        configuration = self.workspace.selected_configuration
        return all(configuration.get_control(layer) is LayerControl.ON for layer in layers)

    def can_undo(self) -> bool:
        return bool(self.history.undo_steps)

    def can_redo(self) -> bool:
        return bool(self.history.redo_steps)

    def undo_label(self) -> str:
        return render(self.history.undo_label)

    def redo_label(self) -> str:
        return render(self.history.redo_label)

    def make_moved(self, layer: str, position: int) -> WorkspaceChange | None:
        """Return the workspace with a layer moved to a 0-based place, None if nothing changes."""
        if position < 0:
            return self._store_manifest_paths(
                workspace_edits.set_control(self.workspace, layer, LayerControl.OFF)
            )
        drawn_chain = self.chain.list_order_with(layer, position)
        chain = self.chain.list_order()
        return self._store_manifest_paths(
            workspace_edits.move_layer(self.workspace, chain, drawn_chain, layer)
        )

    def _store_manifest_paths(self, change: WorkspaceChange | None) -> WorkspaceChange | None:
        """Return the change with the manifest paths of layers that it names."""
        if change is None:
            return None
        return remember_manifest_paths(
            self.workspace, change, self.chain.list_manifests(), self.shipped
        )

    def do(self, edit: Edit[P], /, *args: P.args, **kwargs: P.kwargs) -> bool:
        """Do an edit as one undo step. Return True if it changed anything."""
        return self.commit(edit(self.workspace, *args, **kwargs))

    def commit(self, change: WorkspaceChange | None, merge_key: str = "") -> bool:
        """Add the result of an edit as one undo step.

        Return True if it changed anything. `merge_key` joins it to the last step of the same key.
        """
        change = self._store_manifest_paths(change)
        return change is not None and self.show(
            self.history.push(change.workspace, change.label, merge_key)
        )

    def show(self, history: UndoHistory) -> bool:
        """Make another state of the history the present one.

        Return False if it is the present one.
        """
        if history is self.history:
            return False
        self.history = history
        self.workspace_changed.emit()
        self.edited.emit()
        return True
