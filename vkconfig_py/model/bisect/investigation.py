"""A whole search for what breaks one program, as a value: what it is about, and what was tried."""

from __future__ import annotations

from collections.abc import Sequence

from vkconfig_py.language.sentences import Message, message, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.bisect.search import BisectSearch, BisectTrial
from vkconfig_py.model.bisect.suspects import (
    SearchPart,
    Suspect,
    SuspectKind,
    find_candidates,
    remove_suspects,
    sort_by_disruption,
)
from vkconfig_py.model.chain.compute import Prediction, predict
from vkconfig_py.model.configuration.configuration import Configuration
from vkconfig_py.model.launch.run_program import LaunchEnd
from vkconfig_py.model.plan.leases import NO_PROCESS, ProcessMark
from vkconfig_py.model.plan.plan import Limitation, PredictionRequest

# The success test: what of a run says that the program works.

DEFAULT_SECONDS = 10.0


class SuccessTest(NamedTuple):
    """What counts as working; a program that a signal ends never works.

    Attributes:
        exit_status: the status of a program that works.
        seconds: after these the program is ended; 0: it is waited for.
        still_running_passes: a program that runs until then works (a game that shows its window);
            otherwise it hangs.
        text: has to be in a line of the output, or with `text_fails` must not be; "": no matter.
        asks: the user is asked after each run.
        repeat: runs of each trial; one that fails is enough.
    """

    exit_status: int = 0
    seconds: float = DEFAULT_SECONDS
    still_running_passes: bool = True
    text: str = ""
    text_fails: bool = False
    asks: bool = False
    repeat: int = 1


class Observation(NamedTuple):
    """What was seen of one run.

    Attributes:
        launch_end: how the program ended by itself; None if it was still running and was ended.
        has_text: the text of the test was in its output.
        has_loader: a loader printed something.
        chains: the different chains of layers in the loader's log.
    """

    launch_end: LaunchEnd | None
    has_text: bool = False
    has_loader: bool = False
    chains: tuple[tuple[str, ...], ...] = ()


class RunVerdict(NamedTuple):
    """Whether a run failed, and why: "SIGSEGV", "exit 3", "still running after 10 s"."""

    failed: bool
    reason: Message | str


def judge_run(test: SuccessTest, observation: Observation) -> RunVerdict | None:
    """Return the verdict of a run, or None if the user has to be asked."""
    launch_end = observation.launch_end
    if launch_end is not None and launch_end.signal:
        return RunVerdict(True, launch_end.signal)
    if test.asks:
        return None
    if test.text and observation.has_text is test.text_fails:
        reason = message("“{text}” was not printed", text=test.text)
        if observation.has_text:
            reason = message("“{text}” was printed", text=test.text)
        return RunVerdict(True, reason)
    if launch_end is None:
        return RunVerdict(
            not test.still_running_passes,
            message("still running after {seconds:g} s", seconds=test.seconds),
        )
    return RunVerdict(
        launch_end.code != test.exit_status, message("exit {code}", code=launch_end.code)
    )


def make_user_verdict(*, works: bool) -> RunVerdict:
    """Return the verdict that the user gave on a run."""
    return RunVerdict(not works, message("your answer"))


def describe_test(test: SuccessTest) -> str:
    """Return as a sentence how a search tells that the program works."""
    if test.asks:
        return tr(
            "After each run, you report whether it worked. A run terminated by a signal "
            "counts as failed."
        )
    sentences = [
        tr("A run is successful if it exits with status {status}.", status=test.exit_status)
    ]
    if test.seconds and test.still_running_passes:
        sentences.append(
            tr(
                "A run that lasts longer than {seconds:g} s counts as successful.",
                seconds=test.seconds,
            )
        )
    elif test.seconds:
        sentences.append(
            tr("A run that lasts longer than {seconds:g} s counts as failed.", seconds=test.seconds)
        )
    if test.text and test.text_fails:
        sentences.append(tr("Its output must not contain “{text}”.", text=test.text))
    elif test.text:
        sentences.append(tr("Its output must contain “{text}”.", text=test.text))
    return " ".join(sentences)


KEPT_BY_LOADER = tr("this loader does not remove it from the chain")


class FinishedTrial(NamedTuple):
    """A trial that was run.

    Attributes:
        notes: what was not as predicted, as sentences.
    """

    left_out: tuple[str, ...]
    failed: bool
    why: Message | str
    notes: tuple[Message | str, ...] = ()


class KeptCandidate(NamedTuple):
    """A candidate that no trial can leave out, and why."""

    candidate: Suspect
    why: str


