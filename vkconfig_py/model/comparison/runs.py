"""What differs between two runs: how they were started, what they loaded, how they ended."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from vkconfig_py.language.sentences import join_words, number_text, render, tr
from vkconfig_py.loader.base.differences import find_differences
from vkconfig_py.model.comparison.table import ComparedValue
from vkconfig_py.model.configuration.configuration import Variable
from vkconfig_py.model.launch.run_history import PastRun
from vkconfig_py.model.launch.run_lines import duration_text, end_text
from vkconfig_py.model.text.lines import ListLine
from vkconfig_py.model.text.wording import ordinal, short_name

STILL = tr("still running")
NOT_LOADED, NONE, NOT_SET = tr("not loaded"), tr("none"), tr("as in the session")
SAME = tr("Both runs are alike.")


def compare_runs(first: PastRun, second: PastRun) -> tuple[ComparedValue, ...]:
    """Everything that differs, and nothing else."""
    facts = (
        ComparedValue("", name, was or NONE, now or NONE)
        for (name, was), (_same, now) in zip(_facts(first), _facts(second), strict=True)
        if was != now
    )
    return (*facts, *_layers(first, second), *_messages(first, second), *_variables(first, second))


def _facts(run: PastRun) -> tuple[tuple[str, str], ...]:
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


def _layers(first: PastRun, second: PastRun) -> Iterator[ComparedValue]:
    for name, was, now in find_differences(_places(first), _places(second)):
        if was is None or now is None:
            title = tr("Layer {name}", name=short_name(name))
            yield ComparedValue("", title, was or NOT_LOADED, now or NOT_LOADED)
    orders = [
        [name for name in run.chain if name in other.chain]
        for run, other in ((first, second), (second, first))
    ]
    if orders[0] != orders[1]:
        was, now = (join_words(list(map(short_name, order))) for order in orders)
        yield ComparedValue("", tr("Order of layers"), was, now)


def _places(run: PastRun) -> dict[str, str]:
    """Where each layer stands in the chain."""
    count = len(run.chain)
    return {
        name: tr("{place} of {count}", place=ordinal(run.chain.index(name) + 1), count=count)
        for name in run.chain
    }


def _messages(first: PastRun, second: PastRun) -> Iterator[ComparedValue]:
    if first.messages is None or second.messages is None:
        return  # nobody counted them, so there is nothing to compare
    totals = (
        {message.identifier: message.total for message in messages if message.total}
        for messages in (first.messages, second.messages)
    )
    for identifier, *counts in find_differences(*totals):
        was, now = (number_text(count) if count else NONE for count in counts)
        yield ComparedValue("", tr("Message {identifier}", identifier=identifier), was, now)


def _variables(first: PastRun, second: PastRun) -> Iterator[ComparedValue]:
    values = (
        {variable.name: _value(variable) for variable in run.variables} for run in (first, second)
    )
    for name, was, now in sorted(find_differences(*values), key=lambda difference: difference[0]):
        title = tr("Variable {name}", name=name)
        yield ComparedValue("", title, was or NOT_SET, now or NOT_SET)


def _value(variable: Variable) -> str:
    if variable.value is None:
        return tr("unset", "state of a variable")
    return variable.value or tr("empty", "state of a variable")


def difference_key(difference: ComparedValue) -> str:
    return difference.name


def present_difference(difference: ComparedValue) -> ListLine:
    """What differs, and what it was in both."""
    subject, (first, second) = difference.name, difference.texts
    return ListLine(
        subject,
        f"{first}  →  {second}",
        tip=f"{first}\n→ {second}",
        spoken=tr("{subject}: {first}, then {second}", subject=subject, first=first, second=second),
    )
