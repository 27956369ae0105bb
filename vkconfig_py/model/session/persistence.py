"""Saves the workspace soon after every edit, and notices and merges changes of other processes."""

from __future__ import annotations

import math
import posixpath
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer, Signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import COLLECTION_FILE
from vkconfig_py.model.configuration.merge import (
    apply_their_changes,
    describe_current_change,
    merge_workspaces,
)
from vkconfig_py.model.configuration.workspace import LoadResult, OurCopies, SaveResult, Workspace
from vkconfig_py.model.configuration.workspace_files import (
    ORDER_FILE,
    merge_foreign_changes,
    save_workspace,
)
from vkconfig_py.model.files.paths import is_link, path_exists
from vkconfig_py.model.session.background import ABANDON_SECONDS, Worker
from vkconfig_py.model.text.wording import quote_name

if TYPE_CHECKING:
    from vkconfig_py.loader.rules.loader_report import LoaderReport
    from vkconfig_py.model.configuration.configuration import Configuration
    from vkconfig_py.model.configuration.workspace import DocumentProblem
    from vkconfig_py.model.session.background import SharedServices
    from vkconfig_py.model.session.edits import Edits

DEBOUNCE_MS = 200
# In-place edits are seen only on watched files; a machine with more manifests than this has its
# folders watched alone, so that the number of watches stays far below the system's limit.
MAX_WATCHED_FILES = 512
_MAX_LINKS = 8  # on the way to one place; in a circle there is no end
CLOCK_STEP_SECONDS = 0.02  # the file system's clock may lag by that much

_FileIdentity = tuple[int, int]  # device and inode


class _PathSurvey(NamedTuple):
    """Identities of existing paths, links followed.

    Attributes:
        found_identities: of the requested paths themselves.
        wanted_identities: of every path to watch for them.
    """

    found_identities: Mapping[str, _FileIdentity] = {}
    wanted_identities: Mapping[str, _FileIdentity] = {}


