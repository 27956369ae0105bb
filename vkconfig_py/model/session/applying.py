"""Applying: the half of the Session that knows what is applied to the system, and changes that."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.plan.plan import Mechanism, View
from vkconfig_py.model.session.backend import Backend
from vkconfig_py.model.session.background import Worker
from vkconfig_py.model.session.problem_list import ProblemList
from vkconfig_py.model.session.setting_editor import SettingEditor
from vkconfig_py.model.session.system_state import SystemState

if TYPE_CHECKING:
    from vkconfig_py.loader.base.host import Host
    from vkconfig_py.loader.base.verdicts import Problem, Remedy
    from vkconfig_py.loader.profiles.profile import LoaderProfile
    from vkconfig_py.model.apply.found_overrides import FoundOverride
    from vkconfig_py.model.apply.journal import JournalEntry
    from vkconfig_py.model.apply.notices import Banner
    from vkconfig_py.model.configuration.workspace import DocumentProblem
    from vkconfig_py.model.files.paths import StatePaths
    from vkconfig_py.model.plan.plan import Applied
    from vkconfig_py.model.plan.question import Question
    from vkconfig_py.model.problems.actionable import ActionableProblem
    from vkconfig_py.model.problems.fixes import AppliedFix, Fix


class Machine(NamedTuple):
    """What the session works on: this machine, or the demo machine in a temporary folder.

    Attributes:
        loaders: installed loaders, the one that programs use first; () if there is none.
        demo: shown in the window title; nothing is launched, checks with the real loader are off.
        recorded: file with what probes found on the machine that the sample was taken from.
    """

    host: Host
    loaders: tuple[LoaderProfile, ...]
    paths: StatePaths
    demo: bool = False
    recorded: str = ""

    @property
    def home(self) -> str:
        """The user's folder on that machine; file dialogs begin there."""
        return self.host.environment.get("HOME") or "/"


