"""Rows of the trials of a search, the latest first."""

from __future__ import annotations

from vkconfig_py.language.sentences import render, tr
from vkconfig_py.loader.base.records import NamedTuple
from vkconfig_py.model.bisect.investigation import Investigation, Tried
from vkconfig_py.model.bisect.search import BisectSearch, BisectTrial
from vkconfig_py.model.bisect.wording import describe_trial
from vkconfig_py.model.text.lines import ListLine, join_parts

RUNNING = tr("running…")
WAITING = tr("has ended; you say whether it worked")


class TrialLine(NamedTuple):
    """One row.

    Attributes:
        title: "Trial 3: without 6 of 12 layers".
        outcome: "Failed", or "" while it runs.
        detail: "SIGSEGV", and what was not as predicted.
        tone: of the outcome.
    """

    number: int
    title: str
    outcome: str
    detail: str
    tone: str


def list_trials(
    one: Investigation | None, trial: BisectTrial | None, *, is_over: bool = False
) -> list[TrialLine]:
    """The trials of a search; `is_over`: the program of the last one has ended."""
    if one is None:
        return []
    lines = list_ended_trials(one)
    if trial is not None:
        detail = WAITING if is_over else RUNNING
        number = len(lines) + 1
        title = tr("Trial {number}: {what}", number=number, what=describe_trial(one, trial))
        lines.append(TrialLine(number, title, "", detail, "neutral"))
    return lines[::-1]


def list_ended_trials(one: Investigation) -> list[TrialLine]:
    """The trials that were run: what each was is found by searching once more."""
    search: BisectSearch = one.search._replace(answers=())
    lines = []
    for number, tried in enumerate(one.tried, 1):
        step = search.step()
        if not isinstance(step, BisectTrial):
            break
        lines.append(_line(number, describe_trial(one, step), tried))
        search = search.with_answer(tried.failed)
    return lines


def _line(number: int, what: str, tried: Tried) -> TrialLine:
    word = tr("Failed", "a run") if tried.failed else tr("Worked", "a run")
    detail = " ".join(map(render, (tried.why, *tried.notes)))
    tone = "error" if tried.failed else "ok"
    title = tr("Trial {number}: {what}", number=number, what=what)
    return TrialLine(number, title, word, detail, tone)


def trial_key(line: TrialLine) -> str:
    return str(line.number)


def present_trial(line: TrialLine) -> ListLine:
    return ListLine(
        line.title,
        line.detail,
        icon={"ok": "check", "error": "error"}.get(line.tone, "play"),
        tone=line.tone,
        word=line.outcome,
        tip=f"{line.title}\n{line.detail}",
        spoken=join_parts(line.title, line.outcome, line.detail),
    )
