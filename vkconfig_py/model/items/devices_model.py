"""DevicesModel: the devices of a configuration; checking and dragging become commands.

As in ChainModel, the model never moves rows itself: a gesture asks for an edit, and `show` displays
the result.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, Protocol

from PySide6.QtCore import QObject, Qt

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.chain.chosen_devices import DeviceState, ListedDevice
from vkconfig_py.model.chain.device_page import NO_NOTE, DeviceNote
from vkconfig_py.model.items.keyed_list import LinesModel, ModelIndex
from vkconfig_py.model.text.lines import LineAction, ListLine, join_parts
from vkconfig_py.model.text.wording import render_choice


class DeviceAction(Enum):
    """What a button of a device does."""

    RENEW = "renew"
    REMOVE = "remove"


_RENEW_ACTION = LineAction(DeviceAction.RENEW, tr("Update"))
_REMOVE_ACTION = LineAction(DeviceAction.REMOVE, tr("Remove"))


class DeviceCommands(Protocol):
    """Commands that gestures call; implemented by DeviceChoiceEditor of the Session."""

    def set_use(self, key: str, *, is_on: bool) -> None:
        """Expose a device to programs, or hide it."""

    def move_to(self, key: str, position: int) -> None:
        """Put a device at a 0-based position among the chosen ones."""


class ShownDevice(NamedTuple):
    """A device as its row shows it.

    Attributes:
        position: 1-based among those that programs get; 0 if it is hidden, or in the loader's
            order.
    """

    line: ListedDevice
    position: int = 0
    note: DeviceNote = NO_NOTE

    @property
    def actions(self) -> tuple[LineAction, ...]:
        """The buttons of the row: remove a missing device, renew a changed one."""
        if self.line.state is DeviceState.ABSENT:
            return (_REMOVE_ACTION,)
        return (_RENEW_ACTION,) if self.line.state is DeviceState.CHANGED else ()


class DevicesModel(LinesModel[ShownDevice]):
    """The chosen devices in their order, then the others."""

    def __init__(self, commands: DeviceCommands, parent: QObject | None = None) -> None:
        super().__init__(lambda shown: shown.line.key, _present_device, parent)
        self._commands = commands

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.CheckStateRole and (shown_device := self.get_value(index)):
            return Qt.CheckState.Checked if shown_device.line.is_chosen else Qt.CheckState.Unchecked
        return super().data(index, role)

    # gestures

    def flags(self, index: ModelIndex) -> Qt.ItemFlag:
        """Let devices be dropped between rows, never on one."""
        shown_device = self.get_value(index)
        if shown_device is None:
            return Qt.ItemFlag.ItemIsDropEnabled
        flags = super().flags(index) | Qt.ItemFlag.ItemNeverHasChildren
        if not shown_device.line.can_be_chosen:
            return flags
        return flags | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsDragEnabled

    def setData(self, index: ModelIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        shown_device = self.get_value(index)
        if (
            shown_device is None
            or role != Qt.ItemDataRole.CheckStateRole
            or not shown_device.line.can_be_chosen
        ):
            return False
        self._commands.set_use(
            shown_device.line.key, is_on=Qt.CheckState(value) is Qt.CheckState.Checked
        )
        return True

    def toggle(self, index: ModelIndex) -> bool:
        """Choose a device, or hide it. Return False if that is not possible."""
        is_checked = self.data(index, Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked
        new_state = Qt.CheckState.Unchecked if is_checked else Qt.CheckState.Checked
        return self.setData(index, new_state, Qt.ItemDataRole.CheckStateRole)

    def moveRows(
        self,
        source_parent: ModelIndex,
        source_row: int,
        count: int,
        destination_parent: ModelIndex,
        destination: int,
    ) -> bool:
        """Turn Qt's move (drag within a view) into a command.

        A row that is dropped below the chosen ones becomes the last of these.
        """
        key = self.get_moved_key(source_parent, source_row, count, destination_parent)
        if key is None:
            return False
        # Qt counts the place with the moved row still there.
        values_above = self._values[:destination]
        position = sum(
            shown_device.line.is_chosen and shown_device.line.key != key
            for shown_device in values_above
        )
        self._commands.move_to(key, position)
        return True

    def supportedDropActions(self) -> Qt.DropAction:
        """Allow moving only, as a device occurs once in the list."""
        return Qt.DropAction.MoveAction


def _present_device(shown_device: ShownDevice) -> ListLine:
    """Show name, position and facts, or a note."""
    line, note = shown_device.line, shown_device.note
    state = tr("chosen") if line.is_chosen else tr("left out")
    position = render_choice(shown_device.position) if shown_device.position else ""
    return ListLine(
        line.name,
        note.text or join_parts(position, line.facts, separator=" · "),
        tone="warn" if note.status else "neutral",
        actions=shown_device.actions,
        status_word=note.status,
        tooltip=join_parts(line.name, line.facts, note.accessible_text, separator="\n"),
        accessible_text=join_parts(line.name, state, position, line.facts, note.accessible_text),
    )
