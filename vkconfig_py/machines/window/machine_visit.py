"""MachineVisit: another machine that the window shows in place of this one, or opens."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from vkconfig_py.loader.api.optional_parts import OpenMachineError
from vkconfig_py.loader.wire.results import Cancellation
from vkconfig_py.model.session.background import Worker

if TYPE_CHECKING:
    from vkconfig_py.loader.base.verdicts import Step
    from vkconfig_py.machines.window.other_machine import OtherMachine

OpenMachine = Callable[[str, Cancellation], "OtherMachine"]


class MachineVisit(QObject):
    """Opens machines off the GUI thread, one at a time.

    Signals:
        changed: a machine is being opened, is shown, or is left.
        failed: it cannot be shown (sentence).

    Attributes:
        opening: path or address of the one that is being opened; "" for none.
        machine: the one that is shown; None for this machine.
    """

    changed = Signal()
    failed = Signal(str)
    _opened = Signal(object, object)

    def __init__(self, opener: OpenMachine | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open = opener or _read_machine
        self._steps_worker = Worker("steps of a machine", self)
        self._cancellation: Cancellation | None = None
        self.opening = ""
        self.machine: OtherMachine | None = None
        self._opened.connect(self._on_opened, Qt.ConnectionType.QueuedConnection)

    def open(self, origin: str) -> None:
        """Open a machine by its path or address. One that is being opened is cancelled."""
        self._cancel_reading()
        self.opening = origin
        self._cancellation = cancellation = Cancellation()
        # A daemon, and one for each machine: a dead network folder may block it for minutes.
        threading.Thread(
            target=self._read_in_background,
            args=(origin, cancellation),
            name="opening a machine",
            daemon=True,
        ).start()
        self.changed.emit()

    def cancel(self) -> None:
        """Cancel the opening of a machine."""
        if self.opening:
            self._cancel_reading()
            self.changed.emit()

    def close_machine(self) -> None:
        """Return to this machine."""
        self._cancel_reading()
        if self.machine is not None:
            self.machine = None
            self.changed.emit()

    def find_steps(self, key: str, deliver: Callable[[tuple[Step, ...]], None]) -> None:
        """Find off the GUI thread why a row of the shown machine has its state."""
        if self.machine is not None:
            machine = self.machine
            self._steps_worker.submit(
                partial(machine.find_steps, key),
                lambda steps: deliver(steps) if machine is self.machine else None,
            )

    def close(self) -> None:
        """End the threads. One that a folder blocks is abandoned."""
        self._cancel_reading()
        self._steps_worker.close(0.5)

    def _cancel_reading(self) -> None:
        """Cancel the opening of a machine."""
        self.opening = ""
        if self._cancellation is not None:
            self._cancellation.cancel()
            self._cancellation = None  # its thread closes it

    def _read_in_background(self, origin: str, cancellation: Cancellation) -> None:
        """Open a machine on a thread, and emit the machine or the error."""
        opened_machine: OtherMachine | str
        try:
            opened_machine = self._open(origin, cancellation)
        except OpenMachineError as error:
            opened_machine = str(error)
        self._opened.emit(opened_machine, cancellation)

    def _on_opened(self, opened_machine: OtherMachine | str, cancellation: Cancellation) -> None:
        """Show the opened machine or the error, unless the opening was cancelled."""
        is_current = cancellation is self._cancellation
        if is_current:
            self._cancellation = None
            self.opening = ""
        cancellation.close()
        if not is_current:
            return
        if isinstance(opened_machine, str):
            self.failed.emit(opened_machine)
        else:
            self.machine = opened_machine
        self.changed.emit()


def _read_machine(origin: str, cancellation: Cancellation) -> OtherMachine:
    """Open the machine at a path or an address."""
    from vkconfig_py.machines.window.other_machine import read_machine

    return read_machine(origin, cancellation=cancellation)
