"""Searches for what breaks the chosen program: trials on a worker, answers of the user, the result.

The search itself is a value (model/bisect); here it is run. A trial blocks the worker until its
program has ended or was ended.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from functools import partial
from pathlib import PurePath

from PySide6.QtCore import QObject, Signal

from vkconfig_py.language.sentences import counted, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.bisect.investigation import (
    Investigation,
    Observation,
    RunVerdict,
    SuccessTest,
    continue_investigation,
    investigate,
    judge_run,
    make_user_verdict,
)
from vkconfig_py.model.bisect.pin import (
    is_kept_off,
    keep_off,
    keep_off_for_program,
    name_configuration,
)
from vkconfig_py.model.bisect.saved_search import (
    RunningSearch,
    SavedSearch,
    read_saved_search,
    remove_saved_search,
)
from vkconfig_py.model.bisect.search import BisectTrial, FaultyComponentsFound, SearchResult
from vkconfig_py.model.bisect.suspects import SearchPart, Suspect, SuspectKind
from vkconfig_py.model.bisect.trial_run import TrialMachine, TrialRun
from vkconfig_py.model.bisect.trial_wording import (
    ALREADY_RUNNING,
    MACHINE_CHANGED,
    describe_culprits,
    list_faulty_candidates,
)
from vkconfig_py.model.chain.probe_rows import Culprits
from vkconfig_py.model.launch.run_program import LaunchError
from vkconfig_py.model.plan.plan import DEFAULT_VIEW
from vkconfig_py.model.programs.program_paths import find_compared_program
from vkconfig_py.model.session.background import SharedServices, Worker
from vkconfig_py.model.session.edits import Edits
from vkconfig_py.model.session.launcher import NO_LAUNCH_IN_DEMO, NO_PROGRAM
from vkconfig_py.model.session.snapshots import PredictionRequests


class SearchState(StrEnum):
    """State of the search."""

    NONE = "none"  # nothing is known of any
    INTERRUPTED = "interrupted"  # it can be continued
    BEGINNING = "beginning"
    RUNNING = "running"  # a trial runs
    ASKING = "asking"  # its program has ended, and the user says whether it worked
    STOPPING = "stopping"
    ENDED = "ended"  # there is a result


ACTIVE_STATES = frozenset(
    {SearchState.BEGINNING, SearchState.RUNNING, SearchState.ASKING, SearchState.STOPPING}
)


class _EndedTrial(NamedTuple):
    """A trial that came to its end."""

    run: TrialRun
    observation: Observation


class FaultyComponentSearch(QObject):
    """Searches which layer, driver or setting makes a program fail, one search at a time.

    Signals:
        changed: state, trial or result changed.
        failed: why a search could not begin, or not go on, as a sentence.
        component_kept_off: the name of the configuration in which the faulty components are off
            now, and whether it was added for that.

    Attributes:
        investigation: the search with what was tried; None before the first one.
        trial: the trial that runs or is asked about.
        result: what was found.
    """

    changed = Signal()
    failed = Signal(str)
    component_kept_off = Signal(str, bool)

    def __init__(
        self,
        shared_services: SharedServices,
        requests: PredictionRequests,
        edits: Edits,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._cache, self._paths = shared_services.cache, shared_services.machine.paths
        self._requests = requests
        self._edits = edits
        self._worker = Worker("faulty component search", self)
        self.state = SearchState.NONE
        self.investigation: Investigation | None = None
        self.trial: BisectTrial | None = None
        self.result: SearchResult | None = None
        self._saved_search: RunningSearch | None = None
        self._answered_verdict: RunVerdict | None = None
        self._is_repeated = False
        self._lock = threading.Lock()
        self._run: TrialRun | None = None  # that the worker waits for
        self._is_stop_requested = False  # it is to end now
        self._trial_to_judge: _EndedTrial | None = None

    # what can be asked

    @property
    def is_active(self) -> bool:
        return self.state in ACTIVE_STATES

    @property
    def is_asking(self) -> bool:
        """True if the user may say now whether the trial worked."""
        is_asked = self.investigation is not None and self.investigation.test.asks
        return is_asked and self.state in (SearchState.RUNNING, SearchState.ASKING)

    @property
    def number(self) -> int:
        """The number of the trial."""
        return len(self.investigation.tried) + 1 if self.investigation is not None else 0

    @property
    def program(self) -> str:
        """Name of the program that a search would be about."""
        return PurePath(self._requests.target.program).name

    @property
    def home(self) -> str:
        """The user's home folder."""
        return self._requests.machine.home

    def left_out(self, configuration: str) -> Mapping[str, str]:
        """Return a note for each row that the trial leaves out of a chain, by row key.

        `configuration`: key of the configuration whose chain it is.
        """
        note = tr("in trial {number}", number=self.number)
        return {
            candidate.row_key: note
            for candidate in self._list_left_out(configuration)
            if candidate.row_key and candidate.kind is not SuspectKind.SETTING
        }

    def left_out_settings(self, configuration: str) -> Mapping[str, str]:
        """Return a note for each layer whose settings the trial leaves out, by row key.

        `configuration`: key of the configuration whose chain it is.
        """
        counts = Counter(
            candidate.row_key
            for candidate in self._list_left_out(configuration)
            if candidate.kind is SuspectKind.SETTING
        )
        return {
            row_key: counted(
                "without {n} of its settings in trial {number}",
                "without {n} of its settings in trial {number}",
                count,
                number=self.number,
            )
            for row_key, count in counts.items()
        }

    def _list_left_out(self, configuration: str) -> tuple[Suspect, ...]:
        """Return what the trial leaves out, () if it is of another configuration."""
        investigation, trial = self.investigation, self.trial
        if (
            investigation is None
            or trial is None
            or investigation.configuration.key != configuration
        ):
            return ()
        return tuple(investigation.list_candidates(trial.left_out))

    def faulty_components(self) -> tuple[Suspect, ...]:
        """Return what has to be off so that the program works, () without such a result."""
        if self.investigation is None or not isinstance(self.result, FaultyComponentsFound):
            return ()
        return list_faulty_candidates(self.investigation, self.result)

    def culprits(self) -> Culprits | None:
        """Return what the search found, for the rows of the chain; None without such a result."""
        investigation, result = self.investigation, self.result
        if investigation is None or not isinstance(result, FaultyComponentsFound):
            return None
        configuration = investigation.configuration
        reasons = describe_culprits(investigation, result)
        return Culprits(configuration.key, configuration.target.program, reasons)

    def new_name(self) -> str:
        """Return the name of the configuration that `keep_off_for_program` would add."""
        if self.investigation is None:
            return ""
        return name_configuration(
            self._edits.workspace, self.investigation, self.faulty_components()
        )

    @property
    def can_keep_off_for_program(self) -> bool:
        """True unless a configuration for the program leaves the faulty components out already."""
        investigation, components = self.investigation, self.faulty_components()
        return (
            investigation is not None
            and bool(components)
            and not is_kept_off(self._edits.workspace, investigation, components)
        )

    @property
    def can_keep_off(self) -> bool:
        """True if the configuration that failed still has the faulty components on."""
        investigation, components = self.investigation, self.faulty_components()
        if investigation is None or not components:
            return False
        return (
            keep_off(self._edits.workspace, investigation.configuration.key, components) is not None
        )

    def refusal(self) -> str:
        """Return why no search can begin now, as a sentence, or ""."""
        if self._requests.machine.demo:
            return NO_LAUNCH_IN_DEMO
        return "" if self._requests.target.program else NO_PROGRAM

    # commands

    def look(self) -> None:
        """Read what an earlier search stored."""
        if not self.is_active:
            self._worker.submit(partial(read_saved_search, self._paths), self._on_read)

    def start(self, test: SuccessTest, part: SearchPart | None) -> None:
        """Begin a search. `test`: how a trial is judged. `part`: what is searched, None for all."""
        refusal = self.refusal()
        if refusal:
            self.failed.emit(refusal)
            return
        request = self._requests.make_request(DEFAULT_VIEW)
        trial_machine = TrialMachine(request, self._cache(), self._paths)
        self._submit_search(partial(_begin_search, trial_machine, test, part))

    def resume(self) -> None:
        """Continue the search that was interrupted."""
        investigation = self.investigation
        if investigation is None or self.state is not SearchState.INTERRUPTED:
            return
        request = self._requests.make_request(DEFAULT_VIEW)._replace(
            configuration=investigation.configuration
        )
        trial_machine = TrialMachine(request, self._cache(), self._paths)
        self._submit_search(partial(_continue_search, trial_machine, investigation))

    def answer(self, *, works: bool) -> None:
        """Take the user's answer whether the trial worked. Its program ends."""
        if self.is_asking:
            self._answered_verdict = make_user_verdict(works=works)
            self._continue_after_answer()

    def try_again(self) -> None:
        """Run the trial once more, as the user cannot tell whether it worked."""
        if self.is_asking:
            self._is_repeated = True
            self._continue_after_answer()

    def stop(self) -> None:
        """End the trial. The search can be continued later."""
        if not self.is_active or self.state is SearchState.STOPPING:
            return
        was_asking, self.state = self.state is SearchState.ASKING, SearchState.STOPPING
        self.changed.emit()
        self._end_trial()
        if was_asking:
            self._end_search()

    def forget(self) -> None:
        """Delete the stored search."""
        if not self.is_active:
            self._worker.submit(
                partial(remove_saved_search, self._paths), self._on_search_forgotten
            )

    def keep_off_for_program(self) -> None:
        """Add a configuration for the program alone, in which the faulty components are off."""
        investigation, host = self.investigation, self._requests.machine.host
        if investigation is not None and self.faulty_components():
            target = investigation.configuration.target
            find = partial(find_compared_program, target.program, host, target.arguments)
            self._worker.submit(lambda: find().real_path, self._on_program_found)

    def keep_off(self) -> None:
        """Turn the faulty components off in the configuration that the program failed with."""
        if self.investigation is not None:
            key = self.investigation.configuration.key
            change = keep_off(self._edits.workspace, key, self.faulty_components())
            if change is not None:
                self._edits.commit(change)
                configuration = self._edits.workspace.find_configuration(key)
                self.component_kept_off.emit(
                    render(configuration.title) if configuration is not None else "", False
                )

    def close(self) -> None:
        """End the trial, and leave the search to be continued."""
        self._end_trial()
        if self._saved_search is not None:
            self._worker.submit(self._saved_search.close, _ignore)
        self._worker.close()

    # on the worker

    def _run_trial(
        self, saved_search: RunningSearch, trial: BisectTrial
    ) -> _EndedTrial | LaunchError:
        """Run the program of a trial to its end, on the worker."""
        run = saved_search.start(trial)
        if isinstance(run, LaunchError):
            return run
        with self._lock:
            self._run = run
            if self._is_stop_requested:
                run.launch.stop()
        observation = run.wait()
        with self._lock:
            self._run = None
        return _EndedTrial(run, observation)

    # what follows

    def _submit_search(self, job: partial[RunningSearch | str]) -> None:
        """Begin or continue a search on the worker."""
        if self.is_active:
            return
        self.state, self.trial, self.result = SearchState.BEGINNING, None, None
        self.changed.emit()
        self._worker.submit(job, self._on_search_begun)

    def _on_search_begun(self, saved_search: RunningSearch | str) -> None:
        """Run the first trial, or report why there is no search."""
        if isinstance(saved_search, str):
            self.state = SearchState.NONE
            self.changed.emit()
            self.failed.emit(saved_search)
            self.look()
            return
        self._saved_search = saved_search
        self._run_next()

    def _run_next(self, _nothing: object = None) -> None:
        """Run the next trial, or end the search with its result."""
        saved_search = self._saved_search
        if saved_search is None:
            return
        self.investigation = saved_search.investigation
        if self.state is SearchState.STOPPING:
            self._end_search()
            return
        step = saved_search.investigation.search.find_next_step()
        if not isinstance(step, BisectTrial):
            self.result = step
            self._end_search()
            return
        self.trial, self.state = step, SearchState.RUNNING
        self._answered_verdict, self._is_repeated = None, False
        with self._lock:
            self._is_stop_requested = False
        self.changed.emit()
        self._worker.submit(partial(self._run_trial, saved_search, step), self._on_trial_ended)

    def _on_trial_ended(self, ended_trial: _EndedTrial | LaunchError) -> None:
        """Record the result of a trial or, if it cannot be told, ask the user."""
        saved_search, trial = self._saved_search, self.trial
        if saved_search is None or trial is None:
            return
        if isinstance(ended_trial, LaunchError):
            self._end_search()
            self.failed.emit(ended_trial.sentence)
            return
        if self.state is SearchState.STOPPING:
            self._end_search()
            return
        verdict = self._answered_verdict or judge_run(
            saved_search.investigation.test, ended_trial.observation
        )
        if self._is_repeated:
            self._run_next()
        elif verdict is not None:
            record = partial(
                saved_search.record, trial, ended_trial.run, ended_trial.observation, verdict
            )
            self._worker.submit(record, self._run_next)
        else:
            self._trial_to_judge = ended_trial
            self.state = SearchState.ASKING
            self.changed.emit()

    def _continue_after_answer(self) -> None:
        """End the trial's program or, if it has ended, go on with the answer."""
        if self.state is SearchState.RUNNING:
            self._end_trial()
        elif self._trial_to_judge is not None:
            self._on_trial_ended(self._trial_to_judge)

    def _end_trial(self) -> None:
        """Stop the trial's program."""
        with self._lock:
            self._is_stop_requested = True
            if self._run is not None:
                self._run.launch.stop()

    def _end_search(self) -> None:
        """End the search with a result, or so that it can be continued."""
        saved_search, self._saved_search = self._saved_search, None
        self.trial = None
        self.state = SearchState.INTERRUPTED if self.result is None else SearchState.ENDED
        if saved_search is not None:
            self._worker.submit(saved_search.close, _ignore)
        self.changed.emit()

    def _on_read(self, saved_search: SavedSearch) -> None:
        """Show what an earlier search stored."""
        if self.is_active:
            return
        self.investigation, self.result = saved_search.investigation, None
        self.state = SearchState.NONE
        if saved_search.is_interrupted:
            self.state = SearchState.INTERRUPTED
        elif self.investigation is not None and not saved_search.is_running:
            step = self.investigation.search.find_next_step()
            if not isinstance(step, BisectTrial):
                self.state, self.result = SearchState.ENDED, step
        self.changed.emit()
        if saved_search.error:
            self.failed.emit(saved_search.error)

    def _on_search_forgotten(self, error: str) -> None:
        """Show that no search is stored, or report the error."""
        if error:
            self.failed.emit(error)
        else:
            self.investigation, self.result, self.state = None, None, SearchState.NONE
            self.changed.emit()

    def _on_program_found(self, program: str) -> None:
        """Add the configuration for a program with the faulty components off."""
        investigation = self.investigation
        if investigation is not None:
            change = keep_off_for_program(
                self._edits.workspace, investigation, self.faulty_components(), program
            )
            self._edits.commit(change)
            title = render(self._edits.workspace.selected_configuration.title)
            self.component_kept_off.emit(title, True)


def _begin_search(
    trial_machine: TrialMachine, test: SuccessTest, part: SearchPart | None
) -> RunningSearch | str:
    """Return a new search, or why it cannot begin."""
    if read_saved_search(trial_machine.paths).is_running:
        return ALREADY_RUNNING
    return RunningSearch(
        investigate(trial_machine.request, test, trial_machine.cache, part), trial_machine
    )


def _continue_search(
    trial_machine: TrialMachine, investigation: Investigation
) -> RunningSearch | str:
    """Return the interrupted search as it goes on, or why it cannot.

    It cannot if a search is running already, or if the machine has changed since.
    """
    if read_saved_search(trial_machine.paths).is_running:
        return ALREADY_RUNNING
    new_investigation = investigate(
        trial_machine.request, investigation.test, trial_machine.cache, investigation.part
    )
    continued_investigation = continue_investigation(investigation, new_investigation)
    return (
        RunningSearch(continued_investigation, trial_machine)
        if continued_investigation is not None
        else MACHINE_CHANGED
    )


def _ignore(_nothing: object) -> None:
    return
