"""Commands about physical devices; each is one step of undo."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from vkconfig_py.model.chain import chosen_devices
from vkconfig_py.model.chain.chosen_devices import DeviceLine, tell_lines

if TYPE_CHECKING:
    from vkconfig_py.model.chain.probe_results import ProbeFindings
    from vkconfig_py.model.configuration.configuration import Configuration, DeviceChoice
    from vkconfig_py.model.configuration.workspace import Workspace

ALL_DEVICES = "Use every device"


class ConfigurationEdits(Protocol):
    """What is needed of Edits."""

    @property
    def workspace(self) -> Workspace:
        """The current snapshot."""

    def edit(self, changed: Configuration, label: str) -> None:
        """Replace the configuration of the same key as one undo step."""


class DeviceChoosing:
    """Which devices the current configuration chooses.

    Devices go by the keys of their lines; what has nothing to change changes nothing.
    """

    def __init__(self, edits: ConfigurationEdits, probed: Callable[[], ProbeFindings]) -> None:
        self._edits = edits
        self._probed = probed

    @property
    def _choice(self) -> DeviceChoice:
        return self._edits.workspace.current.devices

    def lines(self) -> tuple[DeviceLine, ...]:
        """Every device that is known, the chosen ones first."""
        seen = [device for group in self._probed().devices.values() for device in group]
        return tell_lines(self._choice, seen)

    def use(self, key: str, *, on: bool) -> None:
        """Let programs have a device, or leave it out."""
        label = "Use {}" if on else "Leave out {}"
        self._edit(chosen_devices.with_use(self._choice, self.lines(), key, on=on), label, key)

    def use_only(self, key: str) -> None:
        self._edit(chosen_devices.with_only(self._choice, self.lines(), key), "Use only {}", key)

    def place(self, key: str, place: int) -> None:
        """Put a device at a 0-based place of the chosen ones."""
        self._edit(
            chosen_devices.with_place(self._choice, self.lines(), key, place), "Move {}", key
        )

    def step(self, key: str, step: int) -> None:
        self._edit(chosen_devices.with_step(self._choice, self.lines(), key, step), "Move {}", key)

    def renew(self, key: str) -> None:
        """Name a device as the machine has it today."""
        self._edit(chosen_devices.with_renewed(self._choice, self.lines(), key), "Renew {}", key)

    def leave(self) -> None:
        self._edit(chosen_devices.without_choice(self._choice), ALL_DEVICES, "")

    def _edit(self, changed: DeviceChoice | None, label: str, key: str) -> None:
        if changed is None:
            return
        name = next((line.name for line in self.lines() if line.key == key), "")
        current = self._edits.workspace.current
        self._edits.edit(current._replace(devices=changed), label.format(name))
