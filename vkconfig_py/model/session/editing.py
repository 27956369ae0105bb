"""Editor: the half of the Session that holds the workspace; every edit is one step of undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Signal

from vkconfig_py.model.catalog.source_edits import Edited, add_sources, remove_source
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.configuration.configuration import (
    Configuration,
    DriverControl,
    LayerControl,
    Target,
    Variable,
)
from vkconfig_py.model.configuration.workspace import Source, Workspace
from vkconfig_py.model.configuration.workspace_edits import Changed, remember_manifest_paths
from vkconfig_py.model.session.history import History


class Editor(QObject):
    """Current workspace, with the way back and forth.

    Signals:
        workspace_changed: configurations or selection changed.

    Attributes:
        shipped: built-in configurations as this version of the program has them.
    """

    workspace_changed = Signal()
    shipped: tuple[Configuration, ...] = ()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        start = Configuration(key="default", name="Default")
        self._history = History(Workspace((start,), start.key))
        self.began = self.workspace  # as it was when the session began

    @property
    def workspace(self) -> Workspace:
        """The current snapshot."""
        return self._history.present

    # what the other half knows

    def _shown_chain(self) -> Sequence[str]:
        """Return the chain that gestures refer to."""
        raise NotImplementedError  # the Session does

    def _draw(self, layer: str, place: int) -> Sequence[str]:
        """Return the chain as drawn when a layer is put at a place of it."""
        raise NotImplementedError  # the Session does

    def _known_manifests(self) -> Mapping[str, str]:
        """Return the manifests of layers by name, as far as they are known."""
        raise NotImplementedError  # the Session does

    def _note_drawn(self, chain: Sequence[str]) -> None:
        """Remember what was drawn until a picture answers it."""
        raise NotImplementedError  # the Session does

    def _after_edit(self) -> None:
        """Save, and ask for a new picture."""
        raise NotImplementedError  # the Session does

    def _swing(self, deed: str, again: str = "") -> None:
        """Take back, or make again, what a step did outside of the workspace; "" is nothing.

        `again` is the name of a step that is made again.
        """
        raise NotImplementedError  # Applying does

    # edits; each is one undo step

    def set_wish(self, layer: str, wish: LayerControl) -> None:
        """Set a layer to Auto, On or Off."""
        self._commit(workspace_edits.set_wish(self.workspace, layer, wish))

    def set_driver_wish(self, driver: str, wish: DriverControl) -> None:
        """Choose only this driver, leave it out, or leave it to the loader."""
        self._commit(workspace_edits.set_driver_wish(self.workspace, driver, wish))

    def turn_off(self, key: str) -> None:
        """Leave out the layer or driver of a row, in sight or not."""
        kind, _colon, subject = key.partition(":")
        if kind == "driver":
            self.set_driver_wish(subject[subject.rfind("/") + 1 :], DriverControl.OFF)
        else:
            self.set_wish(subject, LayerControl.OFF)

    def move_layer(self, layer: str, place: int) -> None:
        """Put a layer at a 0-based place of the chain; below zero is out of the chain."""
        chain = [name for name in self._shown_chain() if name != layer]
        moved = self._moved(layer, place)
        if moved is not None:
            drawn = chain if place < 0 else self._draw(layer, place)
            self._commit(moved)
            self._note_drawn(drawn)

    def step_layer(self, layer: str, step: int) -> None:
        """Move a layer up (-1) or down (+1); crossing the group head turns it off or on."""
        found = workspace_edits.find_step(self._shown_chain(), layer, step)
        if found is not None:
            self.move_layer(layer, workspace_edits.OUTSIDE if found.place is None else found.place)

    def forget_layer(self, layer: str) -> None:
        """Remove all that the configuration says about a layer."""
        self._commit(workspace_edits.forget_layer(self.workspace, layer))

    def forget_order(self) -> None:
        """Forget every place; wishes stay."""
        self._commit(workspace_edits.forget_order(self.workspace))

    def add_source(self, path: str) -> None:
        """Search a folder or manifest of the user's own for explicit layers."""
        self.change_collection(add_sources(self.workspace.collection, (Source(path),)))

    def remove_source(self, path: str) -> None:
        """Search a folder or manifest no longer."""
        self.change_collection(remove_source(self.workspace.collection, path))

    def change_collection(self, edited: Edited | None) -> None:
        """Search other places of the user's own, in every configuration."""
        if edited is not None:
            changed = self.workspace._replace(collection=edited.sources)
            self._commit(Changed(changed, edited.label))

    def set_target(self, target: Target) -> None:
        """Choose the program that Launch starts, and how."""
        self.edit(self.workspace.current._replace(target=target), "Change the program")

    def set_environment(self, variables: tuple[Variable, ...]) -> None:
        """Set and unset variables of the program."""
        self.edit(self.workspace.current._replace(environment=variables), "Change variables")

    def edit(self, changed: Configuration, label: str) -> None:
        """Replace the configuration of the same key as one undo step."""
        self._commit(workspace_edits.edit(self.workspace, changed, label))

    def new_configuration(self, name: str) -> None:
        """Add an empty configuration and select it."""
        self._commit(workspace_edits.new_configuration(self.workspace, name))

    def duplicate_configuration(self, key: str) -> None:
        """Add a copy of a configuration and select it."""
        self._commit(workspace_edits.duplicate_configuration(self.workspace, key))

    def rename_configuration(self, key: str, name: str) -> None:
        """Give a configuration another name."""
        self._commit(workspace_edits.rename_configuration(self.workspace, key, name))

    def select_configuration(self, key: str) -> None:
        """Look at another configuration."""
        # No step of its own: undoing an edit goes back to the configuration it was made in.
        known = {configuration.key for configuration in self.workspace.configurations}
        if key in known and key != self.workspace.current.key:
            self._show(self._history.with_present(self.workspace.with_selected(key)))

    def undo(self) -> None:
        """Take the latest edit back."""
        deed = self._history.undo_deed
        self._show(self._history.undo())
        self._swing(deed)

    def redo(self) -> None:
        """Make the edit again that was undone last."""
        deed, label = self._history.redo_deed, self._history.redo_label
        self._show(self._history.redo())
        self._swing(deed, again=label)

    def can_undo(self) -> bool:
        """Tell whether there is an edit to take back."""
        return bool(self._history.past)

    def can_redo(self) -> bool:
        """Tell whether there is an edit to make again."""
        return bool(self._history.future)

    def undo_label(self) -> str:
        """Return what undo would take back, or ""."""
        return self._history.undo_label

    def redo_label(self) -> str:
        """Return what redo would make again, or ""."""
        return self._history.redo_label

    def _moved(self, layer: str, place: int) -> Changed | None:
        if place < 0:
            return self._noted(workspace_edits.set_wish(self.workspace, layer, LayerControl.OFF))
        drawn = self._draw(layer, place)
        chain = self._shown_chain()
        return self._noted(workspace_edits.move_layer(self.workspace, chain, drawn, layer))

    def _noted(self, changed: Changed | None) -> Changed | None:
        if changed is None:
            return None
        return remember_manifest_paths(
            self.workspace, changed, self._known_manifests(), self.shipped
        )

    def _commit(self, changed: Changed | None, merge: str = "") -> None:
        changed = self._noted(changed)
        if changed is not None:
            self._show(self._history.push(changed.workspace, changed.label, merge))

    def _show(self, history: History) -> None:
        if history is self._history:
            return
        self._history = history
        self.workspace_changed.emit()
        self._after_edit()
