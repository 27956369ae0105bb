"""The search itself: from the answers so far to the next trial, or to the result.

Delta debugging (Zeller, "Simplifying and Isolating Failure-Inducing Input", 2002) looks for a
smallest set that still fails. Programs fail with a layer whatever else is on, nearly always; under
that assumption a binary search for one member of the set after the other (Junker, "QuickXplain",
2004) needs about log2(n) trials for each, where ddmin needs up to n². The assumption is checked by
the trials themselves: a member that turns out not to be needed, or a set that passes although a
part of it fails, contradicts it, and then both are tried again.

The search is a generator that gets answers. A Search holds the answers alone, and repeats it from
the beginning for each step, which takes microseconds: so it is a value that can be saved, shown and
continued at any point, and equal answers lead to equal trials.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from enum import StrEnum
from itertools import pairwise

from vkconfig_py.loader.base.records import NamedTuple

STEADY_REPEATS = 3  # runs after which a set that always gave the same answer is believed


class TrialPurpose(StrEnum):
    """Purpose of a trial."""

    AS_IS = "as-is"  # everything on; it has to fail
    NONE = "none"  # all suspects off; it has to pass
    DRIVERS = "drivers"  # some of the drivers alone, for a set of them that works
    HALF = "half"
    ALONE = "alone"  # only what was found so far
    NEEDED = "needed"  # what was found, less one
    REST = "rest"  # everything but what was found


class BisectTrial(NamedTuple):
    """The next trial.

    Attributes:
        left_out: keys that are turned off, in the order of the search.
        suspects: keys that can still be members of the set that is looked for.
        attempt: 1, or more if the same trial is repeated.
    """

    purpose: TrialPurpose
    left_out: tuple[str, ...]
    suspects: tuple[str, ...] = ()
    attempt: int = 1


class FaultyComponent(NamedTuple):
    """A smallest set that makes the program fail.

    Attributes:
        keys: all of them are needed for it.
        key_to_turn_off: the one whose turning off costs least.
    """

    keys: tuple[str, ...]
    key_to_turn_off: str


class FaultyComponentsFound(NamedTuple):
    """The program works once one member of each set is off.

    Attributes:
        is_unsteady: repeated trials gave different answers.
    """

    faulty_components: tuple[FaultyComponent, ...]
    is_unsteady: bool = False


class NeverFails(NamedTuple):
    """With everything on the program does not fail."""

    is_unsteady: bool = False


class StillFails(NamedTuple):
    """The program fails whatever is left out."""

    is_unsteady: bool = False


class Contradiction(NamedTuple):
    """A set fails, and a larger one passes, each time.

    Attributes:
        failing_keys, passing_keys: what was left out in either.
    """

    failing_keys: tuple[str, ...]
    passing_keys: tuple[str, ...]
    is_unsteady: bool = False


SearchResult = FaultyComponentsFound | NeverFails | StillFails | Contradiction


class BisectSearch(NamedTuple):
    """A search: what it is about, and the answers so far.

    Attributes:
        suspects: may be left out all together; those that are suspected most come first.
        drivers: at least one of them stays on, or no program works. They are searched if the
            program fails without the suspects.
        least_disruptive_first: all keys, first those whose turning off costs the user least.
        repeat: runs of each trial before it counts as passed.
        answers: whether each trial failed, in their order.
    """

    suspects: tuple[str, ...]
    drivers: tuple[str, ...] = ()
    least_disruptive_first: tuple[str, ...] = ()
    repeat: int = 1
    answers: tuple[bool, ...] = ()

    def with_answer(self, has_failed: bool) -> BisectSearch:
        """Return the search with the answer to its latest trial."""
        return self._replace(answers=(*self.answers, has_failed))

    def find_next_step(self) -> BisectTrial | SearchResult:
        """Return the next trial to run, or the result if the answers suffice."""
        search_run = _run_search(self)
        try:
            trial = next(search_run)
            for has_failed in self.answers:
                trial = search_run.send(has_failed)
        except StopIteration as stop:
            result: SearchResult = stop.value
            return result
        return trial


_ResultGenerator = Generator[BisectTrial, bool, SearchResult]
_FailureGenerator = Generator[BisectTrial, bool, bool]
_KeySet = frozenset[str]


class _FlakyTrial(Exception):  # noqa: N818 - it starts the search over, with more runs of each trial
    """A trial gave another answer when it was repeated."""


class _ContradictionFound(Exception):  # noqa: N818 - one of the results
    def __init__(self, fails: _KeySet, passes: _KeySet) -> None:
        super().__init__()
        self.failing_keys, self.passing_keys = fails, passes


class _TrialRuns:
    """The trials that were run, by what was on."""

    def __init__(self, search: BisectSearch) -> None:
        self.order = (*search.suspects, *search.drivers)
        self.answers: dict[_KeySet, list[bool]] = {}
        self.needed_repeats = search.repeat
        self.is_unsteady = False

    def list_left_out(self, enabled_keys: _KeySet) -> tuple[str, ...]:
        """Return the keys that are off if these are on, in the order of the search."""
        return tuple(key for key in self.order if key not in enabled_keys)

    def find_failure(
        self, enabled_keys: _KeySet, purpose: TrialPurpose, suspects: Sequence[str] = ()
    ) -> _FailureGenerator:
        """Return whether the program fails with these keys on: one failure is enough."""
        answers = self.answers.setdefault(enabled_keys, [])
        while not any(answers) and len(answers) < self.needed_repeats:
            yield from self.run(enabled_keys, purpose, suspects)
        return any(answers)

    def run(
        self, enabled_keys: _KeySet, purpose: TrialPurpose, suspects: Sequence[str] = ()
    ) -> Generator[BisectTrial, bool, None]:
        """Yield one more trial with these keys on, and store its answer.

        `enabled_keys`: keys of what is on in the trial. `suspects`: keys among which the search
        still looks, for its description.

        Raises:
            _FlakyTrial: the same trial now passed and failed, so all have to be repeated.
        """
        answers = self.answers[enabled_keys]
        has_failed = yield BisectTrial(
            purpose, self.list_left_out(enabled_keys), tuple(suspects), len(answers) + 1
        )
        answers.append(has_failed)
        # Only once for each set: what follows from its earlier answer is found out anew.
        if len(set(answers)) > 1 and len(set(answers[:-1])) == 1:
            self.is_unsteady = True
            self.needed_repeats = max(self.needed_repeats, STEADY_REPEATS)
            raise _FlakyTrial

    def settle_contradictions(self, base: _KeySet) -> Generator[BisectTrial, bool, None]:
        """Repeat trials that contradict each other, until they do not or are steady."""
        for smaller_set, larger_set in self._find_contradictions(base):
            for tried_keys in (larger_set, smaller_set):
                while len(self.answers[tried_keys]) < STEADY_REPEATS:
                    yield from self.run(tried_keys, TrialPurpose.HALF)
            if not any(self.answers[larger_set]):
                raise _ContradictionFound(smaller_set, larger_set)

    def _find_contradictions(self, base: _KeySet) -> list[tuple[_KeySet, _KeySet]]:
        """Return pairs of sets of which the smaller fails, and the larger works."""
        # Of sets without the base nothing is known: fewer drivers may find no device.
        runs = [
            (enabled_keys, any(answers))
            for enabled_keys, answers in self.answers.items()
            if base <= enabled_keys
        ]
        return [
            (smaller_set, larger_set)
            for smaller_set, fails in runs
            if fails
            for larger_set, has_larger_set_failed in runs
            if not has_larger_set_failed and smaller_set < larger_set
        ]


def _run_search(search: BisectSearch) -> _ResultGenerator:
    """Search what breaks the program: yield trials, get whether each failed, return the result."""
    runs = _TrialRuns(search)
    while True:
        try:
            return (yield from _attempt_search(search, runs))
        except _FlakyTrial:
            continue
        except _ContradictionFound as error:
            fails, passes = (
                runs.list_left_out(error.failing_keys),
                runs.list_left_out(error.passing_keys),
            )
            return Contradiction(fails, passes, runs.is_unsteady)


def _attempt_search(search: BisectSearch, runs: _TrialRuns) -> _ResultGenerator:
    """Search once through, first among drivers, then suspects. A flaky trial ends it."""
    suspects, drivers = frozenset(search.suspects), frozenset(search.drivers)
    if not (yield from runs.find_failure(suspects | drivers, TrialPurpose.AS_IS, runs.order)):
        return NeverFails(runs.is_unsteady)
    faulty_components: list[FaultyComponent] = []
    if not suspects or (yield from runs.find_failure(drivers, TrialPurpose.NONE, runs.order)):
        working_drivers = yield from _find_working_drivers(search.drivers, runs)
        if not working_drivers:
            return StillFails(runs.is_unsteady)
        suspected_drivers = tuple(
            driver for driver in search.drivers if driver not in working_drivers
        )
        faulty_components += yield from _find_faulty_components(
            search, runs, working_drivers, suspected_drivers
        )
        drivers -= {faulty_component.key_to_turn_off for faulty_component in faulty_components}
    # Until now only drivers were looked at: the suspects come back, and may break it as well.
    if suspects and (yield from runs.find_failure(suspects | drivers, TrialPurpose.REST)):
        faulty_components += yield from _find_faulty_components(
            search, runs, drivers, search.suspects
        )
    return FaultyComponentsFound(tuple(faulty_components), runs.is_unsteady)


def _find_working_drivers(
    drivers: Sequence[str], runs: _TrialRuns
) -> Generator[BisectTrial, bool, _KeySet]:
    """Return drivers with which the program works: a half, a quarter, …, one, or none."""
    parts = 1
    while parts < len(drivers):
        parts = min(parts * 2, len(drivers))
        for part in _split_keys(drivers, parts):
            if not (yield from runs.find_failure(frozenset(part), TrialPurpose.DRIVERS, drivers)):
                return frozenset(part)
    return frozenset()


def _split_keys(keys: Sequence[str], parts: int) -> list[Sequence[str]]:
    """Split keys into this number of runs of about equal length."""
    cut_indexes = [len(keys) * number // parts for number in range(parts + 1)]
    return [keys[start:end] for start, end in pairwise(cut_indexes)]


def _find_faulty_components(
    search: BisectSearch, runs: _TrialRuns, base: _KeySet, keys: Sequence[str]
) -> Generator[BisectTrial, bool, list[FaultyComponent]]:
    """Return the sets of keys that break the program, until it works without one of each.

    The program works with `base` alone, and fails with `keys` beside it.
    """
    least_disruptive_first = search.least_disruptive_first or runs.order
    faulty_components = []
    while True:
        smallest_set = yield from _find_smallest_failing_set(runs, base, keys)
        yield from runs.settle_contradictions(base)
        faulty_component = FaultyComponent(
            tuple(smallest_set), min(smallest_set, key=least_disruptive_first.index)
        )
        faulty_components.append(faulty_component)
        keys = tuple(key for key in keys if key != faulty_component.key_to_turn_off)
        if not (yield from runs.find_failure(base | {*keys}, TrialPurpose.REST)):
            yield from runs.settle_contradictions(base)
            return faulty_components


def _find_smallest_failing_set(
    runs: _TrialRuns, base: _KeySet, keys: Sequence[str]
) -> Generator[BisectTrial, bool, list[str]]:
    """Return a set of keys that fails with `base`, of which no member can be left out."""
    smallest_set: list[str] = []
    while not (
        yield from runs.find_failure(base | {*smallest_set}, TrialPurpose.ALONE, smallest_set)
    ):
        # With the first `low` of the others it works, with the first `high` it fails.
        low, high = 0, len(keys)
        while high - low > 1:
            middle = (low + high) // 2
            enabled_keys = base | {*smallest_set, *keys[:middle]}
            if (
                yield from runs.find_failure(
                    enabled_keys, TrialPurpose.HALF, (*smallest_set, *keys[:high])
                )
            ):
                high = middle
            else:
                low = middle
        smallest_set.append(keys[high - 1])
        keys = keys[: high - 1]
    for key in smallest_set[:-1]:  # without the last one it was seen to work
        remaining_names = [other_key for other_key in smallest_set if other_key != key]
        if remaining_names and (
            yield from runs.find_failure(
                base | {*remaining_names}, TrialPurpose.NEEDED, smallest_set
            )
        ):
            smallest_set = remaining_names
    return smallest_set
