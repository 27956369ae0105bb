"""What differs between two runs: how they were started, what they loaded, how they ended."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from vkconfig_py.language.sentences import tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.launch.run_history import Run
from vkconfig_py.model.text.wording import count_of, join_words, ordinal, short_name

STILL = tr("still running")
NOT_LOADED, NONE, NOT_SET = tr("not loaded"), "none", tr("as in the session")
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
        ("Program", run.program),
        ("Arguments", shlex.join(run.arguments)),
        (tr("Working folder"), run.working_directory),
        ("Configuration", run.configuration),
        (tr("Option set"), run.options),
        (tr("Safe mode"), run.safe),
        ("Loader", run.loader),
        ("Device", run.device),
        ("End", run.ended or STILL),
        ("Time", duration_text(run.seconds)),
    )


def run_text(run: Run) -> str:
    """A run in one line: what it was started with, and how it ended or since when it runs."""
    with_set = f" ({run.options})" if run.options else ""
    safe = tr(", safe mode {safe}", safe=run.safe) if run.safe else ""
    layers = count_of(len(run.chain), "layer")
    predicted = "" if run.is_seen else " predicted"
    lasted = duration_text(run.seconds)
    end = (
        tr("{ended} after {lasted}", ended=run.ended, lasted=lasted)
        if run.ended
        else tr("running for {lasted}", lasted=lasted)
    )
    return f"“{run.configuration}”{with_set}{safe} · {layers}{predicted}{_counted(run)} · {end}"


def _counted(run: Run) -> str:
    if run.messages is None:
        return ""
    return f" · {count_of(sum(one.total for one in run.messages), 'message')}"


def duration_text(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
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
    return tr("{name} of {chain}", name=ordinal(run.chain.index(name) + 1), chain=len(run.chain))


def _messages(first: Run, second: Run) -> Iterator[Difference]:
    if first.messages is None or second.messages is None:
        return  # nobody counted them, so there is nothing to compare
    totals = [{one.identifier: one.total for one in run.messages or ()} for run in (first, second)]
    for identifier in dict.fromkeys((*totals[0], *totals[1])):
        counts = [total.get(identifier, 0) for total in totals]
        if counts[0] != counts[1]:
            yield Difference(
                tr("Message {identifier}", identifier=identifier),
                *(str(count or NONE) for count in counts),
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
    return "unset" if variable.value is None else variable.value or "empty"
