"""Store: the one holder of current state; signals; commands.

One direction: gesture -> item model or action -> command of the Store -> new snapshot -> signal ->
every view, the saver and the refresher. Nobody else keeps state that outlives a gesture.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from vkconfig_py.loader.host import Host
from vkconfig_py.loader.profile import LoaderProfile
from vkconfig_py.model.configuration import Configuration, DriverWish, Wish
from vkconfig_py.model.paths import StatePaths
from vkconfig_py.model.picture import Picture
from vkconfig_py.model.plan import Applied, View
from vkconfig_py.model.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What the store works on: this machine, or the demo machine in a temporary folder.

    Attributes:
        loaders: installed loaders, the one that programs use first; () if there is none.
        demo: shown in the window title; nothing is launched, checks with the real loader are off.
    """

    host: Host
    loaders: tuple[LoaderProfile, ...]
    paths: StatePaths
    demo: bool = False


class Store(QObject):
    """Current workspace, view, applied set and picture.

    Signals:
        workspace_changed: configurations or selection changed.
        picture_changed: a new picture arrived (also at the first one).
        applied_changed: what is applied to the system, by us or by others, changed.
        preview_changed: the picture of a drag in progress arrived, or ended (None).
        message: a sentence for the user (text, tone value: "neutral", "warn", "error").
        verified: the real loader answered (verify.Verification).
        busy_changed: True while a refresh takes longer than 150 ms.
    """

    workspace_changed = Signal()
    picture_changed = Signal()
    applied_changed = Signal()
    preview_changed = Signal()
    message = Signal(str, str)
    verified = Signal(object)
    busy_changed = Signal(bool)

    workspace: Workspace
    picture: Picture | None
    preview: Picture | None
    view: View
    applied: tuple[Applied, ...]
    machine: Machine

    # every edit below is one undo step; `label` texts like "Move MANGOHUD_overlay" are made here
    def set_wish(self, layer: str, wish: Wish) -> None: ...
    def set_driver_wish(self, driver: str, wish: DriverWish) -> None: ...
    def move_layer(self, layer: str, place: int) -> None:
        """Put a layer at a 0-based place of the chain shown; from outside it is turned on."""

    def step_layer(self, layer: str, step: int) -> None:
        """Move a layer up (-1) or down (+1); crossing the group head turns it off or on."""

    def forget_order(self) -> None: ...
    def add_source(self, path: str) -> None: ...
    def remove_source(self, path: str) -> None: ...
    def edit(self, changed: Configuration, label: str) -> None:
        """Replace the current configuration as one undo step (target, environment, ...)."""

    def new_configuration(self, name: str) -> None: ...
    def duplicate_configuration(self, key: str) -> None: ...
    def rename_configuration(self, key: str, name: str) -> None: ...
    def delete_configuration(self, key: str) -> None: ...
    def select_configuration(self, key: str) -> None: ...
    def undo(self) -> None: ...
    def redo(self) -> None: ...
    def undo_label(self) -> str: ...
    def redo_label(self) -> str: ...

    # not edits
    def set_view(self, view: View) -> None: ...
    def preview_move(self, layer: str, place: int) -> None:
        """Ask for the picture of a drag in progress; it arrives by preview_changed."""

    def end_preview(self) -> None: ...
    def refresh(self) -> None:
        """Look at the machine again, off the GUI thread."""

    def apply(self, programs: tuple[str, ...]) -> None:
        """Apply the current configuration to these programs, or to every program with ()."""

    def withdraw(self, key: str = "") -> None:
        """Withdraw one configuration, or everything this program applied."""

    def remove_foreign(self, path: str) -> None: ...
    def restore_foreign(self, path: str) -> None: ...
    def check(self) -> None:
        """Ask the real loader in a child and emit `verified`."""

    def flush(self) -> None:
        """Save now; called when the window closes."""

    def story(self, key: str, deliver: Callable[[tuple[object, ...]], None]) -> None:
        """Make the story (loader.verdicts.Step values) of a row off the GUI thread."""