class FolderWatch(QObject):
    """Watches folders, the manifests in them, and for a missing folder the nearest existing parent.

    Signals:
        changed: a path changed, and no other change followed for DEBOUNCE_MS.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watched_places: tuple[str, ...] = ()
        self._files: tuple[str, ...] = ()
        self._watched_survey = _PathSurvey()  # what is watched, as it was when that began
        self._worker = Worker("watch", self)
        self._survey_count = 0  # asked for so far: only the newest counts
        self._newest_change = math.inf  # changes from then on are still to be looked for
        self._is_checking = False
        self._is_check_due = False
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._on_path_changed)
        self._watcher.fileChanged.connect(self._on_path_changed)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DEBOUNCE_MS)
        self._timer.timeout.connect(self._on_timer_timeout)

    def watch(
        self, watched_places: Iterable[str], files: Iterable[str] = (), since: float | None = None
    ) -> None:
        """Watch these folders or files from now on, and these files in them.

        Changes in them since a time (epoch seconds) are reported too.
        """
        previous_state = (self._watched_places, self._files)
        self._watched_places = tuple(dict.fromkeys(watched_places))
        self._files = tuple(dict.fromkeys(files))[:MAX_WATCHED_FILES]
        if (self._watched_places, self._files) != previous_state or since is not None:
            self._submit_survey(time.time() if since is None else since)

    def list_watched(self) -> frozenset[str]:
        """Return all watched paths."""
        return frozenset((*self._watcher.directories(), *self._watcher.files()))

    def close(self) -> None:
        """End all watches. A blocked thread is abandoned."""
        self._timer.stop()
        self._worker.close(ABANDON_SECONDS)
        # Qt prints a warning if removePaths gets an empty list; the same below.
        if watched_paths := self.list_watched():
            self._watcher.removePaths(sorted(watched_paths))

    def _submit_survey(self, since: float) -> None:
        """Find on the worker which paths exist, to set the watches anew.

        `since`: changes after this time (seconds since the epoch) are reported.
        """
        self._newest_change = min(self._newest_change, since)
        self._survey_count += 1
        self._worker.submit(
            partial(_survey_paths, self._watched_places, self._files),
            partial(self._on_paths_surveyed, self._survey_count),
        )

    def _on_paths_surveyed(self, number: int, survey: _PathSurvey) -> None:
        """Watch the paths that exist, then look for changes that came before."""
        if number != self._survey_count:
            return
        wanted_identities, watched_paths = survey.wanted_identities, self.list_watched()
        # The watch on a link stays with what it led to, also when it leads elsewhere.
        outdated_keys = {
            path
            for path in watched_paths
            if path not in wanted_identities
            or wanted_identities[path] != self._watched_survey.wanted_identities.get(path)
        }
        if outdated_keys:
            self._watcher.removePaths(sorted(outdated_keys))
        if wanted_identities.keys() - (watched_paths - outdated_keys):
            self._watcher.addPaths(
                sorted(wanted_identities.keys() - (watched_paths - outdated_keys))
            )
        self._watched_survey = survey
        since, self._newest_change = self._newest_change, math.inf
        self._worker.submit(
            partial(_has_newer, tuple(wanted_identities), since), self._on_files_compared
        )

    def _on_files_compared(self, has_newer_files: bool) -> None:
        """Report a change, soon, if a path is newer than the watch."""
        if has_newer_files:
            self._timer.start()

    def _on_path_changed(self, path: str) -> None:
        """Report the change of a watched path, or look whether a changed parent matters."""
        # A parent like the home folder changes all the time; it matters only when one of our
        # places, or a folder on the way to one, came, went or leads elsewhere.
        if path in self._watched_places or path not in self._watcher.directories():
            self._timer.start()
        elif self._is_checking:
            self._is_check_due = True
        else:
            self._check_places()

    def _check_places(self) -> None:
        """Find on the worker whether watched folders appeared or vanished."""
        self._is_checking, self._is_check_due = True, False
        places = self._watched_places
        self._worker.submit(
            partial(_survey_paths, places, self._files), partial(self._on_checked, places)
        )

    def _on_checked(self, places: tuple[str, ...], survey: _PathSurvey) -> None:
        """Report a change if watched folders appeared or vanished."""
        self._is_checking = False
        if places == self._watched_places and survey != self._watched_survey:
            self._timer.start()
        if self._is_check_due:
            self._check_places()

    def _on_timer_timeout(self) -> None:
        """Set the watches anew, and report the change."""
        # A file that was replaced by a rename is no longer watched.
        self._submit_survey(time.time())
        self.changed.emit()


def list_searched_paths(*reports: LoaderReport) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the paths of the folders that reports searched and the manifests that they read.

    Includes the file in which layers of every program search for their settings.
    """
    from vkconfig_py.model.plan.inventory import find_settings_path  # no first paint waits for it

    places: dict[str, None] = {}
    files: dict[str, None] = {}
    for report in reports:
        root = report.host.root
        for search in (report.driver_search, report.implicit_search, report.explicit_search):
            places.update((root + path, None) for path in search.paths)
            files.update((root + path, None) for path in search.files)
        if report.settings_file:
            places[root + report.settings_file] = files[root + report.settings_file] = None
        if path := find_settings_path(report.host):
            places[root + posixpath.dirname(path)] = files[root + path] = None
    return tuple(places), tuple(files)


def _survey_paths(places: Iterable[str], files: Iterable[str]) -> _PathSurvey:
    """Return which of these paths exist, and all that has to be watched for them."""
    found_paths = _read_identities(places)
    watched_paths = {_find_nearest(place) for place in places} | set(files)
    watched_paths |= {str(Path(place).parent) for place in found_paths}
    watched_paths |= {folder for place in places for folder in _list_link_folders(place)}
    return _PathSurvey(found_paths, _read_identities(watched_paths))


def _read_identities(paths: Iterable[str]) -> dict[str, _FileIdentity]:
    """Return what identifies the file at each existing path, links followed."""
    identities = {}
    for path in paths:
        try:
            status = Path(path).stat()
        except (OSError, ValueError):  # ValueError: a NUL byte in a user-given path
            continue
        identities[path] = status.st_dev, status.st_ino
    return identities


def _list_link_folders(place: str) -> Iterator[str]:
    """Yield the folders of the links on the way to a path, as a link may be replaced."""
    path = Path(place)
    for _link in range(_MAX_LINKS):
        link = next(
            (candidate for candidate in (*reversed(path.parents), path) if is_link(candidate)), None
        )
        if link is None:
            return
        yield str(link.parent)
        try:
            target = link.readlink()
        except OSError:  # it went meanwhile; its folder is watched
            return
        path = link.parent / target / path.relative_to(link)