class Investigation(NamedTuple):
    """A search for what breaks one program.

    Attributes:
        configuration: as the program gets it, with the program as its target.
        candidates: those that trials can leave out; most suspected first.
        overrides: files applied to the system, which no trial looks at.
        writer: the process that runs its trials; pid 0: none does.
        mark: value of the variable that the processes of its current trial inherit, or "".
    """

    configuration: Configuration
    test: SuccessTest
    candidates: tuple[Suspect, ...]
    kept: tuple[KeptCandidate, ...] = ()
    overrides: tuple[str, ...] = ()
    tried: tuple[FinishedTrial, ...] = ()
    writer: ProcessMark = NO_PROCESS
    mark: str = ""
    part: SearchPart | None = None

    @property
    def search(self) -> BisectSearch:
        """Return the search among the keys of the candidates, with the answers so far."""
        keyed_suspects = [
            (candidate.key, candidate.kind is SuspectKind.DRIVER) for candidate in self.candidates
        ]
        return BisectSearch(
            suspects=tuple(key for key, is_driver in keyed_suspects if not is_driver),
            drivers=tuple(key for key, is_driver in keyed_suspects if is_driver),
            least_disruptive_first=sort_by_disruption(self.candidates),
            repeat=self.test.repeat,
            answers=tuple(finished_trial.failed for finished_trial in self.tried),
        )

    def list_candidates(self, keys: Sequence[str]) -> tuple[Suspect, ...]:
        """Return the candidates of these keys, in the order of the search."""
        return tuple(candidate for candidate in self.candidates if candidate.key in set(keys))

    def make_trial_configuration(self, trial: BisectTrial) -> Configuration:
        """Return the configuration of a trial, without what the trial leaves out."""
        return remove_suspects(self.configuration, self.list_candidates(trial.left_out))

    def with_verdict(
        self, trial: BisectTrial, verdict: RunVerdict, notes: Sequence[Message | str] = ()
    ) -> Investigation:
        """Return the investigation with a trial that has ended. `notes`: sentences on that run."""
        ended_trial = FinishedTrial(trial.left_out, verdict.failed, verdict.reason, tuple(notes))
        return self._replace(tried=(*self.tried, ended_trial), mark="")


def investigate(
    request: PredictionRequest,
    test: SuccessTest,
    cache: DocumentCache,
    part: SearchPart | None = None,
) -> Investigation:
    """Begin a search for what breaks the program of a request.

    `part`: search only layers, settings, variables or drivers, None for all.
    """
    prediction = predict(request, cache)
    configuration = prediction.request.configuration
    candidates = find_candidates(configuration, prediction.report, part)
    layers = [candidate for candidate in candidates if candidate.kind is SuspectKind.LAYER]
    prediction_without = predict(
        request._replace(configuration=remove_suspects(configuration, layers)), cache
    )
    kept_candidates = _find_kept_layers(layers, prediction_without)
    kept_keys = {kept_candidate.candidate.key for kept_candidate in kept_candidates}
    return Investigation(
        configuration=configuration,
        test=test,
        candidates=tuple(candidate for candidate in candidates if candidate.key not in kept_keys),
        kept=kept_candidates,
        overrides=prediction.ignored_overrides,
        part=part,
    )


def continue_investigation(
    investigation: Investigation, new_investigation: Investigation
) -> Investigation | None:
    """Return an interrupted search to go on with, in the present language.

    None if the machine no longer offers what it is about, so that its answers do not hold.
    `new_investigation`: a new search with the same test on the same machine.
    """
    kept_keys_now, kept_keys_before = (
        [kept_candidate.candidate for kept_candidate in search.kept]
        for search in (new_investigation, investigation)
    )
    if (
        investigation.candidates != new_investigation.candidates
        or kept_keys_now != kept_keys_before
    ):
        return None
    return investigation._replace(
        kept=new_investigation.kept
    )  # its reasons may have been told in another language


def _find_kept_layers(
    layers: Sequence[Suspect], prediction: Prediction
) -> tuple[KeptCandidate, ...]:
    """Return the layers that are still in the chain although the plan turns them off."""
    remaining_layers = {active_layer.manifest.name for active_layer in prediction.report.callstack}
    return tuple(
        KeptCandidate(layer, _explain_kept_layer(layer, prediction.plan.limits))
        for layer in layers
        if layer.name in remaining_layers
    )


def _explain_kept_layer(suspect: Suspect, limits: Sequence[Limitation]) -> str:
    """Return the plan's limit for a layer that stays on, or for all (a settings file of others)."""
    limitations = [limit for limit in limits if limit.subject == suspect.name]
    limitations += [limit for limit in limits if not limit.subject and not limit.is_note]
    return limitations[0].text if limitations else KEPT_BY_LOADER
