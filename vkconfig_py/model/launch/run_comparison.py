"""What differs between two runs: how they were started, what they loaded, how they ended."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from vkconfig_py.language.sentences import counted, join_words, number_text, render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.launch.run_history import STOPPED, Run
from vkconfig_py.model.text.wording import ordinal, short_name

STILL = tr("still running")
NOT_LOADED, NONE, NOT_SET = tr("not loaded"), tr("none"), tr("as in the session")
SAME = tr("Both runs are alike.")


class Difference(NamedTuple):
    """One thing that is not the same in two runs, with what it is in each."""

    subject: str
    first: str
    second: str


def compare_runs(first: Run, second: Run) -> tuple[Difference, ...]:
    """Everything that differs, and nothing else."""
    sides = zip(_facts(first), _facts(second), strict=True)
    facts = (
        Difference(name, was or NONE, now or NONE)
        for (name, was), (_same, now) in sides
        if was != now
    )
    parts = (facts, _layers(first, second), _messages(first, second), _variables(first, second))
    return tuple(one for part in parts for one in part)


def _facts(run: Run) -> tuple[tuple[str, str], ...]:
    return (
        (tr("Program"), run.program),
        (tr("Arguments"), shlex.join(run.arguments)),
        (tr("Working folder"), run.working_directory),
        (tr("Configuration"), render(run.configuration)),
        (tr("Option set"), run.options),
        (tr("Safe mode"), render(run.safe)),
        (tr("Loader"), run.loader),
        (tr("Device"), run.device),
        (tr("End", "how a run ended"), end_text(run) or STILL),
        (tr("Time", "how long a run took"), duration_text(run.seconds)),
    )


def run_text(run: Run) -> str:
    """A run in one line: what it was started with, and how it ended or since when it runs."""
    started = tr("“{name}”", name=run.configuration)
    if run.options:
        started = tr("“{name}” ({options})", name=run.configuration, options=run.options)
    safe = tr("safe mode {safe}", safe=run.safe) if run.safe else ""
    layers = counted("{n} layers predicted", "{n} layer predicted", len(run.chain))
    if run.is_seen:
        layers = counted("{n} layers", "{n} layer", len(run.chain))
    end, lasted = end_text(run), duration_text(run.seconds)
    ended = tr("running for {duration}", duration=lasted)
    if end:
        ended = tr("{end} after {duration}", end=end, duration=lasted)
    return " · ".join(filter(None, (started, safe, layers, _counted(run), ended)))


def end_text(run: Run) -> str:
    """How a run ended: "exit 0", "ended by SIGSEGV"; "" while it goes on."""
    if run.ended.startswith(STOPPED):
        return tr("stopped")
    if run.signal:
        return tr("ended by {signal}", signal=run.signal)
    return run.ended if run.code is None else tr("exit {code}", code=run.code)


def _counted(run: Run) -> str:
    if run.messages is None:
        return ""
    return counted("{n:,} messages", "{n} message", sum(one.total for one in run.messages))


def duration_text(seconds: float) -> str:
    if seconds < 60:
        return tr("{seconds:.1f} s", seconds=seconds)
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02} h" if hours else f"{minutes}:{rest:02} min"


def _layers(first: Run, second: Run) -> Iterator[Difference]:
    for name in dict.fromkeys((*first.chain, *second.chain)):
        if (name in first.chain) is not (name in second.chain):
            places = (_place(run, name) for run in (first, second))
            yield Difference(tr("Layer {name}", name=short_name(name)), *places)
    shared = [[name for name in run.chain if name in other.chain]
              for run, other in ((first, second), (second, first))]  # fmt: skip
    if shared[0] != shared[1]:
        yield Difference(
            tr("Order of layers"), *(join_words(list(map(short_name, s))) for s in shared)
        )


def _place(run: Run, name: str) -> str:
    if name not in run.chain:
        return NOT_LOADED
    place = ordinal(run.chain.index(name) + 1)
    return tr("{place} of {count}", place=place, count=len(run.chain))


def _messages(first: Run, second: Run) -> Iterator[Difference]:
    if first.messages is None or second.messages is None:
        return  # nobody counted them, so there is nothing to compare
    totals = [{one.identifier: one.total for one in run.messages or ()} for run in (first, second)]
    for identifier in dict.fromkeys((*totals[0], *totals[1])):
        counts = [total.get(identifier, 0) for total in totals]
        if counts[0] != counts[1]:
            yield Difference(
                tr("Message {identifier}", identifier=identifier),
                *(number_text(count) if count else NONE for count in counts),
            )


def _variables(first: Run, second: Run) -> Iterator[Difference]:
    found = [{one.name: one for one in run.variables} for run in (first, second)]
    for name in sorted({*found[0], *found[1]}):
        texts = [_value(side.get(name)) for side in found]
        if texts[0] != texts[1]:
            yield Difference(tr("Variable {name}", name=name), *texts)


def _value(variable: Variable | None) -> str:
    if variable is None:
        return NOT_SET
    if variable.value is None:
        return tr("unset", "state of a variable")
    return variable.value or tr("empty", "state of a variable")
