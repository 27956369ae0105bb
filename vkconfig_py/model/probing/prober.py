"""RealProber: opens drivers and layers in children, and recalls what earlier ones found. No Qt."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from vkconfig_py.loader.probe import probing
from vkconfig_py.loader.probe.command import memory_path
from vkconfig_py.loader.probe.jobs import ChainAnswer, State
from vkconfig_py.loader.probe.memory import ProbeMemory
from vkconfig_py.loader.probe.outcomes import Cancellation
from vkconfig_py.loader.probe.results import ProbeResults
from vkconfig_py.model.picture.rows import driver_name
from vkconfig_py.model.picture.wording import count_of, join_words, short_name
from vkconfig_py.model.probing.answers import tell_answers
from vkconfig_py.model.probing.probed import CANCELLED, NOTHING_FOUND, ProbeAnswers, ProbeStep
from vkconfig_py.model.probing.words import SHORT, short_step

if TYPE_CHECKING:
    from vkconfig_py.loader.report import LoaderReport
    from vkconfig_py.model.paths import StatePaths

_GOOD = (State.SOUND, State.NOT_PROBED)


class RealProber:
    """Asks the engine's probes; what they find is kept in the file that the commands use too."""

    def __init__(self, environment: Mapping[str, str], paths: StatePaths) -> None:
        self._file = memory_path(environment) or (
            str(paths.cache / "probes.json") if paths.cache else ""
        )

    def recall(self, report: LoaderReport) -> ProbeAnswers:
        """Return what earlier probes found; the file is read anew, others may have written it."""
        results = probing.recall(report, ProbeMemory(self._file))
        return NOTHING_FOUND if results.refusal else tell_answers(report, results)

    def begin(self, report: LoaderReport, keys: tuple[str, ...]) -> RealRun:
        """Return a run."""
        return RealRun(report, _wanted(report, keys), ProbeMemory(self._file))


class RealRun:
    """One run over a report: what is asked for is opened anew, whatever is remembered of it."""

    def __init__(self, report: LoaderReport, wanted: probing.Wanted, memory: ProbeMemory) -> None:
        self._report = report
        self._wanted = wanted
        self._memory = memory
        self._cancellation: Cancellation | None = Cancellation()
        self._lock = threading.Lock()  # the descriptors of a run that is over are no longer ours
        self._running: dict[tuple[str, str], str] = {}  # by subject and name, silent ones first
        self._told: ProbeStep | None = None

    def run(self, tell: Callable[[ProbeStep], None]) -> tuple[str, bool]:
        """Open everything that is wanted; return what to say of it."""
        try:
            results = probing.probe(
                self._report,
                self._wanted,
                memory=self._memory,
                tell=lambda progress: self._pass_on(progress, tell),
                cancellation=self._cancellation,
                again=True,
            )
        finally:
            self._end()
        return describe(results)

    def cancel(self) -> None:
        """End the children; of a run that is over there are none."""
        with self._lock:
            if self._cancellation is not None:
                self._cancellation.cancel()

    def _end(self) -> None:
        with self._lock:
            if self._cancellation is not None:
                self._cancellation.close()
                self._cancellation = None

    def _pass_on(self, progress: probing.Progress, tell: Callable[[ProbeStep], None]) -> None:
        """Tell how far it is: of several children, the step of the one that is silent longest."""
        key = (progress.subject, progress.name)
        self._running.pop(key, None)
        if progress.about:
            self._running[key] = short_step(progress.about)
        step = ProbeStep(progress.done, progress.total, next(iter(self._running.values()), ""))
        if step != self._told:
            self._told = step
            tell(step)


def _wanted(report: LoaderReport, keys: tuple[str, ...]) -> probing.Wanted:
    if not keys:
        return probing.EVERYTHING
    subjects = [key.partition(":")[::2] for key in keys]
    names = {subject for kind, subject in subjects if kind == "layer"}
    return probing.Wanted(
        drivers=frozenset(subject for kind, subject in subjects if kind == "driver"),
        layers=frozenset((one.file, one.name) for one in report.found if one.name in names),
        chain=False,
    )


def describe(results: ProbeResults) -> tuple[str, bool]:
    """Return what came of a run as a sentence, and whether all is well."""
    if results.refusal:
        return results.refusal, False
    if results.cancelled:
        return CANCELLED, True
    drivers, layers = len(results.drivers), len(results.layers)
    parts = [(drivers, "driver"), (layers, "layer")]
    probed = join_words([count_of(number, noun) for number, noun in parts if number])
    bad = list(_bad(results))
    if bad:
        return f"Probed {probed or 'the chain'}: {join_words(bad)}.", False
    return f"Probed {probed or 'nothing'}: everything works.", True


def _bad(results: ProbeResults) -> Iterator[str]:
    for one in (*results.drivers, *results.layers):
        if one.health.state not in _GOOD:
            name = short_name(one.name) if one.name else driver_name(one.manifest)
            yield f"{name} {SHORT[one.health.state]}"
    if results.chain is not None and results.chain.health.state not in _GOOD:
        answer = results.chain.answer
        created = answer.create if isinstance(answer, ChainAnswer) else ""
        how = created or SHORT[results.chain.health.state]
        yield f"the whole chain: {how}"
