"""Keeps the list of running programs fresh while somebody looks at it, off the GUI thread."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.host import Platform
from vkconfig_py.model.processes.running_now import (
    InstalledMachine,
    ProcessWatch,
    RunningProcess,
    RunningPrograms,
    stop_process,
)
from vkconfig_py.model.session.background import ABANDON_SECONDS, SharedServices, Worker
from vkconfig_py.model.session.snapshots import PredictionRequests

INTERVAL_MS = 2000  # from the end of a look to the next one, so a slow one delays the others
NO_PROGRAMS_IN_DEMO = tr("The sample machine cannot run programs.")
NO_PROC = tr("Showing what other programs have loaded requires Linux.")


class RunningProgramsWatcher(QObject):
    """Looks at the running programs every two seconds while it is on.

    Signals:
        changed: `now` is another.
        process_stopped: a process was asked to end (it, and why not or "").

    Attributes:
        now: what was found last; None before the first look.
        refusal: why there is nothing to look at, as a sentence; "" if there is.
    """

    changed = Signal()
    process_stopped = Signal(object, str)

    def __init__(
        self,
        shared_services: SharedServices,
        requests: PredictionRequests,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._requests = requests
        self._watch = ProcessWatch()
        self._worker = Worker("running programs", self)
        self._is_on = self._is_looking = False
        self.now: RunningPrograms | None = None
        self.refusal = ""
        if shared_services.machine.demo:
            self.refusal = NO_PROGRAMS_IN_DEMO
        elif shared_services.machine.host.platform is not Platform.LINUX:
            self.refusal = NO_PROC
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(INTERVAL_MS)
        # Within five per cent: the system wakes up for several timers at once.
        self._timer.setTimerType(Qt.TimerType.CoarseTimer)
        self._timer.timeout.connect(self.look)

    def turn_on(self) -> None:
        """Look now and then every two seconds."""
        self._is_on = True
        self.look()

    def turn_off(self) -> None:
        """Stop looking. The last result stays."""
        self._is_on = False
        self._timer.stop()

    def look(self) -> None:
        """Look at the running programs now, unless a look is under way."""
        if self.refusal or self._is_looking or not self._is_on:
            return
        self._timer.stop()
        self._is_looking = True
        machine = self._requests.machine
        installed_machine = InstalledMachine(machine.host, machine.loaders)
        self._worker.submit(partial(self._watch.look, installed_machine), self._on_programs_found)

    def look_anew(self) -> None:
        """Look with everything read and compared again."""
        # On the worker, which alone may touch the watch.
        self._worker.submit(self._watch.forget, lambda _nothing: self.look())

    def stop(self, process: RunningProcess) -> None:
        """Ask a process to end, on the worker."""
        self._worker.submit(partial(stop_process, process), partial(self._on_stopped, process))

    def close(self) -> None:
        self.turn_off()
        self._worker.close(ABANDON_SECONDS)

    def _on_programs_found(self, running_programs: RunningPrograms) -> None:
        """Keep what the look found, and look again after two seconds."""
        self._is_looking = False
        if self._is_on:
            self._timer.start()
        if running_programs != self.now:
            self.now = running_programs
            self.changed.emit()

    def _on_stopped(self, process: RunningProcess, error: str) -> None:
        """Report that a process was asked to end, and look."""
        self.process_stopped.emit(process, error)
        self.look()
