"""Saves the workspace soon after every edit, and merges changes of other processes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import COLLECTION_FILE
from vkconfig_py.model.configuration.workspace import LoadResult, OurCopies, SaveResult, Workspace
from vkconfig_py.model.configuration.workspace_files import (
    ORDER_FILE,
    merge_foreign_changes,
    save_workspace,
)
from vkconfig_py.model.session.background import Worker
from vkconfig_py.model.session.folder_watch import FolderWatch
from vkconfig_py.model.text.wording import quote_name

if TYPE_CHECKING:
    from vkconfig_py.model.configuration.workspace import DocumentProblem
    from vkconfig_py.model.session.background import SharedServices
    from vkconfig_py.model.session.edits import Edits

# Counted from the first edit that is not saved, not from the last: a user who keeps editing is
# saved too. The rest of the half second is for the disk.
DELAY_MS = 300
# What could not be saved is tried again after pauses that double.
FIRST_PAUSE_MS = 1000
MAX_PAUSE_MS = 30_000

UNSAVED = tr(
    "The configurations could not be saved because of a bug in vkconfig-py. Export them "
    "to avoid losing changes."
)

SaveWorkspace = Callable[[Workspace, Workspace], SaveResult]
UNREADABLE_NOW = tr("No longer readable from disk: {}. See Problems for the reason.")
SAVED_AFTER_FAILURE = tr("The unsaved changes have now been saved.")


class MergeOutcome(NamedTuple):
    """The present workspace with the merged changes of other processes.

    Attributes:
        notes: one sentence for each configuration that both sides changed, and for each file that
            could not be read and was set aside.
        beside: configurations that both sides changed.
    """

    before: Workspace
    after: Workspace
    notes: tuple[str, ...]
    beside: OurCopies


class Autosave(QObject):
    """Writes the newest workspace off the GUI thread, and merges changes of other processes.

    One job runs at a time, and its result is processed before the next one starts, so the file
    contents and the workspace to save always match. An exception in a save is a failed save, one in
    a check is a check without changes; the worker reports the exception.

    Signals:
        failed: one sentence for each file that could not be written.
        kept_again: files that could not be written before are written now.
        joined: changes of other processes were merged into the present workspace (Joined).
        problems_changed: the set of unreadable files changed (DocumentProblems).

    Attributes:
        errors: why the present workspace is not saved; () if it is, or was not tried yet.
    """

    failed = Signal(str)
    kept_again = Signal()
    joined = Signal(object)
    problems_changed = Signal(object)

    def __init__(
        self, save: SaveWorkspace, loaded: LoadResult, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.errors: tuple[str, ...] = ()
        self._save = save
        self._files = loaded.saved_workspace
        self._problems = loaded.problems
        self._newest = self._submitted = loaded.workspace
        self._is_due = False  # something is wanted that no job has
        self._is_reported = False  # that it cannot be saved
        self._pause = 0
        self._read_due: SaveWorkspace | None = None  # a look at the files that is due
        self._is_busy = False
        self._result: SaveResult | None = None  # left by a job for the GUI thread
        self._worker = Worker("saver", self)
        self._worker.failed.connect(self._on_done)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        # A coarse one may last longer than was asked for, and each edit would start it anew.
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._start_due_job)

    def save_soon(self, workspace: Workspace) -> None:
        """Save a workspace soon, within the delay."""
        self._newest = workspace
        self._is_due, self._is_reported = True, False
        self._save_within(DELAY_MS)

    def look(self, read: SaveWorkspace) -> None:
        """Merge changes of other processes, found by `read`. A pending save does this itself."""
        self._read_due = read
        if not self._is_due:
            self._start_due_job()

    def flush(self) -> tuple[str, ...]:
        """Save now and wait for it. Return the errors, () if it is saved."""
        self._timer.stop()
        self._wait_for_job()
        if self._is_due:
            self._start_due_job()
            self._wait_for_job()
        return self.errors

    def close(self) -> None:
        """Save, and end the thread."""
        self.flush()
        self._timer.stop()
        self._worker.close()

    def _save_within(self, milliseconds: int) -> None:
        """Save at the latest in this time."""
        if not self._timer.isActive() or self._timer.remainingTime() > milliseconds:
            self._timer.start(milliseconds)

    def _start_due_job(self) -> None:
        """Start the save or check that is due, unless one is running: then after it."""
        if self._is_busy:
            return
        save, self._read_due = (self._save if self._is_due else self._read_due), None
        if save is None:
            return
        unsaved = (UNSAVED,) if self._is_due else ()
        self._is_busy, self._is_due = True, False
        self._submitted = self._newest
        job = partial(self._run_job, save, self._files, self._submitted, unsaved)
        self._worker.submit(job, self._on_done)

    def _run_job(
        self, save: SaveWorkspace, files: Workspace, workspace: Workspace, unsaved: tuple[str, ...]
    ) -> None:
        """Save or check the files, on the worker.

        `unsaved` are the errors if an exception occurs.
        """
        try:
            self._result = save(files, workspace)
        except Exception:
            self._result = SaveResult(files, workspace, unsaved)
            raise

    def _wait_for_job(self) -> None:
        """Wait for the running job, and process its result."""
        if self._is_busy:
            self._worker.drain()
            self._process_result()

    def _on_done(self, _nothing: None = None) -> None:
        """Process the result of a job, and start the next that is due."""
        self._process_result()
        if not self._is_due:
            self._start_due_job()
        elif not self._timer.isActive():  # it was due while the job ran
            self._timer.start(0)

    def _process_result(self) -> None:
        """Process the result of a job. After `flush` did, the queued delivery is empty."""
        saved, self._result = self._result, None
        if saved is None:
            return
        self._is_busy = False
        self._files = saved.file_state
        if saved.problems not in (None, self._problems):
            self._problems = saved.problems
            self.problems_changed.emit(self._problems)
        if saved.workspace != self._submitted or saved.notes:
            self._merge_result(saved)
        if saved.errors:
            self._retry_later(saved.errors)
        elif self.errors:
            self.errors, self._pause = (), 0
            self.kept_again.emit()

    def _merge_result(self, saved: SaveResult) -> None:
        """Merge what the files have into the newest workspace, and report it."""
        from vkconfig_py.model.configuration.merge import (
            merge_workspaces,  # no first paint waits for it
        )

        merged = merge_workspaces(self._submitted, self._newest, saved.workspace)
        current = merged.workspace
        if self._newest.selected_key == self._submitted.selected_key and current.find_configuration(
            saved.workspace.selected_key
        ):
            current = current._replace(selected_key=saved.workspace.selected_key)
        if self._newest.last_program != self._submitted.last_program:  # chosen here meanwhile
            current = current._replace(last_program=self._newest.last_program)
        copies = (*saved.our_copies, *merged.our_copies)
        joined = MergeOutcome(self._newest, current, (*saved.notes, *merged.notes), copies)
        self._newest = current
        self.joined.emit(joined)

    def _retry_later(self, errors: tuple[str, ...]) -> None:
        """Report why saving failed, and try again after a growing pause."""
        is_news = errors != self.errors or not self._is_reported
        self.errors, self._is_due, self._is_reported = errors, True, True
        self._pause = min(max(2 * self._pause, FIRST_PAUSE_MS), MAX_PAUSE_MS)
        self._save_within(self._pause)
        for sentence in errors if is_news else ():
            self.failed.emit(sentence)


class Persistence(QObject):
    """Saves the workspace to its files, which other processes may change too.

    Signals:
        joined: changes of other processes are in the workspace; they are saved already.
        problems_changed: the set of unreadable files changed.
        files_changed: something in the folder of the program's documents changed.
        message: a sentence for the user (text, tone).

    Attributes:
        problems: why files of the workspace cannot be read.
    """

    joined = Signal()
    problems_changed = Signal()
    files_changed = Signal()
    message = Signal(str, str)

    def __init__(self, shared: SharedServices, edits: Edits, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = shared.machine.paths.configurations
        self._edits = edits
        self._saver: Autosave | None = None
        self._watch: FolderWatch | None = None
        self.problems: tuple[DocumentProblem, ...] = ()

    def open(self, loaded: LoadResult) -> None:
        """Set the workspace read from the files. Edits are saved from now on."""
        self._edits.open(loaded.workspace, loaded.built_ins)
        self._saver = Autosave(self._save_files, loaded, self)
        self._saver.failed.connect(self._on_saver_failed)
        self._saver.kept_again.connect(self._on_saver_kept_again)
        self._saver.joined.connect(self._on_saver_joined)
        self._saver.problems_changed.connect(self._on_saver_problems_changed)
        self.problems = loaded.problems

    def _save_files(self, before: Workspace, after: Workspace) -> SaveResult:
        """Write the changes between two workspaces, on the worker."""
        return save_workspace(self._folder, before, after, self._edits.shipped)

    def watch(self, since: float | None = None) -> None:
        """Merge changes of other processes from now on, or since a time (epoch seconds)."""
        if self._watch is None:
            self._watch = FolderWatch(self)
            self._watch.changed.connect(self._on_files_changed)
        names = (
            f"{configuration.key}.json" for configuration in self._edits.workspace.configurations
        )
        files = (str(self._folder / name) for name in (ORDER_FILE, COLLECTION_FILE, *names))
        # With its parent, which has the preferences.
        self._watch.watch((str(self._folder), str(self._folder.parent)), files, since)

    def save_soon(self) -> None:
        """Save the present workspace soon."""
        if self._saver is not None:
            self._saver.save_soon(self._edits.workspace)

    def flush(self) -> tuple[str, ...]:
        """Save now and wait for it. Return the errors, () if it is saved."""
        return () if self._saver is None else self._saver.flush()

    def close(self) -> None:
        """Save, and end all threads."""
        if self._watch is not None:
            self._watch.close()
        if self._saver is not None:
            self._saver.close()

    def _on_files_changed(self) -> None:
        """Merge what another process wrote to the files."""
        if self._saver is not None:
            self._saver.look(
                partial(merge_foreign_changes, self._folder, shipped=self._edits.shipped)
            )
        self.files_changed.emit()
        self.watch()

    def _on_saver_joined(self, joined: MergeOutcome) -> None:
        """Take changes of other processes into the workspace and its history."""
        from vkconfig_py.model.configuration.merge import apply_theirs, describe_current_change

        merge_foreign = partial(
            apply_theirs, before=joined.before, after=joined.after, beside=joined.beside
        )
        edits = self._edits
        history = edits.history.with_foreign_changes(
            joined.after, merge_foreign, dict(joined.beside)
        )
        edits.replace_history(history, merge_foreign(edits.began))
        self.joined.emit()
        sentences = joined.notes or filter(
            None, (describe_current_change(joined.before, joined.after),)
        )
        if sentence := " ".join(sentences):
            self.message.emit(sentence, "warn")

    def _on_saver_problems_changed(self, problems: tuple[DocumentProblem, ...]) -> None:
        """Keep why files cannot be read, and report it."""
        workspace = self._edits.workspace
        titles = {
            f"{configuration.key}.json": quote_name(configuration.title)
            for configuration in workspace.configurations
        }
        files = [Path(problem.path).name for problem in problems if problem not in self.problems]
        self.problems = problems
        self.problems_changed.emit()
        if files:
            names = ", ".join(titles.get(file, file) for file in files)
            self.message.emit(UNREADABLE_NOW.format(names), "warn")

    def _on_saver_failed(self, sentence: str) -> None:
        self.message.emit(sentence, "error")

    def _on_saver_kept_again(self) -> None:
        self.message.emit(SAVED_AFTER_FAILURE, "neutral")