def _has_newer(paths: Iterable[str], moment: float) -> bool:
    """True if a path changed after a time (seconds since the epoch), or is missing.

    Times in the future are ignored.
    """
    earliest_time, latest_time = moment - CLOCK_STEP_SECONDS, time.time() + CLOCK_STEP_SECONDS
    try:
        return any(earliest_time <= Path(path).stat().st_mtime <= latest_time for path in paths)
    except OSError:
        return True


def _find_nearest(place: str) -> str:
    """Return the path itself or its nearest existing parent."""
    path = Path(place)
    return str(
        next((candidate for candidate in (path, *path.parents) if path_exists(candidate)), path)
    )


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
        our_copies: configurations that both sides changed.
    """

    workspace_before: Workspace
    workspace_after: Workspace
    notes: tuple[str, ...]
    our_copies: OurCopies


class Autosave(QObject):
    """Writes the newest workspace off the GUI thread, and merges changes of other processes.

    One job runs at a time, and its result is processed before the next one starts, so the file
    contents and the workspace to save always match. An exception in a save is a failed save, one in
    a check is a check without changes; the worker reports the exception.

    Signals:
        failed: one sentence for each file that could not be written.
        saving_resumed: files that could not be written before are written now.
        saver_joined: changes of other processes were merged into the present workspace (Joined).
        problems_changed: the set of unreadable files changed (DocumentProblems).

    Attributes:
        errors: why the present workspace is not saved; () if it is, or was not tried yet.
    """

    failed = Signal(str)
    saving_resumed = Signal()
    saver_joined = Signal(object)
    problems_changed = Signal(object)

    def __init__(
        self, save: SaveWorkspace, load_result: LoadResult, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.errors: tuple[str, ...] = ()
        self._save = save
        self._files = load_result.saved_workspace
        self._problems = load_result.problems
        self._newest_workspace = self._submitted_workspace = load_result.workspace
        self._is_due = False  # something is wanted that no job has
        self._is_failure_reported = False  # that it cannot be saved
        self._pause_ms = 0
        self._due_look: SaveWorkspace | None = None  # a look at the files that is due
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
        self._newest_workspace = workspace
        self._is_due, self._is_failure_reported = True, False
        self._save_within(DELAY_MS)

    def look(self, read: SaveWorkspace) -> None:
        """Merge changes of other processes, found by `read`. A pending save does this itself."""
        self._due_look = read
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
        save, self._due_look = (self._save if self._is_due else self._due_look), None
        if save is None:
            return
        unsaved_names = (UNSAVED,) if self._is_due else ()
        self._is_busy, self._is_due = True, False
        self._submitted_workspace = self._newest_workspace
        job = partial(self._run_job, save, self._files, self._submitted_workspace, unsaved_names)
        self._worker.submit(job, self._on_done)

    def _run_job(
        self,
        save: SaveWorkspace,
        files: Workspace,
        workspace: Workspace,
        unsaved_names: tuple[str, ...],
    ) -> None:
        """Save or check the files, on the worker.

        `unsaved_names` are the errors if an exception occurs.
        """
        try:
            self._result = save(files, workspace)
        except Exception:
            self._result = SaveResult(files, workspace, unsaved_names)
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
        save_result, self._result = self._result, None
        if save_result is None:
            return
        self._is_busy = False
        self._files = save_result.file_state
        if save_result.problems not in (None, self._problems):
            self._problems = save_result.problems
            self.problems_changed.emit(self._problems)
        if save_result.workspace != self._submitted_workspace or save_result.notes:
            self._merge_result(save_result)
        if save_result.errors:
            self._retry_later(save_result.errors)
        elif self.errors:
            self.errors, self._pause_ms = (), 0
            self.saving_resumed.emit()

    def _merge_result(self, save_result: SaveResult) -> None:
        """Merge what the files have into the newest workspace, and report it."""
        merge_result = merge_workspaces(
            self._submitted_workspace, self._newest_workspace, save_result.workspace
        )
        current_workspace = merge_result.workspace
        if (
            self._newest_workspace.selected_key == self._submitted_workspace.selected_key
            and current_workspace.find_configuration(save_result.workspace.selected_key)
        ):
            current_workspace = current_workspace._replace(
                selected_key=save_result.workspace.selected_key
            )
        if (
            self._newest_workspace.last_program != self._submitted_workspace.last_program
        ):  # chosen here meanwhile
            current_workspace = current_workspace._replace(
                last_program=self._newest_workspace.last_program
            )
        copies = (*save_result.our_copies, *merge_result.our_copies)
        merge_outcome = MergeOutcome(
            self._newest_workspace,
            current_workspace,
            (*save_result.notes, *merge_result.notes),
            copies,
        )
        self._newest_workspace = current_workspace
        self.saver_joined.emit(merge_outcome)

    def _retry_later(self, errors: tuple[str, ...]) -> None:
        """Report why saving failed, and try again after a growing pause."""
        has_new_errors = errors != self.errors or not self._is_failure_reported
        self.errors, self._is_due, self._is_failure_reported = errors, True, True
        self._pause_ms = min(max(2 * self._pause_ms, FIRST_PAUSE_MS), MAX_PAUSE_MS)
        self._save_within(self._pause_ms)
        for sentence in errors if has_new_errors else ():
            self.failed.emit(sentence)


class Persistence(QObject):
    """Saves the workspace to its files, which other processes may change too.

    Signals:
        saver_joined: changes of other processes are in the workspace; they are saved already.
        problems_changed: the set of unreadable files changed.
        files_changed: something in the folder of the program's documents changed.
        history_extended: the history has a configuration that was deleted (emitted on the worker).
        message: a sentence for the user (text, tone).

    Attributes:
        problems: why files of the workspace cannot be read.
    """

    saver_joined = Signal()
    problems_changed = Signal()
    files_changed = Signal()
    history_extended = Signal()
    message = Signal(str, str)

    def __init__(
        self, shared_services: SharedServices, edits: Edits, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._paths = shared_services.machine.paths
        self._folder = self._paths.configurations
        self._edits = edits
        self._saver: Autosave | None = None
        self._watch: FolderWatch | None = None
        self.problems: tuple[DocumentProblem, ...] = ()

    def open(self, load_result: LoadResult) -> None:
        """Set the workspace read from the files. Edits are saved from now on."""
        self._edits.open(load_result.workspace, load_result.built_ins)
        self._saver = Autosave(self._save_files, load_result, self)
        self._saver.failed.connect(self._on_saver_failed)
        self._saver.saving_resumed.connect(self._on_saving_resumed)
        self._saver.saver_joined.connect(self._on_saver_joined)
        self._saver.problems_changed.connect(self._on_saver_problems_changed)
        self.problems = load_result.problems

    def _save_files(self, workspace_before: Workspace, workspace_after: Workspace) -> SaveResult:
        """Write the changes between two workspaces, on the worker."""
        return save_workspace(
            self._folder,
            workspace_before,
            workspace_after,
            self._edits.shipped,
            self._on_configuration_deleted,
        )

    def _on_configuration_deleted(
        self, file: Path, configuration: Configuration, keys_above: tuple[str, ...]
    ) -> None:
        """Keep a deleted configuration in the history, on the worker."""
        undone_steps = self._edits.history.redo_steps
        if any(step.workspace.find_configuration(configuration.key) for step in undone_steps):
            return  # undo took it back, and redo brings it
        from vkconfig_py.model.apply.journal import add_deletion

        add_deletion(self._paths, file, configuration, keys_above)
        self.history_extended.emit()

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
                partial(merge_foreign_changes, self._folder, built_ins=self._edits.shipped)
            )
        self.files_changed.emit()
        self.watch()

    def _on_saver_joined(self, merge_outcome: MergeOutcome) -> None:
        """Take changes of other processes into the workspace and its history."""
        merge_foreign = partial(
            apply_their_changes,
            workspace_before=merge_outcome.workspace_before,
            workspace_after=merge_outcome.workspace_after,
            our_copies=merge_outcome.our_copies,
        )
        edits = self._edits
        history = edits.history.with_foreign_changes(
            merge_outcome.workspace_after, merge_foreign, dict(merge_outcome.our_copies)
        )
        edits.replace_history(history, merge_foreign(edits.began))
        self.saver_joined.emit()
        sentences = merge_outcome.notes or filter(
            None,
            (
                describe_current_change(
                    merge_outcome.workspace_before, merge_outcome.workspace_after
                ),
            ),
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

    def _on_saving_resumed(self) -> None:
        self.message.emit(SAVED_AFTER_FAILURE, "neutral")
