"""What tests of searches share: a machine, a real loader, and a search run to its end."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tests.framework.reference import RealLoader
from vkconfig_py.loader.files.scan import DocumentCache
from vkconfig_py.model.bisect.investigation import (
    Investigation,
    RunVerdict,
    SuccessTest,
    investigate,
    judge_run,
)
from vkconfig_py.model.bisect.saved_search import RunningSearch
from vkconfig_py.model.bisect.search import BisectTrial, SearchResult
from vkconfig_py.model.bisect.suspects import SearchPart
from vkconfig_py.model.bisect.trial_run import TrialMachine, TrialRun
from vkconfig_py.model.bisect.trial_wording import render_result
from vkconfig_py.model.configuration.configuration import Configuration, Target
from vkconfig_py.model.files.paths import find_state_paths
from vkconfig_py.model.plan.plan import PlanView, PredictionRequest

PLAIN = Configuration("plain", "Plain")
WAITED_FOR = SuccessTest(seconds=0)


class FinishedSearch(NamedTuple):
    """A search that came to its end."""

    one: Investigation
    result: SearchResult

    @property
    def sentence(self) -> str:
        return render_result(self.one, self.result)[0]

    @property
    def faulty_components(self) -> list[set[str]]:
        return [{*faulty_component.keys} for faulty_component in self.result.faulty_components]


def watch(system, loader: RealLoader, configuration: Configuration = PLAIN) -> TrialMachine:
    """The machine with its asking program as the target; the asker opens this loader."""
    # Of its own: in the one of all who have no session other tests launch, too.
    runtime = system.root / "run"
    runtime.mkdir(mode=0o700, exist_ok=True)
    system.with_env(XDG_RUNTIME_DIR=str(runtime))
    arguments = (loader.profile.library, str(system.root / "answer.json"), "app", "0", "0", "0")
    target = Target(str(system.program), arguments)
    request = PredictionRequest(
        system.host(), loader.profile, configuration._replace(target=target), PlanView()
    )
    return TrialMachine(request, DocumentCache(), find_state_paths(system.environment))


def run_search(
    system,
    loader: RealLoader,
    configuration: Configuration = PLAIN,
    test: SuccessTest = WAITED_FOR,
    part: SearchPart | None = None,
) -> FinishedSearch:
    watched = watch(system, loader, configuration)
    one = investigate(watched.request, test, watched.cache, part)
    return go_on(one, watched)


def go_on(one: Investigation, watched: TrialMachine) -> FinishedSearch:
    saved = RunningSearch(one, watched)
    try:
        while isinstance(step := saved.investigation.search.find_next_step(), BisectTrial):
            run_trial(saved, step)
    finally:
        saved.close()
    assert not saved.error
    return FinishedSearch(saved.investigation, step)


def run_trial(saved: RunningSearch, trial: BisectTrial) -> None:
    run = saved.start(trial)
    assert isinstance(run, TrialRun), run
    seen = run.wait()
    verdict = judge_run(saved.investigation.test, seen)
    assert verdict is not None
    saved.record(trial, run, seen, verdict)


def left_behind(watched: TrialMachine) -> list[Path]:
    """Folders of launches that are still there."""
    runtime = watched.paths.runtime
    if not runtime.exists():
        return []
    # Windows keep locks and sockets there, too.
    return [path for path in runtime.iterdir() if path.suffix not in (".lock", ".socket")]


def answered_search(
    request: PredictionRequest, faulty_component: str, answers: int, *, asks: bool = False
) -> Investigation:
    """A search in which the first trials were answered as if one candidate broke the program."""
    one = investigate(request, SuccessTest(asks=asks), DocumentCache())
    while answers and isinstance(step := one.search.find_next_step(), BisectTrial):
        failed = faulty_component not in step.left_out
        one = one.with_verdict(step, RunVerdict(failed, "SIGSEGV" if failed else "exit 0"))
        answers -= 1
    return one
