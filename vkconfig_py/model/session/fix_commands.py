"""Fixes: remedies of problems carried out and taken back, each one step of undo."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from vkconfig_py.loader.base.verdicts import Remedy
    from vkconfig_py.model.apply.journal import JournalEntry
    from vkconfig_py.model.problems.fixes import AppliedFix, Fix
    from vkconfig_py.model.session.background import Shared
    from vkconfig_py.model.session.edits import Edits
    from vkconfig_py.model.session.system_state import SystemState


class Fixes(QObject):
    """What remedies write: files on the disk, variables in the current configuration.

    Signals:
        fixed: a fix was carried out or taken back; the sentence that tells it, and whether the
            latest step of undo takes it back.
        message: a sentence for the user (text, tone).
    """

    fixed = Signal(str, bool)
    message = Signal(str, str)

    def __init__(
        self,
        shared: Shared,
        edits: Edits,
        system: SystemState,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._backend, machine, _cache, self._reads, self._changes = shared
        self._paths = machine.paths
        self._root = machine.host.root
        self._edits = edits
        self._system = system
        self._fixing: set[Remedy] = set()  # what is being carried out
        self._applied: dict[str, str] = {}  # steps of undo -> what the journal knows them by now

    def plan(self, remedy: Remedy, deliver: Callable[[Fix], None]) -> None:
        """Find out off the GUI thread what a remedy would write and set."""
        job = partial(self._backend.plan_fix, remedy, self._paths, self._root)
        self._reads.submit(job, deliver)

    def prepare_command(self, remedy: Remedy, deliver: Callable[[str], None]) -> None:
        """Find the command that carries a remedy out with more rights, ready to be run."""
        job = partial(self._backend.prepare_command, remedy, self._paths, self._root)

        def done(result: tuple[str, str]) -> None:
            command, error = result
            if error:
                self.message.emit(error, "error")
            else:
                deliver(command)

        self._changes.submit(job, done)

    def apply(self, remedy: Remedy, label: str) -> None:
        """Carry a remedy out as one step of undo: files on the disk, variables here."""
        from vkconfig_py.model.problems.fixes import variables_of, with_variables

        variables, edits = variables_of(remedy), self._edits
        if variables:
            edits.edit(with_variables(edits.workspace.current, variables), label)
            names = ", ".join(variable.name for variable in variables)
            self.fixed.emit(f"{names}: changed in “{edits.workspace.current.name}”.", True)
            return
        if remedy in self._fixing:
            return  # pressed twice
        self._fixing.add(remedy)
        job = partial(self._backend.apply_fix, remedy, self._paths, self._root)
        self._system.do(job, partial(self._on_fixed, remedy, label))

    def _on_fixed(self, remedy: Remedy, label: str, fix: AppliedFix) -> None:
        self._fixing.discard(remedy)
        if fix.key:
            self._applied[fix.key] = fix.key
            self._edits.show(self._edits.history.push_fix(label, fix.key))
            self.fixed.emit(fix.sentence, True)

    def toggle(self, step: str, again: str) -> None:
        """Take back, or make again, what a step of undo wrote; `again` is its name, or ""."""
        if step:
            key = self._applied[step]
            job = partial(self._backend.revert_fix, key, self._paths)
            self._system.do(job, partial(self._on_toggled, step, again))

    def _on_toggled(self, step: str, again: str, fix: AppliedFix) -> None:
        if fix.key:
            self._applied[step] = fix.key
            self.fixed.emit(f"Redone: {again}." if again else fix.sentence, False)
        elif fix.sentence:
            self._edits.show(self._edits.history.without_fix(step))

    def _forget_fix(self, key: str) -> None:
        for step, now in self._applied.items():
            if key and now == key:
                self._edits.show(self._edits.history.without_fix(step))

    def restore(self, entry: JournalEntry) -> None:
        """Put back what stood before an entry of the journal, with all that its action wrote."""
        self._forget_fix(entry.fix)
        self._system.restore(entry)