class Applying(SettingEditor):
    """What is in force, by us and by others, with the commands that change it.

    Signals:
        applied_changed: what is applied to the system, by us or by others, changed.
        journal_changed: the journal was read again.
        message: a sentence for the user (text, tone value: "neutral", "warn", "error").
        problems_changed: other problems were found, or our own notices changed.
        fixed: a fix was carried out or taken back; the sentence that tells it, and whether the
            latest step of undo takes it back.
    """

    applied_changed = Signal()
    journal_changed = Signal()
    message = Signal(str, str)
    problems_changed = Signal()
    fixed = Signal(str, bool)

    def __init__(self, machine: Machine, backend: Backend, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.machine = machine
        self.backend = backend
        self.withdraws_at_close = True  # the user's answer; the window sets it
        self._problems: tuple[DocumentProblem, ...] = ()  # of our own documents
        self._start_notices: tuple[Problem, ...] = ()
        self._errands = Worker("errands", self)  # reads; a folder may keep it from ending
        self._changes = Worker("changes", self)  # writes, so its end is always waited for
        self.system = SystemState(backend, machine, self._errands, self._changes, self)
        self.system.changed.connect(self._on_system_changed)
        self.system.overrides_changed.connect(self.applied_changed)
        self.system.journal_changed.connect(self.journal_changed)
        self.system.message.connect(self.message)
        self.found = ProblemList(backend, self._errands, self)
        self.found.changed.connect(self.problems_changed)
        self.system.overrides_changed.connect(self.problems_changed)
        self._fixing: set[Remedy] = set()  # what is being carried out
        self._deeds: dict[str, str] = {}  # steps of undo -> what the journal knows them by now

    def question(self, view: View | None = None) -> Question:
        """Return the question that the present state asks."""
        raise NotImplementedError  # the Session does

    def refresh(self) -> None:
        """Look at the machine again, off the GUI thread."""
        raise NotImplementedError  # the Session does

    @property
    def applied(self) -> tuple[Applied, ...]:
        """What this program has applied to the system."""
        return self.system.in_force.applied

    @property
    def overrides(self) -> tuple[FoundOverride, ...]:
        """Every override found on the machine."""
        return self.system.overrides

    @property
    def journal(self) -> tuple[JournalEntry, ...]:
        """The journal, newest first."""
        return self.system.journal

    @property
    def notices(self) -> tuple[Problem, ...]:
        """What the start found about our own files, and what others applied."""
        from vkconfig_py.model.apply.notices import machine_notices

        return (*self._start_notices, *machine_notices(self.overrides, self.system.running))

    @property
    def problems(self) -> tuple[ActionableProblem, ...]:
        """Everything wrong on the machine, and what the start found, with what can be done."""
        from vkconfig_py.model.apply.notices import FOREIGN
        from vkconfig_py.model.problems.actionable import with_actions

        told_files = {told.problem.file for told in self.found.told if told.problem.file}
        notices = [x for x in self.notices if not (x.code == FOREIGN and x.file in told_files)]
        return (*with_actions(notices, self.machine.host.root), *self.found.told)

    def plan_fix(self, remedy: Remedy, deliver: Callable[[Fix], None]) -> None:
        """Find out off the GUI thread what a remedy would write and set."""
        machine = self.machine
        job = partial(self.backend.plan_fix, remedy, machine.paths, machine.host.root)
        self._errands.submit(job, deliver)

    def prepare_command(self, remedy: Remedy, deliver: Callable[[str], None]) -> None:
        """Find the command that carries a remedy out with more rights, ready to be run."""
        machine = self.machine
        job = partial(self.backend.prepare_command, remedy, machine.paths, machine.host.root)

        def done(result: tuple[str, str]) -> None:
            command, error = result
            if error:
                self.message.emit(error, "error")
            else:
                deliver(command)

        self._changes.submit(job, done)

    def fix(self, remedy: Remedy, label: str) -> None:
        """Carry a remedy out as one step of undo: files on the disk, variables here."""
        from vkconfig_py.model.problems.fixes import variables_of, with_variables

        variables = variables_of(remedy)
        if variables:
            self.edit(with_variables(self.workspace.current, variables), label)
            names = ", ".join(variable.name for variable in variables)
            self.fixed.emit(f"{names}: changed in “{self.workspace.current.name}”.", True)
            return
        if remedy in self._fixing:
            return  # pressed twice
        self._fixing.add(remedy)
        machine = self.machine
        job = partial(self.backend.carry_out, remedy, machine.paths, machine.host.root)
        self.system.do(job, partial(self._on_fixed, remedy, label))

    def _on_fixed(self, remedy: Remedy, label: str, deed: AppliedFix) -> None:
        self._fixing.discard(remedy)
        if deed.key:
            self._deeds[deed.key] = deed.key
            self._show(self._history.push_deed(label, deed.key))
            self.fixed.emit(deed.sentence, True)

    def _swing(self, deed: str, again: str = "") -> None:
        if deed:
            key = self._deeds[deed]
            job = partial(self.backend.take_back, key, self.machine.paths)
            self.system.do(job, partial(self._on_swung, deed, again))

    def _on_swung(self, step: str, again: str, deed: AppliedFix) -> None:
        if deed.key:
            self._deeds[step] = deed.key
            self.fixed.emit(f"Redone: {again}." if again else deed.sentence, False)
        elif deed.sentence:
            self._show(self._history.without_deed(step))

    def _forget_deed(self, key: str) -> None:
        for step, now in self._deeds.items():
            if key and now == key:
                self._show(self._history.without_deed(step))

    def _find_notices(self) -> tuple[Problem, ...]:
        """Look what the user should know before editing."""
        from vkconfig_py.model.apply.notices import find_notices

        return find_notices(self.machine.paths, self._problems)

    def _look_for_notices(self) -> None:
        self._errands.submit(self._find_notices, self._show_notices)

    def _show_notices(self, notices: tuple[Problem, ...]) -> None:
        self._start_notices = notices
        self.problems_changed.emit()

    def banner(self) -> Banner | None:
        """Return the bar to show above the chain."""
        from vkconfig_py.model.apply.notices import banner

        return banner(
            self.applied,
            self.overrides,
            self.workspace,
            self.backend.clock(),
            left_behind=self.system.in_force.left_behind,
            withdraws_at_close=self.withdraws_at_close and not self.system.in_force.stays,
        )

    def apply(self, programs: tuple[str, ...], mechanism: Mechanism | None = None) -> None:
        """Apply the current configuration to these programs, or to every program with ().

        Without a mechanism it goes by the one by which it is applied now, if it is.
        """
        key = self.workspace.current.key
        now = next((a.mechanism for a in self.applied if a.configuration.key == key), None)
        view = View(mechanism or now or Mechanism.AUTOMATIC, programs)
        self.system.apply(self.question(view), programs)

    def withdraw(self, key: str = "") -> None:
        """Withdraw one configuration, or everything this program applied."""
        self.system.withdraw(self.question(), key)

    def finish_changes(self) -> None:
        """Wait for what is being applied or withdrawn, and know what came of it."""
        self.system.finish()

    def withdraw_now(self, keys: tuple[str, ...] = ()) -> str:
        """Withdraw some configurations, or everything, and wait: the program is about to end.

        Return "" or what the user should know.
        """
        self._changes.drain()
        told = self.system.withdraw_now(self.question(), keys)
        if told:  # the window stays open to say it
            self.system.read_journal()
            self._on_system_changed()
        return told

    def keep_applied(self) -> str:
        """Let what is applied outlive this process; return "" or why that cannot be noted."""
        self._changes.drain()
        return self.system.keep()

    def remove_foreign(self, path: str) -> None:
        """Take an override away; it is kept in the journal."""
        self.system.remove_foreign(path)

    def restore_foreign(self, path: str) -> None:
        """Put a file back that was removed."""
        self.system.restore_foreign(path)

    def restore(self, entry: JournalEntry) -> None:
        """Put back what stood before an entry of the journal, with all that its action wrote."""
        self._forget_deed(entry.deed)
        self.system.restore(entry)

    def _on_system_changed(self) -> None:
        self.applied_changed.emit()
        self.refresh()
