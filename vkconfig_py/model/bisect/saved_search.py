"""The search on disk: saved after each answer, so that it can be continued after any end."""

from __future__ import annotations

import signal

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.own_files import (
    DocumentError,
    NewerFormatError,
    check_format,
    read_document,
    remove_file,
    write_file,
)
from vkconfig_py.model.apply.lease_facts import is_process_running, mark_this_process
from vkconfig_py.model.bisect.investigation import Investigation, Observation, RunVerdict
from vkconfig_py.model.bisect.search import BisectTrial
from vkconfig_py.model.bisect.trial_run import TrialMachine, TrialRun, list_trial_notes, start_trial
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.configuration.configuration_json import (
    decode_configuration,
    encode_configuration,
)
from vkconfig_py.model.configuration.own_documents import (
    Codec,
    parse_json,
    read_object,
    rename_unreadable,
    render_json,
)
from vkconfig_py.model.files.atomic_files import render_error
from vkconfig_py.model.files.paths import StatePaths
from vkconfig_py.model.launch.launch_processes import find_marked_processes, signal_all
from vkconfig_py.model.launch.private_folder import create_launch_folder, make_launch_mark
from vkconfig_py.model.launch.run_program import NOT_STARTED, LaunchError
from vkconfig_py.model.plan.leases import NO_PROCESS

FORMAT = 1
NOT_SAVED = tr("The search could not be saved for later")


class SavedSearch(NamedTuple):
    """What the file holds.

    Attributes:
        investigation: None if there is none that can be read.
        error: why not, as a sentence; "" if there is no file.
    """

    investigation: Investigation | None = None
    error: str = ""

    @property
    def is_running(self) -> bool:
        """Return whether a process now runs the trials of the search."""
        investigation = self.investigation
        return investigation is not None and is_process_running(investigation.writer)

    @property
    def is_interrupted(self) -> bool:
        """Return whether the search has no result yet, and no process runs its trials."""
        investigation = self.investigation
        return (
            investigation is not None
            and not self.is_running
            and isinstance(investigation.search.find_next_step(), BisectTrial)
        )


def read_saved_search(paths: StatePaths) -> SavedSearch:
    """Read the search for a faulty component that was saved last.

    Without a file it is empty; a file that cannot be read gives the error as a sentence.
    """
    file = paths.search_file
    try:
        document = read_document(str(file), FORMAT)
        return SavedSearch(_CODEC.decode_members(Investigation, document))
    except (FileNotFoundError, NotADirectoryError):
        return SavedSearch()
    except NewerFormatError:
        sentence = tr("{path} was written by a newer version of vkconfig-py.", path=file)
    except DocumentError as error:
        sentence = tr("{path} is damaged: {reason}.", path=file, reason=error.sentence)
    except OSError as error:
        reason = error.strerror or error
        sentence = tr("{path} could not be read: {reason}.", path=file, reason=reason)
    return SavedSearch(error=sentence)


def save_investigation(investigation: Investigation, paths: StatePaths) -> str:
    """Write a search with its answers to its file. Return "" or the error as a sentence."""
    file = paths.search_file
    try:
        rename_unreadable(file, _parse_investigation)
        write_file(str(file), render_json({"format": FORMAT, **_CODEC.encode(investigation)}))
    except OSError as error:
        return render_error(NOT_SAVED, str(file), error)
    return ""


def remove_saved_search(paths: StatePaths) -> str:
    """Remove the file of the saved search. Return "" or the error as a sentence."""
    file = paths.search_file
    try:
        remove_file(str(file))
    except OSError as error:
        return render_error(tr("The search could not be discarded"), str(file), error)
    return ""


def end_leftover_processes(investigation: Investigation) -> None:
    """End the processes that a trial left running because its search was killed."""
    if investigation.mark:
        signal_all(find_marked_processes(investigation.mark), signal.SIGKILL)


def _parse_investigation(content: bytes) -> Investigation:
    """Parse the content of the saved search's file."""
    document = parse_json(content)
    check_format(document, FORMAT)
    investigation: Investigation = _CODEC.decode_members(Investigation, document)
    return investigation


def _read_configuration(value: object, json_path: str) -> Configuration:
    return decode_configuration(read_object(value, json_path))


_CODEC = Codec(
    readers={Configuration: _read_configuration},
    writers={Configuration: encode_configuration},
)


# Runs the trials of a search, one call for each step, and saves it after each.


class RunningSearch:
    """A search whose trials this process runs.

    Attributes:
        investigation: the search with the answers so far.
        error: why it could not be saved, as a sentence, or "".
    """

    def __init__(self, investigation: Investigation, trial_machine: TrialMachine) -> None:
        end_leftover_processes(investigation)
        self.error = ""
        self.investigation = investigation._replace(writer=mark_this_process(), mark="")
        self._machine = trial_machine
        self._save()

    def start(self, trial: BisectTrial) -> TrialRun | LaunchError:
        """Start the program of a trial.

        The file names the mark of its processes, for when this one is killed.
        """
        paths = self._machine.paths
        try:
            folder = create_launch_folder(paths)
        except OSError as error:
            return LaunchError(render_error(NOT_STARTED, str(paths.runtime), error))
        self.investigation = self.investigation._replace(mark=make_launch_mark(folder))
        self._save()
        return start_trial(self.investigation, trial, self._machine, folder)

    def record(
        self, trial: BisectTrial, run: TrialRun, observation: Observation, verdict: RunVerdict
    ) -> None:
        """Add the verdict on a trial that has ended, and save the search."""
        self.investigation = self.investigation.with_verdict(
            trial, verdict, list_trial_notes(self.investigation, run, observation)
        )
        self._save()

    def close(self) -> None:
        """Save the search so that any process may continue it. No trial may run any more."""
        self.investigation = self.investigation._replace(writer=NO_PROCESS, mark="")
        self._save()

    def _save(self) -> None:
        self.error = save_investigation(self.investigation, self._machine.paths)
