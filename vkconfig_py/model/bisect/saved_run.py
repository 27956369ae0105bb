"""Runs the trials of a search, one call for each step, and saves it after each."""

from __future__ import annotations

from vkconfig_py.model.apply.lease_facts import this_process
from vkconfig_py.model.bisect.investigation import Investigation
from vkconfig_py.model.bisect.saved import end_left_over, save
from vkconfig_py.model.bisect.search import BisectTrial
from vkconfig_py.model.bisect.success import Observation, RunVerdict
from vkconfig_py.model.bisect.trial_run import TrialRun, Watched, start_trial, trial_notes
from vkconfig_py.model.files.atomic_files import error_sentence
from vkconfig_py.model.launch.private_folder import launch_folder, launch_mark
from vkconfig_py.model.launch.run_program import NOT_STARTED, LaunchError
from vkconfig_py.model.plan.leases import NO_PROCESS


class SavedRun:
    """A search whose trials this process runs.

    Attributes:
        one: the search with the answers so far.
        error: why it could not be saved, as a sentence, or "".
    """

    def __init__(self, one: Investigation, watched: Watched) -> None:
        end_left_over(one)
        self.error = ""
        self.one = one._replace(writer=this_process(), mark="")
        self._watched = watched
        self._save()

    def start(self, trial: BisectTrial) -> TrialRun | LaunchError:
        """Start a trial; its processes are known in the file, for when this one is killed."""
        paths = self._watched.paths
        try:
            folder = launch_folder(paths)
        except OSError as error:
            return LaunchError(error_sentence(NOT_STARTED, str(paths.runtime), error))
        self.one = self.one._replace(mark=launch_mark(folder))
        self._save()
        return start_trial(self.one, trial, self._watched, folder)

    def record(
        self, trial: BisectTrial, run: TrialRun, seen: Observation, verdict: RunVerdict
    ) -> None:
        self.one = self.one.with_verdict(trial, verdict, trial_notes(self.one, run, seen))
        self._save()

    def close(self) -> None:
        """Leave the search to be continued by anybody; no trial may run any more."""
        self.one = self.one._replace(writer=NO_PROCESS, mark="")
        self._save()

    def _save(self) -> None:
        self.error = save(self.one, self._watched.paths)
