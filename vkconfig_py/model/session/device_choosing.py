"""DeviceChoosing: commands of the Session about physical devices; each is one step of undo."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vkconfig_py.model.chain import chosen_devices
from vkconfig_py.model.chain.chosen_devices import DeviceLine, tell_lines

if TYPE_CHECKING:
    from vkconfig_py.model.chain.probe_results import ProbeFindings
    from vkconfig_py.model.configuration.configuration import DeviceChoice
    from vkconfig_py.model.session.editing import Editor

ALL_DEVICES = "Use every device"


class DeviceChoosing:
    """Which devices the current configuration chooses.

    Devices go by the keys of their lines; what has nothing to change changes nothing.
    """

    def __init__(self, editor: Editor, probed: Callable[[], ProbeFindings]) -> None:
        self._editor = editor
        self._probed = probed

    @property
    def _choice(self) -> DeviceChoice:
        return self._editor.workspace.current.devices

    def lines(self) -> tuple[DeviceLine, ...]:
        """Return every device that is known, the chosen ones first."""
        seen = [device for group in self._probed().devices.values() for device in group]
        return tell_lines(self._choice, seen)

    def use(self, key: str, *, on: bool) -> None:
        """Let programs have a device, or leave it out."""
        label = "Use {}" if on else "Leave out {}"
        self._edit(chosen_devices.with_use(self._choice, self.lines(), key, on=on), label, key)

    def use_only(self, key: str) -> None:
        """Let programs have this device alone."""
        self._edit(chosen_devices.with_only(self._choice, self.lines(), key), "Use only {}", key)

    def place(self, key: str, place: int) -> None:
        """Put a device at a 0-based place of the chosen ones."""
        self._edit(
            chosen_devices.with_place(self._choice, self.lines(), key, place), "Move {}", key
        )

    def step(self, key: str, step: int) -> None:
        """Move a device up (-1) or down (+1) among the chosen ones."""
        self._edit(chosen_devices.with_step(self._choice, self.lines(), key, step), "Move {}", key)

    def renew(self, key: str) -> None:
        """Name a device as the machine has it today."""
        self._edit(chosen_devices.with_renewed(self._choice, self.lines(), key), "Renew {}", key)

    def leave(self) -> None:
        """Let programs have every device, in the order of the loader."""
        self._edit(chosen_devices.without_choice(self._choice), ALL_DEVICES, "")

    def _edit(self, changed: DeviceChoice | None, label: str, key: str) -> None:
        if changed is None:
            return
        name = next((line.name for line in self.lines() if line.key == key), "")
        current = self._editor.workspace.current
        self._editor.edit(current._replace(devices=changed), label.format(name))
