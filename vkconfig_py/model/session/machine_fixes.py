"""Applies remedies: files on the disk, and variables in the current configuration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.verdicts import Remedy, RemoveFile
from vkconfig_py.model.apply.journal import (
    REMOVED_ENTRIES_VERB,
    JournalEntry,
    render_moved_aside,
)
from vkconfig_py.model.configuration import workspace_edits
from vkconfig_py.model.problems.fixes import (
    AppliedFix,
    Fix,
    apply_fix,
    list_variables,
    plan_fix,
    revert_fix,
    set_variables,
    write_prepared_files,
)
from vkconfig_py.model.problems.registration import RegistrationPlan, plan_registration
from vkconfig_py.model.text.wording import abbreviate_home

if TYPE_CHECKING:
    from vkconfig_py.model.plan.plan import PredictionRequest
    from vkconfig_py.model.session.background import SharedServices
    from vkconfig_py.model.session.edits import Edits
    from vkconfig_py.model.session.system_state import SystemState
    from vkconfig_py.model.timeline.entries import RestorePoint


class Fixes(QObject):
    """Applies remedies: files on the disk, variables in the current configuration.

    Signals:
        fix_applied: a fix was applied or reverted; the sentence that reports it, and whether the
            latest undo step reverts it.
        message: a sentence for the user (text, tone).
    """

    fix_applied = Signal(str, bool)
    message = Signal(str, str)

    def __init__(
        self,
        shared_services: SharedServices,
        edits: Edits,
        system: SystemState,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        machine, self._cache, self._reads, self._changes = shared_services
        self._paths = machine.paths
        self._root = machine.host.root
        self._home = machine.host.environment.get("HOME", "")
        self._edits = edits
        self._system = system
        self._remedies_in_progress: set[Remedy] = set()  # what is being carried out
        self._journal_keys: dict[
            str, str
        ] = {}  # steps of undo -> what the journal knows them by now

    def plan(self, remedy: Remedy, deliver: Callable[[Fix], None]) -> None:
        """Find on a worker what a remedy would write and set."""
        job = partial(plan_fix, remedy, self._paths, self._root)
        self._reads.submit(job, deliver)

    def prepare_command(self, remedy: Remedy, deliver: Callable[[str], None]) -> None:
        """Find on a worker the command with which an elevated user can apply a remedy."""

        def job() -> tuple[str, str]:
            """Return the command and an error, after writing the files that the command copies."""
            fix = plan_fix(remedy, self._paths, self._root)
            return fix.command, write_prepared_files(
                fix, self._paths
            ) if fix.command else fix.refusal

        def done(result: tuple[str, str]) -> None:
            """Deliver the command, or report the error."""
            command, error = result
            if error:
                self.message.emit(error, "error")
            else:
                deliver(command)

        self._changes.submit(job, done)

    def register(self, file: str, request: PredictionRequest, *, is_implicit: bool) -> None:
        """Register a manifest for every program of this user, once the engine has tried it."""

        def apply(registration: RegistrationPlan) -> None:
            """Write what was planned, or say why there is nothing."""
            if registration.refusal or registration.remedy is None:
                self.message.emit(registration.refusal, "warn")
                return
            label = tr("Register {name}", name=PurePath(file).name)
            self.apply(registration.remedy, label, registration.effects)

        job = partial(
            plan_registration,
            file,
            request.host,
            request.profile,
            self._cache(),
            is_implicit=is_implicit,
        )
        self._reads.submit(job, apply)

    def move_aside(self, file: str, label: str, copy_command: Callable[[str], None]) -> None:
        """Move a file aside, or deliver the command for a user who has the rights."""

        def apply(fix: Fix) -> None:
            """Move the file, or deliver the command."""
            if fix.command:
                self.prepare_command(RemoveFile(file), copy_command)
            else:
                self.apply(RemoveFile(file), label)

        self.plan(RemoveFile(file), apply)

    def apply(self, remedy: Remedy, label: str, effects: Sequence[str] = ()) -> None:
        """Apply a remedy as one undo step: files on the disk, variables in the configuration.

        `effects`: sentences on what follows, told with its result.
        """
        variables, edits = list_variables(remedy), self._edits
        if variables:
            edits.do(
                workspace_edits.make_change,
                set_variables(edits.workspace.selected_configuration, variables),
                label,
            )
            names = ", ".join(variable.name for variable in variables)
            self.fix_applied.emit(
                tr(
                    "Changed {names} in “{name}”.",
                    names=names,
                    name=edits.workspace.selected_configuration.title,
                ),
                True,
            )
            return
        if remedy in self._remedies_in_progress:
            return  # pressed twice
        self._remedies_in_progress.add(remedy)
        self._system.do(
            lambda: apply_fix(plan_fix(remedy, self._paths, self._root, self._home), self._paths),
            partial(self._on_fix_applied, remedy, label, effects),
        )

    def _on_fix_applied(
        self, remedy: Remedy, label: str, effects: Sequence[str], fix: AppliedFix
    ) -> None:
        """Add an undo step for a fix that was applied, or report why it was not."""
        self._remedies_in_progress.discard(remedy)
        if fix.key:
            self._add_step(label, fix.key, " ".join((fix.sentence, *effects)))

    def add_removal(self, path: str, removal: JournalEntry) -> None:
        """Add an undo step for the removal of an override, or of our entries in its file."""
        name = PurePath(path).name
        label = tr("Move {name} aside", name=name)
        sentence = render_moved_aside(self._paths, path, self._home)
        if removal.what == REMOVED_ENTRIES_VERB:
            label = tr("Remove the vkconfig-py entries from {name}", name=name)
            sentence = tr(
                "Removed the vkconfig-py entries from {path}",
                path=abbreviate_home(path, self._home),
            )
        elif removal.exists_after:
            sentence = f"{sentence}. {tr('The previous file was restored.')}"
        self._add_step(label, removal.fix, sentence)

    def _add_step(self, label: str, key: str, sentence: str) -> None:
        """Add an undo step for a change of files that the journal knows by a key, and report it."""
        self._journal_keys[key] = key
        self._edits.show(self._edits.history.push_fix(label, key))
        self.fix_applied.emit(sentence, True)

    def toggle(self, step: str, label: str) -> None:
        """Revert the fix of an undo step or, if `label` is given, apply it again.

        `label`: the name of the step.
        """

        def job() -> AppliedFix:
            """Revert what the step did last, which an earlier job may just have done."""
            fix = revert_fix(self._journal_keys[step], self._paths)
            if fix.key:
                self._journal_keys[step] = fix.key
            return fix

        self._system.do(job, partial(self._on_toggled, step, label))

    def _on_toggled(self, step: str, label: str, fix: AppliedFix) -> None:
        """Report that a fix was reverted or applied again."""
        if fix.key:
            self.fix_applied.emit(
                tr("Redone: {step}.", step=label) if label else fix.sentence, False
            )
        elif fix.sentence:
            self._edits.show(self._edits.history.without_fix(step))

    def _forget_fix(self, key: str) -> None:
        """Remove the undo step of a fix that was changed otherwise."""
        for step, fix_key in self._journal_keys.items():
            if key and fix_key == key:
                self._edits.show(self._edits.history.without_fix(step))

    def restore(self, restore_point: RestorePoint) -> None:
        """Restore the files of a state, and remove the undo steps of fixes among them."""
        for entry in restore_point.entries:
            self._forget_fix(entry.fix)
        self._system.restore(restore_point)
